"""What a void does: stakes go back, what was paid and taken is undone, and the round goes on or is over."""

from collections.abc import Collection

from pitboss import law
from pitboss.play.acts import Void
from pitboss.play.draft import Draft
from pitboss.play.events import RoundVoided
from pitboss.play.needs import TurnNeed
from pitboss.play.powers import EMPLOYEE, INVALID, void_because
from pitboss.play.round import OVER
from pitboss.play.wager import Result


def void(draft: Draft, act: Void, _: object) -> None:
    """Void a round, some players' wagers or single ones; of a round that is over what was settled is undone."""
    game, is_over = draft.game, draft.phase == OVER
    named = void_because(game.rules, act)
    draft.events.append(RoundVoided(act.rank, act.by, act.ground, named))
    power, *grounds = named
    if power is law.TALKING_FORFEITS:
        for patron in act.forfeit:
            game.forfeited(draft, patron)
    elif act.ground in (INVALID, EMPLOYEE):
        _invalid(draft, act, named)
    elif power is law.ROUND_VOIDED:
        every = range(len(draft.wagers))
        void_wagers(draft, every, (*grounds, law.VOID_REFUNDS, law.VOID), forfeit=act.forfeit)
        if not is_over:
            draft.end((law.ROUND_VOIDED, law.ROUND_OF_PLAY))
    elif act.wagers:
        because = (*named, *((law.VOID_REFUNDS,) if power is law.WAGER_VOIDED else ()), law.VOID)
        with_them = (*because, *game.rules.readings("C17", "K37", "M25", "P42"))
        gone = frozenset(n for number in act.wagers for n in game.voids_with(draft, draft.wagers[number]))
        void_wagers(draft, act.wagers, because)
        void_wagers(draft, sorted(gone.difference(act.wagers)), with_them)
        if not is_over:
            game.voided(draft, gone, with_them)
    else:
        for patron in act.patrons:
            gone = frozenset(wager.id for wager in draft.wagers if wager.patron == patron)
            void_wagers(draft, sorted(gone), (*named, law.VOID))
            if not is_over:
                game.voided(draft, gone, (*named, law.VOID))


def _invalid(draft: Draft, act: Void, because: law.Because) -> None:
    """Wagers by somebody who may not play: what is undecided goes back, what won gives its winnings back, what lost
    stays lost unless it is refunded (P32)."""
    for patron in act.patrons:
        gone = frozenset(wager.id for wager in draft.wagers if wager.patron == patron)
        for number in sorted(gone):
            wager = draft.wagers[number]
            draft.needs = tuple(n for n in draft.needs if not (isinstance(n, TurnNeed) and n.wager == number))
            if wager.left.pieces:
                draft.give_back(wager, Result.VOID, because)
            draft.reverse(draft.wagers[number], because)
            if act.refund:
                draft.restore(draft.wagers[number], because)
        draft.claims = tuple(claim for claim in draft.claims if claim.wager not in gone)
        if draft.phase != OVER:
            draft.game.voided(draft, gone, (law.OFFENDER_VOIDED, law.VOID))


def void_wagers(draft: Draft, numbers: Collection[int], because: law.Because, *, forfeit: tuple[str, ...] = ()) -> None:
    """Give stakes back as if there had been no result, what was taken earlier too; what was paid is given back, but
    for an interim payment that the game lets stand."""
    game = draft.game
    for number in numbers:
        wager = draft.wagers[number]
        if wager.face_down:
            draft.needs = tuple(n for n in draft.needs if not (isinstance(n, TurnNeed) and n.wager == number))
        reverses, restores = game.void_reverses(draft, wager), game.void_restores(draft, wager)
        if wager.patron in forfeit:
            if wager.left.pieces or reverses is not None:
                draft.forfeit(wager, (law.VOID_FOR_FRAUD, law.FRAUD_FORFEITS))
            continue
        if wager.left.pieces:
            draft.give_back(wager, Result.VOID, because)
        elif wager.face_down:
            draft.set_wager(wager.with_left(wager.left))
        if reverses is not None:
            draft.reverse(draft.wagers[number], because + reverses)
        if restores is not None:
            draft.restore(draft.wagers[number], because + restores)
    draft.claims = tuple(claim for claim in draft.claims if claim.wager not in numbers)
