"""Decisions and rulings: each act with its fields, why it may be refused and what it does."""

from pitboss import law
from pitboss.money import EMPTY, Stake, dollars
from pitboss.play.events import Ruled
from pitboss.play.limits import plain_cents, refuse_chips, refuse_tender
from pitboss.play.needs import CutNeed, DecisionNeed, Option, RulingNeed
from pitboss.play.round import Act, Draft, Round
from pitboss.play.wager import Refusal


class Decide(Act, tag="Decide"):
    """A player takes one of the options offered, with the stake that it asks for."""

    answers = DecisionNeed
    closes = True

    need: str
    patron: str
    option: str
    stake: Stake = EMPTY
    unnoticed: bool = False

    def refuse(self, round: Round, need: DecisionNeed) -> Refusal | None:
        """Refuse a decision that is not offered, not this player's, or with another stake than it asks for."""
        patron, name, stake, unnoticed = self.patron, self.option, self.stake, self.unnoticed
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
        no = game.refuses(round, need, self)
        return no if plain or not cents else no or refuse_chips(game, stake)

    def do(self, draft: Draft, need: DecisionNeed) -> None:
        draft.game.decided(draft, need, self.option, self.stake, self.unnoticed)


def _amount_words(option: Option, cents: int) -> str:
    name, least, most = option.name, option.least_cents, option.most_cents
    if not most:
        return f"To {name} takes no stake."
    asked = f"exactly {dollars(least)}" if least == most else f"{dollars(least)} to {dollars(most)}"
    if option.amounts:
        asked = " or ".join(dollars(amount) for amount in option.amounts)
    return f"To {name} is {asked}, not {dollars(cents)}."


ABSENT = "absent"
"""Why a decision lapses whose player is not there; any other reason is of a player who is."""


class Lapse(Act, tag="Lapse"):
    """A player is absent, out of time or refuses a decision or the cut: the rules say what then."""

    answers = (DecisionNeed, CutNeed)
    closes = True

    need: str
    reason: str = ABSENT

    def refuse(self, _: Round, need: DecisionNeed | CutNeed) -> Refusal | None:
        """Refuse a lapse of what may not lapse."""
        if isinstance(need, CutNeed):
            return None if need.may_refuse else Refusal(need.because, f"The {need.by} cannot refuse to do this.")
        if need.optional:
            return Refusal((law.NOT_AN_OPTION,), f"{need.patron} need not decide this: it lapses by itself.")
        return None

    def do(self, draft: Draft, need: DecisionNeed | CutNeed) -> None:
        if isinstance(need, CutNeed):
            draft.game.answered(draft, need, self)
        else:
            draft.game.lapsed(draft, need, self.reason)


class Rule(Act, tag="Rule"):
    """A person of rank rules on a question that the game put to them."""

    answers = RulingNeed
    closes = True

    need: str
    rank: str
    option: str
    reason: str = ""
    by: str = ""

    def refuse(self, round: Round, need: RulingNeed) -> Refusal | None:
        """Refuse a ruling by a lower rank, or one that the question does not offer."""
        if not round.game.rules.edition.outranks(self.rank, need.rank):
            return Refusal(need.options[0].because, f"A {need.rank} or above rules on this, not a {self.rank}.")
        if not any(option.name == self.option for option in need.options):
            offered = " or ".join(option.name for option in need.options)
            return Refusal((law.NOT_AN_OPTION,), f"The ruling is {offered}, not {self.option}.")
        return None

    def do(self, draft: Draft, need: RulingNeed) -> None:
        because = next(option.because for option in need.options if option.name == self.option)
        draft.events.append(Ruled(self.rank, self.by, self.option, self.reason, because))
        draft.game.answered(draft, need, self)
