"""Cards, chips and the felt as they are drawn: every sign readable without colour, no hidden card on it."""

import io

import pytest
from rich.console import Console, RenderableType

from pitboss.cards import DECK_52, parse_cards
from pitboss.cli.felt import CardRow, Focus, chips, felt, layout_of, names, write_plainly
from pitboss.cli.output import settlement_lines, sign
from pitboss.money import Chips
from pitboss.play import view
from pitboss.play.round import PUBLIC, Viewer
from support import Felt


def drawn(what: RenderableType, width: int = 80) -> str:
    """What a terminal of that width shows, without colour."""
    screen = Console(width=width, file=io.StringIO(), color_system=None)
    with screen.capture() as shown:
        screen.print(what)
    return shown.get()


def test_card_shows_rank_and_suit() -> None:
    assert drawn(CardRow(parse_cards("As Td ??"))).splitlines() == [
        "╭────╮ ╭────╮ ╭────╮",
        "│A♠  │ │10♦ │ │░░░░│",
        "│    │ │    │ │░░░░│",
        "│  A♠│ │ 10♦│ │░░░░│",
        "╰────╯ ╰────╯ ╰────╯",
    ]


def test_every_card_is_told_from_every_other_without_colour() -> None:
    assert len({names((card,)).plain for card in DECK_52}) == 52
    assert len({drawn(CardRow((card,))) for card in DECK_52}) == 52


def test_cards_lap_where_the_room_is_short_and_become_names_where_there_is_none() -> None:
    hand = CardRow(parse_cards("As Kd Th 9c 2s"))
    lapped = drawn(hand, width=24).splitlines()
    assert lapped[1] == "│A♠ │K♦ │10♥│9♣ │2♠  │"
    assert max(len(line) for line in lapped) <= 24
    assert drawn(hand, width=16).split() == ["A♠", "K♦", "10♥", "9♣", "2♠"]


def test_card_that_no_other_may_follow_lies_sideways() -> None:
    assert drawn(CardRow(parse_cards("As Kd"), sideways=1)).splitlines() == [
        "╭────╮         ",
        "│A♠  │ ╭──────╮",
        "│    │ │K♦    │",
        "│  A♠│ │    K♦│",
        "╰────╯ ╰──────╯",
    ]
    lapped = drawn(CardRow(parse_cards("As Kd 9h"), sideways=2), width=17).splitlines()
    assert lapped[2] == "│   │   │9♥    │"
    assert drawn(CardRow(parse_cards("As Kd 9h"), sideways=2), width=15).split() == ["A♠", "K♦", "9♥"]


def test_chips_say_their_value() -> None:
    assert chips(13_100, Chips()).plain == "(100) (25) (5) (1)"
    assert chips(7_500, Chips()).plain == "(25)×3"


def test_amount_that_chips_cannot_make_has_none() -> None:
    assert chips(2_250, Chips()).plain == ""
    assert chips(2_250, Chips((250, 2_500))).plain == "(2.50)×9"


def test_terminal_without_the_signs_gets_letters_and_plain_lines() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    write_plainly(stream)
    screen = Console(file=stream, width=80, color_system=None)
    screen.print(CardRow(parse_cards("As Td")))
    screen.print("Zoë")
    stream.flush()
    assert raw.getvalue().decode("ascii").splitlines()[1] == "|As  | |10d |"
    assert raw.getvalue().endswith(b"Zo?\n")


def test_terminal_with_the_signs_is_left_alone() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    write_plainly(stream)
    assert stream.errors == "strict"


def dealt() -> Felt:
    table = Felt("star-caribbean-stud")
    table.ante("Ann", 1, 50)
    table.ante("[red]Bo", 2)
    table.deal("As Kd 9h 4c 2s", p1="Th Td 9d 8c 6s", p2="Qs Qd Qh 8h 5s")
    return table


def test_felt_shows_own_cards_and_the_dealers_up_card_alone() -> None:
    table = dealt()
    shown = drawn(felt(view(table.round, Viewer("patron", "Ann")), table.game, layout_of(table.round), Focus(1)))
    assert "Dealer shows 2♠" in shown
    assert "pair of tens" in shown
    assert "Ante $50 (25)×2" in shown
    assert not any(card in shown for card in ("A♠", "K♦", "9♥", "4♣", "Q♠", "Q♦", "Q♥", "8♥", "5♠", "queens"))


def test_names_are_not_read_as_markup() -> None:
    table = dealt()
    assert "2 [red]Bo" in drawn(felt(view(table.round, PUBLIC), table.game, layout_of(table.round)))


def test_felt_at_the_end_shows_what_became_of_each_wager() -> None:
    table = dealt()
    table.bet(1)
    table.fold(2)
    table.settle()
    shown = drawn(felt(view(table.round, PUBLIC), table.game, layout_of(table.round)))
    assert "Dealer: ace-king high" in shown
    assert "Bet  $100 won +$100" in shown
    assert "Ante $25 lost -$25" in shown
    assert "folded" in shown
    assert "Q♠" not in shown


@pytest.mark.parametrize("width", [40, 80, 200])
def test_felt_keeps_to_the_width_of_the_terminal(width: int) -> None:
    table = dealt()
    shown = drawn(felt(view(table.round, PUBLIC), table.game, layout_of(table.round)), width)
    assert max(len(line) for line in shown.splitlines()) <= width


def test_settlement_lines_cite_the_clauses() -> None:
    table = dealt()
    table.bet(1)
    table.fold(2)
    table.settle()
    everybody = drawn(settlement_lines(table.round), 120)
    assert "Star Caribbean Stud" in everybody
    assert "[red]Bo" in everybody
    ann = drawn(settlement_lines(table.round, "Ann", most_clauses=None), 200)
    assert "Bo" not in ann
    bet = next(line for line in ann.splitlines() if line.startswith("Bet"))
    assert bet.split()[:6] == ["Bet", "$100", "won", "1", "to", "1"]
    cited = [number.strip() for number in bet.split("+$100")[1].split(",")]
    assert cited == list(table.game.rules.cite(table.result(1, "bet").because))


def test_win_above_the_maximum_payout_says_so() -> None:
    table = Felt("star-caribbean-stud", maximum_payout_cents=10_000)
    table.ante("Ann", 1, 50)
    table.deal("As Kd 9h 4c 2s", p1="Qs Qd Qh 8h 5s")
    table.bet(1)
    table.settle()
    assert "exactly $300, paid" in drawn(settlement_lines(table.round), 160)
    assert "Maximum payout  $100" in drawn(sign(table.game))
