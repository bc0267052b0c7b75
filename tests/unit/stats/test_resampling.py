import numpy as np
import pytest

from seamark.base.errors import InputError
from seamark.stats import bootstrap, mean_of_sums, rows_of_values
from seamark.stats.resampling import BLOCK, multiplicity_blocks


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


@pytest.mark.parametrize("step", [1, 2, 7, 99, 100, 1000])
def test_draws_do_not_depend_on_the_block_size(step):
    blocks = list(multiplicity_blocks(13, 100, np.random.default_rng(5), step=step))
    assert [len(block) for block in blocks[:-1]] == [step] * (len(blocks) - 1)
    np.testing.assert_array_equal(np.concatenate(blocks), counts(13, 100, rng=5))


def test_more_resamples_begin_with_the_same_ones():
    np.testing.assert_array_equal(counts(30, 5000, rng=2)[:100], counts(30, 100, rng=2))


@pytest.mark.parametrize("resamples", [0, -5, 2.5, True, "10", None])
def test_a_useless_number_of_resamples_is_refused(resamples):
    with pytest.raises(InputError, match="resamples is"):
        bootstrap(rows_of_values([0.5, 1.0]), mean_of_sums, resamples=resamples)
