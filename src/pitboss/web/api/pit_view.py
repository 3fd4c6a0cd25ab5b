"""The pit as data: a tile for each table, what waits for somebody, and one table with all that is run at it.

Nothing here comes from a card: the pit sees who plays, for how much and what has to be seen to.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import func, select

from pitboss.floor.people.permission import may, permissions
from pitboss.floor.people.standing import role_of
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.world import Desk
from pitboss.floor.store import Stream, schema
from pitboss.floor.tables.deck_state import Decks
from pitboss.floor.tables.orders import CARD_ORDERS
from pitboss.floor.tables.state import OpenState, TableState, players_of
from pitboss.law import ENGLISH_ONLY, MAXIMUM_PAYOUT
from pitboss.law.rules import Rules
from pitboss.report.registers import REGISTERS, gathered
from pitboss.report.sheet import newest_first
from pitboss.web.api.pit_inbox import inbox
from pitboss.web.api.shared import Api
from pitboss.web.api.show import limits_data, table_row


def number_of(api: Api, operator: str) -> int:
    """How much has happened in a house: the number that a page of the pit shows, and that a stream resumes at."""
    heads = schema.heads
    mine = (heads.c.operator == operator) & heads.c.stream.not_in(schema.NO_STREAMS)
    query = select(func.sum(heads.c.length)).where(mine)
    with api.floor.store.reading() as connection:
        return int(connection.execute(query).scalar() or 0)


def desks(api: Api, operator: str) -> list[Desk]:
    """The tables of a house."""
    return sorted((api.floor.desk(stream) for stream in api.floor.store.streams(operator, "table")), key=_place)


def _place(desk: Desk) -> tuple[int, str]:
    """Tables in the order of their numbers, those with names after them."""
    name = desk.stream.table
    return (int(name), "") if name.isdecimal() else (10**9, name)


def pit_data(api: Api, who: Actor) -> dict[str, Any]:
    """The pit as somebody sees it."""
    number = number_of(api, who.operator)  # before the rest: what happens meanwhile is told again
    found = desks(api, who.operator)
    now = api.floor.clock()
    floats = api.floor.store.balances_of([desk.journal.float for desk in found])
    tiles = [tile(api, desk, now, floats[desk.journal.float].here) for desk in found]
    waiting = list(inbox(api, found, who))
    clocks = [notice | {"table": row["table"], "title": row["title"]} for row in tiles for notice in row["notices"]]
    due = sorted(clocks, key=lambda clock: clock["due_at"] or "9")
    last = api.verifications.last_whole(who.operator)
    verified = {"at": last.ended_at or None, "clean": last.clean}
    told = {"number": number, "now": _time(now), "tables": tiles, "inbox": waiting, "clocks": due, "verified": verified}
    return told | {"standing_still": api.floor.reactions.failures(who.operator)}


def _time(now: datetime) -> str:
    return now.isoformat(timespec="seconds").replace("+00:00", "Z")


def tile(api: Api, desk: Desk, now: datetime, float_cents: int) -> dict[str, Any]:
    """A table as the pit sees it at a glance."""
    state, row = desk.state, table_row(desk)
    tally = api.tallies.of(desk.stream, state.length)
    is_open, players = isinstance(state, OpenState), players_of(state)
    money = tally.money if not is_open else tally.money._replace(closing=float_cents)
    return {
        "table": row["table"],
        "title": row.get("title", "Table"),
        "edition": row.get("edition", ""),
        "status": state.status,
        "unit": state.unit.name,
        "sign": row.get("sign", {}),
        "areas": row.get("areas", 0),
        "taken": len({player.area for player in players}),
        "players": len(players),
        "pace": tally.pace(now) if is_open else 0,
        "rounds": tally.rounds,
        "round": row.get("round"),
        "playing": isinstance(state, OpenState) and not state.is_between_rounds,
        "float_cents": float_cents,
        "result_cents": money.result,
        "opened_at": tally.opened_at or None,
        "closing": isinstance(state, OpenState) and state.closing,
        "notices": row.get("notices", []),
        "posts": _posts(state),
        "alerts": [_alert(api, desk.stream, alert) for alert in state.alerts],
    }


def _posts(state: TableState) -> dict[str, str]:
    return dict(state.posts) if isinstance(state, OpenState) else {}


def _alert(api: Api, stream: Stream, alert: Any) -> dict[str, Any]:
    at, by = api.tallies.moment(stream, alert.number)
    return {"id": alert.id, "kind": alert.kind, "words": alert.words, "at": at, "by": by}


# One table.


def table_data(api: Api, desk: Desk, who: Actor) -> dict[str, Any]:
    """A table with all that is run at it."""
    state = desk.state
    float_cents = api.floor.store.balance(desk.journal.float).here
    shown = tile(api, desk, api.floor.clock(), float_cents)
    shown |= {"number": number_of(api, who.operator), "now": _time(api.floor.clock())}
    shown["inbox"] = [item for item in inbox(api, [desk], who) if item["table"] == shown["table"]]
    tally = api.tallies.of(desk.stream, state.length)
    shown["money"] = {f"{name}_cents": cents for name, cents in tally.money._asdict().items()}
    shown["slips"] = [dict(row) for row in newest_first(gathered(REGISTERS["slips"], tally.slips))]
    shown["may"] = [name for name in permissions() if may(who, name)]
    if not isinstance(state, OpenState):
        return shown | {"seats": [], "told": [], "markers": []}
    shown["seats"] = [player._asdict() for player in state.players]
    shown["told"] = [told._asdict() for told in state.told]
    shown["markers"] = [{"patron": m.patron, "kind": m.kind, "area": m.area} for m in state.markers]
    return shown | _terms(state)


def _terms(state: OpenState) -> dict[str, Any]:
    game, terms = state.table.game, state.terms
    individual = {
        patron: {spot: limits_data(each) for spot, each in own.items()} for patron, own in terms.individual.items()
    }
    return {
        "chips_cents": list(terms.chips.denominations),
        "spots": list(game.spots),
        "waiting_terms": state.next_terms is not None,
        "has_maximum_payout": game.rules.applies(MAXIMUM_PAYOUT),
        "maximum_payout_cents": terms.maximum_payout_cents,
        "individual": individual,
        "restricted": {patron: held.rule for patron, held in terms.restricted.items()},
        "reserved": {patron: list(areas) for patron, areas in terms.reserved.items()},
        "bettors": terms.bettors,
        "most_players": terms.players,
        "granted": sorted(game.rules.granted),
        "engine": game.rules.game.engine,
        "carries_minimum": any(marker.kind == "kept" for marker in state.markers),
        "decks": _decks(state.decks, game.rules),
        "suspects_first": list(state.suspicion.first),
        "english_only": state.suspicion.english,
        "knows_suspicion": game.rules.applies(ENGLISH_ONLY),
    }


def _decks(decks: Decks, rules: Rules) -> dict[str, Any]:
    """The decks of a table: what they wait for, what is locked away, and what may be ordered for the cards."""
    kept = ("pack", "how", "by", "rank", "pre_shuffled")
    return {
        "awaits": [str(ground) for ground in decks.awaits],
        "secured": [{name: getattr(each, name) for name in kept} for each in decks.secured],
        "pre_shuffled": decks.pre_shuffled,
        "orders": [what for what, rule in CARD_ORDERS.items() if rules.applies(rule)],
    }


def _limits(least: int, most: int, _: int) -> dict[str, int]:
    return {"minimum_cents": least, "maximum_cents": most}


def people_data(api: Api, operator: str) -> list[dict[str, Any]]:
    """The staff of a house: who holds which rank, and at which tables they are."""

    at: dict[str, list[dict[str, str]]] = {}
    for desk in desks(api, operator):
        for post, person in _posts(desk.state).items():
            at.setdefault(person, []).append({"table": desk.journal.table, "post": post})
    names = [stream.name.removeprefix("person:") for stream in api.floor.store.streams(operator, "person")]
    found = [
        {"person": name, "role": role_of(api.floor.store, operator, name)[0], "posts": at.get(name, [])}
        for name in names
    ]
    return [row for row in found if row["role"]]
