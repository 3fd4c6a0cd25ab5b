"""What each choice at a decision is worth, by a second way: every card dealt by hand, or the solver's own counts."""

from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from pitboss.cards import Category, best_hand
from pitboss.cards.card import CARDS, Card, parse_card, parse_cards
from pitboss.lab.advice import Advice, DecisionView, advise, is_ready, prepare
from pitboss.lab.answer import answer
from pitboss.lab.arrays import five_cards
from pitboss.lab.caribbean.price import count, pays_for
from pitboss.lab.mississippi.price import net_of
from pitboss.lab.parameters import ask
from pitboss.lab.question import LabError

CARIBBEAN, MISSISSIPPI = "star-caribbean-stud", "crown-mississippi-stud"
DECK = CARDS[:52]
ULTIMATE, PONTOON = "crown-ultimate-texas-holdem", "star-pontoon"


def by_name(advice: Advice) -> dict[str, Fraction | float]:
    return {option.label: option.value for option in advice.options}


def rest_of(cards: tuple[Card, ...]) -> list[Card]:
    return [card for card in DECK if card not in cards]


# Caribbean Stud.


@pytest.mark.parametrize(
    "text", ["As Kd Jh 8c 3d / 2c", "As Kd Qh 7c 6d / 6c", "2s 2d 5h 9c Jd / Ac", "As Ks Qs Js 9s / Ts"]
)
@pytest.mark.parametrize("more", [{}, {"rule": ["bet-multiple=3", "qualifier=pair"], "pay": ["flush=7"]}])
def test_caribbean_bet_is_one_that_the_solver_counted(text: str, more: dict[str, list[str]]) -> None:
    """The solver counts by inclusion and exclusion; here every hand of the dealer's is dealt."""
    hand, (up,) = (parse_cards(part) for part in text.split(" / "))
    question = ask(CARIBBEAN, **more)  # type: ignore[arg-type]
    advice = advise(question, DecisionView(hand, up))
    deals, pays = count(question.text("qualifier")), pays_for(question)
    mine = best_hand(hand)
    rows = np.flatnonzero((deals.hand == five_cards().hands.index(mine)) & (deals.up == up.rank))
    worths = {
        Fraction(
            int(deals.fails[row]) * pays.ante
            + int(deals.lower[row]) * (pays.ante + pays.bet[mine.category])
            - int(deals.higher[row]) * pays.lost,
            163_185,
        )
        for row in rows
    }
    values = by_name(advice)
    assert values[f"bet {pays.lost - 1}x"] in worths
    assert values["fold"] == -1
    assert advice.is_exact
    assert advice.best.name == ("bet" if max(values.values()) > -1 else "fold")


# Mississippi Stud.


def left_over(question: object, cards: tuple[Card, ...], wagers: tuple[int, ...]) -> Fraction:
    """What a hand of five nets, all wagers together."""
    hand = best_hand(cards)
    end = f"pair-of-{'23456789TJQKA'[hand.ranks[0]]}" if hand.category is Category.PAIR else hand.category.line
    return sum((net_of(question, end, wager) for wager in (1, *wagers)), Fraction(0))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("hand", "board", "wagers"), [("6s 5s", "7s 8d", (1, 3)), ("Ah 2d", "9c", (2,)), ("Th 9h", "8h", (1,))]
)
def test_mississippi_by_dealing_every_card(hand: str, board: str, wagers: tuple[int, ...]) -> None:
    question = ask(MISSISSIPPI)

    def best(cards: tuple[Card, ...], made: tuple[int, ...]) -> Fraction:
        if len(cards) == 5:
            return left_over(question, cards, made)
        return max(*(after(cards, (*made, wager)) for wager in (1, 2, 3)), Fraction(-1 - sum(made)))

    def after(cards: tuple[Card, ...], made: tuple[int, ...]) -> Fraction:
        rest = rest_of(cards)
        return sum((best((*cards, card), made) for card in rest), Fraction(0)) / len(rest)

    seen = DecisionView(parse_cards(hand), board=parse_cards(board), wagers=wagers)
    values = by_name(advise(question, seen))
    assert values["fold"] == -1 - sum(wagers)
    if len(seen.board) == 2:
        assert [values[f"bet {wager}x"] for wager in (1, 2, 3)] == [after(seen.cards, (*wagers, w)) for w in (1, 2, 3)]
    else:
        assert values["bet 1x"] == after(seen.cards, (*wagers, 1))


def test_mississippi_adds_up_to_the_edge() -> None:
    """The best of every two hole cards, together: the game's own edge, ties named."""
    question = ask(MISSISSIPPI)
    total = sum(
        (Fraction(advise(question, DecisionView(hole)).best.value) for hole in combinations(DECK, 2)), Fraction(0)
    )
    assert -total / 1326 == answer(question).solution.edge


def test_mississippi_tie_is_named() -> None:
    """Hands that a call and a fold are worth the same to are called, as the strategy says."""
    question = ask(MISSISSIPPI)
    found = []
    for hole in (parse_cards("Kh 9d"), parse_cards("Qh Jd"), parse_cards("2h 2d")):
        for board in permutations(parse_cards("7s 3c 4c"), 2):
            advice = advise(question, DecisionView(hole, board=board, wagers=(1, 1)))
            found += [(advice.best.label, tie.label) for tie in advice.ties]
    assert ("bet 1x", "fold") in found


# Ultimate Texas Hold'em.


def test_ultimate_hole_cards_add_up_to_the_edge() -> None:
    question = ask(ULTIMATE)
    prepare(question)
    assert is_ready(question)
    total = sum(
        (Fraction(advise(question, DecisionView(hole)).best.value) for hole in combinations(DECK, 2)), Fraction(0)
    )
    assert -total / 1326 == answer(question).solution.edge


@pytest.mark.parametrize("text", ["Ks 4d / Ah 9h 2c 3h 8s", "7c 7d / 7h As Ad 2c 3c", "2c 3d / Ah Kh Qh Jh Th"])
@pytest.mark.parametrize("more", [{}, {"rule": ["trips=2", "failedDealerRefundsFolded=true"], "play": "4,3,1/2"}])
def test_ultimate_river_by_every_dealers_hand(text: str, more: dict[str, object]) -> None:
    hole, board = (parse_cards(part) for part in text.split(" / "))
    question = ask(ULTIMATE, **more)  # type: ignore[arg-type]
    values = by_name(advise(question, DecisionView(hole, board=board)))
    mine, odds = best_hand((*hole, *board)), question.pays
    stake = question.number("trips")
    trips = Fraction(odds["trips"].get(mine.category.line, Fraction(-1))) * stake
    blind = odds["blind"].get(mine.category.line, Fraction(0))
    worth = {f"bet {m}x": Fraction(0) for m in question.play[2]} | {"fold": Fraction(0)}
    dealers = list(combinations(rest_of((*hole, *board)), 2))
    for dealer in dealers:
        theirs = best_hand((*dealer, *board))
        qualifies = theirs.category >= Category.PAIR
        sign = (mine > theirs) - (mine < theirs)
        for multiple in question.play[2]:
            won = sign * qualifies + (blind if sign > 0 else sign) + sign * multiple
            worth[f"bet {multiple}x"] += won + trips
        back = bool(question.rules["failedDealerRefundsFolded"]) and not qualifies
        worth["fold"] += -2 + back - stake
    assert values == {name: total / len(dealers) for name, total in worth.items()}


def test_ultimate_flop_is_the_mean_of_its_rivers() -> None:
    question = ask(ULTIMATE)
    hole, flop = parse_cards("Ts 4s"), parse_cards("Ks 8s 2d")
    advice = advise(question, DecisionView(hole, board=flop))
    rivers = [
        advise(question, DecisionView(hole, board=(*flop, *more))) for more in combinations(rest_of((*hole, *flop)), 2)
    ]
    values = by_name(advice)
    assert values["check"] == sum((Fraction(r.best.value) for r in rivers), Fraction(0)) / len(rivers)
    bet = sum((Fraction(by_name(river)["bet 1x"]) for river in rivers), Fraction(0)) / len(rivers)
    plain = by_name(advise(ask(ULTIMATE, play="4,3,1"), DecisionView(hole, board=flop)))
    assert Fraction(plain["bet 3x"]) - Fraction(values["bet 2x"]) == Fraction(values["bet 2x"]) - bet
    assert advice.best.label == "bet 2x", "four spades with a hidden ten"


# Pontoon: tests/lab/pontoon/test_advice.py.


@pytest.mark.parametrize(
    ("game", "seen"),
    [
        (CARIBBEAN, DecisionView(parse_cards("As Kd Jh 8c 3d"))),
        (CARIBBEAN, DecisionView(parse_cards("As As Jh 8c 3d"), parse_card("2c"))),
        (MISSISSIPPI, DecisionView(parse_cards("As Kd"), board=parse_cards("2c"))),
        (MISSISSIPPI, DecisionView(parse_cards("As Kd"), board=parse_cards("2c"), wagers=(4,))),
        (ULTIMATE, DecisionView(parse_cards("As Kd"), board=parse_cards("2c"))),
        (ULTIMATE, DecisionView(parse_cards("As ??"))),
        (PONTOON, DecisionView(parse_cards("As Kd"), parse_card("2c"))),
        (PONTOON, DecisionView(parse_cards("9s Td"), parse_card("2c"))),
        (PONTOON, DecisionView(parse_cards("9s 7d"), parse_card("2c"), decision="surrender")),
        (PONTOON, DecisionView(parse_cards("9s 7d"), parse_card("2c"), decision="insurance")),
        (PONTOON, DecisionView(parse_cards("9s 7d"), parse_card("2c"), decision="nothing")),
        (PONTOON, DecisionView(parse_cards("9s 7d"), parse_card("2c"), split=parse_cards("8d"))),
    ],
)
def test_what_is_no_decision_is_refused(game: str, seen: DecisionView) -> None:
    with pytest.raises(LabError):
        advise(ask(game), seen)


def test_advice_as_data() -> None:
    data = advise(ask(CARIBBEAN), DecisionView(parse_cards("As Kd Jh 8c 3d"), parse_card("2c"))).data()
    assert data["best"] == "fold" and data["unit"] == "Ante" and data["exact"]
    assert [option["label"] for option in data["options"]] == ["bet 2x", "fold"]
    assert Fraction(data["options"][0]["value_exact"]) == pytest.approx(data["options"][0]["value"])
    assert data["options"][0]["cost"] > 0 == data["options"][1]["cost"]
