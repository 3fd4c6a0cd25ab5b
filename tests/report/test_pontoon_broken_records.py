"""Records of Pontoon that cannot be: each gets one line of plain words, with its line and its rule."""

import pytest

from pitboss.report.lines import RecordError
from pitboss.report.record import read_record
from pitboss.report.script import play_record

HEAD = 'format = 1\ngame = "star-pontoon"\n'
POKER = 'format = 1\ngame = "star-caribbean-stud"\n'
ANN = '[[player]]\nname = "Ann"\narea = 1\nwagers = { wager = 20 }\ncards = "9s 8d"\ndoes = ["stand"]\n'
BOB = '[[player]]\nname = "Bob"\narea = 1\nwagers = { wager = 10 }\n'
DEALER = '[dealer]\ncards = "7d Qc"\n'
SHORT = HEAD + ANN + DEALER
BOX = HEAD + "[[box]]\n"


def changed(old: str, new: str) -> str:
    assert old in SHORT
    return SHORT.replace(old, new)


WRONG: dict[str, tuple[str, int, str, str]] = {
    # The head.
    "decks": (HEAD + "\ndecks = 7", 4, "from 6 or 8 decks, not 7", "3.1"),
    "too many decks": (HEAD + "decks = 9", 3, "decks is at most 8, not 9", ""),
    "too many bettors": (HEAD + "bettors = 4", 3, "bettors is at most 3, not 4", ""),
    "low limit from a shoe": (HEAD + "low-limit = true", 3, "deals from a shuffling device", "6.7.2"),
    "permission": (HEAD + 'permissions = [\n"split-twice"]', 4, "has no permission split-twice to give: it has", ""),
    "rule that is no permission": (HEAD + 'permissions = ["stand"]', 3, "no permission stand", ""),
    "area reserved twice": (HEAD + "reserved = { Ann = [3], Bob = [3] }", 3, "for one player only", "5.14"),
    "restriction": (
        HEAD + '[restricted]\nAnn = { rule = "x", rank = "dealer" }',
        4,
        'rule is "held-to-minimum" or',
        "",
    ),
    "restricted by whom": (
        HEAD + '[restricted]\nAnn = { rule = "held-to-minimum", rank = "dealer" }',
        3,
        "Only a casino supervisor or above",
        "5.11",
    ),
    "inspector not told": (
        HEAD + 'restricted.Ann = { rule = "one-area-at-minimum", rank = "gaming-manager" }',
        3,
        "Tell an inspector before you restrict Ann so.",
        "5.13",
    ),
    "offered": (HEAD + "[sign]\nlimits.perfect-pairs = true", 4, "or false where it is not offered", ""),
    "not offered": (
        changed("[dealer]", "[sign]\nlimits.perfect-pairs = false\n[dealer]").replace(
            "{ wager = 20 }", "{ wager = 20, perfect-pairs = 5 }"
        ),
        6,
        "This table offers no Perfect Pairs",
        "15.2",
    ),
    "own limits not offered": (HEAD + "[sign]\nindividual.Ann.wager = false", 4, "is a table, not false", ""),
    "wager not offered": (HEAD + "[sign]\nlimits.wager = false", 4, "a maximum for the Wager", "6.1"),
    # The shoe.
    "shoe": (HEAD + 'shoe = "new"', 3, 'shoe is "running", "fresh" or a table such as { left = 40 }, not "new"', ""),
    "shoe of another kind": (HEAD + "shoe = 5", 3, "or a table such as { left = 40 }, not 5", ""),
    "shoe's key": (HEAD + "shoe = { lefft = 5 }", 3, "did you mean left?", ""),
    "more left than there are": (HEAD + 'shoe = { left = 288, seen = "As" }', 3, "288 cannot be left", "3.1"),
    "seen too often": (HEAD + '[shoe]\nseen = "As As As As As As As"', 4, "7 As cannot be out", "3.1"),
    "tens": (HEAD + '[shoe]\nseen = "Ts"', 4, "1 Ts cannot be out", "3.1"),
    "seen and unknown": (HEAD + '[shoe]\nseen = "??"', 4, "name the cards that were seen", ""),
    "seen and no card": (HEAD + '[shoe]\nseen = "Zz"', 4, "'Zz' is not a card", ""),
    "cutting card's area": (
        HEAD + "areas = 3\nshoe = { cutting-card = 5 }",
        4,
        "1 to 3, or at the dealer, 0, not at 5",
        "",
    ),
    "cutting card in a device": (
        HEAD + 'device = "shuffler"\nshoe = { cutting-card = 5 }',
        4,
        "have no cutting card",
        "4.7",
    ),
    "why shuffled": (HEAD + '[shoe]\nshuffle = ["bored"]', 4, 'is "shuffle-at-start" or', ""),
    # The boxes.
    "box of no area": (BOX + 'area = 8\nseated = "Ann"', 4, "choose one from 1 to 7", "2.2.1"),
    "box twice": (BOX + 'area = 1\nline = ["Ann"]\n[[box]]\narea = 1\nseated = "Bob"', 7, "has a box already", ""),
    "two seats": (BOX + 'area = 1\nseated = "Ann"\n[[box]]\narea = 2\nseated = "Ann"', 8, "Ann sits at another", ""),
    "box of nobody": (BOX + "area = 1", 3, "the box of area 1 is empty", ""),
    # What other games have not.
    "decks of poker": (POKER + "decks = 6", 3, "the rules of star-caribbean-stud have no decks: leave it out", ""),
    "shoe of poker": (POKER + 'shoe = "running"', 3, "have no shoe: leave it out", ""),
    "permission of poker": (
        POKER + 'permissions = ["split-again"]',
        3,
        "no permission split-again to give: it has none",
        "",
    ),
    "seat of poker": (
        POKER + ANN.replace("wager = 20", "ante = 25").replace("cards", "seated = true\ncards") + DEALER,
        7,
        "this game has no seated",
        "",
    ),
    # Players.
    "player twice": (HEAD + ANN + ANN + DEALER, 10, "Ann is named twice on area 1", ""),
    "cards twice": (HEAD + ANN + BOB + 'cards = "9s 8d"\n' + DEALER, 13, "the cards of area 1 stand with Ann", ""),
    "fourth on a box": (
        HEAD + ANN + BOB + BOB.replace("Bob", "Cat") + BOB.replace("Bob", "Dan") + DEALER,
        20,
        "Area 1 is full: it takes 3 players.",
        "5.5",
    ),
    "seat taken": (
        HEAD + ANN.replace("cards", "seated = true\ncards") + BOB + "seated = true\n" + DEALER,
        14,
        "Ann sits at area 1: choose another one.",
        "",
    ),
    "ten": (changed("9s 8d", "Ts 8d"), 7, "There is no 10 in this deck.", "3.1"),
    "card that is none": (changed("9s 8d", "Zz 8d"), 7, "'Zz' is not a card", "3.1"),
    "card unseen face up": (changed("9s 8d", "9s ??"), 7, "A card dealt face up is known: name it.", ""),
    "no cards for a hand": (changed('cards = "9s 8d"\n', ""), 3, "Ann has no cards for this deal of 2: name each", ""),
    "player with the box's cards left over": (changed("9s 8d", "9s 8d 4c"), 7, "4c of Ann was never dealt", "11.1.3"),
    "dealer who may not draw": (
        changed("7d Qc", "7d Qc 4c"),
        10,
        "4c of the dealer was never dealt. The dealer stands",
        "14.1",
    ),
    "split cards left over": (
        changed('cards = "9s 8d"', 'cards = "8s 8d"\nsplit = ["Kc 2c",\n"Qc"]').replace(
            '["stand"]', '["split", "stand", "stand"]'
        ),
        8,
        "2c of Ann, first hand was never dealt",
        "",
    ),
    "one split hand": (changed("cards", 'split = ["Kc"]\ncards'), 7, "Ann's split has fewer than 2 entries", ""),
    "draw on 21": (
        changed('"9s 8d"', '"9s 8d 4c 2c"').replace('["stand"]', '["draw",\n"draw"]'),
        9,
        "Ann cannot draw. Ann's Wager of $20 on area 1 wins $20 at 1 to 1 for 21.",
        "10.2.1",
    ),
    "pair that is none": (changed('["stand"]', '["split"]'), 8, "Ann may stand or draw or double, not split", "11.2"),
    "double for more": (changed('["stand"]', '["double 30"]'), 8, "To double takes $1 to $20, not $30.", "12.1.1"),
    "surrender that the box may not": (
        HEAD
        + ANN.replace("cards", "seated = true\ncards")
        + BOB
        + 'does = ["surrender"]\n'
        + DEALER.replace("7d", "Kd"),
        14,
        "Bob cannot surrender. Surrender is not open: the controlling player decides it first",
        "9.5",
    ),
    "more than the box takes": (
        HEAD + "[sign]\nlimits.wager = { minimum = 5, maximum = 25 }\n" + ANN + BOB + DEALER,
        14,
        "room for $5 more under its maximum",
        "6.1.2",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_record_that_cannot_be(name: str) -> None:
    written, line, words, clause = WRONG[name]
    with pytest.raises(RecordError) as caught:
        play_record(read_record(written))
    assert words in caught.value.words
    assert caught.value.line == line, caught.value
    assert (clause in caught.value.clauses) == bool(clause), caught.value.clauses
    assert "\n" not in str(caught.value)


def test_record_that_can_be() -> None:
    assert play_record(read_record(SHORT)).round.is_over
    assert play_record(read_record(HEAD + ANN + BOB + DEALER)).round.is_over
