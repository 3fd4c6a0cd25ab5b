"""Decisions and rulings: each act with why it may be refused and what it does."""

from pitboss import law
from pitboss.money import dollars
from pitboss.play.acts import Decide, Lapse, Rule
from pitboss.play.events import Ruled
from pitboss.play.limits import plain_cents, refuse_chips, refuse_tender
from pitboss.play.needs import CutNeed, DecisionNeed, Need, Option, RulingNeed
from pitboss.play.round import Draft, Kind, Round
from pitboss.play.wager import Refusal


def refuse_decide(round: Round, act: Decide, need: Need | None) -> Refusal | None:
    """Refuse a decision that is not offered, not this player's, or with another stake than it asks for."""
    if not isinstance(need, DecisionNeed):
        return round.game.closed(round, act)
    patron, name, stake, unnoticed = act.patron, act.option, act.stake, act.unnoticed
    if patron != need.patron:
        because = (law.NOT_YOURS, *round.game.whose_because)
        return Refusal(because, f"This decision is {need.patron}'s, not {patron}'s.")
    for option in need.options:
        if option.name == name:
            break
    else:
        offered = " or ".join(option.name for option in need.options if not option.declines)
        because = need.options[0].because if need.options else ()
        return Refusal((law.NOT_AN_OPTION, *because), f"{patron} may {offered}, not {name}.")
    game, cents, plain = round.game, 0, 0
    if stake.pieces:
        cents = plain = plain_cents(game, stake)
        if not plain:
            no = refuse_tender(stake)
            if no is not None:
                return no
            cents = stake.cents
    if not unnoticed and not option.least_cents <= cents <= option.most_cents:
        return Refusal(option.because, _amount_words(option, cents))
    if unnoticed and (not option.most_cents or not cents):
        return Refusal(option.because, f"{name.capitalize()} takes no stake that could go unnoticed.")
    no = game.refuses(round, need, act)
    return no if plain or not cents else no or refuse_chips(game, stake)


def decide(draft: Draft, act: Decide, need: DecisionNeed) -> None:
    """A player decides."""
    draft.game.decided(draft, need, act)


def _amount_words(option: Option, cents: int) -> str:
    name, least, most = option.name, option.least_cents, option.most_cents
    if not most:
        return f"To {name} takes no stake."
    asked = f"exactly {dollars(least)}" if least == most else f"{dollars(least)} to {dollars(most)}"
    if option.amounts:
        asked = " or ".join(dollars(amount) for amount in option.amounts)
    return f"To {name} is {asked}, not {dollars(cents)}."


def refuse_lapse(round: Round, act: Lapse, need: Need | None) -> Refusal | None:
    """Refuse a lapse of what may not lapse."""
    if isinstance(need, CutNeed):
        return None if need.may_refuse else Refusal(need.because, f"The {need.by} cannot refuse to do this.")
    if not isinstance(need, DecisionNeed):
        return round.game.closed(round, act)
    if need.optional:
        return Refusal((law.NOT_AN_OPTION,), f"{need.patron} need not decide this: it lapses by itself.")
    return None


def lapse(draft: Draft, act: Lapse, need: DecisionNeed | CutNeed) -> None:
    """A player does not decide, or does not cut."""
    if isinstance(need, CutNeed):
        draft.game.answered(draft, need, act)
    else:
        draft.game.lapsed(draft, need, act)


def refuse_rule(round: Round, act: Rule, need: Need | None) -> Refusal | None:
    """Say why a ruling is not taken."""
    if not isinstance(need, RulingNeed):
        return round.game.closed(round, act)
    if not round.game.rules.edition.outranks(act.rank, need.rank):
        return Refusal(need.options[0].because, f"A {need.rank} or above rules on this, not a {act.rank}.")
    if not any(option.name == act.option for option in need.options):
        offered = " or ".join(option.name for option in need.options)
        return Refusal((law.NOT_AN_OPTION,), f"The ruling is {offered}, not {act.option}.")
    return None


def rule(draft: Draft, act: Rule, need: RulingNeed) -> None:
    """A person of rank rules on a question."""
    because = next(option.because for option in need.options if option.name == act.option)
    draft.events.append(Ruled(act.rank, act.by, act.option, act.reason, because))
    draft.game.answered(draft, need, act)


KINDS = {
    Decide: Kind(refuse_decide, decide, answers=True),
    Lapse: Kind(refuse_lapse, lapse, answers=True),
    Rule: Kind(refuse_rule, rule, answers=True),
}
