"""Agreement as printed in Fournier & Inkpen 2012, "Segmentation Similarity and Agreement", section 4 and Table 2.

Table 2 counts segments where the equations count boundaries. The corpus figures also take the rates of pi as means over
codings and those of kappa from summed counts; `chance_count` and `chance_average` name both. Chapter 20 has 21
paragraphs in the paper and 20 in the public copy.
"""

import numpy as np
import pytest
from tests.corpora import moonstone

import seamark as sm
from seamark.metrics.pairs import Pairs

# chapter, pi*, kappa*, bias, mean and standard deviation of 1 - WindowDiff, coders, segments of all coders, paragraphs
TABLE_2 = [
    (1, 0.7452, 0.7463, 0.0039, 0.6641, 0.1307, 4, 13, 13),
    (2, 0.8839, 0.8840, 0.0009, 0.7619, 0.1743, 6, 20, 15),
    (3, 0.8338, 0.8340, 0.0013, 0.6732, 0.1559, 4, 23, 38),
    (4, 0.8414, 0.8417, 0.0019, 0.6019, 0.2245, 4, 25, 46),
    (5, 0.8773, 0.8774, 0.0003, 0.6965, 0.1106, 6, 34, 42),
    (7, 0.8132, 0.8133, 0.0002, 0.6945, 0.1822, 6, 20, 15),
    (8, 0.8495, 0.8496, 0.0006, 0.7505, 0.0911, 6, 48, 39),
    (9, 0.8104, 0.8105, 0.0009, 0.6502, 0.1319, 6, 35, 33),
    (10, 0.9077, 0.9078, 0.0002, 0.7729, 0.0770, 6, 56, 83),
    (11, 0.8130, 0.8135, 0.0022, 0.6189, 0.1294, 4, 73, 111),
    (12, 0.9178, 0.9178, 0.0001, 0.6504, 0.1277, 6, 40, 102),
    (13, 0.9354, 0.9354, 0.0002, 0.5660, 0.2187, 6, 21, 58),
    (14, 0.9367, 0.9367, 0.0001, 0.7128, 0.1744, 6, 35, 70),
    (15, 0.9344, 0.9344, 0.0001, 0.7291, 0.0856, 6, 40, 97),
    (16, 0.9356, 0.9356, 0.0000, 0.8016, 0.0648, 6, 41, 69),
    (17, 0.9447, 0.9447, 0.0002, 0.6717, 0.2044, 5, 23, 70),
    (18, 0.8921, 0.8922, 0.0005, 0.5998, 0.1614, 5, 28, 59),
    (19, 0.9021, 0.9022, 0.0009, 0.4796, 0.2666, 5, 15, 36),
    (20, 0.8590, 0.8591, 0.0003, 0.6657, 0.1221, 6, 21, 21),
    (21, 0.9286, 0.9286, 0.0004, 0.6255, 0.2003, 5, 17, 60),
]


@pytest.fixture(scope="module")
def corpus():
    return moonstone(as_published=True)


@pytest.mark.parametrize("row", TABLE_2, ids=lambda row: f"chapter {row[0]}")
def test_table_2(corpus, row):
    chapter, pi_star, kappa_star, bias, mean, deviation, coders, segments, mass = row
    part = corpus.subset(items=[f"ch{chapter}"])
    pi, kappa = (sm.agree(part, coefficient=name, chance_count="segments") for name in ("pi", "kappa"))
    assert (round(pi.value, 4), round(kappa.value, 4), round(pi.bias, 4)) == (pi_star, kappa_star, bias)
    assert pi.bias == kappa.bias
    assert (pi.coders, part.lengths[f"ch{chapter}"]) == (coders, mass)
    assert sum(len(coding.masses) for coding in part.codings) == segments
    windows, pairs = sm.WindowDiff(convention="fournier2012").bind(part.codings), Pairs.within(part)
    similar = 1 - np.concatenate([windows.scores(pairs), windows.scores(pairs.swapped())])
    assert (round(float(similar.mean()), 4), round(float(similar.std()), 4)) == (mean, deviation)


def test_chapters_by_themselves_within_the_whole_corpus(corpus):
    whole = sm.agree(corpus, chance_count="segments")
    for chapter, pi_star, _, bias, *_ in TABLE_2:
        part = whole.per_item[f"ch{chapter}"]
        assert (round(part.value, 4), round(part.bias, 4)) == (pi_star, bias)


def test_chapter_1_as_the_equations_have_it(corpus):
    assert round(sm.agree(corpus.subset(items=["ch1"])).value, 4) == 0.7553


def mean_and_deviation(corpus, **options):
    """(mean, population standard deviation) over groups of coders, of the coefficient and of the bias."""
    groups = [sm.agree(part, **options) for part in corpus.by_group().values()]
    assert len(groups) == 5
    assert {group.items for group in groups} == {4}
    values, biases = ([getattr(group, name) for group in groups] for name in ("value", "bias"))
    return tuple((round(float(np.mean(numbers)), 4), round(float(np.std(numbers)), 4)) for numbers in (values, biases))


def test_figures_of_the_corpus_as_published(corpus):
    found = mean_and_deviation(corpus, chance_count="segments", chance_average="fournier2012")
    assert found == ((0.8904, 0.0392), (0.0061, 0.0035))


def test_figures_of_the_public_corpus_with_consistent_chance():
    assert mean_and_deviation(moonstone()) == ((0.8915, 0.0384), (0.0005, 0.0007))


def test_full_and_near_misses(corpus):
    found = sm.count_misses(corpus)
    assert (found.full, found.near) == (1039, 212)
