"""Why an act is out of turn, and which wagers are not taken: boxes that are full or kept, shares, restrictions."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon import boxes, pairs
from pitboss.games.pontoon.words import (
    DEALER,
    DOUBLE,
    INSURANCE,
    INSURANCE_CALL,
    INSURANCE_CLOSED,
    INSURE,
    OFFERS,
    PAIRS,
    PLAY,
    SPLIT,
    SURRENDER,
    SURRENDER_CALL,
    SURRENDER_CLOSED,
    WAGER,
    WAGERS,
)
from pitboss.law import Key
from pitboss.money import dollars
from pitboss.play.acts import Act, Call, Cut, CuttingCard, Deal, Decide, Lapse, Place, Shuffle, Sit, TakeBack
from pitboss.play.round import Round
from pitboss.play.wager import Refusal

if TYPE_CHECKING:
    from pitboss.games.pontoon.game import Pontoon

_LATER = {
    DOUBLE: (law.DOUBLE,),
    SPLIT: (law.SPLIT,),
    INSURANCE: (law.INSURANCE_OFFERED,),
}
_TOO_LATE = Refusal(
    (law.INSURANCE_REMEMBERED, law.INSURANCE_CLOSES),
    "The dealer has a second card: insurance can be made no more, not even where it was forgotten.",
)


def closed(game: "Pontoon", round: Round, act: Act) -> Refusal:
    """Say which rule an act out of turn runs against."""
    if round.is_over and not (isinstance(act, Deal) and act.need == DEALER):
        return Refusal((law.ROUND_OF_PLAY,), "The round is over.")
    match act:
        case Place() | TakeBack() | Sit():
            return _wager(game, round, act)
        case Shuffle():
            return Refusal((law.SHUFFLE_FIRST,), "The cards are shuffled when the cutting card has come out.")
        case Cut():
            return _cut(game, round)
        case Deal() | CuttingCard():
            return _deal(game, round)
        case Call():
            return _call(game, round, act)
        case Decide() | Lapse():
            return _decision(game, round, act)
        case _:
            return Refusal((law.IN_TURN,), "That comes at another time.")


def _wager(game: "Pontoon", round: Round, act: Place | TakeBack | Sit) -> Refusal:
    if round.phase != WAGERS or not any(need.id == WAGERS for need in round.needs):
        frozen = (law.WAGERS_FROZEN,) if round.phase != WAGERS else ()
        return Refusal((law.BETS_CLOSE, *frozen), "No more bets: a wager stays as it is now until it is settled.")
    if isinstance(act, Sit) or act.need != WAGERS:
        return Refusal((law.NEED_CLOSED,), f"Wagers and seats are taken in answer to {WAGERS}, which is open.")
    if act.spot == PAIRS:
        return Refusal((law.PAIRS_OFFERED,), "This table offers no Perfect Pairs.")
    if act.spot in _LATER:
        return Refusal(_LATER[act.spot], f"A wager to {act.spot} is made after the deal.")
    return Refusal((law.PLAYING_AREA,), f"The layout has no spot called {act.spot}.")


def _cut(game: "Pontoon", round: Round) -> Refusal:
    if not game.is_cut:
        return Refusal((law.DEVICE_UNCUT,), "Cards from a shuffling device are not cut.")
    return Refusal((law.PLAYERS_CUT,), "The cards are cut once, after a shuffle.")


def _deal(game: "Pontoon", round: Round) -> Refusal:
    if round.is_over:
        if game.dealer_stands(round.hands[0]):
            return Refusal((law.DEALER_DRAWS, law.ROUND_OF_PLAY), "The dealer stands on this total and draws no more.")
        return Refusal((law.DEALER_STOPS, law.ROUND_OF_PLAY), "The dealer draws no card that can change no result.")
    if round.due:
        return Refusal((law.SHUFFLE_FIRST, *round.due), "The cards are shuffled first.")
    if round.phase == WAGERS:
        return Refusal((law.INITIAL_DEAL,), "Cards go to areas with a wager, once every wager is in order.")
    if round.phase == OFFERS:
        return Refusal((law.IN_TURN, law.SURRENDER_OFFERED), "Insurance and surrender come before the next card.")
    return Refusal((law.IN_TURN,), "No card is called for: a player decides first.")


def _call(game: "Pontoon", round: Round, act: Call) -> Refusal:
    if act.need in (INSURANCE_CALL, INSURANCE_CLOSED):
        if len(round.hands[0].cards) > 1:
            return _TOO_LATE
        words = "Insurance is offered once, against an ace, until the dealer has a second card."
        return Refusal((law.INSURANCE_OFFERED, law.INSURANCE_CALLED), words)
    if act.need in (SURRENDER_CALL, SURRENDER_CLOSED):
        return Refusal(
            (law.SURRENDER_OFFERED,), "Surrender is offered against a jack, queen, king or ace, before the play."
        )
    if round.phase == WAGERS:
        return Refusal((law.BETS_CLOSE,), "There is no wager yet to close the bets on.")
    return Refusal((law.IN_TURN,), "Nothing is to be called now.")


def _has_pontoon(game: "Pontoon", round: Round, act: Decide | Lapse) -> bool:
    """Whether the wager that an act would insure lies on a pontoon."""
    kind, _, wager = act.need.rpartition("-")
    if kind != INSURE or not wager.isdecimal() or int(wager) >= len(round.wagers):
        return False
    hand = round.wagers[int(wager)].hand
    return hand > 0 and game.is_shown_pontoon(round, hand)


def _decision(game: "Pontoon", round: Round, act: Decide | Lapse) -> Refusal:
    option = act.option if isinstance(act, Decide) else ""
    if option == INSURE:
        if len(round.hands[0].cards) > 1:
            return _TOO_LATE
        if _has_pontoon(game, round, act):
            because = (law.INSURANCE_NOT_WITH_PONTOON, law.INSURANCE_OFFERED)
            return Refusal(because, "A pontoon cannot be insured: it is paid whatever the dealer has.")
        return Refusal((law.INSURANCE_OFFERED, law.INSURANCE_CLOSES), "Insurance is not open, or not for this hand.")
    if option == SURRENDER:
        words = "Surrender is not open: it is the controlling player's first, and comes before the play."
        return Refusal((law.SURRENDER_OFFERED, law.SURRENDER_FOLLOWS), words)
    where = "That hand is not being played now." if round.phase == PLAY else "No hand is being played now."
    return Refusal((law.IN_TURN,), where)


# Wagers.


def wager(game: "Pontoon", round: Round, act: Place) -> Refusal | None:
    """Refuse a wager on another's areas, by somebody who is held to less, or beyond the share of its area."""
    no = area(game, round, act.patron, act.area)
    if no is not None:
        return no
    if act.spot == PAIRS:
        return pairs.refuses(game, round, act.patron, act.area)
    if act.unnoticed:
        return None
    return _held(game, round, act) or _share(game, round, act)


def area(game: "Pontoon", round: Round, patron: str, number: int) -> Refusal | None:
    """Refuse an area that is kept for somebody else, and a table that has its players."""
    for name, theirs in game.terms.reserved.items():
        if number in theirs and name != patron:
            return Refusal((law.AREAS_RESERVED,), f"Area {number} is kept for {name}.")
    most = game.terms.players
    if most:
        here = {w.patron for w in round.wagers if w.stake.pieces} | {box.seated for box in round.boxes if box.seated}
        if patron not in here and len(here) >= most:
            return Refusal((law.FEWER_PLAYERS,), f"This table takes {most} players now.")
    return None


def _held(game: "Pontoon", round: Round, act: Place) -> Refusal | None:
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


def _share(game: "Pontoon", round: Round, act: Place) -> Refusal | None:
    """Refuse what goes beyond the room that those before a player leave under the maximum of the area."""
    others = [w for w in boxes.initial_wagers(round, act.area) if w.patron != act.patron]
    if not others or act.patron == seated(round, act.area):
        return None
    room = game.terms.limits_of(act.patron, WAGER).maximum_cents - sum(w.stake.cents for w in others)
    mine = sum(w.left.cents for w in round.wagers_on(act.area, WAGER) if w.patron == act.patron)
    if mine + act.stake.cents > room:
        words = f"Area {act.area} has room for {dollars(max(room - mine, 0))} more under its maximum."
        return Refusal((law.SIGN_MAXIMUM, law.MAXIMUM_SHARED), words)
    return None


def seated(round: Round, number: int) -> str:
    """Who sits at an area."""
    return next((box.seated for box in round.boxes if box.area == number), "")


def take_back(game: "Pontoon", round: Round, act: TakeBack) -> Refusal | None:
    """Refuse to take an initial wager from under a Perfect Pairs wager of one's own that needs it."""
    if act.spot != WAGER or not any(w.patron == act.patron and w.left.pieces for w in round.wagers_on(act.area, PAIRS)):
        return None
    words = "Your Perfect Pairs wager needs this one: take the pair wager back first."
    if game.rules.applies(law.PAIRS_NEED_WAGER):
        return Refusal((law.PAIRS_NEED_WAGER,), words)
    others = [w for w in boxes.initial_wagers(round, act.area) if w.patron != act.patron]
    return None if others else Refusal((law.PAIRS_NEED_HAND,), words)


def seat(game: "Pontoon", round: Round, act: Sit) -> Refusal | None:
    """Refuse a seat at an area that is kept for somebody else, and one more player where a table has enough."""
    return area(game, round, act.patron, act.area)
