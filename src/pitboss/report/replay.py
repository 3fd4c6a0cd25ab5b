"""A round that is over, step by step: each act, what it led to in words, and the clauses of each of those."""

from collections.abc import Iterator
from typing import Any

from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.tables.events import ActTaken, RoundEnded
from pitboss.floor.tables.recall import end_of, newest
from pitboss.floor.tables.state import Past
from pitboss.play import Round
from pitboss.play.codec import encode
from pitboss.report.grounds import grounds
from pitboss.report.narration import because_of, tell_round
from pitboss.value import Value, log_name


class Replayed(Value):
    """One step of a round: the round after it, and what is told of it."""

    round: Round
    told: dict[str, Any]


def replay(past: Past, log: list[Stored] | None = None) -> Iterator[Replayed]:
    """The steps of a round. Who keyed each act, and when, is told where the log has the acts as they stand."""
    keyed = log if log is not None and len(log) == len(past.acts) else [None] * len(past.acts)
    rules = past.opening.game.rules
    steps = zip(tell_round(past.opening, past.acts), keyed, strict=True)
    for number, ((act, step, sentences), stored) in enumerate(steps, start=1):
        said = [
            {"says": str(sentence), "event": log_name(type(event)), "because": grounds(rules, because_of(event))}
            for sentence, event in sentences
        ]
        told = {"step": number, "act": encode(act), "phase": step.round.phase, "events": said}
        told |= {"at": stored.at if stored else None, "by": stored.by if stored else None}
        yield Replayed(step.round, told)


def acts_in_log(store: Store, stream: Stream, number: int) -> list[Stored]:
    """The acts of a round as they were written, before any correction."""
    end = end_of(store, stream, number)
    if not end:
        return []
    start = newest(store, stream, RoundEnded, before=end)
    after = start[0].number if start else 0
    page = store.read(stream, after=after, limit=end - after)
    return [stored for stored in page if stored.kind == log_name(ActTaken) and stored.data["round"] == number]
