"""Writes a round down as a record, so that what was played can be read, disputed and settled again."""

import json
from collections.abc import Iterable, Mapping

from pitboss.law.rules import Rules
from pitboss.play import Round, apply
from pitboss.play.acts import Act
from pitboss.play.terms import Limits, Terms
from pitboss.report.acts import write_act, write_dollars
from pitboss.report.record import FORMAT
from pitboss.report.sign import limited_spots, write_boxes, write_stock


def write_record(opening: Round, acts: Iterable[Act], *, note: str = "") -> str:
    """The record of a round, as TOML with one act a line."""
    rules, terms = opening.game.rules, opening.game.terms
    head: dict[str, object] = {
        "format": FORMAT,
        "game": rules.game.name,
        "version": rules.edition.version,
        "round": opening.number,
        "device": terms.device,
        "chips": [write_dollars(chip) for chip in terms.chips.denominations],
        "areas": terms.areas,
    }
    if note:
        head["note"] = note
    head |= {name: value for name, value in _orders(rules, terms).items() if value}
    if (shoe := write_stock(opening)) is not None:
        head["shoe"] = shoe
    acts = tuple(acts)
    if not acts:
        head["act"] = []
    parts = ["".join(f"{name} = {_toml(value)}\n" for name, value in head.items())]
    parts += [_table("[[box]]", row) for row in write_boxes(opening.boxes)]
    parts.append(_table("[sign]", _sign(rules, terms)))
    if rules.choices:
        parts.append(_table("[readings]", rules.choices))
    round = opening
    rows = []
    for act in acts:
        rows.append(_table("[[act]]", write_act(round, act)))
        round = apply(round, act).round
    return "\n".join((*parts, *rows))


def _orders(rules: Rules, terms: Terms) -> dict[str, object]:
    """What people of rank ordered and permitted at the table; what is empty need not be written."""
    held = {
        name: {"rule": one.rule, "rank": one.rank} | ({"inspector-told": True} if one.inspector_told else {})
        for name, one in terms.restricted.items()
    }
    return {
        "money": terms.money,
        "decks": terms.decks,
        "bettors": terms.bettors,
        "players": terms.players,
        "low-limit": terms.low_limit,
        "permissions": sorted(rules.granted),
        "reserved": {name: list(areas) for name, areas in terms.reserved.items()},
        "restricted": held,
    }


def _table(header: str, row: Mapping[str, object]) -> str:
    return f"{header}\n" + "".join(f"{name} = {_toml(value)}\n" for name, value in row.items())


def _sign(rules: Rules, terms: Terms) -> dict[str, object]:
    limits: dict[str, object] = {spot: _limits(limits) for spot, limits in terms.limits.items()}
    limits |= {spot: False for spot in limited_spots(rules) if spot not in limits}
    rows: dict[str, object] = {"limits": limits}
    if terms.maximum_payout_cents is not None:
        rows["maximum-payout"] = write_dollars(terms.maximum_payout_cents)
    if terms.regulator_minimum_cents:
        rows["regulator-minimum"] = {
            spot: write_dollars(cents) for spot, cents in terms.regulator_minimum_cents.items()
        }
    if terms.individual:
        rows["individual"] = {
            name: {spot: _limits(limits) for spot, limits in theirs.items()}
            for name, theirs in terms.individual.items()
        }
    if terms.jackpot is not None:
        jackpot: dict[str, object] = {"price": write_dollars(terms.jackpot.price_cents), "option": terms.jackpot.option}
        if terms.jackpot.method:
            jackpot["method"] = terms.jackpot.method
        rows["jackpot"] = jackpot | ({"linked": True} if terms.jackpot.linked else {})
    if terms.multiples:
        rows["multiples"] = {stage: list(multiples) for stage, multiples in terms.multiples.items()}
    return rows


def _limits(limits: Limits) -> dict[str, object]:
    row: dict[str, object] = {
        "minimum": write_dollars(limits.minimum_cents),
        "maximum": write_dollars(limits.maximum_cents),
    }
    return row | ({"unit": write_dollars(limits.unit_cents)} if limits.unit_cents else {})


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(str(key))} = {_toml(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(part) for part in value) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(name: str) -> str:
    return name if name.replace("-", "").replace("_", "").isalnum() and name.isascii() else json.dumps(name)
