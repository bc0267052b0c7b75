"""What bad options, pairs and arguments of the wrong kind give: an error of the right class that names the place."""

import math
import pickle

import numpy as np
import pytest

from seamark import (
    B,
    BoundaryConfusion,
    BoundaryF,
    Corpus,
    EditWeights,
    InputError,
    MassMismatchError,
    ParseError,
    Pk,
    S,
    SeamarkError,
    Segmentation,
    SegmentationArray,
    Signature,
    UndefinedScoreError,
    WindowDiff,
    align,
    boundary_confusion,
    boundary_similarity,
    count_pairs,
    edit_distance,
    ghd,
    p_mu,
    score_pairs,
    similarity,
    stats,
)
from seamark.base.checks import one_of
from seamark.base.errors import OPTION, about_option

NAN = math.nan
PAIR = ([2, 3], [5])
CODINGS = {"a": {"b": [2]}}
TYPED = Segmentation.from_sets([{"minor"}, {"major"}])
CROWDED = [Segmentation.from_sets([set(range(20 * side, 20 * side + 20)), ()]) for side in range(2)]
FUNCTIONS = (similarity, boundary_similarity, edit_distance, align, boundary_confusion)

#: the call, its arguments, its options, how the message begins
CASES = [
    (EditWeights, (1.5,), {}, "addition is 1.5"),
    (EditWeights, (np.complex64(1),), {}, "addition"),
    (EditWeights, (), {"substitution": -0.1}, "substitution"),
    (EditWeights, (), {"transposition": NAN}, "transposition"),
    (EditWeights, (), {"addition": True}, "addition is True"),
    (EditWeights, (), {"scale": "cubic"}, "scale is 'cubic'; expected one of te, linear, unit"),
    (EditWeights, (), {"scale": 3}, "scale is 3"),
    (EditWeights, (), {"ordinal": "x"}, "ordinal is 'x'"),
    (S, (), {"weights": (1, 1, 1)}, "weights are (1, 1, 1)"),
    (align, PAIR, {"weights": []}, "weights are []"),
    (similarity, (TYPED, TYPED), {"types": 1}, "types is 1; expected a whole number from 2"),
    (similarity, PAIR, {"types": 0}, "types is 0"),
    (similarity, PAIR, {"types": True}, "types is True"),
    (similarity, (TYPED, TYPED), {"types": ["minor"]}, "types are ['minor']"),
    (similarity, ([5], [5]), {"types": []}, "types are []"),
    (similarity, PAIR, {"types": [1, 1]}, "types are [1, 1]"),
    (boundary_similarity, (TYPED, TYPED), {}, "boundary types ['major', 'minor'] are not numbers"),
    (similarity, (None, [5]), {}, "NoneType is not a segmentation"),
    (WindowDiff, (), {"padding": np.array([1, 2])}, "padding is array([1, 2])"),
    (Pk, (), {"convention": ["nltk"]}, "convention is ['nltk']"),
    (ghd, PAIR, {"insertion": 10**400}, "insertion is about 2**1328"),
    (p_mu, PAIR, {"mu": 10**400}, "mu is about 2**1328"),
    (BoundaryF, (2**63 - 1,), {}, "tolerance is 9223372036854775807; expected a whole number from 0 to 4,611,686"),
    (score_pairs, (S(), [[2]], [[2], [2]]), {}, "1 segmentations cannot be paired with 2"),
    (score_pairs, (S(), [[2]], [[2]]), {"workers": 0}, "workers is 0"),
    (count_pairs, (S(), [[2]], [[2]]), {"workers": 1.5}, "workers is 1.5"),
    (score_pairs, (S(), [2, 3], [5]), {}, "row 0: int is not a segmentation"),
    (score_pairs, (S, [[5]], [[5]]), {}, f"metric is {S!r}"),
    (score_pairs, (S(), "0100", "0100"), {}, "segmentations are '0100'"),
    (S().bind, ([[5]], [[5]]), {}, "an array of segmentations is [[5]]"),
    (S().score_rows, ([1, 2, 3],), {}, "rows have the shape (3,)"),
    (Signature.parse, ("S|n=2",), {}, "'S|n=2' is not a signature"),
    (Corpus, (CODINGS,), {"texts": "x"}, "texts are 'x'"),
    (Corpus, (CODINGS,), {"texts": {"a": ["x", "\ud800"]}}, "item 'a': unit 1 of the text is '\\ud800'"),
    (Corpus, (CODINGS,), {"groups": {"b": []}}, "the group of coder 'b'"),
    (Corpus, (CODINGS,), {"metadata": 5}, "metadata are 5"),
    (Corpus, ({"\ud800": {"b": [2]}},), {}, "item name is '\\ud800'"),
    (Corpus(CODINGS).subset, (), {"items": 5}, "items are 5"),
    (Corpus(CODINGS).merge, ({},), {}, "the other corpus is {}"),
    (stats.paired_difference, ([[1, 2], [2, 3]], [[1, 2], [2, 3]], 5), {}, "score cannot be computed"),
    (stats.paired_difference, ([[1, 2], [2, 3]], [[1, 2], [2, 3]], len), {"resamples": 2**62}, f"resamples is {2**62}"),
    *(
        (call, arguments, {"n": n}, f"n is {n!r}")
        for call, arguments in [*((call, PAIR) for call in FUNCTIONS), (S, ()), (B, ()), (BoundaryConfusion, ())]
        for n in (1, 0, -2, True, 2.0, NAN, "2", 2**62 + 1)
    ),
]


@pytest.mark.parametrize(("call", "arguments", "options", "message"), CASES)
def test_bad_input(call, arguments, options, message):
    with pytest.raises(InputError) as caught:
        call(*arguments, **options)
    assert str(caught.value).startswith(message)


COVERS = "the first segmentation covers {} units, the second covers {}"


@pytest.mark.parametrize(
    ("call", "arguments", "message"),
    [
        *((call, ([2, 3], [2, 4]), COVERS.format(5, 6)) for call in FUNCTIONS),
        (S().compare, ("0100", [7]), COVERS.format(5, 7)),
        (B().counts, ([2], [1]), COVERS.format(2, 1)),
        (score_pairs, (S(), [[2, 3], [4]], [[5], [3]]), f"pair 1: {COVERS.format(4, 3)}"),
        (similarity, ([2**62], [2**62 - 1]), COVERS.format(2**62, 2**62 - 1)),
    ],
)
def test_different_masses(call, arguments, message):
    with pytest.raises(MassMismatchError) as caught:
        call(*arguments)
    assert str(caught.value) == message


@pytest.mark.parametrize("call", FUNCTIONS)
def test_every_function_checks_both_sides_and_its_signature(call):
    for masses in ([2, 0], []):
        for pair in ((masses, [2]), ([2], masses)):
            with pytest.raises(InputError, match=r"^mass"):
                call(*pair)
    with pytest.raises(TypeError, match="unexpected keyword argument 'k'"):
        call(*PAIR, k=3)
    with pytest.raises(TypeError, match="takes 2 positional arguments but 3 were given"):
        call(*PAIR, 3)


def test_a_segmentation_is_made_by_its_named_constructors():
    with pytest.raises(TypeError, match="from_masses, from_positions"):
        Segmentation([2, 3])


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
    with pytest.raises(InputError, match=r"^the exact alignment near position \d+ has to weigh too many ways"):
        call(*sides, n=12)


def test_a_type_too_large_for_a_scale():
    a, b = (Segmentation.from_sets([{label}]) for label in (1, 10**400))
    assert similarity(a, b) == 0.5
    with pytest.raises(InputError, match="are too large for a scale"):
        B().compare(a, b)


def test_columns_of_the_caller_stay_writable():
    values, offsets = np.array([2, 3, 5]), np.array([0, 2, 3])
    array = SegmentationArray.from_columns(values, offsets)
    values[0] = offsets[0] = 1
    assert array[0].masses == (2, 3)
    with pytest.raises(ValueError, match="read-only"):
        array.columns.positions[0] = 1


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
    assert error.spelled("--layer") == "x: has two layers; choose one with --layer, or use --layer"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.spelled("-l"), again.option) == (str(error), error.spelled("-l"), "layer")
    with pytest.raises(InputError, match=r"^scale is 3; expected") as caught, about_option("scale"):
        one_of(3, OPTION, ["te"])
    assert (caught.value.option, caught.value.spelled("--scale")) == ("scale", "--scale is 3; expected one of te")


def test_control_characters_are_written_out():
    error = ParseError(f"no \x1b[31m; say so with {OPTION}=", path="a\x1b\nb", line=3, option="layer")
    assert str(error) == "a\\x1b\\nb:3: no \\x1b[31m; say so with layer="
    assert error.spelled("--layer") == "a\\x1b\\nb:3: no \\x1b[31m; say so with --layer"
    assert error.message == "no \\x1b[31m; say so with layer="
