"""Options and signatures of the comparison metrics."""

from __future__ import annotations

import math

import pytest

import seamark as sm

X = [5, 5, 5, 5], [5, 6, 9]
VERSION = f"v:{sm.__version__}"

#: metric, its signature after comparing X
RESOLVED = [
    (sm.WindowDiff(), "windowdiff|conv:pevzner-hearst|k:half-mean=3|pad:none"),
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
    (sm.Covering(), "covering"),
    (sm.Rand(), "rand"),
    (sm.AdjustedRand(), "ari"),
    (sm.PairwiseF(), "pairwisef"),
    (sm.VMeasure(), "vmeasure"),
    (sm.NCE(), "nce"),
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


#: what is wrong, the call, its options, the message
BAD_OPTIONS = [
    ("padding", sm.WindowDiff, {"padding": "both"}, "padding is 'both'; expected None or 'lamprier'"),
    ("c_miss", sm.CSeg, {"c_miss": -1}, "c_miss is -1; expected a number of at least 0"),
    ("c_fa", sm.CSeg, {"c_fa": math.nan}, "c_fa is nan; expected a number of at least 0"),
    ("p_seg", sm.CSeg, {"p_seg": 1.5}, "p_seg is 1.5; expected a probability between 0 and 1"),
    ("mu below 0", sm.PMu, {"mu": -0.1}, "mu is -0.1; expected a finite number of at least 0"),
    ("mu nan", sm.PMu, {"mu": math.nan}, "mu is nan; expected a finite number of at least 0"),
    ("mu infinite", sm.PMu, {"mu": math.inf}, "mu is inf; expected a finite number of at least 0"),
    ("mu boolean", sm.PMu, {"mu": True}, "mu is True; expected a finite number of at least 0"),
    ("tolerance", sm.BoundaryF, {"tolerance": -1}, "tolerance is -1; expected 0 or more potential boundaries"),
    ("tolerance half", sm.BoundaryF, {"tolerance": 0.5}, "tolerance is 0.5; expected a whole number"),
    ("beta", sm.BoundaryF, {"beta": 0}, "beta is 0; expected a positive number, at most 1e150"),
    ("beta nan", sm.BoundaryF, {"beta": math.nan}, "beta is nan; expected a positive number, at most 1e150"),
    (
        "zero_division",
        sm.BoundaryF,
        {"zero_division": 2},
        "zero_division is 2; expected None or a number from 0 to 1",
    ),
    ("insertion", sm.GHD, {"insertion": -1}, "cost insertion is -1; expected a finite number of at least 0"),
    ("deletion", sm.GHD, {"deletion": math.inf}, "cost deletion is inf; expected a finite number of at least 0"),
    ("shift", sm.GHD, {"shift": math.nan}, "cost shift is nan; expected a finite number of at least 0"),
    ("direction", sm.Franz, {"direction": "back"}, "direction is 'back'; expected one of both, forward"),
]


@pytest.mark.parametrize(
    ("metric", "options", "message"), [pytest.param(*rest, id=name) for name, *rest in BAD_OPTIONS]
)
def test_bad_option(metric, options, message):
    with pytest.raises(sm.InputError) as caught:
        metric(**options)
    assert str(caught.value) == message


#: options that are numbers, given as something else
NOT_NUMBERS = [
    (sm.CSeg, "c_miss"),
    (sm.PMu, "mu"),
    (sm.BoundaryF, "beta"),
    (sm.BoundaryF, "zero_division"),
    (sm.GHD, "shift"),
]


@pytest.mark.parametrize(("metric", "option"), NOT_NUMBERS, ids=lambda value: getattr(value, "__name__", value))
def test_text_for_a_number(metric, option):
    with pytest.raises(sm.InputError, match=f"{option} is 'much'"):
        metric(**{option: "much"})


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
