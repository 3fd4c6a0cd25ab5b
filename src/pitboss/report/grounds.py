"""The grounds of a decision in words: what a rule says, and how an unclear clause was read at this table."""

from typing import Any

from pitboss.law import CASES, TITLES, Because, Ground, Key, Reading
from pitboss.law.rules import Rules


def ground_words(rules: Rules, ground: Ground) -> str:
    """What a ground says; of a reading, what was played, which need not be what the edition takes."""
    if not isinstance(ground, Reading):
        return TITLES[Key(ground)]
    entry = rules.edition.readings[ground]
    if entry.switch and rules.reading(entry.switch) != rules.default(entry.switch):
        return f"taken the other way: {entry.alternative}"
    return entry.taken


def grounds(rules: Rules, because: Because) -> list[dict[str, Any]]:
    """Each ground of a decision with its clauses and what it says; the case it fell under shows in the clauses."""
    return [_ground_data(rules, ground, because) for ground in because if ground not in CASES]


def _ground_data(rules: Rules, ground: Ground, because: Because) -> dict[str, Any]:
    """A ground as data: its name, what it says, its clauses; of a reading the question, the switch and the choice."""
    data: dict[str, Any] = {
        "ground": str(ground),
        "says": ground_words(rules, ground),
        "clauses": list(rules.clauses(ground, because)),
    }
    if isinstance(ground, Reading):
        entry = rules.edition.readings[ground]
        data["question"] = entry.question
        if entry.switch:
            data["choice"] = {"switch": entry.switch, "value": rules.reading(entry.switch)}
    return data


def say(rules: Rules, because: Because) -> str:
    """The grounds of a decision as a person reads them, each with its clauses."""
    return "; ".join(say_each(rules, because))


def say_each(rules: Rules, because: Because) -> list[str]:
    """Each ground of a decision as a person reads it, with its clauses."""
    said = []
    for ground in dict.fromkeys(ground for ground in because if ground not in CASES):
        name = f"reading {ground}: " if isinstance(ground, Reading) else ""
        cited = ", ".join(rules.cite((ground,), because))
        said.append(f"{name}{ground_words(rules, ground)}" + (f" ({cited})" if cited else ""))
    return said
