"""The terminal: play a table, settle and replay records, read the rulebook, price a game."""

import typer

app = typer.Typer(
    name="pitboss",
    help="Casino table games, run as their regulator approved them. Every decision names its clause.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

from pitboss.cli import audit as audit  # noqa: E402  commands join the app as they are imported
from pitboss.cli import lab as lab  # noqa: E402
from pitboss.cli import people as people  # noqa: E402
from pitboss.cli import play as play  # noqa: E402
from pitboss.cli import records as records  # noqa: E402
from pitboss.cli import rulebook as rulebook  # noqa: E402
from pitboss.cli import serve as serve  # noqa: E402
from pitboss.cli import simulate as simulate  # noqa: E402
