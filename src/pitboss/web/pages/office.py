"""The patrons' office: a patron is found by id or card; their page shows how they stand and takes the orders about
them. A patron has the same of their own as an account. No page shows a patron's limits to another patron."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from pitboss.floor.operators import house_games
from pitboss.floor.patrons import limits, office, state
from pitboss.floor.people.permission import PATRON, READ_ACCOUNTS
from pitboss.floor.service import Actor, forms, stamp
from pitboss.floor.store import Stored, patron_stream
from pitboss.floor.store.store import holder_of
from pitboss.messages import phrase, say, translate
from pitboss.money import dollars
from pitboss.value import log_name
from pitboss.web.api import dependencies, orders, problems
from pitboss.web.pages import form_pages, rendering
from pitboss.web.pages.forms import FormContext
from pitboss.web.patrons import account, account_data, own_account, payments

LOOKED_AT = 400
"""How many of the last events of a patron are looked through for their time at tables."""
HISTORY = 50
"""How many of the last events of a patron their page shows."""


payments.twin("/patrons")
account.twin("/patrons/{patron}")
own_account.twin("/account")


def install(renderer: rendering.PageRenderer) -> None:
    """The routes of the office and of a patron's own account."""
    front = form_pages.FormPage(
        "/patrons",
        "patrons.html",
        _front,
        lambda renderer, scene: {"payments": renderer.api.payments.of(scene.who.operator), "missing": ""},
        "/api/payments",
        lambda form: f"/patrons/{form['patron']}",
    )

    @renderer.router.get("/patrons/find")
    def find(request: Request, who: str = "") -> Response:
        """A patron's page, by their id or by what their card says."""
        me, store = _front(renderer, request, renderer.identify(request), "").who, renderer.api.floor.store
        wanted = who.strip()[:120]
        patron = holder_of(store, me.operator, office.CARD, wanted) if wanted else None
        if patron is None and re.fullmatch(dependencies.NAME, wanted) and office.is_known(store, me.operator, wanted):
            patron = wanted
        if patron is None:
            return form_pages.show(renderer, front, request, missing=wanted, status=404)
        return RedirectResponse(f"/patrons/{patron}", 303)

    form_pages.install(renderer, front)
    form_pages.install(
        renderer, form_pages.FormPage("/patrons/{patron}", "patron.html", _one, _show_place, "/api/patrons/{patron}")
    )
    form_pages.install(
        renderer, form_pages.FormPage("/account", "account.html", _own_account, _show_place, "/api/account")
    )


def _front(_: rendering.PageRenderer, __: Request, who: Actor, ___: str) -> FormContext:
    if who.role == PATRON:
        raise problems.NotAllowed("Only staff can open this page.")
    return FormContext(dependencies.allow(who, READ_ACCOUNTS), forms.PATRONS, None, {})


def _one(renderer: rendering.PageRenderer, request: Request, who: Actor, patron: str) -> FormContext:
    _front(renderer, request, who, "")
    if not office.is_known(renderer.api.floor.store, who.operator, patron):
        raise problems.NotFound(say("There is no patron {patron}.", patron=patron))
    return _patron(renderer.api, who, forms.PATRON, patron)


def _own_account(renderer: rendering.PageRenderer, _: Request, who: Actor, __: str) -> FormContext:
    if who.role != PATRON:
        raise problems.NotAllowed("Only patrons have an account.")
    return _patron(renderer.api, who, forms.ACCOUNT, who.person)


def _show_place(renderer: rendering.PageRenderer, scene: FormContext) -> Mapping[str, Any]:
    """A patron's page: limits, accounts, sittings and disputes."""
    api, who, patron = renderer.api, scene.who, scene.given["patron"]
    history = []
    if scene.place == forms.PATRON:
        stream, after = patron_stream(who.operator, patron), max(0, scene.state.length - HISTORY)
        page = api.floor.store.read(stream, after=after, limit=HISTORY)
        history = [{"at": stored.at, "by": stored.by, "words": _tell_event(stored)} for stored in reversed(page)]
    return {
        "patron": account_data(api, who, patron),
        "games": house_games(who.operator),
        "limits": list(_limits(api, scene)),
        "away_until": scene.state.own_break_until if scene.state.is_away(stamp(api.floor.clock())) else "",
        "disputes": list(disputes_of(api, who, patron)),
        "history": history,
        "sittings": _sittings(api, scene) if scene.place == forms.ACCOUNT else [],
        "session": renderer.sittings.of(who) if scene.place == forms.ACCOUNT else None,
    }


def _sittings(api: dependencies.Api, scene: FormContext) -> list[dict[str, Any]]:
    """Where a patron has played for money, the newest first, with what it came to."""
    stream, after = patron_stream(scene.who.operator, scene.given["patron"]), max(0, scene.state.length - LOOKED_AT)
    page = api.floor.store.read(stream, after=after, limit=LOOKED_AT)
    ended = [stored for stored in page if stored.kind == log_name(state.PlayEnded)]
    return [{"at": stored.at} | stored.data for stored in reversed(ended)][:HISTORY]


def _patron(api: dependencies.Api, who: Actor, place: str, patron: str) -> FormContext:
    return FormContext(who, place, state.load_patron(api.floor.store, who.operator, patron), {"patron": patron})


def _limits(api: dependencies.Api, scene: FormContext) -> Iterator[dict[str, Any]]:
    """A patron's limits: what holds, what it will be, and what is left."""
    who, patron, now = scene.who, scene.given["patron"], api.floor.clock()
    rows = [
        (say("Loss limit of the {period}", period=translate(period)), scene.state.loss_limits.get(period, ()), period)
        for period in limits.PERIODS
    ]
    for words, kept, period in (*rows, (say("Deposit limit of the day"), scene.state.deposit_limits, "")):
        most, day = limits.limit_in_force(kept, stamp(now)), limits.calendar_day(now)
        later = [limit for limit in kept if limit.holds_from > stamp(now)]
        if most is None and not later:
            continue
        name = (
            limits.loss_counter(who.operator, patron, period, day)
            if period
            else limits.deposit_counter(who.operator, patron, day)
        )
        used = api.floor.store.counter(name)
        left = max(0, most - used) if most is not None else None
        yield {"words": words, "cents": most, "left_cents": left, "later": later}


def disputes_of(api: dependencies.Api, who: Actor, patron: str) -> Iterator[dict[str, Any]]:
    """A patron's disputes at all tables of a house, the newest first."""
    for floor_table in api.tables(who.operator):
        for dispute in reversed(floor_table.state.disputes):
            if dispute.patron == patron:
                rulings = [f"{ruled.by}, {phrase(ruled.rank).lower()}: {ruled.ruling}" for ruled in dispute.rulings]
                yield {"table": floor_table.stream.table, "rulings": rulings} | {
                    name: getattr(dispute, name) for name in ("id", "round", "about", "status")
                }


def _tell_event(stored: Stored) -> str:
    """An event of a patron in words: its name, and what it says."""
    said = []
    for name, value in stored.data.items():
        if value in ("", None) or name == "rank":
            continue
        is_money = name in ("cents", "buy_in", "cash_out", "wagered", "net") and isinstance(value, int)
        words = dollars(value) if is_money else str(value)
        said.append(words if is_money and name == "cents" else f"{name.replace('_', ' ')} {words}")
    return phrase(orders.path_of(stored.kind)) + (f": {', '.join(said)}" if said else "")
