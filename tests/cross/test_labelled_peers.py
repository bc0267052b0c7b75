"""Labels, turns and hierarchies against mir_eval, scikit-learn and pyannote.metrics, and where these differ.

- mir_eval works on frames, which it rounds down to: with a frame that is a power of two it is exact, with its default
  of .1 s one boundary in five comes to lie a frame early. One section on a side scores 0 there, even against itself,
  and so does a hierarchy of one level without a boundary. A window of one frame crashes it.
- pyannote.metrics counts turns of one speaker that overlap each other twice. Its collar is the width of both sides.
"""

from __future__ import annotations

import warnings
from itertools import accumulate, pairwise

import mir_eval
import numpy as np
import pytest
from pyannote.core import Annotation, Segment
from pyannote.metrics.diarization import DiarizationErrorRate, JaccardErrorRate
from sklearn import metrics as sklearn
from tests.random_models import labelled_units, levels, turns, unit_pairs

import seamark as sm
from seamark import Hierarchy, LabelledSegmentation, Spans

PAIRS = [pair for pair in unit_pairs(seed=11, count=1500, most=40) if len(set(pair[0])) > 1 and len(set(pair[1])) > 1]


def intervals(masses, frame=1.0):
    return np.array(list(pairwise([0, *accumulate(masses)])), dtype=float) * frame


def structure(pair, frame=1.0):
    sides = [LabelledSegmentation.from_labels(units) for units in pair]
    return [part for side in sides for part in (intervals(side.masses, frame), list(side.labels))]


def labelled(pair):
    return [LabelledSegmentation.from_labels(units) for units in pair]


@pytest.mark.parametrize("frame", [1.0, 0.5, 0.25])
def test_clusters_of_mir_eval(frame):
    for pair in PAIRS[:300]:
        theirs, ours = structure(pair, frame), labelled(pair)
        rand = mir_eval.segment.rand_index(*theirs, frame_size=frame)
        assert sm.rand(*ours) == pytest.approx(rand, rel=1e-12)
        assert sm.adjusted_rand(*ours) == pytest.approx(mir_eval.segment.ari(*theirs, frame_size=frame), abs=1e-12)
        assert sm.pairwise_f(*ours) == pytest.approx(mir_eval.segment.pairwise(*theirs, frame_size=frame), abs=1e-12)
        over, under, f = mir_eval.segment.nce(*theirs, frame_size=frame)
        assert sm.nce(*ours) == pytest.approx((over, under, f), abs=1e-9)
        v = mir_eval.segment.vmeasure(*theirs, frame_size=frame)
        assert sm.v_measure(*ours).v == pytest.approx(v[2], abs=1e-9)


def test_information_of_mir_eval():
    for pair in PAIRS[:300]:
        mi, ami, nmi = mir_eval.segment.mutual_information(*structure(pair), frame_size=1.0)
        ours = labelled(pair)
        found = [sm.mutual_information(*ours, **how) for how in ({}, {"adjusted": True}, {"norm": "sqrt"})]
        assert found == pytest.approx((mi, ami, nmi), abs=1e-9)


def test_clusters_of_scikit_learn():
    for pair in PAIRS:
        ours = labelled(pair)
        assert sm.adjusted_rand(*ours) == pytest.approx(sklearn.adjusted_rand_score(*pair), abs=1e-12)
        assert sm.rand(*ours) == pytest.approx(sklearn.rand_score(*pair), rel=1e-12)
        scores = sklearn.homogeneity_completeness_v_measure(*pair)
        assert sm.v_measure(*ours) == pytest.approx(scores, abs=1e-9)


@pytest.mark.parametrize(
    ("norm", "method"), [("mean", "arithmetic"), ("sqrt", "geometric"), ("max", "max"), ("min", "min")]
)
def test_information_of_scikit_learn(norm, method):
    for pair in PAIRS[:300]:
        ours = labelled(pair)
        plain = sklearn.normalized_mutual_info_score(*pair, average_method=method)
        assert sm.mutual_information(*ours, norm=norm) == pytest.approx(plain, abs=1e-9)
        adjusted = sklearn.adjusted_mutual_info_score(*pair, average_method=method)
        assert sm.mutual_information(*ours, norm=norm, adjusted=True) == pytest.approx(adjusted, abs=1e-7)


def test_one_section_is_not_zero():
    song = LabelledSegmentation.from_segments([(30, "A")])
    theirs = structure((["A"] * 30, ["A"] * 30))
    assert mir_eval.segment.nce(*theirs, frame_size=1.0)[2] == 0
    assert sm.nce(song, song).f == sm.v_measure(song, song).v == sm.pairwise_f(song, song).f == 1
    assert sm.mutual_information(song, song, norm="sqrt") == sm.mutual_information(song, song, adjusted=True) == 1


def test_tenths_of_a_second_are_misplaced_by_mir_eval():
    """A boundary at a whole number of tenths belongs into the frame that starts there."""
    wrong = 0
    for tenths in range(1, 3000):
        sections = np.array([[0, tenths / 10], [tenths / 10, 300.0]])
        _, labels = mir_eval.util.intervals_to_samples(sections, ["A", "B"], sample_size=0.1, fill_value=None)
        wrong += labels.count("A") != tenths
    assert wrong == 599


def hierarchy_of(positions, mass):
    return [intervals(np.diff([0, *level, mass])) for level in positions]


@pytest.mark.filterwarnings("ignore:Segment hierarchy is inconsistent")
@pytest.mark.parametrize("nested", [True, False])
@pytest.mark.parametrize("frame", [1.0, 0.5, 0.25])
def test_hierarchies_of_mir_eval(nested, frame):
    rng = np.random.default_rng(12)
    for _ in range(12):
        mass = int(rng.integers(6, 25))
        sides = [levels(rng, mass, int(rng.integers(2, 4)), nested) for _ in range(2)]
        ours = [Hierarchy.from_positions(side, mass, nested=nested) for side in sides]
        theirs = [[level * frame for level in hierarchy_of(side, mass)] for side in sides]
        for transitive in (True, False):
            for window in (None, 3, 8):
                seconds = None if window is None else window * frame
                expected = mir_eval.hierarchy.tmeasure(*theirs, transitive=transitive, window=seconds, frame_size=frame)
                found = sm.t_measure(*ours, transitive=transitive, window=window)
                if all(expected):  # 0 stands there for a side that orders nothing
                    assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.filterwarnings("ignore:Segment hierarchy is inconsistent")
def test_labelled_hierarchies_of_mir_eval():
    rng = np.random.default_rng(13)
    compared = 0
    for _ in range(25):
        mass = int(rng.integers(6, 25))
        sides = [[labelled_units(rng, mass, "ABC") for _ in range(int(rng.integers(1, 4)))] for _ in range(2)]
        ours = [Hierarchy.from_labelled(map(LabelledSegmentation.from_labels, side), nested=False) for side in sides]
        theirs = []
        for side in ours:
            theirs += [
                [intervals(level.masses) for level in side.labelled],
                [list(level.labels) for level in side.labelled],
            ]
        expected = mir_eval.hierarchy.lmeasure(*theirs, frame_size=1.0)
        if all(expected):
            compared += 1
            assert sm.l_measure(*ours) == pytest.approx(expected, abs=1e-12)
    assert compared > 15


def test_a_flat_hierarchy_is_like_itself():
    flat = [[np.array([[0.0, 60.0]])]] * 2
    assert mir_eval.hierarchy.tmeasure(*flat, window=None, frame_size=1.0)[2] == 0
    ours = Hierarchy.from_levels([[60]])
    assert sm.t_measure(ours, ours) == (1, 1, 1)


def test_a_window_of_one_unit():
    sides = [hierarchy_of([[6], [3, 6]], 12)] * 2
    with pytest.raises(Exception):  # noqa: B017  # of whatever kind
        mir_eval.hierarchy.tmeasure(*sides, window=1.0, frame_size=1.0)
    ours = Hierarchy.from_positions([[6], [3, 6]], 12)
    assert sm.t_measure(ours, ours, window=1) == (1, 1, 1)


# ---------------------------------------------------------------------------------------------------------- diarization


def annotation(spans):
    found = Annotation()
    for number, (start, end, label) in enumerate(spans.spans):
        found[Segment(start, end), number] = label
    return found


def random_turns(seed, count):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        sides = [Spans(turns(rng, 5000, labels, 12), length=5000) for labels in ("ABC", "xyz")]
        yield [side.merged() for side in sides]  # a speaker does not overlap himself


@pytest.mark.parametrize("collar", [0, 40])
@pytest.mark.parametrize("skip_overlap", [False, True])
def test_diarization_of_pyannote(collar, skip_overlap):
    theirs = DiarizationErrorRate(collar=2 * collar, skip_overlap=skip_overlap)
    jaccard = JaccardErrorRate(collar=2 * collar, skip_overlap=skip_overlap)
    compared = 0
    for reference, hypothesis in random_turns(14, 60):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pair = annotation(reference), annotation(hypothesis)
            uem = Segment(0, 5000)
            counts = theirs.compute_components(*pair, uem=uem)
            rate = jaccard(*pair, uem=uem)
        metric = sm.DER(collar, skip_overlap)
        names = ("total", "correct", "false alarm", "missed detection", "confusion")
        assert list(metric.counts(reference, hypothesis).values()) == pytest.approx([counts[name] for name in names])
        scored = metric.counts(reference, hypothesis)["total"] > 0
        if scored and len(reference.categories) == sm.JER(collar, skip_overlap).counts(reference, hypothesis)["labels"]:
            compared += 1
            found = sm.jer(reference, hypothesis, collar=collar, skip_overlap=skip_overlap, mapping="common")
            assert found == pytest.approx(rate, abs=1e-9)
    assert compared > 20


def test_a_speaker_who_overlaps_himself_counts_once():
    turns = Spans([(0, 10, "A"), (6, 10, "A")], length=10)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = DiarizationErrorRate()(annotation(turns), annotation(turns.merged()), uem=Segment(0, 10))
    assert theirs > 0.25
    assert sm.der(turns, turns.merged()) == sm.der(turns, turns) == 0
