"""Statements about coefficients, conventions and other tools that the documentation makes, each measured again."""

import math
import warnings

import mir_eval
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


def test_one_category_says_nothing_about_categories():
    one = sm.Spans([(2, 8, "A"), (12, 16, "A")], length=20)
    other = sm.Spans([(3, 9, "A"), (12, 15, "A")], length=20)
    found = sm.unitizing_alpha({"talk": {"ann": one, "ben": other}})
    assert found.value < 1
    assert found.coding == found.per_category["A"].value == 1
    assert found.coverage == pytest.approx(16 / 40)


def test_times_that_mir_eval_rounds_down_in_hierarchies():
    """It takes ``t - mod(t, .1)``: 2,598 of 3,000 tenths of a second come out a frame early, and so does a window."""
    times = np.arange(1, 3001) / 10
    frames = mir_eval.hierarchy._round(times, 0.1)
    early = np.rint(frames * 10) < np.arange(1, 3001)
    assert int(early.sum()) == 2598
    assert int(mir_eval.hierarchy._round(15.0, 0.1) / 0.1) == 149


@pytest.mark.filterwarnings("ignore:Segment hierarchy is inconsistent")
@pytest.mark.parametrize("frame", [0.5, 0.25])
def test_labelled_hierarchies_of_mir_eval_at_frames_that_are_powers_of_two(frame):
    rng = np.random.default_rng(17)
    compared = 0
    for _ in range(15):
        mass = int(rng.integers(6, 20))
        ours, theirs = [], []
        for _ in range(2):
            rows = []
            for _ in range(int(rng.integers(1, 4))):
                cuts = sorted(rng.choice(np.arange(1, mass), int(rng.integers(1, 5)), replace=False).tolist())
                rows.append((cuts, rng.choice(list("ABC"), len(cuts) + 1).tolist()))
            levels = [sm.LabelledSegmentation.from_positions(cuts, mass, labels) for cuts, labels in rows]
            ours.append(sm.Hierarchy.from_labelled(levels, nested=False))
            edges = [np.array([0, *cuts, mass]) * frame for cuts, _ in rows]
            theirs += [[np.stack((one[:-1], one[1:]), axis=1) for one in edges], [labels for _, labels in rows]]
        expected = mir_eval.hierarchy.lmeasure(*theirs, frame_size=frame)
        if all(expected):  # 0 stands there for a side that orders nothing
            compared += 1
            assert sm.l_measure(*ours) == pytest.approx(expected, abs=1e-12)
    assert compared > 8


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


def test_actions_over_videos():
    """F1 and accuracy from counts of all videos, edit the mean of the videos."""
    make = sm.LabelledSegmentation.from_segments
    reference = {"one": make([(8, "A"), (8, "B"), (8, "A")]), "two": make([(5, "A"), (5, "B")])}
    hypothesis = {"one": make([(6, "A"), (10, "B"), (4, "C"), (4, "A")]), "two": make([(10, "B")])}
    micro = sm.score(reference, hypothesis, "actionf1,accuracy", average="micro").overall
    assert micro["accuracy"].value == (18 + 5) / (24 + 10)
    # 3 right, 1 too many in the first; 1 right, 1 missed in the second.
    assert micro["actionf1"].value == pytest.approx(2 * 4 / (2 * 4 + 1 + 1))
    macro = sm.score(reference, hypothesis, "edit").overall["edit"]
    assert macro.value == pytest.approx((0.75 + 0.5) / 2)


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
