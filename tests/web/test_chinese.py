"""What a patron reads in Simplified Chinese: no page of theirs has a word of English left, but names, spots as the
layout prints them, and the rules, which stay English."""

import html
import re

import httpx
import pytest

from pitboss.locale import HERE, read_catalogues
from pitboss.messages import language
from pitboss.web.app import make_api
from pitboss.web.practice import name_choice
from web.clients import LOOSE, Caller, House, stake
from web.forms import send

NAMES = {"Pitboss", "Star", "The", "Crown", "ann", "bob", "star", "CSV", "EFTPOS", "JSON", "PIN", "Sydney", "English"}
GAMES = {"Pontoon", "Caribbean", "Stud", "Mississippi", "Ultimate", "Texas", "Hold", "em"}
SPOTS = {"Ante", "ante", "Bet", "Blind", "Play", "Trips", "Wager", "Jackpot", "Perfect", "Pairs", "Street", "rd", "th"}
ALLOWED = NAMES | GAMES | SPOTS
PRINTED: tuple[str, ...] = (
    "jackpot wager is",
    "Jackpot prizes",
    "Bonus jackpot",
    "Dealt by Method",
    "olded hand",
    "meter ",
    "Harbour",
)
PRINTED += ("Dealer plays", "Dealer stands", "pays", "Each street", "Flop", "Turn", "River", "Insurance", "Super Bonus")
PRINTED += ("pontoon", "Win", "card 21", "mixed", "suited", "7-7-7", "6-7-8", "Mixed", "Coloured", "Every other")
PRINTED += ("From a wager", "or better", "Pair or less", " to 1", " to 2")
"""What the sign and the layout print, in English as it was approved: their lines have one of these."""
APART = (
    r"<(script|style|svg|template)\b.*?</\1>|<ul class=\"why\">.*?</ul>|<span class=\"clauses\">.*?</span>|<option.*?>"
)
"""Drawings, and the titles of rules with their clauses, which stay English."""


@pytest.fixture
def chinese(house: House) -> House:
    """The house behind an application that speaks Chinese as well."""
    house.limits = LOOSE._replace(streams=7)  # its application is not for others
    house.app = make_api(house.floor, house.sign_in, limits=house.limits, catalogues=read_catalogues(HERE))
    house.client = httpx.AsyncClient(transport=httpx.ASGITransport(house.app), base_url="http://floor")
    return house


def look(caller: Caller, path: str) -> str:
    """A page in Chinese."""
    answer = caller.get(path, Cookie=f"pitboss={caller.token}; pitboss-language=zh")
    assert answer.headers["content-language"] == "zh", path
    return answer.text


def english(page: str) -> set[str]:
    """The lines of a page in which a reader meets a word of English."""
    read = re.findall(r'(?:aria-label|title|placeholder|alt|data-no|data-backs)="([^"]*)"', page)
    shown = re.sub(r"<[^>]+>", "\n", re.sub(APART, " ", page, flags=re.DOTALL))
    lines = html.unescape(shown + "\n" + "\n".join(read)).splitlines()
    strange = {line.strip() for line in lines if set(re.findall(r"[A-Za-z]{2,}", line)) - ALLOWED}
    return {line for line in strange if not any(words in line for words in PRINTED)}


PAGES = ["/lobby", "/account", "/account/statement", "/tables/{t}", "/tables/{t}/words"]
PAGES += ["/tables/{t}/rounds", "/tables/{t}/cashier", "/tables/{t}/disputes", "/password", "/tournaments"]


def test_no_page_of_a_patron_has_english_left(chinese: House) -> None:
    found = {}
    for house, tables in (("star", ("P2", "1", "2", "3")), ("crown", ("4", "5", "6"))):
        ann, dealer = chinese.as_(house, "ann"), chinese.as_(house, "dealer")
        for table in tables:
            spot = "wager" if table == "1" else "ante"
            ann.act(table, type="Place", need="wagers", patron="ann", area=1, spot=spot, stake=stake(2_500))
            if table == "6":
                ann.act(table, type="Place", need="wagers", patron="ann", area=1, spot="blind", stake=stake(2_500))
            found[f"{table} open"] = english(look(ann, f"/tables/{table}"))
            for _ in range(30):
                seen = ann.get(f"/api/tables/{table}").json()
                if seen["round"] != 1 or table.startswith("P"):
                    break
                asked = [need for need in seen["view"]["needs"] if need["type"] == "DecisionNeed"]
                if asked:
                    found[f"{table} asked"] = english(look(ann, f"/tables/{table}"))
                    found[f"{table} words"] = english(look(ann, f"/tables/{table}/words"))
                    plain = [option for option in asked[0]["options"] if not option["least_cents"]]
                    ann.act(table, type="Decide", need=asked[0]["id"], patron="ann", option=plain[-1]["name"])
                else:
                    dealer.order(f"/api/tables/{table}/deal")
            for page in PAGES:
                found[page.format(t=table)] = english(look(ann, page.format(t=table)))
            if not table.startswith("P"):
                found[f"{table} past"] = english(look(ann, f"/tables/{table}/rounds/1?step=2"))
    assert sorted(set().union(*found.values())) == []


GAMES_TOLD = ["star-pontoon", "star-caribbean-stud", "star-mississippi-stud", "crown-ultimate-texas-holdem"]


def test_what_is_open_to_all_is_chinese_as_well(chinese: House) -> None:
    visitor = Caller(chinese)
    for path in ("/sign-in", "/nowhere", *(f"/games/{game}" for game in GAMES_TOLD)):
        page = visitor.get(path, Accept="text/html", Accept_Language="zh-CN,zh;q=0.9").text
        assert '<html lang="zh"' in page and english(page) == set(), path
    assert "English</button>" in page  # the way back


def test_a_refusal_and_a_plural_are_chinese(chinese: House) -> None:
    ann = chinese.as_("star", "ann")
    body = {"act": {"type": "Place", "need": "wagers", "patron": "ann", "area": 1, "spot": "ante", "stake": stake(100)}}
    no = ann.ask("POST", "/api/tables/2/acts", body, Idempotency_Key="low", Accept_Language="zh")
    assert no.json()["detail"] == "Ante 至少 $25：请由 $1 补足，或取回。"
    catalogue = read_catalogues(HERE)["zh"]
    said = [catalogue.ngettext("{number} card", "{number} cards", number) for number in (1, 2)]
    assert [catalogue.ngettext("{number} table", "{number} tables", n) for n in (1, 2)] == ["{number} 张桌"] * 2, said


def test_a_person_chooses_the_language(chinese: House) -> None:
    ann = chinese.as_("star", "ann")
    kept = send(ann, "/lobby", {"language": "zh"}, "/theme", here="/lobby")
    assert "pitboss-language=zh" in kept.headers["set-cookie"]
    assert "set-cookie" not in send(ann, "/lobby", {"language": "xx"}, "/theme", here="/lobby").headers
    english_page = ann.get("/lobby", Cookie=f"pitboss={ann.token}; pitboss-language=en", Accept_Language="zh").text
    assert '<html lang="en"' in english_page and '<button class="quiet" name="language" value="zh"' in english_page


def test_a_choice_of_the_lab_is_chinese() -> None:
    with language(read_catalogues(HERE)["zh"]):
        named = [name_choice(label) for label in ("bet 3x", "fold", "no-insurance", "draw", "double", "check")]
    assert not re.findall("[a-wyz]", "".join(named)), named
