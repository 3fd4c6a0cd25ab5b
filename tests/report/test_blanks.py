"""Cards that a record leaves open: what is settled without them is what every choice of cards comes to."""

import itertools
import math
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from pitboss.cards import DECK_48, DECK_52, Card, points, show
from pitboss.cards.card import RANKS, SUITS
from pitboss.report.decision import decision_data
from pitboss.report.lines import RecordError
from pitboss.report.record import PlayedRecord, Record, read_record
from pitboss.report.script import play_record

MOST_CHOICES = 250
"""How many choices of cards a case has: all of them are played."""


def caribbean(random: Random) -> str:
    """A round of Caribbean Stud with hands that are close: pairs, flushes and dealers near the qualifier."""
    game = random.choice(["star-caribbean-stud", "crown-caribbean-stud"])
    deck = _likely_deck(random)
    does = random.choice(["bet", "bet", "bet", "fold"])
    method = ', method = "A"' if game.startswith("crown") else ""
    return (
        f'format = 1\ngame = "{game}"\n[sign]\njackpot = {{ price = 5{method} }}\n'
        f'[[player]]\nname = "Ann"\narea = 1\nwagers = {{ ante = 25, jackpot = 5 }}\n'
        f'cards = "{show(deck[:5])}"\ndoes = ["{does}"]\n'
        f'[[player]]\nname = "Bob"\narea = 3\nwagers = {{ ante = 25 }}\n'
        f'cards = "{show(deck[5:10])}"\ndoes = ["bet"]\n'
        f'[dealer]\ncards = "{show(deck[10:15])}"\n'
    )


def mississippi(random: Random) -> str:
    """A round of Mississippi Stud to its end."""
    game, deck = random.choice(["star-mississippi-stud", "crown-mississippi-stud"]), _likely_deck(random)
    return (
        f'format = 1\ngame = "{game}"\n[[player]]\nname = "Ann"\narea = 1\nwagers = {{ ante = 25 }}\n'
        f'cards = "{show(deck[:2])}"\ndoes = ["bet 25", "bet 25", "bet 25"]\n[community]\ncards = "{show(deck[2:5])}"\n'
    )


def ultimate(random: Random) -> str:
    """A round of Ultimate Texas Hold'em to the river."""
    deck, does = _likely_deck(random), random.choice(["bet", "bet", "fold"])
    return (
        'format = 1\ngame = "crown-ultimate-texas-holdem"\n[sign]\nlimits.trips = { minimum = 5, maximum = 100 }\n'
        "limits.ante = { minimum = 5, maximum = 100 }\n"
        '[[player]]\nname = "Ann"\narea = 1\nwagers = { ante = 25, blind = 25, trips = 5 }\n'
        f'cards = "{show(deck[:2])}"\ndoes = ["check", "check", "{does}"]\n'
        f'[community]\ncards = "{show(deck[2:7])}"\n[dealer]\ncards = "{show(deck[7:9])}"\n'
    )


def pontoon(random: Random) -> str:
    """A round of Pontoon with hands whose suits may be paid for, and a dealer who draws to the end."""
    draws = random.random() < 0.5
    ranks = random.choice(["678", "777", "956", "A28", "K65"] if draws else ["88", "77", "K9", "Q8"])
    cards = [Card(RANKS.index(rank) * 4 + random.choice([3, random.randrange(4)])) for rank in ranks]
    dealer = [random.choice([Card(RANKS.index("7") * 4), random.choice(DECK_48)])]
    while len(dealer) < 2 or points(dealer).total < 17:
        dealer.append(random.choice(DECK_48))
    does = '"draw"' if draws and points(cards).total == 21 else '"stand"'
    if points(cards).total == 21:
        dealer = dealer[:1]
    pairs = ", perfect-pairs = 5" if random.random() < 0.5 else ""
    return (
        f'format = 1\ngame = "star-pontoon"\n[[player]]\nname = "Ann"\narea = 2\nwagers = {{ wager = 25{pairs} }}\n'
        f'cards = "{show(cards)}"\ndoes = [{does}]\n[dealer]\ncards = "{show(dealer)}"\n'
    )


def _likely_deck(random: Random) -> list[Card]:
    """A deck in some order, often of few ranks or of few suits, so that hands are close and flushes come."""
    suits = random.choice([(0, 1, 2, 3), (2, 3), (1, 2, 3)])
    ranks = random.choice([range(13), range(7, 13), range(6)])
    first = [card for card in DECK_52 if card.suit in suits and card.rank in ranks]
    rest = [card for card in DECK_52 if card not in first]
    random.shuffle(first)
    random.shuffle(rest)
    return first + rest


GAMES = {"caribbean": caribbean, "mississippi": mississippi, "ultimate": ultimate, "pontoon": pontoon}


def with_blanks(random: Random, data: Mapping[str, Any], deck: tuple[Card, ...]) -> tuple[dict[str, Any], list[Any]]:
    """A record with some cards left open, and every record that it may stand for."""
    cells = [(kind, None) for kind in ("dealer", "community") if kind in data]
    cells += [("player", place) for place in range(len(data["player"]))]  # type: ignore[misc]
    words = {cell: _row(data, cell)["cards"].split() for cell in cells}
    places = [(cell, number) for cell in cells for number in range(len(words[cell]))]
    random.shuffle(places)
    choices: list[list[str]] = []
    open_places = []
    for cell, number in places:
        is_unseen = random.random() < 0.3
        choice = [str(card) for card in deck] if is_unseen else [words[cell][number][0] + suit for suit in SUITS]
        if math.prod(map(len, choices)) * len(choice) <= MOST_CHOICES:
            choices.append(choice)
            open_places.append((cell, number))
            words[cell][number] = "??" if is_unseen else words[cell][number][0]
    opened = _with_words(data, words)
    whole = []
    for cards in itertools.product(*choices):
        for (cell, number), card in zip(open_places, cards, strict=True):
            words[cell][number] = card
        whole.append(_with_words(data, words))
    return opened, whole


def _row(data: Mapping[str, Any], cell: tuple[str, int | None]) -> dict[str, Any]:
    kind, place = cell
    row: dict[str, Any] = data[kind] if place is None else data[kind][place]
    return row


def _with_words(data: Mapping[str, Any], words: Mapping[Any, list[str]]) -> dict[str, Any]:
    changed = {**data, "player": [dict(row) for row in data["player"]]}
    for kind in ("dealer", "community"):
        if kind in data:
            changed[kind] = dict(data[kind])
    for cell, cards in words.items():
        _row(changed, cell)["cards"] = " ".join(cards)
    return changed


def outcome(record: Record) -> object:
    """What every wager comes to; nothing where a card is there too often, an error in words where the round is none."""
    try:
        played = play_record(record)
    except RecordError as error:
        return None if "is out already" in error.words else "none"
    return wagers_of(played) if played.round.is_over else "not over"


def wagers_of(played: PlayedRecord) -> object:
    keys = ("wager", "result", "pays_cents", "returned_cents", "taken_cents")
    data = decision_data(played)
    claims = [(claim["wager"], claim["hand"]) for claim in data["claims"]]
    return [[row[key] for key in keys] for row in data["wagers"]], claims


def cases(name: str, count: int, seed: int = 0) -> Iterator[tuple[Record, dict[str, Any], list[Any]]]:
    random = Random(f"{name} {seed}")
    while count:
        record = read_record(GAMES[name](random))
        if isinstance(outcome(record), tuple):
            count -= 1
            deck = DECK_48 if name == "pontoon" else DECK_52
            opened, whole = with_blanks(random, record.data, deck)
            yield record, opened, whole


@pytest.mark.parametrize("name", GAMES)
def test_open_cards_are_settled_where_every_choice_comes_to_the_same(name: str) -> None:
    settled = 0
    for record, opened, whole in cases(name, 12):
        outcomes = [outcome(record._replace(data=data)) for data in whole]
        possible = [each for each in outcomes if each is not None]
        is_one = all(each == possible[0] for each in possible) and isinstance(possible[0], tuple)
        found = outcome(record._replace(data=opened))
        assert found == possible[0] if is_one else not isinstance(found, tuple), opened
        settled += is_one
    assert settled


# What is said.

STAR = 'format = 1\ngame = "star-caribbean-stud"\n'
BETS = '[[player]]\nname = "Ann"\narea = 1\nwagers = { ante = 25 }\ncards = "CARDS"\ndoes = ["bet"]\n'


def ann_bets(cards: str, dealer: str) -> str:
    return STAR + BETS.replace("CARDS", cards) + f"[dealer]\n{dealer}\n"


def test_hand_that_the_settlement_does_not_read_may_be_unseen() -> None:
    """The dealer has no hand, so that the Ante is paid and the Bet goes back whatever Ann holds."""
    played = play_record(read_record(ann_bets("?? ?? ?? ?? ??", 'cards = "As Q J 9d 8"')))
    assert [total["net_cents"] for total in decision_data(played)["totals"]] == [2500]
    assert [hand["cards"] for hand in decision_data(played)["hands"]][1] == ["??"] * 5


def test_card_that_decides_is_told_with_two_results() -> None:
    with pytest.raises(RecordError) as caught:
        play_record(read_record(ann_bets("3h 3d 4h 9c 8d", 'cards = "As Ks Js 8s 7"')))
    assert caught.value.words == (
        "the suit of 7 of the dealer decides Ann's Ante on area 1: "
        "with 7c, Ann's Ante of $25 wins $25 at 1 to 1; with 7s, Ann's Ante of $25 loses"
    )


def test_round_that_waits_for_cards_says_what_they_decide() -> None:
    played = play_record(read_record(ann_bets("3h 3d 4h 9c 8d", 'cards = "?? ?? ?? ?? Kd"\nup = "Kd"')))
    assert not played.round.is_over
    assert played.hint.startswith("one of ?? ?? ?? ?? of the dealer decides Ann's Ante on area 1: with ")


def test_only_grounds_that_hold_for_every_choice_are_given() -> None:
    """Ann's full house wins against a pair, two pairs and three of a kind; which of them it beats is not known."""
    text = ann_bets("3s 3d 3h 9c 9s", 'cards = "?? Ad Ah 8d 4c"\nup = "Ad"')
    unseen = play_record(read_record(text)).round.settlements
    shown = [play_record(read_record(text.replace("??", card))).round.settlements for card in ("2c", "8h", "As")]
    for place, done in enumerate(unseen):
        assert {*done.because} == set.intersection(*({*each[place].because} for each in shown))


ACTS = """
[[act]]
does = "place"
player = "Ann"
area = 1
spot = "ante"
stake = 25
[[act]]
does = "shuffle"
[[act]]
does = "cut"
[[act]]
does = "deal"
cards = "?? 3 ?? 3 ?? 3 ?? 9c As 9"
[[act]]
does = "decide"
player = "Ann"
option = "bet"
stake = 50
[[act]]
does = "turn"
hand = "dealer"
cards = "Ad ?? 8 4s"
[[act]]
does = "call"
says = "settle"
"""


def test_acts_may_leave_cards_open() -> None:
    assert play_record(read_record(STAR + ACTS)).round.is_over
    with pytest.raises(RecordError, match=r"\?\? of the dealer decides Ann's Ante on area 1: with "):
        play_record(read_record(STAR + ACTS.replace("3 ?? 3 ?? 3 ?? 9c", "3h ?? 3 ?? 4 ?? 9c").replace("As 9", "Ks T")))


def test_acts_beside_players_may_leave_cards_open() -> None:
    text = ann_bets("3 3 3 9 9", 'cards = "?? ?? ?? ?? K"\nup = "K"')
    row = '[[act]]\ndoes = "turn"\nhand = "dealer"\ncards = "Ad A 8 4"\n'
    assert play_record(read_record(text + row)).round.is_over


def test_card_that_was_not_seen_leaves_ranks_their_cards() -> None:
    """Five cards that no person saw do not take the twos that the record names by their rank, which come later."""
    bob = BETS.replace("Ann", "Bob").replace("area = 1", "area = 2").replace("CARDS", "2 2 2 2 3")
    text = ann_bets("?? ?? ?? ?? ??", 'cards = "A Qs Jh 7d 5c"').replace("[dealer]", f"{bob}[dealer]")
    assert play_record(read_record(text)).round.is_over
