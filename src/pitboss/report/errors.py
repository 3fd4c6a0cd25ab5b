"""What is said of a record that cannot be."""

from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.report.grounds import say


class RecordError(Exception):
    """A record that cannot be: the line, what is wrong in plain words, and the rule if one says so."""

    def __init__(self, line: int, words: str, because: Because = (), rules: Rules | None = None) -> None:
        cited = f" [{say(rules, because)}]" if rules is not None and because else ""
        super().__init__(f"line {line}: {words}{cited}")
        self.line = line
        self.words = words
        self.because = because
        self.clauses = rules.cite(because) if rules is not None else ()
