"""What arguments of the wrong kind give: an InputError that says so, never an error from inside."""

from __future__ import annotations

import numpy as np
import pytest

from seamark import (
    B,
    Corpus,
    EditWeights,
    InputError,
    Pk,
    S,
    Segmentation,
    SegmentationArray,
    WindowDiff,
    align,
    edit_distance,
    ghd,
    p_mu,
    score_pairs,
    similarity,
    stats,
)
from seamark.metrics.windows import CONVENTIONS

ONE = Segmentation.from_masses([5])
CODINGS = {"a": {"b": [2]}}
HALF = "it holds half of a character, and cannot be written"
CONVENTIONS_OF_PK = ", ".join(name for name, convention in CONVENTIONS.items() if "pk" in convention.metrics)
PAIR = ([2, 3], [5])
WEIGHTS = "expected EditWeights(addition=..., ...)"
WITHIN_10 = "expected a time between 0 and the duration 10.0"
SEVERAL = "expected several segmentations, such as [[2, 3], [5]]"
METRIC = "expected a metric such as S(n=3), or its name, such as 'windowdiff:k=5'"

#: the call, its arguments, its options, the message
CASES = [
    (Segmentation.from_masses, (5,), {}, "masses are 5; expected whole numbers, such as [2, 3, 5]"),
    (Segmentation.from_positions, (5, 10), {}, "positions are 5; expected a sequence"),
    (Segmentation.from_positions, ([5], 10), {"types": 1}, "types are 1; expected a sequence"),
    (
        Segmentation.from_positions,
        ([5], 10),
        {"types": [[]]},
        "boundary type [] at position 5 cannot be used: it is not hashable",
    ),
    (Segmentation.from_labels, (5,), {}, "labels are 5; expected a sequence"),
    (Segmentation.from_sets, (5,), {}, "sets are 5; expected a sequence"),
    (Segmentation.from_string, (5,), {}, "the boundary string is 5; expected a string of 0 and 1"),
    (Segmentation.from_times, (5, 10.0, 1.0), {}, "times are 5; expected a sequence"),
    (
        Segmentation.from_times,
        (["a"], 10.0, 1.0),
        {},
        f"a boundary time is 'a'; {WITHIN_10}",
    ),
    (Segmentation.from_times, ([1.0], "10", 1.0), {}, "duration is '10'; expected a positive, finite time"),
    (S, (), {"weights": (1, 1, 1)}, f"weights are (1, 1, 1); {WEIGHTS}"),
    (B, (), {"weights": {}}, f"weights are {{}}; {WEIGHTS}"),
    (similarity, PAIR, {"weights": {}}, f"weights are {{}}; {WEIGHTS}"),
    (edit_distance, PAIR, {"weights": 0}, f"weights are 0; {WEIGHTS}"),
    (align, PAIR, {"weights": []}, f"weights are []; {WEIGHTS}"),
    (EditWeights, (), {"ordinal": "x"}, "ordinal is 'x'; expected True or False"),
    (EditWeights, (np.complex64(1),), {}, "weight addition is (1+0j); expected a number from 0 to 1"),
    (
        Segmentation.from_times,
        ([0.5], 1e300, 1e-300),
        {},
        "duration 1e+300 / resolution 1e-300 is infinite; the largest mass is 2**62",
    ),
    (Segmentation.from_positions, ([10**5000], 10), {}, "position about 2**16609 is outside 1..9 (mass 10)"),
    (Segmentation.from_labels, ([[1], [2]],), {}, "label 1 is [1]; expected a name or a number"),
    (
        Segmentation.from_positions([5], 2**62).to_labels,
        (),
        {},
        f"{2**62} units are too many to be written out as labels; use positions",
    ),
    (
        SegmentationArray.from_columns,
        ([2, 3], [0, 10**400]),
        {},
        "offsets must be a one-dimensional array of whole numbers, not object of shape (2,)",
    ),
    (WindowDiff, (), {"padding": np.array([1, 2])}, "padding is array([1, 2]); expected None or 'lamprier'"),
    (Pk, (), {"convention": ["nltk"]}, f"convention is ['nltk']; for pk there are: {CONVENTIONS_OF_PK}"),
    (ghd, PAIR, {"insertion": 10**400}, "cost insertion is about 2**1328; expected a finite number of at least 0"),
    (p_mu, PAIR, {"mu": 10**400}, "mu is about 2**1328; expected a finite number of at least 0"),
    (Corpus, (CODINGS,), {"texts": "x"}, "texts are 'x'; expected a mapping from item to its units"),
    (Corpus, (CODINGS,), {"groups": {"b": []}}, "the group of coder 'b' is []; expected a name or a number"),
    (Corpus, (CODINGS,), {"metadata": 5}, "metadata are 5; expected a mapping from a name to anything"),
    (Corpus, ({"\ud800": {"b": [2]}},), {}, f"item name is '\\ud800'; {HALF}"),
    (Corpus, (CODINGS,), {"texts": {"a": ["x", "\ud800"]}}, f"item 'a': unit 1 of the text is '\\ud800'; {HALF}"),
    (Corpus(CODINGS).subset, (), {"items": 5}, "items are 5; expected a list of names"),
    (Corpus(CODINGS).coding, (["a"], "b"), {}, "no item is called ['a']; the corpus has 1: a"),
    (Corpus(CODINGS).merge, ({},), {}, "the other corpus is {}; expected a Corpus"),
    (
        similarity,
        (None, [5]),
        {},
        "NoneType is not a segmentation; expected a Segmentation, masses such as [2, 3, 5], or a string of 0 and 1",
    ),
    (
        S().bind,
        ([[5]], [[5]]),
        {},
        "an array of segmentations is [[5]]; "
        "expected a SegmentationArray, such as SegmentationArray.from_masses([[2, 3], [5]])",
    ),
    (S().score_rows, ([1, 2, 3],), {}, "rows have the shape (3,); expected rows of 2 counts (potential, distance)"),
    (
        S().score,
        ({"potential": 1},),
        {},
        "counts have no 'distance'; expected a mapping with the counts potential, distance",
    ),
    (stats.bootstrap, ([[1, 2], [2, 3]], 5), {}, "score is 5; expected a function"),
    (
        stats.bootstrap,
        ([[1, 2], [2, 3]], len),
        {"resamples": 2**62},
        f"resamples is {2**62}; expected a whole number from 1 to 10,000,000",
    ),
    (score_pairs, (S, [[5]], [[5]]), {}, f"metric is {S!r}; {METRIC}"),
    (score_pairs, (None, [[5]], [[5]]), {}, f"metric is None; {METRIC}"),
    (score_pairs, (S(), "0100", "0100"), {}, f"segmentations are '0100'; {SEVERAL}"),
    (
        score_pairs,
        (S(), Segmentation.from_masses([5]), [[5]]),
        {},
        f"segmentations are Segmentation.from_masses([5]); {SEVERAL}",
    ),
    (score_pairs, (S(), None, [[5]]), {}, f"segmentations are None; {SEVERAL}"),
]


@pytest.mark.parametrize(("call", "arguments", "options", "message"), CASES)
def test_wrong_kind(call, arguments, options, message):
    with pytest.raises(InputError) as caught:
        call(*arguments, **options)
    assert str(caught.value) == message


def test_a_type_too_large_for_a_scale():
    a, b = (Segmentation.from_sets([{label}]) for label in (1, 10**400))
    assert similarity(a, b) == 0.5
    with pytest.raises(InputError, match="is too large to be a number on a scale"):
        B().compare(a, b)


def test_signatures_tell_ordinal_types_apart():
    a, b = (Segmentation.from_sets([{label}]) for label in (1, 2))
    near, far = (B(types=types).compare(a, b) for types in ((1, 2, 3), (1, 2, 9)))
    assert near.value != far.value
    assert (near.signature["types"], far.signature["types"]) == ("1,2,3", "1,2,9")


def test_columns_of_the_caller_stay_writable():
    values, offsets = np.array([2, 3, 5]), np.array([0, 2, 3])
    array = SegmentationArray.from_columns(values, offsets)
    values[0] = offsets[0] = 1
    assert array[0].masses == (2, 3)
    with pytest.raises(ValueError, match="read-only"):
        array.columns.positions[0] = 1
