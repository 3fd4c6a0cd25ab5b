"""What a table is to offer, as a form and as an address: its sign, its chips, and what else the rules leave to the
house. Its exact edge is shown before the table is opened on it."""

from collections.abc import Iterable
from typing import Any

from pitboss.floor.service.commands import OpenTable
from pitboss.floor.tables.opening import grantable
from pitboss.games import ENGINES, make_game
from pitboss.games.ultimate_holdem.law import STAGES
from pitboss.lab.parameters import parse_play
from pitboss.lab.question import LabError
from pitboss.law import MAXIMUM_PAYOUT, PAID_UP_TO_CHIPS, REGULATOR_MINIMUM, TITLES
from pitboss.law.edition import Choice, ReadingEntry
from pitboss.law.rules import Rules
from pitboss.money import Chips, parse_dollars, plain_dollars
from pitboss.play.terms import Limits, Terms
from pitboss.web.pages.fields import LEAST, MOST, UNIT, Fields
from pitboss.web.pages.playing import Unclear
from pitboss.web.solves.games import game_data, rule_words, word
from pitboss.web.solves.signs import play_of

FLOOR, PLAY, GRANT, READING = "floor-", "play.", "grant-", "reading."
"""What the names of fields begin with: the regulator's minimum of a spot, multiples of a stage, a permission, a
reading."""
OFFERED = frozenset({"game", "table", "decks", "payout", "chips"})
MOST_CHIPS = 12


def offered_fields(said: Iterable[tuple[str, Any]]) -> dict[str, str]:
    """The fields that say what a table is to offer, for an address or to be sent along."""
    prefixes = (LEAST, MOST, UNIT, FLOOR, PLAY, GRANT, READING)
    return {name: str(value)[:120] for name, value in said if value and (name in OFFERED or name.startswith(prefixes))}


def opener_of(game: str) -> str:
    """The spot that buys a hand."""
    return next(iter(ENGINES[Rules.of(game).game.engine].spots))


def spots_of(game: str) -> list[str]:
    """The spots of a game that the sign may have limits for before the deal, the one that buys a hand first."""
    rules, opener = Rules.of(game), opener_of(game)
    floor = {opener: 1} if rules.applies(REGULATOR_MINIMUM) else None
    terms = Terms({opener: Limits(100, 100)}, device="shuffler", regulator_minimum_cents=floor)
    spots = make_game(rules, terms).spots.values()
    free = [spot.name for spot in spots if spot.opening and not spot.priced and spot.name != "blind"]
    return sorted(free, key=lambda name: name != opener)


def readings_of(rules: Rules) -> list[ReadingEntry]:
    """The readings that a game can be played by otherwise."""
    switches = ENGINES[rules.game.engine].switches
    return [entry for entry in rules.edition.readings.values() if entry.switch in switches]


def is_filled(fields: Fields, game: str) -> bool:
    """Say whether the form was filled in: it has the limits of the wager that buys a hand."""
    opener = opener_of(game)
    return bool(fields.text(f"{LEAST}{opener}") and fields.text(f"{MOST}{opener}"))


def read_offered(fields: Fields, table: str, game: str) -> OpenTable:
    """The opening that the form stands for, but for what its edge does not hang on; raises `Unclear`."""
    rules = Rules.of(game)
    floors = {spot: fields.cents(f"{FLOOR}{spot}") for spot in spots_of(game)}
    terms = Terms(
        fields.limits(),
        device="shuffler",
        chips=read_chips(fields),
        regulator_minimum_cents={spot: cents for spot, cents in floors.items() if cents} or None,
        maximum_payout_cents=fields.cents("payout") or None,
        multiples=_multiples(fields, rules),
        decks=fields.whole("decks"),
    )
    said = offered_fields(fields.form.multi_items())
    named = {entry.switch: entry for entry in readings_of(rules)}
    taken = {name.removeprefix(READING): text for name, text in said.items() if name.startswith(READING)}
    readings = {switch: _choice(text, named.get(switch)) for switch, text in taken.items()}
    granted = tuple(name.removeprefix(GRANT) for name in said if name.startswith(GRANT))
    return OpenTable(table, game, terms, (), readings=readings, granted=granted)


def read_chips(fields: Fields) -> Chips:
    """The chips of the table; the usual ones if the form names none."""
    written = fields.text("chips", 120).replace(",", " ").split()
    if not written:
        return Chips()
    try:
        cents = sorted({parse_dollars(part) for part in written[:MOST_CHIPS]})
    except ValueError as error:
        raise Unclear(f"The chips are written in dollars, as in 1, 2.50, 5: {error}") from None
    if cents[0] <= 0:
        raise Unclear("A chip is worth more than nothing.")
    return Chips(tuple(cents))


def _multiples(fields: Fields, rules: Rules) -> dict[str, tuple[int, ...]]:
    """Play multiples as a sign has them; none for a game without, or for the usual ones."""
    stages = [fields.text(f"{PLAY}{stage}", 20).replace(" ", "") for stage in STAGES]
    play = ",".join(stages)
    if not any(stages) or play == play_of(rules.game.name, {}):
        return {}
    try:
        return dict(zip(STAGES, parse_play(play, rules), strict=True))
    except LabError as error:
        raise Unclear(str(error)) from None


def _choice(text: str, entry: ReadingEntry | None) -> Choice:
    choices = entry.choices if entry is not None else ()
    for choice in choices:
        if word(choice) == text:
            return choice
    raise Unclear("Choose one of the readings that the form offers.")


def form_data(game: str, rank: str, fields: Fields) -> dict[str, Any]:
    """What the form shows of a game: what may be chosen, and what is chosen now."""
    rules, known = Rules.of(game), game_data(game)
    usual = play_of(game, {}).split(",")
    said = offered_fields(fields.form.multi_items())
    chips = said.get("chips") or ", ".join(map(plain_dollars, Chips().denominations))
    return {
        "said": said,
        "spots": spots_of(game),
        "has_floor": rules.applies(REGULATOR_MINIMUM),
        "has_maximum_payout": rules.applies(MAXIMUM_PAYOUT),
        "rounds_up": rules.applies(PAID_UP_TO_CHIPS),
        "stages": [
            {"stage": stage, "now": said.get(f"{PLAY}{stage}", was)}
            for stage, was in zip(known["stages"], usual, strict=False)
        ],
        "decks": known["decks"],
        "chips": chips,
        "permissions": {rule: TITLES[rule] for rule in grantable(rules, rank)},
        "readings": [_reading(entry, said.get(f"{READING}{entry.switch}", "")) for entry in readings_of(rules)],
        "edition": rules.edition.name,
        "is_own": any(name.startswith((GRANT, READING)) or name in ("decks", "payout") for name in said),
    }


def _reading(entry: ReadingEntry, now: str) -> dict[str, Any]:
    others = [word(choice) for choice in entry.choices if choice != entry.default]
    return {
        "id": entry.id,
        "switch": entry.switch,
        "name": rule_words(entry.switch),
        "question": entry.question,
        "taken": entry.taken,
        "others": others,
        "now": now,
    }
