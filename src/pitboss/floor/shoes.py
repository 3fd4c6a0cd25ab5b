"""The virtual shoe at a table: what keyed acts do to it, and when its shuffles are opened.

A shuffle is opened once nothing of its order is to be dealt any more and none of its cards lies on the table. One that
another replaces in the middle of a round waits for the end of it.
"""

from pitboss import law
from pitboss.cards import Card, Shoe
from pitboss.floor.desk import Desk, refuse
from pitboss.floor.store import Store, Stream
from pitboss.floor.tables.events import ActTaken, ShoeOpened, TableEvent
from pitboss.floor.tables.log import from_stored
from pitboss.floor.tables.state import TableState
from pitboss.floor.vault import keeps_to, read_shoe
from pitboss.play.acts import Act, Cut, CuttingCard, Deal, Shuffle
from pitboss.value import log_name

BACK = 256
"""How many events are read at a time, going back to the last shuffle."""
_OF_THE_SHOE = (log_name(Shuffle), log_name(Deal), log_name(ShoeOpened))
CUT = "cut"
"""The need at which a cut parts the stack; at any other it marks where the stack ends."""


def keyed(act: Act, shoe: Shoe | None) -> tuple[Act, Shoe | None]:
    """An act that somebody keyed and the shoe after it. A shuffle by hand ends the virtual shoe: nothing is committed
    to. While the virtual shoe deals, no card comes from elsewhere."""
    match act:
        case Shuffle(need):
            return Shuffle(need), None
        case Cut(need, _, at) if shoe is not None:
            return act, _cut(shoe, need, at)
        case Deal() | CuttingCard() if shoe is not None:
            raise refuse("The virtual shoe deals here: let it deal on.", law.CARDS_FROM_DEVICE)
        case _:
            return act, shoe


def _cut(shoe: Shoe, need: str, at: int) -> Shoe:
    try:
        return shoe.cut(at) if need == CUT else shoe.marked(at)
    except ValueError:
        return shoe  # the rules refuse it, and say why


def replaced(desk: Desk, act: Act, shoe: Shoe | None) -> tuple[Shoe, ...]:
    """The shuffles of a round that others have replaced, once an act is done."""
    if isinstance(act, Shuffle) and desk.shoe is not None and shoe is not desk.shoe:
        return (*desk.spent, desk.shoe)
    return desk.spent


def is_spent(state: TableState) -> bool:
    """Whether nothing of the last shuffle is to be dealt any more: the next round begins with another."""
    return state.table is not None and not state.table.stock.out


def may_change_shoe(event: TableEvent) -> bool:
    """Whether there may be another shoe at a table after an event, or none any more: cards dealt from it leave it."""
    return not isinstance(event, ActTaken) or isinstance(event.act, Shuffle)


def committed(store: Store, stream: Stream, length: int) -> tuple[str, list[Card]]:
    """The shuffle that a table was last committed to and that has not been opened, and the cards dealt from it since.

    It is read back from the end of the table's log; a shuffle by hand commits to nothing.
    """
    dealt: list[Card] = []
    shown: set[str] = set()
    while length > 0:
        start = max(0, length - BACK)
        for stored in reversed(store.read(stream, after=start, limit=length - start)):
            kind = stored.data["act"]["type"] if stored.kind == log_name(ActTaken) else stored.kind
            if kind not in _OF_THE_SHOE:
                continue
            match from_stored(stored):
                case ShoeOpened(commitment):
                    shown.add(commitment)
                case ActTaken(Deal(_, cards)):
                    dealt[:0] = cards
                case ActTaken(Shuffle(_, commitment)):
                    return ("", []) if commitment in shown else (commitment, dealt)
        length = start
    return "", []


def live_shoe(store: Store, stream: Stream, state: TableState) -> tuple[Shoe | None, tuple[Shoe, ...], bool]:
    """A table's live shoe out of the vault, the shuffles that it replaced, and whether it is the one committed to."""
    shoe, spent = read_shoe(store.secret(stream))
    return shoe, spent, keeps_to(shoe, *committed(store, stream, state.length))


def opened(*shoes: Shoe | None) -> list[TableEvent]:
    """Shuffles opened, for anyone to check against their commitments."""
    return [_opened(shoe) for shoe in shoes if shoe is not None]


def _opened(shoe: Shoe) -> ShoeOpened:
    opening = shoe.open()
    return ShoeOpened(shoe.commitment, bytes(opening.cards).hex(), opening.seed.hex(), opening.cut)
