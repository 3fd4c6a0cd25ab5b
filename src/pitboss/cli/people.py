"""`pitboss people` appoints and removes people and sets passwords on the store itself. It is the one way to manage the
accounts of inspectors and Surveillance, who belong to the regulator; the log says what was done so, and by whom."""

import os
import pwd
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.audit import Operator, Where, open_existing
from pitboss.cli.terminal import app, leave
from pitboss.messages import say

if TYPE_CHECKING:
    from pitboss.floor.store import Store

people = typer.Typer(help="Appoint and remove people, and set passwords, in a store.", no_args_is_help=True)
app.add_typer(people, name="people")

Person = Annotated[str, typer.Argument(help="The person's id, as the log names them.")]
Name = Annotated[str, typer.Option(help="The name that they sign in by; the id if none is given.")]
Password = Annotated[
    str,
    typer.Option(prompt=True, confirmation_prompt=True, hide_input=True, envvar="PITBOSS_PASSWORD", help="Asked for."),
]
Own = Annotated[
    bool,
    typer.Option("--own", help="The person typed the password here: it need not be changed at the first sign-in."),
]


@people.command()
def add(
    operator: Operator,
    person: Person,
    role: Annotated[str, typer.Argument(help="A rank of the house, inspector, surveillance or mathematician.")],
    password: Password,
    store: Where = "pitboss.db",
    name: Name = "",
    own: Own = False,
) -> None:
    """Add a person and let them sign in, or give them another rank: how the first manager of a new store, and every
    inspector, come to an account. They change the password at their first sign-in."""
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
        Accounts(there).give(Actor(operator, person, role), system_clock(), by=_user_name())
    _set(store, operator, person, name, password, is_own=own)
    typer.echo(say("{person} is a {role} of {operator}.", person=person, role=role, operator=operator))


@people.command()
def password(
    operator: Operator,
    person: Person,
    password: Password,
    store: Where = "pitboss.db",
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
def remove(operator: Operator, person: Person, store: Where = "pitboss.db") -> None:
    """Remove a person's access: they are signed out, and cannot sign in."""
    from pitboss.floor.people.signin import Accounts, Sessions  # noqa: PLC0415
    from pitboss.floor.service.clock import system_clock  # noqa: PLC0415

    with _open_store(store) as there:
        Accounts(there).remove(operator, person, system_clock(), by=_user_name())
        Sessions(there, system_clock).end_all(operator, person)
    typer.echo(say("{person} has left {operator}.", person=person, operator=operator))


@people.command()
def chips(
    operator: Operator,
    patron: Annotated[str, typer.Argument(help="The patron's id.")],
    cents: Annotated[int, typer.Argument(min=1, help="What the chips are worth, in cents.")],
    store: Where = "pitboss.db",
) -> None:
    """Bring chips forward that a patron held before this store kept the books; the log says so, and who said it."""
    from pitboss.floor.cashier.chips import bring_forward  # noqa: PLC0415
    from pitboss.floor.service.clock import stamp, system_clock  # noqa: PLC0415
    from pitboss.ledger import Account  # noqa: PLC0415

    with _open_store(store) as there:
        held = {Account(operator, "patron", patron): cents}
        bring_forward(there, held, at=stamp(system_clock()), by=_user_name())
    typer.echo(
        say(
            "{patron} of {operator} has chips of {cents} cents brought forward.",
            patron=patron,
            operator=operator,
            cents=cents,
        )
    )


@contextmanager
def _open_store(store: str) -> "Iterator[Store]":
    """A store that is there; what the floor refuses is told, and the command leaves with 1."""
    with open_existing(store) as there, _tell_refusals():
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
        raise leave(str(error), 1) from None


def _set(store: str, operator: str, person: str, name: str, password: str, *, is_own: bool) -> None:
    from pitboss.floor.people.passwords import Passwords  # noqa: PLC0415
    from pitboss.floor.people.signin import SignIn  # noqa: PLC0415
    from pitboss.floor.service.clock import system_clock  # noqa: PLC0415

    with _open_store(store) as there:
        passwords = Passwords(there, SignIn(there, system_clock))
        passwords.set_at_console(operator, person, password, name, by=_user_name(), is_own=is_own)


def _user_name() -> str:
    """Who does it, as the machine knows them: by their user id, not by what their shell says."""
    from pitboss.floor.people.permission import CONSOLE  # noqa: PLC0415

    try:
        name = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        name = str(os.getuid())
    return f"{CONSOLE} {name[:40]}"
