"""Access to the lab: mathematicians, inspectors, staff who may open a table, and patrons at no table for money.

A patron at such a table gets neither mathematics nor advice until they leave it (Pontoon 19.6, 19.11)."""

from pitboss import law
from pitboss.floor.people import permission
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.floor import Floor
from pitboss.floor.tables.state import OpenState
from pitboss.messages import say


class LabClosedToPlayers(Exception):
    """A patron at a table that plays for money asks for the lab or for advice, which such a patron may not have."""

    def __init__(self, table: str, because: law.Because, clauses: tuple[str, ...]) -> None:
        words = (
            "You are at table {table}, which does not play for practice: the lab, strategies and practice tables are "
            "closed to you until you have left it ({clauses})."
        )
        super().__init__(say(words, table=table, clauses=", ".join(clauses)))
        self.because, self.clauses = because, clauses


class LabClosed(Exception):
    """The asker's role does not reach so far."""


def sees_patrons(who: Actor) -> bool:
    """Say whether a person sees the stakes and wins of all patrons; a patron sees their own, a mathematician none."""
    return who.role != permission.PATRON and permission.may(who, permission.READ_ACCOUNTS)


def may_ask(who: Actor) -> bool:
    """Say whether the lab is open to a person's role."""
    if who.role in (permission.PATRON, permission.INSPECTOR, permission.MATHEMATICIAN):
        return True
    return permission.holds(who.operator, who.role, permission.permissions()["OpenTable"].ranks[who.operator])


def visible_pages(who: Actor | None) -> list[tuple[str, str]]:
    """The pages of the house that a person may look at, for the bar."""
    if who is None:
        return []
    if who.role == permission.PATRON:
        return [
            ("/account", say("My account")),
            ("/tournaments", say("Tournaments")),
            ("/promotions", say("Promotions")),
        ]
    if who.role == permission.SCRUTINEER:
        return [("/promotions", say("Promotions"))]
    pages = (
        (permission.WATCH_PIT, "/pit", say("Pit")),
        (permission.READ_ACCOUNTS, "/patrons", say("Patrons")),
        (permission.WATCH_PIT, "/tournaments", say("Tournaments")),
        (permission.READ_ACCOUNTS, "/promotions", say("Promotions")),
        (permission.INSPECT, "/inspect", say("Inspector")),
    )
    return [(path, name) for right, path, name in pages if permission.may(who, right)]


def check_lab(floor: Floor, who: Actor) -> None:
    """Refuse the lab to a person who may not use it at this moment."""
    if who.role == permission.PATRON:
        check_away(floor, who)
    elif not may_ask(who):
        raise LabClosed("The lab is for mathematicians, inspectors, patrons and staff who may open a table.")


def check_away(floor: Floor, who: Actor) -> None:
    """Refuse a patron who sits, or has a wager in the open round, at a table that does not play for practice."""
    for stream in floor.store.streams(who.operator, "table"):
        state = floor.table(stream).state
        if not isinstance(state, OpenState) or state.unit.is_practice:
            continue
        at = {player.patron for player in state.players} | {w.patron for w in state.round.wagers if w.live}
        if who.person in at:
            rules = state.table.game.rules
            because = rules.only((law.NO_DEVICES, law.NO_ADVICE))
            raise LabClosedToPlayers(stream.table, because, rules.cite(because))
