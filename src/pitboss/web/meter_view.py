"""Jackpot meters as data: what a display shows of each, the jackpot of a table, and one meter with its sums and awards
(Crown 11.2.1(i), (j); Mississippi Stud 15.1.4; Caribbean Stud 2.4.3).

No player is named on a display; the pit and inspectors see who won.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from fractions import Fraction
from math import floor
from time import monotonic
from typing import Any

from pitboss import law, money
from pitboss.floor.jackpots import feeding, meter_commands
from pitboss.floor.jackpots.meters import (
    CLOSE,
    AwardPaid,
    AwardRefused,
    JackpotsAwarded,
    MeterNotice,
    MeterState,
    PendingAward,
    is_linked,
    load_meter,
    meter_event,
    pending_of,
    pool_of,
    reserve_of,
    take_event,
)
from pitboss.floor.operators import house_games
from pitboss.floor.people.permission import PATRON
from pitboss.floor.service import Actor, FloorTable, parse_stamp
from pitboss.floor.service.clock import told_time
from pitboss.floor.store import Store, Stream
from pitboss.floor.store.rows import meter_stream
from pitboss.floor.tables.jackpot_game import RegisteredWager
from pitboss.floor.tables.jackpots import played_wagers, prizes_and_claims
from pitboss.floor.tables.log import EventQuery, find_last_events
from pitboss.floor.tables.signage import Sign, jackpot_signs, schedule_prizes
from pitboss.floor.tables.state import OpenState, TableState
from pitboss.jackpot import MeterTerms
from pitboss.jackpot.hits import MOST_PLAYERS
from pitboss.jackpot.meter import exact, percent
from pitboss.jackpot.returns import bonus_return
from pitboss.lab.jackpot.solve import preview_jackpot
from pitboss.messages import current_language, phrase, say, translate
from pitboss.play import Round
from pitboss.report.settlements import grounds
from pitboss.value import Value, log_name
from pitboss.web.api import problems
from pitboss.web.api.dependencies import Api
from pitboss.web.api.table_data import SignSeen

CURRENT, PENDING, UNAVAILABLE, WON = "current", "pending", "unavailable", "won"
"""What a display says of a meter."""
WON_FOR = timedelta(minutes=10)
"""How long a display shows that a jackpot was won, once the award is paid (ours)."""
FRESH = 2.0
"""For how many seconds what displays show is not made again unless an event changed it: a jackpot that was won a while
ago, and meters that the log is no longer read for, come without one."""
AWARDS = 50
"""How many of the last awards of a meter are told."""
SHOWN = (law.METER_SHOWN, law.PRICE_SHOWN, law.PRIZES_SHOWN, law.FOLD_SHOWN, law.BONUS_SHOWN)


def plain_exact(amount: money.Exact) -> int | str:
    """An exact amount of cents as an answer has it: a whole number, else a fraction."""
    amount = exact(amount)
    return amount if isinstance(amount, int) else f"{amount.numerator}/{amount.denominator}"


def exact_dollars(amount: money.Exact) -> str:
    """An exact amount of cents in dollars, to the last fraction of a cent: `$60,003.57 + 1/2 c`."""
    if amount < 0:
        return f"-({exact_dollars(-amount)})" if amount.denominator > 1 else f"-{exact_dollars(-amount)}"
    whole = floor(amount)
    rest = Fraction(amount) - whole
    return money.dollars(whole) + (f" + {rest.numerator}/{rest.denominator} c" if rest else "")


# A meter on a display.


class WonSeen(Value):
    """A hand that takes a share of a meter; no display names the player."""

    award: str
    line: str
    cents: int
    table: str


class MeterSeen(Value, kw_only=True):
    """A meter as a display shows it, with the tables and the conditions that it is for."""

    meter: str
    state: str
    """Whether it is current, pending an approval, unavailable or just won."""
    says: str
    cents: int
    exact_cents: int | str
    version: int
    """It grows with everything that happens to the meter."""
    price_cents: int
    option: int
    method: str
    rate: str
    seed_cents: int
    reset_cents: int
    games: tuple[str, ...]
    tables: tuple[str, ...]
    """The tables that are linked to it."""
    by_hand: tuple[str, ...]
    """The tables whose equipment does not work."""
    won: WonSeen | None
    notices: tuple[MeterNotice, ...]
    signs: tuple[SignSeen, ...]
    edition: str
    because: law.Because
    clauses: tuple[str, ...]


class MetersSeen(Value):
    """The meters of a house that are in operation."""

    number: int
    """It grows with everything that a display of meters shows."""
    house: str
    meters: tuple[MeterSeen, ...]


def meter_now(store: Store, operator: str, meter: str) -> MeterState:
    """A meter as this process knows it, without a look at the store where it was read before."""
    known = store.cached_fold(meter_stream(operator, meter), take_event)
    return known[0] if known is not None else load_meter(store, operator, meter)


def meters_now(api: Api, operator: str) -> dict[str, MeterState]:
    """The meters of a house that are in operation, by their names."""
    names = sorted(stream.meter for stream in api.floor.store.streams(operator, "meter"))
    found = {name: meter_now(api.floor.store, operator, name) for name in names}
    return {name: state for name, state in found.items() if state.is_open}


def see_meters(api: Api, operator: str) -> MetersSeen:
    """The meters of a house as displays show them; all who look at the same moment see the same, made once."""
    number = api.hub.meters_at(operator)  # before the rest: what happens meanwhile is told again
    key, now = (operator, current_language()), monotonic()
    known = api.walls.get(key)
    if known is not None and known[0] == number and now - known[1] < FRESH:
        wall: MetersSeen = known[2]
        return wall
    tables = api.tables(operator)
    found = meters_now(api, operator).items()
    wall = MetersSeen(number, operator, tuple(MeterSeen(**_show_meter(api, operator, *each, tables)) for each in found))
    api.walls[key] = number, now, wall
    return wall


def _show_meter(api: Api, operator: str, name: str, state: MeterState, tables: Iterable[FloorTable]) -> dict[str, Any]:
    terms = state.terms
    assert terms is not None  # it was opened once
    rules = terms.rules()
    linked = {
        each.stream.table: each.state
        for each in tables
        if isinstance(each.state, OpenState) and is_linked(each.state, name)
    }
    by_hand = tuple(table for table, at in linked.items() if is_faulty(at))
    won = _find_won(api, operator, name, state)
    kind = _state(state, won, is_out=bool(linked) and len(by_hand) == len(linked), api=api, operator=operator)
    signs = tuple(SignSeen.of(rules, sign) for sign in jackpot_signs(rules, terms.offer(name)))
    because = rules.only((law.WALL_SAYS_WHERE, *SHOWN))
    return {
        "meter": name,
        "state": kind,
        "says": _says(kind, won),
        "cents": floor(state.value),
        "exact_cents": plain_exact(state.value),
        "version": state.length,
        "price_cents": terms.price_cents,
        "option": terms.option,
        "method": terms.method,
        "rate": percent(terms.rate, 2),
        "seed_cents": terms.seed_cents,
        "reset_cents": terms.reset_cents,
        "games": tuple(house_games(operator)[game] for game in terms.games),
        "tables": tuple(linked),
        "by_hand": by_hand,
        "won": won,
        "notices": state.notices,
        "signs": signs,
        "edition": rules.edition.name,
        "because": because,
        "clauses": rules.cite(because),
    }


def is_faulty(state: TableState) -> bool:
    """Whether the jackpot equipment of a table does not work."""
    return isinstance(state, OpenState) and state.jackpot_fault is not None and not state.jackpot_fault.works_again


def _state(state: MeterState, won: WonSeen | None, *, is_out: bool, api: Api, operator: str) -> str:
    if is_out or not state.is_open or feeding.MeterFeed.name in api.floor.reactions.failures(operator):
        return UNAVAILABLE
    return CURRENT if won is None else PENDING if state.pending else WON


def _says(kind: str, won: WonSeen | None) -> str:
    if kind == UNAVAILABLE:
        return say("The meter is not available. Games are kept by hand.")
    if won is None:
        return say("Current value")
    hand, cents = phrase(won.line), money.dollars(won.cents)
    words = (
        "{hand} at table {table}: {cents}, to be approved" if kind == PENDING else "{hand} at table {table}: {cents}"
    )
    return say(words, hand=hand, table=won.table, cents=cents)


def _find_won(api: Api, operator: str, name: str, state: MeterState) -> WonSeen | None:
    """The award that a display shows: the last that waits for its approval, else the last that was paid a while ago."""
    if state.pending:
        return _see_won(state.pending[-1])
    if not state.awards:
        return None
    store, stream = api.floor.store, meter_stream(operator, name).name
    paid = find_last_events(store, EventQuery(operator, (log_name(AwardPaid),), stream), 1)
    if not paid or api.floor.clock() - parse_stamp(paid[0].at) > WON_FOR:
        return None
    return next((_see_won(each) for each in _find_awards(store, operator, name) if each.id == paid[0].data["id"]), None)


def _see_won(award: PendingAward) -> WonSeen:
    return WonSeen(award.id, award.award.line, award.award.cents, award.table)


def _find_awards(store: Store, operator: str, meter: str) -> Iterator[PendingAward]:
    """The last awards of a meter, the newest first."""
    wanted = EventQuery(operator, (log_name(JackpotsAwarded),), meter_stream(operator, meter).name)
    for stored in find_last_events(store, wanted, AWARDS):
        event = meter_event(stored)
        assert isinstance(event, JackpotsAwarded)
        yield from reversed(event.awards)


# A meter at its table.


class TableMeter(Value, kw_only=True):
    """The jackpot as its table shows it: the meter, the price, the prizes, the dealing method and what a fold does, and
    the wagers of the viewer that are registered."""

    meter: str
    cents: int | None
    """Nothing at a practice table, which has no meter."""
    version: int
    """It grows with everything that happens to the meter."""
    news: str = ""
    """What changes with the notices and the awards of the meter: a page with another is told anew."""
    state: str
    """Whether it is current, unavailable at this table, or an award of this table is pending."""
    price_cents: int
    signs: tuple[SignSeen, ...]
    registered: tuple[RegisteredWager, ...] = ()
    """The staff see them all, a player their own."""
    fault: str = ""
    """What does not work."""
    notices: tuple[SignSeen, ...] = ()
    """What will change, and from when."""
    because: law.Because = ()

    def is_registered(self, patron: str, area: int) -> bool:
        """Whether a jackpot wager is registered, as far as the viewer may know."""
        return RegisteredWager(patron, area) in self.registered


def see_table_meter(store: Store, floor_table: FloorTable, state: OpenState, who: Actor) -> TableMeter | None:
    """The jackpot as a table shows it; nothing where it offers none."""
    game, operator = state.table.game, floor_table.stream.operator
    jackpot = game.terms.jackpot
    if jackpot is None:
        return None
    meter = meter_now(store, operator, jackpot.meter) if jackpot.meter else None
    started = state.jackpot.wagers if state.jackpot is not None else ()
    mine = tuple(wager for wager in started if who.role != PATRON or wager.patron == who.person)
    fault = state.jackpot_fault
    faulty = fault is not None and not fault.works_again
    waits = meter is not None and any(each.table == floor_table.stream.table for each in meter.pending)
    return TableMeter(
        meter=jackpot.meter,
        cents=floor(meter.value) if meter is not None else None,
        version=meter.length if meter is not None else 0,
        news=news_of(meter) if meter is not None else "",
        state=UNAVAILABLE if faulty else PENDING if waits else CURRENT,
        price_cents=jackpot.price_cents,
        signs=tuple(SignSeen.of(game.rules, sign) for sign in jackpot_signs(game.rules, jackpot)),
        registered=mine,
        fault=fault.words if fault is not None and faulty else "",
        notices=tuple(SignSeen.of(game.rules, sign) for sign in notice_signs(game.rules, meter)),
        because=game.rules.only(SHOWN),
    )


def news_of(state: MeterState) -> str:
    """The part of a meter that changes with its notices and awards, and not with each wager."""
    return f"{len(state.notices)}-{state.awards}-{len(state.pending)}"


def notice_signs(rules: law.Rules, meter: MeterState | None) -> Iterator[Sign]:
    """What the signs at each table of a meter say of a change that is to come (Crown 11.2.1(e)(i), (g))."""
    for notice in meter.notices if meter is not None else ():
        if notice.what == CLOSE:
            because = rules.only((law.METER_CLOSES_ON_NOTICE,))
            yield Sign("jackpot closes", say("This jackpot will close."), from_time=notice.due_at, because=because)
        else:
            prizes = "; ".join(schedule_prizes(rules, notice.option))
            words = say("This jackpot will pay by option {option}: {prizes}.", option=notice.option, prizes=prizes)
            because = rules.only((law.OPTION_ON_NOTICE,))
            yield Sign("jackpot option", words, from_time=notice.due_at, because=because)


def tell_meter(seen: TableMeter) -> Iterator[str]:
    """The jackpot of a table in words."""
    if seen.fault:
        yield say("The jackpot equipment does not work: {fault}. Games are kept by hand.", fault=seen.fault)
    elif seen.cents is not None:
        yield say("The jackpot stands at {cents}.", cents=money.dollars(seen.cents))
    for notice in seen.notices:
        yield f"{notice.words} {say('From {time}.', time=told_time(notice.from_time or ''))}"
    if seen.state == PENDING:
        yield say("A jackpot award of this table waits for its approval.")
    for wager in seen.registered:
        yield say("Jackpot wager of {patron} on area {area}: registered.", patron=wager.patron, area=wager.area)


# The prizes of a round.


class JackpotPrizeSeen(Value):
    """A jackpot prize of a round that is over: what a hand takes, or a bonus."""

    patron: str
    area: int
    line: str
    cents: int
    """Nothing of an award that the meter has still to be told of."""
    state: str
    """Whether it is paid, waits for its approval or was refused; nothing where the meter has still to be told of it."""
    by_dealer: bool
    """Whether the dealer pays it at the table: what is no share of the meter."""
    words: str
    because: tuple[dict[str, Any], ...]


PAID, REFUSED = "paid", "refused"
"""What became of a prize."""


def see_prizes(store: Store, stream: Stream, round: Round) -> tuple[JackpotPrizeSeen, ...]:
    """The jackpot prizes of a round that is over: those that the dealer pays, and the awards of the meter."""
    jackpot, rules = round.game.terms.jackpot, round.game.rules
    if jackpot is None or not jackpot.meter or not round.claims:
        return ()
    wagers, chips = played_wagers(round.settlements), round.game.terms.chips
    prizes, claims = prizes_and_claims(rules, jackpot, round.claims, wagers, chips)
    found = [
        JackpotPrizeSeen(
            each.patron, each.area, each.line, each.cents, PAID, True, "", tuple(grounds(rules, each.because))
        )
        for each in prizes
    ]
    awards = tuple(_awards_of_round(store, stream, jackpot.meter, round.number)) if claims else ()
    for claim in claims:
        of_claim = [each for each in awards if (each[0].award.patron, each[0].award.area) == (claim.patron, claim.area)]
        award, state = of_claim[0] if of_claim else (None, "")
        cents, because = (award.award.cents, award.award.because) if award is not None else (0, ())
        why = tuple(grounds(rules, because))
        found.append(JackpotPrizeSeen(claim.patron, claim.area, claim.line, cents, state, False, "", why))
    return tuple(each._replace(words=_prize_words(each)) for each in found)


def _awards_of_round(store: Store, stream: Stream, meter: str, round: int) -> Iterator[tuple[PendingAward, str]]:
    """The awards of a round, each with what became of it; the last that was made of a hand comes first."""
    kinds, holding = (log_name(JackpotsAwarded),), (f'"table":"{stream.table}"', f'"round":{round},')
    wanted = EventQuery(stream.operator, kinds, meter_stream(stream.operator, meter).name, holding=holding)
    made = [meter_event(stored) for stored in find_last_events(store, wanted, AWARDS)]
    state = load_meter(store, stream.operator, meter)  # once they are read: it has them all, and what became of them
    waits = {each.id for each in state.pending}
    for event in made:
        if isinstance(event, JackpotsAwarded) and (event.table, event.round) == (stream.table, round):
            for each in event.awards:
                yield each, PENDING if each.id in waits else REFUSED if each.id in state.refused else PAID


def _prize_words(prize: JackpotPrizeSeen) -> str:
    """A prize in words."""
    what = say("bonus jackpot") if prize.line == "bonus" else translate(prize.line.replace("-", " "))
    said = {"patron": prize.patron, "prize": what, "amount": money.dollars(prize.cents)}
    match prize.state:
        case "":
            return say("{patron}'s jackpot prize, {prize}: the meter tells the amount", **said)
        case state if state == PENDING:
            return say("{patron}'s jackpot prize, {prize}: {amount}, to be approved", **said)
        case state if state == REFUSED:
            return say("{patron}'s jackpot prize, {prize}: {amount}, refused", **said)
        case _:
            return say("{patron}'s jackpot prize, {prize}: {amount}", **said)


# One meter, with its sums and its awards.


class MeterSums(Value):
    """What has gone into a meter and out of it, in exact cents: all but the awards, less the awards, is what it stands
    at. The pool in the ledger has its whole cents."""

    start: int | str
    contributions: int | str
    reseeds: int | str
    transfers: int | str
    adjustments: int | str
    awards: int | str
    current: int | str
    reserve: int | str
    pool_cents: int
    fraction: int | str
    """What the meter has beyond its pool: less than a cent."""
    pending_cents: int
    reserve_pool_cents: int


class AwardSeen(Value):
    """An award of a meter: what it is, whose, and how far it is."""

    id: str
    table: str
    round: int
    patron: str
    line: str
    cents: int
    meter_cents: int | str
    """What the meter gives of it; the house gives the rest."""
    state: str
    decided_by: str
    reason: str
    because: law.Because
    clauses: tuple[str, ...]


class OneMeter(MeterSeen, kw_only=True):
    """A meter with its sums, its awards and what a wager on it returns."""

    sums: MeterSums
    awards: tuple[AwardSeen, ...]
    returns: str
    is_open: bool


def see_one_meter(api: Api, operator: str, name: str) -> OneMeter:
    """A meter with its sums and its awards; a meter that was closed too."""
    store, state = api.floor.store, load_meter(api.floor.store, operator, name)
    if state.terms is None:
        raise problems.NotFound(say("There is no meter {meter}.", meter=name))
    meter = state.meter
    accounts = (pool_of(operator, name), pending_of(operator, name), reserve_of(operator, name))
    pool, pending, reserve = (store.balance(account).here for account in accounts)
    parts = {part: plain_exact(getattr(meter, part)) for part in meter._fields}
    sums = MeterSums(
        **parts,
        current=plain_exact(meter.value),
        reserve=plain_exact(state.reserve.value),
        pool_cents=pool,
        fraction=plain_exact(meter.value - pool),
        pending_cents=pending,
        reserve_pool_cents=reserve,
    )
    rules = state.terms.rules()
    return OneMeter(
        **_show_meter(api, operator, name, state, api.tables(operator)),
        sums=sums,
        awards=tuple(_awards(store, operator, name, state, rules)),
        returns=meter_commands.return_of(state.terms),
        is_open=state.is_open,
    )


def _awards(store: Store, operator: str, name: str, state: MeterState, rules: law.Rules) -> Iterator[AwardSeen]:
    kinds, stream = (log_name(AwardPaid), log_name(AwardRefused)), meter_stream(operator, name).name
    done = {each.data["id"]: each for each in find_last_events(store, EventQuery(operator, kinds, stream), 4 * AWARDS)}
    waiting = {each.id for each in state.pending}
    for each in list(_find_awards(store, operator, name))[:AWARDS]:
        decided = done.get(each.id)
        kind = "" if decided is None else PAID if decided.kind == log_name(AwardPaid) else REFUSED
        award = each.award
        yield AwardSeen(
            id=each.id,
            table=each.table,
            round=each.round,
            patron=award.patron,
            line=award.line,
            cents=award.cents,
            meter_cents=plain_exact(award.meter),
            state=PENDING if each.id in waiting else kind,
            decided_by=decided.data["by"] if decided is not None else "",
            reason=decided.data.get("reason", "") if decided is not None else "",
            because=award.because,
            clauses=rules.cite(award.because),
        )


# What a wager returns.


class ReturnPreview(Value):
    """The long-run return of a wager on a meter, its parts, and the amounts that it leaves out."""

    returns: str
    parts: Mapping[str, str]
    beside: Mapping[str, str]


def preview_return(terms: MeterTerms) -> ReturnPreview:
    """The long-run return of a wager on a meter with these terms."""
    priced, folding = preview_jackpot(terms)
    parts = {
        say("Fixed prizes"): priced.fixed,
        say("What feeds the meter"): terms.rate,
        say("What it starts again with"): priced.reset,
        say("What the house adds to least prizes"): priced.least.worth,
    }
    beside = {}
    if terms.bonus_cents:
        words = say("Bonuses return beside, with {players} wagers in a round", players=MOST_PLAYERS)
        beside[words] = percent(bonus_return(terms, MOST_PLAYERS))
    if folding is not None:
        beside[say("Returns where the best play of the game folds prizes")] = percent(folding.total)
    shown = {name: percent(part) for name, part in parts.items() if percent(part) != percent(0)}
    return ReturnPreview(percent(priced.total), shown, beside)
