"""The short form of a record, from which each need of the round is answered in turn: who sat where, with what, and what
they did."""

from collections.abc import Mapping, Sequence
from math import gcd
from typing import Any

from pitboss import law, messages
from pitboss.cards import UNKNOWN, Card
from pitboss.messages import message
from pitboss.money import EMPTY, Stake, dollars
from pitboss.play import Round, apply, irregularity, needs, powers, refusal
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Lapse, Place, Shuffle, Sit, Turn
from pitboss.play.poker.names import FOLDED
from pitboss.play.table import NOTHING_WRONG
from pitboss.play.wager import Refusal, Wager, seat_of
from pitboss.report import acts, record_play, settlements
from pitboss.report.lines import Path, RecordError, show_value
from pitboss.report.record import Record
from pitboss.value import Value

# What is written of a player and of a hand, and what is left of it as the round goes on.


LAPSES = (message("absent"), message("slow"), message("refuses"))
_NTH = ("first", "second", "third")


class RecordHand:
    """One hand of the short form: `cards` as they come out, `up` among them, `turns` as they are named."""

    def __init__(self, who: str, path: Path, row: Mapping[str, Any], record: Record) -> None:
        self.who = who
        self._game = record.game
        self.lines = {name: record.lines.of((*path, name)) for name in ("cards", "up", "turns")}
        self.cards = self._read("cards", row.get("cards", ""))
        self.turns = self._read("turns", row.get("turns", ""))
        self.up: Card | None = None
        if "up" in row:
            up = self._read("up", row["up"])
            if len(up) != 1 or UNKNOWN in up or up[0] not in self.cards:
                words = "the card that lies up, {card}, is not one of those of {who}"
                raise self._wrong("up", messages.say(words, card=repr(row["up"]), who=who))
            self.up = up[0]
        if self.turns and UNKNOWN not in self.cards:
            raise self._wrong("turns", messages.say("{who} has no ?? in cards for turns to name", who=who))
        if UNKNOWN in self.turns:
            raise self._wrong("turns", messages.say("a card that was turned was seen: name it"))

    def _wrong(self, field: str, words: str) -> RecordError:
        return RecordError(self.lines[field], words)

    def _read(self, field: str, written: str) -> tuple[Card, ...]:
        try:
            return acts.parse_written(written)
        except ValueError as error:
            words = messages.words_of(error)
            raise RecordError(self.lines[field], words, self._game.deck_because, self._game.rules) from None

    def deal(self, ups: Sequence[bool]) -> tuple[Card, ...]:
        """The next cards of this hand, so many as there are places; the up card goes where this deal turns it."""
        count = len(ups)
        if not self.cards:
            words = "{who} has no cards for this deal of {count}: write ?? for each card that was not seen"
            if all(ups):
                words = "{who} has no cards for this deal of {count}: name each of them"
            raise self._wrong("cards", messages.say(words, who=self.who, count=count))
        if len(self.cards) < count:
            words = "{count} cards are dealt to {who}, and {written} are written"
            words = messages.say(words, count=count, who=self.who, written=len(self.cards))
            raise self._wrong("cards", words)
        dealt, self.cards = self.cards[:count], self.cards[count:]
        if self.up in dealt and True in ups:
            rest = list(dealt)
            rest.remove(self.up)
            rest.insert(list(ups).index(True), self.up)
            dealt, self.up = tuple(rest), None
        return dealt

    def name(self, count: int) -> tuple[Card, ...]:
        """The next cards that are named as they are turned; none if the record does not name them."""
        if not self.turns:
            return ()
        if len(self.turns) < count:
            words = "{count} cards of {who} are turned that were unknown, and turns has {written}"
            words = messages.say(words, count=count, who=self.who, written=len(self.turns))
            raise self._wrong("turns", words)
        named, self.turns = self.turns[:count], self.turns[count:]
        return named


class ActRow(Value):
    """An act that is written in full, and where."""

    path: Path
    row: Mapping[str, Any]
    owner: str = ""
    """The player under whose name it stands."""

    @property
    def after(self) -> str:
        """The moment that it waits for; empty for none."""
        return str(self.row.get("after", ""))

    @property
    def before(self) -> str:
        """What comes after it; empty where that is not said."""
        return str(self.row.get("before", ""))

    @property
    def is_refused(self) -> bool:
        """Whether it was tried and refused."""
        return bool(self.row.get("refused"))


class NoticedWager(Value):
    """A wager that the dealer noticed, and after what."""

    spot: str
    after: str
    line: int


class PlannedDecision(Value):
    """A decision as the record has it; without a stake it takes what the rules ask for."""

    option: str
    stake: Stake | None
    unnoticed: bool
    refused: bool
    line: int


class RecordSeat:
    """A player of the record on one area, with what they are still to do."""

    def __init__(self, place: int, row: Mapping[str, Any], record: Record) -> None:
        self.path: Path = ("player", place)
        self.row = row
        self.name: str = row["name"]
        self.area: int = row["area"]
        self._lines = record.lines
        self.held = RecordHand(self.name, self.path, row, record)
        self.split = [
            RecordHand(f"{self.name}, {nth} hand", (*self.path, "split", number), {"cards": cards}, record)
            for number, (nth, cards) in enumerate(zip(_NTH, row.get("split", ()), strict=False))
        ]
        self.does = [self._plan(number, entry) for number, entry in enumerate(row.get("does", ()))]
        found = [{"spot": each, "after": ""} if isinstance(each, str) else each for each in row.get("found", ())]
        self.to_find = [
            NoticedWager(each["spot"], each["after"], self.line("found", n)) for n, each in enumerate(found)
        ]
        self.acted = 0
        """After how many steps they last decided."""
        self.unnoticed: set[str] = set(row.get("unnoticed", ()))
        self.to_overlook = set(self.unnoticed)

    @property
    def has_cards(self) -> bool:
        """Whether this entry has the cards of its area."""
        return any(field in self.row for field in ("cards", "split", "turns"))

    def line(self, *field: str | int) -> int:
        """The line of a field of theirs, or of what is nearest to it."""
        return self._lines.of((*self.path, *field))

    def stake(self, written: object, *field: str | int) -> Stake:
        """A stake of theirs, written in a field."""
        try:
            return acts.read_stake(written)
        except ValueError as error:
            words = messages.say("{player}: {words}", player=self.name, words=messages.words_of(error))
            raise RecordError(self.line(*field), words) from None

    def _plan(self, number: int, entry: str | Mapping[str, Any]) -> PlannedDecision:
        line, written = self.line("does", number), entry
        if isinstance(written, str):
            option, *amount = written.split()
            if len(amount) > 1:
                table = '{ option = "bet", stake = { chips = 25, tokens = 25 } }'
                words = "{player}: {written} cannot be read: write an option and an amount, or a table such as {table}"
                raise RecordError(line, messages.say(words, player=self.name, written=show_value(written), table=table))
            written = {"option": option} | ({"stake": amount[0]} if amount else {})
        stake = self.stake(written["stake"], "does", number) if "stake" in written else None
        unnoticed, refused = bool(written.get("unnoticed")), bool(written.get("refused"))
        planned = PlannedDecision(acts.read_option(written["option"]), stake, unnoticed, refused, line)
        if planned.option in LAPSES and (stake or unnoticed):
            words = "{player}: a player who is {option} stakes nothing"
            raise RecordError(line, messages.say(words, player=self.name, option=planned.option))
        return planned

    def cut_back(self) -> list[ActRow]:
        """The act that gives back what of their wagers is past a loss limit, if the record has one."""
        if "cut-back" not in self.row:
            return []
        row = dict(self.row["cut-back"])
        keeps = [{"area": self.area, "spot": spot, "keeps": kept} for spot, kept in row["keeps"].items()]
        row |= {"does": "cut-back", "player": self.name, "keeps": keeps}
        return [ActRow((*self.path, "cut-back"), row, self.name)]


# The short form of a round.


HOUSE = {"dealer": "the dealer", "community": "the community"}
"""The tables of the house's hands, by the kind of the hand."""
_SHARED = ("seated", "line", "split")
"""The fields of players in games whose areas are shared and whose hands are split."""
_INSURANCE = "insurance"
"""What the dealer calls to offer insurance."""
_WHOLE = ("double", "insure")
"""Options that take up to an amount: without a figure they are for all of it."""
_MOST_TRIED, _MOST_LISTED = 100, 9
"""How many amounts are tried to find those that an option takes, and how many of them are listed."""
_DECLINES = ("pass", "stay", "keep", irregularity.CONTINUE)
"""Options that change nothing: a player who says nothing takes them."""


class ShortForm:
    """Answers what a round asks from the short form of a record."""

    def __init__(self, stage: record_play.RecordPlay) -> None:
        self.stage = stage
        data, record = stage.record.data, stage.record
        self.house: tuple[str, ...] = record.game.house
        for kind, who in HOUSE.items():
            if kind in data and kind not in self.house:
                words = messages.say("this game deals no cards to {who}", who=who)
                raise RecordError(record.lines.of((kind,)), words)
        self.board = {kind: RecordHand(who, (kind,), data.get(kind, {}), record) for kind, who in HOUSE.items()}
        self.seats = [RecordSeat(place, row, record) for place, row in enumerate(data.get("player", ()))]
        self.is_shared = any(spot.bettors > 1 for spot in record.game.spots.values())
        for place, seat in enumerate(self.seats):
            self._check_seat(seat, self.seats[:place])
        self.by_place = {(seat.name, seat.area): seat for seat in self.seats}
        self.by_area: dict[int, RecordSeat] = {}
        for seat in self.seats:
            if seat.has_cards or seat.area not in self.by_area:
                self.by_area[seat.area] = seat
        self.rows = [seat.cut_back() for seat in self.seats]
        for table in ("act", acts.IRREGULARITY):
            self.rows.append([ActRow((table, place), row) for place, row in enumerate(data.get(table, ()))])
        self.refused: dict[Path, Refusal] = {}
        """What the rules said of each report of what went wrong that they have not taken: at its moment, or last."""

    def _check_seat(self, seat: RecordSeat, before: list[RecordSeat]) -> None:
        """Refuse a second entry of a player, an area that has a player or cards, and empty wagers."""
        here = [other for other in before if other.area == seat.area]
        if any(other.name == seat.name for other in (here if self.is_shared else before)):
            words = "{player} is named twice: every player has a name of their own"
            if self.is_shared:
                words = "{player} is named twice on area {area}"
            raise RecordError(seat.line("name"), messages.say(words, player=seat.name, area=seat.area))
        if here and not self.is_shared and seat.row["wagers"]:
            words = messages.say("{player}: area {area} has a player already", player=seat.name, area=seat.area)
            raise RecordError(seat.line("area"), words)
        if other := next((other for other in here if seat.has_cards and other.has_cards), None):
            words = "{player}: the cards of area {area} stand with {other}, once for all its players"
            words = messages.say(words, player=seat.name, area=seat.area, other=other.name)
            raise RecordError(seat.line("cards"), words)
        for field in _SHARED:
            if field in seat.row and not self.is_shared:
                words = messages.say("{player}: this game has no {field}", player=seat.name, field=field)
                raise RecordError(seat.line(field), words)
        if not seat.row["wagers"] and "refused" not in seat.row:
            words = messages.say("{player}'s wagers is empty: name at least one wager", player=seat.name)
            raise RecordError(seat.line("wagers"), words)
        spots = self.stage.record.game.spots
        known = {*spots, *(planned.option for planned in seat.does)}
        for field in ("unnoticed", "found"):
            for number, entry in enumerate(seat.row.get(field, ())):
                spot = entry if isinstance(entry, str) else entry["spot"]
                if spot not in known:
                    words = "{player}: there is no wager called {spot}: the wagers are {known}"
                    words = messages.say(words, player=seat.name, spot=show_value(spot), known=", ".join(spots))
                    raise RecordError(seat.line(field, number), words)

    def run(self) -> None:
        """Answer what the round asks until it is over, or the record has no answer."""
        for seat in self.seats:
            if seat.row.get("seated") and seat_of(self.stage.round.boxes, seat.name) != seat.area:
                self.stage.do(seat.line("seated"), Sit("wagers", seat.name, seat.area))
        self._place_wagers()
        try:
            while self._play_row() or self._find() or self._answer():
                pass
        except RecordError as error:  # what is wrong after a report that was not taken may be wrong for want of it
            for path, no in self.refused.items():
                raise self.stage.refusal_error(self.stage.record.lines.of(path), no) from error
            raise
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
            first = rows[0] if rows else None
            # The moment of a row has come, and has not passed.
            if first and self.stage.is_after(first.after, first.owner) and self.stage.is_before(first.before):
                act, line = self._act_of(first, is_last=False), self.stage.record.lines.of(first.path)
                no = self.stage.refusal(line, act) if act is not None else None
                if no is not None and first.path[0] == acts.IRREGULARITY and not self.stage.round.is_over:
                    is_new = first.path not in self.refused or not (first.after or first.before)
                    self.refused[first.path] = no if is_new else self.refused[first.path]
                if act is not None and first.is_refused == (no is not None):
                    del rows[0]
                    self.refused.pop(first.path, None)
                    (self.stage.attempt if first.is_refused else self.stage.do)(line, act)
                    return True
        return False

    def _act_of(self, row: ActRow, *, is_last: bool) -> Act | None:
        """The act of a row, as the round stands; nothing while what it names may yet come."""
        try:
            return self.stage.read(row.path, row.row)
        except acts.FieldError as error:
            if is_last or error.field == "does" or error.field not in ("spot", "player", "area", "hand"):
                line = self.stage.record.lines.of((*row.path, error.field))
                raise RecordError(line, messages.words_of(error)) from None
            return None

    def _check_rows(self) -> None:
        """Refuse acts that never came: what the rules say of them now, or the moment that they wait for."""
        for row in (rows[0] for rows in self.rows if rows):
            line = self.stage.record.lines.of(row.path)
            if not self.stage.is_after(row.after, row.owner):
                words = "the round never came to {moment}: after is deal, end or a decision"
                raise RecordError(line, messages.say(words, moment=show_value(row.after)))
            if row.path in self.refused and not row.is_refused:
                raise self.stage.refusal_error(line, self.refused[row.path])
            act = self._act_of(row, is_last=True)
            if not self.stage.is_before(row.before):
                words = "{moment} never came: before is deal, a player who decides, or their decision"
                raise RecordError(line, messages.say(words, moment=show_value(row.before)))
            no = self.stage.refusal(line, act) if act is not None else None
            if no is None:
                raise RecordError(
                    line, messages.say("this is marked as refused, but no rule refuses it: take the mark out")
                )
            raise self.stage.refusal_error(line, no)

    # What a round that is over never came to.

    def _check_used(self, seat: RecordSeat) -> None:
        """Refuse decisions, findings and cards of a player that never came into play, by the rule that closed them."""
        stage = self.stage
        has_cards = (
            any(hand.area == seat.area and hand.cards for hand in step.round.hands) and step.round.need("deal") is None
            for step in stage.steps
        )
        dealt = next((number for number, is_there in enumerate(has_cards, start=1) if is_there), 0)
        start = max(seat.acted, dealt)
        while seat.does:
            planned = seat.does.pop(0)
            tried = stage.why_not(lambda round, does=planned: self._attempt_of(round, seat, does), start, seat.area)  # type: ignore[misc]
            if not planned.refused:
                words = messages.say("{player} cannot {option}.", player=seat.name, option=planned.option)
                raise stage.refusal_error(planned.line, tried.refusal, words)
            stage.tried.append(tried._replace(line=planned.line))
        for finding in seat.to_find:
            words = "{player}: {spot} was never found wrong"
            raise RecordError(finding.line, messages.say(words, player=seat.name, spot=show_value(finding.spot)))
        for spot in sorted(seat.to_overlook):
            words = messages.say("{player}: {spot} never came into play", player=seat.name, spot=show_value(spot))
            raise RecordError(seat.line("unnoticed"), words)
        for held in (seat.held, *seat.split):
            self._check_cards(held, seat.area, f"turn-{seat.area}", start)

    def _check_cards(self, held: RecordHand, area: int, turn: str, start: int) -> None:
        """Refuse cards that were never dealt or turned; that an unseen card was never dealt changes nothing."""
        if any(card != UNKNOWN for card in held.cards):
            deal = Deal("dealer" if area == 0 else f"card-{area}", (UNKNOWN,))
            no = self.stage.why_not(lambda _: deal, start, area).refusal
            if held is self.board["community"]:
                is_folded = all(hand.status == FOLDED for hand in self.stage.round.hands if hand.area)
                words = "Every player folded." if is_folded else "No more community cards come out."
                no = Refusal(self.stage.record.game.rules.only((law.COMMUNITY_CARDS, law.CARDS_FROM_DEVICE)), words)
            words = messages.say("{cards} of {who} was never dealt.", cards=acts.show_written(held.cards), who=held.who)
            raise self.stage.refusal_error(held.lines["cards"], no, words)
        if held.up is not None:
            words = messages.say("no card of {who} lies up in this deal", who=held.who)
            raise RecordError(held.lines["up"], words)
        if held.turns:
            no = self.stage.why_not(lambda _: Turn(turn), start, area).refusal
            words = messages.say(
                "{cards} of {who} was never turned.", cards=acts.show_written(held.turns), who=held.who
            )
            raise self.stage.refusal_error(held.lines["turns"], no, words)

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
        round = self.stage.round  # whether what went unnoticed on shared areas is right shows when all of it is down
        for wager in round.wagers if self.is_shared else ():
            owner = self.by_place.get((wager.patron, wager.area))
            if owner is not None and wager.unnoticed and round.game.fault(round, wager) is None:
                raise self.stage.refusal_error(owner.line("wagers", wager.spot), NOTHING_WRONG)

    def _find(self) -> bool:
        """Let the dealer notice the wagers that the record says were found, as soon as there is something to do: the
        record calls each by its spot, or by the option that made it."""
        round, spots = self.stage.round, self.stage.record.game.spots
        for seat in self.seats:
            for finding in seat.to_find:
                for wager in round.wagers if self.stage.is_after(finding.after, seat.name) else ():
                    is_theirs = (wager.patron, wager.area) == (seat.name, seat.area)
                    is_by_option = finding.spot not in spots and not spots[wager.spot].opening
                    is_meant = is_theirs and (wager.spot == finding.spot or is_by_option)
                    if is_meant and round.game.fault(round, wager):
                        seat.to_find.remove(finding)
                        self.stage.do(finding.line, powers.Find(wager.id))
                        return True
        return False

    def _answer(self) -> bool:
        """Answer one need; false if the record has no answer to any."""
        round = self.stage.round
        for need in sorted(
            round.needs, key=lambda need: not (self._is_remembered(need) or need.kind == irregularity.RETRACT)
        ):
            match need:
                case needs.ShuffleNeed():
                    self.stage.do(1, Shuffle(need.id))
                    return True
                case needs.CutNeed():
                    self.stage.do(1, Cut(need.id, need.by, need.least))
                    return True
                case needs.DecisionNeed() if self._decide(need):
                    return True
                case needs.CardsNeed() if self._deal(need):
                    return True
                case needs.TurnNeed() if self._turn(need):
                    return True
                case needs.CallNeed() if self._is_due(need):
                    self.stage.do(1, Call(need.id))
                    return True
                case _:
                    continue
        return False

    # Decisions.

    def _is_due(self, need: needs.CallNeed) -> bool:
        """Whether the dealer makes a call now: once all have decided, or at a decision to insure that comes late."""
        asked = [n for n in self.stage.round.needs if isinstance(n, needs.DecisionNeed)]
        if need.says == _INSURANCE:
            insures = [seat for seat in self.seats if any(each.option == "insure" for each in seat.does)]
            first = [seat for seat in insures if seat.does[0].option == "insure"]
            if self._is_remembered(need) or (insures and not first):
                return bool(first)
        if need.says == f"{_INSURANCE} is closed":
            asked = [n for n in asked if n.optional]
        return not any(not n.optional or self._next(n) for n in asked)

    def _is_remembered(self, need: needs.Need) -> bool:
        """Whether the dealer may still offer the insurance that was forgotten before the play (17.13)."""
        if not isinstance(need, needs.CallNeed) or need.says != _INSURANCE:
            return False
        return not any(isinstance(n, needs.CallNeed) and n.says.startswith("surrender") for n in self.stage.round.needs)

    def _next(self, need: needs.DecisionNeed) -> needs.Option | None:
        """The option that the player takes next, if this need has it; what changes nothing need not be said."""
        seat = self.by_place.get((need.patron, need.area))
        word = seat.does[0].option if seat is not None and seat.does else ""
        named = next((option for option in need.options if option.name == word), None)
        if named is not None or word in LAPSES:
            return named
        return next((option for option in need.options if option.name in _DECLINES), None)

    def _decide(self, need: needs.DecisionNeed) -> bool:
        seat = self.by_place.get((need.patron, need.area))
        if seat is not None and seat.does and seat.does[0].refused:
            planned = seat.does.pop(0)
            self.stage.attempt(planned.line, self._attempt_of(self.stage.round, seat, planned))
            return True
        option = self._next(need)
        if seat is None or (option is None and (need.optional or not seat.does)):
            return False
        others = [n for n in self.stage.round.needs if isinstance(n, needs.DecisionNeed) and n.area == seat.area]
        if option is None and any(
            seat.does[0].option == o.name for n in others if n.patron == seat.name for o in n.options
        ):
            return False  # another question to the player has the option that they take next
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
        self._do(seat, planned.line, act._replace(unnoticed=act.unnoticed or self._is_overlooked(seat, act)))
        return True

    def _usual_stake(self, need: needs.DecisionNeed, option: needs.Option, planned: PlannedDecision) -> Stake:
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
        words = "to {option} takes {listed}: say which, as in {option} {least}"
        raise RecordError(planned.line, messages.say(words, option=option.name, listed=listed, least=least // 100))

    def _do(self, seat: RecordSeat, line: int, act: Act) -> None:
        """Play an act of a player, and note when it was."""
        self.stage.do(line, act)
        seat.acted = len(self.stage.steps)

    def _attempt_of(self, round: Round, seat: RecordSeat, planned: PlannedDecision) -> Decide:
        """A decision that is not offered, as the gate is asked about it."""
        need = acts.find_decision(round, {"player": seat.name, "area": seat.area, "option": planned.option})
        return Decide(need, seat.name, planned.option, planned.stake or EMPTY, planned.unnoticed)

    def _is_overlooked(self, seat: RecordSeat, act: Decide) -> bool:
        """Whether the record says of the wager that a decision makes that it went down unchecked."""
        tried = act._replace(unnoticed=True)
        made: tuple[Wager, ...] = ()
        if seat.unnoticed and refusal(self.stage.round, tried) is None:
            made = apply(self.stage.round, tried).round.wagers[len(self.stage.round.wagers) :]
        names = {act.option, *(wager.spot for wager in made)} if made else set()
        seat.to_overlook -= names
        return bool(names & seat.unnoticed)

    # Cards.

    def _find_hand(self, hand: int, area: int) -> RecordHand | None:
        """What the record has of a hand: the house's by its kind, a player's by its area, a split one's by its turn."""
        if hand < len(self.house):
            return self.board[self.house[hand]]
        seat = self.by_area.get(area)
        if seat is None or not seat.split or settlements.count_hands(self.stage.round, area) < 2:
            return seat.held if seat is not None else None
        place = settlements.place_on_area(self.stage.round, hand)
        return seat.split[place - 1] if place <= len(seat.split) else None

    def _deal(self, need: needs.CardsNeed) -> bool:
        """Deal every hand as the record has it; with cards for none of them, the record stops here."""
        round = self.stage.round
        if need.slots[0].hand == needs.RACK:
            self.stage.do(1, Deal(need.id, (UNKNOWN,)))
            return True
        left = round.game.size - round.out
        slots: dict[int, list[needs.Slot]] = {}
        for slot in need.slots[:left]:
            slots.setdefault(slot.hand, []).append(slot)
        held = {hand: self._find_hand(hand, places[0].area) for hand, places in slots.items()}
        if not any(each is not None and each.cards for each in held.values()):
            return False
        known = {hand: each for hand, each in held.items() if each is not None}
        dealt = {hand: each.deal([slot.up for slot in slots[hand]]) for hand, each in known.items()}
        line = self._line_to_blame(known, slots, dealt)
        laid = {hand: iter(cards) for hand, cards in dealt.items()}
        act = Deal(need.id, tuple(next(laid[slot.hand]) for slot in need.slots[:left]))
        self.stage.do(line, act, {hand: each.lines["cards"] for hand, each in known.items()})
        return True

    def _line_to_blame(
        self,
        held: Mapping[int, RecordHand],
        slots: Mapping[int, list[needs.Slot]],
        dealt: Mapping[int, tuple[Card, ...]],
    ) -> int:
        """The line of the hand whose card is not in the deck, came before, or lies face up and is not named."""
        game, seen = self.stage.record.game, list(self.stage.round.seen)
        for hand in sorted(dealt):
            for slot, card in zip(slots[hand], dealt[hand], strict=True):
                if isinstance(card, acts.RankAlone) or (card == UNKNOWN and not slot.up):
                    continue
                if card == UNKNOWN or card not in game.deck_set or seen.count(card) >= game.copies:
                    return held[hand].lines["cards"]
                seen.append(card)
        return held[min(held)].lines["cards"]

    def _turn(self, need: needs.TurnNeed) -> bool:
        """Turn a hand, or the part of it that is asked for; the unknown cards are those of `turns`."""
        round = self.stage.round
        if need.hand < 0:
            return False
        held = self._find_hand(need.hand, round.hands[need.hand].area)
        if held is None or (need.unknown and not held.turns and not self.stage.blanks.names_unseen):
            return False
        self.stage.do(held.lines["turns"], Turn(need.id, held.name(need.unknown)))
        return True
