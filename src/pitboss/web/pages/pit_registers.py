"""The pit's papers: the staff and where they are, the register of mis-payments, the shift report."""

from typing import Any

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pitboss.floor.cashier.mispayments import KINDS, OUTCOMES, OVER, UNDER, FollowMispayment, NoteMispayment
from pitboss.floor.people.permission import WATCH_PIT, may
from pitboss.floor.people.signin import MustChangePassword, NotSignedIn
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store.rows import StoreError
from pitboss.ledger.book import LedgerError
from pitboss.play import Refused
from pitboss.report.registers import mispayment_register
from pitboss.report.shift import days, shift_report
from pitboss.web.api.pit import Day, day_of
from pitboss.web.api.pit_view import desks
from pitboss.web.api.shared import allow
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.playing import Unclear
from pitboss.web.pages.shell import Shell
from pitboss.web.pages.twins import twin

TWINS = ("mispayments", "shift")


def install(shell: Shell) -> None:
    """The routes of the pit's papers."""
    router, api = shell.router, shell.api
    for name in TWINS:
        twin(router, f"/pit/{name}.json", f"/api/pit/{name}")

    @router.get("/pit/shift")
    def shift(request: Request, day: Day = "") -> Response:
        """The shift report of a gaming day."""
        who = allow(shell.who(request), WATCH_PIT)
        chosen = day_of(api, day)
        sheet = shift_report(api.floor.store, who.operator, chosen)
        more: dict[str, Any] = {"sheet": sheet, "day": chosen, "days": list(days(api.floor.clock())), "may": _may(who)}
        more["totals"] = sheet.totals() | {"table": "All"} if len(sheet.rows) > 1 else None
        return shell.page(request, "pit_shift.html", twin=f"/api/pit/shift?day={chosen}", **more)

    def show_cases(request: Request, notice: Any = None, status: int = 200) -> Response:
        who = allow(shell.who(request), WATCH_PIT)
        sheet = mispayment_register(api.floor.store, who.operator)
        tables = [desk.journal.table for desk in desks(api, who.operator)]
        more: dict[str, Any] = {
            "sheet": sheet,
            "tables": tables,
            "kinds": KINDS,
            "outcomes": OUTCOMES,
            "ways": (OVER, UNDER),
        }
        more |= {"ways": (OVER, UNDER), "may": _may(who), "next_id": f"M-{len(sheet.rows) + 1}"}
        twin = "/api/pit/mispayments"
        return shell.page(request, "pit_mispayments.html", status=status, notice=notice, twin=twin, **more)

    @router.get("/pit/mispayments")
    def cases(request: Request) -> Response:
        """The register of mis-payments."""
        return show_cases(request)

    @router.post("/pit/mispayments")
    async def note(request: Request) -> Response:
        """Note a mis-payment, or what was done about one."""
        who = allow(shell.who(request), WATCH_PIT)
        fields = Fields(await shell.form(request))
        try:
            command = _command(fields)
            if (name := fields.text("approver", 120)) and isinstance(command, FollowMispayment):
                password = fields.text("approver-password", 400)
                named = who.operator, name
                signed = await api.passwords.do(request, named, api.sign_in.vouch, *named, password)
                command = command._replace(approver=signed)
            await api.do(Order(who, command, fields.text("key", 60)))
        except (NotSignedIn, MustChangePassword) as no:
            words = "The name or the password of who approves is wrong."
            if isinstance(no, MustChangePassword):
                words = "Another person set the password of who approves: they sign in and change it first."
            wrong = {"words": words, "clauses": []}
            return await run_in_threadpool(show_cases, request, wrong, 409)
        except (Unclear, Refused, StoreError, LedgerError) as error:
            words = str(error) if isinstance(error, Unclear | Refused) else "This could not be done as it was sent."
            return await run_in_threadpool(show_cases, request, {"words": words, "clauses": []}, 409)
        return RedirectResponse("/pit/mispayments", 303)


def _command(fields: Fields) -> NoteMispayment | FollowMispayment:
    name = fields.needed("id", "Give the mis-payment a number.")
    if fields.text("do") == "follow":
        return FollowMispayment(name, fields.text("outcome"), fields.text("words"), fields.text("patron", 40))
    return NoteMispayment(
        name,
        fields.text("table", 40),
        fields.text("way"),
        fields.text("kind"),
        fields.cents("dollars"),
        fields.text("enquiry", 400),
        fields.text("patron", 40),
        fields.is_on("suspected"),
    )


def _may(who: Actor) -> list[str]:
    return [name for name in ("OpenTable", "NoteMispayment", "FollowMispayment") if may(who, name)]
