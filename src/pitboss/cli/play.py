"""`pitboss play GAME`: a table in the terminal, with practice money. `pitboss settle FILE` decides a record of a round;
`pitboss replay FILE` steps through it."""

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pitboss.cli.terminal import Json, app, complete_game, leave, print_json
from pitboss.messages import say, words_of

if TYPE_CHECKING:
    from pitboss.report.record import PlayedRecord

Dollars = str


@app.command()
def play(
    game: Annotated[
        str, typer.Argument(help="The game, such as star-pontoon.", autocompletion=complete_game)
    ] = "star-caribbean-stud",
    seats: Annotated[int, typer.Option(min=1, max=7, help="How many players you play.")] = 1,
    name: Annotated[list[str] | None, typer.Option(help="A player's name; repeat it for more.")] = None,
    area: Annotated[
        list[str] | None,
        typer.Option(
            help="The area where a player sits, and more areas that they play: 1 or 1,2. Repeat it for more"
            " players; where players may share an area, a second one there stands behind the first."
        ),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Any text: the same text gives the same shoes again.")] = None,
    device: Annotated[
        Literal["shoe", "shuffler"], typer.Option(help="Deal from a hand-held shoe or from a shuffling device.")
    ] = "shoe",
    decks: Annotated[
        int | None, typer.Option(min=1, max=8, help="The number of decks, where the game has a choice.")
    ] = None,
    behind: Annotated[
        int | None,
        typer.Option(min=1, help="The cards that the dealer leaves behind the cutting card, where a shoe has one."),
    ] = None,
    minimum: Annotated[Dollars, typer.Option(help="The least wager on the sign, in dollars.")] = "25",
    maximum: Annotated[Dollars, typer.Option(help="The largest wager on the sign, in dollars.")] = "500",
    pairs: Annotated[
        Dollars | None,
        typer.Option(help="The least Perfect Pairs wager, in dollars; 5 if left out, and 0 offers none."),
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
        list[str] | None,
        typer.Option(help="Grant a permission that the rules leave to a rank, such as split-again."),
    ] = None,
    reading: Annotated[list[str] | None, typer.Option(help="Take a reading the other way: NAME=VALUE.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Stop after this many rounds.")] = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print one JSON object for each round, amounts in cents, and one for a shoe that is not finished.",
        ),
    ] = False,
    records: Annotated[
        Path | None, typer.Option(help="Write each round as a record into this folder, after the records in it.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Do not pause, and cut the cards at random.")] = False,
    pace: Annotated[float, typer.Option(min=0, max=5, help="Seconds between the dealer's acts on a terminal.")] = 0.4,
) -> None:
    """Sit down at a table and play, with practice money.

    The dealer shuffles, deals, turns and pays by the rules of the edition. You type a key and Enter; ? explains, q
    leaves. Input may come from a pipe.

    When a player leaves in the middle of a round, the rules decide for them as for an absent player. The round is
    played to its end, settled and shown; the others play on. The end of the input, or the word quit, makes all players
    leave. Ctrl-C abandons the practice round, which is then not kept.
    """
    from pitboss.cli import table  # noqa: PLC0415  # only a player who sits down needs a table
    from pitboss.cli.sitting import PracticeSitting, RecordFolder  # noqa: PLC0415
    from pitboss.law.edition import BookError  # noqa: PLC0415
    from pitboss.play import Refused  # noqa: PLC0415
    from pitboss.virtual_table import Chance, PracticeShoe  # noqa: PLC0415

    sign = table.SignOptions(device, minimum, maximum, maximum_payout, jackpot, method, option, multiples, decks, pairs)
    try:
        rules = table.rules_of(game, reading or [], permit or [])
        made = table.game_of(rules, sign)
        sitting = PracticeSitting(
            made,
            table.seats_of(rules, name or [], seats, area or [], bankroll),
            PracticeShoe(Chance(seed), behind=table.count_behind(made, behind)),
            as_json=as_json,
            pace=pace,
            quick=quick,
            records=None if records is None else RecordFolder(records),
        )
    except OSError as wrong:
        words = "The folder {folder} for the records cannot be made: {why}."
        raise leave(say(words, folder=records, why=words_of(wrong))) from None
    except BookError as wrong:
        raise leave(str(wrong)) from None
    except Refused as no:
        raise leave(f"{no} ({rules.say(no.because)})") from None
    try:
        sitting.play(rounds)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


# Records.

File = Annotated[Path, typer.Argument(help="A record of a round in TOML; - reads standard input.")]


@app.command()
def settle(file: File, as_json: Json = False) -> None:
    """Decide a record: every wager with its result, amount and clauses; every other payment and ruling; every refusal,
    the totals, the hands.

    Exits with code 0 when the round is over, 1 when it still waits for something, 2 when the record is not possible.
    """
    from pitboss.cli.output import show_decision  # noqa: PLC0415
    from pitboss.report.decision import decision_data  # noqa: PLC0415

    played = _play_record(file)
    data = decision_data(played)
    if as_json:
        print_json(data)
    else:
        show_decision(played, data)
    if not played.round.is_over:
        raise typer.Exit(1)


@app.command()
def replay(
    file: File,
    as_json: Json = False,
    pause: Annotated[bool, typer.Option(help="Wait for Enter after each step, at a terminal.")] = True,
) -> None:
    """Step through a record: each act, its results and their clauses; each refusal at its place.

    Exits with code 0, or with 2 when the record is not possible.
    """
    from pitboss.cli.output import show_steps  # noqa: PLC0415
    from pitboss.report.decision import steps_data  # noqa: PLC0415

    played = _play_record(file)
    if as_json:
        print_json(steps_data(played))
    else:
        show_steps(played, pause=pause and sys.stdin.isatty() and str(file) != "-")


def _play_record(file: Path) -> "PlayedRecord":
    """Play a record, or show the line that is not possible and leave with code 2."""
    from pitboss.report.lines import RecordError  # noqa: PLC0415
    from pitboss.report.record import LARGEST, read_record  # noqa: PLC0415
    from pitboss.report.script import play_record  # noqa: PLC0415

    try:
        with nullcontext(sys.stdin.buffer) if str(file) == "-" else file.open("rb") as opened:
            return play_record(read_record(opened.read(LARGEST + 1)))
    except RecordError as error:
        data = {"line": error.line, "error": error.words, "because": list(error.because)}
        raise leave(f"{file}: {error}", data=data | {"clauses": list(error.clauses)}) from None
