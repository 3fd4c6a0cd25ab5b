"""A promotion from its first draft to its last claim, on the pages and through the API; and who sees what of it."""

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from web.clients import START, Caller, House, stake
from web.forms import has_its_twin, look, send

HOUR = timedelta(hours=1)
PAGE = "/promotions/spring"
TEXTS = {
    "title": "Spring draw",
    "manner": "by a draw",
    "award_place": "main room, at the draw",
    "eligibility": "registered patrons",
    "nature": "as they are",
    "occasion": "main room",
    "claiming": "at the desk",
    "notified": "by telephone",
    "published": "on the board",
}
CLAIM = {"do": "claim-prize", "prize": "1", "present": "no"}
API_TERMS = {"title": "Spring draw", "games": ["star-pontoon"]}
CHOICES = {"must_attend": "no", "one_prize_each": "yes", "large_prize_in_cash": "no", "most_tickets": "0"}
MOMENTS = {"starts_at": "2026-03-04T21:00", "closes_at": "2026-03-05T21:00", "draws_at": "2026-03-06T21:00"}
"""48, 72 and 96 hours after the clock of the house starts, in Sydney."""
TERMS: dict[str, str | list[str]] = {
    "promotion": "spring",
    "do": "set-terms",
    "minimum_wager_cents": "25",
    "games": ["star-pontoon", "star-caribbean-stud"],
}


@pytest.fixture
def boss(house: House) -> Caller:
    return house.as_("star", "gaming-manager")


def at(house: House, hours: int) -> None:
    """Let it be so late; everybody signs in again."""
    house.clock.at = START + hours * HOUR
    for name in ("ann", "bob", "gaming-manager", "inspector"):
        again(house, name)


def signed(house: House) -> dict[str, str]:
    return {"approver-name": "assistant-gaming-manager", "approver-password": house.demonstration.password}


def write_terms(boss: Caller) -> None:
    assert send(boss, "/promotions", {**TERMS, **TEXTS, **CHOICES, **MOMENTS}).status_code == 303
    prize = {
        "do": "put-prize",
        "number": "1",
        "kind": "goods",
        "title": "a hamper",
        "value_cents": "500",
        "copies": "1",
    }
    assert send(boss, PAGE, {**prize, "alternative_cents": "", "liquor_ml": "0"}).status_code == 303


def play(house: House, *names: str) -> None:
    """A round of Caribbean Stud in which everybody folds."""
    dealer = house.as_("star", "gaming-manager")
    for area, name in enumerate(names, start=1):
        placed = {
            "type": "Place",
            "need": "wagers",
            "patron": name,
            "area": area,
            "spot": "ante",
            "stake": stake(2_500),
        }
        assert house.as_("star", name).act("2", **placed).is_success
    while dealer.order("/api/tables/2/deal").is_success:
        pass
    for area, name in enumerate(names, start=1):
        folded = {"type": "Decide", "need": f"decide-{area}", "patron": name, "option": "fold"}
        assert house.as_("star", name).act("2", **folded).is_success
    while not dealer.order("/api/tables/2/deal").json().get("over", True):
        pass


def again(house: House, name: str) -> Caller:
    """A person who signs in again: the session of two days ago is over."""
    caller = house.as_("star", name)
    caller.__dict__.pop("token", None)
    return caller


def release(house: House, boss: Caller) -> None:
    write_terms(boss)
    assert send(boss, PAGE, {"do": "submit-terms"}).status_code == 303
    assert send(boss, PAGE, {"do": "open-promotion"}).status_code == 303
    at(house, 50)


def hold_draw(house: House, boss: Caller, *names: str) -> None:
    release(house, boss)
    play(house, *names)
    at(house, 73)
    assert send(boss, PAGE, {"do": "seal-entries"}).status_code == 303
    at(house, 96)
    words = {"do": "draw-winners", "words": "seven, red, tails", "said_by": "a guest"}
    assert send(boss, PAGE, {**words, **signed(house)}).status_code == 303


def test_terms_are_written_on_pages_and_say_what_they_lack(house: House, boss: Caller) -> None:
    said = {**TERMS, **TEXTS, **CHOICES, **MOMENTS, "manner": ""}
    assert send(boss, "/promotions", said).status_code == 303
    page = look(boss, PAGE).text
    assert "Say how the prizes are awarded." in page and "Pontoon 21.7.1" in page and "List the prizes" in page
    refused = send(boss, PAGE, {"do": "open-promotion"})
    assert refused.status_code == 409 and "21.7.1" in refused.text
    barred = {"do": "put-prize", "number": "1", "kind": "goods", "title": "cigars", "value_cents": "50", "copies": "1"}
    no = send(boss, PAGE, {**barred, "contains": ["tobacco"], "alternative_cents": "", "liquor_ml": "0"})
    assert no.status_code == 409 and "21.5.1" in no.text


def field(form: str, name: str) -> str:
    """What stands in the form of a field; of boxes and choices those that are on."""
    found = re.findall(rf'<(input|textarea)([^>]* name="{name}"[^>]*)>([^<]*)', form)
    is_choice = any('type="radio"' in says or 'type="checkbox"' in says for _, says, _ in found)
    values = [text if tag == "textarea" else says.split('value="')[1].split('"')[0] for tag, says, text in found]
    return " ".join(
        value for value, (_, says, _) in zip(values, found, strict=True) if not is_choice or " checked" in says
    )


def test_the_form_has_what_was_written(house: House, boss: Caller) -> None:
    manner = "by a draw " * 60
    said = {"manner": manner, "must_attend": "yes", "one_prize_each": "no", "minimum_wager_cents": "0"}
    assert send(boss, "/promotions", {**TERMS, **TEXTS, **CHOICES, **MOMENTS, **said}).status_code == 303
    forms = look(boss, PAGE).text.split("<form ")
    terms = next(form for form in forms if 'value="set-terms"' in form)
    assert {name: field(terms, name) for name in ("must_attend", "one_prize_each", "minimum_wager_cents")} == {
        "must_attend": "yes",
        "one_prize_each": "no",
        "minimum_wager_cents": "0",
    }
    assert field(terms, "starts_at") == "2026-03-04T21:00" and field(terms, "title") == "Spring draw"
    assert field(terms, "games") == "star-caribbean-stud star-pontoon"
    assert field(terms, "manner") == manner.strip(), "terms may be long"
    sent = boss.order("/api/promotions/spring/set-terms", {**API_TERMS, "manner": manner})
    assert sent.is_success, sent.text
    prize = next(form for form in forms if 'value="put-prize"' in form)
    assert field(prize, "title") == "", "the title of the promotion is not that of a prize"


def test_a_missing_detail_is_told_and_read_in_words(house: House, boss: Caller) -> None:
    write_terms(boss)
    car = {"do": "put-prize", "number": "1", "kind": "vehicle", "title": "a car", "value_cents": "500", "copies": "1"}
    assert send(boss, PAGE, {**car, "alternative_cents": "", "liquor_ml": "0"}).status_code == 303
    page = look(boss, PAGE).text
    assert "Prize 1: a detail is missing: Registration and other on-road costs." in page
    said = {"make": "M", "model": "N", "accessories": "none", "on_road_costs": "for a year"}
    assert send(boss, PAGE, {**car, **said, "alternative_cents": "", "liquor_ml": "0"}).status_code == 303
    page = look(boss, PAGE).text
    assert "Registration and other on-road costs: for a year" in page and "a detail is missing" not in page


def test_the_regulator_has_the_terms_24_hours_before(house: House, boss: Caller) -> None:
    write_terms(boss)
    refused = send(boss, PAGE, {"do": "open-promotion"})
    assert refused.status_code == 409 and "21.9" in refused.text
    page = look(boss, PAGE).text
    assert "Give the regulator the terms." in page and "Add a prize to the terms" in page
    assert "Give the regulator the terms." in look(boss, "/pit").text
    assert send(boss, PAGE, {"do": "submit-terms"}).status_code == 303
    assert send(boss, PAGE, {"do": "open-promotion"}).status_code == 303
    assert boss.get("/api/promotions/spring").json()["status"] == "announced"


def test_a_draw_on_the_floor_is_checked_by_anybody(house: House, boss: Caller, tmp_path: Path) -> None:
    hold_draw(house, boss, "ann", "bob")
    page = look(boss, PAGE).text
    assert "Add a prize to the terms" not in page and "Draw a place again" in page, "the terms stay as they are now"
    assert "As soon as practicable, since" in page and "Due " in page
    nobody = Caller(house)
    record = nobody.get("/api/terms/star/spring/draw")
    assert record.status_code == 200
    file = tmp_path / "draw.json"
    file.write_text(record.text)
    run = CliRunner()
    done = run.invoke(app, ["draw", "verify", str(file), "--json"])
    assert done.exit_code == 0 and json.loads(done.stdout)["findings"] == []
    assert "Nothing is wrong." in run.invoke(app, ["draw", "verify", str(file)]).stdout
    code = house.as_("star", "ann").get("/api/promotions/spring").json()["code"]
    own = run.invoke(app, ["draw", "verify", str(file), "--patron", "ann", "--code", code])
    assert own.exit_code == 0 and "You are entrant 1" in own.stdout
    assert run.invoke(app, ["draw", "verify", str(file), "--patron", "bob", "--code", code]).exit_code == 1
    forged = json.loads(record.text)
    forged["winners"][0]["entrant"] = 3 - forged["winners"][0]["entrant"]
    file.write_text(json.dumps(forged))
    wrong = run.invoke(app, ["draw", "verify", str(file)])
    assert wrong.exit_code == 1 and "The winners do not follow" in wrong.stdout
    assert run.invoke(app, ["draw", "verify", str(tmp_path / "none.json")]).exit_code == 2
    file.write_text("{}")
    assert run.invoke(app, ["draw", "verify", str(file)]).exit_code == 2


def test_the_terms_are_for_all_to_read_once_they_hold(house: House, boss: Caller) -> None:
    nobody = Caller(house)
    write_terms(boss)
    for path in ("/api/terms/star/spring", "/terms/star/spring", "/api/terms/star/spring/draw", "/api/terms/x/spring"):
        assert nobody.get(path).status_code == 404, path
    assert house.as_("star", "ann").get("/api/promotions/spring").status_code == 404
    assert send(boss, PAGE, {"do": "submit-terms"}).status_code == 303
    assert send(boss, PAGE, {"do": "open-promotion"}).status_code == 303
    assert "Spring draw" in nobody.get("/terms/star/spring").text
    assert nobody.get("/api/terms/star/spring").json()["terms"]["prizes"][0]["title"] == "a hamper"
    assert nobody.get("/api/terms/star/spring/draw").status_code == 404, "nothing of a draw is told before it"
    assert nobody.get("/api/promotions/spring").status_code == 401


def test_nobody_is_told_who_else_is_in_the_draw(house: House, boss: Caller) -> None:
    hold_draw(house, boss, "ann", "bob")
    ann, bob = (house.as_("star", name) for name in ("ann", "bob"))
    (winner,) = boss.get("/api/promotions/spring").json()["winners"]
    loser = "bob" if winner["patron"] == "ann" else "ann"
    assert "You won: a hamper." in look(house.as_("star", winner["patron"]), PAGE).text
    assert "You won" not in look(house.as_("star", loser), PAGE).text
    texts = [house.as_("star", loser).get(path).text for path in ("/api/promotions/spring", "/api/promotions")]
    texts.append(look(house.as_("star", loser), PAGE).text)
    assert not any(f'"{winner["patron"]}"' in text or f"<b>{winner['patron']}</b>" in text for text in texts)
    seen = boss.get("/api/promotions/spring").json()
    assert seen["claims"] == [] and send(house.as_("star", winner["patron"]), PAGE, CLAIM).status_code == 303
    for name in ("scrutineer", "mathematician"):  # they see the draw, and no person's name
        other = house.as_("star", name)
        theirs = other.get("/api/promotions/spring").json()
        assert (theirs["claims"], theirs["draft"], theirs["winners"][0]["patron"]) == ([], None, None)
        assert theirs["winners"][0]["ticket"] == winner["ticket"]
        assert ("Confirm the draw" in look(other, PAGE).text) == (name == "scrutineer")
        assert other.get("/api/pit").status_code == 403
    codes = {each.get("/api/promotions/spring").json()["code"] for each in (ann, bob)}
    assert len(codes) == 2 and boss.get("/api/promotions/spring").json()["code"] is None
    assert "commitment" in Caller(house).get("/api/terms/star/spring/draw").text


def test_a_claim_is_made_given_denied_and_kept(house: House, boss: Caller) -> None:
    hold_draw(house, boss, "ann", "bob")
    winner = boss.get("/api/promotions/spring").json()["winners"][0]["patron"]
    other = "bob" if winner == "ann" else "ann"
    told = {"do": "tell-winner", "slot": "1", "way": "telephone", "is_reached": "yes", "words": "called"}
    assert send(boss, PAGE, told).status_code == 303
    for name in (winner, other):
        claimed = send(house.as_("star", name), PAGE, CLAIM)
        assert claimed.status_code == 303
    given = {"do": "award-prize", "claim": "1", "is_alternative": "no", **signed(house)}
    assert send(boss, PAGE, given).status_code == 303
    kept = {"do": "keep-particulars", "name": "Pat Jones", "address": "1 Pyrmont Street"}
    assert send(boss, f"/patrons/{other}", kept).status_code == 303
    denied = {"do": "deny-claim", "claim": "2", "reason": "was not drawn"}
    assert send(boss, PAGE, denied).status_code == 303
    page = look(house.as_("star", other), PAGE).text
    assert "was not drawn" in page and "a hamper" in page
    inspector = house.as_("star", "inspector")
    rows = inspector.get("/api/inspect/denied-claims").json()["rows"]
    assert [(row["name"], row["reason"], row["value_cents"]) for row in rows] == [
        ("Pat Jones", "was not drawn", 50_000)
    ]
    assert "Pat Jones" in inspector.get("/api/inspect/denied-claims.csv").text
    assert 'href="/inspect/denied-claims"' in look(inspector, "/inspect").text
    assert boss.get("/api/inspect/denied-claims").status_code == 403
    assert "Pat Jones" not in look(boss, PAGE).text
    assert send(boss, PAGE, {"do": "tell-claimant", "claim": "2", "way": "mail"}).status_code == 303
    disputed = {"do": "dispute-promotion", "about": "my entries"}
    assert send(house.as_("star", other), PAGE, disputed).status_code == 303
    ruled = boss.order("/api/promotions/spring/rule-on-promotion", {"dispute": 1, "ruling": "the list stands"})
    assert "inspector" in ruled.json()["told"]
    complained = send(house.as_("star", other), PAGE, {"do": "complain-of-promotion", "dispute": "1"})
    assert complained.status_code == 303
    seen = look(inspector, "/inspect").text
    assert "my entries" in seen and 'href="/promotions/spring"' in seen, "it waits on the inspector's page"
    assert send(
        inspector, PAGE, {"do": "close-promotion-complaint", "dispute": "1", "finding": "all is right"}
    ).is_redirect
    assert "my entries" not in look(inspector, "/inspect").text
    assert "all is right" in look(house.as_("star", other), PAGE).text


def test_a_search_for_a_clause_finds_what_was_done_about_a_promotion(house: House, boss: Caller) -> None:
    hold_draw(house, boss, "ann")
    inspector = house.as_("star", "inspector")

    def found(clause: str) -> set[str]:
        rows = inspector.get(f"/api/inspect/search?clause={clause}&all=true").json()["found"]
        return {row["what"] for row in rows}

    assert found("21.13") == {"Terms submitted"} and "Winners drawn" in found("21.7.1")
    assert "Promotion opened" in found("21.1") and found("21.12") == set()


def test_pages_of_promotions_have_their_twins(house: House, boss: Caller) -> None:
    hold_draw(house, boss, "ann")
    assert has_its_twin(boss, "/promotions") and has_its_twin(boss, PAGE)
    assert has_its_twin(house.as_("star", "ann"), PAGE)
    assert has_its_twin(boss, "/terms/star/spring")
    assert has_its_twin(house.as_("star", "inspector"), "/inspect/denied-claims")


def test_another_house_sees_nothing_of_it(house: House, boss: Caller) -> None:
    hold_draw(house, boss, "ann")
    crown: Any = house.as_("crown", "casino-manager")
    assert crown.get("/api/promotions/spring").status_code == 404
    assert crown.get("/api/promotions").json() == {"promotions": []}
    assert crown.order("/api/promotions/spring/cancel-promotion", {"reason": "x"}).status_code == 409
    assert Caller(house).get("/api/terms/crown/spring").status_code == 404
