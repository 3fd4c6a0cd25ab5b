"""The edge of what a table offers, before it is set: it is worked out, shown, and with the house behind confirmed by
name. The form that opens a table and the orders of the pit show it alike."""

from typing import Any, NamedTuple

from pitboss.floor.commands import Actor, OpenTable
from pitboss.floor.edges import opened_offer
from pitboss.floor.tables.sign_events import EdgeSeen
from pitboss.games.ultimate_holdem.law import STAGES
from pitboss.lab.parameters import parse_play
from pitboss.lab.question import LabError
from pitboss.law.rules import Rules
from pitboss.play.terms import Terms
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.playing import Unclear
from pitboss.web.pages.shell import Shell
from pitboss.web.solves.games import game_data
from pitboss.web.solves.signs import Priced, play_of, priced


class SignEdge(NamedTuple):
    """What the opening form shows of the edge of its sign."""

    stages: list[dict[str, str]]
    """The stages at which the sign offers multiples, with what is chosen; none where the rules leave nothing open."""
    play: str
    is_usual: bool
    priced: Priced


def sign_edge(shell: Shell, who: Actor, game: str, play: str) -> SignEdge:
    """The edge of a sign with these Play multiples, or the job that works it out."""
    data = game_data(game)
    usual = play_of(game, {})
    play = play.replace(" ", "") or usual
    chosen = play.split(",")
    stages = [{"stage": stage, "now": now} for stage, now in zip(data["stages"], chosen, strict=False)]
    try:
        offer = opened_offer(OpenTable("", game, Terms({}, multiples=multiples_of(game, play)), ()))
    except LabError as error:
        known = [{"stage": stage, "now": ""} for stage in data["stages"]]
        return SignEdge(stages if len(stages) == len(known) else known, play, False, Priced(wrong=str(error)))
    return SignEdge(stages, play, play == usual, priced(shell.api.solves, who, offer))


def multiples_of(game: str, play: str) -> dict[str, tuple[int, ...]]:
    """Play multiples as a sign has them; none for a game without, or for the usual ones."""
    if play in ("", play_of(game, {})):
        return {}
    return dict(zip(STAGES, parse_play(play, Rules.of(game)), strict=True))


def read_sign(fields: Fields, game: str) -> tuple[dict[str, tuple[int, ...]], EdgeSeen | None]:
    """What a form says of the multiples on the sign and of the edge that was seen."""
    try:
        return multiples_of(game, fields.text("play", 60)), read_seen(fields)
    except LabError as error:
        raise Unclear(str(error)) from None


def read_seen(fields: Fields) -> EdgeSeen | None:
    """What a form says of the edge that was seen; nothing if it says nothing."""
    if not fields.text("edge"):
        return None
    unit, answer = fields.text("edge-unit", 60), fields.text("edge-answer", 80)
    return EdgeSeen(fields.text("edge", 400), unit, answer, fields.text("confirmed-by", 120))


def seen_fields(shown: Priced) -> dict[str, Any]:
    """The hidden fields that carry what was seen."""
    if shown.seen is None:
        return {}
    return {"edge": shown.seen.edge, "edge-unit": shown.seen.unit, "edge-answer": shown.seen.answer}
