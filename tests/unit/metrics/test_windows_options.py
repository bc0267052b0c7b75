"""Options, signatures and conventions; what conventions count is tested in ``tests/metrics/windows.py``."""

import math
from typing import get_args

import pytest

import seamark as sm
from seamark.kernels.rows import window_sizes
from seamark.metrics.windows import CONVENTIONS, ConventionName, _laid

X = [5, 5, 5, 5], [5, 6, 9]
VERSION = f"v:{sm.__version__}"

#: metric, its signature after comparing X, where no docstring prints it
RESOLVED = [
    (sm.S(weights=sm.EditWeights(0.5, 1, 0, "unit"), types=(1, 2)), "S|n:2|scale:unit|w:0.5,1,0|types:2"),
    (sm.B(), "B|n:2|scale:linear|w:1,1,1|ordinal:yes|types:1"),
    (sm.WindowDiff(4), "windowdiff|conv:pevzner-hearst|k:4|pad:none"),
    (sm.WindowDiff(None, "nltk"), "windowdiff|conv:nltk|k:gaps-per-boundary=3|pad:none"),
    (sm.WindowDiff(padding="lamprier"), "windowdiff|conv:pevzner-hearst|k:half-mean=3|pad:lamprier"),
    (sm.WindowDiff(None, "lamprier"), "windowdiff|conv:lamprier|k:half-mean-even=2|pad:lamprier"),
    (sm.Pk(), "pk|conv:pevzner-hearst|k:half-mean=3"),
    (sm.Pk(None, "textsplit"), "pk|conv:textsplit|k:half-mean-less-1=2"),
    (sm.Georgescul(3), "georgescul|conv:pevzner-hearst|k:3"),
    (sm.CSeg(), "cseg|conv:pevzner-hearst|k:half-mean=3|cmiss:1|cfa:0.3|pseg:0.3"),
    (sm.CSeg(2, c_miss=2, c_fa=0.5, p_seg=0.25), "cseg|conv:pevzner-hearst|k:2|cmiss:2|cfa:0.5|pseg:0.25"),
    (sm.WinPR(), "winpr|k:half-mean=3"),
    (sm.PMu(), "pmu|mu:1/mean=0.2"),
    (sm.PMu(0.5), "pmu|mu:0.5"),
    (sm.BoundaryF(), "f|tolerance:0|beta:1|zero:auto"),
    (sm.BoundaryF(2, 0.5, 0), "f|tolerance:2|beta:0.5|zero:0"),
    (sm.GHD(1, 1.5, 0.5), "ghd|insertion:1|deletion:1.5|shift:0.5"),
    (sm.Franz("forward"), "franz|direction:forward"),
]
METRICS = [pytest.param(metric, text, id=text) for metric, text in RESOLVED]


@pytest.mark.parametrize(("metric", "text"), METRICS)
def test_resolved_signature(metric, text):
    assert str(metric.compare(*X).signature) == f"{text}|{VERSION}"


@pytest.mark.parametrize(
    ("metric", "rule"),
    [
        (sm.WindowDiff(), "windowdiff|conv:pevzner-hearst|k:half-mean|pad:none"),
        (sm.Pk(None, "nltk"), "pk|conv:nltk|k:gaps-per-boundary"),
        (sm.WinPR(), "winpr|k:half-mean"),
        (sm.PMu(), "pmu|mu:1/mean"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_signature_of_pairs_that_differ_in_k_names_the_rule(metric, rule):
    references = sm.SegmentationArray.from_masses([[5, 5, 5, 5], [20, 20]])
    assert str(metric.bind(references, references).signature) == str(metric.signature()) == f"{rule}|{VERSION}"


@pytest.mark.parametrize(
    ("metric", "key"),
    [
        (sm.PMu(1 / 3), "mu"),
        (sm.CSeg(2, p_seg=1 / 3), "pseg"),
        (sm.BoundaryF(0, 1 / 3), "beta"),
        (sm.BoundaryF(0, 1.0, 1 / 3), "zero"),
        (sm.GHD(shift=1 / 3), "shift"),
    ],
    ids=["mu", "pseg", "beta", "zero", "shift"],
)
def test_signature_holds_every_digit(metric, key):
    """The same number must come again from what the signature says."""
    assert float(metric.signature()[key]) == 1 / 3


#: a metric, an option of it, and values that are refused
BAD_OPTIONS = [
    (sm.WindowDiff, "padding", ["both", "", 1]),
    (sm.WindowDiff, "k", [0, -7, 2.0, True, "3", 2**61 + 1, 2**63]),
    (sm.WindowDiff, "convention", ["textsplit", "#", None]),
    (sm.Pk, "convention", ["nltkk", "lamprier"]),
    (sm.CSeg, "c_miss", [-1, "much"]),
    (sm.CSeg, "c_fa", [math.nan]),
    (sm.CSeg, "p_seg", [1.5]),
    (sm.PMu, "mu", [-0.1, math.nan, math.inf, True, "much"]),
    (sm.BoundaryF, "tolerance", [-1, 0.5]),
    (sm.BoundaryF, "beta", [0, math.nan, "much"]),
    (sm.BoundaryF, "zero_division", [2, "much"]),
    (sm.GHD, "insertion", [-1]),
    (sm.GHD, "deletion", [math.inf]),
    (sm.GHD, "shift", [math.nan, "much"]),
    (sm.Franz, "direction", ["back"]),
]


@pytest.mark.parametrize(("metric", "option", "values"), BAD_OPTIONS)
def test_bad_options(metric, option, values):
    for value in values:
        with pytest.raises(sm.InputError, match=f"{option} is {value!r}"):
            metric(**{option: value})
    assert sm.WindowDiff(k=2**61).k == 2**61


def test_an_unknown_convention_is_told_those_that_there_are():
    with pytest.raises(sm.InputError, match=r"did you mean 'nltk'\? for pk there are: pevzner-hearst, segeval2, "):
        sm.Pk(convention="nltkk")


PRESETS = tuple(CONVENTIONS)


def k_of(masses: list[int], preset: str) -> int:
    windows = _laid("windowdiff", None, preset, None)
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
