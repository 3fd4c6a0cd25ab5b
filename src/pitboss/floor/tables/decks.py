"""The decks of a table before they are dealt (Star 3.3 to 3.5, 4.2, 4.4.1, 4.5, 4.8; Crown 3.2): inspected by the
dealer, a person of higher rank or a device, kept secured if that was done early, shuffled by hand before a device takes
them, riffled where a player asks for it. No card is shuffled or dealt before the steps that the document requires are
on record."""

import re
from typing import Annotated, Any, ClassVar

from pitboss import law
from pitboss.floor.people.permission import INSPECTOR
from pitboss.floor.service import commands
from pitboss.floor.service.forms import DECKS, ITEM, NAMES, CommandForm, FieldPrompt
from pitboss.floor.store import Stored
from pitboss.floor.tables import limits_sign, playing, ruling_duties
from pitboss.floor.tables import state as tables
from pitboss.messages import message, say, translate
from pitboss.play import CutNeed, ShuffleNeed, Sit, dealer, irregularity, powers

BY_HAND, BY_DEVICE = message("by hand"), message("by device")
HOW = (BY_HAND, BY_DEVICE)
"""How decks are inspected: card by card, or with a deck-checking device."""

HOUSE, ANGEL = SHUFFLED_BY = "house", "angel"
"""Who shuffled cards that come to a table pre-shuffled."""
SHUFFLE, REPLACE = "shuffle", "replace"
CARD_ORDERS = {SHUFFLE: law.SHUFFLE_DIRECTED, REPLACE: law.CARDS_REPLACED}
"""What may be ordered for the cards, and the rule by which each order is given."""
PACK = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}")
"""What a pack of secured decks may be called: the number of its seal, or a short name."""


class CardsInspected(tables.TableEvent, tag="CardsInspected"):
    """The cards of the table were inspected, or came out of decks that had been, and may be used."""

    register: ClassVar[str] = "cards"
    how: str
    by: str
    rank: str
    pack: str = ""
    """The secured decks that they are, if they were inspected early."""
    pre_shuffled: str = ""
    because: law.Because = ()
    backs: tuple[str, ...] = ()
    """The colours of the backs, of the two decks of a shuffling device."""

    def line(self, stored: Stored) -> tables.RegisterLine:
        what = say("inspected {how}", how=self.how)
        return tables.RegisterLine(
            self.tell("rank", "pack", "pre_shuffled", "because", what=what, backs=", ".join(self.backs))
        )

    def change_open(self, state: tables.OpenState) -> tables.OpenState:
        left = tuple(each for each in state.decks.secured if each.pack != self.pack)
        awaits = _without(state.decks.awaits, law.DECKS_INSPECTED, law.CARDS_REPLACED)
        return state._replace(decks=tables.Decks(awaits, left, self.pre_shuffled))


class CardsHandShuffled(tables.TableEvent, tag="CardsHandShuffled"):
    """The cards were shuffled by hand before they went into the shuffling device."""

    register: ClassVar[str] = "cards"
    by: str
    rank: str
    because: law.Because = ()
    reason: str = ""

    def line(self, stored: Stored) -> tables.RegisterLine:
        return tables.RegisterLine(self.tell("rank", "because", "reason", what=say("shuffled by hand")))

    def change_open(self, state: tables.OpenState) -> tables.OpenState:
        return state._replace(decks=state.decks._replace(awaits=_without(state.decks.awaits, law.HAND_SHUFFLE_FIRST)))


class CardsRiffled(tables.TableEvent, tag="CardsRiffled"):
    """Pre-shuffled cards were riffled because a player asked for it."""

    register: ClassVar[str] = "cards"
    patron: str
    approved_by: str
    rank: str
    because: law.Because = ()

    def line(self, stored: Stored) -> tables.RegisterLine:
        return tables.RegisterLine(self.tell("rank", "patron", "because", what=say("riffled")))

    def change_open(self, state: tables.OpenState) -> tables.OpenState:
        return state._replace(decks=state.decks._replace(pre_shuffled=""))


class CardsOrdered(tables.TableEvent, tag="CardsOrdered"):
    """The cards are to be shuffled, or replaced, before the next round."""

    register: ClassVar[str] = "cards"
    what: str
    rank: str
    because: law.Because = ()
    awaits: law.Because = ()
    """What has to be done with new cards before they are used."""
    reason: str = ""
    round: int = 0
    """The round in which the shuffle was directed by an act; 0 where this event itself has the cards shuffled."""

    def line(self, stored: Stored) -> tables.RegisterLine:
        return tables.RegisterLine(
            self.tell("rank", "because", "reason", what=say("{order} ordered", order=translate(self.what)))
        )

    def change_open(self, state: tables.OpenState) -> tables.OpenState:
        decks = state.decks._replace(awaits=tuple(dict.fromkeys((*state.decks.awaits, *self.awaits))))
        table, rule = state.table, CARD_ORDERS[self.what]
        if self.what == REPLACE:
            if any(duty.what == irregularity.REPLACE_CARDS for duty in state.duties):  # by order of a ruling
                rule = law.DECK_CHECKED if law.DECK_CHECKED in table.game.card_orders else rule
            state = ruling_duties.finish_all(state, irregularity.REPLACE_CARDS)
        if self.round:
            return state._replace(decks=decks)  # the act before it has done the rest
        if order := table.game.card_orders.get(rule):
            table = order(table, self.rank)
        seats = tuple(act for act in state.acts if isinstance(act, Sit))
        return tables.begin_again(state._replace(acts=seats, decks=decks), table)


class CardsCounted(tables.TableEvent, tag="CardsCounted"):
    """The cards of the table were counted on the order of a person of rank: how many there were, and how many there
    should be."""

    register: ClassVar[str] = "cards"
    alert: ClassVar[str] = "cards"
    rules: ClassVar[law.Because] = (law.CARDS_COUNTED,)
    counted: int
    expected: int
    rank: str
    reason: str

    def line(self, stored: Stored) -> tables.RegisterLine:
        return tables.RegisterLine(
            self.tell(
                "rank",
                "reason",
                what=say("{counted} of {expected} counted", counted=self.counted, expected=self.expected),
            )
        )

    def alert_words(self) -> str:
        if self.counted == self.expected:
            return ""
        words = "{counted} cards were counted. There should be {expected}."
        return say(words, counted=self.counted, expected=self.expected)

    def change_open(self, state: tables.OpenState) -> tables.OpenState:
        return ruling_duties.finish_all(state, irregularity.COUNT_CARDS, right=self.counted == self.expected)


def _without(awaits: law.Because, *done: law.Key) -> law.Because:
    return tuple(ground for ground in awaits if ground not in done)


class SecureDecks(commands.TableCommand, tag="SecureDecks"):
    """Check decks early and lock them away for a table, pre-shuffled or not."""

    forms: ClassVar = (CommandForm("Secure decks checked early", "Put on record", group=DECKS),)
    pack: Annotated[str, FieldPrompt("Seal")]
    how: Annotated[str, FieldPrompt("Inspected", among=HOW)] = BY_HAND
    pre_shuffled: Annotated[
        str,
        FieldPrompt(
            "Pre-shuffled", among={"": message("no"), "house": message("by the house"), "angel": message("by Angel")}
        ),
    ] = ""
    """Who pre-shuffled them: the house, or Angel; empty if they are not pre-shuffled."""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.state
        if isinstance(state, tables.UnopenedState):
            raise commands.refuse("Open this table first: its game decides which decks it uses.", law.NEED_CLOSED)
        _check_how(self.how)
        because = (law.DECKS_SECURED,)
        if not PACK.fullmatch(self.pack) or self.pack in [decks.pack for decks in state.decks.secured]:
            raise commands.refuse(
                "Enter a seal of letters and figures that no other secured decks of this table have.", *because
            )
        if self.pre_shuffled not in ("", *SHUFFLED_BY):
            raise commands.refuse(
                say(
                    "Choose {shufflers} for pre-shuffled decks, or leave it empty.", shufflers=" or ".join(SHUFFLED_BY)
                ),
                *because,
            )
        actor = order.actor
        event = tables.DecksSecured(self.pack, self.how, actor.person, actor.role, self.pre_shuffled, because)
        return commands.note_event(world, event)


class InspectCards(commands.TableCommand, tag="InspectCards"):
    """Inspect the cards that came to a table, or bring decks that were inspected early and kept secured since."""

    forms: ClassVar = (
        CommandForm("Inspected", places=(ITEM,), leaves=("pack",)),
        CommandForm("Bring these decks", name="bring-decks", places=(ITEM,), leaves=("how", "backs")),
    )
    later: ClassVar = ("backs",)
    how: Annotated[str, FieldPrompt(among=HOW)] = BY_HAND
    pack: str = ""
    backs: Annotated[
        tuple[str, ...],
        FieldPrompt("Backs of the two decks of a device", "their colours, as in red, blue", kind=NAMES, required=False),
    ] = ()

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.open_state
        if law.DECKS_INSPECTED not in state.decks.awaits:
            raise commands.refuse("The cards of this table are inspected already.", law.DECKS_INSPECTED)
        return commands.note_event(world, self.inspection(state.table.game.rules, order.actor, state))

    def inspection(self, rules: law.Rules, actor: commands.Actor, state: tables.TableState) -> CardsInspected:
        """The inspection, as the person who opens the table or deals at it reports it."""
        _check_how(self.how)
        grounds = (law.DECKS_INSPECTED, law.DECKS_DIFFER) if self.backs else (law.DECKS_INSPECTED,)
        because = rules.only(grounds)
        if self.backs and (law.DECKS_DIFFER not in because or len({back.casefold() for back in self.backs}) != 2):
            words = "The two decks of a shuffling device have backs of different colours: name both, or bring another."
            raise commands.refuse(words, law.DECKS_DIFFER)
        inspected = CardsInspected(self.how, actor.person, actor.role, because=because, backs=self.backs)
        if not self.pack:
            return inspected
        for decks in state.decks.secured:
            if decks.pack == self.pack:
                because = rules.only((law.DECKS_INSPECTED, law.DECKS_SECURED))
                shuffled_by = decks.pre_shuffled
                return inspected._replace(how=decks.how, pack=decks.pack, pre_shuffled=shuffled_by, because=because)
        raise commands.refuse(
            say("No secured decks of this table have the seal {seal}.", seal=self.pack), law.DECKS_SECURED
        )


class HandShuffle(commands.TableCommand, tag="HandShuffle"):
    """Shuffle the cards by hand before they go into the shuffling device."""

    forms: ClassVar = (CommandForm("Shuffled by hand", places=(ITEM,), leaves=("reason",)),)
    reason: str = ""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.open_state
        rules = state.table.game.rules
        because = rules.only((law.HAND_SHUFFLE_FIRST, law.HAND_SHUFFLE_ALLOWED))
        if not because:
            raise commands.refuse("This game has no shuffle by hand before a shuffling device.", law.TERMS)
        if state.terms.device == "shoe":
            raise commands.refuse(
                "This table has no shuffling device. Shuffle the cards when the console asks for it.", *because
            )
        if not _is_open(state, ShuffleNeed):
            raise commands.refuse("The shuffling device has the cards already.", *because)
        return commands.note_event(world, CardsHandShuffled(order.actor.person, order.actor.role, because, self.reason))


def _may_riffle(_: commands.Actor, state: Any) -> bool:
    return isinstance(state, tables.OpenState) and bool(
        state.decks.pre_shuffled and state.table.game.rules.applies(law.RIFFLED_ON_REQUEST)
    )


class RiffleCards(commands.TableCommand, tag="RiffleCards"):
    """Approve that pre-shuffled cards are riffled before the cut, as a player asks."""

    takes: ClassVar = commands.CommandNeeds(rule=law.RIFFLED_ON_REQUEST)
    forms: ClassVar = (CommandForm("Riffle that a player asks for", "Approve", group=DECKS, needs=_may_riffle),)
    patron: str

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.open_state
        rules, shuffled_by = state.table.game.rules, state.decks.pre_shuffled
        if not rules.applies(law.RIFFLED_ON_REQUEST):
            raise commands.refuse("This game has no riffle on request.", law.TERMS)
        because: law.Because = (law.ANGEL_RIFFLED_AT_CUT if shuffled_by == ANGEL else law.RIFFLED_ON_REQUEST,)
        if self.patron not in [player.patron for player in state.players]:
            raise commands.refuse("Only a player at this table can ask for a riffle.", *because)
        if not shuffled_by:
            raise commands.refuse("This table has no pre-shuffled cards that wait for their first cut.", *because)
        if world.table.shoe is not None:
            raise commands.refuse(
                "The virtual shoe has committed to the order of its cards. They cannot be riffled.", *because
            )
        if not _is_open(state, CutNeed) and (shuffled_by == ANGEL or not _is_open(state, ShuffleNeed)):
            raise commands.refuse("Wait for the cut, then have the cards riffled.", *because)
        return commands.note_event(world, CardsRiffled(self.patron, order.actor.person, order.actor.role, because))


def _card_orders(_: commands.Actor, state: Any) -> dict[str, str]:
    """The orders that the rules of a table have for its cards."""
    words = {SHUFFLE: message("shuffle the cards"), REPLACE: message("bring new cards")}
    rules = state.table.game.rules if isinstance(state, tables.OpenState) else None
    return {what: words[what] for what, rule in CARD_ORDERS.items() if rules is not None and rules.applies(rule)}


class OrderCards(commands.TableCommand, tag="OrderCards"):
    """Have the cards replaced before the next round, or shuffled, with a reason, as soon as the rules allow."""

    forms: ClassVar = (CommandForm("Shuffle or replace the cards", "Order", group=DECKS),)
    what: Annotated[str, FieldPrompt("Order", among=_card_orders)]
    reason: Annotated[str, FieldPrompt(required=True)] = ""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        """Order a shuffle or new cards: the rest of the old shuffle is never dealt, so the shuffle is opened."""
        if self.what not in CARD_ORDERS:
            words = say("Choose {shuffle} or {replace}, not {what}.", shuffle=SHUFFLE, replace=REPLACE, what=self.what)
            raise commands.refuse(words, law.NOT_AN_OPTION)
        rule, rank = CARD_ORDERS[self.what], order.actor.role
        limits_sign.check_power(world, order, rule)
        if self.what == REPLACE:
            awaits = (law.DECKS_INSPECTED, rule)
            return open_all(
                world.table,
                commands.note_between_rounds(world, CardsOrdered(REPLACE, rank, (rule,), awaits, self.reason)),
            )
        round = world.table.open_state.round
        done = playing.play_act(world, powers.DirectShuffle(rank, self.reason, order.actor.person), world.table.shoe)
        because = powers.shuffle_grounds(round.game.rules)
        done = playing.add_consequences(
            done, world.now, CardsOrdered(SHUFFLE, rank, because, (), self.reason, round.number)
        )
        return done if any(hand.cards for hand in round.hands) else open_all(world.table, done)


def _may_count(who: commands.Actor, state: Any) -> bool:
    """Whether the document lets a person of this role count the cards; besides ranks, an inspector where it says so."""
    rules = state.table.game.rules if isinstance(state, tables.OpenState) else None
    if rules is None or who.role != INSPECTOR:
        return rules is not None
    counts = [rules.edition.clauses[number] for number in rules.clauses(law.CARDS_COUNTED)]
    return any(INSPECTOR in clause.actor.split("; ") for clause in counts)


class CountCards(commands.TableCommand, tag="CountCards"):
    """Have the cards of the table counted, and say how many there are."""

    takes: ClassVar = commands.CommandNeeds(roles=("inspector",), rule=law.CARDS_COUNTED)
    forms: ClassVar = (CommandForm("Count the cards", "Put on record", group=DECKS, needs=_may_count),)
    counted: Annotated[int, FieldPrompt("Cards counted")]
    reason: str

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        """Put a count of the cards on record; the person who ordered it acts on a wrong count."""
        game = world.table.open_state.table.game
        if order.actor.role != INSPECTOR or not _may_count(order.actor, world.table.state):
            limits_sign.check_power(world, order, law.CARDS_COUNTED)
        if not self.reason or self.counted < 0:
            raise commands.refuse("Enter how many cards there are, and the reason for the count.", law.CARDS_COUNTED)
        event = CardsCounted(self.counted, game.size, order.actor.role, self.reason)
        done = commands.note_event(world, event)
        return done._replace(reply=dict(done.reply) | {"expected": game.size, "missing": game.size - self.counted})


def open_all(floor_table: commands.FloorTable, done: commands.Decision) -> commands.Decision:
    """The events of an order, with the opening of each shuffle that is not dealt on."""
    shown = playing.open_shuffles((done.shoes or floor_table.shoes).every)
    return done.plus(*shown)._replace(shoes=dealer.NO_SHOES if shown else None)


def checks_before_first_round(rules: law.Rules, device: str) -> law.Because:
    """The steps for the cards of a table before its first round."""
    grounds = (law.DECKS_INSPECTED, *((law.HAND_SHUFFLE_FIRST,) if device != "shoe" else ()))
    return rules.only(grounds)


def _check_how(how: str) -> None:
    if how not in HOW:
        raise commands.refuse(
            say("Choose how the decks were inspected: {ways}.", ways=" or ".join(HOW)), law.DECKS_INSPECTED
        )


def _is_open(state: tables.OpenState, need: type) -> bool:
    return any(isinstance(each, need) for each in state.round.needs)
