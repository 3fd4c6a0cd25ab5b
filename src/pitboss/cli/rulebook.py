"""`pitboss rulebook` reads the law; `pitboss coverage` counts how much of it is met."""

import json
from typing import Annotated, Any

import typer

from pitboss.cli import app

_MET_STYLE = {"enforced": "green", "workflow": "green", "document": "green", "physical": "cyan", "open": "yellow"}


@app.command()
def rulebook(
    edition: Annotated[
        str | None, typer.Argument(help="An edition or one of its games; all of them if left out.")
    ] = None,
    clause: Annotated[
        str | None, typer.Argument(help="A clause's number, such as 9.2 or '1.1 \"fold\"', or a reading's, such as C1.")
    ] = None,
    version: Annotated[str | None, typer.Option(help="A version of the edition; the newest if left out.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print data instead of text.")] = False,
) -> None:
    """Read the approved rules: what each clause says, how it is met, by which code, tests and reading."""
    from pitboss.law.edition import BookError  # noqa: PLC0415
    from pitboss.report import rulebook as book  # noqa: PLC0415  only this command reads the sources

    try:
        if edition is None:
            _show_editions(as_json)
        elif clause is None:
            _show_edition(book.edition_data(book.find_edition(edition, version)), as_json)
        else:
            found = book.find_edition(edition, version)
            reading = book.find_reading(found, clause)
            if reading is not None:
                head = {"edition": found.name, "version": found.version}
                _show_one_reading(head | book.reading_data(found, reading), as_json)
            else:
                _show_clause(book.clause_data(found, book.find_clause(found, clause)), as_json)
    except BookError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None


def _show_editions(as_json: bool) -> None:
    from pitboss.law.edition import edition_names, load_edition  # noqa: PLC0415

    rows = [load_edition(name) for name in edition_names()]
    if as_json:
        data = [{"edition": e.name, "version": e.version, "title": e.title, "games": list(e.games)} for e in rows]
        typer.echo(json.dumps(data, indent=2))
        return
    for place, e in enumerate(rows):
        _print(("\n" if place else "") + f"[bold]{e.name}[/]  {e.version}  {len(e.clauses)} clauses")
        _print(f"  {_plain(e.title)}")
        for game in e.games.values():
            _print(f"  {game.name}" + ("" if game.built else "  [yellow](not built yet)[/]"))


def _show_edition(data: dict[str, Any], as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    _print(f"[bold]{data['title']}[/]  {data['edition']} {data['version']}  {data['content_hash'][:12]}")
    table = _table("Clause", "Met by", "Gist")
    for row in data["clauses"]:
        met = f"[{_MET_STYLE[row['met']]}]{row['met']}[/]"
        table.add_row(_plain(row["number"]), met, _plain(row["gist"]))
    _print(table)
    if data["readings"]:
        _print("[bold]How its unclear places are read[/]")
    for reading in data["readings"]:
        _show_reading(reading)


def _show_clause(data: dict[str, Any], as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    _print(f"[bold]{data['edition']} {data['version']}, clause {_plain(data['number'])}[/]")
    _print(f"{_plain(data['gist'])}\n[dim]{data['topic']}; {data['actor']}; {data['kind']}[/]")
    _print(f"Met: [{_MET_STYLE[data['met']]}]{data['met']}[/]" + (f". {data['reason']}" if data["reason"] else ""))
    if data["missing"]:
        _print(f"Still open: {data['missing']}")
    for key in data["keys"]:
        _print(f"\n[bold]{key['key']}[/]  {_plain(key['says'])}")
        for place in key["code"]:
            _print(f"  code  {_plain(place)}")
        for game, tests in key["tests"].items():
            for test in tests or ["none yet"]:
                _print(f"  test  {game}: {_plain(test)}")
    for reading in data["readings"]:
        _show_reading(reading)


def _show_one_reading(data: dict[str, Any], as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    _print(f"[bold]{data['edition']} {data['version']}[/]  {_plain(', '.join(data['clauses']))}")
    _show_reading(data)


def _show_reading(reading: dict[str, Any]) -> None:
    _print(f"\n[bold]Reading {reading['id']}[/] ({reading['severity']})  {_plain(reading['question'])}")
    _print(f"  taken        {_plain(reading['taken'])}")
    _print(f"  alternative  {_plain(reading['alternative'])}")
    if reading["switch"]:
        choices = ", ".join(str(choice).lower() for choice in reading["choices"])
        _print(f"  switch       {reading['switch']} = {str(reading['default']).lower()} (of {choices})")
        played = ", ".join(reading["played_by"]) or "no game that is built yet"
        _print(f"  played by    {played}")


@app.command()
def coverage(as_json: Annotated[bool, typer.Option("--json", help="Print data instead of text.")] = False) -> None:
    """Count the clauses of each edition by kind: how many are met, tested and open."""
    from pitboss.law.coverage import coverage as count  # noqa: PLC0415

    data = count()
    if as_json:
        typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    table = _table("Edition", "Kind", "Total", "Met", "Tested", "Open")
    for name, edition in data.items():
        for kind, row in (*edition["kinds"].items(), ("all", edition["all"])):
            style = "bold" if kind == "all" else ""
            cells = [str(row[field]) for field in ("total", "met", "tested", "open")]
            table.add_row(name if kind == "engine" else "", kind, *cells, style=style, end_section=kind == "all")
    _print(table)


def _table(*names: str) -> Any:
    from rich.box import SIMPLE  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=SIMPLE, pad_edge=False)
    for name in names:
        number = name in ("Total", "Met", "Tested", "Open", "Clauses")
        table.add_column(name, justify="right" if number else "left", no_wrap=name in ("Clause", "Edition", "Version"))
    return table


def _print(what: Any) -> None:
    from rich.console import Console  # noqa: PLC0415

    Console(highlight=False, soft_wrap=isinstance(what, str)).print(what)


def _plain(text: str) -> str:
    from rich.markup import escape  # noqa: PLC0415

    return escape(text)
