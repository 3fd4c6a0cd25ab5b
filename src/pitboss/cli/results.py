"""What stands at the table, each wager as it settled with its clauses, and a shuffle as it is opened."""

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from pitboss import law
from pitboss.cli.felt import TONES, chips
from pitboss.cli.keyboard import OPENED
from pitboss.cli.shoe import Opened
from pitboss.law import TITLES, Because
from pitboss.law.rules import Rules
from pitboss.money import dollars
from pitboss.play.round import Game, Round
from pitboss.play.terms import spot_words
from pitboss.play.wager import Result, Settlement
from pitboss.report.grounds import say_each
from pitboss.report.payouts import pay_lines
from pitboss.report.settlements import hand_place, net_cents, paid_words, signed

SHORT_SEED = 64
"""A seed of more bytes than this is shown in short, and whole when it is asked for."""


def settlement_lines(round: Round, patron: str = "", *, most_clauses: int | None = 3) -> Grid:
    """A line per wager as it settled, with its clauses: everybody's, or one patron's.

    Of a ground with many clauses (the order of hands has twenty) the first few are written and the rest counted.
    """
    rules = round.game.rules
    lines = sorted((s for s in round.settlements if patron in ("", s.patron)), key=lambda s: s.area)
    several = len({s.patron for s in lines}) > 1
    places = [_place(round, s) for s in lines]
    spread = len(set(places)) > 1
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for heading in (*(["Player"] if several else []), *(["Area"] if spread else []), "Wager"):
        grid.add_column(heading, no_wrap=not several)
    grid.add_column("Stake", justify="right", no_wrap=True)
    grid.add_column("Result")
    grid.add_column("Odds", no_wrap=True)
    grid.add_column("Net", justify="right", no_wrap=True)
    grid.add_column(document_name(rules), overflow="fold")
    for s, place in zip(lines, places, strict=True):
        grid.add_row(
            *([Text(s.patron)] if several else []),
            *([place] if spread else []),
            spot_words(s.spot),
            dollars(s.stake.cents) if s.result is not Result.BONUS else "",
            _result(s),
            str(s.odds) if s.odds else "",
            Text(signed(net_cents(s)), TONES.get(s.result, "")),
            Text(cited(rules, s.because, most=most_clauses)),
        )
    return grid


def _place(round: Round, settled: Settlement) -> str:
    """The area of a wager, and which of its hands where there are several."""
    hand = round.wagers[settled.wager].hand
    which = hand_place(round, hand) if hand > 0 else ""
    return f"{settled.area} {which}" if which else str(settled.area)


def cited(rules: Rules, because: Because, *, most: int | None = None) -> str:
    """The clauses behind a decision, each once; at most so many of each ground, and how many more it has."""
    written: list[str] = []
    wanted = rules.cite(because)
    known: set[str] = set()
    for ground in because:
        new = [number for number in rules.clauses(ground, because) if number in wanted and number not in known]
        known.update(new)
        written += new[:most]
        if most is not None and len(new) > most:
            written[-1] += f" +{len(new) - most}"
    return ", ".join(written)


def _result(settled: Settlement) -> Text:
    text = Text(settled.result.value, TONES.get(settled.result, ""))
    text.append(", stake back" if settled.result is Result.VOID and settled.returned.pieces else "")
    if paid := paid_words(settled):
        text.append(f"\n{paid}", "dim")
    return text


def document_name(rules: Rules) -> str:
    """The document as a citation names it: `Star Caribbean Stud`."""
    return f"{rules.edition.operator.capitalize()} {rules.game.title}"


def reasons(rules: Rules, because: Because) -> RenderableType:
    """Each ground of a decision in words, with its clauses."""
    grid = Grid.grid(padding=(0, 1))
    for words in say_each(rules, because):
        grid.add_row("  ·", Text(words))
    return grid


def opening_lines(shuffle: Opened, *, whole: bool = False) -> RenderableType:
    """The commitment that was published, what opens it, and whether the two and the cards dealt agree."""
    opening = shuffle.opening
    assert opening is not None  # a shuffle is shown so when it has been opened
    if shuffle.holds:
        mark = Text("✓ verified", "bold green").append(": they give the commitment and the cards dealt", "not bold")
    else:
        mark = Text("✗ not verified: they do not give the commitment and the cards dealt", "bold red")
    seed = opening.seed.hex()
    if len(opening.seed) > SHORT_SEED and not whole:
        seed = f"{seed[:16]}… ({len(opening.seed)} bytes; {OPENED} shows it whole)"
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(style="dim")
    grid.add_column(overflow="fold", style="dim")
    grid.add_row("Commitment", shuffle.commitment)
    grid.add_row("Seed", seed)
    grid.add_row("Cut", str(opening.cut) if opening.cut else "none")
    return Group(grid, mark)


# The sign.


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
