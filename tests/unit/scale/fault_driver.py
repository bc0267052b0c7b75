"""A job on a cluster that meets a fault: ``python -m tests.unit.scale.fault_driver '{"address": ...}'``.

When the first rows are done it runs a command, which is the fault. It prints what came of the job as JSON.
"""

import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import patch

from seamark.base.errors import SeamarkError
from seamark.scale import agreement, files
from seamark.scale.tables import score_parquet
from seamark.scale.workers import DaskWorkers, workers_on

#: Rows of a row group, of which two are a task.
PIECE = 200


class Slowly:
    """Work that takes a while, so that there is some left to do when the fault comes."""

    def __init__(self, work, deadly):
        self.work, self.deadly = work, deadly

    def __call__(self, given):
        time.sleep(0.1)
        if self.deadly and getattr(given, "number", None) == 7:
            os._exit(1)
        return self.work(given)


class SlowWorkers(DaskWorkers):
    """Workers of a cluster that take their time; with ``times=2`` every task is done twice, at the same time."""

    times, deadly = 1, False

    def each(self, work, inputs, *, large=False):
        repeated = [given for given in inputs for _ in range(self.times)]
        results = super().each(Slowly(work, self.deadly), repeated, large=large)
        return (result for number, result in enumerate(results) if (number + 1) % self.times == 0)


def digest(job, source, output, cluster=None, progress=None):
    """All that a job finds and writes, to the last bit."""
    with patch.object(files, "TASK_ROWS", 2 * PIECE), patch.object(agreement, "BATCH_ROWS", 40):
        if job == "agree":
            path = Path(source, "codings.parquet")
            options = {"ci": 0.95, "batch_rows": 20, "shuffles": 7}
            found = agreement.agree_parquet(path, "B", **options, cluster=cluster, workers=1, progress=progress)
            return json.dumps(found.to_dict(), sort_keys=True)
        options = {"reference": "ref", "hypothesis": "hyp", "parts": True, "batch_rows": PIECE}
        metrics = ["S", "B", "windowdiff", "pk"]
        pairs = Path(source, "pairs")
        found = score_parquet(pairs, metrics, output, **options, cluster=cluster, workers=1, progress=progress)
    folder = Path(str(output).removeprefix("file://"))
    written = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    means = {name: (scores.macro, scores.micro, dict(scores.counts)) for name, scores in found.overall.items()}
    said = repr((sorted(written.items()), means, sorted(found.reasons.items())))
    return hashlib.sha256(said.encode()).hexdigest()


def main(*, address, job, source, output, fault=None, times=1, deadly=False):
    SlowWorkers.times, SlowWorkers.deadly = times, deadly
    start = time.monotonic()

    def progress(done, rows):
        nonlocal start, fault
        if fault is not None:
            command, fault, start = fault, None, time.monotonic()
            subprocess.run(command, shell=True, check=True)  # noqa: S602  # the test's own

    told = {}
    try:
        with workers_on(address, 1) as workers:
            told["digest"] = digest(job, source, output, SlowWorkers(workers.client), progress)
            told["seconds"] = time.monotonic() - start
    except SeamarkError as error:
        told["error"] = str(error)
        told.setdefault("seconds", time.monotonic() - start)
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
