"""What the commands share: the app that they join, the option that asks for data, and how data, text and tables are
printed. Libraries that draw are loaded when something is drawn."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss import __version__
from pitboss.messages import language, say, translate

if TYPE_CHECKING:
    from rich.table import Table

    from pitboss.locale import Catalogue

app = typer.Typer(
    name="pitboss",
    help="Casino table games, run as their regulator approved them. Every decision names its clause.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _say_version(asked: bool) -> None:
    if asked:
        typer.echo(f"pitboss {__version__}")
        raise typer.Exit


@app.callback()
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Take what every command takes, and speak the language of the terminal where there is a catalogue of it.

    A server and commands that write speak English: what they say may stand on the log.
    """
    if context.invoked_subcommand in READING and (catalogue := _find_catalogue(os.environ)) is not None:
        context.with_resource(language(catalogue))


READING = ("play", "settle", "replay", "rulebook", "coverage", "edge", "strategy", "simulate")
"""The commands that write no log."""


def _find_catalogue(environment: Mapping[str, str]) -> "Catalogue | None":
    """The messages in the language that the environment names, as gettext has it: `LANGUAGE`, else the locale."""
    names = [environment.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
    named = next(filter(None, names), "").partition(":")[0].partition(".")[0].replace("_", "-").lower()
    if not named or named.partition("-")[0] in ("en", "c", "posix"):
        return None
    from pitboss.locale import HERE, read_catalogues  # noqa: PLC0415

    folder = environment.get("PITBOSS_LOCALE")
    try:
        found = read_catalogues(HERE, *([Path(folder)] if folder else []))
    except (OSError, ValueError) as error:
        raise leave(say("The languages cannot be used: {why}", why=error)) from None
    return found.get(named) or found.get(named.partition("-")[0])


Json = Annotated[bool, typer.Option("--json", help="Print data instead of text.")]

_NUMBERS = ("Total", "Met", "Tested", "Open", "Probability", "Pay", "Return", "Edge", "Cost")
_UNBROKEN = (*_NUMBERS, "Clause", "Edition", "Strategy")


def print_json(data: Any) -> None:
    """Print data for programs."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


def print_text(what: Any) -> None:
    """Print text with its marks for bold and colour, or a table."""
    from rich.console import Console  # noqa: PLC0415

    Console(highlight=False, soft_wrap=isinstance(what, str)).print(what)


def make_table(*names: str, **style: Any) -> "Table":
    """An empty table with these columns; figures stand to the right."""
    from rich.box import SIMPLE  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=SIMPLE, pad_edge=False, **style)
    for name in names:
        table.add_column(translate(name), justify="right" if name in _NUMBERS else "left", no_wrap=name in _UNBROKEN)
    return table


def leave(words: str, code: int = 2) -> typer.Exit:
    """Say on the error stream why a command leaves; what comes back is to be raised."""
    typer.echo(words, err=True)
    return typer.Exit(code)
