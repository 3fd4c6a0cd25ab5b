"""A round corrected: a card or a call that was keyed wrong, an outcome voided when it was over. The round is folded
again from corrected acts, with a reason and another person's approval; the old acts stay, and only the difference is
booked, as new entries."""

from collections.abc import Iterable, Iterator, Sequence

from pitboss import law
from pitboss.floor.people.permission import check
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.tables.events import RoundCorrected, RoundEnded, TableEvent
from pitboss.floor.tables.journal import Journal
from pitboss.floor.tables.people_events import RulingRecorded
from pitboss.floor.tables.playing import decide_by, ended, followed
from pitboss.floor.tables.shoes import open_spent
from pitboss.floor.tables.state import Past, TableState, UnopenedState, evolve, fold, open_state
from pitboss.law import Because
from pitboss.ledger import Account, Entry, Move, Post, Release, Reserve
from pitboss.play.acts import Act, CutBack, DirectShuffle, Place, Rule, Void
from pitboss.play.acts.powers import void_because
from pitboss.play.history import Correction, correct, steps
from pitboss.play.round import Round
from pitboss.value import Value

REASON = "correction"


class CorrectRound(Value, tag="CorrectRound"):
    """Fold a round again from corrected acts; approved by somebody else.

    The house bears what a correction would take from the patrons named, where they have left with it.
    """

    table: str
    round: int
    acts: tuple[Act, ...]
    reason: str
    approver: Actor
    house_bears: tuple[str, ...] = ()


def correct_round(world: World, order: Order) -> Decision:
    """Correct a round that is over, or the one that is open."""
    command: CorrectRound = order.command
    check(order.actor, "CorrectRound", command.approver)
    if not command.reason:
        raise refuse("A correction says why.", law.NEED_CLOSED)
    state = world.desk.state
    is_open = state.is_open_round(command.round)
    past = past_round(world, command.round)
    _check_ranks(command, past.acts, order.actor)
    done = correct(past.opening, past.acts, command.acts, reason=command.reason, approver=command.approver.person)
    if not is_open and not done.after.is_over:
        raise refuse("A round that is over stays over: give all of its acts.", law.ROUND_OF_PLAY)
    if is_open and world.desk.shoe is not None and done.after.out != done.before.out:
        raise refuse("The shoe has dealt these cards: a correction has as many.", law.CARDS_FROM_DEVICE)
    entries = difference(world.desk.journal, past.opening, past.acts, command.acts, command.house_bears)
    voids = [act for act in command.acts if isinstance(act, Void) and act not in past.acts]
    return _prepared(world, command, done, entries, voids)


def _prepared(
    world: World, command: CorrectRound, done: Correction, entries: tuple[Entry, ...], voids: Sequence[Void]
) -> Decision:
    state = world.desk.state
    is_open = state.is_open_round(command.round)
    rules = done.after.game.rules
    unseen, seen = list(done.before.seen), list(done.after.seen)
    for card in done.before.seen:
        if card in seen:
            seen.remove(card)
            unseen.remove(card)
    events: list[TableEvent] = [
        RoundCorrected(
            command.round,
            command.acts,
            command.reason,
            command.approver.person,
            done.differences,
            () if is_open else tuple(unseen),
            () if is_open else tuple(seen),
            decide_by(world, done.before, done.after) if is_open and world.desk.shoe is not None else "",
            command.house_bears,
            put_right_by(done, voids, is_open=is_open),
        )
    ]
    events += [
        RulingRecorded(command.round, act.by, act.rank, void_words(act), command.reason, void_because(rules, act))
        for act in voids
    ]
    shoes = world.desk.shoes
    if is_open and done.after.is_over:
        events.append(ended(done.after))
        _, shoes, more = open_spent(open_state(fold(events, state)), shoes)
        events += more
    reply = {
        "round": command.round,
        "differences": {each.patron: each.chips + each.tokens for each in done.differences},
    }
    changed = shoes if shoes != world.desk.shoes else None
    return followed(Decision(tuple(events), fold(events, state), entries, reply=reply, shoes=changed), world.now)


def void_words(act: Void) -> str:
    """What is voided and for what, as the register has it."""
    named = ", ".join((*act.patrons, *(f"wager {number}" for number in act.wagers)))
    forfeit = f", forfeited: {', '.join(act.forfeit)}" if act.forfeit else ""
    return f"void for {act.ground}{f': {named}' if named else ''}{forfeit}"


def put_right_by(done: Correction, voids: Sequence[Void] = (), *, is_open: bool) -> Because:
    """The rules that a correction rests on: the power to void where something is voided, else the document's own about
    wrong settlements, else whoever rules on disputes decides; then those of the settlements that have changed, which
    an open round tells when it is over."""
    rules = done.after.game.rules
    wrong = law.MISPAID_PUT_RIGHT if rules.applies(law.MISPAID_PUT_RIGHT) else law.DISPUTE_RULED
    rule = tuple(ground for act in voids for ground in void_because(rules, act)) or (wrong,)
    changed = [] if is_open else [each for each in done.after.settlements if each not in done.before.settlements]
    return tuple(dict.fromkeys((*rule, *(ground for each in changed for ground in each.because))))


def _check_ranks(command: CorrectRound, old: tuple[Act, ...], actor: Actor) -> None:
    """Refuse rulings and leave that were not given then, and that neither of the two can give now."""
    both = (actor, command.approver)
    for act in command.acts:
        if not isinstance(act, Rule | Void | CutBack | DirectShuffle | Place) or act in old:
            continue
        rank, by = (act.approved_by, "") if isinstance(act, Place) else (act.rank, act.by)
        if rank and rank not in [one.role for one in both]:
            raise refuse(f"Nobody here rules as a {rank}.", law.NOT_YOURS)
        if by and by not in [one.person for one in both]:
            raise refuse(f"{by} is neither the person who corrects this nor the one who approves it.", law.NOT_YOURS)


def past_round(world: World, number: int) -> Past:
    """A round of the table: the open one, one that is at hand, or one that the log has."""
    found = world.desk.state.at_hand(number) or long_past(world.read(), number)
    if found is None:
        raise refuse(f"There has been no round {number} at this table.", law.NEED_CLOSED)
    return found


def long_past(events: Iterable[TableEvent], number: int) -> Past | None:
    """A round out of the log, as it stands corrected."""
    state: TableState = UnopenedState()
    found: Past | None = None
    for event in events:
        if found is None:
            if isinstance(event, RoundEnded) and event.round == number:
                found = state.at_hand(number)
            else:
                state = evolve(state, event)
        elif isinstance(event, RoundCorrected) and event.round == number:
            found = found._replace(acts=event.acts)
    return found


# What a correction moves.


class _Sums:
    """What the acts of a round come to in the ledger: what each account gained, and what is still set aside."""

    def __init__(self, journal: Journal, opening: Round, acts: Iterable[Act]) -> None:
        self.moved: dict[Account, int] = {}
        self.held: dict[str, int] = {}
        self.ways: dict[str, tuple[Account, Account]] = {}
        for step in steps(opening, acts):
            for entry in journal.entries(step):
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
    journal: Journal,
    opening: Round,
    old: Iterable[Act],
    new: Iterable[Act],
    house_bears: tuple[str, ...] = (),
) -> tuple[Entry, ...]:
    """The entries that bring the ledger from what the old acts came to, to what the new ones come to."""
    was, now = _Sums(journal, opening, old), _Sums(journal, opening, new)
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


HANDLERS: dict[type, Handler] = {CorrectRound: correct_round}
