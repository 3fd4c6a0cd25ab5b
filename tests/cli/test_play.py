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
from pitboss.cli.felt import names
from pitboss.cli.prompts import option_keys, parse_wagers
from pitboss.cli.table import Bet
from pitboss.law import TITLES, Key
from pitboss.law.rules import Rules
from pitboss.play.needs import Offer, Option
from pitboss.virtual_table import Chance

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
    assert "Player 1 puts $100 on Bet, area 1." in lines
    assert any(line.strip() == "Dealer shows 2♣" for line in lines)
    assert any(line.strip() == "Dealer: ace-six high" for line in lines)
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
    shuffles = [rounds_of(play("--json", "--rounds", "1", typed="/f"))[0]["shuffles"][0] for _ in range(2)]
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
    order = Chance(seed).shoe(DECK_52, 1)
    assert order.seed.hex() not in before
    assert order.seed.hex() in "".join(after.split())


def test_folded_round_never_shows_the_dealers_hand() -> None:
    """With no player left to compare with, the Star's dealer turns nothing (8.6)."""
    args = (STAR, "--seed", "jade", "--rounds", "1")
    (round,) = rounds_of(play(*args, "--json", typed="/f"))
    assert round["hands"][0]["cards"] == ["??", "??", "??", "??", "2c"]
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
    (shuffle,) = round["shuffles"]
    assert shuffle["cards"] == [str(card) for card in DECK_52]
    opening = Opening(DECK_52, bytes.fromhex(shuffle["seed"]), shuffle["cut"])
    dealer, player = ([parse_card(card) for card in hand["cards"]] for hand in round["hands"])
    dealt = [card for pair in zip(dealer, player, strict=True) for card in pair]
    assert opening.check(shuffle["commitment"], dealt)


def test_json_says_refusals_on_the_error_stream() -> None:
    result = play("--seed", "jade", "--rounds", "1", "--json", typed="7/25/f")
    assert len(rounds_of(result)) == 1
    assert "The Ante is at least $25" in result.stderr


def test_game_that_is_not_there() -> None:
    result = play("roulette")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert all(game in result.stderr for game in ("roulette", STAR, CROWN, "star-pontoon"))


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--minimum", "600"), "Set a minimum above $0 and a maximum for the Ante"),
        (("--minimum", "ten"), "'ten' is not an amount"),
        (("--bankroll", "0"), "more than $0"),
        (("--jackpot", "5", "--method", "A"), "This jackpot has no dealing method"),
        (("--reading", "noSuch=true"), "has no reading called noSuch"),
        (("--reading", "foldKeepsJackpot=maybe"), "one of false, true, not maybe"),
        (("--reading", "foldKeepsJackpot"), "is not NAME=VALUE"),
        (("--seats", "8"), "less than or equal to 7"),
        (("--name", "Ann", "--name", "Ann"), "a name of their own"),
        (("--name", "A\x1bnn"), "a name must not contain control characters"),
        (("--area", "8"), "'8' is not an area from 1 to 7, or several as in 1,2"),
        (("--area", "1", "--area", "1"), "in star-caribbean-stud an area has one player"),
        (("--decks", "6"), "star-caribbean-stud is played with one deck"),
        (("--behind", "10"), "no cutting card goes into these cards"),
        (("--pairs", "5"), "star-caribbean-stud has no Perfect Pairs"),
        (("--permit", "split-again"), "star-caribbean-stud has no permission split-again to give: it has none"),
        (("--method", "A"), "it is about a jackpot: give its price with --jackpot"),
        (("--option", "2"), "it is about a jackpot"),
        (("--multiples", "4,2,1"), "star-caribbean-stud has no multiples on its sign"),
        (("crown-ultimate-texas-holdem", "--multiples", "4,2"), "whole numbers for pre-flop, flop, river"),
        (("crown-ultimate-texas-holdem", "--multiples", "4,x,1"), "whole numbers for"),
        (("crown-ultimate-texas-holdem", "--multiples", "2,2,1"), "less than 2 times the Ante"),
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
    result = play("--seed", "jade", "--seats", "2", typed="q//f/q")
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
    assert "There is no spot called jackpot: the spots are ante." in shown
    assert "Type one of b, f; ? says what each is." in shown
    assert "To bet takes exactly $50, not $20. (Star Caribbean Stud" in shown


def test_question_mark_says_the_rules() -> None:
    shown = play("--seed", "jade", typed="?//?/f/?/q").stdout
    assert f"  · The Bet is exactly twice the Ante ({cited(law.BET_TWICE_ANTE)})" in shown
    assert "royal flush" in shown
    assert "250 to 1" in shown
    assert "Player 1's Ante lost, because" in shown
    assert f"  · {TITLES[law.FOLD_LOSES]} ({cited(law.FOLD_LOSES)})" in shown
    assert "q leaves: the rules decide for players who are gone" in shown


def test_enter_wagers_the_same_again() -> None:
    shown = play("--seed", "jade", "--jackpot", "5", typed="50_j/f//q").stdout
    assert "[Enter] Ante $50, Jackpot $5" in shown
    assert "Player 1 has $890 left.  [b] Bet $100" in shown


def test_player_without_money_buys_more() -> None:
    shown = play("--seed", "jade", "--bankroll", "60", typed="100/50/b/r/b//q").stdout
    assert "Player 1 has $60, and this takes $100: type r for more practice chips." in shown
    assert "Player 1 has $10, and this takes $100: type r for more practice chips." in shown
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
@pytest.mark.parametrize(("game", "net", "gone"), [(STAR, "even", "void"), (CROWN, "$25 down", "fold")])
def test_leaving_in_a_round_is_played_by_the_rules(game: str, net: str, gone: str, typed: str) -> None:
    """A player who is gone has their hand voided at the Star and folded at Crown."""
    result = play(game, "--seed", "jade", typed=typed)
    assert result.exit_code == 0
    assert f"Player 1 is absent: {gone}." in result.stdout
    assert "this round, now" in result.stdout
    assert f", {net} after 1 round.\n" in result.stdout
    assert "abandoned" not in result.stdout


@pytest.mark.parametrize(("game", "gone"), [(STAR, "void"), (CROWN, "fold")])
def test_one_who_leaves_in_a_round_leaves_the_others_playing(game: str, gone: str) -> None:
    result = play(game, "--seed", "jade", "--seats", "2", typed="25/25/q/b///f/q")
    assert "Player 1 is gone: the rules decide for them." in result.stdout
    assert f"Player 1 is absent: {gone}." in result.stdout
    assert "Player 2 decides to bet." in result.stdout
    assert "after 1 round.\n" in result.stdout[: result.stdout.index("Round 2")]
    assert "Player 2 has " in result.stdout[result.stdout.index("Round 2") :]


def test_leaving_lapses_every_decision_that_is_still_asked() -> None:
    rounds = rounds_of(play(CROWN, "--seed", "jade", "--seats", "3", "--json", typed="25/25/25/f/q"))
    assert len(rounds) == 1
    assert rounds[0]["over"] is True
    assert [total["net_cents"] for total in rounds[0]["totals"]] == [-25_00] * 3


@pytest.mark.parametrize("typed", ["25_j/quit", "25_j"])
def test_leaving_before_the_deal_takes_the_wagers_back(typed: str) -> None:
    result = play(CROWN, "--seed", "jade", "--seats", "2", "--jackpot", "5", typed=typed)
    assert "Player 1 takes the Jackpot of $5 back." in result.stdout
    assert "Player 1 takes the Ante of $25 back." in result.stdout
    assert "Player 1 gets up with $1,000 in practice chips, even after 0 rounds." in result.stdout


def test_one_who_gets_up_takes_back_what_needs_the_ante_first() -> None:
    result = play("crown-ultimate-texas-holdem", "--seed", "jade", "--seats", "2", typed="25/l/q")
    assert result.exit_code == 0
    assert "Player 2 gets up" in result.stdout


def test_felt_is_drawn_once_more_with_what_became_of_each_wager() -> None:
    """The dealer's cards stay down when no player is left, so that no card is new."""
    shown = play("--seed", "jade", "--rounds", "1", typed="/f").stdout
    assert re.search(r"Ante \$25 \(25\)", shown)
    assert re.search(r"Ante \$25 lost -\$25", shown)


def test_interrupt_leaves_politely(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("pitboss.cli.prompts.Prompter.decision", interrupted)
    result = play("--seed", "jade", typed="")
    assert result.exit_code == 130
    assert "The practice round is abandoned and not kept: no chips change hands." in result.stdout
    assert result.stdout.endswith("even after 0 rounds.\n")


def test_seats_are_changed_only_where_it_matters_who_sits() -> None:
    shown = play("--seed", "jade", typed="sit_4/?/q").stdout
    assert "There is no spot called sit" in shown
    assert "takes the seat" not in shown


def test_everybody_sitting_out_is_asked_again() -> None:
    result = play("--seed", "jade", typed="s/s/q")
    assert result.exit_code == 0
    assert result.stdout.count("There is not enough on the layout to deal.") == 2


def test_no_colour_when_asked_for_none() -> None:
    assert "\x1b" not in play("--seed", "jade", typed="/f/q").stdout


@pytest.mark.parametrize(
    ("typed", "wagers"),
    [
        ("50", ((3, "ante", 5_000),)),
        ("$50 j", ((3, "ante", 5_000), (3, "jackpot", 500))),
        ("jackpot ante 75.50", ((3, "jackpot", 500), (3, "ante", 7_550))),
        ("25, 5", ((3, "ante", 2_500), (3, "jackpot", 500))),
        ("25 @4 50 j", ((3, "ante", 2_500), (4, "ante", 5_000), (4, "jackpot", 500))),
        ("@4 50", ((4, "ante", 5_000),)),
        ("25 50@4", ((3, "ante", 2_500), (4, "ante", 5_000))),
        ("j @4 j", ((3, "jackpot", 500), (4, "jackpot", 500))),
    ],
)
def test_wagers_are_typed_short(typed: str, wagers: tuple[tuple[int, str, int], ...]) -> None:
    assert parse_wagers(typed, OFFERS, 3) == tuple(Bet(*wager) for wager in wagers)


@pytest.mark.parametrize("word", ["perfect-pairs", "perfect", "pairs", "p", "pp"])
def test_spot_of_two_words_goes_by_either_or_by_its_letters(word: str) -> None:
    offers = (Offer("wager", 2_500, 50_000), Offer("perfect-pairs", 500, 50_000))
    assert parse_wagers(f"25 {word} 5", offers, 1) == (Bet(1, "wager", 2_500), Bet(1, "perfect-pairs", 500))


@pytest.mark.parametrize(
    ("typed", "words"),
    [("1 2 3", "more amounts"), ("ante", "Type an amount for the ante"), ("x", "no spot"), ("50 @x", "not an area")],
)
def test_wagers_that_cannot_be_read(typed: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_wagers(typed, OFFERS, 1)


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


def test_records_go_on_after_those_that_are_there(tmp_path: Path) -> None:
    args = ("--seed", "jade", "--rounds", "1", "--records", str(tmp_path))
    play(*args, typed="/f")
    first = (tmp_path / "star-caribbean-stud-0001.toml").read_bytes()
    (tmp_path / "star-caribbean-stud-0007.toml").write_text("kept", encoding="utf-8")
    play(*args, typed="/b/")
    assert sorted(path.name[-9:] for path in tmp_path.iterdir()) == ["0001.toml", "0007.toml", "0008.toml"]
    assert (tmp_path / "star-caribbean-stud-0001.toml").read_bytes() == first
    assert (tmp_path / "star-caribbean-stud-0007.toml").read_text(encoding="utf-8") == "kept"


def test_folder_for_records_that_cannot_be_made(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    for folder in (file, file / "below"):
        result = play("--records", str(folder), typed="/f")
        assert result.exit_code == 2
        assert result.stdout == ""
        assert "for the records cannot be made" in result.stderr
        assert result.stderr.count("\n") == 1


def test_round_that_was_left_is_written_down_too(tmp_path: Path) -> None:
    play(CROWN, "--seed", "jade", "--records", str(tmp_path), typed="/q")
    (file,) = tmp_path.iterdir()
    assert CliRunner().invoke(app, ["settle", str(file)]).exit_code == 0


# Games with several stages.

ULTIMATE, MISSISSIPPI = "crown-ultimate-texas-holdem", "star-mississippi-stud"


def test_multiples_are_offered_by_their_amounts() -> None:
    shown = play(ULTIMATE, "--seed", "jade", typed="/?/b_90/b_100/").stdout
    assert "[Enter] Ante $25, Blind $25" in shown
    assert "[b] Bet $75   [b 100] Bet $100   [c] Check" in shown
    assert "Bet $75 or $100" in shown
    assert "$90 is not offered: Play is $75 or $100." in shown
    assert re.search(r"Play +\$100", shown)


def test_bare_key_bets_the_least() -> None:
    shown = play(ULTIMATE, "--seed", "jade", typed="25/b/").stdout
    assert re.search(r"Play +\$75", shown)
    street = play(MISSISSIPPI, "--seed", "jade", typed="/b/b_75/f").stdout
    assert "[b] Bet $25   [b 75] Bet up to $75   [f] Fold" in street
    assert re.search(r"3rd Street +\$25", street)
    assert re.search(r"4th Street +\$75", street)


def test_multiples_on_the_sign() -> None:
    shown = play(ULTIMATE, "--seed", "jade", "--multiples", "4,2,1", typed="/c/c/f").stdout
    assert re.search(r"Pre Flop +4 times the Ante", shown)
    assert "[b] Bet $100   [c] Check" in shown
    both = play(ULTIMATE, "--seed", "jade", "--multiples", "3/4,2,1", typed="/f").stdout
    assert re.search(r"Pre Flop +3 or 4 times the Ante", both)


def test_wager_that_the_rules_want_beside_is_put_down_or_asked_for() -> None:
    shown = play(ULTIMATE, "--seed", "jade", "--minimum", "5", typed="50_trips_10/c/c/f").stdout
    for spot, stake in (("Ante", 50), ("Blind", 50), ("Trips", 10)):
        assert re.search(rf"{spot} +\${stake}\b", shown)
    refused = play(ULTIMATE, "--seed", "jade", typed="ante_50_blind_25/q").stdout
    assert "The Blind must be $50 to match your Ante, not $25." in refused


@pytest.mark.parametrize("game", [ULTIMATE, MISSISSIPPI, "crown-mississippi-stud"])
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_rounds_of_every_game_settle_the_same_from_their_records(game: str, device: str, tmp_path: Path) -> None:
    args = (game, "--seed", "jade", "--device", device, "--rounds", "1", "--json", "--records", str(tmp_path))
    (round,) = rounds_of(play(*args, typed="/b/b/b///"))
    (file,) = tmp_path.iterdir()
    settled = json.loads(CliRunner().invoke(app, ["settle", str(file), "--json"]).stdout)
    assert settled["wagers"] == round["wagers"]
