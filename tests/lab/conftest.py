"""The lab's tests keep what they count in a folder of their own, so that nothing older answers for the code."""

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    before = os.environ.get("PITBOSS_CACHE")
    os.environ["PITBOSS_CACHE"] = str(tmp_path_factory.mktemp("store"))
    yield
    if before is None:
        del os.environ["PITBOSS_CACHE"]
    else:
        os.environ["PITBOSS_CACHE"] = before
