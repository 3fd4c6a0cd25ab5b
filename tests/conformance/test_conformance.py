"""The one suite that every game passes, whatever its rules: random tables played to the end by what they ask."""

import json
import os
from collections import Counter
from functools import cache
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.boxes import PATRONS
from conformance.driver import illegal_acts, legal_act
from conformance.setups import SETUPS, Setup
from pitboss.cards import UNKNOWN, Card
from pitboss.cards.card import NAMES
from pitboss.law import CASES
from pitboss.play import Round, Step, apply, fold, refusal, totals, view
from pitboss.play.acts import Act, Deal, Shuffle
from pitboss.play.codec import decode, decode_act, encode
from pitboss.play.events import CardsCollected, Event
from pitboss.play.powers import Void
from pitboss.play.round import PUBLIC, Game, Viewer
from pitboss.play.wager import Result

MOST_ACTS = 400
EXAMPLES = float(os.environ.get("PITBOSS_EXAMPLES", "0.5"))
"""How many times the usual number of rounds is played; make prove plays more."""
ALL = pytest.mark.parametrize("name", SETUPS)
SEEDS = st.integers(0, 2**32)


def some(usual: int) -> int:
    """How many examples there are of a property."""
    return max(1, round(usual * EXAMPLES))


class Played(NamedTuple):
    """A round that was played to its end."""

    opening: Round
    acts: list[Act]
    steps: list[Step]

    @property
    def rounds(self) -> list[Round]:
        """The round as it stood, from its opening to its end."""
        return [self.opening, *(step.round for step in self.steps)]


@cache
def _game(setup: Setup) -> Game:
    """The game of a setup, which is a value: compiled once, and played many times."""
    return setup.make()


def playthrough(setup: Setup, seed: int) -> list[Played]:
    """Play a table's rounds to their ends with legal acts; they always end."""
    rng = Random(seed)
    table = setup.opens(_game(setup))
    played = []
    for _ in range(setup.rounds):
        round = opening = table.begin().round
        acts: list[Act] = []
        steps: list[Step] = []
        while not round.is_over:
            act = legal_act(round, rng, setup.void_rank)
            steps.append(apply(round, act))
            acts.append(act)
            round = steps[-1].round
            assert round.is_over or round.needs, "the round waits for nothing and is not over"
            assert len(acts) < MOST_ACTS, "the round does not end"
        played.append(Played(opening, acts, steps))
        table = setup.between(table.finish(round), rng)
    return played


@ALL
@given(seed=SEEDS)
@settings(max_examples=some(60))
def test_legal_acts_are_never_refused_and_the_round_always_ends(name: str, seed: int) -> None:
    for opening, acts, steps in playthrough(SETUPS[name], seed):
        assert steps[-1].round.needs == ()
        assert fold(opening, acts) == steps[-1].round, "replay is not what was played"


@ALL
@given(seed=SEEDS)
@settings(max_examples=some(25))
def test_other_acts_are_always_refused_with_a_rule_and_words(name: str, seed: int) -> None:
    for played in playthrough(SETUPS[name], seed):
        rules = played.opening.game.rules
        for round in played.rounds:
            for act in illegal_acts(round, Random(seed)):
                no = refusal(round, act)
                assert no is not None, act
                assert no.words
                assert no.because, act
                for ground in no.because:
                    rules.clauses(ground)


@ALL
@given(seed=SEEDS)
@settings(max_examples=some(40))
def test_cents_are_conserved(name: str, seed: int) -> None:
    for played in playthrough(SETUPS[name], seed):
        for round in played.rounds:
            given_away = dict.fromkeys(range(len(round.wagers)), 0)
            for done in round.settlements:
                if done.result is Result.CARRIED:
                    given_away[done.wager] += done.stake.cents
                elif done.result not in (Result.RESTORED, Result.REVERSED):
                    assert done.stake.cents == done.taken.cents + done.returned.cents
                    given_away[done.wager] += done.stake.cents
                assert done.pays >= 0 or done.result is Result.REVERSED
                assert done.pays <= 0 or done.result in (Result.WON, Result.BONUS)
            for wager in round.wagers:
                assert given_away[wager.id] + wager.left.cents == wager.stake.cents
            house = sum(s.taken.cents - s.pays for s in round.settlements if s.result is not Result.RESTORED)
            house -= sum(s.returned.cents for s in round.settlements if s.result is Result.RESTORED)
            assert sum(total.net for total in totals(round)) + house == 0
            assert not round.is_over or not any(wager.left.pieces for wager in round.wagers), "a wager is left down"


class Cards:
    """Where the cards of a table are, kept by a person who watches: on the table, in the rack, or in the stack."""

    def __init__(self) -> None:
        self.rack: list[Card] = []

    def watch(self, played: Played) -> None:
        """Watch a round from its first act to its last, counting after each."""
        collected: set[int] = set()
        back: set[int] = set()  # hands whose cards went back into the stack
        for act, step in zip(played.acts, played.steps, strict=True):
            hands = step.round.hands
            if isinstance(act, Deal) and act.need == "burn":
                self.rack.append(UNKNOWN)
            if isinstance(act, Shuffle):
                self.rack = []
                back = set(collected)
            collected |= {event.hand for event in step.events if isinstance(event, CardsCollected)}
            discards = [card for hand in collected - back for card in hands[hand].cards]
            lying = [card for hand in hands if hand.id not in collected for card in hand.cards]
            self._count(step.round, [*self.rack, *discards, *lying])
        last = played.steps[-1].round
        self.rack += [card for hand in last.hands if hand.id not in back for card in hand.cards]

    def _count(self, round: Round, out: list[Card]) -> None:
        """Burned, discarded and on the table are all that is out of the stack, no card more often than there is one."""
        assert round.out == len(out) <= round.game.size
        known = [card for card in out if card != UNKNOWN]
        assert sorted(known) == sorted(round.seen)
        assert all(often <= round.game.copies for often in Counter(known).values())


@ALL
@given(seed=SEEDS)
@settings(max_examples=some(40))
def test_cards_are_conserved(name: str, seed: int) -> None:
    setup = SETUPS[name]
    cards = Cards()
    for played in playthrough(setup, seed):
        if not played.opening.out or played.opening.number == 1:
            cards.rack = [*played.opening.seen, *[UNKNOWN] * (played.opening.out - len(played.opening.seen))]
        cards.watch(played)


@ALL
@given(seed=SEEDS)
@settings(max_examples=some(15))
def test_rounds_acts_and_events_survive_being_written_down(name: str, seed: int) -> None:
    setup = SETUPS[name]
    for opening, acts, steps in playthrough(setup, seed):
        for act in acts:
            assert decode_act(json.loads(json.dumps(encode(act)))) == act
        for step in steps:
            for event in step.events:
                assert decode(Event, json.loads(json.dumps(encode(event)))) == event  # type: ignore[type-abstract]
        if name != "twins":
            for round in (opening, steps[len(steps) // 2].round, steps[-1].round):
                again = decode(Round, json.loads(json.dumps(encode(round))), setup.maker)
                assert again == round
                assert type(again.needs) is tuple


@ALL
@given(seed=SEEDS)
@settings(max_examples=some(25))
def test_no_view_shows_a_hidden_card(name: str, seed: int) -> None:
    viewers = [PUBLIC, Viewer("dealer"), Viewer("inspector"), Viewer("patron", "Zed")]
    viewers += [Viewer("patron", patron) for patron in PATRONS]
    for played in playthrough(SETUPS[name], seed):
        for round in played.rounds[1:]:
            if all(hand.all_up for hand in round.hands):
                continue  # nothing is hidden
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
@settings(max_examples=some(15))
def test_every_decision_cites_clauses_that_are_there(name: str, seed: int) -> None:
    for played in playthrough(SETUPS[name], seed):
        rules = played.opening.game.rules
        for step in played.steps:
            for event in step.events:
                for carrier in (event, getattr(event, "settlement", None), getattr(event, "claim", None)):
                    because = getattr(carrier, "because", ())
                    for ground in (ground for ground in because if ground not in CASES):
                        assert rules.clauses(ground, because), (event, ground)


PONTOON_REACHES = """
    bust-loses cards-replaced control-highest control-nearest control-seated cut-at-first-card cut-by-area
    cut-by-first-player cut-by-rightmost cut-passes-on discards-return double-shared empty-shoe equal-totals
    first-card-burned first-two-down forfeit forfeit-each insurance-loses insurance-remembered insurance-wins
    lapse-stands late-minimum-stands maximum-settled offender-voided paid-at-final pairs-need-hand pontoon-paid
    pontoon-takes round-voided shares-settled shuffle-after-round shuffle-at-first-card shuffle-directed sign-minimum
    split-aces-one-card split-shared surrender-lost surrender-shared three-pairs twenty-one-paid
"""


def test_tables_of_pontoon_reach_what_they_are_for() -> None:
    carried: set[str] = set()
    for name in (name for name in SETUPS if name.startswith("pontoon")):
        for played in (played for seed in range(30) for played in playthrough(SETUPS[name], seed)):
            for event in (event for step in played.steps for event in step.events):
                carried.update(getattr(getattr(event, "settlement", event), "because", ()))
    assert sorted(set(PONTOON_REACHES.split()) - carried) == []


@ALL
@given(seed=SEEDS)
@settings(max_examples=some(20))
def test_void_after_the_end_leaves_nobody_with_a_result(name: str, seed: int) -> None:
    for played in playthrough(SETUPS[name], seed):
        over = played.steps[-1].round
        rules = over.game.rules
        stands = rules.has_switch("voidReversesInterim") and not rules.reading("voidReversesInterim")
        carried = {done.patron for done in over.settlements if done.result is Result.CARRIED}
        void = Void(SETUPS[name].void_rank, "fraud")
        if refusal(over, void) is None:
            after = apply(over, void).round
            assert after.is_over and not after.needs and not after.claims
            nets = [total.net for total in totals(after) if total.patron not in carried]
            assert stands or (not any(nets) and refusal(after, void) is not None)
