"""A table opens only on terms that its game has a use for."""

from typing import Any

import pytest

from pitboss import law
from pitboss.games import make_game
from pitboss.law import Rules
from pitboss.play import Refused, Table
from pitboss.play.round import Game
from pitboss.play.terms import JackpotTerms, Limits, Restriction, Terms
from support import STAR, ULTIMATE, jackpot, make

POKER: dict[str, Any] = {
    "decks": 6,
    "bettors": 3,
    "players": 5,
    "reserved": {"Ann": (1,)},
    "restricted": {"Ann": Restriction("held-to-minimum", "gaming-manager")},
    "multiples": {"river": (1,)},
}
PONTOON: dict[str, Any] = {
    "jackpot": JackpotTerms(500),
    "maximum_payout_cents": 100_000,
    "multiples": {"river": (1,)},
}


def pontoon(**changes: Any) -> Game:
    return make_game(Rules.of("star-pontoon"), Terms(limits={"wager": Limits(500, 50_000)}, **changes))


@pytest.mark.parametrize("name", POKER)
def test_poker_table_has_no_terms_of_other_games(name: str) -> None:
    with pytest.raises(Refused) as error:
        Table.open(make(STAR, **{name: POKER[name]}))
    assert error.value.because == (law.TERMS,)
    Table.open(make(STAR))


@pytest.mark.parametrize("name", PONTOON)
def test_pontoon_table_has_no_terms_of_other_games(name: str) -> None:
    with pytest.raises(Refused) as error:
        Table.open(pontoon(**{name: PONTOON[name]}))
    assert error.value.because == (law.TERMS,)
    Table.open(pontoon(decks=8, bettors=2, players=5, reserved={"Ann": (1,)}))


def test_terms_that_a_game_uses_are_taken() -> None:
    Table.open(make(STAR, jackpot=jackpot(STAR), maximum_payout_cents=50_000))
    Table.open(make(ULTIMATE, multiples={"pre-flop": (4,), "flop": (2,), "river": (1,)}))
