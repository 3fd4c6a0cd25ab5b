"""A round is decided again by the rules it was played under; what today's would give stands apart."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from floor.tables.pit import STARS, Pit
from pitboss.floor.audit import verify
from pitboss.floor.audit.rounds import RedecidedRound, decide_again, table_streams
from pitboss.floor.store import Store
from pitboss.floor.tables.corrections import CorrectRound
from pitboss.floor.tables.state import TableRoundEnded
from pitboss.law import Because, edition
from pitboss.money import Stake
from pitboss.play.acts import Decide
from pitboss.play.needs import DecisionNeed
from pitboss.play.round import Draft
from pitboss.play.table import fold
from pitboss.play.wager import Result, Wager

pytestmark = pytest.mark.postgres_long
STUD = STARS[0]
EDITION, PLAYED, NEWER = "star-caribbean-stud", "2021-03-10", "2027-01-01"
Shelf = Callable[[str, str], None]


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    """Puts a newer version of the book beside the one that was played under, with a change."""
    caches = edition.versions, edition.edition_names, edition.load_edition
    root = tmp_path / "books"
    shutil.copytree(edition.books(), root)

    def add(old: str, new: str) -> None:
        shutil.copytree(root / EDITION / PLAYED, root / EDITION / NEWER)
        file = root / EDITION / NEWER / "games.toml"
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new, 1))
        monkeypatch.setattr(edition, "books", lambda: root)
        for kept in caches:
            kept.cache_clear()

    yield add
    for kept in caches:
        kept.cache_clear()


def play_until_the_ante_wins(store: Store) -> int:
    """Play, betting on every hand, until an Ante has won; the number of that round."""
    pit = Pit(store, STUD)
    pit.open()
    pit.fund("ann", cents=100_000_00)
    try:
        for number in range(1, 100):
            pit.place("ann", 1)
            while pit.round.number == number:
                asked = [need for need in pit.round.needs if isinstance(need, DecisionNeed) and not need.optional]
                if asked:
                    pit.act(pit.dealer, Decide(asked[0].id, "ann", "bet", Stake.of(50_00)))
                else:
                    pit.step()
            (ended,) = [event for event in pit.events(TableRoundEnded) if event.round == number]  # type: ignore[attr-defined]
            assert isinstance(ended, TableRoundEnded)
            if any(done.spot == "ante" and done.result is Result.WON for done in ended.settlements):
                return number
    finally:
        pit.floor.stop()
    raise AssertionError("the dealer cannot win for ever")


def test_what_todays_rules_would_give_is_no_fault(store: Store, shelf: Shelf) -> None:
    number = play_until_the_ante_wins(store)
    assert verify(store).today == ()
    shelf('line = "win"\nodds = "1:1"', 'line = "win"\nodds = "3:1"')
    report = verify(store)
    assert report.is_clean
    assert report.rounds == number
    (today,) = report.today
    assert (today.round, today.played_under, today.today) == (number, PLAYED, NEWER)
    assert today.words.startswith("ann ")
    won, would = (int(word) for word in today.words.split() if word.lstrip("-").isdigit())
    assert would - won == 2 * 25_00


def test_a_newer_version_that_changes_nothing_is_not_reported(store: Store, shelf: Shelf) -> None:
    play_until_the_ante_wins(store)
    shelf("# Whether", "# Whether ")
    report = verify(store)
    assert report.is_clean and report.today == ()


def test_rounds_come_out_of_the_log_with_their_acts(played: Store) -> None:
    with played.reading() as connection:
        for stream in table_streams(connection):
            rounds = list(decide_again(connection, stream))
            assert [decided.round for decided in rounds if isinstance(decided, RedecidedRound)] == [1, 2]
            for decided in rounds:
                assert isinstance(decided, RedecidedRound)
                assert fold(decided.opening, decided.acts).is_over


def test_a_corrected_round_comes_out_both_ways(store: Store) -> None:
    pit = Pit(store, STUD)
    pit.open()
    pit.fund("ann")
    pit.play({"ann": 1})
    acts = pit.state.past[-1].acts
    try:
        pit.do(pit.boss, CorrectRound(pit.table, 1, acts, "to see", pit.manager))
        pit.play({"ann": 1})
    finally:
        pit.floor.stop()
    with store.reading() as connection:
        rounds = [d for d in decide_again(connection, pit.stream) if isinstance(d, RedecidedRound)]
    assert [(decided.round, decided.corrected) for decided in rounds] == [(1, 0), (1, 1), (2, 0)]
    report = verify(store)
    assert (report.findings, report.rounds) == ((), 2)


def test_a_round_that_was_cited_less_exactly_is_decided_alike(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    note = Draft._note

    def note_shortly(draft: Draft, wager: Wager, result: Result, stake: Stake, because: Because, *more: Any) -> None:
        note(draft, wager, result, stake, because[:1], *more)

    with monkeypatch.context() as earlier:
        earlier.setattr(Draft, "_note", note_shortly)
        pit = Pit(store, STUD)
        pit.open()
        pit.fund("ann")
        pit.play({"ann": 1})
        pit.floor.stop()
        past = pit.state.past[-1]
        assert {len(done.because) for done in fold(past.opening, past.acts).settlements} == {1}
    assert verify(store).findings == ()
