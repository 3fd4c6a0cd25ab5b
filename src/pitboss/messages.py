"""Messages in the language of the person who reads them.

A message is written in English where it arises, and marked there: `say("No round {number} of table {table} is over.",
number=7, table="bj1")`. `make messages` extracts all of them for translators. What is in force is English unless a
`language` was set for a request or a command of the terminal; the thread that writes the log has none, so the log is in
English. A refusal that comes from there is put into the language of the person when it is shown, by `translate`.
"""

from collections.abc import Iterator, Mapping
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
    """Words that were filled into a message, and still know it: they can be put into another language later."""

    message: str
    many: str
    number: int
    values: Mapping[str, object]


def say(message: str, /, **values: object) -> str:
    """A message in the language in force, with its `{names}` filled in."""
    return _filled(_LANGUAGE.get(), message, "", 0, values)


def say_number(one: str, many: str, number: int, /, **values: object) -> str:
    """One of two messages, by a number, which both may show as `{number}`: `1 card`, `2 cards`."""
    return _filled(_LANGUAGE.get(), one, many, number, {"number": number, **values})


def say_parts(message: str, /, **values: str | T) -> tuple[str | T, ...]:
    """A message in the language in force as its parts in order, so that a value in it may be more than words: cards,
    which a page and a terminal draw each in its own way."""
    translations = _LANGUAGE.get()
    parts: list[str | T] = []
    for text, name, _, _ in Formatter().parse(message if translations is None else translations.gettext(message)):
        parts += ([text] if text else []) + ([values[name]] if name else [])
    return tuple(parts)


def message(words: str, /) -> str:
    """Mark a message that `translate` says later: what stands in a table of words."""
    return words


def translate(words: str, /) -> str:
    """What was said, or declared as a plain message, in the language in force; words that are no message stay."""
    return _in(_LANGUAGE.get(), words)


def words_of(error: BaseException, /) -> str:
    """What an error says, in the language in force."""
    first = error.args[0] if error.args else ""
    return translate(first if type(first) is Message else str(error))


def english(words: str, /) -> str:
    """What was said as the log has it: plain words in English."""
    return str(_in(None, words))


@contextmanager
def language(translations: Translations | None) -> Iterator[None]:
    """Say messages in a language meanwhile; none is English."""
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
        return _filled(translations, words.message, words.many, words.number, words.values)
    return words if translations is None or not words else translations.gettext(words)


def _filled(
    translations: Translations | None, message: str, many: str, number: int, values: Mapping[str, object]
) -> str:
    if translations is None:
        if not values:
            return message
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
