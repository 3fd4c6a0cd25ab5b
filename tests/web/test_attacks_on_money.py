"""Attacks on money through the API: value from nothing, value that one person moves beyond their post or their limit,
staff who deal with themselves, sums that end all cash, and money or suspicion told to those it is no business of."""

import re
from typing import Any

import httpx
import pytest

from pitboss.ledger import ROOM, Account
from web.clients import Caller, House
from web.forms import send

HOUSES = (("star", "1", "gaming-supervisor"), ("crown", "4", "higher-duties-dealer"))


def chips(*stacks: tuple[int, int]) -> list[dict[str, int]]:
    return [{"chip_cents": cents, "pieces": pieces} for cents, pieces in stacks]


def here(house: House, operator: str, kind: str, owner: str = "", unit: str = "AUD") -> int:
    return house.store.balance(Account(operator, kind, owner, unit)).here


def refused(answer: httpx.Response, *because: str, says: str = "") -> dict[str, Any]:
    body: dict[str, Any] = answer.json()
    assert answer.status_code == 409, answer.text
    assert body["because"] == list(because), body
    assert says in body["detail"], body
    return body


def approval(house: House, name: str = "gaming-manager") -> dict[str, str]:
    return {"name": name, "password": house.demonstration.password}


# Money from nothing.


@pytest.mark.parametrize(("operator", "table", "cashier"), HOUSES)
def test_a_patron_books_no_cash_of_their_own(house: House, operator: str, table: str, cashier: str) -> None:
    ann = house.as_(operator, "ann")
    before = here(house, operator, "world")
    for way in ("cash", "EFTPOS", "bank transfer", "debit card"):
        refused(ann.order("/api/patrons/ann/pay-in", {"cents": 100_000, "how": way}), "cash-by-staff")
        refused(ann.order("/api/patrons/ann/pay-out", {"cents": 1, "how": way}), "cash-by-staff")
    body = {"patron": "ann", "stacks": chips((10_000, 10)), "how": "cashless"}
    assert ann.order(f"/api/tables/{table}/buy-in", body).status_code == 409  # there is nothing to buy them with
    assert here(house, operator, "deposit", "ann") == 0 and here(house, operator, "world") == before


@pytest.mark.parametrize(("operator", "table", "cashier"), HOUSES)
def test_a_patron_asks_and_a_cashier_counts(house: House, operator: str, table: str, cashier: str) -> None:
    ann, bob, floor_table = house.as_(operator, "ann"), house.as_(operator, "bob"), house.as_(operator, cashier)
    asked = {"way": "in", "cents": 100_000, "how": "cash"}
    assert bob.order("/api/patrons/ann/ask-payment", asked).status_code == 409
    request = ann.order("/api/patrons/ann/ask-payment", asked).json()["request"]
    assert here(house, operator, "deposit", "ann") == 0
    refused(ann.order("/api/patrons/ann/ask-payment", asked), "once")  # one at a time
    (waiting,) = floor_table.get("/api/patrons/ann").json()["asked"]
    assert (waiting["id"], waiting["way"], waiting["cents"], waiting["how"]) == (request, "in", 100_000, "cash")
    refused(ann.order("/api/patrons/ann/pay-in", {"cents": 100_000, "request": request}), "cash-by-staff")
    refused(floor_table.order("/api/patrons/ann/pay-in", {"cents": 200_000, "request": request}), "counted")
    assert floor_table.order("/api/patrons/ann/pay-in", {"cents": 100_000, "request": request}).status_code == 200
    assert here(house, operator, "deposit", "ann") == 100_000
    refused(floor_table.order("/api/patrons/ann/pay-in", {"cents": 100_000, "request": request}), "once")
    assert floor_table.get("/api/patrons/ann").json()["asked"] == []
    again = ann.order("/api/patrons/ann/ask-payment", {"way": "out", "cents": 100_000}).json()["request"]
    assert ann.order("/api/patrons/ann/decline-payment", {"request": again, "reason": "later"}).status_code == 200
    assert ann.get("/api/patrons/ann").json()["asked"] == []


# Value that one person moves alone.


def test_a_dealer_pays_nobody_in_or_out(house: House) -> None:
    dealer = house.as_("star", "dealer")
    assert house.as_("star", "gaming-supervisor").order("/api/patrons/ann/pay-in", {"cents": 50_000}).status_code == 200
    refused(dealer.order("/api/patrons/ann/pay-out", {"cents": 50_000}), "cash-by-staff")
    refused(dealer.order("/api/patrons/ann/pay-in", {"cents": 50_000}), "cash-by-staff")
    assert here(house, "star", "deposit", "ann") == 50_000


@pytest.mark.parametrize("gives", ["tokens", "chips"])
def test_a_dealer_alone_makes_no_large_voucher(house: House, gives: str) -> None:
    dealer = house.as_("star", "dealer")

    def voucher(name: str, cents: int, **more: Any) -> httpx.Response:
        body = {"patron": "ann", "voucher": name, "cents": cents, "gives": gives} | more
        return dealer.order("/api/tables/1/take-voucher", body)

    refused(voucher("V-1", 10_001), "by-another", says="$100")
    refused(voucher("V-1", 10**14), "within-bounds", says="$5,000")
    refused(voucher("V-1", 10_001, approver=approval(house, "dealer")), "by-another")
    assert voucher("V-1", 10_001, approver=approval(house)).status_code == 200
    for number in range(10):  # many small ones are no way round it
        assert voucher(f"W-{number}", 10_000).status_code == 200
    refused(voucher("W-10", 1), "within-bounds", says="$1,000")
    rows = house.as_("star", "inspector").get("/api/inspect/registers/chips?table=1").json()["rows"]
    taken = [(row["voucher"], row["by"], row["approved_by"]) for row in rows if row["what"] == f"voucher for {gives}"]
    assert len(taken) == 11 and taken[-1] == ("V-1", "dealer", "gaming-manager")


def test_a_dealer_touches_no_chips_where_they_are_not_posted(house: House) -> None:
    boss, dealer = house.as_("star", "gaming-manager"), house.as_("star", "dealer")
    assert boss.order("/api/people/dan/hire", {"role": "dealer"}).status_code == 200
    assert boss.order("/api/tables/1/take-post", {"post": "dealer", "person": "dan"}).status_code == 200
    one = chips((10_000, 1))
    for path, body in {
        "buy-in": {"patron": "ann", "stacks": one, "how": "cash"},
        "cash-out": {"patron": "ann", "stacks": one, "how": "cash"},
        "colour-change": {"patron": "ann", "given": one, "taken": chips((2_500, 4))},
        "take-voucher": {"patron": "ann", "voucher": "V-1", "cents": 100},
        "deal": {},
        "acts": {"act": {"type": "Sit", "need": "wagers", "patron": "ann", "area": 1}},
    }.items():
        refused(dealer.order(f"/api/tables/1/{path}", body), "at-their-post")
    assert dealer.order("/api/tables/2/buy-in", {"patron": "ann", "stacks": one, "how": "cash"}).status_code == 200


@pytest.mark.parametrize("path", ["buy-in", "cash-out"])
def test_above_the_limit_of_a_dealer_another_signs_or_approves(house: House, path: str) -> None:
    dealer, boss = house.as_("star", "dealer"), house.as_("star", "gaming-supervisor")
    stacks = chips((50_000, 21)) if path == "buy-in" else chips((10_000, 21))
    body = {"patron": "ann", "stacks": stacks, "how": "cash"}
    if path == "cash-out":
        signed = {"patron": "ann", "stacks": stacks, "how": "cash", "approver": approval(house)}
        assert dealer.order("/api/tables/1/buy-in", signed).status_code == 200
    held = here(house, "star", "patron", "ann")
    refused(dealer.order(f"/api/tables/1/{path}", body), "by-another")
    asked = {"what": path.replace("-", " "), "patron": "ann", "stacks": stacks, "how": "cash"}
    request = dealer.order("/api/tables/1/ask-approval", asked).json()["request"]
    assert here(house, "star", "patron", "ann") == held
    assert dealer.order("/api/tables/1/approve", {"request": request}).status_code == 409
    assert boss.order("/api/tables/1/approve", {"request": request}).status_code == 200
    moved = sum(each["chip_cents"] * each["pieces"] for each in stacks)
    assert here(house, "star", "patron", "ann") - held == (moved if path == "buy-in" else -moved)


def test_a_supervisor_alone_puts_no_large_mispayment_right(house: House) -> None:
    boss = house.as_("star", "gaming-supervisor")
    note = {"table": "1", "way": "under", "kind": "wager", "cents": 100_001, "enquiry": "paid short", "patron": "ann"}
    assert boss.order("/api/mispayments/M-1/note-mispayment", note).status_code == 200
    follow: dict[str, Any] = {"outcome": "put right", "words": "paid"}
    refused(boss.order("/api/mispayments/M-1/follow-mispayment", follow), "by-another", says="$1,000")
    own = follow | {"approver": approval(house, "gaming-supervisor")}
    refused(boss.order("/api/mispayments/M-1/follow-mispayment", own), "not-yours")
    assert (
        boss.order("/api/mispayments/M-1/follow-mispayment", follow | {"approver": approval(house)}).status_code == 200
    )
    huge = note | {"cents": 10**14}
    refused(boss.order("/api/mispayments/M-2/note-mispayment", huge), "within-bounds")


# Staff who deal with themselves.


def test_nobody_is_hired_under_a_patrons_id_or_registered_under_a_staff_id(house: House) -> None:
    boss = house.as_("star", "gaming-manager")
    refused(boss.order("/api/people/ann/hire", {"role": "dealer"}), "one-person")
    for person in ("dealer", "inspector", "mathematician", "gaming-manager"):
        refused(boss.order(f"/api/patrons/{person}/register-patron", {}), "one-person")
    assert boss.order("/api/people/zoe/hire", {"role": "dealer"}).status_code == 200
    refused(boss.order("/api/patrons/zoe/register-patron", {}), "one-person")


def test_staff_move_no_value_for_themselves(house: House) -> None:
    boss, dealer = house.as_("star", "gaming-manager"), house.as_("star", "dealer")
    one = chips((10_000, 1))
    for who in (boss, dealer):
        for path, body in {
            "buy-in": {"patron": who.name, "stacks": one, "how": "cash"},
            "cash-out": {"patron": who.name, "stacks": one, "how": "cash"},
            "take-voucher": {"patron": who.name, "voucher": "V-1", "cents": 100},
            "acts": {"act": {"type": "Sit", "need": "wagers", "patron": who.name, "area": 1}},
        }.items():
            refused(who.order(f"/api/tables/1/{path}", body), "not-for-themselves")
    sit = {"act": {"type": "Sit", "need": "wagers", "patron": "gaming-supervisor", "area": 1}}
    refused(dealer.order("/api/tables/1/acts", sit), "one-person")  # nor for a colleague
    refused(boss.order("/api/patrons/gaming-manager/pay-in", {"cents": 100}), "not-for-themselves")


# Sums that end all cash.


@pytest.mark.parametrize(("operator", "table", "cashier"), HOUSES)
def test_no_amount_is_beyond_its_bound(house: House, operator: str, table: str, cashier: str) -> None:
    """Nine thousand calls of 10^15 cents used to fill the account of the world outside, for ever."""
    boss = house.as_(operator, cashier)
    top = {"star": "gaming-manager", "crown": "casino-manager"}[operator]
    other, huge = approval(house, top), chips((50_000, 2 * 10**10))
    before = house.store.last_position
    asked: dict[str, dict[str, Any]] = {
        "/api/patrons/ann/pay-in": {"cents": 10**15},
        "/api/patrons/ann/pay-out": {"cents": 10**15},
        f"/api/tables/{table}/buy-in": {"patron": "ann", "stacks": huge, "how": "cash"},
        f"/api/tables/{table}/cash-out": {"patron": "ann", "stacks": huge, "how": "cash"},
        f"/api/tables/{table}/colour-change": {"patron": "ann", "given": huge, "taken": huge},
        f"/api/tables/{table}/take-voucher": {"patron": "ann", "voucher": "V", "cents": 10**15},
        f"/api/tables/{table}/fill": {"stacks": huge, "approver": other},
        f"/api/tables/{table}/credit": {"stacks": huge, "approver": other},
        f"/api/tables/{table}/count-drop": {"counted_cents": 10**15, "approver": other},
        f"/api/tables/{table}/ask-approval": {"what": "drop", "cents": 10**15},
        f"/api/tables/{table}/close": {"stacks": huge},
        f"/api/tables/{table}/set-maximum-payout": {"cents": 10**15, "reason": "x"},
        "/api/patrons/ann/set-loss-limit": {"period": "day", "cents": 10**15},
        "/api/patrons/ann/set-deposit-limit": {"cents": 10**15},
        "/api/patrons/ann/declare-chips": {"table": table, "what": "brought", "cents": 10**15},
    }
    for path, body in asked.items():
        who = house.as_(operator, top) if "maximum" in path else boss
        signed = {"approver": other} if path.endswith(("pay-in", "pay-out", "buy-in", "cash-out")) else {}
        refused(who.order(path, body | signed), "within-bounds", says="$")
    assert house.store.last_position == before


def test_small_amounts_do_not_add_up_to_all_that_can_be_counted(house: House) -> None:
    boss = house.as_("star", "gaming-supervisor")
    answers = [boss.order("/api/patrons/ann/pay-in", {"cents": 1_000_000}) for _ in range(51)]
    assert [answer.status_code for answer in answers[:50]] == [200] * 50
    refused(answers[50], "within-bounds", says="$500,000")
    assert house.store.balance(Account("star", "world", "")).out < ROOM // 10**9
    assert boss.order("/api/patrons/bob/pay-in", {"cents": 100}).status_code == 409  # it is the cashier's own sum
    assert house.as_("star", "gaming-manager").order("/api/patrons/bob/pay-in", {"cents": 100}).status_code == 200


def test_practice_chips_are_free_and_bounded(house: House) -> None:
    ann = house.as_("star", "ann")

    def take(pieces: int) -> httpx.Response:
        body = {"patron": "ann", "stacks": chips((10_000, pieces)), "how": "cashless"}
        return ann.order("/api/tables/P1/buy-in", body)

    before = here(house, "star", "patron", "ann")
    refused(take(101), "within-bounds", says="$10,000")
    assert [take(100).status_code for _ in range(5)] == [200] * 5
    refused(take(1), "within-bounds", says="$50,000")
    assert here(house, "star", "patron", "ann") == before
    assert here(house, "star", "patron", "ann", "practice") == 5_000_000


# What is told to whom.


def test_a_mathematician_reads_no_patrons_money(house: House) -> None:
    ann, dealer = house.as_("star", "ann"), house.as_("star", "dealer")
    act = {"type": "Place", "need": "wagers", "patron": "ann", "area": 1, "spot": "ante"}
    stake = {"type": "Stake", "pieces": [{"type": "Piece", "kind": "chips", "cents": 2_500}]}
    assert ann.act("3", **act, stake=stake).status_code == 200
    _play_out(house, dealer, ann)
    assert len(dealer.get("/api/tables/3/rounds").json()["rounds"]) == 1
    someone = house.as_("star", "mathematician")
    for path in ("/api/patrons/ann", "/api/patrons/ann/sessions"):
        assert someone.get(path).status_code == 403, path
    assert someone.get("/api/tables/3/rounds").json()["rounds"] == []
    assert someone.get("/api/tables/3/rounds/1").status_code == 404
    listed = someone.ask("GET", "/tables/3/rounds", Cookie=f"pitboss={someone.token}")
    assert listed.status_code == 200 and not re.search(r"\bann\b|/tables/3/rounds/1", listed.text)
    assert someone.ask("GET", "/tables/3/rounds/1", Cookie=f"pitboss={someone.token}").status_code == 404


def _play_out(house: House, dealer: Caller, ann: Caller) -> None:
    for _ in range(30):
        view = ann.get("/api/tables/3").json()["view"]
        if view["number"] != 1:
            return
        mine = [need for need in view["needs"] if need.get("patron") == "ann" and need.get("options")]
        if mine:
            ann.act("3", type="Decide", need=mine[0]["id"], patron="ann", option="fold", stake={"pieces": []})
        else:
            dealer.order("/api/tables/3/deal")
    raise AssertionError("the round does not end")


def test_suspicion_is_told_to_staff_alone(house: House) -> None:
    ann, bob, dealer = (house.as_("star", name) for name in ("ann", "bob", "dealer"))
    for area, who in ((1, ann), (2, bob)):
        act = {"type": "Place", "need": "wagers", "patron": who.name, "area": area, "spot": "ante"}
        stake = {"type": "Stake", "pieces": [{"type": "Piece", "kind": "chips", "cents": 2_500}]}
        assert who.act("2", **act, stake=stake).status_code == 200
    body = {"patrons": ["bob"], "reason": "looks at other hands"}
    assert house.as_("star", "gaming-supervisor").order("/api/tables/2/suspects-first", body).status_code == 200
    for _ in range(8):
        dealer.order("/api/tables/2/deal")
    needs = dealer.get("/api/tables/2").json()["view"]["needs"]
    need = next(need["id"] for need in needs if need.get("patron") == "ann")
    ann.bodies.clear()
    no = ann.act("2", type="Decide", need=need, patron="ann", option="fold", stake={"pieces": []})
    assert no.status_code == 409
    for who in (ann, bob, house.as_("star", "mathematician")):
        who.bodies.clear() if who is not ann else None
        for path in ("/api/tables", "/api/tables/2", "/tables/2", "/tables/2/words", "/lobby", "/tables/2/sign"):
            who.ask("GET", path, Cookie=f"pitboss={who.token}")
        told = " ".join(who.bodies).lower()
        assert not any(word in told for word in ("suspect", "collu", "touch their cards")), who.name
    assert dealer.get("/api/tables/2").json()["suspects_first"] == ["bob"]


def test_the_page_of_mispayments_takes_a_second_person(house: House) -> None:
    boss = house.as_("star", "gaming-supervisor")
    note = {"table": "1", "way": "under", "kind": "wager", "cents": 100_001, "enquiry": "paid short", "patron": "ann"}
    assert boss.order("/api/mispayments/M-9/note-mispayment", note).status_code == 200
    follow: dict[str, str | list[str]] = {"do": "follow", "id": "M-9", "outcome": "put right", "words": "paid"}
    assert "Ask a second person to approve" in send(boss, "/pit/mispayments", follow).text
    signed = follow | {"approver": "gaming-manager", "approver-password": "a wrong password"}
    assert "is wrong" in send(boss, "/pit/mispayments", signed).text
    signed |= {"approver-password": house.demonstration.password}
    assert send(boss, "/pit/mispayments", signed).status_code == 303
