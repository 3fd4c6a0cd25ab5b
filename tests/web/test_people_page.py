"""The staff through their page: taken on, given another rank, let go; by whom, and whom not."""

from pitboss.floor.people.staff import role_of
from web.clients import Caller, House
from web.forms import look, send

PASSWORD = "quite a long secret"  # noqa: S105  of a test


def signs_in(house: House, name: str) -> bool:
    body = {"operator": "star", "name": name, "password": PASSWORD}
    return house.runner.run(house.client.post("/api/sign-in", json=body)).is_success


def hire(boss: Caller, person: str, role: str, name: str = "", password: str = PASSWORD) -> int:
    fields: dict[str, str | list[str]] = {"do": "hire", "person": person, "role": role, "name": name}
    return send(boss, "/pit/people", fields | {"password": password}).status_code


def test_a_manager_takes_somebody_on_and_lets_them_go(house: House) -> None:
    boss = house.as_("star", "gaming-manager")
    assert "hire-person" in look(boss, "/pit/people").text
    assert hire(boss, "dan-2", "dealer", "dan") == 303
    assert role_of(house.store, "star", "dan-2")[0] == "dealer"
    assert signs_in(house, "dan") and not signs_in(house, "dan-2")
    assert "dan-2" in look(boss, "/pit/people").text
    assert send(boss, "/pit/people", {"do": "rank", "person": "dan-2", "role": "gaming-supervisor"}).status_code == 303
    assert role_of(house.store, "star", "dan-2")[0] == "gaming-supervisor"
    assert send(boss, "/pit/people", {"do": "let-go", "person": "dan-2"}).status_code == 303
    assert not role_of(house.store, "star", "dan-2")[0]
    assert not signs_in(house, "dan")


def test_whoever_loses_a_rank_is_signed_out(house: House) -> None:
    boss, supervisor = house.as_("star", "gaming-manager"), house.as_("star", "gaming-supervisor")
    assert look(supervisor, "/pit").status_code == 200
    fields: dict[str, str | list[str]] = {"do": "rank", "person": "gaming-supervisor", "role": "dealer"}
    assert send(boss, "/pit/people", fields).status_code == 303
    assert look(supervisor, "/pit").headers["location"].startswith("/sign-in")


def test_what_may_not_be_is_told(house: House) -> None:
    boss = house.as_("star", "gaming-manager")
    for person, role, password in (
        ("dealer", "dealer", PASSWORD),  # is with the house
        ("../x", "dealer", PASSWORD),
        ("dan-3", "area-manager", PASSWORD),  # Crown's
    ):
        assert hire(boss, person, role, password=password) == 409
    assert not role_of(house.store, "star", "dan-3")[0]
    mine = send(boss, "/pit/people", {"do": "rank", "person": "gaming-manager", "role": "dealer"})
    assert mine.status_code == 409 and "own rank" in mine.text


def test_whoever_may_not_has_no_forms_and_no_say(house: House) -> None:
    supervisor, boss = house.as_("star", "gaming-supervisor"), house.as_("star", "gaming-manager")
    page = look(supervisor, "/pit/people").text
    assert "dealer" in page and "hire-person" not in page and "let-go" not in page
    assert f"orders-{boss.name}" not in look(boss, "/pit/people").text
    sent = send(supervisor, "/pit/open?game=star-pontoon", {"do": "let-go", "person": "dealer"}, to="/pit/people")
    assert sent.status_code == 409
    assert role_of(house.store, "star", "dealer")[0] == "dealer"
