"""The suite's own order: the test that compares what was shown with the committed evidence comes last, and only in a
run of the whole suite, for a part of it shows only a part."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

# The same examples in every run, so that a failure is everybody's; PITBOSS_EXPLORE=1 looks for new ones.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=500, deadline=None)
settings.load_profile("explore" if os.environ.get("PITBOSS_EXPLORE") else "same")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    last = [item for item in items if item.get_closest_marker("last")]
    rest = [item for item in items if not item.get_closest_marker("last")]
    whole = config.args == [str(path) for path in config.getini("testpaths")] and not config.option.keyword
    whole = whole and not config.option.markexpr and not config.option.lf
    items[:] = rest + (last if whole else [])


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "last: runs after everything else, in a run of the whole suite")


@pytest.fixture(scope="session", autouse=True)
def lab_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What the lab counts in a run is kept for that run alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PITBOSS_CACHE", str(tmp_path_factory.mktemp("lab")))
        yield
