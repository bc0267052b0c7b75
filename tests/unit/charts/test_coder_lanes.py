import pytest

import seamark as sm
from seamark.charts import lanes
from seamark.charts.theme import MISSING
from seamark.model.alignment import FULL_MISS, MATCH, NEAR_MISS, OTHER_TYPE
from tests.unit.charts.reading import encoding, rows

CORPUS = sm.Corpus({"poem": {"ann": [2, 3, 4, 2], "ben": [2, 4, 5], "cat": [2, 3, 6]}, "song": {"ann": [4, 4]}})


def kinds(chart):
    return [(row["lane"], row["position"], row["kind"]) for row in rows(chart, "point")]


def test_every_boundary_beside_a_coder():
    # ann: 2, 5, 9; ben: 2, 6; cat: 2, 5
    assert kinds(lanes(CORPUS, "poem", against="ann")) == [
        ("ben", 2, MATCH),
        ("ben", 6, NEAR_MISS),
        ("ben", 9, MISSING),
        ("cat", 2, MATCH),
        ("cat", 5, MATCH),
        ("cat", 9, MISSING),
    ]


def test_a_boundary_that_only_the_coder_has_is_a_full_miss():
    assert ("ann", 9, FULL_MISS) in kinds(lanes(CORPUS, "poem", against="cat"))


def test_beside_what_most_coders_say():
    chart = lanes(CORPUS, "poem")
    # Two of three place 2 and 5.
    assert [row["position"] for row in rows(chart, "tick")] == [2, 5]
    assert encoding(chart, "point", "y")["scale"]["domain"] == ["consensus (reference)", "ann", "ben", "cat"]
    assert ("ben", 6, NEAR_MISS) in kinds(chart)


def test_n_decides_what_is_near():
    corpus = {"poem": {"ann": [4, 6], "ben": [6, 4]}}
    assert [kind for _, _, kind in kinds(lanes(corpus, "poem", against="ann"))] == [MISSING, FULL_MISS]
    near = lanes(corpus, "poem", against="ann", n=3)
    assert kinds(near) == [("ben", 6, NEAR_MISS)]
    # Where the near miss leads to.
    assert rows(near, "point")[0]["reference"] == 4


def test_weights_decide_too():
    costly = sm.EditWeights(addition=0.1, transposition=1.0)
    chart = lanes({"poem": {"ann": [4, 6], "ben": [5, 5]}}, "poem", against="ann", weights=costly)
    assert [kind for _, _, kind in kinds(chart)] == [MISSING, FULL_MISS]


def test_boundaries_of_another_type():
    one, other = sm.Segmentation.from_sets([set(), {1}]), sm.Segmentation.from_sets([set(), {2}])
    assert kinds(lanes({"item": {"a": one, "b": other}}, "item", against="a")) == [("b", 2, OTHER_TYPE)]


def test_a_coder_called_consensus_is_that_coder():
    corpus = {"poem": {"consensus": [2, 3], "ann": [3, 2], "ben": [5]}}
    assert [row["position"] for row in rows(lanes(corpus, "poem"), "tick")] == [2]


def test_no_boundaries_at_all():
    assert kinds(lanes({"poem": {"ann": [5], "ben": [5]}}, "poem")) == []


def test_unknown_names():
    with pytest.raises(sm.InputError, match="no item is called 'ode'; expected poem or song"):
        lanes(CORPUS, "ode")
    with pytest.raises(sm.InputError, match="item 'song' has no coder 'ben'; expected consensus or ann"):
        lanes(CORPUS, "song", against="ben")
