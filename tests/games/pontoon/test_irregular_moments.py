"""Whatever goes wrong at any moment of a Pontoon round, with any remedy that the rules have for it: cents and cards are
conserved, the round ends, and its acts lead to it again."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.driver import left_in_shoe, legal_act
from conformance.setups import SETUPS, Setup
from pitboss.cards import UNKNOWN, Card, parse_cards
from pitboss.law import CASES
from pitboss.play import Round, Step, apply, fold, refusal, totals
from pitboss.play.acts import Act, Deal, Shuffle
from pitboss.play.codec import decode, decode_act, encode
from pitboss.play.events import CardsCollected, Event
from pitboss.play.irregularity import RACK_PLACE, IntendedHand, Irregularity, effects, facts, refuse_fact, remedies
from pitboss.play.round import OFFERED, Game
from pitboss.play.wager import Result

PONTOON = [name for name in SETUPS if name.startswith("pontoon")]
SEEDS = st.integers(0, 2**32)
STATES = ("disadvantaged", "spare", "transferable", "damaged")


@cache
def game_of(setup: Setup) -> Game:
    return setup.make()


def reports(round: Round, rng: Random) -> Iterator[Irregularity]:
    """A report of each fact that can be stated now, as it may be."""
    left = left_in_shoe(round)
    for fact in facts(round):
        extra: tuple[Card, ...] = ()
        if "extra" in fact.asks:
            count = rng.randint(1, 3) if fact.name == "no-wagers" else 1
            extra = tuple(rng.sample(left, min(count, len(left), round.game.size - round.out)))
            if rng.random() < 0.4 and fact.name not in ("card-face-up", "card-misdealt"):
                extra = (UNKNOWN, *extra[1:])
        yield Irregularity(
            fact.name,
            extra=extra,
            cards=parse_cards("Tc") if "cards" in fact.asks else (),
            states=tuple(state for state in STATES if rng.random() < 0.5) if "states" in fact.asks else (),
            laid=swapped(round, rng) if "laid" in fact.asks else (),
        )


def swapped(round: Round, rng: Random) -> tuple[IntendedHand, ...]:
    """The cards of the round with two of them changed over, where all are known; else none."""
    held = [[*hand.cards] for hand in round.hands]
    places = [(hand, place) for hand, cards in enumerate(held) for place in range(len(cards))]
    if len(places) < 2 or any(UNKNOWN in cards for cards in held) or rng.random() < 0.2:
        return ()
    (one, first), (other, second) = rng.sample(places, 2)
    held[one][first], held[other][second] = held[other][second], held[one][first]
    return tuple(IntendedHand(hand, tuple(held[hand])) for hand in sorted({one, other}))


def wrong(round: Round, rng: Random) -> Irregularity | None:
    """Something that goes wrong now, with a remedy for it."""
    found = [(act, remedies(round, act)) for act in reports(round, rng) if refuse_fact(round, act) is None]
    offered = [(act, remedy) for act, each in found for remedy in each]
    if not offered:
        return None
    act, remedy = rng.choice(offered)
    return act._replace(remedy=remedy.name, rank="gaming-manager")


class Watched:
    """A round with what went wrong in it, and where its cards are."""

    def __init__(self, opening: Round, rack: list[Card]) -> None:
        self.opening = self.round = opening
        self.acts: list[Act] = []
        self.steps: list[Step] = []
        self.rack = rack
        self.collected: set[int] = set()
        self.back: set[int] = set()

    def do(self, act: Act) -> None:
        before = self.round
        step = apply(before, act)
        self.round = step.round
        self.acts.append(act)
        self.steps.append(step)
        if isinstance(act, Deal) and act.need == "burn":
            self.rack.append(UNKNOWN)
        if isinstance(act, Shuffle):
            self.rack, self.back = [], set(self.collected)
        burned = [aside.card for aside in self.round.irregular.aside if aside.place == RACK_PLACE]
        self.rack += burned[sum(aside.place == RACK_PLACE for aside in before.irregular.aside) :]
        self.collected |= {event.hand for event in step.events if isinstance(event, CardsCollected)}
        hands = self.round.hands
        out = [*self.rack, *(aside.card for aside in self.round.irregular.aside if aside.place == OFFERED)]
        out += [card for hand in hands if hand.id not in self.back for card in hand.cards]
        assert self.round.out == len(out) <= self.round.game.size
        known = [card for card in out if card != UNKNOWN]
        assert sorted(known) == sorted(self.round.seen)
        assert all(often <= self.round.game.copies for often in Counter(known).values())

    def left_behind(self) -> list[Card]:
        """The cards that are out when the next round begins, a card under the shoe not being one of them."""
        self.rack += [card for hand in self.round.hands if hand.id not in self.back for card in hand.cards]
        self.rack += [aside.card for aside in self.round.irregular.aside if aside.place == OFFERED]
        return self.rack


def play(setup: Setup, seed: int, often: float = 0.06) -> list[Watched]:
    """Rounds in which things go wrong, played to their ends."""
    rng = Random(seed)
    table = setup.opens(game_of(setup))
    rack: list[Card] = [*table.shoe_state.seen, *[UNKNOWN] * (table.shoe_state.out - len(table.shoe_state.seen))]
    played = []
    for _ in range(setup.rounds):
        at = Watched(table.begin().round, rack)
        while not at.round.is_over:
            act = wrong(at.round, rng) if rng.random() < often else None
            at.do(act or legal_act(at.round, rng, setup.void_rank))
            assert at.round.is_over or at.round.needs, f"the round waits for nothing after {at.acts[-1]}"
            assert len(at.acts) < 400, "the round does not end"
        after = wrong(at.round, rng) if rng.random() < 0.3 else None
        if after is not None:
            at.do(after)
        played.append(at)
        rack = at.left_behind()
        table = table.finish(at.round)
    return played


@pytest.mark.parametrize("name", PONTOON)
@given(seed=SEEDS)
@settings(max_examples=25)
def test_any_irregularity_at_any_moment(name: str, seed: int) -> None:
    for at in play(SETUPS[name], seed):
        assert fold(at.opening, at.acts) == at.round
        rules = at.opening.game.rules
        for act in at.acts:
            assert decode_act(json.loads(json.dumps(encode(act)))) == act
        for step in at.steps:
            for event in step.events:
                assert decode(Event, json.loads(json.dumps(encode(event)))) == event  # type: ignore[type-abstract]
                because = getattr(event, "because", ())
                for ground in (ground for ground in because if ground not in CASES):
                    assert rules.clauses(ground, because), (event, ground)
        again = decode(Round, json.loads(json.dumps(encode(at.round))), SETUPS[name].maker)
        assert again == at.round
        conserve_cents(at.round)


def conserve_cents(round: Round) -> None:
    given_away = dict.fromkeys(range(len(round.wagers)), 0)
    for done in round.settlements:
        if done.result not in (Result.RESTORED, Result.REVERSED):
            assert done.stake.cents == done.taken.cents + done.returned.cents
            given_away[done.wager] += done.stake.cents
    for wager in round.wagers:
        assert given_away[wager.id] + wager.left.cents == wager.stake.cents
        assert not wager.left.pieces, "a wager is left down"
    house = sum(s.taken.cents - s.pays for s in round.settlements if s.result is not Result.RESTORED)
    house -= sum(s.returned.cents for s in round.settlements if s.result is Result.RESTORED)
    assert sum(total.net for total in totals(round)) + house == 0


@pytest.mark.parametrize("name", PONTOON)
@given(seed=SEEDS)
@settings(max_examples=10)
def test_every_remedy_that_is_offered_is_taken_and_shown_before(name: str, seed: int) -> None:
    rng = Random(seed)
    for at in play(SETUPS[name], seed, often=0.03):
        for round in (at.opening, *(step.round for step in at.steps)):
            for act in reports(round, rng):
                if refuse_fact(round, act) is not None:
                    continue
                for remedy in remedies(round, act):
                    whole = act._replace(remedy=remedy.name, rank="gaming-manager")
                    assert refusal(round, whole) is None
                    assert effects(round, whole).ends == apply(round, whole).round.is_over
                    assert not remedy.rank or refusal(round, whole._replace(rank="dealer")) is not None


# A round that is put as it should have been is the round that the same acts lead to with the cards in their places.


@pytest.mark.parametrize("name", ["pontoon, shoe of six decks", "pontoon, shuffler"])
@given(seed=SEEDS)
@settings(max_examples=60)
def test_rebuilt_round_is_the_round_of_the_same_acts(name: str, seed: int) -> None:
    rng = Random(seed)
    setup = SETUPS[name]
    round = opening = setup.opens(game_of(setup)).begin().round
    acts: list[Act] = []
    while not round.is_over:
        if not any(hand.kind == "split" or hand.status == "void" for hand in round.hands):
            act = Irregularity("dealing-error", "rebuild", laid=swapped(round, rng))
            if act.laid and refusal(round, act) is None:
                again = fold(opening, in_their_places(opening, acts, act.laid))
                assert same(apply(round, act).round, again)
        acts.append(legal_act(round, rng, setup.void_rank))
        round = apply(round, acts[-1]).round


def in_their_places(opening: Round, acts: list[Act], laid: tuple[IntendedHand, ...]) -> list[Act]:
    """The same acts with the cards dealt to the hands that they should have come to."""
    proper = {pile.hand: pile.cards for pile in laid}
    held: Counter[int] = Counter()
    changed: list[Act] = []
    round = opening
    for act in acts:
        if isinstance(act, Deal) and act.need != "burn":
            need = round.need(act.need)
            cards = []
            for slot, card in zip(need.slots, act.cards, strict=False):  # type: ignore[union-attr]
                cards.append(proper[slot.hand][held[slot.hand]] if slot.hand in proper else card)
                held[slot.hand] += 1
            changed.append(act._replace(cards=tuple(cards)))
        else:
            changed.append(act)
        round = apply(round, act).round
    return changed


def same(one: Round, other: Round) -> bool:
    """Whether two rounds have come to the same; the order in which they got there may differ."""

    def of(round: Round) -> object:
        done = Counter((s.wager, s.result, s.stake, s.pays, s.returned, s.taken) for s in round.settlements)
        return round.phase, round.hands, round.wagers, done, {need.id for need in round.needs}, round.out

    return of(one) == of(other)
