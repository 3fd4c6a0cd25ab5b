"""What the rules have for each fact at each moment of a round, as a text for each game that a supervisor can read:
whether it must or may be, by which rank, and by which clauses.

The texts are the flipped conditions of every row at once: a report that fits beside one that does not, a moment before
and after. `make mutate` breaks the rows one by one, and each that is broken shows here.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from games.pontoon import pontoon_felt
from pitboss import law
from pitboss.cards import DECK_52, UNKNOWN, Card, parse_cards
from pitboss.law import Key
from pitboss.money import Stake
from pitboss.play import Round, Table, apply
from pitboss.play.acts import Act, Call, Cut, CuttingCard, Deal, Decide, Place, Shuffle, Turn
from pitboss.play.irregularity import IntendedHand, Irregularity, facts, refuse_fact, remedies
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, Need, ShuffleNeed, TurnNeed
from pitboss.play.provisions import Remedy
from pitboss.play.round import Game
from pitboss.play.terms import Limits
from support import CROWN, CROWN_MS, STAR, STAR_MS, ULTIMATE, jackpot, make, same_as_committed, shows

FOLDER = Path(__file__).parent / "irregular"
PONTOON = "star-pontoon"

Moments = list[tuple[str, Round]]


# The moments.


class Hands:
    """Plays a round to its end, and keeps the moments that matter; cards come in the order of the deck."""

    def __init__(self, game: Game, opening: list[Act], *, stops: dict[int, str]) -> None:
        self.deck = iter([card for card in DECK_52[::5] + DECK_52[1::5] + DECK_52[2::5] if card in game.deck_set])
        self.round = Table.open(game).begin().round
        self.moments: Moments = []
        self.stops = stops
        for act in opening:
            self.round = apply(self.round, act).round
        self.keep("wagers are down")

    def keep(self, name: str) -> None:
        self.moments.append((name, self.round))

    def run(self) -> Moments:
        """Play on to the end."""
        decided = 0
        while not self.round.is_over:
            need = self._next()
            if isinstance(need, CardsNeed) and need.kind == "deal":
                self._deal(need, need.packets[0] if need.packets else 3)
                self.keep("the deal has begun")
                rest = self.round.need("deal")
                assert isinstance(rest, CardsNeed)
                self._deal(rest, len(rest.slots))
                self.keep("all are dealt in")
                continue
            if need.kind in ("shuffle", "cut", "burn"):
                self.keep(f"before the {need.kind}")
            self.round = apply(self.round, self._answer(need)).round
            if isinstance(need, DecisionNeed) and not need.optional:
                decided += 1
                self.keep(self.stops[decided]) if decided in self.stops else None
            elif isinstance(need, TurnNeed) or need.kind == "dealer":
                self.keep(f"after {need.id.replace('-', ' ')}")
        self.keep("the round is over")
        return self.moments

    def _next(self) -> Need:
        order: list[type[Need]] = [ShuffleNeed, CutNeed, DecisionNeed, CardsNeed, TurnNeed, CallNeed]
        answerable = [need for need in self.round.needs if type(need) in order and not getattr(need, "optional", False)]
        return min(answerable, key=lambda need: order.index(type(need)))

    def _deal(self, need: CardsNeed, count: int) -> None:
        cards = tuple(next(self.deck) for _ in need.slots[:count])
        self.round = apply(self.round, Deal(need.id, cards)).round

    def _answer(self, need: Need) -> Act:
        match need:
            case ShuffleNeed():
                return Shuffle(need.id)
            case CutNeed():
                return Cut(need.id, need.by, max(need.least, 20) if need.id == "cut" else need.least)
            case CardsNeed(kind="burn"):
                return Deal(need.id, (UNKNOWN,))
            case CardsNeed():
                return Deal(need.id, tuple(next(self.deck) for _ in need.slots))
            case TurnNeed():
                return Turn(need.id)
            case DecisionNeed():
                names = {option.name: option for option in need.options}
                option = next(names[name] for name in ("stand", "check", "bet", *names) if name in names)
                return Decide(need.id, need.patron, option.name, Stake.of(option.least_cents))
            case _:
                return Call(need.id)


def poker_moments(game: str, device: str, readings: dict[str, Any] | None = None) -> Moments:
    """The moments of a round of two players, Ann and Bob."""
    spots = ("ante", "blind") if game == ULTIMATE else ("ante",)
    terms: dict[str, Any] = {"device": device, "jackpot": jackpot(game), "readings": readings}
    if game == ULTIMATE:
        terms |= {"limits": {"ante": Limits(25_00, 500_00), "trips": Limits(5_00, 100_00)}}
        terms |= {"regulator_minimum_cents": {"ante": 5_00, "trips": 2_00}}
    opening: list[Act] = [
        Place("wagers", name, area, spot, Stake.of(25_00)) for area, name in ((1, "Ann"), (2, "Bob")) for spot in spots
    ]
    opening.append(Place("wagers", "Ann", 1, "jackpot", Stake.of(5_00)))
    stops = {1: "Ann has acted", 2: "both have acted", 3: "Ann has acted again"}
    return Hands(make(game, **terms), opening, stops=stops).run()


def pontoon_moments(device: str) -> Moments:
    """The moments of a round of two players, Ann and Bob, then of the next where the cutting card came out."""
    opening: list[Act] = [pontoon_felt.PontoonFelt().placing(name, area) for area, name in ((1, "Ann"), (2, "Bob"))]
    stops = {1: "Ann has stood", 2: "both have stood"}
    moments = Hands(pontoon_felt.make(device=device), opening, stops=stops).run()
    for name, cutting in (("the next round", False), ("the round after the cutting card", True)):
        felt = pontoon_felt.PontoonFelt(device=device)
        felt.wager("Ann", 1)
        felt.deal("9h", p1="Ks 8h")
        moments += [("the discards are back", felt.round)] if device == "shuffler" and not cutting else []
        felt.stand()
        felt.do(*([CuttingCard("dealer")] if cutting and device == "shoe" else []))
        felt.dealer("Kd")
        felt.next_round()
        moments.append((f"{name}, no wager is down", felt.round))
        felt.wager("Ann", 1)
        moments.append((f"{name}, a wager is down", felt.round))
    under = (
        apply(felt.round, Irregularity("card-to-dealer", "lay-under", extra=(UNKNOWN,))).round
        if not felt.round.due
        else None
    )
    moments += [("a card lies under the shoe", under)] if under is not None else []
    return moments


# The reports.


def _fresh(round: Round, count: int, *, unseen: bool = False) -> tuple[Card, ...]:
    """Cards that have not come out."""
    left = [card for card in round.game.deck if round.seen.count(card) < round.game.copies]
    return (UNKNOWN,) * count if unseen else tuple(left[-count:])


def poker_reports(round: Round) -> Iterator[tuple[str, Irregularity]]:
    """Reports of each fact, as far as the hands are there, each with one thing otherwise."""
    house: tuple[str, ...] = round.game.house
    ann = len(house)
    one, two = _fresh(round, 1), _fresh(round, 2)
    for who, looked in (("", ()), (", Ann has looked", ("Ann",))):
        for number, hand in enumerate((*house, "Ann") if round.hands else ()):
            for places in ((0,), (0, 1)):
                act = Irregularity("card-exposed", hand=number, places=places, looked=looked)
                yield f"{hand}, {len(places)} of its cards{who}", act
        yield who[2:], Irregularity("dealt-wrong", looked=looked)
        yield f"Ann has one too many{who}", Irregularity("player-count", hand=ann, extra=one, looked=looked)
        yield who[2:], Irregularity("no-ante", area=5, extra=two, looked=looked)
    for who, looked in (("", ()), (", Ann has looked", ("Ann",)), (", Bob has looked", ("Bob",))):
        for so, states, named in (
            ("named, on top", ("top-of-rack",), True),
            ("named, not on top", (), True),
            ("not named, on top", ("top-of-rack",), False),
            ("named, the only cards", ("only-cards",), True),
            ("not named, the only cards", ("only-cards",), False),
            ("named, on top, the only cards", ("top-of-rack", "only-cards"), True),
        ):
            cards = round.hands[ann].cards if named and len(round.hands) > ann else ()
            act = Irregularity("cards-taken", hand=ann, cards=cards, states=states, looked=looked)
            yield f"{so}{who}", act
    for kind in house:
        number = house.index(kind)
        held = round.hands[number].cards if round.hands else ()
        laid = (IntendedHand(number, held),)
        yield "one too many", Irregularity(f"{kind}-count", extra=one)
        yield "one too many, the order is known", Irregularity(f"{kind}-count", extra=one, laid=laid)
        down = tuple(place for place in range(len(held)) if not round.hands[number].up >> place & 1)
        yield "the first that lies down", Irregularity(f"{kind}-shown", places=down[:1])
        if kind == "community":
            yield "a card from the shoe", Irregularity("community-shown", extra=one)
            yield "the order is not known", Irregularity("community-spread")
            yield "the order is known", Irregularity("community-spread", laid=laid)
    yield "", Irregularity("card-missing")
    yield "", Irregularity("foreign-card", cards=one)
    yield "", Irregularity("shuffle-jam")
    yield "", Irregularity("device-failed")
    for count in (51, 52):
        yield f"{count} cards", Irregularity("deck-unverified", count=count)


STATES = ("disadvantaged", "spare", "transferable", "damaged")


def pontoon_reports(round: Round) -> Iterator[tuple[str, Irregularity]]:
    """Reports of each fact, each with one thing otherwise."""
    seen, *_ = _fresh(round, 1)
    for fact in ("card-face-up", "card-misdealt", "card-to-dealer", "no-wagers", "burned-in-error"):
        yield "seen", Irregularity(fact, extra=(seen,))
        yield "unseen", Irregularity(fact, extra=(UNKNOWN,))
    yield "the order is not known", Irregularity("dealing-error")
    if len(round.hands) > 2 and all(len(hand.cards) > 1 for hand in round.hands[1:3]):
        (a, b), (c, d) = (hand.cards[:2] for hand in round.hands[1:3])
        swapped = (IntendedHand(1, (c, b)), IntendedHand(2, (a, d)))
        yield "a card of each came to the other", Irregularity("dealing-error", laid=swapped)
    for fact in ("cut-left-out", "burn-left-out", "shuffle-left-out", "discards-left-out", "card-missing"):
        yield "", Irregularity(fact)
    yield "", Irregularity("foreign-card", cards=parse_cards("Th"))
    yield "", Irregularity("foreign-card", cards=parse_cards("Th"))
    for number in range(16):
        states = tuple(name for place, name in enumerate(STATES) if number >> place & 1)
        yield ", ".join(states) or "nothing else is so", Irregularity("device-failed", states=states)


# The text.


def told(round: Round, remedy: Remedy) -> str:
    """A remedy as the text has it."""
    rank = f" by {remedy.rank}" if remedy.rank else ""
    clauses = ", ".join(round.game.rules.cite(remedy.because))
    return f"{'must' if remedy.must else 'may'} {remedy.name}{rank} ({clauses})"


def lines(moments: Moments, reports: Any, game: str) -> Iterator[str]:
    """For each moment what can be stated, and a line for the reports of a fact that have the same answer. It is noted
    which rules showed."""
    before: list[str] = []
    for name, round in moments:
        now = [fact.name for fact in facts(round)]
        answers: dict[tuple[str, str], list[str]] = {}
        for words, act in reports(round):
            fact = next((fact for fact in round.game.facts if fact.name == act.fact), None)
            offered = remedies(round, act) if fact is not None and refuse_fact(round, act) is None else ()
            for remedy in offered:
                for key in remedy.because:
                    shows(key, remedy.because, game=game) if isinstance(key, Key) else None
            if offered or act.fact in now:
                answer = "; ".join(told(round, remedy) for remedy in offered) or "nothing, or it cannot be so"
                answers.setdefault((act.fact, answer), []).append(words)
        body = [f"can be stated: {', '.join(now) or 'nothing'}"]
        for (fact_name, answer), said in answers.items():
            body += [f"{fact_name}: {answer}", *(f"    {words}" for words in said if words)]
        yield f"\n## {name} ({round.phase})"
        yield from body if body != before else ["as before"]
        before = body


def about_shown_cards(round: Round) -> Iterator[tuple[str, Irregularity]]:
    """The reports on which a reading bears."""
    return ((words, act) for words, act in poker_reports(round) if act.fact in ("card-exposed", "community-shown"))


OTHERWISE: dict[str, list[dict[str, Any]]] = {
    STAR: [{"exposuresAddUp": False}],
    STAR_MS: [{"communityShownInDeal": "hand-by-hand"}, {"earlyCommunityCard": "always-void"}],
}
"""The readings that change what there is for a fact."""


@pytest.mark.parametrize("game", [STAR, CROWN, STAR_MS, CROWN_MS, ULTIMATE, PONTOON])
def test_what_there_is_for_each_fact_at_each_moment(game: str) -> None:
    text = [f"# {game}: what the rules have for each fact at each moment"]
    for device in ("shoe", "shuffler"):
        text.append(f"\n# dealt from a {device}")
        moments = pontoon_moments(device) if game == PONTOON else poker_moments(game, device)
        text += lines(moments, pontoon_reports if game == PONTOON else poker_reports, game)
    for device, readings in product(("shoe", "shuffler"), OTHERWISE.get(game, ())):
        so = ", ".join(f"{switch} = {choice}" for switch, choice in readings.items())
        text.append(f"\n# dealt from a {device}, with {so}")
        moments = poker_moments(game, device, readings)[:5]
        text += lines(moments, about_shown_cards, game)
    same_as_committed(FOLDER / f"{game}.txt", "\n".join(text) + "\n")


@pytest.mark.parametrize("game", [STAR, CROWN, STAR_MS, CROWN_MS, ULTIMATE])
def test_report_is_of_a_playing_area_that_the_layout_has(game: str) -> None:
    table = make(game)
    round = Table.open(table).begin().round
    asking = [fact.name for fact in table.facts if "area" in fact.asks]
    assert asking
    for area in (0, 8, -1):
        no = refuse_fact(round, Irregularity(asking[0], area=area))
        assert no is not None
        shows(law.PLAYING_AREA, no, game=game)
    one = refuse_fact(round, Irregularity(asking[0], area=1))
    assert one is None or law.PLAYING_AREA not in one.because
