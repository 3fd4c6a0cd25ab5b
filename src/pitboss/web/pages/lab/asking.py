"""A question as an address and as a form: `?pay=flush=7&rule=street-most=2`, and a field for each line and rule."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Path
from starlette.datastructures import QueryParams

from pitboss.lab.question import OPTIMAL, LabError
from pitboss.money import parse_dollars, plain_dollars
from pitboss.web.solves.asked import Asked

GameName = Annotated[str, Path(pattern=r"^[a-z-]{1,60}$")]
MOST, LONGEST = 90, 80
"""How many things a question may change, and how long each may be."""


def read_asked(game: str, query: QueryParams) -> Asked:
    """The question that an address puts; raises `LabError` where its words make no sense."""
    said = [(name, value[:LONGEST]) for name, value in query.multi_items()[:MOST]]
    one = {name: value for name, value in said if value}
    return Asked(
        game,
        pay=_all(said, "pay"),
        rule=_all(said, "rule"),
        play=one.get("play"),
        decks=_whole(one["decks"], "decks") if "decks" in one else None,
        strategy=one.get("strategy", OPTIMAL),
        wager_cents=_cents(one["wager"]) if "wager" in one else None,
        chip_cents=tuple(_cents(part) for part in one["chip"].split(",")) if "chip" in one else (),
        maximum_payout_cents=_cents(one["payout"]) if "payout" in one else None,
    )


def _all(said: Iterable[tuple[str, str]], name: str) -> tuple[str, ...]:
    return tuple(value for each, value in said if each == name and value)


def _whole(text: str, what: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise LabError(f"{text!r} is no number of {what}.")
    return int(text)


def _cents(text: str) -> int:
    try:
        return parse_dollars(text)
    except ValueError as error:
        raise LabError(str(error)) from None


def query_of(asked: Asked) -> str:
    """A question as the end of an address, with its `?`; nothing for the game as the edition has it."""
    said: list[tuple[str, str]] = [("pay", line) for line in asked.pay] + [("rule", rule) for rule in asked.rule]
    if asked.play is not None:
        said.append(("play", asked.play))
    if asked.decks is not None:
        said.append(("decks", str(asked.decks)))
    if asked.strategy != OPTIMAL:
        said.append(("strategy", asked.strategy))
    if asked.wager_cents is not None:
        said.append(("wager", plain_dollars(asked.wager_cents)))
    if asked.chip_cents:
        said.append(("chip", ",".join(plain_dollars(cents) for cents in asked.chip_cents)))
    if asked.maximum_payout_cents is not None:
        said.append(("payout", plain_dollars(asked.maximum_payout_cents)))
    return f"?{urlencode(said, safe='=:,/.')}" if said else ""


def query_of_form(game: Mapping[str, Any], form: QueryParams) -> str:
    """What a form changes of a game, as the end of an address."""
    said = [
        ("pay", f"{row['name']}={form[field]}")
        for row in game["pays"]
        if _differs(form, field := f"line.{row['name']}", row["odds"])
    ]
    said += [
        ("rule", f"{row['name']}={form[field]}")
        for row in game["rules"]
        if _differs(form, field := f"rule.{row['name']}", row["value"])
    ]
    if game["play"] is not None:
        play = ",".join(form.get(f"play.{stage}", "").strip() for stage in game["stages"])
        said += [("play", play)] if play.strip(",") and play != game["play"] else []
    for name, usual in (
        ("decks", str(next(iter(game["decks"]), ""))),
        ("strategy", OPTIMAL),
        ("wager", ""),
        ("chip", ""),
        ("payout", ""),
    ):
        said += [(name, form[name].strip())] if _differs(form, name, usual) else []
    return f"?{urlencode([(name, value[:LONGEST]) for name, value in said[:MOST]], safe='=:,/.')}" if said else ""


def _differs(form: QueryParams, field: str, usual: str) -> bool:
    written = form.get(field, "").strip()
    return bool(written) and written != usual


def fields_of(game: Mapping[str, Any], query: QueryParams) -> dict[str, Any]:
    """What stands in each field of the form: what the address says, else what the edition has."""
    pays = _by_name(query.getlist("pay"))
    rules = _by_name(query.getlist("rule"))
    play = query.get("play") or game["play"] or ""
    stages = dict(zip(game["stages"], play.split(","), strict=False))
    return {
        "tables": _tables([row | {"now": pays.get(row["name"], row["odds"])} for row in game["pays"]]),
        "rules": [row | {"now": rules.get(row["name"], row["value"])} for row in game["rules"]],
        "play": [{"stage": stage, "now": stages.get(stage, "")} for stage in game["stages"]],
        "decks": query.get("decks", ""),
        "strategy": query.get("strategy", OPTIMAL),
        "wager": query.get("wager", ""),
        "chip": query.get("chip", ""),
        "payout": query.get("payout", ""),
    }


def _tables(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pay lines by their wager, in the order of the book."""
    wagers = dict.fromkeys(row["wager"] for row in lines)
    return [{"wager": wager, "lines": [row for row in lines if row["wager"] == wager]} for wager in wagers]


def _by_name(said: list[str]) -> dict[str, str]:
    return {name.strip(): value.strip() for name, _, value in (each.partition("=") for each in said)}
