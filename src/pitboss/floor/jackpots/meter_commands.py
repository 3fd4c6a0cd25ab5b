"""Meters run by people (Star Caribbean Stud 11.6; Mississippi Stud 15.1; Crown 11.2, 11.4, 12.2): opened on terms of
the document or of the regulator's approval, changed and closed on notice, put right, their awards approved or refused.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from fractions import Fraction
from math import floor
from typing import Annotated, Any, ClassVar

from pitboss import law, ledger, money
from pitboss.floor.jackpots import meters
from pitboss.floor.operators import house_games, operators
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.people.staff import check_apart
from pitboss.floor.service.clock import parse_stamp, stamp
from pitboss.floor.service.commands import Actor, Command, CommandNeeds, Decision, Order, World, check_said, refuse
from pitboss.floor.service.forms import NAMES, CommandForm, FieldPrompt
from pitboss.floor.store import Store, Stream, table_stream
from pitboss.floor.store.rows import meter_stream
from pitboss.floor.tables import jackpots, log
from pitboss.floor.tables.state import ActTaken, TermsChanged
from pitboss.jackpot import MeterTerms, check_meter
from pitboss.jackpot.meter import exact, listed_rates, percent
from pitboss.jackpot.returns import price_jackpot
from pitboss.law.edition import edition_of, load_edition
from pitboss.messages import message, say
from pitboss.play.acts import Deal
from pitboss.play.wager import Refused
from pitboss.value import Value, log_name


class MeterCommand(Command):
    """A command about a meter."""

    meter: str

    def stream(self, operator: str) -> Stream:
        """The stream of the meter."""
        return Stream(operator, "")

    def write(self, order: Order, state: meters.MeterState, *events: meters.MeterEvent, **reply: Any) -> Decision:
        """The decision that writes events of the meter."""
        operator = order.actor.operator
        entries: list[ledger.Entry] = []
        for event in events:
            entries += meters.meter_entries(operator, self.meter, state, event)
            state = event.change(state)
        stream = meter_stream(operator, self.meter)
        reply = {"meter": self.meter, "cents": floor(state.value)} | reply
        return Decision(events, entries=tuple(entries), reply=reply, stream=stream)

    def load(self, world: World, order: Order) -> meters.MeterState:
        """The meter; refused where there is none in operation."""
        state = meters.load_meter(world.store, order.actor.operator, self.meter)
        if not state.is_open:
            raise refuse(say("No meter {meter} is in operation.", meter=self.meter), law.METER_NAMED)
        return state


LONGEST = 20
"""How long a rate may be that a person writes."""


def read_percent(text: str) -> Fraction:
    """Read a rate that a person wrote, such as 57.22 or 57.22%. A number with an exponent would be as long as that."""
    number = text.strip().removesuffix("%").strip()
    if len(number) <= LONGEST and number.isascii() and number.replace(".", "", 1).isdigit():
        return Fraction(number) / 100
    raise refuse(say("Write a rate as 57.22, in percent, not {text}.", text=text[:LONGEST]), law.METER_NAMED)


def _games(who: Actor, _: object) -> dict[str, str]:
    """The games of a house that have a jackpot."""
    has = {name: load_edition(edition_of(name)).games[name].data for name in house_games(who.operator)}
    return {name: title for name, title in house_games(who.operator).items() if "jackpot" in has[name]}


_WAYS = {"": message("as the rules have it"), "A": "Method A", "B": "Method B"}


class OpenMeter(MeterCommand, tag="OpenMeter"):
    """Open a meter on its terms, for a group of tables. Where the document lists rates, the rate follows from option
    and reset value; else the regulator's approval gives it."""

    takes: ClassVar = CommandNeeds(seen="the jackpot wall, the history of the meter")
    forms: ClassVar = (CommandForm("Open a meter", "Open", places=(meters.METERS,)),)
    games: Annotated[tuple[str, ...], FieldPrompt("Games", among=_games)]
    price_cents: Annotated[int, FieldPrompt("Price of a wager")]
    seed_cents: Annotated[int, FieldPrompt("It starts at")]
    reset_cents: Annotated[int, FieldPrompt("It starts again at")]
    option: Annotated[int, FieldPrompt("Payout option")] = 1
    rate: Annotated[str, FieldPrompt("Rate in percent", "leave empty where the document lists it")] = ""
    method: Annotated[str, FieldPrompt("Dealing method", among=_WAYS)] = ""
    reserve: Annotated[str, FieldPrompt("Reserve in percent", "fed for the next start; the Star alone")] = ""
    approval: Annotated[str, FieldPrompt("The regulator's approval", "its reference; the Star alone")] = ""
    royal_bonus_cents: Annotated[int, FieldPrompt("Bonus to the others at a royal flush")] = 0
    straight_flush_bonus_cents: Annotated[int, FieldPrompt("Bonus to the others at a straight flush")] = 0
    tables: Annotated[tuple[str, ...], FieldPrompt("Tables", "with which it begins, as in 7, 8", kind=NAMES)] = ()
    returns: Annotated[str, FieldPrompt("Return, confirmed", "the exact return, once you have seen it")] = ""

    def decide(self, world: World, order: Order) -> Decision:
        operator, store = order.actor.operator, world.store
        state = meters.load_meter(store, operator, self.meter)
        if state.is_open:
            raise refuse("A meter of this name is in operation already.", law.METER_NAMED)
        is_name = self.meter.isascii() and self.meter.replace(" ", "").replace("-", "").isalnum()
        if not is_name or len(self.meter) > 40:
            raise refuse("Name a meter with at most 40 letters, figures, spaces and dashes.", law.METER_NAMED)
        if self.meter.startswith("tournament ") or self.meter.endswith((" reserve", " pending")):
            words = "Choose a name that does not begin with tournament, or end with reserve or pending."
            raise refuse(words, law.METER_NAMED)
        others = meters.meters_of(store, operator)
        terms = self.terms(operator)
        rules = terms.rules()
        no = check_meter(rules, terms, tuple(meters.terms_of(each) for each in others.values() if each.is_open))
        if no is not None:
            raise Refused(no)
        for name, each in others.items():
            if each.is_open and (both := set(each.tables) & set(self.tables)):
                words = say("Table {table} is linked to meter {meter}.", table=min(both), meter=name)
                raise refuse(words, *rules.only((law.ONE_METER,)), law.METER_NAMED)
        check_return({self.meter: terms}, self.returns)
        because = rules.only((law.METER_SYSTEMS, law.METER_SERVES, law.SEED_SET, law.RATE_APPROVED, law.METER_GROWS))
        because += rules.only((law.OPTION_FITS_RESET,)) + rules.readings("C24", "M31", "K43")
        event = meters.MeterOpened(terms, self.tables, self.returns, because)
        return self.write(order, state, event, returns=return_of(terms))

    def confirm(self, operator: str) -> "OpenMeter":
        """The order of a person who has seen the exact return."""
        terms = self.terms(operator)
        return self._replace(returns=return_of(terms))

    def terms(self, operator: str) -> MeterTerms:
        """The terms of the meter; refused where a game is not of the house, or the games are of several documents."""
        known = _games(Actor(operator, "", ""), None)
        if not self.games or any(game not in known for game in self.games):
            raise refuse(say("Choose games of this house: {games}.", games=", ".join(known)), law.METER_NAMED)
        if len({edition_of(game) for game in self.games}) > 1:
            words = "The games of one meter are of one document: their prizes are the same."
            raise refuse(words, law.METER_NAMED)
        edition = load_edition(edition_of(self.games[0]))
        bonus = {"royal-flush": self.royal_bonus_cents, "straight-flush": self.straight_flush_bonus_cents}
        terms = MeterTerms(
            games=tuple(sorted(set(self.games))),
            price_cents=self.price_cents,
            seed_cents=self.seed_cents,
            reset_cents=self.reset_cents,
            rate=read_percent(self.rate) if self.rate else Fraction(0),
            option=self.option,
            method=self.method,
            reserve_rate=exact(read_percent(self.reserve)) if self.reserve else 0,
            approval=self.approval,
            version=edition.version,
            bonus_cents={line: cents for line, cents in bonus.items() if cents},
        )
        return with_listed_rate(terms)


def with_listed_rate(terms: MeterTerms) -> MeterTerms:
    """The terms with the rate that the document lists for them, where it lists rates and none is named."""
    data, price = terms.rules().game.data, terms.price_cents
    if terms.rate or "meter" not in data or price <= 0 or not 1 <= terms.option <= len(data["prize"][0]["options"]):
        return terms
    rates = listed_rates(terms.rules(), terms.option)
    return terms._replace(rate=rates.get(Fraction(terms.reset_cents, price), Fraction(0)))


def return_of(terms: MeterTerms) -> str:
    """The exact return of a wager, as the person who sets the terms confirms it."""
    return percent(price_jackpot(terms).total)


def returns_of(terms: Mapping[str, MeterTerms]) -> str:
    """The exact returns of meters by their names, as the person who sets the terms confirms them."""
    if len(terms) == 1:
        return "".join(map(return_of, terms.values()))
    return ", ".join(f"{name} {return_of(each)}" for name, each in sorted(terms.items()))


def check_return(terms: Mapping[str, MeterTerms], seen: str) -> None:
    """Refuse terms whose return the person has not seen."""
    returns = returns_of(terms)
    if seen != returns:
        words = "Wagers on {meters} return {returns} in the long run. Confirm it: enter {returns}."
        raise refuse(say(words, meters=", ".join(sorted(terms)), returns=returns), law.EDGE_SEEN)


def _open_meters(who: Actor, state: Any) -> dict[str, str]:
    """The meters of a house that are in operation, where those are what a form stands in."""
    return {name: name for name, each in state.items() if each.is_open} if isinstance(state, Mapping) else {}


class AnnounceMeterClosing(MeterCommand, tag="AnnounceMeterClosing"):
    """Put up signs at all tables of a meter that it will close."""

    forms: ClassVar = (CommandForm("Notice that a meter closes", "Put up the signs", places=(meters.METERS,)),)

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        because = meters.terms_of(state).rules().only((law.METER_CLOSES_ON_NOTICE,))
        if state.notice(meters.CLOSE) is not None:
            raise refuse("These signs are up already.", *(because or (law.METER_NAMED,)))
        return _post(
            self, world, order, state, meters.MeterNotice(f"notice-{state.length + 1}", meters.CLOSE, ""), because
        )


def _post(
    command: MeterCommand,
    world: World,
    order: Order,
    state: meters.MeterState,
    notice: meters.MeterNotice,
    because: law.Because,
) -> Decision:
    due = stamp(world.now + timedelta(minutes=operators()[order.actor.operator].notice.minutes))
    event = meters.MeterNoticePosted(notice._replace(due_at=due), because)
    return command.write(order, state, event, notice=notice.id, due_at=due)


def _check_due(world: World, state: meters.MeterState, what: str, words: str, because: law.Because) -> None:
    """Refuse what the document wants a notice for, before it has been up long enough."""
    notice = state.notice(what)
    if because and (notice is None or parse_stamp(notice.due_at) > world.now):
        raise refuse(words, *because)


def check_followed(world: World, operator: str, meter: str = "") -> None:
    """Refuse to change what meters run on before they have followed all that tables have written, by hand too: a wager
    goes by the terms on which it was taken."""
    read = world.store.cursor(f"{meters.REACTION}/{operator}")
    for stored in log.all_events(world.store, log.EventQuery(operator, meters.FOLLOWED_KINDS, after=read)):
        is_told = stored.kind != log_name(jackpots.JackpotGameRecorded) or stored.data["claims"]
        if is_told and not stored.data.get("by_hand"):
            raise refuse(
                "The meters have not yet read all that tables recorded. Try again in a moment.", law.METER_NAMED
            )
    for stream in world.store.streams(operator, "table"):
        for game in world.tables(stream).state.games_by_hand:
            if meter in ("", game.meter):
                words = "Table {table} has jackpot games that were kept by hand. Enter them first."
                raise refuse(say(words, table=stream.table), law.METER_NAMED)


class CloseMeter(MeterCommand, tag="CloseMeter"):
    """Close a meter; what it has beyond its seed goes to another meter of the house."""

    takes: ClassVar = CommandNeeds(seen="the history of both meters")
    forms: ClassVar = (CommandForm("Close a meter", "Close", places=(meters.METERS,)),)
    into: Annotated[str, FieldPrompt("The residue goes to meter", among=_open_meters)] = ""

    def decide(self, world: World, order: Order) -> Decision:
        operator, state = order.actor.operator, self.load(world, order)
        rules = meters.terms_of(state).rules()
        because = rules.only((law.METER_CLOSES_ON_NOTICE,))
        words = "Put up the signs at all tables first, and wait until the notice has run."
        _check_due(world, state, meters.CLOSE, words, because)
        if tables := meters.linked_tables(world, operator, self.meter):
            words = say("Tables {tables} are linked to this meter. Unlink them first.", tables=", ".join(tables))
            raise refuse(words, *(because or (law.METER_NAMED,)))
        check_followed(world, operator, self.meter)
        if state.pending:
            raise refuse("An award of this meter waits for its approval.", law.AWARD_PENDING)
        moves = rules.only((law.RESIDUE_MOVES,)) + rules.readings("K5")
        closed = meters.close_meter(state, self.into, because + moves)
        moved = closed.moved
        if not moved:
            return self.write(order, state, closed._replace(into=""))
        target = meters.load_meter(world.store, operator, self.into)
        if (
            self.into == self.meter
            or not target.is_open
            or edition_of(meters.terms_of(target).games[0]) != rules.edition.name
        ):
            words = say("Name another meter that gets {amount} of this one.", amount=money.dollars(floor(moved)))
            raise refuse(words, *(moves or (law.METER_NAMED,)))
        done = self.write(order, state, closed)
        received = meters.ResidueReceived(self.meter, moved, exact(target.value + moved), moves)
        entries = tuple(meters.meter_entries(operator, self.into, target, received))
        also = ((meter_stream(operator, self.into), (received,)),)
        return done._replace(entries=done.entries + entries, also=also)


def _has_options(_: object, state: object) -> bool:
    """Whether a meter of the house pays by an option that can change."""
    found = state.values() if isinstance(state, Mapping) else ()
    return any(each.is_open and meters.terms_of(each).rules().applies(law.OPTION_ON_NOTICE) for each in found)


class AnnounceOption(MeterCommand, tag="AnnounceOption"):
    """Put up a notice at all tables of a meter that its payout option will change."""

    forms: ClassVar = (
        CommandForm(
            "Notice of another payout option", "Put up the notice", places=(meters.METERS,), needs=_has_options
        ),
    )
    option: Annotated[int, FieldPrompt("Payout option")]
    reset_cents: Annotated[int, FieldPrompt("It starts again at")]

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        rules = meters.terms_of(state).rules()
        if not rules.applies(law.OPTION_ON_NOTICE):
            raise refuse("This jackpot has one list of prizes: there is no other option.", law.METER_NAMED)
        changed = _on_option(meters.terms_of(state), self.option, self.reset_cents)
        no = check_meter(rules, changed)
        if no is not None:
            raise Refused(no)
        if state.notice(meters.OPTION) is not None:
            raise refuse("A notice of another option is up already.", law.OPTION_ON_NOTICE)
        notice = meters.MeterNotice(f"notice-{state.length + 1}", meters.OPTION, "", self.option, self.reset_cents)
        because = (law.OPTION_ON_NOTICE, *rules.readings("K48"))
        return _post(self, world, order, state, notice, because)


def _on_option(terms: MeterTerms, option: int, reset_cents: int) -> MeterTerms:
    return with_listed_rate(terms._replace(option=option, reset_cents=reset_cents, rate=Fraction(0)))


class ChangeOption(MeterCommand, tag="ChangeOption"):
    """Change the payout option of all meters of the house, once each has had its notice; it begins with the next round
    of each table."""

    takes: ClassVar = CommandNeeds(seen="the history of the meters, the signs of their tables")
    forms: ClassVar = (CommandForm("Change the payout option", "Change", places=(meters.METERS,), needs=_has_options),)
    returns: Annotated[str, FieldPrompt("Return, confirmed", "the exact return, once you have seen it")] = ""

    def decide(self, world: World, order: Order) -> Decision:
        operator, state = order.actor.operator, self.load(world, order)
        wanted = state.notice(meters.OPTION)
        if wanted is None:
            raise refuse("Put up the notice of another option first.", law.OPTION_ON_NOTICE)
        check_followed(world, operator)
        also: list[tuple[Stream, tuple[Value, ...]]] = []
        mine: meters.MeterChanged | None = None
        after: dict[str, MeterTerms] = {}
        for name, each in meters.meters_of(world.store, operator).items():
            if not each.is_open:
                continue
            rules, notice = meters.terms_of(each).rules(), each.notice(meters.OPTION)
            if notice is None or notice.option != wanted.option:
                words = "Meter {meter} has no notice of option {option}: all meters use one option."
                raise refuse(say(words, meter=name, option=wanted.option), law.ONE_OPTION, law.OPTION_ON_NOTICE)
            _check_due(world, each, meters.OPTION, "Wait until the notices have run.", (law.OPTION_ON_NOTICE,))
            after[name] = terms = _on_option(meters.terms_of(each), notice.option, notice.reset_cents)
            if (no := check_meter(rules, terms)) is not None:
                raise Refused(no)
            because = (law.OPTION_ON_NOTICE, law.ONE_OPTION, law.OPTION_FITS_RESET)
            changed = meters.MeterChanged(terms, return_of(terms), because)
            if name == self.meter:
                mine = changed
            else:
                also.append((meter_stream(operator, name), (changed,)))
            for table, at in meters.linked_tables(world, operator, name).items():
                on = at.terms._replace(jackpot=terms.offer(name))
                also.append((table_stream(operator, table), (TermsChanged(on, "another payout option", because),)))
        assert mine is not None  # this meter is in operation
        check_return(after, self.returns)
        return self.write(order, state, mine)._replace(also=tuple(also))


def terms_after(command: Command, states: Mapping[str, meters.MeterState], operator: str) -> dict[str, MeterTerms]:
    """The terms that a command gives meters, by their names: its giver is to see their returns first."""
    if isinstance(command, OpenMeter):
        return {command.meter: command.terms(operator)}
    if not isinstance(command, ChangeOption):
        return {}
    return {
        name: _on_option(meters.terms_of(each), notice.option, notice.reset_cents)
        for name, each in states.items()
        if each.is_open and (notice := each.notice(meters.OPTION)) is not None
    }


class AdjustMeter(MeterCommand, tag="AdjustMeter"):
    """Put a wrong meter right, with a second person: up by an amount, or down."""

    takes: ClassVar = CommandNeeds(approval=True, seen="the history of the meter, the reconciliation")
    forms: ClassVar = (CommandForm("Put a wrong meter right", "Adjust", places=(meters.METERS,)),)
    cents: int
    reason: str
    approver: Actor
    down: Annotated[bool, FieldPrompt("Down, not up")] = False

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        cents = -self.cents if self.down else self.cents
        if self.cents <= 0 or state.value + cents < 0:
            raise refuse("The amount must be more than $0, and leave no less than $0 on the meter.", law.WITHIN_BOUNDS)
        check_said(self.reason, "Enter the reason: it goes into the log.", law.METER_NAMED)
        event = meters.MeterAdjusted(cents, self.reason, self.approved_by, exact(state.value + cents))
        return self.write(order, state, event)


class ApproveAward(MeterCommand, tag="ApproveAward"):
    """Determine an award, and pay it. The people who dealt and recorded the round do not approve its award, nor does a
    person who hired one of them lately."""

    takes: ClassVar = CommandNeeds(seen="the history of the meter, the reconciliation")
    forms: ClassVar = (CommandForm("Approve and pay", places=("item",)),)
    award: str

    def decide(self, world: World, order: Order) -> Decision:
        state, found = find_award(world, order, self.meter, self.award)
        rules, award = meters.terms_of(state).rules(), found.award
        patron = load_patron(world.store, order.actor.operator, award.patron)
        if patron.excluded:
            raise refuse("This patron is excluded: refuse the award.", *rules.only((law.EXCLUDED,)), law.AWARD_PENDING)
        if patron.is_employee and rules.applies(law.EMPLOYEE_POLICY):
            raise refuse("This patron is an employee: refuse the award.", law.EMPLOYEE_POLICY)
        because = rules.only((law.AWARD_DETERMINED,)) + rules.readings("C25", "M32") + (law.AWARD_PENDING,)
        event = meters.AwardPaid(found.id, award.patron, award.cents, order.actor.person, because)
        return self.write(order, state, event, award=found.id, paid_cents=award.cents)


def find_award(world: World, order: Order, meter: str, award: str) -> tuple[meters.MeterState, meters.PendingAward]:
    """An award that waits; refused for a person who may not determine it."""
    state = meters.load_meter(world.store, order.actor.operator, meter)
    found = next((each for each in state.pending if each.id == award), None)
    if found is None:
        raise refuse("This award was dealt with already, or there is none of this number.", law.AWARD_PENDING)
    check_approver(world.store, found, order.actor, world.now)
    return state, found


def check_approver(store: Store, award: meters.PendingAward, who: Actor, now: datetime) -> None:
    """Refuse a person who may not determine an award: its winner, the people who dealt and recorded its round (the last
    act, which records it, may be another's than the cards), and a person who is tied to one of them."""
    if award.award.patron == who.person:
        raise refuse("You cannot approve an award of your own.", law.NOT_FOR_THEMSELVES)
    table = table_stream(who.operator, award.table)
    after = log.end_of(store, table, award.round - 1) if award.round > 1 else 0
    events = store.read(table, after=after, limit=log.end_of(store, table, award.round) - after)
    acts = (stored for stored in events if stored.kind == log_name(ActTaken))
    made_by = {award.by, *(stored.by for stored in acts if stored.data["act"]["type"] == log_name(Deal))}
    if who.person in made_by:
        words = "You dealt or recorded this round, so another person determines its award."
        raise refuse(words, law.BY_ANOTHER, law.AWARD_PENDING)
    for person in sorted(made_by):
        check_apart(store, Actor(who.operator, person, ""), who, now)


class RefuseAward(MeterCommand, tag="RefuseAward"):
    """Refuse an award: what the meter gave goes back to it."""

    takes: ClassVar = CommandNeeds(seen="the history of the meter, the reconciliation")
    forms: ClassVar = (CommandForm("Refuse", places=("item",)),)
    award: str
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        state, found = find_award(world, order, self.meter, self.award)
        rules = meters.terms_of(state).rules()
        check_said(self.reason, "Say why the award is refused: the reason goes into the log.", law.AWARD_PENDING)
        because = (*rules.only((law.AWARD_DETERMINED,)), law.AWARD_PENDING)
        return self.write(
            order, state, meters.refuse_award(state, found, self.reason, order.actor.person, because), award=found.id
        )
