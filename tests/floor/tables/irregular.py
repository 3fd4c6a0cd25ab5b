"""What goes wrong on a simulated floor, and people who see to it: statements drawn from the facts of the moment,
rulings in a rank that has them, the duties and notices that follow."""

from random import Random

from conformance.driver import answer_need
from conformance.irregular import TRIES, draw_report
from floor.tables.pit import Pit
from pitboss.cards import UNKNOWN
from pitboss.floor.tables.decks import CountCards, InspectCards, OrderCards
from pitboss.floor.tables.equipment import DeviceRegistered, MoveDevice, RegisterDevice
from pitboss.floor.tables.irregularities import (
    BARE,
    DismissIrregularity,
    RuleIrregularity,
    StateIrregularity,
    act_for,
    offer_remedies,
)
from pitboss.floor.tables.irregularity_state import duties_before_cards
from pitboss.floor.tables.playing import DealOn
from pitboss.floor.tables.ruling_duties import FinishDuty, Notify
from pitboss.floor.tables.state import Duty
from pitboss.money import Stake
from pitboss.play import Refused, refusal
from pitboss.play.acts import Act, Decide, Shuffle
from pitboss.play.irregularity import COUNT_CARDS, OTHER_DEVICE, REPLACE_CARDS, Irregularity, facts
from pitboss.play.needs import DecisionNeed, Need, ShuffleNeed, WagersNeed


def draw_statement(pit: Pit, rng: Random) -> StateIrregularity | None:
    """A statement of something that may be so now, without a remedy; nothing where none was hit upon."""
    round, shoe = pit.round, pit.floor.table(pit.stream).shoe
    known = facts(round)
    for _ in range(TRIES if known else 0):
        report = draw_report(round, rng.choice(known), rng)
        if shoe is not None:  # it tells which cards came, and they came in its order
            report = report._replace(extra=(UNKNOWN,) * len(report.extra), laid=())
        said = {name: getattr(report, name) for name in Irregularity._fields if name not in BARE}
        statement = StateIrregularity(pit.table, **said, exposed=rng.random() < 0.5)
        if possible_remedies(pit, statement.report, exposed=statement.exposed):
            return statement
    return None


def possible_remedies(pit: Pit, report: Irregularity, *, exposed: bool) -> list[str]:
    """The names of the remedies that the rules have for a report and that can be carried out; none where it is
    refused."""
    round, shoe = pit.round, pit.floor.table(pit.stream).shoe
    try:
        offered = offer_remedies(round, report, shoe, exposed=exposed)
    except Refused:
        return []
    acts = [report._replace(remedy=each.name, rank=pit.boss.role) for each in offered]
    return [act.remedy for act in acts if refusal(round, act_for(round, act, shoe, exposed=exposed)) is None]


def rule_on(pit: Pit, said: StateIrregularity, rng: Random) -> str:
    """State something, and have it ruled on or dismissed; the remedy that was carried out, if one was."""
    if rng.random() < 0.5:
        remedy = rng.choice(possible_remedies(pit, said.report, exposed=said.exposed))
        pit.do(pit.boss, said._replace(remedy=remedy, reason="seen"))
        return remedy
    pit.do(pit.dealer, said)
    return close_matter(pit, rng)


def close_matter(pit: Pit, rng: Random) -> str:
    """Rule on what waits at the table, or dismiss it; the remedy that was carried out, if one was."""
    matter = pit.open_state.matter
    if matter is None:
        return ""
    possible = possible_remedies(pit, matter.report, exposed=matter.exposed)
    if not possible or rng.random() < 0.2:
        pit.do(pit.boss, DismissIrregularity(pit.table, matter.id, "it was not so"))
        return ""
    remedy = rng.choice(possible)
    pit.do(pit.boss, RuleIrregularity(pit.table, matter.id, remedy, "as it was stated"))
    return remedy


def see_to_duties(pit: Pit, rng: Random) -> None:
    """Tell all who have to be told, and do what comes before the next card."""
    for wanted in pit.state.notifications:
        pit.do(pit.boss, Notify(pit.table, wanted.id, "the person on duty"))
    while duties := duties_before_cards(pit.open_state):
        _see_to(pit, duties[0], rng)
    if pit.open_state.decks.awaits:
        pit.do(pit.dealer, InspectCards(pit.table))


def _see_to(pit: Pit, duty: Duty, rng: Random) -> None:
    is_right = rng.random() < 0.7
    if duty.what == COUNT_CARDS:
        size = pit.open_state.table.game.size
        pit.do(pit.boss, CountCards(pit.table, size if is_right else size - 1, "as was ruled"))
    elif duty.what == OTHER_DEVICE:
        for device in pit.state.equipment:
            pit.do(pit.boss, MoveDevice(pit.table, device.name, "removed", "it is looked at"))
        name = f"S-{len(pit.events(DeviceRegistered)) + 1}"
        pit.do(pit.boss, RegisterDevice(pit.table, name, pit.open_state.terms.device))
        pit.do(pit.boss, MoveDevice(pit.table, name, "in use", "the other one failed"))
    elif duty.what == REPLACE_CARDS and pit.open_state.is_between_rounds:
        pit.do(pit.boss, OrderCards(pit.table, "replace", "as was ruled"))
    else:
        pit.do(pit.boss, FinishDuty(pit.table, duty.id, is_right, "slip 7, seal 9"))


def go_on(pit: Pit, rng: Random, *, by_hand: bool) -> None:
    """Do the next thing in a round: any of the options of a player, or the dealer's step with cards that are keyed or
    that the virtual shoe has."""
    see_to_duties(pit, rng)
    needs = [need for need in pit.round.needs if not isinstance(need, WagersNeed)]
    asked = [need for need in needs if isinstance(need, DecisionNeed) and not need.optional]
    if asked or by_hand:
        pit.act(pit.dealer, _answer(pit, (asked or needs)[0], rng))
    else:
        pit.do(pit.dealer, DealOn(pit.table))


def _answer(pit: Pit, need: Need, rng: Random) -> Act:
    match need:
        case DecisionNeed():
            option = rng.choice(need.options)
            stake = Stake.of(rng.choice((option.least_cents, option.most_cents)))
            return Decide(need.id, need.patron, option.name, stake)
        case ShuffleNeed():
            return Shuffle(need.id)
        case _:
            return answer_need(pit.round, need, rng)
