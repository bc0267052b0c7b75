import numpy as np
import pytest

from seamark.base.errors import InputError
from seamark.stats import multiplicities
from seamark.stats.resampling import BLOCK, multiplicity_blocks


@pytest.mark.parametrize(("n", "resamples"), [(1, 3), (2, 50), (7, 100), (1000, 200), (BLOCK + 5, 2)])
def test_counts_are_those_of_plain_draws_with_replacement(n, resamples):
    drawn = np.random.default_rng(11).integers(0, n, (resamples, n))
    expected = [np.bincount(row, minlength=n) for row in drawn]
    result = multiplicities(n, resamples, rng=11)
    assert result.dtype == np.int64
    np.testing.assert_array_equal(result, expected)


def test_counts_follow_the_multinomial_law():
    n, resamples = 8, 200_000
    counts = multiplicities(n, resamples, rng=3)
    covariance = np.cov(counts, rowvar=False)
    # Multinomial(n, 1/n): variances 1 - 1/n, covariances -1/n; the errors of 200,000 draws are near .003.
    np.testing.assert_allclose(counts.mean(axis=0), 1.0, atol=0.015)
    np.testing.assert_allclose(covariance, np.eye(n) - 1 / n, atol=0.015)
    absent = (1 - 1 / n) ** n
    np.testing.assert_allclose((counts == 0).mean(axis=0), absent, atol=0.006)


@pytest.mark.parametrize("step", [1, 2, 7, 99, 100, 1000])
def test_draws_do_not_depend_on_the_block_size(step):
    blocks = list(multiplicity_blocks(13, 100, np.random.default_rng(5), step=step))
    assert [len(block) for block in blocks[:-1]] == [step] * (len(blocks) - 1)
    np.testing.assert_array_equal(np.concatenate(blocks), multiplicities(13, 100, rng=5))


def test_more_resamples_begin_with_the_same_ones():
    np.testing.assert_array_equal(multiplicities(30, 5000, rng=2)[:100], multiplicities(30, 100, rng=2))


@pytest.mark.parametrize("resamples", [0, -5, 2.5, True, "10", None])
def test_a_useless_number_of_resamples_is_refused(resamples):
    with pytest.raises(InputError, match=r"resamples is .*; expected a whole number"):
        multiplicities(5, resamples)


def test_no_units_are_refused():
    with pytest.raises(InputError, match="there are 0 units to draw from"):
        multiplicities(0, 10)
