"""Rounds of Pontoon as they follow at a table: what is written down of one reads back as the same round."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from pitboss import law
from pitboss.cards import Card, Shoe
from pitboss.cards.shoe import seed_bytes
from pitboss.games import make_game
from pitboss.law import Key
from pitboss.law.rules import Rules
from pitboss.money import Stake
from pitboss.play import Round, Table, apply, refusal
from pitboss.play.acts import Act, Call, Decide, Lapse, Place, Sit, Turn
from pitboss.play.dealer import answer
from pitboss.play.needs import CallNeed, CutNeed, DecisionNeed, TurnNeed
from pitboss.play.powers import Find, Void
from pitboss.play.terms import Limits, Restriction, Terms
from pitboss.report.decision import decision_data
from pitboss.report.narration import tell_round
from pitboss.report.record import read_record, write_record
from pitboss.report.script import play_record

PATRONS = ("Ann", "Bob", "Cat", "Dan", "Eve")
WAGER = {"wager": Limits(500, 500_00)}
PAIRS = WAGER | {"perfect-pairs": Limits(100, 50_00)}
TABLES: dict[str, tuple[tuple[Key, ...], dict[str, Any]]] = {
    "shoe": ((), {"limits": PAIRS}),
    "shoe of eight decks": ((law.SPLIT_AGAIN,), {"limits": WAGER, "decks": 8, "bettors": 2, "players": 4}),
    "device": ((law.PAID_AT_FINAL,), {"limits": PAIRS, "device": "shuffler", "low_limit": True}),
    "first two down": ((law.FIRST_TWO_DOWN, law.PAIRS_NEED_WAGER), {"limits": PAIRS}),
    "first two down from a device": (
        (law.FIRST_TWO_DOWN, law.SPLIT_AGAIN),
        {
            "limits": PAIRS,
            "device": "shuffler",
            "reserved": {"Ann": (3, 2)},
            "restricted": {"Bob": Restriction("one-area-at-minimum", "gaming-manager", inspector_told=True)},
        },
    ),
}


class Evening:
    """A table with people at it, played by chance from one round to the next."""

    def __init__(self, name: str, seed: int) -> None:
        granted, terms = TABLES[name]
        self.rng = Random(f"{name} {seed}")
        self.table = Table.open(make_game(Rules.of("star-pontoon").amend(grant=granted), Terms(**terms)))
        self.shoe: Shoe | None = None

    def shuffle(self, cards: tuple[Card, ...]) -> Shoe:
        return Shoe.shuffle(cards, self.rng.randbytes(seed_bytes(len(cards))), chosen=True)

    def play(self) -> tuple[Round, list[Act], Round]:
        """Play a round: how it began, what was done, how it ended."""
        opening = round = self.table.begin().round
        acts: list[Act] = []
        for act in self._come():
            if refusal(round, act) is None:
                round = apply(round, act).round
                acts.append(act)
        while not round.is_over:
            act = self._next(round)
            round = apply(round, act).round
            acts.append(act)
        self.table = self.table.finish(round)
        return opening, acts, round

    def _come(self) -> Iterator[Act]:
        rng = self.rng
        for patron in PATRONS:
            if rng.random() < 0.2:
                yield Sit("wagers", patron, rng.randrange(8))
            for _ in range(rng.randrange(4)):
                spot = rng.choice(("wager", "wager", "perfect-pairs"))
                stake = Stake.of(rng.randrange(1, 80) * 1_00, rng.choice((0, 0, 5_00)))
                yield Place(
                    "wagers", patron, rng.randrange(1, 8), spot, stake, rng.random() < 0.2, line=rng.randrange(4)
                )
        yield Place("wagers", "Gus", 7, "wager", Stake.of(10_00))

    def _next(self, round: Round) -> Act:
        """Something that a person may do now."""
        rng = self.rng
        here = [w for w in round.wagers if w.stake.pieces]
        if rng.random() < 0.01 and here:
            return Void("casino-supervisor", "breach", patrons=(rng.choice(here).patron,))
        found = [w.id for w in here if w.left.pieces and round.game.fault(round, w)]
        if found and rng.random() < 0.3:
            return Find(rng.choice(found))
        need = rng.choice(round.needs)
        match need:
            case CutNeed() if need.may_refuse and rng.random() < 0.5:
                return Lapse(need.id, "refuses")
            case TurnNeed():
                return Turn(need.id)
            case CallNeed() if rng.random() < 0.5:
                return Call(need.id)
            case DecisionNeed() if rng.random() < 0.9 or need.optional:
                return self._decide(round, need)
            case DecisionNeed():
                return Lapse(need.id)
        dealt = answer(round, self.shoe, self.shuffle)
        if dealt is not None:
            act, self.shoe = dealt
            return act
        asked = [n for n in round.needs if isinstance(n, DecisionNeed) and not n.optional]
        return self._decide(round, rng.choice(asked)) if asked else Void("gaming-manager", "fraud", "Zed")

    def _decide(self, round: Round, need: DecisionNeed) -> Act:
        option = self.rng.choice(need.options)
        cents = self.rng.choice((option.least_cents, option.most_cents))
        act = Decide(need.id, need.patron, option.name, Stake.of(cents))
        return act if refusal(round, act) is None else Lapse(need.id, "slow")


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", TABLES)
def test_record_of_any_round_is_that_round(name: str, seed: int) -> None:
    evening = Evening(name, seed)
    named = 0
    for _ in range(25):
        opening, acts, round = evening.play()
        text = write_record(opening, acts)
        again = play_record(read_record(text))
        assert list(again.acts) == acts
        assert again.round == round
        named += text.count("\nneed = ")
    assert named < 10, "acts find the need that they answer"


@pytest.mark.parametrize("name", TABLES)
def test_everything_in_a_round_has_words_and_data(name: str) -> None:
    evening = Evening(name, 7)
    for _ in range(15):
        opening, acts, round = evening.play()
        played = play_record(read_record(write_record(opening, acts)))
        for _, _, told in tell_round(played.opening, played.acts):
            for words in (str(sentence) for sentence, _ in told):
                assert words[0].isupper() or words[0] == "$", words
                assert "-1" not in words
        data = decision_data(played)
        assert len(data["wagers"]) == len(round.settlements)
        assert [hand["number"] for hand in data["hands"] if hand["area"] == 0] == [1] * bool(round.hands)
