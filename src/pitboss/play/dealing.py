"""Cards and calls: shuffle, cut, deal, turn, the cutting card, the dealer's calls. Each act stands with why it may be
refused and what it does."""

from pitboss import law
from pitboss.cards import UNKNOWN, Card
from pitboss.play.acts import Call, Cut, CuttingCard, Deal, Shuffle, Turn
from pitboss.play.events import Called, CutMade, Shuffled
from pitboss.play.needs import RACK, CallNeed, CardsNeed, CutNeed, Need, ShuffleNeed, TurnNeed
from pitboss.play.round import Draft, Kind, Round
from pitboss.play.wager import Refusal


def refuse_shuffle(round: Round, act: Shuffle, need: Need | None) -> Refusal | None:
    """Refuse a shuffle out of turn, and a chosen seed at a table that plays for money."""
    if not isinstance(need, ShuffleNeed):
        return round.game.closed(round, act)
    if act.chosen and round.game.terms.money:
        return Refusal((law.CHOSEN_SEED,), "A shoe whose seed somebody chose cannot serve a money table.")
    return None


def shuffle(draft: Draft, act: Shuffle, need: ShuffleNeed) -> None:
    """The cards are shuffled."""
    draft.deck = need.deck
    draft.events.append(Shuffled(need.deck, act.commitment, need.because))
    draft.game.answered(draft, need, act)


def refuse_cut(round: Round, act: Cut, need: Need | None) -> Refusal | None:
    """Refuse a cut by another person, or at another depth."""
    if not isinstance(need, CutNeed):
        return round.game.closed(round, act)
    if act.by != need.by:
        who = "The dealer" if need.by == "dealer" else need.by
        return Refusal(need.because, f"{who} does this, not {act.by}.")
    if not need.least <= act.at <= need.most:
        words = f"The cutting card goes {need.least} to {need.most} cards deep, not {act.at}."
        return Refusal(need.depth, words)
    return None


def cut(draft: Draft, act: Cut, need: CutNeed) -> None:
    """The cutting card goes into the stack."""
    draft.events.append(CutMade(act.by, act.at, need.depth + need.because, act.need))
    draft.game.answered(draft, need, act)


def refuse_call(round: Round, act: Call, need: Need | None) -> Refusal | None:
    """Refuse a call out of turn."""
    return None if isinstance(need, CallNeed) else round.game.closed(round, act)


def call(draft: Draft, act: Call, need: CallNeed) -> None:
    """The dealer closes a phase."""
    draft.events.append(Called(need.says, need.because))
    draft.game.answered(draft, need, act)


def refuse_deal(round: Round, act: Deal, need: Need | None) -> Refusal | None:
    """Refuse cards that are not what the need awaits."""
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


def deal(draft: Draft, act: Deal, need: CardsNeed) -> None:
    """Cards come out."""
    cards, slots = act.cards, need.slots
    game = draft.game
    because = game.deal_begins(draft, need)
    count = len(cards)
    if count == len(slots):
        draft.deal(slots, cards, because)
        game.answered(draft, need, act)
    else:
        draft.deal(slots[:count], cards, because)
        draft.await_cards(need.after(count))


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


def refuse_bring_cutting_card(round: Round, act: CuttingCard, need: Need | None) -> Refusal | None:
    """Refuse a cutting card that cannot come out now."""
    if not isinstance(need, CardsNeed):
        return round.game.closed(round, act)
    return round.game.refuses(round, need, act)


def bring_cutting_card(draft: Draft, _: CuttingCard, need: CardsNeed) -> None:
    """The cutting card comes out."""
    draft.game.cutting_card(draft, need)


def refuse_turn(round: Round, act: Turn, need: Need | None) -> Refusal | None:
    """Refuse to turn cards, or to read a wager, that is not to be turned."""
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


def turn(draft: Draft, act: Turn, need: TurnNeed) -> None:
    """Cards are turned face up, or a written wager is read."""
    game = draft.game
    if need.wager >= 0:
        wager = draft.wagers[need.wager]
        stake = act.stake if act.stake.pieces else wager.stake
        draft.set_wager(wager._replace(stake=stake, left=stake, face_down=False))
    else:
        hand = draft.hands[need.hand]
        draft.turn(hand, act.cards, game.turns_because(hand), need.places)
    game.answered(draft, need, act)


KINDS = {
    Shuffle: Kind(refuse_shuffle, shuffle, answers=True),
    Cut: Kind(refuse_cut, cut, answers=True),
    Call: Kind(refuse_call, call, answers=True),
    Deal: Kind(refuse_deal, deal, answers=True),
    CuttingCard: Kind(refuse_bring_cutting_card, bring_cutting_card),
    Turn: Kind(refuse_turn, turn, answers=True),
}
