"""Rounds played by people with browsers of their own, to settlement, against a real server."""

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Comes
from browser.layout import strays_at_widest
from browser.people import Person, deal_until_asked, play_round
from browser.pictures import take

ROUNDS = {
    "star-pontoon": ("1", {"wager": 50}),
    "star-caribbean-stud": ("2", {"ante": 100}),
    "star-mississippi-stud": ("3", {"ante": 25}),
    "crown-caribbean-stud": ("4", {"ante": 25}),
    "crown-mississippi-stud": ("5", {"ante": 25}),
    "crown-ultimate-texas-holdem": ("6", {"ante": 25, "blind": 25}),
}


ONCE = "crown-ultimate-texas-holdem"
"""The game whose round is played here in `make test`; other tests play those of the others to their end."""


@pytest.mark.pictured
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.long if game != ONCE else ()) for game in ROUNDS]
)
def test_two_patrons_and_a_dealer_play_a_round_to_settlement(comes: Comes, game: str) -> None:
    table, wagers = ROUNDS[game]
    house = game.partition("-")[0]
    ann, bob, dealer = (comes(name, house=house) for name in ("ann", "bob", "dealer"))
    for person in (ann, bob):
        person.goes_to(table)
    dealer.goes_to(table, "/console")
    ann.wagers(4, **wagers)
    bob.wagers(7, **wagers)
    play_round(dealer, ann, bob)
    ann.page.set_viewport_size({"width": 1440, "height": 900})
    take(ann.page, f"game-{game}")
    for person in (ann, bob):
        lines = person.page.locator(".settled > li")
        expect(lines).not_to_have_count(0)
        lines.first.get_by_text("Why").click()
        expect(lines.first.locator(".why .clauses a").first).to_be_visible()
        person.page.get_by_role("link", name="Rounds played").click()
        expect(person.page.get_by_role("link", name="Round 1")).to_be_visible()
        person.page.get_by_role("link", name="Round 1").click()
        expect(person.page.locator(".settled > li")).not_to_have_count(0)
    assert ann.faults == bob.faults == dealer.faults == []
    for person in (ann, bob):
        person.goes_to(table)
    assert strays_at_widest(ann.page) + strays_at_widest(bob.page) + strays_at_widest(dealer.page) == []


@pytest.mark.long  # the tests of the console key them, too
def test_a_dealer_keys_the_cards_of_a_real_shoe(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    ann.goes_to("2")
    dealer.goes_to("2", "/console")
    ann.wagers(1, ante=25)
    page = dealer.page
    page.locator("#by-hand").click()
    expect(page.locator(".step")).to_contain_text("No more bets")
    dealer.deals_on()
    page.locator("#cut-made").click()
    page.locator("#cards").fill("Ah Kh Qh Jh 10h 2c 3d 5s 7c 9d")
    page.get_by_role("button", name="Dealt").click()
    expect(page.locator(".step")).to_have_text("Waiting for ann")
    expect(ann.page.locator(".waits")).to_have_text("It is your turn")
    page.get_by_role("button", name="Absent").click()
    expect(page.locator(".step")).not_to_have_text("Waiting for ann")


def test_a_stale_click_is_refused_kindly(comes: Comes) -> None:
    ann, bob, dealer = comes("ann"), comes("bob"), comes("dealer")
    ann.goes_to("2")
    bob.goes_to("2")
    dealer.goes_to("2", "/console")
    bob.wagers(2, ante=25)
    ann.page.route("**/feed", lambda route: route.abort())
    ann.page.reload()
    ann.page.locator("#on-ante").fill("25")
    for _ in range(2):  # the shuffle, then no more bets
        dealer.deals_on()
    ann.page.locator("#place").click()
    alert = ann.page.get_by_role("alert")
    expect(alert).to_contain_text(re.compile(r"[Ww]agers|bets"))
    expect(alert.locator(".clauses a").first).to_be_visible()
    expect(ann.page.locator(".down li")).to_have_count(0)
    expect(ann.page.locator(".purse")).to_contain_text("$2,000")


def test_a_dropped_stream_resumes(comes: Comes) -> None:
    ann, bob = comes("ann"), comes("bob")
    ann.goes_to("1")
    bob.goes_to("1")
    expect(ann.page.locator(".area").nth(1).locator(".people")).to_be_empty()
    ann.page.context.set_offline(True)
    bob.wagers(2, wager=25)
    ann.page.context.set_offline(False)
    expect(ann.page.locator(".area").nth(1).locator(".people")).to_have_text("bob")


def test_a_patron_closes_the_tab_and_the_round_goes_on_by_the_rules(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    ann.goes_to("2")
    dealer.goes_to("2", "/console")
    ann.wagers(1, ante=25)
    deal_until_asked(dealer, ann)
    context = ann.page.context
    ann.page.close()
    dealer.page.get_by_role("button", name="Absent").click()
    expect(dealer.page.locator(".step")).not_to_have_text("Waiting for ann")
    for _ in range(6):
        if dealer.page.locator("#pays").count():
            break
        dealer.deals_on()
    page = context.new_page()
    page.goto("/tables/2")
    line = page.locator(".settled > li")
    expect(line).to_have_count(1)
    expect(line.locator(".result")).to_contain_text("void")  # as for a player who does not decide at the Star
    expect(line.locator(".clauses").first).to_contain_text("14.14")
    expect(page.locator(".purse")).to_contain_text("$2,000")


@pytest.mark.long  # it waits for as long as a decision may take at the least
def test_time_runs_out_for_a_patron_who_has_gone(comes: Comes) -> None:
    ann, dealer, supervisor = comes("ann"), comes("dealer"), comes("gaming-supervisor")
    token = supervisor.page.context.cookies()
    session = next(cookie["value"] for cookie in token if cookie["name"] == "pitboss")
    answer = supervisor.page.request.post(
        "/api/tables/2/set-decision-time",
        data={"seconds": 15, "reason": "a test of the clock"},
        headers={"Idempotency-Key": "fifteen", "Authorization": f"Bearer {session}"},
    )
    assert answer.ok, answer.text()
    ann.goes_to("2")
    dealer.goes_to("2", "/console")
    ann.wagers(1, ante=25)
    deal_until_asked(dealer, ann)
    expect(ann.page.locator(".timer")).to_contain_text(re.compile(r"\d+ s"))
    expect(dealer.page.locator(".timer")).to_contain_text(re.compile(r"\d+ s"))
    ann.page.close()
    expect(dealer.page.locator(".step")).not_to_have_text("Waiting for ann", timeout=120_000)


def test_what_somebody_is_writing_outlasts_an_event(comes: Comes) -> None:
    ann, bob = comes("ann"), comes("bob")
    ann.goes_to("1")
    bob.goes_to("1")
    ann.page.locator("#on-wager").fill("45")
    ann.page.locator("#on-wager").focus()
    bob.wagers(2, wager=25)
    expect(ann.page.locator(".area").nth(1).locator(".people")).to_have_text("bob")
    expect(ann.page.locator("#on-wager")).to_have_value("45")
    expect(ann.page.locator("#on-wager")).to_be_focused()


def test_chips_are_tapped_undone_cleared_and_laid_again(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    ann.goes_to("1")
    dealer.goes_to("1", "/console")
    page = ann.page
    circle = page.locator(".area:nth-child(4) .spot.on-wager")
    for chip in ("Chip of $25", "Chip of $5", "Chip of $25"):
        page.get_by_role("button", name=chip, exact=True).click()
        circle.click()
    expect(page.locator("#on-wager")).to_have_value("55")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#on-wager")).to_have_value("30")
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#on-wager")).to_have_value("")
    circle.click()
    page.get_by_role("button", name="Bet $25").click()
    expect(page.locator(".down li")).to_contain_text("$25")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".purse")).to_contain_text("$2,000")
    ann.wagers(1, wager=25)
    play_round(dealer, ann)
    page.get_by_role("button", name="Repeat $25").click()
    expect(page.locator(".down li")).to_contain_text("$25")


def dealt(person: Person) -> set[str]:
    """The cards that a person's page shows."""
    names = person.page.locator(".card").evaluate_all("all => all.map(c => c.getAttribute('aria-label'))")
    return {name for name in names if "face down" not in name}


@pytest.mark.long  # tests/web looks at every answer of a round in play
def test_a_hidden_card_reaches_no_wrong_viewer(comes: Comes) -> None:
    ann, bob, cat, dealer = comes("ann"), comes("bob"), comes("cat"), comes("dealer")
    for person in (bob, cat, dealer):
        person.keeps_bodies()
    for person in (ann, bob, cat):  # Cat only watches
        person.goes_to("2")
    dealer.goes_to("2", "/console")
    ann.wagers(1, ante=25)
    bob.wagers(2, ante=25)
    deal_until_asked(dealer, ann)
    mine = ann.page.locator(".is-mine .card")
    expect(mine).to_have_count(5)
    secret = {str(mine.nth(place).get_attribute("aria-label")) for place in range(5)}
    for other in (bob, cat, dealer):
        assert not secret & dealt(other)
        for path in ("", "/words", "/rounds"):
            other.page.goto(f"/tables/2{path}")
            source = other.page.content()
            assert not [name for name in secret if name in source]
        assert other.bodies
        for body in other.bodies:
            assert not [name for name in secret if name in body]
        told = other.page.request.get("/tables/2.json").text()
        assert not [name for name in secret if f'"{short(name)}"' in told]


def short(name: str) -> str:
    """A card as the API writes it."""
    rank, _, suit = name.partition(" of ")
    return rank.replace("10", "T")[0] + suit[0]
