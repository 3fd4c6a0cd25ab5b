"""Acts as a record writes them. A record need not name needs: the act finds the one it answers."""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.cards import Card, parse_cards, show
from pitboss.money import EMPTY, Piece, Stake, dollars, parse_dollars
from pitboss.play import Round
from pitboss.play.acts import (
    Act,
    Call,
    Cut,
    CuttingCard,
    Deal,
    Decide,
    Find,
    Lapse,
    Place,
    Rule,
    Shuffle,
    Sit,
    TakeBack,
    Turn,
    Void,
)
from pitboss.play.hand import Hand
from pitboss.play.needs import (
    CallNeed,
    CardsNeed,
    CutNeed,
    DecisionNeed,
    Need,
    RulingNeed,
    ShuffleNeed,
    TurnNeed,
    WagersNeed,
)
from pitboss.report.shape import shown
from pitboss.report.sign import AN_AMOUNT

Row = Mapping[str, Any]

_ANY = ("does", "refused", "need")
FIELDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "place": (("player", "area", "spot"), ("stake", "unnoticed", "face-down", "approved-by", "line")),
    "take-back": (("player", "area", "spot"), ()),
    "sit": (("player", "area"), ()),
    "shuffle": ((), ("commitment", "chosen")),
    "cut": ((), ("by", "at")),
    "call": ((), ("says",)),
    "deal": (("cards",), ()),
    "cutting-card": ((), ()),
    "turn": ((), ("hand", "cards", "stake")),
    "decide": (("player", "option"), ("area", "stake", "unnoticed")),
    "lapse": (("player",), ("area", "reason")),
    "rule": (("rank", "option"), ("reason", "by")),
    "find": (("player", "spot"), ("area",)),
    "void": (("rank", "ground"), ("by", "players", "forfeit")),
}
"""What each kind of act must say, and what it may say besides."""


class FieldError(ValueError):
    """A field of an act that is missing, too many or not to be read."""

    def __init__(self, field: str, words: str) -> None:
        super().__init__(words)
        self.field = field


def read_stake(written: object) -> Stake:
    """Read a stake: dollars of chips, or a table such as `{ chips = 20, tokens = 5 }`."""
    if isinstance(written, Mapping):
        kinds = sorted(written, key=lambda kind: kind == "chips")  # of things placed together, chips lie on top
        return Stake(tuple(Piece(kind, _cents(written[kind])) for kind in kinds))
    cents = _cents(written)
    return Stake.of(cents) if cents else EMPTY


def _cents(written: object) -> int:
    try:
        return parse_dollars(written)
    except ValueError:
        raise FieldError("stake", f"{shown(written)} is not {AN_AMOUNT}") from None


def read_cards(written: str) -> tuple[Card, ...]:
    """Read the cards of a hand or of a deal."""
    try:
        return parse_cards(written)
    except ValueError as error:
        raise FieldError("cards", str(error)) from None


def write_stake(stake: Stake) -> object:
    """Write a stake the short way where it is chips alone."""
    if all(kind == "chips" for kind, _ in stake.pieces):
        return write_dollars(stake.cents)
    totals: dict[str, int] = {}
    for kind, cents in stake.pieces:
        totals[kind] = totals.get(kind, 0) + cents
    return {kind: write_dollars(cents) for kind, cents in totals.items()}


def write_dollars(cents: int) -> int | str:
    """An amount as a record writes it: a whole number of dollars, or text where there are cents."""
    return cents // 100 if cents % 100 == 0 else dollars(cents).replace("$", "").replace(",", "")


def _open_need(round: Round, kind: type, suits: Callable[[Any], bool] = lambda need: True) -> str:
    """The id of the open need that an act of this kind answers; empty if there is none, for the gate to say why."""
    return next((need[0] for need in round.needs if isinstance(need, kind) and suits(need)), "")


def _decision(round: Round, row: Row) -> str:
    """The decision that a player is asked for, preferring one that has the option named."""
    mine = [n for n in round.needs if isinstance(n, DecisionNeed) and n.patron == row.get("player")]
    mine = [n for n in mine if n.area == row.get("area", n.area)]
    fits = [n for n in mine if any(o.name == row.get("option") for o in n.options)]
    if fits or mine:
        return (fits or mine)[0].id
    area = next((w.area for w in round.wagers if w.patron == row.get("player")), 0)
    return f"{'concede' if row.get('option') == 'concede' else 'decide'}-{area}"


def _hand(round: Round, row: Row) -> str:
    """The turn of a hand: the house's by its kind, a player's by its area."""
    wanted = row.get("hand", "dealer")
    return (
        _open_need(round, TurnNeed, lambda need: need.hand >= 0 and wanted in _names_of(round.hands[need.hand]))
        or f"turn-{wanted}"
    )


def _names_of(hand: Hand) -> tuple[str | int, ...]:
    """What a record may call a hand."""
    return (hand.area,) if hand.area else (hand.kind,)


def _call(round: Round, row: Row) -> str:
    says = row.get("says", "")
    return _open_need(round, CallNeed, lambda n: not says or n.says == says) or says.replace(" ", "-")


_READ: dict[str, Callable[[Round, Row, str], Act]] = {
    "place": lambda round, row, need: Place(
        need or _open_need(round, WagersNeed) or "wagers",
        row["player"],
        row["area"],
        row["spot"],
        read_stake(row.get("stake", 0)),
        row.get("unnoticed", False),
        row.get("face-down", False),
        row.get("approved-by", ""),
        row.get("line", 0),
    ),
    "sit": lambda round, row, need: Sit(need or _open_need(round, WagersNeed) or "wagers", row["player"], row["area"]),
    "take-back": lambda round, row, need: TakeBack(
        need or _open_need(round, WagersNeed) or "wagers", row["player"], row["area"], row["spot"]
    ),
    "shuffle": lambda round, row, need: Shuffle(
        need or _open_need(round, ShuffleNeed), row.get("commitment", ""), row.get("chosen", False)
    ),
    "cut": lambda round, row, need: Cut(need or _open_need(round, CutNeed), row.get("by", "dealer"), row.get("at", 1)),
    "call": lambda round, row, need: Call(need or _call(round, row)),
    "deal": lambda round, row, need: Deal(need or _open_need(round, CardsNeed), read_cards(row["cards"])),
    "cutting-card": lambda round, row, need: CuttingCard(need or _open_need(round, CardsNeed)),
    "turn": lambda round, row, need: Turn(
        need or _hand(round, row), read_cards(row.get("cards", "")), read_stake(row.get("stake", 0))
    ),
    "decide": lambda round, row, need: Decide(
        need or _decision(round, row),
        row["player"],
        row["option"],
        read_stake(row.get("stake", 0)),
        row.get("unnoticed", False),
    ),
    "lapse": lambda round, row, need: Lapse(need or _decision(round, row), row.get("reason", "absent")),
    "rule": lambda round, row, need: Rule(
        need or _open_need(round, RulingNeed), row["rank"], row["option"], row.get("reason", ""), row.get("by", "")
    ),
    "find": lambda round, row, need: Find(_wager(round, row)),
    "void": lambda round, row, need: Void(
        row["rank"], row["ground"], row.get("by", ""), tuple(row.get("players", ())), tuple(row.get("forfeit", ()))
    ),
}


def _wager(round: Round, row: Row) -> int:
    """The number of a player's wager on a spot, the last of them."""
    mine = [w for w in round.wagers if w.patron == row["player"] and w.spot == row["spot"]]
    mine = [w for w in mine if w.area == row.get("area", w.area)]
    if not mine:
        raise FieldError("spot", f"{row['player']} has no wager on {shown(row['spot'])} to be found")
    return mine[-1].id


def read_act(round: Round, row: Row) -> Act:
    """The act that a row of a record stands for, at the point where the round is now."""
    does = row["does"]
    required, optional = FIELDS[does]
    for field in required:
        if field not in row and not (does == "lapse" and "need" in row):
            raise FieldError("does", f"to {does} needs {field}, which is missing")
    for field in row:
        if field not in (*_ANY, *required, *optional):
            raise FieldError(
                field, f"to {does} has no {field}: it has {', '.join((*required, *optional)) or 'nothing'}"
            )
    return _READ[does](round, row, row.get("need", ""))


def write_act(round: Round, act: Act) -> dict[str, object]:
    """The row of a record for an act, naming the need by its id only where the act could not find it."""
    row = _row(round, act)
    if act.need and read_act(round, row) != act:
        row["need"] = act.need
    return row


def _row(round: Round, act: Act) -> dict[str, object]:  # noqa: C901, PLR0912  one case an act
    match act:
        case Place(_, patron, area, spot, stake, unnoticed, face_down, approved_by, line):
            row = {"does": "place", "player": patron, "area": area, "spot": spot, "stake": write_stake(stake)}
            return row | _true(unnoticed=unnoticed, line=line, **{"face-down": face_down, "approved-by": approved_by})
        case Sit(_, patron, area):
            return {"does": "sit", "player": patron, "area": area}
        case TakeBack(_, patron, area, spot):
            return {"does": "take-back", "player": patron, "area": area, "spot": spot}
        case Shuffle(_, commitment, chosen):
            return {"does": "shuffle"} | _true(commitment=commitment, chosen=chosen)
        case Cut(_, by, at):
            return {"does": "cut", "by": by, "at": at}
        case Call(need):
            return {"does": "call", "says": next(n.says for n in round.needs if n[0] == need)}  # type: ignore[union-attr]
        case Deal(_, cards):
            return {"does": "deal", "cards": show(cards)}
        case CuttingCard():
            return {"does": "cutting-card"}
        case Turn(need, cards, stake):
            return (
                {"does": "turn"}
                | _turned(round, need)
                | _true(cards=show(cards), stake=stake.pieces and write_stake(stake))
            )
        case Decide(_, patron, option, stake, unnoticed):
            row = {"does": "decide", "player": patron, "option": option}
            return row | _true(stake=stake.pieces and write_stake(stake), unnoticed=unnoticed)
        case Lapse(need, reason):
            asked = round.need(need)
            player = asked.patron if isinstance(asked, DecisionNeed) else ""
            return {"does": "lapse", "player": player, "reason": reason}
        case Rule(_, rank, option, reason, by):
            return {"does": "rule", "rank": rank, "option": option} | _true(reason=reason, by=by)
        case Find(number):
            wager = round.wagers[number]
            return {"does": "find", "player": wager.patron, "spot": wager.spot}
        case Void(rank, ground, by, patrons, forfeit):
            row = {"does": "void", "rank": rank, "ground": ground}
            return row | _true(by=by, players=list(patrons), forfeit=list(forfeit))


def _turned(round: Round, need: str) -> dict[str, object]:
    asked: Need | None = round.need(need)
    if not isinstance(asked, TurnNeed) or asked.hand < 0:
        return {}
    return {"hand": _names_of(round.hands[asked.hand])[0]}


def _true(**fields: object) -> dict[str, object]:
    """The fields that say something."""
    return {name: value for name, value in fields.items() if value}
