"""What the signs at a table say (Pontoon 6.1, 6.5.3, 10.5, 15.3, 15.4.2; Crown 5.1, 7.1): limits, payouts, notices.

One function says all of it, so that the page, the API and the tests read the same signs.
"""

from collections.abc import Iterator, Mapping

from pitboss import law
from pitboss.floor.tables.layout import BOX, cloth_of, inscriptions, lines, marked
from pitboss.floor.tables.notices import KEPT_ENDS, LIMITS
from pitboss.floor.tables.signs import KEPT
from pitboss.floor.tables.state import CLOSE, OpenState
from pitboss.games.pontoon.table import PAIRS
from pitboss.law import Because, Key
from pitboss.law.rules import Rules
from pitboss.money import dollars
from pitboss.play.round import Game
from pitboss.play.terms import Limits, spot_words
from pitboss.value import Value


class Pay(Value):
    """A line of the payout schedule: odds to 1, or a sum in cents, with the clause of its figures."""

    wager: str
    line: str
    odds: str
    clause: str
    cents: int = 0
    from_cents: int = 0
    """The wager from which a sum is paid."""
    capped: bool = False
    """Whether the notice of maximum payout holds for it."""


class Sign(Value):
    """One thing that stands at a table for all to read."""

    what: str
    words: str
    limits: Mapping[str, Limits] = {}
    patron: str = ""
    area: int = 0
    from_time: str = ""
    from_round: int = 0
    pays: tuple[Pay, ...] = ()
    because: Because = ()
    shape: str = ""
    """The shape of an area on the layout."""


def signs(state: OpenState) -> Iterator[Sign]:
    """Everything that the signs at an open table say."""
    game = state.table.game
    yield from _limits(game)
    yield from _markers(state)
    yield from _terms(game)
    yield from _coming(state)
    yield from _pays(game.rules)
    yield from _layout(game)
    if state.note:
        yield Sign("note", state.note)
    if state.suspicion.english:
        yield Sign("order", "English alone is spoken at this table.", because=(law.ENGLISH_ONLY,))
    for key in STANDING:
        if game.rules.applies(key):
            yield Sign("notice", f"{law.TITLES[key]}.", because=(key,))


STANDING: tuple[Key, ...] = (
    law.RULES_ON_REQUEST,
    law.SIGN_IS_THE_PLAYERS,
    law.PLACING_IS_THE_PLAYERS,
    law.TOTAL_IS_THE_PLAYERS,
    law.NO_DEVICES,
    law.NO_UNASKED_ADVICE,
    law.ONLY_FOLD_OR_BET,
    law.NO_SIDE_BETS,
    law.NO_ADVICE,
    law.GAMING_LIMIT_DISCLAIMED,
)
"""What the house tells everybody, wherever the document of the game has it."""


def _limits(game: Game) -> Iterator[Sign]:
    rules, terms = game.rules, game.terms
    shown = rules.only((law.LIMITS_SHOWN,)) or rules.only((law.SIGN_MINIMUM, law.SIGN_MAXIMUM))
    yield Sign("game", f"{rules.game.title}.", because=rules.only((law.VARIANT_SHOWN,)))
    yield Sign("limits", "The limits of this table.", terms.limits, because=shown)
    if PAIRS in terms.limits and rules.applies(law.PAIRS_STAKE_SHOWN):
        only = {PAIRS: terms.limits[PAIRS]}
        yield Sign(
            "side wager", f"A {spot_words(PAIRS)} wager takes this much.", only, because=(law.PAIRS_STAKE_SHOWN,)
        )


def _markers(state: OpenState) -> Iterator[Sign]:
    """Limits that hold for some: two sets of limits while a minimum is kept, and a marker at each player's box."""
    before = {tuple(marker.before.items()): marker.before for marker in state.markers if marker.kind == KEPT}
    for limits in before.values():
        words = "The limits before, for players with a marker."
        yield Sign("previous limits", words, limits, because=(law.BOTH_LIMITS_SHOWN,))
    for marker in state.markers:
        own = state.terms.individual.get(marker.patron, {})
        words = "Keeps the previous minimum." if marker.kind == KEPT else "Limits of this player's own."
        yield Sign(marker.kind, words, own, marker.patron, marker.area, because=marker.because)


def _terms(game: Game) -> Iterator[Sign]:
    rules, terms = game.rules, game.terms
    most = terms.maximum_payout_cents
    if most is not None and rules.applies(law.MAXIMUM_PAYOUT):
        words = f"No more than {dollars(most)} is paid on a wager that the schedule marks so."
        yield Sign("maximum payout", words, because=(law.MAXIMUM_PAYOUT,))
    if terms.low_limit:
        yield Sign("low limit", "A low limit table.", because=rules.only((law.LOW_LIMIT_DEVICE,)))
    for rule in sorted(rules.granted):
        shown = rules.only((law.PAIRS_LIMIT_SHOWN,)) if rule == law.PAIRS_NEED_WAGER else ()
        yield Sign("permission", law.TITLES[rule], because=(rule, *shown))


_COMING = {
    LIMITS: "These limits will hold.",
    KEPT_ENDS: "The minimum that players kept will end.",
    CLOSE: "This table will close.",
}


def _coming(state: OpenState) -> Iterator[Sign]:
    """What will change, and when."""
    for notice in state.notices:
        words = _COMING[notice.what]
        yield Sign(notice.what, words, notice.limits, "", 0, notice.due_at, notice.due_round, because=notice.because)
    if state.closing:
        yield Sign("closing", "This table is closing: no more wagers are taken.", because=(law.CLOSE_ON_NOTICE,))


def _pays(rules: Rules) -> Iterator[Sign]:
    pays = tuple(schedule(rules))
    yield Sign("payouts", "What winning wagers are paid.", pays=pays, because=rules.only((law.PAYS_SHOWN,)))


def schedule(rules: Rules) -> Iterator[Pay]:
    """The payout schedule of a game, in the order of the book."""
    data = rules.game.data
    for row in data["pay"]:
        yield Pay(row["wager"], row["line"], row.get("odds", ""), row["clause"], capped=row.get("capped", False))
    if insured := data.get("insurance"):
        yield Pay("insurance", "dealer-pontoon", insured["odds"], insured["clauses"][-1])
    if bonus := data.get("super-bonus"):
        for tier in bonus["tiers"]:
            yield Pay("wager", "super-bonus", "", bonus["clause"], tier["cents"], tier["from_cents"])
        yield Pay("wager", "super-bonus-others", "", bonus["clause"], bonus["others_cents"])


def _layout(game: Game) -> Iterator[Sign]:
    """What the felt itself shows: its inscriptions, and its areas by the names that they carry."""
    rules = game.rules
    for words in inscriptions(rules):
        yield Sign("inscription", f"{words}.", because=rules.only((law.INSCRIBED,)))
    for mark in (*lines(rules).values(), *marked(game).values()):
        yield Sign("layout", mark.words, because=mark.because, shape=mark.shape)
    for places in cloth_of(rules).places:
        yield Sign("layout", f"{places.kind.capitalize()} cards", because=rules.only(places.because), shape=BOX)
