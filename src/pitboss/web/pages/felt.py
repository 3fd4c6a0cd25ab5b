"""A felt as data for a template: the house's hands, and each playing area with its people, hands and spots.

Everything comes from the view that the engine builds for whoever looks; nothing is added to it from the round but
where wagers lie and who sits where, which all at the table can see.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.floor.tables.state import TableState
from pitboss.money import dollars
from pitboss.play import Round
from pitboss.play.game import Game, Viewer
from pitboss.play.hand import HOUSE_AREA
from pitboss.play.needs import DecisionNeed
from pitboss.play.terms import spot_words
from pitboss.play.view import HandView, View, WagerView, view
from pitboss.play.wager import Result, Settlement
from pitboss.report.words import phrase
from pitboss.web.pages.drawing import card_name

PRINTED: Mapping[str, tuple[str, ...]] = {
    "caribbean-stud": ("ante", "bet"),
    "mississippi-stud": ("ante", "3rd-street", "4th-street", "5th-street"),
    "pontoon": ("wager",),
    "ultimate-texas-holdem": ("ante", "blind", "play"),
}
"""The spots that the cloth of each game has at every playing area; others appear where the sign offers them."""

QUIET = ("live", "settled", "paid")
"""How a hand stands when there is nothing to say about it."""


def net_cents(done: Settlement) -> int:
    """What one settlement is worth to the player; a stake that stays down is neither won nor lost."""
    return 0 if done.result is Result.CARRIED else done.pays + done.returned.cents - done.stake.cents


def signed(cents: int) -> str:
    """An amount with its sign: `+$25`, `-$50`, `$0`."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents).replace("-", "\N{MINUS SIGN}")


def felt(round: Round, viewer: Viewer, state: TableState) -> dict[str, Any]:
    """A round on its felt, as somebody sees it."""
    seen = view(round, viewer)
    turns = {need.hand for need in round.needs if isinstance(need, DecisionNeed) and not need.optional}
    game = round.game
    return {
        "number": round.number,
        "house": [_hand(hand, turns) for hand in seen.hands if hand.area == HOUSE_AREA and hand.cards],
        "areas": [_area(number, seen, game, state, turns) for number in range(1, game.terms.areas + 1)],
        "is_bare": not seen.wagers and not any(hand.cards for hand in seen.hands),
        "is_over": round.is_over,
    }


def _area(number: int, seen: View, game: Game, state: TableState, turns: set[int]) -> dict[str, Any]:
    wagers = [wager for wager in seen.wagers if wager.area == number]
    here = [player for player in state.players if player.area == number]
    people = dict.fromkeys([wager.patron for wager in wagers] + [player.patron for player in here])
    return {
        "number": number,
        "people": list(people),
        "seated": [player.patron for player in here if player.seated],
        "is_mine": bool(seen.viewer.patron) and seen.viewer.patron in people,
        "hands": [_hand(hand, turns) for hand in seen.hands if hand.area == number and hand.cards],
        "spots": [_spot(spot, wagers, seen) for spot in _spots(game, wagers)],
    }


def _spots(game: Game, wagers: Iterable[WagerView]) -> list[str]:
    """The spots to draw on an area: those on the cloth or the sign, and those that something lies on."""
    printed = (*PRINTED.get(game.rules.game.engine, ()), *game.terms.limits)
    if game.terms.jackpot is not None:
        printed = (*printed, *(spot.name for spot in game.spots.values() if spot.priced))
    laid = {wager.spot for wager in wagers}
    return [spot for spot in game.spots if spot in printed or spot in laid]


def _spot(name: str, wagers: Iterable[WagerView], seen: View) -> dict[str, Any]:
    there = [wager for wager in wagers if wager.spot == name]
    return {
        "name": name,
        "words": spot_words(name),
        "wagers": [_wager(wager, seen) for wager in there],
        "cents": sum(wager.cents or 0 for wager in there),
        "results": [_result(done) for wager in there for done in seen.settlements if done.wager == wager.id],
    }


def _wager(wager: WagerView, seen: View) -> dict[str, Any]:
    mine = wager.patron == seen.viewer.patron
    return {"patron": wager.patron, "mine": mine, "cents": wager.cents, "area": wager.area, "spot": wager.spot}


def _result(done: Settlement) -> dict[str, Any]:
    net = net_cents(done)
    tone = "won" if net > 0 else "lost" if net < 0 else "even"
    return {"patron": done.patron, "result": done.result.value, "net": signed(net), "tone": tone}


def _hand(hand: HandView, turns: set[int]) -> dict[str, Any]:
    cards = [str(card) for card in hand.cards]
    up = [card for card in cards if card != "??"]
    says = hand.says
    if not says and up and len(up) < len(cards):
        says = "shows " + ", ".join(card_name(card) for card in up)
    return {
        "id": hand.id,
        "kind": phrase(hand.kind),
        "cards": cards,
        "says": says,
        "status": "" if hand.status in QUIET else hand.status.replace("-", " "),
        "turn": hand.id in turns,
    }
