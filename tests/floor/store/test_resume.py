"""A round of each game, interrupted at every commit: the floor resumes exactly where what was durable had got to."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import event

from floor.tables.pit import GAMES, Pit
from pitboss.cards import Shoe
from pitboss.floor.audit import verify
from pitboss.floor.store import open_store
from pitboss.floor.tables.state import TableState
from support import CROWN, CROWN_MS, STAR_MS, ULTIMATE


class Images:
    """What lies on the disk at each commit of a store, as it would if the process ended there."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.path, self.folder = path, folder
        self.taken: list[Path] = []

    def take(self, *_: object) -> None:
        image = self.folder / f"image-{len(self.taken)}.db"
        shutil.copy(self.path, image)
        shutil.copy(f"{self.path}-wal", f"{image}-wal")
        self.taken.append(image)


LONG = (STAR_MS, CROWN, CROWN_MS, ULTIMATE)
"""Games whose rounds are written as those of the others are."""


@pytest.mark.parametrize("game", [pytest.param(game, marks=pytest.mark.long if game in LONG else ()) for game in GAMES])
def test_a_round_resumes_where_it_was(game: str, new_sqlite: Callable[[], str], tmp_path: Path) -> None:
    path = new_sqlite()
    store = open_store(path)
    pit = Pit(store, game)
    pit.open()
    pit.fund("ann", "ben")
    images = Images(Path(path), tmp_path)
    expected: list[tuple[TableState, Shoe | None]] = []

    def now() -> tuple[TableState, Shoe | None]:
        return pit.state, pit.floor.table(pit.stream).shoe

    def before_commit(*_: object) -> None:
        """The last moment at which nothing of the command is durable: the process does not have it either."""
        images.take()
        expected.append(now())

    event.listen(store.engine, "commit", before_commit)
    pit.place("ann", 1)
    number = pit.round.number
    while True:
        images.take()
        expected.append(now())
        if pit.round.number != number:
            break
        pit.step()
    pit.floor.stop()
    store.close()

    assert len(images.taken) > 10
    for image, (state, shoe) in zip(images.taken, expected, strict=True):
        crashed = open_store(str(image))
        again = Pit(crashed, game)
        assert again.state == state
        assert again.floor.table(again.stream).shoe == shoe
        again.sound()
        assert verify(crashed).is_clean
        again.floor.stop()
        crashed.close()
