"""Twins, a game of the tests alone: it uses everything the kernel has at once, so that poker does not shape it alone.

Up to three bettors share the one playing area and the first of them calls its decisions. Two cards come as a packet;
an ace with a king is paid 3 to 2 at once. A pair may be split if the table permits it, and each bettor says whether to
follow with an equal stake. The dealer has a card up and one that is seen late. The higher sum of ranks wins,
equal sums carry the wager to the next round. A dealer's two asks the supervisor for a ruling. A bettor may also write
a secret wager on the dealer having a red card below: it is read at the end. A player's card shown in error is turned
down, a dealer's is a misdeal if the supervisor says so, and a card too many goes into the discard rack.
"""

from pitboss.cards import DECK_52, Card
from pitboss.law import Because, Edition, Key, Rules
from pitboss.law.edition import Clause, GameBook
from pitboss.money import EMPTY, Stake, ToOne
from pitboss.play.acts import Act
from pitboss.play.events import Decided
from pitboss.play.irregularity import INSPECTOR, RACK_PLACE, Irregularity, hide, lay_aside
from pitboss.play.needs import (
    CallNeed,
    CardsNeed,
    DecisionNeed,
    Need,
    Offer,
    Option,
    ShuffleNeed,
    Slot,
    TurnNeed,
    WagersNeed,
)
from pitboss.play.powers import void_wagers
from pitboss.play.provisions import Fact, Provision
from pitboss.play.round import OVER, Draft, Game, Round, Viewer
from pitboss.play.terms import Spot, Terms
from pitboss.play.wager import Hand, Refusal, Result, Wager

SPLIT, FOLLOW, TWIN_ACE, SUM, EQUAL_CARRIES, SECRET, IN_TURN, EXPOSED, MISDEALT, STRAY = (
    Key(f"twins-{name}")
    for name in ["split", "follow", "ace", "sum", "carries", "secret", "turn", "exposed", "misdealt", "stray"]
)
KERNEL_KEYS = (
    "round-of-play shuffle-first decks-alternate bets-close wagers-frozen chips-or-tokens sign-minimum sign-maximum "
    "sign-unit playing-area one-wager-per-spot deck-of-52 cards-from-device paid-up-to-chips maximum-payout "
    "token-wins-chips token-kept round-voided void-for-disruption void-for-fraud void-refunds void offender-voided "
    "fraud-forfeits"
)


def rules() -> Rules:
    """A book of one page for a game of one table."""
    own = (SPLIT, FOLLOW, TWIN_ACE, SUM, EQUAL_CARRIES, SECRET, IN_TURN, EXPOSED, MISDEALT, STRAY)
    keys = (*own, *map(Key, KERNEL_KEYS.split()))
    clauses = {
        str(number): Clause(str(number), "toy", "system", "engine", str(key), "enforced", (key,))
        for number, key in enumerate(keys, start=1)
    }
    book = GameBook("twins", "twins", "Twins", built=True, sections=frozenset(), data={})
    powers = {Key(power): "supervisor" for power in ("round-voided", "offender-voided", "fraud-forfeits", MISDEALT)}
    edition = Edition(
        name="twins",
        version="1",
        title="Twins",
        operator="nobody",
        regulator="nobody",
        ranks=("dealer", "supervisor", "manager"),
        rank_classes={},
        powers=powers,
        games={"twins": book},
        clauses=clauses,
        readings={},
        content_hash="",
    )
    return Rules(edition, book)


def _misdeal(draft: Draft, report: Irregularity, because: Because) -> None:
    void_wagers(draft, range(len(draft.wagers)), because)
    draft.end(because)


class Twins(Game):
    """The toy under its rules."""

    facts = (
        Fact("exposed", "A card was shown in error", ("hand", "places")),
        Fact("stray", "A card too many", ("extra",)),
    )
    provisions = (
        Provision(
            "exposed",
            "turn-down",
            "The card is turned down.",
            (EXPOSED,),
            lambda draft, report, _: hide(draft, report.hand, report.places),
            fits=lambda _, report: report.hand == 1,
        ),
        Provision(
            "exposed", "misdeal", "The round is void.", (MISDEALT,), _misdeal, fits=lambda _, report: report.hand == 0
        ),
        Provision(
            "stray",
            "discard",
            "It goes into the discard rack.",
            (STRAY,),
            lambda draft, report, _: lay_aside(draft, report.extra, RACK_PLACE),
            when=lambda round: round.phase == "play",
            tells=(INSPECTOR,),
        ),
    )

    spots = {"main": Spot("main", bettors=3), "secret": Spot("secret", bettors=3, face_down=True)}  # noqa: RUF012
    deck = DECK_52

    def begin(self, draft: Draft) -> None:
        draft.phase = "wagers"
        limits = self.terms.limits["main"]
        main = Offer("main", limits.minimum_cents, limits.maximum_cents, limits.unit_cents)
        draft.open(WagersNeed("wagers", (main, Offer("secret", 1, limits.maximum_cents))))
        draft.open(ShuffleNeed("shuffle"))
        self.follow_wagers(draft)

    def follow_wagers(self, draft: Draft) -> None:
        draft.close("no-more-bets")
        ready = any(w.spot == "main" and w.live for w in draft.wagers)
        if ready and not any(isinstance(need, ShuffleNeed) for need in draft.needs):
            draft.open(CallNeed("no-more-bets", "no more bets", (IN_TURN,)))

    def follow_answer(self, draft: Draft, need: Need, act: Act) -> None:
        match need:
            case ShuffleNeed():
                self.follow_wagers(draft)
            case CallNeed(kind="settle"):
                self._settle(draft)
            case CallNeed():
                self._close_wagers(draft)
            case CardsNeed():
                self._dealt(draft, need)
            case _:
                self._await_settle(draft)

    def _close_wagers(self, draft: Draft) -> None:
        draft.close("wagers")
        draft.phase = "deal"
        draft.new_hand(0, "dealer")
        hand = draft.new_hand(1)
        for wager in draft.wagers:
            draft.set_wager(wager.ride_on(hand.id))
        slots = (Slot(1, 1), Slot(1, 1), Slot(0, 0, up=True), Slot(0, 0))
        draft.open(CardsNeed("deal", slots, packets=(2, 2)))

    def deal_begins(self, draft: Draft, need: CardsNeed) -> Because:
        return (IN_TURN,)

    def _dealt(self, draft: Draft, need: CardsNeed) -> None:
        if need.kind != "deal":
            self._after_split(draft)
            return
        draft.phase = "play"
        hand = draft.hands[1]
        if self._is_twin_ace(hand):
            self._pay_twin_ace(draft, hand)
            self._dealer(draft)
            return
        options = [Option("stand", (IN_TURN,))]
        if self.rules.applies(SPLIT) and hand.cards[0] >> 2 == hand.cards[1] >> 2 and not hand.unknown:
            options.append(Option("split", (SPLIT,)))
        mains = self._mains(draft, 1)
        if not mains:  # all of them were voided
            self._dealer(draft)
            return
        draft.open(DecisionNeed("call", mains[0].patron, 1, 1, tuple(options), subject=1))

    def carry_out_decision(self, draft: Draft, need: DecisionNeed, option: str, stake: Stake, unnoticed: bool) -> None:
        draft.events.append(Decided(need.patron, need.area, option, (IN_TURN,)))
        if option == "stand":
            self._dealer(draft)
        elif option == "split":
            left, right = draft.hands[1].cards
            draft.set_hand(draft.hands[1]._replace(cards=(left,), up=0))
            other = draft.new_hand(1)
            draft.set_hand(other._replace(cards=(right,)))
            for wager in self._mains(draft, 1):
                cents = wager.stake.cents
                options = (Option("follow", (FOLLOW,), cents, cents), Option("decline", (FOLLOW,)))
                draft.open(DecisionNeed(f"follow-{wager.patron}", wager.patron, 1, 1, options))
        else:
            if option == "follow":
                number = len(draft.wagers)
                draft.place(Wager(number, need.patron, 1, "main", stake, stake, 2), (FOLLOW,))
            if not any(isinstance(n, DecisionNeed) for n in draft.needs):
                draft.open(CardsNeed("fill", (Slot(1, 1), Slot(2, 1))))

    def carry_out_lapse(self, draft: Draft, need: DecisionNeed, reason: str) -> None:
        option = "stand" if need.id == "call-1" else "decline"
        self.carry_out_decision(draft, need, option, EMPTY, unnoticed=False)

    def _after_split(self, draft: Draft) -> None:
        for hand in draft.hands[1:]:
            if self._is_twin_ace(hand):
                self._pay_twin_ace(draft, hand)
        self._dealer(draft)

    def _pay_twin_ace(self, draft: Draft, hand: Hand) -> None:
        for wager in self._mains(draft, hand.id):
            draft.win(wager, ToOne(3, 2), (TWIN_ACE,), capped=True)
        draft.collect(hand, "paid", (TWIN_ACE,))

    def _dealer(self, draft: Draft) -> None:
        draft.phase = "dealer"
        draft.open(TurnNeed("turn-dealer", 0, draft.hands[0].unknown))

    def _await_settle(self, draft: Draft) -> None:
        draft.needs = ()
        for wager in draft.wagers:
            if wager.face_down:
                draft.open(TurnNeed(f"read-{wager.id}", wager=wager.id))
        for hand in draft.hands[1:]:
            if hand.unknown and hand.status == "live":
                draft.open(TurnNeed(f"turn-{hand.id}", hand.id, hand.unknown))
        if not draft.needs:
            draft.open(CallNeed("settle", "settle", (IN_TURN,)))

    def _settle(self, draft: Draft) -> None:
        dealer = _sum(draft.hands[0])
        for wager in draft.wagers:
            if not wager.left.pieces:
                continue
            if wager.spot == "secret":
                low = draft.hands[0].cards[1]
                if low & 3 in (1, 2):
                    draft.win(wager, ToOne(1), (SECRET,))
                else:
                    draft.lose(wager, (SECRET,))
                continue
            hand = _sum(draft.hands[wager.hand])
            if hand > dealer:
                draft.win(wager, ToOne(1), (SUM,), capped=True)
            elif hand < dealer:
                draft.lose(wager, (SUM,))
            else:
                draft.carry(wager, (EQUAL_CARRIES,))
        draft.end((IN_TURN,))

    def _mains(self, draft: Draft, hand: int) -> list[Wager]:
        return [w for w in draft.wagers if w.spot == "main" and w.hand == hand and w.left.pieces]

    def _is_twin_ace(self, hand: Hand) -> bool:
        return {card >> 2 for card in hand.cards} == {12, 11}

    def void_undoes(self, round: Round | Draft, wager: Wager) -> tuple[Because | None, Because | None]:
        return () if round.phase == OVER else None, ()  # what was paid in the course of the round stands

    def follow_void(self, draft: Draft, gone: frozenset[int], because: Because) -> None:
        out = {draft.wagers[number].patron for number in gone}
        draft.needs = tuple(n for n in draft.needs if not (isinstance(n, DecisionNeed) and n.patron in out))
        if not any(w.left.pieces for w in draft.wagers):
            draft.end((Key("void"),))
        elif draft.phase == "play" and not draft.needs:
            whole = all(len(hand.cards) == 2 for hand in draft.hands)
            self._dealer(draft) if whole else draft.open(CardsNeed("fill", (Slot(1, 1), Slot(2, 1))))
        elif draft.phase == "dealer" and not draft.needs:
            self._await_settle(draft)
        elif draft.phase == "wagers":
            self.follow_wagers(draft)

    def refuse_closed(self, round: Round, act: Act) -> Refusal:
        return Refusal((IN_TURN,), "That is not what comes now.")

    def placing_grounds(self, round: Round | Draft, wager: Wager) -> Because:
        return (SECRET,) if wager.spot == "secret" else (IN_TURN,)

    def may_look(self, round: Round, hand: Hand, viewer: Viewer) -> bool:
        if hand.area != 1 or viewer.role != "patron" or round.phase == "deal":
            return False
        return any(w.patron == viewer.patron for w in round.wagers)


def _sum(hand: Hand) -> int:
    return sum(card >> 2 for card in hand.cards)


def make_twins(rules: Rules, terms: Terms) -> Game:
    """The maker that a decoder asks for."""
    return Twins(rules, terms)


__all__ = ["Card", "Result", "Twins", "make_twins", "rules"]
