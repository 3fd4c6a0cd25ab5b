"""The lab in the terminal: edges, rules and strategies as a person reads them."""

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from pitboss.lab.answer import Answer
    from pitboss.lab.question import Question, Rule
    from pitboss.lab.solution import DecisionTable, Solution
    from pitboss.lab.strategies import Compared

MANY = 5
SHORT, LONG = 14, 30
"""Cells up to so long are not broken, the second number being for the first column."""


def show_rules(question: "Question", *, as_json: bool) -> None:
    """The rules that may be changed, with their values here, what they may be, and where they stand."""
    from pitboss.lab.registry import solver_of  # noqa: PLC0415
    from pitboss.law.rules import Rules  # noqa: PLC0415

    rules = solver_of(question.engine).rules_of(Rules.of(question.game, question.version))
    if as_json:
        rows = [
            {
                "name": rule.name,
                "value": question.rules[rule.name],
                "edition": rule.value,
                "choices": list(rule.choices),
                "says": rule.says,
                "grounds": rule.grounds,
            }
            for rule in rules
        ]
        typer.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    for rule in rules:
        _print(f"[bold]{rule.name}={_word(question.rules[rule.name])}[/]  one of {_choices(rule)}")
        _print(f"    {rule.says}" + (f" ({rule.grounds})" if rule.grounds else ""))


def _choices(rule: "Rule") -> str:
    """What a rule may be; where there are many, from which to which."""
    words = [_word(choice) for choice in rule.choices]
    return ", ".join(words) if len(words) < MANY else f"{words[0]} to {words[-1]}"


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def show_edge(answered: "Answer") -> None:
    """An edge with what goes with it, and the outcomes."""
    solution, question = answered.solution, answered.question
    changed = "".join(f", {name}={value}" for name, value in question.altered.items())
    _print(f"[bold]{question.game}[/] {question.version}{changed}")
    named = "" if solution.strategy_class.startswith(solution.strategy) else f"{solution.strategy}, "
    _print(f"Strategy: {named}{solution.strategy_class}")
    if solution.ties:
        _print(f"Ties: {solution.ties}")
    _print("")
    _show_figures(solution)
    _show_outcomes(solution)
    for side in solution.sides:
        _print(f"\n[bold]{side.unit}[/], {side.strategy_class}")
        _show_figures(side)


def _show_figures(solution: "Solution") -> None:
    exact = solution.edge_exact
    told = f"  {exact.numerator:,} / {exact.denominator:,}" if exact is not None else f"  within {solution.error:.1e}"
    rows = (
        ("House edge", f"{_percent(solution.edge)} of the {solution.unit}{told}"),
        ("Mean wager", f"{float(solution.mean_wager):.4f}"),
        ("Element of risk", _percent(solution.element_of_risk)),
        ("Standard deviation", f"{solution.standard_deviation:.4f}"),
        ("Hit frequency", _percent(solution.hit_frequency)),
    )
    for name, value in rows:
        _print(f"{name:<20}{value}")


def _percent(value: Fraction | float) -> str:
    return f"{float(value) * 100:.4f}%"


def _show_outcomes(solution: "Solution") -> None:
    """The outcomes, those of one name together: how likely, from what pay to what, and what they add to the return."""
    _print("")
    table = _table("Outcome", "Probability", "Pay", "Return")
    for name in dict.fromkeys(outcome.name for outcome in solution.outcomes):
        alike = [outcome for outcome in solution.outcomes if outcome.name == name]
        chance = sum(solution.probability(outcome) for outcome in alike)
        returned = sum(solution.probability(outcome) * float(outcome.pay) for outcome in alike)
        least, most = (f"{float(pick(o.pay for o in alike)):g}" for pick in (min, max))
        pay = least if least == most else f"{least} to {most}"
        table.add_row(name, f"{chance:.8f}", pay, f"{returned:+.6f}")
    _print(table)


def show_strategies(compared: "Compared") -> None:
    """The best table, the short strategy, and what every strategy costs."""
    _print(f"[bold]{compared.question.game}[/]  {compared.best.strategy_class}")
    if compared.best.ties:
        _print(f"Ties: {compared.best.ties}")
    for table in compared.tables:
        show_table(table)
    if compared.words:
        _print(f"\n[bold]In short: {compared.short}[/]")
    for table in compared.words:
        show_table(table)
    costs = _table("Strategy", "Edge", "Cost", "What it is")
    for name, says in compared.says.items():
        solution = compared.priced[name].solution
        costs.add_row(name, _percent(solution.edge), _percent(compared.cost(name)), says)
    _print("")
    _print(costs)


def show_table(table: "DecisionTable") -> None:
    """A strategy as a table."""
    _print("")
    columns, rows = _grouped(table)
    shown = _table(*columns, title=table.title)
    shown.padding = (0, 1, 0, 0)
    for place, column in enumerate(shown.columns):
        cells = [row[place] for row in rows]
        column.no_wrap = max(map(len, cells), default=0) <= (SHORT if place else LONG)
        if all(cell.replace(",", "").isdigit() for cell in cells if cell):
            column.justify = "right"
    for row in rows:
        shown.add_row(*row)
    _print(shown)


def _grouped(table: "DecisionTable") -> "tuple[tuple[str, ...], list[tuple[str, ...]]]":
    """A table whose hands are told apart by a second column: each hand as a heading of its own, to save the width."""
    if table.columns[:2] != ("hand", "with"):
        return table.columns, list(table.rows)
    rows: list[tuple[str, ...]] = []
    last = None
    for hand, told, *rest in table.rows:
        if told and hand != last:
            rows.append((hand, *("" for _ in rest)))
        rows.append((f"  {told}" if told else hand, *rest))
        last = hand
    return ("hand", *table.columns[2:]), rows


def _table(*names: str, title: str | None = None) -> Any:
    from rich.box import SIMPLE  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=SIMPLE, show_edge=False, pad_edge=False, title=title, title_justify="left", title_style="bold")
    for name in names:
        number = name in ("Probability", "Pay", "Return", "Edge", "Cost")
        no_wrap = number or name == "Strategy"
        table.add_column(name, justify="right" if number else "left", no_wrap=no_wrap)
    return table


def _print(what: Any) -> None:
    from rich.console import Console  # noqa: PLC0415

    Console(highlight=False, soft_wrap=isinstance(what, str)).print(what)
