"""The virtual shoe at a table: what keyed acts do to it, how its secret is stored, so that the cards still to come
outlast the process that shuffled them, and which shuffle the log commits to."""

import json
from collections.abc import Mapping
from typing import Any

from pitboss import law
from pitboss.cards import Card, Shoe
from pitboss.floor.service.desk import refuse
from pitboss.floor.store import Store, Stream
from pitboss.floor.tables.events import ActTaken, ShoeOpened, TableEvent
from pitboss.floor.tables.log import from_stored
from pitboss.floor.tables.state import TableState, fold
from pitboss.play.acts import Act, Cut, CuttingCard, Deal, Shuffle
from pitboss.play.shoes import Shoes, cut_shoe, keeps_to
from pitboss.value import log_name

BACK = 256
"""How many events are read at a time, going back to the last shuffle."""
_OF_THE_SHOE = (log_name(Shuffle), log_name(Deal), log_name(ShoeOpened))


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
        return cut_shoe(shoe, need, at)
    except ValueError:
        return shoe  # the rules refuse it, and say why


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


def live_shoes(store: Store, stream: Stream, state: TableState) -> tuple[Shoes, bool]:
    """A table's shoes as they are stored, and whether the live one is the one committed to."""
    shoes = read_shoes(store.secret(stream))
    return shoes, keeps_to(shoes.live, *committed(store, stream, state.length))


def opened(shoes: tuple[Shoe, ...]) -> list[TableEvent]:
    """Shuffles opened, for anyone to check against their commitments."""
    return [_opened(shoe) for shoe in shoes]


def open_spent(state: TableState, shoes: Shoes) -> tuple[TableState, Shoes, list[TableEvent]]:
    """Open what is spent when a round is over: the state after it, the shoes that stay, and the events."""
    assert state.table is not None  # a round is over
    left, spent = shoes.end_round(state.table)
    events = opened(spent)
    return fold(events, state), left, events


def _opened(shoe: Shoe) -> ShoeOpened:
    opening = shoe.open()
    return ShoeOpened(shoe.commitment, bytes(opening.cards).hex(), opening.seed.hex(), opening.cut)


# The shoes as they are stored.


def write_shoes(shoes: Shoes) -> str:
    """The live shoe of a table and the shuffles of the round that it replaced, as they are stored."""
    if not shoes.every:
        return ""
    live = _data(shoes.live) if shoes.live is not None else {}
    return json.dumps(live | {"spent": [_data(each) for each in shoes.spent]})


def _data(shoe: Shoe) -> dict[str, Any]:
    data = {"cards": bytes(shoe.cards).hex(), "seed": shoe.seed.hex(), "chosen": shoe.chosen}
    return data | {"cut_at": shoe.cut_at, "drawn": shoe.drawn, "stop": shoe.stop}


def read_shoes(text: str | None) -> Shoes:
    """The shoes of a table as they were stored."""
    data = json.loads(text) if text else {}
    return Shoes(_shoe(data) if "cards" in data else None, tuple(_shoe(each) for each in data.get("spent", ())))


def _shoe(data: Mapping[str, Any]) -> Shoe:
    cards = tuple(Card(number) for number in bytes.fromhex(data["cards"]))
    shoe = Shoe.shuffled(cards, bytes.fromhex(data["seed"]), chosen=True)
    return shoe._replace(chosen=data["chosen"], cut_at=data["cut_at"], drawn=data["drawn"], stop=data["stop"])
