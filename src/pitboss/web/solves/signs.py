"""The edge of what a table offers: what the lab is asked about it, what it says, and whether what somebody claims to
have seen is the same."""

import math
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss import law
from pitboss.floor.commands import Actor
from pitboss.floor.desk import refuse
from pitboss.floor.edges import Offer, is_behind
from pitboss.floor.offers import OFFERS
from pitboss.floor.tables.sign_events import EdgeSeen
from pitboss.floor.tables.state import TableState
from pitboss.games.ultimate_holdem.law import STAGES
from pitboss.lab.answer import Answer
from pitboss.lab.question import LabError
from pitboss.law.rules import Rules
from pitboss.web.solves.asked import Asked, Task
from pitboss.web.solves.games import game_data, word
from pitboss.web.solves.job import Job
from pitboss.web.solves.known import kept_answer
from pitboss.web.solves.solves import Solves


def asked_of(offer: Offer) -> Asked:
    """The question that an offer puts. A notice of maximum payout is priced where it bites most: at the greatest Ante
    of the sign."""
    rules, terms = offer.rules, offer.terms
    game = game_data(rules.game.name)
    known = {rule["name"]: rule["value"] for rule in game["rules"]}
    varied = [f"{name}={word(value)}" for name, value in sorted(rules.choices.items()) if name in known]
    varied += [f"{name}=true" for name in sorted(rules.granted) if known.get(name) == "false"]
    decks = terms.decks if game["decks"] and terms.decks not in (0, game["decks"][0]) else None
    play = play_of(rules.game.name, terms.multiples)
    cap = terms.maximum_payout_cents if rules.applies(law.MAXIMUM_PAYOUT) else None
    return Asked(
        rules.game.name,
        rule=tuple(varied),
        play=play if play != (game["play"] or "") else None,
        decks=decks,
        wager_cents=terms.limits["ante"].maximum_cents if cap is not None else None,
        maximum_payout_cents=cap,
        version=rules.edition.version,
    )


def play_of(game: str, multiples: Mapping[str, tuple[int, ...]]) -> str:
    """The Play multiples of a sign as the lab is asked about them, `3/4,2,1`; empty for a game without."""
    usual: Mapping[str, list[int]] = Rules.of(game).game.data.get("play", {}).get("usual", {})
    offered = {stage: sorted(multiples.get(stage, usual[stage])) for stage in STAGES if stage in usual}
    return ",".join("/".join(map(str, offered[stage])) for stage in offered)


class Priced(NamedTuple):
    """An offer as whoever sets it is shown it: its exact edge, or the job that works it out, or why there is none."""

    job: Job | None = None
    seen: EdgeSeen | None = None
    percent: str = ""
    exact: str = ""
    behind: bool = False
    wrong: str = ""
    asked: Asked | None = None

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        seen = self.seen._asdict() if self.seen is not None else None
        state = "wrong" if self.wrong else "seen" if seen is not None else "asked"
        said = {"state": state, "edge": seen, "percent": self.percent, "behind": self.behind, "words": self.wrong}
        return said | {"job": self.job.id if self.job is not None else None}


def priced(solves: Solves, who: Actor, offer: Offer) -> Priced:
    """The exact edge of an offer for somebody who is about to set it."""
    try:
        asked = asked_of(offer)
        job = solves.ask(Task("sign", asked, {}), who)
    except LabError as error:
        return Priced(wrong=str(error))
    answered = kept_answer(asked.question()) if job.result is not None else None
    if answered is None:
        return Priced(job, asked=asked)
    seen = seen_in(answered)
    fraction, within = answered.solution.edge_exact, answered.solution.error
    exact = f"Exactly {fraction.numerator:,} / {fraction.denominator:,}" if fraction is not None else ""
    if fraction is None:
        exact = f"{float(answered.solution.edge):.{_digits(within)}%}, certain to its last digit"
    percent = f"{float(answered.solution.edge):.4%}"
    return Priced(None, seen, _minus(percent), _minus(exact), is_behind(seen), asked=asked)


def _digits(within: float) -> int:
    """How many digits of a percentage are sure."""
    return max(0, min(12, int(-math.log10(within)) - 2)) if within else 12


def _minus(text: str) -> str:
    return re.sub(r"(?<!\w)-(?=\d)", "\N{MINUS SIGN}", text)


def seen_in(answered: Answer) -> EdgeSeen:
    """An answer of the lab as whoever sets a sign sees it."""
    edge = answered.solution.edge
    return EdgeSeen(str(edge), answered.solution.unit, str(answered.provenance["key"]))


def check_seen(command: Any, state: TableState) -> None:
    """Refuse a command that claims another edge than the lab has for what the table will offer."""
    seen: EdgeSeen | None = command.edge
    if seen is None:
        return
    try:
        answered = kept_answer(asked_of(OFFERS[type(command)](command, state)).question())
    except LabError as error:
        raise refuse(str(error), law.EDGE_SEEN) from None
    if answered is None:
        raise refuse("The lab has not worked this out: ask it for the exact edge first.", law.EDGE_SEEN)
    if seen_in(answered) != seen._replace(confirmed_by=""):
        words = f"The lab has another edge for this: {answered.solution.edge} of the {answered.solution.unit}."
        raise refuse(words, law.EDGE_SEEN)
