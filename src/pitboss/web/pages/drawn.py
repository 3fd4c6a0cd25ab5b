"""Felts that are drawn already: whoever sees the same thing at a table gets the same drawing, made once.

Somebody who takes part sees cards and amounts that others do not, so that theirs is their own; all others at a table
see what lies open, and share it.
"""

from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.world import Desk
from pitboss.floor.tables.state import OpenState, TableState, players_of
from pitboss.web.pages.past import last_played

MOST = 2_000
"""How many drawings are kept, the latest."""


class Drawn:
    """The drawings of felts."""

    def __init__(self, templates: Environment) -> None:
        self.templates = templates
        self._kept: OrderedDict[tuple[Any, ...], Markup] = OrderedDict()

    def felt(self, desk: Desk, who: Actor, page: Mapping[str, Any]) -> Markup:
        """The drawing of a table page's felt."""
        key = (desk.stream, page["table"]["number"], _viewer(desk.state, who), *_choices(page["betting"]))
        drawn = self._kept.get(key)
        if drawn is None:
            drawn = self._draw(page)
            self._kept[key] = drawn
            while len(self._kept) > MOST:
                with suppress(KeyError):  # another thread was quicker
                    self._kept.popitem(last=False)
        return drawn

    def _draw(self, page: Mapping[str, Any]) -> Markup:
        macros: Any = self.templates.get_template("_macros.html").module
        drawn: Markup = macros.felt(page["felt"], page["chips"], page["table"]["title"], page["betting"])
        return drawn


def _viewer(state: TableState, who: Actor) -> str:
    """Who sees what nobody else sees: a patron who takes part, or took part in the round that lies there."""
    if who.role != PATRON:
        return f"role {who.role}"
    last = last_played(state)
    now = state.round.wagers if isinstance(state, OpenState) else ()
    wagers = (*now, *(last.wagers if last is not None else ()))
    takes_part = {wager.patron for wager in wagers} | {player.patron for player in players_of(state)}
    return f"patron {who.person}" if who.person in takes_part else "patron"


def _choices(betting: Mapping[str, Any] | None) -> tuple[Any, ...]:
    """Where somebody may wager, for that is drawn as well."""
    if not betting or not betting["open"]:
        return ()
    refused = [(area["number"], area["refused"]["words"]) for area in betting["areas"] if area["refused"]]
    return betting["at"], *refused
