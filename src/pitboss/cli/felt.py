"""A round drawn as a felt: the sign, the dealer's cards on top and the seats below, then each wager as it settled.

`felt` draws a view, so a card that its viewer may not see is not there to be drawn.
"""

from collections.abc import Iterable, Sequence

from rich.align import Align
from rich.box import HORIZONTALS, ROUNDED, SIMPLE_HEAD
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from pitboss.cards import UNKNOWN, Opening
from pitboss.cli.draw import CardRow, chips, names
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.money import dollars
from pitboss.play.game import Game
from pitboss.play.hand import HOUSE_AREA
from pitboss.play.round import Round
from pitboss.play.terms import spot_words
from pitboss.play.view import HandView, View, WagerView
from pitboss.play.wager import Result, Settlement
from pitboss.report.grounds import say
from pitboss.report.words import exact_dollars

SEAT_WIDTH = 38
QUIET = ("live", "settled", "in", "")
"""How a hand stands when there is nothing to say about it."""

TONES = {Result.WON: "bold green", Result.LOST: "red", Result.CLAIM: "bold yellow"}


def felt(seen: View, game: Game, *, focus: int | None = None) -> RenderableType:
    """Draw a round as its viewer sees it; with a playing area in focus, the others take a line each."""
    house = [_house_hand(hand) for hand in seen.hands if hand.area == HOUSE_AREA and hand.cards]
    areas = sorted({wager.area for wager in seen.wagers} | {hand.area for hand in seen.hands} - {HOUSE_AREA})
    full = [area for area in areas if focus in (None, area)]
    seats: list[RenderableType] = [_seat(seen, game, area, lit=area == focus) for area in full]
    rest = [_seat_line(seen, area) for area in areas if area not in full]
    below: RenderableType = Columns(seats, padding=(0, 1)) if len(seats) > 1 else Align.center(Group(*seats))
    title = Text(f" {game.rules.game.title} · Round {seen.number} ", "bold")
    return Panel(Group(*house, below, *rest), box=HORIZONTALS, title=title, border_style="green", padding=(0, 0))


def _house_hand(hand: HandView) -> RenderableType:
    """The dealer's hand, or the cards that all share, in the middle."""
    caption = Text(hand.kind.capitalize(), "bold")
    up = [card for card in hand.cards if card != UNKNOWN]
    if hand.says and hand.kind == "dealer":
        caption.append(f": {hand.says}", "not bold")
    elif up and len(up) < len(hand.cards):
        caption.append(" shows ", "not bold").append_text(names(up))
    return Group(Align.center(caption), Align.center(CardRow(hand.cards)))


def _seat(seen: View, game: Game, area: int, *, lit: bool) -> RenderableType:
    hands = [hand for hand in seen.hands if hand.area == area]
    parts: list[RenderableType] = []
    for hand in hands:
        parts += [Align.center(CardRow(hand.cards)), Align.center(_caption(hand))]
    parts.append(_spots(seen, game, area))
    title = Text(f" {'> ' if lit else ''}{area} {_patron(seen, area)} ", "bold")
    return Panel(
        Group(*parts), box=ROUNDED, width=SEAT_WIDTH, title=title, border_style="bold yellow" if lit else "green"
    )


def _caption(hand: HandView) -> Text:
    text = Text(hand.says, "italic")
    if hand.status not in QUIET:
        text.append(f"{', ' if text else ''}{hand.status}", "bold not italic")
    return text


def _spots(seen: View, game: Game, area: int) -> RenderableType:
    """The wagers of an area, a line each: the spot, the amount and its chips, or what became of it."""
    grid = Grid.grid(padding=(0, 1))
    for wager in _wagers(seen, area):
        if wager.cents is None:
            grid.add_row(spot_words(wager.spot), Text("face down", "italic"), Text())
            continue
        done = [s for s in seen.settlements if s.wager == wager.id]
        shown = _outcome(done) if done else chips(wager.cents, game.terms.chips)
        grid.add_row(spot_words(wager.spot), Text(dollars(wager.cents), "bold"), shown)
    return grid


def _outcome(done: Sequence[Settlement]) -> Text:
    text = Text()
    for settled in done:
        text.append(", " if text else "")
        text.append(settled.result.value, TONES.get(settled.result, ""))
        text.append(f" {signed(net_cents(settled))}" if net_cents(settled) else "")
    return text


def _seat_line(seen: View, area: int) -> Text:
    """A seat that is not in focus: who, the cards as the viewer sees them, the wagers, and how the hand stands."""
    line = Text(f" {area} {_patron(seen, area)}  ")
    for hand in seen.hands:
        if hand.area == area:
            line.append_text(names(hand.cards)).append("  ")
    for wager in _wagers(seen, area):
        line.append(f"{spot_words(wager.spot)} {'face down' if wager.cents is None else dollars(wager.cents)}  ", "dim")
    line.append(", ".join(hand.status for hand in seen.hands if hand.area == area and hand.status != "live"), "italic")
    return line


def _wagers(seen: View, area: int) -> list[WagerView]:
    return [wager for wager in seen.wagers if wager.area == area and wager.cents != 0]


def _patron(seen: View, area: int) -> str:
    return next((wager.patron for wager in seen.wagers if wager.area == area), "")


# Settlement.


def net_cents(settled: Settlement) -> int:
    """What one settlement is worth to the player; a stake that stays down is neither won nor lost."""
    if settled.result is Result.CARRIED:
        return 0
    return settled.pays + settled.returned.cents - settled.stake.cents


def signed(cents: int) -> str:
    """An amount with its sign: `+$25`, `-$50`, `$0`."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def settlement_lines(round: Round, patron: str = "", *, most_clauses: int | None = 3) -> Grid:
    """A line per wager as it settled, with its clauses: everybody's, or one patron's.

    Of a ground with many clauses (the order of hands has twenty) the first few are written and the rest counted.
    """
    rules = round.game.rules
    lines = [s for s in round.settlements if patron in ("", s.patron)]
    several = len({s.patron for s in lines}) > 1
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for heading in (*(["Player"] if several else []), "Wager"):
        grid.add_column(heading, no_wrap=not several)
    grid.add_column("Stake", justify="right", no_wrap=True)
    grid.add_column("Result")
    grid.add_column("Odds", no_wrap=True)
    grid.add_column("Net", justify="right", no_wrap=True)
    grid.add_column(document_name(rules), overflow="fold")
    for s in lines:
        grid.add_row(
            *([Text(s.patron)] if several else []),
            spot_words(s.spot),
            dollars(s.stake.cents),
            _result(s),
            str(s.odds) if s.odds else "",
            Text(signed(net_cents(s)), TONES.get(s.result, "")),
            Text(cited(rules, s.because, most=most_clauses)),
        )
    return grid


def cited(rules: Rules, because: Because, *, most: int | None = None) -> str:
    """The clauses behind a decision, each once; at most so many of each ground, and how many more it has."""
    written: list[str] = []
    wanted = rules.cite(because)
    known: set[str] = set()
    for ground in because:
        new = [number for number in rules.clauses(ground) if number in wanted and number not in known]
        known.update(new)
        written += new[:most]
        if most is not None and len(new) > most:
            written[-1] += f" +{len(new) - most}"
    return ", ".join(written)


def _result(settled: Settlement) -> Text:
    text = Text(settled.result.value, TONES.get(settled.result, ""))
    text.append(", stake back" if settled.result is Result.VOID and settled.returned.pieces else "")
    if settled.cap is not None:
        text.append(f"\nto the maximum payout, from {exact_dollars(settled.exact)}", "dim")
    elif settled.result is Result.WON and settled.pays != settled.exact:
        text.append(f"\nup to chips, from {exact_dollars(settled.exact)}", "dim")
    return text


def document_name(rules: Rules) -> str:
    """The document as a citation names it: `Star Caribbean Stud`."""
    return f"{rules.edition.operator.capitalize()} {rules.game.title}"


def reasons(rules: Rules, because: Because) -> Iterable[Text]:
    """Each ground of a decision in words, with its clauses."""
    for ground in dict.fromkeys(because):
        yield Text(f"  · {say(rules, (ground,))}")


def opening_lines(commitment: str, opening: Opening, *, holds: bool) -> RenderableType:
    """The commitment that was published, what opens it, and whether the two and the cards dealt agree."""
    if holds:
        mark = Text("✓ verified", "bold green").append(": they give the commitment and the cards dealt", "not bold")
    else:
        mark = Text("✗ not verified: they do not give the commitment and the cards dealt", "bold red")
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(style="dim")
    grid.add_column(overflow="fold", style="dim")
    grid.add_row("Commitment", commitment)
    grid.add_row("Seed", opening.seed.hex())
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
        unit = f", by {dollars(limits.unit_cents)}" if limits.unit_cents else ""
        grid.add_row(spot_words(spot), f"{dollars(limits.minimum_cents)} to {dollars(limits.maximum_cents)}{unit}")
    payout = terms.maximum_payout_cents
    grid.add_row("Maximum payout", dollars(payout) if payout is not None else "none posted")
    grid.add_row("Cards from", f"a {terms.device}")
    grid.add_row("Chips", Text(" ").join(chips(value, terms.chips) for value in terms.chips.denominations))
    jackpot = terms.jackpot
    if jackpot is not None:
        method = f", Method {jackpot.method}" if jackpot.method else ""
        option = f", payout option {jackpot.option}" if jackpot.method else ""
        grid.add_row("Jackpot", f"{dollars(jackpot.price_cents)}{method}{option}")
    for stage, multiples in terms.multiples.items():
        grid.add_row(spot_words(stage), f"{' or '.join(map(str, multiples))} times the Ante")
    for switch, choice in rules.choices.items():
        grid.add_row(f"Reading {rules.reading_id(switch)}", f"{switch} = {str(choice).lower()}")
    if not terms.money:
        grid.add_row("Money", Text("practice: these chips are worth nothing", "bold"))
    title = Text(f" {document_name(rules)} ", "bold")
    return Panel(grid, box=ROUNDED, title=title, border_style="green", expand=False, padding=(0, 2))


def pay_table(rules: Rules) -> RenderableType:
    """The odds as the book gives them, wager by wager."""
    grid = Grid(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False, header_style="dim")
    for heading in ("Wager", "Hand", "Pays", "Clause"):
        grid.add_column(heading)
    for row in rules.game.data.get("pay", ()):
        odds = str(row["odds"]).replace(":", " to ")
        grid.add_row(spot_words(row["wager"]), str(row["line"]).replace("-", " "), odds, str(row.get("clause", "")))
    return grid
