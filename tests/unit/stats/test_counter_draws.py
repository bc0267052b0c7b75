"""Swaps: their law, and that they depend on names alone."""

import numpy as np
import scipy.stats

from seamark.stats.resampling import item_counters, swaps

NAMES = [f"text {number}" for number in range(400)]
MASK = 2**64 - 1


def mixed(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def word(key, draw, counter):
    """The first random word of a draw and counter, in whole numbers of Python."""
    state = mixed(mixed(mixed(key) ^ draw) ^ counter)
    return mixed((state + 0x9E3779B97F4A7C15) & MASK)


def test_swaps_are_the_words_that_reach_one_half():
    counters = item_counters(NAMES[:30])
    key = int(np.random.SeedSequence(9, spawn_key=(3,)).generate_state(1, np.uint64)[0])
    expected = [[word(key, draw, int(counter)) >= 2**63 for counter in counters] for draw in range(5, 25)]
    assert swaps(counters, 9, 5, 20).tolist() == expected


def test_swaps_are_independent():
    found = 2 * swaps(item_counters(NAMES[:20]), 3, 0, 20_000) - 1
    # The errors of 20,000 draws are near .007, and of 190 pairs one may be four of them off.
    np.testing.assert_allclose(np.cov(found, rowvar=False), np.eye(20), atol=0.05)
    after = [np.corrcoef(column[1:], column[:-1])[0, 1] for column in found.T]
    np.testing.assert_allclose(after, 0, atol=0.03)


def test_one_in_two_is_swapped_by_names_and_numbers_alone():
    found = swaps(item_counters(NAMES), 4, 0, 500)
    assert set(np.unique(found)) == {0.0, 1.0}
    assert scipy.stats.binomtest(int(found.sum()), found.size).pvalue > 1e-4
    np.testing.assert_array_equal(swaps(item_counters(NAMES[7:9]), 4, 30, 5), found[30:35, 7:9])
    assert not np.array_equal(swaps(item_counters(NAMES), 5, 0, 500), found)
