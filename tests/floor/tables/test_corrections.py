"""Rounds corrected, voided and ruled on: new acts beside the old, new entries for the difference, a reason each."""

from collections.abc import Callable

import pytest

from floor.tables.pit import GAMES, PONTOON, STARS, Pit
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.floor.cashier.chips import CASH, CashOut
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import schema
from pitboss.floor.tables.corrections import CorrectRound, RulingRecorded, VoidRound
from pitboss.floor.tables.playing import TakeAct
from pitboss.floor.tables.state import REMEMBERED, ActTaken, RoundCorrected, ShoeOpened, Stack, TableRoundEnded
from pitboss.ledger import Overdrawn
from pitboss.money import Stake
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Place, Shuffle, Sit, Turn
from pitboss.play.powers import Void
from pitboss.report.reports import days, shift_report
from pitboss.report.returns import played_between
from support import CROWN, STAR, STAR_MS, ULTIMATE, shows

Pits = Callable[[str], Pit]

DEALER = "Ks Qs 7d 4c 2h"
QUEENS = "Ks Qs Qd 4c 2h"
ACES = "Ah Ad 9c 6s 3d"
NOTHING = "Kh Jd 9c 6s 3d"


def acts(mine: str, dealer: str = DEALER, *, bet: bool = True) -> tuple[Act, ...]:
    """The acts of a round of Caribbean Stud at The Star, dealt by hand to Ann alone."""
    cards = [card for pair in zip(parse_cards(dealer), parse_cards(mine), strict=True) for card in pair]
    decides = Decide("decide-1", "Ann", "bet", Stake.of(50_00)) if bet else Decide("decide-1", "Ann", "fold")
    return (
        Place("wagers", "Ann", 1, "ante", Stake.of(25_00)),
        Shuffle("shuffle"),
        Cut("cut", "dealer", 20),
        Deal("deal", tuple(cards)),
        decides,
        Turn("turn-dealer"),
        Call("settle"),
    )


def redealt(old: tuple[Act, ...], mine: str, dealer: str = DEALER) -> tuple[Act, ...]:
    """The same acts with other cards dealt."""
    deal = acts(mine, dealer)[3]
    return tuple(deal if isinstance(act, Deal) else act for act in old)


def caribbean(pits: Pits, cents: int = 10_000_00) -> Pit:
    pit = pits(STAR)
    pit.open()
    pit.fund("Ann", cents=cents)
    return pit


def keyed(pit: Pit, *doing: Act) -> None:
    """The dealer keys acts as long as the round asks for them."""
    for act in doing:
        if pit.round.need(act.need) is None:
            continue
        pit.act(pit.dealer, act)


def correction(pit: Pit, number: int, new: tuple[Act, ...], **changes: object) -> CorrectRound:
    usual = {"reason": "the nine was keyed as an ace", "approver": pit.manager}
    return CorrectRound("7", number, new, **(usual | changes))  # type: ignore[arg-type]


def transfers(pit: Pit) -> list[tuple[object, ...]]:
    with pit.store.engine.connect() as connection:
        table = schema.transfers
        columns = (table.c.kind, table.c.name, table.c.source, table.c.target, table.c.cents, table.c.reason)
        return [tuple(row) for row in connection.execute(table.select().with_only_columns(*columns))]


def test_a_finished_round_is_corrected_by_the_difference(pits: Pits) -> None:
    pit = caribbean(pits)
    keyed(pit, *acts(ACES, QUEENS))  # a pair of aces beats a pair of queens: 25 + 50
    assert pit.chips("Ann") == 10_075_00
    before = transfers(pit)
    reply = pit.do(pit.supervisor, correction(pit, 1, redealt(pit.state.past[0].acts, NOTHING, QUEENS)))
    assert reply["differences"] == {"Ann": -150_00}
    assert pit.chips("Ann") == 9_925_00
    assert transfers(pit)[: len(before)] == before  # booked transfers are facts
    assert transfers(pit)[len(before) :] == [
        ("move", "", "star/patron/Ann/AUD", "star/float/7/AUD", 150_00, "correction")
    ]
    (event,) = pit.events(RoundCorrected)
    assert isinstance(event, RoundCorrected) and event.approved_by == pit.manager.person
    assert len(pit.events(TableRoundEnded)) == 1  # what was decided first stays on the log
    today = next(days(pit.clock()))
    (row,) = shift_report(pit.store, "star", today).rows
    assert row["won_cents"] == 75_00
    assert played_between(pit.store, "star", today, today)["7", STAR].won == 75_00
    # And back again: what stands corrected is what the next correction starts from.
    old = tuple(e.act for e in pit.events(ActTaken) if isinstance(e, ActTaken))
    pit.do(pit.supervisor, correction(pit, 1, old))
    assert pit.chips("Ann") == 10_075_00


@pytest.mark.parametrize("game", GAMES)
def test_a_correction_names_the_rules_that_it_rests_on(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.fund("Ann")
    pit.place("Ann", 1)
    pit.do(pit.manager, correction(pit, 1, pit.open_state.acts, approver=pit.boss))
    pit.play()
    rule = law.MISPAID_PUT_RIGHT if game in (PONTOON, STAR_MS) else law.DISPUTE_RULED
    (early,) = pit.events(RoundCorrected)
    assert isinstance(early, RoundCorrected) and early.because == (rule,)  # the round tells the rest when it is over
    same = pit.state.past[0].acts
    doubled = tuple(
        act._replace(stake=Stake.of(2 * act.stake.cents)) if isinstance(act, Place) else act for act in same
    )
    pit.do(pit.manager, correction(pit, 1, same, approver=pit.boss))
    pit.do(pit.manager, correction(pit, 1, doubled, approver=pit.boss))
    unchanged, changed = pit.events(RoundCorrected)[1:]
    assert isinstance(unchanged, RoundCorrected) and unchanged.because == (rule,)
    shows(rule, changed, game=game)
    (ended,) = pit.events(TableRoundEnded)
    assert isinstance(changed, RoundCorrected) and isinstance(ended, TableRoundEnded)
    assert set(changed.because) == {rule, *(ground for done in ended.settlements for ground in done.because)}
    pit.sound()


def test_the_open_round_is_corrected_and_goes_on(pits: Pits) -> None:
    pit = caribbean(pits)
    keyed(pit, *acts(NOTHING)[:4])
    pit.do(pit.supervisor, correction(pit, 1, redealt(pit.open_state.acts, ACES)))
    assert not pit.round.is_over and pit.round.hands[1].cards == parse_cards(ACES)
    keyed(pit, *acts(ACES)[4:])
    assert pit.chips("Ann") == 10_025_00  # the dealer does not qualify


def test_a_wrong_stake_in_the_open_round_moves_what_is_set_aside(pits: Pits) -> None:
    pit = caribbean(pits)
    keyed(pit, *acts(NOTHING)[:4])
    assert pit.chips("Ann") == 9_975_00
    more = (Place("wagers", "Ann", 1, "ante", Stake.of(100_00)), *pit.open_state.acts[1:])
    pit.do(pit.supervisor, correction(pit, 1, more))
    assert pit.chips("Ann") == 9_900_00
    less = (Place("wagers", "Ann", 1, "ante", Stake.of(50_00)), *pit.open_state.acts[1:])
    pit.do(pit.supervisor, correction(pit, 1, less))
    assert pit.chips("Ann") == 9_950_00
    keyed(pit, Decide("decide-1", "Ann", "fold"))
    pit.play()
    assert pit.chips("Ann") == 9_950_00


def test_a_correction_may_end_the_open_round(pits: Pits) -> None:
    pit = caribbean(pits)
    keyed(pit, *acts(NOTHING)[:5])
    done = tuple(pit.open_state.acts)
    rest = acts(NOTHING)[5:]
    pit.do(pit.supervisor, correction(pit, 1, done + rest))
    assert pit.round.number == 2 and len(pit.events(TableRoundEnded)) == 1
    assert pit.chips("Ann") == 10_025_00


def test_a_correction_is_approved_by_somebody_else_and_says_why(pits: Pits) -> None:
    pit = caribbean(pits)
    keyed(pit, *acts(ACES))
    same = pit.state.past[0].acts
    pit.refused(pit.dealer, correction(pit, 1, same))
    pit.refused(pit.supervisor, correction(pit, 1, same, approver=pit.supervisor))
    pit.refused(pit.supervisor, correction(pit, 1, same, approver=pit.dealer))
    pit.refused(pit.supervisor, correction(pit, 1, same, approver=Actor("crown", "c", "casino-manager")))
    pit.refused(pit.supervisor, correction(pit, 1, same, reason=""))
    pit.refused(pit.supervisor, correction(pit, 5, same))
    assert law.ROUND_OF_PLAY in pit.refused(pit.supervisor, correction(pit, 1, same[:-1])).because
    pit.refused(pit.supervisor, correction(pit, 1, (same[0], same[0], *same[1:4], *same[1:])))
    borrowed = (*same[:4], Void("gaming-manager", "fraud"))
    assert law.NOT_YOURS in pit.refused(pit.supervisor, correction(pit, 1, borrowed)).because
    pit.do(pit.supervisor, correction(pit, 1, borrowed, approver=pit.boss))


def test_the_house_bears_what_a_patron_has_left_with(pits: Pits) -> None:
    pit = caribbean(pits, cents=75_00)
    keyed(pit, *acts(ACES, QUEENS))
    pit.do(pit.dealer, CashOut(pit.table, "Ann", (Stack(25_00, 6),), CASH))
    new = redealt(pit.state.past[0].acts, NOTHING, QUEENS)
    with pytest.raises(Overdrawn):
        pit.do(pit.supervisor, correction(pit, 1, new))
    pit.do(pit.supervisor, correction(pit, 1, new, house_bears=("Ann",)))
    assert pit.chips("Ann") == 0
    assert transfers(pit)[-1][2] == "star/house//AUD"


def test_a_round_of_long_ago_is_corrected_out_of_the_log(pits: Pits) -> None:
    pit = caribbean(pits)
    keyed(pit, *acts(ACES, QUEENS))
    first = pit.state.past[0].acts
    for _ in range(REMEMBERED):
        pit.play({"Ann": 1})
    assert all(past.opening.number != 1 for past in pit.state.past)
    held = pit.chips("Ann")
    pit.do(pit.supervisor, correction(pit, 1, redealt(first, NOTHING, QUEENS)))
    assert pit.chips("Ann") == held - 150_00
    pit.do(pit.supervisor, correction(pit, 1, first))
    assert pit.chips("Ann") == held


def test_a_corrected_card_of_a_shoe_is_known_to_be_out(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.open()
    pit.fund("Ann")
    pit.play({"Ann": 1})
    past = pit.state.past[0]
    at = next(i for i, act in enumerate(past.acts) if isinstance(act, Deal) and len(act.cards) > 1)
    deal = past.acts[at]
    assert isinstance(deal, Deal)
    same_value = {"J": "Q", "Q": "K", "K": "J"}
    words = [str(card) for card in deal.cards]
    place = next((i for i, word in enumerate(words) if word[0] in same_value), None)
    if place is None:
        place = 0
        suit = {"s": "h", "h": "d", "d": "c", "c": "s"}[words[0][1]]
        other = words[0][0] + suit
    else:
        other = same_value[words[place][0]] + words[place][1]
    changed = deal._replace(cards=parse_cards(" ".join([*words[:place], other, *words[place + 1 :]])))
    before = sorted(map(str, pit.open_state.table.shoe_state.seen))
    pit.sit("Ann", 1)
    pit.do(pit.supervisor, correction(pit, 1, (*past.acts[:at], changed, *past.acts[at + 1 :])))
    after = sorted(map(str, pit.open_state.table.shoe_state.seen))
    before.remove(words[place])
    assert after == sorted([*before, other])
    assert any(box.seated == "Ann" for box in pit.round.boxes)  # what was done since stands
    pit.play({"Ann": 1})


def test_a_shoe_that_deals_itself_has_dealt_what_it_has(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.open()
    pit.fund("Ann")
    pit.place("Ann", 1)
    while not any(hand.cards for hand in pit.round.hands):
        pit.step()
    fewer = tuple(act for act in pit.open_state.acts if not (isinstance(act, Deal) and len(act.cards) > 1))
    assert law.CARDS_FROM_DEVICE in pit.refused(pit.supervisor, correction(pit, 1, fewer)).because


# Voids.


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_voided_by_the_rank_that_may(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.fund("Ann")
    pit.place("Ann", 1)
    while pit.round.need("wagers"):
        pit.step()
    command = VoidRound("7", "disruption", "the lights went out")
    pit.refused(pit.dealer, command)
    if pit.operator == "crown":
        shows(law.ROUND_VOIDED, pit.refused(pit.manager, command), game=game)
    pit.refused(pit.boss, command._replace(reason=""))
    pit.do(pit.boss, command)
    assert pit.round.number == 2 and pit.chips("Ann") == 10_000_00
    (ruling,) = pit.events(RulingRecorded)
    assert isinstance(ruling, RulingRecorded) and ruling.reason == "the lights went out"
    assert (ruling.by, ruling.rank) == (pit.boss.person, pit.boss.role)


@pytest.mark.parametrize("game", [*STARS, CROWN, ULTIMATE])
def test_an_offenders_wagers_are_voided(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.fund("Ann", "Bob")
    pit.place("Ann", 1)
    pit.place("Bob", 2)
    while pit.round.need("wagers"):
        pit.step()
    shows(law.OFFENDER_VOIDED, _refused_dealer(pit), game=game)
    pit.do(pit.boss, VoidRound("7", "breach", "used a device", patrons=("Ann",)))
    assert pit.chips("Ann") == 10_000_00 and pit.round.number == 1
    pit.play()


def _refused_dealer(pit: Pit) -> object:
    act = Void("gaming-manager", "breach", patrons=("Ann",))
    return pit.refused(pit.dealer, TakeAct("7", act))


def test_the_shoe_of_a_voided_round_is_opened_once(pits: Pits) -> None:
    pit = caribbean(pits)
    pit.place("Ann", 1)
    while pit.round.need("wagers"):
        pit.step()
    pit.do(pit.supervisor, VoidRound("7", "disruption", "a brawl"))
    assert len(pit.events(ShoeOpened)) == 1 and pit.floor.table(pit.stream).shoe is None
    pit.act(pit.dealer, Sit("wagers", "Ann", 1))
    keyed(pit, *acts(ACES))  # dealt by hand this time
    assert len(pit.events(ShoeOpened)) == 1


def test_one_wager_is_voided_and_the_round_goes_on(pits: Pits) -> None:
    """Crown 16.3, 16.4: the Casino Manager alone, and the wager goes back."""
    pit = pits(CROWN)
    pit.open()
    pit.fund("Ann", "Bob")
    pit.place("Ann", 1)
    pit.place("Bob", 2)
    while pit.round.need("wagers"):
        pit.step()
    command = VoidRound("7", "fraud", "chips were pushed past the line", wagers=(1,))
    shows(law.WAGER_VOIDED, pit.refused(pit.manager, command), game=CROWN)
    pit.do(pit.boss, command)
    assert pit.chips("Bob") == 10_000_00 and pit.round.number == 1
    (ruling,) = pit.events(RulingRecorded)
    assert isinstance(ruling, RulingRecorded) and ruling.what == "void for fraud: wager 1"
    shows(law.WAGER_VOIDED, ruling, game=CROWN)
    shows(law.VOID_FOR_FRAUD, ruling, game=CROWN)
    pit.play()
    assert pit.chips("Bob") == 10_000_00
    pit.sound()


@pytest.mark.parametrize("ground", ["disruption", "fraud"])
@pytest.mark.parametrize("game", GAMES)
def test_a_settled_outcome_is_voided_by_a_correction(pits: Pits, game: str, ground: str) -> None:
    """Star Mississippi 13.9, Star Caribbean 16.4, Pontoon 19.9, Crown 16.3: new entries take the result back."""
    pit = pits(game)
    pit.open()
    pit.fund("Ann", "Bob")
    for _ in range(3):
        pit.play({"Ann": 1, "Bob": 2})
    held = {name: pit.chips(name) for name in ("Ann", "Bob")}
    nets = {total.patron: total.net for total in pit.events(TableRoundEnded)[1].totals}  # type: ignore[attr-defined]
    assert any(nets.values())
    before = transfers(pit)
    command = VoidRound("7", ground, "the shuffler was opened", round=2)
    shows(law.NEED_CLOSED, pit.refused(pit.boss, command), game=game)  # no person approves it
    approved = command._replace(approver=pit.manager)
    pit.refused(pit.boss, approved._replace(approver=pit.boss))
    pit.refused(pit.boss, approved._replace(approver=pit.dealer))
    pit.refused(pit.boss, approved._replace(reason=""))
    pit.refused(pit.boss, approved._replace(round=9))
    pit.refused(pit.dealer, approved)
    if pit.operator == "crown":
        shows(law.ROUND_VOIDED, pit.refused(pit.manager, approved._replace(approver=pit.boss)), game=game)
    pit.do(pit.boss, approved)
    assert {name: pit.chips(name) for name in held} == {name: held[name] - nets[name] for name in held}
    assert transfers(pit)[: len(before)] == before
    corrected, ruling = pit.events(RoundCorrected, RulingRecorded)
    assert isinstance(corrected, RoundCorrected) and corrected.approved_by == pit.manager.person
    assert isinstance(ruling, RulingRecorded) and (ruling.round, ruling.by) == (2, pit.boss.person)
    for event in (corrected, ruling):
        shows(law.ROUND_VOIDED, event, game=game)
    assert law.DISPUTE_RULED not in corrected.because and law.MISPAID_PUT_RIGHT not in corrected.because
    pit.refused(pit.boss, approved)  # nothing is left to be voided
    pit.play({"Ann": 1})
    pit.sound()


@pytest.mark.parametrize("game", STARS)
def test_a_fraudster_forfeits_what_was_settled(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.fund("Ann", "Bob")
    pit.play({"Ann": 1, "Bob": 2})
    (ended,) = pit.events(TableRoundEnded)
    assert isinstance(ended, TableRoundEnded)
    staked = {total.patron: total.staked for total in ended.totals}
    pit.do(pit.boss, VoidRound("7", "fraud", "marked cards", forfeit=("Ann",), round=1, approver=pit.manager))
    assert pit.chips("Ann") == 10_000_00 - staked["Ann"]
    assert pit.chips("Bob") == 10_000_00
    pit.sound()


def test_a_void_after_the_round_is_borne_by_the_house_for_who_has_left(pits: Pits) -> None:
    pit = caribbean(pits, cents=75_00)
    keyed(pit, *acts(ACES, QUEENS))
    pit.do(pit.dealer, CashOut(pit.table, "Ann", (Stack(25_00, 6),), CASH))
    command = VoidRound("7", "fraud", "marked cards", round=1, approver=pit.manager)
    with pytest.raises(Overdrawn):
        pit.do(pit.supervisor, command)
    pit.do(pit.supervisor, command._replace(house_bears=("Ann",)))
    assert pit.chips("Ann") == 0
    pit.sound()


def test_a_correction_names_nobody_who_was_not_there(pits: Pits) -> None:
    pit = caribbean(pits)
    keyed(pit, *acts(ACES, QUEENS))
    forged = (*pit.state.past[0].acts, Void(pit.supervisor.role, "fraud", pit.boss.person))
    shows(law.NOT_YOURS, pit.refused(pit.supervisor, correction(pit, 1, forged)), game=STAR)


def test_an_employees_win_is_taken_back(pits: Pits) -> None:
    """Star Caribbean 16.14: what was won is not theirs, what was staked is."""
    pit = caribbean(pits)
    keyed(pit, *acts(ACES, QUEENS))
    assert pit.chips("Ann") == 10_075_00
    command = VoidRound("7", "employee", "works in the pit", patrons=("Ann",), round=1, approver=pit.manager)
    pit.refused(pit.dealer, command)
    pit.refused(pit.supervisor, command._replace(patrons=("Bob",)))
    reply = pit.do(pit.supervisor, command)
    assert reply["differences"] == {"Ann": -75_00} and pit.chips("Ann") == 10_000_00
    for kind in (RoundCorrected, RulingRecorded):
        (event,) = pit.events(kind)
        shows(law.EMPLOYEE_POLICY, event, game=STAR)
    pit.sound()


def test_pontoon_has_no_word_of_employees(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.open()
    pit.fund("Ann")
    pit.play({"Ann": 1})
    command = VoidRound("7", "employee", "works in the pit", patrons=("Ann",), round=1, approver=pit.manager)
    shows(law.OFFENDER_VOIDED, pit.refused(pit.boss, command), game=PONTOON)
