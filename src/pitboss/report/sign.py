"""The terms of a table as a record writes them: the sign, the chips and the device. Each error names its own line."""

from collections.abc import Mapping
from math import gcd
from typing import Any, NamedTuple

from pitboss import law
from pitboss.games import ENGINES
from pitboss.law import Because, Reading
from pitboss.law.rules import Rules
from pitboss.money import Chips, parse_dollars
from pitboss.play.signs import GIVEN_BY
from pitboss.play.terms import JackpotTerms, Limits, Restriction, Terms
from pitboss.report.errors import RecordError
from pitboss.report.lines import Lines, Path
from pitboss.report.shape import shown, where

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


class Sheet(NamedTuple):
    """What a record says, and where it says it."""

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


AN_AMOUNT = "an amount in dollars and whole cents"


def read_terms(sheet: Sheet, rules: Rules) -> Terms:
    """The terms that a record gives; what its sign leaves out binds nobody."""
    data, usual = sheet.data, Terms(limits={})
    sign = data.get("sign", {})
    for term, rule in {**GIVEN_BY, "shoe": law.SHUFFLE_AFTER_ROUND}.items():
        name = term.removesuffix("_cents").replace("_", "-")
        path: Path = ("sign", name) if term in _ON_SIGN else (name,)
        if name in (sign if term in _ON_SIGN else data) and not rules.applies(rule):
            raise sheet.wrong(path, f"the rules of {rules.game.name} leave nothing to say in {name}")
    limited = limited_spots(rules)
    for name in ("limits", "regulator-minimum"):
        _check_spots(sheet, limited, ("sign", name))
    for patron in sign.get("individual", {}):
        _check_spots(sheet, limited, ("sign", "individual", patron))
    chips = _chips(sheet) if "chips" in data else usual.chips
    offered = [spot for spot in limited if sign.get("limits", {}).get(spot) is not False]
    floor = dict.fromkeys(offered, 1) if rules.applies(law.REGULATOR_MINIMUM) else {}
    floor |= {spot: sheet.cents("sign", "regulator-minimum", spot) for spot in sign.get("regulator-minimum", {})}
    wide = {spot: Limits(chips.next_payable(max(1, floor.get(spot, 1))), FREE) for spot in offered}
    return Terms(
        limits=wide | _limits(sheet, ("sign", "limits")),
        device=data.get("device", usual.device),
        chips=chips,
        regulator_minimum_cents=floor or None,
        maximum_payout_cents=sheet.cents("sign", "maximum-payout") if "maximum-payout" in sign else None,
        individual={name: _limits(sheet, ("sign", "individual", name)) for name in sign.get("individual", {})},
        jackpot=_jackpot(sheet) if "jackpot" in sign else None,
        multiples=_multiples(sheet, rules),
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


def _check_spots(sheet: Sheet, limited: tuple[str, ...], path: Path) -> None:
    for spot in _at(sheet.data, path):
        if spot not in limited:
            here = ", ".join(limited)
            raise sheet.wrong((*path, spot), f"the sign gives no limits for {shown(spot)}: it does for {here}")


def _limits(sheet: Sheet, path: Path) -> dict[str, Limits]:
    rows = _at(sheet.data, path)
    for spot, row in rows.items():
        if row is True:
            words = f"{where((*path, spot), sheet.data)} is a minimum and a maximum, or false where it is not offered"
            raise sheet.wrong((*path, spot), words)
    return {
        spot: Limits(
            sheet.cents(*path, spot, "minimum"),
            sheet.cents(*path, spot, "maximum"),
            sheet.cents(*path, spot, "unit") if "unit" in row else 0,
        )
        for spot, row in rows.items()
        if row is not False
    }


def _chips(sheet: Sheet) -> Chips:
    """The chips of the table: such as tables have, so that what they can pay is soon worked out."""
    values = sorted(sheet.cents("chips", place) for place in range(len(sheet.data["chips"])))
    if not 0 < values[0] <= SMALLEST_CHIP_CENTS:
        raise sheet.wrong(("chips",), "the smallest of the chips is worth more than nothing and at most $1,000")
    if values[-1] > LARGEST_CHIP_CENTS:
        raise sheet.wrong(("chips",), "chips are worth at most $100,000")
    if values[0] // gcd(*values) > _ODD:
        raise sheet.wrong(("chips",), "chips go together, as 1, 5 and 25 do: these have no common measure")
    return Chips(tuple(values))


def _jackpot(sheet: Sheet) -> JackpotTerms:
    row = sheet.data["sign"]["jackpot"]
    price = sheet.cents("sign", "jackpot", "price")
    return JackpotTerms(price, row.get("method", ""), row.get("option", 1), row.get("linked", False))


def _multiples(sheet: Sheet, rules: Rules) -> dict[str, tuple[int, ...]]:
    written = _at(sheet.data, ("sign", "multiples"))
    known = stages(rules)
    for stage in written:
        if stage not in known:
            hint = f"it does at {', '.join(known)}" if known else "the rules of this game leave none to it"
            raise sheet.wrong(
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
