"""Two games beside each other: two editions, or a pay table and another one. What differs, what each difference costs
by itself, and which hands are played in another way.

The lab's tables of decisions are of three shapes: hands listed under each decision, a grid with the same rows always,
and a grid whose rows are runs of hands in order (`A-K-Q-T-9 to A-K-Q-T-3`), which begin and end elsewhere when
something changes. NumPy is not needed to compare them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pitboss import drawing, money
from pitboss.cards.card import RANKS
from pitboss.lab.answer import Answer, answer, answer_data, solver_of
from pitboss.lab.question import DecisionTable, LabError, Question
from pitboss.law.rules import Rules
from pitboss.messages import message, say, say_number, translate
from pitboss.value import Value

LISTED = "decision"
"""The first column of a table that lists hands under each decision."""
Key = tuple[int, ...]
Change = dict[str, Any]


class GameDifference(Value):
    """One difference: what it is, its value in both games with the clauses of both, and by how much the edge of the
    first game moves if this alone is changed; none where the first game has no such thing."""

    name: str
    before: str
    now: str
    clauses: tuple[str, str]
    cost: Fraction | float | None


class Comparison(Value):
    """Two answers, the differences of their questions, and the hands that are played in another way."""

    before: Answer
    now: Answer
    differences: tuple[GameDifference, ...]
    moved: tuple[Change, ...]

    def __hash__(self) -> int:
        return id(self)

    @property
    def cost(self) -> Fraction | float:
        """The edge of the second game less that of the first."""
        return self.now.edge - self.before.edge

    @property
    def together(self) -> Fraction | float:
        """The part of the cost that no single difference explains, but only several together."""
        return self.cost - sum(each.cost for each in self.differences if each.cost is not None)

    @property
    def figures(self) -> list[tuple[str, float, float]]:
        """The figures of both."""
        one, two = self.before.solution, self.now.solution
        pick: dict[str, Callable[[Any], Any]] = {
            say("House edge"): lambda solution: solution.edge,
            say("Element of risk"): lambda solution: solution.element_of_risk,
            say("Mean wager"): lambda solution: solution.mean_wager,
            say("Standard deviation"): lambda solution: solution.standard_deviation,
            say("Hit frequency"): lambda solution: solution.hit_frequency,
        }
        return [(name, float(of(one)), float(of(two))) for name, of in pick.items()]

    @property
    def names(self) -> tuple[str, str]:
        """What the two are called: the game, its version, and what was changed."""
        asked = (self.before.question, self.now.question)
        found = [
            f"{each.game} {each.version}" + "".join(f", {name}={value}" for name, value in each.altered.items())
            for each in asked
        ]
        return found[0], found[1]

    def data(self) -> dict[str, Any]:
        """All of it as plain data."""
        exact = self.cost
        return {
            "before": answer_data(self.before),
            "now": answer_data(self.now),
            "cost": float(exact),
            "cost_exact": f"{exact.numerator}/{exact.denominator}" if isinstance(exact, Fraction) else None,
            "together": float(self.together),
            "differences": [
                {
                    "name": each.name,
                    "before": each.before,
                    "now": each.now,
                    "clauses": list(each.clauses),
                    "cost": None if each.cost is None else float(each.cost),
                }
                for each in self.differences
            ],
            "played_otherwise": [dict(change) for change in self.moved],
        }

    def _repr_html_(self) -> str:
        """The comparison in a notebook."""
        before, now = self.names
        figures = [(name, f"{one:.6g}", f"{two:.6g}", f"{two - one:+.6g}") for name, one, two in self.figures]
        rows = [(each.name, each.before, each.now, cost_words(each.cost)) for each in self.differences]
        return drawing.html_table(("", before, now, say("Difference")), figures, numbers=3) + drawing.html_table(
            (say("What differs"), before, now, say("Costs the player")), rows, numbers=1
        )


DIFFERENCE_HEADS = (
    message("What differs"),
    message("Before"),
    message("Now"),
    message("Costs the player"),
    message("Clauses"),
)
PLAYED = (message("Table"), message("Hand"), message("Against"), message("Before"), message("Now"))
"""The columns of what differs, and of what is played otherwise."""


def played_rows(moved: Iterable[Change]) -> list[tuple[str, ...]]:
    """The hands that are played in another way, as rows."""
    return [
        (
            each["table"],
            translate(each["where"]),
            " ".join(each["against"]),
            translate(each["was"]),
            translate(each["now"]),
        )
        for each in moved
    ]


def cost_words(cost: Fraction | float | None) -> str:
    """A cost as people read it, in percent of the unit."""
    return "" if cost is None else f"{float(cost):+.4%}"


def compare_questions(before: Question, now: Question) -> Comparison:
    """Compare two games of one kind; the second is described by what it changes of the first."""
    if before.engine != now.engine:
        words = "{game} and {other} are different games: only two of one kind have the same lines."
        raise LabError(say(words, game=before.game, other=now.game))
    one, two = answer(before), answer(now)
    found = tuple(
        GameDifference(name, was, then, clauses, None if alone is None else answer(alone).edge - one.edge)
        for name, was, then, clauses, alone in _differences(before, now)
    )
    return Comparison(one, two, found, tuple(changes(one.solution.tables, two.solution.tables)))


DifferenceParts = tuple[str, str, str, tuple[str, str], Question | None]
"""A difference: its name, both values, their clauses, and the first question with it."""


def _differences(before: Question, now: Question) -> Iterator[DifferenceParts]:
    clauses = [_clauses_of(each) for each in (before, now)]
    is_added = getattr(solver_of(before.engine), "added_line", lambda _: None)
    for wager in dict.fromkeys([*before.pays, *now.pays]):
        old, new = before.pays.get(wager, {}), now.pays.get(wager, {})
        for line in dict.fromkeys([*old, *new]):
            if old.get(line) == new.get(line):
                continue
            name = f"{wager}.{line}"
            alone = None
            if line in new and (line in old or is_added(line)):
                alone = replace(before, pays={**before.pays, wager: {**old, line: new[line]}})
            was, then = (_odds(lines.get(line)) for lines in (old, new))
            yield name, was, then, (clauses[0].get(name, ""), clauses[1].get(name, "")), alone
    for rule in dict.fromkeys([*before.rules, *now.rules]):
        if before.rules.get(rule) == now.rules.get(rule):
            continue
        both = rule in before.rules and rule in now.rules
        alone = replace(before, rules={**before.rules, rule: now.rules[rule]}) if both else None
        was, then = (str(each.rules.get(rule, "")).lower() for each in (before, now))
        yield rule, was, then, (clauses[0].get(rule, ""), clauses[1].get(rule, "")), alone
    for name, fields in OTHERWISE.items():
        values = [{field: getattr(each, field) for field in fields} for each in (before, now)]
        if values[0] != values[1]:
            yield name, _value_words(values[0]), _value_words(values[1]), ("", ""), replace(before, **values[1])


OTHERWISE = {
    "decks": ("decks",),
    "play": ("play",),
    "wager": ("wager_cents", "chips", "maximum_payout_cents"),
    "strategy": ("strategy",),
}
"""What else two questions may differ in: fields that go together, by the name of an option."""


def _value_words(values: dict[str, Any]) -> str:
    said = []
    for field, value in values.items():
        if value is None:
            continue
        if field == "play":
            said.append(", ".join("/".join(map(str, offered)) for offered in value))
        elif field == "chips":
            said.append(say("chips {chips}", chips=", ".join(map(money.dollars, value.denominations))))
        else:
            said.append(money.dollars(value) if field.endswith("_cents") else str(value))
    return ", ".join(said)


def _odds(odds: Fraction | None) -> str:
    return "" if odds is None else f"{odds.numerator}:{odds.denominator}"


def _clauses_of(question: Question) -> dict[str, str]:
    """The clause behind each pay line and each rule."""
    rules = Rules.of(question.game, question.version)
    lines = {f"{row['wager']}.{row['line']}": str(row.get("clause", "")) for row in rules.game.data.get("pay", ())}
    return lines | {rule.name: rule.grounds for rule in solver_of(question.engine).rules_of(rules)}


# What is played in another way.

EVERY_ROW = message("the whole table")
IN_USE, NOT_IN_USE = message("in use"), message("not in use")


def changes(before: Sequence[DecisionTable], after: Sequence[DecisionTable]) -> list[Change]:
    """Everything that is played in another way now."""
    old, new = ({table.title: table for table in tables} for tables in (before, after))
    both = [change for title in old if title in new for change in _changes(old[title], new[title])]
    lost = [_change(title, EVERY_ROW, IN_USE, NOT_IN_USE) for title in old if title not in new]
    found = [_change(title, EVERY_ROW, NOT_IN_USE, IN_USE) for title in new if title not in old]
    return both + lost + found


def _change(table: str, where: str, was: str, now: str, against: Iterable[str] = ()) -> Change:
    """Hands that are played in another way, against these up cards where that matters."""
    return {"table": table, "where": where, "against": list(against), "was": was, "now": now}


def _changes(old: DecisionTable, new: DecisionTable) -> Iterator[Change]:
    if old.columns[0] == LISTED:
        was, now = ({hand: row[0] for row in table.rows for hand in row[-1].split()} for table in (old, new))
        for before, after, hands in _group_changes((hand, was.get(hand, ""), now[hand]) for hand in now):
            yield _change(new.title, " ".join(hands), before, after)
    elif old.columns == new.columns and (rows := list(_rows(old, new))):
        for where, then, here in rows:
            for before, after, columns in _group_changes(zip(new.columns[1:], then[1:], here[1:], strict=True)):
                everywhere = len(columns) == len(new.columns) - 1
                yield _change(new.title, where, before, after, () if everywhere else columns)
    else:
        counts = [say_number("{number} row", "{number} rows", len(table.rows)) for table in (old, new)]
        yield _change(new.title, EVERY_ROW, *counts)


def _group_changes(cells: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str, list[str]]]:
    """What differs of named cells, before and after, with the names of those that differ alike."""
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, before, after in cells:
        if before != after:
            alike[before, after].append(name)
    return ((*both, names) for both, names in alike.items())


def _rows(old: DecisionTable, new: DecisionTable) -> Iterator[tuple[str, Sequence[str], Sequence[str]]]:
    """The rows of two tables beside each other: by their names, or the runs of hands that both play in one way each;
    nothing if they cannot be ordered."""
    if [row[0] for row in old.rows] == [row[0] for row in new.rows]:
        yield from ((before[0], before, after) for before, after in zip(old.rows, new.rows, strict=True))
        return
    ends: list[list[tuple[str, str, Key]]] = []
    for table in (old, new):
        named = [(row[0].split(" to ")[0], row[0].split(" to ")[-1]) for row in table.rows]
        keyed = [(first, last, key) for first, last in named if (key := _key(last)) is not None]
        if len(keyed) != len(table.rows):
            return
        ends.append(keyed)
    left, right = 0, 0
    first = ends[0][0][0]
    while left < len(ends[0]) and right < len(ends[1]):
        (_, last, one), (_, other_last, other) = ends[0][left], ends[1][right]
        end = last if one >= other else other_last
        yield first if first == end else f"{first} to {end}", old.rows[left], new.rows[right]
        left, right = left + (one >= other), right + (other >= one)
        if left < len(ends[0]) and right < len(ends[1]):
            first = ends[0][left][0] if one >= other else ends[1][right][0]


def _key(name: str) -> Key | None:
    """Where a hand stands in the order of hands; none for a name that is no list of cards."""
    parts = name.split("-")
    if any(part not in RANKS for part in parts):
        return None
    ranks = [RANKS.index(part) for part in parts]
    pairs = sum(ranks[place] == ranks[place + 1] for place in (0, 2) if place + 1 < len(ranks))
    return (pairs if ranks[0] == ranks[1] else 0, *ranks)
