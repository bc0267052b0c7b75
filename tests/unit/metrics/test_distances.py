"""Distances of boundaries in order, of labelled segments, and of many pairs at once."""

import pytest

import seamark as sm

PHONES = sm.LabelledSegmentation.from_segments([(10, "s"), (12, "i"), (8, "t")])
ALIGNED = sm.LabelledSegmentation.from_segments([(13, "s"), (8, "i"), (9, "t")])


def test_phones_in_order():
    found = sm.deviation(PHONES, ALIGNED, pairing="order", tolerances=[1, 2, 3])
    # Boundaries at 10 and 22 against 13 and 21.
    assert (found.to_hypothesis, found.mean_to_reference, found.largest, found.bias) == (2.0, 2.0, 3.0, 1.0)
    assert [found.within[limit].reference for limit in (1, 2, 3)] == [0.5, 0.5, 1.0]
    assert sm.WithinTolerance(1, "order").compare(PHONES, ALIGNED).value == 0.5
    assert dict(sm.MeanTimeError("order").compare(PHONES, ALIGNED).parts) == {"bias": 1.0}
    assert sm.mean_time_error(PHONES.segmentation, ALIGNED.segmentation, pairing="order") == 2.0


def test_labels_in_another_order_are_an_error_that_names_the_place():
    other = sm.LabelledSegmentation.from_segments([(13, "s"), (8, "e"), (9, "t")])
    fewer = sm.LabelledSegmentation.from_segments([(13, "s"), (17, "t")])
    with pytest.raises(sm.InputError, match="pair 1: segment 2 has another label"):
        sm.MedianDeviation(pairing="order").bind(
            sm.Codings.of([PHONES, PHONES]), sm.Codings.of([ALIGNED, other])
        ).count()
    with pytest.raises(sm.InputError, match="pair 0: the reference has 3 segments, the hypothesis 2"):
        sm.deviation(PHONES, fewer, pairing="order")
    with pytest.raises(sm.InputError, match="pair 0: the reference has 2 boundaries, the hypothesis 1"):
        sm.mean_time_error([2, 3, 4], [5, 4], pairing="order")
    assert sm.deviation(PHONES, other).to_hypothesis == 2.0  # labels do not matter to the nearest


def test_what_is_undefined_or_no_tolerance():
    with pytest.raises(sm.UndefinedScoreError):
        sm.deviation([5], [2, 3])
    assert sm.deviation([5], [2, 3], ends=True).to_reference == 0.0
    for wrong in (-1, 1.5, "x"):
        with pytest.raises(sm.InputError):
            sm.deviation([2, 3], [2, 3], tolerances=[wrong])


def test_ends_count_by_name_too():
    assert sm.score_pairs("f:ends=true", [[5, 5]], [[10]]).tolist() == [0.8]
    assert str(sm.BoundaryF(ends=True).signature()).startswith("f|tolerance:0|beta:1|zero:auto|ends:yes|")
