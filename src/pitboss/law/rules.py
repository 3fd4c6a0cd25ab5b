"""Rules in force: an edition's game, amended by permissions, readings or a tournament's own rules.

The engine asks `applies(key)`; what a table may do differently is a key switched off, a key put in its place, or a
reading taken the other way, never a second engine.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property

from pitboss.law.edition import BookError, Choice, Edition, GameBook, ReadingEntry, edition_of, headings, load_edition
from pitboss.law.keys import CASES, HOUSE, PERMISSIONS, TITLES, TOURNAMENT, Because, Ground, Key, Reading
from pitboss.messages import say, suggest


@dataclass(frozen=True)
class Rules:
    """The rules that a table plays by."""

    edition: Edition
    game: GameBook
    off: frozenset[Key] = frozenset()
    replaced: Mapping[Key, Key] = field(default_factory=dict)
    choices: Mapping[str, Choice] = field(default_factory=dict)
    granted: frozenset[Key] = frozenset()

    @classmethod
    def of(cls, game: str, version: str | None = None) -> "Rules":
        """The rules of a game as its edition gives them."""
        edition = load_edition(edition_of(game), version)
        return cls(edition, edition.games[game])

    @cached_property
    def _citations(self) -> dict[Ground, tuple[str, ...]]:
        edition, game = self.edition, self.game
        found = dict(edition.citations(game))
        for old, new in self.replaced.items():
            found[new] = found.get(new, ()) + found.get(old, ())
        found.update(edition.reading_citations(game))
        return found

    @cached_property
    def _cited(self) -> dict[tuple[Because, Because], tuple[str, ...]]:
        """The clauses behind decisions: few ways to decide come again and again, on the page of each viewer."""
        return {}

    @cached_property
    def _switches(self) -> dict[str, ReadingEntry]:
        return {entry.switch: entry for entry in self.edition.readings.values() if entry.switch}

    @cached_property
    def _in_force(self) -> AbstractSet[Ground]:
        """What the game has, but for what is switched off or replaced, and for permissions and rules of tournaments
        that are not granted."""
        left_open = (PERMISSIONS | TOURNAMENT) - self.granted
        return (self._citations.keys() - self.off - self.replaced.keys() - left_open) | CASES.keys()

    def applies(self, key: Key) -> bool:
        """Say whether a rule is in force."""
        return key in self._in_force

    def has_switch(self, switch: str) -> bool:
        """Say whether the edition has a reading with that switch."""
        return switch in self._switches

    def only(self, because: Because) -> Because:
        """Those of some grounds that are in force here: a reading of this edition, and a key that applies."""
        return tuple([g for g in because if g in self._in_force])

    def reading(self, switch: str, otherwise: Choice | None = None) -> Choice:
        """The choice taken at a switch: the edition's reading unless the table chose another; `otherwise` where it is a
        switch that only some editions have, and not this one."""
        if otherwise is not None and switch not in self._switches:
            return otherwise
        return self.choices[switch] if switch in self.choices else self.default(switch)

    def default(self, switch: str) -> Choice:
        """The edition's own choice at a switch."""
        entry = self._switches[switch]
        assert entry.default is not None  # a book with a switch and no default does not load
        return entry.default

    def reading_id(self, switch: str) -> Reading:
        """The number of the reading that a switch belongs to, to cite it."""
        return Reading(self._switches[switch].id)

    def reading_of(self, switch: str) -> Because:
        """The reading that a switch belongs to, as a ground; none where the edition has no such switch."""
        return (self.reading_id(switch),) if switch in self._switches else ()

    def readings(self, *numbers: str) -> Because:
        """Those of some readings that this edition has, to cite them."""
        return tuple(Reading(number) for number in numbers if number in self.edition.readings)

    def clauses(self, ground: Ground, among: Because = ()) -> tuple[str, ...]:
        """The clauses that stand behind a key or a reading in this game; none behind a rule of good order.

        `among` are all the grounds of the decision: a clause that speaks of another case than theirs is left out.
        """
        if ground in HOUSE:
            return ()
        try:
            numbers = self._citations[ground]
        except KeyError:
            raise BookError(say("{game} has no clause for {ground}", game=self.game.name, ground=ground)) from None
        held = {Key(each) for each in among if each in CASES}
        return tuple(n for n in numbers if _fits(self.edition.clauses[n].cases, held)) if held else numbers

    def cite(self, because: Because, among: Because = ()) -> tuple[str, ...]:
        """The clauses behind a decision, each once; a heading is left out where a clause under it is cited.

        `among` are all the grounds of the decision, where only some of them are asked for.
        """
        decision = because, among or because
        if decision not in self._cited:
            numbers = dict.fromkeys(number for ground in because for number in self.clauses(ground, decision[1]))
            above = frozenset().union(*map(headings, numbers))
            self._cited[decision] = tuple([number for number in numbers if number not in above])
        return self._cited[decision]

    def say(self, because: Because) -> str:
        """The decision's grounds as a person reads them."""
        words = []
        for ground in because:
            if ground in CASES:
                continue
            numbers = self.cite((ground,), because)
            name = f"reading {ground}" if isinstance(ground, Reading) else TITLES[Key(ground)]
            words.append(f"{name} ({', '.join(numbers)})" if numbers else name)
        return "; ".join(words)

    def has_power(self, rank: str, power: Key) -> bool:
        """Say whether a rank holds a power that the document gives."""
        return power in self.edition.powers and self.edition.outranks(rank, self.edition.powers[power])

    def amend(
        self,
        *,
        off: Iterable[Key] = (),
        replace_with: Mapping[Key, Key] | None = None,
        readings: Mapping[str, Choice] | None = None,
        grant: Iterable[Key] = (),
    ) -> "Rules":
        """Rules with keys switched off or replaced, readings taken the other way, and permissions given."""
        off = frozenset(off)
        taken = dict(readings or {})
        for switch, choice in taken.items():
            if switch not in self._switches:
                known = ", ".join(sorted(self._switches))
                words = "{edition} has no reading called {name}: it has {known}.{near}"
                near = suggest(switch, self._switches)
                raise BookError(say(words, edition=self.edition.name, name=switch, known=known, near=near))
            choices = self._switches[switch].choices
            if not any(choice == each and type(choice) is type(each) for each in choices):  # 1 is not true
                allowed = ", ".join(str(each).lower() if isinstance(each, bool) else str(each) for each in choices)
                words = "The reading {name} is one of {allowed}, not {choice}."
                raise BookError(say(words, name=switch, allowed=allowed, choice=choice))
        swapped = dict(replace_with or {})
        if gone := [k for k in (*off, *swapped) if k not in self._citations]:
            raise BookError(say("{game} has no rule {names} to amend.", game=self.game.name, names=", ".join(gone)))
        given = frozenset(grant)
        if wrong := [k for k in given if k not in PERMISSIONS | TOURNAMENT or k not in self._citations]:
            known = ", ".join(sorted(PERMISSIONS & self._citations.keys())) or "none"
            words = "{game} has no permission {names} to give: it has {known}."
            raise BookError(say(words, game=self.game.name, names=", ".join(sorted(wrong)), known=known))
        if unknown := [k for k in swapped.values() if k not in TITLES]:
            raise BookError(say("No rule key is called {names}.", names=", ".join(unknown)))
        return replace(
            self,
            off=self.off | off,
            replaced={**self.replaced, **swapped},
            choices={**self.choices, **taken},
            granted=self.granted | given,
        )


def _fits(cases: tuple[Key, ...], held: AbstractSet[Key]) -> bool:
    """Say whether a clause that speaks of some cases holds in those of a decision: none speaks of another case only."""
    for matter in {CASES[case] for case in cases}:
        met = [case for case in held if CASES[case] == matter]
        if met and not any(case in cases for case in met):
            return False
    return True
