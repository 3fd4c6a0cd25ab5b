"""Cards, chips and what stands on a table, drawn as SVG. Colour never says anything alone: suits have their shape,
chips their value."""

from collections.abc import Sequence
from functools import cache

from markupsafe import Markup, escape

from pitboss.cards import UNKNOWN, Card
from pitboss.messages import current_language, message, say, say_number, translate
from pitboss.money import Chips, dollars

RANKS = {"A": message("Ace"), "K": message("King"), "Q": message("Queen"), "J": message("Jack"), "T": "10"}
SUITS = {"c": message("clubs"), "d": message("diamonds"), "h": message("hearts"), "s": message("spades")}
_SHAPES = {
    "c": "M10 2a4.4 4.4 0 0 0-3.4 7.2 4.4 4.4 0 1 0 2 7.2L7.6 20h4.8l-1-3.6a4.4 4.4 0 1 0 2-7.2A4.4 4.4 0 0 0 10 2z",
    "d": "M10 1 17 10 10 19 3 10z",
    "h": "M10 18.5 2.6 10.4C-.6 6.4 2 1.8 5.8 1.8c2 0 3.4 1.1 4.2 2.7.8-1.6 2.2-2.7 4.2-2.7 3.8 0 6.4 4.6 3.2 8.6z",
    "s": "M10 1.2 3 8.8c-3 3.6-.5 7.8 2.9 7.8 1.3 0 2.4-.5 3.2-1.4L8 19h4l-1.1-3.8c.8.9 1.9 1.4 3.2 1.4 3.4 0 "
    "5.9-4.2 2.9-7.8z",
}
"""The suits in a field of 20 by 20."""
_NECK = ("skin", "M34.3 56h7.4v9h-7.4z")
_FACE = (
    ("skin", "M29.5 48a8.5 10.5 0 1 0 17 0a8.5 10.5 0 1 0-17 0z"),
    ("line", "M33.6 46.5a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0-2.2 0z"),
    ("line", "M40.2 46.5a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0-2.2 0z"),
    ("stroke", "M38 47.5l-1.2 4.2h2.2"),
)
_ROBE = (
    ("robe", "M17 86.5c0-16.5 9-24.5 21-24.5s21 8 21 24.5z"),
    ("gold", "M29.5 64 38 75l8.5-11-3.2-1.6L38 69.4l-5.3-7z"),
)
COURTS: dict[str, tuple[tuple[str, str], ...]] = {
    "K": (
        ("hair", "M26.5 56V44c0-8 5-12 11.5-12s11.5 4 11.5 12v12z"),
        *_FACE,
        ("hair", "M29.3 50.5c2.6 3 5 3.3 8.7 2 3.7 1.3 6.1 1 8.7-2 .8 9-2.9 16-8.7 17-5.8-1-9.5-8-8.7-17z"),
        ("lips", "M35.4 56.4q2.6 1.6 5.2 0"),
        ("gold", "M25.5 40 24 24.5l7.2 6.3L38 21l6.8 9.8 7.2-6.3L50.5 40z"),
        ("stroke", "M26 36.5h24"),
        ("skin", "M35.8 32.5a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0z"),
        *_ROBE,
    ),
    "Q": (
        ("hair", "M25.5 66c-2.4-8-.6-12 .3-20C26.6 36 31 31 38 31s11.4 5 12.2 15c.9 8 2.7 12 .3 20z"),
        *_FACE,
        ("lips", "M35.6 54.6q2.4 2 4.8 0"),
        ("gold", "M27.5 38 26 28.5q6.5 4 12-5 5.5 9 12 5L48.5 38z"),
        (
            "gold",
            "M24 27a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM36 22a2 2 0 1 0 4 0a2 2 0 1 0-4 0zM48 27a2 2 0 1 0 4 0a2 2 0 1 0-4 0z",
        ),
        ("stroke", "M28 35h20"),
        *_ROBE,
    ),
    "J": (
        ("hair", "M27 57V43c0-7 5-11 11-11s11 4 11 11v14c-2.5 1-4 .5-4-2V44H31v11c0 2.5-1.5 3-4 2z"),
        _NECK,
        *_FACE,
        ("lips", "M35.6 55q2.4 1.4 4.8 0"),
        ("robe", "M25.5 41c-1-10 5-15.5 13-15.5S52 30 51.5 38.5z"),
        ("gold", "M25.3 41.5 51.7 38.7v-3.8L25.1 37.7z"),
        ("gold", "M46 36c8-4 10-12 9-18-6 3-10.5 9-10.5 17z"),
        *_ROBE,
    ),
}
"""The court cards, our own drawing: head and shoulders in parts, a robe in the colour of the suit."""
_BLANK = '<rect x="1" y="1" width="60" height="86" rx="6"/>'


_WEAVE = "".join(f"M{x} {y}l4.5 5.5-4.5 5.5-4.5-5.5z" for y in range(8, 72, 11) for x in range(13, 53, 9))
SPRITE = Markup(  # noqa: S704  our own shapes
    '<svg class="sprite" aria-hidden="true"><defs>'
    + "".join(f'<path id="suit-{name}" d="{shape}"/>' for name, shape in _SHAPES.items())
    + f'<g id="card-back">{_BLANK}<rect class="frame" x="5" y="5" width="52" height="78" rx="3.5"/>'
    f'<path class="weave" d="{_WEAVE}"/></g>'
    + "".join(
        f'<g id="court-{rank}">' + "".join(f'<path class="court-{name}" d="{path}"/>' for name, path in parts) + "</g>"
        for rank, parts in COURTS.items()
    )
    + "</defs></svg>"
)
"""What cards are drawn of, once in a page, so that what changes at a table stays small."""

GAME_CARDS = {
    "pontoon": ("As", "Kh"),
    "caribbean-stud": ("Qs", "Qd", "9c", "5h", "2s"),
    "mississippi-stud": ("Jh", "Jc", "7s", "4d", "3c"),
    "ultimate-texas-holdem": ("Ad", "Kd", "Qd", "Jd", "Td"),
}
"""The cards that stand for each game."""
CHIPS = (100, 500, 2_500, 10_000, 50_000)
"""The chips that have a colour of their own; the others share one."""
TALLEST = 10
"""How many chips a pile shows at most; the amount stands beside it."""


def card_name(card: str) -> str:
    """A card as it is said."""
    return _name_card(card, getattr(current_language(), "language", ""))


@cache
def _name_card(card: str, _: str) -> str:
    """A card as it is said, put together once in each language, which is the one in force."""
    if card == "??":
        return say("a card face down")
    return say("{rank} of {suit}", rank=translate(RANKS.get(card[0], card[0])), suit=translate(SUITS[card[1]]))


def card_names(cards: Sequence[Card]) -> str:
    """Cards as they are said, those that lie face down counted."""
    down = cards.count(UNKNOWN)
    counted = [say_number("{number} card face down", "{number} cards face down", down)] if down else []
    return ", ".join([*(card_name(str(card)) for card in cards if card != UNKNOWN), *counted])


def card(card: str) -> Markup:
    """A card, face up or face down, with its name for a person who listens."""
    return _draw_card(card, getattr(current_language(), "language", ""))


@cache
def _draw_card(card: str, _: str) -> Markup:
    """A card, drawn once in each language, which is the one in force."""
    name = str(card_name(card))
    head = '<svg class="card {}" viewBox="0 0 62 88" role="img" aria-label="{}">'
    if card == "??":
        back = '<use href="#card-back"/></svg>'
        return Markup(head.format("back", escape(name)) + back)  # noqa: S704  nothing of it is a reader's
    rank, suit = card[0].replace("T", "10"), card[1]
    if rank in COURTS:
        middle = (
            f'<g transform="translate(3.4 4.4) scale(.95)"><use href="#court-{rank}"/>'
            f'<use class="on-robe" href="#suit-{suit}" transform="translate(33 76) scale(.5)"/></g>'
        )
    elif rank == "A":
        middle = f'<use href="#suit-{suit}" transform="translate(19 38) scale(2)"/>'
    else:
        middle = f'<use href="#suit-{suit}" transform="translate(24 45) scale(1.65)"/>'
    ten = rank == "10"
    face = (
        f'{_BLANK}{middle}<text x="{4.5 if ten else 6}" y="26" class="rank{" ten" if ten else ""}">{rank}</text>'
        f'<use href="#suit-{suit}" transform="translate(6.5 31) scale(.72)"/>'
    )
    return Markup(head.format(f"suit-{suit}", escape(name)) + face + "</svg>")  # noqa: S704  a card of the deck


@cache
def suit(suit: str) -> Markup:
    """A suit by itself."""
    return Markup(  # noqa: S704  one of four
        f'<svg class="suit suit-{suit}" viewBox="0 0 20 20" aria-hidden="true"><use href="#suit-{suit}"/></svg>'
    )


@cache
def chip(cents: int) -> Markup:
    """One chip from above, with its value."""
    value = dollars(cents).removeprefix("$")
    squeezed = ' textLength="24" lengthAdjust="spacingAndGlyphs"' if len(value) > 4 else ""  # four figures fill a chip
    return Markup(  # noqa: S704  a number
        f'<svg class="chip {_kind(cents)}" viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="19"/>'
        '<circle class="edge" cx="20" cy="20" r="16.5"/><circle class="middle" cx="20" cy="20" r="12.5"/>'
        f'<text x="20" y="24.5"{squeezed}>{value}</text></svg>'
    )


def _kind(cents: int) -> str:
    return f"chip-{cents}" if cents in CHIPS else "chip-other"


@cache
def _pile(kinds: tuple[str, ...]) -> Markup:
    """Chips one on the other, seen from the player's side."""
    top = 5 * (len(kinds) - 1)
    drawn = []
    for place, kind in enumerate(kinds):
        y = 9 + top - 5 * place
        side = f'<path d="M2 {y}v6a18 7.5 0 0 0 36 0v-6z"/><path class="marks" d="M2 {y + 3}a18 7.5 0 0 0 36 0"/>'
        face = f'<ellipse cx="20" cy="{y}" rx="18" ry="7.5"/>'
        drawn.append(f'<g class="{kind}">{side}{face}</g>')
    y = 9
    drawn.append(f'<g class="{kinds[-1]}"><ellipse class="ring" cx="20" cy="{y}" rx="15" ry="6"/>')
    drawn.append(f'<ellipse class="middle" cx="20" cy="{y}" rx="10.5" ry="4.2"/></g>')
    return Markup(  # noqa: S704  numbers
        f'<svg class="pile" viewBox="0 0 40 {25 + top}" width="40" height="{25 + top}" aria-hidden="true">'
        f"{''.join(drawn)}</svg>"
    )


def pile(cents: int, denominations: Sequence[int], moves: str = "") -> Markup:
    """An amount as a pile of chips, the largest below; nothing where chips cannot make it. One that `moves` was paid
    or taken."""
    of = Chips(tuple(denominations))
    if cents <= 0 or not of.pays_exactly(cents):
        return Markup()
    kinds = tuple(_kind(value) for value, count in of.stacks(cents) for _ in range(min(count, TALLEST)))
    drawn = _pile(kinds[:TALLEST])
    return Markup('<span class="{}">{}</span>').format(moves, drawn) if moves else drawn


def run_chart(nets: Sequence[int]) -> Markup:
    """What a session had come to round by round, as a line above and below nothing; nothing before two rounds."""
    if len(nets) < 3:
        return Markup()
    low, high = min(*nets, 0), max(*nets, 0)
    scale = 56 / (high - low or 1)
    points = " ".join(
        f"{4 + 232 * n / (len(nets) - 1):.1f},{60 - (net - low) * scale:.1f}" for n, net in enumerate(nets)
    )
    zero = f"{60 + low * scale:.1f}"
    words = say("{rounds} rounds, from {low} to {high}", rounds=len(nets) - 1, low=dollars(low), high=dollars(high))
    return Markup(  # noqa: S704  numbers
        f'<svg class="run-chart" viewBox="0 0 240 64" role="img" aria-label="{words}">'
        f'<line x1="4" x2="236" y1="{zero}" y2="{zero}"/><polyline points="{points}"/></svg>'
    )


def chips(cents: int, denominations: Sequence[int]) -> Markup:
    """An amount as the chips that make it, the largest first; nothing where chips cannot make it."""
    of = Chips(tuple(denominations))
    if cents <= 0 or not of.pays_exactly(cents):
        return Markup()
    drawn = [f"<li>{chip(value)}<span>×{count}</span></li>" for value, count in of.stacks(cents)]
    return Markup(f'<ul class="chips" aria-hidden="true">{"".join(drawn)}</ul>')  # noqa: S704  numbers


@cache
def tray(denominations: tuple[int, ...]) -> Markup:
    """The float tray in front of the dealer, a row of chips for each value."""
    rows = sorted(denominations)[-5:]
    wide = 46 * len(rows) + 10
    drawn = [f'<rect class="wood" x="1" y="1" width="{wide - 2}" height="36" rx="7"/>']
    for place, value in enumerate(rows):
        x = 8 + 46 * place
        discs = "".join(f'<rect x="{x + 4.6 * n:.1f}" y="8" width="3.9" height="22" rx="1.6"/>' for n in range(9))
        drawn.append(f'<g class="{_kind(value)}">{discs}</g>')
    return Markup(  # noqa: S704  numbers
        f'<svg class="float-tray" viewBox="0 0 {wide} 38" aria-hidden="true">{"".join(drawn)}</svg>'
    )
