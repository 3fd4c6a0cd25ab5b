"""The application over the evening's store at its end, and who asks it what: every address that can be read."""

import asyncio
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple

import httpx
from fastapi import FastAPI

from evening.page_text import said_by
from evening.shift import QUICK
from evening.stores import ends_at, receipts, verifier
from pitboss import law
from pitboss.floor.audit.upkeep import Upkeep, software
from pitboss.floor.composition import open_floor
from pitboss.floor.demo import GAMES, HOUSES
from pitboss.floor.operators import house_edition
from pitboss.floor.people.permission import PATRON
from pitboss.floor.people.signin import SignIn
from pitboss.floor.service.clock import ManualClock
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import Store, Stream, open_store
from pitboss.floor.store.store import read_all
from pitboss.law.edition import edition_names, load_edition
from pitboss.report.registers import NAMES
from pitboss.web.app import make_api
from pitboss.web.limits import Rate, RequestLimits

MEASURES = "the token of the measures"
LOOSE = RequestLimits(*(Rate(10**9, 10**6),) * 4)
"""No rates: everything is asked within seconds."""


class Application:
    """The application over a store, where people of both houses ask."""

    def __init__(self, file: Path) -> None:
        self.store = open_store(str(file))
        clock = ManualClock(ends_at(self.store))
        floor = open_floor(self.store, clock=clock)
        self.floor = floor
        self.floor._next_look = math.inf  # nothing falls due while the clock is held
        self.floor.start()
        self.sign_in = SignIn(self.store, clock, QUICK)
        upkeep = Upkeep(self.store, clock, verifier=verifier())
        upkeep.check()
        upkeep.receipts |= {receipt.operator: receipt for receipt in receipts()}
        self.app = make_api(self.floor, self.sign_in, upkeep=upkeep, limits=LOOSE, metrics_token=MEASURES)
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://floor")
        self.runner = asyncio.Runner()
        self._tokens: dict[Actor, str] = {}
        self._unlike = _software_words()

    def close(self) -> None:
        """Close everything."""
        self.runner.run(self.client.aclose())
        self.runner.close()
        self.app.state.api.lab_jobs.stop()
        self.floor.stop()
        self.store.close()

    def said_to(self, who: Actor | None, path: str) -> str:
        """What is answered to a person who asks for an address."""
        headers = {}
        if who is not None:
            if who not in self._tokens:
                self._tokens[who] = self.sign_in.sessions.begin(who)
            headers["Cookie"] = f"pitboss={self._tokens[who]}"
        if path == "/metrics":
            headers = {"Authorization": f"Bearer {MEASURES}"}
        answer = self.runner.run(self.client.get(path, headers=headers))
        self.client.cookies.clear()
        text = f"{answer.status_code} {_content(answer)}"
        for known, instead in self._unlike.items():
            text = text.replace(known, instead)
        return text


def _software_words() -> dict[str, str]:
    """What the program says of itself, which every change of it changes."""
    running = software()
    return {running.hash: "<hash of the software>", running.code: "<hash of the code>"} | {
        book: f"<hash of {name}>" for name, book in running.books.items()
    }


def _content(answer: httpx.Response) -> str:
    media = answer.headers.get("content-type", "").partition(";")[0]
    if "location" in answer.headers:
        return f"to {answer.headers['location']}"
    if media.endswith("json"):
        return f"{media}\n{json.dumps(answer.json(), indent=1, sort_keys=True, ensure_ascii=False)}"
    if media == "text/html":
        return f"{media}\n{said_by(answer.text)}"
    if answer.request.url.path == "/metrics":
        return f"{media}\n" + "\n".join(line for line in answer.text.splitlines() if line.startswith("#"))
    return f"{media}\n{answer.text}"


# Who asks what.

ANN, DAN, DEALER, SUPERVISOR, BOSS = "ann", "dan", "dealer", "supervisor", "boss"
INSPECTOR, MATHEMATICIAN, VISITOR = "inspector", "mathematician", "visitor"
"""Ann is at every table with money at stake, Dan is away from them; a visitor has not signed in."""
PLAYERS, PIT, READERS = (ANN, DAN, DEALER), (SUPERVISOR, BOSS), (INSPECTOR,)
ONE_OF_EACH = (ANN, DEALER, BOSS, INSPECTOR)

PAGES: Mapping[str, Sequence[str]] = {
    "/": (VISITOR, ANN),
    "/sign-in": (VISITOR,),
    "/password": (ANN, VISITOR),
    "/lobby": (ANN, DEALER, VISITOR),
    "/tables/{table}": PLAYERS,
    "/tables/{table}/words": (ANN, DAN),
    "/tables/{table}/rounds": (ANN, INSPECTOR),
    "/tables/{table}/rounds/{number}": (ANN, DEALER),
    "/tables/{table}/console": (DEALER, SUPERVISOR),
    "/tables/{table}/irregular": (DEALER, SUPERVISOR),
    "/tables/{table}/sign": (ANN,),
    "/tables/{table}/watch": (ANN, DEALER),
    "/tables/{table}/void": (BOSS, ANN),
    "/session": (ANN, VISITOR),
    "/games/{game}": (VISITOR,),
    "/rulebook": (ANN, BOSS),
    "/rulebook/{edition}": (INSPECTOR,),
    "/rulebook/{edition}/official": (VISITOR,),
    "/rulebook/{edition}/clauses/{number:path}": (ANN,),
    "/rules": (ANN,),
    "/rules/{key}": (ANN,),
    "/pit": (*PIT, INSPECTOR, DEALER),
    "/pit/tables/{table}": (*PIT, INSPECTOR),
    "/pit/tables/{table}/rounds/{number}": (BOSS,),
    "/pit/open": (SUPERVISOR,),
    "/pit/open?game={game}": (SUPERVISOR,),
    "/pit/people": (BOSS, SUPERVISOR),
    "/pin": (DEALER,),
    "/unlock": (DEALER,),
    "/patrons": (BOSS, DEALER, ANN),
    "/patrons/find?who=nobody": (BOSS,),
    "/patrons/{patron}": (BOSS, DEALER, ANN),
    "/account": (ANN, DAN, BOSS),
    "/tables/{table}/cashier": (SUPERVISOR, DEALER, ANN),
    "/tables/{table}/disputes": (SUPERVISOR, ANN),
    "/pit/shift": PIT,
    "/pit/mispayments": PIT,
    "/returns": PIT,
    "/results?first=2026-03-02&last=2026-03-03": PIT,
    "/promotions": (ANN, BOSS),
    "/inspect/denied-claims": READERS,
    "/inspect": (INSPECTOR, BOSS),
    "/inspect?player=ann&since=2026-03-03": READERS,
    "/inspect/tables/{table}/rounds/{number}": READERS,
    "/inspect/verification": READERS,
    "/inspect/parameters": READERS,
    "/inspect/registers/{name}": READERS,
    "/inspect/mispayments?month=2026-03": READERS,
    "/lab": (MATHEMATICIAN, ANN, DAN, DEALER),
    "/lab/{game}/simulation": (MATHEMATICIAN,),
    "/api/docs": (ANN,),
}
"""Who looks at each page."""

TWIN = (ANN,)
"""A page's twin is the API's resource, or sends a person on to it."""

ANSWERS: Mapping[str, Sequence[str]] = {
    "/api/openapi.json": (VISITOR,),
    "/healthz": (VISITOR,),
    "/metrics": (VISITOR,),
    "/api/me": (*ONE_OF_EACH, VISITOR),
    "/api/tables": (ANN, INSPECTOR),
    "/api/tables/{table}": PLAYERS,
    "/api/tables/{table}/console": (DEALER, SUPERVISOR, ANN),
    "/api/tables/{table}/irregularities": (DEALER, SUPERVISOR, ANN),
    "/api/tables/{table}/sign": (ANN,),
    "/api/tables/{table}/rounds": (ANN, INSPECTOR),
    "/api/tables/{table}/rounds/{number}": (ANN, BOSS),
    "/api/tables/{table}/rounds/{number}/record": READERS,
    "/api/tables/{table}/advice": (DAN,),
    "/api/patrons/{patron}": (ANN, BOSS),
    "/api/payments": (ANN, DEALER, BOSS),
    "/api/account": (ANN, BOSS),
    "/api/patrons/{patron}/sessions": (ANN, BOSS),
    "/api/inspect/streams": READERS,
    "/api/inspect/streams/{stream}/events": READERS,
    "/api/inspect/verify": READERS,
    "/api/inspect/books": READERS,
    "/api/inspect/search": (INSPECTOR, BOSS),
    "/api/inspect/search?player=bob&all=true": READERS,
    "/api/inspect/search.csv": READERS,
    "/api/inspect/tables/{table}/rounds/{number}": READERS,
    "/api/inspect/verification": READERS,
    "/api/inspect/receipt": READERS,
    "/api/inspect/receipt.json": READERS,
    "/api/inspect/parameters": READERS,
    "/api/inspect/parameters.csv": READERS,
    "/api/inspect/registers/{name}.csv": READERS,
    "/api/inspect/registers/{name}": READERS,
    "/api/inspect/mispayments?month=2026-03": READERS,
    "/api/inspect/mispayments.csv?month=2026-03": READERS,
    "/api/inspect/self-check": READERS,
    "/api/pit": (SUPERVISOR, INSPECTOR),
    "/api/pit/tables/{table}": (BOSS,),
    "/api/pit/people": (BOSS,),
    "/api/pit/mispayments": (BOSS,),
    "/api/returns": (BOSS, ANN),
    "/api/results?first=2026-03-02&last=2026-03-03": (BOSS,),
    "/api/results.csv?first=2026-03-02&last=2026-03-03": (BOSS,),
    "/api/promotions": (ANN, BOSS),
    "/api/inspect/denied-claims": READERS,
    "/api/inspect/denied-claims.csv": READERS,
    "/api/pit/mispayments.csv": (BOSS,),
    "/api/pit/shift": (BOSS,),
    "/api/pit/shift.csv": (BOSS,),
    "/api/games/{game}": (VISITOR,),
    "/api/rulebook": (ANN,),
    "/api/rulebook/{edition}": (ANN,),
    "/api/rulebook/{edition}/clauses/{number:path}": (ANN,),
    "/api/rules": (ANN,),
    "/api/rules/{key}": (ANN,),
    "/api/lab": (MATHEMATICIAN, ANN),
    "/api/lab/solves": (MATHEMATICIAN,),
    "/api/lab/{game}": (MATHEMATICIAN,),
}
"""Who asks the API for each resource."""

_ENDLESS = "a stream has no end: tests/web/test_stream.py reads it"
_WORKED_OUT = "a worker works it out, in seconds or minutes: tests/web/test_lab.py waits for it"
_LATER = "there was none on the evening"
NOT_ASKED: Mapping[str, str] = {
    **dict.fromkeys(("/promotions/{promotion}", "/api/promotions/{promotion}"), _LATER),
    **dict.fromkeys(("/terms/{operator}/{promotion}", "/api/terms/{operator}/{promotion}"), _LATER),
    "/api/terms/{operator}/{promotion}/draw": _LATER,
    "/api/rulebook/{edition}/official": "the page has it",
    "/api/rulebook/{edition}/official/{digest}": _LATER,
    **dict.fromkeys(
        ("/returns/{return_kind}", "/api/returns/{return_kind}"), "as the command of the terminal prints it"
    ),
    "/api/returns/{return_kind}.csv": "as the command of the terminal prints it",
    "/static": "files, as they are committed",
    "/tables/{table}/feed": _ENDLESS,
    "/api/tables/{table}/stream": _ENDLESS,
    "/api/pit/stream": _ENDLESS,
    "/api/lab/solves/{job}/stream": _ENDLESS,
    "/api/lab/solves/{job}": _WORKED_OUT,
    "/lab/jobs/{job}": _WORKED_OUT,
    "/pit/tables/{table}/edge": _WORKED_OUT,
    "/pit/charts": _WORKED_OUT,
    "/api/pit/charts": _WORKED_OUT,
    "/lab/{game}": _WORKED_OUT,
    "/lab/{game}/ask": _WORKED_OUT,
    "/lab/{game}/strategy": _WORKED_OUT,
    "/lab/{game}/sheet": _WORKED_OUT,
    "/lab/{game}/sheet.{ending}": _WORKED_OUT,
    "/lab/{game}/compare": _WORKED_OUT,
    "/lab/{game}/jackpot": _WORKED_OUT,
    "/lab/{game}/jackpot.svg": _WORKED_OUT,
}
"""Addresses that the snapshot leaves out, and why."""


def addresses(app: FastAPI) -> set[str]:
    """Every address of the application that can be read, pages included."""
    included = [part.original_router.routes for part in app.routes if hasattr(part, "original_router")]
    return {
        route.path
        for route in (*app.routes, *chain.from_iterable(included))
        if hasattr(route, "path") and "GET" in (getattr(route, "methods", None) or ("GET",))
    }


def is_twin(route: str) -> bool:
    """Whether an address is the twin of a page."""
    return route.endswith(".json") and not route.startswith("/api")


class Asked(NamedTuple):
    """A person of a house who asks for an address."""

    house: str
    who: str
    path: str

    @property
    def title(self) -> str:
        """What the snapshot calls it."""
        return f"{self.house} {self.who} {self.path}"

    @property
    def actor(self) -> Actor | None:
        """The person, unless they have not signed in."""
        ranks = house_edition(self.house).ranks
        staff = {DEALER: ranks[0], SUPERVISOR: ranks[1], BOSS: ranks[3], INSPECTOR: INSPECTOR}
        staff[MATHEMATICIAN] = MATHEMATICIAN
        if self.who == VISITOR:
            return None
        role = staff.get(self.who, PATRON)
        return Actor(self.house, self.who if role == PATRON else role, role)


class Holdings(NamedTuple):
    """What addresses name, of one house."""

    tables: tuple[str, ...]
    rounds: tuple[tuple[str, str], ...]
    """Of each table that played: the first round, and the last that was corrected, else the last that is over."""
    editions: tuple[str, ...]
    games: tuple[str, ...]

    @classmethod
    def of(cls, store: Store, house: str) -> "Holdings":
        """What a house's part of a store holds."""
        tables = tuple(sorted(stream.name.removeprefix("table:") for stream in store.streams(house, "table")))
        games = tuple(game for game in GAMES if game.startswith(house))
        editions = tuple(name for name in edition_names() if load_edition(name).operator == house)
        return cls(tables, tuple(_rounds(store, house, tables)), editions, games)

    def paths(self, route: str) -> Iterator[str]:
        """A route with its parameters filled in."""
        names = tuple(re.findall(r"{(\w+)(?::path)?}", route))
        pattern = route.replace(":path", "")
        for values in self._values(route, names):
            yield pattern.format(**dict(zip(names, values, strict=True)))

    def _values(self, route: str, names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        match names:
            case ():
                yield ()
            case ("table", "number"):
                yield from self.rounds[:1] if is_twin(route) else self.rounds
            case ("table",) if route in ("/tables/{table}", "/api/tables/{table}"):
                yield from product(self.tables)
            case ("table",) if "advice" in route:
                yield from product(table for table in self.tables if table.startswith("P"))
            case ("edition", "number"):
                clauses = tuple(self._clauses())
                yield from clauses[:1] if is_twin(route) else clauses
            case (name,):
                sample = self._sample(name)
                yield from product(sample[:1] if is_twin(route) else sample)

    def _sample(self, name: str) -> tuple[str, ...]:
        return {
            "table": tuple(table for table in self.tables if not table.startswith("P")),
            "edition": self.editions,
            "job": ("0123456789abcdef",),
            "game": self.games,
            "key": tuple(sorted(law.TITLES))[::60],
            "patron": (ANN, DAN),
            "name": NAMES,
            "stream": (f"table:{self.tables[0]}", "patron:ann", "person:dora", "house:forward"),
            "number": ("1",),
            "promotion": ("spring",),
            "operator": ("star",),
            "return_kind": ("mispayments",),
        }[name]

    def _clauses(self) -> Iterator[tuple[str, str]]:
        for edition in self.editions:
            yield from ((edition, number) for number in tuple(load_edition(edition).clauses)[5::120])


def _rounds(store: Store, house: str, tables: Sequence[str]) -> Iterator[tuple[str, str]]:
    for table in tables:
        read = read_all(store, Stream(house, f"table:{table}"))
        told = [(each.kind, str(each.data["round"])) for each in read if each.kind in ("RoundEnded", "RoundCorrected")]
        corrected = [number for kind, number in told if kind == "RoundCorrected"]
        numbers = [number for _, number in told[:1]] + (corrected[-1:] or [number for _, number in told[-1:]])
        yield from ((table, number) for number in dict.fromkeys(numbers) if not table.startswith("P"))


def all_asked(store: Store, routes: Mapping[str, Sequence[str]]) -> Iterator[Asked]:
    """Everything that is asked of some routes, by the people of both houses."""
    for house in HOUSES:
        held = Holdings.of(store, house)
        for route, askers in routes.items():
            for path, who in product(held.paths(route), askers):
                yield Asked(house, who, path)
