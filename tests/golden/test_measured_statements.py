"""Statements about coefficients, conventions and other tools that the documentation makes, each measured again."""

import math
import warnings

import numpy as np
import pytest
from pyannote.core import Annotation, Segment
from pyannote.metrics.diarization import DiarizationErrorRate
from tests.random_models import turns

import seamark as sm


def scattered(rng: np.random.Generator, length: int, share: float, categories: str = "AB") -> sm.Spans:
    """Spans of 2 to 9 units at random places that do not overlap, until so much of the line is marked."""
    free = np.ones(length, dtype=bool)
    rows = []
    while free.sum() > (1 - share) * length:
        size = int(rng.integers(2, 10))
        start = int(rng.integers(0, length - size + 1))
        if free[start : start + size].all():
            free[start : start + size] = False
            rows.append((start, start + size, str(rng.choice(list(categories)))))
    return sm.Spans(rows, length=length)


def mean_alpha(variant, share, seed):
    """Of 200 studies of two coders who know nothing of each other, and its error."""
    rng = np.random.default_rng(seed)
    studies = [{"line": {coder: scattered(rng, 200, share) for coder in "ab"}} for _ in range(200)]
    values = [sm.unitizing_alpha(study, variant).value for study in studies]
    return np.mean(values), np.std(values) / math.sqrt(len(values))


@pytest.mark.parametrize("share", [0.1, 0.25, 0.4])
def test_unitizing_alpha_of_random_codings_is_near_0(share):
    mean, error = mean_alpha("2016", share, 15)
    assert abs(mean) < 0.02 + 2 * error


def test_unitizing_alpha_of_2004_is_below_0_for_random_codings():
    assert -0.3 < mean_alpha("2004", 0.25, 16)[0] < 0


def test_a_perfect_hypothesis_gets_a_quarter_of_errors_from_pyannote():
    """It counts a speaker who overlaps himself twice."""
    reference = sm.Spans([(0, 4, "A"), (2, 6, "A")], length=6)
    theirs = Annotation()
    for number, span in enumerate(reference):
        theirs[Segment(span.start, span.end), number] = span.category
    perfect = Annotation()
    perfect[Segment(0, 6)] = "A"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert DiarizationErrorRate()(theirs, perfect, uem=Segment(0, 6)) == 0.25
    assert sm.der(reference, reference.merged()) == 0


def test_the_two_mappings_of_jer_differ_in_some_cases():
    """Mapped by least Jaccard error (dscore), it is never above that of a mapping by common time (pyannote)."""
    rng = np.random.default_rng(18)
    differing = cases = 0
    for _ in range(600):
        reference, hypothesis = (sm.Spans(turns(rng, 60, names, 9), length=60) for names in ("ABC", "xyz"))
        if not len(reference) or not len(hypothesis):
            continue
        cases += 1
        least, common = (sm.jer(reference, hypothesis, mapping=mapping) for mapping in ("jaccard", "common"))
        assert least <= common + 1e-12
        differing += least < common - 1e-12
    assert 0.03 < differing / cases < 0.3


def test_mapping_before_or_after_the_collar():
    """The mapping of md-eval sees all places, that of pyannote those that are scored."""
    reference = sm.Spans([(0, 10, "A"), (10, 30, "B")], length=30)
    hypothesis = sm.Spans([(0, 4, "y"), (4, 10, "x"), (10, 16, "x"), (16, 30, "y")], length=30)
    rng = np.random.default_rng(19)
    found = set()
    for _ in range(300):
        pair = [sm.Spans(turns(rng, 40, names, 6), length=40) for names in ("AB", "xy")]
        scored, every = (sm.der(*pair, collar=3, map_on=where) for where in ("scored", "all"))
        assert scored <= every + 1e-12 or sm.DER(3).counts(*pair)["total"] == 0
        found.add(scored < every - 1e-12)
    assert found == {True, False}
    assert sm.der(reference, hypothesis) == sm.der(reference, hypothesis, map_on="all")


@pytest.mark.parametrize(
    ("rate", "published"), [(0.02, 0.960), (0.05, 0.913), (0.1, 0.836), (0.2, 0.716), (0.4, 0.540)]
)
def test_what_pi_of_s_is_for_unrelated_coders(rate, published):
    """The chance of 2012 counts boundaries only: 1 - 2q / ((1 + q)(1 - P**2)) with q = P(1 - P)."""
    q = rate * (1 - rate)
    assert 1 - 2 * q / ((1 + q) * (1 - rate**2)) == pytest.approx(published, abs=0.005)
    rng = np.random.default_rng(20)
    places = 20_000
    codings = {
        coder: sm.Segmentation.from_positions((np.flatnonzero(rng.random(places) < rate) + 1).tolist(), places + 1)
        for coder in "ab"
    }
    assert sm.agree({"text": codings}, shuffles=0).value == pytest.approx(published, abs=0.015)
    assert sm.agree({"text": codings}, coefficient="alpha", shuffles=0).value == pytest.approx(0, abs=0.03)
