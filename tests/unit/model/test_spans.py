"""Spans, arrays of them, and corpora of them."""

from __future__ import annotations

import random

import pytest

import seamark as sm

ONE = sm.Spans([(2, 8, "A"), (12, 16, "B")], length=20)


def test_equal_by_value_whatever_the_order():
    again = sm.Spans([(12, 16, "B"), (2, 8, "A")], length=20)
    assert again == ONE
    assert hash(again) == hash(ONE)
    assert sm.Spans([(2, 8, "A")], length=20) != sm.Spans([(2, 8, "A")], length=21)
    assert sm.Spans([(2, 8, "A")], length=20) != sm.Spans([(2, 8, "B")], length=20)


def test_identical_spans_are_kept():
    twice = sm.Spans([(2, 8, "A"), (2, 8, "A")], length=20)
    assert len(twice) == 2
    assert len(twice.merged()) == 1


def test_nothing_marked_is_not_nothing_looked_at():
    corpus = sm.Corpus({"talk": {"ann": sm.Spans([], length=20), "ben": ONE}})
    assert corpus.coder_names == ("ann", "ben")
    assert corpus["talk"]["ann"].gaps() == ((0, 20),)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([(3, 3, "A")], "span 1, from 3 to 3, is empty; expected 0 <= start < end <= 20"),
        ([(5, 3, "A")], "span 1, from 5 to 3, ends early"),
        ([(-1, 3, "A")], "span 1, from -1 to 3, is outside the line"),
        ([(0, 2), (15, 21, "A")], "span 2, from 15 to 21, is outside the line"),
        ([(1.5, 3, "A")], "start of span 1 is 1.5; expected a whole number"),
        ([(1, "3", "A")], "end of span 1 is '3'; expected a whole number"),
        ([(1, 3, [])], "the category of span 1 is []; expected a name or a number"),
        ([(1, 3, float("nan"))], "the category of span 1 is nan"),
        (["abc"], "span 1 is 'abc'; expected (start, end, category)"),
        ([5], "span 1 is 5; expected (start, end, category)"),
        ("abc", "spans are 'abc'; expected rows"),
    ],
)
def test_rows_that_are_no_spans(rows, message):
    with pytest.raises(sm.InputError) as raised:
        sm.Spans(rows, length=20)
    assert message in str(raised.value)


@pytest.mark.parametrize("length", [0, -3, 2**62 + 1, 2.5, None, "20"])
def test_lengths_that_cannot_be(length):
    with pytest.raises(sm.InputError, match="length is"):
        sm.Spans([], length=length)


def test_times_go_to_the_nearest_step():
    spans = sm.Spans.from_times([(0.51, 1.24, "A"), (9.9, 10.0, "B")], duration=10.0, resolution=0.1)
    assert [tuple(span) for span in spans] == [(5, 12, "A"), (99, 100, "B")]
    assert spans.to_times(0.25)[0] == (1.25, 3.0, "A")
    with pytest.raises(sm.InputError, match=r"span 1, from 0\.5 to 0.52, is empty at resolution 0.1; use a finer"):
        sm.Spans.from_times([(0.5, 0.52, "A")], duration=10.0, resolution=0.1)
    with pytest.raises(sm.InputError, match="end of span 1 is 11; expected a time between 0 and the duration 10"):
        sm.Spans.from_times([(0.5, 11, "A")], duration=10.0, resolution=0.1)


def test_gaps_and_merged_against_units():
    rng = random.Random(5)  # noqa: S311
    for _ in range(300):
        length = rng.randint(1, 25)
        rows = []
        for _ in range(rng.randint(0, 6)):
            start, end = sorted(rng.sample(range(length + 1), 2))
            rows.append((start, end, rng.choice("AB")))
        spans = sm.Spans(rows, length=length)
        for chosen in ((), ("A",), ("A", "B")):
            wanted = chosen or ("A", "B")
            covered = {u for start, end, label in rows if label in wanted for u in range(start, end)}
            free = [None if u in covered else 1 for u in range(length)]
            assert spans.gaps(*chosen) == tuple((s.start, s.end) for s in sm.Spans.from_labels(free))
        for label in "AB":
            covered = {u for start, end, name in rows if name == label for u in range(start, end)}
            units = [label if u in covered else None for u in range(length)]
            assert spans.merged().only(label) == sm.Spans.from_labels(units)


def test_long_lines_cost_nothing():
    spans = sm.Spans([(10**11, 10**12, "A")], length=2**62)
    assert spans.gaps() == ((0, 10**11), (10**12, 2**62))


def test_corpus_refuses_two_lengths():
    with pytest.raises(sm.MassMismatchError, match="coder 'ben' covers 21 units, coder 'ann' covers 20"):
        sm.Corpus({"talk": {"ann": ONE, "ben": sm.Spans([], length=21)}})
