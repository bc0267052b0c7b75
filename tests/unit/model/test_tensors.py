"""Arrays of other libraries as masses, labels, types and spans: their scalars are no keys, as those of torch."""

from __future__ import annotations

import numpy as np
import pandas
import polars
import pyarrow
import pytest

import seamark as sm


class Scalar:
    """As a number of torch: its hash is its identity, and a comparison gives another one."""

    ndim = 0

    def __init__(self, value):
        self._value = value

    def item(self):
        return self._value

    def __eq__(self, other):
        return Scalar(self._value == getattr(other, "_value", other))

    def __hash__(self):
        return id(self)

    def __bool__(self):
        return bool(self._value)

    def __index__(self):
        return self._value


class Tensor:
    """As an array of torch or JAX on another device: a list of scalars, which numpy cannot look into."""

    def __init__(self, values):
        self._values = np.asarray(values)
        self.ndim = self._values.ndim

    def tolist(self):
        return self._values.tolist()

    def __len__(self):
        return len(self._values)

    def __iter__(self):
        return (Scalar(value.item()) if self.ndim == 1 else Tensor(value) for value in self._values)

    def __array__(self, *_, **__):
        raise TypeError("move it to the processor first")


ARRAYS = {
    "numpy": np.array,
    "tensor": Tensor,
    "list of scalars": lambda values: list(Tensor(values)),
    "pandas": pandas.Series,
    "polars": polars.Series,
    "pyarrow": pyarrow.array,
}
A, B = [0, 0, 1, 1, 2, 2, 2], [0, 0, 1, 1, 1, 2, 0]


@pytest.mark.parametrize("array", ARRAYS.values(), ids=ARRAYS)
def test_arrays_of_every_library_say_the_same(array):
    assert sm.Segmentation.from_labels(array(A)).masses == (2, 2, 3)
    assert sm.Segmentation.of(array([2, 3])).masses == (2, 3)
    assert sm.Segmentation.from_positions(array([2, 5]), 9, array([1, 2])).types == (1, 2)
    assert sm.Spans.from_labels(array(A), background=0).spans == ((2, 4, 1), (4, 7, 2))
    labelled = [sm.LabelledSegmentation.from_labels(array(units)) for units in (A, B)]
    assert labelled[0].labels == (0, 1, 2)
    assert sm.unit_accuracy(*labelled) == 5 / 7


@pytest.mark.parametrize("scalar", [Scalar, np.array, np.int64])
def test_labels_that_are_scalars_of_other_libraries(scalar):
    song = sm.LabelledSegmentation.from_segments([(2, scalar(1)), (3, scalar(2)), (2, scalar(1))])
    assert song == sm.LabelledSegmentation.from_segments([(2, 1), (3, 2), (2, 1)])
    spans = sm.Spans([(0, 2, scalar(1)), (2, 4, scalar(1))], length=5)
    assert spans.categories == (1,)
    corpus = sm.Corpus({"talk": dict.fromkeys(("ann", "ben"), spans)})
    assert sm.unitizing_alpha(corpus).value == 1


@pytest.mark.parametrize("rows", [np.array([[0, 4], [4, 9]]), Tensor([[0, 4], [4, 9]])])
def test_rows_of_spans(rows):
    assert sm.Spans(rows, length=9) == sm.Spans([(0, 4), (4, 9)], length=9)
