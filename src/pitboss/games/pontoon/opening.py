"""Opening wagers and the initial deal (5.3 to 5.16, 6, 7.1): what is open before the first card, what is not taken, and
what the first card closes."""

from collections.abc import Sequence

from pitboss import law
from pitboss.games.pontoon import boxes, pairs, shoe
from pitboss.games.pontoon.table import (
    BURN,
    DEAL,
    DOUBLE,
    INSURANCE,
    NO_MORE_BETS,
    PAIRS,
    SPLIT,
    WAGER,
    WAGERS,
    PontoonTable,
)
from pitboss.law import Key
from pitboss.money import dollars
from pitboss.play.acts import Place, Sit, TakeBack
from pitboss.play.box import box_of
from pitboss.play.hand import Hand
from pitboss.play.needs import CallNeed, DecisionNeed, Need, WagersNeed
from pitboss.play.round import Draft, Round
from pitboss.play.terms import spot_words
from pitboss.play.wager import Refusal, Wager

_CALL = CallNeed(NO_MORE_BETS, "no more bets", (law.BETS_CLOSE, law.ROUND_OF_PLAY))
_DEALER_HAND = Hand(0, 0, kind="dealer")


def open_wagers(game: PontoonTable, draft: Draft) -> None:
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


def _areas_of(round: Round | Draft) -> tuple[int, ...]:
    """The playing areas with an initial wager, from the dealer's left."""
    wagers = [w.area for w in round.wagers if w.spot == WAGER and w.left.pieces]
    return tuple(sorted(set(wagers))) if len(wagers) > 1 else tuple(wagers)


def await_deal(game: PontoonTable, draft: Draft) -> None:
    """Ask for the call and the first card as soon as, and only while, they are in order."""
    if PAIRS in game.terms.limits:
        pairs.drop_idle(game, draft)
    kept: list[Need] = []
    undecided = wagers_open = burning = False
    for need in draft.needs:
        if type(need) is CallNeed or need.kind == DEAL:
            continue
        if type(need) is DecisionNeed:
            mend = game.mend_again(draft, need)
            if mend is not None:
                kept.append(mend)
                undecided = True
            continue
        kept.append(need)
        wagers_open = wagers_open or type(need) is WagersNeed
        burning = burning or need.kind == BURN
    areas = _areas_of(draft)
    if not areas and not wagers_open:
        draft.end((law.ROUND_OF_PLAY,))  # every wager was voided after the call: nothing is left to deal to
        return
    if areas and not undecided:
        if wagers_open:
            kept.append(_CALL)
        if not draft.due and not burning:
            kept.append(game.deals[areas])
    draft.needs = tuple(kept)
    if draft.due:
        shoe.note_arrival(game, draft)


def make_room(game: PontoonTable, draft: Draft, patron: str, area: int) -> None:
    """A player with several areas gives one up where another player sits and no area is free (5.9)."""
    if area:
        free = set(range(1, game.terms.areas + 1)) - {w.area for w in draft.wagers if w.left.pieces}
        for wager in draft.wagers if not free else ():
            mine = [w for w in draft.wagers if w.patron == wager.patron and w.spot == WAGER and w.left.pieces]
            if wager in mine and wager.area == area and wager.patron != patron and len(mine) > 1:
                draft.hand_back(wager, (law.MANY_AREAS,))
    await_deal(game, draft)


def close_wagers(game: PontoonTable, draft: Draft) -> None:
    """The first card closes the wagers: what is seen to be over a maximum goes back, and hands are made room for."""
    areas = _areas_of(draft)
    for area in areas:
        _hand_back_excess(game, draft, area)
    areas = _areas_of(draft)
    draft.phase = DEAL
    draft.needs = ()
    boxes.line_up(game, draft, areas)
    hand_of = {area: place for place, area in enumerate(areas, start=1)}
    draft.hands = (_DEALER_HAND, *[Hand(place, area) for area, place in hand_of.items()])
    draft.wagers = tuple([w.on_hand(hand_of[w.area]) if w.left.pieces else w for w in draft.wagers])


def _hand_back_excess(game: PontoonTable, draft: Draft, area: int) -> None:
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
            draft.hand_back(wager, because, cents if cents >= least else 0)
            pairs.drop_idle(game, draft)


# Which wagers and seats are not taken.


def refuse_wager(game: PontoonTable, round: Round, act: Place) -> Refusal | None:
    """Refuse a wager on another's areas, by a player who is held to less, or beyond the share of its area."""
    no = _refuse_area(game, round, act.patron, act.area)
    if no is not None:
        return no
    if act.spot == PAIRS:
        return pairs.refuse(game, round, act.patron, act.area)
    if act.unnoticed:
        return None
    return _refuse_held(game, round, act) or _refuse_share(game, round, act)


def _refuse_area(game: PontoonTable, round: Round, patron: str, number: int) -> Refusal | None:
    """Refuse an area that is kept for another player, and a table that has its players."""
    for name, theirs in game.terms.reserved.items():
        if number in theirs and name != patron:
            return Refusal((law.AREAS_RESERVED,), f"Area {number} is kept for {name}.")
    most = game.terms.players
    if most:
        here = {w.patron for w in round.wagers if w.stake.pieces} | {box.seated for box in round.boxes if box.seated}
        if patron not in here and len(here) >= most:
            return Refusal((law.FEWER_PLAYERS,), f"This table takes {most} players now.")
    return None


def _refuse_held(game: PontoonTable, round: Round, act: Place) -> Refusal | None:
    """Refuse more than the minimum, or a second area, to a player who is held to them."""
    held = game.terms.restricted.get(act.patron)
    if held is None:
        return None
    rule = Key(held.rule)
    least = game.terms.limits_of(act.patron, WAGER).minimum_cents
    there = sum(w.left.cents for w in round.wagers_on(act.area, WAGER) if w.patron == act.patron)
    if there + act.stake.cents > least:
        return Refusal((rule,), f"{act.patron} is held to the minimum of {dollars(least)}.")
    if rule == law.ONE_AREA_AT_MINIMUM:
        for other in round.wagers:
            if other.patron == act.patron and other.spot == WAGER and other.left.pieces and other.area != act.area:
                return Refusal((rule,), f"{act.patron} is held to one area, and has area {other.area}.")
    return None


def _refuse_share(game: PontoonTable, round: Round, act: Place) -> Refusal | None:
    """Refuse what goes beyond the room that those before a player leave under the maximum of the area."""
    others = [w for w in boxes.initial_wagers(round, act.area) if w.patron != act.patron]
    if not others or act.patron == box_of(round.boxes, act.area).seated:
        return None
    room = game.terms.limits_of(act.patron, WAGER).maximum_cents - sum(w.stake.cents for w in others)
    mine = sum(w.left.cents for w in round.wagers_on(act.area, WAGER) if w.patron == act.patron)
    if mine + act.stake.cents > room:
        words = f"Area {act.area} has room for {dollars(max(room - mine, 0))} more under its maximum."
        return Refusal((law.SIGN_MAXIMUM, law.MAXIMUM_SHARED), words)
    return None


def refuse_take_back(game: PontoonTable, round: Round, act: TakeBack) -> Refusal | None:
    """Refuse to take an initial wager from under a Perfect Pairs wager of one's own that needs it."""
    if act.spot != WAGER or not any(w.patron == act.patron and w.left.pieces for w in round.wagers_on(act.area, PAIRS)):
        return None
    words = "Your Perfect Pairs wager needs this one: take the pair wager back first."
    if game.rules.applies(law.PAIRS_NEED_WAGER):
        return Refusal((law.PAIRS_NEED_WAGER,), words)
    others = [w for w in boxes.initial_wagers(round, act.area) if w.patron != act.patron]
    return None if others else Refusal((law.PAIRS_NEED_HAND,), words)


def refuse_seat(game: PontoonTable, round: Round, act: Sit) -> Refusal | None:
    """Refuse a seat at an area that is kept for another player, and one more player where a table has enough."""
    return _refuse_area(game, round, act.patron, act.area)


def refuse_crowd(game: PontoonTable, round: Round, patron: str, others: Sequence[Wager]) -> Refusal | None:
    """Refuse a wager on a spot of an area that has its players."""
    spot, area = others[0].spot, others[0].area
    if spot == PAIRS:
        return pairs.refuse_fourth(game, round, patron, area, len(others))
    most = game.terms.bettors or game.figures.bettors
    if len(others) < most:
        return None
    key = law.FEWER_PLAYERS if most == 1 else law.THREE_BETTORS
    return Refusal((key,), f"Area {area} has its {spot_words(spot)}s: {most} at the most.")


def refuse_late_wager(round: Round, act: Place | TakeBack | Sit) -> Refusal:
    """Say why the layout is not open for a wager or a seat."""
    if round.phase != WAGERS or not any(need.kind == WAGERS for need in round.needs):
        frozen = (law.WAGERS_FROZEN,) if round.phase != WAGERS else ()
        return Refusal((law.BETS_CLOSE, *frozen), "No more bets: a wager stays as it is now until it is settled.")
    if isinstance(act, Sit) or act.need != WAGERS:
        return Refusal((law.NEED_CLOSED,), f"Wagers and seats are taken in answer to {WAGERS}, which is open.")
    if act.spot == PAIRS:
        return Refusal((law.PAIRS_OFFERED,), "This table offers no Perfect Pairs.")
    later = {DOUBLE: law.DOUBLE, SPLIT: law.SPLIT, INSURANCE: law.INSURANCE_OFFERED}.get(act.spot)
    if later is not None:
        return Refusal((later,), f"A wager to {act.spot} is made after the deal.")
    return Refusal((law.PLAYING_AREA,), f"The layout has no spot called {act.spot}.")
