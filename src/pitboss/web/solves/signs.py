"""The edge of a sign: what the lab is asked about a table that is to open, and whether what was seen is the same."""

from collections.abc import Mapping

from pitboss import law
from pitboss.floor.commands import OpenTable
from pitboss.floor.desk import refuse
from pitboss.floor.tables.sign_events import EdgeSeen
from pitboss.games.ultimate_holdem.law import STAGES
from pitboss.lab.answer import Answer
from pitboss.lab.question import LabError
from pitboss.law.rules import Rules
from pitboss.web.solves.asked import Asked
from pitboss.web.solves.games import game_data, word
from pitboss.web.solves.known import kept_answer


def asked_of(command: OpenTable) -> Asked:
    """The question that a sign puts, with the readings of its table."""
    game = game_data(command.game)
    known = {rule["name"]: rule["value"] for rule in game["rules"]}
    rules = [f"{name}={word(value)}" for name, value in command.readings.items() if name in known]
    rules += [f"{name}=true" for name in command.granted if known.get(name) == "false"]
    decks = command.terms.decks if game["decks"] and command.terms.decks not in (0, game["decks"][0]) else None
    play = play_of(command.game, command.terms.multiples)
    asked = play if play != (game["play"] or "") else None
    return Asked(command.game, rule=tuple(rules), play=asked, decks=decks, version=command.version)


def play_of(game: str, multiples: Mapping[str, tuple[int, ...]]) -> str:
    """The Play multiples of a sign as the lab is asked about them, `3/4,2,1`; empty for a game without."""
    usual: Mapping[str, list[int]] = Rules.of(game).game.data.get("play", {}).get("usual", {})
    offered = {stage: sorted(multiples.get(stage, usual[stage])) for stage in STAGES if stage in usual}
    return ",".join("/".join(map(str, offered[stage])) for stage in offered)


def seen_in(answered: Answer) -> EdgeSeen:
    """An answer of the lab as whoever sets a sign sees it."""
    edge = answered.solution.edge
    return EdgeSeen(str(edge), answered.solution.unit, str(answered.provenance["key"]))


def check_seen(command: OpenTable) -> None:
    """Refuse an opening that claims another edge than the lab has for its sign."""
    seen = command.edge
    if seen is None:
        return
    try:
        answered = kept_answer(asked_of(command).question())
    except LabError as error:
        raise refuse(str(error), law.EDGE_SEEN) from None
    if answered is None:
        raise refuse("The lab has not worked this sign out: ask it for the exact edge first.", law.EDGE_SEEN)
    if seen_in(answered) != seen._replace(confirmed_by=""):
        words = f"The lab has another edge for this sign: {answered.solution.edge} of the {answered.solution.unit}."
        raise refuse(words, law.EDGE_SEEN)
