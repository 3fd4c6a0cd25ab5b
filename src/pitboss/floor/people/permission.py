"""Who may give which command: the least rank that each operator's file wants for it, with the bounds of every amount,
the roles beside the ranks and the post that it takes.

A rank holds what the ranks below it hold. Where a command wants approval, somebody else of that rank gives it: nobody
approves what they asked for themselves. `amounts` is where the bounds are checked.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import get_args, get_type_hints

from pitboss import law
from pitboss.floor.operators import Amounts, check_ranked, house_edition, operators
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.world import refuse
from pitboss.law import Key
from pitboss.play import Refused
from pitboss.value import Value

PATRON, INSPECTOR, SURVEILLANCE, MATHEMATICIAN = "patron", "inspector", "surveillance", "mathematician"
OFF_THE_FLOOR = (INSPECTOR, SURVEILLANCE, MATHEMATICIAN)
"""Roles that are no rank: whoever has one sees of a table what everybody sees."""
REGULATORS = (INSPECTOR, SURVEILLANCE)
"""Roles that belong to the regulator: no rank of a house gives or takes one, only the console does."""
SYSTEM = "system"
"""What the clock, or the floor by itself, has in place of a rank."""
CONSOLE = "console"
"""What the log calls a person who works on the store itself, before the name that the machine knows them by."""
RESERVED = (SYSTEM, "clock", CONSOLE, "demonstration")
"""Names that the log uses for what is no person: nobody's id begins with one of these words."""
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}")
WATCH_PIT, INSPECT, READ_ACCOUNTS = "WatchPit", "Inspect", "ReadAccounts"
"""What is no command: looking at the pit, reading the log, reading what patrons have and have won."""
PRACTICE_CHIPS, PRACTICE_FLOAT, BRING_FORWARD = "PracticeChips", "PracticeFloat", "BringForward"
"""What is no command and has bounds: chips and floats of practice tables, chips that the console brings forward."""


class Permission(Value):
    """What a command takes."""

    ranks: Mapping[str, str]
    """The least rank of each house; none where it is for nobody of the house."""
    roles: tuple[str, ...] = ()
    rule: Key | None = None
    approval: bool = False
    amounts: Mapping[str, Amounts] = MappingProxyType({})
    """The bounds of each house; none where the command names no amount."""
    post: str = ""
    """The post at the table that it takes of those who may not fill posts themselves."""
    seen: str = ""
    """Where it shows what was moved."""


@cache
def permissions() -> Mapping[str, Permission]:
    """The table of permissions, by the name of the command: what all operators share, and the ranks and bounds of each
    operator's file."""
    rows = tomllib.loads(Path(__file__).with_name("permissions.toml").read_text())
    houses = operators()
    named = dict.fromkeys(name for operator in houses.values() for name in operator.ranks)
    check_ranked(rows, named)
    return {
        name: Permission(
            {house: rank for house, operator in houses.items() if (rank := operator.ranks[name])},
            tuple(row.get("roles", ())),
            Key(row["rule"]) if "rule" in row else None,
            row.get("approval", False),
            {house: operator.amounts[name] for house, operator in houses.items() if name in operator.amounts},
            row.get("post", ""),
            row.get("seen", ""),
        )
        for name in named
        for row in (rows.get(name, {}),)
    }


def is_reserved(person: str) -> bool:
    """Say whether a name begins with a word that the log uses for what is no person."""
    return re.split(r"[^a-z0-9]", person.lower(), maxsplit=1)[0] in RESERVED


def check_id(person: str) -> None:
    """Refuse an id that a person cannot have on the log."""
    if not ID.fullmatch(person):
        raise refuse("An id is letters, figures, spaces, dots and dashes, 40 at most.", law.ID_RESERVED)
    if is_reserved(person):
        words = f"The log uses {', '.join(RESERVED)} for what is no person: choose an id that begins with another word."
        raise refuse(words, law.ID_RESERVED)


@cache
def approver_field(command: type) -> str:
    """The field of a command that names an approver; empty if it needs none."""
    return next((name for name, hint in get_type_hints(command).items() if Actor in (hint, *get_args(hint))), "")


def holds(operator: str, role: str, least: str) -> bool:
    """Say whether somebody's rank is at least another, in their house."""
    return house_edition(operator).outranks(role, least)


def check(actor: Actor, command: str, approver: Actor | None = None) -> None:
    """Refuse a command that its giver may not give, or that wants an approval which is not there."""
    check_rank(actor, command)
    wanted = permissions()[command]
    if wanted.approval:
        because = (wanted.rule,) if wanted.rule is not None else (law.NOT_YOURS,)
        _check_approval(actor, wanted.ranks.get(actor.operator, ""), approver, because)


def may(actor: Actor, command: str) -> bool:
    """Say whether somebody's rank or role reaches a command, whoever else may have to approve it."""
    try:
        check_rank(actor, command)
    except Refused:
        return False
    return True


def check_rank(actor: Actor, command: str) -> None:
    """Refuse a command that somebody's rank or role does not reach."""
    wanted = permissions().get(command)
    if wanted is None:
        raise refuse(f"Nobody may {command}.", law.NOT_YOURS)
    because = (wanted.rule,) if wanted.rule is not None else (law.NOT_YOURS,)
    least = wanted.ranks.get(actor.operator, "")
    if not least and actor.role not in wanted.roles:
        raise refuse(f"This is for the {' or '.join(wanted.roles)} alone.", *because)
    if actor.role not in wanted.roles and not holds(actor.operator, actor.role, least):
        raise refuse(f"This takes a {least.replace('-', ' ')} or above.", *because)


def check_second(actor: Actor, command: str, approver: Actor | None) -> None:
    """Refuse what is above somebody's own limit unless a second person who may approve has signed for it."""
    _check_approval(actor, permissions()["Approve"].ranks[actor.operator], approver, (law.BY_ANOTHER,))
    check_rank(approver or actor, command)


def _check_approval(actor: Actor, least: str, approver: Actor | None, because: tuple[Key, ...]) -> None:
    if approver is None:
        raise refuse(f"This takes the approval of another {least.replace('-', ' ')} or above.", *because)
    if approver.operator != actor.operator or not holds(actor.operator, approver.role, least):
        raise refuse(f"The approval takes a {least.replace('-', ' ')} or above of this house.", *because)
    if approver.person == actor.person:
        raise refuse("Nobody approves what they asked for themselves.", law.NOT_YOURS)
