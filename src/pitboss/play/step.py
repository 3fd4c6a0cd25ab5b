"""`apply(round, act)`: the round after an act, and what happened. An illegal act is refused and changes nothing."""

from collections.abc import Callable
from typing import Any

from pitboss.money import EMPTY
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
from pitboss.play.box import box_of, seat_of, with_box
from pitboss.play.draft import Draft
from pitboss.play.events import (
    Called,
    CutMade,
    ExcessReturned,
    Ruled,
    Seated,
    Shuffled,
    ShuffleDirected,
    WagerFound,
    WagerPlaced,
    WagerTakenBack,
)
from pitboss.play.gate import CHECKS, Check
from pitboss.play.needs import (
    CallNeed,
    CardsNeed,
    CutNeed,
    DecisionNeed,
    Need,
    RulingNeed,
    ShuffleNeed,
    TurnNeed,
    WagersNeed,
)
from pitboss.play.powers import cut_because, directed_because
from pitboss.play.round import Round, Step
from pitboss.play.voiding import void
from pitboss.play.wager import Refused, Wager


def apply(round: Round, act: Act) -> Step:
    """Take an act through the gate and work out the next round."""
    name, needs = act.need, round.needs
    need: Need | None
    for need in needs:
        if need.id == name:
            break
    else:
        need = None
    check, does, answers = _KINDS[type(act)]
    no = check(round, act, need)
    if no is not None:
        raise Refused(no)
    draft = Draft()  # a draft of the round, field by field, and sealed again when the act is done
    draft.game = round.game
    draft.number = round.number
    draft.phase = round.phase
    draft.wagers = round.wagers
    draft.hands = round.hands
    draft.settlements = round.settlements
    draft.claims = round.claims
    draft.seen = round.seen
    draft.out = round.out
    draft.deck = round.deck
    draft.boxes = round.boxes
    draft.cutting = round.cutting
    draft.due = round.due
    draft.version = round.version + 1
    draft.events = []
    if answers:
        others = list(needs)
        others.remove(need)  # type: ignore[arg-type]  # the gate has found it open
        needs = tuple(others)
    draft.needs = needs
    does(draft, act, need)
    return draft.step()


def _place(draft: Draft, act: Place, _: object) -> None:
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


def _take_back(draft: Draft, act: TakeBack, _: object) -> None:
    for wager in draft.wagers:
        if (wager.patron, wager.area, wager.spot) == (act.patron, act.area, act.spot) and wager.live:
            draft.events.append(
                WagerTakenBack(wager.id, wager.patron, wager.left, draft.game.placed_because(draft, wager))
            )
            draft.set_wager(wager._replace(stake=EMPTY, left=EMPTY, face_down=False))
    draft.game.wagered(draft)


def _shuffle(draft: Draft, act: Shuffle, need: ShuffleNeed) -> None:
    draft.deck = need.deck
    draft.events.append(Shuffled(need.deck, act.commitment, need.because))
    draft.game.shuffled(draft)


def _cut(draft: Draft, act: Cut, need: CutNeed) -> None:
    draft.events.append(CutMade(act.by, act.at, need.depth + need.because, act.need))
    draft.game.cut(draft, act)


def _sit(draft: Draft, act: Sit, _: object) -> None:
    was = seat_of(draft.boxes, act.patron)
    if was:
        draft.boxes = with_box(draft.boxes, box_of(draft.boxes, was)._replace(seated=""))
    if act.area:
        draft.boxes = with_box(draft.boxes, box_of(draft.boxes, act.area)._replace(seated=act.patron))
    draft.events.append(Seated(act.patron, act.area))
    draft.game.sat(draft, act)


def _cutting_card(draft: Draft, _: CuttingCard, need: CardsNeed) -> None:
    draft.game.cutting_card(draft, need)


def _call(draft: Draft, act: Call, need: CallNeed) -> None:
    draft.events.append(Called(need.says, need.because))
    draft.game.called(draft, need)


def _deal(draft: Draft, act: Deal, need: CardsNeed) -> None:
    name, cards, slots = act.need, act.cards, need.slots
    game = draft.game
    because = game.deal_begins(draft, name)
    count = len(cards)
    if count == len(slots):
        draft.deal(slots, cards, because)
        game.dealt(draft, name)
    else:
        draft.deal(slots[:count], cards, because)
        draft.await_cards(need.after(count))


def _turn(draft: Draft, act: Turn, need: TurnNeed) -> None:
    game = draft.game
    if need.wager >= 0:
        wager = draft.wagers[need.wager]
        stake = act.stake if act.stake.pieces else wager.stake
        game.read(draft, draft.set_wager(wager._replace(stake=stake, left=stake, face_down=False)))
        return
    hand = draft.hands[need.hand]
    game.turned(draft, draft.turn(hand, act.cards, game.turns_because(hand), need.places))


def _decide(draft: Draft, act: Decide, need: DecisionNeed) -> None:
    draft.game.decided(draft, need, act)


def _lapse(draft: Draft, act: Lapse, need: DecisionNeed | CutNeed) -> None:
    if isinstance(need, CutNeed):
        draft.game.cut_refused(draft, need, act)
    else:
        draft.game.lapsed(draft, need, act)


def _rule(draft: Draft, act: Rule, need: RulingNeed) -> None:
    because = next(option.because for option in need.options if option.name == act.option)
    draft.events.append(Ruled(act.rank, act.by, act.option, act.reason, because))
    draft.game.ruled(draft, need, act)


def _find(draft: Draft, act: Find, _: object) -> None:
    wager = draft.wagers[act.wager]
    fault = draft.game.fault(draft, wager)
    assert fault is not None  # the gate has just found it
    draft.events.append(WagerFound(wager.id, fault.words, fault.because))
    draft.game.found(draft, wager, fault)


def _cut_back(draft: Draft, act: CutBack, _: object) -> None:
    because = cut_because(draft.game.rules)
    draft.events.append(ExcessReturned(act.patron, act.rank, act.by, because))
    is_open = any(isinstance(need, WagersNeed) for need in draft.needs)
    for keep in act.keeps:
        wager = draft.wagers[keep.wager]
        if is_open:
            kept, off = wager.stake.cut(keep.cents)
            draft.events.append(WagerTakenBack(wager.id, wager.patron, off, because))
            draft.set_wager(wager._replace(stake=kept, left=kept))
        else:
            draft.cut_to(wager, keep.cents, because)
    if is_open:
        draft.game.wagered(draft)
    else:
        draft.game.cut_back(draft, act.patron)


def _direct_shuffle(draft: Draft, act: DirectShuffle, _: object) -> None:
    because = directed_because(draft.game.rules)
    draft.events.append(ShuffleDirected(act.rank, act.by, act.reason, because))
    draft.game.shuffle_directed(draft, because)


_KINDS: dict[type, tuple[Check, Callable[[Draft, Any, Any], None], bool]] = {
    kind: (CHECKS[kind], does, answers)
    for kind, does, answers in (
        (Place, _place, False),
        (TakeBack, _take_back, False),
        (Sit, _sit, False),
        (Shuffle, _shuffle, True),
        (Cut, _cut, True),
        (Call, _call, True),
        (Deal, _deal, True),
        (CuttingCard, _cutting_card, False),
        (Turn, _turn, True),
        (Decide, _decide, True),
        (Lapse, _lapse, True),
        (Rule, _rule, True),
        (Find, _find, False),
        (Void, void, False),
        (CutBack, _cut_back, False),
        (DirectShuffle, _direct_shuffle, False),
    )
}
"""For a kind of act what the gate asks of it, what it does, and whether it closes the need that it answers."""
