"""A patron's own account: what lies in it and what of that is staked. Patrons see their own, the house sees all."""

from typing import Any

from fastapi import FastAPI

from pitboss.floor.commands import Actor
from pitboss.floor.people.permission import PATRON
from pitboss.ledger import Account
from pitboss.ledger.account import AUD, PRACTICE, TOKENS
from pitboss.web.api import problems
from pitboss.web.api.shared import Api, PatronName, Who

PURSES = (
    ("chips", "patron", AUD),
    ("tokens", "patron", TOKENS),
    ("practice", "patron", PRACTICE),
    ("deposit", "deposit", AUD),
)


def install(app: FastAPI, api: Api) -> None:
    """The routes of patrons' accounts."""

    @app.get("/api/patrons/{patron}", tags=["patrons"], responses=problems.RESPONSES)
    def account(patron: PatronName, who: Who) -> dict[str, Any]:
        """A patron's account."""
        check_own(who, patron)
        purses = {name: _purse(api, Account(who.operator, kind, patron, unit)) for name, kind, unit in PURSES}
        return {"patron": patron, "accounts": purses}


def check_own(who: Actor, patron: str) -> None:
    """Refuse a patron who asks about another, in the words for somebody who is not there."""
    if who.role == PATRON and who.person != patron:
        raise problems.NotFound(f"There is no patron {patron}.")


def _purse(api: Api, account: Account) -> dict[str, int]:
    balance = api.floor.store.balance(account)
    return {"free_cents": balance.free, "staked_cents": balance.held}
