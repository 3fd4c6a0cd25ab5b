"""People at a table whose boxes are shared: they sit down and get up, wager on several areas, beside each other, behind
each other and on pairs, and sometimes past the sign unseen."""

from random import Random

from pitboss.money import Stake
from pitboss.play import Round
from pitboss.play.acts import Act, Place, Sit, TakeBack
from pitboss.play.needs import WagersNeed
from pitboss.play.wager import box_of, seat_of

PATRONS = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus")
_WAGER, _PAIRS = "wager", "perfect-pairs"
_TRIES = 20


def box_act(round: Round, need: WagersNeed, rng: Random) -> Act:
    """Something that a person may do while wagers are open."""
    for _ in range(_TRIES):
        kind = rng.choice([_sits, _gets_up, _wagers, _wagers, _wagers, _wagers_unseen, _pairs, _pairs, _takes_back])
        act = kind(round, need.id, rng.choice(PATRONS), rng)
        if act is not None:
            return act
    seated = [box.seated for box in round.boxes if box.seated]
    if seated:
        return Sit(need.id, seated[0], 0)
    areas = range(1, round.game.terms.areas + 1)
    return next(Sit(need.id, who, area) for who in PATRONS for area in areas if _may_use(round, who, area))


def _may_use(round: Round, patron: str, area: int) -> bool:
    """Whether an area is not kept for another person, and the table has room for this player."""
    terms = round.game.terms
    if any(area in areas and name != patron for name, areas in terms.reserved.items()):
        return False
    here = {w.patron for w in round.wagers if w.stake.pieces} | {box.seated for box in round.boxes if box.seated}
    return not terms.players or patron in here or len(here) < terms.players


def _area(round: Round, rng: Random) -> int:
    """An area, and rather one where a person has wagered already."""
    taken = [w.area for w in round.wagers if w.left.pieces]
    return rng.choice(taken) if taken and rng.random() < 0.6 else rng.randint(1, round.game.terms.areas)


def _cents(round: Round, area: int, spot: str) -> dict[str, int]:
    """What each player has on a spot of an area."""
    return {w.patron: w.stake.cents for w in round.wagers_on(area, spot) if w.left.pieces}


def _sits(round: Round, need: str, patron: str, rng: Random) -> Act | None:
    area = _area(round, rng)
    if box_of(round.boxes, area).seated or not _may_use(round, patron, area):
        return None
    return Sit(need, patron, area)


def _gets_up(round: Round, need: str, patron: str, rng: Random) -> Act | None:
    return Sit(need, patron, 0) if seat_of(round.boxes, patron) and rng.random() < 0.5 else None


def _wagers(round: Round, need: str, patron: str, rng: Random) -> Act | None:
    """A person wagers on an area, within the room that the others leave there; the seated player within all of it."""
    terms = round.game.terms
    area = _area(round, rng)
    there = _cents(round, area, _WAGER)
    mine = there.pop(patron, 0)
    if not _may_use(round, patron, area) or (not mine and len(there) >= (terms.bettors or 3)):
        return None
    sign = terms.limits_of(patron, _WAGER)
    least, most = sign.minimum_cents, sign.maximum_cents
    if box_of(round.boxes, area).seated != patron:
        most -= sum(there.values())
    if patron in terms.restricted:
        most = min(most, least)
        if any(w.patron == patron and w.spot == _WAGER and w.left.pieces and w.area != area for w in round.wagers):
            return None
    low, high = max(least - mine, 500), most - mine
    if high < low:
        return None
    cents = rng.choice([low, high, low + rng.randint(0, (high - low) // 500) * 500]) // 500 * 500
    tokens = rng.choice([0, 0, 500, cents])
    return Place(need, patron, area, _WAGER, Stake.of(cents - tokens, tokens), line=rng.choice([0, 0, 1, 2]))


def _wagers_unseen(round: Round, need: str, patron: str, rng: Random) -> Act | None:
    """A person wagers unseen: too little, too much or beside too many others."""
    terms = round.game.terms
    area, spot = _area(round, rng), rng.choice([_WAGER, _WAGER, _PAIRS])
    there = _cents(round, area, spot)
    if rng.random() < 0.5 or not _may_use(round, patron, area) or spot not in terms.limits:
        return None
    if patron not in there and len(there) >= (terms.bettors or 3 if spot == _WAGER else 3):
        return None
    if spot == _PAIRS and patron not in _cents(round, area, _WAGER):
        return None
    cents = 500 * rng.choice([1, rng.randint(1, 20), rng.randint(20, 140)])
    return Place(need, patron, area, spot, Stake.of(cents), unnoticed=True)


def _pairs(round: Round, need: str, patron: str, rng: Random) -> Act | None:
    """A person bets on a pair, where an initial wager lies and three others do not have the spot."""
    terms = round.game.terms
    area = _area(round, rng)
    there, playing = _cents(round, area, _PAIRS), _cents(round, area, _WAGER)
    if _PAIRS not in terms.limits or not playing or not _may_use(round, patron, area):
        return None
    if patron not in playing and (len(there) >= 3 or "pairs-need-wager" in round.game.rules.granted):
        return None
    if patron not in there and len(there) >= 3 and all(name in playing for name in there):
        return None
    sign, mine = terms.limits[_PAIRS], there.get(patron, 0)
    low, high = max(sign.minimum_cents - mine, 500), sign.maximum_cents - mine
    return Place(need, patron, area, _PAIRS, Stake.of(rng.choice([low, high]))) if low <= high else None


def _takes_back(round: Round, need: str, patron: str, rng: Random) -> Act | None:
    """A person takes the last of their wagers back: a pair wager before the initial one that it needs."""
    mine = [w for w in round.wagers if w.patron == patron and w.left.pieces]
    if not mine or rng.random() < 0.5:
        return None
    area = mine[-1].area
    spot = _PAIRS if patron in _cents(round, area, _PAIRS) else _WAGER
    return TakeBack(need, patron, area, spot)
