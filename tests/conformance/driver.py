"""Plays any game by what it asks: legal acts drawn from the needs, and acts that must be refused."""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from house import CROWN, CROWN_MS, STAR, STAR_MS, ULTIMATE, jackpot, make
from pitboss.cards import UNKNOWN, Card
from pitboss.games import make_game
from pitboss.money import EMPTY, Chips, Piece, Stake
from pitboss.play import Round, Table
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Find, Lapse, Place, Rule, Shuffle, TakeBack, Turn, Void
from pitboss.play.codec import GameMaker
from pitboss.play.game import Game
from pitboss.play.needs import (
    CallNeed,
    CardsNeed,
    CutNeed,
    DecisionNeed,
    Need,
    Option,
    RulingNeed,
    ShuffleNeed,
    TurnNeed,
    WagersNeed,
)
from pitboss.play.terms import Limits, Terms
from play.toy import Twins, make_twins, rules

PATRONS = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus")


class Setup(NamedTuple):
    """A table to try, and how its game is made anew from data."""

    make: Callable[[], Game]
    maker: GameMaker
    void_rank: str


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


def left_in_shoe(round: Round) -> list[Card]:
    """The cards that nobody has seen yet."""
    return [card for card in round.game.deck if round.seen.count(card) < round.game.copies]


def legal_act(round: Round, rng: Random, setup: Setup) -> Act:
    """An act that the rules allow now, anything that a person might do included."""
    if rng.random() < 0.01 and round.wagers:
        return Void(setup.void_rank, "disruption")
    if rng.random() < 0.01 and (names := [w.patron for w in round.wagers if w.stake.pieces]):
        return Void(setup.void_rank, "breach", patrons=(rng.choice(names),))
    found = [w.id for w in round.wagers if w.left.pieces and round.game.fault(round, w)]
    if found and rng.random() < 0.3:
        return Find(rng.choice(found))
    needs = list(round.needs)
    if isinstance(needs[0], WagersNeed) and rng.random() < 0.3 and len(needs) > 1:
        needs = needs[1:]
    return _answer(round, rng.choice(needs), rng)


def _answer(round: Round, need: Need, rng: Random) -> Act:
    match need:
        case WagersNeed():
            return _wager(round, need, rng)
        case ShuffleNeed():
            return Shuffle(need.id, "c0ffee")
        case CutNeed():
            return Cut(need.id, need.by, rng.randint(need.least, need.most))
        case CallNeed():
            return Call(need.id)
        case CardsNeed():
            sizes = need.packets or (1,) * len(need.slots)
            count = sum(sizes[: rng.choice([len(sizes), rng.randint(1, len(sizes))])])
            cards = rng.sample(left_in_shoe(round), count)
            if rng.random() < 0.3:
                cards = [c if need.slots[i].up or rng.random() < 0.5 else UNKNOWN for i, c in enumerate(cards)]
            return Deal(need.id, tuple(cards))
        case TurnNeed():
            if need.wager >= 0:
                unread = not round.wagers[need.wager].stake.pieces
                return Turn(need.id, stake=Stake.of(rng.randint(1, 50) * 100) if unread else EMPTY)
            return Turn(need.id, tuple(rng.sample(left_in_shoe(round), need.unknown)))
        case DecisionNeed():
            if not need.optional and rng.random() < 0.1:
                return Lapse(need.id, rng.choice(["absent", "slow", "refuses"]))
            option = rng.choice(need.options)
            return Decide(need.id, need.patron, option.name, *_stake(option, rng))
        case RulingNeed():
            return Rule(need.id, need.rank, rng.choice(need.options).name, "as seen")


def _stake(option: Option, rng: Random) -> tuple[Stake, bool]:
    if not option.most_cents:
        return EMPTY, False
    if option.name == "bet" and rng.random() < 0.15:
        return Stake.of(rng.randint(1, 2 * option.most_cents // 500) * 500), True
    cents = rng.choice([option.least_cents, option.most_cents])
    tokens = rng.choice([0, 0, cents // 1_000 * 500, cents])
    return Stake.of(cents - tokens, tokens), False


def _wager(round: Round, need: WagersNeed, rng: Random) -> Act:
    """Somebody sits down, adds to a wager or takes it back; if there is nobody left to do so, somebody bets again."""
    game = round.game
    offer = need.offers[0]
    free = [
        p for p in PATRONS if not any(w.patron == p and w.spot == offer.spot and w.left.pieces for w in round.wagers)
    ]
    room = [
        area
        for area in range(1, game.terms.areas + 1)
        if sum(1 for w in round.wagers_on(area, offer.spot) if w.left.pieces) < game.spots[offer.spot].bettors
    ]
    seated = [w for w in round.wagers if w.spot == offer.spot and w.left.pieces]
    if seated and (not room or rng.random() < 0.3):
        own = rng.choice(seated)
        mine = [w.spot for w in round.wagers if w.patron == own.patron and (w.left.pieces or w.face_down)]
        others = [offer for offer in need.offers[1:] if offer.spot not in mine]
        if others and rng.random() < 0.7:
            other = others[0]
            stake = own.stake if other.spot == "blind" else Stake.of(max(500, other.least_cents))
            blindly, secretly = own.unnoticed and other.spot == "blind", other.spot == "secret"
            return Place(need.id, own.patron, own.area, other.spot, stake, blindly, secretly)
        if not any(w.patron == own.patron and w.spot != offer.spot and w.left.pieces for w in round.wagers):
            return TakeBack(need.id, own.patron, own.area, offer.spot)
    if not room:
        last = next(w for w in reversed(round.wagers) if w.left.pieces or w.face_down)
        return TakeBack(need.id, last.patron, last.area, last.spot)
    if game.spots[offer.spot].bettors == 1 and rng.random() < 0.15:
        cents = rng.choice([500, offer.least_cents - 500, offer.most_cents + 10_000])
        return Place(need.id, free[0], rng.choice(room), offer.spot, Stake.of(cents), unnoticed=True)
    unit = offer.unit_cents or 500
    cents = offer.least_cents + unit * rng.randint(0, (offer.most_cents - offer.least_cents) // unit)
    tokens = rng.choice([0, 0, unit, cents])
    return Place(need.id, free[0], rng.choice(room), offer.spot, Stake.of(cents - tokens, tokens))


def illegal_acts(round: Round, rng: Random) -> Iterator[Act]:  # noqa: PLR0912, PLR0915, C901  one case a need
    """Acts that nobody may do now, whatever the game."""
    yield Decide("no-such-need", "Ann", "bet")
    yield Deal("no-such-need", (round.game.deck[0],))
    yield Turn("no-such-need")
    yield Call("no-such-need")
    yield Void("dealer", "disruption")
    yield Void("stranger", "fraud")
    yield Find(len(round.wagers) + 3)
    if round.needs and not isinstance(round.needs[0], WagersNeed):
        yield Place("wagers", "Zed", 1, "ante", Stake.of(2_500))
        yield TakeBack("wagers", "Ann", 1, "ante")
    for need in round.needs:
        match need:
            case WagersNeed():
                offer = need.offers[0]
                good = Stake.of(offer.least_cents)
                yield Place(need.id, "Zed", 0, offer.spot, good)
                yield Place(need.id, "Zed", round.game.terms.areas + 1, offer.spot, good)
                yield Place(need.id, "Zed", 1, "nowhere", good)
                yield Place(need.id, "Zed", 1, offer.spot, EMPTY)
                yield Place(need.id, "Zed", 1, offer.spot, Stake.of(-offer.least_cents))
                yield Place(need.id, "Zed", 1, offer.spot, Stake((Piece("cash", offer.least_cents),)))
                yield Place(need.id, "Zed", 1, offer.spot, Stake.of(offer.least_cents - 500))
                yield Place(need.id, "Zed", 1, offer.spot, Stake.of(offer.most_cents + 500))
                yield Place(need.id, "Zed", 1, offer.spot, Stake.of(offer.least_cents + 1))
                yield TakeBack(need.id, "Zed", 1, offer.spot)
            case CutNeed():
                yield Cut(need.id, "Ann", need.least)
                yield Cut(need.id, need.by, need.most + 1)
                yield Cut(need.id, need.by, need.least - 1)
            case CardsNeed():
                yield Deal(need.id, ())
                fresh = left_in_shoe(round)
                yield Deal(need.id, tuple(fresh[: len(need.slots) + 1]))
                size = need.packets[0] if need.packets else 1
                if size > 1:
                    yield Deal(need.id, tuple(fresh[: size - 1]))
                yield Deal(need.id, (fresh[0],) * max(2, size) if len(need.slots) > 1 else (UNKNOWN, UNKNOWN))
                if round.seen:
                    yield Deal(need.id, (round.seen[0], *fresh[: size - 1]))
            case TurnNeed() if need.wager < 0:
                yield Turn(need.id, tuple(left_in_shoe(round)[: need.unknown + 1]))
                if need.unknown:
                    yield Turn(need.id)
                    yield Turn(need.id, (UNKNOWN,) * need.unknown)
                    yield Turn(need.id, (round.seen[0],) * need.unknown)
            case DecisionNeed():
                yield Decide(need.id, "Zed", need.options[0].name)
                yield Decide(need.id, need.patron, "surrender-everything")
                for option in need.options:
                    yield Decide(need.id, need.patron, option.name, Stake.of(option.most_cents + 500))
                    if option.least_cents > 500:
                        yield Decide(need.id, need.patron, option.name, Stake.of(option.least_cents - 500))
            case RulingNeed():
                yield Rule(need.id, "dealer", need.options[0].name)
                yield Rule(need.id, need.rank, "nothing")
            case _:
                yield Lapse(need.id)


def start(setup: Setup) -> tuple[Table, Round]:
    """Open a table and begin a round."""
    table = Table.open(setup.make())
    return table, table.begin().round
