import itertools
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark import Boundary, Segmentation
from tests.strategies import masses, set_sequences

from_masses, from_positions, from_sets = Segmentation.from_masses, Segmentation.from_positions, Segmentation.from_sets
TYPED = from_sets([{1}, set(), {1, 2}])


#: The one segmentation of the conventions, in all its forms.
FORMS = {
    "masses": from_masses([2, 3]),
    "masses, a tuple": from_masses((2, 3)),
    "masses, one by one": from_masses(mass for mass in [2, 3]),
    "masses, numpy": from_masses(np.array([2, 3], dtype=np.uint8)),
    "labels": Segmentation.from_labels([1, 1, 2, 2, 2]),
    "labels, any": Segmentation.from_labels("aabbb"),
    "string": Segmentation.from_string("0100"),
    "probabilities": Segmentation.from_probabilities([False, True, False, False]),
    "probabilities, an array": Segmentation.from_probabilities(np.array([0.0, 1.0, 0.0, 0.0])),
    "sets": from_sets([{}, {1}, {}, {}]),
    "positions": from_positions({2}, 5),
    "positions, typed": from_positions([2], mass=5, types=[1]),
    "times": Segmentation.from_times([1.0], duration=2.5, resolution=0.5),
    "of itself": Segmentation.of(from_masses([2, 3])),
    "of a range": Segmentation.of(range(2, 4)),
}


@pytest.mark.parametrize("form", FORMS)
def test_all_forms_are_one_segmentation(form):
    s = FORMS[form]
    assert s == from_masses([2, 3])
    assert hash(s) == hash(from_masses([2, 3]))
    assert (s.mass, s.masses, s.positions, s.types) == (5, (2, 3), (2,), (1,))
    assert s.segments == ((0, 2), (2, 5))
    assert s.boundaries == (Boundary(2, 1),)


def test_several_types_at_one_place():
    s = from_positions([3, 1, 3], 4, types=[2, 1, 1])
    assert s == TYPED
    assert s.boundaries == ((1, 1), (3, 1), (3, 2))
    assert (s.positions, s.masses, s.types) == ((1, 3), (1, 2, 1), (1, 2))


def test_times_go_to_the_nearest_step():
    s = Segmentation.from_times([0.74, 0.76, 1.26], duration=2.0, resolution=0.5)
    assert s.positions == (1, 2, 3)
    assert s.to_times(0.5) == (0.5, 1.0, 1.5)


@given(masses())
def test_every_form_comes_back(sizes):
    s = from_masses(sizes)
    assert s.masses == tuple(sizes)
    assert s.positions == tuple(itertools.accumulate(sizes))[:-1]
    assert s.mass == sum(sizes)
    assert [stop - start for start, stop in s.segments] == sizes
    assert from_positions(s.positions, s.mass) == s
    assert Segmentation.from_string(s.to_string()) == s
    assert from_sets(s.to_sets()) == s
    assert Segmentation.from_labels(s.to_labels()) == s
    assert Segmentation.from_times(s.to_times(0.25), s.mass * 0.25, 0.25) == s
    assert len(s.to_string()) == len(s.to_sets()) == s.mass - 1
    assert len(s.to_labels()) == s.mass


@given(set_sequences(labels=(1, 2, "x", ("y", 3))))
def test_types_come_back(sets):
    s = from_sets(sets)
    assert s.to_sets() == tuple(sets)
    assert s.mass == len(sets) + 1
    assert s.types == tuple(label for label in (1, 2, "x", ("y", 3)) if any(label in types for types in sets))
    assert s.positions == tuple(place for place, types in enumerate(sets, start=1) if types)
    places, labels = zip(*s.boundaries, strict=True) if s.boundaries else ((), ())
    assert from_positions(places, s.mass, types=labels) == s


def test_equal_by_value():
    different = [
        from_masses([2, 3]),
        from_masses([3, 2]),
        from_masses([5]),
        from_masses([2, 4]),
        from_sets([{}, {2}, {}, {}]),
        from_sets([{}, {1, 2}, {}, {}]),
        from_sets([{1}, {2}, {}, {}]),
        from_sets([{2}, {1}, {}, {}]),
    ]
    assert len(set(different)) == len(different)
    assert all(one != other for one, other in itertools.combinations(different, 2))
    assert from_masses([2, 3]) != [2, 3]
    assert from_masses([2, 3]) != "0100"
    assert {from_masses([2, 3]): "kept"}[Segmentation.from_string("0100")] == "kept"


@pytest.mark.parametrize("name", ["mass", "positions", "types", "_mass", "_positions", "other"])
def test_immutable(name):
    s = from_masses([2, 3])
    with pytest.raises(AttributeError, match="a Segmentation cannot be changed"):
        setattr(s, name, 1)
    assert s == from_masses([2, 3])


def test_changing_the_input_later_changes_nothing():
    sizes = np.array([2, 3])
    s = from_masses(sizes)
    sizes[0] = 4
    assert s.masses == (2, 3)


@pytest.mark.parametrize(
    ("s", "text"),
    [
        (from_masses([2, 3, 5]), "Segmentation.from_masses([2, 3, 5])"),
        (from_masses([7]), "Segmentation.from_masses([7])"),
        (TYPED, "Segmentation.from_positions([1, 3, 3], mass=4, types=[1, 1, 2])"),
        (from_sets([{}, {"x"}]), "Segmentation.from_positions([2], mass=3, types=['x'])"),
        (from_masses([1] * 24), f"Segmentation.from_masses({[1] * 24})"),
        (from_masses([1] * 25), "<Segmentation of 25 units with 24 boundaries>"),
        (from_masses([1000] * 2000), "<Segmentation of 2,000,000 units with 1,999 boundaries>"),
        (from_sets([{1, 2}] * 12), "<Segmentation of 13 units with 24 boundaries of 2 types>"),
    ],
)
def test_repr(s, text):
    assert repr(s) == text
    if text.startswith("Segmentation."):
        assert eval(text, {"Segmentation": Segmentation}) == s  # noqa: S307


def test_memory_follows_boundaries():
    tracemalloc.start()
    s = from_masses([10**11, 3 * 10**11, 10**11, 5 * 10**11])
    assert s.masses == (10**11, 3 * 10**11, 10**11, 5 * 10**11)
    assert s == from_positions([10**11, 4 * 10**11, 5 * 10**11], mass=10**12)
    assert s.segments[-1] == (5 * 10**11, 10**12)
    assert repr(s) == f"Segmentation.from_masses({list(s.masses)})"
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000


@given(st.integers(1, 2**62 - 1))
def test_largest_mass(place):
    s = from_masses([place, 2**62 - place])
    assert (s.mass, s.positions, s.masses) == (2**62, (place,), (place, 2**62 - place))
    assert from_positions([place], 2**62) == s
