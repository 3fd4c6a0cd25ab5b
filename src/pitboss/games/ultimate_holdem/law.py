"""The book of Ultimate Texas Hold'em, compiled: multiples, what qualifies, what Blind and Trips pay, and why."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss import law
from pitboss.cards import Category, PokerHand
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.money import ToOne
from pitboss.play.poker.law import LINES
from pitboss.play.terms import Terms
from pitboss.play.wager import Refusal, Result

PRE_FLOP, FLOP, RIVER = "pre-flop", "flop", "river"
STAGES = (PRE_FLOP, FLOP, RIVER)
QUALIFIERS: Mapping[str, PokerHand] = {"pair": PokerHand(Category.PAIR, (0,))}

# The rules of an outcome for the hands, by whether the dealer qualifies, then for Ante, Play and Blind.
HANDS: Mapping[Result, Because] = {
    Result.WON: (law.HIGHER_HAND_WINS,),
    Result.LOST: (law.LOWER_HAND_LOSES,),
    Result.STOOD_OFF: (law.EQUAL_HANDS_STAND_OFF,),
}
UNQUALIFIED: Mapping[Result, Because] = {
    Result.WON: (law.HIGHER_WINS_UNQUALIFIED,),
    Result.LOST: (law.LOWER_LOSES_UNQUALIFIED,),
    Result.STOOD_OFF: (law.EQUAL_UNQUALIFIED,),
}
ANTES: Mapping[Result, Because] = {
    Result.WON: (law.ANTE_WINS, law.ANTE_ODDS),
    Result.LOST: (law.ANTE_LOSES,),
    Result.STOOD_OFF: (law.ANTE_STANDS_OFF,),
}
PLAYS: Mapping[Result, Because] = {
    Result.WON: (law.PLAY_WINS,),
    Result.LOST: (law.PLAY_LOSES,),
    Result.STOOD_OFF: (law.PLAY_STANDS_OFF,),
}
BLINDS: Mapping[Result, Because] = {
    Result.WON: (law.BLIND_WINS,),
    Result.LOST: (law.BLIND_LOSES,),
    Result.STOOD_OFF: (law.BLIND_STANDS_OFF,),
}


class Figures(NamedTuple):
    """What the edition says of Ultimate Texas Hold'em alone, in figures."""

    least: int
    most: int
    multiples: Mapping[str, tuple[int, ...]]
    qualifier: PokerHand
    ante_odds: ToOne
    play_odds: ToOne
    blind: Mapping[Category, tuple[ToOne, bool]]
    trips: Mapping[Category, ToOne]


def compile_figures(rules: Rules, terms: Terms) -> Figures:
    """Read the figures of the game out of its book, and the multiples off the sign."""
    data = rules.game.data
    pays = {(row["wager"], row["line"]): (ToOne.parse(row["odds"]), row.get("capped", False)) for row in data["pay"]}
    play = data["play"]
    usual = {stage: tuple(multiples) for stage, multiples in play["usual"].items()}
    return Figures(
        least=play["least"],
        most=play["most"],
        multiples={stage: tuple(sorted(offered)) for stage, offered in (usual | dict(terms.multiples)).items()},
        qualifier=QUALIFIERS[data["qualifier"]["hand"]],
        ante_odds=pays["ante", "win"][0],
        play_odds=pays["play", "win"][0],
        blind={LINES[line]: odds for (wager, line), odds in pays.items() if wager == "blind"},
        trips={LINES[line]: odds for (wager, line), (odds, _) in pays.items() if wager == "trips"},
    )


def check_multiples(rules: Rules, figures: Figures) -> Refusal | None:
    """Say what is wrong with the multiples on the sign: out of range, none, or not falling from stage to stage."""
    because: Because = (law.PLAY_MULTIPLE, rules.reading_id("laterPlayBelow"))
    below = min if rules.reading("laterPlayBelow") == "lowest" else max
    if unknown := set(figures.multiples) - set(STAGES):
        return Refusal(because, f"There is no stage called {', '.join(sorted(unknown))}: there is {', '.join(STAGES)}.")
    limit = figures.most + 1
    for stage in STAGES:
        offered = figures.multiples[stage]
        if not offered or any(not figures.least <= m <= figures.most for m in offered):
            return Refusal(because, f"The sign offers Play at {figures.least} to {figures.most} times the Ante.")
        if offered[-1] >= limit:
            return Refusal(
                because, f"At the {stage} Play is less than {limit} times the Ante, which was offered before."
            )
        limit = below(offered)
    return None
