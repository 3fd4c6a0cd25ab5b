"""The one suite that every game passes, whatever its rules: random tables played to the end by what they ask."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.driver import PATRONS, SETUPS, Setup, illegal_acts, legal_act, start
from pitboss.cards import UNKNOWN
from pitboss.cards.card import NAMES
from pitboss.play import Round, Step, apply, fold, refusal, totals, view
from pitboss.play.acts import Act
from pitboss.play.codec import decode_act, decode_event, decode_round, encode
from pitboss.play.game import PUBLIC, Viewer
from pitboss.play.wager import Result

MOST_ACTS = 400
ALL = pytest.mark.parametrize("name", SETUPS)
SEEDS = st.integers(0, 2**32)


def playthrough(setup: Setup, seed: int) -> tuple[Round, list[Act], list[Step]]:
    """Play a round to its end with legal acts; it always ends."""
    rng = Random(seed)
    _, opening = start(setup)
    round, acts, steps = opening, [], []
    while not round.is_over:
        act = legal_act(round, rng, setup)
        steps.append(apply(round, act))
        acts.append(act)
        round = steps[-1].round
        assert round.is_over or round.needs, "the round waits for nothing and is not over"
        assert len(acts) < MOST_ACTS, "the round does not end"
    return opening, acts, steps


@ALL
@given(seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_legal_acts_are_never_refused_and_the_round_always_ends(name: str, seed: int) -> None:
    opening, acts, steps = playthrough(SETUPS[name], seed)
    assert steps[-1].round.needs == ()
    assert fold(opening, acts) == steps[-1].round, "replay is not what was played"


@ALL
@given(seed=SEEDS)
@settings(max_examples=25, deadline=None)
def test_other_acts_are_always_refused_with_a_rule_and_words(name: str, seed: int) -> None:
    opening, _, steps = playthrough(SETUPS[name], seed)
    rules = opening.game.rules
    for round in (opening, *(step.round for step in steps)):
        for act in illegal_acts(round, Random(seed)):
            no = refusal(round, act)
            assert no is not None, act
            assert no.words
            assert no.because, act
            for ground in no.because:
                rules.clauses(ground)


@ALL
@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_cents_and_cards_are_conserved(name: str, seed: int) -> None:
    _, _, steps = playthrough(SETUPS[name], seed)
    for step in steps:
        round = step.round
        given_away = dict.fromkeys(range(len(round.wagers)), 0)
        for done in round.settlements:
            if done.result is Result.CARRIED:
                given_away[done.wager] += done.stake.cents
            elif done.result is not Result.RESTORED:
                assert done.stake.cents == done.taken.cents + done.returned.cents
                given_away[done.wager] += done.stake.cents
            assert done.pays >= 0
            assert done.pays == 0 or done.result is Result.WON
        for wager in round.wagers:
            assert given_away[wager.id] + wager.left.cents == wager.stake.cents
        house = sum(s.taken.cents - s.pays for s in round.settlements if s.result is not Result.RESTORED)
        house -= sum(s.returned.cents for s in round.settlements if s.result is Result.RESTORED)
        down = sum(w.left.cents for w in round.wagers)
        assert sum(total.net for total in totals(round)) + house == 0, down
        assert round.out == sum(len(hand.cards) for hand in round.hands)
        known = [card for hand in round.hands for card in hand.cards if card != UNKNOWN]
        assert sorted(known) == sorted(round.seen)
        assert len(set(known)) == len(known)


@ALL
@given(seed=SEEDS)
@settings(max_examples=15, deadline=None)
def test_rounds_acts_and_events_survive_being_written_down(name: str, seed: int) -> None:
    setup = SETUPS[name]
    opening, acts, steps = playthrough(setup, seed)
    maker = (lambda _, terms: setup.maker(opening.game.rules, terms)) if name == "twins" else setup.maker
    for act in acts:
        assert decode_act(json.loads(json.dumps(encode(act)))) == act
    for step in steps:
        for event in step.events:
            assert decode_event(json.loads(json.dumps(encode(event)))) == event
    if name != "twins":
        for round in (opening, steps[len(steps) // 2].round, steps[-1].round):
            again = decode_round(json.loads(json.dumps(encode(round))), maker)
            assert again == round
            assert type(again.needs) is tuple


@ALL
@given(seed=SEEDS)
@settings(max_examples=25, deadline=None)
def test_no_view_shows_a_hidden_card(name: str, seed: int) -> None:
    _, _, steps = playthrough(SETUPS[name], seed)
    viewers = [PUBLIC, Viewer("dealer"), Viewer("inspector"), Viewer("patron", "Zed")]
    viewers += [Viewer("patron", patron) for patron in PATRONS]
    for step in steps:
        round = step.round
        for viewer in viewers:
            shown = json.dumps(encode(view(round, viewer)))
            may_see = {card for hand in round.hands for card in hand.shown}
            if viewer.role == "patron" and round.phase not in ("wagers", "deal"):
                own = {w.area for w in round.wagers if w.patron == viewer.patron and w.hand >= 0}
                may_see |= {card for hand in round.hands if hand.area in own for card in hand.cards}
            hidden = {NAMES[c] for hand in round.hands for c in hand.cards} - {NAMES[c] for c in may_see} - {"??"}
            leaked = [card for card in hidden if f'"{card}"' in shown]
            assert not leaked, (viewer, leaked)


@ALL
@given(seed=SEEDS)
@settings(max_examples=15, deadline=None)
def test_every_decision_cites_clauses_that_are_there(name: str, seed: int) -> None:
    opening, _, steps = playthrough(SETUPS[name], seed)
    rules = opening.game.rules
    for step in steps:
        for event in step.events:
            for carrier in (event, getattr(event, "settlement", None), getattr(event, "claim", None)):
                for ground in getattr(carrier, "because", ()):
                    assert rules.clauses(ground), (event, ground)
