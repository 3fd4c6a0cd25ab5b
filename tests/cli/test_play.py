"""`pitboss play`: rounds played through the terminal with lines as a person types them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pitboss import law
from pitboss.cards import DECK_52, Opening
from pitboss.cards.card import parse_card
from pitboss.cli import app
from pitboss.cli.draw import names
from pitboss.cli.keyboard import option_keys, parse_wagers
from pitboss.cli.shuffles import Shuffles
from pitboss.law import Key
from pitboss.law.rules import Rules
from pitboss.play.needs import Offer, Option

STAR, CROWN = "star-caribbean-stud", "crown-caribbean-stud"
OFFERS = (Offer("ante", 2_500, 50_000), Offer("jackpot", 500, 500))


def play(*args: str, typed: str = "") -> Result:
    """Play with these lines typed, parted by `/`; `_` stands for a space inside a line."""
    lines = "".join(line.replace("_", " ") + "\n" for line in typed.split("/"))
    return CliRunner().invoke(app, ["play", *args], input=lines, env={"COLUMNS": "100", "NO_COLOR": "1"})


def cited(*because: Key) -> str:
    """The clauses that the Star's book gives for these keys."""
    return ", ".join(Rules.of(STAR).cite(because))


def rounds_of(result: Result) -> list[dict[str, Any]]:
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_seeded_round_to_the_end() -> None:
    result = play("--seed", "jade", "--rounds", "1", typed="50/b/")
    assert result.exit_code == 0
    lines = [line.rstrip() for line in result.stdout.splitlines()]
    assert "│  Rules           Caribbean Stud (The Star), in force 2021-03-10  │" in lines
    assert "│  Money           practice: these chips are worth nothing         │" in lines
    assert "Player 1 has $1,000 in practice chips.  Ante $25 to $500" in lines
    assert "[Enter] Ante $25   [s] sit out   [r] rebuy   [?] help   [q] leave" in lines
    assert "Player 1 has $950 left.  [b] Bet $100   [f] Fold   [?] why   [q] leave" in lines
    assert any(line.strip() == "Dealer shows 6♠" for line in lines)
    assert any(line.strip() == "Dealer: nine-eight high" for line in lines)
    assert "Wager  Stake  Result            Odds     Net  Star Caribbean Stud" in lines
    ante = cited(law.DEALER_QUALIFIES, law.ANTE_PAID_WHEN_DEALER_FAILS, law.ANTE_ODDS)
    bet = cited(law.DEALER_QUALIFIES, law.BET_RETURNED_WHEN_DEALER_FAILS, law.VOID)
    assert f"Ante     $50  won               1 to 1  +$50  {ante}" in lines
    assert f"Bet     $100  void, stake back            $0  {bet}" in lines
    assert "Player 1: +$50 this round, now $1,050 in practice chips." in lines
    assert "✓ verified: they give the commitment and the cards dealt" in lines
    assert lines[-1] == "Player 1 gets up with $1,050 in practice chips, $50 up after 1 round."


def test_same_seed_gives_the_same_table() -> None:
    first, again, other = (play("--seed", seed, "--rounds", "1", typed="/f").stdout for seed in ("a", "a", "b"))
    assert first == again != other


def test_without_a_seed_every_sitting_differs() -> None:
    shuffles = [rounds_of(play("--json", "--rounds", "1", typed="/f"))[0]["shuffle"] for _ in range(2)]
    assert shuffles[0]["seed"] != shuffles[1]["seed"]
    assert not shuffles[0]["chosen"]
    assert all(shuffle["verified"] for shuffle in shuffles)


@pytest.mark.parametrize("game", [STAR, CROWN])
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
@pytest.mark.parametrize("seed", ["jade", "opal", "onyx"])
def test_no_hidden_card_is_shown_before_the_dealer_turns(game: str, device: str, seed: str) -> None:
    """Until the player bets, only the player's five cards and the dealer's up card are anywhere on the screen."""
    args = (game, "--seed", seed, "--device", device, "--rounds", "1")
    hands = rounds_of(play(*args, "--json", typed="/b/"))[0]["hands"]
    whole = play(*args, typed="/b/").stdout
    before, bet, after = whole.partition("> b")
    assert bet
    seen = set(re.findall(r"(?:10|[2-9AKQJ])[♣♦♥♠]", before))
    mine = {sign(card) for card in hands[1]["cards"]}
    dealer = {sign(card) for card in hands[0]["cards"]}
    assert mine < seen
    assert len(seen - mine) == 1 and seen - mine < dealer
    assert dealer <= set(re.findall(r"(?:10|[2-9AKQJ])[♣♦♥♠]", after))
    order = Shuffles(DECK_52, seed).shoe(1)
    assert order.seed.hex() not in before
    assert order.seed.hex() in "".join(after.split())


def test_folded_round_never_shows_the_dealers_hand() -> None:
    """With nobody left to compare with, the Star's dealer turns nothing (8.6)."""
    args = (STAR, "--seed", "jade", "--rounds", "1")
    (round,) = rounds_of(play(*args, "--json", typed="/f"))
    assert round["hands"][0]["cards"] == ["??", "??", "??", "??", "6s"]
    assert len(set(re.findall(r"(?:10|[2-9AKQJ])[♣♦♥♠]", play(*args, typed="/f").stdout))) == 6


def sign(card: str) -> str:
    return names((parse_card(card),)).plain


def test_json_gives_a_round_a_line() -> None:
    first, second = rounds_of(play("--seed", "jade", "--rounds", "2", "--json", typed="/b///f"))
    assert (first["round"], second["round"]) == (1, 2)
    assert first["practice"] is True
    ante, bet = first["wagers"]
    grounds = [law.DEALER_QUALIFIES, law.ANTE_PAID_WHEN_DEALER_FAILS, law.ANTE_ODDS]
    assert [row["ground"] for row in ante["because"]] == grounds
    assert ante["clauses"] == ["9.1", "9.3.1", "10.1"]
    assert (ante["player"], ante["spot"], ante["result"], ante["odds"]) == ("Player 1", "ante", "won", "1 to 1")
    assert (ante["stake_cents"], ante["exact_cents"], ante["pays_cents"], ante["returned_cents"]) == (2500,) * 4
    assert bet["result"] == "void"
    assert first["totals"][0]["net_cents"] == 2500
    assert first["bankrolls_cents"] == {"Player 1": 102_500}
    assert second["wagers"][0]["result"] == "lost"
    assert second["bankrolls_cents"] == {"Player 1": 100_000}


def test_json_opens_the_shuffle_for_anyone_to_check() -> None:
    (round,) = rounds_of(play("--seed", "jade", "--rounds", "1", "--json", typed="/b/"))
    shuffle = round["shuffle"]
    opening = Opening(DECK_52, bytes.fromhex(shuffle["seed"]), shuffle["cut"])
    dealer, player = ([parse_card(card) for card in hand["cards"]] for hand in round["hands"])
    dealt = [card for pair in zip(dealer, player, strict=True) for card in pair]
    assert opening.check(shuffle["commitment"], dealt)


def test_json_says_refusals_on_the_error_stream() -> None:
    result = play("--seed", "jade", "--rounds", "1", "--json", typed="7/25/f")
    assert len(rounds_of(result)) == 1
    assert "The Ante is at least $25" in result.stderr


@pytest.mark.parametrize("game", ["star-pontoon", "roulette"])
def test_game_that_is_not_there(game: str) -> None:
    result = play(game)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert game in result.stderr
    assert "crown-caribbean-stud, star-caribbean-stud" in result.stderr


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--minimum", "600"), "The sign shows a minimum and a maximum for the Ante."),
        (("--minimum", "ten"), "'ten' is not an amount"),
        (("--bankroll", "0"), "more than nothing"),
        (("--jackpot", "5", "--method", "A"), "The dealing method of this jackpot is none"),
        (("--reading", "noSuch=true"), "has no reading called noSuch"),
        (("--reading", "foldKeepsJackpot=maybe"), "one of False, True, not maybe"),
        (("--reading", "foldKeepsJackpot"), "is not NAME=VALUE"),
        (("--seats", "8"), "less than or equal to 7"),
        (("--name", "Ann", "--name", "Ann"), "a name of their own"),
    ],
)
def test_table_that_cannot_open(args: tuple[str, ...], words: str) -> None:
    result = play(*args)
    assert result.exit_code == 2
    assert words in " ".join(result.stderr.replace("│", " ").split())


def test_several_seats() -> None:
    result = play("--seed", "jade", "--seats", "3", "--name", "Ann", "--rounds", "1", typed="50/s/100/b/f/")
    assert result.exit_code == 0
    assert "> 1 Ann" in result.stdout
    assert "> 3 Player 3" in result.stdout
    assert "2 Player 2" not in result.stdout
    assert "Player 2 gets up with $1,000 in practice chips, even after 0 rounds." in result.stdout
    assert "Player 3: -$100 this round, now $900 in practice chips." in result.stdout


def test_one_of_several_players_gets_up_and_the_others_go_on() -> None:
    result = play("--seed", "jade", "--seats", "2", typed="l//f/q")
    assert result.exit_code == 0
    assert "Player 1 gets up with $1,000 in practice chips, even after 0 rounds." in result.stdout
    assert "Player 2 gets up with $975 in practice chips, $25 down after 1 round." in result.stdout


def test_crown_with_a_jackpot() -> None:
    """Crown's dealer always turns, and under Method B a folded hand keeps its jackpot wager (8.4.3, 8.5.5)."""
    args = (CROWN, "--seed", "jade", "--jackpot", "5", "--method", "b", "--rounds", "1")
    (round,) = rounds_of(play(*args, "--json", typed="25_j/f"))
    assert "??" not in round["hands"][0]["cards"]
    assert [wager["spot"] for wager in round["wagers"]] == ["ante", "jackpot"]
    assert "fold-keeps-jackpot" in [row["ground"] for row in round["wagers"][1]["because"]]
    shown = play(*args, typed="25_j/f").stdout
    assert "Jackpot         $5, Method B, payout option 1" in shown
    assert "Crown Caribbean Stud" in shown


def test_reading_taken_the_other_way_is_on_the_sign() -> None:
    shown = play("--reading", "foldKeepsJackpot=true", typed="q").stdout
    assert "Reading C1      foldKeepsJackpot = true" in shown


def test_refusal_gives_the_words_and_the_clause() -> None:
    shown = play("--seed", "jade", typed="7/999/jackpot_5/25/x/b_20/q").stdout
    assert "The Ante is at least $25: top it up from $7, or take it back. (Star Caribbean Stud 6.1)" in shown
    assert "The Ante is at most $500" in shown
    assert "There is no spot called jackpot: there is ante." in shown
    assert "Type one of b, f; ? says what each is." in shown
    assert "To bet is exactly $50, not $20. (Star Caribbean Stud" in shown


def test_question_mark_says_the_rules() -> None:
    shown = play("--seed", "jade", typed="?//?/f/?/q").stdout
    assert f"  · The Bet is exactly twice the Ante ({cited(law.BET_TWICE_ANTE)})" in shown
    assert "royal flush" in shown
    assert "250 to 1" in shown
    assert "Player 1's Ante lost, because" in shown
    assert "A player who folds loses the Ante" in shown


def test_enter_wagers_the_same_again() -> None:
    shown = play("--seed", "jade", "--jackpot", "5", typed="50_j/f//q").stdout
    assert "[Enter] Ante $50, Jackpot $5" in shown
    assert "Player 1 has $890 left.  [b] Bet $100" in shown


def test_player_without_money_buys_more() -> None:
    shown = play("--seed", "jade", "--bankroll", "60", typed="100/50/b/r/b//q").stdout
    assert "Player 1 has $60 and that takes $100: r buys more practice chips." in shown
    assert "Player 1 has $10 and that takes $100: r buys more practice chips." in shown
    assert "Player 1 has $70 left." in shown
    again = play("--seed", "jade", "--bankroll", "120", typed="50/b/r/b//q").stdout
    assert "$120 more in practice chips for Player 1." in again
    assert "Player 1 gets up with $290 in practice chips, $50 up after 1 round." in again


def test_leaving_between_rounds_abandons_nothing() -> None:
    result = play("--seed", "jade", typed="/f/q")
    assert result.exit_code == 0
    assert "abandoned" not in result.stdout
    assert result.stdout.endswith("Player 1 gets up with $975 in practice chips, $25 down after 1 round.\n")


@pytest.mark.parametrize("typed", ["/q", ""])
def test_leaving_in_a_round_keeps_nothing_of_it(typed: str) -> None:
    result = play("--seed", "jade", typed=typed)
    assert result.exit_code == 0
    assert "The round is abandoned: nothing of it is kept." in result.stdout
    assert result.stdout.endswith("Player 1 gets up with $1,000 in practice chips, even after 0 rounds.\n")


def test_interrupt_leaves_politely(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("pitboss.cli.asking.Asking.decision", interrupted)
    result = play("--seed", "jade", typed="")
    assert result.exit_code == 130
    assert "The round is abandoned: nothing of it is kept." in result.stdout


def test_everybody_sitting_out_is_asked_again() -> None:
    result = play("--seed", "jade", typed="s/s/q")
    assert result.exit_code == 0
    assert result.stdout.count("There is not enough on the layout to deal.") == 2


def test_no_colour_when_asked_for_none() -> None:
    assert "\x1b" not in play("--seed", "jade", typed="/f/q").stdout


@pytest.mark.parametrize(
    ("typed", "wagers"),
    [
        ("50", (("ante", 5_000),)),
        ("$50 j", (("ante", 5_000), ("jackpot", 500))),
        ("jackpot ante 75.50", (("jackpot", 500), ("ante", 7_550))),
        ("25, 5", (("ante", 2_500), ("jackpot", 500))),
    ],
)
def test_wagers_are_typed_short(typed: str, wagers: tuple[tuple[str, int], ...]) -> None:
    assert parse_wagers(typed, OFFERS) == wagers


@pytest.mark.parametrize(("typed", "words"), [("1 2 3", "more amounts"), ("ante", "Say how much"), ("x", "no spot")])
def test_wagers_that_cannot_be_read(typed: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_wagers(typed, OFFERS)


def test_every_option_has_a_key_of_its_own() -> None:
    options = [Option(name, ()) for name in ("hit", "stand", "split", "surrender", "rr", "double-down")]
    assert list(option_keys(options)) == ["h", "s", "p", "u", "5", "d"]


def test_rounds_are_written_down_as_records_that_settle_the_same(tmp_path: Path) -> None:
    args = ("--seed", "jade", "--rounds", "2", "--json", "--records", str(tmp_path))
    rounds = rounds_of(play(*args, typed="/b///f"))
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["star-caribbean-stud-0001.toml", "star-caribbean-stud-0002.toml"]
    for file, round in zip(files, rounds, strict=True):
        settled = json.loads(CliRunner().invoke(app, ["settle", str(file), "--json"]).stdout)
        assert settled["wagers"] == round["wagers"]
        assert settled["totals"] == round["totals"]
