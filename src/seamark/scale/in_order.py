"""Work on many inputs by several threads, with results in the order of the inputs and few of them in memory."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from typing import TypeVar

from seamark.checks import whole_number
from seamark.errors import InputError
from seamark.kernels.calling import stoppable_threads

T = TypeVar("T")
R = TypeVar("R")

#: Inputs that wait for a thread, beyond those that are worked on: enough to last while this thread writes.
_AHEAD = 4

#: Bytes of inputs that may wait: more than batches of ordinary rows come to, less than one of the longest lists.
_HELD = 2**27


def worker_count(workers: int | None) -> int:
    """How many threads to use: as many as asked for, or as this process may use.

    Examples
    --------
    >>> worker_count(3)
    3
    """
    if workers is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    count = whole_number(workers, "workers")
    if count < 1:
        raise InputError(f"workers is {count}; expected at least 1")
    return count


def in_order(
    work: Callable[[T], R], inputs: Iterable[T], workers: int, size: Callable[[T], int] = lambda _: 0
) -> Iterator[R]:
    """The result of every input, in order; inputs are taken only as fast as results are asked for.

    ``size`` tells how many bytes an input has: large ones do not wait in numbers.

    Examples
    --------
    >>> list(in_order(abs, [-1, 2, -3], workers=2))
    [1, 2, 3]
    """
    if workers == 1:
        yield from map(work, inputs)
        return
    with stoppable_threads(workers) as pool:
        waiting: deque[tuple[Future[R], int]] = deque()
        held = 0
        for item in inputs:
            waiting.append((pool.submit(work, item), size(item)))
            held += waiting[-1][1]
            while len(waiting) >= workers + _AHEAD or (held > _HELD and waiting):
                future, weight = waiting.popleft()
                held -= weight
                yield future.result()
        while waiting:
            yield waiting.popleft()[0].result()
