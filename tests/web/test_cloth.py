"""What lies on the cloth as a document wants it: folded cards face down, the surrender button, the card of a double."""

import pytest

from games.pontoon.pontoon_felt import dealt
from games.pontoon.test_surrender import shared
from pitboss.floor.service.commands import Actor
from pitboss.floor.tables.players import Player
from pitboss.play.round import PUBLIC, Viewer
from pitboss.play.view import view
from pitboss.report.narration import announcement
from pitboss.report.rulebook import clause_data, find_clause, find_edition
from pitboss.web.pages.felt import felt as draw_felt
from pitboss.web.pages.felt import tell_felt
from support import CROWN, CROWN_MS, MISSISSIPPI, STAR, STAR_MS, Felt
from web.clients import House
from web.forms import look
from web.test_promotions import play

ANYBODY = Actor("star", "zoe", "patron")


def words(felt: Felt) -> str:
    """The felt in words, as a person sees it who has no hand."""
    return "\n".join(tell_felt(draw_felt(felt.round, view(felt.round, PUBLIC)), ANYBODY))


def test_the_card_of_a_double_lies_face_up_and_sideways() -> None:
    felt = dealt("7h", "6s 5h")
    assert "sideways" not in words(felt)
    felt.double("Kc")
    assert "6 of spades, 5 of hearts, King of clubs sideways" in words(felt)


def test_a_surrendered_wager_has_its_button() -> None:
    felt = shared()
    assert "surrendered" not in words(felt)
    felt.says("surrender")
    assert "Ann has $50 on Wager, surrendered" in words(felt)


def test_pontoon_cards_are_dealt_face_up_and_the_total_is_announced() -> None:
    felt = dealt("7h", "9s 6h")
    assert "9 of spades, 6 of hearts; 15" in words(felt)
    assert announcement(felt.round, felt.asked()) == 'Dealer: "Ann, 15."'
    felt.draw("2c")
    assert announcement(felt.round, felt.asked()) == 'Dealer: "Ann, 17."'


@pytest.mark.parametrize("game", [STAR, CROWN, STAR_MS, CROWN_MS])
def test_folded_cards_lie_face_down(game: str) -> None:
    held = ("As Kd", "3c 2s") if game in MISSISSIPPI else ("As Kd 9h 8c 2d", "Ac Ks 9s 8h 2c")
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal("" if game in MISSISSIPPI else "Qs Jd 7h 5c 4d", board="", p1=held[0], p2=held[1])
    felt.fold(1)
    (ann,) = draw_felt(felt.round, view(felt.round, PUBLIC)).areas[0].hands
    assert (set(ann.cards), len(ann.cards), ann.status) == ({"??"}, len(held[0].split()), "folded")
    assert f"{len(ann.cards)} face down; folded" in words(felt)


def test_the_area_of_a_player_is_where_their_wager_lies() -> None:
    def own(felt: Felt) -> list[int]:
        seen = view(felt.round, Viewer("patron", "Ann"))
        return [
            area.number for area in draw_felt(felt.round, seen, (Player("Ann", 4, seated=True),)).areas if area.is_mine
        ]

    felt = Felt(STAR)
    assert own(felt) == [4]  # where they sit
    felt.ante("Bob", 2)
    assert own(felt) == [4]
    felt.ante("Ann", 1)
    assert own(felt) == [1]


def test_the_act_is_named_where_the_rules_are_read() -> None:
    crown = find_edition("crown-poker-minors")
    said = clause_data(crown, find_clause(crown, '1.1 "Act"'))
    assert "Casino Control Act 1992" in said["gist"]
    assert said["pages"] == ["The rulebook's page of the clause, and its official document."]


def test_the_result_of_a_round_is_a_players_own_and_for_staff_that_of_all(house: House) -> None:
    play(house, "ann", "bob")
    assert "You lose $25" in look(house.as_("star", "ann"), "/tables/2").text
    staff = look(house.as_("star", "gaming-manager"), "/tables/2").text
    assert "Players lose $50" in staff and "You lose" not in staff
