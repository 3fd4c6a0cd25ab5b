"""The irregularities at a game's table and their remedies: the two tables of a game, as rows."""

from collections.abc import Callable

from pitboss.law import Because, Key, Rules
from pitboss.value import Value


class State(Value):
    """A circumstance that the remedy depends on: its name, and the question that asks for it."""

    name: str
    words: str


class Fact(Value):
    """A kind of thing that can go wrong. `asks` are the fields of a report that it needs, beside who reports it."""

    name: str
    words: str
    asks: tuple[str, ...] = ()
    states: tuple[State, ...] = ()


class Remedy(Value):
    """The remedy of the rules for a fact at a moment. `must` says that they leave no choice; without a `rank` the
    dealer carries it out; `tells` names the people who are told, `follows` the duties that come later."""

    name: str
    words: str
    because: Because
    rank: str = ""
    must: bool = True
    tells: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()


def any_moment(_: object) -> bool:
    """At any moment of a round."""
    return True


def any_report(_: object, __: object) -> bool:
    """Whatever the report says."""
    return True


class Provision(Value):
    """One rule about what goes wrong, as a row: the fact, the remedy and its words, the keys (the first is the rule
    that must apply, and gives the rank), the moment, what the report must say, and what is done.

    `effect` gets the draft, the report and the grounds; `fits` the round and the report; `when` the round.
    """

    fact: str
    remedy: str
    words: str
    keys: Because
    effect: Callable[..., None]
    fits: Callable[..., bool] = any_report
    when: Callable[..., bool] = any_moment
    must: bool = True
    tells: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    after: bool = False
    """Whether it holds for a round that has ended, too, until the next one begins."""

    def remedy_under(self, rules: Rules) -> Remedy:
        """The remedy as the rules in force have it."""
        because = rules.only(self.keys) + rules.readings(*self.readings)
        rank = rules.edition.powers.get(Key(self.keys[0]), "")
        return Remedy(self.remedy, self.words, because, rank, self.must, self.tells, self.follows)
