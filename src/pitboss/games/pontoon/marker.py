"""Special wagering of a Pontoon tournament (20.7 to 20.9): players wager in turn from the marker, which moves a box
each round, a wager made in turn is locked, cards may be dealt from the marker; and wagers that are written, put down
unseen and announced after their round."""

from pitboss import law
from pitboss.games.pontoon import names
from pitboss.games.pontoon.table import PontoonTable
from pitboss.messages import say
from pitboss.money import Stake
from pitboss.play import Draft, Place, Refusal, Round, SitOut, Wager, box_of
from pitboss.play.acts import PASS_CARD, Announce
from pitboss.play.events import WagerPlaced
from pitboss.play.needs import AnnounceNeed
from pitboss.value import Value, replace

LOCKED = Refusal((law.WAGER_LOCKED,), "A wager that was made in turn stays as it is.")


def from_marker(game: PontoonTable, areas: tuple[int, ...]) -> tuple[int, ...]:
    """Areas clockwise from the one with the marker, or the next one that is there."""
    at = game.terms.marker
    return (*(area for area in areas if area >= at), *(area for area in areas if area < at))


def refuse_turn(game: PontoonTable, round: Round, patron: str, area: int, spot: str) -> Refusal | None:
    """Refuse a wager before its turn (20.9.5), and more on one that was made (20.9.6); a written wager may go beside an
    open one, as it is still its player's turn."""
    mine = [w for w in round.wagers if w.patron == patron and w.area == area and w.live]
    if any(w.spot == spot for w in mine):
        return LOCKED
    for before in from_marker(game, tuple(sorted(box.area for box in round.boxes if box.seated))):
        if before == area:
            break
        box = box_of(round.boxes, before)
        if not box.sits_out and not any(w.area == before and w.live for w in round.wagers):
            words = "It is {player}'s turn: take the wager off and wait for yours."
            because = (law.OUT_OF_TURN, law.WAGER_IN_TURN, law.WAGERING_ORDER, law.MARKER_MOVES)
            return Refusal(because, say(words, player=box.seated))
    return None


def refuse_pass(game: PontoonTable, round: Round, act: SitOut) -> Refusal | None:
    """Refuse a pass card before its player's turn; and, where P67 is read the other way, the last pass card of a round
    without a wager."""
    no = refuse_turn(game, round, act.patron, act.area, "") if game.terms.marker else None
    if no is None and act.why == PASS_CARD and not game.taken.all_may_pass:
        others = (box for box in round.boxes if box.seated and box.seated != act.patron)
        if all(box.sits_out for box in others) and not any(w.live for w in round.wagers):
            words = "Every other player sits this round out, and one player must wager: make a wager."
            return Refusal((law.PASS_CARD, *game.rules.readings("P67")), words)
    return no


def refuse_hidden(round: Round, act: Place) -> Refusal | None:
    """Refuse an amount that is shown on the place of a written wager."""
    if act.face_down and not act.stake.pieces:
        return None
    return Refusal(
        (law.UNDISCLOSED_FORM,), "An undisclosed wager is written on its form: no chips are placed for it yet."
    )


# What is announced after the round.


class MendedWager(Value):
    """A written wager as it counts: its amount, why, and whether it is simply lost."""

    cents: int
    because: law.Because
    is_lost: bool = False


def mend_undisclosed(game: PontoonTable, round: Round | Draft, wager: Wager, act: Announce) -> MendedWager:
    """What a written wager counts for: within the limits, within the chips that its player had besides other wagers of
    the round (20.8.3, P24), in whole units of the minimum. A form without amount or type costs the minimum."""
    sign = game.terms.limits_of(wager.patron, names.WAGER)
    least, mended = sign.minimum_cents, law.UNDISCLOSED_MENDED
    back = sum(s.returned.cents + s.pays for s in round.settlements if s.patron == wager.patron)
    left = max(0, act.chips_cents - back)
    beside = sum(w.stake.cents for w in round.wagers if w.area == wager.area and w.spot == names.WAGER)
    most = max(least, sign.maximum_cents - beside)
    reading = game.rules.readings("P24")
    if act.kind != names.WAGER or not act.cents:
        return MendedWager(min(least, left), (mended, law.UNDISCLOSED_INCOMPLETE), is_lost=True)
    if act.cents > left and not game.taken.overdraw_is_cut and beside:
        return MendedWager(0, (mended, *reading))
    if left < least:
        return MendedWager(left, (mended, law.UNDISCLOSED_INCOMPLETE, *reading), is_lost=True)
    cents = act.cents
    because: law.Because = ()
    if cents > most:
        cents, because = most, (mended, law.UNDISCLOSED_HIGH, *(reading if beside else ()))
    if cents > left:
        cents, because = left, (mended, law.UNDISCLOSED_OVERDRAWN, *(reading if beside else ()))
    if cents < least:
        cents, because = least, (mended, law.UNDISCLOSED_LOW)
    whole = cents - cents % (sign.unit_cents or 1)
    return MendedWager(whole, because if whole == cents else (*because, law.TOURNAMENT_LIMITS))


def announce_needs(draft: Draft) -> tuple[AnnounceNeed, ...]:
    """The written wagers that wait to be announced."""
    return tuple(
        AnnounceNeed(names.ANNOUNCE, wager.id, (law.UNDISCLOSED_ANNOUNCED,), subject=wager.id)
        for wager in draft.wagers
        if wager.face_down
    )


def place_announced(game: PontoonTable, draft: Draft, need: AnnounceNeed, act: Announce) -> tuple[Wager, MendedWager]:
    """A written wager is announced, and its player places it."""
    wager = draft.wagers[need.wager]
    mended = mend_undisclosed(game, draft, wager, act)
    stake = Stake.of(mended.cents)
    wager = draft.set_wager(replace(wager, stake=stake, left=stake, face_down=False))
    because = (law.UNDISCLOSED_ANNOUNCED, law.UNDISCLOSED_WITHIN, *mended.because)
    draft.events.append(WagerPlaced(wager.id, wager.patron, wager.area, wager.spot, stake, because))
    return wager, mended
