"""The notebook runs from its first cell to its last, and shows what it shows."""

import ast
import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from support import WRITE

NOTEBOOK = Path(__file__).parent.parent.parent / "docs" / "four-games.ipynb"


def run_cell(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """What a cell shows: what it prints, and its last expression as a notebook would show it."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)  # noqa: S102  our own notebook
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None  # type: ignore[attr-defined]  # noqa: S307
    shown: list[dict[str, Any]] = []
    if text := printed.getvalue():
        shown.append({"output_type": "stream", "name": "stdout", "text": text})
    if data := _show(value):
        shown.append({"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": data})
    return shown


def _show(value: object) -> dict[str, str]:
    if isinstance(value, Figure):
        picture = io.StringIO()
        value.savefig(picture, format="svg", metadata={"Date": None})
        return {"image/svg+xml": picture.getvalue(), "text/plain": "a plot"}
    if hasattr(value, "_repr_html_"):
        return {"text/html": value._repr_html_(), "text/plain": type(value).__name__}
    return {} if value is None else {"text/plain": repr(value)}


def words(outputs: list[dict[str, Any]]) -> list[Any]:
    """Outputs but for pictures, which differ from one Matplotlib to the next."""
    return [
        {**each, "data": {kind: text for kind, text in each["data"].items() if kind != "image/svg+xml"}}
        if "data" in each
        else each
        for each in outputs
    ]


def test_the_notebook_shows_what_it_shows() -> None:
    notebook = json.loads(NOTEBOOK.read_text())
    names: dict[str, Any] = {}
    plots = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            shown = run_cell("".join(cell["source"]), names)
            plots += sum("image/svg+xml" in each.get("data", {}) for each in shown)
            if WRITE:
                cell["outputs"] = shown
            assert words(cell["outputs"]) == words(shown)
    assert plots >= 4
    if WRITE:
        NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
