"""Metrics that the kernel counts and scores in one pass over the rows of a table: the commonest ones."""

from __future__ import annotations

from seamark.kernels.together import EditJob, Job, WindowJob
from seamark.metrics.base import Metric
from seamark.metrics.boundary_similarity import B
from seamark.metrics.pk import Pk
from seamark.metrics.similarity import S
from seamark.metrics.study_types import StudyTypes
from seamark.metrics.window_diff import WindowDiff
from seamark.model.segmentation import DEFAULT_TYPE


def job_of(metric: Metric) -> Job | None:
    """What the kernel does for the metric, with the same numbers as ``count_pairs`` and ``score_rows`` give.

    None for other metrics, and where options do not go with pairs of one boundary type: ``count_pairs`` has the error.

    Examples
    --------
    >>> job_of(S(types=3)).types, job_of(B()).types
    (3, 0)
    """
    # A class derived from these may count otherwise, and is asked itself.
    if type(metric) is WindowDiff or type(metric) is Pk:
        return WindowJob(metric.laid, presence=type(metric) is Pk)
    if type(metric) is not S and type(metric) is not B:
        return None
    if metric.weights.levels or (isinstance(metric.types, tuple) and DEFAULT_TYPE not in metric.types):
        return None
    study = StudyTypes.resolve(metric.types, (DEFAULT_TYPE,))
    return EditJob(metric.pricing[0], study.count if type(metric) is S else 0)
