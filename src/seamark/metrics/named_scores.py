"""What plain functions return for a metric that has several numbers.

Named tuples, and not the ``Result`` that ``compare`` of the metric returns, since these functions are for one pair and
their values are unpacked (``precision, recall, f = precision_recall(...)``); who needs the counts and the signature
asks the metric itself.
"""

from __future__ import annotations

from typing import NamedTuple


class PrecisionRecall(NamedTuple):
    """Precision, recall and their weighted harmonic mean."""

    precision: float
    recall: float
    f: float


class WindowConfusion(NamedTuple):
    """Windowed confusion counts, each in boundaries, and what follows from them."""

    tp: float
    fp: float
    fn: float
    tn: float
    precision: float
    recall: float
    f: float


class MissAndFalseAlarm(NamedTuple):
    """Rates of missed and of false boundaries, and their mean."""

    miss: float
    false_alarm: float
    mean: float


class SegmentationCost(NamedTuple):
    """Miss rate, false-alarm rate, their cost, and the cost against the better of two trivial systems."""

    p_miss: float
    p_fa: float
    cost: float
    normalized: float


class UnitErrorRates(NamedTuple):
    """Units missed, and units too many, per unit."""

    r_fn: float
    r_fp: float


class VMeasureScores(NamedTuple):
    """Homogeneity, completeness, and their harmonic mean."""

    homogeneity: float
    completeness: float
    v: float


class NCEScores(NamedTuple):
    """Over-segmentation score, under-segmentation score, and their harmonic mean."""

    over: float
    under: float
    f: float
