"""The jackpot game of a round on the floor: registered, recorded, paid, cancelled, carried (Star 11.2, 15.2.2, 15.3.1;
Crown 12.3, 13.2.2(b)(i), 13.9, 13.10)."""

from fractions import Fraction

import pytest

from floor.jackpots.conftest import Pits
from floor.jackpots.jackpot_pit import CROWNS, HANDS, JACKPOT_GAMES, NOTHING, JackpotPit
from floor.tables.pit import TRAY
from pitboss import law
from pitboss.floor.jackpots.meters import GrowthTakenBack, JackpotsAwarded, MeterGrew
from pitboss.floor.patrons.invalid_wagers import FindInvalid
from pitboss.floor.patrons.office import IssueCard, SetLossLimit
from pitboss.floor.tables.irregularities import RuleIrregularity, StateIrregularity
from pitboss.floor.tables.jackpots import JackpotGameCancelled, JackpotGameRecorded, JackpotGameStarted
from pitboss.floor.tables.opening import CloseTable
from pitboss.floor.tables.playing import TakeAct
from pitboss.floor.tables.state import TableRoundEnded
from pitboss.money import Stake
from pitboss.play.acts import Decide, Place, TakeBack
from pitboss.play.irregularity import Irregularity, remedies
from pitboss.play.needs import CallNeed, DecisionNeed
from support import CROWN, STAR, STAR_MS, ULTIMATE, shows

GROWS = {"star": Fraction(3575, 10), "crown": Fraction(2861, 10)}
"""What a wager of $5 adds, in cents: 71.5% and, by Table 6, 57.22%."""
KEYS = {
    "four-of-a-kind": law.PRIZE_FOUR_OF_A_KIND,
    "full-house": law.PRIZE_FULL_HOUSE,
    "flush": law.PRIZE_FLUSH,
}
FIXED = {"star": (500_00, 150_00, 100_00), "crown": (1_500_00, 400_00, 250_00)}
"""The fixed prizes of both houses; at Crown 300, 80 and 50 for 1 on $5."""


@pytest.mark.parametrize("game", JACKPOT_GAMES)
def test_wagers_registered(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann", "bob")
    start = pit.meter.value
    pit.place("ann", 1)
    pit.jackpot("ann", 1)
    pit.place("bob", 2)
    assert pit.open_state.jackpot is None and pit.meter.value == start  # wagers are open: nothing is registered yet
    number = pit.deal_round(NOTHING[0], NOTHING[1])
    (started,) = pit.events(JackpotGameStarted)
    assert isinstance(started, JackpotGameStarted)
    assert [(wager.patron, wager.area) for wager in started.wagers] == [("ann", 1)]
    for key in (law.WAGERS_REGISTERED, law.JACKPOT_EQUIPMENT, law.METER_GROWS):
        shows(key, started, game=game)
    (grew,) = pit.meter_events(MeterGrew)
    assert isinstance(grew, MeterGrew)
    assert (grew.table, grew.round, grew.wagers, grew.amount) == ("7", number, 1, GROWS[pit.operator])
    shows(law.METER_GROWS, grew, game=game)
    assert pit.meter.value == start + GROWS[pit.operator] == grew.after
    (recorded,) = pit.events(JackpotGameRecorded)
    assert isinstance(recorded, JackpotGameRecorded)
    assert not recorded.prizes and not recorded.claims and recorded.wagers == 1
    if game in CROWNS:
        for key in (law.OUTCOME_RECORDED, law.ROUND_AT_ONCE, law.RECORDED_IN_ORDER):
            shows(key, recorded, game=game)


@pytest.mark.parametrize("game", JACKPOT_GAMES)
def test_a_player_sees_that_the_wager_is_registered(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann", "bob")
    pit.bet("ann", jackpots=True)
    pit.place("bob", 2)
    for need in pit.steps(*NOTHING[:2]):
        game_now = pit.open_state.jackpot
        if pit.round.need("wagers") is None:
            assert game_now is not None and game_now.has("ann") and not game_now.has("bob")
        elif isinstance(need, CallNeed):
            assert game_now is None


@pytest.mark.parametrize("game", JACKPOT_GAMES)
@pytest.mark.parametrize("line", KEYS)
def test_fixed_prizes_are_paid_at_once(jackpots: Pits, game: str, line: str) -> None:
    pit = jackpots(game)
    pit.start("ann")
    pit.bet("ann")
    before, value = pit.chips("ann"), pit.meter.value
    pit.deal_round(HANDS[line])
    (recorded,) = pit.events(JackpotGameRecorded)
    assert isinstance(recorded, JackpotGameRecorded)
    cents = dict(zip(KEYS, FIXED[pit.operator], strict=True))[line]
    ((patron, paid),) = [(prize.patron, prize.cents) for prize in recorded.prizes]
    assert (patron, paid) == ("ann", cents)
    prize = recorded.prizes[0]
    shows(law.PRIZES_LISTED, prize, game=game)
    if game in CROWNS:
        shows(law.DEALER_PAYS_PRIZE, prize, game=game)
    else:
        shows(KEYS[line], prize, game=game)
        shows(law.PRIZES_FROM_RIGHT, prize, game=game)
    (ended,) = pit.events(TableRoundEnded)
    assert isinstance(ended, TableRoundEnded)
    staked = 25_00 + 5_00 + (25_00 if game == ULTIMATE else 0)
    assert pit.chips("ann") - before == cents + ended.totals[0].net + staked  # the prize comes besides
    assert pit.meter.value == value + GROWS[pit.operator] and not pit.meter_events(JackpotsAwarded)


@pytest.mark.parametrize("game", [STAR, STAR_MS])
def test_a_misdeal_at_the_star_cancels_the_game_and_gives_the_wagers_back(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann", "bob")
    start = pit.meter.value
    pit.bet("ann", "bob")
    _misdeal(pit)
    (cancelled,) = pit.events(JackpotGameCancelled)
    if game == STAR_MS:  # whose document has a clause of its own; Caribbean Stud voids all wagers
        shows(law.JACKPOT_CANCELLED, cancelled, game=game)
    assert pit.meter.value == start and pit.chips("ann") == pit.chips("bob") == 10_000_00
    (back,) = pit.meter_events(GrowthTakenBack)
    assert isinstance(back, GrowthTakenBack) and back.amount == 2 * GROWS["star"]


@pytest.mark.parametrize("game", CROWNS)
def test_a_misdeal_at_crown_carries_the_game_to_the_next_round(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann", "bob")
    start = pit.meter.value
    pit.bet("ann", "bob")
    _misdeal(pit)
    assert not pit.events(JackpotGameCancelled) and pit.open_state.jackpot is not None
    assert pit.meter.value == start + 2 * GROWS["crown"]
    for area, patron in enumerate(("ann", "bob"), start=1):
        pit.place(patron, area)
    pit.deal_round(*NOTHING[:2])
    assert len(pit.events(JackpotGameStarted)) == len(pit.events(JackpotGameRecorded)) == 1
    assert pit.meter.value == start + 2 * GROWS["crown"]


@pytest.mark.parametrize("game", CROWNS)
def test_a_leaver_after_a_misdeal_has_the_others_registered_again(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann", "bob")
    start = pit.meter.value
    pit.bet("ann", "bob")
    _misdeal(pit)
    shows(law.LEAVER_CANCELS, pit.refused(pit.boss, CloseTable("7", TRAY)), game=game)  # before all have theirs
    pit.act(pit.patron("bob"), TakeBack("wagers", "bob", 2, "jackpot"))
    (cancelled,) = pit.events(JackpotGameCancelled)
    shows(law.LEAVER_CANCELS, cancelled, game=game)
    assert pit.meter.value == start and pit.chips("bob") == 10_000_00
    pit.place("ann", 1)
    pit.deal_round(NOTHING[0])
    again = pit.events(JackpotGameStarted)[-1]
    assert isinstance(again, JackpotGameStarted) and [wager.patron for wager in again.wagers] == ["ann"]
    assert pit.meter.value == start + GROWS["crown"]


@pytest.mark.parametrize("game", CROWNS)
def test_a_joiner_after_a_misdeal_has_the_others_registered_again(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann", "bob")
    start = pit.meter.value
    pit.bet("ann")
    _misdeal(pit)
    pit.place("ann", 1)
    pit.place("bob", 2)
    pit.jackpot("bob", 2)
    (cancelled,) = pit.events(JackpotGameCancelled)
    shows(law.JOINER_CANCELS, cancelled, game=game)
    pit.deal_round(*NOTHING[:2])
    again = pit.events(JackpotGameStarted)[-1]
    assert isinstance(again, JackpotGameStarted) and len(again.wagers) == 2
    assert pit.meter.value == start + 2 * GROWS["crown"]


@pytest.mark.parametrize("game", CROWNS)
def test_a_game_that_was_started_wrongly_is_cancelled_by_rank(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann", "bob")
    start = pit.meter.value
    said = StateIrregularity("7", "jackpot-started", remedy="cancel-jackpot")
    started = Irregularity("jackpot-started")
    pit.bet("ann", jackpots=False)
    for need in pit.steps(NOTHING[0]):
        assert remedies(pit.round, started) == (), "no jackpot game was started"
        if isinstance(need, DecisionNeed):
            assert pit.refused(pit.dealer, said).because
    pit.bet("ann", "bob")
    assert remedies(pit.round, started) == () and pit.refused(pit.dealer, said).because  # wagers are open
    for need in pit.steps(*NOTHING[:2]):
        if pit.open_state.jackpot is not None and need.id != "":
            break
    (remedy,) = remedies(pit.round, started)
    assert remedy.must and remedy.name == "cancel-jackpot"
    pit.do(pit.dealer, said)  # it waits for a higher rank
    assert pit.open_state.matter is not None and pit.open_state.jackpot is not None
    matter = pit.open_state.matter
    shows(law.WRONG_GAME_CANCELLED, matter, game=game)
    assert (
        law.WRONG_GAME_CANCELLED in pit.refused(pit.dealer, RuleIrregularity("7", matter.id, "cancel-jackpot")).because
    )
    pit.do(pit.supervisor, RuleIrregularity("7", matter.id, "cancel-jackpot"))
    assert pit.open_state.jackpot is None and pit.meter.value == start
    for _ in pit.steps(*NOTHING[:2]):
        pass
    assert not pit.events(JackpotGameRecorded) and pit.meter.value == start


def test_a_retraction_at_crown_registers_the_others_again_for_this_round(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.start("ann", "bob", "cat")
    start = pit.meter.value
    pit.bet("ann", "bob", "cat")
    for need in pit.steps(*NOTHING[:3]):
        if isinstance(need, DecisionNeed):
            break
    hand = next(hand.id for hand in pit.round.hands if hand.area == 3)
    pit.do(
        pit.supervisor,
        StateIrregularity("7", "player-count", hand=hand, count=4, looked=("ann",), remedy="void-hand"),
    )
    retract = next(need for need in pit.round.needs if getattr(need, "patron", "") == "bob")
    pit.act(pit.patron("bob"), Decide(retract.id, "bob", "retract"))
    cancelled = pit.events(JackpotGameCancelled)
    assert cancelled
    shows(law.RETRACTED_JACKPOT, cancelled[-1], game=CROWN)
    again = pit.events(JackpotGameStarted)[-1]
    assert isinstance(again, JackpotGameStarted) and [wager.patron for wager in again.wagers] == ["ann"]
    assert again.round == pit.round.number and pit.meter.value == start + GROWS["crown"]


def test_a_void_hand_at_the_star_takes_its_growth_back_alone(jackpots: Pits) -> None:
    pit = jackpots(STAR)
    pit.start("ann", "bob")
    start = pit.meter.value
    pit.bet("ann", "bob")
    for need in pit.steps(*NOTHING[:2]):
        if isinstance(need, DecisionNeed):
            break
    hand = next(hand.id for hand in pit.round.hands if hand.area == 2)
    pit.do(
        pit.supervisor, StateIrregularity("7", "player-count", hand=hand, count=4, looked=("ann",), remedy="void-hand")
    )
    assert pit.meter.value == start + GROWS["star"]
    assert pit.chips("bob") == 10_000_00


def test_an_invalid_wager_that_is_found_in_the_hand_takes_no_award(jackpots: Pits) -> None:
    """Ann has a royal flush and wagers for another person: her growth goes back, and the others are registered anew."""
    pit = jackpots(STAR_MS)
    pit.start("ann", "bob")
    start, is_found = pit.meter.value, False
    pit.bet("ann", "bob")
    for need in pit.steps(HANDS["royal-flush"], "2c 2s"):
        if isinstance(need, DecisionNeed) and not is_found:
            is_found = True
            pit.do(pit.supervisor, FindInvalid("7", "ann", "for another"))
    (recorded,) = pit.events(JackpotGameRecorded)
    assert isinstance(recorded, JackpotGameRecorded) and recorded.wagers == 1 and not recorded.claims
    assert not pit.meter.pending and pit.meter.value == start + GROWS["star"]
    assert pit.chips("ann") == 10_000_00
    shows(law.INVALID_DURING, pit.events(JackpotGameCancelled)[0], game=STAR_MS)


def test_a_loss_limit_counts_the_jackpot_wager(jackpots: Pits) -> None:
    pit = jackpots(STAR_MS)
    pit.start("ann")
    pit.do(pit.supervisor, IssueCard("ann", "card of ann"))
    pit.do(pit.supervisor, SetLossLimit("ann", "day", 29_99))
    pit.place("ann", 1)
    wager = TakeAct("7", Place("wagers", "ann", 1, "jackpot", Stake.of(5_00)))
    shows(law.LOSS_LIMIT, pit.refused(pit.patron("ann"), wager), game=STAR_MS)


def _misdeal(pit: JackpotPit) -> None:
    """Deal, and have a card exposed while the cards come out: a misdeal in every game."""
    number = pit.round.number
    for need in pit.steps(*NOTHING[:2]):
        if isinstance(need, DecisionNeed):
            break
    hand = next(hand.id for hand in pit.round.hands if hand.area == 1)
    pit.do(pit.supervisor, StateIrregularity("7", "card-exposed", hand=hand, places=(0, 1), remedy="misdeal"))
    assert pit.round.number == number + 1
