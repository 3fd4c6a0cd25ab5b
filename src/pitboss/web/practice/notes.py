"""What is remembered of people who practise: the advice that they asked for, and their latest decisions."""

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Any

from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor, Order, TakeAct
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import table_stream
from pitboss.floor.tables.practice import is_practice
from pitboss.lab.question import LabError
from pitboss.play import Round
from pitboss.play.acts import Decide
from pitboss.play.needs import DecisionNeed
from pitboss.web.limits import TooMany
from pitboss.web.practice.advice import taken, task_at, unit_cents
from pitboss.web.solves.job import DONE, Job
from pitboss.web.solves.solves import Solves

REMEMBERED, DECISIONS = 500, 6


@dataclass(frozen=True)
class Decision:
    """Something that somebody decided, with the job that says what else they might have done."""

    round: int
    option: str
    units: int
    unit_cents: int
    job: Job | None
    words: str = ""

    def data(self) -> dict[str, Any]:
        """The decision with what it cost, once that is known."""
        advice = self.job.result if self.job is not None and self.job.state == DONE else None
        done = taken(advice, self.option, self.units) if advice is not None else None
        waits = self.job is not None and not self.job.is_over
        told = {"round": self.round, "option": self.option, "unit_cents": self.unit_cents, "waits": waits}
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
class Note:
    """What is remembered of one person at one table."""

    asked: dict[str, Job] = field(default_factory=dict)
    """Jobs of advice by the decision that they are about."""
    decisions: deque[Decision] = field(default_factory=lambda: deque(maxlen=DECISIONS))


class Practice:
    """The notes of everybody who practises, and the way to advice."""

    def __init__(self, floor: Floor, solves: Solves) -> None:
        self.floor, self.solves = floor, solves
        self._notes: OrderedDict[tuple[Actor, str], Note] = OrderedDict()

    def note(self, who: Actor, table: str) -> Note:
        """What is remembered of somebody at a table."""
        kept = self._notes.setdefault((who, table), Note())
        self._notes.move_to_end((who, table))
        while len(self._notes) > REMEMBERED:
            self._notes.popitem(last=False)
        return kept

    def advise(self, who: Actor, table: str, round: Round, need: DecisionNeed) -> Job:
        """Have a decision valued for whoever has to make it; raises `LabError` where the lab cannot."""
        note, at = self.note(who, table), place(round, need)
        if at not in note.asked or note.asked[at].state not in ("queued", "running", DONE):
            note.asked = {at: self.solves.ask(task_at(round, need), who)}
        return note.asked[at]

    def asked(self, who: Actor, table: str, round: Round, need: DecisionNeed) -> Job | None:
        """Advice that somebody has asked for at a decision."""
        return self.note(who, table).asked.get(place(round, need))

    def decision(self, order: Order) -> "tuple[Round, DecisionNeed, Decide] | None":
        """A decision that a patron is about to make at a practice table."""
        command = order.command
        if order.actor.role != PATRON or not isinstance(command, TakeAct) or not isinstance(command.act, Decide):
            return None
        stream = table_stream(order.actor.operator, command.table)
        desk = self.floor.desk(stream) if stream in self.floor.desks else None
        if desk is None or not is_practice(state := desk.state):
            return None
        needs = [need for need in state.round.needs if need.id == command.act.need]
        return (state.round, needs[0], command.act) if needs and isinstance(needs[0], DecisionNeed) else None

    def decided(self, order: Order, made: "tuple[Round, DecisionNeed, Decide]") -> None:
        """Note a decision that was made, and have it valued."""
        round, need, act = made
        unit = unit_cents(round, need)
        job, words = self.asked(order.actor, order.command.table, round, need), ""
        try:
            job = job or self.solves.ask(task_at(round, need), order.actor)
        except (LabError, TooMany) as error:
            words = str(error)
        units = act.stake.cents // unit if unit else 0
        note = self.note(order.actor, order.command.table)
        note.decisions.appendleft(Decision(round.number, act.option, units, unit, job, words))


def place(round: Round, need: DecisionNeed) -> str:
    """A decision's own name: the round, how far it is, and the need."""
    return f"{round.number}.{round.version}.{need.id}"


__all__ = ["Decision", "Practice", "place"]
