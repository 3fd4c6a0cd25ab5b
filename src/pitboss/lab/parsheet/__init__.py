"""PAR sheets: what a game pays and how its results scatter, as a page with plots, as data, or as a table of rows."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pitboss.lab.answer import Answer


def _html(sheet: Mapping[str, Any]) -> str:
    from pitboss.lab.parsheet.page import page  # noqa: PLC0415  Matplotlib is for those who want a page

    return page(sheet)


def _json(sheet: Mapping[str, Any]) -> str:
    return json.dumps(sheet, indent=2, ensure_ascii=False) + "\n"


def _csv(sheet: Mapping[str, Any]) -> str:
    from pitboss.lab.parsheet.rows import rows  # noqa: PLC0415

    return rows(sheet)


FORMATS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {".html": _html, ".json": _json, ".csv": _csv}


def write(answered: Answer, path: Path, **options: Any) -> None:
    """Write the sheet of an answer, with the options of `sheet_data`; the file's ending says in which form."""
    from pitboss.lab.parsheet.sheet import sheet_data  # noqa: PLC0415

    path.write_text(FORMATS[path.suffix](sheet_data(answered, **options)), encoding="utf-8")
