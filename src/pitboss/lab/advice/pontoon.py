"""Pontoon: what may be done with a hand against an up card, the shoe being fresh but for the cards seen.

Suits count where they can lead to 6-7-8 or 7-7-7. After a split a hand is valued by itself, by its own cards, the pair
and the up card; the other hand is supposed to be played as the best strategy of that class plays it.
"""

from fractions import Fraction

from pitboss.games.pontoon.law import compile_figures
from pitboss.games.pontoon.table import NO_INSURANCE, NO_SURRENDER
from pitboss.lab.advice.pontoon_spots import Met, met_with
from pitboss.lab.advice.seen import FORFEIT, INSURANCE, PLAY, SURRENDER, Seen, Valued
from pitboss.lab.advice.values import Values
from pitboss.lab.pontoon import pontoon_rules
from pitboss.lab.pontoon.deal import SPLIT, options_of
from pitboss.lab.pontoon.deal import SURRENDER as SURRENDERS
from pitboss.lab.pontoon.engine import number_of
from pitboss.lab.pontoon.hands import ACE, DEALER_PONTOON, LIMIT, TEN, best_total, place_of
from pitboss.lab.pontoon.play import DOUBLE, DOUBLED, HIT, STAND
from pitboss.lab.pontoon.price import CLASSES
from pitboss.lab.pontoon.rules import PontoonRules
from pitboss.lab.pontoon.spot import best_policy
from pitboss.lab.question import OPTIMAL, LabError, Question
from pitboss.law.rules import Rules

NAMES = {STAND: "stand", HIT: "draw", DOUBLE: "double", SPLIT: "split"}
ADDS = {DOUBLE: 1, SPLIT: 1}
UNIT = "initial wager"


def values(question: Question, seen: Seen) -> Values:
    """What each choice is worth."""
    if seen.up is None or len(seen.hand) < 2:
        raise LabError("A decision here is made with two cards or more, and an up card.")
    if seen.decision not in _OPTIONS:
        raise LabError(f"Pontoon has no decision {seen.decision}: it has {', '.join(_OPTIONS)}.")
    if len({number_of(card) >> 2 for card in (seen.hand[0], *seen.split)}) > 1:
        raise LabError("The cards of a split pair have one value.")
    _can_be_dealt(seen, question.decks)
    return Values(seen.decision, UNIT, CLASSES[OPTIMAL], _OPTIONS[seen.decision](question, seen))


def _can_be_dealt(seen: Seen, decks: int) -> None:
    """Refuse more cards of a kind than the shoe holds."""
    if max(seen.cards.count(card) for card in seen.cards) > decks or any(card.rank == 8 for card in seen.cards):
        raise LabError(f"A shoe of {decks} decks without tens does not hold these cards.")


def _points(seen: Seen) -> list[int]:
    return [number_of(card) >> 2 for card in seen.hand]


def _undecided(total: int) -> None:
    if total >= LIMIT:
        raise LabError(f"A hand of {total} has nothing to decide.")


def _meet(question: Question, seen: Seen) -> tuple[Met, PontoonRules]:
    points = _points(seen)
    _undecided(best_total(sum(value + 1 for value in points), points.count(ACE)))
    assert seen.up is not None
    rules = pontoon_rules(question)
    return met_with(rules, number_of(seen.up) >> 2), rules


def _play(question: Question, seen: Seen) -> tuple[Valued, ...]:
    """Stand, draw, double and split."""
    met, rules = _meet(question, seen)
    if seen.split:
        found = _of_split(met, rules, seen)
    elif len(seen.hand) == 2:
        found = _opening(met, seen)
        found.pop(SURRENDERS, None)
    else:
        place, worth = place_of(*_points(seen)), met.result.values
        found = {STAND: worth.stand[place], HIT: worth.hit[place], DOUBLE: worth.double[place]}
    return tuple(Valued(NAMES[act], ADDS.get(act, 0), float(value)) for act, value in found.items())


def _opening(met: Met, seen: Seen) -> dict[int, float]:
    """What may be done with the first two cards."""
    dealt = met.dealt([number_of(card) for card in seen.hand], number_of(seen.cards[len(seen.hand)]))
    if dealt.first == dealt.second:
        met.split(dealt.first)
    return options_of(met.result, best_policy(), dealt)


def _of_split(met: Met, rules: PontoonRules, seen: Seen) -> dict[int, float]:
    """What may be done with a hand of a split pair: an ace keeps its one card (13.6, P15)."""
    points = _points(seen)
    pair, place = points[0], place_of(*points)
    beside = met.beside(pair, 1 + len(seen.split))
    worth = beside.worth
    found = {STAND: float(worth.stand[place])}
    if pair != ACE:
        numbers = [number_of(card) for card in seen.hand]
        dead = [number_of(card) for card in seen.cards[len(seen.hand) :]]
        found[HIT] = float(worth.hit[place]) + met.suits_add(beside, numbers, dead)
    if pair != ACE or rules.split_aces_may_double:
        found[DOUBLE] = float(worth.double[place])
    if rules.third_hand and len(seen.split) == 1 and points == [pair, pair]:
        found[SPLIT] = 2 * met.beside(pair, 3).value
    return found


def _surrender(question: Question, seen: Seen) -> tuple[Valued, ...]:
    """Surrender, or go on with the best of the rest."""
    met, _ = _meet(question, seen)
    found = _opening(met, seen) if len(seen.hand) == 2 and not seen.split else {}
    if SURRENDERS not in found:
        raise LabError("Half is surrendered with the first two cards, against an ace or a ten-point card.")
    surrendered = found.pop(SURRENDERS)
    return Valued(NO_SURRENDER, 0, float(max(found.values()))), Valued(SURRENDER, 0, float(surrendered))


def _forfeit(question: Question, seen: Seen) -> tuple[Valued, ...]:
    """Keep a doubled hand, or forfeit its doubled part; aces count 1 but for one drawn as the double card (12.1.4)."""
    rules, points = pontoon_rules(question), _points(seen)
    if not rules.forfeit:
        raise LabError("A doubled hand is not forfeited here.")
    hard = sum(value + 1 for value in points)
    raised = points[-1] == ACE and rules.drawn_ace_is_eleven and hard + 10 <= LIMIT
    total = hard + 10 * raised
    _undecided(total)
    assert seen.up is not None
    met = met_with(rules, number_of(seen.up) >> 2)
    dealer, credit = met.dealer_beside(points, 1 + len(seen.split))
    kept = met.result.spot.net[DOUBLED + max(total - 16, 0)] @ dealer + credit * dealer[DEALER_PONTOON]
    return Valued("keep", 0, float(kept)), Valued("forfeit", 0, -1.0)


def _insurance(question: Question, seen: Seen) -> tuple[Valued, ...]:
    """What the largest insurance nets by itself: the dealer's next card is a ten-point card, or it is not."""
    rules = pontoon_rules(question)
    assert seen.up is not None
    if number_of(seen.up) >> 2 != ACE:
        raise LabError("Insurance is offered against an ace.")
    left = list(rules.values)
    for card in seen.cards:
        left[number_of(card) >> 2] -= 1
    share = compile_figures(Rules.of(question.game, question.version)).insured_share
    net = share * (Fraction(left[TEN], sum(left)) * (1 + rules.pay("insurance")) - 1)
    return Valued(NO_INSURANCE, 0, 0.0), Valued("insure", 0, float(net))


_OPTIONS = {PLAY: _play, SURRENDER: _surrender, FORFEIT: _forfeit, INSURANCE: _insurance}


def is_ready(question: Question) -> bool:
    """An up card is worked out in a moment."""
    return True


def prepare(question: Question) -> None:
    """Work out every up card."""
    for up in range(TEN + 1):
        met_with(pontoon_rules(question), up)
