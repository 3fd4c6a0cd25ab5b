"""Operators: the choices that the documents leave to each, and every other difference besides their books.

An operator is a file beside this module, named as the log and the accounts name it. It is read once and checked: no
unknown field, no rank that the operator's books do not have, no unknown rule key.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from pitboss.law import TITLES, Edition, Key, edition_names, load_edition
from pitboss.value import Value

Positive = Annotated[int, Meta(gt=0)]


class OperatorError(ValueError):
    """An operator's file that cannot be used; the message says what is wrong with it."""


class AmountBounds(Value, forbid_unknown_fields=True):
    """The bounds of an amount, in cents."""

    most: Positive
    """For one order, however many people sign it."""
    alone: Positive = 0
    """For one order of one person; above it a second person approves. Left out, it is `most`."""
    day: Positive | None = None
    """For all orders of one person in a gaming day that no second person approved."""


class Notice(Value, forbid_unknown_fields=True):
    """How long a sign is up before what it says."""

    minutes: Positive
    """Exactly so long is enough."""
    closing_rounds: int = 0
    """How many rounds' notice comes before a table closes, where a closing sign counts rounds and not minutes."""


class DisputeStage(Value, forbid_unknown_fields=True):
    """A stage of a dispute: the least rank that rules at it, and the rule that has it so."""

    name: str
    rank: str
    rule: Key


class PatronPolicy(Value, forbid_unknown_fields=True):
    """An operator's conditions for its patrons."""

    cards_from: date | None = None
    """The day from which a player needs a player card."""
    counts_losses: bool = False
    binds_every_table: bool = False
    """Whether this holds at a game, too, whose own text does not have it."""


class Operator(Value, forbid_unknown_fields=True):
    """One operator."""

    title: str
    """Its name as people read it."""
    listed: int
    """Its place where operators are listed."""
    own_above_sign: bool
    """Whether limits of a player's own only go above the sign's, or may differ either way."""
    complaint_right: str
    apart_days: Positive
    """How long two people approve no order of each other after one hired the other, changed their rank or set their
    password."""
    notice: Notice
    patrons: PatronPolicy
    dispute: tuple[DisputeStage, ...]
    """The stages of a dispute, in order; a ruling at the last one is final."""
    ranks: Mapping[str, str]
    """The least rank for each command; empty where no rank gives it."""
    amounts: Mapping[str, AmountBounds]
    """The bounds of what each command names in cents; none for a command that names no amount."""


@cache
def operators(folder: Path = Path(__file__).parent) -> Mapping[str, Operator]:
    """The operators that there are by their names on the log, as they are listed."""
    found = {path.stem: _read(path) for path in folder.glob("*.toml")}
    if missing := {load_edition(name).operator for name in edition_names()} - found.keys():
        raise OperatorError(f"The books have rules of {', '.join(sorted(missing))}: add a file of that name.")
    rows = {name for operator in found.values() for name in operator.ranks}
    for name, operator in found.items():
        _check_rows(f"{name}.toml", operator, rows)
    return dict(sorted(found.items(), key=lambda each: each[1].listed))


@cache
def house_edition(operator: str) -> Edition:
    """An edition of an operator's, for its order of ranks; all of an operator's editions have the same."""
    return next(edition for name in edition_names() if (edition := load_edition(name)).operator == operator)


@cache
def house_games(operator: str) -> Mapping[str, str]:
    """The games of an operator, with their titles."""
    editions = [edition for name in edition_names() if (edition := load_edition(name)).operator == operator]
    return {name: game.title for edition in editions for name, game in edition.games.items()}


def check_ranked(commands: Iterable[str], ranked: Mapping[str, Any]) -> None:
    """Refuse commands that the operators' files give no rank: a forgotten command would be refused to every rank."""
    if missing := sorted(set(commands) - ranked.keys()):
        raise OperatorError(
            f"The operators' files give no rank for {', '.join(missing)}: add a row to [ranks] in each."
        )


def _read(path: Path) -> Operator:
    try:
        read = msgspec.toml.decode(path.read_bytes(), type=Operator, dec_hook=_key)
    except msgspec.DecodeError as error:  # a file that is no TOML, a field that is missing, unknown or of another kind
        raise OperatorError(f"{path.name}: {error}") from None
    return read._replace(
        amounts={name: each._replace(alone=each.alone or each.most) for name, each in read.amounts.items()}
    )


def _key(_: type, name: str) -> Key:
    if name not in TITLES:
        raise ValueError(f"No rule key is called {name}")
    return Key(name)


def _check_rows(file: str, operator: Operator, rows: set[str]) -> None:
    edition = house_edition(file.removesuffix(".toml"))
    if not operator.dispute:
        raise OperatorError(f"{file}: a dispute has at least one stage")
    if missing := sorted(rows - operator.ranks.keys()):
        raise OperatorError(f"{file}: [ranks] has no row for {', '.join(missing)}, and another operator's file has")
    named = {**operator.ranks, **{f"the stage {stage.name}": stage.rank for stage in operator.dispute}}
    for what, rank in named.items():
        if rank and not edition.outranks(rank, rank):
            raise OperatorError(f"{file}: {what} has the rank {rank}, which the books of this operator do not have")
    for name, bounds in operator.amounts.items():
        if name not in operator.ranks:
            raise OperatorError(f"{file}: [amounts] has a row for {name}, and [ranks] has none")
        if bounds.alone > bounds.most:
            raise OperatorError(f"{file}: {name} has more for one person alone than the most of an order")
