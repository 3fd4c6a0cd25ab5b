"""Terms that a game or its edition has no rule for are refused: nothing is put on a sign and then ignored."""

from typing import Any

import pytest

from pitboss import law
from pitboss.games import make_game
from pitboss.law import Rules
from pitboss.money import Stake
from pitboss.play import Refused, Table
from pitboss.play.acts import Place
from pitboss.play.table import refuse_needless, refuse_not_overlooked
from pitboss.play.terms import GIVEN_BY, JackpotTerms, Limits, Restriction, Terms, keep_used_terms
from pitboss.play.wager import Refusal
from support import BOTH, CROWN, CROWN_MS, MISSISSIPPI, STAR, STAR_MS, ULTIMATE, Felt, shows, terms

PONTOON = "star-pontoon"
POKER = (*BOTH, *MISSISSIPPI, ULTIMATE)
GAMES = (*POKER, PONTOON)
FREE = Limits(5_00, 500_00)
GIVEN: dict[str, Any] = {
    "jackpot": JackpotTerms(5_00),
    "maximum_payout_cents": 50_000_00,
    "regulator_minimum_cents": {"ante": 5_00},
    "multiples": {"pre-flop": (4,), "flop": (2,), "river": (1,)},
    "decks": 8,
    "bettors": 2,
    "players": 3,
    "reserved": {"Ann": (1,)},
    "restricted": {"Ann": Restriction("held-to-minimum", "gaming-manager")},
    "low_limit": True,
}
HAS = {
    STAR: {"jackpot", "maximum_payout_cents"},
    STAR_MS: {"jackpot", "low_limit"},
    CROWN: {"jackpot", "maximum_payout_cents", "regulator_minimum_cents"},
    CROWN_MS: {"jackpot", "maximum_payout_cents", "regulator_minimum_cents"},
    ULTIMATE: {"jackpot", "maximum_payout_cents", "regulator_minimum_cents", "multiples"},
    PONTOON: {"decks", "bettors", "players", "reserved", "restricted", "low_limit"},
}
"""What each edition leaves to the sign of a game, beside its limits, chips and device."""


def everyday(game: str, **changes: Any) -> Terms:
    return Terms(**({"limits": {"wager": FREE}} | changes)) if game == PONTOON else terms(game, **changes)


def refused(game: str, **changes: Any) -> Refusal | None:
    return make_game(Rules.of(game), everyday(game, **changes)).check_terms()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", GIVEN)
def test_what_no_rule_gives_is_refused(game: str, name: str) -> None:
    no = refused(game, **{name: GIVEN[name]})
    idle = no is not None and no.because == (law.TERMS,) and ": leave it out" in no.words
    assert idle == (name not in HAS[game])
    assert Rules.of(game).applies(GIVEN_BY[name]) == (name in HAS[game])


def test_star_mississippi_has_no_notice_of_a_maximum_payout() -> None:
    no = refused(STAR_MS, maximum_payout_cents=50_000_00)
    assert no is not None
    assert no.words == "Mississippi Stud has no maximum payout: leave it out."
    shows(law.TERMS, no, game=STAR_MS)


@pytest.mark.parametrize("game", GAMES)
def test_limits_are_for_spots_of_the_layout(game: str) -> None:
    opener = "wager" if game == PONTOON else "ante"
    for changes in (
        {"limits": {opener: FREE, "dragon": FREE}},
        {"individual": {"Ann": {"dragon": FREE}}},
        {"limits": {opener: FREE, "jackpot": FREE}},
    ):
        no = refused(game, **changes)
        assert no is not None and no.because == (law.TERMS, law.PLAYING_AREA), changes
        assert f"it has them for {opener}" in no.words


@pytest.mark.parametrize("game", [CROWN, CROWN_MS])
def test_the_regulators_minimum_is_for_spots_of_the_layout(game: str) -> None:
    no = refused(game, regulator_minimum_cents={"ante": 5_00, "trips": 5_00})
    assert no is not None and "no limits for trips" in no.words


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_an_old_log_opens_without_what_it_had_no_use_for(game: str) -> None:
    """Such terms were taken once, and nothing came of them."""
    idle = {name: value for name, value in GIVEN.items() if name not in HAS[game]}
    opener = "wager" if game == PONTOON else "ante"
    had = everyday(game, **idle)._replace(limits={opener: FREE, "dragon": FREE})
    made = make_game(Rules.of(game), had)
    with pytest.raises(Refused):
        Table.open(made)
    opened = Table.open(made.change_terms(keep_used_terms(made, had)))
    assert opened.game == make_game(Rules.of(game), everyday(game)._replace(limits={opener: FREE}))


# What an act says that can mean nothing.


def place(felt: Felt, dollars: int, spot: str = "ante", **more: Any) -> Place:
    return Place("wagers", "Ann", 1, spot, Stake.of(dollars * 100), **more)


@pytest.mark.parametrize("game", POKER)
def test_a_wager_with_nothing_wrong_cannot_go_unnoticed(game: str) -> None:
    felt = Felt(game)
    for dollars, is_wrong in ((10, True), (25, False), (500, False), (600, True)):
        act = place(felt, dollars, unnoticed=True)
        assert (refuse_not_overlooked(felt.round, act) is None) == is_wrong, dollars
        assert refuse_not_overlooked(felt.round, act._replace(unnoticed=False)) is None
    no = refuse_not_overlooked(felt.round, place(felt, 25, unnoticed=True))
    assert no is not None and no.words.startswith("This wager breaks no rule")


def test_a_blind_that_does_not_equal_its_ante_can() -> None:
    felt = Felt(ULTIMATE)
    felt.do(place(felt, 25))
    for dollars, is_wrong in ((25, False), (30, True), (10, True)):
        assert (refuse_not_overlooked(felt.round, place(felt, dollars, "blind", unnoticed=True)) is None) == is_wrong


@pytest.mark.parametrize("game", POKER)
def test_nobody_allows_what_needs_no_leave_and_no_line_stands_at_one_players_area(game: str) -> None:
    felt = Felt(game)
    assert refuse_needless(felt.round, place(felt, 25, approved_by="gaming-manager")) is not None
    felt.shows(law.PLAYING_AREA, refuse_needless(felt.round, place(felt, 25, line=1)))
    assert refuse_needless(felt.round, place(felt, 25)) is None
