"""Work on a Dask cluster: the same functions, mapped over tasks."""

from __future__ import annotations

import asyncio
import itertools
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from seamark.errors import InputError, SeamarkError
from seamark.extras import require
from seamark.scale.run import Cluster

T = TypeVar("T")
R = TypeVar("R")

#: Tasks that are under way at once: of large results so many per thread of the cluster, of small ones so many in all.
_AHEAD, _BULK = 4, 2**12

#: What workers of a cluster of our own keep of the memory that they are done with. Dask lets them give everything back,
#: so that the pages of every array are fetched anew; these are the values that glibc by itself comes to.
_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(2**25), "MALLOC_TRIM_THRESHOLD_": str(2**26)}

#: Nobody looks at how a cluster of our own spends its time, and looking takes a twentieth of it with two workers.
_UNWATCHED = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "1s"}

#: How often, in the time that a cluster without workers is given, it is asked whether it has some.
_CHECKS = 15


@dataclass(frozen=True, slots=True)
class DaskWorkers:
    """The workers of a Dask cluster."""

    client: Any

    def each(self, work: Callable[[T], R], inputs: Sequence[T], *, large: bool = False) -> Iterator[R]:
        """The result of every input, in order. Tasks are handed out many at a time; where results are large, no more
        than the workers need to be kept busy while the results are taken.
        """
        client, rest, telling = self.client, iter(inputs), _Telling(work)
        with _scheduler_at_work(client):
            threads = _threads(client)
        ahead = _AHEAD * threads if large else _BULK
        waiting: deque[tuple[T, Any]] = deque()
        while True:
            if 2 * len(waiting) <= ahead:
                some = list(itertools.islice(rest, ahead - len(waiting)))
                if some:
                    with _scheduler_at_work(client):
                        waiting.extend(zip(some, client.map(telling, some, pure=False), strict=True))
            if not waiting:
                return
            given, future = waiting.popleft()
            with _scheduler_at_work(client):
                result = _result(client, future, str(given))
            del future  # the cluster may forget it
            if isinstance(result, SeamarkError):
                raise result
            yield result


@dataclass(frozen=True, slots=True)
class _Telling(Generic[T, R]):
    """Work whose errors about data are results: raised by a worker, they would also stand in its log, and a worker of
    this machine writes that to standard error.
    """

    work: Callable[[T], R]

    def __call__(self, given: T) -> R | SeamarkError:
        try:
            return self.work(given)
        except SeamarkError as error:
            error.__cause__ = error.__context__ = None  # what it came of may be nothing that can be sent
            return error.with_traceback(None)


def _result(client: Any, future: Any, what: str) -> Any:
    """The result of a future, awaited as long as the cluster has workers."""
    idle_since: float | None = None
    while True:
        try:
            return future.result(timeout=_timeout() / _CHECKS)
        except _distributed().KilledWorker:
            raise InputError(f"several workers of the Dask cluster died while working on {what}") from None
        except TimeoutError:
            if future.done():  # the result takes long to arrive, or it is the work that ran out of time
                return future.result(timeout=_timeout())
        now = time.monotonic()
        idle_since = None if _thread_count(client) else idle_since or now
        if idle_since is not None and now - idle_since > _timeout():
            raise InputError(
                f"the Dask cluster at {_address(client)} lost all its workers, and got none for {_timeout():g} seconds"
            )


def _threads(client: Any) -> int:
    """How many threads the cluster has; an error when it has no workers."""
    if found := _thread_count(client):
        return found
    try:
        client.wait_for_workers(1, timeout=_timeout())
    except TimeoutError:
        raise InputError(f"the Dask cluster at {_address(client)} has no workers") from None
    return _thread_count(client)


def _thread_count(client: Any) -> int:
    """How many threads the cluster has now, asked of the scheduler in bounded time."""
    threads: int = sum(client.sync(client.scheduler.ncores, callback_timeout=_timeout()).values())
    return threads


@contextmanager
def _scheduler_at_work(client: Any) -> Iterator[None]:
    """Turn the loss of the scheduler into an error that names its address."""
    try:
        yield
    except (OSError, CancelledError, asyncio.CancelledError) as error:  # a time that ran out is an OSError, too
        said = f" ({error})" if str(error) else ""
        raise InputError(f"the Dask scheduler at {_address(client)} does not answer any more{said}") from None


def _timeout() -> float:
    """Seconds to wait for a scheduler to answer, and for a cluster without workers to get some: as long as Dask itself
    waits for a connection, which is a setting of Dask.
    """
    _distributed()  # brings the settings
    dask = _dask()
    return float(dask.utils.parse_timedelta(dask.config.get("distributed.comm.timeouts.connect")))


def _address(client: Any) -> str:
    return "an unknown address" if client.scheduler is None else str(client.scheduler.address)


def _dask() -> Any:
    return require("dask", package="dask", extra="scale", what="scoring on a cluster")


def _distributed() -> Any:
    return require("distributed", package="dask", extra="scale", what="scoring on a cluster")


@contextmanager
def dask_workers(cluster: Cluster, workers: int) -> Iterator[DaskWorkers]:
    """The workers of a cluster; what was started here is stopped at the end, what was there before is left running."""
    with _client(cluster, workers) as client:
        yield DaskWorkers(client)


@contextmanager
def _client(cluster: Cluster, workers: int) -> Iterator[Any]:
    """A client of the cluster; what was started here is stopped at the end, what was there before is left running."""
    distributed = _distributed()
    if isinstance(cluster, distributed.Client):
        yield cluster
        return
    if not isinstance(cluster, str):
        raise InputError(f"cluster is {cluster!r}; expected 'local', an address such as tcp://host:8786, or a client")
    if cluster == "local":
        with _local_cluster(workers) as started, distributed.Client(started) as client:
            yield client
        return
    with _connected(cluster) as client:
        yield client


def _local_cluster(workers: int) -> Any:
    """Worker processes on this machine, with Dask's own settings but for memory and for watching."""
    settings = {f"distributed.nanny.pre-spawn-environ.{name}": value for name, value in _MEMORY.items()} | _UNWATCHED
    # Dask takes what stands in the environment first, and leaves there what it took for its last cluster.
    before = {name: os.environ.pop(name, None) for name in _MEMORY}
    try:
        with _dask().config.set(settings):
            return _distributed().LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
            )
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def _connected(address: str) -> Any:
    """A client of the scheduler at an address."""
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
    comm = _distributed().comm
    security = _distributed().Security()
    greeting = comm.connect(address, timeout=_timeout(), **security.get_connection_args("client"))
    answered = await asyncio.wait_for(greeting, _timeout())
    await answered.close()
