"""How the cards and the people stood when a round began: a shoe in the middle of its cards, a fresh one, one whose
cutting card has come out; who sits at which box, and who wagered there before."""

from collections.abc import Mapping
from typing import Any

from pitboss import law
from pitboss.cards import UNKNOWN, Card, parse_cards, show
from pitboss.law import Because, Key
from pitboss.play.box import Box
from pitboss.play.game import Game
from pitboss.play.round import NOT_OUT, Round
from pitboss.play.stock import FRESH, Stock
from pitboss.report.errors import RecordError
from pitboss.report.shape import shown
from pitboss.report.sign import Sheet

RUNNING, NEW = "running", "fresh"
"""The words for a shoe: in the middle of its cards, or of a table that has just opened."""


def read_stock(sheet: Sheet, game: Game) -> Stock:
    """The cards as a record says they were; in a game whose shoe lasts they are in their middle unless it says more."""
    written = sheet.data.get("shoe", RUNNING)
    if written == NEW:
        return game.opening_stock()
    if isinstance(written, str):
        if written != RUNNING:
            words = f'shoe is "{RUNNING}", "{NEW}" or a table such as {{ left = 40 }}, not {shown(written)}'
            raise sheet.wrong(("shoe",), words)
        return FRESH
    cutting = _cutting(sheet, game, written)
    due: Because = tuple(Key(name) for name in written.get("shuffle", ()))
    if cutting != NOT_OUT and not due:
        due = (law.SHUFFLE_AFTER_ROUND,)
    seen = _seen(sheet, game, written.get("seen", ""))
    left = written.get("left", game.size - len(seen))
    if left > game.size - len(seen):
        words = f"of {game.size} cards {len(seen)} have been seen, so {left} cannot be left"
        raise RecordError(sheet.lines.of(("shoe", "left")), words, game.deck_because, game.rules)
    return Stock(seen, game.size - left, cutting, due)


def _cutting(sheet: Sheet, game: Game, written: Mapping[str, Any]) -> int:
    """The area where the cutting card came out in the round before."""
    area: int = written.get("cutting-card", NOT_OUT)
    if "cutting-card" not in written:
        return NOT_OUT
    if game.terms.device != "shoe":
        words = "cards from a shuffling device have no cutting card"
        raise RecordError(sheet.lines.of(("shoe", "cutting-card")), words, (law.DEVICE_UNCUT,), game.rules)
    if area > game.terms.areas:
        words = f"the cutting card came out at an area, 1 to {game.terms.areas}, or at the dealer, 0, not at {area}"
        raise sheet.wrong(("shoe", "cutting-card"), words)
    return area


def _seen(sheet: Sheet, game: Game, written: str) -> tuple[Card, ...]:
    """The cards that are known to be out, no more of each than there are."""
    path = ("shoe", "seen")
    try:
        cards = parse_cards(written)
    except ValueError as error:
        raise sheet.wrong(path, str(error)) from None
    for card in cards:
        if card == UNKNOWN:
            raise sheet.wrong(path, "a card that was seen has a name: left counts the others")
        if card not in game.deck_set or cards.count(card) > game.copies:
            words = f"{cards.count(card)} {card} cannot be out of these cards"
            raise RecordError(sheet.lines.of(path), words, game.deck_because, game.rules)
    return cards


def read_boxes(sheet: Sheet, game: Game) -> tuple[Box, ...]:
    """The people at each box as the round before left them."""
    boxes: list[Box] = []
    is_shared = any(spot.bettors > 1 for spot in game.spots.values())
    for place, row in enumerate(sheet.data.get("box", ())):
        area, seated, line = row["area"], row.get("seated", ""), tuple(row.get("line", ()))
        path = ("box", place)
        if not 1 <= area <= game.terms.areas:
            words = f"the layout has playing areas 1 to {game.terms.areas}, not {area}"
            raise RecordError(sheet.lines.of((*path, "area")), words, (law.PLAYING_AREA,), game.rules)
        if any(box.area == area for box in boxes):
            raise sheet.wrong((*path, "area"), f"area {area} has a box already")
        if seated and any(box.seated == seated for box in boxes):
            raise sheet.wrong((*path, "seated"), f"{seated} sits at another box already")
        for field in ("line", "away"):
            if field in row and not is_shared:
                raise sheet.wrong((*path, field), f"an area of {game.rules.game.name} has one player, so no {field}")
        if not seated and not line:
            raise sheet.wrong(path, f"nobody is at the box of area {area}: say who is seated, or leave it out")
        boxes.append(Box(area, seated, line, tuple(row.get("away", ()))))
    return tuple(boxes)


def write_stock(opening: Round) -> object:
    """The shoe at the start of a round as a record writes it; nothing where the record need not say it."""
    game = opening.game
    if game.opening_stock() == FRESH:
        return None
    stock = Stock(opening.seen, opening.out, opening.cutting, opening.due)
    if stock == game.opening_stock():
        return NEW
    row: dict[str, object] = {}
    if opening.cutting != NOT_OUT:
        row["cutting-card"] = opening.cutting
    if opening.due and not (row and opening.due == (law.SHUFFLE_AFTER_ROUND,)):
        row["shuffle"] = list(opening.due)
    if opening.out != len(opening.seen):
        row["left"] = game.size - opening.out
    if opening.seen:
        row["seen"] = show(opening.seen)
    return row or None


def write_boxes(boxes: tuple[Box, ...]) -> list[dict[str, object]]:
    """The people at each box as a record writes them."""
    rows = []
    for box in boxes:
        row: dict[str, object] = {"area": box.area}
        row |= {"seated": box.seated, "line": list(box.line), "away": list(box.away)}
        rows.append({name: value for name, value in row.items() if value})
    return rows
