"""A clause is looked for in everything that rests on it: rounds, orders of the pit, decisions about patrons."""

from pitboss import law
from pitboss.floor.patrons.events import KINDS as PATRON_KINDS
from pitboss.floor.tables.log import KINDS as TABLE_KINDS
from pitboss.law import Key
from pitboss.law.rules import Rules
from pitboss.report.cited import RESTS_ON, grounds_of
from pitboss.report.found import clauses_of
from web.house import House, stake

_BARRED = law.BARRED_FROM_GAME
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


def test_what_an_event_rests_on_is_a_rule_of_the_book() -> None:
    for kind, rests_on in RESTS_ON.items():
        assert kind.__name__ in {**TABLE_KINDS, **PATRON_KINDS}
        assert callable(rests_on)
    said = grounds_of("PermissionSet", {"rule": "split-again", "granted": True, "rank": "gaming-manager"})
    assert "13.9.2" in clauses_of(Rules.of("star-pontoon"), said)  # though the book by itself does not grant it
