"""Scoring files on a Dask cluster: the same function, mapped over the pieces."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from seamark.errors import InputError
from seamark.io.extras import require
from seamark.scale.ledger import Ledger
from seamark.scale.parquet_files import Piece, Source
from seamark.scale.scored_rows import RowScoring, ScoredPiece, score_piece
from seamark.scale.sums import Sums, Tree

#: ``"local"``, the address of a scheduler, or a client of one.
Cluster: TypeAlias = Any

#: Pieces that are under way at once, per thread of the cluster.
_AHEAD = 2

#: Seconds to wait for a scheduler.
_PATIENCE = 10


def run_on_cluster(source: Source, scoring: RowScoring, ledger: Ledger, cluster: Cluster, workers: int) -> Sums:
    """Score all pieces; the sums of everything, which the workers add up among themselves."""
    with _client(cluster, workers) as client:
        total: Tree[Any] = Tree(lambda one, other: client.submit(operator.add, one, other, pure=False))
        waiting: deque[tuple[Piece, Any]] = deque()
        ahead = _AHEAD * _threads(client)
        for piece in source.pieces:
            scored = client.submit(score_piece, scoring, piece, pure=False)
            waiting.append((piece, scored))
            total.add(client.submit(_sums, scored, pure=False))
            if len(waiting) >= ahead:
                _take(*waiting.popleft(), ledger)
        while waiting:
            _take(*waiting.popleft(), ledger)
        added = total.total()
        sums: Sums = scoring.scorer.no_sums if added is None else added.result()
        return sums


def _sums(piece: ScoredPiece) -> Sums:
    return piece.sums


def _take(piece: Piece, scored: Any, ledger: Ledger) -> None:
    try:
        parts = scored.result().parts
    except _distributed().KilledWorker:
        raise InputError(f"{piece} cost several workers their lives") from None
    for part in parts:
        ledger.take(part)


def _threads(client: Any) -> int:
    """How many threads the cluster has; an error when nobody is there to work."""
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        raise InputError(f"the Dask cluster at {client.scheduler.address} has no workers") from None
    threads: int = sum(client.nthreads().values())
    return max(1, threads)


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
    try:
        client = distributed.Client(cluster, timeout=_PATIENCE)
    except (OSError, ValueError) as error:
        raise InputError(f"no Dask scheduler answers at {cluster} ({error})") from None
    with client:
        yield client
