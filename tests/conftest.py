"""What the whole suite shares: the same examples in every run, workers that tell which rules their tests showed, the
lab's answers kept from run to run, and a PostgreSQL server."""

import gc
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from support import EVIDENCE_FOLDER, SHOWN

# The same examples in every run, so that a failure is everybody's; PITBOSS_EXPLORE=1 looks for new ones.
# How long an example took on a busy machine is no fault of it.
PATIENT: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("same", derandomize=True, **PATIENT)
settings.register_profile("explore", max_examples=500, **PATIENT)
settings.load_profile("explore" if os.environ.get("PITBOSS_EXPLORE") else "same")

MEMORY = Path("/dev/shm")  # noqa: S108  where Linux has files in memory
if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 2 << 30:
    # No test outlives the machine, so none waits for a disk: each commit would, and each database that is copied.
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

# What the lab counts and compiles is kept from run to run, under the hash of all that it was made from: in one folder,
# that of the processes which tests start, so it is named before any module of the lab is imported.
KEPT = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pitboss" / "tests"
os.environ.setdefault("PITBOSS_CACHE", str(KEPT))

gc.disable()  # until all tests are collected: what is imported stays, and is most of what there is to look through


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "last: compares what a run of the whole suite showed, after it")
    config.addinivalue_line("markers", "long: a proof that takes minutes, for make prove")
    config.addinivalue_line("markers", "pictured: takes pictures of the documentation")
    config.addinivalue_line("markers", "postgres_long: the same on PostgreSQL as on SQLite, and there for make prove")


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than cores: a test that waits for a server or a page leaves its core to another."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = config.option.markexpr
    for item in items:
        if item.get_closest_marker("postgres_long") and "postgresql" in item.name:
            item.add_marker(pytest.mark.long)
    apart = {name for name in ("last", "long") if name not in chosen}
    items[:] = [item for item in items if not any(item.get_closest_marker(name) for name in apart)]


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def pytest_sessionfinish(session: pytest.Session) -> None:
    if EVIDENCE_FOLDER and SHOWN:
        folder = Path(EVIDENCE_FOLDER)
        folder.mkdir(parents=True, exist_ok=True)
        shown = {game: {key: sorted(tests) for key, tests in keys.items()} for game, keys in SHOWN.items()}
        (folder / f"{os.environ.get('PYTEST_XDIST_WORKER', 'all')}.json").write_text(json.dumps(shown))


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest) -> None:
    """What a test shuffles follows from its name."""
    if "pitboss.floor.service.floor" in sys.modules:  # else the test has no floor, and need not wait for one
        from chance import foresee_chance

        foresee_chance(request.node.nodeid)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of our own."""
    import psycopg  # a run without a store needs neither the library nor the server

    from floor.postgres import running_postgres

    with running_postgres() as server:
        address = server.get_uri()
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")  # the machine does not fail during a test
            connection.execute("SELECT pg_reload_conf()")
        yield address
