"""An opening wager that is off the sign and is seen before the first card: what is over goes back, what is short is
the player's to bring up or take away."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from pitboss import law
from pitboss.money import Stake
from pitboss.play.acts import Decide
from pitboss.play.events import Decided, WagerPlaced
from pitboss.play.needs import DecisionNeed, Need, Offer, Option
from pitboss.play.round import Draft, Game, Round
from pitboss.play.terms import limit_fault
from pitboss.play.wager import Refusal, Wager
from pitboss.value import replace

MEND, TOP_UP, TAKE_BACK = "mend", "top-up", "take-back"


class MendsWagers(Game):
    """A game whose opening wagers can be put right before the first card."""

    openers: ClassVar[tuple[str, ...]] = ()
    """The wagers without which nothing else may lie on an area."""

    spot_keys: Mapping[str, law.Because] = {}
    """The rule under which each opening wager goes down."""

    def opening_offers(self) -> tuple[Offer, ...]:
        """The spots open before the first card, with the limits on the sign."""
        terms = self.terms
        offers = []
        for spot in self.spots.values():
            if spot.priced and terms.jackpot is not None:
                price = terms.jackpot.price_cents
                offers.append(Offer(spot.name, price, price, because=(law.JACKPOT_OFFERED, law.JACKPOT_PRICE)))
            elif spot.opening and not spot.priced and spot.name in terms.limits:
                sign, because = terms.limits[spot.name], self.spot_keys[spot.name]
                offers.append(Offer(spot.name, sign.minimum_cents, sign.maximum_cents, sign.unit_cents, because))
        return tuple(offers)

    @abstractmethod
    def await_deal(self, draft: Draft) -> None:
        """Ask for the first card as soon as, and only while, it is in order."""

    def opening_fault(self, round: Round | Draft, wager: Wager) -> Refusal | None:
        """Say how an opening wager breaks the limits on the sign, if it does."""
        return limit_fault(self, wager.patron, wager.spot, wager.stake.cents)

    def opening_most(self, round: Round | Draft, wager: Wager) -> int:
        """The most that an opening wager may be."""
        return self.terms.limits_of(wager.patron, wager.spot).maximum_cents

    def top_up_range(self, round: Round | Draft, wager: Wager) -> tuple[int, int]:
        """How much brings an opening wager up to what the sign takes."""
        sign = self.terms.limits_of(wager.patron, wager.spot)
        least, cents = sign.minimum_cents, wager.stake.cents
        short = least - cents if cents < least else -(cents - least) % sign.unit_cents
        return short, self.opening_most(round, wager) - cents

    def mend_need(self, draft: Draft, wager: Wager, because: law.Because) -> DecisionNeed:
        """Ask a player to bring an opening wager up to what the sign takes, or to take it back."""
        least, most = self.top_up_range(draft, wager)
        top_up = (Option(TOP_UP, because, least, most),) if 0 < least <= most else ()
        options = (*top_up, Option(TAKE_BACK, because))
        return DecisionNeed(MEND, wager.patron, wager.area, -1, options, subject=wager.id)

    def mend_again(self, draft: Draft, need: DecisionNeed) -> DecisionNeed | None:
        """The question about a wager as it lies now; nothing if the player put it right or took it back meanwhile."""
        wager = draft.wagers[need.subject]
        if not wager.left.pieces or wager.patron != need.patron:
            return None
        no = self.opening_fault(draft, wager)
        if no is None or wager.stake.cents > self.opening_most(draft, wager):
            return None
        return self.mend_need(draft, wager, no.because)

    def mend_open_wager(self, draft: Draft, wager: Wager, because: law.Because) -> None:
        """What is over the maximum goes back at once; what is under the minimum is the player's to mend."""
        most = self.opening_most(draft, wager)
        if wager.stake.cents > most:
            draft.hand_back(replace(wager, unnoticed=False), because, most)
        else:
            draft.open(self.mend_need(draft, wager, because))
        self.await_deal(draft)

    def carry_out_mending(self, draft: Draft, need: DecisionNeed, option: str, stake: Stake, unnoticed: bool) -> None:
        """Top a wager up to the minimum, or take it back."""
        because = need.options[0].because
        wager = draft.wagers[need.subject]
        if option == TAKE_BACK:
            self.take_off(draft, wager, because)
            return
        draft.add_to(replace(wager, unnoticed=unnoticed), stake)
        draft.events.append(WagerPlaced(wager.id, wager.patron, wager.area, wager.spot, stake, because))
        draft.events.append(Decided(need.patron, need.area, TOP_UP, because))
        self.await_deal(draft)

    def take_off(self, draft: Draft, wager: Wager, because: law.Because) -> None:
        """Take a wager off the layout, and with an opener everything that needs it."""
        for each in draft.wagers:
            if each.left.pieces and (each.id == wager.id or self.falls_with(draft, each, wager)):
                draft.hand_back(each, because)
        self.await_deal(draft)

    def falls_with(self, draft: Draft, other: Wager, wager: Wager) -> bool:
        """Say whether a wager may not stay on the layout without another."""
        return wager.spot in self.openers and other.area == wager.area

    def refuse_top_up(self, round: Round, need: Need, act: Decide) -> Refusal | None:
        """Refuse to mend a wager into what the sign does not take either."""
        if act.unnoticed:
            return None
        wager = round.wagers[need.subject]
        stake = wager.stake.plus(act.stake)
        return self.opening_fault(round, replace(wager, stake=stake, left=stake))
