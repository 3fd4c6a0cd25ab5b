"""Acts as rows of a record, and back.

The fields of an act give the keys of its row, their shape and how they are written; in what a row differs from its act
stands in one table. A row need not name the need that it answers: the act finds it by what the row says.
"""

import re
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from pitboss import law
from pitboss.cards import Card, show
from pitboss.law import Key
from pitboss.money import EMPTY, Piece, Stake, dollars, parse_dollars
from pitboss.play import Round
from pitboss.play.acts import (
    ACTS,
    Act,
    Call,
    Cut,
    CuttingCard,
    Deal,
    Decide,
    Find,
    Keep,
    Lapse,
    Place,
    Rule,
    Shuffle,
    Sit,
    TakeBack,
    Turn,
)
from pitboss.play.hand import HOUSE_AREA
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, RulingNeed, ShuffleNeed, TurnNeed, WagersNeed
from pitboss.report.blanks import parse_written
from pitboss.report.lines import shown
from pitboss.value import Value, log_name

Row = Mapping[str, Any]
Written = dict[str, object]

AN_AMOUNT = "an amount in dollars and whole cents"


class FieldError(ValueError):
    """A key of a row that is missing, too many or not to be read."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(words)
        self.field = field


# Values.


def read_stake(written: object) -> Stake:
    """Read a stake: dollars of chips, or a table such as `{ chips = 20, tokens = 5 }`."""
    if isinstance(written, Mapping):
        kinds = sorted(written, key=lambda kind: kind == "chips")  # of things placed together, chips lie on top
        return Stake(tuple(Piece(kind, _cents(written[kind])) for kind in kinds))
    return Stake.of(_cents(written))


def _cents(written: object) -> int:
    try:
        return parse_dollars(written)
    except ValueError:
        raise ValueError(f"{shown(written)} is not {AN_AMOUNT}") from None


def write_stake(stake: Stake) -> object:
    """Write a stake the short way where it is chips alone."""
    if all(piece.kind == "chips" for piece in stake.pieces):
        return write_dollars(stake.cents)
    totals: dict[str, int] = {}
    for piece in stake.pieces:
        totals[piece.kind] = totals.get(piece.kind, 0) + piece.cents
    return {kind: write_dollars(cents) for kind, cents in totals.items()}


def write_dollars(cents: int) -> int | str:
    """An amount as a record writes it: a whole number of dollars, or text where there are cents."""
    return cents // 100 if cents % 100 == 0 else dollars(cents).replace("$", "").replace(",", "")


_SAME = {"hit": "draw"}
"""Options that people also call by another name."""


def read_option(written: str) -> str:
    """Read an option, in any case."""
    return _SAME.get(written.lower(), written.lower())


# Wagers, by where they lie.


def _place_of(round: Round, number: int) -> Written:
    """Where a wager lies: whose it is, the area, the spot, and the hand of the area that it is on, 0 for none."""
    wager = round.wagers[number]
    hand = place_on_area(round, wager.hand) if wager.hand > 0 else 0
    return {"player": wager.patron, "area": wager.area, "spot": wager.spot, "hand": hand}


def _wagers_meant(round: Round, row: Row) -> list[int]:
    """The wagers that a row names; of several those that are not settled yet."""
    places = {wager.id: _place_of(round, wager.id) for wager in round.wagers}
    meant = [number for number, place in places.items() if all(place[key] == row.get(key, place[key]) for key in place)]
    if not meant:
        who = row.get("player", f"area {row['area']}" if "area" in row else "the table")
        raise FieldError("spot", f"{who} has no wager on {shown(row['spot'])} to be found")
    return [number for number in meant if round.wagers[number].left.pieces] or meant


def _unsaid(round: Round, meant: list[int]) -> str:
    """What is to be said to tell wagers apart; empty where they lie in one place."""
    places = [_place_of(round, number) for number in meant]
    return next((key for key in places[0] if any(place[key] != places[0][key] for place in places)), "")


def _read_wager(round: Round, row: Row) -> int:
    """The number of the one wager that a table such as `{ area = 2, spot = "ante" }` names."""
    meant = _wagers_meant(round, row)
    if key := _unsaid(round, meant):
        raise FieldError("spot", f"there are several wagers on {shown(row['spot'])}: say the {key} of the one meant")
    return meant[-1]


def _name_wager(round: Round, number: int, *keys: str) -> Written:
    """A wager by where it lies: by these keys, and by more of them where that is not enough."""
    whole = _place_of(round, number)
    named = {*keys}
    while True:
        row = {key: whole[key] for key in whole if key in named}
        key = _unsaid(round, _wagers_meant(round, row))
        if not key:
            return row
        named.add(key)


# How each type of a field stands in a row.


class Form(Value):
    """The shape of a value in a row, how it is read and how it is written."""

    shape: Mapping[str, Any]
    read: Callable[[Round, Row, Any], object] = lambda round, row, written: written
    write: Callable[[Round, Any], object] = lambda round, value: value


_NAME = {"$ref": "#/$defs/name"}
_NUMBER = {"type": "integer", "minimum": 0}
_WAGER: Mapping[str, Mapping[str, Any]] = {
    "player": _NAME,
    "area": {"type": "integer"},
    "spot": {"type": "string"},
    "hand": _NUMBER,
}
_WAGERS = {"type": ["integer", "object"], "minimum": 0, "required": ["spot"], "additionalProperties": False}
_KEEPS = {"type": "object", "required": ["keeps"], "additionalProperties": False}
_DOLLARS = {"$ref": "#/$defs/dollars"}


def _read_wagers(round: Round, _: Row, written: list[Any]) -> tuple[int, ...]:
    return tuple(each if isinstance(each, int) else _read_wager(round, each) for each in written)


def _write_wagers(round: Round, numbers: tuple[int, ...]) -> list[object]:
    rows = [_name_wager(round, number, "player", "area", "spot") for number in numbers]
    return [
        row if _wagers_meant(round, row)[-1] == number else number for row, number in zip(rows, numbers, strict=True)
    ]


def _read_keeps(round: Round, row: Row, written: list[Any]) -> tuple[Keep, ...]:
    def number(each: Row) -> int:
        if "wager" not in each and "spot" not in each:
            raise FieldError("keeps", "say the spot of each wager that keeps something")
        named = {"player": row["player"]} | {key: each[key] for key in each if key != "keeps"}
        return each["wager"] if "wager" in each else _read_wager(round, named)

    return tuple(Keep(number(each), _cents(each["keeps"])) for each in written)


def _write_keeps(round: Round, keeps: tuple[Keep, ...]) -> list[object]:
    named = [
        row if isinstance(row, dict) else {"wager": row}
        for row in _write_wagers(round, tuple(keep.wager for keep in keeps))
    ]
    return [
        {key: row[key] for key in row if key != "player"} | {"keeps": write_dollars(keep.cents)}
        for row, keep in zip(named, keeps, strict=True)
    ]


_FORMS: Mapping[Any, Form] = {
    str: Form({"type": "string"}),
    int: Form({"type": "integer"}),
    bool: Form({"type": "boolean"}),
    Stake: Form({"$ref": "#/$defs/stake"}, lambda _, __, written: read_stake(written), lambda _, to: write_stake(to)),
    tuple[Card, ...]: Form(
        {"$ref": "#/$defs/cards"}, lambda _, __, written: parse_written(written), lambda _, cards: show(cards)
    ),
    tuple[str, ...]: Form(
        {"type": "array", "items": _NAME}, lambda _, __, written: tuple(written), lambda _, names: list(names)
    ),
    tuple[int, ...]: Form({"type": "array", "items": {**_WAGERS, "properties": _WAGER}}, _read_wagers, _write_wagers),
    tuple[Keep, ...]: Form(
        {
            "type": "array",
            "minItems": 1,
            "items": {**_KEEPS, "properties": {"wager": _NUMBER, "keeps": _DOLLARS, **_WAGER}},
        },
        _read_keeps,
        _write_keeps,
    ),
}
"""How the values of each type are written; several numbers are always those of wagers."""


# In what rows differ from their acts.


class Differs(Value):
    """What the rows of a kind of act say otherwise than in its fields."""

    seeks: tuple[str, ...] = ()
    """The keys by which its need is found, or its wager."""
    must: tuple[str, ...] = ()
    """Those of them that cannot be left out."""
    usual: Callable[[Round, Row], Mapping[str, object]] = lambda round, row: {}
    """The fields that the row need not say, as they then are."""
    optional: tuple[str, ...] = ()
    """Those of them that have no default in the act."""
    always: tuple[str, ...] = ()
    """The keys that are written even where they say what is usual."""


def _usual_cut(round: Round, _: Row) -> Mapping[str, object]:
    """Who cuts and how deep is what is asked for."""
    asked = _cut_need(round)
    return {"by": "dealer", "at": 1} if asked is None else {"by": asked.by, "at": asked.least}


_DIFFERS: Mapping[type, Differs] = {
    Place: Differs(usual=lambda _, __: {"stake": EMPTY}, optional=("stake",)),
    Cut: Differs(usual=_usual_cut, always=("by", "at")),
    Call: Differs(seeks=("says",)),
    Turn: Differs(seeks=("hand",)),
    Decide: Differs(seeks=("area", "hand")),
    Lapse: Differs(seeks=("player", "area", "hand"), must=("player",), always=("reason",)),
    Find: Differs(
        seeks=("player", "area", "spot", "hand"),
        must=("player", "spot"),
        usual=lambda round, row: {"wager": _wagers_meant(round, row)[-1]},
    ),
}
_KEYS = {"patron": "player", "patrons": "players"}
"""What a record calls a field otherwise than its act does; else a hyphen stands where a field has an underscore."""
_SHAPES: Mapping[str, Mapping[str, Any]] = {
    "player": _NAME,
    "line": {"type": "integer", "minimum": 1},
    "hand": {"type": ["integer", "string"]},
    **{key: _WAGER[key] for key in ("area", "spot")},
    "says": {"type": "string"},
}
"""The shape of a key where its type does not give it."""
KINDS: Mapping[str, type] = {re.sub(r"(?<=[a-z])(?=[A-Z])", "-", log_name(kind)).lower(): kind for kind in ACTS}
"""The kinds of acts by what a row says that it does."""
_DOES = {kind: does for does, kind in KINDS.items()}
_ANY = ("does", "refused", "need", "after")
"""The keys of any row."""


class Part(Value):
    """One key of the rows of a kind of act: the field it stands for, or none where it seeks something."""

    field: str
    form: Form
    required: bool


@cache
def parts_of(does: str) -> Mapping[str, Part]:
    """The keys that a kind of act has in a record, in order, from the fields of the act."""
    kind = KINDS[does]
    differs, hints = _differs(kind), typing.get_type_hints(kind)
    fields: tuple[str, ...] = tuple(field for field in kind._fields if field not in ("need", "wager"))  # type: ignore[attr-defined]
    optional = {*kind._field_defaults, *differs.optional}  # type: ignore[attr-defined]
    parts = {
        _KEYS.get(field, field.replace("_", "-")): Part(field, _FORMS[hints[field]], field not in optional)
        for field in fields
    }
    sought = {key: Part("", Form(_SHAPES[key]), key in differs.must) for key in differs.seeks}
    player = {key: parts.pop(key) for key in ("player",) if key in parts and sought}
    return player | sought | parts


def _differs(kind: type) -> Differs:
    return _DIFFERS.get(kind, Differs())


@cache
def act_shape() -> Mapping[str, Any]:
    """The JSON Schema of a row; which keys a kind of act has is said when it is read."""
    word = {"type": "string"}
    keys: dict[str, Any] = {"does": {"enum": list(KINDS)}, "refused": {"type": "boolean"}, "need": word, "after": word}
    for does in KINDS:
        keys |= {key: _SHAPES.get(key, part.form.shape) for key, part in parts_of(does).items()}
    return {"type": "object", "required": ["does"], "additionalProperties": False, "properties": keys}


def read_act(round: Round, row: Row) -> Act:
    """The act that a row of a record stands for, at the point where the round is now."""
    does = row["does"]
    kind, parts = KINDS[does], parts_of(does)
    for key, part in parts.items():
        if part.required and key not in row and not (kind is Lapse and "need" in row):
            raise FieldError("does", f"to {does} needs {key}, which is missing")
    for key in row:
        if key not in (*_ANY, *parts):
            raise FieldError(key, f"to {does} has no {key}: it has {', '.join(parts) or 'nothing'}")
    if "option" in row:
        row = {**row, "option": read_option(row["option"])}
    fields = dict(_differs(kind).usual(round, row))
    for key, part in parts.items():
        if part.field and key in row:
            try:
                fields[part.field] = part.form.read(round, row, row[key])
            except FieldError:
                raise
            except ValueError as error:
                raise FieldError(key, str(error)) from None
    if kind in _FINDS:
        fields["need"] = row.get("need", "") or _FINDS[kind](round, row)
    act: Act = kind(**fields)
    return act


def write_act(round: Round, act: Act) -> Written:
    """The row of a record for an act, naming the need by its id only where the act could not find it."""
    kind = type(act)
    row: Written = {"does": _DOES[kind]}
    sought: Written = {}
    if isinstance(act, Find):
        sought = _name_wager(round, act.wager, "player", "spot")
    elif kind in _SAYS:
        sought = _SAYS[kind](round, act.need)
    usual = kind._field_defaults
    for key, part in parts_of(_DOES[kind]).items():
        if not part.field:
            row |= {key: sought[key]} if key in sought else {}
            continue
        value = getattr(act, part.field)
        if part.field not in usual or value != usual[part.field] or key in _differs(kind).always:
            row[key] = part.form.write(round, value)
    if act.need and read_act(round, row) != act:
        row["need"] = act.need
    return row


# Which open need an act answers, from what its row says; and what its row says of it.


def _open(round: Round, kind: type, suits: Callable[[Any], bool] = lambda need: True) -> str:
    """The id of the open need that an act of this kind answers; empty if there is none, for the gate to say why."""
    return next((need.id for need in round.needs if isinstance(need, kind) and suits(need)), "")


def _cut_need(round: Round) -> CutNeed | None:
    return next((need for need in round.needs if isinstance(need, CutNeed)), None)


def find_decision(round: Round, row: Row) -> str:
    """The decision that a player is asked for, preferring one that has the option named.

    Where the player is asked for nothing, one that another player of the area is asked for: the gate says whose it is.
    """
    asked = [n for n in round.needs if isinstance(n, DecisionNeed) and _is_at(round, n, row)]
    mine = [n for n in asked if n.patron == row.get("player")]
    fits = [n for n in mine if _offers(n, row)]
    wagers = [w for w in round.wagers if w.patron == row.get("player") and w.area == row.get("area", w.area)]
    area, option = row.get("area", wagers[0].area if wagers else 0), str(row.get("option", ""))
    theirs = [n for n in asked if n.area == area and not n.optional and _offers(n, row)]
    is_known = option in OFFERED_BY and round.game.rules.applies(OFFERED_BY[option])
    if option in _ALONE and not (fits or theirs) and (is_known or not mine):
        return f"{option}-{wagers[0].id if wagers and option != 'concede' else area}"
    return (*fits, *mine, *theirs)[0].id if (*fits, *mine, *theirs) else f"decide-{area}"


_ALONE = ("insure", "surrender", "concede")
"""Options that are offered by themselves, and not beside others: a wager each, or an area."""
OFFERED_BY: Mapping[str, Key] = {
    "insure": law.INSURANCE_OFFERED,
    "surrender": law.SURRENDER_OFFERED,
    "concede": law.CONCEDE,
    "split": law.SPLIT,
    "forfeit": law.FORFEIT,
}
"""The rule that says to whom an option is open: where it is not, the rule says why."""


def _is_at(round: Round, need: DecisionNeed, row: Row) -> bool:
    """Whether a decision is about the area, and the hand on it, that an act names."""
    if need.area != row.get("area", need.area):
        return False
    return "hand" not in row or (need.hand > 0 and place_on_area(round, need.hand) == row["hand"])


def _offers(need: DecisionNeed, row: Row) -> bool:
    return any(option.name == row.get("option") for option in need.options)


def _find_lapse(round: Round, row: Row) -> str:
    """What a player does not do: a decision that they are asked for, or else the cut."""
    found = find_decision(round, row)
    cut = _cut_need(round)
    return cut.id if round.need(found) is None and cut is not None and cut.by == row.get("player") else found


def _find_turn(round: Round, row: Row) -> str:
    """The turn of a hand: the house's by its kind, a player's by its area."""
    wanted = row.get("hand", "dealer")
    return _open(round, TurnNeed, lambda need: wanted == _says_turn(round, need.id).get("hand")) or f"turn-{wanted}"


def _find_call(round: Round, row: Row) -> str:
    """The call of these words; of none, the call that comes next."""
    says = row.get("says", "")
    usual: str = says.replace(" is ", " ").replace(" ", "-")
    return _open(round, CallNeed, lambda need: not says or need.says == says) or usual


_FINDS: Mapping[type, Callable[[Round, Row], str]] = {
    **dict.fromkeys((Place, Sit, TakeBack), lambda round, _: _open(round, WagersNeed) or "wagers"),
    Shuffle: lambda round, _: _open(round, ShuffleNeed),
    Cut: lambda round, _: _open(round, CutNeed),
    Call: _find_call,
    **dict.fromkeys((Deal, CuttingCard), lambda round, _: _open(round, CardsNeed)),
    Turn: _find_turn,
    Decide: find_decision,
    Lapse: _find_lapse,
    Rule: lambda round, _: _open(round, RulingNeed),
}


def _says_call(round: Round, need: str) -> Written:
    asked = round.need(need)
    return {"says": asked.says} if isinstance(asked, CallNeed) else {}


def _says_turn(round: Round, need: str) -> Written:
    asked = round.need(need)
    if not isinstance(asked, TurnNeed) or asked.hand < 0:
        return {}
    hand = round.hands[asked.hand]
    return {"hand": hand.kind if hand.area == HOUSE_AREA else hand.area}


def _says_decision(round: Round, need: str) -> Written:
    """The area of a decision where its player has several, and the hand where the area has several."""
    asked = round.need(need)
    if not isinstance(asked, DecisionNeed):
        return {}
    areas = {w.area for w in round.wagers if w.patron == asked.patron and w.stake.pieces}
    row: Written = {"area": asked.area} if len(areas) > 1 else {}
    if asked.hand > 0 and hands_on(round, asked.area) > 1:
        row |= {"area": asked.area, "hand": place_on_area(round, asked.hand)}
    return row


def _says_lapse(round: Round, need: str) -> Written:
    asked = round.need(need)
    player = asked.by if isinstance(asked, CutNeed) else asked.patron if isinstance(asked, DecisionNeed) else ""
    return {"player": player} | _says_decision(round, need)


_SAYS: Mapping[type, Callable[[Round, str], Written]] = {
    Call: _says_call,
    Turn: _says_turn,
    Decide: _says_decision,
    Lapse: _says_lapse,
}


def place_on_area(round: Round, hand: int) -> int:
    """Which of the hands of its area a hand is, counted from 1 in the order in which they are played."""
    area = round.hands[hand].area
    return 1 + sum(each.area == area and each.id < hand for each in round.hands)


def hands_on(round: Round, area: int) -> int:
    """How many hands an area has."""
    return sum(hand.area == area for hand in round.hands)
