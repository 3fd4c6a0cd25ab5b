"""A table in words, line by line, for whoever listens to it or reads it: built from what the table page shows them."""

from collections.abc import Iterator
from typing import Any

from pitboss.floor.commands import Actor
from pitboss.money import dollars
from pitboss.web.pages.drawing import card_name


def told(page: dict[str, Any], who: Actor) -> list[str]:
    """The lines that tell a table as somebody sees it."""
    return list(_lines(page, who))


def _lines(page: dict[str, Any], who: Actor) -> Iterator[str]:
    if page["felt"] is None:
        yield page["waits"]
        return
    yield f"Round {page['round']}. {page['waits']}."
    if page["shows_last"]:
        yield f"On the layout lies round {page['felt']['number']}, which is settled."
    for hand in page["felt"]["house"]:
        yield f"{hand['kind']}: {_hand(hand)}."
    for area in page["felt"]["areas"]:
        yield from _area(area, who)
    last = page["last"]
    if last is not None and page["shows_last"]:
        for line in last["lines"]:
            yield f"{line['words']}."


def _area(area: dict[str, Any], who: Actor) -> Iterator[str]:
    if not area["people"]:
        return
    names = ["you" if name == who.person else name for name in area["people"]]
    place = f"Area {area['number']}, {' and '.join(names)}"
    for hand in area["hands"]:
        yield f"{place}: {_hand(hand)}" + (", to decide." if hand["turn"] else ".")
    for spot in area["spots"]:
        for wager in spot["wagers"]:
            amount = "an amount face down" if wager["cents"] is None else dollars(wager["cents"])
            name = "you have" if wager["mine"] else f"{wager['patron']} has"
            yield f"Area {area['number']}: {name} {amount} on {spot['words']}."


def _hand(hand: dict[str, Any]) -> str:
    down = hand["cards"].count("??")
    cards = ", ".join(card_name(card) for card in hand["cards"] if card != "??")
    parts = [cards] if cards else []
    if down:
        parts.append(f"{down} face down")
    if hand["says"] and not hand["says"].startswith("shows"):
        parts.append(hand["says"])
    if hand["status"]:
        parts.append(hand["status"])
    return "; ".join(parts)
