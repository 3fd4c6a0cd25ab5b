"""The page of the dealer's console: what is next, who is where, what has been corrected, and what may be put right."""

from typing import Any

from fastapi import Request, Response

from pitboss.floor.people.permission import holds
from pitboss.web.pages.deck_forms import cards_first, may_hand_shuffle
from pitboss.web.pages.playing import FRAGMENT
from pitboss.web.pages.remedies import remedies
from pitboss.web.pages.seen import table_page
from pitboss.web.pages.shell import Shell
from pitboss.web.pages.steps import next_steps

LAPSES = {"absent": "Absent", "slow": "Too slow", "refuses": "Refuses"}
"""Why a player does not decide, in the words of an act and of a button."""


def show_console(shell: Shell, request: Request, table: str, notice: Any = None, status: int = 200) -> Response:
    """The console of a table, or the part of it that changes."""
    who = shell.staff(request)
    desk = shell.api.desk(request, who.operator, table)
    page = table_page(shell.api, desk, who) | next_steps(desk, who)
    page |= {
        "may_deal": holds(who.operator, who.role, "dealer"),
        "remedies": remedies(desk, who),
        "cards": cards_first(desk.state),
        "hand_shuffle": may_hand_shuffle(desk.state),
        "corrected": shell.corrections.of(desk),
        "lapses": LAPSES,
        "strip": [] if page["felt"] is None or page["shows_last"] else seat_strip(page["felt"]),
    }
    template = "_console.html" if FRAGMENT in request.headers else "console.html"
    return shell.page(request, template, status=status, notice=notice, twin=f"/api/tables/{table}", **page)


def seat_strip(felt: dict[str, Any]) -> list[dict[str, Any]]:
    """The seats with somebody at them: who, what is staked there, and how the hands stand."""
    return [_seat(area) for area in felt["areas"] if area["people"]]


def _seat(area: dict[str, Any]) -> dict[str, Any]:
    riding = [spot for hand in area["hands"] for spot in hand["spots"]]
    says = [" ".join(filter(None, (hand["says"], hand["status"]))) for hand in area["hands"]]
    return {
        "area": area["number"],
        "people": area["people"],
        "cents": sum(spot["cents"] for spot in (*area["spots"], *riding)),
        "says": "; ".join(filter(None, says)),
        "turn": area["is_turn"],
    }
