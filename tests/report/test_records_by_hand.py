"""What a person writes from memory of a dispute is understood, and what cannot have been is answered by its clause."""

import pytest

from pitboss.play.acts import Decide
from pitboss.report.lines import RecordError
from pitboss.report.record import Played, read_record
from pitboss.report.script import play_record
from pitboss.report.waits import waiting_words

STAR = 'format = 1\ngame = "star-caribbean-stud"\n'
PONTOON = 'format = 1\ngame = "star-pontoon"\n'
MISSISSIPPI = 'format = 1\ngame = "star-mississippi-stud"\n'
ULTIMATE = 'format = 1\ngame = "crown-ultimate-texas-holdem"\n'


def player(name: str, area: int, wagers: str, cards: str, does: str = "", more: str = "") -> str:
    """A player of the short form."""
    return (
        f'[[player]]\nname = "{name}"\narea = {area}\nwagers = {{ {wagers} }}\ncards = "{cards}"\n'
        f"does = [{does}]\n{more}\n"
    )


def dealer(cards: str, more: str = "") -> str:
    return f'[dealer]\ncards = "{cards}"\n{more}\n'


def played(text: str) -> Played:
    return play_record(read_record(text))


def error_of(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        played(text)
    return caught.value


# Words as people write them.


@pytest.mark.parametrize("written", ['"Bet"', '"BET 50"', '{ option = "Bet" }'])
def test_options_are_read_in_any_case(written: str) -> None:
    record = played(STAR + player("Ann", 1, "ante = 25", "3s 3d 3h 9c 9s", written) + dealer("As Kd Jh 9d 8s"))
    (decided,) = (act for act in record.acts if isinstance(act, Decide))
    assert decided.option == "bet"


def test_options_of_acts_are_read_in_any_case() -> None:
    text = 'act = [{ does = "decide", player = "Ann", option = "Bet", refused = true }]\n'
    act = played(STAR + text).tried[0].act
    assert isinstance(act, Decide)
    assert act.option == "bet"


def test_hit_is_draw() -> None:
    record = played(PONTOON + player("Ann", 1, "wager = 25", "9s 3d 8c", '"Hit", "stand"') + dealer("7d Qc"))
    assert [act.option for act in record.acts if isinstance(act, Decide)] == ["draw", "stand"]


def test_suits_may_be_signs() -> None:
    record = played(STAR + player("Ann", 1, "ante = 25", "3♠ 3♦ 3♥ 9♣ 10♠", '"bet"') + dealer("A♠ Kd Jh 9d 8s"))
    assert [str(card) for card in record.round.hands[1].cards] == ["3s", "3d", "3h", "9c", "Ts"]


def test_true_and_false_are_read_in_any_case() -> None:
    seated = player("Ann", 1, "wager = 25", "9s 8d", '"stand"', "seated = True # sat True = here")
    assert played(PONTOON + seated + dealer("7d Qc")).round.boxes[0].seated == "Ann"
    assert "one of false, true, not 3" in error_of(STAR + "[readings]\nfoldKeepsJackpot = 3\n").words
    assert "this is not TOML" in error_of(STAR + "[readings]\nfoldKeepsJackpot = Truly\n").words


# Amounts.


def test_bet_of_several_amounts_says_which() -> None:
    text = MISSISSIPPI + player("Ann", 1, "ante = 25", "As Ad", '\n"bet"') + '[community]\ncards = "Ah 5c 9s"\n'
    error = error_of(text)
    assert error.line == 9
    assert error.words == "to bet is $25 to $75: say which, as in bet 25"


def test_bet_of_one_amount_need_not_say_it() -> None:
    text = ULTIMATE + player("Ann", 1, "ante = 25, blind = 25", "As Ad", '"check", "check", "bet"')
    record = played(text + '[community]\ncards = "Ah 5c 9s Jd 2c"\n' + dealer("Ks Kd"))
    assert record.round.is_over
    text = text.replace('"check", "check", "bet"', '"bet"')
    assert "$75 or $100" in error_of(text + '[community]\ncards = "Ah 5c 9s Jd 2c"\n' + dealer("Ks Kd")).words


# What a round waits for.

WAITS = {
    "a decision at Caribbean Stud": (
        STAR + player("Ann", 1, "ante = 25", "3s 3d 3h 9c 9s") + dealer("?? ?? ?? ?? Kd", 'up = "Kd"'),
        "Ann to bet or fold, area 1",
    ),
    "the dealer's hand": (
        STAR + player("Ann", 1, "ante = 25", "3s 3d 3h 9c 9s", '"bet"') + dealer("?? ?? ?? ?? Kd", 'up = "Kd"'),
        "the dealer to show; name in turns the cards that are ?? in cards",
    ),
    "a street at Mississippi Stud": (
        MISSISSIPPI
        + 'device = "shuffler"\n'
        + player("Ann", 1, "ante = 25", "3s 3d", '"bet 25"')
        + '[community]\ncards = "?? ?? ??"\n',
        "1 community card to be turned; name in turns the cards that are ?? in cards",
    ),
    "a stage of Ultimate": (
        ULTIMATE
        + player("Ann", 1, "ante = 25, blind = 25", "3s 3d", '"check"')
        + '[community]\ncards = "Kd Kh 2c 4c 8h"\n'
        + dealer("?? ??"),
        "Ann to bet or check, area 1",
    ),
    "the deal": (
        STAR + '[[player]]\nname = "Ann"\narea = 1\nwagers = { ante = 25 }\n',
        "the deal; write ?? for a card that nobody saw",
    ),
}


@pytest.mark.parametrize("name", WAITS)
def test_what_a_round_waits_for_is_said_in_words(name: str) -> None:
    text, words = WAITS[name]
    assert waiting_words(played(text).round) == words
