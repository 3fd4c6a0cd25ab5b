"""How a game is played, a screen each, open to all: its steps in a few words, with the figures of the edition."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pitboss.floor.tables.signage import inscriptions
from pitboss.law.edition import edition_of
from pitboss.law.rules import Rules
from pitboss.messages import message, say, translate
from pitboss.value import Value
from pitboss.web import resource, rulebook
from pitboss.web.api.table_data import pay_lines

TIMES = {1: message("as much as"), 2: message("twice"), 3: message("three times"), 4: message("four times")}
site = resource.Site("rulebook")


class HowToPlay(Value):
    """How a game is played."""

    game: str
    title: str
    engine: str
    operator: str
    edition: str
    version: str
    goal: str
    steps: tuple[str, ...]
    says: tuple[str, ...]
    """What stands on the cloth."""
    pays: list[dict[str, Any]]


Steps = Iterator[str]


def _pontoon(data: Mapping[str, Any]) -> Steps:
    stands = data["dealer-stands"]
    yield say("Come nearer to 21 than the dealer, without going over.")
    yield say("Put a wager on a circle. There are no tens in the deck: picture cards count ten, an ace one or eleven.")
    yield say("You get two cards, the dealer one. An ace and a picture card are a pontoon, the best hand.")
    yield say(
        "Draw as often as you like, or stand. Double your wager for one more card, or split a pair into two hands."
    )
    insured = ", ".join(say("an ace") if up == "A" else up for up in data["insurance"]["up"])
    yield say(
        "Where the dealer shows {up} you may insure against a pontoon, for half of your wager at most. You need not.",
        up=insured,
    )
    yield say(
        "The dealer draws, and stands on hard {hard} and soft {soft} or more. Over 21 loses, for you at once.",
        hard=stands["hard"],
        soft=stands["soft"],
    )


def _caribbean(data: Mapping[str, Any]) -> Steps:
    yield say("Have a better poker hand than the dealer: five cards each, none to change.")
    yield say("Put an Ante on its circle. Every player gets five cards; the dealer shows one.")
    times = translate(TIMES[data["bet"]["multiple"]])
    yield say("Fold and lose the Ante, or bet {times} the Ante to stay in.", times=times)
    yield say("The dealer turns the other cards, and plays only with ace and king or better.")
    yield say("A dealer who does not play pays your Ante and gives the Bet back.")
    yield say("Otherwise the better hand wins: the Ante is paid 1 to 1, the Bet by your hand, as the table below says.")


def _mississippi(data: Mapping[str, Any]) -> Steps:
    street = data["street"]
    yield say("Make a good poker hand of two cards of your own and three that all share. No dealer plays against you.")
    yield say("Put an Ante on its circle. You get two cards.")
    yield say(
        "Before each shared card, bet {least} to {most} times the Ante, or fold and lose what you have bet.",
        least=street["least"],
        most=street["most"],
    )
    yield say("The three shared cards are turned one after the other: 3rd, 4th and 5th Street.")
    yield say("All your wagers are paid by your hand, as the table below says, or lost together.")


def _ultimate(data: Mapping[str, Any]) -> Steps:
    usual = data["play"]["usual"]
    first = say(" or ").join(str(times) for times in usual["pre-flop"])
    yield say("Have a better poker hand than the dealer: the best five of your two cards and five that all share.")
    yield say("Put an Ante on its circle. An equal Blind goes with it by itself.")
    yield say("Look at your two cards. Make the Play wager, {first} times the Ante, or check.", first=first)
    yield say(
        "Three cards are turned. A player who has checked may bet {times} times the Ante, or check again.",
        times=usual["flop"][0],
    )
    yield say(
        "The last two are turned. A player who has checked twice bets {times} the Ante, or folds.",
        times=translate(TIMES[usual["river"][0]]),
    )
    yield say("The dealer plays with a pair or better. The better hand wins; the Blind is paid by your hand.")


STEPS: Mapping[str, Callable[[Mapping[str, Any]], Steps]] = {
    "pontoon": _pontoon,
    "caribbean-stud": _caribbean,
    "mississippi-stud": _mississippi,
    "ultimate-texas-holdem": _ultimate,
}
"""The goal of each game and its steps, from the figures of an edition."""


@site.resource("/games/{game}")
def how_to_play(game: rulebook.Name) -> HowToPlay:
    """How a game is played, with the figures of its edition."""
    edition_of(game)  # refused if there is none
    rules = Rules.of(game)
    goal, *steps = STEPS[rules.game.engine](rules.game.data)
    return HowToPlay(
        game=game,
        title=rules.game.title,
        engine=rules.game.engine,
        operator=rules.edition.operator,
        edition=rules.edition.name,
        version=rules.edition.version,
        goal=goal,
        steps=tuple(steps),
        says=inscriptions(rules),
        pays=pay_lines(rules),
    )


how_to_play.page("how_to_play.html")
