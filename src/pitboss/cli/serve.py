"""`pitboss serve` runs a floor: pages and API over a store, and with `--demo` a furnished floor."""

import logging
import shlex
import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from socket import create_server, getaddrinfo, socket
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.terminal import app, leave
from pitboss.messages import say, words_of

if TYPE_CHECKING:
    from fastapi import FastAPI

    from pitboss.floor.audit.upkeep import Upkeep
    from pitboss.floor.demo import Demonstration
    from pitboss.floor.service.floor import Floor
    from pitboss.locale import Catalogue
    from pitboss.web.limits import RequestLimits


@app.command()
def serve(
    store: Annotated[str, typer.Option(help="A file for SQLite, or postgresql://...")] = "pitboss.db",
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 for any that is free.")] = 8000,
    key: Annotated[
        Path | None, typer.Option(envvar="PITBOSS_KEY", help="The key that signs the days, or its public half.")
    ] = None,
    software: Annotated[
        str,
        typer.Option(
            envvar="PITBOSS_SOFTWARE", help="The hash of the approved software: the floor opens with no other."
        ),
    ] = "",
    receipts: Annotated[
        Path | None,
        typer.Option(help="A folder for receipts (the heads, signed every 15 minutes), best on another machine."),
    ] = None,
    others_may_read: Annotated[
        bool, typer.Option("--others-may-read", help="Start although other users can read the store's files.")
    ] = False,
    limits: Annotated[
        Path | None,
        typer.Option(
            envvar="PITBOSS_LIMITS", help="A TOML file with limits of this server, such as requests a minute."
        ),
    ] = None,
    locale: Annotated[
        Path | None,
        typer.Option(
            envvar="PITBOSS_LOCALE", help="A folder with more languages, each a file as in fr/LC_MESSAGES/pitboss.po."
        ),
    ] = None,
    metrics_token: Annotated[
        str, typer.Option(envvar="PITBOSS_METRICS_TOKEN", help="The bearer token by which Prometheus reads /metrics.")
    ] = "",
    demo: Annotated[bool, typer.Option("--demo", help="Open the six games, with accounts for every rank.")] = False,
    tournament: Annotated[
        bool, typer.Option("--tournament", help="With --demo: a simulated tournament of 48 players, to be watched.")
    ] = False,
) -> None:
    """Run the floor until it is interrupted.

    It checks itself first, and does not start with a log whose chain is broken or with software that is not approved.
    With a key it signs each gaming day as it ends, and a receipt of the log every 15 minutes.
    """
    from sqlalchemy.exc import SQLAlchemyError  # noqa: PLC0415  only a server needs the libraries

    from pitboss.floor.composition import open_floor  # noqa: PLC0415
    from pitboss.floor.demo import furnish, may_furnish  # noqa: PLC0415
    from pitboss.floor.people.signin import SignIn  # noqa: PLC0415
    from pitboss.floor.service.follow import ServerLock  # noqa: PLC0415
    from pitboss.floor.store import open_store  # noqa: PLC0415
    from pitboss.floor.store.rows import StoreError  # noqa: PLC0415
    from pitboss.floor.tables.practice import VirtualDealer  # noqa: PLC0415
    from pitboss.web.app import make_api  # noqa: PLC0415
    from pitboss.web.server import log_as_data, look_through, make_ready  # noqa: PLC0415

    if not others_may_read:
        _check_private(store)
    bounds, catalogues = _limits(limits), _catalogues(locale)
    _check_address(host, port)
    try:
        opened = open_store(store)
        opened.create()
    except (SQLAlchemyError, StoreError) as error:
        words = "The store {store} cannot be opened: {why}. Name a file that can be written, or postgresql://..."
        raise leave(say(words, store=store, why=getattr(error, "orig", None) or error)) from None
    with ExitStack() as ending:  # the last that began ends first, also where the floor does not open
        lock = ServerLock(opened)
        ending.callback(lock.release)
        ending.callback(opened.close)
        if not lock.take():
            raise leave(say("Another server has this store. Several servers share one on PostgreSQL."))
        if demo and not may_furnish(opened):
            words = "The store {store} holds a floor that is no demonstration. Name another store, or leave --demo out."
            raise leave(say(words, store=store))
        floor = open_floor(opened)
        own = Path(f"{opened.engine.url.database}.key") if demo and opened.is_sqlite else None
        upkeep = _upkeep(floor, key or own, software, receipts)
        ending.callback(floor.stop)
        floor.start()
        sign_in = SignIn(floor.store, floor.clock)
        demonstration = furnish(floor, sign_in) if demo else None
        if demonstration is not None:
            ending.callback(_show(floor, demonstration, f"http://{host}:{port}", tournament=tournament))
        virtual = VirtualDealer(floor).start()
        ending.callback(virtual.stop)
        make_ready()
        upkeep.listeners.append(look_through)  # once a day
        signal.signal(signal.SIGTERM, _end)
        log_as_data(logging.INFO)
        app = make_api(floor, sign_in, upkeep, bounds, metrics_token, catalogues)
        app.state.demonstration = demonstration
        ending.callback(app.state.api.lab_jobs.stop)
        ending.callback(upkeep.stop)
        _run(app, bounds, host=host, port=port)


def _show(floor: "Floor", demonstration: "Demonstration", address: str, *, tournament: bool) -> Callable[[], object]:
    """Show how to use the demonstration, begin its tournament if asked, and return what ends it."""
    from pitboss.floor.demo import TournamentShow  # noqa: PLC0415

    _tell(demonstration, address)
    if not tournament:
        return lambda: None
    show = TournamentShow(floor).start()
    typer.echo(say("Watch the tournament: {address}", address=f"{address}{show.page}"))
    return show.stop


def _check_private(store: str) -> None:
    """Refuse a store whose files others can read: it holds the cards to come and personal data."""
    from pitboss.floor.store.signing import find_exposed_files  # noqa: PLC0415

    if exposed := find_exposed_files(store):
        names = " ".join(shlex.quote(str(file)) for file in exposed)
        words = (
            "Other users of this machine can read the store, which holds the cards to come and personal data. "
            "Run `chmod 600 {names}`, or start with --others-may-read."
        )
        raise leave(say(words, names=names))


def _check_address(host: str, port: int) -> None:
    """Refuse an address that the server could not listen on, before anything is opened."""
    try:
        with create_server((host, port), family=getaddrinfo(host, port)[0][0]):
            pass
    except OSError as error:
        why = words_of(error)
        raise leave(say("Port {port} of {host} cannot be used: {why}.", port=port, host=host, why=why)) from None


def _limits(path: Path | None) -> "RequestLimits":
    """The limits of the server: the defaults, or those of a file."""
    from pitboss.web.limits import RequestLimits, read_limits  # noqa: PLC0415

    try:
        return read_limits(path) if path is not None else RequestLimits()
    except ValueError as error:
        raise leave(say("The limits cannot be used: {why}", why=error)) from None


def _catalogues(folder: Path | None) -> "dict[str, Catalogue]":
    """The languages that the server speaks besides English: those that ship, and those of a folder."""
    from pitboss.locale import HERE, read_catalogues  # noqa: PLC0415

    try:
        return read_catalogues(HERE, *([folder] if folder is not None else []))
    except ValueError as error:
        raise leave(say("The languages cannot be used: {why}", why=error)) from None


def _run(app: "FastAPI", limits: "RequestLimits", **where: Any) -> None:
    """Serve requests until the process is asked to end. Pages keep their streams open for ever, so the hub ends these
    first."""
    import uvicorn  # noqa: PLC0415

    from pitboss.web.server import configure  # noqa: PLC0415

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket] | None = None) -> None:
            app.state.api.hub.end()
            await super().shutdown(sockets)

    with suppress(KeyboardInterrupt):  # raised again by the server after it has ended
        Server(configure(app, limits, **where)).run()


def _end(*_: object) -> None:
    """End the process in good order when it is asked to: a second signal is ignored meanwhile."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(0)


def _upkeep(floor: "Floor", key: Path | None, approved: str, receipts: Path | None) -> "Upkeep":
    """The upkeep of the floor, after its first check and the signing of the day that has ended; a fault ends the
    process."""
    from pitboss.floor.audit.upkeep import Upkeep  # noqa: PLC0415
    from pitboss.floor.store.signing import KeyUnsafe, Signer, Verifier  # noqa: PLC0415

    try:
        signs = key is not None and (not key.exists() or b"PRIVATE" in key.read_bytes())
        signer = Signer.open(key) if key is not None and signs else None
        verifier = Verifier.open(key) if key is not None and not signs else None
    except (KeyUnsafe, ValueError) as error:
        raise leave(say("The key cannot be used: {why}", why=error)) from None
    floor.store.signer = signer
    upkeep = Upkeep(floor.store, floor.clock, signer=signer, verifier=verifier, approved=approved, receipts=receipts)
    checked = upkeep.check()
    if not checked.is_clean:
        typer.echo(say("The floor does not open, because its log or its software was changed:"), err=True)
        for finding in checked.findings:
            typer.echo(f"  {finding}", err=True)
        raise typer.Exit(1)
    upkeep.look()
    floor.carry_out = upkeep.wrap(floor.carry_out)
    return upkeep.start()


def _tell(demonstration: "Demonstration", address: str) -> None:
    """Show the accounts and how to sign in."""
    typer.echo(say("The demonstration floor is open, and one click plays: {address}", address=address))
    typer.echo(
        say(
            "Sign in at a house with a name from this list. Each password is {password}\n",
            password=demonstration.password,
        )
    )
    for house in dict.fromkeys(actor.operator for actor in demonstration.people):
        names = ", ".join(actor.person for actor in demonstration.people if actor.operator == house)
        typer.echo(f"  {house}: {names}")
    body = f'{{"operator": "star", "name": "ann", "password": "{demonstration.password}"}}'
    typer.echo(say("\nPrograms sign in, too: {address}/api/docs describes the API\n", address=address))
    typer.echo(f"  curl {address}/api/sign-in -H 'Content-Type: application/json' -d '{body}'\n")
