"""A record being played: every act with the line it came from, what was tried, and why something never came."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from pitboss import law, messages
from pitboss.cards import UNKNOWN, Card
from pitboss.play import events, irregularity, needs
from pitboss.play.acts import Act, Deal, Decide, Turn
from pitboss.play.round import Game, Round, Step, apply, refusal
from pitboss.play.table import refuse_needless, refuse_not_overlooked
from pitboss.play.wager import Refusal, Refused
from pitboss.report import acts, narration, settlements
from pitboss.report.irregularity import read_irregularity
from pitboss.report.lines import Path, RecordError
from pitboss.report.record import SHORT_FORM, Record, RefusedAttempt
from pitboss.value import Value

# Cards that a record leaves open: a rank without its suit, and an unseen card where one must be named.


# Choosing cards.


class FilledBlank(Value):
    """A card that was chosen for a blank: of which hand, and where it stands in which of the acts."""

    blank: Card
    card: Card
    hand: int
    area: int
    act: int
    place: int
    line: int
    is_live: bool
    """Whether a wager was left to settle when it came."""


class NoCardError(Exception):
    """A blank for which the deck has no card left."""

    def __init__(self, words: str, hand: int, area: int) -> None:
        super().__init__(words)
        self.hand, self.area = hand, area


class Blanks:
    """Chooses cards for the blanks of one playing of a record, as they come up; `plan` has some for the first ones."""

    def __init__(
        self, game: Game, written: Iterable[Card], plan: Sequence[Card] = (), *, names_unseen: bool = False
    ) -> None:
        self._plan = plan
        self.names_unseen = names_unseen
        """Whether an unseen card is chosen, too, where it is to be named."""
        self.filled: list[FilledBlank] = []
        self.grounds: dict[tuple[int, int], set[law.Ground]] = {}
        """What every choice of cards has among the grounds of each settlement, by the wager and which of its
        settlements it is."""
        out = Counter(written)
        self.written = frozenset(out)
        self.left = {card: game.copies - out[card] for card in game.deck}
        """How many of each card no hand of the record names."""
        self._alone = Counter({card.rank: count for card, count in out.items() if isinstance(card, acts.RankAlone)})
        """How many ranks stand alone in the record: `??` leaves them their cards."""

    def fill(
        self, round: Round, act: Deal | Turn, number: int, lines: Mapping[int, int]
    ) -> tuple[Deal | Turn, list[FilledBlank]]:
        """An act with a card for each blank that is to be named in it, and what was chosen."""
        need = round.need(act.need)
        if isinstance(act, Deal) and isinstance(need, needs.CardsNeed):
            places = [(slot.hand, slot.area, slot.up and slot.hand != needs.RACK) for slot in need.slots]
            cards = list(act.cards)
        elif isinstance(act, Turn) and isinstance(need, needs.TurnNeed) and need.hand >= 0:
            cards = list(act.cards) or [UNKNOWN] * (need.unknown if self.names_unseen else 0)
            places = [(need.hand, round.hands[need.hand].area, True)] * len(cards)
        else:
            return act, []
        new: list[FilledBlank] = []
        is_live = any(wager.live for wager in round.wagers)
        for place, (card, (hand, area, is_named)) in enumerate(zip(act.cards or cards, places, strict=False)):
            if isinstance(card, acts.RankAlone) or (card == UNKNOWN and is_named and self.names_unseen):
                cards[place] = self._choose(round, card, hand, area, [*self.filled, *new])
                line = lines.get(hand, lines.get(needs.RACK, 1))
                new.append(FilledBlank(card, cards[place], hand, area, number, place, line, is_live))
        return act._replace(cards=tuple(cards)), new

    def _choose(self, round: Round, blank: Card, hand: int, area: int, before: list[FilledBlank]) -> Card:
        """Choose a card for a blank: of a suit that the hand has least, unless the plan has one; a card that stands in
        the record comes last, so that what was chosen can be told from what is written."""
        chosen = Counter(each.card for each in before)
        left = [card for card in fitting_cards(blank, self.left) if self.left[card] > chosen[card]]
        if blank == UNKNOWN:
            alone = self._alone - Counter(each.blank.rank for each in before if each.blank != UNKNOWN)
            free = Counter(card.rank for card in self.left for _ in range(self.left[card] - chosen[card]))
            left = [card for card in left if free[card.rank] > alone[card.rank]]
        if not left:
            rank = str(blank).replace("T", "10")
            words = "there is no {rank} in this deck"
            if fitting_cards(blank, self.left):
                words = "no {rank} is left in these cards"
            raise NoCardError(messages.say(words, rank=rank), hand, area)
        planned = self._plan[len(before)] if len(before) < len(self._plan) else UNKNOWN
        if planned in left:
            return planned
        there = round.hands[hand].cards if hand < len(round.hands) else ()
        suits = Counter(card.suit for card in there if card < UNKNOWN)
        suits.update(each.card.suit for each in before if each.hand == hand and each.card not in there)
        others = {each.card for each in before if each.blank != blank}
        return min(left, key=lambda card: (card in self.written or card in others, suits[card.suit], card))


def fitting_cards(blank: Card, cards: Iterable[Card]) -> list[Card]:
    """The cards that a blank may be."""
    return [card for card in cards if blank == UNKNOWN or card.rank == blank.rank]


# A record being played.


_GENERAL = law.HOUSE | {law.ROUND_OF_PLAY, law.IN_TURN}
"""Rules that refuse an act without saying why the hand or the offer was closed."""


class RecordPlay:
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
        self.tried: list[RefusedAttempt] = []
        written = [*self.opening.seen, *_read_written_cards(record.data)]
        self.blanks = Blanks(record.game, written, plan, names_unseen=names_unseen)
        """What the record leaves open of its cards."""

    def write(self, path: Path, row: Mapping[str, Any]) -> None:
        """Play one row of acts, or of what went wrong, as written."""
        line = self.record.lines.of(path)
        for key in acts.MOMENT:
            if key in row:
                words = messages.say("Only an act of a player says when it was: leave {key} out.", key=key)
                raise RecordError(line, words)
        try:
            act = self.read(path, row)
        except acts.FieldError as error:
            at = self.record.lines.of((*path, error.field))
            raise RecordError(at, messages.words_of(error)) from None
        if row.get("refused"):
            self.attempt(line, act)
        else:
            self.do(line, act)

    def read(self, path: Path, row: Mapping[str, Any]) -> Act:
        """The act that a row stands for, as the round is now."""
        is_irregular = path[0] == acts.IRREGULARITY or row["does"] == acts.IRREGULARITY
        return read_irregularity(self.round, row) if is_irregular else acts.read_act(self.round, row)

    def attempt(self, line: int, act: Act) -> None:
        """Note an act that was tried here and is refused."""
        act, _ = self._fill(line, act)
        no = refusal(self.round, act)
        if no is None:
            raise RecordError(
                line, messages.say("this is marked as refused, but no rule refuses it: take the mark out")
            )
        no = cite_option(self.round, act, no)
        self.tried.append(RefusedAttempt(line, act, no, len(self.steps)))

    def refusal(self, line: int, act: Act) -> Refusal | None:
        """Why the rules would not take an act now, with cards for what it leaves open."""
        return refusal(self.round, self._fill(line, act)[0])

    def _fill(self, line: int, act: Act, lines: Mapping[int, int] | None = None) -> tuple[Act, list[FilledBlank]]:
        """An act with cards for what it leaves open, and what was chosen."""
        if not isinstance(act, Deal | Turn):
            return act, []
        lines = {needs.RACK: line} if lines is None else lines
        try:
            return self.blanks.fill(self.round, act, len(self.acts), lines)
        except NoCardError as error:
            game = self.record.game
            who = next(iter(settlements.people(self.round, error.area)), "") or f"the {game.house[error.hand]}"
            words = messages.say("{words} for {who}", words=messages.words_of(error), who=who)
            raise RecordError(lines.get(error.hand, line), words, game.deck_because, game.rules) from None

    def do(self, line: int, act: Act, lines: Mapping[int, int] | None = None) -> None:
        """Play one act, with cards for what it leaves open; a refusal is an error of the record. `lines` are those of
        the hands that get cards, by the number of the hand, where they are not the line of the act."""
        act, filled = self._fill(line, act, lines)
        no = refuse_needless(self.round, act) or (refuse_not_overlooked(self.round, act) if self.is_short else None)
        if no is not None:
            raise self.refusal_error(line, no)
        try:
            step = apply(self.round, act)
        except Refused as error:
            raise self.refusal_error(line, cite_option(self.round, act, error.refusal)) from None
        self.blanks.filled += filled
        self.acts.append(act)
        self.steps.append(step)
        self.round = step.round

    def refusal_error(self, line: int, no: Refusal, words: str = "") -> RecordError:
        """The error of something that the rules refuse, after some words."""
        words = messages.say("{words} {refused}", words=words, refused=no.words) if words else no.words
        return RecordError(line, words, no.because, self.record.game.rules)

    def is_after(self, moment: str, player: str = "") -> bool:
        """Whether the round has come to a moment: the deal, the end, or a decision such as `bet` or `Ann bet`; one that
        names no player is this player's, or any player's."""
        round = self.round
        if moment == "deal":
            return any(hand.cards for hand in round.hands) and round.need("deal") is None
        if moment == "end":
            return round.is_over
        name, _, option = moment.rpartition(" ")
        decided = (act for act in self.acts if isinstance(act, Decide) and (name or player) in ("", act.patron))
        return not moment or any(act.option == acts.read_option(option) for act in decided)

    def is_before(self, moment: str) -> bool:
        """Whether a moment comes next: the deal, or a decision of a player such as `Ann` or `Ann bet`, who is asked for
        it now."""
        if not moment:
            return True
        if moment == "deal":
            return self.round.need("deal") is not None and not any(hand.cards for hand in self.round.hands)
        asked = [need for need in self.round.needs if isinstance(need, needs.DecisionNeed)]
        if any(need.patron == moment for need in asked):
            return True
        name, _, option = moment.rpartition(" ")
        named = [need for need in asked if name in ("", need.patron)]
        return any(offered.name == acts.read_option(option) for need in named for offered in need.options)

    def why_not(self, make: Callable[[Round], Act], start: int, area: int) -> RefusedAttempt:
        """Why an act was refused at every moment after so many steps: the first rule of its refusals, or what closed
        the hand of the area. Rules that only say whose turn it is come last."""
        if (ending := self._find_ending()) is not None:
            return RefusedAttempt(0, make(self.round), ending, len(self.steps))
        said: list[RefusedAttempt] = []
        for number in range(start, len(self.steps) + 1):
            round = self.steps[number - 1].round if number else self.opening
            act = make(round)
            no = refusal(round, act) if round.hands else None
            if no is not None:
                no = cite_option(round, act, no)
                said.append(RefusedAttempt(0, act, no, number))
                if not _GENERAL.issuperset(no.because):
                    return said[-1]
        last = (
            said[-1]
            if said
            else RefusedAttempt(
                0, make(self.round), Refusal((law.ROUND_OF_PLAY,), "The round is over."), len(self.steps)
            )
        )
        closing = self._find_closing(area, start)
        return last if closing is None else last._replace(refusal=closing)

    def _find_ending(self) -> Refusal | None:
        """What went wrong, where that ended the round."""
        rounds = [self.opening, *(step.round for step in self.steps)]
        for before, act, step in zip(rounds, self.acts, self.steps, strict=False):
            if isinstance(act, irregularity.Irregularity) and step.round.is_over and not before.is_over:
                sentence, event = next(iter(narration.tell_step(before, act, step)))
                return Refusal(event.because, str(sentence.closed))
        return None

    def _find_closing(self, area: int, start: int) -> Refusal | None:
        """What the last decision on an area came to: the decision, or the settlement at the card that followed it."""
        closing = None
        for number in range(max(start - 1, 0), min(start + 1, len(self.steps))):
            before, step = self.steps[number - 1].round if number else self.opening, self.steps[number]
            dealt = {hand for event in step.events if isinstance(event, events.CardsDealt) for hand in event.hands}
            is_dealt = any(step.round.hands[hand].area == area for hand in dealt if 0 <= hand < len(step.round.hands))
            for sentence, event in narration.tell_step(before, self.acts[number], step):
                is_decided = isinstance(event, events.Decided) and event.area == area
                if is_decided or (is_dealt and isinstance(event, events.Settled) and event.settlement.area == area):
                    closing = Refusal(event.because, str(sentence.closed))
        return closing


def rows_in_order(record: Record) -> list[tuple[Path, Mapping[str, Any]]]:
    """The acts of a record and what went wrong, in the order in which they stand in the file."""
    rows: list[tuple[Path, Mapping[str, Any]]] = [
        ((table, place), row)
        for table in ("act", acts.IRREGULARITY)
        for place, row in enumerate(record.data.get(table, ()))
    ]
    return sorted(rows, key=lambda entry: record.lines.of(entry[0]))


def cite_option(round: Round, act: Act, no: Refusal) -> Refusal:
    """A refusal of an option that is not among those offered, with the rule that says to whom it is."""
    rule = acts.OFFERED_BY.get(act.option) if isinstance(act, Decide) else None
    if rule is None or law.NOT_AN_OPTION not in no.because or not round.game.rules.applies(rule):
        return no
    return no._replace(because=tuple(dict.fromkeys((law.NOT_AN_OPTION, rule, *no.because))))


def _read_written_cards(data: Mapping[str, Any]) -> Iterator[Card]:
    """The cards that a record has anywhere, with its ranks that stand alone; those that cannot be read are said where
    they come up."""
    rows = [*data.get("player", ()), *(data[kind] for kind in ("dealer", "community") if kind in data)]
    rows += [row for name in ("act", acts.IRREGULARITY) for row in data.get(name, ()) if not row.get("refused")]
    for row in rows:
        for text in (row.get("cards", ""), row.get("turns", ""), row.get("extra", ""), *row.get("split", ())):
            with suppress(ValueError):
                yield from acts.parse_written(text)
