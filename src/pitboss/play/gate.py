"""The one gate: whether an act is legal, and if not, which rule says so.

Buttons, the terminal, the API and `apply` all ask here, so that they can never disagree.
"""

from collections.abc import Callable
from typing import Any

from pitboss import law
from pitboss.cards import UNKNOWN, Card
from pitboss.money import Stake, dollars
from pitboss.play import powers
from pitboss.play.acts import (
    Act,
    Call,
    Cut,
    CutBack,
    CuttingCard,
    Deal,
    Decide,
    DirectShuffle,
    Find,
    Lapse,
    Place,
    Rule,
    Shuffle,
    Sit,
    TakeBack,
    Turn,
    Void,
)
from pitboss.play.box import box_of, seat_of
from pitboss.play.game import Game
from pitboss.play.limits import limit_fault
from pitboss.play.needs import (
    RACK,
    CallNeed,
    CardsNeed,
    CutNeed,
    DecisionNeed,
    Need,
    Option,
    ShuffleNeed,
    TurnNeed,
    WagersNeed,
)
from pitboss.play.round import Round
from pitboss.play.terms import spot_words
from pitboss.play.wager import Refusal

Check = Callable[[Round, Any, Any], Refusal | None]
"""Looks at an act and at the need that it names, if that is open."""


def refusal(round: Round, act: Act) -> Refusal | None:
    """Say why an act is not taken; nothing if it is legal."""
    return CHECKS[type(act)](round, act, round.need(act.need))


def _place(round: Round, act: Place, need: Need | None) -> Refusal | None:
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
    cents = _plain_cents(game, stake)
    no = None if cents else _tender(stake)
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
    no = no or game.refuses_wager(round, need, act)
    if no is None and not act.unnoticed and not face_down and not game.spots[spot].priced:
        there_cents = own[-1].stake.cents if own else 0
        no = limit_fault(game, patron, spot, there_cents + (cents or stake.cents))
    return no if cents else no or _chips(game, stake)


def _plain_cents(game: Game, stake: Stake) -> int:
    """What a stake comes to that is one pile of chips of this table, as nearly all are; 0 for any other."""
    pieces = stake.pieces
    if len(pieces) == 1:
        cents = pieces[0].cents
        if pieces[0].kind == "chips" and cents > 0 and not cents % game.smallest_chip:
            return cents
    return 0


def _tender(stake: Stake) -> Refusal | None:
    """Refuse what is neither chips nor promotional tokens."""
    for piece in stake.pieces:
        if piece.cents <= 0:
            return Refusal((law.CHIPS_OR_TOKENS,), "A wager is more than nothing.")
        if piece.kind not in ("chips", "tokens"):
            return Refusal((law.CHIPS_OR_TOKENS,), f"Wagers are chips or promotional tokens, not {piece.kind}.")
    return None


def _chips(game: Game, stake: Stake) -> Refusal | None:
    """Refuse an amount of chips that the table's chips do not make."""
    for piece in stake.pieces:
        cents = piece.cents
        if piece.kind == "chips" and cents % game.smallest_chip and not game.terms.chips.pays_exactly(cents):
            return Refusal((law.CHIPS_OR_TOKENS,), f"The chips of this table do not make {dollars(cents)}.")
    return None


def _take_back(round: Round, act: TakeBack, need: Need | None) -> Refusal | None:
    if not isinstance(need, WagersNeed):
        return round.game.closed(round, act)
    if not any(w.patron == act.patron and w.live for w in round.wagers_on(act.area, act.spot)):
        return Refusal((law.NOT_YOURS,), f"{act.patron} has no {spot_words(act.spot)} on area {act.area}.")
    return round.game.refuses_take_back(round, act)


def _sit(round: Round, act: Sit, need: Need | None) -> Refusal | None:
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
    return round.game.refuses_seat(round, act)


def _shuffle(round: Round, act: Shuffle, need: Need | None) -> Refusal | None:
    if not isinstance(need, ShuffleNeed):
        return round.game.closed(round, act)
    if act.chosen and round.game.terms.money:
        return Refusal((law.CHOSEN_SEED,), "A shoe whose seed somebody chose cannot serve a money table.")
    return None


def _cut(round: Round, act: Cut, need: Need | None) -> Refusal | None:
    if not isinstance(need, CutNeed):
        return round.game.closed(round, act)
    if act.by != need.by:
        who = "The dealer" if need.by == "dealer" else need.by
        return Refusal(need.because, f"{who} does this, not {act.by}.")
    if not need.least <= act.at <= need.most:
        words = f"The cutting card goes {need.least} to {need.most} cards deep, not {act.at}."
        return Refusal(need.depth, words)
    return None


def _call(round: Round, act: Call, need: Need | None) -> Refusal | None:
    return None if isinstance(need, CallNeed) else round.game.closed(round, act)


def _deal(round: Round, act: Deal, need: Need | None) -> Refusal | None:
    if not isinstance(need, CardsNeed):
        return round.game.closed(round, act)
    slots, cards = need.slots, act.cards
    count = len(cards)
    if (count != len(slots) or not count) and not need.takes(count):
        wanted = f", in packets of {', '.join(map(str, need.packets))}" if need.packets else ""
        words = f"{len(slots)} cards are wanted{wanted}; {count} came, which does not fit."
        return Refusal((law.CARDS_FROM_DEVICE,), words)
    if slots[0].hand == RACK:
        unseen = act.cards == (UNKNOWN,)
        return None if unseen else Refusal((law.FIRST_CARD_BURNED,), "A burned card is not looked at: write ?? for it.")
    if round.due:
        return Refusal(round.due, "The cards are shuffled first, and cut if they are to be cut.")
    game = round.game
    if round.out + count > game.size:
        left = game.size - round.out
        return Refusal((law.CARDS_FROM_DEVICE,), f"{count} cards came, and only {left} are left to deal.")
    if count == 1 and game.copies == 1 and cards[0] in game.deck_set and cards[0] not in round.seen:
        return None  # as most cards come
    if UNKNOWN in cards:
        for slot, card in zip(slots, cards, strict=False):
            if slot.up and card == UNKNOWN:
                return Refusal((law.CARD_UNSEEN,), "A card dealt face up is seen: name it.")
    return _new_cards(round, cards)


def _new_cards(round: Round, cards: tuple[Card, ...]) -> Refusal | None:
    """Refuse cards that the deck does not have, or has no more of."""
    game = round.game
    seen = round.seen
    if game.copies == 1:
        new = set(cards)
        if len(new) == len(cards) and new.isdisjoint(seen) and new <= game.deck_set:
            return None
    for place, card in enumerate(cards):
        if card == UNKNOWN:
            continue
        if card not in game.deck_set:
            rank = str(card)[0].replace("T", "10")
            return Refusal(game.deck_because, f"There is no {rank} in this deck.")
        if seen.count(card) + cards[:place].count(card) >= game.copies:
            where = "the deck has" if game.copies == 1 else "there are"
            return Refusal(game.deck_because, f"The {card} is out already: {where} only {game.copies} of it.")
    return None


def _turn(round: Round, act: Turn, need: Need | None) -> Refusal | None:
    if not isinstance(need, TurnNeed):
        return round.game.closed(round, act)
    if need.wager >= 0:
        unread = not round.wagers[need.wager].stake.pieces
        if unread != bool(act.stake.pieces):
            return Refusal(
                (law.CHIPS_OR_TOKENS,), "Read out the amount of a wager that was not read before, and only then."
            )
        return None
    cards = act.cards
    if len(cards) != need.unknown or UNKNOWN in cards:
        return Refusal((law.CARD_UNSEEN,), f"Name the {need.unknown} cards of this hand that nobody has seen yet.")
    return _new_cards(round, cards) if cards else None


def _decide(round: Round, act: Decide, need: Need | None) -> Refusal | None:
    if not isinstance(need, DecisionNeed):
        return round.game.closed(round, act)
    patron, name, stake, unnoticed = act.patron, act.option, act.stake, act.unnoticed
    if patron != need.patron:
        because = (law.NOT_YOURS, *round.game.whose_because)
        return Refusal(because, f"This decision is {need.patron}'s, not {patron}'s.")
    for option in need.options:
        if option.name == name:
            break
    else:
        offered = " or ".join(option.name for option in need.options if not option.declines)
        because = need.options[0].because if need.options else ()
        return Refusal((law.NOT_AN_OPTION, *because), f"{patron} may {offered}, not {name}.")
    game, cents, plain = round.game, 0, 0
    if stake.pieces:
        cents = plain = _plain_cents(game, stake)
        if not plain:
            no = _tender(stake)
            if no is not None:
                return no
            cents = stake.cents
    if not unnoticed and not option.least_cents <= cents <= option.most_cents:
        return Refusal(option.because, _amount_words(option, cents))
    if unnoticed and (not option.most_cents or not cents):
        return Refusal(option.because, f"{name.capitalize()} takes no stake that could go unnoticed.")
    no = game.refuses_decision(round, need, act)
    return no if plain or not cents else no or _chips(game, stake)


def _amount_words(option: Option, cents: int) -> str:
    name, least, most = option.name, option.least_cents, option.most_cents
    if not most:
        return f"To {name} takes no stake."
    asked = f"exactly {dollars(least)}" if least == most else f"{dollars(least)} to {dollars(most)}"
    if option.amounts:
        asked = " or ".join(dollars(amount) for amount in option.amounts)
    return f"To {name} is {asked}, not {dollars(cents)}."


def _cutting_card(round: Round, act: CuttingCard, need: Need | None) -> Refusal | None:
    if not isinstance(need, CardsNeed):
        return round.game.closed(round, act)
    return round.game.refuses_cutting_card(round, need)


def _lapse(round: Round, act: Lapse, need: Need | None) -> Refusal | None:
    if isinstance(need, CutNeed):
        return None if need.may_refuse else Refusal(need.because, f"The {need.by} cannot refuse to do this.")
    if not isinstance(need, DecisionNeed):
        return round.game.closed(round, act)
    if need.optional:
        return Refusal((law.NOT_AN_OPTION,), f"{need.patron} need not decide this: it lapses by itself.")
    return None


CHECKS: dict[type, Check] = {
    Place: _place,
    TakeBack: _take_back,
    Sit: _sit,
    Shuffle: _shuffle,
    Cut: _cut,
    Call: _call,
    Deal: _deal,
    CuttingCard: _cutting_card,
    Turn: _turn,
    Decide: _decide,
    Lapse: _lapse,
    Rule: powers.rule,
    Find: powers.find,
    Void: powers.void,
    CutBack: powers.cut_back,
    DirectShuffle: powers.direct_shuffle,
}
"""The gate by kind of act, for whoever has looked up the need already."""
