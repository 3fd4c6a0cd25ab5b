"""The games as Gymnasium environments: `gymnasium.make("pitboss/star-pontoon-v0")` once this module is imported.

An episode is a round against the real engine; a round in which nothing is asked (a pontoon that is dealt) is none. An
action is one of the choices that the game knows, named in `choices`; `info["action_mask"]` and the observation say
which of them the rules offer now. Any other counts as the first that is offered (`info["illegal"]`), never more than
the least wager. The reward comes with the end of the round: the player's net in units of the opening wager.
"""

from collections.abc import Mapping
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces

from pitboss import virtual_table
from pitboss.cards.card import UNKNOWN
from pitboss.games import built_games, open_table
from pitboss.play import Game, Table
from pitboss.play.poker.table import PokerTable

CARDS = int(UNKNOWN)
MOST_COPIES = 8
MOST_WAGERED = 16.0
"""More opening wagers than a round of any game takes."""
HAND_CHOICES = ("stand", "draw", "double", "split", "surrender", "stay", "pass", "keep", "forfeit", "accept", "refuse")
"""What a player does with a hand of points."""

Choice = tuple[str, int]
"""The name of an option, and its size in opening wagers; 0 where nothing is wagered, or its least amount is meant."""
Observation = dict[str, Any]


def choices_of(game: Game) -> tuple[Choice, ...]:
    """All choices of a game, those that wager nothing first."""
    if not isinstance(game, PokerTable):
        return tuple((name, 0) for name in HAND_CHOICES)
    passing = dict.fromkeys((stage.passing, 0) for stage in game.stages)
    sizes = {
        size
        for stage in game.stages
        for low, high in [game.bet_range(stage.phase, 100)]
        for size in range(low // 100, high // 100 + 1)
    }
    return (*passing, *(("bet", size) for size in sorted(sizes)))


class TableEnv(gymnasium.Env[Observation, np.int64]):
    """A table with one player and the virtual dealer."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  as Gymnasium declares it

    def __init__(
        self, game: str | Table, wagers: Mapping[str, int] | None = None, render_mode: str | None = None
    ) -> None:
        self.table = open_table(game, virtual_table.virtual_terms(game)) if isinstance(game, str) else game
        self.wagers = dict(virtual_table.opening_wagers(self.table.game) if wagers is None else wagers)
        self.unit_cents = next(iter(self.wagers.values()))
        self.render_mode = render_mode
        self.choices = choices_of(self.table.game)
        """What each action means."""
        self.action_space = spaces.Discrete(len(self.choices))
        self.observation_space = spaces.Dict(
            {
                "cards": spaces.Box(0, MOST_COPIES, (CARDS,), np.int8),
                "shown": spaces.Box(0, MOST_COPIES, (CARDS,), np.int8),
                "wagered": spaces.Box(0.0, MOST_WAGERED, (1,), np.float32),
                "action_mask": spaces.MultiBinary(len(self.choices)),
            }
        )
        self._turn: virtual_table.PlayerTurn | None = None
        self.played: virtual_table.PlayedRound | None = None
        """The round, once it is over."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal until the player is to decide; after a round in which nothing is asked another is dealt."""
        super().reset(seed=seed)
        self._turn = None
        while self._turn is None:
            chance = virtual_table.Chance(str(self.np_random.integers(2**63)))
            self._turns = virtual_table.round_turns(self.table, virtual_table.PracticeShoe(chance), self.wagers)
            self.played = None
            self._go_on(None)
        return self._see(), self._tell()

    def step(self, action: np.int64) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """Choose, and play on to the next decision or the end of the round."""
        if self._turn is None:
            raise gymnasium.error.ResetNeeded("The round is over: reset the environment.")
        offered = self._offered()
        chosen = self.choices[int(action)]
        is_illegal = chosen not in offered
        self._go_on(offered[chosen] if not is_illegal else next(iter(offered.values())))
        net = 0.0 if self.played is None else self.played.net_cents / self.unit_cents
        return self._see(), net, self.played is not None, False, self._tell() | {"illegal": is_illegal}

    def render(self) -> str | None:
        """The cards and the choices, in words."""
        if self.render_mode != "ansi":
            return None
        if self.played is not None:
            return f"over, net {self.played.net_cents / self.unit_cents:+g}"
        assert self._turn is not None  # a round is over or waits
        mine, shown = (" ".join(map(str, cards)) for cards in (self._turn.cards, self._turn.shown))
        return f"{mine} against {shown or 'nothing'}: {', '.join(self._turn.options)}"

    def _go_on(self, chosen: tuple[str, int] | None) -> None:
        try:
            self._turn = self._turns.send(chosen)
        except StopIteration as end:
            self._turn, self.played = None, end.value

    def _offered(self) -> dict[Choice, tuple[str, int]]:
        """The choices that the rules offer now, with the cents of each."""
        offered: dict[Choice, tuple[str, int]] = {}
        options = self._turn.options if self._turn is not None else {}
        for name, size in self.choices:
            option = options.get(name)
            cents = size * self.unit_cents or (option.least_cents if option is not None else 0)
            if (
                option is not None
                and option.least_cents <= cents <= option.most_cents
                and (not option.amounts or cents in option.amounts)
            ):
                offered[name, size] = (name, cents)
        return offered

    def _see(self) -> Observation:
        turn = self._turn
        seen = {"cards": turn.cards if turn else (), "shown": turn.shown if turn else ()}
        counts = {name: np.zeros(CARDS, np.int8) for name in seen}
        for name, cards in seen.items():
            for card in cards:
                counts[name][int(card)] += 1
        wagers = turn.view.wagers if turn else ()
        wagered = sum(wager.cents or 0 for wager in wagers) / self.unit_cents
        return {**counts, "wagered": np.array([wagered], np.float32), "action_mask": self._mask()}

    def _mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        offered = self._offered()
        return np.array([choice in offered for choice in self.choices], np.int8)

    def _tell(self) -> dict[str, Any]:
        return {"action_mask": self._mask()}


for _game in built_games():
    gymnasium.register(id=f"pitboss/{_game}-v0", entry_point="pitboss.rl:TableEnv", kwargs={"game": _game})
