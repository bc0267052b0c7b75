"""What metrics that slide a window have in common: k, convention, padding, and windows that may not exist."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from seamark.kernels.columns import FloatArray
from seamark.kernels.one_pair import Windows
from seamark.metrics.base import Metric
from seamark.metrics.conventions import (
    Convention,
    ConventionName,
    Padding,
    convention_named,
    k_in_signature,
    window_size,
)
from seamark.model.array import SegmentationArray
from seamark.number_text import counted


@dataclass(frozen=True, slots=True)
class WindowMetric(Metric):
    """A metric over windows; ``k=None`` takes the convention's own rule.

    The last column of its counts, ``undefined``, is 1 for a pair without a window, so that a sum of rows still tells
    how many pairs it could not speak of. A single unit has no potential boundary: that pair is not undefined, but
    without error.
    """

    k: int | None = None
    convention: ConventionName = "pevzner-hearst"

    #: The name under which conventions list the metric.
    window_kind: ClassVar[str]

    def __post_init__(self) -> None:
        object.__setattr__(self, "k", window_size(self.k))
        convention_named(self.convention, self.window_kind)

    @property
    def layout(self) -> Convention:
        """The convention; probes, as Pk takes them, are k units apart whatever the width of a WindowDiff window."""
        found = convention_named(self.convention, self.window_kind)
        return found.for_probes() if self.window_kind == "pk" else found

    @property
    def effective_padding(self) -> Padding | None:
        """Padding of the convention; a metric with an option of its own overrides this."""
        return self.layout.padding

    @property
    def laid(self) -> Windows:
        """The windows over any pair, as the kernel lays them."""
        return self.layout.windows(self.k, self.effective_padding)

    def _options(self, a: SegmentationArray | None, b: SegmentationArray | None) -> dict[str, object]:
        k = None if a is None else self.layout.k_for(a, self.k)
        return {"conv": self.convention, "k": k_in_signature(self.layout.rule, self.k, k)}

    def _note(self, a: SegmentationArray | None) -> str | None:
        """That a window of no width never differs."""
        if a is None or self.k is not None or self.layout.least_k > 0 or self.layout.k_for(a, None).any():
            return None
        return f"the convention {self.convention} gives k=0 here, and then 0 whatever is compared"

    def _why_undefined(self, counts: Mapping[str, float], reference: SegmentationArray | None = None) -> str:
        if reference is None or len(reference) != 1:
            return f"{self.info.title} is undefined: there is no window"
        k, mass = int(self.layout.k_for(reference, self.k)[0]), int(reference.masses[0])
        if k < 1:
            return f"{self.info.title} is undefined: this convention gives k={k}, and a window needs k of at least 1"
        return f"{self.info.title} is undefined: k={k} leaves no window over {counted(mass, 'unit')}"


def share_of_windows(count: FloatArray, windows: FloatArray, undefined: FloatArray) -> FloatArray:
    """A share of windows; without any window 0 if nothing was undefined (single units), else NaN.

    Examples
    --------
    >>> share_of_windows(np.array([1.0, 0.0, 0.0]), np.array([4.0, 0.0, 0.0]), np.array([0.0, 0.0, 1.0])).tolist()
    [0.25, 0.0, nan]
    """
    some = windows > 0
    if np.all(some):  # nearly always, and then there is nothing to choose
        return count / windows
    none = np.where(undefined > 0, np.nan, 0.0)
    return np.where(some, count / np.where(some, windows, 1.0), none)
