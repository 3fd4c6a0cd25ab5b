"""What the tests of irregularities share: a poker table with Ann and Bob dealt in, and reports in short."""

from typing import Any

from pitboss.money import Stake
from pitboss.play.acts import Deal, Place
from pitboss.play.events import Event, IrregularityRuled
from pitboss.play.irregularity import Irregularity, remedies
from pitboss.play.needs import CardsNeed, DecisionNeed
from pitboss.play.poker.game import PokerGame
from pitboss.play.wager import Result, Settlement
from support import CROWN, CROWN_MS, STAR, STAR_MS, ULTIMATE, Felt, jackpot

CROWNS = (CROWN, CROWN_MS, ULTIMATE)
STARS = (STAR, STAR_MS)
HIGHEST = {STAR: "gaming-manager", STAR_MS: "gaming-manager"} | dict.fromkeys(CROWNS, "casino-manager")
ANN = {STAR: 1, CROWN: 1, STAR_MS: 1, CROWN_MS: 1, ULTIMATE: 2}
"""The number of Ann's hand; Bob's is the next."""
DEALER = "As Kd 7h 4c 2s"
BOARD = "9h 5d 2c 8d 3h"
ANNS, BOBS = "Js Jd 9c 8h 6s", "Ts Td 5h 5c 2d"


def seated(game: str, *, jackpots: bool = True, **changes: Any) -> Felt:
    """A table with wagers of Ann on area 1 and Bob on area 2, jackpot wagers among them."""
    if jackpots:
        changes.setdefault("jackpot", jackpot(game))
    felt = Felt(game, **changes)
    for area, patron in ((1, "Ann"), (2, "Bob")):
        felt.ante(patron, area)
        if game == ULTIMATE:
            felt.do(Place("wagers", patron, area, "blind", Stake.of(25_00)))
        if jackpots:
            felt.jackpot(patron, area)
    return felt


def dealt(game: str, **changes: Any) -> Felt:
    """The same table once all are dealt."""
    felt = seated(game, **changes)
    hole = slice(0, 14 if game in (STAR, CROWN) else 5)
    house = DEALER if game in (STAR, CROWN) else "Ah Qc"
    board = {STAR_MS: BOARD[:8], CROWN_MS: BOARD[:8], ULTIMATE: BOARD}.get(game, "")
    felt.deal(house if game not in (STAR_MS, CROWN_MS) else "", board, p1=ANNS[hole], p2=BOBS[hole])
    return felt


def is_in_deal(game: str, count: int, **changes: Any) -> Felt:
    """The same table with so many cards out, or so many packets."""
    felt = seated(game, **changes)
    felt.prepare()
    need = felt.round.need("deal")
    assert isinstance(need, CardsNeed)
    out = sum(need.packets[:count]) if need.packets else count
    felt.do(Deal("deal", felt.game.deck[:out]))
    return felt


def report(felt: Felt, fact: str, **fields: Any) -> Irregularity:
    """What is stated, by a person of the highest rank, with no remedy yet."""
    return Irregularity(fact, rank=HIGHEST[felt.name], by="Eve", **fields)


def offered(felt: Felt, fact: str, **fields: Any) -> list[str]:
    """The remedies there are."""
    return [remedy.name for remedy in remedies(felt.round, report(felt, fact, **fields))]


def rule(felt: Felt, fact: str, remedy: str, **fields: Any) -> tuple[IrregularityRuled, list[Event]]:
    """Have a remedy carried out; what was ruled, and what happened besides."""
    ruled, *after = felt.do(report(felt, fact, **fields)._replace(remedy=remedy))
    assert isinstance(ruled, IrregularityRuled) and (ruled.fact, ruled.remedy, ruled.by) == (fact, remedy, "Eve")
    return ruled, after


def everything_back(felt: Felt, *, carried: bool) -> list[Settlement]:
    """Assert that the round is void: each wager goes back, jackpot wagers perhaps to the next round."""
    assert felt.round.is_over
    for done in felt.round.settlements:
        if done.spot == "jackpot" and carried:
            assert done.result is Result.CARRIED
        else:
            assert (done.result, done.returned) == (Result.VOID, done.stake)
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 0)
    return list(felt.round.settlements)


def game_of(felt: Felt) -> PokerGame:
    """The game of a felt, as the poker game that it is."""
    assert isinstance(felt.game, PokerGame)
    return felt.game


def asked(felt: Felt) -> set[str]:
    """The questions that the round waits for."""
    return {need.id for need in felt.round.needs if isinstance(need, DecisionNeed)}


def play_out(felt: Felt) -> None:
    """Play a round to its end: each player bets, and cards are shown as they are due."""
    while not felt.round.is_over:
        need = felt.round.needs[0]
        if felt.round.need("settle"):
            felt.settle()
        elif isinstance(need, DecisionNeed):
            felt.bet(need.area)
        elif felt.round.need("turn-dealer"):
            felt.show()
        else:
            felt.reveal()
