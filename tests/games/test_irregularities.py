"""What goes wrong at any poker table: cards exposed, miscounted, taken by mistake, shown too early; a deck that is not
whole, a device that fails (Star Caribbean Stud 14.1 to 14.10 and 15; Star Mississippi Stud 11.1 to 11.9 and 12; Crown
13.1 to 13.6, 13.11 and 13.12); and where the two houses differ."""

from typing import Any

import pytest

from games.irregular_felt import (
    ANN,
    CROWNS,
    STARS,
    asked,
    dealt,
    everything_back,
    game_of,
    is_in_deal,
    offered,
    play_out,
    report,
    rule,
    seated,
)
from pitboss import law
from pitboss.cards import UNKNOWN, parse_cards
from pitboss.law import Key, Reading
from pitboss.money import Stake
from pitboss.play.acts import Call, Deal, Place, Shuffle, TakeBack
from pitboss.play.events import Decided
from pitboss.play.irregularity import (
    CHECK_CARDS,
    COUNT_CARDS,
    FOREIGN,
    INSPECTOR,
    OPEN_ORDER,
    OTHER_DEVICE,
    REPLACE_CARDS,
    SURVEILLANCE,
    IntendedHand,
    Irregularity,
    effects,
    facts,
)
from pitboss.play.round import CardSetAside
from pitboss.play.table import fold
from pitboss.play.wager import Refusal, Result
from support import CROWN, CROWN_MS, STAR, STAR_MS, ULTIMATE, Felt

ALL = (*STARS, *CROWNS)
EXTRA = parse_cards("Qh")
DEVICE: dict[str, Any] = {"device": "shuffler"}


def shows_all(felt: Felt, carried: object, *keys: Key | Reading) -> None:
    for key in keys:
        felt.shows(key, carried)


# A misdeal.


@pytest.mark.parametrize("game", ALL)
def test_misdeal_gives_every_wager_back(game: str) -> None:
    felt = is_in_deal(game, 6 if game == STAR else 4)
    fields = {"hand": ANN[game], "places": (0, 1)} if game == STAR else {"hand": ANN[game], "places": (0,)}
    ruled, _ = rule(felt, "card-exposed", "misdeal", **fields)
    felt.shows(law.MISDEAL, ruled)
    for done in everything_back(felt, carried=game in CROWNS):
        felt.shows(law.MISDEAL, done)
        if done.spot == "jackpot":
            felt.shows({STAR: law.VOID, STAR_MS: law.JACKPOT_CANCELLED}.get(game, law.JACKPOT_CARRIED), done)
    assert fold(felt.opening, felt.acts) == felt.round


@pytest.mark.parametrize("game", CROWNS)
def test_crown_jackpot_wager_stays_for_the_next_round(game: str) -> None:
    felt = is_in_deal(game, 2)
    rule(felt, "card-exposed", "misdeal", hand=ANN[game], places=(0,))
    after = felt.table.finish(felt.round)
    assert [(w.patron, w.spot, w.stake.cents) for w in after.carried] == [
        ("Ann", "jackpot", 500),
        ("Bob", "jackpot", 500),
    ]
    felt.round = after.begin().round
    assert felt.round.need("deal") is None  # no player has an Ante down
    felt.do(TakeBack("wagers", "Bob", 2, "jackpot"))  # who leaves takes it along
    felt.ante("Cat", 1)
    if game == ULTIMATE:
        felt.do(Place("wagers", "Cat", 1, "blind", Stake.of(25_00)))
    felt.prepare()
    need = felt.round.need("deal")
    felt.do(Deal("deal", felt.game.deck[: len(need.slots)]))  # type: ignore[union-attr]
    (idle,) = felt.round.settlements  # Ann has no hand for it to ride on
    assert (idle.patron, idle.result, idle.returned.cents) == ("Ann", Result.RETURNED, 500)
    felt.shows(law.JACKPOT_CARRIED, idle)
    felt.shows(law.JACKPOT_NEEDS_ANTE, idle)


# Cards exposed in the deal: rows 4 to 6 and 20 of the differences.


@pytest.mark.parametrize(
    ("game", "remedy"),
    [(STAR, "turn-down"), (CROWN, "misdeal"), (STAR_MS, "misdeal"), (CROWN_MS, "misdeal"), (ULTIMATE, "misdeal")],
)
def test_one_player_card_exposed(game: str, remedy: str) -> None:
    felt = is_in_deal(game, 4)
    assert offered(felt, "card-exposed", hand=ANN[game], places=(0,)) == [remedy]
    ruled, _ = rule(felt, "card-exposed", remedy, hand=ANN[game], places=(0,))
    key = {STAR: law.EXPOSED_TURNED_DOWN, STAR_MS: law.EXPOSED_IN_DEAL}.get(game, law.EXPOSED_BEFORE_LOOKING)
    felt.shows(key, ruled)


@pytest.mark.parametrize("game", CROWNS)
def test_crown_misdeal_for_an_exposed_card_only_before_players_look(game: str) -> None:
    felt = is_in_deal(game, 4)
    assert offered(felt, "card-exposed", hand=ANN[game], places=(0,), looked=("Bob",)) == []
    no = felt.refused(
        report(felt, "card-exposed", hand=ANN[game], places=(0,), looked=("Bob",))._replace(remedy="misdeal")
    )
    felt.shows(law.NO_CLAUSE, no)


@pytest.mark.parametrize("game", ALL)
def test_exposed_card_is_of_the_deal(game: str) -> None:
    felt = dealt(game)
    assert "card-exposed" in [fact.name for fact in facts(felt.round)]  # keyed at once, and no person has acted
    felt.bet(1)
    assert "card-exposed" not in [fact.name for fact in facts(felt.round)]


# A wrong number of cards in a player's hand: rows 8 and 22.


@pytest.mark.parametrize("fields", [{"extra": EXTRA}, {"count": 1}, {"count": 0}], ids=["many", "few", "none"])
@pytest.mark.parametrize("game", ALL)
def test_wrong_count_before_players_look_is_a_misdeal(game: str, fields: dict[str, object]) -> None:
    felt = dealt(game)
    assert offered(felt, "player-count", hand=ANN[game], **fields) == ["misdeal"]
    ruled, _ = rule(felt, "player-count", "misdeal", hand=ANN[game], **fields)
    felt.shows({STAR: law.DEALT_WRONG, STAR_MS: law.COUNT_WRONG}.get(game, law.WRONG_BEFORE_LOOKING), ruled)
    everything_back(felt, carried=game in CROWNS)


@pytest.mark.parametrize(
    ("game", "remedy"),
    [(STAR, "void-hand"), (CROWN, "void-hand"), (STAR_MS, "misdeal"), (CROWN_MS, "void-hand"), (ULTIMATE, "void-hand")],
)
def test_wrong_count_after_players_looked(game: str, remedy: str) -> None:
    felt = dealt(game)
    assert offered(felt, "player-count", hand=ANN[game], extra=EXTRA, looked=("Bob",)) == [remedy]
    felt.bet(2)  # a player who has acted has looked
    assert offered(felt, "player-count", hand=ANN[game], extra=EXTRA) == [remedy]


@pytest.mark.parametrize("game", CROWNS)
def test_crown_wrong_hand_is_void_and_its_jackpot_wager_stays(game: str) -> None:
    felt = dealt(game)
    ruled, _ = rule(felt, "player-count", "void-hand", hand=ANN[game], extra=EXTRA, looked=("Ann",))
    shows_all(felt, ruled, law.WRONG_AFTER_LOOKING, law.VOID_HAND_JACKPOT, law.COUNTED_AFTER, Reading("K19"))
    assert ruled.follows == (COUNT_CARDS,)
    assert felt.result(1, "ante").result is Result.VOID and felt.result(1, "ante").returned.cents == 25_00
    assert felt.result(1, "jackpot").result is Result.CARRIED
    felt.shows(law.JACKPOT_CARRIED, felt.result(1, "jackpot"))
    assert asked(felt) == {f"retract-{ANN[game] + 1}"}
    felt.decide(2, "continue")
    play_out(felt)
    assert felt.net("Ann") == 0 and felt.net("Bob") != 0
    assert [w.patron for w in felt.table.finish(felt.round).carried] == ["Ann"]


@pytest.mark.parametrize("game", CROWNS)
def test_crown_void_hand_jackpot_goes_back_where_it_is_read_so(game: str) -> None:
    felt = dealt(game, readings={"voidJackpotCarries": False})
    rule(felt, "player-count", "void-hand", hand=ANN[game], extra=EXTRA, looked=("Ann",))
    assert felt.result(1, "jackpot").result is Result.VOID


@pytest.mark.parametrize("game", CROWNS)
def test_crown_player_continues_and_accepts(game: str) -> None:
    felt = dealt(game)
    rule(felt, "player-count", "void-hand", hand=ANN[game], count=1, looked=("Bob",))
    (decided,) = felt.decide(2, "continue")
    shows_all(felt, decided, law.RETRACTION_OFFERED, law.CONTINUES_AND_ACCEPTS)
    assert asked(felt) == {f"{game_of(felt).stages[0].asks}-2"}  # the question that was put off is back


@pytest.mark.parametrize("game", CROWNS)
def test_crown_player_retracts(game: str) -> None:
    felt = dealt(game)
    felt.bet(2)
    rule(felt, "player-count", "void-hand", hand=ANN[game], extra=EXTRA)
    felt.decide(2, "retract")
    for spot in ("ante", game_of(felt).stages[0].spot, "jackpot"):
        done = felt.result(2, spot)
        assert (done.result, done.returned) == (Result.RETURNED, done.stake)
        felt.shows(law.RETRACTION_OFFERED, done)
    felt.shows(law.RETRACTED_JACKPOT, felt.result(2, "jackpot"))
    play_out(felt)
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 0)


@pytest.mark.parametrize(("reading", "net"), [("continue", None), ("retract", 0)])
@pytest.mark.parametrize("game", CROWNS)
def test_crown_offer_to_retract_that_is_not_answered(game: str, reading: str, net: int | None) -> None:
    felt = dealt(game, readings={"silentRetraction": reading})
    rule(felt, "player-count", "void-hand", hand=ANN[game], extra=EXTRA, looked=("Bob",))
    (decided, *_) = felt.lapse(2, "slow")
    assert isinstance(decided, Decided) and (decided.option, decided.lapsed) == (reading, "slow")
    felt.shows(Reading("K39"), decided)
    play_out(felt)
    assert net is None or felt.net("Bob") == net


@pytest.mark.parametrize("game", CROWNS)
def test_crown_waits_for_the_answer_before_any_card(game: str) -> None:
    felt = dealt(game)
    felt.bet(1)
    felt.bet(2)
    before = felt.round.needs
    rule(felt, "no-ante", "void-hand", area=5, extra=parse_cards("?? ??"))
    assert asked(felt) == {f"retract-{ANN[game]}", f"retract-{ANN[game] + 1}"} and len(felt.round.needs) == 2
    felt.decide(1, "continue")
    felt.decide(2, "continue")
    assert felt.round.needs == before


# Cards on an area without an Ante: rows 10 and 24.


@pytest.mark.parametrize("game", ALL)
def test_hand_without_an_ante_before_players_look_is_a_misdeal(game: str) -> None:
    felt = dealt(game)
    ruled, _ = rule(felt, "no-ante", "misdeal", area=5, extra=parse_cards("Qh ??"))
    felt.shows({STAR: law.DEALT_WRONG, STAR_MS: law.STRAY_HAND}.get(game, law.WRONG_BEFORE_LOOKING), ruled)
    everything_back(felt, carried=game in CROWNS)


@pytest.mark.parametrize("game", ALL)
def test_hand_without_an_ante_after_players_looked_is_discarded(game: str) -> None:
    felt = dealt(game)
    remedy = "void-hand" if game in CROWNS else "discard"
    assert offered(felt, "no-ante", area=5, extra=EXTRA, looked=("Ann",)) == [remedy]
    ruled, _ = rule(felt, "no-ante", remedy, area=5, extra=parse_cards("Qh ??"), looked=("Ann",))
    assert [(aside.card, aside.place) for aside in felt.round.irregular.aside] == [
        (card, "rack") for card in parse_cards("Qh ??")
    ]
    if game in CROWNS:
        shows_all(felt, ruled, law.WRONG_AFTER_LOOKING, law.CARD_BURNED)
        felt.decide(1, "continue")
        felt.decide(2, "continue")
    else:
        felt.shows(law.STRAY_HAND_DISCARDED, ruled)
    play_out(felt)
    assert felt.round.is_over


@pytest.mark.parametrize("game", ALL)
def test_area_with_an_ante_has_its_hand(game: str) -> None:
    felt = dealt(game)
    assert "has an Ante" in felt.refused(report(felt, "no-ante", area=1, extra=EXTRA)).words
    assert felt.refused(report(felt, "no-ante", area=5)).words


# A wrong number of dealer's or community cards: rows 9 and 22.


@pytest.mark.parametrize(
    ("game", "fact"),
    [(CROWN, "dealer-count"), (CROWN_MS, "community-count"), (ULTIMATE, "dealer-count"), (ULTIMATE, "community-count")],
)
def test_crown_wrong_house_is_rebuilt_or_a_misdeal(game: str, fact: str) -> None:
    felt = dealt(game)
    assert offered(felt, fact, extra=EXTRA) == ["reconstruct", "misdeal"]
    ruled, _ = rule(felt, fact, "misdeal", extra=EXTRA)
    shows_all(felt, ruled, law.ORDER_UNKNOWN, law.HOUSE_COUNT_WRONG, law.MISDEAL)
    everything_back(felt, carried=True)


@pytest.mark.parametrize("game", CROWNS)
def test_crown_reconstruction_lays_an_excess_card_back(game: str) -> None:
    felt = dealt(game)
    fact = "community-count" if game == CROWN_MS else "dealer-count"
    before, out = felt.round.hands, felt.round.out
    ruled, _ = rule(felt, fact, "reconstruct", extra=EXTRA)
    shows_all(felt, ruled, law.RECONSTRUCTED, law.HOUSE_COUNT_WRONG)
    assert felt.round.hands == before and felt.round.out == out
    assert felt.round.irregular.top == EXTRA
    if game != CROWN:  # it is the next community card
        felt.bet(1)
        felt.bet(2)
        need = felt.round.needs[0]
        felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal(need.id, parse_cards("9h 5d 2c")[: len(need.slots)])))  # type: ignore[union-attr]
        felt.do(Deal(need.id, parse_cards("Qh 5d 2c")[: len(need.slots)]))  # type: ignore[union-attr]
        assert felt.round.irregular.top == ()


@pytest.mark.parametrize("game", CROWNS)
def test_a_card_that_was_laid_back_is_the_next_and_in_no_hand(game: str) -> None:
    felt = dealt(game)
    rule(felt, "community-count" if game == CROWN_MS else "dealer-count", "reconstruct", extra=EXTRA)
    hand = next(hand.id for hand in felt.round.hands if hand.area)
    left = 52 - felt.round.out

    def refused(fact: str, **fields: Any) -> Refusal:
        return felt.refused(report(felt, fact, **fields))

    wrong = (
        refused("player-count", hand=hand, extra=parse_cards("9s")),
        refused("player-count", hand=hand, extra=parse_cards("Qh Qh")),
        refused("player-count", hand=hand, extra=(UNKNOWN,) * (left + 1)),
        refused("foreign-card", cards=EXTRA),
    )
    for no in wrong:
        felt.shows(law.CARDS_FROM_DEVICE, no)
    right = (
        refused("player-count", hand=hand, extra=EXTRA),
        refused("player-count", hand=hand, extra=parse_cards("Qh 9s")),
        refused("player-count", hand=hand, extra=(UNKNOWN,) * left),
        refused("foreign-card", cards=parse_cards("9s")),
        refused("foreign-card", cards=(UNKNOWN,)),
    )
    for no in right:
        assert law.NOT_AN_OPTION in no.because, "it is a remedy that is still to be chosen"


@pytest.mark.parametrize("game", [STAR, STAR_MS])
def test_no_more_cards_came_than_there_were(game: str) -> None:
    felt = dealt(game)
    left = 52 - felt.round.out
    too_many = report(felt, "player-count", hand=1, extra=(UNKNOWN,) * (left + 1))
    felt.shows(law.CARDS_FROM_DEVICE, felt.refused(too_many))
    assert law.CARDS_FROM_DEVICE not in felt.refused(too_many._replace(extra=(UNKNOWN,) * left)).because


@pytest.mark.parametrize(
    ("game", "fact", "count"),
    [(CROWN, "dealer-count", 4), (CROWN_MS, "community-count", 2), (ULTIMATE, "dealer-count", 1)],
)
def test_a_hand_of_the_house_that_lacks_a_card_comes_first(game: str, fact: str, count: int) -> None:
    felt = dealt(game, **DEVICE)
    assert law.CARDS_FROM_DEVICE not in felt.refused(report(felt, "player-count", hand=1, extra=EXTRA)).because
    rule(felt, fact, "reconstruct", count=count)
    assert felt.round.need("fill") is not None
    felt.shows(law.CARDS_FROM_DEVICE, felt.refused(report(felt, "player-count", hand=1, extra=EXTRA)))
    assert law.CARDS_FROM_DEVICE not in felt.refused(report(felt, "foreign-card", cards=EXTRA)).because


def test_crown_reconstruction_deals_a_card_that_is_short() -> None:
    felt = dealt(CROWN, **DEVICE)
    rule(felt, "dealer-count", "reconstruct", count=4)
    fill = felt.round.need("fill")
    assert fill is not None and [need.id for need in felt.round.needs] == ["fill"]
    assert felt.refused(report(felt, "player-count", hand=1, extra=EXTRA)).words
    felt.do(Deal("fill", parse_cards("Qh")))
    assert felt.round.hands[0].cards[-1:] == parse_cards("Qh") and felt.round.hands[0].up == 1 << 4
    assert asked(felt) == {"decide-1", "decide-2"}


def test_crown_reconstruction_follows_the_order_that_is_given() -> None:
    felt = dealt(CROWN_MS, **DEVICE)
    spread = report(felt, "community-spread")
    assert "in the order" in felt.refused(spread._replace(remedy="reconstruct")).words
    laid = (IntendedHand(0, parse_cards("2c 9h 5d")),)
    shown = effects(felt.round, spread._replace(remedy="reconstruct", laid=laid))
    assert [effect.hand for effect in shown.hands] == [0] and not shown.ends
    ruled, _ = rule(felt, "community-spread", "reconstruct", laid=laid)
    shows_all(felt, ruled, law.RECONSTRUCTED, Reading("K40"))
    assert felt.round.hands[0].cards == parse_cards("2c 9h 5d")
    for wrong in ("2c 9h", "2c 9h 6d", "2c 9h 5d 5d"):
        again = report(felt, "community-spread", laid=(IntendedHand(0, parse_cards(wrong)),))._replace(
            remedy="reconstruct"
        )
        if wrong != "2c 9h":
            assert felt.refused(again).words
    assert offered(felt, "community-spread", laid=laid) == ["reconstruct"]  # the order is known: it is no misdeal


@pytest.mark.parametrize("game", CROWNS)
def test_crown_higher_duties_dealer_rules_on_wrong_counts(game: str) -> None:
    felt = dealt(game)
    house = "community-count" if game == CROWN_MS else "dealer-count"
    reports = [
        report(felt, "player-count", hand=ANN[game], extra=EXTRA)._replace(remedy="misdeal"),
        report(felt, "player-count", hand=ANN[game], extra=EXTRA, looked=("Ann",))._replace(remedy="void-hand"),
        report(felt, house, extra=EXTRA)._replace(remedy="reconstruct"),
        report(felt, house, extra=EXTRA)._replace(remedy="misdeal"),
    ]
    keys = (law.WRONG_BEFORE_LOOKING, law.WRONG_AFTER_LOOKING, law.RECONSTRUCTED, law.ORDER_UNKNOWN)
    for act, key in zip(reports, keys, strict=True):
        felt.shows(key, felt.refused(act._replace(rank="dealer")))
        effects(felt.round, act._replace(rank="higher-duties-dealer"))


def test_dealers_own_misdeal_at_the_star() -> None:
    felt = dealt(STAR)
    act = report(felt, "dealt-wrong")._replace(remedy="misdeal", rank="dealer")
    felt.shows(law.DEALT_WRONG, felt.do(act)[0])


# Cards shown too early: rows 7 and 21.


@pytest.mark.parametrize("game", [STAR, CROWN, ULTIMATE])
def test_dealer_shows_early_and_the_undecided_still_decide(game: str) -> None:
    felt = dealt(game)
    felt.bet(1)
    ruled, _ = rule(felt, "dealer-shown", "go-on")
    felt.shows(law.HOUSE_SHOWN_EARLY, ruled)
    assert felt.round.hands[0].all_up
    assert asked(felt) == {f"{game_of(felt).stages[0].asks}-2"}
    play_out(felt)


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
@pytest.mark.parametrize("game", [CROWN_MS, ULTIMATE])
def test_crown_community_cards_shown_early_stay_up(game: str, device: str) -> None:
    felt = dealt(game, device=device)
    felt.bet(1)
    early = {"extra": parse_cards("9h")} if device == "shoe" else {"places": (0,)}
    ruled, _ = rule(felt, "community-shown", "go-on", **early)
    shows_all(felt, ruled, law.HOUSE_SHOWN_EARLY, Reading("K38"))
    assert felt.game.board(felt.round) == parse_cards("9h")
    felt.bet(2)
    if game == CROWN_MS:
        assert felt.round.phase == "4th-street"  # its card lies there already
    play_out(felt)
    board = felt.round.hands[game_of(felt).house.index("community")]
    assert len(board.cards) == game_of(felt).board_size and board.all_up


@pytest.mark.parametrize("game", [STAR, CROWN, ULTIMATE])
def test_dealer_who_shows_when_all_have_decided_is_not_early(game: str) -> None:
    felt = dealt(game)
    felt.bet(1)
    felt.bet(2)
    if game != ULTIMATE:
        felt.shows(law.NO_CLAUSE, felt.refused(report(felt, "dealer-shown")._replace(remedy="go-on")))


# Cards taken by mistake (Crown 13.4).

TAKEN = {CROWN: "Js Jd 9c 8h 6s", CROWN_MS: "Js Jd", ULTIMATE: "Js Jd"}


def taken(felt: Felt, **fields: object) -> dict[str, object]:
    return {"hand": ANN[felt.name], "looked": ("Ann",)} | fields


@pytest.mark.parametrize("game", CROWNS)
def test_crown_taken_cards_go_back_if_they_are_named_and_on_top(game: str) -> None:
    felt = dealt(game)
    named = parse_cards(TAKEN[game])
    on_top = taken(felt, cards=named, states=("top-of-rack",))
    assert offered(felt, "cards-taken", **on_top) == ["return-cards", "leave-cards"]
    assert offered(felt, "cards-taken", **taken(felt, cards=named)) == ["leave-cards"]
    wrong = (*named[:-1], *parse_cards("Qh"))
    assert offered(felt, "cards-taken", **taken(felt, cards=wrong, states=("top-of-rack",))) == ["leave-cards"]
    assert offered(felt, "cards-taken", **(on_top | {"looked": ()})) == []  # the clause is of cards that were looked at
    ruled, _ = rule(felt, "cards-taken", "return-cards", **on_top)
    felt.shows(law.TAKEN_CARDS_RETURNED, ruled)
    assert len(asked(felt)) == 2
    play_out(felt)


@pytest.mark.parametrize("game", CROWNS)
def test_crown_taken_cards_go_back_if_they_are_the_only_ones_in_the_rack(game: str) -> None:
    felt = dealt(game)
    only = taken(felt, states=("only-cards",))
    assert offered(felt, "cards-taken", **only) == ["return-cards"]
    ruled, _ = rule(felt, "cards-taken", "return-cards", **only)
    felt.shows(law.TAKEN_CARDS_STAY, ruled)


@pytest.mark.parametrize(("reading", "result"), [("void", Result.VOID), ("folded", Result.LOST)])
@pytest.mark.parametrize("game", CROWNS)
def test_crown_taken_cards_that_cannot_be_had_back(game: str, reading: str, result: Result) -> None:
    felt = dealt(game, readings={"unrecoveredHand": reading})
    ruled, _ = rule(felt, "cards-taken", "leave-cards", **taken(felt))
    shows_all(felt, ruled, law.TAKEN_CARDS_STAY, law.TAKEN_WAGERS_RETURNED, Reading("K20"))
    assert felt.result(1, "ante").result is result
    assert asked(felt) == {f"{game_of(felt).stages[0].asks}-2"}
    play_out(felt)


@pytest.mark.parametrize("game", [CROWN, CROWN_MS])
def test_crown_wagers_taken_with_the_cards_go_back(game: str) -> None:
    felt = dealt(game)
    felt.fold(1)  # it was keyed, and Ann had not folded
    assert felt.result(1, "ante").result is Result.LOST
    ruled, _ = rule(
        felt,
        "cards-taken",
        "return-cards",
        **taken(felt, cards=parse_cards(TAKEN[game]), states=("top-of-rack",)),
    )
    felt.shows(law.TAKEN_WAGERS_RETURNED, ruled)
    assert [done.result for done in felt.results(1, "ante")] == [Result.LOST, Result.RESTORED]
    assert felt.round.hands[ANN[game]].status == "live" and len(asked(felt)) == 2
    play_out(felt)
    assert felt.net("Ann") > 0


@pytest.mark.parametrize("game", [CROWN, CROWN_MS])
def test_crown_wagers_of_a_taken_hand_that_is_void_go_back(game: str) -> None:
    felt = dealt(game)
    felt.fold(1)
    rule(felt, "cards-taken", "leave-cards", **taken(felt))
    play_out(felt)
    assert felt.net("Ann") == 0


# The deck: row 64.


@pytest.mark.parametrize("fact", ["card-missing", "foreign-card"])
@pytest.mark.parametrize("game", ALL)
def test_deck_that_is_not_whole_voids_the_round(game: str, fact: str) -> None:
    felt = dealt(game)
    felt.fold(1) if game != ULTIMATE else felt.bet(1)
    cards = {"cards": parse_cards("As")} if fact == "foreign-card" else {}
    ruled, _ = rule(felt, fact, "void-round", **cards)
    assert felt.round.is_over and (felt.net("Ann"), felt.net("Bob")) == (0, 0)
    results = {done.result for done in felt.round.settlements if done.patron == "Bob" and done.spot == "jackpot"}
    if game in CROWNS:
        shows_all(felt, ruled, law.DECK_SIZE_WRONG, Reading("K19"))
        assert (ruled.tells, ruled.follows, results) == ((), (REPLACE_CARDS,), {Result.CARRIED})
    else:
        shows_all(
            felt, ruled, law.CARD_MISSING_OR_FOREIGN, law.COMPLETED_ROUNDS_STAND, law.DECK_CHECKED, law.FAULT_TOLD
        )
        felt.shows(Reading("C22" if game == STAR else "M28"), ruled)
        assert {clause.rpartition(".")[0] for clause in felt.cites(ruled) if clause.count(".") > 1} == {
            "14.9" if game == STAR else "11.9"
        }  # not the clause on rounds before a failure of the device
        assert (ruled.tells, ruled.follows, results) == ((SURVEILLANCE, INSPECTOR), (CHECK_CARDS,), {Result.VOID})
    if fact == "foreign-card":
        assert felt.round.irregular.aside == (CardSetAside(parse_cards("As")[0], FOREIGN),)


@pytest.mark.parametrize("game", CROWNS)
def test_crown_void_round_gives_jackpot_wagers_back_where_it_is_read_so(game: str) -> None:
    felt = dealt(game, readings={"voidJackpotCarries": False})
    rule(felt, "card-missing", "void-round")
    everything_back(felt, carried=False)


@pytest.mark.parametrize("game", STARS)
@pytest.mark.parametrize(
    ("fact", "key", "device"),
    [
        ("card-missing", law.COMPLETED_ROUNDS_STAND, "shoe"),
        ("device-failed", law.ROUNDS_BEFORE_FAILURE_STAND, "shuffler"),
    ],
)
def test_star_completed_round_stands(game: str, fact: str, key: law.Key, device: str) -> None:
    felt = dealt(game, device=device)
    play_out(felt)
    no = felt.refused(report(felt, fact)._replace(remedy="void-round"))
    felt.shows(key, no)


# The device: row 63.


@pytest.mark.parametrize("game", ALL)
def test_jammed_shuffle_is_done_again(game: str) -> None:
    felt = seated(game, **DEVICE)
    felt.do(Shuffle("shuffle"))
    ruled, _ = rule(felt, "shuffle-jam", "reshuffle")
    felt.shows(law.SHUFFLE_JAMMED, ruled)
    assert felt.round.need("shuffle") is not None and felt.round.need("deal") is None
    felt.do(Shuffle("shuffle"), Call("no-more-bets"))
    assert felt.round.need("deal") is not None
    assert offered(seated(game), "shuffle-jam") == []  # a shoe has no device


@pytest.mark.parametrize("game", STARS)
def test_star_device_that_fails_in_a_round_voids_it(game: str) -> None:
    felt = dealt(game, **DEVICE)
    ruled, _ = rule(felt, "device-failed", "void-round")
    shows_all(felt, ruled, law.DEVICE_FAILED, law.ROUNDS_BEFORE_FAILURE_STAND, law.OTHER_DEVICE)
    felt.shows(Reading("C23" if game == STAR else "M29"), ruled)
    assert ruled.follows == (OTHER_DEVICE, REPLACE_CARDS, OPEN_ORDER)
    everything_back(felt, carried=False)
    assert offered(seated(game, **DEVICE), "device-failed") == []  # no card is out
    assert offered(dealt(game), "device-failed") == []  # nor is there one


@pytest.mark.parametrize("game", CROWNS)
def test_crown_device_that_stops_in_a_round_shuffles_what_is_left(game: str) -> None:
    felt = is_in_deal(game, 1, **DEVICE)
    ruled, _ = rule(felt, "device-failed", "reshuffle")
    felt.shows(law.SHUFFLE_JAMMED_IN_ROUND, ruled)
    assert [need.id for need in felt.round.needs] == ["shuffle", "deal"]
    felt.do(Shuffle("shuffle"))
    assert [need.id for need in felt.round.needs] == ["deal"]


@pytest.mark.parametrize(("count", "remedy"), [(52, "go-on"), (51, "void-round"), (53, "void-round")])
@pytest.mark.parametrize("game", CROWNS)
def test_crown_unverified_deck_is_counted(game: str, count: int, remedy: str) -> None:
    felt = dealt(game, **DEVICE)
    felt.shows(law.DEVICE_UNVERIFIED, felt.refused(report(felt, "deck-unverified")._replace(remedy="go-on")))
    assert offered(felt, "deck-unverified", count=count) == [remedy]
    ruled, _ = rule(felt, "deck-unverified", remedy, count=count)
    felt.shows(law.DEVICE_UNVERIFIED, ruled)
    if remedy == "void-round":
        felt.shows(Reading("K19"), ruled)
        everything_back(felt, carried=True)
    else:
        assert not felt.round.is_over and len(asked(felt)) == 2


@pytest.mark.parametrize("game", ALL)
def test_fact_that_no_clause_speaks_of_names_the_nearest(game: str) -> None:
    felt = dealt(game)
    no = felt.refused(Irregularity("card-vanished", "misdeal"))
    felt.shows(law.NO_CLAUSE, no)
    assert "card-missing" in no.words
