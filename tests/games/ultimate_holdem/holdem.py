"""What the tests of Ultimate Texas Hold'em share: a sign with Trips, a seat to take, and a hand played through."""

from typing import Any

from pitboss.money import Stake
from pitboss.play.acts import Place
from pitboss.play.needs import CardsNeed, DecisionNeed, TurnNeed
from pitboss.play.terms import Limits
from support import ULTIMATE, Felt, jackpot

PRE_FLOP, FLOP, RIVER = STAGES = ("pre-flop", "flop", "river")
FOLD = "fold"
LIMITS = {"ante": Limits(25_00, 500_00), "trips": Limits(5_00, 100_00)}
FLOORS = {"ante": 5_00, "trips": 2_00}

# A board of no use but for its pairs, and hands that go with it.
BOARD = "Kd 9h 6s 4c 2d"
NINES, SAME_NINES = "9s 3h", "9d 3c"
KING_QUEEN_JACK, SAME_KING_QUEEN_JACK = "Qs Jh", "Qc Jd"
KINGS = "Kh Th"
ACE_HIGH = "Ah Qh"
KING_TEN = "Th 8h"


def table(*, method: str = "", option: int = 1, **changes: Any) -> Felt:
    """A table with Ante $25 to $500 and Trips $5 to $100; with a method, also a jackpot wager of $5."""
    usual: dict[str, Any] = {"limits": LIMITS, "regulator_minimum_cents": FLOORS}
    if method:
        usual["jackpot"] = jackpot(ULTIMATE, method=method, option=option)
    return Felt(ULTIMATE, **(usual | changes))


def wager(spot: str, dollars: int, *, patron: str = "Ann", area: int = 1, unnoticed: bool = False) -> Place:
    """An opening wager in chips."""
    return Place("wagers", patron, area, spot, Stake.of(dollars * 100), unnoticed)


def seat(
    felt: Felt,
    patron: str = "Ann",
    area: int = 1,
    ante: int = 25,
    *,
    blind: int | None = None,
    trips: int = 0,
    unnoticed: bool = False,
) -> None:
    """Put Ante and Blind down, and what else there is; the jackpot wager too where the table has one."""
    felt.do(wager("ante", ante, patron=patron, area=area, unnoticed=unnoticed))
    other = ante if blind is None else blind
    felt.do(wager("blind", other, patron=patron, area=area, unnoticed=unnoticed or other != ante))
    if trips:
        felt.do(wager("trips", trips, patron=patron, area=area, unnoticed=unnoticed))
    if felt.game.terms.jackpot is not None:
        felt.jackpot(patron, area)


def asked(felt: Felt) -> list[int]:
    """The areas that are asked for a decision."""
    return sorted(need.area for need in felt.round.needs if isinstance(need, DecisionNeed))


def check_to(felt: Felt, stage: str) -> None:
    """Have everyone check until a stage is reached, the board being shown as it comes."""
    for each in STAGES[: STAGES.index(stage)]:
        if felt.round.phase == each:
            for area in asked(felt):
                felt.decide(area, "check")
            felt.reveal()
    assert felt.round.phase == stage


def play_out(felt: Felt, plays: dict[int, str]) -> None:
    """Play a round to its end: each area makes its Play wager, the least there is, at the stage named, or folds."""
    for stage in STAGES:
        for area in asked(felt):
            if plays[area] == stage:
                felt.bet(area)
            else:
                felt.decide(area, FOLD if stage == RIVER else "check")
        if stage != RIVER:
            felt.reveal()
    finish(felt)


def finish(felt: Felt) -> None:
    """Show what is left of the board, and settle; no player is to decide any more."""
    while (need := felt.round.needs[0]) and isinstance(need, CardsNeed | TurnNeed) and need.id != "turn-dealer":
        felt.reveal()
    felt.settle()


def dealt(
    dealer: str = NINES, board: str = BOARD, player: str = KINGS, *, trips: int = 0, ante: int = 25, **changes: Any
) -> Felt:
    """A round before the Flop, with Ann alone at the table."""
    felt = table(**changes)
    seat(felt, trips=trips, ante=ante)
    felt.deal(dealer, board, p1=player)
    return felt


def played(
    dealer: str = NINES,
    board: str = BOARD,
    player: str = KINGS,
    *,
    at: str = PRE_FLOP,
    trips: int = 0,
    ante: int = 25,
    **changes: Any,
) -> Felt:
    """A settled round, with Ann alone at the table; before the Flop her Play wager is three times the Ante."""
    felt = dealt(dealer, board, player, trips=trips, ante=ante, **changes)
    play_out(felt, {1: at})
    return felt
