"""A round drawn as a felt: the dealer's cards on top, the playing areas below with their hands and wagers.

Colour never says anything alone: suits have signs, chips their value. Where a terminal has no such signs,
`write_plainly` writes suits as letters and lines as plain ones. `felt` draws a view, so a card that its viewer may not
see is not there to be drawn."""

import codecs
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from typing import TextIO

from rich.align import Align
from rich.box import HORIZONTALS, ROUNDED
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cards.card import RANKS, SUITS, UNKNOWN, Card
from pitboss.messages import phrase, say, say_parts, translate
from pitboss.money import Chips, dollars
from pitboss.play import HOUSE_AREA, Game, Result, Round, Settlement, spot_words
from pitboss.play.view import HandView, View, WagerView
from pitboss.report.acts import write_dollars
from pitboss.report.settlements import NTH, net_cents, people, result_words, signed_dollars
from pitboss.value import Value

CARD_WIDTH, SIDEWAYS_WIDTH, GAP, LAPPED = 6, 8, 1, 4
RED_SUITS = "dh"
SIGNS = "♣♦♥♠"
INK = {False: "#16161a on #f6f2e7", True: "bold #b00020 on #f6f2e7"}
BACK = "#b9c6ee on #2b3f87"
CHIP_COLOURS = {
    100: "#16161a on #d9d9d9",
    500: "bold #ffffff on #a3202f",
    2_500: "bold #ffffff on #1d6b3a",
    10_000: "bold #ffffff on #4b4b52",
    50_000: "bold #ffffff on #5b2a86",
}
OTHER_CHIP = "bold #ffffff on #1f4e79"
PLAIN = str.maketrans("♣♦♥♠╭╮╰╯─│░×·✓✗…", "cdhs++++-|#x-*!.")
"""The sign that stands for another where a terminal has not got it; each is as wide."""


def write_plainly(stream: TextIO) -> None:
    """Let a stream that cannot write the suits write letters for them, and plain lines, instead of failing."""
    if isinstance(stream, TextIOWrapper) and not stream.encoding.lower().startswith("utf"):
        codecs.register_error("pitboss-plain", _draw_plain)
        stream.reconfigure(errors="pitboss-plain")


def _draw_plain(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)  # the handler is set on streams that are written to
    written = error.object[error.start : error.end].translate(PLAIN)
    return "".join(sign if sign.isascii() else "?" for sign in written), error.end


class CardRow:
    """Cards side by side, lapping over each other where the room is short; a card not seen shows its back.

    The last card lies sideways where no other may follow it.
    """

    def __init__(self, cards: Sequence[Card], *, sideways: int = 0) -> None:
        self.cards = tuple(cards)
        self.sideways = 0 < sideways == len(self.cards) - 1

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        count = len(self.cards)
        if not count:
            return
        if self._wide(LAPPED) > options.max_width:
            yield names(self.cards)
            return
        lapped = self._wide(CARD_WIDTH + GAP) > options.max_width
        rows = [Text(no_wrap=True) for _ in range(5)]
        for place, card in enumerate(self.cards):
            style = BACK if card == UNKNOWN else INK[SUITS[card.suit] in RED_SUITS]
            last = place == count - 1
            lines = _lines(card, is_sideways=last and self.sideways)
            for row, line in zip(rows, lines, strict=True):
                row.append(line[:LAPPED] if lapped and not last else line, style if line.strip() else "")
                if not lapped and not last:
                    row.append(" " * GAP)
        yield Text("\n").join(rows)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        full = self._wide(CARD_WIDTH + GAP)
        return Measurement(min(self._wide(LAPPED), options.max_width), min(full, options.max_width))

    def _wide(self, step: int) -> int:
        last = SIDEWAYS_WIDTH if self.sideways else CARD_WIDTH
        return max(0, (len(self.cards) - 1) * step + last)


def _name(card: Card) -> str:
    return RANKS[card.rank].replace("T", "10") + SIGNS[card.suit]


def _lines(card: Card, *, is_sideways: bool) -> tuple[str, ...]:
    """The five lines of a card; one that lies across is a line lower than the others are high."""
    name = _name(card) if card != UNKNOWN else "░░░░░░"
    if is_sideways:
        return (" " * SIDEWAYS_WIDTH, "╭──────╮", f"│{name:<6}│", f"│{name:>6}│", "╰──────╯")
    top, bottom = "╭────╮", "╰────╯"
    if card == UNKNOWN:
        return (top, *["│░░░░│"] * 3, bottom)
    return (top, f"│{name:<4}│", "│    │", f"│{name:>4}│", bottom)


def names(cards: Sequence[Card]) -> Text:
    """Cards in a line of text, `A♠ 10♦ ░░`."""
    text = Text()
    for card in cards:
        text.append(" " if text else "")
        if card == UNKNOWN:
            text.append("░░", "dim")
        else:
            text.append(_name(card), "bold red" if SUITS[card.suit] in RED_SUITS else "bold")
    return text


def chips(cents: int, of: Chips) -> Text:
    """An amount as the chips that make it, `(25)×2 (5)`; nothing where chips cannot make it."""
    text = Text()
    if cents <= 0 or not of.pays_exactly(cents):
        return text
    for value, count in of.stacks(cents):
        text.append(" " if text else "")
        text.append(f"({write_dollars(value)})", CHIP_COLOURS.get(value, OTHER_CHIP))
        text.append(f"×{count}" if count > 1 else "")
    return text


# What all see of a layout besides the cards.


class Layout(Value):
    """The public part of a round, without any card."""

    people: Mapping[int, tuple[str, ...]]
    """Who has wagered on an area, the player who decides first."""
    hand_of: Mapping[int, int]
    """The hand that a wager rides on."""
    buttons: Mapping[int, str]
    """The button on a wager."""
    sideways: Mapping[int, int]
    """The place of the card of a hand that lies sideways."""


def layout_of(round: Round) -> Layout:
    """The layout of a round as all see it."""
    areas = sorted({wager.area for wager in round.wagers if wager.stake.pieces or wager.face_down})
    return Layout(
        people={area: people(round, area) for area in areas},
        hand_of={wager.id: wager.hand for wager in round.wagers},
        buttons={wager.id: wager.button for wager in round.wagers if wager.button},
        sideways={hand.id: hand.sideways for hand in round.hands if hand.sideways},
    )


# The felt.


SEAT_WIDTH = 38
LONGEST_NAME = 10
TONES = {Result.WON: "bold green", Result.LOST: "red", Result.CLAIM: "bold yellow", Result.BONUS: "bold green"}
QUIET = ("live", "settled", "in", "")
"""How a hand stands when there is nothing to say about it."""


class Focus(Value):
    """The area that the round is at, and which of its hands; without an area, none in particular."""

    area: int | None = None
    hand: int | None = None


EVERYWHERE = Focus()


def felt(seen: View, game: Game, layout: Layout, focus: Focus = EVERYWHERE) -> RenderableType:
    """Draw a round as its viewer sees it; with a playing area in focus, the others take a line each."""
    house = [_house_hand(hand) for hand in seen.hands if hand.area == HOUSE_AREA and hand.cards]
    areas = sorted({wager.area for wager in seen.wagers} | {hand.area for hand in seen.hands} - {HOUSE_AREA})
    full = [area for area in areas if focus.area in (None, area)]
    seats: list[RenderableType] = [_seat(seen, game, layout, area, focus) for area in full]
    rest = [_seat_line(seen, layout, area) for area in areas if area not in full]
    below: RenderableType = Columns(seats, padding=(0, 1)) if len(seats) > 1 else Align.center(Group(*seats))
    title = Text(say(" {title} · Round {number} ", title=game.rules.game.title, number=seen.number), "bold")
    return Panel(Group(*house, below, *rest), box=HORIZONTALS, title=title, border_style="green", padding=(0, 0))


def _house_hand(hand: HandView) -> RenderableType:
    """The dealer's hand, or the cards that all share, in the middle."""
    caption = Text(phrase(translate(hand.kind)), "bold")
    up = [card for card in hand.cards if card != UNKNOWN]
    if hand.says and hand.kind == "dealer":
        caption.append(f": {hand.says}", "not bold")
    elif up and len(up) < len(hand.cards):
        shown: list[str | Text] = list(say_parts(" shows {cards}", cards=names(up)))
        for part in shown:
            caption.append_text(Text(part, "not bold") if isinstance(part, str) else part)
    return Group(Align.center(caption), Align.center(CardRow(hand.cards)))


# A playing area.


def _seat(seen: View, game: Game, layout: Layout, area: int, focus: Focus) -> RenderableType:
    """An area: its hands side by side, each with its wagers below."""
    hands = [hand for hand in seen.hands if hand.area == area]
    wagers = _wagers(seen, area)
    lit = area == focus.area
    inside: RenderableType
    if len(hands) > 1:
        inside = Grid.grid(expand=True, padding=(0, 1))
        parts = []
        for place, hand in enumerate(hands):
            inside.add_column(ratio=1)
            mark = "> " if lit and hand.id == focus.hand else ""
            heading = Text(f"{mark}{phrase(translate(NTH[place]))}", "bold" if mark else "dim", justify="center")
            mine = [wager for wager in wagers if layout.hand_of.get(wager.id, -1) in (hand.id, -1)]
            parts.append(Group(heading, *_hand(hand, layout), _spots(seen, game, layout, mine)))
        inside.add_row(*parts)
    else:
        drawn = [part for hand in hands for part in _hand(hand, layout)]
        inside = Group(*drawn, _spots(seen, game, layout, wagers))
    return Panel(
        inside,
        box=ROUNDED,
        width=SEAT_WIDTH * max(1, len(hands)),
        title=Text(f" {'> ' if lit else ''}{area} {_people(layout, area)} ", "bold"),
        border_style="bold yellow" if lit else "green",
    )


def _hand(hand: HandView, layout: Layout) -> list[RenderableType]:
    cards = CardRow(hand.cards, sideways=layout.sideways.get(hand.id, 0))
    return [Align.center(cards), Align.center(_caption(hand))]


def _caption(hand: HandView) -> Text:
    """What a hand counts as, and how it stands where that says more."""
    text = Text(hand.says, "italic")
    if hand.status not in QUIET and not hand.says.endswith(hand.status):
        text.append(f"{', ' if text else ''}{translate(hand.status)}", "bold not italic")
    return text


def _spots(seen: View, game: Game, layout: Layout, wagers: Sequence[WagerView]) -> RenderableType:
    """Wagers, a line each: the spot, the amount and its chips, or what became of it; by player where players share."""
    people = layout.people[wagers[0].area] if wagers else ()
    grid = Grid.grid(padding=(0, 1))
    if len(people) < 2:
        for wager in wagers:
            grid.add_row(*_spot(seen, game, layout, wager))
        return grid
    grid.add_column(no_wrap=True, overflow="ellipsis", max_width=LONGEST_NAME)
    for name in people:
        for place, wager in enumerate(wager for wager in wagers if wager.patron == name):
            line = Text(" ").join(part for part in _spot(seen, game, layout, wager) if part)
            grid.add_row(Text(name if not place else ""), line)
    return grid


def _spot(seen: View, game: Game, layout: Layout, wager: WagerView) -> tuple[Text, Text, Text]:
    """The spot of a wager, its amount, and its chips, its button or its outcome."""
    spot = Text(spot_words(wager.spot))
    if wager.cents is None:
        return spot, Text(say("face down"), "italic"), Text()
    done = [s for s in seen.settlements if s.wager == wager.id]
    button = layout.buttons.get(wager.id, "")
    lies = Text(button, "bold") if button else chips(wager.cents, game.terms.chips)
    return spot, Text(dollars(wager.cents), "bold"), _outcome(done, button) if done else lies


def _outcome(done: Sequence[Settlement], button: str) -> Text:
    """The results of a wager, part by part; a wager with a button is worth the sum of its parts."""
    if button:
        net = sum(net_cents(settled) for settled in done)
        return Text(button).append(f" {signed_dollars(net)}" if net else "")
    text = Text()
    for settled in done:
        text.append(", " if text else "")
        text.append(result_words(settled.result), TONES.get(settled.result, ""))
        text.append(f" {signed_dollars(net_cents(settled))}" if net_cents(settled) else "")
    return text


def _seat_line(seen: View, layout: Layout, area: int) -> Text:
    """A seat that is not in focus: who, the cards as the viewer sees them, how the hand stands, the wagers."""
    line = Text(f" {area} {_people(layout, area)}  ", no_wrap=True, overflow="ellipsis")
    for hand in seen.hands:
        if hand.area == area:
            caption = _caption(hand)
            line.append_text(names(hand.cards)).append(f" ({caption.plain})" if caption else "", "italic").append("  ")
    for wager in _wagers(seen, area):
        if not any(s.wager == wager.id for s in seen.settlements):
            cents = say("face down") if wager.cents is None else dollars(wager.cents)
            line.append(f"{spot_words(wager.spot)} {cents}  ", "dim")
    return line


def _wagers(seen: View, area: int) -> list[WagerView]:
    return [wager for wager in seen.wagers if wager.area == area and wager.cents != 0]


def _people(layout: Layout, area: int) -> str:
    return ", ".join(layout.people.get(area, ()))
