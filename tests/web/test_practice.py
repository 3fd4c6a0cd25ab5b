"""Practice tables: a virtual dealer deals on, the lab advises, and neither touches money; a table that plays for money
has no advice in any response (Pontoon 19.6, 19.11)."""

import time
from datetime import timedelta
from typing import Any

import pytest

from games.pontoon.pontoon_felt import PontoonFelt
from pitboss import law
from pitboss.floor.tables.playing import DealOn
from pitboss.floor.tables.practice import VirtualDealer, WaitingTimes, is_practice, next_command
from pitboss.floor.tables.state import OpenState
from pitboss.law.rules import Rules
from pitboss.ledger import Account
from pitboss.money import AUD, PRACTICE
from pitboss.play import Table
from pitboss.play.needs import DecisionNeed
from support import shows
from web.clients import TABLES, Caller, House, stake
from web.forms import look, send

SPOTS = {"pontoon": ("wager",), "ultimate-texas-holdem": ("ante", "blind")}
FORBIDDEN = ("advice", "best choice", "worth?", "practice/", "value_exact", "strategy_class")


def table_of(game: str) -> str:
    """The practice table of a game."""
    return f"P{TABLES[game]}"


def take_chips(caller: Caller, table: str) -> None:
    """Take practice chips, as any patron may."""
    body = {"patron": caller.name, "stacks": [{"chip_cents": 10_000, "pieces": 10}], "how": "cashless"}
    assert caller.order(f"/api/tables/{table}/buy-in", body).status_code == 200


def wager(caller: Caller, table: str, game: str) -> None:
    """Put the least wagers down on area 1."""
    for spot in SPOTS.get(Rules.of(game).game.engine, ("ante",)):
        place = {"type": "Place", "need": "wagers", "patron": caller.name, "area": 1, "spot": spot}
        assert caller.act(table, **place, stake=stake(2_500)).status_code == 200, spot


def money(house: House, operator: str) -> list[int]:
    """What lies in the accounts of money that a practice table could touch."""
    kinds = [("patron", "ann"), ("deposit", "ann"), ("house", ""), ("float", "1"), ("float", "2"), ("drop", "2")]
    return [house.store.balance(Account(operator, kind, name, AUD.name)).here for kind, name in kinds]


def deal_until_asked(house: House, operator: str, table: str, number: int = 1) -> DecisionNeed | None:
    """Let the virtual dealer deal on until a player has to decide, or until that round has ended."""
    dealer = VirtualDealer(house.floor)
    floor_table = house.floor.table(house.stream(operator, table))
    for _ in range(40):
        now = floor_table.open_state.round
        needs = [need for need in now.needs if isinstance(need, DecisionNeed) and not need.optional]
        if needs or now.number != number:
            return needs[0] if needs else None
        length = floor_table.state.length
        dealer.look()
        house.clock.advance(timedelta(minutes=3, seconds=1))
        dealer.look()
        until = time.monotonic() + 60
        while floor_table.state.length == length and time.monotonic() < until:
            time.sleep(0.005)
        assert floor_table.state.length > length, now.needs
    raise AssertionError("the virtual dealer does not get on")


def advice(caller: Caller, table: str) -> dict[str, Any]:
    """The advice at the only decision that is open, once it is there."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        answer = caller.get(f"/api/tables/{table}/advice")
        if answer.status_code != 202:
            break
        time.sleep(0.05)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["decisions"][0]["advice"]
    return found


@pytest.mark.parametrize("game", ["star-mississippi-stud", "star-caribbean-stud", "star-pontoon"])
def test_a_round_of_practice_with_advice(house: House, game: str) -> None:
    ann, table = house.as_("star", "ann"), table_of(game)
    before = money(house, "star")
    take_chips(ann, table)
    wager(ann, table, game)
    floor_table = house.floor.table(house.stream("star", table))
    assert is_practice(floor_table.state)
    decided = 0
    for _ in range(10):
        need = deal_until_asked(house, "star", table)
        if need is None:
            break
        told = advice(ann, table)
        values = {option["label"]: option["value"] for option in told["options"]}
        assert values[told["best"]] == max(values.values())
        worst = min(told["options"], key=lambda option: option["value"])
        act = {"type": "Decide", "need": need.id, "patron": "ann", "option": worst["option"]}
        cents = worst["wager"] * 2_500
        assert ann.act(table, **act, stake=stake(cents) if cents else {"pieces": []}).status_code == 200
        noted = house.app.state.api.practice.note(ann_actor(house), table).decisions[0].data()
        assert noted["cost_cents"] == pytest.approx(worst["cost"] * 2_500)
        decided += 1
    else:
        raise AssertionError("the round does not end")
    assert decided or game == "star-pontoon"
    if decided:
        try_again(ann, table)
    assert money(house, "star") == before


def try_again(ann: Caller, table: str) -> None:
    """Each mistake comes again with the cards that were seen then: one answer that is wrong, and one that is right."""
    page, length = f"/tables/{table}/again", len(ann.get(f"/api/tables/{table}/rounds").json()["rounds"])
    seen = ann.get(f"/api{page}").json()
    waiting, hand = seen["waiting"], seen["hand"]
    assert hand == waiting[0] and hand["cost_cents"] > 0
    assert [choice["label"] for choice in seen["choices"]]
    downs = [card for each in seen["felt"]["house"] for card in each["cards"]].count("??")
    assert downs == 4 or table != "P2"  # the dealer shows one card of five
    answers = {}
    for choice in seen["choices"]:
        pick = {"pick": f"{choice['option']}:{choice['units']}"}
        answers[choice["label"]] = send(ann, page, pick, f"{page}?hand={hand['number']}").text
    right = [label for label, text in answers.items() if "is the best choice" in text]
    assert right and len(right) < len(answers)
    wrong = next(text for label, text in answers.items() if label not in right)
    assert "costs you $" in wrong or "less than a cent" in wrong
    after = ann.get(f"/api{page}").json()
    assert (after["tried"], after["right"]) == (len(answers), len(right))
    assert hand not in after["waiting"]
    assert len(ann.get(f"/api/tables/{table}/rounds").json()["rounds"]) == length  # nothing was dealt
    assert send(ann, f"/tables/{table}", {"pick": "none:0"}, f"{page}?hand={hand['number']}").status_code == 404
    assert look(ann, f"{page}?hand=99").status_code == 404


def ann_actor(house: House) -> Any:
    """Ann, as her session has her."""
    return house.sign_in.peek(house.as_("star", "ann").token)


@pytest.mark.parametrize("game", TABLES)
def test_a_money_table_has_no_advice_in_any_response(house: House, game: str) -> None:
    operator = game.partition("-")[0]
    ann, dealer, table = house.as_(operator, "ann"), house.as_(operator, "dealer"), TABLES[game]
    wager(ann, table, game)
    for _ in range(12):
        dealer.order(f"/api/tables/{table}/deal")
        for who in (ann, dealer):
            who.get(f"/api/tables/{table}")
            who.ask("GET", f"/tables/{table}", Cookie=f"pitboss={who.token}")
            who.ask("GET", f"/tables/{table}/words", Cookie=f"pitboss={who.token}")
    seen = " ".join(ann.bodies + dealer.bodies)
    assert f"Table {table}" in seen
    assert not [word for word in FORBIDDEN if word in seen]
    refused = ann.get(f"/api/tables/{table}/advice")
    assert refused.status_code == 409
    because = tuple(refused.json()["because"])
    shows(law.NO_ADVICE, because, game=game)
    if Rules.of(game).applies(law.NO_DEVICES):
        shows(law.NO_DEVICES, because, game=game)


def test_whoever_is_at_a_table_for_money_cannot_practise(house: House) -> None:
    ann = house.as_("star", "ann")
    take_chips(ann, "P2")
    assert ann.act("2", type="Sit", need="wagers", patron="ann", area=1).status_code == 200
    for path in ("/api/tables/P2", "/api/tables/P2/advice", "/api/tables/P2/stream", "/api/tables/P2/rounds"):
        refused = ann.get(path)
        assert refused.status_code == 403, path
        assert refused.json()["clauses"] == ["16.1", "16.6"]
    place = {"type": "Place", "need": "wagers", "patron": "ann", "area": 1, "spot": "ante", "stake": stake(2_500)}
    assert ann.act("P2", **place).status_code == 403
    page = ann.ask("GET", "/tables/P2", Cookie=f"pitboss={ann.token}")
    assert (page.status_code, "until you have left it" in page.text) == (403, True)
    assert house.as_("star", "bob").get("/api/tables/P2").status_code == 200
    assert ann.order("/api/tables/2/leave-table", {"patron": "ann"}).status_code == 200
    assert ann.act("P2", **place).status_code == 200


def test_limits_and_cards_are_for_money_alone(house: House) -> None:
    ann = house.as_("star", "ann")
    limit = {"period": "day", "cents": 100}
    assert ann.order("/api/patrons/ann/set-loss-limit", limit).status_code == 200
    place = {"type": "Place", "need": "wagers", "patron": "ann", "area": 1, "spot": "wager", "stake": stake(2_500)}
    assert ann.act("1", **place).status_code == 409
    take_chips(ann, "P1")
    assert ann.act("P1", **place).status_code == 200
    reported = house.as_("star", "gaming-manager").get("/api/pit/shift").json()
    assert not [row for row in reported["rows"] if row["table"].startswith("P")]
    held = house.store.balance(Account("star", "patron", "ann", PRACTICE.name))
    assert (held.free, held.held) == (97_500, 2_500)


def test_the_virtual_dealer_waits_for_people_but_not_for_ever(house: House) -> None:
    ann, dealer = house.as_("star", "ann"), VirtualDealer(house.floor)
    floor_table = house.floor.table(house.stream("star", "P2"))
    length = floor_table.state.length
    dealer.look()
    house.clock.advance(timedelta(minutes=10))
    dealer.look()
    assert floor_table.state.length == length  # no player has wagered
    take_chips(ann, "P2")
    wager(ann, "P2", "star-caribbean-stud")
    assert deal_until_asked(house, "star", "P2") is not None
    length = floor_table.state.length
    dealer.look()
    house.clock.advance(timedelta(minutes=2))
    dealer.look()
    time.sleep(0.2)
    assert floor_table.state.length == length
    house.clock.advance(timedelta(minutes=2))
    dealer.look()
    until = time.monotonic() + 60
    while floor_table.state.length == length and time.monotonic() < until:
        time.sleep(0.01)
    assert floor_table.state.length > length


def test_the_virtual_dealer_closes_an_offer_at_once_when_all_have_said_no() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 3, 20)
    felt.deal("Ah", p1="9s 7h", p3="Kd 8c")
    waiting_times = WaitingTimes()

    def waits() -> timedelta:
        state = OpenState(table=Table.open(felt.round.game), round=felt.round, opening=felt.round)
        due = next_command("P1", state, waiting_times)
        assert due is not None and isinstance(due[0], DealOn)
        return due[1]

    for offer, option in (("insurance", "no-insurance"), ("surrender", "no-surrender")):
        felt.call(offer)
        assert waits() == waiting_times.choice
        felt.says(option, patron="Ann")
        assert waits() == waiting_times.choice  # Bob has not answered
        felt.says(option, patron="Bob")
        assert waits() == waiting_times.between
        felt.call(f"{offer}-closed")
