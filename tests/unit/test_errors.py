"""What bad options and pairs give: the class of the error and the whole of its message."""

from __future__ import annotations

import math
import pickle

import pytest

from seamark import (
    B,
    BoundaryConfusion,
    EditWeights,
    InputError,
    MassMismatchError,
    ParseError,
    S,
    SeamarkError,
    Segmentation,
    Signature,
    UndefinedScoreError,
    align,
    boundary_confusion,
    boundary_similarity,
    count_pairs,
    edit_distance,
    score_pairs,
    similarity,
)
from seamark.base.checks import one_of
from seamark.base.errors import OPTION, about_option
from seamark.metrics.names import metric_class

NAN, INFINITE = math.nan, math.inf
LIKE = "expected a Segmentation, masses such as [2, 3, 5], or a string of 0 and 1"

TYPED = Segmentation.from_sets([{"minor"}, {"major"}])
CROWDED = [Segmentation.from_sets([set(range(20 * side, 20 * side + 20)), ()]) for side in range(2)]

#: what is wrong, the call, its arguments, its options, the message
SHARE = "expected a number from 0 to 1"
WEIGHTS = [
    ("above one", EditWeights, (1.5,), {}, "weight addition is 1.5; expected a number from 0 to 1"),
    (
        "below zero",
        EditWeights,
        (),
        {"substitution": -0.1},
        "weight substitution is -0.1; expected a number from 0 to 1",
    ),
    ("nan", EditWeights, (), {"transposition": NAN}, "weight transposition is nan; expected a number from 0 to 1"),
    ("infinite", EditWeights, (), {"addition": INFINITE}, "weight addition is inf; expected a number from 0 to 1"),
    ("boolean", EditWeights, (), {"addition": True}, "weight addition is True; expected a number from 0 to 1"),
    ("text", EditWeights, (), {"addition": "1"}, "weight addition is '1'; expected a number from 0 to 1"),
    ("none", EditWeights, (), {"substitution": None}, "weight substitution is None; expected a number from 0 to 1"),
    ("scale", EditWeights, (), {"scale": "cubic"}, "scale is 'cubic'; expected one of te, linear, unit"),
    ("scale of another kind", EditWeights, (), {"scale": 3}, "scale is 3; expected one of te, linear, unit"),
]

PAIR = ([2, 3], [5])
NEAR = "a near miss spans at least n=2 adjacent potential boundaries"
FUNCTIONS = (similarity, boundary_similarity, edit_distance, align, boundary_confusion)
WIDTHS = [
    (f"{call.__name__}: {name}", call, arguments, {"n": n}, message)
    for call, arguments in [*((call, PAIR) for call in FUNCTIONS), (S, ()), (B, ()), (BoundaryConfusion, ())]
    for name, n, message in [
        ("n one", 1, f"n is 1; {NEAR}"),
        ("n zero", 0, f"n is 0; {NEAR}"),
        ("n negative", -2, f"n is -2; {NEAR}"),
        ("n boolean", True, "n is True; expected a whole number"),
        ("n float", 2.0, "n is 2.0; expected a whole number"),
        ("n nan", NAN, "n is nan; expected a whole number"),
        ("n text", "2", "n is '2'; expected a whole number"),
        ("n too large", 2**62 + 1, "n is 4611686018427387905; the largest is 2**62"),
    ]
]

UNKNOWN_DISTANCE = (
    "boundary types ['major', 'minor'] are not numbers, so how far apart they are is unknown; "
    "list them in order with types=[...], or use weights with ordinal=False"
)
TYPES = [
    (
        "fewer than occur",
        similarity,
        (TYPED, TYPED),
        {"types": 1},
        "types is 1, but 2 boundary types occur: ['major', 'minor']",
    ),
    ("none at all", similarity, PAIR, {"types": 0}, "types is 0, but 1 boundary types occur: [1]"),
    ("none at all, no boundaries", similarity, ([5], [5]), {"types": 0}, "types is 0, but 0 boundary types occur: []"),
    ("distance", edit_distance, PAIR, {"types": 0}, "types is 0, but 1 boundary types occur: [1]"),
    ("boolean", similarity, PAIR, {"types": True}, "types is True; expected a whole number"),
    ("text", similarity, PAIR, {"types": "1"}, "types is '1'; expected a whole number"),
    ("float", similarity, PAIR, {"types": 2.0}, "types is 2.0; expected a whole number"),
    (
        "unlisted",
        similarity,
        (TYPED, TYPED),
        {"types": ["minor"]},
        "boundary type 'major' occurs but is not among the given types ['minor']",
    ),
    ("list empty", similarity, ([5], [5]), {"types": []}, "types are []; expected at least one, each once"),
    ("list repeats", similarity, PAIR, {"types": [1, 1]}, "types are [1, 1]; expected at least one, each once"),
    ("no order", boundary_similarity, (TYPED, TYPED), {}, UNKNOWN_DISTANCE),
    ("no order, confusion", boundary_confusion, (TYPED, TYPED), {}, UNKNOWN_DISTANCE),
    ("no order, distance", edit_distance, (TYPED, TYPED), {"weights": EditWeights(ordinal=True)}, UNKNOWN_DISTANCE),
    (
        "too many at one place",
        similarity,
        CROWDED,
        {},
        "the exact alignment near position 1 has to weigh too many ways in which 40 boundary types interleave; "
        "use a smaller n or fewer types",
    ),
]

REST = [
    ("different numbers", score_pairs, (S(), [[2]], [[2], [2]]), {}, "1 segmentations cannot be paired with 2"),
    ("no workers", score_pairs, (S(), [[2]], [[2]]), {"workers": 0}, "workers is 0; expected at least 1"),
    ("negative workers", count_pairs, (S(), [[2]], [[2]]), {"workers": -1}, "workers is -1; expected at least 1"),
    ("half a worker", score_pairs, (S(), [[2]], [[2]]), {"workers": 1.5}, "workers is 1.5; expected a whole number"),
    ("true worker", score_pairs, (S(), [[2]], [[2]]), {"workers": True}, "workers is True; expected a whole number"),
    ("masses not nested", score_pairs, (S(), [2, 3], [5]), {}, f"row 0: int is not a segmentation; {LIKE}"),
    ("signature", Signature.parse, ("S|n=2",), {}, "'S|n=2' is not a signature; expected name|key:value|..."),
    ("empty signature", Signature.parse, ("",), {}, "'' is not a signature; expected name|key:value|..."),
    (
        "alignment of others",
        align([2, 3], [3, 2]).apply,
        (Segmentation.from_masses([4, 1]),),
        {},
        "the alignment does not fit: no boundary of type 1 at position 2",
    ),
]

COVERS = "the first segmentation covers {} units, the second {}; both must cover the same"
MISMATCHES = [
    *((call.__name__, call, ([2, 3], [2, 4]), {}, COVERS.format(5, 6)) for call in FUNCTIONS),
    ("S", S().compare, ("0100", [7]), {}, COVERS.format(5, 7)),
    ("counts", B().counts, ([2], [1]), {}, COVERS.format(2, 1)),
    ("pairs", score_pairs, (S(), [[2, 3], [4]], [[5], [3]]), {}, f"pair 1: {COVERS.format(4, 3)}"),
    ("huge", similarity, ([2**62], [2**62 - 1]), {}, COVERS.format(2**62, 2**62 - 1)),
]

TYPE_ERRORS = [
    *(
        (f"{call.__name__}: option", call, PAIR, {"k": 3}, f"{call.__name__}() got an unexpected keyword argument 'k'")
        for call in FUNCTIONS
    ),
    *(
        (
            f"{call.__name__}: positional option",
            call,
            (*PAIR, 3),
            {},
            f"{call.__name__}() takes 2 positional arguments but 3 were given",
        )
        for call in FUNCTIONS
    ),
    *(
        (metric.__name__, metric, (), {"k": 3}, f"{metric.__name__}.__init__() got an unexpected keyword argument 'k'")
        for metric in (S, B, BoundaryConfusion, EditWeights)
    ),
    ("score_pairs", score_pairs, (S(), [], []), {"n": 3}, "score_pairs() got an unexpected keyword argument 'n'"),
    (
        "bare constructor",
        Segmentation,
        ([2, 3],),
        {},
        "make a Segmentation with from_masses, from_positions, from_labels, from_string, from_sets or from_times",
    ),
]


def table(error, *lists):
    return [
        pytest.param(error, call, arguments, options, message, id=name)
        for cases in lists
        for name, call, arguments, options, message in cases
    ]


@pytest.mark.parametrize(
    ("error", "call", "arguments", "options", "message"),
    [
        *table(InputError, WEIGHTS, WIDTHS, TYPES, REST),
        *table(MassMismatchError, MISMATCHES),
        *table(TypeError, TYPE_ERRORS),
    ],
)
def test_bad_input(error, call, arguments, options, message):
    with pytest.raises(Exception) as caught:  # class and message are compared in full below
        call(*arguments, **options)
    assert (type(caught.value), str(caught.value)) == (error, message)


@pytest.mark.parametrize("call", FUNCTIONS)
@pytest.mark.parametrize(
    ("masses", "message"),
    [
        ([2, 0], "mass of segment 2 is 0; a mass is at least 1"),
        ([], "masses are empty; a segmentation has at least one segment"),
    ],
)
def test_every_function_checks_both_sides(call, masses, message):
    for pair in ((masses, [2]), ([2], masses)):
        with pytest.raises(InputError) as caught:
            call(*pair)
        assert str(caught.value) == message


def test_no_message_leads_back_into_the_kernel():
    # A chained error would print the kernel's own traceback first.
    with pytest.raises(InputError) as caught:
        align(*CROWDED)
    assert caught.value.__suppress_context__
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("call", FUNCTIONS)
def test_past_the_limit_of_an_exact_answer_there_is_none(call):
    # 12 types that all interleave within 12 places: an error, and never an approximation.
    sides = [
        Segmentation.from_sets([{t for t in range(12) if (p * 7 + t * t + side) % 3} for p in range(30)])
        for side in (0, 1)
    ]
    with pytest.raises(
        InputError, match=r"^the exact alignment near position \d+ has to weigh too many ways in which 12 "
    ):
        call(*sides, n=12)


# ------------------------------------------------------------------------------------------------------ the classes


def test_one_root_and_value_errors():
    assert issubclass(InputError, SeamarkError)
    assert issubclass(InputError, ValueError)
    assert issubclass(MassMismatchError, InputError)
    assert issubclass(ParseError, InputError)
    assert issubclass(UndefinedScoreError, SeamarkError)
    assert not issubclass(UndefinedScoreError, ValueError)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ({}, "bad"),
        ({"path": "x.csv"}, "x.csv: bad"),
        ({"line": 3}, "3: bad"),
        ({"path": "x.csv", "line": 3}, "x.csv:3: bad"),
    ],
)
def test_parse_error_names_file_and_line(place, text):
    error = ParseError("bad", **place)
    assert (str(error), error.message, error.path, error.line) == (text, "bad", place.get("path"), place.get("line"))


def test_an_error_about_an_option_can_be_told_with_another_name_of_it():
    error = ParseError(f"has two layers; choose one with {OPTION}=, or use {OPTION}", path="x", option="layer")
    assert (error.option, error.message) == ("layer", "has two layers; choose one with layer=, or use layer")
    assert str(error) == f"x: {error.message}"
    assert error.spelled("--layer") == "x: has two layers; choose one with --layer, or use --layer"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.spelled("-l"), again.option) == (str(error), error.spelled("-l"), "layer")
    with pytest.raises(InputError, match=r"^scale is 3; expected") as caught, about_option("scale"):
        one_of(3, OPTION, ["te"])
    assert (caught.value.option, caught.value.spelled("--scale")) == ("scale", "--scale is 3; expected one of te")


@pytest.mark.parametrize(
    ("name", "hint"), [("confusoin", "did you mean 'confusion'?"), ("#", "expected S, B, confusion")]
)
def test_unknown_metric(name, hint):
    with pytest.raises(InputError) as caught:
        metric_class(name)
    assert str(caught.value).startswith(f"no metric is called {name!r}; {hint}")
