"""Other packages: plug-ins, and the libraries that an extra brings.

A game of another package is three entry points, each loaded at its first use. `pitboss.books` names a folder of
editions (`<edition>/<version>/`), `pitboss.engines` the class that plays a game, and `pitboss.solvers` the package that
prices it; the last two go by the name of the engine in the book.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

BOOKS: Final = "pitboss.books"
ENGINES: Final = "pitboss.engines"
SOLVERS: Final = "pitboss.solvers"


EXTRAS: Final = {
    "typer": "terminal",
    "rich": "terminal",
    "jsonschema": "terminal",
    "numpy": "lab",
    "numba": "lab",
    "jinja2": "lab",
    "distributed": "cluster",
    "gymnasium": "rl",
    "psycopg": "postgres",
}
"""Which extra brings a library; the floor's brings any other."""


def tell_extra(error: ModuleNotFoundError) -> str:
    """How to get the library that is missing; nothing where a part of this package is."""
    missing = (error.name or "").partition(".")[0]
    if missing in ("", "pitboss"):
        return ""
    return f"This needs {missing}: install it with pip install 'pitboss[{EXTRAS.get(missing, 'floor')}]'."


@cache
def _find_entry_points(group: str) -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=group)}


def folders() -> dict[str, Path]:
    """The folder of each package with a plug-in, so that a floor notices a changed one."""
    packages = {
        entry.module.partition(".")[0]
        for group in (BOOKS, ENGINES, SOLVERS)
        for entry in _find_entry_points(group).values()
    }
    origins = {name: spec.origin for name in packages if (spec := find_spec(name)) is not None}
    return {name: Path(origin).parent for name, origin in sorted(origins.items()) if origin is not None}


def names(group: str) -> tuple[str, ...]:
    """The names that other packages register in a group."""
    return tuple(sorted(_find_entry_points(group)))


def load(group: str, name: str) -> Any:
    """Load the object that another package registers under a name."""
    return _find_entry_points(group)[name].load()


def load_all(group: str) -> tuple[Any, ...]:
    """Load all objects that other packages register in a group."""
    return tuple(load(group, name) for name in names(group))
