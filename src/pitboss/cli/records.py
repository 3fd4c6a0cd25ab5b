"""`pitboss settle FILE` decides a record of a round; `pitboss replay FILE` steps through it."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import app

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.play import Step
    from pitboss.play.acts import Act
    from pitboss.play.events import Event
    from pitboss.report.record import Played, Tried

File = Annotated[Path, typer.Argument(help="A record of a round in TOML; - reads standard input.")]
Json = Annotated[bool, typer.Option("--json", help="Print data instead of text.")]


def _played(file: Path, as_json: bool) -> "Played":
    """Play a record, or say at which line it cannot be and leave with code 2."""
    from pitboss.report.lines import RecordError  # noqa: PLC0415  records need the schema library
    from pitboss.report.record import read_record  # noqa: PLC0415
    from pitboss.report.script import play_record  # noqa: PLC0415

    try:
        return play_record(read_record(_bytes(file)))
    except OSError as error:
        typer.echo(f"{file} cannot be read: {error.strerror or error}", err=True)
    except RecordError as error:
        if as_json:
            problem = {"line": error.line, "error": error.words, "because": list(error.because)}
            typer.echo(json.dumps(problem | {"clauses": list(error.clauses)}, indent=2, ensure_ascii=False))
        typer.echo(f"{file}: {error}", err=True)
    raise typer.Exit(2)


def _bytes(file: Path) -> bytes:
    """What a file or the standard input holds, no more of it than a record has."""
    from pitboss.report.record import LARGEST  # noqa: PLC0415

    if str(file) == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    with file.open("rb") as opened:
        return opened.read(LARGEST + 1)


@app.command()
def settle(file: File, as_json: Json = False) -> None:
    """Decide a record: every wager with its result, amount and clauses; what else moved money or was decided by the
    rules; every refusal, the totals, the hands.

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
    from rich.text import Text  # noqa: PLC0415

    from pitboss.report.narration import waiting_words  # noqa: PLC0415

    console = Console(highlight=False)
    note = f"  {data['note']}" if data["note"] else ""
    console.print(Text(data["game"], "bold").append(f" {data['version']}{note}", "not bold"))
    _show_rulings(console, data)
    _show_wagers(console, played, data)
    _show_claims(console, played, data)
    _show_totals(console, data)
    _show_hands(console, played, data)
    if not data["over"]:
        waits = f"The round is not over: it waits for {waiting_words(played.round)}."
        console.print(Text(f"\n{waits}", "yellow"))
    if data["hint"]:
        console.print(Text(f"{data['hint'][:1].upper()}{data['hint'][1:]}.", "yellow"))


def _indented(console: "Console", words: str, quiet: str = "") -> None:
    """Print a line set in from the margin, the lines that it wraps to as well."""
    from rich.padding import Padding  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    text = Text(words)
    if quiet:
        text.append(f" ({quiet})" if words else quiet, "dim")
    console.print(Padding(text, (0, 0, 0, 2), expand=False))


def _show_wagers(console: "Console", played: "Played", data: dict[str, Any]) -> None:
    from rich.text import Text  # noqa: PLC0415

    from pitboss.report.settlements import paid_words, settlement_words  # noqa: PLC0415

    for row, done in zip(data["wagers"], played.round.settlements, strict=True):
        console.print(Text(f"\n{settlement_words(done, played.round)}", "bold"))
        if paid := paid_words(done):
            _indented(console, paid)
        _show_grounds(console, row["because"])


def _show_rulings(console: "Console", data: dict[str, Any]) -> None:
    from rich.text import Text  # noqa: PLC0415

    for ruling in data["rulings"]:
        console.print(Text(f"\n{ruling['says']}", "bold"))
        _show_grounds(console, ruling["because"])


def _show_grounds(console: "Console", because: list[dict[str, Any]]) -> None:
    for ground in because:
        asked = f"{ground['question']} " if "question" in ground else ""
        _indented(console, asked + ground["says"], ", ".join(ground["clauses"]))


def _show_claims(console: "Console", played: "Played", data: dict[str, Any]) -> None:
    from rich.text import Text  # noqa: PLC0415

    from pitboss.report.decision import prize_words  # noqa: PLC0415
    from pitboss.report.narration import claim_words  # noqa: PLC0415

    for claim, made in zip(data["claims"], played.round.claims, strict=True):
        console.print(Text(f"\n{claim_words(made)}, {prize_words(played.round, made)}", "bold"))
        _indented(console, "", f"{', '.join(claim['clauses'])}; prize {claim['prize']['clause']}")
    for refused in data["refusals"]:
        console.print(Text("\nRefused", "bold").append(f" (line {refused['line']})", "not bold"))
        _indented(console, refused["words"], ", ".join(refused["clauses"]))


def _show_totals(console: "Console", data: dict[str, Any]) -> None:
    from rich.text import Text  # noqa: PLC0415

    from pitboss.money import dollars  # noqa: PLC0415

    console.print()
    for total in data["totals"]:
        tokens = f", tokens {dollars(total['tokens_net_cents'])}" if total["tokens_net_cents"] else ""
        sums = [(name, total[f"{name}_cents"]) for name in ("staked", "returned", "won", "carried")]
        said = ", ".join(f"{name} {dollars(cents)}" for name, cents in sums if cents or name in ("staked", "returned"))
        line = Text(f"{total['player']}: {said}, net ")
        console.print(line.append(dollars(total["net_cents"]), "bold").append(tokens))


def _show_hands(console: "Console", played: "Played", data: dict[str, Any]) -> None:
    """The hands as they lay in the end; what lay face down stays unseen."""
    from rich.text import Text  # noqa: PLC0415

    from pitboss.report.settlements import hand_name, phrase  # noqa: PLC0415

    hands = [(number, hand) for number, hand in enumerate(data["hands"]) if hand["cards"]]
    if hands:
        console.print()
    for number, hand in sorted(hands, key=lambda entry: (entry[1]["area"], entry[0])):
        name = phrase(hand_name(played.round, number)).removeprefix("The ")
        says = f", {hand['says']}" if hand["says"] else ""
        console.print(Text(f"{phrase(name)}: {' '.join(hand['cards'])}{says}"))


@app.command()
def replay(
    file: File,
    as_json: Json = False,
    pause: Annotated[bool, typer.Option(help="Wait for Enter after each step, at a terminal.")] = True,
) -> None:
    """Step through a record: each act, what happened, and the clauses behind it; what was refused, at its place.

    Leaves with code 0, or with 2 when the record cannot be.
    """
    played = _played(file, as_json)
    if as_json:
        typer.echo(json.dumps(_steps_data(played), indent=2, ensure_ascii=False))
        return
    _show_steps(played, pause=pause and sys.stdin.isatty() and str(file) != "-")


def _steps(played: "Played") -> "Iterator[tuple[int, Tried | tuple[Act, Step]]]":
    """The steps of a record with their numbers, and each act that was refused after the step it followed."""
    for number in range(len(played.steps) + 1):
        if number:
            yield number, (played.acts[number - 1], played.steps[number - 1])
        yield from ((number, tried) for tried in played.tried if tried.after == number)


def _told(played: "Played", number: int, act: "Act", step: "Step") -> "Iterator[tuple[str, Event]]":
    """What a step led to, in words as the record has its cards, and the event; a claim with its prize."""
    from pitboss.play.events import JackpotClaimed  # noqa: PLC0415
    from pitboss.report.decision import prize_words  # noqa: PLC0415
    from pitboss.report.narration import tell_step  # noqa: PLC0415

    for sentence, event in tell_step(played.before(number), act, step):
        prize = f", {prize_words(step.round, event.claim)}" if isinstance(event, JackpotClaimed) else ""
        yield played.as_written(str(sentence)) + prize, event


def _steps_data(played: "Played") -> list[dict[str, Any]]:
    from pitboss.play.codec import encode  # noqa: PLC0415
    from pitboss.report.decision import refusal_data  # noqa: PLC0415
    from pitboss.report.narration import because_of  # noqa: PLC0415
    from pitboss.report.record import Tried  # noqa: PLC0415

    rules = played.game.rules
    rows: list[dict[str, Any]] = []
    for number, what in _steps(played):
        if isinstance(what, Tried):
            refused = {"line": what.line, "act": encode(what.act)} | refusal_data(rules, what.refusal)
            rows.append({"step": number, "refused": True} | refused)
            continue
        act, step = what
        events = [
            {
                "tells": words,
                "because": list(because_of(event)),
                "clauses": list(rules.cite(because_of(event))),
                "event": encode(event),
            }
            for words, event in _told(played, number, act, step)
        ]
        waits = [need.id for need in step.round.needs]
        row = {"step": number, "refused": False, "act": encode(act), "phase": step.round.phase}
        rows.append(row | {"events": events, "waits_for": waits})
    return rows


def _show_steps(played: "Played", *, pause: bool) -> None:
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    from pitboss.report.narration import because_of, waiting_words  # noqa: PLC0415
    from pitboss.report.record import Tried  # noqa: PLC0415

    console = Console(highlight=False)
    rules = played.game.rules
    console.print(Text(rules.game.name, "bold").append(f" {rules.edition.version}", "not bold"), end="")
    console.print(f", round {played.opening.number}")
    for number, what in _steps(played):
        if isinstance(what, Tried):
            cited = ", ".join(rules.cite(what.refusal.because))
            line = Text(f"     Refused (line {what.line}): {what.refusal.words}  ", "yellow").append(cited, "dim")
            console.print(line, soft_wrap=True)
            continue
        act, step = what
        for words, event in _told(played, number, act, step):
            cited = ", ".join(rules.cite(because_of(event)))
            line = Text(f"{number:>3}  {words}  ").append(cited, "dim")
            console.print(line, soft_wrap=True)
        if pause and number < len(played.steps):
            console.input("[dim]     Enter for the next step[/]")
    if not played.round.is_over:
        waits = f"The record ends here; the round waits for {waiting_words(played.round)}."
        console.print(Text(f"     {waits}", "yellow"))
