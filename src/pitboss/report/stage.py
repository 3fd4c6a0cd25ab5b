"""A record being played: every act with the line it came from, what was tried, and why something never came."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from pitboss import law
from pitboss.cards import Card
from pitboss.play import Refused, Round, Step, apply, refusal
from pitboss.play.acts import Act, Deal, Decide, Turn
from pitboss.play.events import CardsDealt, Decided, Settled
from pitboss.play.history import needless, overlooks_nothing
from pitboss.play.needs import RACK
from pitboss.play.wager import Refusal
from pitboss.report.acts import OFFERED_BY, FieldError, read_act, read_option
from pitboss.report.blanks import Blanks, Filled, NoCardError, parse_written
from pitboss.report.lines import RecordError
from pitboss.report.narration import because_of, tell_step
from pitboss.report.record import SHORT_FORM, Record, Tried
from pitboss.report.settlements import people

_GENERAL = law.HOUSE | {law.ROUND_OF_PLAY, law.IN_TURN}
"""Rules that refuse an act without saying why the hand or the offer was closed."""


class Stage:
    """A round being played from a record: every act with the line it came from."""

    def __init__(self, record: Record, plan: Sequence[Card] = (), *, names_unseen: bool = False) -> None:
        self.record = record
        self.is_short = "act" not in record.data or any(name in record.data for name in SHORT_FORM)
        """Whether a person wrote what happened. Acts may come from a floor, where a wager that keeps to the sign can
        break a limit of the player's own that no record tells."""
        self.opening: Round = record.table.begin().round
        self.round = self.opening
        self.acts: list[Act] = []
        self.steps: list[Step] = []
        self.tried: list[Tried] = []
        written = [*self.opening.seen, *_written_cards(record.data)]
        self.blanks = Blanks(record.game, written, plan, names_unseen=names_unseen)
        """What the record leaves open of its cards."""

    def write(self, place: int, row: Mapping[str, Any]) -> None:
        """Play one row of acts as written."""
        line = self.record.lines.of(("act", place))
        if "after" in row:
            raise RecordError(line, "acts alone come in their order: after is for acts beside players")
        try:
            act = read_act(self.round, row)
        except FieldError as error:
            raise RecordError(self.record.lines.of(("act", place, error.field)), str(error)) from None
        if row.get("refused"):
            self.attempt(line, act)
        else:
            self.do(line, act)

    def attempt(self, line: int, act: Act) -> None:
        """Note an act that was tried here and that the rules turn down."""
        act, _ = self._fill(line, act)
        no = refusal(self.round, act)
        if no is None:
            raise RecordError(line, "this is marked as refused, but no rule refuses it")
        no = with_rule_of_option(self.round, act, no)
        self.tried.append(Tried(line, act, no, len(self.steps)))

    def refusal(self, line: int, act: Act) -> Refusal | None:
        """Why the rules would not take an act now, with cards for what it leaves open."""
        return refusal(self.round, self._fill(line, act)[0])

    def _fill(self, line: int, act: Act, lines: Mapping[int, int] | None = None) -> tuple[Act, list[Filled]]:
        """An act with cards for what it leaves open, and what was chosen."""
        if not isinstance(act, Deal | Turn):
            return act, []
        lines = {RACK: line} if lines is None else lines
        try:
            return self.blanks.fill(self.round, act, len(self.acts), lines)
        except NoCardError as error:
            game = self.record.game
            who = next(iter(people(self.round, error.area)), "") or f"the {game.house[error.hand]}"
            words = f"{error} for {who}"
            raise RecordError(lines.get(error.hand, line), words, game.deck_because, game.rules) from None

    def do(self, line: int, act: Act, lines: Mapping[int, int] | None = None) -> None:
        """Play one act, with cards for what it leaves open; a refusal is an error of the record. `lines` are those of
        the hands that get cards, by the number of the hand, where they are not the line of the act."""
        act, filled = self._fill(line, act, lines)
        no = needless(self.round, act) or (overlooks_nothing(self.round, act) if self.is_short else None)
        if no is not None:
            raise self.wrong(line, no)
        try:
            step = apply(self.round, act)
        except Refused as error:
            raise self.wrong(line, with_rule_of_option(self.round, act, error.refusal)) from None
        self.blanks.filled += filled
        self.acts.append(act)
        self.steps.append(step)
        self.round = step.round

    def wrong(self, line: int, no: Refusal, words: str = "") -> RecordError:
        """The error of something that the rules refuse, after some words."""
        return RecordError(line, f"{words} {no.words}".strip(), no.because, self.record.game.rules)

    def is_after(self, moment: str, player: str = "") -> bool:
        """Whether the round has come to a moment: the deal, the end, or a decision such as `bet` or `Ann bet`; one that
        names no player is this player's, or anyone's."""
        round = self.round
        if moment == "deal":
            return any(hand.cards for hand in round.hands) and round.need("deal") is None
        if moment == "end":
            return round.is_over
        name, _, option = moment.rpartition(" ")
        decided = (act for act in self.acts if isinstance(act, Decide) and (name or player) in ("", act.patron))
        return not moment or any(act.option == read_option(option) for act in decided)

    def why_not(self, make: Callable[[Round], Act], start: int, area: int) -> Tried:
        """Why an act was never to be taken, from the moment after so many steps on: the first rule that the gate names
        for it, or else what closed the hand of the area. Rules that only say whose turn it is come last."""
        said: list[Tried] = []
        for number in range(start, len(self.steps) + 1):
            round = self.steps[number - 1].round if number else self.opening
            act = make(round)
            no = refusal(round, act) if round.hands else None
            if no is not None:
                no = with_rule_of_option(round, act, no)
                said.append(Tried(0, act, no, number))
                if not _GENERAL.issuperset(no.because):
                    return said[-1]
        last = (
            said[-1]
            if said
            else Tried(0, make(self.round), Refusal((law.ROUND_OF_PLAY,), "The round is over."), len(self.steps))
        )
        closing = self._closing(area, start)
        return last if closing is None else last._replace(refusal=closing)

    def _closing(self, area: int, start: int) -> Refusal | None:
        """What the last decision on an area came to: the decision, or the settlement at the card that followed it."""
        closing = None
        for number in range(max(start - 1, 0), min(start + 1, len(self.steps))):
            before, step = self.steps[number - 1].round if number else self.opening, self.steps[number]
            dealt = {hand for event in step.events if isinstance(event, CardsDealt) for hand in event.hands}
            is_dealt = any(step.round.hands[hand].area == area for hand in dealt if 0 <= hand < len(step.round.hands))
            for sentence, event in tell_step(before, self.acts[number], step):
                is_decided = isinstance(event, Decided) and event.area == area
                if is_decided or (is_dealt and isinstance(event, Settled) and event.settlement.area == area):
                    closing = Refusal(because_of(event), str(sentence.closed))
        return closing


def with_rule_of_option(round: Round, act: Act, no: Refusal) -> Refusal:
    """A refusal of an option that is not among those offered, with the rule that says to whom it is."""
    rule = OFFERED_BY.get(act.option) if isinstance(act, Decide) else None
    if rule is None or law.NOT_AN_OPTION not in no.because or not round.game.rules.applies(rule):
        return no
    return no._replace(because=tuple(dict.fromkeys((law.NOT_AN_OPTION, rule, *no.because))))


def _written_cards(data: Mapping[str, Any]) -> Iterator[Card]:
    """The cards that a record has anywhere, with its ranks that stand alone; those that cannot be read are said where
    they come up."""
    rows = [*data.get("player", ()), *(data[kind] for kind in ("dealer", "community") if kind in data)]
    rows += [row for row in data.get("act", ()) if not row.get("refused")]
    for row in rows:
        for text in (row.get("cards", ""), row.get("turns", ""), *row.get("split", ())):
            with suppress(ValueError):
                yield from parse_written(text)
