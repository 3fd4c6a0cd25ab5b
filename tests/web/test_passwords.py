"""Passwords through the API and from the console: who may set whose, and which sessions end."""

from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.floor.audit import verify
from pitboss.floor.composition import open_floor
from pitboss.floor.patrons.office import RegisterPatron
from pitboss.floor.people.signin import MustChangePassword, NotSignedIn, SignIn
from pitboss.floor.service.clock import system_clock
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store import Stream, open_store
from pitboss.ledger import Account
from web.clients import QUICK, Caller, House

NEW = "a new and longer secret"


def sign_in(house: House, name: str, password: str, operator: str = "star") -> int:
    body = {"operator": operator, "name": name, "password": password}
    return Caller(house).ask("POST", "/api/sign-in", body).status_code


def test_anybody_changes_their_own_and_only_the_new_session_goes_on(house: House) -> None:
    ann, elsewhere = Caller(house, "star", "ann"), Caller(house, "star", "ann")
    assert ann.get("/api/me").status_code == elsewhere.get("/api/me").status_code == 200
    old = house.demonstration.password
    answer = ann.ask("POST", "/api/me/password", {"old": old, "new": NEW})
    assert answer.status_code == 200
    house.client.cookies.clear()
    assert ann.get("/api/me").status_code == elsewhere.get("/api/me").status_code == 401
    ann.token = answer.json()["token"]
    assert ann.get("/api/me").json()["person"] == "ann"
    assert (sign_in(house, "ann", old), sign_in(house, "ann", NEW)) == (401, 200)
    said = house.store.read(Stream("star", "person:ann"))
    assert [(event.kind, event.data, event.by) for event in said] == [("PasswordSet", {"how": "changed"}, "ann")]


def test_a_wrong_old_password_changes_nothing_and_locks_in_the_end(house: House) -> None:
    ann = house.as_("star", "ann")
    for _ in range(3):
        assert ann.ask("POST", "/api/me/password", {"old": "wrong", "new": NEW}).status_code == 403
    right = {"old": house.demonstration.password, "new": NEW}
    assert ann.ask("POST", "/api/me/password", right).status_code == 403
    assert ann.get("/api/me").status_code == 200  # it is not the session that ended
    assert sign_in(house, "ann", NEW) == 401


@pytest.mark.parametrize("new", ["short", "gaming-supervisor"])
def test_a_password_that_is_too_easy_is_refused(house: House, new: str) -> None:
    boss = house.as_("star", "gaming-manager")
    answer = boss.ask("POST", "/api/people/gaming-supervisor/password", {"password": new})
    assert (answer.status_code, "at least 12" in answer.json()["detail"]) == (409, True)


def test_a_person_of_rank_sets_somebody_elses(house: House) -> None:
    boss, dealer = house.as_("star", "gaming-manager"), Caller(house, "star", "dealer")
    assert dealer.get("/api/me").status_code == 200
    body = {"password": NEW, "name": "dan"}
    assert boss.ask("POST", "/api/people/dealer/password", body).status_code == 200
    assert dealer.get("/api/me").status_code == 401  # a person who had the old one is out
    assert (sign_in(house, "dealer", NEW), sign_in(house, "dan", NEW)) == (401, 200)
    (said,) = [e for e in house.store.read(Stream("star", "person:dealer")) if e.kind == "PasswordSet"]
    assert (said.data, said.by) == ({"how": "reset"}, "gaming-manager")
    assert not any(NEW in repr(event) for event in house.store.log())


@pytest.mark.parametrize(
    ("who", "whose", "says"),
    [
        ("ann", "bob", "gaming manager"),
        ("dealer", "ann", "gaming manager"),
        ("gaming-supervisor", "gaming-manager", "gaming manager"),
        ("inspector", "dealer", "gaming manager"),
        ("gaming-manager", "gaming-manager", "with the old one"),
        ("gaming-manager", "nobody", "no person of this id"),
    ],
)
def test_nobody_else_does(house: House, who: str, whose: str, says: str) -> None:
    answer = house.as_("star", who).ask("POST", f"/api/people/{whose}/password", {"password": NEW})
    assert answer.status_code == 409
    assert says in answer.json()["detail"]
    assert sign_in(house, whose, NEW) == 401


def test_a_name_is_one_persons(house: House) -> None:
    answer = house.as_("star", "gaming-manager").ask(
        "POST", "/api/people/dealer/password", {"password": NEW, "name": "ann"}
    )
    assert (answer.status_code, answer.json()["detail"]) == (
        409,
        "Another person signs in with this name. Choose another name.",
    )


def test_a_new_store_gets_its_first_manager_from_the_console(tmp_path: Path) -> None:
    path, run = str(tmp_path / "new.db"), CliRunner()
    made = run.invoke(app, ["people", "add", "star", "meg", "gaming-manager", "--store", path], input=f"{NEW}\n{NEW}\n")
    assert made.exit_code == 0, made.output
    assert NEW not in made.output
    other = "yet another long secret"
    again = run.invoke(
        app, ["people", "password", "star", "meg", "--store", path, "--name", "Meg"], input=f"{other}\n" * 2
    )
    assert again.exit_code == 0, again.output
    store = open_store(path)
    sign_in = SignIn(store, system_clock, QUICK)
    assert sign_in.identify(sign_in.sign_in("star", "Meg", other), changing=True).role == "gaming-manager"
    with pytest.raises(MustChangePassword):
        sign_in.identify(sign_in.sign_in("star", "Meg", other))
    typed = run.invoke(
        app, ["people", "password", "star", "meg", "--store", path, "--own"], input="umbrella teapot meadow\n" * 2
    )
    assert typed.exit_code == 0, typed.output
    assert sign_in.identify(sign_in.sign_in("star", "Meg", "umbrella teapot meadow")).role == "gaming-manager"
    unknown = run.invoke(app, ["people", "chips", "star", "ann", "2500", "--store", path])
    assert (unknown.exit_code, store.balances()) == (1, [])
    open_floor(store).do(Order(Actor("star", "meg", "gaming-manager"), RegisterPatron("ann"), "ann"))
    held = run.invoke(app, ["people", "chips", "star", "ann", "2500", "--store", path])
    assert held.exit_code == 0, held.output
    assert store.balance(Account("star", "patron", "ann")).free == 250_000
    assert verify(store).is_clean  # what was brought forward is explained
    store.close()


def test_the_console_alone_appoints_and_removes_an_inspector(tmp_path: Path) -> None:
    path, run = str(tmp_path / "new.db"), CliRunner()
    for role in ("inspector", "surveillance", "inspector"):
        made = run.invoke(app, ["people", "add", "star", "iris", role, "--store", path], input=f"{NEW}\n{NEW}\n")
        assert made.exit_code == 0, made.output
    gone = run.invoke(app, ["people", "remove", "star", "iris", "--store", path])
    assert gone.exit_code == 0, gone.output
    store = open_store(path)
    with pytest.raises(NotSignedIn):
        SignIn(store, system_clock, QUICK).sign_in("star", "iris", NEW)
    said = [(e.data["what"], e.data["role"], e.by.partition(" ")[0]) for e in store.log() if e.kind == "SetAtConsole"]
    roles = [(what, role, by) for what, role, by in said if what != "password"]
    assert roles == [
        ("hired", "inspector", "console"),
        ("rank changed", "surveillance", "console"),
        ("rank changed", "inspector", "console"),
        ("left", "", "console"),
    ]
    store.close()


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["add", "star", "meg", "casino-manager"], 2, "gaming-manager"),
        (["add", "aspers", "meg", "dealer"], 2, "no house"),
        (["add", "star", "console root", "dealer"], 1, "does not begin with"),
        (["add", "star", "me/g", "dealer"], 1, "Choose an id"),
        (["password", "star", "nobody"], 1, "no person of this id"),
        (["password", "mars", "nobody"], 1, "no person of this id"),
        (["add", "star", "meg", "dealer", "--password", "short"], 1, "at least 12"),
        (["remove", "star", "nobody"], 1, "no person of this id"),
        (["chips", "star", "an/n", "100"], 1, "not a registered patron"),
        (["chips", "star", "nobody", "100"], 1, "nobody is not a registered patron of star"),
        (["chips", "mars", "nobody", "100"], 1, "no house mars"),
    ],
)
def test_the_console_says_what_is_wrong(tmp_path: Path, arguments: list[str], code: int, says: str) -> None:
    path = tmp_path / "floor.db"
    store = open_store(str(path))
    store.create()
    store.close()
    result = CliRunner().invoke(app, ["people", *arguments, "--store", str(path)], input=f"{NEW}\n{NEW}\n")
    assert result.exit_code == code
    assert says in result.output
    with closing(open_store(str(path))) as after:
        assert (after.last_position, after.balances()) == (0, []), "nothing was written"
