"""Opening wagers and the initial deal (5.3, 5.4, 6, 7.1): what is open before the first card, and what it closes."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon import boxes, pairs, shoe
from pitboss.games.pontoon.words import BURN, DEAL, NO_MORE_BETS, PAIRS, WAGER, WAGERS
from pitboss.law import Because
from pitboss.play.draft import Draft
from pitboss.play.hand import Hand
from pitboss.play.needs import CallNeed, CardsNeed, DecisionNeed, Need, Offer, Slot, WagersNeed
from pitboss.play.round import Round
from pitboss.play.terms import Terms

if TYPE_CHECKING:
    from pitboss.games.pontoon.game import Pontoon

_CALL = CallNeed(NO_MORE_BETS, "no more bets", (law.BETS_CLOSE, law.ROUND_OF_PLAY))
DEALER_HAND = Hand(0, 0, kind="dealer")


def offers(terms: Terms) -> tuple[Offer, ...]:
    """The spots open before the first card, with the limits on the sign."""
    because: dict[str, Because] = {WAGER: (law.WAGER_OPENS,), PAIRS: (law.PAIRS_OFFERED,)}
    return tuple(
        Offer(spot, sign.minimum_cents, sign.maximum_cents, sign.unit_cents, why)
        for spot, why in because.items()
        if (sign := terms.limits.get(spot)) is not None
    )


def begin(game: "Pontoon", draft: Draft) -> None:
    """Open the layout for wagers, and ask for the shuffle if one is due."""
    draft.phase = WAGERS
    draft.needs = (game.wagers_need,)
    if draft.out >= game.size and not draft.due:
        draft.due = (law.EMPTY_SHOE,)
    if draft.due:
        shoe.await_shuffle(draft, draft.due)
    elif game.taken.burns_each_round and not game.is_cut:
        draft.needs = (shoe.BURN_NEED, game.wagers_need)
    if draft.wagers:
        await_deal(game, draft)


def areas_of(round: Round | Draft) -> tuple[int, ...]:
    """The playing areas with an initial wager, from the dealer's left."""
    wagers = [w.area for w in round.wagers if w.spot == WAGER and w.left.pieces]
    return tuple(sorted(set(wagers))) if len(wagers) > 1 else tuple(wagers)


def await_deal(game: "Pontoon", draft: Draft) -> None:
    """Ask for the call and the first card as soon as, and only while, they are in order."""
    if PAIRS in game.terms.limits:
        pairs.drop_idle(game, draft)
    kept: list[Need] = []
    undecided = wagers_open = burning = False
    for need in draft.needs:
        if type(need) is CallNeed or need.id == DEAL:
            continue
        if type(need) is DecisionNeed:
            mend = game.mend_again(draft, need)
            if mend is not None:
                kept.append(mend)
                undecided = True
            continue
        kept.append(need)
        wagers_open = wagers_open or type(need) is WagersNeed
        burning = burning or need.id == BURN
    areas = areas_of(draft)
    if not areas and not wagers_open:
        draft.end((law.ROUND_OF_PLAY,))  # every wager was voided after the call: nothing is left to deal to
        return
    if areas and not undecided:
        if wagers_open:
            kept.append(_CALL)
        if not draft.due and not burning:
            kept.append(game.deal_need(areas))
    draft.needs = tuple(kept)
    if draft.due:
        shoe.someone_came(game, draft)


def deal_slots(areas: tuple[int, ...], up: bool) -> tuple[Slot, ...]:
    """The places of the initial deal: round once with the dealer, round again without."""
    players = [Slot(place, area, up) for place, area in enumerate(areas, start=1)]
    return (*players, Slot(0, 0, True), *players)


def make_deal_need(areas: tuple[int, ...], up: bool) -> CardsNeed:
    """The need for the initial deal to these areas."""
    return CardsNeed(DEAL, deal_slots(areas, up))


def deal_begins(game: "Pontoon", draft: Draft) -> None:
    """The first card closes the wagers: what is seen to be over a maximum goes back, and hands are made room for."""
    areas = areas_of(draft)
    for area in areas:
        _hand_back_excess(game, draft, area)
    areas = areas_of(draft)
    draft.phase = DEAL
    draft.needs = ()
    boxes.line_up(game, draft, areas)
    hand_of = {area: place for place, area in enumerate(areas, start=1)}
    draft.hands = (DEALER_HAND, *[Hand(place, area) for area, place in hand_of.items()])
    draft.wagers = tuple([w.on_hand(hand_of[w.area]) if w.left.pieces else w for w in draft.wagers])


def _hand_back_excess(game: "Pontoon", draft: Draft, area: int) -> None:
    """Return what the shares of an area's maximum do not leave room for, if everything on it was looked at (P31).

    A share that is less than the minimum is no wager, and all of it goes back.
    """
    wagers = boxes.initial_wagers(draft, area)
    if len(wagers) < 2 or any(wager.unnoticed for wager in wagers):
        return
    for number, cents in boxes.shares(game, draft, area).items():
        wager = draft.wagers[number]
        if cents < wager.stake.cents:
            because = (*boxes.shared_because(game, len(wagers)), *game.rules.readings("P31"))
            least = game.terms.limits_of(wager.patron, WAGER).minimum_cents
            game.hand_back(draft, wager, cents if cents >= least else 0, because)
            pairs.drop_idle(game, draft)
