"""A table page as data: the felt, what its viewer may do there with the reason for what they may not, their money, and
what became of their wagers in the round before."""

from typing import Any

from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.world import Desk
from pitboss.floor.tables.state import OpenState, TableState
from pitboss.floor.tables.suspicion import awaited
from pitboss.ledger import Account
from pitboss.play import Round
from pitboss.play.needs import DecisionNeed, WagersNeed
from pitboss.play.round import Viewer
from pitboss.report.settlements import area_of, net_cents
from pitboss.web.access import sees_patrons
from pitboss.web.api.shared import Api
from pitboss.web.api.show import settled, table_view, viewer_at, viewer_of
from pitboss.web.pages.betting import betting
from pitboss.web.pages.deciding import move
from pitboss.web.pages.felt import felt, signed
from pitboss.web.pages.past import last_played
from pitboss.web.pages.paying import pay_lines


def table_page(api: Api, desk: Desk, who: Actor) -> dict[str, Any]:
    """Everything that the page of a table shows somebody."""
    state = desk.state  # one moment: the writer may put the next one in its place
    is_open = isinstance(state, OpenState)
    page: dict[str, Any] = {"table": table_view(desk, who), "is_patron": who.role == PATRON, "open": is_open}
    page["name"] = page["table"]["table"]
    page["last"] = last_round(state, who)
    page["purse"] = _purse(api, state, who)
    if not isinstance(state, OpenState):
        return page | {"felt": None, "moves": [], "betting": None, "waits": "This table is closed."}
    round = state.round
    viewer = viewer_at(state, who)
    now = felt(round, viewer, state.players)
    shows_last = now["is_bare"] and page["last"] is not None
    page |= {
        "felt": page["last"]["felt"] if shows_last else now,
        "shows_last": shows_last,
        "round": round.number,
        "waits": waits(round, who, state.suspicion.first),
        "moves": [move(round, need, page["purse"]) for need in _theirs(round, viewer)],
        "betting": betting(state, who, page["purse"]) if who.role == PATRON else None,
        "chips": list(round.game.terms.chips.denominations),
        "pays": pay_lines(round.game.rules),
    }
    return page


def _theirs(round: Round, viewer: Viewer) -> list[DecisionNeed]:
    """The decisions that are a patron's own, and theirs to make now."""
    if viewer.role != PATRON:
        return []
    return [need for need in round.needs if isinstance(need, DecisionNeed) and need.patron == viewer.patron]


def _purse(api: Api, state: TableState, who: Actor) -> dict[str, int]:
    if who.role != PATRON:
        return {"free": 0, "staked": 0}
    balance = api.floor.store.balance(Account(who.operator, "patron", who.person, state.unit.name))
    return {"free": balance.free, "staked": balance.held}


def waits(round: Round, who: Actor, first: tuple[str, ...] = ()) -> str:
    """What the round waits for, in a few words."""
    if ahead := awaited(round, first):
        if who.person in ahead:
            return "It is your turn"
        names = " and ".join(ahead)
        return f"Before others touch their cards, waiting for {names}" if sees_patrons(who) else f"Waiting for {names}"
    deciding = [need for need in round.needs if isinstance(need, DecisionNeed) and not need.optional]
    others = list(dict.fromkeys(need.patron for need in deciding if need.patron != who.person))
    if any(need.patron == who.person for need in deciding):
        return "It is your turn"
    if others:
        return f"Waiting for {' and '.join(others)}"
    if any(isinstance(need, WagersNeed) for need in round.needs):
        return "Wagers are open"
    if offered := _offered(round, who):
        return f"You may {' or '.join(offered)}"
    return "The dealer goes on"


def _offered(round: Round, who: Actor) -> list[str]:
    """What somebody may do, though nothing waits for it."""
    decisions = [need for need in round.needs if isinstance(need, DecisionNeed) and not need.declined]
    theirs = [option for need in decisions if need.patron == who.person for option in need.options]
    return list(dict.fromkeys(option.name.replace("-", " ") for option in theirs if not option.declines))


# The round before.


def last_round(state: TableState, who: Actor) -> dict[str, Any] | None:
    """The round before, as somebody saw it: its felt, and a line for each wager that is theirs to know."""
    round = last_played(state)
    return None if round is None else told_round(round, who)


def told_round(round: Round, who: Actor) -> dict[str, Any]:
    """A round that is over: its felt and its settlements with their grounds; a patron reads their own."""
    rules = round.game.rules
    mine = [done for done in round.settlements if sees_patrons(who) or done.patron == who.person]
    net = sum(net_cents(done) for done in mine)
    places = [area_of(round, done.wager) for done in mine]
    several = len(set(places)) > 1
    lines = [
        settled(rules, done)
        | {"net": signed(net_cents(done)), "net_cents": net_cents(done), "where": where if several else ""}
        for done, where in zip(mine, places, strict=True)
    ]
    shown = felt(round, viewer_of(who))
    return {"number": round.number, "felt": shown, "lines": lines, "net": signed(net), "net_cents": net}
