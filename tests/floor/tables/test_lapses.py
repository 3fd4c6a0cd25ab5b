"""Decisions that lapse: by the clock, once, as each document says, and on record as the clock's doing."""

import time
from collections.abc import Callable

import pytest

from floor.tables.pit import CROWNS, GAMES, PONTOON, Pit
from pitboss import law
from pitboss.cards.card import parse_card
from pitboss.floor.composition import clock_of
from pitboss.floor.tables.players import DECISION_SECONDS, OUT_OF_TIME
from pitboss.floor.tables.playing import DealOn, LapseDecisions, SetDecisionTime, TakeAct
from pitboss.floor.tables.state import ActTaken
from pitboss.law import Reading
from pitboss.play.acts import Call, Cut, Deal, Decide, Lapse, Shuffle
from pitboss.play.events import Decided
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, Need, ShuffleNeed
from pitboss.play.round import Round
from pitboss.play.table import steps
from pitboss.value import log_name
from support import STAR, STAR_MS, ULTIMATE, shows

Pits = Callable[[str], Pit]
DOES = {
    PONTOON: ("stand", law.LAPSE_STANDS),
    STAR: ("void", law.LAPSE_VOIDS_HAND),
    STAR_MS: ("fold", law.LAPSE_FOLDS),
    **dict.fromkeys(CROWNS, ("fold", law.LAPSE_FOLDS)),
    ULTIMATE: ("check", law.BET_OR_CHECK),
}


def required(round: Round) -> list[Need]:
    return [need for need in round.needs if isinstance(need, DecisionNeed) and not need.optional]


def dealt(pit: Pit, *patrons: str) -> None:
    """A round of these patrons that waits for their decisions; rounds that are over before that are played through."""
    pit.fund(*patrons)
    while True:
        for area, patron in enumerate(patrons, start=1):
            pit.place(patron, area)
        number = pit.round.number
        while pit.round.number == number and not required(pit.round):
            pit.do(pit.dealer, DealOn(pit.table))
        if pit.round.number == number:
            return


def lapses(pit: Pit) -> list[Decided]:
    """What was decided for players who did not, in all rounds that the table has at hand."""
    rounds = [(past.opening, past.acts) for past in pit.state.past]
    rounds.append((pit.open_state.opening, pit.open_state.acts))
    told = [event for opening, acts in rounds for step in steps(opening, acts) for event in step.events]
    return [event for event in told if isinstance(event, Decided) and event.lapsed]


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_lapses_at_its_time_and_not_before(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    dealt(pit, "Ann")
    (need,) = required(pit.round)
    assert pit.open_state.deadlines == {need.id: pit.in_minutes(DECISION_SECONDS / 60)}
    pit.wait(seconds=DECISION_SECONDS - 1)
    pit.tick()
    assert pit.round.need(need.id) == need
    pit.refused(clock_of(pit.operator), LapseDecisions("7", pit.round.number))
    pit.wait(seconds=1)
    pit.tick()
    assert need.id not in [each.id for each in required(pit.round)] or pit.round.need(need.id) != need
    (lapsed,) = lapses(pit)
    option, key = DOES[game]
    assert (lapsed.patron, lapsed.option, lapsed.lapsed) == ("Ann", option, OUT_OF_TIME)
    shows(key, lapsed, game=game)
    assert (Reading("M24") in lapsed.because) == (game == STAR_MS)  # its clause speaks of absence alone


@pytest.mark.parametrize("game", [PONTOON, ULTIMATE])
def test_the_service_lapses_by_itself_and_once(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    dealt(pit, "Ann", "Bob")
    before = len(lapses(pit))
    pit.wait(seconds=DECISION_SECONDS)
    once = 1 if game == PONTOON else 2  # in Pontoon hands are played in turn, and Bob has his own time
    end = time.monotonic() + 60
    while len(lapses(pit)) < before + once and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(1.2)  # two looks of the service later nothing more has lapsed
    assert len(lapses(pit)) == before + once
    taken = [each for each in pit.store.read(pit.stream) if each.kind == log_name(ActTaken)]
    lapsed = [each for each in taken if each.data["act"]["type"] == log_name(Lapse)]
    assert {each.by for each in lapsed} == {"clock"}
    assert {each.data["act"]["reason"] for each in lapsed} == {OUT_OF_TIME}


@pytest.mark.parametrize("game", GAMES)
def test_whoever_decides_in_time_is_not_lapsed(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    dealt(pit, "Ann")
    pit.wait(seconds=DECISION_SECONDS - 1)
    number, (need,) = pit.round.number, required(pit.round)
    assert isinstance(need, DecisionNeed)
    free = next(option for option in need.options if not option.most_cents)
    pit.act(pit.patron("Ann"), Decide(need.id, "Ann", free.name))
    pit.wait(seconds=1)
    pit.tick()
    while pit.round.number == number and not required(pit.round):
        pit.do(pit.dealer, DealOn("7"))
    assert not lapses(pit)


def test_each_question_has_its_own_time(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.open()
    dealt(pit, "Ann", "Bob")
    pit.wait(seconds=50)
    (need,) = required(pit.round)
    assert isinstance(need, DecisionNeed)
    pit.act(pit.patron(need.patron), Decide(need.id, need.patron, "stand"))
    (other,) = required(pit.round)
    assert pit.open_state.deadlines == {other.id: pit.in_minutes(1)}


@pytest.mark.parametrize("game", [PONTOON, ULTIMATE])
def test_a_table_has_a_time_of_its_own_with_its_reason(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    assert pit.open_state.decision_seconds == DECISION_SECONDS
    pit.refused(pit.dealer, SetDecisionTime("7", 30, "busy"))
    pit.refused(pit.supervisor, SetDecisionTime("7", 30, ""))
    pit.refused(pit.supervisor, SetDecisionTime("7", 5, "busy"))
    pit.do(pit.supervisor, SetDecisionTime("7", 30, "busy"))
    dealt(pit, "Ann")
    assert list(pit.open_state.deadlines.values()) == [pit.in_minutes(0.5)]
    pit.do(pit.supervisor, SetDecisionTime("7", 0, "a question at the table"))
    assert not pit.open_state.deadlines
    pit.wait(hours=1)
    pit.tick()
    assert not lapses(pit)


def test_a_dealer_lapses_for_another_reason(pits: Pits) -> None:
    pit = pits(STAR_MS)
    pit.open()
    dealt(pit, "Ann")
    (need,) = required(pit.round)
    pit.refused(pit.dealer, TakeAct("7", Lapse(need.id, OUT_OF_TIME)))  # that is the clock's to say
    pit.act(pit.dealer, Lapse(need.id, "slow"))
    assert [each.lapsed for each in lapses(pit)] == ["slow"]


def test_nothing_lapses_where_the_dealer_deals_by_hand(pits: Pits) -> None:
    """The dealer keys what players say: who is slow is the dealer's to see."""
    pit = pits(STAR)
    pit.open()
    pit.fund("Ann")
    pit.place("Ann", 1)
    cards = iter([f"{rank}{suit}" for suit in "cdhs" for rank in "23456789TJQKA"])
    while not required(pit.round):
        need = next(need for need in pit.round.needs if isinstance(need, ShuffleNeed | CutNeed | CallNeed | CardsNeed))
        match need:
            case ShuffleNeed():
                pit.act(pit.dealer, Shuffle(need.id))
            case CutNeed():
                pit.act(pit.dealer, Cut(need.id, need.by, need.least))
            case CallNeed():
                pit.act(pit.dealer, Call(need.id))
            case CardsNeed():
                named = tuple(parse_card(next(cards)) for _ in need.slots)
                pit.act(pit.dealer, Deal(need.id, named))
    assert not pit.open_state.deadlines
    pit.wait(hours=1)
    pit.tick()
    assert not lapses(pit)


def test_practice_is_not_timed_and_nobody_but_the_clock_lapses(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.open(unit="practice")
    assert pit.open_state.decision_seconds == 0
    pit.refused(pit.boss, LapseDecisions("7", 1))
