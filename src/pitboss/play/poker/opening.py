"""Opening wagers, shuffle, cut and the first card; an Ante that is off the sign and is seen in time."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.law import Because
from pitboss.money import EMPTY
from pitboss.play.acts import Decide
from pitboss.play.events import Decided, WagerPlaced, WagerTakenBack
from pitboss.play.hand import Hand
from pitboss.play.needs import CallNeed, CardsNeed, DecisionNeed, Need, Offer, Option, ShuffleNeed, WagersNeed
from pitboss.play.poker.words import ANTE, DEAL, JACKPOT, NO_MORE_BETS, SHUFFLE, TAKE_BACK, TOP_UP, WAGERS, mended_wager
from pitboss.play.round import Draft
from pitboss.play.wager import Wager

if TYPE_CHECKING:
    from pitboss.play.poker.game import PokerGame

_SECOND_DECK = {"red": "blue", "blue": "red", "": "red"}
_CALL = CallNeed(NO_MORE_BETS, "no more bets", (law.BETS_CLOSE, law.ROUND_OF_PLAY))


def begin(game: "PokerGame", draft: Draft) -> None:
    """Open the layout for wagers, and ask for the shuffle."""
    draft.phase = WAGERS
    shuffle = ShuffleNeed(SHUFFLE, "" if game.plan.is_cut else _SECOND_DECK[draft.deck])
    draft.needs = (game.wagers_need, shuffle)
    if draft.wagers:
        await_deal(game, draft)  # wagers were carried to this round


def offers(game: "PokerGame") -> tuple[Offer, ...]:
    """The spots open before the first card, with the limits on the sign."""
    terms = game.terms
    spots = []
    for spot in game.spots.values():
        if spot.priced and terms.jackpot is not None:
            price = terms.jackpot.price_cents
            spots.append(Offer(spot.name, price, price, because=(law.JACKPOT_OFFERED, law.JACKPOT_PRICE)))
        elif spot.opening and spot.name in terms.limits:
            spots.append(Offer(spot.name, *terms.limits[spot.name], because=game.spot_because(spot.name)))
    return tuple(spots)


def await_deal(game: "PokerGame", draft: Draft) -> None:
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
    if areas and not undecided and game.unready(draft) is None:
        if wagers_open:
            kept.append(_CALL)
        if not unready and not (wagers_open and game.book.must_call):
            kept.append(game.deal_need(areas))
    draft.needs = tuple(kept)


def ante_areas(draft: Draft) -> tuple[int, ...]:
    """The playing areas with an Ante, from the dealer's left."""
    return tuple(sorted([w.area for w in draft.wagers if w.spot == ANTE and w.left.pieces]))


def deal_begins(game: "PokerGame", draft: Draft) -> None:
    """The first card closes the wagers and makes room for the hands: the house's, then one for each Ante."""
    draft.phase = DEAL
    draft.needs = tuple([need for need in draft.needs if need[0] == DEAL])
    first = len(game.house)
    hand_of = {area: place for place, area in enumerate(ante_areas(draft), start=first)}
    draft.hands = (*game.house_hands, *[Hand(place, area) for area, place in hand_of.items()])
    draft.wagers = tuple([w.on_hand(hand_of.get(w.area, -1)) if w.left.pieces else w for w in draft.wagers])


# An Ante that went down unnoticed and is seen before the cards come out.


def mend_opening(game: "PokerGame", draft: Draft, ante: Wager, because: Because) -> DecisionNeed:
    """Ask a player to bring an opening wager up to what the sign takes, or to take it back."""
    least, most = game.top_up_range(draft, ante)
    top_up = (Option(TOP_UP, because, least, most),) if 0 < least <= most else ()
    options = (*top_up, Option(TAKE_BACK, because))
    return DecisionNeed(f"mend-{ante.id}", ante.patron, ante.area, -1, options)


def _mend_again(game: "PokerGame", draft: Draft, need: DecisionNeed) -> DecisionNeed | None:
    """The question about a wager as it lies now; nothing if the player has put it right or taken it back meanwhile."""
    wager = draft.wagers[mended_wager(need.id)]
    if not wager.left.pieces or wager.patron != need.patron:
        return None
    no = game.opening_fault(draft, wager)
    if no is None or wager.stake.cents > game.opening_most(draft, wager):
        return None
    return mend_opening(game, draft, wager, no.because)


def found(game: "PokerGame", draft: Draft, wager: Wager, because: Because) -> None:
    """What is over the maximum goes back at once; what is under the minimum is the player's to mend."""
    most = game.opening_most(draft, wager)
    if wager.stake.cents > most:
        kept, off = wager.stake.cut(most)
        draft.set_wager(wager._replace(stake=kept, left=kept, unnoticed=False))
        draft.events.append(WagerTakenBack(wager.id, wager.patron, off, because))
    else:
        draft.open(mend_opening(game, draft, wager, because))
    await_deal(game, draft)


def mended(game: "PokerGame", draft: Draft, need: DecisionNeed, act: Decide) -> None:
    """Top a wager up to the minimum, or take it back."""
    because = need.options[0].because
    wager = draft.wagers[mended_wager(need.id)]
    if act.option == TAKE_BACK:
        take_back(game, draft, wager, because)
        return
    stake = wager.stake.plus(act.stake)
    draft.set_wager(wager._replace(stake=stake, left=stake, unnoticed=act.unnoticed))
    draft.events.append(WagerPlaced(wager.id, wager.patron, wager.area, wager.spot, act.stake, because))
    draft.events.append(Decided(act.patron, need.area, TOP_UP, because))
    await_deal(game, draft)


def take_back(game: "PokerGame", draft: Draft, wager: Wager, because: Because) -> None:
    """Take a wager off the layout, and with an Ante everything that needs it."""
    gone = [w for w in draft.wagers if w.id == wager.id or (wager.spot in game.openers and w.area == wager.area)]
    for each in gone:
        if each.left.pieces:
            draft.events.append(WagerTakenBack(each.id, each.patron, each.left, because))
            draft.set_wager(each._replace(stake=EMPTY, left=EMPTY))
    await_deal(game, draft)


def has_live_jackpot(draft: Draft, area: int) -> bool:
    """Whether a jackpot wager on an area is still to be settled."""
    return draft.find(area, JACKPOT) is not None
