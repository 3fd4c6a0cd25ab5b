"""The edge of what a table offers: what the lab is asked about it, what it says, and whether what a person claims to
have seen is the same."""

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pitboss import law
from pitboss.floor.service.commands import Actor, refuse
from pitboss.floor.tables.edges import TableOffer, is_behind
from pitboss.floor.tables.state import EdgeSeen, TableState
from pitboss.games.ultimate_holdem import STAGES
from pitboss.lab import answer, question
from pitboss.law.rules import Rules
from pitboss.messages import say, words_of
from pitboss.money import dollars
from pitboss.value import Value
from pitboss.web.lab_jobs import queue, worker
from pitboss.web.lab_jobs.questions import GameQuestion, find_game, write_choice


def questions_of(offer: TableOffer) -> tuple[GameQuestion, ...]:
    """The questions that an offer puts: one for each wager that tells it, and one at the sign's greatest Ante, where a
    notice of maximum payout bites most; one for all wagers where they are alike."""
    rules, terms = offer.rules, offer.terms
    game = find_game(rules.game.name)
    known = {rule.name: rule.value for rule in game.rules}
    varied = [f"{name}={write_choice(value)}" for name, value in sorted(rules.choices.items()) if name in known]
    varied += [f"{name}=true" for name in sorted(rules.granted) if known.get(name) == "false"]
    decks = terms.decks if game.decks and terms.decks not in (0, game.decks[0]) else None
    play = play_of(rules.game.name, terms.multiples)
    asked = GameQuestion(
        rules.game.name,
        rule=tuple(varied),
        play=play if play != (game.play or "") else None,
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


class EdgeAtWager(Value):
    """The exact edge of an offer at one wager, or at any where it is the same."""

    asked: GameQuestion
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


class OfferEdge(Value):
    """An offer as it is shown before it is set: its exact edge, or the job that works it out, or why there is none."""

    job: queue.LabJob | None = None
    at: tuple[EdgeAtWager, ...] = ()
    """Its edges, the least first."""
    wrong: str = ""

    @property
    def least(self) -> EdgeAtWager | None:
        """The edge at the wager that favours players most."""
        return self.at[0] if self.at else None

    @property
    def seen(self) -> EdgeSeen | None:
        """What the person who sets the offer has seen, once the edge is known."""
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


def price_offer(lab_jobs: queue.LabJobs, who: Actor, offer: TableOffer) -> OfferEdge:
    """The exact edge of an offer for the person who is about to set it; what is not known is worked out one by one."""
    found = []
    try:
        for asked in questions_of(offer):
            job = lab_jobs.ask(worker.LabTask("sign", asked, {}), who)
            answered = answer.stored_answer(asked.question()) if job.result is not None else None
            if answered is None:
                return OfferEdge(job)
            found.append(_edge_at(asked, offer, answered))
    except question.LabError as error:
        return OfferEdge(wrong=words_of(error))
    return OfferEdge(at=tuple(sorted(found, key=lambda at: at.edge)))


def _edge_at(asked: GameQuestion, offer: TableOffer, answered: answer.Answer) -> EdgeAtWager:
    edge, fraction, within = float(answered.solution.edge), answered.solution.edge_exact, answered.solution.error
    if fraction is not None:
        exact = say("Exactly {fraction}", fraction=f"{fraction.numerator:,} / {fraction.denominator:,}")
    else:
        digits = max(0, min(12, int(-math.log10(within)) - 2)) if within else 12
        exact = say("{edge}, certain to its last digit", edge=f"{edge:.{digits}%}")
    return EdgeAtWager(asked, see_edge(asked, offer, answered), _minus(f"{edge:.4%}"), _minus(exact))


def _minus(text: str) -> str:
    return re.sub(r"(?<!\w)-(?=\d)", "\N{MINUS SIGN}", text)


def see_edge(asked: GameQuestion, offer: TableOffer, answered: answer.Answer) -> EdgeSeen:
    """An answer of the lab as the person who sets an offer sees it."""
    edge, key = str(answered.solution.edge), str(answered.provenance["key"])
    return EdgeSeen(edge, answered.solution.unit, key, wager_cents=asked.wager_cents or 0, offer=offer.name)


def check_edge_seen(command: Any, state: TableState) -> None:
    """Refuse a command that claims another edge than the lab has for what the table will offer."""
    seen: EdgeSeen | None = command.edge
    if seen is None:
        return
    offer = command.offer(state)
    try:
        asked = {each: answer.stored_answer(each.question()) for each in questions_of(offer)}
    except question.LabError as error:
        raise refuse(words_of(error), law.EDGE_SEEN) from None
    known = [see_edge(each, offer, answered) for each, answered in asked.items() if answered is not None]
    if len(known) < len(asked):
        raise refuse("The lab has not worked this out: ask it for the exact edge first.", law.EDGE_SEEN)
    least = min(known, key=lambda each: Fraction(each.edge))
    if least != seen._replace(confirmed_by=""):
        words = "The lab has computed another edge for this offer: {edge} of the {unit}."
        if least.wager_cents:
            words = "The lab has computed another edge for this offer: {edge} of the {unit} at {wager}."
        raise refuse(say(words, edge=least.edge, unit=least.unit, wager=dollars(least.wager_cents)), law.EDGE_SEEN)
