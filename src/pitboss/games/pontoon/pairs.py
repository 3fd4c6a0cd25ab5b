"""Perfect Pairs (15): who may bet on a pair, whose wager gives way, and what the first two cards pay."""

from pitboss import law
from pitboss.cards import Card
from pitboss.games.pontoon import names
from pitboss.games.pontoon.boxes import initial_wagers, note_short
from pitboss.games.pontoon.table import PontoonTable
from pitboss.messages import say
from pitboss.play import Draft, Hand, Refusal, Round, Wager

_RED = (1, 2)


def pair_of(first: Card, second: Card) -> tuple[str, law.Because]:
    """The kind of pair that two cards are (perfect, coloured, mixed; empty for none), and the rules that say so."""
    if first >> 2 != second >> 2:
        return "", (law.PAIR,)
    if first & 3 == second & 3:
        return "perfect", (law.PAIR, law.PAIR_PERFECT)
    if (first & 3 in _RED) == (second & 3 in _RED):
        return "coloured", (law.PAIR, law.PAIR_COLOURED)
    return "mixed", (law.PAIR, law.PAIR_MIXED)


def settle(game: PontoonTable, draft: Draft, hand: Hand) -> None:
    """Pay or take the Perfect Pairs wagers on a hand, its first two cards being seen, each up to its maximum."""
    for wager in draft.wagers:
        if wager.spot == names.PAIRS and wager.area == hand.area and wager.left.pieces:
            kind, because = pair_of(*hand.cards[:2])
            note_short(game, draft, wager)
            stands = wager
            if wager.unnoticed:  # until the cards came out
                stands = draft.cut_to(wager, game.opening_most(draft, wager), (law.MAXIMUM_SETTLED,))
            if kind:
                draft.win(stands, game.figures.pair_odds[kind], (*because, law.PAIRS_SETTLED))
            else:
                draft.lose(stands, (*because, law.PAIRS_SETTLED))


def _has_initial(round: Round | Draft, patron: str, area: int) -> bool:
    """Whether a player has an initial wager on an area."""
    return any(w.patron == patron for w in initial_wagers(round, area))


def refuse(game: PontoonTable, round: Round | Draft, patron: str, area: int) -> Refusal | None:
    """Refuse a pair wager on an area without an initial wager, or without one's own where a sign says so."""
    if not initial_wagers(round, area):
        words = say("Area {area} has no initial wager yet: Perfect Pairs needs one.", area=area)
        return Refusal((law.PAIRS_NEED_HAND,), words)
    if game.rules.applies(law.PAIRS_NEED_WAGER) and not _has_initial(round, patron, area):
        words = "{patron} needs an initial wager on area {area} for Perfect Pairs, as the sign says."
        return Refusal((law.PAIRS_NEED_WAGER,), say(words, patron=patron, area=area))
    return None


def drop_idle(game: PontoonTable, draft: Draft) -> None:
    """Hand pair wagers back whose initial wager has gone from the layout."""
    for wager in draft.wagers:
        if wager.spot == names.PAIRS and wager.left.pieces:
            no = refuse(game, draft, wager.patron, wager.area)
            if no is not None:
                draft.hand_back(wager, no.because)


def _giving_way(game: PontoonTable, round: Round | Draft, patron: str, area: int) -> Wager | None:
    """The pair wager that makes room on a full area for a player with an initial wager: the last of those without."""
    there = [
        w for w in round.wagers if w.spot == names.PAIRS and w.area == area and w.left.pieces and w.patron != patron
    ]
    if len(there) < game.figures.pairs or not _has_initial(round, patron, area):
        return None
    idle = [w for w in there if not _has_initial(round, w.patron, area)]
    return idle[-1] if idle else None


def make_room(game: PontoonTable, draft: Draft) -> None:
    """Hand a pair wager back that has to give way to the one just placed."""
    newest = draft.wagers[-1]
    if newest.spot != names.PAIRS or not newest.left.pieces:
        return
    gone = _giving_way(game, draft, newest.patron, newest.area)
    if gone is not None:
        draft.hand_back(gone, (law.THREE_PAIRS,))


def refuse_fourth(game: PontoonTable, round: Round, patron: str, area: int, others: int) -> Refusal | None:
    """Refuse a fourth pair wager on an area, unless one of those there gives way."""
    if others < game.figures.pairs or _giving_way(game, round, patron, area) is not None:
        return None
    words = say("Area {area} already has {most} Perfect Pairs wagers.", area=area, most=game.figures.pairs)
    return Refusal((law.THREE_PAIRS,), words)
