"""Statements are compiled once for all stores of a run: each test opens stores of its own, whose engines would compile
every statement anew, which is a fifth of the work of most tests."""

from typing import Any

from sqlalchemy import Connection, Engine, event


class Compiled(dict[Any, Any]):
    """What was compiled, by the kind of database and not by the engine that it was compiled for."""

    def get(self, key: Any, default: Any = None) -> Any:
        """What was compiled for any engine of the kind."""
        return super().get((type(key[0]), *key[1:]), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__((type(key[0]), *key[1:]), compiled)


_COMPILED = Compiled()


@event.listens_for(Engine, "engine_connect")
def _share(connection: Connection) -> None:
    connection.execution_options(compiled_cache=_COMPILED)
