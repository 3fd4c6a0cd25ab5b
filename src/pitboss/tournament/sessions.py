"""Sessions (Star Pontoon 20.5, 20.6, Crown 14.2, 14.4.3): seats drawn by lot, the rules that a tournament amends, and
the terms on which its tables are open."""

from collections.abc import Mapping, Sequence

from pitboss import law
from pitboss.play.terms import Limits, Terms
from pitboss.tournament.conditions import Conditions

SET_ASIDE: tuple[law.Key, ...] = (
    law.THREE_BETTORS,
    law.MANY_AREAS,
    law.LATE_MINIMUM_STANDS,
    law.MAXIMUM_SETTLED,
    law.SHARES_SETTLED,
    law.RAISE_ON_NOTICE,
    law.RAISED_WHEN_EMPTY,
    law.KEPT_MINIMUM,
    law.KEPT_ENDS_ON_NOTICE,
    law.BOTH_LIMITS_SHOWN,
    law.INDIVIDUAL_LIMITS,
    law.SEAT_VACATED,
)
"""The rules that section 20 sets aside at the tables of a tournament (20.2.1: 5.5, 5.9, 6.2, 6.3, 6.5, 6.6, 19.14)."""


def amend_rules(rules: law.Rules, conditions: Conditions) -> law.Rules:
    """The rules of a game as its tournament amends them. What the document does not set aside holds as it is."""
    has = rules.edition.citations(rules.game)
    off = [key for key in SET_ASIDE if key in has] if law.TOURNAMENT_PLAY in has else []
    granted = (
        (law.TOURNAMENT_PLAY, True),
        (law.PASS_CARD, conditions.pass_cards),
        (law.UNDISCLOSED_WAGERS, conditions.undisclosed),
        (law.WAGERING_ORDER, conditions.in_turn),
        (law.DEAL_FROM_MARKER, conditions.from_marker),
    )
    grant = [key for key, given in granted if given and key in has]
    return rules.amend(off=off, grant=grant, readings=conditions.readings)


def table_terms(conditions: Conditions, rules: law.Rules, spots: Sequence[str]) -> Terms:
    """The terms of a table of the tournament: limits in units of the minimum, and the chips that it issues."""
    limits = dict.fromkeys(spots, conditions.limits())
    floor = {spot: limits[spot].minimum_cents for spot in spots} if rules.applies(law.REGULATOR_MINIMUM) else None
    return Terms(limits, chips=conditions.chips, regulator_minimum_cents=floor, areas=7)


def draw_seats(
    players: Sequence[str], tables: Sequence[str], seats: int, chance: bytes
) -> Mapping[str, dict[int, str]]:
    """A seat for each player, by lot, the tables as even as they can be; `chance` orders the players."""
    order = shuffle_players(players, chance)
    drawn: dict[str, dict[int, str]] = {table: {} for table in tables}
    for place, patron in enumerate(order):
        table = tables[place % len(tables)]
        drawn[table][len(drawn[table]) + 1] = patron
    if any(len(at) > seats for at in drawn.values()):
        raise ValueError("more players than seats")
    return drawn


BYTES_EACH = 16
"""How much chance each step of a shuffle takes: so many bytes that a remainder favours no player measurably."""


def shuffle_players(players: Sequence[str], chance: bytes) -> tuple[str, ...]:
    """Players in an order that chance gives, every order being as likely as another but for one part in 10^36."""
    order = sorted(players)
    for place in range(len(order) - 1, 0, -1):
        part = chance[place * BYTES_EACH : (place + 1) * BYTES_EACH]
        other = int.from_bytes(part, "big") % (place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def with_limits(terms: Terms, limits: Limits) -> Terms:
    """Terms with other limits on every spot."""
    return terms._replace(limits=dict.fromkeys(terms.limits, limits))
