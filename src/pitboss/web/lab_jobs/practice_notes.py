"""Notes on people who practise: the advice that they asked for, and their latest decisions."""

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Any, cast

from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import table_stream
from pitboss.floor.tables import playing, practice
from pitboss.lab.question import LabError
from pitboss.play import Decide, DecisionNeed, Round
from pitboss.web.lab_jobs import queue, worker
from pitboss.web.limits import TooMany

REMEMBERED, DECISIONS = 500, 50


@dataclass(frozen=True)
class PracticeDecision:
    """A decision that a player made, with the job that says what else they might have done."""

    number: int
    """Its place among the decisions of this player at this table."""
    at: Round
    """The round as it was."""
    need: DecisionNeed
    option: str
    units: int
    unit_cents: int
    job: queue.LabJob | None
    words: str = ""

    @property
    def advice(self) -> dict[str, Any] | None:
        """What each choice was worth, once that is known."""
        return self.job.result if self.job is not None and self.job.state == queue.DONE else None

    @property
    def is_mistake(self) -> bool:
        """Whether another choice is known to have been worth more."""
        return bool(self.data()["cost_cents"])

    def data(self) -> dict[str, Any]:
        """The decision with what it cost, once that is known."""
        advice = self.advice
        named = [each for each in advice["options"] if each["option"] == self.option] if advice is not None else []
        done = next((each for each in named if each["wager"] == self.units), next(iter(named), None))
        waits = self.job is not None and not self.job.is_over
        told = {"round": self.at.number, "option": self.option, "unit_cents": self.unit_cents, "waits": waits}
        if advice is None or done is None:
            return told | {"taken": None, "best": None, "cost_cents": None, "words": self.words}
        return told | {
            "option": done["label"],
            "taken": done,
            "best": advice["best"],
            "unit": advice["unit"],
            "cost_cents": done["cost"] * self.unit_cents,
            "words": "",
        }


@dataclass
class PracticeNote:
    """The notes on one person at one table."""

    asked: dict[str, queue.LabJob] = field(default_factory=dict)
    """Jobs of advice by the decision that they are about."""
    decisions: deque[PracticeDecision] = field(default_factory=lambda: deque(maxlen=DECISIONS))
    made: int = 0
    """How many decisions there have been."""
    tries: list[bool] = field(default_factory=list)
    """Whether each hand that was tried again was decided for the best."""
    put_right: set[int] = field(default_factory=set)
    """The numbers of the mistakes that were tried again and decided for the best."""

    @property
    def mistakes(self) -> list[PracticeDecision]:
        """The mistakes that are still to be tried again, the latest first."""
        return [made for made in self.decisions if made.is_mistake and made.number not in self.put_right]

    def try_again(self, made: PracticeDecision, *, is_best: bool) -> None:
        """Note how a mistake was decided this time."""
        self.tries = [*self.tries, is_best][-DECISIONS:]
        if is_best:
            self.put_right.add(made.number)


class Practice:
    """The notes of all who practise, and the way to advice."""

    def __init__(self, floor: Floor, lab_jobs: queue.LabJobs) -> None:
        self.floor, self.lab_jobs = floor, lab_jobs
        self._notes: OrderedDict[tuple[Actor, str], PracticeNote] = OrderedDict()

    def note(self, who: Actor, table: str) -> PracticeNote:
        """The note on a player at a table."""
        kept = self._notes.setdefault((who, table), PracticeNote())
        self._notes.move_to_end((who, table))
        while len(self._notes) > REMEMBERED:
            self._notes.popitem(last=False)
        return kept

    def advise(self, who: Actor, table: str, round: Round, need: DecisionNeed) -> queue.LabJob:
        """Put a job in the queue that values a decision for its player; raises `LabError` where the lab cannot value
        it."""
        note, at = self.note(who, table), place(round, need)
        if at not in note.asked or note.asked[at].state not in (queue.QUEUED, queue.RUNNING, queue.DONE):
            note.asked = {at: self.lab_jobs.ask(worker.advice_task(round, need), who)}
        return note.asked[at]

    def advice_job(self, who: Actor, table: str, round: Round, need: DecisionNeed) -> queue.LabJob | None:
        """Advice that a player has asked for at a decision."""
        return self.note(who, table).asked.get(place(round, need))

    def decision(self, order: Order) -> "tuple[Round, DecisionNeed, Decide] | None":
        """A decision that a patron is about to make at a practice table."""
        command = order.command
        if not isinstance(command, playing.TakeAct) or not isinstance(command.act, Decide):
            return None
        stream = table_stream(order.actor.operator, command.table)
        floor_table = self.floor.table(stream) if stream in self.floor.tables else None
        if floor_table is None or not practice.is_practice(state := floor_table.state):
            return None
        needs = [need for need in state.round.needs if need.id == command.act.need]
        return (state.round, needs[0], command.act) if needs and isinstance(needs[0], DecisionNeed) else None

    def note_decision(self, order: Order, made: "tuple[Round, DecisionNeed, Decide]") -> None:
        """Note a decision that was made, and have it valued."""
        command = cast(playing.TakeAct, order.command)
        round, need, act = made
        ante = [w for spot in ("ante", "wager") for w in round.wagers_on(need.area, spot) if w.patron == need.patron]
        unit = ante[0].stake.cents if ante else 0  # what the advice counts in
        job, words = self.advice_job(order.actor, command.table, round, need), ""
        try:
            job = job or self.lab_jobs.ask(worker.advice_task(round, need), order.actor)
        except (LabError, TooMany) as error:
            words = str(error)
        units = act.stake.cents // unit if unit else 0
        note = self.note(order.actor, command.table)
        note.made += 1
        note.decisions.appendleft(PracticeDecision(note.made, round, need, act.option, units, unit, job, words))


def place(round: Round, need: DecisionNeed) -> str:
    """A decision's own name: the round, how far it is, and the need."""
    return f"{round.number}.{round.version}.{need.id}"
