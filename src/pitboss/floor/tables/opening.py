"""Orders that open and close a table: a counted float, the regulator's minimum at Crown (7.2.2), a device at low limits
(Pontoon 6.7), practice apart from money; and people who are there have notice before a table closes."""

from pitboss import law
from pitboss.floor.people.permission import check
from pitboss.floor.service.commands import CloseTable, OpenTable, Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.tables.decks import awaited, made_ready
from pitboss.floor.tables.edges import check_edge, opened_offer
from pitboss.floor.tables.events import Stack, TableClosed, TableOpened, worth
from pitboss.floor.tables.journal import Journal
from pitboss.floor.tables.shoes import opened as opened_shoes
from pitboss.floor.tables.state import OpenState, fold, rules_of
from pitboss.games import make_game
from pitboss.law import Key
from pitboss.law.edition import edition_of, load_edition
from pitboss.law.rules import Rules
from pitboss.ledger import Account, Move
from pitboss.money import AUD, Unit, unit_named
from pitboss.money.unit import PLAYED_FOR
from pitboss.play import Table
from pitboss.play.shoes import NO_SHOES

AFTER_OPENING = frozenset({law.PAIRS_NEED_WAGER, law.FIRST_TWO_DOWN})
"""Permissions that an inspector hears of first, at a table that is open."""
NO_JACKPOT = "No jackpot is offered at this table yet."


def open_table(world: World, order: Order) -> Decision:
    """Open a table: its game under a version of its rules, its terms, and its float counted in."""
    command: OpenTable = order.command
    check(order.actor, "OpenTable")
    state = world.desk.state
    if isinstance(state, OpenState):
        raise refuse("This table is open already.", law.TERMS)
    edition = load_edition(edition_of(command.game), command.version)
    if edition.operator != order.actor.operator:
        raise refuse(f"{command.game} is not a game of this house.", law.TERMS)
    rules = Rules.of(command.game, edition.version)
    unit = unit_named(command.unit)
    _check_terms(command, rules, unit)
    _check_granted(command, rules, order.actor.role)
    event = TableOpened(
        command.game,
        edition.version,
        command.terms._replace(money=not unit.is_practice),
        command.stacks,
        command.readings,
        command.granted,
        command.unit,
        NO_JACKPOT if rules.applies(law.JACKPOT_OFFERED) else "",
        command.edge,
        awaited(rules, command.terms.device),
        tuple(sorted(rules.off)),
        {str(old): str(new) for old, new in rules.replaced.items()},
    )
    Table.open(make_game(rules_of(event), event.terms))  # refused here if the game may not be played on these terms
    journal = Journal(world.desk.stream, unit)
    cents = counted(command.stacks)
    house = Account(journal.operator, "house", "", unit.name)
    entries = (Move(house, journal.float, cents, "float in"),)
    reply = {"table": command.table, "note": event.note}
    events = (event, *made_ready(command, rules, order.actor, state))
    check_edge(None, opened_offer(command), command.edge, order.actor)
    return Decision(events, fold(events, state), entries, reply=reply)


def is_issued(unit: Unit) -> bool:
    """Say whether there are chips of a unit to play with: a tournament issues its own, and none has yet."""
    return not unit.tournament


def _check_terms(command: OpenTable, rules: Rules, unit: Unit) -> None:
    """Refuse what the floor does not offer, whatever the game says of it."""
    terms = command.terms
    if terms.jackpot is not None:
        raise refuse(NO_JACKPOT, law.TERMS)
    if unit not in PLAYED_FOR and not unit.tournament:
        words = f"A table plays for {AUD.name}, for practice or in a tournament, not for {unit.name}."
        raise refuse(words, law.TERMS)
    if terms.low_limit and rules.applies(law.LOW_LIMIT_DEVICE) and terms.device == "shoe":
        raise refuse("A low limit table deals from a shuffling device.", law.LOW_LIMIT_DEVICE)
    if terms.low_limit and rules.applies(law.LOW_LIMIT_NO_TOURNAMENT) and unit.tournament:
        raise refuse("No tournament is played at a low limit table.", law.LOW_LIMIT_NO_TOURNAMENT)
    if not is_issued(unit):
        words = f"There are no chips of the unit {unit.name}: a tournament issues them before a table plays for them."
        raise refuse(words, law.UNIT_ISSUED)


def _check_granted(command: OpenTable, rules: Rules, rank: str) -> None:
    """Refuse permissions that whoever opens the table may not give, or that others have to hear of first."""
    for name in command.granted:
        rule = Key(name)
        if rule in AFTER_OPENING:
            raise refuse("Open the table first: an inspector comes before this.", rule)
        if not _may_grant(rules, rule, rank):
            raise refuse(f"A {rules.edition.powers[rule]} or above permits this.", rule)


def _may_grant(rules: Rules, rule: Key, rank: str) -> bool:
    return rule not in rules.edition.powers or rules.has_power(rank, rule)


def grantable(rules: Rules, rank: str) -> tuple[Key, ...]:
    """The permissions of a game that somebody of a rank may give as they open a table of it."""
    known = sorted(law.PERMISSIONS & rules.edition.citations(rules.game).keys())
    return tuple(rule for rule in known if rule not in AFTER_OPENING and _may_grant(rules, rule, rank))


def counted(stacks: tuple[Stack, ...]) -> int:
    """What a counted float is worth: whole stacks, and some of them."""
    if not stacks or any(stack.pieces <= 0 or stack.chip_cents <= 0 for stack in stacks):
        raise refuse("The float is counted: so many chips of each denomination.", law.TERMS)
    return worth(stacks)


def close_table(world: World, order: Order) -> Decision:
    """Close a table between rounds, its float counted out; with people there only once the notice has run.

    What the books say goes back to the house. A count that differs from it is put on record, and nothing made of it.
    """
    command: CloseTable = order.command
    check(order.actor, "CloseTable")
    state = world.desk.state
    if not isinstance(state, OpenState) or not state.is_between_rounds:
        raise refuse("A table closes between rounds.", law.ROUND_OF_PLAY)
    if state.players and not state.closing:
        raise refuse("People play here: put up the closing sign first, and let it run.", law.CLOSE_ON_NOTICE)
    cents = counted(command.stacks)
    events = opened_shoes(world.desk.shoes.every)
    has_shoe = bool(events)
    journal = world.desk.journal
    books = world.balance(journal.float).here
    events.append(TableClosed(command.stacks, command.reason, cents - books))
    house = Account(journal.operator, "house", "", state.unit.name)
    return Decision(
        tuple(events),
        fold(events, state),
        (Move(journal.float, house, books, "float out"),) if books else (),
        reply={"table": command.table, "over_cents": cents - books},
        shoes=NO_SHOES if has_shoe else None,
    )


HANDLERS: dict[type, Handler] = {OpenTable: open_table, CloseTable: close_table}
