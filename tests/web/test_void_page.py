"""The page that voids: the whole round, some players' part in it, or with wagers that are forfeited where the rules
let them be."""

import pytest

from pitboss.floor.tables.log import read_table
from pitboss.floor.tables.state import TableRoundEnded
from pitboss.law.keys import FRAUD_FORFEITS, TALKING_FORFEITS, WAGER_VOIDED
from pitboss.law.rules import Rules
from pitboss.ledger import Account
from pitboss.play.wager import Result
from web.clients import TABLES, House, stake
from web.forms import look, send

BOSS = {"star": "gaming-manager", "crown": "casino-manager"}


def wagers(house: House, game: str) -> None:
    """Ann and Bob have wagers down."""
    spot = "wager" if game == "star-pontoon" else "ante"
    for area, name in enumerate(("ann", "bob"), start=1):
        caller = house.as_(game.partition("-")[0], name)
        placed = caller.act(
            TABLES[game], type="Place", need="wagers", patron=name, area=area, spot=spot, stake=stake(2_500)
        )
        assert placed.is_success, placed.text


def results(house: House, game: str) -> dict[str, set[Result]]:
    """What became of everybody's wagers in the round that ended last."""
    events = read_table(house.store, house.stream(game.partition("-")[0], TABLES[game]))
    ended = [event for event in events if isinstance(event, TableRoundEnded)][-1]
    found: dict[str, set[Result]] = {}
    for done in ended.settlements:
        found.setdefault(done.patron, set()).add(done.result)
    return found


@pytest.mark.parametrize("game", [*TABLES])
def test_the_page_offers_what_the_rules_have(house: House, game: str) -> None:
    wagers(house, game)
    boss = house.as_(game.partition("-")[0], BOSS[game.partition("-")[0]])
    page = look(boss, f"/tables/{TABLES[game]}/void").text
    rules = Rules.of(game)
    assert ("players who are named forfeit theirs" in page) == rules.applies(FRAUD_FORFEITS)
    assert ("talked about a hand" in page) == rules.applies(TALKING_FORFEITS)


def test_a_fraud_forfeits_the_wagers_of_those_named(house: House) -> None:
    game = next(name for name in TABLES if Rules.of(name).applies(FRAUD_FORFEITS))
    wagers(house, game)
    boss, void = house.as_(game.partition("-")[0], BOSS[game.partition("-")[0]]), f"/tables/{TABLES[game]}/void"
    order: dict[str, str | list[str]] = {"ground": "fraud", "reason": "marked cards", "sure": "1", "round": "1"}
    assert send(boss, void, order | {"ground": "disruption", "patron": ["ann"]}).status_code == 409
    assert send(boss, void, {**order, "patron": ["ann"], "sure": ""}).status_code == 409
    sent = send(boss, void, order | {"patron": ["ann"]})
    assert sent.status_code == 303, sent.text
    found = results(house, game)
    assert found["bob"] == {Result.VOID}
    assert found["ann"] != found["bob"]


def test_talking_about_a_hand_names_somebody(house: House) -> None:
    game = next(name for name in TABLES if Rules.of(name).applies(TALKING_FORFEITS))
    wagers(house, game)
    boss = house.as_(game.partition("-")[0], BOSS[game.partition("-")[0]])
    order: dict[str, str | list[str]] = {"ground": "talking", "reason": "told the next player", "sure": "1"}
    sent = send(boss, f"/tables/{TABLES[game]}/void", order | {"round": "1"})
    assert sent.status_code == 409 and "Name the players" in sent.text


# One wager, and a round that is over.

BOSSES = {"star": ("gaming-manager", "gaming-supervisor"), "crown": ("casino-manager", "area-manager")}


@pytest.mark.parametrize("game", [*TABLES])
def test_the_page_lists_wagers(house: House, game: str) -> None:
    wagers(house, game)
    boss, void = house.as_(game.partition("-")[0], BOSS[game.partition("-")[0]]), f"/tables/{TABLES[game]}/void"
    assert 'name="wager" value="1"' in look(boss, void).text
    order: dict[str, str | list[str]] = {"reason": "past posting", "sure": "1", "round": "1", "wager": ["1"]}
    sent = send(boss, void, order | {"ground": "fraud"})
    assert (sent.status_code == 303) == Rules.of(game).applies(WAGER_VOIDED), sent.text
    if sent.status_code == 409:
        assert "no single wager is voided for that" in sent.text
        assert send(boss, void, order | {"ground": "breach"}).status_code == 303
    round = house.floor.table(house.stream(game.partition("-")[0], TABLES[game])).open_state.round
    assert [wager.live for wager in round.wagers] == [True, False]


def test_a_dealer_has_somebody_with_the_power_sign(house: House) -> None:
    game = next(iter(TABLES))
    wagers(house, game)
    operator = game.partition("-")[0]
    dealer, void = house.as_(operator, "dealer"), f"/tables/{TABLES[game]}/void"
    order: dict[str, str | list[str]] = {"ground": "disruption", "reason": "a fire", "sure": "1", "round": "1"}
    assert send(dealer, void, order).status_code == 409
    wrong: dict[str, str | list[str]] = {"ruler-name": BOSS[operator], "ruler-password": "not this one"}
    assert send(dealer, void, order | wrong).status_code == 409
    signed = wrong | {"ruler-password": house.demonstration.password}
    assert send(dealer, void, order | signed).status_code == 303
    assert results(house, game) == {"ann": {Result.VOID}, "bob": {Result.VOID}}
    assert look(house.as_(operator, "ann"), void).status_code == 403


@pytest.mark.parametrize("game", [*TABLES])
def test_a_round_that_is_over_is_voided_with_an_approval(house: House, game: str) -> None:
    operator, table = game.partition("-")[0], TABLES[game]
    wagers(house, game)
    dealer, (boss_name, other) = house.as_(operator, "dealer"), BOSSES[operator]
    boss, void = house.as_(operator, boss_name), f"/tables/{table}/void"
    order: dict[str, str | list[str]] = {"ground": "disruption", "reason": "a fire", "sure": "1", "round": "1"}
    assert send(boss, void, order | {"ground": "breach", "patron": ["ann", "bob"]}).status_code == 303
    assert send(boss, void, order).status_code in (303, 404, 409)  # so that a round is over
    over = house.floor.table(house.stream(operator, table)).state.past[-1].opening.number
    page = look(boss, f"{void}?round={over}").text
    assert "is over" in page and "Approved by" in page and "talked about a hand" not in page
    again = order | {"round": str(over), "approver-name": other, "approver-password": house.demonstration.password}
    sent = send(boss, f"{void}?round={over}", again, to=void)
    assert sent.status_code == 409 and "no wager left to void" in sent.text
    unsigned = {name: said for name, said in again.items() if not name.startswith("approver")}
    assert send(boss, f"{void}?round={over}", unsigned, to=void).status_code == 409
    assert look(dealer, f"{void}?round={over}").status_code == 403


def test_a_settled_round_is_voided_over_the_api(house: House) -> None:
    """Ann folds and loses her Ante; the outcome is invalidated, and only the two who may can do it."""
    game = "star-caribbean-stud"
    table = TABLES[game]
    ann, dealer, boss = house.as_("star", "ann"), house.as_("star", "dealer"), house.as_("star", "gaming-manager")
    account = Account("star", "patron", "ann")
    before = house.store.balance(account).free
    assert ann.act(table, type="Place", need="wagers", patron="ann", area=1, spot="ante", stake=stake(2_500)).is_success
    stream = house.stream("star", table)
    while (round := house.floor.table(stream).open_state.round).number == 1:
        if round.need("decide-1"):
            assert ann.act(table, type="Decide", need="decide-1", patron="ann", option="fold").is_success
        else:
            dealt = dealer.order(f"/api/tables/{table}/deal", {})
            assert dealt.is_success, dealt.text
    assert house.store.balance(account).free == before - 2_500
    order: dict[str, object] = {"ground": "disruption", "reason": "a brawl", "round": 1}
    address = f"/api/tables/{table}/void-round"
    assert boss.order(address, order).status_code == 409
    order["approver"] = {"name": "gaming-supervisor", "password": house.demonstration.password}
    assert ann.order(address, order).status_code in (403, 409)
    done = boss.order(address, order)
    assert done.is_success and done.json()["differences"] == {"ann": 2_500}, done.text
    assert house.store.balance(account).free == before
