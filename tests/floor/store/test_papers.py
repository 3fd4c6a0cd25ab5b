"""Names and papers lie beside the chain: they can be erased after their time, and no chain breaks."""

import pytest

from floor.store.dying import dump
from floor.store.writing import TABLE, happened, told
from pitboss.floor.store import PersonalRecord, Store, Write
from pitboss.floor.store.rows import Taken
from pitboss.floor.store.store import (
    FOREVER,
    erase_personal_records,
    holder_of,
    personal_records_of,
    put_personal_records,
)


def test_papers_are_kept_until_their_time(store: Store) -> None:
    put_personal_records(store, "star", "p1", {"name": "Ann", "card": "4711"}, keep_until="2030-01-01")
    put_personal_records(store, "star", "p2", {"name": "Ben"}, keep_until=FOREVER)
    put_personal_records(store, "crown", "p1", {"name": "Another"}, keep_until="2020-01-01")
    assert personal_records_of(store, "star", "p1") == {"card": "4711", "name": "Ann"}
    assert holder_of(store, "star", "card", "4711") == "p1"
    assert holder_of(store, "crown", "card", "4711") is None
    assert erase_personal_records(store, "star", now="2029-12-31") == 0
    assert erase_personal_records(store, "star", now="2030-01-01") == 2
    assert personal_records_of(store, "star", "p1") == {}
    assert holder_of(store, "star", "card", "4711") is None
    assert personal_records_of(store, "star", "p2") == {"name": "Ben"}
    assert personal_records_of(store, "crown", "p1") == {"name": "Another"}


def test_a_paper_takes_the_place_of_the_one_before(store: Store) -> None:
    put_personal_records(store, "star", "p1", {"name": "Ann", "address": "here"}, keep_until="2030-01-01")
    put_personal_records(store, "star", "p1", {"address": "there"}, keep_until="2031-01-01")
    assert personal_records_of(store, "star", "p1") == {"address": "there", "name": "Ann"}
    assert erase_personal_records(store, "star", now="2030-06-01") == 1
    assert personal_records_of(store, "star", "p1") == {"address": "there"}


def test_erasing_touches_nothing_else(store: Store) -> None:
    store.commit(told(TABLE, 0, happened(patron="p1")))
    before = dump(store)
    put_personal_records(store, "star", "p1", {"name": "Ann Example"}, keep_until="2030-01-01")
    erase_personal_records(store, "star", now="2031-01-01")
    assert dump(store) == before


def test_what_one_person_alone_may_have_nobody_else_is_given(store: Store) -> None:
    def card(person: str, says: str, operator: str = "star") -> Write:
        return Write(operator, personal_records=(PersonalRecord(person, "card", says, FOREVER, once=True),))

    first, other, elsewhere, again = store.commit_all(
        [card("p1", "4711"), card("p2", "4711"), card("p3", "4711", "crown"), card("p1", "4711")]
    )
    assert isinstance(other, Taken) and "4711" not in str(other)
    assert not any(isinstance(each, Exception) for each in (first, elsewhere, again))
    with pytest.raises(Taken):
        store.commit(card("p2", "4711"))
    put_personal_records(store, "star", "p2", {"name": "4711"}, keep_until=FOREVER, once=("name",))  # another field
    store.commit(card("p1", "0815"))
    store.commit(card("p2", "4711"))
    assert holder_of(store, "star", "card", "4711") == "p2"


def test_a_write_that_is_refused_leaves_no_paper(store: Store) -> None:
    store.commit(told(TABLE, 0, happened()))
    late = told(TABLE, 0, happened())._replace(personal_records=(PersonalRecord("p1", "name", "Ann", FOREVER),))
    assert isinstance(store.commit_all([late])[0], Exception)
    assert personal_records_of(store, "star", "p1") == {}
