"""`pitboss play GAME`: a table in the terminal."""

from pitboss.cli import app


@app.command()
def play() -> None:
    """Sit down at a table."""
