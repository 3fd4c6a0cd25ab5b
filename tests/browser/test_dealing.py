"""Dealing at speed: cards keyed from anywhere, on the felt as they come, taken back, read by a device; presses."""

from typing import Any

import httpx
from playwright.sync_api import expect

from browser.conftest import Comes
from browser.people import Person
from browser.test_reach import faults, looked_at
from pitboss.cards import DECK_52
from pitboss.floor.people.signin import Sessions
from pitboss.floor.service.clock import system_clock
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import open_store
from servers import Server

CARDS = [str(card) for card in DECK_52]


class Presses:
    """A dealer's hands: every key and every click counts as one."""

    def __init__(self, dealer: Person) -> None:
        self.page, self.count = dealer.page, 0

    def keys(self, text: str) -> None:
        """Type, a press each."""
        self.page.keyboard.type(text)
        self.count += len(text)

    def press(self, key: str, then: str) -> None:
        """Press a key, and wait until the console has another step."""
        self.page.keyboard.press(key)
        self.count += 1
        expect(self.page.locator(".step")).to_contain_text(then)


class Caller:
    """A program of the house: it has a session and sends commands."""

    def __init__(self, server: Server, actor: Actor) -> None:
        store = open_store(str(server.store))
        self.address, self.token, self.sent = server.address, Sessions(store, system_clock).begin(actor), 0
        self.person = actor.person
        store.close()

    def order(self, path: str, **body: Any) -> Any:
        """Send a command."""
        self.sent += 1
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": f"{self.person}-{self.sent}"}
        answer = httpx.post(self.address + path, json=body, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()


def seat(server: Server, players: int) -> Caller:
    """Seat so many players with an Ante each; the program that is returned decides for them."""
    manager = Caller(server, Actor("star", "gaming-manager", "gaming-manager"))
    dealer = Caller(server, Actor("star", "dealer", "dealer"))
    for area in range(1, players + 1):
        name = f"player-{area}"
        manager.order(f"/api/patrons/{name}/register-patron")
        manager.order(f"/api/patrons/{name}/issue-card", says=f"star {name}")
        chips = [{"chip_cents": 2500, "pieces": 20}]
        manager.order("/api/tables/2/buy-in", patron=name, stacks=chips, how="cash")
        ante = {"type": "Place", "need": "wagers", "patron": name, "area": area, "spot": "ante"}
        stake = {"pieces": [{"kind": "chips", "cents": 2500}]}
        dealer.order("/api/tables/2/acts", act=ante | {"stake": stake})
    return dealer


def deals_by_hand(server: Server, dealer: Person, players: int) -> int:
    """Deal a round of Caribbean Stud by hand, as at a table that deals so; say how many presses it took."""
    caller = seat(server, players)
    page = dealer.page
    dealer.goes_to("2", "/console")
    expect(page.locator(".strip li")).to_have_count(players)
    hands = Presses(dealer)
    page.locator("#by-hand-cut").click()
    hands.count += 1
    expect(page.locator("#cards")).to_be_focused()
    dealt = "".join(CARDS[: 5 * (players + 1)]).lower()
    hands.keys(dealt)
    hands.press("Enter", "Waiting for")
    for area in range(1, players + 1):
        caller.order("/api/tables/2/acts", act=decide(area))
    expect(page.locator(".step")).to_contain_text("Turn the dealer's hand")
    expect(page.locator("#deal-on")).to_be_focused()
    hands.press("Enter", "Settle")
    hands.press("n", "Shuffle the cards")
    return hands.count


def decide(area: int) -> dict[str, Any]:
    """The Bet of a player who decides for themselves."""
    stake = {"pieces": [{"kind": "chips", "cents": 5000}]}
    return {"type": "Decide", "need": f"decide-{area}", "patron": f"player-{area}", "option": "bet", "stake": stake}


def test_two_players_take_at_most_34_presses(comes: Comes, server: Server) -> None:
    dealer = comes("dealer")
    assert deals_by_hand(server, dealer, 2) <= 34
    page = dealer.page
    # after settlement the pays come first, in the order of the edition
    assert page.locator(".side > *").first.get_attribute("class") == "panel pays is-first"
    assert page.locator(".pay-who").all_inner_texts()[0] == "Area 2 · player-2"  # from the right
    expect(page.locator(".pay-chips svg").first).to_be_visible()
    # the way of dealing is remembered
    expect(page.locator("#by-hand-cut")).to_be_focused()
    expect(page.locator("#live button.main")).to_have_text("Shuffled and cut by handN")
    assert dealer.faults == []


def test_seven_players_take_at_most_85_presses(comes: Comes, server: Server) -> None:
    dealer = comes("dealer")
    assert deals_by_hand(server, dealer, 7) <= 85
    assert dealer.faults == []


def by_hand(ann: Person, dealer: Person) -> None:
    """A wager of ann's on area 1, the cards shuffled and cut."""
    ann.goes_to("2")
    dealer.goes_to("2", "/console")
    ann.wagers(1, ante=25)
    expect(dealer.page.locator(".strip li")).to_have_count(1)
    dealer.page.locator("#by-hand-cut").click()
    expect(dealer.page.locator("#cards")).to_be_focused()


def test_cards_lie_on_the_felt_as_they_are_keyed(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    by_hand(ann, dealer)
    page = dealer.page
    house, area = page.locator(".house .slot"), page.locator(".area:nth-child(1) .slot")
    expect(house.nth(0)).to_have_class("slot is-empty is-next")
    page.locator("h1").click()  # the focus is elsewhere, and the cards go to the field
    page.keyboard.type("ks10h")
    expect(page.locator("#cards")).to_have_value("Ks Th ")
    expect(house.nth(0).get_by_role("img", name="King of spades")).to_be_visible()
    expect(area.nth(0).get_by_role("img", name="10 of hearts")).to_be_visible()
    expect(house.nth(1)).to_have_class("slot is-empty is-next")
    expect(page.locator("#cards-next")).to_have_text("Next: the dealer, card 2")
    page.keyboard.press("Backspace")
    expect(page.locator("#cards")).to_have_value("Ks ")
    expect(area.nth(0)).to_have_class("slot is-drawn is-next")
    page.keyboard.press("x")
    expect(page.locator("#cards-wrong")).to_contain_text("x is not a rank")
    ann.goes_to("2")
    expect(ann.page.locator(".felt .card")).to_have_count(0)  # what is being keyed is no other person's yet
    assert dealer.faults == []


def test_a_reader_types_with_enter_after_each_card(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    by_hand(ann, dealer)
    page = dealer.page
    page.locator("h1").click()
    for card in CARDS[:10]:
        page.keyboard.type(card.replace("T", "10").upper())
        page.keyboard.press("Enter")
    expect(page.locator(".step")).to_have_text("Waiting for ann")
    assert dealer.faults == []


def test_keys_from_anywhere_can_be_switched_off(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    by_hand(ann, dealer)
    page = dealer.page
    page.locator("#keys-anywhere").uncheck()
    page.locator("h1").click()
    page.keyboard.type("ks")
    expect(page.locator("#cards")).to_have_value("")
    page.locator("#cards").press_sequentially("ks")
    expect(page.locator("#cards")).to_have_value("Ks ")
    page.locator("#keys-anywhere").check()


def test_the_dealer_takes_back_what_was_keyed(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    by_hand(ann, dealer)
    page = dealer.page
    page.keyboard.type("".join(CARDS[:10]))
    page.keyboard.press("Enter")
    expect(ann.page.locator(".waits")).to_have_text("It is your turn")
    expect(page.locator("#unkey")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator("#cards")).to_be_focused()  # what was keyed is there, to be put right
    expect(page.locator("#cards")).to_have_value(" ".join(CARDS[:10]) + " ")
    expect(page.locator("#taken-back")).to_contain_text("cards were taken back")
    page.keyboard.press("Backspace")
    page.keyboard.type("as")
    page.keyboard.press("Enter")
    expect(page.locator(".step")).to_have_text("Waiting for ann")
    expect(ann.page.locator(".is-mine .card[aria-label='Ace of spades']")).to_be_visible()
    ann.decides("bet")
    expect(page.locator(".step")).to_contain_text("Turn the dealer's hand")
    expect(page.locator("#unkey")).to_have_count(0)  # ann has acted on it
    page.locator("#irregular summary").click()
    named = page.locator("#wrong-1 option").all_inner_texts()
    assert named[0] == "The dealer, card 1: face down" and named[9] == "Area 1, card 5: face down"
    assert dealer.faults == []


def test_a_shoe_sends_cards_as_they_come(comes: Comes, server: Server) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    by_hand(ann, dealer)
    shoe = Caller(server, Actor("star", "dealer", "dealer"))
    for out, card in enumerate(CARDS[:10]):
        shoe.order("/api/tables/2/read-cards", cards=[card], out=out)
    expect(dealer.page.locator(".step")).to_have_text("Waiting for ann")
    expect(dealer.page.locator("#unkey")).to_have_text("Take back 1 cardZ")


def test_no_two_buttons_of_the_console_have_the_same_name(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    ann.goes_to("2")
    dealer.goes_to("2", "/console")
    ann.wagers(1, ante=25)
    page = dealer.page
    seen = set()
    for step in ("Shuffle the cards", "Deal", "Waiting", "Turn", "Settle"):
        expect(page.locator(".step")).to_contain_text(step)
        names = page.locator(".console button:not([data-key]):visible").all_inner_texts()
        assert len(names) == len(set(names)), names
        seen |= {name for name in names if "Call" in name}
        if step == "Shuffle the cards":
            page.locator("#by-hand-cut").click()
        elif step == "Deal":
            page.keyboard.type("".join(CARDS[:10]))
            page.keyboard.press("Enter")
        elif step == "Waiting":
            ann.decides("bet")
        else:
            page.keyboard.press("n")
    assert seen == {"Call supervisor"}


def test_no_state_of_dealing_by_hand_has_a_fault_that_axe_finds(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    by_hand(ann, dealer)
    page = dealer.page
    page.keyboard.type("ks10hx")
    found = looked_at(page)
    page.set_viewport_size({"width": 320, "height": 700})
    found += faults(page, with_axe=False)
    page.keyboard.press("Backspace")
    page.keyboard.type("".join(card for card in CARDS if card not in ("Ks", "Th"))[:16])
    page.keyboard.press("Enter")
    expect(page.locator("#unkey")).to_be_visible()
    found += looked_at(page)
    ann.decides("bet")
    expect(page.locator(".step")).to_contain_text("Turn")
    page.keyboard.press("n")
    expect(page.locator(".step")).to_contain_text("Settle")
    page.keyboard.press("n")
    expect(page.locator(".pays.is-first")).to_be_visible()
    found += looked_at(page)
    page.goto("/pin")
    found += looked_at(page)
    assert found == []
