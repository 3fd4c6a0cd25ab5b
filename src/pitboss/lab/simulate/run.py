"""A plan carried out: tasks go to an executor, a few ahead of the workers, and are counted as they come back.

Any `concurrent.futures.Executor` will do: a pool of processes on one machine, or a Dask cluster's. The counts are sums
of whole numbers, one stream a block, so they are the same for every number and kind of workers.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import Any

from pitboss.lab.question import LabError
from pitboss.lab.simulate.plan import Plan, Task, do, player_of
from pitboss.lab.simulate.tally import Tally

AHEAD = 3
"""Tasks in hand for each worker, so that none waits."""
Watch = Callable[[Tally], None]


def simulate(plan: Plan, executor: Executor | None = None, *, workers: int = 1, watch: Watch | None = None) -> Tally:
    """Play a plan, here or by an executor's workers; `watch` sees the tally after every task."""
    tally = Tally(player_of(plan).ends)
    results = map(do, plan.tasks()) if executor is None else _results(plan, executor, workers * AHEAD)
    for counts in results:
        tally.add(counts)
        if watch is not None:
            watch(tally)
    return tally


def _results(plan: Plan, executor: Executor, ahead: int) -> Iterator[list[int]]:
    tasks = plan.tasks()
    running: set[Future[list[int]]] = {executor.submit(do, task) for task in islice(tasks, ahead)}
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            task: Task | None = next(tasks, None)
            if task is not None:
                running.add(executor.submit(do, task))
            yield future.result()


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """A pool of processes on this machine."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield pool


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of a Dask cluster, and how many tasks it can do at a time."""
    try:
        from distributed import Client  # noqa: PLC0415  only for those who have a cluster
    except ModuleNotFoundError:
        raise LabError("A cluster needs Dask: pip install distributed.") from None
    try:
        client: Any = Client(address, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise LabError(f"There is no cluster at {address}: {error}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise LabError(f"The cluster at {address} has no workers.")
        with client.get_executor(pure=False) as executor:
            yield executor, threads
