"""Days that no time zone can reckon with, and texts that are no days: each is answered with a reason."""

import pytest

from web.clients import House
from web.forms import look, send

DAYS = ["0001-01-01", "9999-12-31", "0000-01-01", "1969-12-31", "2200-01-01", "2026-02-30", "2026-13-01", "٢٠٢٦-٠١-٠١"]
QUERIES = [
    ("gaming-manager", "/api/pit/shift?day={}"),
    ("gaming-manager", "/api/pit/shift.csv?day={}"),
    ("gaming-manager", "/pit/shift?day={}"),
    ("inspector", "/api/inspect/search?since={}"),
    ("inspector", "/api/inspect/search?until={}"),
    ("inspector", "/api/inspect/search?since={}T00:00&all=true"),
    ("inspector", "/api/inspect/search.csv?until={}"),
    ("inspector", "/api/inspect/parameters?since={}"),
    ("inspector", "/api/inspect/parameters.csv?since={}T23:59:59"),
    ("inspector", "/api/inspect/registers/slips?since={}"),
    ("inspector", "/api/inspect/registers/slips.csv?since={}"),
    ("inspector", "/inspect?since={}"),
    ("inspector", "/inspect?until={}"),
    ("inspector", "/inspect/registers/slips?since={}"),
    ("inspector", "/inspect/parameters?since={}"),
]


@pytest.mark.parametrize(("who", "path"), QUERIES)
def test_a_day_that_cannot_be_is_answered_with_a_reason(house: House, who: str, path: str) -> None:
    caller = house.as_("star", who)
    asked = caller.get if path.startswith("/api") else lambda address: look(caller, address)
    for day in DAYS:
        answer = asked(path.format(day))
        assert 400 <= answer.status_code < 500, f"{path} {day}: {answer.status_code}"
    assert asked(path.format("2026-03-02")).status_code == 200


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_no_order_is_taken_for_such_a_day(house: House, day: str) -> None:
    boss = house.as_("star", "gaming-manager")
    at = f"{day}T23:59:59.999999Z"
    before = house.store.last_position
    assert boss.order("/api/tables/1/announce-closing", {"at": at}).status_code == 409
    limits = {"wager": {"least": 1_000, "most": 50_000, "unit": 500}}
    assert boss.order("/api/tables/1/announce-limits", {"limits": limits, "at": at}).status_code in (409, 422)
    assert boss.order("/api/patrons/ann/order-break", {"until": at}).status_code == 409
    fields: dict[str, str | list[str]] = {"do": "announce-closing", "at": f"{day}T10:00", "rounds": "3"}
    assert send(boss, "/pit/tables/1", fields).status_code == 409
    assert house.store.last_position == before
    for page in ("/pit", "/pit/tables/1", "/tables/1/sign"):
        assert look(boss, page).status_code == 200
