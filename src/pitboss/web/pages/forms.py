"""Forms derived from commands: what each asks, what a sent one says, and the command that comes of it.

The fields of a command's class give the controls of its form. A form is offered to a person whose rank or role reaches
its command, and shows the rules that it rests on. A sent form that cannot be read says what is wrong with each field.
"""

import types
import typing
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Union

from starlette.datastructures import FormData

from pitboss.floor.people import permission
from pitboss.floor.service import clock, forms
from pitboss.floor.service.commands import Actor, Command
from pitboss.floor.tables.state import EdgeSeen, OpenState, Stack
from pitboss.law import Because, Rules
from pitboss.messages import current_language, message, phrase, say, translate, words_of
from pitboss.money import plain_dollars
from pitboss.play.terms import Limits
from pitboss.value import Value, log_name
from pitboss.web.api import orders, problems
from pitboss.web.pages.form_fields import Fields, Unclear, read_edge

TEXT, CHOICE, DOLLARS, WHOLE, YES, CHIPS, NUMBERS, MANY, LIMITS, SIGNED, EDGE = [
    "text",
    "choice",
    "dollars",
    "whole",
    "yes",
    "chips",
    "numbers",
    "many",
    "limits",
    "signed",
    "edge",
]
"""What a control takes. `signed` is another person's name and password, `edge` what the lab told, in hidden fields."""

KINDS: tuple[tuple[Any, str], ...] = (
    (tuple[Stack, ...], CHIPS),
    (tuple[int, ...], NUMBERS),
    (tuple[str, ...], MANY),
    (Mapping[str, Limits], LIMITS),
    (Actor, SIGNED),
    (EdgeSeen, EDGE),
    (bool, YES),
    (int, WHOLE),
    (str, TEXT),
)
LABELS = {
    "cents": message("Amount"),
    "stacks": message("Chips"),
    "patron": message("Player"),
    "approver": message("Approved by"),
    "area": message("Playing area"),
}
"""What fields of many commands are called, where it is not by their own names."""
HINTS = {CHIPS: message("how many of each"), forms.MOMENT: message("Sydney time")}
MISSING = {
    "reason": message("Enter the reason: it goes into the log."),
    "patron": message("Name the player."),
    SIGNED: message("A second person signs with their name and password."),
}
PLACES = {"table": forms.PIT, "patron": forms.PATRON, "promotion": forms.PROMOTION}
MOST_LETTERS = 200
NOTHING: tuple[Any, ...] = (None, "", (), {})


class Control(Value):
    """One field of a form as it is drawn."""

    name: str
    kind: str
    label: str
    hint: str = ""
    required: bool = False
    choices: Mapping[str, str] = {}
    said: Mapping[str, str] = {}
    """What is in it, by the names of its inputs."""
    ticked: tuple[str, ...] = ()
    error: str = ""

    @property
    def value(self) -> str:
        """The value of a control that has one input."""
        return self.said.get(self.name, "")


class DrawnForm(Value):
    """A form as it is drawn."""

    name: str
    title: str
    button: str
    group: str
    controls: tuple[Control, ...]
    hidden: Mapping[str, str]
    clauses: tuple[str, ...]
    edition: str
    error: str = ""
    wrong: tuple[str, ...] = ()
    """The clauses of a rule that refused it."""

    @property
    def id(self) -> str:
        """Its id on the page."""
        parts = [self.name, *self.hidden.values()]
        return "-".join("".join(c if c.isalnum() else "-" for c in part) for part in parts if part)

    @property
    def failed(self) -> bool:
        """Whether it was sent and could not be done."""
        return bool(self.error)


class FormContext(Value):
    """The context of a form: the viewer, the table or patron that it is about, and the query of the address."""

    who: Actor
    place: str
    state: Any
    given: Mapping[str, str]
    rules: Rules | None = None
    usual: Mapping[str, str] = {}
    """What fields have in them at first, as the link said that led here."""
    among: Mapping[str, Mapping[str, str]] = {}
    """The choices of fields that the place knows and the state does not."""

    def cite(self, because: Because) -> tuple[str, ...]:
        """The clauses behind grounds: of the game that is played, else of every game of the house."""
        return tuple(problems.grounds_data(self.rules, because, self.who.operator)["clauses"])


class Unreadable(Unclear):
    """A form that cannot be read: what is wrong, for each field."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(" ".join(dict.fromkeys(errors.values())))
        self.errors = errors


class FormField(Value):
    """A field of a command as a form asks for it."""

    kind: str
    asks: forms.FieldPrompt
    required: bool
    default: Any = None


class OfferedForm(Value):
    """A form of a command."""

    command: type[Any]
    form: forms.CommandForm

    @property
    def name(self) -> str:
        """Its name in an address."""
        return self.form.name or orders.path_of(log_name(self.command))

    @property
    def title(self) -> str:
        """Its heading on a page."""
        return translate(self.form.title or phrase(orders.path_of(log_name(self.command))))

    @property
    def fields(self) -> dict[str, FormField]:
        """The fields that it may ask for; the address or the page may have said some of them."""
        left = (name for name in self.command._fields if name not in self.form.sets and name not in self.form.leaves)
        command: Any = self.command
        known = fields_of(command)
        return {name: _apply_prompt(known[name], self.form.asks.get(name)) for name in left}

    def stands_at(self, place: str) -> bool:
        """Whether the form stands at a place: where it says, else where its first field belongs; what a patron may
        order of their own is in their account as well."""
        first, roles = self.command._fields[0], permission.permissions()[log_name(self.command)].roles
        usual = (PLACES.get(first, ""), *((forms.ACCOUNT,) if first == "patron" and permission.PATRON in roles else ()))
        return place in (self.form.places or usual)

    def is_for(self, scene: "FormContext") -> bool:
        """Whether it is offered: the rank or role of who looks reaches its command, and there is something to order."""
        needs = self.form.needs
        return permission.may(scene.who, log_name(self.command)) and (needs is None or needs(scene.who, scene.state))


@cache
def offers_of(commands: tuple[type[Command], ...]) -> Mapping[str, OfferedForm]:
    """The forms of commands by what they are called in an address."""
    found = [OfferedForm(command, form) for command in commands for form in command.forms]
    return {offer.name: offer for offer in found}


# Drawing a form.


@cache
def fields_of(command: Any) -> Mapping[str, FormField]:
    """The fields of a command as its class gives them."""
    hints = typing.get_type_hints(command, include_extras=True)
    return {name: _field(hints[name], name, command._field_defaults) for name in command._fields}


def _field(hint: Any, name: str, defaults: Mapping[str, Any]) -> FormField:
    asks = next(
        (each for each in getattr(hint, "__metadata__", ()) if isinstance(each, forms.FieldPrompt)), forms.FieldPrompt()
    )
    plain = typing.get_args(hint)[0] if typing.get_origin(hint) is typing.Annotated else hint
    may_lack = name in defaults
    if typing.get_origin(plain) in (Union, types.UnionType):
        parts = typing.get_args(plain)
        may_lack = may_lack or type(None) in parts
        plain = next(part for part in parts if part is not type(None))
    kind = next((kind for of, kind in KINDS if of == plain), "")
    if typing.get_origin(plain) is typing.Literal:
        kind, asks = TEXT, asks._replace(among=asks.among or typing.get_args(plain))
    if kind == WHOLE and name.endswith("cents"):
        kind = DOLLARS
    return _apply_prompt(
        FormField(kind, forms.FieldPrompt(), not may_lack and kind not in (MANY, NUMBERS, YES), defaults.get(name)),
        asks,
    )


def _apply_prompt(field: FormField, asks: forms.FieldPrompt | None) -> FormField:
    """A field with what is declared of it."""
    if asks is None:
        return field
    kind = asks.kind or (CHOICE if field.kind == TEXT and asks.among is not None else field.kind)
    return field._replace(kind=kind, asks=asks, required=field.required if asks.required is None else asks.required)


def label_of(name: str, asks: forms.FieldPrompt) -> str:
    """The label of a field."""
    named = asks.label or LABELS.get(name) or phrase(name.removesuffix("_cents").removeprefix("is_").replace("_", " "))
    return translate(named)


def choices_of(field: FormField, name: str, scene: FormContext) -> Mapping[str, str]:
    """What may be chosen, each with its words; of chips their denominations, of limits the spots with those of now."""
    among = scene.among.get(name, field.asks.among)
    if isinstance(scene.state, OpenState):
        if field.kind == CHIPS:
            return dict.fromkeys(map(str, sorted(scene.state.terms.chips.denominations, reverse=True)), "")
        if field.kind == LIMITS:
            return {spot: limit.words for spot, limit in scene.state.terms.limits.items()}
        if name == "patron" and among is None:
            among = dict.fromkeys((player.patron for player in scene.state.players), "")
    found = among(scene.who, scene.state) if callable(among) else among
    if not isinstance(found, Mapping):
        found = {each: phrase(each) if each else "none" for each in found or ()}
    return {each: translate(words) for each, words in found.items()} if current_language() is not None else found


def _control_value(kind: str, value: Any) -> str:
    """A value as it stands in a control."""
    match kind:
        case "yes":
            return "yes" if value else "no"
        case "dollars":
            return plain_dollars(value)
        case "moment":
            return f"{clock.parse_stamp(value).astimezone(clock.SYDNEY):%Y-%m-%dT%H:%M}" if value else ""
        case "numbers" | "names":
            return ", ".join(map(str, value))
        case "amounts":
            return ", ".join(map(plain_dollars, value))
        case _:
            return str(value)


def _controls(
    offer: OfferedForm, scene: FormContext, hidden: Mapping[str, str], failed: "FailedForm | None"
) -> Iterator[Control]:
    starts_from = offer.form.starts_from
    set_now = starts_from(scene.state) if starts_from is not None and scene.state is not None else None
    for name, field in offer.fields.items():
        if name in hidden or name in scene.given or (field.kind == SIGNED and scene.who.role == permission.PATRON):
            continue  # a patron moves their own alone: no second person signs for it
        said = {}
        now = getattr(set_now, name, None)
        ticked = field.asks.now(scene.who, scene.state) if failed is None and field.asks.now is not None else ()
        if failed is not None:
            said = {key: str(value) for key, value in failed.said.items() if key == name or key.startswith(f"{name}-")}
            ticked = map(str, failed.said.getlist(name))
        elif now is not None:
            said, ticked = ({}, now) if field.kind == MANY else ({name: _control_value(field.kind, now)}, ())
        elif field.kind == YES and field.default is not None:
            said = {name: "yes" if field.default else "no"}
        elif name in scene.usual:
            said = {name: scene.usual[name][:MOST_LETTERS]}
        elif isinstance(field.default, str | int) and field.default:
            said = {name: str(field.default)}
        yield Control(
            name=name,
            kind=field.kind,
            label=label_of(name, field.asks),
            hint=translate(field.asks.hint or HINTS.get(field.kind, "")),
            required=field.required,
            choices=choices_of(field, name, scene),
            said=said,
            ticked=tuple(ticked),
            error=failed.errors.get(name, "") if failed is not None else "",
        )


def ask(
    offer: OfferedForm, scene: FormContext, hidden: Mapping[str, str], failed: "FailedForm | None" = None
) -> DrawnForm:
    """A form to be drawn; one that was sent and not done keeps what was written, with what is wrong."""
    mine = failed if failed is not None and failed.is_of(offer.name, hidden) else None
    rule = permission.permissions()[log_name(offer.command)].rule
    return DrawnForm(
        name=offer.name,
        title=offer.title,
        button=translate(offer.form.button) or offer.title,
        group=translate(offer.form.group),
        controls=tuple(_controls(offer, scene, hidden, mine)),
        hidden=hidden,
        clauses=scene.cite((rule,)) if rule is not None else (),
        edition=scene.rules.edition.name if scene.rules is not None else "",
        error=mine.words if mine is not None else "",
        wrong=mine.clauses if mine is not None else (),
    )


class FailedForm(Value):
    """A form that was sent and not done."""

    name: str
    said: FormData
    words: str
    errors: Mapping[str, str] = {}
    clauses: tuple[str, ...] = ()

    def is_of(self, name: str, hidden: Mapping[str, str]) -> bool:
        """Whether it is a form of a page, by what that hides."""
        return self.name == name and all(self.said.get(field) == value for field, value in hidden.items())


# Reading a form.


def read_form(offer: OfferedForm, form: FormData, scene: FormContext) -> dict[str, Any]:
    """The fields of the command that a form stands for; all that cannot be read is said at once."""
    fields, found, errors = Fields(form), dict(offer.form.sets), {}
    for name, field in offer.fields.items():
        if name in scene.given:
            found[name] = scene.given[name]
            continue
        try:
            value = READ[field.kind](fields, name, scene)
        except Unclear as unclear:
            errors[name] = words_of(unclear)
            continue
        if field.kind == CHOICE and value and value not in choices_of(field, name, scene):
            errors[name] = say("{value} is not among the choices.", value=value[:40])
        elif field.required and value in NOTHING:
            usual = say("{label}: fill this in.", label=label_of(name, field.asks))
            errors[name] = translate(MISSING.get(name) or MISSING.get(field.kind) or usual)
        elif value not in NOTHING or name not in offer.command._field_defaults:
            found[name] = value
    if errors:
        raise Unreadable(errors)
    return found


READ: Mapping[str, Callable[[Fields, str, FormContext], Any]] = {
    TEXT: lambda fields, name, _: fields.text(name, MOST_LETTERS),
    forms.LONG: lambda fields, name, _: fields.text(name, forms.LONG_LETTERS),
    CHOICE: lambda fields, name, _: fields.text(name, MOST_LETTERS),
    forms.MOMENT: lambda fields, name, _: fields.moment(name),
    DOLLARS: lambda fields, name, _: fields.cents(name) if fields.text(name) else None,
    WHOLE: lambda fields, name, _: fields.whole_number(name) if fields.text(name) else None,
    YES: lambda fields, name, _: fields.text(name) not in ("", "no"),
    CHIPS: lambda fields, name, _: fields.stacks(f"{name}-"),
    NUMBERS: lambda fields, name, _: fields.numbers(name),
    MANY: lambda fields, name, _: fields.texts(name),
    forms.NAMES: lambda fields, name, _: fields.names(name),
    forms.AMOUNTS: lambda fields, name, _: fields.amounts(name),
    LIMITS: lambda fields, _, scene: fields.limits(
        scene.state.terms.limits if isinstance(scene.state, OpenState) else None
    ),
    SIGNED: lambda fields, name, _: fields.text(
        f"{name}-name", 120
    ),  # the password is checked before there is a command
    EDGE: lambda fields, _, __: read_edge(fields),
}
"""How each kind of control is read."""
