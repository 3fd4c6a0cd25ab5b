"""The audit of prize draws: what a server that favours a person would write, and what finds it."""

from collections.abc import Callable
from typing import Any

import pytest

from floor.promotions.desk import NAME, Desk
from pitboss.floor.audit.report import ROUNDS
from pitboss.floor.audit.tournaments import check_draws
from pitboss.floor.audit.verify import verify
from pitboss.floor.promotions.state import EarnedEntry, EntriesMade, promotion_stream
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import new_event
from pitboss.floor.store import Append, Write
from pitboss.promotion import draw
from pitboss.promotion.draw import DrawnPrize, commit_to, draw_winners

PONTOON = "star-pontoon"
DeskOf = Callable[..., Desk]


def found(desk: Desk) -> list[str]:
    with desk.store.reading() as connection:
        return [fault.words for fault in check_draws(connection, desk.operator)]


@pytest.fixture
def desk(desk_of: DeskOf) -> Desk:
    return desk_of(PONTOON)


def test_a_fair_draw_and_one_that_is_drawn_again_hold(desk: Desk) -> None:
    desk.drawn("ann", "bob")
    assert found(desk) == []
    assert [fault for fault in verify(desk.store).findings if "prize draw" in fault.words] == []


def test_winners_that_the_seed_does_not_give(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def favour(*args: Any, **more: Any) -> tuple[DrawnPrize, ...]:
        (fair,) = draw_winners(*args, **more)
        return (fair._replace(ticket=3 - fair.ticket, entrant=3 - fair.entrant),)

    with monkeypatch.context() as forger:
        forger.setattr(draw, "draw_winners", favour)
        desk.drawn("ann", "bob")
    (words,) = found(desk)
    assert "The winners do not follow" in words
    (fault,) = (fault for fault in verify(desk.store).findings if "prize draw" in fault.words)
    assert (fault.part, fault.record.split(" number ")[0]) == (ROUNDS, str(promotion_stream(desk.operator, NAME)))


def test_a_seed_that_is_not_the_one_committed_to(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = bytes(range(32))
    with monkeypatch.context() as forger:
        forger.setattr(draw, "commit_to", lambda seed, list_hash: commit_to(chosen, list_hash))
        desk.register("ann", "bob")
        desk.open()
        desk.played(ann=1, bob=1)
        desk.seal()
        forger.setattr(draw, "commit_to", lambda *_: desk.state.sealed.commitment if desk.state.sealed else "")
        desk.draw()
    assert "The seed is not the one that was committed to" in found(desk)[0]


def test_entries_that_are_given_twice(desk: Desk) -> None:
    desk.register("ann")
    desk.open()
    stream = promotion_stream(desk.operator, NAME)
    for _ in range(2):
        made = EntriesMade((EarnedEntry("ann", "7", 1, "code"),), 1)
        event = new_event(made, stamp(desk.clock()), "tests")
        append = Append(stream, desk.store.head(stream).length, (event,))
        desk.store.commit(Write(desk.operator, appends=(append,), at=stamp(desk.clock())))
    assert found(desk) == ["a prize draw: a round gave a person more than one entry"]
