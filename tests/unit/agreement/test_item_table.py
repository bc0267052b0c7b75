"""Mean and deviation of 1 - WindowDiff by item."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest

from seamark import Corpus, WindowDiff, window_diff
from seamark.agreement.agree import window_diff_by_item
from tests.properties.agreement_studies import random_codings


def test_moments_are_those_of_all_ordered_pairs():
    codings = random_codings(random.Random(4), items=7, coders=5, masses=(12, 30), missing=0.3)  # noqa: S311
    study = Corpus({**codings, "alone": {"coder 0": [3, 4]}, "alike": {"coder 0": [3, 4], "coder 1": [3, 4]}})
    found = window_diff_by_item(study, WindowDiff(k=3))
    for item, moments in zip(study.values(), found, strict=True):
        values = [1.0 - window_diff(one, other, k=3) for one, other in permutations(item.values(), 2)]
        expected = (np.mean(values), np.std(values)) if values else (np.nan, np.nan)
        assert moments == pytest.approx(expected, rel=1e-12, abs=1e-15, nan_ok=True)
    assert found[-1] == (1.0, 0.0)
