"""Bootstrap-t: every resample is measured against a standard error of its own."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from seamark.agreement.terms import Coefficient
from seamark.errors import InputError
from seamark.kernels.columns import FloatArray
from seamark.stats.crossed import Resampled, Weights, weight_blocks
from seamark.stats.intervals import Interval

# Each of them is left out of every resample; with more, the jackknife is as good and has no such cost.
_MOST_LEFT_OUT = 200


def bootstrap_t_interval(
    chosen: Coefficient, *, items: int, coders: int, resampled: Resampled, resamples: int, seed: int, ci: float
) -> Interval:
    """An interval on the scale log(1 - value), from how many standard errors resamples lie off.

    The standard error of a resample is that of its jackknife. Resamples without one are left out and counted.
    """
    left_out = (items if resampled != "coders" else 0) + (coders if resampled != "items" else 0)
    if left_out > _MOST_LEFT_OUT:
        raise InputError(
            f"bootstrap-t leaves out each of {left_out} items and coders in every resample, and takes up to "
            f"{_MOST_LEFT_OUT}; with so many, take the jackknife"
        )
    quick = chosen.for_resampling(resampled)
    everything = Weights(np.ones((1, items)), np.ones((1, coders)))
    estimate, error = (values[0] for values in _with_errors(quick, everything, resampled))
    pivots = []
    for weights in weight_blocks(items, coders, resampled, resamples, seed):
        values, errors = _with_errors(quick, weights, resampled)
        with np.errstate(divide="ignore", invalid="ignore"):
            pivots.append(np.where(errors > 0, (values - estimate) / errors, np.nan))
    pivot = np.concatenate(pivots)
    defined = pivot[np.isfinite(pivot)]
    undefined = pivot.size - defined.size
    if undefined > pivot.size / 2:
        note = "not estimable: most resamples hold too few different items or coders to have a standard error"
        return Interval(math.nan, math.nan, ci, "bootstrap-t", undefined, note=note)
    ends = estimate - np.quantile(defined, [(1 - ci) / 2, (1 + ci) / 2]) * error
    low, high = (-math.expm1(end) for end in ends.tolist())
    return Interval(low, high, ci, "bootstrap-t", undefined)


def _with_errors(chosen: Coefficient, weights: Weights, resampled: Resampled) -> tuple[FloatArray, FloatArray]:
    """Log(1 - value) in every resample, and its jackknife standard error."""
    variance = np.zeros(max(len(weights.items), len(weights.coders)))
    for times, less in _less_one(weights, resampled):
        # What was drawn several times can be left out so many times, with the same value.
        values = np.stack([_log_scale(chosen, one) for one in less], axis=1)
        values = np.where(times > 0, values, 0.0)
        number = times.sum(axis=1)
        with np.errstate(invalid="ignore"):  # of two infinite values
            mean = (times * values).sum(axis=1) / number
            variance += (number - 1) / number * (times * (values - mean[:, np.newaxis]) ** 2).sum(axis=1)
    return _log_scale(chosen, weights), np.sqrt(variance)


def _less_one(weights: Weights, resampled: Resampled) -> Iterator[tuple[FloatArray, Iterator[Weights]]]:
    if resampled != "coders":
        yield weights.items, (Weights(_less(weights.items, i), weights.coders) for i in range(weights.items.shape[1]))
    if resampled != "items":
        yield weights.coders, (Weights(weights.items, _less(weights.coders, i)) for i in range(weights.coders.shape[1]))


def _less(weights: FloatArray, number: int) -> FloatArray:
    less = weights.copy()
    less[:, number] = np.maximum(less[:, number] - 1.0, 0.0)
    return less


def _log_scale(chosen: Coefficient, weights: Weights) -> FloatArray:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log1p(-chosen.under(weights))
