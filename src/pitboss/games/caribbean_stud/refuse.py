"""Why an act is out of turn: the rule that closed what it answers, or has not opened it yet."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.caribbean_stud.deal import ANTE, BET, CUT, DEAL, DEALER, JACKPOT, SHUFFLE, WAGERS
from pitboss.games.caribbean_stud.decide import CONCEDED, SETTLE
from pitboss.money import dollars
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Lapse, Place, Shuffle, TakeBack
from pitboss.play.limits import limit_fault
from pitboss.play.needs import DecisionNeed
from pitboss.play.round import Round
from pitboss.play.wager import Refusal

if TYPE_CHECKING:
    from pitboss.games.caribbean_stud.game import CaribbeanStud


_ANTE_TO_MEND = Refusal((law.SIGN_MINIMUM,), "A player has an Ante to mend before the first card.")


def closed(game: "CaribbeanStud", round: Round, act: Act) -> Refusal:
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
            if round.phase == WAGERS and round.need(WAGERS) is not None:
                if any(w.spot == ANTE and w.left.pieces for w in round.wagers):
                    return _ANTE_TO_MEND
                return Refusal((law.ANTE_OPENS,), "No player has an Ante down: there is nothing to close.")
            return Refusal((law.BETS_CLOSE,), "The wagers are closed already.")
        case Decide() | Lapse():
            return _decision(game, round, act)
        case _:
            return Refusal((law.DEALER_TURNS,), "That comes after every player has acted and the dealer has turned.")


def _wager(game: "CaribbeanStud", round: Round, act: Place | TakeBack) -> Refusal:
    if round.phase != WAGERS or round.need(WAGERS) is None:
        words = "No more bets: a wager stays as it is now until it is settled."
        return Refusal((law.BETS_CLOSE, law.WAGERS_FROZEN), words)
    if act.spot == JACKPOT:
        return Refusal((law.JACKPOT_OFFERED,), "This table offers no jackpot.")
    if act.spot == BET:
        return Refusal((law.BET_OR_FOLD,), "The Bet is made after the deal, by deciding to bet.")
    return Refusal((law.PLAYING_AREA,), f"The layout has no spot called {act.spot}.")


def _cut(game: "CaribbeanStud", round: Round, act: Cut) -> Refusal:
    if act.by != "dealer":
        return Refusal((law.ONLY_DEALER_CUTS,), "Nobody but the dealer cuts the cards.")
    if not game.plan.is_cut:
        return Refusal((law.DEVICE_UNCUT,), "Cards from a shuffling device are not cut.")
    if round.need(SHUFFLE) is not None:
        return Refusal((law.SHUFFLE_FIRST,), "Shuffle first, then cut.")
    return Refusal((law.DEALER_CUTS,), "The cards are cut once, before the first of them comes out.")


def _deal(game: "CaribbeanStud", round: Round) -> Refusal:
    if round.need(SHUFFLE) is not None:
        return Refusal((law.SHUFFLE_FIRST,), "The cards are shuffled before they are dealt.")
    if round.need(CUT) is not None:
        return Refusal((law.DEALER_CUTS,), "The dealer cuts before dealing.")
    if round.phase == WAGERS and not any(w.spot == ANTE and w.left.pieces for w in round.wagers):
        return Refusal((law.ANTE_OPENS,), "A hand is dealt to an Ante, and there is none.")
    if round.phase == WAGERS and game.book.must_call and round.need(WAGERS) is not None:
        return Refusal((law.BETS_CLOSE,), "Announce no more bets before the first card.")
    if round.phase == WAGERS:
        return _ANTE_TO_MEND
    return Refusal((law.FIVE_CARDS,), "Every hand has its five cards.")


def _decision(game: "CaribbeanStud", round: Round, act: Decide | Lapse) -> Refusal:
    if round.phase in (WAGERS, DEAL):
        return Refusal((law.BET_OR_FOLD,), "Players decide once every hand is dealt and the dealer's card is up.")
    area = act.need.rpartition("-")[2]
    hand = next((h for h in round.hands if h.id != DEALER and str(h.area) == area), None)
    if hand is not None and hand.status == CONCEDED:
        return Refusal((law.CONCEDED_STAYS_OUT,), "A conceded hand does not come back.")
    if act.need.startswith("concede") and not game.may_concede:
        return Refusal((law.NOT_AN_OPTION, law.WAGERS_FROZEN), "These rules know no conceding: the hand is settled.")
    if act.need.startswith("concede"):
        return Refusal((law.DEALER_TURNS,), "A hand is conceded between the dealer's turn and the settlement.")
    return Refusal((law.BET_OR_FOLD, law.WAGERS_FROZEN), "That decision is made, or is nobody's to make.")


def wager(game: "CaribbeanStud", round: Round, act: Place) -> Refusal | None:
    """Refuse a second hand, and a jackpot wager without its Ante, off its price, or put down twice."""
    if act.spot == ANTE:
        for other in round.wagers:
            if other.patron == act.patron and other.spot == ANTE and other.area != act.area and other.left.pieces:
                return Refusal((law.ONE_HAND,), f"{act.patron} has a hand on area {other.area}: one hand a player.")
        return None
    theirs = [w for w in round.wagers_on(act.area, ANTE) if w.patron == act.patron and w.left.pieces]
    if not theirs:
        return Refusal((law.JACKPOT_NEEDS_ANTE,), f"{act.patron} needs an Ante on area {act.area} first.")
    if any(w.left.pieces for w in round.wagers_on(act.area, JACKPOT)):
        return Refusal((game.one_jackpot,), f"Area {act.area} has its jackpot wager.")
    price = game.terms.jackpot.price_cents if game.terms.jackpot else 0
    if act.stake.cents != price:
        return Refusal((law.JACKPOT_PRICE,), f"The jackpot wager is exactly {dollars(price)}.")
    return None


def decision(game: "CaribbeanStud", round: Round, need: DecisionNeed, act: Decide) -> Refusal | None:
    """Refuse to top an Ante up to what the sign does not take either."""
    if act.option != "top-up" or act.unnoticed:
        return None
    there = sum(w.stake.cents for w in round.wagers_on(need.area, ANTE) if w.left.pieces)
    return limit_fault(game, act.patron, ANTE, there + act.stake.cents)


def take_back(round: Round, act: TakeBack) -> Refusal | None:
    """Refuse to leave a jackpot wager without its Ante."""
    if act.spot == ANTE and any(w.left.pieces for w in round.wagers_on(act.area, JACKPOT)):
        return Refusal((law.JACKPOT_NEEDS_ANTE,), "Take the jackpot wager back first: it needs the Ante.")
    return None
