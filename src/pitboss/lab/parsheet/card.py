"""A strategy on one printed page: the short strategy of a game with what it costs, for a pocket or a wall."""

from functools import cache

from jinja2 import Environment, PackageLoader, Template

from pitboss.lab.answer import ComparedStrategies
from pitboss.lab.question import DecisionTable
from pitboss.law.rules import Rules
from pitboss.messages import say, translate


@cache
def _template() -> Template:
    files = PackageLoader("pitboss.lab.parsheet", ".")
    return Environment(loader=files, autoescape=True, keep_trailing_newline=True).get_template("card.html")


def strategy_card(compared: ComparedStrategies) -> str:
    """The page of a game whose strategies were compared."""
    # The square of hole cards has no name for its rows.
    question, short = compared.question, compared.priced[compared.short].solution
    game = Rules.of(question.game, question.version).game
    squares = [table for table in short.tables if not table.columns[0] and len(table.rows) > 1]
    lines = [
        say("{game}, version {version}.", game=question.game, version=question.version),
        say(
            "House edge {edge} of the {unit}, {cost} more than the best play.",
            edge=f"{float(short.edge):.4%}",
            unit=short.unit,
            cost=f"{compared.cost(compared.short):.4%}",
        ),
    ]
    if question.altered:
        changed = ", ".join(f"{name}={value}" for name, value in question.altered.items())
        lines.append(say("Changed: {changed}.", changed=changed))
    tables = [_style_cells(table) for table in (*squares, *compared.words)]
    return _template().render(title=game.title, lines=lines, tables=tables)


def _style_cells(table: DecisionTable) -> dict[str, object]:
    """A table with the look of each cell: by its first letter, so that no colour stands alone."""
    is_grid = len(table.columns) > 3
    rows = [
        [(translate(cell), _look(cell) if is_grid and place else "") for place, cell in enumerate(row)]
        for row in table.rows
    ]
    columns = tuple(map(translate, table.columns))
    return {"title": translate(table.title), "columns": columns, "rows": rows, "is_grid": is_grid}


LOOKS = {"S": "stand", "H": "draw", "D": "double", "P": "split", "R": "surrender"}


def _look(cell: str) -> str:
    return LOOKS.get(cell[:1], "double" if cell.isdigit() else "")
