"""The signs at a table, with the clauses behind each, and as a page to be read from afar: game, limits, notices,
payouts and inscriptions."""

from collections.abc import Mapping
from typing import Any

from pitboss.floor.tables.signage import signs
from pitboss.floor.tables.state import OpenState
from pitboss.report.rulebook import pay_line
from pitboss.web import meter_view, resource
from pitboss.web.api import dependencies, table_data
from pitboss.web.pages.rendering import PageRenderer

LARGE = ("game", "limits", "inscription", "maximum payout", "payouts", "layout")
"""The signs that have a place of their own on the page."""
STANDING = ("note", "notice")
"""What always stands there; the others tell of what has changed or will, and come first."""
site = resource.Site("tables")


class SignBoard(table_data.TableRow, kw_only=True):
    """A table with all that its signs say; they say nothing while it is not open."""

    signs: list[table_data.SignSeen]
    meter: meter_view.TableMeter | None = None
    """The jackpot; nothing where the table offers none."""


@site.resource("/tables/{table}/sign")
def sign(floor_table: dependencies.TheTable, who: dependencies.Who, api: dependencies.TheApi) -> SignBoard:
    """All that the signs at a table say: limits, who keeps others, payouts, notices and what will change."""
    state = floor_table.state
    row = table_data.row_of(floor_table, state, who)
    if not isinstance(state, OpenState):
        return SignBoard(**row, signs=[])
    seen = [table_data.SignSeen.of(state.table.game.rules, sign) for sign in signs(state)]
    return SignBoard(**row, signs=seen, meter=meter_view.see_table_meter(api.floor.store, floor_table, state, who))


def _in_place(_: PageRenderer, __: Any, board: SignBoard) -> Mapping[str, Any]:
    """The signs by their places on the page."""
    found = board.signs
    pays = [pay for each in found if each.what == "payouts" for pay in each.pays]
    return {
        "pays": table_data.group_pays(map(pay_line, pays)),
        "layout": [each for each in found if each.what == "layout"],
        "capped": any(each.what == "maximum payout" for each in found),
        "limits": [each for each in found if each.what == "limits" and not each.is_coming],
        "says": [each for each in found if each.what in ("maximum payout", "inscription")],
        "notices": [each for each in found if each.is_coming or each.what not in (*LARGE, *STANDING)],
        "standing": [each for each in found if each.what in STANDING],
    }


sign.page("sign.html", more=_in_place)
