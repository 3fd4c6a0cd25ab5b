"""What people of rank do at any moment: find a fault, void, give an excess back, have the cards shuffled. Each act with
its fields, why it may be refused and what it does."""

from collections.abc import Callable, Collection

from pitboss import law
from pitboss.messages import english, message, say
from pitboss.money import dollars
from pitboss.play.events import ExcessReturned, RoundVoided, ShuffleDirected, WagerFound
from pitboss.play.needs import ShuffleNeed, WagersNeed
from pitboss.play.round import OVER, Act, Draft, Round
from pitboss.play.terms import spot_words
from pitboss.play.wager import Refusal, Result, Wager
from pitboss.value import Value

_PAST_LIMIT = (law.LOSS_LIMIT_PASSED, law.EXCESS_LAST_FIRST, law.CHIPS_DECLARED)

DISRUPTION, FRAUD, BREACH = message("disruption"), message("fraud"), message("breach")
TALKING, INVALID = message("talking"), message("invalid")
"""The grounds on which a round, or one player's part in it, is voided; or forfeited, for talking about a hand."""
EMPLOYEE = message("employee")
"""The ground for taking winnings from an employee who may not play."""


class Find(Act, tag="Find"):
    """The dealer notices a wager that was not checked."""

    wager: int
    need: str = ""

    def refuse(self, round: Round, _: object) -> Refusal | None:
        """Refuse to find a wager that is settled or needs no correction."""
        if not 0 <= self.wager < len(round.wagers):
            return Refusal((law.NEED_CLOSED,), "There is no such wager in this round.")
        wager = round.wagers[self.wager]
        if not wager.left.pieces:
            return Refusal((law.WAGERS_FROZEN,), "That wager is settled.")
        if round.game.fault(round, wager) is None:
            return Refusal((law.NOT_AN_OPTION,), "That wager needs no correction now.")
        return None

    def do(self, draft: Draft, _: object) -> None:
        wager = draft.wagers[self.wager]
        fault = draft.game.fault(draft, wager)
        assert fault is not None  # the gate has just found it
        draft.events.append(WagerFound(wager.id, english(fault.words), fault.because))
        draft.game.mend_wager(draft, wager, fault)


# Voiding.


class Void(Act, tag="Void"):
    """A person of rank voids the round, or only the wagers of the patrons named, or only the wagers that are listed;
    `forfeit` names who loses theirs. The round may be over: then what was settled is undone."""

    rank: str
    ground: str
    by: str = ""
    patrons: tuple[str, ...] = ()
    forfeit: tuple[str, ...] = ()
    need: str = ""
    refund: bool = False
    """Whether of invalid wagers those go back, too, that were lost before they were found."""
    wagers: tuple[int, ...] = ()
    """The wagers that are void, by their numbers in the round."""

    def refuse(self, round: Round, _: object) -> Refusal | None:
        """Refuse what this rank may not void, wagers that do not exist, and grounds that the rules do not give."""
        rules = round.game.rules
        power = power_of(rules, self)
        if not rules.has_power(self.rank, power):
            least = rules.edition.powers[power]
            words = say("Only a {rank} or above may void this.", rank=least.replace("-", " "))
            return Refusal((power,), words)
        no = _refuse_named(round, self)
        if no is not None:
            return no
        if power is law.TALKING_FORFEITS:
            if self.patrons or self.wagers or not self.forfeit or round.phase in ("wagers", "deal", "showdown", OVER):
                return Refusal((power,), "Name in forfeit the players who talked, while hands are still in play.")
            return None
        if self.refund and self.ground not in (INVALID, EMPLOYEE):
            return Refusal((power,), "Only invalid wagers that were lost can go back: leave the refund out.")
        grounds = _grounds(rules, self)
        if self.ground not in grounds:
            offered = " or ".join(grounds)
            if not self.ground:
                return Refusal((power,), say("Say why this is void: {offered}.", offered=offered))
            words = say("This can be void for {offered}, not for {ground}.", offered=offered, ground=self.ground)
            return Refusal((power,), words)
        if self.ground == INVALID and round.phase == OVER:
            stands = rules.only((law.INVALID_AFTER,)) or (power,)
            words = "The round is over: its invalid wagers stand, and so do their results."
            return Refusal(stands, words)
        may_forfeit = rules.applies(law.FRAUD_FORFEITS)
        if self.forfeit and not (power is law.ROUND_VOIDED and may_forfeit and self.ground == FRAUD):
            why = law.FRAUD_FORFEITS if may_forfeit else law.VOID_REFUNDS
            return Refusal((why,), "A wager is forfeited only for fraud, and only where the rules give that power.")
        return None

    def do(self, draft: Draft, _: object) -> None:
        """Undo what was settled too, where the round is over."""
        game, is_over = draft.game, draft.phase == OVER
        named = void_grounds(game.rules, self)
        draft.events.append(RoundVoided(self.rank, self.by, self.ground, named))
        power, *grounds = named
        if power is law.TALKING_FORFEITS:
            for patron in self.forfeit:
                game.forfeit_wagers(draft, patron)
        elif self.ground in (INVALID, EMPLOYEE):
            _invalid(draft, self, named)
        elif power is law.ROUND_VOIDED:
            every = range(len(draft.wagers))
            void_wagers(draft, every, (*grounds, law.VOID_REFUNDS, law.VOID), forfeit=self.forfeit)
            if not is_over:
                draft.end((law.ROUND_VOIDED, law.ROUND_OF_PLAY))
        elif self.wagers:
            because = (*named, *((law.VOID_REFUNDS,) if power is law.WAGER_VOIDED else ()), law.VOID)
            with_them = (*because, *game.rules.readings("C17", "K37", "M25", "P42"))
            gone = frozenset(n for number in self.wagers for n in game.wagers_void_with(draft, draft.wagers[number]))
            void_wagers(draft, self.wagers, because)
            void_wagers(draft, sorted(gone.difference(self.wagers)), with_them)
            if not is_over:
                game.follow_void(draft, gone, with_them)
        else:
            for patron in self.patrons:
                gone = frozenset(wager.id for wager in draft.wagers if wager.patron == patron)
                void_wagers(draft, sorted(gone), (*named, law.VOID))
                if not is_over:
                    game.follow_void(draft, gone, (*named, law.VOID))


def power_of(rules: law.Rules, act: Void) -> law.Key:
    """The power by which a person of rank voids, as the act says on which ground and what."""
    if act.ground == TALKING and rules.applies(law.TALKING_FORFEITS):
        return law.TALKING_FORFEITS
    if act.ground == EMPLOYEE and rules.applies(law.EMPLOYEE_POLICY):
        return law.EMPLOYEE_POLICY
    if act.wagers and act.ground != BREACH and rules.applies(law.WAGER_VOIDED):
        return law.WAGER_VOIDED
    return law.OFFENDER_VOIDED if act.patrons or act.wagers else law.ROUND_VOIDED


def void_grounds(rules: law.Rules, act: Void) -> law.Because:
    """The power by which something is voided, and the ground where the rules give grounds for it."""
    power = power_of(rules, act)
    if act.ground in (INVALID, EMPLOYEE):
        return invalid_grounds(rules, act.ground)
    if power not in (law.ROUND_VOIDED, law.WAGER_VOIDED):
        return (power,)
    return power, law.VOID_FOR_FRAUD if act.ground == FRAUD else law.VOID_FOR_DISRUPTION


def _grounds(rules: law.Rules, act: Void) -> tuple[str, ...]:
    """The grounds on which the rules let what an act names be voided."""
    if act.wagers:
        return (*((DISRUPTION, FRAUD) if rules.applies(law.WAGER_VOIDED) else ()), BREACH)
    if not act.patrons:
        return DISRUPTION, FRAUD
    return BREACH, *(ground for ground in (INVALID, EMPLOYEE) if invalid_grounds(rules, ground))


def invalid_grounds(rules: law.Rules, ground: str = INVALID) -> law.Because:
    """The rules that void wagers by a person who may not make them; none where an edition has no such rule.

    An employee's wagers were voided as invalid ones before they had a ground of their own.
    """
    if ground == EMPLOYEE:
        grounds = rules.only((law.EMPLOYEE_POLICY,))
        return (*grounds, *rules.readings("C18", "M26")) if grounds else ()
    grounds = rules.only((law.INVALID_WAGER, law.INVALID_DURING)) or rules.only((law.EMPLOYEE_POLICY,))
    return (*grounds, *rules.readings("P32")) if grounds else ()


def _refuse_named(round: Round, act: Void) -> Refusal | None:
    """Refuse to void what is not there, or is void already."""
    known = {wager.patron for wager in round.wagers if wager.stake.pieces}
    if gone := [name for name in (*act.patrons, *act.forfeit) if name not in known]:
        return Refusal((law.NOT_YOURS,), say("{patrons} has no wager in this round.", patrons=", ".join(gone)))
    if act.patrons and act.wagers:
        return Refusal((law.OFFENDER_VOIDED,), "Name players, or list wagers: not both.")
    if len(set(act.wagers)) < len(act.wagers):
        return Refusal((law.NOT_AN_OPTION,), "List each wager once.")
    for number in act.wagers:
        wager = round.wagers[number] if 0 <= number < len(round.wagers) else None
        if wager is None or not (wager.stake.pieces or wager.face_down):
            return Refusal((law.NEED_CLOSED,), "There is no such wager in this round.")
        if is_void(round, number):
            return Refusal((law.VOID,), say("The {wager} is void already.", wager=_name_wager(wager)))
    is_whole = not (act.patrons or act.wagers or act.forfeit)
    if round.phase == OVER and is_whole and not any(_moves_money(round, wager.id) for wager in round.wagers):
        return Refusal((law.ROUND_VOIDED,), "This round is over, and has no wager left to void.")
    return None


def is_void(round: Round, number: int) -> bool:
    """Say whether a wager was declared void, and has gone back."""
    return any(law.VOID in done.because for done in round.settlements if done.wager == number)


def _moves_money(round: Round, number: int) -> bool:
    """Whether the settlements of a wager left money with its player, or with the house."""
    done = [each for each in round.settlements if each.wager == number]
    taken = sum(each.taken.cents for each in done)
    restored = sum(each.returned.cents for each in done if each.result is Result.RESTORED)
    return bool(sum(each.pays for each in done) or taken - restored)


def _name_wager(wager: Wager) -> str:
    """A wager as people at the table call it."""
    return say("{spot} of {patron} on area {area}", spot=spot_words(wager.spot), patron=wager.patron, area=wager.area)


def _invalid(draft: Draft, act: Void, because: law.Because) -> None:
    """Void wagers by a person who may not play: undecided ones go back, winnings are returned, lost ones stay lost
    unless they are refunded (P32)."""
    for patron in act.patrons:
        gone = frozenset(wager.id for wager in draft.wagers if wager.patron == patron)
        for number in sorted(gone):
            wager = draft.wagers[number]
            draft.close_reading_of(number)
            if wager.left.pieces:
                draft.give_back(wager, Result.VOID, because)
            draft.reverse(draft.wagers[number], because)
            if act.refund:
                draft.restore(draft.wagers[number], because)
        draft.claims = tuple(claim for claim in draft.claims if claim.wager not in gone)
        if draft.phase != OVER:
            draft.game.follow_void(draft, gone, (law.OFFENDER_VOIDED, law.VOID))


Undoes = Callable[[Draft, Wager], tuple[law.Because | None, law.Because | None]]
"""Why what was paid on a void wager goes back, and why what was taken of it does; None where it stands."""


def void_wagers(
    draft: Draft,
    numbers: Collection[int],
    because: law.Because,
    *,
    forfeit: tuple[str, ...] = (),
    undoes: Undoes | None = None,
) -> None:
    """Give stakes back as if there had been no result, what was taken earlier too; what was paid is given back, but
    for an interim payment that the game lets stand."""
    undoes = undoes or draft.game.void_undoes
    for number in numbers:
        wager = draft.wagers[number]
        if wager.face_down:
            draft.close_reading_of(number)
        reverses, restores = undoes(draft, wager)
        if wager.patron in forfeit:
            if wager.left.pieces or reverses is not None:
                draft.forfeit(wager, (law.VOID_FOR_FRAUD, law.FRAUD_FORFEITS))
            continue
        if wager.left.pieces:
            draft.give_back(wager, Result.VOID, because)
        elif wager.face_down:
            draft.set_wager(wager.leave(wager.left))
        if reverses is not None:
            draft.reverse(draft.wagers[number], because + reverses)
        if restores is not None:
            draft.restore(draft.wagers[number], because + restores)
    draft.claims = tuple(claim for claim in draft.claims if claim.wager not in numbers)


# An excess past a loss limit.


class Keep(Value, tag="Keep"):
    """How much of a wager stays."""

    wager: int
    cents: int


class CutBack(Act, tag="CutBack"):
    """A person of rank gives back what of a patron's wagers is past their loss limit: each named one keeps so much."""

    rank: str
    patron: str
    keeps: tuple[Keep, ...]
    by: str = ""
    need: str = ""

    def refuse(self, round: Round, _: object) -> Refusal | None:
        """Refuse amounts that are not the excess or were not placed last."""
        rules = round.game.rules
        because = cut_grounds(rules)
        if not because:
            return Refusal((law.NOT_AN_OPTION,), "There are no loss limits at this table.")
        if round.phase == OVER:
            return Refusal(rules.only((law.EARLIER_ROUNDS_STAND,)) or because, "The round is over: its results stand.")
        least = rules.edition.ranks[0]
        if not rules.edition.outranks(self.rank, least):
            words = say("Only a {rank} or above may give an excess back.", rank=least.replace("-", " "))
            return Refusal(because, words)
        if not self.keeps or len({keep.wager for keep in self.keeps}) < len(self.keeps):
            return Refusal(because, "Say for each wager, once, how much of it stays.")
        for keep in self.keeps:
            number, cents = keep.wager, keep.cents
            wager = round.wagers[number] if 0 <= number < len(round.wagers) else None
            if wager is None or wager.patron != self.patron or wager.face_down:
                return Refusal((law.NOT_YOURS,), say("{patron} has no such wager to cut.", patron=self.patron))
            if not 0 <= cents < wager.left.cents:
                words = "The {wager} must keep $0 or more, and less than its {amount}."
                return Refusal(because, say(words, wager=_name_wager(wager), amount=dollars(wager.left.cents)))
        excess = sum(round.wagers[keep.wager].left.cents - keep.cents for keep in self.keeps)
        right = last_placed_first(round, self.patron, excess)
        if set(right) != set(self.keeps):
            stays = [(round.wagers[keep.wager], dollars(keep.cents)) for keep in right]
            keeps = [
                say("the {spot} on area {area} keeps {amount}", spot=spot_words(w.spot), area=w.area, amount=amount)
                for w, amount in stays
            ]
            words = "The chips placed last go back first. {excess} is too much, so {keeps}."
            return Refusal(because, say(words, excess=dollars(excess), keeps=" and ".join(keeps)))
        return None

    def do(self, draft: Draft, _: object) -> None:
        because = cut_grounds(draft.game.rules)
        draft.events.append(ExcessReturned(self.patron, self.rank, self.by, because))
        is_open = any(isinstance(need, WagersNeed) for need in draft.needs)
        for keep in self.keeps:
            wager = draft.wagers[keep.wager]
            if is_open:
                draft.hand_back(wager, because, keep.cents)
            else:
                draft.cut_to(wager, keep.cents, because)
        if is_open:
            draft.game.follow_wagers(draft)
        else:
            draft.game.cut_back(draft, self.patron)


def cut_grounds(rules: law.Rules) -> law.Because:
    """Why an excess goes back: by the game's own rules, or by the policy of a house that binds every table (C11)."""
    grounds = rules.only(_PAST_LIMIT) or rules.readings("C11")
    return (*grounds, *rules.readings("P33", "M17")) if grounds else ()


def last_placed_first(round: Round, patron: str, excess_cents: int) -> tuple[Keep, ...]:
    """What each wager of a patron keeps when so much is past their loss limit: chips go back in the reverse of the
    order in which they were placed (Pontoon 17.22.1, Mississippi Stud 11.17.1). Tokens are no loss, and stay."""
    placed: list[tuple[int, int, int, int]] = []  # after which wager, in which step, of which wager, how many cents
    for wager in round.wagers:
        if wager.patron == patron and wager.left.pieces:
            chips, starts = wager.left.chips_cents, [add.on_cents for add in wager.added]
            parts = zip((0, *starts), (*starts, chips), strict=True)
            orders = ((wager.id, 0), *((add.after, add.version) for add in wager.added))
            for (start, end), (after, version) in zip(parts, orders, strict=True):
                placed.append((after, version, wager.id, max(min(end, chips) - start, 0)))
    off: dict[int, int] = {}
    for _, _, number, cents in sorted(placed, reverse=True):
        back = min(cents, excess_cents)
        excess_cents -= back
        if back:
            off[number] = off.get(number, 0) + back
    return tuple(Keep(number, round.wagers[number].left.cents - back) for number, back in off.items())


# A shuffle that is ordered.


class DirectShuffle(Act, tag="DirectShuffle"):
    """A person of rank orders a shuffle before the next card, with a reason that is recorded."""

    rank: str
    reason: str
    by: str = ""
    need: str = ""

    def refuse(self, round: Round, _: object) -> Refusal | None:
        """Refuse the order of a lower rank, without a reason or at a moment that the document does not allow."""
        rules, power = round.game.rules, law.SHUFFLE_DIRECTED
        because = shuffle_grounds(rules)
        if not because:
            return Refusal((law.TERMS,), "In this game a shuffle cannot be ordered.")
        if not rules.has_power(self.rank, power):
            rank = rules.edition.powers[power].replace("-", " ")
            return Refusal((power,), say("Only a {rank} or above may order this.", rank=rank))
        if not self.reason:
            return Refusal(because, "Give a reason for the shuffle.")
        if round.phase == OVER:
            return Refusal((law.ROUND_OF_PLAY,), "The round is over: order the shuffle in the next one.")
        return _refuse_moment(round, because)

    def do(self, draft: Draft, _: object) -> None:
        because = shuffle_grounds(draft.game.rules)
        draft.events.append(ShuffleDirected(self.rank, self.by, self.reason, because))
        draft.game.await_directed_shuffle(draft, because)


def shuffle_grounds(rules: law.Rules) -> law.Because:
    """Why the cards are shuffled on order, and when that may be ordered, as each document has it."""
    return rules.only((law.SHUFFLE_DIRECTED, law.SHUFFLE_AT_ANY_TIME, law.SHUFFLE_BEFORE_LOADING))


def _refuse_moment(round: Round, because: law.Because) -> Refusal | None:
    """Refuse a shuffle at a moment that the document does not allow."""
    rules = round.game.rules
    if rules.applies(law.SHUFFLE_AT_ANY_TIME):
        return None
    if rules.applies(law.SHUFFLE_BEFORE_LOADING):
        if round.game.terms.device == "shoe" or not any(isinstance(need, ShuffleNeed) for need in round.needs):
            return Refusal(because, "Order this before the cards are placed in the shuffling device.")
    elif any(hand.cards for hand in round.hands):
        return Refusal((*because, law.ROUND_OF_PLAY), "Order this after a round, before the first card of the next.")
    return None
