"""The jackpot game of a round (Star Caribbean Stud 11.2, 14.15; Mississippi Stud 11.12, 15.2.2, 15.3.1; Crown 11.3,
12.3, 13.9, 13.10).

When wagers close the jackpot wagers are registered, which starts a game. When the round is settled the dealer records
it: fixed prizes and bonuses are paid at once, and shares of the meter are claimed. A wager that goes back cancels the
game, and those that stay are registered again. The meter learns of all this from the table's stream alone, in the order
of the log; a table's write never waits for a meter.
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pitboss import law
from pitboss.floor.people.permission import INSPECTOR
from pitboss.floor.service import CommandForm, FieldPrompt, commands, stamp
from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.tables import bookkeeping, corrections, irregularity_state, log
from pitboss.floor.tables import state as tables
from pitboss.floor.tables.jackpot_game import EquipmentFault, GameByHand, JackpotGame, RegisteredWager
from pitboss.jackpot.awards import PoolClaim, Prize, fixed_prizes, is_share
from pitboss.ledger import Entry, Move
from pitboss.messages import message, say
from pitboss.money import Chips
from pitboss.play import Claim, JackpotTerms, Result, Round, Settlement
from pitboss.play import fold as fold_acts
from pitboss.value import log_name

JACKPOTS = message("Jackpot")
"""The heading of the forms about a table's jackpot."""
SPOT = "jackpot"
PRIZE = "jackpot prize"
"""The reason of a transfer that pays a prize at the table."""
PLAYED = frozenset({Result.LOST, Result.CLAIM})
BACK = frozenset({Result.RETURNED, Result.VOID, Result.RESTORED})


# Events.


def _winners(prizes: tuple[Prize, ...], claims: tuple[PoolClaim, ...]) -> list[str]:
    won = [(prize.patron, prize.line) for prize in prizes] + [(claim.patron, claim.line) for claim in claims]
    return [f"{patron}: {line.replace('-', ' ')}" for patron, line in won]


class JackpotGameStarted(tables.TableEvent, tag="JackpotGameStarted"):
    """Wagers closed, and the jackpot wagers were registered: the meter grows by them."""

    game: int
    round: int
    meter: str
    wagers: tuple[RegisteredWager, ...]
    by_hand: bool = False
    because: law.Because = ()

    def change_open(self, state: tables.OpenState) -> tables.OpenState:
        game = JackpotGame(self.game, self.round, self.wagers, self.by_hand)
        return state._replace(jackpot=game, jackpot_games=self.game)


class JackpotGameCancelled(tables.TableEvent, tag="JackpotGameCancelled"):
    """A jackpot game was cancelled: what it added to the meter is taken back."""

    register: ClassVar[str] = "jackpots"
    game: int
    round: int
    meter: str
    by_hand: bool = False
    because: law.Because = ()

    def line(self, stored: Stored) -> tables.RegisterLine:
        return tables.RegisterLine(self.tell("round", "meter", "because", what=say("game cancelled"), game=self.game))

    def change_open(self, state: tables.OpenState) -> tables.OpenState:
        return state._replace(jackpot=None)


class JackpotGameRecorded(tables.TableEvent, tag="JackpotGameRecorded"):
    """The dealer recorded the outcome of a jackpot game, which fixes its place among those of all tables: prizes that
    were paid at the table, and hands that claim a share of the meter."""

    register: ClassVar[str] = "jackpots"
    game: int
    round: int
    meter: str
    plays: str
    """The game that the table plays."""
    wagers: int
    prizes: tuple[Prize, ...] = ()
    claims: tuple[PoolClaim, ...] = ()
    chips: Chips = Chips()
    by_hand: bool = False
    because: law.Because = ()

    def line(self, stored: Stored) -> tables.RegisterLine:
        prizes = _winners(self.prizes, self.claims)
        said = self.tell("round", "meter", "because", what=say("game recorded"), game=self.game, prizes=prizes)
        return tables.RegisterLine(said)

    def change_open(self, state: tables.OpenState) -> tables.OpenState:
        kept = state.by_hand
        if self.by_hand:
            fed = state.jackpot is not None and not state.jackpot.by_hand
            written = GameByHand(
                self.game, self.round, self.plays, self.wagers, self.claims, self.chips, fed, self.meter
            )
            kept = (*kept, written)
        return state._replace(jackpot=None, by_hand=kept)


class JackpotOutcomeCorrected(tables.TableEvent, tag="JackpotOutcomeCorrected"):
    """A round was corrected after its jackpot game was recorded: the wagers and claims that it has now, and the prizes
    at the table that it had and has."""

    register: ClassVar[str] = "jackpots"
    game: int
    round: int
    meter: str
    plays: str
    were: int
    """How many wagers were registered."""
    wagers: int
    paid: tuple[Prize, ...] = ()
    prizes: tuple[Prize, ...] = ()
    claims: tuple[PoolClaim, ...] = ()
    chips: Chips = Chips()
    house_bears: tuple[str, ...] = ()
    by_hand: bool = False
    """Whether the game was kept by hand and is not entered yet: what is entered then is what is corrected."""
    because: law.Because = ()

    def line(self, stored: Stored) -> tables.RegisterLine:
        prizes = _winners(self.prizes, self.claims)
        said = self.tell("round", "meter", "because", what=say("outcome corrected"), game=self.game, prizes=prizes)
        return tables.RegisterLine(said)

    def change(self, state: tables.TableState) -> tables.TableState:
        kept = (
            game._replace(wagers=self.wagers, claims=self.claims, chips=self.chips)
            if game.number == self.game
            else game
            for game in state.by_hand
        )
        return state._replace(by_hand=tuple(kept))


class JackpotEquipmentFailed(tables.TableEvent, tag="JackpotEquipmentFailed"):
    """The jackpot equipment of a table does not work; an inspector is told where the document has it so."""

    register: ClassVar[str] = "jackpots"
    alert: ClassVar[str] = "jackpot equipment"
    fault: EquipmentFault
    by: str
    tells: tuple[tables.Notification, ...] = ()
    because: law.Because = ()

    def alert_words(self) -> str:
        return say("The jackpot equipment does not work: {fault}.", fault=self.fault.words)

    def line(self, stored: Stored) -> tables.RegisterLine:
        what = say("equipment failed: {fault}", fault=self.fault.words)
        return tables.RegisterLine(self.tell("because", what=what, state="failed"))

    def change(self, state: tables.TableState) -> tables.TableState:
        return state._replace(jackpot_fault=self.fault, notifications=(*state.notifications, *self.tells))


class JackpotEquipmentRestored(tables.TableEvent, tag="JackpotEquipmentRestored"):
    """The jackpot equipment works again; what was kept by hand is entered, in the order in which it was written."""

    register: ClassVar[str] = "jackpots"
    meter: str
    words: str
    by: str
    games: tuple[GameByHand, ...] = ()
    because: law.Because = ()

    def line(self, stored: Stored) -> tables.RegisterLine:
        entered = [game.number for game in self.games]
        return tables.RegisterLine(self.tell("meter", "because", what=say("equipment works again"), entered=entered))

    def change(self, state: tables.TableState) -> tables.TableState:
        fault = state.jackpot_fault
        left = fault._replace(works_again=True) if fault is not None and not fault.is_approved else None
        entered = {game.number for game in self.games}
        kept = tuple(game for game in state.by_hand if game.number not in entered)
        return state._replace(jackpot_fault=left, by_hand=kept)

    def change_open(self, state: tables.OpenState) -> tables.OpenState:
        game = state.jackpot
        return state._replace(jackpot=game._replace(by_hand=False) if game is not None else None)


class JackpotPlayApproved(tables.TableEvent, tag="JackpotPlayApproved"):
    """After a failure of the jackpot equipment an inspector approved that the game goes on."""

    register: ClassVar[str] = "jackpots"
    by: str
    until: str = ""
    """By when the players are to decide whose time stood still."""
    because: law.Because = ()

    def line(self, stored: Stored) -> tables.RegisterLine:
        return tables.RegisterLine(self.tell("because", what=say("play approved by an inspector")))

    def change_open(self, state: tables.OpenState) -> tables.OpenState:
        fault = state.jackpot_fault
        left = None if fault is None or fault.works_again else fault._replace(is_approved=True)
        late = {need: max(until, self.until) for need, until in state.deadlines.items()}
        return state._replace(jackpot_fault=left, deadlines=late)


# Events that follow from the play at a table.


def add_jackpot_game(
    world: commands.World, before: tables.TableState, decision: commands.Decision
) -> commands.Decision:
    """A decision with what it comes to for the jackpot games of its table: those of rounds that it corrects, even where
    the table is closed or linked no more, and the one that is played."""
    if decision.stream is not None:
        return decision
    events = [
        due
        for event in decision.events
        if isinstance(event, tables.RoundCorrected) and not before.is_open_round(event.round)
        for due in _correct(world, before, event)
    ]
    if isinstance(before, tables.OpenState):
        terms = before.table.game.terms.jackpot
        if before.jackpot is not None or (terms is not None and terms.meter):
            state = decision.state if decision.state is not None else tables.fold(decision.events, before)
            decision = decision._replace(state=state)
            events += _follow(before, decision.events, state)
    if not events:
        return decision
    bookkeeper = bookkeeping.TableBookkeeper(world.table.stream, before.unit)
    entries = tuple(entry for event in events for entry in prize_entries(bookkeeper, event))
    return decision._replace(entries=decision.entries + entries).plus(*events)


def _follow(
    before: tables.OpenState, events: tuple[object, ...], state: tables.TableState
) -> Iterator[tables.TableEvent]:
    ended = next((event for event in reversed(events) if isinstance(event, tables.TableRoundEnded)), None)
    game = _GameSteps(before, state.jackpot if isinstance(state, tables.OpenState) else before.jackpot)
    if ended is not None and not any(isinstance(event, JackpotGameRecorded) for event in events):
        yield from game.end(ended)
    elif isinstance(state, tables.OpenState) and ended is None:
        yield from game.go_on(state.round)


class _GameSteps:
    """The events of a table's jackpot game after a step of its round."""

    def __init__(self, state: tables.OpenState, game: JackpotGame | None) -> None:
        jackpot = state.table.game.terms.jackpot
        assert jackpot is not None
        self.rules, self.terms, self.chips = state.table.game.rules, jackpot, state.table.game.terms.chips
        self.game, self.started = game, state.jackpot_games
        self.by_hand = state.jackpot_fault is not None and not state.jackpot_fault.works_again

    def go_on(self, round: Round) -> Iterator[tables.TableEvent]:
        """While a round is played: register the wagers once they are closed; cancel where one has gone, or where one
        has come to a game that was carried over."""
        played, _, because = _sort_wagers(round.settlements)
        lies = [RegisteredWager(w.patron, w.area) for w in round.wagers if w.spot == SPOT and w.left.pieces]
        now = tuple(sorted({*lies, *played}, key=lambda wager: wager.area))
        if round.need("wagers") is None:
            yield from self._register(round.number, now, because)
        else:
            yield from self._cancel_other(round.number, now, ())

    def end(self, ended: tables.TableRoundEnded) -> Iterator[tables.TableEvent]:
        """When a round is over: record the game; or leave it for the next round, or cancel it."""
        played, carried, because = _sort_wagers(ended.settlements)
        if played:
            yield from self._register(ended.round, played, because)
            assert self.game is not None  # it has just been registered
            yield self._record(self.game, ended)
        elif self.game is not None and set(carried) != set(self.game.wagers):
            yield self._cancel(self.game, ended.round, because)

    def _register(
        self, number: int, now: tuple[RegisteredWager, ...], because: law.Because
    ) -> Iterator[tables.TableEvent]:
        """Register the wagers that are in the game; where others were, that game is cancelled first."""
        yield from self._cancel_other(number, now, because)
        if self.game is None and now:
            self.started += 1
            self.game = JackpotGame(self.started, number, now, self.by_hand)
            because = self.rules.only((law.WAGERS_REGISTERED, law.JACKPOT_EQUIPMENT, law.METER_GROWS))
            yield JackpotGameStarted(self.started, number, self.terms.meter, now, self.by_hand, because)

    def _cancel_other(
        self, number: int, now: tuple[RegisteredWager, ...], because: law.Because
    ) -> Iterator[tables.TableEvent]:
        """Cancel the game where other wagers are in it than lie there: one has gone, or one has come."""
        if self.game is not None and set(self.game.wagers) != set(now):
            left = set(self.game.wagers) - set(now)
            yield self._cancel(self.game, number, because or ((law.LEAVER_CANCELS,) if left else (law.JOINER_CANCELS,)))

    def _cancel(self, cancelled: JackpotGame, number: int, because: law.Because) -> JackpotGameCancelled:
        self.game = None
        because = self.rules.only(because) or self.rules.only((law.JACKPOT_CANCELLED, law.JACKPOT_EQUIPMENT))
        return JackpotGameCancelled(cancelled.number, number, self.terms.meter, cancelled.by_hand, because)

    def _record(self, game: JackpotGame, ended: tables.TableRoundEnded) -> JackpotGameRecorded:
        because = self.rules.only((law.OUTCOME_RECORDED, law.ROUND_AT_ONCE, law.RECORDED_IN_ORDER))
        prizes, claims = prizes_and_claims(self.rules, self.terms, ended.claims, game.wagers, self.chips)
        return JackpotGameRecorded(
            game=game.number,
            round=ended.round,
            meter=self.terms.meter,
            plays=self.rules.game.name,
            wagers=len(game.wagers),
            prizes=prizes,
            claims=claims,
            chips=self.chips if claims else Chips(),
            by_hand=self.by_hand,
            because=because or self.rules.only((law.JACKPOT_EQUIPMENT,)),
        )


def prizes_and_claims(
    rules: law.Rules, terms: JackpotTerms, claims: tuple[Claim, ...], wagers: tuple[RegisteredWager, ...], chips: Chips
) -> tuple[tuple[Prize, ...], tuple[PoolClaim, ...]]:
    """The prizes of a round that are paid at the table, and the hands that claim a share of the meter."""
    bettors = tuple((wager.patron, wager.area) for wager in wagers)
    shares = [claim for claim in claims if is_share(rules, terms.option, claim.line)]
    pool = tuple(PoolClaim(claim.patron, claim.area, claim.line) for claim in shares)
    return fixed_prizes(rules, terms, claims, bettors, chips), pool


def _sort_wagers(
    settlements: tuple[Settlement, ...],
) -> tuple[tuple[RegisteredWager, ...], tuple[RegisteredWager, ...], law.Because]:
    """The jackpot wagers that were played out, those that stay for the next round, and why others went back."""
    results: dict[RegisteredWager, list[Settlement]] = {}
    for done in settlements:
        if done.spot == SPOT:
            results.setdefault(RegisteredWager(done.patron, done.area), []).append(done)
    back = [done for each in results.values() for done in each if done.result in BACK or done.result is Result.CARRIED]
    gone = {wager for wager, each in results.items() if any(done.result in BACK for done in each)}
    carried = {wager for wager, each in results.items() if each[-1].result is Result.CARRIED}
    played = {wager for wager, each in results.items() if any(done.result in PLAYED for done in each)} - gone - carried
    by_area = sorted(results, key=lambda wager: wager.area)
    because = tuple(dict.fromkeys(ground for done in back for ground in done.because))
    return tuple(w for w in by_area if w in played), tuple(w for w in by_area if w in carried), because


def played_wagers(settlements: tuple[Settlement, ...]) -> tuple[RegisteredWager, ...]:
    """The jackpot wagers that were played out in a round."""
    return _sort_wagers(settlements)[0]


def _correct(
    world: commands.World, state: tables.TableState, event: tables.RoundCorrected
) -> Iterator[tables.TableEvent]:
    """The events of a jackpot game after the correction of a round that was over."""
    recorded = find_recorded(world.store, world.table.stream, event.round)
    if recorded is not None:
        past = corrections.find_round(world, event.round)
        due = correct_outcome(past, event, by_hand=state.by_hand, game=recorded.data["game"])
        yield from (due,) if due is not None else ()


def correct_outcome(
    past: tables.FinishedRound, event: tables.RoundCorrected, *, by_hand: tuple[GameByHand, ...], game: int = 0
) -> JackpotOutcomeCorrected | None:
    """What the correction of a round changes of its jackpot game; nothing where it changes none of it."""
    jackpot, rules, chips = past.opening.game.terms.jackpot, past.opening.game.rules, past.opening.game.terms.chips
    if jackpot is None:
        return None
    found: list[tuple[int, tuple[Prize, ...], tuple[PoolClaim, ...]]] = []
    for acts in (past.acts, event.acts):
        round = fold_acts(past.opening, acts)
        wagers = played_wagers(round.settlements)
        found.append((len(wagers), *prizes_and_claims(rules, jackpot, round.claims, wagers, chips)))
    (were, paid, claimed), (wagers_now, prizes, claims) = found
    if (were, paid, claimed) == (wagers_now, prizes, claims):
        return None
    return JackpotOutcomeCorrected(
        game=game,
        round=event.round,
        meter=jackpot.meter,
        plays=rules.game.name,
        were=were,
        wagers=wagers_now,
        paid=paid,
        prizes=prizes,
        claims=claims,
        chips=chips,
        house_bears=event.house_bears,
        by_hand=any(kept.round == event.round for kept in by_hand),
        because=rules.only((law.METER_READ_BACK, law.JACKPOT_EQUIPMENT)) + rules.readings("K45"),
    )


def find_recorded(store: Store, stream: Stream, round: int) -> Stored | None:
    """The event that recorded the jackpot game of a round; nothing where it had none."""
    kinds, holding = (log_name(JackpotGameRecorded),), (f'"round":{round}',)
    found = log.find_last_events(store, log.EventQuery(stream.operator, kinds, stream.name, holding=holding), 100)
    return next((stored for stored in found if stored.data["round"] == round), None)


def find_settled(store: Store, stream: Stream, round: int) -> Stored | None:
    """The event by which the outcome of a round was recorded on the meter: of a game that was kept by hand, the one
    that entered it; nothing where it had none, or that is still to come."""
    recorded = find_recorded(store, stream, round)
    if recorded is None or not recorded.data["by_hand"]:
        return recorded
    kinds = (log_name(JackpotEquipmentRestored),)
    later = log.all_events(store, log.EventQuery(stream.operator, kinds, stream.name, after=recorded.position))
    return next((stored for stored in later if find_game(stored, round)), None)


def find_game(settled: Stored, round: int) -> int:
    """The game of a round in the event that recorded it on the meter, alone or with others; 0 where it is not in it."""
    event = log.read_event(settled)
    if isinstance(event, JackpotGameRecorded):
        return event.game if event.round == round else 0
    games = event.games if isinstance(event, JackpotEquipmentRestored) else ()
    return next((kept.number for kept in games if kept.round == round), 0)


def prize_entries(bookkeeper: bookkeeping.TableBookkeeper, event: tables.TableEvent) -> Iterator[Entry]:
    """The entries of a round's prizes at its table."""
    if isinstance(event, JackpotGameRecorded):
        for prize in event.prizes:
            yield Move(bookkeeper.float, bookkeeper.patron(prize.patron), prize.cents, PRIZE)
    elif isinstance(event, JackpotOutcomeCorrected):
        owed: dict[str, int] = {}
        for sign, prizes in ((1, event.prizes), (-1, event.paid)):
            for prize in prizes:
                owed[prize.patron] = owed.get(prize.patron, 0) + sign * prize.cents
        for patron, cents in owed.items():
            bears = bookkeeper.house if patron in event.house_bears else bookkeeper.patron(patron)
            if cents > 0:
                yield Move(bookkeeper.float, bookkeeper.patron(patron), cents, PRIZE)
            elif cents < 0:
                yield Move(bears, bookkeeper.float, -cents, PRIZE)


# Equipment.


def _has_meter(_: object, state: object) -> bool:
    jackpot = state.table.game.terms.jackpot if isinstance(state, tables.OpenState) else None
    return jackpot is not None and bool(jackpot.meter)


class FailJackpotEquipment(commands.TableCommand, tag="FailJackpotEquipment"):
    """State that the jackpot equipment of a table does not work."""

    takes: ClassVar = commands.CommandNeeds(seen="an alert, the register of jackpots")
    forms: ClassVar = (CommandForm("Jackpot equipment failed", "Put on record", group=JACKPOTS, needs=_has_meter),)
    words: Annotated[str, FieldPrompt("What is wrong", "the meter is dark, wagers are not registered")]

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state, rules = world.table.open_state, world.table.open_state.table.game.rules
        because = rules.only((law.EQUIPMENT_FAILED, law.PLAY_AFTER_APPROVAL, law.KEPT_BY_HAND, law.EQUIPMENT_WORKS))
        if not _has_meter(order.actor, state):
            raise commands.refuse("This table is linked to no meter.", law.METER_NAMED)
        if state.jackpot_fault is not None:
            raise commands.refuse("A failure of this equipment is already recorded.", *because)
        commands.check_said(self.words, "Say what does not work.", *because)
        name, at = f"fault-{state.length + 1}", stamp(world.now)
        tells: tuple[tables.Notification, ...] = ()
        if rules.applies(law.EQUIPMENT_FAILED):
            due = stamp(world.now + irregularity_state.AT_ONCE)
            about = f"jackpot equipment: {self.words}"
            tells = (tables.Notification(f"tell-{name}", name, INSPECTOR, about, state.round.number, due, because),)
        fault = EquipmentFault(name, self.words, at, not rules.applies(law.PLAY_AFTER_APPROVAL))
        return commands.note_event(world, JackpotEquipmentFailed(fault, order.actor.person, tells, because), fault=name)


class RestoreJackpotEquipment(commands.TableCommand, tag="RestoreJackpotEquipment"):
    """State that the jackpot equipment works again, by the three tests; what was kept by hand is entered."""

    takes: ClassVar = commands.CommandNeeds(seen="the register of jackpots, the history of the meter")
    forms: ClassVar = (
        CommandForm(
            "Jackpot equipment works again",
            "Put on record",
            group=JACKPOTS,
            needs=lambda _, state: isinstance(state, tables.OpenState) and state.jackpot_fault is not None,
        ),
    )
    records_wagers: Annotated[bool, FieldPrompt("The meter records the wagers of each round")] = False
    records_times: Annotated[bool, FieldPrompt("It records when each round is settled")] = False
    reads_back: Annotated[bool, FieldPrompt("Its value at any settlement can be read")] = False
    words: Annotated[str, FieldPrompt("What was done")] = ""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state, fault = world.table.open_state, world.table.open_state.jackpot_fault
        rules = state.table.game.rules
        because = rules.only((law.EQUIPMENT_WORKS, law.WAGERS_REGISTERED, law.OUTCOME_RECORDED, law.METER_READ_BACK))
        because = because or rules.only((law.EQUIPMENT_FAILED,))
        if fault is None or fault.works_again:
            raise commands.refuse("No failure of this equipment is recorded.", *because)
        if not (self.records_wagers and self.records_times and self.reads_back):
            raise commands.refuse(
                "The equipment works only if it passes all three tests. Make each test, then tick it.", *because
            )
        commands.check_said(self.words, "Say what was done.", *because)
        jackpot = state.table.game.terms.jackpot
        grounds = (*because, *rules.only((law.KEPT_BY_HAND,)), *rules.readings("K46"))
        linked = jackpot.meter if jackpot is not None else ""
        games: dict[str, tuple[GameByHand, ...]] = {linked: ()}
        for game in state.games_by_hand:
            games[game.meter or linked] = (*games.get(game.meter or linked, ()), game)
        person = order.actor.person
        first, *others = (
            JackpotEquipmentRestored(meter, self.words, person, entered, grounds) for meter, entered in games.items()
        )
        return commands.note_event(world, first).plus(*others)


class ApproveJackpotPlay(commands.TableCommand, tag="ApproveJackpotPlay"):
    """An inspector approves that the game goes on after a failure of the jackpot equipment."""

    takes: ClassVar = commands.CommandNeeds(roles=("inspector",))
    forms: ClassVar = (
        CommandForm(
            "Approve play after a failure",
            "Approve",
            group=JACKPOTS,
            needs=lambda _, state: (
                isinstance(state, tables.OpenState)
                and state.jackpot_fault is not None
                and not state.jackpot_fault.is_approved
            ),
        ),
    )

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.open_state
        because = state.table.game.rules.only((law.PLAY_AFTER_APPROVAL,))
        if state.jackpot_fault is None or state.jackpot_fault.is_approved:
            raise commands.refuse("This table does not wait for an inspector's approval.", law.NEED_CLOSED)
        if order.actor.role != INSPECTOR:
            raise commands.refuse("Only an inspector can approve this.", law.NOT_YOURS, *because)
        until = irregularity_state.new_deadline(state, world.now)
        return commands.note_event(world, JackpotPlayApproved(order.actor.person, until, because))
