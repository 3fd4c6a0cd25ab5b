"""Acts as rows of a record, and back.

The fields of an act give the keys of its row, their shape and how they are written; in what a row differs from its act
stands in one table. A row need not name the need that it answers: the act finds it by what the row says.
"""

import re
import typing
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from pitboss import law, messages, money
from pitboss.cards.card import NAMES, RANKS, Card, parse_card, show
from pitboss.play import Round, acts, irregularity, needs, powers
from pitboss.play.wager import HOUSE_AREA
from pitboss.report.lines import show_value
from pitboss.report.settlements import count_hands, people, place_on_area
from pitboss.value import Value, log_name

Row = Mapping[str, Any]
WriteResult = dict[str, object]

AN_AMOUNT = messages.message("an amount in dollars and whole cents")


class FieldError(ValueError):
    """A key of a row that is missing, surplus or unreadable."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(words)
        self.field = field


# Values.


class RankAlone(Card):
    """A card of which the record has the rank alone. Its number is past those of the cards."""

    def __new__(cls, rank: int) -> "RankAlone":
        return super().__new__(cls, len(NAMES) + rank)

    @property
    def rank(self) -> int:
        """0 for a two up to 12 for an ace."""
        return self - len(NAMES)

    def __str__(self) -> str:
        return RANKS[self.rank]

    __repr__ = __str__


def parse_written(text: str) -> tuple[Card, ...]:
    """Read cards parted by spaces or commas; a rank may stand alone."""
    ranks = {"10": "T"} | {rank: rank for rank in RANKS}
    return tuple(
        RankAlone(RANKS.index(ranks[word.upper()])) if word.upper() in ranks else parse_card(word)
        for word in text.replace(",", " ").split()
    )


def show_written(cards: Iterable[Card]) -> str:
    """Cards as a record has them, ranks that stand alone among them."""
    return " ".join(map(str, cards))


def read_stake(written: object) -> money.Stake:
    """Read a stake: dollars of chips, or a table such as `{ chips = 20, tokens = 5 }`."""
    if isinstance(written, Mapping):
        kinds = sorted(written, key=lambda kind: kind == "chips")  # of things placed together, chips lie on top
        return money.Stake(tuple(money.Piece(kind, _cents(written[kind])) for kind in kinds))
    return money.Stake.of(_cents(written))


def _cents(written: object) -> int:
    try:
        return money.parse_dollars(written)
    except ValueError:
        raise ValueError(
            messages.say("{written} is not {amount}", written=show_value(written), amount=messages.translate(AN_AMOUNT))
        ) from None


def write_stake(stake: money.Stake) -> object:
    """Write a stake the short way where it is chips alone."""
    if all(piece.kind == "chips" for piece in stake.pieces):
        return write_dollars(stake.cents)
    totals: dict[str, int] = {}
    for piece in stake.pieces:
        totals[piece.kind] = totals.get(piece.kind, 0) + piece.cents
    return {kind: write_dollars(cents) for kind, cents in totals.items()}


def write_dollars(cents: int) -> int | str:
    """An amount as a record writes it: a whole number of dollars, or text where there are cents."""
    return cents // 100 if cents % 100 == 0 else money.dollars(cents).replace("$", "").replace(",", "")


_SAME = {"hit": "draw"}
"""Options that people also call by another name."""


def read_option(written: str) -> str:
    """Read an option, in any case."""
    return _SAME.get(written.lower(), written.lower())


# Wagers, by where they lie.


def _place_of(round: Round, number: int) -> WriteResult:
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
        raise FieldError("spot", messages.say("{who} has no wager on {spot}", who=who, spot=show_value(row["spot"])))
    return [number for number in meant if round.wagers[number].left.pieces] or meant


def _find_unsaid(round: Round, meant: list[int]) -> str:
    """What is to be said to tell wagers apart; empty where they lie in one place."""
    places = [_place_of(round, number) for number in meant]
    return next((key for key in places[0] if any(place[key] != places[0][key] for place in places)), "")


def _read_wager(round: Round, row: Row) -> int:
    """The number of the one wager that a table such as `{ area = 2, spot = "ante" }` names."""
    meant = _wagers_meant(round, row)
    if key := _find_unsaid(round, meant):
        words = "there are several wagers on {spot}: say the {key} of the one that is meant"
        raise FieldError("spot", messages.say(words, spot=show_value(row["spot"]), key=key))
    return meant[-1]


def _name_wager(round: Round, number: int, *keys: str) -> WriteResult:
    """A wager by where it lies: by these keys, and by more of them where that is not enough."""
    whole = _place_of(round, number)
    named = {*keys}
    while True:
        row = {key: whole[key] for key in whole if key in named}
        key = _find_unsaid(round, _wagers_meant(round, row))
        if not key:
            return row
        named.add(key)


# Hands, by whose they are.


def _read_hand(round: Round, written: int | str | Row) -> int:
    """The hand that is meant by `"dealer"`, `"community"`, an area, a player, or `{ area = 3, hand = 2 }` of an area
    that was split."""
    if isinstance(written, str) and written in round.game.house:
        meant = [hand.id for hand in round.hands if hand.area == HOUSE_AREA and hand.kind == written]
    elif isinstance(written, Mapping):
        there = [hand.id for hand in round.hands if hand.area == written["area"] != HOUSE_AREA]
        meant = [hand for hand in there if place_on_area(round, hand) == written["hand"]]
    else:
        areas = [hand.area for hand in round.hands if hand.area != HOUSE_AREA]
        mine = [area for area in areas if written == area or written in people(round, area)]
        meant = [hand.id for hand in round.hands if hand.area in mine]
    if len(meant) > 1:
        words = "there are several hands of {written}: say {{ area = 3, hand = 2 }}"
        raise FieldError("hand", messages.say(words, written=show_value(written)))
    if not meant:
        words = messages.say(
            "there is no hand of {written}: say {hint}",
            written=show_value(written),
            hint=messages.translate(_HAND_SAID),
        )
        raise FieldError("hand", words)
    return meant[0]


_HAND_SAID = messages.message('"dealer", "community", an area, or a player')


def _write_hand(round: Round, number: int) -> object:
    hand = round.hands[number]
    if hand.area == HOUSE_AREA:
        return hand.kind
    return {"area": hand.area, "hand": place_on_area(round, number)} if count_hands(round, hand.area) > 1 else hand.area


# How each type of a field stands in a row.


class RowShape(Value):
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


def _write_wagers(round: Round, numbers: tuple[int, ...]) -> list[object]:
    rows = [_name_wager(round, number, "player", "area", "spot") for number in numbers]
    return [
        row if _wagers_meant(round, row)[-1] == number else number for row, number in zip(rows, numbers, strict=True)
    ]


def _read_keeps(round: Round, row: Row, written: list[Any]) -> tuple[powers.Keep, ...]:
    def number(each: Row) -> int:
        if "wager" not in each and "spot" not in each:
            raise FieldError("keeps", messages.say("say the spot of each wager that keeps something"))
        named = {"player": row["player"]} | {key: each[key] for key in each if key != "keeps"}
        return each["wager"] if "wager" in each else _read_wager(round, named)

    return tuple(powers.Keep(number(each), _cents(each["keeps"])) for each in written)


def _write_keeps(round: Round, keeps: tuple[powers.Keep, ...]) -> list[object]:
    named = [
        row if isinstance(row, dict) else {"wager": row}
        for row in _write_wagers(round, tuple(keep.wager for keep in keeps))
    ]
    return [
        {key: row[key] for key in row if key != "player"} | {"keeps": write_dollars(keep.cents)}
        for row, keep in zip(named, keeps, strict=True)
    ]


_FORMS: Mapping[Any, RowShape] = {
    str: RowShape({"type": "string"}),
    int: RowShape({"type": "integer"}),
    bool: RowShape({"type": "boolean"}),
    money.Stake: RowShape(
        {"$ref": "#/$defs/stake"}, lambda _, __, written: read_stake(written), lambda _, to: write_stake(to)
    ),
    tuple[Card, ...]: RowShape(
        {"$ref": "#/$defs/cards"}, lambda _, __, written: parse_written(written), lambda _, cards: show(cards)
    ),
    tuple[str, ...]: RowShape(
        {"type": "array", "items": _NAME}, lambda _, __, written: tuple(written), lambda _, names: list(names)
    ),
    tuple[int, ...]: RowShape(
        {"type": "array", "items": {**_WAGERS, "properties": _WAGER}},
        lambda round, _, rows: tuple(row if isinstance(row, int) else _read_wager(round, row) for row in rows),
        _write_wagers,
    ),
    tuple[powers.Keep, ...]: RowShape(
        {
            "type": "array",
            "minItems": 1,
            "items": {**_KEEPS, "properties": {"wager": _NUMBER, "keeps": _DOLLARS, **_WAGER}},
        },
        _read_keeps,
        _write_keeps,
    ),
}
"""How the values of each type are written; several numbers are those of wagers."""
_HAND: Mapping[str, Any] = {
    "description": f"{_HAND_SAID}; of split hands a table such as {{ area = 3, hand = 2 }}",
    "type": ["integer", "string", "object"],
    "required": ["area", "hand"],
    "additionalProperties": False,
    "properties": {"area": _NUMBER, "hand": _NUMBER},
}


def _read_places(_: Round, __: Row, written: int | list[int]) -> tuple[int, ...]:
    """Which cards of a hand, counted from 1: one, or several."""
    return tuple(place - 1 for place in ([written] if isinstance(written, int) else written))


def _read_named(_: Round, __: Row, written: str) -> tuple[Card, ...]:
    """Cards of which each is named in full, or not at all."""
    cards = parse_written(written)
    if alone := [card for card in cards if isinstance(card, RankAlone)]:
        words = "{card} has no suit: write it out, or ?? for a card that was not seen"
        raise ValueError(messages.say(words, card=alone[0]))
    return cards


_CARDS = RowShape({"$ref": "#/$defs/cards"}, _read_named, lambda _, cards: show(cards))
_OWN_FORMS: Mapping[type, Mapping[str, RowShape]] = {
    irregularity.Irregularity: {
        "hand": RowShape(_HAND, lambda round, _, written: _read_hand(round, written), _write_hand),
        "places": RowShape(
            {"type": ["integer", "array"], "minimum": 1, "items": {"type": "integer", "minimum": 1}, "minItems": 1},
            _read_places,
            lambda _, places: places[0] + 1 if len(places) == 1 else [place + 1 for place in places],
        ),
        "cards": _CARDS,
        "extra": _CARDS,
        "laid": RowShape(
            {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["hand", "cards"],
                    "additionalProperties": False,
                    "properties": {"hand": _HAND, "cards": {"$ref": "#/$defs/cards"}},
                },
            },
            lambda round, row, written: tuple(
                irregularity.IntendedHand(_read_hand(round, each["hand"]), _read_named(round, row, each["cards"]))
                for each in written
            ),
            lambda round, laid: [{"hand": _write_hand(round, each.hand), "cards": show(each.cards)} for each in laid],
        ),
    }
}
"""How a field is written that is not written as others of its type are."""


# In what rows differ from their acts.


class RowException(Value):
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


_DIFFERS: Mapping[type, RowException] = {
    acts.Place: RowException(usual=lambda _, __: {"stake": money.EMPTY}, optional=("stake",)),
    acts.Cut: RowException(usual=_usual_cut, always=("by", "at")),
    acts.Call: RowException(seeks=("says",)),
    acts.Turn: RowException(seeks=("hand",)),
    acts.Decide: RowException(seeks=("area", "hand")),
    acts.Lapse: RowException(seeks=("player", "area", "hand"), must=("player",), always=("reason",)),
    powers.Find: RowException(
        seeks=("player", "area", "spot", "hand"),
        must=("player", "spot"),
        usual=lambda round, row: {"wager": _wagers_meant(round, row)[-1]},
    ),
}
_KEYS = {"patron": "player", "patrons": "players", "places": "card"}
"""What a record calls a field otherwise than its act does; else a hyphen stands where a field has an underscore."""
_SHAPES: Mapping[str, Mapping[str, Any]] = {
    "player": _NAME,
    "line": {"type": "integer", "minimum": 1},
    "hand": _HAND,
    **{key: _WAGER[key] for key in ("area", "spot")},
    "says": {"type": "string"},
}
"""The shape of a key where its type does not give it."""
KINDS: Mapping[str, type[acts.Act]] = {
    re.sub(r"(?<=[a-z])(?=[A-Z])", "-", log_name(kind)).lower(): kind for kind in acts.ACTS
}
"""The kinds of acts by what a row says that it does."""
_DOES = {kind: does for does, kind in KINDS.items()}
IRREGULARITY = _DOES[irregularity.Irregularity]
"""The kind of act that has tables of its own in a record."""
MOMENT = ("after", "before")
"""The keys that say when an act comes that stands beside players."""
_ANY = ("does", "refused", "need", *MOMENT)
"""The keys of any row."""


class RowKey(Value):
    """One key of the rows of a kind of act: the field it stands for, or none where it seeks something."""

    field: str
    form: RowShape
    required: bool


@cache
def parts_of(does: str) -> Mapping[str, RowKey]:
    """The keys that a kind of act has in a record, in order, from the fields of the act."""
    kind = KINDS[does]
    differs, hints = _differs(kind), typing.get_type_hints(kind)
    fields: tuple[str, ...] = tuple(field for field in kind._fields if field not in ("need", "wager"))
    optional = {*kind._field_defaults, *differs.optional}
    parts = {
        _KEYS.get(field, field.replace("_", "-")): RowKey(
            field, _OWN_FORMS.get(kind, {}).get(field) or _FORMS[hints[field]], field not in optional
        )
        for field in fields
    }
    sought = {key: RowKey("", RowShape(_SHAPES[key]), key in differs.must) for key in differs.seeks}
    player = {key: parts.pop(key) for key in ("player",) if key in parts and sought}
    return player | sought | parts


def _differs(kind: type[acts.Act]) -> RowException:
    return _DIFFERS.get(kind, RowException())


@cache
def act_shape() -> Mapping[str, Any]:
    """The JSON Schema of a row; which keys a kind of act has is said when it is read."""
    keys: dict[str, Any] = {"does": {"enum": list(KINDS)}, "refused": {"type": "boolean"}, "need": {"type": "string"}}
    keys |= {key: {"type": "string"} for key in MOMENT}
    for does in KINDS:
        keys |= {key: _SHAPES.get(key, part.form.shape) for key, part in parts_of(does).items()}
    return {"type": "object", "required": ["does"], "additionalProperties": False, "properties": keys}


@cache
def irregularity_shape() -> Mapping[str, Any]:
    """The JSON Schema of a row of what went wrong, which need not say what it does."""
    keys = {key: act_shape()["properties"][key] for key in ("refused", *MOMENT, *parts_of(IRREGULARITY))}
    return {"type": "object", "required": ["fact"], "additionalProperties": False, "properties": keys}


def read_act(round: Round, row: Row) -> acts.Act:
    """The act that a row of a record stands for, at the point where the round is now."""
    does = row["does"]
    kind, parts = KINDS[does], parts_of(does)
    for key, part in parts.items():
        if part.required and key not in row and not (kind is acts.Lapse and "need" in row):
            raise FieldError("does", messages.say("to {does} needs {key}, which is missing", does=does, key=key))
    for key in row:
        if key not in (*_ANY, *parts):
            words = "to {does} has no {key}: it has {known}"
            raise FieldError(key, messages.say(words, does=does, key=key, known=", ".join(parts) or "nothing"))
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
    if kind.answers is not object:
        fields["need"] = row.get("need", "") or _find_need(round, kind, row)
    act: acts.Act = kind(**fields)
    return act


def write_act(round: Round, act: acts.Act) -> WriteResult:
    """The row of a record for an act, naming the need by its id only where the act could not find it."""
    kind = type(act)
    row: WriteResult = {"does": _DOES[kind]}
    if isinstance(act, powers.Find):
        sought = _name_wager(round, act.wager, "player", "spot")
    else:
        sought = _says(round, round.need(act.need))
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


def _find_need(round: Round, kind: type[acts.Act], row: Row) -> str:
    """The id of the open need that an act answers; if there is none the usual one, or none, for the gate to say why."""
    if kind in (acts.Decide, acts.Lapse):
        found = find_decision(round, row)
        cut = _cut_need(round) if kind is acts.Lapse and round.need(found) is None else None
        return cut.id if cut is not None and cut.by == row.get("player") else found
    said = {key: row[key] for key in _differs(kind).seeks if key in row and row[key] != ""}
    if kind is acts.Turn:
        said.setdefault("hand", "dealer")
    for need in round.needs:
        if isinstance(need, kind.answers) and said.items() <= _says(round, need).items():
            return need.id
    if kind is acts.Turn:
        return f"turn-{said['hand']}"
    return "wagers" if kind.answers is needs.WagersNeed else said.get("says", "").replace(" is ", " ").replace(" ", "-")


def _says(round: Round, need: needs.Need | None) -> WriteResult:
    """What a row says of the need that its act answers: a turn is that of a hand of the house by its kind, or of a
    player's by its area; of a decision the area is said where its player has several, the hand where the area has."""
    match need:
        case needs.CallNeed():
            return {"says": need.says}
        case needs.CutNeed():
            return {"player": need.by}
        case needs.TurnNeed() if need.hand >= 0:
            hand = round.hands[need.hand]
            return {"hand": hand.kind if hand.area == HOUSE_AREA else hand.area}
        case needs.DecisionNeed():
            areas = {w.area for w in round.wagers if w.patron == need.patron and w.stake.pieces}
            is_split = need.hand > 0 and count_hands(round, need.area) > 1
            row: WriteResult = {"player": need.patron} | ({"area": need.area} if len(areas) > 1 or is_split else {})
            return row | ({"hand": place_on_area(round, need.hand)} if is_split else {})
        case _:
            return {}


def _cut_need(round: Round) -> needs.CutNeed | None:
    return next((need for need in round.needs if isinstance(need, needs.CutNeed)), None)


def find_decision(round: Round, row: Row) -> str:
    """The decision that a player is asked for, preferring one that has the option named.

    Where the player is asked for nothing, one that another player of the area is asked for: the gate says whose it is.
    """
    asked = [n for n in round.needs if isinstance(n, needs.DecisionNeed) and n.area == row.get("area", n.area)]
    if "hand" in row:
        asked = [n for n in asked if n.hand > 0 and place_on_area(round, n.hand) == row["hand"]]
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
OFFERED_BY: Mapping[str, law.Key] = {
    "insure": law.INSURANCE_OFFERED,
    "surrender": law.SURRENDER_OFFERED,
    "concede": law.CONCEDE,
    "split": law.SPLIT,
    "forfeit": law.FORFEIT,
}
"""The rule that says to whom an option is open: where it is not, the rule says why."""


def _offers(need: needs.DecisionNeed, row: Row) -> bool:
    return any(option.name == row.get("option") for option in need.options)
