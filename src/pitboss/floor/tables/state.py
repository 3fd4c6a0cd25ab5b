"""The state of a table after its events: unopened, open or closed, each a type of its own, so that only an open table
has the fields of an open table. `fold` is the only way to a state, so a replay gives the same state.

An event is a value whose class says how it changes the table, its line in a register, the alert that it raises, the
rules that it rests on and its name on the log. The basic events are here, with those that a state holds (a sign, a
marker, a request); the others are in the modules of their duties. A round is its acts: what they led to is worked out
again.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from pitboss import law, ledger
from pitboss.cards import Card
from pitboss.floor.store import Stored
from pitboss.floor.tables import bookkeeping
from pitboss.floor.tables import players as at_table
from pitboss.floor.tables.jackpot_game import EquipmentFault, GameByHand, JackpotGame
from pitboss.floor.tables.players import DECISION_SECONDS, Deadlines, Suspicion, time_decisions
from pitboss.games import make_game
from pitboss.messages import language, message, phrase, say, translate
from pitboss.money import AUD, Unit, dollars, unit_named
from pitboss.play import Round, Step, Table, apply, dealer, irregularity
from pitboss.play.acts import Act, Cut, CuttingCard, Deal, Shuffle, Sit
from pitboss.play.table import Difference, Total
from pitboss.play.table import fold as fold_acts
from pitboss.play.terms import JackpotTerms, Limits, Terms, keep_used_terms
from pitboss.play.wager import Claim, Refusal, Refused, Settlement
from pitboss.value import Value

CLOSE = "close"
"""What a sign says that is about closing the table."""

REMEMBERED = 8
"""How many finished rounds a table has at hand, for a correction of one of them."""


class Stack(Value, tag="Stack", order=True):
    """A number of chips of one denomination."""

    chip_cents: int
    pieces: int


def worth(stacks: tuple[Stack, ...]) -> int:
    """The worth of counted chips."""
    return sum(stack.chip_cents * stack.pieces for stack in stacks)


def tell_off(cents: int, over: str, short: str) -> str:
    """The words for an amount that is over or short of the books; empty where the two agree."""
    if not cents:
        return ""
    return say(over if cents > 0 else short, amount=dollars(abs(cents)))


class EdgeSeen(Value, tag="EdgeSeen"):
    """The exact edge of an offer, as the lab gave it to the person who set the sign."""

    edge: str
    """The house's, as a fraction (`671/17850`) or, where the method is not exact, a decimal."""
    unit: str
    answer: str
    """The name that the lab keeps its answer under."""
    confirmed_by: str = ""
    """The person who confirmed it by name; needed where the house loses on average."""
    wager_cents: int = 0
    """The initial wager that it is for, the one at which the house gains least; 0 if it is the same for any."""
    offer: str = ""
    """The name of what was looked at, so that nothing else is set by it."""


class RegisterLine(Value):
    """What an event adds to a register: a row where something begins, more of it where that goes on."""

    said: Mapping[str, Any]
    of: Any = None
    """What begins or goes on, where it has a name of its own (a sign, a slip)."""
    begins: bool = True
    adds: Mapping[str, str] = {}
    """What it adds to a list that the row has."""


class Alert(Value):
    """Something at a table that the pit must know of; it stays until a person acknowledges it."""

    id: str
    kind: str
    words: str
    number: int
    """The number of the event in the table's stream, which has its time and its author."""
    by: str = ""
    """The person who called, if it is a call."""


EVENTS: list[type["TableEvent"]] = []
"""Every kind of event of a table, in the order in which their modules were loaded."""


class TableEvent(Value):
    """Something that happened at a table. `pitboss.play.codec` writes and reads it; shapes have numbers, so that an old
    event stays readable when a shape changes (`pitboss.floor.store.rows.SHAPES`)."""

    register: ClassVar[str] = ""
    """The register that it is in, if it is in one."""
    alert: ClassVar[str] = ""
    """The kind of the alert that it raises, if it may raise one."""
    rules: ClassVar[law.Because] = ()
    """The rules that it rests on whatever it says; those that it names itself (`because`) are not among them."""
    is_sealed: ClassVar[bool] = False
    """Whether it is told only once its round is over: it may hold cards that lie face down."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        EVENTS.append(cls)

    def change(self, state: "TableState") -> "TableState":
        """The table after it, open or not."""
        return state

    def change_open(self, state: "OpenState") -> "OpenState":
        """The table after it, where it is open."""
        return state

    def line(self, stored: Stored) -> RegisterLine:
        """Its line in its register."""
        raise TypeError(f"{type(self).__name__} is in no register")

    def tell(self, *fields: str, **more: Any) -> dict[str, Any]:
        """Its fields under the names of the register (the patron is the player), with further ones."""
        said = {"player" if name == "patron" else name: getattr(self, name) for name in fields} | more
        if "because" in said:
            said["because"] = [str(ground) for ground in said["because"]]
        return said

    def alert_words(self) -> str:
        """The words of its alert; none where it raises none."""
        return ""

    def rests_on(self) -> law.Because:
        """The rules that it rests on and does not name itself."""
        return self.rules

    def entries(self, bookkeeper: bookkeeping.TableBookkeeper) -> Iterable[ledger.Entry]:
        """What it moves in the ledger, where it says so itself."""
        return ()


# Events of the table itself and of its rounds.


class TableOpened(TableEvent, tag="TableOpened"):
    """A table opened for a game under a version of its rules, with a counted float."""

    game: str
    version: str
    terms: Terms
    stacks: tuple[Stack, ...]
    readings: Mapping[str, law.Choice] = {}
    granted: tuple[str, ...] = ()
    unit: str = "AUD"
    note: str = ""
    edge: EdgeSeen | None = None
    awaits: law.Because = ()
    """What has to be done with the cards before they are used; nothing at tables that opened before this was kept."""
    off: tuple[str, ...] = ()
    """The rules of the edition that are switched off at this table."""
    replaced: Mapping[str, str] = {}
    """The rules of the edition that another one stands in for, each with that one."""
    for_patron: str = ""
    """The patron who practises there alone, if it is such a table."""

    def rests_on(self) -> law.Because:
        return tuple(law.Key(name) for name in self.granted)

    def change(self, state: "TableState") -> "OpenState":
        """The table opens; the numbers of its rounds go on where it has been open before."""
        table = make_table(self)
        if not isinstance(state, UnopenedState):
            table = table._replace(rounds=state.table.rounds)
        opening, unit = table.begin().round, unit_named(self.unit)
        return OpenState(
            **_lasting(state, self.awaits, unit) | {"for_patron": self.for_patron},
            table=table,
            round=opening,
            opening=opening,
            stacks=self.stacks,
            note=self.note,
            decision_seconds=0 if unit.is_practice else DECISION_SECONDS,
        )


class ActTaken(TableEvent, tag="ActTaken"):
    """An act was taken in the open round."""

    is_sealed: ClassVar[bool] = True
    act: Act
    round: int
    until: str = ""
    """By when the decisions are to be made that it led to, where they are timed."""

    def take(self, state: "OpenState", step: Step | None) -> "OpenState":
        """The table after it: nothing happens more often, so all of it is changed at once."""
        act, before, suspects = self.act, state.round, state.suspicion.first
        round = (step if step is not None else apply(before, act)).round
        decks, duties = state.decks, state.duties
        if duties and isinstance(act, Shuffle):
            duties = tuple(duty for duty in duties if duty.what != irregularity.SHUFFLE_CARDS)
        return state._replace(
            length=state.length + 1,
            round=round,
            acts=(*state.acts, act),
            players=at_table.note_act(state.players, act, round),
            deadlines=time_decisions(state.deadlines, before, round, self.until, suspects),
            decks=decks._replace(pre_shuffled="") if decks.pre_shuffled and isinstance(act, Cut) else decks,
            shuffles=state.shuffles.note_act(act, dealer.count_drawn(act, before, round)),
            duties=duties,
            dealt_by_hand=not act.commitment if isinstance(act, Shuffle) else state.dealt_by_hand,
        )


class TableRoundEnded(TableEvent, tag="RoundEnded"):
    """A round came to its end: what it decided, kept so that deciding it again can be compared."""

    round: int
    settlements: tuple[Settlement, ...]
    claims: tuple[Claim, ...]
    totals: tuple[Total, ...]

    def change(self, state: "TableState") -> "OpenState":
        """The next round begins, on new terms where they have been waiting."""
        state = open_state(state)
        players = at_table.note_round(state.players, state.round)
        table = at_table.clear_seats(state.table.finish(state.round), players)
        if state.next_terms is not None:
            terms = keep_used_terms(table.game, state.next_terms)
            table = table.change_terms(terms._replace(restricted=table.game.terms.restricted))
        past = (*state.past, FinishedRound(state.opening, state.acts))[-REMEMBERED:]
        opening = table.begin().round
        state = state._replace(table=table, round=opening, opening=opening, acts=(), deadlines={})
        return state._replace(players=players, next_terms=None, past=past)


class ShoeOpened(TableEvent, tag="ShoeOpened"):
    """A shuffle that is spent was opened, for any reader to check against its commitment."""

    commitment: str
    cards: str
    seed: str
    cut: int

    def change_open(self, state: "OpenState") -> "OpenState":
        return state._replace(shuffles=state.shuffles.without(self.commitment))


class RoundCorrected(TableEvent, tag="RoundCorrected"):
    """A round was folded again from corrected acts; the difference is booked, the old acts stay."""

    register: ClassVar[str] = "corrections"
    round: int
    acts: tuple[Act, ...]
    reason: str
    approved_by: str
    differences: tuple[Difference, ...] = ()
    unseen: tuple[Card, ...] = ()
    """Cards that were taken to be out and are not."""
    seen: tuple[Card, ...] = ()
    """Cards that are out and were not known to be."""
    until: str = ""
    """By when the decisions are to be made that it led to, where they are timed."""
    house_bears: tuple[str, ...] = ()
    """The patrons for whom the house bears what the correction would take from them."""
    because: law.Because = ()
    """By which rules it is put right, and those that the changed settlements of a round that was over rest on now."""

    def line(self, stored: Stored) -> RegisterLine:
        differences = [f"{each.patron} {dollars(each.chips + each.tokens)}" for each in self.differences]
        return RegisterLine(self.tell("round", "reason", "approved_by", differences=differences))

    def change(self, state: "TableState") -> "TableState":
        """The open round is folded again, or one that is over: a later shoe may have known the cards of that."""
        if isinstance(state, OpenState) and state.is_open_round(self.round):
            round = fold_acts(state.opening, self.acts)
            timed = time_decisions(state.deadlines, state.round, round, self.until, state.suspicion.first)
            return state._replace(round=round, acts=self.acts, deadlines=timed)
        past = tuple(p._replace(acts=self.acts) if p.opening.number == self.round else p for p in state.past)
        state = state._replace(past=past)
        if not isinstance(state, OpenState):
            return state
        shoe_state, seen = state.table.shoe_state, list(state.table.shoe_state.seen)
        if not shoe_state.out or any(card not in seen for card in self.unseen) or not (self.unseen or self.seen):
            return state  # the cards are shuffled since
        for card in self.unseen:
            seen.remove(card)
        table = state.table._replace(shoe_state=shoe_state._replace(seen=(*seen, *self.seen)))
        opening = table.begin().round
        return state._replace(table=table, opening=opening, round=fold_acts(opening, state.acts))


class TermsChanged(TableEvent, tag="TermsChanged"):
    """The table goes on by other terms from the next round on."""

    terms: Terms
    reason: str
    because: law.Because = ()
    edge: EdgeSeen | None = None
    """What the lab told of them, where the edge depends on what changed."""

    def change_open(self, state: "OpenState") -> "OpenState":
        if not state.is_between_rounds:
            return state._replace(next_terms=self.terms)
        return begin_again(state, state.table.change_terms(keep_used_terms(state.table.game, self.terms)))


class TableClosed(TableEvent, tag="TableClosed"):
    """The table closed, its float counted again: over what the books say, or short of it."""

    alert: ClassVar[str] = "float"
    rules: ClassVar[law.Because] = (law.CLOSE_ON_NOTICE,)
    stacks: tuple[Stack, ...]
    reason: str = ""
    over_cents: int = 0

    def alert_words(self) -> str:
        over, short = message("The float was counted {amount} over."), message("The float was counted {amount} short.")
        return tell_off(self.over_cents, over, short)

    def change(self, state: "TableState") -> "ClosedState":
        table = open_state(state).table
        return ClosedState(**_lasting(state, (), state.unit), table=table, stacks=self.stacks)


# Events that stay in the state of a table.


class NoticePosted(TableEvent, tag="NoticePosted"):
    """A sign says what will change, and when: at a time, or once a round of that number is the next."""

    register: ClassVar[str] = "notices"
    id: str
    what: str
    posted_at: str
    due_at: str = ""
    due_round: int = 0
    limits: Mapping[str, Limits] = {}
    because: law.Because = ()
    edge: EdgeSeen | None = None
    """What the lab told of those limits, where the edge depends on them."""
    jackpot: JackpotTerms | None = None
    """The jackpot that the table will offer, where the sign is about one."""

    def line(self, stored: Stored) -> RegisterLine:
        limits = "; ".join(f"{spot} {each.words}" for spot, each in self.limits.items())
        says = {"notice": self.id, "says": self.what, "limits": limits, "due_round": self.due_round or None}
        return RegisterLine(self.tell("due_at", "because", state=message("up"), **says), self.id)

    def change_open(self, state: "OpenState") -> "OpenState":
        return state._replace(notices=(*state.notices, self))


class MarkerPlaced(TableEvent, tag="MarkerPlaced"):
    """A marker or a sign at a player's area says that they have limits of their own, or keep the old minimum."""

    patron: str
    kind: str
    area: int
    before: Mapping[str, Limits] = {}
    """What the sign said before, where the player keeps its minimum."""
    because: law.Because = ()

    def change_open(self, state: "OpenState") -> "OpenState":
        return state._replace(markers=(*state.markers, self))


class ToldFirst(TableEvent, tag="Told"):
    """An inspector or Surveillance was told of an order before it was given."""

    register: ClassVar[str] = "incidents"
    who: str
    about: str
    patron: str = ""

    def rests_on(self) -> law.Because:
        return (law.Key(self.about),) if self.about in law.TITLES else ()

    def line(self, stored: Stored) -> RegisterLine:
        about = translate(law.TITLES[law.Key(self.about)]) if self.about in law.TITLES else self.about
        return RegisterLine(self.tell("patron", what=f"{phrase(self.who)}: {about}"))

    def change_open(self, state: "OpenState") -> "OpenState":
        return state._replace(told=(*state.told, self))


class DecksSecured(TableEvent, tag="DecksSecured"):
    """Decks were checked early and locked away for a table, pre-shuffled or not."""

    register: ClassVar[str] = "cards"
    pack: str
    how: str
    by: str
    rank: str
    pre_shuffled: str = ""
    because: law.Because = ()

    def line(self, stored: Stored) -> RegisterLine:
        return RegisterLine(
            self.tell("rank", "pack", "pre_shuffled", "because", what=say("secured {how}", how=self.how))
        )

    def change(self, state: "TableState") -> "TableState":
        return state._replace(decks=state.decks._replace(secured=(*state.decks.secured, self)))


class DeviceReported(TableEvent, tag="DeviceReported"):
    """A person was found with a device that records, predicts or analyses play; it is reported to an inspector or the
    police."""

    register: ClassVar[str] = "incidents"
    alert: ClassVar[str] = "device"
    id: str
    person: str
    what: str
    to: str
    by: str
    rank: str
    held: bool
    """Whether the person is held until the report is taken over."""
    because: law.Because = ()

    def alert_words(self) -> str:
        return say("{person}, found with {device}: to the {to}.", person=self.person, device=self.what, to=self.to)

    def line(self, stored: Stored) -> RegisterLine:
        words = (
            "prohibited device, {device}: held for the {to}"
            if self.held
            else "prohibited device, {device}: to the {to}"
        )
        what = say(words, device=self.what, to=self.to)
        return RegisterLine({"what": what, "player": self.person, "state": message("open")}, self.id)

    def change(self, state: "TableState") -> "TableState":
        return state._replace(devices=(*state.devices, self))


class DisputeRuled(TableEvent, tag="DisputeRuled"):
    """A dispute was ruled on; a final ruling comes with word of the complaint to an inspector."""

    register: ClassVar[str] = "disputes"
    id: str
    stage: str
    by: str
    rank: str
    ruling: str
    final: bool
    because: law.Because

    def line(self, stored: Stored) -> RegisterLine:
        ruling = f"{self.stage}, {self.by} ({self.rank}): {self.ruling}"
        return RegisterLine({"state": self.status}, self.id, begins=False, adds={"rulings": ruling})

    @property
    def status(self) -> str:
        """How the dispute stands after it."""
        return FINAL if self.final else RULED

    def change(self, state: "TableState") -> "TableState":
        ruled = (
            each._replace(status=self.status, rulings=(*each.rulings, self)) if each.id == self.id else each
            for each in state.disputes
        )
        return state._replace(disputes=tuple(ruled))


class IrregularityStated(TableEvent, tag="IrregularityStated"):
    """A person at the table stated what went wrong. It waits until a remedy is carried out or it is dismissed."""

    register: ClassVar[str] = "irregularities"
    is_sealed: ClassVar[bool] = True
    id: str
    round: int
    words: str
    """What went wrong, in the words of the game."""
    report: irregularity.Irregularity
    by: str
    rank: str
    exposed: bool = False
    """Whether cards that came out of a virtual shoe besides lay face up."""
    because: law.Because = ()
    """The rules that speak of it."""

    def line(self, stored: Stored) -> RegisterLine:
        said = self.tell(
            "round", "rank", "because", irregularity=self.id, what=self.words, state=message("waits"), told=[]
        )
        return RegisterLine(said, self.id)

    def change_open(self, state: "OpenState") -> "OpenState":
        return state._replace(matter=self)


class Notification(Value, tag="Notification"):
    """A person has to be told of what went wrong: who, of what, and by when."""

    id: str
    matter: str
    """The irregularity that it is about."""
    who: str
    about: str
    round: int
    due_at: str
    because: law.Because = ()


class Duty(Value, tag="Duty"):
    """What is to be done about the cards or the device after something went wrong, by its name."""

    id: str
    matter: str
    what: str
    round: int
    """The round in which it arose: it comes before any card of the next one."""
    at_once: bool = False
    """Whether it comes before the next card of the same round."""
    because: law.Because = ()


class Device(Value, tag="Device"):
    """A shoe or a shuffling device of a table, by its name: what it is, and how it stands."""

    name: str
    kind: str
    status: str


class ApprovalAsked(TableEvent, tag="ApprovalAsked"):
    """A person asks for an order that needs a second person: a fill, a credit, a slip voided, a drop counted, a
    correction, or chips and vouchers above the limit of one person.

    `what` decides which of the other fields are used.
    """

    register: ClassVar[str] = "approvals"
    id: str
    what: str
    by: str
    rank: str
    reason: str = ""
    stacks: tuple[Stack, ...] = ()
    year: int = 0
    number: int = 0
    cents: int = 0
    round: int = 0
    acts: tuple[Act, ...] = ()
    patron: str = ""
    how: str = ""
    voucher: str = ""
    gives: str = ""

    @property
    def words(self) -> str:
        """The request in words."""
        for_whom = f" for {self.patron}" if self.patron else ""
        if self.voucher:
            return f"{self.what} {self.voucher} of {dollars(self.cents)} for {self.gives}{for_whom}"
        if self.stacks:
            chips = ", ".join(f"{stack.pieces} of {dollars(stack.chip_cents)}" for stack in self.stacks)
            return f"{self.what}{for_whom} of {dollars(worth(self.stacks))}: {chips}"
        if self.number:
            return f"{self.what} {self.year}-{self.number}"
        return f"{self.what} of round {self.round}" if self.round else f"{self.what} counted at {dollars(self.cents)}"

    def line(self, stored: Stored) -> RegisterLine:
        return RegisterLine(
            self.tell("rank", "reason", request=self.id, what=self.words, state=message("waiting")), self.id
        )

    def change(self, state: "TableState") -> "TableState":
        return state._replace(asked=(*state.asked, self))


RAISED, RULED, REVIEW, FINAL, COMPLAINT, CLOSED = "raised", "ruled", "review", "final", "complaint", "closed"
"""How a dispute stands."""


class Dispute(Value):
    """A dispute: how it stands and what has been ruled so far."""

    id: str
    patron: str
    round: int
    about: str
    status: str = RAISED
    rulings: tuple[DisputeRuled, ...] = ()


class Decks(Value):
    """What is known of the decks of a table before they are dealt."""

    awaits: law.Because = ()
    """What has to be done before the cards are used."""
    secured: tuple[DecksSecured, ...] = ()
    """Decks that were checked early and are locked away until they are needed."""
    pre_shuffled: str = ""
    """Who pre-shuffled the cards that were brought and have not been cut yet."""


# The table.


class FinishedRound(Value):
    """A finished round: as it began, and its acts as they stand corrected."""

    opening: Round
    acts: tuple[Act, ...]


class TableBase(Value):
    """The fields of every table, which outlast opening and closing."""

    status: ClassVar[str]
    length: int = 0
    """How many events it is the fold of."""
    unit: Unit = AUD
    disputes: tuple[Dispute, ...] = ()
    past: tuple[FinishedRound, ...] = ()
    alerts: tuple[Alert, ...] = ()
    """The alerts that the pit has not acknowledged yet."""
    asked: tuple[ApprovalAsked, ...] = ()
    """What waits for a second person."""
    decks: Decks = Decks()
    devices: tuple[DeviceReported, ...] = ()
    """Prohibited devices that an inspector or the police have yet to take over."""
    notifications: tuple[Notification, ...] = ()
    """Who has yet to be told of what went wrong."""
    duties: tuple[Duty, ...] = ()
    """What is to be done about the cards or the device before the game goes on."""
    equipment: tuple[Device, ...] = ()
    """The shoes and shuffling devices of the table, and its spares."""
    for_patron: str = ""
    """The patron who practises here alone: no other patron sees the table or acts at it."""
    jackpot_games: int = 0
    """How many jackpot games it has had."""
    jackpot_fault: EquipmentFault | None = None
    """What is wrong with its jackpot equipment."""
    by_hand: tuple[GameByHand, ...] = ()
    """Jackpot games that were kept by hand and are still to be entered, in the order in which they were written."""

    @property
    def games_by_hand(self) -> tuple[GameByHand, ...]:
        """The jackpot games that its meter has yet to be told of, in the order in which they were written."""
        return self.by_hand

    def is_open_round(self, number: int) -> bool:
        """Whether the open round has this number."""
        return False

    def find_finished_round(self, number: int) -> FinishedRound | None:
        """A finished round, if it is one of the last."""
        return next((past for past in self.past if past.opening.number == number), None)

    def find_recent_round(self, number: int) -> FinishedRound | None:
        """A round, if it is one of the last or the open one."""
        return self.find_finished_round(number)


class UnopenedState(TableBase):
    """A table that has never been open."""

    status: ClassVar[str] = message("unopened")


class ClosedState(TableBase, kw_only=True):
    """A table that was open: as it was then, with its float counted out."""

    status: ClassVar[str] = message("closed")
    table: Table
    stacks: tuple[Stack, ...] = ()


class OpenState(TableBase, kw_only=True):
    """A table that people can play at. A round is always open too: the first thing done in it begins it."""

    status: ClassVar[str] = message("open")
    table: Table
    round: Round
    opening: Round
    """The open round as it began, so that its acts can be folded again."""
    acts: tuple[Act, ...] = ()
    notices: tuple[NoticePosted, ...] = ()
    stacks: tuple[Stack, ...] = ()
    players: at_table.Players = ()
    markers: tuple[MarkerPlaced, ...] = ()
    told: tuple[ToldFirst, ...] = ()
    next_terms: Terms | None = None
    """Terms that hold from the next round on, while one is being played."""
    closing_sign: str = ""
    """The closing sign that has fallen due, if one has."""
    note: str = ""
    decision_seconds: int = 0
    """How long a player has for a decision; 0 where nothing lapses by itself."""
    deadlines: Deadlines = MappingProxyType({})
    """When the decisions that are awaited lapse, where they are timed."""
    posts: Mapping[str, str] = {}
    """Who of the staff is at the table: the person at each post."""
    suspicion: Suspicion = Suspicion()
    shuffles: dealer.Shuffles = dealer.Shuffles()
    """The shuffles that the log commits to and that are not opened yet."""
    matter: IrregularityStated | None = None
    """What went wrong and waits for a ruling: play stands still."""
    jackpot: JackpotGame | None = None
    """The jackpot game whose wagers are registered; it may be carried to the next round."""
    dealt_by_hand: bool = False
    """Whether the cards were last shuffled by hand and not by the virtual dealer."""

    @property
    def games_by_hand(self) -> tuple[GameByHand, ...]:
        """The jackpot games that its meter has yet to be told of; one that goes on is the last."""
        game, jackpot = self.jackpot, self.table.game.terms.jackpot
        if game is None or not game.by_hand or jackpot is None:
            return self.by_hand
        plays = self.table.game.rules.game.name
        return (*self.by_hand, GameByHand(game.number, game.round, plays, len(game.wagers), meter=jackpot.meter))

    def is_open_round(self, number: int) -> bool:
        """Whether the open round has this number."""
        return self.round.number == number

    def find_recent_round(self, number: int) -> FinishedRound | None:
        """A round, if it is one of the last or the open one."""
        return (
            FinishedRound(self.opening, self.acts) if self.is_open_round(number) else self.find_finished_round(number)
        )

    @property
    def closing(self) -> bool:
        """Whether the notice of closing has run: no more wagers are taken."""
        return bool(self.closing_sign)

    @property
    def is_between_rounds(self) -> bool:
        """Whether nothing rides on the open round: no wager lies in it and no card has gone to a hand."""
        carried = len(self.table.carried)
        return not any(wager.live for wager in self.round.wagers[carried:]) and not any(
            hand.cards for hand in self.round.hands
        )

    @property
    def terms(self) -> Terms:
        """The terms that the table has, or will have from the next round on."""
        if self.next_terms is None:
            return self.table.game.terms
        return self.next_terms._replace(restricted=self.table.game.terms.restricted)


TableState = UnopenedState | OpenState | ClosedState


def open_state(state: TableState | None) -> OpenState:
    """The state of a table that is open; refused where it is not."""
    if not isinstance(state, OpenState):
        raise Refused(Refusal((law.NEED_CLOSED,), "This table is not open."))
    return state


def players_of(state: TableState) -> at_table.Players:
    """The players at a table; none while it is closed."""
    return state.players if isinstance(state, OpenState) else ()


def rules_of(event: TableOpened) -> law.Rules:
    """The rules that a table opened under."""
    return law.Rules.of(event.game, event.version).amend(
        off=[law.Key(name) for name in event.off],
        replace_with={law.Key(old): law.Key(new) for old, new in event.replaced.items()},
        readings=event.readings,
        grant=[law.Key(name) for name in event.granted],
    )


def make_table(event: TableOpened) -> Table:
    """The table of play that an opening on the log stands for, on the terms that its game has a use for."""
    game = make_game(rules_of(event), event.terms)
    return Table.open(game.change_terms(keep_used_terms(game, event.terms)))


def _lasting(state: TableState, awaits: law.Because, unit: Unit) -> dict[str, Any]:
    """What outlasts the opening or the closing of a table; of its decks, those that are locked away."""
    kept = {name: getattr(state, name) for name in TableBase._fields}
    return kept | {"decks": Decks(awaits, state.decks.secured), "unit": unit}


def evolve(state: TableState, event: TableEvent, step: Step | None = None) -> TableState:
    """The state after an event. A caller that has already worked out the step of an act passes it in."""
    if isinstance(event, ActTaken):
        return event.take(open_state(state), step)
    state = state._replace(length=state.length + 1)
    if event.alert:
        with language(None):  # a state is the same for all readers
            words = event.alert_words()
        if words:
            number = state.length
            alert = Alert(f"alert-{number}", event.alert, words, number, getattr(event, "by", ""))
            state = state._replace(alerts=(*state.alerts, alert))
    state = event.change(state)
    return event.change_open(state) if isinstance(state, OpenState) else state


_KEPT: tuple[tuple[type, ...], ...] = ((Sit, Shuffle, Cut, CuttingCard, Deal), (Sit,))


def begin_again(state: OpenState, table: Table) -> OpenState:
    """The open round begun again on a changed table, with what was done in it before the first card: all of it; else
    the seats and the cards without wagers that were taken back; else the seats alone, the cards being shuffled anew."""
    opening, acts = table.begin().round, state.acts
    for kinds in _KEPT:
        try:
            round = fold_acts(opening, acts)
            break
        except Refused:
            acts = tuple(act for act in acts if isinstance(act, kinds))
    else:
        round = fold_acts(opening, acts)
    return state._replace(table=table, opening=opening, round=round, acts=acts, next_terms=None)


def fold(events: Iterable[Any], state: TableState | None = None) -> TableState:
    """The state that events lead to."""
    state = state if state is not None else UnopenedState()
    for event in events:
        state = evolve(state, event)
    return state
