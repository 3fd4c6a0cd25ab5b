"""What the games with community cards do alike: the deck, the opening wagers, limits, payment, jackpot, voids
(Star Mississippi Stud 3 to 11, 13.8 to 13.10, 15.2; Crown 2 to 7, 9, 10, 11.3, 12.2, 13.7, 13.8, 16.2 to 16.4)."""

from typing import Any

import pytest

from pitboss import law
from pitboss.cards import DECK_52, UNKNOWN, parse_cards
from pitboss.law import Key, Reading
from pitboss.money import Chips, Piece, Stake
from pitboss.play import Refused, Table
from pitboss.play.acts import Call, Cut, Deal, Decide, Place, Shuffle, TakeBack, Turn
from pitboss.play.events import (
    Called,
    CardsDealt,
    CardsTurned,
    CutMade,
    Decided,
    Event,
    JackpotClaimed,
    RoundEnded,
    RoundVoided,
    Shuffled,
    WagerPlaced,
)
from pitboss.play.needs import CardsNeed, CutNeed, DecisionNeed, ShuffleNeed
from pitboss.play.powers import Find, Void
from pitboss.play.round import PUBLIC
from pitboss.play.terms import Limits
from pitboss.play.view import view
from pitboss.play.wager import Refusal, Result
from support import CROWN_MS, DEVICES, MISSISSIPPI, STAR_MS, ULTIMATE, Felt, jackpot, make, shows

GAMES = (*MISSISSIPPI, ULTIMATE)
CROWNS = (CROWN_MS, ULTIMATE)
ANTE, PRICE = Stake.of(25_00), Stake.of(5_00)
STREETS = ("3rd-street", "4th-street", "5th-street")

# One board for all: hearts on the Flop or the Streets, and two cards more where the board has five.
FLOP, RUN_OUT, DEALER = "9h 5h 2h", " Jc 4s", "9c 7d"
ACES, TENS, FLUSH, NOTHING = "As Ad", "Ts Td", "Kh 3h", "Ks Qd"
STRAIGHT, STRAIGHT_FLOP, STRAIGHT_RUN_OUT = "6s 5d", "9h 8d 7c", " Kc 2s"

POWERFUL = {STAR_MS: "gaming-supervisor", CROWN_MS: "casino-manager", ULTIMATE: "casino-manager"}
POWERLESS = {
    STAR_MS: ("dealer", "nobody"),
    CROWN_MS: ("dealer", "higher-duties-dealer", "area-manager"),
    ULTIMATE: ("dealer", "higher-duties-dealer", "area-manager"),
}


def seat(
    felt: Felt, patron: str, area: int, dollars: int = 25, *, tokens: int = 0, unnoticed: bool = False
) -> list[Event]:
    """Put down what buys a hand: an Ante, and in Ultimate Texas Hold'em a Blind equal to it."""
    stake = Stake.of(dollars * 100, tokens * 100)
    spots = ("ante", "blind") if felt.name == ULTIMATE else ("ante",)
    return felt.do(*[Place("wagers", patron, area, spot, stake, unnoticed) for spot in spots])


def deal(felt: Felt, *, flop: str = FLOP, run_out: str = RUN_OUT, dealer: str = DEALER, **hands: str) -> None:
    ultimate = felt.name == ULTIMATE
    felt.deal(dealer if ultimate else "", board=flop + run_out if ultimate else flop, **hands)


def ready(game: str, device: str = "shoe") -> Felt:
    """A table with one hand bought and the cards untouched."""
    felt = Felt(game, device=device)
    seat(felt, "Ann", 1)
    return felt


def dealt(game: str, hand: str = ACES, *, dollars: int = 25, unnoticed: bool = False, **changes: Any) -> Felt:
    """A round at its first decision, with one player."""
    felt = Felt(game, **changes)
    seat(felt, "Ann", 1, dollars, unnoticed=unnoticed)
    if felt.game.terms.jackpot is not None:
        felt.jackpot("Ann", 1)
    deal(felt, p1=hand)
    return felt


def play_out(felt: Felt, *, in_tokens: bool = False) -> list[Event]:
    """Bet the least at every turn, show every card and settle."""
    before = len(felt.events)
    while not felt.round.is_over:
        asked = [n for n in felt.round.needs if isinstance(n, DecisionNeed) and not n.optional]
        for need in asked:
            least = need.options[0].least_cents
            felt.do(Decide(need.id, need.patron, "bet", Stake.of(tokens=least) if in_tokens else Stake.of(least)))
        if not asked and felt.round.need("settle"):
            felt.do(Call("settle"))
        elif not asked:
            felt.reveal()
    return felt.events[before:]


def fold(felt: Felt, area: int) -> list[Event]:
    """Fold as soon as the game offers it; until then check."""
    while "fold" not in [option.name for option in felt.decision(area).options]:
        felt.decide(area, "check")
        felt.reveal()
    return felt.fold(area)


def first_deal(felt: Felt) -> int:
    """How many cards the first deal takes."""
    need = felt.round.need("deal")
    assert isinstance(need, CardsNeed)
    return len(need.slots)


def next_round(felt: Felt) -> None:
    felt.table = felt.table.finish(felt.round)
    felt.round = felt.table.begin().round


# The deck, the shuffle and the cut.


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", GAMES)
def test_shuffle_first(game: str, device: str) -> None:
    felt = ready(game, device)
    felt.shows(law.SHUFFLE_FIRST, felt.refused(Deal("deal", DECK_52[:4])))
    if device == "shoe":
        felt.shows(law.SHUFFLE_FIRST, felt.refused(Cut("cut", "dealer", 26)))
    (event,) = felt.do(Shuffle("shuffle", "commitment"))
    assert isinstance(event, Shuffled) and event.commitment == "commitment"
    felt.shows(law.SHUFFLE_FIRST, event)
    felt.shows(law.SHUFFLE_FIRST, felt.refused(Shuffle("shuffle")))
    deal(felt, p1=ACES)
    assert felt.decision(1).patron == "Ann"


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", GAMES)
def test_shuffle_again_for_the_next_round(game: str, device: str) -> None:
    felt = ready(game, device)
    deal(felt, p1=ACES)
    play_out(felt)
    next_round(felt)
    assert isinstance(felt.round.need("shuffle"), ShuffleNeed)
    seat(felt, "Ann", 1)
    felt.shows(law.SHUFFLE_FIRST, felt.refused(Deal("deal", DECK_52[:4])))
    deal(felt, p1=ACES)  # the same cards are all back in the deck


@pytest.mark.parametrize("game", GAMES)
def test_dealer_cuts_once_before_dealing(game: str) -> None:
    felt = ready(game)
    felt.do(Shuffle("shuffle"))
    felt.shows(law.DEALER_CUTS, felt.refused(Deal("deal", DECK_52[:4])))
    for nowhere in (0, 52):
        felt.shows(law.DEALER_CUTS, felt.refused(Cut("cut", "dealer", nowhere)))
    assert felt.round.need("cut") == CutNeed("cut", "dealer", 1, 51, (law.ONLY_DEALER_CUTS,), (law.DEALER_CUTS,))
    (event,) = felt.do(Cut("cut", "dealer", 26))
    assert isinstance(event, CutMade) and (event.by, event.at) == ("dealer", 26)
    felt.shows(law.DEALER_CUTS, event)
    felt.shows(law.DEALER_CUTS, felt.refused(Cut("cut", "dealer", 26)))
    deal(felt, p1=ACES)


@pytest.mark.parametrize("game", GAMES)
def test_only_dealer_cuts(game: str) -> None:
    felt = ready(game)
    felt.do(Shuffle("shuffle"))
    felt.shows(law.ONLY_DEALER_CUTS, felt.refused(Cut("cut", "Ann", 26)))
    felt.shows(law.ONLY_DEALER_CUTS, felt.do(Cut("cut", "dealer", 26))[0])


@pytest.mark.parametrize("game", GAMES)
def test_device_uncut(game: str) -> None:
    felt = ready(game, "shuffler")
    felt.do(Shuffle("shuffle"))
    assert felt.round.need("cut") is None
    felt.shows(law.DEVICE_UNCUT, felt.refused(Cut("cut", "dealer", 26)))
    felt.shows(law.ONLY_DEALER_CUTS, felt.refused(Cut("cut", "Ann", 26)))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", GAMES)
def test_decks_alternate_in_a_device(game: str, device: str) -> None:
    felt = Felt(game, device=device)
    for _ in range(3):
        seat(felt, "Ann", 1)
        deal(felt, p1=ACES)
        play_out(felt)
        next_round(felt)
    shuffles = [event for event in felt.events if isinstance(event, Shuffled)]
    first, second, third = (event.deck for event in shuffles)
    if device == "shoe":
        assert (first, second, third) == ("", "", "")
        assert all(law.DECKS_ALTERNATE not in event.because for event in shuffles)
    else:
        assert first and second and first != second and third == first
        for event in shuffles:
            felt.shows(law.DECKS_ALTERNATE, event)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", GAMES)
def test_deck_has_each_card_once(game: str, device: str) -> None:
    felt = ready(game, device)
    felt.prepare()
    cards = DECK_52[: first_deal(felt)]
    felt.shows(law.DECK_OF_52, felt.refused(Deal("deal", (*cards[:-1], cards[0]))))
    felt.do(Deal("deal", cards))
    felt.bet(1)
    need = felt.round.needs[0]
    if isinstance(need, CardsNeed):  # the shoe deals the board as it is shown
        again = (*DECK_52[20 : 19 + len(need.slots)], cards[0])
        felt.shows(law.DECK_OF_52, felt.refused(Deal(need.id, again)))
        felt.do(Deal(need.id, (*again[:-1], DECK_52[40])))


@pytest.mark.parametrize("game", GAMES)
def test_deck_has_each_card_once_when_the_board_is_named_late(game: str) -> None:
    felt = Felt(game, device="shuffler")
    seat(felt, "Ann", 1)
    deal(felt, flop="?? ?? ??", run_out=" ?? ??", p1=ACES)
    felt.bet(1)
    need = felt.round.needs[0]
    late = parse_cards(FLOP) if game == ULTIMATE else parse_cards("9h")
    felt.shows(law.DECK_OF_52, felt.refused(Turn(need.id, (*late[:-1], *parse_cards("As")))))
    felt.shows(law.CARD_UNSEEN, felt.refused(Turn(need.id)))
    felt.do(Turn(need.id, late))


@pytest.mark.parametrize("game", GAMES)
def test_cards_from_device(game: str) -> None:
    felt = Felt(game)
    felt.do(Shuffle("shuffle"), Cut("cut", "dealer", 20))
    assert law.CARDS_FROM_DEVICE not in felt.refused(Deal("deal", DECK_52[:1])).because, "no hand is bought yet"
    seat(felt, "Ann", 1)
    felt.prepare()
    count = first_deal(felt)
    felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal("deal", DECK_52[: count + 1])))
    felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal("deal", ())))
    (event,) = (e for e in felt.do(Deal("deal", DECK_52[:count])) if isinstance(e, CardsDealt))
    felt.shows(law.CARDS_FROM_DEVICE, event)


@pytest.mark.parametrize("game", GAMES)
def test_shuffler_gives_whole_packets(game: str) -> None:
    felt = ready(game, "shuffler")
    felt.prepare()
    community = 5 if game == ULTIMATE else 3
    for odd in (1, community - 1, community + 1):
        felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal("deal", DECK_52[:odd])))
    felt.do(Deal("deal", DECK_52[:community]))
    felt.do(Deal("deal", DECK_52[community : community + 2]))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", GAMES)
def test_hole_cards(game: str, device: str) -> None:
    felt = ready(game, device)
    seat(felt, "Bob", 5)
    felt.prepare()
    (event,) = (e for e in felt.do(Deal("deal", DECK_52[: first_deal(felt)])) if isinstance(e, CardsDealt))
    felt.shows(law.HOLE_CARDS, event)
    assert [len(hand.cards) for hand in felt.round.hands if hand.area] == [2, 2]
    felt.shows(law.HOLE_CARDS, felt.refused(Deal("deal", DECK_52[40:41])))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", GAMES)
def test_face_down(game: str, device: str) -> None:
    felt = ready(game, device)
    deal(felt, p1=ACES)
    (event,) = (e for e in felt.events if isinstance(e, CardsDealt))
    felt.shows(law.SHOE_ORDER if device == "shoe" else law.PACKET_ORDER, event)
    if game != CROWN_MS:  # there it is said with the order of the deal
        felt.shows(law.FACE_DOWN, event)
    assert all(card == UNKNOWN for hand in view(felt.round, PUBLIC).hands for card in hand.cards)


@pytest.mark.parametrize("game", GAMES)
def test_chosen_seed_serves_no_money_table(game: str) -> None:
    felt = Felt(game, money=True)
    felt.shows(law.CHOSEN_SEED, felt.refused(Shuffle("shuffle", "commitment", chosen=True)))
    felt.do(Shuffle("shuffle", "commitment"))
    Felt(game).do(Shuffle("shuffle", "commitment", chosen=True))


# Opening wagers.


@pytest.mark.parametrize("game", GAMES)
def test_ante_opens(game: str) -> None:
    felt = Felt(game)
    felt.do(Shuffle("shuffle"), Cut("cut", "dealer", 20))
    felt.shows(law.ANTE_OPENS, felt.refused(Deal("deal", DECK_52[:2])))
    felt.shows(law.ANTE_OPENS, felt.refused(Call("no-more-bets")))
    event = seat(felt, "Ann", 4)[0]
    assert isinstance(event, WagerPlaced) and event.stake.cents == 25_00
    felt.shows(law.ANTE_OPENS, event)
    deal(felt, p4=ACES)
    assert [hand.area for hand in felt.round.hands if hand.area] == [4]


@pytest.mark.parametrize("game", GAMES)
def test_chips_or_tokens(game: str) -> None:
    felt = Felt(game)
    for stake in (Stake((Piece("cash", 25_00),)), Stake(), Stake((Piece("chips", 0),)), Stake((Piece("chips", -1),))):
        felt.shows(law.CHIPS_OR_TOKENS, felt.refused(Place("wagers", "Ann", 1, "ante", stake)))
    hidden = Place("wagers", "Ann", 1, "ante", Stake.of(25_00), face_down=True)
    felt.shows(law.CHIPS_OR_TOKENS, felt.refused(hidden))
    felt.shows(law.CHIPS_OR_TOKENS, felt.refused(Place("wagers", "Ann", 1, "ante", Stake.of(26_50))))  # no 50c chip
    for area, stake in enumerate((Stake.of(25_00), Stake.of(tokens=26_50), Stake.of(10_00, 15_00)), start=1):
        (event,) = felt.do(Place("wagers", f"P{area}", area, "ante", stake))
        felt.shows(law.CHIPS_OR_TOKENS, event)
    assert [w.stake.tokens_cents for w in felt.round.wagers] == [0, 26_50, 15_00]


@pytest.mark.parametrize("game", GAMES)
def test_follow_on_wager_is_chips_or_tokens(game: str) -> None:
    felt = dealt(game)
    need = felt.decision(1)
    least = need.options[0].least_cents
    cash = Stake((Piece("cash", least),))
    felt.shows(law.CHIPS_OR_TOKENS, felt.refused(Decide(need.id, "Ann", "bet", cash)))
    felt.bet(1, tokens=10)
    assert felt.round.wagers[-1].stake == Stake.of(least - 10_00, 10_00)


@pytest.mark.parametrize("game", GAMES)
def test_one_hand(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.shows(law.ONE_HAND, felt.refused(Place("wagers", "Ann", 2, "ante", ANTE)))
    felt.ante("Bob", 2)  # another player may
    felt.do(TakeBack("wagers", "Ann", 1, "ante"), Place("wagers", "Ann", 3, "ante", ANTE))  # and Ann may move
    assert [w.area for w in felt.round.wagers if w.live] == [2, 3]


@pytest.mark.parametrize("game", GAMES)
def test_one_wager_per_spot(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.shows(law.ONE_WAGER_PER_SPOT, felt.refused(Place("wagers", "Bob", 1, "ante", ANTE)))
    felt.do(TakeBack("wagers", "Ann", 1, "ante"))
    felt.ante("Bob", 1)
    assert [w.patron for w in felt.round.wagers if w.live] == ["Bob"]


@pytest.mark.parametrize("game", GAMES)
def test_playing_area(game: str) -> None:
    felt = Felt(game)
    for area in (0, 8, -1):
        felt.shows(law.PLAYING_AREA, felt.refused(Place("wagers", "Ann", area, "ante", ANTE)))
    felt.shows(law.PLAYING_AREA, felt.refused(Place("wagers", "Ann", 7, "insurance", ANTE)))
    felt.ante("Ann", 7)
    assert law.PLAYING_AREA not in felt.refused(Place("wagers", "Bob", 7, "ante", ANTE)).because, (
        "it is there, and taken"
    )
    small = Felt(game, areas=3)
    small.shows(law.PLAYING_AREA, small.refused(Place("wagers", "Ann", 4, "ante", ANTE)))


@pytest.mark.parametrize("game", GAMES)
def test_follow_on_wager_is_no_opening_wager(game: str) -> None:
    felt = Felt(game)
    seat(felt, "Ann", 1)
    for spot in ("play",) if game == ULTIMATE else STREETS:
        felt.shows(law.BET_OR_FOLD, felt.refused(Place("wagers", "Ann", 1, spot, ANTE)))


@pytest.mark.parametrize("game", GAMES)
def test_jackpot_offered(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    seat(felt, "Ann", 1)
    (event,) = felt.do(Place("wagers", "Ann", 1, "jackpot", PRICE))
    felt.shows(law.JACKPOT_OFFERED, event)
    felt.shows(law.JACKPOT_PRICE, event)
    without = ready(game)
    without.shows(law.JACKPOT_OFFERED, without.refused(Place("wagers", "Ann", 1, "jackpot", PRICE)))


@pytest.mark.parametrize("game", GAMES)
def test_jackpot_needs_ante(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    place = Place("wagers", "Ann", 1, "jackpot", PRICE)
    felt.shows(law.JACKPOT_NEEDS_ANTE, felt.refused(place))
    seat(felt, "Bob", 2)
    felt.shows(law.JACKPOT_NEEDS_ANTE, felt.refused(place._replace(area=2)))  # on another's Ante
    felt.ante("Ann", 1)
    felt.do(place)
    felt.shows(law.JACKPOT_NEEDS_ANTE, felt.refused(TakeBack("wagers", "Ann", 1, "ante")))
    felt.do(TakeBack("wagers", "Ann", 1, "jackpot"), TakeBack("wagers", "Ann", 1, "ante"))
    assert felt.net("Ann") == 0
    dealt = Felt(game, jackpot=jackpot(game))
    seat(dealt, "Ann", 1)
    dealt.jackpot("Ann", 1)
    dealt.prepare()
    need = dealt.round.need("deal")
    dealt.do(Deal("deal", dealt.game.deck[: len(need.slots)]))  # type: ignore[union-attr]
    assert dealt.round.settlements == (), "a jackpot wager with its Ante stays"


@pytest.mark.parametrize("game", GAMES)
def test_jackpot_price(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    seat(felt, "Ann", 1)
    for cents in (4_99, 5_01, 10_00):
        felt.shows(law.JACKPOT_PRICE, felt.refused(Place("wagers", "Ann", 1, "jackpot", Stake.of(cents))))
    felt.shows(law.JACKPOT_PRICE, felt.refused(Place("wagers", "Ann", 1, "jackpot", Stake.of(2_00, 3_00))))
    felt.jackpot("Ann", 1)
    key = law.ONE_WAGER_PER_SPOT if game == STAR_MS else law.ONE_JACKPOT_WAGER
    felt.shows(key, felt.refused(Place("wagers", "Ann", 1, "jackpot", PRICE)))


@pytest.mark.parametrize("game", GAMES)
def test_bets_close_with_the_call(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    assert law.BETS_CLOSE not in felt.refused(Call("no-more-bets")).because, "there is nothing to close"
    assert law.BETS_CLOSE not in felt.refused(Place("wagers", "Ann", 1, "3rd-street", ANTE)).because
    seat(felt, "Ann", 1)
    (event,) = felt.do(Call("no-more-bets"))
    assert isinstance(event, Called) and event.says == "no more bets"
    felt.shows(law.BETS_CLOSE, event)
    felt.shows(law.ROUND_OF_PLAY, event)
    for late in (
        Place("wagers", "Bob", 2, "ante", ANTE),
        Place("wagers", "Ann", 1, "ante", ANTE),
        Place("wagers", "Ann", 1, "jackpot", PRICE),
        TakeBack("wagers", "Ann", 1, "ante"),
        Call("no-more-bets"),
    ):
        felt.shows(law.BETS_CLOSE, felt.refused(late))


@pytest.mark.parametrize("game", CROWNS)
def test_crown_must_call_before_dealing(game: str) -> None:
    felt = ready(game)
    felt.do(Shuffle("shuffle"), Cut("cut", "dealer", 20))
    felt.shows(law.BETS_CLOSE, felt.refused(Deal("deal", DECK_52[:1])))
    felt.do(Call("no-more-bets"), Deal("deal", DECK_52[:1]))


def test_star_first_card_closes_without_a_call() -> None:
    felt = ready(STAR_MS)
    felt.do(Shuffle("shuffle"), Cut("cut", "dealer", 20), Deal("deal", DECK_52[:1]))
    felt.shows(law.BETS_CLOSE, felt.refused(Place("wagers", "Cy", 3, "ante", ANTE)))
    felt.shows(law.BETS_CLOSE, felt.refused(Call("no-more-bets")))


@pytest.mark.parametrize("game", GAMES)
def test_wagers_frozen_after_the_first_card(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    seat(felt, "Ann", 1)
    felt.jackpot("Ann", 1)
    felt.prepare()
    count = first_deal(felt)
    tries = (
        Place("wagers", "Ann", 1, "ante", ANTE),
        Place("wagers", "Bob", 2, "ante", ANTE),
        TakeBack("wagers", "Ann", 1, "ante"),
        TakeBack("wagers", "Ann", 1, "jackpot"),
    )
    felt.do(Deal("deal", DECK_52[:1]))
    for late in tries:
        felt.shows(law.WAGERS_FROZEN, felt.refused(late))
    felt.do(Deal("deal", DECK_52[1:count]))
    asked = felt.decision(1)
    felt.bet(1)
    spot = felt.round.wagers[-1].spot
    for late in (*tries, TakeBack("wagers", "Ann", 1, spot), Place("wagers", "Ann", 1, spot, ANTE)):
        felt.shows(law.WAGERS_FROZEN, felt.refused(late))
    felt.shows(law.WAGERS_FROZEN, felt.refused(Decide(asked.id, "Ann", "bet", Stake.of(asked.options[0].least_cents))))


@pytest.mark.parametrize("game", GAMES)
def test_round_of_play_ends_with_settlement(game: str) -> None:
    felt = dealt(game)
    assert law.WAGERS_FROZEN not in felt.refused(Find(0)).because, "it is not settled, and nothing is wrong with it"
    (ended,) = (event for event in play_out(felt) if isinstance(event, RoundEnded))
    felt.shows(law.WAGERS_FROZEN, felt.refused(Find(0)))
    assert felt.round.is_over and not felt.round.needs
    felt.shows(law.ROUND_OF_PLAY, ended)
    for late in (
        Place("wagers", "Ann", 1, "ante", ANTE),
        Shuffle("shuffle"),
        Deal("deal", parse_cards("5c")),
        Call("settle"),
    ):
        felt.shows(law.ROUND_OF_PLAY, felt.refused(late))


@pytest.mark.parametrize("game", GAMES)
def test_bet_or_fold(game: str) -> None:
    felt = dealt(game)
    (decided,) = (event for event in felt.bet(1) if isinstance(event, Decided))
    assert (decided.patron, decided.area, decided.option) == ("Ann", 1, "bet")
    felt.shows(law.BET_OR_CHECK if game == ULTIMATE else law.BET_OR_FOLD, decided)


@pytest.mark.parametrize("game", CROWNS)
def test_rules_of_the_game_come_before_the_general_ones(game: str) -> None:
    """A wager after the first card, which the general rule forbids and the game's own asks for."""
    felt = dealt(game)
    felt.shows(law.WAGERS_FROZEN, felt.refused(Place("wagers", "Ann", 1, "ante", ANTE)))
    (placed,) = (event for event in felt.bet(1) if isinstance(event, WagerPlaced))
    felt.shows(law.VARIATION_PREVAILS, placed)


# Limits.


def ante(cents: int, patron: str = "Ann", area: int = 1) -> Place:
    return Place("wagers", patron, area, "ante", Stake.of(cents))


@pytest.mark.parametrize("game", GAMES)
def test_sign_minimum_and_maximum(game: str) -> None:
    felt = Felt(game)
    felt.shows(law.SIGN_MINIMUM, felt.refused(ante(24_99)))
    felt.shows(law.SIGN_MAXIMUM, felt.refused(ante(500_01)))
    felt.do(ante(25_00))
    felt.shows(law.SIGN_MAXIMUM, felt.refused(ante(475_01)))  # the two together
    felt.do(ante(475_00))
    assert felt.round.wagers[0].stake.cents == 500_00


@pytest.mark.parametrize("game", GAMES)
def test_sign_unit(game: str) -> None:
    felt = Felt(game, limits={"ante": Limits(25_00, 500_00, 10_00)})
    for off in (30_00, 34_99, 60_00):
        felt.shows(law.SIGN_UNIT, felt.refused(ante(off)))
    felt.do(ante(25_00), ante(35_00, "Bob", 2), ante(495_00, "Cy", 3))
    free = Felt(game)  # no unit unless the sign states one
    free.do(ante(27_00))


@pytest.mark.parametrize("game", GAMES)
def test_individual_limits(game: str) -> None:
    felt = Felt(game, individual={"Ann": {"ante": Limits(50_00, 1_000_00)}})
    for cents, key in ((49_00, law.SIGN_MINIMUM), (1_001_00, law.SIGN_MAXIMUM)):
        no = felt.refused(ante(cents))
        felt.shows(law.INDIVIDUAL_LIMITS, no)
        felt.shows(key, no)
    felt.do(ante(1_000_00))
    assert law.INDIVIDUAL_LIMITS not in felt.refused(ante(501_00, "Bob", 2)).because


@pytest.mark.parametrize("hand", [ACES, NOTHING])
@pytest.mark.parametrize("game", GAMES)
def test_late_minimum_stands(game: str, hand: str) -> None:
    felt = dealt(game, hand, dollars=10, unnoticed=True)
    play_out(felt)
    done = felt.result(1, "ante")
    felt.shows(law.LATE_MINIMUM_STANDS, done)
    assert (done.stake.cents, done.result) == (10_00, Result.WON if hand == ACES else Result.LOST)


@pytest.mark.parametrize("game", GAMES)
def test_late_minimum_stands_on_a_fold(game: str) -> None:
    felt = dealt(game, dollars=10, unnoticed=True)
    fold(felt, 1)
    felt.shows(law.LATE_MINIMUM_STANDS, felt.result(1, "ante"))
    assert felt.result(1, "ante").taken.cents == 10_00


@pytest.mark.parametrize("hand", [ACES, NOTHING])
@pytest.mark.parametrize("game", CROWNS)
def test_crown_regulator_minimum_voids_the_hand(game: str, hand: str) -> None:
    felt = dealt(game, hand, dollars=4, unnoticed=True, jackpot=jackpot(game))
    play_out(felt)
    for done in felt.round.settlements:
        felt.shows(law.REGULATOR_MINIMUM, done)
        felt.shows(law.VOID, done)
        felt.shows(Reading("K35"), done)
        assert done.result is Result.VOID
    assert {done.spot for done in felt.round.settlements} >= {"ante", "jackpot"}
    assert felt.net("Ann") == 0


@pytest.mark.parametrize("hand", [ACES, NOTHING])
@pytest.mark.parametrize("game", GAMES)
def test_maximum_settled(game: str, hand: str) -> None:
    felt = dealt(game, hand, dollars=600, unnoticed=True)
    play_out(felt)
    over, done = felt.results(1, "ante")
    assert (over.result, over.returned.cents, done.stake.cents) == (Result.RETURNED, 100_00, 500_00)
    felt.shows(law.MAXIMUM_SETTLED, over)
    felt.shows(law.MAXIMUM_SETTLED, done)
    assert done.pays == (500_00 if hand == ACES else 0)


# Payment.


@pytest.mark.parametrize("game", GAMES)
def test_token_wins_chips(game: str) -> None:
    felt = Felt(game)
    seat(felt, "Ann", 1, 10, tokens=15)
    deal(felt, p1=ACES)
    play_out(felt)
    done = felt.result(1, "ante")
    felt.shows(law.TOKEN_WINS_CHIPS, done)
    assert (done.result, done.pays) == (Result.WON, 25_00)
    felt.shows(Reading("M22") if game == STAR_MS else law.TOKEN_KEPT, done)
    assert (done.returned, done.taken) == (Stake.of(10_00), Stake.of(tokens=15_00))


@pytest.mark.parametrize("game", GAMES)
def test_losing_token_is_taken(game: str) -> None:
    felt = Felt(game)
    seat(felt, "Ann", 1, 10, tokens=15)
    deal(felt, p1=NOTHING)
    play_out(felt)
    done = felt.result(1, "ante")
    assert (done.result, done.taken) == (Result.LOST, Stake.of(10_00, 15_00))
    assert law.TOKEN_WINS_CHIPS not in done.because


@pytest.mark.parametrize("game", GAMES)
def test_win_that_chips_cannot_pay(game: str) -> None:
    """Tokens of $25.50 win even money where the least chip is $1: Crown pays $26, the Star knows no rounding."""
    felt = Felt(game)
    stake = Stake.of(tokens=25_50)
    for spot in ("ante", "blind") if game == ULTIMATE else ("ante",):
        felt.do(Place("wagers", "Ann", 1, spot, stake))
    deal(felt, p1=ACES)
    play_out(felt, in_tokens=True)
    done = felt.result(1, "ante")
    assert done.exact == 25_50
    if game in CROWNS:
        felt.shows(law.PAID_UP_TO_CHIPS, done)
        assert done.pays == 26_00
    else:
        assert law.PAID_UP_TO_CHIPS not in done.because
        assert done.pays == 25_50


@pytest.mark.parametrize("game", CROWNS)
def test_crown_maximum_payout(game: str) -> None:
    """A flush pays the Ante 6 to 1 in Mississippi Stud and the Blind 3 to 2 in Ultimate Texas Hold'em."""
    spot = "blind" if game == ULTIMATE else "ante"
    for cap, pays in ((30_00, 30_00), (200_00, 38_00 if game == ULTIMATE else 150_00)):
        felt = dealt(game, FLUSH, maximum_payout_cents=cap)
        play_out(felt)
        done = felt.result(1, spot)
        assert done.pays == pays
        if pays == cap:
            felt.shows(law.MAXIMUM_PAYOUT, done)
            assert done.cap == cap
        else:
            assert law.MAXIMUM_PAYOUT not in done.because


# The hands, each by its name.

HANDS = {
    law.HAND_ROYAL_FLUSH: ("Ah Kh", "Qh Jh Th", " 2c 3d"),
    law.HAND_STRAIGHT_FLUSH: ("9h 8h", "7h 6h 5h", " 2c Kd"),
    law.HAND_FOUR_OF_A_KIND: ("9h 9d", "9c 9s 5h", " 2c Kd"),
    law.HAND_FULL_HOUSE: ("9h 9d", "9c 5s 5h", " 2c Kd"),
    law.HAND_FLUSH: ("Kh 3h", "9h 5h 2h", " Jc 4s"),
    law.HAND_STRAIGHT: ("Ah 2d", "3c 4s 5h", " 9c Kd"),
    law.HAND_THREE_OF_A_KIND: ("9h 9d", "9c 5s 2h", " Jc Kd"),
    law.HAND_TWO_PAIR: ("9h 9d", "5c 5s 2h", " Jc Kd"),
    law.HAND_PAIR: ("Ah Ad", "9c 5s 2h", " Jc Kd"),
    law.HAND_HIGH_CARD: ("Ah Qd", "9c 5s 2h", " Jc 7d"),
}


@pytest.mark.parametrize("key", HANDS)
@pytest.mark.parametrize("game", GAMES)
def test_hands_by_name(game: str, key: Key) -> None:
    hole, flop, run_out = HANDS[key]
    limits = {"ante": Limits(25_00, 500_00), "trips": Limits(5_00, 100_00)}
    more = {"limits": limits, "regulator_minimum_cents": {"ante": 5_00, "trips": 5_00}} if game == ULTIMATE else {}
    felt = Felt(game, **more)
    seat(felt, "Ann", 1)
    if game == ULTIMATE:
        felt.do(Place("wagers", "Ann", 1, "trips", Stake.of(5_00)))
    deal(felt, flop=flop, run_out=run_out, dealer="4d Qs", p1=hole)
    play_out(felt)
    done = felt.result(1, "trips" if game == ULTIMATE else "ante")
    if felt.game.rules.applies(key):
        felt.shows(key, done)
    else:  # the Star names no pair as such, and no hand below one
        assert key in (law.HAND_PAIR, law.HAND_HIGH_CARD) and game == STAR_MS
    others = set(HANDS) - {key}
    assert not others & set(done.because)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", GAMES)
def test_best_hand_of_hole_and_community_cards(game: str, device: str) -> None:
    felt = ready(game, device)
    deal(felt, p1=ACES)
    ours = next(hand.id for hand in felt.round.hands if hand.area)
    happened = play_out(felt)
    (turned,) = (e for e in happened if isinstance(e, CardsTurned) and e.hand == ours)
    assert turned.cards == parse_cards(ACES)
    felt.shows(law.BEST_HAND, turned)
    felt.shows(law.COMMUNITY_CARDS, turned)
    (called,) = (e for e in happened if isinstance(e, Called))
    felt.shows(law.BEST_HAND, called)


# The jackpot wager.


def claims(felt: Felt) -> list[tuple[str, int, str]]:
    return [(claim.patron, claim.area, claim.line) for claim in felt.round.claims]


@pytest.mark.parametrize("game", GAMES)
def test_jackpot_hands(game: str) -> None:
    felt = dealt(game, FLUSH, jackpot=jackpot(game))
    happened = play_out(felt)
    assert claims(felt) == [("Ann", 1, "flush")]
    (claimed,) = (e for e in happened if isinstance(e, JackpotClaimed))
    felt.shows(law.JACKPOT_HANDS, claimed.claim)
    felt.shows(law.JACKPOT_WHATEVER_DEALER, claimed.claim)
    done = felt.result(1, "jackpot")
    assert (done.result, done.taken.cents, done.pays) == (Result.CLAIM, 5_00, 0)


@pytest.mark.parametrize("game", GAMES)
def test_other_hands_take_no_prize(game: str) -> None:
    felt = dealt(game, ACES, jackpot=jackpot(game))
    play_out(felt)
    done = felt.result(1, "jackpot")
    felt.shows(law.JACKPOT_HANDS, done)
    if game in CROWNS:
        felt.shows(law.JACKPOT_LOSES, done)
    assert (done.result, done.taken.cents) == (Result.LOST, 5_00)
    assert not felt.round.claims


def straight(game: str, option: int) -> Felt:
    felt = Felt(game, jackpot=jackpot(game, option=option))
    seat(felt, "Ann", 1)
    felt.jackpot("Ann", 1)
    deal(felt, flop=STRAIGHT_FLOP, run_out=STRAIGHT_RUN_OUT, dealer="9c 4d", p1=STRAIGHT)
    play_out(felt)
    return felt


@pytest.mark.parametrize("option", [1, 2, 3])
@pytest.mark.parametrize("game", CROWNS)
def test_crown_options_1_to_3_pay_from_a_flush(game: str, option: int) -> None:
    felt = straight(game, option)
    felt.shows(law.JACKPOT_LOSES, felt.result(1, "jackpot"))
    won = dealt(game, FLUSH, jackpot=jackpot(game, option=option))
    play_out(won)
    won.shows(law.JACKPOT_FROM_FLUSH, won.round.claims[0])


@pytest.mark.parametrize("option", [4, 5, 6])
@pytest.mark.parametrize("game", CROWNS)
def test_crown_options_4_to_6_pay_from_a_straight(game: str, option: int) -> None:
    felt = straight(game, option)
    assert claims(felt) == [("Ann", 1, "straight")]
    felt.shows(law.JACKPOT_FROM_STRAIGHT, felt.round.claims[0])


@pytest.mark.parametrize("game", CROWNS)
def test_crown_fold_ends_jackpot_under_method_a(game: str) -> None:
    felt = dealt(game, FLUSH, jackpot=jackpot(game, method="A"))
    fold(felt, 1)
    done = felt.result(1, "jackpot")
    felt.shows(law.FOLD_ENDS_JACKPOT, done)
    assert (done.result, done.taken.cents) == (Result.LOST, 5_00)
    play_out(felt)
    assert not felt.round.claims


@pytest.mark.parametrize("game", CROWNS)
def test_crown_fold_keeps_jackpot_under_method_b(game: str) -> None:
    felt = dealt(game, FLUSH, jackpot=jackpot(game, method="B"))
    fold(felt, 1)
    assert felt.result(1, "ante").result is Result.LOST
    assert not felt.results(1, "jackpot")
    happened = play_out(felt)
    assert claims(felt) == [("Ann", 1, "flush")]
    felt.shows(law.FOLD_KEEPS_JACKPOT, felt.round.claims[0])
    area = felt.round.claims[0].area
    (turned,) = (e for e in happened if isinstance(e, CardsTurned) and felt.round.hands[e.hand].area == area)
    felt.shows(law.BEST_HAND, turned)


@pytest.mark.parametrize("game", CROWNS)
def test_crown_jackpot_of_one_game_read_so_is_dealt_by_method_a(game: str) -> None:
    only_a = {"methodBForOneGame": False}
    no = refused(game, jackpot=jackpot(game, method="B"), readings=only_a)
    shows(law.JACKPOT_METHOD_A, no, game=game)
    make(game, jackpot=jackpot(game, method="A"), readings=only_a)
    make(game, jackpot=jackpot(game, method="B", linked=True), readings=only_a)


@pytest.mark.parametrize("method", ["A", "B"])
@pytest.mark.parametrize("game", CROWNS)
def test_crown_claim_by_either_method(game: str, method: str) -> None:
    felt = dealt(game, FLUSH, jackpot=jackpot(game, method=method))
    play_out(felt)
    assert claims(felt) == [("Ann", 1, "flush")]
    felt.shows(law.JACKPOT_METHOD_A if method == "A" else law.JACKPOT_METHOD_B, felt.round.claims[0])


# The terms of a table.


def refused(game: str, **changes: Any) -> Refusal:
    """Assert that no table opens on these terms."""
    with pytest.raises(Refused) as error:
        Table.open(make(game, **changes))
    return error.value.refusal


@pytest.mark.parametrize("game", GAMES)
def test_up_to_seven_playing_areas(game: str) -> None:
    for areas in (0, 8):
        shows(law.PLAYING_AREA, refused(game, areas=areas), game=game)
    for fits in (1, 7):
        Felt(game, areas=fits)


@pytest.mark.parametrize("game", GAMES)
def test_cards_from_a_device_the_rules_know(game: str) -> None:
    shows(law.CARDS_FROM_DEVICE, refused(game, device="pocket"), game=game)


@pytest.mark.parametrize(
    "limits",
    [{}, {"ante": Limits(0, 100_00)}, {"ante": Limits(50_00, 25_00)}, {"ante": Limits(25_00, 500_00, -1)}],
    ids=["none", "no minimum", "upside down", "negative unit"],
)
@pytest.mark.parametrize("game", GAMES)
def test_sign_shows_limits(game: str, limits: dict[str, Limits]) -> None:
    shows(law.SIGN_MINIMUM, refused(game, limits=limits), game=game)
    Felt(game, limits={"ante": Limits(25_00, 25_00)})


@pytest.mark.parametrize("game", CROWNS)
def test_crown_needs_the_regulators_minimum(game: str) -> None:
    without: tuple[dict[str, int] | None, ...] = (None, {}, {"ante": 0}, {"ante": 25_01})
    for minimums in without:
        no = refused(game, regulator_minimum_cents=minimums)
        shows(law.REGULATOR_MINIMUM, no, game=game)
        shows(Reading("K23"), no, game=game)
    Felt(game, regulator_minimum_cents={"ante": 25_00})


@pytest.mark.parametrize("denominations", [(), (0, 100), (500, 100), (100, 100)])
@pytest.mark.parametrize("game", GAMES)
def test_chips_are_listed_smallest_first(game: str, denominations: tuple[int, ...]) -> None:
    shows(law.TERMS, refused(game, chips=Chips(denominations)), game=game)


@pytest.mark.parametrize("game", CROWNS)
def test_maximum_payout_is_an_amount(game: str) -> None:
    shows(law.MAXIMUM_PAYOUT, refused(game, maximum_payout_cents=0), game=game)
    Felt(game, maximum_payout_cents=100_00)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"price_cents": 0}, law.JACKPOT_PRICE),
        ({"method": "C"}, law.JACKPOT_OFFERED),
        ({"option": 0}, law.JACKPOT_HANDS),
        ({"option": 7}, law.JACKPOT_HANDS),
    ],
)
def test_jackpot_terms(game: str, changes: dict[str, Any], key: Key) -> None:
    shows(key, refused(game, jackpot=jackpot(game, **changes)), game=game)
    Felt(game, jackpot=jackpot(game))


@pytest.mark.parametrize("game", CROWNS)
def test_method_b_when_linked(game: str) -> None:
    shows(law.METHOD_B_WHEN_LINKED, refused(game, jackpot=jackpot(game, linked=True)), game=game)
    Felt(game, jackpot=jackpot(game, linked=True, method="B"))
    Felt(game, jackpot=jackpot(game, method="B"))  # and one game alone may use it


@pytest.mark.parametrize("game", CROWNS)
def test_a_jackpot_of_one_game_read_so_is_dealt_by_method_a(game: str) -> None:
    read = {"methodBForOneGame": False}
    no = refused(game, jackpot=jackpot(game, method="B"), readings=read)
    shows(law.JACKPOT_METHOD_A, no, game=game)
    shows(law.Reading("K12"), no, game=game)
    Felt(game, jackpot=jackpot(game, method="A"), readings=read)
    Felt(game, jackpot=jackpot(game, method="B", linked=True), readings=read)


# When things go wrong.


@pytest.mark.parametrize("reason", ["absent", "out of time", "refuses"])
@pytest.mark.parametrize("game", GAMES)
def test_lapse_folds(game: str, reason: str) -> None:
    felt = dealt(game)
    while "fold" not in [option.name for option in felt.decision(1).options]:
        felt.decide(1, "check")
        felt.reveal()
    (decided,) = (event for event in felt.lapse(1, reason) if isinstance(event, Decided))
    assert (decided.option, decided.lapsed) == ("fold", reason)
    felt.shows(law.LAPSE_FOLDS, decided)
    done = felt.result(1, "ante")
    felt.shows(law.LAPSE_FOLDS, done)
    felt.shows(law.FOLD_LOSES, done)
    assert felt.net("Ann") == (-50 if game == ULTIMATE else -25)


@pytest.mark.parametrize("game", GAMES)
def test_fold_loses(game: str) -> None:
    felt = dealt(game)
    (decided,) = (event for event in fold(felt, 1) if isinstance(event, Decided))
    felt.shows(law.FOLD_LOSES, decided)
    felt.shows(law.BET_OR_FOLD, decided)
    for done in felt.round.settlements:
        felt.shows(law.FOLD_LOSES, done)
        assert done.result is Result.LOST


@pytest.mark.parametrize(
    ("game", "staked", "kept"), [(CROWN_MS, 20, 20), (CROWN_MS, 100, 75), (ULTIMATE, 20, 20), (ULTIMATE, 120, 100)]
)
def test_crown_follow_on_wager_off_its_range_at_settlement(game: str, staked: int, kept: int) -> None:
    felt = dealt(game)
    spot = "play" if game == ULTIMATE else "3rd-street"
    felt.bet(1, staked, unnoticed=True)
    play_out(felt)
    *excess, done = felt.results(1, spot)
    felt.shows(law.SHORT_WAGER_SETTLED if staked == kept else law.EXCESS_WAGER_RETURNED, done)
    assert (done.result, done.stake.cents, done.pays) == (Result.WON, kept * 100, kept * 100)
    assert [back.returned.cents for back in excess] == ([(staked - kept) * 100] if staked > kept else [])
    for back in excess:
        felt.shows(law.EXCESS_WAGER_RETURNED, back)


def two_players(game: str) -> Felt:
    felt = Felt(game, jackpot=jackpot(game))
    seat(felt, "Ann", 1)
    felt.jackpot("Ann", 1)
    seat(felt, "Bob", 2)
    deal(felt, p1=FLUSH, p2=ACES)
    felt.bet(1)
    return felt


@pytest.mark.parametrize("ground", ["disruption", "fraud"])
@pytest.mark.parametrize("game", GAMES)
def test_round_voided(game: str, ground: str) -> None:
    felt = two_players(game)
    key = law.VOID_FOR_FRAUD if ground == "fraud" else law.VOID_FOR_DISRUPTION
    voided, *after = felt.do(Void(POWERFUL[game], ground, "Eve"))
    assert isinstance(voided, RoundVoided) and (voided.by, voided.ground) == ("Eve", ground)
    felt.shows(law.ROUND_VOIDED, voided)
    felt.shows(key, voided)
    for done in felt.round.settlements:
        felt.shows(law.VOID_REFUNDS, done)
        felt.shows(law.VOID, done)
        felt.shows(key, done)
        assert done.result is Result.VOID and done.returned == done.stake
    felt.shows(law.ROUND_OF_PLAY, next(e for e in after if isinstance(e, RoundEnded)))
    assert felt.round.is_over and (felt.net("Ann"), felt.net("Bob")) == (0, 0)


@pytest.mark.parametrize("game", GAMES)
def test_rank_and_ground_of_a_void(game: str) -> None:
    felt = two_players(game)
    for rank in POWERLESS[game]:
        felt.shows(law.ROUND_VOIDED, felt.refused(Void(rank, "disruption")))
        felt.shows(law.OFFENDER_VOIDED, felt.refused(Void(rank, "breach", patrons=("Ann",))))
    for ground in ("breach", "a bad mood", ""):
        felt.shows(law.ROUND_VOIDED, felt.refused(Void(POWERFUL[game], ground)))
    for ground in ("disruption", "fraud"):
        felt.shows(law.OFFENDER_VOIDED, felt.refused(Void(POWERFUL[game], ground, patrons=("Ann",))))
    felt.shows(law.NOT_YOURS, felt.refused(Void(POWERFUL[game], "breach", patrons=("Zoe",))))


@pytest.mark.parametrize("game", GAMES)
def test_offender_voided(game: str) -> None:
    felt = two_players(game)
    voided = felt.do(Void(POWERFUL[game], "breach", "Eve", patrons=("Ann",)))[0]
    felt.shows(law.OFFENDER_VOIDED, voided)
    theirs = [done for done in felt.round.settlements if done.patron == "Ann"]
    assert {"ante", "jackpot"} < {done.spot for done in theirs}
    for done in theirs:
        felt.shows(law.OFFENDER_VOIDED, done)
        felt.shows(law.VOID, done)
        assert (done.result, done.returned) == (Result.VOID, done.stake)
    play_out(felt)
    assert felt.net("Ann") == 0 and felt.net("Bob") > 0 and not felt.round.claims


@pytest.mark.parametrize("game", GAMES)
def test_forfeit_for_fraud(game: str) -> None:
    """At the Star the wagers of the player who committed the fraud may be forfeited; Crown refunds them."""
    felt = two_players(game)
    act = Void(POWERFUL[game], "fraud", "Eve", forfeit=("Ann",))
    if game in CROWNS:
        felt.shows(law.VOID_REFUNDS, felt.refused(act))
        return
    felt.shows(law.FRAUD_FORFEITS, felt.refused(act._replace(ground="disruption")))
    felt.do(act)
    for done in felt.round.settlements:
        if done.patron == "Ann":
            felt.shows(law.FRAUD_FORFEITS, done)
            assert done.result is Result.LOST
    assert felt.net("Bob") == 0
