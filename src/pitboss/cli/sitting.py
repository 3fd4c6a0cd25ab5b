"""A sitting at a practice table: the person at the keyboard plays every seat, the virtual dealer does the rest, and the
screen shows it. Each round is kept as data and as a record where an option asks for them.

The needs of a round say what may be done, and `refusal` says what is legal; the sitting puts the two together.
"""

import json
import os
import re
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.rule import Rule as Line
from rich.text import Text

from pitboss.cards import UNKNOWN
from pitboss.cli import output, table
from pitboss.cli.felt import EVERYWHERE, Focus, felt, layout_of, names, write_plainly
from pitboss.cli.prompts import ENTER, Keyboard, PlayerGotUp, Prompter, SittingEnded, option_keys
from pitboss.law.rules import Rules
from pitboss.messages import say, words_of
from pitboss.money import dollars
from pitboss.play import Round, Step, Table, apply, codec, events, needs, refusal, view
from pitboss.play.acts import Act, Lapse, Place, Sit, TakeBack
from pitboss.play.round import PUBLIC, Game, Viewer
from pitboss.play.wager import box_of, seat_of
from pitboss.report import decision, narration, record, settlements
from pitboss.virtual_table import PracticeShoe, PublishedShuffle


class RecordFolder:
    """A folder of records. Making one makes the folder, or fails before a round is played."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(13, say("it may not be written to"), str(folder))
        self.folder = folder

    def keep(self, opening: Round, acts: Sequence[Act]) -> Path:
        """Write a round down as a record, under the number after the highest that its game has there."""
        game, text = opening.game.rules.game.name, record.write_record(opening, acts)
        names = (re.fullmatch(rf"{re.escape(game)}-(\d+)\.toml", path.name) for path in self.folder.iterdir())
        number = max((int(name.group(1)) for name in names if name), default=0)
        while True:
            number += 1
            path = self.folder / f"{game}-{number:04}.toml"
            try:
                with path.open("x", encoding="utf-8") as file:
                    file.write(text)
            except FileExistsError:  # another sitting has just written it
                continue
            return path


def finished_round_data(
    round: Round, seats: Sequence[table.PracticeSeat], shuffles: Iterable[PublishedShuffle]
) -> dict[str, Any]:
    """A round that is over as data: what was decided, bankrolls, shuffles, and each hand as the player who sees most of
    it sees it."""
    views = [view(round, viewer) for viewer in (PUBLIC, *(seat.viewer for seat in seats))]
    hands = [
        min(seen, key=lambda hand: hand.cards.count(UNKNOWN))
        for seen in zip(*(each.hands for each in views), strict=True)
    ]
    return decision.round_data(round) | {
        "practice": not round.game.terms.money,
        "hands": [codec.encode(hand._asdict()) for hand in hands],
        "bankrolls_cents": {seat.name: seat.bankroll for seat in seats},
        "shuffles": [_shuffle(shuffle) for shuffle in shuffles],
    }


def closed_table_data(rules: Rules, shuffles: Iterable[PublishedShuffle]) -> dict[str, Any]:
    """The shuffle that was still in use when a table closed, as data, so that it can be checked like the others."""
    edition = rules.edition
    said = {"game": rules.game.name, "edition": edition.name, "version": edition.version, "closed": True}
    return said | {"shuffles": [_shuffle(shuffle) for shuffle in shuffles]}


def _shuffle(shuffle: PublishedShuffle) -> dict[str, Any]:
    """A shuffle: its commitment, and if it is opened its cards before the shuffle, the seed, the cut."""
    data: dict[str, Any] = {"commitment": shuffle.commitment, "chosen": shuffle.is_chosen}
    opening = shuffle.opening
    if opening is None:
        return data
    return data | {
        "cards": [str(card) for card in opening.cards],
        "seed": opening.seed.hex(),
        "cut": opening.cut,
        "dealt": len(shuffle.dealt),
        "verified": shuffle.holds,
    }


# The screen.

_ON_THE_FELT = (events.CardsTurned, events.CardsCollected, events.RoundEnded)
"""What the next drawing of the felt shows."""


class Screen:
    """A screen that remembers what it shows already."""

    def __init__(self, screen: Console) -> None:
        self.screen = screen
        self._drawn: tuple[object, ...] = ()
        self._announced = -1

    def note(self, said: str) -> None:
        """Say something that the players should notice."""
        self.screen.print(Text(said, "yellow"))

    def begin(self, round: Round) -> None:
        """Begin a round: nothing of it is on the screen yet."""
        self._drawn, self._announced = (), -1
        out = say(" · {number} of {size} cards out", number=round.out, size=round.game.size) if round.out else ""
        self.screen.print(Line(Text(say("Round {number}{out}", number=round.number, out=out), "bold"), style="green"))

    def tell(self, before: Round, act: Act, step: Step) -> None:
        """Say what an act led to, as all at the table see it."""
        for sentence, event in narration.tell_step(before, act, step, narration.audience_at_table(PUBLIC)):
            if isinstance(event, events.CardsDealt) and len(event.cards) == 1:
                self._announced = event.hands[0]
            if isinstance(event, events.CuttingCardOut):
                self.screen.print(Line(Text(str(sentence), "bold yellow"), style="yellow"))
            elif not _is_shown_besides(step.round, act, event):
                parts = (Text(part) if isinstance(part, str) else names(part) for part in sentence.closed.parts)
                self.screen.print(Text().join(parts), style="dim")
            if isinstance(event, events.Shuffled):
                self.screen.print(say("Commitment:\n{commitment}", commitment=event.commitment), style="dim")

    def announce(self, round: Round, need: needs.DecisionNeed) -> None:
        """Announce a hand when its turn comes; a card that it got was announced as it came."""
        if self._announced != need.hand and (said := narration.announcement(round, need)):
            self._announced = need.hand
            self.screen.print(Text(said, "dim"))

    def draw(self, round: Round, viewer: Viewer, focus: Focus = EVERYWHERE, *, again: bool = True) -> None:
        """Draw the felt, unless the last drawing shows the same; without `again` the same cards are enough."""
        seen = view(round, viewer)
        cards = [hand.cards for hand in seen.hands]
        now = (cards, focus, len(seen.wagers))
        if now == self._drawn or (not again and self._drawn[:1] == (cards,)):
            return
        self._drawn = now
        self.screen.print(felt(seen, round.game, layout_of(round), focus))

    def show_settlements(self, round: Round, nets: Iterable[tuple[table.PracticeSeat, int | None]]) -> None:
        """Show what each wager came to, player by player; nothing of those who sat the round out."""
        for seat, net in nets:
            if net is not None:
                self.screen.print(output.settlement_lines(round, seat.name))
                line = Text(f"{seat.name}: ").append(settlements.signed_dollars(net), "bold")
                self.screen.print(
                    line.append(say(" this round, now {amount} in practice chips.", amount=dollars(seat.bankroll)))
                )
        if round.claims:
            self.note(say("No jackpot is paid here: a practice table has no meter."))

    def farewell(self, seat: table.PracticeSeat) -> None:
        """Say goodbye to a player."""
        self.screen.print(Text(seat.farewell()))


def _is_shown_besides(round: Round, act: Act, event: events.Event) -> bool:
    """Whether the screen shows an event in another way: on the felt, among the results, or as a player leaves."""
    if isinstance(event, events.Settled):
        return round.is_over
    return (
        isinstance(act, Place)
        or isinstance(event, _ON_THE_FELT)
        or (isinstance(event, events.Seated) and not event.area)
    )


# The sitting.


class PracticeSitting:
    """A table, its seats and its cards, from sitting down to getting up."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[table.PracticeSeat],
        shoe: PracticeShoe,
        *,
        as_json: bool = False,
        pace: float = 0,
        quick: bool = False,
        records: RecordFolder | None = None,
    ) -> None:
        self.table = Table.open(game)
        self.seats = list(seats)
        self.shoe = shoe
        write_plainly(sys.stdout)
        write_plainly(sys.stderr)
        self.screen = Console(stderr=as_json, highlight=False)
        keyboard = Keyboard(self.screen)
        self.screen.quiet = as_json and not keyboard.live
        errors = Console(stderr=True, highlight=False) if as_json else self.screen
        self.asking = Prompter(self.screen, keyboard, game.rules, errors=errors)
        self.show = Screen(self.screen)
        self.errors, self.as_json, self.shelf = errors, as_json, records
        self.pace = pace if keyboard.live and not quick else 0
        self.quick = quick
        self.opening = self.round = self.table.begin().round
        self.acts: list[Act] = []
        self.last: Round | None = None
        self.has_asked = False
        self.passed: set[str] = set()

    def play(self, rounds: int | None = None) -> None:
        """Sit down, play rounds until the last player leaves, and get up."""
        self.screen.print(output.sign(self.table.game))
        try:
            while self.seats and (rounds is None or self.table.rounds < rounds):
                self._play_round()
        except KeyboardInterrupt:
            self._abandon()
            self._farewell()
            raise
        is_between = self.round.is_over or self._wagers_need() is not None
        if self.shoe.is_in_use and is_between:  # no card that is left will be dealt
            self.screen.print(say("The table closes: its cards are opened."), style="dim")
            shuffles = self.shoe.close()
            self._show_opened(shuffles, whole=True)
            if self.as_json:
                typer.echo(json.dumps(closed_table_data(self.table.game.rules, shuffles), ensure_ascii=False))
        self._farewell()

    def _abandon(self) -> None:
        if self.round.wagers and not self.round.is_over:
            self.show.note("\n" + say("The practice round is abandoned and not kept: no chips change hands."))

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
            except (SittingEnded, PlayerGotUp):  # where one player of several leaves, the question catches it
                for seat in tuple(self.seats):
                    self._get_up(seat)
        self._finish()

    def _go_on(self) -> bool:
        """Do the next step of the round; return whether the round goes on."""
        if not self.seats:
            return False
        need = min((n for n in self.round.needs if self._is_due(n)), key=_turn, default=None)
        match need:
            case None:
                self.has_asked = False
                self.show.note(say("There is not enough on the layout to deal."))
            case needs.WagersNeed():
                self.has_asked = True
                for seat in tuple(self.seats):
                    try:
                        self._take_wagers_of(seat, need)
                    except PlayerGotUp:
                        self._get_up(seat)
            case needs.CutNeed(may_refuse=True):
                self._offer_cut(need)
            case needs.DecisionNeed():
                self._ask(need)
            case _:
                self._do(self.shoe.answer(self.round, need))
                time.sleep(self.pace)
        return True

    def _is_due(self, need: needs.Need) -> bool:
        """Whether a need waits for a person now: not one that a player passed on, nor an optional turn."""
        match need:
            case needs.WagersNeed():
                return not self.has_asked
            case needs.CutNeed():
                return bool(need.by)
            case needs.DecisionNeed():
                return need.id not in self.passed and not need.declined
            case needs.TurnNeed():
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

    def _seat(self, name: str) -> table.PracticeSeat | None:
        """A player who is there."""
        return next((seat for seat in self.seats if seat.name == name and not seat.gone), None)

    def _wagers_need(self) -> needs.WagersNeed | None:
        return next((need for need in self.round.needs if isinstance(need, needs.WagersNeed)), None)

    def _sit_down(self) -> None:
        """Players at an area whose seat is free sit down there; one who has left has no seat."""
        need = self._wagers_need()
        if need is None or not settlements.is_shared(self.round):
            return
        for box in self.round.boxes:
            if box.seated and self._seat(box.seated) is None:
                self._do(Sit(need.id, box.seated, 0))
        for seat in self.seats:
            if not seat_of(self.round.boxes, seat.name) and not box_of(self.round.boxes, seat.area).seated:
                self._do(Sit(need.id, seat.name, seat.area))

    def _get_up(self, seat: table.PracticeSeat) -> None:
        """A player leaves: with their wagers while these may be taken back, else the rules decide for them."""
        need = self._wagers_need()
        if need is not None:
            # the wagers that need another go first: `refusal` says which may go
            while mine := [wager for wager in self.round.wagers if wager.patron == seat.name and wager.live]:
                acts = [TakeBack(need.id, seat.name, wager.area, wager.spot) for wager in reversed(mine)]
                self._do(next(act for act in acts if refusal(self.round, act) is None))
            self.seats.remove(seat)
            self._sit_down()
            self.show.farewell(seat)
            return
        seat.gone = True
        if all(other.gone for other in self.seats):
            self.show.note(say("The players are gone: the rules decide for them."))
        else:
            self.show.note(say("{name} is gone: the rules decide for them.", name=seat.name))

    def _take_wagers_of(self, seat: table.PracticeSeat, need: needs.WagersNeed) -> None:
        while True:
            placed = self.asking.wagers(seat, self.round, need, last=self.last)
            if not isinstance(placed, Sit):
                break
            self._do(placed)
            seat.move(placed.area)
        for act in placed:
            self._do(act)

    def _offer_cut(self, need: needs.CutNeed) -> None:
        """Offer the cut to the player who may cut."""
        seat = self._seat(need.by)
        if seat is None:
            self._do(Lapse(need.id, "absent"))
            return
        try:
            at = None if self.quick else self.asking.cut(seat, need)
        except (PlayerGotUp, SittingEnded) as leaves:
            self._do(Lapse(need.id, "absent"))
            if isinstance(leaves, SittingEnded):
                raise
            self._get_up(seat)
            return
        self._do(at if isinstance(at, Lapse) else self.shoe.answer(self.round, need, at=at))

    def _ask(self, need: needs.DecisionNeed) -> None:
        """Ask a player for a decision; the rules decide for a player who is gone."""
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
                turns = (each for each in self.round.needs if isinstance(each, needs.TurnNeed) and each.optional)
                turn = next((each for each in turns if each.hand == need.hand), None)
                decided = self.asking.decision(seat, self.round, need, turn)
            except PlayerGotUp:
                self._get_up(seat)
                return
            if decided is None:
                self.passed.add(need.id)
            else:
                self._do(decided)

    # The end of a round, and of the sitting.

    def _finish(self) -> None:
        """Pay, show every wager as it settled, and open each shuffle that no card will come from."""
        round = self.round
        self.show.draw(round, self.seats[0].viewer if len(self.seats) == 1 else PUBLIC)
        self.show.show_settlements(round, [(seat, seat.settle(round)) for seat in self.seats])
        self.last, self.table = round, self.table.finish(round)
        shoe_state = self.table.shoe_state
        shuffles = self.shoe.end_round(self.table)
        self._show_opened(shuffles)
        if self.as_json:
            typer.echo(json.dumps(finished_round_data(round, self.seats, shuffles), ensure_ascii=False))
        if self.shelf is not None:
            try:
                path = self.shelf.keep(self.opening, self.acts)
                self.screen.print(Text(say("Written down in {path}", path=path), "dim"))
            except OSError as error:
                said = say("The round could not be written down: {why}.", why=words_of(error))
                self.errors.print(Text(said, "yellow"))
        for seat in [seat for seat in self.seats if seat.gone]:
            self.seats.remove(seat)
            self.show.farewell(seat)
        if shoe_state.due and (cutter := self._seat(table.next_cutter(self.table))) is not None:
            self.show.note(say("The shoe has ended: {name} cuts the next one.", name=cutter.name))

    def _show_opened(self, shuffles: Sequence[PublishedShuffle], *, whole: bool = False) -> None:
        for shuffle in shuffles:
            if shuffle.opening is not None:
                output.print_opening(self.screen, shuffle, whole=whole)
                self.asking.explains.opened = shuffle


def _turn(need: needs.Need) -> int:
    """The rank of a need among several: cards before wagers, people before the dealer's calls and deals."""
    match need:
        case needs.ShuffleNeed() | needs.CutNeed():
            return 0
        case needs.CardsNeed(slots=slots) if slots[0].hand == needs.RACK:
            return 0
        case needs.WagersNeed():
            return 1
        case needs.DecisionNeed():
            return 2
        case _:
            return 3
