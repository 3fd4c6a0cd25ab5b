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
    RulingNeed,
    TurnNeed,
    WagersNeed,
)
from pitboss.report.places import hand_name


def waiting_words(round: Round) -> str:
    """What a round that is not over waits for, and what a record would say about it."""
    needs = round.needs
    waits = "; ".join(_awaits(round, need) for need in needs)
    if any(isinstance(need, CardsNeed) and not _is_seen(need) for need in needs):
        return f"{waits}; write ?? for a card that nobody saw"
    if any(isinstance(need, TurnNeed) and need.unknown for need in needs):
        return f"{waits}; name in turns the cards that are ?? in cards"
    if any(isinstance(need, WagersNeed) for need in needs) and not any(isinstance(need, CallNeed) for need in needs):
        no = refusal(round, Call("no-more-bets"))
        return f"{waits}. {no.words.removesuffix('.')}" if no is not None else waits
    return waits


def _is_seen(need: CardsNeed) -> bool:
    """Whether every card that is awaited comes face up, or is burned."""
    return all(slot.up or slot.hand == RACK for slot in need.slots)


def _awaits(round: Round, need: Need) -> str:
    """One need as the dealer would say it."""
    match need:
        case DecisionNeed():
            options = " or ".join(option.name for option in need.options if not option.declines)
            where = hand_name(round, need.hand) if need.hand > 0 else f"area {need.area}"
            return f"{need.patron} to {options}{' if they like' if need.optional else ''}, {where}"
        case CutNeed():
            return f"{need.by.replace('-', ' ')} to {'cut' if need.id == 'cut' else 'put the cutting card in'}"
        case CallNeed():
            return f'the call "{need.says}"'
        case TurnNeed() if need.hand >= 0 and round.hands[need.hand].kind == "community":
            count = len(need.places) or len(round.hands[need.hand].cards)
            return f"{count} community card{'s' if count > 1 else ''} to be turned"
        case TurnNeed() if need.hand >= 0:
            return f"{hand_name(round, need.hand)} to show"
        case CardsNeed() if len(need.slots) == 1 and 0 <= need.slots[0].hand < len(round.hands):
            return f"a card for {hand_name(round, need.slots[0].hand)}"
        case CardsNeed() if need.slots[0].hand == RACK:
            return "a card to burn"
        case CardsNeed() if need.slots[0].hand < len(round.hands):
            return f"cards for {', '.join(dict.fromkeys(hand_name(round, slot.hand) for slot in need.slots))}"
        case RulingNeed():
            return f"a {need.rank.replace('-', ' ')} to rule: {need.question}"
        case _:
            return f"the {need.id.replace('-', ' ')}"
