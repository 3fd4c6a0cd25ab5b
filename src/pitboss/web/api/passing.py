"""Passing on: an order for a table that another process writes is carried out by that process."""

import asyncio
from typing import Any

from pitboss.floor.commands import Order
from pitboss.floor.errands import Errands
from pitboss.floor.service import Floor
from pitboss.floor.store.rows import Fenced
from pitboss.floor.turns import Stopped

WAIT, TRIES = 1.0, 8
"""How long another process may take to answer, and how often an order is given that nobody answers."""


class Passing:
    """Has orders carried out at whichever process writes their table, and remembers which that was."""

    def __init__(self, floor: Floor, errands: Errands | None) -> None:
        self.floor, self.errands = floor, errands
        self._elsewhere: dict[tuple[str, str], str] = {}

    async def do(self, order: Order) -> dict[str, Any]:
        """Have an order carried out here, or by the process that writes its table; one that died is not waited for."""
        place = order.actor.operator, order.command.table
        for left in reversed(range(TRIES)):
            try:
                if self.errands is None or place not in self._elsewhere:
                    return await asyncio.wrap_future(self.floor.submit(order))
                asked = self.errands.send(order, self._elsewhere[place])
                return await asyncio.wait_for(asyncio.wrap_future(asked), WAIT)
            except Fenced as error:
                if self.errands is None or not left:
                    raise
                self._elsewhere.pop(place, None)
                if error.holder not in ("", self.floor.holder):
                    self._elsewhere[place] = error.holder
            except TimeoutError:
                self._elsewhere.pop(place, None)
                if not left or not order.key:  # without a key nobody knows whether it was done
                    raise Stopped("The process that has this table did not answer.") from None
        raise AssertionError("an order is answered or given up")
