"""The games as Gymnasium environments: that project's own checker, the rewards, and what an agent may see."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pitboss
from pitboss.rl import TableEnv

GAMES = pitboss.built_games()


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_finds_nothing_wrong(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"pitboss/{game}-v0", render_mode="ansi").unwrapped)


@pytest.mark.parametrize("game", GAMES)
def test_reward_is_the_net_of_the_round(game: str) -> None:
    env = TableEnv(game)
    rng = np.random.default_rng(1)
    for episode in range(40):
        seen, info = env.reset(seed=episode)
        is_over = False
        while not is_over:
            assert seen["cards"].sum() >= 1
            assert info["action_mask"].any()
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            seen, reward, is_over, _, info = env.step(action)
            assert not info["illegal"]
        assert env.played is not None
        assert reward == env.played.net_cents / env.unit_cents


def test_illegal_action_is_the_first_that_is_offered() -> None:
    env = TableEnv("crown-ultimate-texas-holdem")
    env.reset(seed=1)
    assert env.choices == (("check", 0), ("fold", 0), ("bet", 1), ("bet", 2), ("bet", 3), ("bet", 4))
    *_, info = env.step(np.int64(1))  # no fold before the flop
    assert info["illegal"]
    assert list(np.flatnonzero(info["action_mask"])) == [0, 3]  # a check or a Play of two at the flop


def test_every_choice_of_a_size_is_offered() -> None:
    env = TableEnv("star-mississippi-stud")
    _, info = env.reset(seed=1)
    assert env.choices == (("fold", 0), ("bet", 1), ("bet", 2), ("bet", 3))
    assert info["action_mask"].all()


def test_over_is_over() -> None:
    env = TableEnv("star-caribbean-stud", render_mode="ansi")
    env.reset(seed=1)
    assert " against " in str(env.render())
    env.step(np.int64(0))
    assert str(env.render()) == "over, net -1"
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.int64(0))


def test_a_simple_agent_loses_what_the_lab_says() -> None:
    """Never folding, always the least wager: the mean of the environment is near the exact price of that strategy."""
    env: Any = gymnasium.make("pitboss/crown-mississippi-stud-v0").unwrapped
    nets = []
    for episode in range(1_500):
        env.reset(seed=episode)
        is_over = False
        while not is_over:
            _, reward, is_over, *_ = env.step(np.int64(1))
        nets.append(reward)
    exact = pitboss.edge("crown-mississippi-stud", strategy="bet-least").solution
    error = exact.standard_deviation / len(nets) ** 0.5
    assert abs(-np.mean(nets) - float(exact.edge)) < 4 * error
