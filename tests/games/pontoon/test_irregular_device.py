"""A shuffling device that fails in a round (18): what is stated chooses the remedy, and each is carried out."""

from typing import Any

import pytest

from games.pontoon.pontoon_felt import PontoonFelt
from games.pontoon.test_irregular import offered, report, ruled
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.law import Reading
from pitboss.play.acts import Deal, Decide, Shuffle
from pitboss.play.events import IrregularityRuled
from pitboss.play.irregularity import OPEN_ORDER, OTHER_DEVICE, REPLACE_CARDS, Irregularity
from pitboss.play.wager import Result


def failed(remedy: str = "", *states: str) -> Irregularity:
    return report("device-failed", remedy, states=states)


def table(*, drawn: str = "Kc", **changes: Any) -> PontoonFelt:
    """Ann's pontoon is paid, Bob is bust, Cat is to act."""
    felt = PontoonFelt(**({"device": "shuffler"} | changes))
    for patron, area, dollars in (("Ann", 1, 50), ("Bob", 2, 30), ("Cat", 3, 20), ("Dan", 4, 10)):
        felt.wager(patron, area, dollars)
    felt.deal("6h", p1="As Kh", p2="Ks 6s", p3="9s 5h", p4="Qs 8h")
    felt.draw(drawn)
    return felt


@pytest.mark.parametrize(
    ("states", "remedy"),
    [
        (("spare", "transferable"), "transfer"),
        (("spare", "transferable", "damaged"), "replace-and-transfer"),
        (("disadvantaged",), "end-round"),
        (("disadvantaged", "spare", "transferable"), "end-round"),
        (("disadvantaged", "damaged"), "end-round"),
        ((), "finish-from-shoe"),
        (("spare",), "finish-from-shoe"),
        (("transferable",), "finish-from-shoe"),
        (("damaged",), "finish-from-shoe"),
    ],
)
def test_states_choose_the_remedy(states: tuple[str, ...], remedy: str) -> None:
    assert offered(table(), failed("", *states)) == [remedy]


def test_shoe_is_no_shuffling_device() -> None:
    assert law.NO_CLAUSE in table(device="shoe").refused(failed("transfer", "spare", "transferable")).because


def test_device_that_fails_before_the_first_card_is_no_matter_of_the_round() -> None:
    felt = PontoonFelt(device="shuffler")
    felt.wager("Ann", 1)
    assert law.NO_CLAUSE in felt.refused(failed("end-round", "disadvantaged")).because


def test_cards_are_moved_and_the_game_goes_on() -> None:
    felt = table()
    before = felt.round
    rules = (law.CARDS_TRANSFERRED, law.DEVICE_FAILS, law.FAILURE_FAIR, law.SPARE_AT_HAND, law.CARDS_TRANSFERABLE)
    keys = (*rules, Reading("P51"), Reading("P52"))
    ruled(felt, failed("transfer", "spare", "transferable"), *keys)
    assert felt.event(IrregularityRuled).follows == (OTHER_DEVICE,)
    assert felt.round._replace(version=before.version) == before


def test_damaged_cards_are_replaced_and_the_game_goes_on() -> None:
    felt = table()
    needs = felt.needs
    ruled(felt, failed("replace-and-transfer", "spare", "transferable", "damaged"), law.DAMAGED_REPLACED)
    assert felt.event(IrregularityRuled).follows == (REPLACE_CARDS, OTHER_DEVICE)
    assert felt.needs == needs


@pytest.mark.parametrize("busts_back", [True, False])
def test_failure_to_a_disadvantage_ends_the_round_and_stakes_go_back(busts_back: bool) -> None:
    felt = table(readings={"voidReturnsBusts": busts_back})  # which is read of other clauses
    keys = (law.FAILURE_ENDS_ROUND, law.DEVICE_FAILS, law.ROUNDS_BEFORE_FAILURE_STAND, Reading("P51"))
    ruled(felt, failed("end-round", "disadvantaged"), *keys)
    assert felt.round.is_over
    assert [felt.net(name) for name in ("Ann", "Bob", "Cat", "Dan")] == [75, 0, 0, 0]
    assert Reading("P47") in felt.event(IrregularityRuled).because
    felt.next_round()
    felt.shows(law.FAILURE_ENDS_ROUND, felt.shuffle_need())


def test_players_may_have_the_stakes_back_and_the_others_finish_from_a_shoe() -> None:
    felt = table()
    ruled(felt, failed("finish-from-shoe"), law.FINISHED_FROM_SHOE, law.STAKES_MAY_GO_BACK)
    assert felt.event(IrregularityRuled).follows == (REPLACE_CARDS, OTHER_DEVICE, OPEN_ORDER)
    asked = [need for need in felt.round.needs if need.kind == "retract"]
    assert [need.patron for need in asked] == ["Cat", "Dan"]  # type: ignore[union-attr]
    assert felt.round.due
    happened = felt.says("retract", patron="Cat")
    felt.shows(law.STAKES_MAY_GO_BACK, happened[0])
    assert Reading("P48") in happened[0].because
    assert felt.result(3, "wager").result is Result.VOID and felt.net("Cat") == 0
    assert felt.net("Bob") == -30 and felt.net("Ann") == 75  # what was settled was fairly so
    felt.says("continue", patron="Dan")
    felt.do(Shuffle("shuffle"))
    assert felt.cut_need().by == "Dan"  # farthest right
    felt.prepare()
    assert felt.round.due == () and felt.round.game.terms.device == "shoe"
    felt.stand()
    felt.dealer("Kd 9d")
    assert felt.round.is_over and felt.net("Dan") == 10
    felt.next_round()
    assert felt.game.terms.device == "shuffler"
    felt.shows(law.FINISHED_FROM_SHOE, felt.shuffle_need())


def test_player_who_says_nothing_goes_on() -> None:
    felt = table()
    felt.do(failed("finish-from-shoe"))
    need = felt.asked("Dan", "retract")
    assert need.optional
    felt.do(Shuffle("shuffle"))
    assert felt.round.wagers[3].left.cents == 10_00
    assert felt.refused(Decide(need.id, "Dan", "retract")).words  # the time for it is over


def test_round_ends_where_all_have_their_stakes_back() -> None:
    felt = table()
    felt.do(failed("finish-from-shoe"))
    felt.says("retract", patron="Cat")
    felt.says("retract", patron="Dan")
    assert felt.round.is_over and not felt.needs


def test_no_card_comes_before_the_shuffle_into_the_shoe() -> None:
    felt = table()
    felt.says("draw")
    felt.do(failed("finish-from-shoe"))
    assert law.FINISHED_FROM_SHOE in felt.refused(Deal("card-3", parse_cards("2c"))).because
    felt.says("continue", patron="Cat")
    felt.says("continue", patron="Dan")
    felt.prepare()
    felt.card("2c")
    assert felt.asked("Cat").kind == "play"


def test_device_that_fails_before_the_discards_are_back() -> None:
    felt = PontoonFelt(device="shuffler")
    felt.wager("Ann", 1)
    felt.deal_cards("6h", p1="9s 5h")
    felt.do(failed("finish-from-shoe"))
    felt.says("continue")
    felt.prepare()
    felt.draw("5d")
    felt.stand()
    felt.dealer("Kd 5c")
    assert felt.round.is_over and felt.net("Ann") == -10
