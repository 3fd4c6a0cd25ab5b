"""Permission to give commands: the least rank that each operator's file wants for one, with the bounds of every amount,
the roles beside the ranks and the post that it takes.

A rank holds what the ranks below it hold. Where a command needs approval, another person of that rank gives it, never
the person who gave the order. `amounts` is where the bounds are checked.
"""

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from pitboss import law
from pitboss.floor.operators import AmountBounds, OperatorError, check_ranked, house_edition, operators
from pitboss.floor.service.commands import Actor, CommandNeeds, command_kinds, refuse
from pitboss.messages import message, say
from pitboss.play import Refused

PATRON, INSPECTOR, SURVEILLANCE = message("patron"), message("inspector"), message("surveillance")
MATHEMATICIAN = message("mathematician")
SCRUTINEER = message("scrutineer")
"""A person from outside who oversees prize draws: they see what all see of a draw, and confirm it."""
OFF_THE_FLOOR = (INSPECTOR, SURVEILLANCE, MATHEMATICIAN, SCRUTINEER)
"""Roles that are not ranks: a person with one of them sees of a table what every visitor sees."""
REGULATORS = (INSPECTOR, SURVEILLANCE)
"""Roles that belong to the regulator: no rank of a house gives or takes one, only the console does."""
SYSTEM = "system"
"""The role of the clock, and of the floor itself."""
CONSOLE = "console"
"""What the log calls a person who works on the store itself, before the name that the machine knows them by."""
RESERVED = (SYSTEM, "clock", CONSOLE, "demonstration")
"""Words that the log uses for things that are not persons: no id may begin with one of them."""
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}")
WATCH_PIT, INSPECT, READ_ACCOUNTS = "WatchPit", "Inspect", "ReadAccounts"
"""Rights that are not commands: looking at the pit, reading the log, reading what patrons have and have won."""
READ_METER_BACK = "ReadMeterBack"
"""A right that is not a command: reading a jackpot meter as it stood at a settlement."""
RESET_PASSWORD = "ResetPassword"  # noqa: S105  # it is none
"""A right that is not a command: setting another person's password."""
PRACTICE_CHIPS, PRACTICE_FLOAT, BRING_FORWARD = "PracticeChips", "PracticeFloat", "BringForward"
"""Amounts with bounds that are not commands: chips and floats of practice tables, chips that the console brings
forward."""


OTHERS: Mapping[str, CommandNeeds] = {
    WATCH_PIT: CommandNeeds(REGULATORS, law.BY_RANK),
    # A patron's money is read by themselves, by those who serve them and by those who watch; not by a mathematician.
    READ_ACCOUNTS: CommandNeeds((PATRON, *REGULATORS), law.NOT_YOURS),
    INSPECT: CommandNeeds((INSPECTOR,), law.FOR_INSPECTORS),
    READ_METER_BACK: CommandNeeds(REGULATORS, law.METER_READ_BACK),
    RESET_PASSWORD: CommandNeeds(),
    PRACTICE_CHIPS: CommandNeeds((PATRON,), seen="the practice table; it is never money"),
    PRACTICE_FLOAT: CommandNeeds(seen="the practice table; it is never money"),
    BRING_FORWARD: CommandNeeds((CONSOLE,), seen="the stream house:forward, with the console's user"),
}
"""Rights that are not commands and still need a rank or a role."""


class Permission(CommandNeeds):
    """The needs of a command, with the rows of each operator's file."""

    ranks: Mapping[str, str] = MappingProxyType({})
    """The least rank of each operator; none where it is for no rank."""
    amounts: Mapping[str, AmountBounds] = MappingProxyType({})
    """The bounds of each operator; none where the command names no amount."""


@cache
def permissions() -> Mapping[str, Permission]:
    """The table of permissions, by the name of the command: what its class says, and the ranks and bounds of each
    operator's file. The duties have to be loaded: a row of a command that is not known is an error."""
    houses = operators()
    takes = {name: kind.takes for name, kind in command_kinds().items()} | dict(OTHERS)
    named = dict.fromkeys(name for operator in houses.values() for name in operator.ranks)
    check_ranked(takes, named)
    if unknown := sorted(named.keys() - takes.keys()):
        raise OperatorError(f"The operators' files rank {', '.join(unknown)}, and no command is called so.")
    return {
        name: Permission(
            **takes[name]._asdict(),
            ranks={house: rank for house, operator in houses.items() if (rank := operator.ranks[name])},
            amounts={house: operator.amounts[name] for house, operator in houses.items() if name in operator.amounts},
        )
        for name in named
    }


def is_reserved(person: str) -> bool:
    """Say whether a name begins with a word that the log uses for things that are not persons."""
    return re.split(r"[^a-z0-9]", person.lower(), maxsplit=1)[0] in RESERVED


def check_id(person: str) -> None:
    """Refuse an id that a person cannot have on the log."""
    if not ID.fullmatch(person):
        raise refuse("Choose an id of at most 40 letters, figures, spaces, dots and dashes.", law.ID_RESERVED)
    if is_reserved(person):
        words = say(
            "Choose an id that does not begin with {words}. The log uses these words.", words=", ".join(RESERVED)
        )
        raise refuse(words, law.ID_RESERVED)


@cache
def holds(operator: str, role: str, least: str) -> bool:
    """Say whether a person's rank is at least another rank, in their house."""
    return house_edition(operator).outranks(role, least)


def check(actor: Actor, command: str, approver: Actor | None = None) -> None:
    """Refuse a command that its giver may not give, or that wants an approval which is not there."""
    check_rank(actor, command)
    wanted = permissions()[command]
    if wanted.approval:
        because = (wanted.rule,) if wanted.rule is not None else (law.NOT_YOURS,)
        _check_approval(actor, wanted.ranks.get(actor.operator, ""), approver, because)


def may(actor: Actor, command: str) -> bool:
    """Say whether a person's rank or role allows a command, apart from any approval."""
    try:
        check_rank(actor, command)
    except Refused:
        return False
    return True


def check_rank(actor: Actor, command: str) -> None:
    """Refuse a command that a person's rank or role does not allow."""
    wanted = permissions().get(command)
    if wanted is None:
        raise refuse(say("There is no command {command}.", command=command), law.NOT_YOURS)
    because = (wanted.rule,) if wanted.rule is not None else (law.NOT_YOURS,)
    least = wanted.ranks.get(actor.operator, "")
    if not least and actor.role not in wanted.roles:
        raise refuse(say("Only the {roles} can do this.", roles=" or ".join(wanted.roles)), *because)
    if actor.role not in wanted.roles and not holds(actor.operator, actor.role, least):
        raise refuse(say("Only a {rank} or above can do this.", rank=least.replace("-", " ")), *because)


def check_second(actor: Actor, command: str, approver: Actor | None) -> None:
    """Refuse an amount above a person's own limit unless a second person who may approve has signed."""
    _check_approval(actor, permissions()["Approve"].ranks[actor.operator], approver, (law.BY_ANOTHER,))
    check_rank(approver or actor, command)


def _check_approval(actor: Actor, least: str, approver: Actor | None, because: tuple[law.Key, ...]) -> None:
    if approver is None:
        words = say("Ask another {rank} or above to approve this.", rank=least.replace("-", " "))
        raise refuse(words, *because)
    if approver.operator != actor.operator or not holds(actor.operator, approver.role, least):
        words = say("Only a {rank} or above of this house can approve this.", rank=least.replace("-", " "))
        raise refuse(words, *because)
    if approver.person == actor.person:
        raise refuse("You cannot approve your own order. Ask another person.", law.NOT_YOURS)
