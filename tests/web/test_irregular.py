"""What went wrong, through the web: the console's questions, the remedies with their effects, the pit, the inspector,
the players, and the API that says the same."""

from datetime import timedelta
from typing import Any

import pytest

from pitboss.cards import show
from pitboss.floor.tables.irregularity_state import IrregularityClosed
from pitboss.floor.tables.log import read_table
from pitboss.play.acts import Decide
from pitboss.play.needs import DecisionNeed
from web.clients import TABLES, Caller, House, stake
from web.forms import has_its_twin, look, send

CARIBBEAN, CROWN, PONTOON = "star-caribbean-stud", "crown-caribbean-stud", "star-pontoon"
BOSS = {"star": "gaming-supervisor", "crown": "higher-duties-dealer"}


def dealt(house: House, game: str) -> tuple[Caller, str]:
    """Ann and Bob have hands at the game's table; its dealer."""
    operator, table = game.partition("-")[0], TABLES[game]
    spot = "wager" if game == PONTOON else "ante"
    for area, name in enumerate(("ann", "bob"), start=1):
        act: dict[str, Any] = {"type": "Place", "need": "wagers", "patron": name, "area": area, "spot": spot}
        spots = (spot, "blind") if "holdem" in game else (spot,)
        for each in spots:
            assert house.as_(operator, name).act(table, **act | {"spot": each}, stake=stake(2_500)).is_success
    dealer = house.as_(operator, "dealer")
    while not any(isinstance(need, DecisionNeed) for need in round_of(house, game).needs):
        assert dealer.order(f"/api/tables/{table}/deal").is_success
    return dealer, table


def round_of(house: House, game: str) -> Any:
    operator, table = game.partition("-")[0], TABLES[game]
    return house.floor.table(house.stream(operator, table)).open_state.round


def closed(house: House, game: str) -> list[IrregularityClosed]:
    stream = house.stream(game.partition("-")[0], TABLES[game])
    return [event for event in read_table(house.store, stream) if isinstance(event, IrregularityClosed)]


@pytest.mark.parametrize("game", [*TABLES])
def test_page_asks_and_the_api_says_the_same(house: House, game: str) -> None:
    dealer, table = dealt(house, game)
    page = look(dealer, f"/tables/{table}/irregular")
    assert page.status_code == 200 and "Keyed wrong, or dealt wrong?" in page.text
    assert has_its_twin(dealer, f"/tables/{table}/irregular")
    said = dealer.get(f"/api/tables/{table}/irregularities").json()
    assert said["facts"] and said["matter"] is None
    for fact in said["facts"]:
        assert fact["words"].replace("'", "&#39;") in page.text
        asked = look(dealer, f"/tables/{table}/irregular?fact={fact['name']}")
        assert asked.status_code == 200, fact
        assert look(dealer, f"/tables/{table}/irregular?fact={fact['name']}&asked=1").status_code == 200
    assert house.as_(dealer.operator, "ann").get(f"/api/tables/{table}/irregularities").status_code in (403, 409)


def test_dealers_own_remedy_is_confirmed_with_its_effects(house: House) -> None:
    """Star Caribbean Stud 14.1: no person has looked."""
    dealer, table = dealt(house, CARIBBEAN)
    page = look(dealer, f"/tables/{table}/irregular?fact=dealt-wrong&asked=1").text
    assert "14.1" in page and "the dealer" in page and "$25 goes back" in page and 'id="do-misdeal"' in page
    form = {"do": "state", "fact": "dealt-wrong", "asked": "1", "remedy": "misdeal", "reason": "stuck", "round": "1"}
    sent = send(dealer, f"/tables/{table}/irregular", form, f"/tables/{table}/irregularity")
    assert sent.status_code == 303, sent.text
    (done,) = closed(house, CARIBBEAN)
    assert done.alone and done.how == "misdeal"
    ann = house.as_("star", "ann")
    for path in (f"/tables/{table}", f"/tables/{table}/words"):
        assert "misdeal" in look(ann, path).text
    pit = look(house.as_("star", "gaming-manager"), "/pit").text
    assert "Carried out by dealer alone" in pit


def test_rank_signs_at_the_table_or_the_pit_rules(house: House) -> None:
    """Crown 13.2.1: the dealer's page takes the password of a Higher Duties Dealer; else it waits for the pit."""
    dealer, table = dealt(house, CROWN)
    where, to = f"/tables/{table}/irregular", f"/tables/{table}/irregularity"
    hand = next(hand.id for hand in round_of(house, CROWN).hands if hand.area == 1)
    asked = {"fact": "player-count", "asked": "1", "hand": str(hand), "extra-count": "1"}
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    page = look(dealer, f"{where}?{query}").text
    assert "13.2.1" in page and "higher duties dealer or above" in page and "Count all the cards" in page
    form: dict[str, Any] = asked | {"do": "state", "remedy": "misdeal", "reason": "six cards", "round": "1"}
    wrong = send(dealer, where, form | {"ruler-name": BOSS["crown"], "ruler-password": "guess"}, to)
    assert wrong.status_code == 409 and not closed(house, CROWN)
    sent = send(dealer, where, form | {"waits": "1"}, to)
    assert sent.status_code == 303
    console = look(dealer, f"/tables/{table}/console").text
    assert "Play waits" in console
    need = next(need for need in round_of(house, CROWN).needs if isinstance(need, DecisionNeed))
    act = Decide(need.id, need.patron, "fold")
    no = house.as_("crown", need.patron).act(table, type="Decide", need=act.need, patron=act.patron, option="fold")
    assert no.status_code == 409 and "ruled-first" in no.json()["because"]
    assert "Play waits for a ruling" in look(house.as_("crown", need.patron), f"/tables/{table}/words").text
    boss = house.as_("crown", BOSS["crown"])
    inbox = boss.get("/api/pit").json()["inbox"]
    (item,) = [each for each in inbox if each["kind"] == "irregularity"]
    assert item["theirs"] and "misdeal" in [option["name"] for option in item["options"]]
    theirs = dealer.get(f"/api/tables/{table}/irregularities").json()["matter"]
    assert not any(remedy["theirs"] for remedy in theirs["remedies"])
    ruled = {"do": "rule-irregularity", "matter": item["id"], "remedy": "misdeal", "reason": "six cards"}
    assert send(boss, f"/pit/tables/{table}", ruled).status_code == 303
    (done,) = closed(house, CROWN)
    assert (done.rank, done.alone) == ("higher-duties-dealer", False)
    assert [each["kind"] for each in boss.get("/api/pit").json()["inbox"]] == ["order"]
    assert "Before the next card:" in look(dealer, f"/tables/{table}/console").text


def test_rank_signs_on_the_dealers_page(house: House) -> None:
    dealer, table = dealt(house, CROWN)
    where, to = f"/tables/{table}/irregular", f"/tables/{table}/irregularity"
    hand = next(hand.id for hand in round_of(house, CROWN).hands if hand.area == 1)
    form = {"fact": "player-count", "asked": "1", "hand": str(hand), "extra-count": "1", "do": "state"}
    form |= {"remedy": "misdeal", "reason": "six cards", "round": "1"}
    form |= {"ruler-name": BOSS["crown"], "ruler-password": house.demonstration.password}
    sent = send(dealer, where, form, to)
    assert sent.status_code == 303, sent.text
    (done,) = closed(house, CROWN)
    assert (done.by, done.rank, done.alone) == (BOSS["crown"], "higher-duties-dealer", False)


def test_inspector_is_told_and_reads_the_register(house: House) -> None:
    """Star Caribbean Stud 14.9.4: Surveillance and an inspector are told; what is overdue shows."""
    dealer, table = dealt(house, CARIBBEAN)
    said = {"fact": "card-missing", "remedy": "void-round", "reason": "51 counted"}
    assert dealer.order(f"/api/tables/{table}/state-irregularity", said).json()["done"] is True
    boss, inspector = house.as_("star", "gaming-supervisor"), house.as_("star", "inspector")
    titles = [each["title"] for each in boss.get("/api/pit").json()["inbox"] if each["kind"] == "notify"]
    assert len(titles) == 2 and not any("overdue" in title for title in titles)
    house.clock.advance(timedelta(minutes=6))
    boss, inspector = Caller(house, "star", "gaming-supervisor"), Caller(house, "star", "inspector")
    titles = [each["title"] for each in boss.get("/api/pit").json()["inbox"] if each["kind"] == "notify"]
    assert all("overdue" in title for title in titles)
    page = look(inspector, "/inspect").text
    assert "To be told" in page and "overdue" in page
    (mine,) = inspector.get("/api/inspect/search").json()["notifications"]
    form = {"do": "notify", "notification": mine["notification"]["id"], "words": "by phone"}
    assert send(inspector, "/inspect", form, f"/inspect/tables/{table}").status_code == 303
    assert "To be told" not in look(inspector, "/inspect").text
    other = next(e["id"] for e in boss.get("/api/pit").json()["inbox"] if e["kind"] == "notify")
    form = {"do": "notify", "notification": other, "person": "Mr Vale"}
    assert send(boss, f"/pit/tables/{table}", form).status_code == 303
    (row,) = inspector.get("/api/inspect/registers/irregularities").json()["rows"]
    assert row["state"] == "void-round" and row["ruled_by"] == "dealer" and len(row["told"]) == 2
    assert any("Mr Vale" in told for told in row["told"]) and any("late" in told for told in row["told"])
    assert inspector.get("/api/inspect/search?clause=14.9.4&all=true").json()["found"]


def test_dismissed_and_restored_in_the_pit(house: House) -> None:
    dealer, table = dealt(house, CROWN)
    assert dealer.order(f"/api/tables/{table}/state-irregularity", {"fact": "card-missing"}).is_success
    boss = house.as_("crown", "casino-manager")
    page = look(boss, f"/tables/{table}/irregular").text
    assert "It did not happen" in page
    (item,) = [each for each in boss.get("/api/pit").json()["inbox"] if each["kind"] == "irregularity"]
    form = {"do": "dismiss", "matter": item["id"], "reason": "it lay under the shoe"}
    where = f"/tables/{table}/irregular"
    assert send(boss, where, form, f"/tables/{table}/irregularity").status_code == 303
    assert [done.how for done in closed(house, CROWN)] == ["dismissed"]
    assert send(boss, where, form, f"/tables/{table}/irregularity").status_code == 409  # once


def test_card_that_does_not_fit_offers_both_ways(house: House) -> None:
    """Mis-keyed or misdealt: the console asks, and takes what was keyed along."""
    dealer, table = house.as_("star", "dealer"), TABLES[CARIBBEAN]
    place = {"type": "Place", "need": "wagers", "patron": "ann", "area": 1, "spot": "ante"}
    assert house.as_("star", "ann").act(table, **place, stake=stake(2_500)).is_success
    console = f"/tables/{table}/console"

    for kind, do in (("ShuffleNeed", "shuffle"), ("CutNeed", "cut"), ("CallNeed", "call")):
        for each in round_of(house, CARIBBEAN).needs:
            if type(each).__name__ == kind:
                form = {"do": do, "need": each.id, "round": "1", "at": str(getattr(each, "least", 0))}
                assert send(dealer, console, form).status_code == 303
    cards = next(each for each in round_of(house, CARIBBEAN).needs if type(each).__name__ == "CardsNeed")
    twice = show(tuple(list(round_of(house, CARIBBEAN).game.deck_set)[:1]) * 2)
    no = send(dealer, console, {"do": "deal", "need": cards.id, "round": "1", "cards": twice})
    assert no.status_code == 409 and 'id="key-again"' in no.text and 'id="really-came"' in no.text
    first = twice.split()[0]
    assert f"irregular?keyed={first}%20{first}#what" in no.text


def test_devices_are_registered_and_moved_in_the_pit(house: House) -> None:
    boss, table = house.as_("star", "gaming-supervisor"), TABLES[PONTOON]
    page = f"/pit/tables/{table}"
    assert "A shoe or device comes to the table" in look(boss, page).text
    form = {"do": "register-device", "device": "S-1", "kind": "shoe", "spare": "yes"}
    assert send(boss, page, form).status_code == 303
    assert "<b>S-1</b>, a shoe: spare" in look(boss, page).text
    form = {"do": "move-device", "device": "S-1", "to": "failed", "reason": "a hinge broke"}
    assert send(boss, page, form).status_code == 303
    rows = house.as_("star", "inspector").get("/api/inspect/registers/equipment").json()["rows"]
    assert [(row["device"], row["state"]) for row in rows] == [("S-1", "failed"), ("S-1", "spare")]


def test_round_that_is_over_is_ruled_on_until_the_next_begins(house: House) -> None:
    """Pontoon 17.8: found after the round; one person rules, and another approves the correction."""
    dealer, table = dealt(house, PONTOON)
    while round_of(house, PONTOON).number == 1:
        waiting = [need for need in round_of(house, PONTOON).needs if isinstance(need, DecisionNeed)]
        asked = [need for need in waiting if not need.optional]
        if asked:
            act = Decide(asked[0].id, asked[0].patron, "stand")
            caller = house.as_("star", act.patron)
            assert caller.act(table, type="Decide", need=act.need, patron=act.patron, option="stand").is_success
        else:
            assert dealer.order(f"/api/tables/{table}/deal").is_success
    page = look(dealer, f"/tables/{table}/irregular")
    assert 'id="last-round"' in page.text
    page = look(dealer, f"/tables/{table}/irregular?of=1&fact=dealing-error&asked=1")
    assert "17.8" in page.text and 'name="approver-name"' in page.text and "Send it to the pit" not in page.text
    form = {"do": "state", "of": "1", "fact": "dealing-error", "asked": "1", "remedy": "void", "reason": "passed over"}
    page_of, to, password = (
        f"/tables/{table}/irregular?of=1",
        f"/tables/{table}/irregularity",
        house.demonstration.password,
    )
    ruler = {"ruler-name": "gaming-supervisor", "ruler-password": password}
    alone = send(dealer, page_of, form | ruler, to)
    assert alone.status_code == 409 and "ask another person to approve it" in alone.text
    approver = {"approver-name": "gaming-manager", "approver-password": password}
    assert send(dealer, page_of, form | ruler | approver, to).status_code == 303
    (done,) = closed(house, PONTOON)
    assert (done.how, done.round, done.rank) == ("void", 1, "gaming-supervisor")
