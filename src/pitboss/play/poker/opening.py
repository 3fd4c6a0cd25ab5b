"""Opening wagers, shuffle, cut and the first card: what is open before the deal, what is not taken, what it closes."""

from pitboss import law
from pitboss.law import Because
from pitboss.money import dollars
from pitboss.play.acts import Cut, Place, TakeBack
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, Need, ShuffleNeed, WagersNeed
from pitboss.play.poker.table import ANTE, BET, CUT, DEAL, JACKPOT, NO_MORE_BETS, SHUFFLE, WAGERS, PokerTable
from pitboss.play.round import Draft, Round
from pitboss.play.terms import spot_words
from pitboss.play.wager import Refusal

_CALL = CallNeed(NO_MORE_BETS, "no more bets", (law.BETS_CLOSE, law.ROUND_OF_PLAY))
_ASKED_HERE = frozenset({CallNeed, CardsNeed})
"""What is asked for anew whenever the opening wagers or the cards' readiness change."""
_TO_MEND = Refusal((law.SIGN_MINIMUM,), "A player has a wager to mend before the first card.")


def open_wagers(game: PokerTable, draft: Draft) -> None:
    """Open the layout for wagers, and ask for the shuffle."""
    draft.phase = WAGERS
    draft.needs = (game.wagers_need, game.shuffle_needs[draft.deck])
    if draft.wagers:
        await_deal(game, draft)  # wagers were carried to this round


def await_deal(game: PokerTable, draft: Draft) -> None:
    """Ask for the call and the first card as soon as, and only while, they are in order."""
    kept: list[Need] = []
    undecided = False
    for need in draft.needs:
        if type(need) is DecisionNeed:  # a wager to mend
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
    if areas and not undecided and game.unready(draft) is None:
        is_prepared = len(kept) == is_open  # nothing is to be shuffled or cut
        if is_open:
            kept.append(_CALL)
        if is_prepared and not (is_open and game.book.must_call):
            kept.append(game.deals[areas])
    draft.needs = tuple(kept)


def await_ordered_shuffle(game: PokerTable, draft: Draft, because: Because) -> None:
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


def await_next(game: PokerTable, draft: Draft, cards: CardsNeed) -> None:
    """Ask for the next cards of a round, after the shuffle where one was ordered."""
    shuffle = (ShuffleNeed(SHUFFLE, draft.deck, draft.due),) if draft.due else ()
    draft.needs = (*shuffle, cards)


def cut_again(game: PokerTable, draft: Draft) -> None:
    """The cards that have not come out are shuffled: they are cut where the rules have them cut."""
    left = game.size - draft.out
    if game.plan.is_cut and left > 1:
        draft.needs = (game.cut_need._replace(most=left - 1), *draft.needs)
    else:
        draft.due = ()


def ante_areas(draft: Draft | Round) -> tuple[int, ...]:
    """The playing areas with an Ante, from the dealer's left."""
    areas: tuple[int, ...] = ()
    for wager in draft.wagers:
        if wager.spot == ANTE and wager.left.pieces:
            areas += (wager.area,)
    return areas if len(areas) < 2 else tuple(sorted(areas))


def close_wagers(game: PokerTable, draft: Draft) -> None:
    """The first card closes the wagers and makes room for the hands: the house's, then one for each Ante."""
    draft.phase = DEAL
    draft.needs = ()
    room = game.rooms[ante_areas(draft)]
    draft.hands, hand_of = room.hands, room.hand_of
    draft.wagers = tuple([w.on_hand(hand_of.get(w.area, -1)) if w.left.pieces else w for w in draft.wagers])


# Which wagers are not taken.


def refuse_wager(game: PokerTable, round: Round, act: Place) -> Refusal | None:
    """Refuse a second hand, a wager that needs an Ante without one, and a jackpot wager off its price or twice."""
    if act.spot == ANTE:
        for other in round.wagers:
            if other.patron == act.patron and other.spot == ANTE and other.area != act.area and other.left.pieces:
                return Refusal((law.ONE_HAND,), f"{act.patron} has a hand on area {other.area}: one hand a player.")
        return None
    antes = [w.patron for w in round.wagers if w.spot == ANTE and w.area == act.area and w.left.pieces]
    if act.patron not in antes:
        return _refuse_on_another(game, round, act, bool(antes))
    if act.spot != JACKPOT:
        return None if act.unnoticed else game.refuse_side(round, act)
    return _refuse_jackpot(game, round, act)


def _refuse_on_another(game: PokerTable, round: Round, act: Place, has_ante: bool) -> Refusal | None:
    """Refuse a wager on an area where the player has no Ante, unless leave was given for a jackpot wager there."""
    if act.spot == JACKPOT and has_ante and game.rules.applies(law.JACKPOT_ON_ANOTHER):
        if game.rules.has_power(act.approved_by, law.JACKPOT_ON_ANOTHER):
            return _refuse_jackpot(game, round, act)
        least = game.rules.edition.powers[law.JACKPOT_ON_ANOTHER]
        words = f"A {least} may allow {act.patron} a jackpot wager on another's box."
        return Refusal((law.JACKPOT_ON_ANOTHER, law.JACKPOT_NEEDS_ANTE), words)
    return Refusal(game.needs_ante(act.spot), f"{act.patron} needs an Ante on area {act.area} first.")


def _refuse_jackpot(game: PokerTable, round: Round, act: Place) -> Refusal | None:
    """Refuse a second jackpot wager on a hand, or one that is not its price."""
    if any(w.left.pieces for w in round.wagers_on(act.area, JACKPOT)):
        return Refusal((game.one_jackpot,), f"Area {act.area} has its jackpot wager.")
    price = game.terms.jackpot.price_cents if game.terms.jackpot else 0
    if act.stake.cents != price:
        return Refusal((law.JACKPOT_PRICE,), f"The jackpot wager is exactly {dollars(price)}.")
    return None


def refuse_take_back(game: PokerTable, round: Round, act: TakeBack) -> Refusal | None:
    """Refuse to leave a wager without the Ante that it needs."""
    if act.spot != ANTE:
        return None
    for other in round.wagers:
        if other.area == act.area and other.spot != ANTE and other.left.pieces:
            words = f"Take the {spot_words(other.spot)} wager back first: it needs the Ante."
            return Refusal(game.needs_ante(other.spot), words)
    return None


# Why a wager, a cut, a call or a card is out of turn.


def refuse_late_wager(game: PokerTable, round: Round, act: Place | TakeBack) -> Refusal:
    """Say why the layout is not open for a wager."""
    if round.phase != WAGERS or round.need(WAGERS) is None:
        words = "No more bets: a wager stays as it is now until it is settled."
        frozen = (law.WAGERS_FROZEN,) if round.phase != WAGERS else ()
        return Refusal((law.BETS_CLOSE, *frozen), words)
    if act.spot == JACKPOT:
        return Refusal((law.JACKPOT_OFFERED,), "This table offers no jackpot.")
    if act.spot in game.spots:
        words = f"The {spot_words(act.spot)} is made after the deal, by deciding to {BET}."
        return Refusal(game.decide_because, words)
    return Refusal((law.PLAYING_AREA,), f"The layout has no spot called {act.spot}.")


def refuse_cut(game: PokerTable, round: Round, act: Cut) -> Refusal:
    """Say why the cards are not cut now."""
    if act.by != "dealer":
        return Refusal((law.ONLY_DEALER_CUTS,), "Nobody but the dealer cuts the cards.")
    if not game.plan.is_cut:
        return Refusal((law.DEVICE_UNCUT,), "Cards from a shuffling device are not cut.")
    if round.need(SHUFFLE) is not None:
        return Refusal((law.SHUFFLE_FIRST,), "Shuffle first, then cut.")
    return Refusal((law.DEALER_CUTS,), "The cards are cut once, before the first of them comes out.")


def refuse_call(game: PokerTable, round: Round) -> Refusal:
    """Say why the dealer does not close the wagers now."""
    if round.phase != WAGERS or round.need(WAGERS) is None:
        return Refusal((law.BETS_CLOSE,), "The wagers are closed already.")
    if not ante_areas(round):
        return Refusal((law.ANTE_OPENS,), "No player has an Ante down: there is nothing to close.")
    return game.unready(round) or _TO_MEND


def refuse_deal(game: PokerTable, round: Round) -> Refusal:
    """Say why no card comes out now."""
    if round.need(SHUFFLE) is not None:
        return Refusal((law.SHUFFLE_FIRST,), "The cards are shuffled before they are dealt.")
    if round.need(CUT) is not None:
        return Refusal((law.DEALER_CUTS,), "The dealer cuts before dealing.")
    if round.phase != WAGERS:
        return Refusal(game.dealt_because, "No card is awaited now.")
    if not ante_areas(round):
        return Refusal((law.ANTE_OPENS,), "A hand is dealt to an Ante, and there is none.")
    if game.book.must_call and round.need(WAGERS) is not None:
        return Refusal((law.BETS_CLOSE,), "Announce no more bets before the first card.")
    return game.unready(round) or _TO_MEND
