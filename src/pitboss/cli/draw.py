"""`pitboss draw verify` checks the draw of a prize promotion from its record alone: no store and no network."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.terminal import Json, app, leave, print_json

draw = typer.Typer(help="Check the draws of prize promotions.", no_args_is_help=True)
app.add_typer(draw, name="draw")

MOST_BYTES = 200_000_000
"""How large a record may be that is read."""


@draw.command()
def verify(
    record: Annotated[Path, typer.Argument(help="The record of a draw, as the page of the promotion gives it.")],
    patron: Annotated[str, typer.Option(help="Your id: find yourself in the list, with your code.")] = "",
    code: Annotated[str, typer.Option(help="The code that your page of the promotion shows.")] = "",
    as_json: Json = False,
) -> None:
    """Check that the winners follow from the sealed list, the committed seed and the words said in the room."""
    from pitboss.promotion.draw import DrawRecordError, check_draw, mark_of, read_record  # noqa: PLC0415

    try:
        if record.stat().st_size > MOST_BYTES:
            raise leave(f"{record} is too large for a record of a draw")
        read = read_record(record.read_bytes())
    except OSError as error:
        raise leave(f"{record}: {error.strerror}") from None
    except DrawRecordError as error:
        raise leave(f"{record}: {error}") from None
    findings = check_draw(read)
    tickets = sum(entry.tickets for entry in read.entries)
    mark = mark_of(code, patron)
    place = next((number for number, entry in enumerate(read.entries, 1) if entry.mark == mark), 0)
    if as_json:
        winners = [winner._asdict() for winner in read.winners]
        found = {"promotion": read.promotion, "entrants": len(read.entries), "tickets": tickets}
        print_json(found | {"winners": winners, "entrant": place or None, "findings": list(findings)})
    else:
        typer.echo(f"{read.promotion}: {tickets} entries of {len(read.entries)} entrants, sealed {read.sealed_at}")
        for winner in read.winners:
            said = f"place {winner.slot}, prize {winner.prize}: entrant {winner.entrant}, ticket {winner.ticket}"
            typer.echo(f"  {said}{' (you)' if winner.entrant == place else ''}")
        if patron:
            own = f"You are entrant {place} with {read.entries[place - 1].tickets} entries." if place else ""
            typer.echo(own or "You are not in the list: check your id and your code.")
        for finding in findings:
            typer.echo(f"  {finding}")
        typer.echo("Nothing is wrong." if not findings else "The draw is not as it was committed to.")
    if findings or (patron and not place):
        raise typer.Exit(1)
