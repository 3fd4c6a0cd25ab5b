"""What a person writes from memory of a dispute is understood, and what cannot have been is answered by its clause."""

import pytest

from pitboss import law
from pitboss.play.acts import Cut, Decide
from pitboss.play.powers import CutBack, Void
from pitboss.report.decision import decision_data, prize_words
from pitboss.report.lines import RecordError
from pitboss.report.narration import waiting_words
from pitboss.report.record import PlayedRecord, read_record, write_record
from pitboss.report.script import play_record

STAR = 'format = 1\ngame = "star-caribbean-stud"\n'
CROWN = 'format = 1\ngame = "crown-caribbean-stud"\n'
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


def played(text: str) -> PlayedRecord:
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
    assert error.words == "to bet takes $25 to $75: say which, as in bet 25"
    in_steps = text.replace(
        "[[player]]", "[sign]\nlimits.ante = { minimum = 25, maximum = 500, unit = 25 }\n[[player]]"
    )
    assert error_of(in_steps).words == "to bet takes $25 or $50 or $75: say which, as in bet 25"


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
        "the dealer to show; name the cards that are ??, in turns or in an act that turns them",
    ),
    "a street at Mississippi Stud": (
        MISSISSIPPI
        + 'device = "shuffler"\n'
        + player("Ann", 1, "ante = 25", "3s 3d", '"bet 25"')
        + '[community]\ncards = "?? ?? ??"\n',
        "1 community card to be turned; name the cards that are ??, in turns or in an act that turns them",
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
        "the deal; write ?? for a card that was not seen",
    ),
}


@pytest.mark.parametrize("name", WAITS)
def test_what_a_round_waits_for_is_said_in_words(name: str) -> None:
    text, words = WAITS[name]
    assert waiting_words(played(text).round) == words


# What was not offered is answered with the clause that closed it.

CLOSED = {
    "a pontoon is not insured": (
        PONTOON
        + player("Ann", 1, "wager = 25", "As Kd", '"insure"')
        + player("Bob", 2, "wager = 25", "9s Kd", '"stand"')
        + dealer("Ad 7h"),
        "Ann cannot insure. A pontoon cannot be insured",
        "8.2",
    ),
    "insurance against an eight": (
        PONTOON + player("Ann", 1, "wager = 25", "9s Kd", '"insure", "stand"') + dealer("8d Kh"),
        "Insurance is not open",
        "8.1",
    ),
    "surrender against an eight": (
        PONTOON + player("Ann", 1, "wager = 25", "9s Kd", '"surrender"') + dealer("8d Kh"),
        "Surrender is not open",
        "9.1",
    ),
    "a card after a stand": (
        PONTOON + player("Ann", 1, "wager = 25", "9s Kd 2c", '"stand"') + dealer("8d Kh"),
        "2c of Ann was never dealt. Ann decides to stand",
        "11.1.3",
    ),
    "a card that the dealer does not draw": (
        PONTOON + player("Ann", 1, "wager = 25", "9s Kd", '"stand"') + dealer("8d Kh 2c"),
        "2c of the dealer was never dealt. The dealer stands on this total",
        "14.1",
    ),
    "a split of two values": (
        PONTOON + player("Ann", 1, "wager = 25", "9s Kd", '"split"') + dealer("8d Kh"),
        "Ann may stand or draw or double, not split.",
        "13.1",
    ),
    "a forfeit without a double": (
        PONTOON + player("Ann", 1, "wager = 25", "9s Kd", '"forfeit"') + dealer("8d Kh"),
        "Ann may stand or draw or double, not forfeit.",
        "12.5",
    ),
    "a community card after all have folded": (
        MISSISSIPPI + player("Ann", 1, "ante = 25", "3s 3d", '"fold"') + '[community]\ncards = "Kd Kh 2c"\n',
        "Kd Kh 2c of the community was never dealt. Every player folded.",
        '1.1 "Community Cards"',
    ),
    "a second bet": (
        STAR + player("Ann", 1, "ante = 25", "3s 3d 3h 9c 9s", '"bet", "fold"') + dealer("As Kd Jh 9d 8s"),
        "Ann cannot fold. That decision is already made",
        "5.6",
    ),
    "a bet after a fold": (
        ULTIMATE
        + player("Ann", 1, "ante = 25, blind = 25", "3s 3d", '"check", "check", "fold", "bet"')
        + player("Bob", 2, "ante = 25, blind = 25", "4s 5d", '"check", "check", "bet"')
        + '[community]\ncards = "Kd Kh 2c 4c 8h"\n'
        + dealer("As Ad"),
        "Ann cannot bet. That decision is already made",
        "6.2",
    ),
}


@pytest.mark.parametrize("name", CLOSED)
def test_what_was_not_offered_is_answered_by_its_clause(name: str) -> None:
    text, words, clause = CLOSED[name]
    error = error_of(text)
    assert words in error.words
    assert clause in error.clauses or not clause
    assert error.clauses


def test_cards_that_were_not_seen_need_not_have_been_dealt() -> None:
    text = MISSISSIPPI + player("Ann", 1, "ante = 25", "3s 3d", '"fold"') + '[community]\ncards = "?? ?? ??"\n'
    assert played(text).round.is_over


# Attempts, findings and excess in the short form.


def test_attempts_that_were_refused_are_among_the_decisions() -> None:
    tried = '{ option = "bet", stake = 40, refused = true }, { option = "raise", refused = true }, "bet"'
    record = played(STAR + player("Ann", 1, "ante = 25", "3s 3d 3h 9c 9s", tried) + dealer("As Kd Jh 9d 8s"))
    assert [each.refusal.words for each in record.tried] == [
        "To bet takes exactly $50, not $40.",
        "Ann may bet or fold, not raise.",
    ]
    assert record.round.is_over


def test_attempt_that_nothing_was_open_for_has_its_clause() -> None:
    ann = player("Ann", 1, "wager = 25", "As Kd", '{ option = "insure", refused = true }')
    record = played(PONTOON + ann + player("Bob", 2, "wager = 25", "9s Kd", '"stand"') + dealer("Ad 7h"))
    (tried,) = record.tried
    assert "8.2" in record.game.rules.cite(tried.refusal.because)
    assert 0 < tried.after < len(record.steps)
    assert record.game.rules.cite(tried.refusal.because)


def test_attempt_that_the_rules_take_is_an_error() -> None:
    tried = '{ option = "bet", refused = true, stake = 50 }'
    text = STAR + player("Ann", 1, "ante = 25", "3s 3d 3h 9c 9s", tried) + dealer("As Kd Jh 9d 8s")
    assert "no rule refuses it" in error_of(text).words


def test_wagers_that_were_refused_stand_beside_those_that_were_taken() -> None:
    sign = "[sign]\nlimits.ante = { minimum = 25, maximum = 500 }\n"
    ann = player("Ann", 1, "ante = 25", "3s 3d 3h 9c 9s", '"bet"', "refused = { ante = 600 }")
    bob = '[[player]]\nname = "Bob"\narea = 1\nwagers = { }\nrefused = { ante = 25 }\n'
    record = played(STAR + sign + ann + bob + dealer("As Kd Jh 9d 8s"))
    assert [each.refusal.words for each in record.tried][1] == "Area 1 already has its Ante: choose another area."
    assert record.round.is_over
    assert "wagers is empty" in error_of(STAR + sign + ann + bob.replace("refused = { ante = 25 }\n", "")).words


def test_insurance_may_come_late() -> None:
    """A player who insures after another decision does so when the dealer remembers it (17.13)."""
    ann = player("Ann", 1, "wager = 50", "9s Kd", '"stand", "insure 10"')
    record = played(PONTOON + ann + player("Bob", 2, "wager = 25", "9s Kd", '"stand"') + dealer("Ad Kh"))
    (insurance,) = (done for done in record.round.settlements if done.spot == "insurance")
    assert law.INSURANCE_REMEMBERED in insurance.because
    assert record.round.is_over
    both = player("Ann", 1, "wager = 50", "9s Kd", '"insure 10", "stand"')
    (insurance,) = (done for done in played(PONTOON + both + dealer("Ad Kh")).round.settlements if done.spot != "wager")
    assert law.INSURANCE_REMEMBERED not in insurance.because


def test_wager_may_be_found_after_the_deal() -> None:
    sign = "[sign]\nlimits.wager = { minimum = 25, maximum = 500 }\n"
    found = 'unnoticed = ["wager"]\nfound = [{ spot = "wager", after = "deal" }]'
    ann = player("Ann", 1, "wager = 600", "9s Kd", '"stand"', found)
    record = played(PONTOON + sign + ann + dealer("8d Kh"))
    places = [type(act).__name__ for act in record.acts]
    assert places.index("Deal") < places.index("Find") < places.index("Decide")
    never = ann.replace('"deal" }', '"split" }')
    assert "never found" in error_of(PONTOON + sign + never + dealer("8d Kh")).words


def test_excess_past_a_loss_limit_goes_back() -> None:
    cut = 'cut-back = { rank = "gaming-supervisor", keeps = { 3rd-street = 25 }, after = "bet" }'
    ann = player("Ann", 1, "ante = 25", "3s 3d", '"bet 75"', cut)
    bob = player("Bob", 2, "ante = 25", "4s 5d", '"bet 25", "fold"')
    record = played(MISSISSIPPI + ann + bob + '[community]\ncards = "Kd Kh 2c"\n')
    assert any(isinstance(act, CutBack) for act in record.acts)
    assert record.round.is_over


# Acts beside players.


def test_acts_come_as_soon_as_the_rules_take_them() -> None:
    text = STAR + player("Ann", 1, "ante = 25", "3s 3d 3h 9c 9s", '"bet"') + dealer("As Kd Jh 9d 8s")
    rows = (
        '[[act]]\ndoes = "cut"\nat = 20\n'
        '[[act]]\ndoes = "place"\nplayer = "Bob"\narea = 2\nspot = "ante"\nstake = 25\nrefused = true\n'
        'after = "Ann bet"\n'
        '[[act]]\ndoes = "void"\nrank = "gaming-manager"\nground = "fraud"\nafter = "end"\n'
    )
    record = played(text + rows)
    assert [act.at for act in record.acts if isinstance(act, Cut)] == [20]
    assert isinstance(record.acts[-1], Void)
    (tried,) = record.tried
    assert "No more bets" in tried.refusal.words
    again = played(write_record(record.opening, record.acts))
    assert again.round == record.round


def test_act_beside_players_names_what_comes_later() -> None:
    text = STAR + player("Ann", 1, "ante = 25", "3s 3d 3h 9c 9s", '"bet 40", "correct"', 'unnoticed = ["bet"]')
    rows = '[[act]]\ndoes = "find"\nplayer = "Ann"\nspot = "bet"\n'
    assert played(text + dealer("As Kd Jh 9d 8s") + rows).round.is_over


# What is shown.


def test_side_cards_that_decide_are_said() -> None:
    ann = player("Ann", 1, "ante = 25", "Ks Kd As 9c 4s", '"bet"')
    hands = decision_data(played(STAR + ann + dealer("Kh Kc Ad 9d 3s")))["hands"]
    assert [hand["says"] for hand in hands] == [
        "pair of kings with ace, nine, three",
        "pair of kings with ace, nine, four",
    ]
    hands = decision_data(played(STAR + ann + dealer("Qh Qc Ad 9d 3s")))["hands"]
    assert [hand["says"] for hand in hands] == ["pair of queens", "pair of kings"]
    hands = decision_data(played(STAR + ann + dealer("Kh Kc Ad 9d 4d")))["hands"]
    assert [hand["says"] for hand in hands] == ["pair of kings", "pair of kings"]


@pytest.mark.parametrize(
    ("game", "cards", "words"),
    [
        ("star", "3s 3d 3h 9c 9s", "$150"),
        ("star", "Ts Js Qs Ks As", "100% of the jackpot"),
        ("crown", "3s 3d 3h 9c 9s", "for 1, $"),
    ],
)
def test_claim_says_its_prize(game: str, cards: str, words: str) -> None:
    method = ', method = "A"' if game == "crown" else ""
    sign = f"[sign]\njackpot = {{ price = 5{method} }}\n"
    head = (CROWN if game == "crown" else STAR) + sign
    record = played(head + player("Ann", 1, "ante = 25, jackpot = 5", cards, '"bet"') + dealer("Ad Kh Jh 9d 8s"))
    assert words in prize_words(record.round, record.round.claims[0])


# Cards that the record leaves open.


def test_rank_is_enough_where_suits_decide_nothing() -> None:
    record = played(STAR + player("Ann", 1, "ante = 25", "3 3 3 9 10", '"bet"') + dealer("A A J 9 8", 'up = "J"'))
    data = decision_data(record)
    assert record.round.is_over
    assert data["hands"][0]["cards"][-1] == "J"
    assert data["hands"][1]["cards"] == ["3", "3", "3", "9", "T"]
    assert data["hands"][1]["says"] == "three threes"
    whole = player("Ann", 1, "ante = 25", "3s 3d 3h 9c Td", '"bet"') + dealer("As Ad Jh 9d 8s", 'up = "Jh"')
    nets = [[total["net_cents"] for total in decision_data(each)["totals"]] for each in (record, played(STAR + whole))]
    assert nets[0] == nets[1]


def test_ranks_and_cards_may_be_mixed() -> None:
    record = played(STAR + player("Ann", 1, "ante = 25", "3s 3 3h 9c 9", '"bet"') + dealer("As Kd J 9d 8s"))
    assert record.round.is_over
    assert len({card for hand in record.round.hands for card in hand.cards}) == 10


SUITS_DECIDE = {
    "a flush": (
        STAR + player("Ann", 1, "ante = 25", "3 5 7 9 J", '"bet"') + dealer("As Kd Jh 9d 8s"),
        "one of the suits of 3 5 7 9 J of Ann decides Ann's Ante on area 1",
    ),
    "the dealer's flush": (
        STAR + player("Ann", 1, "ante = 25", "3h 3d 4h 9c 8d", '"bet"') + dealer("As Ks Js 8s 7"),
        "the suit of 7 of the dealer decides Ann's ",
    ),
    "a jackpot": (
        STAR
        + "[sign]\njackpot = { price = 5 }\n"
        + player("Ann", 1, "ante = 25, jackpot = 5", "3s 4s 5s 6s 8", '"bet"')
        + dealer("Qs Jd 9h 5d 2c"),
        "the suit of 8 of Ann decides Ann's Jackpot on area 1",
    ),
    "a perfect pair": (
        PONTOON + player("Ann", 1, "wager = 25, perfect-pairs = 5", "8 8", '"stand"') + dealer("7d Qc"),
        "one of the suits of 8 8 of Ann decides Ann's Perfect Pairs on area 1",
    ),
    "6, 7, 8": (
        PONTOON + player("Ann", 1, "wager = 25", "6 7 8", '"draw"') + dealer("7d"),
        "one of the suits of 6 7 8 of Ann decides Ann's Wager on area 1",
    ),
}


@pytest.mark.parametrize("name", SUITS_DECIDE)
def test_suit_that_decides_is_asked_for_by_the_wager(name: str) -> None:
    text, words = SUITS_DECIDE[name]
    assert words in error_of(text).words


def test_ranks_are_enough_at_pontoon() -> None:
    record = played(PONTOON + player("Ann", 1, "wager = 25", "9 3 8", '"hit", "stand"') + dealer("7 Q"))
    assert record.round.is_over
    split = player("Ann", 1, "wager = 25", "8 8", '"split", "stand", "stand"', 'split = ["K", "Q"]')
    record = played(PONTOON + split + dealer("7 Q"))
    assert [hand["cards"] for hand in decision_data(record)["hands"]][1:] == [["8", "K"], ["8", "Q"]]


def test_rank_that_the_deck_has_no_more_of_is_an_error() -> None:
    text = STAR + player("Ann", 1, "ante = 25", "3 3 3 3 9", '"bet"') + dealer("As Kd Jh 9d 3")
    error = error_of(text)
    assert error.words == "no 3 is left in these cards for the dealer"
    assert error.clauses == ("3.1",)
    error = error_of(PONTOON + player("Ann", 1, "wager = 25", "10 3", '"stand"') + dealer("7d Qc"))
    assert error.words == "there is no 10 in this deck for Ann"
    assert error.clauses == ("3.1",)


def test_round_ends_where_all_fold_and_the_dealers_cards_were_not_seen() -> None:
    """Crown's dealer shows the hand all the same; what it is decides nothing any more."""
    ann = player("Ann", 1, "ante = 25", "3s 3d 3h 9c 9s", '"fold"')
    record = played(CROWN + ann + dealer("?? ?? ?? ?? Kd", 'up = "Kd"'))
    assert record.round.is_over
    (hand, _) = decision_data(record)["hands"]
    assert sorted(hand["cards"]) == ["??", "??", "??", "??", "Kd"]
    assert hand["says"] == ""
    ann = player("Ann", 1, "ante = 25, blind = 25", "3s 3d", '"check", "check", "fold"')
    assert played(ULTIMATE + ann + '[community]\ncards = "Kd Kh 2c 4c 8h"\n' + dealer("?? ??")).round.is_over


def test_card_that_nobody_saw_may_be_one_that_decides_nothing() -> None:
    """The dealer's pair of aces is beaten or not, whatever one more low card is; a pair of kings may yet be two."""
    ann = player("Ann", 1, "ante = 25", "3s 3d 3h 9c 9s", '"bet"')
    assert played(STAR + ann + dealer("?? Ad Ah 8d 4c", 'up = "Ad"')).round.is_over
    ann = player("Ann", 1, "ante = 25", "Ks Kd 3h 9c 8s", '"bet"')
    assert not played(STAR + ann + dealer("?? Qd Qh 8d 4c", 'up = "Qd"')).round.is_over


def test_card_that_lies_up_and_decides_is_named() -> None:
    ann = player("Ann", 1, "wager = 25", "9s ??", '"stand"')
    assert "A card dealt face up is known: name it." in error_of(PONTOON + ann + dealer("7d Qc")).words


# Wagers by where they lie.

DOUBLED = (
    PONTOON
    + player("Ann", 2, "wager = 25", "8s 8d", '"split", "double", "double"', 'split = ["3c 9h", "2c 9d"]')
    + dealer("7d Qc")
    + '[[act]]\ndoes = "void"\nrank = "gaming-manager"\nground = "breach"\nafter = "end"\n'
)


def test_wagers_of_split_hands_are_told_apart() -> None:
    record = played(DOUBLED + 'wagers = [{ area = 2, spot = "double", hand = 2 }]\n')
    (act,) = (act for act in record.acts if isinstance(act, Void))
    first, second = (wager.id for wager in record.round.wagers if wager.spot == "double")
    assert act.wagers == (second,)
    text = write_record(record.opening, record.acts)
    assert 'wagers = [{ player = "Ann", area = 2, spot = "double", hand = 2 }]' in text
    assert played(text).round == record.round
    assert played(DOUBLED + 'wagers = [{ spot = "double", hand = 1 }]\n').acts[-1].wagers == (first,)  # type: ignore[attr-defined]


def test_wager_that_could_be_several_is_an_error() -> None:
    error = error_of(DOUBLED + 'wagers = [{ area = 2, spot = "double" }]\n')
    assert error.words == 'there are several wagers on "double": say the hand of the one that is meant'
    assert "no wager on" in error_of(DOUBLED + 'wagers = [{ area = 3, spot = "double" }]\n').words
