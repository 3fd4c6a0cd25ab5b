"""The stages of betting: what players are asked, folding, a player who does not decide, a wrong wager seen in time; and
what stands of a hand's wagers once the cards are out, and the jackpot hands that a round reports."""

from collections.abc import Mapping

from pitboss import law
from pitboss.cards import UNKNOWN, Category, best_hand
from pitboss.messages import say
from pitboss.money import Stake, dollars
from pitboss.play.acts import ABSENT, Decide, Lapse
from pitboss.play.cache import Cache
from pitboss.play.events import Decided, WagerPlaced, WagerTakenBack
from pitboss.play.irregularity import CONTINUE, RETRACT
from pitboss.play.needs import CallNeed, CardsNeed, DecisionNeed, Need, Option, TurnNeed, parse_id
from pitboss.play.poker import names
from pitboss.play.poker.table import PokerTable, Stage, ante_of
from pitboss.play.round import Draft, Round
from pitboss.play.terms import Standing, find_standing, spot_words
from pitboss.play.wager import Hand, Refusal, Result, Wager
from pitboss.play.wrong_wagers import MEND, TOP_UP
from pitboss.value import replace

_JACKPOT_KEYS: Mapping[Category, law.Because] = {
    Category.ROYAL_FLUSH: (law.JACKPOT_ROYAL_FLUSH,),
    Category.STRAIGHT_FLUSH: (law.JACKPOT_STRAIGHT_FLUSH,),
    Category.FOUR_OF_A_KIND: (law.JACKPOT_FOUR_OF_A_KIND,),
    Category.FULL_HOUSE: (law.JACKPOT_FULL_HOUSE,),
    Category.FLUSH: (law.JACKPOT_FLUSH,),
}

_ANY_SPOT: Mapping[str, law.Because] = {}


def stand(game: PokerTable, draft: Draft, hand: Hand) -> list[tuple[Wager, law.Because]]:
    """The wagers on a hand, but the jackpot's, cut to what stands of them, each with why not simply all of it stands;
    none where the Ante is void."""
    number = hand.id
    on_hand = [w for w in draft.wagers if w.hand == number and w.left.pieces and w.spot != names.JACKPOT]
    why: dict[int, law.Because] = {}
    for wager in on_hand:
        if wager.unnoticed:
            why = _cut_to_limits(game, draft, hand, on_hand)
            break
    return [(now, why.get(now.id, ())) for w in on_hand if (now := draft.wagers[w.id]).left.pieces]


def _cut_to_limits(game: PokerTable, draft: Draft, hand: Hand, on_hand: list[Wager]) -> dict[int, law.Because]:
    """Cut the wagers on a hand, and say for each why not simply all of it stands."""
    ante = draft.find(hand.area, names.ANTE)
    if ante is None:  # a loss limit cut it to nothing: the rest is settled as it lies
        return {}
    stands = game.ante_standing(draft, ante)
    if stands.void:
        void_wagers_of(draft, hand, stands.because)
        return {}
    why = {ante.id: stands.because}
    draft.cut_to(ante, stands.valid_cents, stands.because)
    for wager in on_hand:
        if wager.spot != names.ANTE:
            why[wager.id] = _cut(game, draft, wager, ante.stake.cents, stands)
    return why


def _cut(game: PokerTable, draft: Draft, wager: Wager, ante_cents: int, stands: Standing) -> law.Because:
    if game.spots[wager.spot].opening:
        late = game.side_standing(draft, wager)
        if late.void:
            draft.give_back(wager, Result.VOID, late.because)
            return ()
        draft.cut_to(wager, late.valid_cents, late.because)
        return late.because
    rules = game.rules
    least, most = game.bet_range(wager.phase, ante_cents)
    if game.off_range_is_void and not least <= wager.stake.cents <= most:
        draft.give_back(wager, Result.VOID, game.off_range)
        return game.off_range
    capped = stands.valid_cents < ante_cents and bool(rules.reading("betFollowsCappedAnte", otherwise=True))
    base = stands.valid_cents if capped else ante_cents
    cents = wager.stake.cents
    valid = game.valid_cents(wager.phase, base, cents, ante_cents)
    case = game.stage_of[wager.phase].case
    if valid < cents:
        over = capped and law.MAXIMUM_SETTLED in stands.because
        excess = rules.only((law.EXCESS_WAGER_RETURNED,)) or game.off_range
        why: law.Because = (*excess, *(rules.reading_of("betFollowsCappedAnte") if over else ()), *case)
        draft.cut_to(wager, valid, why)
        return why
    if cents < game.bet_range(wager.phase, base)[0]:
        return (rules.only((law.SHORT_WAGER_SETTLED,)) or game.off_range) + case
    return ()


def void_wagers_of(draft: Draft, hand: Hand, because: law.Because) -> None:
    """Give back all wagers on a hand that has no result."""
    for wager in draft.wagers:
        if wager.hand == hand.id and wager.left.pieces:
            draft.give_back(wager, Result.VOID, because)


def lose_all(
    game: PokerTable, draft: Draft, hand: Hand, because: law.Because, by_spot: Mapping[str, law.Because] = _ANY_SPOT
) -> None:
    """Take every wager on a hand so far as it stands, but the jackpot's, which has a life of its own.

    `by_spot` are the grounds that only a wager on that spot has.
    """
    for wager, why in stand(game, draft, hand):
        more = by_spot.get(wager.spot, ()) + why if by_spot or why else ()
        draft.lose(wager, tuple(dict.fromkeys((*because, *more))) if more else because)


# Jackpot wagers.


def settle_jackpots(game: PokerTable, draft: Draft, case: law.Because = ()) -> None:
    """Once all hands are checked: report the jackpot hands from the dealer's right, and take the other wagers.

    `case` says whether the dealer's hand qualifies, where the clauses on the jackpot ask.
    """
    for hand in reversed(draft.hands):
        jackpot = draft.find(hand.area, names.JACKPOT) if hand.area else None
        if jackpot is None:
            continue
        left = hand.status != game.contender
        ante = ante_of(draft, hand)
        kept: law.Because = ()
        if left:  # at the stage that the grounds tell on which its Ante was taken
            grounds = [ground for done in draft.settlements if done.wager == ante for ground in done.because]
            stage = [ground for ground in grounds if law.CASES.get(law.Key(ground)) == "stage"]
            kept = (*game.jackpot_grounds(hand.status), *stage)
        player = draft.wagers[ante].patron
        if jackpot.patron != player:
            kept += (law.JACKPOT_ON_ANOTHER, *game.rules.readings("M11"))
        kept += case
        if left:
            draft.turn(hand, (), (law.BEST_HAND,))
        cards = game.jackpot_cards(draft, hand)
        value = best_hand(cards)
        if value.category in game.jackpot_hands:
            won = game.rules.only((*_JACKPOT_KEYS.get(value.category, ()), game.lowest_prize))
            wins = (law.JACKPOT_HANDS, *won, *game.method_because, *game.jackpot_stays)
            winner = player if game.prize_to_box_player else jackpot.patron
            draft.claim(jackpot, value.category.line, cards, wins + kept, patron=winner)
            draft.set_hand(draft.hands[hand.id].set_status(names.JACKPOT))
        else:
            draft.lose(jackpot, (*game.jackpot_loses_because, *kept))
            if left:
                draft.collect(draft.hands[hand.id], hand.status, game.collected_because + case)


# The stages of betting.


def ask(game: PokerTable, draft: Draft, stage: Stage) -> None:
    """Ask every player who is still to decide, in any order; with no player to ask the stage is done."""
    draft.phase = stage.phase
    hands, is_done = draft.hands, True
    for wager in draft.wagers:
        if wager.spot != names.ANTE or wager.hand < 0 or wager.button:
            continue
        if hands[wager.hand].status == names.LIVE and wager.left.pieces:
            asked = stage.phase, wager.area, wager.patron, wager.hand, wager.stake.cents
            draft.needs += (game.questions[asked],)
            is_done = False
    if is_done:
        game.follow_stage(draft)


def carry_out(game: PokerTable, draft: Draft, need: DecisionNeed, option: str, stake: Stake, unnoticed: bool) -> None:
    """Carry out what a player decided."""
    number = need.hand
    if number < 0:
        game.carry_out_mending(draft, need, option, stake, unnoticed)
        return
    if option == names.BET:
        _bet(game, draft, need, stake, unnoticed)
    elif option == names.FOLD:
        fold_hand(game, draft, draft.hands[number], game.fold_because[draft.phase])
    elif option == names.CHECK:
        draft.events.append(Decided(need.patron, need.area, names.CHECK, game.choice_because[draft.phase]))
    elif option == names.CORRECT:
        _correct(game, draft, need, stake, unnoticed)
    elif option == names.CONCEDE:
        _concede(game, draft, draft.hands[number], need.patron)
        return
    elif need.kind == RETRACT:
        game.answer_retraction(draft, need, option)
        return
    if not is_deciding(draft):
        game.follow_stage(draft)


def _bet(game: PokerTable, draft: Draft, need: DecisionNeed, stake: Stake, unnoticed: bool) -> None:
    """Put a follow-on wager on the spot of the stage."""
    patron, area, hand, phase = need.patron, need.area, need.hand, draft.phase
    stage = game.stage_of[phase]
    wager = Wager(len(draft.wagers), patron, area, stage.spot, stake, stake, hand, unnoticed, phase=phase)
    draft.place(wager, game.bet_because[phase])
    if stage.bet_is_last:
        draft.set_hand(draft.hands[hand].set_status(names.IN))
    draft.events.append(Decided(patron, area, names.BET, game.choice_because[phase]))


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
    if need.kind == RETRACT:
        game.answer_retraction(draft, need, str(game.rules.reading("silentRetraction", otherwise=CONTINUE)), reason)
        return
    hand = draft.hands[need.hand]
    because: law.Because
    was_found = need.options[0].name == names.CORRECT
    passing = need.options[-1].name
    if game.rules.applies(law.LAPSE_VOIDS_HAND) and not was_found:
        because = (law.LAPSE_VOIDS_HAND, law.VOID, *game.lapse_reading)
        draft.events.append(Decided(need.patron, need.area, names.VOIDED, because, reason))
        void_hand(draft, hand, because)
    elif passing == names.CHECK and not was_found and game.lapse_checks:
        because = (*game.choice_because[draft.phase], *game.lapse_reading)
        draft.events.append(Decided(need.patron, need.area, names.CHECK, because, reason))
    else:
        slow = game.rules.readings("M24") if reason != ABSENT else ()
        because = (*game.rules.only((law.LAPSE_FOLDS,)), *slow, *game.stage_of[draft.phase].case)
        fold_hand(game, draft, hand, because, lapsed=reason)
    if not is_deciding(draft):
        game.follow_stage(draft)


def excuse(game: PokerTable, draft: Draft, patron: str) -> None:
    """Ask no further wager of a player whose wagers a loss limit has cut, where it is read so: the hand stays in."""
    if not game.rules.readings("M17"):
        return
    was_deciding = is_deciding(draft)
    for wager in draft.wagers:
        if wager.patron == patron and wager.spot == names.ANTE and wager.hand >= 0:
            draft.set_wager(replace(wager, button=names.EXCUSED))
            draft.close_decisions_of(wager.hand)
    if was_deciding and not is_deciding(draft):
        game.follow_stage(draft)


def fold_hand(game: PokerTable, draft: Draft, hand: Hand, because: law.Because, *, lapsed: str = "") -> None:
    """A folded hand loses its wagers; one that was found wrong goes back; the jackpot goes by the method."""
    number, stage = hand.id, game.stage_of[draft.phase]
    patron = draft.wagers[ante_of(draft, hand)].patron
    for wager in draft.wagers:
        if wager.unnoticed and wager.hand == number and wager.left.pieces and wager.phase == draft.phase:
            wrong = game.rules.only((law.WRONG_BET_FOLDED, *game.bet_keys()))
            read = game.off_range or game.rules.only((law.LAPSE_FOLDS,))
            because = tuple(dict.fromkeys((*wrong, *read, *(because if lapsed else stage.case))))
            draft.give_back(wager, Result.RETURNED, because)
    draft.events.append(Decided(patron, hand.area, names.FOLD, because, lapsed))
    lose_all(game, draft, hand, and_loses[because], game.fold_spot_because)
    leave(game, draft, hand, names.FOLDED)


and_loses = Cache[law.Because, law.Because](lambda because: tuple(dict.fromkeys((*because, law.FOLD_LOSES))))
"""The grounds of a fold, and that a folded hand loses, each once."""


def leave(game: PokerTable, draft: Draft, hand: Hand, status: str) -> None:
    """Take a hand out of the round; the method or a reading decides whether its jackpot wager stays in play."""
    jackpot = draft.find(hand.area, names.JACKPOT) if game.terms.jackpot is not None else None
    if jackpot is not None and game.keeps_jackpot(status):
        draft.set_hand(hand.set_status(status))
        return
    stage = game.stage_of.get(draft.phase)
    case = stage.case if stage is not None else ()
    if jackpot is not None:
        draft.lose(jackpot, game.jackpot_grounds(status) + case)
    draft.collect(hand, status, game.discards_because + case)


def void_hand(draft: Draft, hand: Hand, because: law.Because) -> None:
    """A hand without a result: all its stakes go back."""
    void_wagers_of(draft, hand, because)
    draft.close_decisions_of(hand.id)
    draft.collect(draft.hands[hand.id], names.VOIDED, because)


def forfeit(game: PokerTable, draft: Draft, patron: str) -> None:
    """A player who disclosed a hand loses the wagers on it, at the Star every wager they have."""
    because = game.rules.only((law.TALKING_FORFEITS, law.TALKING_COSTS_ALL))
    players = draft.hands[len(game.house) :]
    theirs = [
        h for h in players if draft.wagers[ante_of(draft, h)].patron == patron and h.status in (names.LIVE, names.IN)
    ]
    for hand in theirs:
        draft.close_decisions_of(hand.id)
        lose_all(game, draft, hand, because)
    if game.rules.applies(law.TALKING_COSTS_ALL):
        for wager in draft.wagers:
            if wager.patron == patron and wager.left.pieces:
                draft.lose(wager, because)
    for hand in theirs:
        leave(game, draft, hand, names.FORFEITED)


# Between the last decision and the settlement.


def showdown(game: PokerTable, draft: Draft) -> None:
    """All cards are out: players may concede, where the edition has it, then the dealer settles."""
    draft.phase = names.SHOWDOWN
    if game.rules.applies(law.CONCEDE):
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
        if UNKNOWN in hand.cards and (hand.status == game.contender or draft.find(hand.area, names.JACKPOT) is not None)
    ]
    if unnamed:
        needs += [TurnNeed("turn", hand.id, hand.unknown, subject=hand.area) for hand in unnamed]
    else:
        needs.append(game.settle_need)
        if game.rules.applies(law.FOLDED_SHOWN):  # the house may, and nothing waits for it
            needs += [
                TurnNeed("show", hand.id, hand.unknown, optional=True, subject=hand.area)
                for hand in draft.hands[len(game.house) :]
                if hand.status == names.FOLDED and not hand.all_up
            ]
    draft.needs = tuple(needs)


def _concede(game: PokerTable, draft: Draft, hand: Hand, patron: str) -> None:
    because = game.rules.only((law.CONCEDE, law.CONCEDED_STAYS_OUT))
    draft.events.append(Decided(patron, hand.area, names.CONCEDE, because))
    lose_all(game, draft, hand, because)
    leave(game, draft, draft.hands[hand.id], names.CONCEDED)
    await_settle(game, draft)


# Wagers that went down unnoticed.


def find_fault(game: PokerTable, round: Round | Draft, wager: Wager) -> Refusal | None:
    """Say what is wrong with a wager while something can still be done about it before settlement."""
    if round.irregular.waits:  # other questions come first
        return None
    if not wager.unnoticed or any(need.kind == MEND and need.subject == wager.id for need in round.needs):
        return None
    if game.spots[wager.spot].opening:
        if any(need.kind == names.WAGERS for need in round.needs):
            return game.opening_fault(round, wager)
        if wager.spot == names.ANTE and round.phase in game.stage_of and (stands := find_standing(game, wager)).void:
            words = say("{amount} is under the regulator's minimum: it goes back.", amount=dollars(wager.stake.cents))
            return Refusal(stands.because, words)
        return None
    if wager.phase == round.phase:
        ante = round.wagers[ante_of(round, round.hands[wager.hand])].stake.cents
        cents = wager.stake.cents
        if not game.fits(wager.phase, ante, cents):
            asked = game.stage_words(wager.phase, ante)
            words = "The {spot} is {amount}; {asked}. Correct it or fold."
            because = game.wrong_bet_because[wager.phase]
            return Refusal(because, say(words, spot=spot_words(wager.spot), amount=dollars(cents), asked=asked))
    return None


def mend_wager(game: PokerTable, draft: Draft, wager: Wager, fault: Refusal) -> None:
    """Put a wrong wager right: a follow-on wager is the player's to correct or fold, a void Ante voids its hand."""
    because = fault.because
    if wager.hand < 0:
        game.mend_open_wager(draft, wager, because)
    elif game.spots[wager.spot].opening:
        void_hand(draft, draft.hands[wager.hand], because)
        if not is_deciding(draft):
            game.follow_stage(draft)
    else:
        ante = draft.wagers[ante_of(draft, draft.hands[wager.hand])].stake.cents
        least, most = game.bet_range(wager.phase, ante)
        cents = wager.stake.cents
        correct = Option(names.CORRECT, because, max(0, least - cents), max(0, most - cents) if cents < least else 0)
        draft.needs = tuple(n for n in draft.needs if not isinstance(n, TurnNeed | CardsNeed | CallNeed))
        options = (correct, Option(names.FOLD, because))
        draft.open(DecisionNeed(MEND, wager.patron, wager.area, wager.hand, options, subject=wager.id))


def _correct(game: PokerTable, draft: Draft, need: DecisionNeed, more: Stake, unnoticed: bool) -> None:
    """Bring a wrong follow-on wager into its range."""
    wager = draft.wagers[need.subject]
    ante = draft.wagers[ante_of(draft, draft.hands[wager.hand])].stake.cents
    because = game.wrong_bet_because[wager.phase]
    stake = wager.stake.plus(more)
    kept, off = stake.cut(game.fit_down(wager.phase, ante, stake.cents))
    draft.set_wager(replace(wager, stake=kept, left=kept, unnoticed=unnoticed))
    if more.pieces:
        draft.events.append(WagerPlaced(wager.id, wager.patron, wager.area, wager.spot, more, because))
    if off.pieces:
        draft.events.append(WagerTakenBack(wager.id, wager.patron, off, because))
    draft.events.append(Decided(need.patron, need.area, names.CORRECT, because))


# Which decisions are not taken.


def refuse_out_of_turn(game: PokerTable, round: Round, act: Decide | Lapse) -> Refusal:
    """Say why a decision is not open."""
    if round.phase in (names.WAGERS, names.DEAL):
        return Refusal(game.decide_because, "Players decide once every hand is dealt.")
    kind, area = parse_id(act.need)
    if kind == MEND and 0 <= area < len(round.wagers):
        area = round.wagers[area].area
    hand = next((h for h in round.hands if h.area == area), None)
    if hand is not None and hand.status == names.CONCEDED:
        because = game.rules.only((law.CONCEDED_STAYS_OUT, law.CONCEDE))
        return Refusal(because, "A conceded hand does not come back.")
    if kind == names.CONCEDE and not game.rules.applies(law.CONCEDE):
        return Refusal((law.NOT_AN_OPTION, law.WAGERS_FROZEN), "In this game a hand cannot be conceded: it is settled.")
    if kind == names.CONCEDE:
        return Refusal(
            (law.CONCEDE, *game.turn_because), "A hand is conceded between the last card and the settlement."
        )
    if hand is not None and hand.status == names.FOLDED and game.rules.applies(law.FOLD_FINAL):
        return Refusal((law.FOLD_FINAL,), "A fold is final: the hand does not come back.")
    if hand is not None and hand.status == names.IN and game.rules.applies(law.PLAY_ONCE):
        return Refusal((law.PLAY_ONCE, law.WAGERS_FROZEN), "The Play wager is made: no more is wagered on this hand.")
    return Refusal((*game.decide_because, law.WAGERS_FROZEN), "That decision is already made, or is not open.")


def refuse_decision(game: PokerTable, round: Round, need: DecisionNeed, act: Decide) -> Refusal | None:
    """Refuse to mend a wager into what the rules do not take either, or to bet what the stage does not offer."""
    option = act.option
    if act.unnoticed or (option == names.BET and not game.has_steps):
        return None
    if option == TOP_UP:
        return game.refuse_top_up(round, need, act)
    if option == names.CORRECT and act.stake.pieces:
        wrong = round.wagers[need.subject]
        ante_cents = round.wagers[ante_of(round, round.hands[need.hand])].stake.cents
        if not game.fits(wrong.phase, ante_cents, wrong.stake.cents + act.stake.cents):
            asked = game.stage_words(wrong.phase, ante_cents)
            words = say("The amount is still wrong: {asked}.", asked=asked)
            return Refusal(game.wrong_bet_because[wrong.phase], words)
    if option == names.BET:
        ante_cents = round.wagers[ante_of(round, round.hands[need.hand])].stake.cents
        if not game.fits(round.phase, ante_cents, act.stake.cents):
            asked = game.stage_words(round.phase, ante_cents)
            words = say("{amount} is not offered: {asked}.", amount=dollars(act.stake.cents), asked=asked)
            return Refusal(game.bet_because[round.phase], words)
    return None
