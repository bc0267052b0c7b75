"""A metric and the function that computes it take the same options, with the same defaults."""

from __future__ import annotations

import dataclasses
import inspect

import pytest

import seamark as sm
from seamark.metrics.edit import EditMetric
from seamark.metrics.names import METRICS

FUNCTIONS = {
    "S": sm.similarity,
    "B": sm.boundary_similarity,
    "confusion": sm.boundary_confusion,
    "windowdiff": sm.window_diff,
    "pk": sm.pk,
    "winpr": sm.win_pr,
    "georgescul": sm.georgescul,
    "cseg": sm.c_seg,
    "pmu": sm.p_mu,
    "f": sm.precision_recall,
    "ghd": sm.ghd,
    "franz": sm.franz,
    "covering": sm.covering,
    "rand": sm.rand,
    "ari": sm.adjusted_rand,
    "pairwisef": sm.pairwise_f,
    "vmeasure": sm.v_measure,
    "nce": sm.nce,
    "mi": sm.mutual_information,
    "actionf1": sm.action_f1,
    "edit": sm.edit_score,
    "accuracy": sm.unit_accuracy,
    "der": sm.der,
    "jer": sm.jer,
    "spanf1": sm.span_f1,
    "t": sm.t_measure,
    "l": sm.l_measure,
}
_LABELLED = sm.LabelledSegmentation.from_labels("AABB"), sm.LabelledSegmentation.from_labels("AAAB")
PAIRS = {
    "boundaries": ([5, 5, 5, 5], [5, 6, 9]),
    "labels": _LABELLED,
    "spans": tuple(one.spans for one in _LABELLED),
    "levels": tuple(sm.Hierarchy.from_labelled([one]) for one in _LABELLED),
}


@pytest.mark.parametrize("name", METRICS)
def test_options_and_defaults(name):
    metric, parameters = METRICS[name], inspect.signature(FUNCTIONS[name]).parameters.values()
    of_function = {one.name: one.default for one in parameters if one.kind is one.KEYWORD_ONLY}
    fields = dataclasses.fields(metric)
    of_class = {field.name: field.default for field in fields}
    assert list(of_function) == list(of_class)
    weights = {"weights"} if issubclass(metric, EditMetric) else set()  # None stands for the metric's own
    assert {k: v for k, v in of_function.items() if k not in weights} == {
        k: v for k, v in of_class.items() if k not in weights
    }


@pytest.mark.parametrize("name", METRICS)
def test_what_functions_return_is_public(name):
    result = FUNCTIONS[name](*PAIRS[METRICS[name].info.kinds[0]])
    assert isinstance(result, float) or getattr(sm, type(result).__name__) is type(result)


@pytest.mark.parametrize("convention", ["nltk", "segeval2"])
def test_conventions_of_windows_reach_the_metric(convention):
    pair = [5, 5, 5, 5], [5, 6, 9]
    assert sm.georgescul(*pair, convention=convention).mean == sm.Georgescul(None, convention).compare(*pair).value
    assert sm.c_seg(*pair, convention=convention).cost == sm.CSeg(None, convention).compare(*pair).value
