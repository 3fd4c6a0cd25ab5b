"""Orders that open and close a table: a counted float, the regulator's minimum at Crown (7.2.2), a device at low limits
(Pontoon 6.7), practice apart from money; and players at the table get notice before it closes."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pitboss import law, ledger
from pitboss.floor.jackpots.links import check_jackpot
from pitboss.floor.service.commands import Actor, CommandNeeds, Decision, Order, TableCommand, World, refuse
from pitboss.floor.service.forms import CLOSING, CommandForm, FieldPrompt
from pitboss.floor.tables import bookkeeping, decks, edges, playing
from pitboss.floor.tables import state as tables
from pitboss.games import make_game
from pitboss.law.edition import edition_of
from pitboss.messages import say
from pitboss.money import AUD, PLAYED_FOR, Unit, unit_named
from pitboss.play import Table, Terms
from pitboss.play.dealer import NO_SHOES

AFTER_OPENING = frozenset({law.PAIRS_NEED_WAGER, law.FIRST_TWO_DOWN})
"""Permissions that an inspector hears of first, at a table that is open."""


class OpenTable(edges.OfferCommand, tag="OpenTable"):
    """Open a table with a counted float."""

    takes: ClassVar = CommandNeeds(seen="the tile of the table, the shift report")
    forms: ClassVar = ()
    game: str
    terms: Terms
    stacks: tuple[tables.Stack, ...]
    version: str | None = None
    readings: Mapping[str, law.Choice] = {}
    granted: tuple[str, ...] = ()
    unit: str = "AUD"
    edge: tables.EdgeSeen | None = None
    """What the lab told of this sign; needed where the sign sets what the rules leave to it."""
    inspected: str = "by hand"
    """How the person who opens it inspected its decks; empty if that is done before the first round."""
    pack: str = ""
    """The decks kept secured for it that are used, if they were inspected early."""
    hand_shuffled: bool = True
    """Whether the cards were shuffled by hand for a shuffling device, where the document wants that first."""

    def decide(self, world: World, order: Order) -> Decision:
        """Open a table: its game under a version of its rules, its terms, and its float counted in."""
        state = world.table.state
        if isinstance(state, tables.OpenState):
            raise refuse("This table is already open.", law.TERMS)
        edition = law.load_edition(edition_of(self.game), self.version)
        if edition.operator != order.actor.operator:
            raise refuse(say("{game} is not a game of this house.", game=self.game), law.TERMS)
        rules = law.Rules.of(self.game, edition.version)
        unit = unit_named(self.unit)
        _check_terms(self, rules, unit)
        if self.terms.jackpot is not None:
            check_jackpot(world.store, order.actor.operator, self.table, state, rules, self.terms.jackpot)
        for rule in map(law.Key, self.granted):
            if rule in law.TOURNAMENT:
                raise refuse("Only a tournament puts this rule in force, at its own tables.", rule)
            if rule in AFTER_OPENING:
                raise refuse("Open the table first. An inspector must be told before this rule is put in force.", rule)
            if not _may_grant(rules, rule, order.actor.role):
                rank = rules.edition.powers[rule].replace("-", " ")
                raise refuse(say("Only a {rank} or above can permit this.", rank=rank), rule)
        done = self.open(world, order.actor, rules)
        edges.check_edge(None, self.offer(state), self.edge, order.actor)
        return done

    def open(self, world: World, actor: Actor, rules: law.Rules) -> Decision:
        """The events of an opening under some rules, and the entry that counts the float in."""
        unit = unit_named(self.unit)
        event = tables.TableOpened(
            self.game,
            rules.edition.version,
            self.terms._replace(money=not unit.is_practice),
            self.stacks,
            self.readings,
            self.granted,
            self.unit,
            "",
            self.edge,
            decks.checks_before_first_round(rules, self.terms.device),
            tuple(sorted(rules.off)),
            {str(old): str(new) for old, new in rules.replaced.items()},
        )
        Table.open(
            make_game(tables.rules_of(event), event.terms)
        )  # refused here if the game may not be played on these terms
        bookkeeper = bookkeeping.TableBookkeeper(world.table.stream, unit)
        cents = float_worth(self.stacks)
        entries = (ledger.Move(bookkeeper.house, bookkeeper.float, cents, "float in"),)
        reply = {"table": self.table, "note": event.note}
        events = (event, *self._prepare_cards(rules, actor, world.table.state))
        return Decision(events, entries=entries, reply=reply)

    def offer(self, state: tables.TableState) -> edges.TableOffer:
        """The offer of the table; refused where the game may not be played so."""
        rules = law.Rules.of(self.game, self.version)
        rules = rules.amend(readings=self.readings, grant=[law.Key(name) for name in self.granted])
        Table.open(make_game(rules, self.terms))
        return edges.TableOffer(rules, self.terms, unit_named(self.unit))

    def _prepare_cards(self, rules: law.Rules, actor: Actor, state: tables.TableState) -> list[tables.TableEvent]:
        """What the person who opens the table did with its cards; the rest is done before the first round."""
        events: list[tables.TableEvent] = []
        if self.inspected or self.pack:
            inspection = decks.InspectCards(self.table, self.inspected or decks.BY_HAND, self.pack)
            events.append(inspection.inspection(rules, actor, state))
        if self.hand_shuffled and law.HAND_SHUFFLE_FIRST in decks.checks_before_first_round(rules, self.terms.device):
            events.append(decks.CardsHandShuffled(actor.person, actor.role, (law.HAND_SHUFFLE_FIRST,)))
        return events


def is_issued(unit: Unit) -> bool:
    """Say whether any table may play for a unit: a tournament issues its chips at its own tables alone."""
    return not unit.tournament


def _check_terms(command: OpenTable, rules: law.Rules, unit: Unit) -> None:
    """Refuse terms that the floor does not offer."""
    terms = command.terms
    if terms.jackpot is not None and not unit.is_money:
        raise refuse("A jackpot is only for tables that play for money. Leave it out.", law.METER_NAMED)
    if unit not in PLAYED_FOR and not unit.tournament:
        words = say(
            "A table plays for {money}, for practice or in a tournament, not for {unit}.",
            money=AUD.name,
            unit=unit.name,
        )
        raise refuse(words, law.TERMS)
    if terms.low_limit and rules.applies(law.LOW_LIMIT_DEVICE) and terms.device == "shoe":
        raise refuse("A low limit table must deal from a shuffling device.", law.LOW_LIMIT_DEVICE)
    if terms.low_limit and rules.applies(law.LOW_LIMIT_NO_TOURNAMENT) and unit.tournament:
        raise refuse("A low limit table cannot play a tournament.", law.LOW_LIMIT_NO_TOURNAMENT)
    if not is_issued(unit):
        words = say("A tournament opens its own tables, in chips of the unit {unit}.", unit=unit.name)
        raise refuse(words, law.UNIT_ISSUED)


def _may_grant(rules: law.Rules, rule: law.Key, rank: str) -> bool:
    return rule not in rules.edition.powers or rules.has_power(rank, rule)


def grantable(rules: law.Rules, rank: str) -> tuple[law.Key, ...]:
    """The permissions of a game that a person of this rank may give when they open a table."""
    known = sorted(law.PERMISSIONS & rules.edition.citations(rules.game).keys())
    return tuple(rule for rule in known if rule not in AFTER_OPENING and _may_grant(rules, rule, rank))


def float_worth(stacks: tuple[tables.Stack, ...]) -> int:
    """The worth of a counted float; refuse an empty count."""
    if not stacks or any(stack.pieces <= 0 or stack.chip_cents <= 0 for stack in stacks):
        raise refuse("Count the float: enter how many chips of each denomination it has.", law.TERMS)
    return tables.worth(stacks)


class CloseTable(TableCommand, tag="CloseTable"):
    """Close a table, its float counted."""

    takes: ClassVar = CommandNeeds(
        rule=law.CLOSE_ON_NOTICE, seen="an alert if the float is over or short, the shift report"
    )
    forms: ClassVar = (CommandForm("Close the table", group=CLOSING),)
    stacks: Annotated[tuple[tables.Stack, ...], FieldPrompt("Chips, counted")]
    reason: str = ""

    def decide(self, world: World, order: Order) -> Decision:
        """Close a table between rounds, its float counted out; with people there only once the notice has run.

        The amount in the books goes back to the house. A count that differs is put on record, without a booking.
        """
        state = world.table.state
        if not isinstance(state, tables.OpenState) or not state.is_between_rounds:
            raise refuse("Wait until the round is over, then close the table.", law.ROUND_OF_PLAY)
        if state.matter is not None:
            raise refuse("An irregularity waits for a ruling. Rule on it, or dismiss it.", law.RULED_FIRST)
        if any(wager.live for wager in state.round.wagers):
            because = state.table.game.rules.only((law.LEAVER_CANCELS,)) or (law.ROUND_OF_PLAY,)
            raise refuse("A jackpot wager stays from the last round. Give it back, then close the table.", *because)
        if state.players and not state.closing:
            raise refuse(
                "Players are at this table. Put up the closing sign first, and wait until it falls due.",
                law.CLOSE_ON_NOTICE,
            )
        cents = float_worth(self.stacks)
        events = playing.open_shuffles(world.table.shoes.every)
        has_shoe = bool(events)
        bookkeeper = world.table.bookkeeper
        books = world.balance(bookkeeper.float).here
        events.append(tables.TableClosed(self.stacks, self.reason, cents - books))
        return Decision(
            tuple(events),
            entries=(ledger.Move(bookkeeper.float, bookkeeper.house, books, "float out"),) if books else (),
            reply={"table": self.table, "over_cents": cents - books},
            shoes=NO_SHOES if has_shoe else None,
        )
