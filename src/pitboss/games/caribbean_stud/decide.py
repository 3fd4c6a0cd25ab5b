"""Bet or fold, a wrong Bet seen in time, a player who does not decide, and conceding
(Star 5.5, 8, 9.7, 14.11, 14.14; Crown 8.5.5, 13.7)."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.caribbean_stud.deal import ANTE, BET, DEALER, JACKPOT, WAGERS, await_deal, mend_ante
from pitboss.games.caribbean_stud.stand import stand, void_wagers_of
from pitboss.law import Because
from pitboss.money import dollars
from pitboss.play.acts import Decide, Lapse
from pitboss.play.events import Decided, WagerPlaced, WagerTakenBack
from pitboss.play.hand import Hand
from pitboss.play.limits import limit_fault, standing
from pitboss.play.needs import CallNeed, DecisionNeed, Option, TurnNeed
from pitboss.play.round import Draft, Round
from pitboss.play.wager import Refusal, Result, Wager

if TYPE_CHECKING:
    from pitboss.games.caribbean_stud.game import CaribbeanStud

BETTING, SHOWDOWN = "betting", "showdown"
TURN_DEALER, SETTLE = "turn-dealer", "settle"
LIVE, IN, FOLDED, CONCEDED, VOIDED = "live", "in", "folded", "conceded", "void"
_FOLD = Option("fold", (law.BET_OR_FOLD, law.FOLD_LOSES_ANTE))


def ask(game: "CaribbeanStud", draft: Draft) -> None:
    """All hands are dealt: every player may bet or fold, in any order."""
    draft.phase = BETTING
    for wager in draft.wagers:
        if wager.spot == ANTE and wager.left.pieces:
            stake = game.book.multiple * wager.stake.cents
            bet = Option(BET, game.bet_because, stake, stake)
            draft.open(DecisionNeed(f"decide-{wager.area}", wager.patron, wager.area, wager.hand, (bet, _FOLD)))
    if not draft.needs:
        betting_done(game, draft)  # every player's wagers were voided while the cards came out


def decided(game: "CaribbeanStud", draft: Draft, need: DecisionNeed, act: Decide) -> None:
    """Carry out what a player decided."""
    hand = draft.hands[need.hand] if need.hand >= 0 else None
    match act.option:
        case "bet":
            assert hand is not None  # a Bet is offered on a hand
            stake = act.stake
            number = len(draft.wagers)
            wager = Wager(number, act.patron, need.area, BET, stake, stake, need.hand, act.unnoticed)
            draft.place(wager, game.bet_because)
            draft.set_hand(hand.standing(IN))
            draft.events.append(Decided(act.patron, need.area, BET, (law.BET_OR_FOLD,)))
        case "fold":
            assert hand is not None
            fold(game, draft, hand, (law.BET_OR_FOLD, law.FOLD_LOSES_ANTE))
        case "correct":
            _correct(game, draft, need, act)
        case "concede":
            assert hand is not None
            _concede(game, draft, hand, act.patron)
            return
        case _:
            _mend_ante(game, draft, need, act)
            return
    if not any(isinstance(n, DecisionNeed) for n in draft.needs):
        betting_done(game, draft)


def lapsed(game: "CaribbeanStud", draft: Draft, need: DecisionNeed, act: Lapse) -> None:
    """Do for a player who did not decide what the edition says."""
    if need.hand < 0:
        _take_back(game, draft, need.area, (law.SIGN_MINIMUM,))
        return
    hand = draft.hands[need.hand]
    if game.lapse_voids and not _was_found(need):
        because: Because = (law.LAPSE_VOIDS_HAND, law.VOID, *game.lapse_reading)
        draft.events.append(Decided(need.patron, need.area, VOIDED, because, act.reason))
        void_hand(draft, hand, because)
    else:
        fold(game, draft, hand, game.rules.only((law.LAPSE_FOLDS,)), lapsed=act.reason)
    if not any(isinstance(n, DecisionNeed) for n in draft.needs):
        betting_done(game, draft)


def _was_found(need: DecisionNeed) -> bool:
    return need.options[0].name == "correct"


def fold(game: "CaribbeanStud", draft: Draft, hand: Hand, because: Because, *, lapsed: str = "") -> None:
    """A folded hand loses its Ante; a Bet on it that was found wrong goes back; the jackpot goes by the method."""
    ante = draft.find(hand.area, ANTE)
    assert ante is not None  # a hand is dealt to an Ante
    wrong = draft.find(hand.area, BET)
    if wrong is not None:
        because = game.wrong_fold_because
        draft.give_back(wrong, Result.RETURNED, because)
    draft.events.append(Decided(ante.patron, hand.area, "fold", because, lapsed))
    lose_ante(game, draft, ante, (*because, law.FOLD_LOSES_ANTE))
    leave(game, draft, hand, FOLDED)


def lose_ante(game: "CaribbeanStud", draft: Draft, ante: Wager, because: Because) -> None:
    """Take an Ante, so far as the limits let it stand."""
    stands = standing(game, ante)
    if stands.void:
        void_wagers_of(draft, draft.hands[ante.hand], stands.because)
        return
    ante = draft.cut_to(ante, stands.valid_cents, stands.because)
    draft.lose(ante, tuple(dict.fromkeys((*because, *stands.because))))


def leave(game: "CaribbeanStud", draft: Draft, hand: Hand, status: str) -> None:
    """A hand leaves the round; whether its jackpot wager lives on is the method's or the reading's to say."""
    jackpot = draft.find(hand.area, JACKPOT)
    if jackpot is not None and game.fold_keeps_jackpot:
        draft.set_hand(hand.standing(status))
        return
    if jackpot is not None:
        draft.lose(jackpot, game.fold_jackpot_because)
    draft.collect(hand, status, (law.FOLD_DISCARDS,))


def void_hand(draft: Draft, hand: Hand, because: Because) -> None:
    """A hand without a result: all its stakes go back."""
    void_wagers_of(draft, hand, because)
    draft.close_decisions_of(hand.id)
    draft.collect(draft.hands[hand.id], VOIDED, because)


def betting_done(game: "CaribbeanStud", draft: Draft) -> None:
    """Everyone has acted: the dealer turns the rest, if there is anything to compare or the edition always does."""
    draft.phase = SHOWDOWN
    contested = any(hand.status == IN for hand in draft.hands)
    if contested or game.book.turns_always:
        draft.open(TurnNeed(TURN_DEALER, DEALER, draft.hands[DEALER].unknown))
    else:
        await_settle(game, draft)


def shown(game: "CaribbeanStud", draft: Draft, hand: Hand) -> None:
    """After a turn: players may concede once the dealer's hand is out, where the edition has it."""
    if hand.id == DEALER and game.may_concede:
        for other in draft.hands:
            if other.status == IN:
                patron = next(w.patron for w in draft.wagers if w.hand == other.id and w.spot == ANTE)
                concede = (Option("concede", (law.CONCEDE,)),)
                draft.open(DecisionNeed(f"concede-{other.area}", patron, other.area, other.id, concede, optional=True))
    await_settle(game, draft)


def await_settle(game: "CaribbeanStud", draft: Draft) -> None:
    """Ask for the cards that settlement needs and nobody has named; with none missing, for the call to settle."""
    draft.needs = tuple([need for need in draft.needs if type(need) is DecisionNeed])
    unnamed = [h for h in draft.hands[1:] if h.unknown and (h.status == IN or _has_live_jackpot(draft, h))]
    for hand in unnamed:
        draft.open(TurnNeed(f"turn-{hand.area}", hand.id, hand.unknown))
    if not unnamed:
        draft.open(CallNeed(SETTLE, "settle", game.settle_because))


def _has_live_jackpot(draft: Draft, hand: Hand) -> bool:
    return draft.find(hand.area, JACKPOT) is not None


def _concede(game: "CaribbeanStud", draft: Draft, hand: Hand, patron: str) -> None:
    because = (law.CONCEDE, law.CONCEDED_STAYS_OUT)
    draft.events.append(Decided(patron, hand.area, "concede", because))
    ante, bet, ante_why, bet_why = stand(game, draft, hand)
    if ante is not None and bet is not None:
        draft.lose(ante, (*because, *ante_why))
        draft.lose(bet, (*because, *bet_why))
    leave(game, draft, draft.hands[hand.id], CONCEDED)
    await_settle(game, draft)


# Wagers that went down unnoticed.


def fault(game: "CaribbeanStud", round: Round | Draft, wager: Wager) -> Refusal | None:
    """Say what is wrong with a wager while something can still be done about it before settlement."""
    open_needs = {need[0] for need in round.needs}
    if not wager.unnoticed or f"mend-{wager.id}" in open_needs:
        return None
    if wager.spot == ANTE and WAGERS in open_needs:
        return limit_fault(game, wager.patron, ANTE, wager.stake.cents)
    if wager.spot == ANTE and round.phase == BETTING and (stands := standing(game, wager)).void:
        return Refusal(stands.because, f"{dollars(wager.stake.cents)} is under the regulator's minimum: it goes back.")
    if wager.spot == BET and round.phase in (BETTING, SHOWDOWN) and not round.hands[DEALER].all_up:
        ante = next(w for w in round.wagers if w.hand == wager.hand and w.spot == ANTE)
        asked = game.book.multiple * ante.stake.cents
        if wager.stake.cents != asked:
            words = f"The Bet is {dollars(wager.stake.cents)}; twice the Ante is {dollars(asked)}. Correct it or fold."
            return Refusal(game.wrong_bet_because, words)
    return None


def found(game: "CaribbeanStud", draft: Draft, wager: Wager, because: Because) -> None:
    """Put a wrong wager right: the excess of an Ante goes back, everything else is the player's to mend."""
    if wager.spot == BET:
        ante = next(w for w in draft.wagers if w.hand == wager.hand and w.spot == ANTE)
        short = max(0, game.book.multiple * ante.stake.cents - wager.stake.cents)
        options = (Option("correct", because, short, short), Option("fold", because))
        draft.needs = tuple(n for n in draft.needs if n[0] != TURN_DEALER)
        draft.phase = BETTING
        draft.open(DecisionNeed(f"mend-{wager.id}", wager.patron, wager.area, wager.hand, options))
        return
    if wager.hand >= 0:
        void_hand(draft, draft.hands[wager.hand], because)
        if not any(isinstance(n, DecisionNeed) for n in draft.needs):
            betting_done(game, draft)
        return
    most = game.terms.limits_of(wager.patron, ANTE).maximum_cents
    if wager.stake.cents > most:
        kept, off = wager.stake.cut(most)
        draft.set_wager(wager._replace(stake=kept, left=kept, unnoticed=False))
        draft.events.append(WagerTakenBack(wager.id, wager.patron, off, because))
    else:
        draft.open(mend_ante(game, wager, because))
    await_deal(game, draft)


def _correct(game: "CaribbeanStud", draft: Draft, need: DecisionNeed, act: Decide) -> None:
    """Bring a wrong Bet to exactly twice the Ante."""
    bet = draft.find(need.area, BET)
    ante = draft.find(need.area, ANTE)
    assert bet is not None and ante is not None  # both lie there while the need is open
    because = game.wrong_bet_because
    asked = game.book.multiple * ante.stake.cents
    kept, off = bet.stake.plus(act.stake).cut(asked)
    draft.set_wager(bet._replace(stake=kept, left=kept, unnoticed=act.unnoticed))
    if act.stake.pieces:
        draft.events.append(WagerPlaced(bet.id, bet.patron, bet.area, BET, act.stake, because))
    if off.pieces:
        draft.events.append(WagerTakenBack(bet.id, bet.patron, off, because))
    draft.events.append(Decided(act.patron, need.area, "correct", because))


def _mend_ante(game: "CaribbeanStud", draft: Draft, need: DecisionNeed, act: Decide) -> None:
    """Top an Ante up to the minimum, or take it back."""
    because = need.options[0].because
    ante = draft.find(need.area, ANTE)
    assert ante is not None  # it lies there while the need is open
    if act.option == "take-back":
        _take_back(game, draft, need.area, because)
        return
    stake = ante.stake.plus(act.stake)
    draft.set_wager(ante._replace(stake=stake, left=stake, unnoticed=act.unnoticed))
    draft.events.append(WagerPlaced(ante.id, ante.patron, ante.area, ANTE, act.stake, because))
    draft.events.append(Decided(act.patron, need.area, "top-up", because))
    await_deal(game, draft)


def _take_back(game: "CaribbeanStud", draft: Draft, area: int, because: Because) -> None:
    for spot in (ANTE, JACKPOT):
        wager = draft.find(area, spot)
        if wager is not None:
            draft.events.append(WagerTakenBack(wager.id, wager.patron, wager.left, because))
            draft.set_wager(wager._replace(stake=wager.stake.cut(0)[0], left=wager.left.cut(0)[0]))
    await_deal(game, draft)
