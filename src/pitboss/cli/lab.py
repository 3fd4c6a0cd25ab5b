"""`pitboss edge`, `pitboss strategy` and `pitboss parsheet`: the mathematics of a game, for any pay table."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import app
from pitboss.cli.question import Json, refusal, takes_question

if TYPE_CHECKING:
    from pitboss.lab.answer import Answer
    from pitboss.lab.question import Question


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
    from pitboss.lab.answer import answer  # noqa: PLC0415  the lab is for those who ask

    with _patience():
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
@takes_question(without=("strategy", "maximum_payout"))
def strategy(
    question: "Question",
    full: Annotated[bool, typer.Option("--full", help="Every table, hand by hand.")] = False,
    as_json: Json = False,
) -> None:
    """The best strategy of a game, a short one that a person can keep in mind, and what each strategy costs."""
    from pitboss.cli import labwords  # noqa: PLC0415
    from pitboss.lab.strategies import compare  # noqa: PLC0415

    with _patience():
        compared = compare(question, full=full or as_json)
    if as_json:
        typer.echo(json.dumps(compared.data(), indent=2, ensure_ascii=False))
    else:
        labwords.show_strategies(compared)


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
        raise refusal(
            f"A PAR sheet is written as {', '.join(FORMATS)}, not as {output.suffix or 'a file without ending'}."
        )
    if not output.parent.is_dir():
        raise refusal(f"{output} cannot be written: there is no folder {output.parent}.")
    try:
        price_cents = parse_dollars(jackpot_price)
        answered = _answer(question)
        with _patience():
            write(answered, output, sweep=sweep, jackpot_price_cents=price_cents)
    except ValueError as error:
        raise refusal(str(error)) from None
    except OSError as error:
        raise refusal(f"{output} cannot be written: {error.strerror or error}") from None
    typer.echo(f"{output} is written.")
