"""Prohibited devices: reported, held for or sent at once to an inspector or the police, until one takes over."""

from collections.abc import Callable

import pytest

from floor.tables.pit import GAMES, STARS, Pit
from pitboss import law
from pitboss.floor.tables.collusion import DeviceTakenOver, ReportDevice, TakeOverDevice
from pitboss.floor.tables.state import DeviceReported
from support import shows

Pits = Callable[[str], Pit]
REPORT = ReportDevice("7", "Ann", "a counting watch")


@pytest.mark.parametrize("game", GAMES)
def test_a_device_is_reported_until_an_inspector_takes_over(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    shows(law.DEVICE_ESCALATED, pit.refused(pit.dealer, REPORT), game=game)
    if game not in STARS:
        pit.refused(pit.manager, REPORT)  # at Crown it takes a casino manager
    name = pit.do(pit.supervisor if game in STARS else pit.boss, REPORT)["report"]
    (report,) = pit.events(DeviceReported)
    assert isinstance(report, DeviceReported) and pit.state.devices == (report,)
    shows(law.DEVICE_ESCALATED, report, game=game)
    assert report.held == (game in STARS)
    if report.held:
        shows(law.DEVICE_HELD, report, game=game)
    (alert,) = pit.state.alerts
    assert alert.kind == "device" and "a counting watch" in alert.words
    pit.refused(pit.inspector, TakeOverDevice("7", name, officer="Sgt. Lee"))  # an inspector is no police officer
    pit.do(pit.inspector, TakeOverDevice("7", name, words="statement taken"))
    (taken,) = pit.events(DeviceTakenOver)
    assert taken == DeviceTakenOver(name, pit.inspector.person, "", "statement taken")
    assert not pit.state.devices
    pit.refused(pit.inspector, TakeOverDevice("7", name))  # once


@pytest.mark.parametrize("game", GAMES)
def test_the_police_take_over_by_name(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.refused(pit.boss, REPORT._replace(to="the press"))
    pit.refused(pit.boss, REPORT._replace(what=""))
    name = pit.do(pit.boss, REPORT._replace(to="police"))["report"]
    pit.close()
    assert [report.to for report in pit.state.devices] == ["police"]  # a closed table does not end it
    pit.open()
    assert law.DEVICE_ESCALATED in pit.refused(pit.boss, TakeOverDevice("7", name)).because
    pit.do(pit.boss, TakeOverDevice("7", name, "Sgt. Lee"))
    assert not pit.state.devices
