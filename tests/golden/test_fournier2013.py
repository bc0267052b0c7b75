"""B and the confusion of boundaries of Fournier 2013, "Evaluating Text Segmentation using Boundary Edit Distance".

The values were worked out by hand from the paper's formulas.
"""

from fractions import Fraction

import pytest

from seamark import B, BoundaryConfusion, EditWeights, Segmentation, boundary_confusion, boundary_similarity, similarity

REFERENCE, HYPOTHESIS = [5, 5, 5, 5], [5, 6, 9]
sets = Segmentation.from_sets


@pytest.mark.parametrize(("n", "share"), [(2, Fraction(1, 2)), (3, Fraction(5, 9))])
def test_b_of_the_running_example(n, share):
    # One match, one miss, one near miss at distance 1: 1 - (1 + 1/n) / 3.
    assert share == 1 - (1 + Fraction(1, n)) / 3
    assert boundary_similarity(REFERENCE, HYPOTHESIS, n=n) == pytest.approx(float(share), abs=1e-15)
    assert boundary_similarity(HYPOTHESIS, REFERENCE, n=n) == pytest.approx(float(share), abs=1e-15)
    assert B(n).compare(REFERENCE, HYPOTHESIS).value == pytest.approx(float(share), abs=1e-15)


def test_b_as_printed():
    assert round(boundary_similarity(REFERENCE, HYPOTHESIS), 4) == 0.5
    assert round(boundary_similarity(REFERENCE, HYPOTHESIS, n=3), 4) == 0.5556


def test_b_of_two_unsegmented_texts():
    assert boundary_similarity([7], [7]) == boundary_similarity([1], [1]) == 1


def test_b_of_nothing_shared():
    assert boundary_similarity([14], [1] * 14) == 0
    assert boundary_similarity([2, 8], [8, 2]) == 0


def test_b_of_types_that_are_exchanged():
    # One substitution between neighbours, on a scale of 1..2 and alone; on a scale of 1..3 and beside two matches.
    assert boundary_similarity(sets([{1}]), sets([{2}])) == pytest.approx(1 / 2, abs=1e-15)
    a, b = sets([{1}, {3}, {2}]), sets([{1}, {3}, {1}])
    assert boundary_similarity(a, b) == pytest.approx(1 - (1 / 3) / 3, abs=1e-15)


def test_s_with_the_weights_of_2013():
    # 1 - (1 + 1/2) / 19
    s = similarity(REFERENCE, HYPOTHESIS, weights=EditWeights(scale="linear"))
    assert s == pytest.approx(1 - 1.5 / 19, abs=1e-15)
    assert round(s, 4) == 0.9211
    assert round(similarity(REFERENCE, HYPOTHESIS), 4) == 0.8947


def test_confusion_of_the_running_example():
    confusion = boundary_confusion(REFERENCE, HYPOTHESIS)
    assert (confusion.precision, confusion.recall, confusion.f) == pytest.approx((1, 0.6, 0.75), abs=1e-15)
    result = BoundaryConfusion().compare(REFERENCE, HYPOTHESIS)
    assert (result.parts["precision"], result.parts["recall"], result.value) == pytest.approx((1, 0.6, 0.75), abs=1e-15)


def test_precision_is_that_of_the_hypothesis():
    confusion = boundary_confusion([2, 8], [2, 2, 2, 4])
    assert (confusion.precision, confusion.recall) == pytest.approx((1 / 3, 1), abs=1e-15)
