"""Services that the routes share: the person who asks, the table, the carrying out of an order, and notification of
changes."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Query, Request
from fastapi.responses import StreamingResponse
from sqlalchemy import func, select
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from pitboss.floor.audit.upkeep import Upkeep
from pitboss.floor.audit.verify import Verifications
from pitboss.floor.cashier.slips import Tallies
from pitboss.floor.patrons.account import OpenPayments
from pitboss.floor.people import permission, signin, staff
from pitboss.floor.service.commands import Actor, FloorTable, Order
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Stored, Stream, schema, table_stream
from pitboss.floor.tables import edges, jackpots, state
from pitboss.law import TITLES
from pitboss.law import Key as RuleKey
from pitboss.messages import say, translate, words_of
from pitboss.play import Refused
from pitboss.report.results import RoundSums
from pitboss.value import log_name
from pitboss.web.access import check_away
from pitboss.web.api import metrics, problems, table_data
from pitboss.web.lab_jobs import offer_edges, practice_notes, queue
from pitboss.web.limits import PasswordThreads, RequestLimits

COOKIE = "pitboss"
NAME = r"^[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}$"

Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=120,
        pattern=r"^[!-~]+$",
        description="Names the command: sent again under the same key it is done once and answered alike.",
        examples=["4f1c2b7e-7"],
    ),
]
TableName = Annotated[str, Path(pattern=NAME, description="The table.", examples=["7"])]
TournamentName = Annotated[str, Path(pattern=NAME, description="The tournament.", examples=["spring-cup"])]
PatronName = Annotated[str, Path(pattern=NAME, description="The patron's id.", examples=["ann"])]
PersonName = Annotated[str, Path(pattern=NAME, description="The person's id.", examples=["dealer-17"])]
MeterName = Annotated[str, Path(pattern=NAME, description="The meter.", examples=["grand"])]
CaseName = Annotated[str, Path(pattern=NAME, description="The mis-payment's number.", examples=["M-2026-4"])]
PromotionName = Annotated[str, Path(pattern=NAME, description="The promotion.", examples=["spring-draw"])]
ReturnName = Annotated[str, Path(pattern=r"^[a-z]{1,20}$", description="A return.", examples=["mispayments"])]
After = Annotated[int, Query(ge=0, le=2**53, description="The cursor that the last page gave; 0 for the first page.")]
Limit = Annotated[int, Query(ge=1, le=500, description="How many at most.")]


# Streams.

EVERYWHERE = "*"
"""The name under which a page watches every table of a house, and its registers."""
METERS = "meters"
"""The name under which a page watches the jackpot meters of a house."""
SEEN_WITH_METERS = frozenset(
    log_name(kind)
    for kind in (
        state.TableOpened,
        state.TableClosed,
        state.TermsChanged,
        jackpots.JackpotEquipmentFailed,
        jackpots.JackpotEquipmentRestored,
        jackpots.JackpotPlayApproved,
    )
)
"""The events of tables that change what a display of meters shows."""


class Hub:
    """Wakes the watchers of a table when it changes. Each watcher then reads the table anew, as that watcher may see
    it."""

    def __init__(self, look: Callable[[Stream], object], position: int = 0) -> None:
        self._look, self._position = look, position
        self._meters: dict[str, int] = {}
        self.has_ended = False
        """Whether the process is about to end: all watching stops."""
        self._watchers: dict[Stream, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = defaultdict(set)

    def see(self, page: Sequence[Stored]) -> None:
        """Note that the log has grown, and wake the watchers."""
        for stream in dict.fromkeys(stored.stream for stored in page):
            if stream in self._watchers and stream.is_table:
                self._look(stream)  # so that the watchers find it as it is
            self.notify(stream)
        for stored in page:
            if stored.stream.meter or stored.kind in SEEN_WITH_METERS:
                operator = stored.stream.operator
                self._meters[operator] = stored.position
                self.notify(Stream(operator, METERS))

    def meters_at(self, operator: str) -> int:
        """The place in the log of the last event that the displays of a house's meters show: every process counts
        alike, so that a display that comes to another misses nothing."""
        return self._meters.get(operator, self._position)

    def notify(self, stream: Stream) -> None:
        """Wake all watchers of a stream, and those of its whole house; each event loop is woken once, however many
        watch on it."""
        woken: dict[asyncio.AbstractEventLoop, list[asyncio.Event]] = {}
        for name in (stream, Stream(stream.operator, EVERYWHERE)):
            for loop, event in tuple(self._watchers.get(name, ())):
                woken.setdefault(loop, []).append(event)
        for loop, events in woken.items():
            loop.call_soon_threadsafe(_wake, events)

    def end(self) -> None:
        """Wake all watchers for the last time: their streams end, and the readers learn that they ended."""
        self.has_ended = True
        for entries in tuple(self._watchers.values()):
            for loop, event in tuple(entries):
                loop.call_soon_threadsafe(event.set)

    def watch(self, stream: Stream) -> "TableSubscription":
        """Begin to watch a table."""
        return TableSubscription(self, stream)


def _wake(events: list[asyncio.Event]) -> None:
    for event in events:
        event.set()


class TableSubscription:
    """One watcher of one table."""

    def __init__(self, hub: Hub, stream: Stream) -> None:
        self._hub, self._stream = hub, stream
        self._event = asyncio.Event()
        self._entry = asyncio.get_running_loop(), self._event

    def __enter__(self) -> "TableSubscription":
        self._hub._watchers[self._stream].add(self._entry)
        return self

    def __exit__(self, *_: object) -> None:
        watchers = self._hub._watchers[self._stream]
        watchers.discard(self._entry)
        if not watchers:  # nothing is kept of a table without watchers
            self._hub._watchers.pop(self._stream, None)

    async def wait_for_change(self, seconds: float) -> bool:
        """Wait until something has changed; False if nothing has changed within the time."""
        try:
            await asyncio.wait_for(self._event.wait(), seconds)
        except TimeoutError:
            return False
        self._event.clear()
        return True


# What the routes ask for.


class Api:
    """The services of the routes over the floor that is served."""

    def serve(
        self,
        floor: Floor,
        sign_in: signin.SignIn,
        upkeep: Upkeep | None = None,
        limits: RequestLimits | None = None,
    ) -> None:
        """Serve this floor. Routes get everything from here, so that one application can be given another floor."""
        self.floor, self.sign_in, self.metrics = floor, sign_in, metrics.Metrics(floor, upkeep)
        self.hub = Hub(floor.table, floor.follower.position)
        self.limits = limits or RequestLimits()
        self.lab_jobs = queue.LabJobs(self.limits, lambda job: self.hub.notify(job.stream))
        self.passwords, self.streams = PasswordThreads(self.limits), Counter[str]()
        self.meter_values: dict[str, tuple[int, str]] = {}
        """What the streams of meters told last of each house, with its number."""
        self.walls: dict[tuple[str, object], tuple[int, float, Any]] = {}
        """The meters of each house as displays show them in each language, with their number and when that was."""
        self.practice = practice_notes.Practice(floor, self.lab_jobs)
        self.tallies, self.payments, self.upkeep = Tallies(floor.store), OpenPayments(floor.store), upkeep
        self.round_sums = RoundSums(floor.store)
        self.verifications = Verifications(floor.store, floor.clock) if upkeep is None else upkeep.verifications
        floor.follower.projections += (self.metrics.count, self.hub.see)

    def identify(self, request: Request, *, changing: bool = False) -> Actor:
        """The person who asks, by their cookie or their bearer token; one who has to change their password is let in
        to do that alone."""
        token = token_of(request)
        if not token:
            raise signin.NotSignedIn
        if is_watching(request):
            return self.sign_in.peek(token, locked=is_locked_in_place(request))
        return self.sign_in.identify(token, changing=changing)

    def number_of(self, stream: Stream) -> int:
        """The number of the last event of a stream, of a whole house, or of a lab job: a client resumes from it."""
        if (job := self.lab_jobs.job_of(stream)) is not None:
            return job.number
        if stream.name == METERS:
            return self.hub.meters_at(stream.operator)
        if stream.name != EVERYWHERE:
            return self.floor.table(stream).state.length if stream.is_table else self.floor.store.head(stream).length
        heads = schema.heads
        mine = (heads.c.operator == stream.operator) & heads.c.stream.not_in(schema.NO_STREAMS)
        with self.floor.store.reading() as connection:
            return int(connection.execute(select(func.sum(heads.c.length)).where(mine)).scalar() or 0)

    def table(self, request: Request, operator: str, table: str) -> FloorTable:
        """A table that has been opened once."""
        floor_table = self.floor.table(table_stream(operator, table))
        if not floor_table.state.length:
            raise problems.NotFound(say("There is no table {table}.", table=table))
        request.state.rules = table_data.rules_of(floor_table)
        if floor_table.state.unit.is_practice:
            who = self.sign_in.peek(token_of(request), locked=is_locked_in_place(request))
            if who.role == permission.PATRON and floor_table.state.for_patron not in ("", who.person):
                raise problems.NotFound(say("There is no table {table}.", table=table))
            if (
                who.role == permission.PATRON
            ):  # at a table for money, they are kept away from practice tables and the advice there
                check_away(self.floor, who)
        return floor_table

    def tables(self, operator: str) -> list[FloorTable]:
        """The tables of a house, in the order of their numbers, those with names after them; without those at which a
        patron practises alone."""
        every = [self.floor.table(stream) for stream in self.floor.store.streams(operator, "table")]
        found = [floor_table for floor_table in every if not floor_table.state.for_patron]
        return sorted(
            found,
            key=lambda floor_table: (
                (int(name), "") if (name := floor_table.stream.table).isdecimal() else (10**9, name)
            ),
        )

    async def do(self, order: Order) -> dict[str, Any]:
        """Carry an order out in a thread, without holding up other requests."""
        with self.metrics.time_command(log_name(type(order.command))):
            if isinstance(command := order.command, edges.OfferCommand):
                stream = command.stream(order.actor.operator)
                await run_in_threadpool(lambda: offer_edges.check_edge_seen(command, self.floor.table(stream).state))
            made = self.practice.decision(order) if order.actor.role == permission.PATRON else None
            reply = await asyncio.wrap_future(self.floor.submit(order))
            if isinstance(
                order.command, staff.ChangeRank | staff.RemoveFromStaff
            ):  # a rank that was changed serves no session any more
                self.sign_in.sign_out_everywhere(order.actor.operator, order.command.person)
            if made is not None:
                await run_in_threadpool(self.practice.note_decision, order, made)
            return reply


def token_of(request: Request) -> str:
    """The token that a request carries: a bearer's, else the cookie's."""
    bearer = request.headers.get("authorization", "")
    return bearer.removeprefix("Bearer ") if bearer.startswith("Bearer ") else request.cookies.get(COOKIE, "")


FRAGMENT = "X-Fragment"
"""A page's own script asks for the part that changes alone."""


def is_watching(request: Request) -> bool:
    """Whether the request is a page that refreshes itself: such a request does not keep the session alive."""
    return "fresh" in request.query_params or request.url.path.endswith("/feed")


def is_locked_in_place(request: Request) -> bool:
    """Whether a locked session may make the request: a locked console still shows its table. Its script sends a header
    to say so; an address that a person types into the browser has no such header."""
    path = request.url.path
    return path.endswith("/feed") or (path.endswith("/console") and FRAGMENT in request.headers)


class EventStream(StreamingResponse):
    """An event stream. A session may have a few open at a time: one more is refused, and the others go on."""

    def __init__(self, api: Api, token: str, events: AsyncIterator[str]) -> None:
        super().__init__(events, media_type="text/event-stream", headers={"Cache-Control": "no-store"})
        self.api, self.token = api, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream for as long as the client reads it."""
        streams, most = self.api.streams, self.api.limits.streams
        if streams[self.token] >= most:
            words = say("This session has {most} streams open: close one, then open another.", most=most)
            await problems.problem(429, "Too many streams", words)(scope, receive, send)
            return
        streams[self.token] += 1
        try:
            with self.api.metrics.streams.track_inprogress():
                await super().__call__(scope, receive, send)
        finally:
            streams[self.token] -= 1
            if not streams[self.token]:
                del streams[self.token]


async def _asker(request: Request) -> Actor:
    api: Api = request.app.state.api
    who = request.state.who = api.identify(request)
    request.state.operator = who.operator
    return who


async def _api(request: Request) -> Api:
    api: Api = request.app.state.api
    return api


TheApi = Annotated[Api, Depends(_api)]
Who = Annotated[Actor, Depends(_asker)]


async def _floor_table(api: TheApi, who: Who, table: TableName, request: Request) -> FloorTable:
    if table_stream(who.operator, table) in api.floor.tables:
        return api.table(request, who.operator, table)
    return await run_in_threadpool(api.table, request, who.operator, table)  # it is read from the store


TheTable = Annotated[FloorTable, Depends(_floor_table)]
"""The table that an address names, for a person who may see it."""


async def _changing(request: Request) -> Actor:
    api: Api = request.app.state.api
    return api.identify(request, changing=True)


Changing = Annotated[Actor, Depends(_changing)]
"""The person who asks, though another person set their password and they have not changed it yet."""


def allow(who: Actor, what: str) -> Actor:
    """Let a person look at what their rank or role may see; refuse all others, with the rule."""
    try:
        permission.check_rank(who, what)
    except Refused as no:
        rules = "; ".join(translate(TITLES[RuleKey(ground)]) for ground in no.because)
        raise problems.NotAllowed(say("{words} {rules}.", words=words_of(no), rules=rules)) from None
    return who


def _reads(right: str) -> Any:
    async def reader(who: Who) -> Actor:
        return allow(who, right)

    reader.right = right  # type: ignore[attr-defined]
    return Depends(reader)


Watcher = Annotated[Actor, _reads(permission.WATCH_PIT)]
Inspector = Annotated[Actor, _reads(permission.INSPECT)]
Reader = Annotated[Actor, _reads(permission.READ_ACCOUNTS)]
MeterReader = Annotated[Actor, _reads(permission.READ_METER_BACK)]
"""Whom the operator's file lets read the pit, the log, what patrons have, and a meter as it stood."""


async def _of_the_house(who: Who) -> Actor:
    if who.role == permission.PATRON:
        raise problems.NotAllowed("Only staff and inspectors can see this.")
    return who


Staff = Annotated[Actor, Depends(_of_the_house)]
