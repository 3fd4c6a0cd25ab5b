"""The pit as data: a tile for each table, what waits for a decision and whose each is, one table with all that is run
at it, and the staff.

Nothing here comes from a card: the pit sees who plays, for how much and what has to be seen to.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any

from msgspec import UNSET, UnsetType

from pitboss.floor.cashier import approvals, mispayments
from pitboss.floor.jackpots import meter_commands, meters
from pitboss.floor.people.permission import REGULATORS, SURVEILLANCE, may, permissions
from pitboss.floor.people.staff import check_apart, role_of
from pitboss.floor.service import Actor, FloorTable, stamp
from pitboss.floor.store import Stream
from pitboss.floor.tables import disputes, irregularities, irregularity_state, log, ruling_duties
from pitboss.floor.tables.decks import CARD_ORDERS
from pitboss.floor.tables.players import Players
from pitboss.floor.tables.state import COMPLAINT, RAISED, REVIEW, OpenState, TableState, players_of
from pitboss.law import ENGLISH_ONLY, MAXIMUM_PAYOUT
from pitboss.messages import message, phrase, say, say_name, words_of
from pitboss.money import dollars
from pitboss.play import Refused, irregularity, needs
from pitboss.report import registers, sheet
from pitboss.value import Value, log_name
from pitboss.web import meter_view, promotions, returns
from pitboss.web.api.dependencies import EVERYWHERE, Api
from pitboss.web.api.table_data import LimitsSeen, NoticeSeen, table_row

# The inbox.


class InboxItem(Value, kw_only=True):
    """An item of the inbox: whether the asker may decide it, and else why not."""

    table: str
    kind: str
    id: str
    title: str
    words: str
    theirs: bool
    why: str
    at: str | None = None
    by: str = ""
    options: list[dict[str, str]] | UnsetType = UNSET
    meter: str | UnsetType = UNSET
    """The meter of a jackpot award."""


def inbox(api: Api, found: Collection[FloorTable], who: Actor) -> Iterator[InboxItem]:
    """Everything in a house that waits for a decision: approvals, disputes, irregularities and their duties,
    prohibited devices, mis-payments."""
    for floor_table in found:
        yield from _requests(api, floor_table, who)
        yield from _disputes(floor_table, who)
        yield from _devices(api, floor_table, who)
        yield from _irregularities(api, floor_table, who)
        yield from _notifications(api, floor_table, who)
        yield from _duties(floor_table, who)
    yield from _awards(api, {each.stream.table for each in found}, who)
    yield from (InboxItem(**item) for item in (*promotions.promotion_items(api, who), *returns.return_items(api, who)))
    for name, case in mispayments.cases(api.floor.store, who.operator).items():
        if not case.is_closed:
            noted = case.noted
            words = say(
                "{kind} paid {amount} {way}: {enquiry}",
                kind=phrase(noted.kind),
                amount=dollars(noted.cents),
                way=noted.way,
                enquiry=noted.enquiry,
            )
            theirs = _decide_by_rank(who, "FollowMispayment")
            yield InboxItem(
                table=noted.table,
                kind="mispayment",
                id=name,
                title=say("Mis-payment"),
                words=words,
                at=case.at,
                **theirs,
            )


def _decide_by_rank(who: Actor, command: str) -> dict[str, Any]:
    """Whether a command is a person's to give."""
    return _decides(may(who, command), permissions()[command].ranks.get(who.operator, ""))


def _decides(theirs: bool, least: str) -> dict[str, Any]:
    return {"theirs": theirs, "why": "" if theirs else say("For a {rank} or above.", rank=least.replace("-", " "))}


def _written_at(api: Api, floor_table: FloorTable, name: str) -> str:
    """When the event was written that something at a table is named after."""
    return api.tallies.find_event(floor_table.stream, int(name.rpartition("-")[2])).at


def _requests(api: Api, floor_table: FloorTable, who: Actor) -> Iterator[InboxItem]:
    for asked in floor_table.state.asked:
        at = _written_at(api, floor_table, asked.id)
        decides = _decide_by_rank(who, log_name(approvals.ASKABLE[asked.what].command))
        if asked.by == who.person:
            decides = {"theirs": False, "why": say("You asked for this, so another person must approve it.")}
        elif decides["theirs"]:
            try:
                check_apart(api.floor.store, Actor(who.operator, asked.by, asked.rank), who, api.floor.clock())
            except Refused as no:
                decides = {"theirs": False, "why": words_of(no)}
        words = phrase(asked.words) + (f" ({asked.reason})" if asked.reason else "")
        item: dict[str, Any] = {
            "table": floor_table.stream.table,
            "id": asked.id,
            "title": phrase(asked.what),
            "words": words,
        }
        yield InboxItem(kind="request", at=at, by=asked.by, **item, **decides)


def _awards(api: Api, tables: Collection[str], who: Actor) -> Iterator[InboxItem]:
    """Jackpot awards that wait for their approval, with what the meter gives of each."""
    for name, meter in meters.meters_of(api.floor.store, who.operator).items():
        for each in meter.pending:
            if each.table not in tables:
                continue
            award, decides = each.award, _decide_by_rank(who, "ApproveAward")
            if decides["theirs"]:
                try:
                    meter_commands.check_approver(api.floor.store, each, who, api.floor.clock())
                except Refused as no:
                    decides = {"theirs": False, "why": words_of(no)}
            words = say(
                "{patron}, round {round}: {hand}, {amount}. Of it the meter {meter} gives {share}.",
                patron=award.patron,
                round=each.round,
                hand=phrase(award.line).lower(),
                amount=dollars(award.cents),
                meter=name,
                share=meter_view.exact_dollars(award.meter),
            )
            item: dict[str, Any] = {"table": each.table, "id": each.id, "words": words, "by": each.by}
            yield InboxItem(kind="award", title=say("Jackpot award"), meter=name, **item, **decides)


def _devices(api: Api, floor_table: FloorTable, who: Actor) -> Iterator[InboxItem]:
    """Prohibited devices that an inspector, or the police, have yet to take over."""
    for report in floor_table.state.devices:
        at = _written_at(api, floor_table, report.id)
        held = say("held until they come") if report.held else say("reported at once")
        words = say("{person}, found with {what}: {held}", person=report.person, what=report.what, held=held)
        item: dict[str, Any] = {
            "table": floor_table.stream.table,
            "id": report.id,
            "words": words,
            "at": at,
            "by": report.by,
        }
        title = say("Prohibited device, for the {officer}", officer=report.to)
        yield InboxItem(kind="device", title=title, **item, **_decide_by_rank(who, "TakeOverDevice"))


def _irregularities(api: Api, floor_table: FloorTable, who: Actor) -> Iterator[InboxItem]:
    """The irregularities that wait for a ruling, each with its remedies."""
    state = floor_table.state
    matter = state.matter if isinstance(state, OpenState) else None
    if not isinstance(state, OpenState) or matter is None:
        return
    try:
        offered = irregularities.offer_remedies(state.round, matter.report, floor_table.shoe, exposed=matter.exposed)
    except Refused:
        offered = ()
    mine = [each for each in offered if may(who, "RuleIrregularity") and irregularities.has_rank(state, who, each)]
    rank = next((each.rank for each in offered if each.rank), "dealer")
    options = [{"name": each.name, "words": phrase(each.name), "does": each.words} for each in mine]
    at = _written_at(api, floor_table, matter.id)
    item: dict[str, Any] = {"table": floor_table.stream.table, "id": matter.id, "at": at, "by": matter.by}
    words = say("Round {round}: {matter}. Play waits.", round=matter.round, matter=matter.words)
    title = "Irregularity"
    yield InboxItem(
        kind="irregularity", title=title, words=words, options=options, **item, **_decides(bool(mine), rank)
    )


def _notifications(api: Api, floor_table: FloorTable, who: Actor) -> Iterator[InboxItem]:
    """The people who have yet to be told of an irregularity; overdue notices say so."""
    now = stamp(api.floor.clock())
    for each in floor_table.state.notifications:
        words = say("Round {round}: {about}. To be told at once.", round=each.round, about=each.about)
        theirs = _decide_by_rank(who, "Notify")
        if who.role in REGULATORS and who.role != each.who:
            theirs = {"theirs": False, "why": say("The {who} is told of this.", who=say_name(each.who))}
        item: dict[str, Any] = {
            "table": floor_table.stream.table,
            "id": each.id,
            "words": words,
            "by": each.who,
            "at": each.due_at,
        }
        told = message("Surveillance") if each.who == SURVEILLANCE else say("the {who}", who=say_name(each.who))
        title = say("Tell {told}, overdue", told=told) if now > each.due_at else say("Tell {told}", told=told)
        yield InboxItem(kind="notify", title=title, **item, **theirs)


def _duties(floor_table: FloorTable, who: Actor) -> Iterator[InboxItem]:
    """The work on the cards or the device that is due before the game goes on."""
    state = floor_table.state
    if not isinstance(state, OpenState):
        return
    for duty in state.duties:
        item: dict[str, Any] = {
            "table": floor_table.stream.table,
            "id": duty.id,
            "words": phrase(irregularity_state.DUTIES[duty.what]),
        }
        kind = (
            "order"
            if duty.what in ruling_duties.ELSEWHERE or (duty.what == irregularity.REPLACE_CARDS and not duty.at_once)
            else "duty"
        )
        is_first = duty in irregularity_state.duties_before_cards(state)
        title = say("Before the next card") if is_first else say("After the round")
        yield InboxItem(kind=kind, title=title, **item, **_decide_by_rank(who, "FinishDuty"))


def _disputes(floor_table: FloorTable, who: Actor) -> Iterator[InboxItem]:
    for dispute in floor_table.state.disputes:
        words = f"{dispute.patron}, round {dispute.round}: {dispute.about}"
        item: dict[str, Any] = {
            "table": floor_table.stream.table,
            "id": dispute.id,
            "words": words,
            "by": dispute.patron,
        }
        if dispute.status in (RAISED, REVIEW):
            stage, theirs = disputes.stage_of(who.operator, dispute), disputes.may_rule(who, dispute)
            why = (
                ""
                if theirs
                else say("For a {rank} or above who has not ruled on it.", rank=stage.rank.replace("-", " "))
            )
            yield InboxItem(
                kind="dispute", title=say("Dispute, {stage}", stage=stage.name), theirs=theirs, why=why, **item
            )
        elif dispute.status == COMPLAINT:
            theirs = may(who, "CloseComplaint")
            why = "" if theirs else say("With an inspector.")
            yield InboxItem(kind="dispute", title=message("Complaint"), theirs=theirs, why=why, **item)


# The tables at a glance.


class AlertSeen(Value):
    """An alert that no person has acknowledged."""

    id: str
    kind: str
    words: str
    at: str | None
    by: str


class Tile(Value, kw_only=True):
    """A table as the pit sees it at a glance."""

    table: str
    title: str
    edition: str
    status: str
    unit: str
    sign: dict[str, LimitsSeen]
    areas: int
    taken: int
    players: int
    pace: int
    rounds: int
    round: int | None
    playing: bool
    float_cents: int
    result_cents: int
    opened_at: str | None
    closing: bool
    notices: tuple[NoticeSeen, ...]
    posts: dict[str, str]
    alerts: list[AlertSeen]


class RunningNotice(NoticeSeen):
    """A notice that runs, with its table."""

    table: str
    title: str


class LogVerified(Value):
    """When the whole log was last verified, and whether nothing was changed."""

    at: str | None
    clean: bool | None


class PitSeen(Value):
    """The pit as a person sees it."""

    number: int
    now: str
    tables: list[Tile]
    inbox: list[InboxItem]
    clocks: list[RunningNotice]
    verified: LogVerified
    standing_still: Mapping[str, str]
    """Reactions that fail at an event and read the log no further, with why."""


def see_pit(api: Api, who: Actor) -> PitSeen:
    """The pit as a person sees it."""
    number = api.number_of(Stream(who.operator, EVERYWHERE))  # before the rest: what happens meanwhile is told again
    found, now = api.tables(who.operator), api.floor.clock()
    floats = api.floor.store.balances_of([floor_table.bookkeeper.float for floor_table in found])
    tiles = [Tile(**_tile(api, floor_table, now, floats[floor_table.bookkeeper.float].here)) for floor_table in found]
    clocks = [
        RunningNotice(**notice._asdict(), table=row.table, title=row.title) for row in tiles for notice in row.notices
    ]
    last = api.verifications.last_whole(who.operator)
    return PitSeen(
        number=number,
        now=_time(now),
        tables=tiles,
        inbox=list(inbox(api, found, who)),
        clocks=sorted(clocks, key=lambda clock: clock.due_at or "9"),
        verified=LogVerified(last.ended_at or None, last.clean),
        standing_still=api.floor.reactions.failures(who.operator),
    )


def _time(now: datetime) -> str:
    return now.isoformat(timespec="seconds").replace("+00:00", "Z")


def _posts(state: TableState) -> dict[str, str]:
    return dict(state.posts) if isinstance(state, OpenState) else {}


def _tile(api: Api, floor_table: FloorTable, now: datetime, float_cents: int) -> dict[str, Any]:
    state, row = floor_table.state, table_row(floor_table)
    tally = api.tallies.of(floor_table.stream, state.length)
    is_open = isinstance(state, OpenState)
    money = tally.money if not is_open else tally.money._replace(closing=float_cents)
    alerts = [(alert, api.tallies.find_event(floor_table.stream, alert.number)) for alert in state.alerts]
    return {
        "table": row.table,
        "title": row.title,
        "edition": row.edition,
        "status": state.status,
        "unit": state.unit.name,
        "sign": row.sign,
        "areas": row.areas,
        "taken": len(row.taken),
        "players": len(players_of(state)),
        "pace": tally.pace(now) if is_open else 0,
        "rounds": tally.rounds,
        "round": row.round,
        "playing": isinstance(state, OpenState) and not state.is_between_rounds,
        "float_cents": float_cents,
        "result_cents": money.result,
        "opened_at": tally.opened_at or None,
        "closing": row.closing,
        "notices": row.notices,
        "posts": _posts(state),
        "alerts": [
            AlertSeen(alert.id, alert.kind, log.read_event(raised).alert_words(), raised.at, raised.by)
            for alert, raised in alerts
        ],
    }


# One table.


class MarkerSeen(Value):
    """A marker at a player's box."""

    patron: str
    kind: str
    area: int


class DecksSeen(Value):
    """The decks of a table: what they wait for, what is locked away, and what may be ordered for the cards."""

    awaits: list[str]
    secured: list[dict[str, str]]
    pre_shuffled: str
    orders: list[str]


class DeviceSeen(Value):
    """A shoe or a shuffling device of a table."""

    name: str
    kind: str
    status: str


class RunTable(Tile, kw_only=True):
    """A table with all that is run at it."""

    number: int
    now: str
    inbox: list[InboxItem]
    money: dict[str, int]
    slips: list[sheet.Row]
    may: list[str]
    """The commands that the asker's rank reaches."""
    seats: Players = ()
    told: tuple[dict[str, str], ...] = ()
    equipment: tuple[DeviceSeen, ...] = ()
    markers: tuple[MarkerSeen, ...] = ()


class RefusableWager(Value):
    """A wager that may be refused: it is on the layout, and wagers are open."""

    patron: str
    area: int
    spot: str
    cents: int


class OpenRunTable(RunTable, kw_only=True):
    """An open table with all that is run at it, and the terms that hold there."""

    chips_cents: tuple[int, ...]
    spots: tuple[str, ...]
    waiting_terms: bool
    has_maximum_payout: bool
    maximum_payout_cents: int | None
    individual: dict[str, dict[str, LimitsSeen]]
    restricted: dict[str, str]
    reserved: dict[str, list[int]]
    bettors: int
    most_players: int
    granted: list[str]
    engine: str
    carries_minimum: bool
    decks: DecksSeen
    suspects_first: tuple[str, ...]
    english_only: bool
    knows_suspicion: bool
    refusable: tuple[RefusableWager, ...]


def run_table(api: Api, floor_table: FloorTable, who: Actor) -> RunTable | OpenRunTable:
    """A table with all that is run at it."""
    state, now = floor_table.state, api.floor.clock()
    shown = _tile(api, floor_table, now, api.floor.store.balance(floor_table.bookkeeper.float).here)
    tally = api.tallies.of(floor_table.stream, state.length)
    shown |= {
        "number": api.number_of(Stream(who.operator, EVERYWHERE)),
        "now": _time(now),
        "inbox": [item for item in inbox(api, [floor_table], who) if item.table == floor_table.stream.table],
        "money": {f"{name}_cents": cents for name, cents in tally.money._asdict().items()},
        "slips": sheet.newest_first(registers.collect_rows(tally.slips)),
        "may": [name for name in permissions() if may(who, name)],
    }
    return OpenRunTable(**shown, **_terms(state)) if isinstance(state, OpenState) else RunTable(**shown)


def _terms(state: OpenState) -> dict[str, Any]:
    rules, terms, decks = state.table.game.rules, state.terms, state.decks
    kept = ("pack", "how", "by", "rank", "pre_shuffled")
    takes_wagers = any(isinstance(need, needs.WagersNeed) for need in state.round.needs)
    live = [wager for wager in state.round.wagers if wager.live]
    return {
        "seats": state.players,
        "told": tuple(told._asdict() for told in state.told),
        "equipment": tuple(DeviceSeen(each.name, each.kind, each.status) for each in state.equipment),
        "markers": tuple(MarkerSeen(marker.patron, marker.kind, marker.area) for marker in state.markers),
        "chips_cents": terms.chips.denominations,
        "spots": tuple(state.table.game.spots),
        "waiting_terms": state.next_terms is not None,
        "has_maximum_payout": rules.applies(MAXIMUM_PAYOUT),
        "maximum_payout_cents": terms.maximum_payout_cents,
        "individual": {patron: LimitsSeen.of(own) for patron, own in terms.individual.items()},
        "restricted": {patron: str(held.rule) for patron, held in terms.restricted.items()},
        "reserved": {patron: list(areas) for patron, areas in terms.reserved.items()},
        "bettors": terms.bettors,
        "most_players": terms.players,
        "granted": sorted(map(str, rules.granted)),
        "engine": rules.game.engine,
        "carries_minimum": any(marker.kind == "kept" for marker in state.markers),
        "decks": DecksSeen(
            awaits=[str(ground) for ground in decks.awaits],
            secured=[{name: getattr(each, name) for name in kept} for each in decks.secured],
            pre_shuffled=decks.pre_shuffled,
            orders=[what for what, rule in CARD_ORDERS.items() if rules.applies(rule)],
        ),
        "suspects_first": tuple(state.suspicion.first),
        "english_only": state.suspicion.english,
        "knows_suspicion": rules.applies(ENGLISH_ONLY),
        "refusable": tuple(RefusableWager(w.patron, w.area, w.spot, w.left.cents) for w in live if takes_wagers),
    }


# The staff.


class PostSeen(Value):
    """A post at a table."""

    table: str
    post: str


class StaffMember(Value):
    """A person of the staff: their rank, and the tables at which they are."""

    person: str
    role: str
    posts: list[PostSeen]


def staff_of(api: Api, operator: str) -> list[StaffMember]:
    """The staff of a house: who holds which rank, and at which tables they are."""
    at: dict[str, list[PostSeen]] = {}
    for floor_table in api.tables(operator):
        for post, person in _posts(floor_table.state).items():
            at.setdefault(person, []).append(PostSeen(floor_table.stream.table, post))
    names = [stream.person for stream in api.floor.store.streams(operator, "person")]
    found = [StaffMember(name, role_of(api.floor.store, operator, name)[0], at.get(name, [])) for name in names]
    return [member for member in found if member.role]
