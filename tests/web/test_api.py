"""The API: what each person may do and see, idempotent commands, problems with clauses, pages and tags."""

import httpx
import pytest

from pitboss import play
from pitboss.floor.store import table_stream
from pitboss.play import DecisionNeed, Round, Viewer, view
from pitboss.play.view import View
from pitboss.web.pages import table_view
from web.clients import MEASURES, TABLES, Caller, House, declare_chips, pages, stake


def place(caller: Caller, table: str, area: int, *, spot: str = "ante", cents: int = 2_500) -> httpx.Response:
    return caller.act(table, type="Place", need="wagers", patron=caller.name, area=area, spot=spot, stake=stake(cents))


def test_nobody_is_told_anything_who_is_not_signed_in(house: House) -> None:
    nobody = Caller(house)
    for path in ("/api/tables", "/api/me", "/api/tables/1", "/api/patrons/ann", "/api/inspect/streams"):
        answer = nobody.get(path)
        assert answer.status_code == 401
        assert answer.headers["content-type"] == "application/problem+json"
    assert nobody.get("/api/rulebook").status_code == 200  # the rules are any person's to read


def test_a_command_needs_a_key_and_is_done_once_under_it(house: House) -> None:
    ann = house.as_("star", "ann")
    act = {"type": "Place", "need": "wagers", "patron": "ann", "area": 1, "spot": "ante", "stake": stake(2_500)}
    body = {"act": act}
    assert ann.ask("POST", "/api/tables/2/acts", body).status_code == 422
    first = ann.order("/api/tables/2/acts", body, key="once")
    again = ann.order("/api/tables/2/acts", body, key="once")
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert ann.get("/api/patrons/ann").json()["accounts"]["chips"]["staked_cents"] == 2_500
    other = ann.order("/api/tables/2/acts", {"act": act | {"area": 2}}, key="once")
    assert other.status_code == 422
    assert other.json()["title"] == "Idempotency key used before"


def test_a_refusal_names_its_clauses(house: House) -> None:
    answer = place(house.as_("star", "ann"), "1", 1, spot="wager", cents=100)
    assert answer.status_code == 409
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["because"] == ["sign-minimum"]
    assert "6.1" in answer.json()["clauses"]


def test_a_table_has_a_tag_that_changes_with_it(house: House) -> None:
    ann = house.as_("star", "ann")
    first = ann.get("/api/tables/2")
    tag = first.headers["etag"]
    assert ann.get("/api/tables/2", If_None_Match=tag).status_code == 304
    assert place(ann, "2", 1).status_code == 200
    assert ann.get("/api/tables/2", If_None_Match=tag).status_code == 200


def test_a_patron_acts_for_themselves_alone_and_deals_nothing(house: House) -> None:
    bob = house.as_("star", "bob")
    act = {"type": "Place", "need": "wagers", "patron": "ann", "area": 1, "spot": "ante", "stake": stake(2_500)}
    assert bob.order("/api/tables/2/acts", {"act": act}).status_code == 409
    assert bob.order("/api/tables/2/deal").status_code == 409
    assert bob.get("/api/patrons/ann").status_code == 404


def test_an_inspector_reads_and_changes_nothing(house: House) -> None:
    inspector = house.as_("star", "inspector")
    before = house.store.last_position
    assert inspector.get("/api/tables").status_code == 200
    assert inspector.get("/api/inspect/books").status_code == 200
    assert inspector.order("/api/tables/2/deal").status_code == 409
    act = {"type": "Place", "need": "wagers", "patron": "ann", "area": 1, "spot": "ante", "stake": stake(2_500)}
    assert inspector.order("/api/tables/2/acts", {"act": act}).status_code == 409
    assert house.store.last_position == before


def test_nobody_else_reads_what_is_the_inspectors(house: House) -> None:
    for name in ("ann", "dealer", "gaming-manager", "surveillance"):
        assert house.as_("star", name).get("/api/inspect/streams").status_code == 403


def test_a_house_sees_nothing_of_the_other(house: House) -> None:
    star, crown = house.as_("star", "gaming-manager"), house.as_("crown", "casino-manager")
    assert {row["table"] for row in star.get("/api/tables").json()["tables"]} == {"1", "2", "3", "P1", "P2", "P3"}
    assert {row["table"] for row in crown.get("/api/tables").json()["tables"]} == {"4", "5", "6", "P4", "P5", "P6"}
    assert star.get("/api/tables/4").status_code == 404


def test_an_approval_is_the_approvers_own_password(house: House) -> None:
    supervisor = house.as_("star", "gaming-supervisor")
    stacks = [{"chip_cents": 2_500, "pieces": 100}]

    def fill(name: str, password: str) -> httpx.Response:
        approver = {"name": name, "password": password}
        return supervisor.order("/api/tables/1/fill", {"stacks": stacks, "approver": approver})

    password = house.demonstration.password
    assert fill("gaming-manager", "guessed").status_code == 403
    assert fill("gaming-supervisor", password).status_code == 409  # no person approves their own
    assert fill("dealer", password).status_code == 409
    assert fill("gaming-manager", password).status_code == 200


def test_a_manager_opens_and_a_dealer_does_not(house: House) -> None:
    terms = {"limits": {"ante": {"minimum_cents": 2_500, "maximum_cents": 50_000}}, "money": True}
    body = {"game": "star-caribbean-stud", "terms": terms, "stacks": [{"chip_cents": 2_500, "pieces": 1_000}]}
    assert house.as_("star", "dealer").order("/api/tables/9/open", body).status_code == 409
    manager = house.as_("star", "gaming-manager")
    answer = manager.order("/api/tables/9/open", body)
    assert answer.status_code == 200, answer.text
    assert manager.get("/api/tables/9").json()["status"] == "open"
    assert manager.order("/api/tables/9/close", {"stacks": body["stacks"]}).status_code == 200


def test_a_dealer_keys_real_cards(house: House) -> None:
    ann, dealer = house.as_("star", "ann"), house.as_("star", "dealer")
    assert place(ann, "2", 1).status_code == 200
    for act in (
        {"type": "Shuffle", "need": "shuffle"},
        {"type": "Cut", "need": "cut", "by": "dealer", "at": 20},
        {"type": "Call", "need": "no-more-bets"},
        {"type": "Deal", "need": "deal", "cards": ["2c", "3c", "4c", "5c", "7d", "2d", "3d", "4d", "5d", "7h"]},
    ):
        answer = dealer.act("2", **act)
        assert answer.status_code == 200, answer.text
    hands = ann.get("/api/tables/2").json()["view"]["hands"]
    mine = next(hand for hand in hands if hand["area"] == 1)
    assert "??" not in mine["cards"] and len(mine["cards"]) == 5


def test_pages_go_through_all_of_a_stream(house: House) -> None:
    inspector = house.as_("crown", "inspector")
    numbers = [row["number"] for row in pages(inspector, "/api/inspect/streams/table:4/events", "events")]
    assert numbers == list(range(1, house.store.head(house.stream("crown", "4")).length + 1))
    names = [row["stream"] for row in inspector.get("/api/inspect/streams?limit=500").json()["streams"]]
    first = inspector.get("/api/inspect/streams?limit=2").json()
    assert names[:2] == [row["stream"] for row in first["streams"]]
    assert names[2:4] == [
        row["stream"] for row in inspector.get(f"/api/inspect/streams?limit=2&after={first['next']}").json()["streams"]
    ]


def test_the_rulebook_is_read_clause_by_clause(house: House) -> None:
    nobody = Caller(house)
    editions = nobody.get("/api/rulebook").json()["editions"]
    assert {"star-pontoon", "crown-poker-minors"} <= {row["edition"] for row in editions}
    assert nobody.get("/api/rulebook/star-pontoon/clauses/6.1").json()["number"] == "6.1"
    assert nobody.get("/api/rulebook/star-pontoon/clauses/99.9").status_code == 404
    assert nobody.get("/api/rulebook/no-such-book").status_code == 404


def test_measures_name_no_person(house: House) -> None:
    place(house.as_("star", "ann"), "2", 1)
    text = Caller(house).get("/metrics", Authorization=f"Bearer {MEASURES}").text
    assert 'pitboss_commands_total{command="TakeAct",outcome="done"} 1.0' in text
    assert "pitboss_command_seconds_bucket" in text
    assert "ann" not in text
    assert Caller(house).get("/healthz").json() == {"status": "ok"}


def test_tables_of_the_demonstration_are_open(house: House) -> None:
    for game, table in TABLES.items():
        view = house.as_(game.partition("-")[0], "ann").get(f"/api/tables/{table}").json()
        assert (view["game"], view["status"]) == (game, "open")


def test_a_patron_sets_a_limit_and_sees_it_and_their_time_at_a_table(house: House) -> None:
    ann = house.as_("star", "ann")
    assert ann.order("/api/patrons/ann/set-loss-limit", {"period": "day", "cents": 2_000}).status_code == 200
    declare_chips(ann)
    assert ann.order("/api/patrons/bob/set-loss-limit", {"period": "day", "cents": 1}).status_code == 409
    assert ann.order("/api/patrons/ann/start-play", {"table": "1"}).status_code == 200
    refused = place(ann, "1", 1, spot="wager")
    assert refused.status_code == 409
    assert refused.json()["clauses"], refused.text
    assert place(ann, "1", 1, spot="wager", cents=1_500).status_code == 200
    assert ann.order("/api/patrons/ann/end-play", {"table": "1"}).status_code == 200
    account = ann.get("/api/patrons/ann").json()
    assert account["loss_limits"]["day"][0]["cents"] == 2_000
    sessions = ann.get("/api/patrons/ann/sessions").json()["sessions"]
    assert [row["what"] for row in sessions] == ["started", "ended"]


def test_an_inspector_verifies_the_log(house: House) -> None:
    assert house.as_("star", "inspector").get("/api/inspect/verify").json()["clean"] is True
    assert house.as_("star", "gaming-manager").get("/api/inspect/verify").status_code == 403


def test_whoever_leaves_the_house_is_signed_out_at_once(house: House) -> None:
    manager, dealer = house.as_("star", "gaming-manager"), house.as_("star", "dealer")
    assert dealer.get("/api/me").status_code == 200
    assert manager.order("/api/people/dealer/let-go").status_code == 200
    assert dealer.get("/api/me").status_code == 401


def test_a_round_that_is_over_is_told_with_clauses_and_words(house: House) -> None:
    ann, dealer, inspector = (house.as_("star", name) for name in ("ann", "dealer", "inspector"))
    assert place(ann, "2", 1).status_code == 200
    while (view := ann.get("/api/tables/2").json()["view"])["number"] == 1:
        if any(need["type"] == "DecisionNeed" for need in view["needs"]):
            need = next(need for need in view["needs"] if need["type"] == "DecisionNeed")
            assert ann.act("2", type="Decide", need=need["id"], patron="ann", option="fold").status_code == 200
        else:
            assert dealer.order("/api/tables/2/deal").status_code == 200
    (line,) = ann.get("/api/tables/2/rounds").json()["rounds"]
    assert line["settlements"][0]["clauses"]
    assert line["words"] == ["ann's Ante of $25 loses"]
    told = ann.get("/api/tables/2/rounds/1").json()
    assert told["wagers"] and "acts" not in told
    assert house.as_("star", "bob").get("/api/tables/2/rounds/1").status_code == 404
    assert inspector.get("/api/tables/2/rounds/1").json()["story"]
    assert inspector.get("/api/tables/2/rounds/1/record").text.startswith("format")
    sealed = [row for row in pages(inspector, "/api/inspect/streams/table:2/events", "events") if row["sealed"]]
    assert not sealed


def test_a_patrons_name_is_told_to_those_alone_who_have_to_do_with_it(house: House) -> None:
    dealer = house.as_("star", "dealer")
    taken = dealer.order("/api/patrons/ann/keep-particulars", {"name": "Ann Smith", "address": "1 Pyrmont Street"})
    assert taken.status_code == 200
    known = {"name": "Ann Smith", "address": "1 Pyrmont Street"}
    for person in ("ann", "dealer", "gaming-manager", "inspector"):
        assert house.as_("star", person).get("/api/patrons/ann").json().items() >= known.items()
    told = house.as_("star", "mathematician").get("/api/patrons/ann").json()
    assert told.get("name") is None and told.get("address") is None
    assert house.as_("star", "bob").get("/api/patrons/ann").status_code == 404
    assert house.as_("crown", "dealer").get("/api/patrons/ann").json()["name"] is None  # another house's Ann


@pytest.mark.parametrize(("name", "page"), [("ann", "/tables/2"), ("dealer", "/tables/2/console")])
def test_a_fragment_builds_its_view_once(house: House, monkeypatch: pytest.MonkeyPatch, name: str, page: str) -> None:
    built: list[int] = []

    def count(round: Round, viewer: Viewer) -> View:
        built.append(round.number)
        return view(round, viewer)

    assert place(house.as_("star", "ann"), "2", 1).status_code == 200
    table = house.floor.table(table_stream("star", "2"))
    while not any(isinstance(need, DecisionNeed) for need in table.open_state.round.needs):
        assert house.as_("star", "dealer").order("/api/tables/2/deal").status_code == 200
    monkeypatch.setattr(play, "view", count)
    monkeypatch.setattr(table_view, "view", count)
    caller = house.as_("star", name)
    part = caller.get(page, Cookie=f"pitboss={caller.token}", **{"X-Fragment": "1"})
    assert part.status_code == 200 and built == [1]
