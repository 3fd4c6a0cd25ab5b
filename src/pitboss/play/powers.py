"""The part of the gate for what people of rank do: rule, find a fault, void."""

from pitboss import law
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.money import dollars
from pitboss.play.acts import CutBack, Find, Keep, Rule, Void
from pitboss.play.needs import Need, RulingNeed
from pitboss.play.round import OVER, Round
from pitboss.play.terms import spot_words
from pitboss.play.wager import Refusal

_PAST_LIMIT = (law.LOSS_LIMIT_PASSED, law.EXCESS_LAST_FIRST, law.CHIPS_DECLARED)

DISRUPTION, FRAUD, BREACH, TALKING, INVALID = "disruption", "fraud", "breach", "talking", "invalid"
"""The grounds on which a round, or one player's part in it, is voided; or forfeited, for talking about a hand."""


def rule(round: Round, act: Rule, need: Need | None) -> Refusal | None:
    """Say why a ruling is not taken."""
    if not isinstance(need, RulingNeed):
        return round.game.closed(round, act)
    if not round.game.rules.edition.outranks(act.rank, need.rank):
        return Refusal(need.options[0].because, f"A {need.rank} or above rules on this, not a {act.rank}.")
    if not any(option.name == act.option for option in need.options):
        offered = " or ".join(option.name for option in need.options)
        return Refusal((law.NOT_AN_OPTION,), f"The ruling is {offered}, not {act.option}.")
    return None


def find(round: Round, act: Find, _: Need | None) -> Refusal | None:
    """Say why nothing is found wrong with a wager."""
    if not 0 <= act.wager < len(round.wagers):
        return Refusal((law.NEED_CLOSED,), f"There is no wager {act.wager}.")
    wager = round.wagers[act.wager]
    if not wager.left.pieces:
        return Refusal((law.WAGERS_FROZEN,), "That wager is settled.")
    if round.game.fault(round, wager) is None:
        return Refusal((law.NOT_AN_OPTION,), "Nothing is to be done about that wager now.")
    return None


def void(round: Round, act: Void, _: Need | None) -> Refusal | None:
    """Say why a round, or a player's part in it, is not voided."""
    rules = round.game.rules
    power = law.OFFENDER_VOIDED if act.patrons else law.ROUND_VOIDED
    if act.ground == TALKING and rules.applies(law.TALKING_FORFEITS):
        power = law.TALKING_FORFEITS
    if round.phase == OVER:
        return Refusal((power,), "The round is over: its results stand, and a mistake in them is corrected instead.")
    if not rules.has_power(act.rank, power):
        least = rules.edition.powers[power]
        return Refusal((power,), f"A {least} or above may void this, not a {act.rank}.")
    known = {wager.patron for wager in round.wagers if wager.stake.pieces}
    if gone := [name for name in (*act.patrons, *act.forfeit) if name not in known]:
        return Refusal((law.NOT_YOURS,), f"{', '.join(gone)} has no wager in this round.")
    if power is law.TALKING_FORFEITS:
        if act.patrons or not act.forfeit or round.phase in ("wagers", "deal", "showdown"):
            return Refusal((power,), "Name in forfeit who talked about a hand, while hands are still being played.")
        return None
    if act.refund and act.ground != INVALID:
        return Refusal((power,), "Only of invalid wagers is it asked whether what was lost goes back.")
    grounds = (BREACH, *((INVALID,) if invalid_because(rules) else ())) if act.patrons else (DISRUPTION, FRAUD)
    if act.ground not in grounds:
        return Refusal((power,), f"This is voided for {' or '.join(grounds)}, not for {act.ground}.")
    if act.forfeit and not (rules.applies(law.FRAUD_FORFEITS) and act.ground == FRAUD):
        why = law.FRAUD_FORFEITS if rules.applies(law.FRAUD_FORFEITS) else law.VOID_REFUNDS
        return Refusal((why,), "A wager is forfeited only for fraud, and only where the rules give that power.")
    return None


def invalid_because(rules: Rules) -> Because:
    """Why invalid wagers go back that are found in the course of the hand; none where the rules know of no such."""
    grounds = rules.only((law.INVALID_WAGER, law.INVALID_DURING)) or rules.only((law.EMPLOYEE_POLICY,))
    return (*grounds, *rules.readings("P32")) if grounds else ()


def cut_because(rules: Rules) -> Because:
    """Why an excess goes back: by the game's own rules, or by the policy of a house that binds every table (C11)."""
    grounds = rules.only(_PAST_LIMIT) or rules.readings("C11")
    return (*grounds, *rules.readings("P33", "M17")) if grounds else ()


def cut_back(round: Round, act: CutBack, _: Need | None) -> Refusal | None:
    """Say why an excess is not given back."""
    rules = round.game.rules
    because = cut_because(rules)
    if not because:
        return Refusal((law.NOT_AN_OPTION,), "There are no loss limits at this table.")
    if round.phase == OVER:
        return Refusal(rules.only((law.EARLIER_ROUNDS_STAND,)) or because, "The round is over: its results stand.")
    if not rules.edition.outranks(act.rank, rules.edition.ranks[0]):
        return Refusal(because, f"Somebody of rank gives an excess back, not a {act.rank}.")
    if not act.keeps or len({keep.wager for keep in act.keeps}) < len(act.keeps):
        return Refusal(because, "Say of each wager once how much of it stays.")
    for keep in act.keeps:
        number, cents = keep.wager, keep.cents
        wager = round.wagers[number] if 0 <= number < len(round.wagers) else None
        if wager is None or wager.patron != act.patron or wager.face_down:
            return Refusal((law.NOT_YOURS,), f"{act.patron} has no wager {number} to be cut.")
        if not 0 <= cents < wager.left.cents:
            return Refusal(because, f"Wager {number} keeps less than it has, and no less than nothing.")
    excess = sum(round.wagers[keep.wager].left.cents - keep.cents for keep in act.keeps)
    right = last_placed_first(round, act.patron, excess)
    if set(right) != set(act.keeps):
        stays = [(round.wagers[keep.wager], dollars(keep.cents)) for keep in right]
        words = " and ".join(f"the {spot_words(w.spot)} on area {w.area} keeps {amount}" for w, amount in stays)
        return Refusal(because, f"What was placed last goes back first: of {dollars(excess)} too much, {words}.")
    return None


def last_placed_first(round: Round, patron: str, excess_cents: int) -> tuple[Keep, ...]:
    """What each wager of a patron keeps when so much is past their loss limit: chips go back in the reverse of the
    order in which they were placed (Pontoon 17.22.1, Mississippi Stud 11.17.1). Tokens are no loss, and stay."""
    placed: list[tuple[int, int, int, int]] = []  # after which wager, in which step, of which wager, how many cents
    for wager in round.wagers:
        if wager.patron == patron and wager.left.pieces:
            chips, starts = wager.left.chips_cents, [add.on_cents for add in wager.added]
            parts = zip((0, *starts), (*starts, chips), strict=True)
            orders = ((wager.id, 0), *((add.after, add.version) for add in wager.added))
            for (start, end), (after, version) in zip(parts, orders, strict=True):
                placed.append((after, version, wager.id, max(min(end, chips) - start, 0)))
    off: dict[int, int] = {}
    for _, _, number, cents in sorted(placed, reverse=True):
        back = min(cents, excess_cents)
        excess_cents -= back
        if back:
            off[number] = off.get(number, 0) + back
    return tuple(Keep(number, round.wagers[number].left.cents - back) for number, back in off.items())
