"""The limits sign and its change (Star 6.5, 6.6; Crown 7.4, 7.5): down at once, up with notice or with the old minimum
kept, limits of a player's own, the maximum payout."""

from collections.abc import Iterator, Mapping

from pitboss import law
from pitboss.floor.operators import operators
from pitboss.floor.people.permission import check
from pitboss.floor.service.commands import Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.tables.edges import Offer, check_edge, offer_of
from pitboss.floor.tables.events import TableEvent
from pitboss.floor.tables.sign_events import EdgeSeen, MarkerPlaced, MarkerRemoved, TermsChanged
from pitboss.floor.tables.state import OpenState, TableState, evolve, fold, open_state
from pitboss.law import Because, Key
from pitboss.play.terms import Limits, Terms, spot_words
from pitboss.value import Value

KEPT, OWN = "kept", "own"
"""What a marker stands for: the old minimum that a player keeps, limits of their own."""

FOLLOWS = {"blind": "ante"}
"""Spots whose limits are another's, unless the sign gives them some."""


class ChangeLimits(Value, tag="ChangeLimits"):
    """Change the sign from the next round on; `keep` lets those who play already keep a lower minimum."""

    table: str
    limits: Mapping[str, Limits]
    reason: str
    keep: bool = False
    edge: EdgeSeen | None = None
    """What the lab told of the table with these limits; needed where chips round some of their wins up."""


class SetOwnLimits(Value, tag="SetOwnLimits"):
    """Give a player limits of their own; none end them."""

    table: str
    patron: str
    limits: Mapping[str, Limits]
    reason: str
    edge: EdgeSeen | None = None
    """What the lab told of the table with these limits beside the sign's."""


class SetMaximumPayout(Value, tag="SetMaximumPayout"):
    """Put up the notice of the maximum payout, or take it down."""

    table: str
    cents: int | None
    reason: str
    edge: EdgeSeen | None = None
    """What the lab told of the table under this notice, at the sign's greatest wager."""


def check_power(world: World, order: Order, rule: Key) -> OpenState:
    """The open table, if the rules of its game give whoever orders the power that a rule is."""
    state = world.desk.open_state
    rules = state.table.game.rules
    if not rules.applies(rule):
        raise refuse("The rules of this game know no such order.", law.TERMS)
    if not rules.has_power(order.actor.role, rule):
        raise refuse(f"A {rules.edition.powers[rule].replace('-', ' ')} or above orders this.", rule)
    return state


def change_limits(world: World, order: Order) -> Decision:
    """Change the limits on the sign."""
    command: ChangeLimits = order.command
    check(order.actor, "ChangeLimits")
    state = world.desk.open_state
    events = _limited(command, state)
    done = prepared(world, events)
    check_edge(offer_of(state), offer_after(state, events), command.edge, order.actor)
    return done


def limited_offer(command: ChangeLimits, state: TableState) -> Offer:
    """What an open table offers with other limits on its sign."""
    return offer_after(open_state(state), _limited(command, open_state(state)))


def _limited(command: ChangeLimits, state: OpenState) -> list[TableEvent]:
    check_spots(state, command.limits)
    because, keepers = _how(state, command)
    return list(with_limits(state, command.limits, command.reason, because, keepers, edge=command.edge))


def offer_after(state: OpenState, events: list[TableEvent]) -> Offer:
    """What an open table offers once its terms have changed; refused where the game may not be played on them."""
    now = offer_of(state)
    for event in events:
        if isinstance(event, TermsChanged):
            state.table.on(event.terms)
            now = now._replace(terms=event.terms)
    return now


def _how(state: OpenState, command: ChangeLimits) -> tuple[Because, tuple[str, ...]]:
    """By which rule the limits change at once, and who keeps the old minimum; refused where only notice will do."""
    rules = state.table.game.rules
    if not raises(state.terms, command.limits):
        return (law.LIMITS_CHANGED,), ()
    if not state.players and rules.applies(law.RAISED_WHEN_EMPTY):
        return (law.LIMITS_CHANGED, law.RAISED_WHEN_EMPTY), ()
    if rules.applies(law.KEPT_MINIMUM) and (command.keep or not state.players):
        return (law.LIMITS_CHANGED, law.KEPT_MINIMUM), tuple(player.patron for player in state.players)
    instead = ", or at once if those who play keep the old one" if rules.applies(law.KEPT_MINIMUM) else ""
    minutes = operators()[rules.edition.operator].notice.minutes
    raise refuse(f"A higher minimum takes a sign of {minutes} minutes{instead}.", law.RAISE_ON_NOTICE)


def raises(terms: Terms, limits: Mapping[str, Limits]) -> bool:
    """Say whether limits have a higher minimum than the sign."""
    return any(
        new.minimum_cents > terms.limits[spot].minimum_cents for spot, new in limits.items() if spot in terms.limits
    )


def check_spots(state: OpenState, limits: Mapping[str, Limits]) -> None:
    """Refuse limits for what is no spot of the game, and none at all."""
    spots = state.table.game.spots
    if not limits or any(spot not in spots for spot in limits):
        raise refuse(f"The sign has limits for {', '.join(spots)}.", law.TERMS)


def with_limits(
    state: OpenState,
    limits: Mapping[str, Limits],
    reason: str,
    because: Because,
    keepers: tuple[str, ...] = (),
    *,
    edge: EdgeSeen | None = None,
) -> Iterator[TableEvent]:
    """The events of a change of the sign: markers placed and taken off, and the new terms."""
    terms = state.terms
    follow = [spot for spot, other in FOLLOWS.items() if other in limits]
    sign = {spot: each for spot, each in terms.limits.items() if spot not in follow} | dict(limits)
    marked = {marker.patron for marker in state.markers if marker.kind == KEPT}
    individual: dict[str, Mapping[str, Limits]] = {}
    for patron in dict.fromkeys((*terms.individual, *keepers)):
        theirs = terms.individual.get(patron, {})
        if theirs and patron not in marked:
            individual[patron] = theirs
            continue
        floor = terms.limits if patron in keepers else {}
        kept = _kept(sign, {**floor, **theirs})
        if kept:
            individual[patron] = kept
            if patron not in marked:
                yield MarkerPlaced(patron, KEPT, _area(state, patron), dict(terms.limits), (law.KEPT_MINIMUM,))
        elif patron in marked:
            yield MarkerRemoved(patron, KEPT, "the sign is as low again", (law.KEPT_MINIMUM,))
    yield TermsChanged(terms._replace(limits=sign, individual=individual), reason, because, edge)


def _kept(sign: Mapping[str, Limits], before: Mapping[str, Limits]) -> dict[str, Limits]:
    """What a player keeps under a new sign: the old minimum where it was lower, the rest as the sign says."""
    return {
        spot: new._replace(minimum_cents=before[spot].minimum_cents)
        for spot, new in sign.items()
        if spot in before and before[spot].minimum_cents < new.minimum_cents
    }


def _area(state: OpenState, patron: str) -> int:
    """The box in front of which a player's marker lies: where they are, whatever else they wager on (6.5.1.3)."""
    return next((player.area for player in state.players if player.patron == patron), 0)


def without_own(state: OpenState, patron: str, kind: str, reason: str, because: Because) -> Iterator[TableEvent]:
    """The events that end a player's own limits, or the minimum that they kept."""
    yield MarkerRemoved(patron, kind, reason, because)
    individual = {name: theirs for name, theirs in state.terms.individual.items() if name != patron}
    yield TermsChanged(state.terms._replace(individual=individual), reason, because)


def set_own_limits(world: World, order: Order) -> Decision:
    """Give a player limits of their own, with a sign or a marker at their box."""
    command: SetOwnLimits = order.command
    check(order.actor, "SetOwnLimits")
    state = world.desk.open_state
    if command.limits and operators()[order.actor.operator].own_above_sign:  # Star 6.6, Crown 7.4
        _check_above(state, command.limits)
    events = _own_limited(command, state)
    done = prepared(world, events)
    if command.limits:  # what ends goes back to the sign, whose edge was seen
        check_edge(offer_of(state), offer_after(state, events), command.edge, order.actor)
    return done


def own_offer(command: SetOwnLimits, state: TableState) -> Offer:
    """What an open table offers with limits of a player's own."""
    return offer_after(open_state(state), _own_limited(command, open_state(state)))


def _own_limited(command: SetOwnLimits, state: OpenState) -> list[TableEvent]:
    because = (law.INDIVIDUAL_LIMITS,)
    patron = command.patron
    marked = next((marker.kind for marker in state.markers if marker.patron == patron), "")
    if not command.limits:
        if marked != OWN:
            raise refuse(f"{patron} has no limits of their own.", *because)
        return list(without_own(state, patron, OWN, command.reason, because))
    check_spots(state, command.limits)
    if patron not in [player.patron for player in state.players]:
        raise refuse(f"{patron} is not at this table.", *because)
    events: list[TableEvent] = [MarkerRemoved(patron, marked, command.reason, because)] if marked else []
    events.append(MarkerPlaced(patron, OWN, _area(state, patron), {}, because))
    individual = {**state.terms.individual, patron: dict(command.limits)}
    terms = state.terms._replace(individual=individual)
    return [*events, TermsChanged(terms, command.reason, because, command.edge)]


def _check_above(state: OpenState, limits: Mapping[str, Limits]) -> None:
    """Refuse limits of a player's own that do not go above the sign's maximum, or go below its minimum."""
    for spot, own in limits.items():
        sign = state.terms.limits.get(spot)
        if sign is None or own.maximum_cents <= sign.maximum_cents or own.minimum_cents < sign.minimum_cents:
            words = (
                f"A player's own limits for the {spot_words(spot)} go above the sign's maximum, not below its minimum."
            )
            raise refuse(words, law.INDIVIDUAL_LIMITS)


def set_maximum_payout(world: World, order: Order) -> Decision:
    """Put up the notice of the maximum payout."""
    command: SetMaximumPayout = order.command
    check(order.actor, "SetMaximumPayout")
    state = world.desk.open_state
    after = capped_offer(command, state)
    done = prepared(world, [TermsChanged(after.terms, command.reason, (law.MAXIMUM_PAYOUT,), command.edge)])
    check_edge(offer_of(state), after, command.edge, order.actor)
    return done


def capped_offer(command: SetMaximumPayout, state: TableState) -> Offer:
    """What an open table offers under a notice of maximum payout, or without one."""
    now = offer_of(open_state(state))
    if not now.rules.applies(law.MAXIMUM_PAYOUT):
        raise refuse("This game has no maximum payout.", law.TERMS)
    return now._replace(terms=now.terms._replace(maximum_payout_cents=command.cents))


def prepared(world: World, events: list[TableEvent]) -> Decision:
    """What some events come to; refused where the game may not be played on the terms that they bring."""
    state = world.desk.open_state
    for event in events:
        if isinstance(event, TermsChanged):
            state.table.on(event.terms)  # terms that wait for the next round are judged now
        state = open_state(evolve(state, event))
    when = "next round" if state.next_terms is not None else "now"
    return Decision(tuple(events), state, reply={"table": world.desk.journal.table, "applies": when})


def markers_off(state: OpenState) -> list[TableEvent]:
    """The events that take away the markers of those who have left."""
    here = {player.patron for player in state.players}
    events: list[TableEvent] = []
    for marker in state.markers:
        if marker.patron not in here:
            because = (law.KEPT_MINIMUM if marker.kind == KEPT else law.INDIVIDUAL_LIMITS,)
            gone = list(without_own(state, marker.patron, marker.kind, "the player left", because))
            state = open_state(fold(gone, state))
            events += gone
    return events


HANDLERS: dict[type, Handler] = {
    ChangeLimits: change_limits,
    SetOwnLimits: set_own_limits,
    SetMaximumPayout: set_maximum_payout,
}
