"""A player's decisions as buttons: what is offered with its stake, and what is not with the reason and its clauses."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.money import Stake, dollars
from pitboss.play import Round, refusal
from pitboss.play.acts import Decide
from pitboss.play.needs import DecisionNeed, Option
from pitboss.play.round import Viewer
from pitboss.play.view import view
from pitboss.report.settlements import phrase
from pitboss.web.pages.refused import said, short_of

QUICK = (1, 2, 3)
"""Of a stake with a range these multiples of the least are a tap away, where they span it; else the most is."""

USUAL: Mapping[str, tuple[str, ...]] = {"pontoon": ("stand", "draw", "double", "split")}
"""What players look for in a game at every turn, so that what is not offered now says why."""


def move(round: Round, need: DecisionNeed, purse: dict[str, int]) -> dict[str, Any]:
    """A decision with a button for each thing that may be done."""
    seen = view(round, Viewer("patron", need.patron)).hands
    says = seen[need.hand].says if 0 <= need.hand < len(seen) else ""
    buttons: list[dict[str, Any]] = []
    for option in need.options:
        buttons += [_button(round, need, option, cents, purse) for cents in amounts_of(round, need, option)]
    buttons += _not_offered(round, need)
    free = [option for option in need.options if option.most_cents > option.least_cents and not option.amounts]
    return {
        "need": need.id,
        "area": need.area,
        "title": f"Area {need.area}" + (f", {says}" if says else ""),
        "optional": need.optional,
        "declined": need.declined,
        "buttons": buttons,
        "ranges": [
            {"option": o.name, "words": phrase(o.name), "least": o.least_cents // 100, "most": o.most_cents // 100}
            for o in free
        ],
    }


def amounts_of(round: Round, need: DecisionNeed, option: Option) -> list[int]:
    """The stakes that an option has a button for."""
    if option.amounts:
        return list(option.amounts)
    if option.least_cents == option.most_cents:
        return [option.least_cents]
    near = option.most_cents <= option.least_cents * QUICK[-1]
    tried = [option.least_cents * times for times in QUICK] if near else [option.most_cents]
    acts = [(cents, Decide(need.id, need.patron, option.name, Stake.of(cents))) for cents in tried]
    return [cents for cents, act in acts if refusal(round, act) is None]


def _button(round: Round, need: DecisionNeed, option: Option, cents: int, purse: dict[str, int]) -> dict[str, Any]:
    rules = round.game.rules
    no = said(rules, refusal(round, Decide(need.id, need.patron, option.name, Stake.of(cents))))
    no = no or short_of(cents, purse["free"])
    label = "No thanks" if option.declines else phrase(option.name) + (f" {dollars(cents)}" if cents else "")
    clauses = list(rules.cite(option.because))
    button = {"option": option.name, "cents": cents, "label": label, "clauses": clauses, "refused": no}
    return button | {"declines": option.declines}


def _not_offered(round: Round, need: DecisionNeed) -> Iterator[dict[str, Any]]:
    """What players look for at their turn and are not offered, with what the gate says to it."""
    offered = {option.name for option in need.options}
    usual = USUAL.get(round.game.rules.game.engine, ())
    if not usual or usual[0] not in offered:
        return  # a share in what another calls, not a turn of one's own
    for name in usual:
        if name not in offered:
            no = said(round.game.rules, refusal(round, Decide(need.id, need.patron, name)))
            button = {"option": name, "cents": 0, "label": phrase(name), "clauses": [], "refused": no}
            yield button | {"declines": False}
