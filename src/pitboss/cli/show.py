"""What the screen shows as a round goes: the felt, what is said, what each wager came to, shuffles that are opened."""

from collections.abc import Iterable

from rich.console import Console
from rich.rule import Rule as Line
from rich.text import Text

from pitboss.cli import felt, results, signboard
from pitboss.cli.draw import names
from pitboss.cli.layout import layout_of
from pitboss.cli.seat import Seat
from pitboss.cli.stack import Opened
from pitboss.money import dollars
from pitboss.play import Round, Step, view
from pitboss.play.acts import Act, Place
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
from pitboss.play.game import PUBLIC, Game, Viewer
from pitboss.play.needs import DecisionNeed
from pitboss.report.narration import Sentence, announcement, at_table, tell_step
from pitboss.report.settlements import signed

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
        self.screen.print(signboard.sign(game))

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

    def draw(self, round: Round, viewer: Viewer, focus: felt.Focus = felt.EVERYWHERE, *, again: bool = True) -> None:
        """Draw the felt, unless it was just drawn as it is; with the same cards it need not be drawn again."""
        seen = view(round, viewer)
        cards = [hand.cards for hand in seen.hands]
        now = (cards, focus, len(seen.wagers))
        if now == self._drawn or (not again and self._drawn[:1] == (cards,)):
            return
        self._drawn = now
        self.screen.print(felt.felt(seen, round.game, layout_of(round), focus))

    def settled(self, round: Round, nets: Iterable[tuple[Seat, int | None]]) -> None:
        """Show what each wager came to, player by player; nothing of those who sat the round out."""
        for seat, net in nets:
            if net is not None:
                self.screen.print(results.settlement_lines(round, seat.name))
                line = Text(f"{seat.name}: ").append(signed(net), "bold")
                self.screen.print(line.append(f" this round, now {dollars(seat.bankroll)} in practice chips."))
        if round.claims:
            self.note("A jackpot is paid from its meter, and a practice table has none.")

    def opened(self, shuffles: Iterable[Opened], *, whole: bool = False) -> None:
        """Show shuffles that are opened."""
        for shuffle in shuffles:
            if shuffle.opening is not None:
                self.screen.print(results.opening_lines(shuffle, whole=whole))

    def farewell(self, seat: Seat) -> None:
        """See a player off."""
        self.screen.print(Text(seat.farewell()))


def _is_shown_besides(round: Round, act: Act, event: Event) -> bool:
    """Whether the screen shows an event in another way: on the felt, among the results, or as somebody is seen off."""
    if isinstance(event, Settled):
        return round.is_over
    return isinstance(act, Place) or isinstance(event, _ON_THE_FELT) or (isinstance(event, Seated) and not event.area)


def _drawn(sentence: Sentence) -> Text:
    """A sentence with its cards in their colours."""
    text = Text()
    for part in sentence.parts:
        text.append_text(Text(part) if isinstance(part, str) else names(part))
    return text
