"""From an edition to a question: the book's pay tables and rules, with what a person typed in their place."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from pitboss import law, money
from pitboss.games.ultimate_holdem import STAGES, check_multiples, compile_figures
from pitboss.lab.answer import solver_of
from pitboss.lab.question import OPTIMAL, LabError, Question, VariableRule
from pitboss.messages import message, say, suggest, words_of
from pitboss.play.terms import Terms

MOST_ODDS = 10**9
_ODDS = re.compile(r"(?P<top>[0-9]{1,20}(\.[0-9]{1,9})?)([:/](?P<bottom>[0-9]{1,20}))?")


def ask(
    game: str,
    *,
    pay: Sequence[str] = (),
    rule: Sequence[str] = (),
    play: str | None = None,
    decks: int | None = None,
    strategy: str = OPTIMAL,
    wager_cents: int | None = None,
    chip_cents: Sequence[int] = (),
    maximum_payout_cents: int | None = None,
    version: str | None = None,
    table: str | None = None,
) -> Question:
    """The question that the words of the command line ask; raises `LabError` where they make no sense."""
    try:
        rules = law.Rules.of(game, version)
    except law.BookError as error:
        raise LabError(words_of(error)) from None
    solver, data = solver_of(rules.game.engine), rules.game.data
    if strategy not in solver.STRATEGIES:
        words = "There is no strategy {strategy}: the strategies are {known}.{near}"
        near = suggest(strategy, solver.STRATEGIES)
        raise LabError(say(words, strategy=strategy, known=", ".join(solver.STRATEGIES), near=near))
    if table is not None:
        named = named_table(rules.game.engine, table)
        pay, rule = [*named.get("pay", ()), *pay], [*named.get("rule", ()), *rule]
    pays = getattr(solver, "pays_of", book_pays)(rules)
    altered: dict[str, str] = {}
    for text in pay:
        name, odds = _split(text, "--pay LINE=ODDS, such as --pay flush=7")
        wager, line = _added_line(solver, name) or find_line(pays, name)
        pays[wager][line] = parse_odds(odds)
        altered[name] = odds
    known = {_plain(entry.name): entry for entry in solver.rules_of(rules)}
    names = [entry.name for entry in known.values()]
    values: dict[str, law.Choice] = {entry.name: entry.value for entry in known.values()}
    for text in rule:
        name, value = _split(text, f"--rule NAME=VALUE, such as --rule {names[0]}=...")
        if _plain(name) not in known:
            words = "{game} has no rule {name}: it has {known}.{near}"
            raise LabError(say(words, game=game, name=name, known=", ".join(names), near=suggest(name, names)))
        entry = known[_plain(name)]
        values[entry.name] = _choice(entry, value)
        altered[entry.name] = value
    capped = frozenset(row["wager"] for row in data.get("pay", ()) if row.get("capped"))
    decks_of_book: int | list[int] = data["deck"]["decks"]
    default_decks = decks_of_book if isinstance(decks_of_book, int) else decks_of_book[0]
    refused = {
        message("{game} has no Play wager."): play is not None and "play" not in data,
        message("{game} is dealt from one deck."): decks is not None and isinstance(decks_of_book, int),
        message("{game} has no clause that rounds a win up to what chips can pay: leave --chip out."): chip_cents
        and not rules.applies(law.PAID_UP_TO_CHIPS),
        message("{game} has no notice of maximum payout."): maximum_payout_cents is not None
        and not (capped and rules.applies(law.MAXIMUM_PAYOUT)),
        message("--chip prices what chips can pay on a wager: give --wager too."): chip_cents and wager_cents is None,
        message("A wager must be more than $0."): wager_cents is not None and wager_cents <= 0,
        message("A chip must be worth more than $0."): chip_cents and min(chip_cents) <= 0,
        message("A maximum payout depends on the wager: name the wager too."): maximum_payout_cents is not None
        and wager_cents is None,
        message("A maximum payout must be more than $0."): maximum_payout_cents is not None
        and maximum_payout_cents <= 0,
    }
    for words, is_so in refused.items():
        if is_so:
            raise LabError(say(words, game=game))
    typed = {
        "play": play,
        "decks": None if decks is None else str(decks),
        "wager": None if wager_cents is None else money.dollars(wager_cents),
        "chip": ",".join(map(money.dollars, chip_cents)) or None,
        "maximum-payout": None if maximum_payout_cents is None else money.dollars(maximum_payout_cents),
    }
    question = Question(
        game=game,
        engine=rules.game.engine,
        edition=rules.edition.name,
        version=rules.edition.version,
        content_hash=rules.edition.content_hash,
        pays=pays,
        rules=values,
        strategy=strategy,
        decks=default_decks if decks is None else decks,
        wager_cents=wager_cents,
        chips=money.Chips(tuple(sorted(set(chip_cents)))) if chip_cents else None,
        maximum_payout_cents=maximum_payout_cents,
        capped=capped,
        altered=altered | {name: text for name, text in typed.items() if text is not None},
    )
    return question if play is None else replace(question, play=parse_play(play, rules))


@cache
def named_tables() -> tuple[dict[str, Any], ...]:
    """The pay tables and rules that are known by name."""
    written = files("pitboss.lab").joinpath("pay_tables.toml").read_text(encoding="utf-8")
    return tuple(tomllib.loads(written)["table"])


def named_table(engine: str, name: str) -> dict[str, Any]:
    """A pay table of an engine by its name."""
    known = {table["name"]: table for table in named_tables() if table["engine"] == engine}
    if name not in known:
        words = "There is no pay table {table}: there are {known}.{near}"
        raise LabError(say(words, table=name, known=", ".join(known), near=suggest(name, known)))
    return known[name]


def _plain(name: str) -> str:
    """A rule's name as it is looked up: `fold-keeps-trips` is `foldKeepsTrips`."""
    return name.replace("-", "").lower()


def book_pays(rules: law.Rules) -> dict[str, dict[str, Fraction]]:
    """The pay tables of the book: odds to one by wager and line."""
    pays: dict[str, dict[str, Fraction]] = {}
    for row in rules.game.data.get("pay", ()):
        pays.setdefault(row["wager"], {})[row["line"]] = parse_odds(row["odds"])
    return pays


def find_line(pays: Mapping[str, Mapping[str, Fraction]], name: str) -> tuple[str, str]:
    """The wager and line that a person means by `flush`, or by `blind.flush` where several tables have it."""
    found = [(wager, line) for wager, lines in pays.items() for line in lines if name in (line, f"{wager}.{line}")]
    if len(found) == 1:
        return found[0]
    if found:
        choices = " or ".join(".".join(at) for at in found)
        raise LabError(say("{line} is in several tables: say {choices}.", line=name, choices=choices))
    several = len(pays) > 1
    there = [f"{wager}.{line}" if several else line for wager, lines in pays.items() for line in lines]
    near = suggest(name, (*there, *(line for lines in pays.values() for line in lines)))
    words = "There is no pay line {line}: the lines are {known}.{near}"
    raise LabError(say(words, line=name, known=", ".join(there), near=near))


def _added_line(solver: Any, name: str) -> tuple[str, str] | None:
    """The wager and line that a name means which no book has, where the solver can price it all the same."""
    added: tuple[str, str] | None = solver.added_line(name) if hasattr(solver, "added_line") else None
    return added


def parse_odds(text: str) -> Fraction:
    """Read `40`, `40:1`, `3:2`, `6/5` or `6.5` as odds to one."""
    written = _ODDS.fullmatch(text.strip())
    if written is None:
        raise LabError(say("Enter odds such as 40, 3:2, 6/5 or 6.5 (zero or more), not {text}.", text=repr(text)))
    top, bottom = Fraction(written["top"]), Fraction(written["bottom"] or 1)
    if not bottom:
        raise LabError(say("Enter odds such as 40 or 3:2, not odds to 0 as in {text}.", text=repr(text)))
    odds = top / bottom
    if odds > MOST_ODDS:
        raise LabError(say("Odds of {text} are more than the lab can count: enter smaller ones.", text=text))
    return odds


def parse_play(text: str, rules: law.Rules) -> tuple[tuple[int, ...], ...]:
    """Read the Play multiples of the three stages, such as `4,2,1` or `3/4,2,1`: those that a sign may offer."""
    stages = [[part.strip() for part in stage.split("/")] for stage in text.split(",")]
    if len(stages) != len(STAGES) or not all(p.isascii() and p.isdigit() for parts in stages for p in parts):
        words = "Enter the Play multiples of three stages, such as 4,2,1 or 3/4,2,1, not {text}."
        raise LabError(say(words, text=repr(text)))
    offered = tuple(tuple(sorted({int(part) for part in parts})) for parts in stages)
    sign = Terms({}, multiples=dict(zip(STAGES, offered, strict=True)))
    refusal = check_multiples(rules, compile_figures(rules, sign))
    if refusal is not None:
        raise LabError(say("{words} ({clauses})", words=refusal.words, clauses=", ".join(rules.cite(refusal.because))))
    return offered


def _split(text: str, form: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise LabError(say("Write {form}, not {text}.", form=form, text=repr(text)))
    return name.strip(), value.strip()


def _choice(rule: VariableRule, text: str) -> law.Choice:
    """The choice that a person typed, in the type of the rule's own values."""
    for choice in rule.choices:
        if str(choice).lower() == text.lower():
            return choice
    allowed = [str(choice).lower() for choice in rule.choices]
    said = {"rule": rule.name, "allowed": ", ".join(allowed), "text": text, "near": suggest(text, allowed)}
    raise LabError(say("The rule {rule} is one of {allowed}, not {text}.{near}", **said))
