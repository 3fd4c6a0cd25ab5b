"""`pitboss edge` and `pitboss strategy`: the mathematics of a game, for any pay table.

The options of a question to the lab are declared once here; every command that takes a question has them.
"""

import inspect
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import wraps
from pathlib import Path
from threading import Timer, current_thread, main_thread
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.terminal import Json, app, complete_game, leave, make_table, print_json, print_text, writing
from pitboss.messages import say, translate, words_of

if TYPE_CHECKING:
    from pitboss.lab.answer import Answer, ComparedStrategies
    from pitboss.lab.question import DecisionTable, Question, Solution

Command = Callable[..., None]

GAME = Annotated[str, typer.Argument(help="A game, such as crown-caribbean-stud.", autocompletion=complete_game)]
OPTIONS: dict[str, Any] = {
    "pay": Annotated[
        list[str] | None,
        typer.Option("--pay", metavar="LINE=ODDS", help="A pay line changed, such as flush=7 or blind.flush=3:2."),
    ],
    "table": Annotated[
        str | None, typer.Option("--table", help="A published pay table or set of rules by name; `--rules` lists them.")
    ],
    "play": Annotated[
        str | None, typer.Option("--play", help="The Play multiples of the three stages, such as 4,2,1 or 3/4,2,1.")
    ],
    "decks": Annotated[int | None, typer.Option("--decks", help="The decks in the shoe, where the game has a shoe.")],
    "rule": Annotated[
        list[str] | None,
        typer.Option("--rule", metavar="NAME=VALUE", help="A rule changed; `pitboss edge GAME --rules` lists them."),
    ],
    "strategy": Annotated[str | None, typer.Option("--strategy", help="The strategy; the best one if left out.")],
    "wager": Annotated[str | None, typer.Option("--wager", help="The initial wager in dollars.")],
    "chip": Annotated[
        str | None,
        typer.Option("--chip", help="The chips in dollars, such as 1 or 2.50,5: wins are rounded up to them."),
    ],
    "maximum_payout": Annotated[
        str | None, typer.Option("--maximum-payout", help="The maximum payout in dollars; needs --wager.")
    ],
}


def takes_question(*, without: tuple[str, ...] = ()) -> Callable[[Command], Command]:
    """Give a command the options of a question: it is called with the question and with its own options.

    Where the lab refuses, the command shows the refusal and leaves with code 2.
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
    """The question that the options of a command make."""
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
"""The longest cells that are not broken: in most columns, and in the first one."""


def show_rules(question: "Question", *, as_json: bool) -> None:
    """Show the rules that may be changed, with their values, their choices and their clauses."""
    from pitboss.lab.answer import solver_of  # noqa: PLC0415
    from pitboss.lab.parameters import named_tables  # noqa: PLC0415
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
        choices = ", ".join(words) if len(words) < MANY else say("{least} to {most}", least=words[0], most=words[-1])
        print_text(
            say(
                "[bold]{name}={choice}[/]  one of {choices}",
                name=rule.name,
                choice=_word(question.rules[rule.name]),
                choices=choices,
            )
        )
        print_text(f"    {translate(rule.says)}" + (f" ({rule.grounds})" if rule.grounds else ""))
    for table in named_tables():
        if table["engine"] == question.engine:
            print_text(f"[bold]--table {table['name']}[/]  {translate(table['says'])}")


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def show_edge(answered: "Answer") -> None:
    """Show an edge with its variance and the outcomes."""
    solution, question = answered.solution, answered.question
    changed = "".join(f", {name}={value}" for name, value in question.altered.items())
    print_text(f"[bold]{question.game}[/] {question.version}{changed}")
    named = "" if solution.strategy_class.startswith(solution.strategy) else f"{solution.strategy}, "
    print_text(say("Strategy: {named}{strategy_class}", named=named, strategy_class=translate(solution.strategy_class)))
    if solution.ties:
        print_text(say("Ties: {ties}", ties=translate(solution.ties)))
    print_text("")
    _show_figures(solution)
    _show_outcomes(solution)
    for side in solution.sides:
        print_text(f"\n[bold]{translate(side.unit)}[/], {translate(side.strategy_class)}")
        if side.ties:
            print_text(say("Ties: {ties}", ties=translate(side.ties)))
        _show_figures(side)


def _show_figures(solution: "Solution") -> None:
    exact = solution.edge_exact
    precision = say("within {error}", error=f"{solution.error:.1e}")
    if exact is not None:
        precision = f"{exact.numerator:,} / {exact.denominator:,}"
    edge = {"edge": _percent(solution.edge), "unit": translate(solution.unit), "precision": precision}
    rows = (
        (say("House edge"), say("{edge} of the {unit}  {precision}", **edge)),
        (say("Mean wager"), f"{float(solution.mean_wager):.4f}"),
        (say("Element of risk"), _percent(solution.element_of_risk)),
        (say("Standard deviation"), f"{solution.standard_deviation:.4f}"),
        (say("Hit frequency"), _percent(solution.hit_frequency)),
    )
    for name, value in rows:
        print_text(f"{name:<20}{value}")


def _percent(value: Fraction | float) -> str:
    return f"{float(value) * 100:.4f}%"


def _show_outcomes(solution: "Solution") -> None:
    """Show the outcomes, those of one name together: probability, least and most pay, part of the return."""
    print_text("")
    table = _table("Outcome", "Probability", "Pay", "Return")
    for name in dict.fromkeys(outcome.name for outcome in solution.outcomes):
        alike = [outcome for outcome in solution.outcomes if outcome.name == name]
        chance = sum(solution.probability(outcome) for outcome in alike)
        returned = sum(solution.probability(outcome) * float(outcome.pay) for outcome in alike)
        least, most = (f"{float(pick(o.pay for o in alike)):g}" for pick in (min, max))
        pay = least if least == most else say("{least} to {most}", least=least, most=most)
        table.add_row(translate(name), f"{chance:.8f}", pay, f"{returned:+.6f}")
    print_text(table)


def _table(*names: str, title: str | None = None) -> Any:
    return make_table(*names, show_edge=False, title=title, title_justify="left", title_style="bold")


def show_strategies(compared: "ComparedStrategies") -> None:
    """Show the best strategy, the short one, and what every strategy costs."""
    print_text(f"[bold]{compared.question.game}[/]  {translate(compared.best.strategy_class)}")
    if compared.best.ties:
        print_text(say("Ties: {ties}", ties=translate(compared.best.ties)))
    for table in compared.tables:
        show_table(table)
    if compared.words:
        print_text(say("\n[bold]In short: {short}[/]", short=compared.short))
    for table in compared.words:
        show_table(table)
    costs = _table("Strategy", "Edge", "Cost", "What it is")
    for name, says in compared.says.items():
        solution = compared.priced[name].solution
        costs.add_row(name, _percent(solution.edge), _percent(compared.cost(name)), translate(says))
    print_text("")
    print_text(costs)


def show_table(table: "DecisionTable") -> None:
    """Show a strategy as a table. One that is wider than the terminal, or than 80 columns in a pipe or a file, goes on
    in further tables, each with the names of the rows."""
    from rich.console import Console  # noqa: PLC0415

    print_text("")
    columns, rows = _group_rows(table)
    columns = tuple(map(translate, columns))
    rows = [tuple(map(translate, row)) for row in rows]
    for number, places in enumerate(_fitting(columns, rows, Console().width)):
        shown = _table(*(columns[place] for place in places), title=translate(table.title) if not number else None)
        shown.padding = (0, 1, 0, 0)
        for at, (place, column) in enumerate(zip(places, shown.columns, strict=True)):
            cells = [row[place] for row in rows]
            column.no_wrap = max(map(len, cells), default=0) <= (SHORT if at else LONG)
            if all(cell.replace(",", "").isdigit() for cell in cells if cell):
                column.justify = "right"
        for row in rows:
            shown.add_row(*(row[place] for place in places))
        print_text(shown)


def _fitting(columns: "tuple[str, ...]", rows: "list[tuple[str, ...]]", width: int) -> list[list[int]]:
    """The columns in groups that fit a width, each with the first; a column of long texts is broken into lines."""
    needs = [
        max(len(column), *(len(row[place]) for row in rows)) if rows else len(column)
        for place, column in enumerate(columns)
    ]
    needs = [min(need, LONG) + 1 for need in needs]
    groups = [[0]]
    left = width - needs[0]
    for place in range(1, len(columns)):
        if needs[place] > left and len(groups[-1]) > 1:
            groups.append([0])
            left = width - needs[0]
        groups[-1].append(place)
        left -= needs[place]
    return groups


def _group_rows(table: "DecisionTable") -> "tuple[tuple[str, ...], list[tuple[str, ...]]]":
    """A table where a second column divides the hands: each hand becomes a heading, to save width."""
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


SHOW_CURSOR = b"\x1b[?25h"
INTERRUPTED = 130
"""The code of a command that Ctrl-C ended, as shells have it."""
SECONDS_BEFORE_WORDS = 1.5


STRATEGY_FILE = Annotated[
    Path | None,
    typer.Option("--strategy-file", help="A strategy of your own as a table (.csv), at Pontoon and Caribbean Stud."),
]
CLUSTER = Annotated[
    str | None,
    typer.Option("--cluster", help="A Dask cluster that does the parts of a solve, such as tcp://10.0.0.1:8786."),
]


@contextmanager
def _solving_on(cluster: str | None) -> Iterator[None]:
    """While the block runs, a cluster does the parts of solves."""
    if cluster is None:
        yield
        return
    from pitboss.lab import workers  # noqa: PLC0415

    with workers.cluster(cluster) as (executor, threads), workers.working_with(executor, threads):
        yield


@contextmanager
def show_progress(cluster: str | None = None) -> Iterator[None]:
    """Show a person who waits what takes so long and how far it is, and end at once when they press Ctrl-C; a cluster
    does the parts of a solve where one is named.

    A kernel that runs or is compiled hears no exception; but a solve writes nothing that could be left half done, so
    that the process may just end.
    """
    from pitboss.lab.store import are_kernels_new  # noqa: PLC0415
    from pitboss.lab.workers import telling  # noqa: PLC0415

    words = say("Counting ...")
    if are_kernels_new():
        words = say("Compiling the kernels of the lab, once on this machine: this may take a minute ...")
    began, told, shows = time.monotonic(), 0.0, sys.stderr.isatty()

    def tell(done: int, parts: int) -> None:
        """Write how far the solve is, over the line before."""
        nonlocal told
        if shows and time.monotonic() - began > SECONDS_BEFORE_WORDS and time.monotonic() - told > EVERY_SECONDS:
            told = time.monotonic()
            sys.stderr.write(f"\r{say('Counting ...')} {done / parts:.0%} ")
            sys.stderr.flush()

    timer = Timer(SECONDS_BEFORE_WORDS, typer.echo, (words,), {"err": True})
    if shows:
        timer.start()
    try:
        with ending_at_once(), telling(tell), _solving_on(cluster):
            yield
    finally:
        timer.cancel()
        if told:
            sys.stderr.write("\r\x1b[K")


EVERY_SECONDS = 0.2


@contextmanager
def ending_at_once() -> Iterator[None]:
    """While the block runs, Ctrl-C ends the process and its workers at once."""
    if current_thread() is not main_thread():
        yield
        return

    def end(*_: object) -> None:
        """Say that it was interrupted, show the cursor that a progress bar has hidden, and end the process. Where
        workers play, this process waits."""
        if workers := multiprocessing.active_children():
            for worker in workers:
                worker.kill()
            raise KeyboardInterrupt
        os.write(2, (SHOW_CURSOR if sys.stderr.isatty() else b"") + b"\n" + say("Stopped.").encode() + b"\n")
        os._exit(INTERRUPTED)

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def price_file(question: "Question", file: Path) -> "Answer":
    """A strategy from a file priced; nothing of it is kept."""
    from pitboss.lab.answer import Answer, part_of  # noqa: PLC0415
    from pitboss.lab.strategy_file import read_strategy  # noqa: PLC0415

    began = time.monotonic()
    solution = part_of(question.engine, ".price").price_with(question, read_strategy(file, question.engine))
    return Answer(question, solution, time.monotonic() - began, {"strategy_file": file.name})


@app.command()
@takes_question()
def edge(
    question: "Question",
    rules: Annotated[bool, typer.Option("--rules", help="List the rules that may be changed, and leave.")] = False,
    strategy_file: STRATEGY_FILE = None,
    cluster: CLUSTER = None,
    as_json: Json = False,
) -> None:
    """Show the exact house edge of a game, its variance and every outcome, for the edition's pay table or yours.

    Exits with code 0, or with 2 when the question makes no sense.
    """

    if rules:
        show_rules(question, as_json=as_json)
        return
    from pitboss.lab.answer import answer, answer_data  # noqa: PLC0415  the lab is for those who ask

    with show_progress(cluster):
        answered = answer(question) if strategy_file is None else price_file(question, strategy_file)
    if as_json:
        print_json(answer_data(answered))
    else:
        show_edge(answered)


@app.command()
@takes_question(without=("strategy", "maximum_payout"))
def strategy(
    question: "Question",
    full: Annotated[bool, typer.Option("--full", help="Every table, hand by hand.")] = False,
    card: Annotated[
        Path | None, typer.Option("--card", help="Write the short strategy to this file, as one page to print.")
    ] = None,
    cluster: CLUSTER = None,
    as_json: Json = False,
) -> None:
    """Show the best strategy of a game, a short one that a person can remember, and what each strategy costs."""
    from pitboss.lab.answer import compare  # noqa: PLC0415

    with show_progress(cluster):
        compared = compare(question, full=full or as_json)
    if card is not None:
        from pitboss.lab.parsheet.card import strategy_card  # noqa: PLC0415

        with writing(card):
            card.write_text(strategy_card(compared), encoding="utf-8")
        typer.echo(say("{output} is written.", output=card), err=True)
    if as_json:
        print_json(compared.data())
    else:
        show_strategies(compared)
