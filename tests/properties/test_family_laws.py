"""Laws of families of metrics: windows, boundaries, labels, levels; those of all metrics are in test_laws.py."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.metrics.boundaries import COST
from tests.metrics.partitions import SONGS
from tests.oracle import partitions, windows
from tests.random_models import levels
from tests.strategies import mass_pairs

import seamark as sm

PAIR_LISTS = st.lists(mass_pairs(), min_size=1, max_size=6)


def value_or_none(metric, reference, hypothesis):
    try:
        return metric.compare(reference, hypothesis).value
    except sm.UndefinedScoreError:
        return None


@pytest.mark.parametrize("convention", windows.PK_CONVENTIONS)
@settings(max_examples=60)
@given(pair=mass_pairs())
def test_rule_for_k(convention, pair):
    resolved = sm.Pk(convention=convention).bind(sm.SegmentationArray.from_masses(pair[:1])).signature["k"]
    assert int(resolved.partition("=")[2]) == windows.default_k(pair[0], convention)


@pytest.mark.parametrize("convention", windows.PK_CONVENTIONS[:-1])
@settings(max_examples=60)
@given(pair=mass_pairs(), k=st.integers(1, 8))
def test_c_seg_errors_are_those_of_pk(convention, pair, k):
    """Both look at the same probes, so misses and false alarms make up what differs."""
    counts, probes = sm.CSeg(k, convention).counts(*pair), sm.Pk(k, convention).counts(*pair)
    assert (counts["probes"], counts["missed"] + counts["false"]) == (probes["probes"], probes["differ"])


@pytest.mark.parametrize("convention", windows.WINDOW_DIFF_CONVENTIONS)
@settings(max_examples=30)
@given(pairs=PAIR_LISTS)
def test_sum_of_rows_is_micro(convention, pairs):
    """Errors of all pairs over windows of all pairs; pairs without a window are counted as undefined."""
    metric = sm.WindowDiff(convention=convention)
    rows = sm.count_pairs(metric, *zip(*pairs, strict=True))
    values = [windows.window_diff(*pair, convention=convention) for pair in pairs]
    number, differ, undefined = rows.sum(axis=0)
    assert undefined == values.count(None)
    weights = rows[:, 0].astype(int).tolist()
    assert differ == sum(value * weight for value, weight in zip(values, weights, strict=True) if value is not None)
    assert number == sum(weights)


@pytest.mark.parametrize("metric", [sm.WindowDiff, sm.Pk])
@given(pair=mass_pairs(), k=st.integers(1, 8))
def test_symmetric_for_a_fixed_k(metric, pair, k):
    assert value_or_none(metric(k), *pair) == value_or_none(metric(k), *reversed(pair))


@given(pair=mass_pairs(max_segments=6), k=st.integers(1, 6), scale=st.integers(2, 50))
def test_stretching_units_keeps_the_share_of_gaps(pair, k, scale):
    """Every unit cut into `scale` units: the windows follow, also where there are far more of them."""
    stretched = [[mass * scale for mass in side] for side in pair]
    ours = value_or_none(sm.WindowDiff(k * scale), *stretched)
    expected = windows.window_diff(*stretched, k * scale)
    assert ours == (None if expected is None else float(expected))


@given(mass_pairs(max_segments=8, max_mass=5), COST, COST, COST)
def test_ghd_counts_make_up_for_the_difference(pair, insertion, deletion, shift):
    """Whatever is inserted and deleted turns the number of boundaries of one side into that of the other."""
    counts = sm.GHD(float(insertion), float(deletion), float(shift)).counts(*pair)
    assert counts["insertions"] - counts["deletions"] == len(pair[0]) - len(pair[1])
    assert 0 <= counts["insertions"] <= len(pair[0]) - 1


def test_pairs_depend_on_the_unit_and_entropies_do_not():
    def finer(factor):
        """The songs with units that are a fraction as long."""
        sides = ([(mass * factor, label) for mass, label in zip(s.masses, s.labels, strict=True)] for s in SONGS)
        return map(sm.LabelledSegmentation.from_segments, sides)

    found = [sm.pairwise_f(*finer(n)).f for n in (1, 2, 4, 10**6)]
    assert found == pytest.approx([0.6557, 0.6719, 0.6794, 0.6866], abs=5e-5)
    for metric in (sm.VMeasure(), sm.NCE(), sm.MutualInformation(norm="max")):
        values = [metric.compare(*finer(n)).value for n in (1, 3, 1000)]
        assert values == pytest.approx([values[0]] * 3, rel=1e-13)


def test_expected_information_of_long_texts():
    """What is left out in the tails of the distribution does not show."""
    rng = np.random.default_rng(3)
    for _ in range(5):
        cuts = np.sort(rng.choice(np.arange(1, 400), 12, replace=False))
        masses = np.diff([0, *cuts, 400]).tolist()
        one = [label for label, mass in zip("ABCDEFGABCDEF", masses, strict=True) for _ in range(mass)]
        other = [label for label, mass in zip("XYZXYZXYZXYZX", masses[::-1], strict=True) for _ in range(mass)]
        counts = sm.MutualInformation(adjusted=True).counts(*map(sm.LabelledSegmentation.from_labels, (one, other)))
        assert counts["expected"] / 400 == pytest.approx(partitions.expected_information(one, other), rel=1e-9)


def test_segments_of_one_label_are_one_run():
    """Neighbours with one label stay two segments, and count as one for actions and clusters."""
    two = sm.LabelledSegmentation.from_segments([(2, "A"), (3, "A"), (2, "B")])
    one = sm.LabelledSegmentation.from_segments([(5, "A"), (2, "B")])
    assert two != one
    for name in ("actionf1", "edit", "accuracy", "pairwisef", "vmeasure", "nce", "rand"):
        assert sm.score(two, one, name).overall[name].value == 1
    assert sm.B().compare(two, one).value < 1


def test_levels_do_not_interact():
    """S and B over levels are those of a study in which the levels are boundary types."""
    rng = np.random.default_rng(9)
    for _ in range(100):
        mass, depth = int(rng.integers(2, 20)), int(rng.integers(1, 4))
        sides = [levels(rng, mass, depth, nested=True) for _ in range(2)]
        ours = [sm.Hierarchy.from_positions(side, mass) for side in sides]
        typed = [
            sm.Segmentation.from_positions(
                [place for level in side for place in level],
                mass,
                types=[number for number, level in enumerate(side, start=1) for _ in level],
            )
            for side in sides
        ]
        for metric in (sm.S(n=3), sm.B(n=2), sm.B(n=4)):
            as_types = type(metric)(n=metric.n, types=tuple(range(1, depth + 1)))
            assert metric.compare(*ours).value == pytest.approx(as_types.compare(*typed).value, rel=1e-12)


def test_the_largest_masses():
    """Nothing is expanded, and nothing wraps."""
    half = 2**61
    one = sm.LabelledSegmentation.from_segments([(half, "A"), (half - 1, "B")])
    other = sm.LabelledSegmentation.from_segments([(half - 1, "A"), (half, "B")])
    assert sm.unit_accuracy(one, other) == pytest.approx(1)
    assert sm.pairwise_f(one, other).f == pytest.approx(1)
    assert sm.mutual_information(one, other, norm="mean") == pytest.approx(1)
    assert sm.der(one, other) == pytest.approx(0, abs=1e-15)
    assert sm.span_f1(one, other, match=0.99).f == 1
    book, copy = sm.Hierarchy.from_levels([[half, half]]), sm.Hierarchy.from_levels([[half + 1, half - 1]])
    assert sm.t_measure(book, copy).f == pytest.approx(1)
    assert sm.B().compare(book, copy).value == 0.5
