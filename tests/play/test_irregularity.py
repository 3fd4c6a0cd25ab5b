"""What goes wrong, as the kernel takes it: facts that can be stated, remedies, ranks and effects, in the toy game."""

import pytest

from pitboss import law
from pitboss.cards import UNKNOWN, parse_cards
from pitboss.play import Round, apply, fold, refusal, totals
from pitboss.play.acts import Act, Deal
from pitboss.play.codec import decode_act, encode
from pitboss.play.events import IrregularityRuled
from pitboss.play.irregularity import INSPECTOR, RACK_PLACE, STAYS, Irregularity, effects, facts, remedies
from pitboss.play.round import CardSetAside
from pitboss.play.wager import Refusal, Result
from play.test_toy import bets, deal, play, table
from play.toy import EXPOSED, MISDEALT


def dealt() -> Round:
    return play(table().begin().round, *bets(), deal("9c 8d Kh 3d"))


def refused(round: Round, act: Act) -> Refusal:
    no = refusal(round, act)
    assert no is not None, act
    return no


SHOWN = Irregularity("exposed", hand=1, places=(0,))
DEALERS = Irregularity("exposed", hand=0, places=(1,))


def test_facts_are_those_that_a_clause_speaks_of_now() -> None:
    round = table().begin().round
    assert [fact.name for fact in facts(round)] == ["exposed"]
    assert [fact.name for fact in facts(dealt())] == ["exposed", "stray"]
    assert [fact.name for fact in facts(play(table(off=[EXPOSED, MISDEALT]).begin().round))] == []


def test_report_without_a_remedy_says_what_there_is() -> None:
    (turn_down,) = remedies(dealt(), SHOWN)
    assert (turn_down.name, turn_down.rank, turn_down.must, turn_down.because) == ("turn-down", "", True, (EXPOSED,))
    (misdeal,) = remedies(dealt(), DEALERS)
    assert (misdeal.name, misdeal.rank) == ("misdeal", "supervisor")
    no = refused(dealt(), SHOWN)
    assert law.NOT_AN_OPTION in no.because and "turn-down" in no.words


def test_remedy_is_told_and_carried_out() -> None:
    report = DEALERS._replace(remedy="misdeal", rank="supervisor", by="Sue", reason="it slipped")
    step = apply(dealt(), report)
    ruled = step.events[0]
    assert isinstance(ruled, IrregularityRuled)
    assert (ruled.fact, ruled.remedy, ruled.rank, ruled.by, ruled.hand) == (
        "exposed",
        "misdeal",
        "supervisor",
        "Sue",
        0,
    )
    assert step.round.is_over and all(total.net == 0 for total in totals(step.round))
    assert decode_act(encode(report)) == report


def test_remedy_takes_its_rank() -> None:
    no = refused(dealt(), DEALERS._replace(remedy="misdeal", rank="dealer"))
    assert no.because == (MISDEALT,) and "supervisor or above" in no.words
    assert refusal(dealt(), DEALERS._replace(remedy="misdeal", rank="manager")) is None


def test_fact_that_no_clause_speaks_of_names_the_nearest() -> None:
    for round, report in (
        (dealt(), Irregularity("lights-out")),
        (table().begin().round, Irregularity("stray", "discard", extra=parse_cards("2c"))),
        (dealt(), SHOWN._replace(hand=0, places=())._replace(fact="exposure")),
    ):
        no = refused(round, report)
        assert no.because == (law.NO_CLAUSE,) and "exposed" in no.words


@pytest.mark.parametrize(
    "report",
    [
        SHOWN._replace(hand=7),
        SHOWN._replace(hand=-1),
        SHOWN._replace(places=(2,)),
        SHOWN._replace(places=(0, 0)),
        SHOWN._replace(looked=("Ann",)),
        SHOWN._replace(area=1),
        Irregularity("stray", extra=parse_cards("9c")),
    ],
)
def test_report_of_what_is_not_there_is_refused(report: Irregularity) -> None:
    remedy = "discard" if report.fact == "stray" else "turn-down"
    assert refused(dealt(), report._replace(remedy=remedy)).words


def test_card_too_many_lies_in_the_rack_and_comes_no_more() -> None:
    before = dealt()
    step = apply(before, Irregularity("stray", "discard", extra=parse_cards("2c ??")))
    after = step.round
    assert (after.out, after.seen) == (before.out + 2, (*before.seen, *parse_cards("2c")))
    assert after.irregular.aside == (CardSetAside(parse_cards("2c")[0], RACK_PLACE), CardSetAside(UNKNOWN, RACK_PLACE))
    ruled = step.events[0]
    assert isinstance(ruled, IrregularityRuled) and ruled.tells == (INSPECTOR,)
    assert fold(before, [Irregularity("stray", "discard", extra=parse_cards("2c ??"))]) == after


def test_effects_are_shown_before_anything_is_done() -> None:
    round = dealt()
    end = effects(round, DEALERS._replace(remedy="misdeal", rank="supervisor"))
    assert end.ends and {(e.patron, e.result, e.returned_cents) for e in end.wagers} == {
        ("Ann", Result.VOID, 2_000),
        ("Bob", Result.VOID, 1_500),
        ("Cat", Result.VOID, 1_500),
    }
    on = effects(round, SHOWN._replace(hand=1, remedy="turn-down"))
    assert not on.ends and {e.result for e in on.wagers} == {STAYS} and on.hands == ()


def test_round_that_is_over_stands() -> None:
    over = apply(dealt(), DEALERS._replace(remedy="misdeal", rank="supervisor")).round
    assert facts(over) == ()
    assert law.ROUND_OF_PLAY in refused(over, SHOWN._replace(remedy="turn-down")).because


def test_card_laid_back_comes_out_next() -> None:
    round = play(table().begin().round, *bets())
    round = round._replace(irregular=round.irregular._replace(top=parse_cards("9c")))
    assert "9c" in refused(round, deal("8d 7c")).words
    half = apply(round, Deal("deal", parse_cards("9c 8d"))).round
    assert half.irregular.top == ()
