"""Wagers and seats before the first card: each act with why it may be refused and what it does."""

from pitboss import law
from pitboss.money import EMPTY
from pitboss.play.acts import Place, Sit, TakeBack
from pitboss.play.box import box_of, seat_of, with_box
from pitboss.play.events import Seated, WagerPlaced, WagerTakenBack
from pitboss.play.limits import limit_fault, plain_cents, refuse_chips, refuse_tender
from pitboss.play.needs import Need, WagersNeed
from pitboss.play.round import Draft, Kind, Round
from pitboss.play.terms import spot_words
from pitboss.play.wager import Refusal, Wager


def refuse_place(round: Round, act: Place, need: Need | None) -> Refusal | None:
    """Refuse a wager that the layout, the sign or the rules of the game do not take."""
    if not isinstance(need, WagersNeed):
        return round.game.closed(round, act)
    game = round.game
    patron, area, spot, stake, face_down = act.patron, act.area, act.spot, act.stake, act.face_down
    if not 1 <= area <= game.terms.areas:
        return Refusal((law.PLAYING_AREA,), f"The layout has playing areas 1 to {game.terms.areas}, not {area}.")
    for offer in need.offers:
        if offer.spot == spot:
            break
    else:
        return game.closed(round, act)
    cents = plain_cents(game, stake)
    no = None if cents else refuse_tender(stake)
    if no is None and not stake.pieces and not face_down:
        no = Refusal((law.CHIPS_OR_TOKENS,), "A wager is more than nothing.")
    if no is not None:
        return no
    if face_down and not game.spots[spot].face_down:
        return Refusal((law.CHIPS_OR_TOKENS,), f"The {spot_words(spot)} is put down for all to see.")
    wagers = round.wagers
    there = [w for w in wagers if w.spot == spot and w.area == area and w.live] if wagers else []
    own = [w for w in there if w.patron == patron] if there else there
    no = game.crowded(round, act, there) if there and not own else None
    no = no or game.refuses(round, need, act)
    if no is None and not act.unnoticed and not face_down and not game.spots[spot].priced:
        there_cents = own[-1].stake.cents if own else 0
        no = limit_fault(game, patron, spot, there_cents + (cents or stake.cents))
    return no if cents else no or refuse_chips(game, stake)


def place(draft: Draft, act: Place, _: object) -> None:
    """A player puts a wager down, or adds to the one that lies there."""
    game = draft.game
    patron, area, spot, stake = act.patron, act.area, act.spot, act.stake
    for wager in draft.wagers:
        if wager.spot == spot and wager.area == area and wager.patron == patron and wager.left.pieces:
            _add_to(draft, wager, act)
            break
    else:
        number, unnoticed, is_down = len(draft.wagers), act.unnoticed, act.face_down
        wager = Wager(number, patron, area, spot, stake, stake, -1, unnoticed, is_down, line=act.line)
        draft.place(wager, game.placed_because(draft, wager))
    game.wagered(draft)


def _add_to(draft: Draft, wager: Wager, act: Place) -> None:
    """A player puts more on a wager that lies there."""
    draft.add_to(wager._replace(unnoticed=wager.unnoticed or act.unnoticed), act.stake)
    because = draft.game.placed_because(draft, wager)
    draft.events.append(WagerPlaced(wager.id, act.patron, act.area, act.spot, act.stake, because))


def refuse_take_back(round: Round, act: TakeBack, need: Need | None) -> Refusal | None:
    """Refuse to hand a wager back that is not there, or that the game keeps."""
    if not isinstance(need, WagersNeed):
        return round.game.closed(round, act)
    if not any(w.patron == act.patron and w.live for w in round.wagers_on(act.area, act.spot)):
        return Refusal((law.NOT_YOURS,), f"{act.patron} has no {spot_words(act.spot)} on area {act.area}.")
    return round.game.refuses(round, need, act)


def take_back(draft: Draft, act: TakeBack, _: object) -> None:
    """A player takes a wager back."""
    for wager in draft.wagers:
        if (wager.patron, wager.area, wager.spot) == (act.patron, act.area, act.spot) and wager.live:
            draft.events.append(
                WagerTakenBack(wager.id, wager.patron, wager.left, draft.game.placed_because(draft, wager))
            )
            draft.set_wager(wager._replace(stake=EMPTY, left=EMPTY, face_down=False))
    draft.game.wagered(draft)


def refuse_sit(round: Round, act: Sit, need: Need | None) -> Refusal | None:
    """Refuse a seat that is taken or not there."""
    if not isinstance(need, WagersNeed):
        return round.game.closed(round, act)
    if act.area == 0:
        if seat_of(round.boxes, act.patron):
            return None
        return Refusal((law.SEAT,), f"{act.patron} sits nowhere.")
    if not 1 <= act.area <= round.game.terms.areas:
        areas = round.game.terms.areas
        return Refusal((law.PLAYING_AREA,), f"The layout has playing areas 1 to {areas}, not {act.area}.")
    seated = box_of(round.boxes, act.area).seated
    if seated:
        words = "sit there already" if seated == act.patron else f"find {seated} sitting there"
        return Refusal((law.SEAT,), f"At area {act.area} you {words}.")
    return round.game.refuses(round, need, act)


def sit(draft: Draft, act: Sit, _: object) -> None:
    """A player sits down, or gets up."""
    was = seat_of(draft.boxes, act.patron)
    if was:
        draft.boxes = with_box(draft.boxes, box_of(draft.boxes, was)._replace(seated=""))
    if act.area:
        draft.boxes = with_box(draft.boxes, box_of(draft.boxes, act.area)._replace(seated=act.patron))
    draft.events.append(Seated(act.patron, act.area))
    draft.game.sat(draft, act)


KINDS = {
    Place: Kind(refuse_place, place),
    TakeBack: Kind(refuse_take_back, take_back),
    Sit: Kind(refuse_sit, sit),
}
