"""A language for tests: English in other letters. Words that stay English in it are not marked for translators."""

import re
from functools import cache

from babel.messages.pofile import read_po

from pitboss.locale import HERE

ENGLISH = re.compile(r"[A-Za-z]{2,}")
VALUE = re.compile(r"(\{\w*\}|%\(\w+\)s|<[^>]+>|\[/?\w*\]|\\n)")
"""What stays in a message: values, mark-up, and the marks of bold and colour."""


@cache
def known() -> frozenset[str]:
    """Every message of the catalogue."""
    with (HERE / "pitboss.pot").open("rb") as file:
        found = [[each.id] if isinstance(each.id, str) else each.id for each in read_po(file)]
    return frozenset(words for ids in found for words in ids)


class OtherLetters:
    """A language whose words are those of English without a letter of English."""

    def gettext(self, message: str, /) -> str:
        if message not in known():
            return message
        parts = VALUE.split(message)
        return "".join(part if VALUE.fullmatch(part) else ENGLISH.sub("ж", part) for part in parts)

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        return self.gettext(one if number == 1 else many)


def leave_out(said: str, *names: str) -> str:
    """What is said without some names."""
    for name in sorted(filter(None, names), key=len, reverse=True):
        said = said.replace(name, "")
    return said
