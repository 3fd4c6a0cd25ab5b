"""`pitboss rulebook` reads the law; `pitboss coverage` counts how much of it is met."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.terminal import Json, app, complete_edition, leave, make_table, print_json, print_text
from pitboss.messages import message, say, say_number, translate

if TYPE_CHECKING:
    from pitboss.law.edition import Edition

_MET_STYLE = {
    message("enforced"): "green",
    message("workflow"): "green",
    message("document"): "green",
    message("physical"): "cyan",
    message("open"): "yellow",
}


@app.command()
def rulebook(
    edition: Annotated[
        str | None,
        typer.Argument(
            help="An edition or one of its games; all of them if left out.", autocompletion=complete_edition
        ),
    ] = None,
    clause: Annotated[
        str | None, typer.Argument(help="A clause's number, such as 9.2 or '1.1 \"fold\"', or a reading's, such as C1.")
    ] = None,
    version: Annotated[str | None, typer.Option(help="A version of the edition; the newest if left out.")] = None,
    as_json: Json = False,
) -> None:
    """Read the approved rules: what each clause says, how it is met, by which code, tests and reading."""
    from pitboss.law.edition import BookError  # noqa: PLC0415

    try:
        data, show = _look_up(edition, clause, version)
    except BookError as error:
        raise leave(str(error)) from None
    if as_json:
        print_json(data)
    else:
        show(data)


@app.command()
def document(
    edition: Annotated[str, typer.Argument(help="An edition.", autocompletion=complete_edition)],
    file: Annotated[Path, typer.Argument(help="The document as it was approved: a PDF, or text.")],
    store: Annotated[str, typer.Option(help="The store of the floor.")] = "pitboss.db",
) -> None:
    """Put the official document of an edition into a store: its pages show it beside the rulebook."""
    from pitboss.cli.audit import open_existing  # noqa: PLC0415
    from pitboss.cli.people import console_person  # noqa: PLC0415
    from pitboss.floor.returns.documents import keep_document  # noqa: PLC0415
    from pitboss.floor.service.clock import stamp, system_clock  # noqa: PLC0415
    from pitboss.play.wager import Refused  # noqa: PLC0415

    try:
        content = file.read_bytes()
        with open_existing(store) as opened:
            digest = keep_document(opened, edition, file.name, content, at=stamp(system_clock()), by=console_person())
    except Refused as refused:
        raise leave(str(refused)) from None
    typer.echo(say("{file} is kept for {edition}, SHA-256 {digest}", file=file.name, edition=edition, digest=digest))


def _look_up(edition: str | None, clause: str | None, version: str | None) -> tuple[Any, Callable[[Any], None]]:
    """The data that was asked for, and the function that shows it."""
    from pitboss.report import rulebook as book  # noqa: PLC0415  only this command reads the sources

    if edition is None:
        editions = book.editions()
        data = [{"edition": e.name, "version": e.version, "title": e.title, "games": list(e.games)} for e in editions]
        return data, lambda _: _show_editions(editions)
    found = book.find_edition(edition, version)
    if clause is None:
        return book.edition_data(found), _show_edition
    reading = book.find_reading(found, clause)
    if reading is None:
        return book.clause_data(found, book.find_clause(found, clause)), _show_clause
    return {"edition": found.name, "version": found.version} | book.reading_data(found, reading), _show_one_reading


def _show_editions(editions: "list[Edition]") -> None:
    for place, e in enumerate(editions):
        print_text(
            ("\n" if place else "")
            + f"[bold]{e.name}[/]  {e.version}  {say_number('{number} clause', '{number} clauses', len(e.clauses))}"
        )
        print_text(f"  {_plain(e.title)}")
        for game in e.games.values():
            unbuilt = "" if game.built else f"  [yellow]({say('not built yet')})[/]"
            print_text(f"  {game.name}{unbuilt}")


def _show_edition(data: dict[str, Any]) -> None:
    print_text(f"[bold]{data['title']}[/]  {data['edition']} {data['version']}  {data['content_hash'][:12]}")
    table = make_table("Clause", "Met by", "Gist")
    for row in data["clauses"]:
        met = f"[{_MET_STYLE[row['met']]}]{translate(row['met'])}[/]"
        table.add_row(_plain(row["number"]), met, _plain(row["gist"]))
    print_text(table)
    if data["readings"]:
        print_text(say("[bold]How unclear clauses are read[/]"))
    for reading in data["readings"]:
        _show_reading(reading)


def _show_clause(data: dict[str, Any]) -> None:
    print_text(
        say(
            "[bold]{edition} {version}, clause {words}[/]",
            edition=data["edition"],
            version=data["version"],
            words=_plain(data["number"]),
        )
    )
    print_text(f"{_plain(data['gist'])}\n[dim]{data['topic']}; {data['actor']}; {data['kind']}[/]")
    met = f"[{_MET_STYLE[data['met']]}]{translate(data['met'])}[/]"
    print_text(say("Met: {how}", how=met) + (f". {data['reason']}" if data["reason"] else ""))
    if data["pages"]:
        print_text(say("At: {pages}", pages=_plain("; ".join(data["pages"]))))
    if data["missing"]:
        print_text(say("Still open: {missing}", missing=data["missing"]))
    for key in data["keys"]:
        print_text(f"\n[bold]{key['key']}[/]  {_plain(key['says'])}")
        for place in key["code"]:
            print_text(say("  code  {words}", words=_plain(place)))
        for game, tests in key["tests"].items():
            for test in tests or [say("none yet")]:
                print_text(say("  test  {game}: {words}", game=game, words=_plain(test)))
    for reading in data["readings"]:
        _show_reading(reading)


def _show_one_reading(data: dict[str, Any]) -> None:
    print_text(f"[bold]{data['edition']} {data['version']}[/]  {_plain(', '.join(data['clauses']))}")
    _show_reading(data)


def _show_reading(reading: dict[str, Any]) -> None:
    print_text(
        say(
            "\n[bold]Reading {id}[/] ({severity})  {words}",
            id=reading["id"],
            severity=reading["severity"],
            words=_plain(reading["question"]),
        )
    )
    print_text(say("  taken        {words}", words=_plain(reading["taken"])))
    print_text(say("  alternative  {words}", words=_plain(reading["alternative"])))
    if reading["no_switch"]:
        print_text(f"  {_plain(reading['no_switch'])}")
    if reading["switch"]:
        choices = ", ".join(str(choice).lower() for choice in reading["choices"])
        print_text(
            say(
                "  switch       {switch} = {default} (of {choices})",
                switch=reading["switch"],
                default=str(reading["default"]).lower(),
                choices=choices,
            )
        )
        played = ", ".join(reading["played_by"]) or say("none of the games")
        print_text(say("  played by    {played}", played=played))


@app.command()
def coverage(as_json: Json = False) -> None:
    """Count the clauses of each edition by kind: how many are met, tested, met by a person at a page, and open."""
    from pitboss.report.where_met import coverage as count  # noqa: PLC0415

    data = count()
    if as_json:
        print_json(data)
        return
    table = make_table("Edition", "Kind", "Total", "Met", "Tested", "At a page", "Open")
    for name, edition in data.items():
        for kind, row in (*edition["kinds"].items(), ("all", edition["all"])):
            style = "bold" if kind == "all" else ""
            cells = [str(row[field]) for field in ("total", "met", "tested", "paged", "open")]
            table.add_row(name if kind == "engine" else "", kind, *cells, style=style, end_section=kind == "all")
    print_text(table)


def _plain(text: str) -> str:
    from rich.markup import escape  # noqa: PLC0415

    return escape(text)
