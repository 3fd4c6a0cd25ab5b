"""The audit of prize draws: what a server that favours a person would write, and what finds it."""

from collections.abc import Callable
from typing import Any

import pytest

from floor.promotions.desk import HOUR, NAME, START, Desk
from pitboss.floor.audit.report import ROUNDS
from pitboss.floor.audit.tournaments import check_draws
from pitboss.floor.audit.verify import verify
from pitboss.floor.promotions.state import (
    EarnedEntry,
    EntriesMade,
    PromotionEvent,
    PromotionOpened,
    PromotionState,
    TermsAmended,
    promotion_stream,
)
from pitboss.floor.promotions.terms import OpenPromotion, SubmitTerms
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import new_event
from pitboss.floor.store import Append, Write
from pitboss.promotion import draw
from pitboss.promotion.draw import DrawnPrize, commit_to, draw_winners
from support import STAR, STAR_MS

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


def write(desk: Desk, event: PromotionEvent) -> None:
    """What a server writes that favours a person."""
    stream = promotion_stream(desk.operator, NAME)
    append = Append(stream, desk.store.head(stream).length, (new_event(event, stamp(desk.clock()), "tests"),))
    desk.store.commit(Write(desk.operator, appends=(append,), at=stamp(desk.clock())))


def test_entries_that_are_given_twice(desk: Desk) -> None:
    desk.register("ann")
    desk.open()
    desk.played(ann=1)
    for _ in range(2):
        write(desk, EntriesMade((EarnedEntry("ann", PONTOON, 1, "code"),), 1))
    assert found(desk) == ["a prize draw: a round gave a person more than one entry"]


@pytest.mark.parametrize(
    ("entry", "is_earned"),
    [
        (EarnedEntry("ann", PONTOON, 2, "code"), True),
        (EarnedEntry("ann", PONTOON, 1, "code"), False),
        (EarnedEntry("bob", PONTOON, 2, "code"), False),
        (EarnedEntry("bob", PONTOON, 3, "code"), False),
        (EarnedEntry("ann", PONTOON, 4, "code"), False),
        (EarnedEntry("ann", STAR, 5, "code"), False),
        (EarnedEntry("ann", STAR_MS, 6, "code"), False),
        (EarnedEntry("ann", PONTOON, 9, "code"), False),
    ],
    ids=[
        "as it was",
        "before",
        "another person",
        "too little",
        "over the most",
        "another game",
        "practice",
        "no round",
    ],
)
def test_an_entry_that_no_round_earned(desk: Desk, entry: EarnedEntry, is_earned: bool) -> None:
    desk.register("ann", "bob")
    desk.write(games=(PONTOON, STAR_MS), most_tickets=2)
    desk.do(SubmitTerms(NAME))
    desk.do(OpenPromotion(NAME))
    desk.played(ann=1)
    desk.clock.at = START + 48 * HOUR
    desk.played(ann=1)
    desk.played(cents=24_99, bob=1)
    desk.played(ann=1)
    desk.played(STAR, ann=1)
    desk.played(STAR_MS, unit="practice", ann=1)
    if entry.round == 4:
        desk.played(ann=1)
        write(desk, EntriesMade((EarnedEntry("ann", PONTOON, 2, "code"), EarnedEntry("ann", PONTOON, 7)), 1))
    write(desk, EntriesMade((entry,), 1))
    assert found(desk) == ([] if is_earned else ["a prize draw: an entry was given that no round earned"])


LATE = "its terms or its entries changed after the list was sealed"


@pytest.mark.parametrize(
    ("forge", "words"),
    [
        (lambda state: state.sealed, "its list was sealed twice"),
        (lambda state: state.drawn, "it was held twice"),
        (lambda state: TermsAmended(state.terms, "more prizes"), LATE),
        (lambda state: PromotionOpened(state.terms), LATE),
        (lambda _: EntriesMade((EarnedEntry("ann", PONTOON, 1),), 1), LATE),
    ],
    ids=["sealed", "drawn", "amended", "released", "entries"],
)
def test_a_list_is_sealed_and_drawn_from_once(
    desk: Desk, forge: Callable[[PromotionState], PromotionEvent], words: str
) -> None:
    desk.drawn("ann", "bob")
    write(desk, forge(desk.state))
    assert found(desk) == [f"a prize draw: {words}"]
