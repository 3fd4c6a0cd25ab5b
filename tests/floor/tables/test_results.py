"""What rounds came to for the house, and the band around what the edge lets expect of them."""

import math
from collections.abc import Callable
from datetime import timedelta

from floor.tables.pit import NOON, Pit
from floor.tables.test_corrections import ACES, NOTHING, QUEENS, acts, caribbean, correction, keyed, redealt
from pitboss.floor.service.clock import stamp
from pitboss.floor.tables.corrections import VoidRound
from pitboss.report.results import RoundSum, RoundSums
from pitboss.web.pit import draw_points, quarters_of

Pits = Callable[[str], Pit]


def test_a_round_counts_by_its_initial_wager(pits: Pits) -> None:
    pit = caribbean(pits)
    sums = RoundSums(pit.store)
    assert sums.of(pit.stream) == ()
    keyed(pit, *acts(ACES, QUEENS))  # a pair of aces beats a pair of queens: 25 + 50
    (first,) = sums.of(pit.stream)
    assert (first.round, first.initial_cents, first.squares) == (1, 25_00, 25_00**2)
    assert (first.result_cents, first.players) == (-75_00, 1)
    keyed(pit, *acts(NOTHING, QUEENS, bet=False))
    assert [each.result_cents for each in sums.of(pit.stream)] == [-75_00, 25_00]


def test_a_correction_moves_the_result(pits: Pits) -> None:
    pit = caribbean(pits)
    sums = RoundSums(pit.store)
    keyed(pit, *acts(ACES, QUEENS))
    assert sums.of(pit.stream)[0].result_cents == -75_00
    pit.do(pit.supervisor, correction(pit, 1, redealt(pit.state.past[0].acts, NOTHING, QUEENS)))
    assert sums.of(pit.stream)[0].result_cents == 75_00
    assert RoundSums(pit.store).of(pit.stream) == sums.of(pit.stream)


def test_a_round_that_was_void_does_not_count(pits: Pits) -> None:
    pit = caribbean(pits)
    keyed(pit, *acts(ACES, QUEENS)[:4])
    pit.do(pit.supervisor, VoidRound("7", "disruption", "a fire alarm"))
    assert RoundSums(pit.store).of(pit.stream) == ()


def rounds(*results: int) -> tuple[RoundSum, ...]:
    """Rounds with an Ante of $25 each, a minute apart."""
    times = [stamp(NOON + timedelta(minutes=number)) for number in range(len(results))]
    return tuple(
        RoundSum(number + 1, times[number], 25_00, 25_00**2, result, 2) for number, result in enumerate(results)
    )


def test_the_band_is_two_standard_deviations_wide() -> None:
    points = draw_points(rounds(100, -300, 50), (0.05, 2.0))
    assert [point.result_cents for point in points] == [100, -200, -150]
    last = points[-1]
    assert last.expected_cents == round(0.05 * 75_00) and last.low_cents is not None and last.high_cents is not None
    assert abs(last.high_cents - last.low_cents - 4 * math.sqrt(2.0 * 3 * 25_00**2)) <= 1
    assert draw_points(rounds(100), None)[0].expected_cents is None


def test_many_rounds_are_thinned_and_the_last_is_kept() -> None:
    points = draw_points(rounds(*[1] * 1_001), None)
    assert len(points) <= 121 and points[-1].round == points[-1].result_cents == 1_001


def test_quarters_of_an_hour_hold_their_rounds() -> None:
    quarters = quarters_of(rounds(*[0] * 20), NOON + timedelta(minutes=20))
    assert [quarter.rounds for quarter in quarters[-2:]] == [15, 5]
    assert sum(quarter.rounds for quarter in quarters) == 20 and quarters[-1].players == 2
