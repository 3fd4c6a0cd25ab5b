"""`pitboss settle FILE` decides a record of a round; `pitboss replay FILE` steps through it."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import app

if TYPE_CHECKING:
    from pitboss.report.record import Played

File = Annotated[Path, typer.Argument(help="A record of a round in TOML; - reads standard input.")]
Json = Annotated[bool, typer.Option("--json", help="Print data instead of text.")]


def _played(file: Path, as_json: bool) -> "Played":
    """Play a record, or say at which line it cannot be and leave with code 2."""
    from pitboss.report.record import RecordError, read_record  # noqa: PLC0415  records need the schema library
    from pitboss.report.script import play_record  # noqa: PLC0415

    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text()
    except (OSError, UnicodeDecodeError) as error:
        typer.echo(f"{file} cannot be read: {error}", err=True)
        raise typer.Exit(2) from None
    try:
        return play_record(read_record(text))
    except RecordError as error:
        if as_json:
            problem = {"line": error.line, "error": error.words, "because": list(error.because)}
            typer.echo(json.dumps(problem | {"clauses": list(error.clauses)}, indent=2, ensure_ascii=False))
        typer.echo(f"{file}: {error}", err=True)
        raise typer.Exit(2) from None


@app.command()
def settle(file: File, as_json: Json = False) -> None:
    """Decide a record: every wager with its result, amount and clauses, every refusal, the totals.

    Leaves with code 0 when the round is over, 1 when it still waits for something, 2 when the record cannot be.
    """
    played = _played(file, as_json)
    from pitboss.report.decision import decision_data  # noqa: PLC0415

    data = decision_data(played)
    if as_json:
        typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        _show_decision(played, data)
    if not played.round.is_over:
        raise typer.Exit(1)


def _show_decision(played: "Played", data: dict[str, Any]) -> None:
    from rich.console import Console  # noqa: PLC0415
    from rich.markup import escape  # noqa: PLC0415

    from pitboss.money import dollars  # noqa: PLC0415
    from pitboss.report.words import settlement_words, spot_words  # noqa: PLC0415

    console = Console(highlight=False)
    console.print(f"[bold]{data['game']}[/] {data['version']}" + (f"  {escape(data['note'])}" if data["note"] else ""))
    for row, done in zip(data["wagers"], played.round.settlements, strict=True):
        console.print(f"\n{escape(settlement_words(done))}", style="bold")
        exact = row["exact_cents"]
        if row["pays_cents"] != exact and row["odds"]:
            capped = f", capped at {dollars(row['cap_cents'])}" if row["cap_cents"] is not None else ""
            console.print(f"  exactly {exact} cents, paid {row['pays_cents']}{capped}")
        for ground in row["because"]:
            console.print(f"  {escape(ground['says'])} [dim]({escape(', '.join(ground['clauses']))})[/]")
    for claim in data["claims"]:
        console.print(f"\n[bold]{escape(claim['player'])} claims a jackpot prize: {claim['hand'].replace('-', ' ')}[/]")
        console.print(f"  [dim]{escape(', '.join(claim['clauses']))}; prize {escape(claim['prize']['clause'])}[/]")
    for refused in data["refusals"]:
        cited = escape(", ".join(refused["clauses"]))
        console.print(f"\n[bold]Refused[/] (line {refused['line']}): {escape(refused['words'])} [dim]({cited})[/]")
    console.print()
    for total in data["totals"]:
        tokens = f", tokens {dollars(total['tokens_net_cents'])}" if total["tokens_net_cents"] else ""
        staked, net = dollars(total["staked_cents"]), dollars(total["net_cents"])
        console.print(f"{escape(total['player'])}: staked {staked}, net [bold]{net}[/]{tokens}")
    if not data["over"]:
        waits = ", ".join(spot_words(need) for need in data["waits_for"])
        console.print(f"\n[yellow]The round is not over: it waits for {escape(waits)}.[/]")


@app.command()
def replay(
    file: File,
    as_json: Json = False,
    pause: Annotated[bool, typer.Option(help="Wait for Enter after each step, at a terminal.")] = True,
) -> None:
    """Step through a record: each act, what happened, and the clauses behind it."""
    played = _played(file, as_json)
    if as_json:
        typer.echo(json.dumps(_steps_data(played), indent=2, ensure_ascii=False))
        return
    _show_steps(played, pause=pause and sys.stdin.isatty() and str(file) != "-")


def _steps_data(played: "Played") -> list[dict[str, Any]]:
    from pitboss.play.codec import encode  # noqa: PLC0415
    from pitboss.report.words import because_of, tell  # noqa: PLC0415

    rules = played.game.rules
    return [
        {
            "step": number,
            "act": encode(act),
            "phase": step.round.phase,
            "events": [
                {
                    "tells": tell(step.round, event),
                    "because": list(because_of(event)),
                    "clauses": list(rules.cite(because_of(event))),
                    "event": encode(event),
                }
                for event in step.events
            ],
            "waits_for": [need[0] for need in step.round.needs],
        }
        for number, (act, step) in enumerate(zip(played.acts, played.steps, strict=True), start=1)
    ]


def _show_steps(played: "Played", *, pause: bool) -> None:
    from rich.console import Console  # noqa: PLC0415
    from rich.markup import escape  # noqa: PLC0415

    from pitboss.report.words import because_of, tell  # noqa: PLC0415

    console = Console(highlight=False)
    rules = played.game.rules
    console.print(f"[bold]{rules.game.name}[/] {rules.edition.version}, round {played.opening.number}")
    for number, step in enumerate(played.steps, start=1):
        for event in step.events:
            cited = ", ".join(rules.cite(because_of(event)))
            told = tell(step.round, event)
            console.print(f"{number:>3}  {escape(told)}  [dim]{escape(cited)}[/]", soft_wrap=True)
        if pause and number < len(played.steps):
            console.input("[dim]     Enter for the next step[/]")
    if not played.round.is_over:
        waits = ", ".join(need[0] for need in played.round.needs)
        console.print(f"[yellow]     The record ends here; the round waits for {escape(waits)}.[/]")
