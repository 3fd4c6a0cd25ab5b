"""What pages, the API and the terminal say of the evening is what they said before."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from evening.addresses import ANSWERS, NOT_ASKED, PAGES, TWIN, Application, addresses, all_asked, is_twin
from evening.snapshots import same_as_said
from evening.terminal import said_in_terminal


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_solved_yet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PITBOSS_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def application(sqlite_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """The application over a copy of the evening's store."""
    file = tmp_path_factory.mktemp("application") / "floor.db"
    shutil.copy(sqlite_file, file)
    opened = Application(file)
    yield opened
    opened.close()


def test_every_address_has_a_place_in_the_snapshot(application: Application) -> None:
    places = {asked.partition("?")[0] for asked in (*PAGES, *ANSWERS, *NOT_ASKED)}
    assert {route for route in addresses(application.app) if not is_twin(route)} == places


def test_pages_say_what_they_said(application: Application) -> None:
    twins = {route: TWIN for route in sorted(addresses(application.app)) if is_twin(route)}
    asked = list(all_asked(application.store, {**PAGES, **twins}))
    said = {each.title: application.said_to(each.actor, each.path) for each in asked}
    for each in asked:
        if is_twin(each.path):  # it is the resource, which the snapshot of the API has: how it answers is enough
            said[each.title] = said[each.title].partition("\n")[0]
    same_as_said("pages", said)


def test_the_api_answers_what_it_answered(application: Application) -> None:
    asked = all_asked(application.store, ANSWERS)
    same_as_said("api", {each.title: application.said_to(each.actor, each.path) for each in asked})


def test_the_terminal_prints_what_it_printed(sqlite_file: Path, tmp_path: Path) -> None:
    store = tmp_path / "floor.db"
    shutil.copy(sqlite_file, store)
    same_as_said("cli", said_in_terminal(store, tmp_path))
