"""What became of an order, as data: its reply, or the error that it raises at whoever asked for it."""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from pitboss.floor.service.turns import Stopped
from pitboss.floor.store import Count
from pitboss.floor.store.rows import Conflict, Fenced, KeyReused, OverCount, StoreError
from pitboss.floor.store.sound import Malformed
from pitboss.ledger import Account
from pitboss.ledger.book import LedgerError, Overdrawn
from pitboss.play.codec import DecodeError, decode, encode
from pitboss.play.wager import Refusal, Refused

SPOKEN: Mapping[str, Callable[[str], Exception]] = {
    kind.__name__: kind for kind in (Conflict, KeyReused, StoreError, Malformed, Stopped, LedgerError, DecodeError)
}
"""Errors that are their words and no more."""


def written(done: "Future[dict[str, Any]]") -> dict[str, Any]:
    """What became of an order."""
    error = done.exception()
    match error:
        case None:
            return {"reply": done.result()}
        case Refused():
            return {"refused": encode(Refusal(error.because, str(error)))}
        case Fenced():
            return {"fenced": str(error), "holder": error.holder}
        case OverCount():
            return {"over": encode(error.count), "there": error.there}
        case Overdrawn():
            return {"overdrawn": error.account.name, "free": error.free, "asked": error.asked}
    kind = next((kind.__name__ for kind in type(error).__mro__ if kind.__name__ in SPOKEN), "")
    return {"error": kind or type(error).__name__, "words": str(error) if kind else ""}


def raised(outcome: Mapping[str, Any]) -> dict[str, Any]:
    """The reply that an order came to; raises the error that it came to instead."""
    if "reply" in outcome:
        reply: dict[str, Any] = outcome["reply"]
        return reply
    if "refused" in outcome:
        raise Refused(decode(Refusal, outcome["refused"]))
    if "fenced" in outcome:
        raise Fenced(outcome["fenced"], outcome["holder"])
    if "over" in outcome:
        raise OverCount(decode(Count, outcome["over"]), outcome["there"])
    if "overdrawn" in outcome:
        raise Overdrawn(Account.parse(outcome["overdrawn"]), outcome["free"], outcome["asked"])
    raise SPOKEN.get(outcome["error"], RuntimeError)(outcome["words"] or outcome["error"])
