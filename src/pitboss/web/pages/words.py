"""A table in words, line by line, for whoever listens to it or reads it: built from what the table page shows them."""

from collections.abc import Iterator
from typing import Any

from pitboss.floor.service.commands import Actor
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
        yield f"On the layout lies round {page['felt']['number']}, which is {page['felt']['ended']}."
    for hand in page["felt"]["house"]:
        if not hand["cards"]:
            continue
        yield f"{hand['kind']}: {_hand(hand)}."
    for area in page["felt"]["areas"]:
        yield from _area(area, who)
    last = page["last"]
    if last is not None and page["shows_last"]:
        for line in last["lines"]:
            yield f"{_to(who, line)}."


def _to(who: Actor, line: dict[str, Any]) -> str:
    """What became of a wager, said to somebody."""
    words: str = line["words"]
    return words.replace(f"{who.person}'s ", "Your ", 1) if words.startswith(f"{who.person}'s ") else words


def _area(area: dict[str, Any], who: Actor) -> Iterator[str]:
    if not area["people"]:
        return
    number = area["number"]
    names = ["you" if name == who.person else name for name in area["people"]]
    place = f"Area {number}, {' and '.join(names)}"
    if area["caller"]:
        calls = "you call" if area["caller"] == who.person else f"{area['caller']} calls"
        yield f"Area {number}: {calls} its decisions."
    for hand in area["hands"]:
        which = f", {hand['nth'].lower()}" if hand["nth"] else ""
        yield f"{place}{which}: {_hand(hand)}" + (", to decide." if hand["turn"] else ".")
        yield from _stakes(f"Area {number}{which}", hand["spots"])
    yield from _stakes(f"Area {number}", area["spots"])


def _stakes(place: str, spots: list[dict[str, Any]]) -> Iterator[str]:
    for spot in spots:
        for wager in spot["wagers"]:
            amount = "an amount face down" if wager["cents"] is None else dollars(wager["cents"])
            name = "you have" if wager["mine"] else f"{wager['patron']} has"
            button = f", {wager['button']}" if wager["button"] else ""
            yield f"{place}: {name} {amount} on {spot['words']}{button}."


def _hand(hand: dict[str, Any]) -> str:
    down = hand["cards"].count("??")
    doubled = hand["sideways"]
    named = enumerate(hand["cards"])
    cards = ", ".join(
        card_name(card) + (" sideways" if doubled and place == doubled else "") for place, card in named if card != "??"
    )
    parts = [cards] if cards else []
    if down:
        parts.append(f"{down} face down")
    if hand["says"] and not hand["says"].startswith("shows"):
        parts.append(hand["says"])
    if hand["status"]:
        parts.append(hand["status"])
    return "; ".join(parts)
