"""The row of a record that an act is written as."""

from pitboss.cards import show
from pitboss.play import Round
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
from pitboss.play.needs import CutNeed, DecisionNeed, TurnNeed
from pitboss.report.acts import read_act, write_dollars, write_stake
from pitboss.report.finds import hands_on, name_of, place_on_area

Written = dict[str, object]


def write_act(round: Round, act: Act) -> Written:
    """The row of a record for an act, naming the need by its id only where the act could not find it."""
    row = _row(round, act)
    if act.need and read_act(round, row) != act:
        row["need"] = act.need
    return row


def _row(round: Round, act: Act) -> Written:  # noqa: C901, PLR0912  one case an act
    match act:
        case Place(_, patron, area, spot, stake, unnoticed, face_down, approved_by, line):
            row = {"does": "place", "player": patron, "area": area, "spot": spot, "stake": write_stake(stake)}
            return row | _true(unnoticed=unnoticed, line=line, **{"face-down": face_down, "approved-by": approved_by})
        case Sit(_, patron, area):
            return {"does": "sit", "player": patron, "area": area}
        case TakeBack(_, patron, area, spot):
            return {"does": "take-back", "player": patron, "area": area, "spot": spot}
        case Shuffle(_, commitment, chosen):
            return {"does": "shuffle"} | _true(commitment=commitment, chosen=chosen)
        case Cut(_, by, at):
            return {"does": "cut", "by": by, "at": at}
        case Call(need):
            return {"does": "call", "says": next(n.says for n in round.needs if n.id == need)}  # type: ignore[union-attr]
        case Deal(_, cards):
            return {"does": "deal", "cards": show(cards)}
        case CuttingCard():
            return {"does": "cutting-card"}
        case Turn(need, cards, stake):
            row = {"does": "turn"} | _turned(round, need)
            return row | _true(cards=show(cards), stake=stake.pieces and write_stake(stake))
        case Decide(need, patron, option, stake, unnoticed):
            row = {"does": "decide", "player": patron} | _asked(round, need) | {"option": option}
            return row | _true(stake=stake.pieces and write_stake(stake), unnoticed=unnoticed)
        case Lapse(need, reason):
            return {"does": "lapse", "player": _lapses(round, need)} | _asked(round, need) | {"reason": reason}
        case Rule(_, rank, option, reason, by):
            return {"does": "rule", "rank": rank, "option": option} | _true(reason=reason, by=by)
        case Find(number):
            wager = round.wagers[number]
            same = {w.area for w in round.wagers if (w.patron, w.spot) == (wager.patron, wager.spot)}
            row = {"does": "find", "player": wager.patron, "spot": wager.spot}
            return row | _true(area=len(same) > 1 and wager.area)
        case Void(rank, ground, by, patrons, forfeit, _, refund, wagers):
            row = {"does": "void", "rank": rank, "ground": ground}
            named = _true(by=by, players=list(patrons), forfeit=list(forfeit), refund=refund)
            return row | named | _true(wagers=list(wagers))
        case DirectShuffle(rank, reason, by):
            return {"does": "direct-shuffle", "rank": rank, "reason": reason} | _true(by=by)
        case CutBack(rank, patron, keeps, by):
            kept = [{"wager": keep.wager, "keeps": write_dollars(keep.cents)} for keep in keeps]
            return {"does": "cut-back", "rank": rank, "player": patron, "keeps": kept} | _true(by=by)


def _lapses(round: Round, need: str) -> str:
    """Who does not decide, or does not cut."""
    asked = round.need(need)
    if isinstance(asked, CutNeed):
        return asked.by
    return asked.patron if isinstance(asked, DecisionNeed) else ""


def _asked(round: Round, need: str) -> Written:
    """The area of a decision where its player has several, and the hand where the area has several."""
    asked = round.need(need)
    if not isinstance(asked, DecisionNeed):
        return {}
    areas = {w.area for w in round.wagers if w.patron == asked.patron and w.stake.pieces}
    row: Written = {"area": asked.area} if len(areas) > 1 else {}
    if asked.hand > 0 and hands_on(round, asked.area) > 1:
        row |= {"area": asked.area, "hand": place_on_area(round, asked.hand)}
    return row


def _turned(round: Round, need: str) -> Written:
    asked = round.need(need)
    if not isinstance(asked, TurnNeed) or asked.hand < 0:
        return {}
    return {"hand": name_of(round.hands[asked.hand])}


def _true(**fields: object) -> Written:
    """The fields that say something."""
    return {name: value for name, value in fields.items() if value}
