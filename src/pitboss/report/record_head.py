"""How a table stood when a round began, as a record writes it: the sign, the chips and the device; a shoe in the middle
of its cards, a fresh one, one whose cutting card has come out; who sits at which box, and who wagered there before."""

from collections.abc import Mapping
from math import gcd
from typing import Any, TypeVar

from pitboss import law, messages, money
from pitboss.cards import UNKNOWN, Card, parse_cards, show
from pitboss.games import engine_of
from pitboss.play.round import FRESH, NOT_OUT, Game, Round, ShoeState
from pitboss.play.terms import GIVEN_BY, JackpotTerms, Limits, Restriction, Terms
from pitboss.play.wager import Box
from pitboss.report.acts import AN_AMOUNT, write_dollars
from pitboss.report.lines import Lines, Path, RecordError, describe_place, show_value
from pitboss.value import Value

FREE = 10**12
"""A maximum in cents that never binds."""
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
_SIGN = ("maximum-payout", "regulator-minimum", "individual", "jackpot", "multiples")
_ORDERS = ("money", "decks", "bettors", "players", "low-limit", "permissions", "reserved", "restricted")
"""What is written of the terms on the sign and before it, in order."""
_PLAIN = ("device", "areas", "money", "decks", "bettors", "players", "low_limit")
"""The terms that stand in a record as they are."""
V = TypeVar("V", bound=Value)


class RecordHead(Value):
    """What the head of a record says, and where it says it."""

    data: Mapping[str, Any]
    lines: Lines

    def error_at(
        self, path: Path, words: str, because: law.Because = (), rules: law.Rules | None = None
    ) -> RecordError:
        """An error at the line of something, with the rule if one says so."""
        return RecordError(self.lines.of(path), words, because, rules)

    def cents(self, *path: str | int) -> int:
        """The amount of dollars that is written at a path."""
        value: Any = self.data
        for part in path:
            value = value[part]
        try:
            return money.parse_dollars(value)
        except ValueError:
            words = "{what} is {amount}, not {written}"
            what = describe_place(path, self.data)
            raise self.error_at(
                path, messages.say(words, what=what, amount=messages.translate(AN_AMOUNT), written=show_value(value))
            ) from None

    def value(self, kind: type[V], *path: str | int) -> V:
        """The table that is written at a path as a value, a key for each field."""
        row = _at(self.data, path)
        there = [field for field in kind._fields if _key(field) in row]
        return kind(**{field: self._field(field, row, path) for field in there})

    def _field(self, field: str, row: Mapping[str, Any], path: Path) -> Any:
        """What is written of a field: an amount, a table of amounts, or as it is."""
        key = _key(field)
        if not field.endswith("_cents"):
            return row[key]
        if isinstance(row[key], Mapping):
            return {name: self.cents(*path, key, name) for name in row[key]}
        return self.cents(*path, key)


def read_terms(head: RecordHead, rules: law.Rules) -> Terms:
    """The terms that a record gives; what its sign leaves out does not bind."""
    data = head.data
    sign = data.get("sign", {})
    for term, rule in {**GIVEN_BY, "shoe": law.SHUFFLE_AFTER_ROUND}.items():
        name = _key(term)
        path: Path = ("sign", name) if term in _ON_SIGN else (name,)
        if name in (sign if term in _ON_SIGN else data) and not rules.applies(rule):
            words = "the rules of {game} have no {name}: leave it out"
            raise head.error_at(path, messages.say(words, game=rules.game.name, name=name))
    limited = limited_spots(rules)
    theirs = [("sign", "individual", name) for name in sign.get("individual", {})]
    for path in (("sign", "limits"), ("sign", "regulator-minimum"), *theirs):
        for spot in _at(data, path):
            if spot not in limited:
                words = "the sign has no limits for {spot}: it has them for {known}"
                raise head.error_at((*path, spot), messages.say(words, spot=show_value(spot), known=", ".join(limited)))
    chips = _chips(head) if "chips" in data else money.Chips()
    offered = [spot for spot in limited if sign.get("limits", {}).get(spot) is not False]
    floor = dict.fromkeys(offered, 1) if rules.applies(law.REGULATOR_MINIMUM) else {}
    floor |= {spot: head.cents("sign", "regulator-minimum", spot) for spot in sign.get("regulator-minimum", {})}
    wide = {spot: Limits(chips.next_payable(max(1, floor.get(spot, 1))), FREE) for spot in offered}
    return Terms(
        limits=wide | _limits(head, ("sign", "limits")),
        chips=chips,
        regulator_minimum_cents=floor or None,
        maximum_payout_cents=head.cents("sign", "maximum-payout") if "maximum-payout" in sign else None,
        individual={name: _limits(head, ("sign", "individual", name)) for name in sign.get("individual", {})},
        jackpot=head.value(JackpotTerms, "sign", "jackpot") if "jackpot" in sign else None,
        multiples=_multiples(head, rules),
        reserved={name: tuple(areas) for name, areas in data.get("reserved", {}).items()},
        restricted={name: head.value(Restriction, "restricted", name) for name in data.get("restricted", {})},
        **{term: data[_key(term)] for term in _PLAIN if _key(term) in data},
    )


def _key(field: str) -> str:
    """What a record calls a field: an amount is in dollars there."""
    return field.removesuffix("_cents").replace("_", "-")


def limited_spots(rules: law.Rules) -> tuple[str, ...]:
    """The spots of a game that the sign gives limits for."""
    spots = engine_of(rules).spots.values() if rules.game.built else ()
    return tuple(spot.name for spot in spots if spot.opening and not spot.priced)


def stages(rules: law.Rules) -> tuple[str, ...]:
    """The stages at which the sign of a game offers multiples of the Ante, where the rules leave that to it."""
    return tuple(rules.game.data.get("play", {}).get("usual", {}))


def _at(data: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    found: Any = data
    for part in path:
        found = found.get(part, {})
    rows: Mapping[str, Any] = found
    return rows


def _limits(head: RecordHead, path: Path) -> dict[str, Limits]:
    rows = _at(head.data, path)
    for spot, row in rows.items():
        if row is True:
            words = "{what} is a minimum and a maximum, or false where it is not offered"
            raise head.error_at((*path, spot), messages.say(words, what=describe_place((*path, spot), head.data)))
    return {spot: head.value(Limits, *path, spot) for spot, row in rows.items() if row is not False}


def _chips(head: RecordHead) -> money.Chips:
    """The chips of the table: such as tables have, so that what they can pay is soon worked out."""
    values = sorted(head.cents("chips", place) for place in range(len(head.data["chips"])))
    if not 0 < values[0] <= SMALLEST_CHIP_CENTS:
        raise head.error_at(
            ("chips",), messages.say("the smallest chip must be worth more than $0, and at most $1,000")
        )
    if values[-1] > LARGEST_CHIP_CENTS:
        raise head.error_at(("chips",), messages.say("chips are worth at most $100,000"))
    if values[0] // gcd(*values) > _ODD:
        raise head.error_at(
            ("chips",), messages.say("chips go together, as 1, 5 and 25 do: these have no common measure")
        )
    return money.Chips(tuple(values))


def _multiples(head: RecordHead, rules: law.Rules) -> dict[str, tuple[int, ...]]:
    written = _at(head.data, ("sign", "multiples"))
    known = stages(rules)
    for stage in written:
        if stage not in known:
            words = "the rules of this game have no multiples of the Ante: leave them out"
            if known:
                words = "there are no multiples of the Ante at {stage}: there are at {known}"
            words = messages.say(words, stage=show_value(stage), known=", ".join(known))
            raise head.error_at(("sign", "multiples", stage), words)
    return {stage: tuple(sorted(multiples)) for stage, multiples in written.items()}


def path_to_blame(rules: law.Rules, because: law.Because) -> Path:
    """The part of a record to blame when the rules do not let its table open."""
    for ground in because:
        if isinstance(ground, law.Reading) and law.TERMS in because:
            return ("readings", rules.edition.readings[ground].switch)
        if ground in _BLAME:
            return _BLAME[law.Key(ground)]
    return ("sign",)


# The cards and the boxes.

RUNNING, NEW = "running", "fresh"
"""The words for a shoe: in the middle of its cards, or of a table that has just opened."""


def read_shoe_state(head: RecordHead, game: Game) -> ShoeState:
    """The cards as a record says they were; in a game whose shoe lasts they are in their middle unless it says more."""
    written = head.data.get("shoe", RUNNING)
    if written == NEW:
        return game.opening_shoe_state()
    if isinstance(written, str):
        if written != RUNNING:
            words = 'shoe is "{running}", "{new}" or a table such as {{ left = 40 }}, not {written}'
            words = messages.say(words, running=RUNNING, new=NEW, written=show_value(written))
            raise head.error_at(("shoe",), words)
        return FRESH
    cutting = _read_cutting(head, game, written)
    due: law.Because = tuple(law.Key(name) for name in written.get("shuffle", ()))
    if cutting != NOT_OUT and not due:
        due = (law.SHUFFLE_AFTER_ROUND,)
    seen = _read_seen(head, game, written.get("seen", ""))
    left = written.get("left", game.size - len(seen))
    if left > game.size - len(seen):
        words = "of {size} cards {seen} have been seen, so {left} cannot be left"
        words = messages.say(words, size=game.size, seen=len(seen), left=left)
        raise head.error_at(("shoe", "left"), words, game.deck_because, game.rules)
    return ShoeState(seen, game.size - left, cutting, due)


def _read_cutting(head: RecordHead, game: Game, written: Mapping[str, Any]) -> int:
    """The area where the cutting card came out in the round before."""
    area: int = written.get("cutting-card", NOT_OUT)
    if "cutting-card" not in written:
        return NOT_OUT
    if game.terms.device != "shoe":
        words = "cards from a shuffling device have no cutting card"
        raise head.error_at(("shoe", "cutting-card"), words, (law.DEVICE_UNCUT,), game.rules)
    if area > game.terms.areas:
        words = "the cutting card came out at an area, 1 to {areas}, or at the dealer, 0, not at {area}"
        words = messages.say(words, areas=game.terms.areas, area=area)
        raise head.error_at(("shoe", "cutting-card"), words)
    return area


def _read_seen(head: RecordHead, game: Game, written: str) -> tuple[Card, ...]:
    """The cards that are known to be out, no more of each than there are."""
    path = ("shoe", "seen")
    try:
        cards = parse_cards(written)
    except ValueError as error:
        raise head.error_at(path, messages.words_of(error)) from None
    for card in cards:
        if card == UNKNOWN:
            raise head.error_at(path, messages.say("name the cards that were seen: `left` counts the others"))
        if card not in game.deck_set or cards.count(card) > game.copies:
            words = "{count} {card} cannot be out: these cards have fewer"
            words = messages.say(words, count=cards.count(card), card=card)
            raise head.error_at(path, words, game.deck_because, game.rules)
    return cards


def read_boxes(head: RecordHead, game: Game) -> tuple[Box, ...]:
    """The people at each box as the round before left them."""
    boxes: list[Box] = []
    is_shared = any(spot.bettors > 1 for spot in game.spots.values())
    for place, row in enumerate(head.data.get("box", ())):
        area, seated, line = row["area"], row.get("seated", ""), tuple(row.get("line", ()))
        path = ("box", place)
        if not 1 <= area <= game.terms.areas:
            words = "the layout has no area {area}: choose one from 1 to {areas}"
            words = messages.say(words, areas=game.terms.areas, area=area)
            raise head.error_at((*path, "area"), words, (law.PLAYING_AREA,), game.rules)
        if any(box.area == area for box in boxes):
            raise head.error_at((*path, "area"), messages.say("area {area} has a box already", area=area))
        if seated and any(box.seated == seated for box in boxes):
            words = messages.say("{patron} sits at another box already", patron=seated)
            raise head.error_at((*path, "seated"), words)
        for field in ("line", "away"):
            if field in row and not is_shared:
                words = "an area of {game} has one player, so no {field}"
                words = messages.say(words, game=game.rules.game.name, field=field)
                raise head.error_at((*path, field), words)
        if not seated and not line:
            words = "the box of area {area} is empty: say who is seated, or leave it out"
            raise head.error_at(path, messages.say(words, area=area))
        boxes.append(Box(area, seated, line, tuple(row.get("away", ()))))
    return tuple(boxes)


def write_terms(rules: law.Rules, terms: Terms) -> dict[str, Any]:
    """What people of rank ordered and permitted at a table, and its sign, as a record writes them; what says nothing is
    left out."""
    said = _write(terms) | {"permissions": sorted(rules.granted)}
    not_offered = {spot: False for spot in limited_spots(rules) if spot not in terms.limits}
    sign = {"limits": said["limits"] | not_offered}
    sign |= {key: said[key] for key in _SIGN if said.get(key, {}) != {}}
    if terms.jackpot is not None:
        offered = {key: part for key, part in said["jackpot"].items() if key != "meter"}  # a record has no floor
        sign["jackpot"] = {"price": 0, "option": terms.jackpot.option} | offered
    return {key: said[key] for key in _ORDERS if said.get(key)} | {"sign": sign}


def _write(value: Any, *, is_amount: bool = False) -> Any:
    """A value as a record writes it: amounts in dollars, and of fields those that say something else than usual."""
    if isinstance(value, Value):
        unusual = [field for field in value._fields if getattr(value, field) != value._field_defaults.get(field, ...)]
        return {_key(f): _write(getattr(value, f), is_amount=f.endswith("_cents")) for f in unusual}
    if isinstance(value, Mapping):
        return {name: _write(part, is_amount=is_amount) for name, part in value.items()}
    if isinstance(value, tuple):
        return list(value)
    return write_dollars(value) if is_amount else value


def write_shoe_state(opening: Round) -> object:
    """The shoe at the start of a round as a record writes it; nothing where the record need not say it."""
    game = opening.game
    if game.opening_shoe_state() == FRESH:
        return None
    shoe_state = ShoeState(opening.seen, opening.out, opening.cutting, opening.due)
    if shoe_state == game.opening_shoe_state():
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
    return [_write(box) for box in boxes]
