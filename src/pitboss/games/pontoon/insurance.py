"""Insurance and surrender (8, 9, 17.13): the dealer's calls, who may take them, and insurance remembered late."""

from pitboss import law
from pitboss.games.pontoon import names
from pitboss.games.pontoon.boxes import insure_options, stand_to_limits
from pitboss.games.pontoon.table import PontoonTable, caller
from pitboss.money import Stake
from pitboss.play.acts import Call, Decide
from pitboss.play.events import Decided, OfferLapsed
from pitboss.play.needs import CallNeed, CardsNeed, DecisionNeed, Option, parse_id
from pitboss.play.round import Draft, Round
from pitboss.play.wager import Refusal, Result, Wager
from pitboss.value import replace

_INSURANCE = CallNeed(names.INSURANCE_CALL, "insurance", (law.INSURANCE_OFFERED, law.INSURANCE_CALLED))
_REMEMBERED = CallNeed(names.INSURANCE_CALL, "insurance", (law.INSURANCE_REMEMBERED, law.INSURANCE_CALLED))
_CLOSED = CallNeed(names.INSURANCE_CLOSED, "insurance is closed", (law.INSURANCE_CALLED, law.INSURANCE_CLOSES))
_SURRENDER = CallNeed(names.SURRENDER_CALL, "surrender", (law.SURRENDER_OFFERED,))
_SURRENDER_CLOSED = CallNeed(names.SURRENDER_CLOSED, "surrender is closed", (law.SURRENDER_OFFERED,))
_NO_INSURANCE = Option(names.NO_INSURANCE, (law.INSURANCE_OFFERED, law.INSURANCE_CALLED), declines=True)
_SHARED: law.Because = (law.SURRENDER_SHARED,)
_TOO_LATE = Refusal(
    (law.INSURANCE_REMEMBERED, law.INSURANCE_CLOSES),
    "The dealer has a second card: it is too late for insurance, even where it was forgotten.",
)


def make_offers(game: PontoonTable, draft: Draft) -> None:
    """Offer what the dealer's card allows; with nothing to offer the play begins."""
    rank = draft.hands[0].cards[0] >> 2
    draft.phase = names.OFFERS
    if rank in game.figures.surrender_ranks and any(hand.status == names.LIVE for hand in draft.hands[1:]):
        draft.needs = (_INSURANCE, _SURRENDER) if rank in game.figures.insured_ranks else (_SURRENDER,)
        return
    game.follow_offers(draft)


def follow_call(game: PontoonTable, draft: Draft, need: CallNeed) -> None:
    """Open what the dealer announces, or close it."""
    if need.kind == names.INSURANCE_CALL:
        draft.close(names.SURRENDER_CALL)
        if not draft.due:
            draft.close(names.DEALER)  # the dealer's second card waits until insurance is closed
        draft.needs += (*_ask_insurance(game, draft), _CLOSED)
    elif need.kind == names.INSURANCE_CLOSED:
        draft.close_each(names.INSURE)
        if draft.phase != names.OFFERS:  # remembered late: the dealer draws, if that is all that was waited for
            if not any(type(n) is CardsNeed or (type(n) is DecisionNeed and not n.optional) for n in draft.needs):
                game.dealer_turn(draft)
        elif not any(n.kind == names.SURRENDER_CLOSED for n in draft.needs):
            draft.needs = (_SURRENDER, *draft.needs)
    elif need.kind == names.SURRENDER_CALL:
        draft.needs = (*_ask_surrenders(game, draft), _SURRENDER_CLOSED, *draft.needs)
    else:
        draft.close_each(names.SURRENDER)
        draft.needs = tuple([_REMEMBERED if n.kind == names.INSURANCE_CALL else n for n in draft.needs])
        game.follow_offers(draft)


def lapse_insurance(draft: Draft) -> None:
    """The dealer's second card comes: insurance that was not offered by now is not offered any more (17.13)."""
    if any(need.kind == names.INSURANCE_CALL for need in draft.needs):
        draft.close(names.INSURANCE_CALL)
        draft.events.append(OfferLapsed(names.INSURANCE, (law.INSURANCE_REMEMBERED,)))


def decline(draft: Draft, need: DecisionNeed, option: Option) -> None:
    """Note that a player says no; the offer is theirs until the dealer closes it (8.3) or the play begins (9.1)."""
    draft.events.append(Decided(need.patron, need.area, option.name, option.because))
    left = tuple(other for other in need.options if not other.declines)
    draft.needs = (replace(need, options=left, declined=True), *draft.needs)


def close_insurance(draft: Draft) -> None:
    """Offer insurance no more: the dealer has a second card."""
    draft.close(names.INSURANCE_CALL, names.INSURANCE_CLOSED)
    draft.close_each(names.INSURE)


# Insurance.


def _ask_insurance(game: PontoonTable, draft: Draft) -> list[DecisionNeed]:
    """Ask each player with an initial wager on a hand that is not a pontoon."""
    needs = []
    void = {s.wager for s in draft.settlements if s.result is Result.VOID}
    for wager in draft.wagers:
        if wager.spot != names.WAGER or wager.hand <= 0 or not wager.stake.pieces or wager.id in void:
            continue
        # one that is gone may be insured, if insurance outlives it (P8)
        has_cover = game.taken.insurance_outlives or covers(draft, wager.patron, wager.area)
        if has_cover and not game.is_shown_pontoon(draft, wager.hand):
            options = insure_options(game, draft, wager)
            if options:
                options = (*options, _NO_INSURANCE)
                asked = DecisionNeed(
                    names.INSURE, wager.patron, wager.area, wager.hand, options, True, subject=wager.id
                )
                needs.append(asked)
    return needs


def covers(draft: Draft, patron: str, area: int) -> bool:
    """Whether a player's insurance on an area still has something beside it: a wager neither lost nor surrendered."""
    return any(
        w.patron == patron and w.area == area and w.spot in names.BASE and w.left.pieces and not w.button
        for w in draft.wagers
    )


def insure(draft: Draft, need: DecisionNeed, stake: Stake) -> None:
    """Put an insurance wager on its line."""
    late = (law.INSURANCE_REMEMBERED,) if draft.phase != names.OFFERS else ()
    because = (law.INSURANCE_OFFERED, *late)
    number, patron, area = len(draft.wagers), need.patron, need.area
    draft.place(Wager(number, patron, area, names.INSURANCE, stake, stake, need.hand, phase=draft.phase), because)
    draft.events.append(Decided(patron, area, names.INSURE, because))


# Surrender.


def _ask_surrenders(game: PontoonTable, draft: Draft) -> list[DecisionNeed]:
    """Ask the controlling player of each hand that is not a pontoon."""
    needs = []
    for hand in draft.hands[1:]:
        wager = caller(draft, hand.id, hand.area) if hand.status == names.LIVE else None
        if wager is not None and _may_surrender(game, draft, wager):
            needs.append(_ask_surrender(wager, (law.CONTROLLING_PLAYER,), (law.SURRENDER_FOLLOWS,)))
    return needs


def _ask_surrender(wager: Wager, yes: law.Because, no: law.Because) -> DecisionNeed:
    options = (
        Option(names.SURRENDER, (law.SURRENDER_OFFERED, *yes)),
        Option(names.NO_SURRENDER, (law.SURRENDER_OFFERED, *no), declines=True),
    )
    return DecisionNeed(names.SURRENDER, wager.patron, wager.area, wager.hand, options, optional=True, subject=wager.id)


def _may_surrender(game: PontoonTable, draft: Draft, wager: Wager) -> bool:
    """Whether a player may surrender a wager: an insured one too, unless the reading is taken the other way (P6)."""
    return game.taken.insured_may_surrender or not _is_insured(draft, wager)


def _is_insured(draft: Draft, wager: Wager) -> bool:
    return any(w.spot == names.INSURANCE and w.patron == wager.patron and w.area == wager.area for w in draft.wagers)


def surrender(game: PontoonTable, draft: Draft, need: DecisionNeed) -> None:
    """Put the button on a wager; when it is the controlling player's, the others on the box may follow."""
    hand = draft.hands[need.hand]
    wager = draft.wagers[need.subject]
    if hand.status != names.LIVE:
        _put_button(game, draft, wager, (law.SURRENDER_OFFERED, law.SURRENDER_SHARED))
        return
    draft.set_hand(hand.set_status(names.SURRENDERED))
    _put_button(game, draft, wager, (law.SURRENDER_OFFERED, law.SURRENDER_FREEZES))
    for other in draft.wagers:
        if other.hand == hand.id and other.spot in names.BASE and other.left.pieces and not other.button:
            if game.taken.all_surrender:
                _put_button(game, draft, other, (law.SURRENDER_FREEZES, *game.rules.readings("P11")))
            elif _may_surrender(game, draft, other):
                draft.needs = (_ask_surrender(other, _SHARED, _SHARED), *draft.needs)


def _put_button(game: PontoonTable, draft: Draft, wager: Wager, because: law.Because) -> None:
    draft.set_wager(replace(wager, button=names.SURRENDERED))
    if _is_insured(draft, wager):
        because = (*because, *game.rules.readings("P6"))
    draft.events.append(Decided(wager.patron, wager.area, names.SURRENDER, because))
    take_idle_insurance(game, draft, wager.area)


def take_idle_insurance(game: PontoonTable, draft: Draft, area: int) -> None:
    """Take insurance that has nothing beside it any more, where it is read to fall with its hand (P8)."""
    if game.taken.insurance_outlives:
        return
    stand_to_limits(game, draft, area)
    for wager in draft.wagers:
        is_here = wager.spot == names.INSURANCE and wager.area == area and wager.left.pieces
        if is_here and not covers(draft, wager.patron, area):
            draft.lose(wager, (law.INSURANCE_LOSES, *game.rules.readings("P8")))


# Why an offer is not open.


def refuse_call(round: Round, act: Call) -> Refusal:
    """Say why the dealer does not call that now."""
    if act.need in (names.INSURANCE_CALL, names.INSURANCE_CLOSED):
        if _has_second_card(round):
            return _TOO_LATE
        words = "Insurance is offered once, against an ace, until the dealer has a second card."
        return Refusal((law.INSURANCE_OFFERED, law.INSURANCE_CALLED), words)
    if act.need in (names.SURRENDER_CALL, names.SURRENDER_CLOSED):
        return Refusal(
            (law.SURRENDER_OFFERED,), "Surrender is offered against a jack, queen, king or ace, before the play."
        )
    if round.phase == names.WAGERS:
        return Refusal((law.BETS_CLOSE,), "There is no wager yet: bets cannot close.")
    return Refusal((law.IN_TURN,), "There is nothing to call now.")


def refuse_insurance(game: PontoonTable, round: Round, act: Decide) -> Refusal:
    """Say why a wager cannot be insured now."""
    if _has_second_card(round):
        return _TOO_LATE
    kind, wager = parse_id(act.need)
    hand = round.wagers[wager].hand if kind == names.INSURE and 0 <= wager < len(round.wagers) else 0
    if hand > 0 and game.is_shown_pontoon(round, hand):
        because = (law.INSURANCE_NOT_WITH_PONTOON, law.INSURANCE_OFFERED)
        return Refusal(because, "A pontoon cannot be insured: it is paid whatever the dealer has.")
    return Refusal((law.INSURANCE_OFFERED, law.INSURANCE_CLOSES), "Insurance is not open, or not for this hand.")


def _has_second_card(round: Round) -> bool:
    return bool(round.hands) and len(round.hands[0].cards) > 1
