import numpy as np
import pytest

from seamark.base.errors import InputError
from seamark.stats import mean_of_sums, rows_of_values
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
