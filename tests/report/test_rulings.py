"""What a decision says beside settlements and claims: money that goes back, what the rules decide in a player's place,
wagers found wrong, rulings (Pontoon 6.1.2, 6.2, 6.3.1, 17.10, 17.13; Crown 7.2.2 to 7.2.4, 13.7)."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pitboss.play.events import (
    Called,
    CardsCollected,
    CardsDealt,
    CardsTurned,
    CutMade,
    CutRefused,
    CuttingCardOut,
    Decided,
    Event,
    ExcessReturned,
    IrregularityRuled,
    JackpotClaimed,
    OfferLapsed,
    RoundEnded,
    RoundVoided,
    Seated,
    Settled,
    Shuffled,
    ShuffleDirected,
    WagerFound,
    WagerPlaced,
    WagerTakenBack,
)
from pitboss.report.decision import decision_data
from pitboss.report.narration import is_ruling
from pitboss.report.record import PlayedRecord, read_record
from pitboss.report.script import play_record

PONTOON = """\
format = 1
game = "star-pontoon"
[sign]
limits.wager = { minimum = 10, maximum = 500 }
limits.perfect-pairs = false
"""
ACE = """
[[player]]
name = "Ann"
area = 1
wagers = { wager = 40 }
cards = "Kh 9s"
does = [%s]
[dealer]
cards = "Ad 7h"
"""
MISSISSIPPI = """\
format = 1
game = "%s"
[sign]
limits.ante = { minimum = 25, maximum = 500 }
%s
[[player]]
name = "Ann"
area = 1
wagers = { ante = %s }
%s
cards = "Ks Qd"
does = [%s]
[community]
cards = "9h 5d 2c"
"""
RECORDS = sorted((Path(__file__).parent.parent / "playthroughs").glob("*.toml"))

SHOWN_AS_WAGERS, SHOWN_AS_CLAIMS = {Settled}, {JackpotClaimed}
ALWAYS: set[type[Event]] = {
    WagerTakenBack,
    OfferLapsed,
    WagerFound,
    RoundVoided,
    ExcessReturned,
    ShuffleDirected,
    IrregularityRuled,
}
BY_THE_RULES = {Decided, Called}  # where no player or dealer simply did what is theirs to do
NEVER = {WagerPlaced, Shuffled, CutMade, CutRefused, CuttingCardOut, Seated, CardsDealt, CardsTurned, CardsCollected}


def decide(text: str) -> dict[str, Any]:
    return decision_data(play_record(read_record(text)))


def ruled(data: dict[str, Any]) -> list[tuple[str, list[str]]]:
    return [(ruling["says"], ruling["clauses"]) for ruling in data["rulings"]]


def test_every_kind_of_event_has_its_place() -> None:
    kinds = SHOWN_AS_WAGERS | SHOWN_AS_CLAIMS | ALWAYS | BY_THE_RULES | NEVER | {RoundEnded}
    assert kinds == set(Event.__subclasses__())


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_every_event_that_decides_is_said_once(record: Path) -> None:
    played = play_record(read_record(record.read_text()))
    data = decision_data(played)
    events = Counter(type(event) for step in played.steps for event in step.events)
    said = Counter(ruling["what"] for ruling in data["rulings"])
    assert len(data["wagers"]) == events[Settled] and len(data["claims"]) == events[JackpotClaimed]
    for kind in ALWAYS:
        assert said[kind.__name__] == events[kind]
    assert not {kind.__name__ for kind in NEVER} & set(said)
    by_rule = [
        event
        for act, step in zip(played.acts, played.steps, strict=True)
        for event in step.events
        if type(event) in BY_THE_RULES and is_ruling(act, event)
    ]
    assert said["Decided"] + said["Called"] == len(by_rule)
    assert all(ruling["clauses"] for ruling in data["rulings"])


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_totals_add_up_to_the_cent(record: Path) -> None:
    adds_up(play_record(read_record(record.read_text())))


def adds_up(played: PlayedRecord) -> None:
    """What was put down, less what went back before it was at stake, is what was staked; and that gives the net."""
    data = decision_data(played)
    placed = Counter[str]()
    for event in (event for step in played.steps for event in step.events):
        if isinstance(event, WagerPlaced):
            placed[event.patron] += event.stake.cents
    for ruling in data["rulings"]:
        placed[ruling["player"]] -= ruling["returned_cents"]
    for total in data["totals"]:
        mine = [row for row in data["wagers"] if row["player"] == total["player"]]
        assert total["staked_cents"] == placed[total["player"]]
        assert total["returned_cents"] == sum(row["returned_cents"] for row in mine)
        assert total["won_cents"] == sum(row["pays_cents"] for row in mine)
        back = total["returned_cents"] + total["won_cents"] + total["carried_cents"]
        assert total["net_cents"] == back - total["staked_cents"]


def test_pontoon_excess_over_a_shared_maximum_goes_back_before_the_deal() -> None:
    text = (
        PONTOON
        + """
[[player]]
name = "Bob"
area = 3
wagers = { wager = 450 }
[[player]]
name = "Ann"
area = 3
seated = true
wagers = { wager = 100 }
cards = "Kh 9s"
does = ["stand"]
[dealer]
cards = "7d Kc"
"""
    )
    played = play_record(read_record(text))
    data = decision_data(played)
    (back,) = (ruling for ruling in data["rulings"] if ruling["what"] == "WagerTakenBack")
    assert back["says"] == "$50 of Bob's Wager on area 3 goes back"
    assert (back["player"], back["returned_cents"]) == ("Bob", 50_00)
    assert {"6.1.2", "6.3.1"} <= set(back["clauses"])
    assert [row["stake_cents"] for row in data["wagers"] if row["player"] == "Bob"] == [400_00]
    adds_up(played)


def test_pontoon_absent_player_stands() -> None:
    data = decide(PONTOON + ACE.replace("Ad 7h", "7d Kh") % '"absent"')
    assert ruled(data) == [("Ann is absent: stand, area 1", ["17.10"])]


def test_pontoon_absent_player_stands_on_each_split_hand() -> None:
    text = (
        PONTOON
        + """
[[player]]
name = "Ann"
area = 1
wagers = { wager = 40 }
cards = "8s 8d"
split = ["3c", "Kc"]
does = ["split", "absent"]
[dealer]
cards = "7d Kh"
"""
    )
    said = ruled(decide(text))
    assert said == [
        ("Ann is absent: stand, area 1, first hand", ["17.10"]),
        ("Ann is away: stand, area 1, second hand", ["17.10"]),
    ]


def test_pontoon_insurance_that_was_not_offered_lapses() -> None:
    text = (
        PONTOON
        + """
[[act]]
does = "place"
player = "Ann"
area = 1
spot = "wager"
stake = 40
[[act]]
does = "deal"
cards = "Kh Ad 9s"
[[act]]
does = "call"
says = "surrender"
[[act]]
does = "call"
says = "surrender is closed"
[[act]]
does = "decide"
player = "Ann"
option = "stand"
[[act]]
does = "deal"
cards = "7h"
"""
    )
    assert ruled(decide(text)) == [("The Insurance that was not offered lapses", ["17.13"])]


def test_pontoon_late_insurance_says_by_which_clause_it_was_made() -> None:
    played = play_record(read_record(next(r for r in RECORDS if "insurance-remembered" in r.stem).read_text()))
    late = [ruling["says"] for ruling in decision_data(played)["rulings"] if "17.13" in ruling["clauses"]]
    assert late == ["The dealer calls: insurance", "Ann decides to insure, area 2", "Bob decides to insure, area 5"]


def test_pontoon_wager_under_the_minimum_found_late_stands() -> None:
    low = ACE.replace("wager = 40 }", 'wager = 5 }\nunnoticed = ["wager"]').replace("Ad 7h", "7d Kh")
    data = decide(PONTOON + low % '"stand"')
    assert ruled(data) == [
        ("The dealer notices Ann's Wager on area 1: The Wager of $5 is under $10, and stands.", ["6.2"])
    ]


@pytest.mark.parametrize(
    ("game", "minimum", "clause"),
    [
        ("star-mississippi-stud", "", "6.2"),
        ("crown-mississippi-stud", "regulator-minimum = { ante = 5 }", "7.2.3"),
        ("crown-mississippi-stud", "regulator-minimum = { ante = 20 }", "7.2.2"),
    ],
)
def test_ante_under_the_minimum_found_late_cites_its_clause(game: str, minimum: str, clause: str) -> None:
    data = decide(MISSISSIPPI % (game, minimum, 10, 'unnoticed = ["ante"]', '"bet 10", "bet 10", "bet 10"'))
    (ante,) = (row for row in data["wagers"] if row["spot"] == "ante")
    assert clause in ante["clauses"]
    assert ante["result"] == ("void" if clause == "7.2.2" else "lost")


@pytest.mark.parametrize(
    ("game", "minimum", "cited"),
    [("star-mississippi-stud", "", "6.1"), ("crown-mississippi-stud", "regulator-minimum = { ante = 5 }", "7.2.4")],
)
def test_ante_over_the_maximum_seen_in_time_goes_back_with_its_clause(game: str, minimum: str, cited: str) -> None:
    more = 'unnoticed = ["ante"]\nfound = ["ante"]'
    played = play_record(read_record(MISSISSIPPI.partition("[community]")[0] % (game, minimum, 600, more, '"fold"')))
    data = decision_data(played)
    seen, back = data["rulings"]
    assert (seen["what"], back["says"]) == ("WagerFound", "$100 of Ann's Ante goes back")
    assert back["returned_cents"] == 100_00 and cited in back["clauses"]
    assert [(row["area"], row["spot"]) for row in (seen, back)] == [(1, "ante")] * 2
    adds_up(played)


@pytest.mark.parametrize(
    ("game", "says", "clause"),
    [
        ("star-mississippi-stud", "Ann is absent: fold", "11.11"),
        ("crown-mississippi-stud", "Ann is absent: fold", "13.7"),
    ],
)
def test_absent_player_is_said_with_the_clause(game: str, says: str, clause: str) -> None:
    minimum = "regulator-minimum = { ante = 5 }" if game.startswith("crown") else ""
    ((said, clauses),) = ruled(decide(MISSISSIPPI.partition("[community]")[0] % (game, minimum, 25, "", '"absent"')))
    assert said == says and clause in clauses


def test_a_players_own_decisions_are_no_rulings() -> None:
    minimum = "regulator-minimum = { ante = 5 }"
    assert (
        ruled(decide(MISSISSIPPI % ("crown-mississippi-stud", minimum, 25, "", '"bet 25", "bet 25", "bet 25"'))) == []
    )
