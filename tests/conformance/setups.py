"""The tables that every game is tried at: both houses, shoe and device, permissions and readings either way."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from games.pontoon.pontoon_felt import make as make_pontoon
from pitboss import law
from pitboss.games import make_game
from pitboss.games.pontoon import boxes, shoe
from pitboss.law import Rules
from pitboss.money import Chips
from pitboss.play import Table
from pitboss.play.codec import GameMaker
from pitboss.play.round import Game, ShoeState
from pitboss.play.terms import Limits, Restriction, Terms
from play.toy import Twins, make_twins, rules
from support import CROWN, CROWN_MS, STAR, STAR_MS, ULTIMATE, jackpot, make


def _go_on(table: Table, rng: Random) -> Table:
    return table


class Setup(NamedTuple):
    """A table to try, how its game is made anew from data, and how many rounds of it are played in a row."""

    make: Callable[[], Game]
    maker: GameMaker
    void_rank: str
    rounds: int = 1
    opens: Callable[[Game], Table] = Table.open
    between: Callable[[Table, Random], Table] = _go_on
    """What people of rank order before the next round."""


def _twins() -> Game:
    return Twins(rules(), Terms(limits={"main": Limits(1_000, 10_000, 500)}, chips=Chips((500, 2_500)), areas=1))


SETUPS: dict[str, Setup] = {
    "star shoe": Setup(lambda: make(STAR), make_game, "casino-supervisor"),
    "star shuffler, jackpot": Setup(
        lambda: make(STAR, device="shuffler", jackpot=jackpot(STAR), maximum_payout_cents=50_000),
        make_game,
        "gaming-supervisor",
    ),
    "star shoe, folds keep the jackpot": Setup(
        lambda: make(STAR, jackpot=jackpot(STAR), readings={"foldKeepsJackpot": True, "winningTokenKept": False}),
        make_game,
        "gaming-manager",
    ),
    "crown shoe, method A": Setup(lambda: make(CROWN, jackpot=jackpot(CROWN)), make_game, "casino-manager"),
    "crown shuffler, method B": Setup(
        lambda: make(
            CROWN,
            device="shuffler",
            jackpot=jackpot(CROWN, method="B", option=5, linked=True),
            chips=Chips((250, 1_000)),
        ),
        make_game,
        "casino-manager",
    ),
    "star mississippi, shoe, jackpot": Setup(
        lambda: make(STAR_MS, jackpot=jackpot(STAR_MS), limits={"ante": Limits(2_500, 50_000, 500)}),
        make_game,
        "casino-supervisor",
    ),
    "star mississippi, shuffler": Setup(lambda: make(STAR_MS, device="shuffler"), make_game, "casino-supervisor"),
    "crown mississippi, shuffler, method A": Setup(
        lambda: make(CROWN_MS, device="shuffler", jackpot=jackpot(CROWN_MS), maximum_payout_cents=50_000),
        make_game,
        "casino-manager",
    ),
    "crown mississippi, shoe, method B": Setup(
        lambda: make(CROWN_MS, jackpot=jackpot(CROWN_MS, method="B", option=4)), make_game, "casino-manager"
    ),
    "ultimate, shoe, method A": Setup(
        lambda: make(ULTIMATE, jackpot=jackpot(ULTIMATE), chips=Chips((250, 1_000))), make_game, "casino-manager"
    ),
    "ultimate, shuffler, method B, trips": Setup(
        lambda: make(
            ULTIMATE,
            device="shuffler",
            jackpot=jackpot(ULTIMATE, method="B"),
            limits={"ante": Limits(2_500, 50_000), "trips": Limits(500, 10_000)},
            regulator_minimum_cents={"ante": 500, "trips": 500},
            multiples={"pre-flop": (1, 2, 10), "flop": (3, 5), "river": (4,)},
        ),
        make_game,
        "casino-manager",
    ),
    "twins": Setup(_twins, make_twins, "supervisor"),
}

SUPERVISOR = "casino-supervisor"
ALL_GRANTED = (law.SPLIT_AGAIN, law.FIRST_TWO_DOWN, law.PAID_AT_FINAL, law.PAIRS_NEED_WAGER)
PLAIN = {"wager": Limits(5_00, 500_00)}
TENS = {"wager": Limits(10_00, 500_00), "perfect-pairs": Limits(10_00, 50_00)}
FIVES = {"wager": Limits(5_00, 500_00, 5_00), "perfect-pairs": Limits(5_00, 50_00)}


def _flipped() -> dict[str, Any]:
    """Every reading of Pontoon that its engine can take the other way, taken so."""
    book = Rules.of("star-pontoon")
    switches = make_pontoon().switches
    entries = [entry for entry in book.edition.readings.values() if entry.switch in switches]
    return {entry.switch: next(c for c in entry.choices if c != entry.default) for entry in entries}


def _nearly_spent(game: Game) -> Table:
    """A table in the middle of a shoe that has only a few cards left, so that it runs out in a round."""
    pack = list(game.pack)
    Random(7).shuffle(pack)
    return Table.open(game)._replace(shoe_state=ShoeState(seen=tuple(pack[12:]), out=len(pack) - 12))


def _orders(table: Table, rng: Random) -> Table:
    """A person of rank has the cards shuffled or replaced, or holds a player to less; mostly none does."""
    order = rng.randrange(8)
    if order == 0:
        return shoe.direct_shuffle(table, SUPERVISOR)
    if order == 1 and (table.shoe_state.cutting >= 0 or table.game.terms.device == "shuffler"):
        return shoe.replace_cards(table, SUPERVISOR)
    if order == 2 and table.game.terms.device == "shoe" and boxes.has_missed_round(table, "Bob"):
        return boxes.restrict(table, "Bob", Restriction(law.HELD_TO_MINIMUM, SUPERVISOR))
    return table


def _pontoon(*, opens: Callable[[Game], Table] = Table.open, rounds: int = 3, **changes: Any) -> Setup:
    return Setup(lambda: make_pontoon(**changes), make_game, SUPERVISOR, rounds, opens, _orders)


SETUPS |= {
    "pontoon, shoe of six decks": _pontoon(limits=TENS),
    "pontoon, shoe of eight decks, everything permitted": _pontoon(decks=8, grant=ALL_GRANTED),
    "pontoon, shoe, readings the other way": _pontoon(readings=_flipped(), limits=PLAIN),
    "pontoon, shoe, first cards down": _pontoon(
        grant=[law.FIRST_TWO_DOWN], bettors=2, limits=FIVES, chips=Chips((500, 2_500))
    ),
    "pontoon, shoe nearly spent": _pontoon(opens=_nearly_spent, grant=[law.SPLIT_AGAIN]),
    "pontoon, shoe nearly spent, first cards down": _pontoon(opens=_nearly_spent, grant=[law.FIRST_TWO_DOWN]),
    "pontoon, shuffler": _pontoon(device="shuffler", grant=[law.SPLIT_AGAIN], low_limit=True),
    "pontoon, shuffler of eight decks, readings the other way": _pontoon(
        device="shuffler", decks=8, readings=_flipped(), grant=ALL_GRANTED
    ),
    "pontoon, few players": _pontoon(
        areas=3,
        players=4,
        reserved={"Gus": (3,)},
        restricted={"Cat": Restriction(law.ONE_AREA_AT_MINIMUM, "gaming-manager", inspector_told=True)},
        individual={"Eve": {"wager": Limits(50_00, 1_000_00)}},
    ),
}
