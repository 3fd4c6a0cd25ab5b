"""Opening wagers, shuffle, cut and deal (Star 4, 5, 7; Crown 4, 6, 8.4.1, 8.5)."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.law import Because
from pitboss.play.limits import limit_fault
from pitboss.play.needs import (
    CallNeed,
    CardsNeed,
    CutNeed,
    DecisionNeed,
    Need,
    Offer,
    Option,
    ShuffleNeed,
    Slot,
    WagersNeed,
)
from pitboss.play.round import Draft
from pitboss.play.wager import Wager

if TYPE_CHECKING:
    from pitboss.games.caribbean_stud.game import CaribbeanStud

ANTE, BET, JACKPOT = "ante", "bet", "jackpot"
WAGERS, NO_MORE_BETS, SHUFFLE, CUT, DEAL = "wagers", "no-more-bets", "shuffle", "cut", "deal"
CARDS = 5
DEALER = 0
"""The dealer's hand is always the first."""

_SECOND_DECK = {"red": "blue", "blue": "red", "": "red"}


def begin(game: "CaribbeanStud", draft: Draft) -> None:
    """Open the layout for wagers, and ask for the shuffle."""
    draft.phase = WAGERS
    shuffle = ShuffleNeed(SHUFFLE, "" if game.plan.is_cut else _SECOND_DECK[draft.deck])
    draft.open(WagersNeed(WAGERS, game.offers), shuffle)


def offers(game: "CaribbeanStud") -> tuple[Offer, ...]:
    """The spots open before the first card, with the limits on the sign."""
    spots = (Offer(ANTE, *game.terms.limits[ANTE], because=(law.ANTE_OPENS,)),)
    jackpot = game.terms.jackpot
    if jackpot is None:
        return spots
    price = jackpot.price_cents
    return (*spots, Offer(JACKPOT, price, price, because=(law.JACKPOT_OFFERED, law.JACKPOT_PRICE)))


def shuffled(game: "CaribbeanStud", draft: Draft) -> None:
    """After a shuffle for the shoe the dealer cuts; a shuffling device is not cut."""
    if game.plan.is_cut:
        draft.open(CutNeed(CUT, "dealer", 1, len(game.deck) - 1))
    else:
        await_deal(game, draft)


def await_deal(game: "CaribbeanStud", draft: Draft) -> None:
    """Ask for the call and the first card as soon as, and only while, they are in order."""
    kept: list[Need] = []
    wagers_open = unready = undecided = False
    for need in draft.needs:
        kind = type(need)
        if kind is CallNeed or kind is CardsNeed:
            continue
        if kind is DecisionNeed:
            mend = _mend_again(game, draft, need)  # type: ignore[arg-type]
            if mend is not None:
                kept.append(mend)
                undecided = True
            continue
        kept.append(need)
        if kind is WagersNeed:
            wagers_open = True
        else:
            unready = True
    areas = ante_areas(draft)
    if not areas and not wagers_open:
        draft.end((law.ROUND_OF_PLAY,))  # every Ante was voided after the call: nothing is left to deal to
        return
    if areas and wagers_open and not undecided:
        kept.append(CallNeed(NO_MORE_BETS, "no more bets", (law.BETS_CLOSE, law.ROUND_OF_PLAY)))
    if areas and not (unready or undecided) and not (wagers_open and game.book.must_call):
        kept.append(CardsNeed(DEAL, game.slots(areas), game.plan.packet))
    draft.needs = tuple(kept)


def mend_ante(game: "CaribbeanStud", ante: Wager, because: Because) -> DecisionNeed:
    """Ask a player to bring an Ante up to what the sign takes, or to take it back."""
    least, most, unit = game.terms.limits_of(ante.patron, ANTE)
    cents = ante.stake.cents
    short = least - cents if cents < least else -(cents - least) % unit
    options = (Option("top-up", because, short, most - cents), Option("take-back", because))
    return DecisionNeed(f"mend-{ante.id}", ante.patron, ante.area, -1, options)


def _mend_again(game: "CaribbeanStud", draft: Draft, need: DecisionNeed) -> DecisionNeed | None:
    """The question about an Ante as it lies now; nothing if the player has put it right or taken it back meanwhile."""
    ante = draft.find(need.area, ANTE)
    if ante is None or ante.patron != need.patron:
        return None
    no = limit_fault(game, ante.patron, ANTE, ante.stake.cents)
    return mend_ante(game, ante, no.because) if no is not None and law.SIGN_MAXIMUM not in no.because else None


def ante_areas(draft: Draft) -> tuple[int, ...]:
    """The playing areas with an Ante, from the dealer's left."""
    return tuple(sorted([w.area for w in draft.wagers if w.spot == ANTE and w.left.pieces]))


def make_slots(game: "CaribbeanStud", areas: tuple[int, ...]) -> tuple[Slot, ...]:
    """The places for the cards in the order the edition and the device deal them."""
    plan = game.plan
    up_place = 0 if plan.up_first else CARDS - 1
    dealer = (DEALER, 0)
    players = list(enumerate(areas, start=1))
    turn = [dealer, *players] if plan.dealer_first else [*players, dealer]
    if plan.packet == 1:
        places = [(place, card) for card in range(CARDS) for place in turn]
    else:
        places = [(place, card) for place in turn for card in range(CARDS)]
    return tuple(Slot(hand, area, hand == DEALER and card == up_place) for (hand, area), card in places)


def deal_begins(draft: Draft) -> None:
    """The first card closes the wagers and makes room for the hands, the dealer's and one for each Ante."""
    draft.phase = DEAL
    draft.close(WAGERS)
    draft.close(NO_MORE_BETS)
    draft.new_hand(0, "dealer")
    for area in ante_areas(draft):
        hand = draft.new_hand(area)
        for wager in draft.wagers:
            if wager.area == area and wager.left.pieces:
                draft.set_wager(wager.on_hand(hand.id))
