"""Who is at a table. A player comes with a seat or a wager; a seated one stays until they leave, one who stands is gone
once they let a round go by."""

from pitboss.play import Round
from pitboss.play.acts import Act, Place, Sit, TakeBack
from pitboss.play.box import with_box
from pitboss.play.table import Table
from pitboss.value import Value


class Player(Value):
    """Somebody at a table: where they sit or last wagered, and how many rounds in a row they have sat out."""

    patron: str
    area: int
    seated: bool
    abstained: int = 0


Players = tuple[Player, ...]


def after_act(players: Players, act: Act, round: Round) -> Players:
    """The people at a table after an act, with the round as the act left it."""
    match act:
        case Sit(_, patron, area) if area:
            known = _of(players, patron)
            return _with(players, Player(patron, area, True, known.abstained if known is not None else 0))
        case Sit(_, patron, _) | TakeBack(_, patron, _, _):
            known = _of(players, patron)
            if known is None or (known.seated and isinstance(act, TakeBack)):
                return players
            area = next((wager.area for wager in round.wagers if wager.patron == patron and wager.live), 0)
            return _with(players, known._replace(area=area, seated=False)) if area else without(players, patron)
        case Place(patron=patron, area=area) if _of(players, patron) is None:
            return (*players, Player(patron, area, False))
        case _:
            return players


def after_round(players: Players, round: Round) -> Players:
    """The people at a table after a round: whoever stands and sat it out has gone."""
    wagered = {wager.patron for wager in round.wagers if wager.stake.pieces}
    counted = (p._replace(abstained=0 if p.patron in wagered else p.abstained + 1) for p in players)
    return tuple(p for p in counted if p.seated or not p.abstained)


def without(players: Players, patron: str) -> Players:
    """The people at a table but one."""
    return tuple(player for player in players if player.patron != patron)


def seats_cleared(table: Table, players: Players) -> Table:
    """The table with the seats of those empty who have left it."""
    here = {player.patron for player in players}
    boxes = table.boxes
    for box in boxes:
        if box.seated and box.seated not in here:
            boxes = with_box(boxes, box._replace(seated=""))
    return table._replace(boxes=boxes) if boxes != table.boxes else table


def _of(players: Players, patron: str) -> Player | None:
    return next((player for player in players if player.patron == patron), None)


def _with(players: Players, changed: Player) -> Players:
    if _of(players, changed.patron) is None:
        return (*players, changed)
    return tuple(changed if player.patron == changed.patron else player for player in players)
