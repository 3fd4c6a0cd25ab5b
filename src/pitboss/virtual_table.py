"""A virtual table: chance that shuffles and cuts, the shoes that are dealt from it, and rounds that a program plays.

The virtual dealer does all that is the dealer's. A player is a function that is asked for each decision and sees what a
player at that table sees: a `PlayerTurn`, made from the view that is built for them.
"""

import hashlib
import secrets
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial

from pitboss import law
from pitboss.cards import UNKNOWN, Card, Opening, Shoe
from pitboss.cards.shoe import seed_bytes
from pitboss.drawing import html_table
from pitboss.games import engine_of, open_table
from pitboss.law.rules import Rules
from pitboss.messages import say
from pitboss.money import EMPTY, Stake, dollars
from pitboss.play import Table, apply, needs, terms, view
from pitboss.play.acts import Act, Decide, Place
from pitboss.play.dealer import CUT, NO_SHOES, DealtCards, Shoes, answer, meet
from pitboss.play.round import Game, Round, Viewer
from pitboss.play.table import totals
from pitboss.play.view import View
from pitboss.value import Value

# The cards.

_DOMAIN = b"pitboss practice seed 1\0"


class Chance:
    """The operating system's chance, or a text that a player chose: it gives the same shoes every time, and they are
    marked as chosen."""

    def __init__(self, text: str | None = None) -> None:
        self.text = text

    def shoe(self, cards: Sequence[Card], round_number: int, shuffle: int = 0) -> Shoe:
        """A shoe of some cards for a round; `shuffle` counts those that the round had before."""
        size = seed_bytes(len(cards))
        if self.text is None:
            return Shoe.shuffle(cards, secrets.token_bytes(size))
        return Shoe.shuffle(cards, self._choose(f"seed {round_number} {shuffle}", size), chosen=True)

    def place(self, what: str, round_number: int, shuffle: int, *, least: int, most: int) -> int:
        """How deep the cutting card goes in for what is done with it, every place being as likely as another."""
        if self.text is None:
            return least + secrets.randbelow(most - least + 1)
        purpose = f"{what} {round_number}" + (f" {shuffle}" if shuffle else "")
        return least + int.from_bytes(self._choose(purpose, 16), "big") % (most - least + 1)

    def _choose(self, purpose: str, size: int) -> bytes:
        assert self.text is not None
        return hashlib.shake_256(_DOMAIN + purpose.encode() + b"\0" + self.text.encode()).digest(size)


class PublishedShuffle(Value):
    """A shuffle as all may know it: its commitment, and once it is spent what opens it."""

    commitment: str
    is_chosen: bool
    opening: Opening | None = None
    dealt: tuple[Card, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the opening gives the commitment and the cards dealt."""
        return self.opening is not None and self.opening.check(self.commitment, self.dealt)


class PracticeShoe:
    """What the virtual dealer deals from. `behind` is how many cards the dealer leaves behind the cutting card, where
    that is said."""

    def __init__(self, chance: Chance, *, behind: int | None = None) -> None:
        self.chance = chance
        self.behind = behind
        self.shoes = NO_SHOES
        self._dealt = DealtCards()
        self._round = self._count = 0

    def answer(self, round: Round, need: needs.Need, *, at: int | None = None) -> Act:
        """The act that answers a need of the dealer; `at` is where a player cuts, if they chose a place."""
        cut = partial(self._place, round) if at is None else lambda _: at
        done = meet(round, need, self.shoes.live, partial(self._shuffle, round), cut)
        assert done is not None  # it is a need of the dealer's
        return self._note(*done)

    def _note(self, act: Act, live: Shoe | None) -> Act:
        self.shoes = self.shoes.note_act(act, live)
        self._dealt.see(act)
        return act

    def deal_on(self, round: Round) -> Act:
        """The dealer's next act in a round that waits for no player."""
        done = answer(round, self.shoes.live, partial(self._shuffle, round), partial(self._place, round))
        assert done is not None  # no round waits for a person who is not at the table
        return self._note(*done)

    def end_round(self, table: Table) -> list[PublishedShuffle]:
        """Every shuffle of a round that is over, those opened that are spent."""
        return self._open(*self.shoes.end_round(table))

    def close(self) -> list[PublishedShuffle]:
        """Every shuffle that is left when the table closes, opened: none of them will be dealt any more."""
        return self._open(NO_SHOES, self.shoes.every)

    def _open(self, left: Shoes, spent: tuple[Shoe, ...]) -> list[PublishedShuffle]:
        self.shoes = left
        opened = [
            PublishedShuffle(shoe.commitment, shoe.chosen, shoe.open(), self._dealt.open(shoe.commitment) or ())
            for shoe in spent
        ]
        return opened if left.live is None else [*opened, PublishedShuffle(left.live.commitment, left.live.chosen)]

    @property
    def is_in_use(self) -> bool:
        """Whether cards of an order have been dealt that is not opened yet."""
        return any(shoe.drawn for shoe in self.shoes.every)

    def _shuffle(self, round: Round, cards: tuple[Card, ...]) -> Shoe:
        self._count = self._count + 1 if round.number == self._round else 1
        self._round = round.number
        return self.chance.shoe(cards, round.number, self._count - 1)

    def _place(self, round: Round, need: needs.CutNeed) -> int:
        """Where chance puts the cutting card; a dealer who marks the end of a shoe leaves a deck behind it, or more."""
        least = need.least
        if need.id != CUT:
            if self.behind is not None:
                return max(least, min(self.behind, need.most))
            least = max(least, min(len(round.game.deck), need.most))
        return self.chance.place(need.id, round.number, self._count - 1, least=least, most=need.most)


# Rounds that a program plays.

PLAYER = "player"
LEAST_CENTS, MOST_CENTS = 25_00, 500_00
"""The limits of a virtual table, unless it is opened on others."""


class PlayerTurn(Value):
    """A decision that a player is to make, and what that player sees."""

    view: View
    need: needs.DecisionNeed

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the hand that is decided on, so far as the player has seen them."""
        return next(hand.cards for hand in self.view.hands if hand.id == self.need.hand)

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards of the house that lie face up: the dealer's, or the community's."""
        return tuple(card for hand in self.view.hands if not hand.area for card in hand.cards if card != UNKNOWN)

    @property
    def stage(self) -> str:
        """The phase of the round."""
        return self.view.phase

    @property
    def options(self) -> Mapping[str, needs.Option]:
        """What there is to choose from, by name."""
        return {option.name: option for option in self.need.options}

    @property
    def is_optional(self) -> bool:
        """Whether the round goes on without it, as it does without insurance."""
        return self.need.optional


Chosen = str | tuple[str, int] | None
"""The name of the option taken, with its cents where there is a choice; nothing, to pass by what is optional."""
Choose = Callable[[PlayerTurn], Chosen]
"""A player."""


def virtual_terms(game: str, version: str | None = None) -> terms.Terms:
    """The terms of a virtual table: $25 to $500 on each spot that its sign gives limits for."""
    rules = Rules.of(game, version)
    spots = [spot.name for spot in engine_of(rules).spots.values() if spot.opening and not spot.priced]
    floor = dict.fromkeys(spots, LEAST_CENTS) if rules.applies(law.REGULATOR_MINIMUM) else None
    return terms.Terms(dict.fromkeys(spots, terms.Limits(LEAST_CENTS, MOST_CENTS)), regulator_minimum_cents=floor)


def opening_wagers(game: Game) -> dict[str, int]:
    """The wagers without which a round does not begin, each at the least on the sign."""
    openers: Sequence[str] = getattr(game, "openers", ())
    return {spot: game.terms.limits[spot].minimum_cents for spot in openers}


class PlayedRound(Value):
    """A round from its opening to its end, with all acts of it."""

    opening: Round
    acts: tuple[Act, ...]
    round: Round

    @property
    def net_cents(self) -> int:
        """What the player gained; below zero what they lost."""
        return sum(total.net for total in totals(self.round))

    @property
    def staked_cents(self) -> int:
        """All that the player wagered."""
        return sum(total.staked for total in totals(self.round))

    def _repr_html_(self) -> str:
        """The round in a notebook: its hands, and what each wager came to with its clauses."""
        round, game = self.round, self.round.game
        board = next((hand.cards for hand in round.hands if hand.kind == "community"), ())
        hands = [
            (
                say("Area {area}", area=hand.area) if hand.area else hand.kind,
                " ".join(map(str, hand.cards)),
                game.says(hand, board) if UNKNOWN not in hand.cards else "",
            )
            for hand in round.hands
        ]
        wagers = [
            (
                done.spot,
                done.result,
                ", ".join(game.rules.cite(done.because)),
                dollars(done.returned.cents + done.pays - done.stake.cents),
            )
            for done in round.settlements
        ]
        title = f"{game.rules.game.title}, {say('round {number}', number=round.number)}"
        return html_table((say("Hand"), say("Cards"), ""), hands, title) + html_table(
            (say("Wager"), say("Result"), say("Clauses"), say("Net")), wagers, numbers=1
        )


def play_rounds(
    game: str | Table,
    choose: Choose,
    *,
    rounds: int,
    wagers: Mapping[str, int] | None = None,
    seed: str | int | None = None,
    optional: bool = False,
) -> Iterator[PlayedRound]:
    """Play rounds of a game, one player against the house, and give each as it ends.

    `choose` is asked for every decision that the round waits for, and with `optional` for those that it does not wait
    for, such as insurance and conceding a hand. `wagers` are cents by spot: those without which a round does not begin,
    if nothing is said. The same seed gives the same cards.
    """
    table = open_table(game, virtual_terms(game)) if isinstance(game, str) else game
    shoe = PracticeShoe(Chance(None if seed is None else str(seed)))
    placed = opening_wagers(table.game) if wagers is None else wagers
    for _ in range(rounds):
        turns = round_turns(table, shoe, placed, optional=optional)
        chosen: Chosen = None
        while True:
            try:
                turn = turns.send(chosen)
            except StopIteration as end:
                played: PlayedRound = end.value
                break
            chosen = choose(turn)
        table = table.finish(played.round)
        shoe.end_round(table)
        yield played


def round_turns(
    table: Table, shoe: PracticeShoe, wagers: Mapping[str, int], *, optional: bool = False
) -> Generator[PlayerTurn, Chosen, PlayedRound]:
    """The next round of a table, turn by turn: what is chosen is sent for each, and the round comes back at its end."""
    opening = round = table.begin().round
    acts: list[Act] = [Place("wagers", PLAYER, 1, spot, Stake.of(cents)) for spot, cents in wagers.items() if cents]
    for act in acts:
        round = apply(round, act).round
    passed: set[str] = set()
    while not round.is_over:
        next_act: Act | None = None
        for need in round.needs:
            if type(need) is needs.DecisionNeed and need.id not in passed and (optional or not need.optional):
                turn = PlayerTurn(view(round, Viewer("patron", need.patron)), need)
                next_act = _decide(turn, (yield turn))
                if next_act is not None:
                    break
                passed.add(need.id)
        next_act = next_act or shoe.deal_on(round)
        acts.append(next_act)
        round = apply(round, next_act).round
    return PlayedRound(opening, tuple(acts), round)


def _decide(turn: PlayerTurn, chosen: Chosen) -> Act | None:
    """The act that a player chose; none where they pass by what is optional."""
    need = turn.need
    if chosen is None and need.optional:
        return None
    name, cents = chosen if isinstance(chosen, tuple) else (chosen, None)
    option = turn.options.get(name or "")
    if option is None:
        known = ", ".join(turn.options)
        raise ValueError(say("There is no option {name} here: choose one of {known}.", name=name, known=known))
    amount = option.least_cents if cents is None else cents
    return Decide(need.id, need.patron, option.name, Stake.of(amount) if amount else EMPTY)
