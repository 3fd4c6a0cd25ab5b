"""The short form of a record, from which each need of the round is answered in turn: who sat where, with what, and what
they did."""

from collections.abc import Iterable, Mapping
from math import gcd

from pitboss import law
from pitboss.cards import UNKNOWN, Card
from pitboss.money import EMPTY, Stake, dollars
from pitboss.play import Round, apply, refusal
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Find, Lapse, Place, Shuffle, Sit, Turn
from pitboss.play.box import seat_of
from pitboss.play.history import NOTHING_WRONG
from pitboss.play.needs import (
    RACK,
    CallNeed,
    CardsNeed,
    CutNeed,
    DecisionNeed,
    Need,
    Option,
    ShuffleNeed,
    Slot,
    TurnNeed,
)
from pitboss.play.poker.table import FOLDED
from pitboss.play.wager import Refusal, Wager
from pitboss.report.acts import FieldError, find_decision, hands_on, place_on_area, read_act
from pitboss.report.blanks import RankAlone
from pitboss.report.lines import RecordError, shown
from pitboss.report.players import LAPSES, ActRow, Held, Planned, Seat
from pitboss.report.stage import Stage

HOUSE = {"dealer": "the dealer", "community": "the community"}
"""The tables of the house's hands, by the kind of the hand."""
_SHARED = ("seated", "line", "split")
"""What is said of players only in games whose areas are shared and whose hands are split."""
_INSURANCE = "insurance"
"""What the dealer calls to offer insurance."""
_WHOLE = ("double", "insure")
"""Options that take up to an amount: without a figure they are for all of it."""
_MOST_TRIED, _MOST_LISTED = 100, 9
"""How many amounts are tried to find those that an option takes, and how many of them are listed."""
_DECLINES = ("pass", "stay", "keep")
"""Options that change nothing: whoever says nothing takes them."""


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
        self.rows = [seat.cut_back() for seat in self.seats]
        self.rows.append([ActRow(("act", place), row) for place, row in enumerate(data.get("act", ()))])

    def _check_seat(self, seat: Seat, before: list[Seat]) -> None:
        """Refuse a player who is there already, an area that has its player or its cards, wagers that are none."""
        here = [other for other in before if other.area == seat.area]
        if any(other.name == seat.name for other in (here if self.is_shared else before)):
            where = f" on area {seat.area}" if self.is_shared else ": every player has a name of their own"
            raise RecordError(seat.line("name"), f"{seat.name} is there already{where}")
        if here and not self.is_shared and seat.row["wagers"]:
            raise RecordError(seat.line("area"), f"{seat.name}: area {seat.area} has a player already")
        if other := next((other for other in here if seat.has_cards and other.has_cards), None):
            words = f"{seat.name}: the cards of area {seat.area} stand with {other.name}, once for all its players"
            raise RecordError(seat.line("cards"), words)
        for field in _SHARED:
            if field in seat.row and not self.is_shared:
                raise RecordError(seat.line(field), f"{seat.name}: {field} says nothing in this game")
        if not seat.row["wagers"] and "refused" not in seat.row:
            raise RecordError(seat.line("wagers"), f"{seat.name}'s wagers is empty")
        spots = self.stage.record.game.spots
        known = {*spots, *(planned.option for planned in seat.does)}
        for field in ("unnoticed", "found"):
            for number, entry in enumerate(seat.row.get(field, ())):
                spot = entry if isinstance(entry, str) else entry["spot"]
                if spot not in known:
                    words = f"{seat.name}: there is no wager called {shown(spot)}: there is {', '.join(spots)}"
                    raise RecordError(seat.line(field, number), words)

    def run(self) -> None:
        """Answer what the round asks until it is over, or the record has no answer."""
        self._sit_down()
        self._place_wagers()
        self._check_unnoticed()
        while self._play_row() or self._find() or self._answer():
            pass
        self._check_rows()
        if self.stage.round.is_over:
            for seat in self.seats:
                self._check_used(seat)
            for kind, held in self.board.items():
                self._check_cards(held, 0, f"turn-{kind}", len(self.stage.steps) - 1)

    # Acts beside players.

    def _play_row(self) -> bool:
        """Play the next act that is written in full as soon as the rules take it, or refuse it where that is said."""
        for rows in self.rows:
            if rows and self.stage.is_after(rows[0].after, rows[0].owner):
                first = rows[0]
                act, line = self._act_of(first, is_last=False), self.stage.record.lines.of(first.path)
                if act is not None and first.is_refused == bool(self.stage.refusal(line, act)):
                    del rows[0]
                    (self.stage.attempt if first.is_refused else self.stage.do)(line, act)
                    return True
        return False

    def _act_of(self, row: ActRow, *, is_last: bool) -> Act | None:
        """The act of a row, as the round stands; nothing while what it names may yet come."""
        try:
            return read_act(self.stage.round, row.row)
        except FieldError as error:
            if is_last or error.field == "does" or error.field not in ("spot", "player", "area", "hand"):
                raise RecordError(self.stage.record.lines.of((*row.path, error.field)), str(error)) from None
            return None

    def _check_rows(self) -> None:
        """Refuse acts that never came: what the rules say of them now, or the moment that they wait for."""
        for row in (rows[0] for rows in self.rows if rows):
            line = self.stage.record.lines.of(row.path)
            if not self.stage.is_after(row.after, row.owner):
                raise RecordError(line, f"the round never came to {shown(row.after)}: after is deal, end or a decision")
            act = self._act_of(row, is_last=True)
            no = self.stage.refusal(line, act) if act is not None else None
            if no is None:
                raise RecordError(line, "this is marked as refused, but no rule refuses it")
            raise self.stage.wrong(line, no)

    # What a round that is over never came to.

    def _check_used(self, seat: Seat) -> None:
        """Refuse decisions, findings and cards of a player that never came into play, by the rule that closed them."""
        stage = self.stage
        start = max(seat.acted, self._dealt(seat.area))
        while seat.does:
            planned = seat.does.pop(0)
            tried = stage.why_not(lambda round, does=planned: self._attempt_of(round, seat, does), start, seat.area)  # type: ignore[misc]
            if not planned.refused:
                raise stage.wrong(planned.line, tried.refusal, f"{seat.name} cannot {planned.option}.")
            stage.tried.append(tried._replace(line=planned.line))
        for finding in seat.to_find:
            raise RecordError(finding.line, f"{seat.name}: {shown(finding.spot)} was never found wrong")
        for spot in sorted(seat.to_overlook):
            raise RecordError(seat.line("unnoticed"), f"{seat.name}: {shown(spot)} never came into play")
        for held in (seat.held, *seat.split):
            self._check_cards(held, seat.area, f"turn-{seat.area}", start)

    def _dealt(self, area: int) -> int:
        """After how many steps an area had the cards of the first deal."""
        for number, step in enumerate(self.stage.steps, start=1):
            if any(hand.area == area and hand.cards for hand in step.round.hands) and step.round.need("deal") is None:
                return number
        return 0

    def _check_cards(self, held: Held, area: int, turn: str, start: int) -> None:
        """Refuse cards that were never dealt or turned; that a card nobody saw was never dealt changes nothing."""
        if any(card != UNKNOWN for card in held.cards):
            deal = Deal("dealer" if area == 0 else f"card-{area}", (UNKNOWN,))
            no = self.stage.why_not(lambda _: deal, start, area).refusal
            if held is self.board["community"]:
                is_folded = all(hand.status == FOLDED for hand in self.stage.round.hands if hand.area)
                words = "Every player folded." if is_folded else "No more community cards come out."
                no = Refusal(self.stage.record.game.rules.only((law.COMMUNITY_CARDS, law.CARDS_FROM_DEVICE)), words)
            raise self.stage.wrong(held.line, no, f"{_show(held.cards)} of {held.who} was never dealt.")
        if held.up is not None:
            raise RecordError(held.line_of("up"), f"no card of {held.who} lies up in this deal")
        if held.turns:
            no = self.stage.why_not(lambda _: Turn(turn), start, area).refusal
            raise self.stage.wrong(held.line_of("turns"), no, f"{_show(held.turns)} of {held.who} was never turned.")

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
        for seat in self.seats:
            for spot, written in seat.row.get("refused", {}).items():
                stake = seat.stake(written, "refused", spot)
                self.stage.attempt(seat.line("refused", spot), Place("wagers", seat.name, seat.area, spot, stake))

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
            for finding in seat.to_find:
                for wager in round.wagers if self.stage.is_after(finding.after, seat.name) else ():
                    is_theirs = (wager.patron, wager.area) == (seat.name, seat.area)
                    if is_theirs and self._is_on(wager, finding.spot) and round.game.fault(round, wager):
                        seat.to_find.remove(finding)
                        self.stage.do(finding.line, Find(wager.id))
                        return True
        return False

    def _is_on(self, wager: Wager, spot: str) -> bool:
        """Whether a wager is the one that a record calls by its spot, or by the option that made it."""
        spots = self.stage.record.game.spots
        return wager.spot == spot or (spot not in spots and not spots[wager.spot].opening)

    def _answer(self) -> bool:
        """Answer one need; false if the record has no answer to any."""
        round = self.stage.round
        for need in sorted(round.needs, key=lambda need: not self._is_remembered(need)):
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
                case CallNeed() if self._is_due(need):
                    self.stage.do(1, Call(need.id))
                    return True
                case _:
                    continue
        return False

    # Decisions.

    def _is_due(self, need: CallNeed) -> bool:
        """Whether the dealer makes a call now: once all have decided, or at a decision to insure that comes late."""
        asked = [n for n in self.stage.round.needs if isinstance(n, DecisionNeed)]
        if need.says == _INSURANCE:
            insures = [seat for seat in self.seats if any(each.option == "insure" for each in seat.does)]
            first = [seat for seat in insures if seat.does[0].option == "insure"]
            if self._is_remembered(need) or (insures and not first):
                return bool(first)
        if need.says == f"{_INSURANCE} is closed":
            asked = [n for n in asked if n.optional]
        return not any(not n.optional or self._next(n) for n in asked)

    def _is_remembered(self, need: Need) -> bool:
        """Whether the dealer may still offer the insurance that was forgotten before the play (17.13)."""
        if not isinstance(need, CallNeed) or need.says != _INSURANCE:
            return False
        return not any(isinstance(n, CallNeed) and n.says.startswith("surrender") for n in self.stage.round.needs)

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
        if seat is not None and seat.does and seat.does[0].refused:
            planned = seat.does.pop(0)
            self.stage.attempt(planned.line, self._attempt_of(self.stage.round, seat, planned))
            return True
        option = self._next(need)
        if seat is None or (option is None and (need.optional or not seat.does or self._is_asked_elsewhere(seat))):
            return False
        if option is not None and not (seat.does and seat.does[0].option == option.name):
            self._do(seat, seat.line("does"), Decide(need.id, seat.name, option.name))
            return True
        planned = seat.does.pop(0)
        if planned.option in LAPSES:
            self._do(seat, planned.line, Lapse(need.id, planned.option))
            return True
        if option is None:
            self._do(seat, planned.line, self._attempt_of(self.stage.round, seat, planned))
            return True
        stake = planned.stake if planned.stake is not None else self._usual_stake(need, option, planned)
        act = Decide(need.id, seat.name, planned.option, stake, planned.unnoticed)
        self._do(seat, planned.line, act._replace(unnoticed=act.unnoticed or self._overlooked(seat, act)))
        return True

    def _usual_stake(self, need: DecisionNeed, option: Option, planned: Planned) -> Stake:
        """What an option takes where the record has no figure: all of what may be less, else the only amount."""
        least, most = option.least_cents, option.most_cents
        if least == most or option.name in _WHOLE:
            return Stake.of(most)
        amounts = list(option.amounts)
        step = gcd(*self.stage.record.game.terms.chips.denominations)
        if not amounts and most - least <= _MOST_TRIED * step:
            asked = Decide(need.id, need.patron, option.name)
            stakes = [Stake.of(cents) for cents in range(least, most + 1, step)]
            amounts = [s.cents for s in stakes if refusal(self.stage.round, asked._replace(stake=s)) is None]
        is_few = 1 < len(amounts) <= _MOST_LISTED
        listed = " or ".join(map(dollars, amounts)) if is_few else f"{dollars(least)} to {dollars(most)}"
        words = f"to {option.name} is {listed}: say which, as in {option.name} {least // 100}"
        raise RecordError(planned.line, words)

    def _do(self, seat: Seat, line: int, act: Act) -> None:
        """Play an act of a player, and note when it was."""
        self.stage.do(line, act)
        seat.acted = len(self.stage.steps)

    def _attempt_of(self, round: Round, seat: Seat, planned: Planned) -> Decide:
        """A decision that is not offered, as the gate is asked about it."""
        need = find_decision(round, {"player": seat.name, "area": seat.area, "option": planned.option})
        return Decide(need, seat.name, planned.option, planned.stake or EMPTY, planned.unnoticed)

    def _is_asked_elsewhere(self, seat: Seat) -> bool:
        """Whether another question to a player has the option that they take next."""
        asked = (n for n in self.stage.round.needs if isinstance(n, DecisionNeed))
        mine = (n for n in asked if (n.patron, n.area) == (seat.name, seat.area))
        return any(option.name == seat.does[0].option for n in mine for option in n.options)

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
        act = Deal(need.id, tuple(next(laid[slot.hand]) for slot in need.slots[:left]))
        self.stage.do(line, act, {hand: each.line for hand, each in known.items()})
        return True

    def _line_to_blame(
        self, held: Mapping[int, Held], slots: Mapping[int, list[Slot]], dealt: Mapping[int, tuple[Card, ...]]
    ) -> int:
        """The line of the hand whose card is not in the deck, came before, or lies face up and is not named."""
        game, seen = self.stage.record.game, list(self.stage.round.seen)
        for hand in sorted(dealt):
            for slot, card in zip(slots[hand], dealt[hand], strict=True):
                if isinstance(card, RankAlone) or (card == UNKNOWN and not slot.up):
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
        if held is None or (need.unknown and not held.turns and not self.stage.blanks.names_unseen):
            return False
        self.stage.do(held.line_of("turns"), Turn(need.id, held.name(need.unknown)))
        return True


def _show(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
