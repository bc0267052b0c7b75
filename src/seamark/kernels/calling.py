"""How the kernel is called: its complaints become errors of this package, and threads that work for another can be
stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from seamark import _kernel
from seamark.errors import InputError

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

P = ParamSpec("P")
R = TypeVar("R")


def call(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function of the kernel; what it cannot take is an ``InputError``."""
    try:
        return function(*args, **kwargs)
    except ValueError as error:
        raise InputError(str(error)) from None


@contextmanager
def stoppable_threads(count: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that end soon, also in the middle of a long kernel, when the block is left by an exception (Ctrl-C).

    Only the main thread hears of signals: it is the one that waits for the others here.
    """
    from concurrent.futures import ThreadPoolExecutor  # loads logging, and few calls need threads

    stop = _kernel.StopFlag()
    with ThreadPoolExecutor(count, thread_name_prefix="seamark", initializer=stop.watch) as pool:
        try:
            yield pool
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
