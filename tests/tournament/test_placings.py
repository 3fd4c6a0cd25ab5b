"""Placings (20.10): by chips, by the order of elimination, play-offs for contested places (P27), shares of the pool."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss import law
from pitboss.law import Reading
from pitboss.money import Stake
from pitboss.play.wager import Result, Settlement
from pitboss.tournament.placings import (
    ALL_PLACES,
    CONTESTED,
    Exit,
    decide_places,
    divide_pool,
    exits_of,
    order_exits,
    place_players,
    rank_players,
    rank_tables,
)
from pitboss.tournament.sessions import BYTES_EACH, draw_seats
from support import shows

PONTOON = "star-pontoon"


def test_most_chips_win() -> None:
    ranked = rank_players({"ann": 5, "bob": 9, "cat": 5, "dan": 0}, [Exit("dan", 3, 0, 5, 1)])
    assert ranked == (("bob",), ("ann", "cat"), ("dan",))
    shows(law.HIGHEST_WINS, decide_places(ranked, 1), game=PONTOON)


def test_three_level_for_two_places_play_off() -> None:
    contest = decide_places((("ann", "bob", "cat"), ("dan",)), 2)
    assert (contest.through, contest.tied, contest.places) == ((), ("ann", "bob", "cat"), 2)
    for key in (law.HIGHEST_WINS, law.PLAY_OFF):
        shows(key, contest, game=PONTOON)


def test_only_contested_places_are_played_off() -> None:
    """P27: players ahead of the tie go on; read the other way, a tie that fits all places sends all on."""
    ranked = (("ann",), ("bob", "cat"))
    contest = decide_places(ranked, 2, CONTESTED)
    assert (contest.through, contest.tied, contest.places) == (("ann",), ("bob", "cat"), 1)
    for key in (law.HIGHEST_WINS, law.PLAY_OFF):
        shows(key, contest, game=PONTOON)
    assert decide_places(ranked, 2, ALL_PLACES).through == ("ann", "bob", "cat")
    assert decide_places((("ann", "bob", "cat"),), 2, ALL_PLACES).tied == ("ann", "bob", "cat")


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (Exit("a", 4, 0, 5, 1), Exit("b", 5, 0, 1, 1)),
        (Exit("a", 5, 20, 90, 9), Exit("b", 5, 30, 10, 1)),
        (Exit("a", 5, 0, 100, 9), Exit("b", 5, 0, 200, 1)),
        (Exit("a", 5, 0, 100, 1), Exit("b", 5, 0, 100, 2)),
    ],
)
def test_players_who_go_out_in_one_round(first: Exit, last: Exit) -> None:
    """20.10.4: residual chips, then the smaller wager was out first, then whose chips were removed first."""
    assert [each.patron for each in order_exits([first, last])] == ["b", "a"]
    assert [each.patron for each in order_exits([last, first])] == ["b", "a"]


def settlement(patron: str, cents: int, result: Result = Result.LOST) -> Settlement:
    stake = Stake.of(cents)
    taken = {"taken": stake} if result is Result.LOST else {"returned": stake}
    return Settlement(0, patron, 1, "wager", result, stake, (), **taken)  # type: ignore[arg-type]


def test_exits_are_read_from_the_round() -> None:
    done = (settlement("bob", 300), settlement("cat", 100, Result.WON), settlement("ann", 200), settlement("ann", 50))
    exits = exits_of(("ann", "bob"), 7, done, {"ann": 10, "bob": 0})
    assert exits == (Exit("ann", 7, 10, 250, 2), Exit("bob", 7, 0, 300, 1))


@given(st.dictionaries(st.text("abcdefgh", min_size=1, max_size=2), st.integers(0, 5), min_size=1), st.integers(1, 8))
def test_every_player_has_one_place(chips: dict[str, int], places: int) -> None:
    ranked = rank_players(chips)
    assert sorted(name for group in ranked for name in group) == sorted(chips)
    contest = decide_places(ranked, places)
    assert len(contest.through) + contest.places == min(places, len(chips))
    assert not set(contest.through) & set(contest.tied)
    if contest.tied:
        assert len(contest.tied) > contest.places > 0
        assert len({chips[name] for name in contest.tied}) == 1


@given(st.integers(0, 10**9), st.lists(st.integers(1, 100), min_size=1, max_size=5))
def test_pool_is_divided_to_the_cent(pool: int, parts: list[int]) -> None:
    shares = [part * 100 // sum(parts) for part in parts]
    shares[0] += 100 - sum(shares)
    assert sum(divide_pool(pool, shares)) == pool


def test_level_players_share_the_prizes_of_their_places() -> None:
    prizes = divide_pool(100_01, (50, 30, 20))
    assert list(place_players((("ann",), ("bob", "cat"), ("dan",)), prizes)) == [
        (1, "ann", 50_01),
        (2, "bob", 25_00),
        (2, "cat", 25_00),
        (4, "dan", 0),
    ]
    odd = place_players((("ann", "bob", "cat"),), (100,))
    assert [cents for _, _, cents in odd] == [34, 33, 33]
    assert divide_pool(100_00, (50, 30)) == (70_00, 30_00), "the third place is nobody's"


def test_players_who_went_out_alike_at_two_tables_are_level() -> None:
    alike = Exit("ann", 3, 0, 100, 1), Exit("bob", 3, 0, 100, 1)
    chips = {"ann": 0, "bob": 0, "cat": 5}
    assert rank_tables(chips, alike) == (("cat",), ("ann", "bob"))
    assert rank_tables(chips, (alike[0], alike[1]._replace(removed=2))) == (("cat",), ("bob",), ("ann",))


@given(st.integers(2, 48), st.integers(1, 8), st.binary(min_size=48 * BYTES_EACH, max_size=48 * BYTES_EACH))
def test_draw_seats_everybody_once(players: int, tables: int, chance: bytes) -> None:
    names = [f"p{number}" for number in range(players)]
    drawn = draw_seats(names, [str(table) for table in range(tables)], 48, chance)
    assert sorted(name for at in drawn.values() for name in at.values()) == sorted(names)
    sizes = [len(at) for at in drawn.values()]
    assert max(sizes) - min(sizes) <= 1


def test_draw_is_even() -> None:
    """Every player is as likely as another to sit at the first seat: 4,000 draws of 8, chi-square at 99%."""
    from random import Random

    rng, counts = Random(7), dict.fromkeys("abcdefgh", 0)
    for _ in range(4_000):
        counts[draw_seats("abcdefgh", ["1"], 8, rng.randbytes(8 * BYTES_EACH))["1"][1]] += 1
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 18.48


def test_readings_have_their_switches() -> None:
    """P23 to P30 are in the book; those that change what is done have a switch."""
    from pitboss.law.rules import Rules

    readings = Rules.of(PONTOON).edition.readings
    switches = {name: readings[name].switch for name in (f"P{number}" for number in range(23, 31))}
    assert {name for name, switch in switches.items() if not switch} == {"P25", "P29"}
    assert Reading("P27") in Rules.of(PONTOON).readings("P27")
