"""What stands at a table against collusion (Star Caribbean Stud 14.13; Star Mississippi Stud 11.10): who plays first,
and whether English alone is spoken."""

from pitboss.floor.tables.people_events import EnglishOrdered, SuspectsOrdered
from pitboss.play.needs import DecisionNeed
from pitboss.play.round import Round
from pitboss.value import Value


class Suspicion(Value):
    """What a supervisor has ordered against collusion."""

    first: tuple[str, ...] = ()
    """Who plays before the others touch their cards."""
    english: bool = False


def after(suspicion: Suspicion, event: SuspectsOrdered | EnglishOrdered) -> Suspicion:
    """What stands after an order."""
    if isinstance(event, SuspectsOrdered):
        return suspicion._replace(first=event.patrons)
    return suspicion._replace(english=event.on)


def awaited(round: Round, first: tuple[str, ...]) -> tuple[str, ...]:
    """Of those who play first, who has yet to decide."""
    if not first:
        return ()
    asked = [need.patron for need in round.needs if type(need) is DecisionNeed and not need.optional]
    return tuple(patron for patron in first if patron in asked)


def waits(round: Round, first: tuple[str, ...], patron: str) -> bool:
    """Whether a player leaves their cards alone until others have decided."""
    return bool(first) and patron not in first and bool(awaited(round, first))
