"""The terminal: play a table, settle and replay records, read the rulebook, price a game, look after a store."""

# Commands join the app as they are imported.
from pitboss.cli import audit, jackpot, lab, people, play, rulebook, serve, simulate
from pitboss.cli.terminal import app

__all__ = ["app", "audit", "jackpot", "lab", "people", "play", "rulebook", "serve", "simulate"]
