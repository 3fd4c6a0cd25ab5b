"""A floor that stops and starts again: a round goes on to the card, and what fell due meanwhile happens once."""

import time
from collections.abc import Callable
from datetime import timedelta
from multiprocessing import Pipe

import pytest

from floor.tables.dying import begin, foreseen, play_and_wait, standing
from floor.tables.pit import NOON, PONTOON, Pit, sign
from pitboss.floor.composition import make_floor
from pitboss.floor.service.clock import ManualClock
from pitboss.floor.store import Store, open_store
from pitboss.floor.tables.limits_sign import AnnounceClosing, AnnounceLimits, NoticeFell
from pitboss.floor.tables.state import ActTaken, TableEvent
from servers import start_process
from support import STAR, ULTIMATE


def killed(where: str, game: str, steps: int) -> str:
    """Let a process play so many steps and kill it; say how its table stood."""
    ours, theirs = Pipe(duplex=False)
    process = start_process(play_and_wait, where, game, steps, theirs)
    theirs.close()
    try:
        stood: str = ours.recv()
        return stood
    finally:
        process.kill()
        process.join()
        ours.close()


def but_times(pit: Pit) -> list[TableEvent]:
    """What happened, but for when decisions lapse: one floor was away for a while."""
    return [event._replace(until="") if isinstance(event, ActTaken) else event for event in pit.events()]


@pytest.mark.parametrize(("game", "steps"), [(STAR, 4), (PONTOON, 6)])
def test_a_round_goes_on_where_a_killed_process_left_it(
    where: str, new_sqlite: Callable[[], str], game: str, steps: int
) -> None:
    resumed(where, new_sqlite(), game, steps)


@pytest.mark.parametrize(("game", "steps"), [(STAR, 3), (ULTIMATE, 5), (PONTOON, 4)])
def test_it_does_at_other_moments_too(new_sqlite: Callable[[], str], game: str, steps: int) -> None:
    resumed(new_sqlite(), new_sqlite(), game, steps)


def resumed(where: str, elsewhere: str, game: str, steps: int) -> None:
    """Kill a process in the middle of a round, go on, and compare with a round that nothing broke."""
    stood = killed(where, game, steps)
    store = open_store(where)
    same = ManualClock(NOON)  # not a moment has passed: nothing is waited for
    pit = Pit(store, game, clock=same, seed=foreseen())
    assert pit.open_state.acts and not pit.open_state.is_between_rounds, "it was in the middle of a round"
    assert standing(pit) == stood  # the same needs, the same shoe to the card
    pit.play()
    unbroken = begin(open_store(elsewhere), game, steps)
    unbroken.play()
    assert but_times(pit) == but_times(unbroken)
    assert standing(pit) == standing(unbroken)
    for each in (pit, unbroken):
        each.floor.stop()
        each.sound()
        each.store.close()


def test_a_table_is_written_by_any_process(store: Store) -> None:
    pit = Pit(store, STAR)
    pit.open()
    other = Pit(store, STAR, clock=pit.clock)
    other.sit("Ann", 1)
    pit.sit("Bob", 2)  # on what the other has written meanwhile
    assert [player.patron for player in pit.open_state.players] == ["Ann", "Bob"]
    pit.floor.stop()
    other.floor.stop()


def fallen(pit: Pit, times: int, within: float = 60.0) -> bool:
    """Wait for the service's own clock to do what is due."""
    end = time.monotonic() + within
    while len(pit.events(NoticeFell)) < times and time.monotonic() < end:
        time.sleep(0.05)
    return len(pit.events(NoticeFell)) == times


def test_the_service_does_what_is_due_by_itself(store: Store) -> None:
    pit = Pit(store, STAR)
    pit.open()
    pit.sit("Ann", 1)
    pit.do(pit.supervisor, AnnounceLimits("7", sign(STAR, 50)))
    pit.do(pit.supervisor, AnnounceClosing("7"))
    pit.wait(minutes=20)
    assert fallen(pit, 2)
    assert pit.open_state.closing and pit.open_state.terms.limits == sign(STAR, 50)
    pit.floor.stop()
    pit.sound()


def test_what_fell_due_while_nothing_ran_happens_after_the_start(store: Store) -> None:
    pit = Pit(store, STAR)
    pit.open()
    pit.sit("Ann", 1)
    pit.do(pit.supervisor, AnnounceClosing("7"))
    pit.floor.stop()
    later = ManualClock(NOON + timedelta(minutes=30))
    again = Pit(store, STAR, clock=later)
    assert fallen(again, 1)
    again.floor.stop()
    third = make_floor(store, clock=later).start()
    time.sleep(1.2)  # two looks at the signs
    third.stop()
    assert len(again.events(NoticeFell)) == 1
    again.sound()
