"""The dealer's console: cards in two keys, a wager refused, a card put right by two who sign, a round voided."""

from pathlib import Path

from playwright.sync_api import expect

from browser.conftest import Comes
from browser.people import Person, deal_until_asked

KEYS = "ahkhqhjhth2c3d5s7c9d"


def shuffled_by_hand(dealer: Person) -> None:
    """Shuffle, close the bets and cut, as at a real table."""
    page = dealer.page
    page.locator("#by-hand").click()
    expect(page.locator(".step")).to_contain_text("No more bets")
    dealer.deals_on()
    page.locator("#cut-made").click()


def sign(dealer: Person, which: str, of: str, name: str, password: str) -> None:
    """Sign at the table."""
    dealer.page.locator(f"#{which}-name-{of}").fill(name)
    dealer.page.locator(f"#{which}-password-{of}").fill(password)


def test_a_ten_is_keyed_as_it_is_read(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    ann.goes_to("2")
    dealer.goes_to("2", "/console")
    ann.wagers(1, ante=25)
    shuffled_by_hand(dealer)
    field, wrong = dealer.page.locator("#cards"), dealer.page.locator("#cards-wrong")
    field.press_sequentially("ks10s5d")
    expect(field).to_have_value("Ks Ts 5d ")
    field.press("Backspace")
    expect(field).to_have_value("Ks Ts ")
    field.press_sequentially("5hx")
    expect(wrong).to_contain_text("x is not a rank")
    expect(field).to_have_value("Ks Ts 5h x")
    dealer.page.get_by_role("button", name="Dealt").click()
    expect(dealer.page.locator(".step")).to_contain_text("Deal")  # nothing goes that can be no card
    field.press("Backspace")
    expect(wrong).to_be_empty()
    field.press_sequentially("kk")
    expect(wrong).to_contain_text("k is not a suit")
    field.press("Backspace")
    field.press_sequentially("kd12")
    expect(wrong).to_contain_text("A 1 begins a 10")


def test_a_deck_without_tens_has_no_key_for_one(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    ann.goes_to("1")
    dealer.goes_to("1", "/console")
    ann.wagers(4, wager=50)
    page = dealer.page
    expect(page.locator(".strip li")).to_have_count(1)  # the console has heard of the wager
    for _ in range(10):
        if page.locator(".step").inner_text().startswith("Deal"):
            break
        dealer.keys([])
    assert (
        page.locator("[data-key]")
        .evaluate_all("all => all.map(key => key.dataset.key).join('')")
        .startswith("AKQJ98765432?")
    )
    for keyed in ("10", "t"):
        page.locator("#cards").fill("")
        page.locator("#cards").press_sequentially(f"ks{keyed}s5d")
        expect(page.locator("#cards-wrong")).to_have_text("There is no 10 in this deck.")
        expect(page.locator("#cards")).to_have_value(f"Ks {keyed}s5d")
    assert dealer.faults == []


def test_a_card_is_two_keys_and_one_keyed_wrong_is_put_right(comes: Comes, furnished: tuple[Path, str]) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    ann.goes_to("2")
    dealer.goes_to("2", "/console")
    ann.wagers(1, ante=25)
    shuffled_by_hand(dealer)
    page = dealer.page
    page.locator("#cards").press_sequentially(KEYS)
    expect(page.locator("#cards")).to_have_value("Ah Kh Qh Jh Th 2c 3d 5s 7c 9d ")
    page.locator("[data-key=back]").click()
    page.locator("[data-key='9']").click()
    page.locator("[data-key=c]").click()
    expect(page.locator("#cards")).to_have_value("Ah Kh Qh Jh Th 2c 3d 5s 7c 9c ")
    page.get_by_role("button", name="Dealt").click()
    expect(page.locator(".step")).to_have_text("Waiting for ann")
    page.locator("#irregular summary").click()
    listed = page.locator("#wrong-1 option")
    assert listed.evaluate_all("all => all.filter(one => !one.text.includes('face down')).length") == 1  # the card up
    page.locator("#wrong-1").select_option(index=9)
    page.locator("#right-1").fill("9d")
    page.locator("#why-1").fill("misread")
    sign(dealer, "ruler", "1", "gaming-supervisor", furnished[1])
    sign(dealer, "approver", "1", "gaming-supervisor", furnished[1])
    page.get_by_role("button", name="Correct round 1").click()
    expect(page.get_by_role("alert")).to_contain_text("You cannot approve your own order")
    page.locator("#wrong-1").select_option(index=9)
    sign(dealer, "ruler", "1", "gaming-supervisor", furnished[1])
    sign(dealer, "approver", "1", "gaming-manager", furnished[1])
    page.get_by_role("button", name="Correct round 1").click()
    expect(page.locator(".corrected")).to_contain_text("Round 1 was corrected, approved by gaming-manager: misread")
    expect(ann.page.locator(".is-mine .card[aria-label='9 of diamonds']")).to_be_visible()


def test_a_wager_is_refused_and_a_round_voided_by_who_may(comes: Comes, furnished: tuple[Path, str]) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    ann.goes_to("2")
    dealer.goes_to("2", "/console")
    page = dealer.page
    dealer.hears("dialog", lambda dialog: dialog.accept())
    ann.wagers(1, ante=25)
    page.locator("#irregular summary").click()
    page.get_by_role("button", name="Give back").click()
    expect(ann.page.locator(".down li")).to_have_count(0)
    expect(ann.page.locator(".purse")).to_contain_text("$2,000")
    ann.wagers(1, ante=25)
    for _ in range(4):
        dealer.deals_on()
    expect(ann.page.locator(".waits")).to_have_text("It is your turn")
    page.locator("#irregular").evaluate("one => one.open = true")
    page.locator("#void-round").click()
    for name, told in (("dealer", "Only a casino supervisor"), ("gaming-supervisor", "")):
        page.locator("#reason").fill("a fire alarm")
        page.locator("#sure").check()
        sign(dealer, "ruler", "void", name, furnished[1])
        page.locator("#void-round").click()
        if told:
            expect(page.get_by_role("alert")).to_contain_text(told)
    expect(ann.page.locator(".purse")).to_contain_text("$2,000")
    expect(ann.page.locator(".settled > li").first).to_contain_text("void")
    expect(ann.page.locator(".felt-note")).to_have_text("Round 1, void")


def test_a_virtual_shoe_lists_no_cards(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    ann.goes_to("2")
    dealer.goes_to("2", "/console")
    ann.wagers(1, ante=25)
    deal_until_asked(dealer, ann)
    dealer.page.locator("#irregular summary").click()
    expect(dealer.page.locator("#irregular")).to_contain_text("none were keyed")
    expect(dealer.page.locator("[id^=wrong-]")).to_have_count(0)
