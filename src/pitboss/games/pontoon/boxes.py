"""The people of a box and their limits (5.5 to 5.16, 6): who calls its decisions, whom a person of rank holds to less,
how the maximum is shared out, and what is done about a wager off the limits that is seen late."""

from collections.abc import Iterator

from pitboss import law
from pitboss.games.pontoon import names
from pitboss.games.pontoon.table import PontoonTable, check_power
from pitboss.messages import english, say
from pitboss.money import Stake, dollars
from pitboss.play.events import Decided, WagerFound, WagerPlaced
from pitboss.play.irregularity import RETRACT
from pitboss.play.needs import DecisionNeed, Need, Option
from pitboss.play.powers import void_wagers
from pitboss.play.round import Draft, Round
from pitboss.play.table import Table
from pitboss.play.terms import Restriction, limit_fault, spot_words
from pitboss.play.wager import Refusal, Refused, Result, Wager, box_of, replace_box
from pitboss.play.wrong_wagers import MEND, TOP_UP
from pitboss.value import replace

_LAST = 1 << 30
CONTROLS = "call the decisions"
"""The words for the controlling player of a shared box."""


def initial_wagers(round: Round | Draft, area: int) -> list[Wager]:
    """The initial wagers on an area: those that lie there before the deal, those that were dealt to after it."""
    return [w for w in round.wagers if w.area == area and w.spot == names.WAGER and (w.left.pieces or w.hand > 0)]


def wagers_in_control(round: Round | Draft, area: int) -> list[Wager]:
    """The initial wagers of a box in the order in which their players control it: seated, highest, nearest."""
    wagers = initial_wagers(round, area)
    if len(wagers) < 2:
        return wagers
    seated = box_of(round.boxes, area).seated
    return sorted(wagers, key=lambda w: (w.patron != seated, -w.stake.cents, *_nearness(w)))


def _nearness(wager: Wager) -> tuple[int, int]:
    """How near the dealer a wager lies: by its place in the line, else in the order placed."""
    return wager.line or _LAST, wager.id


def _control_grounds(game: PontoonTable, round: Round | Draft, area: int) -> law.Because:
    """Why the controlling player of a shared box is the one it is."""
    order = wagers_in_control(round, area)
    if order[0].patron == box_of(round.boxes, area).seated:
        return (law.CONTROLLING_PLAYER, law.CONTROL_SEATED)
    amounts = [w.stake.cents for w in order]
    if amounts[0] > amounts[1]:
        return (law.CONTROLLING_PLAYER, law.CONTROL_HIGHEST)
    tied = game.rules.readings("P9") if amounts[0] != amounts[-1] else ()
    return (law.CONTROLLING_PLAYER, law.CONTROL_NEAREST, *tied)


def line_up(game: PontoonTable, draft: Draft, areas: tuple[int, ...]) -> None:
    """Ascertain before the round who controls each box (5.7); a box without wagers forgets its bettors."""
    lines = {
        area: tuple([w.patron for w in wagers_in_control(draft, area)])
        or tuple([w.patron for w in draft.wagers if w.area == area and w.face_down])
        for area in areas
    }
    for area, line in lines.items():
        if len(line) > 1:
            draft.events.append(Decided(line[0], area, CONTROLS, _control_grounds(game, draft, area)))
    if len(draft.boxes) == len(lines):
        for box in draft.boxes:
            if lines.get(box.area) != box.line or box.away:
                break
        else:
            return
    boxes = draft.boxes
    for box in boxes:
        if box.area not in lines:
            boxes = replace_box(boxes, replace(box, line=(), away=()))
    for area, line in lines.items():
        boxes = replace_box(boxes, replace(box_of(boxes, area), line=line, away=()))
    draft.boxes = boxes


# Orders about players between rounds.


def has_missed_round(table: Table, patron: str) -> bool:
    """Whether a player has sat a round of this shoe out, from its first round on."""
    return table.shoe_state.rounds > 0 and patron not in table.shoe_state.always


def restrict(table: Table, patron: str, held: Restriction) -> Table:
    """Hold a player to the minimum for this shoe (5.11), for later ones too (5.12), or to one area besides (5.13)."""
    game = table.game
    assert isinstance(game, PontoonTable)
    _check_lifts(table, patron, held.rank)
    no = game.refuse_restriction(patron, held)
    if no is None and held.rule != law.ONE_AREA_AT_MINIMUM and not has_missed_round(table, patron):
        words = "{patron} has wagered in every round of this shoe: only a player who missed one is restricted so."
        no = Refusal((law.Key(held.rule),), say(words, patron=patron))
    if no is not None:
        raise Refused(no)
    terms = game.terms
    return table.change_terms(replace(terms, restricted={**terms.restricted, patron: held}))


def release(table: Table, patron: str, rank: str) -> Table:
    """Let a player wager like the others again; a rank that may order a restriction may lift it."""
    _check_lifts(table, patron, rank)
    terms = table.game.terms
    return table.change_terms(
        replace(terms, restricted={name: held for name, held in terms.restricted.items() if name != patron})
    )


def _check_lifts(table: Table, patron: str, rank: str) -> None:
    """Refuse to lift or replace a restriction that this rank may not order."""
    held = table.game.terms.restricted.get(patron)
    if held is not None:
        check_power(table, rank, law.Key(held.rule))


def reserve(table: Table, patron: str, areas: tuple[int, ...], rank: str) -> Table:
    """Keep some areas for one player (5.14); no areas end it."""
    check_power(table, rank, law.AREAS_RESERVED)
    terms = table.game.terms
    kept = {name: theirs for name, theirs in terms.reserved.items() if name != patron}
    return table.change_terms(replace(terms, reserved=kept | ({patron: areas} if areas else {})))


def limit_people(table: Table, rank: str, *, bettors: int = 0, players: int = 0) -> Table:
    """Let fewer players wager on an area (5.5), or at the table (5.16); 0 is as many as the rules have."""
    check_power(table, rank, law.THREE_BETTORS if bettors else law.FEWER_PLAYERS)
    return table.change_terms(replace(table.game.terms, bettors=bettors, players=players))


# How the maximum of an area is shared out.


def _rooms(game: PontoonTable, round: Round | Draft, area: int) -> Iterator[tuple[Wager, int]]:
    """The initial wagers of an area in the order in which its maximum is shared out, each with the most it may be."""
    controlled = wagers_in_control(round, area)
    others = controlled[1:]
    others.sort(key=_nearness if game.taken.shares_as_stacked else lambda w: w.id)
    used = 0
    for wager in controlled[:1] + others:
        most = max(game.terms.limits_of(wager.patron, names.WAGER).maximum_cents - used, 0)
        yield wager, most
        used += min(wager.stake.cents, most)


def shares(game: PontoonTable, round: Round | Draft, area: int) -> dict[int, int]:
    """How many cents of each initial wager the maximum of the area lets stand (6.1.1 to 6.1.3)."""
    stands = {wager.id: min(wager.stake.cents, most) for wager, most in _rooms(game, round, area)}
    if game.rules.applies(law.TOURNAMENT_PLAY):  # to the last complete unit (20.6.14)
        unit = game.terms.limits[names.WAGER].unit_cents or 1
        return {number: cents - cents % unit if cents > unit else cents for number, cents in stands.items()}
    return stands


def room_for(game: PontoonTable, round: Round | Draft, wager: Wager) -> int:
    """The most that an initial wager may be beside the others on its box."""
    return next(most for other, most in _rooms(game, round, wager.area) if other.id == wager.id)


def sharing_grounds(game: PontoonTable, wagers: int) -> law.Because:
    """Why a wager over the maximum is cut: alone on its area, or one of several; in a tournament, by its own rule."""
    if game.rules.applies(law.TOURNAMENT_PLAY):
        return (law.TOURNAMENT_LIMITS,)
    if wagers < 2:
        return (law.MAXIMUM_SETTLED,)
    return (law.MAXIMUM_SETTLED, law.SHARES_SETTLED, law.MAXIMUM_SHARED, *game.rules.readings("P10"))


def note_short(game: PontoonTable, draft: Draft, wager: Wager) -> None:
    """Say of a wager under the minimum that is first looked at now that it stands, the cards being out (6.2)."""
    least = game.terms.limits_of(wager.patron, wager.spot).minimum_cents
    if wager.unnoticed and wager.left.pieces and wager.stake.cents < least:
        if game.rules.applies(law.TOURNAMENT_PLAY):  # it was not made up (20.6.14)
            draft.give_back(wager, Result.VOID, (law.TOURNAMENT_LIMITS, law.VOID))
            return
        spot, amount = spot_words(wager.spot), dollars(wager.stake.cents)
        words = say(
            "The {spot} of {amount} is under {least}, and stands.", spot=spot, amount=amount, least=dollars(least)
        )
        draft.events.append(WagerFound(wager.id, english(words), (law.LATE_MINIMUM_STANDS,)))
        draft.set_wager(replace(wager, unnoticed=False))


def stand_to_limits(game: PontoonTable, draft: Draft, area: int) -> None:
    """Look at unnoticed wagers of an area before anything on it is settled: what is over the maximum goes back, what is
    short stands (6.2, 6.3)."""
    unseen = [w.id for w in draft.wagers if w.unnoticed and w.area == area and w.spot == names.WAGER]
    if unseen:
        cut_area(game, draft, area)
        for number in unseen:
            note_short(game, draft, draft.wagers[number])


def cut_area(game: PontoonTable, draft: Draft, area: int) -> None:
    """Cut the initial wagers of an area to their shares of its maximum, and what was added to each to its measure."""
    initial = {number: draft.wagers[number].left.cents for number in shares(game, draft, area)}
    because = sharing_grounds(game, len(initial))
    for number, cents in shares(game, draft, area).items():
        if cents < initial[number]:
            patron = draft.wagers[number].patron
            draft.cut_to(draft.wagers[number], cents, because)
            for wager in draft.wagers:
                if wager.patron == patron and wager.area == area and wager.id != number:
                    if wager.spot in names.ON_HAND:  # a double or a split is cut to as much, insurance to half
                        draft.cut_to(wager, cents, because)
                    elif wager.spot == names.INSURANCE:
                        draft.cut_to(wager, most_insured(game, cents), because)


def most_insured(game: PontoonTable, cents: int) -> int:
    """The most that chips make of the share of a wager that may be insured (8.1)."""
    return game.payable_up_to(int(cents * game.figures.insured_share))


def insure_options(game: PontoonTable, draft: Draft, wager: Wager) -> tuple[Option, ...]:
    """Insurance up to half of what stands of a wager: what was cut off it counts no more (8.1, read by P39)."""
    cut = sum(s.returned.cents for s in draft.settlements if s.wager == wager.id and s.result is Result.RETURNED)
    most = most_insured(game, wager.stake.cents - cut)
    because = (law.INSURANCE_OFFERED, *(game.rules.readings("P39") if cut else ()))
    return (Option(names.INSURE, because, game.smallest_chip, most),) if most else ()


# Wagers that went down unnoticed.


def opening_fault(game: PontoonTable, round: Round | Draft, wager: Wager) -> Refusal | None:
    """Say how an opening wager breaks the limits on the sign, beside the others on its box."""
    most = game.opening_most(round, wager)
    if wager.stake.cents > most:
        shared = sharing_grounds(game, len(initial_wagers(round, wager.area)) if wager.spot == names.WAGER else 1)
        in_time = game.rules.readings("P31") if round.phase == names.WAGERS else ()
        words = "The {spot} is at most {most} here: the rest goes back."
        because = (law.SIGN_MAXIMUM, *shared, *in_time)
        return Refusal(because, say(words, spot=spot_words(wager.spot), most=dollars(most)))
    return limit_fault(game, wager.patron, wager.spot, wager.stake.cents)


def find_fault(game: PontoonTable, round: Round | Draft, wager: Wager) -> Refusal | None:
    """Say what is to be done about a wager now: what is over goes back, what is short is mended while wagers are open.

    Once the cards are out a wager under the minimum stands (6.2).
    """
    asked = any(need.kind == MEND and need.subject == wager.id for need in round.needs)
    if not wager.unnoticed or asked or not game.spots[wager.spot].opening:
        return None
    if any(need.kind == names.WAGERS for need in round.needs) or wager.left.cents > game.opening_most(round, wager):
        return opening_fault(game, round, wager)
    least = game.terms.limits_of(wager.patron, wager.spot).minimum_cents
    if game.rules.applies(law.TOURNAMENT_PLAY):
        return _tournament_fault(wager, least)
    if round.phase == names.WAGERS or wager.stake.cents >= least:
        return None
    words = "The {spot} of {amount} is under the minimum, and stands."
    amount = dollars(wager.stake.cents)
    return Refusal((law.LATE_MINIMUM_STANDS,), say(words, spot=spot_words(wager.spot), amount=amount))


def mend_wager(game: PontoonTable, draft: Draft, wager: Wager, fault: Refusal) -> None:
    """Hand back what a wager has too much, or have the player mend it while there is time."""
    if draft.phase == names.WAGERS:
        game.mend_open_wager(draft, wager, fault.because)
    elif law.TOURNAMENT_LIMITS in fault.because and wager.stake.cents < game.terms.limits[wager.spot].minimum_cents:
        draft.open(game.mend_need(draft, wager, fault.because))
    elif law.LATE_MINIMUM_STANDS in fault.because:
        draft.set_wager(replace(wager, unnoticed=False))
    elif wager.spot == names.WAGER:
        cut_area(game, draft, wager.area)
        _ask_again(game, draft, wager.area)
    else:
        draft.cut_to(wager, game.opening_most(draft, wager), (law.MAXIMUM_SETTLED,))


def _tournament_fault(wager: Wager, least: int) -> Refusal | None:
    """What is wrong with a tournament wager that is seen after the deal: short, or not in units of the minimum."""
    if wager.stake.cents < least:
        words = say("This wager is under {least}: the player makes it up, or it is void.", least=dollars(least))
        return Refusal((law.TOURNAMENT_LIMITS,), words)
    if wager.left.cents % least:
        return Refusal((law.TOURNAMENT_LIMITS,), "The wager counts to its last complete unit of the minimum.")
    return None


def mend_late(game: PontoonTable, draft: Draft, need: DecisionNeed, option: str, stake: Stake) -> None:
    """A tournament wager that was found short after the deal is made up, or is void and its cards are burned."""
    wager, because = draft.wagers[need.subject], need.options[0].because
    draft.events.append(Decided(need.patron, need.area, option, because))
    if option == TOP_UP:
        draft.add_to(replace(wager, unnoticed=False), stake)
        draft.events.append(WagerPlaced(wager.id, wager.patron, wager.area, wager.spot, stake, because))
        return
    gone = game.wagers_void_with(draft, wager)
    void_wagers(draft, sorted(gone), (*because, law.VOID))
    game.follow_void(draft, gone, because)


def _ask_again(game: PontoonTable, draft: Draft, area: int) -> None:
    """Ask what is open about an area anew, by the wagers as they are now cut."""
    needs: list[Need] = []
    answered: list[int] = []
    for need in draft.needs:
        if not isinstance(need, DecisionNeed) or need.area != area or need.kind in (*names.CALLS, RETRACT):
            needs.append(need)
        elif options := renew_options(game, draft, need):
            needs.append(replace(need, options=options))
        elif need.kind == names.FORFEIT:
            answered.append(need.hand)
    draft.needs = tuple(needs)
    for hand in answered[:1]:  # one hand is doubled at a time: the play goes on once no player is asked about it
        game.follow_forfeits(draft, draft.hands[hand])
    for need in needs:
        if isinstance(need, DecisionNeed) and need.area == area and need.kind in names.CALLS:
            draft.close_each(need.kind)
            game.go_on(draft)


def renew_options(game: PontoonTable, draft: Draft, need: DecisionNeed) -> tuple[Option, ...]:
    """What a player may still choose about a wager that was cut: no more than is left of it, and nothing where
    nothing is left, but to let a double or a split of the others pass."""
    wager = draft.wagers[need.subject]
    left = wager.left.cents
    if need.kind == names.INSURE:
        options = insure_options(game, draft, wager) if left else ()
        return (*options, *(option for option in need.options if option.declines)) if options else ()
    if left:
        return tuple(
            replace(option, least_cents=min(option.least_cents, left), most_cents=min(option.most_cents, left))
            for option in need.options
        )
    return tuple(option for option in need.options if option.name in (names.PASS, names.STAY))
