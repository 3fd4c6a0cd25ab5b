"""Conditions of a tournament (Star Pontoon 20.4.2, Crown 14.4): each item that the document asks for is written, and a
set that leaves one out, or says what the rules do not leave open, is not published."""

from typing import Any

import pytest

from pitboss import law
from pitboss.games import make_game
from pitboss.law import Key
from pitboss.law.rules import Rules
from pitboss.play import Table
from pitboss.play.wager import Refusal, Refused
from pitboss.tournament.conditions import (
    ADD_ON,
    BUY_BACK,
    RE_BUY,
    Conditions,
    DocumentItem,
    LimitStep,
    SecondChance,
    SessionPlan,
    check_conditions,
    has_tournaments,
    items_of,
    write_document,
)
from pitboss.tournament.sessions import table_terms
from support import shows

PONTOON = "star-pontoon"
CROWNS = ("crown-caribbean-stud", "crown-mississippi-stud", "crown-ultimate-texas-holdem")
GAMES = (PONTOON, *CROWNS)


def whole(game: str, **changes: Any) -> Conditions:
    """Conditions that can be published."""
    edition = Rules.of(game).edition.name
    chosen = {item.rule: next(iter(item.offers)) for item in items_of(edition) if item.offers}
    usual: dict[str, Any] = {
        "starts_at": "2026-12-01T09:00:00.000000Z",
        "place": "the salon",
        "entry_fee_cents": 100_00,
        "chips_cents": 1_000_00,
        "minimum_cents": 100_00,
        "maximum_cents": 500_00,
        "most_players": 7,
        "may_refuse": True,
        "criteria": "members of the club",
        "sessions": (SessionPlan("final", rounds=10, advance=2),),
        "shares": (70, 30),
        "provisions": chosen,
    }
    return Conditions(game, "The cup", **(usual | changes))


def faults(conditions: Conditions) -> list[Refusal]:
    return list(check_conditions(conditions, Rules.of(conditions.game)))


@pytest.mark.parametrize("game", GAMES)
def test_whole_conditions_have_no_fault(game: str) -> None:
    assert faults(whole(game)) == []
    lines = write_document(whole(game), Rules.of(game))
    assert all(line.words and line.clauses for line in lines)
    cited = {number for line in lines for number in line.clauses}
    clauses = Rules.of(game).edition.clauses
    wanted = {n for n, c in clauses.items() if n.startswith("20.4.2(" if game == PONTOON else "14.4.")}
    heads = {number for number in wanted if any(other.startswith(f"{number}(") for other in wanted)}
    grounds = {"14.4.8(d)(i)", "14.4.8(d)(ii)"}  # what is done, beside what is said
    assert wanted - heads - grounds <= cited, "every item of the document is there"


LACKS: dict[str, dict[str, Any]] = {
    "terms-chips": {"chips_cents": 0},
    "terms-minimum": {"minimum_cents": 0},
    "terms-limits": {"maximum_cents": 0},
    "terms-structure": {"sessions": ()},
    "terms-prizes": {"shares": ()},
    "terms-when": {"starts_at": ""},
    "terms-place": {"place": ""},
}
"""What leaves an item out, where it is written from figures."""


@pytest.mark.parametrize(("game", "item"), [(g, i) for g in GAMES for i in items_of(Rules.of(g).edition.name)])
def test_every_item_is_in_the_document(game: str, item: DocumentItem) -> None:
    """An item stands in the document under its clauses; one that can be left out is missed."""
    key, rules = Key(item.rule), Rules.of(game)
    line = next(line for line in write_document(whole(game), rules) if line.title == item.title)
    assert line.clauses == rules.cite((key,))
    shows(key, Refusal((key,), line.words), game=game)
    if item.offers:
        provisions = {rule: choice for rule, choice in whole(game).provisions.items() if rule != item.rule}
        lacks = whole(game, provisions=provisions)
    elif item.where:
        assert item.title not in [line.title for line in write_document(whole(game, **{item.where: ""}), rules)]
        return
    elif item.rule in LACKS:
        lacks = whole(game, **LACKS[item.rule])
    else:
        return
    missing = [no for no in faults(lacks) if key in no.because]
    assert missing, f"{item.title} was left out and not missed"


@pytest.mark.parametrize("game", GAMES)
def test_provision_that_the_rules_do_not_offer_is_refused(game: str) -> None:
    no = faults(whole(game, provisions=dict(whole(game).provisions) | {"terms-winners": "the-director-chooses"}))[-1]
    shows(law.TERMS_RULES_PREVAIL, no, game=game)
    assert law.TERMS_PROVISION in no.because


def test_all_of_the_fee_is_in_the_pool_at_the_star() -> None:
    (no,) = faults(whole(PONTOON, house_fee_cents=10_00))
    shows(law.FEES_TO_POOL, no, game=PONTOON)


@pytest.mark.parametrize("game", GAMES)
def test_conditions_say_every_limit(game: str) -> None:
    """Also the maximum, and how far it moves: what is not announced does not bind a player."""
    given = whole(game, steps=(LimitStep(3, 200_00, 1_000_00),))
    words = " ".join(line.words for line in write_document(given, Rules.of(game)))
    assert all(amount in words for amount in ("$100", "$500", "After 3 rounds", "$200", "$1,000"))


def test_conditions_say_when_the_tournament_starts() -> None:
    (no,) = faults(whole(PONTOON, starts_at=""))
    shows(law.SESSION_STARTS, no, game=PONTOON)
    (no,) = faults(whole(CROWNS[0], starts_at=""))
    shows(law.TERMS_WHEN, no, game=CROWNS[0])


def test_limits_move_after_a_round() -> None:
    (no,) = faults(whole(PONTOON, steps=(LimitStep(0, 100_00, 500_00),)))
    shows(law.LIMITS_AS_ANNOUNCED, no, game=PONTOON)


@pytest.mark.parametrize("game", CROWNS)
def test_house_keeps_no_more_than_the_fee_at_crown(game: str) -> None:
    assert faults(whole(game, house_fee_cents=10_00)) == []
    (no,) = faults(whole(game, house_fee_cents=200_00))
    shows(law.TERMS_FEES, no, game=game)


def test_players_who_are_in_buy_no_chips_at_the_star() -> None:
    more = (SecondChance(RE_BUY, 50_00, 1_000_00),)
    (no,) = faults(whole(PONTOON, chances=more))
    shows(law.ONLY_BY_WINNING, no, game=PONTOON)
    assert faults(whole(CROWNS[0], chances=more)) == []
    assert faults(whole(PONTOON, chances=(SecondChance(BUY_BACK, 50_00, 1_000_00),))) == []


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"maximum_cents": 550_00}, law.TERMS_LIMITS),
        ({"minimum_cents": 90_00, "maximum_cents": 900_00}, law.TERMS_LIMITS),
        ({"steps": (LimitStep(5, 200_00, 100_00),)}, law.TERMS_LIMITS),
        ({"chips_cents": 50_00}, law.TERMS_CHIPS),
        ({"redeem_percent": 50}, law.CHIPS_REDEEMED),
        ({"redeem_percent": 50, "buy_in_cents": 400_00}, law.CHIPS_REDEEMED),
        ({"redeem_percent": 101, "chips_cents": 1_000_00, "buy_in_cents": 1_010_00}, law.CHIPS_REDEEMED),
        ({"redeem_percent": -1}, law.CHIPS_REDEEMED),
        ({"from_marker": True}, law.TERMS_SPECIAL_WAGERS),
        ({"shares": (70, 20)}, law.TERMS_PRIZES),
        ({"shares": (50, 30, 20)}, law.TERMS_PRIZES),
        ({"least_players": 1}, law.TERMS_ENTRY),
        ({"most_players": 8}, law.TERMS_STRUCTURE),
        ({"sessions": (SessionPlan("final", advance=2),)}, law.TERMS_STRUCTURE),
        ({"sessions": (SessionPlan("final", rounds=5, minutes=5, advance=2),)}, law.TERMS_STRUCTURE),
        ({"sessions": (SessionPlan("final", rounds=5, tables=2, advance=2),)}, law.TERMS_STRUCTURE),
        ({"sessions": (SessionPlan("final", rounds=5, seats=9, advance=2),)}, law.TERMS_STRUCTURE),
        ({"chances": (SecondChance(BUY_BACK, 50_00, 0),)}, law.TERMS_BUY_BACK),
        ({"chances": (SecondChance(BUY_BACK, -1, 1_000_00),)}, law.TERMS_BUY_BACK),
        ({"chances": (SecondChance(BUY_BACK, 50_00, 1_000_00, most=0),)}, law.TERMS_BUY_BACK),
        ({"chances": (SecondChance("gift", 50_00, 1_000_00),)}, law.TERMS_BUY_BACK),
        ({"chances": (SecondChance(BUY_BACK, 50_00, 50_50),)}, law.TERMS_CHIPS),
        ({"sessions": (SessionPlan("final", rounds=5, advance=2),) * 13}, law.TERMS_STRUCTURE),
        ({"added_cents": -1}, law.TERMS_PROVISION),
        ({"notice_minutes": 10**9}, law.TERMS_PROVISION),
        ({"sessions": (SessionPlan("final", rounds=5, advance=2, best_losers=-1),)}, law.TERMS_PROVISION),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_conditions_that_do_not_go_together(game: str, changes: dict[str, Any], key: Key) -> None:
    found = faults(whole(game, **changes))
    if game in CROWNS:  # its terms have no such items of their own
        key = {law.CHIPS_REDEEMED: law.TERMS_CHIPS, law.TERMS_LIMITS: law.TERMS_MINIMUM}.get(key, key)
    shows(key, next(no for no in found if key in no.because), game=game)


@pytest.mark.parametrize("game", CROWNS)
def test_chips_with_a_cash_value_are_bought_at_their_rate(game: str) -> None:
    """No re-buy of $1 for chips that are worth $100."""
    cash = {"buy_in_cents": 100_00, "redeem_percent": 10}
    for price, fits in ((100_00, True), (1_00, False)):
        found = faults(whole(game, **cash, chances=(SecondChance(RE_BUY, price, 1_000_00),)))
        assert [law.TERMS_CHIPS in no.because for no in found] == ([] if fits else [True])


def test_conditions_say_what_else_goes_into_the_pool() -> None:
    def prizes(**changes: Any) -> str:
        given = whole(CROWNS[0], **changes)
        return next(line.words for line in write_document(given, Rules.of(given.game)) if "Of the pool" in line.words)

    words = "The price of a buy-back and of chips without a cash value goes into it too."
    assert words not in prizes()
    assert words in prizes(buy_in_cents=50_00) and words in prizes(chances=(SecondChance(ADD_ON, 20_00, 500_00),))
    assert words not in prizes(buy_in_cents=100_00, redeem_percent=10)
    assert "players who share a place" in prizes().lower()


@pytest.mark.parametrize("changes", [{"undisclosed": 1}, {"in_turn": True}])
def test_special_wagers_need_a_rule(changes: dict[str, Any]) -> None:
    assert faults(whole(PONTOON, **changes)) == []
    assert law.TERMS_SPECIAL_WAGERS in faults(whole(CROWNS[1], **changes))[0].because


def test_later_session_has_seats_for_those_who_go_on() -> None:
    plans = (SessionPlan("heats", rounds=5, tables=3, advance=3), SessionPlan("final", rounds=5, advance=2))
    (no,) = faults(whole(PONTOON, most_players=21, sessions=plans))
    assert law.TERMS_STRUCTURE in no.because


def test_only_documents_with_tournaments_have_some() -> None:
    assert has_tournaments(Rules.of(PONTOON)) and has_tournaments(Rules.of(CROWNS[0]))
    assert not has_tournaments(Rules.of("star-mississippi-stud")), "reading M16"


def test_limits_step_up_as_announced() -> None:
    given = whole(PONTOON, steps=(LimitStep(5, 200_00, 1_000_00), LimitStep(8, 500_00, 1_000_00)))
    assert [given.limits(rounds).minimum_cents for rounds in (0, 4, 5, 7, 8, 20)] == [100_00] * 2 + [200_00] * 2 + [
        500_00
    ] * 2


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_a_tournament_has_the_least_that_the_regulator_wants(game: str) -> None:
    """At Crown no table opens without it; in a tournament it is the least wager of the conditions."""
    spot = "wager" if game == PONTOON else "ante"
    rules = Rules.of(game)
    terms = table_terms(whole(game), rules, (spot,))
    Table.open(make_game(rules, terms))
    if game == PONTOON:
        assert terms.regulator_minimum_cents is None
        return
    assert terms.regulator_minimum_cents == {spot: terms.limits[spot].minimum_cents}
    with pytest.raises(Refused) as error:
        Table.open(make_game(rules, terms._replace(regulator_minimum_cents=None)))
    shows(law.REGULATOR_MINIMUM, error.value.refusal, game=game)
