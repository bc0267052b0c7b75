"""Resampling: rows of counts, draws and their seeds, the bootstrap over items and over items and coders."""

import itertools
import math

import numpy as np
import pytest
import scipy.stats

from seamark.base.errors import InputError
from seamark.stats import (
    Bootstrap,
    bootstrap,
    bootstrap_statistic,
    mean_of_sums,
    resampling,
    resolve_rng,
    rows_of_values,
)
from seamark.stats.resampling import BLOCK, multiplicity_blocks
from seamark.stats.rows import apply_score, as_rows, as_values, leave_one_out


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([1.0, 2.0, 3.0], r"expected a table of shape \(items, counts\), got shape \(3,\)"),
        (np.zeros((3, 0)), r"got shape \(3, 0\)"),
        (np.zeros((2, 3, 4)), r"got shape \(2, 3, 4\)"),
        ([["a", "b"], ["c", "d"]], "expected a table of numbers"),
        ([[1.0], [2.0, 3.0]], "expected a table of numbers"),
        ([[1.0, 2.0], [3.0, np.inf]], "item 1 has an infinite count"),
        ([[1.0, 2.0]], "needs at least two items, got 1; with a single item, resample its coders instead"),
        (np.zeros((0, 2)), "needs at least two items, got 0"),
    ],
)
def test_rows_that_cannot_be_resampled_say_why(rows, message):
    with pytest.raises(InputError, match=f"^scores of the machine: .*{message}"):
        as_rows(rows, "scores of the machine")


def test_rows_become_contiguous_float64_whatever_they_were():
    table = as_rows(np.arange(12, dtype=np.int32).reshape(3, 4).T)
    assert table.dtype == np.float64
    assert table.flags.c_contiguous
    assert table.tolist() == [[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]]


def test_a_score_that_is_not_vectorised_is_refused():
    with pytest.raises(InputError, match=r"score must map shape \(5, 2\) to \(5,\), but it gave \(\)"):
        apply_score(lambda sums: np.asarray(sums.sum()), np.ones((5, 2)))


def test_an_undefined_score_is_nan_without_a_warning(recwarn):
    assert np.isnan(apply_score(mean_of_sums, np.zeros((3, 2)))).all()
    assert len(recwarn) == 0


def test_the_mean_of_values_is_scored_through_rows():
    values = np.array([0.1, 0.5, 0.9, 0.7])
    assert mean_of_sums(rows_of_values(values).sum(axis=0)) == pytest.approx(0.55)
    expected = [np.delete(values, i).mean() for i in range(4)]
    np.testing.assert_allclose(leave_one_out(rows_of_values(values), mean_of_sums), expected)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([[1.0]], r"expected one dimension, got shape \(1, 1\)"),
        (3.0, r"expected one dimension, got shape \(\)"),
        (["x"], "expected a list of numbers"),
        ([0.5, -np.inf], "number 1 is infinite; undefined scores are NaN"),
    ],
)
def test_values_that_are_no_list_of_scores_say_why(values, message):
    with pytest.raises(InputError, match=f"^values: {message}"):
        as_values(values)


def draws(rng):
    generator, seed = resolve_rng(rng)
    return generator.integers(1_000_000, size=5).tolist(), seed


@pytest.mark.parametrize("seed", [0, 7, np.int64(7), np.uint32(3), 2**80])
def test_an_integer_is_the_seed_and_gives_numpys_own_generator(seed):
    numbers, reported = draws(seed)
    assert reported == int(seed)
    assert type(reported) is int
    assert numbers == np.random.default_rng(int(seed)).integers(1_000_000, size=5).tolist()


def test_none_draws_a_fresh_seed_that_gives_the_numbers_again():
    first, first_seed = draws(None)
    _, second_seed = draws(None)
    assert first_seed != second_seed
    assert draws(first_seed) == (first, first_seed)


def test_a_generator_gives_a_seed_that_can_be_reported_and_moves_on():
    generator = np.random.default_rng(5)
    first, first_seed = draws(generator)
    _, second_seed = draws(generator)
    assert first_seed != second_seed
    assert draws(first_seed)[0] == first
    assert draws(np.random.default_rng(5)) == (first, first_seed)


def test_a_seed_sequence_always_gives_the_same_seed():
    child, other = np.random.SeedSequence(5).spawn(2)
    assert draws(child) == draws(child)
    assert draws(child)[1] != draws(other)[1]


@pytest.mark.parametrize("rng", [True, 1.5, "7", [7], np.random.RandomState(1)])
def test_other_types_are_refused_by_name(rng):
    with pytest.raises(InputError, match=f"rng is a {type(rng).__name__}; expected None, an int, a numpy Generator"):
        resolve_rng(rng)


def test_a_negative_seed_is_refused():
    with pytest.raises(InputError, match="rng is -1; an integer seed is 0 or more"):
        resolve_rng(-1)


def test_a_seed_that_no_signature_could_hold_is_refused():
    assert resolve_rng(2**128 - 1)[1] == 2**128 - 1
    with pytest.raises(InputError, match=r"rng is about 2\*\*16609; an integer seed is 0 or more, and below 2\*\*128"):
        resolve_rng(10**5000)


def counts(n, resamples, rng):
    return np.concatenate(list(multiplicity_blocks(n, resamples, np.random.default_rng(rng))))


@pytest.mark.parametrize(("n", "resamples"), [(1, 3), (2, 50), (7, 100), (1000, 200), (BLOCK + 5, 2)])
def test_counts_are_those_of_plain_draws_with_replacement(n, resamples):
    drawn = np.random.default_rng(11).integers(0, n, (resamples, n))
    expected = [np.bincount(row, minlength=n) for row in drawn]
    result = counts(n, resamples, rng=11)
    np.testing.assert_array_equal(result, expected)


def test_counts_follow_the_multinomial_law():
    n, resamples = 8, 200_000
    drawn = counts(n, resamples, rng=3)
    covariance = np.cov(drawn, rowvar=False)
    # Multinomial(n, 1/n): variances 1 - 1/n, covariances -1/n; the errors of 200,000 draws are near .003.
    np.testing.assert_allclose(drawn.mean(axis=0), 1.0, atol=0.015)
    np.testing.assert_allclose(covariance, np.eye(n) - 1 / n, atol=0.015)
    absent = (1 - 1 / n) ** n
    np.testing.assert_allclose((drawn == 0).mean(axis=0), absent, atol=0.006)


def test_more_resamples_begin_with_the_same_ones():
    np.testing.assert_array_equal(counts(30, 5000, rng=2)[:100], counts(30, 100, rng=2))


@pytest.mark.parametrize("resamples", [0, -5, 2.5, True, "10", None])
def test_a_useless_number_of_resamples_is_refused(resamples):
    with pytest.raises(InputError, match="resamples is"):
        bootstrap(rows_of_values([0.5, 1.0]), mean_of_sums, resamples=resamples)


MAKER = np.random.default_rng(8)
WINDOWS = MAKER.integers(5, 60, 40)
ROWS = np.column_stack([MAKER.binomial(WINDOWS, 0.3), WINDOWS]).astype(float)


def ratio(sums):
    return sums[..., 0] / sums[..., 1]


def test_replicates_are_scores_of_the_items_drawn():
    result = bootstrap(ROWS, ratio, resamples=50, rng=21)
    drawn = np.random.default_rng(21).integers(0, len(ROWS), (50, len(ROWS)))
    assert result.replicates == pytest.approx([ratio(ROWS[items].sum(axis=0)) for items in drawn], rel=1e-14)
    assert result.estimate == ROWS[:, 0].sum() / ROWS[:, 1].sum()
    assert (result.resamples, result.undefined, result.seed, result.resampled) == (50, 0, 21, "items")
    without = [ratio(np.delete(ROWS, item, axis=0).sum(axis=0)) for item in range(len(ROWS))]
    assert result.leave_one_out[0] == pytest.approx(without, rel=1e-14)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_micro_and_macro_intervals_agree_with_scipy_within_monte_carlo_error(method):
    def share(errors, windows, axis=-1):
        return errors.sum(axis=axis) / windows.sum(axis=axis)

    micro = scipy.stats.bootstrap(ROWS.T, share, paired=True, vectorized=True, method=method, n_resamples=20_000, rng=1)
    macro = scipy.stats.bootstrap((ratio(ROWS),), np.mean, method=method, n_resamples=20_000, rng=1)
    for theirs, ours in (
        (micro, bootstrap(ROWS, ratio, resamples=20_000, rng=2)),
        (macro, bootstrap(rows_of_values(ratio(ROWS)), mean_of_sums, resamples=20_000, rng=2)),
    ):
        # An end from 20,000 replicates has an error near .02 standard errors.
        interval = ours.interval(0.95, method)
        tolerance = 0.12 * theirs.standard_error
        assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.04)
        assert interval.low == pytest.approx(theirs.confidence_interval.low, abs=tolerance)
        assert interval.high == pytest.approx(theirs.confidence_interval.high, abs=tolerance)
        assert (interval.ci, interval.method, interval.undefined) == (0.95, method, 0)


def test_a_fresh_seed_is_reported_and_gives_the_result_again():
    first = bootstrap(ROWS, ratio, resamples=20)
    again = bootstrap(ROWS, ratio, resamples=20, rng=first.seed)
    np.testing.assert_array_equal(first.replicates, again.replicates)


def test_resamples_without_a_score_are_counted_and_reported():
    rows = np.array([[1.0, 1.0], [0.0, 0.0], [0.0, 0.0]])
    result = bootstrap(rows, ratio, resamples=2000, rng=3)
    absent = int((np.random.default_rng(3).integers(0, 3, (2000, 3)) != 0).all(axis=1).sum())
    assert result.undefined == absent > 400
    assert result.interval().undefined == absent
    assert (result.interval().low, result.interval().high, result.standard_error) == (1.0, 1.0, 0.0)
    # Without the first item nothing is left to score, so that BCa has no skewness to correct for.
    assert math.isnan(result.interval(method="bca").low)


def test_an_undefined_item_makes_everything_undefined():
    result = bootstrap([[1.0, 2.0], [math.nan, 2.0], [1.0, 4.0]], ratio, resamples=100, rng=3)
    assert math.isnan(result.estimate)
    assert result.undefined == 100
    assert math.isnan(result.standard_error)
    for method in ("percentile", "bca"):
        interval = result.interval(method=method)
        assert math.isnan(interval.low)
        assert math.isnan(interval.high)
        assert interval.undefined == 100


def test_an_undefined_estimate_has_no_interval_even_when_replicates_have_values():
    result = Bootstrap(math.nan, np.array([1.0, 2.0]), (np.array([1.0, 2.0]),), seed=1)
    assert math.isnan(result.interval().low)


def test_items_that_are_all_alike_have_an_interval_of_width_zero():
    result = bootstrap(np.tile([0.1, 0.7], (9, 1)), ratio, resamples=500, rng=1)
    for method in ("percentile", "bca"):
        interval = result.interval(method=method)
        assert (interval.low, interval.high) == pytest.approx((1 / 7, 1 / 7), rel=1e-14)


def test_one_item_cannot_be_resampled():
    with pytest.raises(InputError, match=r"^rows: resampling over items needs at least two items, got 1"):
        bootstrap([[1.0, 2.0]], ratio)


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
