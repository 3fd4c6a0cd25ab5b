"""The signs at a table, with the clauses behind each, and as a page to be read from afar: game, limits, notices,
payouts and inscriptions."""

from collections.abc import Mapping
from typing import Any

from pitboss.floor.tables.signage import Sign, signs
from pitboss.floor.tables.state import OpenState
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.play.terms import Pay
from pitboss.report.rulebook import pay_line
from pitboss.value import Value
from pitboss.web.api.dependencies import TheTable, Who
from pitboss.web.api.table_data import LimitsSeen, TableRow, group_pays, row_of
from pitboss.web.pages.rendering import PageRenderer
from pitboss.web.resource import Site

LARGE = ("game", "limits", "inscription", "maximum payout", "payouts", "layout")
"""The signs that have a place of their own on the page."""
STANDING = ("note", "notice")
"""What always stands there; the others tell of what has changed or will, and come first."""
site = Site("tables")


class SignSeen(Value):
    """A sign: what it says, for whom and from when, and why it is there."""

    what: str
    words: str
    limits: dict[str, LimitsSeen]
    patron: str | None
    area: int | None
    from_time: str | None
    from_round: int | None
    pays: tuple[Pay, ...]
    shape: str | None
    because: Because
    clauses: tuple[str, ...]

    @classmethod
    def of(cls, rules: Rules, sign: Sign) -> "SignSeen":
        """A sign under the rules of its table."""
        empty = {name: getattr(sign, name) or None for name in ("patron", "area", "from_time", "from_round", "shape")}
        clauses, limits = rules.cite(sign.because), LimitsSeen.of(sign.limits)
        return cls(**sign._asdict() | empty | {"limits": limits, "clauses": clauses})

    @property
    def is_coming(self) -> bool:
        """Whether it tells of what will hold, not of what does."""
        return bool(self.from_time or self.from_round)


class SignBoard(TableRow, kw_only=True):
    """A table with all that its signs say; they say nothing while it is not open."""

    signs: list[SignSeen]


@site.resource("/tables/{table}/sign")
def sign(floor_table: TheTable, who: Who) -> SignBoard:
    """All that the signs at a table say: limits, who keeps others, payouts, notices and what will change."""
    state = floor_table.state
    seen = [SignSeen.of(state.table.game.rules, sign) for sign in signs(state)] if isinstance(state, OpenState) else []
    return SignBoard(**row_of(floor_table, state, who), signs=seen)


def _in_place(_: PageRenderer, __: Any, board: SignBoard) -> Mapping[str, Any]:
    """The signs by their places on the page."""
    found = board.signs
    pays = [pay for each in found if each.what == "payouts" for pay in each.pays]
    return {
        "pays": group_pays(map(pay_line, pays)),
        "layout": [each for each in found if each.what == "layout"],
        "capped": any(each.what == "maximum payout" for each in found),
        "limits": [each for each in found if each.what == "limits" and not each.is_coming],
        "says": [each for each in found if each.what in ("maximum payout", "inscription")],
        "notices": [each for each in found if each.is_coming or each.what not in (*LARGE, *STANDING)],
        "standing": [each for each in found if each.what in STANDING],
    }


sign.page("sign.html", more=_in_place)
