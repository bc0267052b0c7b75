"""Chance by shuffling segments: what a shuffle keeps, and that its mean is the mean over all orders."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import seamark as sm
from seamark.kernels.edit import shuffled_rows
from tests.corpora import moonstone
from tests.strategies import set_sequences

PAIR = {"poem": {"ann": [1, 2, 4], "ben": [2, 5]}}


def shuffled(array, key, first=0, draws=1):
    columns = shuffled_rows(array.columns, np.arange(len(array), dtype=np.uint64), key, first, draws)
    return sm.SegmentationArray._unchecked(columns, array.types)


@given(st.lists(set_sequences(), min_size=1, max_size=4), st.integers(0, 99))
def test_a_shuffle_keeps_the_types_that_share_a_place(rows, seed):
    array = sm.SegmentationArray.from_segmentations([sm.Segmentation.from_sets(row) for row in rows])
    found = shuffled(array, seed)
    for before, after in zip(array, found, strict=True):
        assert sorted(after.masses) == sorted(before.masses)
        filled = [sorted(map(str, types)) for types in before.to_sets() if types]
        assert sorted(filled) == sorted(sorted(map(str, types)) for types in after.to_sets() if types)


def test_a_shuffle_of_very_long_texts_does_not_overflow():
    array = sm.SegmentationArray.from_masses([[2**61, 5, 2**61 - 7]] * 20)
    for row in shuffled(array, 1):
        assert sorted(row.masses) == [5, 2**61 - 7, 2**61]


def test_every_order_comes_equally_often():
    array = sm.SegmentationArray.from_masses([[1, 2, 4]] * 6_000)
    found = [row.masses for row in shuffled(array, 1)]
    for order in itertools.permutations([1, 2, 4]):
        assert found.count(order) == pytest.approx(1_000, abs=130), "more than four standard deviations off"


def test_draws_depend_on_their_number_and_their_row_only():
    array = sm.SegmentationArray.from_masses([[1, 2, 4, 8], [3, 3, 9], [1] * 15])
    all_draws = list(shuffled(array, 5, 0, 6))
    assert list(shuffled(array, 5, 2, 3)) == all_draws[6:15]
    assert list(shuffled(array[:2], 5, 4, 1)) == all_draws[12:14]
    assert list(shuffled(array, 6, 0, 6)) != all_draws


def test_the_positions_of_types_are_shuffled_too():
    array = sm.SegmentationArray.from_segmentations(
        [sm.Segmentation.from_sets([{"x"}, set(), {"y", "z"}, set(), set()])]
    )
    found = [row.to_sets() for row in shuffled(array, 1, 0, 3_000)]
    first = sum(next(types for types in sets if types) == {"x"} for sets in found)
    assert first == pytest.approx(1_500, abs=110), "four standard deviations"
    # The segments 1, 2 and 3 in six orders, and two orders of the types.
    assert len({tuple(map(frozenset, sets)) for sets in found}) == 12


def test_expected_agreement_is_the_mean_over_all_orders():
    orders = itertools.product(itertools.permutations([1, 2, 4]), itertools.permutations([2, 5]))
    exact = np.mean([sm.similarity(list(a), list(b)) for a, b in orders])
    single = [sm.agree(PAIR, shuffles=1, rng=seed).shuffled for seed in range(200)]
    error = 4 * np.std(single) / np.sqrt(4_000)
    assert sm.agree(PAIR, shuffles=4_000, rng=1).shuffled == pytest.approx(exact, abs=error)


@pytest.mark.parametrize("metric", ["S", "B", "windowdiff:k=2"])
def test_the_shuffled_level_stands_beside_every_coefficient(metric):
    found = sm.agree(PAIR, metric, rng=4)
    assert (found.draws, found.seed) == (200, 4)
    assert found.above_shuffled == pytest.approx((found.observed - found.shuffled) / (1 - found.shuffled))
    by_permutation = sm.agree(PAIR, metric, chance="permutation", rng=4)
    assert (by_permutation.value, by_permutation.expected) == (found.above_shuffled, found.shuffled)


def test_very_many_pairs_are_shuffled_less_often(monkeypatch):
    # Two codings with two boundaries and one, compared once: four units of work for every shuffle.
    monkeypatch.setattr("seamark.agreement.shuffled._MOST_WORK", 4 * 30)
    assert sm.agree(PAIR).draws == 30
    assert sm.agree(PAIR, shuffles=20).draws == 20


@pytest.mark.parametrize("rate", [0.05, 0.2, 0.5])
@pytest.mark.parametrize("metric", ["S", "B", "windowdiff"])
def test_coders_who_know_nothing_of_the_text_do_not_rise_above_the_level(metric, rate):
    source = np.random.default_rng(8)
    codings = {
        f"{item}": {
            f"{coder}": sm.Segmentation.from_positions((np.flatnonzero(source.random(59) < rate) + 1).tolist(), 60)
            for coder in range(4)
        }
        for item in range(150)
    }
    assert sm.agree(codings, metric, shuffles=20).above_shuffled == pytest.approx(0.0, abs=0.01)


@pytest.mark.parametrize(
    ("metric", "observed", "level", "above"), [("S", 0.903, 0.857, 0.322), ("B", 0.314, 0.116, 0.225)]
)
def test_moonstone(metric, observed, level, above):
    found = sm.agree(moonstone(), metric)
    assert (found.observed, found.shuffled, found.above_shuffled) == pytest.approx((observed, level, above), abs=0.003)
