"""A round with a dealing error put as it should have been (17.8), where that is possible.

It is, as we read it (P46), where with the cards in their proper places each decision that was taken was one that was
open, and nothing that was settled is settled otherwise. A hand that is still to be decided may come out otherwise: it
is then settled, or asked anew.
"""

from collections.abc import Iterator, Sequence

from pitboss import law
from pitboss.cards.card import ACE, UNKNOWN, VALUES, Card, points
from pitboss.games.pontoon import insurance, names, pairs
from pitboss.games.pontoon.law import is_super, line_name
from pitboss.games.pontoon.settlement import settle_21, settle_pontoon, take_bust
from pitboss.games.pontoon.table import PontoonTable
from pitboss.messages import say
from pitboss.play import CardsNeed, Draft, Hand, Irregularity, Refusal, Round, box_of
from pitboss.play.events import CardsTurned
from pitboss.play.irregularity import IntendedHand
from pitboss.play.round import OVER
from pitboss.value import replace

Hands = tuple[Hand, ...]


def refuse_laid(round: Round, laid: Sequence[IntendedHand]) -> Refusal | None:
    """Refuse cards in another number, or others than those that lie there: the same cards are laid otherwise."""
    if len({pile.hand for pile in laid}) < len(laid):
        return Refusal((law.NOT_AN_OPTION,), "Say of each hand once which cards should have come to it.")
    lie: list[Card] = []
    for pile in laid:
        cards = round.hands[pile.hand].cards
        if len(cards) != len(pile.cards):
            words = say("That hand holds {held} cards: say which should have come to it, in order.", held=len(cards))
            return Refusal((law.ROUND_REBUILT,), words)
        lie += cards
    if UNKNOWN in lie:
        return Refusal((law.CARD_UNSEEN,), "A card of these hands lies face down and is unknown. Turn it first.")
    if sorted(lie) != sorted(card for pile in laid for card in pile.cards):
        return Refusal((law.ROUND_REBUILT,), "Give the cards that lie in the named hands, and no others.")
    return None


def _lay(round: Round | Draft, laid: Sequence[IntendedHand]) -> Hands:
    """The hands with the cards that should have come to them."""
    hands = list(round.hands)
    for pile in laid:
        hands[pile.hand] = replace(hands[pile.hand], cards=pile.cards)
    return tuple(hands)


def is_possible(game: PontoonTable, round: Round, laid: Sequence[IntendedHand]) -> bool:
    """Whether the round can be put so: all that was decided and settled by the cards is the same with them so."""
    return list(_list_dependencies(game, round, round.hands)) == list(
        _list_dependencies(game, round, _lay(round, laid))
    )


def _list_dependencies(game: PontoonTable, round: Round, hands: Hands) -> Iterator[object]:
    """What the decisions that were taken and the settlements that were made have depended on, with the cards so."""
    drawing = {slot.hand for need in round.needs if isinstance(need, CardsNeed) for slot in need.slots}
    offers = _offers(game, round.hands)
    if round.phase not in (names.DEAL, names.RETURN) and not _awaits_first_offer(round):
        yield _offers(game, hands)
    dealer = hands[0].cards  # what the dealer has drawn on, and whether the hand is complete
    yield [game.dealer_stands(replace(hands[0], cards=dealer[:count])) for count in range(1, len(dealer))]
    if len(dealer) > 1:
        yield game.is_pontoon(hands[0])
        yield game.dealer_stands(hands[0])
    for hand in hands[1:]:
        if hand.status == names.VOIDED or UNKNOWN in hand.cards:  # it decides nothing, or lies as it did
            continue
        is_split = hand.kind == names.SPLIT_HAND
        first = 1 if is_split else 2
        # each card after the first two was drawn on a total under 21
        yield [points(hand.cards[:count]).total < 21 for count in range(first, len(hand.cards))]
        if is_split:
            firsts = {VALUES[other.cards[0] >> 2] for other in hands if other.area == hand.area and other.cards}
            yield hand.cards[0] >> 2 == ACE, len(firsts) == 1  # of one value
        if hand.status != names.LIVE:
            yield _standing(game, hands, hand)
        elif hand.id in drawing and round.phase == names.PLAY:
            yield game.points(hand).total < 21
        elif (offers and not _awaits_first_offer(round)) or box_of(round.boxes, hand.area).away:
            yield game.is_pontoon(hand)  # to which nothing is offered, and which is not asked
    for area in dict.fromkeys(done.area for done in round.settlements if law.PAIRS_SETTLED in done.because):
        mine = [hand.cards for hand in hands[1:] if hand.area == area]
        yield pairs.pair_of(mine[0][0], mine[0][1] if len(mine) == 1 else mine[-1][0])  # two hands where it was split


def _offers(game: PontoonTable, hands: Hands) -> tuple[str, ...]:
    """What is offered against the dealer's first card."""
    rank = hands[0].cards[0] >> 2 if hands[0].cards else -1
    called = {names.INSURANCE_CALL: game.figures.insured_ranks, names.SURRENDER_CALL: game.figures.surrender_ranks}
    return tuple(call for call, ranks in called.items() if rank in ranks)


def _awaits_first_offer(round: Round | Draft) -> bool:
    """Whether the dealer has yet to call the first of the offers."""
    game = round.game
    assert isinstance(game, PontoonTable)
    return round.phase == names.OFFERS and tuple(need.kind for need in round.needs) == _offers(game, round.hands)


def _standing(game: PontoonTable, hands: Hands, hand: Hand) -> object:
    """How a hand stands that is decided: what it was settled by, or that it was open to be."""
    total = game.points(hand).total
    if hand.status == names.SETTLED:
        dealer = game.points(hands[0]).total
        return game.is_pontoon(hand), (total > dealer) - (total < dealer), dealer > 21
    if total != 21:
        return total > 21, game.is_pontoon(hand)
    line = line_name(hand.cards) if hand.sideways <= 1 else ""
    return line, game.is_pontoon(hand), is_super(hand.cards, hands[0].cards[0])


def rebuild(draft: Draft, report: Irregularity, because: law.Because) -> None:
    """Lay the cards as they should have come, settle what they decide at once, and ask what is open anew."""
    game = draft.game
    assert isinstance(game, PontoonTable)
    awaits_first_offer = _awaits_first_offer(draft)
    draft.hands = _lay(draft, report.laid)
    for pile in report.laid:
        if draft.hands[pile.hand].all_up:
            draft.events.append(CardsTurned(pile.hand, pile.cards, because))
    if draft.phase in (names.DEAL, names.RETURN, OVER):
        return
    is_called = any(need.kind in names.CALLS for need in draft.needs)
    for number in range(1, len(draft.hands)):
        hand = draft.hands[number]
        drawing = any(isinstance(need, CardsNeed) and need.subject == number for need in draft.needs)
        if hand.status == names.LIVE and len(hand.cards) > 1 and hand.all_up and not drawing:
            _settle_at_once(game, draft, hand)
    if awaits_first_offer:
        draft.needs = ()
        insurance.make_offers(game, draft)
    elif draft.phase == names.PLAY and is_called:
        draft.needs = tuple(need for need in draft.needs if need.kind not in names.CALLS)
        game.go_on(draft)


def _settle_at_once(game: PontoonTable, draft: Draft, hand: Hand) -> None:
    """Settle a hand that is still to be decided, where its cards leave nothing to decide."""
    total = game.points(hand).total
    if game.is_pontoon(hand):
        settle_pontoon(game, draft, hand)
    elif total == 21:
        settle_21(game, draft, hand)
    elif total > 21:
        take_bust(game, draft, hand)
    if draft.hands[hand.id].status != names.LIVE:
        draft.close_decisions_of(hand.id)
