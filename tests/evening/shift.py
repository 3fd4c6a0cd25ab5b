"""What a scripted evening is made of: a floor with a held clock, the people of a house, and rounds played through."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from time import sleep
from typing import Any
from unittest.mock import patch

from argon2 import PasswordHasher

from floor.support import weighed
from pitboss.cards import parse_cards
from pitboss.floor import demo
from pitboss.floor.audit import verify
from pitboss.floor.audit.upkeep import Upkeep
from pitboss.floor.audit.verify import RUNNING
from pitboss.floor.composition import find_due, open_floor
from pitboss.floor.operators import house_edition
from pitboss.floor.people.permission import PATRON
from pitboss.floor.people.signin import SignIn
from pitboss.floor.service.clock import ManualClock, stamp
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store import Store, Stream
from pitboss.floor.store.signing import Signer
from pitboss.floor.tables.edges import OfferCommand
from pitboss.floor.tables.players import must_wait
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.practice import dealer_of
from pitboss.floor.tables.state import FinishedRound, TableState, open_state
from pitboss.money import Stake
from pitboss.play import apply
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Place, Shuffle, Sit, Turn
from pitboss.play.needs import (
    CallNeed,
    CardsNeed,
    CutNeed,
    DecisionNeed,
    Need,
    Option,
    ShuffleNeed,
    TurnNeed,
    WagersNeed,
)
from pitboss.play.round import Round
from pitboss.value import log_name
from support import lay_out

BEGINS = datetime(2026, 3, 2, 7, tzinfo=UTC)
"""A Monday, six in the evening in Sydney."""
BETWEEN = timedelta(seconds=2)
"""How much time passes between one order and the next."""
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Hashes as argon2 does, with hardly any work: these passwords protect nothing."""

BOLD = ("insure", "split", "double", "bet", "draw", "concede")
CAREFUL = ("surrender", "check", "fold", "stand", "concede")
WISHES: Mapping[str, Sequence[str]] = {"ann": BOLD, "bob": CAREFUL, "dan": ("draw", *CAREFUL)}
"""What a patron decides where it is offered, the first of these; any other patron takes what chance gives."""
AT_MOST = ("double", "split", "insure")
"""The options that are taken for as much as they may be; a bet is as small as it may be."""


class Evening:
    """The demonstration floor of both houses for two gaming days, with its upkeep."""

    def __init__(self, store: Store, key: Path) -> None:
        self.store, self.clock = store, ManualClock(BEGINS)
        chance = Random(26)
        self.floor = open_floor(store, clock=self.clock, seed=chance.randbytes)
        self.floor._next_look = math.inf  # what falls due is ordered by the script alone
        self.floor.start()
        self.sign_in = SignIn(store, self.clock, QUICK)
        with patch.object(demo, "_key", side_effect=(f"demonstration {number}" for number in count(1))):
            demo.furnish(self.floor, self.sign_in)  # whose keys are chance otherwise
        receipts = key.parent / "receipts"
        receipts.mkdir()
        self.upkeep = Upkeep(store, self.clock, signer=Signer.open(key), receipts=receipts)
        self.given: Counter[tuple[str, str]] = Counter()

    def order(self, actor: Actor, command: Any) -> dict[str, Any]:
        """Have an order carried out under a key that names its kind; a refusal ends the evening."""
        self.clock.advance(BETWEEN)
        if isinstance(command, OfferCommand):
            command = weighed(command, self.state(actor.operator, command.table))
        kind = log_name(type(command))
        self.given[actor.operator, kind] += 1
        key = f"{kind} {self.given[actor.operator, kind]}"
        reply = self.floor.do(Order(actor, command, key))
        self.floor.reactions.react()  # what follows from it comes next on the log
        self.floor.reactions.react()
        return reply

    def state(self, operator: str, table: str) -> TableState:
        """A table as it stands."""
        return self.floor.table(Stream(operator, f"table:{table}")).state

    def wait(self, **by: float) -> None:
        """Let time pass, and let the clock order what has fallen due."""
        self.clock.advance(timedelta(**by))
        for stream in sorted(self.floor.tables):
            for order in find_due(stream, self.floor.table(stream).state, self.clock()):
                self.order(order.actor, order.command)

    def wait_until(self, moment: datetime) -> None:
        """Let time pass until a moment."""
        self.wait(seconds=(moment - self.clock()).total_seconds())

    def look_after(self) -> list[str]:
        """Have the upkeep do what is due; the names of the days that it signed."""
        signed = [day.name for day in self.upkeep.look()]
        assert self.upkeep.last is not None and self.upkeep.last.is_clean, self.upkeep.last
        return signed

    def verify_whole(self) -> None:
        """Have the whole log verified, as happens once a week, and wait for it."""
        assert self.upkeep.verifications.start_weekly()
        while self.upkeep.verifications.last("star").state == RUNNING:
            sleep(0.05)
        assert self.upkeep.verifications.last("star").clean

    def close(self) -> None:
        """Stop the floor and see that an audit finds nothing."""
        self.floor.stop()
        found = verify(self.store, self.upkeep.verifier).findings
        assert not found, [str(one) for one in found]


class Shift:
    """The people of one house, and what they do."""

    def __init__(self, evening: Evening, house: str) -> None:
        self.evening, self.house = evening, house
        ranks = house_edition(house).ranks
        self.dealer, self.supervisor, self.manager, self.boss = (Actor(house, rank, rank) for rank in ranks)
        self.inspector = Actor(house, "inspector", "inspector")
        self.chance = Random(26)

    def patron(self, name: str) -> Actor:
        """A patron, who acts for themselves."""
        return Actor(self.house, name, PATRON)

    def do(self, actor: Actor, *commands: Any) -> dict[str, Any]:
        """Have orders of a person carried out; the reply to the last of them."""
        reply: dict[str, Any] = {}
        for command in commands:
            reply = self.evening.order(actor, command)
        return reply

    def state(self, table: str) -> TableState:
        """A table as it stands."""
        return self.evening.state(self.house, table)

    def round(self, table: str) -> Round:
        """The open round of a table."""
        return open_state(self.state(table)).round

    def in_minutes(self, minutes: float) -> str:
        """A moment from now, as the log writes it."""
        return stamp(self.evening.clock() + timedelta(minutes=minutes))

    # Play.

    def act(self, table: str, act: Act, by: Actor | None = None) -> None:
        """Do something in the open round: the dealer, unless another person is named."""
        self.do(by or self.dealer, TakeAct(table, act))

    def sit(self, table: str, name: str, area: int) -> None:
        """A patron sits down."""
        self.act(table, Sit("wagers", name, area), self.patron(name))

    def place(self, table: str, name: str, area: int, cents: int = 25_00) -> None:
        """A patron puts down what buys a hand."""
        spots = {"crown-ultimate-texas-holdem": ("ante", "blind"), "star-pontoon": ("wager",)}
        for spot in spots.get(self.round(table).game.rules.game.name, ("ante",)):
            self.act(table, Place("wagers", name, area, spot, Stake.of(cents)), self.patron(name))

    def play(self, table: str, *names: str, cents: int = 25_00) -> int:
        """Play a round through with these patrons on areas 1, 2, ...; the number of the round."""
        for area, name in enumerate(names, start=1):
            self.place(table, name, area, cents)
        number = self.round(table).number
        self.finish(table, number)
        return number

    def finish(self, table: str, number: int) -> None:
        """Play on until a round is over, if it is not."""
        self.play_until(table, lambda: self.round(table).number != number)

    def play_until(self, table: str, is_so: Callable[[], bool]) -> None:
        """Go on with a table until something is so."""
        asked: set[tuple[str, str]] = set()
        while not is_so():
            need = self._asked(table, asked)
            if need is None:
                state = self.state(table)
                dealer = dealer_of(self.house) if state.unit.is_practice else self.dealer
                self.do(dealer, DealOn(table))
            else:
                asked.add((need.id, need.patron))
                self.decide(table, need)

    def is_asked(self, table: str) -> bool:
        """Whether the round waits for a player's decision."""
        return any(isinstance(need, DecisionNeed) and not need.optional for need in self.round(table).needs)

    def _asked(self, table: str, before: set[tuple[str, str]]) -> DecisionNeed | None:
        """The next decision: what the round waits for, or what a patron wishes and need not say."""
        round, first = self.round(table), open_state(self.state(table)).suspicion.first
        needs = [need for need in round.needs if isinstance(need, DecisionNeed)]
        held_up = sorted((n for n in needs if not n.optional), key=lambda need: must_wait(round, first, need.patron))
        if held_up:
            return held_up[0]
        wished = [n for n in needs if (n.id, n.patron) not in before and n.options[0].name in self._wishes(n)]
        return wished[0] if wished else None

    def _wishes(self, need: DecisionNeed) -> Sequence[str]:
        return WISHES.get(need.patron, CAREFUL)

    def decide(self, table: str, need: DecisionNeed, wish: str = "") -> None:
        """A patron decides for themselves."""
        offered = {option.name: option for option in need.options}
        wished = [offered[name] for name in (wish, *WISHES.get(need.patron, ())) if name in offered]
        option = wished[0] if wished else self.chance.choice(need.options)
        act = Decide(need.id, need.patron, option.name, Stake.of(_cents(option)))
        self.act(table, act, self.patron(need.patron))

    # Cards dealt by hand.

    def deal_by_hand(self, table: str, hands: Mapping[int, str]) -> None:
        """The dealer shuffles by hand, deals these hands (0 is the dealer's) and keys each card."""
        for act in (Shuffle("shuffle"), Cut("cut", "dealer", 20), Call("no-more-bets")):
            if self.round(table).need(act.need) is not None:
                self.act(table, act)
        self.act(table, _dealt(self.round(table), hands))

    def deal_singly(self, table: str, cards: str) -> None:
        """The dealer shuffles by hand and plays a round through, keying these cards one by one as they come out."""
        left = list(parse_cards(cards))
        number = self.round(table).number
        while self.round(table).number == number:
            need = self._asked(table, set()) or self._dealers(table)
            match need:
                case DecisionNeed():
                    self.decide(table, need)
                case ShuffleNeed():
                    self.act(table, Shuffle(need.id))
                case CutNeed():
                    self.act(table, Cut(need.id, need.by, need.least))
                case CallNeed():
                    self.act(table, Call(need.id))
                case CardsNeed():
                    self.act(table, Deal(need.id, (left.pop(0),)))
                case TurnNeed():
                    self.act(table, Turn(need.id))

    def _dealers(self, table: str) -> Need:
        """The dealer's next need of a round."""
        passed_by = (DecisionNeed, WagersNeed)
        needs = [
            n for n in self.round(table).needs if not isinstance(n, passed_by) and not getattr(n, "optional", False)
        ]
        return needs[0]

    def dealt_again(self, past: FinishedRound, hands: Mapping[int, str]) -> tuple[Act, ...]:
        """The acts of a round with other cards dealt."""
        before = past.opening
        acts: list[Act] = []
        for act in past.acts:
            acts.append(_dealt(before, hands) if isinstance(act, Deal) else act)
            before = apply(before, act).round
        return tuple(acts)

    def settle_by_hand(self, table: str) -> None:
        """The dealer turns their hand and settles."""
        for act in (Turn("turn-dealer"), Call("settle")):
            self.act(table, act)


def _cents(option: Option) -> int:
    if option.amounts:
        return option.amounts[-1]
    return option.most_cents if option.name in AT_MOST else option.least_cents


def _dealt(round: Round, hands: Mapping[int, str]) -> Deal:
    """Whole hands, in the order in which a round awaits their cards."""
    need = round.need("deal")
    assert isinstance(need, CardsNeed)
    return Deal("deal", lay_out(need, {area: parse_cards(hand) for area, hand in hands.items()}))
