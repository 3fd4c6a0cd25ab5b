"""`pitboss compare`: two editions or two pay tables on one sheet, what differs and what each difference costs."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.lab import CLUSTER, show_progress, takes_question
from pitboss.cli.terminal import Json, app, complete_game, leave, make_table, print_json, print_text, writing
from pitboss.messages import say

if TYPE_CHECKING:
    from pitboss.lab.comparison import Comparison
    from pitboss.lab.question import Question

MOST_SHOWN = 20


@app.command()
@takes_question()
def compare(
    question: "Question",
    base: Annotated[
        str,
        typer.Option("--with", help="The game to start from; the same one if left out.", autocompletion=complete_game),
    ] = "",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write one sheet of both: .html or .json.")
    ] = None,
    cluster: CLUSTER = None,
    as_json: Json = False,
) -> None:
    """Put a game beside another edition, or a changed pay table beside the edition's: what differs, what each
    difference costs by itself, and which hands are played otherwise.

    Exits with code 0, or with 2 when the question makes no sense or the file cannot be written.
    """
    from pitboss.lab.comparison import compare_questions  # noqa: PLC0415  the lab is for those who ask
    from pitboss.lab.parameters import ask  # noqa: PLC0415

    if output is not None and output.suffix not in (".html", ".json"):
        raise leave(say("A comparison is written as .html or .json, not as {ending}.", ending=output.suffix or output))
    if not base and not question.altered and question.strategy == "optimal":
        raise leave(say("Name another game (--with), or change a pay line or a rule: else nothing differs."))
    with show_progress(cluster):
        found = compare_questions(
            ask(base or question.game, strategy=question.strategy if base else "optimal"), question
        )
    if output is not None:
        with writing(output):
            output.write_text(_text_of(found, output.suffix), encoding="utf-8")
        typer.echo(say("{output} is written.", output=output), err=True)
    if as_json:
        print_json(found.data())
    elif output is None:
        show_comparison(found)


def _text_of(found: "Comparison", ending: str) -> str:
    if ending == ".json":
        return json.dumps(found.data(), indent=2) + "\n"
    from pitboss.lab.parsheet.page import comparison_page  # noqa: PLC0415  for those who want a page

    return comparison_page(found)


def show_comparison(found: "Comparison") -> None:
    """Show two games beside each other."""
    from pitboss.lab.comparison import DIFFERENCE_HEADS, PLAYED, cost_words, played_rows  # noqa: PLC0415

    before, now = found.names
    print_text(say("[bold]From[/] {before}\n[bold]to[/]   {now}", before=before, now=now))
    print_text("")
    for name, one, two in found.figures:
        print_text(f"{name:<20}{one:>12.6f}{two:>12.6f}{two - one:>+12.6f}")
    table = make_table(*DIFFERENCE_HEADS, show_edge=False)
    for each in found.differences:
        table.add_row(each.name, each.before, each.now, cost_words(each.cost), " / ".join(filter(None, each.clauses)))
    if found.differences:
        table.add_row(say("all together, beyond their sum"), "", "", cost_words(found.together), "")
        table.add_row(say("in all"), "", "", cost_words(found.cost), "")
    print_text(table)
    moved = played_rows(found.moved)
    if moved:
        otherwise = make_table(*PLAYED, show_edge=False)
        for row in moved[:MOST_SHOWN]:
            otherwise.add_row(*row)
        print_text(otherwise)
        if len(moved) > MOST_SHOWN:
            print_text(say("{number} more: --json or -o has all.", number=len(moved) - MOST_SHOWN))
