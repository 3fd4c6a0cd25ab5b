"""`pitboss edge`, `pitboss strategy` and `pitboss parsheet`: the mathematics of a game, for any pay table.

The options with which the lab is asked are written once here and joined to every command that takes a question.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import wraps
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.terminal import Json, app, leave, make_table, print_json, print_text
from pitboss.messages import say, words_of

if TYPE_CHECKING:
    from pitboss.lab.answer import Answer, Compared
    from pitboss.lab.question import DecisionTable, Question, Solution

Command = Callable[..., None]

GAME = Annotated[str, typer.Argument(help="A game, such as crown-caribbean-stud.")]
OPTIONS: dict[str, Any] = {
    "pay": Annotated[
        list[str] | None,
        typer.Option("--pay", metavar="LINE=ODDS", help="A pay line changed, such as flush=7 or blind.flush=3:2."),
    ],
    "play": Annotated[
        str | None, typer.Option("--play", help="The Play multiples of the three stages, such as 4,2,1 or 3/4,2,1.")
    ],
    "decks": Annotated[int | None, typer.Option("--decks", help="The decks in the shoe, where the game has one.")],
    "rule": Annotated[
        list[str] | None,
        typer.Option("--rule", metavar="NAME=VALUE", help="A rule changed; `pitboss edge GAME --rules` lists them."),
    ],
    "strategy": Annotated[
        str | None, typer.Option("--strategy", help="The strategy: the best unless another is named.")
    ],
    "wager": Annotated[str | None, typer.Option("--wager", help="The initial wager in dollars.")],
    "chip": Annotated[
        str | None,
        typer.Option("--chip", help="The chips in dollars, such as 1 or 2.50,5: wins are rounded up to them."),
    ],
    "maximum_payout": Annotated[
        str | None, typer.Option("--maximum-payout", help="A notice of maximum payout in dollars; with --wager.")
    ],
}


def takes_question(*, without: tuple[str, ...] = ()) -> Callable[[Command], Command]:
    """Give a command the options of a question: it is called with the question that they put, and its own options.

    What the lab refuses, here or later, is said in its words, and the command leaves with code 2.
    """
    asked = {name: option for name, option in OPTIONS.items() if name not in without}

    def with_options(command: Command) -> Command:
        @wraps(command)
        def run(game: str, **options: Any) -> None:
            from pitboss.lab.question import LabError  # noqa: PLC0415  the lab is for those who ask

            try:
                command(read_question(game, {name: options.pop(name) for name in asked}), **options)
            except LabError as error:
                raise leave(str(error)) from None

        # Typer reads the options off the signature: the game, those of the question, the command's own
        kind = inspect.Parameter.KEYWORD_ONLY
        own = [*inspect.signature(command).parameters.values()][1:]
        options = [inspect.Parameter("game", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=GAME)]
        options += [inspect.Parameter(name, kind, annotation=option, default=None) for name, option in asked.items()]
        options += [option.replace(kind=kind) for option in own]
        run.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
        run.__annotations__ = {option.name: option.annotation for option in options}
        return run

    return with_options


def read_question(game: str, options: dict[str, Any]) -> "Question":
    """The question that the options of a command put."""
    from pitboss.lab.parameters import ask  # noqa: PLC0415
    from pitboss.lab.question import LabError  # noqa: PLC0415
    from pitboss.money import parse_dollars  # noqa: PLC0415

    asked = {name: value for name, value in options.items() if value is not None}
    try:
        for amount in asked.keys() & {"wager", "maximum_payout"}:
            asked[f"{amount}_cents"] = parse_dollars(asked.pop(amount))
        if "chip" in asked:
            asked["chip_cents"] = [parse_dollars(part) for part in asked.pop("chip").split(",")]
        return ask(game, **asked)
    except ValueError as error:
        raise LabError(words_of(error)) from None


# Edges, rules and strategies as a person reads them.


MANY = 5
SHORT, LONG = 14, 30
"""Cells up to so long are not broken, the second number being for the first column."""


def show_rules(question: "Question", *, as_json: bool) -> None:
    """The rules that may be changed, with their values here, what they may be, and where they stand."""
    from pitboss.lab.answer import solver_of  # noqa: PLC0415
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
        print_json(rows)
        return
    for rule in rules:
        words = [_word(choice) for choice in rule.choices]
        choices = ", ".join(words) if len(words) < MANY else f"{words[0]} to {words[-1]}"
        print_text(
            say(
                "[bold]{name}={choice}[/]  one of {choices}",
                name=rule.name,
                choice=_word(question.rules[rule.name]),
                choices=choices,
            )
        )
        print_text(f"    {rule.says}" + (f" ({rule.grounds})" if rule.grounds else ""))


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def show_edge(answered: "Answer") -> None:
    """An edge with what goes with it, and the outcomes."""
    solution, question = answered.solution, answered.question
    changed = "".join(f", {name}={value}" for name, value in question.altered.items())
    print_text(f"[bold]{question.game}[/] {question.version}{changed}")
    named = "" if solution.strategy_class.startswith(solution.strategy) else f"{solution.strategy}, "
    print_text(say("Strategy: {named}{strategy_class}", named=named, strategy_class=solution.strategy_class))
    if solution.ties:
        print_text(say("Ties: {ties}", ties=solution.ties))
    print_text("")
    _show_figures(solution)
    _show_outcomes(solution)
    for side in solution.sides:
        print_text(f"\n[bold]{side.unit}[/], {side.strategy_class}")
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
        print_text(f"{name:<20}{value}")


def _percent(value: Fraction | float) -> str:
    return f"{float(value) * 100:.4f}%"


def _show_outcomes(solution: "Solution") -> None:
    """The outcomes, those of one name together: how likely, from what pay to what, and what they add to the return."""
    print_text("")
    table = _table("Outcome", "Probability", "Pay", "Return")
    for name in dict.fromkeys(outcome.name for outcome in solution.outcomes):
        alike = [outcome for outcome in solution.outcomes if outcome.name == name]
        chance = sum(solution.probability(outcome) for outcome in alike)
        returned = sum(solution.probability(outcome) * float(outcome.pay) for outcome in alike)
        least, most = (f"{float(pick(o.pay for o in alike)):g}" for pick in (min, max))
        pay = least if least == most else f"{least} to {most}"
        table.add_row(name, f"{chance:.8f}", pay, f"{returned:+.6f}")
    print_text(table)


def _table(*names: str, title: str | None = None) -> Any:
    return make_table(*names, show_edge=False, title=title, title_justify="left", title_style="bold")


def show_strategies(compared: "Compared") -> None:
    """The best table, the short strategy, and what every strategy costs."""
    print_text(f"[bold]{compared.question.game}[/]  {compared.best.strategy_class}")
    if compared.best.ties:
        print_text(say("Ties: {ties}", ties=compared.best.ties))
    for table in compared.tables:
        show_table(table)
    if compared.words:
        print_text(say("\n[bold]In short: {short}[/]", short=compared.short))
    for table in compared.words:
        show_table(table)
    costs = _table("Strategy", "Edge", "Cost", "What it is")
    for name, says in compared.says.items():
        solution = compared.priced[name].solution
        costs.add_row(name, _percent(solution.edge), _percent(compared.cost(name)), says)
    print_text("")
    print_text(costs)


def show_table(table: "DecisionTable") -> None:
    """A strategy as a table."""
    print_text("")
    columns, rows = _group_rows(table)
    shown = _table(*columns, title=table.title)
    shown.padding = (0, 1, 0, 0)
    for place, column in enumerate(shown.columns):
        cells = [row[place] for row in rows]
        column.no_wrap = max(map(len, cells), default=0) <= (SHORT if place else LONG)
        if all(cell.replace(",", "").isdigit() for cell in cells if cell):
            column.justify = "right"
    for row in rows:
        shown.add_row(*row)
    print_text(shown)


def _group_rows(table: "DecisionTable") -> "tuple[tuple[str, ...], list[tuple[str, ...]]]":
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


# The commands.


@contextmanager
def patience() -> Iterator[None]:
    """Tell a person who waits what takes so long."""
    from pitboss.lab.store import are_kernels_new  # noqa: PLC0415

    words = "Counting ..."
    if are_kernels_new():
        words = "Compiling the kernels of the lab, once on this machine: this may take a minute ..."
    timer = Timer(1.5, typer.echo, (words,), {"err": True})
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _answer(question: "Question") -> "Answer":
    from pitboss.lab.answer import answer  # noqa: PLC0415  the lab is for those who ask

    with patience():
        return answer(question)


@app.command()
@takes_question()
def edge(
    question: "Question",
    rules: Annotated[bool, typer.Option("--rules", help="List the rules that may be changed, and leave.")] = False,
    as_json: Json = False,
) -> None:
    """The exact house edge of a game, with its variance and every outcome, for the edition's pay table or yours.

    Leaves with code 0, or with 2 when the question makes no sense.
    """

    if rules:
        show_rules(question, as_json=as_json)
        return
    answered = _answer(question)
    if as_json:
        from pitboss.lab.answer import answer_data  # noqa: PLC0415

        print_json(answer_data(answered))
    else:
        show_edge(answered)


@app.command()
@takes_question(without=("strategy", "maximum_payout"))
def strategy(
    question: "Question",
    full: Annotated[bool, typer.Option("--full", help="Every table, hand by hand.")] = False,
    as_json: Json = False,
) -> None:
    """The best strategy of a game, a short one that a person can keep in mind, and what each strategy costs."""
    from pitboss.lab.answer import compare  # noqa: PLC0415

    with patience():
        compared = compare(question, full=full or as_json)
    if as_json:
        print_json(compared.data())
    else:
        show_strategies(compared)


@app.command()
@takes_question()
def parsheet(
    question: "Question",
    output: Annotated[Path, typer.Option("--output", "-o", help="The file: its ending is .html, .json or .csv.")],
    sweep: Annotated[
        bool | None,
        typer.Option(help="Work out the edge at other odds of each line; left out where a game takes long."),
    ] = None,
    jackpot_price: Annotated[str, typer.Option(help="The price of the jackpot wager in dollars.")] = "1",
) -> None:
    """A PAR sheet: outcomes, return, variance, volatility and plots, as a page, as data or as a table."""
    from pitboss.lab.parsheet import FORMATS, write  # noqa: PLC0415
    from pitboss.money import parse_dollars  # noqa: PLC0415

    if output.suffix not in FORMATS:
        ending = output.suffix or say("a file without ending")
        words = "A PAR sheet is written as {known}, not as {ending}."
        raise leave(say(words, known=", ".join(FORMATS), ending=ending))
    if not output.parent.is_dir():
        words = "{file} cannot be written: there is no folder {folder}."
        raise leave(say(words, file=output, folder=output.parent))
    try:
        price_cents = parse_dollars(jackpot_price)
        answered = _answer(question)
        with patience():
            write(answered, output, sweep=sweep, jackpot_price_cents=price_cents)
    except ValueError as error:
        raise leave(str(error)) from None
    except OSError as error:
        why = error.strerror or error
        raise leave(say("{file} cannot be written: {why}", file=output, why=why)) from None
    typer.echo(say("{output} is written.", output=output))
