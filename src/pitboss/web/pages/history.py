"""Rounds that are over: a list with what each came to, and one of them with every settlement and its grounds."""

from typing import Annotated, Any

from fastapi import Path, Query, Request, Response

from pitboss.floor.service.commands import Actor
from pitboss.floor.tables.events import RoundEnded
from pitboss.floor.tables.recall import ended_rounds, recall
from pitboss.floor.tables.state import Past
from pitboss.play import Round, apply, fold
from pitboss.play.round import Viewer
from pitboss.report.decision import ruling_data, rulings
from pitboss.report.narration import as_seen_by, tell_step
from pitboss.report.settlements import settlement_words
from pitboss.web.access import sees_patrons
from pitboss.web.api import problems
from pitboss.web.api.shared import TableName
from pitboss.web.api.show import table_row, viewer_of
from pitboss.web.pages.drawing import card_names
from pitboss.web.pages.felt import felt, signed
from pitboss.web.pages.past import folded
from pitboss.web.pages.seen import told_round
from pitboss.web.pages.shell import Shell

PAGE = 20
Number = Annotated[int, Path(ge=1, le=2**53)]
Step = Annotated[int, Query(ge=0, le=2**53)]


def install(shell: Shell) -> None:
    """The routes of rounds that are over."""
    api = shell.api

    @shell.router.get("/tables/{table}/rounds")
    def rounds(table: TableName, request: Request, before: Annotated[int, Query(ge=0, le=2**53)] = 0) -> Response:
        """The rounds of a table, the newest first."""
        who = shell.who(request)
        desk = api.desk(request, who.operator, table)
        found = ended_rounds(api.floor.store, desk.stream, before or 2**62, PAGE)
        shown = [_line(stored.at, event, who) for stored, event in found if _may_see(event, who)]
        older = found[-1][0].number if len(found) == PAGE else 0
        twin = f"/api/tables/{table}/rounds"
        return shell.page(request, "rounds.html", rounds=shown, older=older, table=table_row(desk), twin=twin)

    @shell.router.get("/tables/{table}/rounds/{number}")
    def one(
        table: TableName, number: Annotated[int, Path(ge=1, le=2**53)], request: Request, step: Step = 0
    ) -> Response:
        """A round that is over, or one step of it."""
        who = shell.who(request)
        desk = api.desk(request, who.operator, table)
        past = recall(api.floor.store, desk.stream, number, known=desk.state)
        round = folded(past) if past is not None else None
        if past is None or round is None or (not sees_patrons(who) and not _wagered(round, who)):
            raise problems.NotFound(f"There is no round {number} at table {table}.")
        last = told_round(round, who)
        page = {"table": table_row(desk), "last": last, "felt": last["felt"], "step": None, "steps": len(past.acts)}
        page["rulings"] = [ruling_data(round.game.rules, ruling) for ruling in rulings(past.opening, past.acts)]
        if step:
            at = min(step, len(past.acts))
            page |= {
                "felt": felt(fold(past.opening, past.acts[:at]), viewer_of(who)),
                "step": _step(past, at, viewer_of(who)),
            }
        return shell.page(request, "round.html", twin=f"/api/tables/{table}/rounds/{number}", **page)


def _step(past: Past, number: int, viewer: Viewer) -> dict[str, Any]:
    """A step of the round: its number, and what happened in it as its viewer saw it then."""
    before, act = fold(past.opening, past.acts[: number - 1]), past.acts[number - 1]
    told = tell_step(before, act, apply(before, act), as_seen_by(viewer))
    return {"at": number, "words": " ".join(sentence.closed.text(card_names) for sentence, _ in told)}


def _wagered(round: Round, who: Actor) -> bool:
    return any(wager.patron == who.person for wager in round.wagers)


def _may_see(event: RoundEnded, who: Actor) -> bool:
    return sees_patrons(who) or any(total.patron == who.person for total in event.totals)


def _line(at: str, event: RoundEnded, who: Actor) -> dict[str, Any]:
    """A round in the list: a patron's own part of it, or all of it."""
    mine = [done for done in event.settlements if sees_patrons(who) or done.patron == who.person]
    net = sum(total.net for total in event.totals if sees_patrons(who) or total.patron == who.person)
    words = [settlement_words(done) for done in mine]
    return {"round": event.round, "at": at, "words": words, "net": signed(net), "net_cents": net}
