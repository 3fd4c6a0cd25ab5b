"""The terminal: play a table, settle and replay records, read the rulebook, price a game, look after a store."""

# Commands join the app as they are imported.
from pitboss.cli import (
    audit,
    compare,
    draw,
    jackpot,
    lab,
    last_round,
    parsheet,
    people,
    play,
    rulebook,
    serve,
    simulate,
    study,
)
from pitboss.cli.terminal import app

__all__ = [
    "app",
    "audit",
    "compare",
    "draw",
    "jackpot",
    "lab",
    "last_round",
    "parsheet",
    "people",
    "play",
    "rulebook",
    "serve",
    "simulate",
    "study",
]
