"""What a poker table asks for again and again, worked out once: the deal to some areas, the question to a player."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from pitboss import law
from pitboss.money import Stake
from pitboss.play.hand import Hand
from pitboss.play.needs import CardsNeed, DecisionNeed, Option
from pitboss.play.poker.book import make_slots, packets_of
from pitboss.play.poker.words import CONCEDE, DEAL
from pitboss.play.wager import Wager

if TYPE_CHECKING:
    from pitboss.play.poker.betting import Stage
    from pitboss.play.poker.game import PokerGame

_CONCEDE = (Option(CONCEDE, (law.CONCEDE,)),)


class Room(NamedTuple):
    """Empty hands, the house's before the players', and the number of the hand on each playing area."""

    hands: tuple[Hand, ...]
    hand_of: Mapping[int, int]


class Kept:
    """The needs of one table that do not vary from round to round."""

    def __init__(self, game: "PokerGame") -> None:
        self._game = game
        self._deals: dict[tuple[int, ...], CardsNeed] = {}
        self._rooms: dict[tuple[int, ...], Room] = {}
        self._concedes: dict[int, DecisionNeed] = {}
        self._questions: dict[tuple[str, int], tuple[Stake, DecisionNeed]] = {}

    def deal_need(self, areas: tuple[int, ...]) -> CardsNeed:
        """The need for the first deal to these areas."""
        need = self._deals.get(areas)
        if need is None:
            plan, house = self._game.plan, self._game.house
            need = self._deals[areas] = CardsNeed(DEAL, make_slots(plan, house, areas), packets_of(plan, areas))
        return need

    def room_for(self, areas: tuple[int, ...]) -> Room:
        """The hands of the house, then one for each of these areas."""
        room = self._rooms.get(areas)
        if room is None:
            game = self._game
            hand_of = {area: place for place, area in enumerate(areas, start=len(game.house))}
            hands = (*game.house_hands, *[Hand(place, area) for area, place in hand_of.items()])
            room = self._rooms[areas] = Room(hands, hand_of)
        return room

    def question(self, stage: "Stage", ante: Wager) -> DecisionNeed:
        """What a stage asks the player of an Ante."""
        area, stake = ante.area, ante.stake
        asked = self._questions.get((stage.phase, area))
        if asked is not None:
            staked, need = asked
            if need.patron == ante.patron and need.hand == ante.hand and staked == stake:
                return need
        options: tuple[Option, ...] = self._game.stage_options(stage, stake.cents)
        need = DecisionNeed(f"{stage.asks}-{area}", ante.patron, area, ante.hand, options)
        self._questions[stage.phase, area] = stake, need
        return need

    def concede(self, patron: str, hand: Hand) -> DecisionNeed:
        """The leave to concede a hand that is up for settlement."""
        need = self._concedes.get(hand.area)
        if need is None or need.patron != patron or need.hand != hand.id:
            need = DecisionNeed(f"concede-{hand.area}", patron, hand.area, hand.id, _CONCEDE, optional=True)
            self._concedes[hand.area] = need
        return need
