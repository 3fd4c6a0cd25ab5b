"""`apply(round, act)`: the round after an act, and what happened. An illegal act is refused and changes nothing."""

from collections.abc import Callable
from typing import Any

from pitboss import law
from pitboss.money import EMPTY
from pitboss.play.acts import (
    Act,
    Call,
    Cut,
    CutBack,
    CuttingCard,
    Deal,
    Decide,
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
    RoundVoided,
    Ruled,
    Seated,
    Shuffled,
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
from pitboss.play.powers import FRAUD, INVALID, TALKING, cut_because, invalid_because
from pitboss.play.round import Round, Step
from pitboss.play.wager import Refused, Result, Wager


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
    stake = wager.stake.plus(act.stake)
    draft.set_wager(wager._replace(stake=stake, left=stake, unnoticed=wager.unnoticed or act.unnoticed))
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


def _void(draft: Draft, act: Void, _: object) -> None:
    if act.ground == TALKING:
        draft.events.append(RoundVoided(act.rank, act.by, act.ground, (law.TALKING_FORFEITS,)))
        for patron in act.forfeit:
            draft.game.forfeited(draft, patron)
        return
    if act.ground == INVALID:
        _invalid(draft, act)
        return
    if act.patrons:
        draft.events.append(RoundVoided(act.rank, act.by, act.ground, (law.OFFENDER_VOIDED,)))
        for patron in act.patrons:
            void_wagers(draft, (law.OFFENDER_VOIDED, law.VOID), patron=patron)
            draft.game.voided(draft, patron)
        return
    ground = law.VOID_FOR_FRAUD if act.ground == FRAUD else law.VOID_FOR_DISRUPTION
    draft.events.append(RoundVoided(act.rank, act.by, act.ground, (law.ROUND_VOIDED, ground)))
    void_wagers(draft, (ground, law.VOID_REFUNDS, law.VOID), forfeit=act.forfeit)
    draft.claims = ()
    draft.end((law.ROUND_VOIDED, law.ROUND_OF_PLAY))


def _invalid(draft: Draft, act: Void) -> None:
    """Wagers by somebody who may not play: what is undecided goes back, what won gives its winnings back, what lost
    stays lost unless it is refunded (P32)."""
    because = invalid_because(draft.game.rules)
    draft.events.append(RoundVoided(act.rank, act.by, act.ground, because))
    for patron in act.patrons:
        for number in [wager.id for wager in draft.wagers if wager.patron == patron]:
            wager = draft.wagers[number]
            draft.needs = tuple(n for n in draft.needs if not (isinstance(n, TurnNeed) and n.wager == number))
            if wager.left.pieces:
                draft.give_back(wager, Result.VOID, because)
            draft.reverse(draft.wagers[number], because)
            if act.refund:
                draft.restore(draft.wagers[number], because)
        draft.game.voided(draft, patron)


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


def void_wagers(draft: Draft, because: law.Because, *, patron: str = "", forfeit: tuple[str, ...] = ()) -> None:
    """Give stakes back as if there had been no result: all of them, or one patron's.

    What was taken in this round goes back too; what was paid out in an interim settlement stands.
    """
    for wager in draft.wagers:
        if patron and wager.patron != patron:
            continue
        if wager.patron in forfeit:
            if wager.left.pieces:
                draft.lose(wager, (law.VOID_FOR_FRAUD, law.FRAUD_FORFEITS))
            continue
        if wager.face_down:
            draft.needs = tuple(n for n in draft.needs if not (isinstance(n, TurnNeed) and n.wager == wager.id))
        if wager.left.pieces:
            draft.give_back(wager, Result.VOID, because)
        elif wager.face_down:
            draft.set_wager(wager.with_left(wager.left))
        why = draft.game.restore_because
        if why is not None:
            draft.restore(draft.wagers[wager.id], because + why)


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
        (Void, _void, False),
        (CutBack, _cut_back, False),
    )
}
"""For a kind of act what the gate asks of it, what it does, and whether it closes the need that it answers."""
