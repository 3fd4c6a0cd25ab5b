"""Pontoon at a table of a tournament (20.2, 20.6.14, 20.7 to 20.9): the rules that are set aside, wagers in turn from
the marker, pass cards, undisclosed wagers and what is found wrong."""

from typing import Any

import pytest

from games.pontoon.pontoon_felt import PONTOON, PontoonFelt
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.games import make_game
from pitboss.law import Key, Reading, Rules
from pitboss.money import EMPTY
from pitboss.play import refusal
from pitboss.play.acts import ABSENT, Announce, Deal, Place, SitOut, TakeBack
from pitboss.play.events import CardsDealt, Decided, WagerPlaced
from pitboss.play.needs import AnnounceNeed, CardsNeed
from pitboss.play.powers import Void
from pitboss.play.round import PUBLIC
from pitboss.play.terms import Limits
from pitboss.play.view import view
from pitboss.play.wager import Result
from pitboss.tournament.conditions import Conditions
from pitboss.tournament.sessions import SET_ASIDE, amend_rules, table_terms
from support import shows

LEAST, MOST = 100_00, 2_500_00
CUP = Conditions(PONTOON, "The cup", chips_cents=5_000_00, minimum_cents=LEAST, maximum_cents=MOST)


def felt(readings: dict[str, Any] | None = None, **changes: Any) -> PontoonFelt:
    """A table of a tournament: three players sit, on areas 1, 2 and 4."""
    conditions = CUP._replace(**changes, readings=readings or {})
    rules = amend_rules(Rules.of(PONTOON), conditions)
    terms = table_terms(conditions, rules, ("wager",))._replace(marker=1 if conditions.in_turn else 0)
    made = PontoonFelt(make_game(rules, terms))
    for patron, area in (("Ann", 1), ("Bob", 2), ("Cat", 4)):
        made.sit(patron, area)
    return made


def hide(at: PontoonFelt, patron: str, area: int) -> None:
    """The indicator of an undisclosed wager goes down."""
    at.do(Place("wagers", patron, area, "undisclosed", EMPTY, face_down=True))


def announce(at: PontoonFelt, cents: int, chips: int, kind: str = "wager") -> list[Any]:
    need = next(need for need in at.round.needs if isinstance(need, AnnounceNeed))
    return at.do(Announce(need.id, kind, cents, chips))


def test_tournament_sets_rules_aside() -> None:
    rules = felt().game.rules
    assert not any(rules.applies(key) for key in SET_ASIDE)
    has = rules.edition.citations(rules.game)
    off = {number for key in SET_ASIDE if key in has for number in has[key]}
    assert off >= {"5.5", "5.9", "6.2", "6.3", "6.3.1", "6.5.1", "6.5.2", "6.6", "19.14"}
    assert all(number.startswith(("5.5", "5.9", "6.2", "6.3", "6.5", "6.6", "19.14")) for number in off)
    assert rules.applies(law.INSURANCE_OFFERED), "the other rules hold"
    assert not Rules.of(PONTOON).applies(law.TOURNAMENT_PLAY), "no other table has the rules of a tournament"
    at = felt()
    done = at.do(SitOut("wagers", "Bob", 2, ABSENT))
    shows(law.TOURNAMENT_PLAY, done[0], game=PONTOON)


@pytest.mark.parametrize(
    ("dollars", "returned", "is_void"), [(60, 60, True), (100, 0, False), (250, 50, False), (2_600, 100, False)]
)
def test_limits_of_a_tournament_prevail_over_those_of_a_table(dollars: int, returned: int, is_void: bool) -> None:
    """What is found late: a short wager does not stand (6.2), and one counts to its last whole unit (6.3, 20.6.14)."""
    at = felt(denominations=(10_00, 50_00, 100_00))
    shows(law.TOURNAMENT_PLAY, at.do(SitOut("wagers", "Bob", 2, ABSENT))[0], game=PONTOON)
    at.wager("Ann", 1, dollars, unnoticed=True)
    at.wager("Cat", 4, 100)
    at.prepare()
    at.deal("9d", p1="Jc Qc", p4="9s 8s")
    for area in (1, 4):
        at.decide(area, "stand")
    at.do(_dealer_card(at))
    back = [s for s in at.round.settlements if s.patron == "Ann" and s.result in (Result.VOID, Result.RETURNED)]
    assert sum(settled.returned.cents for settled in back) == returned * 100
    assert [settled.result is Result.VOID for settled in back] == [is_void] * bool(returned)
    assert all(law.TOURNAMENT_LIMITS in settled.because for settled in back)
    won = [settled for settled in at.round.settlements if settled.patron == "Ann" and settled.result is Result.WON]
    assert sum(settled.pays for settled in won) == (dollars - returned) * 100


# Wagers in turn.


def test_players_wager_in_turn_from_the_marker() -> None:
    at = felt(in_turn=True)
    no = at.refused(at.placing("Bob", 2, 100))
    for key in (law.OUT_OF_TURN, law.WAGER_IN_TURN, law.WAGERING_ORDER, law.MARKER_MOVES):
        shows(key, no, game=PONTOON)
    at.wager("Ann", 1, 100)
    assert "Bob" in at.refused(at.placing("Cat", 4, 100)).words
    at.wager("Bob", 2, 100)
    at.wager("Cat", 4, 100)


def test_marker_moves_a_box_each_round() -> None:
    at = felt(in_turn=True)
    firsts = []
    for _ in range(5):
        order = [("Ann", 1), ("Bob", 2), ("Cat", 4)]
        firsts.append(next(name for name, area in order if not _refuses(at, name, area)))
        for _ in order:
            name, area = next((n, a) for n, a in order if not _refuses(at, n, a))
            at.wager(name, area, 100)
        at.prepare()
        at.deal("9d", p1="9c 8c", p2="9h 8h", p4="9s 8s")
        while not at.round.is_over:
            for area in (1, 2, 4):
                if any(getattr(need, "area", 0) == area and need.kind == "play" for need in at.round.needs):
                    at.decide(area, "stand")
            if isinstance(at.round.need("dealer"), CardsNeed):
                at.do(_dealer_card(at))
        at.next_round()
    assert firsts == ["Ann", "Bob", "Cat", "Cat", "Ann"]


def _refuses(at: PontoonFelt, patron: str, area: int) -> bool:
    return refusal(at.round, at.placing(patron, area, 100)) is not None


def _dealer_card(at: PontoonFelt) -> Any:
    return Deal("dealer", parse_cards("Jd"))


def test_wager_made_in_turn_is_locked() -> None:
    at = felt(in_turn=True)
    at.wager("Ann", 1, 100)
    shows(law.WAGER_LOCKED, at.refused(at.placing("Ann", 1, 100)), game=PONTOON)
    shows(law.WAGER_LOCKED, at.refused(TakeBack("wagers", "Ann", 1, "wager")), game=PONTOON)
    free = felt()
    free.wager("Ann", 1, 100)
    free.wager("Ann", 1, 100)
    free.do(TakeBack("wagers", "Ann", 1, "wager"))


@pytest.mark.parametrize(("readings", "order"), [({}, [2, 4, 1, 0]), ({"markerStartPrevails": False}, [1, 2, 4, 0])])
def test_deal_from_the_marker(readings: dict[str, Any], order: list[int]) -> None:
    """P26: the start at the marker goes first; read the other way, every deal starts at the left."""
    at = felt(readings, in_turn=True, from_marker=True)
    at.round = at.table.change_terms(at.game.terms._replace(marker=2)).begin().round
    for patron, area in (("Ann", 1), ("Bob", 2), ("Cat", 4)):
        at.sit(patron, area)
    for patron, area in (("Bob", 2), ("Cat", 4), ("Ann", 1)):
        at.wager(patron, area, 100)
    at.prepare()
    need = at.round.need("deal")
    assert isinstance(need, CardsNeed)
    assert [slot.area for slot in need.slots] == [*order, *order[:-1]]
    at.deal("9d", p1="9c 3c", p2="9h 3h", p4="9s 3s")
    assert at.game.rules.applies(law.DEAL_FROM_MARKER)
    asked = []
    for _ in order[:-1]:
        decision = next(need for need in at.round.needs if need.kind == "play")
        asked.append(decision.area)  # type: ignore[union-attr]
        at.decide(asked[-1], "stand")
    assert asked == order[:-1]
    dealt = next(event for event in at.events if isinstance(event, CardsDealt) and len(event.hands) > 1)
    shows(law.DEAL_FROM_MARKER, dealt, game=PONTOON) if not readings else None


# Pass cards.


def test_pass_card_in_place_of_a_wager() -> None:
    at = felt(pass_cards=1, in_turn=True)
    done = at.do(SitOut("wagers", "Ann", 1))
    shows(law.PASS_CARD, next(event for event in done if isinstance(event, Decided)), game=PONTOON)
    shows(law.PASS_CARD, at.refused(SitOut("wagers", "Ann", 1)), game=PONTOON)
    at.wager("Bob", 2, 100)
    shows(law.PASS_CARD, at.refused(SitOut("wagers", "Bob", 2)), game=PONTOON)
    without = felt()
    shows(law.NOT_AN_OPTION, without.refused(SitOut("wagers", "Ann", 1)), game=PONTOON)
    at.wager("Cat", 4, 100)
    at.prepare()
    at.deal("9d", p2="9h 8h", p4="9s 8s")
    at.decide(2, "stand")
    at.decide(4, "stand")
    at.do(_dealer_card(at))
    assert at.round.is_over
    assert not any(box.sits_out for box in at.table.finish(at.round).boxes), "pass cards are collected each round"


def test_pass_card_stands_in_place_of_a_wager() -> None:
    at = felt(pass_cards=1)
    at.do(SitOut("wagers", "Ann", 1))
    shows(law.PASS_CARD, at.refused(at.placing("Ann", 1, 100)), game=PONTOON)
    absent = felt()
    absent.do(SitOut("wagers", "Ann", 1, ABSENT))
    shows(law.TOURNAMENT_PLAY, absent.refused(absent.placing("Ann", 1, 100)), game=PONTOON)
    absent.wager("Bob", 2, 100)


def test_round_in_which_all_pass_ends_without_a_card() -> None:
    """P67: the marker moves on; read the other way, the last player has to wager."""
    at = felt(pass_cards=1, in_turn=True)
    at.do(SitOut("wagers", "Ann", 1))
    at.do(SitOut("wagers", "Bob", 2))
    assert not at.round.is_over
    ended = at.do(SitOut("wagers", "Cat", 4))[-1]
    shows(law.PASS_CARD, ended, game=PONTOON)
    shows(Reading("P67"), ended, game=PONTOON)
    assert at.round.is_over and at.round.seen == () and not at.round.settlements
    at.next_round()
    assert at.game.terms.marker == 2 and at.round.number == 2
    assert at.round.due, "the shuffle is still to come"
    for patron, area in (("Bob", 2), ("Cat", 4)):
        at.do(SitOut("wagers", patron, area))
    at.wager("Ann", 1, 100)
    assert not at.round.is_over


def test_last_player_wagers_where_a_round_cannot_pass() -> None:
    at = felt({"passedRound": "last-wagers"}, pass_cards=1)
    at.do(SitOut("wagers", "Ann", 1))
    at.do(SitOut("wagers", "Bob", 2))
    no = at.refused(SitOut("wagers", "Cat", 4))
    shows(law.PASS_CARD, no, game=PONTOON)
    shows(Reading("P67"), no, game=PONTOON)
    at.wager("Cat", 4, 100)
    other = felt({"passedRound": "last-wagers"}, pass_cards=1)
    other.wager("Ann", 1, 100)
    other.do(SitOut("wagers", "Bob", 2))
    other.do(SitOut("wagers", "Cat", 4))
    assert not other.round.is_over, "there is a hand to deal"


# Undisclosed wagers.


def dealt_with_hidden(cents: int, chips: int, kind: str = "wager", beside: int = 0, **readings: Any) -> PontoonFelt:
    """A round in which Ann has an undisclosed wager on 20 against a dealer's 19, with an open one beside it or not."""
    at = felt(readings, undisclosed=1)
    if beside:
        at.wager("Ann", 1, beside)
    hide(at, "Ann", 1)
    at.wager("Bob", 2, 100)
    at.prepare()
    at.deal("9d", p1="Jc Qc", p2="9h 8h")
    at.decide(1, "stand")
    at.decide(2, "stand")
    at.do(_dealer_card(at))
    assert not at.round.is_over, "the wager is announced first"
    announce(at, cents, chips, kind)
    assert at.round.is_over
    return at


def settled(at: PontoonFelt) -> Any:
    number = next(w.id for w in at.round.wagers if w.spot == "undisclosed")
    return next(done for done in at.round.settlements if done.wager == number)


@pytest.mark.parametrize(
    ("cents", "chips", "counts", "key"),
    [
        (200_00, 3_200_00, 200_00, law.UNDISCLOSED_ANNOUNCED),
        (50_00, 3_200_00, 100_00, law.UNDISCLOSED_LOW),
        (5_000_00, 3_200_00, 2_500_00, law.UNDISCLOSED_HIGH),
        (2_000_00, 1_800_00, 1_800_00, law.UNDISCLOSED_OVERDRAWN),
        (250_00, 3_200_00, 200_00, law.TOURNAMENT_LIMITS),
    ],
)
def test_undisclosed_wager_counts_as_the_rules_have_it(cents: int, chips: int, counts: int, key: Key) -> None:
    at = dealt_with_hidden(cents, chips)
    done = settled(at)
    assert (done.result, done.stake.cents, done.pays) == (Result.WON, counts, counts)
    placed = [e for e in at.events if isinstance(e, WagerPlaced) and e.spot == "undisclosed"]
    assert [event.stake.cents for event in placed] == [0, counts]
    shows(key, placed[-1], game=PONTOON)
    shows(law.UNDISCLOSED_WITHIN, placed[-1], game=PONTOON)
    for first in (law.UNDISCLOSED_WAGERS, law.UNDISCLOSED_FORM):
        shows(first, placed[0], game=PONTOON)
    if key not in (law.UNDISCLOSED_ANNOUNCED, law.TOURNAMENT_LIMITS):
        shows(law.UNDISCLOSED_MENDED, placed[-1], game=PONTOON)


@pytest.mark.parametrize(("cents", "kind"), [(0, "wager"), (300_00, "")])
def test_incomplete_form_costs_the_minimum_whatever_the_hand(cents: int, kind: str) -> None:
    done = settled(dealt_with_hidden(cents, 3_200_00, kind))
    assert (done.result, done.taken.cents) == (Result.LOST, LEAST)
    shows(law.UNDISCLOSED_INCOMPLETE, done, game=PONTOON)


@pytest.mark.parametrize(("chips", "result"), [(50_00, Result.LOST), (100_00, Result.WON)])
def test_form_of_a_player_with_less_than_the_minimum_costs_what_there_is(chips: int, result: Result) -> None:
    done = settled(dealt_with_hidden(100_00, chips))
    assert (done.result, done.stake.cents) == (result, chips)
    if result is Result.LOST:
        shows(law.UNDISCLOSED_INCOMPLETE, done, game=PONTOON)


def test_undisclosed_wager_beside_an_open_one() -> None:
    """P24: the two together keep to the chips and the maximum; read the other way, one over the chips is void."""
    # $1,000 in all: $400 lies open and wins $400, so that $1,400 are there when the form is read
    won = dealt_with_hidden(800_00, 1_400_00, beside=400)
    assert settled(won).stake.cents == 600_00
    shows(Reading("P24"), settled(won), game=PONTOON)
    most = dealt_with_hidden(2_500_00, 5_000_00, beside=1_000)
    assert settled(most).stake.cents == 1_500_00
    short = dealt_with_hidden(500_00, 850_00, beside=400)
    assert settled(short).result is Result.LOST and settled(short).taken.cents == 50_00
    void = dealt_with_hidden(800_00, 1_400_00, beside=400, undisclosedOverdraw="void")
    assert not [w for w in void.round.wagers if w.spot == "undisclosed" and w.stake.pieces]


def test_undisclosed_wager_is_in_no_view_before_its_time() -> None:
    at = felt(undisclosed=1)
    hide(at, "Ann", 1)
    assert [w.cents for w in view(at.round, PUBLIC).wagers] == [None]
    shows(law.UNDISCLOSED_FORM, at.refused(at.placing("Bob", 2, 100, spot="undisclosed")), game=PONTOON)
    shows(law.CHIPS_OR_TOKENS, at.refused(Place("wagers", "Bob", 2, "wager", EMPTY, face_down=True)), game=PONTOON)


@pytest.mark.parametrize(
    ("hand", "card", "result", "pays"),
    [("Jc Ac", "", Result.WON, 300_00), ("Jc 6c", "Kc", Result.LOST, 0), ("9c 8c", "", Result.LOST, 0)],
)
def test_undisclosed_wager_is_settled_as_a_plain_wager(hand: str, card: str, result: Result, pays: int) -> None:
    """P25: it is neither doubled nor split; a pontoon pays it by Table 1, a bust takes it."""
    at = felt(undisclosed=1)
    hide(at, "Ann", 1)
    at.wager("Bob", 2, 100)
    at.prepare()
    at.deal("9d", p1=hand, p2="9h 8h")
    if at.round.need("play-1"):
        assert {option.name for option in at.decision(1).options} == {"stand", "draw"}
        if card:
            at.decide(1, "draw")
            at.do(Deal("card-1", parse_cards(card)))
        else:
            at.decide(1, "stand")
    at.decide(2, "stand")
    at.do(_dealer_card(at))
    announce(at, 200_00, 1_000_00)
    assert (settled(at).result, settled(at).pays) == (result, pays)
    if result is Result.WON or card:
        shows(Reading("P25"), settled(at), game=PONTOON)
    if card:
        shows(law.BUST_LOSES, settled(at), game=PONTOON)


@pytest.mark.parametrize(("up", "cents", "sum_"), [("7d", 2_500_00, 5_000_00), ("9d", 2_500_00, 0)])
def test_undisclosed_wager_wins_the_super_bonus_of_its_hand(up: str, cents: int, sum_: int) -> None:
    """P25: three sevens of a suit against a seven; against another card Table 1 pays alone."""
    at = felt(undisclosed=1)
    hide(at, "Ann", 1)
    at.wager("Bob", 2, 100)
    at.prepare()
    at.deal(up, p1="7c 7c", p2="9h 8h")
    at.decide(1, "draw")
    at.do(Deal("card-1", parse_cards("7c")))
    at.decide(2, "stand")
    at.do(_dealer_card(at))
    announce(at, cents, 3_000_00)
    bonus = [done for done in at.round.settlements if done.result is Result.BONUS and done.patron == "Ann"]
    assert sum(done.pays for done in bonus) == sum_
    for done in bonus:
        shows(law.SUPER_BONUS, done, game=PONTOON)


def test_section_20_stands_before_the_other_rules() -> None:
    """20.2.1: a wager is cut to whole units and a short one void, not shared out or left to stand (6.2, 6.3); what was
    paid in a void round goes back (20.2.2), though it may stand at a cash table."""
    at = felt(denominations=(10_00, 100_00))
    shows(law.TOURNAMENT_PLAY, at.do(SitOut("wagers", "Cat", 4, ABSENT))[0], game=PONTOON)
    at.wager("Ann", 1, 250, unnoticed=True)
    at.wager("Bob", 2, 60, unnoticed=True)
    at.prepare()
    at.deal("9d", p1="Jc Qc", p2="9h 8h")
    at.decide(1, "stand")
    at.decide(2, "stand")
    at.do(_dealer_card(at))
    cut = next(done for done in at.round.settlements if done.result is Result.RETURNED)
    void = next(done for done in at.round.settlements if done.result is Result.VOID)
    assert (cut.patron, cut.because, void.patron) == ("Ann", (law.TOURNAMENT_LIMITS,), "Bob")

    at = felt({"voidReversesInterim": False}, denominations=(10_00, 100_00))
    at.wager("Ann", 1, 60, unnoticed=True)
    at.wager("Bob", 2, 200)
    at.prepare()
    at.deal("9d", p1="9h 8h", p2="Jc Ac")
    at.find(1, "wager")
    assert any(need.kind == "mend" for need in at.round.needs), "it is made up, or void"
    at.says("top-up", 40)
    at.do(Void("gaming-manager", "disruption"))
    assert sum(done.pays for done in at.round.settlements if done.result is Result.REVERSED) == -300_00


@pytest.mark.parametrize(
    ("up", "card", "key"),
    [("Ad", "Jd", law.PONTOON_TAKES), ("Jd", "Ad", law.PONTOON_TAKES), ("9d", "9h", law.LOWER_TOTAL_LOSES)],
)
def test_undisclosed_wager_is_lost_to_a_dealers_pontoon(up: str, card: str, key: Key) -> None:
    at = felt(undisclosed=1)
    hide(at, "Ann", 1)
    at.wager("Bob", 2, 100)
    at.prepare()
    at.deal(up, p1="9c 8c", p2="9s 8h")
    at.pass_offers()
    at.decide(1, "stand")
    at.decide(2, "stand")
    at.do(Deal("dealer", parse_cards(card)))
    announce(at, 200_00, 1_000_00)
    assert (settled(at).result, settled(at).taken.cents) == (Result.LOST, 200_00)
    shows(key, settled(at), game=PONTOON)
    shows(law.LEFT_WAGERS_SETTLED, settled(at), game=PONTOON)


# What is found wrong (20.6.14), and void rounds (20.2.2).


def test_tournament_wager_keeps_to_whole_units() -> None:
    """Minimum $100: a wager of $250 counts for $200, one over the maximum for the maximum."""
    for dollars, counts in ((250, 200_00), (2_600, 2_500_00)):
        at = felt(denominations=(10_00, 100_00))
        at.wager("Ann", 1, dollars, unnoticed=True)
        at.prepare()
        at.deal("9d", p1="Jc Qc")
        at.decide(1, "stand")
        at.do(_dealer_card(at))
        won = next(done for done in at.round.settlements if done.result is Result.WON)
        assert won.stake.cents == counts
        shows(law.TOURNAMENT_LIMITS, next(d for d in at.round.settlements if d.result is Result.RETURNED), game=PONTOON)


@pytest.mark.parametrize("unable", [False, True])
def test_short_tournament_wager_is_made_up_or_void(unable: bool) -> None:
    at = felt(denominations=(10_00, 100_00))
    shows(law.TOURNAMENT_PLAY, at.do(SitOut("wagers", "Cat", 4, ABSENT))[0], game=PONTOON)
    at.wager("Ann", 1, 60, unnoticed=True)
    at.wager("Bob", 2, 100)
    at.prepare()
    at.deal("9d", p1="Jc Qc", p2="9h 8h")
    at.find(1, "wager")
    need = next(need for need in at.round.needs if need.kind == "mend")
    assert need.options[0].least_cents == 40_00  # type: ignore[union-attr]
    shows(law.TOURNAMENT_LIMITS, need.options[0], game=PONTOON)  # type: ignore[union-attr]
    at.says("take-back" if unable else "top-up", None if unable else 40)
    if unable:
        void = next(done for done in at.round.settlements if done.result is Result.VOID)
        shows(law.TOURNAMENT_LIMITS, void, game=PONTOON)
        assert at.round.hands[1].status == "void", "its cards are burned"
    else:
        assert at.round.wagers[0].stake.cents == LEAST


@pytest.mark.parametrize("tournament", [True, False])
def test_interim_payment_of_a_void_round_is_repaid_in_a_tournament(tournament: bool) -> None:
    """Scenario 26: a pontoon was paid; in a tournament it is repaid, at a cash table it stands."""
    cash = PontoonFelt(limits={"wager": Limits(LEAST, MOST)}, readings={"voidReversesInterim": False})
    at = felt() if tournament else cash
    if tournament:
        shows(law.TOURNAMENT_PLAY, at.do(SitOut("wagers", "Cat", 4, ABSENT))[0], game=PONTOON)
    at.wager("Ann", 1, 200)
    at.wager("Bob", 2, 100)
    at.prepare()
    at.deal("9d", p1="Jc Ac", p2="9h 3h")
    at.do(Void("gaming-manager", "disruption"))
    back = [done for done in at.round.settlements if done.result is Result.REVERSED]
    assert sum(done.pays for done in back) == (-300_00 if tournament else 0)
    if tournament:
        shows(law.INTERIM_REPAID, back[0], game=PONTOON)
