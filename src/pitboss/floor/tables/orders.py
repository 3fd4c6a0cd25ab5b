"""What a person of rank orders at a table between rounds: players held to less than others (Pontoon 5.11 to 5.13),
areas kept for one (5.14), fewer people (5.5, 5.16), a shuffle or new cards (4.1.4, 3.5), rules that a document leaves
to somebody (13.9, 15.4); and the word that has to be given first."""

from pitboss import law
from pitboss.floor.people.permission import INSPECTOR, SURVEILLANCE, check
from pitboss.floor.service.commands import Order
from pitboss.floor.service.world import Decision, Handler, World, noted, refuse
from pitboss.floor.tables.changes import REPLACE, SHUFFLE, with_permission
from pitboss.floor.tables.edges import Offer, check_edge, offer_of
from pitboss.floor.tables.events import TableEvent
from pitboss.floor.tables.people_events import (
    AreasReserved,
    PeopleLimited,
    PlayerRestricted,
    RestrictionLifted,
    Told,
)
from pitboss.floor.tables.playing import followed, open_round, played
from pitboss.floor.tables.shoes import opened
from pitboss.floor.tables.sign_events import CardsCounted, CardsOrdered, EdgeSeen, PermissionSet
from pitboss.floor.tables.signs import check_power
from pitboss.floor.tables.state import OpenState, TableState, fold, open_state
from pitboss.games.pontoon.game import Pontoon
from pitboss.law import Key
from pitboss.play.acts import DirectShuffle
from pitboss.play.acts.powers import directed_because
from pitboss.play.shoes import NO_SHOES
from pitboss.value import Value

APPROVED = "approved by an inspector"
"""Who a `Told` names when an inspector has approved a thing, and not only heard of it."""

FIRST: dict[Key, tuple[str, ...]] = {
    law.HELD_IN_LATER_SHOES: (INSPECTOR,),
    law.ONE_AREA_AT_MINIMUM: (INSPECTOR,),
    law.PAIRS_NEED_WAGER: (SURVEILLANCE, INSPECTOR),
    law.FIRST_TWO_DOWN: (APPROVED,),
}
"""Who hears of a thing, or approves it, before it is done."""


class Tell(Value, tag="Tell"):
    """Put on record that an inspector or Surveillance was told of what is about to be done."""

    table: str
    who: str
    about: str
    patron: str = ""


class InspectorApproves(Value, tag="InspectorApproves"):
    """An inspector approves what is about to be done."""

    table: str
    about: str


class Restrict(Value, tag="Restrict"):
    """Hold a player to less than others may do, by the rule of that name."""

    table: str
    patron: str
    rule: str


class LiftRestriction(Value, tag="LiftRestriction"):
    """Let a player wager like the others again."""

    table: str
    patron: str


class ReserveAreas(Value, tag="ReserveAreas"):
    """Keep areas for one player; none end it."""

    table: str
    patron: str
    areas: tuple[int, ...]


class LimitPeople(Value, tag="LimitPeople"):
    """Let fewer players wager on one area, or at the table; 0 is as many as the rules have."""

    table: str
    bettors: int = 0
    players: int = 0


class OrderCards(Value, tag="OrderCards"):
    """Have the cards replaced before the next round; or shuffled, which says why, as soon as the rules allow."""

    table: str
    what: str
    reason: str = ""


class CountCards(Value, tag="CountCards"):
    """Have the cards of the table counted, and say how many there are."""

    table: str
    counted: int
    reason: str


class SetPermission(Value, tag="SetPermission"):
    """Put a rule in force that the document leaves to a person of rank, or take it out again."""

    table: str
    rule: str
    granted: bool = True
    edge: EdgeSeen | None = None
    """What the lab told of the table with this rule, or without it."""


def tell(world: World, order: Order) -> Decision:
    """Record that somebody was told."""
    command: Tell = order.command
    check(order.actor, "Tell")
    if command.who not in (INSPECTOR, SURVEILLANCE):
        raise refuse(f"An {INSPECTOR} or {SURVEILLANCE} is told, not {command.who}.", law.TOLD_FIRST)
    return _noted(world, Told(command.who, command.about, command.patron))


def inspector_approves(world: World, order: Order) -> Decision:
    """Record an inspector's approval."""
    command: InspectorApproves = order.command
    if order.actor.role != INSPECTOR:
        raise refuse("An inspector approves this.", law.NOT_YOURS)
    return _noted(world, Told(APPROVED, command.about))


def restrict(world: World, order: Order) -> Decision:
    """Restrict a player; whoever has to hear of it first has heard."""
    command: Restrict = order.command
    check(order.actor, "Restrict")
    state = _pontoon(world)
    rule = Key(command.rule)
    told = rule in FIRST and _has_heard(state, rule, command.patron)
    return _changed(world, PlayerRestricted(command.patron, rule, order.actor.role, told))


def lift_restriction(world: World, order: Order) -> Decision:
    """End what a player was held to."""
    command: LiftRestriction = order.command
    check(order.actor, "LiftRestriction")
    state = _pontoon(world)
    held = state.terms.restricted.get(command.patron)
    if held is None:
        raise refuse(f"{command.patron} is not restricted.", law.HELD_TO_MINIMUM)
    return _changed(world, RestrictionLifted(command.patron, order.actor.role, (Key(held.rule),)))


def reserve_areas(world: World, order: Order) -> Decision:
    """Keep areas for one player."""
    command: ReserveAreas = order.command
    check(order.actor, "ReserveAreas")
    _pontoon(world)
    return _changed(world, AreasReserved(command.patron, command.areas, order.actor.role))


def limit_people(world: World, order: Order) -> Decision:
    """Limit the players on an area, or at the table."""
    command: LimitPeople = order.command
    check(order.actor, "LimitPeople")
    _pontoon(world)
    return _changed(world, PeopleLimited(command.bettors, command.players, order.actor.role))


def order_cards(world: World, order: Order) -> Decision:
    """Order a shuffle or new cards: what is left of the old shuffle is never dealt, so it is opened."""
    command: OrderCards = order.command
    check(order.actor, "OrderCards")
    if command.what not in CARD_ORDERS:
        raise refuse(f"The order is to {SHUFFLE} or to {REPLACE}, not to {command.what}.", law.NOT_AN_OPTION)
    rule, rank = CARD_ORDERS[command.what], order.actor.role
    check_power(world, order, rule)
    if command.what == REPLACE:
        awaits = (law.DECKS_INSPECTED, rule)
        return _shown(world, _changed(world, CardsOrdered(REPLACE, rank, (rule,), awaits, command.reason)))
    round = open_round(world)
    done = played(world, DirectShuffle(rank, command.reason, order.actor.person), world.desk.shoe)
    because = directed_because(round.game.rules)
    done = followed(done, world.now, CardsOrdered(SHUFFLE, rank, because, (), command.reason, round.number))
    return done if any(hand.cards for hand in round.hands) else _shown(world, done)


def _shown(world: World, done: Decision) -> Decision:
    """What was ordered, with the shuffles opened of which no card will be dealt any more."""
    shown = opened(world.desk.shoes.every)
    done = done._replace(events=(*done.events, *shown), state=fold(shown, done.state))
    return done._replace(shoes=NO_SHOES if shown else None)


CARD_ORDERS = {SHUFFLE: law.SHUFFLE_DIRECTED, REPLACE: law.CARDS_REPLACED}
"""The rule by which each order for the cards is given."""


def count_cards(world: World, order: Order) -> Decision:
    """Put a count of the cards on record; one that is wrong is for whoever ordered it to act on."""
    command: CountCards = order.command
    check(order.actor, "CountCards")
    game = world.desk.open_state.table.game
    counts = [game.rules.edition.clauses[number] for number in game.rules.clauses(law.CARDS_COUNTED)]
    if order.actor.role != INSPECTOR or not any(INSPECTOR in clause.actor.split("; ") for clause in counts):
        check_power(world, order, law.CARDS_COUNTED)
    if not command.reason or command.counted < 0:
        raise refuse("Say how many cards there are, and why they were counted.", law.CARDS_COUNTED)
    event = CardsCounted(command.counted, game.size, order.actor.role, command.reason)
    done = _noted(world, event)
    return done._replace(reply=dict(done.reply) | {"expected": game.size, "missing": game.size - command.counted})


def set_permission(world: World, order: Order) -> Decision:
    """Put a permitted rule in force at the table, or take it out."""
    command: SetPermission = order.command
    check(order.actor, "SetPermission")
    state = world.desk.open_state
    rules = state.table.game.rules
    after, rule = permitted_offer(command, state), Key(command.rule)
    if rule in rules.edition.powers and not rules.has_power(order.actor.role, rule):
        raise refuse(f"A {rules.edition.powers[rule]} or above permits this.", rule)
    if command.granted and not _has_heard(state, rule, ""):
        because = (law.TOLD_FIRST, rule) if rule == law.PAIRS_NEED_WAGER else (rule,)
        raise refuse(f"Before this: {' and '.join(FIRST[rule])}.", *because)
    check_edge(offer_of(state), after, command.edge, order.actor)
    return _changed(world, PermissionSet(rule, command.granted, order.actor.role, command.edge))


def permitted_offer(command: SetPermission, state: TableState) -> Offer:
    """What an open table offers with a rule put in force, or taken out; refused where nobody is left the choice."""
    now = offer_of(open_state(state))
    rule, rules = Key(command.rule), now.rules
    if rule not in law.PERMISSIONS or rule not in rules.edition.citations(rules.game):
        raise refuse(f"{command.rule} is not left to anybody in this game.", law.TERMS)
    return now._replace(rules=with_permission(rules, rule, granted=command.granted))


def _has_heard(state: OpenState, rule: Key, patron: str) -> bool:
    """Whether everybody who has to hear of a thing first has; nobody has to of most."""
    heard = {told.who for told in state.told if (told.about, told.patron) == (rule, patron)}
    return heard >= set(FIRST.get(rule, ()))


def _pontoon(world: World) -> OpenState:
    state = world.desk.open_state
    if not isinstance(state.table.game, Pontoon):
        raise refuse("The rules of this game know no such order.", law.TERMS)
    return state


def _noted(world: World, event: TableEvent) -> Decision:
    open_state(world.desk.state)
    return noted(world, event)


def _changed(world: World, event: TableEvent) -> Decision:
    if not world.desk.open_state.is_between_rounds:
        raise refuse("This is ordered between rounds.", law.ROUND_OF_PLAY)
    return _noted(world, event)


HANDLERS: dict[type, Handler] = {
    Tell: tell,
    InspectorApproves: inspector_approves,
    Restrict: restrict,
    LiftRestriction: lift_restriction,
    ReserveAreas: reserve_areas,
    LimitPeople: limit_people,
    OrderCards: order_cards,
    CountCards: count_cards,
    SetPermission: set_permission,
}
