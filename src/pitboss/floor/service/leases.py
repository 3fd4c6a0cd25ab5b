"""The tables that a process has the right to write. The rights of all of them are renewed in one transaction, for a
disk takes as long over one as over many."""

from datetime import datetime, timedelta

from sqlalchemy import bindparam, select

from pitboss.floor.service.alive import alive_of
from pitboss.floor.service.clock import stamp
from pitboss.floor.store import Fence, Store, Stream, schema

LEASE = timedelta(seconds=10)
"""How long a right lasts unless it is renewed: so long others wait for the tables of a process that is held up. One
that died is not waited for."""


class Leases:
    """The rights that a process holds."""

    def __init__(self, store: Store, holder: str) -> None:
        self.store, self.holder = store, holder
        self.alive = alive_of(store, holder)
        self._held: dict[Stream, Fence] = {}
        self._used: set[Stream] = set()
        self._until = ""

    def of(self, stream: Stream, now: datetime) -> tuple[Fence, bool]:
        """The right to write a table, and whether it is new to this process: others may have written before it."""
        if self._held and self._until < stamp(now + LEASE / 2):
            self._renew(now)
        known = self._held.get(stream)
        self._used.add(stream)
        if known is not None:
            return known, False
        until = stamp(now + LEASE)
        if not self._held:
            self.alive.begin()
        fence = self.store.lease(stream, self.holder, now=stamp(now), until=until, has_died=self.alive.has_died)
        self._until = min(self._until, until) if self._held else until
        self._held[stream] = fence
        return fence, True

    def drop(self, stream: Stream) -> None:
        """Hold a right no longer, somebody else having it."""
        self._held.pop(stream, None)

    def _renew(self, now: datetime) -> None:
        """Renew the rights that were used since the last time; those that were not, or that have passed on, end."""
        self.alive.begin()
        wanted = sorted(self._held.keys() & self._used)
        self._used.clear()
        kept = self._write(wanted, stamp(now + LEASE))
        self._held = {stream: fence for stream, fence in self._held.items() if kept.get(stream) == fence.number}
        self._until = stamp(now + LEASE)

    def release(self, now: datetime) -> None:
        """Let every right go, so that others need not wait for it to run out."""
        self._write(sorted(self._held), stamp(now))
        self._held.clear()
        self.alive.end()

    def _write(self, streams: list[Stream], until: str) -> dict[Stream, int]:
        """Write until when rights last that are still ours; say which these are, by their numbers."""
        table = schema.leases
        kept: dict[Stream, int] = {}
        mine = (table.c.holder == self.holder) & (table.c.operator == bindparam("house"))
        mine &= table.c.stream == bindparam("named")
        if not streams:
            return kept
        with self.store.writing() as connection:
            rows = [{"house": stream.operator, "named": stream.name} for stream in streams]
            connection.execute(table.update().where(mine).values(until=until), rows)
            ours = select(table.c.operator, table.c.stream, table.c.fence).where(table.c.holder == self.holder)
            for operator, stream, number in connection.execute(ours):
                kept[Stream(operator, stream)] = number
        return {stream: kept[stream] for stream in streams if stream in kept}
