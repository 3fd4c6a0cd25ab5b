"""What stands at the table: the sign, and what pays what."""

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from pitboss import law
from pitboss.cli.draw import chips
from pitboss.cli.results import document_name
from pitboss.law import TITLES
from pitboss.law.rules import Rules
from pitboss.money import dollars
from pitboss.play.game import Game
from pitboss.play.terms import spot_words
from pitboss.report.payouts import pay_lines


def sign(game: Game) -> RenderableType:
    """What stands at the table: the game and its rules, limits, maximum payout, device and jackpot."""
    rules, terms = game.rules, game.terms
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_row("Rules", f"{rules.edition.title}, in force {rules.edition.version}")
    for spot, limits in terms.limits.items():
        grid.add_row(spot_words(spot), limits.words)
    payout = terms.maximum_payout_cents
    if rules.applies(law.MAXIMUM_PAYOUT):
        grid.add_row("Maximum payout", dollars(payout) if payout is not None else "none posted")
    decks = f", {game.copies} decks of {len(game.deck)}" if game.copies > 1 else ""
    grid.add_row("Cards from", f"a {terms.device}{decks}")
    grid.add_row("Chips", Text(" ").join(chips(value, terms.chips) for value in terms.chips.denominations))
    jackpot = terms.jackpot
    if jackpot is not None:
        method = f", Method {jackpot.method}" if jackpot.method else ""
        option = f", payout option {jackpot.option}" if jackpot.method else ""
        grid.add_row("Jackpot", f"{dollars(jackpot.price_cents)}{method}{option}")
    for stage, multiples in terms.multiples.items():
        grid.add_row(spot_words(stage), f"{' or '.join(map(str, multiples))} times the Ante")
    for key in sorted(rules.granted):
        grid.add_row("Permission", f"{TITLES[key]} ({', '.join(rules.cite((key,)))})")
    for switch, choice in rules.choices.items():
        grid.add_row(f"Reading {rules.reading_id(switch)}", f"{switch} = {str(choice).lower()}")
    if not terms.money:
        grid.add_row("Money", Text("practice: these chips are worth nothing", "bold"))
    title = Text(f" {document_name(rules)} ", "bold")
    return Panel(grid, box=ROUNDED, title=title, border_style="green", expand=False, padding=(0, 2))


def pay_table(rules: Rules) -> RenderableType:
    """The odds as the book gives them, wager by wager, and the sums that are paid besides."""
    grid = Grid(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False, header_style="dim")
    for heading in ("Wager", "Hand", "Pays", "Clause"):
        grid.add_column(heading)
    for line in pay_lines(rules):
        grid.add_row(line.wager, line.hand, line.pays, line.clause)
    return grid
