"""Whatever goes wrong at a table of the floor, at any moment of any round of any game, whatever remedy is taken of
those that are offered: the round ends, replay gives what the table has, and an audit finds cents and cards in their
places."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from conformance.test_conformance import MOST_ACTS, some
from floor.tables.irregular import draw_statement, go_on, rule_on, see_to_duties
from floor.tables.pit import GAMES, Pit

TABLES = [(game, device, by_hand) for game in GAMES for device in ("shoe", "shuffler") for by_hand in (False, True)]
PEOPLE = ("Ann", "Bob", "Cy")


@pytest.mark.parametrize(("game", "device", "by_hand"), TABLES)
def test_whatever_goes_wrong_the_books_are_sound(
    pits: Callable[[str], Pit], game: str, device: str, by_hand: bool
) -> None:
    pit = pits(game)
    pit.open(areas=3, device=device)
    pit.fund(*PEOPLE)
    taken: Counter[str] = Counter()
    for number in range(some(8)):
        rng = Random(f"{game} {device} {by_hand} {number}")
        see_to_duties(pit, rng)
        for area, name in enumerate(PEOPLE[: rng.randint(1, 3)], start=1):
            pit.place(name, area)
        open_round = pit.round.number
        for _ in range(MOST_ACTS):
            if rng.random() < (0.3 if pit.round.hands else 0.05) and (said := draw_statement(pit, rng)):
                taken[rule_on(pit, said, rng)] += 1
            if pit.round.number != open_round:
                break
            go_on(pit, rng, by_hand=by_hand)
            if pit.round.number != open_round:
                break
        else:
            raise AssertionError("the round does not end")
    assert sum(taken.values()) > 0
    pit.sound()
