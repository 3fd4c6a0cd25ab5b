"""Studies of Ultimate Texas Hold'em: what players gain who know more cards than their own and the board.

Of a sampled deal with its flop every turn, river and dealer's hand is gone through, for the player who knows no more
than the rules show and for those who do; so the flop and the river are decided at their best, and what the knowledge
gains there is exact for the deal. Before the flop a rule is fitted to half of the deals and priced on the other half:
what it gains can be gained, and a better rule may gain a little more.

What is worth a raise before the flop to a player who knows nothing is counted over all deals. A figure is told by its
difference from that on the same deal, so that little is left to chance but which cards are known.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import comb, sqrt
from typing import NamedTuple

import numpy as np
from numba import njit

from pitboss.lab.answer import answer
from pitboss.lab.arrays import Array, categories
from pitboss.lab.evaluator import FLUSH_BITS, SUIT_START, Tables, tables, value_of, value_of_flush, value_of_ranks
from pitboss.lab.question import OPTIMAL, DecisionTable, Question
from pitboss.lab.simulate import CERTAIN
from pitboss.lab.study import Ask, Study
from pitboss.lab.ultimate.board_passes import BASE, LATER, LOST, WON, Amounts
from pitboss.lab.ultimate.decide import UltimatePays, amounts_of, holes, pays_of, solve_decisions
from pitboss.lab.ultimate.price import DEALS_OF_HOLE
from pitboss.lab.workers import share_out
from pitboss.messages import message, say

SEATS = 7
HOLE_CARD = SEATS
VIEWS = SEATS + 1
"""Who looks: a player who knows the cards of one to seven seats, the own one with them, and one who knows a card of the
dealer's."""
LOOKED = 5 + 2 * (SEATS - 1)
"""The cards of a deal that have a place: the player's two, the flop, and those of six others."""
DEALS, PARTS, SEED = 5_000, 100, 1
# By view: the value of a check that is followed by the best play, of one followed by the play of a player who knows
# nothing, and all that is not Play, won and lost over all that may come, an Ante being one.
CHECK, CHECK_PLAIN, AMOUNT, WINS, LOSSES, COLUMNS = 0, 1, 2, 3, 4, 5
# What is counted of the dealer's hands: how many there are, lose and win, and lose and win qualified, and fail.
ALL, LOWER, HIGHER, LOWER_IN, HIGHER_IN, FAILS, COUNTS = 0, 1, 2, 3, 4, 5, 6


@njit(cache=True, nogil=True)
def _count_dealers(board: Array, left: Array, levels: Array, mine: int, qualifies: int, tell: Tables) -> Array:
    """By the lowest seat that one of the dealer's two cards may lie at (0 the player's neighbour, 6 none of them), and
    in the last row for hands with the first card of `left`: how the hands stand against the player's."""
    met = np.zeros((VIEWS, 6), np.int64)  # lower, equal, higher; each failed and qualified
    cards = np.empty(7, np.int64)
    cards[:5] = board
    on_board = SUIT_START
    for card in board:
        on_board += tell.keys[card]
    for i in range(len(left)):
        cards[5] = left[i]
        with_one = on_board + tell.keys[left[i]]
        for j in range(i + 1, len(left)):
            key = with_one + tell.keys[left[j]]
            if key & FLUSH_BITS:
                cards[6] = left[j]
                theirs = value_of_flush(cards, key, tell)
            else:
                theirs = value_of_ranks(key, tell)
            stands = 2 * ((theirs >= mine) + (theirs > mine)) + (theirs >= qualifies)
            met[min(levels[i], levels[j]), stands] += 1
            if i == 0:
                met[HOLE_CARD, stands] += 1
    found = np.empty((VIEWS, COUNTS), np.int64)
    for row in range(VIEWS):
        counts = met[row]
        found[row, ALL] = counts.sum()
        found[row, LOWER], found[row, LOWER_IN] = counts[0] + counts[1], counts[1]
        found[row, HIGHER], found[row, HIGHER_IN] = counts[4] + counts[5], counts[5]
        found[row, FAILS] = counts[0] + counts[2] + counts[4]
    return found


@njit(cache=True, nogil=True)
def _add_views(found: Array, counts: Array, lowest: int, knows_card: bool, kind: int, amounts: Amounts) -> None:
    """Add a board to each view that may meet it: none whose player sees a card of it in another hand."""
    bets_plainly = False
    for view in range(VIEWS):
        if view > lowest and not (view == HOLE_CARD and knows_card):
            continue
        count, row = counts[view], found[view]
        amount = amounts.ante_win * count[LOWER_IN] - amounts.ante * count[HIGHER_IN]
        amount += amounts.blind_win[kind] * count[LOWER] - amounts.ante * count[HIGHER]
        amount += amounts.trips[kind] * count[ALL]
        folded = amounts.fold * count[ALL] + amounts.fold_refund * count[FAILS]
        folded += amounts.trips[kind] * count[ALL] * amounts.fold_keeps_trips
        bet = amount - amounts.river.max() * amounts.ante * count[ALL]  # less than any Play
        for multiple in amounts.river:
            played = amounts.play_win[multiple] * count[LOWER] - multiple * amounts.ante * count[HIGHER]
            bet = max(bet, amount + played)
        if view == 0:
            bets_plainly = bet >= folded
        row[CHECK] += max(bet, folded)
        row[CHECK_PLAIN] += bet if bets_plainly else folded
        row[AMOUNT] += amount
        row[WINS] += count[LOWER]
        row[LOSSES] += count[HIGHER]
        row[COLUMNS] += count[ALL]


@njit(cache=True, nogil=True)
def value_flops(deals: Array, tell: Tables, kinds: Array, qualifies: int, amounts: Amounts) -> Array:
    """By deal and view, what is in the columns above, summed over all that may come, and how much that is."""
    found = np.zeros((len(deals), VIEWS, COLUMNS + 1))
    board, hand = np.empty(5, np.int64), np.empty(7, np.int64)
    # The dealer's known card comes first, then the cards of the others, then those that no seat has.
    of_all = np.full(47, SEATS - 1)
    of_all[1 : 1 + 2 * (SEATS - 1)] = np.arange(2 * (SEATS - 1)) // 2
    for at in range(len(deals)):
        deal = deals[at]
        board[:3] = deal[2:5]
        unseen = np.concatenate((deal[LOOKED : LOOKED + 1], deal[5:LOOKED], deal[LOOKED + 1 :]))
        for t in range(len(unseen)):
            for r in range(t + 1, len(unseen)):
                board[3], board[4] = unseen[t], unseen[r]
                left = np.concatenate((unseen[:t], unseen[t + 1 : r], unseen[r + 1 :]))
                levels = np.concatenate((of_all[:t], of_all[t + 1 : r], of_all[r + 1 :]))
                hand[:5], hand[5:] = board, deal[:2]
                mine = value_of(hand, tell)
                counts = _count_dealers(board, left, levels, mine, qualifies, tell)
                for row in range(SEATS - 2, -1, -1):  # who knows fewer seats counts the hands of the others, too
                    counts[row] += counts[row + 1]
                _add_views(found[at], counts, min(of_all[t], of_all[r]), t > 0, kinds[mine], amounts)
    return found


class SampledViews(NamedTuple):
    """Sampled deals by view: what raising before the flop gains over a check, what the best play after a check gains
    over that of a player who knows nothing, and the cards."""

    gains: Array
    """By deal and view, told by its difference from the first view."""
    after: Array
    raised: Array
    """By deal: whether a player who knows nothing raises."""
    deals: Array


def sample(question: Question, deals: int, seed: int = SEED) -> SampledViews:
    """Deal, and look at each deal in every way."""
    pays = pays_of(question)
    amounts, scale = amounts_of(pays)
    dealt = np.argsort(np.random.default_rng(seed).random((deals, 52)), axis=1)
    parts = np.array_split(dealt, min(PARTS, deals))

    def look(part: int, found: dict[int, Array]) -> None:
        """A part of the deals."""
        found[part] = value_flops(parts[part], tables(7), categories(), pays.qualifier, amounts)

    made = {part: each for found in share_out(len(parts), dict[int, Array], look) for part, each in found.items()}
    found = np.concatenate([made[part] for part in range(len(parts))])
    rates = found[:, :, :COLUMNS] / found[:, :, COLUMNS:]
    rates[:, :, [CHECK, CHECK_PLAIN, AMOUNT]] /= scale

    def play(multiples: tuple[int, ...]) -> Array:
        """By deal and view: the best Play of some multiples."""
        each = [
            rates[:, :, AMOUNT] + float(pays.play[m]) * rates[:, :, WINS] - m * rates[:, :, LOSSES] for m in multiples
        ]
        return np.max(each, axis=0)

    at_flop = play(pays.multiples[1])
    check = np.maximum(rates[:, :, CHECK], at_flop)
    # A player who knows nothing decides by the first view, and gets what it is worth in each.
    bets = at_flop[:, :1] > rates[:, :1, CHECK]
    plain = np.where(bets, at_flop, rates[:, :, CHECK_PLAIN])
    known, raised = _before_flop(pays, dealt)
    raise_gains = play(pays.multiples[0]) - check
    gains = raise_gains - raise_gains[:, :1] + known[:, None]
    return SampledViews(gains, check - plain, raised, dealt)


def _before_flop(pays: UltimatePays, dealt: Array) -> tuple[Array, Array]:
    """By deal: what a raise before the flop gains to a player who knows nothing, over all deals, and whether it is
    made."""
    amounts, scale = amounts_of(pays)
    decisions = solve_decisions(pays)
    assert decisions.by_hole is not None
    low, high = np.sort(dealt[:, :2], axis=1).T
    pair = high * (high - 1) // 2 + low
    row = decisions.by_hole[holes()[pair]].astype(np.float64)
    plays = [float(amounts.play_win[m]) * row[:, WON] - m * scale * row[:, LOST] for m in pays.multiples[0]]
    hands = np.bincount(holes(), minlength=169)[holes()[pair]].astype(float) * DEALS_OF_HOLE * scale
    return (np.max(plays, axis=0) + row[:, BASE] - row[:, LATER]) / hands, decisions.pre_flop[pair] > 0


def features_of(deals: Array, view: int) -> Array:
    """By deal, what a rule before the flop looks at besides the hole cards."""
    low, high = np.sort(deals[:, :2] >> 2, axis=1).T
    is_pair = low == high
    if view == HOLE_CARD:
        card = deals[:, LOOKED] >> 2
        told = [card == rank for rank in range(13)]
        told += [card == high, card == low, card > high, card < low]
        told += [each & is_pair for each in told[13:]]
        suited = (deals[:, 0] & 3) == (deals[:, 1] & 3)
        told += [suited & ((deals[:, LOOKED] & 3) == (deals[:, 0] & 3))]
        return np.stack(told, axis=1).astype(float)
    others = deals[:, 5 : 5 + 2 * view]
    ranks, suits = others >> 2, others & 3
    suited = (deals[:, 0] & 3) == (deals[:, 1] & 3)
    told = [
        (ranks == high[:, None]).sum(axis=1),
        (ranks == low[:, None]).sum(axis=1) * ~is_pair,
        (ranks > high[:, None]).sum(axis=1),
        ((ranks < high[:, None]) & (ranks > low[:, None])).sum(axis=1),
        (suits == deals[:, :1] & 3).sum(axis=1) * suited,
        np.ones(len(deals)),
    ]
    return np.stack(told, axis=1).astype(float)


NEAR = 0.8
"""Before the flop a neighbour's cards matter where a raise gains or loses less than this."""


def gain_of(known: SampledViews, view: int) -> tuple[float, float]:
    """What a view gains over the play of a player who knows nothing, and its standard error: a rule for the raise
    before the flop is fitted to one half of the deals and priced on the other, both ways round."""
    gains, plain = known.gains[:, view], known.gains[:, 0]
    told = features_of(known.deals, view)
    near = np.ones(len(gains), bool) if view == HOLE_CARD else np.abs(plain) < NEAR
    half = np.arange(len(gains)) % 2 == 0
    found = np.empty(len(gains))
    for fitted, priced in ((half, ~half), (~half, half)):
        use = fitted & near
        ridge = told[use].T @ told[use] + np.eye(told.shape[1])
        weights = np.linalg.solve(ridge, told[use].T @ (gains[use] - plain[use]))
        raises = np.where(near, plain + told @ weights > 0, known.raised)[priced]
        moved = gains[priced] * (raises.astype(float) - known.raised[priced])
        found[priced] = moved + np.where(known.raised[priced], 0.0, known.after[priced, view])
        # Where a raise becomes a check, the check is followed by the best play: that is in what a raise gains.
    return float(found.mean()), float(found.std(ddof=1) / sqrt(len(found)))


COLUMN_NAMES = ("knows", "house edge at most", "95 times in 100")
METHOD = message(
    "deals and flops sampled, in each all turns, rivers and dealer's hands gone through; flop and river at their best, "
    "before the flop by a rule fitted to other deals; the gain over the play of a player who knows nothing, whose edge "
    "is exact"
)


def _study_of(question: Question, title: str, views: Mapping[str, int], deals: int) -> Study:
    edge = float(answer(replace(question, strategy=OPTIMAL)).solution.edge)
    known = sample(question, deals)
    rows: list[tuple[str, ...]] = []
    figures: dict[str, float] = {}
    for name, view in views.items():
        gain, error = gain_of(known, view)
        low, high = edge - gain - CERTAIN * error, edge - gain + CERTAIN * error
        rows.append((name, f"{edge - gain:+.3%}", f"{low:+.3%} to {high:+.3%}"))
        figures |= {name: edge - gain, f"{name}, error": error}
    dealt = say("{deals} deals, each with {boards} boards", deals=f"{deals:,}", boards=f"{comb(47, 2):,}")
    return Study(
        title, (DecisionTable(title, COLUMN_NAMES, tuple(rows)),), say("of the Ante"), say(METHOD), (dealt,), figures
    )


def seats(question: Question, deals: int = DEALS) -> Study:
    """Players who show each other their cards."""
    views = {f"{number} seats": number - 1 for number in range(2, SEATS + 1)}
    return _study_of(question, say("Collusion: the house edge where players know each other's cards"), views, deals)


def hole_card(question: Question, deals: int = DEALS) -> Study:
    """A player who knows one of the dealer's cards from the start."""
    views = {"one of the dealer's cards": HOLE_CARD}
    return _study_of(question, say("The dealer's cards known: the house edge"), views, deals)


STUDIES: Mapping[str, tuple[str, Ask]] = {
    "seats": (message("players who know each other's cards"), seats),
    "hole-card": (message("one of the dealer's cards known before the flop"), hole_card),
}
