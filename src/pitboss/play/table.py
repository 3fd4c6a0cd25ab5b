"""A table between rounds, and the acts of its rounds folded again.

Acts in order are the truth of a round: folding them gives the round, folding others gives the round as corrected.
Nothing that happened is edited. A correction is a new list of acts with its reason and its approver, beside the old
one, and what it changes is the difference of two settlements.
"""

from collections.abc import Iterable, Sequence

from pitboss import law
from pitboss.cards import UNKNOWN
from pitboss.play.acts import Act, Decide, Place
from pitboss.play.round import (
    FRESH,
    NOTHING_IRREGULAR,
    UNDER_SHOE,
    CardSetAside,
    Draft,
    Game,
    IrregularState,
    Round,
    ShoeState,
    Step,
    apply,
    refusal,
)
from pitboss.play.terms import Terms
from pitboss.play.wager import CARRIED, Box, Refusal, Refused, Result, Wager
from pitboss.value import Value, replace


class Table(Value):
    """An open table: its game, the cards as they are known, wagers carried over and who is at which area."""

    game: Game
    rounds: int = 0
    deck: str = ""
    shoe_state: ShoeState = FRESH
    carried: tuple[Wager, ...] = ()
    boxes: tuple[Box, ...] = ()

    @classmethod
    def open(cls, game: Game) -> "Table":
        """Open a table, if its terms allow it."""
        no = game.check_terms()
        if no is not None:
            raise Refused(no)
        return cls(game, shoe_state=game.opening_shoe_state())

    def change_terms(self, terms: Terms) -> "Table":
        """The same table on other terms, if the game may be played on them."""
        game = self.game.change_terms(terms)
        no = game.check_terms()
        if no is not None:
            raise Refused(no)
        return replace(self, game=game)

    def begin(self) -> Step:
        """Begin the next round, with the wagers that were carried to it already down."""
        game, shoe_state, carried = self.game, self.shoe_state, self.carried
        wagers = tuple([replace(w, id=place, hand=-1) for place, w in enumerate(carried)]) if carried else ()
        draft = Draft()
        draft.game, draft.number, draft.phase, draft.version = game, self.rounds + 1, "", 0
        draft.needs = draft.hands = draft.settlements = draft.claims = ()
        draft.wagers, draft.deck, draft.boxes = wagers, self.deck, self.boxes
        draft.seen, draft.out, draft.cutting, draft.due = (
            shoe_state.seen,
            shoe_state.out,
            shoe_state.cutting,
            shoe_state.due,
        )
        draft.irregular, draft.events = NOTHING_IRREGULAR, []
        if shoe_state.under:
            draft.irregular = IrregularState(aside=(CardSetAside(UNKNOWN, UNDER_SHOE),) * shoe_state.under)
        game.begin(draft)
        return draft.step()

    def finish(self, round: Round) -> "Table":
        """The table once a round is over."""
        if not round.is_over:
            raise ValueError("the round is not over")
        stay = [settlement for settlement in round.settlements if settlement.result is CARRIED]
        wagers = tuple(replace(round.wagers[each.wager], stake=each.stake, left=each.stake) for each in stay)
        shoe_state = self.game.shoe_state_after(self.shoe_state, round)
        boxes = round.boxes
        for box in boxes:
            if box.sits_out:  # a pass card is collected at the end of its round
                boxes = tuple(replace(each, sits_out=False) for each in boxes)
                break
        game, terms = self.game.adapt(shoe_state), self.game.terms
        if terms.marker:  # of a tournament: it moves a box each round
            game = game.change_terms(replace(game.terms, marker=terms.marker % terms.areas + 1))
        return Table(game, round.number, round.deck, shoe_state, wagers, boxes)


# What a round came to, and what a correction changes of it.


class Total(Value, tag="Total"):
    """A patron's round in cents. Tokens count at their nominated value in `staked` and `returned`."""

    patron: str
    staked: int
    returned: int
    won: int
    carried: int
    net: int
    tokens_net: int

    @property
    def chips_net(self) -> int:
        """The change in the patron's chips alone."""
        return self.net - self.tokens_net


def totals(round: Round) -> tuple[Total, ...]:
    """What each patron staked, got back and won; `net` leaves a stake that is carried or still down out of account."""
    rows: dict[str, list[int]] = {}
    for wager in round.wagers:
        row = rows.setdefault(wager.patron, [0] * 5)
        row[0] += wager.stake.cents
        row[3] += wager.left.cents
        row[4] -= wager.stake.tokens_cents - wager.left.tokens_cents
    for done in round.settlements:
        row = rows[done.patron]
        row[1] += done.returned.cents
        row[2] += done.pays
        row[4] += done.returned.tokens_cents
        if done.result is Result.REVERSED:  # a stake that had gone back and is forfeited
            row[1] -= done.taken.cents
            row[4] -= done.taken.tokens_cents
        if done.result is Result.CARRIED:
            row[3] += done.stake.cents
            row[4] += done.stake.tokens_cents
    return tuple(
        Total(patron, staked, returned, won, carried, returned + won + carried - staked, tokens)
        for patron, (staked, returned, won, carried, tokens) in rows.items()
    )


def steps(opening: Round, acts: Iterable[Act]) -> Iterable[Step]:
    """Fold acts one by one."""
    for act in acts:
        step = apply(opening, act)
        opening = step.round
        yield step


def fold(opening: Round, acts: Iterable[Act]) -> Round:
    """The round that a list of acts leads to."""
    for act in acts:
        opening = apply(opening, act).round
    return opening


class Difference(Value, tag="Difference"):
    """What a correction is worth to a patron: to be booked as new transfers, nothing old being touched."""

    patron: str
    chips: int
    tokens: int


class Correction(Value):
    """A round folded again from corrected acts."""

    before: Round
    after: Round
    acts: tuple[Act, ...]
    reason: str
    approver: str
    differences: tuple[Difference, ...]


def correct(opening: Round, old: Sequence[Act], new: Sequence[Act], *, reason: str, approver: str) -> Correction:
    """Fold a round again from corrected acts and say what the correction changes for each patron."""
    if not reason or not approver:
        raise ValueError("give the reason and the approver of the correction")
    before, after = fold(opening, old), fold(opening, new)
    was = {total.patron: total for total in totals(before)}
    now = {total.patron: total for total in totals(after)}
    differences = []
    for patron in dict.fromkeys((*was, *now)):
        chips = (now[patron].chips_net if patron in now else 0) - (was[patron].chips_net if patron in was else 0)
        tokens = (now[patron].tokens_net if patron in now else 0) - (was[patron].tokens_net if patron in was else 0)
        if chips or tokens:
            differences.append(Difference(patron, chips, tokens))
    return Correction(before, after, tuple(new), reason, approver, tuple(differences))


# Acts that come in with meaningless fields.


def refuse_needless(round: Round, act: Act) -> Refusal | None:
    """Refuse fields of an act that mean nothing: an approval that is not needed, a place in the line of an area that
    has one player.

    This and `refuse_not_overlooked` are asked where an act comes in, and not by `apply`: on an old log such an act
    stands without effect.
    """
    if not isinstance(act, Place) or act.spot not in round.game.spots:
        return None
    if act.line and round.game.spots[act.spot].bettors == 1:
        return Refusal((law.PLAYING_AREA,), "An area of this game has one player: leave the place in line out.")
    if act.approved_by and refusal(round, replace(act, approved_by="")) is None:
        return Refusal((law.TERMS,), "This wager needs no approval: leave the approval out.")
    return None


def refuse_not_overlooked(round: Round, act: Act) -> Refusal | None:
    """Refuse a wager that is said to have gone unnoticed and that breaks no rule of the table.

    One on an area that players share may yet: what others put beside it counts against the same maximum.
    """
    if not isinstance(act, Place | Decide) or not act.unnoticed:
        return None
    if isinstance(act, Place) and act.spot in round.game.spots and round.game.spots[act.spot].bettors > 1:
        return None
    if refusal(round, replace(act, unnoticed=False)) is not None or refusal(round, act) is not None:
        return None
    after = apply(round, act).round
    theirs = [wager for wager in after.wagers if wager.unnoticed and wager.patron == act.patron and wager.live]
    if not theirs or any(after.game.fault(after, wager) is not None for wager in theirs):
        return None
    return NOTHING_WRONG


NOTHING_WRONG = Refusal(
    (law.SIGN_MINIMUM, law.SIGN_MAXIMUM),
    "This wager breaks no rule, so it cannot have gone unnoticed: leave `unnoticed` out.",
)
