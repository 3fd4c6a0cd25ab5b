"""What the signs at a table say, by game: limits, payouts, the felt's own words, and what the house tells everybody."""

from collections.abc import Callable

import pytest

from floor.support import SEEN
from floor.tables.pit import CROWNS, GAMES, PONTOON, STARS, Pit, sign
from pitboss import law
from pitboss.floor.tables.limits_sign import AnnounceClosing, AnnounceLimits, ChangeLimits, SetMaximumPayout
from pitboss.floor.tables.orders import NoteToldFirst, SetPermission
from pitboss.floor.tables.signage import Sign, signs
from pitboss.play.terms import Limits
from pitboss.web.api.dependencies import Api
from pitboss.web.pages.playing import sign as sign_board
from support import STAR, STAR_MS, ULTIMATE, shows

Pits = Callable[[str], Pit]


def shown(pit: Pit, what: str) -> list[Sign]:
    return [each for each in signs(pit.open_state) if each.what == what]


def notice(pit: Pit, key: law.Key) -> Sign:
    (found,) = [each for each in signs(pit.open_state) if key in each.because]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_table_shows_its_game_its_limits_and_its_payouts(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    (limits,) = shown(pit, "limits")
    assert limits.limits.items() >= pit.terms().limits.items()
    (pays,) = shown(pit, "payouts")
    assert pays.pays and all(line.odds or line.cents for line in pays.pays)
    rules = pit.round.game.rules
    for each in signs(pit.open_state):
        assert rules.only(each.because) == each.because  # no sign cites what the game does not have
    for key in (
        law.RULES_ON_REQUEST,
        law.NO_DEVICES,
        law.NO_UNASKED_ADVICE,
        law.NO_SIDE_BETS,
        law.NO_ADVICE,
    ):
        shows(key, notice(pit, key), game=game)
    pit.close()
    assert not sign_board(pit.floor.table(pit.stream), pit.dealer, Api()).signs


@pytest.mark.parametrize("game", CROWNS)
def test_crown_displays_its_variant_and_its_limits(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    (variant,) = shown(pit, "game")
    shows(law.VARIANT_SHOWN, variant, game=game)
    assert pit.round.game.rules.game.title in variant.words
    shows(law.LIMITS_SHOWN, shown(pit, "limits")[0], game=game)


@pytest.mark.parametrize("game", STARS)
def test_the_star_tells_players_what_is_their_own_to_see_to(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    shows(law.SIGN_IS_THE_PLAYERS, notice(pit, law.SIGN_IS_THE_PLAYERS), game=game)
    shows(law.PLACING_IS_THE_PLAYERS, notice(pit, law.PLACING_IS_THE_PLAYERS), game=game)
    disclaims = [each for each in signs(pit.open_state) if law.GAMING_LIMIT_DISCLAIMED in each.because]
    assert bool(disclaims) == (game != STAR)  # the older text has no gaming limits
    for each in disclaims:
        shows(law.GAMING_LIMIT_DISCLAIMED, each, game=game)


def test_at_caribbean_stud_only_fold_or_bet_is_said(pits: Pits) -> None:
    star, crown = pits(STAR), pits(CROWNS[0])
    star.open()
    shows(law.ONLY_FOLD_OR_BET, notice(star, law.ONLY_FOLD_OR_BET), game=STAR)
    crown.open()
    assert not [each for each in signs(crown.open_state) if law.ONLY_FOLD_OR_BET in each.because]


def test_the_felt_of_pontoon_carries_its_inscriptions(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.open()
    inscribed = shown(pit, "inscription")
    assert [each.words for each in inscribed] == [
        "Pontoon pays 3 to 2.",
        "Dealer stands on hard 17 or soft 18.",
        "Insurance pays 2 to 1.",
    ]
    shows(law.INSCRIBED, inscribed[0], game=PONTOON)
    shows(law.TOTAL_IS_THE_PLAYERS, notice(pit, law.TOTAL_IS_THE_PLAYERS), game=PONTOON)


def test_the_felt_of_caribbean_stud_says_with_what_the_dealer_plays(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    (inscribed,) = shown(pit, "inscription")
    assert inscribed.words == "Dealer plays with ace and king or better."
    shows(law.INSCRIBED, inscribed, game=STAR)


def test_pontoon_shows_its_schedule_with_the_super_bonus(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.open()
    (pays,) = shown(pit, "payouts")
    shows(law.PAYS_SHOWN, pays, game=PONTOON)
    lines = {(line.wager, line.line): line for line in pays.pays if line.odds}
    assert lines["wager", "pontoon"].odds == "3:2" and lines["insurance", "dealer-pontoon"].odds == "2:1"
    bonus = [(line.from_cents, line.cents) for line in pays.pays if line.line.startswith("super-bonus")]
    assert bonus == [(5_00, 1_000_00), (25_00, 5_000_00), (0, 50_00)]


def test_perfect_pairs_shows_its_stake_and_that_it_is_for_those_with_a_wager(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.open()
    assert not shown(pit, "side wager")
    (pays,) = shown(pit, "payouts")
    assert "perfect-pairs" not in {line.wager for line in pays.pays}, "this table does not offer them"
    pit.close()
    pairs = {"perfect-pairs": Limits(5_00, 100_00)}
    pit.open(limits=sign(PONTOON) | pairs)
    (stake,) = shown(pit, "side wager")
    (pays,) = shown(pit, "payouts")
    assert [line.odds for line in pays.pays if line.wager == "perfect-pairs"] == ["5:1", "10:1", "25:1"]
    shows(law.PAIRS_STAKE_SHOWN, stake, game=PONTOON)
    assert stake.limits == pairs
    for who in ("surveillance", "inspector"):
        pit.do(pit.boss, NoteToldFirst("7", who, law.PAIRS_NEED_WAGER))
    pit.do(pit.boss, SetPermission("7", law.PAIRS_NEED_WAGER, edge=SEEN))
    (told,) = shown(pit, "permission")
    shows(law.PAIRS_LIMIT_SHOWN, told, game=PONTOON)


@pytest.mark.parametrize("game", STARS)
def test_two_signs_while_a_minimum_is_kept(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.sit("Ann", 2)
    pit.do(pit.supervisor, ChangeLimits("7", sign(game, 100), "busy", keep=True))
    (now,), (before,) = shown(pit, "limits"), shown(pit, "previous limits")
    assert (now.limits, before.limits) == (sign(game, 100), sign(game, 25))
    shows(law.BOTH_LIMITS_SHOWN, before, game=game)
    (kept,) = shown(pit, "kept")
    assert (kept.patron, kept.area) == ("Ann", 2)


@pytest.mark.parametrize("game", [PONTOON, ULTIMATE])
def test_what_will_change_is_on_a_sign_with_its_time(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.sit("Ann", 1)
    pit.do(pit.boss, AnnounceLimits("7", sign(game, 50)))
    pit.do(pit.boss, AnnounceClosing("7"))
    coming, closing = (each for each in signs(pit.open_state) if each.from_time or each.from_round)
    assert coming.limits == sign(game, 50) and coming.from_time == pit.in_minutes(20)
    assert law.RAISE_ON_NOTICE in coming.because and law.CLOSE_ON_NOTICE in closing.because


def test_the_maximum_payout_is_said_in_dollars(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.do(pit.boss, SetMaximumPayout("7", 10_000_00, "policy", SEEN))
    (most,) = shown(pit, "maximum payout")
    assert "$10,000" in most.words
    assert any(line.capped for line in shown(pit, "payouts")[0].pays)


def test_what_mississippi_stud_has_on_its_felt_is_the_houses_own(pits: Pits) -> None:
    pit = pits(STAR_MS)
    pit.open()
    assert [each.because for each in shown(pit, "inscription")] == [(), ()]  # no clause asks for words there
