"""The hub: tells everybody who watches a table that something is durable, each in their own event loop."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence

from pitboss.floor.store import Stored, Stream

EVERYWHERE = "*"
"""The name under which somebody watches every table of a house, and its registers."""


class Hub:
    """Wakes the watchers of a table. What they see is built for each of them from the table as it is then."""

    def __init__(self, look: Callable[[Stream], object]) -> None:
        self._look = look
        self.has_ended = False
        """Whether the process is about to end: nobody watches any more."""
        self._watchers: dict[Stream, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = defaultdict(set)

    def see(self, page: Sequence[Stored]) -> None:
        """Hear that the log has grown."""
        for stream in dict.fromkeys(stored.stream for stored in page):
            if stream in self._watchers:
                self._look(stream)  # so that the watchers find it as it is
            self.stir(stream)

    def stir(self, stream: Stream) -> None:
        """Wake everybody who watches a stream, or the whole of its house; a loop is woken once, however many do."""
        woken: dict[asyncio.AbstractEventLoop, list[asyncio.Event]] = {}
        for name in (stream, Stream(stream.operator, EVERYWHERE)):
            for loop, event in tuple(self._watchers.get(name, ())):
                woken.setdefault(loop, []).append(event)
        for loop, events in woken.items():
            loop.call_soon_threadsafe(_wake, events)

    def end(self) -> None:
        """Wake everybody for the last time: streams end by themselves, and whoever reads them knows that they did."""
        self.has_ended = True
        for entries in tuple(self._watchers.values()):
            for loop, event in tuple(entries):
                loop.call_soon_threadsafe(event.set)

    def watch(self, stream: Stream) -> "Watch":
        """Begin to watch a table."""
        return Watch(self, stream)


def _wake(events: list[asyncio.Event]) -> None:
    for event in events:
        event.set()


class Watch:
    """One watcher of one table."""

    def __init__(self, hub: Hub, stream: Stream) -> None:
        self._hub, self._stream = hub, stream
        self._event = asyncio.Event()
        self._entry = asyncio.get_running_loop(), self._event

    def __enter__(self) -> "Watch":
        self._hub._watchers[self._stream].add(self._entry)
        return self

    def __exit__(self, *_: object) -> None:
        watchers = self._hub._watchers[self._stream]
        watchers.discard(self._entry)
        if not watchers:  # nothing is kept of a table that nobody watches
            self._hub._watchers.pop(self._stream, None)

    async def changed(self, seconds: float) -> bool:
        """Wait until something has changed; False if nothing has for so long."""
        try:
            await asyncio.wait_for(self._event.wait(), seconds)
        except TimeoutError:
            return False
        self._event.clear()
        return True
