"""Scoring files on a Dask cluster: the same function, mapped over the pieces."""

from __future__ import annotations

import asyncio
import operator
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeAlias

from seamark.errors import InputError
from seamark.extras import require
from seamark.metrics.sums import Sums, Tree
from seamark.scale.files import Piece, Source
from seamark.scale.outputs import ScoreOutputs
from seamark.scale.run import FileScorer

#: ``"local"``, the address of a scheduler, or a client of one.
Cluster: TypeAlias = Any

#: Pieces that are under way at once, per thread of the cluster.
_AHEAD = 2

#: How often, in the time that a cluster without workers is given, it is asked whether it has some.
_CHECKS = 15


def run_on_cluster(source: Source, scorer: FileScorer, outputs: ScoreOutputs, cluster: Cluster, workers: int) -> Sums:
    """Score all pieces; the sums of everything, which the workers add up among themselves."""
    with _client(cluster, workers) as client:
        total: Tree[Any] = Tree(lambda one, other: client.submit(operator.add, one, other, pure=False))
        waiting: deque[tuple[Piece, Any]] = deque()
        with _scheduler_at_work(client):
            ahead = _AHEAD * _threads(client)

        def take() -> None:
            piece, scored = waiting.popleft()
            with _scheduler_at_work(client):
                parts, _ = _result(client, scored, piece)
            for part in parts:
                outputs.write(part.scores, part.rejects, part.rows)

        for piece in source.pieces:
            with _scheduler_at_work(client):
                scored = client.submit(scorer.score_piece, piece, pure=False)
                total.add(client.submit(operator.itemgetter(1), scored, pure=False))
            waiting.append((piece, scored))
            if len(waiting) >= ahead:
                take()
        while waiting:
            take()
        added = total.total()
        if added is None:
            return scorer.scorer._total(())
        with _scheduler_at_work(client):
            sums: Sums = _result(client, added, "the sums")
        return sums


def _result(client: Any, future: Any, what: Piece | str) -> Any:
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
    dask = require("dask", package="dask", extra="scale", what="scoring on a cluster")
    return float(dask.utils.parse_timedelta(dask.config.get("distributed.comm.timeouts.connect")))


def _address(client: Any) -> str:
    return "an unknown address" if client.scheduler is None else str(client.scheduler.address)


def _distributed() -> Any:
    return require("distributed", package="dask", extra="scale", what="scoring on a cluster")


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
        with (
            distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
            ) as started,
            distributed.Client(started) as client,
        ):
            yield client
        return
    with _connected(cluster) as client:
        yield client


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
