"""The reconciliation of the jackpot meters of a house over a period: each meter and its reserve as a sum that can be
checked with pencil and paper, beside its pool in the ledger; and who won what, where and when."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from math import floor

from pitboss.floor.jackpots import meters
from pitboss.floor.service.clock import SYDNEY
from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.store.store import read_all
from pitboss.floor.tables.log import place_at
from pitboss.money import CENTS, Exact, dollars
from pitboss.report.sheet import Row, Sheet

SUMS = ("contributions", "reseeds", "transfers", "adjustments", "awards")
COLUMNS = {
    "meter": "Meter",
    "what": "What",
    "at": "At",
    "start": "At the start",
    "contributions": "Contributions",
    "reseeds": "Reseeds",
    "transfers": "Transfers",
    "adjustments": "Adjustments",
    "awards": "Awards",
    "current": "At the end",
    "pool_cents": "In the pool now",
    "difference": "Fraction on the meter now",
    "table": "Table",
    "round": "Round",
    "player": "Player",
    "hand": "Hand",
    "amount_cents": "Award",
    "from_meter": "Of it from the meter",
    "state": "State",
    "by": "By",
}
PENDING, PAID, REFUSED = "pending", "paid", "refused"


def exact_dollars(cents: Exact) -> str:
    """An exact amount as it is written down: every decimal where there is an end to them, else a fraction of a cent."""
    value = Fraction(cents) / CENTS
    bottom = value.denominator
    for prime in (2, 5):
        while bottom % prime == 0:
            bottom //= prime
    if bottom > 1:
        whole = floor(cents)
        return f"{dollars(whole)} and {cents - whole} of a cent"
    places = 2
    while (value * 10**places).denominator > 1:
        places += 1
    whole, rest = divmod(abs(int(value * 10**places)), 10**places)
    return f"{'-' if value < 0 else ''}${whole:,}.{rest:0{places}}"


def jackpot_report(store: Store, operator: str, first: date, last: date | None = None) -> Sheet:
    """The meters of a house from one day to another, and the awards that were made then; without a last day over the
    month of the first."""
    title = f"Jackpots, {first:%d.%m.%Y} to {last:%d.%m.%Y}" if last is not None else f"Jackpots, {first:%B %Y}"
    if last is None:
        first = first.replace(day=1)
        last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    after, before = (
        place_at(store, datetime.combine(day, time(), SYDNEY)) for day in (first, last + timedelta(days=1))
    )
    rows: list[Row] = []
    for stream in store.streams(operator, "meter"):
        rows += _meter_rows(store, stream, after, before)
    return Sheet("jackpot", title, COLUMNS, rows)


def _meter_rows(store: Store, stream: Stream, after: int, before: int) -> Iterator[Row]:
    """The balance of a meter over a period and of its reserve, one for each time that it was opened; then the awards
    that were made in it."""
    state = was = at_end = meters.MeterState()
    lives: list[tuple[meters.MeterState, meters.MeterState]] = []
    awards: dict[str, dict[str, object]] = {}
    for stored in read_all(store, stream):
        event = meters.meter_event(stored)
        state = event.change(state)
        if isinstance(event, meters.JackpotsAwarded) and after < stored.position <= before:
            awards |= {str(row["id"]): row for row in _award_rows(stored, event)}
        elif isinstance(event, meters.AwardPaid | meters.AwardRefused) and event.id in awards:
            awards[event.id] |= {"state": PAID if isinstance(event, meters.AwardPaid) else REFUSED, "by": event.by}
        if stored.position > before:
            continue
        if isinstance(event, meters.MeterOpened) and was.is_open:
            lives.append((was, at_end))  # it was closed in the period, and opened again
        if stored.position <= after or isinstance(event, meters.MeterOpened):
            was = state  # a meter that opened in the period starts with its seed
        at_end = state
    if at_end.terms is None:
        return
    for begins, ends in (*lives, (was, at_end)):
        now = state if ends is at_end else None
        yield from _balance_rows(store, stream, begins, ends, now)
    for row in awards.values():
        yield {"meter": stream.meter, "what": "award"} | {name: part for name, part in row.items() if name != "id"}


def _balance_rows(
    store: Store, stream: Stream, begins: meters.MeterState, ends: meters.MeterState, now: meters.MeterState | None
) -> Iterator[Row]:
    """A meter and its reserve from one moment to another; with what lies in their pools now, if it is in operation as
    it was then."""
    for what, pool_of in (("balance", meters.pool_of), ("reserve", meters.reserve_of)):
        first, last, today = (
            None if at is None else at.meter if what == "balance" else at.reserve for at in (begins, ends, now)
        )
        if first is None or last is None or (what == "reserve" and first == last and not last.value):
            continue
        row: dict[str, object] = {"meter": stream.meter, "what": what}
        row |= {"start": exact_dollars(first.value), "current": exact_dollars(last.value)}
        row |= {name: exact_dollars(getattr(last, name) - getattr(first, name)) for name in SUMS}
        if today is not None:
            pool = store.balance(pool_of(stream.operator, stream.meter)).here
            row |= {"pool_cents": pool, "difference": f"{today.value - pool} of a cent"}
        yield row


def _award_rows(stored: Stored, event: meters.JackpotsAwarded) -> Iterator[dict[str, object]]:
    for each in event.awards:
        yield {
            "id": each.id,
            "at": stored.at,
            "table": each.table,
            "round": each.round,
            "player": each.award.patron,
            "hand": each.award.line.replace("-", " "),
            "amount_cents": each.award.cents,
            "from_meter": exact_dollars(each.award.meter),
            "state": PENDING,
        }
