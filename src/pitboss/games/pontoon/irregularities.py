"""What goes wrong at a Pontoon table (17.1 to 17.8, 17.11, 17.12, 17.14 to 17.17) and with its shuffling device (18):
the facts that can be stated, and a row for each rule with its moment, its remedy and what that does.

A card dealt in error is offered on as play (`play.offer_card`); how a round is put as it should have been stands in
`rebuilding`.
"""

from pitboss import law
from pitboss.cards import UNKNOWN
from pitboss.games.pontoon import names, reconstruction, shoe
from pitboss.games.pontoon.settlement import is_interim
from pitboss.games.pontoon.table import PontoonTable
from pitboss.play import irregularity
from pitboss.play.events import Decided
from pitboss.play.needs import CardsNeed, CutNeed, DecisionNeed, Option, ShuffleNeed
from pitboss.play.powers import void_wagers
from pitboss.play.provisions import Fact, Provision, State
from pitboss.play.round import NOT_OUT, OFF_TABLE, OFFERED, OVER, UNDER_SHOE, Draft, Round
from pitboss.play.wager import Refusal, Wager
from pitboss.value import replace

DISADVANTAGED, SPARE, TRANSFERABLE, DAMAGED = "disadvantaged", "spare", "transferable", "damaged"

FACTS = (
    Fact("card-face-up", "A card lies face up in the shoe or device", ("extra",)),
    Fact("card-misdealt", "A card was dealt in error", ("extra",)),
    Fact("card-to-dealer", "A card was dealt to the dealer's hand in error", ("extra",)),
    Fact("no-wagers", "Cards were dealt and no wager is down", ("extra",)),
    Fact("dealing-error", "Cards were dealt in another order than they should have been", ("laid",)),
    Fact("cut-left-out", "The cards were not cut"),
    Fact("burn-left-out", "The first card was not burned"),
    Fact("shuffle-left-out", "The cards were not shuffled after the cutting card came out"),
    Fact("discards-left-out", "The discards were not put back into the device"),
    Fact("card-missing", "A card is missing from the shoe or device"),
    Fact("foreign-card", "A card does not belong to the decks", ("cards",)),
    Fact("burned-in-error", "A card was burned that should have been dealt", ("extra",)),
    Fact(
        "device-failed",
        "The shuffling device has failed",
        ("states",),
        (
            State(DISADVANTAGED, "Was the house or a player disadvantaged by the failure?"),
            State(SPARE, "Is another shuffling device at hand?"),
            State(TRANSFERABLE, "Can the cards be moved to another device?"),
            State(DAMAGED, "Are cards in the device damaged?"),
        ),
    ),
)


def refuse_report(game: PontoonTable, round: Round, report: irregularity.Irregularity) -> Refusal | None:
    """Refuse a report that names no card where one came out, or cards that no hand of the round holds."""
    fact = next(fact for fact in FACTS if fact.name == report.fact)
    if "extra" in fact.asks:
        if not report.extra or (len(report.extra) > 1 and fact.name != "no-wagers"):
            return Refusal((law.CARDS_FROM_DEVICE,), "Name the card that came out, ?? where it was not seen.")
        if report.extra == (UNKNOWN,) and fact.name in ("card-face-up", "card-misdealt"):
            return Refusal((law.CARD_UNSEEN,), "That card lies face up, or is turned up now: name it.")
    if fact.name == "foreign-card" and (not report.cards or UNKNOWN in report.cards):
        return Refusal((law.DECKS_OF_48,), "Name the card that does not belong to the decks.")
    return reconstruction.refuse_laid(round, report.laid) if report.laid else None


# The moment.


def _game(round: Round | Draft) -> PontoonTable:
    game = round.game
    assert isinstance(game, PontoonTable)
    return game


def _has_cards(round: Round) -> bool:
    """Whether cards can come out: they are shuffled, and one is left."""
    return not round.due and round.phase != OVER and round.out < round.game.size


def _is_dealt(round: Round) -> bool:
    """Whether cards of the round are out."""
    return round.phase not in (names.WAGERS, OVER)


def _is_dealer_complete(round: Round) -> bool:
    """Whether the dealer's hand gets no more cards: the round is over, or the next one has not begun."""
    if round.phase == names.DEALER:
        return not any(need.kind == names.DEALER for need in round.needs)
    return round.phase == OVER or (round.phase == names.WAGERS and round.number > 1)


def _takes_next_card(round: Round) -> bool:
    """Whether a hand of the round may get another card, so that a card dealt in error can be the next one."""
    if not _has_cards(round) or any(aside.place == OFFERED for aside in round.irregular.aside):
        return False
    if round.phase == names.WAGERS:
        return any(need.kind == names.DEAL for need in round.needs)
    return not _is_dealer_complete(round)


def _awaits_shuffle(round: Round) -> bool:
    """Whether the shuffle that follows the cutting card is still to be made."""
    after = (law.SHUFFLE_AFTER_ROUND, law.SHUFFLE_AT_FIRST_CARD)
    is_after = any(key in round.due for key in after)
    return is_after and any(isinstance(need, ShuffleNeed) for need in round.needs)


def _fails_in_round(round: Round) -> bool:
    """Whether a shuffling device is in use (18.1.1), and cards of the round are out of it (18.1.2)."""
    return not _game(round).is_cut and _is_dealt(round) and any(hand.cards for hand in round.hands)


# What the report says.


def _is_exposed(_: Round, report: irregularity.Irregularity) -> bool:
    return UNKNOWN not in report.extra


def _is_unexposed(_: Round, report: irregularity.Irregularity) -> bool:
    return UNKNOWN in report.extra


def _can_move(_: Round, report: irregularity.Irregularity) -> bool:
    """Whether no person is disadvantaged (18.1.3), and cards can be moved (18.1.5) to a device at hand (18.1.4)."""
    return DISADVANTAGED not in report.states and {SPARE, TRANSFERABLE} <= set(report.states)


def _moves_undamaged(round: Round, report: irregularity.Irregularity) -> bool:
    return _can_move(round, report) and DAMAGED not in report.states


def _moves_damaged(round: Round, report: irregularity.Irregularity) -> bool:
    return _can_move(round, report) and DAMAGED in report.states


def _is_unfair(_: Round, report: irregularity.Irregularity) -> bool:
    return DISADVANTAGED in report.states


def _cannot_move(round: Round, report: irregularity.Irregularity) -> bool:
    return DISADVANTAGED not in report.states and not _can_move(round, report)


def _can_rebuild(round: Round, report: irregularity.Irregularity) -> bool:
    return bool(report.laid) and reconstruction.is_possible(_game(round), round, report.laid)


def _cannot_rebuild(round: Round, report: irregularity.Irregularity) -> bool:
    return not _can_rebuild(round, report)


# What is done.


def _go_on(_: Draft, __: irregularity.Irregularity, ___: law.Because) -> None:
    """Play goes on, and there is nothing to put right."""


def _burn(draft: Draft, report: irregularity.Irregularity, _: law.Because) -> None:
    """Put a card that came out into the discard rack; it may have been the last of the shoe (17.9)."""
    irregularity.lay_aside(draft, report.extra, irregularity.RACK_PLACE)
    if draft.out < draft.game.size or draft.due or draft.phase == OVER:
        return
    if draft.phase == names.WAGERS:
        shoe.await_shuffle(draft, (law.EMPTY_SHOE,))
        _game(draft).await_deal(draft)
    elif any(isinstance(need, CardsNeed) for need in draft.needs):
        draft.game.follow_last_card(draft)


def _offer(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Use a card dealt in error as the next card: the hand that gets it next may refuse it, but not in the initial
    deal, where each hand gets its first two (17.2, 17.3)."""
    game = _game(draft)
    need = next((need for need in draft.needs if isinstance(need, CardsNeed) and need.kind == names.DEAL), None)
    if need is not None:
        draft.needs = tuple(other for other in draft.needs if other is not need)
        grounds = (*because, *game.deal_begins(draft, need))
        draft.deal((replace(need.slots[0], up=True),), report.extra, grounds)
        if len(need.slots) == 1:
            game.end_deal(draft)
        else:
            draft.await_cards(need.reduce(1))
        return
    irregularity.lay_aside(draft, report.extra, OFFERED)
    if draft.phase == names.PLAY:
        draft.needs = tuple(need for need in draft.needs if need.kind not in (*names.CALLS, names.CARD))
        if not any(isinstance(need, DecisionNeed) and not need.optional for need in draft.needs):
            game.go_on(draft)
    elif draft.phase == names.DEALER:
        draft.close(names.DEALER)
        game.dealer_turn(draft)


def _lay_under(draft: Draft, report: irregularity.Irregularity, _: law.Because) -> None:
    """Put an unexposed card under the shoe: it is the first card of the next round."""
    irregularity.lay_aside(draft, report.extra, UNDER_SHOE)
    if draft.phase == names.WAGERS:
        _game(draft).await_deal(draft)


def _end_unwagered(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Burn what was dealt with no wager down, and end the round."""
    kept = tuple(aside for aside in draft.irregular.aside if aside.place != UNDER_SHOE)  # the first that was dealt
    draft.irregular = replace(draft.irregular, aside=kept)
    irregularity.lay_aside(draft, report.extra, irregularity.RACK_PLACE)
    draft.end((*because, law.ROUND_OF_PLAY))


def _shuffle_after(draft: Draft, why: law.Because) -> None:
    """Have the cards shuffled before the next round begins."""
    draft.irregular = replace(draft.irregular, shuffle=(*draft.irregular.shuffle, *why))


def _leave_cut_out(draft: Draft, _: irregularity.Irregularity, __: law.Because) -> None:
    """Finish the round with the cards as they are, then shuffle and cut them."""
    _shuffle_after(draft, (law.CUT_LEFT_OUT,))
    if any(isinstance(need, CutNeed) for need in draft.needs):
        draft.cutting = NOT_OUT
        needs = tuple(need for need in draft.needs if not isinstance(need, CutNeed))
        draft.needs = (shoe.BURN_NEED, *needs)


def _leave_shuffle_out(draft: Draft, _: irregularity.Irregularity, __: law.Because) -> None:
    """Finish the round with the cards that are left, then shuffle and cut them."""
    _shuffle_after(draft, (law.SHUFFLE_LEFT_OUT,))
    if draft.phase == names.WAGERS:
        draft.cutting = max(draft.cutting, 0)  # where it came before the first card, it is out all the same
        draft.due = ()
        draft.needs = tuple(need for need in draft.needs if not isinstance(need, ShuffleNeed))
        _game(draft).await_deal(draft)


def _leave_burn_out(draft: Draft, _: irregularity.Irregularity, __: law.Because) -> None:
    """Leave the first card in play."""
    draft.close(names.BURN)
    shoe.follow_burn(_game(draft), draft)


def _leave_discards_out(draft: Draft, _: irregularity.Irregularity, __: law.Because) -> None:
    """Leave the discards in the rack: they go in with those of the next round, after its initial deal."""
    draft.needs = ()
    _game(draft).follow_deal(draft)


def _end_void(draft: Draft, because: law.Because, busts: law.Because | None) -> None:
    """Give all stakes of the round back, and end it. Interim payments to players stand, and what was taken in the
    interim goes back on the grounds `busts`, if it does."""

    def undoes(draft: Draft, wager: Wager) -> tuple[law.Because | None, law.Because | None]:
        return (None, busts) if is_interim(draft, wager) else ((), ())

    grounds = (*because, law.VOID)
    is_over = draft.phase == OVER
    void_wagers(draft, range(len(draft.wagers)), grounds, undoes=undoes)
    for hand in draft.hands if not is_over else ():
        if hand.status not in OFF_TABLE and hand.cards:
            draft.collect(hand, names.VOIDED, grounds)
    if not is_over:
        draft.end((*because, law.ROUND_OF_PLAY))


def _busts(draft: Draft) -> law.Because | None:
    """Why what was collected on bust hands goes back; nothing where it is read to stay collected (P16)."""
    rules = draft.game.rules
    return rules.readings("P16") if rules.reading("voidReturnsBusts") else None


def _void(draft: Draft, _: irregularity.Irregularity, because: law.Because) -> None:
    """Void the round; play goes on with the cards that are left (17.8.1)."""
    _end_void(draft, because, _busts(draft))


def _void_wrong_cards(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Void the round and the rest of the cards: they are shuffled again when they have been checked."""
    irregularity.lay_aside(draft, report.cards, irregularity.FOREIGN)
    if draft.phase == names.WAGERS:  # no round has begun that could be void
        if not any(isinstance(need, ShuffleNeed) for need in draft.needs):
            shoe.await_ordered_shuffle(_game(draft), draft, (law.DECK_CHECKED,))
        return
    _shuffle_after(draft, (law.DECK_CHECKED,))
    _end_void(draft, because, _busts(draft))


def _end_failed(draft: Draft, _: irregularity.Irregularity, because: law.Because) -> None:
    """End the round and give all stakes back: those of bust hands too, while interim payments stand (P47)."""
    _shuffle_after(draft, (law.FAILURE_ENDS_ROUND,))
    _end_void(draft, because, ())


def _finish_from_shoe(draft: Draft, _: irregularity.Irregularity, because: law.Because) -> None:
    """Ask each player who has something at stake whether it is to go back; the others finish from a shoe."""
    game = _game(draft)
    if draft.phase == names.RETURN:
        draft.needs = ()
        game.follow_deal(draft)
    if draft.phase == OVER:  # nothing was left to play for
        return
    draft.game = game.change_terms(replace(game.terms, device="shoe"))
    draft.needs = tuple(need for need in draft.needs if not isinstance(need, ShuffleNeed))
    shoe.await_shuffle(draft, (law.FINISHED_FROM_SHOE,))
    _shuffle_after(draft, (law.FINISHED_FROM_SHOE,))
    back: law.Because = (law.STAKES_MAY_GO_BACK, *game.rules.readings("P48"))
    options = (
        Option(irregularity.CONTINUE, (law.STAKES_MAY_GO_BACK, law.FINISHED_FROM_SHOE)),
        Option(irregularity.RETRACT, back),
    )
    asked: dict[str, Wager] = {}
    for wager in draft.wagers:
        if wager.left.pieces:
            asked.setdefault(wager.patron, wager)
    for patron, first in asked.items():
        draft.open(
            DecisionNeed(irregularity.RETRACT, patron, first.area, first.hand, options, optional=True, subject=first.id)
        )


def answer_retraction(game: PontoonTable, draft: Draft, need: DecisionNeed, option: str) -> None:
    """A player has the stakes of the round back, or goes on; the shuffle ends the time for it."""
    because = next(offered.because for offered in need.options if offered.name == option)
    draft.events.append(Decided(need.patron, need.area, option, because))
    if option == irregularity.RETRACT:
        gone = frozenset(wager.id for wager in draft.wagers if wager.patron == need.patron and wager.left.pieces)
        void_wagers(draft, sorted(gone), because, undoes=lambda _, __: (None, None))
        game.follow_void(draft, gone, because)


_WRONG_CARDS: law.Because = (
    law.WRONG_CARDS_VOID,
    law.CARD_MISSING_OR_FOREIGN,
    law.COMPLETED_ROUNDS_STAND,
    law.DECK_CHECKED,
    law.FAULT_TOLD,
)
_TOLD = (irregularity.SURVEILLANCE, irregularity.INSPECTOR)
_CHECKED = (irregularity.CHECK_CARDS, irregularity.OPEN_ORDER)
_FAILS: law.Because = (law.DEVICE_FAILS, law.FAILURE_FAIR)

PROVISIONS = (
    Provision(
        "card-face-up",
        "burn",
        "It is burned, and play goes on",
        (law.FACE_UP_CARD_BURNED,),
        _burn,
        when=_has_cards,
    ),
    Provision(
        "card-face-up",
        "burn-and-check",
        "It is burned, and the device is emptied and checked after the round",
        (law.DEVICE_EMPTIED, law.FACE_UP_CARD_BURNED),
        _burn,
        when=lambda round: _has_cards(round) and not _game(round).is_cut,
        must=False,
        follows=(irregularity.CHECK_DEVICE,),
    ),
    Provision(
        "card-misdealt",
        "use-next",
        "It is used as the next card",
        (law.MISDEALT_NEXT, law.MISDEALT_REFUSED),
        _offer,
        when=_takes_next_card,
        readings=("P43",),
    ),
    Provision(
        "card-to-dealer",
        "use-next",
        "It is used as the next card",
        (law.MISDEALT_NEXT, law.MISDEALT_REFUSED),
        _offer,
        when=_takes_next_card,
        fits=lambda round, report: _is_exposed(round, report) and not _is_dealer_complete(round),
        readings=("P43",),
    ),
    Provision(
        "card-to-dealer",
        "burn",
        "The dealer's hand is complete: the card is burned",
        (law.DEALER_EXTRA_BURNED,),
        _burn,
        when=lambda round: not round.due and round.out < round.game.size and _is_dealer_complete(round),
        fits=_is_exposed,
        after=True,
    ),
    Provision(
        "card-to-dealer",
        irregularity.LAY_UNDER,
        "It lies unexposed under the shoe, as the first card of the next round",
        (law.CARD_UNDER_SHOE,),
        _lay_under,
        when=lambda round: (
            not round.due
            and round.out < round.game.size
            and (_is_dealt(round) or _is_dealer_complete(round))
            and not shoe.is_under(round)
        ),
        fits=_is_unexposed,
        readings=("P18", "P49"),
        after=True,
    ),
    Provision(
        "no-wagers",
        "void",
        "The round is void, and the cards are burned",
        (law.NO_WAGERS_VOID,),
        _end_unwagered,
        when=lambda round: (
            round.phase == names.WAGERS and _has_cards(round) and not any(wager.live for wager in round.wagers)
        ),
    ),
    Provision(
        "dealing-error",
        "rebuild",
        "The cards are put as they should have come, and all accept the result",
        (law.ROUND_REBUILT,),
        reconstruction.rebuild,
        when=lambda round: bool(round.hands),
        fits=_can_rebuild,
        readings=("P46",),
        after=True,
    ),
    Provision(
        "dealing-error",
        "void",
        "It cannot be put right. The round is void and all stakes go back; what was paid to players in the interim "
        "stands, and play goes on with the cards that are left",
        (law.UNREBUILT_VOID, law.VOID_PLAYS_ON),
        _void,
        when=lambda round: bool(round.hands),
        fits=_cannot_rebuild,
        readings=("P46",),
        after=True,
    ),
    Provision(
        "cut-left-out",
        "cut-later",
        "The round is finished, then the cards are shuffled and cut; rounds before it stand",
        (law.CUT_LEFT_OUT,),
        _leave_cut_out,
        when=lambda round: (
            _game(round).is_cut and (any(isinstance(need, CutNeed) for need in round.needs) or _is_dealt(round))
        ),
        follows=(irregularity.SHUFFLE_CARDS,),
    ),
    Provision(
        "burn-left-out",
        "play-on",
        "The card stays in play",
        (law.BURN_LEFT_OUT,),
        _leave_burn_out,
        when=lambda round: any(need.kind == names.BURN for need in round.needs),
    ),
    Provision(
        "shuffle-left-out",
        "shuffle-later",
        "The round is finished, then the cards are shuffled and cut; rounds before it stand",
        (law.SHUFFLE_LEFT_OUT,),
        _leave_shuffle_out,
        when=lambda round: _game(round).is_cut and (_awaits_shuffle(round) or (_is_dealt(round) and not round.due)),
        follows=(irregularity.SHUFFLE_CARDS,),
    ),
    Provision(
        "discards-left-out",
        "return-later",
        "They stay in the discard rack until the initial deal of the next round is done",
        (law.DISCARDS_LEFT_OUT,),
        _leave_discards_out,
        when=lambda round: round.phase == names.RETURN,
    ),
    *(
        Provision(
            fact,
            "void",
            "The round is void and all stakes go back; what was paid to players in the interim stands, and the rest of "
            "the cards is void, too. Rounds before it stand",
            _WRONG_CARDS,
            _void_wrong_cards,
            readings=("P16", "P50"),
            tells=_TOLD,
            follows=_CHECKED,
        )
        for fact in ("card-missing", "foreign-card")
    ),
    Provision(
        "burned-in-error",
        "stays-burned",
        "It stays burned, and play goes on",
        (law.BURNED_STAYS,),
        _burn,
        when=_has_cards,
    ),
    Provision(
        "device-failed",
        "transfer",
        "The cards are moved to the other device, and the game goes on",
        (law.CARDS_TRANSFERRED, *_FAILS, law.SPARE_AT_HAND, law.CARDS_TRANSFERABLE),
        _go_on,
        when=_fails_in_round,
        fits=_moves_undamaged,
        follows=(irregularity.OTHER_DEVICE,),
        readings=("P51", "P52"),
    ),
    Provision(
        "device-failed",
        "replace-and-transfer",
        "Damaged cards are replaced out of a new deck, all go into the other device, and the game goes on",
        (law.DAMAGED_REPLACED, *_FAILS, law.SPARE_AT_HAND, law.CARDS_TRANSFERABLE),
        _go_on,
        when=_fails_in_round,
        fits=_moves_damaged,
        follows=(irregularity.REPLACE_CARDS, irregularity.OTHER_DEVICE),
        readings=("P51", "P52"),
    ),
    Provision(
        "device-failed",
        "end-round",
        "The round ends and all stakes go back; what was paid to players in the interim stands",
        (law.FAILURE_ENDS_ROUND, law.DEVICE_FAILS, law.ROUNDS_BEFORE_FAILURE_STAND),
        _end_failed,
        when=_fails_in_round,
        fits=_is_unfair,
        follows=(irregularity.OTHER_DEVICE, irregularity.OPEN_ORDER),
        readings=("P47", "P51"),
    ),
    Provision(
        "device-failed",
        "finish-from-shoe",
        "Each player may have the stakes of the round back; the others finish it from a shoe",
        (law.FINISHED_FROM_SHOE, law.STAKES_MAY_GO_BACK, *_FAILS),
        _finish_from_shoe,
        when=lambda round: _fails_in_round(round) and not round.due,
        fits=_cannot_move,
        follows=(irregularity.REPLACE_CARDS, irregularity.OTHER_DEVICE, irregularity.OPEN_ORDER),
        readings=("P48", "P51"),
    ),
)
