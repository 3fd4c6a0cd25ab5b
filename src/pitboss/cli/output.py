"""Output of the commands of play: the table, each wager as it settled with its clauses, a shuffle as it is opened, and
a record as it is decided or step by step."""

from typing import Any

from rich.box import ROUNDED, SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from pitboss import law
from pitboss.cli.felt import TONES, chips
from pitboss.messages import message, phrase, say, translate
from pitboss.money import dollars
from pitboss.play import Game, Result, Round, spot_words
from pitboss.report import acts, decision, narration, record, rulebook, settlements
from pitboss.virtual_table import PublishedShuffle

Data = dict[str, Any]
OPENED = "o"
"""The key that shows the shuffle which was opened last."""
SHORT_SEED = 64
"""A seed of more bytes than this is shown in short, and whole when it is asked for."""


def settlement_lines(round: Round, patron: str = "", *, most_clauses: int | None = 3) -> Grid:
    """A line per wager as it settled, with its clauses: all of them, or one patron's.

    Of a ground with many clauses (the order of hands has twenty) the first few are written and the rest counted.
    """
    rules = round.game.rules
    lines = sorted((s for s in round.settlements if patron in ("", s.patron)), key=lambda s: s.area)
    several = len({s.patron for s in lines}) > 1
    hands = [round.wagers[s.wager].hand for s in lines]
    nths = [settlements.hand_place(round, hand) if hand > 0 else "" for hand in hands]
    places = [f"{s.area} {nth}".strip() for s, nth in zip(lines, nths, strict=True)]
    spread = len(set(places)) > 1
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for heading in (*([say("Player")] if several else []), *([say("Area")] if spread else []), say("Wager")):
        grid.add_column(heading, no_wrap=not several)
    grid.add_column(say("Stake"), justify="right", no_wrap=True)
    grid.add_column(say("Result"))
    grid.add_column(say("Odds"), no_wrap=True)
    grid.add_column(say("Net"), justify="right", no_wrap=True)
    grid.add_column(document_name(rules), overflow="fold")
    for s, place in zip(lines, places, strict=True):
        result = Text(settlements.result_words(s.result), TONES.get(s.result, ""))
        result.append(say(", stake back") if s.result is Result.VOID and s.returned.pieces else "")
        if paid := settlements.paid_words(s):
            result.append(f"\n{paid}", "dim")
        grid.add_row(
            *([Text(s.patron)] if several else []),
            *([place] if spread else []),
            spot_words(s.spot),
            dollars(s.stake.cents) if s.result is not Result.BONUS else "",
            result,
            str(s.odds) if s.odds else "",
            Text(settlements.signed_dollars(settlements.net_cents(s)), TONES.get(s.result, "")),
            Text(cite_clauses(rules, s.because, most=most_clauses)),
        )
    return grid


def cite_clauses(rules: law.Rules, because: law.Because, *, most: int | None = None) -> str:
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


def document_name(rules: law.Rules) -> str:
    """The document as a citation names it: `Star Caribbean Stud`."""
    return f"{rules.edition.operator.capitalize()} {rules.game.title}"


def reasons(rules: law.Rules, because: law.Because) -> RenderableType:
    """Each ground of a decision in words, with its clauses."""
    grid = Grid.grid(padding=(0, 1))
    for words in settlements.say_each_ground(rules, because):
        grid.add_row("  ·", Text(words))
    return grid


def print_opening(console: Console, shuffle: PublishedShuffle, *, whole: bool = False) -> None:
    """The commitment that was published, what opens it, and whether the two and the cards dealt agree."""
    opening = shuffle.opening
    assert opening is not None  # a shuffle is shown so when it has been opened
    if shuffle.holds:
        mark = Text(say("✓ verified"), "bold green").append(
            say(": they give the commitment and the cards dealt"), "not bold"
        )
    else:
        mark = Text(say("✗ not verified: they do not give the commitment and the cards dealt"), "bold red")
    seed = opening.seed.hex()
    if len(opening.seed) > SHORT_SEED and not whole:
        seed = say(
            "{start}… ({number} bytes; {key} shows it whole)", start=seed[:16], number=len(opening.seed), key=OPENED
        )
    rows = {say("Commitment"): shuffle.commitment, say("Seed"): seed, say("Cut"): str(opening.cut or say("none"))}
    width = max(map(len, rows))
    for name, value in rows.items():  # a seed stays on its line, however long, so that it can be copied
        console.print(Text(f"{name:<{width}} {value}", "dim"), soft_wrap=True)
    console.print(mark)


# The sign.


def sign(game: Game) -> RenderableType:
    """What stands at the table: the game and its rules, limits, maximum payout, device and jackpot."""
    rules, terms = game.rules, game.terms
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_row(
        say("Rules"), say("{title}, in force {version}", title=rules.edition.title, version=rules.edition.version)
    )
    for spot, limits in terms.limits.items():
        grid.add_row(spot_words(spot), limits.words)
    payout = terms.maximum_payout_cents
    if rules.applies(law.MAXIMUM_PAYOUT):
        grid.add_row(say("Maximum payout"), dollars(payout) if payout is not None else say("none posted"))
    device = say("a shoe") if terms.device == "shoe" else say("a shuffler")
    if game.copies > 1:
        counted = {"device": device, "number": game.copies, "cards": len(game.deck)}
        device = say("{device}, {number} decks of {cards}", **counted)
    grid.add_row(say("Cards from"), device)
    grid.add_row(say("Chips"), Text(" ").join(chips(value, terms.chips) for value in terms.chips.denominations))
    jackpot = terms.jackpot
    if jackpot is not None:
        price, chosen = dollars(jackpot.price_cents), {"method": jackpot.method, "option": jackpot.option}
        words = say("{price}, Method {method}, payout option {option}", price=price, **chosen)
        grid.add_row(say("Jackpot"), words if jackpot.method else price)
    for stage, multiples in terms.multiples.items():
        grid.add_row(
            spot_words(stage), say("{multiples} times the Ante", multiples=say(" or ").join(map(str, multiples)))
        )
    for key in sorted(rules.granted):
        grid.add_row(say("Permission"), f"{translate(law.TITLES[key])} ({', '.join(rules.cite((key,)))})")
    for switch, choice in rules.choices.items():
        grid.add_row(say("Reading {reading}", reading=rules.reading_id(switch)), f"{switch} = {str(choice).lower()}")
    if not terms.money:
        grid.add_row(say("Money"), Text(say("practice: these chips are worth nothing"), "bold"))
    title = Text(f" {document_name(rules)} ", "bold")
    return Panel(grid, box=ROUNDED, title=title, border_style="green", expand=False, padding=(0, 2))


def pay_table(rules: law.Rules) -> RenderableType:
    """The odds as the book gives them, wager by wager, and the sums that are paid besides."""
    grid = Grid(box=SIMPLE_HEAD, padding=(0, 1), pad_edge=False, header_style="dim")
    for heading in (say("Wager"), say("Hand"), say("Pays"), say("Clause")):
        grid.add_column(heading)
    for line in rulebook.pay_lines(rules):
        grid.add_row(line.wager, line.hand, line.pays, line.clause)
    return grid


# A record.


def show_decision(played: record.PlayedRecord, data: Data) -> None:
    """Everything that was decided in a record; what lay face down in the end stays unseen."""
    console = Console(highlight=False)
    note = f"  {data['note']}" if data["note"] else ""
    _print_head(console, data["game"], f" {data['version']}{note}")
    ruled: list[list[Data]] = []
    for ruling in data["rulings"]:
        _print_head(console, f"\n{ruling['says']}")
        _print_grounds(console, ruling["because"])
        if "remedies" in ruling:
            _print_remedies(console, ruling)
            ruled.append(ruling["because"])
    for row, done in zip(data["wagers"], played.round.settlements, strict=True):
        _print_head(console, f"\n{settlements.settlement_words(done, played.round)}")
        if paid := settlements.paid_words(done):
            _print_inset(console, paid)
        above = next((known for known in ruled if all(ground in row["because"] for ground in known)), [])
        if above:
            _print_inset(
                console, say("As ruled above"), ", ".join(dict.fromkeys(c for g in above for c in g["clauses"]))
            )
        _print_grounds(console, [ground for ground in row["because"] if ground not in above])
    _print_prizes(console, played, data)
    for refused in data["refusals"]:
        _print_head(console, "\n" + say("Refused"), say(" (line {number})", number=refused["line"]))
        _print_inset(console, translate(refused["words"]), ", ".join(refused["clauses"]))
    console.print()
    for total in data["totals"]:
        tokens = (
            say(", tokens {amount}", amount=dollars(total["tokens_net_cents"])) if total["tokens_net_cents"] else ""
        )
        sums = [(name, total[f"{name}_cents"]) for name in _TOTALS]
        shown = [(name, dollars(cents)) for name, cents in sums if cents or name in ("staked", "returned")]
        said = ", ".join(say(_TOTALS[name], amount=amount) for name, amount in shown)
        line = Text(say("{player}: {said}, net ", player=total["player"], said=said))
        console.print(line.append(dollars(total["net_cents"]), "bold").append(tokens))
    hands = [(hand["area"], number, hand) for number, hand in enumerate(data["hands"]) if hand["cards"]]
    for place, (_, number, hand) in enumerate(sorted(hands, key=lambda each: each[:2])):
        name = phrase(phrase(settlements.hand_name(played.round, number)).removeprefix("The "))
        says = f", {hand['says']}" if hand["says"] else ""
        console.print(Text(("" if place else "\n") + f"{name}: {' '.join(hand['cards'])}{says}"))
    if not data["over"]:
        console.print(
            Text(
                say("\nThe round is not over: it waits for {need}.", need=narration.waiting_words(played.round)),
                "yellow",
            )
        )
    if data["hint"]:
        console.print(Text(f"{data['hint'][:1].upper()}{data['hint'][1:]}.", "yellow"))


_TOTALS = {
    "staked": message("staked {amount}"),
    "returned": message("returned {amount}"),
    "won": message("won {amount}"),
    "carried": message("carried {amount}"),
}
"""How each sum of a player's totals is said."""


def _print_prizes(console: Console, played: record.PlayedRecord, data: Data) -> None:
    """The jackpot prizes that hands claim, and what they are awarded where the record says what the meter stands at."""
    for claim, made in zip(data["claims"], played.round.claims, strict=True):
        _print_head(console, f"\n{narration.claim_words(made)}, {decision.prize_words(played.round, made)}")
        cited = say("{clauses}; prize {clause}", clauses=", ".join(claim["clauses"]), clause=claim["prize"]["clause"])
        _print_inset(console, "", cited)
    for award in data.get("awards", ()):
        hand, amount = translate(award["hand"].replace("-", " ")), dollars(award["award_cents"])
        words = say("{player} is awarded {amount}: {hand}", player=award["player"], amount=amount, hand=hand)
        _print_head(console, f"\n{words}")
        _print_grounds(console, award["because"])


def _print_head(console: Console, words: str, more: str = "") -> None:
    console.print(Text(words, "bold").append(more, "not bold"))


def _print_inset(console: Console, words: str, quiet: str = "") -> None:
    """Print a line set in from the margin, the lines that it wraps to as well."""
    text = Text(words)
    if quiet:
        text.append(f" ({quiet})" if words else quiet, "dim")
    console.print(Padding(text, (0, 0, 0, 2), expand=False))


def _print_grounds(console: Console, because: list[Data]) -> None:
    for ground in because:
        asked = f"{ground['question']} " if "question" in ground else ""
        _print_inset(console, asked + ground["says"], ", ".join(ground["clauses"]))


def _print_remedies(console: Console, ruled: Data) -> None:
    """Print the rank that ruled, the people who are told, what became of each wager, and the other remedies."""
    taken = next(remedy for remedy in ruled["remedies"] if remedy["remedy"] == ruled["remedy"])
    said = [say("Ruled by: {rank}", rank=_name(ruled["rank"] or "dealer"))]
    said += [] if taken["must"] else [say("optional")]
    said += [say("told: {people}", people=", ".join(map(_name, taken["tells"])))] if taken["tells"] else []
    said += [say("later: {duties}", duties=", ".join(map(_name, taken["follows"])))] if taken["follows"] else []
    _print_inset(console, "; ".join(said))
    for effect in ruled["effects"]:
        _print_inset(console, effect["says"])
    for remedy in ruled["remedies"]:
        if remedy is not taken:
            _print_inset(console, say("Other remedy: {remedy}", remedy=remedy["says"]))


def _name(name: str) -> str:
    """A name of the rules as words: a rank, or what is to be done later."""
    return translate(name.replace("-", " "))


def show_steps(played: record.PlayedRecord, *, pause: bool) -> None:
    """A record step by step: what happened, with its clauses; what was refused, at its place."""
    console = Console(highlight=False)
    rules = played.game.rules
    console.print(Text(rules.game.name, "bold").append(f" {rules.edition.version}", "not bold"), end="")
    console.print(say(", round {number}", number=played.opening.number))
    for row in decision.steps_data(played):
        said = [(f"{row['step']:>3}  {event['tells']}  ", "", event) for event in row.get("events", ())]
        if row["refused"]:
            refused = say("Refused (line {number}): {words}", number=row["line"], words=translate(row["words"]))
            said = [(f"     {refused}  ", "yellow", row)]
        for words, style, told in said:
            console.print(Text(words, style).append(", ".join(told["clauses"]), "dim"), soft_wrap=True)
        for remedy in row.get(acts.IRREGULARITY, {}).get("remedies", ()):
            if remedy["remedy"] != row[acts.IRREGULARITY]["remedy"]:
                other = say("Other remedy: {remedy}", remedy=remedy["says"])
                console.print(Text(f"     {other}", "dim"), soft_wrap=True)
        if pause and not row["refused"] and row["step"] < len(played.steps):
            console.input(f"[dim]     {say('Enter for the next step')}[/]")
    if not played.round.is_over:
        waits = say("The record ends here; the round waits for {need}.", need=narration.waiting_words(played.round))
        console.print(Text(f"     {waits}", "yellow"))
