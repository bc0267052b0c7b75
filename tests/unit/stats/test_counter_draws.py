"""Weights of a Poisson bootstrap, and swaps: their law, and that they depend on names alone."""

from decimal import Decimal, localcontext

import numpy as np
import pytest
import scipy.stats

from seamark.stats.resampling import _poisson_limits, item_counters, poisson_blocks, poisson_weights, swaps

NAMES = [f"text {number}" for number in range(400)]
MASK = 2**64 - 1


def test_limits_are_the_chances_of_at_most_so_many():
    with localcontext(prec=60):
        chance, at_most, expected = 1 / Decimal(1).exp(), Decimal(0), []
        for number in range(30):
            at_most += chance
            chance /= number + 1
            expected.append(int(at_most * 2**64))
    limits = [int(limit) for limit in _poisson_limits()]
    assert limits == expected[: len(limits)]
    assert all(limit == MASK for limit in expected[len(limits) :]), "one word in 2**64 is left"


def mixed(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def word(key, draw, counter):
    """The first random word of a draw and counter, in whole numbers of Python."""
    state = mixed(mixed(mixed(key) ^ draw) ^ counter)
    return mixed((state + 0x9E3779B97F4A7C15) & MASK)


def test_weights_count_the_limits_that_a_word_reaches():
    counters, limits = item_counters(NAMES[:30]), [int(limit) for limit in _poisson_limits()]
    key = int(np.random.SeedSequence(9, spawn_key=(3,)).generate_state(1, np.uint64)[0])
    expected = [
        [sum(word(key, draw, int(counter)) >= limit for limit in limits) for counter in counters]
        for draw in range(5, 25)
    ]
    assert poisson_weights(counters, 9, 5, 20).tolist() == expected


@pytest.mark.parametrize("seed", [0, 7, 2**127])
def test_weights_follow_the_poisson_law(seed):
    weights = poisson_weights(item_counters(NAMES), seed, 0, 1000)
    found = np.bincount(np.minimum(weights, 7).astype(int).ravel(), minlength=8)
    chances = scipy.stats.poisson.pmf(np.arange(8), 1)
    chances[7] = scipy.stats.poisson.sf(6, 1)
    assert scipy.stats.chisquare(found, weights.size * chances).pvalue > 1e-4


def test_items_and_resamples_are_independent():
    weights = poisson_weights(item_counters(NAMES[:20]), 3, 0, 20_000)
    # The errors of 20,000 draws are near .007, and of 190 pairs one may be four of them off.
    np.testing.assert_allclose(np.cov(weights, rowvar=False), np.eye(20), atol=0.05)
    after = [np.corrcoef(column[1:], column[:-1])[0, 1] for column in weights.T]
    np.testing.assert_allclose(after, 0, atol=0.03)


def test_weights_depend_on_names_and_numbers_of_resamples_alone():
    whole = poisson_weights(item_counters(NAMES), 5, 0, 50)
    order = np.random.default_rng(1).permutation(len(NAMES))
    mixed_up = poisson_weights(item_counters([NAMES[number] for number in order]), 5, 0, 50)
    np.testing.assert_array_equal(mixed_up, whole[:, order])
    np.testing.assert_array_equal(poisson_weights(item_counters(NAMES[100:110]), 5, 20, 3), whole[20:23, 100:110])
    assert not np.array_equal(poisson_weights(item_counters(NAMES), 6, 0, 50), whole)


@pytest.mark.parametrize("block", [1, 1000, 10**6])
def test_blocks_make_up_all_resamples(block, monkeypatch):
    monkeypatch.setattr("seamark.stats.resampling.BLOCK", block)
    counters = item_counters(NAMES[:70])
    blocks = list(poisson_blocks(counters, 2, 33))
    assert [number for part, _ in blocks for number in range(33)[part]] == list(range(33))
    np.testing.assert_array_equal(
        np.concatenate([weights for _, weights in blocks]), poisson_weights(counters, 2, 0, 33)
    )


def test_one_in_two_is_swapped():
    found = swaps(item_counters(NAMES), 4, 0, 500)
    assert set(np.unique(found)) == {0.0, 1.0}
    assert scipy.stats.binomtest(int(found.sum()), found.size).pvalue > 1e-4
    np.testing.assert_array_equal(swaps(item_counters(NAMES[7:9]), 4, 30, 5), found[30:35, 7:9])
