"""Loss limits: counted at every table of the house, refused with the clause, given back when a wager wins."""

from datetime import timedelta

import pytest

from floor.patrons.patron_pit import SPOTS, Pit
from pitboss import law
from pitboss.floor.cashier.chips import BuyIn, CashOut, bring_forward
from pitboss.floor.patrons.invalid_wagers import FindPastLimit, WagersCut
from pitboss.floor.patrons.limits import PERIODS, limit_in_force
from pitboss.floor.patrons.office import IssueCard, OrderBreak, SetLossLimit, TakeBreak
from pitboss.floor.patrons.sitting import DeclareChips
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.tables.log import load_table, read_event
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.state import Stack, evolve, open_state
from pitboss.ledger import Account
from pitboss.money import Stake
from pitboss.play.acts import Place, Sit
from pitboss.play.needs import DecisionNeed
from pitboss.play.wager import Refused
from support import shows

MISSISSIPPI, PONTOON = "star-mississippi-stud", "star-pontoon"
GAMES = {MISSISSIPPI: "ante", PONTOON: "wager"}


@pytest.mark.parametrize("game", GAMES)
def test_no_wager_passes_a_loss_limit(star: Pit, game: str) -> None:
    table = star.open(game)
    patron = star.patron()
    star.limit("p1", 100)
    star.place(table, "p1", 60)
    no = star.refused(TakeAct(table, Place("wagers", "p1", 1, GAMES[game], Stake.of(5_000))), patron)
    shows(law.LOSS_LIMIT, no, game=game)
    assert "loss limit for the day" in no.words
    star.place(table, "p1", 40)
    assert star.lost("p1") == 100
    assert star.free("p1") == 900


def test_two_tables_cannot_spend_the_same_limit(pit: Pit) -> None:
    for game in GAMES:
        pit.open(game)
    patron = pit.patron()
    pit.limit("p1", 100)
    pit.place(MISSISSIPPI, "p1", 60)
    pit.refused(TakeAct(PONTOON, Place("wagers", "p1", 1, "wager", Stake.of(5_000))), patron)
    pit.place(PONTOON, "p1", 40)
    assert pit.lost("p1") == 100


def test_two_tables_that_ask_at_once_do_not_spend_it_twice(pit: Pit) -> None:
    """Both are worked out on the same state; the transaction lets one of them through."""
    tables = [pit.open(PONTOON, str(number)) for number in range(8)]
    pit.patron()
    pit.limit("p1", 100)
    by = Actor("star", "p1", "patron")
    acts = [TakeAct(table, Place("wagers", "p1", 1, "wager", Stake.of(2_500))) for table in tables]
    asked = [pit.floor.submit(Order(by, act, f"at once {place}")) for place, act in enumerate(acts)]
    errors = [done.exception(timeout=120) for done in asked]
    assert sum(error is None for error in errors) == 4
    assert pit.lost("p1") == 100
    for error in errors:
        assert error is None or (isinstance(error, Refused) and error.because == (law.LOSS_LIMIT,))


def test_what_is_taken_back_or_won_is_given_back(star: Pit) -> None:
    table = star.open(MISSISSIPPI)
    star.patron()
    star.limit("p1", 200, "week")
    star.place(table, "p1", 25)
    star.deal(table, "Qs Qd")
    star.bet(table, "p1", 25)
    star.deal(table, "2c")
    star.bet(table, "p1", 25)
    star.deal(table, "3c")
    star.bet(table, "p1", 25)
    assert star.lost("p1", "week") == 100
    star.deal(table, "4c")
    assert star.free("p1") == 1_100  # a pair of queens pays 1 to 1 on all four
    for period in PERIODS:
        assert star.lost("p1", period) == -100


def test_a_new_day_begins_anew_and_the_week_goes_on(star: Pit) -> None:
    table = star.open(PONTOON)
    star.patron()
    star.limit("p1", 50, "day")
    star.limit("p1", 80, "week")
    star.place(table, "p1", 50)
    star.clock.advance(timedelta(days=1))
    star.place(table, "p1", 30, area=2)
    assert star.lost("p1") == 30
    assert star.lost("p1", "week") == 80
    by = star.manager._replace(person="p1", role="patron")
    no = star.refused(TakeAct(table, Place("wagers", "p1", 3, "wager", Stake.of(500))), by)
    assert "week" in no.words


def test_what_is_settled_after_midnight_belongs_to_the_day_it_was_placed(star: Pit) -> None:
    table = star.open(MISSISSIPPI)
    star.patron()
    star.limit("p1", 100)
    star.place(table, "p1", 25)
    star.clock.advance(timedelta(hours=12))
    star.deal(table, "Qs Qd")
    star.bet(table, "p1", 25, "bet")
    star.deal(table, "2c")
    star.bet(table, "p1", 25)
    star.deal(table, "3c")
    star.guard.days._began.clear()  # as after a restart: the days are read from the log
    star.bet(table, "p1", 25)
    star.deal(table, "4c")
    assert star.lost("p1") == -75
    star.clock.advance(timedelta(hours=-12))
    assert star.lost("p1") == -25


def test_a_wager_that_keeps_to_sign_and_loss_limit_cannot_go_unnoticed(star: Pit) -> None:
    table = star.open(MISSISSIPPI)
    star.patron("p1")
    star.limit("p1", 100)
    star.sit("p1", table)
    place = Place("wagers", "p1", 1, "ante", Stake.of(50_00), unnoticed=True)
    no = star.refused(TakeAct(table, place), star.dealer)
    assert no.words.startswith("This wager breaks no rule")
    star.act(table, place._replace(stake=Stake.of(150_00)))  # past the loss limit, as a person may not see in time
    assert star.lost("p1") == 150


def test_practice_money_is_no_loss(star: Pit) -> None:
    table = star.open(PONTOON, "practice", unit="practice")
    star.patron("p1", card=False)
    mine = Account("star", "patron", "p1", "practice")
    bring_forward(star.store, {mine: 5_000}, at=stamp(star.clock()), by="tests")
    star.place(table, "p1", 50)
    assert star.lost("p1") == 0


def test_a_lower_limit_holds_at_once_and_a_higher_one_after_a_day(pit: Pit) -> None:
    pit.patron()
    pit.limit("p1", 100)
    assert pit.ask(SetLossLimit("p1", "day", 5_000))["holds_from"] == stamp(pit.clock())
    later = pit.ask(SetLossLimit("p1", "day", 50_000))["holds_from"]
    assert later == stamp(pit.clock() + timedelta(hours=24))

    def holds() -> int | None:
        limits = load_patron(pit.store, "star", "p1").loss_limits["day"]
        return limit_in_force(limits, stamp(pit.clock()))

    assert holds() == 5_000
    pit.clock.advance(timedelta(hours=24) - timedelta(microseconds=1))
    assert holds() == 5_000
    pit.clock.advance(timedelta(microseconds=1))
    assert holds() == 50_000
    pit.ask(SetLossLimit("p1", "day", None))
    assert holds() == 50_000
    pit.clock.advance(timedelta(hours=24))
    assert holds() is None


def test_a_decrease_calls_off_an_increase_that_waits(star: Pit) -> None:
    star.patron()
    star.limit("p1", 100)
    star.limit("p1", 500)
    star.limit("p1", 50)
    star.clock.advance(timedelta(hours=48))
    limits = load_patron(star.store, "star", "p1").loss_limits["day"]
    assert limit_in_force(limits, stamp(star.clock())) == 5_000


def test_a_patron_sets_their_own_limit_alone(star: Pit) -> None:
    star.patron("p1")
    other = star.patron("p2")
    star.refused(SetLossLimit("p1", "day", 100), other)
    star.refused(SetLossLimit("p1", "hour", 100))
    star.refused(SetLossLimit("p1", "day", -1))
    star.refused(SetLossLimit("p3", "day", 1))


@pytest.mark.parametrize("game", GAMES)
def test_a_break_until_the_limit_begins_anew(star: Pit, game: str) -> None:
    table = star.open(game)
    patron = star.patron()
    until = stamp(star.clock() + timedelta(minutes=20))
    assert law.LIMIT_BREAK in star.refused(OrderBreak("p1", until), star.dealer).because
    star.ask(OrderBreak("p1", until))
    no = star.refused(TakeAct(table, Place("wagers", "p1", 1, GAMES[game], Stake.of(2_500))), patron)
    shows(law.LIMIT_BREAK, no, game=game)
    star.clock.advance(timedelta(minutes=20))
    star.place(table, "p1", 25)


@pytest.mark.parametrize("game", GAMES)
def test_a_break_that_a_patron_takes_keeps_them_from_new_rounds(star: Pit, game: str) -> None:
    table = star.open(game)
    patron = star.patron()
    star.place(table, "p1", 25)
    star.ask(TakeBreak("p1", "1"), patron)
    bet = TakeAct(table, Place("wagers", "p1", 1, GAMES[game], Stake.of(2_500)))
    assert star.refused(bet, patron).because == (law.OWN_BREAK,)
    sit = TakeAct(table, Sit("wagers", "p1", 3))
    assert star.refused(sit, patron).because == (law.OWN_BREAK,)
    chips = BuyIn(table, "p1", (Stack(2_500, 1),))
    assert star.refused(chips, star.dealer).because == (law.OWN_BREAK,)
    star.do(CashOut(table, "p1", (Stack(2_500, 1),)), star.dealer)
    star.clock.advance(timedelta(days=1))
    star.do(sit, patron)


def test_a_hand_under_way_is_played_to_its_end_before_a_break(star: Pit) -> None:
    table = star.open("star-caribbean-stud")
    patron = star.patron()
    star.place(table, "p1", 25)
    while not any(isinstance(need, DecisionNeed) for need in star.round(table).needs):
        star.do(DealOn(table), star.dealer)
    star.ask(TakeBreak("p1", "7"), patron)
    star.bet(table, "p1", 50)


def test_a_break_gets_longer_and_never_shorter(star: Pit) -> None:
    patron, other = star.patron("p1"), star.patron("p2")
    star.ask(TakeBreak("p1", "7"), patron)
    star.ask(TakeBreak("p1", "30"), patron)
    assert star.refused(TakeBreak("p1", "7"), patron).because == (law.OWN_BREAK,)
    assert star.refused(TakeBreak("p1", "1"), other).because == (law.OWN_BREAK,)
    assert star.refused(TakeBreak("p1", "2"), patron).because == (law.OWN_BREAK,)
    assert star.refused(TakeBreak("p2", "1")).because == (law.OWN_BREAK,)  # the staff take none for a patron
    star.clock.advance(timedelta(days=30))
    star.ask(TakeBreak("p1", "1"), patron)


@pytest.mark.parametrize("wrong", ["", "tomorrow", "2026-10-07T01:00:00.000000Z", "2027-10-07T01:00:00.000000Z"])
def test_a_break_is_short_and_to_come(star: Pit, wrong: str) -> None:
    star.patron()
    assert star.refused(OrderBreak("p1", wrong)).because == (law.LIMIT_BREAK,)


@pytest.mark.parametrize("game", GAMES)
def test_chips_are_declared(star: Pit, game: str) -> None:
    patron = star.patron()
    star.ask(DeclareChips("p1", game, "brought", 5_000), patron)
    no = star.refused(DeclareChips("p1", game, "hidden", 5_000), patron)
    shows(law.CHIPS_DECLARED, no, game=game)


@pytest.mark.parametrize("game", GAMES)
def test_a_player_with_a_loss_limit_declares_chips_before_they_wager(star: Pit, game: str) -> None:
    """Without a limit there is nothing to declare; chips that the dealer sold are declared by that."""
    table = star.open(game)
    patron = star.patron()
    star.place(table, "p1", 5)
    star.ask(SetLossLimit("p1", "day", 100_000))
    shows(law.CHIPS_DECLARED, star.refused(place_of(star, table, "p1", 5), patron), game=game)
    star.ask(DeclareChips("p1", table, "brought", 50_000), patron)
    star.place(table, "p1", 5)

    star.patron("p2")
    star.ask(SetLossLimit("p2", "day", 100_000))
    other = Actor("star", "p2", "patron")
    shows(law.CHIPS_DECLARED, star.refused(place_of(star, table, "p2", 5, area=2), other), game=game)
    star.do(BuyIn(table, "p2", (Stack(2_500, 4),)), star.dealer)
    star.place(table, "p2", 5, area=2)


def test_chips_that_are_missing_on_leaving_were_lost_unseen(star: Pit) -> None:
    """$500 brought, $200 left, nothing wagered: $300 count towards the limit, and wagers are judged by it."""
    table = star.open("star-pontoon")
    patron = star.patron()
    star.ask(SetLossLimit("p1", "day", 40_000))
    star.ask(DeclareChips("p1", table, "brought", 50_000), patron)
    assert star.ask(DeclareChips("p1", table, "held", 20_000), star.dealer)["missing_cents"] == 30_000
    assert star.lost("p1") == star.lost("p1", "week") == 300
    no = star.refused(place_of(star, table, "p1", 50), patron)
    assert no.because == (law.CHIPS_DECLARED,)  # who comes back declares anew
    star.ask(DeclareChips("p1", table, "brought", 20_000), patron)
    star.place(table, "p1", 100)
    assert star.refused(place_of(star, table, "p1", 50, area=2), patron).because == (law.LOSS_LIMIT,)


def test_chips_that_are_all_there_on_leaving_are_no_loss(star: Pit) -> None:
    table = star.open("star-pontoon")
    patron = star.patron()
    star.ask(SetLossLimit("p1", "day", 40_000))
    star.ask(DeclareChips("p1", table, "brought", 50_000), patron)
    star.do(BuyIn(table, "p1", (Stack(2_500, 4),)), star.dealer)
    assert star.ask(DeclareChips("p1", table, "held", 60_000), star.dealer)["missing_cents"] == 0
    assert star.lost("p1") == 0


def place_of(star: Pit, table: str, name: str, dollars: int, area: int = 1) -> TakeAct:
    """A wager, as an order."""
    spot = SPOTS.get(star.round(table).game.rules.game.name, "ante")
    return TakeAct(table, Place("wagers", name, area, spot, Stake.of(dollars * 100)))


def test_a_caribbean_table_follows_the_house_only_where_it_says_so(star: Pit) -> None:
    table = star.open("star-caribbean-stud")
    patron = star.patron(card=False)
    star.limit("p1", 50)
    star.place(table, "p1", 100)
    assert star.lost("p1") == 100  # it is a loss at the house all the same
    guard = star.guard
    guard.policies = {"star": guard.policies["star"]._replace(binds_every_table=True)}
    for dollars, card in ((25, False), (100, True)):
        if card:
            star.ask(IssueCard("p1", "a card"))
        no = star.refused(TakeAct(table, Place("wagers", "p1", 1, "ante", Stake.of(dollars * 100))), patron)
        shows(law.Reading("C11"), no, game="star-caribbean-stud")


# Past the limit.


def past_the_limit(pit: Pit) -> str:
    """Scenario 44: $150 left of the loss limit, Ante $25 and Streets of $75, $25 and $75, the last one unnoticed."""
    table = pit.open(MISSISSIPPI)
    pit.patron()
    pit.sit("p1", table)
    pit.limit("p1", 150)
    pit.place(table, "p1", 25)
    pit.deal(table, "Qs 8d")
    pit.bet(table, "p1", 75)
    pit.deal(table, "2c")
    pit.bet(table, "p1", 25)
    pit.deal(table, "3c")
    pit.bet(table, "p1", 75, unnoticed=True)
    assert pit.lost("p1") == 200
    return table


@pytest.mark.parametrize(("last", "net"), [("Qc", 150), ("4c", -150)])
def test_scenario_44_the_excess_goes_back_last_placed_first(pit: Pit, last: str, net: int) -> None:
    table = past_the_limit(pit)
    reply = pit.do(FindPastLimit(table, "p1"))
    assert reply["returned_cents"] == 5_000
    assert pit.lost("p1") == 150
    (event,) = pit.events(table, "ExcessFound")
    assert event.data["returned_cents"] == 5_000
    act = pit.events(table, "ActTaken")[-1].data["act"]
    assert (act["type"], act["keeps"]) == ("CutBack", [{"type": "Keep", "wager": 3, "cents": 2_500}])
    pit.deal(table, last)
    assert pit.free("p1") == 1_000 + net
    assert pit.lost("p1") == -net


def test_a_cut_cites_its_clauses(star: Pit) -> None:
    table = past_the_limit(star)
    star.do(FindPastLimit(table, "p1"))
    done = star.round(table).settlements[-1]
    shows(law.LOSS_LIMIT_PASSED, done, game=MISSISSIPPI)
    shows(law.EXCESS_LAST_FIRST, done, game=MISSISSIPPI)
    shows(law.Reading("M17"), done, game=MISSISSIPPI)
    no = star.refused(FindPastLimit(table, "p1"))
    shows(law.EARLIER_ROUNDS_STAND, no, game=MISSISSIPPI)


def test_a_cut_round_is_the_same_when_it_is_read_again(pit: Pit) -> None:
    table = past_the_limit(pit)
    pit.do(FindPastLimit(table, "p1"))
    assert open_state(load_table(pit.store, pit.stream(table))).round == pit.round(table)
    pit.deal(table, "Qc")
    assert open_state(load_table(pit.store, pit.stream(table))).round == pit.round(table)


def test_pontoon_wagers_past_the_limit(star: Pit) -> None:
    """What was lost unseen, on chips that were not declared, counts too."""
    table = star.open(PONTOON)
    star.patron()
    star.limit("p1", 100)
    star.place(table, "p1", 50)
    star.place(table, "p1", 30, area=2)
    no = star.refused(FindPastLimit(table, "p1"))
    shows(law.EARLIER_ROUNDS_STAND, no, game=PONTOON)
    reply = star.do(FindPastLimit(table, "p1", unseen_cents=6_000))
    assert reply == {"returned_cents": 4_000, "remind": True}
    round = star.round(table)
    assert [wager.left.cents for wager in round.wagers] == [4_000, 0]
    (found,) = star.events(table, "ExcessFound")
    event = read_event(found)
    shows(law.LOSS_LIMIT_PASSED, event, game=PONTOON)
    shows(law.EXCESS_LAST_FIRST, event, game=PONTOON)
    shows(law.Reading("P33"), event, game=PONTOON)
    assert star.lost("p1") == 100


def test_pontoon_asks_anew_of_what_a_cut_leaves(star: Pit) -> None:
    """Doubling goes up to the wager, and splitting takes as much: to what is left of it."""
    table = star.open(PONTOON)
    star.patron()
    star.limit("p1", 100)
    star.place(table, "p1", 80)
    star.deal(table, "?? 8c 9s 8d")
    asked = star.round(table).need("play-1")
    assert isinstance(asked, DecisionNeed) and max(option.most_cents for option in asked.options) == 8_000
    star.do(FindPastLimit(table, "p1", unseen_cents=5_000))
    asked = star.round(table).need("play-1")
    assert isinstance(asked, DecisionNeed) and max(option.most_cents for option in asked.options) == 5_000


def test_no_further_street_is_asked_of_a_player_who_was_cut(star: Pit) -> None:
    """The hand stays live, and what is valid of it is settled (M17); others are asked as always."""
    table = star.open(MISSISSIPPI)
    for name in ("p1", "p2"):
        star.patron(name)
    star.limit("p1", 150)
    for area, name in enumerate(("p1", "p2"), start=1):
        star.place(table, name, 25, area=area)
    star.deal(table, "Qs 8d Qd 7h")
    for name in ("p1", "p2"):
        star.bet(table, name, 75)
    star.deal(table, "2c")
    star.do(FindPastLimit(table, "p1", unseen_cents=8_000))
    asked = [need.patron for need in star.round(table).needs if isinstance(need, DecisionNeed)]
    assert asked == ["p2"]
    for card in ("3c", "4c"):
        star.bet(table, "p2", 25)
        star.deal(table, card)
    ended = star.events(table, "RoundEnded")[-1].data["totals"]
    won = {total["patron"]: total["won"] for total in ended}
    assert won == {"p1": 7_000, "p2": 0}  # a pair of queens on the $70 that the limit left


def test_a_player_who_was_cut_alone_sees_the_round_through(star: Pit) -> None:
    table = star.open(MISSISSIPPI)
    star.patron()
    star.limit("p1", 100)
    star.place(table, "p1", 25)
    star.deal(table, "Qs Qd")
    star.bet(table, "p1", 75)
    star.deal(table, "2c")
    star.do(FindPastLimit(table, "p1", unseen_cents=5_000))
    star.deal(table, "3c 4c")
    assert star.free("p1") == 1_050  # one to one on the $50 that was left


def test_a_cut_that_was_written_before_play_had_an_act_for_it_is_still_read(star: Pit) -> None:
    table = past_the_limit(star)
    before = load_table(star.store, star.stream(table))
    data = {"round": 1, "patron": "p1", "cuts": [{"type": "Cut", "wager": 3, "keeps_cents": 2_500}]}
    data |= {"unseen_cents": 0, "because": ["loss-limit-passed", "M17"]}
    last = star.store.read(star.stream(table))[-1]
    cut = read_event(last._replace(kind="WagersCut", shape=1, data=data))
    assert isinstance(cut, WagersCut)
    after = open_state(evolve(before, cut))
    assert [wager.left.cents for wager in after.round.wagers] == [2_500, 7_500, 2_500, 2_500]


def test_only_a_supervisor_finds_it_and_only_where_there_are_limits(star: Pit) -> None:
    table = star.open("star-caribbean-stud")
    star.refused(FindPastLimit(table, "p1"), star.dealer)
    assert star.refused(FindPastLimit(table, "p1")).because == (law.NOT_AN_OPTION,)
