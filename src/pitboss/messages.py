"""Messages in the language of the person who reads them.

A message is written in English where it arises, and marked there: `say("No round {number} of table {table} is over.",
number=7, table="bj1")`. `make messages` extracts all of them for translators. The language in force is
English unless a `language` was set for a request or a command of the terminal. The thread that writes the log has none,
so the log is in English; `translate` puts a refusal that comes from there into the language of the person who reads it.
"""

import errno
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from string import Formatter
from typing import Protocol, TypeVar

T = TypeVar("T")


class Translations(Protocol):
    """Messages in another language, as `gettext` of the standard library has them."""

    def gettext(self, message: str, /) -> str:
        """The message, or the English one where there is none."""
        ...

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        """The form of a message that goes with a number."""
        ...


_LANGUAGE: ContextVar[Translations | None] = ContextVar("language", default=None)
"""The language in force; none is English, which the messages are written in."""


class Message(str):
    """A text that still knows the message and the values that made it, so that it can be translated later."""

    message: str
    many: str
    number: int
    values: Mapping[str, object]


def say(message: str, /, **values: object) -> str:
    """A message in the language in force, with its `{names}` filled in."""
    translations = _LANGUAGE.get()
    return message if translations is None and not values else _fill(translations, message, "", 0, values)


def say_number(one: str, many: str, number: int, /, **values: object) -> str:
    """One of two messages, by a number, which both may show as `{number}`: `1 card`, `2 cards`."""
    return _fill(_LANGUAGE.get(), one, many, number, {"number": number, **values})


def say_parts(message: str, /, **values: str | T) -> tuple[str | T, ...]:
    """A message in the language in force as its parts in order, so that a value in it may be more than words: cards,
    which a page and a terminal draw each in its own way."""
    translations = _LANGUAGE.get()
    parts: list[str | T] = []
    for text, name, _, _ in Formatter().parse(message if translations is None else translations.gettext(message)):
        parts += ([text] if text else []) + ([values[name]] if name else [])
    return tuple(parts)


def say_name(name: str, /) -> str:
    """A name of the rules (a rank, an option, a spot) in the language in force. It is a message in English, too, and so
    is translated with the message in which it stands."""
    return _fill(_LANGUAGE.get(), name.replace("-", " "), "", 0, {})


def message(words: str, /) -> str:
    """Mark a message that stands in a table; `translate` says it later."""
    return words


def translate(words: str, /) -> str:
    """A text of `say`, or a declared message, in the language in force; other words stay as they are."""
    translations = _LANGUAGE.get()
    return words if translations is None and type(words) is not Message else _in(translations, words)


_SYSTEM = {
    errno.ENOENT: message("there is no such file or folder; check its name"),
    errno.EISDIR: message("it is a folder; name a file"),
    errno.ENOTDIR: message("a part of its path is no folder; check its name"),
    errno.EACCES: message("this user has no access to it; ask for access, or name another"),
    errno.EPERM: message("this user has no access to it; ask for access, or name another"),
    errno.EROFS: message("nothing can be written there; name another place"),
    errno.ENOSPC: message("the disk is full; make room there, or name another place"),
    errno.EDQUOT: message("this user's part of the disk is full; make room there, or name another place"),
    errno.EADDRINUSE: message("another program listens there; name another port"),
    errno.EADDRNOTAVAIL: message("this machine has no such address; name another host"),
}
"""What is wrong and what to do, by the number that the system gives."""


def words_of(error: BaseException, /) -> str:
    """What an error says, in the language in force; of an error of the system, what to do as well."""
    if isinstance(error, OSError):
        return translate(_SYSTEM.get(error.errno or 0, error.strerror or str(error)))
    first = error.args[0] if error.args else ""
    return translate(first if type(first) is Message else str(error))


def suggest(name: str, known: Iterable[str]) -> str:
    """The known name that a mistyped one is most like, as a question to put after an error; nothing if none is."""
    from difflib import get_close_matches  # noqa: PLC0415  for errors alone

    by_plain = {each.lower(): each for each in known}
    near = get_close_matches(name.lower(), by_plain, n=1)
    return say(" Did you mean {name}?", name=by_plain[near[0]]) if near else ""


def english(words: str, /) -> str:
    """A text of `say` as the log has it: plain words in English."""
    return str(_in(None, words))


def phrase(name: str) -> str:
    """An option, a call or a rank at the head of a sentence: `Top up`, `No more bets`."""
    return capital(translate(name.replace("-", " ")))


def capital(words: str) -> str:
    """Words at the head of a sentence."""
    return words[:1].upper() + words[1:]


@contextmanager
def language(translations: Translations | None) -> Iterator[None]:
    """Say messages in a language within the block; none is English."""
    token = _LANGUAGE.set(translations)
    try:
        yield
    finally:
        _LANGUAGE.reset(token)


def current_language() -> Translations | None:
    """The language in force."""
    return _LANGUAGE.get()


def _in(translations: Translations | None, words: str) -> str:
    if type(words) is Message:
        return _fill(translations, words.message, words.many, words.number, words.values)
    return words if translations is None or not words else translations.gettext(words)


def _fill(
    translations: Translations | None, message: str, many: str, number: int, values: Mapping[str, object]
) -> Message:
    if translations is None:
        text = many if many and number != 1 else message
    else:
        text = translations.ngettext(message, many, number) if many else translations.gettext(message)
    if values:
        # What is filled in may be a message itself.
        parts = {name: _in(translations, each) if type(each) is Message else each for name, each in values.items()}
        text = text.format_map(parts)
    said = Message(text)
    said.message, said.many, said.number, said.values = message, many, number, values
    return said
