"""Where cards go, in words and on the felt: the places of a deal in order, those that a turn names, and those of the
cards that were keyed in a round."""

from collections import Counter

from pitboss.cards import UNKNOWN
from pitboss.floor.tables import signage, state
from pitboss.messages import say
from pitboss.play import HOUSE_AREA, CardsNeed, Deal, Round, Slot, Turn, TurnNeed, apply
from pitboss.play.needs import RACK
from pitboss.value import Value
from pitboss.web.resource import to_json


class PlaceSeen(Value):
    """Where a card goes."""

    at: str
    """The area, or the place of a hand of the house among those of the felt: `area-2`, `house-0`."""
    hand: int
    """Which of the hands there."""
    nth: int
    says: str


def _place(round: Round, slot: Slot, nth: int) -> PlaceSeen:
    """A place by the hand that a card goes to, and its number there."""
    if slot.area == HOUSE_AREA:
        kind = round.game.house[slot.hand]
        at = next(
            (place for place, each in enumerate(signage.cloth_of(round.game.rules).places) if each.kind == kind), 0
        )
        return PlaceSeen(f"house-{at}", 0, nth, say("the {hand}, card {number}", hand=kind, number=nth + 1))
    here = [hand.id for hand in round.hands if hand.area == slot.area]
    which = here.index(slot.hand) if slot.hand in here else 0
    if len(here) > 1:
        words = say("area {area}, hand {hand}, card {number}", area=slot.area, hand=which + 1, number=nth + 1)
    else:
        words = say("area {area}, card {number}", area=slot.area, number=nth + 1)
    return PlaceSeen(f"area-{slot.area}", which, nth, words)


def deal_places(round: Round, slots: tuple[Slot, ...]) -> tuple[PlaceSeen, ...]:
    """The places of a deal, in the order in which cards come out."""
    counts = Counter({hand.id: len(hand.cards) for hand in round.hands})
    found = []
    for slot in slots:
        found.append(_place(round, slot, counts[slot.hand]))
        counts[slot.hand] += 1
    return tuple(found)


def turn_places(round: Round, need: TurnNeed) -> tuple[PlaceSeen, ...]:
    """The places of the cards that a turn has to name."""
    hand = round.hands[need.hand]
    slot = Slot(need.hand, hand.area)
    places = need.places or range(len(hand.cards))
    return tuple(_place(round, slot, place) for place in places if hand.cards[place] == UNKNOWN)


def keyed_places(past: state.FinishedRound) -> dict[tuple[int, int], str]:
    """Where each card went that the acts of a round name: of each act and each of its cards, in words."""
    round = past.opening
    found: dict[tuple[int, int], str] = {}
    for number, act in enumerate(past.acts):
        need = round.need(act.need) if isinstance(act, Deal | Turn) else None
        if isinstance(need, CardsNeed) and need.slots[0].hand != RACK:
            places = deal_places(round, need.slots)
        else:
            places = turn_places(round, need) if isinstance(need, TurnNeed) and need.wager < 0 else ()
        found |= {(number, place): each.says for place, each in enumerate(places)}
        round = apply(round, act).round
    return found


def places_json(places: tuple[PlaceSeen, ...]) -> str:
    """Places as the page's script reads them."""
    return to_json(places).decode()


def name_places(round: Round, slots: tuple[Slot, ...]) -> str:
    """Where the next cards go, in order; a place that gets several in a row is named once."""
    named: list[str] = []
    for slot in slots:
        where = f"area {slot.area}" if slot.area != HOUSE_AREA else f"the {round.game.house[slot.hand]}"
        name = where + (", face up" if slot.up else "")
        if not named or named[-1] != name:
            named.append(name)
    return "; ".join(named[:8]) + ("; and on" if len(named) > 8 else "")
