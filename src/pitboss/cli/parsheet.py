"""`pitboss parsheet`: a PAR sheet in any form, and a bundle of all forms whose figures are computed again."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from pitboss.cli.lab import CLUSTER, show_progress, takes_question
from pitboss.cli.terminal import Json, app, leave, make_table, print_json, print_text, writing
from pitboss.messages import say, words_of

if TYPE_CHECKING:
    from pitboss.lab.question import Question

MAKE = "make"
BUNDLE = ".zip"


class SheetCommands(TyperGroup):
    """A group of commands that makes a sheet where its first word is no command but a game."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the command in that was left out."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = [MAKE, *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Offer the games beside the commands."""
        game = self.commands[MAKE].params[0]
        return [*super().shell_complete(ctx, incomplete), *game.shell_complete(ctx, incomplete)]


parsheet = typer.Typer(
    cls=SheetCommands,
    help="Make or verify a PAR sheet: `pitboss parsheet GAME -o sheet.html`, and `pitboss parsheet verify sheet.zip`.",
    no_args_is_help=True,
)
app.add_typer(parsheet, name="parsheet")


@parsheet.command(MAKE)
@takes_question()
def make(
    question: "Question",
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file: .html, .json or .csv, or .zip for a bundle of all three.")
    ],
    sweep: Annotated[
        bool | None,
        typer.Option(help="Compute the edge at other odds of each line; by default only where that is quick."),
    ] = None,
    jackpot_price: Annotated[str, typer.Option(help="The price of the jackpot wager in dollars.")] = "1",
    table_maximum: Annotated[str, typer.Option(help="The table maximum in dollars, for the exposure.")] = "100",
    check: Annotated[
        str, typer.Option(help="Check the figures with a simulation of so many rounds, such as 1e7.")
    ] = "",
    seed: Annotated[int, typer.Option(help="The seed of that simulation.")] = 1,
    prepared_by: Annotated[str, typer.Option(help="The person who prepared the sheet.")] = "",
    cluster: CLUSTER = None,
) -> None:
    """Make a PAR sheet: outcomes, return, variance, many rounds, strategy and plots, as a page, as data or as a table.

    Exits with code 0, or with 2 when the question makes no sense or the file cannot be written.
    """
    from pitboss.cli.simulate import parse_rounds  # noqa: PLC0415
    from pitboss.lab.answer import answer  # noqa: PLC0415  the lab is for those who ask
    from pitboss.lab.parsheet import FORMATS, write  # noqa: PLC0415
    from pitboss.lab.parsheet.bundle import pack  # noqa: PLC0415
    from pitboss.money import parse_dollars  # noqa: PLC0415

    endings = (*FORMATS, BUNDLE)
    if output.suffix not in endings:
        ending = output.suffix or say("a file without ending")
        words = "A PAR sheet is written as {known}, not as {ending}."
        raise leave(say(words, known=", ".join(endings), ending=ending))
    if not output.parent.is_dir():
        words = "{file} cannot be written: there is no folder {folder}."
        raise leave(say(words, file=output, folder=output.parent))
    try:
        options = {
            "sweep": sweep,
            "jackpot_price_cents": parse_dollars(jackpot_price),
            "maximum_cents": parse_dollars(table_maximum),
            "simulated_rounds": parse_rounds(check) if check else 0,
            "seed": seed,
            "prepared_by": prepared_by,
        }
        with show_progress(cluster), writing(output):
            answered = answer(question)
            (pack if output.suffix == BUNDLE else write)(answered, output, **options)
    except ValueError as error:
        raise leave(words_of(error)) from None
    typer.echo(say("{output} is written.", output=output))


@parsheet.command()
def verify(
    bundle: Annotated[Path, typer.Argument(help="A bundle that `pitboss parsheet GAME -o sheet.zip` wrote.")],
    as_json: Json = False,
) -> None:
    """Compute the hashes and all figures of a bundle again.

    Exits with code 0 where all hold, with 1 where one does not, and with 2 when the file is no bundle.
    """
    from pitboss.lab.parsheet.bundle import verify as verify_bundle  # noqa: PLC0415
    from pitboss.lab.question import LabError  # noqa: PLC0415

    try:
        with show_progress():
            findings = verify_bundle(bundle)
    except LabError as error:
        raise leave(str(error)) from None
    wrong = [finding for finding in findings if not finding.holds]
    if as_json:
        print_json([{"what": f.what, "holds": f.holds, "found": f.found} for f in findings])
    else:
        table = make_table(say("Compared"), say("Holds"), say("Found"), show_edge=False)
        for finding in findings:
            table.add_row(finding.what, say("yes") if finding.holds else say("NO"), finding.found)
        print_text(table)
        held = say("{held} of {all} hold.", held=len(findings) - len(wrong), all=len(findings))
        print_text(held)
    raise typer.Exit(1 if wrong else 0)
