"""Who may use the lab: mathematicians, inspectors, whoever may open a table, and patrons who are at no table for money.

Somebody at such a table gets neither mathematics nor advice until they leave it (Pontoon 19.6, 19.11)."""

from pitboss import law
from pitboss.floor.people.permission import INSPECTOR, MATHEMATICIAN, PATRON, READ_ACCOUNTS, holds, may, permissions
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.floor import Floor
from pitboss.floor.service.world import Desk
from pitboss.floor.tables.state import OpenState
from pitboss.law import Because


class Barred(Exception):
    """Somebody at a table that plays for money asks for what is kept away from it."""

    def __init__(self, table: str, because: Because, clauses: tuple[str, ...]) -> None:
        words = (
            f"You are at table {table}, which does not play for practice: the lab, strategies and practice tables are "
            f"closed to you until you have left it ({', '.join(clauses)})."
        )
        super().__init__(words)
        self.because, self.clauses = because, clauses


class NotForYou(Exception):
    """The asker's role does not reach so far."""


def sees_patrons(who: Actor) -> bool:
    """Say whether somebody sees what every patron staked and won; a patron sees their own, a mathematician none."""
    return who.role != PATRON and may(who, READ_ACCOUNTS)


def may_ask(who: Actor) -> bool:
    """Say whether the lab is open to somebody's role at all."""
    if who.role in (PATRON, INSPECTOR, MATHEMATICIAN):
        return True
    return holds(who.operator, who.role, permissions()["OpenTable"].ranks[who.operator])


def check_lab(floor: Floor, who: Actor) -> None:
    """Refuse somebody the lab."""
    if who.role == PATRON:
        check_away(floor, who)
    elif not may_ask(who):
        raise NotForYou("The lab is for mathematicians, inspectors, patrons and whoever may open a table.")


def check_away(floor: Floor, who: Actor) -> None:
    """Refuse a patron who is at a table that does not play for practice."""
    desk = table_of(floor, who)
    if desk is not None:
        rules = desk.open_state.table.game.rules
        because = rules.only((law.NO_DEVICES, law.NO_ADVICE))
        raise Barred(desk.stream.table, because, rules.cite(because))


def table_of(floor: Floor, who: Actor) -> Desk | None:
    """A table at which a patron sits, or has a wager in the open round, and not for practice."""
    for stream in floor.store.streams(who.operator, "table"):
        if _is_at(desk := floor.desk(stream), who.person):
            return desk
    return None


def _is_at(desk: Desk, person: str) -> bool:
    state = desk.state
    if not isinstance(state, OpenState) or state.unit.is_practice:
        return False
    sits = any(player.patron == person for player in state.players)
    return sits or any(w.patron == person and w.live for w in state.round.wagers)
