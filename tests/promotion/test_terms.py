"""What the documents want of a promotion's terms: complete terms, then one thing flipped at a time, in every game."""

from typing import Any

import pytest

from pitboss import law
from pitboss.law import Key
from pitboss.law.rules import Rules
from pitboss.play.wager import Refusal
from pitboss.promotion.terms import (
    CASINO_DOLLARS,
    CHIP_VOUCHER,
    DETAILS,
    MONEY,
    READINGS,
    SLOTS_DOLLARS,
    PromotionLaw,
    PromotionPrize,
    PromotionTerms,
    find_faults,
)
from support import BOTH, CROWN, MISSISSIPPI, STAR, STAR_MS, ULTIMATE, shows

PONTOON = "star-pontoon"
GAMES = (PONTOON, *BOTH, *MISSISSIPPI, ULTIMATE)
NO_CASH = (PONTOON, STAR_MS)
STARS = (PONTOON, STAR, STAR_MS)


def prize(kind: str = "goods", **changes: Any) -> PromotionPrize:
    details = dict.fromkeys(DETAILS[kind][1], "as the annex says") if kind in DETAILS else {}
    usual: dict[str, Any] = {"number": 1, "title": "a prize", "value_cents": 500_00, **details}
    return PromotionPrize(kind=kind, **(usual | changes))


def terms(*games: str, **changes: Any) -> PromotionTerms:
    usual: dict[str, Any] = {
        "title": "Spring draw",
        "manner": "by a draw among all entries",
        "award_place": "in the main room, at the draw",
        "eligibility": "patrons who are registered",
        "minimum_wager_cents": 25_00,
        "nature": "goods, as they are",
        "occasion": "main room, 1 to 7 March, at all hours",
        "claiming": "at the desk, with a card; entrants need not be there",
        "notified": "by telephone",
        "published": "on the board in the main room",
        "starts_at": "2026-03-01T00:00:00.000000Z",
        "closes_at": "2026-03-07T00:00:00.000000Z",
        "draws_at": "2026-03-08T00:00:00.000000Z",
        "prizes": (prize(),),
    }
    return PromotionTerms(games=games, **(usual | changes))


def the_fault(found: tuple[Refusal, ...]) -> Refusal:
    assert len(found) == 1, found
    return found[0]


def is_cited(game: str, fault: Refusal, key: Key) -> bool:
    rules = Rules.of(game)
    return set(rules.clauses(key)) <= {*rules.cite(rules.only(fault.because)), *rules.clauses(law.TERMS_COMPLETE)}


@pytest.mark.parametrize("game", GAMES)
def test_complete_terms_have_no_fault(game: str) -> None:
    assert find_faults(terms(game)) == ()


def test_terms_name_the_games_whose_play_counts() -> None:
    assert the_fault(find_faults(terms())).because == (law.PROMOTION_STAGE,)


ITEMS = {
    "manner": law.TERMS_MANNER,
    "award_place": law.TERMS_AWARD_PLACE,
    "eligibility": law.TERMS_ELIGIBILITY,
    "nature": law.TERMS_NATURE,
    "occasion": law.TERMS_OCCASION,
    "claiming": law.TERMS_CLAIMING,
    "notified": law.TERMS_NOTIFIED,
    "published": law.TERMS_RESULTS,
}


@pytest.mark.parametrize("item", ITEMS)
@pytest.mark.parametrize("game", GAMES)
def test_every_item_of_the_terms_is_wanted_where_the_document_lists_it(game: str, item: str) -> None:
    found, key = find_faults(terms(game, **{item: " "})), ITEMS[item]
    if not Rules.of(game).applies(key):
        assert (game.startswith("crown"), item, found) == (True, "occasion", ())
        return
    fault = the_fault(found)
    shows(law.TERMS_COMPLETE, fault, game=game)
    shows(key, fault, game=game)
    assert is_cited(game, fault, key)


@pytest.mark.parametrize("game", GAMES)
def test_terms_minimum_wager(game: str) -> None:
    shows(law.TERMS_MINIMUM_WAGER, the_fault(find_faults(terms(game, minimum_wager_cents=None))), game=game)
    assert find_faults(terms(game, minimum_wager_cents=0)) == ()


@pytest.mark.parametrize("game", GAMES)
def test_terms_closing(game: str) -> None:
    start = terms(game).starts_at
    shows(law.TERMS_CLOSING, the_fault(find_faults(terms(game, closes_at=start))), game=game)
    shows(law.TERMS_COMPLETE, the_fault(find_faults(terms(game, closes_at=""))), game=game)
    shows(law.TERMS_CLOSING, the_fault(find_faults(terms(game, starts_at=""))), game=game)
    late = terms(game, closes_at="2026-03-08T00:00:00.000000Z")
    assert find_faults(late) == (), "entries may close as the draw begins"
    after = terms(game, closes_at="2026-03-08T00:00:00.000001Z")
    shows(law.TERMS_AWARD_PLACE, the_fault(find_faults(after)), game=game)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "changes",
    [{"value_cents": 0}, {"title": ""}, {"copies": 0}, {"kind": "surprise"}],
    ids=lambda each: next(iter(each)),
)
def test_terms_prizes(game: str, changes: dict[str, Any]) -> None:
    shows(law.TERMS_PRIZE_LIST, the_fault(find_faults(terms(game, prizes=()))), game=game)
    shows(law.TERMS_PRIZE_LIST, the_fault(find_faults(terms(game, prizes=(prize()._replace(**changes),)))), game=game)
    assert bool(find_faults(terms(game, prizes=(prize(CHIP_VOUCHER),)))) == (game in STARS), "Crown has such vouchers"


HEADINGS = {
    "machinery": law.MACHINERY_DETAILED,
    "vehicle": law.VEHICLE_DETAILED,
    "travel": law.TRAVEL_DETAILED,
    "real estate": law.PROPERTY_DETAILED,
}
NEEDED = (
    ("machinery", "make", law.MACHINERY_MAKE),
    ("machinery", "model", law.MACHINERY_MODEL),
    ("machinery", "accessories", law.MACHINERY_ACCESSORIES),
    ("vehicle", "make", law.VEHICLE_MAKE),
    ("vehicle", "model", law.VEHICLE_MODEL),
    ("vehicle", "accessories", law.VEHICLE_ACCESSORIES),
    ("vehicle", "on_road_costs", law.VEHICLE_COSTS),
    ("travel", "travellers", law.TRAVEL_PERSONS),
    ("travel", "travel_includes", law.TRAVEL_INCLUDES),
    ("travel", "travel_dates", law.TRAVEL_DATES),
    ("travel", "spending_money", law.TRAVEL_MONEY),
    ("real estate", "dwelling", law.PROPERTY_DWELLING),
    ("real estate", "plans", law.PROPERTY_PLANS),
    ("real estate", "contract", law.PROPERTY_CONTRACT),
    ("real estate", "easements", law.PROPERTY_EASEMENTS),
    ("real estate", "location", law.PROPERTY_ADDRESS),
    ("real estate", "property_includes", law.PROPERTY_INCLUDES),
)
"""The details as the documents list them: not as the code does, which is asked here."""


@pytest.mark.parametrize(("kind", "field", "key"), NEEDED)
@pytest.mark.parametrize("game", GAMES)
def test_prizes_that_need_details_have_all_of_them(game: str, kind: str, field: str, key: Key) -> None:
    assert find_faults(terms(game, prizes=(prize(kind),))) == ()
    fault = the_fault(find_faults(terms(game, prizes=(prize(kind, **{field: ""}),))))
    for wanted in (law.TERMS_COMPLETE, law.TERMS_PRIZE_LIST, HEADINGS[kind], key):
        shows(wanted, fault, game=game)
    assert Rules.of(game).cite(fault.because) == Rules.of(game).clauses(key)
    assert find_faults(terms(game, prizes=(prize("goods", **{field: ""}),))) == ()


BARRED = {
    "tobacco": law.NO_TOBACCO,
    "firearm": law.NO_FIREARMS,
    "weapon": law.NO_WEAPONS,
    "prescribed": law.NOTHING_PRESCRIBED,
}


@pytest.mark.parametrize("part", BARRED)
@pytest.mark.parametrize("game", GAMES)
def test_some_things_are_never_in_a_prize(game: str, part: str) -> None:
    fault = the_fault(find_faults(terms(game, prizes=(prize(contains=(part,)),))))
    shows(law.PRIZES_BARRED, fault, game=game)
    shows(BARRED[part], fault, game=game)
    assert Rules.of(game).cite(fault.because) == Rules.of(game).clauses(BARRED[part])


@pytest.mark.parametrize("game", GAMES)
def test_liquor_at_most(game: str) -> None:
    assert find_faults(terms(game, prizes=(prize(liquor_ml=20_000),))) == ()
    shows(law.LIQUOR_AT_MOST, the_fault(find_faults(terms(game, prizes=(prize(liquor_ml=20_001),)))), game=game)


@pytest.mark.parametrize("game", GAMES)
def test_scrutineer_oversees_where_the_document_says_shall(game: str) -> None:
    large = prize(value_cents=10_000_01)
    assert find_faults(terms(game, prizes=(prize(value_cents=10_000_00, copies=3),))) == ()
    assert find_faults(terms(game, prizes=(large,), scrutineer="Kim Lee")) == ()
    for each in (large, prize(value_cents=500_00, alternative_cents=10_000_01)):
        found = find_faults(terms(game, prizes=(each,)))
        if game in STARS:
            shows(law.SCRUTINEER_OVERSEES, the_fault(found), game=game)
        else:
            assert found == (), "here a scrutineer may oversee the draw and need not"


@pytest.mark.parametrize("game", GAMES)
def test_no_cash_prizes_where_the_document_bars_cash(game: str) -> None:
    found = find_faults(terms(game, prizes=(prize(MONEY, paid_by=("cash",)),)))
    assert find_faults(terms(game, prizes=(prize(MONEY, paid_by=("transfer",)),))) == ()
    unsaid = the_fault(find_faults(terms(game, prizes=(prize(MONEY),))))
    assert unsaid.words.endswith("say how the money is paid.")
    shows(law.TERMS_NATURE, unsaid, game=game)
    if game in NO_CASH:
        shows(law.NO_CASH_PRIZES, the_fault(found), game=game)
    else:
        assert found == ()


def large(*ways: str) -> dict[str, Any]:
    return {"prizes": (prize(MONEY, value_cents=10_000_01, paid_by=ways),), "scrutineer": "Kim Lee"}


def test_a_winner_of_more_than_10_000_dollars_chooses_how_it_is_paid() -> None:
    every = ("cash", "cheque", "transfer")
    assert find_faults(terms(STAR, **large(*every))) == ()
    for missing in every:
        ways = tuple(way for way in every if way != missing)
        shows(law.LARGE_PRIZE_CHOICE, the_fault(find_faults(terms(STAR, **large(*ways)))), game=STAR)
    exact = prize(MONEY, value_cents=10_000_00, paid_by=("cheque",))
    assert find_faults(terms(STAR, prizes=(exact,))) == ()
    assert find_faults(terms(CROWN, **large("cheque"))) == (), "Crown's document has no such choice"
    assert find_faults(terms(PONTOON, **large("cheque"))) == (), "nor has Pontoon's"


def test_cash_for_a_large_prize_waits_for_compliance() -> None:
    """Reading M8: the ban governs, and the choice is between cheque and transfer."""
    assert find_faults(terms(STAR_MS, **large("cheque", "transfer"))) == ()
    fault = the_fault(find_faults(terms(STAR_MS, **large("transfer"))))
    shows(law.LARGE_PRIZE_CHOICE, fault, game=STAR_MS)
    shows(
        law.NO_CASH_PRIZES, the_fault(find_faults(terms(STAR_MS, **large("cash", "cheque", "transfer")))), game=STAR_MS
    )
    let = {"large_prize_in_cash": True}
    assert find_faults(terms(STAR_MS, **large("cash", "cheque", "transfer"), **let)) == ()
    shows(
        law.LARGE_PRIZE_CHOICE,
        the_fault(find_faults(terms(STAR_MS, **large("cheque", "transfer"), **let))),
        game=STAR_MS,
    )
    small = prize(MONEY, paid_by=("cash",))
    assert len(find_faults(terms(STAR_MS, prizes=(small,), **let))) == 1
    assert len(find_faults(terms(PONTOON, **large("cash", "cheque", "transfer"), **let))) == 1, (
        "Pontoon has no such reading"
    )


@pytest.mark.parametrize("game", GAMES)
def test_alternative_stated(game: str) -> None:
    assert find_faults(terms(game, prizes=(prize(alternative_cents=400_00),))) == ()
    found = find_faults(terms(game, prizes=(prize(CASINO_DOLLARS, alternative_cents=400_00),)))
    slots = find_faults(terms(game, prizes=(prize(SLOTS_DOLLARS, alternative_cents=400_00),)))
    if game in STARS:
        shows(law.ALTERNATIVE_STATED, the_fault(found), game=game)
    else:
        assert found == (), "Crown's document does not bar it"
    if game == STAR:
        shows(law.NO_ALTERNATIVE_FOR_SLOTS, the_fault(slots), game=game)
    else:
        assert slots == ()
    money = prize(MONEY, paid_by=("transfer",))
    shows(
        law.TERMS_PRIZE_LIST,
        the_fault(find_faults(terms(game, prizes=(money._replace(alternative_cents=1),)))),
        game=game,
    )
    shows(law.TERMS_PRIZE_LIST, the_fault(find_faults(terms(game, prizes=(prize(alternative_cents=-1),)))), game=game)


@pytest.mark.parametrize("game", GAMES)
def test_a_voucher_for_cash_chips_is_crowns(game: str) -> None:
    found = find_faults(terms(game, prizes=(prize(CHIP_VOUCHER),)))
    assert bool(found) != game.startswith("crown")
    for fault in found:
        shows(law.TERMS_PRIZE_LIST, fault, game=game)
    assert find_faults(terms(game, prizes=(prize("voucher"),))) == ()


def test_the_strictest_of_several_documents_holds() -> None:
    cash = (prize(MONEY, paid_by=("cash",)),)
    assert find_faults(terms(STAR, prizes=cash)) == ()
    fault = the_fault(find_faults(terms(STAR, PONTOON, prizes=cash)))
    assert law.NO_CASH_PRIZES in fault.because
    assert {"C40", "P80"} < set(fault.because), "the reading is cited where documents differ"
    both = PromotionLaw((STAR, STAR_MS))
    assert both.applies(law.TERMS_SENT_BEFORE) and not PromotionLaw((STAR,)).applies(law.TERMS_SENT_BEFORE)
    assert not set(PromotionLaw((CROWN, ULTIMATE)).only(law.TERMS_CLOSING)) & set(READINGS)


def test_the_hash_covers_all_that_the_terms_say() -> None:
    first = terms(STAR)
    changed = [first._replace(**{name: value}) for name, value in (("must_attend", True), ("manner", "other"))]
    changed.append(first._replace(prizes=(prize(value_cents=500_01),)))
    assert len({each.digest for each in (first, *changed)}) == 4
    assert terms(STAR).digest == first.digest
