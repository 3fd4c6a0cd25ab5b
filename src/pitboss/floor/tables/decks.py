"""The decks of a table before they are dealt (Star 3.3 to 3.5, 4.2, 4.4.1, 4.5, 4.8; Crown 3.2): inspected by the
dealer, somebody above or a device, kept secured if that was done early, shuffled by hand before a device takes them,
riffled where a player asks for it. No card is shuffled or dealt before what the document wants first is on record."""

import re

from pitboss import law
from pitboss.floor.people.permission import check
from pitboss.floor.service.commands import Actor, OpenTable, Order
from pitboss.floor.service.world import Decision, Handler, World, noted, refuse
from pitboss.floor.tables.deck_events import (
    ANGEL,
    HOUSE,
    CardsHandShuffled,
    CardsInspected,
    CardsRiffled,
    DecksSecured,
)
from pitboss.floor.tables.events import TableEvent
from pitboss.floor.tables.state import OpenState, TableState, UnopenedState
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.play.acts import Act, Deal, Shuffle
from pitboss.play.needs import CutNeed, ShuffleNeed
from pitboss.value import Value

BY_HAND, BY_DEVICE = "by hand", "by device"
HOW = (BY_HAND, BY_DEVICE)
"""How decks are inspected: card by card, or with a deck-checking device."""

SHUFFLED_BY = (HOUSE, ANGEL)
PACK = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}")
"""What a pack of secured decks may be called: the number of its seal, or a short name."""

_FIRST: dict[law.Key, str] = {
    law.DECKS_INSPECTED: "inspect the decks",
    law.HAND_SHUFFLE_FIRST: "shuffle them by hand for the device",
}
"""What has to be done with cards before they are used, in words."""


class SecureDecks(Value, tag="SecureDecks"):
    """Check decks early and lock them away for a table, pre-shuffled or not."""

    table: str
    pack: str
    how: str = BY_HAND
    pre_shuffled: str = ""
    """Who pre-shuffled them: the house, or Angel; nobody if it is left out."""


class InspectCards(Value, tag="InspectCards"):
    """Inspect the cards that came to a table, or bring decks that were inspected early and kept secured since."""

    table: str
    how: str = BY_HAND
    pack: str = ""


class HandShuffle(Value, tag="HandShuffle"):
    """Shuffle the cards by hand before they go into the shuffling device."""

    table: str
    reason: str = ""


class RiffleCards(Value, tag="RiffleCards"):
    """Approve that pre-shuffled cards are riffled before the cut, as a player asks."""

    table: str
    patron: str


# As a table opens.


def awaited(rules: Rules, device: str) -> Because:
    """What has to be done with the cards of a table before its first round."""
    grounds = (law.DECKS_INSPECTED, *((law.HAND_SHUFFLE_FIRST,) if device != "shoe" else ()))
    return rules.only(grounds)


def made_ready(command: OpenTable, rules: Rules, actor: Actor, state: TableState) -> list[TableEvent]:
    """What whoever opens a table says was done with its cards; the rest is done before the first round."""
    events: list[TableEvent] = []
    if command.inspected or command.pack:
        how = command.inspected or BY_HAND
        events.append(_inspected(InspectCards(command.table, how, command.pack), rules, actor, state))
    if command.hand_shuffled and law.HAND_SHUFFLE_FIRST in awaited(rules, command.terms.device):
        events.append(CardsHandShuffled(actor.person, actor.role, (law.HAND_SHUFFLE_FIRST,)))
    return events


# At an open table.


def check_ready(state: OpenState, act: Act) -> None:
    """Refuse to use cards before what the document wants first is done with them."""
    if not state.decks.awaits or not isinstance(act, Shuffle | Deal):
        return
    awaits = state.decks.awaits
    words = " and ".join(words for key, words in _FIRST.items() if key in awaits)
    raise refuse(f"Before the cards are used, {words}.", *awaits)


def inspect_cards(world: World, order: Order) -> Decision:
    """Put an inspection on record."""
    command: InspectCards = order.command
    check(order.actor, "InspectCards")
    state = world.desk.open_state
    if law.DECKS_INSPECTED not in state.decks.awaits:
        raise refuse("The cards of this table have been inspected.", law.DECKS_INSPECTED)
    return noted(world, _inspected(command, state.table.game.rules, order.actor, state))


def _inspected(command: InspectCards, rules: Rules, actor: Actor, state: TableState) -> CardsInspected:
    _check_how(command.how)
    inspected = CardsInspected(command.how, actor.person, actor.role, because=rules.only((law.DECKS_INSPECTED,)))
    if not command.pack:
        return inspected
    for decks in state.decks.secured:
        if decks.pack == command.pack:
            because = rules.only((law.DECKS_INSPECTED, law.DECKS_SECURED))
            shuffled_by = decks.pre_shuffled
            return inspected._replace(how=decks.how, pack=decks.pack, pre_shuffled=shuffled_by, because=because)
    raise refuse(f"No decks called {command.pack} are kept secured for this table.", law.DECKS_SECURED)


def _check_how(how: str) -> None:
    if how not in HOW:
        raise refuse(f"Decks are inspected {' or '.join(HOW)}.", law.DECKS_INSPECTED)


def secure_decks(world: World, order: Order) -> Decision:
    """Put decks on record that were checked early."""
    command: SecureDecks = order.command
    check(order.actor, "SecureDecks")
    state = world.desk.state
    if isinstance(state, UnopenedState):
        raise refuse("This table has never been open: nobody knows which decks it takes.", law.NEED_CLOSED)
    _check_how(command.how)
    because = (law.DECKS_SECURED,)
    if not PACK.fullmatch(command.pack) or command.pack in [decks.pack for decks in state.decks.secured]:
        raise refuse("Secured decks have a name of their own, of letters and figures.", *because)
    if command.pre_shuffled not in ("", *SHUFFLED_BY):
        raise refuse(f"Decks are pre-shuffled by {' or '.join(SHUFFLED_BY)}, or not at all.", *because)
    actor = order.actor
    event = DecksSecured(command.pack, command.how, actor.person, actor.role, command.pre_shuffled, because)
    return noted(world, event)


def hand_shuffle(world: World, order: Order) -> Decision:
    """Put a shuffle by hand on record, before the device takes the cards."""
    command: HandShuffle = order.command
    check(order.actor, "HandShuffle")
    state = world.desk.open_state
    rules = state.table.game.rules
    because = rules.only((law.HAND_SHUFFLE_FIRST, law.HAND_SHUFFLE_ALLOWED))
    if not because:
        raise refuse("The rules of this game know no such shuffle.", law.TERMS)
    if state.terms.device == "shoe":
        raise refuse("No shuffling device takes the cards here: shuffle them as the round asks.", *because)
    if not _is_open(state, ShuffleNeed):
        raise refuse("The device has the cards already.", *because)
    return noted(world, CardsHandShuffled(order.actor.person, order.actor.role, because, command.reason))


def riffle_cards(world: World, order: Order) -> Decision:
    """Have pre-shuffled cards riffled: those of the house before they are shuffled or cut, Angel's before the cut."""
    command: RiffleCards = order.command
    check(order.actor, "RiffleCards")
    state = world.desk.open_state
    rules, shuffled_by = state.table.game.rules, state.decks.pre_shuffled
    if not rules.applies(law.RIFFLED_ON_REQUEST):
        raise refuse("The rules of this game know no riffle.", law.TERMS)
    because: Because = (law.ANGEL_RIFFLED_AT_CUT if shuffled_by == ANGEL else law.RIFFLED_ON_REQUEST,)
    if command.patron not in [player.patron for player in state.players]:
        raise refuse("A player at the table asks for it.", *because)
    if not shuffled_by:
        raise refuse("No pre-shuffled cards wait for their first cut here.", *because)
    if world.desk.shoe is not None:
        raise refuse("The virtual shoe has committed to its order.", *because)
    if not _is_open(state, CutNeed) and (shuffled_by == ANGEL or not _is_open(state, ShuffleNeed)):
        raise refuse("The cards are riffled just before they are cut.", *because)
    return noted(world, CardsRiffled(command.patron, order.actor.person, order.actor.role, because))


def _is_open(state: OpenState, need: type) -> bool:
    return any(isinstance(each, need) for each in state.round.needs)


HANDLERS: dict[type, Handler] = {
    SecureDecks: secure_decks,
    InspectCards: inspect_cards,
    HandShuffle: hand_shuffle,
    RiffleCards: riffle_cards,
}
