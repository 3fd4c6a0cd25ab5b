"""The book of Pontoon, compiled for a table: decks, cuts, totals, odds and the switches of its readings."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, get_type_hints

from pitboss import law
from pitboss.cards.card import RANKS
from pitboss.money import ToOne
from pitboss.value import Value

_SEVENTH = 7


class PontoonFigures(Value):
    """What the edition says of Pontoon in figures."""

    decks: tuple[int, ...]
    areas: int
    bettors: int
    devices: Mapping[str, bool]
    cut_margin: int
    most_behind: Fraction
    hard_stand: int
    soft_stand: int
    insured_ranks: frozenset[int]
    insured_share: Fraction
    insurance_odds: ToOne
    surrender_ranks: frozenset[int]
    hands: int
    pairs: int
    odds: Mapping[str, ToOne]
    pair_odds: Mapping[str, ToOne]
    tiers: tuple[tuple[int, int], ...]
    others_cents: int


class SwitchPosition(Value):
    """A choice that a table may take of a reading."""

    switch: str
    choice: law.Choice = True


class Switches(Value):
    """Whether a table takes each reading of the edition that changes how a hand goes."""

    bust_plus_one: Annotated[bool, SwitchPosition("splitBustPolicy", "bust-plus-one")]
    forfeit_plus_one: Annotated[bool, SwitchPosition("splitForfeitPolicy", "forfeit-plus-one")]
    paid_plus_one: Annotated[bool, SwitchPosition("splitPaidPolicy", "takes-one")]
    doubled_21_wins: Annotated[bool, SwitchPosition("doubledTwentyOneBeatsPontoon")]
    drawn_ace_high: Annotated[bool, SwitchPosition("drawnAceOnDouble", "eleven")]
    bonus_by_area: Annotated[bool, SwitchPosition("superBonusOthers", "once-per-area")]
    late_bonus_alone: Annotated[bool, SwitchPosition("lateSuperBonusPays", "table-2")]
    insured_may_surrender: Annotated[bool, SwitchPosition("insuredMaySurrender")]
    plays_out_surrender: Annotated[bool, SwitchPosition("dealerPlaysOutSurrender")]
    insurance_outlives: Annotated[bool, SwitchPosition("insuranceOutlivesHand")]
    shares_as_stacked: Annotated[bool, SwitchPosition("boxShareOrder", "as-stacked")]
    all_surrender: Annotated[bool, SwitchPosition("unsurrenderedShare", "surrendered")]
    half_rounds_down: Annotated[bool, SwitchPosition("surrenderReturnRounding", "down")]
    aces_may_double: Annotated[bool, SwitchPosition("splitAcesMayDouble")]
    burns_each_round: Annotated[bool, SwitchPosition("burnEach", "round")]
    marker_start: Annotated[bool, SwitchPosition("markerStartPrevails")]
    overdraw_is_cut: Annotated[bool, SwitchPosition("undisclosedOverdraw", "cut")]
    all_may_pass: Annotated[bool, SwitchPosition("passedRound", "no-cards")]


_POSITIONS: Mapping[str, SwitchPosition] = {
    field: hint.__metadata__[0]
    for field, hint in get_type_hints(Switches, include_extras=True).items()
    if field in Switches._fields
}
SWITCHES = frozenset(
    {
        "invalidLosersStand",
        "voidReturnsBusts",
        "voidReversesInterim",
        "winningTokenKept",
        "playOffDecides",
        "earlyFinishGrounds",
        "disqualifiedKeepValue",
        "noWager",
        *(each.switch for each in _POSITIONS.values()),
    }
)
"""The readings that Pontoon can take the other way; the first four are of what is void and of how a table pays, the
others of a tournament around the table."""


def compile_switches(rules: law.Rules) -> Switches:
    """The readings that this table takes."""
    return Switches(**{field: rules.reading(each.switch) == each.choice for field, each in _POSITIONS.items()})


def compile_figures(rules: law.Rules) -> PontoonFigures:
    """Read the figures of the game out of its book."""
    data = rules.game.data
    odds: dict[str, dict[str, ToOne]] = {}
    for row in data["pay"]:
        odds.setdefault(row["wager"], {})[row["line"]] = ToOne.parse(row["odds"])
    split, bonus = data["split"], data["super-bonus"]
    return PontoonFigures(
        decks=tuple(data["deck"]["decks"]),
        areas=data["areas"]["most"],
        bettors=data["areas"]["bettors"],
        devices={device: row["cut"] for device, row in data["deal"].items()},
        cut_margin=data["cut"]["margin"],
        most_behind=_share(data["cut"]["most_behind"]),
        hard_stand=data["dealer-stands"]["hard"],
        soft_stand=data["dealer-stands"]["soft"],
        insured_ranks=_ranks(data["insurance"]),
        insured_share=_share(data["insurance"]["most"]),
        insurance_odds=ToOne.parse(data["insurance"]["odds"]),
        surrender_ranks=_ranks(data["surrender"]),
        hands=split["hands_where_permitted"] if rules.applies(law.SPLIT_AGAIN) else split["hands"],
        pairs=data["perfect-pairs"]["most"],
        odds=odds["wager"],
        pair_odds=odds["perfect-pairs"],
        tiers=tuple((tier["from_cents"], tier["cents"]) for tier in bonus["tiers"]),
        others_cents=bonus["others_cents"],
    )


def _share(text: str) -> Fraction:
    top, _, bottom = text.partition(":")
    return Fraction(int(top), int(bottom))


def _ranks(row: Mapping[str, Any]) -> frozenset[int]:
    return frozenset(RANKS.index(rank) for rank in row["up"])


class Line(Value):
    """A line of Table 1: its name, what it pays, and why."""

    name: str
    odds: ToOne
    because: law.Because


_BY_COUNT = {5: "five-card-21", 6: "six-card-21"}


def lines_of(figures: PontoonFigures) -> dict[str, Line]:
    """The lines of Table 1, each with the rules it is paid by."""
    because: law.Because = (law.TWENTY_ONE_PAID, law.TABLE_1)
    lines = {name: Line(name, odds, because) for name, odds in figures.odds.items()}
    lines["pontoon"] = Line("pontoon", figures.odds["pontoon"], (law.PONTOON_PAID, law.TABLE_1))
    return lines


_SIX, _SEVEN, _EIGHT = (RANKS.index(rank) for rank in "678")
_SPADES = 3


def line_name(cards: tuple[int, ...]) -> str:
    """The line of Table 1 that a total of 21 is paid by, the hand not having been doubled."""
    count = len(cards)
    if count >= _SEVENTH:
        return "seven-card-21"
    if count in _BY_COUNT:
        return _BY_COUNT[count]
    if count == 3:
        ranks = sorted(card >> 2 for card in cards)
        if ranks in ([_SIX, _SEVEN, _EIGHT], [_SEVEN] * 3):
            kind = "7-7-7" if ranks[0] == _SEVEN else "6-7-8"
            suits = {card & 3 for card in cards}
            return f"{kind}-{'mixed' if len(suits) > 1 else 'spades' if suits == {_SPADES} else 'suited'}"
    return "win"


def is_super(cards: tuple[int, ...], dealer: int) -> bool:
    """Say whether cards are three sevens of one suit against a dealer's first card that is a seven too."""
    return (
        len(cards) == 3
        and len({card & 3 for card in cards}) == 1
        and all(card >> 2 == _SEVEN for card in cards)
        and dealer >> 2 == _SEVEN
    )
