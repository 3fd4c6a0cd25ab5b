"""Acts as a record writes them. A record need not name needs: the act finds the one it answers."""

from collections.abc import Callable, Mapping

from pitboss.cards import Card, parse_cards
from pitboss.money import EMPTY, Piece, Stake, dollars, parse_dollars
from pitboss.play import Round
from pitboss.play.acts import (
    Act,
    Call,
    Cut,
    CutBack,
    CuttingCard,
    Deal,
    Decide,
    DirectShuffle,
    Find,
    Keep,
    Lapse,
    Place,
    Rule,
    Shuffle,
    Sit,
    TakeBack,
    Turn,
    Void,
)
from pitboss.play.needs import CardsNeed, RulingNeed, ShuffleNeed, WagersNeed
from pitboss.report.finds import Row, cut_need, find_call, find_decision, find_lapse, find_turn, open_need
from pitboss.report.shape import shown
from pitboss.report.sign import AN_AMOUNT

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
    "decide": (("player", "option"), ("area", "hand", "stake", "unnoticed")),
    "lapse": (("player",), ("area", "hand", "reason")),
    "rule": (("rank", "option"), ("reason", "by")),
    "find": (("player", "spot"), ("area",)),
    "void": (("rank", "ground"), ("by", "players", "forfeit", "refund", "wagers")),
    "cut-back": (("rank", "player", "keeps"), ("by",)),
    "direct-shuffle": (("rank", "reason"), ("by",)),
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
    if all(piece.kind == "chips" for piece in stake.pieces):
        return write_dollars(stake.cents)
    totals: dict[str, int] = {}
    for piece in stake.pieces:
        totals[piece.kind] = totals.get(piece.kind, 0) + piece.cents
    return {kind: write_dollars(cents) for kind, cents in totals.items()}


def write_dollars(cents: int) -> int | str:
    """An amount as a record writes it: a whole number of dollars, or text where there are cents."""
    return cents // 100 if cents % 100 == 0 else dollars(cents).replace("$", "").replace(",", "")


def _cut(round: Round, row: Row, need: str) -> Cut:
    """A cut; who makes it and how deep is what is asked for, unless the record says otherwise."""
    asked = cut_need(round)
    by, at = ("dealer", 1) if asked is None else (asked.by, asked.least)
    return Cut(need or (asked.id if asked is not None else ""), row.get("by", by), row.get("at", at))


_READ: dict[str, Callable[[Round, Row, str], Act]] = {
    "place": lambda round, row, need: Place(
        need or open_need(round, WagersNeed) or "wagers",
        row["player"],
        row["area"],
        row["spot"],
        read_stake(row.get("stake", 0)),
        row.get("unnoticed", False),
        row.get("face-down", False),
        row.get("approved-by", ""),
        row.get("line", 0),
    ),
    "sit": lambda round, row, need: Sit(need or open_need(round, WagersNeed) or "wagers", row["player"], row["area"]),
    "take-back": lambda round, row, need: TakeBack(
        need or open_need(round, WagersNeed) or "wagers", row["player"], row["area"], row["spot"]
    ),
    "shuffle": lambda round, row, need: Shuffle(
        need or open_need(round, ShuffleNeed), row.get("commitment", ""), row.get("chosen", False)
    ),
    "cut": _cut,
    "call": lambda round, row, need: Call(need or find_call(round, row)),
    "deal": lambda round, row, need: Deal(need or open_need(round, CardsNeed), read_cards(row["cards"])),
    "cutting-card": lambda round, row, need: CuttingCard(need or open_need(round, CardsNeed)),
    "turn": lambda round, row, need: Turn(
        need or find_turn(round, row), read_cards(row.get("cards", "")), read_stake(row.get("stake", 0))
    ),
    "decide": lambda round, row, need: Decide(
        need or find_decision(round, row),
        row["player"],
        row["option"],
        read_stake(row.get("stake", 0)),
        row.get("unnoticed", False),
    ),
    "lapse": lambda round, row, need: Lapse(need or find_lapse(round, row), row.get("reason", "absent")),
    "rule": lambda round, row, need: Rule(
        need or open_need(round, RulingNeed), row["rank"], row["option"], row.get("reason", ""), row.get("by", "")
    ),
    "find": lambda round, row, need: Find(_wager(round, row)),
    "void": lambda round, row, need: Void(
        row["rank"],
        row["ground"],
        row.get("by", ""),
        tuple(row.get("players", ())),
        tuple(row.get("forfeit", ())),
        refund=row.get("refund", False),
        wagers=tuple(row.get("wagers", ())),
    ),
    "direct-shuffle": lambda round, row, need: DirectShuffle(row["rank"], row["reason"], row.get("by", "")),
    "cut-back": lambda round, row, need: CutBack(
        row["rank"],
        row["player"],
        tuple(Keep(each["wager"], _cents(each["keeps"])) for each in row["keeps"]),
        row.get("by", ""),
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
