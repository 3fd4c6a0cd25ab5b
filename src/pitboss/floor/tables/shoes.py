"""The virtual shoe at a table: what keyed acts do to it, and the shuffles that are opened when they are spent."""

from pitboss import law
from pitboss.cards import Shoe
from pitboss.floor.service.world import refuse
from pitboss.floor.tables.events import ShoeOpened, TableEvent
from pitboss.floor.tables.state import OpenState, TableState, fold
from pitboss.play.acts import Act, Cut, CuttingCard, Deal, Shuffle
from pitboss.play.shoes import Shoes, cut_shoe


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


def opened(shoes: tuple[Shoe, ...]) -> list[TableEvent]:
    """Shuffles opened, for anyone to check against their commitments."""
    return [_opened(shoe) for shoe in shoes]


def open_spent(state: OpenState, shoes: Shoes) -> tuple[TableState, Shoes, list[TableEvent]]:
    """Open what is spent when a round is over: the state after it, the shoes that stay, and the events."""
    left, spent = shoes.end_round(state.table)
    events = opened(spent)
    return fold(events, state), left, events


def _opened(shoe: Shoe) -> ShoeOpened:
    opening = shoe.open()
    return ShoeOpened(shoe.commitment, bytes(opening.cards).hex(), opening.seed.hex(), opening.cut)
