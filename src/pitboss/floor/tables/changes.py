"""Changes of a table between rounds, and what of the round that is about to begin is kept through one."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pitboss.floor.tables.events import RoundCorrected
from pitboss.floor.tables.people_events import (
    AreasReserved,
    PeopleLimited,
    PlayerRestricted,
    RestrictionLifted,
    Told,
)
from pitboss.floor.tables.sign_events import CardsOrdered, PermissionSet
from pitboss.games import make_game
from pitboss.games.pontoon import boxes, shoe
from pitboss.games.pontoon.game import Pontoon
from pitboss.law import Key
from pitboss.law.rules import Rules
from pitboss.play import Refused, Round, Table
from pitboss.play.acts import Act, Cut, CuttingCard, Deal, Shuffle, Sit
from pitboss.play.history import fold
from pitboss.play.stock import Stock
from pitboss.play.terms import Restriction

SHUFFLE, REPLACE = "shuffle", "replace"
"""What may be ordered for the cards."""


def _restricted(table: Table, event: PlayerRestricted) -> Table:
    return boxes.restrict(table, event.patron, Restriction(event.rule, event.rank, event.inspector_told))


def _lifted(table: Table, event: RestrictionLifted) -> Table:
    return boxes.release(table, event.patron, event.rank)


def _reserved(table: Table, event: AreasReserved) -> Table:
    return boxes.reserve(table, event.patron, event.areas, event.rank)


def _limited(table: Table, event: PeopleLimited) -> Table:
    return boxes.limit_people(table, event.rank, bettors=event.bettors, players=event.players)


def _ordered(table: Table, event: CardsOrdered) -> Table:
    """The table before its next round; the poker games shuffle before each of them in any case."""
    if not isinstance(table.game, Pontoon):
        return table
    order = shoe.direct_shuffle if event.what == SHUFFLE else shoe.replace_cards
    return order(table, event.rank)


def _permission(table: Table, event: PermissionSet) -> Table:
    rules = with_permission(table.game.rules, Key(event.rule), granted=event.granted)
    return table._replace(game=make_game(rules, table.game.terms)).on(table.game.terms)


def with_permission(rules: Rules, rule: Key, *, granted: bool) -> Rules:
    """Rules with one that a document leaves to somebody put in force, or taken out."""
    return rules.amend(grant=[rule]) if granted else replace(rules, granted=rules.granted - {rule})


CHANGES: dict[type, Callable[[Table, Any], Table]] = {
    PlayerRestricted: _restricted,
    RestrictionLifted: _lifted,
    AreasReserved: _reserved,
    PeopleLimited: _limited,
    CardsOrdered: _ordered,
    PermissionSet: _permission,
}
"""For each event that changes the table of play, how."""


def still_told(told: tuple[Told, ...], event: object) -> tuple[Told, ...]:
    """What has been told and is not used up: word of one restriction serves that one alone."""
    if not isinstance(event, PlayerRestricted | PermissionSet):
        return told
    patron = event.patron if isinstance(event, PlayerRestricted) else ""
    return tuple(one for one in told if (one.about, one.patron) != (event.rule, patron))


_KEPT: tuple[tuple[type, ...], ...] = ((Sit, Shuffle, Cut, CuttingCard, Deal), (Sit,))


def done_again(opening: Round, acts: tuple[Act, ...]) -> tuple[tuple[Act, ...], Round]:
    """What was done before the first card, done again on a changed table: all of it; else the seats and the cards
    without wagers that were taken back; else the seats alone, the cards being shuffled anew."""
    for kinds in _KEPT:
        try:
            return acts, fold(opening, acts)
        except Refused:
            acts = tuple(act for act in acts if isinstance(act, kinds))
    return acts, fold(opening, acts)


def but_cards(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """The seats that were taken, without what was done to cards that are now to be shuffled."""
    return tuple(act for act in acts if isinstance(act, Sit))


def mended(stock: Stock, event: RoundCorrected) -> Stock:
    """The cards known to be out, where a correction tells of them and they are not shuffled since."""
    seen = list(stock.seen)
    if not stock.out or any(card not in seen for card in event.unseen):
        return stock
    for card in event.unseen:
        seen.remove(card)
    return stock._replace(seen=(*seen, *event.seen))
