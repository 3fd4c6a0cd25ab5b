"""Irregularities in the state of a table: play stands still while one waits for a ruling; after the ruling, people have
to be told, and the cards or the device may need work first."""

from datetime import datetime, timedelta
from typing import ClassVar

from pitboss import law
from pitboss.floor.service.clock import stamp
from pitboss.floor.store import Stored
from pitboss.floor.tables import state as tables
from pitboss.messages import message, say, translate
from pitboss.play import Act, Cut, Deal, Refusal, Refused, Round, Shuffle, Sit, acts, events, irregularity, powers

SEAL_CARDS = "seal-cards"
"""What is done with cards of which the wrong number was counted: a box, a slip, a seal (Crown 13.2.3(b))."""
DUTIES = {
    irregularity.COUNT_CARDS: message("count all the cards"),
    irregularity.CHECK_CARDS: message("check the decks for missing and foreign cards"),
    SEAL_CARDS: message("put the cards into a box with a slip, and seal it"),
    irregularity.REPLACE_CARDS: message("replace the cards"),
    irregularity.SHUFFLE_CARDS: message("shuffle the cards"),
    irregularity.OTHER_DEVICE: message("put another device or a shoe in use"),
    irregularity.CHECK_DEVICE: message("empty the device and check its cards"),
}
"""What is to be done about the cards or the device, in words. The order of the cards is opened by the floor itself."""
AT_ONCE = timedelta(minutes=5)
"""How long a notification that is due at once may take before it shows as overdue (ours)."""
IN_USE, SPARE = message("in use"), message("spare")
FAILED, CHECKED = message("failed"), message("being checked")
DISMISSED, GONE = "dismissed", "gone on"
"""How a stated irregularity ends that no remedy is carried out for: a person dismisses it, or the round went on."""

_GOES_ON = (irregularity.Irregularity, powers.Void, powers.CutBack, powers.DirectShuffle, Sit)
"""What may be done while a matter waits: what people of rank rule, and seats."""


class IrregularityClosed(tables.TableEvent, tag="IrregularityClosed"):
    """What went wrong was ruled on, with what follows from it; or it was dismissed; or the round went on without it."""

    register: ClassVar[str] = "irregularities"
    alert: ClassVar[str] = "irregularity"
    id: str
    round: int
    how: str
    """The remedy by its name, or how it ended without one."""
    words: str
    by: str
    rank: str
    reason: str = ""
    notifications: tuple[tables.Notification, ...] = ()
    duties: tuple[tables.Duty, ...] = ()
    until: str = ""
    """By when the players are to decide whose time stood still."""
    alone: bool = False
    """Whether the dealer stated it and carried the remedy out without a second person."""
    because: law.Because = ()
    what: str = ""
    """What went wrong, in words."""

    def alert_words(self) -> str:
        if not self.alone:
            return ""
        said = {"what": translate(self.what), "remedy": translate(self.words).rstrip("."), "by": self.by}
        return say("Round {round}: {what}. {remedy}. Carried out by {by} alone.", round=self.round, **said)

    def line(self, stored: Stored) -> tables.RegisterLine:
        said = self.tell("reason", state=self.how, remedy=translate(self.words), ruled_by=self.by, ruled_at=stored.at)
        said |= {"because": [str(ground) for ground in self.because]} if self.because else {}
        return tables.RegisterLine(
            said | {"follows": [translate(DUTIES[duty.what]) for duty in self.duties]}, self.id, begins=False
        )

    def change(self, state: tables.TableState) -> tables.TableState:
        if any(duty.what == irregularity.OTHER_DEVICE for duty in self.duties):
            equipment = (d._replace(status=FAILED) if d.status == IN_USE else d for d in state.equipment)
            state = state._replace(equipment=tuple(equipment))
        told, duties = (*state.notifications, *self.notifications), (*state.duties, *self.duties)
        return state._replace(notifications=told, duties=duties)

    def change_open(self, state: tables.OpenState) -> tables.OpenState:
        late = {need: max(until, self.until) for need, until in state.deadlines.items()}
        return state._replace(matter=None, deadlines=late)


# Play stands still.


def check_held(state: tables.OpenState, act: Act) -> None:
    """Refuse to play on while a matter waits, or before what a ruling orders about the cards or the device is done."""
    matter, fault = state.matter, state.jackpot_fault
    if fault is not None and not fault.is_approved and not isinstance(act, _GOES_ON):
        words = "The jackpot equipment failed. The game goes on once an inspector has approved it."
        raise Refused(Refusal((law.PLAY_AFTER_APPROVAL, law.EQUIPMENT_FAILED), words))
    if matter is not None and not isinstance(act, _GOES_ON):
        what = f"{matter.words[0].lower()}{matter.words[1:]}"
        words = say("Play waits for a ruling: {what}.", what=what)
        raise Refused(Refusal((law.RULED_FIRST, *matter.because), words))
    if (
        state.duties
        and isinstance(act, Shuffle | Cut | Deal | acts.CuttingCard)
        and (first := duties_before_cards(state))
    ):
        duties = " and ".join(DUTIES[duty.what] for duty in first)
        grounds = tuple(dict.fromkeys(ground for duty in first for ground in duty.because))
        raise Refused(Refusal((law.DUTY_FIRST, *grounds), say("Before the next card, {duties}.", duties=duties)))


def duties_before_cards(state: tables.OpenState) -> tuple[tables.Duty, ...]:
    """The duties that come before the next card. A shuffle is the round's own to ask for."""
    is_next = not cards_are_out(state)
    duties = [duty for duty in state.duties if duty.what != irregularity.SHUFFLE_CARDS]
    return tuple(duty for duty in duties if duty.at_once or is_next or state.round.number > duty.round)


def cards_are_out(state: tables.OpenState) -> bool:
    """Whether cards of the open round are out."""
    return any(hand.cards for hand in state.round.hands)


def close_stale(round: Round, matter: tables.IrregularityStated) -> IrregularityClosed:
    """Close a matter of which no clause speaks any more: the round is over, or has gone on."""
    words = "The round is over." if round.number > matter.round else "No clause is about it any more."
    return IrregularityClosed(matter.id, matter.round, GONE, words, "", "system")


def still_fits(round: Round, matter: tables.IrregularityStated) -> bool:
    """Whether a rule still has something for what was stated."""
    report = matter.report
    if round.number != matter.round:
        return False
    fits = irregularity.refuse_fact(round, report) is None and bool(irregularity.remedies(round, report))
    return fits or bool(report.extra)  # cards of a virtual shoe are not named yet: the ruling looks


# What follows.


def close_ruled(
    rules: law.Rules, ruled: events.IrregularityRuled, matter: tables.IrregularityStated, now: datetime, until: str = ""
) -> IrregularityClosed:
    """The end of a matter that was ruled on: who has to be told by when, and what is to be done."""
    due, number = stamp(now + AT_ONCE), matter.id.rpartition("-")[2]
    notifications = tuple(
        tables.Notification(f"tell-{number}-{who}", matter.id, who, matter.words, matter.round, due, ruled.because)
        for who in ruled.tells
    )
    at_once = irregularity.OPEN_ORDER not in ruled.follows
    duties = tuple(
        tables.Duty(
            f"duty-{number}-{what}", matter.id, what, matter.round, at_once and what in _IN_ROUND, ruled.because
        )
        for what in ruled.follows
        if what in DUTIES
    )
    return IrregularityClosed(
        id=matter.id,
        round=matter.round,
        how=ruled.remedy,
        words=ruled.words,
        by=ruled.by,
        rank=ruled.rank,
        reason=ruled.reason,
        notifications=notifications,
        duties=duties,
        until=until,
        alone=ruled.rank == rules.edition.ranks[0],
        because=ruled.because,
        what=matter.words,
    )


def words_of(round: Round, fact: str) -> str:
    """An irregularity in the words of the game."""
    return next((each.words for each in round.game.facts if each.name == fact), fact)


def new_deadline(state: tables.OpenState, now: datetime) -> str:
    """The time by which players must decide whose clock had stopped; nothing where the table gives no time."""
    return stamp(now + timedelta(seconds=state.decision_seconds)) if state.decision_seconds else ""


_IN_ROUND = (irregularity.OTHER_DEVICE, irregularity.REPLACE_CARDS)
"""What is done before the next card of the same round, where the round goes on with the cards that are left."""
