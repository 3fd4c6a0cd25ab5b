"""Limits on requests by address, by session and in all, and the gate that enforces them.

The gate stands before everything else: it refuses before a body is read, a session looked up or a page made. Its own
record of addresses and sessions is bounded as well.
"""

import asyncio
import ipaddress
import json
import math
import re
import threading
import time
import tomllib
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, ParamSpec, TypeVar

import msgspec
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.messages import message, say, translate
from pitboss.value import Value

MEDIA = "application/problem+json"


Whole = Annotated[int, msgspec.Meta(gt=0)]
Amount = Annotated[float, msgspec.Meta(gt=0)]


class Rate(Value, forbid_unknown_fields=True):
    """So many at once, and so many a second in the long run."""

    burst: Whole
    per_second: Amount


class RequestLimits(Value, forbid_unknown_fields=True):
    """The limits on requests. `pitboss serve --limits` reads other numbers from a file."""

    address: Rate = Rate(2_000, 200.0)
    """Requests of one address (of IPv6, one network of 64 bits): a floor may stand behind one."""
    session: Rate = Rate(400, 40.0)
    """Requests of one session: a console asks for a few a second at its busiest."""
    sign_in_address: Rate = Rate(60, 1.0)
    """Passwords that one address gives."""
    sign_in_name: Rate = Rate(20, 0.2)
    """Passwords that are given for one name."""
    sign_in_threads: Whole = 2
    """Passwords that are looked at together: each takes much work and memory by design."""
    sign_in_queue: Whole = 12
    """Passwords that wait for it."""
    in_flight: Whole = 256
    """Requests that are answered together. More would wait for longer than a second."""
    streams: Whole = 8
    """Streams that a session has open at a time."""
    solves_of_one: Whole = 4
    """Questions to the lab that one person has open, in each queue."""
    solves_of_all: Whole = 40
    """Questions to the lab that are open, in each queue; patrons have three quarters of the places."""
    advice_of_one: Whole = 8
    """Decisions at practice tables that wait to be valued for one person."""
    body_bytes: Whole = 64 * 1024
    """The largest body."""
    large_body_bytes: Whole = 256 * 1024
    """The largest body where an address takes larger ones (`LARGE`)."""
    body_seconds: Amount = 20.0
    """How long a body may take to arrive."""
    header_seconds: Amount = 10.0
    """How long the head of a request may take to arrive, from the connection or its first byte on."""
    header_bytes: Whole = 32 * 1024
    """The largest head of a request."""
    send_seconds: Amount = 30.0
    """How long a client may leave what was sent to it unread, while more waits to be sent."""
    idle_seconds: Amount = 15.0
    """How long a connection may stay open between requests."""
    connections: Whole = 4_000
    """Connections at a time, streams included."""
    disk_bytes: Whole = 256 * 1024 * 1024
    """The least room on the disk of an embedded store at which the server counts as healthy."""


def read_limits(path: Path) -> RequestLimits:
    """The limits that a file of TOML sets, the others as they are; `ValueError` for one that there is not."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), RequestLimits)
    except msgspec.ValidationError as error:
        known = ", ".join(RequestLimits._fields)
        words = "A limit is a number above 0, or a table of such numbers. {error}. The limits are {known}."
        raise ValueError(say(words, error=error, known=known)) from None


LARGE = re.compile(r"^/api/tables/[^/]+/(correct-round|ask-approval)$")
"""The addresses that take a larger body: a round's acts, written out."""
ALWAYS = ("/healthz", "/metrics")
"""What is answered however many requests there are: it tells the people who run the server what happens."""
KNOWN = 20_000
"""How many of those who asked lately each rate remembers; the one who has asked for nothing for longest goes."""


class Buckets:
    """A bucket of tokens for each who asks: full at first, one token a request, filled again with time."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic, most: int = KNOWN) -> None:
        self.rate, self.clock, self.most = rate, clock, most
        self._left: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._left)

    def take(self, key: Hashable) -> int:
        """Take a token; if there is none, the whole seconds until there is one."""
        now = self.clock()
        left, at = self._left.get(key, (float(self.rate.burst), now))
        left = min(self.rate.burst, left + (now - at) * self.rate.per_second)
        self._left[key] = max(0.0, left - 1.0) if left >= 1.0 else left, now
        self._left.move_to_end(key)
        if len(self._left) > self.most:
            self._left.popitem(last=False)
        return 0 if left >= 1.0 else math.ceil((1.0 - left) / self.rate.per_second)


class TooMany(Exception):
    """One address, name, session or person asks too often; the answer says when they may ask again."""

    status = 429

    def __init__(self, words: str, seconds: int = 1, title: str = "Too many requests") -> None:
        super().__init__(words)
        self.seconds, self.title = seconds, title


class Overloaded(TooMany):
    """All requests together are too many."""

    status = 503


Given = ParamSpec("Given")
Result = TypeVar("Result")


class PasswordThreads:
    """Checks passwords in a few threads of its own, so that no table waits for a thread behind a sign-in."""

    def __init__(self, limits: RequestLimits) -> None:
        self._pool = ThreadPoolExecutor(limits.sign_in_threads, thread_name_prefix="pitboss-sign-in")
        self._room = threading.Semaphore(limits.sign_in_threads + limits.sign_in_queue)
        self._addresses, self._names = Buckets(limits.sign_in_address), Buckets(limits.sign_in_name)

    async def do(
        self,
        request: Request,
        name: tuple[str, str],
        work: Callable[Given, Result],
        *args: Given.args,
        **more: Given.kwargs,
    ) -> Result:
        """Have work done that looks at the password of a name (its house first), if it may be asked for now."""
        seconds = self._addresses.take(address_of(request.scope)) or self._names.take(name)
        if seconds:
            raise TooMany("Too many passwords were given from this address or for this name: wait a while.", seconds)
        if not self._room.acquire(blocking=False):
            raise Overloaded("Too many people are signing in: try again in a moment.", title="The floor is busy")
        future: Future[Result] = self._pool.submit(work, *args, **more)
        future.add_done_callback(lambda _: self._room.release())
        return await asyncio.wrap_future(future)


def address_of(scope: Scope) -> str:
    """The address that a request comes from; of IPv6 the network, for one client has all of it."""
    host: str = (scope.get("client") or ("", 0))[0]
    if ":" not in host:
        return host
    try:
        return str(ipaddress.IPv6Address(host.partition("%")[0]).packed[:8].hex())
    except ValueError:
        return host


class Gate:
    """Refuses a request that is over the limits before any work is done for it."""

    def __init__(self, app: ASGIApp, limits: RequestLimits, token_of: Callable[[Request], str]) -> None:
        self.app, self.limits, self.token_of = app, limits, token_of
        self.addresses, self.sessions = Buckets(limits.address), Buckets(limits.session)
        self.in_flight = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        wait = self.addresses.take(address_of(scope))
        if not wait and (token := self.token_of(Request(scope))):
            wait = self.sessions.take(hash(token))
        if wait:
            words = "Too many requests were sent from this session or address: wait, then go on."
            await _refuse(scope, send, 429, message("Too many requests"), words, wait)
            return
        if self.in_flight >= self.limits.in_flight and scope["path"] not in ALWAYS:
            words = "The floor is busy. Nothing was done: send it again in a moment."
            await _refuse(scope, send, 503, message("The floor is busy"), words, 1)
            return
        self.in_flight += 1
        counted = True

        def let_go() -> None:
            nonlocal counted
            self.in_flight, counted = self.in_flight - counted, False

        async def note(message: Message) -> None:
            if message["type"] == "http.response.start" and any(
                name == b"content-type" and value.startswith(b"text/event-stream") for name, value in message["headers"]
            ):
                let_go()  # a stream stays open, and is counted by its session
            await send(message)

        try:
            body = await self._read(scope, receive)
            if isinstance(body, int):
                await _refuse(scope, send, body, *_BODY[body])
            else:
                await self.app(scope, body, note)
        finally:
            let_go()

    async def _read(self, scope: Scope, receive: Receive) -> Receive | int:
        """Read the body for the application; return a status if it is too large or comes too slowly."""
        length, is_chunked = _read_length(scope)
        if not length and not is_chunked:
            return receive
        most = self.limits.large_body_bytes if LARGE.search(scope["path"]) else self.limits.body_bytes
        if length > most:
            return 413
        body = bytearray()
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        break
                    body += message.get("body", b"")
                    if len(body) > most:
                        return 413
                    if not message.get("more_body", False):
                        message = {"type": "http.request", "body": bytes(body), "more_body": False}
                        break
        except TimeoutError:
            return 408
        first: Message | None = message

        async def replay() -> Message:
            nonlocal first
            if first is None:
                return await receive()
            said, first = first, None
            return said

        return replay


_BODY: dict[int, tuple[str, str, int]] = {
    413: (message("Too large"), message("The body of the request is too large for this address."), 0),
    408: (message("Too slow"), message("The body of the request took too long to arrive. Send it again."), 0),
}


def _read_length(scope: Scope) -> tuple[int, bool]:
    """The declared length of a body, and whether it comes in chunks instead."""
    length, is_chunked = 0, False
    for name, value in scope["headers"]:
        if name == b"content-length":
            length = int(value) if value.isdigit() and len(value) < 19 else 2**62
        elif name == b"transfer-encoding":
            is_chunked = True
    return length, is_chunked


async def _refuse(scope: Scope, send: Send, status: int, title: str, words: str, seconds: int) -> None:
    """Answer without reading any more, in words where a browser shows it; a connection whose body was not read is
    closed."""
    title, words = translate(title), translate(words)
    if not scope["path"].startswith("/api/") and any(n == b"accept" and b"text/html" in v for n, v in scope["headers"]):
        media, body = "text/plain; charset=utf-8", words
    else:
        told = {"type": "about:blank", "title": title, "status": status, "detail": words}
        media, body = MEDIA, json.dumps(told)
    content = body.encode()
    headers = [(b"content-type", media.encode()), (b"content-length", str(len(content)).encode())]
    headers += [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]
    headers += [(b"retry-after", str(seconds).encode())] if seconds else []
    headers += [(b"connection", b"close")] if any(_read_length(scope)) else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
