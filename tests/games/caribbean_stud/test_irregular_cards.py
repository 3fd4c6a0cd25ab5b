"""Caribbean Stud: cards exposed in the deal, hands of a wrong number, the dealer's hand shown early (Star 14.1 to 14.8,
14.10; Crown 13.1.1)."""

import pytest

from games.irregular_felt import asked, dealt, everything_back, is_in_deal, offered, play_out, report, rule, seated
from pitboss import law
from pitboss.cards import UNKNOWN, parse_cards
from pitboss.law import Reading
from pitboss.play.acts import Deal
from pitboss.play.irregularity import facts
from pitboss.play.needs import CardsNeed
from pitboss.play.wager import Result
from support import CROWN, STAR, Felt

EXTRA = parse_cards("Qh")


def deal_rest(felt: Felt) -> None:
    need = felt.round.need("deal")
    assert isinstance(need, CardsNeed)
    left = [card for card in felt.game.deck if card not in felt.round.seen]
    felt.do(Deal("deal", tuple(left[: len(need.slots)])))


# Exposed in the deal.


def test_star_exposed_card_is_turned_over_and_the_deal_goes_on() -> None:
    felt = is_in_deal(STAR, 5)
    ruled, after = rule(felt, "card-exposed", "turn-down", hand=1, places=(0,))
    felt.shows(law.EXPOSED_TURNED_DOWN, ruled)
    assert not after and felt.round.hands[1].up == 0 and felt.round.irregular.exposed == (1,)
    deal_rest(felt)
    assert asked(felt) == {"decide-1", "decide-2"}


@pytest.mark.parametrize("again", [{"hand": 1, "places": (1,)}, {"hand": 2, "places": (0,)}])
def test_star_second_exposed_card_makes_a_misdeal(again: dict[str, object]) -> None:
    felt = is_in_deal(STAR, 6)
    rule(felt, "card-exposed", "turn-down", hand=1, places=(0,))
    assert offered(felt, "card-exposed", **again) == ["misdeal"]
    ruled, _ = rule(felt, "card-exposed", "misdeal", **again)
    felt.shows(law.TWO_EXPOSED, ruled)
    felt.shows(Reading("C2"), ruled)
    everything_back(felt, carried=False)


@pytest.mark.parametrize(("adds_up", "remedy"), [(True, "misdeal"), (False, "leave-up")])
def test_star_exposures_of_dealer_and_player_add_up(adds_up: bool, remedy: str) -> None:
    felt = is_in_deal(STAR, 6, readings={"exposuresAddUp": adds_up})
    rule(felt, "card-exposed", "turn-down", hand=1, places=(0,))
    assert offered(felt, "card-exposed", hand=0, places=(0,)) == [remedy]
    two = offered(is_in_deal(STAR, 6, readings={"exposuresAddUp": adds_up}), "card-exposed", hand=1, places=(0, 1))
    assert two == ["misdeal"]  # two of players' are two either way


@pytest.mark.parametrize("game", [STAR, CROWN])
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_dealers_exposed_card_stays_up_and_the_others_down(game: str, device: str) -> None:
    felt = is_in_deal(game, {("shoe", STAR): 4, ("shoe", CROWN): 6}.get((device, game), 3), device=device)
    had = felt.round.hands[0]
    place = next(place for place in range(len(had.cards)) if not had.up >> place & 1)
    ruled, _ = rule(felt, "card-exposed", "leave-up", hand=0, places=(place,))
    felt.shows(law.EXPOSED_STAYS_UP if game == STAR else law.EXPOSED_BECOMES_UP, ruled)
    if felt.round.need("deal"):
        deal_rest(felt)
    dealer = felt.round.hands[0]
    assert len(dealer.cards) == 5 and dealer.up == 1 << place
    assert dealer.shown.count(UNKNOWN) == 4
    play_out(felt)


@pytest.mark.parametrize("game", [STAR, CROWN])
def test_two_of_the_dealers_cards_exposed_are_a_misdeal(game: str) -> None:
    felt = is_in_deal(game, 6)
    felt_places = (0, 1) if len(felt.round.hands[0].cards) > 1 else (0,)
    if len(felt_places) == 1:
        rule(felt, "card-exposed", "leave-up", hand=0, places=(0,))
        deal_rest(felt)
        felt_places = (1,)
    assert offered(felt, "card-exposed", hand=0, places=felt_places) == ["misdeal"]


def test_card_left_up_is_named() -> None:
    felt = seated(STAR)
    felt.prepare()
    felt.do(Deal("deal", (UNKNOWN,)))
    unnamed = report(felt, "card-exposed", hand=0, places=(0,))._replace(remedy="leave-up")
    felt.shows(law.CARD_UNSEEN, felt.refused(unnamed))
    felt.shows(law.CARD_UNSEEN, felt.refused(unnamed._replace(cards=parse_cards("As Ks"))))
    felt.do(unnamed._replace(cards=parse_cards("As")))
    assert felt.round.hands[0].shown == parse_cards("As") and felt.round.seen == parse_cards("As")


def test_crown_dealers_card_becomes_the_up_card_only_before_players_look() -> None:
    felt = is_in_deal(CROWN, 6)
    assert offered(felt, "card-exposed", hand=0, places=(0,)) == ["leave-up"]
    assert offered(felt, "card-exposed", hand=0, places=(0,), looked=("Ann",)) == []


def test_card_that_lies_up_as_it_should_was_not_exposed() -> None:
    felt = dealt(STAR)
    assert "as it should" in felt.refused(report(felt, "card-exposed", hand=0, places=(4,))).words
    assert felt.refused(report(felt, "card-exposed", hand=1)).words


# Dealt wrongly.


def test_star_wrong_deal_is_a_misdeal_until_cards_are_handled() -> None:
    felt = dealt(STAR)
    assert offered(felt, "dealt-wrong") == ["misdeal"]
    assert offered(felt, "dealt-wrong", looked=("Bob",)) == []
    ruled, _ = rule(felt, "dealt-wrong", "misdeal")
    felt.shows(law.DEALT_WRONG, ruled)
    felt.shows(Reading("C21"), ruled)
    everything_back(felt, carried=False)


def test_crown_has_no_such_rule() -> None:
    assert "dealt-wrong" not in [fact.name for fact in facts(dealt(CROWN).round)]


@pytest.mark.parametrize("fields", [{"extra": EXTRA}, {"count": 4}, {"count": 0}])
def test_star_wrong_count_of_the_dealers_hand_is_always_a_misdeal(fields: dict[str, object]) -> None:
    felt = dealt(STAR)
    felt.bet(1)
    assert offered(felt, "dealer-count", **fields) == ["misdeal"]
    ruled, _ = rule(felt, "dealer-count", "misdeal", **fields)
    felt.shows(law.DEALER_COUNT_WRONG, ruled)
    everything_back(felt, carried=False)


def test_right_count_is_not_wrong() -> None:
    felt = dealt(STAR)
    for fields in ({"count": 5}, {}, {"extra": EXTRA, "count": 5}):
        assert felt.refused(report(felt, "dealer-count", **fields)).words
    assert felt.refused(report(felt, "player-count", hand=0, extra=EXTRA)).words


@pytest.mark.parametrize(("reading", "result"), [("returned", Result.VOID), ("lost", Result.LOST)])
@pytest.mark.parametrize("fields", [{"extra": EXTRA}, {"count": 3}])
def test_star_hand_of_a_wrong_number_is_void(fields: dict[str, object], reading: str, result: Result) -> None:
    felt = dealt(STAR, readings={"voidHandJackpot": reading})
    felt.bet(1)
    ruled, _ = rule(felt, "player-count", "void-hand", hand=1, **fields)
    felt.shows(law.HAND_COUNT_VOIDS, ruled)
    felt.shows(Reading("C20"), ruled)
    assert {felt.result(1, spot).result for spot in ("ante", "bet")} == {Result.VOID}
    assert felt.result(1, "jackpot").result is result
    assert asked(felt) == {"decide-2"}  # the others play on, and none of them is asked to retract
    play_out(felt)


# The dealer's hand shown early.


@pytest.mark.parametrize(("reading", "asks"), [("undecided", {"decide-2"}), ("everyone", {"decide-1", "decide-2"})])
def test_star_early_dealer_and_a_player_who_has_bet(reading: str, asks: set[str]) -> None:
    felt = dealt(STAR, readings={"earlyDealerCard": reading})
    felt.bet(1)
    ruled, _ = rule(felt, "dealer-shown", "go-on", places=(1,))
    felt.shows(law.HOUSE_SHOWN_EARLY, ruled)
    felt.shows(Reading("C19"), ruled)
    assert felt.round.hands[0].shown.count(UNKNOWN) == 3
    assert asked(felt) == asks
    if reading == "everyone":
        assert felt.result(1, "bet").result is Result.RETURNED
        felt.fold(1)
        felt.fold(2)
        felt.settle()
        assert felt.net("Ann") == -30  # the Ante and the jackpot wager
    else:
        play_out(felt)
