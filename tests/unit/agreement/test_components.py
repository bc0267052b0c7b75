"""Components of variance: against sums over every two values, the analysis of variance, and drawn effects."""

import math
from itertools import combinations, product

import numpy as np
import polars
import pytest

from seamark.agreement.shuffled import MeanSquares, VarianceComponents, variance_components
from seamark.base.errors import InputError

TRUE = VarianceComponents(item=0.008, coder=0.003, item_coder=0.008, pair=0.001, residual=0.013)


def drawn(rng, items, coders, missing=0.0, true=TRUE):
    """Values of a study with these components, their items and their coders."""
    pairs = list(combinations(range(coders), 2))
    coded = rng.random((items, coders)) >= missing
    of_item, of_coder = rng.normal(0, true.item**0.5, items), rng.normal(0, true.coder**0.5, coders)
    of_coding = rng.normal(0, true.item_coder**0.5, (items, coders))
    of_pair = {pair: rng.normal(0, true.pair**0.5) for pair in pairs}
    rows = [
        (
            of_item[i] + of_coder[c] + of_coder[d] + of_coding[i, c] + of_coding[i, d]
            + of_pair[c, d] + rng.normal(0, true.residual**0.5),
            i,
            c,
            d,
        )
        for i, (c, d) in product(range(items), pairs)
        if coded[i, c] and coded[i, d]
    ]  # fmt: skip
    values, item, first, second = map(np.array, zip(*rows, strict=True))
    return values, item, (first, second)


def plain_means(values, item, coders):
    """The mean product of every two values, by whether they share the item and by how many coders they share."""
    found = {}
    rows = list(zip(values, item, map(set, zip(*coders, strict=True)), strict=True))
    for (u, i, of_u), (v, j, of_v) in product(rows, repeat=2):
        found.setdefault((i == j, len(of_u & of_v)), []).append(u * v)
    return {key: math.fsum(products) / len(products) for key, products in found.items()}


def test_raw_components_are_mean_products_of_every_two_values():
    values, item, coders = drawn(np.random.default_rng(3), 7, 6, missing=0.3)
    mean = plain_means(values, item, coders)
    a, b = mean[True, 0] - mean[False, 0], mean[False, 1] - mean[False, 0]
    g = mean[True, 1] - mean[True, 0] - mean[False, 1] + mean[False, 0]
    h = mean[False, 2] - 2 * mean[False, 1] + mean[False, 0]
    e = mean[True, 2] - mean[False, 0] - a - 2 * b - 2 * g - h
    found = variance_components(values, item, coders)
    m, n = found.codings_per_item, found.items_per_coder
    assert (found.items, found.coders) == (7, 6)
    expected = (e, g + e / 4, h + e / n, a + 4 * g / m + 2 * e / (m * (m - 1)), b + g / n + (h + e / n) / 4)
    assert found.squares == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("coders", [3, 4, 7])
def test_complete_designs_have_the_mean_squares_of_the_analysis_of_variance(coders):
    items = 9
    values, item, (first, second) = drawn(np.random.default_rng(4), items, coders)
    table = np.zeros((items, coders, coders))
    table[item, first, second] = table[item, second, first] = values
    of_item = table.sum(axis=(1, 2)) / (coders * (coders - 1))
    mean = of_item.mean()

    def round_robin(one):
        return (one.sum(axis=1) - (coders - 1) * one.sum() / (coders * (coders - 1))) / (coders - 2)

    of_coder, of_coding = round_robin(table.mean(axis=0)), np.array([round_robin(one) for one in table])
    found = variance_components(values, item, (first, second))
    assert found.squares.item == pytest.approx(((of_item - mean) ** 2).sum() / (items - 1))
    assert found.squares.item_coder == pytest.approx(((of_coding - of_coder) ** 2).sum() / ((items - 1) * (coders - 1)))
    assert found.squares.coder == pytest.approx((of_coder**2).sum() / (coders - 1))
    degrees = (coders * (coders - 3) / 2, (items - 1) * (coders - 1))
    assert found.degrees == ((items - 1) * degrees[0], degrees[1], degrees[0], items - 1, coders - 1)
    if coders > 3:
        fitted = of_coder[:, None] + of_coder + mean
        of_pair = table.mean(axis=0) - fitted
        squares = sum(of_pair[pair] ** 2 for pair in combinations(range(coders), 2))
        assert found.squares.pair == pytest.approx(squares / degrees[0])
        rest = table - of_item[:, None, None] - of_coding[:, :, None] - of_coding[:, None, :] - of_pair
        squares = sum((rest[:, c, d] ** 2).sum() for c, d in combinations(range(coders), 2))
        assert found.squares.residual == pytest.approx(squares / ((items - 1) * degrees[0]))


def test_three_coders_share_what_cannot_be_told_apart():
    found = variance_components(*drawn(np.random.default_rng(5), 12, 3)).components
    assert found.item_coder == found.residual > 0
    assert found.pair == 0


def test_negative_estimates_are_cut_before_the_next_is_solved():
    estimate = variance_components(*drawn(np.random.default_rng(6), 12, 6))
    m, n = estimate.codings_per_item, estimate.items_per_coder
    found = estimate.solved(np.array([MeanSquares(-0.01, 0.02, 0.03, 0.05, 0.001)]))
    assert (found.residual[0], found.item_coder[0], found.pair[0]) == (0.0, 0.02, 0.03)
    assert found.item[0] == pytest.approx(0.05 - 4 * 0.02 / m)
    assert found.coder[0] == 0.0
    again = estimate.solved(np.array([estimate.squares]))
    assert [part[0] for part in (again.item, again.coder)] == [estimate.components.item, estimate.components.coder]
    assert n == 12


def test_groups_are_averaged_by_their_values():
    rng = np.random.default_rng(9)
    one, other = drawn(rng, 6, 5), drawn(rng, 9, 4)
    values = np.concatenate((one[0], other[0]))
    item = np.concatenate((one[1], other[1] + 6))
    coders = tuple(np.concatenate((mine, theirs + 5)) for mine, theirs in zip(one[2], other[2], strict=True))
    group = np.repeat([0, 1], (len(one[0]), len(other[0])))
    found = variance_components(values, item, coders, group)
    apart = [variance_components(*each) for each in (one, other)]
    weights = np.array([len(one[0]), len(other[0])]) / len(values)
    assert found.squares == pytest.approx(weights @ [each.squares for each in apart])
    assert found.degrees.item == 5 + 8


def test_what_is_too_small_has_none():
    one_item = np.zeros(3, dtype=int)
    assert variance_components(np.ones(3), one_item, (np.array([0, 0, 1]), np.array([1, 2, 2]))) is None
    two_coders = np.zeros(4, dtype=int)
    assert variance_components(np.ones(4), np.arange(4), (two_coders, two_coders + 1)) is None


@pytest.mark.parametrize("coders", [2, "3", None, np.array(["3"]), polars.DataFrame({"a": ["3"]}), math.nan])
def test_counts_of_coders_that_are_none(coders):
    with pytest.raises(InputError):
        TRUE.jackknifed(5, coders)
    with pytest.raises(InputError):
        TRUE.variance(range(10**12), coders)
