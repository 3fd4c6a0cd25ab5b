"""Records that are played: the short form in every game, the acts, and what is decided of them."""

from typing import Any

import pytest

from pitboss.law.rules import Rules
from pitboss.money import Stake
from pitboss.play.acts import Deal, Decide, Lapse, Place, Turn
from pitboss.play.powers import Find
from pitboss.play.round import PUBLIC
from pitboss.play.view import view
from pitboss.play.wager import Result
from pitboss.report.decision import decision_data
from pitboss.report.narration import tell_round, waiting_words
from pitboss.report.record import PlayedRecord, read_record
from pitboss.report.script import play_record
from pitboss.report.settlements import ground_words, paid_words, say_grounds

STAR = """\
format = 1
game = "star-caribbean-stud"
[sign]
limits.ante = { minimum = 25, maximum = 500 }
jackpot = { price = 5 }
"""
ANN = """
[[player]]
name = "Ann"
area = 1
wagers = { ante = 25 }
cards = "3s 3d 3h 9c 9s"
does = ["bet"]
"""
DEALER = """
[dealer]
cards = "As Kd Jh 9d 8s"
"""
ULTIMATE = """\
format = 1
game = "crown-ultimate-texas-holdem"
device = "{device}"
[sign]
limits.ante = {{ minimum = 25, maximum = 500 }}
limits.trips = {{ minimum = 5, maximum = 100 }}
regulator-minimum = {{ ante = 5 }}
multiples = {{ pre-flop = [4], flop = [2], river = [1] }}

[[player]]
name = "Ann"
area = 2
wagers = {{ trips = 5, blind = 25, ante = 25 }}
cards = "As Ad"
does = ["check", "check", "bet"]

[community]
cards = "{board}"
{turns}
[dealer]
cards = "{dealer}"
{dealer_turns}
"""
MISSISSIPPI = """\
format = 1
game = "{game}"
device = "{device}"
[sign]
limits.ante = {{ minimum = 25, maximum = 500 }}

[[player]]
name = "Ann"
area = 1
wagers = {{ ante = 25 }}
cards = "As Ad"
does = ["bet 25", "bet 75", {{ option = "bet", stake = {{ chips = 25, tokens = 25 }} }}]

[community]
cards = "Ah 5c 9s"
"""


def played(text: str) -> PlayedRecord:
    return play_record(read_record(text))


def acts(text: str, kind: type) -> list[Any]:
    return [act for act in played(text).acts if isinstance(act, kind)]


def test_decision_is_an_option_alone_or_with_an_amount() -> None:
    for written in ('"bet"', '"bet 50"', '"bet $50.00"', '{ option = "bet" }', '{ option = "bet", stake = 50 }'):
        (act,) = acts(STAR + ANN.replace('"bet"', written) + DEALER, Decide)
        assert (act.option, act.stake, act.unnoticed) == ("bet", Stake.of(50_00), False)


def test_decision_may_be_staked_in_tokens() -> None:
    written = '{ option = "bet", stake = { chips = 25, tokens = 25 } }'
    (act,) = acts(STAR + ANN.replace('"bet"', written) + DEALER, Decide)
    assert act.stake == Stake.of(25_00, 25_00)


def test_decision_may_go_unnoticed_alone() -> None:
    written = '{ option = "bet", stake = 40, unnoticed = true }'
    (act,) = acts(STAR + ANN.replace('"bet"', written) + DEALER, Decide)
    assert act.unnoticed


@pytest.mark.parametrize("reason", ["absent", "slow", "refuses"])
def test_player_who_does_not_decide(reason: str) -> None:
    (act,) = acts(STAR + ANN.replace('"bet"', f'"{reason}"') + DEALER, Lapse)
    assert act.reason == reason


def test_wagers_go_down_in_the_order_of_the_layout() -> None:
    placed = acts(STAR + ANN.replace("{ ante = 25 }", "{ jackpot = 5, ante = 25 }") + DEALER, Place)
    assert [act.spot for act in placed] == ["ante", "jackpot"]


def test_record_that_stops_before_the_deal_waits_for_it() -> None:
    record = played(STAR + ANN.replace('cards = "3s 3d 3h 9c 9s"\n', ""))
    assert not record.round.is_over
    assert waiting_words(record.round).endswith("write ?? for a card that was not seen")


def test_record_without_a_wager_that_the_rules_want_says_which() -> None:
    text = 'format = 1\ngame = "crown-ultimate-texas-holdem"\n' + ANN
    assert waiting_words(played(text).round) == "the wagers. Ann needs a $25 Blind: it must match the Ante"


def test_cards_that_nobody_saw_are_turned_late() -> None:
    text = STAR + ANN + DEALER.replace("As Kd Jh", "?? ?? Jh") + 'up = "Jh"\nturns = "As Kd"\n'
    assert [act.cards for act in acts(text, Turn)] == [played(STAR + ANN + DEALER).round.hands[0].cards[:2]]
    assert played(text).round.is_over


def test_record_without_the_turns_waits_for_them() -> None:
    record = played(STAR + ANN + DEALER.replace("As Kd Jh", "?? ?? Jh"))
    assert [need.id for need in record.round.needs] == ["turn-dealer"]


# Games with community cards.


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_community_cards_come_street_by_street(device: str) -> None:
    text = ULTIMATE.format(device=device, board="Ah 5c 9s Jd 2c", turns="", dealer="Ks Kd", dealer_turns="")
    record = played(text)
    assert record.round.is_over
    dealer, board, ann = ([str(card) for card in hand.cards] for hand in record.round.hands)
    assert (dealer, board, ann) == (["Ks", "Kd"], ["Ah", "5c", "9s", "Jd", "2c"], ["As", "Ad"])
    assert record.game.terms.multiples == {"pre-flop": (4,), "flop": (2,), "river": (1,)}
    assert len([act for act in record.acts if isinstance(act, Deal)]) == (3 if device == "shoe" else 1)
    told = [str(says) for _, _, told in tell_round(record.opening, record.acts) for says, _ in told]
    if device == "shuffler":
        assert "The community cards show Ah 5c 9s" in told
        assert "The community cards show Jd 2c" in told


def test_community_cards_that_nobody_saw_are_named_as_they_are_turned() -> None:
    text = ULTIMATE.format(
        device="shuffler",
        board="?? ?? ?? ?? ??",
        turns='turns = "Ah 5c 9s Jd 2c"',
        dealer="?? ??",
        dealer_turns='turns = "Ks Kd"',
    )
    named = [" ".join(map(str, act.cards)) for act in acts(text, Turn)]
    assert named == ["Ah 5c 9s", "Jd 2c", "Ks Kd"]
    assert played(text).round.is_over


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
@pytest.mark.parametrize("game", ["star-mississippi-stud", "crown-mississippi-stud"])
def test_streets_are_bet_in_turn(game: str, device: str) -> None:
    text = MISSISSIPPI.format(game=game, device=device)
    record = played(text)
    assert record.round.is_over
    assert [w.stake.cents // 100 for w in record.round.wagers] == [25, 25, 75, 50]
    assert record.round.wagers[-1].stake.tokens_cents == 25_00
    assert [done.result for done in record.round.settlements] == [Result.WON] * 4


def test_street_that_went_unnoticed_and_was_found() -> None:
    text = MISSISSIPPI.format(game="star-mississippi-stud", device="shoe")
    text = text.replace('["bet 25", ', '["bet 25", "bet 100", "correct", ').replace('"bet 75", ', "")
    text = text.replace("\n[community]", 'unnoticed = ["4th-street"]\nfound = ["4th-street"]\n\n[community]')
    assert len(acts(text, Find)) == 1
    decided = acts(text, Decide)
    assert [act.unnoticed for act in decided] == [False, True, False, False]


# What is decided.


def test_reading_says_what_was_played() -> None:
    rules = Rules.of("star-caribbean-stud")
    ground = rules.reading_id("foldKeepsJackpot")
    entry = rules.edition.readings[ground]
    assert ground_words(rules, ground) == entry.taken
    other = rules.amend(readings={"foldKeepsJackpot": True})
    assert ground_words(other, ground) == f"taken the other way: {entry.alternative}"
    assert say_grounds(other, (ground,)).startswith(f"reading {ground}: taken the other way: ")
    same = rules.amend(readings={"foldKeepsJackpot": False})
    assert ground_words(same, ground) == entry.taken


@pytest.mark.parametrize("choice", [False, True])
def test_reading_in_a_decision_gives_its_choice(choice: bool) -> None:
    ann = ANN.replace('"bet"', '"fold"').replace("{ ante = 25 }", "{ ante = 25, jackpot = 5 }")
    data = decision_data(played(STAR + f"[readings]\nfoldKeepsJackpot = {str(choice).lower()}\n" + ann + DEALER))
    (jackpot,) = (row for row in data["wagers"] if row["spot"] == "jackpot")
    (reading,) = (row for row in jackpot["because"] if row["ground"] == "C1")
    assert reading["choice"] == {"switch": "foldKeepsJackpot", "value": choice}
    assert reading["says"].startswith("taken the other way: ") == choice
    assert "choice" not in next(row for row in data["wagers"][0]["because"] if row["ground"] != "C1")


def test_hands_are_shown_as_they_lay() -> None:
    record = played(STAR + ANN.replace('"bet"', '"fold"') + DEALER)
    hands = decision_data(record)["hands"]
    assert [hand["cards"] for hand in hands] == [
        [str(card) for card in hand.cards] for hand in view(record.round, PUBLIC).hands
    ]
    assert hands[1]["area"] == 1
    assert set(hands[1]["cards"]) == {"??"}
    won = decision_data(played(STAR + ANN + DEALER))["hands"]
    assert [hand["says"] for hand in won] == ["ace-king high", "full house, threes over nines"]


def test_win_that_is_capped_or_rounded_says_so_in_dollars() -> None:
    capped = STAR.replace("jackpot", "maximum-payout = 200\njackpot")
    (ante, bet) = played(capped + ANN + DEALER).round.settlements
    assert paid_words(ante) == ""
    assert paid_words(bet) == "exactly $350, paid $200 by the maximum payout"
    rounded = 'format = 1\ngame = "crown-ultimate-texas-holdem"\nchips = [1, 5]\n' + (
        '[[player]]\nname = "Ann"\narea = 1\nwagers = { ante = 5, blind = 5 }\ncards = "As Ks"\ndoes = ["bet 15"]\n'
        '[community]\ncards = "Qs 9s 2s 3d 4d"\n[dealer]\ncards = "9h 9d"\n'
    )
    (blind,) = (done for done in played(rounded).round.settlements if done.spot == "blind")
    assert paid_words(blind) == "exactly $7.50, paid $8 up to what chips can pay"


def test_refused_act_keeps_its_place() -> None:
    text = (
        'format = 1\ngame = "star-caribbean-stud"\n'
        '[[act]]\ndoes = "place"\nplayer = "Ann"\narea = 1\nspot = "ante"\nstake = 25\n'
        '[[act]]\ndoes = "cut"\nat = 3\nrefused = true\n'
        '[[act]]\ndoes = "shuffle"\n'
    )
    (tried,) = played(text).tried
    assert (tried.line, tried.after) == (9, 1)
    assert decision_data(played(text))["refusals"][0]["after"] == 1


def test_inline_acts_are_acts() -> None:
    text = (
        'format = 1\ngame = "star-caribbean-stud"\nact = [\n  { does = "shuffle" },\n  { does = "cut", at = 3 },\n]\n'
    )
    assert len(played(text).acts) == 2
