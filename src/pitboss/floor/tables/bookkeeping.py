"""The ledger entries of a step at a table: stakes set aside, posted or released, wins, and roundings by name."""

from collections.abc import Iterator

from pitboss.floor.store import Stream
from pitboss.ledger import Account, Entry, Move, Post, Release, Reserve
from pitboss.money import AUD, TOKENS, Stake, Unit
from pitboss.play import Result, Round, Settlement, Step
from pitboss.play.events import Settled, WagerPlaced, WagerTakenBack


class TableBookkeeper:
    """Books the steps of one table."""

    def __init__(self, stream: Stream, unit: Unit = AUD) -> None:
        self.operator = stream.operator
        self.table = stream.table
        self.unit = unit
        self.float = Account(self.operator, "float", self.table, unit.name)
        self.rounding = Account(self.operator, "rounding", self.table, unit.name)

    @property
    def house(self) -> Account:
        """The house's own purse, in the table's unit."""
        return Account(self.operator, "house", "", self.unit.name)

    @property
    def drop(self) -> Account:
        """The drop box of the table, for what is paid in its unit."""
        return Account(self.operator, "drop", self.table, self.unit.name)

    def patron(self, patron: str, unit: str = "") -> Account:
        """A patron's chips, or tokens."""
        return Account(self.operator, "patron", patron, unit or self.unit.name)

    def entries(self, step: Step) -> tuple[Entry, ...]:
        """The entries of a step."""
        return tuple(self._entries(step))

    def _entries(self, step: Step) -> Iterator[Entry]:
        for event in step.events:
            match event:
                case WagerPlaced(_, patron, area, spot, stake, _):
                    for unit, cents in self._parts(stake):
                        name = self._name(patron, area, spot, unit)
                        yield Reserve(
                            name, self.patron(patron, unit), self._account_for_lost(unit), cents, f"stake {spot}"
                        )
                case WagerTakenBack(wager, patron, stake, _):
                    placed = step.round.wagers[wager]
                    for unit, cents in self._parts(stake):
                        yield Release(self._name(patron, placed.area, placed.spot, unit), cents, "taken back")
                case Settled(settlement):
                    yield from self.settlement_entries(settlement)

    def carried_entries(self, opening: Round) -> Iterator[Reserve]:
        """The stakes that were set aside in earlier rounds and lie there when a round begins."""
        for wager in opening.wagers:
            for unit, cents in self._parts(wager.left):
                name = self._name(wager.patron, wager.area, wager.spot, unit)
                yield Reserve(
                    name, self.patron(wager.patron, unit), self._account_for_lost(unit), cents, f"stake {wager.spot}"
                )

    def _parts(self, stake: Stake) -> Iterator[tuple[str, int]]:
        """A stake by unit: chips in the table's unit, tokens in their own."""
        if stake.chips_cents:
            yield self.unit.name, stake.chips_cents
        if stake.tokens_cents:
            yield TOKENS.name, stake.tokens_cents

    def _account_for_lost(self, unit: str) -> Account:
        """Where a lost stake goes: chips to the float, tokens to the drop box."""
        return self.float if unit == self.unit.name else Account(self.operator, "drop", self.table, unit)

    def _name(self, patron: str, area: int, spot: str, unit: str) -> str:
        return f"{self.operator}/{self.table}/{patron}/{area}/{spot}/{unit}"

    def owner_of(self, name: str) -> tuple[str, str]:
        """The patron and the unit of a stake that is set aside, by its name."""
        patron, _, _, unit = name.removeprefix(f"{self.operator}/{self.table}/").rsplit("/", 3)
        return patron, unit

    def settlement_entries(self, done: Settlement) -> Iterator[Entry]:
        """The entries of a settlement."""
        result = str(done.result)
        if done.result is Result.RESTORED:
            for unit, cents in self._parts(done.returned):
                yield Move(self._account_for_lost(unit), self.patron(done.patron, unit), cents, result)
            return
        if done.result is Result.REVERSED:
            if done.pays:
                yield Move(self.patron(done.patron), self.float, -done.pays, result)
            for unit, cents in self._parts(done.taken):
                yield Move(
                    self.patron(done.patron, unit), self._account_for_lost(unit), cents, f"forfeited {done.spot}"
                )
            return
        for unit, cents in self._parts(done.taken):
            yield Post(self._name(done.patron, done.area, done.spot, unit), cents, f"{result} {done.spot}")
        for unit, cents in self._parts(done.returned):
            yield Release(self._name(done.patron, done.area, done.spot, unit), cents, f"{result} {done.spot}")
        if done.pays:
            yield from self._pay(done)

    def _pay(self, done: Settlement) -> Iterator[Entry]:
        """Pay a win; what rounding up to chips added passes through an account that counts it."""
        due = done.exact.numerator // done.exact.denominator
        added = max(0, done.pays - due) if done.cap is None else 0
        patron = self.patron(done.patron)
        reason = f"{done.result} {done.spot}"
        if done.pays > added:
            yield Move(self.float, patron, done.pays - added, reason)
        if added:
            yield Move(self.float, self.rounding, added, reason)
            yield Move(self.rounding, patron, added, f"rounded up, {done.spot}")
