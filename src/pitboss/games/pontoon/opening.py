"""Opening wagers and the initial deal (5.3 to 5.16, 6, 7.1): what is open before the first card, what is not taken, and
what the first card closes."""

from collections.abc import Sequence

from pitboss import law
from pitboss.games.pontoon import boxes, marker, names, pairs, shoe
from pitboss.games.pontoon.table import PontoonTable
from pitboss.messages import say, say_number
from pitboss.money import dollars
from pitboss.play.acts import Place, TakeBack
from pitboss.play.needs import CallNeed, CardsNeed, DecisionNeed, Need, WagersNeed
from pitboss.play.round import Draft, Round
from pitboss.play.wager import Hand, Refusal, Wager, box_of

_CALL = CallNeed(names.NO_MORE_BETS, "no more bets", (law.BETS_CLOSE, law.ROUND_OF_PLAY))
_DEALER_HAND = Hand(0, 0, kind="dealer")
_FIRST_CARD = (names.DEAL, names.UNDER_SHOE)


def open_wagers(game: PontoonTable, draft: Draft) -> None:
    """Open the layout for wagers, and ask for the shuffle if one is due."""
    draft.phase = names.WAGERS
    draft.needs = (game.wagers_need,)
    if draft.out >= game.size and not draft.due:
        draft.due = (law.EMPTY_SHOE,)
    if draft.due:
        shoe.await_shuffle(draft, draft.due)
    elif game.taken.burns_each_round and not game.is_cut:
        draft.needs = (shoe.BURN_NEED, game.wagers_need)
    if draft.wagers:
        await_deal(game, draft)


def _areas_of(game: PontoonTable, round: Round | Draft) -> tuple[int, ...]:
    """The playing areas with an initial wager, from the dealer's left, or from the marker (20.9.3)."""
    wagers = [w.area for w in round.wagers if (w.spot == names.WAGER and w.left.pieces) or w.face_down]
    areas = tuple(sorted(set(wagers))) if len(wagers) > 1 else tuple(wagers)
    return marker.from_marker(game, areas) if game.from_marker else areas


def await_deal(game: PontoonTable, draft: Draft) -> None:
    """Ask for the call and the first card as soon as, and only while, they are in order."""
    if names.PAIRS in game.terms.limits:
        pairs.drop_idle(game, draft)
    kept: list[Need] = []
    undecided = wagers_open = burning = False
    for need in draft.needs:
        if type(need) is CallNeed or need.kind in _FIRST_CARD:
            continue
        if type(need) is DecisionNeed:
            mend = game.mend_again(draft, need)
            if mend is not None:
                kept.append(mend)
                undecided = True
            continue
        kept.append(need)
        wagers_open = wagers_open or type(need) is WagersNeed
        burning = burning or need.kind == names.BURN
    areas = _areas_of(game, draft)
    if not areas and not wagers_open:
        draft.end((law.ROUND_OF_PLAY,))  # every wager was voided after the call: nothing is left to deal to
        return
    if areas and not undecided:
        if wagers_open:
            kept.append(_CALL)
        if not draft.due and not burning:
            deal = game.deals[areas]
            if draft.irregular.aside and shoe.is_under(draft):
                deal = CardsNeed(names.UNDER_SHOE, deal.slots[:1])
            kept.append(deal)
    draft.needs = tuple(kept)
    if draft.due:
        shoe.note_arrival(game, draft)


def make_room(game: PontoonTable, draft: Draft, patron: str, area: int) -> None:
    """A player with several areas gives one up where another player sits and no area is free (5.9)."""
    if area:
        free = set(range(1, game.terms.areas + 1)) - {w.area for w in draft.wagers if w.left.pieces}
        for wager in draft.wagers if not free else ():
            mine = [w for w in draft.wagers if w.patron == wager.patron and w.spot == names.WAGER and w.left.pieces]
            if wager in mine and wager.area == area and wager.patron != patron and len(mine) > 1:
                draft.hand_back(wager, (law.MANY_AREAS,))
    await_deal(game, draft)


def close_wagers(game: PontoonTable, draft: Draft) -> None:
    """The first card closes the wagers: what is seen to be over a maximum goes back, and hands are made room for."""
    areas = _areas_of(game, draft)
    for area in areas:
        _hand_back_excess(game, draft, area)
    areas = _areas_of(game, draft)
    draft.phase = names.DEAL
    draft.needs = ()
    boxes.line_up(game, draft, areas)
    hand_of = {area: place for place, area in enumerate(areas, start=1)}
    draft.hands = (_DEALER_HAND, *[Hand(place, area) for area, place in hand_of.items()])
    dealt = [w.ride_on(hand_of[w.area]) if w.left.pieces or w.face_down else w for w in draft.wagers]
    draft.wagers = tuple(dealt)


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
            because = (*boxes.sharing_grounds(game, len(wagers)), *game.rules.readings("P31"))
            least = game.terms.limits_of(wager.patron, names.WAGER).minimum_cents
            draft.hand_back(wager, because, cents if cents >= least else 0)
            pairs.drop_idle(game, draft)


# Which wagers and seats are not taken.


def refuse_wager(game: PontoonTable, round: Round, act: Place) -> Refusal | None:
    """Refuse a wager on another's areas, by a player who is held to less, or beyond the share of its area."""
    no = refuse_area(game, round, act.patron, act.area)
    if no is None and game.terms.marker:
        no = marker.refuse_turn(game, round, act.patron, act.area, act.spot)
    if no is not None:
        return no
    if act.spot == names.UNDISCLOSED:
        return marker.refuse_hidden(round, act)
    if act.spot == names.PAIRS:
        return pairs.refuse(game, round, act.patron, act.area)
    if act.unnoticed:
        return None
    return _refuse_held(game, round, act) or _refuse_share(game, round, act)


def refuse_area(game: PontoonTable, round: Round, patron: str, number: int) -> Refusal | None:
    """Refuse an area that is kept for another player, and a table that has its players."""
    for name, theirs in game.terms.reserved.items():
        if number in theirs and name != patron:
            words = say("Area {area} is reserved for {patron}: choose another one.", area=number, patron=name)
            return Refusal((law.AREAS_RESERVED,), words)
    most = game.terms.players
    if most:
        here = {w.patron for w in round.wagers if w.stake.pieces} | {box.seated for box in round.boxes if box.seated}
        if patron not in here and len(here) >= most:
            words = say("This table is full: it takes {most} players now.", most=most)
            return Refusal((law.FEWER_PLAYERS,), words)
    return None


def _refuse_held(game: PontoonTable, round: Round, act: Place) -> Refusal | None:
    """Refuse more than the minimum, or a second area, to a player who is held to them."""
    held = game.terms.restricted.get(act.patron)
    if held is None:
        return None
    rule = law.Key(held.rule)
    least = game.terms.limits_of(act.patron, names.WAGER).minimum_cents
    there = sum(w.left.cents for w in round.wagers_on(act.area, names.WAGER) if w.patron == act.patron)
    if there + act.stake.cents > least:
        words = say("{patron} is held to the minimum of {least}.", patron=act.patron, least=dollars(least))
        return Refusal((rule,), words)
    if rule == law.ONE_AREA_AT_MINIMUM:
        for other in round.wagers:
            if (
                other.patron == act.patron
                and other.spot == names.WAGER
                and other.left.pieces
                and other.area != act.area
            ):
                words = "{patron} is held to one area, and has area {area}."
                return Refusal((rule,), say(words, patron=act.patron, area=other.area))
    return None


def _refuse_share(game: PontoonTable, round: Round, act: Place) -> Refusal | None:
    """Refuse what goes beyond the room that those before a player leave under the maximum of the area."""
    others = [w for w in boxes.initial_wagers(round, act.area) if w.patron != act.patron]
    if not others or act.patron == box_of(round.boxes, act.area).seated:
        return None
    room = game.terms.limits_of(act.patron, names.WAGER).maximum_cents - sum(w.stake.cents for w in others)
    mine = sum(w.left.cents for w in round.wagers_on(act.area, names.WAGER) if w.patron == act.patron)
    if mine + act.stake.cents > room:
        words = "Area {area} has room for {amount} more under its maximum."
        amount = dollars(max(room - mine, 0))
        return Refusal((law.SIGN_MAXIMUM, law.MAXIMUM_SHARED), say(words, area=act.area, amount=amount))
    return None


def refuse_take_back(game: PontoonTable, round: Round, act: TakeBack) -> Refusal | None:
    """Refuse to take an initial wager from under a Perfect Pairs wager of one's own that needs it, and in a tournament
    one that was made in turn."""
    if game.terms.marker:
        return marker.LOCKED
    if act.spot != names.WAGER or not any(
        w.patron == act.patron and w.left.pieces for w in round.wagers_on(act.area, names.PAIRS)
    ):
        return None
    words = "Your Perfect Pairs wager needs this one: take the pair wager back first."
    if game.rules.applies(law.PAIRS_NEED_WAGER):
        return Refusal((law.PAIRS_NEED_WAGER,), words)
    others = [w for w in boxes.initial_wagers(round, act.area) if w.patron != act.patron]
    return None if others else Refusal((law.PAIRS_NEED_HAND,), words)


def refuse_crowd(game: PontoonTable, round: Round, patron: str, others: Sequence[Wager]) -> Refusal | None:
    """Refuse a wager on a spot of an area that has its players."""
    area = others[0].area
    if others[0].spot == names.PAIRS:
        return pairs.refuse_fourth(game, round, patron, area, len(others))
    most = game.terms.bettors or game.figures.bettors
    if len(others) < most:
        return None
    key = law.FEWER_PLAYERS if most == 1 else law.THREE_BETTORS
    words = say_number(
        "Area {area} is full: it takes {number} player. Choose another area.",
        "Area {area} is full: it takes {number} players. Choose another area.",
        most,
        area=area,
    )
    return Refusal((key,), words)
