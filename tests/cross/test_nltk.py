"""What only nltk does: its own rule for k.

That WindowDiff and Pk are nltk's under the conventions of its callers is tested in ``tests/metrics/windows.py``.
"""

from nltk.metrics.segmentation import pk as nltk_pk
from nltk.metrics.segmentation import windowdiff as nltk_windowdiff
from tests.metrics.case import random_pairs
from tests.metrics.windows import nltk_k
from tests.oracle.windows import gaps

import seamark as sm

PAIRS = random_pairs()


def test_pk_without_k():
    """nltk left to itself, also where the reference has no boundary (an error before nltk 3.10)."""
    compared = 0
    for reference, hypothesis in PAIRS:
        r, h = gaps(reference), gaps(hypothesis)
        if 1 <= nltk_k(r) <= len(r):
            try:
                theirs = nltk_pk(r, h)
            except ZeroDivisionError:
                continue
            compared += 1
            assert sm.pk(reference, hypothesis, convention="nltk") == theirs
    assert compared > 1300


def test_where_nltk_reports_zero_for_k_of_zero():
    assert nltk_pk("1111", "0000") == 0.0
    assert nltk_windowdiff("1111", "0000", 0) == 0.0
    assert sm.pk("1111", "0000", convention="nltk") == 0.0
    assert sm.window_diff("1111", "0000", convention="nltk") == 0.0
    found = sm.Pk(convention="nltk").compare("1111", "0000")
    assert found.note == "the convention nltk gives k=0 here, and then 0 whatever is compared"
    assert sm.Pk(convention="nltk").compare("0100", "0000").note is None
    assert sm.Pk().compare("1111", "0000").note is None
