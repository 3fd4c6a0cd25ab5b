"""Ultimate Texas Hold'em: the Flop shows before all players have decided (Crown 13.5)."""

import pytest

from games.irregular_felt import asked, dealt, play_out, report, rule
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.law import Reading
from pitboss.play.events import Decided
from support import DEVICES, ULTIMATE

FLOP = "9h 5d 2c"


@pytest.mark.parametrize("device", DEVICES)
def test_highest_play_may_still_be_made_after_an_early_flop(device: str) -> None:
    felt = dealt(ULTIMATE, device=device)
    felt.bet(1)
    early = {"extra": parse_cards(FLOP)} if device == "shoe" else {"places": (0, 1, 2)}
    ruled, _ = rule(felt, "community-shown", "go-on", **early)
    felt.shows(law.HOUSE_SHOWN_EARLY, ruled)
    felt.shows(Reading("K38"), ruled)
    assert felt.game.board(felt.round) == parse_cards(FLOP)
    assert asked(felt) == {"pre-flop-2"} and felt.decision(2).options[0].most_cents == 4 * 25_00
    felt.decide(2, "check")
    assert felt.round.phase == "flop" and felt.decision(2).options[0].most_cents == 2 * 25_00
    play_out(felt)


def test_early_flop_takes_players_to_the_next_stage_where_it_is_read_so() -> None:
    felt = dealt(ULTIMATE, readings={"earlyFlopPlay": "later-stage"})
    felt.bet(1)
    _, after = rule(felt, "community-shown", "go-on", extra=parse_cards(FLOP))
    assert [event.option for event in after if isinstance(event, Decided)] == ["check"]
    assert felt.round.phase == "flop" and asked(felt) == {"flop-2"}
    play_out(felt)


def test_no_more_cards_come_out_early_than_there_are() -> None:
    felt = dealt(ULTIMATE)
    felt.shows(
        law.COMMUNITY_CARDS, felt.refused(report(felt, "community-shown", extra=parse_cards(f"{FLOP} 3c 4c 6c")))
    )


@pytest.mark.parametrize("device", DEVICES)
def test_rest_of_an_early_flop_is_shown_in_its_time(device: str) -> None:
    felt = dealt(ULTIMATE, device=device)
    rule(felt, "community-shown", "go-on", **({"extra": parse_cards("9h")} if device == "shoe" else {"places": (1,)}))
    felt.decide(1, "check")
    felt.decide(2, "check")
    felt.shows(law.FLOP_SHOWN, felt.reveal()[0])
    assert felt.game.board(felt.round) == parse_cards(FLOP)
    play_out(felt)
    assert felt.round.is_over
