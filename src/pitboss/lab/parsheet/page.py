"""A PAR sheet as one page that needs nothing else: figures, tables and plots as SVG, in print and on screen.

A browser prints it as a PDF: pages are numbered, a heading stays with what it heads, and the head of a table is said
again on every page that the table goes on to.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, Template
from markupsafe import Markup

from pitboss.lab.comparison import DIFFERENCE_HEADS, PLAYED, Comparison, cost_words, played_rows
from pitboss.lab.parsheet.parts import rules_in_force
from pitboss.lab.parsheet.plots import PagePlot, jackpot_plots, plots
from pitboss.messages import say, translate
from pitboss.money import dollars
from pitboss.play.terms import spot_words


class PageTable(NamedTuple):
    """A table of the page, its rows' names first; the columns in `numbers` stand to the right."""

    names: tuple[str, ...]
    rows: Sequence[Iterable[str]]
    numbers: Iterable[int] = ()
    look: str = "wide"
    title: str = ""


SHORT = 18
"""A table of so many rows or fewer is printed on one page."""
Block = str | Markup | PageTable | PagePlot


@cache
def _template() -> Template:
    files = PackageLoader("pitboss.lab.parsheet", ".")
    return Environment(loader=files, autoescape=True, keep_trailing_newline=True).get_template("page.html")


def page(sheet: Mapping[str, Any]) -> str:
    """The page of a sheet."""
    changed = ", ".join(f"{name}={value}" for name, value in sheet["altered"].items())
    version = say("{edition}, version {version}.", edition=sheet["edition_title"], version=sheet["version"])
    lines = [version] + ([say("Changed: {changed}.", changed=changed)] if changed else [])
    if sheet["prepared_by"]:
        lines.append(say("Prepared by {name}.", name=sheet["prepared_by"]))
    sections: list[tuple[str, Iterable[Block]]] = [
        (say("Figures"), [PageTable((), _figures(sheet), look="wide figures")]),
        (say("Wagers and pay table"), _pays(sheet)),
        (say("Outcomes"), [_outcomes(sheet)]),
        (say("Return by wager"), _wagers(sheet)),
        (say("Side wagers"), _sides(sheet)),
        (say("Many rounds"), [*_volatility(sheet), *plots(sheet), *_multiples(sheet)]),
        (say("What the house may owe and expect"), _house(sheet)),
        (say("Jackpot"), [*_jackpot(sheet), *jackpot_plots(sheet["jackpot_edge"])]),
        (say("Strategy"), _strategy(sheet)),
        (say("Check by simulation"), _simulation_blocks(sheet)),
        (say("How it was made"), [PageTable((), _provenance(sheet))]),
    ]
    title = say("PAR sheet: {title} ({game})", title=sheet["title"], game=sheet["game"])
    made = sheet["provenance"]
    return _template().render(
        title=title,
        lines=lines,
        sections=[(heading, blocks) for heading, blocks in sections if blocks],
        short=SHORT,
        foot=_css_text(f"{sheet['pay_table']['id']}, {made['software']}, {made['computed_at'][:10]}"),
        page_words=_page_words(),
    )


def comparison_page(found: Comparison) -> str:
    """The page of two games beside each other."""
    before, now = found.names
    figures = [(name, f"{one:.6f}", f"{two:.6f}", f"{two - one:+.6f}") for name, one, two in found.figures]
    rows = [
        (each.name, each.before, each.now, cost_words(each.cost), " / ".join(filter(None, each.clauses)))
        for each in found.differences
    ]
    rows += [
        (say("all together, beyond their sum"), "", "", cost_words(found.together), ""),
        (say("in all"), "", "", cost_words(found.cost), ""),
    ]
    sections: list[tuple[str, Iterable[Block]]] = [
        (say("Figures"), [PageTable(("", say("Before"), say("Now"), say("Difference")), figures, (1, 2, 3))]),
        (say("What differs"), [PageTable(tuple(map(translate, DIFFERENCE_HEADS)), rows, (3,))]),
        (say("Played otherwise"), [PageTable(tuple(map(translate, PLAYED)), played_rows(found.moved))]),
        (say("How it was made"), [PageTable((), _provenance_rows(found))]),
    ]
    made = found.now.provenance
    return _template().render(
        title=say("{game} beside {other}", game=found.now.question.game, other=found.before.question.game),
        lines=[say("Before: {before}.", before=before), say("Now: {now}.", now=now)],
        sections=sections if found.moved else [sections[0], sections[1], sections[3]],
        short=SHORT,
        foot=_css_text(f"{made['software']}, {made['computed_at'][:10]}"),
        page_words=_page_words(),
    )


def _provenance_rows(found: Comparison) -> list[tuple[str, str]]:
    """What the two answers were made from."""
    unit, strategy = found.now.solution.unit, translate(found.now.solution.strategy_class)
    return [
        (say("Unit"), translate(unit)),
        (say("Strategy"), strategy),
        (
            say("What a difference costs"),
            say("the edge of the first game with that alone changed, the strategy chosen anew, less its own edge"),
        ),
        (say("Edition"), f"{found.before.question.content_hash}, {found.now.question.content_hash}"),
        (say("Code"), found.now.provenance["code"]),
        (say("Software"), found.now.provenance["software"]),
    ]


def _page_words() -> list[Markup]:
    return [_css_text(part) for part in say("Page {page} of {pages}", page="\0", pages="\0").split("\0")]


def _css_text(text: str) -> Markup:
    """Text as a string of a style sheet."""
    return Markup('"{}"').format(Markup(re.sub(r"[^\w .,:()/+-]", "", text)))  # noqa: S704  what could end it is gone


def _figures(sheet: Mapping[str, Any]) -> list[tuple[str, str]]:
    top = sheet["top_award"]
    edge = say("{edge} of the {unit}", edge=f"{sheet['edge']:.6%}", unit=sheet["unit"])
    exact = f" = {_fraction(sheet['edge_exact'])}" if sheet["edge_exact"] else f" (±{sheet['edge_error']:.1e})"
    award = say(
        "{pay} units ({name}), one in {one_in}",
        pay=f"{top['pay']:,g}",
        name=_words(top["name"]),
        one_in=f"{top['one_in']:,.1f}",
    )
    return [
        (say("House edge"), edge + exact),
        (say("Return"), f"{sheet['return']:.6%}"),
        (say("Return on all that is wagered"), f"{sheet['return_on_all']:.6%}"),
        (say("Element of risk"), f"{sheet['element_of_risk']:.6%}"),
        (say("Mean wager"), f"{sheet['mean_wager']:.6f}"),
        (say("Hit frequency"), f"{sheet['hit_frequency']:.6%}"),
        (say("Variance"), f"{sheet['variance']:.6f}"),
        (say("Standard deviation"), f"{sheet['standard_deviation']:.6f}"),
        (say("Volatility index (90%)"), f"{sheet['volatility_index']:.6f}"),
        (say("Top award"), award),
        (say("Strategy"), f"{sheet['strategy']}: {translate(sheet['strategy_class'])}"),
        (say("Ties"), translate(sheet["ties"]) or say("none matter")),
        (say("Method"), translate(sheet["method"])),
    ]


def _fraction(text: str) -> str:
    """An exact figure with its thousands apart."""
    return " / ".join(f"{int(part):,}" for part in text.split("/"))


def _pays(sheet: Mapping[str, Any]) -> list[Block]:
    """The pay table, odds as a sign has them (3 to 2, 40 to 1), and the rules in force."""
    table = sheet["pay_table"]
    rows = [
        (
            spot_words(wager),
            _words(line),
            say("{top} to {bottom}", top=odds.split("/")[0], bottom=[*odds.split("/"), "1"][1]),
        )
        for wager, lines in table["pays"].items()
        for line, odds in lines.items()
    ]
    said = {rule["name"]: (translate(rule["says"]), rule["grounds"]) for rule in sheet["rules"]}
    rules = [
        (name, str(value).lower() if isinstance(value, bool) else str(value), *said.get(name, ("", "")))
        for name, value in rules_in_force(table)
    ]
    named = Markup("{} <code>{}</code>, {} <code>{}</code>")
    return [
        named.format(say("Pay table"), table["id"], say("hash"), table["hash"]),
        PageTable((say("Wager"), say("Line"), say("Odds")), rows),
        PageTable((say("Rule"), say("Value"), say("What it is"), say("Where it stands")), rules),
    ]


def _words(name: str) -> str:
    """A line or a result as a person writes it: `royal flush`, `6-7-8 suited`."""
    return translate(re.sub(r"(?<=[a-z])-|-(?=[a-z])", " ", name))


def _wagers(sheet: Mapping[str, Any]) -> list[Block]:
    """What each wager is staked and nets; where all lies on one wager, each way of playing the hand."""
    if not sheet["wagers"]:
        return []
    rows = [
        (_words(share["name"]), f"{share['staked']:.6f}", f"{share['net']:+.6f}", f"{-share['edge']:+.4%}")
        for share in sheet["wagers"]
    ]
    staked, net = (sum(share[name] for share in sheet["wagers"]) for name in ("staked", "net"))
    rows.append((say("all"), f"{staked:.6f}", f"{net:+.6f}", f"{net / staked:+.4%}"))
    names = (say("Wager"), say("Staked on average"), say("Nets on average"), say("For each unit staked"))
    return [PageTable(names, rows, range(1, 4)), say("In units of the {unit}, for the player.", unit=sheet["unit"])]


def _sides(sheet: Mapping[str, Any]) -> list[Block]:
    """Side wagers with all their outcomes."""
    blocks: list[Block] = []
    for side in sheet["sides"]:
        edge = say("House edge {edge} of the {unit}", edge=f"{side['edge']:.6%}", unit=side["unit"])
        exact = f" = {_fraction(side['edge_exact'])}" if side["edge_exact"] else ""
        hits = say("hit frequency {hits}", hits=f"{side['hit_frequency']:.4%}")
        strays = say("standard deviation {deviation}", deviation=f"{side['standard_deviation']:.4f}")
        blocks.append(
            f"{translate(side['unit'])}, {translate(side['strategy_class'])}. {edge}{exact}; {hits}, {strays}."
        )
        if side["ties"]:
            blocks.append(say("Ties: {ties}", ties=translate(side["ties"])))
        blocks.append(_outcomes(side))
    return blocks


def _outcomes(sheet: Mapping[str, Any]) -> PageTable:
    """Every result; combinations where they were counted, as in a shoe they are not."""
    names = [say("Result"), say("Wagered"), say("Combinations"), say("Probability"), say("Pay"), say("Contribution")]
    rows = [
        [
            _words(o["name"]),
            f"{o['wagered']:g}",
            f"{o['count']:,}",
            f"{o['probability']:.10f}",
            f"{o['pay']:+,.10g}" if o["pay"] else "0",
            f"{o['contribution']:+.8f}",
        ]
        for o in sheet["outcomes"]
    ]
    rows.append([say("all"), "", f"{sheet['deals']:,}", "1.0000000000", "", f"{-sheet['edge']:+.8f}"])
    if not isinstance(sheet["deals"], int):
        names, rows = names[:2] + names[3:], [row[:2] + row[3:] for row in rows]
    return PageTable(tuple(names), rows, range(1, 6))


def _volatility(sheet: Mapping[str, Any]) -> list[Block]:
    """A player's total after some rounds, as it is and by the normal law, and the house's hold."""
    totals: list[tuple[str, ...]] = []
    normal: list[tuple[str, ...]] = []
    holds: list[tuple[str, ...]] = []
    for band in sheet["volatility"]:
        rounds = f"{band['rounds']:,}"
        for found, written in ((band["quantiles"], totals), (band["normal"], normal)):
            written.append((rounds, *(f"{found[name]:+,.0f}" for name in found)))
        low, high = band["hold"]
        hold = say("{low} to {high}", low=f"{low:+.3%}", high=f"{high:+.3%}")
        holds.append(
            (
                rounds,
                f"{band['expected']:+,.1f}",
                f"{band['standard_deviation']:,.1f}",
                f"{band['player_ahead']:.4%}",
                hold,
            )
        )
    shares = ("0.13%", "2.3%", "16%", "50%", "84%", "97.7%", "99.87%")
    methods = {band["method"] for band in sheet["volatility"]}
    how = say("Exact: the distribution of one round convolved with itself.")
    if methods != {"exact"}:
        how = say("The distribution of one round convolved with itself on a grid that keeps the mean.")
    return [
        PageTable(
            (
                say("Rounds"),
                say("Expected"),
                say("Standard deviation"),
                say("Player ahead"),
                say("House holds, 90 times in 100"),
            ),
            holds,
            range(1, 5),
        ),
        say("The hold is what the house keeps of all initial wagers."),
        PageTable(
            (say("Rounds"), *shares),
            totals,
            range(1, 8),
            title=say("A player's total, at or below which it lies so often"),
        ),
        how,
        PageTable(
            (say("Rounds"), *shares), normal, range(1, 8), title=say("The same by the normal law, for comparison")
        ),
        say("All in units of the {unit}.", unit=sheet["unit"]),
    ]


def _multiples(sheet: Mapping[str, Any]) -> list[Block]:
    """The edge at other multiples of the Ante."""
    found = [(f"{each['name']}={each['value']}", f"{each['edge']:.4%}") for each in sheet["multiples"]]
    if not found:
        return []
    title = say("Edge at other multiples, best play at each")
    return [PageTable((say("Multiple"), say("House edge")), found, numbers=(1,), title=title)]


def _house(sheet: Mapping[str, Any]) -> list[Block]:
    """What one round can cost the house, what an hour brings on average, and a bonus of a fixed sum by wager."""
    exposed = [
        (
            row["wager"] + (f" ({row['how']})" if row["how"] else ""),
            _words(row["name"]),
            f"{row['pay']:,g}",
            f"{1 / row['chance']:,.0f}",
            dollars(row["area_cents"]),
            dollars(row["table_cents"]),
        )
        for row in sheet["exposure"]
    ]
    hours = [(str(row["rounds"]), f"${row['win']:,.2f}", f"${row['deviation']:,.2f}") for row in sheet["theoretical"]]
    names = (say("Wager"), say("Result"), say("Units"), say("One in"), say("One area"), say("Seven areas, at most"))
    blocks: list[Block] = [
        PageTable(
            names,
            exposed,
            range(2, 6),
            title=say(
                "Most that a round costs the house at {maximum} a wager", maximum=dollars(sheet["maximum_cents"])
            ),
        ),
        PageTable(
            (say("Rounds an hour"), say("Theoretical win"), say("Standard deviation")),
            hours,
            range(1, 3),
            title=say("An hour, for each $100 of initial wagers a round"),
        ),
    ]
    if sheet["bonus"]:
        rows = [
            (
                dollars(row["wager_cents"]),
                dollars(row["prize_cents"]),
                f"{row['one_in']:,.0f}",
                f"{row['worth']:.4%}",
                f"{row['edge']:.4%}",
            )
            for row in sheet["bonus"]
        ]
        heads = (say("Wager"), say("Prize"), say("One in"), say("Worth"), say("House edge then"))
        blocks.append(PageTable(heads, rows, range(1, 5), title=say("Super Bonus by wager, best play at each")))
    return blocks


def _strategy(sheet: Mapping[str, Any]) -> list[Block]:
    """The strategy that the figures assume."""
    return [
        PageTable(
            tuple(map(translate, table["columns"])),
            [tuple(map(translate, row)) for row in table["rows"]],
            look="wide strategy",
            title=translate(table["title"]),
        )
        for table in sheet["strategy_tables"]
    ]


FIGURE_WORDS: Mapping[str, Callable[[], str]] = {
    "edge": lambda: say("House edge"),
    "mean_wager": lambda: say("Mean wager"),
    "hit_frequency": lambda: say("Hit frequency"),
}


def _simulation_blocks(sheet: Mapping[str, Any]) -> list[Block]:
    """The figures beside those of a simulation."""
    checked = sheet["cross_check"]
    if checked is None:
        return []
    rows = [
        (FIGURE_WORDS[f["figure"]](), f"{f['counted']:.6f}", f"{f['simulated']:.6f}", f"{f['z']:+.2f}")
        for f in checked["figures"]
    ]
    heads = (say("Figure"), say("Worked out"), say("Simulated"), say("z"))
    played = say(
        "{rounds} rounds by the compiled kernel, seed {seed}. z is the difference in standard errors.",
        rounds=f"{checked['rounds']:,}",
        seed=checked["seed"],
    )
    blocks: list[Block] = [PageTable(heads, rows, range(1, 4)), played]
    if checked["chi_square"] is not None:
        chi = checked["chi_square"]
        words = "All outcomes: chi-square {statistic} with {freedom} degrees of freedom, a normal deviate of {deviate}."
        blocks.append(
            say(words, statistic=f"{chi['statistic']:.2f}", freedom=chi["freedom"], deviate=f"{chi['deviate']:+.2f}")
        )
    return blocks


def _jackpot(sheet: Mapping[str, Any]) -> Iterator[Block]:
    """What the wager returns under each option, what feeds the meter by the value it starts from, what folding loses,
    and several prizes in one round."""
    options: list[Mapping[str, Any]] = sheet["jackpot"]
    if not options:
        yield say("None: the edition has no jackpot.")
        return
    price = dollars(options[0]["price_cents"])
    yield say("At a jackpot wager of {price}, on a five-card hand; hands that share a prize are left out.", price=price)
    rows = [
        (
            str(option["option"]),
            f"{option['fixed_return']:.4%}",
            dollars(option["break_even_meter_cents"]),
            ", ".join(f"{_words(line)} {dollars(cents)}" for line, cents in option["least_cents"].items())
            or say("none"),
        )
        for option in options
    ]
    heads = (say("Option"), say("Fixed prizes return"), say("Meter at break-even"), say("Least prizes"))
    yield PageTable(heads, rows, (1, 2))
    wagers = f"{options[0]['wagers_between_resets']:,.0f}"
    yield say("A royal flush comes once in {wagers} wagers on average.", wagers=wagers)
    yield from _meters(options)
    yield from _forfeits(options)
    names = (
        *(say("Players"), say("Two royals"), say("Royal and straight flush")),
        *(say("Two straight flushes"), say("Two prizes")),
    )
    parts = ("two_royals", "royal_with_straight_flush", "two_straight_flushes", "two_prizes")
    hits = [(str(row["players"]), *(f"{row[part]:.4g}" for part in parts)) for row in sheet["jackpot_hits"]]
    yield PageTable(names, hits, range(1, len(names)))
    yield say(
        "The exact chance of several prizes in a round, each player having a jackpot wager; the last is that of two or "
        "more of any kind (option 1)."
    )


def _meters(options: list[Mapping[str, Any]]) -> Iterator[Block]:
    """By reset value and option: what feeds the meter, what all of it returns, and the meter to expect."""
    if not options[0]["meters"]:
        yield say("The edition states neither what of a wager feeds the meter nor where the meter starts.")
        return
    shown: dict[str, Callable[[Mapping[str, Any]], str]] = {
        say("Contribution"): lambda meter: f"{meter['contribution']:.2%}",
        say("Return"): lambda meter: f"{meter['return']:.4%}",
        say("Expected meter"): lambda meter: dollars(round(meter["expected_meter_cents"], -2)),
    }
    names = (say("Reset"), *(say("Option {option}", option=option["option"]) for option in options))
    for heading, write in shown.items():
        meters = [
            (dollars(first["reset_cents"]), *(write(option["meters"][place]) for option in options))
            for place, first in enumerate(options[0]["meters"])
        ]
        yield say("{heading}, by the value that the meter is reset to:", heading=heading)
        yield PageTable(names, meters, range(1, len(names)))
    returns = [meter["return"] for option in options for meter in option["meters"]]
    yield say(
        "Fixed prizes, contribution and the reset at each royal flush return {least} to {most} in the long run "
        "({clause}).",
        least=f"{min(returns):.2%}",
        most=f"{max(returns):.2%}",
        clause=options[0]["meters"][0]["clause"],
    )


def _forfeits(options: list[Mapping[str, Any]]) -> Iterator[Block]:
    """The prize hands that the best play folds, and the loss by them where a fold forfeits the wager."""
    if options[0]["forfeits"] is None:
        return
    lines = options[-1]["forfeits"]["folded"]
    method = options[0]["forfeits"]["method"]
    yield PageTable((say("Hand"), say("Folded")), [(_words(line), f"{part:.4%}") for line, part in lines.items()], (1,))
    if method:
        yield say("Method {method}:", method=method)
    yield say(
        "A fold forfeits the wager: so much of each kind of hand is folded by the best play of the game, which the "
        "jackpot wager does not change."
    )
    names = [say("Option"), say("Lost by folding")] + [say("Return then")] * bool(options[0]["meters"])
    rows = []
    for option in options:
        then = [meter["return_if_folds_forfeit"] for meter in option["meters"]]
        back = [say("{low} to {high}", low=f"{min(then):.2%}", high=f"{max(then):.2%}")] if then else []
        rows.append([str(option["option"]), f"{option['forfeits']['lost_return']:.4%}", *back])
    yield PageTable(tuple(names), rows, (1, 2))


def _provenance(sheet: Mapping[str, Any]) -> list[tuple[str, str]]:
    made = sheet["provenance"]
    prepared = [(say("Prepared by"), sheet["prepared_by"])] if sheet["prepared_by"] else []
    return [
        *prepared,
        (say("Software"), f"{made['software']}, Python {made['python']}"),
        (say("Code"), made["code"]),
        (say("Edition"), sheet["edition_hash"]),
        (say("Date"), made["computed_at"]),
    ]
