"""Sessions (Star Pontoon 20.5, 20.6, 20.10; Crown 14.2): designated tables, equal chips, counts, play-offs, early ends,
elimination, prizes."""

from collections.abc import Callable, Container
from datetime import timedelta
from typing import Any

import pytest

from floor.tournaments.test_entries import last
from floor.tournaments.test_whole import check_whole
from floor.tournaments.tourney import CROWNS, CUP, GAMES, PONTOON, Cup
from pitboss import law
from pitboss.floor.cashier.chips import BuyIn
from pitboss.floor.patrons.account import PayIn
from pitboss.floor.service.clock import stamp
from pitboss.floor.store.store import read_all
from pitboss.floor.tables.limits_sign import ChangeLimits
from pitboss.floor.tables.log import read_table
from pitboss.floor.tables.opening import CloseTable, OpenTable
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.state import Stack, TermsChanged
from pitboss.floor.tournaments.building import AddLimitStep, AppointHead, PublishConditions, TakeReading
from pitboss.floor.tournaments.conduct import ChargeAbsence, RemovePlayer, WarnPlayer
from pitboss.floor.tournaments.results import (
    CancelTournament,
    ConcludeTable,
    ConcludeTournament,
    CountChips,
    EndSession,
    PayPrize,
)
from pitboss.floor.tournaments.special_wagers import HandInForm, PlayPassCard
from pitboss.floor.tournaments.state import CONCLUDED, from_stored, tournament_stream
from pitboss.floor.tournaments.tournament_sessions import DrawSeats, PayBuyIn, RoundPlayed, StartSession
from pitboss.games import ENGINES
from pitboss.law import Reading
from pitboss.money import Stake
from pitboss.play import Refused
from pitboss.play.acts import Place, Sit
from pitboss.play.terms import Limits, Terms
from support import shows

Cups = Callable[..., Cup]
TERMS = Terms({"wager": Limits(5_00, 500_00)})


@pytest.mark.parametrize("game", GAMES)
def test_table_serves_the_tournament_alone(game: str, cups: Cups) -> None:
    cup = cups(game)
    cup.start("ann", "bob", "cat")
    drawn = next(e for e in events(cup) if type(e).__name__ == "SeatsDrawn")
    for key in (law.TABLES_DESIGNATED, law.TABLE_EXCLUSIVE):
        shows(key, drawn, game=game)
    if game == PONTOON:
        shows(law.MANAGER_DETERMINES, drawn, game=game)
    spot = "wager" if game == PONTOON else "ante"
    other = cup.refused(TakeAct("T1", Place("wagers", "eve", 7, spot, Stake.of(100_00))), cup.patron("eve"))
    shows(law.ENTRANTS_ONLY, other, game=game)
    shows(law.TABLE_EXCLUSIVE, other, game=game)
    cup.refused(TakeAct("T1", Sit("wagers", "ann", 7)), cup.patron("ann"))
    shows(law.TABLE_EXCLUSIVE, cup.refused(CloseTable("T1", (Stack(2_500, 1),))), game=game)
    no = cup.refused(BuyIn("T1", "ann", (Stack(2_500, 4),)))
    if game == PONTOON:
        shows(law.TOURNAMENT_CHIPS, no, game=game)
        shows(law.ONLY_BY_WINNING, no, game=game)
        lower = ChangeLimits("T1", {spot: Limits(5_00, 10_00)}, "a whim")
        shows(law.LIMITS_AS_ANNOUNCED, cup.refused(lower), game=game)
        shows(law.OWN_POSITION, cup.refused(TakeAct("T1", Sit("wagers", "ann", 7)), cup.patron("ann")), game=game)
    shows(law.TABLES_DESIGNATED, cup.refused(DrawSeats(CUP, ("T9",))), game=game)
    shows(law.TABLES_DESIGNATED, cup.refused(CountChips(CUP, "T9", is_final=False)), game=game)
    cup.do(CountChips(CUP, "T1", is_final=False))


def events(cup: Cup) -> list[Any]:
    """All events of the cup."""
    return [from_stored(each) for each in read_all(cup.store, tournament_stream(cup.operator, CUP))]


def test_only_the_tournament_opens_its_tables(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob")
    command = OpenTable("T5", PONTOON, TERMS, (Stack(2_500, 100),), unit=cup.state.unit.name)
    shows(law.UNIT_ISSUED, cup.refused(command), game=PONTOON)
    granted = command._replace(unit="AUD", granted=("tournament-play",))
    shows(law.TOURNAMENT_PLAY, cup.refused(granted), game=PONTOON)


@pytest.mark.parametrize("game", GAMES)
def test_all_begin_with_equal_chips(game: str, cups: Cups) -> None:
    cup = cups(game)
    cup.start("ann", "bob", "cat")
    shows(law.EQUAL_ALLOTMENT, last(cup), game=game)
    if game == PONTOON:
        shows(law.TOURNAMENT_CHIPS, last(cup), game=game)
    assert [cup.chips(name) for name in ("ann", "bob", "cat")] == [1_000_00] * 3
    assert cup.balance("patron", "ann") == 0, "no money"


def test_no_buy_in_is_out(cups: Cups) -> None:
    cup = cups()
    cup.publish(
        chips={"chips_cents": 1_000_00, "buy_in_cents": 100_00, "redeem_percent": 10},
        sessions=({"name": "final", "rounds": 1, "advance": 2},),
        entry={"most_players": 7},
    )
    show = cup.simulate()
    show.enter(("ann", "bob", "cat"))
    cup.do(DrawSeats(CUP, ("T1",)))
    cup.do(PayBuyIn(CUP, "ann"))
    shows(law.BUY_IN_FIRST, last(cup), game=PONTOON)
    cup.do(PayBuyIn(CUP, "bob"))
    assert law.ONCE in cup.refused(PayBuyIn(CUP, "bob")).because
    assert cup.do(StartSession(CUP))["out"] == ["cat"]
    shows(law.BUY_IN_FIRST, last(cup), game=PONTOON)
    assert cup.state.entrants["cat"].status == "out" and cup.state.pool_cents == 300_00, "without a refund"
    cup.wager("ann")
    cup.wager("bob")
    cup.deal_out()
    before = {name: cup.balance("deposit", name) for name in ("ann", "bob")}
    chips = cup.do(CountChips(CUP, "T1"))["chips"]
    for key in (law.CHIPS_REDEEMED, law.CHIPS_TOTALLED, law.CHIPS_GIVEN_BACK):
        shows(key, last(cup), game=PONTOON)
    for name in ("ann", "bob"):
        assert cup.balance("deposit", name) - before[name] == chips[name] // 10
        assert cup.chips(name) == 0


def test_wager_from_the_own_position_in_every_round(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob")
    _, area = cup.seat("ann")
    with pytest.raises(Exception, match="alone") as error:
        cup.wager("ann", area=area % 7 + 3)
    shows(law.OWN_POSITION, error.value, game=PONTOON)
    shows(law.OWN_POSITION, cup.refused(PlayPassCard(CUP, "eve")), game=PONTOON)
    cup.wager("ann")
    while True:
        try:
            cup.do(DealOn("T1"))
        except Exception as refused:
            shows(law.WAGER_EACH_ROUND, refused, game=PONTOON)
            shows(law.TERMS_MINIMUM, refused, game=PONTOON)
            shows(Reading("P23"), refused, game=PONTOON)
            break
    cup.wager("bob")
    cup.deal_out()


def test_session_lasts_its_rounds(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", chips={"chips_cents": 50_000_00}, wagers={"undisclosed": 1})
    cup.refused(CountChips(CUP, "T1"))
    for _ in range(3):
        cup.wager("ann")
        cup.wager("bob")
        cup.deal_out()
    with pytest.raises(Exception, match="over") as error:
        cup.wager("ann")
    shows(law.SESSION_ENDS, error.value, game=PONTOON)
    form = HandInForm(CUP, "ann", "wager", 100_00)
    shows(law.SESSION_ENDS, cup.refused(form, cup.patron("ann")), game=PONTOON)
    cup.do(CountChips(CUP, "T1"))
    cup.do(EndSession(CUP))
    for key in (law.HIGHEST_WINS, law.ADVANCING_FIXED, law.SESSION_ENDS):
        shows(key, last(cup), game=PONTOON)


def test_session_by_the_clock(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", sessions=({"name": "final", "minutes": 20, "advance": 2},), entry={"most_players": 7})
    cup.wager("ann")
    cup.clock.advance(timedelta(minutes=20))
    cup.refused(CountChips(CUP, "T1"))
    cup.wager("bob")  # the round began in time, and is played to its end
    cup.deal_out()
    with pytest.raises(Exception, match="over"):
        cup.wager("ann")
    cup.do(CountChips(CUP, "T1"))


@pytest.mark.parametrize("game", GAMES)
def test_table_ends_early(game: str, cups: Cups) -> None:
    """P28: those who go on are known, or chips are cashed and all agree; read the other way, both."""
    cup = cups(game)
    chips = {"chips_cents": 1_000_00, "buy_in_cents": 100_00, "redeem_percent": 10}
    cup.start("ann", "bob", "cat", chips=chips)
    no = cup.refused(ConcludeTable(CUP, "T1", ("ann", "bob")))
    for key in (law.ADVANCING_KNOWN, law.ALL_AGREE_TO_END):
        shows(key, no, game=game)
    cup.do(ConcludeTable(CUP, "T1", ("ann", "bob", "cat")))
    shows(law.ALL_AGREE_TO_END, last(cup), game=game)
    if game == PONTOON:
        shows(law.EARLY_END, last(cup), game=game)
        shows(Reading("P28"), last(cup), game=game)
    over = law.SESSION_ENDS if game == PONTOON else law.TERMS_STRUCTURE
    shows(over, cup.refused(ConcludeTable(CUP, "T1")), game=game)
    cup.do(CountChips(CUP, "T1"))


def test_table_without_players_is_over_and_not_ended_early(cups: Cups) -> None:
    cup = cups()
    cup.publish(
        chips={"chips_cents": 1_000_00, "buy_in_cents": 100_00, "redeem_percent": 10},
        sessions=({"name": "final", "rounds": 1, "advance": 2},),
        entry={"most_players": 7},
    )
    cup.simulate().enter(("ann", "bob"))
    cup.do(DrawSeats(CUP, ("T1",)))
    assert cup.do(StartSession(CUP))["out"] == ["ann", "bob"], "no player has bought in"
    shows(law.SESSION_ENDS, cup.refused(ConcludeTable(CUP, "T1")), game=PONTOON)
    cup.do(CountChips(CUP, "T1"))


@pytest.mark.parametrize(("players", "percent"), [(2, 0), (3, 10), (2, 10)], ids=["known", "agreed", "both"])
def test_both_grounds_where_the_reading_wants_both(cups: Cups, players: int, percent: int) -> None:
    cup = cups()
    chips = {"chips_cents": 1_000_00, "buy_in_cents": 100_00, "redeem_percent": percent}
    cup.draft(sessions=({"name": "final", "rounds": 3, "advance": 2},), entry={"most_players": 7}, chips=chips)
    cup.do(TakeReading(CUP, "earlyFinishGrounds", "both"))
    names = ("ann", "bob", "cat")[:players]
    cup.resume(*names)
    order = ConcludeTable(CUP, "T1", names)
    if (players, percent) == (2, 10):
        cup.do(order)
        carried = last(cup)
    else:
        carried = cup.refused(order)
    for ground in (law.ADVANCING_KNOWN, law.ALL_AGREE_TO_END, Reading("P28")):
        shows(ground, carried, game=PONTOON)


def test_known_winners_end_a_table(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob")
    cup.do(ConcludeTable(CUP, "T1"))
    shows(law.ADVANCING_KNOWN, last(cup), game=PONTOON)


def test_missing_chips_are_recorded(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob")
    cup.do(CountChips(CUP, "T1", is_final=False))
    shows(law.CHIPS_TOTALLED, last(cup), game=PONTOON)
    cup.do(ConcludeTable(CUP, "T1"))
    cup.do(CountChips(CUP, "T1", missing=(Stack(10_000, 2),)))
    shows(law.CHIPS_GIVEN_BACK, last(cup), game=PONTOON)
    session = cup.state.session
    assert session is not None and session.tables["T1"].missing == (Stack(10_000, 2),)
    alerts = cup.floor.table(cup.stream("T1")).state.alerts
    assert any("short" in alert.words for alert in alerts)


@pytest.mark.parametrize("game", CROWNS)
def test_chips_are_counted_in_mid_session_as_the_terms_want(game: str, cups: Cups) -> None:
    cup = cups(game)
    cup.start("ann", "bob")
    cup.do(CountChips(CUP, "T1", is_final=False))
    shows(law.TERMS_WINNERS, last(cup), game=game)
    shows(law.TERMS_STRUCTURE, cup.refused(CountChips(CUP, "T1")), game=game)  # the last count is at the end
    cup.do(ConcludeTable(CUP, "T1", ("ann", "bob")))
    cup.do(CountChips(CUP, "T1"))


@pytest.mark.parametrize("game", GAMES)
def test_a_tournament_ends_with_its_last_session(game: str, cups: Cups) -> None:
    cup = cups(game)
    sessions = ({"name": "heat", "rounds": 1, "advance": 2}, {"name": "final", "rounds": 1, "advance": 2})
    show = cup.start("ann", "bob", sessions=sessions, entry={"most_players": 7})
    shows(law.TERMS_STRUCTURE, cup.refused(ConcludeTournament(CUP)), game=game)
    cup.do(ConcludeTable(CUP, "T1", ("ann", "bob")))
    cup.do(CountChips(CUP, "T1"))
    cup.do(EndSession(CUP))
    shows(law.TERMS_STRUCTURE, cup.refused(ConcludeTournament(CUP)), game=game)
    for _ in show.play(cup.react):
        pass
    assert cup.state.status == CONCLUDED


@pytest.mark.parametrize("stack", [Stack(1_00, 1), Stack(25_00, 399_000), Stack(25_00, -4)])
def test_chips_that_cannot_be_missing_are_refused(stack: Stack, cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", sessions=(FINAL,), wagers={"pass_cards": 1}, entry={"most_players": 7})
    let_pass(cup, "T1")
    shows(law.CHIPS_GIVEN_BACK, cup.refused(CountChips(CUP, "T1", missing=(stack,))), game=PONTOON)


@pytest.mark.parametrize("game", CROWNS)
def test_crowns_terms_say_what_becomes_of_chips_so_that_a_count_is_of_those_handed_out(game: str, cups: Cups) -> None:
    cup = cups(game)
    cup.start("ann", "bob")
    cup.do(ConcludeTable(CUP, "T1", ("ann", "bob")))
    for stack in (Stack(1_00, 1), Stack(25_00, 399_000), Stack(25_00, -4)):
        shows(law.TERMS_CHIPS_END, cup.refused(CountChips(CUP, "T1", missing=(stack,))), game=game)
    cup.do(CountChips(CUP, "T1", missing=(Stack(25_00, 4),)))
    shows(law.TERMS_CHIPS_END, last(cup), game=game)


def test_three_level_for_two_places(cups: Cups) -> None:
    """20.10.3: they play off, and chips are counted after every round until an order is determined."""
    cup = cups()
    sessions = ({"name": "heat", "rounds": 1, "advance": 2}, {"name": "final", "rounds": 1, "advance": 2})
    chips = {"chips_cents": 1_000_00, "buy_in_cents": 100_00, "redeem_percent": 10}
    cup.start("ann", "bob", "cat", sessions=sessions, entry={"most_players": 7}, chips=chips)
    cup.do(ConcludeTable(CUP, "T1", ("ann", "bob", "cat")))  # nothing was played, so all three are level
    cup.do(CountChips(CUP, "T1"))
    cup.do(EndSession(CUP))
    shows(law.PLAY_OFF, last(cup), game=PONTOON)
    shows(Reading("P27"), last(cup), game=PONTOON)
    assert cup.state.sessions[-1].ties["T1"].players == ("ann", "bob", "cat")
    assert cup.state.sessions[-1].ties["T1"].places == 2
    show = cup.simulate()
    for _ in show.play(cup.react):
        pass
    assert any(each.kind == "play-off" for each in cup.state.sessions)
    check_whole(cup, ("ann", "bob", "cat"))


def let_pass(cup: Cup, table: str, charged: Container[str] = ()) -> None:
    """A round at a table in which no card is dealt: some are charged as absent, the others play a pass card."""
    session = cup.state.session
    assert session is not None
    for name in session.tables[table].playing:
        cup.do(ChargeAbsence(CUP, name) if name in charged else PlayPassCard(CUP, name))
    cup.react()


HEAT = {"name": "heat", "rounds": 1, "tables": 2, "seats": 3, "advance": 2}
FINAL = {"name": "final", "rounds": 1, "advance": 2}


def tied(cup: Cup, **heat: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A heat at two tables, whose places are announced: three are level at one, and of the other the last is behind."""
    six = ("ann", "bob", "cat", "dan", "eve", "fay")
    sessions = ({**HEAT, **heat}, FINAL)
    chips = {"buy_in_cents": 100_00, "redeem_percent": 10}
    wagers = {"pass_cards": 2}
    cup.start(*six, tables=("T1", "T2"), sessions=sessions, entry={"most_players": 6}, wagers=wagers, chips=chips)
    session = cup.state.session
    assert session is not None
    level, others = session.tables["T1"].playing, session.tables["T2"].playing
    let_pass(cup, "T1")
    let_pass(cup, "T2", others[2:])
    for table in ("T1", "T2"):
        cup.do(CountChips(CUP, table))
    cup.do(EndSession(CUP))
    assert set(cup.state.sessions[-1].ties["T1"].players) == set(level)
    return level, others


def go_on(cup: Cup) -> set[str]:
    """The players who go on from the first session."""
    return set(cup.state.sessions[0].through)


@pytest.mark.parametrize("best", [0, 1])
def test_play_off_at_one_table_leaves_the_others_in(best: int, cups: Cups) -> None:
    """20.10.3: the play-off is among the players who are level; the winners of other tables go on as they were, and so
    does the best of those who did not go on, who is known after it."""
    cup = cups()
    level, others = tied(cup, best_losers=best)
    assert all(cup.state.entrants[name].status == "entered" for name in (*level, *others))
    steps = cup.simulate().play(cup.react)
    while not go_on(cup):
        next(steps)
    assert go_on(cup) > set(others[:2])
    assert len(go_on(cup) & set(level)) == 2 + best, "the loser of the play-off has more than the last of the others"
    assert cup.state.entrants[others[2]].status == "out"
    for _ in steps:
        pass
    check_whole(cup, (*level, *others))


FOUR = ("ann", "bob", "cat", "dan")


def play_off_of_four(cup: Cup) -> None:
    """Four players are level in the last session and play off, at one table."""
    tables = ("T1", "T2")
    sessions = ({**HEAT, "seats": 2}, {**FINAL, "advance": 1})
    more: dict[str, Any] = {"entry": {"most_players": 4}, "wagers": {"pass_cards": 1}, "prizes": {"shares": (100,)}}
    cup.start(*FOUR, tables=tables, sessions=sessions, **more)
    for names in (tables, ("T1",)):
        for table in names:
            let_pass(cup, table)
            cup.do(CountChips(CUP, table))
        cup.do(EndSession(CUP))
        cup.do(DrawSeats(CUP, ("T1",)))
        cup.do(StartSession(CUP))


def test_play_off_has_a_seat_for_each_who_is_level(cups: Cups) -> None:
    """As many as sat in the session that it decides, though an earlier one had smaller tables."""
    cup = cups()
    play_off_of_four(cup)
    session = cup.state.session
    assert session is not None and session.kind == "play-off" and set(session.players) == set(FOUR)


def test_play_off_waits_until_its_last_round_is_counted(cups: Cups) -> None:
    """The count says whether its players are in order, or play another round."""
    cup = cups()
    play_off_of_four(cup)
    for name in FOUR:
        cup.do(PlayPassCard(CUP, name))
    table, area = cup.seat("ann")
    next_wager = TakeAct(table, Place("wagers", "ann", area, "wager", Stake.of(100_00)))
    shows(law.PLAY_OFF, cup.refused(next_wager, cup.patron("ann")), game=PONTOON)
    cup.react()
    cup.do(next_wager, cup.patron("ann"))


@pytest.mark.parametrize("ground", ["retires", "rules"])
def test_tied_player_who_leaves_plays_no_play_off(ground: str, cups: Cups) -> None:
    """Two are left for two places, and go on without a play-off."""
    cup = cups()
    level, others = tied(cup)
    cup.do(RemovePlayer(CUP, level[1], ground, "seen"))
    shows(law.HIGHEST_WINS, last(cup), game=PONTOON)
    assert not cup.state.sessions[-1].ties and go_on(cup) == {level[0], level[2], *others[:2]}
    for _ in cup.simulate().play(cup.react):
        pass
    assert check_whole(cup, (*level, *others)).sessions[1].number == 2, "the final came next"


def test_player_who_leaves_after_the_draw_has_no_seat(cups: Cups) -> None:
    """The chips that were bought for the session are worth what was paid, and are paid back once."""
    cup = cups()
    level, others = tied(cup)
    cup.do(DrawSeats(CUP, ("T3",)))
    cup.do(PayIn(level[0], 100_00))
    cup.do(PayBuyIn(CUP, level[0]))
    before = cup.balance("deposit", level[0])
    cup.do(RemovePlayer(CUP, level[0], "rules", "seen"))
    assert cup.balance("deposit", level[0]) - before == 100_00
    session = cup.state.session
    assert session is not None and level[0] not in session.players
    for name in level[1:]:
        cup.do(PayIn(name, 100_00))
        cup.do(PayBuyIn(CUP, name))
    cup.do(StartSession(CUP))
    assert cup.chips(level[0]) == 0 and cup.state.entrants[level[0]].status == "disqualified"
    for _ in cup.simulate().play(cup.react):
        pass
    check_whole(cup, (*level, *others))
    assert go_on(cup) == {*level[1:], *others[:2]}


def test_player_is_removed_after_the_count_of_the_table(cups: Cups) -> None:
    """The places are not announced yet: who is disqualified has none."""
    cup = cups()
    sessions = (HEAT, FINAL)
    players = ("ann", "bob", "cat", "dan")
    tables = ("T1", "T2")
    cup.start(*players, tables=tables, sessions=sessions, entry={"most_players": 6}, wagers={"pass_cards": 1})
    for table in tables:
        let_pass(cup, table)
    cup.do(CountChips(CUP, "T1"))
    session = cup.state.session
    assert session is not None
    name = session.tables["T1"].playing[0]
    cup.do(RemovePlayer(CUP, name, "hides-chips", "seen on the pictures"))
    cup.do(CountChips(CUP, "T2"))
    cup.do(EndSession(CUP))
    assert go_on(cup) == set(players) - {name}


def test_player_who_cannot_wager_is_out(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", "cat", chips={"chips_cents": 500_00}, wagers={"maximum_cents": 500_00})
    while True:
        session = cup.state.session
        assert session is not None
        if session.tables["T1"].exits or cup.table("T1").round.number >= 4:
            break
        for name in session.tables["T1"].playing:
            units = min(cup.chips(name), 500_00) // 100_00
            cup.wager(name, units * 100_00)
        cup.deal_out()
    played = [event for event in events(cup) if isinstance(event, RoundPlayed) and event.exits]
    if played:
        shows(law.CANNOT_WAGER, played[0], game=PONTOON)
        gone = played[0].exits[0].patron
        assert cup.state.entrants[gone].status == "out"
        assert gone not in [player.patron for player in cup.table("T1").players], "and has left the table"
    assert played, "with this seed a player goes out"


def refused_deal(cup: Cup) -> Refused:
    """Why the dealer may not go on to the first card."""
    for _ in range(20):
        try:
            cup.do(DealOn("T1"))
        except Refused as no:
            return no
    raise AssertionError("the cards were dealt")


@pytest.mark.parametrize("game", GAMES)
def test_each_term_of_play_holds_alone(game: str, cups: Cups) -> None:
    """The start, the wager of every round, and who goes out: each is refused or follows by its own condition."""
    cup = cups(game)
    sessions = ({"name": "final", "rounds": 9, "advance": 2},)
    cup.publish(sessions=sessions, entry={"most_players": 7}, chips={"chips_cents": 200_00})
    cup.simulate(hours_before=1).enter(("ann", "bob"))
    starts = law.SESSION_STARTS if game == PONTOON else law.TERMS_START_MOVES
    shows(starts, cup.refused(DrawSeats(CUP, ("T1",), stamp(cup.clock()))), game=game)  # sooner than announced
    cup.do(DrawSeats(CUP, ("T1",)))
    shows(starts, cup.refused(StartSession(CUP)), game=game)
    cup.clock.advance(timedelta(hours=1))
    cup.do(StartSession(CUP))
    spots = len(ENGINES[cup.state.rules.game.engine].openers)  # type: ignore[attr-defined]
    cup.wager("ann", 200_00 // spots)
    each = law.WAGER_EACH_ROUND if game == PONTOON else law.TERMS_MINIMUM
    shows(each, refused_deal(cup), game=game)
    if game != PONTOON:
        cup.do(WarnPlayer(CUP, "bob", "rules", "lays no wager"))
    cup.do(RemovePlayer(CUP, "bob", "rules", "lays no wager"))
    cup.deal_out()
    played = last(cup)
    assert isinstance(played, RoundPlayed)
    assert [gone.patron for gone in played.exits] == ["ann"], "with this seed she loses all she has"
    shows(law.CANNOT_WAGER if game == PONTOON else law.TERMS_ELIMINATION, played, game=game)


def test_players_out_in_one_round_are_ordered(cups: Cups) -> None:
    """20.10.4: every player has one wager, so that all who lose in a round go out together."""
    cup = cups()
    players = ("ann", "bob", "cat", "dan", "eve", "fay")
    cup.start(*players, chips={"chips_cents": 100_00})
    for name in players:
        cup.wager(name)
    cup.deal_out()
    played = next(event for event in events(cup) if isinstance(event, RoundPlayed))
    assert len(played.exits) > 1, "with this seed several lose"
    shows(law.OUT_TOGETHER, played, game=PONTOON)
    assert len({gone.removed for gone in played.exits}) == len(played.exits)
    assert {gone.left_cents for gone in played.exits} == {0}


def test_limits_move_as_announced(cups: Cups) -> None:
    cup = cups()
    cup.draft(sessions=({"name": "final", "rounds": 3, "advance": 2},), entry={"most_players": 7})
    cup.do(AddLimitStep(CUP, 1, 200_00, 1_000_00))
    cup.do(PublishConditions(CUP))
    cup.do(AppointHead(CUP, cup.boss.person))
    cup.simulate().enter(("ann", "bob"))
    cup.do(DrawSeats(CUP, ("T1",)))
    cup.do(StartSession(CUP))
    cup.wager("ann")
    cup.wager("bob")
    cup.finish_hands("T1")
    table, area = cup.seat("ann")
    early = TakeAct(table, Place("wagers", "ann", area, "wager", Stake.of(200_00)))
    shows(law.LIMITS_AS_ANNOUNCED, cup.refused(early, cup.patron("ann")), game=PONTOON)
    cup.react()
    assert cup.table("T1").terms.limits["wager"] == Limits(200_00, 1_000_00, 200_00)
    moved = next(e for e in read_table(cup.store, cup.stream("T1")) if isinstance(e, TermsChanged))
    shows(law.LIMITS_AS_ANNOUNCED, moved, game=PONTOON)
    with pytest.raises(Exception, match="at least"):
        cup.wager("ann", 100_00)


def test_prize_is_paid_once_and_within_bounds(cups: Cups) -> None:
    cup = cups()
    show = cup.start("ann", "bob", prizes={"shares": (100,), "guarantee_cents": 20_000_00})
    for _ in show.play(cup.react):
        pass
    shows(law.POOL_GUARANTEED, last(cup), game=PONTOON)
    winner = next(place for place in cup.state.places if place.prize_cents)
    assert winner.prize_cents == 20_000_00
    assert law.BY_ANOTHER in cup.refused(PayPrize(CUP, winner.patron)).because
    cup.refused(ConcludeTournament(CUP))


ONE = ({"name": "final", "rounds": 1, "advance": 3},)
SEVEN = {"most_players": 7}
THIRDS = {"shares": (50, 30, 20)}


def play_out(cup: Cup, *players: str) -> dict[str, int]:
    """Play to the end with nothing left over; the prize of each player."""
    for _ in cup.simulate().play(cup.react):
        pass
    return {placing.patron: placing.prize_cents for placing in check_whole(cup, players).places}


def test_disqualified_player_has_no_prize(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", "cat", sessions=ONE, entry=SEVEN, prizes=THIRDS)
    cup.do(RemovePlayer(CUP, "cat", "rules", "hid a chip"))
    prizes = play_out(cup, "ann", "bob", "cat")
    assert prizes["cat"] == 0 and sorted(prizes.values()) == [0, 90_00, 210_00]
    assert {placing.patron: placing.place for placing in cup.state.places}["cat"] == 3


def test_prize_that_nobody_takes_goes_to_the_first(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", sessions=ONE, entry=SEVEN, prizes=THIRDS)
    assert sorted(play_out(cup, "ann", "bob").values()) == [60_00, 140_00]


def test_players_level_in_an_earlier_session_share_a_prize(cups: Cups) -> None:
    """Two go to the final and three places have a prize: the third is of those who were level in the heats."""
    cup = cups()
    heats = {"name": "heats", "rounds": 1, "tables": 2, "seats": 3, "advance": 1}
    sessions = (heats, {"name": "final", "rounds": 1, "advance": 3})
    players = ("ann", "bob", "cat", "dan")
    entry = {"most_players": 6}
    cup.start(*players, tables=("T1", "T2"), sessions=sessions, entry=entry, prizes=THIRDS)
    session = cup.state.session
    assert session is not None
    for table in session.tables.values():
        cup.do(RemovePlayer(CUP, table.playing[0], "retires", "goes home"))
    assert sorted(play_out(cup, *players).values()) == [40_00, 40_00, 120_00, 200_00]


def test_nobody_wins_where_all_are_disqualified(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", sessions=ONE, entry=SEVEN)
    for name in ("ann", "bob"):
        cup.do(RemovePlayer(CUP, name, "rules", "play together"))
    cup.do(CountChips(CUP, "T1"))
    cup.do(EndSession(CUP))
    assert law.TERMS_PRIZES in cup.refused(ConcludeTournament(CUP)).because
    cup.do(CancelTournament(CUP, "nobody is left"))
    assert cup.state.pool_cents == cup.balance("pool", f"tournament {CUP}") == 0


def test_guarantee_counts_entries_that_cost_nothing(cups: Cups) -> None:
    cup = cups()
    free = {"shares": (100,), "guarantee_cents": 500_00, "guarantee_players": 2}
    cup.start("ann", "bob", prizes=free, entry={"entry_fee_cents": 0})
    assert sorted(play_out(cup, "ann", "bob").values()) == [0, 500_00]


@pytest.mark.parametrize("moment", ["drawn", "played", "counted"])
@pytest.mark.parametrize("game", [CROWNS[0], PONTOON])
def test_tournament_is_cancelled_in_mid_session(game: str, moment: str, cups: Cups) -> None:
    """What is in the pool goes back, chips are redeemed at their ratio, and the tables are closed."""
    cup = cups(game)
    chips = {"chips_cents": 1_000_00, "buy_in_cents": 100_00, "redeem_percent": 10}
    cup.publish(sessions=ONE, entry=SEVEN, chips=chips, prizes=THIRDS)
    cup.simulate().enter(("ann", "bob"))
    paid = {name: cup.balance("deposit", name) for name in ("ann", "bob")}
    cup.do(DrawSeats(CUP, ("T1",)))
    for name in ("ann", "bob"):
        cup.do(PayBuyIn(CUP, name))
    if moment != "drawn":
        cup.do(StartSession(CUP))
        cup.wager("ann")
        assert law.ROUND_OF_PLAY in cup.refused(CancelTournament(CUP, "the power is out")).because
        cup.wager("bob")
        cup.deal_out()
    if moment == "counted":
        cup.do(CountChips(CUP, "T1"))
    kept = {name: 1_000_00 if moment == "drawn" else cup.chips(name) for name in ("ann", "bob")}
    if moment == "counted":
        session = cup.state.session
        assert session is not None
        kept = dict(session.tables["T1"].chips)
    cup.do(CancelTournament(CUP, "the power is out"))
    assert cup.state.status == "cancelled" and cup.state.pool_cents == 0
    for name in ("ann", "bob"):
        assert cup.balance("deposit", name) == paid[name] + kept[name] // 10
        assert cup.chips(name) == 0
    assert cup.balance("pool", f"tournament {CUP}") == 0
    cup.refused(DealOn("T1"))


@pytest.mark.parametrize("game", [CROWNS[0], PONTOON])
def test_two_tables_finish_at_once(game: str, cups: Cups) -> None:
    cup = cups(game)
    heats = {"name": "heats", "rounds": 3, "tables": 2, "seats": 3, "advance": 1}
    sessions = (heats, {"name": "final", "rounds": 2, "advance": 2})
    more: dict[str, Any] = {"chips": {"chips_cents": 5_000_00}, "entry": {"most_players": 6}}
    show = cup.start("ann", "bob", "cat", "dan", tables=("T1", "T2"), sessions=sessions, **more)
    for _ in range(3):
        session = cup.state.session
        assert session is not None
        for table in session.tables.values():
            for name in table.playing:
                cup.wager(name)
        for name in session.tables:
            cup.deal_out(name)
    for name in ("T1", "T2"):
        cup.do(CountChips(CUP, name))
    for _ in show.play(cup.react):
        pass
    check_whole(cup, ("ann", "bob", "cat", "dan"))
