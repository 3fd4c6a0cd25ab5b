"""The options with which the lab is asked: a game, its pay table, rules, strategy, wager and chips.

They are written once here and joined to every command that takes a question.
"""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.lab.question import Question

Json = Annotated[bool, typer.Option("--json", help="Print data instead of text.")]
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
                raise refusal(str(error)) from None

        _sign(run, asked, [*inspect.signature(command).parameters.values()][1:])
        return run

    return with_options


def _sign(run: Command, asked: dict[str, Any], own: list[inspect.Parameter]) -> None:
    """Let Typer read all the options off a command: the game, those of the question, its own."""
    parameters = [inspect.Parameter("game", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=GAME)]
    kind = inspect.Parameter.KEYWORD_ONLY
    parameters += [inspect.Parameter(name, kind, annotation=option, default=None) for name, option in asked.items()]
    parameters += [option.replace(kind=kind) for option in own]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {option.name: option.annotation for option in parameters}


def read_question(game: str, options: dict[str, Any]) -> "Question":
    """The question that the options of a command put."""
    from pitboss.lab.parameters import ask  # noqa: PLC0415
    from pitboss.lab.question import LabError  # noqa: PLC0415
    from pitboss.money import parse_dollars  # noqa: PLC0415

    asked = {name: value for name, value in options.items() if value is not None}
    try:
        if "wager" in asked:
            asked["wager_cents"] = parse_dollars(asked.pop("wager"))
        if "chip" in asked:
            asked["chip_cents"] = [parse_dollars(part) for part in asked.pop("chip").split(",")]
        if "maximum_payout" in asked:
            asked["maximum_payout_cents"] = parse_dollars(asked.pop("maximum_payout"))
        return ask(game, **asked)
    except ValueError as error:
        raise LabError(str(error)) from None


def refusal(words: str) -> typer.Exit:
    """Say what makes no sense; what comes back is to be raised."""
    typer.echo(words, err=True)
    return typer.Exit(2)
