"""The floor in a browser: pages made on the server, each with the API's own resource as its `.json` twin."""

from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from pitboss.web.api.shared import Api
from pitboss.web.pages import (
    calls,
    console,
    entry,
    feed,
    history,
    inspector,
    inspector_reading,
    irregular,
    lab,
    lobby,
    pit,
    pit_correcting,
    pit_edge,
    pit_opening,
    pit_people,
    pit_registers,
    playing,
    practice,
    reference,
    rulebook,
    signboard,
    twins,
    voiding,
)
from pitboss.web.pages.shell import Shell

PARTS = (
    entry,
    lobby,
    playing,
    feed,
    history,
    console,
    irregular,
    signboard,
    rulebook,
    calls,
    voiding,
    pit,
    pit_correcting,
    pit_edge,
    pit_opening,
    pit_people,
    pit_registers,
    inspector,
    inspector_reading,
    lab,
    practice,
    reference,
)


def install(app: FastAPI, api: Api) -> None:
    """The routes of every page, and the files that pages load."""
    shell = app.state.shell = Shell(api)
    twins.install(shell.router)
    for part in PARTS:
        part.install(shell)
    app.include_router(shell.router)
    app.mount("/static", StaticFiles(directory=Path(__file__).with_name("static")), name="static")
