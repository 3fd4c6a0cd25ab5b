"""The frame of all commands: the app that they join, its help, the option `--json`, and functions that print data, text
and tables. Rich is loaded when a command prints."""

import inspect
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from errno import EPIPE
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from pitboss import __version__
from pitboss.messages import language, say, translate, words_of

if TYPE_CHECKING:
    from rich.table import Table

    from pitboss.locale import Catalogue

_WANTS_DATA: ContextVar[bool] = ContextVar("wants_data", default=False)
"""Whether the command was asked for data: then an error is data, too."""

_UsageError: type[Exception] = typer.BadParameter.__bases__[0]


def complete_game(incomplete: str) -> list[str]:
    """The games that begin so, for a shell that completes a line."""
    from pitboss.games import built_games  # noqa: PLC0415  a shell asks seldom

    return [game for game in built_games() if game.startswith(incomplete)]


def complete_edition(incomplete: str) -> list[str]:
    """The editions and games that begin so."""
    from pitboss.law.edition import edition_names  # noqa: PLC0415

    editions = [edition for edition in edition_names() if edition.startswith(incomplete)]
    return list(dict.fromkeys([*editions, *complete_game(incomplete)]))


class RootCommand(TyperGroup):
    """The command above all others. Help is in the language of the terminal where there is a catalogue of it; what goes
    wrong is told, as data where data was asked for."""

    def main(self, args: Any = None, *rest: Any, **more: Any) -> Any:
        """Run a command line."""
        token = _WANTS_DATA.set("--json" in (sys.argv[1:] if args is None else args))
        try:
            return super().main(args, *rest, **more)
        except OSError as error:
            if error.errno == EPIPE:  # the reader has gone
                raise
            # It may be the output that cannot be written.
            typer.echo(say("The output cannot be written: {why}.", why=words_of(error)), err=True)
            raise SystemExit(2) from None
        finally:
            _WANTS_DATA.reset(token)

    def make_context(self, info_name: str | None, args: list[str], *more: Any, **extra: Any) -> Any:
        """Translate the help of all commands before it is shown: of a group, too, which needs no `--help`."""
        if "--help" in args or len(args) < len(("group", "command")):
            with language(_find_catalogue(os.environ)):
                translate_help(self)
        return super().make_context(info_name, args, *more, **extra)

    def invoke(self, context: Any) -> Any:
        """Run the command that is named."""
        try:
            return super().invoke(context)
        except _UsageError as error:
            if not _WANTS_DATA.get():
                raise
            raise leave(error.format_message()) from None  # type: ignore[attr-defined]  # every error of usage has it
        except OSError as error:
            if error.filename is None:  # the output, and no file that was named
                raise
            raise leave(say("{file} cannot be used: {why}.", file=error.filename, why=words_of(error))) from None
        except Exception as error:
            database = sys.modules.get("sqlalchemy.exc")
            if database is None or not isinstance(error, database.OperationalError):
                raise
            raise leave(say("The store cannot be used: {why}.", why=error.orig or error)) from None


def translate_help(command: Any) -> None:
    """Put the help of a command, of its options and of the commands in it into the language in force."""
    command.help = "\n\n".join(map(translate, _paragraphs(command)))
    for option in command.params:
        option.help = translate(option.help or "")
    for inner in getattr(command, "commands", {}).values():
        translate_help(inner)


def find_help(command: Any) -> Iterator[str]:
    """The messages of the help of a command, of its options and of the commands in it."""
    yield from _paragraphs(command)
    yield from (option.help for option in command.params if getattr(option, "help", None))
    for inner in getattr(command, "commands", {}).values():
        yield from find_help(inner)


def _paragraphs(command: Any) -> list[str]:
    """The help of a command, a message for each paragraph."""
    return [" ".join(part.split()) for part in inspect.cleandoc(command.help or "").split("\n\n") if part]


app = typer.Typer(
    name="pitboss",
    cls=RootCommand,
    help="Casino table games, run as their regulator approved them. Every decision names its clause.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"pitboss {__version__}")
        raise typer.Exit


@app.callback()
def start(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Casino table games, run as their regulator approved them. Every decision names its clause."""
    # A server and commands that write speak English: their words may stand on the log.
    if context.invoked_subcommand in READING and (catalogue := _find_catalogue(os.environ)) is not None:
        context.with_resource(language(catalogue))


READING = (
    *("play", "settle", "replay", "rulebook", "coverage"),
    *("edge", "strategy", "compare", "simulate", "parsheet", "study", "jackpot", "last-round"),
)
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
    except ValueError as error:
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


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """While the block writes a file: if that fails, the command says so and ends."""
    try:
        yield
    except OSError as error:
        raise leave(say("{file} cannot be written: {why}.", file=file, why=words_of(error))) from None


def leave(words: str, code: int = 2, data: Mapping[str, Any] | None = None) -> typer.Exit:
    """Say on the error stream why a command leaves, and as data where data was asked for; what comes back is to be
    raised."""
    if _WANTS_DATA.get():
        print_json({"error": words, **(data or {})})
    typer.echo(words, err=True)
    return typer.Exit(code)
