"""What counts towards loss limits: what events of play put at stake and give back, and what entries of a correction
move, each on the day on which the wager went down. Tokens are no loss."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from pitboss.floor.patrons.periods import PERIODS, loss_counter
from pitboss.floor.store import Count
from pitboss.floor.tables.journal import Journal
from pitboss.ledger import Account, Entry, Move, Release, Reserve
from pitboss.play.events import Event, Settled, WagerPlaced, WagerTakenBack
from pitboss.play.wager import Result


@dataclass(slots=True)
class Change:
    """What a step does to a patron's loss on a day: so much more at stake, so much back."""

    placed: int = 0
    back: int = 0


Changes = dict[tuple[str, date], Change]


def put_and_back(told: Iterable[Event]) -> Iterator[tuple[int, str, int, int]]:
    """For each event of play about money: the wager, whose it is, what went down and what came back."""
    for event in told:
        match event:
            case WagerPlaced(wager, patron, _, _, stake, _):
                yield wager, patron, stake.chips_cents, 0
            case WagerTakenBack(wager, patron, stake, _):
                yield wager, patron, 0, stake.chips_cents
            case Settled(done):
                forfeited = done.taken.chips_cents if done.result is Result.REVERSED else 0
                yield done.wager, done.patron, 0, done.returned.chips_cents + done.pays - forfeited


def lost_by_entries(journal: Journal, entries: Iterable[Entry]) -> dict[str, int]:
    """What entries take from each patron's chips, or give them, stakes that are set aside being taken."""
    lost: dict[str, int] = {}
    for entry in entries:
        for account, cents in _moves(journal, entry):
            if account.kind == "patron" and account.unit == journal.unit.name and cents:
                lost[account.owner] = lost.get(account.owner, 0) + cents
    return lost


def _moves(journal: Journal, entry: Entry) -> Iterator[tuple[Account, int]]:
    match entry:
        case Move(source, target, cents, _):
            yield source, cents
            yield target, -cents
        case Reserve(_, source, _, cents, _):
            yield source, cents
        case Release(name, cents, _):
            yield journal.patron(*journal.whose(name)), -cents


def counted(operator: str, patron: str, day: date, cents: int) -> tuple[Count, ...]:
    """Count a loss, or what came back of one, in every period that the day lies in, past whatever limit."""
    return tuple(Count(loss_counter(operator, patron, period, day), cents) for period in PERIODS if cents)
