"""Conventions: their names, their rules for k, and how many windows they lay."""

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


#: masses, then k in the order of the presets; n / 2K is given for each
RULES = [
    # 2.5: half up is 3, half even 2; 19 / 6 and 20 / 6 for nltk; 1.5 for textsplit, which is 2
    ([5, 5, 5, 5], (3, 2, 3, 3, 3, 2, 2, 2, 2, 2)),
    # 3.5: 4 both ways; 13 / 2 = 6.5 is 6, 14 / 2 = 7; 2.5 for textsplit, which is 2
    ([7, 7], (4, 4, 4, 6, 7, 4, 4, 4, 2, 4)),
    # 10: 59 / 4 = 14.75, 60 / 4 = 15
    ([20, 18, 22], (10, 10, 10, 15, 15, 10, 10, 10, 9, 10)),
    # 0.5: rounds to 0; the minimum is 2 where there is one; 3 / 6 and 4 / 6 for nltk
    ([1, 1, 1, 1], (2, 2, 2, 0, 1, 0, 2, 0, 0, 2)),
]


@pytest.mark.parametrize(("masses", "sizes"), RULES, ids=lambda value: str(value))
def test_rules_for_k(masses, sizes):
    assert tuple(k_of(masses, preset) for preset in PRESETS) == sizes


def test_default_never_leaves_a_pair_without_a_window():
    """At most n - 1, which only matters for two units."""
    assert k_of([2], "pevzner-hearst") == k_of([1, 1], "pevzner-hearst") == 1
    assert k_of([2], "segeval2") == k_of([2], "fournier2012") == 2


@pytest.mark.parametrize("preset", ["nltk", "nltk-starts"])
def test_nltk_without_a_boundary_divides_as_with_one(preset):
    assert k_of([21], preset) == k_of([10, 11], preset) == 10


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_are_exact_for_the_largest_mass(preset):
    """2**62 units in two segments: n / 2K is 2**60, which no float rounding may touch."""
    expected = {"nltk": 2**61, "nltk-starts": 2**61, "textsplit": 2**60 - 1}
    assert k_of([2**61 + 1, 2**61 - 1], preset) == expected.get(preset, 2**60)


#: windows of WindowDiff (of Pk for textsplit) over 20 units with k = 3
WINDOWS = {
    "pevzner-hearst": 17,
    "segeval2": 17,
    "fournier2012": 18,
    "nltk": 17,
    "nltk-starts": 18,
    "treeseg": 18,
    "superdialseg": 18,
    "nltk-ends-final": 18,
    "textsplit": 17,
    "lamprier": 24,  # 20 + 3, and the one that segeval counts on top
}


@pytest.mark.parametrize("preset", PRESETS)
def test_number_of_windows(preset):
    kind = CONVENTIONS[preset].metrics[0]
    metric = sm.WindowDiff(3, preset) if kind == "windowdiff" else sm.Pk(3, preset)
    assert metric.counts([5, 5, 5, 5], [5, 6, 9])[metric.fields[0]] == WINDOWS[preset]


@pytest.mark.parametrize("preset", [name for name in PRESETS if "pk" in CONVENTIONS[name].metrics])
def test_number_of_probes(preset):
    """Probes are k units apart, also where a window holds k - 1 gaps."""
    expected = 17 if preset == "fournier2012" else WINDOWS[preset]
    assert sm.Pk(3, preset).counts([5, 5, 5, 5], [5, 6, 9])["probes"] == expected


def test_padding_adds_k_units_at_each_end():
    assert sm.WindowDiff(3, padding="lamprier").counts([5, 5, 5, 5], [5, 6, 9])["windows"] == 23
    assert sm.WindowDiff(3, "treeseg", "lamprier").counts([5, 5, 5, 5], [5, 6, 9])["windows"] == 24


@pytest.mark.parametrize("mass", [10**6, 10**12, 2**62])
def test_mass_costs_nothing(mass):
    """One boundary against none: it is seen in k windows, however many there are."""
    metric = sm.WindowDiff(1000)
    counts = metric.counts([mass // 2, mass - mass // 2], [mass])
    assert (counts["differ"], counts["windows"]) == (1000, float(mass - 1000))
