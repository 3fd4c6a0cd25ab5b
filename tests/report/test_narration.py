"""The narrator: every event has a sentence, and no viewer is told a card that lies face down to them."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.cards import UNKNOWN, Card
from pitboss.money import Stake
from pitboss.play import Round, Table
from pitboss.play.acts import Place, TakeBack
from pitboss.play.events import Event
from pitboss.play.round import PUBLIC, Viewer
from pitboss.play.terms import Limits, Terms
from pitboss.play.view import view
from pitboss.report import narration
from pitboss.report.narration import RECORD, Audience, Sentence, audience_afterwards, audience_at_table, tell_round
from pitboss.report.record import PlayedRecord, read_record
from pitboss.report.script import play_record
from play.toy import make_twins, rules

RECORDS = sorted((Path(__file__).parents[1] / "playthroughs").glob("*.toml"))
CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")


def viewers(round: Round) -> list[Viewer]:
    """Everybody who may look at a round: each player, the dealer and the public."""
    patrons = dict.fromkeys(wager.patron for wager in round.wagers)
    return [PUBLIC, Viewer("dealer"), *(Viewer("patron", name) for name in patrons)]


def told(played: PlayedRecord, audience: Audience) -> Iterator[tuple[Round, Sentence]]:
    """Each sentence of a round, with the round after its act."""
    for _, step, sentences in tell_round(played.opening, played.acts, audience, taken=played.steps):
        yield from ((step.round, sentence) for sentence, _ in sentences)


def named(sentence: Sentence) -> Counter[Card]:
    return Counter(card for part in sentence.parts if not isinstance(part, str) for card in part if card != UNKNOWN)


def hidden(round: Round, viewer: Viewer, sentence: Sentence) -> Counter[Card]:
    """The cards that a sentence names and its viewer does not see."""
    seen = view(round, viewer)
    return named(sentence) - Counter(card for hand in seen.hands for card in hand.cards) - Counter(seen.offered)


def test_every_event_has_a_sentence() -> None:
    assert set(narration._TELL) == set(Event.__subclasses__())


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_no_viewer_is_told_a_card_that_is_hidden_from_them(record: Path) -> None:
    played = play_record(read_record(record.read_text()))
    for viewer in viewers(played.round):
        for audience in (audience_at_table(viewer), audience_afterwards(viewer)):
            for round, sentence in told(played, audience):
                assert not hidden(round, viewer, sentence), f"{viewer}: {sentence}"
                assert not any(isinstance(part, str) and CARD.search(part) for part in sentence.parts), sentence


def test_record_names_cards_that_lie_face_down() -> None:
    """What the test above looks for exists: else it would show nothing."""
    found = Counter[str]()
    for record in RECORDS:
        played = play_record(read_record(record.read_text()))
        found[played.game.rules.game.engine] += sum(
            hidden(round, PUBLIC, sentence).total() for round, sentence in told(played, RECORD)
        )
    assert all(found[engine] for engine in ("caribbean-stud", "mississippi-stud", "ultimate-texas-holdem")), found


def test_player_is_told_their_own_cards_and_others_how_many_there_are() -> None:
    record = next(path for path in RECORDS if path.stem == "crown-absent-player")
    played = play_record(read_record(record.read_text()))
    ann = [str(sentence) for _, sentence in told(played, audience_at_table(Viewer("patron", "Ann")))]
    public = [str(sentence) for _, sentence in told(played, audience_afterwards(PUBLIC))]
    assert "Ann gets Ts 6d 5h 3c 2s; the dealer gets ?? ?? ?? ?? Td" in ann
    assert 'Dealer: "No more bets."' in ann
    assert "Area 1 gets ?? ?? ?? ?? ??; the dealer gets ?? ?? ?? ?? Td" in public
    assert "The dealer calls: no more bets" in public


def test_written_wager_is_told_to_its_player_alone_until_it_is_read() -> None:
    opening = Table.open(make_twins(rules(), Terms(limits={"main": Limits(5_00, 500_00)}))).begin().round
    acts = (
        Place("wagers", "Ann", 1, "main", Stake.of(20_00)),
        Place("wagers", "Ann", 1, "secret", Stake.of(5_00), face_down=True),
        TakeBack("wagers", "Ann", 1, "secret"),
    )

    def says(audience: Audience) -> list[str]:
        return [str(sentence) for *_, told in tell_round(opening, acts, audience) for sentence, _ in told][-2:]

    own = ["Ann puts $5 on Secret, area 1", "Ann takes the Secret of $5 on area 1 back"]
    assert says(RECORD) == says(audience_afterwards(Viewer("patron", "Ann"))) == own
    assert says(audience_at_table(PUBLIC)) == [
        "Ann puts an amount face down on Secret, area 1",
        "Ann takes the Secret of an amount face down on area 1 back",
    ]


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_audiences_differ_in_names_and_speech_alone(record: Path) -> None:
    """Of what lies face up the record, the table and the replay tell the same."""
    played = play_record(read_record(record.read_text()))
    for (_, full), (_, seen) in zip(told(played, RECORD), told(played, audience_afterwards(PUBLIC)), strict=True):
        if UNKNOWN not in [card for part in seen.parts if not isinstance(part, str) for card in part]:
            assert str(seen) == str(full) or "A card is burned" in str(seen)


def test_sentence_is_closed_once() -> None:
    assert str(Sentence(("The round is over",)).closed) == "The round is over."
    assert str(Sentence(('Dealer: "Settle."',)).closed) == 'Dealer: "Settle."'
    assert str(Sentence(("Ann shows ", (UNKNOWN,))).closed) == "Ann shows ??."
