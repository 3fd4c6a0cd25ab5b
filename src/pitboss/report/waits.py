"""What a round that is not over waits for, in words, and what a record would say about it."""

from pitboss.play import Round, refusal
from pitboss.play.acts import Call
from pitboss.play.needs import (
    RACK,
    CallNeed,
    CardsNeed,
    CutNeed,
    DecisionNeed,
    Need,
    TurnNeed,
    WagersNeed,
)
from pitboss.report.settlements import hand_name, is_shared


def waiting_words(round: Round) -> str:
    """What a round that is not over waits for, and what a record would say about it."""
    needs = round.needs
    waits = "; ".join(_awaits(round, need) for need in needs) if is_shared(round) else _ids(needs)
    if any(isinstance(need, TurnNeed) or (isinstance(need, CardsNeed) and not _is_seen(need)) for need in needs):
        return f"{waits}; write ?? for a card that nobody saw"
    if any(isinstance(need, WagersNeed) for need in needs) and not any(isinstance(need, CallNeed) for need in needs):
        no = refusal(round, Call("no-more-bets"))
        return f"{waits}. {no.words.removesuffix('.')}" if no is not None else waits
    return waits


def _ids(needs: tuple[Need, ...]) -> str:
    return ", ".join(need.id.replace("-", " ") for need in needs)


def _is_seen(need: CardsNeed) -> bool:
    """Whether every card that is awaited comes face up, or is burned."""
    return all(slot.up or slot.hand == RACK for slot in need.slots)


def _awaits(round: Round, need: Need) -> str:
    """One need as the dealer would say it, where players share areas and have several hands."""
    match need:
        case DecisionNeed():
            options = " or ".join(option.name for option in need.options if not option.declines)
            where = hand_name(round, need.hand) if need.hand > 0 else f"area {need.area}"
            return f"{need.patron} to {options}{' if they like' if need.optional else ''}, {where}"
        case CutNeed():
            return f"{need.by.replace('-', ' ')} to {'cut' if need.id == 'cut' else 'put the cutting card in'}"
        case CallNeed():
            return f'the call "{need.says}"'
        case TurnNeed() if need.hand >= 0:
            return f"{hand_name(round, need.hand)} to show"
        case CardsNeed() if len(need.slots) == 1 and 0 <= need.slots[0].hand < len(round.hands):
            return f"a card for {hand_name(round, need.slots[0].hand)}"
        case CardsNeed() if need.slots[0].hand == RACK:
            return "a card to burn"
        case _:
            return f"the {need.id.replace('-', ' ')}"
