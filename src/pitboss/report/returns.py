"""The content of a house's returns, month by month, from the log: mis-payments over $1,000, table results, exclusions,
complaints, changes of devices and cards; and what tables won beside what the exact edge leads to expect.

The edge is the one that was seen when the table opened, else the lab's for the edition's own rules; the deviation is
the lab's, where it has worked it out. Hands of one round are taken as independent, so that the band in which 95 of 100
results lie is a little narrow. What a correction of a round that was over has moved counts whole.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import Any

from pitboss import law, money
from pitboss.floor.cashier.mispayments import REPORTED_ABOVE, month_end
from pitboss.floor.patrons.state import BarLifted, BarredFromGame, Excluded, ExclusionEnded
from pitboss.floor.promotions import state as promotions
from pitboss.floor.returns.sending import RETURNS, ReturnKind, next_month, sent_returns
from pitboss.floor.service.clock import DAY_STARTS, SYDNEY
from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.tables.log import EventQuery, all_events, event_kinds, find_newest, place_at, read_event
from pitboss.floor.tables.state import RoundCorrected, TableOpened, TableRoundEnded
from pitboss.games.pontoon.names import INSURANCE, PAIRS, WAGER
from pitboss.games.ultimate_holdem import TRIPS
from pitboss.lab import answer, parameters, question
from pitboss.law.rules import Rules
from pitboss.messages import message, say
from pitboss.play.poker.names import ANTE, JACKPOT
from pitboss.play.wager import Result
from pitboss.report import results, settlements
from pitboss.report.registers import MISPAYMENTS, REGISTERS, case_row, collect_rows
from pitboss.report.reports import hold_percent, shift_report
from pitboss.report.sheet import Row, Sheet
from pitboss.value import Value, log_name

INITIAL = (ANTE, WAGER)
"""The spots of the wagers that the edge is per unit of."""
BESIDE = (PAIRS, INSURANCE, TRIPS, JACKPOT)
"""The spots of wagers with an edge of their own."""
UNPLAYED = (Result.RETURNED, Result.VOID, Result.RESTORED, Result.CARRIED)
DEVIATIONS = 1.96
"""How many standard deviations to either side 95 of 100 results lie within."""
OPENED, ENDED, CORRECTED = log_name(TableOpened), log_name(TableRoundEnded), log_name(RoundCorrected)
BAND_COLUMNS = {
    "table": message("Table"),
    "title": message("Game"),
    "rounds": message("Rounds"),
    "wagered_cents": message("Initial wagers"),
    "won_cents": message("Won on them"),
    "edge_percent": message("Edge, %"),
    "expected_cents": message("Expected"),
    "low_cents": message("95% from"),
    "high_cents": message("95% to"),
    "state": message("Within"),
}


class Played(Value):
    """The play at a table: rounds, initial wagers, the sum of their squares, and what the house won on them."""

    game: str
    edge: str = ""
    rounds: int = 0
    wagered: int = 0
    squares: int = 0
    won: int = 0

    def add(self, event: TableRoundEnded) -> "Played":
        """The same with one more round."""
        main = [done for done in event.settlements if done.spot not in BESIDE and done.result not in UNPLAYED]
        stakes = [done.stake.cents for done in main if done.spot in INITIAL]
        return self._replace(
            rounds=self.rounds + bool(stakes),
            wagered=self.wagered + sum(stakes),
            squares=self.squares + sum(cents * cents for cents in stakes),
            won=self.won - sum(settlements.net_cents(done) for done in main),
        )


def _opening(stored: Stored) -> tuple[str, str, bool]:
    """The game of an opening, the edge that was seen, and whether it plays for money."""
    seen = stored.data.get("edge") or {}
    return str(stored.data["game"]), str(seen.get("edge", "")), money.unit_named(stored.data["unit"]).is_money


def played_between(store: Store, operator: str, first: date, last: date) -> dict[tuple[str, str], Played]:
    """What was played at each table in each game from a gaming day to another, both of them in it."""
    ends = last + timedelta(days=1)
    after, until = (place_at(store, datetime.combine(day, time(), SYDNEY) + DAY_STARTS) for day in (first, ends))
    openings: dict[Stream, tuple[str, str, bool]] = {}
    found: dict[tuple[str, str], Played] = {}
    for stored in all_events(store, EventQuery(operator, (OPENED, ENDED, CORRECTED), after=after, before=until + 1)):
        if stored.kind == OPENED:
            openings[stored.stream] = _opening(stored)
            continue
        if stored.stream not in openings:
            openings[stored.stream] = _opening(find_newest(store, stored.stream, TableOpened, before=stored.number)[0])
        game, edge, is_money = openings[stored.stream]
        event, name = read_event(stored), (stored.stream.table, game)
        if is_money and isinstance(event, TableRoundEnded):
            found[name] = found.get(name, Played(game))._replace(edge=edge).add(event)
        elif (
            is_money and isinstance(event, RoundCorrected) and (moved := results.corrected_cents(store, stored, event))
        ):
            before = found.get(name, Played(game, edge))
            found[name] = before._replace(won=before.won - moved)
    return found


@lru_cache(64)
def _kept_solution(game: str) -> question.Solution:
    answered = answer.stored_answer(parameters.ask(game))
    if answered is None:
        raise question.LabError(
            f"The lab has not worked out {game}."
        )  # what is raised is not kept: it may work it out yet
    return answered.solution


def known_solution(game: str) -> question.Solution | None:
    """The lab's solution of a game by the edition's own rules, if it has worked it out."""
    try:
        return _kept_solution(game)
    except question.LabError:
        return None


def band_rows(played: dict[tuple[str, str], Played]) -> Iterator[Row]:
    """Each table's result beside what was to be expected; without a band where the lab has no deviation."""
    for (table, game), each in sorted(played.items()):
        solution = known_solution(game)
        edge = Fraction(each.edge) if each.edge else Fraction(solution.edge) if solution is not None else None
        said = {"table": table, "title": Rules.of(game).game.title, "game": game, "rounds": each.rounds}
        row = said | {"wagered_cents": each.wagered, "won_cents": each.won}
        if edge is not None:
            expected = edge * each.wagered
            row |= {"edge_percent": f"{round(edge * 10**6) / 10**4:.4f}", "expected_cents": round(expected)}
            if solution is not None:
                apart = DEVIATIONS * solution.standard_deviation * math.sqrt(each.squares)
                low, high = round(expected - Fraction(apart)), round(expected + Fraction(apart))
                state = "yes" if low <= each.won <= high else "below" if each.won < low else "above"
                row |= {"low_cents": low, "high_cents": high, "state": state}
        yield row


Draw = Callable[[Store, str, date], Sheet]
"""The sheet of a return for a house and a month."""
SHEETS: dict[str, Draw] = {}
"""Every return as a sheet, by its name."""


def _places(store: Store, month: date) -> tuple[int, int]:
    """The places in the log between which a month lies, in Sydney."""
    begins, ends = (datetime.combine(day, time(), SYDNEY) for day in (month, next_month(month)))
    return place_at(store, begins), place_at(store, ends) + 1


def _in_month(store: Store, operator: str, month: date, kinds: tuple[type, ...]) -> Iterator[Stored]:
    after, before = _places(store, month)
    names = tuple(log_name(kind) for kind in kinds)
    return all_events(store, EventQuery(operator, names, after=after, before=before))


# Mis-payments.


def mispayments(store: Store, operator: str, month: date) -> Sheet:
    """Each mis-payment over $1,000 that the house became aware of in a month."""
    sent = sent_returns(store, operator)
    rows = [case_row(case, sent) for case in month_end(store, operator, month)]
    return Sheet(
        "mispayments",
        say("Mis-payments over {amount}, {month}", amount=money.dollars(REPORTED_ABOVE), month=f"{month:%m.%Y}"),
        MISPAYMENTS,
        rows,
    )


# Tables.


def bands(store: Store, operator: str, first: date, last: date) -> Sheet:
    """What tables won from a gaming day to another beside what the exact edge leads to expect."""
    rows = list(band_rows(played_between(store, operator, first, last)))
    return Sheet("bands", message("Results beside the exact edge"), BAND_COLUMNS, rows)


RESULT_COLUMNS = {
    "table": message("Table"),
    "title": message("Game"),
    "days": message("Gaming days"),
    "rounds": message("Rounds"),
    "staked_cents": message("Staked"),
    "won_cents": message("Won in play"),
    "drop_cents": message("Drop"),
    "result_cents": message("Table result"),
    "hold_percent": message("Hold, % of drop"),
}
_ADDED = tuple(name for name in ("rounds", "staked_cents", "won_cents", "drop_cents", "result_cents"))


def table_results(store: Store, operator: str, month: date) -> Sheet:
    """What each table did in the gaming days of a month: staked, won, dropped and held."""
    sheet = period_results(store, operator, month, next_month(month) - timedelta(days=1))
    return sheet._replace(title=say("Table results, {month}", month=f"{month:%m.%Y}"))


MOST_DAYS = 366


def period_results(store: Store, operator: str, first: date, last: date) -> Sheet:
    """What each table did from a gaming day to another, both of them in it. The result is summed over the days on which
    a table was opened and closed: only then is it known, and a table without such a day has none."""
    tables: dict[tuple[str, str], Counter[str]] = {}
    titles: dict[tuple[str, str], str] = {}
    day = first
    while day <= min(last, first + timedelta(days=MOST_DAYS)):
        for row in shift_report(store, operator, day).rows:
            name = str(row["table"]), str(row["game"])
            titles[name] = str(row["title"])
            sums = tables.setdefault(name, Counter())
            sums["days"] += 1
            sums.update({each: row[each] for each in _ADDED if row[each] is not None})
        day += timedelta(days=1)
    rows: list[Row] = [
        {"table": name[0], "title": titles[name], "game": name[1], "days": sums["days"]}
        | {each: sums.get(each) for each in _ADDED}
        | {"hold_percent": hold_percent(sums["won_cents"], sums["drop_cents"])}
        for name, sums in sorted(tables.items())
    ]
    title = say("Table results, {first} to {last}", first=f"{first:%d.%m.%Y}", last=f"{last:%d.%m.%Y}")
    return Sheet("tables", title, RESULT_COLUMNS, rows)


# People.

_EXCLUSIONS = (Excluded, ExclusionEnded, BarredFromGame, BarLifted)


def exclusions(store: Store, operator: str, month: date) -> Sheet:
    """The patrons who were excluded from the casino or barred from a game in a month, and those who were let in
    again."""
    words = {"Excluded": "excluded", "ExclusionEnded": "exclusion ended"}
    words |= {"BarredFromGame": "barred from a game", "BarLifted": "bar lifted"}
    rows = [
        {"at": stored.at, "by": stored.by, "patron": stored.stream.patron, "what": words[stored.kind]}
        | {"game": stored.data.get("game", ""), "rank": stored.data["rank"], "reason": stored.data["reason"]}
        for stored in _in_month(store, operator, month, _EXCLUSIONS)
    ]
    columns = {"at": message("At"), "patron": message("Patron"), "what": message("What"), "game": message("Game")}
    columns |= {"rank": message("Rank"), "by": message("By")}
    return Sheet(
        "exclusions", say("Exclusions, {month}", month=f"{month:%m.%Y}"), columns | {"reason": message("Reason")}, rows
    )


PROMOTION_DISPUTES: Mapping[type, str] = {
    promotions.PromotionDisputed: "raised",
    promotions.PromotionDisputeRuled: "final",
    promotions.PromotionComplained: "complaint",
    promotions.PromotionComplaintClosed: "closed",
}
"""What happens to a dispute about a promotion, and how it stands after that."""


def complaints(store: Store, operator: str, month: date) -> Sheet:
    """The disputes of a month at tables and about promotions, their rulings, and the complaints to an inspector."""
    rows = [dict(row) for row in _of_register(store, operator, month, "disputes")]
    states = {log_name(kind): state for kind, state in PROMOTION_DISPUTES.items()}
    for stored in _in_month(store, operator, month, tuple(PROMOTION_DISPUTES)):
        said: dict[str, Any] = {
            "table": stored.stream.name,
            "at": stored.at,
            "by": stored.by,
            "dispute": stored.data["number"],
        }
        said |= {"player": stored.data.get("patron", ""), "about": stored.data.get("about", "")}
        rulings = [stored.data["ruling"]] if "ruling" in stored.data else []
        said |= {"rulings": rulings, "words": stored.data.get("finding", "")}
        rows.append(said | {"state": states[stored.kind]})
    columns = dict(REGISTERS["disputes"].columns) | {"table": message("Table or promotion")}
    return Sheet(
        "complaints",
        say("Disputes and complaints, {month}", month=f"{month:%m.%Y}"),
        columns,
        sorted(rows, key=lambda row: row["at"]),
    )


def _of_register(store: Store, operator: str, month: date, *names: str) -> list[Row]:
    """The rows of registers of tables that began in a month, as they stood at its end."""
    after, before = _places(store, month)
    kinds = tuple(kind for kind, event in event_kinds().items() if event.register in names)
    return collect_rows(all_events(store, EventQuery(operator, kinds, after=after, before=before)))


# Devices and cards.


def equipment(store: Store, operator: str, month: date) -> Sheet:
    """The changes of shoes, shuffling devices and cards in a month."""
    rows = sorted(_of_register(store, operator, month, "equipment", "cards"), key=lambda row: str(row["at"]))
    columns: Mapping[str, str] = dict(REGISTERS["equipment"].columns) | dict(REGISTERS["cards"].columns)
    return Sheet("equipment", say("Devices and cards, {month}", month=f"{month:%m.%Y}"), columns, rows)


def _declare(name: str, title: str, draw: Draw, rule: law.Key | None = None) -> None:
    SHEETS[name] = draw
    RETURNS[name] = ReturnKind(title, lambda store, operator, month: draw(store, operator, month).csv(), rule)


_declare("mispayments", message("Mis-payments over $1,000"), mispayments, law.MISPAYMENTS_REPORTED)
_declare("tables", message("Table results"), table_results)
_declare("exclusions", message("Exclusions"), exclusions)
_declare("complaints", message("Disputes and complaints"), complaints)
_declare("equipment", message("Devices and cards"), equipment)
