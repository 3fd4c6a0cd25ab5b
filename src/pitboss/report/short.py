"""The short form of a record: players with their wagers, cards and decisions. Each need is answered from it in turn."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.cards import UNKNOWN, Card
from pitboss.money import Stake
from pitboss.play import Round, apply, refusal
from pitboss.play.acts import Call, Cut, Deal, Decide, Find, Lapse, Place, Shuffle, Turn
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, Option, ShuffleNeed, Slot, TurnNeed
from pitboss.play.wager import Wager
from pitboss.report.acts import FieldError, read_stake
from pitboss.report.errors import RecordError
from pitboss.report.held import Held
from pitboss.report.lines import Path
from pitboss.report.shape import shown
from pitboss.report.stage import Stage

LAPSES = ("absent", "slow", "refuses")
HOUSE = {"dealer": "the dealer", "community": "the community"}
"""The tables of the house's hands, by the kind of the hand."""


class Planned(NamedTuple):
    """A decision as the record has it; without a stake it takes what the rules ask for."""

    option: str
    stake: Stake | None
    unnoticed: bool
    line: int


class Seated:
    """A player of the record, with what they are still to do."""

    def __init__(self, place: int, row: Mapping[str, Any], stage: Stage) -> None:
        self.path: Path = ("player", place)
        self.row = row
        self.name: str = row["name"]
        self.area: int = row["area"]
        self._lines = stage.record.lines
        self.held = Held(self.name, self.path, row, stage.record)
        self.does = [self._planned(number, entry) for number, entry in enumerate(row.get("does", ()))]
        self.to_find: list[str] = list(row.get("found", ()))
        self.unnoticed: set[str] = set(row.get("unnoticed", ()))
        self.to_overlook = set(self.unnoticed)

    def line(self, *field: str | int) -> int:
        """The line of a field of theirs, or of what is nearest to it."""
        return self._lines.of((*self.path, *field))

    def stake(self, written: object, *field: str | int) -> Stake:
        """A stake of theirs, written in a field."""
        try:
            return read_stake(written)
        except FieldError as error:
            raise RecordError(self.line(*field), f"{self.name}: {error}") from None

    def _planned(self, number: int, entry: str | Mapping[str, Any]) -> Planned:
        line = self.line("does", number)
        if isinstance(entry, Mapping):
            stake = self.stake(entry["stake"], "does", number) if "stake" in entry else None
            planned = Planned(entry["option"], stake, entry.get("unnoticed", False), line)
        else:
            option, *amount = entry.split()
            if len(amount) > 1:
                table = '{ option = "bet", stake = { chips = 25, tokens = 25 } }'
                words = f"{shown(entry)} says too much: write an option and an amount, or a table such as {table}"
                raise RecordError(line, f"{self.name}: {words}")
            planned = Planned(option, self.stake(amount[0], "does", number) if amount else None, False, line)
        if planned.option in LAPSES and (planned.stake or planned.unnoticed):
            raise RecordError(line, f"{self.name}: who is {planned.option} stakes nothing")
        return planned

    def check_used(self) -> None:
        """Refuse what a round that is over never came to."""
        if self.does:
            words = f"{self.name} does {shown(self.does[0].option)}, which the round never came to"
            raise RecordError(self.does[0].line, words)
        for field, left in (("found", self.to_find), ("unnoticed", sorted(self.to_overlook))):
            if left:
                what = "was never found wrong" if field == "found" else "never came into play"
                raise RecordError(self.line(field), f"{self.name}: {shown(left[0])} {what}")
        self.held.check_used()


class ShortForm:
    """Answers what a round asks from the short form of a record."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        data, record = stage.record.data, stage.record
        self.house: tuple[str, ...] = record.game.house
        for kind, who in HOUSE.items():
            if kind in data and kind not in self.house:
                raise RecordError(record.lines.of((kind,)), f"this game deals no cards to {who}")
        self.board = {kind: Held(who, (kind,), data.get(kind, {}), record) for kind, who in HOUSE.items()}
        self.seats = [Seated(place, row, stage) for place, row in enumerate(data.get("player", ()))]
        self._check_seats()
        self.by_name = {seat.name: seat for seat in self.seats}
        self.by_area = {seat.area: seat for seat in reversed(self.seats)}

    def _check_seats(self) -> None:
        """Refuse two players of one name or on one area, and wagers overlooked on spots that are none."""
        spots = self.stage.record.game.spots
        shared = any(spot.bettors > 1 for spot in spots.values())
        for place, seat in enumerate(self.seats):
            before = self.seats[:place]
            if any(other.name == seat.name for other in before):
                raise RecordError(
                    seat.line("name"), f"{seat.name} is there already: every player has a name of their own"
                )
            if not shared and any(other.area == seat.area for other in before):
                raise RecordError(seat.line("area"), f"{seat.name}: area {seat.area} has a player already")
            known = {*spots, *(planned.option for planned in seat.does)}
            for field in ("unnoticed", "found"):
                for number, spot in enumerate(seat.row.get(field, ())):
                    if spot not in known:
                        words = f"{seat.name}: there is no wager called {shown(spot)}: there is {', '.join(spots)}"
                        raise RecordError(seat.line(field, number), words)

    def run(self) -> None:
        """Answer what the round asks until it is over, or the record has no answer."""
        self._place_wagers()
        while not self.stage.round.is_over and (self._find() or self._answer()):
            pass
        if self.stage.round.is_over:
            for seat in self.seats:
                seat.check_used()
            for held in self.board.values():
                held.check_used()

    def _place_wagers(self) -> None:
        game = self.stage.record.game
        order = {spot: place for place, spot in enumerate(game.spots)}
        for seat in self.seats:
            for spot in sorted(seat.row["wagers"], key=lambda spot: order.get(spot, len(order))):
                field = ("wagers", spot)
                stake = seat.stake(seat.row["wagers"][spot], *field)
                act = Place("wagers", seat.name, seat.area, spot, stake, spot in seat.unnoticed)
                is_there = 1 <= seat.area <= game.terms.areas
                self.stage.do(seat.line(*field) if is_there else seat.line("area"), act)
                seat.to_overlook.discard(spot)

    def _find(self) -> bool:
        """Let the dealer notice the wagers that the record says were found, as soon as there is something to do."""
        round = self.stage.round
        for seat in self.seats:
            for spot in seat.to_find:
                for wager in round.wagers:
                    if wager.patron == seat.name and self._is_on(wager, spot) and round.game.fault(round, wager):
                        seat.to_find.remove(spot)
                        self.stage.do(seat.line("found"), Find(wager.id))
                        return True
        return False

    def _is_on(self, wager: Wager, spot: str) -> bool:
        """Whether a wager is the one that a record calls by its spot, or by the option that made it."""
        spots = self.stage.record.game.spots
        return wager.spot == spot or (spot not in spots and not spots[wager.spot].opening)

    def _answer(self) -> bool:
        """Answer one need; false if the record has no answer to any."""
        round = self.stage.round
        for need in round.needs:
            match need:
                case ShuffleNeed():
                    self.stage.do(1, Shuffle(need.id))
                    return True
                case CutNeed():
                    self.stage.do(1, Cut(need.id, need.by, need.least))
                    return True
                case DecisionNeed() if self._decide(need):
                    return True
                case CardsNeed() if self._deal(need):
                    return True
                case TurnNeed() if self._turn(need):
                    return True
                case CallNeed() if not self._undecided(round):
                    self.stage.do(1, Call(need.id))
                    return True
                case _:
                    continue
        return False

    # Decisions.

    def _undecided(self, round: Round) -> bool:
        return any(isinstance(n, DecisionNeed) and (not n.optional or self._next(n)) for n in round.needs)

    def _next(self, need: DecisionNeed) -> Option | None:
        """The option that the player takes next, if this need has it."""
        seat = self.by_name.get(need.patron)
        word = seat.does[0].option if seat is not None and seat.does else ""
        return next((option for option in need.options if option.name == word), None)

    def _decide(self, need: DecisionNeed) -> bool:
        seat = self.by_name.get(need.patron)
        option = self._next(need)
        if seat is None or not seat.does or (option is None and need.optional):
            return False
        planned = seat.does.pop(0)
        if planned.option in LAPSES:
            self.stage.do(planned.line, Lapse(need.id, planned.option))
            return True
        asked = Stake.of(option.least_cents if option is not None else 0)
        stake = planned.stake if planned.stake is not None else asked
        act = Decide(need.id, seat.name, planned.option, stake, planned.unnoticed)
        self.stage.do(planned.line, act._replace(unnoticed=act.unnoticed or self._overlooked(seat, act)))
        return True

    def _overlooked(self, seat: Seated, act: Decide) -> bool:
        """Whether the record says of the wager that a decision makes that it went down unchecked."""
        tried = act._replace(unnoticed=True)
        made: tuple[Wager, ...] = ()
        if seat.unnoticed and refusal(self.stage.round, tried) is None:
            made = apply(self.stage.round, tried).round.wagers[len(self.stage.round.wagers) :]
        names = {act.option, *(wager.spot for wager in made)} if made else set()
        seat.to_overlook -= names
        return bool(names & seat.unnoticed)

    # Cards.

    def _held(self, hand: int, area: int) -> Held | None:
        """What the record has of a hand: the house's by its kind, a player's by its area."""
        if hand < len(self.house):
            return self.board[self.house[hand]]
        seat = self.by_area.get(area)
        return seat.held if seat is not None else None

    def _deal(self, need: CardsNeed) -> bool:
        """Deal every hand as the record has it; with cards for none of them, the record stops here."""
        slots: dict[int, list[Slot]] = {}
        for slot in need.slots:
            slots.setdefault(slot.hand, []).append(slot)
        held = {hand: self._held(hand, places[0].area) for hand, places in slots.items()}
        if not any(each is not None and each.cards for each in held.values()):
            return False
        known = {hand: each for hand, each in held.items() if each is not None}
        dealt = {hand: each.deal([slot.up for slot in slots[hand]]) for hand, each in known.items()}
        line = self._line_to_blame(known, slots, dealt)
        laid = {hand: iter(cards) for hand, cards in dealt.items()}
        self.stage.do(line, Deal(need.id, tuple(next(laid[slot.hand]) for slot in need.slots)))
        return True

    def _line_to_blame(
        self, held: Mapping[int, Held], slots: Mapping[int, list[Slot]], dealt: Mapping[int, tuple[Card, ...]]
    ) -> int:
        """The line of the hand whose card is not in the deck, came before, or lies face up and is not named."""
        game, seen = self.stage.record.game, list(self.stage.round.seen)
        for hand in sorted(dealt):
            for slot, card in zip(slots[hand], dealt[hand], strict=True):
                if card == UNKNOWN and not slot.up:
                    continue
                if card == UNKNOWN or card not in game.deck_set or seen.count(card) >= game.copies:
                    return held[hand].line
                seen.append(card)
        return held[min(held)].line

    def _turn(self, need: TurnNeed) -> bool:
        """Turn a hand, or the part of it that is asked for; the cards that nobody had named are those of `turns`."""
        round = self.stage.round
        if need.hand < 0:
            return False
        held = self._held(need.hand, round.hands[need.hand].area)
        named = held.name(need.unknown) if held is not None else None
        if held is None or named is None:
            return False
        self.stage.do(held.turn_line(), Turn(need.id, named))
        return True
