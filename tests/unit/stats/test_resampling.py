"""Resampling: rows of counts, exact sums, draws and their seeds, the bootstrap over items and coders."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark.base.errors import InputError
from seamark.stats import mean_of_sums, resampling, resolve_rng, rows_of_values
from seamark.stats.resampling import bootstrap
from seamark.stats.rows import apply_score, as_rows, as_values, exact_sum, leave_one_out


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([1.0, 2.0, 3.0], r"expected a table of shape \(items, counts\), got shape \(3,\)"),
        (np.zeros((3, 0)), r"got shape \(3, 0\)"),
        (np.zeros((2, 3, 4)), r"got shape \(2, 3, 4\)"),
        ([["a", "b"], ["c", "d"]], "expected a table of numbers"),
        ([[1.0], [2.0, 3.0]], "expected a table of numbers"),
        ([[1.0, 2.0], [3.0, np.inf]], "item 1 has an infinite count"),
        ([[1.0, 2.0]], "needs at least two items, got 1"),
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


def test_a_score_that_is_not_vectorised_or_no_function_is_refused():
    with pytest.raises(InputError, match="score cannot be computed"):
        apply_score(5, np.ones((5, 2)))
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


@pytest.mark.parametrize("seed", [0, 7, np.int64(7), np.uint32(3), 2**80, 2**128 - 1])
def test_an_integer_is_the_seed_and_gives_numpys_own_generator(seed):
    numbers, reported = draws(seed)
    assert (type(reported), reported) == (int, int(seed))
    assert numbers == np.random.default_rng(int(seed)).integers(1_000_000, size=5).tolist()


@pytest.mark.parametrize("rng", [None, np.random.default_rng(5)])
def test_a_fresh_seed_gives_the_numbers_again(rng):
    numbers, seed = draws(rng)
    assert draws(rng)[1] != seed
    assert draws(seed) == (numbers, seed)


def test_a_generator_and_a_seed_sequence_always_give_the_same_seed():
    assert draws(np.random.default_rng(5)) == draws(np.random.default_rng(5))
    child, other = np.random.SeedSequence(5).spawn(2)
    assert draws(child) == draws(child)
    assert draws(child)[1] != draws(other)[1]


@pytest.mark.parametrize(
    ("rng", "message"),
    [
        *((rng, f"rng is a {type(rng).__name__}; expected None, an int, a") for rng in (True, 1.5, "7", [7])),
        (np.random.RandomState(1), "rng is a RandomState"),
        (-1, "rng is -1; an integer seed is 0 or more"),
        pytest.param(
            10**5000, r"rng is about 2\*\*16609; an integer seed is 0 or more, and below 2\*\*128", id="large"
        ),
    ],
)
def test_what_is_no_seed(rng, message):
    with pytest.raises(InputError, match=message):
        resolve_rng(rng)


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


def run(resample, resamples=60, seed=13):
    counts = {"items": ITEMS, "coders": CODERS}
    return bootstrap(mean_similarity, **counts, resample=resample, resamples=resamples, seed=seed)


def drawn(n, rng, resamples=60):
    return rng.integers(0, n, (resamples, n)).tolist()


@pytest.mark.parametrize("resample", ["items", "coders", "both"])
def test_values_are_those_of_the_resampled_lists(resample, monkeypatch):
    everything = list(range(ITEMS)), list(range(CODERS))
    items = drawn(ITEMS, np.random.default_rng(13)) if resample != "coders" else [everything[0]] * 60
    stream = np.random.default_rng(np.random.SeedSequence(13, spawn_key=(1,)))
    coders = drawn(CODERS, stream) if resample != "items" else [everything[1]] * 60
    expected = [by_hand(some, others) for some, others in zip(items, coders, strict=True)]
    np.testing.assert_allclose(run(resample), expected, rtol=1e-13)
    for block in (1, 50, 1000):
        monkeypatch.setattr(resampling, "_WEIGHTS", block)
        np.testing.assert_allclose(run(resample), expected, rtol=1e-13)


def test_resamples_of_a_single_coder_are_undefined():
    # All four draws are the same coder in 4 of 4**4 resamples.
    assert np.isnan(run("coders", resamples=5000)).mean() == pytest.approx(4 / 4**4, abs=0.006)


NUMBERS = st.floats(allow_nan=False, allow_infinity=False)


@given(st.lists(NUMBERS, max_size=30), st.randoms(use_true_random=False))
def test_exact_sums_are_those_of_fractions_in_any_order_and_parts(numbers, source):
    expected = sum(map(Fraction, numbers), Fraction(0))
    source.shuffle(numbers)
    cut = source.randint(0, len(numbers))
    assert exact_sum(np.array(numbers[:cut])) + exact_sum(np.array(numbers[cut:])) == expected
