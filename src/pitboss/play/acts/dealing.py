"""Cards and calls: shuffle, cut, deal, turn, the cutting card, the dealer's calls. Each act stands with its fields, why
it may be refused and what it does."""

from pitboss import law
from pitboss.cards import UNKNOWN, Card
from pitboss.money import EMPTY, Stake
from pitboss.play.events import Called, CutMade, Shuffled
from pitboss.play.needs import RACK, CallNeed, CardsNeed, CutNeed, ShuffleNeed, TurnNeed
from pitboss.play.round import Act, Draft, Round
from pitboss.play.wager import Refusal


class Shuffle(Act, tag="Shuffle"):
    """The cards are shuffled; a virtual shoe publishes its commitment here, before the cut."""

    answers = ShuffleNeed
    closes = True

    need: str
    commitment: str = ""
    chosen: bool = False

    def refuse(self, round: Round, _: object) -> Refusal | None:
        """Refuse a chosen seed at a table that plays for money."""
        if self.chosen and round.game.terms.money:
            return Refusal((law.CHOSEN_SEED,), "A shoe whose seed somebody chose cannot serve a money table.")
        return None

    def do(self, draft: Draft, need: ShuffleNeed) -> None:
        draft.deck = need.deck
        draft.events.append(Shuffled(need.deck, self.commitment, need.because))
        draft.game.answered(draft, need, self)


class Cut(Act, tag="Cut"):
    """Somebody puts the cutting card in the stack, `at` cards deep: to cut it, or to mark where it is to end."""

    answers = CutNeed
    closes = True

    need: str
    by: str = "dealer"
    at: int = 0

    def refuse(self, _: Round, need: CutNeed) -> Refusal | None:
        """Refuse a cut by another person, or at another depth."""
        if self.by != need.by:
            who = "The dealer" if need.by == "dealer" else need.by
            return Refusal(need.because, f"{who} does this, not {self.by}.")
        if not need.least <= self.at <= need.most:
            words = f"The cutting card goes {need.least} to {need.most} cards deep, not {self.at}."
            return Refusal(need.depth, words)
        return None

    def do(self, draft: Draft, need: CutNeed) -> None:
        draft.events.append(CutMade(self.by, self.at, need.depth + need.because, self.need))
        draft.game.answered(draft, need, self)


class Call(Act, tag="Call"):
    """The dealer's call that closes a phase: no more bets, or settle."""

    answers = CallNeed
    closes = True

    need: str

    def do(self, draft: Draft, need: CallNeed) -> None:
        draft.events.append(Called(need.says, need.because))
        draft.game.answered(draft, need, self)


class Deal(Act, tag="Deal"):
    """Cards come out and go to the next places that the need lists, one card or many at a time."""

    answers = CardsNeed
    closes = True

    need: str
    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"<deal {len(self.cards)} cards for {self.need}>"  # they may lie face down

    def refuse(self, round: Round, need: CardsNeed) -> Refusal | None:
        """Refuse cards that are not what the need awaits."""
        slots, cards = need.slots, self.cards
        count = len(cards)
        if (count != len(slots) or not count) and not need.takes(count):
            wanted = f", in packets of {', '.join(map(str, need.packets))}" if need.packets else ""
            words = f"{len(slots)} cards are wanted{wanted}; {count} came, which does not fit."
            return Refusal((law.CARDS_FROM_DEVICE,), words)
        if slots[0].hand == RACK:
            if cards == (UNKNOWN,):
                return None
            return Refusal((law.FIRST_CARD_BURNED,), "A burned card is not looked at: write ?? for it.")
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
        return _refuse_cards(round, cards)

    def do(self, draft: Draft, need: CardsNeed) -> None:
        cards, slots = self.cards, need.slots
        game = draft.game
        because = game.deal_begins(draft, need)
        count = len(cards)
        if count == len(slots):
            draft.deal(slots, cards, because)
            game.answered(draft, need, self)
        else:
            draft.deal(slots[:count], cards, because)
            draft.await_cards(need.after(count))


def _refuse_cards(round: Round, cards: tuple[Card, ...]) -> Refusal | None:
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


class CuttingCard(Act, tag="CuttingCard"):
    """The cutting card comes out of the shoe, before the next card that the need awaits."""

    answers = CardsNeed

    need: str

    def refuse(self, round: Round, _: object) -> Refusal | None:
        return round.game.refuse_cutting_card(round)

    def do(self, draft: Draft, need: CardsNeed) -> None:
        draft.game.cutting_card(draft, need)


class Turn(Act, tag="Turn"):
    """Cards are turned face up, or a written wager is read. What was not known is said now."""

    answers = TurnNeed
    closes = True

    need: str
    cards: tuple[Card, ...] = ()
    stake: Stake = EMPTY

    def refuse(self, round: Round, need: TurnNeed) -> Refusal | None:
        """Refuse to name what is known already, or to leave out what is not."""
        if need.wager >= 0:
            unread = not round.wagers[need.wager].stake.pieces
            if unread == bool(self.stake.pieces):
                return None
            words = "Read out the amount of a wager that was not read before, and only then."
            return Refusal((law.CHIPS_OR_TOKENS,), words)
        cards = self.cards
        if len(cards) != need.unknown or UNKNOWN in cards:
            return Refusal((law.CARD_UNSEEN,), f"Name the {need.unknown} cards of this hand that nobody has seen yet.")
        return _refuse_cards(round, cards) if cards else None

    def do(self, draft: Draft, need: TurnNeed) -> None:
        game = draft.game
        if need.wager >= 0:
            wager = draft.wagers[need.wager]
            stake = self.stake if self.stake.pieces else wager.stake
            draft.set_wager(wager._replace(stake=stake, left=stake, face_down=False))
        else:
            hand = draft.hands[need.hand]
            draft.turn(hand, self.cards, game.turns_because(hand), need.places)
        game.answered(draft, need, self)
