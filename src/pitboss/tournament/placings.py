"""The order of players (Star Pontoon 20.10): players ranked by chips, those who went out by the order in which they
did, who goes on, who plays off for which places, and what each place takes of the pool."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from pitboss import law
from pitboss.play.wager import Result, Settlement
from pitboss.value import Value

CONTESTED, ALL_PLACES = "contested-places", "all-places"
"""For which places players who are level play off (P27)."""


class Exit(Value, tag="Exit"):
    """A player who could not go on, as the round left them."""

    patron: str
    round: int
    left_cents: int
    wager_cents: int
    removed: int
    """The place of their last losing wager among those that the dealer took in the round; 0 where none was taken."""


def exits_of(
    out: Iterable[str], round: int, settlements: Sequence[Settlement], chips: Mapping[str, int]
) -> tuple[Exit, ...]:
    """The players who went out in a round, with what decides between them."""
    taken = [done.patron for done in settlements if done.result is Result.LOST and done.taken.pieces]
    staked: dict[str, int] = {}
    for done in settlements:
        staked[done.patron] = staked.get(done.patron, 0) + done.stake.cents
    return tuple(
        Exit(patron, round, chips[patron], staked.get(patron, 0), taken.index(patron) + 1 if patron in taken else 0)
        for patron in out
    )


def order_exits(exits: Iterable[Exit]) -> tuple[Exit, ...]:
    """Players who went out, the first to go last: in one round by chips left, then the wager, then whose chips were
    removed first (20.10.4)."""
    return tuple(sorted(exits, key=_how_long, reverse=True))


def _how_long(gone: Exit) -> tuple[int, int, int, int]:
    return gone.round, gone.left_cents, gone.wager_cents, gone.removed


def rank_players(chips: Mapping[str, int], exits: Iterable[Exit] = ()) -> tuple[tuple[str, ...], ...]:
    """Players from the best on, those who are level together: by chips (20.10.2), then those who went out."""
    gone = order_exits(exits)
    out = {each.patron for each in gone}
    left = sorted((name for name in chips if name not in out), key=lambda name: -chips[name])
    level = [tuple(sorted(group)) for _, group in groupby(left, key=lambda name: chips[name])]
    return (*level, *((each.patron,) for each in gone))


def rank_tables(chips: Mapping[str, int], exits: Iterable[Exit]) -> tuple[tuple[str, ...], ...]:
    """Players of several tables from the best on. Whose chips were removed first is known at one table alone, so that
    players who went out alike at two tables are level."""
    gone = order_exits(exits)
    out = {each.patron for each in gone}
    level = rank_players({name: cents for name, cents in chips.items() if name not in out})
    alike = groupby(gone, key=_how_long)
    return (*level, *(tuple(each.patron for each in group) for _, group in alike))


class Contest(Value):
    """The players who go on from a table by chips, and those who play off for the places that are left."""

    through: tuple[str, ...]
    tied: tuple[str, ...] = ()
    places: int = 0
    because: law.Because = (law.HIGHEST_WINS,)


def decide_places(ranked: Sequence[Sequence[str]], places: int, decides: str = CONTESTED) -> Contest:
    """The players who have one of some places. Players who are level for the last of them play off for those that are
    contested (20.10.3, read by P27); read the other way, they do so only if they alone outnumber all places."""
    through: list[str] = []
    for group in ranked:
        if len(through) + len(group) <= places:
            through += group
            continue
        room = places - len(through)
        if not room:
            break
        if len(group) > (places if decides == ALL_PLACES else room):
            return Contest(tuple(through), tuple(group), room, (law.HIGHEST_WINS, law.PLAY_OFF))
        through += group  # read the other way: they do not outnumber the places, and all go on
    return Contest(tuple(through))


def divide_pool(pool_cents: int, shares: Sequence[int]) -> tuple[int, ...]:
    """What each place takes of the pool; the first also gets what does not divide, and what no player takes."""
    parts = [pool_cents * share // 100 for share in shares]
    return (parts[0] + pool_cents - sum(parts), *parts[1:]) if parts else ()


def place_players(ranking: Sequence[Sequence[str]], prizes: Sequence[int]) -> Iterator[tuple[int, str, int]]:
    """Players from the best on, each with a place and a prize. Players who are level share a place, and in equal parts
    the prizes of all places that they take up; cents that do not divide go to those named first."""
    place = 1
    for group in ranking:
        shared = sum(prizes[place - 1 : place - 1 + len(group)])
        for number, name in enumerate(group):
            yield place, name, shared // len(group) + (number < shared % len(group))
        place += len(group)
