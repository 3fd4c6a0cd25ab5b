"""The one write path: orders, decisions, the turn to write, what follows from what is written."""
