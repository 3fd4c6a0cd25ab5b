"""A snapshot is a speed-up: with it, without it or with one of other code, the same comes out."""

from pathlib import Path

from floor.store.writing import TABLE, happened, told
from pitboss.floor.store import Store, Stream
from pitboss.floor.store.checkpoint import FOLDED_BY, Snapshot, code_hash, load_snapshot, save_snapshot

PACKAGE = Path(__file__).parents[3] / "src" / "pitboss"


def added(store: Store, code: str) -> tuple[int, int]:
    """The sum of a stream's numbers, and how many events were read for it."""
    snapshot = load_snapshot(store, TABLE, code)
    start, total = (snapshot.length, int(snapshot.data)) if snapshot else (0, 0)
    events = store.read(TABLE, after=start)
    total += sum(event.data["n"] for event in events)
    save_snapshot(store, TABLE, Snapshot(start + len(events), str(total)), code)
    return total, len(events)


def test_a_snapshot_spares_reading_and_changes_nothing(store: Store) -> None:
    store.commit(told(TABLE, 0, *(happened(n=n) for n in range(10))))
    assert added(store, "code") == (45, 10)
    assert added(store, "code") == (45, 0)
    store.commit(told(TABLE, 10, happened(n=5)))
    assert added(store, "code") == (50, 1)


def test_a_snapshot_of_other_code_is_passed_over(store: Store) -> None:
    store.commit(told(TABLE, 0, happened(n=1), happened(n=2)))
    assert added(store, "old") == (3, 2)
    assert added(store, "new") == (3, 2)
    assert added(store, "new") == (3, 0)
    assert load_snapshot(store, Stream("crown", TABLE.name), "new") is None


def test_the_code_is_known_by_all_that_folds() -> None:
    assert code_hash() == code_hash(FOLDED_BY)
    assert len(code_hash()) == 64
    for part in FOLDED_BY:
        assert (PACKAGE / part).exists() or (PACKAGE / f"{part}.py").exists()
        assert code_hash(tuple(other for other in FOLDED_BY if other != part)) != code_hash()
