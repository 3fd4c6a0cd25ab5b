"""`pitboss edge`, `pitboss strategy` and `pitboss parsheet`: the mathematics of a game, for any pay table."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import app

if TYPE_CHECKING:
    from pitboss.lab.answer import Answer
    from pitboss.lab.question import Question

Game = Annotated[str, typer.Argument(help="A game, such as crown-caribbean-stud.")]
Pay = Annotated[
    list[str] | None,
    typer.Option("--pay", metavar="LINE=ODDS", help="A pay line changed, such as flush=7 or blind.flush=3:2."),
]
Play = Annotated[
    str | None, typer.Option("--play", help="The Play multiples of the three stages, such as 4,2,1 or 3/4,2,1.")
]
Decks = Annotated[int | None, typer.Option("--decks", help="The decks in the shoe, where the game has one.")]
RuleOption = Annotated[
    list[str] | None, typer.Option("--rule", metavar="NAME=VALUE", help="A rule changed; --rules lists them.")
]
StrategyOption = Annotated[str, typer.Option("--strategy", help="The strategy to price.")]
Wager = Annotated[str | None, typer.Option("--wager", help="The initial wager in dollars.")]
Chip = Annotated[
    str | None, typer.Option("--chip", help="The chips in dollars, such as 1 or 2.50,5: wins are rounded up to them.")
]
Payout = Annotated[
    str | None,
    typer.Option("--maximum-payout", help="A notice of maximum payout in dollars; with --wager."),
]
Json = Annotated[bool, typer.Option("--json", help="Print data instead of text.")]


def read_question(game: str, options: dict[str, Any]) -> "Question":
    """The question that the options of a command put; one that makes no sense leaves with code 2."""
    from pitboss.lab.parameters import ask  # noqa: PLC0415  the lab is for those who ask
    from pitboss.lab.question import LabError  # noqa: PLC0415
    from pitboss.money import parse_dollars  # noqa: PLC0415

    wager, chip, payout = options.pop("wager"), options.pop("chip"), options.pop("maximum_payout", None)
    try:
        if wager is not None:
            options["wager_cents"] = parse_dollars(wager)
        if chip is not None:
            options["chip_cents"] = [parse_dollars(part) for part in chip.split(",")]
        if payout is not None:
            options["maximum_payout_cents"] = parse_dollars(payout)
        return ask(game, **{name: value for name, value in options.items() if value is not None})
    except (LabError, ValueError) as error:
        raise refusal(str(error)) from None


def refusal(words: str) -> typer.Exit:
    """Say what makes no sense; what comes back is to be raised."""
    typer.echo(words, err=True)
    return typer.Exit(2)


@contextmanager
def _patience() -> Iterator[None]:
    """Tell a person who waits what takes so long."""
    from pitboss.lab.kept import are_kernels_new  # noqa: PLC0415

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
    from pitboss.lab.answer import answer  # noqa: PLC0415
    from pitboss.lab.question import LabError  # noqa: PLC0415

    try:
        with _patience():
            return answer(question)
    except LabError as error:
        raise refusal(str(error)) from None


@app.command()
def edge(
    game: Game,
    pay: Pay = None,
    play: Play = None,
    decks: Decks = None,
    rule: RuleOption = None,
    strategy: StrategyOption = "optimal",
    wager: Wager = None,
    chip: Chip = None,
    maximum_payout: Payout = None,
    rules: Annotated[bool, typer.Option("--rules", help="List the rules that may be changed, and leave.")] = False,
    as_json: Json = False,
) -> None:
    """The exact house edge of a game, with its variance and every outcome, for the edition's pay table or yours.

    Leaves with code 0, or with 2 when the question makes no sense.
    """
    options = {"pay": pay, "play": play, "decks": decks, "rule": rule, "strategy": strategy}
    question = read_question(game, options | {"wager": wager, "chip": chip, "maximum_payout": maximum_payout})
    from pitboss.cli import labwords  # noqa: PLC0415

    if rules:
        labwords.show_rules(question, as_json=as_json)
        return
    answered = _answer(question)
    if as_json:
        from pitboss.lab.answer import answer_data  # noqa: PLC0415

        typer.echo(json.dumps(answer_data(answered), indent=2, ensure_ascii=False))
    else:
        labwords.show_edge(answered)


@app.command()
def strategy(
    game: Game,
    pay: Pay = None,
    play: Play = None,
    decks: Decks = None,
    rule: RuleOption = None,
    wager: Wager = None,
    chip: Chip = None,
    full: Annotated[bool, typer.Option("--full", help="Every table, hand by hand.")] = False,
    as_json: Json = False,
) -> None:
    """The best strategy of a game, a short one that a person can keep in mind, and what each strategy costs."""
    options = {"pay": pay, "play": play, "decks": decks, "rule": rule}
    question = read_question(game, options | {"wager": wager, "chip": chip})
    from pitboss.cli import labwords  # noqa: PLC0415
    from pitboss.lab.question import LabError  # noqa: PLC0415
    from pitboss.lab.strategies import compare  # noqa: PLC0415

    try:
        with _patience():
            compared = compare(question, full=full or as_json)
    except LabError as error:
        raise refusal(str(error)) from None
    if as_json:
        typer.echo(json.dumps(compared.data(), indent=2, ensure_ascii=False))
    else:
        labwords.show_strategies(compared)


@app.command()
def parsheet(
    game: Game,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file: its ending is .html, .json or .csv.")],
    pay: Pay = None,
    play: Play = None,
    decks: Decks = None,
    rule: RuleOption = None,
    strategy: StrategyOption = "optimal",
    wager: Wager = None,
    chip: Chip = None,
    sweep: Annotated[
        bool | None,
        typer.Option(help="Work out the edge at other odds of each line; left out where a game takes long."),
    ] = None,
) -> None:
    """A PAR sheet: outcomes, return, variance, volatility and plots, as a page, as data or as a table."""
    options = {"pay": pay, "play": play, "decks": decks, "rule": rule, "strategy": strategy}
    question = read_question(game, options | {"wager": wager, "chip": chip})
    from pitboss.lab.parsheet import FORMATS, write  # noqa: PLC0415

    if output.suffix not in FORMATS:
        raise refusal(
            f"A PAR sheet is written as {', '.join(FORMATS)}, not as {output.suffix or 'a file without ending'}."
        )
    if not output.parent.is_dir():
        raise refusal(f"{output} cannot be written: there is no folder {output.parent}.")
    try:
        answered = _answer(question)
        with _patience():
            write(answered, output, sweep=sweep)
    except OSError as error:
        raise refusal(f"{output} cannot be written: {error.strerror or error}") from None
    typer.echo(f"{output} is written.")
