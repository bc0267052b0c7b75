"""Why rows have no score, as a column of text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.scale.arrow_columns import arrow
from seamark.scale.pair_blocks import Status


class Reasons:
    """The reasons of the rows of a batch. Few different ones occur: every row has the number of a text, 0 for none."""

    def __init__(self, rows: int, meanings: Mapping[int, str]) -> None:
        self._rows = rows
        self._meanings = meanings
        self._texts: list[str] = []
        self._numbers: Int64Array | None = None

    def reject(self, rows: Int64Array, status: Status) -> None:
        """Bad rows, each with what is wrong with it."""
        numbers = self._of_rows()
        for fault in np.unique(status).tolist():
            numbers[rows[status == fault]] = self._number(self._meanings[fault])

    def undefined(self, metric: Metric, rows: Int64Array, counts: FloatArray) -> None:
        """Rows without a score under the metric, and their counts.

        A score is undefined because some of its counts are zero: rows with the same zeros share a sentence.
        """
        numbers = self._of_rows()
        patterns, pattern = np.unique(counts == 0, axis=0, return_inverse=True)
        for place in range(len(patterns)):
            these = pattern.reshape(-1) == place
            row = dict(zip(metric.fields, counts[these.argmax()].tolist(), strict=True))
            self._append(numbers, rows[these], metric.why_undefined(row))

    def column(self) -> Any:
        """An Arrow array of strings, null where there is nothing to say."""
        pa = arrow()
        if self._numbers is None:
            return pa.nulls(self._rows, pa.string())
        numbers = pa.array(self._numbers - 1, mask=self._numbers == 0)
        return pa.DictionaryArray.from_arrays(numbers, pa.array(self._texts, pa.string())).dictionary_decode()

    def _append(self, numbers: npt.NDArray[np.int64], rows: Int64Array, sentence: str) -> None:
        before = numbers[rows]
        for number in np.unique(before).tolist():
            text = f"{self._texts[number - 1]}; {sentence}" if number else sentence
            numbers[rows[before == number]] = self._number(text)

    def _number(self, text: str) -> int:
        if text not in self._texts:
            self._texts.append(text)
        return self._texts.index(text) + 1

    def _of_rows(self) -> Int64Array:
        if self._numbers is None:
            self._numbers = np.zeros(self._rows, dtype=np.int64)
        return self._numbers
