"""The stages of betting: what players are asked, folding, a player who does not decide, a wrong wager seen in time, and
what is asked between the last decision and the settlement."""

from pitboss import law
from pitboss.cards import UNKNOWN
from pitboss.law import Because
from pitboss.money import Stake, dollars
from pitboss.play.acts import ABSENT, Decide, Lapse
from pitboss.play.cache import Cache
from pitboss.play.events import Decided, WagerPlaced, WagerTakenBack
from pitboss.play.hand import Hand
from pitboss.play.limits import standing
from pitboss.play.mend import MEND, TOP_UP
from pitboss.play.needs import CallNeed, CardsNeed, DecisionNeed, Need, Option, TurnNeed, parse_id
from pitboss.play.poker.settlement import lose_all, void_wagers_of
from pitboss.play.poker.table import (
    ANTE,
    BET,
    CHECK,
    CONCEDE,
    CONCEDED,
    CORRECT,
    DEAL,
    EXCUSED,
    FOLD,
    FOLDED,
    FORFEITED,
    IN,
    JACKPOT,
    LIVE,
    SHOWDOWN,
    VOIDED,
    WAGERS,
    PokerTable,
    Stage,
    ante_of,
)
from pitboss.play.round import Draft, Round
from pitboss.play.terms import spot_words
from pitboss.play.wager import Refusal, Result, Wager


def ask(game: PokerTable, draft: Draft, stage: Stage) -> None:
    """Ask every player who is still to decide, in any order; with no player to ask the stage is done."""
    draft.phase = stage.phase
    hands, is_done = draft.hands, True
    for wager in draft.wagers:
        if wager.spot != ANTE or wager.hand < 0 or wager.button:
            continue
        if hands[wager.hand].status == LIVE and wager.left.pieces:
            asked = stage.phase, wager.area, wager.patron, wager.hand, wager.stake.cents
            draft.needs += (game.questions[asked],)
            is_done = False
    if is_done:
        game.stage_done(draft)


def carry_out(game: PokerTable, draft: Draft, need: DecisionNeed, option: str, stake: Stake, unnoticed: bool) -> None:
    """Carry out what a player decided."""
    number = need.hand
    if number < 0:
        game.mended(draft, need, option, stake, unnoticed)
        return
    if option == BET:
        _bet(game, draft, need, stake, unnoticed)
    elif option == FOLD:
        fold(game, draft, draft.hands[number], game.fold_because[draft.phase])
    elif option == CHECK:
        draft.events.append(Decided(need.patron, need.area, CHECK, game.choice_because[draft.phase]))
    elif option == CORRECT:
        _correct(game, draft, need, stake, unnoticed)
    elif option == CONCEDE:
        _concede(game, draft, draft.hands[number], need.patron)
        return
    if not is_deciding(draft):
        game.stage_done(draft)


def _bet(game: PokerTable, draft: Draft, need: DecisionNeed, stake: Stake, unnoticed: bool) -> None:
    """Put a follow-on wager on the spot of the stage."""
    patron, area, hand, phase = need.patron, need.area, need.hand, draft.phase
    stage = game.stage_of[phase]
    wager = Wager(len(draft.wagers), patron, area, stage.spot, stake, stake, hand, unnoticed, phase=phase)
    draft.place(wager, game.bet_because[phase])
    if stage.bet_is_last:
        draft.set_hand(draft.hands[hand].standing(IN))
    draft.events.append(Decided(patron, area, BET, game.choice_because[phase]))


def is_deciding(draft: Draft | Round) -> bool:
    """Whether a player is still to decide."""
    needs = draft.needs
    return bool(needs) and DecisionNeed in [type(need) for need in needs]


def lapse(game: PokerTable, draft: Draft, need: DecisionNeed, reason: str) -> None:
    """Do for a player who did not decide what the edition says: void the hand, check, or fold."""
    if need.hand < 0:
        wager = draft.wagers[need.subject]
        game.take_off(draft, wager, need.options[0].because)
        return
    hand = draft.hands[need.hand]
    because: Because
    was_found = need.options[0].name == CORRECT
    passing = need.options[-1].name
    if game.lapse_voids and not was_found:
        because = (law.LAPSE_VOIDS_HAND, law.VOID, *game.lapse_reading)
        draft.events.append(Decided(need.patron, need.area, VOIDED, because, reason))
        void_hand(draft, hand, because)
    elif passing == CHECK and not was_found and game.lapse_checks:
        because = (*game.choice_because[draft.phase], *game.lapse_reading)
        draft.events.append(Decided(need.patron, need.area, CHECK, because, reason))
    else:
        slow = game.rules.readings("M24") if reason != ABSENT else ()
        because = (*game.lapse_because, *slow, *game.stage_of[draft.phase].case)
        fold(game, draft, hand, because, lapsed=reason)
    if not is_deciding(draft):
        game.stage_done(draft)


def excuse(game: PokerTable, draft: Draft, patron: str) -> None:
    """Ask no further wager of a player whose wagers a loss limit has cut, where it is read so: the hand stays in."""
    if not game.rules.readings("M17"):
        return
    was_deciding = is_deciding(draft)
    for wager in draft.wagers:
        if wager.patron == patron and wager.spot == ANTE and wager.hand >= 0:
            draft.set_wager(wager._replace(button=EXCUSED))
            draft.close_decisions_of(wager.hand)
    if was_deciding and not is_deciding(draft):
        game.stage_done(draft)


def fold(game: PokerTable, draft: Draft, hand: Hand, because: Because, *, lapsed: str = "") -> None:
    """A folded hand loses its wagers; one that was found wrong goes back; the jackpot goes by the method."""
    number, stage = hand.id, game.stage_of[draft.phase]
    patron = draft.wagers[ante_of(draft, hand)].patron
    for wager in draft.wagers:
        if wager.unnoticed and wager.hand == number and wager.left.pieces and wager.phase == draft.phase:
            because = tuple(dict.fromkeys((*game.wrong_fold_because, *(because if lapsed else stage.case))))
            draft.give_back(wager, Result.RETURNED, because)
    draft.events.append(Decided(patron, hand.area, FOLD, because, lapsed))
    lose_all(game, draft, hand, and_loses[because], game.fold_spot_because)
    leave(game, draft, hand, FOLDED)


def _and_loses(because: Because) -> Because:
    """The grounds of a fold, and that a folded hand loses, each once."""
    return tuple(dict.fromkeys((*because, law.FOLD_LOSES)))


and_loses = Cache(_and_loses)


def leave(game: PokerTable, draft: Draft, hand: Hand, status: str) -> None:
    """A hand leaves the round; whether its jackpot wager lives on is the method's or the reading's to say."""
    jackpot = draft.find(hand.area, JACKPOT) if game.terms.jackpot is not None else None
    if jackpot is not None and game.keeps_jackpot(status):
        draft.set_hand(hand.standing(status))
        return
    stage = game.stage_of.get(draft.phase)
    case = stage.case if stage is not None else ()
    if jackpot is not None:
        draft.lose(jackpot, game.left_jackpot_because(status) + case)
    draft.collect(hand, status, game.discards_because + case)


def void_hand(draft: Draft, hand: Hand, because: Because) -> None:
    """A hand without a result: all its stakes go back."""
    void_wagers_of(draft, hand, because)
    draft.close_decisions_of(hand.id)
    draft.collect(draft.hands[hand.id], VOIDED, because)


def forfeit(game: PokerTable, draft: Draft, patron: str) -> None:
    """A player who gave word of a hand away loses the wagers on it, and at the Star every wager they have."""
    because = game.talking_because
    players = draft.hands[len(game.house) :]
    theirs = [h for h in players if draft.wagers[ante_of(draft, h)].patron == patron and h.status in (LIVE, IN)]
    for hand in theirs:
        draft.close_decisions_of(hand.id)
        lose_all(game, draft, hand, because)
    if game.talking_costs_jackpot:
        for wager in draft.wagers:
            if wager.patron == patron and wager.left.pieces:
                draft.lose(wager, because)
    for hand in theirs:
        leave(game, draft, hand, FORFEITED)


# Between the last decision and the settlement.


def showdown(game: PokerTable, draft: Draft) -> None:
    """All cards are out: players may concede, where the edition has it, then the dealer settles."""
    draft.phase = SHOWDOWN
    if game.may_concede:
        for hand in draft.hands[len(game.house) :]:
            if hand.status == game.contender:
                patron = draft.wagers[ante_of(draft, hand)].patron
                draft.needs += (game.concedes[patron, hand.area, hand.id],)
    await_settle(game, draft)


def await_settle(game: PokerTable, draft: Draft) -> None:
    """Ask for the cards that settlement needs and that are not named; with none missing, for the call to settle."""
    needs: list[Need] = [need for need in draft.needs if type(need) is DecisionNeed]
    unnamed = [
        hand
        for hand in draft.hands[len(game.house) :]
        if UNKNOWN in hand.cards and (hand.status == game.contender or draft.find(hand.area, JACKPOT) is not None)
    ]
    if unnamed:
        needs += [TurnNeed("turn", hand.id, hand.unknown, subject=hand.area) for hand in unnamed]
    else:
        needs.append(game.settle_need)
        if game.shows_folded:
            needs += _folded_hands(game, draft)
    draft.needs = tuple(needs)


def _folded_hands(game: PokerTable, draft: Draft) -> list[Need]:
    """The folded hands that the house may show, which nothing waits for."""
    return [
        TurnNeed("show", hand.id, hand.unknown, optional=True, subject=hand.area)
        for hand in draft.hands[len(game.house) :]
        if hand.status == FOLDED and not hand.all_up
    ]


def _concede(game: PokerTable, draft: Draft, hand: Hand, patron: str) -> None:
    because = game.rules.only((law.CONCEDE, law.CONCEDED_STAYS_OUT))
    draft.events.append(Decided(patron, hand.area, CONCEDE, because))
    lose_all(game, draft, hand, because)
    leave(game, draft, draft.hands[hand.id], CONCEDED)
    await_settle(game, draft)


# Wagers that went down unnoticed.


def find_fault(game: PokerTable, round: Round | Draft, wager: Wager) -> Refusal | None:
    """Say what is wrong with a wager while something can still be done about it before settlement."""
    if not wager.unnoticed or any(need.kind == MEND and need.subject == wager.id for need in round.needs):
        return None
    if game.spots[wager.spot].opening:
        if any(need.kind == WAGERS for need in round.needs):
            return game.opening_fault(round, wager)
        if wager.spot == ANTE and round.phase in game.stage_of and (stands := standing(game, wager)).void:
            words = f"{dollars(wager.stake.cents)} is under the regulator's minimum: it goes back."
            return Refusal(stands.because, words)
        return None
    if wager.phase == round.phase:
        ante = round.wagers[ante_of(round, round.hands[wager.hand])].stake.cents
        cents = wager.stake.cents
        if not game.fits(wager.phase, ante, cents):
            asked = game.asked_words(wager.phase, ante)
            words = f"The {spot_words(wager.spot)} is {dollars(cents)}; {asked}. Correct it or fold."
            return Refusal(game.wrong_bet_because[wager.phase], words)
    return None


def mend_found(game: PokerTable, draft: Draft, wager: Wager, fault: Refusal) -> None:
    """Put a wrong wager right: a follow-on wager is the player's to correct or fold, a void Ante voids its hand."""
    because = fault.because
    if wager.hand < 0:
        game.found_open(draft, wager, because)
    elif game.spots[wager.spot].opening:
        void_hand(draft, draft.hands[wager.hand], because)
        if not is_deciding(draft):
            game.stage_done(draft)
    else:
        ante = draft.wagers[ante_of(draft, draft.hands[wager.hand])].stake.cents
        least, most = game.bet_range(wager.phase, ante)
        cents = wager.stake.cents
        correct = Option(CORRECT, because, max(0, least - cents), max(0, most - cents) if cents < least else 0)
        draft.needs = tuple(n for n in draft.needs if not isinstance(n, TurnNeed | CardsNeed | CallNeed))
        options = (correct, Option(FOLD, because))
        draft.open(DecisionNeed(MEND, wager.patron, wager.area, wager.hand, options, subject=wager.id))


def _correct(game: PokerTable, draft: Draft, need: DecisionNeed, more: Stake, unnoticed: bool) -> None:
    """Bring a wrong follow-on wager into its range."""
    wager = draft.wagers[need.subject]
    ante = draft.wagers[ante_of(draft, draft.hands[wager.hand])].stake.cents
    because = game.wrong_bet_because[wager.phase]
    stake = wager.stake.plus(more)
    kept, off = stake.cut(game.fit_down(wager.phase, ante, stake.cents))
    draft.set_wager(wager._replace(stake=kept, left=kept, unnoticed=unnoticed))
    if more.pieces:
        draft.events.append(WagerPlaced(wager.id, wager.patron, wager.area, wager.spot, more, because))
    if off.pieces:
        draft.events.append(WagerTakenBack(wager.id, wager.patron, off, because))
    draft.events.append(Decided(need.patron, need.area, CORRECT, because))


# Which decisions are not taken.


def refuse_out_of_turn(game: PokerTable, round: Round, act: Decide | Lapse) -> Refusal:
    """Say why a decision is not open."""
    if round.phase in (WAGERS, DEAL):
        return Refusal(game.decide_because, "Players decide once every hand is dealt.")
    kind, area = parse_id(act.need)
    if kind == MEND and 0 <= area < len(round.wagers):
        area = round.wagers[area].area
    hand = next((h for h in round.hands if h.area == area), None)
    if hand is not None and hand.status == CONCEDED:
        because = game.rules.only((law.CONCEDED_STAYS_OUT, law.CONCEDE))
        return Refusal(because, "A conceded hand does not come back.")
    if kind == CONCEDE and not game.may_concede:
        return Refusal((law.NOT_AN_OPTION, law.WAGERS_FROZEN), "These rules know no conceding: the hand is settled.")
    if kind == CONCEDE:
        return Refusal(
            (law.CONCEDE, *game.turn_because), "A hand is conceded between the last card and the settlement."
        )
    if hand is not None and hand.status == FOLDED and game.rules.applies(law.FOLD_FINAL):
        return Refusal((law.FOLD_FINAL,), "A fold is final: the hand does not come back.")
    if hand is not None and hand.status == IN and game.rules.applies(law.PLAY_ONCE):
        return Refusal((law.PLAY_ONCE, law.WAGERS_FROZEN), "The Play wager is made: no more is wagered on this hand.")
    return Refusal((*game.decide_because, law.WAGERS_FROZEN), "That decision is made, or is nobody's to make.")


def refuse_decision(game: PokerTable, round: Round, need: DecisionNeed, act: Decide) -> Refusal | None:
    """Refuse to mend a wager into what the rules do not take either, or to bet what the stage does not offer."""
    option = act.option
    if act.unnoticed or (option == BET and not game.has_steps):
        return None
    if option == TOP_UP:
        return game.refuse_top_up(round, need, act)
    if option == CORRECT and act.stake.pieces:
        wrong = round.wagers[need.subject]
        ante_cents = round.wagers[ante_of(round, round.hands[need.hand])].stake.cents
        if not game.fits(wrong.phase, ante_cents, wrong.stake.cents + act.stake.cents):
            asked = game.asked_words(wrong.phase, ante_cents)
            return Refusal(game.wrong_bet_because[wrong.phase], f"It still does not fit: {asked}.")
    if option == BET:
        ante_cents = round.wagers[ante_of(round, round.hands[need.hand])].stake.cents
        if not game.fits(round.phase, ante_cents, act.stake.cents):
            asked = game.asked_words(round.phase, ante_cents)
            return Refusal(game.bet_because[round.phase], f"{dollars(act.stake.cents)} does not fit: {asked}.")
    return None
