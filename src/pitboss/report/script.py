"""Plays a record through the kernel: its acts in order, or its short form, from which each need is answered in turn."""

from collections.abc import Mapping
from typing import Any

from pitboss.cards import UNKNOWN, Card
from pitboss.money import EMPTY, Stake, dollars
from pitboss.play import Refused, Round, Step, apply, refusal
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Find, Lapse, Place, Shuffle, Sit, Turn
from pitboss.play.box import seat_of
from pitboss.play.history import NOTHING_WRONG, needless, overlooks_nothing
from pitboss.play.needs import RACK, CallNeed, CardsNeed, CutNeed, DecisionNeed, Option, ShuffleNeed, Slot, TurnNeed
from pitboss.play.wager import Wager
from pitboss.report.acts import FieldError, hands_on, place_on_area, read_act
from pitboss.report.lines import RecordError, shown
from pitboss.report.players import LAPSES, Held, Planned, Seat
from pitboss.report.record import Played, Record, Tried

HOUSE = {"dealer": "the dealer", "community": "the community"}
"""The tables of the house's hands, by the kind of the hand."""
_SHARED = ("seated", "line", "split")
"""What is said of players only in games whose areas are shared and whose hands are split."""
_WHOLE = ("double", "insure")
"""Options that take up to an amount: without a figure they are for all of it."""
_DECLINES = ("pass", "stay", "keep")
"""Options that change nothing: whoever says nothing takes them."""


def play_record(record: Record) -> Played:
    """Play a record to where it ends. What the rules would not have taken is an error at its line."""
    stage = Stage(record)
    if "act" in record.data:
        for place, row in enumerate(record.data["act"]):
            stage.write(place, row)
    else:
        ShortForm(stage).run()
    return Played(
        record.game,
        stage.opening,
        tuple(stage.acts),
        tuple(stage.steps),
        tuple(stage.tried),
        record.data.get("note", ""),
    )


class Stage:
    """A round being played from a record."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.is_short = "act" not in record.data
        """Whether a person wrote what happened. Acts may come from a floor, where a wager that keeps to the sign can
        break a limit of the player's own that no record tells."""
        self.opening: Round = record.table.begin().round
        self.round = self.opening
        self.acts: list[Act] = []
        self.steps: list[Step] = []
        self.tried: list[Tried] = []

    def write(self, place: int, row: Mapping[str, Any]) -> None:
        """Play one row of acts as written."""
        line = self.record.lines.of(("act", place))
        try:
            act = read_act(self.round, row)
        except FieldError as error:
            raise RecordError(self.record.lines.of(("act", place, error.field)), str(error)) from None
        if not row.get("refused"):
            self.do(line, act)
            return
        no = refusal(self.round, act)
        if no is None:
            raise RecordError(line, "this is marked as refused, but no rule refuses it")
        self.tried.append(Tried(line, act, no, len(self.steps)))

    def do(self, line: int, act: Act) -> None:
        """Play one act; a refusal is an error of the record."""
        no = needless(self.round, act) or (overlooks_nothing(self.round, act) if self.is_short else None)
        if no is not None:
            raise RecordError(line, no.words, no.because, self.record.game.rules)
        try:
            step = apply(self.round, act)
        except Refused as error:
            raise RecordError(line, str(error), error.because, self.record.game.rules) from None
        self.acts.append(act)
        self.steps.append(step)
        self.round = step.round


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
        self.seats = [Seat(place, row, record) for place, row in enumerate(data.get("player", ()))]
        self.is_shared = any(spot.bettors > 1 for spot in record.game.spots.values())
        for place, seat in enumerate(self.seats):
            self._check_seat(seat, self.seats[:place])
        self.by_place = {(seat.name, seat.area): seat for seat in self.seats}
        self.by_area: dict[int, Seat] = {}
        for seat in self.seats:
            if seat.has_cards or seat.area not in self.by_area:
                self.by_area[seat.area] = seat

    def _check_seat(self, seat: Seat, before: list[Seat]) -> None:
        """Refuse a player who is there already, an area that has its player or its cards, wagers that are none."""
        here = [other for other in before if other.area == seat.area]
        if any(other.name == seat.name for other in (here if self.is_shared else before)):
            where = f" on area {seat.area}" if self.is_shared else ": every player has a name of their own"
            raise RecordError(seat.line("name"), f"{seat.name} is there already{where}")
        if here and not self.is_shared:
            raise RecordError(seat.line("area"), f"{seat.name}: area {seat.area} has a player already")
        if other := next((other for other in here if seat.has_cards and other.has_cards), None):
            words = f"{seat.name}: the cards of area {seat.area} stand with {other.name}, once for all its players"
            raise RecordError(seat.line("cards"), words)
        for field in _SHARED:
            if field in seat.row and not self.is_shared:
                raise RecordError(seat.line(field), f"{seat.name}: {field} says nothing in this game")
        spots = self.stage.record.game.spots
        known = {*spots, *(planned.option for planned in seat.does)}
        for field in ("unnoticed", "found"):
            for number, spot in enumerate(seat.row.get(field, ())):
                if spot not in known:
                    words = f"{seat.name}: there is no wager called {shown(spot)}: there is {', '.join(spots)}"
                    raise RecordError(seat.line(field, number), words)

    def run(self) -> None:
        """Answer what the round asks until it is over, or the record has no answer."""
        self._sit_down()
        self._place_wagers()
        self._check_unnoticed()
        while not self.stage.round.is_over and (self._find() or self._answer()):
            pass
        if self.stage.round.is_over:
            for seat in self.seats:
                seat.check_used()
            for held in self.board.values():
                held.check_used()

    def _sit_down(self) -> None:
        for seat in self.seats:
            if seat.row.get("seated") and seat_of(self.stage.round.boxes, seat.name) != seat.area:
                self.stage.do(seat.line("seated"), Sit("wagers", seat.name, seat.area))

    def _place_wagers(self) -> None:
        """Put the wagers down player by player; on areas that are shared, spot by spot, as side wagers need a hand."""
        game = self.stage.record.game
        order = {spot: place for place, spot in enumerate(game.spots)}
        placing = [
            (seat, spot)
            for seat in self.seats
            for spot in sorted(seat.row["wagers"], key=lambda spot: order.get(spot, len(order)))
        ]
        if self.is_shared:
            placing.sort(key=lambda entry: order.get(entry[1], len(order)))
        for seat, spot in placing:
            field = ("wagers", spot)
            stake = seat.stake(seat.row["wagers"][spot], *field)
            line = seat.row.get("line", 0)
            act = Place("wagers", seat.name, seat.area, spot, stake, spot in seat.unnoticed, line=line)
            is_there = 1 <= seat.area <= game.terms.areas
            self.stage.do(seat.line(*field) if is_there else seat.line("area"), act)
            seat.to_overlook.discard(spot)

    def _check_unnoticed(self) -> None:
        """Refuse opening wagers on shared areas that went unnoticed and are right, now that all of them are down."""
        round = self.stage.round
        for wager in round.wagers if self.is_shared else ():
            seat = self.by_place.get((wager.patron, wager.area))
            if seat is not None and wager.unnoticed and round.game.fault(round, wager) is None:
                no = NOTHING_WRONG
                raise RecordError(seat.line("wagers", wager.spot), no.words, no.because, round.game.rules)

    def _find(self) -> bool:
        """Let the dealer notice the wagers that the record says were found, as soon as there is something to do."""
        round = self.stage.round
        for seat in self.seats:
            for spot in seat.to_find:
                for wager in round.wagers:
                    is_theirs = (wager.patron, wager.area) == (seat.name, seat.area)
                    if is_theirs and self._is_on(wager, spot) and round.game.fault(round, wager):
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
        """The option that the player takes next, if this need has it; what changes nothing need not be said."""
        seat = self.by_place.get((need.patron, need.area))
        word = seat.does[0].option if seat is not None and seat.does else ""
        named = next((option for option in need.options if option.name == word), None)
        if named is not None or word in LAPSES:
            return named
        return next((option for option in need.options if option.name in _DECLINES), None)

    def _decide(self, need: DecisionNeed) -> bool:
        seat = self.by_place.get((need.patron, need.area))
        option = self._next(need)
        if seat is None or (option is None and (need.optional or not seat.does)):
            return False
        if option is not None and not (seat.does and seat.does[0].option == option.name):
            self.stage.do(seat.line("does"), Decide(need.id, seat.name, option.name))
            return True
        planned = seat.does.pop(0)
        if planned.option in LAPSES:
            self.stage.do(planned.line, Lapse(need.id, planned.option))
            return True
        stake = planned.stake if planned.stake is not None else _usual_stake(option, planned)
        act = Decide(need.id, seat.name, planned.option, stake, planned.unnoticed)
        self.stage.do(planned.line, act._replace(unnoticed=act.unnoticed or self._overlooked(seat, act)))
        return True

    def _overlooked(self, seat: Seat, act: Decide) -> bool:
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
        """What the record has of a hand: the house's by its kind, a player's by its area, a split one's by its turn."""
        if hand < len(self.house):
            return self.board[self.house[hand]]
        seat = self.by_area.get(area)
        if seat is None or not seat.split or hands_on(self.stage.round, area) < 2:
            return seat.held if seat is not None else None
        place = place_on_area(self.stage.round, hand)
        return seat.split[place - 1] if place <= len(seat.split) else None

    def _deal(self, need: CardsNeed) -> bool:
        """Deal every hand as the record has it; with cards for none of them, the record stops here."""
        round = self.stage.round
        if need.slots[0].hand == RACK:
            self.stage.do(1, Deal(need.id, (UNKNOWN,)))
            return True
        left = round.game.size - round.out
        slots: dict[int, list[Slot]] = {}
        for slot in need.slots[:left]:
            slots.setdefault(slot.hand, []).append(slot)
        held = {hand: self._held(hand, places[0].area) for hand, places in slots.items()}
        if not any(each is not None and each.cards for each in held.values()):
            return False
        known = {hand: each for hand, each in held.items() if each is not None}
        dealt = {hand: each.deal([slot.up for slot in slots[hand]]) for hand, each in known.items()}
        line = self._line_to_blame(known, slots, dealt)
        laid = {hand: iter(cards) for hand, cards in dealt.items()}
        self.stage.do(line, Deal(need.id, tuple(next(laid[slot.hand]) for slot in need.slots[:left])))
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


def _usual_stake(option: Option | None, planned: Planned) -> Stake:
    """What an option takes where the record has no figure: all of what may be less, else the only amount there is."""
    if option is None:
        return EMPTY
    least, most = option.least_cents, option.most_cents
    if least < most and option.name not in _WHOLE:
        listed = " or ".join(dollars(amount) for amount in option.amounts) or f"{dollars(least)} to {dollars(most)}"
        raise RecordError(planned.line, f"to {option.name} is {listed}: say which, as in {option.name} {least // 100}")
    return Stake.of(most)
