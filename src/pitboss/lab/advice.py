"""What each choice at a decision is worth, for practice and study: never for a table with money on it.

    advise(question, seen) -> Advice          the options that are open, what each is worth, and the best
    view_of(round, need) -> DecisionView      what a player sees at a decision of the real engine
    question_of(round, patron) -> Question    the question that a table's own rules and sign put

A value is what the round nets on average from here on, in units of the Ante (or of the initial wager): what was
wagered before is counted, and the best is done at every later decision. In Pontoon it is a float and, after a split,
the value of the hand that is asked about; in the poker games it is a fraction.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

from pitboss.cards import UNKNOWN, Card, show
from pitboss.games.pontoon.names import SPLIT_HAND
from pitboss.lab import answer, parameters
from pitboss.lab.question import OPTIMAL, LabError, Question
from pitboss.law import PERMISSIONS, Key
from pitboss.messages import say
from pitboss.play import HOUSE_AREA, DecisionNeed, Round, Wager
from pitboss.value import Value

__all__ = ["Advice", "DecisionView", "ValuedChoice", "advise", "is_ready", "prepare", "question_of", "view_of"]


PLAY, SURRENDER, FORFEIT, INSURANCE = "play", "surrender", "forfeit", "insurance"


class DecisionView(Value):
    """A player's view at a decision; cards that are face down are left out."""

    hand: tuple[Card, ...]
    """The cards of the hand that is asked about, in the order they came."""
    up: Card | None = None
    """The dealer's up card, where there is one."""
    board: tuple[Card, ...] = ()
    """The community cards that are shown."""
    wagers: tuple[int, ...] = ()
    """In Mississippi Stud: the Street wagers made so far, in Antes."""
    decision: str = PLAY
    """In Pontoon: `play`, `surrender`, `forfeit` (a doubled hand) or `insurance`."""
    split: tuple[Card, ...] = ()
    """In Pontoon, after a split: the cards of the pair that are in the other hands."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card that is seen."""
        return (*self.hand, *self.board, *(() if self.up is None else (self.up,)), *self.split)

    def expect(self, hand: int, board: Sequence[int] = (0,), *, up: bool = False) -> None:
        """Refuse cards that one deck does not hold, and another number of them than a decision has."""
        if UNKNOWN in self.cards:
            raise LabError("An unknown card tells nothing: leave it out.")
        if len(set(self.cards)) < len(self.cards):
            raise LabError(say("One deck does not hold {cards}.", cards=show(self.cards)))
        wrong = len(self.hand) != hand or len(self.board) not in board or (self.up is not None) != up
        if wrong:
            words = "A decision here needs {hand} cards."
            if up:
                words = "A decision here needs {hand} cards and the dealer's up card."
            elif board != (0,):
                words = "A decision here needs {hand} cards and {board} community cards."
            raise LabError(say(words, hand=hand, board=" or ".join(map(str, board))))


class ValuedChoice(Value):
    """One thing that may be done: its name in the game, what it adds to the wager, and what it is worth, in units."""

    name: str
    wager: int
    value: Fraction | float

    @property
    def label(self) -> str:
        """The choice in a word or two: `bet 3x`, `fold`."""
        return f"{self.name} {self.wager}x" if self.name == "bet" else self.name.replace("-", " ")


class Advice(Value):
    """The choices at a decision, as the game names them, and the best of them."""

    game: str
    decision: str
    unit: str
    options: tuple[ValuedChoice, ...]
    strategy_class: str
    """What is supposed of the decisions after this one."""
    best: ValuedChoice
    """The choice worth most; of several worth the same, the one that the lab's strategy takes."""
    ties: tuple[ValuedChoice, ...] = ()
    """The other choices worth as much as the best."""

    @classmethod
    def of(
        cls, question: Question, decision: str, unit: str, strategy_class: str, options: tuple[ValuedChoice, ...]
    ) -> "Advice":
        """Advice on these choices; those that are taken first where values are equal stand in front."""
        most = max(option.value for option in options)
        best, *ties = (option for option in options if option.value == most)
        return cls(question.game, decision, unit, options, strategy_class, best, tuple(ties))

    @property
    def is_exact(self) -> bool:
        """Say whether the values are exact fractions."""
        return all(isinstance(option.value, Fraction) for option in self.options)

    def cost(self, option: ValuedChoice) -> float:
        """The cost of a choice beside the best, in units."""
        return float(self.best.value - option.value)

    def data(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "game": self.game,
            "decision": self.decision,
            "unit": self.unit,
            "options": [
                {
                    "option": option.name,
                    "label": option.label,
                    "wager": option.wager,
                    "value": float(option.value),
                    "value_exact": str(option.value) if isinstance(option.value, Fraction) else None,
                    "cost": self.cost(option),
                }
                for option in self.options
            ],
            "best": self.best.label,
            "ties": [tie.label for tie in self.ties],
            "exact": self.is_exact,
            "strategy_class": self.strategy_class,
        }


def advise(question: Question, seen: DecisionView) -> Advice:
    """The value of each choice at a decision; raises `LabError` where the decision makes no sense."""
    return cast(Advice, _adviser(question).advise(replace(question, strategy=OPTIMAL), seen))


def is_ready(question: Question) -> bool:
    """Say whether advice comes at once: Ultimate Texas Hold'em has to be solved before its first decision."""
    return bool(getattr(_adviser(question), "is_ready", lambda _: True)(question))


def prepare(question: Question) -> None:
    """Make advice come at once, solving and keeping what takes long."""
    getattr(_adviser(question), "prepare", lambda _: None)(question)


def _adviser(question: Question) -> Any:
    return answer.part_of(question.engine, ".advice")


DECISIONS = {"play": PLAY, "surrender": SURRENDER, "forfeit": FORFEIT, "insure": INSURANCE}
"""Pontoon's decisions by how their needs begin."""
COMMUNITY = "community"
MOST_TRIPS = 10


def view_of(round: Round, need: DecisionNeed) -> DecisionView:
    """What a player sees at a decision; cards that lie face down are left out, the dealer's and the board's alike."""
    hand = round.hands[need.hand]
    kinds = getattr(round.game, "house", ()) or ["dealer" for of in round.hands if of.area == HOUSE_AREA]
    shown = [(kind, card) for kind, of in zip(kinds, round.hands, strict=False) for card in of.shown if card != UNKNOWN]
    up = next((card for kind, card in shown if kind != COMMUNITY), None)
    if round.game.rules.game.engine != "pontoon":
        board = tuple(card for kind, card in shown if kind == COMMUNITY)
        ante = _on(round, need, "ante")
        streets = [_on(round, need, spot) for spot in round.game.spots if spot.endswith("-street")]
        wagers = tuple(street.stake.cents // ante.stake.cents for street in streets if street and ante)
        return DecisionView(hand.cards, up, board, wagers)  # Street wagers in whole Antes, as far as they reach
    decision = DECISIONS.get(need.id.partition("-")[0])
    if decision is None:
        raise LabError("The lab values the decisions of the player who calls a hand, not of those who follow.")
    is_split = hand.kind == SPLIT_HAND
    beside = tuple(h.cards[0] for h in round.hands if is_split and h.area == hand.area and h.id != hand.id)
    return DecisionView(hand.cards, up, decision=decision, split=beside)


def _on(round: Round, need: DecisionNeed, spot: str) -> Wager | None:
    mine = [w for w in round.wagers_on(need.area, spot) if w.patron == need.patron]
    return mine[0] if mine else None


def question_of(round: Round, need: DecisionNeed) -> Question:
    """The question that a table's rules and sign put, with the player's own Trips wager or, in Pontoon, wager."""
    rules, terms = round.game.rules, round.game.terms
    question = parameters.ask(rules.game.name, version=rules.edition.version)
    values = dict(question.rules)
    for name in values:  # the readings that the table takes and the permissions it was given
        if rules.has_switch(name):
            values[name] = rules.reading(name)
        elif Key(name) in PERMISSIONS:
            values[name] = rules.applies(Key(name))
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
