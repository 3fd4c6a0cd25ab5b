"""Rulings of people of rank, and rounds corrected.

A ruling voids a round, a player's part in it or a wager, while it is played or
when it is over (Pontoon 19.8 to 19.10; Crown 16.2 to 16.4); the rank is the one that the person signed in with. A round
is corrected where a card or a call was keyed wrong: it is folded again from corrected acts, with a reason and another
person's approval; the old acts stay, and only the difference is booked, as new entries.

A shoe or a camera that reads cards says what came out and how many cards were out before, so that a card that was lost
or read twice is noticed. What was keyed or read last can be taken back by the dealer alone while no person has acted on
it: the round is folded again without it, and the register of corrections has it. Wagers that the first card closed stay
closed, for the players have seen cards.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from pitboss import law, play
from pitboss.cards import Card, show
from pitboss.floor.people.permission import check
from pitboss.floor.service import commands
from pitboss.floor.service.commands import CommandNeeds, Decision, Order, TableCommand, World, refuse
from pitboss.floor.store import Stored
from pitboss.floor.tables import bookkeeping, irregularity_state, playing
from pitboss.floor.tables import state as tables
from pitboss.floor.tables.state import OpenState, RoundCorrected, fold
from pitboss.ledger import Account, Entry, Move, Post, Release, Reserve
from pitboss.messages import message, say
from pitboss.play.acts import CuttingCard
from pitboss.play.events import IrregularityRuled
from pitboss.play.powers import TALKING, CutBack, DirectShuffle, Void, void_grounds
from pitboss.play.table import Correction
from pitboss.value import log_name

REASON = "correction"


class RulingRecorded(tables.TableEvent, tag="RulingRecorded"):
    """Why a person of rank ruled or voided as they did, beside the act itself."""

    register: ClassVar[str] = "rulings"
    round: int
    by: str
    rank: str
    what: str
    reason: str
    because: law.Because = ()
    """The power by which something was voided, and on which ground."""

    def rests_on(self) -> law.Because:
        """Older programs wrote voids that name no power."""
        if self.because or not self.what.startswith("void for"):
            return ()
        return (law.TALKING_FORFEITS if self.what.endswith(TALKING) else law.ROUND_VOIDED,)

    def line(self, stored: Stored) -> tables.RegisterLine:
        return tables.RegisterLine(self.tell("round", "rank", "what", "reason"))


class CorrectRound(commands.TableCommand, tag="CorrectRound"):
    """Fold a round again from corrected acts, with another person's approval.

    The house pays what a correction would take from the patrons in `house_bears`, who have left with it.
    """

    takes: ClassVar = commands.CommandNeeds(approval=True, seen="the register of corrections")
    forms: ClassVar = ()
    round: int
    acts: tuple[play.Act, ...]
    reason: str
    approver: commands.Actor
    house_bears: tuple[str, ...] = ()

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        commands.check_said(self.reason, "Enter the reason for the correction.", law.NEED_CLOSED)
        state = world.table.state
        is_open = state.is_open_round(self.round)
        past = find_round(world, self.round)
        self._check_ranks(past.acts, order.actor)
        done = play.correct(past.opening, past.acts, self.acts, reason=self.reason, approver=self.approver.person)
        if not is_open and not done.after.is_over:
            raise commands.refuse("A round that is over must stay over. List all acts of the round.", law.ROUND_OF_PLAY)
        if is_open and world.table.shoe is not None and done.after.out != done.before.out:
            words = say(
                "A correction cannot change how many cards the shoe has dealt ({dealt}). It lists {listed}.",
                dealt=done.before.out,
                listed=done.after.out,
            )
            raise commands.refuse(words, law.CARDS_FROM_DEVICE)
        entries = difference(world.table.bookkeeper, past.opening, past.acts, self.acts, self.house_bears)
        voids = [act for act in self.acts if isinstance(act, Void) and act not in past.acts]
        return _make_decision(world, self, done, entries, voids)

    def _check_ranks(self, old: tuple[play.Act, ...], actor: commands.Actor) -> None:
        """Refuse new rulings and permissions that neither the giver nor the approver can give."""
        both = (actor, self.approver)
        for act in self.acts:
            if not isinstance(act, Void | CutBack | DirectShuffle | play.Irregularity | play.Place) or act in old:
                continue
            rank, by = (act.approved_by, "") if isinstance(act, play.Place) else (act.rank, act.by)
            if rank and rank not in [one.role for one in both]:
                words = say(
                    "This correction needs the ruling of a {rank}. Neither you nor the approver holds this rank.",
                    rank=rank.replace("-", " "),
                )
                raise commands.refuse(words, law.NOT_YOURS)
            if by and by not in [one.person for one in both]:
                words = say(
                    "The correction names {person}. It may name only the person who orders it or the approver.",
                    person=by,
                )
                raise commands.refuse(words, law.NOT_YOURS)


def _make_decision(
    world: commands.World, command: CorrectRound, done: Correction, entries: tuple[Entry, ...], voids: Sequence[Void]
) -> commands.Decision:
    state = world.table.state
    is_open = state.is_open_round(command.round)
    rules = done.after.game.rules
    unseen, seen = list(done.before.seen), list(done.after.seen)
    for card in done.before.seen:
        if card in seen:
            seen.remove(card)
            unseen.remove(card)
    is_timed = is_open and world.table.shoe is not None
    until = playing.find_deadline(world.table.open_state, done.after, world.now, done.before) if is_timed else ""
    events: list[tables.TableEvent] = [
        tables.RoundCorrected(
            command.round,
            command.acts,
            command.reason,
            command.approver.person,
            done.differences,
            () if is_open else tuple(unseen),
            () if is_open else tuple(seen),
            until,
            command.house_bears,
            put_right_by(done, voids, is_open=is_open),
        )
    ]
    events += [
        RulingRecorded(command.round, act.by, act.rank, void_words(act), command.reason, void_grounds(rules, act))
        for act in voids
    ]
    events += _irregularities(world, command)
    shoes = world.table.shoes
    if is_open and done.after.is_over:
        events.append(playing.end_round(done.after))
        _, shoes, more = playing.open_spent(tables.open_state(tables.fold(events, state)), shoes)
        events += more
    reply = {
        "round": command.round,
        "differences": {each.patron: each.chips + each.tokens for each in done.differences},
    }
    changed = shoes if shoes != world.table.shoes else None
    return playing.add_consequences(
        commands.Decision(tuple(events), tables.fold(events, state), entries, reply=reply, shoes=changed), world.now
    )


def _irregularities(world: commands.World, command: CorrectRound) -> Iterator[tables.TableEvent]:
    """The irregularities that a correction rules on: on record as at any other moment, with what follows."""
    past = find_round(world, command.round)
    number = world.table.state.length
    for step, act in zip(play.steps(past.opening, command.acts), command.acts, strict=True):
        ruled = next((event for event in step.events if isinstance(event, IrregularityRuled)), None)
        if ruled is None or not isinstance(act, play.Irregularity) or act in past.acts:
            continue
        number += 1
        matter = tables.IrregularityStated(
            id=f"matter-{number}-corrected",
            round=command.round,
            words=irregularity_state.words_of(past.opening, act.fact),
            report=act,
            by=act.by,
            rank=act.rank,
            because=ruled.because,
        )
        yield matter
        yield irregularity_state.close_ruled(past.opening.game.rules, ruled, matter, world.now)


def void_words(act: Void) -> str:
    """The words of a void for the register: its objects and its reason."""
    named = ", ".join((*act.patrons, *(f"wager {number}" for number in act.wagers)))
    forfeit = f", forfeited: {', '.join(act.forfeit)}" if act.forfeit else ""
    return f"void for {act.ground}{f': {named}' if named else ''}{forfeit}"


def put_right_by(done: Correction, voids: Sequence[Void] = (), *, is_open: bool) -> law.Because:
    """The rules that a correction rests on: the power to void where something is voided, else the document's own about
    wrong settlements, else the rule on disputes; then the grounds of the changed settlements, which an open round tells
    only when it is over."""
    rules = done.after.game.rules
    wrong = law.MISPAID_PUT_RIGHT if rules.applies(law.MISPAID_PUT_RIGHT) else law.DISPUTE_RULED
    rule = tuple(ground for act in voids for ground in void_grounds(rules, act)) or (wrong,)
    changed = [] if is_open else [each for each in done.after.settlements if each not in done.before.settlements]
    return tuple(dict.fromkeys((*rule, *(ground for each in changed for ground in each.because))))


def find_round(world: commands.World, number: int) -> tables.FinishedRound:
    """A round of the table: the open one, one that is at hand, or one that the log has."""
    found = world.table.state.find_recent_round(number) or find_old_round(world.read(), number)
    if found is None:
        raise commands.refuse(say("Round {number} was not played at this table.", number=number), law.NEED_CLOSED)
    return found


def find_old_round(events: Iterable[tables.TableEvent], number: int) -> tables.FinishedRound | None:
    """A round out of the log, as it stands corrected."""
    state: tables.TableState = tables.UnopenedState()
    found: tables.FinishedRound | None = None
    for event in events:
        if found is None:
            if isinstance(event, tables.TableRoundEnded) and event.round == number:
                found = state.find_recent_round(number)
            else:
                state = tables.evolve(state, event)
        elif isinstance(event, tables.RoundCorrected) and event.round == number:
            found = found._replace(acts=event.acts)
    return found


# What a correction moves.


class _Sums:
    """The sums of a round's acts in the ledger: the gain of each account, and the stakes still set aside."""

    def __init__(self, bookkeeper: bookkeeping.TableBookkeeper, opening: play.Round, acts: Iterable[play.Act]) -> None:
        self.moved: dict[Account, int] = {}
        self.held: dict[str, int] = {}
        self.ways: dict[str, tuple[Account, Account]] = {}
        for carried in bookkeeper.carried_entries(opening):
            self._add(carried)
        for step in play.steps(opening, acts):
            for entry in bookkeeper.entries(step):
                self._add(entry)

    def _add(self, entry: Entry) -> None:
        match entry:
            case Move(source, target, cents, _):
                self._move(source, target, cents)
            case Reserve(name, source, target, cents, _):
                self.ways[name] = source, target
                self.held[name] = self.held.get(name, 0) + cents
            case Post(name, cents, _):
                self.held[name] -= cents
                self._move(*self.ways[name], cents)
            case Release(name, cents, _):
                self.held[name] -= cents

    def _move(self, source: Account, target: Account, cents: int) -> None:
        self.moved[source] = self.moved.get(source, 0) - cents
        self.moved[target] = self.moved.get(target, 0) + cents


def difference(
    bookkeeper: bookkeeping.TableBookkeeper,
    opening: play.Round,
    old: Iterable[play.Act],
    new: Iterable[play.Act],
    house_bears: tuple[str, ...] = (),
) -> tuple[Entry, ...]:
    """The entries that bring the ledger from what the old acts came to, to what the new ones come to."""
    was, now = _Sums(bookkeeper, opening, old), _Sums(bookkeeper, opening, new)
    names = dict.fromkeys((*was.held, *now.held))
    change = {name: now.held.get(name, 0) - was.held.get(name, 0) for name in names}
    ways = was.ways | now.ways
    accounts = dict.fromkeys((*was.moved, *now.moved))
    gains: dict[Account, int] = {}
    for account in accounts:
        gain = now.moved.get(account, 0) - was.moved.get(account, 0)
        bears = gain < 0 and account.kind == "patron" and account.owner in house_bears
        who = Account(account.operator, "house", "", account.unit) if bears else account
        gains[who] = gains.get(who, 0) + gain
    released = [Release(name, -cents, REASON) for name, cents in change.items() if cents < 0]
    reserved = [Reserve(name, *ways[name], cents, REASON) for name, cents in change.items() if cents > 0]
    return (*released, *_moves(gains), *reserved)


def _moves(gains: dict[Account, int]) -> Iterator[Move]:
    """Moves from those who give to those who get, unit by unit."""
    has = {account: -gain for account, gain in gains.items() if gain < 0}
    for target, gain in gains.items():
        left = gain
        for source in [account for account in has if account.unit == target.unit]:
            part = min(left, has[source])
            if part > 0:
                yield Move(source, target, part, REASON)
                has[source] -= part
                left -= part


# Rulings.


class VoidRound(commands.TableCommand, tag="VoidRound"):
    """Void a round, or only the wagers of the patrons named, or the wagers listed; `forfeit` names who loses theirs.

    The outcome of a round that is over is corrected by it: another person approves that.
    """

    takes: ClassVar = commands.CommandNeeds(seen="the register of rulings and voids")
    forms: ClassVar = ()
    ground: str
    reason: str
    patrons: tuple[str, ...] = ()
    forfeit: tuple[str, ...] = ()
    round: int = 0
    """The number of the round; 0 for the open one."""
    wagers: tuple[int, ...] = ()
    """The wagers that are void, by their numbers in the round."""
    approver: commands.Actor | None = None
    house_bears: tuple[str, ...] = ()
    """The patrons for whom the house bears what they would give back, where they have left with it."""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        """Void a round, or a part of it; of a round that is over by a correction."""
        patrons, forfeit, wagers = self.patrons, self.forfeit, self.wagers
        act = Void(order.actor.role, self.ground, order.actor.person, patrons, forfeit, wagers=wagers)
        if is_past(world.table.state, self.round):
            return _void_past(world, order, self, act)
        commands.check_said(self.reason, commands.SAY_WHY, law.NEED_CLOSED)
        round = world.table.open_state.round
        because = void_grounds(round.game.rules, act)
        event = RulingRecorded(round.number, act.by, act.rank, void_words(act), self.reason, because)
        return playing.add_consequences(playing.play_act(world, act, world.table.shoe), world.now, event)


def is_past(state: tables.TableState, number: int) -> bool:
    """Whether the command names a round that is over."""
    return number > 0 and not state.is_open_round(number)


def _void_past(world: commands.World, order: commands.Order, command: VoidRound, act: Void) -> commands.Decision:
    if command.approver is None:
        words = say(
            "Round {number} is over. To void it is a correction: ask another person to approve it.",
            number=command.round,
        )
        raise commands.refuse(words, law.NEED_CLOSED)
    check(order.actor, log_name(CorrectRound), command.approver)
    acts = (*find_round(world, command.round).acts, act)
    correction = CorrectRound(command.table, command.round, acts, command.reason, command.approver, command.house_bears)
    return correction.decide(world, order._replace(command=correction))


# Cards of a real shoe


TAKEN_BACK = message("taken back by the dealer")
"""What the register says of it: no second person approved."""
KEYED = (play.Deal, play.Turn, CuttingCard)
"""What a dealer keys of the cards."""


class ReadCards(TableCommand, tag="ReadCards"):
    """Cards that a device read as they came out of a real shoe: they go to the next places that the round has for
    them."""

    takes: ClassVar = CommandNeeds(post="dealer", seen="the round, its record, the pit")
    forms: ClassVar = ()
    cards: tuple[Card, ...]
    out: int
    """How many cards were out before them since the last shuffle, as the device counts."""

    def decide(self, world: World, order: Order) -> Decision:
        round = world.table.open_state.round
        if self.out != round.out:
            words = say(
                "The reader counted {read} cards out before this one, the table {out}: key the cards by hand until the "
                "next shuffle, or take back what was read.",
                read=self.out,
                out=round.out,
            )
            raise refuse(words, law.CARDS_FROM_DEVICE)
        need = next((need for need in round.needs if isinstance(need, play.CardsNeed)), None)
        if need is None:
            words = say(
                "No card is awaited now: {cards} came out of turn. State the irregularity.", cards=len(self.cards)
            )
            raise refuse(words, law.CARDS_FROM_DEVICE)
        act, shoe = playing.key_act(play.Deal(need.id, self.cards), world.table.shoe)
        return playing.add_consequences(playing.play_act(world, act, shoe), world.now)


class TakeBackKeyed(TableCommand, tag="TakeBackKeyed"):
    """Take back the cards that were keyed or read last, while no person has acted on them."""

    takes: ClassVar = CommandNeeds(post="dealer", seen="the register of corrections, the round's record")
    forms: ClassVar = ()
    round: int
    acts: int
    """How many acts the round had when its giver looked: what came after is not taken back for them."""

    def decide(self, world: World, order: Order) -> Decision:
        state = world.table.open_state
        if (self.round, self.acts) != (state.round.number, len(state.acts)):
            raise refuse("The table has changed since you saw it. Check it, then try again.", law.NEED_CLOSED)
        if (last := last_keyed(state)) is None or world.table.shoe is not None:
            words = "The last step keyed no card that can be taken back. Ask a supervisor for a correction."
            raise refuse(words, law.NEED_CLOSED)
        acts = without_last(state)
        count = len(last.cards) if isinstance(last, play.Deal | play.Turn) else 0
        event = RoundCorrected(state.round.number, acts, TAKEN_BACK, "")
        entries = difference(world.table.bookkeeper, state.opening, state.acts, acts)
        reply = {"round": state.round.number, "cards": count}
        return playing.add_consequences(Decision((event,), fold((event,), state), entries, reply=reply), world.now)


def last_keyed(state: OpenState) -> play.Deal | play.Turn | CuttingCard | None:
    """The last cards that the dealer keyed; none where a person has acted since."""
    last = state.acts[-1] if state.acts else None
    return last if isinstance(last, KEYED) and state.matter is None else None


def shown_cards(act: play.Act) -> str:
    """The cards that an act names, to be keyed again."""
    return show(act.cards) if isinstance(act, play.Deal | play.Turn) else ""


def without_last(state: OpenState) -> tuple[play.Act, ...]:
    """The acts of the open round without the last; where that closed the wagers, with the call that closes them."""
    acts = state.acts[:-1]
    before = play.fold(state.opening, acts)
    if not _takes_wagers(before) or _takes_wagers(state.round):
        return acts
    for need in before.needs:
        if isinstance(need, play.CallNeed) and not _takes_wagers(play.apply(before, play.Call(need.id)).round):
            return (*acts, play.Call(need.id))
    words = "These cards closed the wagers, so they cannot be taken back. Ask a supervisor for a correction."
    raise refuse(words, law.NEED_CLOSED)


def _takes_wagers(round: play.Round) -> bool:
    return any(isinstance(need, play.WagersNeed) for need in round.needs)
