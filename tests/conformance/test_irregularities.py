"""Whatever goes wrong, at any moment of any round, whatever remedy is taken of those that the rules have: cents and
cards are conserved, the round ends, and its acts give it again."""

import json
from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings

from conformance.driver import legal_act
from conformance.irregular import irregularity
from conformance.setups import SETUPS, Setup
from conformance.test_conformance import MOST_ACTS, SEEDS, some
from pitboss.cards import UNKNOWN
from pitboss.games import make_game
from pitboss.law import CASES, Rules
from pitboss.play import Round, Table, apply, fold, totals
from pitboss.play.acts import Act
from pitboss.play.codec import decode, decode_act, encode
from pitboss.play.events import Event, IrregularityRuled
from pitboss.play.irregularity import FOREIGN, Irregularity, effects
from pitboss.play.round import Game
from pitboss.play.wager import Result
from support import CROWN, CROWN_MS, STAR, STAR_MS, ULTIMATE, jackpot, make

SWITCHES = {
    "communityShownInDeal",
    "earlyCommunityCard",
    "earlyDealerCard",
    "earlyFlopPlay",
    "exposuresAddUp",
    "silentRetraction",
    "unrecoveredHand",
    "voidHandJackpot",
    "voidJackpotCarries",
}


def _read_otherwise(game: str, void_rank: str) -> Setup:
    """A table whose readings of what goes wrong are all taken the other way."""
    entries = [entry for entry in Rules.of(game).edition.readings.values() if entry.switch in SWITCHES]
    readings = {entry.switch: next(choice for choice in entry.choices if choice != entry.default) for entry in entries}
    used = make(game).switches
    readings = {switch: choice for switch, choice in readings.items() if switch in used}
    return Setup(lambda: make(game, jackpot=jackpot(game), readings=readings), make_game, void_rank)


TABLES = {name: setup for name, setup in SETUPS.items() if setup.make().facts} | {
    f"{game}, read otherwise": _read_otherwise(game, "casino-manager" if game.startswith("crown") else "gaming-manager")
    for game in (STAR, CROWN, STAR_MS, CROWN_MS, ULTIMATE)
}
ALL = pytest.mark.parametrize("name", TABLES)


@cache
def _game(setup: Setup) -> Game:
    return setup.make()


def check(round: Round) -> None:
    """Cents and cards are all somewhere, and nowhere twice."""
    given_away = dict.fromkeys(range(len(round.wagers)), 0)
    for done in round.settlements:
        if done.result not in (Result.RESTORED, Result.REVERSED):
            given_away[done.wager] += done.stake.cents
    for wager in round.wagers:
        assert given_away[wager.id] + wager.left.cents == wager.stake.cents, wager
        assert not round.is_over or not wager.left.pieces, "a wager is left down"
    house = sum(s.taken.cents - s.pays for s in round.settlements if s.result is not Result.RESTORED)
    house -= sum(s.returned.cents for s in round.settlements if s.result is Result.RESTORED)
    assert sum(total.net for total in totals(round)) + house == 0
    if round.game.copies == 1:
        _check_cards(round)


def _check_cards(round: Round) -> None:
    """Every card that came out lies in one hand or aside, and none that is laid back counts as out."""
    lying = [card for hand in round.hands for card in hand.cards]
    lying += [aside.card for aside in round.irregular.aside if aside.place != FOREIGN]
    assert round.out == len(lying)
    known = [card for card in lying if card != UNKNOWN]
    assert sorted(known) == sorted(round.seen)
    assert all(often == 1 for often in Counter(known).values())
    assert not set(round.irregular.top) - {UNKNOWN} & set(known)


def go_wrong(setup: Setup, seed: int, rounds: int = 2) -> None:
    """Play rounds in which something goes wrong now and then, and look at everything after each act."""
    rng = Random(seed)
    table: Table = setup.opens(_game(setup))
    for _ in range(rounds):
        opening = round = table.begin().round
        acts: list[Act] = []
        while not round.is_over:
            often = 0.25 if round.hands else 0.02
            report = irregularity(round, rng) if rng.random() < often else None
            act = report or legal_act(round, rng, setup.void_rank)
            step = apply(round, act)
            if isinstance(act, Irregularity):
                _look_at(setup, round, act, step.events)
                assert effects(round, act).ends == step.round.is_over
            acts.append(act)
            round = step.round
            check(round)
            assert round.is_over or round.needs, ("the round waits for nothing and is not over", act)
            assert len(acts) < MOST_ACTS, "the round does not end"
        assert fold(opening, acts) == round, "replay is not what was played"
        table = table.finish(round)


def _look_at(setup: Setup, round: Round, act: Irregularity, happened: tuple[Event, ...]) -> None:
    assert isinstance(happened[0], IrregularityRuled)
    assert decode_act(json.loads(json.dumps(encode(act)))) == act
    rules = round.game.rules
    for event in happened:
        assert decode(Event, json.loads(json.dumps(encode(event)))) == event  # type: ignore[type-abstract]
        for carrier in (event, getattr(event, "settlement", None)):
            because = getattr(carrier, "because", ())
            for ground in (ground for ground in because if ground not in CASES):
                assert rules.clauses(ground, because), (event, ground)
    if "twins" not in rules.game.name:
        after = apply(round, act).round
        assert decode(Round, json.loads(json.dumps(encode(after))), setup.maker) == after


@ALL
@given(seed=SEEDS)
@settings(max_examples=some(80))
def test_whatever_goes_wrong_the_round_ends_and_adds_up(name: str, seed: int) -> None:
    go_wrong(TABLES[name], seed)
