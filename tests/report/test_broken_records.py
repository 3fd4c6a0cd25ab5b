"""Records that cannot be: each gets one line of plain words, with the line of what is wrong, and never a traceback."""

import pytest

from pitboss.games import ENGINES
from pitboss.report.lines import RecordError
from pitboss.report.record import LARGEST, read_record
from pitboss.report.script import play_record

HEAD = 'format = 1\ngame = "star-caribbean-stud"\n'
ANN = '[[player]]\nname = "Ann"\narea = 1\nwagers = { ante = 25 }\ncards = "3s 3d 3h 9c 9s"\ndoes = ["bet"]\n'
BOB = '[[player]]\nname = "Bob"\narea = 2\nwagers = { ante = 25 }\ncards = "2s 2d 4h 5c 6s"\ndoes = ["fold"]\n'
DEALER = '[dealer]\ncards = "As Qd Jh 9d 8s"\n'
SHORT = HEAD + ANN + DEALER
CROWN = 'format = 1\ngame = "crown-caribbean-stud"\n'
ULTIMATE = 'format = 1\ngame = "crown-ultimate-texas-holdem"\n'
ACT = HEAD + "[[act]]\n"


def error_of(written: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        play_record(read_record(written))
    assert "\n" not in str(caught.value)
    return caught.value


def changed(old: str, new: str) -> str:
    assert old in SHORT
    return SHORT.replace(old, new)


WRONG: dict[str, tuple[str | bytes, int, str]] = {
    # What is no record at all.
    "not TOML": (HEAD + "x =\n", 3, "this is not TOML"),
    "string not closed": ('format = 1\ngame = "x', 2, "this is not TOML: Unterminated string"),
    "not UTF-8": (b"format = 1\n\xff\n", 2, "this is not UTF-8 text"),
    "too large": (HEAD + "#" * LARGEST, 1, "too large for a record"),
    "empty": ("", 1, "the record has no format"),
    "nested arrays": (HEAD + "chips = " + "[" * 5000 + "]" * 5000, 3, "nested deeper"),
    "nested names": (HEAD + "a." * 5000 + "a = 1", 3, "nested deeper"),
    "long list": (HEAD + "chips = [" + "1, " * 5000 + "]", 3, "chips has more than 2000 entries"),
    # Numbers.
    "5000 digits": (HEAD + "\nround = " + "9" * 5000, 4, "too large a number"),
    "5000 hex digits": (HEAD + "round = 0x" + "f" * 5000, 3, "round is too large a number"),
    "endless exponent": (HEAD + "chips = [1e999999999]", 3, "chips entry 1 is too large or too fine a number"),
    "areas nan": (HEAD + "areas = nan", 3, "areas is a number that can be written out, not nan"),
    "round inf": (HEAD + "round = inf", 3, "not infinity"),
    "chips nan": (HEAD + "chips = [1, nan]", 3, "chips entry 2"),
    "option nan": (HEAD + "[sign]\njackpot = { price = 5, option = nan }", 4, "sign.jackpot.option"),
    "amount inf": (changed("ante = 25", "ante = -inf"), 6, "Ann's wagers.ante"),
    "half an area": (changed("area = 1", "area = 1.5"), 5, "Ann's area is a whole number, not 1.5"),
    "tenth of a cent": (HEAD + "[sign]\nmaximum-payout = 0.001", 4, "sign.maximum-payout is an amount in dollars"),
    # Chips.
    "chip too large": (HEAD + "chips = [10000000]", 3, "the smallest chip must be worth"),
    "one chip too large": (HEAD + "chips = [1, 100001]", 3, "chips are worth at most $100,000"),
    "too many chips": (HEAD + f"chips = {list(range(1, 22))}", 3, "chips has more than 20 entries"),
    "chips of no measure": (HEAD + "chips = [999.99, 1000]", 3, "chips go together"),
    "no chips": (HEAD + "chips = []", 3, "chips is empty"),
    # What the rules of the game have no use for.
    "maximum payout at Star Mississippi": (
        'format = 1\ngame = "star-mississippi-stud"\n[sign]\nmaximum-payout = 50000',
        4,
        "the rules of star-mississippi-stud have no maximum-payout: leave it out",
    ),
    "maximum payout at Pontoon": (
        'format = 1\ngame = "star-pontoon"\n[sign]\nmaximum-payout = 50000',
        4,
        "have no maximum-payout: leave it out",
    ),
    "regulator's minimum at the Star": (
        HEAD + "[sign]\nregulator-minimum = { ante = 5 }",
        4,
        "the rules of star-caribbean-stud have no regulator-minimum: leave it out",
    ),
    "jackpot at Pontoon": (
        'format = 1\ngame = "star-pontoon"\n[sign]\njackpot = { price = 5 }',
        4,
        "have no jackpot: leave it out",
    ),
    "low limit at Crown": (CROWN + "low-limit = true", 3, "have no low-limit: leave it out"),
    "decks of a poker game": (HEAD + "decks = 6", 3, "have no decks: leave it out"),
    "limits of no spot": (HEAD + "[sign]\nlimits.trips = { minimum = 5, maximum = 9 }", 4, "no limits for"),
    "own limits of no spot": (HEAD + "[sign]\nindividual.Ann.trips = { minimum = 5, maximum = 9 }", 4, "no limits for"),
    "line at a box of one player": (
        HEAD + '[[box]]\narea = 1\nseated = "Ann"\nline = ["Ann", "Bob"]',
        6,
        "has one player, so no line",
    ),
    "line of a wager": (
        ACT + 'does = "place"\nplayer = "A"\narea = 1\nspot = "ante"\nstake = 25\nline = 1',
        3,
        "leave the place in line out",
    ),
    "leave that is not needed": (
        ACT + 'does = "place"\nplayer = "A"\narea = 1\nspot = "ante"\nstake = 25\napproved-by = "gaming-manager"',
        3,
        "This wager needs no approval",
    ),
    # Keys and words.
    "format": ('format = 2\ngame = "x"', 1, "format is 1, not 2"),
    "misspelt": (changed("wagers", "wager"), 6, 'Ann has no key called "wager": did you mean wagers?'),
    "missing": (HEAD + '[[player]]\nname = "Ann"\narea = 1\n', 3, "Ann has no wagers"),
    "device": (HEAD + 'device = "hand"', 3, 'device is "shoe" or "shuffler", not "hand"'),
    "players": (HEAD + "player = 5", 3, "player is a list in brackets, not 5"),
    "wagers": (changed("{ ante = 25 }", "{ }"), 6, "Ann's wagers is empty"),
    "stake": (changed("ante = 25", "ante = true"), 6, "or a table such as { chips = 20, tokens = 5 }, not true"),
    "version as a date": (HEAD + "version = 2021-03-10", 3, 'write it in quotes, as in "2021-03-10"'),
    "blank name": (changed("Ann", "  "), 4, "player 1's name is blank"),
    "control character": (changed("Ann", "A\\u001bnn"), 4, "player 1's name has a control character in it"),
    "text turned round": (changed("Ann", "A\\u202enn"), 4, "has a control character in it"),
    "control character in a key": (HEAD + '[sign]\nindividual."A\\u0007" = {}', 4, "has a control character in it"),
    # The head.
    "game": ('format = 1\n\ngame = "roulette"', 3, "There is no game roulette"),
    "version": (HEAD + '\nversion = "1999-01-01"', 4, "There is no edition star-caribbean-stud 1999-01-01"),
    "reading": (HEAD + "[readings]\n\nnoSuch = true", 5, "no reading called noSuch"),
    "reading's choice": (HEAD + "[readings]\nfoldKeepsJackpot = 3", 4, "one of false, true, not 3"),
    "reading not played": (HEAD + '[readings]\nmaximumPayoutScope = "table"', 4, "has no reading called"),
    # The sign.
    "unknown spot": (HEAD + "[sign]\n\nlimits.bet = { minimum = 1, maximum = 2 }", 5, 'no limits for "bet"'),
    "own limits": (HEAD + "[sign]\nindividual.Ann.x = { minimum = 1, maximum = 2 }", 4, 'no limits for "x"'),
    "half limits": (HEAD + "[sign]\nlimits.ante = { minimum = 1 }", 4, "sign.limits.ante has no maximum"),
    "limits": (
        HEAD + "[sign]\n\nlimits.ante = { minimum = 9, maximum = 2 }",
        5,
        "Set a minimum above $0",
    ),
    "method": (HEAD + '[sign]\n\njackpot = { price = 5, method = "A" }', 5, "has no dealing method"),
    "multiples of none": (HEAD + "[sign]\nmultiples = { flop = [2] }", 4, "have no multiples of the Ante"),
    "multiples' stage": (ULTIMATE + "[sign]\nmultiples = { turn = [2] }", 4, "there are at pre-flop, flop, river"),
    "multiples": (ULTIMATE + "[sign]\nmultiples = { flop = [9] }", 4, "less than 4 times the Ante"),
    # Players.
    "name twice": (HEAD + ANN + BOB.replace("Bob", "Ann") + DEALER, 10, "Ann is named twice"),
    "area twice": (HEAD + ANN + BOB.replace("area = 2", "area = 1") + DEALER, 11, "Bob: area 1 has a player already"),
    "area": (changed("area = 1", "area = 9"), 5, "choose one from 1 to 7"),
    "spot": (changed("ante = 25", "anti = 25"), 6, "no spot called anti"),
    "second wager": (changed("{ ante = 25 }", "{ ante = 25, jackpot = 5 }"), 6, "This table offers no jackpot"),
    "blank decision": (changed('["bet"]', '[""]'), 8, "Ann's does entry 1 is empty"),
    "decision of spaces": (changed('["bet"]', '["  "]'), 8, "Ann's does entry 1 is blank"),
    "decision with more": (changed('"bet"', '"bet 50 tokens"'), 8, '"bet 50 tokens" cannot be read'),
    "decision with two amounts": (changed('"bet"', '"bet 50 60"'), 8, "cannot be read"),
    "decision without option": (changed('"bet"', "{ stake = 5 }"), 8, "Ann's does entry 1 has no option"),
    "decision's amount": (changed('"bet"', '"bet x"'), 8, 'Ann: "x" is not an amount'),
    "absent with a stake": (changed('"bet"', '"absent 5"'), 8, "who is absent stakes nothing"),
    "wrong bet": (changed('["bet"]', '[\n"bet 40"]'), 9, "exactly $50, not $40"),
    "no such option": (changed('"bet"', '"raise"'), 8, "Ann may bet or fold, not raise"),
    "too many decisions": (changed('["bet"]', '["bet",\n"bet"]'), 9, "Ann cannot bet. That decision is already made"),
    "found for nothing": (changed("[dealer]", 'found = ["bet"]\n[dealer]'), 9, '"bet" was never found wrong'),
    "found on no spot": (changed("[dealer]", 'found = ["x"]\n[dealer]'), 9, 'no wager called "x"'),
    "unnoticed and not there": (changed("[dealer]", 'unnoticed = ["jackpot"]\n[dealer]'), 9, "never came into play"),
    "unnoticed and right": (
        changed("[dealer]", 'unnoticed = ["ante"]\n[dealer]'),
        6,
        "This wager breaks no rule",
    ),
    "unnoticed bet that is right": (
        changed("[dealer]", 'unnoticed = ["bet"]\n[dealer]'),
        8,
        "This wager breaks no rule",
    ),
    "unnoticed and right at Pontoon": (
        'format = 1\ngame = "star-pontoon"\n[[player]]\nname = "Ann"\narea = 1\nwagers = { wager = 25 }\n'
        'unnoticed = ["wager"]\n',
        6,
        "This wager breaks no rule",
    ),
    "unnoticed on no spot": (changed("[dealer]", 'unnoticed = ["x"]\n[dealer]'), 9, 'no wager called "x"'),
    # Cards.
    "no card": (changed("3s 3d", "Zz 3d"), 7, "'Zz' is not a card"),
    "card twice": (changed("Qd Jh", "9c Jh"), 7, "The 9c is out already"),
    "card missing": (changed("3s 3d", "3d"), 7, "5 cards are dealt to Ann, and 4 are written"),
    "card too many": (changed("3s 3d", "3s 3d 2c"), 7, "9s of Ann was never dealt"),
    "player without cards": (changed('cards = "3s 3d 3h 9c 9s"\n', ""), 3, "write ?? for each card that was not seen"),
    "dealer without cards": (HEAD + ANN, 1, "the dealer has no cards for this deal of 5: write ??"),
    "up is no card": (SHORT + 'up = "Zz"', 11, "'Zz' is not a card"),
    "up is not there": (SHORT + 'up = "Kd"', 11, "is not one of those of the dealer"),
    "up is not seen": (SHORT.replace("8s", "??") + 'up = "??"', 11, "is not one of those of the dealer"),
    "nothing lies up": (
        f'{ULTIMATE}[[player]]\nname = "Ann"\narea = 1\nwagers = {{ ante = 5, blind = 5 }}\ncards = "As Ad"\n'
        'does = ["bet 15"]\n[community]\ncards = "2c 3d 5h 9s Jc"\n[dealer]\ncards = "Ks Kd"\nup = "Ks"',
        13,
        "no card of the dealer lies up",
    ),
    "turned unseen up card": (SHORT.replace('"As Qd', '"As ??') + 'turns = "??"', 11, "was seen: name it"),
    "turns for nothing": (changed("[dealer]", 'turns = "As"\n[dealer]'), 9, "Ann has no ?? in cards for turns to name"),
    "turns too few": (changed("As Qd Jh 9d 8s", "?? ?? Jh 9d 8s") + 'turns = "As"', 11, "turns has 1"),
    "turns too many": (changed("As Qd Jh", "As ?? Jh") + 'turns = "Qd Qc"', 11, "Qc of the dealer was never turned"),
    "no community here": (SHORT + '[community]\ncards = "As"', 11, "this game deals no cards to the community"),
    # Acts.
    "act beside players that never comes": (SHORT + '[[act]]\ndoes = "cutting-card"', 11, "The round is over"),
    "act after what never comes": (
        SHORT + '[[act]]\ndoes = "shuffle"\nafter = "raise"',
        11,
        'the round never came to "raise"',
    ),
    "act alone with a moment": (ACT + 'does = "shuffle"\nafter = "deal"', 3, "leave after out"),
    "find without player": (ACT + 'does = "find"', 4, "to find needs player, which is missing"),
    "find without spot": (ACT + 'does = "find"\nplayer = "Ann"', 4, "to find needs spot"),
    "find nothing": (ACT + 'does = "find"\nplayer = "Ann"\nspot = "ante"', 6, 'Ann has no wager on "ante"'),
    "lapse without player": (ACT + 'does = "lapse"', 4, "to lapse needs player"),
    "field of another act": (ACT + 'does = "cut"\nat = 5\nstake = 5', 6, "to cut has no stake: it has by, at"),
    "act's stake": (
        ACT + 'does = "place"\nplayer = "A"\narea = 1\nspot = "ante"\nstake = "x"',
        8,
        '"x" is not an amount',
    ),
    "act's cards": (ACT + 'does = "deal"\ncards = "Zz"', 5, "'Zz' is not a card"),
    "act's kind": (ACT + 'does = "sing"', 4, 'does of act 1 is "place" or'),
    "act out of turn": (ACT + 'does = "cut"', 3, "Shuffle first, then cut."),
    "marked as refused": (ACT + 'does = "shuffle"\nrefused = true', 3, "no rule refuses it"),
}


@pytest.mark.parametrize("name", WRONG)
def test_record_that_cannot_be(name: str) -> None:
    written, line, words = WRONG[name]
    error = error_of(written)
    assert words in error.words
    assert error.line == line, error


WITH_TABLES = (
    HEAD
    + "[sign]\nlimits.ante = { minimum = 25, maximum = 500 }\njackpot = { price = 5 }\n"
    + ANN.replace('["bet"]', '[{ option = "bet" }]')
    + '[[box]]\narea = 1\nseated = "Ann"\n'
    + DEALER
)


@pytest.mark.parametrize(
    ("before", "where"),
    [
        ("[sign]", "the record"),
        ("limits.ante", "sign"),
        ('name = "Ann"', "Ann"),
        ("area = 1\nseated", "box entry 1"),
        ('cards = "As Qd', "dealer"),
    ],
)
def test_a_key_that_no_record_has_is_refused_wherever_it_stands(before: str, where: str) -> None:
    assert WITH_TABLES.count(before) == 1
    assert play_record(read_record(WITH_TABLES)).round.is_over
    error = error_of(WITH_TABLES.replace(before, f"weather = 1\n{before}"))
    assert 'has no key called "weather"' in error.words


@pytest.mark.parametrize("table", ["price = 5", "minimum = 25", 'option = "bet"'])
def test_a_key_that_no_table_in_a_line_has_is_refused(table: str) -> None:
    assert WITH_TABLES.count(table) == 1
    error = error_of(WITH_TABLES.replace(table, f"{table}, weather = 1"))
    assert "weather" in error.words


def test_game_that_is_not_built_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(ENGINES, "caribbean-stud")
    error = error_of(SHORT)
    assert "star-caribbean-stud cannot be played yet" in error.words
    assert error.line == 2


def test_rule_behind_an_error_is_named() -> None:
    error = error_of(changed("Qd Jh", "9c Jh"))
    assert error.clauses == ("3.1",)
    assert str(error).endswith("[One deck of 52 cards without jokers serves a round (3.1)]")


def test_reading_behind_an_error_says_what_was_played() -> None:
    crown = CROWN + "[sign]\nlimits.ante = { minimum = 1, maximum = 5 }\nregulator-minimum = { ante = 2 }"
    assert "reading K23: " in str(error_of(crown))


def test_mark_before_the_text_is_no_error() -> None:
    assert play_record(read_record("\ufeff" + SHORT)).round.is_over
    assert play_record(read_record(b"\xef\xbb\xbf" + SHORT.encode())).round.is_over


def test_note_may_have_lines_and_tables_in_it() -> None:
    text = HEAD + 'note = """Ann\tsaid:\n[[act]]\n"""\n' + ANN.replace('"bet"', '"raise"') + DEALER
    error = error_of(text)
    assert error.line == 11
