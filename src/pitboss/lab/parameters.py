"""From an edition to a question: the book's pay tables and rules, with what a person typed in their place."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pitboss import law
from pitboss.games.ultimate_holdem.law import STAGES, check_multiples, compile_figures
from pitboss.lab.question import OPTIMAL, LabError, Question, Rule
from pitboss.lab.registry import solver_of
from pitboss.law.edition import BookError, Choice
from pitboss.law.rules import Rules
from pitboss.money import Chips, dollars
from pitboss.play.terms import Terms

MOST_ODDS = 10**9


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
) -> Question:
    """Put a question in the words of the command line; raises `LabError` where they make no sense."""
    rules = _rules(game, version)
    solver = solver_of(rules.game.engine)
    _check_strategy(strategy, solver.STRATEGIES)
    pays = getattr(solver, "pays_of", book_pays)(rules)
    altered: dict[str, str] = {}
    for text in pay:
        name, odds = _split(text, "--pay LINE=ODDS, such as --pay flush=7")
        wager, line = find_line(pays, name)
        pays[wager][line] = parse_odds(odds)
        altered[name] = odds
    known = {_plain(entry.name): entry for entry in solver.rules_of(rules)}
    names = [entry.name for entry in known.values()]
    values: dict[str, Choice] = {entry.name: entry.value for entry in known.values()}
    for text in rule:
        name, value = _split(text, f"--rule NAME=VALUE, such as --rule {names[0]}=...")
        if _plain(name) not in known:
            raise LabError(f"{game} has no rule {name}: it has {', '.join(names)}.")
        entry = known[_plain(name)]
        values[entry.name] = _choice(entry, value)
        altered[entry.name] = value
    if play is not None and "play" not in rules.game.data:
        raise LabError(f"{game} has no Play wager.")
    if decks is not None and isinstance(rules.game.data["deck"]["decks"], int):
        raise LabError(f"{game} is dealt from one deck.")
    if chip_cents and not rules.applies(law.PAID_UP_TO_CHIPS):
        raise LabError(f"{game} has no clause that rounds a win up to what chips can pay: --chip prices nothing there.")
    capped = frozenset(row["wager"] for row in rules.game.data.get("pay", ()) if row.get("capped"))
    if maximum_payout_cents is not None and not (capped and rules.applies(law.MAXIMUM_PAYOUT)):
        raise LabError(f"{game} has no notice of maximum payout.")
    question = Question(
        game=game,
        engine=rules.game.engine,
        edition=rules.edition.name,
        version=rules.edition.version,
        content_hash=rules.edition.content_hash,
        pays=pays,
        rules=values,
        strategy=strategy,
        decks=_decks(rules),
        capped=capped,
        altered=altered,
    )
    if play is not None:
        question = replace(question, play=parse_play(play, rules), altered={**altered, "play": play})
    return _with_notice(_with_terms(question, decks, wager_cents, chip_cents), maximum_payout_cents)


def _with_notice(question: Question, maximum_payout_cents: int | None) -> Question:
    """A question with a notice of maximum payout, which bites on a wager of some size alone."""
    if maximum_payout_cents is None:
        return question
    if question.wager_cents is None:
        raise LabError("A maximum payout bites on a wager of some size: name the wager too.")
    if maximum_payout_cents <= 0:
        raise LabError("A maximum payout is more than nothing.")
    altered = {**question.altered, "maximum-payout": dollars(maximum_payout_cents)}
    return replace(question, maximum_payout_cents=maximum_payout_cents, altered=altered)


def _decks(rules: Rules) -> int:
    """The decks of the game: the first number where the book leaves a choice."""
    decks: int | list[int] = rules.game.data["deck"]["decks"]
    return decks if isinstance(decks, int) else decks[0]


def _plain(name: str) -> str:
    """A rule's name as it is looked up: `fold-keeps-trips` is `foldKeepsTrips`."""
    return name.replace("-", "").lower()


def _rules(game: str, version: str | None) -> Rules:
    try:
        return Rules.of(game, version)
    except BookError as error:
        raise LabError(str(error)) from None


def _check_strategy(strategy: str, known: Mapping[str, str]) -> None:
    if strategy not in known:
        raise LabError(f"There is no strategy {strategy}: there is {', '.join(known)}.")


def _with_terms(question: Question, decks: int | None, wager_cents: int | None, chip_cents: Sequence[int]) -> Question:
    altered = dict(question.altered)
    if decks is not None:
        altered["decks"] = str(decks)
        question = replace(question, decks=decks)
    if chip_cents and wager_cents is None:
        raise LabError("--chip prices what chips can pay on a wager: give --wager too.")
    if wager_cents is not None:
        if wager_cents <= 0:
            raise LabError("A wager is more than nothing.")
        altered["wager"] = dollars(wager_cents)
        question = replace(question, wager_cents=wager_cents)
    if chip_cents:
        if min(chip_cents) <= 0:
            raise LabError("A chip is worth more than nothing.")
        altered["chip"] = ",".join(map(dollars, chip_cents))
        question = replace(question, chips=Chips(tuple(sorted(set(chip_cents)))))
    return replace(question, altered=altered)


def book_pays(rules: Rules) -> dict[str, dict[str, Fraction]]:
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
        raise LabError(f"{name} is in several tables: say {' or '.join('.'.join(at) for at in found)}.")
    several = len(pays) > 1
    there = ", ".join(f"{wager}.{line}" if several else line for wager, lines in pays.items() for line in lines)
    raise LabError(f"There is no pay line {name}: there is {there}.")


def parse_odds(text: str) -> Fraction:
    """Read `40`, `40:1` or `3:2` as odds to one."""
    top, colon, bottom = text.strip().partition(":")
    if not (top.isascii() and top.isdigit() and (not colon or (bottom.isascii() and bottom.isdigit()))):
        raise LabError(f"{text!r} are no odds: write a number such as 40, or 3:2, not below nothing.")
    if colon and not int(bottom):
        raise LabError(f"{text!r} are no odds: they are to nothing.")
    odds = Fraction(int(top), int(bottom) if colon else 1)
    if odds > MOST_ODDS:
        raise LabError(f"Odds of {text} are more than the lab counts with.")
    return odds


def parse_play(text: str, rules: Rules) -> tuple[tuple[int, ...], ...]:
    """Read the Play multiples of the three stages, such as `4,2,1` or `3/4,2,1`: those that a sign may offer."""
    stages = [[part.strip() for part in stage.split("/")] for stage in text.split(",")]
    if len(stages) != len(STAGES) or not all(p.isascii() and p.isdigit() for parts in stages for p in parts):
        raise LabError(f"{text!r} are no Play multiples: write those of three stages, such as 4,2,1 or 3/4,2,1.")
    offered = tuple(tuple(sorted({int(part) for part in parts})) for parts in stages)
    sign = Terms({}, multiples=dict(zip(STAGES, offered, strict=True)))
    refusal = check_multiples(rules, compile_figures(rules, sign))
    if refusal is not None:
        raise LabError(f"{refusal.words} ({', '.join(rules.cite(refusal.because))})")
    return offered


def _split(text: str, form: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise LabError(f"{text!r} is not of the form {form}.")
    return name.strip(), value.strip()


def _choice(rule: Rule, text: str) -> Choice:
    """The choice that a person typed, in the type of the rule's own values."""
    for choice in rule.choices:
        if str(choice).lower() == text.lower():
            return choice
    allowed = ", ".join(str(choice).lower() for choice in rule.choices)
    raise LabError(f"The rule {rule.name} is one of {allowed}, not {text}.")
