"""Mississippi Stud: community cards shown too early, spread wrongly or of a wrong number (Star 11.1 to 11.8)."""

import pytest

from games.irregular_felt import ANN, asked, dealt, everything_back, is_in_deal, offered, play_out, report, rule
from pitboss import law
from pitboss.cards import UNKNOWN, parse_cards
from pitboss.law import Reading
from pitboss.play.acts import Turn
from pitboss.play.irregularity import effects, facts
from pitboss.play.wager import Result
from support import CROWN_MS, DEVICES, STAR_MS, Felt

SUPERVISOR = "casino-supervisor"


def early(felt: Felt) -> dict[str, object]:
    """The next community card is shown: from a shoe it came out, from a device it lay there."""
    board = felt.round.hands[0].cards
    if felt.game.terms.device == "shoe":
        return {"extra": parse_cards("9h 5d 2c")[len(board) : len(board) + 1]}
    return {"places": (felt.round.hands[0].up.bit_count(),)}


# Before and after a player's 3rd Street Wager: row 21 of the differences.


@pytest.mark.parametrize("device", DEVICES)
def test_star_early_community_card_voids_hands_without_a_third_street_wager(device: str) -> None:
    felt = dealt(STAR_MS, device=device)
    felt.bet(1)
    assert offered(felt, "community-shown", **early(felt)) == ["void-undecided"]
    ruled, _ = rule(felt, "community-shown", "void-undecided", **early(felt))
    for key in (law.EARLY_COMMUNITY_VOIDS, law.EARLY_COMMUNITY_DOWN, Reading("M3"), Reading("M4")):
        felt.shows(key, ruled)
    assert {felt.result(2, spot).result for spot in ("ante", "jackpot")} == {Result.VOID}
    felt.shows(law.JACKPOT_CANCELLED, felt.result(2, "jackpot"))
    assert felt.round.hands[0].shown.count(UNKNOWN) == len(felt.round.hands[0].cards)  # it is turned down again
    (turn,) = felt.round.needs
    felt.do(Turn(turn.id))
    assert felt.game.board(felt.round) == parse_cards("9h")
    play_out(felt)
    assert felt.net("Bob") == 0 and felt.net("Ann") > 0


@pytest.mark.parametrize("device", DEVICES)
def test_star_player_who_agrees_goes_on(device: str) -> None:
    felt = dealt(STAR_MS, device=device)
    rule(felt, "community-shown", "void-undecided", players=("Bob",), **early(felt))
    assert asked(felt) == {"3rd-street-2"} and felt.round.hands[1].status == "void"
    play_out(felt)


def test_star_casino_supervisor_rules_on_an_early_community_card() -> None:
    felt = dealt(STAR_MS)
    act = report(felt, "community-shown", **early(felt))._replace(remedy="void-undecided")
    felt.shows(law.EARLY_COMMUNITY_VOIDS, felt.refused(act._replace(rank="dealer")))
    assert effects(felt.round, act._replace(rank=SUPERVISOR)).ends


def test_star_hand_is_void_every_time_where_it_is_read_so() -> None:
    felt = dealt(STAR_MS, readings={"earlyCommunityCard": "always-void"})
    no = felt.refused(
        report(felt, "community-shown", players=("Bob",), **early(felt))._replace(remedy="void-undecided")
    )
    assert "leave the players out" in no.words
    rule(felt, "community-shown", "void-undecided", **early(felt))
    assert felt.round.is_over and (felt.net("Ann"), felt.net("Bob")) == (0, 0)


@pytest.mark.parametrize("street", ["3rd-street", "4th-street", "5th-street"])
@pytest.mark.parametrize("device", DEVICES)
def test_star_community_card_shown_after_third_street_is_turned_down(device: str, street: str) -> None:
    felt = dealt(STAR_MS, device=device)
    while felt.round.phase != street:
        felt.bet(1)
        felt.bet(2)
        felt.reveal()
    felt.bet(1)
    if street == "3rd-street":
        felt.bet(2)
    shown = felt.game.board(felt.round)
    assert offered(felt, "community-shown", **early(felt)) == ["turn-down"]
    ruled, _ = rule(felt, "community-shown", "turn-down", **early(felt))
    felt.shows(law.EARLY_COMMUNITY_DOWN, ruled)
    assert felt.game.board(felt.round) == shown
    play_out(felt)
    assert felt.round.hands[0].cards == parse_cards("9h 5d 2c") and felt.net("Ann") > 0


@pytest.mark.parametrize(("reading", "fact"), [("misdeal", "card-exposed"), ("hand-by-hand", "community-shown")])
def test_star_community_card_shown_in_the_deal(reading: str, fact: str) -> None:
    felt = is_in_deal(STAR_MS, 2, device="shuffler", readings={"communityShownInDeal": reading})
    assert (offered(felt, "card-exposed", hand=0, places=(0,)) == ["misdeal"]) == (reading == "misdeal")
    assert ("community-shown" in [each.name for each in facts(felt.round)]) == (reading == "hand-by-hand")
    hole = offered(felt, "card-exposed", hand=ANN[STAR_MS], places=(0,))
    assert hole == ["misdeal"]  # a hole card is one either way
    if reading == "hand-by-hand":
        rule(felt, fact, "void-undecided", places=(0,), players=("Ann",))
        assert [hand.status for hand in felt.round.hands] == ["live", "live", "void"]
    else:
        ruled, _ = rule(felt, fact, "misdeal", hand=0, places=(0,))
        felt.shows(Reading("M3"), ruled)


def test_players_agree_at_the_star_alone() -> None:
    felt = dealt(CROWN_MS, device="shuffler")
    assert "leave the players out" in felt.refused(report(felt, "community-shown", places=(0,), players=("Ann",))).words


# Spread wrongly, or of a wrong number: rows 22 and 23.


def test_star_community_cards_spread_wrongly_are_a_misdeal() -> None:
    felt = dealt(STAR_MS, device="shuffler")
    felt.bet(1)
    assert offered(felt, "community-spread") == ["misdeal"]
    ruled, _ = rule(felt, "community-spread", "misdeal")
    felt.shows(law.SPREAD_WRONG, ruled)
    everything_back(felt, carried=False)


def test_crown_community_cards_spread_wrongly_are_put_in_order() -> None:
    felt = dealt(CROWN_MS, device="shuffler")
    assert offered(felt, "community-spread") == ["reconstruct", "misdeal"]


@pytest.mark.parametrize("fields", [{"extra": parse_cards("Qh")}, {"count": 2}])
def test_star_wrong_number_of_community_cards_is_a_misdeal(fields: dict[str, object]) -> None:
    felt = dealt(STAR_MS, device="shuffler")
    felt.bet(1)
    assert offered(felt, "community-count", **fields) == ["misdeal"]
    ruled, _ = rule(felt, "community-count", "misdeal", **fields)
    felt.shows(law.COUNT_WRONG, ruled)
    everything_back(felt, carried=False)


@pytest.mark.parametrize("game", [STAR_MS, CROWN_MS])
def test_card_shown_early_from_a_shoe_is_named(game: str) -> None:
    felt = dealt(game)
    felt.shows(law.CARD_UNSEEN, felt.refused(report(felt, "community-shown", extra=(UNKNOWN,))))
    felt.shows(law.COMMUNITY_CARDS, felt.refused(report(felt, "community-shown", extra=parse_cards("9h 5d 2c 3c"))))
