"""The page that voids: the whole round, some players' part in it, or with wagers that are forfeited where the rules
let them be."""

import pytest

from pitboss.floor.tables.events import RoundEnded
from pitboss.floor.tables.log import read_table
from pitboss.law import FRAUD_FORFEITS, TALKING_FORFEITS
from pitboss.law.rules import Rules
from pitboss.play.wager import Result
from web.forms import look, send
from web.house import TABLES, House, stake

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
    ended = [event for event in events if isinstance(event, RoundEnded)][-1]
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
