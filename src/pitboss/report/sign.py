"""How a table stood when a round began, as a record writes it: the sign, the chips and the device; a shoe in the middle
of its cards, a fresh one, one whose cutting card has come out; who sits at which box, and who wagered there before."""

from collections.abc import Mapping
from math import gcd
from typing import Any

from pitboss import law
from pitboss.cards import UNKNOWN, Card, parse_cards, show
from pitboss.games import ENGINES
from pitboss.law import Because, Key, Reading
from pitboss.law.rules import Rules
from pitboss.money import Chips, parse_dollars
from pitboss.play.box import Box
from pitboss.play.round import Game, Round
from pitboss.play.setup import GIVEN_BY
from pitboss.play.stock import FRESH, NOT_OUT, Stock
from pitboss.play.terms import JackpotTerms, Limits, Restriction, Terms
from pitboss.report.acts import AN_AMOUNT
from pitboss.report.lines import Lines, Path, RecordError, shown, where
from pitboss.value import Value

FREE = 10**12
"""A maximum in cents that binds nobody."""
LARGEST_CHIP_CENTS = 100_000_00
SMALLEST_CHIP_CENTS = 1_000_00
"""The most that the smallest chip of a table may be worth."""
_ODD = 100
"""How many different amounts below the smallest chip the others may leave over; ordinary chips leave a few."""

_BLAME: Mapping[law.Key, Path] = {
    law.PLAYING_AREA: ("areas",),
    law.CARDS_FROM_DEVICE: ("device",),
    law.SIGN_MINIMUM: ("sign", "limits"),
    law.REGULATOR_MINIMUM: ("sign", "regulator-minimum"),
    law.MAXIMUM_PAYOUT: ("sign", "maximum-payout"),
    law.PLAY_MULTIPLE: ("sign", "multiples"),
    law.JACKPOT_PRICE: ("sign", "jackpot", "price"),
    law.METHOD_B_WHEN_LINKED: ("sign", "jackpot", "linked"),
    law.JACKPOT_OFFERED: ("sign", "jackpot", "method"),
    law.JACKPOT_HANDS: ("sign", "jackpot", "option"),
    law.CHIPS_OR_TOKENS: ("chips",),
    law.DECKS_OF_48: ("decks",),
    law.LOW_LIMIT_DEVICE: ("low-limit",),
    law.THREE_BETTORS: ("bettors",),
    law.AREAS_RESERVED: ("reserved",),
    law.HELD_TO_MINIMUM: ("restricted",),
    law.HELD_IN_LATER_SHOES: ("restricted",),
    law.ONE_AREA_AT_MINIMUM: ("restricted",),
}
"""What of a record to blame when the rules do not let a table open."""

_ON_SIGN = ("jackpot", "maximum_payout_cents", "regulator_minimum_cents", "individual")
"""The terms that stand in a record's sign, and not beside it."""


class Head(Value):
    """What the head of a record says, and where it says it."""

    data: Mapping[str, Any]
    lines: Lines

    def wrong(self, path: Path, words: str) -> RecordError:
        """An error at the line of something."""
        return RecordError(self.lines.of(path), words)

    def cents(self, *path: str | int) -> int:
        """The amount of dollars that is written at a path."""
        value: Any = self.data
        for part in path:
            value = value[part]
        try:
            return parse_dollars(value)
        except ValueError:
            raise self.wrong(path, f"{where(path, self.data)} is {AN_AMOUNT}, not {shown(value)}") from None


def read_terms(head: Head, rules: Rules) -> Terms:
    """The terms that a record gives; what its sign leaves out binds nobody."""
    data, usual = head.data, Terms(limits={})
    sign = data.get("sign", {})
    for term, rule in {**GIVEN_BY, "shoe": law.SHUFFLE_AFTER_ROUND}.items():
        name = term.removesuffix("_cents").replace("_", "-")
        path: Path = ("sign", name) if term in _ON_SIGN else (name,)
        if name in (sign if term in _ON_SIGN else data) and not rules.applies(rule):
            raise head.wrong(path, f"the rules of {rules.game.name} leave nothing to say in {name}")
    limited = limited_spots(rules)
    for name in ("limits", "regulator-minimum"):
        _check_spots(head, limited, ("sign", name))
    for patron in sign.get("individual", {}):
        _check_spots(head, limited, ("sign", "individual", patron))
    chips = _chips(head) if "chips" in data else usual.chips
    offered = [spot for spot in limited if sign.get("limits", {}).get(spot) is not False]
    floor = dict.fromkeys(offered, 1) if rules.applies(law.REGULATOR_MINIMUM) else {}
    floor |= {spot: head.cents("sign", "regulator-minimum", spot) for spot in sign.get("regulator-minimum", {})}
    wide = {spot: Limits(chips.next_payable(max(1, floor.get(spot, 1))), FREE) for spot in offered}
    return Terms(
        limits=wide | _limits(head, ("sign", "limits")),
        device=data.get("device", usual.device),
        chips=chips,
        regulator_minimum_cents=floor or None,
        maximum_payout_cents=head.cents("sign", "maximum-payout") if "maximum-payout" in sign else None,
        individual={name: _limits(head, ("sign", "individual", name)) for name in sign.get("individual", {})},
        jackpot=_jackpot(head) if "jackpot" in sign else None,
        multiples=_multiples(head, rules),
        areas=data.get("areas", usual.areas),
        money=data.get("money", False),
        decks=data.get("decks", 0),
        bettors=data.get("bettors", 0),
        players=data.get("players", 0),
        reserved={name: tuple(areas) for name, areas in data.get("reserved", {}).items()},
        restricted={name: _restriction(row) for name, row in data.get("restricted", {}).items()},
        low_limit=data.get("low-limit", False),
    )


def _restriction(row: Mapping[str, Any]) -> Restriction:
    return Restriction(row["rule"], row["rank"], row.get("inspector-told", False))


def limited_spots(rules: Rules) -> tuple[str, ...]:
    """The spots of a game that the sign gives limits for."""
    spots = ENGINES[rules.game.engine].spots.values() if rules.game.engine in ENGINES else ()
    return tuple(spot.name for spot in spots if spot.opening and not spot.priced)


def stages(rules: Rules) -> tuple[str, ...]:
    """The stages at which the sign of a game offers multiples of the Ante, where the rules leave that to it."""
    return tuple(rules.game.data.get("play", {}).get("usual", {}))


def _at(data: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    found: Any = data
    for part in path:
        found = found.get(part, {})
    rows: Mapping[str, Any] = found
    return rows


def _check_spots(head: Head, limited: tuple[str, ...], path: Path) -> None:
    for spot in _at(head.data, path):
        if spot not in limited:
            here = ", ".join(limited)
            raise head.wrong((*path, spot), f"the sign gives no limits for {shown(spot)}: it does for {here}")


def _limits(head: Head, path: Path) -> dict[str, Limits]:
    rows = _at(head.data, path)
    for spot, row in rows.items():
        if row is True:
            words = f"{where((*path, spot), head.data)} is a minimum and a maximum, or false where it is not offered"
            raise head.wrong((*path, spot), words)
    return {
        spot: Limits(
            head.cents(*path, spot, "minimum"),
            head.cents(*path, spot, "maximum"),
            head.cents(*path, spot, "unit") if "unit" in row else 0,
        )
        for spot, row in rows.items()
        if row is not False
    }


def _chips(head: Head) -> Chips:
    """The chips of the table: such as tables have, so that what they can pay is soon worked out."""
    values = sorted(head.cents("chips", place) for place in range(len(head.data["chips"])))
    if not 0 < values[0] <= SMALLEST_CHIP_CENTS:
        raise head.wrong(("chips",), "the smallest of the chips is worth more than nothing and at most $1,000")
    if values[-1] > LARGEST_CHIP_CENTS:
        raise head.wrong(("chips",), "chips are worth at most $100,000")
    if values[0] // gcd(*values) > _ODD:
        raise head.wrong(("chips",), "chips go together, as 1, 5 and 25 do: these have no common measure")
    return Chips(tuple(values))


def _jackpot(head: Head) -> JackpotTerms:
    row = head.data["sign"]["jackpot"]
    price = head.cents("sign", "jackpot", "price")
    return JackpotTerms(price, row.get("method", ""), row.get("option", 1), row.get("linked", False))


def _multiples(head: Head, rules: Rules) -> dict[str, tuple[int, ...]]:
    written = _at(head.data, ("sign", "multiples"))
    known = stages(rules)
    for stage in written:
        if stage not in known:
            hint = f"it does at {', '.join(known)}" if known else "the rules of this game leave none to it"
            raise head.wrong(
                ("sign", "multiples", stage), f"the sign offers no multiples of the Ante at {shown(stage)}: {hint}"
            )
    return {stage: tuple(sorted(multiples)) for stage, multiples in written.items()}


def blamed(rules: Rules, because: Because) -> Path:
    """The part of a record to blame when the rules do not let its table open."""
    for ground in because:
        if isinstance(ground, Reading) and law.TERMS in because:
            return ("readings", rules.edition.readings[ground].switch)
        if ground in _BLAME:
            return _BLAME[law.Key(ground)]
    return ("sign",)


# The cards and the boxes.

RUNNING, NEW = "running", "fresh"
"""The words for a shoe: in the middle of its cards, or of a table that has just opened."""


def read_stock(head: Head, game: Game) -> Stock:
    """The cards as a record says they were; in a game whose shoe lasts they are in their middle unless it says more."""
    written = head.data.get("shoe", RUNNING)
    if written == NEW:
        return game.opening_stock()
    if isinstance(written, str):
        if written != RUNNING:
            words = f'shoe is "{RUNNING}", "{NEW}" or a table such as {{ left = 40 }}, not {shown(written)}'
            raise head.wrong(("shoe",), words)
        return FRESH
    cutting = _cutting(head, game, written)
    due: Because = tuple(Key(name) for name in written.get("shuffle", ()))
    if cutting != NOT_OUT and not due:
        due = (law.SHUFFLE_AFTER_ROUND,)
    seen = _seen(head, game, written.get("seen", ""))
    left = written.get("left", game.size - len(seen))
    if left > game.size - len(seen):
        words = f"of {game.size} cards {len(seen)} have been seen, so {left} cannot be left"
        raise RecordError(head.lines.of(("shoe", "left")), words, game.deck_because, game.rules)
    return Stock(seen, game.size - left, cutting, due)


def _cutting(head: Head, game: Game, written: Mapping[str, Any]) -> int:
    """The area where the cutting card came out in the round before."""
    area: int = written.get("cutting-card", NOT_OUT)
    if "cutting-card" not in written:
        return NOT_OUT
    if game.terms.device != "shoe":
        words = "cards from a shuffling device have no cutting card"
        raise RecordError(head.lines.of(("shoe", "cutting-card")), words, (law.DEVICE_UNCUT,), game.rules)
    if area > game.terms.areas:
        words = f"the cutting card came out at an area, 1 to {game.terms.areas}, or at the dealer, 0, not at {area}"
        raise head.wrong(("shoe", "cutting-card"), words)
    return area


def _seen(head: Head, game: Game, written: str) -> tuple[Card, ...]:
    """The cards that are known to be out, no more of each than there are."""
    path = ("shoe", "seen")
    try:
        cards = parse_cards(written)
    except ValueError as error:
        raise head.wrong(path, str(error)) from None
    for card in cards:
        if card == UNKNOWN:
            raise head.wrong(path, "a card that was seen has a name: left counts the others")
        if card not in game.deck_set or cards.count(card) > game.copies:
            words = f"{cards.count(card)} {card} cannot be out of these cards"
            raise RecordError(head.lines.of(path), words, game.deck_because, game.rules)
    return cards


def read_boxes(head: Head, game: Game) -> tuple[Box, ...]:
    """The people at each box as the round before left them."""
    boxes: list[Box] = []
    is_shared = any(spot.bettors > 1 for spot in game.spots.values())
    for place, row in enumerate(head.data.get("box", ())):
        area, seated, line = row["area"], row.get("seated", ""), tuple(row.get("line", ()))
        path = ("box", place)
        if not 1 <= area <= game.terms.areas:
            words = f"the layout has playing areas 1 to {game.terms.areas}, not {area}"
            raise RecordError(head.lines.of((*path, "area")), words, (law.PLAYING_AREA,), game.rules)
        if any(box.area == area for box in boxes):
            raise head.wrong((*path, "area"), f"area {area} has a box already")
        if seated and any(box.seated == seated for box in boxes):
            raise head.wrong((*path, "seated"), f"{seated} sits at another box already")
        for field in ("line", "away"):
            if field in row and not is_shared:
                raise head.wrong((*path, field), f"an area of {game.rules.game.name} has one player, so no {field}")
        if not seated and not line:
            raise head.wrong(path, f"nobody is at the box of area {area}: say who is seated, or leave it out")
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
