"""`pitboss serve` runs a floor: the API over a store, and with `--demo` a floor to look at."""

import gc
import logging
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import app

if TYPE_CHECKING:
    from pitboss.floor.demo import Demonstration
    from pitboss.floor.store import Store


@app.command()
def serve(
    store: Annotated[str, typer.Option(help="A file for SQLite, or postgresql://...")] = "pitboss.db",
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on; 0 for any that is free.")] = 8000,
    key: Annotated[
        Path | None, typer.Option(envvar="PITBOSS_KEY", help="The key that signs the days, or its public half.")
    ] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Open the six games, with accounts for every rank.")] = False,
) -> None:
    """Run the floor until it is interrupted. It does not start on a log whose chain is broken."""
    import uvicorn  # noqa: PLC0415  only a server needs the libraries
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415

    from pitboss.floor.demo import furnish  # noqa: PLC0415
    from pitboss.floor.hearing import listen  # noqa: PLC0415
    from pitboss.floor.practice import VirtualDealer  # noqa: PLC0415
    from pitboss.floor.premises import open_premises  # noqa: PLC0415
    from pitboss.floor.store import open_store  # noqa: PLC0415
    from pitboss.web.api import make_api  # noqa: PLC0415
    from pitboss.web.api.logs import log_as_data  # noqa: PLC0415
    from pitboss.web.signing import sign_in_desk  # noqa: PLC0415

    try:
        opened = open_store(store)
        opened.create()
    except SQLAlchemyError as error:
        typer.echo(f"The store {store} cannot be opened: {getattr(error, 'orig', None) or error}", err=True)
        raise typer.Exit(2) from None
    _check(opened, key)
    premises = open_premises(opened)
    floor = premises.floor.start()
    desk = sign_in_desk(floor)
    if demo:
        _tell(furnish(premises, desk), f"http://{host}:{port}")
    ear, virtual = listen(floor), VirtualDealer(floor).start()
    gc.collect()
    gc.freeze()  # the books and the tables stay: looking through them again would hold everybody up
    signal.signal(signal.SIGTERM, _end)
    log_as_data(logging.INFO)
    app = make_api(floor, desk, premises.offices)
    try:
        # Pages keep their streams open for ever: whoever ends the floor does not wait for them.
        uvicorn.run(app, host=host, port=port, log_config=None, access_log=False, timeout_graceful_shutdown=2)
    finally:
        app.state.api.solves.stop()
        virtual.stop()
        if ear is not None:
            ear.stop()
        floor.stop()
        opened.close()


def _end(*_: object) -> None:
    """Hand the tables on before the process ends, once it is asked to."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(0)


def _check(store: "Store", key: Path | None) -> None:
    """Refuse to start on a store whose log does not hold together since its last checkpoint."""
    from pitboss.floor.audit import verify  # noqa: PLC0415
    from pitboss.floor.store.signing import Verifier  # noqa: PLC0415

    report = verify(store, Verifier.open(key) if key is not None else None, from_checkpoint=True)
    if not report.is_clean:
        typer.echo("The floor does not open on a log that is not as it was written:", err=True)
        for finding in report.findings:
            typer.echo(f"  {finding}", err=True)
        raise typer.Exit(1)


def _tell(demonstration: "Demonstration", address: str) -> None:
    """Say who can sign in, and how."""
    typer.echo(f"The demonstration floor is open. Everybody's password is {demonstration.password}\n")
    for house in dict.fromkeys(actor.operator for actor in demonstration.people):
        names = ", ".join(actor.person for actor in demonstration.people if actor.operator == house)
        typer.echo(f"  {house}: {names}")
    body = f'{{"operator": "star", "name": "ann", "password": "{demonstration.password}"}}'
    typer.echo(f"\n  curl {address}/api/sign-in -H 'Content-Type: application/json' -d '{body}'")
    typer.echo(f"  {address}/api/docs shows what else there is\n")
