"""The drawn felt has the areas that its document wants, by the names that it wants, and the sign says the same."""

from html.parser import HTMLParser

import pytest

from pitboss import law
from pitboss.floor.tables.signage import cloth_marks, cloth_of, inscriptions, lines
from pitboss.games import make_game
from pitboss.law import Key
from pitboss.law.rules import Rules
from pitboss.play.round import PUBLIC
from pitboss.play.table import Table
from pitboss.play.terms import Limits, Terms
from pitboss.play.view import view
from pitboss.web.pages.felt import felt
from support import CROWN, CROWN_MS, STAR, STAR_MS, ULTIMATE, jackpot, shows, terms
from web.clients import TABLES, House

PONTOON = "star-pontoon"
STREETS = {"3rd Street", "4th Street", "5th Street"}
WANTED = {
    PONTOON: {"Wager"},
    STAR: {"Ante", "Bet"},
    CROWN: {"Ante", "Bet"},
    STAR_MS: {"Ante", *STREETS},
    CROWN_MS: {"Ante", *STREETS},
    ULTIMATE: {"Ante", "Blind", "Play"},
}
"""What a player finds in front of them, by the names on the cloth, where no side wager is offered."""
AREAS = 7


class Felt(HTMLParser):
    """The names that stand on a drawn felt: at each playing area, in the house's places, and between the two."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.areas: list[dict[str, str]] = []
        self.places: list[str] = []
        self.lines: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs).get("class") or ""
        if tag == "li" and names.split()[:1] == ["area"]:
            self.areas.append({})
        if tag not in ("input", "br", "meta", "link", "rect", "path", "circle", "use"):
            self.inside.append(names)

    def handle_endtag(self, tag: str) -> None:
        if self.inside:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        words, around = data.strip(), " ".join(self.inside[-3:])
        if not words:
            return
        if self.inside and self.inside[-1] == "long" and self.areas:
            shape = next(part for part in around.split() if part.startswith("shape-"))
            self.areas[-1][words] = shape.removeprefix("shape-")
        elif "slot is-empty" in around:
            self.places.append(words)
        elif self.inside and self.inside[-1].startswith("line-"):
            self.lines.append(words)


def drawn(house: House, game: str) -> Felt:
    """The felt of a game's table, as the page draws it for a patron."""
    ann = house.as_(game.partition("-")[0], "ann")
    page = ann.get(f"/tables/{TABLES[game]}", Cookie=f"pitboss={ann.token}")
    assert page.status_code == 200
    return Felt(page.text)


@pytest.mark.parametrize("game", WANTED)
def test_the_drawn_felt_has_the_areas_of_its_game(house: House, game: str) -> None:
    seen = drawn(house, game)
    assert len(seen.areas) == AREAS
    assert all(WANTED[game] <= set(area) for area in seen.areas)
    assert {shape for area in seen.areas for shape in area.values()} <= {"circle", "box"}
    caller = house.as_(game.partition("-")[0], "ann")
    signs = caller.get(f"/api/tables/{TABLES[game]}/sign").json()["signs"]
    said = {sign["words"]: sign for sign in signs if sign["what"] == "layout"}
    assert set(seen.areas[0]) <= set(said)  # the sign says what is drawn
    for words in WANTED[game]:
        because = tuple(Key(each) for each in said[words]["because"])
        shows(law.LAYOUT, because, game=game)
        assert said[words]["clauses"]


@pytest.mark.parametrize("game", [STAR_MS, CROWN_MS])
def test_the_streets_carry_their_names(house: House, game: str) -> None:
    seen = drawn(house, game)
    marks = cloth_marks(make_game(Rules.of(game), terms(game)))
    named = {mark.words: mark.because for mark in marks.values()}
    assert set(seen.areas[0]) & set(named) >= STREETS
    for words in STREETS:
        shows(law.AREAS_NAMED, named[words], game=game)
    if game == STAR_MS:
        shows(law.AREAS_NAMED, named["Ante"], game=game)
        shows(law.AREA_SHAPES, named["Ante"], game=game)
        (community,) = cloth_of(Rules.of(game)).places
        assert seen.places == list(community.names)
        shows(law.COMMUNITY_AREA, community.because, game=game)


def test_pontoon_has_a_line_for_insurance_with_its_inscription(house: House) -> None:
    assert drawn(house, PONTOON).lines == ["Insurance pays 2 to 1"]
    because = lines(Rules.of(PONTOON))["insurance"].because
    shows(law.LAYOUT, because, game=PONTOON)
    shows(law.INSURANCE_AREA, because, game=PONTOON)


def test_perfect_pairs_has_an_area_where_it_is_offered_and_none_where_not() -> None:
    rules, wager = Rules.of(PONTOON), {"wager": Limits(5_00, 500_00)}
    pairs = {"perfect-pairs": Limits(5_00, 100_00)}
    table = Table.open(make_game(rules, Terms(wager | pairs)))
    round = table.begin().round
    shown = felt(round, view(round, PUBLIC))
    spot = next(each for each in shown.areas[0].spots if each.name == "perfect-pairs")
    assert spot.words == "Perfect Pairs"
    shows(law.LAYOUT, spot.because, game=PONTOON)
    shows(law.PAIRS_AREA, spot.because, game=PONTOON)
    assert "perfect-pairs" not in cloth_marks(make_game(rules, Terms(wager)))


@pytest.mark.parametrize("game", sorted(WANTED.keys() - {PONTOON}))
def test_a_jackpot_has_a_place_where_it_is_offered(game: str) -> None:
    table = Table.open(make_game(Rules.of(game), terms(game, jackpot=jackpot(game))))
    round = table.begin().round
    shown = felt(round, view(round, PUBLIC))
    spot = next(each for each in shown.areas[0].spots if each.name == "jackpot")
    assert spot.words == "Jackpot"
    shows(law.LAYOUT, spot.because, game=game)
    for key in (law.JACKPOT_AREA, law.AREA_SHAPES):
        if Rules.of(game).applies(key):
            shows(key, spot.because, game=game)
    assert "jackpot" not in cloth_marks(make_game(Rules.of(game), terms(game)))


@pytest.mark.parametrize("game", WANTED)
def test_the_felt_and_the_sign_say_the_same(house: House, game: str) -> None:
    ann = house.as_(game.partition("-")[0], "ann")
    signs = ann.get(f"/api/tables/{TABLES[game]}/sign").json()["signs"]
    said = [sign["words"].removesuffix(".") for sign in signs if sign["what"] == "inscription"]
    assert said == list(inscriptions(Rules.of(game)))
    page = ann.get(f"/tables/{TABLES[game]}", Cookie=f"pitboss={ann.token}").text
    assert all(words in page for words in said)
