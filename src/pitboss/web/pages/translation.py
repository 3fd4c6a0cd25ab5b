"""Templates in a language: what is marked in them is translated when they are compiled, so that a page takes no longer
to make than one that was written in its language.

`{{ _("Next") }}` marks plain text. `{% trans %}` marks text with values, mark-up or a plural in it.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer

from pitboss.messages import Translations, current_language, translate

VALUE = re.compile(r"%\((\w+)\)s|%%")
"""A value in a message of a template, or a sign of percent."""
FIRST = "_trans"
"""What `{% trans %}` calls a value that it has worked out before."""
SAID = re.compile(r'\bsay\("([^"]+)"')
"""A message of a script."""


def mark(templates: Any, translations: Translations | None = None) -> None:
    """Have templates say what is marked in them in a language; none is English."""
    templates.add_extension("jinja2.ext.i18n")
    templates.policies["ext.i18n.trimmed"] = True
    templates.install_gettext_callables(translate, _one_of, newstyle=True)
    templates.code_generator_class = _Compiler
    templates.translations = translations


def translate_templates(templates: Environment, translations: Translations) -> Environment:
    """The same templates in another language."""
    other: Any = templates.overlay()
    other.translations = translations
    return cast(Environment, other)


@cache
def find_script_messages() -> tuple[str, ...]:
    """The messages of the scripts: what they say is written in them as `say("...")`."""
    scripts = sorted((Path(__file__).parent / "static").glob("*.js"))
    found = [SAID.findall(script.read_text(encoding="utf-8")) for script in scripts]
    return tuple(dict.fromkeys(words for messages in found for words in messages))


def script_words() -> dict[str, str]:
    """What the scripts of a page say in the language in force; nothing in English, which they are written in."""
    if (translations := current_language()) is None:
        return {}
    return {words: translations.gettext(words) for words in find_script_messages()}


def _one_of(one: str, many: str, number: int) -> str:
    if (translations := current_language()) is None:
        return one if number == 1 else many
    return translations.ngettext(one, many, number)


class _Compiler(CodeGenerator):
    """Compiles a template with its messages in the language of its environment."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802  # Jinja's name
        """Compile a template."""
        translations = cast(Any, self.environment).translations
        super().visit_Template(_Translator(translations).visit(node), frame)


class _Translator(NodeTransformer):
    """Puts the messages of a template into a language. A plural alone is left for when its number is known."""

    def __init__(self, translations: Translations | None) -> None:
        self.translations = translations

    def generic_visit(self, node: nodes.Node, *args: Any, **kwargs: Any) -> nodes.Node:
        """Put what is in a node into the language; output that follows output is one."""
        super().generic_visit(node, *args, **kwargs)
        for name, part in node.iter_fields():
            if isinstance(part, list) and any(isinstance(each, nodes.Output) for each in part):
                setattr(node, name, list(_join_output(part)))
        return node

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802
        """Put text into the language, its values between its words."""
        node.nodes = [part for each in node.nodes for part in self._parts(each)]
        return self.generic_visit(node)

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802
        """Put plain text into the language."""
        self.generic_visit(node)
        if not _calls(node, "_") or not isinstance(node.args[0], nodes.Const):
            return node
        parts = [nodes.Const(each) if isinstance(each, str) else each for each in self._fill(node)]
        return parts[0] if len(parts) == 1 else nodes.Concat(parts, lineno=node.lineno)

    def _parts(self, node: nodes.Expr) -> Iterator[nodes.Expr]:
        if not isinstance(node, nodes.Call) or not _calls(node, "gettext"):
            yield node
            return
        for each in self._fill(node):
            yield nodes.TemplateData(each, lineno=node.lineno) if isinstance(each, str) else each

    def _fill(self, node: nodes.Call) -> Iterator[str | nodes.Expr]:
        """The words of a message in the language, with its values between them."""
        text, values = cast(nodes.Const, node.args[0]).value, {each.key: each.value for each in node.kwargs}
        if self.translations is not None:
            text = self.translations.gettext(text)
        at, words = 0, ""
        for value in VALUE.finditer(text):
            words += text[at : value.start()]
            at = value.end()
            if value[1]:
                if words:
                    yield words
                yield values[value[1]]
                words = ""
            else:
                words += "%"
        if words or at < len(text) or not text:
            yield words + text[at:]


def _calls(node: nodes.Call, name: str) -> bool:
    return isinstance(node.node, nodes.Name) and node.node.name == name


def _join_output(body: list[Any]) -> Iterator[nodes.Node]:
    """A body with output that follows output made one, and a value that was worked out first put in its place."""
    last: nodes.Output | None = None
    first: nodes.Assign | None = None
    for node in body:
        if isinstance(node, nodes.Assign) and isinstance(node.target, nodes.Name) and node.target.name == FIRST:
            first = node
            continue
        if not isinstance(node, nodes.Output):
            if last is not None:
                yield last
            last = None
            yield node
            continue
        if first is not None:
            named = [isinstance(each, nodes.Name) and each.name == FIRST for each in node.nodes]
            value = cast(nodes.Expr, first.node)
            node.nodes = [value if here else each for here, each in zip(named, node.nodes, strict=True)]
            if not any(named):  # a plural counts by it
                if last is not None:
                    yield last
                last = None
                yield first
            first = None
        if last is None:
            last = node
        else:
            last.nodes += node.nodes
    if last is not None:
        yield last
