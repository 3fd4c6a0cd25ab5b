"""A viewer's part of a table, as data: built from the round for that viewer, never cut down afterwards."""

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Generic, Required, TypedDict, TypeVar, cast

from msgspec import UNSET, UnsetType, to_builtins

from pitboss.floor.people.permission import MATHEMATICIAN, OFF_THE_FLOOR, PATRON, SCRUTINEER
from pitboss.floor.service.commands import Actor, FloorTable
from pitboss.floor.tables.players import Deadlines, Players, must_wait
from pitboss.floor.tables.signage import JACKPOT, Sign, cloth_of
from pitboss.floor.tables.state import OpenState, TableState, UnopenedState, players_of
from pitboss.law import Because, Rules
from pitboss.law.keys import MAXIMUM_PAYOUT
from pitboss.messages import Translations, capital, current_language, message, translate
from pitboss.play import PUBLIC, Game, Limits, Need, Round, Settlement, Viewer
from pitboss.play.terms import Pay
from pitboss.play.view import HandView, View, WagerView
from pitboss.report import decision, rulebook
from pitboss.report.settlements import settlement_words
from pitboss.value import Value


def viewer_of(actor: Actor | None) -> Viewer:
    """The view that a person has of a table: a patron's own, the dealer's for staff, else the public's."""
    if actor is None or actor.role in OFF_THE_FLOOR:
        return PUBLIC
    return Viewer("patron", actor.person) if actor.role == PATRON else Viewer("dealer")


def viewer_at(state: TableState, actor: Actor | None) -> Viewer:
    """The view that a person has of a table now: the public one, while a patron has to wait before looking at cards."""
    viewer = viewer_of(actor)
    if viewer.patron and isinstance(state, OpenState) and must_wait(state.round, state.suspicion.first, viewer.patron):
        return PUBLIC
    return viewer


def rules_of(floor_table: FloorTable) -> Rules | None:
    """The rules of a table, once it has opened."""
    state = floor_table.state
    return None if isinstance(state, UnopenedState) else state.table.game.rules


class LimitsSeen(Value):
    """Limits in figures and in words."""

    minimum_cents: int
    maximum_cents: int
    unit_cents: int
    says: str

    @classmethod
    def of(cls, limits: Mapping[str, Limits]) -> "dict[str, LimitsSeen]":
        """The limits of each spot."""
        return {
            spot: cls(each.minimum_cents, each.maximum_cents, each.unit_cents, each.words)
            for spot, each in limits.items()
        }


class SignSeen(Value):
    """A sign: what it says, for whom and from when, and why it is there."""

    what: str
    words: str
    limits: dict[str, LimitsSeen]
    patron: str | None
    area: int | None
    from_time: str | None
    from_round: int | None
    pays: tuple[Pay, ...]
    shape: str | None
    because: Because
    clauses: tuple[str, ...]

    @classmethod
    def of(cls, rules: Rules, sign: Sign) -> "SignSeen":
        """A sign under the rules of its table."""
        empty = {name: getattr(sign, name) or None for name in ("patron", "area", "from_time", "from_round", "shape")}
        clauses, limits = rules.cite(sign.because), LimitsSeen.of(sign.limits)
        return cls(**sign._asdict() | empty | {"limits": limits, "clauses": clauses})

    @property
    def is_coming(self) -> bool:
        """Whether it says what will hold, and not what holds now."""
        return bool(self.from_time or self.from_round)


class NoticeSeen(Value):
    """A sign that is up: what it says and when it falls due."""

    id: str
    says: str
    posted_at: str
    limits: dict[str, LimitsSeen]
    due_at: str | None
    due_round: int | None


class TableRow(Value, kw_only=True):
    """A table as a list of tables has it."""

    table: str
    operator: str
    status: str
    number: int
    """It grows with everything that happens at the table."""
    game: str
    title: str
    engine: str
    edition: str
    version: str
    unit: str
    device: str
    chips_cents: tuple[int, ...]
    sign: dict[str, LimitsSeen]
    has_maximum_payout: bool
    maximum_payout_cents: int | None
    areas: int
    taken: tuple[int, ...]
    """The areas that have players."""
    jackpot: str
    """Whether the table has a jackpot; nothing where its game knows none."""
    house_cards: int
    """How many cards of the house have a place on the cloth."""
    decision_seconds: int = 0
    note: str = ""
    closing: bool = False
    notices: tuple[NoticeSeen, ...] = ()
    players: Players = ()
    english_only: bool = False
    suspects_first: tuple[str, ...] | UnsetType = ()
    """Told to the staff and to people who watch, not to players."""
    round: int | None = None
    alone: bool = False
    """Whether a patron practises there alone."""


class SettlementSeen(TypedDict):
    """A settlement with its clauses, and in words. Exact cents are a fraction where they are not whole."""

    wager: int
    player: str
    area: int
    spot: str
    result: str
    stake_cents: int
    odds: str | None
    exact_cents: int | str
    cap_cents: int | None
    pays_cents: int
    returned_cents: int
    taken_cents: int
    returned_tokens_cents: int
    taken_tokens_cents: int
    clauses: list[str]
    because: list[dict[str, Any]]
    words: str


class NeedSeen(TypedDict, total=False):
    """What the rules await, with the clauses of each thing that is offered; what else a need says goes by its type."""

    id: Required[str]
    type: Required[str]
    deadline: Required[str | None]
    patron: str
    area: int
    offers: list[dict[str, Any]]
    options: list[dict[str, Any]]
    because: list[str]


class RoundSeen(Value):
    """A round as its viewer sees it, with the clauses of what is offered and decided, and when decisions lapse."""

    number: int
    version: int
    phase: str
    over: bool
    hands: tuple[HandView, ...]
    wagers: tuple[WagerView, ...]
    needs: list[NeedSeen]
    deadline: str | None
    settlements: list[SettlementSeen]
    claims: list[dict[str, Any]]


K = TypeVar("K")
V = TypeVar("V")


class RecentCache(Generic[K, V]):
    """A function that keeps its answers for the latest objects it was asked about. Objects are compared by identity,
    not by value."""

    MOST = 512

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make
        self._kept: OrderedDict[int, tuple[K, V]] = OrderedDict()

    def __call__(self, thing: K) -> V:
        """The answer."""
        kept = self._kept.get(id(thing))
        if kept is not None and kept[0] is thing:
            return kept[1]
        made = self._make(thing)
        self._kept[id(thing)] = thing, made
        while len(self._kept) > self.MOST:
            self._kept.popitem(last=False)
        return made


def table_row(floor_table: FloorTable, actor: Actor | None = None) -> TableRow:
    """A table as the lobby lists it for a person."""
    return TableRow(**row_of(floor_table, floor_table.state, actor))


def row_of(floor_table: FloorTable, state: TableState, actor: Actor | None) -> dict[str, Any]:
    """The parts of a table's row, which what is seen of the table begins with."""
    assert not isinstance(state, UnopenedState)  # a table has events once it has opened
    game = state.table.game
    row = _GAMES[current_language()](game) | {
        "table": floor_table.stream.table,
        "operator": floor_table.stream.operator,
        "status": state.status,
        "number": state.length,
        "unit": state.unit.name,
        "taken": tuple(sorted({player.area for player in players_of(state)})),
        "alone": bool(state.for_patron),
    }
    if isinstance(state, OpenState):
        row |= {
            "decision_seconds": state.decision_seconds,
            "note": state.note,
            "closing": state.closing,
            "notices": tuple(
                NoticeSeen(n.id, n.what, n.posted_at, LimitsSeen.of(n.limits), n.due_at or None, n.due_round or None)
                for n in state.notices
            ),
            "players": state.players,
            "english_only": state.suspicion.english,
            "suspects_first": tuple(state.suspicion.first),
            "round": state.round.number,
        }
    if actor is None or actor.role in (PATRON, MATHEMATICIAN, SCRUTINEER):
        row["suspects_first"] = UNSET
    return row


def _see_game(game: Game) -> dict[str, Any]:
    """The parts of a table's row that hold as long as its game and terms do."""
    rules, terms, cloth = game.rules, game.terms, cloth_of(game.rules)
    return {
        "game": rules.game.name,
        "title": rules.game.title,
        "engine": rules.game.engine,
        "edition": rules.edition.name,
        "version": rules.edition.version,
        "device": terms.device,
        "chips_cents": terms.chips.denominations,
        "sign": LimitsSeen.of(terms.limits),
        "has_maximum_payout": rules.applies(MAXIMUM_PAYOUT),
        "maximum_payout_cents": terms.maximum_payout_cents,
        "areas": terms.areas,
        "jackpot": "" if JACKPOT not in cloth.areas else message("offered") if terms.jackpot else message("none yet"),
        "house_cards": sum(places.cards for places in cloth.places),
    }


_GAMES: dict[Translations | None, RecentCache[Game, dict[str, Any]]] = defaultdict(lambda: RecentCache(_see_game))
"""The parts of rows by language."""


def see_round(round: Round, seen: View, deadlines: Deadlines = MappingProxyType({})) -> RoundSeen:
    """A round as its viewer sees it."""
    rules = round.game.rules
    return RoundSeen(
        number=seen.number,
        version=seen.version,
        phase=seen.phase,
        over=round.is_over,
        hands=seen.hands,
        wagers=seen.wagers,
        needs=[_need(rules, need, deadlines.get(need.id)) for need in seen.needs],
        deadline=min(deadlines.values(), default=None),
        settlements=[see_settlement(rules, done) for done in seen.settlements],
        claims=[decision.claim_data(round, claim) for claim in seen.claims],
    )


def see_settlement(rules: Rules, done: Settlement) -> SettlementSeen:
    """A settlement with its clauses, and in words."""
    return cast(SettlementSeen, decision.plain_settlement(rules, done) | {"words": settlement_words(done)})


def _need(rules: Rules, need: Need, deadline: str | None) -> NeedSeen:
    """A need, each thing that it offers with its clauses."""
    data: dict[str, Any] = to_builtins(need, enc_hook=str)
    del data["kind"], data["subject"]  # which the id says
    for name in ("offers", "options"):
        for part, offered in zip(data.get(name, ()), getattr(need, name, ()), strict=True):
            part["clauses"] = rules.cite(offered.because)
    return cast(NeedSeen, data | {"type": type(need).__name__, "deadline": deadline})


# Payouts.


def pay_lines(rules: Rules) -> list[dict[str, Any]]:
    """The payout schedule of a game in the language in force, worked out once for a book."""
    key = current_language(), rules.edition.content_hash, rules.game.name
    if key not in _known:
        _known[key] = group_pays(rulebook.pay_lines(rules))
    return _known[key]


_known: dict[tuple[Translations | None, str, str], list[dict[str, Any]]] = {}


def group_pays(schedule: Iterable[rulebook.PayLine]) -> list[dict[str, Any]]:
    """The lines of a schedule by their wagers."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for line in schedule:
        row = line._asdict() | {"hand": capital(translate(line.hand))}
        groups.setdefault(row.pop("wager"), []).append(row)
    return [
        {"wager": translate(message("Each wager") if name == "Each" else name), "lines": lines}
        for name, lines in groups.items()
    ]
