"""The table of the operations guide that says who moves value is the table of permissions, row by row."""

import re
from pathlib import Path

import pitboss.floor.duties  # noqa: F401  # every command is known
from pitboss.floor.people.permission import Permission, permissions
from pitboss.money import dollars
from support import WRITE

GUIDE = Path(__file__).parent.parent.parent / "docs" / "operations.md"
HEAD = "| command | who | alone up to | above it | where it is seen |\n|---|---|---|---|---|\n"
TABLE = re.compile(r"\| command \| who .*?\n\n", re.DOTALL)


def test_the_guide_says_who_moves_value_as_the_table_of_permissions_has_it() -> None:
    moves = [(name, row) for name, row in permissions().items() if row.seen]
    wanted = HEAD + "".join(f"| {name} | {' | '.join(cells(row))} |\n" for name, row in moves) + "\n"
    text = GUIDE.read_text()
    if WRITE:
        GUIDE.write_text(text := TABLE.sub(lambda _: wanted, text))
    assert wanted in text, "docs/operations.md differs: if the change is meant, make snapshot and read the diff"


def cells(row: Permission) -> tuple[str, ...]:
    """What the guide says of a row after its name."""
    post = f" at the {row.post}'s post" if row.post else ""
    ranks = [f"{house.title()} {rank.replace('-', ' ')}{post}" for house, rank in row.ranks.items()]
    return "; ".join([*ranks, *row.roles]), *amounts(row), row.seen


def amounts(row: Permission) -> tuple[str, str]:
    """How much one person moves, and what more takes."""
    if row.approval:
        most = f", up to {each(row, 'most')}" if row.amounts else ""
        return "nothing", f"another of that rank approves{most}"
    if not row.amounts:
        return "no amount", "not needed"
    day = f", {each(row, 'day')} a day" if any(bounds.day for bounds in row.amounts.values()) else ""
    if each(row, "alone") == each(row, "most"):
        return f"{each(row, 'most')}{day}", "refused"
    return f"{each(row, 'alone')}{day}", f"a supervisor or above approves, up to {each(row, 'most')}"


def each(row: Permission, bound: str) -> str:
    """A bound in dollars; both houses' where they differ."""
    found = {house: dollars(getattr(bounds, bound)) for house, bounds in row.amounts.items()}
    if len(set(found.values())) == 1:
        return next(iter(found.values()))
    return " and ".join(f"{cents} ({house.title()})" for house, cents in found.items())
