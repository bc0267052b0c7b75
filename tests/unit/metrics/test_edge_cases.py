"""The edge-case table: every metric where segmentations or window sizes leave it little to work with.

The tables stand here as data and in docs/edge-cases.md for readers; a test reads the page and compares.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import seamark as sm
from seamark.metrics.conventions import CONVENTIONS
from seamark.metrics.names import BOUNDARY_METRICS

PAGE = Path(__file__).parents[3] / "docs" / "edge-cases.md"


@dataclass(frozen=True)
class Fails:
    """An error of that class; for an undefined score the reason, which follows the name of the metric."""

    error: str
    text: str

    def message(self, title: str) -> str:
        return f"{title} is undefined: {self.text}" if self.error == "UndefinedScoreError" else self.text


def undefined(reason: str) -> Fails:
    return Fails("UndefinedScoreError", reason)


ALL, NONE, SOME = [1] * 10, [10], [3, 3, 4]
PAIRS = {
    "none in reference": (NONE, SOME),
    "none in hypothesis": (SOME, NONE),
    "none in either": (NONE, NONE),
    "all in both": (ALL, ALL),
    "all against none": (ALL, NONE),
    "one unit": ([1], [1]),
    "two units": ([1, 1], [2]),
}
K_PAIR = SOME, [4, 6]
SIZES = {"k = N": 10, "k = N + 1": 11, "k = 2**61": 2**61, "k = 10**30": 10**30, "k = 0": 0, "k = -1": -1}

NO_BOUNDARY = undefined("no window holds a reference boundary")
NEVER_APART = undefined("no probe falls into two reference segments")
ALWAYS_APART = undefined("every probe falls into two reference segments")
RULE_GIVES_0 = undefined("this convention gives k=0, and a window needs k of at least 1")
TOO_WIDE_2 = undefined("k=2 leaves no window over 2 units")
TOO_WIDE_10 = undefined("k=10 leaves no window over 10 units")
TOO_WIDE_11 = undefined("k=11 leaves no window over 10 units")
TOO_WIDE = undefined(f"k={2**61} leaves no window over 10 units")
HUGE = Fails("InputError", f"k is {10**30}; a window size is at most 2**61")
ZERO = Fails("InputError", "k is 0; a window size is at least 1")
NEGATIVE = Fails("InputError", "k is -1; a window size is at least 1")

#: metric -> outcomes in the order of PAIRS; a fraction is exact, a decimal has four digits
BY_PAIR = {
    "S": ["7/9", "7/9", "1", "1", "0", "1", "0"],
    "B": ["0", "0", "1", "1", "0", "1", "0"],
    "confusion": ["0", "0", "1", "1", "0", "1", "0"],
    "windowdiff": ["1", "1/2", "0", "0", "1", "0", "1"],
    "pk": ["1", "1/2", "0", "0", "1", "0", "1"],
    "winpr": ["0", "0", "1", "1", "0", "1", "0"],
    "georgescul": [NO_BOUNDARY, "1/2", NO_BOUNDARY, "0", "1/2", RULE_GIVES_0, "1/2"],
    "cseg": [NEVER_APART, "3/10", NEVER_APART, ALWAYS_APART, ALWAYS_APART, RULE_GIVES_0, ALWAYS_APART],
    "pmu": ["0.3242", "0.4302", "1", "1", "0", "1", "0"],
    "f": ["0", "0", "1", "1", "0", "1", "0"],
    "ghd": ["4", "4", "0", "0", "18", "0", "2"],
    "franz": ["33/5", "33/5", "0", "0", "9", "0", "1"],
    "covering": ["2/5", "17/50", "1", "1", "1/10", "1", "1/2"],
    "rand": ["4/15", "4/15", "1", "1", "0", "1", "0"],
    "ari": ["0", "0", "1", "1", "0", "1", "0"],
    "pairwisef": ["8/19", "8/19", "1", "1", "0", "1", "0"],
    "vmeasure": ["0", "0", "1", "1", "0", "1", "0"],
    "nce": ["0.0175", "0.0175", "1", "1", "0", "1", "0"],
}
#: the same in the order of SIZES, for metrics that have a k
BY_SIZE = {
    "windowdiff": [TOO_WIDE_10, TOO_WIDE_11, TOO_WIDE, HUGE, ZERO, NEGATIVE],
    "pk": [TOO_WIDE_10, TOO_WIDE_11, TOO_WIDE, HUGE, ZERO, NEGATIVE],
    "winpr": ["2/3", "2/3", "2/3", HUGE, ZERO, NEGATIVE],
    "georgescul": [TOO_WIDE_10, TOO_WIDE_11, TOO_WIDE, HUGE, ZERO, NEGATIVE],
    "cseg": [TOO_WIDE_10, TOO_WIDE_11, TOO_WIDE, HUGE, ZERO, NEGATIVE],
}
CONVENTION_COLUMNS = [*PAIRS, "k = N", "k = N + 1"]
#: convention -> outcomes in the order of CONVENTION_COLUMNS
WINDOW_DIFF = {
    "pevzner-hearst": ["1", "1/2", "0", "0", "1", "0", "1", TOO_WIDE_10, TOO_WIDE_11],
    "segeval2": ["1", "1/2", "0", "0", "1", "0", TOO_WIDE_2, TOO_WIDE_10, TOO_WIDE_11],
    "fournier2012": ["1", "2/9", "0", "0", "1", "0", "1", "1", TOO_WIDE_11],
    "nltk": ["1", "1/2", "0", "0", "0", "0", "0", TOO_WIDE_10, TOO_WIDE_11],
    "nltk-starts": ["1", "4/9", "0", "0", "9/10", "0", "1/2", "1", TOO_WIDE_11],
    "treeseg": ["1", "4/9", "0", "0", "0", "0", "0", "1", TOO_WIDE_11],
    "superdialseg": ["1", "4/9", "0", "0", "1", "0", "1", "1", TOO_WIDE_11],
    "nltk-ends-final": ["1", "4/9", "0", "0", "0", "0", "0", "1", TOO_WIDE_11],
    "lamprier": ["1/2", "4/13", "0", "0", "10/13", "0", "2/5", "10/21", "1/2"],
}
PK = {
    "pevzner-hearst": ["1", "1/2", "0", "0", "1", "0", "1", TOO_WIDE_10, TOO_WIDE_11],
    "segeval2": ["1", "1/2", "0", "0", "1", "0", TOO_WIDE_2, TOO_WIDE_10, TOO_WIDE_11],
    "fournier2012": ["1", "1/2", "0", "0", "1", "0", TOO_WIDE_2, TOO_WIDE_10, TOO_WIDE_11],
    "nltk": ["1", "1/2", "0", "0", "0", "0", "0", TOO_WIDE_10, TOO_WIDE_11],
    "nltk-starts": ["1", "4/9", "0", "0", "9/10", "0", "1/2", "0", TOO_WIDE_11],
    "treeseg": ["1", "4/9", "0", "0", "0", "0", "0", "0", TOO_WIDE_11],
    "superdialseg": ["1", "4/9", "0", "0", "1", "0", "1", "0", TOO_WIDE_11],
    "nltk-ends-final": ["5/6", "4/9", "0", "0", "0", "0", "0", "0", TOO_WIDE_11],
    "textsplit": ["1", "2/9", "0", "0", "0", "0", "0", TOO_WIDE_10, TOO_WIDE_11],
}
#: heading on the page -> columns, rows
TABLES = {
    "Few or many boundaries": (list(PAIRS), BY_PAIR),
    "Window sizes": (list(SIZES), BY_SIZE),
    "WindowDiff by convention": (CONVENTION_COLUMNS, WINDOW_DIFF),
    "Pk by convention": (CONVENTION_COLUMNS, PK),
}


def check(outcome: str | Fails, title: str, compare) -> None:
    """Call, and hold the value or the whole error against the table."""
    if isinstance(outcome, Fails):
        with pytest.raises(getattr(sm, outcome.error)) as caught:
            compare()
        assert str(caught.value) == outcome.message(title)
    else:
        tolerance = 5e-5 if "." in outcome else 1e-14
        assert compare().value == pytest.approx(float(Fraction(outcome)), abs=tolerance, rel=0)


def cells(columns, rows):
    return [
        pytest.param(row, column, outcome, id=f"{row}-{column}")
        for row, outcomes in rows.items()
        for column, outcome in zip(columns, outcomes, strict=True)
    ]


@pytest.mark.parametrize(("name", "case", "outcome"), cells(PAIRS, BY_PAIR))
def test_pair(name, case, outcome):
    metric = BOUNDARY_METRICS[name]
    check(outcome, metric.info.title, lambda: metric().compare(*PAIRS[case]))


@pytest.mark.parametrize(("name", "case", "outcome"), cells(SIZES, BY_SIZE))
def test_size(name, case, outcome):
    metric = BOUNDARY_METRICS[name]
    check(outcome, metric.info.title, lambda: metric(k=SIZES[case]).compare(*K_PAIR))


@pytest.mark.parametrize("metric", [sm.WindowDiff, sm.Pk], ids=lambda metric: metric.info.name)
@pytest.mark.parametrize(("k", "case"), [(SIZES.get(column), column) for column in CONVENTION_COLUMNS])
def test_conventions(metric, k, case):
    table = WINDOW_DIFF if metric is sm.WindowDiff else PK
    for convention, outcomes in table.items():
        outcome = outcomes[CONVENTION_COLUMNS.index(case)]
        pair = PAIRS.get(case, K_PAIR)
        check(outcome, metric.info.title, lambda c=convention, p=pair: metric(k, c).compare(*p))


def test_tables_are_complete():
    assert BY_PAIR.keys() == BOUNDARY_METRICS.keys()
    assert BY_SIZE.keys() == {
        name for name, metric in BOUNDARY_METRICS.items() if "k" in {f.name for f in fields(metric)}
    }
    for table, kind in ((WINDOW_DIFF, "windowdiff"), (PK, "pk")):
        assert list(table) == [name for name, convention in CONVENTIONS.items() if kind in convention.metrics]


@pytest.mark.parametrize("name", BY_PAIR)
def test_many_pairs_at_once(name):
    """What is undefined is NaN among the scores of many pairs, and everything else keeps its value."""
    scores = sm.score_pairs(BOUNDARY_METRICS[name](), *zip(*PAIRS.values(), strict=True))
    undefined_there = [isinstance(outcome, Fails) for outcome in BY_PAIR[name]]
    assert np.isnan(scores).tolist() == undefined_there


def read_page() -> dict[str, tuple[list[str], dict[str, list[str | Fails]]]]:
    text = PAGE.read_text(encoding="utf-8")
    notes = {
        f"[{letter}]": Fails(error, message)
        for letter, error, message in re.findall(r"^- \[(\w+)\] `(\w+)`: (.+)$", text, re.MULTILINE)
    }
    tables = {}
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        heading, _, body = section.partition("\n")
        lines = [line.strip("|").split("|") for line in body.splitlines() if line.startswith("|")]
        if lines:
            header, _, *rows = [[cell.strip() for cell in line] for line in lines]
            content = {name.strip("`"): [notes.get(cell, cell) for cell in outcomes] for name, *outcomes in rows}
            tables[heading.strip()] = (header[1:], content)
    return tables


def test_page_has_the_same_tables():
    columns = ["nothing on either side", "nothing in the reference", "nothing in the hypothesis"]
    of_models = {name: [str(value) for value in case[3]] for name, case in OTHER_MODELS.items()}
    assert read_page() == {**TABLES, "Labels, spans and levels": (columns, of_models)}


# ------------------------------------------------------------------------------------------- labels, spans and levels

_ONE, _TWO = sm.LabelledSegmentation.from_labels("AAAAAA"), sm.LabelledSegmentation.from_labels("AAABBB")
_BACKGROUND, _ACTION = (sm.LabelledSegmentation.from_labels(units) for units in ("------", "---AAA"))
_NO_SPAN, _SPAN = sm.Spans([], length=6), sm.Spans([(0, 3, "A")], length=6)
_FLAT, _CUT = sm.Hierarchy.from_labelled([_ONE]), sm.Hierarchy.from_labelled([_TWO])

#: Nothing on either side, nothing in the reference, nothing in the hypothesis.
OTHER_MODELS = {
    "mi:norm=mean": (sm.MutualInformation("mean"), _ONE, _TWO, (1, 0, 0)),
    "actionf1": (sm.ActionF1(background=["-"]), _BACKGROUND, _ACTION, (1, 0, 0)),
    "edit": (sm.EditScore(background=["-"]), _BACKGROUND, _ACTION, (1, 0, 0)),
    "der": (sm.DER(), _NO_SPAN, _SPAN, (0, 1, 1)),
    "jer": (sm.JER(), _NO_SPAN, _SPAN, (0, 1, 1)),
    "spanf1": (sm.SpanF1(), _NO_SPAN, _SPAN, (1, 0, 0)),
    "t": (sm.TMeasure(), _FLAT, _CUT, (1, 0, 0)),
    "l": (sm.LMeasure(), _FLAT, _CUT, (1, 0, 0)),
}


@pytest.mark.parametrize(("metric", "nothing", "something", "values"), OTHER_MODELS.values(), ids=OTHER_MODELS)
def test_nothing_on_a_side(metric, nothing, something, values):
    pairs = ((nothing, nothing), (nothing, something), (something, nothing))
    assert tuple(metric.compare(*pair).value for pair in pairs) == values
