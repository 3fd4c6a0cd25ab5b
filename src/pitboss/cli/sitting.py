"""A sitting at a practice table: the person at the keyboard plays every seat, the virtual dealer does the rest, and the
screen shows it.

What may be done comes from the needs and whether it is legal from the gate; the sitting only puts the two together.
"""

import sys
import time
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.rule import Rule as Line
from rich.text import Text

from pitboss.cli.asking import Asking
from pitboss.cli.felt import EVERYWHERE, Focus, felt, layout_of, names, tame
from pitboss.cli.journal import Journal, Shelf
from pitboss.cli.keyboard import ENTER, GotUp, Keyboard, Left, option_keys
from pitboss.cli.results import opening_lines, settlement_lines, sign
from pitboss.cli.shoe import Opened, PracticeShoe, next_cutter
from pitboss.cli.table import Seat
from pitboss.money import dollars
from pitboss.play import Round, Step, Table, apply, refusal, view
from pitboss.play.acts import Act, Lapse, Place, Sit, TakeBack
from pitboss.play.box import box_of, seat_of
from pitboss.play.events import (
    CardsCollected,
    CardsDealt,
    CardsTurned,
    CuttingCardOut,
    Event,
    RoundEnded,
    Seated,
    Settled,
    Shuffled,
)
from pitboss.play.needs import (
    RACK,
    CardsNeed,
    CutNeed,
    DecisionNeed,
    Need,
    RulingNeed,
    ShuffleNeed,
    TurnNeed,
    WagersNeed,
)
from pitboss.play.round import PUBLIC, Game, Viewer
from pitboss.report.narration import Sentence, announcement, at_table, tell_step
from pitboss.report.settlements import is_shared, signed

_ON_THE_FELT = (CardsTurned, CardsCollected, RoundEnded)
"""What the next drawing of the felt shows."""


class Show:
    """A screen, and what is on it already."""

    def __init__(self, screen: Console) -> None:
        self.screen = screen
        self._drawn: tuple[object, ...] = ()
        self._announced = -1

    def note(self, said: str) -> None:
        """Say something that the players should notice."""
        self.screen.print(Text(said, "yellow"))

    def sign(self, game: Game) -> None:
        """Show what stands at the table."""
        self.screen.print(sign(game))

    def begin(self, round: Round) -> None:
        """Begin a round on a screen that shows nothing of it."""
        self._drawn, self._announced = (), -1
        out = f" · {round.out} of {round.game.size} cards out" if round.out else ""
        self.screen.print(Line(Text(f"Round {round.number}{out}", "bold"), style="green"))

    def tell(self, before: Round, act: Act, step: Step) -> None:
        """Say what an act led to, as anybody at the table sees it."""
        for sentence, event in tell_step(before, act, step, at_table(PUBLIC)):
            if isinstance(event, CardsDealt) and len(event.cards) == 1:
                self._announced = event.hands[0]
            if isinstance(event, CuttingCardOut):
                self.screen.print(Line(Text(str(sentence), "bold yellow"), style="yellow"))
            elif not _is_shown_besides(step.round, act, event):
                self.screen.print(_drawn(sentence.closed), style="dim")
            if isinstance(event, Shuffled):
                self.screen.print(f"Commitment:\n{event.commitment}", style="dim")

    def announce(self, round: Round, need: DecisionNeed) -> None:
        """Announce a hand when its turn comes; a card that it got was announced as it came."""
        if self._announced != need.hand and (said := announcement(round, need)):
            self._announced = need.hand
            self.screen.print(Text(said, "dim"))

    def draw(self, round: Round, viewer: Viewer, focus: Focus = EVERYWHERE, *, again: bool = True) -> None:
        """Draw the felt, unless it was just drawn as it is; with the same cards it need not be drawn again."""
        seen = view(round, viewer)
        cards = [hand.cards for hand in seen.hands]
        now = (cards, focus, len(seen.wagers))
        if now == self._drawn or (not again and self._drawn[:1] == (cards,)):
            return
        self._drawn = now
        self.screen.print(felt(seen, round.game, layout_of(round), focus))

    def settled(self, round: Round, nets: Iterable[tuple[Seat, int | None]]) -> None:
        """Show what each wager came to, player by player; nothing of those who sat the round out."""
        for seat, net in nets:
            if net is not None:
                self.screen.print(settlement_lines(round, seat.name))
                line = Text(f"{seat.name}: ").append(signed(net), "bold")
                self.screen.print(line.append(f" this round, now {dollars(seat.bankroll)} in practice chips."))
        if round.claims:
            self.note("A jackpot is paid from its meter, and a practice table has none.")

    def opened(self, shuffles: Iterable[Opened], *, whole: bool = False) -> None:
        """Show shuffles that are opened."""
        for shuffle in shuffles:
            if shuffle.opening is not None:
                self.screen.print(opening_lines(shuffle, whole=whole))

    def farewell(self, seat: Seat) -> None:
        """See a player off."""
        self.screen.print(Text(seat.farewell()))


def _is_shown_besides(round: Round, act: Act, event: Event) -> bool:
    """Whether the screen shows an event in another way: on the felt, among the results, or as a player is seen off."""
    if isinstance(event, Settled):
        return round.is_over
    return isinstance(act, Place) or isinstance(event, _ON_THE_FELT) or (isinstance(event, Seated) and not event.area)


def _drawn(sentence: Sentence) -> Text:
    """A sentence with its cards in their colours."""
    text = Text()
    for part in sentence.parts:
        text.append_text(Text(part) if isinstance(part, str) else names(part))
    return text


# The sitting.


class Sitting:
    """A table, its seats and its cards, from sitting down to getting up."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        shoe: PracticeShoe,
        *,
        as_json: bool = False,
        pace: float = 0,
        quick: bool = False,
        records: Shelf | None = None,
    ) -> None:
        self.table = Table.open(game)
        self.seats = list(seats)
        self.shoe = shoe
        tame(sys.stdout)
        tame(sys.stderr)
        self.screen = Console(stderr=as_json, highlight=False)
        keyboard = Keyboard(self.screen)
        self.screen.quiet = as_json and not keyboard.live
        errors = Console(stderr=True, highlight=False) if as_json else self.screen
        self.asking = Asking(self.screen, keyboard, game.rules, errors=errors)
        self.show = Show(self.screen)
        self.journal = Journal(self.screen, errors, as_json=as_json, shelf=records)
        self.pace = pace if keyboard.live and not quick else 0
        self.quick = quick
        self.opening = self.round = self.table.begin().round
        self.acts: list[Act] = []
        self.last: Round | None = None
        self.has_asked = False
        self.passed: set[str] = set()

    def play(self, rounds: int | None = None) -> None:
        """Sit down, play rounds until the last player leaves, and get up."""
        self.show.sign(self.table.game)
        try:
            while self.seats and (rounds is None or self.table.rounds < rounds):
                self._play_round()
        except KeyboardInterrupt:
            self._abandon()
            self._farewell()
            raise
        self._close_table()
        self._farewell()

    def _abandon(self) -> None:
        if self.round.wagers and not self.round.is_over:
            self.show.note("\nThe practice round is abandoned and not kept: nobody wins or loses by it.")

    def _farewell(self) -> None:
        for seat in self.seats:
            self.show.farewell(seat)

    # A round.

    def _play_round(self) -> None:
        self.opening = self.round = self.table.begin().round
        self.acts = []
        self.has_asked, self.passed = False, set()
        self.show.begin(self.round)
        self._sit_down()
        while not self.round.is_over:
            try:
                if not self._go_on():
                    return
            except (Left, GotUp):  # a player who leaves alone is seen to where they are asked
                for seat in tuple(self.seats):
                    self._get_up(seat)
        self._finish()

    def _go_on(self) -> bool:
        """See to what is to be done next; say whether the round goes on."""
        if not self.seats:
            return False
        need = min((n for n in self.round.needs if self._is_due(n)), key=_turn, default=None)
        match need:
            case None:
                self.has_asked = False
                self.show.note("There is not enough on the layout to deal.")
            case WagersNeed():
                self.has_asked = True
                self._take_wagers(need)
            case CutNeed(may_refuse=True):
                self._offer_cut(need)
            case DecisionNeed():
                self._ask(need)
            case RulingNeed():
                if all(seat.gone for seat in self.seats):
                    self._abandon()
                    return False
                self._do(self.asking.ruling(need))
            case _:
                self._do(self.shoe.answer(self.round, need))
                time.sleep(self.pace)
        return True

    def _is_due(self, need: Need) -> bool:
        """Whether a need waits for a person now; what a player let pass, or may leave, does not."""
        match need:
            case WagersNeed():
                return not self.has_asked
            case CutNeed():
                return bool(need.by)
            case DecisionNeed():
                return need.id not in self.passed and not need.declined
            case TurnNeed():
                return not need.optional
            case _:
                return True

    def _do(self, act: Act) -> None:
        """Take an act and say what happened."""
        before, step = self.round, apply(self.round, act)
        self.round = step.round
        self.acts.append(act)
        self.show.tell(before, act, step)

    # People.

    def _seat(self, name: str) -> Seat | None:
        """A player who is there."""
        return next((seat for seat in self.seats if seat.name == name and not seat.gone), None)

    def _wagers_need(self) -> WagersNeed | None:
        return next((need for need in self.round.needs if isinstance(need, WagersNeed)), None)

    def _sit_down(self) -> None:
        """Players at an area whose seat is free sit down there; one who has left has no seat."""
        need = self._wagers_need()
        if need is None or not is_shared(self.round):
            return
        for box in self.round.boxes:
            if box.seated and self._seat(box.seated) is None:
                self._do(Sit(need.id, box.seated, 0))
        for seat in self.seats:
            if not seat_of(self.round.boxes, seat.name) and not box_of(self.round.boxes, seat.area).seated:
                self._do(Sit(need.id, seat.name, seat.area))

    def _get_up(self, seat: Seat) -> None:
        """A player leaves: with their wagers while these may be taken back, else the rules decide for them."""
        need = self._wagers_need()
        if need is not None:
            self._take_back(need, seat)
            self.seats.remove(seat)
            self._sit_down()
            self.show.farewell(seat)
            return
        seat.gone = True
        everybody = all(other.gone for other in self.seats)
        self.show.note(f"{'The players are' if everybody else f'{seat.name} is'} gone: the rules decide for them.")

    def _take_back(self, need: WagersNeed, seat: Seat) -> None:
        """Hand a player their wagers, those first that need another: the gate says which may go."""
        while mine := [wager for wager in self.round.wagers if wager.patron == seat.name and wager.live]:
            acts = [TakeBack(need.id, seat.name, wager.area, wager.spot) for wager in reversed(mine)]
            self._do(next(act for act in acts if refusal(self.round, act) is None))

    def _take_wagers(self, need: WagersNeed) -> None:
        for seat in tuple(self.seats):
            try:
                self._take_wagers_of(seat, need)
            except GotUp:
                self._get_up(seat)

    def _take_wagers_of(self, seat: Seat, need: WagersNeed) -> None:
        while True:
            placed = self.asking.wagers(seat, self.round, need, last=self.last)
            if not isinstance(placed, Sit):
                break
            self._do(placed)
            seat.move(placed.area)
        for act in placed:
            self._do(act)

    def _offer_cut(self, need: CutNeed) -> None:
        """Let the player cut whose cut it is, or decline."""
        seat = self._seat(need.by)
        if seat is None:
            self._do(Lapse(need.id, "absent"))
            return
        try:
            at = None if self.quick else self.asking.cut(seat, need)
        except (GotUp, Left) as leaves:
            self._do(Lapse(need.id, "absent"))
            if isinstance(leaves, Left):
                raise
            self._get_up(seat)
            return
        self._do(at if isinstance(at, Lapse) else self.shoe.answer(self.round, need, at=at))

    def _ask(self, need: DecisionNeed) -> None:
        """Put a decision to its player; the rules decide for one who is gone."""
        seat = self._seat(need.patron)
        if seat is None and need.optional:
            self.passed.add(need.id)
        elif seat is None:
            self._do(Lapse(need.id, "absent"))
        else:
            is_turn = not need.optional and ENTER not in option_keys(need.options)
            self.show.draw(self.round, seat.viewer, Focus(need.area, need.hand), again=is_turn)
            if is_turn:
                self.show.announce(self.round, need)
            try:
                decided = self.asking.decision(seat, self.round, need, self._turn_of(need.hand))
            except GotUp:
                self._get_up(seat)
                return
            if decided is None:
                self.passed.add(need.id)
            else:
                self._do(decided)

    def _turn_of(self, hand: int) -> TurnNeed | None:
        """The turning of a hand that its player may do when they like."""
        turns = (need for need in self.round.needs if isinstance(need, TurnNeed) and need.optional)
        return next((need for need in turns if need.hand == hand), None)

    # The end of a round, and of the sitting.

    def _finish(self) -> None:
        """Pay, show every wager as it settled, and open each shuffle of which no card is still to come."""
        round = self.round
        self.show.draw(round, self.seats[0].viewer if len(self.seats) == 1 else PUBLIC)
        self.show.settled(round, [(seat, seat.settle(round)) for seat in self.seats])
        self.last, self.table = round, self.table.after(round)
        stock = self.table.stock
        shuffles = self.shoe.end_round(self.table)
        self._show_opened(shuffles)
        self.journal.tell(round, self.seats, shuffles)
        self.journal.keep(self.opening, self.acts)
        for seat in [seat for seat in self.seats if seat.gone]:
            self.seats.remove(seat)
            self.show.farewell(seat)
        if stock.due and (cutter := self._seat(next_cutter(self.table))) is not None:
            self.show.note(f"The shoe is done: {cutter.name} is to cut the next one.")

    def _show_opened(self, shuffles: Sequence[Opened], *, whole: bool = False) -> None:
        self.show.opened(shuffles, whole=whole)
        for shuffle in shuffles:
            if shuffle.opening is not None:
                self.asking.explains.opened = shuffle

    def _close_table(self) -> None:
        """Open the order that is left when no player plays on, for none of it will ever be dealt."""
        if not self.shoe.is_in_use or not (self.round.is_over or self._wagers_need()):
            return
        self.screen.print("The table closes: its cards are opened.", style="dim")
        shuffles = self.shoe.close()
        self._show_opened(shuffles, whole=True)
        self.journal.close(self.table.game.rules, shuffles)


def _turn(need: Need) -> int:
    """What comes first of several needs: the cards before the wagers, people before the dealer's calls and deals."""
    match need:
        case ShuffleNeed() | CutNeed():
            return 0
        case CardsNeed(slots=slots) if slots[0].hand == RACK:
            return 0
        case WagersNeed():
            return 1
        case DecisionNeed() | RulingNeed():
            return 2
        case _:
            return 3
