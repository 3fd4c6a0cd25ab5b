"""What is told of a round is translated, all of it: with each message of the catalogue in other letters, no English is
left but names, odds, and what people wrote."""

from pathlib import Path

import pytest

from other_letters import ENGLISH, OtherLetters, leave_out
from pitboss.messages import language, say
from pitboss.play.round import PUBLIC
from pitboss.report.narration import RECORD, audience_at_table, tell_round
from pitboss.report.record import read_record
from pitboss.report.script import play_record
from pitboss.report.settlements import paid_words, settlement_words

RECORDS = sorted((Path(__file__).parents[1] / "playthroughs").glob("*.toml"))


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_round_is_told_in_the_language_in_force(record: Path) -> None:
    played = play_record(read_record(record.read_text()))
    names = {"to", *(wager.patron for wager in played.round.wagers)}
    with language(OtherLetters()):
        for audience in (RECORD, audience_at_table(PUBLIC)):
            for _, _, lines in tell_round(played.opening, played.acts, audience, taken=played.steps):
                for sentence, event in lines:
                    on_the_log = [getattr(event, name, "") for name in ("reason", "by", "words")]
                    said = leave_out(sentence.text(lambda cards: ""), *names, *on_the_log)
                    assert not ENGLISH.findall(said), sentence
        for done in played.round.settlements:
            said = f"{settlement_words(done, played.round)} {paid_words(done)}"
            assert not ENGLISH.findall(leave_out(said, *names)), said


def test_a_message_that_is_not_in_the_catalogue_stays_english() -> None:
    """What the test above looks for is found: else it would show nothing."""
    with language(OtherLetters()):
        assert ENGLISH.findall(say("No catalogue has this.")) and not ENGLISH.findall(say("The round is over"))
