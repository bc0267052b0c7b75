"""Agreement item by item, with the columns of Table 2 of Fournier & Inkpen 2012."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from seamark.agreement.result import Agreement
from seamark.metrics.batch import score_pairs
from seamark.metrics.window_diff import WindowDiff
from seamark.model.corpus import Corpus


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
    values, items = [np.empty(0)], [np.empty(0, dtype=np.int64)]
    for part in corpus.pairs().blocks():
        a, b = part.a, part.b
        values += [1.0 - score_pairs(metric, a, b), 1.0 - score_pairs(metric, b, a)]
        items += [part.item, part.item]
    value, item = np.concatenate(values), np.concatenate(items)
    value, item = value[~np.isnan(value)], item[~np.isnan(value)]
    number = np.bincount(item, minlength=len(corpus))
    divisor = np.where(number > 0, number, np.nan)
    mean = np.bincount(item, value, len(corpus)) / divisor
    variance = np.bincount(item, (value - mean[item]) ** 2, len(corpus)) / divisor
    return list(zip(mean.tolist(), np.sqrt(variance).tolist(), strict=True))
