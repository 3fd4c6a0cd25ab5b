"""Wagers and seats before the first card: each act with its fields, why it may be refused and what it does."""

from pitboss import law
from pitboss.money import Stake
from pitboss.play.box import box_of, seat_of, with_box
from pitboss.play.events import Seated, WagerPlaced
from pitboss.play.limits import limit_fault, plain_cents, refuse_chips, refuse_tender
from pitboss.play.needs import WagersNeed
from pitboss.play.round import Act, Draft, Round
from pitboss.play.terms import spot_words
from pitboss.play.wager import Refusal, Wager


class Place(Act, tag="Place"):
    """A player puts a wager on a spot, or adds to the one they have there.

    `unnoticed` is a wager that went down without anybody checking it against the sign, as happens on a real felt; the
    rules for what is found later then apply. `face_down` is a wager written and not shown (its stake may be unread).
    """

    answers = WagersNeed

    need: str
    patron: str
    area: int
    spot: str
    stake: Stake
    unnoticed: bool = False
    face_down: bool = False
    approved_by: str = ""
    """The rank that allowed it, where a wager needs leave."""
    line: int = 0
    """Its place in the line of wagers on the box, 1 being nearest the dealer; 0 puts it behind those that are there."""

    def refuse(self, round: Round, need: WagersNeed) -> Refusal | None:
        """Refuse a wager that the layout, the sign or the rules of the game do not take."""
        game = round.game
        patron, area, spot, stake, face_down = self.patron, self.area, self.spot, self.stake, self.face_down
        if not 1 <= area <= game.terms.areas:
            return Refusal((law.PLAYING_AREA,), f"The layout has playing areas 1 to {game.terms.areas}, not {area}.")
        for offer in need.offers:
            if offer.spot == spot:
                break
        else:
            return game.closed(round, self)
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
        no = game.refuse_crowd(round, patron, there) if there and not own else None
        no = no or game.refuses(round, need, self)
        if no is None and not self.unnoticed and not face_down and not game.spots[spot].priced:
            there_cents = own[-1].stake.cents if own else 0
            no = limit_fault(game, patron, spot, there_cents + (cents or stake.cents))
        return no if cents else no or refuse_chips(game, stake)

    def do(self, draft: Draft, _: object) -> None:
        game = draft.game
        patron, area, spot, stake = self.patron, self.area, self.spot, self.stake
        for wager in draft.wagers:
            if wager.spot == spot and wager.area == area and wager.patron == patron and wager.left.pieces:
                draft.add_to(wager._replace(unnoticed=wager.unnoticed or self.unnoticed), stake)
                because = game.placed_because(draft, wager)
                draft.events.append(WagerPlaced(wager.id, patron, area, spot, stake, because))
                break
        else:
            number, unnoticed, is_down = len(draft.wagers), self.unnoticed, self.face_down
            wager = Wager(number, patron, area, spot, stake, stake, -1, unnoticed, is_down, line=self.line)
            draft.place(wager, game.placed_because(draft, wager))
        game.wagered(draft)


class TakeBack(Act, tag="TakeBack"):
    """A player takes a wager back while wagers are open."""

    answers = WagersNeed

    need: str
    patron: str
    area: int
    spot: str

    def refuse(self, round: Round, need: WagersNeed) -> Refusal | None:
        """Refuse to hand a wager back that is not there, or that the game keeps."""
        if not any(w.patron == self.patron and w.live for w in round.wagers_on(self.area, self.spot)):
            return Refusal((law.NOT_YOURS,), f"{self.patron} has no {spot_words(self.spot)} on area {self.area}.")
        return round.game.refuses(round, need, self)

    def do(self, draft: Draft, _: object) -> None:
        for wager in draft.wagers:
            if (wager.patron, wager.area, wager.spot) == (self.patron, self.area, self.spot) and wager.live:
                draft.hand_back(wager, draft.game.placed_because(draft, wager))
        draft.game.wagered(draft)


class Sit(Act, tag="Sit"):
    """A player sits down at a playing area, or gets up from where they sit (area 0)."""

    answers = WagersNeed

    need: str
    patron: str
    area: int

    def refuse(self, round: Round, need: WagersNeed) -> Refusal | None:
        """Refuse a seat that is taken or not there."""
        if self.area == 0:
            if seat_of(round.boxes, self.patron):
                return None
            return Refusal((law.SEAT,), f"{self.patron} sits nowhere.")
        areas = round.game.terms.areas
        if not 1 <= self.area <= areas:
            return Refusal((law.PLAYING_AREA,), f"The layout has playing areas 1 to {areas}, not {self.area}.")
        seated = box_of(round.boxes, self.area).seated
        if seated:
            words = "sit there already" if seated == self.patron else f"find {seated} sitting there"
            return Refusal((law.SEAT,), f"At area {self.area} you {words}.")
        return round.game.refuses(round, need, self)

    def do(self, draft: Draft, _: object) -> None:
        was = seat_of(draft.boxes, self.patron)
        if was:
            draft.boxes = with_box(draft.boxes, box_of(draft.boxes, was)._replace(seated=""))
        if self.area:
            draft.boxes = with_box(draft.boxes, box_of(draft.boxes, self.area)._replace(seated=self.patron))
        draft.events.append(Seated(self.patron, self.area))
        draft.game.sat(draft, self.patron, self.area)
