"""Passwords that are easily guessed: short ones, common ones, and those made of the person's own names, of the house's,
of repetitions and of runs of keys.

Such a part of a password is worth one character, however long it is: what counts is what is left.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from pitboss.floor.operators import operators

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
    """Say why a password of somebody by these names is not to be taken, and what to do; empty if it is."""
    if len(password) < LEAST or password in names:
        return f"A password has at least {LEAST} characters, and is not the name."
    own = (*names, *operators(), *(house.title.replace(" ", "") for house in operators().values()))
    if _worth(password.lower(), (*_HOUSE, *(word for name in own for word in _own(name)))) < WORTH:
        return (
            "This password is easily guessed: it is made of common words, of your names or the house's, of repetitions "
            f"or of keys in a row. Choose at least {LEAST} characters, such as four words that do not belong together."
        )
    return ""


def _own(name: str) -> Iterator[str]:
    """A name and the words in it."""
    yield from {word for word in (name.lower(), *re.split(r"[^a-z0-9]+", name.lower())) if len(word) >= 3}


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
    """Where in a password something lies that is guessed as a whole."""
    for written in {text, text.translate(_INSTEAD)}:
        for word in words:
            yield from (found.span() for found in re.finditer(re.escape(word), written))
    yield from (found.span() for found in re.finditer(r"(.)\1\1+|(?:19|20)\d\d", text))
    for start in range(len(text) - _SHORTEST + 1):
        end = start + _SHORTEST
        while end <= len(text) and any(text[start:end] in run for run in _KEYS):
            yield start, end
            end += 1
