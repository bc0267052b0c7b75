import itertools
import math

import numpy as np
import pytest

from seamark.base.errors import InputError
from seamark.stats import bootstrap, bootstrap_statistic, resampling

ITEMS, CODERS = 6, 4
FIRST, SECOND = (np.array(side) for side in zip(*itertools.combinations(range(CODERS), 2), strict=True))
SIMILARITY = np.random.default_rng(9).random((ITEMS, len(FIRST)))
SIZES = np.arange(1.0, ITEMS + 1)[:, np.newaxis] * np.ones(len(FIRST))


def mean_similarity(weights):
    """Similarity over items and pairs of coders, each item weighing its size."""
    pairs = weights.pairs(FIRST, SECOND)
    numerator = ((weights.items @ (SIZES * SIMILARITY)) * pairs).sum(axis=-1)
    return numerator / ((weights.items @ SIZES) * pairs).sum(axis=-1)


def by_hand(items, coders):
    """The same from lists of items and coders, with repetitions, by going through every pair of copies."""
    table = {}
    for place, (a, b) in enumerate(zip(FIRST, SECOND, strict=True)):
        table[a, b] = table[b, a] = place
    numerator = denominator = 0.0
    for item in items:
        for a, b in itertools.combinations(coders, 2):
            if a != b:
                numerator += SIZES[item, 0] * SIMILARITY[item, table[a, b]]
                denominator += SIZES[item, 0]
    return numerator / denominator if denominator else math.nan


def without_each(left_out):
    """The same without each item, or without each coder."""
    everything = list(range(ITEMS)), list(range(CODERS))
    if left_out == "items":
        return np.array([by_hand([i for i in everything[0] if i != left], everything[1]) for left in everything[0]])
    return np.array([by_hand(everything[0], [c for c in everything[1] if c != left]) for left in everything[1]])


def run(resample, resamples=60, rng=13):
    return bootstrap_statistic(
        mean_similarity,
        items=ITEMS,
        coders=CODERS,
        resample=resample,
        resamples=resamples,
        rng=rng,
        without_each=without_each,
    )


def drawn(n, rng, resamples=60):
    return rng.integers(0, n, (resamples, n)).tolist()


@pytest.mark.parametrize("resample", ["items", "coders", "both"])
def test_replicates_equal_the_resampled_lists(resample):
    everything = list(range(ITEMS)), list(range(CODERS))
    items = drawn(ITEMS, np.random.default_rng(13)) if resample != "coders" else [everything[0]] * 60
    stream = np.random.default_rng(np.random.SeedSequence(13, spawn_key=(1,)))
    coders = drawn(CODERS, stream) if resample != "items" else [everything[1]] * 60
    result = run(resample)
    expected = [by_hand(some, others) for some, others in zip(items, coders, strict=True)]
    np.testing.assert_allclose(result.replicates, expected, rtol=1e-13)
    assert result.estimate == pytest.approx(by_hand(*everything))
    assert (result.resampled, result.seed) == (resample, 13)

    kinds = ("items", "coders") if resample == "both" else (resample,)
    assert [len(values) for values in result.leave_one_out] == [{"items": ITEMS, "coders": CODERS}[k] for k in kinds]


def test_bca_needs_the_statistic_without_each():
    result = bootstrap_statistic(mean_similarity, items=ITEMS, coders=CODERS, resamples=60, rng=1)
    assert result.interval(0.9).low < result.estimate
    with pytest.raises(InputError, match="BCa interval needs the statistic without each item or coder"):
        result.interval(0.9, "bca")


def test_the_statistic_without_each_is_a_function():
    with pytest.raises(InputError, match="without_each is 5; expected a function"):
        bootstrap_statistic(mean_similarity, items=ITEMS, coders=CODERS, resamples=60, rng=1, without_each=5)


def test_items_are_drawn_as_by_the_bootstrap_over_rows():
    rows = np.column_stack([(SIZES * SIMILARITY).sum(axis=1), SIZES.sum(axis=1)])
    over_rows = bootstrap(rows, lambda sums: sums[..., 0] / sums[..., 1], resamples=500, rng=4)
    over_weights = run("items", resamples=500, rng=4)
    np.testing.assert_allclose(over_rows.replicates, over_weights.replicates, rtol=1e-13)
    np.testing.assert_allclose(over_rows.leave_one_out, over_weights.leave_one_out, rtol=1e-13)
    for method in ("percentile", "bca"):
        ours, theirs = over_weights.interval(0.9, method), over_rows.interval(0.9, method)
        assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))


@pytest.mark.parametrize("block", [1, 50, 1000])
@pytest.mark.parametrize("resample", ["items", "coders", "both"])
def test_results_do_not_depend_on_the_block_size(monkeypatch, resample, block):
    whole = run(resample)
    monkeypatch.setattr(resampling, "_WEIGHTS", block)
    pieces = run(resample)
    np.testing.assert_allclose(pieces.replicates, whole.replicates, rtol=1e-14)


def test_resamples_of_a_single_coder_are_undefined_and_counted():
    result = run("coders", resamples=5000)
    # All four draws the same coder: 4 / 4**4.
    assert result.undefined / 5000 == pytest.approx(1 / 64, abs=0.006)
    assert result.interval().undefined == result.undefined


def test_bca_over_both_factors_contains_the_estimate():
    result = run("both", resamples=2000)
    assert result.estimate in result.interval(0.95, "bca")


@pytest.mark.parametrize(
    ("items", "coders", "resample", "message"),
    [
        (1, 5, "items", "needs at least two items, got 1; with a single item, resample its coders instead"),
        (1, 5, "both", "needs at least two items, got 1"),
        (9, 2, "coders", "needs at least 3 coders, got 2: two coders make one pair.*; resample items instead"),
        (9, 2, "both", "needs at least 3 coders, got 2"),
        (9, 5, "pairs", "resample is 'pairs'; expected one of items, coders, both"),
    ],
)
def test_designs_that_cannot_be_resampled_say_why(items, coders, resample, message):
    with pytest.raises(InputError, match=message):
        bootstrap_statistic(mean_similarity, items=items, coders=coders, resample=resample)


def test_one_item_can_be_resampled_over_its_coders():
    result = bootstrap_statistic(
        lambda weights: (weights.pairs(FIRST, SECOND) @ SIMILARITY[0]) / weights.pairs(FIRST, SECOND).sum(axis=-1),
        items=1,
        coders=CODERS,
        resample="coders",
        resamples=200,
        rng=1,
    )
    assert result.estimate == pytest.approx(SIMILARITY[0].mean())
    assert result.interval().low < result.estimate < result.interval().high


def test_a_statistic_of_another_shape_is_refused():
    with pytest.raises(InputError, match=r"statistic must give one value for each of 7 resamples.*\(1,\)"):
        bootstrap_statistic(lambda weights: np.ones(1), items=5, coders=3, resamples=7)


def test_no_resamples_are_refused():
    with pytest.raises(InputError, match="resamples is -1"):
        run("items", resamples=-1)


def test_a_coder_is_never_paired_with_themself():
    weights = resampling.Weights(items=np.ones((1, 1)), coders=np.array([[3.0, 2.0, 0.0], [1.0, 1.0, 1.0]]))
    ordered = np.array(list(itertools.product(range(3), repeat=2)))
    table = weights.pairs(ordered[:, 0], ordered[:, 1]).reshape(2, 3, 3)
    assert table[0].tolist() == [[0, 6, 0], [6, 0, 0], [0, 0, 0]]
    assert table[1].tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
