"""What is told of a round is translated, all of it: with each message of the catalogue in other letters, no English is
left but names, spots as the layout prints them, odds, and what people wrote."""

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from pitboss.locale import HERE
from pitboss.messages import language, say
from pitboss.play.round import PUBLIC
from pitboss.play.terms import spot_words
from pitboss.report.narration import RECORD, tell_round, voice_at_table
from pitboss.report.record import read_record
from pitboss.report.script import play_record
from pitboss.report.settlements import paid_words, settlement_words

RECORDS = sorted((Path(__file__).parents[1] / "playthroughs").glob("*.toml"))
ENGLISH = re.compile(r"[A-Za-z]{2,}")
VALUE = re.compile(r"(\{\w*\})")


@cache
def known() -> frozenset[str]:
    """Every message of the catalogue."""
    with (HERE / "pitboss.pot").open("rb") as file:
        found = [[each.id] if isinstance(each.id, str) else each.id for each in read_po(file)]
    return frozenset(words for ids in found for words in ids)


class OtherLetters:
    """A language whose words are those of English without a letter of English."""

    def gettext(self, message: str, /) -> str:
        if message not in known():
            return message
        parts = VALUE.split(message)
        return "".join(part if VALUE.fullmatch(part) else ENGLISH.sub("ж", part) for part in parts)

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        return self.gettext(one if number == 1 else many)


def leave_out(said: str, *names: str) -> str:
    """What is said without some names."""
    for name in sorted(filter(None, names), key=len, reverse=True):
        said = said.replace(name, "")
    return said


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_round_is_told_in_the_language_in_force(record: Path) -> None:
    played = play_record(read_record(record.read_text()))
    names = {"to", *(wager.patron for wager in played.round.wagers), *map(spot_words, played.game.spots)}
    with language(OtherLetters()):
        for voice in (RECORD, voice_at_table(PUBLIC)):
            for _, _, lines in tell_round(played.opening, played.acts, voice, taken=played.steps):
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
