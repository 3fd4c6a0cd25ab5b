"""Plays a record through the kernel: its acts in order, or its short form. Cards that it leaves open are chosen where
they change no result."""

import copy
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from pitboss import law, messages
from pitboss.cards import UNKNOWN, Card, best_hand
from pitboss.cards.card import NAMES, RANKS, SUITS
from pitboss.play import Claim, Deal, Event, Refused, Round, Settlement, Step, Turn, TurnNeed, apply, spot_words
from pitboss.play.events import JackpotClaimed, Settled
from pitboss.report import lines, narration, record_head, short_form
from pitboss.report.acts import show_written
from pitboss.report.record import PlayedRecord, Record, read_record
from pitboss.report.record_play import FilledBlank, RecordPlay, fitting_cards, rows_in_order
from pitboss.report.settlements import hand_name, settlement_words
from pitboss.value import Value

# Whether cards that a record leaves open decide a wager.


_MOST_READ = 400_000
"""How many choices of cards are looked at."""
_MOST_PLAYED = 20_000
"""How many choices of cards are played."""
_AGAIN = 20
"""For how many of those a record counts that is played anew, as it takes so much longer."""
_TRIED_FIRST = 24
"""How many choices are played at random before all are: most cards that decide something do so in one of them."""
_EACH_READING = 64
"""How many choices are kept that make one hand, to find one that leaves the cards for the others."""


class CardDifference(Value):
    """What another choice of cards decides otherwise: a wager, or how the round goes on (no wager); the blanks of the
    hands that do, other cards for them, and the round that these lead to, or why they lead to none.

    Without blanks, there are too many choices of cards to tell.
    """

    wager: int | None = None
    blanks: tuple[FilledBlank, ...] = ()
    cards: tuple[Card, ...] = ()
    leads_to: Round | str = ""


class _TooManyError(Exception):
    """More choices of cards than are looked at or played."""


class _ReadError(Exception):
    """A card was read of which it was said that no settlement reads it."""


def _fail(*_: object) -> int:
    raise _ReadError


class _Unread(Card):
    """A card that cannot be read: its number is past those of all cards, and it has no rank and no suit. (A number in
    a list is looked up without asking the card, so there the number is what fails.)"""

    def __new__(cls, number: int) -> "_Unread":
        return super().__new__(cls, len(NAMES) + len(RANKS) + number)

    rank = suit = property(_fail)
    __rshift__ = __and__ = _fail


class _UnreadSuit(Card):
    """A card whose suit cannot be read, in games that read nothing else by it: points go by the rank."""

    suit = property(_fail)
    __and__ = _fail


Choice = dict[int, Card]
"""Cards for some blanks, by the number of the blank."""


Again = Callable[[Sequence[Card]], Round | str]


def find_difference(stage: RecordPlay, again: Again) -> CardDifference | None:
    """What another choice of cards for the blanks of a record would decide otherwise; nothing where none does.

    `again` plays the record once more with other cards, where its acts do not fit them: the round, or what is wrong.
    """
    if not any(each.is_live for each in stage.blanks.filled):
        return None
    try:
        return _OtherCards(stage, again).find()
    except _TooManyError:
        return CardDifference()


class _OtherCards:
    """Plays the acts of a record with other cards in its blanks."""

    def __init__(self, stage: RecordPlay, again: Again) -> None:
        self.game = stage.record.game
        self.acts = stage.acts
        self.rounds = [stage.opening, *(step.round for step in stage.steps)]
        self.end = stage.round
        self.results = _results(self.end)
        self.grounds = stage.blanks.grounds
        self.grounds.update(_grounds_of(self.end))
        self.filled = stage.blanks.filled
        self.left = stage.blanks.left
        self.again = again
        named = {card for card in stage.blanks.written if card < UNKNOWN}
        self.renamings = [
            suits
            for suits in itertools.permutations(range(len(SUITS)))
            if {self._rename(card, suits) for card in named} == named
        ]
        """The ways to call the suits otherwise that change no card which the record names."""
        self.live = [number for number, each in enumerate(self.filled) if each.is_live]
        self.unread: Choice = {}
        self.read = self.played = 0

    def find(self) -> CardDifference | None:
        """Look for a choice that decides something otherwise: some at random, then all that can be told apart."""
        random = Random(0)  # noqa: S311  any choices do, so long as they are the same each time
        for _ in range(_TRIED_FIRST):
            choice = self._choose_all(random.choice)
            if choice is not None and (found := self._compare(choice)) is not None:
                return found
        self._find_unread()
        try:
            return self._find_in_all()
        except _ReadError:  # other cards make the settlement read these, too
            self.unread = {}
            return self._find_in_all()

    def _find_in_all(self) -> CardDifference | None:
        choices = self._poker_choices() if self.game.copies == 1 else self._point_choices()
        return next((found for choice in choices if (found := self._compare(choice)) is not None), None)

    # Playing.

    def _play(self, choice: Choice) -> Round | None:
        """The round with some other cards; nothing where the acts do not fit them."""
        self.played += 1
        if self.played > _MOST_PLAYED:
            raise _TooManyError
        changed: dict[int, dict[int, Card]] = {}
        for number, card in choice.items():
            changed.setdefault(self.filled[number].act, {})[self.filled[number].place] = card
        round = self.rounds[min(changed)]
        if self.unread:
            game = copy.copy(self.game)
            game.deck_set = game.deck_set | {*self.unread.values()}
            round = round._replace(game=game)
        for number in range(min(changed), len(self.acts)):
            act = self.acts[number]
            if number in changed:
                assert isinstance(act, Deal | Turn)
                cards = tuple(changed[number].get(place, card) for place, card in enumerate(act.cards))
                act = act._replace(cards=cards)
            try:
                round = apply(round, act).round
            except Refused:
                return None
            except (ValueError, IndexError):
                if self.unread:
                    raise _ReadError from None
                raise
        return round

    def _compare(self, choice: Choice) -> CardDifference | None:
        """What a choice of cards decides otherwise, by as few of the cards as do."""
        if (whole := self._complete(choice)) is None or not (changed := self._change(whole)):
            return None
        if self._decides(changed) is None:
            return None
        for number in sorted(changed):
            fewer = {each: card for each, card in changed.items() if each != number}
            whole_fewer = self._complete(fewer) if fewer else None
            if whole_fewer is not None and self._change(whole_fewer).keys() == fewer.keys() and self._decides(fewer):
                changed = fewer
        found = self._decides(changed)
        assert found is not None
        kinds = {(self.filled[number].hand, self.filled[number].blank == UNKNOWN) for number in changed}
        told = [n for n in self.live if (self.filled[n].hand, self.filled[n].blank == UNKNOWN) in kinds]
        told.sort(key=lambda number: self.filled[number].hand)
        cards = tuple(changed.get(number, self.filled[number].card) for number in told)
        return found._replace(blanks=tuple(self.filled[number] for number in told), cards=cards)

    def _change(self, whole: Choice) -> Choice:
        return {number: card for number, card in whole.items() if card != self.filled[number].card}

    def _decides(self, changed: Choice) -> CardDifference | None:
        """The wager that other cards decide otherwise, and what they lead to."""
        round = self._play(self.unread | changed)
        if round is None or round.is_over != self.end.is_over:
            self.played += _AGAIN
            again = self.again([changed.get(number, each.card) for number, each in enumerate(self.filled)])
            if isinstance(again, str):
                return CardDifference(leads_to=again)
            round = again
        theirs = _results(round)
        for wager in sorted({*self.results, *theirs}):
            if theirs.get(wager) != self.results.get(wager):
                return CardDifference(wager, leads_to=round)
        if round.is_over != self.end.is_over:
            return CardDifference(leads_to=round)
        for place, because in _grounds_of(round).items():
            self.grounds[place].intersection_update(because)
        return None

    # Choosing.

    def _choose_all(self, pick: Callable[[list[Card]], Card]) -> Choice | None:
        """One choice of cards for all blanks."""
        left, choice = Counter(self.left), Choice()
        for number in sorted(self.live, key=lambda number: self.filled[number].blank == UNKNOWN):
            cards = [card for card in fitting_cards(self.filled[number].blank, self.left) if left[card] > 0]
            if not cards:
                return None
            choice[number] = pick(cards)
            left[choice[number]] -= 1
        return choice

    def _complete(self, choice: Choice) -> Choice | None:
        """A choice for some blanks with cards for the others: the same as before, unless they are gone; nothing where
        the deck has none. Ranks that stand alone come first, for an unseen card may be any."""
        left, whole = Counter(self.left), dict(choice)
        left.subtract(choice.values())
        if any(count < 0 for count in left.values()):
            return None
        others = [number for number in range(len(self.filled)) if number not in choice and number not in self.unread]
        for number in sorted(others, key=lambda number: self.filled[number].blank == UNKNOWN):
            each = self.filled[number]
            cards = [each.card, *fitting_cards(each.blank, self.left)]
            card = next((card for card in cards if left[card] > 0), None)
            if card is None:
                return None
            whole[number] = card
            left[card] -= 1
        return whole

    def _find_unread(self) -> None:
        """The blanks of hands that the engine settles without reading them."""
        hands = {self.filled[number].hand for number in self.live}
        unread: Choice = {}
        for hand in hands:
            there: Choice = {}
            for number in self.live:
                each = self.filled[number]
                if each.hand == hand:  # of points, a rank that is known is read
                    is_rank = each.blank != UNKNOWN and self.game.copies > 1
                    there[number] = _UnreadSuit(each.card) if is_rank else _Unread(number)
            unread |= there if self._is_settled_with(there) else {}
        self.unread = unread if unread and self._is_settled_with(unread) else {}

    def _is_settled_with(self, unread: Choice) -> bool:
        self.unread = unread
        try:
            round = self._play(unread)
        except _ReadError:
            return False
        return round is not None and _results(round) == self.results and round.is_over == self.end.is_over

    def _find_open(self) -> list[int]:
        return [number for number in self.live if number not in self.unread]

    # Poker: what each hand comes to.

    def _poker_choices(self) -> Iterator[Choice]:
        """A choice for each pair of hands that an area and the dealer can come to, with each board there can be."""
        by_hand: dict[int, list[int]] = {}
        for number in self._find_open():
            by_hand.setdefault(self.filled[number].hand, []).append(number)
        house = dict(zip(self.game.house, itertools.count(), strict=False))
        board_hand, dealer = house.get("community", -1), house.get("dealer", -1)
        board_blanks, dealer_blanks = by_hand.pop(board_hand, []), by_hand.pop(dealer, [])
        for hand, blanks in by_hand.items() or [(-1, [])]:
            both = [(hand, blanks), (dealer, dealer_blanks)]
            seen: set[object] = set()
            for board_choice in self._choose_ordered(board_blanks):
                whole = self._complete(board_choice)
                cards = tuple(board_choice.values())
                # no suit ranks above another: a choice that came before with suits called otherwise comes to the same
                is_known = any(tuple(self._rename(card, suits) for card in cards) < cards for suits in self.renamings)
                if whole is None or is_known:
                    continue
                board = self._cards_of(board_hand, board_choice)
                fixed = [each.id for each in self.end.hands if board_blanks and each.id not in (hand, board_hand)]
                rest = [self._reads(each, whole, board) for each in fixed if each != dealer or not dealer_blanks]
                reached = [self._reach(each, to_choose, board_choice, board) for each, to_choose in both]
                for mine, theirs in itertools.product(*reached):
                    reading = (mine, theirs, *rest)
                    if reading not in seen:
                        seen.add(reading)
                        pairs = itertools.product(reached[0][mine], reached[1][theirs])
                        yield from self._first_possible({**board_choice, **one, **other} for one, other in pairs)

    @staticmethod
    def _rename(card: Card, suits: tuple[int, ...]) -> int:
        return card & ~3 | suits[card & 3]

    def _first_possible(self, choices: Iterable[Choice]) -> Iterator[Choice]:
        """The first of some choices that the deck has the cards for."""
        tried = 0
        for choice in choices:
            tried += 1
            if self._complete(choice) is not None:
                yield choice
                return
        if tried >= _EACH_READING:  # there may be others, which were not kept
            raise _TooManyError

    def _cards_of(self, hand: int, choice: Choice) -> tuple[Card, ...]:
        """The cards of a hand in the end, with some others for its blanks; of a single deck no two are alike."""
        if hand < 0:
            return ()
        swap = {self.filled[n].card: card for n, card in choice.items() if self.filled[n].hand == hand}
        return tuple(swap.get(card, card) for card in self.end.hands[hand].cards)

    def _reads(self, hand: int, choice: Choice, board: tuple[Card, ...]) -> object:
        """What a hand comes to with the board; a player's also with what lay there before, which a jackpot wager may
        ride on."""
        cards = self._cards_of(hand, choice)
        if UNKNOWN in cards or UNKNOWN in board:
            return ()
        least = len(board) if hand < len(self.game.house) else 0
        boards = [board[:count] for count in range(least, len(board) + 1) if 5 <= len(cards) + count <= 7]
        return tuple(best_hand(cards + each) for each in boards)

    def _reach(
        self, hand: int, blanks: list[int], board_choice: Choice, board: tuple[Card, ...]
    ) -> dict[object, list[Choice]]:
        """What a hand can come to, each with some choices that make it. The order of its cards does not matter."""
        reached: dict[object, list[Choice]] = {}
        gone = {*board_choice.values()}
        for choice in self._choose_unordered(blanks, gone):
            found = reached.setdefault(self._reads(hand, choice, board), [])
            if len(found) < _EACH_READING:
                found.append(choice)
        return reached

    def _choose_unordered(self, blanks: list[int], gone: set[Card]) -> Iterator[Choice]:
        """The choices for some blanks of one hand, those that differ in their order once."""
        alike: dict[Card, list[int]] = {}
        for number in blanks:
            alike.setdefault(self.filled[number].blank, []).append(number)
        ways = [
            itertools.combinations(
                [c for c in fitting_cards(blank, self.left) if self.left[c] and c not in gone], len(numbers)
            )
            for blank, numbers in alike.items()
        ]
        numbers = [number for some in alike.values() for number in some]
        for cards in itertools.product(*ways):
            self._count()
            chosen = [card for some in cards for card in some]
            if len({*chosen}) == len(chosen):
                yield dict(zip(numbers, chosen, strict=True))

    def _choose_ordered(self, blanks: list[int]) -> Iterator[Choice]:
        """The choices for some blanks whose order matters."""
        domains = [[c for c in fitting_cards(self.filled[n].blank, self.left) if self.left[c]] for n in blanks]
        for cards in itertools.product(*domains):
            self._count()
            if self.game.copies > 1 or len({*cards}) == len(cards):
                yield dict(zip(blanks, cards, strict=True))

    def _count(self) -> None:
        self.read += 1
        if self.read > _MOST_READ:
            raise _TooManyError

    # Points: ranks together, suits in threes.

    def _point_choices(self) -> Iterator[Choice]:
        """All ranks of the unseen cards on an area and with the dealer, then all cards of each three."""
        by_area: dict[int, list[int]] = {}
        for number in self._find_open():
            by_area.setdefault(self.filled[number].area, []).append(number)
        dealer = by_area.get(0, [])
        for area in [area for area in by_area if area] or [0]:
            together = by_area.get(area, []) + (dealer if area else [])
            unseen = [number for number in together if self.filled[number].blank == UNKNOWN]
            for ranks in itertools.product({card.rank for card in self.left}, repeat=len(unseen)):
                left, choice = Counter(self.left), Choice()
                for number, rank in zip(unseen, ranks, strict=True):
                    choice[number] = max((card for card in left if card.rank == rank), key=lambda card: left[card])
                    left[choice[number]] -= 1
                yield choice
        for numbers in by_area.values():
            for three in itertools.combinations(numbers, min(len(numbers), 3)):
                if sum(self.filled[number].blank == UNKNOWN for number in three) < 2:
                    yield from self._choose_ordered(list(three))


def _results(round: Round) -> dict[int, list[object]]:
    """The results of each wager: its settlements, and the prizes that it claims."""
    found: dict[int, list[object]] = {}
    for done in round.settlements:
        found.setdefault(done.wager, []).append((done.result, done.pays, done.returned, done.taken))
    for claim in round.claims:
        found.setdefault(claim.wager, []).append(claim.line)
    return found


def _grounds_of(round: Round) -> dict[tuple[int, int], set[law.Ground]]:
    """The grounds of each settlement of a round, by the wager and which of its settlements it is."""
    found: dict[tuple[int, int], set[law.Ground]] = {}
    counts: Counter[int] = Counter()
    for done in round.settlements:
        found[done.wager, counts[done.wager]] = {*done.because}
        counts[done.wager] += 1
    return found


# What is certain whatever the cards are.


def certain_steps(stage: RecordPlay) -> Iterator[Step]:
    """The steps of a record, each settlement with the grounds that hold whatever the cards are that it leaves open."""
    if not stage.blanks.grounds:
        yield from stage.steps
        return
    end, counts = stage.round, Counter[int]()
    certain: dict[Settlement | Claim, law.Because] = {}
    for done in end.settlements:
        holds = stage.blanks.grounds[done.wager, counts[done.wager]]
        counts[done.wager] += 1
        certain[done] = tuple(ground for ground in done.because if ground in holds)
        certain |= {claim: certain[done] for claim in end.claims if claim.wager == done.wager}
    for step in stage.steps:
        round = step.round
        settlements = tuple(done._replace(because=certain[done]) for done in round.settlements)
        claims = tuple(claim._replace(because=certain[claim]) for claim in round.claims)
        yield Step(
            round._replace(settlements=settlements, claims=claims),
            tuple(_certain_event(event, certain) for event in step.events),
        )


def _certain_event(event: Event, certain: Mapping[Settlement | Claim, law.Because]) -> Event:
    match event:
        case Settled(settlement=done):
            return Settled(done._replace(because=certain[done]))
        case JackpotClaimed(claim=claim):
            return JackpotClaimed(claim._replace(because=certain[claim]))
        case _:
            return event


# Playing a record.


def play_record(record: Record) -> PlayedRecord:
    """Play a record to where it ends. What the rules would not have taken is an error at its line; cards that it leaves
    open are chosen where they change no result."""
    failed: lines.RecordError | None = None
    try:
        stage = _play(record)
    except lines.RecordError as error:
        if law.CARD_UNSEEN not in error.because:
            raise
        failed = error
    hint = ""
    if failed is not None or any(isinstance(need, TurnNeed) and need.unknown for need in stage.round.needs):
        whole = None
        with suppress(lines.RecordError):  # where unseen cards are not all that is missing
            whole = _play(record, names_unseen=True)
        difference = _difference(whole) if whole is not None else None
        if whole is not None and whole.round.is_over and difference is None:
            return _finish_record(whole)
        if whole is not None and difference is not None:
            hint = _difference_words(difference, whole)
        if failed is not None:
            words = failed.words
            if hint:
                words = messages.say("{words} {hint}", words=failed.words, hint=hint[:1].upper() + hint[1:])
            raise lines.RecordError(failed.line, words, failed.because, record.game.rules)
    if (difference := _difference(stage)) is not None:
        first = difference.blanks[0] if difference.blanks else stage.blanks.filled[0]
        raise lines.RecordError(first.line, _difference_words(difference, stage))
    return _finish_record(stage)._replace(hint=hint)


def _difference(stage: RecordPlay) -> CardDifference | None:
    """What other cards in the place of those that a record leaves open would decide otherwise."""

    def again(plan: Sequence[Card]) -> Round | str:
        try:
            return _play(stage.record, plan, names_unseen=stage.blanks.names_unseen).round
        except lines.RecordError as error:
            return error.words

    return find_difference(stage, again)


def _difference_words(difference: CardDifference, stage: RecordPlay) -> str:
    """Which wager the cards decide that a record leaves open, with an example of two choices."""
    blanks = difference.blanks or tuple(each for each in stage.blanks.filled if each.is_live)
    by_hand: dict[int, list[Card]] = {}
    for each in blanks:
        by_hand.setdefault(each.hand, []).append(each.blank)
    of_hands = [
        messages.say("{cards} of {hand}", cards=show_written(cards), hand=hand_name(stage.round, hand, by_player=True))
        for hand, cards in by_hand.items()
    ]
    are_ranks = all(each.blank != UNKNOWN for each in blanks)
    if len(blanks) == 1:
        what = messages.say("the suit of {cards}", cards=of_hands[0]) if are_ranks else of_hands[0]
    else:
        cards = messages.say(" and ").join(of_hands)
        suit, card = (
            messages.say("one of the suits of {cards}", cards=cards),
            messages.say("one of {cards}", cards=cards),
        )
        what = suit if are_ranks else card
    if not difference.blanks:
        words = "{what} may decide a wager, and there are too many cards to tell: write them out"
        return messages.say(words, what=what)
    ours, theirs = show_written(each.card for each in blanks), show_written(difference.cards)
    if difference.wager is None:
        more = difference.leads_to if isinstance(difference.leads_to, str) else ""
        words = "{what} decides how the round goes on: {ours} leads on, and {theirs} does not. {more}"
        return messages.say(words, what=what, ours=ours, theirs=theirs, more=more).strip()
    assert isinstance(difference.leads_to, Round)
    wager = stage.round.wagers[difference.wager]
    became = []
    for round in (stage.round, difference.leads_to):
        said = [settlement_words(done, round) for done in round.settlements if done.wager == difference.wager]
        said += [narration.claim_words(claim) for claim in round.claims if claim.wager == difference.wager]
        became.append(messages.say(" and ").join(said) or messages.say("it is not settled yet"))
    return messages.say(
        "{what} decides {patron}'s {spot} on area {area}: with {ours}, {first}; with {theirs}, {second}",
        what=what,
        patron=wager.patron,
        spot=spot_words(wager.spot),
        area=wager.area,
        ours=ours,
        first=became[0],
        theirs=theirs,
        second=became[1],
    )


def _play(record: Record, plan: Sequence[Card] = (), *, names_unseen: bool = False) -> RecordPlay:
    """Play a record once, with one choice of the cards that it leaves open."""
    stage = RecordPlay(record, plan, names_unseen=names_unseen)
    if stage.is_short:
        short_form.ShortForm(stage).run()
    else:
        for path, row in rows_in_order(record):
            stage.write(path, row)
    return stage


def _finish_record(stage: RecordPlay) -> PlayedRecord:
    note = stage.record.data.get("note", "")
    chosen = {each.card: str(each.blank) for each in stage.blanks.filled}
    acts, steps, tried = tuple(stage.acts), tuple(certain_steps(stage)), tuple(stage.tried)
    head, data = record_head.RecordHead(stage.record.data, stage.record.lines), stage.record.data
    meter = head.cents("meter") if "meter" in data else None
    reset = head.cents("reset") if "reset" in data else 0
    played = PlayedRecord(stage.record.game, stage.opening, acts, steps, tried, note, chosen)
    return played._replace(meter_cents=meter, reset_cents=reset)


def settle(record: str | Path) -> PlayedRecord:
    """Decide a record of a round: its text, or the file that it stands in."""
    return play_record(read_record(record.read_bytes() if isinstance(record, Path) else record))
