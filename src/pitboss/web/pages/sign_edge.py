"""The edge of a sign before the table opens: it is worked out, shown, and with the house behind confirmed by name."""

from typing import Any, NamedTuple

from pitboss.floor.commands import Actor, OpenTable
from pitboss.floor.edges import is_behind
from pitboss.floor.tables.sign_events import EdgeSeen
from pitboss.games.ultimate_holdem.law import STAGES
from pitboss.lab.parameters import parse_play
from pitboss.lab.question import LabError
from pitboss.law.rules import Rules
from pitboss.play.terms import Terms
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.playing import Unclear
from pitboss.web.pages.shell import Shell
from pitboss.web.solves.asked import Task
from pitboss.web.solves.games import game_data
from pitboss.web.solves.job import Job
from pitboss.web.solves.known import kept_answer
from pitboss.web.solves.signs import asked_of, play_of, seen_in


class SignEdge(NamedTuple):
    """What the opening form shows of the edge of its sign."""

    stages: list[dict[str, str]]
    """The stages at which the sign offers multiples, with what is chosen; none where the rules leave nothing open."""
    play: str
    is_usual: bool
    job: Job | None = None
    seen: EdgeSeen | None = None
    percent: str = ""
    exact: str = ""
    behind: bool = False
    wrong: str = ""


def sign_edge(shell: Shell, who: Actor, game: str, play: str) -> SignEdge:
    """The edge of a sign with these Play multiples, or the job that works it out."""
    data = game_data(game)
    usual = play_of(game, {})
    play = play.replace(" ", "") or usual
    chosen = play.split(",")
    stages = [{"stage": stage, "now": now} for stage, now in zip(data["stages"], chosen, strict=False)]
    try:
        asked = asked_of(OpenTable("", game, Terms({}, multiples=multiples_of(game, play)), ()))
        job = shell.api.solves.ask(Task("sign", asked, {}), who)
    except LabError as error:
        known = [{"stage": stage, "now": ""} for stage in data["stages"]]
        return SignEdge(stages if len(stages) == len(known) else known, play, False, wrong=str(error))
    answered = kept_answer(asked.question()) if job.result is not None else None
    if answered is None:
        return SignEdge(stages, play, play == usual, job)
    seen = seen_in(answered)
    percent = f"{float(answered.solution.edge):.4%}".replace("-", "\N{MINUS SIGN}")
    exact = seen.edge
    if (fraction := answered.solution.edge_exact) is not None:
        exact = f"{fraction.numerator:,} / {fraction.denominator:,}".replace("-", "\N{MINUS SIGN}")
    return SignEdge(stages, play, play == usual, None, seen, percent, exact, is_behind(seen))


def multiples_of(game: str, play: str) -> dict[str, tuple[int, ...]]:
    """Play multiples as a sign has them; none for a game without, or for the usual ones."""
    if play in ("", play_of(game, {})):
        return {}
    return dict(zip(STAGES, parse_play(play, Rules.of(game)), strict=True))


def read_sign(fields: Fields, game: str) -> tuple[dict[str, tuple[int, ...]], EdgeSeen | None]:
    """What a form says of the multiples on the sign and of the edge that was seen."""
    try:
        multiples = multiples_of(game, fields.text("play", 60))
    except LabError as error:
        raise Unclear(str(error)) from None
    if not fields.text("edge"):
        return multiples, None
    unit, answer = fields.text("edge-unit", 60), fields.text("edge-answer", 80)
    return multiples, EdgeSeen(fields.text("edge", 400), unit, answer, fields.text("confirmed-by", 120))


def fields_of(sign: SignEdge) -> dict[str, Any]:
    """The hidden fields that carry what was seen."""
    if sign.seen is None:
        return {"play": sign.play}
    return {"play": sign.play, "edge": sign.seen.edge, "edge-unit": sign.seen.unit, "edge-answer": sign.seen.answer}
