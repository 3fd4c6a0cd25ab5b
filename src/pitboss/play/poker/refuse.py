"""Why an act is out of turn: the rule that closed what it answers, or has not opened it yet; and wagers not taken."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.money import dollars
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Lapse, Place, Shuffle, TakeBack
from pitboss.play.mend import TOP_UP, mended_wager
from pitboss.play.needs import DecisionNeed
from pitboss.play.poker.words import (
    ANTE,
    BET,
    CONCEDE,
    CONCEDED,
    CORRECT,
    CUT,
    DEAL,
    FOLDED,
    IN,
    JACKPOT,
    SETTLE,
    SHUFFLE,
    WAGERS,
)
from pitboss.play.round import Round
from pitboss.play.terms import spot_words
from pitboss.play.wager import Refusal, Wager

if TYPE_CHECKING:
    from pitboss.play.poker.game import PokerGame

_TO_MEND = Refusal((law.SIGN_MINIMUM,), "A player has a wager to mend before the first card.")


def closed(game: "PokerGame", round: Round, act: Act) -> Refusal:
    """Say which rule an act out of turn runs against."""
    if round.is_over:
        return Refusal((law.ROUND_OF_PLAY,), "The round is over.")
    match act:
        case Place() | TakeBack():
            return _wager(game, round, act)
        case Shuffle():
            return Refusal((law.SHUFFLE_FIRST,), "The cards are shuffled once, before the round is dealt.")
        case Cut():
            return _cut(game, round, act)
        case Deal():
            return _deal(game, round)
        case Call() if act.need != SETTLE:
            return _call(game, round)
        case Decide() | Lapse():
            return _decision(game, round, act)
        case _:
            return Refusal(game.turn_because, "That comes after every player has acted and the cards are turned.")


def _wager(game: "PokerGame", round: Round, act: Place | TakeBack) -> Refusal:
    if round.phase != WAGERS or round.need(WAGERS) is None:
        words = "No more bets: a wager stays as it is now until it is settled."
        frozen = (law.WAGERS_FROZEN,) if round.phase != WAGERS else ()
        return Refusal((law.BETS_CLOSE, *frozen), words)
    if act.spot == JACKPOT:
        return Refusal((law.JACKPOT_OFFERED,), "This table offers no jackpot.")
    if act.spot in game.spots:
        words = f"The {spot_words(act.spot)} is made after the deal, by deciding to {BET}."
        return Refusal(game.decide_because, words)
    return Refusal((law.PLAYING_AREA,), f"The layout has no spot called {act.spot}.")


def _cut(game: "PokerGame", round: Round, act: Cut) -> Refusal:
    if act.by != "dealer":
        return Refusal((law.ONLY_DEALER_CUTS,), "Nobody but the dealer cuts the cards.")
    if not game.plan.is_cut:
        return Refusal((law.DEVICE_UNCUT,), "Cards from a shuffling device are not cut.")
    if round.need(SHUFFLE) is not None:
        return Refusal((law.SHUFFLE_FIRST,), "Shuffle first, then cut.")
    return Refusal((law.DEALER_CUTS,), "The cards are cut once, before the first of them comes out.")


def _has_ante(round: Round) -> bool:
    return any(w.spot == ANTE and w.left.pieces for w in round.wagers)


def _call(game: "PokerGame", round: Round) -> Refusal:
    if round.phase != WAGERS or round.need(WAGERS) is None:
        return Refusal((law.BETS_CLOSE,), "The wagers are closed already.")
    if not _has_ante(round):
        return Refusal((law.ANTE_OPENS,), "No player has an Ante down: there is nothing to close.")
    return game.unready(round) or _TO_MEND


def _deal(game: "PokerGame", round: Round) -> Refusal:
    if round.need(SHUFFLE) is not None:
        return Refusal((law.SHUFFLE_FIRST,), "The cards are shuffled before they are dealt.")
    if round.need(CUT) is not None:
        return Refusal((law.DEALER_CUTS,), "The dealer cuts before dealing.")
    if round.phase != WAGERS:
        return Refusal(game.dealt_because, "No card is awaited now.")
    if not _has_ante(round):
        return Refusal((law.ANTE_OPENS,), "A hand is dealt to an Ante, and there is none.")
    if game.book.must_call and round.need(WAGERS) is not None:
        return Refusal((law.BETS_CLOSE,), "Announce no more bets before the first card.")
    return game.unready(round) or _TO_MEND


def _decision(game: "PokerGame", round: Round, act: Decide | Lapse) -> Refusal:
    if round.phase in (WAGERS, DEAL):
        return Refusal(game.decide_because, "Players decide once every hand is dealt.")
    area = act.need.rpartition("-")[2]
    if act.need.startswith("mend-") and area.isdigit() and int(area) < len(round.wagers):
        area = str(round.wagers[int(area)].area)
    hand = next((h for h in round.hands if h.area and str(h.area) == area), None)
    if hand is not None and hand.status == CONCEDED:
        because = game.rules.only((law.CONCEDED_STAYS_OUT, law.CONCEDE))
        return Refusal(because, "A conceded hand does not come back.")
    if act.need.startswith(CONCEDE) and not game.may_concede:
        return Refusal((law.NOT_AN_OPTION, law.WAGERS_FROZEN), "These rules know no conceding: the hand is settled.")
    if act.need.startswith(CONCEDE):
        return Refusal(
            (law.CONCEDE, *game.turn_because), "A hand is conceded between the last card and the settlement."
        )
    if hand is not None and hand.status == FOLDED and game.rules.applies(law.FOLD_FINAL):
        return Refusal((law.FOLD_FINAL,), "A fold is final: the hand does not come back.")
    if hand is not None and hand.status == IN and game.rules.applies(law.PLAY_ONCE):
        return Refusal((law.PLAY_ONCE, law.WAGERS_FROZEN), "The Play wager is made: no more is wagered on this hand.")
    return Refusal((*game.decide_because, law.WAGERS_FROZEN), "That decision is made, or is nobody's to make.")


def wager(game: "PokerGame", round: Round, act: Place) -> Refusal | None:
    """Refuse a second hand, a wager that needs an Ante without one, and a jackpot wager off its price or twice."""
    if act.spot == ANTE:
        for other in round.wagers:
            if other.patron == act.patron and other.spot == ANTE and other.area != act.area and other.left.pieces:
                return Refusal((law.ONE_HAND,), f"{act.patron} has a hand on area {other.area}: one hand a player.")
        return None
    antes = [w.patron for w in round.wagers if w.spot == ANTE and w.area == act.area and w.left.pieces]
    if act.patron not in antes:
        return game.refuses_on_another(round, act, bool(antes))
    if act.spot != JACKPOT:
        return None if act.unnoticed else game.refuses_side(round, act)
    return jackpot(game, round, act)


def jackpot(game: "PokerGame", round: Round, act: Place) -> Refusal | None:
    """Refuse a second jackpot wager on a hand, or one that is not its price."""
    if any(w.left.pieces for w in round.wagers_on(act.area, JACKPOT)):
        return Refusal((game.one_jackpot,), f"Area {act.area} has its jackpot wager.")
    price = game.terms.jackpot.price_cents if game.terms.jackpot else 0
    if act.stake.cents != price:
        return Refusal((law.JACKPOT_PRICE,), f"The jackpot wager is exactly {dollars(price)}.")
    return None


def decision(game: "PokerGame", round: Round, need: DecisionNeed, act: Decide) -> Refusal | None:
    """Refuse to mend a wager into what the rules do not take either, or to bet what the stage does not offer."""
    option = act.option
    if act.unnoticed or (option == BET and not game.has_steps):
        return None
    if option == TOP_UP:
        return game.refuses_top_up(round, need, act)
    if option == CORRECT and act.stake.pieces:
        wrong = round.wagers[mended_wager(need.id)]
        ante = _ante_on(round, need.hand)
        if not game.fits(wrong.phase, ante.stake.cents, wrong.stake.cents + act.stake.cents):
            asked = game.asked_words(wrong.phase, ante.stake.cents)
            return Refusal(game.wrong_bet_grounds[wrong.phase], f"It still does not fit: {asked}.")
    if option == BET:
        ante_cents = _ante_on(round, need.hand).stake.cents
        if not game.fits(round.phase, ante_cents, act.stake.cents):
            asked = game.asked_words(round.phase, ante_cents)
            return Refusal(game.bet_grounds[round.phase], f"{dollars(act.stake.cents)} does not fit: {asked}.")
    return None


def _ante_on(round: Round, hand: int) -> Wager:
    """The Ante that bought a hand."""
    for wager in round.wagers:
        if wager.spot == ANTE and wager.hand == hand:
            return wager
    raise AssertionError("a hand is dealt to an Ante")


def take_back(game: "PokerGame", round: Round, act: TakeBack) -> Refusal | None:
    """Refuse to leave a wager without the Ante that it needs."""
    if act.spot != ANTE:
        return None
    for other in round.wagers:
        if other.area == act.area and other.spot != ANTE and other.left.pieces:
            words = f"Take the {spot_words(other.spot)} wager back first: it needs the Ante."
            return Refusal(game.needs_ante(other.spot), words)
    return None
