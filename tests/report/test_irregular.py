"""What goes wrong is told in a sentence, with no card that lies face down, and is written and read like any act."""

from random import Random

import pytest

from conformance.driver import legal_act
from conformance.irregular import irregularity
from conformance.setups import SETUPS
from games.irregular_felt import dealt, rule, seated
from pitboss.cards import parse_cards
from pitboss.play import Step, apply, totals
from pitboss.play.acts import Act
from pitboss.play.events import IrregularityRuled
from pitboss.play.irregularity import IntendedHand, Irregularity
from pitboss.play.round import PUBLIC
from pitboss.report.decision import decision_data
from pitboss.report.narration import RECORD, Audience, audience_afterwards, audience_at_table, tell_round
from pitboss.report.record import PlayedRecord, read_record, write_record
from pitboss.report.script import play_record
from report.test_narration import CARD, hidden, told, viewers
from support import CROWN, CROWN_MS, STAR, Felt

TABLES = [name for name, setup in SETUPS.items() if name != "twins" and setup.make().facts]


def gone_wrong(name: str, seed: int) -> PlayedRecord:
    """A round in which things go wrong, and the steps of it."""
    setup, rng = SETUPS[name], Random(seed)
    opening = round = setup.opens(setup.make()).begin().round
    acts: list[Act] = []
    steps: list[Step] = []
    while not round.is_over:
        report = irregularity(round, rng) if round.hands and rng.random() < 0.3 else None
        acts.append(report or legal_act(round, rng, setup.void_rank))
        steps.append(apply(round, acts[-1]))
        round = steps[-1].round
    return PlayedRecord(opening.game, opening, tuple(acts), tuple(steps), ())


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", TABLES)
def test_no_viewer_is_told_a_card_that_is_hidden_from_them(name: str, seed: int) -> None:
    played = gone_wrong(name, seed)
    list(told(played, RECORD))
    for viewer in viewers(played.round):
        for audience in (audience_at_table(viewer), audience_afterwards(viewer)):
            for round, sentence in told(played, audience):
                assert not hidden(round, viewer, sentence), f"{viewer}: {sentence}"
                assert not any(isinstance(part, str) and CARD.search(part) for part in sentence.parts), sentence


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", TABLES)
def test_round_in_which_things_go_wrong_reads_back(name: str, seed: int) -> None:
    played = gone_wrong(name, seed)
    again = play_record(read_record(write_record(played.opening, played.acts)))
    reports = [[act for act in acts if isinstance(act, Irregularity)] for acts in (again.acts, played.acts)]
    assert reports[0] == reports[1]
    assert again.round.hands == played.round.hands and again.round.irregular == played.round.irregular
    assert totals(again.round) == totals(played.round)


def sentences(felt: Felt, audience: Audience) -> list[str]:
    return [
        str(sentence)
        for _, _, told in tell_round(felt.opening, felt.acts, audience)
        for sentence, event in told
        if isinstance(event, IrregularityRuled)
    ]


@pytest.mark.parametrize("audience", [RECORD, audience_at_table(PUBLIC), audience_afterwards(PUBLIC)])
def test_sentence_says_what_went_wrong_and_what_was_done(audience: Audience) -> None:
    felt = dealt(STAR)
    rule(felt, "player-count", "void-hand", hand=1, extra=parse_cards("Qh"), looked=("Ann",))
    (words,) = sentences(felt, audience)
    assert words.startswith("A player's hand has a wrong number of cards (") and "the hand is void" in words


def test_decision_has_the_ruling_with_its_clauses() -> None:
    felt = dealt(CROWN)
    rule(felt, "card-missing", "void-round")
    data = decision_data(PlayedRecord(felt.game, felt.opening, tuple(felt.acts), tuple(_steps(felt)), ()))
    (ruling,) = data["rulings"]
    assert ruling["what"] == "IrregularityRuled" and "13.6" in ruling["clauses"]


def _steps(felt: Felt) -> list[Step]:
    round, steps = felt.opening, []
    for act in felt.acts:
        steps.append(apply(round, act))
        round = steps[-1].round
    return steps


def test_row_of_a_report_is_plain() -> None:
    felt = dealt(CROWN_MS, device="shuffler")
    laid = (IntendedHand(0, parse_cards("2c 9h 5d")),)
    rule(felt, "community-spread", "reconstruct", laid=laid)
    text = write_record(felt.opening, felt.acts)
    assert "[[irregularity]]" in text and 'laid = [{ hand = "community", cards = "2c 9h 5d" }]' in text
    assert 'fact = "community-spread"' in text and "places" not in text
    assert play_record(read_record(text)).round == felt.round
    early = seated(CROWN_MS)
    assert "irregularity" not in write_record(early.opening, early.acts)
