"""The acts of people at a table: each kind with its fields, why it may be refused and what it does. The acts of people
of rank are in `powers`, the report of an irregularity in `irregularity`.
"""

from pitboss import law
from pitboss.cards import UNKNOWN, Card
from pitboss.messages import message, say, say_name, say_number
from pitboss.money import EMPTY, Stake, dollars
from pitboss.play import irregularity, needs, powers
from pitboss.play.events import Called, CutMade, Decided, Seated, Shuffled, WagerPlaced
from pitboss.play.round import Act as Act  # noqa: PLC0414  for those who know acts
from pitboss.play.round import Draft, Round, refuse_cards, refuse_laid_back
from pitboss.play.terms import limit_fault, plain_cents, refuse_chips, refuse_tender, spot_words
from pitboss.play.wager import Refusal, Wager, box_of, replace_box, seat_of
from pitboss.value import replace

# Wagers and seats before the first card.


class Place(Act, tag="Place"):
    """A player puts a wager on a spot, or adds to the one they have there.

    `unnoticed` is a wager that went down without a check against the sign, as happens on a real felt; the rules for
    late corrections then apply. `face_down` is a wager that was written and not shown; its stake may be unknown.
    """

    answers = needs.WagersNeed

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
    """Its place in the line of wagers on the box, 1 being nearest the dealer; 0 puts it last."""

    def refuse(self, round: Round, need: needs.WagersNeed) -> Refusal | None:
        """Refuse a wager that the layout, the sign or the rules of the game do not take."""
        game = round.game
        patron, area, spot, stake, face_down = self.patron, self.area, self.spot, self.stake, self.face_down
        if not 1 <= area <= game.terms.areas:
            return _no_such_area(area, game.terms.areas)
        for offer in need.offers:
            if offer.spot == spot:
                break
        else:
            return game.refuse_closed(round, self)
        cents = plain_cents(game, stake)
        no = None if cents else refuse_tender(stake)
        if no is None and not stake.pieces and not face_down:
            no = Refusal((law.CHIPS_OR_TOKENS,), "A wager must be more than $0.")
        if no is not None:
            return no
        if face_down and not game.spots[spot].face_down:
            words = say("The {spot} cannot be placed face down: show its amount.", spot=spot_words(spot))
            return Refusal((law.CHIPS_OR_TOKENS,), words)
        wagers = round.wagers
        there = [w for w in wagers if w.spot == spot and w.area == area and w.live] if wagers else []
        own = [w for w in there if w.patron == patron] if there else there
        no = game.refuse_crowd(round, patron, there) if there and not own else None
        no = no or _refuse_sitting_out(round, area) or game.refuses(round, need, self)
        if no is None and not self.unnoticed and not face_down and not game.spots[spot].priced:
            there_cents = own[-1].stake.cents if own else 0
            no = limit_fault(game, patron, spot, there_cents + (cents or stake.cents))
        return no if cents else no or refuse_chips(game, stake)

    def do(self, draft: Draft, _: object) -> None:
        game = draft.game
        patron, area, spot, stake = self.patron, self.area, self.spot, self.stake
        for wager in draft.wagers:
            if wager.spot == spot and wager.area == area and wager.patron == patron and wager.left.pieces:
                draft.add_to(replace(wager, unnoticed=wager.unnoticed or self.unnoticed), stake)
                because = game.placing_grounds(draft, wager)
                draft.events.append(WagerPlaced(wager.id, patron, area, spot, stake, because))
                break
        else:
            number, unnoticed, is_down = len(draft.wagers), self.unnoticed, self.face_down
            wager = Wager(number, patron, area, spot, stake, stake, -1, unnoticed, is_down, line=self.line)
            draft.place(wager, game.placing_grounds(draft, wager))
        game.follow_wagers(draft)


def _no_such_area(area: int, areas: int) -> Refusal:
    words = say("The layout has no area {area}: choose one from 1 to {areas}.", area=area, areas=areas)
    return Refusal((law.PLAYING_AREA,), words)


def _refuse_sitting_out(round: Round, area: int) -> Refusal | None:
    """Refuse a wager where a pass card lies in its place, or the player was charged as absent."""
    for box in round.boxes:
        if box.sits_out and box.area == area:
            because = round.game.rules.only((law.PASS_CARD,)) or (law.TOURNAMENT_PLAY,)
            return Refusal(because, "This player sits the round out. Wager again in the next one.")
    return None


class TakeBack(Act, tag="TakeBack"):
    """A player takes a wager back while wagers are open."""

    answers = needs.WagersNeed

    need: str
    patron: str
    area: int
    spot: str

    def refuse(self, round: Round, need: needs.WagersNeed) -> Refusal | None:
        """Refuse to hand back a wager that does not exist or that the game keeps."""
        if not any(w.patron == self.patron and w.live for w in round.wagers_on(self.area, self.spot)):
            words = "{patron} has no {spot} on area {area} to take back."
            spot = spot_words(self.spot)
            return Refusal((law.NOT_YOURS,), say(words, patron=self.patron, spot=spot, area=self.area))
        return round.game.refuses(round, need, self)

    def do(self, draft: Draft, _: object) -> None:
        for wager in draft.wagers:
            if (wager.patron, wager.area, wager.spot) == (self.patron, self.area, self.spot) and wager.live:
                draft.hand_back(wager, draft.game.placing_grounds(draft, wager))
        draft.game.follow_wagers(draft)


class Sit(Act, tag="Sit"):
    """A player sits down at a playing area, or gets up from where they sit (area 0)."""

    answers = needs.WagersNeed

    need: str
    patron: str
    area: int

    def refuse(self, round: Round, need: needs.WagersNeed) -> Refusal | None:
        """Refuse a seat that is taken or does not exist."""
        if self.area == 0:
            if seat_of(round.boxes, self.patron):
                return None
            return Refusal((law.SEAT,), say("{patron} has no seat to leave.", patron=self.patron))
        areas = round.game.terms.areas
        if not 1 <= self.area <= areas:
            return _no_such_area(self.area, areas)
        seated = box_of(round.boxes, self.area).seated
        if seated == self.patron:
            return Refusal((law.SEAT,), say("You already sit at area {area}.", area=self.area))
        if seated:
            words = say("{patron} sits at area {area}: choose another one.", patron=seated, area=self.area)
            return Refusal((law.SEAT,), words)
        return round.game.refuses(round, need, self)

    def do(self, draft: Draft, _: object) -> None:
        was = seat_of(draft.boxes, self.patron)
        if was:
            draft.boxes = replace_box(draft.boxes, replace(box_of(draft.boxes, was), seated=""))
        if self.area:
            draft.boxes = replace_box(draft.boxes, replace(box_of(draft.boxes, self.area), seated=self.patron))
        draft.events.append(Seated(self.patron, self.area))
        draft.game.follow_seat(draft, self.patron, self.area)


PASS_CARD = "pass-card"  # noqa: S105  # it is none
"""The reason why a tournament player sits a round out; the other reason is absence."""


class SitOut(Act, tag="SitOut"):
    """A seated tournament player lets the round go by: a pass card lies on the area, or the player is absent."""

    answers = needs.WagersNeed

    need: str
    patron: str
    area: int
    why: str = PASS_CARD

    def refuse(self, round: Round, need: needs.WagersNeed) -> Refusal | None:
        """Refuse a pass card where there are none, and beside a wager."""
        rule = law.PASS_CARD if self.why == PASS_CARD else law.TOURNAMENT_PLAY
        box = box_of(round.boxes, self.area)
        if self.why not in (PASS_CARD, ABSENT) or not round.game.rules.applies(rule):
            return Refusal((law.NOT_AN_OPTION,), "A player who does not wager at this table is simply not dealt in.")
        if box.seated != self.patron or box.sits_out:
            words = say("{patron} has no seat at area {area}, or already sits this round out.", **self._who())
            return Refusal((rule,), words)
        if any(w.patron == self.patron and w.live for w in round.wagers):
            return Refusal((rule,), say("{patron} has a wager on area {area}: it stays.", **self._who()))
        return round.game.refuses(round, need, self)

    def _who(self) -> dict[str, object]:
        return {"patron": self.patron, "area": self.area}

    def do(self, draft: Draft, _: object) -> None:
        draft.boxes = replace_box(draft.boxes, replace(box_of(draft.boxes, self.area), sits_out=True))
        rule = law.PASS_CARD if self.why == PASS_CARD else law.TOURNAMENT_PLAY
        draft.events.append(Decided(self.patron, self.area, self.why, (rule,)))
        draft.game.follow_wagers(draft)
        if all(box.sits_out for box in draft.boxes if box.seated) and not any(w.live for w in draft.wagers):
            draft.end((law.ROUND_OF_PLAY, rule, *draft.game.rules.readings("P67")))  # there is no hand to deal


# Cards and calls: shuffle, cut, deal, turn, the cutting card, the dealer's calls.


class Shuffle(Act, tag="Shuffle"):
    """The cards are shuffled; a virtual shoe publishes its commitment here, before the cut."""

    answers = needs.ShuffleNeed
    closes = True

    need: str
    commitment: str = ""
    chosen: bool = False

    def refuse(self, round: Round, _: object) -> Refusal | None:
        """Refuse a chosen seed at a table that plays for money."""
        if self.chosen and round.game.terms.money:
            return Refusal((law.CHOSEN_SEED,), "A chosen seed cannot serve a table for money: shuffle at random.")
        return None

    def do(self, draft: Draft, need: needs.ShuffleNeed) -> None:
        draft.deck = need.deck
        if draft.irregular.top:
            draft.irregular = replace(draft.irregular, top=())
        draft.events.append(Shuffled(need.deck, self.commitment, need.because))
        draft.game.follow_answer(draft, need, self)


UNCOUNTED = -1
"""The depth of a cut that was not counted: a real stack was cut by hand within the allowed places."""


class Cut(Act, tag="Cut"):
    """A person puts the cutting card in the stack, `at` cards deep: to cut it, or to mark where dealing ends."""

    answers = needs.CutNeed
    closes = True

    need: str
    by: str = "dealer"
    at: int = 0

    def refuse(self, _: Round, need: needs.CutNeed) -> Refusal | None:
        """Refuse a cut by another person, or at another depth."""
        if self.by != need.by:
            who = say("the dealer") if need.by == "dealer" else need.by
            return Refusal(need.because, say("Only {who} may cut now, not {by}.", who=who, by=self.by))
        if self.at == UNCOUNTED:
            return None
        if not need.least <= self.at <= need.most:
            words = "Put the cutting card {least} to {most} cards deep, not {at}."
            return Refusal(need.depth, say(words, least=need.least, most=need.most, at=self.at))
        return None

    def do(self, draft: Draft, need: needs.CutNeed) -> None:
        draft.events.append(CutMade(self.by, self.at, need.depth + need.because, self.need))
        draft.game.follow_answer(draft, need, self)


class Call(Act, tag="Call"):
    """The dealer's call that closes a phase: no more bets, or settle."""

    answers = needs.CallNeed
    closes = True

    need: str

    def do(self, draft: Draft, need: needs.CallNeed) -> None:
        draft.events.append(Called(need.says, need.because))
        draft.game.follow_answer(draft, need, self)


class Deal(Act, tag="Deal"):
    """Cards come out and go to the next places of the need, one card or many at a time."""

    answers = needs.CardsNeed
    closes = True

    need: str
    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"<deal {len(self.cards)} cards for {self.need}>"  # they may lie face down

    def refuse(self, round: Round, need: needs.CardsNeed) -> Refusal | None:
        """Refuse cards that are not what the need awaits."""
        slots, cards = need.slots, self.cards
        count = len(cards)
        if not need.takes(count):
            words = say_number(
                "{number} card expected, {count} keyed.",
                "{number} cards expected, {count} keyed.",
                len(slots),
                count=count,
            )
            if need.packets:
                packets = ", ".join(map(str, need.packets))
                words = say("{words} Key them in packets of {packets}.", words=words, packets=packets)
            return Refusal((law.CARDS_FROM_DEVICE,), words)
        if slots[0].hand == needs.RACK:
            if cards == (UNKNOWN,):
                return None
            return Refusal((law.FIRST_CARD_BURNED,), "A burned card stays unseen: write ?? for it.")
        if round.due:
            return Refusal(round.due, "Shuffle the cards first, and cut them if the rules ask for a cut.")
        game = round.game
        if round.irregular.top and (no := refuse_laid_back(round, cards)):
            return no
        if round.out + count > game.size:
            left = game.size - round.out
            words = say("{count} cards keyed, but only {left} are left to deal.", count=count, left=left)
            return Refusal((law.CARDS_FROM_DEVICE,), words)
        if count == 1 and game.copies == 1 and cards[0] in game.deck_set and cards[0] not in round.seen:
            return None  # as most cards come
        if UNKNOWN in cards:
            for slot, card in zip(slots, cards, strict=False):
                if slot.up and card == UNKNOWN:
                    return Refusal((law.CARD_UNSEEN,), "A card dealt face up is known: name it.")
        return refuse_cards(round, cards)

    def do(self, draft: Draft, need: needs.CardsNeed) -> None:
        cards, slots = self.cards, need.slots
        game = draft.game
        because = game.deal_begins(draft, need)
        count = len(cards)
        if draft.irregular.top:
            draft.irregular = replace(draft.irregular, top=draft.irregular.top[count:])
        if count == len(slots):
            draft.deal(slots, cards, because)
            game.follow_answer(draft, need, self)
        else:
            draft.deal(slots[:count], cards, because)
            draft.await_cards(need.reduce(count))


class CuttingCard(Act, tag="CuttingCard"):
    """The cutting card comes out of the shoe, before the next card that the need awaits."""

    answers = needs.CardsNeed

    need: str

    def refuse(self, round: Round, _: object) -> Refusal | None:
        return round.game.refuse_cutting_card(round)

    def do(self, draft: Draft, need: needs.CardsNeed) -> None:
        draft.game.follow_cutting_card(draft, need)


class Turn(Act, tag="Turn"):
    """Cards are turned face up, or a written wager is read: what was unknown is named."""

    answers = needs.TurnNeed
    closes = True

    need: str
    cards: tuple[Card, ...] = ()
    stake: Stake = EMPTY

    def refuse(self, round: Round, need: needs.TurnNeed) -> Refusal | None:
        """Refuse to name what is known, or to leave out what is unknown."""
        if need.wager >= 0:
            unread = not round.wagers[need.wager].stake.pieces
            if unread == bool(self.stake.pieces):
                return None
            words = "Give an amount only for a written wager whose amount is not known yet."
            return Refusal((law.CHIPS_OR_TOKENS,), words)
        cards = self.cards
        if len(cards) != need.unknown or UNKNOWN in cards:
            if not need.unknown:
                return Refusal((law.CARD_UNSEEN,), "All cards of this hand are known: name none.")
            words = say_number(
                "Name the card of this hand that is still unknown.",
                "Name the {number} cards of this hand that are still unknown.",
                need.unknown,
            )
            return Refusal((law.CARD_UNSEEN,), words)
        if round.irregular.top and (no := refuse_laid_back(round, (), cards)):
            return no
        return refuse_cards(round, cards) if cards else None

    def do(self, draft: Draft, need: needs.TurnNeed) -> None:
        game = draft.game
        if need.wager >= 0:
            wager = draft.wagers[need.wager]
            stake = self.stake if self.stake.pieces else wager.stake
            draft.set_wager(replace(wager, stake=stake, left=stake, face_down=False))
        else:
            hand = draft.hands[need.hand]
            draft.turn(hand, self.cards, game.turning_grounds(hand), need.places)
        game.follow_answer(draft, need, self)


class Announce(Act, tag="Announce"):
    """A supervisor announces a written wager after its round: its type and amount as written (an amount of 0 and an
    empty type where the form does not say), and the chips that its player has."""

    answers = needs.AnnounceNeed
    closes = True

    need: str
    kind: str
    cents: int
    chips_cents: int

    def refuse(self, _: Round, need: needs.AnnounceNeed) -> Refusal | None:
        """Refuse amounts that no form and no player can have."""
        if self.cents < 0 or self.chips_cents < 0:
            return Refusal(need.because, "The amount must be $0 or more.")
        return None

    def do(self, draft: Draft, need: needs.AnnounceNeed) -> None:
        draft.game.follow_answer(draft, need, self)


# Decisions.


class Decide(Act, tag="Decide"):
    """A player takes one of the options offered, with the stake that it asks for."""

    answers = needs.DecisionNeed
    closes = True

    need: str
    patron: str
    option: str
    stake: Stake = EMPTY
    unnoticed: bool = False

    def refuse(self, round: Round, need: needs.DecisionNeed) -> Refusal | None:
        """Refuse a decision that is not offered, is another player's, or has the wrong stake."""
        patron, name, stake, unnoticed = self.patron, self.option, self.stake, self.unnoticed
        if patron != need.patron:
            because = (law.NOT_YOURS, *round.game.whose_because)
            words = say("This decision is {owner}'s, not {patron}'s.", owner=need.patron, patron=patron)
            return Refusal(because, words)
        for option in need.options:
            if option.name == name:
                break
        else:
            offered = say(" or ").join(say_name(option.name) for option in need.options if not option.declines)
            because = need.options[0].because if need.options else ()
            words = say("{patron} may {offered}, not {option}.", patron=patron, offered=offered, option=say_name(name))
            return Refusal((law.NOT_AN_OPTION, *because), words)
        game, cents, plain = round.game, 0, 0
        if stake.pieces:
            cents = plain = plain_cents(game, stake)
            if not plain:
                no = refuse_tender(stake)
                if no is not None:
                    return no
                cents = stake.cents
        if not unnoticed and not option.least_cents <= cents <= option.most_cents:
            return Refusal(option.because, _amount_words(option, cents))
        if unnoticed and (not option.most_cents or not cents):
            words = say("To {option} takes no stake: leave `unnoticed` out.", option=name)
            return Refusal(option.because, words)
        no = game.refuses(round, need, self)
        return no if plain or not cents else no or refuse_chips(game, stake)

    def do(self, draft: Draft, need: needs.DecisionNeed) -> None:
        draft.game.carry_out_decision(draft, need, self.option, self.stake, self.unnoticed)


def _amount_words(option: needs.Option, cents: int) -> str:
    name, least, most = say_name(option.name), option.least_cents, option.most_cents
    if not most:
        return say("To {option} takes no stake: leave it out.", option=name)
    if option.amounts:
        asked = say(" or ").join(dollars(amount) for amount in option.amounts)
    elif least == most:
        asked = say("exactly {amount}", amount=dollars(least))
    else:
        asked = say("{least} to {most}", least=dollars(least), most=dollars(most))
    return say("To {option} takes {asked}, not {amount}.", option=name, asked=asked, amount=dollars(cents))


ABSENT = message("absent")
"""The reason of a lapse whose player is not there; with any other reason the player is there."""


class Lapse(Act, tag="Lapse"):
    """A player is absent, out of time or refuses a decision or the cut: the rules decide."""

    answers = (needs.DecisionNeed, needs.CutNeed)
    closes = True

    need: str
    reason: str = ABSENT

    def refuse(self, _: Round, need: needs.DecisionNeed | needs.CutNeed) -> Refusal | None:
        """Refuse a lapse of what may not lapse."""
        if isinstance(need, needs.CutNeed):
            if need.may_refuse:
                return None
            who = say("the dealer") if need.by == "dealer" else need.by
            return Refusal(need.because, say("This cut is for {who} to make: it cannot be refused.", who=who))
        if need.optional:
            words = say("This decision of {patron} is optional and lapses by itself.", patron=need.patron)
            return Refusal((law.NOT_AN_OPTION,), words)
        return None

    def do(self, draft: Draft, need: needs.DecisionNeed | needs.CutNeed) -> None:
        if isinstance(need, needs.CutNeed):
            draft.game.follow_answer(draft, need, self)
        else:
            draft.game.carry_out_lapse(draft, need, self.reason)


_LAST = (powers.__name__, irregularity.__name__)
ACTS: tuple[type[Act], ...] = tuple(sorted(Act.__subclasses__(), key=lambda kind: kind.__module__ in _LAST))
"""Every kind of act, in the order of a round; those of people of rank last."""
