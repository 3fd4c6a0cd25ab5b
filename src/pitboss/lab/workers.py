"""Who does the work: threads of this process, processes of this machine, or the workers of a Dask cluster.

An exact solve splits its work into parts of a fraction of a second. Between two parts a solve tells how far it is
(`telling`), and ends when it is interrupted. With `working_with(executor, number)` in force the parts of a solve that
splits are done by that executor; they are sums of whole numbers, so that the answer is the same to the last digit.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from multiprocessing import get_context
from signal import SIG_DFL, SIGINT, signal
from threading import Event
from typing import Any, NamedTuple, TypeVar

from pitboss.lab.question import LabError
from pitboss.messages import say

T = TypeVar("T")
THREADS = 2
ReportProgress = Callable[[int, int], None]
"""Takes how many parts are done, and of how many."""


class Workers(NamedTuple):
    """An executor, and how many tasks it does at a time."""

    executor: Executor
    number: int


_WORKERS: ContextVar[Workers | None] = ContextVar("workers", default=None)
_TELL: ContextVar[ReportProgress | None] = ContextVar("tell", default=None)


@contextmanager
def working_with(executor: Executor, number: int) -> Iterator[None]:
    """While the block runs, solves that split their work give the parts to an executor."""
    token = _WORKERS.set(Workers(executor, number))
    try:
        yield
    finally:
        _WORKERS.reset(token)


@contextmanager
def telling(tell: ReportProgress) -> Iterator[None]:
    """While the block runs, solves report how far they are."""
    token = _TELL.set(tell)
    try:
        yield
    finally:
        _TELL.reset(token)


def tell(done: int, parts: int) -> None:
    """Report how far a solve is that does its parts itself."""
    if (listener := _TELL.get()) is not None:
        listener(done, parts)


def current_workers() -> Workers | None:
    """The workers that do the parts of a solve, where it is not this process."""
    return _WORKERS.get()


def share_out(parts: int, make: Callable[[], T], work: Callable[[int, T], object]) -> list[T]:
    """Do parts of some work on threads, each adding to what `make` made for it; what was made, when all is done.

    An interruption of the thread that waits is passed on once the parts in hand are done.
    """
    left, stopped, tell, done = iter(range(parts)), Event(), _TELL.get(), 0

    def run() -> T:
        nonlocal done
        made = make()
        for part in left:
            if stopped.is_set():
                break
            work(part, made)
            done += 1
            if tell is not None:
                tell(done, parts)
        return made

    with ThreadPoolExecutor(THREADS) as pool:
        running = [pool.submit(run) for _ in range(min(THREADS, parts))]
        try:
            return [future.result() for future in running]
        finally:
            stopped.set()


def hand_out(workers: Workers, do: Callable[..., T], parts: int, add: Callable[[T], object]) -> None:
    """Have an executor do `do(part, parts)` for every part, and add up what comes back as it comes."""
    tell, done = _TELL.get(), 0
    running: set[Future[T]] = {workers.executor.submit(partial(do, part, parts)) for part in range(parts)}
    try:
        while running:
            ready, running = wait(running, return_when="FIRST_COMPLETED")
            for future in ready:
                add(future.result())
                done += 1
                if tell is not None:
                    tell(done, parts)
    finally:
        for future in running:
            future.cancel()


@contextmanager
def processes(number: int) -> Iterator[Executor]:
    """A pool of processes on this machine, which Ctrl-C ends at once, whatever they are doing."""
    spawn = get_context("spawn")
    with ProcessPoolExecutor(number, mp_context=spawn, initializer=signal, initargs=(SIGINT, SIG_DFL)) as pool:
        yield pool


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of a Dask cluster, and how many tasks it can do at a time."""
    try:
        from distributed import Client  # noqa: PLC0415
    except ModuleNotFoundError:
        raise LabError("A cluster needs Dask: pip install pitboss[cluster].") from None
    try:
        client: Any = Client(address, timeout=10)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise LabError(say("There is no cluster at {address}: {error}", address=address, error=error)) from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise LabError(say("The cluster at {address} has no workers: start some.", address=address))
        with client.get_executor(pure=False) as executor:
            yield executor, threads
