"""A round drawn as a felt: the dealer's cards on top, the playing areas below with their hands and wagers.

`felt` draws a view, so a card that its viewer may not see is not there to be drawn.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rich.align import Align
from rich.box import HORIZONTALS, ROUNDED
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cards import UNKNOWN
from pitboss.cli.draw import CardRow, chips, names
from pitboss.cli.layout import Layout
from pitboss.cli.results import TONES
from pitboss.money import dollars
from pitboss.play.game import Game
from pitboss.play.hand import HOUSE_AREA
from pitboss.play.terms import spot_words
from pitboss.play.view import HandView, View, WagerView
from pitboss.play.wager import Settlement
from pitboss.report.settlements import NTH, net_cents, phrase, signed

SEAT_WIDTH = 38
LONGEST_NAME = 10
QUIET = ("live", "settled", "in", "")
"""How a hand stands when there is nothing to say about it."""


class Focus(NamedTuple):
    """Where the round is now: an area, and which of its hands; nowhere in particular without an area."""

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
    title = Text(f" {game.rules.game.title} · Round {seen.number} ", "bold")
    return Panel(Group(*house, below, *rest), box=HORIZONTALS, title=title, border_style="green", padding=(0, 0))


def _house_hand(hand: HandView) -> RenderableType:
    """The dealer's hand, or the cards that all share, in the middle."""
    caption = Text(hand.kind.capitalize(), "bold")
    up = [card for card in hand.cards if card != UNKNOWN]
    if hand.says and hand.kind == "dealer":
        caption.append(f": {hand.says}", "not bold")
    elif up and len(up) < len(hand.cards):
        caption.append(" shows ", "not bold").append_text(names(up))
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
            heading = Text(f"{mark}{phrase(NTH[place])} hand", "bold" if mark else "dim", justify="center")
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
        text.append(f"{', ' if text else ''}{hand.status}", "bold not italic")
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
        return spot, Text("face down", "italic"), Text()
    done = [s for s in seen.settlements if s.wager == wager.id]
    button = layout.buttons.get(wager.id, "")
    lies = Text(button, "bold") if button else chips(wager.cents, game.terms.chips)
    return spot, Text(dollars(wager.cents), "bold"), _outcome(done, button) if done else lies


def _outcome(done: Sequence[Settlement], button: str) -> Text:
    """What became of a wager, part by part; one with a button is worth what all its parts are."""
    if button:
        net = sum(net_cents(settled) for settled in done)
        return Text(button).append(f" {signed(net)}" if net else "")
    text = Text()
    for settled in done:
        text.append(", " if text else "")
        text.append(settled.result.value, TONES.get(settled.result, ""))
        text.append(f" {signed(net_cents(settled))}" if net_cents(settled) else "")
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
            cents = "face down" if wager.cents is None else dollars(wager.cents)
            line.append(f"{spot_words(wager.spot)} {cents}  ", "dim")
    return line


def _wagers(seen: View, area: int) -> list[WagerView]:
    return [wager for wager in seen.wagers if wager.area == area and wager.cents != 0]


def _people(layout: Layout, area: int) -> str:
    return ", ".join(layout.people.get(area, ()))
