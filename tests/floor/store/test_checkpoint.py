"""A day is signed once, with a key that lies outside the store; whatever is changed up to it shows."""

from pathlib import Path

import pytest

from floor.store.writing import HOUSE, NOON, TABLE, happened, paid, patron, told
from pitboss.floor.store import Store, Stream, StreamHead, schema
from pitboss.floor.store.checkpoint import (
    NotSigned,
    checkpoint_hash,
    checkpoints,
    find_first_fault,
    last_checkpoint,
    sign_day,
)
from pitboss.floor.store.rows import GENESIS
from pitboss.floor.store.signing import KeyUnsafe, Signer, Verifier
from pitboss.ledger import Balance


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    return Signer.open(tmp_path / "keys" / "checkpoint.key")


def played(store: Store) -> None:
    length = store.head(TABLE).length
    store.commit(told(TABLE, length, happened(), happened()))
    store.commit(paid(HOUSE, patron("ann"), 5))


def test_a_checkpoint_signs_every_head_and_balance_of_its_operator(store: Store, signer: Signer) -> None:
    played(store)
    store.commit(told(Stream("crown", "table:1"), 0, happened()))
    day = sign_day(store, signer, "star", "2026-03-01", NOON)
    assert day.heads == {TABLE: store.head(TABLE), Stream("star", "ledger"): store.head(Stream("star", "ledger"))}
    assert day.heads[TABLE].length == 2
    assert day.balances == {HOUSE.name: Balance(0, 5, 0), patron("ann").name: Balance(5, 0, 0)}
    assert (day.position, day.previous, day.name) == (3, GENESIS, "star 2026-03-01")
    assert signer.verifier.holds(day.hash, day.signature)
    assert not signer.verifier.holds(day.hash[::-1], day.signature)


def test_checkpoints_follow_each_other_and_hold(store: Store, signer: Signer) -> None:
    days = []
    for day in ("2026-03-01", "2026-03-02", "2026-03-03"):
        played(store)
        days.append(sign_day(store, signer, "star", day, NOON))
    theirs = sign_day(store, signer, "crown", "2026-03-01", NOON)
    assert [day.previous for day in days] == [GENESIS, days[0].hash, days[1].hash]
    with store.reading() as connection:
        assert checkpoints(connection, "star") == days
        assert checkpoints(connection) == [theirs, *days]
        assert last_checkpoint(connection, "star") == days[-1]
        assert last_checkpoint(connection, "nobody") is None
        assert find_first_fault(connection, signer.verifier, "star") is None


def test_a_day_is_signed_once_and_in_its_turn(store: Store, signer: Signer) -> None:
    sign_day(store, signer, "star", "2026-03-02", NOON)
    for day in ("2026-03-02", "2026-03-01"):
        with pytest.raises(NotSigned):
            sign_day(store, signer, "star", day, NOON)


def test_a_changed_checkpoint_is_named(store: Store, signer: Signer, tmp_path: Path, untied: None) -> None:
    for day in ("2026-03-01", "2026-03-02"):
        played(store)
        sign_day(store, signer, "star", day, NOON)
    stranger = Signer.open(tmp_path / "other.key")
    table = schema.checkpoints
    with store.reading() as connection:
        kept = [dict(row) for row in connection.execute(table.select().order_by(table.c.day)).mappings()]
        assert find_first_fault(connection, stranger.verifier, "star") == (
            "star 2026-03-01",
            "it was not signed with this key",
        )
    forged = kept[0] | {"position": 99}
    resigned = forged | {"hash": checkpoint_hash(forged)}
    for changed, words in (
        ({"position": 99}, "it was changed after it was written"),
        ({"heads": "{}"}, "it was changed after it was written"),
        ({"balances": "[]"}, "it was changed after it was written"),
        ({"at": "x"}, "it was changed after it was written"),
        ({"previous": "1" * 64}, "it does not follow the checkpoint before it"),
        ({"hash": "1" * 64}, "it was changed after it was written"),
        ({"signature": "00" * 64}, "it was not signed with this key"),
        ({"signature": "no hex"}, "it was not signed with this key"),
        (resigned | {"signature": stranger.sign(resigned["hash"])}, "it was not signed with this key"),
    ):
        with store.writing() as connection:
            connection.execute(table.delete())
            connection.execute(table.insert(), [kept[0] | changed, kept[1]])
        with store.reading() as connection:
            assert find_first_fault(connection, signer.verifier, "star") == ("star 2026-03-01", words), changed
    with store.writing() as connection:
        connection.execute(table.delete().where(table.c.day == "2026-03-01"))
    with store.reading() as connection:
        found = find_first_fault(connection, signer.verifier, "star")
    assert found == ("star 2026-03-02", "it does not follow the checkpoint before it")


def test_an_empty_store_can_be_signed(store: Store, signer: Signer) -> None:
    assert sign_day(store, signer, "star", "2026-03-01", NOON).heads == {}
    assert store.head(TABLE) == StreamHead()


def test_the_key_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "checkpoint.key"
    made = Signer.open(path)
    assert path.stat().st_mode & 0o777 == 0o600
    signature = made.sign("text")
    assert Signer.open(path).sign("text") == signature
    for file in (path, path.with_name("checkpoint.key.pub")):
        assert Verifier.open(file).holds("text", signature)
        assert not Verifier.open(file).holds("texts", signature)
    assert b"PRIVATE" not in path.with_name("checkpoint.key.pub").read_bytes()
    path.chmod(0o640)
    with pytest.raises(KeyUnsafe):
        Signer.open(path)
