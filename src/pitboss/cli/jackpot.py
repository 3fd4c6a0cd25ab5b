"""`pitboss jackpot solve`: the return of a jackpot wager, or the rate that gives a wanted return."""

from pathlib import Path
from typing import Annotated, Any

import typer

from pitboss.cli.lab import show_progress
from pitboss.cli.terminal import Json, app, complete_game, leave, make_table, print_json, print_text, writing
from pitboss.messages import say, translate

jackpot = typer.Typer(help="Work out jackpots: returns, rates and meters.", no_args_is_help=True)
app.add_typer(jackpot, name="jackpot")


@jackpot.callback()
def _group() -> None:
    """Keep `solve` a command of its own."""


@jackpot.command()
def solve(
    game: Annotated[
        str,
        typer.Option(
            help="The game; if none is named, the first whose edition lists meters.", autocompletion=complete_game
        ),
    ] = "",
    option: Annotated[str, typer.Option(help="The payout option.")] = "1",
    reset: Annotated[str, typer.Option(help="The reset of the meter as a multiple of the price, such as 20000.")] = "",
    seed: Annotated[str, typer.Option(help="The reset as a sum in dollars, as the Star's meters have it.")] = "",
    wanted: Annotated[str, typer.Option("--return", help="A wanted return, 0.8885 or 88.85%.")] = "",
    rate: Annotated[str, typer.Option(help="The part of a wager that feeds the meter, 0.5722 or 57.22%.")] = "",
    price: Annotated[str, typer.Option(help="The price of the jackpot wager in dollars.")] = "1",
    method: Annotated[str, typer.Option(help="The dealing method, A or B; by A a fold forfeits the wager.")] = "",
    players: Annotated[
        int | None, typer.Option(min=2, max=7, help="Show how often this many players win several prizes in a round.")
    ] = None,
    ante: Annotated[str, typer.Option(help="Show the player's total edge with this Ante, in dollars.")] = "",
    per_hour: Annotated[int | None, typer.Option(min=1, help="How many wagers are made in an hour.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the total edge as the meter moves: an .svg file.")] = None,
    as_json: Json = False,
) -> None:
    """Work out the exact return of a jackpot wager at a rate, or the rate that gives a wanted return; the meter at
    which the wager breaks even, the meter to expect, and how often prizes are won.

    Exits with code 0, or with 2 when the question makes no sense.
    """
    from pitboss.lab.jackpot.returns import game_with_listed_meters  # noqa: PLC0415
    from pitboss.lab.jackpot.solve import JackpotWords, check_words, solve_jackpot  # noqa: PLC0415
    from pitboss.lab.parameters import ask  # noqa: PLC0415
    from pitboss.lab.question import LabError  # noqa: PLC0415

    game = game or game_with_listed_meters()
    said = JackpotWords(option, price, reset, seed, rate, wanted, method, ante)
    try:
        check_words(game, said)
        with show_progress():
            found = solve_jackpot(ask(game), said, with_edge=bool(ante or plot))
    except LabError as error:
        raise leave(str(error)) from None
    if plot is not None:
        _write_plot(found, plot)
    if as_json:
        print_json(found)
    else:
        _show(found, players, per_hour)


def _write_plot(found: dict[str, Any], path: Path) -> None:
    from pitboss.lab.parsheet.plots import jackpot_plots  # noqa: PLC0415  for those who want a plot

    (drawn,) = jackpot_plots(found["edge_plot"])
    with writing(path):
        path.write_text(str(drawn.svg).replace("currentColor", "#000"), encoding="utf-8")


def _show(found: dict[str, Any], players: int | None, per_hour: int | None) -> None:
    from pitboss.money import dollars  # noqa: PLC0415

    print_text(f"[bold]{found['game']}[/] {found['version']}, {_option_words(found)}")
    sums = {"price": dollars(found["price_cents"]), "reset": dollars(found["reset_cents"])}
    print_text(say("Wager {price}, reset {reset}", **sums) + "\n")
    exactly = f"  {found['return_exact'].replace('/', ' / ')}" if found["return_exact"] else ""
    rows = [
        (say("Rate"), _percent(found["rate"]) + _edition_words(found["edition_rate"])),
        (say("Fixed prizes"), _percent(found["fixed_return"])),
        (say("Reset"), _percent(found["reset_return"])),
        (say("Return"), _percent(found["return"]) + exactly),
        (say("House edge"), _percent(found["edge"])),
        (say("Break-even meter"), dollars(found["break_even_meter_cents"])),
        (say("Expected meter"), dollars(found["expected_meter_cents"])),
        (say("Meter is taken"), _time_words(found["wagers_between_resets"], per_hour)),
    ]
    if found["wanted"] is not None:
        needed = {"rate": _percent(found["rate_for_wanted"], 6), "wanted": _percent(found["wanted"])}
        rows.insert(1, ("", say("{rate} gives {wanted}", **needed)))
    if found["least_error"]:
        least = {"part": _percent(found["least_return"]), "error": f"{found['least_error']:.0e}"}
        rows.insert(-5, (say("Least prizes"), say("{part}  within {error}", **least)))
    for name, value in rows:
        print_text(f"{name:<20}{value}")
    _show_prizes(found)
    if players is not None:
        _show_hits(found["hits"][players - 2])
    for line in (found["edge_plot"] or {}).get("lines", ()):
        sums = {"ante": dollars(line["ante_cents"]), "meter": dollars(line["even_meter_cents"])}
        print_text("\n" + say("With an Ante of {ante} the player is even at a meter of {meter}.", **sums))


def _option_words(found: dict[str, Any]) -> str:
    if not found["method"]:
        return say("option {option}", option=found["option"])
    return say("option {option}, Method {method}", option=found["option"], method=found["method"])


def _time_words(wagers: float, per_hour: int | None) -> str:
    if not per_hour:
        return say("once in {wagers} wagers", wagers=f"{wagers:,.0f}")
    times = {"wagers": f"{wagers:,.0f}", "hours": f"{wagers / per_hour:,.0f}", "number": f"{per_hour:,}"}
    return say("once in {wagers} wagers, {hours} hours at {number} an hour", **times)


def _edition_words(edition: dict[str, Any] | None) -> str:
    """What the edition has for the option and the reset, where it lists meters."""
    if edition is None:
        return ""
    clause, resets = edition["clause"], ", ".join(f"{reset:,}" for reset in edition["resets"])
    if edition["rate"] is None:
        return "  " + say("{clause} has no such reset: it has {resets}", clause=clause, resets=resets)
    if edition["is_same"]:
        return "  " + say("as in {clause}", clause=clause)
    return "  " + say("{clause} has {rate}", clause=clause, rate=_percent(edition["rate"]))


def _show_prizes(found: dict[str, Any]) -> None:
    """The prizes, and where a fold forfeits the wager how much of each the best play folds."""
    from pitboss.money import dollars  # noqa: PLC0415

    forfeits = found["forfeits"]
    folded = forfeits["folded"] if forfeits is not None and forfeits["method"] == found["method"] else {}
    table = make_table("Prize", "Probability", "Pay", *(["Folded"] if folded else []), show_edge=False)
    for prize in found["prizes"]:
        least, part = dollars(prize["least_cents"]), f"{prize['share']:.0%}"
        pays = say("{part} of the meter", part=part) if prize["share"] else least
        if prize["share"] and prize["least_cents"]:
            pays = say("{part} of the meter, {least} at least", part=part, least=least)
        more = [_percent(folded[prize["line"]])] if folded else []
        table.add_row(translate(prize["line"]), f"{prize['chance']:.8f}", pays, *more)
    print_text("")
    print_text(table)


def _show_hits(row: dict[str, Any]) -> None:
    parts = {
        say("two royal flushes"): "two_royals",
        say("royal with straight flush"): "royal_with_straight_flush",
        say("two straight flushes"): "two_straight_flushes",
        say("two prizes"): "two_prizes",
    }
    print_text("\n" + say("[bold]In a round of {players} players[/]", players=row["players"]))
    for words, part in parts.items():
        chance = row[part]
        often = say("once in {number}", number=f"{1 / chance:,.0f}") if chance else say("never")
        print_text(f"{words:<28}{often}")


def _percent(value: float, places: int = 4) -> str:
    return f"{value * 100:.{places}f}%"
