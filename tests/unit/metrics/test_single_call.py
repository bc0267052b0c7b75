"""A plain function on one pair gives what its metric gives for a batch; ``tests/metrics`` has the forms of a pair."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import seamark as sm
from seamark.metrics.windows import CONVENTIONS

#: Every plain function that the kernel computes at once, with its metric, and options that both take by name.
CALLS: list[tuple[Callable[..., Any], type[sm.Metric], dict[str, object]]] = [
    (sm.similarity, sm.S, {}),
    (sm.similarity, sm.S, {"n": 3}),
    (sm.similarity, sm.S, {"n": 9, "types": 3, "weights": sm.EditWeights(addition=0.3, scale="linear")}),
    (sm.similarity, sm.S, {"types": (1, 2)}),
    (sm.similarity, sm.S, {"types": [1, 2]}),
    (sm.boundary_similarity, sm.B, {}),
    (sm.boundary_similarity, sm.B, {"n": 3}),
    (sm.boundary_similarity, sm.B, {"n": 5, "weights": sm.EditWeights(transposition=0.7, scale="unit")}),
    (sm.boundary_similarity, sm.B, {"types": [1, 2]}),
    (sm.boundary_confusion, sm.BoundaryConfusion, {}),
    (sm.boundary_confusion, sm.BoundaryConfusion, {"n": 4}),
    *((sm.window_diff, sm.WindowDiff, {"convention": name}) for name in CONVENTIONS if name != "textsplit"),
    *((sm.pk, sm.Pk, {"convention": name}) for name in CONVENTIONS if name != "lamprier"),
    *((sm.window_diff, sm.WindowDiff, {"k": k, "padding": "lamprier"}) for k in (None, 1, 3, 2**61)),
    *((sm.pk, sm.Pk, {"k": k}) for k in (1, 3, 2**61)),
    (sm.precision_recall, sm.BoundaryF, {}),
    (sm.precision_recall, sm.BoundaryF, {"tolerance": 2, "beta": 0.3}),
    (sm.precision_recall, sm.BoundaryF, {"zero_division": 0.5}),
]


def outcome(call: Callable[[], Any]) -> Any:
    """What a call returns, or the kind and the words of its error."""
    try:
        return call()
    except sm.SeamarkError as error:
        return type(error), str(error)


def scores_of_batch(metric: sm.Metric, a: object, b: object) -> dict[str, float] | tuple[type, str]:
    """The value, counts and parts of a pair by the way that batches take."""
    result = outcome(lambda: metric.compare(a, b))  # type: ignore[arg-type]
    return result if isinstance(result, tuple) else {**result.counts, **result.parts, "value": result.value}


def require_same(function: Callable[..., Any], metric: sm.Metric, options: dict[str, object], a: Any, b: Any) -> None:
    batch, single = scores_of_batch(metric, a, b), outcome(lambda: function(a, b, **options))
    if not isinstance(batch, dict):
        assert single == batch
    elif isinstance(single, float):
        assert single == batch["value"]
    elif isinstance(single, sm.TypedConfusion):
        for name in ("true_positives", "false_positives", "false_negatives", "precision", "recall"):
            assert getattr(single, name) == pytest.approx(batch[name], rel=1e-14)
    else:
        for name, score in single._asdict().items():
            np.testing.assert_equal(score, batch.get(name, batch["value"]))  # NaN is NaN


@st.composite
def pairs(draw: st.DrawFn) -> tuple[sm.Segmentation, sm.Segmentation]:
    mass = draw(st.one_of(st.integers(1, 60), st.integers(1, 2**62)))

    def one() -> sm.Segmentation:
        places = draw(st.sets(st.integers(1, mass - 1), max_size=12)) if mass > 1 else ()
        return sm.Segmentation.from_positions(places, mass)

    return one(), one()


ONE, WHOLE, CUT = (sm.Segmentation.from_masses(masses) for masses in ([1], [6], [1] * 6))


@settings(max_examples=50)
@given(pair=pairs())
@example(pair=(ONE, ONE))
@example(pair=(WHOLE, WHOLE))
@example(pair=(WHOLE, CUT))
@example(pair=(CUT, WHOLE))
@example(pair=(CUT, CUT))
@example(pair=(WHOLE, ONE))
@example(pair=(sm.Segmentation.from_masses([1, 259]), sm.Segmentation.from_masses([2, 1, 256, 1])))  # sums beyond 2**53
def test_one_call_equals_the_batch(pair: tuple[sm.Segmentation, sm.Segmentation]) -> None:
    for function, metric, options in CALLS:
        require_same(function, metric(**options), options, *pair)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([2, 3], [2, 4]),
        ([2, 0], [2]),
        ([], []),
        ([2, 3.5], [2, 3]),
        ([True, 4], [5]),
        ("0120", "0000"),
        ("", "0"),
        (b"01", b"01"),
        (None, [5]),
        ([5], None),
        (7, [7]),
        ([2**62, 1], [2**62, 1]),
        (np.array([[2, 3]]), [5]),
        (np.array([2.0, 3.0]), [5]),
        (np.array([2, -3]), [5]),
        (np.array([], dtype=np.int64), [5]),
        (sm.Segmentation.from_positions([2, 3], 5, types=["x", "y"]), [5]),
        (sm.Segmentation.from_positions([2], 5, types=["x"]), [2, 3]),
        (sm.Segmentation.from_positions([2], 5, types=["x"]), sm.Segmentation.from_positions([3], 5, types=["x"])),
        (sm.Segmentation.from_positions([2], 5, types=[True]), [2, 3]),
    ],
)
def test_what_is_not_plain(a: object, b: object) -> None:
    """The same values and the same words as from the metric itself."""
    for function, metric, options in CALLS:
        require_same(function, metric(**options), options, a, b)


def test_options_that_are_equal_but_of_another_kind_are_not_mixed_up() -> None:
    pair = [5, 5, 5, 5], [5, 6, 9]
    assert sm.window_diff(*pair, k=1) == sm.WindowDiff(k=1).compare(*pair).value
    with pytest.raises(sm.InputError, match="k is True"):
        sm.window_diff(*pair, k=True)
    with pytest.raises(sm.InputError, match=r"weights are \[\]"):
        sm.similarity(*pair, weights=[])  # type: ignore[arg-type]


@pytest.mark.parametrize("segments", [2_000, 3_000])
def test_short_and_long_pairs(segments: int) -> None:
    a, b = [1, 2] * (segments // 2), [2, 1] * (segments // 2)
    assert sm.similarity(a, b) == sm.S().compare(a, b).value


def test_edit_distance() -> None:
    a, b = [1, 2, 2, 3, 3, 1, 2], [1, 2, 1, 2, 6, 2]
    for n in (2, 3, 7):
        counted = sm.S(n=n).counts(a, b)["distance"]
        for form in (list, tuple, np.array, sm.Segmentation.of):
            assert (
                sm.edit_distance(form(a), form(b), n=n) == sm.edit_distance(form(a), form(b), n=n, types=[1]) == counted
            )


NUMBERS, NAMES = (1, 2, 5, -3, 2**53), ("minor", "major", "a\u00e9", "\U0001f600")


@st.composite
def typed_pairs(draw: st.DrawFn, types: tuple[object, ...]) -> tuple[sm.Segmentation, sm.Segmentation]:
    mass = draw(st.integers(1, 30))

    def one() -> sm.Segmentation:
        among = draw(st.lists(st.sampled_from(types), min_size=1, max_size=3, unique=True))
        places = st.tuples(st.integers(1, mass - 1), st.sampled_from(among))
        boundaries = draw(st.lists(places, max_size=12, unique=True)) if mass > 1 else []
        return sm.Segmentation.from_positions(
            [p for p, _ in boundaries], mass, types=[label for _, label in boundaries]
        )

    return one(), one()


UNORDERED = sm.EditWeights(scale="linear", substitution=0.7)
TYPED_CALLS: list[tuple[Callable[..., Any], type[sm.Metric], dict[str, object]]] = [
    (sm.similarity, sm.S, {}),
    (sm.similarity, sm.S, {"n": 3, "types": 3}),
    (sm.similarity, sm.S, {"n": 3, "weights": sm.EditWeights(addition=0.3, ordinal=True)}),
    (sm.boundary_similarity, sm.B, {}),
    (sm.boundary_similarity, sm.B, {"n": 4, "weights": UNORDERED}),
    (sm.boundary_confusion, sm.BoundaryConfusion, {"n": 3}),
    (sm.boundary_confusion, sm.BoundaryConfusion, {"weights": UNORDERED}),
]


@pytest.mark.parametrize("types", [NUMBERS, NAMES, (*NUMBERS, *NAMES), ("x",), (7,), (1, True, 1.5, ("a", 2), None)])
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_boundary_types_in_one_call(types: tuple[object, ...], data: st.DataObject) -> None:
    pair = data.draw(typed_pairs(types))
    for function, metric, options in TYPED_CALLS:
        require_same(function, metric(**options), options, *pair)
    listed = [*{*pair[0].types, *pair[1].types}] or [1]
    for weights in (None, UNORDERED):
        # Types that are listed take the way of batches.
        alignment = sm.align(*pair, n=3, weights=weights)
        assert alignment == sm.align(*pair, n=3, weights=weights, types=listed)
        assert sm.edit_distance(*pair, n=3, weights=weights) == alignment.distance


def test_types_that_are_equal_have_one_place_in_the_order() -> None:
    typed = sm.Segmentation.from_positions([1, 1], mass=2, types=[1.5, True])
    assert sm.align(sm.Segmentation.from_positions([1], mass=2), typed).distance == 1
