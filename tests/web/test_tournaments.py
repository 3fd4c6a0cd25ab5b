"""Tournaments through pages and the API: built, published, entered, played, watched and paid; and what each viewer is
not told."""

import re
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from pitboss.floor.patrons.account import PayIn
from pitboss.floor.patrons.office import IssueCard, RegisterPatron
from pitboss.floor.tournaments.building import AppointHead, NotePresence
from pitboss.floor.tournaments.conduct import ChargeAbsence
from pitboss.floor.tournaments.entries import BriefPlayers, EnterTournament
from pitboss.floor.tournaments.results import ConcludeTournament, CountChips, EndSession, PayPrize
from pitboss.floor.tournaments.simulated import SimulatedTournament
from pitboss.floor.tournaments.special_wagers import PlayPassCard
from pitboss.floor.tournaments.tournament_sessions import DrawSeats, PayBuyIn, StartSession
from pitboss.play import Refused
from pitboss.tournament.conditions import items_of
from web.clients import House
from web.forms import look, send

WHEN = "2026-03-02T21:00"
"""The time of the tests' clock, in Sydney."""
PARTS: list[tuple[str, dict[str, Any]]] = [
    ("set-entry-terms", {"starts_at": WHEN, "place": "the salon", "entry_fee_cents": "100", "most_players": "7"}),
    ("set-chip-terms", {"chips_cents": "1000", "denominations": "100, 25 500"}),
    ("set-wager-terms", {"minimum_cents": "100", "maximum_cents": "500", "undisclosed": "1", "pass_cards": "1"}),
    ("plan-session", {"number": "1", "name": "final", "rounds": "2", "advance": "2"}),
    ("set-prizes", {"shares": "70 30"}),
]
YES_NO = {"substitutes": "no", "agree": "yes", "may_refuse": "no"}


def build(house: House, operator: str = "star", game: str = "star-pontoon") -> Any:
    """A tournament, built on its pages and published; the manager who did it."""
    boss = house.as_(operator, "gaming-manager" if operator == "star" else "casino-manager")
    said = {"do": "draft-tournament", "tournament": "cup", "game": game, "title": "The spring cup"}
    assert send(boss, "/tournaments", said).status_code == 303
    page = look(boss, "/tournaments/cup/builder")
    assert "Before they are published" in page.text
    for name, fields in PARTS:
        more = YES_NO if name == "set-entry-terms" else {}
        more = more | ({"in_turn": "yes", "from_marker": "no"} if name == "set-wager-terms" else {})
        answer = send(boss, "/tournaments/cup/builder", {"do": name, **fields, **more})
        assert answer.status_code == 303, answer.text
    return boss


def test_tournament_is_built_and_published_on_its_pages(house: House) -> None:
    boss, ann = build(house), house.as_("star", "ann")
    assert ann.get("/api/tournaments/cup").status_code == 404, "a draft is the house's own"
    page = look(boss, "/tournaments/cup/builder").text
    assert "keep to the rules" in page
    for field, said in (
        ("set-entry-terms-entry_fee_cents", "100"),
        ("set-prizes-shares", "70, 30"),
        ("set-chip-terms-denominations", "25, 100, 500"),
    ):
        assert re.search(rf'id="{field}"[^>]*value="{said}"', page), "a part that is set again starts from what is set"
    unclear = {"do": "set-chip-terms", "chips_cents": "1000", "denominations": "a few"}
    assert "write them as in 5, 25" in send(boss, "/tournaments/cup/builder", unclear).text
    planned = {"do": "plan-session", "number": "2", "name": "more", "rounds": "2", "advance": "2"}
    assert send(boss, "/tournaments/cup/builder", planned).status_code == 303
    out = {"do": "take-out-part", "what": "session 2"}
    assert send(boss, "/tournaments/cup/builder", out).status_code == 303
    assert send(boss, "/tournaments/cup/builder", {"do": "publish-conditions"}).status_code == 303
    seen = ann.get("/api/tournaments/cup").json()
    assert seen["status"] == "published"
    assert {"20.4.2(a)", "20.4.2(k)"} <= {number for line in seen["conditions"] for number in line["clauses"]}
    printed = look(ann, "/tournaments/cup/conditions").text
    assert "The entry fee is $100." in printed and "20.4.2(a)" in printed
    assert 'value="raise-matter"' not in look(ann, "/tournaments/cup").text, "a dispute is an entrant's"
    assert ann.get("/api/tournaments").json()["tournaments"][0]["title"] == "The spring cup"
    assert look(ann, "/tournaments").status_code == 200
    refused = ann.order("/api/tournaments/cup/draw-seats", {"tables": ["T1"]})
    assert refused.status_code == 409 and refused.json()["because"] == ["tables-designated"]


@pytest.fixture
def played(house: House) -> SimulatedTournament:
    """A tournament whose final is being played by ann and others."""
    boss = build(house)
    assert send(boss, "/tournaments/cup/builder", {"do": "publish-conditions"}).status_code == 303
    show = SimulatedTournament(house.floor, "star", "cup", ("T1",), Random(3).randrange)
    show.enter(("ann", "bob", "dan"))
    return show


def test_player_and_desk_and_board(house: House, played: SimulatedTournament) -> None:
    ann, boss, dealer = house.as_("star", "ann"), house.as_("star", "gaming-manager"), house.as_("star", "dealer")
    assert "Draw the seats" in look(boss, "/tournaments/cup/desk").text
    assert look(ann, "/tournaments/cup/desk").status_code == 403
    steps = played.play(house.floor.reactions.react)
    while played.state.session is None or played.state.session.status != "open":
        next(steps)
    barred = ann.get("/api/lab/star-pontoon")
    assert barred.status_code == 403 and "until you have left it" in barred.text, "no mathematics at the table"
    page = look(ann, "/tournaments/cup").text
    assert "Your seat" in page and "Go to the table" in page
    card = look(ann, "/tournaments/cup/seats/ann").text
    assert re.search(r"Table T1, area \d", card)
    assert ann.get("/api/tournaments/cup/seats/bob").status_code == 404
    board = look(dealer, "/tournaments/cup/board").text
    assert "$1,000" in board and "The spring cup" in board
    table = look(ann, "/tables/T1").text
    assert 'href="/tournaments/cup"' in table, "the way to pass cards, forms and the clock"
    assert "Undisclosed" not in table, "an undisclosed wager is no wager of chips"
    assert "Set a limit" not in table, "its chips are no money"
    assert 'value="raise-matter"' in page
    for page in (table, look(ann, "/tables/T1/words").text):
        assert "Get up from" not in page and "Leave the table" not in page, "seats are drawn"
    for _ in steps:
        pass
    results = look(ann, "/tournaments/cup/results").text
    assert "$210" in results and "$90" in results
    tiles, _, closed = look(ann, "/lobby").text.partition('class="closed-tables"')
    assert "/tables/T1" not in tiles and "/tables/T1" in closed, "tables that are over do not stand before the others"
    for view in ("", "/desk", "/board"):
        over = look(boss, f"/tournaments/cup{view}").text
        assert "entered" not in over and "is-out" not in over, "each has a place"
    assert "prizes are to be paid" in look(boss, "/tournaments/cup/desk").text
    first = played.state.places[0].patron
    paid = send(boss, "/tournaments/cup/desk", {"do": "pay-prize", "patron": first, "how": "cashless"})
    assert paid.status_code == 303


def test_undisclosed_wager_reaches_no_other_viewer(house: House, played: SimulatedTournament) -> None:
    steps = played.play(house.floor.reactions.react)
    while played.state.session is None or played.state.session.status != "open":
        next(steps)
    ann, bob, boss = (house.as_("star", name) for name in ("ann", "bob", "gaming-manager"))
    inspector = house.as_("star", "inspector")
    handed = {"do": "hand-in-form", "kind": "wager", "cents": "400"}
    assert send(ann, "/tournaments/cup", handed).status_code == 303
    pages = ("/api/tournaments/cup", "/api/tables/T1", "/api/tournaments/cup/seats/bob")
    for viewer in (bob, inspector):
        for path in pages:
            assert "40000" not in viewer.get(path).text and "$400" not in viewer.get(path).text
        assert not viewer.get("/api/tournaments/cup").json()["forms"]
    assert "wager, $400" in look(boss, "/tournaments/cup/desk").text
    told = inspector.get("/api/inspect/log?limit=500")
    assert "40000" not in told.text
    assert next(steps) == "wager", "bob is before ann"
    examined = {"do": "examine-form", "patron": "ann", "accepts": "yes"}
    assert send(boss, "/tournaments/cup/desk", examined).status_code == 303
    for view in ("", "/words"):
        page = look(ann, f"/tables/T1{view}")  # where it lies alone in the box
        assert page.status_code == 200 and "Take back" not in page.text
        assert "face down" in page.text
    taken = ann.act("T1", type="TakeBack", need="wagers", patron="ann", area=2, spot="undisclosed")
    assert taken.status_code == 409, taken.text
    for _ in steps:
        if shown := bob.get("/api/tournaments/cup").json()["forms"]:
            break
    assert {"patron": "ann", "table": "T1", "kind": "wager", "cents": 40_000, "clauses": ["20.8.4"]} in shown
    assert "clauses/20.8.4" in look(bob, "/tournaments/cup").text
    assert not inspector.get("/api/tournaments/cup").json()["forms"], "for players and the staff of the tournament"


def test_words_of_the_staff_and_of_a_dispute_are_not_for_all(house: House, played: SimulatedTournament) -> None:
    steps = played.play(house.floor.reactions.react)
    while played.state.session is None or played.state.session.status != "open":
        next(steps)
    ann, bob, cat, boss = (house.as_("star", name) for name in ("ann", "bob", "cat", "gaming-manager"))
    said = {
        "do": "remove-player",
        "patron": "bob",
        "ground": "hides-chips",
        "reason": "two in a sleeve",
        "refund": "no",
    }
    assert send(boss, "/tournaments/cup/desk", said).status_code == 303
    assert send(ann, "/tournaments/cup", {"do": "raise-matter", "about": "dan looks at my cards"}).status_code == 303
    for viewer, sleeve, cards in ((cat, False, False), (bob, True, False), (ann, False, True), (boss, True, True)):
        seen = viewer.get("/api/tournaments/cup").text + look(viewer, "/tournaments/cup").text
        assert ("sleeve" in seen, "my cards" in seen) == (sleeve, cards)
    assert "sleeve" not in look(boss, "/tournaments/cup/board").text, "it hangs on a wall"


def test_player_pays_the_buy_in_from_the_own_page(house: House) -> None:
    boss = build(house)
    chips = {"do": "set-chip-terms", "chips_cents": "1000", "buy_in_cents": "50"}
    assert send(boss, "/tournaments/cup/builder", chips).status_code == 303
    assert send(boss, "/tournaments/cup/builder", {"do": "publish-conditions"}).status_code == 303
    show = SimulatedTournament(house.floor, "star", "cup", ("T1",), Random(3).randrange)
    show.enter(("ann", "bob"))
    next(show.play())  # the seats are drawn
    ann, cat = house.as_("star", "ann"), house.as_("star", "cat")
    assert 'value="pay-buy-in"' in look(ann, "/tournaments/cup").text
    assert 'value="pay-buy-in"' not in look(cat, "/tournaments/cup").text, "she has not entered"
    assert send(ann, "/tournaments/cup", {"do": "pay-buy-in", "how": "cashless"}).status_code == 303
    assert show.state.entrants["ann"].bought_for == 1
    assert 'value="pay-buy-in"' not in look(ann, "/tournaments/cup").text, "it is paid"


def test_inspector_finds_a_tournament_by_clause_and_in_its_register(house: House, played: SimulatedTournament) -> None:
    for _ in played.play(house.floor.reactions.react):
        pass
    inspector = house.as_("star", "inspector")

    def found(**asked: str) -> list[Any]:
        rows = inspector.get(f"/api/inspect/search?{urlencode({'all': 'true', **asked})}").json()["found"]
        return [row for row in rows if row["what"] != "Round"]

    drawn = found(clause="20.5.1")
    assert [row["what"] for row in drawn] == ["Seats drawn"] and drawn[0]["edition"] == "star-pontoon"
    assert {row["what"] for row in found(clause="20.5.7")} == {"Chips counted"}
    assert found(clause="20.5.7")[0]["table"] == "T1"
    assert found(clause="20.5.7", table="T1") and not found(clause="20.5.7", table="P1")
    assert "Entry taken" in {row["what"] for row in found(clause="20.3", player="ann")}
    assert {row["what"] for row in found(clause="20.4.1")} == {"Conditions published"}, "by the rules of its class"
    sheet = inspector.get("/api/inspect/registers/tournaments").json()
    rows = {row["what"]: row for row in reversed(sheet["rows"])}
    assert rows["Entry taken"]["amount_cents"] == 100_00
    assert "ann $" in rows["Chips counted"]["words"] and rows["Session started"]["chips_cents"] == 1_000_00
    assert rows["Tournament concluded"]["words"].startswith("1 ")
    assert "Round played" not in rows or rows["Round played"]["words"].startswith("Out: ")
    page = look(inspector, "/inspect/registers/tournaments").text
    assert "Entry taken" in page and "Tournaments" in page
    assert inspector.get("/api/inspect/registers/tournaments.csv").status_code == 200


def test_crown_tournament_has_its_provisions(house: House) -> None:
    boss = house.as_("crown", "casino-manager")
    said = {"do": "draft-tournament", "tournament": "cup", "game": "crown-caribbean-stud", "title": "The cup"}
    assert send(boss, "/tournaments", said).status_code == 303
    page = look(boss, "/tournaments/cup/builder").text
    assert "Provision" in page and "14.4.6(a)" in page
    chosen = {"do": "choose-provision", "provision": "terms-winners most-chips"}
    assert send(boss, "/tournaments/cup/builder", chosen).status_code == 303
    assert "14.4.8(h)" in boss.get("/api/tournaments/cup").text
    terms = {"starts_at": "2026-03-02T10:10:00.000000Z", "place": "the salon"}
    assert boss.order("/api/tournaments/cup/set-entry-terms", terms).status_code == 200
    assert "<dd>02.03.2026 21:10</dd>" in look(boss, "/tournaments/cup/conditions").text, "a time as people read it"


def test_director_follows_what_the_desk_says_is_next(house: House) -> None:
    """From the draft to the last prize by the desk's next step alone, at Crown with a buy-in."""
    boss = build_crown(house)
    show = SimulatedTournament(house.floor, "crown", "cup", ("T1",), Random(3).randrange)

    def seats() -> tuple[str, ...]:
        return show.state.sessions[-1].players

    def enter() -> None:
        for name in ("ann", "bob"):
            for command in (RegisterPatron(name), IssueCard(name, f"card {name}"), PayIn(name, 500_00)):
                with suppress(Refused):
                    show.order(command)
            show.order(EnterTournament("cup", name, agrees=True))

    def play() -> None:
        show.order(ChargeAbsence("cup", seats()[0]))
        show.order(PlayPassCard("cup", seats()[1]))
        house.floor.reactions.react()

    orders: list[tuple[str, Callable[[], object]]] = [
        ("Put a person in charge", lambda: show.order(AppointHead("cup", "casino-manager"))),
        ("Take entries: 0 of at least 2", enter),
        ("Draw the seats of the final at 1 table", lambda: show.order(DrawSeats("cup", ("T1",)))),
        ("Note that you are here", lambda: show.order(NotePresence("cup"))),
        ("Brief the players", lambda: show.order(BriefPlayers("cup"))),
        ("Take the buy-in of", lambda: [show.order(PayBuyIn("cup", name)) for name in seats()]),
        ("Start the session", lambda: show.order(StartSession("cup"))),
        ("Wait: the session is being played", play),
        ("Count the chips at T1", lambda: show.order(CountChips("cup", "T1"))),
        ("Announce the places", lambda: show.order(EndSession("cup"))),
        ("Conclude the tournament", lambda: show.order(ConcludeTournament("cup"))),
        ("2 prizes are to be paid", lambda: [show.order(PayPrize("cup", name)) for name in seats()]),
    ]
    for says, order in orders:
        assert boss.get("/api/tournaments/cup").json()["next"].startswith(says)
        order()
    assert boss.get("/api/tournaments/cup").json()["next"] == "All is done."


def build_crown(house: House) -> Any:
    """A tournament of Crown that is published; the manager who did it."""
    boss = build(house, "crown", "crown-caribbean-stud")
    for item in items_of("crown-poker-minors"):
        if item.offers:
            chosen = {"do": "choose-provision", "provision": f"{item.rule} {next(iter(item.offers))}"}
            assert send(boss, "/tournaments/cup/builder", chosen).status_code == 303
    for said in (
        {"do": "set-chip-terms", "chips_cents": "1000", "buy_in_cents": "50"},
        {"do": "set-wager-terms", "minimum_cents": "100", "maximum_cents": "500", "pass_cards": "1"}
        | {"in_turn": "no", "from_marker": "no"},
        {"do": "plan-session", "number": "1", "name": "final", "rounds": "1", "advance": "2"},
        {"do": "publish-conditions"},
    ):
        assert send(boss, "/tournaments/cup/builder", said).status_code == 303
    return boss
