"""`pitboss study`: questions about a game besides its edge."""

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import lab, terminal
from pitboss.messages import say, translate

if TYPE_CHECKING:
    from pitboss.lab.question import Question


@terminal.app.command()
@lab.takes_question(without=("maximum_payout",))
def study(
    question: "Question",
    about: Annotated[
        str, typer.Option("--about", help="The study; if it is left out, the studies of the game are listed.")
    ] = "",
    as_json: terminal.Json = False,
) -> None:
    """Answer what players and houses ask besides the edge: risk of ruin, the dealer by up card, cards of others seen,
    counts.

    Exits with code 0, or with 2 when the question makes no sense.
    """
    from pitboss.lab.study import studies_of  # noqa: PLC0415  the lab is for those who ask
    from pitboss.lab.study import study as answer_study  # noqa: PLC0415

    if not about:
        known = {name: translate(says) for name, (says, _) in studies_of(question).items()}
        if as_json:
            terminal.print_json(known)
        else:
            for name, says in known.items():
                terminal.print_text(f"[bold]{name:<12}[/] {says}")
        return
    with lab.show_progress():
        found = answer_study(question, about)
    if as_json:
        terminal.print_json(
            {"title": found.title, "unit": found.unit, "method": found.method, "checks": list(found.checks)}
            | {"figures": dict(found.figures)}
        )
        return
    terminal.print_text(f"[bold]{question.game}[/] {question.version}: {found.title}")
    for table in found.tables:
        lab.show_table(table)
    terminal.print_text(say("\nUnit: {unit}", unit=found.unit))
    terminal.print_text(say("Method: {method}", method=found.method))
    for check in found.checks:
        terminal.print_text(say("Check: {check}", check=check))
