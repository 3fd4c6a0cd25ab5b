"""The pit and the inspector through the API: who may look, what they see, what they decide, and what they download."""

import asyncio
import csv
import io
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from floor.store.tampering import forging
from pitboss.floor.audit import verify
from pitboss.floor.audit.receipts import Receipt
from pitboss.floor.audit.upkeep import Upkeep
from pitboss.floor.operators import house_edition
from pitboss.floor.store import Stream, schema
from pitboss.floor.store.signing import Signer
from pitboss.web.app import make_api
from web.clients import Caller, House, stake
from web.forms import has_its_twin, look

FILL = [{"chip_cents": 10_000, "pieces": 20}]
PIT = (
    "/api/pit",
    "/api/pit/tables/2",
    "/api/pit/people",
    "/api/pit/mispayments",
    "/api/pit/shift",
    "/api/pit/shift.csv",
)
PAGES = (
    "/pit",
    "/pit/tables/2",
    "/pit/people",
    "/pit/mispayments",
    "/pit/shift",
    "/inspect",
    "/inspect?all=true",
    "/inspect/tables/2/rounds/1",
    "/inspect/verification",
    "/inspect/parameters",
    "/inspect/registers/notices",
    "/inspect/registers/calls",
    "/inspect/registers/corrections",
    "/inspect/mispayments",
)
INSPECT = (
    "/api/inspect/search",
    "/api/inspect/search.csv",
    "/api/inspect/tables/2/rounds/1",
    "/api/inspect/verification",
    "/api/inspect/parameters",
    "/api/inspect/registers/slips",
    "/api/inspect/registers/slips.csv",
)


def play(house: House, table: str = "2", who: str = "ann") -> None:
    """A round of Caribbean Stud, from the wager to its end."""
    ann, dealer = house.as_("star", who), house.as_("star", "dealer")
    round = ann.get(f"/api/tables/{table}").json()["round"]
    placed = ann.act(table, type="Place", need="wagers", patron=who, area=1, spot="ante", stake=stake(2_500))
    assert placed.status_code == 200, placed.text
    for _ in range(60):
        seen = ann.get(f"/api/tables/{table}").json()
        if seen["round"] != round:
            return
        decisions = [need for need in seen["view"]["needs"] if need["type"] == "DecisionNeed"]
        if decisions:
            ann.act(table, type="Decide", need=decisions[0]["id"], patron=who, option="fold")
        else:
            dealer.order(f"/api/tables/{table}/deal")
    raise AssertionError("the round did not end")


def page_of(caller: Caller, path: str) -> str:
    """A page as a person's browser shows it."""
    answer = caller.get(path, Cookie=f"pitboss={caller.token}")
    assert answer.status_code == 200
    return answer.text


def tile(caller: Caller, table: str = "2") -> dict[str, Any]:
    found: dict[str, Any] = next(row for row in caller.get("/api/pit").json()["tables"] if row["table"] == table)
    return found


@pytest.mark.parametrize("operator", ["star", "crown"])
def test_the_pit_is_seen_from_a_supervisor_up_and_by_those_who_look_on(house: House, operator: str) -> None:
    ranks = house_edition(operator).ranks
    table = "2" if operator == "star" else "4"
    for person in (*ranks, "inspector", "surveillance", "ann"):
        for path in PIT:
            answer = house.as_(operator, person).get(path.replace("/2", f"/{table}"))
            sees = person not in ("dealer", "ann")
            assert answer.status_code == (200 if sees else 403), (person, path)
            if not sees:
                assert "The pit is run by supervisors and above" in answer.json()["detail"]


def test_the_log_is_an_inspectors_to_read(house: House) -> None:
    play(house)
    for person in (*house_edition("star").ranks, "surveillance", "ann", "inspector"):
        for path in INSPECT:
            wanted = 200 if person == "inspector" else 403
            assert house.as_("star", person).get(path).status_code == wanted, (person, path)


def test_who_may_not_look_is_told_the_rule_on_the_page(house: House) -> None:
    for person in (house.as_("star", "dealer"), house.as_("star", "ann")):
        for path in (*PAGES[:5], "/inspect", "/inspect/verification"):
            answer = look(person, path)
            assert answer.status_code == 403, (person.name, path)
            told = "The pit is run by supervisors" if path.startswith("/pit") else "The log is read by inspectors"
            assert told in answer.text and 'href="/pit"' not in answer.text, (person.name, path)


def test_those_who_look_on_have_no_forms(house: House) -> None:
    called = house.as_("star", "dealer").order("/api/tables/2/call-supervisor", {})
    assert called.status_code == 200, called.text
    for path in ("/pit", "/pit/tables/2", "/pit/mispayments"):
        for name, forms in (("inspector", False), ("surveillance", False), ("gaming-manager", True)):
            page = look(house.as_("star", name), path)
            main = page.text.partition("<main")[2].partition("</main>")[0]
            found = {*re.findall(r'name="do" value="([a-z-]+)"', main)}
            if name == "inspector":
                found -= {"count-cards"}  # an inspector has the cards counted (3.8)
            assert page.status_code == 200 and bool(found) == forms, (name, path)


def test_every_page_has_its_twin(house: House) -> None:
    play(house)
    inspector = house.as_("star", "inspector")
    for path in PAGES:
        assert has_its_twin(inspector, path), path


def test_a_call_is_an_alert_that_stays_until_it_is_acknowledged(house: House) -> None:
    dealer, ann, boss = house.as_("star", "dealer"), house.as_("star", "ann"), house.as_("star", "gaming-supervisor")
    before = boss.get("/api/pit").json()["number"]
    assert dealer.order("/api/tables/2/call-supervisor", {"reason": "a card fell"}).status_code == 200
    assert ann.order("/api/tables/2/call-supervisor", {}).status_code == 200
    pit = boss.get("/api/pit").json()
    assert pit["number"] > before
    assert [(alert["by"], alert["words"]) for alert in tile(boss)["alerts"]] == [
        ("dealer", "a card fell"),
        ("ann", "The table calls a supervisor."),
    ]
    first = tile(boss)["alerts"][0]["id"]
    no = dealer.order("/api/tables/2/acknowledge-alert", {"alert": first})
    assert no.status_code == 409 and no.json()["because"] == ["call-stands"]
    assert boss.order("/api/tables/2/acknowledge-alert", {"alert": first, "words": "found"}).status_code == 200
    assert [alert["by"] for alert in tile(boss)["alerts"]] == ["ann"]
    rows = house.as_("star", "inspector").get("/api/inspect/registers/calls").json()["rows"]
    assert [(row["by"], row["state"]) for row in rows] == [("ann", "waiting"), ("dealer", "acknowledged")]
    assert rows[1]["acknowledged_by"] == "gaming-supervisor" and rows[1]["words"] == "found"


def test_a_fill_waits_for_somebody_else(house: House) -> None:
    one, two = house.as_("star", "gaming-supervisor"), house.as_("star", "gaming-manager")
    name = one.order("/api/tables/2/ask-approval", {"what": "fill", "stacks": FILL}).json()["request"]
    (mine,), (theirs,) = one.get("/api/pit").json()["inbox"], two.get("/api/pit").json()["inbox"]
    assert not mine["theirs"] and "another person" in mine["why"]
    assert theirs["theirs"] and theirs["words"] == "Fill of $2,000: 20 of $100" and theirs["by"] == "gaming-supervisor"
    assert house.as_("star", "inspector").get("/api/pit").json()["inbox"][0]["theirs"] is False
    assert one.order("/api/tables/2/approve", {"request": name}).status_code == 409
    before = tile(two)["float_cents"]
    assert two.order("/api/tables/2/approve", {"request": name}).json()["number"] == 1
    assert tile(two)["float_cents"] == before + 200_000
    assert two.get("/api/pit").json()["inbox"] == []
    (slip,) = two.get("/api/pit/tables/2").json()["slips"]
    assert (slip["by"], slip["approved_by"], slip["amount_cents"]) == ("gaming-supervisor", "gaming-manager", 200_000)


def test_pace_and_result_follow_the_play(house: House) -> None:
    boss = house.as_("star", "gaming-supervisor")
    start = tile(boss)
    assert (start["pace"], start["rounds"], start["result_cents"]) == (0, 0, 0)
    play(house)
    play(house)
    after = tile(boss)
    assert (after["rounds"], after["result_cents"], after["taken"]) == (2, 5_000, 1)
    assert after["pace"] == 12, "two rounds in ten minutes"
    row = next(r for r in boss.get("/api/pit/shift").json()["rows"] if r["table"] == "2")
    assert (row["rounds"], row["won_cents"], row["staked_cents"], row["players"]) == (2, 5_000, 5_000, 1)
    lines = list(csv.DictReader(io.StringIO(boss.get("/api/pit/shift.csv").text)))
    assert next(line for line in lines if line["table"] == "2")["won_cents"] == "5000"


def test_an_empty_shift_says_so(house: House) -> None:
    boss = house.as_("star", "gaming-supervisor")
    assert boss.get("/api/pit/shift?day=2020-01-01").json()["note"] == "No activity"
    assert boss.get("/api/pit/shift.csv?day=2020-01-01").text.endswith("No activity\r\n")
    assert boss.get("/api/pit/shift?day=2020-13-01").status_code == 404


def test_the_report_of_a_month_has_what_is_over_the_bound(house: House) -> None:
    boss, inspector = house.as_("star", "gaming-supervisor"), house.as_("star", "inspector")
    note = {"table": "2", "way": "over", "kind": "wager", "enquiry": "miscounted", "patron": "ann"}
    for name, cents in (("M-1", 100_000), ("M-2", 100_001)):
        boss.order(f"/api/mispayments/{name}/note-mispayment", note | {"cents": cents})
    found = inspector.get("/api/inspect/mispayments").json()
    assert [row["id"] for row in found["rows"]] == ["M-2"]
    assert inspector.get(f"/api/inspect/mispayments?month={found['month']}").json() == found
    assert inspector.get("/api/inspect/mispayments?month=2020-01").json()["note"] == "No activity"
    for month in ("2026-13", "0001-01", "2026"):
        assert 400 <= inspector.get(f"/api/inspect/mispayments?month={month}").status_code < 500


def test_mispayments_are_noted_and_followed(house: House) -> None:
    boss = house.as_("star", "gaming-supervisor")
    note = {"table": "2", "way": "over", "kind": "wager", "cents": 150_000, "enquiry": "miscounted", "patron": "ann"}
    assert house.as_("star", "dealer").order("/api/mispayments/M-1/note-mispayment", note).status_code == 409
    assert boss.order("/api/mispayments/M-1/note-mispayment", note).json() == {"id": "M-1", "reported": True}
    assert [item["kind"] for item in boss.get("/api/pit").json()["inbox"]] == ["mispayment"]
    signed = {"name": "gaming-manager", "password": house.demonstration.password}
    told = {"outcome": "put right", "words": "ann gave it back", "approver": signed}
    assert boss.order("/api/mispayments/M-1/follow-mispayment", told).status_code == 200
    assert boss.get("/api/pit").json()["inbox"] == []
    (row,) = boss.get("/api/pit/mispayments").json()["rows"]
    assert (row["state"], row["breach"], row["reported"]) == (
        "put right",
        "no",
        "not yet",
    )  # the return of the month has not been sent


SEARCHES: list[tuple[str, int]] = [
    ("", 2),
    ("?table=2", 2),
    ("?table=3", 0),
    ("?round=1", 1),
    ("?player=bob", 1),
    ("?player=nobody", 0),
    ("?table=2&round=2&player=ann", 0),
    ("?since=2026-03-02", 2),
    ("?until=2026-03-01", 0),
    ("?since=2026-03-04", 0),
    ("?clause=nonsense", 0),
]


def test_an_inspector_finds_rounds(house: House) -> None:
    inspector = house.as_("star", "inspector")
    play(house)
    play(house, who="bob")
    for query, count in SEARCHES:
        assert len(inspector.get(f"/api/inspect/search{query}").json()["found"]) == count, query
    (row,) = inspector.get("/api/inspect/search?player=ann").json()["found"]
    assert row["clauses"] and row["net_cents"] == -2_500
    for clause in row["clauses"]:
        assert inspector.get(f"/api/inspect/search?clause={clause}").json()["found"]
    heading = row["clauses"][0].partition(".")[0]
    assert inspector.get(f"/api/inspect/search?clause={heading}").json()["found"]
    everything = inspector.get("/api/inspect/search?all=true&player=ann").json()["found"]
    assert {"Round", "Bought in"} & {found["what"] for found in everything}
    lines = list(csv.DictReader(io.StringIO(inspector.get("/api/inspect/search.csv").text)))
    assert [line["round"] for line in lines] == ["2", "1"]


def test_a_round_is_replayed_step_by_step_and_none_that_is_open(house: House) -> None:
    inspector = house.as_("star", "inspector")
    play(house)
    shown = inspector.get("/api/inspect/tables/2/rounds/1").json()
    assert [step["step"] for step in shown["steps"]] == list(range(1, len(shown["steps"]) + 1))
    assert {step["by"] for step in shown["steps"]} == {"ann", "dealer"}
    said = [event for step in shown["steps"] for event in step["events"]]
    assert any("fold" in event["says"] for event in said)
    assert any(ground["clauses"] for event in said for ground in event["because"])
    assert inspector.get("/api/inspect/tables/2/rounds/2").status_code == 404


def finished(inspector: Caller) -> dict[str, Any]:
    for _ in range(3_000):
        state: dict[str, Any] = inspector.get("/api/inspect/verification").json()
        if state["state"] != "running":
            return state
        time.sleep(0.1)
    raise AssertionError("the verification does not end")


@pytest.mark.parametrize("whole", ["false", "true"])
def test_the_log_is_verified_beside_the_tables(house: House, whole: str) -> None:
    inspector = house.as_("star", "inspector")
    play(house)
    assert inspector.get("/api/inspect/verification").json()["state"] == "idle"
    begun = inspector.ask("POST", f"/api/inspect/verification?whole={whole}")
    assert begun.status_code == 202 and begun.json()["by"] == "inspector"
    play(house)
    state = finished(inspector)
    assert state["clean"] is True and state["findings"] == [] and state["events"] > 0
    assert state["rounds"] >= 1
    noted = [event.kind for event in house.store.read(Stream("star", "house:verification"))]
    assert noted == (["LogVerified"] if whole == "true" else [])
    pit = house.as_("star", "gaming-manager").get("/api/pit").json()
    assert pit["verified"]["clean"] is (True if whole == "true" else None)


def test_a_changed_log_is_found_out(house: House) -> None:
    inspector = house.as_("star", "inspector")
    play(house)
    with house.store.writing() as connection:
        for (name,) in connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").all():
            connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        connection.exec_driver_sql("UPDATE event SET \"by\" = 'nobody' WHERE stream = 'table:2' AND number = 3")
    inspector.ask("POST", "/api/inspect/verification?whole=true")
    state = finished(inspector)
    assert state["clean"] is False and "star/table:2 number 3" in [each["record"] for each in state["findings"]]


def test_the_inspector_sees_what_the_terminal_shows(house: House, tmp_path: Path) -> None:
    signer = Signer.open(tmp_path / "days.key")
    upkeep = Upkeep(house.store, house.clock, signer=signer)
    house.app = make_api(house.floor, house.sign_in, upkeep=upkeep)
    house.client._transport.app = house.app  # type: ignore[attr-defined]
    inspector = house.as_("star", "inspector")
    assert inspector.get("/api/inspect/receipt").status_code == 404
    play(house)
    assert len(upkeep.look()) == 2
    receipt = inspector.get("/api/inspect/receipt.json")
    assert Receipt.of(receipt.json()) == upkeep.receipts["star"]
    assert "attachment" in receipt.headers["content-disposition"]
    assert "Download the receipt" in look(inspector, "/inspect/verification").text
    place = house.store.log(operator="crown")[0].position
    with forging(house.store) as connection:
        connection.execute(schema.events.delete().where(schema.events.c.position == place))
        mine = schema.checkpoints.c.operator == "star"
        connection.execute(schema.checkpoints.update().where(mine).values(signature=schema.checkpoints.c.hash))
    inspector.ask("POST", "/api/inspect/verification?whole=true")
    state = finished(inspector)
    shown = [f"{each['part']}: {each['record']}: {each['words']}" for each in state["findings"]]
    terminal = [str(finding) for finding in verify(house.store, signer.verifier).findings]
    assert state["clean"] is False and len(shown) == len(terminal) > 1
    assert any("it was not signed with this key" in each for each in shown)
    assert f"place {place} of the log" in str(shown)
    own = [each for each in terminal if "crown" not in each.split(": ")[1]]
    assert set(own) <= set(shown) and not any("crown/" in each for each in shown if each not in own)
    page = look(inspector, "/inspect/verification").text
    assert "Faults were found in the log" in page and "it was not signed with this key" in page


def test_every_parameter_has_its_history(house: House) -> None:
    boss, inspector = house.as_("star", "gaming-manager"), house.as_("star", "inspector")
    limits = {"ante": {"minimum_cents": 1_000, "maximum_cents": 60_000, "unit_cents": 0}}
    assert boss.order("/api/tables/2/change-limits", {"limits": limits, "reason": "a quiet night"}).status_code == 200
    rows = inspector.get("/api/inspect/parameters?table=2").json()["rows"]
    changed = {row["parameter"]: (row["before"], row["after"]) for row in rows if row["reason"] == "a quiet night"}
    assert changed == {"limits.ante.minimum_cents": (2_500, 1_000), "limits.ante.maximum_cents": (50_000, 60_000)}
    first = {row["parameter"]: row["before"] for row in rows if not row["reason"]}
    assert first["game"] is None and "limits.ante.minimum_cents" in first
    assert {row["by"] for row in rows} == {"gaming-manager"}
    assert not inspector.get("/api/inspect/parameters?table=2&since=2026-03-04").json()["rows"]


def test_notices_are_registered_with_how_they_ended(house: House) -> None:
    boss, inspector = house.as_("star", "gaming-manager"), house.as_("star", "inspector")
    limits = {"ante": {"minimum_cents": 5_000, "maximum_cents": 50_000, "unit_cents": 0}}
    first = boss.order("/api/tables/2/announce-limits", {"limits": limits}).json()["notice"]
    boss.order("/api/tables/3/announce-closing", {})
    (clock, other) = boss.get("/api/pit").json()["clocks"]
    assert {clock["table"], other["table"]} == {"2", "3"}
    boss.order("/api/tables/2/take-down-notice", {"notice": first, "reason": "called off"})
    rows = inspector.get("/api/inspect/registers/notices").json()["rows"]
    assert [(row["table"], row["state"]) for row in rows] == [("3", "up"), ("2", "taken down")]
    assert rows[1]["reason"] == "called off" and rows[1]["because"] == ["raise-on-notice"]


def test_a_prohibited_device_waits_in_the_inspectors_inbox(house: House) -> None:
    boss, inspector = house.as_("star", "gaming-manager"), house.as_("star", "inspector")
    body = {"person": "ann", "what": "a counting watch"}
    assert house.as_("star", "dealer").order("/api/tables/2/report-device", body).status_code == 409
    name = boss.order("/api/tables/2/report-device", body).json()["report"]
    (item,) = inspector.get("/api/pit").json()["inbox"]
    assert (item["kind"], item["id"], item["theirs"], item["by"]) == ("device", name, True, "gaming-manager")
    assert "a counting watch" in page_of(inspector, "/inspect") and "a counting watch" in page_of(boss, "/pit")
    assert inspector.order("/api/tables/2/take-over-device", {"report": name, "words": "done"}).status_code == 200
    assert inspector.get("/api/pit").json()["inbox"] == []
    assert "a counting watch" not in page_of(inspector, "/inspect")
    (row,) = inspector.get("/api/inspect/registers/incidents").json()["rows"]
    assert (row["player"], row["state"]) == ("ann", "taken over by inspector inspector")


def test_suspects_are_ordered_apart_and_first_and_to_speak_english(house: House) -> None:
    boss, ann, bob = (house.as_("star", name) for name in ("gaming-manager", "ann", "bob"))
    for who, area in ((ann, 1), (bob, 2)):
        who.act("2", type="Sit", need="wagers", patron=who.name, area=area)
    assert boss.order("/api/tables/2/english-only", {"on": True, "reason": "signals"}).status_code == 200
    assert boss.order("/api/tables/2/suspects-first", {"patrons": ["ann"], "reason": "looks"}).status_code == 200
    row = boss.get("/api/tables/2").json()
    assert (row["suspects_first"], row["english_only"]) == (["ann"], True)
    told = ann.get("/api/tables/2").json()
    assert "suspects_first" not in told and told["english_only"]
    assert "Only English is spoken" in page_of(boss, "/tables/2/console") and "Players speak only English" in page_of(
        ann, "/tables/2/sign"
    )
    assert boss.order("/api/patrons/ann/keep-apart", {"other": "bob", "reason": "signals"}).status_code == 200
    no = bob.act("2", type="Place", need="wagers", patron="bob", area=2, spot="ante", stake=stake(2_500))
    assert (no.status_code, no.json()["because"]) == (409, ["not-yours"])  # no word of a suspicion
    assert "ann" not in no.json()["detail"]
    assert "Suspicion" in page_of(boss, "/pit/tables/2") and "Keep them apart" not in page_of(boss, "/pit/tables/1")


def test_the_console_offers_to_show_a_folded_hand(house: House) -> None:
    ann, bob, dealer = (house.as_("star", name) for name in ("ann", "bob", "dealer"))
    for who, area in ((ann, 1), (bob, 2)):
        placed = who.act("2", type="Place", need="wagers", patron=who.name, area=area, spot="ante", stake=stake(2_500))
        assert placed.status_code == 200
    while dealer.get("/api/tables/2").json()["view"]["phase"] != "betting":
        dealer.order("/api/tables/2/deal")
    ann.act("2", type="Decide", need="decide-1", patron="ann", option="fold")
    bob.act("2", type="Decide", need="decide-2", patron="bob", option="bet", stake=stake(5_000))
    assert "Show the folded hand" not in page_of(dealer, "/tables/2/console")
    dealer.order("/api/tables/2/deal")  # the dealer's hand is turned
    assert "Show the folded hand on area 1" in page_of(dealer, "/tables/2/console")
    hidden = [hand["cards"] for hand in bob.get("/api/tables/2").json()["view"]["hands"] if hand["area"] == 1]
    assert hidden == [["??"] * 5]
    assert dealer.act("2", type="Turn", need="show-1").status_code == 200
    shown = [hand["cards"] for hand in bob.get("/api/tables/2").json()["view"]["hands"] if hand["area"] == 1]
    assert "??" not in shown[0] and "Show the folded hand" not in page_of(dealer, "/tables/2/console")


def test_the_console_has_the_shuffle_by_hand_before_a_device(house: House) -> None:
    dealers = {table: house.as_("star" if table in "123" else "crown", "dealer") for table in "236"}
    offered = {table: "before the device" in page_of(who, f"/tables/{table}/console") for table, who in dealers.items()}
    assert offered == {"2": False, "3": True, "6": False}  # a shoe; a device at the Star; one at Crown


def test_cards_are_registered_from_the_inspection_on(house: House) -> None:
    boss, dealer = house.as_("star", "gaming-manager"), house.as_("star", "dealer")
    boss.order("/api/tables/2/secure-decks", {"pack": "seal 12", "how": "by device"})
    boss.order("/api/tables/2/order-cards", {"what": "replace"})
    no = dealer.order("/api/tables/2/deal")
    assert no.status_code == 409 and {"3.4", "3.7"} <= set(no.json()["clauses"])
    decks = boss.get("/api/pit/tables/2").json()["decks"]
    assert decks["awaits"] == ["decks-inspected", "cards-replaced"] and decks["orders"] == ["replace"]
    assert [row["pack"] for row in decks["secured"]] == ["seal 12"]
    for page in ("/tables/2/console", "/pit/tables/2"):
        shown = page_of(boss, page)
        assert "seal 12" in shown and "y device" in shown and "Inspected" in shown
    dealer.order("/api/tables/2/inspect-cards", {"pack": "seal 12"})
    assert "Inspected by device" not in page_of(boss, "/tables/2/console")
    assert dealer.order("/api/tables/2/deal").status_code == 200
    rows = house.as_("star", "inspector").get("/api/inspect/registers/cards").json()["rows"]
    assert [(row["what"], row["by"], row.get("pack")) for row in rows if row["table"] == "2"] == [
        ("inspected by device", "dealer", "seal 12"),
        ("replace ordered", "gaming-manager", None),
        ("secured by device", "gaming-manager", "seal 12"),
        ("inspected by hand", "gaming-manager", ""),
    ]


@pytest.mark.parametrize("order", ["notices", "slips", "disputes", "corrections", "rulings", "mispayments", "drops"])
def test_a_register_is_data_and_csv_and_an_empty_one_says_so(house: House, order: str) -> None:
    inspector = house.as_("star", "inspector")
    assert inspector.get(f"/api/inspect/registers/{order}").json()["note"] == "No activity"
    text = inspector.get(f"/api/inspect/registers/{order}.csv")
    assert text.headers["content-type"].startswith("text/csv") and text.text.endswith("No activity\r\n")
    assert inspector.get("/api/inspect/registers/nothing").status_code == 404


def test_nothing_crosses_from_one_house_to_the_other(house: House) -> None:
    house.as_("crown", "dealer").order("/api/tables/4/call-supervisor", {"reason": "crown's own"})
    star = house.as_("star", "gaming-manager")
    number = star.get("/api/pit").json()["number"]
    house.as_("crown", "ann").order("/api/tables/4/call-supervisor", {})
    assert star.get("/api/pit").json()["number"] == number
    assert "crown's own" not in star.bodies[-1]
    assert star.get("/api/pit/tables/4").status_code == 404


def test_a_formula_in_a_reason_stays_text(house: House) -> None:
    house.as_("star", "dealer").order("/api/tables/2/call-supervisor", {"reason": "=HYPERLINK(1)"})
    text = house.as_("star", "inspector").get("/api/inspect/registers/calls.csv").text
    assert "'=HYPERLINK(1)" in text


def test_the_pits_stream_resumes_where_it_was(house: House) -> None:
    from pitboss.floor.store import Stream
    from pitboss.web.resource import stream_numbers

    boss = house.as_("star", "gaming-manager")
    api, token = house.app.state.api, boss.token
    number = boss.get("/api/pit").json()["number"]

    async def first(last: int, act: Callable[[], object] | None) -> str:
        events = stream_numbers(api, token, Stream("star", "*"), last)
        assert (await anext(events)).startswith("retry")
        if act is not None:
            import asyncio

            task = asyncio.ensure_future(anext(events))
            await asyncio.sleep(0.05)
            await asyncio.to_thread(act)
            said: str = await task
        else:
            said = await anext(events)
        await events.aclose()  # type: ignore[attr-defined]
        return said

    assert f"id: {number}\n" in house.runner.run(first(number - 1, None))

    def call() -> object:
        from pitboss.floor.service.commands import Actor, Order
        from pitboss.floor.tables.pit import CallSupervisor

        return house.floor.do(Order(Actor("star", "dealer", "dealer"), CallSupervisor("2"), "call-1"))

    assert f"id: {number + 1}\n" in house.runner.run(first(number, call))


def test_a_stream_that_begins_while_the_server_ends_is_over(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.floor.store import Stream
    from pitboss.web import resource

    async def read() -> list[str]:
        return [line async for line in resource.stream_numbers(api, "", Stream("star", "*"), 0)]

    api = house.app.state.api
    monkeypatch.setattr(resource, "KEEP_ALIVE", 3_600.0)
    monkeypatch.setattr(api.hub, "has_ended", True)
    assert house.runner.run(asyncio.wait_for(read(), 60)) == ["retry: 1000\n\n"]


def test_a_dispute_waits_for_the_rank_that_rules_at_its_stage(house: House) -> None:
    ann, inspector = house.as_("star", "ann"), house.as_("star", "inspector")
    first, second, last = (
        house.as_("star", name) for name in ("gaming-supervisor", "assistant-gaming-manager", "gaming-manager")
    )
    raised = {"patron": "ann", "round": 1, "about": "my Ante was taken"}
    name = ann.order("/api/tables/2/raise-dispute", raised).json()["dispute"]

    def theirs(caller: Caller) -> list[str]:
        return [item["title"] for item in caller.get("/api/pit").json()["inbox"] if item["theirs"]]

    assert theirs(first) == ["Dispute, first instance"] and theirs(inspector) == []
    first.order("/api/tables/2/rule-on-dispute", {"dispute": name, "ruling": "it stands"})
    assert theirs(first) == theirs(last) == []
    ann.order("/api/tables/2/ask-review", {"dispute": name})
    assert theirs(first) == [] and theirs(second) == theirs(last) == ["Dispute, review"]
    last.order("/api/tables/2/rule-on-dispute", {"dispute": name, "ruling": "it stands"})
    ann.order("/api/tables/2/lodge-complaint", {"dispute": name, "words": "wrong"})
    assert theirs(inspector) == ["Complaint"] and theirs(last) == []
    assert inspector.order("/api/tables/2/close-complaint", {"dispute": name, "finding": "by the rules"}).is_success
    (row,) = inspector.get("/api/inspect/registers/disputes").json()["rows"]
    assert row["state"] == "closed" and len(row["rulings"]) == 2 and row["words"] == "by the rules"
