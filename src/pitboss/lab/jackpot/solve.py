"""A jackpot solved for a person: a question in the words of a form or of the command line, and everything that follows
from it as plain data."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pitboss.jackpot.meter import MeterTerms
from pitboss.jackpot.returns import JackpotReturn, fold_keeps_jackpot, price_jackpot
from pitboss.lab.answer import answer
from pitboss.lab.jackpot import returns, sheet
from pitboss.lab.jackpot.folding import find_folds, stored_folds
from pitboss.lab.parameters import ask
from pitboss.lab.question import OPTIMAL, LabError, Question
from pitboss.messages import say, words_of
from pitboss.money import parse_dollars
from pitboss.value import Value

LONGEST = 20
"""How long a number may be that a person types."""


class JackpotWords(Value):
    """A question about a jackpot as a person types it; what is empty was not said."""

    option: str = ""
    price: str = ""
    reset: str = ""
    """A multiple of the price, such as 20000."""
    seed: str = ""
    """A sum in dollars instead."""
    rate: str = ""
    wanted: str = ""
    """The return that is wanted."""
    method: str = ""
    ante: str = ""
    """An Ante in dollars to draw the player's total edge for; the usual ones if none is named."""


def solve_jackpot(question: Question, said: JackpotWords, *, with_edge: bool = True) -> dict[str, Any]:
    """Everything about the jackpot of a game as data; raises `LabError` where the words make no sense.

    The player's total edge needs the game solved, and what a fold costs its best play; `with_edge` leaves the first
    out.
    """
    best, figures = replace(question, strategy=OPTIMAL), _read(said)
    rules = returns.jackpot_rules(question.game, question.version)
    keeps = fold_keeps_jackpot(rules, figures["method"] or next(iter(returns.methods_of(rules)), ""))
    folded = stored_folds(best) if keeps else find_folds(best)
    asked = returns.ask_jackpot(question.game, **figures, version=question.version, folded=folded)
    priced = price_jackpot(asked, folded)
    found = sheet.priced_data(priced, figures["wanted"], folded) | {
        "hits": sheet.hits_data(rules, asked.option, asked.reset)
    }
    if not with_edge:
        return found | {"game_edge": None, "edge_plot": None}
    edge = answer(best).solution.edge
    antes = antes_of(said, asked.price_cents)
    return found | {"game_edge": float(edge), "edge_plot": sheet.edge_plot_data(edge, priced, antes)}


def preview_jackpot(terms: MeterTerms) -> tuple[JackpotReturn, JackpotReturn | None]:
    """What a jackpot wager returns, for the person who sets price, option, reset or rate, before they do: at once, for
    a player who folds no hand that takes a prize; and where a fold forfeits the wager, less what the best play folds,
    if the lab knows that already. Of several games it is the one that folds most."""
    priced = price_jackpot(terms)
    known = (stored_folds(ask(game)) for game in terms.games)
    folding = (price_jackpot(terms, folded) for folded in known if folded is not None)
    least = min(folding, key=lambda each: each.total, default=priced)
    return priced, least if least != priced else None


def check_words(game: str, said: JackpotWords) -> None:
    """Refuse a question that makes no sense, without computing anything."""
    figures = _read(said)
    antes_of(said, figures["price_cents"])
    if figures["wanted"] is not None and figures["rate"] is None:  # which rate gives it may take a solve
        figures |= {"wanted": None, "rate": Fraction(0)}
    returns.ask_jackpot(game, **figures)


def _read(said: JackpotWords) -> dict[str, Any]:
    return {
        "option": _whole(said.option or "1"),
        "price_cents": _cents(said.price) if said.price else returns.PRICE_CENTS,
        "reset": _whole(said.reset) if said.reset else None,
        "seed_cents": _cents(said.seed) if said.seed else None,
        "rate": parse_share(said.rate) if said.rate else None,
        "wanted": parse_share(said.wanted) if said.wanted else None,
        "method": said.method or None,
    }


def antes_of(said: JackpotWords, price_cents: int) -> Sequence[Fraction | int]:
    """The Antes that the player's total edge is drawn for, in prices."""
    if not said.ante:
        return sheet.ANTES
    cents = _cents(said.ante)
    if cents <= 0:
        raise LabError("An Ante must be more than $0.")
    return (Fraction(cents, price_cents),)


def parse_share(text: str) -> Fraction:
    """A share that a person types: `0.8885` or `88.85%`."""
    number = text.strip().removesuffix("%").strip()
    if len(number) <= LONGEST and number.replace(".", "", 1).isdigit() and number.isascii():
        return Fraction(number) / (100 if text.strip().endswith("%") else 1)
    raise LabError(say("{text} is not a share: write 0.8885 or 88.85%.", text=repr(text[:LONGEST])))


def _whole(text: str) -> int:
    number = text.strip().replace(",", "")
    if len(number) <= LONGEST and number.isascii() and number.isdigit():
        return int(number)
    raise LabError(say("{text} is not a whole number.", text=repr(text[:LONGEST])))


def _cents(text: str) -> int:
    try:
        return parse_dollars(text)
    except ValueError as error:
        raise LabError(words_of(error)) from None
