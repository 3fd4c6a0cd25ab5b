"""`pitboss play GAME`: a table in the terminal, with practice money."""

from pathlib import Path
from typing import Annotated, Literal, NoReturn

import typer

from pitboss.cli import app

Dollars = str


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="The game, as its edition names it.")] = "star-caribbean-stud",
    seats: Annotated[int, typer.Option(min=1, max=7, help="How many players you play.")] = 1,
    name: Annotated[list[str] | None, typer.Option(help="A player's name; repeat it for more.")] = None,
    area: Annotated[
        list[str] | None,
        typer.Option(
            help="The area where a player sits, with others that they play after it: 1 or 1,2. Repeat it for more"
            " players; where players may share an area, a second one there stands behind the first."
        ),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Any text: the same text gives the same shoes again.")] = None,
    device: Annotated[Literal["shoe", "shuffler"], typer.Option(help="What the cards come from.")] = "shoe",
    decks: Annotated[int | None, typer.Option(min=1, max=8, help="How many decks, where a game has a choice.")] = None,
    behind: Annotated[
        int | None,
        typer.Option(min=1, help="How many cards the dealer leaves behind the cutting card, where a shoe has one."),
    ] = None,
    minimum: Annotated[Dollars, typer.Option(help="The least wager on the sign, in dollars.")] = "25",
    maximum: Annotated[Dollars, typer.Option(help="The most on the sign, in dollars.")] = "500",
    pairs: Annotated[
        Dollars | None,
        typer.Option(help="The least Perfect Pairs wager, in dollars: 5 if not given, and 0 offers none."),
    ] = None,
    maximum_payout: Annotated[Dollars | None, typer.Option(help="A maximum payout on the sign, in dollars.")] = None,
    bankroll: Annotated[Dollars, typer.Option(help="Practice money for each player, in dollars.")] = "1000",
    jackpot: Annotated[Dollars | None, typer.Option(help="Offer a jackpot wager at this price, in dollars.")] = None,
    method: Annotated[
        str | None, typer.Option(help="The jackpot's dealing method, where there are two: A or B.")
    ] = None,
    option: Annotated[int, typer.Option(min=1, help="The jackpot's payout option, where there are several.")] = 1,
    multiples: Annotated[
        str | None,
        typer.Option(help="The multiples of the Ante on the sign, stage by stage, where a game has them: 3/4,2,1."),
    ] = None,
    permit: Annotated[
        list[str] | None, typer.Option(help="Give a permission that the rules leave to somebody, as split-again.")
    ] = None,
    reading: Annotated[list[str] | None, typer.Option(help="Take a reading the other way: NAME=VALUE.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Get up after so many rounds.")] = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print one JSON object for each round, amounts in cents; and one for a shoe that is left unfinished.",
        ),
    ] = False,
    records: Annotated[
        Path | None, typer.Option(help="Write each round as a record into this folder, after those that are there.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Do not wait, nor ask a player to cut: chance does.")] = False,
    pace: Annotated[float, typer.Option(min=0, max=5, help="Seconds between the dealer's acts on a terminal.")] = 0.4,
) -> None:
    """Sit down at a table and play, with practice money.

    The dealer shuffles, deals, turns and pays by the rules of the edition. You type a key for what you want and Enter;
    ? explains, q leaves. Lines from a pipe do as well as keys.

    Who leaves in the middle of a round is gone: the rules decide for them as for an absent player, the dealer plays
    the round to its end, it is settled and shown, and then they get up; others play on. The end of the input, or the
    word quit, leaves for everybody. Ctrl-C abandons the practice round, which is then not kept.
    """
    from pitboss.cli import table  # noqa: PLC0415  a table is loaded only when somebody sits down
    from pitboss.cli.journal import Shelf  # noqa: PLC0415
    from pitboss.cli.shoe import Chance, PracticeShoe  # noqa: PLC0415
    from pitboss.cli.sitting import Sitting  # noqa: PLC0415
    from pitboss.law.edition import BookError  # noqa: PLC0415
    from pitboss.play import Refused  # noqa: PLC0415

    sign = table.Sign(device, minimum, maximum, maximum_payout, jackpot, method, option, multiples, decks, pairs)
    try:
        rules = table.rules_of(game, reading or [], permit or [])
        made = table.game_of(rules, sign)
        sitting = Sitting(
            made,
            table.seats_of(rules, name or [], seats, area or [], bankroll),
            PracticeShoe(Chance(seed), behind=table.behind_of(made, behind)),
            as_json=as_json,
            pace=pace,
            quick=quick,
            records=None if records is None else Shelf(records),
        )
    except OSError as wrong:
        _stop(f"The folder {records} for the records cannot be made: {wrong.strerror or wrong}.")
    except BookError as wrong:
        _stop(str(wrong))
    except Refused as no:
        _stop(f"{no} ({rules.say(no.because)})")
    try:
        sitting.play(rounds)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def _stop(words: str) -> NoReturn:
    """Say on the error stream why no table opens."""
    typer.echo(words, err=True)
    raise typer.Exit(2)
