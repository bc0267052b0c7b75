"""S and the boundary edit distance as printed in Fournier & Inkpen 2012, "Segmentation Similarity and Agreement".

Figures 5a to 5c, Table 2 and the figures for the whole corpus are computed again in tests/unit/reproduce.
"""

from fractions import Fraction

import pytest

from seamark import S, align, edit_distance, score_pairs, similarity


@pytest.mark.parametrize(
    ("a", "b", "share", "printed"),
    [
        pytest.param([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2], Fraction(9, 13), "0.6923", id="section 3.2"),
        pytest.param([14], [1] * 14, Fraction(0), "0", id="maximal against minimal"),
        pytest.param([1, 2, 2, 2, 4, 2, 1], [1, 2, 8, 2, 1], Fraction(11, 13), "0.8461", id="full misses"),
        pytest.param([6, 8], [7, 7], Fraction(12, 13), "0.9231", id="near miss"),
    ],
)
def test_worked_examples(a, b, share, printed):
    for one, other in ((a, b), (b, a)):
        assert similarity(one, other) == float(share)
        assert S().compare(one, other).value == float(share)
        assert score_pairs(S(), [one], [other]).tolist() == [float(share)]
    # Four decimals, cut off or rounded: the paper does both.
    assert abs(share - Fraction(printed)) < Fraction(1, 10_000)


def test_edits_of_the_example_in_figure_4():
    alignment = align([1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2])
    assert alignment.distance == edit_distance(alignment.a, alignment.b) == 4
    # "1 transposition PB and 3 substitution PBs": full misses are called substitutions there.
    assert [(t.start, t.end) for t in alignment.transpositions] == [(4, 5)]
    assert [addition.position for addition in alignment.additions] == [6, 8, 11]
    assert alignment.substitutions == ()
    # "all potential substitution operations that could occur (in this case 5)"
    assert len(alignment.additions) + 2 * len(alignment.transpositions) == 5
