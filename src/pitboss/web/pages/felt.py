"""A felt: the house's hands, and each playing area with its people, hands and spots; drawn by a template, or told
line by line for a person who listens to it.

Everything comes from the view that the engine builds for its viewer; nothing is added to it from the round but where
wagers lie, who sits where and who calls a hand, which all at the table can see.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from pitboss.cards import UNKNOWN
from pitboss.cards.poker import best_hand, making_cards
from pitboss.floor.service.commands import Actor
from pitboss.floor.tables.players import Players
from pitboss.floor.tables.signage import INSURANCE, Mark, Places, cloth_marks, cloth_of, inscriptions, lines
from pitboss.law import Because
from pitboss.messages import Translations, current_language, english, phrase, say, translate
from pitboss.money import dollars
from pitboss.play import HOUSE_AREA, DecisionNeed, Game, Result, Round, WagersNeed, box_of, terms
from pitboss.play.view import HandView, View, WagerView
from pitboss.report.settlements import NTH, net_cents
from pitboss.value import Value
from pitboss.web.api.table_data import RecentCache
from pitboss.web.pages.svg import card_name

QUIET = ("live", "settled", "paid")
"""How a hand stands when there is nothing to say about it."""


def tone_of(net_cents: int) -> str:
    """The tone of a result for its owner: won, lost or neither."""
    return "won" if net_cents > 0 else "lost" if net_cents < 0 else "even"


class ResultSeen(Value):
    """The result of a wager, and its place in the order of settlement."""

    patron: str
    result: str
    net_cents: int
    order: int

    @property
    def tone(self) -> str:
        """The tone of it for its owner."""
        return tone_of(self.net_cents)


class WagerSeen(Value):
    """A wager on its spot; one that lies face down has no amount."""

    id: int
    patron: str
    mine: bool
    cents: int | None
    button: str
    results: tuple[ResultSeen, ...]


class SpotSeen(Value):
    """A spot of an area, with what lies on it."""

    name: str
    words: str
    short: str
    shape: str
    because: Because
    wagers: tuple[WagerSeen, ...] = ()
    cents: int = 0


class HandSeen(Value):
    """A hand with its cards; the house's with the places on the cloth where no card lies yet, one of several on an area
    with its place among them and the wagers that ride on it."""

    id: int
    kind: str
    cards: tuple[str, ...] = ()
    says: str = ""
    status: str = ""
    turn: bool = False
    sideways: int = 0
    empty: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    nth: str = ""
    spots: tuple[SpotSeen, ...] = ()
    lifted: tuple[str, ...] = ()
    """The cards that made the viewer's hand, once the round is over."""
    shows: bool = False
    """Whether `says` names the cards that lie face up, because the hand has no name yet."""


class AreaSeen(Value):
    """A playing area."""

    number: int
    people: tuple[str, ...]
    seated: tuple[str, ...]
    caller: str
    is_mine: bool
    is_turn: bool
    hands: tuple[HandSeen, ...]
    spots: tuple[SpotSeen, ...]

    @property
    def staked_cents(self) -> int:
        """The sum of the stakes there."""
        return sum(spot.cents for spot in (*self.spots, *(spot for hand in self.hands for spot in hand.spots)))

    @property
    def says(self) -> str:
        """The hands of the area in words."""
        return "; ".join(filter(None, (" ".join(filter(None, (hand.says, hand.status))) for hand in self.hands)))


class LineSeen(Value):
    """A line of the cloth with what is written on it."""

    name: str
    words: str
    says: str
    because: Because


class FeltSeen(Value):
    """A round on its felt."""

    number: int
    engine: str
    says: tuple[str, ...]
    lines: tuple[LineSeen, ...]
    device: str
    house: tuple[HandSeen, ...]
    areas: tuple[AreaSeen, ...]
    is_bare: bool
    ended: str
    """How the round ended; nothing if it has not."""


def signed_with_minus(cents: int) -> str:
    """An amount with its sign: `+$25`, `-$50`, `$0`."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents).replace("-", "\N{MINUS SIGN}")


class ClothPrint(Value):
    """The print of a table's cloth, which its rounds do not change."""

    says: tuple[str, ...]
    lines: tuple[LineSeen, ...]
    places: tuple[Places, ...]
    spots: dict[str, SpotSeen]
    offered: frozenset[str]
    """The spots of the cloth that the sign offers: the others are drawn where a wager lies."""


def _print_cloth(game: Game) -> ClothPrint:
    rules, offered = game.rules, cloth_marks(game)
    cloth, said = cloth_of(rules), inscriptions(rules)
    return ClothPrint(
        says=tuple(words for words in said if words not in _about(said, INSURANCE)),  # which stands on its line
        lines=tuple(
            LineSeen(name, translate(mark.words), next(iter(_about(said, name)), translate(mark.words)), mark.because)
            for name, mark in lines(rules).items()
        ),
        places=cloth.places,
        spots={name: _empty_spot(name, offered.get(name, mark)) for name, mark in cloth.areas.items()},
        offered=frozenset(offered),
    )


def _about(said: Sequence[str], name: str) -> list[str]:
    """The inscriptions that begin with a name."""
    return [words for words in said if english(words).lower().startswith(name)]


_PRINTS: dict[Translations | None, RecentCache[Game, ClothPrint]] = defaultdict(lambda: RecentCache(_print_cloth))
"""The prints of tables by language."""


def _empty_spot(name: str, mark: Mark | None = None) -> SpotSeen:
    mark = mark or Mark(terms.spot_title(name), terms.spot_title(name))
    return SpotSeen(name, translate(mark.words), translate(mark.short), mark.shape, mark.because)


class SortedRound(Value):
    """A round as its viewer sees it, sorted by what lies where."""

    round: Round
    me: str
    players: Players
    printed: ClothPrint
    turns: frozenset[int]
    """The hands that a player is asked about now."""
    hands: dict[int, list[HandView]]
    wagers: dict[int, list[WagerView]]
    results: dict[int, list[ResultSeen]]
    lifted: frozenset[str] = frozenset()
    """The cards that made a hand of the viewer's, once the round is over."""


def felt(round: Round, seen: View, players: Players = ()) -> FeltSeen:
    """A round on its felt, as a person sees it, with the players who are at the table."""
    game, printed = round.game, _PRINTS[current_language()](round.game)
    hands: dict[int, list[HandView]] = defaultdict(list)
    for hand in seen.hands:
        hands[hand.area].append(hand)
    wagers: dict[int, list[WagerView]] = defaultdict(list)
    for wager in seen.wagers:
        lies = round.wagers[wager.id]
        is_on_form = wager.cents == 0 and lies.face_down and lies.live  # its player's own, too
        if is_on_form or wager.cents != 0:
            wagers[wager.area].append(wager._replace(cents=None) if is_on_form else wager)
    results: dict[int, list[ResultSeen]] = defaultdict(list)
    for place, done in enumerate(seen.settlements):
        results[done.wager].append(ResultSeen(done.patron, done.result.value, net_cents(done), place))
    turns = frozenset(need.hand for need in round.needs if isinstance(need, DecisionNeed) and not need.optional)
    lifted = _find_lifted(round, seen) if round.is_over and seen.viewer.patron else frozenset()
    layout = SortedRound(round, seen.viewer.patron, players, printed, turns, hands, wagers, results, lifted)
    ended = say("void") if {done.result for done in round.settlements} == {Result.VOID} else say("settled")
    return FeltSeen(
        number=round.number,
        engine=game.rules.game.engine,
        says=printed.says,
        lines=printed.lines,
        device=game.terms.device,
        house=tuple(_house(layout)),
        areas=tuple(_area(number, layout) for number in range(1, game.terms.areas + 1)),
        is_bare=not seen.wagers and not any(hand.cards for hand in seen.hands),
        ended=ended if round.is_over else "",
    )


def _find_lifted(round: Round, seen: View) -> frozenset[str]:
    """The cards that make a viewer's poker hands, those of the board included."""
    board, found = round.game.board(round), frozenset[str]()
    mine = {wager.area for wager in seen.wagers if wager.patron == seen.viewer.patron}
    for hand in seen.hands:
        cards = (*hand.cards, *board)
        is_whole = hand.area in mine and 5 <= len(cards) <= 7 and UNKNOWN not in cards
        if is_whole and hand.says == best_hand(cards).describe():
            found |= frozenset(map(str, making_cards(cards)))
    return found


def _house(layout: SortedRound) -> Iterator[HandSeen]:
    """The hands of the house, with the places on the cloth where no card lies yet."""
    hands = {hand.kind: hand for hand in layout.hands[HOUSE_AREA]}
    for places in layout.printed.places:
        hand = hands.pop(places.kind, None)
        shown = _hand(hand, layout) if hand is not None else HandSeen(0, phrase(places.kind))
        yield shown._replace(
            empty=tuple(range(len(shown.cards), places.cards)), names=tuple(map(translate, places.names))
        )
    yield from (_hand(hand, layout) for hand in hands.values() if hand.cards)


def _area(number: int, layout: SortedRound) -> AreaSeen:
    wagers, round = layout.wagers.get(number, []), layout.round
    here = [player for player in layout.players if player.area == number]
    if len({wager.patron for wager in wagers}) > 1:  # the person who calls the decisions first, then the others in turn
        is_open = any(isinstance(need, WagersNeed) for need in round.needs)
        line = round.game.deciders(round, number) if is_open else box_of(round.boxes, number).line
        wagers = sorted(wagers, key=lambda w: line.index(w.patron) if w.patron in line else len(line))
    bettors = tuple(dict.fromkeys(wager.patron for wager in wagers))
    people = tuple(dict.fromkeys([*bettors, *(player.patron for player in here)]))
    plays_at = {area for area, there in layout.wagers.items() if any(wager.patron == layout.me for wager in there)}
    is_mine = number in plays_at or (not plays_at and bool(layout.me) and layout.me in people)
    hands = [hand for hand in layout.hands.get(number, ()) if hand.cards]
    shown = tuple(_hand(hand, layout) for hand in hands)
    if len(hands) > 1:  # what rides on one of several hands is drawn with it
        riding = {hand.id: [w for w in wagers if round.wagers[w.id].hand == hand.id] for hand in hands}
        shown = tuple(
            hand._replace(nth=phrase(translate(NTH[place])), spots=_lay_spots(riding[hand.id], layout))
            for place, hand in enumerate(shown)
        )
        with_hands = {w.id for those in riding.values() for w in those}
        apart = {w.spot for w in wagers if w.id not in with_hands}
        drawn = _lay_spots(wagers, layout, printed=True)
        spots = tuple(spot for spot in drawn if not spot.wagers or spot.name in apart)
    else:
        spots = _lay_spots(wagers, layout, printed=True)
    return AreaSeen(
        number=number,
        people=people,
        seated=tuple(player.patron for player in here if player.seated),
        caller=bettors[0] if len(bettors) > 1 else "",
        is_mine=is_mine,
        is_turn=any(hand.turn for hand in shown),
        hands=shown,
        spots=spots,
    )


def _lay_spots(wagers: Sequence[WagerView], layout: SortedRound, *, printed: bool = False) -> tuple[SpotSeen, ...]:
    """The spots that wagers lie on; with those that are printed and offered, in the order of the cloth."""
    by_spot: dict[str, list[WagerView]] = {}
    for wager in wagers:
        by_spot.setdefault(wager.spot, []).append(wager)
    if not printed:
        return tuple(_spot(_empty_spot(name), there, layout) for name, there in by_spot.items())
    cloth, game = layout.printed, layout.round.game
    drawn = [empty for name, empty in cloth.spots.items() if name in by_spot or name in cloth.offered]
    drawn += [_empty_spot(name) for name in game.spots if name in by_spot and name not in cloth.spots]
    return tuple(_spot(empty, by_spot[empty.name], layout) if empty.name in by_spot else empty for empty in drawn)


def _spot(empty: SpotSeen, there: Sequence[WagerView], layout: SortedRound) -> SpotSeen:
    lies = layout.round.wagers
    done, me = layout.results, layout.me
    seen = tuple(
        WagerSeen(w.id, w.patron, w.patron == me, w.cents, lies[w.id].button, tuple(done.get(w.id, ()))) for w in there
    )
    return empty._replace(wagers=seen, cents=sum(wager.cents or 0 for wager in there))


def _hand(hand: HandView, layout: SortedRound) -> HandSeen:
    cards = tuple(map(str, hand.cards))
    up = [card for card in cards if card != "??"]
    says, shows = hand.says, False
    if not says and up and len(up) < len(cards):
        says, shows = say("shows {cards}", cards=", ".join(card_name(card) for card in up)), True
    lifted = tuple(card for card in cards if card in layout.lifted) if layout.lifted else ()
    if lifted:  # but none of the dealer's, nor of another player's
        is_board = hand.area == HOUSE_AREA and hand.cards == layout.round.game.board(layout.round)
        is_theirs = any(wager.patron == layout.me for wager in layout.wagers.get(hand.area, ()))
        lifted = lifted if is_board or (is_theirs and hand.area != HOUSE_AREA) else ()
    return HandSeen(
        id=hand.id,
        kind=phrase(hand.kind),
        cards=cards,
        says=says,
        status="" if hand.status in QUIET or says.endswith(hand.status) else translate(hand.status.replace("-", " ")),
        turn=hand.id in layout.turns,
        sideways=layout.round.hands[hand.id].sideways,
        lifted=lifted,
        shows=shows,
    )


# The felt in words.


def tell_felt(felt: FeltSeen, who: Actor) -> Iterator[str]:
    """The felt in words for its viewer, line by line."""
    for hand in felt.house:
        if hand.cards:
            yield say("{hand}: {cards}.", hand=hand.kind, cards=_tell_hand(hand))
    for area in felt.areas:
        if area.people:
            yield from _tell_area(area, who)


def _tell_area(area: AreaSeen, who: Actor) -> Iterator[str]:
    place = say("Area {number}", number=area.number)
    people = say(" and ").join(say("you") if name == who.person else name for name in area.people)
    if area.caller == who.person:
        yield say("{place}: you decide.", place=place)
    elif area.caller:
        yield say("{place}: {player} decides.", place=place, player=area.caller)
    for hand in area.hands:
        which = f", {hand.nth.lower()}" if hand.nth else ""
        told = {"place": place, "people": people, "hand": which, "cards": _tell_hand(hand)}
        if hand.turn:
            yield say("{place}, {people}{hand}: {cards}, to decide.", **told)
        else:
            yield say("{place}, {people}{hand}: {cards}.", **told)
        yield from _tell_stakes(f"{place}{which}", hand.spots)
    yield from _tell_stakes(place, area.spots)


def _tell_stakes(place: str, spots: Sequence[SpotSeen]) -> Iterator[str]:
    for spot in spots:
        for wager in spot.wagers:
            amount = say("an amount face down") if wager.cents is None else dollars(wager.cents)
            button = f", {wager.button}" if wager.button else ""
            told = {"place": place, "amount": amount, "spot": spot.words, "button": button}
            if wager.mine:
                yield say("{place}: you have {amount} on {spot}{button}.", **told)
            else:
                yield say("{place}: {player} has {amount} on {spot}{button}.", player=wager.patron, **told)


def _tell_hand(hand: HandSeen) -> str:
    down = hand.cards.count("??")
    cards = ", ".join(
        say("{card} sideways", card=card_name(card)) if hand.sideways and place == hand.sideways else card_name(card)
        for place, card in enumerate(hand.cards)
        if card != "??"
    )
    says = hand.says if not hand.shows else ""
    lie_down = say("{number} face down", number=down) if down else ""
    return "; ".join(filter(None, (cards, lie_down, says, hand.status)))
