"""A patron's account: what lies in it, their limits and their time at tables. Patrons see their own, the house all."""

from typing import Any

from fastapi import FastAPI

from pitboss.floor.patrons.commands import ADDRESS, NAME, KeepParticulars
from pitboss.floor.patrons.events import PlayEnded, PlayStarted
from pitboss.floor.patrons.office import load_patron
from pitboss.floor.patrons.periods import Limit as PeriodLimit
from pitboss.floor.patrons.periods import patron_stream
from pitboss.floor.patrons.state import PatronState
from pitboss.floor.people.permission import INSPECTOR, PATRON, READ_ACCOUNTS, may
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import Stored
from pitboss.floor.store.papers import papers_of
from pitboss.ledger import Account
from pitboss.money import AUD, PRACTICE, TOKENS
from pitboss.value import log_name
from pitboss.web.api import problems
from pitboss.web.api.shared import After, Api, Limit, PatronName, Who, allow

PURSES = (
    ("chips", "patron", AUD.name),
    ("tokens", "patron", TOKENS.name),
    ("practice", "patron", PRACTICE.name),
    ("deposit", "deposit", AUD.name),
)


def install(app: FastAPI, api: Api) -> None:
    """The routes of patrons' accounts."""

    @app.get("/api/patrons/{patron}", tags=["patrons"], responses=problems.RESPONSES)
    def account(patron: PatronName, who: Who) -> dict[str, Any]:
        """A patron's account."""
        allow(who, READ_ACCOUNTS)
        check_own(who, patron)
        purses = {name: _purse(api, Account(who.operator, kind, patron, unit)) for name, kind, unit in PURSES}
        standing = _standing(load_patron(api.floor.store, who.operator, patron))
        return {"patron": patron, **_particulars(api, who, patron), "accounts": purses} | standing

    @app.get("/api/patrons/{patron}/sessions", tags=["patrons"], responses=problems.RESPONSES)
    def sessions(patron: PatronName, who: Who, after: After = 0, limit: Limit = 100) -> dict[str, Any]:
        """A patron's time at tables: when each began and ended, what was bought, wagered and won or lost."""
        allow(who, READ_ACCOUNTS)
        check_own(who, patron)
        page = api.floor.store.read(patron_stream(who.operator, patron), after=after, limit=limit)
        shown = [_session(stored) for stored in page if stored.kind in SESSIONS]
        return {"sessions": shown, "next": page[-1].number if len(page) == limit else None}


def check_own(who: Actor, patron: str) -> None:
    """Refuse a patron who asks about another, in the words for somebody who is not there."""
    if who.role == PATRON and who.person != patron:
        raise problems.NotFound(f"There is no patron {patron}.")


def _particulars(api: Api, who: Actor, patron: str) -> dict[str, str | None]:
    """Who a patron is, for themselves, for whoever takes it down and for the inspector."""
    is_told = who.person == patron or may(who, log_name(KeepParticulars)) or who.role == INSPECTOR
    papers = papers_of(api.floor.store, who.operator, patron) if is_told else {}
    return {"name": papers.get(NAME), "address": papers.get(ADDRESS)}


SESSIONS = {log_name(PlayStarted): "started", log_name(PlayEnded): "ended"}
"""The events of a patron's stream that tell of their time at tables."""


def _session(stored: Stored) -> dict[str, Any]:
    """The start or the end of somebody's time at a table."""
    return {"number": stored.number, "at": stored.at, "what": SESSIONS[stored.kind]} | stored.data


def _standing(state: PatronState) -> dict[str, Any]:
    """What a patron has set for themselves, and where they play."""
    return {
        "registered": state.registered,
        "has_card": bool(state.card),
        "excluded": state.excluded,
        "break_until": state.break_until or None,
        "loss_limits": {period: [_limit(limit) for limit in limits] for period, limits in state.loss_limits.items()},
        "deposit_limits": [_limit(limit) for limit in state.deposit_limits],
        "asked": [asked._asdict() for asked in state.asked],
        "playing": [play.table for play in state.playing],
    }


def _limit(limit: PeriodLimit) -> dict[str, Any]:
    return {"cents": limit.cents, "holds_from": limit.holds_from}


def _purse(api: Api, account: Account) -> dict[str, int]:
    balance = api.floor.store.balance(account)
    return {"free_cents": balance.free, "staked_cents": balance.held}
