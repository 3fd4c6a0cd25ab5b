"""The limits sign and its change (Star 6.5, 6.6; Crown 7.4, 7.5): down at once, up with notice or with the old minimum
kept, limits of a player's own, the maximum payout. Notices are signs that say what will change and when: they fall due
once, by the clock or by the rounds that were played (Star 6.5, 6.5.2, 19.13; Crown 7.5.2, 16.5), and may be taken down
before."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any, ClassVar

from pitboss import law
from pitboss.floor.operators import operators
from pitboss.floor.service import clock, commands
from pitboss.floor.service.forms import CLOSING, ITEM, MOMENT, SIGNS, CommandForm, FieldPrompt, needs_rule
from pitboss.floor.store import Stored
from pitboss.floor.tables import state as tables
from pitboss.floor.tables.edges import OfferCommand, TableOffer, check_edge, offer_of
from pitboss.messages import english, message, say, translate
from pitboss.play import Limits, Refused, Terms, spot_words

KEPT, OWN = "kept", "own"
"""What a marker stands for: the old minimum that a player keeps, limits of their own."""

FOLLOWS = {"blind": "ante"}
"""Spots whose limits are another's, unless the sign gives them some."""


LIMITS, KEPT_ENDS = "limits", "kept minimum ends"
"""What a sign says that is about limits: the table's, or those that players keep."""
LINK, UNLINK = "jackpot begins", "jackpot ends"
"""What a sign says that is about the meter which the table is linked to."""

RULE_OF = {
    tables.CLOSE: law.CLOSE_ON_NOTICE,
    LIMITS: law.RAISE_ON_NOTICE,
    KEPT_ENDS: law.KEPT_ENDS_ON_NOTICE,
    LINK: law.LINK_ON_NOTICE,
    UNLINK: law.LINK_ON_NOTICE,
}
"""The rule by which a sign is up, by what it says."""


class MarkerRemoved(tables.TableEvent, tag="MarkerRemoved"):
    """A marker came off the layout."""

    patron: str
    kind: str
    reason: str
    because: law.Because = ()

    def change_open(self, state: tables.OpenState) -> tables.OpenState:
        left = tuple(m for m in state.markers if (m.patron, m.kind) != (self.patron, self.kind))
        return state._replace(markers=left)


class ChangeLimits(OfferCommand, tag="ChangeLimits"):
    """Change the sign from the next round on; `keep` lets those who play already keep a lower minimum."""

    takes: ClassVar = commands.CommandNeeds(rule=law.LIMITS_CHANGED)
    forms: ClassVar = (
        CommandForm("Limits from the next round", "Change the limits", group=SIGNS, sets={"keep": False}),
        CommandForm(
            "Limits at once; players keep the old minimum",
            "Change the limits",
            name="change-limits-keep",
            group=SIGNS,
            sets={"keep": True},
            needs=needs_rule(law.KEPT_MINIMUM),
        ),
    )
    limits: Mapping[str, Limits]
    reason: str
    keep: bool = False
    edge: tables.EdgeSeen | None = None
    """What the lab told of the table with these limits; needed where chips round some of their wins up."""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.open_state
        events = self._events(state)
        done = decide_with_events(world, events)
        check_edge(offer_of(state), offer_after(state, events), self.edge, order.actor)
        return done

    def offer(self, state: tables.TableState) -> TableOffer:
        """What an open table offers with other limits on its sign."""
        return offer_after(tables.open_state(state), self._events(tables.open_state(state)))

    def _events(self, state: tables.OpenState) -> list[tables.TableEvent]:
        check_spots(state, self.limits)
        because, keepers = self._how(state)
        return list(make_limit_events(state, self.limits, self.reason, because, keepers, edge=self.edge))

    def _how(self, state: tables.OpenState) -> tuple[law.Because, tuple[str, ...]]:
        """By which rule the limits change at once, and who keeps the old minimum; refused where only notice will do."""
        rules = state.table.game.rules
        if not raises_minimum(state.terms, self.limits):
            return (law.LIMITS_CHANGED,), ()
        if not state.players and rules.applies(law.RAISED_WHEN_EMPTY):
            return (law.LIMITS_CHANGED, law.RAISED_WHEN_EMPTY), ()
        if rules.applies(law.KEPT_MINIMUM) and (self.keep or not state.players):
            return (law.LIMITS_CHANGED, law.KEPT_MINIMUM), tuple(player.patron for player in state.players)
        words = (
            "A higher minimum needs a sign {minutes} minutes before. Put it up, or let players keep the old minimum."
            if rules.applies(law.KEPT_MINIMUM)
            else "A higher minimum needs a sign {minutes} minutes before. Put it up first."
        )
        minutes = operators()[rules.edition.operator].notice.minutes
        raise commands.refuse(say(words, minutes=minutes), law.RAISE_ON_NOTICE)


class SetOwnLimits(OfferCommand, tag="SetOwnLimits"):
    """Give a player limits of their own; an order without limits ends them."""

    takes: ClassVar = commands.CommandNeeds(rule=law.INDIVIDUAL_LIMITS)
    forms: ClassVar = (
        CommandForm("Limits of one player", "Set the limits", group=SIGNS),
        CommandForm("End", name="end-own-limits", places=(ITEM,), sets={"limits": {}}, leaves=("edge",)),
    )
    patron: str
    limits: Mapping[str, Limits]
    reason: str
    edge: tables.EdgeSeen | None = None
    """What the lab told of the table with these limits beside the sign's."""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.open_state
        if self.limits and operators()[order.actor.operator].own_above_sign:  # Star 6.6, Crown 7.4
            _check_above(state, self.limits)
        events = self._events(state)
        done = decide_with_events(world, events)
        if self.limits:  # what ends goes back to the sign, whose edge was seen
            check_edge(offer_of(state), offer_after(state, events), self.edge, order.actor)
        return done

    def offer(self, state: tables.TableState) -> TableOffer:
        """What an open table offers with limits of a player's own."""
        return offer_after(tables.open_state(state), self._events(tables.open_state(state)))

    def _events(self, state: tables.OpenState) -> list[tables.TableEvent]:
        because = (law.INDIVIDUAL_LIMITS,)
        patron = self.patron
        marked = next((marker.kind for marker in state.markers if marker.patron == patron), "")
        if not self.limits:
            if marked != OWN:
                raise commands.refuse(say("{patron} has no limits of their own.", patron=patron), *because)
            return list(end_own_limits(state, patron, OWN, self.reason, because))
        check_spots(state, self.limits)
        if patron not in [player.patron for player in state.players]:
            raise commands.refuse(say("{patron} is not at this table.", patron=patron), *because)
        events: list[tables.TableEvent] = [MarkerRemoved(patron, marked, self.reason, because)] if marked else []
        events.append(tables.MarkerPlaced(patron, OWN, _area(state, patron), {}, because))
        individual = {**state.terms.individual, patron: dict(self.limits)}
        terms = state.terms._replace(individual=individual)
        return [*events, tables.TermsChanged(terms, self.reason, because, self.edge)]


class SetMaximumPayout(OfferCommand, tag="SetMaximumPayout"):
    """Put up the notice of the maximum payout, or take it down."""

    takes: ClassVar = commands.CommandNeeds(seen="the sign, the history of parameters")
    forms: ClassVar = (
        CommandForm("Maximum payout", "See its exact edge", group=SIGNS, needs=needs_rule(law.MAXIMUM_PAYOUT)),
    )
    cents: Annotated[int | None, FieldPrompt("Amount", "leave empty to take the notice down")]
    reason: str
    edge: tables.EdgeSeen | None = None
    """What the lab told of the table under this notice, at the sign's greatest wager."""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.open_state
        after = self.offer(state)
        done = decide_with_events(
            world, [tables.TermsChanged(after.terms, self.reason, (law.MAXIMUM_PAYOUT,), self.edge)]
        )
        check_edge(offer_of(state), after, self.edge, order.actor)
        return done

    def offer(self, state: tables.TableState) -> TableOffer:
        """What an open table offers under a notice of maximum payout, or without one."""
        now = offer_of(tables.open_state(state))
        if not now.rules.applies(law.MAXIMUM_PAYOUT):
            raise commands.refuse("This game has no maximum payout.", law.TERMS)
        return now._replace(terms=now.terms._replace(maximum_payout_cents=self.cents))


def check_known(world: commands.World, rule: law.Key) -> tables.OpenState:
    """The open table, if its game has the rule that an order rests on."""
    state = world.table.open_state
    if not state.table.game.rules.applies(rule):
        raise commands.refuse("The rules of this game do not have this order.", law.TERMS)
    return state


def check_power(world: commands.World, order: commands.Order, rule: law.Key) -> tables.OpenState:
    """The open table; refuse a giver to whom the rules of its game do not give this power."""
    state = check_known(world, rule)
    rules = state.table.game.rules
    if not rules.has_power(order.actor.role, rule):
        rank = rules.edition.powers[rule].replace("-", " ")
        raise commands.refuse(say("Only a {rank} or above can order this.", rank=rank), rule)
    return state


def offer_after(state: tables.OpenState, events: list[tables.TableEvent]) -> TableOffer:
    """What an open table offers once its terms have changed; refused where the game may not be played on them."""
    now = offer_of(state)
    for event in events:
        if isinstance(event, tables.TermsChanged):
            state.table.change_terms(event.terms)
            now = now._replace(terms=event.terms)
    return now


def raises_minimum(terms: Terms, limits: Mapping[str, Limits]) -> bool:
    """Say whether limits have a higher minimum than the sign."""
    return any(
        new.minimum_cents > terms.limits[spot].minimum_cents for spot, new in limits.items() if spot in terms.limits
    )


def check_spots(state: tables.OpenState, limits: Mapping[str, Limits]) -> None:
    """Refuse limits for unknown spots, and an order without limits."""
    spots = state.table.game.spots
    if not limits or any(spot not in spots for spot in limits):
        raise commands.refuse(say("Enter limits for {spots}.", spots=", ".join(spots)), law.TERMS)


def make_limit_events(
    state: tables.OpenState,
    limits: Mapping[str, Limits],
    reason: str,
    because: law.Because,
    keepers: tuple[str, ...] = (),
    *,
    edge: tables.EdgeSeen | None = None,
) -> Iterator[tables.TableEvent]:
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
        before = {**(terms.limits if patron in keepers else {}), **theirs}
        kept = {  # the old minimum where it was lower, the rest as the sign says
            spot: new._replace(minimum_cents=before[spot].minimum_cents)
            for spot, new in sign.items()
            if spot in before and before[spot].minimum_cents < new.minimum_cents
        }
        if kept:
            individual[patron] = kept
            if patron not in marked:
                yield tables.MarkerPlaced(patron, KEPT, _area(state, patron), dict(terms.limits), (law.KEPT_MINIMUM,))
        elif patron in marked:
            yield MarkerRemoved(patron, KEPT, "the sign has the old minimum again", (law.KEPT_MINIMUM,))
    yield tables.TermsChanged(terms._replace(limits=sign, individual=individual), reason, because, edge)


def _area(state: tables.OpenState, patron: str) -> int:
    """The box in front of which a player's marker lies: where they are, whatever else they wager on (6.5.1.3)."""
    return next((player.area for player in state.players if player.patron == patron), 0)


def end_own_limits(
    state: tables.OpenState, patron: str, kind: str, reason: str, because: law.Because
) -> Iterator[tables.TableEvent]:
    """The events that end a player's own limits, or the minimum that they kept."""
    yield MarkerRemoved(patron, kind, reason, because)
    individual = {name: theirs for name, theirs in state.terms.individual.items() if name != patron}
    yield tables.TermsChanged(state.terms._replace(individual=individual), reason, because)


def _check_above(state: tables.OpenState, limits: Mapping[str, Limits]) -> None:
    """Refuse limits of a player's own that do not go above the sign's maximum, or go below its minimum."""
    for spot, own in limits.items():
        sign = state.terms.limits.get(spot)
        if sign is None or own.maximum_cents <= sign.maximum_cents or own.minimum_cents < sign.minimum_cents:
            words = say(
                "A player's own limits for the {spot} must go above the sign's maximum, and not below its minimum.",
                spot=spot_words(spot),
            )
            raise commands.refuse(words, law.INDIVIDUAL_LIMITS)


def decide_with_events(world: commands.World, events: list[tables.TableEvent]) -> commands.Decision:
    """The decision of some events; refused where the game may not be played on the terms that they bring."""
    state = world.table.open_state
    for event in events:
        if isinstance(event, tables.TermsChanged):
            state.table.change_terms(event.terms)  # terms that wait for the next round are judged now
        state = tables.open_state(tables.evolve(state, event))
    when = "next round" if state.next_terms is not None else "now"
    return commands.Decision(tuple(events), state, reply={"table": world.table.bookkeeper.table, "applies": when})


def remove_markers(state: tables.OpenState) -> list[tables.TableEvent]:
    """The events that take away the markers of those who have left."""
    here = {player.patron for player in state.players}
    events: list[tables.TableEvent] = []
    for marker in state.markers:
        if marker.patron not in here:
            because = (law.KEPT_MINIMUM if marker.kind == KEPT else law.INDIVIDUAL_LIMITS,)
            gone = list(end_own_limits(state, marker.patron, marker.kind, "the player left", because))
            state = tables.open_state(tables.fold(gone, state))
            events += gone
    return events


class NoticeTakenDown(tables.TableEvent, tag="NoticeTakenDown"):
    """A sign came down: what it said was called off."""

    register: ClassVar[str] = "notices"
    id: str
    reason: str
    because: law.Because = ()
    """The rules that it was up by."""

    def line(self, stored: Stored) -> tables.RegisterLine:
        ended = self.tell("reason", state=message("taken down"), ended_at=stored.at, ended_by=stored.by)
        return tables.RegisterLine(ended, self.id, begins=False)

    def change_open(self, state: tables.OpenState) -> tables.OpenState:
        left = tuple(notice for notice in state.notices if notice.id != self.id)
        sign = "" if state.closing_sign == self.id else state.closing_sign
        return state._replace(notices=left, closing_sign=sign)


class NoticeFell(tables.TableEvent, tag="NoticeFell"):
    """A sign has been up for as long as it had to, and what it said holds."""

    register: ClassVar[str] = "notices"
    alert: ClassVar[str] = "sign"
    id: str
    what: str

    def rests_on(self) -> law.Because:
        return (RULE_OF[self.what],)

    def alert_words(self) -> str:
        return say("A sign fell due: {what}.", what=translate(self.what))

    def line(self, stored: Stored) -> tables.RegisterLine:
        return tables.RegisterLine({"state": message("fell due"), "ended_at": stored.at}, self.id, begins=False)

    def change_open(self, state: tables.OpenState) -> tables.OpenState:
        left = tuple(notice for notice in state.notices if notice.id != self.id)
        return state._replace(notices=left, closing_sign=self.id if self.what == tables.CLOSE else state.closing_sign)


def _by_rounds(who: commands.Actor, _: Any) -> bool:
    return bool(operators()[who.operator].notice.closing_rounds)


class AnnounceClosing(commands.TableCommand, tag="AnnounceClosing"):
    """Put up a sign that the table will close: at a time (Star), or after so many rounds (Crown)."""

    takes: ClassVar = commands.CommandNeeds(rule=law.CLOSE_ON_NOTICE)
    forms: ClassVar = (
        CommandForm(
            "Closing sign",
            "Put up the closing sign",
            group=CLOSING,
            leaves=("rounds",),
            needs=lambda who, state: not _by_rounds(who, state),
        ),
        CommandForm(
            "Closing sign",
            "Put up the closing sign",
            name="announce-closing-rounds",
            group=CLOSING,
            leaves=("at",),
            needs=_by_rounds,
        ),
    )
    at: Annotated[str, FieldPrompt("Closes at", "Sydney time; leave empty for the earliest time", kind=MOMENT)] = ""
    """When, as the log writes times; as soon as the notice allows if it does not say."""
    rounds: Annotated[int, FieldPrompt("Rounds until it closes")] = 0
    """After how many; 0 for the fewest that the notice allows."""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.open_state
        if state.closing or any(notice.what == tables.CLOSE for notice in state.notices):
            raise commands.refuse("A closing sign is up already.", law.CLOSE_ON_NOTICE)
        least = operators()[order.actor.operator].notice.closing_rounds
        if not least:
            due_at = time_on_sign(world, order, self.at, law.CLOSE_ON_NOTICE)
            return post_sign(world, tables.CLOSE, law.CLOSE_ON_NOTICE, due_at=due_at)
        rounds = self.rounds or least
        if rounds < least:
            words = say("A table closes after at least {least} rounds' notice.", least=least)
            raise commands.refuse(words, law.CLOSE_ON_NOTICE)
        begun = 0 if state.is_between_rounds else 1  # a round that is being played is not one of them
        return post_sign(world, tables.CLOSE, law.CLOSE_ON_NOTICE, due_round=state.round.number + begun + rounds)


class AnnounceLimits(OfferCommand, tag="AnnounceLimits"):
    """Put up a sign that the limits will change or, without limits, that a kept minimum will end."""

    takes: ClassVar = commands.CommandNeeds(rule=law.LIMITS_CHANGED)
    forms: ClassVar = (
        CommandForm("Limits after a sign", "Put up the sign", group=SIGNS),
        CommandForm(
            "End the old minimum that players keep",
            "Put up the sign",
            name="announce-kept-ends",
            group=SIGNS,
            leaves=("limits", "at"),
            needs=lambda _, state: (
                isinstance(state, tables.OpenState) and any(each.kind == KEPT for each in state.markers)
            ),
        ),
    )
    limits: Mapping[str, Limits] = {}
    at: Annotated[str, FieldPrompt("Not before", "Sydney time; leave empty for the earliest time", kind=MOMENT)] = ""
    edge: tables.EdgeSeen | None = None
    """What the lab told of the table with these limits; needed where chips round some of their wins up."""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.open_state
        if self.limits:
            after = self.offer(state)  # refused now if they cannot hold
            due_at = time_on_sign(world, order, self.at, law.RAISE_ON_NOTICE)
            check_edge(offer_of(state), after, self.edge, order.actor)
            sign = {"limits": self.limits, "edge": self.edge}
            return post_sign(world, LIMITS, law.RAISE_ON_NOTICE, due_at=due_at, sign=sign)
        if not any(marker.kind == KEPT for marker in state.markers):
            raise commands.refuse("No player keeps an old minimum at this table.", law.KEPT_ENDS_ON_NOTICE)
        due_at = time_on_sign(world, order, self.at, law.KEPT_ENDS_ON_NOTICE)
        return post_sign(world, KEPT_ENDS, law.KEPT_ENDS_ON_NOTICE, due_at=due_at)

    def offer(self, state: tables.TableState) -> TableOffer:
        """What an open table offers once limits that a sign announces hold."""
        now = tables.open_state(state)
        check_spots(now, self.limits)
        return offer_after(now, list(make_limit_events(now, self.limits, "", ())))


class TakeDownNotice(commands.TableCommand, tag="TakeDownNotice"):
    """Take a sign down before it is due, or a closing sign though it has fallen due: the table goes on."""

    forms: ClassVar = (CommandForm("Take the sign down", places=(ITEM,)),)
    notice: str
    reason: str

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.open_state
        up_by = {notice.id: notice.because for notice in state.notices}
        if state.closing_sign:
            up_by[state.closing_sign] = (law.CLOSE_ON_NOTICE,)
        if self.notice not in up_by:
            raise commands.refuse(say("There is no sign {notice} at this table.", notice=self.notice), law.NEED_CLOSED)
        commands.check_said(
            self.reason, "Enter why the sign comes down: the reason goes into the log.", law.NEED_CLOSED
        )
        return decide_with_events(world, [NoticeTakenDown(self.notice, self.reason, up_by[self.notice])])


class FallDue(commands.TimedCommand, tag="FallDue"):
    """Put signs that are due into effect; the clock's own command."""

    takes: ClassVar = commands.CommandNeeds(roles=("system",))
    forms: ClassVar = ()

    @classmethod
    def find_due(cls, table: str, state: tables.TableState, now: datetime) -> "FallDue | None":
        return cls(table) if isinstance(state, tables.OpenState) and find_due_notices(state, now) else None

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        events = make_due_events(world.table.open_state, world.now)
        if not events:
            raise commands.refuse("No change of a sign is due at this table.", law.NEED_CLOSED)
        return decide_with_events(world, events)


def time_on_sign(world: commands.World, order: commands.Order, at: str, rule: law.Key) -> str:
    """The time on a sign; refuse one before the notice has run."""
    notice = operators()[order.actor.operator].notice
    first = world.now + timedelta(minutes=notice.minutes)
    if not at:
        return clock.stamp(first)
    try:
        due = clock.read_stamp(at)
    except ValueError:
        raise commands.refuse(
            say("Write the time as {example}, not {time}.", example=clock.stamp(first), time=at), rule
        ) from None
    if due < first:
        words = say(
            "A sign must be up for at least {minutes} minutes first. Choose a later time.", minutes=notice.minutes
        )
        raise commands.refuse(words, rule)
    return clock.stamp(due)


def post_sign(
    world: commands.World,
    what: str,
    rule: law.Key,
    *,
    due_at: str = "",
    due_round: int = 0,
    sign: Mapping[str, Any] | None = None,
) -> commands.Decision:
    """Put up a sign at a table: what it says, by which rule, and when it falls due."""
    name = f"notice-{world.table.state.length + 1}"
    event = tables.NoticePosted(name, what, clock.stamp(world.now), due_at, due_round, because=(rule,), **(sign or {}))
    reply = {"table": world.table.bookkeeper.table, "notice": name, "due_at": due_at, "due_round": due_round}
    return commands.Decision((event,), reply=reply)


# Notices that fall due.


def find_due_notices(state: tables.OpenState, now: datetime) -> tuple[tables.NoticePosted, ...]:
    """The signs of a table that have fallen due. Limits wait for the end of a round that is being played."""
    if not state.notices:
        return ()
    time, number, may_change = clock.stamp(now), state.round.number, state.is_between_rounds
    stays = any(wager.live for wager in state.round.wagers[: len(state.table.carried)])
    return tuple(
        notice
        for notice in state.notices
        if (may_change or notice.what == tables.CLOSE)
        and not (notice.what in (LINK, UNLINK) and stays)  # a jackpot wager that stayed is played first, or goes back
        and (number >= notice.due_round if notice.due_round else notice.due_at <= time)
    )


def make_due_events(state: tables.OpenState, now: datetime) -> list[tables.TableEvent]:
    """The events of everything that is due at a table."""
    events: list[tables.TableEvent] = []
    for notice in find_due_notices(state, now):
        happens = [NoticeFell(notice.id, notice.what), *_happens(state, notice)]
        try:
            state = tables.open_state(tables.fold(happens, state))
        except Refused as error:  # the table changed meanwhile, and the sign can no longer take effect
            happens = [NoticeTakenDown(notice.id, english(error.refusal.words), (*notice.because, *error.because))]
            state = tables.open_state(tables.fold(happens, state))
        events += happens
    return events


def _happens(state: tables.OpenState, notice: tables.NoticePosted) -> Iterator[tables.TableEvent]:
    reason = f"{notice.id} fell due"
    if notice.what == LIMITS:
        because = (law.LIMITS_CHANGED, law.RAISE_ON_NOTICE)
        yield from make_limit_events(state, notice.limits, reason, because, edge=notice.edge)
    elif notice.what == KEPT_ENDS:
        for marker in [marker for marker in state.markers if marker.kind == KEPT]:
            ends = list(end_own_limits(state, marker.patron, KEPT, reason, (law.KEPT_ENDS_ON_NOTICE,)))
            state = tables.open_state(tables.fold(ends, state))
            yield from ends
    elif notice.what in (LINK, UNLINK):
        yield tables.TermsChanged(state.terms._replace(jackpot=notice.jackpot), reason, (law.LINK_ON_NOTICE,))


def follow_ups(state: tables.OpenState, now: datetime) -> list[tables.TableEvent]:
    """The events that follow a step: markers of players who left come off, and signs take effect that are due."""
    events = remove_markers(state)
    return events + make_due_events(tables.open_state(tables.fold(events, state)), now)
