"""Records of Pontoon: a shoe in its middle, boxes that players share, hands that are split, and how they are told."""

from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss import law
from pitboss.cards import parse_cards
from pitboss.cli import app
from pitboss.play.acts import Call, Cut, Deal, Decide, Lapse, Place, Shuffle, Sit, Turn
from pitboss.play.round import NOT_OUT
from pitboss.play.table import totals
from pitboss.play.wager import Box
from pitboss.report.decision import decision_data
from pitboss.report.narration import tell_round, waiting_words
from pitboss.report.record import PlayedRecord, read_record, write_record
from pitboss.report.script import play_record

HEAD = 'format = 1\ngame = "star-pontoon"\n'


def player(name: str, area: int, wager: int, cards: str = "", *does: str, **more: Any) -> str:
    """An entry of the short form."""
    rows = [f'name = "{name}"', f"area = {area}", f"wagers = {{ wager = {wager} }}", f"does = {list(does)}"]
    rows += [f'cards = "{cards}"'] if cards else []
    rows += [f"{field} = {str(value).lower() if isinstance(value, bool) else value}" for field, value in more.items()]
    return "[[player]]\n" + "\n".join(rows) + "\n"


def dealer(cards: str) -> str:
    return f'[dealer]\ncards = "{cards}"\n'


def played(text: str) -> PlayedRecord:
    return play_record(read_record(text))


def acts(text: str, kind: type) -> list[Any]:
    return [act for act in played(text).acts if isinstance(act, kind)]


def nets(record: PlayedRecord) -> dict[str, int]:
    """What the round was worth to each player, in dollars."""
    assert record.round.is_over
    return {total.patron: total.net // 100 for total in totals(record.round)}


def told(record: PlayedRecord) -> list[str]:
    return [str(says) for _, _, told in tell_round(record.opening, record.acts) for says, _ in told]


ANN = player("Ann", 1, 20, "9s 8d", "stand")


# The cards at the start.


def test_record_begins_in_the_middle_of_a_shoe() -> None:
    record = played(HEAD + ANN + dealer("7d Qc"))
    assert not [act for act in record.acts if isinstance(act, Shuffle | Cut)]
    assert (record.opening.due, record.opening.seen, record.opening.out) == ((), (), 0)
    assert nets(record) == {"Ann": 0}


def test_fresh_shoe_is_shuffled_cut_and_burned_from() -> None:
    record = played(HEAD + 'shoe = "fresh"\n' + ANN + dealer("7d Qc"))
    kinds = [type(act).__name__ for act in record.acts]
    assert kinds[:6] == ["Place", "Shuffle", "Cut", "Cut", "Deal", "Call"]
    assert record.opening.due == (law.SHUFFLE_AT_START,)
    assert [act.by for act in record.acts if isinstance(act, Cut)] == ["Ann", "dealer"]
    assert "A card is burned" in told(record)


def test_shoe_whose_cutting_card_came_out_is_shuffled_after_the_round() -> None:
    opening = played(HEAD + "shoe = { cutting-card = 3 }\n").opening
    assert (opening.cutting, opening.due) == (3, (law.SHUFFLE_AFTER_ROUND,))
    directed = played(HEAD + 'shoe = { cutting-card = 0, shuffle = ["shuffle-directed"] }\n').opening
    assert (directed.cutting, directed.due) == (0, (law.SHUFFLE_DIRECTED,))


def test_cards_that_were_seen_are_out_of_the_shoe() -> None:
    opening = played(HEAD + 'shoe = { seen = "As As Kd" }\n').opening
    assert (opening.seen, opening.out, opening.cutting) == (parse_cards("As As Kd"), 3, NOT_OUT)
    counted = played(HEAD + 'decks = 8\nshoe = { left = 84, seen = "As" }\n').opening
    assert (counted.out, counted.seen) == (8 * 48 - 84, parse_cards("As"))


def test_short_form_goes_on_when_the_shoe_runs_out() -> None:
    record = played(HEAD + "shoe = { left = 2 }\n" + ANN + dealer("7d Qc"))
    dealt = [act.cards for act in record.acts if isinstance(act, Deal)]
    assert [len(cards) for cards in dealt] == [2, 1, 1, 1]
    assert dealt[1] == parse_cards("??")
    assert [act.by for act in record.acts if isinstance(act, Cut)] == ["Ann", "dealer"]
    assert nets(record) == {"Ann": 0}


def test_discards_go_back_into_a_device() -> None:
    text = HEAD + 'device = "shuffler"\nshoe = { left = 270 }\n' + ANN + dealer("7d Qc")
    assert [act.need for act in acts(text, Shuffle)] == ["return"]
    assert "The discards go back into the device, which shuffles all but the cards on the table" in told(played(text))


# The table.


def test_head_says_what_was_ordered_and_permitted() -> None:
    text = HEAD + (
        'decks = 8\nbettors = 2\nplayers = 5\npermissions = ["split-again", "paid-at-final"]\n'
        "reserved = { Ann = [3, 4] }\n"
        'restricted.Bob = { rule = "one-area-at-minimum", rank = "gaming-manager", inspector-told = true }\n'
        "[sign]\nlimits.wager = { minimum = 5, maximum = 500 }\nlimits.perfect-pairs = false\n"
    )
    record = read_record(text)
    terms = record.game.terms
    assert (terms.decks, terms.bettors, terms.players, list(terms.limits)) == (8, 2, 5, ["wager"])
    assert terms.reserved == {"Ann": (3, 4)}
    assert terms.restricted["Bob"].inspector_told
    assert record.game.rules.granted == {law.SPLIT_AGAIN, law.PAID_AT_FINAL}
    again = read_record(write_record(record.table.begin().round, ()))
    assert (again.game.terms, again.game.rules) == (terms, record.game.rules)


def test_low_limit_table_deals_from_a_device() -> None:
    assert read_record(HEAD + 'device = "shuffler"\nlow-limit = true\n').game.terms.low_limit


def test_boxes_are_as_the_round_before_left_them() -> None:
    text = HEAD + '[[box]]\narea = 3\nseated = "Ann"\nline = ["Ann", "Bob"]\n[[box]]\narea = 1\nline = ["Cat"]\n'
    assert played(text).opening.boxes == (Box(3, "Ann", ("Ann", "Bob")), Box(1, "", ("Cat",)))


# The short form.


def test_players_share_a_box_and_its_cards_stand_with_one_of_them() -> None:
    bob = player("Bob", 3, 50)
    seated = player("Ann", 3, 20, "9s 8d", "stand", seated=True)
    record = played(HEAD + bob + seated + dealer("7d Qc"))
    assert [act.area for act in record.acts if isinstance(act, Sit)] == [3]
    assert record.round.boxes == (Box(3, "Ann", ("Ann", "Bob")),)
    standing = played(HEAD + bob.replace("[]", "['stand']") + player("Ann", 3, 20, "9s 8d") + dealer("7d Qc"))
    assert standing.round.boxes[0].line == ("Bob", "Ann")


def test_line_of_wagers_decides_among_equals() -> None:
    text = HEAD + player("Bob", 3, 20, line=2) + player("Ann", 3, 20, "9s 8d", "stand", line=1) + dealer("7d Qc")
    assert played(text).round.boxes[0].line == ("Ann", "Bob")


def test_seat_that_the_box_has_already_is_not_taken_twice() -> None:
    text = HEAD + player("Ann", 3, 20, "9s 8d", "stand", seated=True) + dealer("7d Qc")
    box = '[[box]]\narea = 3\nseated = "Ann"\n'
    assert not acts(text.replace("[[player]]", f"{box}[[player]]"), Sit)


def test_player_on_two_areas_has_two_entries() -> None:
    text = HEAD + ANN + player("Ann", 4, 30, "9h 9d", "draw", "stand") + dealer("7d Qc")
    text = text.replace("9h 9d", "9h 9d 2c")
    assert nets(played(text)) == {"Ann": 30}


def test_side_wager_may_be_written_before_the_wager_that_it_needs() -> None:
    pairs = player("Bob", 1, 0).replace("wager = 0", "perfect-pairs = 5")
    record = played(HEAD + pairs + ANN + dealer("7d Qc"))
    assert [act.spot for act in record.acts if isinstance(act, Place)] == ["wager", "perfect-pairs"]
    assert nets(record) == {"Ann": 0, "Bob": -5}


def test_double_and_insurance_without_a_figure_are_whole() -> None:
    doubled = player("Ann", 1, 50, "6s 5d 9c", "double") + dealer("7d Kc")
    assert [act.stake.cents for act in acts(HEAD + doubled, Decide)] == [50_00, 0]
    insured = player("Ann", 1, 25, "9s 8d", "insure", "stand") + dealer("Ad 6c")
    assert [act.stake.cents for act in acts(HEAD + insured.replace("6c", "7c"), Decide)] == [12_00, 0]


def test_double_is_kept_unless_the_record_forfeits_it() -> None:
    text = HEAD + player("Ann", 1, 50, "6s 4d 4c", "double 30") + dealer("7d Kc")
    assert [act.option for act in acts(text, Decide)] == ["double", "keep"]
    assert nets(played(text)) == {"Ann": -80}
    forfeited = text.replace("'double 30'", "'double 30', 'forfeit'").replace("7d Kc", "7d")
    assert nets(played(forfeited)) == {"Ann": -50}


def test_others_on_a_doubled_box_double_if_the_record_says_so() -> None:
    ann = player("Ann", 3, 50, "6s 4d 9c", "double", seated=True)
    text = HEAD + ann + player("Bob", 3, 40) + player("Cat", 3, 20, "", "double 10") + dealer("7d Kc")
    assert nets(played(text)) == {"Ann": 100, "Bob": 40, "Cat": 30}


def test_split_hands_have_cards_of_their_own() -> None:
    ann = player("Ann", 2, 20, "8s 8d", "split", "draw", "stand", "stand", split=["3c 9h", "Kc"])
    record = played(HEAD + ann + dealer("7d Qc"))
    assert [" ".join(map(str, hand.cards)) for hand in record.round.hands] == ["7d Qc", "8s 3c 9h", "8d Kc"]
    in_order = player("Ann", 2, 20, "8s 8d 3c 9h Kc", "split", "draw", "stand", "stand")
    assert played(HEAD + in_order + dealer("7d Qc")).round == record.round
    hands = decision_data(record)["hands"]
    assert [(hand["area"], hand["number"], hand["says"]) for hand in hands] == [
        (0, 1, "17"),
        (2, 1, "20"),
        (2, 2, "18"),
    ]
    assert [row["hand"] for row in decision_data(record)["wagers"]] == [1, 2]


def test_third_hand_comes_between_the_two_of_the_first_split() -> None:
    does = ("split", "split", "stand", "stand", "stand")
    ann = player("Ann", 2, 20, "8s 8d", *does, split=["8c Kc", "Qc", "Jc"])
    record = played(HEAD + 'permissions = ["split-again"]\n' + ann + dealer("7d 9c 2h"))
    hands = {hand.id: " ".join(map(str, hand.cards)) for hand in record.round.hands[1:]}
    assert list(hands.values()) == ["8s Kc", "8c Qc", "8d Jc"]


def test_others_on_a_split_box_stay_unless_the_record_says_so() -> None:
    ann = player("Ann", 2, 20, "8s 8d", "split", "stand", "stand", seated=True, split=["Kh", "Kc"])
    text = HEAD + ann + player("Bob", 2, 10) + player("Cat", 2, 30, "", "split") + dealer("7d Qc")
    assert nets(played(text)) == {"Ann": 40, "Bob": 10, "Cat": 60}


def test_surrender_of_the_controlling_player_lets_others_follow() -> None:
    ann = player("Ann", 4, 50, "Kd 5s", "surrender", seated=True)
    text = HEAD + ann + player("Bob", 4, 30) + player("Cat", 4, 20, "", "surrender") + dealer("Kh 6c 9c")
    assert nets(played(text)) == {"Ann": -25, "Bob": 30, "Cat": -10}


def test_first_two_cards_that_lie_face_down_are_shown() -> None:
    ann = player("Ann", 1, 20, "?? ?? 4c", "draw", "stand", turns='"9s 5d"')
    record = played(HEAD + 'permissions = ["first-two-down"]\n' + ann + dealer("7d Qc"))
    assert [act.cards for act in record.acts if isinstance(act, Turn)] == [parse_cards("9s 5d")]
    assert "Area 1 shows 9s 5d: 14" in told(record)


# The acts.

TWO_AREAS = HEAD + (
    '[[act]]\ndoes = "place"\nplayer = "Ann"\narea = 1\nspot = "wager"\nstake = 20\n'
    '[[act]]\ndoes = "place"\nplayer = "Ann"\narea = 4\nspot = "wager"\nstake = 30\n'
    '[[act]]\ndoes = "place"\nplayer = "Bob"\narea = 4\nspot = "wager"\nstake = 10\n'
    '[[act]]\ndoes = "deal"\ncards = "9s 8h Ad 8d 8c"\n'
    '[[act]]\ndoes = "call"\nsays = "insurance"\n'
)


def act(does: str, **fields: object) -> str:
    rows = [f'does = "{does}"']
    rows += [f"{name} = {str(value).lower() if value is True else repr(value)}" for name, value in fields.items()]
    return "[[act]]\n" + "\n".join(rows) + "\n"


def test_decision_names_the_area_where_its_player_has_several() -> None:
    text = TWO_AREAS + act("decide", player="Ann", area=4, option="insure", stake=15)
    (insured,) = acts(text, Decide)
    assert insured.need == "insure-1"
    (first,) = acts(TWO_AREAS + act("decide", player="Ann", option="insure", stake=10), Decide)
    assert first.need == "insure-0"


def test_decision_may_name_the_hand_of_a_split_area() -> None:
    calls = "".join(act("call", says=says) for says in ("insurance is closed", "surrender", "surrender is closed"))
    text = TWO_AREAS + calls + act("decide", player="Ann", option="stand", area=1)
    text += act("decide", player="Ann", option="split", stake=30) + act("decide", player="Bob", option="stay")
    text += act("deal", cards="9h")
    stands = text + act("decide", player="Ann", area=4, hand=1, option="stand") + act("deal", cards="Kh")
    assert played(stands + act("decide", player="Ann", hand=2, option="stand")).acts[-1].need == "play-3"
    early = act("decide", player="Ann", area=4, hand=2, option="stand", refused=True)
    assert played(text + early).tried[0].refusal.because == (law.IN_TURN,)
    record = played(stands)
    assert 'area = 4\nhand = 1\noption = "stand"' in write_record(record.opening, record.acts)


def test_decision_of_somebody_else_on_the_box_is_theirs() -> None:
    calls = "".join(act("call", says=says) for says in ("insurance is closed", "surrender", "surrender is closed"))
    text = TWO_AREAS + calls + act("decide", player="Ann", option="stand", area=1)
    (tried,) = played(text + act("decide", player="Bob", option="draw", refused=True)).tried
    assert tried.refusal.words == "This decision is Ann's, not Bob's."


def test_cut_is_made_by_whom_it_is_asked_of_unless_said_otherwise() -> None:
    text = HEAD + 'shoe = "fresh"\n' + act("place", player="Ann", area=1, spot="wager", stake=20) + act("shuffle")
    cut = acts(text + act("cut") + act("cut"), Cut)
    assert cut == [Cut("cut", "Ann", 48), Cut("insert", "dealer", 1)]
    assert acts(text + act("lapse", player="Ann", reason="refuses"), Lapse) == [Lapse("cut", "refuses")]
    refused = played(text + act("cut", by="dealer", refused=True)).tried[0].refusal
    assert law.CUT_BY_FIRST_PLAYER in refused.because


def test_lapse_of_a_player_who_is_asked_for_a_wager_too_is_of_the_wager() -> None:
    text = HEAD + 'shoe = "fresh"\n[sign]\nlimits.wager = { minimum = 10, maximum = 500 }\n'
    text += act("place", player="Ann", area=1, spot="wager", stake=5, unnoticed=True) + act("shuffle")
    text += act("find", player="Ann", spot="wager")
    assert acts(text + act("lapse", player="Ann", reason="refuses"), Lapse) == [Lapse("mend-0", "refuses")]
    named = act("lapse", player="Ann", reason="refuses", need="cut")
    assert acts(text + named, Lapse) == [Lapse("cut", "refuses")]


def test_calls_are_found_by_their_words() -> None:
    text = TWO_AREAS.replace('"insurance"', '"surrender"')
    assert acts(text, Call) == [Call("surrender")]
    assert acts(TWO_AREAS + act("call", says="insurance is closed"), Call)[-1] == Call("insurance-closed")
    late = act("call", says="insurance is closed", refused=True)
    assert law.INSURANCE_CALLED in played(text + late).tried[0].refusal.because


# Words.


@pytest.mark.parametrize(
    ("cards", "does", "words"),
    [
        ("As Kd", (), "wins $30 at 3 to 2 for pontoon"),
        ("2s 3d 4c 5h 7s", ("draw",) * 3, "wins $30 at 3 to 2 for a five card 21"),
        ("2s 2d 4c 5h 5s 3c", ("draw",) * 4, "wins $40 at 2 to 1 for a six card 21"),
        ("2s 2d 2c 4h 4s 4c 3c", ("draw",) * 5, "wins $60 at 3 to 1 for a 21 of seven or more cards"),
        ("6s 7d 8c", ("draw",), "wins $30 at 3 to 2 for 6, 7, 8 of mixed suits"),
        ("8h 7h 6h", ("draw",), "wins $40 at 2 to 1 for 6, 7, 8 of one suit"),
        ("6s 8s 7s", ("draw",), "wins $60 at 3 to 1 for 6, 7, 8 of spades"),
        ("7s 7d 7c", ("draw",), "wins $30 at 3 to 2 for 7, 7, 7 of mixed suits"),
        ("7h 7h 7h", ("draw",), "wins $40 at 2 to 1 for 7, 7, 7 of one suit"),
        ("7s 7s 7s", ("draw",), "wins $60 at 3 to 1 for 7, 7, 7 of spades"),
        ("Ks 5d 6c", ("draw",), "wins $20 at 1 to 1 for 21"),
        ("6s 5d Kc", ("double 5",), "wins $20 at 1 to 1"),
    ],
)
def test_win_says_what_it_is_paid_for(cards: str, does: tuple[str, ...], words: str) -> None:
    record = played(HEAD + player("Ann", 1, 20, cards, *does) + dealer("9d"))
    assert f"Ann's Wager of $20 on area 1 {words}" in told(record)


def test_totals_are_told_as_the_dealer_announces_them() -> None:
    said = told(played(HEAD + player("Ann", 2, 20, "As 3d 4c 9h 8d", "draw", "draw", "draw") + dealer("9d")))
    assert "Area 2 gets As 3d (soft 14); the dealer gets 9d" in said
    assert [words for words in said if "gets" in words][1:] == [
        "Area 2 gets 4c (soft 18)",
        "Area 2 gets 9h (17)",
        "Area 2 gets 8d (25, bust)",
    ]
    assert "Ann's Wager of $20 on area 2 loses: the hand is bust" in said
    assert "The card of the dealer goes to the discard rack" in said


def test_split_hands_are_told_by_name() -> None:
    ann = player("Ann", 2, 20, "8s 8d", "split", "double 5", "stand", split=["3c 9h", "Kc"])
    said = told(played(HEAD + ann + dealer("7d Qc")))
    for words in (
        "Ann decides to split, area 2",
        "Ann puts $20 on Split, area 2, second hand",
        "Area 2, first hand, gets 3c (11)",
        "Ann puts $5 on Double, area 2, first hand",
        "Ann decides to double, area 2, first hand",
        "Ann decides not to forfeit, area 2, first hand",
        "Ann decides to stand, area 2, second hand",
        "Ann's Double of $5 on area 2, first hand, wins $5 at 1 to 1",
        "Ann's Split of $20 on area 2, second hand, wins $20 at 1 to 1",
        "The 2 cards of area 2, second hand, go to the discard rack",
    ):
        assert words in said, words


def test_insurance_is_on_an_area_and_not_on_one_of_its_hands() -> None:
    text = TWO_AREAS.replace('"insurance"', '"surrender"') + act("call", says="surrender is closed")
    text += act("decide", player="Ann", option="stand") + act("decide", player="Ann", option="split", stake=30)
    text += act("call", says="insurance") + act("decide", player="Ann", area=4, option="insure", stake=10)
    text += act("call", says="insurance is closed") + act("decide", player="Bob", option="stay")
    for cards in ("9h", "Kh"):
        text += act("deal", cards=cards) + act("decide", player="Ann", option="stand")
    said = told(played(text + act("deal", cards="8s")))
    assert "Ann puts $10 on Insurance, area 4" in said
    assert "Ann's Insurance of $10 on area 4 loses" in said


@pytest.mark.parametrize(
    ("second", "words"),
    [
        ("9c", ["$10 of Ann's surrendered Wager on area 4 is lost"]),
        ("Qc", ["Ann's surrendered Wager of $20 on area 4 loses all"]),
    ],
)
def test_surrender_is_told_by_its_halves(second: str, words: list[str]) -> None:
    said = told(played(HEAD + player("Ann", 4, 20, "Kd 5s", "surrender") + dealer(f"Ah {second}")))
    assert [w for w in said if "surrendered" in w][:1] == words
    assert ("$10 of Ann's surrendered Wager on area 4 stands off and goes back" in said) == (second == "9c")


def test_forfeit_and_super_bonus_are_told() -> None:
    said = told(played(HEAD + player("Ann", 1, 50, "6s 4d 4c", "double 30", "forfeit") + dealer("7d")))
    assert "Ann's Double of $30 on area 1 goes back" in said
    assert "Ann's Wager of $50 on area 1 is forfeited" in said
    bonus = HEAD + player("Ann", 1, 20, "7h 7h 7h", "draw") + player("Bob", 2, 20, "9s 8d", "stand") + dealer("7d Qc")
    said = told(played(bonus))
    assert "Ann is paid the Super Bonus of $1,000 on area 1" in said
    assert "Bob is paid $50 for another player's Super Bonus" in said


def test_whoever_does_not_decide_is_told_as_such() -> None:
    ann = player("Ann", 3, 50, "6s 4d 9c", "absent", seated=True)
    text = HEAD + ann + player("Bob", 3, 40, "", "double") + dealer("7d Kc")
    said = told(played(text))
    assert "Ann is absent: the next player on the box decides, area 3" in said
    assert "Ann decides not to double, area 3" in said


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        (HEAD + player("Ann", 1, 20, "9s 8d"), "Ann to stand or draw or double, area 1"),
        (HEAD + player("Ann", 1, 20, "9s 8d", "draw"), "a card for area 1"),
        (HEAD + player("Ann", 1, 20, "9s 8d", "stand"), "a card for the dealer"),
        (HEAD + player("Ann", 1, 20), "the deal"),
    ],
)
def test_record_that_stops_says_what_comes_next(text: str, waits: str) -> None:
    record = played(text + dealer("7d") if "cards" in text else text)
    assert waiting_words(record.round) == waits


def test_record_that_stops_at_an_offer_says_whose_it_is() -> None:
    waits = waiting_words(played(TWO_AREAS).round)
    assert waits.startswith("Ann to insure if they like, area 1; Ann to insure if they like, area 4")
    assert waits.endswith('the call "insurance is closed"')


def test_a_no_to_insurance_and_surrender_is_told_and_written_again() -> None:
    ann = player("Ann", 1, 20, "9s 8d", "no-insurance", "no-surrender", "stand")
    record = played(HEAD + ann + dealer("Ad 7h"))
    said = told(record)
    assert "Ann decides not to insure, area 1" in said
    assert "Ann decides not to surrender, area 1" in said
    assert nets(record) == {"Ann": -20}
    again = played(write_record(record.opening, record.acts))
    assert again.acts == record.acts


# In the terminal.


def run(command: str, text: str) -> list[str]:
    env = {"COLUMNS": "200", "NO_COLOR": "1"}
    return CliRunner().invoke(app, [command, "-"], input=text, env=env).stdout.splitlines()


def test_settle_shows_split_hands_in_the_order_of_the_areas() -> None:
    ann = player("Ann", 2, 25, "8s 8d", "split", "stand", "stand", split=["9h", "Kc"])
    lines = run("settle", HEAD + ann + player("Bob", 5, 20, "9s 9d", "stand") + dealer("7d Qc"))
    assert lines[-4:] == [
        "Dealer: 7d Qc, 17",
        "Area 2, first hand: 8s 9h, 17",
        "Area 2, second hand: 8d Kc, 18",
        "Area 5: 9s 9d, 18",
    ]
    assert "Ann's Split of $25 on area 2, second hand, wins $25 at 1 to 1" in lines


def test_settle_asks_the_question_that_a_reading_answers() -> None:
    record = played(text := HEAD + player("Ann", 4, 25, "Kd 5s", "surrender") + dealer("Kh 6c"))
    question = record.game.rules.edition.readings["P12"].question
    assert any(line.strip().startswith(question) for line in run("settle", text))


def test_replay_names_the_hand_of_a_decision() -> None:
    ann = player("Ann", 2, 25, "8s 8d", "split", "stand", "stand", split=["9h", "Kc"])
    lines = run("replay", HEAD + ann + dealer("7d Qc"))
    assert any("Ann decides to stand, area 2, second hand  13.7" in line for line in lines)
