"""Meters on the floor: opened on terms, linked tables alike, awards approved or refused, options changed and meters
closed on notice, equipment that fails (Star 11.5 to 11.9, 14.15; 11.12, 15.1, 15.2.5; Crown 11.2 to 11.4, 12.2 to
12.4)."""

from fractions import Fraction

import pytest

from floor.jackpots.conftest import Pits
from floor.jackpots.jackpot_pit import CROWNS, HANDS, JACKPOT_GAMES, METER, NOTHING, JackpotPit, meter_of
from floor.tables.pit import TRAY
from pitboss import law
from pitboss.floor.jackpots.feeding import MeterFeed
from pitboss.floor.jackpots.links import LinkTable, UnlinkTable
from pitboss.floor.jackpots.meter_commands import (
    AdjustMeter,
    AnnounceMeterClosing,
    AnnounceOption,
    ApproveAward,
    ChangeOption,
    CloseMeter,
    RefuseAward,
    return_of,
)
from pitboss.floor.jackpots.meters import (
    AwardPaid,
    AwardQuestioned,
    AwardRefused,
    JackpotsAwarded,
    MeterChanged,
    MeterClosed,
    MeterOpened,
    PendingAward,
    events_after,
    load_meter,
    pool_of,
    reserve_of,
    value_at,
)
from pitboss.floor.patrons.office import ExcludePatron, NoteEmployee
from pitboss.floor.people.signin import Accounts
from pitboss.floor.service.commands import Actor
from pitboss.floor.store.rows import meter_stream
from pitboss.floor.tables.corrections import CorrectRound
from pitboss.floor.tables.jackpots import (
    ApproveJackpotPlay,
    FailJackpotEquipment,
    JackpotEquipmentFailed,
    JackpotEquipmentRestored,
    JackpotGameRecorded,
    JackpotOutcomeCorrected,
    JackpotPlayApproved,
    RestoreJackpotEquipment,
    find_recorded,
)
from pitboss.floor.tables.opening import OpenTable
from pitboss.floor.tables.pit import TakePost
from pitboss.floor.tables.playing import TakeAct
from pitboss.floor.tables.seats import LeaveTable
from pitboss.floor.tables.signage import signs
from pitboss.money import Stake
from pitboss.play.acts import Call, Deal, Place
from pitboss.play.needs import CallNeed, DecisionNeed
from support import CROWN, CROWN_MS, STAR, STAR_MS, shows

GROWS = {"star": Fraction(3575, 10), "crown": Fraction(2861, 10)}
ROYAL, STRAIGHT_FLUSH = HANDS["royal-flush"], HANDS["straight-flush"]


def waiting(pit: JackpotPit) -> PendingAward:
    (found,) = pit.meter.pending
    return found


# Terms.


@pytest.mark.parametrize("game", JACKPOT_GAMES)
def test_a_meter_opens_once_its_return_was_seen(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    command = meter_of(game)
    unseen = pit.refused(pit.boss, command)
    assert law.EDGE_SEEN in unseen.because
    seen = command.confirm(pit.operator)
    assert seen.returns in unseen.refusal.words
    pit.do(pit.boss, seen)
    (opened,) = pit.meter_events(MeterOpened)
    assert isinstance(opened, MeterOpened) and opened.terms.grows == GROWS[pit.operator]
    shows(law.METER_GROWS, opened, game=game)
    if game != STAR:
        shows(law.METER_SYSTEMS, opened, game=game)
        shows(law.METER_SERVES, opened, game=game)
    else:
        shows(law.RATE_APPROVED, opened, game=game)
    if game in CROWNS:
        shows(law.SEED_SET, opened, game=game)
        shows(law.OPTION_FITS_RESET, opened, game=game)
    assert pit.store.balance(pool_of(pit.operator, METER)).here == opened.terms.seed_cents
    assert law.METER_NAMED in pit.refused(pit.boss, seen).because
    assert law.METER_NAMED in pit.refused(pit.boss, seen._replace(meter="a/b")).because
    assert pit.refused(pit.boss, seen._replace(meter="other", games=("star-pontoon",))).because


@pytest.mark.parametrize("rate", ["1e999999999", "7/10", "-1", ".", "0" * 21, "\u0663", "much"])
def test_a_rate_is_a_short_number(jackpots: Pits, rate: str) -> None:
    """A number with an exponent takes all the time and the memory that there is."""
    pit = jackpots(STAR)
    for said in ({"rate": rate}, {"reserve": rate}):
        no = pit.refused(pit.boss, meter_of(STAR, **said))
        assert "Write a rate as 57.22" in no.refusal.words


@pytest.mark.parametrize("game", [STAR, STAR_MS])
def test_no_jackpot_opens_without_the_regulators_approval(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    no = pit.refused(pit.boss, meter_of(game, approval="").confirm("star"))
    assert set(no.because) & {law.RATE_APPROVED, law.LINKED_RATE}


@pytest.mark.parametrize("game", CROWNS)
def test_all_meters_of_the_house_use_one_option(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.open_meter()
    other = meter_of(game, option=2, tables=("8",))._replace(meter="minor")
    shows(law.ONE_OPTION, pit.refused(pit.boss, other.confirm(pit.operator)), game=game)
    pit.do(pit.boss, other._replace(option=1).confirm(pit.operator))


@pytest.mark.parametrize("game", [STAR_MS, *CROWNS])
def test_a_table_is_linked_to_one_meter(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.open_meter()
    again = meter_of(game)._replace(meter="minor").confirm(pit.operator)
    shows(law.ONE_METER, pit.refused(pit.boss, again), game=game)
    closed = meter_of(game, tables=("8",))._replace(meter="minor").confirm(pit.operator)
    pit.do(pit.boss, closed)
    minor = load_meter(pit.store, pit.operator, "minor").terms
    assert minor is not None
    if game == STAR_MS:  # whose tables need no notice to join
        wrong = OpenTable("7", game, pit.terms(jackpot=minor.offer("minor")), TRAY)
        shows(law.ONE_METER, pit.refused(pit.boss, wrong), game=game)
    pit.open_linked()
    shows(law.ONE_METER, pit.refused(pit.boss, LinkTable("7", METER)), game=game)


@pytest.mark.parametrize("game", JACKPOT_GAMES)
def test_tables_on_one_meter_offer_it_alike(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.open_meter()
    terms = pit.meter.terms
    assert terms is not None
    offer = terms.offer(METER)
    for wrong, key in (
        (offer._replace(price_cents=250), law.LINKED_PRICE),
        (offer._replace(option=offer.option + 1), law.LINKED_PAYS),
        (offer._replace(linked=True), law.LINKED_RATE),
    ):
        no = pit.refused(pit.boss, OpenTable("7", game, pit.terms(jackpot=wrong), TRAY))
        shows(key, no, game=game)
        shows(law.LINKED_ALIKE, no, game=game)
    nowhere = offer._replace(meter="nowhere")
    assert law.METER_NAMED in pit.refused(pit.boss, OpenTable("7", game, pit.terms(jackpot=nowhere), TRAY)).because
    practice = OpenTable("7", game, pit.terms(jackpot=offer), TRAY, unit="practice")
    assert law.METER_NAMED in pit.refused(pit.boss, practice).because


@pytest.mark.parametrize("game", CROWNS)
def test_the_layout_of_a_linked_table_has_a_place_for_jackpot_wagers(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann")
    (area,) = [sign for sign in signs(pit.open_state) if law.JACKPOT_AREA in sign.because]
    shows(law.JACKPOT_AREA, area, game=game)


# Links.


@pytest.mark.parametrize("game", CROWNS)
def test_a_table_joins_and_leaves_a_meter_on_notice(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.open_meter(tables=())
    terms = pit.meter.terms
    assert terms is not None
    early = OpenTable("7", game, pit.terms(jackpot=terms.offer(METER)), TRAY)
    shows(law.LINK_ON_NOTICE, pit.refused(pit.boss, early), game=game)
    pit.open()
    pit.do(pit.boss, LinkTable("7", METER))
    pit.wait(minutes=19, seconds=59)
    pit.tick()
    assert pit.open_state.terms.jackpot is None
    pit.wait(seconds=1)
    pit.tick()
    assert pit.open_state.terms.jackpot == terms.offer(METER)
    pit.do(pit.boss, UnlinkTable("7"))
    assert pit.refused(pit.boss, UnlinkTable("7")).because
    pit.wait(minutes=20)
    pit.tick()
    assert pit.open_state.terms.jackpot is None


@pytest.mark.parametrize("way", ["linked", "opened"])
def test_a_table_that_left_its_meter_comes_back_on_notice(jackpots: Pits, way: str) -> None:
    """It was one of those with which the meter began: that was the start, and not for ever."""
    pit = jackpots(CROWN)
    pit.start("ann")
    terms = pit.meter.terms
    assert terms is not None
    pit.do(pit.boss, UnlinkTable("7"))
    pit.wait(minutes=20)
    pit.tick()
    assert pit.open_state.terms.jackpot is None
    if way == "opened":
        pit.bet("ann", jackpots=False)
        pit.deal_round(NOTHING[0])  # the last round that it offered one was before this
        pit.do(pit.patron("ann"), LeaveTable("7", "ann"))
        pit.close()
        again = OpenTable("7", CROWN, pit.terms(jackpot=terms.offer(METER)), TRAY)
        shows(law.LINK_ON_NOTICE, pit.refused(pit.boss, again), game=CROWN)
        return
    pit.do(pit.boss, LinkTable("7", METER))
    assert pit.open_state.terms.jackpot is None
    pit.wait(minutes=20)
    pit.tick()
    assert pit.open_state.terms.jackpot == terms.offer(METER)


def test_a_table_at_the_star_joins_a_meter_from_the_next_round_on(jackpots: Pits) -> None:
    pit = jackpots(STAR)
    pit.open_meter(tables=())
    pit.open()
    pit.do(pit.supervisor, LinkTable("7", METER))
    assert pit.open_state.terms.jackpot is not None
    pit.do(pit.supervisor, UnlinkTable("7"))
    assert pit.open_state.terms.jackpot is None


# Awards.


@pytest.mark.parametrize("game", JACKPOT_GAMES)
def test_a_royal_flush_is_fixed_at_once_and_paid_once_it_is_approved(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann", "bob")
    start, reset = pit.meter.value, pit.meter.terms.reset_cents if pit.meter.terms else 0
    pit.bet("ann")
    pit.deal_round(ROYAL)
    (made,) = pit.meter_events(JackpotsAwarded)
    assert isinstance(made, JackpotsAwarded)
    award = waiting(pit).award
    stood = start + GROWS[pit.operator]
    assert made.before == award.meter == stood and pit.meter.value == reset
    pays = -(-stood // 100) * 100 if pit.operator == "crown" else -(-stood // 1)
    assert award.cents == pays
    if game in CROWNS:
        shows(law.METER_RESEEDED, made, game=game)
        shows(law.RECORDED_IN_ORDER, made, game=game)
    before = pit.chips("ann")
    pit.bet("bob")  # the meter grows on while the award is pending
    pit.deal_round(NOTHING[0])
    assert pit.meter.value == reset + GROWS[pit.operator]
    name = waiting(pit).id
    dealer = pit.refused(pit.dealer, ApproveAward(METER, name))
    assert dealer.because
    pit.do(pit.manager, ApproveAward(METER, name))
    assert pit.chips("ann") == before + pays and not pit.meter.pending
    (paid,) = pit.meter_events(AwardPaid)
    if game in CROWNS:
        shows(law.AWARD_DETERMINED, paid, game=game)
    assert law.AWARD_PENDING in pit.refused(pit.manager, ApproveAward(METER, name)).because


def test_the_person_who_recorded_a_round_does_not_approve_its_award(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.start("ann")
    pit.post(pit.manager)
    pit.dealer, dealer = pit.manager, pit.dealer
    pit.bet("ann")
    pit.deal_round(ROYAL)
    no = pit.refused(pit.manager, ApproveAward(METER, waiting(pit).id))
    assert law.BY_ANOTHER in no.because
    pit.do(pit.boss, ApproveAward(METER, waiting(pit).id))
    pit.dealer = dealer


def test_the_person_who_dealt_a_round_does_not_approve_its_award(jackpots: Pits) -> None:
    """Another person takes the last step, which records the round: that does not free who dealt the royal flush."""
    pit = jackpots(CROWN)
    pit.start("ann")
    dealer, pit.dealer = pit.dealer, pit.manager
    pit.bet("ann")
    for need in pit.steps(ROYAL):
        if isinstance(need, CallNeed):
            pit.act(dealer, Call(need.id))
    pit.dealer = dealer
    award = waiting(pit)
    assert award.by == dealer.person
    for command in (ApproveAward(METER, award.id), RefuseAward(METER, award.id, "a marked card")):
        assert law.BY_ANOTHER in pit.refused(pit.manager, command).because
    pit.do(pit.boss, ApproveAward(METER, award.id))


def test_nobody_approves_the_award_of_a_round_that_their_puppet_dealt(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.start("ann")
    puppet = Actor("crown", "puppet", "dealer")
    for maker in (pit.boss, pit.manager):
        Accounts(pit.store).give(maker, pit.clock(), by="console root")
    pit.wait(days=8)
    Accounts(pit.store).give(puppet, pit.clock(), by=pit.manager.person)
    pit.do(pit.boss, TakePost("7", "dealer", puppet.person))
    pit.dealer, dealer = puppet, pit.dealer
    pit.bet("ann")
    pit.deal_round(ROYAL)
    pit.wait(minutes=1)
    award = waiting(pit)
    assert pit.refused(pit.manager, ApproveAward(METER, award.id)).because == (law.KEPT_APART,)
    pit.do(pit.boss, ApproveAward(METER, award.id))
    pit.dealer = dealer


@pytest.mark.parametrize("game", [STAR, CROWN])
def test_a_refused_award_goes_back_to_the_meter(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann")
    start = pit.meter.value
    pit.bet("ann")
    pit.deal_round(ROYAL)
    name, reason = waiting(pit).id, "the card was marked"
    assert pit.refused(pit.manager, RefuseAward(METER, name, "")).because
    pit.do(pit.manager, RefuseAward(METER, name, reason))
    (refused,) = pit.meter_events(AwardRefused)
    assert isinstance(refused, AwardRefused) and refused.reason == reason
    assert pit.meter.value == start + GROWS[pit.operator]


@pytest.mark.parametrize("game", [STAR, STAR_MS, CROWN])
def test_an_excluded_patron_and_an_employee_are_paid_no_award(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann", "bob")
    pit.bet("ann")
    pit.deal_round(STRAIGHT_FLUSH)
    pit.do(pit.boss, ExcludePatron("ann", "cheating"))
    no = pit.refused(pit.boss, ApproveAward(METER, waiting(pit).id))
    assert law.AWARD_PENDING in no.because
    pit.do(pit.boss, RefuseAward(METER, waiting(pit).id, "excluded"))
    if game in CROWNS:
        return
    pit.bet("bob")
    pit.deal_round(STRAIGHT_FLUSH)
    pit.do(pit.boss, NoteEmployee("bob", True))
    assert law.EMPLOYEE_POLICY in pit.refused(pit.boss, ApproveAward(METER, waiting(pit).id)).because


def test_several_awards_of_one_round_are_at_once(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.start("ann", "bob")
    pit.bet("ann", "bob")
    stood = pit.meter.value + 2 * GROWS["crown"]
    pit.deal_round(STRAIGHT_FLUSH, "9h 8h 7h 6h 5h")
    assert [each.award.meter for each in pit.meter.pending] == [stood * Fraction(95, 1000)] * 2
    assert pit.meter.value == stood * Fraction(81, 100)


def test_a_bonus_jackpot_is_paid_to_the_others(jackpots: Pits) -> None:
    pit = jackpots(STAR_MS)
    pit.start("ann", "bob", "cat", royal_bonus_cents=1_000_00, straight_flush_bonus_cents=250_00)
    pit.bet("ann", "bob")
    pit.place("cat", 3)  # without a jackpot wager
    pit.deal_round(STRAIGHT_FLUSH, "2c 2s", "3c 3s")
    (recorded,) = pit.events(JackpotGameRecorded)
    assert isinstance(recorded, JackpotGameRecorded)
    assert [(prize.patron, prize.line, prize.cents) for prize in recorded.prizes] == [("bob", "bonus", 250_00)]
    for key in (law.BONUS_JACKPOT, law.BONUS_FOR_BETTORS, law.NO_BONUS_FOR_WINNER, law.BONUS_FIRST):
        shows(key, recorded.prizes[0], game=STAR_MS)


def test_a_jackpot_wager_on_anothers_box_is_the_bettors(jackpots: Pits) -> None:
    """Scenario 48: B has the jackpot on A's box, A folds, the hand is a full house."""
    pit = jackpots(STAR_MS)
    pit.start("ann", "bob")
    pit.place("ann", 1)
    leave = Place("wagers", "bob", 1, "jackpot", Stake.of(500), approved_by="gaming-supervisor")
    pit.act(pit.supervisor, leave)
    pit.deal_round(HANDS["full-house"], folds=("ann",))
    (recorded,) = pit.events(JackpotGameRecorded)
    assert isinstance(recorded, JackpotGameRecorded)
    assert [(prize.patron, prize.cents) for prize in recorded.prizes] == [("bob", 150_00)]


def test_a_reserve_pays_for_the_next_start(jackpots: Pits) -> None:
    pit = jackpots(STAR)
    pit.start("ann", rate="50", reserve="20")
    pit.bet("ann")
    pit.deal_round(NOTHING[0])
    assert pit.meter.reserve.value == 100 and pit.meter.value == 60_000_00 + 250
    pit.bet("ann")
    pit.deal_round(ROYAL)
    (made,) = pit.meter_events(JackpotsAwarded)
    assert isinstance(made, JackpotsAwarded)
    assert (made.reseed, made.from_reserve) == (60_000_00, 200) and pit.meter.reserve.value == 0


def test_a_refused_award_gives_the_reserve_back_what_it_gave(jackpots: Pits) -> None:
    """A part of each wager is in the reserve: the house gets none of it because an award is refused."""
    pit = jackpots(STAR)
    pit.start("ann", rate="50", reserve="20")
    pit.bet("ann")
    pit.deal_round(ROYAL)
    pit.do(pit.manager, RefuseAward(METER, waiting(pit).id, "a marked card"))
    (refused,) = pit.meter_events(AwardRefused)
    assert isinstance(refused, AwardRefused) and refused.to_reserve == 100
    assert pit.meter.value == 60_000_00 + 250 and pit.meter.reserve.value == 100
    assert pit.store.balance(reserve_of("star", METER)).here == 100


def test_a_closed_meter_leaves_its_reserve_to_the_other(jackpots: Pits) -> None:
    pit = jackpots(STAR)
    pit.start("ann", rate="50", reserve="20")
    pit.bet("ann")
    pit.deal_round(NOTHING[0])
    pit.do(pit.boss, UnlinkTable("7"))
    assert pit.meter.reserve.value == 100
    pit.do(pit.boss, meter_of(STAR, tables=())._replace(meter="minor").confirm("star"))
    pit.do(pit.boss, CloseMeter(METER, "minor"))
    assert load_meter(pit.store, "star", "minor").value == 60_000_00 + 250 + 100
    assert pit.meter.reserve.value == pit.store.balance(reserve_of("star", METER)).here == 0


def test_a_refused_award_takes_no_more_from_the_meter_than_it_has(jackpots: Pits) -> None:
    """It was reseeded with more than it has since: the house bears what is missing."""
    pit = jackpots(CROWN)
    pit.start("ann", seed_cents=0)
    pit.bet("ann")
    pit.deal_round(ROYAL)
    assert pit.meter.value == 100_000_00
    second = pit.boss._replace(person="casino-manager-2")
    pit.do(pit.boss, AdjustMeter(METER, 99_999_00, "counted twice", second, down=True))
    pit.do(pit.boss, RefuseAward(METER, waiting(pit).id, "a marked card"))
    assert pit.meter.value == 0


@pytest.mark.parametrize("name", ["grand reserve", "grand pending", "tournament cup"])
def test_a_meter_has_accounts_of_its_own(jackpots: Pits, name: str) -> None:
    """The pool of a meter of such a name would be another account of a meter, or of a tournament."""
    pit = jackpots(CROWN)
    no = pit.refused(pit.boss, meter_of(CROWN)._replace(meter=name).confirm("crown"))
    assert law.METER_NAMED in no.because


# Corrections.


def test_a_closed_meter_bears_a_correction(jackpots: Pits) -> None:
    """A round from before its end had no jackpot wager after all: the meter has nothing left that could go back."""
    pit = jackpots(STAR)
    pit.start("ann", "bob")
    pit.bet("ann", "bob")
    number = pit.deal_round(*NOTHING[:2])
    pit.do(pit.boss, UnlinkTable("7"))
    pit.do(pit.boss, meter_of(STAR, tables=())._replace(meter="minor").confirm("star"))
    assert pit.meter.is_open  # it has followed the round
    pit.do(pit.boss, CloseMeter(METER, "minor"))
    acts = tuple(act for act in pit.state.past[-1].acts if not (isinstance(act, Place) and act.spot == "jackpot"))
    pit.do(pit.manager, CorrectRound("7", number, acts, "the slots were empty", pit.boss, ("ann", "bob")))
    assert pit.meter.value == 0 and pit.events(JackpotOutcomeCorrected)


def test_a_corrected_round_has_its_award_withdrawn_or_made(jackpots: Pits) -> None:
    """A card was keyed wrong: the royal flush was none. What the meter gave goes back to the last fraction."""
    pit = jackpots(CROWN)
    pit.start("ann")
    start = pit.meter.value
    pit.bet("ann")
    number = pit.deal_round(ROYAL)
    (found,) = pit.meter.pending
    past = pit.state.past[-1]
    wrong, right = ROYAL, "Ac Kc Qc Jc 2d"
    other = next(card for card in pit.round.game.deck if str(card) == "2d")
    ten = next(card for card in pit.round.game.deck if str(card) == "Tc")
    assert wrong != right
    acts = tuple(
        act._replace(cards=tuple(other if card == ten else ten if card == other else card for card in act.cards))
        if isinstance(act, Deal)
        else act
        for act in past.acts
    )
    approver = pit.boss
    pit.do(pit.manager, CorrectRound("7", number, acts, "keyed wrong", approver))
    (corrected,) = pit.events(JackpotOutcomeCorrected)
    shows(law.METER_READ_BACK, corrected, game=CROWN)
    assert not pit.meter.pending and pit.meter.value == start + GROWS["crown"]
    pit.do(pit.manager, CorrectRound("7", number, past.acts, "it was right", approver))
    again = waiting(pit)
    assert again.award.cents == found.award.cents  # at the value as at the time for settlement
    pit.do(pit.boss, ApproveAward(METER, again.id))
    pit.do(pit.manager, CorrectRound("7", number, acts, "keyed wrong after all", approver))
    assert pit.meter_events(AwardQuestioned)


@pytest.mark.parametrize("moment", ["linked", "unlinked", "closed"])
def test_a_round_is_corrected_whatever_became_of_its_table(jackpots: Pits, moment: str) -> None:
    """The table is off its meter, or closed: the award is withdrawn, and made again, all the same."""
    pit = jackpots(STAR)
    pit.start("ann")
    pit.bet("ann")
    number = pit.deal_round(ROYAL)
    past, stood = pit.state.past[-1], 60_000_00 + GROWS["star"]
    two, ten = (next(card for card in pit.round.game.deck if str(card) == name) for name in ("2d", "Tc"))
    swap = {two: ten, ten: two}
    acts = tuple(
        act._replace(cards=tuple(swap.get(card, card) for card in act.cards)) if isinstance(act, Deal) else act
        for act in past.acts
    )
    if moment == "unlinked":
        pit.do(pit.boss, UnlinkTable("7"))
    elif moment == "closed":
        pit.do(pit.patron("ann"), LeaveTable("7", "ann"))
        pit.close()
    pit.do(pit.manager, CorrectRound("7", number, acts, "keyed wrong", pit.boss))
    assert pit.meter.value == stood and not pit.meter.pending
    if moment != "closed":  # where a float is there to pay what the hand itself wins
        pit.do(pit.manager, CorrectRound("7", number, past.acts, "it was right", pit.boss))
        assert waiting(pit).award.meter == stood and pit.meter.value == 60_000_00


def test_the_meter_can_be_read_as_at_any_settlement(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.start("ann")
    start = pit.meter.value
    rounds = []
    for hand in (NOTHING[0], ROYAL, NOTHING[1]):
        pit.bet("ann")
        rounds.append(pit.deal_round(hand))
    read = []
    for number in rounds:
        recorded = find_recorded(pit.store, pit.stream, number)
        assert recorded is not None and pit.meter
        read.append(value_at(events_after(pit.store, meter_stream("crown", METER)), recorded.position))
    grows = GROWS["crown"]
    assert read == [start + grows, start + 2 * grows, 100_000_00 + grows]


def test_a_meter_that_was_put_right_is_read_with_what_it_had_taken_in(jackpots: Pits) -> None:
    """The reaction follows a game only after two people have put the meter right."""
    pit = jackpots(CROWN)
    pit.start("ann")
    start, second = pit.meter.value, pit.boss._replace(person="casino-manager-2")
    pit.floor.reactions.stop()  # as where it stands still
    pit.bet("ann")
    number = pit.deal_round(NOTHING[0])
    pit.do(pit.boss, AdjustMeter(METER, 1_000_00, "counted twice", second, down=True))
    recorded = find_recorded(pit.store, pit.stream, number)
    assert recorded is not None
    stood = start - 1_000_00 + GROWS["crown"]
    assert pit.meter.value == stood
    events = list(events_after(pit.store, meter_stream("crown", METER)))
    opened = events[0][1]
    assert value_at(events, recorded.position) == stood, "an award of that round would have found it so"
    assert value_at(events, opened) == start
    assert value_at(events, opened - 1) == 0


# The life of a meter.


@pytest.mark.parametrize("game", CROWNS)
def test_a_meter_closes_on_notice_and_its_residue_moves(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann")
    pit.bet("ann")
    pit.deal_round(NOTHING[0])
    pit.do(pit.boss, meter_of(game, tables=())._replace(meter="minor").confirm("crown"))
    close = CloseMeter(METER, "minor")
    shows(law.METER_CLOSES_ON_NOTICE, pit.refused(pit.boss, close), game=game)
    pit.do(pit.boss, AnnounceMeterClosing(METER))
    pit.wait(minutes=20)
    assert law.METER_CLOSES_ON_NOTICE in pit.refused(pit.boss, close).because  # the table is linked still
    pit.do(pit.boss, UnlinkTable("7"))
    pit.wait(minutes=20)
    pit.tick()
    assert pit.meter.is_open  # once it has followed all that the table recorded
    shows(law.RESIDUE_MOVES, pit.refused(pit.boss, close._replace(into="")), game=game)
    value = load_meter(pit.store, "crown", "minor").value
    pit.do(pit.boss, close)
    (closed,) = pit.meter_events(MeterClosed)
    assert isinstance(closed, MeterClosed)
    shows(law.RESIDUE_MOVES, closed, game=game)
    assert closed.moved == GROWS["crown"] and closed.kept == 100_000_00 and not pit.meter.is_open
    assert load_meter(pit.store, "crown", "minor").value == value + GROWS["crown"]
    assert pit.store.balance(pool_of("crown", METER)).here == 0


@pytest.mark.parametrize("game", CROWNS)
def test_an_option_changes_on_notice_at_all_meters_at_once(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann")
    pit.do(pit.boss, meter_of(game, tables=())._replace(meter="minor").confirm("crown"))
    shows(law.OPTION_ON_NOTICE, pit.refused(pit.boss, ChangeOption(METER)), game=game)
    pit.do(pit.boss, AnnounceOption(METER, 2, 100_000_00))
    pit.wait(minutes=20)
    shows(law.ONE_OPTION, pit.refused(pit.boss, ChangeOption(METER)), game=game)
    pit.do(pit.boss, AnnounceOption("minor", 2, 200_000_00))
    assert law.OPTION_ON_NOTICE in pit.refused(pit.boss, ChangeOption(METER)).because
    pit.wait(minutes=20)
    terms = pit.meter.terms
    assert terms is not None
    changed = terms._replace(option=2, rate=Fraction(4997, 10_000))
    other = changed._replace(reset_cents=200_000_00, rate=Fraction(4689, 10_000))
    unseen = pit.refused(pit.boss, ChangeOption(METER, return_of(changed)))
    assert law.EDGE_SEEN in unseen.because, "the return of the other meter was not seen"
    returns = f"{METER} {return_of(changed)}, minor {return_of(other)}"
    assert returns in unseen.refusal.words
    pit.do(pit.boss, ChangeOption(METER, returns))
    (event,) = pit.meter_events(MeterChanged)
    assert isinstance(event, MeterChanged) and event.terms == changed
    assert pit.open_state.terms.jackpot == changed.offer(METER)
    minor = load_meter(pit.store, "crown", "minor").terms
    assert minor is not None and (minor.option, minor.rate) == (2, Fraction(4689, 10_000))


def test_a_round_in_play_keeps_the_prizes_of_its_option(jackpots: Pits) -> None:
    """The option, and with it the reset value, changes while two straight flushes lie on the table (Table 7)."""
    pit = jackpots(CROWN)
    pit.start("ann", "bob")
    pit.do(pit.boss, AnnounceOption(METER, 2, 200_000_00))
    pit.wait(minutes=20)
    terms = pit.meter.terms
    assert terms is not None
    changed = terms._replace(option=2, reset_cents=200_000_00, rate=Fraction(4689, 10_000))
    pit.bet("ann", "bob")
    stood = pit.meter.value + 2 * GROWS["crown"]
    for need in pit.steps(STRAIGHT_FLUSH, "9h 8h 7h 6h 5h"):
        if isinstance(need, DecisionNeed) and pit.meter.terms == terms:
            pit.do(pit.boss, ChangeOption(METER, return_of(changed)))
    assert pit.meter.terms == changed
    due = stood * Fraction(95, 1000) + 100_000_00 * Fraction(5, 1000)
    assert [each.award.exact for each in pit.meter.pending] == [due] * 2
    pit.bet("ann")  # by the new option, and the meter starts again by it
    pit.deal_round(ROYAL)
    assert pit.meter.value == 200_000_00


def test_a_closed_meter_does_not_start_again(jackpots: Pits) -> None:
    """A royal flush from before its end comes to light: the house pays it, and the meter stays closed."""
    pit = jackpots(STAR)
    pit.start("ann")
    pit.bet("ann")
    number = pit.deal_round("Ac Kc Qc Jc 2d")
    past = pit.state.past[-1]
    two, ten = (next(card for card in pit.round.game.deck if str(card) == name) for name in ("2d", "Tc"))
    swap = {two: ten, ten: two}
    acts = tuple(
        act._replace(cards=tuple(swap.get(card, card) for card in act.cards)) if isinstance(act, Deal) else act
        for act in past.acts
    )
    pit.do(pit.boss, UnlinkTable("7"))
    pit.do(pit.boss, meter_of(STAR, tables=())._replace(meter="minor").confirm("star"))
    assert pit.meter.is_open
    pit.do(pit.boss, CloseMeter(METER, "minor"))
    pit.do(pit.manager, CorrectRound("7", number, acts, "keyed wrong", pit.boss))
    award = waiting(pit).award
    assert award.cents == -(-(60_000_00 + GROWS["star"]) // 1) and award.meter == 0 == pit.meter.value


def test_two_people_put_a_wrong_meter_right(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.open_meter()
    start = pit.meter.value
    second = pit.boss._replace(person="casino-manager-2")
    pit.do(pit.boss, AdjustMeter(METER, 1_000_00, "counted twice", second, down=True))
    assert pit.meter.value == start - 1_000_00
    assert pit.refused(pit.boss, AdjustMeter(METER, 1_000_00, "counted twice", pit.boss)).because
    assert pit.refused(pit.boss, AdjustMeter(METER, 200_000_00, "too much", second, down=True)).because


# Equipment.


@pytest.mark.parametrize("game", [STAR, STAR_MS])
def test_an_inspector_is_told_when_the_equipment_fails(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann")
    pit.do(pit.dealer, FailJackpotEquipment("7", "the meter is dark"))
    (failed,) = pit.events(JackpotEquipmentFailed)
    shows(law.EQUIPMENT_FAILED, failed, game=game)
    (notice,) = pit.state.notifications
    assert notice.who == "inspector"
    if game == STAR_MS:
        pit.place("ann", 1)  # the game goes on
        return
    wager = pit.wager("ann", 1, 25)
    no = pit.refused(pit.patron("ann"), TakeAct("7", wager))
    shows(law.PLAY_AFTER_APPROVAL, no, game=game)
    pit.do(pit.supervisor, RestoreJackpotEquipment("7", True, True, True, "new cable"))
    assert law.PLAY_AFTER_APPROVAL in pit.refused(pit.patron("ann"), TakeAct("7", wager)).because
    assert pit.refused(pit.boss, ApproveJackpotPlay("7")).because
    pit.do(pit.inspector, ApproveJackpotPlay("7"))
    shows(law.PLAY_AFTER_APPROVAL, pit.events(JackpotPlayApproved)[0], game=game)
    pit.place("ann", 1)
    assert pit.state.jackpot_fault is None


@pytest.mark.parametrize("game", CROWNS)
def test_crown_goes_on_by_hand_and_enters_it_later(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann")
    start = pit.meter.value
    pit.do(pit.dealer, FailJackpotEquipment("7", "wagers are not registered"))
    for hand in (NOTHING[0], STRAIGHT_FLUSH):
        pit.bet("ann")
        pit.deal_round(hand)
    assert pit.meter.value == start and len(pit.state.by_hand) == 2
    half = pit.refused(pit.supervisor, RestoreJackpotEquipment("7", True, False, True, "new cable"))
    shows(law.EQUIPMENT_WORKS, half, game=game)
    pit.do(pit.supervisor, RestoreJackpotEquipment("7", True, True, True, "new cable"))
    (restored,) = pit.events(JackpotEquipmentRestored)
    for key in (law.EQUIPMENT_WORKS, law.KEPT_BY_HAND, law.METER_READ_BACK):
        shows(key, restored, game=game)
    stood = start + 2 * GROWS["crown"]
    assert waiting(pit).award.meter == stood / 10 and pit.meter.value == stood * Fraction(9, 10)
    assert not pit.state.by_hand and pit.state.jackpot_fault is None


def test_a_meter_does_not_close_on_wagers_that_it_has_not_taken_in(jackpots: Pits) -> None:
    pit = jackpots(STAR)
    pit.start("ann")
    pit.floor.reactions.stop()  # as where it stands still
    pit.bet("ann")
    pit.deal_round(NOTHING[0])
    pit.do(pit.boss, UnlinkTable("7"))
    pit.do(pit.boss, meter_of(STAR, tables=())._replace(meter="minor").confirm("star"))
    no = pit.refused(pit.boss, CloseMeter(METER, "minor"))
    assert "Try again" in no.refusal.words
    assert pit.meter.value == 60_000_00 + GROWS["star"]
    pit.do(pit.boss, CloseMeter(METER, "minor"))


# The reaction.


def test_a_reaction_that_begins_again_feeds_nothing_twice(jackpots: Pits) -> None:
    pit = jackpots(CROWN_MS)
    pit.start("ann")
    start = pit.meter.value
    for _ in range(3):
        pit.bet("ann")
        pit.deal_round(NOTHING[0])
    pit.floor.reactions.react()
    pit.floor.reactions.forget()  # as a process that takes the lead from another
    pit.floor.reactions.react()
    assert pit.meter.value == start + 3 * GROWS["crown"]
    assert MeterFeed.name == "meters"  # its cursor has this name in every store
