"""The patrons' office, a table's cashier, a patron's account and disputes: each form done, refused by rank, refused by
a rule with its clause, and not readable."""

import html
import re

import httpx
import pytest

from web.clients import Caller, House, stake
from web.forms import has_its_twin, look, send
from web.test_pit import play


def done(answer: httpx.Response) -> bool:
    return answer.status_code == 303 and "done=" in answer.headers["location"]


def told(answer: httpx.Response) -> str:
    """What is told of a form that was not done: it stands in the form, announced."""
    assert answer.status_code == 409, answer.text[-500:]
    (alert,) = re.findall(r'<div class="notice" role="alert"><p>(.*?)</p>', answer.text, re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>|\s+", " ", alert))


def boss_of(house: House) -> Caller:
    return house.as_("star", "gaming-manager")


def test_a_patron_is_registered_given_a_card_and_found_by_it(house: House) -> None:
    boss = boss_of(house)
    made = send(boss, "/patrons", {"do": "register-patron", "patron": "cleo"})
    assert made.headers["location"].startswith("/patrons/cleo?done=")
    assert done(send(boss, "/patrons/cleo", {"do": "keep-particulars", "name": "Cleo Example", "address": "1 Street"}))
    assert done(send(boss, "/patrons/cleo", {"do": "issue-card", "says": "777-1"}))
    assert look(boss, "/patrons/find?who=777-1").headers["location"] == "/patrons/cleo"
    assert look(boss, "/patrons/find?who=cleo").headers["location"] == "/patrons/cleo"
    missing = look(boss, "/patrons/find?who=nobody")
    assert missing.status_code == 404 and "No patron has the id or the card nobody" in missing.text
    page = look(boss, "/patrons/cleo").text
    assert "Cleo Example" in page and "Card issued" in page and 'value="issue-card"' not in page
    assert done(send(boss, "/patrons/cleo", {"do": "cancel-card", "reason": "lost"}))
    assert "No player card" in look(boss, "/patrons/cleo").text


OFFICE = [
    ("exclude-patron", {"reason": "s 79"}, "Excluded from the casino"),
    ("bar-from-game", {"game": "star-pontoon", "reason": "counting"}, "Barred from Pontoon"),
    ("keep-apart", {"other": "bob", "reason": "signals"}, "Kept apart from bob"),
    ("note-employee", {"is_employee": "yes"}, "Employee gambling policy</span>"),
    ("set-loss-limit", {"period": "day", "cents": "50"}, "$50, $50 left"),
    ("set-deposit-limit", {"cents": "75.50"}, "$75.50, $75.50 left"),
    ("order-break", {"until": "2026-03-02T23:00"}, "Break until"),
    ("declare-chips", {"table": "1", "what": "brought", "cents": "20"}, "$0 bought, $20 brought"),
    ("pay-in", {"cents": "40", "how": "cash"}, "$40"),
]


@pytest.mark.parametrize(("do", "fields", "shown"), OFFICE)
def test_an_order_of_the_office_is_done_and_shown(house: House, do: str, fields: dict[str, str], shown: str) -> None:
    boss = boss_of(house)
    assert done(send(boss, "/patrons/ann", {"do": do} | fields))
    assert shown in look(boss, "/patrons/ann").text


ENDS = [
    ("exclude-patron", {"reason": "r"}, "end-exclusion", {"reason": "over"}, "Excluded from the casino"),
    ("bar-from-game", {"game": "star-pontoon", "reason": "r"}, "lift-bar", {}, "Barred from"),
    ("keep-apart", {"other": "bob", "reason": "r"}, "let-together", {"other": "bob"}, "Kept apart from"),
]


@pytest.mark.parametrize(("do", "fields", "end", "more", "shown"), ENDS)
def test_what_keeps_a_patron_out_ends(
    house: House, do: str, fields: dict[str, str], end: str, more: dict[str, str], shown: str
) -> None:
    boss = boss_of(house)
    send(boss, "/patrons/ann", {"do": do} | fields)
    assert done(send(boss, "/patrons/ann", {"do": end} | fields | more))
    standing = look(boss, "/patrons/ann").text.partition('class="standing"')[2].partition("</p>")[0]
    assert "Player card" in standing and shown not in standing


def test_forms_follow_the_rank(house: House) -> None:
    """A dealer registers and sets limits, and excludes no one; a form that is sent all the same is refused."""
    dealer = house.as_("star", "dealer")
    page = look(dealer, "/patrons/ann").text
    assert 'value="set-loss-limit"' in page and 'value="exclude-patron"' not in page
    no = told(send(dealer, "/patrons/ann", {"do": "exclude-patron", "reason": "r"}))
    assert "Only a casino supervisor or above can do this." in no and "Pontoon 19.8.3" in no
    for who, path in (("ann", "/patrons"), ("ann", "/patrons/bob"), ("mathematician", "/patrons/bob")):
        assert look(house.as_("star", who), path).status_code == 403


def test_a_rule_refuses_with_its_clauses(house: House) -> None:
    boss = boss_of(house)
    send(boss, "/patrons/ann", {"do": "set-deposit-limit", "cents": "30"})
    refused = send(boss, "/patrons/ann", {"do": "pay-in", "cents": "31", "how": "cash"})
    assert "deposit limit of the day" in told(refused)
    assert 'value="31"' in refused.text  # what was written is still there
    send(boss, "/patrons/ann", {"do": "exclude-patron", "reason": "r"})
    no = send(boss, "/tables/1/cashier", {"do": "buy-in", "patron": "ann", "stacks-500": "2", "how": "cash"})
    assert "excluded from the casino" in told(no) and "19.8.3" in told(no)


def test_what_cannot_be_read_stands_beside_its_field(house: House) -> None:
    bad = send(boss_of(house), "/patrons/ann", {"do": "set-loss-limit", "period": "hour", "cents": "much"})
    assert bad.status_code == 409
    assert 'id="set-loss-limit-period-wrong">hour is not among the choices.' in bad.text
    assert 'id="set-loss-limit-cents-wrong">much is not an amount' in bad.text
    assert bad.text.count('aria-invalid="true"') == 2


def test_a_patron_asks_for_a_payment_and_the_office_books_it(house: House) -> None:
    ann, boss = house.as_("star", "ann"), boss_of(house)
    assert done(send(ann, "/account", {"do": "ask-payment", "way": "in", "cents": "120", "how": "cash"}))
    front = look(boss, "/patrons").text
    assert "ann: $120 in, cash" in front
    (request,) = re.findall(r'name="request" value="([^"]+)"', look(ann, "/account").text)
    booked = {"do": "pay-in-asked", "request": request, "cents": "120", "how": "cash"}
    assert done(send(boss, "/patrons/ann", booked))
    assert "No payments to make" in look(boss, "/patrons").text and "$120" in look(ann, "/account").text
    assert done(send(ann, "/account", {"do": "ask-payment", "way": "out", "cents": "20", "how": "cash"}))
    (request,) = re.findall(r'name="request" value="([^"]+)"', look(ann, "/account").text)
    assert done(send(ann, "/account", {"do": "decline-payment", "request": request, "reason": "not now"}))
    assert "No payments to make" in look(boss, "/patrons").text


def test_an_account_is_the_patrons_own(house: House) -> None:
    ann, bob = house.as_("star", "ann"), house.as_("star", "bob")
    limit = {"do": "set-loss-limit", "period": "day", "cents": "50", "patron": "bob"}
    assert done(send(ann, "/account", limit))  # whom the form names besides is not asked
    assert "$50 left" in look(ann, "/account").text and "No limit is set" in look(bob, "/account").text
    assert "$50 left" not in look(bob, "/tables/1").text + look(bob, "/tables/1/cashier").text
    assert 'value="exclude-patron"' not in look(ann, "/account").text
    assert look(boss_of(house), "/account").status_code == 403
    send(boss_of(house), "/patrons/ann", {"do": "keep-apart", "other": "bob", "reason": "signals"})
    assert not re.search(r"\bbob\b", look(ann, "/account").text)  # no word of a suspicion


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("buy-in", {"patron": "ann", "stacks-2500": "4", "how": "cash"}),
        ("cash-out", {"patron": "ann", "stacks-2500": "4", "how": "cash"}),
        ("colour-change", {"patron": "ann", "given-2500": "4", "taken-500": "20"}),
        ("take-voucher", {"patron": "ann", "voucher": "V-1", "cents": "25", "gives": "tokens"}),
        ("ask-fill", {"stacks-2500": "40"}),
        ("ask-credit", {"stacks-2500": "40"}),
        ("ask-drop", {"cents": "100"}),
    ],
)
def test_the_cashier_of_a_table(house: House, do: str, fields: dict[str, str]) -> None:
    assert done(send(boss_of(house), "/tables/2/cashier", {"do": do} | fields))


def test_two_people_sign_at_the_table(house: House) -> None:
    supervisor, signed = house.as_("star", "gaming-supervisor"), {"approver-name": "gaming-manager"}
    fill = {"do": "fill", "stacks-2500": "40"} | signed
    wrong = send(supervisor, "/tables/2/cashier", fill | {"approver-password": "wrong"})
    assert "password" in told(wrong)
    missing = send(supervisor, "/tables/2/cashier", {"do": "fill", "stacks-2500": "40"})
    assert "A second person signs with their name and password." in told(missing)
    right = fill | {"approver-password": house.demonstration.password}
    assert done(send(supervisor, "/tables/2/cashier", right))


def test_a_patron_buys_from_their_account_alone(house: House) -> None:
    ann, boss = house.as_("star", "ann"), boss_of(house)
    page = look(ann, "/tables/2/cashier").text
    assert 'value="colour-change"' not in page and "Approved by" not in page and "cash over the table" not in page
    poor = send(ann, "/tables/2/cashier", {"do": "buy-in", "stacks-2500": "4", "how": "cashless"})
    assert "do not have enough in your account" in told(poor)
    send(boss, "/patrons/ann", {"do": "pay-in", "cents": "100", "how": "cash"})
    assert done(send(ann, "/tables/2/cashier", {"do": "buy-in", "stacks-2500": "4", "how": "cashless"}))


def test_the_dealer_sees_who_has_to_declare_and_no_limit(house: House) -> None:
    ann, dealer = house.as_("star", "ann"), house.as_("star", "dealer")
    pages = ("/tables/3/cashier", "/tables/3/console")
    ann.act("3", type="Sit", need="wagers", patron="ann", area=1)
    send(ann, "/account", {"do": "set-loss-limit", "period": "day", "cents": "543.21"})
    assert dealer.get("/api/tables/3/console").json()["undeclared"] == ["ann"]
    for path in pages:
        page = look(dealer, path).text
        assert "to declare chips before" in page and "543.21" not in page
    refused = ann.act("3", type="Place", need="wagers", patron="ann", area=1, spot="ante", stake=stake(2_500))
    assert (refused.status_code, refused.json()["because"]) == (409, ["chips-declared"])
    assert {"13.2.1", "13.2.2"} & set(refused.json()["clauses"])
    declared = {"do": "declare-chips", "patron": "ann", "what": "brought", "cents": "200"}
    assert done(send(dealer, "/tables/3/cashier", declared))
    assert all("to declare chips before" not in look(dealer, path).text for path in pages)
    assert "$200 brought" in look(dealer, pages[0]).text


def test_decks_are_inspected_on_the_console(house: House) -> None:
    boss, dealer = boss_of(house), house.as_("star", "dealer")
    send(boss, "/pit/tables/2", {"do": "order-cards", "what": "replace", "reason": "worn"})
    assert send(dealer, "/tables/2/console", {"do": "inspect-cards", "how": "by eye"}).status_code == 409
    assert send(dealer, "/tables/2/console", {"do": "inspect-cards", "how": "by hand"}).status_code == 303
    assert "Inspect the decks" not in look(dealer, "/tables/2/console").text


def test_a_dispute_is_raised_ruled_reviewed_and_complained_about(house: House) -> None:
    ann, boss = house.as_("star", "ann"), boss_of(house)
    assert 'value="7"' in look(ann, "/tables/2/disputes?round=7").text  # the page of a round leads here
    raised = {"do": "raise-dispute", "round": "1", "about": "the payout was short"}
    assert done(send(ann, "/tables/2/disputes", raised))
    assert "What is disputed: fill this in." in told(send(ann, "/tables/2/disputes", raised | {"about": ""}))
    (dispute,) = [each["id"] for each in boss.get("/api/pit/tables/2").json()["inbox"]]
    supervisor = house.as_("star", "gaming-supervisor")
    rule = {"do": "rule-on-dispute", "dispute": dispute, "ruling": "stands"}
    assert send(supervisor, "/pit/tables/2", rule).status_code == 303
    page = look(ann, "/account").text
    assert "gaming-supervisor, gaming supervisor: stands" in page and 'value="ask-review"' in page
    assert done(send(ann, "/account", {"do": "ask-review", "table": "2", "dispute": dispute}))
    assert send(boss, "/pit/tables/2", rule).status_code == 303
    assert "No dispute." in look(house.as_("star", "bob"), "/tables/2/disputes").text


def test_a_wager_is_refused_from_the_pit(house: House) -> None:
    ann, boss = house.as_("star", "ann"), boss_of(house)
    ann.act("2", type="Place", need="wagers", patron="ann", area=1, spot="ante", stake=stake(2_500))
    assert 'value="refuse-wager"' in look(boss, "/pit/tables/2").text
    refuse = {"do": "refuse-wager", "patron": "ann", "area": "1", "spot": "ante"}
    assert send(boss, "/pit/tables/2", refuse).status_code == 409
    assert send(boss, "/pit/tables/2", refuse | {"reason": "past posting"}).status_code == 303
    assert 'value="refuse-wager"' not in look(boss, "/pit/tables/2").text


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("count-cards", {"counted": "52", "reason": "asked for"}),
        ("set-decision-time", {"seconds": "30", "reason": "busy"}),
        ("order-cards", {"what": "replace", "reason": "a doubt"}),
        ("english-only", {"on": "yes", "reason": "signals"}),
    ],
)
def test_an_order_of_the_pit(house: House, do: str, fields: dict[str, str]) -> None:
    answer = send(boss_of(house), "/pit/tables/2", {"do": do} | fields)
    assert answer.status_code == 303, told(answer)


def test_a_rule_of_the_game_refuses_an_order_of_the_pit(house: House) -> None:
    no = send(boss_of(house), "/pit/tables/1", {"do": "restrict", "patron": "ann", "rule": "held-to-minimum"})
    assert "ann has wagered in every round of this shoe:" in told(no) and "5.11" in told(no)


def test_every_new_page_has_its_twin(house: House) -> None:
    for who, path in (("gaming-manager", "/patrons"), ("gaming-manager", "/patrons/ann"), ("ann", "/account")):
        assert has_its_twin(house.as_("star", who), path), path
    for path in ("/tables/2/cashier", "/tables/2/disputes"):
        assert has_its_twin(house.as_("star", "ann"), path), path


def test_a_form_that_there_is_not(house: House) -> None:
    assert send(boss_of(house), "/patrons/ann", {"do": "promote"}).status_code == 404


def test_a_patron_takes_a_break_that_holds_at_the_table(house: House) -> None:
    ann = house.as_("star", "ann")
    assert done(send(ann, "/account", {"do": "take-break", "days": "7"}))
    assert "You are on a break from play until 09.03.2026" in look(ann, "/account").text
    no = ann.act("2", type="Place", need="wagers", patron="ann", area=1, spot="ante", stake=stake(2_500))
    assert no.status_code == 409 and "You can play at practice tables" in no.json()["detail"]
    assert "You can only make it longer" in told(send(ann, "/account", {"do": "take-break", "days": "1"}))
    assert 'value="take-break"' not in look(boss_of(house), "/patrons/ann").text
    assert "Own break until" in look(boss_of(house), "/patrons/ann").text


def test_a_statement_has_what_the_log_and_the_books_have(house: House) -> None:
    ann = house.as_("star", "ann")
    send(boss_of(house), "/patrons/ann", {"do": "pay-in", "cents": "300", "how": "cash"})
    bought = {"do": "buy-in", "patron": "ann", "stacks-2500": "4", "how": "cashless"}
    assert done(send(ann, "/tables/2/cashier", bought))
    play(house)
    page = "/account/statement"
    found = ann.get(f"/api{page}").json()
    rows = [(row["what"], row.get("chips_cents"), row.get("account_cents")) for row in found["rows"]]
    assert rows[-3:] == [("Paid in", None, 30_000), ("Chips bought", 10_000, -10_000), ("Round 1", -2_500, None)]
    assert found["account_cents"] == 20_000
    text = look(ann, page).text
    assert "Round 1" in text and 'id="print"' in text and "Other entries" not in text
    assert has_its_twin(ann, page)
    assert ann.get(f"/api{page}.csv").text.startswith("at,what,table,wagered_cents")
    assert look(ann, f"{page}?first=2025-01-01").status_code == 404
    assert ann.get(f"/api{page}?first=2026-02-01&last=2026-02-02").json()["rows"] == []
    assert look(boss_of(house), page).status_code == 403
    assert look(house.as_("star", "bob"), page).text.count("Round 1") == 0
