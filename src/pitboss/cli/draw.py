"""`pitboss draw verify` checks the draw of a prize promotion from its record alone: no store and no network."""

from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.terminal import Json, app, leave, print_json
from pitboss.messages import say

draw = typer.Typer(help="Check the draws of prize promotions.", no_args_is_help=True)
app.add_typer(draw, name="draw")

MOST_BYTES = 200_000_000
"""The largest record that is read."""


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
            raise leave(
                say(
                    "{file} is too large for the record of a draw: at most {most} MB are read.",
                    file=record,
                    most=MOST_BYTES // 10**6,
                )
            )
        read = read_record(record.read_bytes())
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
        counted = {"entries": tickets, "entrants": len(read.entries), "at": read.sealed_at}
        typer.echo(say("{draw}: {entries} entries of {entrants} entrants, sealed {at}", draw=read.promotion, **counted))
        for winner in read.winners:
            drawn = {"place": winner.slot, "prize": winner.prize, "entrant": winner.entrant, "ticket": winner.ticket}
            said = say("place {place}, prize {prize}: entrant {entrant}, ticket {ticket}", **drawn)
            typer.echo(f"  {said}{say(' (you)') if winner.entrant == place else ''}")
        if place:
            own = {"place": place, "entries": read.entries[place - 1].tickets}
            typer.echo(say("You are entrant {place} with {entries} entries.", **own))
        elif patron:
            typer.echo(say("You are not in the list: check your id and your code."))
        for finding in findings:
            typer.echo(f"  {finding}")
        typer.echo(
            say("Nothing is wrong.") if not findings else say("The draw does not follow from what was committed.")
        )
    if findings or (patron and not place):
        raise typer.Exit(1)
