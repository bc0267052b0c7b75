"""Agreement item by item, with the columns of Table 2 of Fournier & Inkpen 2012."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from seamark.agreement.result import Agreement
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.kernels.pair_sums import pair_blocks
from seamark.metrics.batch import score_pairs
from seamark.metrics.window_diff import WindowDiff
from seamark.model.coder_pairs import BLOCK_BOUNDARIES
from seamark.model.corpus import Corpus
from seamark.model.gather import gather


def item_rows(corpus: Corpus, pi: Agreement, kappa: Agreement, window_diff: WindowDiff) -> list[dict[str, Any]]:
    """Both coefficients, bias and 1 - WindowDiff of every item: the columns of Table 2 of Fournier & Inkpen 2012.

    Examples
    --------
    >>> from seamark.agreement import agree
    >>> corpus = Corpus({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5]}})
    >>> row = item_rows(corpus, agree(corpus), agree(corpus, coefficient="kappa"), WindowDiff())[0]
    >>> row["item"], round(row["pi"], 4), row["boundaries"], row["segments"]
    ('poem', 0.8958, 4, 6)
    """
    boundaries = np.bincount(corpus.item_index, np.diff(corpus.codings.columns.offsets), len(corpus)).tolist()
    return [
        {
            "item": item,
            "pi": mine.value,
            "kappa": kappa.per_item[item].value,
            "observed": mine.observed,
            "expected_pi": mine.expected,
            "expected_kappa": kappa.per_item[item].expected,
            "bias": mine.bias,
            "one_minus_windowdiff": mean,
            "one_minus_windowdiff_std": deviation,
            "coders": mine.coders,
            "pairs": mine.pairs,
            "boundaries": int(number),
            "segments": int(number) + mine.coders,
            "mass": mine.mass,
        }
        for (item, mine), number, (mean, deviation) in zip(
            pi.per_item.items(), boundaries, window_diff_by_item(corpus, window_diff), strict=True
        )
    ]


def window_diff_by_item(corpus: Corpus, metric: WindowDiff) -> list[tuple[float, float]]:
    """Mean and population standard deviation of 1 - WindowDiff over the ordered pairs of coders of each item.

    NaN for an item that fewer than two coders coded, and for a corpus with several boundary types, which WindowDiff
    does not tell apart.

    Examples
    --------
    >>> window_diff_by_item(Corpus({"poem": {"ann": [2, 3], "ben": [2, 3]}}), WindowDiff())
    [(1.0, 0.0)]
    """
    if len(corpus.types) > 1:
        return [(math.nan, math.nan)] * len(corpus)
    codings, item_of = corpus.codings, corpus.item_index
    starts = np.searchsorted(item_of, np.arange(len(corpus) + 1))
    number, mean, squares = np.zeros((3, len(corpus)))
    for rows_a, rows_b in pair_blocks(codings.columns, starts, BLOCK_BOUNDARIES):
        a, b = gather(codings, rows_a), gather(codings, rows_b)
        value = 1.0 - np.concatenate((score_pairs(metric, a, b), score_pairs(metric, b, a)))
        item = np.tile(item_of[rows_a], 2)[~np.isnan(value)]
        _add_moments(item, value[~np.isnan(value)], number, mean, squares)
    with np.errstate(invalid="ignore"):
        found = np.where(number > 0, mean, np.nan), np.sqrt(squares / number)
    return list(zip(*(column.tolist() for column in found), strict=True))


def _add_moments(
    item: Int64Array, value: FloatArray, number: FloatArray, mean: FloatArray, squares: FloatArray
) -> None:
    """Add values to the number, the mean and the sum of squared deviations of their items."""
    if not item.size:
        return
    # The items of a block lie side by side, since pairs come item after item.
    part = slice(int(item.min()), int(item.max()) + 1)
    place = item - part.start
    added = np.bincount(place)
    average = np.bincount(place, value) / np.maximum(added, 1)
    share = added / np.maximum(number[part] + added, 1)
    gap = np.where(added > 0, average - mean[part], 0.0)
    squares[part] += np.bincount(place, (value - average[place]) ** 2) + gap**2 * number[part] * share
    mean[part] += gap * share
    number[part] += added
