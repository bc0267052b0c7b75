"""Counts of several metrics at once: the commonest share one pass over the pairs, and what else they have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.rows import Frames
from seamark.kernels.together import EditJob, Job, WindowJob, count_jobs
from seamark.metrics.base import Metric
from seamark.metrics.boundary_similarity import B
from seamark.metrics.edit_metric import EditMetric
from seamark.metrics.pk import Pk
from seamark.metrics.similarity import S
from seamark.metrics.study_types import StudyTypes
from seamark.metrics.weights import edit_parameters
from seamark.metrics.window_diff import WindowDiff
from seamark.metrics.window_metric import WindowMetric
from seamark.model.array import SegmentationArray
from seamark.model.checks import in_type_order

#: Frames, number of windows, and the mark of pairs that have none.
_Windows: TypeAlias = tuple[Frames, Int64Array, FloatArray]


def count_together(metrics: Sequence[Metric], a: SegmentationArray, b: SegmentationArray) -> list[FloatArray]:
    """A row of counts for every pair under every metric: the same numbers as ``count_pairs`` gives, in less time.

    The arrays must have been found comparable. S, B, WindowDiff and Pk are counted in one pass; other metrics count by
    themselves.

    Examples
    --------
    >>> one, other = SegmentationArray.from_masses([[5, 5, 5, 5]]), SegmentationArray.from_masses([[5, 6, 9]])
    >>> [rows.tolist() for rows in count_together([S(), B()], one, other)]
    [[[19.0, 2.0]], [[3.0, 1.5]]]
    """
    if len({*a.types, *b.types}) > 1:
        return [metric.count_pairs(a, b) for metric in metrics]
    jobs: list[Job] = []
    laid: dict[object, _Windows] = {}
    counted: list[FloatArray] = []
    for metric in metrics:
        # By columns, since that is how rows are counted, scored, summed and written.
        rows = np.empty((len(a), len(metric.fields)), order="F")
        # A class derived from these may count otherwise, and is asked itself.
        if type(metric) is S or type(metric) is B:
            jobs.append(_edit_job(metric, a, b, rows))
        elif type(metric) is WindowDiff or type(metric) is Pk:
            jobs.append(_window_job(metric, a, laid, rows))
        else:
            rows = metric.count_pairs(a, b)
        counted.append(rows)
    count_jobs(a.columns, b.columns, jobs)
    return counted


def _edit_job(metric: EditMetric, a: SegmentationArray, b: SegmentationArray, rows: FloatArray) -> EditJob:
    """Fill in what is known of the rows, and have the rest counted into them."""
    labels = in_type_order((*a.types, *b.types))
    study = StudyTypes.resolve(metric.types, labels)
    parameters = edit_parameters(metric.weights, metric.n, labels, study)
    if isinstance(metric, B):
        return EditJob(parameters, rows[:, 0], rows[:, 1])
    np.multiply(a.masses - 1, float(study.count), out=rows[:, 0])
    return EditJob(parameters, np.empty(len(a)), rows[:, 1])


def _window_job(
    metric: WindowMetric, reference: SegmentationArray, laid: dict[object, _Windows], rows: FloatArray
) -> WindowJob:
    """The same; windows are laid once for all metrics that lay them alike."""
    alike = (metric.layout, metric.k, metric.effective_padding)
    if alike not in laid:
        laid[alike] = metric.windows(reference)
    frames, rows[:, 0], rows[:, 2] = laid[alike]
    return WindowJob(frames, isinstance(metric, Pk), rows[:, 1])
