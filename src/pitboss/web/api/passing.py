"""Passing on: an order for a table that another process writes is carried out by that process."""

import asyncio
from time import monotonic
from typing import Any

from pitboss.floor.service.commands import Order
from pitboss.floor.service.errands import Errands
from pitboss.floor.service.floor import Floor
from pitboss.floor.service.leases import LEASE
from pitboss.floor.service.turns import Stopped
from pitboss.floor.store.rows import Fenced

WAIT = 1.0
"""How long another process may take to answer before it is asked again, and then twice as long each time."""
PATIENCE = 1.5 * LEASE.total_seconds()
"""For how long an order is passed on: by then whoever has the table has answered, or their right to it has run out."""
PAUSE = 0.05
"""How long to wait where two processes each say that the other has a table: it is just passing over."""


class Passing:
    """Has orders carried out at whichever process writes their table, and remembers which that was."""

    def __init__(self, floor: Floor, errands: Errands | None) -> None:
        self.floor, self.errands = floor, errands
        self._elsewhere: dict[tuple[str, str], str] = {}

    async def do(self, order: Order) -> dict[str, Any]:
        """Have an order carried out here, or by the process that writes its table; one that died is not waited for.

        One that is merely busy is: nobody who orders something need know which process has its table.
        """
        place = order.actor.operator, order.command.table
        wait, until = WAIT, monotonic() + PATIENCE
        while True:
            there = self._elsewhere.get(place) if self.errands is not None else None
            try:
                if self.errands is None or there is None:
                    return await asyncio.wrap_future(self.floor.submit(order))
                return await asyncio.wait_for(asyncio.wrap_future(self.errands.send(order, there)), wait)
            except Fenced as error:
                if self.errands is None or monotonic() >= until:
                    raise
                self._elsewhere.pop(place, None)
                if error.holder not in ("", self.floor.holder):
                    self._elsewhere[place] = error.holder
                elif there is not None:
                    await asyncio.sleep(PAUSE)
            except TimeoutError:
                self._elsewhere.pop(place, None)
                wait *= 2
                if not order.key or monotonic() >= until:  # without a key nobody knows whether it was done
                    raise Stopped("The process that has this table did not answer.") from None
