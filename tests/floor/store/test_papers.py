"""Names and papers lie beside the chain: they can be erased after their time, and no chain breaks."""

from floor.store.dying import dump
from floor.store.writing import TABLE, happened, told
from pitboss.floor.store import Store
from pitboss.floor.store.papers import FOREVER, erase_papers, holder_of, papers_of, put_papers


def test_papers_are_kept_until_their_time(store: Store) -> None:
    put_papers(store, "star", "p1", {"name": "Ann", "card": "4711"}, keep_until="2030-01-01")
    put_papers(store, "star", "p2", {"name": "Ben"}, keep_until=FOREVER)
    put_papers(store, "crown", "p1", {"name": "Another"}, keep_until="2020-01-01")
    assert papers_of(store, "star", "p1") == {"card": "4711", "name": "Ann"}
    assert holder_of(store, "star", "card", "4711") == "p1"
    assert holder_of(store, "crown", "card", "4711") is None
    assert erase_papers(store, "star", now="2029-12-31") == 0
    assert erase_papers(store, "star", now="2030-01-01") == 2
    assert papers_of(store, "star", "p1") == {}
    assert holder_of(store, "star", "card", "4711") is None
    assert papers_of(store, "star", "p2") == {"name": "Ben"}
    assert papers_of(store, "crown", "p1") == {"name": "Another"}


def test_a_paper_takes_the_place_of_the_one_before(store: Store) -> None:
    put_papers(store, "star", "p1", {"name": "Ann", "address": "here"}, keep_until="2030-01-01")
    put_papers(store, "star", "p1", {"address": "there"}, keep_until="2031-01-01")
    assert papers_of(store, "star", "p1") == {"address": "there", "name": "Ann"}
    assert erase_papers(store, "star", now="2030-06-01") == 1
    assert papers_of(store, "star", "p1") == {"address": "there"}


def test_erasing_touches_nothing_else(store: Store) -> None:
    store.commit(told(TABLE, 0, happened(patron="p1")))
    before = dump(store)
    put_papers(store, "star", "p1", {"name": "Ann Example"}, keep_until="2030-01-01")
    erase_papers(store, "star", now="2031-01-01")
    assert dump(store) == before
