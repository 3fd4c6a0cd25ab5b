"""The edge of what a table offers: what the lab is asked about it, what it says, and whether what somebody claims to
have seen is the same."""

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pitboss import law
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.world import refuse
from pitboss.floor.tables.edges import Offer, is_behind
from pitboss.floor.tables.offers import OFFERS
from pitboss.floor.tables.sign_events import EdgeSeen
from pitboss.floor.tables.state import TableState
from pitboss.games.ultimate_holdem.law import STAGES
from pitboss.lab.answer import Answer
from pitboss.lab.question import LabError
from pitboss.law.rules import Rules
from pitboss.money import dollars
from pitboss.value import Value
from pitboss.web.solves.asked import Asked, Task
from pitboss.web.solves.games import game_data, word
from pitboss.web.solves.job import Job
from pitboss.web.solves.known import kept_answer
from pitboss.web.solves.solves import Solves


def asked_of(offer: Offer) -> tuple[Asked, ...]:
    """The questions that an offer puts: one for each wager that tells it, and one at the sign's greatest Ante, where a
    notice of maximum payout bites most; one for all wagers where they are alike."""
    rules, terms = offer.rules, offer.terms
    game = game_data(rules.game.name)
    known = {rule["name"]: rule["value"] for rule in game["rules"]}
    varied = [f"{name}={word(value)}" for name, value in sorted(rules.choices.items()) if name in known]
    varied += [f"{name}=true" for name in sorted(rules.granted) if known.get(name) == "false"]
    decks = terms.decks if game["decks"] and terms.decks not in (0, game["decks"][0]) else None
    play = play_of(rules.game.name, terms.multiples)
    asked = Asked(
        rules.game.name,
        rule=tuple(varied),
        play=play if play != (game["play"] or "") else None,
        decks=decks,
        version=rules.edition.version,
    )
    wagers = offer.wagers
    if wagers:
        asked = replace(asked, chip_cents=terms.chips.denominations)
    if terms.maximum_payout_cents is not None and rules.applies(law.MAXIMUM_PAYOUT):
        asked = replace(asked, maximum_payout_cents=terms.maximum_payout_cents)
        wagers = (*wagers, terms.limits["ante"].maximum_cents)
    return tuple(replace(asked, wager_cents=cents) for cents in dict.fromkeys(wagers)) or (asked,)


def play_of(game: str, multiples: Mapping[str, tuple[int, ...]]) -> str:
    """The Play multiples of a sign as the lab is asked about them, `3/4,2,1`; empty for a game without."""
    usual: Mapping[str, list[int]] = Rules.of(game).game.data.get("play", {}).get("usual", {})
    offered = {stage: sorted(multiples.get(stage, usual[stage])) for stage in STAGES if stage in usual}
    return ",".join("/".join(map(str, offered[stage])) for stage in offered)


class At(Value):
    """The exact edge of an offer at one wager, or at any where it is the same."""

    asked: Asked
    seen: EdgeSeen
    percent: str
    exact: str

    @property
    def wager_cents(self) -> int:
        """The wager; 0 if the edge is the same at any."""
        return self.asked.wager_cents or 0

    @property
    def edge(self) -> Fraction:
        """The house's edge."""
        return Fraction(self.seen.edge)


class Priced(Value):
    """An offer as whoever sets it is shown it: its exact edge, or the job that works it out, or why there is none."""

    job: Job | None = None
    at: tuple[At, ...] = ()
    """Its edges, the least first."""
    wrong: str = ""

    @property
    def least(self) -> At | None:
        """The edge at the wager that favours players most."""
        return self.at[0] if self.at else None

    @property
    def seen(self) -> EdgeSeen | None:
        """What whoever sets the offer has seen, once the edge is known."""
        return self.at[0].seen if self.at else None

    @property
    def behind(self) -> bool:
        """Whether the house is behind at some wager."""
        return bool(self.at) and is_behind(self.at[0].seen)

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        state = "wrong" if self.wrong else "seen" if self.at else "asked"
        edges = [{"wager_cents": each.wager_cents, "edge": each.seen.edge, "percent": each.percent} for each in self.at]
        seen = self.seen._asdict() if self.seen is not None else None
        said: dict[str, Any] = {"state": state, "edge": seen, "edges": edges}
        said |= {"percent": self.at[0].percent if self.at else "", "behind": self.behind, "words": self.wrong}
        return said | {"job": self.job.id if self.job is not None else None}


def priced(solves: Solves, who: Actor, offer: Offer) -> Priced:
    """The exact edge of an offer for somebody who is about to set it; what is not known is worked out one by one."""
    found = []
    try:
        for asked in asked_of(offer):
            job = solves.ask(Task("sign", asked, {}), who)
            answered = kept_answer(asked.question()) if job.result is not None else None
            if answered is None:
                return Priced(job)
            found.append(_at(asked, offer, answered))
    except LabError as error:
        return Priced(wrong=str(error))
    return Priced(at=tuple(sorted(found, key=lambda at: at.edge)))


def _at(asked: Asked, offer: Offer, answered: Answer) -> At:
    fraction, within = answered.solution.edge_exact, answered.solution.error
    exact = f"Exactly {fraction.numerator:,} / {fraction.denominator:,}" if fraction is not None else ""
    if fraction is None:
        exact = f"{float(answered.solution.edge):.{_digits(within)}%}, certain to its last digit"
    percent = f"{float(answered.solution.edge):.4%}"
    return At(asked, seen_in(asked, offer, answered), _minus(percent), _minus(exact))


def _digits(within: float) -> int:
    """How many digits of a percentage are sure."""
    return max(0, min(12, int(-math.log10(within)) - 2)) if within else 12


def _minus(text: str) -> str:
    return re.sub(r"(?<!\w)-(?=\d)", "\N{MINUS SIGN}", text)


def seen_in(asked: Asked, offer: Offer, answered: Answer) -> EdgeSeen:
    """An answer of the lab as whoever sets an offer sees it."""
    edge, key = str(answered.solution.edge), str(answered.provenance["key"])
    return EdgeSeen(edge, answered.solution.unit, key, wager_cents=asked.wager_cents or 0, offer=offer.name)


def check_seen(command: Any, state: TableState) -> None:
    """Refuse a command that claims another edge than the lab has for what the table will offer."""
    seen: EdgeSeen | None = command.edge
    if seen is None:
        return
    offer = OFFERS[type(command)](command, state)
    try:
        asked = {each: kept_answer(each.question()) for each in asked_of(offer)}
    except LabError as error:
        raise refuse(str(error), law.EDGE_SEEN) from None
    known = [seen_in(each, offer, answered) for each, answered in asked.items() if answered is not None]
    if len(known) < len(asked):
        raise refuse("The lab has not worked this out: ask it for the exact edge first.", law.EDGE_SEEN)
    least = min(known, key=lambda each: Fraction(each.edge))
    if least != seen._replace(confirmed_by=""):
        at = f" at {dollars(least.wager_cents)}" if least.wager_cents else ""
        raise refuse(f"The lab has another edge for this: {least.edge} of the {least.unit}{at}.", law.EDGE_SEEN)
