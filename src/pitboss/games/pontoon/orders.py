"""What a person of rank orders at a table between rounds (3.5, 4.1.4, 5.5, 5.11 to 5.14, 5.16): new cards, a shuffle,
players held to the minimum, areas kept for one player, fewer players."""

from pitboss import law
from pitboss.games.pontoon.game import Pontoon
from pitboss.games.pontoon.signs import refuses_restriction
from pitboss.law import Key
from pitboss.play.round import NOT_OUT
from pitboss.play.table import Table
from pitboss.play.terms import Restriction
from pitboss.play.wager import Refusal, Refused


def _game(table: Table) -> Pontoon:
    assert isinstance(table.game, Pontoon)
    return table.game


def _check_power(table: Table, rank: str, power: Key) -> None:
    rules = table.game.rules
    if not rules.has_power(rank, power):
        raise Refused(Refusal((power,), f"A {rules.edition.powers[power]} or above orders this, not a {rank}."))


def direct_shuffle(table: Table, rank: str) -> Table:
    """Have the cards shuffled before the next round, not being trusted to be well mixed (4.1.4)."""
    _check_power(table, rank, law.SHUFFLE_DIRECTED)
    return _shuffle_next(table, law.SHUFFLE_DIRECTED)


def replace_cards(table: Table, rank: str) -> Table:
    """Have new cards brought: with a shoe only when its shuffle is due, with a device after any round (3.5)."""
    _check_power(table, rank, law.CARDS_REPLACED)
    stock = table.stock
    if _game(table).is_cut and stock.cutting == NOT_OUT and law.SHUFFLE_AT_START not in stock.due:
        raise Refused(
            Refusal((law.CARDS_REPLACED,), "With a shoe new cards come in when the cutting card has come out.")
        )
    return _shuffle_next(table, law.CARDS_REPLACED)


def _shuffle_next(table: Table, why: Key) -> Table:
    kept = tuple(ground for ground in table.stock.due if ground == law.SHUFFLE_AT_START)
    stock = table.stock._replace(seen=(), out=0, due=(*kept, why), rounds=0, always=frozenset())
    return table._replace(stock=stock, game=table.game.after(stock))


def missed_a_round(table: Table, patron: str) -> bool:
    """Whether a player has sat a round of this shoe out, from its first round on."""
    return table.stock.rounds > 0 and patron not in table.stock.always


def restrict(table: Table, patron: str, held: Restriction) -> Table:
    """Hold a player to the minimum for this shoe (5.11), for later ones too (5.12), or to one area besides (5.13)."""
    _check_lifts(table, patron, held.rank)
    no = refuses_restriction(_game(table), patron, held)
    if no is None and held.rule != law.ONE_AREA_AT_MINIMUM and not missed_a_round(table, patron):
        no = Refusal((Key(held.rule),), f"{patron} has wagered in every round of this shoe.")
    if no is not None:
        raise Refused(no)
    terms = table.game.terms
    return table.on(terms._replace(restricted={**terms.restricted, patron: held}))


def release(table: Table, patron: str, rank: str) -> Table:
    """Let a player wager like the others again; whoever may order a restriction may lift it."""
    _check_lifts(table, patron, rank)
    terms = table.game.terms
    return table.on(
        terms._replace(restricted={name: held for name, held in terms.restricted.items() if name != patron})
    )


def _check_lifts(table: Table, patron: str, rank: str) -> None:
    """Refuse to lift, or to put another in place of, a restriction that is not this rank's to order."""
    held = table.game.terms.restricted.get(patron)
    if held is not None:
        _check_power(table, rank, Key(held.rule))


def reserve(table: Table, patron: str, areas: tuple[int, ...], rank: str) -> Table:
    """Keep some areas for one player (5.14); no areas end it."""
    _check_power(table, rank, law.AREAS_RESERVED)
    terms = table.game.terms
    kept = {name: theirs for name, theirs in terms.reserved.items() if name != patron}
    return table.on(terms._replace(reserved=kept | ({patron: areas} if areas else {})))


def limit_people(table: Table, rank: str, *, bettors: int = 0, players: int = 0) -> Table:
    """Let fewer players wager on an area (5.5), or at the table (5.16); 0 is as many as the rules have."""
    _check_power(table, rank, law.THREE_BETTORS if bettors else law.FEWER_PLAYERS)
    return table.on(table.game.terms._replace(bettors=bettors, players=players))
