"""From a round of the real engine to a question: what a player sees at a need, and the rules of the table."""

from dataclasses import replace

from pitboss.cards import UNKNOWN, Card
from pitboss.games.pontoon.table import SPLIT_HAND
from pitboss.lab.advice.seen import FORFEIT, INSURANCE, PLAY, SURRENDER, Seen
from pitboss.lab.parameters import ask
from pitboss.lab.question import LabError, Question
from pitboss.lab.registry import solver_of
from pitboss.law.edition import Choice
from pitboss.law.grounds import PERMISSIONS, Key
from pitboss.law.rules import Rules
from pitboss.play.hand import HOUSE_AREA, Hand
from pitboss.play.needs import DecisionNeed
from pitboss.play.round import Round
from pitboss.play.wager import Wager

DECISIONS = {"play": PLAY, "surrender": SURRENDER, "forfeit": FORFEIT, "insure": INSURANCE}
"""Pontoon's decisions by how their needs begin."""
COMMUNITY = "community"
MOST_TRIPS = 10


def seen_in(round: Round, need: DecisionNeed) -> Seen:
    """What a player sees at a decision; cards that lie face down are left out, the dealer's and the board's alike."""
    hand = round.hands[need.hand]
    house = [(kind, of) for of, kind in zip(round.hands, _house(round), strict=False)]
    board = tuple(card for kind, of in house if kind == COMMUNITY for card in _up(of))
    dealer = [card for kind, of in house if kind != COMMUNITY for card in _up(of)]
    if round.game.rules.game.engine != "pontoon":
        return Seen(hand.cards, dealer[0] if dealer else None, board, _streets(round, need))
    decision = DECISIONS.get(need.id.partition("-")[0])
    if decision is None:
        raise LabError("The lab values the decisions of whoever calls a hand, not those of others who follow.")
    is_split = hand.kind == SPLIT_HAND
    beside = tuple(h.cards[0] for h in round.hands if is_split and h.area == hand.area and h.id != hand.id)
    return Seen(hand.cards, dealer[0] if dealer else None, decision=decision, split=beside)


def _house(round: Round) -> tuple[str, ...]:
    """The hands of the house, which come first."""
    return getattr(round.game, "house", ()) or tuple("dealer" for hand in round.hands if hand.area == HOUSE_AREA)


def _up(hand: Hand) -> tuple[Card, ...]:
    return tuple(card for card in hand.shown if card != UNKNOWN)


def _on(round: Round, need: DecisionNeed, spot: str) -> Wager | None:
    mine = [w for w in round.wagers_on(need.area, spot) if w.patron == need.patron]
    return mine[0] if mine else None


def _streets(round: Round, need: DecisionNeed) -> tuple[int, ...]:
    """The Street wagers of a player so far, in whole Antes as far as they reach."""
    ante = _on(round, need, "ante")
    streets = [_on(round, need, spot) for spot in round.game.spots if spot.endswith("-street")]
    return tuple(street.stake.cents // ante.stake.cents for street in streets if street and ante)


def question_of(round: Round, need: DecisionNeed) -> Question:
    """The question that a table's rules and sign put, with the player's own Trips wager or, in Pontoon, wager."""
    rules, terms = round.game.rules, round.game.terms
    question = ask(rules.game.name, version=rules.edition.version)
    values = dict(question.rules) | _taken(rules, question)
    if rules.game.engine == "pontoon":
        wager = _on(round, need, "wager")
        decks = terms.decks or question.decks
        cents = wager.stake.cents if wager else None
        return replace(question, rules=values, decks=decks, wager_cents=cents, chips=terms.chips)
    ante, trips = _on(round, need, "ante"), _on(round, need, "trips")
    if ante and trips:
        values["trips"] = min(trips.stake.cents // ante.stake.cents, MOST_TRIPS)
    multiples = getattr(getattr(round.game, "figures", None), "multiples", None)
    play = tuple(multiples.values()) if multiples else question.play
    return replace(question, rules=values, play=play)


def _taken(rules: Rules, question: Question) -> dict[str, Choice]:
    """The readings that a table takes and the permissions it was given, as far as the lab prices them."""
    found: dict[str, Choice] = {}
    for rule in solver_of(question.engine).rules_of(rules):
        if rules.has_switch(rule.name):
            found[rule.name] = rules.reading(rule.name)
        elif Key(rule.name) in PERMISSIONS:
            found[rule.name] = rules.applies(Key(rule.name))
    return found
