"""Jackknife intervals as they are written down: from the values without each item, without each coder, or both."""

import math

import numpy as np
from scipy import stats


def jackknife(without):
    """The variance of a value that was computed without each of its units."""
    return (len(without) - 1) * np.var(without)


def degrees_of_freedom(*causes):
    """Of the sum of the variances of several causes (Satterthwaite)."""
    parts = [jackknife(without) for without in causes]
    return sum(parts) ** 2 / sum(part**2 / (len(one) - 1) for part, one in zip(parts, causes, strict=True))


def reach(level, *causes):
    """How far an interval goes to either side."""
    error = math.sqrt(sum(map(jackknife, causes)))
    return stats.t.ppf((1 + level) / 2, degrees_of_freedom(*causes)) * error


def log_interval(value, level, *causes):
    """The interval of a value that varies evenly as log(1 - value)."""
    distance = reach(level, *(np.log1p(-np.asarray(without)) for without in causes))
    return tuple(1 - (1 - value) * math.exp(side * distance) for side in (1, -1))
