"""The shoe and the device (3.5, 4, 7.2, 17.9): shuffle, who cuts and where, the cutting card, the burned card, and
what a person of rank orders about the cards."""

from pitboss import law
from pitboss.cards import UNKNOWN
from pitboss.games.pontoon import names
from pitboss.games.pontoon.table import PontoonTable, check_power
from pitboss.play.events import CutRefused, CuttingCardOut
from pitboss.play.irregularity import RETRACT
from pitboss.play.needs import RACK, CardsNeed, CutNeed, ShuffleNeed, Slot
from pitboss.play.round import NOT_OUT, OFFERED, UNDER_SHOE, Draft, Round, ShoeState, cards_on_table
from pitboss.play.table import Table
from pitboss.play.wager import Box, Refusal, Refused, box_of
from pitboss.value import replace

BURN_NEED = CardsNeed(names.BURN, (Slot(RACK, 0),))
_PREPARES = (names.SHUFFLE, names.CUT, names.INSERT, names.BURN)
_RIGHTMOST: dict[law.Key, law.Because] = {
    law.SHUFFLE_AT_FIRST_CARD: (law.CUT_AT_FIRST_CARD,),
    law.CARDS_REPLACED: (law.CUT_WHEN_REPLACED,),
}


def await_shuffle(draft: Draft, due: law.Because) -> None:
    """Ask for a shuffle before any other card comes out."""
    draft.due = due
    draft.needs = (ShuffleNeed(names.SHUFFLE, "", (law.SHUFFLE_FIRST, *due)), *draft.needs)


def follow_shuffle(game: PontoonTable, draft: Draft) -> None:
    """The cards off the table are in the stack again: offer the cut, or burn the device's first card."""
    held = cards_on_table(draft.hands)
    if draft.irregular.aside:  # a card that waits to be offered stays out, one under the shoe goes in (P49)
        held += [aside.card for aside in draft.irregular.aside if aside.place == OFFERED]
        kept = tuple(aside for aside in draft.irregular.aside if aside.place != UNDER_SHOE)
        draft.irregular = replace(draft.irregular, aside=kept)
    draft.out = len(held)
    draft.seen = tuple(card for card in held if card != UNKNOWN)
    if draft.phase == names.RETURN:
        game.follow_deal(draft)
        return
    draft.close_each(RETRACT)  # a player who has not taken the stakes back goes on (18.5, P48)
    if game.is_cut:
        draft.game = game.adapt(ShoeState(due=draft.due))
        _offer_cut(game, draft)
    else:
        draft.cutting = NOT_OUT
        draft.needs = (BURN_NEED, *draft.needs)


def _offer_cut(game: PontoonTable, draft: Draft) -> None:
    """Offer the stack to the player who cuts it first; at an empty table it waits for the first player to come."""
    order = _cutters(draft)
    if order:
        because = (law.PLAYERS_CUT, *_why_first(game, draft))
        draft.needs = (_cut_need(game, draft, order[0], because), *draft.needs)


def note_arrival(game: PontoonTable, draft: Draft) -> None:
    """Note the first player to the table as play starts, and offer a cut that waited for a player."""
    if law.SHUFFLE_AT_START in draft.due and not draft.boxes:
        for wager in draft.wagers:
            if wager.left.pieces:
                draft.boxes = (Box(wager.area, line=(wager.patron,)),)
                break
    if game.is_cut and not any(need.kind in _PREPARES for need in draft.needs):
        _offer_cut(game, draft)


def _cut_need(game: PontoonTable, draft: Draft, by: str, because: law.Because) -> CutNeed:
    size = game.size - draft.out
    margin = min(game.figures.cut_margin, size // 2)
    return CutNeed(names.CUT, by, margin, size - margin, because, (law.CUT_DEPTH,), may_refuse=by != names.SUPERVISOR)


def _why_first(game: PontoonTable, draft: Draft) -> law.Because:
    """Why the cut is offered to this player first."""
    if law.SHUFFLE_AT_START in draft.due:
        return (law.CUT_BY_FIRST_PLAYER,)
    for key, because in _RIGHTMOST.items():
        if key in draft.due:
            return because
    if draft.cutting > 0:
        return (law.CUT_BY_AREA,)
    return (law.CUT_BY_RIGHTMOST,) if draft.cutting == 0 else game.rules.readings("P37")


def _cutters(round: Round | Draft) -> list[str]:
    """The players at the table in the order in which they are offered the cut: one first, then clockwise (4.3, 4.4)."""
    places = _places(round)
    if not places:
        return []
    around = sorted(places, key=lambda patron: places[patron])
    first = next(patron for patron in around if places[patron] == places[around[-1]])
    if law.SHUFFLE_AT_START in round.due:
        first = next(iter(places))
    elif round.cutting > 0 and not any(key in round.due for key in _RIGHTMOST):
        first = next((name for name in _people(box_of(round.boxes, round.cutting)) if name in places), first)
    start = around.index(first)
    return around[start:] + around[:start]


def _places(round: Round | Draft) -> dict[str, int]:
    """Where each player at the table is, by area: at their seat if they have one, else where they first wagered.

    As play starts they stand in the order in which they came; later the controlling player of an area goes first.
    """
    betting = {wager.patron: wager.area for wager in reversed(round.wagers) if wager.left.pieces}
    seats = {box.seated: box.area for box in round.boxes if box.seated}
    starting = law.SHUFFLE_AT_START in round.due
    places: dict[str, int] = {}
    for box in round.boxes:
        for patron in _people(box):
            if not starting or patron in seats or patron in betting:
                places.setdefault(patron, seats.get(patron, box.area))
    for wager in round.wagers:
        if wager.patron in betting:
            places.setdefault(wager.patron, betting[wager.patron])
    return places


def _people(box: Box) -> tuple[str, ...]:
    """The people of a box: its bettors, the controlling player first, and the player who only sits there."""
    return (*box.line, box.seated) if box.seated else box.line


def pass_cut_on(game: PontoonTable, draft: Draft, need: CutNeed) -> None:
    """A player would not cut: the next one clockwise may, and if none will, a supervisor does."""
    draft.events.append(CutRefused(need.by, (law.CUT_PASSES_ON,)))
    order = _cutters(draft)
    later = order[order.index(need.by) + 1 :] if need.by in order else []
    by = later[0] if later else names.SUPERVISOR
    draft.needs = (_cut_need(game, draft, by, (law.PLAYERS_CUT, law.CUT_PASSES_ON)), *draft.needs)


def follow_cut(game: PontoonTable, draft: Draft, need: CutNeed) -> None:
    """After the cut the dealer puts the cutting card in from the back; then the first card is burned."""
    if need.kind == names.CUT:
        most = int((game.size - draft.out) * game.figures.most_behind)
        why = (law.CUTTING_CARD_PLACED,)
        draft.needs = (CutNeed(names.INSERT, "dealer", 1, most, why, why), *draft.needs)
    else:
        draft.cutting = NOT_OUT
        draft.needs = (BURN_NEED, *draft.needs)


def follow_burn(game: PontoonTable, draft: Draft) -> None:
    """The first card is burned: the cards are ready."""
    draft.due = ()
    if draft.phase == names.WAGERS:
        game.await_deal(draft)


# A card that lies under the shoe (17.6).


def is_under(round: Round | Draft) -> bool:
    """Whether a card lies under the shoe, to come out as the first of the round."""
    return any(aside.place == UNDER_SHOE for aside in round.irregular.aside)


def take_from_under(game: PontoonTable, draft: Draft) -> law.Because:
    """The first card of the round is the one that lay under the shoe: it is out only now (P18)."""
    kept = tuple(aside for aside in draft.irregular.aside if aside.place != UNDER_SHOE)
    draft.irregular = replace(draft.irregular, aside=kept)
    return (*game.deal_because, law.CARD_UNDER_SHOE, *game.rules.readings("P18"))


def take_cutting_card(game: PontoonTable, draft: Draft, need: CardsNeed) -> None:
    """The cutting card is out: as the first card of a round it asks for a shuffle now, else after the round."""
    if draft.phase == names.WAGERS:
        draft.events.append(CuttingCardOut(0, (law.SHUFFLE_AT_FIRST_CARD,)))
        await_shuffle(draft, (law.SHUFFLE_AT_FIRST_CARD,))
        game.await_deal(draft)
        return
    draft.cutting = need.slots[0].area
    draft.events.append(CuttingCardOut(draft.cutting, (law.SHUFFLE_AFTER_ROUND,)))


def await_ordered_shuffle(game: PontoonTable, draft: Draft, because: law.Because) -> None:
    """A supervisor has the cards shuffled before the first one of the round (4.1.4): begin with them anew."""
    start = tuple(ground for ground in draft.due if ground == law.SHUFFLE_AT_START)
    draft.needs = tuple(need for need in draft.needs if need.kind not in _PREPARES)
    await_shuffle(draft, (*start, *because))
    game.await_deal(draft)


def shuffle_discards(game: PontoonTable, draft: Draft) -> None:
    """Cards are awaited and none are left: the discards are shuffled and cut, then the round goes on (17.9)."""
    if not draft.due:  # it is awaited already where a wager is voided meanwhile
        await_shuffle(draft, (law.EMPTY_SHOE,))


# What a person of rank orders about the cards between rounds.


def direct_shuffle(table: Table, rank: str) -> Table:
    """Have the cards shuffled before the next round, not being trusted to be well mixed (4.1.4)."""
    check_power(table, rank, law.SHUFFLE_DIRECTED)
    return _shuffle_next(table, law.SHUFFLE_DIRECTED)


def replace_cards(table: Table, rank: str) -> Table:
    """Have new cards brought: with a shoe only when its shuffle is due, with a device after any round (3.5)."""
    check_power(table, rank, law.CARDS_REPLACED)
    game, shoe_state = table.game, table.shoe_state
    assert isinstance(game, PontoonTable)
    if game.is_cut and shoe_state.cutting == NOT_OUT and law.SHUFFLE_AT_START not in shoe_state.due:
        raise Refused(
            Refusal(
                (law.CARDS_REPLACED,),
                "New cards go into a shoe only once the cutting card has come out. Deal on until then.",
            )
        )
    return _shuffle_next(table, law.CARDS_REPLACED)


def replace_wrong_cards(table: Table, rank: str) -> Table:
    """Have new cards brought for decks that were found wrong (17.16.3): they do not wait for the cutting card."""
    check_power(table, rank, law.CARDS_REPLACED)
    return _shuffle_next(table, law.CARDS_REPLACED)


def _shuffle_next(table: Table, why: law.Key) -> Table:
    kept = tuple(ground for ground in table.shoe_state.due if ground == law.SHUFFLE_AT_START)
    shoe_state = replace(table.shoe_state, seen=(), out=0, due=(*kept, why), rounds=0, always=frozenset())
    return replace(table, shoe_state=shoe_state, game=table.game.adapt(shoe_state))


# Why a card, a shuffle or a cut is not asked for now.


def refuse_cut(game: PontoonTable) -> Refusal:
    """Say why the cards are not cut now."""
    if not game.is_cut:
        return Refusal((law.DEVICE_UNCUT,), "Cards from a shuffling device are not cut.")
    return Refusal((law.PLAYERS_CUT,), "The cards are cut once, after a shuffle.")


def refuse_deal(game: PontoonTable, round: Round) -> Refusal:
    """Say why no card comes out now."""
    if round.is_over:
        if round.hands and game.dealer_stands(round.hands[0]):
            return Refusal((law.DEALER_DRAWS, law.ROUND_OF_PLAY), "The dealer stands on this total and draws no more.")
        return Refusal((law.DEALER_STOPS, law.ROUND_OF_PLAY), "The dealer draws no more: no card can change a result.")
    if round.due:
        return Refusal((law.SHUFFLE_FIRST, *round.due), "The cards are shuffled first.")
    if round.phase == names.WAGERS:
        return Refusal((law.INITIAL_DEAL,), "Cards go to areas with a wager, once every wager is in order.")
    if round.phase == names.OFFERS:
        return Refusal((law.IN_TURN, law.SURRENDER_OFFERED), "Insurance and surrender come before the next card.")
    return Refusal((law.IN_TURN,), "No card is called for: a player decides first.")


def refuse_cutting_card(game: PontoonTable, round: Round) -> Refusal | None:
    """Refuse a cutting card that cannot come out: there is none in a device, and a shoe has one."""
    if not game.is_cut:
        return Refusal((law.DEVICE_UNCUT,), "Cards from a shuffling device have no cutting card.")
    if round.cutting != NOT_OUT or round.due:
        return Refusal((law.SHUFFLE_AFTER_ROUND,), "The cutting card is out already.")
    return None
