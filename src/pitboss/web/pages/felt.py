"""A felt as data for a template: the house's hands, and each playing area with its people, hands and spots.

Everything comes from the view that the engine builds for whoever looks; nothing is added to it from the round but
where wagers lie, who sits where and who calls a hand, which all at the table can see.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from pitboss.floor.tables.layout import INSURANCE, Mark, cloth_of, inscriptions, lines, marked
from pitboss.floor.tables.people import Players
from pitboss.money import dollars
from pitboss.play import Round
from pitboss.play.box import box_of
from pitboss.play.hand import HOUSE_AREA
from pitboss.play.needs import DecisionNeed
from pitboss.play.round import Game, Viewer
from pitboss.play.terms import spot_words
from pitboss.play.view import HandView, View, WagerView, view
from pitboss.play.wager import Result, Settlement, Wager
from pitboss.report.settlements import NTH, net_cents, phrase
from pitboss.value import Value
from pitboss.web.pages.drawing import card_name

QUIET = ("live", "settled", "paid")
"""How a hand stands when there is nothing to say about it."""


class Layout(Value):
    """A round as somebody sees it, with what anybody sees of its layout."""

    round: Round
    seen: View
    players: Players
    turns: set[int]
    """The hands that somebody is asked about now."""

    @property
    def game(self) -> Game:
        """The game of the round."""
        return self.round.game


def signed(cents: int) -> str:
    """An amount with its sign: `+$25`, `-$50`, `$0`."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents).replace("-", "\N{MINUS SIGN}")


def felt(round: Round, viewer: Viewer, players: Players = ()) -> dict[str, Any]:
    """A round on its felt, as somebody sees it, with the players who are at the table."""
    turns = {need.hand for need in round.needs if isinstance(need, DecisionNeed) and not need.optional}
    layout = Layout(round, view(round, viewer), players, turns)
    game, seen = round.game, layout.seen
    return {
        "number": round.number,
        "engine": game.rules.game.engine,
        "says": [words for words in inscriptions(game.rules) if not _on_line(words)],
        "lines": [_line(name, mark, game) for name, mark in lines(game.rules).items()],
        "device": game.terms.device,
        "house": _house(layout),
        "areas": [_area(number, layout) for number in range(1, game.terms.areas + 1)],
        "is_bare": not seen.wagers and not any(hand.cards for hand in seen.hands),
        "ended": _ended(round),
    }


def _ended(round: Round) -> str:
    """How the round that lies there ended; nothing if it has not."""
    if not round.is_over:
        return ""
    results = {done.result for done in round.settlements}
    return "void" if results == {Result.VOID} else "settled"


def _on_line(words: str) -> bool:
    """Whether an inscription stands on the line that it speaks of, and not with the others."""
    return words.lower().startswith(INSURANCE)


def _line(name: str, mark: Mark, game: Game) -> dict[str, Any]:
    """A line of the cloth with what is written on it."""
    says = next((words for words in inscriptions(game.rules) if words.lower().startswith(name)), mark.words)
    return {"name": name, "words": mark.words, "says": says, "because": mark.because}


# The house.


def _house(layout: Layout) -> list[dict[str, Any]]:
    """The hands of the house, with the places on the cloth where no card lies yet."""
    hands = {hand.kind: hand for hand in layout.seen.hands if hand.area == HOUSE_AREA}
    drawn = []
    for places in cloth_of(layout.game.rules).places:
        hand = hands.pop(places.kind, None)
        shown = _hand(hand, layout) if hand is not None else _no_cards(places.kind)
        drawn.append(shown | {"empty": list(range(len(shown["cards"]), places.cards)), "names": places.names})
    return drawn + [_hand(hand, layout) | {"empty": [], "names": ()} for hand in hands.values() if hand.cards]


def _no_cards(kind: str) -> dict[str, Any]:
    return {"id": 0, "kind": phrase(kind), "cards": [], "says": "", "status": "", "turn": False, "sideways": 0}


# A playing area.


def _area(number: int, layout: Layout) -> dict[str, Any]:
    seen = layout.seen
    box = box_of(layout.round.boxes, number)
    wagers = _in_line([wager for wager in seen.wagers if wager.area == number and wager.cents != 0], box.line)
    here = [player for player in layout.players if player.area == number]
    bettors = dict.fromkeys(wager.patron for wager in wagers)
    people = dict.fromkeys([*bettors, *(player.patron for player in here)])
    hands = [hand for hand in seen.hands if hand.area == number and hand.cards]
    spots = [_spot(spot, printed, wagers, layout) for spot, printed in _spots(layout.game, wagers).items()]
    me = seen.viewer.patron
    return {
        "number": number,
        "people": list(people),
        "seated": [player.patron for player in here if player.seated],
        "caller": next(iter(bettors)) if len(bettors) > 1 else "",
        "is_mine": bool(me) and me in people,
        "is_turn": any(hand.id in layout.turns for hand in hands),
        "hands": [_hand(hand, layout) | _of_several(hand, hands, wagers, layout) for hand in hands],
        "spots": spots if len(hands) < 2 else [spot for spot in spots if not _rides(spot, layout.round, hands)],
    }


def _in_line(wagers: Sequence[WagerView], line: Sequence[str]) -> list[WagerView]:
    """The wagers of an area, whoever calls its decisions first, then the others in their order."""
    places = {name: place for place, name in enumerate(line)}
    return sorted(wagers, key=lambda wager: places.get(wager.patron, len(places)))


def _spots(game: Game, wagers: Iterable[WagerView]) -> dict[str, Mark]:
    """The spots to draw on an area: those on the cloth and the sign, and those that something lies on."""
    laid = {wager.spot for wager in wagers}
    printed, offered = cloth_of(game.rules).areas, marked(game)
    drawn = {name: offered.get(name, mark) for name, mark in printed.items() if name in laid or name in offered}
    more = [name for name in game.spots if name in laid and name not in drawn]
    return drawn | {name: Mark(spot_words(name), spot_words(name)) for name in more}


def _rides(spot: dict[str, Any], round: Round, hands: Sequence[HandView]) -> bool:
    """Whether what lies on a spot belongs to one of several hands, and is drawn with that."""
    ids = {hand.id for hand in hands}
    return bool(spot["wagers"]) and all(round.wagers[wager["id"]].hand in ids for wager in spot["wagers"])


def _of_several(
    hand: HandView, hands: Sequence[HandView], wagers: Sequence[WagerView], layout: Layout
) -> dict[str, Any]:
    """Which of several hands it is, and the wagers that ride on it."""
    if len(hands) < 2:
        return {"nth": "", "spots": []}
    mine = [wager for wager in wagers if layout.round.wagers[wager.id].hand == hand.id]
    spots = [
        _spot(name, Mark(spot_words(name), spot_words(name)), mine, layout)
        for name in dict.fromkeys(wager.spot for wager in mine)
    ]
    return {"nth": f"{phrase(NTH[hands.index(hand)])} hand", "spots": spots}


def _spot(name: str, printed: Mark, wagers: Iterable[WagerView], layout: Layout) -> dict[str, Any]:
    there = [wager for wager in wagers if wager.spot == name]
    return {
        "name": name,
        "words": printed.words,
        "short": printed.short,
        "shape": printed.shape,
        "because": printed.because,
        "wagers": [_wager(wager, layout) for wager in there],
        "cents": sum(wager.cents or 0 for wager in there),
    }


def _wager(wager: WagerView, layout: Layout) -> dict[str, Any]:
    seen = layout.seen
    lies: Wager = layout.round.wagers[wager.id]
    done = [(place, each) for place, each in enumerate(seen.settlements) if each.wager == wager.id]
    return {
        "id": wager.id,
        "patron": wager.patron,
        "mine": wager.patron == seen.viewer.patron,
        "cents": wager.cents,
        "button": lies.button,
        "results": [_result(each) | {"order": place} for place, each in done],
    }


def _result(done: Settlement) -> dict[str, Any]:
    net = net_cents(done)
    tone = "won" if net > 0 else "lost" if net < 0 else "even"
    return {"patron": done.patron, "result": done.result.value, "net": signed(net), "tone": tone}


def _hand(hand: HandView, layout: Layout) -> dict[str, Any]:
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
        "status": "" if hand.status in QUIET or says.endswith(hand.status) else hand.status.replace("-", " "),
        "turn": hand.id in layout.turns,
        "sideways": layout.round.hands[hand.id].sideways,
    }
