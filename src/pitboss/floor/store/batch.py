"""Many writes decided in one transaction: what they touch is loaded once, each is judged in turn, all is written."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, Table, func, select, text, tuple_
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.floor.store import schema
from pitboss.floor.store.chain import canonical, event_hash
from pitboss.floor.store.rows import (
    Append,
    Conflict,
    Fenced,
    Head,
    KeyReused,
    OverCount,
    StoreError,
    Stream,
    Write,
    Written,
)
from pitboss.ledger import Account, Book, Entry, Move, Post, Release, Reserve
from pitboss.ledger.book import Balance, LedgerError, Reservation

_KINDS = {Move: "move", Reserve: "reserve", Post: "post", Release: "release"}


class Batch:
    """Writes that share a transaction."""

    def __init__(self, connection: Connection, writes: Sequence[Write], is_sqlite: bool) -> None:
        self.connection, self.writes, self.is_sqlite = connection, writes, is_sqlite
        self.rows: list[dict[str, Any]] = []
        self.last_position = self._take_turn()
        self._commands: list[dict[str, Any]] = []
        self._transfers: list[dict[str, Any]] = []
        self._replies = self._load_replies()
        self._heads = self._load_heads()
        self._fences = self._load_fences()
        self._book = self._load_book()
        self._counts = self._load_counts()
        self._touched_counts: set[str] = set()
        self._vault: dict[Stream, str] = {}
        self._touched_heads: set[Stream] = set()
        self._touched_accounts: set[Account] = set()
        self._touched_names: set[str] = set()

    def _take_turn(self) -> int:
        """Wait for other writers, so that places in the log follow the order of commits; say the last place."""
        if not self.is_sqlite:
            self.connection.execute(text("SELECT pg_advisory_xact_lock(7077)"))
        return self.connection.execute(select(func.max(schema.events.c.position))).scalar() or 0

    # Loading, with the rows locked where other processes write too.

    def _locked(self, query: Select[Any]) -> Select[Any]:
        return query if self.is_sqlite else query.with_for_update()

    def _load_replies(self) -> dict[tuple[str, str], tuple[str, dict[str, Any]]]:
        keys = [(write.operator, write.key) for write in self.writes if write.key]
        if not keys:
            return {}
        table = schema.commands
        query = select(table.c.operator, table.c.key, table.c.digest, table.c.reply).where(
            tuple_(table.c.operator, table.c.key).in_(keys)
        )
        rows = self.connection.execute(query)
        return {(operator, key): (digest, json.loads(reply)) for operator, key, digest, reply in rows}

    def _load_heads(self) -> dict[Stream, Head]:
        streams = sorted({append.stream for write in self.writes for append in write.appends})
        table = schema.heads
        heads: dict[Stream, Head] = dict.fromkeys(streams, Head())
        if streams:
            query = (
                select(table)
                .where(tuple_(table.c.operator, table.c.stream).in_(streams))
                .order_by(table.c.operator, table.c.stream)
            )
            for operator, stream, count, hash_ in self.connection.execute(self._locked(query)):
                heads[Stream(operator, stream)] = Head(count, hash_)
        return heads

    def _load_fences(self) -> dict[Stream, tuple[str, int]]:
        streams = sorted({write.fence.stream for write in self.writes if write.fence is not None})
        if not streams:
            return {}
        table = schema.leases
        query = select(table.c.operator, table.c.stream, table.c.holder, table.c.fence).where(
            tuple_(table.c.operator, table.c.stream).in_(streams)
        )
        rows = self.connection.execute(query)
        return {Stream(operator, stream): (holder, fence) for operator, stream, holder, fence in rows}

    def _load_book(self) -> Book:
        names: set[str] = set()
        wanted: set[Account] = set()
        for entry in (entry for write in self.writes for entry in write.entries):
            match entry:
                case Move(source, target, _, _):
                    wanted |= {source, target}
                case Reserve(name, source, target, _, _):
                    names.add(name)
                    wanted |= {source, target}
                case Post(name, _, _) | Release(name, _, _):
                    names.add(name)
        book = Book()
        if names:
            table = schema.reservations
            query = select(table).where(table.c.name.in_(sorted(names))).order_by(table.c.name)
            for name, source, target, left in self.connection.execute(self._locked(query)):
                held = Reservation(Account.parse(source), Account.parse(target), left)
                book.reservations[name] = held
                wanted |= {held.source, held.target}
        if wanted:
            accounts = schema.accounts
            query = (
                select(accounts.c.name, accounts.c.into, accounts.c.out, accounts.c.held)
                .where(accounts.c.name.in_(sorted(account.name for account in wanted)))
                .order_by(accounts.c.name)
            )
            for name, into, out, held_cents in self.connection.execute(self._locked(query)):
                book.balances[Account.parse(name)] = Balance(into, out, held_cents)
        return book

    def _load_counts(self) -> dict[str, int]:
        names = sorted({count.name for write in self.writes for count in write.counts})
        counts = dict.fromkeys(names, 0)
        if names:
            table = schema.counters
            query = select(table).where(table.c.name.in_(names)).order_by(table.c.name)
            counts |= {row.name: row.value for row in self.connection.execute(self._locked(query))}
        return counts

    # Deciding.

    def decide(self) -> list[Written | Exception]:
        """Judge the writes one after another."""
        return [self._decide(write) for write in self.writes]

    def _decide(self, write: Write) -> Written | Exception:
        if write.key and (write.operator, write.key) in self._replies:
            digest, reply = self._replies[write.operator, write.key]
            if digest != write.digest:
                return KeyReused(f"the key {write.key} has served another command")
            return Written((), reply, again=True)
        try:
            self._check(write)
            self._book.apply_all(write.entries)
        except (StoreError, LedgerError) as error:
            return error
        for count in write.counts:
            self._counts[count.name] += count.by
            self._touched_counts.add(count.name)
        self._vault |= dict(write.vault)
        start = len(self.rows)
        for append in write.appends:
            self._append(append)
        for entry in write.entries:
            self._enter(write, entry)
        if write.key:
            self._replies[write.operator, write.key] = write.digest, dict(write.reply)
            row = {"operator": write.operator, "key": write.key, "digest": write.digest, "at": write.at}
            self._commands.append(row | {"reply": canonical(dict(write.reply))})
        return Written(tuple(row["position"] for row in self.rows[start:]), write.reply)

    def _check(self, write: Write) -> None:
        fence = write.fence
        if fence is not None and self._fences.get(fence.stream) != (fence.holder, fence.number):
            raise Fenced(f"the right to write {fence.stream} has passed on")
        added: dict[str, int] = {}
        for count in write.counts:
            there = self._counts[count.name] + added.get(count.name, 0)
            if count.most is not None and count.by > 0 and there + count.by > count.most:
                raise OverCount(count, there)
            added[count.name] = added.get(count.name, 0) + count.by
        for append in write.appends:
            if self._heads[append.stream].length != append.expected:
                length = self._heads[append.stream].length
                raise Conflict(f"{append.stream} has {length} events, not {append.expected}")

    def _append(self, append: Append) -> None:
        stream = append.stream
        count, previous = self._heads[stream]
        for event in append.events:
            count += 1
            data = canonical(event.data)
            hash_ = event_hash(stream, count, event, data, previous)
            self.last_position += 1
            self.rows.append(
                {
                    "position": self.last_position,
                    "operator": stream.operator,
                    "stream": stream.name,
                    "number": count,
                    "kind": event.kind,
                    "shape": event.shape,
                    "data": data,
                    "at": event.at,
                    "by": event.by,
                    "previous": previous,
                    "hash": hash_,
                }
            )
            previous = hash_
        self._heads[stream] = Head(count, previous)
        self._touched_heads.add(stream)

    def _enter(self, write: Write, entry: Entry) -> None:
        name = "" if isinstance(entry, Move) else entry.name
        if isinstance(entry, Move | Reserve):
            source, target = entry.source, entry.target
        else:
            held = self._book.reservations[name]
            source, target = held.source, held.target
        if name:
            self._touched_names.add(name)
        self._touched_accounts |= {source, target}
        self._transfers.append(
            {
                "kind": _KINDS[type(entry)],
                "name": name,
                "source": source.name,
                "target": target.name,
                "operator": source.operator,
                "unit": source.unit,
                "cents": entry.cents,
                "reason": entry.reason,
                "at": write.at,
                "command": write.key,
            }
        )

    # Writing.

    def flush(self) -> None:
        """Write every row that the accepted writes make."""
        if self.rows:
            self.connection.execute(schema.events.insert(), self.rows)
        if self._commands:
            self.connection.execute(schema.commands.insert(), self._commands)
        if self._transfers:
            self.connection.execute(schema.transfers.insert(), self._transfers)
        heads = [(stream, self._heads[stream]) for stream in self._touched_heads]
        self._upsert(
            schema.heads,
            [{"operator": s.operator, "stream": s.name, "length": h.length, "hash": h.hash} for s, h in heads],
        )
        self._upsert(schema.counters, [{"name": n, "value": self._counts[n]} for n in sorted(self._touched_counts)])
        secrets = [{"operator": s.operator, "stream": s.name, "data": data} for s, data in self._vault.items()]
        self._upsert(schema.vault, secrets)
        self._upsert(schema.accounts, [self._account_row(account) for account in self._touched_accounts])
        self._upsert(schema.reservations, [self._reservation_row(name) for name in self._touched_names])

    def _account_row(self, account: Account) -> dict[str, Any]:
        balance = self._book.balance(account)
        return {
            "name": account.name,
            "operator": account.operator,
            "unit": account.unit,
            "into": balance.into,
            "out": balance.out,
            "held": balance.held,
            "may_overdraw": int(account.may_overdraw),
        }

    def _reservation_row(self, name: str) -> dict[str, Any]:
        held = self._book.reservations[name]
        return {"name": name, "source": held.source.name, "target": held.target.name, "left": held.left}

    def _upsert(self, table: Table, rows: list[dict[str, Any]]) -> None:
        if not rows:
            return
        insert = sqlite.insert(table) if self.is_sqlite else postgresql.insert(table)
        keys = [column.name for column in table.primary_key]
        changed = {name: insert.excluded[name] for name in rows[0] if name not in keys}
        self.connection.execute(insert.on_conflict_do_update(index_elements=keys, set_=changed), rows)
