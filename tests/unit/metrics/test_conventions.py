"""Conventions: their names, and the largest masses; what they count is tested in ``tests/metrics/windows.py``."""

from typing import get_args

import pytest

import seamark as sm
from seamark.kernels.rows import window_sizes
from seamark.metrics.windows import CONVENTIONS, ConventionName

PRESETS = tuple(CONVENTIONS)


def k_of(masses: list[int], preset: str) -> int:
    windows = CONVENTIONS[preset].windows(None, None)
    return int(window_sizes(windows, sm.Segmentation.from_masses(masses).columns())[0])


def test_names_are_those_of_the_type():
    assert get_args(ConventionName) == PRESETS
    assert all(name == convention.name for name, convention in CONVENTIONS.items())


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_are_exact_for_the_largest_mass(preset):
    """2**62 units in two segments: n / 2K is 2**60, which no float rounding may touch."""
    expected = {"nltk": 2**61, "nltk-starts": 2**61, "textsplit": 2**60 - 1}
    assert k_of([2**61 + 1, 2**61 - 1], preset) == expected.get(preset, 2**60)


@pytest.mark.parametrize("mass", [10**6, 10**12, 2**62])
def test_mass_costs_nothing(mass):
    """One boundary against none: it is seen in k windows, however many there are."""
    metric = sm.WindowDiff(1000)
    counts = metric.counts([mass // 2, mass - mass // 2], [mass])
    assert (counts["differ"], counts["windows"]) == (1000, float(mass - 1000))
