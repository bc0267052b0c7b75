"""Who maps a function over inputs: the threads of this process, or the workers of a Dask cluster."""

from __future__ import annotations

import itertools
import logging
import os
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias, TypeVar

from seamark.base.errors import InputError, SeamarkError
from seamark.base.extras import require
from seamark.kernels.columns import stoppable_threads

T = TypeVar("T")
R = TypeVar("R")

#: ``"local"``, the address of a scheduler, a client of one, or what ``workers_on`` made of them.
Cluster: TypeAlias = Any

#: Inputs that wait for a thread, beyond those that are worked on: enough to last while this thread writes.
_THREADS_AHEAD = 4

#: Bytes of inputs that may wait: more than batches of ordinary rows come to, less than one of the longest lists.
_HELD = 2**27

#: Tasks that are under way on a cluster: of large results so many per thread, of small ones so many in all. Of small
#: results so many are fetched at once, if they are there: one by one they would cost milliseconds each.
_DASK_AHEAD, _BULK, _GATHERED = 4, 2**12, 2**8

#: What workers of a cluster of our own keep of the memory that they are done with. Dask lets them give everything back,
#: so that the pages of every array are fetched anew; these are the values that glibc by itself comes to.
_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(2**25), "MALLOC_TRIM_THRESHOLD_": str(2**26)}

#: Nobody looks at how a cluster of our own spends its time, and looking takes a twentieth of it with two workers.
_UNWATCHED = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s"}

#: How often, in the time that a cluster without workers is given, it is asked whether it has some.
_CHECKS = 15


@contextmanager
def workers_on(cluster: Cluster | None, number: int) -> Iterator[Workers]:
    """So many threads of this process, or the workers of a cluster, so many of a local one.

    A cluster that is started here is stopped at the end; what was there before is left running.

    Examples
    --------
    >>> with workers_on(None, 2) as workers:
    ...     list(workers.each(abs, [-1, 2, -3]))
    [1, 2, 3]
    """
    if cluster is None:
        with ExitStack() as running:
            yield Threads(number, running)
    elif isinstance(cluster, DaskWorkers):
        yield cluster
    elif isinstance(cluster, _distributed().Client):
        yield DaskWorkers(cluster)
    elif isinstance(cluster, str) and cluster == "local":
        with _quiet(), _local_cluster(number) as started, _distributed().Client(started) as client:
            yield DaskWorkers(client)
    elif isinstance(cluster, str):
        with _quiet(), _connected(cluster) as client:
            yield DaskWorkers(client)
    else:
        raise InputError(f"cluster is {cluster!r}; expected 'local', an address such as tcp://host:8786, or a client")


@dataclass(frozen=True, slots=True)
class Threads:
    """The threads of this process, which end with ``running``, also where an exception keeps an unfinished iterator."""

    number: int
    running: ExitStack

    def each(
        self,
        work: Callable[[T], R],
        inputs: Iterable[T],
        *,
        large: bool = False,
        size: Callable[[T], int] = lambda _: 0,
    ) -> Iterator[R]:
        """The result of every input, in order; ``in_order`` holds few at once, so ``large`` changes nothing."""
        return self.running.enter_context(closing(in_order(work, inputs, self.number, size)))


def in_order(
    work: Callable[[T], R], inputs: Iterable[T], workers: int, size: Callable[[T], int] = lambda _: 0
) -> Generator[R, None, None]:
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
            while len(waiting) >= workers + _THREADS_AHEAD or (held > _HELD and waiting):
                future, weight = waiting.popleft()
                held -= weight
                yield future.result()
        while waiting:
            yield waiting.popleft()[0].result()


@dataclass(frozen=True, slots=True)
class DaskWorkers:
    """The workers of a Dask cluster."""

    client: Any

    def each(self, work: Callable[[T], R], inputs: Sequence[T], *, large: bool = False) -> Iterator[R]:
        """The result of every input, in order. Tasks are handed out many at a time; where results are large, no more
        than the workers need to be kept busy while the results are taken.
        """
        client, rest, wrapped = self.client, iter(inputs), partial(_or_error, work)
        with _naming_scheduler(client):
            threads = _require_threads(client)
        ahead = _DASK_AHEAD * threads if large else _BULK
        waiting: deque[tuple[T, Any]] = deque()
        while True:
            some = list(itertools.islice(rest, ahead - len(waiting))) if 2 * len(waiting) <= ahead else []
            with _naming_scheduler(client):
                if some:
                    waiting.extend(zip(some, client.map(wrapped, some, pure=False), strict=True))
                if not waiting:
                    return
                first = [future for _, future in itertools.islice(waiting, 1 if large else _GATHERED)]
                results = _results(client, first, str(waiting[0][0]))
            del first  # the cluster may forget them
            for result in results:
                waiting.popleft()
                if isinstance(result, SeamarkError | OSError):
                    raise result
                yield result


#: Objects that map a function over inputs.
Workers: TypeAlias = Threads | DaskWorkers


def _or_error(work: Callable[[T], R], given: T) -> R | SeamarkError | OSError:
    """Errors about data and files are results: raised by a worker, they would also be in its log, and a worker of
    this machine writes that to standard error.
    """
    try:
        return work(given)
    except (SeamarkError, OSError) as error:
        error.__cause__ = error.__context__ = None  # what it came of may be nothing that can be sent
        return error.with_traceback(None)


def _results(client: Any, futures: Sequence[Any], what: str) -> Sequence[Any]:
    """The result of the first future, with those after it that are there by then.

    It is awaited as long as the cluster has workers and all of them give signs of life.
    """
    first = futures[0]
    since: dict[str, tuple[object, float]] = {}

    def unchanged(name: str, state: object) -> float:
        """For how many seconds something has been in its state."""
        now = time.monotonic()
        if since.get(name, (None,))[0] != state:
            since[name] = (state, now)
        return now - since[name][1]

    asked = _asked(client, _gathered(client, futures))
    while True:
        try:
            return asked.result(_timeout() / _CHECKS)
        except _distributed().KilledWorker:
            raise InputError(f"several workers of the Dask cluster died while working on {what}") from None
        except TimeoutError:
            if asked.done():
                raise
        workers = _workers(client)
        working = any(worker["status"] != "paused" for worker in workers.values())
        if unchanged("the workers", working) > _timeout() and not working:
            raise InputError(
                f"the Dask cluster at {_address(client)} lost all its workers, or they paused for lack of memory, "
                f"and got none for {_timeout():g} seconds"
            )
        silent = [name for name, worker in workers.items() if unchanged(name, worker["last_seen"]) > _patience()]
        if unchanged("the result", first.status) > _patience() and first.status == "finished":
            silent += _answer(client, client.scheduler.who_has(keys=[first.key])).get(first.key, ())
        if silent:
            raise InputError(
                f"the worker {silent[0]} of the Dask cluster at {_address(client)} is connected and has not answered "
                f"for {_patience():g} seconds; stop it, or start it again"
            )


async def _gathered(client: Any, futures: Sequence[Any]) -> Sequence[Any]:
    await _distributed().wait(futures[:1])
    there = itertools.takewhile(lambda future: future.status == "finished", futures)
    found: Sequence[Any] = await client.gather(list(there) or futures[:1])
    return found


def _asked(client: Any, question: Coroutine[Any, Any, T]) -> Future[T]:
    """The answer of the cluster that is to come.

    ``Client.sync`` would end with an ``UnboundLocalError`` where the client is closed while it waits.
    """
    import asyncio  # takes long to load, and threads do without it

    return asyncio.run_coroutine_threadsafe(question, client.loop.asyncio_loop)


def _answer(client: Any, question: Coroutine[Any, Any, T]) -> T:
    """The answer of the cluster, in bounded time."""
    return _asked(client, question).result(_timeout())


def _workers(client: Any) -> dict[str, Any]:
    """What the scheduler knows of each worker, by its address."""
    workers: dict[str, Any] = _answer(client, client.scheduler.identity())["workers"]
    return workers


def _require_threads(client: Any) -> int:
    """How many threads the cluster has; an error when it has no workers."""
    until = time.monotonic() + _timeout()
    while not (found := _workers(client)):
        if time.monotonic() > until:
            raise InputError(f"the Dask cluster at {_address(client)} has no workers")
        time.sleep(_timeout() / _CHECKS)
    return sum(worker["nthreads"] for worker in found.values())


@contextmanager
def _naming_scheduler(client: Any) -> Iterator[None]:
    """Turn the loss of the scheduler into an error that names its address."""
    import asyncio

    try:
        yield
    except (OSError, CancelledError, asyncio.CancelledError):  # a time that ran out is an OSError, too
        raise InputError(
            f"the Dask scheduler at {_address(client)} does not answer any more, or was started again"
        ) from None


def _timeout() -> float:
    """Seconds to wait for a scheduler to answer, and for a cluster without workers to get some: as long as Dask itself
    waits for a connection, which is a setting of Dask.
    """
    return _seconds("connect")


def _patience() -> float:
    """Seconds in which a worker must answer: longer than Dask takes to notice that a worker cannot be reached, after
    which others do its work.
    """
    return 2 * _seconds("connect") + _seconds("tcp")


def _seconds(timeout: str) -> float:
    _distributed()  # brings the settings
    dask = _dask()
    return float(dask.utils.parse_timedelta(dask.config.get(f"distributed.comm.timeouts.{timeout}")))


def _address(client: Any) -> str:
    return "an unknown address" if client.scheduler is None else str(client.scheduler.address)


def _dask() -> Any:
    return require("dask", package="dask", extra="scale", what="scoring on a cluster")


def _distributed() -> Any:
    return require("distributed", package="dask", extra="scale", what="scoring on a cluster")


def _quiet() -> Any:
    """Nothing of Dask's log on standard error: what a caller must know is an error of ours."""
    return _distributed().utils.silence_logging_cmgr(logging.CRITICAL)


def _local_cluster(workers: int) -> Any:
    """Worker processes on this machine, with Dask's own settings but for memory and for watching."""
    settings = {f"distributed.nanny.pre-spawn-environ.{name}": value for name, value in _MEMORY.items()} | _UNWATCHED
    # Dask takes what is in the environment first, and leaves there what it took for its last cluster.
    before = {name: os.environ.pop(name, None) for name in _MEMORY}
    try:
        with _dask().config.set(settings):
            return _distributed().LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL,
            )
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def _connected(address: str) -> Any:
    """A client of the scheduler at an address."""
    import asyncio

    try:
        with ThreadPoolExecutor(1) as pool:  # there may be a loop in this thread already
            pool.submit(asyncio.run, _greet(address)).result()
        return _distributed().Client(address, timeout=_timeout())
    except TimeoutError:
        raise InputError(
            f"no Dask scheduler answers at {address}: no greeting came within {_timeout():g} seconds"
        ) from None
    except (OSError, ValueError, TypeError, RuntimeError, ImportError) as error:
        hint = "; certificates are set in Dask's configuration" if address.startswith("tls:") else ""
        raise InputError(f"no Dask scheduler answers at {address} ({error}{hint})") from None


async def _greet(address: str) -> None:
    """Connect once, in bounded time: a client would wait for ever for a server that accepts and then says nothing."""
    import asyncio

    comm = _distributed().comm
    security = _distributed().Security()
    greeting = comm.connect(address, timeout=_timeout(), **security.get_connection_args("client"))
    answered = await asyncio.wait_for(greeting, _timeout())
    await answered.close()
