"""Entries from rounds on record, the sealed list and the draw."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import msgspec
import pytest

from floor.patrons.patron_pit import Pit
from floor.promotions.desk import NAME, SCRUTINEER, START, Desk
from pitboss import law
from pitboss.floor.cashier.chips import TakeVoucher
from pitboss.floor.composition import make_floor
from pitboss.floor.patrons.office import EndExclusion, ExcludePatron, NoteEmployee
from pitboss.floor.promotions.entries import (
    ConfirmDraw,
    DrawWinners,
    PromotionEntries,
    RedrawPrize,
    SealEntries,
    record_of,
)
from pitboss.floor.promotions.integrity import PromotionDuty, open_duties
from pitboss.floor.promotions.state import EntriesMade, promotion_stream, read_event
from pitboss.floor.promotions.terms import AmendTerms, OpenPromotion, SubmitTerms
from pitboss.floor.promotions.winners import AwardPrize, ClaimPrize, DenyClaim, TellWinner
from pitboss.floor.service.clock import parse_stamp, stamp
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import Store, schema
from pitboss.ledger import Account
from pitboss.play.needs import DecisionNeed
from pitboss.promotion.draw import check_draw, commit_to, mark_of, read_record
from support import BOTH, CROWN, MISSISSIPPI, STAR, ULTIMATE, shows

PONTOON = "star-pontoon"
GAMES = (PONTOON, *BOTH, *MISSISSIPPI, ULTIMATE)
DeskOf = Callable[..., Desk]


@pytest.fixture
def star_desk(desk_of: DeskOf) -> Desk:
    return desk_of(PONTOON)


def tickets(desk: Desk) -> dict[str, int]:
    return {patron: entrant.tickets for patron, entrant in desk.state.entrants.items()}


@pytest.mark.parametrize("game", GAMES)
def test_rounds_on_record_earn_entries(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.register("ann", "bob", "cleo")
    desk.open()
    desk.played(ann=1, bob=2)
    desk.played(ann=3)
    desk.played(cents=24_99, cleo=1)
    desk.seal()
    assert tickets(desk) == {"ann": 2, "bob": 1}, "a wager of less than the minimum earns nothing"
    sealed = desk.last
    shows(law.TERMS_CLOSING, sealed, game=game)
    made = next(event for event in every(desk) if isinstance(event, EntriesMade))
    shows(law.TERMS_ELIGIBILITY, made, game=game)
    shows(law.TERMS_MINIMUM_WAGER, made, game=game)
    assert (sealed.entrants, sealed.tickets) == (2, 3)


def every(desk: Desk) -> Iterator[object]:
    return map(read_event, desk.store.read(promotion_stream(desk.operator, NAME)))


def test_play_counts_in_its_time_at_its_games_and_for_money(star_desk: Desk) -> None:
    desk = star_desk
    desk.register("ann")
    desk.write()
    desk.do(SubmitTerms(NAME))
    desk.do(OpenPromotion(NAME))
    desk.played(ann=1)
    desk.clock.at = parse_stamp(desk.at(48))
    desk.played(ann=1)
    desk.played(STAR, ann=1)
    desk.played("star-mississippi-stud", unit="practice", ann=1)
    desk.clock.at = parse_stamp(desk.at(72))
    desk.played(ann=1)
    desk.wait(minutes=1)
    desk.played(ann=1)
    desk.do(SealEntries(NAME))
    assert tickets(desk) == {"ann": 2}, "the first and the last moment of the promotion count"


def test_people_who_may_not_play_earn_nothing(star_desk: Desk) -> None:
    desk = star_desk
    desk.register("ann", "bob", "cleo")
    desk.open(most_tickets=2)
    desk.do(ExcludePatron("ann", "asked for it"))
    desk.do(NoteEmployee("bob", is_employee=True))
    for _ in range(3):
        desk.played(ann=1, bob=1, cleo=1, guest=1)
    desk.do(EndExclusion("ann", "over"))
    desk.clock.at = parse_stamp(desk.at(71))
    desk.played(ann=0)
    desk.seal()
    assert "bob" not in tickets(desk) and "guest" not in tickets(desk)
    assert tickets(desk)["cleo"] == 2, "nobody has more entries than the terms allow"


def test_changed_terms_hold_for_later_rounds_alone(desk_of: DeskOf) -> None:
    desk = desk_of(CROWN)
    desk.register("ann")
    desk.open()
    desk.played(ann=1)
    desk.wait(1)
    desk.write(minimum_wager_cents=50_00)
    desk.do(AmendTerms(NAME, "a higher wager"))
    desk.wait(1)
    desk.played(ann=1)
    desk.played(ann=2)
    desk.seal()
    assert tickets(desk) == {"ann": 2}


def test_entries_have_to_be_closed_before_the_list_is_sealed(star_desk: Desk) -> None:
    desk = star_desk
    desk.register("ann")
    desk.open()
    desk.played(ann=1)
    shows(law.TERMS_CLOSING, desk.refused(SealEntries(NAME)), game=PONTOON)
    desk.seal()
    assert desk.refused(SealEntries(NAME)).because == (law.ONCE,)
    assert desk.refused(AmendTerms(NAME, "late")).because == (law.PROMOTION_STAGE,)


@pytest.mark.parametrize("game", GAMES)
def test_the_seal_and_the_draw_are_due_at_their_time(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.register("ann")
    desk.open()
    desk.played(ann=1)

    def due(hours: int) -> list[PromotionDuty]:
        desk.clock.at = parse_stamp(desk.at(hours))
        return list(open_duties(desk.state, desk.clock()))

    assert due(72) == [], "entries have not closed before this moment is over"
    (seal,) = due(73)
    assert seal.words == "Seal the list of entries."
    shows(law.TERMS_CLOSING, seal, game=game)
    desk.seal()
    assert due(95) == []
    (draw,) = due(96)
    assert draw.words == "Hold the draw." and not draw.is_late
    shows(law.TERMS_AWARD_PLACE, draw, game=game)
    desk.draw()
    assert "Hold the draw." not in [duty.words for duty in due(97)]


def test_without_entries_there_is_no_draw(star_desk: Desk) -> None:
    star_desk.open()
    star_desk.clock.at = parse_stamp(star_desk.at(73))
    assert star_desk.refused(SealEntries(NAME)).because == (law.ENTRIES_FROM_PLAY,)


def test_the_seed_is_secret_until_the_draw(desk: Desk) -> None:
    desk.register("ann", "bob")
    desk.open()
    desk.played(ann=1, bob=1)
    desk.seal()
    sealed = desk.state.sealed
    assert sealed is not None
    stream = promotion_stream(desk.operator, NAME)
    seed = desk.store.secret(stream, sealed.commitment)
    assert seed is not None and commit_to(bytes.fromhex(seed), sealed.list_hash) == sealed.commitment
    assert not any(seed in str(stored.data) for stored in desk.store.read(stream))
    assert record_of(desk.operator, desk.state) is None
    desk.draw()
    assert desk.store.secret(stream, sealed.commitment) is None
    assert desk.last.seed == seed


@pytest.mark.parametrize("forged", ["00" * 32, None])
@pytest.mark.parametrize("game", GAMES)
def test_a_seed_that_was_not_committed_to_draws_nothing(desk_of: DeskOf, game: str, forged: str | None) -> None:
    desk = desk_of(game)
    desk.register("ann")
    desk.open()
    desk.played(ann=1)
    desk.seal()
    table = schema.secrets
    with desk.store.writing() as connection:
        connection.execute(table.delete() if forged is None else table.update().values(data=forged))
    desk.clock.at = parse_stamp(desk.at(96))
    shows(law.DRAW_COMPROMISED, desk.refused(DrawWinners(NAME, "w", "a guest", approver=desk.clerk)), game=game)


@pytest.mark.parametrize("game", GAMES)
def test_anybody_can_check_a_draw(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.drawn("ann", "bob", "cleo", prizes=({"copies": 2},))
    shows(law.TERMS_MANNER, desk.last, game=game)
    if game.startswith("star"):
        shows(law.PRIZES_BY_CHANCE, desk.last, game=game)
    record = record_of(desk.operator, desk.state)
    assert record is not None
    assert check_draw(read_record(msgspec.json.encode(record))) == ()
    assert len({desk.state.patron_of(winner) for winner in desk.state.winners}) == 2
    code = desk.state.entrants["ann"].code
    assert record.entries[0].mark == mark_of(code, "ann"), "a patron finds themselves by their code"
    assert "ann" not in msgspec.json.encode(record).decode()


@pytest.mark.parametrize("game", GAMES)
def test_a_draw_is_held_at_its_time_by_two_people_with_words_from_the_room(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.register("ann")
    desk.open()
    desk.played(ann=1)
    assert desk.refused(DrawWinners(NAME, "w", "a guest", approver=desk.clerk)).because == (law.PROMOTION_STAGE,)
    desk.seal()
    early = desk.refused(DrawWinners(NAME, "w", "a guest", approver=desk.clerk))
    shows(law.TERMS_AWARD_PLACE, early, game=game)
    desk.clock.at = parse_stamp(desk.at(96))
    assert law.DRAW_BY_TWO in desk.refused(DrawWinners(NAME, "w", "a guest")).because
    own = DrawWinners(NAME, "w", "a guest", approver=desk.boss)
    assert desk.refused(own).words.startswith("You cannot approve your own order")
    assert desk.refused(DrawWinners(NAME, " ", "a guest", approver=desk.clerk)).because == (law.DRAW_BY_TWO,)
    assert desk.refused(DrawWinners(NAME, "w", " ", approver=desk.clerk)).because == (law.DRAW_BY_TWO,)
    desk.draw()
    assert desk.refused(DrawWinners(NAME, "w", "a guest", approver=desk.clerk)).because == (law.PROMOTION_STAGE,)


@pytest.mark.parametrize("game", GAMES)
def test_the_scrutineer_oversees_a_draw_with_a_large_prize(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.register("ann")
    desk.open(prizes=({"value_cents": 10_000_01},), scrutineer=SCRUTINEER)
    desk.played(ann=1)
    desk.seal()
    desk.clock.at = parse_stamp(desk.at(96))
    alone = DrawWinners(NAME, "w", "a guest", approver=desk.clerk)
    if game.startswith("star"):
        shows(law.SCRUTINEER_OVERSEES, desk.refused(alone), game=game)
        shows(law.SCRUTINEER_OVERSEES, desk.refused(alone._replace(overseen_by="Somebody")), game=game)
        key = law.SCRUTINEER_OVERSEES
    else:
        key = law.SCRUTINEER_POSSIBLE
    desk.draw(overseen_by=SCRUTINEER)
    shows(key, desk.last, game=game)


@pytest.mark.parametrize("game", GAMES)
def test_the_scrutineer_confirms_the_draw_signed_in_as_themselves(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    kim = Actor(desk.operator, "kim", "scrutineer")
    desk.register("ann")
    desk.open(prizes=({"value_cents": 10_000_01},), scrutineer=SCRUTINEER)
    desk.played(ann=1)
    desk.seal()
    assert desk.refused(ConfirmDraw(NAME), kim).because == (law.PROMOTION_STAGE,)

    def waits() -> bool:
        return "Let the scrutineer confirm the draw." in [duty.words for duty in open_duties(desk.state, desk.clock.at)]

    assert not waits(), "there is none yet"
    desk.draw(overseen_by=SCRUTINEER)
    assert waits() == (game.startswith("star"))
    desk.refused(ConfirmDraw(NAME), desk.boss)  # no person of the house does it for them
    desk.refused(ClaimPrize(NAME, "ann", 1), kim)  # nor they for the house
    desk.do(ClaimPrize(NAME, "ann", 1))
    award = AwardPrize(NAME, 1, approver=desk.clerk)
    if game.startswith("star"):
        shows(law.SCRUTINEER_OVERSEES, desk.refused(award), game=game)
    desk.do(ConfirmDraw(NAME, "as it should be"), kim)
    shows(law.SCRUTINEER_OVERSEES if game.startswith("star") else law.SCRUTINEER_POSSIBLE, desk.last, game=game)
    assert (desk.state.confirmed_by, waits()) == ("kim", False)
    desk.refused(ConfirmDraw(NAME), kim)
    desk.do(award)


def test_crowns_draw_with_a_large_prize_may_have_no_scrutineer(desk_of: DeskOf) -> None:
    desk = desk_of(CROWN)
    desk.drawn("ann", prizes=({"value_cents": 10_000_01},))
    assert not set(desk.last.because) & {law.SCRUTINEER_OVERSEES, law.SCRUTINEER_POSSIBLE}
    desk.do(ClaimPrize(NAME, "ann", 1))
    desk.do(AwardPrize(NAME, 1, approver=desk.clerk))


@pytest.mark.parametrize("game", GAMES)
def test_a_place_is_drawn_again_only_when_its_winner_does_not_get_the_prize(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.drawn("ann", "bob")
    (winner,) = desk.state.winners
    name = desk.state.patron_of(winner)
    desk.do(ClaimPrize(NAME, name, 1))
    again = RedrawPrize(NAME, 1, "not there", approver=desk.clerk)
    shows(law.TERMS_CLAIMING, desk.refused(again), game=game)
    desk.do(DenyClaim(NAME, 1, "not eligible"))
    desk.do(again)
    assert {desk.state.patron_of(each) for each in desk.state.winners} == {"ann", "bob"}
    record = record_of(desk.operator, desk.state)
    assert record is not None and record.redrawn == (1,) and check_draw(record) == ()
    assert desk.refused(again).because == (law.ENTRIES_FROM_PLAY,), "no ticket is left"
    assert desk.refused(again._replace(slot=2)).because == (law.PROMOTION_STAGE,)


@pytest.mark.parametrize("game", GAMES)
def test_a_place_is_not_drawn_again_before_its_winner_was_sought(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.drawn("ann", "bob")
    again = RedrawPrize(NAME, 1, "did not answer", approver=desk.clerk)
    shows(law.WINNER_TOLD, desk.refused(again), game=game)
    desk.do(TellWinner(NAME, 1, "telephone", is_reached=False))
    desk.wait(48)
    desk.clock.advance(timedelta(microseconds=-1))
    shows(law.WINNER_TOLD, desk.refused(again), game=game)
    desk.wait(microseconds=1)
    desk.do(again)
    assert len(desk.state.winners) == 2
    (duty,) = (duty for duty in open_duties(desk.state, desk.clock()) if duty.words.startswith("Tell the winner"))
    assert duty.due_at == stamp(desk.clock() + timedelta(days=2)), "the next winner has two days of their own"
    desk.refused(again._replace(reason="nor did they"))


def test_a_place_is_drawn_again_where_the_winner_had_to_be_there(desk_of: DeskOf) -> None:
    desk = desk_of(PONTOON)
    desk.drawn("ann", "bob", must_attend=True)
    desk.do(RedrawPrize(NAME, 1, "not in the room", approver=desk.clerk))
    assert len(desk.state.winners) == 2


def test_the_reaction_gives_entries_as_rounds_end(store: Store) -> None:
    """Real rounds, played; the reaction and the seal together count each round once. A prize that is paid in money is
    explained to the audit, which runs as the pit closes, and a voucher is changed once, as it was issued."""
    pit = Pit(store, "star", START)
    desk = Desk(store, PONTOON)
    desk.clock = pit.clock
    desk.floor = make_floor(store, clock=desk.clock)
    for name in ("ann", "bob"):
        pit.patron(name)
    money, voucher = {"kind": "money", "paid_by": ("transfer",)}, {"kind": "voucher", "value_cents": 90_00}
    desk.open(prizes=(money, voucher))
    table = pit.open(PONTOON)
    pit.floor.stop()
    pit.floor = make_floor(store, pit.guard, clock=pit.clock, reactions=(PromotionEntries(),)).start()
    for name in ("ann", "ann", "bob"):
        play(pit, table, name)
        pit.floor.reactions.react()
    assert {patron: each.tickets for patron, each in desk.state.entrants.items()} == {"ann": 2, "bob": 1}
    pit.floor.reactions.react()
    pit.floor.stop()
    before = desk.state.length
    desk.seal()
    assert tickets(desk) == {"ann": 2, "bob": 1} and desk.state.length == before + 1
    desk.draw()
    first, second = (desk.state.patron_of(winner) for winner in desk.state.winners)
    for number, name in enumerate((first, second), start=1):
        desk.do(ClaimPrize(NAME, name, number))
    desk.do(AwardPrize(NAME, 1, transfer_cents=500_00, approver=desk.clerk))
    number = desk.do(AwardPrize(NAME, 2, approver=desk.clerk))["voucher"]
    change = TakeVoucher(table, second, number, 90_00)
    assert desk.refused(change._replace(patron=first)).because == (law.COUNTED,)
    assert desk.refused(change._replace(cents=91_00)).because == (law.COUNTED,)
    assert desk.refused(change._replace(gives="chips")).because == (law.COUNTED,)
    desk.do(change)
    assert desk.refused(change).because == (law.ONCE,)
    assert store.balance(Account("star", "patron", second, "tokens")).here == 90_00
    assert store.balance(Account("star", "world", "")).into == 500_00
    pit.close()


def play(pit: Pit, table: str, name: str) -> None:
    """A round, the player standing on whatever there is."""
    number = pit.round(table).number
    pit.place(table, name, 30)
    while pit.round(table).number == number:
        need = next((n for n in pit.round(table).needs if isinstance(n, DecisionNeed) and not n.optional), None)
        if need is None:
            pit.play_on(table)
        else:
            pit.bet(table, name, 0, "stand")
