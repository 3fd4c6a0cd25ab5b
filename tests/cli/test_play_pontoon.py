"""`pitboss play star-pontoon`: the cut, shared boxes, every decision by its key, the shoe that lasts and is opened."""

import json
import re
from collections.abc import Sequence
from functools import cache
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pitboss import law
from pitboss.cards import DECK_48, Card, Opening
from pitboss.cards.card import parse_card
from pitboss.cli import app
from pitboss.cli.sitting import PracticeSitting
from pitboss.cli.table import PracticeSeat
from pitboss.games import make_game
from pitboss.law.rules import Rules
from pitboss.play.round import ShoeState
from pitboss.play.terms import Limits, Terms
from pitboss.play.wager import Box
from pitboss.virtual_table import Chance, PracticeShoe

PONTOON = "star-pontoon"
CUT = 100
"""Where these tests cut, so that they know what comes."""


def play(*args: str, typed: str = "", columns: int = 100) -> Result:
    """Play with these lines typed, parted by `/`; `_` stands for a space inside a line."""
    lines = "".join(line.replace("_", " ") + "\n" for line in typed.split("/"))
    env = {"COLUMNS": str(columns), "NO_COLOR": "1"}
    return CliRunner().invoke(app, ["play", PONTOON, *args], input=lines, env=env)


def shown(*args: str, typed: str = "", columns: int = 100) -> str:
    """What a sitting shows."""
    result = play(*args, typed=typed, columns=columns)
    assert result.exit_code == 0, result.output
    return result.stdout


def data_of(*args: str, typed: str = "") -> list[dict[str, Any]]:
    """What a sitting prints as data."""
    return [json.loads(line) for line in shown(*args, "--json", typed=typed).splitlines()]


def again(lines: int) -> str:
    """Lines that play on: an empty one cuts, wagers the same and lets offers pass; a hand stands."""
    return "/".join(["", "st"] * lines)


def cited(*because: law.Key) -> str:
    """The clauses that the book gives for these keys."""
    return ", ".join(Rules.of(PONTOON).cite(because))


def ranks(cards: Sequence[Card]) -> str:
    return "".join(str(card)[0] for card in cards)


@cache
def text_where(pattern: str, *, decks: int = 6) -> str:
    """A seed's text whose first shoe, cut at 100 and its first card burned, begins with cards of these ranks."""
    known = re.compile(pattern)
    for number in count():
        shoe = Chance(f"text {number}").shoe(DECK_48 * decks, 1).cut(CUT)
        if known.match(ranks(shoe.draw(12)[0][1:])):
            return f"text {number}"
    raise AssertionError


def seeded(pattern: str, *args: str, typed: str, columns: int = 100) -> str:
    """Play one round with the cards of a shoe that begins so; the first line typed cuts it."""
    return shown("--seed", text_where(pattern), "--rounds", "1", *args, typed=f"{CUT}/{typed}", columns=columns)


# The sign.


def test_sign_says_decks_device_pairs_and_permissions() -> None:
    sign = shown("--decks", "8", "--device", "shuffler", "--permit", "split-again", typed="q")
    assert re.search(r"Cards from +a shuffler, 8 decks of 48 ", sign)
    assert re.search(r"Perfect Pairs +\$5–\$500 ", sign)
    assert f"third hand may be split off ({cited(law.SPLIT_AGAIN)})" in sign
    assert "Maximum payout" not in sign
    assert "Perfect Pairs" not in shown("--pairs", "0", typed="q")
    assert re.search(r"Perfect Pairs +\$10–\$500 ", shown("--pairs", "10", typed="q"))


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--decks", "7"), "Pontoon is dealt from 6 or 8 decks, not 7."),
        (("--behind", "145"), "the cutting card goes up to 144 cards in from the back"),
        (("--behind", "145", "--device", "shuffler"), "no cutting card goes into these cards"),
        (("--permit", "no-such"), "star-pontoon has no permission 'no-such': choose one of first-two-down, "),
        (("--jackpot", "5"), "star-pontoon has no jackpot"),
        (("--maximum-payout", "500"), "star-pontoon has no maximum payout"),
        (("--pairs", "x"), "'x' is not an amount"),
        (("--area", "1,x"), "'1,x' is not an area"),
        (("--name", "dealer"), "dealer and casino-supervisor are no names for players: choose other names"),
    ],
)
def test_table_that_cannot_open(args: tuple[str, ...], words: str) -> None:
    result = play(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert words in " ".join(result.stderr.replace("│", " ").split())


# The cut.


def test_first_player_to_the_table_is_asked_to_cut() -> None:
    text = shown("--name", "Ann", "--seats", "2", typed="47/241/x/?/100/quit")
    assert f"Ann is to cut the cards (Star Pontoon {cited(law.PLAYERS_CUT, law.CUT_BY_FIRST_PLAYER)})." in text
    assert "[Enter] anywhere   [48–240] cards deep   [n] decline" in text
    refused = f"Put the cutting card 48 to 240 cards deep. (Star Pontoon {cited(law.CUT_DEPTH)})"
    assert text.count(refused) == 3
    assert "  · As play starts the first player to the table cuts" in text
    assert "Ann cuts 100 cards deep." in text
    assert text.index("Commitment") < text.index("is to cut")


def test_cut_that_is_declined_goes_on_and_at_last_to_the_supervisor() -> None:
    text = shown("--name", "Ann", "--name", "Bob", typed="n/n/quit")
    passed = f"Bob is to cut the cards (Star Pontoon {cited(law.PLAYERS_CUT, law.CUT_PASSES_ON)})."
    order = [
        text.index(said) for said in ("Ann does not cut", passed, "Bob does not cut", "The casino supervisor cuts")
    ]
    assert order == sorted(order)
    taken = shown("--name", "Ann", "--name", "Bob", typed="n//quit")
    assert re.search(r"Bob cuts \d+ cards deep\.", taken)
    assert "supervisor" not in taken


def test_empty_line_cuts_where_chance_has_it() -> None:
    places = re.findall(r"Player 1 cuts (\d+) cards deep", "".join(shown(typed="/q") for _ in range(4)))
    assert len(places) == 4
    assert all(48 <= int(place) <= 240 for place in places)


def test_quick_table_asks_nobody_to_cut() -> None:
    text = shown("--quick", "--seed", "jade", typed="q")
    assert "is to cut" not in text
    assert re.search(r"Player 1 cuts \d+ cards deep\.", text)


def test_who_leaves_at_the_cut_is_passed_over_and_gets_up() -> None:
    text = shown("--name", "Ann", "--name", "Bob", typed="q/100/quit")
    assert "Ann gets up with $1,000" in text
    assert "Bob cuts 100 cards deep." in text


def test_cut_that_falls_to_somebody_who_has_left_passes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A player of the last round of a shoe is offered the cut of the next, there or not."""
    monkeypatch.setattr("sys.stdin", StringIO("100\nquit\n"))
    game = make_game(Rules.of(PONTOON), Terms(limits={"wager": Limits(25_00, 500_00)}))
    sitting = PracticeSitting(game, [PracticeSeat("Ann", (1,), 100_00)], PracticeShoe(Chance("left")))
    shoe_state = ShoeState(cutting=7, due=(law.SHUFFLE_AFTER_ROUND,))
    sitting.table = sitting.table._replace(boxes=(Box(7, line=("Zoe",)),), shoe_state=shoe_state)
    sitting.play()
    text = capsys.readouterr().out
    assert text.index("Zoe does not cut: the cards are offered on.") < text.index("Ann cuts 100 cards deep.")
    assert "Zoe is to cut" not in text


def test_device_is_not_cut() -> None:
    text = shown("--device", "shuffler", typed="q")
    assert " cut" not in text
    assert "A card is burned." in text


def test_dealer_leaves_a_deck_behind_the_cutting_card_unless_told() -> None:
    places = [int(n) for n in re.findall(r"card in, (\d+) cards from", "".join(shown(typed="/q") for _ in range(6)))]
    assert len(places) == 6
    assert all(48 <= place <= 144 for place in places)
    assert "puts the cutting card in, 1 card from the back." in shown("--behind", "1", typed="/q")


# Decisions.


def test_totals_are_announced_as_the_dealer_does() -> None:
    text = seeded("A[2-9]62", "--name", "Ann", typed="25/d/s")
    assert 'Dealer: "Ann, soft 17."' in text
    assert re.search(r'Ann gets 2[♣♦♥♠]: "Soft 19\."', text)
    assert "Ann (soft 19) has $975 left.  [s] Stand   [d] Draw   [o] Double $25   [o 1] or from $1" in text
    assert "Ann decides to stand, area 1" in text


def test_double_is_for_the_whole_wager_unless_less_is_said() -> None:
    pattern = "66[45][2-6]"
    whole = seeded(pattern, "--name", "Ann", typed="50/o/")
    assert "Ann puts $50 on Double, area 1." in whole
    assert "[Enter] Keep   [f] Forfeit" in whole
    less = seeded(pattern, "--name", "Ann", typed="50/o_20/")
    assert "Ann puts $20 on Double, area 1." in less
    poor = seeded(pattern, "--name", "Ann", "--bankroll", "80", typed="50/o/")
    assert "[o] Double $30" in poor
    assert "Ann puts $30 on Double, area 1." in poor
    refused = seeded(pattern, "--name", "Ann", typed="50/o_60/o")
    assert "To double takes $1 to $50, not $60. (Star Pontoon" in refused


def test_doubled_card_lies_sideways_and_a_forfeit_gives_the_double_back() -> None:
    text = seeded("66[45][2-6]", "--name", "Ann", typed="50/o/f")
    assert re.search(r"╭────╮ ╭────╮ +│ *\n.*│ ╭──────╮ +│", text)
    assert re.search(rf"^Double +\$50  returned +\$0  {re.escape(cited(law.FORFEIT))}", text, re.MULTILINE)
    assert re.search(r"^Wager +\$50  lost +-\$50", text, re.MULTILINE)
    assert "Ann: -$50 this round, now $950 in practice chips." in text


def test_split_hands_are_shown_apart() -> None:
    text = seeded("868", "--name", "Ann", typed="25/p/s/s")
    assert "Ann puts $25 on Split, area 1, second hand." in text
    assert re.search(r"> First hand +Second hand", text)
    assert re.search(r"First hand +> Second hand", text)
    assert re.search(r"Wager \$25 \(25\) +Split \$25 \(25\)", text)
    assert 'Dealer: "Ann, first hand' not in text  # its card was announced as it came
    assert re.search(r'Ann\'s first hand gets \S+: "', text)
    results = re.findall(r"^1 (first|second) hand +(Wager|Split)", text, re.MULTILINE)
    assert results == [("first", "Wager"), ("second", "Split")]


@pytest.mark.parametrize("columns", [40, 60, 80, 110])
def test_split_hands_keep_to_the_width_of_the_terminal(columns: int) -> None:
    text = seeded("868", "--name", "Ann", typed="25_pairs_5/p/s/s", columns=columns)
    copied = re.compile("[0-9a-f]{60}")  # a seed stays on its line
    assert max(len(line) for line in text.splitlines() if not copied.search(line)) <= columns


def test_insurance_is_for_half_unless_less_is_said() -> None:
    pattern = "9A[78]"
    half = seeded(pattern, "--name", "Ann", typed="50/i//s")
    assert half.index('Dealer: "Insurance."') < half.index("[i] Insure $25   [i 1] or from $1   [Enter] No insurance")
    assert "Ann puts $25 on Insurance, area 1." in half
    assert half.index('Dealer: "Insurance is closed."') < half.index('Dealer: "Surrender."')
    assert "Ann puts $10 on Insurance, area 1." in seeded(pattern, "--name", "Ann", typed="50/i_10//s")
    none = seeded(pattern, "--name", "Ann", typed="50///s")
    assert "on Insurance" not in none
    assert "Ann decides not to insure, area 1." in none


def test_surrender_has_a_key_that_means_nothing_else() -> None:
    pattern = "9K[78]"
    text = seeded(pattern, "--name", "Ann", typed="50/s/u")
    assert "Type one of u, Enter; ? says what each is." in text
    assert "Ann decides to surrender, area 1." in text
    assert re.search(r"Wager \$50 surrendered -\$(25|50)", text)
    kept = seeded(pattern, "--name", "Ann", typed="50//s")
    assert "Ann decides to surrender, area 1." not in kept
    assert "Ann decides not to surrender, area 1." in kept
    assert "Ann decides to stand, area 1" in kept


def test_pontoon_is_paid_and_told_at_once() -> None:
    text = seeded("A6K", "--name", "Ann", "--area", "1,2", "--pairs", "0", typed="25/q")
    assert "pontoon, paid" in text
    assert "exactly $37.50, paid $38" in text


def test_first_cards_that_lie_down_are_turned_before_a_third() -> None:
    text = seeded("76[23]", "--name", "Ann", "--permit", "first-two-down", typed="25/d/t/d/s")
    before, after = text.split("> t\n")
    assert "[s] Stand   [t] turn the cards up, to play on" in before
    assert "[d] Draw" not in before
    assert "Type one of s; ? says what each is." in before
    assert "[d] Draw" in after


def test_nobody_turns_the_cards_of_another() -> None:
    """A hand that lies down stays so while the one before it draws."""
    args = ("--name", "Ann", "--name", "Bob", "--permit", "first-two-down")
    text = seeded("[23][2-6][2-9][23][2-6]", *args, typed="25/25/t/d/s/s")
    drawn = text[text.index("Ann decides to draw, area 1.") : text.index("Ann decides to stand, area 1")]
    assert " 2 Bob  ░░ ░░ " in drawn
    bob = text[text.index("Ann decides to stand, area 1") : text.index("Bob decides to stand, area")]
    assert "[s] Stand   [t] turn the cards up, to play on" in bob


# Boxes.


def test_players_share_a_box_and_one_calls_its_decisions() -> None:
    """The other on a doubled hand is asked to double too, and each whether to forfeit."""
    args = ("--name", "Ann", "--name", "Bob", "--area", "1", "--area", "1")
    text = seeded("66[45][2-6]", *args, typed="25/50/o/o_10/f/")
    assert "Bob, standing behind Ann, has $1,000 in practice chips." in text
    assert "Ann calls the decisions of area 1." in text
    assert re.search(r"> 1 Ann, Bob ", text)
    assert "Bob (10) has $950 left.  [o] Double $50   [o 1] or from $1   [Enter] Pass" in text.replace("(11)", "(10)")
    assert "Bob puts $10 on Double, area 1." in text
    assert "Ann decides to forfeit, area 1." in text
    assert "Bob decides not to forfeit, area 1." in text
    assert "Ann: -$25 this round" in text


def test_other_player_on_a_split_hand_stays_on_the_first() -> None:
    args = ("--name", "Ann", "--name", "Bob", "--area", "1", "--area", "1")
    text = seeded("868", *args, typed="25/50/p//s/s")
    assert "Bob (8) has $950 left.  [p] Split $50   [Enter] Stay" in text
    assert "Bob decides to stay on the first hand, area 1." in text
    assert [row[0] for row in re.findall(r"^1 (first|second) hand +(Wager|Split)", text, re.MULTILINE)] == [
        "first",
        "second",
    ]


def test_one_player_has_several_boxes() -> None:
    text = shown("--area", "2,4", "--seed", "jade", "--rounds", "1", typed=again(10))
    assert "[Enter] area 2 Wager $25; area 4 Wager $25" in text
    assert "Player 1 sits down at area 2." in text
    round, *_ = data_of("--seed", "jade", "--rounds", "1", typed=f"{CUT}/25_@3_50_pairs_5/{again(10)}")
    placed = {(row["area"], row["spot"]): row["stake_cents"] for row in round["wagers"]}
    assert placed[1, "wager"] == 25_00
    assert placed[3, "perfect-pairs"] == 5_00


def test_wagers_away_from_the_own_area_say_where() -> None:
    text = shown("--seed", "jade", typed=f"{CUT}/@3_25/s/s/s/q")
    assert "[Enter] area 3 Wager $25" in text


def test_seat_is_taken_by_who_stands_behind_it() -> None:
    text = shown("--name", "Ann", "--name", "Bob", "--area", "3", "--area", "3", typed=f"{CUT}/q/q")
    assert "Bob sits down at area 3." in text
    assert "Bob, standing behind" not in text


def test_player_changes_seats() -> None:
    text = shown("--seats", "2", typed=f"{CUT}/sit_2/sit_9/sit_1/sit_5/quit")
    assert "Player 2 sits at area 2: choose another one." in text
    assert "Type sit and an area from 1 to 7." in text
    assert "Player 1 sits there already." in text
    assert "Player 1 sits down at area 5." in text


# Leaving.


def test_one_player_leaves_in_a_round_and_the_others_play_on() -> None:
    pattern = "[2-9]{5}"
    text = seeded(pattern, "--name", "Ann", "--name", "Bob", typed="25/25/q/s")
    assert "Ann is gone: the rules decide for them." in text
    assert "Ann is absent: stand, area 1." in text
    assert "Bob decides to stand, area" in text
    assert "Ann gets up with" in text
    again = shown("--seed", text_where(pattern), "--name", "Ann", "--name", "Bob", typed=f"{CUT}/25/25/q/s/25/quit")
    assert again.index("Ann gets up with") < again.index("Round 2")
    assert "Bob has " in again[again.index("Round 2") :]


def test_when_the_caller_leaves_the_other_on_the_box_is_asked() -> None:
    """Reading P17: another person who is there calls the decisions."""
    args = ("--name", "Ann", "--name", "Bob", "--area", "1", "--area", "1")
    text = seeded("[2-9]{3}", *args, typed="25/25/q/s")
    assert "Ann is absent: the next player on the box decides, area 1." in text
    assert "Bob decides to stand, area" in text


def test_leaving_player_takes_every_wager_back_in_whatever_order_they_went_down() -> None:
    args = ("--name", "Ann", "--name", "Bob", "--name", "Cat", "--area", "1", "--area", "1")
    text = shown(*args, typed=f"{CUT}/25/pairs_5_@2_25/quit")
    assert "$5 of Bob's Perfect Pairs on area 1 goes back." in text
    assert text.count("takes the Wager of $25") == 2
    assert text.count(" gets up with $1,000 in practice chips, even after 0 rounds.") == 3


# The shoe.


@cache
def long_shoe() -> str:
    args = ("--seed", "long", "--behind", "144", "--name", "Ann", "--name", "Bob", "--name", "Cat", "--rounds", "40")
    return shown(*args, typed=again(600))


def test_shoe_lasts_until_its_cutting_card_and_says_who_cuts_next() -> None:
    text = long_shoe()
    rounds = re.split(r"─ Round \d+", text)[1:]
    ends = [place for place, part in enumerate(rounds) if "The cutting card comes out at" in part]
    assert ends
    last = rounds[ends[0]]
    (cutter,) = re.findall(r"The shoe has ended: (\w+) cuts the next one\.", last)
    assert f"{cutter} is to cut the cards (Star Pontoon 4.3." in rounds[ends[0] + 1]
    shuffled = [place for place, part in enumerate(rounds) if "The cards are shuffled." in part]
    assert shuffled[:2] == [0, ends[0] + 1]


def test_shoe_is_opened_when_it_is_done_and_not_before() -> None:
    text = long_shoe()
    committed = re.findall(r"The cards are shuffled\.\nCommitment:\n([0-9a-f]{64})", text)
    opened = re.findall(r"^Commitment +([0-9a-f]{64})", text, re.MULTILINE)
    assert len(committed) > 1
    assert opened == committed
    assert text.count("✓ verified") == len(opened)
    first = text.index("✓ verified")
    assert text.index("The cutting card comes out at") < first < text.index("The shoe has ended")


def test_header_says_how_far_the_shoe_is() -> None:
    assert re.search(r"Round 2 · \d+ of 288 cards out", long_shoe())


def test_long_seed_is_shown_whole_when_asked_for() -> None:
    typed = "/".join(["o", "st", ""] * 20)
    text = shown("--seed", "x", "--device", "shuffler", "--rounds", "3", typed=typed, columns=120)
    assert "No shuffle has been opened yet" in text
    short = re.findall(r"^Seed +([0-9a-f]{16})… \(\d+ bytes; o shows it whole\)", text, re.MULTILINE)
    whole = re.findall(r"^Seed +([0-9a-f]{16})[0-9a-f]{80,}", text, re.MULTILINE)
    assert set(short) & set(whole)


def check(shuffle: dict[str, Any], dealt: Sequence[Card] = ()) -> bool:
    """Whether what was printed of a shuffle opens its commitment, and gives these cards."""
    cards = tuple(parse_card(card) for card in shuffle["cards"])
    return Opening(cards, bytes.fromhex(shuffle["seed"]), shuffle["cut"]).check(shuffle["commitment"], dealt)


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_every_shuffle_is_committed_to_first_and_opened_once_when_it_is_spent(device: str) -> None:
    """An order that deals in a later round is not opened before; a device's is when its cards went back."""
    rows = data_of("--device", device, "--seed", "jade", "--quick", "--rounds", "30", typed=again(300))
    live: list[str] = []
    opened: set[str] = set()
    for row in rows:
        names = [shuffle["commitment"] for shuffle in row["shuffles"]]
        assert not opened & set(names)
        assert names[: len(live)] == live
        spent = [shuffle for shuffle in row["shuffles"] if "seed" in shuffle]
        assert all(check(shuffle) and shuffle["verified"] for shuffle in spent)
        opened |= {shuffle["commitment"] for shuffle in spent}
        live = [name for name in names if name not in opened]
        assert len(live) <= 1
    assert rows[-1].get("closed", False) is bool(rows[-1]["shuffles"] and "round" not in rows[-1])
    assert not live
    assert len(opened) == (31 if device == "shuffler" else len(opened)) > 0


def test_one_round_of_a_shoe_can_be_checked_by_anybody() -> None:
    text = text_where("9K[78]")
    round, closed = data_of("--seed", text, "--rounds", "1", typed=f"{CUT}/25/u")
    assert "seed" not in round["shuffles"][0]
    assert closed["closed"] is True
    dealer, player = ([parse_card(card) for card in hand["cards"]] for hand in round["hands"])
    burned = parse_card(closed["shuffles"][0]["cards"][0])
    order = [player[0], dealer[0], player[1], *dealer[1:]]
    (shuffle,) = closed["shuffles"]
    cards = tuple(parse_card(card) for card in shuffle["cards"])
    assert cards == DECK_48 * 6
    opening = Opening(cards, bytes.fromhex(shuffle["seed"]), shuffle["cut"])
    assert any(opening.check(shuffle["commitment"], [first, *order]) for first in set(DECK_48))
    wrong = [burned if burned != order[0] else cards[-1], *order[1:]]
    assert not any(opening.check(shuffle["commitment"], [first, *wrong]) for first in set(DECK_48))


def test_empty_shoe_is_shuffled_in_the_middle_of_a_round() -> None:
    """With one card behind the cutting card the shoe runs out; the discards are shuffled and cut (17.9)."""
    args = ("--seed", "empty 1", "--behind", "1", "--quick", "--area", "1,2,3,4,5,6,7", "--bankroll", "90000")
    text = shown(*args, "--rounds", "24", typed=again(400))
    assert "No card is left: the discards are shuffled, and the round goes on.\nCommitment:" in text
    assert "✗" not in text


# Records.


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_rounds_settle_the_same_from_their_records(device: str, tmp_path: Path) -> None:
    args = ("--device", device, "--seed", "jade", "--quick", "--rounds", "6", "--records", str(tmp_path))
    people = ("--name", "Ann", "--name", "Bob", "--name", "Cat", "--area", "1", "--area", "1", "--area", "2,5")
    keys = ["25_pairs_5", "50", "", "p", "o", "u", "d", "s", "", "f", "i"]
    rows = [
        row for row in data_of(*args, *people, "--permit", "split-again", typed="/".join(keys * 60)) if "round" in row
    ]
    files = sorted(tmp_path.iterdir())
    assert len(files) == len(rows) == 6
    for file, row in zip(files, rows, strict=True):
        settled = json.loads(CliRunner().invoke(app, ["settle", str(file), "--json"]).stdout)
        assert settled["wagers"] == row["wagers"]
        assert settled["totals"] == row["totals"]


def test_bankroll_is_what_the_rounds_came_to() -> None:
    rows = data_of("--seed", "jade", "--quick", "--rounds", "12", typed=again(100))
    money = 100_000
    for row in rows:
        if "round" in row:
            money += sum(total["net_cents"] for total in row["totals"])
            assert row["bankrolls_cents"] == {"Player 1": money}
