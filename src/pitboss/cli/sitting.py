"""A sitting at a practice table: the person at the keyboard plays every seat, the virtual dealer does the rest.

What may be done comes from the needs and whether it is legal from the gate; the sitting only puts the two together.
"""

import json
import sys
import time
from collections.abc import Sequence

import typer
from rich.console import Console
from rich.rule import Rule as Line
from rich.text import Text

from pitboss.cards import Card, Shoe
from pitboss.cli import felt
from pitboss.cli.asking import Asking, GotUp
from pitboss.cli.draw import tame
from pitboss.cli.keyboard import Keyboard, Left
from pitboss.cli.seat import Seat
from pitboss.cli.shelf import Shelf
from pitboss.cli.shuffles import Shuffles
from pitboss.cli.tell import record, words
from pitboss.money import dollars
from pitboss.play import Round, Table, apply, view
from pitboss.play.acts import Act, Cut, Lapse, Shuffle, TakeBack
from pitboss.play.dealer import Dealt, answer
from pitboss.play.events import CardsDealt
from pitboss.play.game import PUBLIC, Game, Viewer
from pitboss.play.needs import CutNeed, DecisionNeed, RulingNeed, WagersNeed
from pitboss.play.stock import FRESH


class Sitting:
    """A table, its seats and the shoe, from sitting down to getting up."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        shuffles: Shuffles,
        *,
        as_json: bool = False,
        pace: float = 0,
        records: Shelf | None = None,
    ) -> None:
        self.table = Table.open(game)
        self.seats = list(seats)
        self.shuffles = shuffles
        self.as_json = as_json
        tame(sys.stdout)
        tame(sys.stderr)
        self.screen = Console(stderr=as_json, highlight=False)
        keyboard = Keyboard(self.screen)
        self.screen.quiet = as_json and not keyboard.live
        errors = Console(stderr=True, highlight=False) if as_json else self.screen
        self.asking = Asking(self.screen, keyboard, game.rules, errors=errors)
        self.pace = pace if keyboard.live else 0
        self.records = records
        self.opening = self.round = self.table.begin().round
        self.acts: list[Act] = []
        self.last: Round | None = None
        self.has_asked = False
        self.passed: set[str] = set()
        self.shown: object = None
        self.shoe: Shoe | None = None
        self.commitment = ""
        self.dealt: list[Card] = []
        self.shuffled = 0

    def play(self, rounds: int | None = None) -> None:
        """Sit down, play rounds until the last player leaves, and get up."""
        self.screen.print(felt.sign(self.table.game))
        try:
            try:
                while self.seats and (rounds is None or self.table.rounds < rounds):
                    self._play_round()
            except Left:
                self._leave()
        except KeyboardInterrupt:
            self._abandon()
            self._farewell()
            raise
        self._farewell()

    def _leave(self) -> None:
        """Everybody gets up: wagers that may still be taken back are, else the round is played to its end."""
        wagers = next((need for need in self.round.needs if isinstance(need, WagersNeed)), None)
        if wagers is not None:
            for seat in self.seats:
                self._take_back(wagers, seat)
            return
        if self.round.is_over:
            return
        self.screen.print("The players are gone: the rules decide for them.", style="yellow")
        while not self.round.is_over:
            asked = next((n for n in self.round.needs if isinstance(n, DecisionNeed) and not n.optional), None)
            act = self._dealers_answer()
            if asked is not None:
                self._do(Lapse(asked.id, "absent"))
            elif act is not None:
                self._dealer_does(*act)
            else:
                self._abandon()  # somebody of rank would have to rule
                return
        self._finish()

    def _abandon(self) -> None:
        if self.round.wagers and not self.round.is_over:
            words = "\nThe practice round is abandoned and not kept: nobody wins or loses by it."
            self.screen.print(words, style="yellow")

    def _farewell(self) -> None:
        for seat in self.seats:
            self.screen.print(Text(seat.farewell()))

    # A round.

    def _play_round(self) -> None:
        self.opening = self.round = self.table.begin().round
        self.acts = []
        self.shuffled, self.has_asked, self.passed, self.shown = 0, False, set(), None
        self.screen.print(Line(Text(f"Round {self.round.number}", "bold"), style="green"))
        while (act := self._dealers_answer()) is not None and isinstance(act[0], Shuffle | Cut):
            self._dealer_does(*act)  # the commitment is out before the first wager
        while not self.round.is_over:
            if self._person_acts():
                continue
            act = self._dealers_answer()
            if act is not None:
                self._dealer_does(*act)
            elif self.seats:
                self.has_asked = False
                self.screen.print("There is not enough on the layout to deal.", style="yellow")
            else:
                return
        self._finish()

    def _dealers_answer(self) -> Dealt | None:
        """What the dealer does next."""
        return answer(self.round, self.shoe, self._shuffle, cut=self._cut)

    def _shuffle(self, cards: tuple[Card, ...]) -> Shoe:
        return self.shuffles.shoe(cards, self.round.number, self.shuffled)

    def _cut(self, need: CutNeed) -> int:
        return self.shuffles.cut(self.round.number, need.least, need.most)

    def _dealer_does(self, act: Act, shoe: Shoe | None) -> None:
        self.shoe = shoe
        if isinstance(act, Shuffle):
            self.commitment, self.dealt = act.commitment, []
            self.shuffled += 1
        self._do(act)
        time.sleep(self.pace)

    def _do(self, act: Act) -> None:
        """Take an act and say what happened."""
        step = apply(self.round, act)
        self.round = step.round
        self.acts.append(act)
        for event in step.events:
            if isinstance(event, CardsDealt):
                self.dealt += event.cards
            if said := words(event):
                self.screen.print(Text(said, "dim"))

    def _person_acts(self) -> bool:
        """Ask for the first thing that waits for a person; an optional decision is asked for once."""
        for need in self.round.needs:
            if isinstance(need, WagersNeed) and not self.has_asked:
                self.has_asked = True
                self._take_wagers(need)
                return True
            if isinstance(need, DecisionNeed) and need.id not in self.passed:
                seat = next(seat for seat in self.seats if seat.name == need.patron)
                self._draw(seat.viewer, focus=need.area)
                decided = self.asking.decision(seat, self.round, need)
                if decided is None:
                    self.passed.add(need.id)
                else:
                    self._do(decided)
                return True
            if isinstance(need, RulingNeed):
                self._do(self.asking.ruling(need))
                return True
        return False

    def _take_wagers(self, need: WagersNeed) -> None:
        for seat in tuple(self.seats):
            several = len(self.seats) > 1
            try:
                for act in self.asking.wagers(seat, self.round, need, several=several, last=self.last):
                    self._do(act)
            except GotUp:
                self._take_back(need, seat)
                self.seats.remove(seat)
                self.screen.print(Text(seat.farewell()))

    def _take_back(self, need: WagersNeed, seat: Seat) -> None:
        """Hand a player their wagers, those that need another before it."""
        for wager in reversed(self.round.wagers):
            if wager.patron == seat.name and wager.live:
                self._do(TakeBack(need.id, seat.name, wager.area, wager.spot))

    def _draw(self, viewer: Viewer, focus: int | None = None) -> None:
        """Draw the felt, unless it was just drawn as it is."""
        seen = view(self.round, viewer)
        cards = (viewer, [hand.cards for hand in seen.hands])
        if cards != self.shown:
            self.shown = cards
            self.screen.print(felt.felt(seen, self.round.game, focus=focus))

    # The end of a round.

    def _finish(self) -> None:
        """Pay, show every wager as it settled, and open the shuffle if none of its cards is still to come."""
        round = self.round
        self._draw(self.seats[0].viewer if len(self.seats) == 1 else PUBLIC)
        for seat in self.seats:
            net = seat.settle(round)
            if net is not None:
                self.screen.print(felt.settlement_lines(round, seat.name))
                line = Text(f"{seat.name}: ").append(felt.signed(net), "bold")
                self.screen.print(line.append(f" this round, now {dollars(seat.bankroll)} in practice chips."))
        if round.claims:
            self.screen.print("A jackpot is paid from its meter, and a practice table has none.", style="yellow")
        self._open_shuffle()
        self._write_record()
        self.last, self.table = round, self.table.after(round)

    def _write_record(self) -> None:
        if self.records is None:
            return
        from pitboss.report.write import write_record  # noqa: PLC0415  only a kept record needs it

        try:
            path = self.records.keep(self.round.game.rules.game.name, write_record(self.opening, self.acts))
        except OSError as error:
            words = f"The round could not be written down: {error.strerror or error}."
            self.asking.errors.print(Text(words, "yellow"))
        else:
            self.screen.print(Text(f"Written down in {path}", "dim"))

    def _open_shuffle(self) -> None:
        assert self.shoe is not None  # a round that is over was dealt
        opening = self.shoe.open() if self.table.stock == FRESH else None
        holds = opening is not None and opening.check(self.commitment, self.dealt)
        if opening is not None:
            self.screen.print(felt.opening_lines(self.commitment, opening, holds=holds))
        if self.as_json:
            data = record(
                self.round,
                viewers=(PUBLIC, *(seat.viewer for seat in self.seats)),
                bankrolls={seat.name: seat.bankroll for seat in self.seats},
                commitment=self.commitment,
                opening=opening,
                holds=holds,
                is_chosen=self.shoe.chosen,
            )
            typer.echo(json.dumps(data, ensure_ascii=False))
