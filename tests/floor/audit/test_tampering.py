"""Whatever is changed in a log, the audit names the first record that is not as it was written."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Table, func, select

from floor.store.tampering import forging
from floor.tables.pit import NOON
from pitboss.floor.audit import AuditFault, verify
from pitboss.floor.audit.report import BALANCES, CHAIN, CHECKPOINTS, LEDGER, ROUNDS
from pitboss.floor.store import Store, Stream, schema
from pitboss.floor.store.checkpoint import sign_day
from pitboss.floor.store.rows import GENESIS, canonical, event_hash, transfer_hash
from pitboss.floor.store.signing import Signer

EVENT_CHANGES: dict[str, Any] = {
    "position": 10**6,
    "operator": "crowm",
    "stream": "table:other",
    "number": 10**6,
    "kind": "Other",
    "shape": 2,
    "data": '{"act": 1}',
    "at": "2000-01-01T00:00:00.000000Z",
    "by": "somebody else",
    "previous": "1" * 64,
    "hash": "1" * 64,
    "write": 10**6,
}
TRANSFER_CHANGES: dict[str, Any] = {
    "operator": "aaa",
    "number": 10**6,
    "kind": "other",
    "name": "another",
    "source": "star/patron/yan/AUD",
    "target": "star/patron/zoe/AUD",
    "unit": "practice",
    "cents": 123_456_789,
    "reason": "another",
    "at": "2000-01-01T00:00:00.000000Z",
    "command": "another",
    "previous": "1" * 64,
    "hash": "1" * 64,
    "write": 10**6,
}


def part(store: Store, name: str) -> list[AuditFault]:
    return [finding for finding in verify(store, rounds=False).findings if finding.part == name]


@pytest.fixture
def kept(played: Store) -> Callable[[Table], list[dict[str, Any]]]:
    """What a table held before any person touched it."""

    def rows(table: Table) -> list[dict[str, Any]]:
        with played.reading() as connection:
            found = connection.execute(select(table).order_by(*table.primary_key)).mappings()
            return [dict(row) for row in found]

    return rows


def replace(store: Store, table: Table, rows: list[dict[str, Any]]) -> None:
    with forging(store) as connection:
        connection.execute(table.delete())
        connection.execute(table.insert(), rows)


def test_every_column_has_its_change() -> None:
    assert set(EVENT_CHANGES) == set(schema.events.c.keys())
    assert set(TRANSFER_CHANGES) == set(schema.transfers.c.keys())


@pytest.mark.postgres_long
def test_each_column_of_an_event_is_covered(played: Store, kept: Callable[[Table], list[dict[str, Any]]]) -> None:
    rows = kept(schema.events)
    for place in (1, len(rows) // 2, len(rows)):
        for column, value in EVENT_CHANGES.items():
            changed = [row | {column: value} if row["position"] == place else row for row in rows]
            replace(played, schema.events, changed)
            (found,) = part(played, CHAIN)
            row = rows[place - 1]
            if column == "position" and place == len(rows):
                assert found.record == f"place {place} of the log"
            assert found.position == place, (column, place, found)
            if column not in ("position", "operator", "stream", "number"):
                assert found.record == f"{row['operator']}/{row['stream']} number {row['number']}"
    replace(played, schema.events, rows)
    assert verify(played).is_clean


@pytest.mark.postgres_long
def test_each_column_of_a_transfer_is_covered(played: Store, kept: Callable[[Table], list[dict[str, Any]]]) -> None:
    rows = kept(schema.transfers)
    for place in (0, len(rows) // 2, len(rows) - 1):
        for column, value in TRANSFER_CHANGES.items():
            changed = [row | {column: value} if index == place else row for index, row in enumerate(rows)]
            replace(played, schema.transfers, changed)
            (found,) = part(played, LEDGER)
            row = changed[place]
            if column == "number" and place + 1 < len(rows) and rows[place + 1]["operator"] == row["operator"]:
                row = rows[place + 1]  # the gap shows at the next one
            assert found.record == f"{row['operator']} transfer {row['number']}", (column, found)
    replace(played, schema.transfers, rows)
    assert verify(played).is_clean


def test_a_missing_record_is_missed(played: Store, kept: Callable[[Table], list[dict[str, Any]]]) -> None:
    events, transfers = kept(schema.events), kept(schema.transfers)
    for place in (1, 7):
        replace(played, schema.events, [row for row in events if row["position"] != place])
        assert [found.record for found in part(played, CHAIN)] == [f"place {place} of the log"]
    replace(played, schema.events, events[:-1])
    (found,) = part(played, CHAIN)
    last = events[-1]
    assert found.record == f"{last['operator']}/{last['stream']} number {last['number'] - 1}"
    assert f"number {last['number']} is missing" in found.words
    replace(played, schema.events, events)
    replace(played, schema.transfers, transfers[:-1])
    (found,) = part(played, LEDGER)
    assert f"number {transfers[-1]['number']} is missing" in found.words


def rechained(rows: list[dict[str, Any]], stream_of: Callable[[dict[str, Any]], Any], hash_of: Any) -> dict[Any, str]:
    """Chain changed rows anew, as a person would who knows how; the heads that they lead to."""
    heads: dict[Any, str] = {}
    for row in rows:
        row["previous"] = heads.get(stream_of(row), GENESIS)
        row["hash"] = heads[stream_of(row)] = hash_of(row)
    return heads


def set_heads(store: Store, heads: dict[Stream, str], rows: list[dict[str, Any]]) -> None:
    with store.writing() as connection:
        for stream, hash_ in heads.items():
            mine = (schema.heads.c.operator == stream.operator) & (schema.heads.c.stream == stream.name)
            connection.execute(schema.heads.update().where(mine).values(hash=hash_))


def stream_of(row: dict[str, Any]) -> Stream:
    return Stream(row["operator"], row["stream"])


def test_a_log_that_is_chained_anew_is_shown_by_the_checkpoint(
    played: Store, signer: Signer, kept: Callable[[Table], list[dict[str, Any]]]
) -> None:
    sign_day(played, signer, "star", "2026-11-16", str(NOON))
    events = kept(schema.events)
    victim = next(row for row in events if row["operator"] == "star" and row["kind"] == "ActTaken")
    victim["by"] = "somebody else"
    heads = rechained(events, stream_of, event_hash)
    replace(played, schema.events, events)
    set_heads(played, heads, events)
    assert part(played, CHAIN) == [], "the chain by itself holds"
    (found,) = part(played, CHECKPOINTS)
    assert found.record == "star 2026-11-16"
    assert str(stream_of(victim)) in found.words
    quick = verify(played, signer.verifier, from_checkpoint=True)
    assert not quick.is_clean, "the heads are not those that were signed"


def test_a_ledger_that_is_chained_anew_is_shown_by_the_checkpoint(
    played: Store, signer: Signer, kept: Callable[[Table], list[dict[str, Any]]]
) -> None:
    sign_day(played, signer, "star", "2026-11-16", str(NOON))
    rows = kept(schema.transfers)
    next(row for row in rows if row["operator"] == "star")["reason"] = "another"
    heads = rechained(rows, lambda row: Stream(row["operator"], "ledger"), transfer_hash)
    replace(played, schema.transfers, rows)
    set_heads(played, heads, rows)
    assert [found.record for found in verify(played, signer.verifier).findings] == ["star 2026-11-16"]
    assert not verify(played, signer.verifier, from_checkpoint=True).is_clean


def test_a_stream_cut_short_with_its_head_is_shown_by_the_checkpoint(
    played: Store, signer: Signer, kept: Callable[[Table], list[dict[str, Any]]]
) -> None:
    sign_day(played, signer, "crown", "2026-11-16", str(NOON))
    events = kept(schema.events)
    cut, before = events[-1], events[-2]
    assert stream_of(cut) == stream_of(before)
    with forging(played) as connection:
        connection.execute(schema.events.delete().where(schema.events.c.position == cut["position"]))
        mine = (schema.heads.c.operator == cut["operator"]) & (schema.heads.c.stream == cut["stream"])
        connection.execute(schema.heads.update().where(mine).values(length=before["number"], hash=before["hash"]))
    assert [found.part for found in verify(played, rounds=False).findings] == [CHECKPOINTS]


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        (schema.accounts, "into", 10**9),
        (schema.accounts, "held", 1),
        (schema.accounts, "unit", "practice"),
        (schema.reservations, "left", 77),
        (schema.heads, "length", 1),
        (schema.heads, "hash", "1" * 64),
    ],
    ids=lambda value: str(value)[:20],
)
def test_books_that_do_not_follow_from_the_records_are_found(
    played: Store, table: Table, column: str, value: Any
) -> None:
    first = next(iter(table.primary_key))
    with played.writing() as connection:
        name = connection.execute(select(func.min(first))).scalar_one()
        connection.execute(table.update().where(first == name).values({column: value}))
    report = verify(played, rounds=False)
    assert not report.is_clean
    if table is not schema.heads:
        assert {found.part for found in report.findings} == {BALANCES}


def test_a_payment_that_was_decided_otherwise_is_named(
    played: Store, kept: Callable[[Table], list[dict[str, Any]]]
) -> None:
    """Even where the chain holds: who writes the log could write another result."""
    events = kept(schema.events)
    ended = [row for row in events if row["kind"] == "RoundEnded"]
    for victim in (ended[-1], ended[0]):
        victim["data"] = re.sub(r'"staked":\d+', '"staked":7', victim["data"], count=1)
    heads = rechained(events, stream_of, event_hash)
    replace(played, schema.events, events)
    set_heads(played, heads, events)
    found = verify(played).findings
    assert {finding.part for finding in found} == {ROUNDS}
    assert found[0].record == f"{stream_of(ended[0])} number {ended[0]['number']}"
    assert found[0].position == ended[0]["position"]
    assert "totals of round 1" in found[0].words


def test_an_act_that_the_rules_refuse_is_named(played: Store, kept: Callable[[Table], list[dict[str, Any]]]) -> None:
    events = kept(schema.events)
    victim = next(row for row in events if row["kind"] == "ActTaken" and '"Deal"' in row["data"])
    victim["data"] = canonical({"act": {"type": "Call", "need": "nothing of the kind"}, "round": 1})
    heads = rechained(events, stream_of, event_hash)
    replace(played, schema.events, events)
    set_heads(played, heads, events)
    (found,) = verify(played).findings
    assert found.record == f"{stream_of(victim)} number {victim['number']}"
    assert found.words.startswith("it cannot be played again")
