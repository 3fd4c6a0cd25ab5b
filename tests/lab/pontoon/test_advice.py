"""Pontoon's advice beside exact fractions on one deck, and beside itself: a split is worth its two hands."""

from collections import Counter
from fractions import Fraction

import pytest

from lab.pontoon.short_pontoon import Ended, ExactGame, Kind, Shoe, _draw, _kinds, _without
from pitboss.cards.card import CARDS, parse_card, parse_cards
from pitboss.lab.advice import Advice, DecisionView, advise
from pitboss.lab.parameters import ask
from pitboss.lab.pontoon.play import EIGHT, SIX
from pitboss.lab.pontoon.rules import pontoon_rules
from pitboss.lab.pontoon.simulate import number_of

GAME = "star-pontoon"


def values(advice: Advice) -> dict[str, float]:
    return {option.name: float(option.value) for option in advice.options}


def kind(text: str) -> Kind:
    number = number_of(parse_card(text))
    value, suit = divmod(number, 4)
    return value, suit if SIX <= value <= EIGHT else 0


class OneDeck:
    """Hands of one deck in exact fractions: every card drawn and every dealer's hand followed."""

    def __init__(self, hand: str, up: str, *rule: str) -> None:
        self.question = ask(GAME, decks=1, rule=rule)
        self.game = ExactGame(pontoon_rules(self.question))
        self.seen = DecisionView(parse_cards(hand), parse_card(up))
        self.hand = tuple(sorted(kind(card) for card in hand.split()))
        self.up = kind(up)
        self.shoe: Shoe = _kinds(self.game.rules)
        for card in (*self.hand, self.up):
            self.shoe = _without(self.shoe, card)

    def draw(self) -> Fraction:
        return sum(
            (c * self.game.best(tuple(sorted((*self.hand, k))), self.up[0], left) for c, k, left in _draw(self.shoe)),
            Fraction(0),
        )

    def stand(self) -> Fraction:
        return self.game._settle((Ended(None, self.game._total(self.hand)[0]),), self.up[0], self.shoe)

    def double(self) -> Fraction:
        worth = Fraction(0)
        for chance, drawn, left in _draw(self.shoe):
            end = self.game._double_end(self.game._doubled(self.hand, drawn))
            kept = self.game._settle((end,), self.up[0], left)
            worth += chance * (max(kept, Fraction(-1)) if end.net is None else kept)
        return worth


@pytest.mark.parametrize(
    ("hand", "up"), [("9s 8d", "6c"), ("Kd 6h", "Ks"), ("8s 7s", "As"), ("9c 3d 5h", "7c"), ("5s 6s 4d", "Qc")]
)
def test_stand_draw_and_double_in_exact_fractions(hand: str, up: str) -> None:
    deck = OneDeck(hand, up)
    found = values(advise(deck.question, deck.seen))
    assert found["stand"] == pytest.approx(float(deck.stand()), abs=1e-12)
    assert found["draw"] == pytest.approx(float(deck.draw()), abs=1e-12)
    assert found["double"] == pytest.approx(float(deck.double()), abs=1e-12)


@pytest.mark.parametrize(("hand", "up"), [("8s 4d 3h", "Kc"), ("9s 2d Ah", "Ac"), ("6s 5d 9h", "7c")])
def test_keep_or_forfeit_in_exact_fractions(hand: str, up: str) -> None:
    deck = OneDeck(hand, up)
    found = values(advise(deck.question, deck.seen._replace(decision="forfeit")))
    points = deck.game._doubled(deck.hand[:0], kind(hand.rsplit(maxsplit=1)[-1])) + sum(
        kind(card)[0] + 1 for card in hand.split()[:-1]
    )
    total = points - 10 if points > 21 else points
    kept = deck.game._settle((Ended(None, total, 2),), deck.up[0], deck.shoe)
    assert found == pytest.approx({"keep": float(kept), "forfeit": -1.0}, abs=1e-12)


def test_surrender_and_insurance() -> None:
    deck = OneDeck("9s 8d", "Ac")
    found = values(advise(deck.question, deck.seen._replace(decision="surrender")))
    played = max(float(deck.stand()), float(deck.draw()), float(deck.double()))
    assert found == pytest.approx(
        {"no-surrender": played, "surrender": float(deck.game._surrender(0, deck.shoe))}, abs=1e-12
    )
    insured = values(advise(deck.question, deck.seen._replace(decision="insurance")))
    assert insured == pytest.approx({"no-insurance": 0.0, "insure": 0.5 * (12 / 45 * 3 - 1)})


@pytest.mark.parametrize(("pair", "up"), [("2s 2d", "6c"), ("4s 4d", "8c")])
def test_split_is_worth_its_two_hands(pair: str, up: str) -> None:
    """No dealer's pontoon ties the hands together here, and no suits count: each hand is asked about by itself."""
    first, second = parse_cards(pair)
    seen = DecisionView((first, second), parse_card(up))
    question = ask(GAME)
    left = Counter({card: 6 for card in CARDS[:52] if card.rank != 8})
    left.subtract([first, second, parse_card(up)])
    by_hand = sum(
        number * float(advise(question, DecisionView((first, card), seen.up, split=(second,))).best.value)
        for card, number in left.items()
    )
    assert values(advise(question, seen))["split"] == pytest.approx(2 * by_hand / left.total(), abs=1e-9)


def test_suits_of_a_split_hand_count() -> None:
    suited, mixed = (
        values(advise(ask(GAME), DecisionView(parse_cards(hand), parse_card("6c"), split=parse_cards("8d"))))
        for hand in ("8s 7s", "8s 7d")
    )
    assert suited["draw"] > mixed["draw"]
    assert (suited["stand"], suited["double"]) == (mixed["stand"], mixed["double"])


def test_split_aces_have_one_card() -> None:
    seen = DecisionView(parse_cards("As 5d"), parse_card("6c"), split=parse_cards("Ad"))
    assert set(values(advise(ask(GAME), seen))) == {"stand"}
    assert set(values(advise(ask(GAME, rule=["splitAcesMayDouble=true"]), seen))) == {"stand", "double"}


def test_pair_is_split_again_where_permitted() -> None:
    seen = DecisionView(parse_cards("8s 8d"), parse_card("6c"), split=parse_cards("8h"))
    assert "split" not in values(advise(ask(GAME), seen))
    again = values(advise(ask(GAME, rule=["split-again=true"]), seen))
    once = values(advise(ask(GAME, rule=["split-again=true"]), DecisionView(seen.hand, seen.up)))
    assert again["split"] == pytest.approx(once["split"], abs=0.06), "two hands, whether two or three in all"


def test_super_bonus_counts_where_a_wager_is_named() -> None:
    seen = DecisionView(parse_cards("7s 7s"), parse_card("7s"))
    with_bonus, without = (values(advise(ask(GAME, wager_cents=wager), seen)) for wager in (500, None))
    assert with_bonus["draw"] > without["draw"] + 1
    assert with_bonus["stand"] == without["stand"]
