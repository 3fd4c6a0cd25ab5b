"""Registers and reports as sheets: columns with their headings, rows of plain values, and the same as CSV."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pitboss.messages import message, translate
from pitboss.value import Value

Row = Mapping[str, Any]
NOTHING = message("No activity")
"""What an empty report says."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Sheet(Value):
    """A register or a report: its name, the columns, and the rows in order."""

    name: str
    title: str
    columns: Mapping[str, str]
    """For each field of a row, its heading. Amounts end in `_cents`, times in `at`."""
    rows: Sequence[Row]

    def used_columns(self) -> dict[str, str]:
        """The columns that some row has something in, for a screen; a file has them all."""
        return {
            name: heading
            for name, heading in self.columns.items()
            if any(row.get(name) not in (None, "", []) for row in self.rows)
        }

    def totals(self) -> dict[str, int]:
        """The sums of the columns that hold whole numbers alone."""
        found = {name: [row.get(name) for row in self.rows if row.get(name) is not None] for name in self.columns}
        return {name: sum(v) for name, v in found.items() if v and all(type(each) is int for each in v)}  # type: ignore[arg-type]

    def data(self) -> dict[str, Any]:
        """The sheet as data."""
        note = {} if self.rows else {"note": translate(NOTHING)}
        return {"name": self.name, "title": self.title, "rows": [dict(row) for row in self.rows]} | note

    def csv(self) -> str:
        """The sheet as CSV: its field names, then a line for each row; an empty one says so."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\r\n")
        writer.writerow(self.columns)
        writer.writerows([_cell(row.get(name)) for name in self.columns] for row in self.rows)
        if not self.rows:
            writer.writerow([translate(NOTHING)])
        return out.getvalue()


def _cell(value: Any) -> Any:
    """A value in a cell; a text that a spreadsheet would take for a formula is marked as text."""
    if isinstance(value, list | tuple):
        value = "; ".join(str(part) for part in value)
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def newest_first(rows: Iterable[Row]) -> list[Row]:
    """Rows that were gathered in order, the last one first."""
    return list(rows)[::-1]
