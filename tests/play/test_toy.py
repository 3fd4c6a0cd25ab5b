"""Everything the kernel has, at once, in a game that is not poker."""

import pytest

from pitboss import law
from pitboss.cards import UNKNOWN, parse_cards
from pitboss.money import EMPTY, Chips, Piece, Stake
from pitboss.play import Refused, Round, Table, apply, correct, fold, refusal, totals, view
from pitboss.play.acts import Act, Call, Deal, Decide, Lapse, Place, Shuffle, Turn
from pitboss.play.needs import CardsNeed, DecisionNeed
from pitboss.play.powers import Void
from pitboss.play.round import Viewer
from pitboss.play.terms import Limits, Terms
from pitboss.play.wager import Result
from play.toy import EQUAL_CARRIES, SPLIT, TWIN_ACE, Twins, rules

TERMS = Terms(limits={"main": Limits(1_000, 10_000, 500)}, chips=Chips((500, 2_500)), areas=1)


def table(**amend: object) -> Table:
    return Table.open(Twins(rules().amend(**amend), TERMS))  # type: ignore[arg-type]


def play(round: Round, *acts: Act) -> Round:
    return fold(round, acts)


def bets(*more: Act) -> list[Act]:
    """Ann, Bob and Cat on one area: chips, tokens, and both."""
    return [
        Place("wagers", "Ann", 1, "main", Stake.of(2_000)),
        Place("wagers", "Bob", 1, "main", Stake.of(0, 1_500)),
        Place("wagers", "Cat", 1, "main", Stake.of(1_000, 500)),
        *more,
        Shuffle("shuffle"),
        Call("no-more-bets"),
    ]


def deal(cards: str) -> Deal:
    return Deal("deal", parse_cards(cards))


def test_three_bettors_share_an_area_and_a_fourth_does_not() -> None:
    round = play(table().begin().round, *bets()[:3])
    assert [w.patron for w in round.wagers_on(1, "main")] == ["Ann", "Bob", "Cat"]
    no = refusal(round, Place("wagers", "Dan", 1, "main", Stake.of(1_000)))
    assert no is not None
    assert law.PLAYING_AREA in no.because


def test_hand_splits_and_each_bettor_says_whether_to_follow() -> None:
    round = play(table().begin().round, *bets(), deal("9c 9d Kh ??"))
    call = round.needs[0]
    assert isinstance(call, DecisionNeed)
    assert (call.patron, [o.name for o in call.options]) == ("Ann", ["stand", "split"])
    round = play(round, Decide("call-1", "Ann", "split"))
    assert {need.id for need in round.needs} == {"follow-Ann", "follow-Bob", "follow-Cat"}
    round = play(
        round,
        Decide("follow-Cat", "Cat", "follow", Stake.of(1_500)),
        Lapse("follow-Bob"),
        Decide("follow-Ann", "Ann", "follow", Stake.of(2_000)),
    )
    fill = round.needs[0]
    assert isinstance(fill, CardsNeed)
    round = play(round, Deal("fill", parse_cards("Ks 2s")), Turn("turn-dealer", parse_cards("3c")), Call("settle"))
    assert round.is_over
    # 9-K beats K-3, 9-2 does not; Bob rode on the first hand alone and wins chips on a token, which the dealer keeps.
    nets = {total.patron: (total.chips_net, total.tokens_net) for total in totals(round)}
    assert nets == {"Ann": (0, 0), "Bob": (1_500, -1_500), "Cat": (0, -500)}


def test_packets_come_whole() -> None:
    round = play(table().begin().round, *bets())
    for cards in ("9c", "9c 9d Kh", "9c 9d Kh 2c 3c"):
        no = refusal(round, deal(cards))
        assert no is not None
        assert law.CARDS_FROM_DEVICE in no.because
    half = play(round, deal("9c 9d"))
    need = half.needs[0]
    assert isinstance(need, CardsNeed)
    assert [slot.area for slot in need.slots] == [0, 0]
    assert play(half, deal("Kh ??")).phase == "play"


def test_interim_payment_is_rounded_up_to_chips_and_stands_when_the_round_is_voided() -> None:
    round = play(table().begin().round, *bets(), deal("Ac Kd Kh ??"))
    paid = [s for s in round.settlements if s.result is Result.WON]
    # 3 to 2 on $15 is $22.50, which $5 chips pay as $25; $20 pays $30 exactly.
    assert [(s.patron, s.exact, s.pays) for s in paid] == [
        ("Ann", 3_000, 3_000),
        ("Bob", 2_250, 2_500),
        ("Cat", 2_250, 2_500),
    ]
    assert all(TWIN_ACE in s.because for s in paid)
    assert law.PAID_UP_TO_CHIPS in paid[1].because
    assert round.needs[0].id == "turn-dealer"
    void = play(round, Void("supervisor", "disruption"))
    assert {t.patron: t.won for t in totals(void)} == {"Ann": 3_000, "Bob": 2_500, "Cat": 2_500}
    # The tokens that were kept go back, for the round has no result; what was paid stays paid.
    assert {t.patron: t.tokens_net for t in totals(void)} == {"Ann": 0, "Bob": 0, "Cat": 0}


def test_unknown_card_is_turned_late_and_must_be_a_card_that_is_left() -> None:
    round = play(table().begin().round, *bets(), deal("9c 8d Kh ??"), Decide("call-1", "Ann", "stand"))
    assert round.hands[0].cards[1] == UNKNOWN
    for named in ((), parse_cards("Kh"), parse_cards("??"), parse_cards("2c 3c")):
        assert refusal(round, Turn("turn-dealer", named)) is not None
    round = play(round, Turn("turn-dealer", parse_cards("3c")))
    assert round.hands[0].cards == parse_cards("Kh 3c")


def test_wager_is_carried_to_the_next_round_and_settles_there() -> None:
    first = table()
    over = play(
        first.begin().round,
        *bets(),
        deal("9c 8d Th ??"),
        Decide("call-1", "Ann", "stand"),
        Turn("turn-dealer", parse_cards("7c")),
        Call("settle"),
    )
    assert {s.result for s in over.settlements} == {Result.CARRIED}
    assert all(EQUAL_CARRIES in s.because for s in over.settlements)
    assert all(total.net == 0 for total in totals(over))
    later = first.finish(over)
    next_round = later.begin().round
    assert [(w.patron, w.left.cents) for w in next_round.wagers] == [("Ann", 2_000), ("Bob", 1_500), ("Cat", 1_500)]
    won = play(
        next_round,
        Shuffle("shuffle"),
        Call("no-more-bets"),
        deal("9c 8d 2h ??"),
        Decide("call-1", "Ann", "stand"),
        Turn("turn-dealer", parse_cards("3c")),
        Call("settle"),
    )
    assert {t.patron: t.chips_net for t in totals(won)} == {"Ann": 2_000, "Bob": 1_500, "Cat": 1_500}


def test_correction_folds_again_and_leaves_the_old_acts_alone() -> None:
    opening = table().begin().round
    keyed = [*bets(), deal("9c 8d Kh ??"), Decide("call-1", "Ann", "stand"), Turn("turn-dealer", parse_cards("3c"))]
    keyed.append(Call("settle"))
    meant = [*keyed]
    meant[-2] = Turn("turn-dealer", parse_cards("6c"))
    correction = correct(opening, keyed, meant, reason="the 6c was keyed as 3c", approver="Sue, supervisor")
    assert [s.result for s in correction.before.settlements] == [Result.WON] * 3
    assert [s.result for s in correction.after.settlements] == [Result.LOST] * 3
    # Cat staked $10 and a $5 token: won, $15 in chips and the token kept; lost, the $10 too. The token is gone.
    assert {d.patron: (d.chips, d.tokens) for d in correction.differences} == {
        "Ann": (-4_000, 0),
        "Bob": (-1_500, 0),
        "Cat": (-2_500, 0),
    }
    assert fold(opening, keyed) == correction.before
    with pytest.raises(ValueError, match="reason and the approver"):
        correct(opening, keyed, meant, reason="", approver="")


def test_secret_wager_is_hidden_from_others_until_it_is_read() -> None:
    secrets: list[Act] = [
        Place("wagers", "Ann", 1, "secret", Stake.of(500), face_down=True),
        Place("wagers", "Bob", 1, "secret", EMPTY, face_down=True),
    ]
    round = play(table().begin().round, *bets(*secrets), deal("9c 8d Kh 3d"))

    def amounts(patron: str) -> list[int | None]:
        return [w.cents for w in view(round, Viewer("patron", patron)).wagers if w.spot == "secret"]

    assert amounts("Ann")[0] == 500
    assert amounts("Cat") == [None, None]
    round = play(round, Decide("call-1", "Ann", "stand"), Turn("turn-dealer"))
    assert {need.id for need in round.needs} == {"read-3", "read-4"}
    assert refusal(round, Turn("read-4")) is not None
    round = play(round, Turn("read-3"), Turn("read-4", stake=Stake.of(1_000)), Call("settle"))
    secret = [(s.patron, s.result, s.pays) for s in round.settlements if s.spot == "secret"]
    assert secret == [("Ann", Result.WON, 500), ("Bob", Result.WON, 1_000)]


def test_rule_switched_off_is_not_offered() -> None:
    round = play(table(off=[SPLIT]).begin().round, *bets(), deal("9c 9d Kh ??"))
    call = round.needs[0]
    assert isinstance(call, DecisionNeed)
    assert [o.name for o in call.options] == ["stand"]
    no = refusal(round, Decide("call-1", "Ann", "split"))
    assert no is not None
    assert law.NOT_AN_OPTION in no.because


def test_refused_act_changes_nothing_and_says_so() -> None:
    round = table().begin().round
    with pytest.raises(Refused, match="at least \\$10"):
        apply(round, Place("wagers", "Ann", 1, "main", Stake.of(500)))
    with pytest.raises(Refused, match="goes up in steps of \\$5"):
        apply(round, Place("wagers", "Ann", 1, "main", Stake.of(1_200)))
    with pytest.raises(Refused, match="not cash"):
        apply(round, Place("wagers", "Ann", 1, "main", Stake((Piece("cash", 1_000),))))


def test_act_is_stale_only_when_its_own_need_has_closed() -> None:
    round = play(table().begin().round, *bets(), deal("9c 9d Kh ??"), Decide("call-1", "Ann", "split"))
    after = play(round, Decide("follow-Ann", "Ann", "decline"))
    assert refusal(after, Decide("follow-Bob", "Bob", "decline")) is None
    assert refusal(after, Decide("follow-Ann", "Ann", "decline")) is not None


def test_everything_at_once() -> None:
    """Three bettors split kings; one hand is paid at once, the other ties a card turned late and is carried; then the
    card proves mis-keyed, and the carried wagers had won all along."""
    opening = table().begin().round
    acts: list[Act] = [
        *bets(Place("wagers", "Cat", 1, "secret", Stake.of(500), face_down=True)),
        deal("Kc Kd Qh ??"),
        Decide("call-1", "Ann", "split"),
        Decide("follow-Ann", "Ann", "follow", Stake.of(2_000)),
        Decide("follow-Bob", "Bob", "decline"),
        Lapse("follow-Cat", "slow"),
        Deal("fill", parse_cards("As 9s")),
    ]
    paid = fold(opening, acts)
    assert [(s.patron, s.pays) for s in paid.settlements] == [("Ann", 3_000), ("Bob", 2_500), ("Cat", 2_500)]
    keyed = [*acts, Turn("turn-dealer", parse_cards("Th")), Turn("read-3"), Call("settle")]
    over = fold(opening, keyed)
    results = {(s.patron, s.spot, s.result) for s in over.settlements[3:]}
    assert results == {("Ann", "main", Result.CARRIED), ("Cat", "secret", Result.WON)}
    after = table().finish(over)
    assert [(w.patron, w.stake.cents) for w in after.begin().round.wagers] == [("Ann", 2_000)]
    meant = [*acts, Turn("turn-dealer", parse_cards("7h")), Turn("read-3"), Call("settle")]
    correction = correct(opening, keyed, meant, reason="the 7h was keyed as Th", approver="Sue, supervisor")
    assert [(d.patron, d.chips, d.tokens) for d in correction.differences] == [("Ann", 2_000, 0)]
    assert correction.before == over
