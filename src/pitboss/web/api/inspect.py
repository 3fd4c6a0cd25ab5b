"""What an inspector reads: streams, events and the books; never a card of a round that is not over.

An act of an open round may hold cards that lie face down, and the hash of an event gives them away to whoever tries
all of them: neither is told before the round has ended.
"""

from typing import Annotated, Any

from fastapi import FastAPI, Path, Query

from pitboss.floor.people.permission import INSPECTOR
from pitboss.floor.store import Stored, Stream
from pitboss.floor.tables.events import ActTaken, RoundCorrected
from pitboss.floor.tables.recall import EVER, SEALED_UNTIL, newest
from pitboss.floor.tables.state import UnopenedState
from pitboss.ledger.book import totals
from pitboss.value import Value, log_name
from pitboss.web.api import problems
from pitboss.web.api.shared import After, Api, Inspector, Limit

StreamName = Annotated[str, Path(pattern=r"^[a-z]+:[A-Za-z0-9 _.-]{1,60}$", examples=["table:7"])]


def install(app: FastAPI, api: Api) -> None:
    """The routes of an inspector."""

    @app.get("/api/inspect/streams", tags=[INSPECTOR], responses=problems.RESPONSES)
    def streams(
        who: Inspector,
        after: Annotated[str, Query(max_length=120, description="The cursor that the last page gave.")] = "",
        limit: Limit = 100,
    ) -> dict[str, Any]:
        """The streams of the log, with their lengths."""
        names = [s for s in api.floor.store.streams(who.operator) if s.name > after]
        page = names[:limit]
        shown = [_head(api, stream) for stream in page]
        return {"streams": shown, "next": page[-1].name if len(names) > limit else None}

    @app.get("/api/inspect/streams/{stream}/events", tags=[INSPECTOR], responses=problems.RESPONSES)
    def events(stream: StreamName, who: Inspector, after: After = 0, limit: Limit = 100) -> dict[str, Any]:
        """The events of a stream, in order; those of a round that is not over without its cards."""
        name = Stream(who.operator, stream)
        page = api.floor.store.read(name, after=after, limit=limit)
        seal = Seal.of(api, name)
        shown = [seal.told(stored) for stored in page]
        return {"events": shown, "next": page[-1].number if len(page) == limit else None}

    @app.get("/api/inspect/verify", tags=[INSPECTOR], responses=problems.RESPONSES)
    def verified(who: Inspector) -> dict[str, Any]:
        """Verify the log since the last signed day, as `pitboss audit verify --from-checkpoint` does."""
        done = api.verifications.now(who.person).to(who.operator)
        return {"clean": done.clean, "findings": list(done.findings), "since": list(done.since)}

    @app.get("/api/inspect/books", tags=[INSPECTOR], responses=problems.RESPONSES)
    def books(who: Inspector) -> dict[str, Any]:
        """Every account with what lies in it, and the sums of debits and credits for each unit."""
        balances = api.floor.store.balances(who.operator)
        rows = [{"account": a.name, "cents": b.here, "held_cents": b.held} for a, b in balances]
        sums = [
            {"unit": unit, "into_cents": into, "out_cents": out} for (_, unit), (into, out) in totals(balances).items()
        ]
        return {"accounts": rows, "sums": sums}


class Seal(Value):
    """How far a table's stream can be told: events up to the last end of a round whole, later ones without hashes,
    and acts without their cards."""

    after: int
    finished: int

    @classmethod
    def of(cls, api: Api, stream: Stream) -> "Seal":
        """The seal of a stream. The page was read before, so that a round that ends meanwhile is at worst sealed."""
        if not stream.is_table:
            return cls(EVER, EVER)
        ends = newest(api.floor.store, stream, *SEALED_UNTIL)
        state = api.floor.desk(stream).state
        return cls(ends[0].number if ends else 0, 0 if isinstance(state, UnopenedState) else state.table.rounds)

    def hides(self, stored: Stored) -> bool:
        """Whether an event holds acts of a round that is not over."""
        if stored.number <= self.after or stored.kind not in (log_name(ActTaken), log_name(RoundCorrected)):
            return False
        return stored.kind == log_name(ActTaken) or stored.data["round"] > self.finished

    def told(self, stored: Stored) -> dict[str, Any]:
        """What is told of an event."""
        hides = self.hides(stored)
        return {
            "number": stored.number,
            "position": stored.position,
            "kind": stored.kind,
            "shape": stored.shape,
            "at": stored.at,
            "by": stored.by,
            "data": _outline(stored) if hides else stored.data,
            "sealed": hides,
            "previous": stored.previous if stored.number <= self.after + 1 else None,
            "hash": stored.hash if stored.number <= self.after else None,
        }


def _outline(stored: Stored) -> dict[str, Any]:
    """What is told of an event of an open round: which act it was, and whose."""
    act = stored.data.get("act", {})
    said = {name: act[name] for name in ("type", "need", "patron", "area", "spot", "option") if name in act}
    return {"round": stored.data["round"], "act": said}


def _head(api: Api, stream: Stream) -> dict[str, Any]:
    """A stream with its length; the hash of its last event is told where that gives no card away."""
    head = api.floor.store.head(stream)
    known = head.length <= Seal.of(api, stream).after
    return {"stream": stream.name, "length": head.length, "hash": head.hash if known else None}
