"""`pitboss play GAME`: a table in the terminal, with practice money."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn

import typer

from pitboss.cli import app

if TYPE_CHECKING:
    from pitboss.law.edition import Choice
    from pitboss.law.rules import Rules
    from pitboss.play.game import Game
    from pitboss.play.terms import JackpotTerms

Dollars = str
REGULATOR_MINIMUM_CENTS = 500
"""What stands for the regulator's minimum at a practice table, where an edition wants one."""


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="The game, as its edition names it.")] = "star-caribbean-stud",
    seats: Annotated[int, typer.Option(min=1, max=7, help="How many players you play.")] = 1,
    name: Annotated[list[str] | None, typer.Option(help="A player's name; repeat it for more.")] = None,
    seed: Annotated[str | None, typer.Option(help="Any text: the same text gives the same shoes again.")] = None,
    device: Annotated[Literal["shoe", "shuffler"], typer.Option(help="What the cards come from.")] = "shoe",
    minimum: Annotated[Dollars, typer.Option(help="The least wager on the sign, in dollars.")] = "25",
    maximum: Annotated[Dollars, typer.Option(help="The most on the sign, in dollars.")] = "500",
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
    reading: Annotated[list[str] | None, typer.Option(help="Take a reading the other way: NAME=VALUE.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Get up after so many rounds.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each round, amounts in cents.")
    ] = False,
    records: Annotated[
        Path | None, typer.Option(help="Write each round as a record into this folder, after those that are there.")
    ] = None,
    pace: Annotated[float, typer.Option(min=0, max=5, help="Seconds between the dealer's acts on a terminal.")] = 0.4,
) -> None:
    """Sit down at a table and play, with practice money.

    The dealer shuffles, deals, turns and pays by the rules of the edition. You type a key for what you want and Enter;
    ? explains, q leaves. Lines from a pipe do as well as keys.

    Who leaves in the middle of a round is gone: the rules decide for them as for an absent player, the dealer plays
    the round to its end, it is settled and shown, and then they get up. The end of the input leaves as q does. Ctrl-C
    abandons the practice round, which is then not kept.
    """
    from pitboss.cli.seat import Seat  # noqa: PLC0415  the table is loaded only when somebody sits down
    from pitboss.cli.shelf import Shelf  # noqa: PLC0415
    from pitboss.cli.shuffles import Shuffles  # noqa: PLC0415
    from pitboss.cli.sitting import Sitting  # noqa: PLC0415
    from pitboss.law.edition import BookError  # noqa: PLC0415
    from pitboss.play import Refused  # noqa: PLC0415

    players = _names(name or [], seats)
    try:
        rules = _rules(game, reading or [])
        offered = _jackpot(rules, jackpot, method, option)
        made = _game(
            rules,
            device=device,
            limits=(_cents("--minimum", minimum), _cents("--maximum", maximum)),
            payout=None if maximum_payout is None else _cents("--maximum-payout", maximum_payout),
            jackpot=offered,
            multiples=_multiples(rules, multiples),
        )
        purse = _cents("--bankroll", bankroll)
        sitting = Sitting(
            made,
            [Seat(player, area, purse) for area, player in enumerate(players, start=1)],
            Shuffles(seed),
            as_json=as_json,
            pace=pace,
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


def _names(named: list[str], seats: int) -> list[str]:
    from pitboss.report.shape import text_fault  # noqa: PLC0415

    players = [*named, *(f"Player {place}" for place in range(len(named) + 1, seats + 1))]
    if len(set(players)) < len(players) or not all(player.strip() for player in players):
        raise typer.BadParameter("every player has a name of their own", param_hint="--name")
    if any(text_fault(player) for player in players):
        raise typer.BadParameter("a name has no control characters", param_hint="--name")
    if len(players) > 7:
        raise typer.BadParameter("there are 7 seats", param_hint="--name")
    return players


def _cents(hint: str, written: str) -> int:
    from pitboss.money import parse_dollars  # noqa: PLC0415

    try:
        cents = parse_dollars(written)
    except ValueError as wrong:
        raise typer.BadParameter(str(wrong), param_hint=hint) from None
    if cents <= 0:
        raise typer.BadParameter("it is more than nothing", param_hint=hint)
    return cents


def _rules(game: str, readings: list[str]) -> "Rules":
    """The rules of a game that can be played, with the readings that were taken the other way."""
    from pitboss.games import built_games  # noqa: PLC0415
    from pitboss.law.edition import BookError  # noqa: PLC0415
    from pitboss.law.rules import Rules  # noqa: PLC0415

    rules = Rules.of(game)
    if not rules.game.built:
        raise BookError(f"{game} cannot be played yet: there is {', '.join(built_games())}.")
    return rules.amend(readings=dict(_choice(rules, written) for written in readings))


def _choice(rules: "Rules", written: str) -> "tuple[str, Choice]":
    """Read `foldKeepsJackpot=true` as the switch and one of its choices."""
    switch, is_given, value = written.partition("=")
    if not is_given:
        raise typer.BadParameter(f"{written!r} is not NAME=VALUE", param_hint="--reading")
    for entry in rules.edition.readings.values():
        for choice in entry.choices if entry.switch == switch else ():
            if str(choice).lower() == value.lower():
                return switch, choice
    return switch, value


def _jackpot(rules: "Rules", price: str | None, method: str | None, option: int) -> "JackpotTerms | None":
    """The jackpot that the table offers; the method is the first that the edition has, unless one is named."""
    from pitboss.play.terms import JackpotTerms  # noqa: PLC0415

    if price is None and (method is not None or option != 1):
        hint = "--method" if method is not None else "--option"
        raise typer.BadParameter("it is about a jackpot: give its price with --jackpot", param_hint=hint)
    if price is None:
        return None
    methods = rules.game.data.get("jackpot", {}).get("methods", [""])
    return JackpotTerms(_cents("--jackpot", price), methods[0] if method is None else method.upper(), option)


def _multiples(rules: "Rules", written: str | None) -> dict[str, tuple[int, ...]]:
    """Read `3/4,2,1`: for each stage at which the sign offers multiples of the Ante, those that it offers."""
    from pitboss.report.sign import stages  # noqa: PLC0415

    if written is None:
        return {}
    known = stages(rules)
    if not known:
        raise typer.BadParameter(f"{rules.game.name} has no multiples on its sign", param_hint="--multiples")
    offered = [tuple(part.split("/")) for part in written.replace(" ", "").split(",")]
    if len(offered) != len(known) or not all(each.isdecimal() and len(each) < 4 for part in offered for each in part):
        words = f"it is whole numbers for {', '.join(known)}, as in 3/4,2,1"
        raise typer.BadParameter(words, param_hint="--multiples")
    return {stage: tuple(sorted(map(int, part))) for stage, part in zip(known, offered, strict=True)}


def _game(
    rules: "Rules",
    *,
    device: Literal["shoe", "shuffler"],
    limits: tuple[int, int],
    payout: int | None,
    jackpot: "JackpotTerms | None",
    multiples: "dict[str, tuple[int, ...]]",
) -> "Game":
    """The game, compiled for a practice table on these terms."""
    from pitboss import law  # noqa: PLC0415
    from pitboss.games import make_game  # noqa: PLC0415
    from pitboss.play.terms import Limits, Terms  # noqa: PLC0415
    from pitboss.report.sign import limited_spots  # noqa: PLC0415

    spots = limited_spots(rules)
    floor = dict.fromkeys(spots, REGULATOR_MINIMUM_CENTS) if rules.applies(law.REGULATOR_MINIMUM) else None
    terms = Terms(
        limits=dict.fromkeys(spots, Limits(*limits)),
        device=device,
        regulator_minimum_cents=floor,
        maximum_payout_cents=payout,
        jackpot=jackpot,
        multiples=multiples,
    )
    return make_game(rules, terms)
