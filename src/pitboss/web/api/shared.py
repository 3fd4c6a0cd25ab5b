"""What the routes share: who asks, which table is meant, and how an order is carried out."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Query, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from pitboss.floor.audit.upkeep import Upkeep
from pitboss.floor.audit.verifying import Verifications
from pitboss.floor.cashier.tally import Tallies
from pitboss.floor.people.permission import INSPECTOR, PATRON, WATCH_PIT, check_rank
from pitboss.floor.people.signin import Desk as SignIn
from pitboss.floor.people.signin import NotSignedIn
from pitboss.floor.people.staff import ChangeRank, LetGo
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.floor import Floor
from pitboss.floor.service.world import Desk
from pitboss.floor.store import table_stream
from pitboss.floor.tables.offers import OFFERS
from pitboss.law import TITLES
from pitboss.law import Key as RuleKey
from pitboss.play import Refused
from pitboss.value import log_name
from pitboss.web.access import check_away
from pitboss.web.api import problems
from pitboss.web.api.hub import Hub
from pitboss.web.api.metrics import Metrics
from pitboss.web.api.show import rules_of
from pitboss.web.limits import Limits, PasswordDesk
from pitboss.web.practice.notes import Practice
from pitboss.web.solves.signs import check_seen
from pitboss.web.solves.solves import Solves

COOKIE = "pitboss"
_NAME = r"^[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}$"

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
TableName = Annotated[str, Path(pattern=_NAME, description="The table.", examples=["7"])]
PatronName = Annotated[str, Path(pattern=_NAME, description="The patron's id.", examples=["ann"])]
PersonName = Annotated[str, Path(pattern=_NAME, description="The person's id.", examples=["dealer-17"])]
CaseName = Annotated[str, Path(pattern=_NAME, description="The mis-payment's number.", examples=["M-2026-4"])]
After = Annotated[int, Query(ge=0, le=2**53, description="The cursor that the last page gave; 0 for the first page.")]
Limit = Annotated[int, Query(ge=1, le=500, description="How many at most.")]
IfNoneMatch = Annotated[str, Header(alias="If-None-Match", description="The ETag that the asker has.")]


class Api:
    """What the routes share, once there is a floor to serve."""

    def serve(
        self,
        floor: Floor,
        sign_in: SignIn,
        upkeep: Upkeep | None = None,
        limits: Limits | None = None,
    ) -> None:
        """Answer for this floor. Routes ask the API for all of it, so that one application can serve another floor."""
        self.floor, self.sign_in, self.hub, self.metrics = floor, sign_in, Hub(floor.desk), Metrics(floor)
        self.limits = limits or Limits()
        self.solves = Solves(self.limits)
        self.passwords, self.streams = PasswordDesk(self.limits), Counter[str]()
        self.practice = Practice(floor, self.solves)
        self.tallies, self.upkeep = Tallies(floor.store), upkeep
        self.verifications = Verifications(floor.store, floor.clock) if upkeep is None else upkeep.verifications
        floor.follower.projections += (self.metrics.count, self.hub.see)

    def who(self, request: Request, *, changing: bool = False) -> Actor:
        """Whoever asks, by their cookie or their bearer token; somebody who has to change their password is let in to
        do that alone."""
        token = token_of(request)
        if not token:
            raise NotSignedIn
        return self.sign_in.who(token, changing=changing)

    def desk(self, request: Request, operator: str, table: str) -> Desk:
        """A table that has been opened once."""
        desk = self.floor.desk(table_stream(operator, table))
        if not desk.state.length:
            raise problems.NotFound(f"There is no table {table}.")
        request.state.rules = rules_of(desk)
        if desk.state.unit.is_practice:
            self._check_practice(request)
        return desk

    def _check_practice(self, request: Request) -> None:
        """Keep a patron who is at a table for money away from practice tables and the advice there."""
        who = self.sign_in.peek(token_of(request))
        if who.role == PATRON:
            check_away(self.floor, who)

    async def do(self, order: Order) -> dict[str, Any]:
        """Have an order carried out, without holding anybody else up."""
        with self.metrics.timed(log_name(type(order.command))):
            if type(order.command) in OFFERS:
                await run_in_threadpool(self._check_seen, order)
            made = self.practice.decision(order)
            reply = await asyncio.wrap_future(self.floor.submit(order))
            if isinstance(order.command, ChangeRank | LetGo):  # a rank that was changed serves no session any more
                self.sign_in.sign_out_everywhere(order.actor.operator, order.command.person)
            if made is not None:
                await run_in_threadpool(self.practice.decided, order, made)
            return reply

    def _check_seen(self, order: Order) -> None:
        """Refuse an order that claims another edge than the lab has for what its table will offer."""
        check_seen(order.command, self.floor.desk(table_stream(order.actor.operator, order.command.table)).state)


def token_of(request: Request) -> str:
    """The token that a request carries: a bearer's, else the cookie's."""
    bearer = request.headers.get("authorization", "")
    return bearer.removeprefix("Bearer ") if bearer.startswith("Bearer ") else request.cookies.get(COOKIE, "")


class EventStream(StreamingResponse):
    """A stream of a session, which has a few open at a time: one more is refused, and the others go on."""

    def __init__(self, api: Api, token: str, events: AsyncIterator[str]) -> None:
        super().__init__(events, media_type="text/event-stream", headers={"Cache-Control": "no-store"})
        self.api, self.token = api, token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell the stream for as long as somebody reads it."""
        streams, most = self.api.streams, self.api.limits.streams
        if streams[self.token] >= most:
            words = f"This session has {most} streams open: close one, then open another."
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
    who = api.who(request)
    request.state.operator = who.operator
    return who


Who = Annotated[Actor, Depends(_asker)]


async def _changing(request: Request) -> Actor:
    api: Api = request.app.state.api
    return api.who(request, changing=True)


Changing = Annotated[Actor, Depends(_changing)]
"""Whoever asks, though another person set their password and they have not changed it yet."""


def allow(who: Actor, what: str) -> Actor:
    """Let somebody look at what their rank or role reaches; whom it does not is told the rule."""
    try:
        check_rank(who, what)
    except Refused as no:
        rules = "; ".join(TITLES[RuleKey(ground)] for ground in no.because)
        raise problems.NotAllowed(f"{no} {rules}.") from None
    return who


async def _watcher(who: Who) -> Actor:
    return allow(who, WATCH_PIT)


Watcher = Annotated[Actor, Depends(_watcher)]


async def _inspector(who: Who) -> Actor:
    if who.role != INSPECTOR:
        raise problems.NotAllowed("This is for inspectors.")
    return who


Inspector = Annotated[Actor, Depends(_inspector)]


async def _staff(who: Who) -> Actor:
    if who.role == PATRON:
        raise problems.NotAllowed("This is for the house and for inspectors.")
    return who


Staff = Annotated[Actor, Depends(_staff)]
