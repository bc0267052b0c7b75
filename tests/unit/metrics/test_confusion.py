import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark import BoundaryConfusion, EditWeights, Segmentation, boundary_confusion
from tests.oracle.edit_scores import best_confusions
from tests.strategies import set_pairs

sets = Segmentation.from_sets


def counts(confusion):
    return confusion.true_positives, confusion.false_positives, confusion.false_negatives


def test_substitution_is_a_miss_of_one_type_and_a_false_one_of_the_other():
    confusion = boundary_confusion(sets([{1}, {}, {}, {2}]), sets([{2}, {}, {}, {2}]))
    assert counts(confusion) == (1, 1, 1)
    assert {label: counts(part) for label, part in confusion.per_type.items()} == {1: (0, 0, 1), 2: (1, 1, 0)}
    assert (confusion.precision, confusion.recall, confusion.f) == (0.5, 0.5, 0.5)
    # Type 1: nothing found of one to find, so 0 and 0; type 2: one true of two found, and all that there was.


def test_types_are_those_that_occur_on_either_side():
    confusion = boundary_confusion(sets([{"x"}, {}, {}]), sets([{}, {}, {"y"}]), weights=EditWeights(scale="linear"))
    assert {label: counts(part) for label, part in confusion.per_type.items()} == {"x": (0, 0, 1), "y": (0, 1, 0)}


def exact(confusion):
    return float(confusion.tp), confusion.fp, confusion.fn


@given(set_pairs(max_pbs=5), st.sampled_from([2, 3, 4]))
def test_several_types_as_one_of_the_best_alignments(pair, n):
    # Alignments that tie may earn different credit; ours must be one of them, type by type.
    found = boundary_confusion(sets(pair[0]), sets(pair[1]), n=n)
    ours = {label: pytest.approx(counts(part), abs=1e-12) for label, part in found.per_type.items()}
    assert ours in [{label: exact(part) for label, part in best.items()} for best in best_confusions(*pair, n)]
    total = BoundaryConfusion(n).counts(sets(pair[0]), sets(pair[1]))
    assert tuple(total.values()) == pytest.approx(counts(found), abs=1e-12)
    assert counts(found) == pytest.approx(
        tuple(map(sum, zip(*map(counts, found.per_type.values()), strict=True))) or (0, 0, 0)
    )
