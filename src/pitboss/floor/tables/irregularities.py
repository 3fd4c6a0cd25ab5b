"""Irregularities at a table (Star Pontoon 17, 18; Caribbean Stud 14, 15; Mississippi Stud 11, 12; Crown 13).

A person at the table states what happened. The rules of the game answer with remedies, and a person whose rank has one
carries it out: at once where it is the stater's own, else play waits until a person of that rank rules, or dismisses it
with a reason. The rank is always the one that the person signed in with.

With a virtual shoe nothing is misdealt by hand. Cards that came out besides are its next ones; a keyboard names none.
"""

from dataclasses import replace
from typing import ClassVar

from pitboss import law
from pitboss.cards import UNKNOWN, Card, Shoe
from pitboss.floor.people.permission import check
from pitboss.floor.service import ITEM, CommandForm, commands
from pitboss.floor.tables import corrections, decks, irregularity_state, playing
from pitboss.floor.tables.state import IrregularityStated, OpenState, evolve
from pitboss.messages import message, say, say_name
from pitboss.play import Irregularity, Refusal, Refused, Round, apply, dealer, events, irregularity, provisions, refusal
from pitboss.value import log_name

MOST = 60
"""How many cards, places, people and hands a report names at most, of each (ours)."""
MOST_LETTERS = 200
BARE = {"remedy": "", "rank": "", "by": "", "reason": "", "need": ""}
"""What a statement leaves out of a report: it is said by who rules."""


class StateIrregularity(commands.TableCommand, tag="StateIrregularity"):
    """State what went wrong at a table. With a remedy that the stater's rank has it is carried out; else play waits."""

    takes: ClassVar = commands.CommandNeeds(post="dealer", seen="the register of irregularities, the pit")
    forms: ClassVar = ()
    fact: str
    """What happened, by its name: `/api/tables/{table}/irregularities` has those of this moment."""
    area: int = 0
    hand: int = -1
    places: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()
    """Cards that came out besides; ?? for one that was not seen, and for each where a virtual shoe deals."""
    count: int = -1
    looked: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    laid: tuple[irregularity.IntendedHand, ...] = ()
    exposed: bool = False
    """Whether cards that came out of a virtual shoe besides lay face up."""
    remedy: str = ""
    """The remedy to carry out at once, where the stater's rank has it."""
    reason: str = ""
    round: int = 0
    """The round that is meant; 0 for whichever is open. For the last one, until the next begins, another approves."""
    approver: commands.Actor | None = None

    @property
    def report(self) -> Irregularity:
        """The statement as a report for the rules."""
        fields = {name: getattr(self, name) for name in Irregularity._fields if name not in BARE}
        return Irregularity(**fields)

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state, report = world.table.open_state, self.report
        if corrections.is_past(state, self.round):
            return self._correct(world, order)
        if state.matter is not None:
            raise commands.refuse("Another irregularity waits at this table. Rule on it first.", law.RULED_FIRST)
        named = (report.places, report.cards, report.extra, report.looked, report.players, report.states, report.laid)
        parts = (*named, *(pile.cards for pile in report.laid))
        if len(self.reason) > MOST_LETTERS or any(len(part) > MOST for part in parts):
            raise commands.refuse("This report is too long. Use fewer words, and name fewer cards.", law.NOT_AN_OPTION)
        offered = offer_remedies(state.round, report, world.table.shoe, exposed=self.exposed)
        if self.remedy and self.remedy not in [each.name for each in offered]:
            names = " or ".join(each.name for each in offered)
            words = say(
                "The rules have {names} for this, not {remedy}: choose one of these.", names=names, remedy=self.remedy
            )
            raise commands.refuse(words, law.NOT_AN_OPTION, *offered[0].because)
        matter = IrregularityStated(
            id=f"matter-{state.length + 1}",
            round=state.round.number,
            words=irregularity_state.words_of(state.round, self.fact),
            report=report,
            by=order.actor.person,
            rank=order.actor.role,
            exposed=self.exposed,
            because=tuple(dict.fromkeys(ground for each in offered for ground in each.because)),
        )
        stated = commands.note_event(world, matter, matter=matter.id, done=False)
        chosen = next((each for each in offered if each.name == self.remedy), None)
        if chosen is None or not has_rank(state, order.actor, chosen):
            return stated
        after = world._replace(table=replace(world.table, state=evolve(state, matter)))
        done = _decide_ruling(after, order, matter, self.remedy, self.reason)
        return done._replace(events=(matter, *done.events))

    def _correct(self, world: commands.World, order: commands.Order) -> commands.Decision:
        """Carry a remedy out for the round that ended last: its outcome is corrected, which another person approves."""
        state, actor = world.table.open_state, order.actor
        last = state.past[-1] if state.past else None
        if last is None or last.opening.number != self.round or not state.is_between_rounds:
            words = say("Round {round} is over and the next one has begun, so its results stand.", round=self.round)
            raise commands.refuse(words, law.NEED_CLOSED, law.ROUND_OF_PLAY)
        if self.extra:
            raise commands.refuse(
                "This round is over. Report a card that comes out now in the next round.", law.NEED_CLOSED
            )
        if self.approver is None:
            words = say(
                "Round {round} is over. A ruling on it is a correction: ask another person to approve it.",
                round=self.round,
            )
            raise commands.refuse(words, law.NEED_CLOSED)
        check(actor, log_name(corrections.CorrectRound), self.approver)
        said = {"remedy": self.remedy, "rank": actor.role, "by": actor.person, "reason": self.reason}
        acts = (*last.acts, self.report._replace(**said))
        correction = corrections.CorrectRound(self.table, self.round, acts, self.reason, self.approver)
        return correction.decide(world, order._replace(command=correction))


class RuleIrregularity(commands.TableCommand, tag="RuleIrregularity"):
    """Rule on what was stated: carry out one of the remedies that the rules have for it, in one's own rank."""

    takes: ClassVar = commands.CommandNeeds(seen="the register of irregularities, the round, its record")
    forms: ClassVar = (CommandForm("Rule", places=(ITEM,)),)
    matter: str
    remedy: str
    reason: str = ""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        matter = _waiting(world, self.matter)
        if len(self.reason) > MOST_LETTERS:
            raise commands.refuse("Give the reason in one line.", law.RULED_FIRST)
        return _decide_ruling(world, order, matter, self.remedy, self.reason)


class DismissIrregularity(commands.TableCommand, tag="DismissIrregularity"):
    """Dismiss what was stated: it was not so. A person who could rule on it says why, and play goes on."""

    takes: ClassVar = commands.CommandNeeds(seen="the register of irregularities")
    forms: ClassVar = (CommandForm("Dismiss", places=(ITEM,)),)
    matter: str
    reason: str

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state, matter = world.table.open_state, _waiting(world, self.matter)
        commands.check_said(self.reason, "Enter why it is dismissed: the reason goes into the log.", law.RULED_FIRST)
        offered = offer_remedies(state.round, matter.report, world.table.shoe, exposed=matter.exposed)
        for each in offered:
            if not has_rank(state, order.actor, each):
                rank, role = say_name(each.rank), say_name(order.actor.role)
                words = say("Only a {rank} or above may rule on this, not a {role}.", rank=rank, role=role)
                raise Refused(Refusal(each.because, words))
        closed = irregularity_state.IrregularityClosed(
            id=matter.id,
            round=matter.round,
            how=irregularity_state.DISMISSED,
            words="It is dismissed.",
            by=order.actor.person,
            rank=order.actor.role,
            reason=self.reason[:MOST_LETTERS],
            until=irregularity_state.new_deadline(state, world.now),
            because=matter.because,
        )
        return commands.note_event(world, closed, matter=matter.id)


def _waiting(world: commands.World, name: str) -> IrregularityStated:
    """The matter of that name that waits at a table."""
    matter = world.table.open_state.matter
    if matter is None or matter.id != name:
        raise commands.refuse("This irregularity was ruled on already, or it does not exist.", law.NEED_CLOSED)
    return matter


# Remedies.


def has_rank(state: OpenState, actor: commands.Actor, remedy: provisions.Remedy) -> bool:
    """Whether a person's rank is enough for a remedy; any member of the staff may carry out the dealer's."""
    edition = state.table.game.rules.edition
    return edition.outranks(actor.role, remedy.rank or edition.ranks[0])


def offer_remedies(
    round: Round, report: Irregularity, shoe: Shoe | None, *, exposed: bool
) -> tuple[provisions.Remedy, ...]:
    """The remedies for what was stated; refused where it cannot be so, or no clause speaks of it."""
    found: tuple[provisions.Remedy, ...] = ()
    no: Refusal | None = None
    for each in candidates(report, shoe, exposed=exposed):
        if irregularity.refuse_fact(round, each) is None:
            offered = irregularity.remedies(round, each)
            if shoe is not None and offered and all(_is_short(round, each, remedy) for remedy in offered):
                raise commands.refuse(_NONE_MISSING, law.CARDS_FROM_DEVICE)
            found = (*found, *(remedy for remedy in offered if remedy not in found))
        no = no or refusal(round, each)
    if found:
        return found
    assert no is not None  # no remedy is named, so that it is refused
    raise Refused(no)


_NONE_MISSING = message("The virtual shoe dealt these cards, so none is missing.")


def _is_short(round: Round, report: Irregularity, remedy: provisions.Remedy) -> bool:
    """Whether a remedy has it that fewer cards came out than were dealt, which a virtual shoe knows better."""
    act = report._replace(remedy=remedy.name, rank=remedy.rank)
    return report.count >= 0 and refusal(round, act) is None and apply(round, act).round.out < round.out


def candidates(report: Irregularity, shoe: Shoe | None, *, exposed: bool) -> tuple[Irregularity, ...]:
    """What a report may stand for. Where a virtual shoe deals, cards that came out besides are its next ones: unseen,
    where that will do, else by their names."""
    if shoe is None or not (report.extra or report.laid):
        return (report,)
    if report.laid:
        raise commands.refuse(
            "The virtual shoe dealt these cards, so they came in the right order.", law.CARDS_FROM_DEVICE
        )
    if any(card != UNKNOWN for card in report.extra):
        words = "The virtual shoe deals here. Write ?? for each surplus card: the shoe knows which it is."
        raise commands.refuse(words, law.CARDS_FROM_DEVICE)
    count = len(report.extra)
    if count > shoe.left or (shoe.stop and shoe.drawn + count > shoe.stop):
        words = "The shoe has fewer cards before its cutting card. Deal on first."
        raise commands.refuse(words, law.CARDS_FROM_DEVICE)
    named = report._replace(extra=shoe.draw(count)[0])
    return (named,) if exposed else (report, named)


def act_for(round: Round, report: Irregularity, shoe: Shoe | None, *, exposed: bool) -> Irregularity:
    """The act that carries a report with its remedy out. A card of the virtual shoe stays unseen only where no hand
    holds it."""
    tried = candidates(report, shoe, exposed=exposed)
    unseen = sum(hand.unknown for hand in round.hands)
    for each in tried[:-1]:
        if refusal(round, each) is None and sum(hand.unknown for hand in apply(round, each).round.hands) <= unseen:
            return each
    return tried[-1]  # it is refused, and the rules say why


# Rulings.


def _decide_ruling(
    world: commands.World, order: commands.Order, matter: IrregularityStated, remedy: str, reason: str
) -> commands.Decision:
    """What a ruling comes to: the act in the rank of who rules, whom it has told, and what has to follow."""
    floor_table, state, actor = world.table, world.table.open_state, order.actor
    shoe, round = floor_table.shoe, state.round
    report = matter.report._replace(remedy=remedy, rank=actor.role, by=actor.person, reason=reason)
    act = act_for(round, report, shoe, exposed=matter.exposed)
    step = apply(round, act)  # refused here where the remedy is none, or is not theirs
    if shoe is not None:
        if step.round.out < round.out and not act.extra:
            raise commands.refuse(_NONE_MISSING, law.CARDS_FROM_DEVICE)
        drawn = dealer.count_drawn(act, round, step.round)
        shoe = dealer.draw_extra(act, shoe)[1] if drawn == len(act.extra) else shoe.draw(drawn)[1]
    done = playing.play_act(world, act, shoe)
    ruled = next(event for event in step.events if isinstance(event, events.IrregularityRuled))
    if (
        irregularity.OPEN_ORDER in ruled.follows
        and not step.round.is_over
        and not any(hand.cards for hand in step.round.hands)
    ):
        done = decks.open_all(floor_table, done)
    until = irregularity_state.new_deadline(state, world.now)
    done = playing.add_consequences(
        done, world.now, irregularity_state.close_ruled(state.table.game.rules, ruled, matter, world.now, until)
    )
    return done._replace(reply={**done.reply, "matter": matter.id, "done": True})
