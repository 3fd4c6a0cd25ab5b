"""A clause is looked for in everything that rests on it: rounds, orders of the pit, decisions about patrons."""

from typing import Any

import pytest

from pitboss import law
from pitboss.floor.patrons.state import KINDS as PATRON_KINDS
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store import Stored, table_stream
from pitboss.floor.tables.corrections import CorrectRound
from pitboss.floor.tables.limits_sign import NoticeTakenDown
from pitboss.floor.tables.orders import PermissionSet, RestrictionLifted
from pitboss.floor.tables.state import RoundCorrected, TableEvent
from pitboss.law import Key
from pitboss.law.rules import Rules
from pitboss.money import Stake
from pitboss.play.acts import Place
from pitboss.report.search import RESTS_ON, clauses_of, event_grounds
from pitboss.value import log_name
from web.clients import TABLES, House, stake
from web.test_floor_records import play

_BARRED = law.BARRED_FROM_GAME
_BOSSES = {"star": ("gaming-manager", "assistant-gaming-manager"), "crown": ("casino-manager", "area-manager")}
"""Two people of each house who may correct a round, one asking and one approving."""
_REFUSED = {"patron": "bob", "area": 2, "spot": "wager", "reason": "a doubt about the chips"}


def _clause_of(key: Key) -> str:
    return Rules.of("star-pontoon").clauses(key)[0]


def test_a_clause_finds_what_the_pit_and_the_house_decided_by_it(house: House) -> None:
    boss, inspector = house.as_("star", "gaming-manager"), house.as_("star", "inspector")
    ante = {"ante": {"minimum_cents": 10_000, "maximum_cents": 50_000}}
    bob = house.as_("star", "bob")
    assert bob.act("1", type="Place", need="wagers", patron="bob", area=2, spot="wager", stake=stake(500)).is_success
    orders = [
        ("tables/2/announce-limits", {"limits": ante}, "Notice posted", law.RAISE_ON_NOTICE),
        ("tables/1/refuse-wager", _REFUSED, "Wager refused", law.WAGER_REFUSED),
        ("tables/1/reserve-areas", {"patron": "ann", "areas": [3]}, "Areas reserved", law.AREAS_RESERVED),
        ("tables/1/limit-people", {"bettors": 2, "players": 0}, "People limited", law.THREE_BETTORS),
        ("tables/2/count-cards", {"counted": 52, "reason": "a doubt"}, "Cards counted", law.CARDS_COUNTED),
        ("patrons/cat/exclude-patron", {"reason": "conduct"}, "Excluded", law.EXCLUDED),
        ("patrons/bob/bar-from-game", {"game": "star-pontoon", "reason": "conduct"}, "Barred from game", _BARRED),
    ]
    for path, body, what, key in orders:
        done = boss.order(f"/api/{path}", body)
        assert done.status_code == 200, (path, done.text)
        game = "star-caribbean-stud" if "tables/2" in path else "star-pontoon"
        for clause in Rules.of(game).clauses(key):
            found = inspector.get(f"/api/inspect/search?clause={clause}").json()["found"]
            (row,) = [each for each in found if each["what"] == what]
            assert clause in row["clauses"] and row["edition"] == game
            assert row["by"] == "gaming-manager"
    (bar,) = inspector.get(f"/api/inspect/search?player=bob&clause={_clause_of(_BARRED)}").json()["found"]
    assert (bar["what"], bar["table"], bar["players"]) == ("Barred from game", None, ["bob"])
    page = inspector.get(f"/inspect?clause={_clause_of(law.EXCLUDED)}", Cookie=f"pitboss={inspector.token}")
    assert page.status_code == 200 and "Excluded" in page.text


def _found(house: House, game: str, clause: str, what: str) -> list[dict[str, Any]]:
    """What an inspector finds under a clause, of a kind, at the table of a game."""
    inspector = house.as_(game.partition("-")[0], "inspector")
    found = inspector.get(f"/api/inspect/search?clause={clause}&table={TABLES[game]}").json()["found"]
    return [row for row in found if row["what"] == what and clause in row["clauses"]]


_PUT_RIGHT = {"star-pontoon": "17.18.2", "star-mississippi-stud": "11.13.2"}
"""Where a document speaks of wagers that were settled wrongly; elsewhere the person who rules on disputes decides."""


@pytest.mark.parametrize("game", TABLES)
def test_a_clause_finds_the_rounds_that_were_corrected(house: House, game: str) -> None:
    operator, table = game.partition("-")[0], TABLES[game]
    number = play(house, game)
    past = house.floor.table(house.stream(operator, table)).state.past[-1]
    more = tuple(
        act._replace(stake=Stake.of(2 * act.stake.cents)) if isinstance(act, Place) and act.patron == "ann" else act
        for act in past.acts
    )
    boss, other = (Actor(operator, rank, rank) for rank in _BOSSES[operator])
    rule = _PUT_RIGHT.get(game) or Rules.of(game).clauses(law.DISPUTE_RULED)[0]
    assert not _found(house, game, rule, "Round corrected")
    house.floor.do(Order(boss, CorrectRound(table, number, more, "a stake was keyed wrong", other), "put-right"))
    (row,) = _found(house, game, rule, "Round corrected")
    assert (row["round"], row["by"], row["edition"]) == (number, boss.person, Rules.of(game).edition.name)
    (round,) = house.as_(operator, "inspector").get(f"/api/inspect/search?table={table}&round={number}").json()["found"]
    settled = set(row["clauses"]) - {rule}
    assert settled and settled <= set(round["clauses"])  # and by the clauses that the changed wagers were settled under
    for clause in settled:
        assert _found(house, game, clause, "Round corrected") == [row]


@pytest.mark.parametrize("game", TABLES)
def test_a_clause_finds_the_signs_that_were_taken_down(house: House, game: str) -> None:
    operator, table = game.partition("-")[0], TABLES[game]
    boss = house.as_(operator, _BOSSES[operator][0])
    spot = "wager" if game == "star-pontoon" else "ante"
    higher = {"limits": {spot: {"minimum_cents": 10_000, "maximum_cents": 50_000, "unit_cents": 10_000}}}
    for order, body, key in (
        ("announce-limits", higher, law.RAISE_ON_NOTICE),
        ("announce-closing", {}, law.CLOSE_ON_NOTICE),
    ):
        sign = boss.order(f"/api/tables/{table}/{order}", body).json()["notice"]
        (clause,) = Rules.of(game).cite((key,))
        assert not _found(house, game, clause, "Notice taken down")
        down = boss.order(f"/api/tables/{table}/take-down-notice", {"notice": sign, "reason": "not after all"})
        assert down.status_code == 200, down.text
        (row,) = _found(house, game, clause, "Notice taken down")
        assert (row["words"], row["by"]) == (["not after all"], boss.name)


def test_a_clause_finds_the_restrictions_that_were_lifted(house: House) -> None:
    game, boss = "star-pontoon", house.as_("star", "gaming-manager")
    play(house, game)  # which Cat sits out
    for rule in (law.HELD_TO_MINIMUM, law.HELD_IN_LATER_SHOES, law.ONE_AREA_AT_MINIMUM):
        (clause,) = Rules.of(game).clauses(rule)
        told = {"who": "inspector", "about": rule, "patron": "cat"}
        assert boss.order("/api/tables/1/tell", told).status_code == 200
        held = boss.order("/api/tables/1/restrict", {"patron": "cat", "rule": rule})
        assert held.status_code == 200, held.text
        assert not _found(house, game, clause, "Restriction lifted")
        lifted = boss.order("/api/tables/1/lift-restriction", {"patron": "cat"})
        assert lifted.status_code == 200, lifted.text
        (row,) = _found(house, game, clause, "Restriction lifted")
        assert (row["players"], row["by"]) == (["cat"], "gaming-manager")
    crown = house.as_("crown", "casino-manager").order("/api/tables/4/lift-restriction", {"patron": "cat"})
    assert crown.status_code == 409 and "do not have this order" in crown.text  # Crown restricts no player


def _stored(kind: type[TableEvent], data: dict[str, Any]) -> Stored:
    return Stored(1, table_stream("star", "1"), 1, log_name(kind), 1, data, "", "", "", "", 1)


def test_events_that_were_written_without_their_rules_are_read_and_rest_on_none() -> None:
    old: list[tuple[type[TableEvent], dict[str, Any]]] = [
        (RoundCorrected, {"round": 3, "acts": [], "reason": "a wrong card", "approved_by": "boss"}),
        (NoticeTakenDown, {"id": "notice-2", "reason": "not after all"}),
        (RestrictionLifted, {"patron": "ann", "rank": "gaming-manager"}),
    ]
    for kind, data in old:
        assert event_grounds(_stored(kind, data)) == ()


def test_what_an_event_rests_on_is_a_rule_of_the_book() -> None:
    for kind, rests_on in RESTS_ON.items():
        assert log_name(kind) in PATRON_KINDS
        assert callable(rests_on)
    said = event_grounds(_stored(PermissionSet, {"rule": "split-again", "granted": True, "rank": "gaming-manager"}))
    assert "13.9.2" in clauses_of(Rules.of("star-pontoon"), said)  # though the book by itself does not grant it


def test_practice_is_apart_from_money_in_what_lies_with_the_inspector(house: House) -> None:
    inspector = house.as_("star", "inspector")
    for practice in (False, True):
        approvals = inspector.get(f"/api/inspect/search?practice={str(practice).lower()}").json()["approvals"]
        assert approvals
        assert {each["table"].startswith("P") for each in approvals} == {practice}
