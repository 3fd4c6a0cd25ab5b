"""Plays a record through the kernel: its acts in order, or its short form, from which each need is answered in turn."""

from collections.abc import Mapping
from typing import Any

from pitboss import law
from pitboss.cards import UNKNOWN, Card, parse_cards
from pitboss.cards.card import parse_card
from pitboss.money import EMPTY, Stake
from pitboss.play import Refused, Round, Step, apply, refusal
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Find, Lapse, Place, Shuffle, Turn
from pitboss.play.dealer import lay_out
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, Option, ShuffleNeed, TurnNeed, WagersNeed
from pitboss.report.acts import read_act, read_stake
from pitboss.report.record import Played, Record, RecordError, Tried

LAPSES = ("absent", "slow", "refuses")


def play_record(record: Record) -> Played:
    """Play a record to where it ends. What the rules would not have taken is an error at its line."""
    stage = Stage(record)
    if "act" in record.data:
        for place, row in enumerate(record.data["act"]):
            stage.write(record.lines.of(("act", place)), row)
    else:
        Script(stage).run()
    return Played(
        record.game,
        stage.opening,
        tuple(stage.acts),
        tuple(stage.steps),
        tuple(stage.tried),
        record.data.get("note", ""),
    )


class Stage:
    """Where a record is played: the round so far, and every act with the line it came from."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.opening: Round = record.table.begin().round
        self.round = self.opening
        self.acts: list[Act] = []
        self.steps: list[Step] = []
        self.tried: list[Tried] = []

    def write(self, line: int, row: Mapping[str, Any]) -> None:
        """Play one row of acts as written."""
        try:
            act = read_act(self.round, row)
        except ValueError as error:
            raise RecordError(line, str(error)) from None
        if not row.get("refused"):
            self.do(line, act)
            return
        no = refusal(self.round, act)
        if no is None:
            raise RecordError(line, "this is marked as refused, but no rule refuses it")
        self.tried.append(Tried(line, act, no))

    def do(self, line: int, act: Act) -> None:
        """Play one act; a refusal is an error of the record."""
        try:
            step = apply(self.round, act)
        except Refused as error:
            raise RecordError(line, str(error), error.because, self.record.game.rules) from None
        self.acts.append(act)
        self.steps.append(step)
        self.round = step.round


class Script:
    """The short form: players with their wagers, cards and decisions. Each need is answered from it, as it opens."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        data, lines = stage.record.data, stage.record.lines
        self.players: list[Mapping[str, Any]] = data.get("player", [])
        self.line = {row["name"]: lines.of(("player", place)) for place, row in enumerate(self.players)}
        self.row = {row["name"]: row for row in self.players}
        self.cards_line = {row["area"]: lines.of(("player", place, "cards")) for place, row in enumerate(self.players)}
        self.cards_line[0] = lines.of(("dealer", "cards"))
        self.dealer: Mapping[str, Any] = data.get("dealer", {})
        self.dealer_line = lines.of(("dealer",))
        self.does = {row["name"]: list(row.get("does", ())) for row in self.players}
        self.to_find = [(row["name"], spot) for row in self.players for spot in row.get("found", ())]

    def run(self) -> None:
        """Answer what the round asks until it is over, or the record has no answer."""
        self._place_wagers()
        while not self.stage.round.is_over:
            if not (self._find() or self._answer()):
                break
        for name, rest in self.does.items():
            if rest and self.stage.round.is_over:
                raise RecordError(self.line[name], f"{name} does {rest[0]!r}, which the round never came to")

    def _place_wagers(self) -> None:
        for row in self.players:
            name = row["name"]
            for spot, written in row["wagers"].items():
                unnoticed = spot in row.get("unnoticed", ())
                act = Place("wagers", name, row["area"], spot, self._stake(name, written), unnoticed)
                self.stage.do(self.line[name], act)

    def _stake(self, name: str, written: object) -> Stake:
        try:
            return read_stake(written)
        except ValueError as error:
            raise RecordError(self.line[name], str(error)) from None

    def _find(self) -> bool:
        """Let the dealer notice the wagers that the record says were found, as soon as there is something to do."""
        round = self.stage.round
        for name, spot in self.to_find:
            for wager in round.wagers:
                if (wager.patron, wager.spot) == (name, spot) and round.game.fault(round, wager) is not None:
                    self.to_find.remove((name, spot))
                    self.stage.do(self.line[name], Find(wager.id))
                    return True
        return False

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
                case WagersNeed() | _:
                    continue
        return False

    def _undecided(self, round: Round) -> bool:
        return any(isinstance(n, DecisionNeed) and (not n.optional or self._next(n)) for n in round.needs)

    def _next(self, need: DecisionNeed) -> Option | None:
        """The option that the player takes next, if this need has it."""
        planned = self.does.get(need.patron, [])
        word = planned[0].split()[0] if planned else ""
        return next((option for option in need.options if option.name == word), None)

    def _decide(self, need: DecisionNeed) -> bool:
        name = need.patron
        planned = self.does.get(name, [])
        if not planned:
            return False
        word, *amount = planned[0].split()
        option = self._next(need)
        if option is None and need.optional:
            return False
        planned.pop(0)
        if word in LAPSES:
            self.stage.do(self.line[name], Lapse(need.id, word))
            return True
        asked = option.least_cents if option is not None else 0
        stake = self._stake(name, amount[0]) if amount else (Stake.of(asked) if asked else EMPTY)
        unnoticed = word in self.row[name].get("unnoticed", ())
        self.stage.do(self.line[name], Decide(need.id, name, word, stake, unnoticed))
        return True

    def _deal(self, need: CardsNeed) -> bool:
        """Deal every hand as the record has it, the dealer's up card where this deal turns it."""
        areas = {slot.area for slot in need.slots}
        hands: dict[int, tuple[Card, ...]] = {}
        for area in areas:
            size = sum(1 for slot in need.slots if slot.area == area)
            line, held = self._cards_of(area)
            if not held:
                return False
            if len(held) != size:
                raise RecordError(line, f"{size} cards are dealt here, and {len(held)} are written")
            hands[area] = held
        if 0 in hands and "up" in self.dealer:
            place = [slot.up for slot in need.slots if slot.area == 0].index(True)
            hands[0] = self._with_up(hands[0], place)
        self.stage.do(self._line_of_wrong_card(hands), Deal(need.id, lay_out(need, hands)))
        return True

    def _cards_of(self, area: int) -> tuple[int, tuple[Card, ...]]:
        row = self.dealer if area == 0 else next((r for r in self.players if r["area"] == area), {})
        line = self.cards_line.get(area, 1)
        try:
            return line, parse_cards(row.get("cards", ""))
        except ValueError as error:
            raise RecordError(line, str(error), (law.DECK_OF_52,), self.stage.record.game.rules) from None

    def _with_up(self, held: tuple[Card, ...], place: int) -> tuple[Card, ...]:
        up = parse_card(self.dealer["up"])
        if up not in held:
            raise RecordError(self.dealer_line, f"the card that lies up, {up}, is not in the dealer's hand")
        rest = list(held)
        rest.remove(up)
        rest.insert(place, up)
        return tuple(rest)

    def _line_of_wrong_card(self, hands: Mapping[int, tuple[Card, ...]]) -> int:
        """The line to blame if the deal cannot be: the hand whose card is not in the deck or came before."""
        deck = self.stage.record.game.deck_set
        seen: set[Card] = set()
        for area in sorted(hands):
            for card in hands[area]:
                if card != UNKNOWN and (card not in deck or card in seen):
                    return self.cards_line[area]
                seen.add(card)
        return self.dealer_line

    def _turn(self, need: TurnNeed) -> bool:
        """Turn a hand; the cards that nobody had named are those of `turns`."""
        hand = self.stage.round.hands[need.hand]
        row = self.dealer if hand.area == 0 else next(r for r in self.players if r["area"] == hand.area)
        line = self.dealer_line if hand.area == 0 else self.line[row["name"]]
        if need.unknown and "turns" not in row:
            return False
        try:
            named = parse_cards(row["turns"]) if need.unknown else ()
        except ValueError as error:
            raise RecordError(line, str(error)) from None
        self.stage.do(line, Turn(need.id, named))
        return True
