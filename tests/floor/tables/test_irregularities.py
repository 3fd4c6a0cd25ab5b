"""Irregularities on the floor: stated at the table, ruled on in the rank of the clause, told, followed by duties."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from floor.audit.test_tampering import rechained, set_heads, stream_of
from floor.store.tampering import forging
from floor.tables.pit import GAMES, PONTOON, Pit
from pitboss import law
from pitboss.cards import UNKNOWN, parse_cards
from pitboss.floor.audit import verify
from pitboss.floor.store import open_store, schema
from pitboss.floor.store.rows import canonical, event_hash
from pitboss.floor.tables.corrections import VoidRound
from pitboss.floor.tables.decks import CountCards, InspectCards, OrderCards
from pitboss.floor.tables.equipment import MoveDevice, RegisterDevice
from pitboss.floor.tables.irregularities import DismissIrregularity, RuleIrregularity, StateIrregularity
from pitboss.floor.tables.irregularity_state import IrregularityClosed
from pitboss.floor.tables.opening import CloseTable
from pitboss.floor.tables.playing import DealOn, LapseDecisions, TakeAct
from pitboss.floor.tables.ruling_duties import FinishDuty, Notified, Notify
from pitboss.floor.tables.state import IrregularityStated, ShoeOpened, Stack, TableRoundEnded
from pitboss.play.acts import Call, Cut, Deal, Decide, Shuffle
from pitboss.play.irregularity import IntendedHand, Irregularity
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, ShuffleNeed
from pitboss.play.powers import DISRUPTION
from pitboss.report.returns import SHEETS
from support import CROWN, STAR, STAR_MS

Pits = Callable[[str], Pit]
T = "7"


def ready(pits: Pits, game: str, **changes: Any) -> Pit:
    """A table with Ann and Bob at it, and their wagers down."""
    pit = pits(game)
    pit.open(**changes)
    pit.fund("Ann", "Bob")
    for area, name in enumerate(("Ann", "Bob"), start=1):
        pit.place(name, area)
    return pit


def deal_virtually(pit: Pit) -> None:
    """Let the virtual dealer deal until a player is to decide."""
    while not any(isinstance(need, DecisionNeed) and not need.optional for need in pit.round.needs):
        pit.do(pit.dealer, DealOn(T))


def deal_by_hand(pit: Pit, cards: str = "") -> None:
    """Key the cards of the first deal: those that are named, and unknown ones."""
    named = list(parse_cards(cards))
    while not any(isinstance(need, DecisionNeed) and not need.optional for need in pit.round.needs):
        need = next(n for n in pit.round.needs if isinstance(n, ShuffleNeed | CutNeed | CallNeed | CardsNeed))
        match need:
            case ShuffleNeed():
                pit.act(pit.dealer, Shuffle(need.id))
            case CutNeed():
                pit.act(pit.dealer, Cut(need.id, need.by, need.least))
            case CallNeed():
                pit.act(pit.dealer, Call(need.id))
            case CardsNeed(slots=slots):
                if slots[0].hand < 0:
                    pit.act(pit.dealer, Deal(need.id, (UNKNOWN,)))
                    continue
                take = [named.pop(0) if named else UNKNOWN for _ in slots]
                pit.act(pit.dealer, Deal(need.id, tuple(take)))


def hand_of(pit: Pit, area: int, kind: str = "") -> int:
    return next(h.id for h in pit.round.hands if h.area == area and (not kind or h.kind == kind))


def events(pit: Pit, kind: type) -> list[Any]:
    return list(pit.events(kind))


# Who carries it out.


def test_star_misdeal_is_the_dealers_own(pits: Pits) -> None:
    """Star Caribbean Stud 14.1: the dealer carries it out, alone, and the pit sees that."""
    pit = ready(pits, STAR)
    deal_virtually(pit)
    before = pit.chips("Ann")
    said = StateIrregularity(T, "dealt-wrong", remedy="misdeal", reason="two cards stuck together")
    assert pit.do(pit.dealer, said)["done"] is True
    (stated,), (closed,), (ended,) = (
        events(pit, IrregularityStated),
        events(pit, IrregularityClosed),
        events(pit, TableRoundEnded),
    )
    assert (stated.by, stated.rank) == (pit.dealer.person, "dealer")
    assert (closed.how, closed.by, closed.alone) == ("misdeal", pit.dealer.person, True)
    assert pit.open_state.matter is None and ended.round == 1
    assert pit.chips("Ann") == before + 25_00
    (alert,) = pit.state.alerts
    assert alert.kind == "irregularity" and "alone" in alert.words
    pit.play({"Ann": 1})


def test_crown_takes_a_higher_duties_dealer(pits: Pits) -> None:
    """Crown 13.2.1: the dealer states it, a Higher Duties Dealer or above directs the misdeal."""
    pit = ready(pits, CROWN)
    deal_virtually(pit)
    said = StateIrregularity(T, "player-count", hand=hand_of(pit, 1), extra=(UNKNOWN,), remedy="misdeal")
    reply = pit.do(pit.dealer, said)
    assert reply["done"] is False and pit.open_state.matter is not None
    rule = RuleIrregularity(T, reply["matter"], "misdeal", "a card too many to area 1")
    no = pit.refused(pit.dealer, rule)
    assert "higher duties dealer" in str(no)
    pit.refused(pit.patron("Ann"), rule)
    pit.refused(pit.inspector, rule)
    pit.do(pit.supervisor, rule)
    (closed,) = events(pit, IrregularityClosed)
    assert (closed.rank, closed.alone, closed.how) == ("higher-duties-dealer", False, "misdeal")
    assert not pit.state.alerts


@pytest.mark.parametrize("game", GAMES)
def test_a_patron_states_nothing(pits: Pits, game: str) -> None:
    pit = ready(pits, game)
    deal_virtually(pit)
    said = StateIrregularity(T, "card-missing")
    for who in (pit.patron("Ann"), pit.inspector):
        pit.refused(who, said)
    pit.refused(pit.dealer._replace(person="dealer-2"), said)  # not at this table
    for who in (pit.patron("Ann"), pit.dealer, pit.boss):  # no person takes a rank by an act
        act = Irregularity("card-missing", "void", rank="gaming-manager", by="x")
        assert law.NOT_YOURS in pit.refused(who, TakeAct(T, act)).because


def test_no_rank_is_claimed_in_a_statement(pits: Pits) -> None:
    pit = ready(pits, CROWN)
    deal_virtually(pit)
    pit.do(pit.dealer, StateIrregularity(T, "player-count", hand=hand_of(pit, 1), extra=(UNKNOWN,), remedy="misdeal"))
    matter = pit.open_state.matter
    assert matter is not None and matter.report.rank == "" and matter.report.by == ""


def test_fact_of_no_clause_is_refused(pits: Pits) -> None:
    pit = ready(pits, STAR)
    no = pit.refused(pit.dealer, StateIrregularity(T, "the-roof-fell-in"))
    assert law.NO_CLAUSE in no.because
    pit.refused(pit.dealer, StateIrregularity(T, "card-exposed", hand=0, places=(0,)))  # no card is out
    deal_virtually(pit)
    no = pit.refused(pit.dealer, StateIrregularity(T, "dealt-wrong", remedy="nonsense"))
    assert "misdeal" in str(no)
    pit.refused(pit.dealer, StateIrregularity(T, "dealt-wrong", round=9))


def test_a_report_is_bounded(pits: Pits) -> None:
    pit = ready(pits, STAR)
    deal_virtually(pit)
    pit.refused(pit.dealer, StateIrregularity(T, "dealt-wrong", looked=("Ann",) * 61))
    pit.refused(pit.dealer, StateIrregularity(T, "dealt-wrong", reason="x" * 201))
    pit.refused(pit.dealer, StateIrregularity(T, "player-count", hand=1, extra=(UNKNOWN,) * 61))


# Play waits.


def test_play_waits_until_it_is_ruled_on(pits: Pits) -> None:
    pit = ready(pits, CROWN)
    deal_virtually(pit)
    hand = hand_of(pit, 1)
    reply = pit.do(pit.dealer, StateIrregularity(T, "player-count", hand=hand, extra=(UNKNOWN,)))
    need = next(need for need in pit.round.needs if isinstance(need, DecisionNeed))
    pit.refused(pit.dealer, DealOn(T))
    assert law.RULED_FIRST in pit.refused(pit.dealer, StateIrregularity(T, "card-missing")).because
    assert law.RULED_FIRST in pit.refused(pit.patron("Ann"), TakeAct(T, Decide(need.id, need.patron, "fold"))).because
    pit.wait(minutes=10)  # no decision lapses while play stands still
    assert LapseDecisions.find_due(T, pit.state, pit.clock()) is None
    pit.refused(pit.dealer, DismissIrregularity(T, reply["matter"], "it was not so"))
    pit.refused(pit.supervisor, DismissIrregularity(T, reply["matter"], ""))
    pit.do(pit.supervisor, DismissIrregularity(T, reply["matter"], "the card lay in the next box"))
    (closed,) = events(pit, IrregularityClosed)
    assert closed.how == "dismissed" and closed.reason == "the card lay in the next box"
    assert LapseDecisions.find_due(T, pit.state, pit.clock()) is None  # they have their time again
    pit.wait(minutes=10)
    assert LapseDecisions.find_due(T, pit.state, pit.clock()) is not None


def test_a_matter_closes_when_its_round_does(pits: Pits) -> None:
    pit = ready(pits, CROWN)
    deal_virtually(pit)
    reply = pit.do(pit.dealer, StateIrregularity(T, "player-count", hand=hand_of(pit, 1), extra=(UNKNOWN,)))
    pit.do(pit.boss, VoidRound(T, DISRUPTION, "a fire alarm"))
    (closed,) = events(pit, IrregularityClosed)
    assert closed.id == reply["matter"] and closed.how == "gone on" and pit.open_state.matter is None
    pit.refused(pit.boss, RuleIrregularity(T, reply["matter"], "misdeal"))
    pit.play({"Ann": 1})


def test_a_table_does_not_close_over_a_matter(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.open()
    pit.do(pit.dealer, StateIrregularity(T, "card-missing"))
    no = pit.refused(pit.boss, CloseTable(T, (Stack(100_00, 500), Stack(5_00, 200))))
    assert law.RULED_FIRST in no.because


# Who is told, and by when.


@pytest.mark.parametrize("game", [STAR, STAR_MS, PONTOON])
def test_surveillance_and_an_inspector_are_told(pits: Pits, game: str) -> None:
    """Star Pontoon 17.16.4, Caribbean Stud 14.9.4, Mississippi Stud 11.9.4: a card is missing."""
    pit = ready(pits, game)
    deal_virtually(pit)
    remedy = "void" if game == PONTOON else "void-round"
    reply = pit.do(pit.supervisor, StateIrregularity(T, "card-missing", remedy=remedy, reason="51 counted"))
    assert reply["done"] is True
    told = {each.who: each for each in pit.state.notifications}
    assert set(told) == {"surveillance", "inspector"}
    pit.refused(pit.dealer, Notify(T, told["inspector"].id, "Ms Hill"))
    pit.refused(pit.supervisor, Notify(T, told["surveillance"].id))  # say who
    pit.do(pit.supervisor, Notify(T, told["surveillance"].id, "Mr Vale"))
    pit.wait(minutes=6)
    pit.refused(pit.inspector, Notify(T, told["surveillance"].id))
    pit.do(pit.inspector, Notify(T, told["inspector"].id))
    first, second = events(pit, Notified)
    assert (first.person, first.late) == ("Mr Vale", False)
    assert (second.person, second.late) == (pit.inspector.person, True)
    assert not pit.state.notifications
    pit.refused(pit.inspector, Notify(T, told["inspector"].id))  # once


# What is done first.


def test_crown_cards_are_counted_after_the_hand(pits: Pits) -> None:
    """Crown 13.2.3: count; right, and they are shuffled; wrong, and they are boxed, sealed and replaced."""
    pit = ready(pits, CROWN)
    for counted in (52, 51):
        deal_virtually(pit)
        said = StateIrregularity(T, "player-count", hand=hand_of(pit, 1), extra=(UNKNOWN,), remedy="misdeal")
        assert pit.do(pit.supervisor, said)["done"] is True
        (duty,) = pit.open_state.duties
        assert duty.what == "count-cards"
        for name, area in (("Ann", 1), ("Bob", 2)):
            pit.place(name, area)
        no = pit.refused(pit.dealer, DealOn(T))
        assert law.DUTY_FIRST in no.because and "count all the cards" in str(no)
        pit.refused(pit.supervisor, FinishDuty(T, duty.id, True, "all there"))  # a count has a number
        pit.do(pit.supervisor, CountCards(T, counted, "13.2.3"))
        if counted == 52:
            (shuffle,) = pit.open_state.duties
            assert shuffle.what == "shuffle-cards"
    seal, replace = pit.open_state.duties
    assert (seal.what, replace.what) == ("seal-cards", "replace-cards")
    pit.refused(pit.dealer, DealOn(T))
    pit.refused(pit.dealer, FinishDuty(T, seal.id, True, "slip 8, seal 1204"))
    pit.refused(pit.supervisor, FinishDuty(T, seal.id))
    pit.do(pit.supervisor, FinishDuty(T, seal.id, True, "slip 8, seal 1204"))
    pit.refused(pit.supervisor, OrderCards(T, "replace", "51 counted"))  # wagers lie already
    pit.do(pit.supervisor, FinishDuty(T, replace.id, True, "deck 12"))
    assert not pit.open_state.duties
    assert law.DECKS_INSPECTED in pit.refused(pit.dealer, DealOn(T)).because
    pit.do(pit.dealer, InspectCards(T))
    pit.play()


def test_crown_cards_are_replaced_between_rounds_by_an_order(pits: Pits) -> None:
    pit = ready(pits, CROWN)
    deal_virtually(pit)
    said = StateIrregularity(T, "player-count", hand=hand_of(pit, 1), extra=(UNKNOWN,), remedy="misdeal")
    pit.do(pit.supervisor, said)
    pit.do(pit.supervisor, CountCards(T, 51, "13.2.3"))
    seal, replace = pit.open_state.duties
    pit.do(pit.supervisor, FinishDuty(T, seal.id, True, "slip 8, seal 1204"))
    assert law.DUTY_FIRST in pit.refused(pit.supervisor, FinishDuty(T, replace.id, True, "done")).because
    pit.do(pit.supervisor, OrderCards(T, "replace", "51 counted"))
    assert not pit.open_state.duties
    pit.do(pit.dealer, InspectCards(T))
    pit.play({"Ann": 1})


# The virtual shoe.


def test_a_card_too_many_is_the_next_of_the_virtual_shoe(pits: Pits) -> None:
    """Cards that came out besides come from the committed order; a keyboard names none."""
    pit = ready(pits, CROWN, device="shoe")
    deal_virtually(pit)
    hand = hand_of(pit, 1)
    shoe = pit.floor.table(pit.stream).shoe
    assert shoe is not None
    (came,), _ = shoe.draw(1)
    said = StateIrregularity(T, "player-count", hand=hand, extra=(came,), remedy="misdeal")
    assert law.CARDS_FROM_DEVICE in pit.refused(pit.supervisor, said).because
    pit.do(pit.supervisor, said._replace(extra=(UNKNOWN,)))
    assert [event.round for event in events(pit, TableRoundEnded)] == [1]
    acts = pit.open_state.past[-1].acts
    ruled = acts[-1]
    assert isinstance(ruled, Irregularity) and ruled.extra == (came,)
    assert events(pit, ShoeOpened)  # the order is opened, and holds the card: the audit at the end compares


def test_virtual_pontoon_burns_its_next_card_and_deals_on(pits: Pits) -> None:
    """Pontoon 17.1: a card face up in the shoe is burned; the one after it is dealt."""
    pit = ready(pits, PONTOON, device="shoe")
    deal_virtually(pit)
    shoe = pit.floor.table(pit.stream).shoe
    assert shoe is not None
    said = StateIrregularity(T, "card-face-up", extra=(UNKNOWN,), exposed=True, remedy="burn")
    pit.do(pit.dealer, said)
    now = pit.floor.table(pit.stream).shoe
    assert now is not None and now.drawn == shoe.drawn + 1
    while pit.round.number == 1:
        pit.step()
    for _ in range(2):
        pit.play({"Ann": 1})


def test_virtual_card_under_the_shoe_is_the_first_of_the_next_round(pits: Pits) -> None:
    """Pontoon 17.6: a card that is not exposed lies under the shoe; the round goes on with the one after it."""
    pit = ready(pits, PONTOON, device="shoe")
    deal_virtually(pit)
    shoe = pit.floor.table(pit.stream).shoe
    assert shoe is not None
    (under,), _ = shoe.draw(1)
    pit.do(pit.dealer, StateIrregularity(T, "card-to-dealer", extra=(UNKNOWN,), remedy="lay-under"))
    while pit.round.number == 1:
        pit.step()
    pit.place("Ann", 1)
    pit.do(pit.dealer, DealOn(T))
    while not any(hand.cards for hand in pit.round.hands):
        pit.do(pit.dealer, DealOn(T))
    assert next(card for hand in pit.round.hands for card in hand.cards) == under
    while pit.round.number == 2:
        pit.step()


def test_virtual_order_is_opened_when_it_will_not_be_dealt(pits: Pits) -> None:
    """Pontoon 17.16.3: the rest of the cards is void. Its order is opened, and the decks are checked first."""
    pit = pits(PONTOON)
    pit.open(device="shoe")
    pit.fund("Ann")
    pit.play({"Ann": 1})
    assert pit.floor.table(pit.stream).shoe is not None
    pit.do(pit.supervisor, StateIrregularity(T, "card-missing", remedy="void", reason="one short"))
    assert len(events(pit, ShoeOpened)) == 1 and pit.floor.table(pit.stream).shoe is None
    (check,) = pit.open_state.duties
    pit.place("Ann", 1)
    assert law.DUTY_FIRST in pit.refused(pit.dealer, DealOn(T)).because
    pit.do(pit.supervisor, FinishDuty(T, check.id, True, "all 288 are there"))
    while pit.round.number == 2:
        pit.step()


def test_virtual_order_of_a_void_round_is_opened(pits: Pits) -> None:
    pit = ready(pits, PONTOON, device="shoe")
    deal_virtually(pit)
    pit.do(pit.supervisor, StateIrregularity(T, "card-missing", remedy="void", reason="one short"))
    assert len(events(pit, ShoeOpened)) == 1 and pit.floor.table(pit.stream).shoe is None


def test_virtual_cards_are_neither_laid_otherwise_nor_missing(pits: Pits) -> None:
    pit = ready(pits, PONTOON, device="shoe")
    deal_virtually(pit)
    pit.refused(pit.supervisor, StateIrregularity(T, "dealing-error", laid=(IntendedHand(1, parse_cards("2c 3c")),)))
    crown = ready(pits, CROWN, device="shoe")
    deal_virtually(crown)
    said = StateIrregularity(T, "player-count", hand=hand_of(crown, 1), count=4, remedy="misdeal")
    assert law.CARDS_FROM_DEVICE in crown.refused(crown.supervisor, said).because


# Cards by hand.


def test_card_by_hand_is_offered_on(pits: Pits) -> None:
    """Pontoon 17.2: the misdealt card is named, and used as the next one."""
    pit = ready(pits, PONTOON, device="shoe")
    deal_by_hand(pit, "2c 9d Kh 3d 4s")
    pit.refused(pit.dealer, StateIrregularity(T, "card-misdealt", extra=(UNKNOWN,)))
    pit.do(pit.dealer, StateIrregularity(T, "card-misdealt", extra=parse_cards("5h"), remedy="use-next"))
    assert any(aside.card == parse_cards("5h")[0] for aside in pit.round.irregular.aside)


# Devices.


def test_device_fails_and_another_is_put_in_use(pits: Pits) -> None:
    """Pontoon 18.2: undamaged cards go into the other device before the next card of the round."""
    pit = pits(PONTOON)
    pit.open(device="shuffler")
    pit.fund("Ann")
    pit.refused(pit.dealer, RegisterDevice(T, "S-1", "shuffler", False))
    pit.do(pit.supervisor, RegisterDevice(T, "S-1", "shuffler", False))
    pit.do(pit.supervisor, RegisterDevice(T, "S-2", "shuffler"))
    for wrong in (("S-2", "shuffler", True), ("S-3", "bucket", True), ("", "shoe", True), ("S-4", "shoe", False)):
        pit.refused(pit.supervisor, RegisterDevice(T, *wrong))
    pit.place("Ann", 1)
    deal_virtually(pit)
    no = pit.refused(pit.supervisor, MoveDevice(T, "S-2", "in use", "to try it"))
    assert law.ROUND_OF_PLAY in no.because
    states = ("spare", "transferable")
    pit.do(pit.supervisor, StateIrregularity(T, "device-failed", states=states, remedy="transfer", reason="it jams"))
    assert {each.name: each.status for each in pit.state.equipment} == {"S-1": "failed", "S-2": "spare"}
    need = next(need for need in pit.round.needs if isinstance(need, DecisionNeed))
    pit.act(pit.patron("Ann"), Decide(need.id, "Ann", "stand"))
    assert law.DUTY_FIRST in pit.refused(pit.dealer, DealOn(T)).because
    pit.do(pit.supervisor, MoveDevice(T, "S-2", "in use", "S-1 failed"))
    assert {each.name: each.status for each in pit.state.equipment} == {"S-1": "failed", "S-2": "in use"}
    while pit.round.number == 1:
        pit.step()
    pit.refused(pit.supervisor, MoveDevice(T, "S-1", "in use", "back"))
    pit.do(pit.supervisor, MoveDevice(T, "S-1", "being checked", "sent to the workshop"))
    pit.do(pit.supervisor, MoveDevice(T, "S-1", "spare", "repaired"))
    pit.refused(pit.supervisor, MoveDevice(T, "S-1", "spare", "repaired"))
    pit.do(pit.supervisor, MoveDevice(T, "S-1", "removed", "retired"))
    assert [each.name for each in pit.state.equipment] == ["S-2"]
    rows = SHEETS["equipment"](pit.store, "star", pit.clock().date().replace(day=1)).rows
    history = [row["state"] for row in rows if row.get("device") == "S-1"]
    assert history == ["in use", "being checked", "spare", "removed"], "the return of the month has each change"


@pytest.mark.parametrize("game", [STAR, STAR_MS])
def test_game_goes_on_from_a_shoe_with_new_cards(pits: Pits, game: str) -> None:
    """Caribbean Stud 15.2.3, Mississippi Stud 12.2.3: another device or a shoe from the next round, with new cards."""
    pit = ready(pits, game, device="shuffler")
    pit.do(pit.supervisor, RegisterDevice(T, "shoe 4", "shoe"))
    deal_virtually(pit)
    pit.do(pit.supervisor, StateIrregularity(T, "device-failed", remedy="void-round", reason="it smokes"))
    assert {duty.what for duty in pit.open_state.duties} == {"replace-cards", "other-device"}
    pit.do(pit.supervisor, MoveDevice(T, "shoe 4", "in use", "the device failed"))
    pit.do(pit.supervisor, OrderCards(T, "replace", "15.2.3"))
    pit.do(pit.dealer, InspectCards(T))
    assert pit.open_state.table.game.terms.device == "shoe"
    pit.play({"Ann": 1})


def test_wrong_decks_of_a_shoe_are_replaced_at_once(pits: Pits) -> None:
    """Pontoon 17.16.3: decks that were found wrong do not wait for the cutting card, as others do (3.5.1)."""
    pit = ready(pits, PONTOON)
    deal_virtually(pit)
    no = pit.refused(pit.boss, OrderCards(T, "replace", "worn"))
    assert law.ROUND_OF_PLAY in no.because
    pit.do(pit.boss, StateIrregularity(T, "card-missing", remedy="void", reason="counted"))
    for wanted in pit.state.notifications:
        pit.do(pit.boss, Notify(T, wanted.id, "the person on duty"))
    (check,) = pit.open_state.duties
    pit.do(pit.boss, FinishDuty(T, check.id, False, "the king of spades is not there"))
    (duty,) = pit.open_state.duties
    assert duty.what == "replace-cards"
    assert law.DUTY_FIRST in pit.refused(pit.boss, FinishDuty(T, duty.id, True, "new ones")).because
    pit.do(pit.boss, OrderCards(T, "replace", "the king of spades is not there"))
    assert law.CARDS_REPLACED in pit.round.due and not pit.open_state.duties
    pit.do(pit.dealer, InspectCards(T))
    pit.play({"Ann": 1})
    pit.refused(pit.boss, OrderCards(T, "replace", "worn"))  # of itself it waits for the cutting card


def test_cards_are_replaced_where_wagers_lie_already(pits: Pits) -> None:
    pit = ready(pits, PONTOON)
    pit.do(pit.boss, StateIrregularity(T, "card-missing", remedy="void", reason="seen before the first card"))
    (check,) = pit.open_state.duties
    pit.do(pit.boss, FinishDuty(T, check.id, False, "two are missing"))
    (duty,) = pit.open_state.duties
    assert law.ROUND_OF_PLAY in pit.refused(pit.boss, OrderCards(T, "replace", "two are missing")).because
    pit.do(pit.boss, FinishDuty(T, duty.id, True, "six new decks, checked"))
    assert not pit.open_state.duties and pit.round.wagers[0].live
    pit.do(pit.dealer, InspectCards(T))
    deal_virtually(pit)


def test_virtual_shoe_dealt_what_it_dealt(pits: Pits) -> None:
    """A hand that is said to be short is no matter where the virtual shoe knows that it is not."""
    pit = ready(pits, CROWN)
    deal_virtually(pit)
    no = pit.refused(pit.dealer, StateIrregularity(T, "player-count", hand=hand_of(pit, 1), count=4))
    assert law.CARDS_FROM_DEVICE in no.because and "none is missing" in str(no)
    assert pit.open_state.matter is None


# Another server, and a forger.


def test_second_server_rules_on_what_the_first_heard(pits: Pits) -> None:
    pit = ready(pits, CROWN, device="shoe")
    deal_virtually(pit)
    reply = pit.do(pit.dealer, StateIrregularity(T, "player-count", hand=hand_of(pit, 1), extra=(UNKNOWN,)))
    other = Pit(pit.store, CROWN, clock=pit.clock)
    try:
        assert other.open_state.matter == pit.open_state.matter
        other.do(other.supervisor, RuleIrregularity(T, reply["matter"], "misdeal", "seen on the other screen"))
    finally:
        other.floor.stop()
    pit.floor.follower.look()
    assert pit.open_state.matter is None
    pit.do(pit.supervisor, CountCards(T, 52, "13.2.3"))
    pit.play({"Ann": 1})


@pytest.mark.parametrize(("field", "value"), [("rank", "dealer"), ("remedy", "void-hand"), ("looked", ["Ann"])])
def test_audit_decides_an_irregular_round_again(new_sqlite: Callable[[], str], field: str, value: Any) -> None:
    """A forger who writes another rank, remedy or fact into a ruling, and chains the log anew, is found."""
    store = open_store(new_sqlite())
    pit = Pit(store, CROWN)
    pit.open()
    pit.fund("Ann", "Bob")
    pit.place("Ann", 1)
    pit.place("Bob", 2)
    deal_virtually(pit)
    pit.do(
        pit.supervisor, StateIrregularity(T, "player-count", hand=hand_of(pit, 1), extra=(UNKNOWN,), remedy="misdeal")
    )
    pit.floor.stop()
    assert not verify(store).findings
    with store.reading() as connection:
        query = schema.events.select().order_by(schema.events.c.position)
        rows = [dict(row) for row in connection.execute(query).mappings()]
    for row in rows:
        data = json.loads(row["data"])
        if row["kind"] == "ActTaken" and data["act"]["type"] == "Irregularity":
            data["act"][field] = value
            row["data"] = canonical(data)
    heads = rechained(rows, stream_of, event_hash)
    with forging(store) as connection:
        connection.execute(schema.events.delete())
        connection.execute(schema.events.insert(), rows)
    set_heads(store, heads, rows)
    found = [str(finding) for finding in verify(store).findings]
    assert found and any("cannot be played again" in words or "decided again" in words for words in found), found
    store.close()


def test_dealing_error_found_before_the_next_round(pits: Pits) -> None:
    """Pontoon 17.8: the outcome of the last round is corrected; two people sign, and the next round ends the right."""
    pit = pits(PONTOON)
    pit.open()
    pit.fund("Ann")
    before = pit.chips("Ann")
    pit.play({"Ann": 1})
    said = StateIrregularity(T, "dealing-error", remedy="void", reason="area 1 was passed over", round=1)
    pit.refused(pit.supervisor, said)
    pit.refused(pit.supervisor, said._replace(approver=pit.supervisor))
    pit.refused(pit.dealer, said._replace(approver=pit.boss))
    pit.do(pit.supervisor, said._replace(approver=pit.boss))
    assert pit.chips("Ann") == before
    (closed,) = events(pit, IrregularityClosed)
    assert (closed.how, closed.round, closed.rank) == ("void", 1, "gaming-supervisor")
    pit.place("Ann", 1)
    no = pit.refused(pit.supervisor, said._replace(approver=pit.boss))
    assert "results stand" in str(no)
    pit.play()
