"""The signs at a table through the API: patrons read them, each with its clauses."""

from web.clients import TABLES, House
from web.forms import look


def test_a_patron_reads_all_the_signs_of_a_table_with_their_clauses(house: House) -> None:
    ann = house.as_("star", "ann")
    answer = ann.get("/api/tables/1/sign")
    assert answer.status_code == 200
    signs = answer.json()["signs"]
    limits = next(sign for sign in signs if sign["what"] == "limits")
    assert limits["limits"]["wager"]["minimum_cents"] == 500
    assert "6.1" in limits["clauses"]
    pays = next(sign for sign in signs if sign["what"] == "payouts")
    assert {"wager": "wager", "line": "pontoon", "odds": "3:2"}.items() <= pays["pays"][1].items()
    assert pays["clauses"] == ["10.5"]
    assert "19.5" in [clause for sign in signs for clause in sign["clauses"]]


def test_a_change_of_limits_is_on_the_sign_before_it_holds(house: House) -> None:
    boss, ann = house.as_("star", "gaming-manager"), house.as_("star", "ann")
    higher = {"ante": {"minimum_cents": 5_000, "maximum_cents": 50_000}}
    assert boss.order("/api/tables/2/announce-limits", {"limits": higher}).status_code == 200
    (coming,) = [sign for sign in ann.get("/api/tables/2/sign").json()["signs"] if sign["from_time"]]
    assert coming["limits"]["ante"]["minimum_cents"] == 5_000
    assert coming["from_time"] == "2026-03-02T10:20:00.000000Z"
    assert coming["clauses"] == ["6.5"]
    large, _, below = look(ann, "/tables/2/sign").text.partition("sign-notices")
    assert "$25 – $500" in large and "$50 – $500" not in large
    assert "New limits: Ante $50–$500, from" in below
    for path in ("/tables/2", "/lobby"):
        assert "Limits change: Ante $50–$500, from" in look(ann, path).text


def test_a_table_that_is_linked_to_a_meter_says_so(house: House) -> None:
    for game, table in TABLES.items():
        caller = house.as_(game.partition("-")[0], "ann")
        signs = caller.get(f"/api/tables/{table}/sign").json()["signs"]
        kinds = {sign["what"] for sign in signs if "jackpot" in sign["what"]}
        wanted = {"jackpot price", "jackpot prizes", "jackpot fold", "jackpot meter"}
        wanted |= {"bonus jackpot"} if game == "star-mississippi-stud" else set()
        assert kinds == (set() if game == "star-pontoon" else wanted), game
        assert caller.get(f"/api/tables/{table}").json()["note"] == ""


def test_the_other_houses_signs_are_not_read(house: House) -> None:
    assert house.as_("crown", "ann").get("/api/tables/1/sign").status_code == 404
