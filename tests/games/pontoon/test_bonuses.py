"""Table 1 (10.5): each line of the pay table, by number of cards and by suits; not on doubles, but on splits."""

from fractions import Fraction

import pytest

from games.pontoon.pontoon_felt import PontoonFelt, dealt
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.games.pontoon.law import is_super, line_name

ODDS = {
    "win": "1:1",
    "five-card-21": "3:2",
    "six-card-21": "2:1",
    "seven-card-21": "3:1",
    "6-7-8-mixed": "3:2",
    "6-7-8-suited": "2:1",
    "6-7-8-spades": "3:1",
    "7-7-7-mixed": "3:2",
    "7-7-7-suited": "2:1",
    "7-7-7-spades": "3:1",
}
LINES = [
    # Three cards that are no bonus.
    ("9s 8h 4c", "win"),
    ("Ks 6h 5c", "win"),
    ("7s 7h 6d Ac", "win"),
    ("As 5h 5c", "win"),
    ("9s 5h 7c", "win"),
    ("9s 9h 3c", "win"),
    ("As Ad 9c", "win"),
    # Four cards are never a bonus, whatever is in them.
    ("6s 7s 5s 3s", "win"),
    ("2s 3h 8c 8d", "win"),
    # Five, six, seven and more.
    ("2s 3h 4c 5d 7h", "five-card-21"),
    ("As 2h 3c 6d 9h", "five-card-21"),
    ("2s 3s 4s 5s 7s", "five-card-21"),
    ("6s 2s 3d 4d 6c", "five-card-21"),
    ("7s 7s 2d 2h 3c", "five-card-21"),
    ("2s 3h 4c 5d 3h 4s", "six-card-21"),
    ("As Ah Ac 2d 7h 9s", "six-card-21"),
    ("As 2h 3c 4d 5h 6s", "six-card-21"),
    ("2s 2h 2c 2d 3h 3s 7c", "seven-card-21"),
    ("As Ah Ac Ad 2h 6s 9c", "seven-card-21"),
    ("As Ah Ac Ad 2h 2s 4c 9d", "seven-card-21"),
    ("2s 2h 2c 2d 2s 2h 2c 3d 4h", "seven-card-21"),
    # 6, 7, 8 in any order.
    ("6s 7h 8c", "6-7-8-mixed"),
    ("8c 6s 7s", "6-7-8-mixed"),
    ("7d 8d 6h", "6-7-8-mixed"),
    ("6h 7d 8h", "6-7-8-mixed"),
    ("6h 7h 8h", "6-7-8-suited"),
    ("8d 7d 6d", "6-7-8-suited"),
    ("7c 6c 8c", "6-7-8-suited"),
    ("6s 7s 8s", "6-7-8-spades"),
    ("8s 6s 7s", "6-7-8-spades"),
    # Three sevens.
    ("7s 7h 7c", "7-7-7-mixed"),
    ("7s 7s 7h", "7-7-7-mixed"),
    ("7d 7h 7h", "7-7-7-mixed"),
    ("7h 7h 7h", "7-7-7-suited"),
    ("7d 7d 7d", "7-7-7-suited"),
    ("7c 7c 7c", "7-7-7-suited"),
    ("7s 7s 7s", "7-7-7-spades"),
]
BONUSES = [(cards, line) for cards, line in LINES if line != "win"]


def odds_of(line: str) -> Fraction:
    top, bottom = ODDS[line].split(":")
    return Fraction(int(top), int(bottom))


def drawn(cards: str, dealer: str = "9h", dollars: int = 10) -> PontoonFelt:
    """Ann has drawn these cards, one by one after the first two."""
    first, second, *more = cards.split()
    felt = dealt(dealer, f"{first} {second}", dollars=dollars)
    felt.draw(" ".join(more))
    return felt


@pytest.mark.parametrize(("cards", "line"), LINES)
def test_table_1(cards: str, line: str) -> None:
    felt = drawn(cards)
    assert felt.round.is_over
    done = felt.result(1, "wager")
    assert str(done.odds) == ODDS[line].replace(":", " to ")
    assert done.pays == 10_00 * odds_of(line)
    felt.shows(law.TABLE_1, done)
    felt.shows(law.TWENTY_ONE_PAID, done)


@pytest.mark.parametrize(("cards", "line"), LINES)
def test_the_line_of_some_cards_in_any_order(cards: str, line: str) -> None:
    held = parse_cards(cards)
    for order in (held, held[::-1], tuple(sorted(held)), held[1:] + held[:1]):
        assert line_name(order) == line


def test_the_pay_table_is_the_documents() -> None:
    game = dealt().game
    lines = game.lines  # type: ignore[attr-defined]
    assert {name: str(line.odds) for name, line in lines.items()} == {
        name: odds.replace(":", " to ") for name, odds in (ODDS | {"pontoon": "3:2"}).items()
    }


@pytest.mark.parametrize("cards", [cards for cards, _ in BONUSES])
def test_a_doubled_21_wins_even_money_whatever_it_is_made_of(cards: str) -> None:
    *before, last = cards.split()
    felt = dealt("9h", " ".join(before[:2]))
    felt.draw(" ".join(before[2:]))
    felt.double(last)
    for spot in ("wager", "double"):
        done = felt.result(1, spot)
        assert done.pays == 10_00
        felt.shows(law.DOUBLE_PAYS_EVEN, done)
        felt.shows(law.TABLE_1, done)


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ("6h 8c", "6-7-8-mixed"),
        ("6s 8s", "6-7-8-spades"),
        ("7h 7d", "7-7-7-mixed"),
        ("7s 7s", "7-7-7-spades"),
        ("2h 2c 3d 7s", "five-card-21"),
        ("2h 2c 3d 3s 4h", "six-card-21"),
        ("2h 2c 2d 2s 3h 3c", "seven-card-21"),
        ("Kh 4d", "win"),
    ],
)
def test_bonuses_are_paid_on_split_hands(more: str, line: str) -> None:
    felt = dealt("9h", "7s 7c")
    first, *rest = more.split()
    felt.split(first)
    felt.draw(" ".join(rest))
    done = felt.result(1, "wager")
    assert done.pays == 10_00 * odds_of(line)
    assert law.SPLIT_NO_PONTOON not in done.because  # three cards would not be one anyway
    assert felt.round.need("card-2")


def test_a_21_of_two_cards_after_a_split_wins_even_money() -> None:
    felt = dealt("9h", "Ks Qc")
    felt.split("As")
    done = felt.result(1, "wager")
    assert done.pays == 10_00
    felt.shows(law.SPLIT_NO_PONTOON, done)


@pytest.mark.parametrize(("cards", "line"), BONUSES)
def test_a_bonus_is_paid_to_every_wager_on_the_hand(cards: str, line: str) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 30)
    first, second, *more = cards.split()
    felt.deal("9h", p1=f"{first} {second}")
    felt.draw(" ".join(more))
    assert felt.net("Ann") == 50 * odds_of(line)
    assert felt.net("Bob") == 30 * odds_of(line)


@pytest.mark.parametrize("cards", ["2s 3h 4c 5d 6h", "6s 7s 8h", "6h 7h 5h", "7s 7s 6s"])
def test_a_bonus_needs_a_total_of_21(cards: str) -> None:
    """The same shapes at 20 or less are settled against the dealer like any hand."""
    first, second, *more = cards.split()
    felt = dealt("9h", f"{first} {second}")
    felt.draw(" ".join(more))
    if felt.round.is_over:
        assert cards == "6s 7s 8h"
        return
    felt.stand()
    felt.dealer("8d")
    assert felt.net("Ann") == 10


@pytest.mark.parametrize(
    ("cards", "dealer", "wins"),
    [
        ("7h 7h 7h", "7s", True),
        ("7s 7s 7s", "7s", True),
        ("7h 7h 7h", "6h", False),
        ("7h 7h 7d", "7h", False),
        ("7h 7h", "7h", False),
        ("7h 7h 7h 7h", "7h", False),
        ("6h 7h 8h", "7h", False),
    ],
)
def test_what_is_a_super_bonus(cards: str, dealer: str, wins: bool) -> None:
    assert is_super(parse_cards(cards), parse_cards(dealer)[0]) is wins
