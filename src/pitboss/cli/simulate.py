"""`pitboss simulate`: a game played by the million, with a progress bar and the interval as it closes in."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import lab, terminal
from pitboss.messages import message, say, translate

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from pitboss.lab.answer import Answer
    from pitboss.lab.question import Question, Solution
    from pitboss.lab.simulate import Plan, Tally
    from pitboss.play.round import Round

MOST_ROUNDS = 10**15
LONG = 10**7
UNITS = {"pontoon": "initial wager"}
SHUFFLED = {"pontoon": message(" from a shoe shuffled before every round")}
"""How rounds are dealt, where it is not from one deck; the exact figures are those of a fresh shoe, too."""


@terminal.app.command()
@lab.takes_question(without=("maximum_payout",))
def simulate(
    question: "Question",
    rounds: Annotated[str, typer.Option("--rounds", help="How many rounds, such as 1e9.")] = "1e8",
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same counts.")] = 1,
    workers: Annotated[int, typer.Option("--workers", min=1, help="Processes on this machine.")] = os.cpu_count() or 1,
    cluster: Annotated[
        str | None, typer.Option("--cluster", help="A Dask cluster, such as tcp://10.0.0.1:8786.")
    ] = None,
    engine: Annotated[bool, typer.Option("--engine", help="Run the real engine, not the compiled kernel.")] = False,
    jsonl: Annotated[
        Path | None,
        typer.Option("--jsonl", help="With --engine: write each round into this file, as JSON lines."),
    ] = None,
    strategy_file: lab.STRATEGY_FILE = None,
    as_json: terminal.Json = False,
) -> None:
    """Play a game many times and count how it ends: the edge with its interval, beside the exact one where it is known.

    The counts depend on the seed and the number of rounds alone, not on how many processes play them. Exits with code
    0, or with 2 when the question makes no sense.
    """
    from pitboss.lab.answer import answer, solver_of, stored_answer  # noqa: PLC0415  the lab is for those who ask
    from pitboss.lab.question import LabError  # noqa: PLC0415
    from pitboss.lab.simulate import Plan  # noqa: PLC0415

    began = time.perf_counter()
    plan = Plan(question, parse_rounds(rounds), seed, engine)
    if strategy_file is not None:
        if engine or cluster is not None or jsonl is not None:
            raise LabError(say("The kernel on this machine plays a strategy from a file: leave the other options out."))
        tally = _play_file(plan, strategy_file, quiet=as_json)
    elif jsonl is not None:
        if not engine or cluster is not None:
            raise LabError(say("Only the engine on this machine writes rounds: add --engine, and leave --cluster out."))
        with terminal.writing(jsonl):
            tally = _write_rounds(plan, jsonl, quiet=as_json)
    else:
        tally = _play(plan, workers, cluster, quiet=as_json)
    seconds = time.perf_counter() - began
    # The exact answer is there where it is kept or quickly found, or where a long run is worth the wait.
    is_quick = getattr(solver_of(question.engine), "QUICK", False)
    known: Answer | None
    if strategy_file is not None:
        known = lab.price_file(question, strategy_file)
    else:
        known = answer(question) if is_quick or plan.rounds >= LONG else stored_answer(question)
    exact = known.solution if known else None
    if as_json:
        terminal.print_json(_data(plan, tally, exact, seconds))
    else:
        _show(plan, tally, exact, seconds)


def parse_rounds(text: str) -> int:
    """Read `1000000`, `1_000_000`, `1,000,000`, `1e6` or `2.5e6` as a whole number."""
    from decimal import Decimal, InvalidOperation  # noqa: PLC0415

    from pitboss.lab.question import LabError  # noqa: PLC0415

    try:
        number = Decimal(text.replace(",", "").replace("_", ""))
    except InvalidOperation:
        raise LabError(say("{text} is not a number of rounds: write 1000000 or 1e6.", text=repr(text))) from None
    if not number.is_finite() or number != number.to_integral_value() or not 1 <= number <= MOST_ROUNDS:
        raise LabError(say("The rounds are a whole number from 1 to 1e15, not {text}.", text=text))
    return int(number)


def _play(plan: "Plan", workers: int, address: str | None, *, quiet: bool) -> "Tally":
    from pitboss.lab.simulate import simulate  # noqa: PLC0415
    from pitboss.lab.workers import cluster, processes  # noqa: PLC0415

    with lab.ending_at_once(), _bar(plan.rounds, quiet=quiet) as watch:
        if address is not None:
            with cluster(address) as (executor, threads):
                return simulate(plan, executor, workers=threads, watch=watch)
        workers = len(list(islice(plan.tasks(), workers)))  # no more than there is work for: they take time to start
        if workers == 1:
            return simulate(plan, watch=watch)
        pool: Executor
        with processes(workers) as pool:
            return simulate(plan, pool, workers=workers, watch=watch)


def _play_file(plan: "Plan", file: Path, *, quiet: bool) -> "Tally":
    from pitboss.lab.simulate import kernel_with, simulate  # noqa: PLC0415
    from pitboss.lab.strategy_file import read_strategy  # noqa: PLC0415

    with lab.ending_at_once(), _bar(plan.rounds, quiet=quiet) as watch:
        player = kernel_with(plan.question, read_strategy(file, plan.question.engine))
        return simulate(plan, watch=watch, player=player)


def _write_rounds(plan: "Plan", path: Path, *, quiet: bool) -> "Tally":
    """Play a plan with the engine here, and write what was decided in each round."""
    from pitboss.lab.simulate import player_of, simulate  # noqa: PLC0415
    from pitboss.report.decision import round_data  # noqa: PLC0415

    watchers: Any = player_of(plan.question, engine=True).watchers  # type: ignore[attr-defined]  # an engine has them
    with path.open("w", encoding="utf-8") as file, _bar(plan.rounds, quiet=quiet) as watch:
        numbers = count(1)

        def write(round: "Round") -> None:
            data = round_data(round) | {"round": next(numbers), "seed": plan.seed}
            file.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")

        watchers.append(write)
        try:
            return simulate(plan, watch=watch)
        finally:
            watchers.remove(write)


@contextmanager
def _bar(rounds: int, *, quiet: bool) -> Iterator[Any]:
    """A progress bar on the error stream, with the edge and its interval so far."""
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TextColumn("{task.description}"))
    with Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), disable=quiet) as progress:
        bar = progress.add_task(say("Compiling what is not compiled yet ..."), total=rounds)

        def watch(tally: "Tally") -> None:
            """Show how far the simulation is, and its results so far."""
            off = 1.96 * tally.standard_error
            figures = {"rounds": f"{tally.rounds:,}", "edge": f"{float(tally.edge):.4%}", "off": f"{off:.4%}"}
            words = say("{rounds} rounds, edge {edge} ± {off}", **figures)
            progress.update(bar, completed=tally.rounds, description=words)

        yield watch


def _data(plan: "Plan", tally: "Tally", exact: "Solution | None", seconds: float) -> dict[str, Any]:
    found = {
        "game": plan.question.game,
        "unit": UNITS.get(plan.question.engine, "Ante"),
        "strategy": plan.question.strategy,
        "altered": dict(plan.question.altered),
        "engine": plan.engine,
        "dealt": f"each round{SHUFFLED.get(plan.question.engine, ' from a shuffled deck')}",
        "seed": plan.seed,
        "seconds": round(seconds, 6),
        "rounds_per_second": plan.rounds / seconds,
    }
    compared = None
    if exact is not None:
        compared = {"edge": float(exact.edge), "z_score": tally.z_score(exact)}
    return found | tally.data() | {"exact": compared}


def _show(plan: "Plan", tally: "Tally", exact: "Solution | None", seconds: float) -> None:
    from rich.console import Console  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    console = Console()
    low, high = tally.interval
    by = (say("the engine") if plan.engine else say("the kernel")) + translate(SHUFFLED.get(plan.question.engine, ""))
    console.print(
        say(
            "{game}, {strategy}: {rounds} rounds by {by}, seed {seed}",
            game=plan.question.game,
            strategy=plan.question.strategy,
            rounds=f"{tally.rounds:,}",
            by=by,
            seed=plan.seed,
        )
    )
    console.print(
        say(
            "edge {edge}, 95% between {low} and {high}",
            edge=f"{float(tally.edge):.5%}",
            low=f"{low:.5%}",
            high=f"{high:.5%}",
        )
    )
    if exact is not None:
        console.print(
            say(
                "exact {edge}, {distance} standard errors away",
                edge=f"{float(exact.edge):.5%}",
                distance=f"{tally.z_score(exact):+.2f}",
            )
        )
    console.print(
        say(
            "mean wager {mean}, standard deviation {deviation}",
            mean=f"{float(tally.mean_wager):.4f}",
            deviation=f"{tally.standard_deviation:.4f}",
        )
    )
    console.print(
        say(
            "{seconds} s with compilation, {rounds} rounds a second",
            seconds=f"{seconds:.1f}",
            rounds=f"{plan.rounds / seconds:,.0f}",
        )
    )
    table = Table(say("Outcome"), say("Pay"), say("Wagered"), say("Rounds"), say("Probability"))
    for o in tally.outcomes():
        chance = f"{o.count / tally.rounds:.6%}"
        table.add_row(translate(o.name), f"{float(o.pay):g}", f"{float(o.wagered):g}", f"{o.count:,}", chance)
    console.print(table)
