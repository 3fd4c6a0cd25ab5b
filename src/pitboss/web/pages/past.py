"""Rounds that are over and still at hand at their table: folded once, however many look at them."""

from collections import OrderedDict

from pitboss.floor.tables.state import Past, TableState
from pitboss.play import Round, fold

MOST = 512
_folded: "OrderedDict[int, tuple[Past, Round]]" = OrderedDict()


def last_played(state: TableState) -> Round | None:
    """The round before the open one, as it stands corrected."""
    return folded(state.past[-1]) if state.past else None


def folded(past: Past) -> Round:
    """A finished round as its acts leave it."""
    known = _folded.get(id(past))
    if known is not None and known[0] is past:
        return known[1]
    round = fold(past.opening, past.acts)
    _folded[id(past)] = past, round
    while len(_folded) > MOST:
        _folded.popitem(last=False)
    return round
