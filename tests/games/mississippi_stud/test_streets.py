"""The betting rounds: what a Street takes, folding, and the card that follows
(Star 7.2.4 to 7.2.6, 9; Crown 9.4.2, 9.6.1)."""

from typing import Any

import pytest

from pitboss import law
from pitboss.cards import UNKNOWN, parse_cards
from pitboss.law import BookError
from pitboss.money import Piece, Stake
from pitboss.play.acts import Call, Deal, Decide, Place, TakeBack, Turn
from pitboss.play.events import CardsCollected, CardsDealt, CardsTurned, Decided, RoundEnded, WagerPlaced
from pitboss.play.needs import CardsNeed, DecisionNeed, TurnNeed
from pitboss.play.terms import Limits
from pitboss.play.wager import Result
from support import CROWN_MS, DEVICES, MISSISSIPPI, STAR_MS, Felt

STREETS = ("3rd-street", "4th-street", "5th-street")
SHOWN = (law.THIRD_STREET_SHOWN, law.FOURTH_STREET_SHOWN, law.FIFTH_STREET_SHOWN)
BOARD, JACKS, KING_QUEEN = "9h 5d 2c", "Js Jd", "Ks Qd"


def dealt(game: str, *, ante: int = 25, hole: str = JACKS, **changes: Any) -> Felt:
    felt = Felt(game, **changes)
    felt.ante("Ann", 1, ante)
    felt.deal(board=BOARD, p1=hole)
    return felt


def at_street(game: str, street: str, **changes: Any) -> Felt:
    """A round at a Street, with one Ante of $25 and the least on the Streets before."""
    felt = dealt(game, **changes)
    while felt.round.phase != street:
        felt.bet(1)
        felt.reveal()
    return felt


def two_players(game: str, device: str = "shoe") -> Felt:
    felt = Felt(game, device=device)
    felt.ante("Ann", 1)
    felt.ante("Bob", 2, 40)
    felt.deal(board=BOARD, p1=JACKS, p2=KING_QUEEN)
    return felt


def bet(felt: Felt, cents: int, *, area: int = 1) -> Decide:
    need = felt.decision(area)
    return Decide(need.id, need.patron, "bet", Stake.of(cents))


# How much a Street takes.


@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_street_range(game: str, street: str) -> None:
    felt = at_street(game, street)
    offered = [(o.name, o.least_cents, o.most_cents) for o in felt.decision(1).options]
    assert offered == [("bet", 25_00, 75_00), ("fold", 0, 0)]
    felt.shows(law.STREET_RANGE, felt.decision(1).options[0])
    for off in (0, 1_00, 24_00, 24_99, 75_01, 76_00, 100_00):
        felt.shows(law.STREET_RANGE, felt.refused(bet(felt, off)))
    (placed,) = (event for event in felt.bet(1, 75) if isinstance(event, WagerPlaced))
    felt.shows(law.STREET_RANGE, placed)
    assert (placed.spot, placed.stake.cents) == (street, 75_00)


@pytest.mark.parametrize("dollars", [25, 26, 37, 50, 60, 74, 75])
@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_any_amount_in_the_range(game: str, street: str, dollars: int) -> None:
    felt = at_street(game, street)
    felt.bet(1, dollars)
    assert felt.round.wagers_on(1, street)[0].stake.cents == dollars * 100


@pytest.mark.parametrize("amounts", [(75, 25, 50), (25, 75, 26), (33, 44, 55), (75, 75, 75)])
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_streets_may_differ(game: str, amounts: tuple[int, ...]) -> None:
    felt = dealt(game)
    for amount in amounts:
        felt.bet(1, amount)
        felt.reveal()
    felt.settle()
    assert tuple(felt.result(1, street).stake.cents // 100 for street in STREETS) == amounts
    assert felt.net("Ann") == 25 + sum(amounts)


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_range_follows_each_players_own_ante(game: str) -> None:
    felt = two_players(game)
    felt.shows(law.STREET_RANGE, felt.refused(bet(felt, 39_00, area=2)))
    felt.shows(law.STREET_RANGE, felt.refused(bet(felt, 121_00, area=2)))
    felt.shows(law.STREET_RANGE, felt.refused(bet(felt, 76_00, area=1)))
    felt.bet(2, 120)
    felt.bet(1, 75)
    felt.reveal()
    felt.shows(law.STREET_RANGE, felt.refused(bet(felt, 76_00)))  # the Street before does not widen the next


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_street_in_the_unit_on_the_sign(game: str) -> None:
    """Above the Ante a Street goes up by the unit; a whole number of Antes always fits."""
    felt = dealt(game, limits={"ante": Limits(25_00, 500_00, 10_00)})
    for off in (26_00, 30_00, 40_00, 60_00, 74_00):
        felt.shows(law.STREET_RANGE, felt.refused(bet(felt, off)))
    for fits in (25, 35, 45, 50, 55, 65, 75):
        other = dealt(game, limits={"ante": Limits(25_00, 500_00, 10_00)})
        other.bet(1, fits)
        assert other.round.wagers[-1].stake.cents == fits * 100


@pytest.mark.parametrize("street", STREETS)
def test_star_whole_multiples_when_so_read(street: str) -> None:
    felt = at_street(STAR_MS, street, readings={"streetWholeMultiples": True})
    for off in (26_00, 37_00, 49_00, 51_00, 74_00):
        felt.shows(law.STREET_RANGE, felt.refused(bet(felt, off)))
    for fits in (25, 50, 75):
        other = at_street(STAR_MS, street, readings={"streetWholeMultiples": True})
        other.bet(1, fits)


def test_star_whole_multiples_of_the_players_ante() -> None:
    felt = dealt(STAR_MS, ante=40, readings={"streetWholeMultiples": True})
    for off in (50_00, 75_00, 100_00):
        felt.shows(law.STREET_RANGE, felt.refused(bet(felt, off)))
    felt.bet(1, 80)


def test_crown_has_no_such_choice() -> None:
    with pytest.raises(BookError):
        Felt(CROWN_MS, readings={"streetWholeMultiples": True})


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_street_is_chips_or_tokens(game: str) -> None:
    felt = dealt(game)
    need = felt.decision(1).id
    felt.shows(law.CHIPS_OR_TOKENS, felt.refused(Decide(need, "Ann", "bet", Stake((Piece("cash", 50_00),)))))
    felt.shows(law.CHIPS_OR_TOKENS, felt.refused(Decide(need, "Ann", "bet", Stake.of(50_50))))
    felt.bet(1, 20, tokens=30)
    assert felt.round.wagers_on(1, "3rd-street")[0].stake == Stake.of(20_00, 30_00)


# Bet or fold.


@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_bet_or_fold(game: str, street: str) -> None:
    felt = at_street(game, street)
    need = felt.decision(1)
    assert need.id == f"{street}-1"
    for option in ("check", "concede", "raise", ""):
        felt.shows(law.NOT_AN_OPTION, felt.refused(Decide(need.id, "Ann", option)))
    felt.shows(law.NOT_YOURS, felt.refused(Decide(need.id, "Bob", "fold")))
    (decided,) = (event for event in felt.bet(1) if isinstance(event, Decided))
    felt.shows(law.BET_OR_FOLD, decided)
    again = Decide(need.id, "Ann", "bet", Stake.of(25_00))
    felt.shows(law.WAGERS_FROZEN, felt.refused(again))
    felt.shows(law.BET_OR_FOLD, felt.refused(again))
    for change in (Place("wagers", "Ann", 1, street, Stake.of(25_00)), TakeBack("wagers", "Ann", 1, street)):
        felt.shows(law.WAGERS_FROZEN, felt.refused(change))


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_street_is_decided_in_its_turn(game: str) -> None:
    felt = dealt(game)
    for early in ("4th-street-1", "5th-street-1"):
        felt.shows(law.BET_OR_FOLD, felt.refused(Decide(early, "Ann", "bet", Stake.of(25_00))))
    felt.bet(1)
    felt.reveal()
    felt.shows(law.BET_OR_FOLD, felt.refused(Decide("3rd-street-1", "Ann", "fold")))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_card_waits_until_all_have_decided(game: str, device: str) -> None:
    felt = two_players(game, device)
    for name in STREETS:
        felt.bet(2)
        if device == "shoe":
            felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal(f"deal-{name}", parse_cards("7c"))))
        else:
            felt.shows(law.THIRD_STREET_SHOWN, felt.refused(Turn(f"turn-{name}")))
        felt.shows(law.THIRD_STREET_SHOWN, felt.refused(Call("settle")))
        felt.bet(1)
        felt.reveal()
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (4 * 25, -4 * 40)


@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_players_decide_in_any_order(game: str, first: int) -> None:
    felt = two_players(game)
    for _ in STREETS:
        felt.bet(first)
        felt.bet(3 - first)
        felt.reveal()
    assert felt.round.need("settle") is not None


# Folding.


@pytest.mark.parametrize(("street", "lost"), [("3rd-street", 25), ("4th-street", 100), ("5th-street", 125)])
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_fold_loses_what_is_down(game: str, street: str, lost: int) -> None:
    felt = dealt(game)
    for name, amount in zip(STREETS, (75, 25, 50), strict=True):
        if name == street:
            break
        felt.bet(1, amount)
        felt.reveal()
    happened = felt.fold(1)
    (decided,) = (event for event in happened if isinstance(event, Decided))
    assert decided.option == "fold"
    felt.shows(law.FOLD_LOSES, decided)
    felt.shows(law.BET_OR_FOLD, decided)
    for done in felt.round.settlements:
        felt.shows(law.FOLD_LOSES, done)
        assert done.result is Result.LOST and done.taken == done.stake
    (collected,) = (event for event in happened if isinstance(event, CardsCollected) and event.hand == 1)
    felt.shows(law.FOLD_DISCARDS, collected)
    assert collected.cards == 2
    assert felt.net("Ann") == -lost


FOLDS = {
    STAR_MS: ({"9.1.1"}, {"9.2.1"}, {"9.3.1"}),
    CROWN_MS: ({"9.6.1(a)", "9.6.1(b)(ii)"}, {"9.6.1(d)(ii)"}, {"9.6.1(e)(ii)"}),
}
"""What speaks of a fold at each Street."""
ALWAYS = {STAR_MS: {"9.6", '1.1 "Fold"'}, CROWN_MS: {'9.2 "Street"', '1.1 "Bet"', '1.1 "Fold"'}}


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_fold_cites_its_street(game: str, place: int) -> None:
    felt = at_street(game, STREETS[place])
    (decided,) = (event for event in felt.fold(1) if isinstance(event, Decided))
    for carried in (decided, *felt.round.settlements):
        own = {"9.4.3(c)(i)"} if carried is felt.result(1, "ante") and game == CROWN_MS else set()
        if carried is decided and game == CROWN_MS:
            own = {"9.4.3(c)(i)"}
        elif game == CROWN_MS and carried is not felt.result(1, "ante"):
            own = {"9.4.4(c)"}  # K27
        assert felt.cites(carried) == FOLDS[game][place] | ALWAYS[game] | own


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("device", DEVICES)
def test_star_cites_how_the_device_shows_the_board(device: str, place: int) -> None:
    felt = at_street(STAR_MS, STREETS[place], device=device)
    felt.bet(1)
    shown = felt.reveal()[0]
    of_device = {"shoe": ("7.2.4", "7.2.5", "7.2.6"), "shuffler": ("7.3.5", "7.3.6", "7.3.7")}[device]
    assert {number for number in felt.cites(shown) if number.startswith("7.")} == {of_device[place]}


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_deal_cites_the_clauses_of_its_device(game: str, device: str) -> None:
    felt = dealt(game, device=device)
    (dealing,) = (event for event in felt.events if isinstance(event, CardsDealt))
    cited = felt.cites(dealing)
    shoe, machine = {STAR_MS: ("7.2", "7.3"), CROWN_MS: ("9.6(a)", "9.6(b)")}[game]
    assert any(number.startswith(shoe) for number in cited) == (device == "shoe")
    assert any(number.startswith(machine) for number in cited) == (device != "shoe")
    assert ("4.4.4" in cited) == (game == STAR_MS and device != "shoe")


@pytest.mark.parametrize("street", STREETS)
def test_star_fold_final(street: str) -> None:
    felt = Felt(STAR_MS)
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(board=BOARD, p1=JACKS, p2=KING_QUEEN)
    while felt.round.phase != street:
        felt.bet(1)
        felt.bet(2)
        felt.reveal()
    need = felt.decision(1).id
    felt.fold(1)
    for option in ("bet", "fold"):
        felt.shows(law.FOLD_FINAL, felt.refused(Decide(need, "Ann", option, Stake.of(25_00))))
    felt.bet(2)
    felt.reveal()
    for name in STREETS:
        felt.shows(law.FOLD_FINAL, felt.refused(Decide(f"{name}-1", "Ann", "bet", Stake.of(25_00))))


def test_crown_folded_hand_has_nothing_left_to_decide() -> None:
    felt = two_players(CROWN_MS)
    felt.fold(1)
    no = felt.refused(Decide("3rd-street-1", "Ann", "bet", Stake.of(25_00)))
    felt.shows(law.BET_OR_FOLD, no)
    felt.shows(law.WAGERS_FROZEN, no)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_others_play_on_after_a_fold(game: str, device: str) -> None:
    felt = two_players(game, device)
    felt.bet(1, 50)
    felt.fold(2)
    felt.reveal()
    for _ in range(2):
        assert [n.area for n in felt.round.needs if isinstance(n, DecisionNeed)] == [1]
        felt.bet(1)
        felt.reveal()
    happened = felt.settle()
    assert [e.hand for e in happened if isinstance(e, CardsTurned)] == [1]
    assert (felt.net("Ann"), felt.net("Bob")) == (25 + 50 + 25 + 25, -40)


@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_round_ends_at_once_when_everyone_has_folded(game: str, device: str, street: str) -> None:
    felt = two_players(game, device)
    while felt.round.phase != street:
        felt.bet(1)
        felt.bet(2)
        felt.reveal()
    felt.fold(1)
    ended = felt.fold(2)[-1]
    assert isinstance(ended, RoundEnded) and felt.round.is_over and not felt.round.needs
    felt.shows(law.ROUND_OF_PLAY, ended)
    shown = STREETS.index(street)
    assert sum(card != UNKNOWN for card in felt.round.hands[0].shown) == shown  # no card is shown that no player needs
    assert len(felt.round.hands[0].cards) == (3 if device == "shuffler" else shown)
    assert felt.net("Ann") == -25 * (1 + shown)


# The cards that follow.


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_each_street_has_its_card(game: str, device: str) -> None:
    felt = dealt(game, device=device)
    for street, key in zip(STREETS, SHOWN, strict=True):
        assert felt.round.phase == street
        felt.bet(1)
        (need,) = felt.round.needs
        assert isinstance(need, CardsNeed if device == "shoe" else TurnNeed)
        shown = felt.reveal()[0]
        felt.shows(key, shown)
        felt.shows(law.COMMUNITY_CARDS, shown)
    assert felt.round.phase == "showdown"
    assert felt.round.hands[0].shown == parse_cards(BOARD)
