"""Opening wagers, shuffle, cut and the first card."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.law import Because
from pitboss.play.draft import Draft
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, Need, Offer, ShuffleNeed, WagersNeed
from pitboss.play.poker.words import ANTE, DEAL, JACKPOT, NO_MORE_BETS, SHUFFLE, WAGERS

if TYPE_CHECKING:
    from pitboss.play.poker.game import PokerGame

_SECOND_DECK = {"red": "blue", "blue": "red", "": "red"}
_CALL = CallNeed(NO_MORE_BETS, "no more bets", (law.BETS_CLOSE, law.ROUND_OF_PLAY))
_ASKED_HERE = frozenset({CallNeed, CardsNeed})
"""What is asked for anew whenever the opening wagers or the cards' readiness change."""


def begin(game: "PokerGame", draft: Draft) -> None:
    """Open the layout for wagers, and ask for the shuffle."""
    draft.phase = WAGERS
    draft.needs = (game.wagers_need, game.shuffle_needs[draft.deck])
    if draft.wagers:
        await_deal(game, draft)  # wagers were carried to this round


def shuffle_needs(game: "PokerGame") -> dict[str, ShuffleNeed]:
    """What is asked of the shuffle, by the deck that was dealt last: a device takes its other deck."""
    if game.plan.is_cut:
        return dict.fromkeys(_SECOND_DECK, ShuffleNeed(SHUFFLE, "", (law.SHUFFLE_FIRST, law.FROM_SHOE)))
    why = game.rules.only((law.SHUFFLE_FIRST, law.DECKS_ALTERNATE, law.FROM_DEVICE))
    return {last: ShuffleNeed(SHUFFLE, deck, why) for last, deck in _SECOND_DECK.items()}


def offers(game: "PokerGame") -> tuple[Offer, ...]:
    """The spots open before the first card, with the limits on the sign."""
    terms = game.terms
    spots = []
    for spot in game.spots.values():
        if spot.priced and terms.jackpot is not None:
            price = terms.jackpot.price_cents
            spots.append(Offer(spot.name, price, price, because=(law.JACKPOT_OFFERED, law.JACKPOT_PRICE)))
        elif spot.opening and not spot.priced and spot.name in terms.limits:
            sign, because = terms.limits[spot.name], game.spot_because(spot.name)
            spots.append(Offer(spot.name, sign.minimum_cents, sign.maximum_cents, sign.unit_cents, because))
    return tuple(spots)


def await_deal(game: "PokerGame", draft: Draft) -> None:
    """Ask for the call and the first card as soon as, and only while, they are in order."""
    kept: list[Need] = []
    undecided = False
    for need in draft.needs:
        if isinstance(need, DecisionNeed):  # a wager to mend
            mend = game.mend_again(draft, need)
            if mend is not None:
                kept.append(mend)
                undecided = True
        elif type(need) not in _ASKED_HERE:
            kept.append(need)
    is_open = bool(kept) and type(kept[0]) is WagersNeed  # it is the first need of a round
    areas = ante_areas(draft)
    if not areas and not is_open:
        draft.end((law.ROUND_OF_PLAY,))  # every Ante was voided after the call: nothing is left to deal to
        return
    if areas and not undecided and game.is_ready(draft):
        is_prepared = len(kept) == is_open  # nothing is to be shuffled or cut
        if is_open:
            kept.append(_CALL)
        if is_prepared and not (is_open and game.book.must_call):
            kept.append(game.kept.deal_need(areas))
    draft.needs = tuple(kept)


def shuffle_directed(game: "PokerGame", draft: Draft, because: Because) -> None:
    """The cards are shuffled before another one comes out: at once where one is awaited, else when it is."""
    need = ShuffleNeed(SHUFFLE, draft.deck, because)
    if draft.phase != WAGERS:
        draft.due = because
        if any(type(each) is CardsNeed for each in draft.needs):
            draft.needs = (need, *[each for each in draft.needs if type(each) not in (ShuffleNeed, CutNeed)])
    elif not any(type(each) is ShuffleNeed for each in draft.needs):
        is_open = type(draft.needs[0]) is WagersNeed
        kept = [each for each in draft.needs if type(each) is not CutNeed]
        draft.needs = (*kept[:is_open], need, *kept[is_open:])
        await_deal(game, draft)


def await_next(game: "PokerGame", draft: Draft, cards: CardsNeed) -> None:
    """Ask for the next cards of a round, after the shuffle where one was ordered."""
    shuffle = (ShuffleNeed(SHUFFLE, draft.deck, draft.due),) if draft.due else ()
    draft.needs = (*shuffle, cards)


def shuffled_again(game: "PokerGame", draft: Draft) -> None:
    """The cards that have not come out are shuffled: they are cut where the rules have them cut."""
    left = game.size - draft.out
    if game.plan.is_cut and left > 1:
        draft.needs = (game.cut_need._replace(most=left - 1), *draft.needs)
    else:
        draft.due = ()


def ante_areas(draft: Draft) -> tuple[int, ...]:
    """The playing areas with an Ante, from the dealer's left."""
    areas: tuple[int, ...] = ()
    for wager in draft.wagers:
        if wager.spot == ANTE and wager.left.pieces:
            areas += (wager.area,)
    return areas if len(areas) < 2 else tuple(sorted(areas))


def deal_begins(game: "PokerGame", draft: Draft) -> None:
    """The first card closes the wagers and makes room for the hands: the house's, then one for each Ante."""
    draft.phase = DEAL
    draft.needs = ()
    draft.hands, hand_of = game.kept.room_for(ante_areas(draft))
    draft.wagers = tuple([w.on_hand(hand_of.get(w.area, -1)) if w.left.pieces else w for w in draft.wagers])


def has_live_jackpot(draft: Draft, area: int) -> bool:
    """Whether a jackpot wager on an area is still to be settled."""
    return draft.find(area, JACKPOT) is not None
