"""Doubling and splitting (12, 13): up to the wager on any total under 21, one more card, and each doubler's choice to
forfeit; cards of one value become two hands, three where permitted, and aces get one card each."""

from pitboss import law
from pitboss.cards.points import ACE, VALUES
from pitboss.games.pontoon.boxes import caller, stand_to_limits
from pitboss.games.pontoon.insurance import take_idle_insurance
from pitboss.games.pontoon.settlement import settle_21, take_bust
from pitboss.games.pontoon.table import (
    BASE,
    DOUBLE,
    DOUBLED,
    DOUBLES,
    DOUBLING,
    FORFEIT,
    FORFEITED,
    KEEP,
    LIVE,
    ON_HAND,
    PASS,
    SPLIT,
    SPLIT_HAND,
    SPLITS,
    STAY,
    PontoonTable,
    card_need,
)
from pitboss.law import Because
from pitboss.money import Stake
from pitboss.play.events import Decided
from pitboss.play.hand import Hand
from pitboss.play.needs import DecisionNeed, Option
from pitboss.play.round import Draft
from pitboss.play.wager import Result, Wager

_DOUBLE_SHARED: Because = (law.DOUBLE_SHARED, law.DOUBLE)
_SPLIT_SHARED: Because = (law.SPLIT_SHARED,)

# Doubling.


def double(game: PontoonTable, draft: Draft, hand: Hand, patron: str, stake: Stake, because: Because) -> None:
    """The controlling player doubles: the others on the hand say whether they do too, then the card comes."""
    draft.set_hand(hand.standing(DOUBLING))
    _place_double(draft, hand, patron, stake, because)
    mine = caller(draft, hand.id, hand.area)
    for wager in draft.wagers:
        if wager.hand == hand.id and wager.spot in BASE and wager.left.pieces and wager is not mine:
            options = (
                Option(DOUBLES, _DOUBLE_SHARED, game.smallest_chip, wager.left.cents),
                Option(PASS, _DOUBLE_SHARED),
            )
            draft.open(DecisionNeed(DOUBLES, wager.patron, hand.area, hand.id, options, subject=wager.id))
    _await_doublers(draft, hand)


def _place_double(draft: Draft, hand: Hand, patron: str, stake: Stake, because: Because) -> None:
    wager = Wager(len(draft.wagers), patron, hand.area, DOUBLE, stake, stake, hand.id, phase=draft.phase)
    draft.place(wager, because)
    draft.events.append(Decided(patron, hand.area, DOUBLES, because))


def follow_double(draft: Draft, need: DecisionNeed, option: str, stake: Stake) -> None:
    """Another player on a doubled hand doubles too, or does not."""
    hand = draft.hands[need.hand]
    if option == DOUBLES:
        _place_double(draft, hand, need.patron, stake, _DOUBLE_SHARED)
    else:
        draft.events.append(Decided(need.patron, need.area, PASS, _DOUBLE_SHARED))
    _await_doublers(draft, hand)


def _await_doublers(draft: Draft, hand: Hand) -> None:
    """Ask for the card once every player on the hand has decided."""
    if not any(need.kind == DOUBLES for need in draft.needs):
        draft.await_cards(card_need(hand))


def take_doubled_card(game: PontoonTable, draft: Draft, hand: Hand) -> None:
    """The double's card is out: bust, 21, or up to each doubler to forfeit."""
    hand = draft.set_hand(hand._replace(status=DOUBLED, sideways=len(hand.cards) - 1))
    total = game.points(hand).total
    if total > 21:
        take_bust(game, draft, hand)
    elif total == 21 and game.taken.doubled_21_wins:
        settle_21(game, draft, hand)
    else:
        mine = caller(draft, hand.id, hand.area)
        for wager in draft.wagers:
            if wager.hand == hand.id and wager.spot == DOUBLE and wager.left.pieces:
                is_mine = mine is not None and wager.patron == mine.patron
                because: Because = (law.FORFEIT,) if is_mine else (law.FORFEIT_EACH, law.FORFEIT)
                options = (Option(KEEP, because), Option(FORFEIT, because))
                draft.open(DecisionNeed(FORFEIT, wager.patron, hand.area, hand.id, options, subject=wager.id))
        after_forfeits(game, draft, hand)
        return
    game.go_on(draft)


def answer_forfeit(game: PontoonTable, draft: Draft, need: DecisionNeed, option: str) -> None:
    """A doubler keeps the hand, or takes the doubled part back and gives the wager up (12.6)."""
    because = need.options[0].because
    draft.events.append(Decided(need.patron, need.area, option, because))
    if option == FORFEIT:
        stand_to_limits(game, draft, need.area)
        draft.give_back(draft.wagers[need.subject], Result.RETURNED, because)
        for wager in draft.wagers:
            if wager.hand == need.hand and wager.spot in BASE and wager.patron == need.patron and wager.left.pieces:
                draft.lose(wager, because)
        take_idle_insurance(game, draft, need.area)
    after_forfeits(game, draft, draft.hands[need.hand])


def after_forfeits(game: PontoonTable, draft: Draft, hand: Hand) -> None:
    """Go on once every doubler has decided; a hand that all have given up is collected."""
    if any(need.kind == FORFEIT for need in draft.needs):
        return
    if not any(w.hand == hand.id and w.spot in ON_HAND and w.left.pieces for w in draft.wagers):
        draft.collect(hand, FORFEITED, (law.FORFEIT,))
    game.go_on(draft)


# Splitting.


def may_split(game: PontoonTable, draft: Draft, hand: Hand) -> bool:
    """Whether a hand may be split: two cards of one value, and room for another hand on the area."""
    return _is_pair(hand) and (
        hand.kind != SPLIT_HAND or sum([h.area == hand.area for h in draft.hands]) < game.figures.hands
    )


def _is_pair(hand: Hand) -> bool:
    """Whether a hand is two cards of one value."""
    return len(hand.cards) == 2 and VALUES[hand.cards[0] >> 2] == VALUES[hand.cards[1] >> 2]


def is_ace_filled(hand: Hand) -> bool:
    """Whether a hand is a split ace that has its one card."""
    return hand.kind == SPLIT_HAND and len(hand.cards) == 2 and hand.cards[0] >> 2 == ACE


def may_act(game: PontoonTable, draft: Draft, hand: Hand) -> bool:
    """Whether a filled split ace has anything to decide: another split where permitted, a double by reading P15."""
    return game.taken.aces_may_double or may_split(game, draft, hand)


def turn_because(game: PontoonTable, hand: Hand, splits: bool) -> Because:
    """Why a split hand may do what it may: it is played like another, but not split again, and an ace is filled."""
    because: Because = (law.IN_TURN, law.SPLIT_PLAYED)
    if hand.sideways == 1:
        because += (law.SPLIT_ACES_ONE_CARD, *game.rules.readings("P15"))
    if not splits and _is_pair(hand):
        because += (law.THREE_HANDS if game.rules.applies(law.SPLIT_AGAIN) else law.SPLIT_ONCE,)
    return because


def split_because(hand: Hand) -> Because:
    """The rules under which a hand is split, for the first time or again."""
    because: Because = (law.SPLIT_AGAIN,) if hand.kind == SPLIT_HAND else (law.SPLIT, law.SPLIT_IN_TURN)
    return (*because, law.SPLIT_ACES_ONE_CARD) if hand.cards[0] >> 2 == ACE else because


def split(game: PontoonTable, draft: Draft, hand: Hand, patron: str, stake: Stake, because: Because) -> None:
    """Part the cards into two hands; the others on the hand follow with an equal wager, or stay on the first."""
    first, second = hand.cards
    draft.set_hand(hand._replace(cards=(first,), up=1, kind=SPLIT_HAND, sideways=0))
    new = _make_room(draft, hand)
    draft.set_hand(draft.hands[new]._replace(cards=(second,), up=1))
    draft.events.append(Decided(patron, hand.area, SPLITS, because))
    _place_split(draft, hand.area, new, patron, stake, because)
    for wager in draft.wagers:
        if wager.hand == hand.id and wager.spot in BASE and wager.left.pieces and wager.patron != patron:
            cents = wager.left.cents
            options = (Option(SPLITS, _SPLIT_SHARED, cents, cents), Option(STAY, _SPLIT_SHARED))
            draft.open(DecisionNeed(SPLITS, wager.patron, hand.area, new, options, subject=wager.id))
    _await_splitters(game, draft)


def _make_room(draft: Draft, hand: Hand) -> int:
    """The number of the hand that is split off: hands of an area are played in the order of their numbers, so one that
    still waits for its second card moves on, with its wagers, and the hand before it is finished first (13.2)."""
    waiting = [
        h for h in draft.hands if h.area == hand.area and h.status == LIVE and len(h.cards) == 1 and h.id != hand.id
    ]
    last = draft.new_hand(hand.area, SPLIT_HAND).id
    for each in waiting:
        draft.set_hand(each._replace(id=last))
        for wager in draft.wagers:
            if wager.hand == each.id:
                draft.set_wager(wager.on_hand(last))
        last = each.id
    return last


def _place_split(draft: Draft, area: int, hand: int, patron: str, stake: Stake, because: Because) -> None:
    draft.place(Wager(len(draft.wagers), patron, area, SPLIT, stake, stake, hand, phase=draft.phase), because)


def follow_split(game: PontoonTable, draft: Draft, need: DecisionNeed, option: str, stake: Stake) -> None:
    """Another player on a split hand wagers on the new one too, or stays on the first (13.10)."""
    draft.events.append(Decided(need.patron, need.area, option, _SPLIT_SHARED))
    if option == SPLITS:
        _place_split(draft, need.area, need.hand, need.patron, stake, _SPLIT_SHARED)
    _await_splitters(game, draft)


def _await_splitters(game: PontoonTable, draft: Draft) -> None:
    """Fill the first hand once every player on it has decided."""
    if not any(need.kind == SPLITS for need in draft.needs):
        game.go_on(draft)
