"""Shuffles on the floor: each is opened once nothing of it remains, a double click deals once, and what is shuffled by
hand is dealt by hand."""

from collections.abc import Callable
from contextlib import suppress

import pytest

from floor.tables.pit import GAMES, PONTOON, Pit, opener
from pitboss import law
from pitboss.cards import Card
from pitboss.cards.shoe import Opening
from pitboss.floor.service.commands import read_secret
from pitboss.floor.tables.log import load_saved_table, read_event
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.seats import LeaveTable
from pitboss.floor.tables.state import ActTaken, ShoeOpened, TableRoundEnded
from pitboss.money import Stake
from pitboss.play import Refused
from pitboss.play.acts import Cut, Deal, Place, Shuffle
from pitboss.play.needs import CutNeed
from pitboss.play.powers import Void
from pitboss.value import log_name
from support import STAR

Pits = Callable[[str], Pit]


class Dealt:
    """What was dealt of each shuffle, by its commitment, and what was opened."""

    def __init__(self, pit: Pit) -> None:
        self.cards: dict[str, list[Card]] = {}
        self.opened: dict[str, Opening] = {}
        last = ""
        for event in pit.events(ActTaken, ShoeOpened):
            match event:
                case ActTaken(Shuffle(_, commitment, _)):
                    last = commitment
                    self.cards[last] = []
                case ActTaken(Deal(_, cards)):
                    self.cards[last] += cards
                case ShoeOpened(commitment, cards, seed, cut):
                    pack = tuple(Card(number) for number in bytes.fromhex(cards))
                    self.opened[commitment] = Opening(pack, bytes.fromhex(seed), cut)


def fund(pit: Pit) -> None:
    pit.fund("Ann", "Bob", cents=10_000_000_00)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_every_shuffle_is_opened_and_gives_the_cards_that_were_dealt(pits: Pits, game: str, device: str) -> None:
    pit = pits(game)
    pit.open(device=device)
    fund(pit)
    for _ in range(4):
        pit.play({"Ann": 1, "Bob": 2})
    between = Dealt(pit)
    for player in pit.open_state.players:
        pit.do(pit.patron(player.patron), LeaveTable("7", player.patron))
    pit.close()
    done = Dealt(pit)
    assert set(done.opened) == set(done.cards)  # the last one when the table closed
    for commitment, opening in done.opened.items():
        assert opening.check(commitment, done.cards[commitment])
    live = 1 if game == PONTOON else 0  # a shoe of Pontoon, and a device that takes cards back, go on
    assert len(between.cards) - len(between.opened) == live


def test_a_shuffle_that_another_replaces_waits_for_the_end_of_its_round(pits: Pits) -> None:
    """A device takes the discards back after the initial deal: the cards of the shuffle before lie on the table."""
    pit = pits(PONTOON)
    pit.open(device="shuffler")
    fund(pit)
    pit.play({"Ann": 1, "Bob": 2})
    pit.place("Ann", 1)
    number, shuffles = pit.round.number, len(pit.events(ActTaken))
    while not pit.floor.table(pit.stream).shoes.spent:
        assert pit.round.number == number, "nothing was replaced in the round"
        pit.step()
    assert shuffles < len(pit.events(ActTaken))
    opened = len(pit.events(ShoeOpened))
    spent = pit.floor.table(pit.stream).shoes.spent
    for each in spent:
        text = pit.store.secret(pit.stream, each.commitment)
        assert text is not None and read_secret(text).commitment == each.commitment  # it outlasts the process
    assert load_saved_table(pit.store, pit.stream) == pit.state
    while pit.round.number == number:
        assert len(pit.events(ShoeOpened)) == opened
        pit.step()
    ends = [type(event) for event in pit.events(TableRoundEnded, ShoeOpened)]
    assert ends[-1 - len(spent) :] == [TableRoundEnded] + [ShoeOpened] * len(spent)
    assert not pit.floor.table(pit.stream).shoes.spent


def test_what_was_written_before_is_still_read(pits: Pits) -> None:
    """An act without its time, a void without a refund."""
    pit = pits(STAR)
    pit.open()
    pit.do(pit.dealer, DealOn("7"))
    stored = next(each for each in pit.store.read(pit.stream) if each.kind == log_name(ActTaken))
    old = stored._replace(data={"act": stored.data["act"], "round": 1})
    assert read_event(old) == read_event(stored)
    void = {"type": "Void", "rank": "gaming-supervisor", "ground": "fraud"}
    assert read_event(old._replace(data={"act": void, "round": 1})) == ActTaken(Void("gaming-supervisor", "fraud"), 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_double_click_deals_once(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    fund(pit)
    pit.place("Ann", 1)
    for _ in range(4):
        round = pit.round
        waiting = [need for need in round.needs if type(need).__name__ != "WagersNeed"]
        click = DealOn("7", round.number, version=round.version)
        pit.do(pit.dealer, click, key="")
        assert law.NEED_CLOSED in pit.refused(pit.dealer, click).because
        assert waiting
        if any(type(need).__name__ == "DecisionNeed" for need in pit.round.needs):
            break


def test_deal_on_answers_the_need_that_was_looked_at(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    fund(pit)
    pit.place("Ann", 1)
    pit.refused(pit.dealer, DealOn("7", need="deal"))
    pit.do(pit.dealer, DealOn("7", 1, "shuffle"))
    pit.refused(pit.dealer, DealOn("7", 1, "shuffle"))
    pit.refused(pit.dealer, DealOn("7", 2, "no-more-bets"))
    pit.do(pit.dealer, DealOn("7", 1, "no-more-bets"))
    pit.do(pit.dealer, DealOn("7", 1, "cut"))


@pytest.mark.parametrize("game", [STAR, PONTOON])
def test_what_was_shuffled_by_hand_is_dealt_by_hand(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    fund(pit)
    pit.act(pit.patron("Ann"), Place("wagers", "Ann", 1, opener(game), Stake.of(2_500)))
    pit.act(pit.dealer, Shuffle("shuffle", "a commitment of nobody's"))
    (keyed,) = [e.act for e in pit.events(ActTaken) if isinstance(e, ActTaken) and isinstance(e.act, Shuffle)]
    assert keyed.commitment == ""
    with suppress(Refused):
        pit.do(pit.dealer, DealOn("7"))  # a call is the dealer's, whichever person shuffled
    assert law.CARDS_FROM_DEVICE in pit.refused(pit.dealer, DealOn("7")).because
    need = next(need for need in pit.round.needs if isinstance(need, CutNeed))
    pit.act(pit.dealer, Cut(need.id, need.by, need.least))
    pit.refused(pit.dealer, DealOn("7"))


def test_no_card_is_keyed_while_the_virtual_shoe_deals(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    fund(pit)
    pit.place("Ann", 1)
    pit.do(pit.dealer, DealOn("7"))
    need = next(need for need in pit.round.needs if isinstance(need, CutNeed))
    pit.act(pit.dealer, Cut(need.id, need.by, need.least))  # a dealer may cut the virtual shoe, and it is cut there
    shoe = pit.floor.table(pit.stream).shoe
    assert shoe is not None and shoe.cut_at == need.least
    cards = shoe.draw(10)[0]
    assert law.CARDS_FROM_DEVICE in pit.refused(pit.dealer, TakeAct("7", Deal("deal", cards))).because
    number = pit.round.number
    while pit.round.number == number:
        pit.step()
    done = Dealt(pit)
    assert all(opening.check(commitment, done.cards[commitment]) for commitment, opening in done.opened.items())
