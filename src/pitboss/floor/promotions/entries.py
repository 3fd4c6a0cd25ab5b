"""Entries of a draw, earned by rounds on record, and the draw itself: the list is sealed and a seed committed to. Then
a person in the room says words, and the seed, the list and the words together name the winners."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Annotated, ClassVar

from pitboss import law, money
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.people.permission import SCRUTINEER, SYSTEM
from pitboss.floor.promotions import state as promotions
from pitboss.floor.promotions.terms import PromotionCommand
from pitboss.floor.service.clock import parse_stamp
from pitboss.floor.service.commands import SAY_WHY, Actor, CommandNeeds, Decision, Order, World, check_said, refuse
from pitboss.floor.service.forms import LONG, CommandForm, FieldPrompt
from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.store.rows import Secret
from pitboss.floor.tables.log import EventQuery, all_events, find_newest, read_event
from pitboss.floor.tables.state import TableOpened, TableRoundEnded
from pitboss.messages import message
from pitboss.play.table import Total
from pitboss.promotion import draw
from pitboss.promotion.terms import PromotionTerms
from pitboss.value import Value, log_name

CODE_BYTES = 16
SOUGHT_WITHIN = timedelta(days=2)
"""So soon a winner is sought, and for so long a place waits for a winner who does not claim."""
DRAW = message("Draw")
"""A heading of a promotion's page."""
OPENED, ENDED = log_name(TableOpened), log_name(TableRoundEnded)


class TableGames:
    """Which game a table played when a round ended there, and whether for money; read once for each opening."""

    def __init__(self) -> None:
        self._known: dict[Stream, tuple[str, bool]] = {}

    def see(self, stored: Stored) -> None:
        """Take note of an opening."""
        self._known[stored.stream] = str(stored.data["game"]), money.unit_named(stored.data["unit"]).is_money

    def at(self, store: Store, stored: Stored) -> tuple[str, bool]:
        """The game of the table where an event happened, events being asked about in the order of the log."""
        if stored.stream not in self._known:
            self.see(find_newest(store, stored.stream, TableOpened, before=stored.number)[0])
        return self.known(stored)

    def known(self, stored: Stored) -> tuple[str, bool]:
        """The same, of a table whose opening was seen."""
        return self._known[stored.stream]


class PromotionEntries:
    """The reaction that gives patrons the entries that their rounds earned."""

    name = "promotions"

    def __init__(self) -> None:
        self._games = TableGames()

    def decide(self, world: World, page: Sequence[Stored]) -> Decision:
        """Give out the entries of the rounds in a page of the log."""
        if not any(stored.kind in (ENDED, OPENED) for stored in page):
            return Decision()
        operator = page[0].stream.operator
        running = [
            state
            for state in promotions.all_promotions(world.store, operator)
            if state.is_open and state.sealed is None
        ]
        rounds = list(_money_rounds(world.store, page, self._games))
        also: dict[Stream, tuple[Value, ...]] = {}
        for state in running:
            if (made := count_entries(world, operator, state, rounds)) is not None:
                also[promotions.promotion_stream(operator, state.id)] = (made,)
        return Decision(also=tuple(also.items()), by=SYSTEM)

    def forget(self) -> None:
        """Forget which games were played where: another process gives entries from here on."""
        self._games = TableGames()


def _money_rounds(store: Store, page: Iterable[Stored], games: TableGames) -> Iterator[tuple[Stored, str]]:
    """The rounds that were played for money, each with its game."""
    for stored in page:
        if stored.kind == OPENED:
            games.see(stored)
        elif stored.kind == ENDED:
            game, is_money = games.at(store, stored)
            if is_money:
                yield stored, game


def is_counted(terms: PromotionTerms, game: str, at: str) -> bool:
    """Whether a round of a game that ended at a moment counts."""
    return game in terms.games and terms.starts_at <= at <= terms.closes_at


def is_enough(terms: PromotionTerms, total: Total) -> bool:
    """Whether a player wagered enough in a round for an entry."""
    return total.staked - total.carried >= max(1, terms.minimum_wager_cents or 0)


def count_entries(
    world: World, operator: str, state: promotions.PromotionState, rounds: Iterable[tuple[Stored, str]]
) -> promotions.EntriesMade | None:
    """The entries that rounds earned in a promotion; those that have been counted earn none again."""
    earned: list[promotions.EarnedEntry] = []
    held = {patron: entrant.tickets for patron, entrant in state.entrants.items()}
    until = state.counted
    for stored, game in rounds:
        terms = state.terms_at(stored.at)
        if terms is None or stored.position <= state.counted or not is_counted(terms, game, stored.at):
            continue
        event = read_event(stored)
        assert isinstance(event, TableRoundEnded)
        for total in event.totals:
            if not is_enough(terms, total):
                continue
            known = load_patron(world.store, operator, total.patron)
            if not known.registered or known.excluded or known.is_employee:
                continue
            if terms.most_tickets and held.get(total.patron, 0) >= terms.most_tickets:
                continue
            code = "" if total.patron in held else world.seed(CODE_BYTES).hex()
            held[total.patron] = held.get(total.patron, 0) + 1
            earned.append(promotions.EarnedEntry(total.patron, stored.stream.table, event.round, code))
            until = stored.position
    if not earned:
        return None
    return promotions.EntriesMade(tuple(earned), until, state.law.only(law.TERMS_ELIGIBILITY, law.TERMS_MINIMUM_WAGER))


class SealEntries(PromotionCommand, tag="SealEntries"):
    """Seal the list of entries after they have closed, and commit to the seed of the draw."""

    forms: ClassVar = (
        CommandForm(
            "Seal the list of entries",
            "Seal",
            group=DRAW,
            needs=lambda _, state: bool(state.opened_at) and state.sealed is None,
        ),
    )

    def decide(self, world: World, order: Order) -> Decision:
        """What was played before the closing and is not counted yet is counted first."""
        state, operator = self.load_open(world, order), order.actor.operator
        if state.sealed is not None:
            raise refuse("The list is sealed already.", law.ONCE)
        if world.at <= state.terms.closes_at:
            raise refuse("Entries have not closed yet.", *state.law.only(law.TERMS_CLOSING))
        stream = promotions.promotion_stream(operator, self.promotion)
        wanted = EventQuery(operator, (ENDED, OPENED), after=state.counted)
        rounds = _money_rounds(world.store, all_events(world.store, wanted), TableGames())
        made = count_entries(world, operator, state, rounds)
        after = made.change(state, world.at) if made is not None else state
        if not after.entrants:
            raise refuse("There are no entries to draw from. Cancel the promotion.", law.ENTRIES_FROM_PLAY)
        entries, seed = after.entries, world.seed(draw.SEED_BYTES)
        list_hash = draw.hash_list(entries)
        commitment, tickets = draw.commit_to(seed, list_hash), sum(entry.tickets for entry in entries)
        because = state.law.only(law.PRIZES_BY_CHANCE, law.TERMS_CLOSING)
        sealed = promotions.EntriesSealed(list_hash, commitment, len(entries), tickets, because)
        events = (*((made,) if made is not None else ()), sealed)
        reply = {"commitment": commitment, "entrants": len(entries), "tickets": tickets}
        return self.note(order, *events, secrets=(Secret(stream, commitment, seed.hex()),), reply=reply)


class DrawWinners(PromotionCommand, tag="DrawWinners"):
    """Draw the winners: a person in the room says words, and a second person signs."""

    takes: ClassVar = CommandNeeds(approval=True, rule=law.DRAW_BY_TWO)
    forms: ClassVar = (
        CommandForm(
            "Draw the winners",
            "Draw",
            group=DRAW,
            needs=lambda _, state: state.sealed is not None and state.drawn is None,
        ),
    )
    words: Annotated[str, FieldPrompt("Words said in the room", "words that were not known when the list was sealed")]
    said_by: Annotated[str, FieldPrompt("Said by", "an entrant, a guest, the scrutineer")]
    overseen_by: Annotated[str, FieldPrompt("Scrutineer who oversees the draw")] = ""
    approver: Actor | None = None

    def decide(self, world: World, order: Order) -> Decision:
        """The draw is held at its time, under the eyes of the scrutineer where a prize is large."""
        state, terms, bound = (found := self.load_open(world, order)), found.terms, found.law
        if state.sealed is None:
            raise refuse("Seal the list of entries first, then draw.", law.PROMOTION_STAGE)
        if state.drawn is not None:
            raise refuse("The draw was held already.", law.PROMOTION_STAGE)
        if world.at < terms.draws_at:
            raise refuse("The draw is held at the time that the terms say.", *bound.only(law.TERMS_AWARD_PLACE))
        check_said(self.words.strip(), "Enter the words that a person in the room said.", law.DRAW_BY_TWO)
        check_said(self.said_by.strip(), "Say who said the words.", law.DRAW_BY_TWO)
        is_large = any(prize.is_large for prize in terms.prizes)
        if is_large and bound.applies(law.SCRUTINEER_OVERSEES) and self.overseen_by != terms.scrutineer:
            words = "The scrutineer whom the terms name has to oversee this draw."
            raise refuse(words, *bound.only(law.SCRUTINEER_OVERSEES))
        stream = promotions.promotion_stream(order.actor.operator, self.promotion)
        secret = world.store.secret(stream, state.sealed.commitment)
        sealed = state.sealed
        if secret is None or draw.commit_to(bytes.fromhex(secret), draw.hash_list(state.entries)) != sealed.commitment:
            words = "The seed of this draw is lost, or is not the one that was committed to. Cancel the promotion."
            raise refuse(words, *bound.only(law.DRAW_COMPROMISED))
        winners = draw.draw_winners(
            state.entries,
            terms.slots,
            seed=bytes.fromhex(secret),
            words=self.words,
            one_prize_each=terms.one_prize_each,
        )
        keys = [law.PRIZES_BY_CHANCE, law.TERMS_MANNER]
        if is_large and self.overseen_by:
            keys += [law.SCRUTINEER_OVERSEES, law.SCRUTINEER_POSSIBLE]
        event = promotions.WinnersDrawn(
            secret, self.words, self.said_by, self.overseen_by, self.approved_by, winners, bound.only(*keys)
        )
        reply = {"winners": [winner._asdict() for winner in winners]}
        return self.note(order, event, opened=((stream, state.sealed.commitment),), reply=reply)


class ConfirmDraw(PromotionCommand, tag="ConfirmDraw"):
    """The scrutineer confirms, signed in as themselves, that they oversaw the draw and that its record checks."""

    takes: ClassVar = CommandNeeds(roles=(SCRUTINEER,), rule=law.SCRUTINEER_OVERSEES)
    forms: ClassVar = (
        CommandForm(
            "Confirm the draw",
            "Confirm",
            group=DRAW,
            needs=lambda _, state: state.drawn is not None and not state.confirmed_by,
        ),
    )
    remarks: Annotated[str, FieldPrompt("Remarks", kind=LONG)] = ""

    def decide(self, world: World, order: Order) -> Decision:
        """Once, of a draw whose record follows from what was committed to."""
        state = self.load(world, order)
        record = record_of(order.actor.operator, state)
        if record is None:
            raise refuse("The draw was not held yet.", law.PROMOTION_STAGE)
        if state.confirmed_by:
            raise refuse("The draw is confirmed already.", law.PROMOTION_STAGE)
        because = state.law.only(law.SCRUTINEER_OVERSEES, law.SCRUTINEER_POSSIBLE)
        if faults := draw.check_draw(record):
            raise refuse(" ".join(faults), *(because or (law.PROMOTION_STAGE,)))
        return self.note(order, promotions.DrawConfirmed(order.actor.person, self.remarks[:500], because))


class RedrawPrize(PromotionCommand, tag="RedrawPrize"):
    """Draw a place again whose winner does not get the prize: the next ticket of the same draw has it."""

    takes: ClassVar = CommandNeeds(approval=True, rule=law.DRAW_BY_TWO)
    forms: ClassVar = (
        CommandForm("Draw a place again", "Draw again", group=DRAW, needs=lambda _, state: state.drawn is not None),
    )
    slot: Annotated[int, FieldPrompt("Place in the order of prizes")]
    reason: str
    approver: Actor | None = None

    def decide(self, world: World, order: Order) -> Decision:
        """Only a prize that was denied, or not claimed in two days, goes to the next ticket, so that no two people draw
        until the winner is whom they want."""
        state = self.load_open(world, order)
        there = state.winner_of(self.slot)
        if state.drawn is None or there is None:
            raise refuse("No winner was drawn for this place.", law.PROMOTION_STAGE)
        check_said(self.reason, SAY_WHY, law.DRAW_BY_TWO)
        patron = state.patron_of(there)
        mine = [claim for claim in state.claims if (claim.patron, claim.prize) == (patron, there.prize)]
        if any(claim.status == promotions.AWARDED for claim in mine) or (
            mine and not any(c.status == promotions.DENIED for c in mine)
        ):
            words = "The winner of this place has the prize or claims it. Deny the claim first."
            raise refuse(words, *state.law.only(law.TERMS_CLAIMING))
        drawn = winners_of(state, (*state.redrawn, self.slot))
        if len(drawn) == len(state.winners):
            raise refuse("No ticket is left for this place.", law.ENTRIES_FROM_PLAY)
        if not mine and not state.terms.must_attend and there.ticket not in state.tried:
            words = "The winner of this place has not been sought. Tell the winner first, or record the attempt."
            raise refuse(words, *state.law.only(law.WINNER_TOLD))
        waits_until = parse_stamp(state.won_at[there.ticket]) + SOUGHT_WITHIN
        if not mine and not state.terms.must_attend and world.now < waits_until:
            words = "The winner of this place has two days from the draw to claim. Draw the place again after that."
            raise refuse(words, *state.law.only(law.WINNER_TOLD))
        because = state.law.only(law.PRIZES_BY_CHANCE)
        event = promotions.WinnerRedrawn(drawn[-1], self.reason, self.approved_by, because)
        return self.note(order, event, reply={"winner": drawn[-1]._asdict()})


def winners_of(state: promotions.PromotionState, redrawn: Sequence[int]) -> tuple[draw.DrawnPrize, ...]:
    """The tickets that the opened draw of a promotion gives."""
    assert state.drawn is not None
    seed, terms = bytes.fromhex(state.drawn.seed), state.terms
    words, each = state.drawn.words, terms.one_prize_each
    return draw.draw_winners(state.entries, terms.slots, redrawn, seed=seed, words=words, one_prize_each=each)


def record_of(operator: str, state: promotions.PromotionState) -> draw.DrawRecord | None:
    """The record by which any reader can check a draw; none before it was held."""
    if state.sealed is None or state.drawn is None:
        return None
    return draw.DrawRecord(
        operator=operator,
        promotion=state.id,
        terms=state.terms.digest,
        sealed_at=state.sealed_at,
        entries=state.entries,
        list_hash=state.sealed.list_hash,
        commitment=state.sealed.commitment,
        drawn_at=state.drawn_at,
        seed=state.drawn.seed,
        words=state.drawn.words,
        slots=state.terms.slots,
        one_prize_each=state.terms.one_prize_each,
        redrawn=state.redrawn,
        winners=state.winners,
    )
