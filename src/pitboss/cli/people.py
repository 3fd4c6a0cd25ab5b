"""`pitboss people` appoints and removes people and sets passwords on the store itself. It is the only way to manage the
accounts of inspectors and Surveillance; the log says what was done, and by which user of the machine."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli import audit, terminal
from pitboss.messages import say
from pitboss.money import dollars

if TYPE_CHECKING:
    from pitboss.floor.store import Store

people = typer.Typer(help="Appoint and remove people, and set passwords, in a store.", no_args_is_help=True)
terminal.app.add_typer(people, name="people")

Person = Annotated[str, typer.Argument(help="The person's id, as the log names them.")]
Name = Annotated[str, typer.Option(help="The name that they sign in with; the id if left out.")]
Password = Annotated[
    str,
    typer.Option(
        prompt=True,
        confirmation_prompt=True,
        hide_input=True,
        envvar="PITBOSS_PASSWORD",
        help="The password; it is asked for if left out.",
    ),
]
Own = Annotated[
    bool,
    typer.Option("--own", help="The person typed the password here: it need not be changed at the first sign-in."),
]


@people.command()
def add(
    operator: audit.Operator,
    person: Person,
    role: Annotated[
        str, typer.Argument(help="A rank of the house, inspector, surveillance, mathematician or scrutineer.")
    ],
    password: Password,
    store: audit.Where = "pitboss.db",
    name: Name = "",
    own: Own = False,
) -> None:
    """Give a person an account, or another rank. The first manager of a new store and every inspector get theirs so.
    They change the password at their first sign-in."""
    from pitboss.floor.operators import house_edition, operators  # noqa: PLC0415
    from pitboss.floor.people.passwords import check_password  # noqa: PLC0415
    from pitboss.floor.people.permission import OFF_THE_FLOOR, check_id  # noqa: PLC0415
    from pitboss.floor.people.signin import Accounts  # noqa: PLC0415
    from pitboss.floor.service.clock import system_clock  # noqa: PLC0415  the floor's libraries come with its commands alone
    from pitboss.floor.service.commands import Actor  # noqa: PLC0415
    from pitboss.floor.store import open_store  # noqa: PLC0415

    if operator not in operators():
        raise typer.BadParameter(say("there is no house {operator}", operator=operator))
    roles = (*house_edition(operator).ranks, *OFF_THE_FLOOR)
    if role not in roles:
        words = "{operator} has no {role}: choose one of {known}"
        raise typer.BadParameter(say(words, operator=operator, role=role, known=", ".join(roles)))
    with _tell_refusals():
        check_id(person)
        check_password(Actor(operator, person, role), password, name or person)
    made = open_store(store)
    made.create()
    made.close()
    with _open_store(store) as there:
        Accounts(there).give(Actor(operator, person, role), system_clock(), by=console_person())
    _set(store, operator, person, name, password, is_own=own)
    typer.echo(say("{person} is a {role} of {operator}.", person=person, role=role, operator=operator))


@people.command()
def password(
    operator: audit.Operator,
    person: Person,
    password: Password,
    store: audit.Where = "pitboss.db",
    name: Name = "",
    own: Own = False,
) -> None:
    """Set a person's password and end their sessions. They change it at their next sign-in."""
    _set(store, operator, person, name, password, is_own=own)
    words = (
        "{person} signs in with the new password."
        if own
        else "{person} signs in with the new password, and changes it."
    )
    typer.echo(say(words, person=person))


@people.command()
def remove(operator: audit.Operator, person: Person, store: audit.Where = "pitboss.db") -> None:
    """Remove a person's access: they are signed out, and cannot sign in."""
    from pitboss.floor.people.signin import Accounts, Sessions  # noqa: PLC0415
    from pitboss.floor.service.clock import system_clock  # noqa: PLC0415

    with _open_store(store) as there:
        Accounts(there).remove(operator, person, system_clock(), by=console_person())
        Sessions(there, system_clock).end_all(operator, person)
    typer.echo(say("{person} has left {operator}.", person=person, operator=operator))


@people.command()
def chips(
    operator: audit.Operator,
    patron: Annotated[str, typer.Argument(help="The patron's id.")],
    amount: Annotated[str, typer.Argument(help="What the chips are worth, in dollars: 2500 or 2500.50.")],
    store: audit.Where = "pitboss.db",
) -> None:
    """Bring forward chips that a patron held before this store was opened; the log says so, and who ordered it."""
    from pitboss.floor.cashier.chips import bring_forward  # noqa: PLC0415
    from pitboss.floor.service.clock import stamp, system_clock  # noqa: PLC0415
    from pitboss.ledger import Account  # noqa: PLC0415
    from pitboss.money import parse_dollars  # noqa: PLC0415

    try:
        cents = parse_dollars(amount)
    except ValueError as error:
        raise terminal.leave(str(error)) from None
    if cents <= 0:
        raise terminal.leave(say("The amount must be more than $0."))
    with _open_store(store) as there:
        held = {Account(operator, "patron", patron): cents}
        bring_forward(there, held, at=stamp(system_clock()), by=console_person())
    typer.echo(
        say(
            "{amount} in chips of {patron} at {operator} is brought forward.",
            amount=dollars(cents),
            patron=patron,
            operator=operator,
        )
    )


@contextmanager
def _open_store(store: str) -> "Iterator[Store]":
    """Open an existing store; where the floor refuses, say why and leave with code 1."""
    with audit.open_existing(store) as there, _tell_refusals():
        yield there


@contextmanager
def _tell_refusals() -> Iterator[None]:
    """Say why something is refused, and leave with code 1."""
    from pitboss.floor.store.rows import StoreError  # noqa: PLC0415
    from pitboss.ledger import LedgerError  # noqa: PLC0415
    from pitboss.play.wager import Refused  # noqa: PLC0415

    try:
        yield
    except (LedgerError, Refused, StoreError) as error:
        raise terminal.leave(str(error), 1) from None


def _set(store: str, operator: str, person: str, name: str, password: str, *, is_own: bool) -> None:
    from pitboss.floor.people.passwords import Passwords  # noqa: PLC0415
    from pitboss.floor.people.signin import SignIn  # noqa: PLC0415
    from pitboss.floor.service.clock import system_clock  # noqa: PLC0415

    with _open_store(store) as there:
        passwords = Passwords(there, SignIn(there, system_clock))
        passwords.set_at_console(operator, person, password, name, by=console_person(), is_own=is_own)


def console_person() -> str:
    """The user of this machine who runs the command: by the id of the process, because a shell may set any name."""
    from pitboss.floor.people.permission import CONSOLE  # noqa: PLC0415

    if sys.platform == "win32":
        name = os.getlogin()
    else:
        import pwd  # noqa: PLC0415

        try:
            name = pwd.getpwuid(os.getuid()).pw_name
        except KeyError:
            name = str(os.getuid())
    return f"{CONSOLE} {name[:40]}"
