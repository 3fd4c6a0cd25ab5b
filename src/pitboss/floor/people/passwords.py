"""Passwords: every person changes their own, and a person of rank sets one for a person who has none or has forgotten
it.

No order and no log holds a password: the person's stream says that one was set, and by whom. A new password ends every
session of the old one. A password that another person set allows only its own change.
"""

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from pitboss import law
from pitboss.floor.operators import operators
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.people import permission, staff
from pitboss.floor.people.signin import NAME, PASSWORD, PIN, SignIn
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Actor, new_event, refuse
from pitboss.floor.store.rows import Append, PersonalRecord, Taken, Write, person_stream
from pitboss.floor.store.store import RETENTION, Store, holder_of, personal_records_of
from pitboss.messages import message, say
from pitboss.value import Value

NAME_TAKEN = message("Another person signs in with this name. Choose another name.")


class Passwords:
    """Sets passwords."""

    def __init__(self, store: Store, sign_in: SignIn) -> None:
        self.store, self.sign_in = store, sign_in

    def change(self, actor: Actor, old: str, new: str) -> str:
        """Change one's own password; return the token of the session that goes on."""
        name = personal_records_of(self.store, actor.operator, actor.person).get(NAME, "")
        known = self.sign_in.identify_by_password(
            actor.operator, name, old, changing=True
        )  # a wrong one counts towards the lock
        if new == old:
            raise refuse("Choose a new password. This is your present one.", law.OWN_PASSWORD)
        check_password(known, new, name)
        self._set(known, {PASSWORD: self.sign_in.hash(new)}, (staff.PasswordSet("changed"),), known.person)
        return self.sign_in.sessions.begin(known)

    def set_pin(self, actor: Actor, password: str, pin: str) -> None:
        """Set one's own PIN, which unlocks a session that was left idle; the password says that it is theirs."""
        name = personal_records_of(self.store, actor.operator, actor.person).get(NAME, "")
        known = self.sign_in.identify_by_password(actor.operator, name, password)
        if words := why_weak_pin(pin):
            raise refuse(words, law.OWN_PASSWORD)
        self._write(known, {PIN: self.sign_in.hash(pin)}, (staff.PinSet(),), known.person)

    def reset(self, actor: Actor, person: str, new: str, name: str = "") -> None:
        """Set another person's password, and perhaps their sign-in name; they change the password when they sign in."""
        permission.check(actor, permission.RESET_PASSWORD)
        if person == actor.person:
            raise refuse("Change your own password on your account page, with the old one.", law.NOT_YOURS)
        found = staff.person_state_of(self.store, actor.operator, person)
        staff.check_of_house(found)
        role = found.role
        if role and role not in permission.OFF_THE_FLOOR and not permission.holds(actor.operator, actor.role, role):
            raise refuse("This person's rank is higher than yours. Ask a person of that rank.", law.NOT_YOURS)
        self._put(actor._replace(person=person), new, name, (staff.PasswordSet(staff.SET_BY_ANOTHER),), by=actor.person)

    def set_at_console(self, operator: str, person: str, new: str, name: str, *, by: str, is_own: bool = False) -> None:
        """Set a password at the console, for a person who has the store itself. The password must be changed at the
        first sign-in unless its owner typed it."""
        how = "typed at the console by its owner" if is_own else staff.SET_BY_ANOTHER
        events = (staff.SetAtConsole("password"), staff.PasswordSet(how))
        self._put(Actor(operator, person, ""), new, name, events, by=by)

    def _put(self, whose: Actor, new: str, name: str, events: tuple[Value, ...], *, by: str) -> None:
        operator, person = whose.operator, whose.person
        role = staff.person_state_of(self.store, operator, person).role
        if not role and not load_patron(self.store, operator, person).registered:
            raise refuse("There is no person of this id in the house.", law.PATRON_KNOWN)
        name = name or personal_records_of(self.store, operator, person).get(NAME, "") or person
        if holder_of(self.store, operator, NAME, name) not in (None, person):
            raise refuse(NAME_TAKEN, law.ONCE)
        check_password(whose, new, name)
        self._set(
            whose, {NAME: name, PASSWORD: self.sign_in.hash(new), PIN: ""}, events, by
        )  # a PIN was the old owner's

    def _set(self, whose: Actor, papers: dict[str, str], events: tuple[Value, ...], by: str) -> None:
        self._write(whose, papers, events, by)
        self.sign_in.sign_out_everywhere(whose.operator, whose.person)

    def _write(self, whose: Actor, papers: dict[str, str], events: tuple[Value, ...], by: str) -> None:
        now: datetime = self.sign_in.clock()
        until = stamp(now + RETENTION)
        kept = tuple(
            PersonalRecord(whose.person, field, value, until, once=field == NAME) for field, value in papers.items()
        )
        stream = person_stream(whose.operator, whose.person)
        append = Append(
            stream, self.store.head(stream).length, tuple(new_event(event, stamp(now), by) for event in events)
        )
        try:
            self.store.commit(Write(whose.operator, appends=(append,), at=stamp(now), personal_records=kept))
        except Taken:
            raise refuse(NAME_TAKEN, law.ONCE) from None


def check_password(whose: Actor, password: str, name: str) -> None:
    """Refuse a password that is easily guessed."""
    if words := why_weak(password, whose.person, name):
        raise refuse(words, law.OWN_PASSWORD)


PIN_DIGITS = 4, 8
"""How many digits a PIN has."""


def why_weak_pin(pin: str) -> str:
    """Say why a PIN is too weak, and what to do; empty if it is not."""
    least, most = PIN_DIGITS
    if not (pin.isascii() and pin.isdigit() and least <= len(pin) <= most):
        return say("Choose a PIN of {least} to {most} digits.", least=least, most=most)
    if len(set(pin)) < 3 or any(pin in run for run in _KEYS):
        return say("This PIN is easily guessed: use at least three different digits, not in a row.")
    return ""


LEAST, WORTH = 12, 8
"""How many characters a password has at least, and how many it is worth at least."""
_HOUSE = ("pitboss", "casino", "pontoon", "holdem", "dealer", "supervisor", "manager")
_COMMON = tuple(Path(__file__).with_name("common_words.txt").read_text(encoding="utf-8").split())
_RUNS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop[]",
    "asdfghjkl;'",
    "zxcvbnm,./",
    "qwertzuiop",
    "azertyuiop",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "qazwsxedcrfvtgbyhnujmikolp",
    "!@#$%^&*()",
)
_KEYS = tuple(run for each in _RUNS for run in (each, each[::-1]))
_SHORTEST = 4
"""How many keys in a row make a run."""
_INSTEAD = str.maketrans("013457@$!|", "oleastasil")
"""Figures and signs that people write instead of letters."""


def why_weak(password: str, *names: str) -> str:
    """Say why a password is too weak for a person of these names, and what to do; empty if it is not."""
    if len(password) < LEAST or password in names:
        return say("Choose a password of at least {least} characters that is not the name.", least=LEAST)
    own = (*names, *operators(), *(house.title.replace(" ", "") for house in operators().values()))
    parts = {word for name in own for word in (name.lower(), *re.split(r"[^a-z0-9]+", name.lower())) if len(word) >= 3}
    if _worth(password.lower(), (*_HOUSE, *parts)) < WORTH:
        return say(
            "This password is easily guessed: it is made of common words, of your names or the house's, of repetitions "
            "or of keys in a row. Choose at least {least} characters, such as four words that do not belong together.",
            least=LEAST,
        )
    return ""


def _worth(text: str, names: tuple[str, ...]) -> int:
    """How many characters a password is worth."""
    repeated = re.fullmatch(r"(.+?)\1+", re.sub(r"[^a-z0-9]", "", text) or text)
    if repeated:
        return _worth(repeated[1], names) + 1
    parts = sorted(set(_parts(text, (*names, *_COMMON))), key=lambda part: part[0] - part[1])
    taken = [False] * len(text)
    worth = 0
    for start, end in parts:  # the longest first
        if not any(taken[start:end]):
            taken[start:end] = [True] * (end - start)
            worth += 1
    return worth + taken.count(False)


def _parts(text: str, words: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """The parts of a password that are guessed as a whole, by their places."""
    for written in {text, text.translate(_INSTEAD)}:
        for word in words:
            yield from (found.span() for found in re.finditer(re.escape(word), written))
    yield from (found.span() for found in re.finditer(r"(.)\1\1+|(?:19|20)\d\d", text))
    for start in range(len(text) - _SHORTEST + 1):
        end = start + _SHORTEST
        while end <= len(text) and any(text[start:end] in run for run in _KEYS):
            yield start, end
            end += 1
