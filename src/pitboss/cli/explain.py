"""Why: what a choice is by the rules, how wagers are typed and what they pay, why something is not taken."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from pitboss.cli import results, signboard
from pitboss.cli.keyboard import ALL_LEAVE, LEAVE, OPENED, SIT
from pitboss.cli.stack import Opened
from pitboss.cli.words import option_name
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.play import Refused, Round
from pitboss.play.needs import Offer, Option
from pitboss.play.terms import spot_words
from pitboss.report.settlements import is_shared

LEAVING = f"{LEAVE} leaves: the rules decide for players who are gone, and the dealer plays the round to its end."


class Explaining:
    """Explains on the screen, and refuses where errors are said."""

    def __init__(self, screen: Console, rules: Rules, *, errors: Console) -> None:
        self.screen = screen
        self.rules = rules
        self.errors = errors
        self.opened: Opened | None = None
        """The shuffle that was opened last."""

    def refuse(self, no: ValueError | Refused) -> None:
        """Say why something is not taken, in the gate's words and with its clauses."""
        text = Text(str(no), "yellow")
        cited = self.cited(no.because) if isinstance(no, Refused) else ""
        self.errors.print(text.append(f" ({cited})" if cited else ""))

    def cited(self, because: Because) -> str:
        """The clauses behind something, with the document; nothing where there are none."""
        cited = self.rules.cite(because)
        return f"{results.document_name(self.rules)} {', '.join(cited)}" if cited else ""

    def ground(self, what: str, because: Because) -> None:
        """Say the rules behind something."""
        self.screen.print(Text(what, "bold"))
        self.screen.print(results.reasons(self.rules, because))

    def options(self, options: Sequence[Option]) -> None:
        """Say what each option is, and what becomes of a player who leaves."""
        for option in options:
            self.ground(option_name(option), option.because)
        self.screen.print(LEAVING, style="dim")

    def table(self, round: Round, offers: Sequence[Offer], last: Round | None) -> None:
        """How wagers are typed, what they pay, and why the last round went as it did."""
        first, others = offers[0].spot, [offer.spot for offer in offers[1:]]
        more = f"; {' or '.join(others)} by name, as in 50 {others[0].split('-')[-1]}" if others else ""
        more += " 5" if others and offers[1].least_cents < offers[1].most_cents else ""
        self.screen.print(Text(f"Type an amount for the {first}, as in 50 or {first} 50{more}."))
        self.screen.print(Text(f"For another area add @ and its number, as in 50 @{round.game.terms.areas} 25."))
        if is_shared(round):
            self.screen.print(Text(f"{SIT} 4 takes the seat at area 4, if nobody has it."))
        if self.opened is not None:
            self.screen.print(Text(f"{OPENED} shows the shuffle that was opened last."))
        self.screen.print(Text(f"{LEAVE} leaves, and {ALL_LEAVE} leaves with everybody."))
        self.screen.print(signboard.pay_table(self.rules))
        for settled in last.settlements if last else ():
            what = f"{settled.patron}'s {spot_words(settled.spot)} {settled.result.value}, because"
            self.ground(what, settled.because)

    def shuffle(self) -> None:
        """Show the shuffle that was opened last, whole."""
        if self.opened is None:
            self.screen.print("No shuffle has been opened yet: an order is shown when none of it is still to come.")
        else:
            self.screen.print(results.opening_lines(self.opened, whole=True))
