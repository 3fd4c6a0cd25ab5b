"""Reports of what goes wrong, drawn at random from the facts that a round has now."""

from random import Random

from conformance.driver import left_in_shoe
from pitboss.cards import UNKNOWN, Card
from pitboss.play import Round, refusal
from pitboss.play.irregularity import IntendedHand, Irregularity, effects, facts, refuse_fact, remedies
from pitboss.play.provisions import Fact

TRIES = 40


def irregularity(round: Round, rng: Random) -> Irregularity | None:
    """A report with one of its remedies, by the highest rank; nothing where none was hit upon. Those that end the round
    are taken seldom, so that more can go wrong in it."""
    known = facts(round)
    rank = round.game.rules.edition.ranks[-1]
    may_end = rng.random() < 0.25
    for _ in range(TRIES if known else 0):
        report = draw_report(round, rng.choice(known), rng)
        offered = remedies(round, report) if refuse_fact(round, report) is None else ()
        if offered:
            act = report._replace(remedy=rng.choice(offered).name, rank=rank)
            if refusal(round, act) is None and (may_end or not effects(round, act).ends):
                return act
    return None


def draw_report(round: Round, fact: Fact, rng: Random) -> Irregularity:
    """A report of a fact that may or may not be so."""
    patrons = sorted({wager.patron for wager in round.wagers})
    numbers = list(range(len(round.hands)))
    hand = rng.choice(numbers) if "hand" in fact.asks and numbers else -1
    about = hand if hand >= 0 else rng.choice(numbers[:2] or [-1])
    held = round.hands[about].cards if about >= 0 else ()
    places = tuple(rng.sample(range(len(held)), rng.randint(0, len(held))))
    fresh = left_in_shoe(round)
    unknown = [card for place, card in enumerate(held) if card == UNKNOWN and place in (places or range(len(held)))]
    cards = tuple(rng.sample(fresh, min(len(fresh), len(unknown))))
    if "states" in fact.asks and rng.random() < 0.7:
        cards = (*[card for card in held if card != UNKNOWN], *cards)
    values = {
        "area": rng.randint(1, round.game.terms.areas),
        "hand": hand,
        "places": places,
        "cards": cards if rng.random() < 0.8 else tuple(rng.sample(fresh, min(1, len(fresh)))),
        "extra": _extra(fresh, rng) if rng.random() < 0.5 else (),
        "count": rng.choice([-1, -1, rng.randint(0, max(0, len(held) - 1)), round.game.size, round.game.size - 1]),
        "looked": tuple(rng.sample(patrons, rng.randint(0, len(patrons)))) if rng.random() < 0.6 else (),
        "players": tuple(rng.sample(patrons, rng.randint(0, len(patrons)))) if rng.random() < 0.4 else (),
        "states": tuple(state.name for state in fact.states if rng.random() < 0.5),
    }
    if rng.random() < 0.3 and about >= 0:
        values["laid"] = (IntendedHand(about, tuple(rng.sample(held, rng.randint(0, len(held))))),)
    return Irregularity(fact.name, **{field: value for field, value in values.items() if field in fact.asks})  # type: ignore[arg-type]


def _extra(fresh: list[Card], rng: Random) -> tuple[Card, ...]:
    """A card or two that came besides, seen or not."""
    cards = rng.sample(fresh, min(len(fresh), rng.randint(1, 2)))
    return tuple(card if rng.random() < 0.7 else UNKNOWN for card in cards)
