"""The page of the proof by clause, `docs/proof.md`, as a run of `make mutate` over all clauses writes it."""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss import __version__
from pitboss.law.edition import Edition, edition_names, load_edition

if TYPE_CHECKING:
    from mutate import NotTried, Outcome, Trial

SURVIVORS = Path(__file__).with_name("survivors.toml")

HEAD = """# Proof by clause

This page shows how well the tests guard each clause. `make mutate` wrote it; [CONTRIBUTING](../CONTRIBUTING.md#proof)
says how. For each clause that the engine or the floor enforces, the run breaks the line that tests the condition of its
rule, one part at a time, and then runs the tests that the clause names. Where no line tests a condition, it leaves out
the rule's row of a table. Each such change is a **mutant**; it is **killed** if one of the tests fails, and a mutant
that survives shows a condition that no test looks at. A mutant is counted once for each set of tests that clauses name
for it. A clause without a mutant has a rule whose code has no condition; tests still show it at work, and the last
section lists these clauses.
"""


@cache
def reasons() -> Mapping[str, str]:
    """Why a mutant survives, by its name."""
    rows = tomllib.loads(SURVIVORS.read_text(encoding="utf-8"))["survivor"]
    return {row["mutant"]: row["reason"] for row in rows}


def sections(edition: Edition) -> dict[str, list[str]]:
    """The sections of an edition that have enforced clauses, each with these clauses."""
    found: dict[str, list[str]] = {}
    for clause in edition.clauses.values():
        if clause.met == "enforced":
            found.setdefault(clause.section, []).append(clause.number)
    return found


def clause_of(words: str) -> tuple[str, str]:
    """The edition and the number of a clause as a trial names it: `star-pontoon 13.9.4 (split-twice)`."""
    name, _, rest = words.partition(" ")
    return name, rest.rpartition(" (")[0]


def write_proof(outcomes: Sequence["Outcome"], found: Sequence["Trial"], without: Sequence["NotTried"]) -> str:
    """The page: counts by section, the mutants that survived with the reason, and the clauses that none of them proves;
    `found` are all mutants that can be made, tried or not, and `without` the rules of which none is made."""
    from mutate import name_of

    by_clause: dict[tuple[str, str], list[Outcome]] = {}
    for outcome in outcomes:
        for clause in {clause_of(words) for words in outcome.trial.clauses}:
            by_clause.setdefault(clause, []).append(outcome)
    killed = sum(outcome.noticed for outcome in outcomes)
    share = f"{killed / len(outcomes):.1%}" if outcomes else "none"
    editions = [load_edition(name) for name in edition_names()]
    explained = sum(not outcome.noticed and name_of(outcome.trial.mutant) in reasons() for outcome in outcomes)
    left = len(outcomes) - killed - explained
    earlier = sum(outcome.is_earlier for outcome in outcomes)
    can = {clause_of(words) for trial in found for words in trial.clauses}
    proven = {clause for clause, tried in by_clause.items() if any(outcome.noticed for outcome in tried)}
    lines = [
        HEAD,
        f"Pitboss {__version__}, {date.today().isoformat()}.\n",  # noqa: DTZ011  the day of the run where it ran
        f"**{killed:,} of {len(outcomes):,} mutants were killed ({share}).** Of the others {explained:,} have a reason "
        f"below, and {left:,} have none yet. {len(found):,} can be made; "
        f"{len(found) - len(outcomes):,} were not tried. {earlier:,} results are of an earlier run: "
        "the file of the mutant or of a test has changed since, and the test that noticed is still there.",
        f"\n**Of {len(can):,} clauses with a mutant, {len(proven):,} have one that was killed.** "
        f"{len(can - set(by_clause)):,} have none that was tried.",
    ]
    for edition in editions:
        lines += [f"\n## {edition.name}\n", f"Version {edition.version}.\n", *_counts(edition, by_clause)]
    lines += ["\n## Mutants that survived\n", *_survivors(outcomes)]
    lines += ["\n## Clauses of which no mutant was killed\n", *_numbers(editions, set(by_clause) - proven)]
    lines += ["\n## Clauses that have a mutant, of which none was tried\n", *_numbers(editions, can - set(by_clause))]
    lines += ["\n## Clauses without a mutant", *_without(editions, can, without)]
    return "\n".join(lines) + "\n"


def _counts(edition: Edition, by_clause: Mapping[tuple[str, str], Sequence["Outcome"]]) -> Iterator[str]:
    yield "| section | about | clauses | with a mutant | of these with one killed | mutants | killed |"
    yield "|---:|---|---:|---:|---:|---:|---:|"
    for section, numbers in sections(edition).items():
        topics = ", ".join(dict.fromkeys(edition.clauses[number].topic for number in numbers))
        tried = [by_clause[edition.name, number] for number in numbers if (edition.name, number) in by_clause]
        watched = sum(any(outcome.noticed for outcome in each) for each in tried)
        every = {outcome.trial: outcome for each in tried for outcome in each}.values()
        counts = (len(numbers), len(tried), watched, len(every), sum(outcome.noticed for outcome in every))
        yield f"| {section} | {topics} | {' | '.join(map(str, counts))} |"


def _survivors(outcomes: Sequence["Outcome"]) -> Iterator[str]:
    from mutate import name_of

    found: dict[str, list[str]] = {}
    for outcome in outcomes:
        if not outcome.noticed:
            found.setdefault(name_of(outcome.trial.mutant), []).extend(outcome.trial.clauses)
    for name, clauses in sorted(found.items()):
        cited = "; ".join(dict.fromkeys(re.sub(r" \([a-z-]+\)$", "", clause) for clause in clauses))
        yield f"- `{name}` ({cited}): {reasons().get(name, '**no reason given yet**')}"
    if not found:
        yield "None."


def _numbers(editions: Sequence[Edition], clauses: Collection[tuple[str, str]]) -> Iterator[str]:
    """Clauses by their edition, in its order."""
    for edition in editions:
        numbers = [number for number in edition.clauses if (edition.name, number) in clauses]
        yield f"- {edition.name}: {', '.join(numbers) or 'none'}"


def _without(
    editions: Sequence[Edition], can: Collection[tuple[str, str]], without: Sequence["NotTried"]
) -> Iterator[str]:
    """The clauses of which no rule has a mutant, by why."""
    by_why: dict[str, set[tuple[str, str]]] = {}
    for each in without:
        if clause_of(each.clause) not in can:
            by_why.setdefault(each.why, set()).add(clause_of(each.clause))
    for why, clauses in sorted(by_why.items()):
        yield f"\n{len(clauses):,} where {why}:\n"
        yield from _numbers(editions, clauses)
