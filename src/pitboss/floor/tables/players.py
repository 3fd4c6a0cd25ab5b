"""The players at a table, and the time that they have to decide.

A player comes with a seat or a wager; a seated one stays until they leave, one who stands is gone once they let a round
go by.

The operator sets the time for a decision, because the documents say only that it is reasonable. It runs where the
virtual shoe deals and players act for themselves; at a table dealt by hand the dealer sees who is slow, and says so.
Against collusion (Star Caribbean Stud 14.13; Star Mississippi Stud 11.10) a supervisor orders who plays first: for
players who leave their cards alone until others have played, the time begins when those have.
"""

from collections.abc import Mapping

from pitboss.play import Act, DecisionNeed, Place, Round, Sit, Table, TakeBack
from pitboss.play.wager import replace_box
from pitboss.value import Value


class Player(Value):
    """A player at a table: where they sit or last wagered, and how many rounds in a row they have sat out."""

    patron: str
    area: int
    seated: bool
    abstained: int = 0


Players = tuple[Player, ...]


def note_act(players: Players, act: Act, round: Round) -> Players:
    """The players at a table after an act; `round` is the round after it."""
    match act:
        case Sit(_, patron, area) if area:
            known = _of(players, patron)
            return _put_player(players, Player(patron, area, True, known.abstained if known is not None else 0))
        case Sit(_, patron, _) | TakeBack(_, patron, _, _):
            known = _of(players, patron)
            if known is None or (known.seated and isinstance(act, TakeBack)):
                return players
            area = next((wager.area for wager in round.wagers if wager.patron == patron and wager.live), 0)
            return (
                _put_player(players, known._replace(area=area, seated=False))
                if area
                else remove_player(players, patron)
            )
        case Place(patron=patron, area=area) if _of(players, patron) is None:
            return (*players, Player(patron, area, False))
        case _:
            return players


def note_round(players: Players, round: Round) -> Players:
    """The players at a table after a round: a standing player who sat it out has left."""
    wagered = {wager.patron for wager in round.wagers if wager.stake.pieces}
    counted = (p._replace(abstained=0 if p.patron in wagered else p.abstained + 1) for p in players)
    return tuple(p for p in counted if p.seated or not p.abstained)


def remove_player(players: Players, patron: str) -> Players:
    """The players without one of them."""
    return tuple(player for player in players if player.patron != patron)


def clear_seats(table: Table, players: Players) -> Table:
    """The table with the seats of those empty who have left it."""
    here = {player.patron for player in players}
    boxes = table.boxes
    for box in boxes:
        if box.seated and box.seated not in here:
            boxes = replace_box(boxes, box._replace(seated=""))
    return table._replace(boxes=boxes) if boxes != table.boxes else table


def _of(players: Players, patron: str) -> Player | None:
    return next((player for player in players if player.patron == patron), None)


def _put_player(players: Players, changed: Player) -> Players:
    if _of(players, changed.patron) is None:
        return (*players, changed)
    return tuple(changed if player.patron == changed.patron else player for player in players)


# Time to decide.

DECISION_SECONDS = 60
"""How long a player has to decide, unless the table is given another time (ours)."""

LEAST_SECONDS, MOST_SECONDS = 15, 600
"""The times that a table may be given; 0 lets nothing lapse by itself (ours)."""

OUT_OF_TIME = "out of time"
"""The reason of a decision that the clock lapsed: only the clock gives it."""

Deadlines = Mapping[str, str]
"""For each decision that is awaited and timed, the moment at which it lapses, as the log writes times."""


class Suspicion(Value):
    """A supervisor's order against collusion."""

    first: tuple[str, ...] = ()
    """Who plays before the others touch their cards."""
    english: bool = False


def still_to_decide(round: Round, first: tuple[str, ...]) -> tuple[str, ...]:
    """The players who play first and have yet to decide."""
    if not first:
        return ()
    asked = [need.patron for need in round.needs if type(need) is DecisionNeed and not need.optional]
    return tuple(patron for patron in first if patron in asked)


def must_wait(round: Round, first: tuple[str, ...], patron: str) -> bool:
    """Whether a player leaves their cards alone until others have decided."""
    return bool(first) and patron not in first and bool(still_to_decide(round, first))


def opens_decision(before: Round, after: Round, first: tuple[str, ...] = ()) -> bool:
    """Say whether a step asks a player something that holds the round up and was not asked before."""
    return any(_is_new(before, after, need, first) for need in after.needs)


def _is_new(before: Round, after: Round, need: object, first: tuple[str, ...]) -> bool:
    """Whether a question is a player's to answer from now on: it was not there, or others were to play first."""
    if type(need) is not DecisionNeed or need.optional or must_wait(after, first, need.patron):
        return False
    return must_wait(before, first, need.patron) or not any(need is old for old in before.needs)


def drop_waiting_deadlines(deadlines: Deadlines, round: Round, first: tuple[str, ...]) -> Deadlines:
    """The deadlines without those of players who are to leave their cards alone for now."""
    if not first or not deadlines:
        return deadlines
    waiting = {need.id for need in round.needs if type(need) is DecisionNeed and must_wait(round, first, need.patron)}
    return {need: until for need, until in deadlines.items() if need not in waiting}


def time_decisions(
    deadlines: Deadlines, before: Round, round: Round, until: str, first: tuple[str, ...] = ()
) -> Deadlines:
    """The deadlines once a step is done: those of questions that are gone are gone, new questions have until then."""
    if not deadlines and not until:
        return deadlines
    kept = {need.id: deadlines[need.id] for need in round.needs if need.id in deadlines}
    if not until:
        return kept
    return kept | {need.id: until for need in round.needs if _is_new(before, round, need, first)}


def find_lapsed(deadlines: Deadlines, time: str) -> tuple[str, ...]:
    """The decisions whose time is over."""
    return tuple(need for need, until in deadlines.items() if until <= time)
