"""Work shared out: every part done once, by threads or by an executor, told as it goes, and stopped in between."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from pitboss.lab.workers import Workers, hand_out, share_out, telling


def test_every_part_is_done_once() -> None:
    told: list[tuple[int, int]] = []
    with telling(lambda done, parts: told.append((done, parts))):
        found = share_out(9, list[int], lambda part, into: into.append(part))
    assert sorted(part for made in found for part in made) == list(range(9))
    assert max(told) == (9, 9)


def test_an_error_stops_the_parts_that_are_left() -> None:
    done: list[int] = []

    def work(part: int, _: None) -> None:
        done.append(part)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        share_out(1_000, lambda: None, work)
    assert len(done) <= 4


def double(part: int, parts: int) -> int:
    return 2 * part + parts


def test_an_executor_does_the_parts() -> None:
    found: list[int] = []
    with ThreadPoolExecutor(2) as pool:
        hand_out(Workers(pool, 2), double, 5, found.append)
    assert sorted(found) == [5, 7, 9, 11, 13]
