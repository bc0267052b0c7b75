"""Every metric against what the files of this folder declare for it; ``tests/checks`` names missing cases."""

import inspect
from dataclasses import fields
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import seamark as sm
from tests.metrics.case import EDGES, SIZES, SIZES_PAIR, Fails, MetricCase, metric_cases

CASES = {case.name: case for case in metric_cases()}
every_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


def answer(case: MetricCase, options, pair) -> dict[str, float]:
    """The counts, the parts and the value of a pair by name."""
    result = case.metric(**options).compare(*pair)
    return {**result.parts, **result.counts, "value": result.value}


def check_outcome(case: MetricCase, options, pair, expected) -> None:
    """Hold the value, several values by name, or the error against what is written down."""
    if isinstance(expected, Fails):
        with pytest.raises(getattr(sm, expected.error)) as caught:
            answer(case, options, pair)
        assert str(caught.value) == expected.message(case.metric.info.title)
        return
    found = answer(case, options, pair)
    for name, text in case.named(expected).items():
        digits = len(text.partition(".")[2])
        tolerance = 0.5000001 * 10**-digits if digits else 1e-14
        assert found[name] == pytest.approx(float(Fraction(text)), abs=tolerance, rel=0)


def outcomes():
    for case in CASES.values():
        edges = EDGES[case.kind]
        rows = [(case.edge_options, edges, case.edges)]
        rows += [({"k": k}, {column: SIZES_PAIR}, [one]) for (column, k), one in zip(SIZES.items(), case.sizes)]  # noqa: B905
        for convention, listed in case.conventions.items():
            rows.append(({"convention": convention}, edges, listed[:-2]))
            rows += [
                ({"convention": convention, "k": k}, {f"k = {k}": SIZES_PAIR}, [one])
                for k, one in zip((10, 11), listed[-2:], strict=True)
            ]
        for options, pairs, expected in rows:
            for (column, pair), one in zip(pairs.items(), expected, strict=True):
                words = (case.name, *options.values(), column)
                yield pytest.param(case, options, pair, one, id="-".join(map(str, words)))


@pytest.mark.parametrize(("case", "options", "pair", "expected"), list(outcomes()))
def test_edge(case, options, pair, expected):
    check_outcome(case, options, pair, expected)


@every_case
def test_edges_of_many_pairs_at_once(case):
    """What is undefined is NaN among the scores of many pairs, and everything else keeps its value."""
    scores = sm.score_pairs(case.metric(**case.edge_options), *zip(*EDGES[case.kind].values(), strict=True))
    assert np.isnan(scores).tolist() == [isinstance(outcome, Fails) for outcome in case.edges]


@pytest.mark.parametrize(
    ("case", "options", "pair", "expected"),
    [
        pytest.param(case, options, pair, expected, id=f"{case.name}-{source}-{number}")
        for case in CASES.values()
        for source, values in case.golden.items()
        for number, (pair, options, expected) in enumerate(values)
    ],
)
def test_golden(case, options, pair, expected):
    check_outcome(case, options, pair, expected)


def require_agreement(case: MetricCase, options, pair, expected, close) -> None:
    """What is found agrees with the answer, or with one of several; and the plain function says the same."""
    try:
        found = answer(case, options, pair)
    except sm.UndefinedScoreError:
        assert expected is None
        return
    answers = expected if isinstance(expected, list) else [expected]
    told = [{name: float(number) for name, number in case.named(one).items()} for one in answers if one is not None]
    assert any(
        {name: found[name] for name in one} == {n: pytest.approx(v, rel=close, abs=close) for n, v in one.items()}
        for one in told
    ), (found, told)
    if case.returns:
        returned = case.function(*pair, **options)
        assert [found[name] for name in case.returns] == list(np.atleast_1d(returned))


def against_oracle(case: MetricCase, pair, options) -> None:
    ours = {name: float(value) if isinstance(value, Fraction) else value for name, value in options.items()}
    metric, default = case.metric(**ours), case.metric()
    signed = str(metric.signature()), str(default.signature())
    assert (signed[0] == signed[1]) == (metric == default), f"_options leaves out some of {ours}: {signed[0]}"
    require_agreement(case, ours, pair, case.oracle(*pair, **options), case.close)


def drawn_against_oracle(case: MetricCase):
    """A function without parameters that draws pairs and options; `tests.fuzz.guided` draws them from bytes."""

    @settings(max_examples=case.draws)
    @given(pair=case.pairs, options=st.fixed_dictionaries(dict(case.options)))
    def compare(pair, options):
        against_oracle(case, pair, options)

    return compare


@every_case
def test_oracle(case):
    for pair, options in case.examples:
        against_oracle(case, pair, options)
    drawn_against_oracle(case)()


@pytest.mark.parametrize(
    ("case", "peer", "options"),
    [
        pytest.param(case, peer, options, id="-".join(map(str, (case.name, peer.name, *options.values()))))
        for case in CASES.values()
        for peer in case.peers
        for options in peer.options
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_peer(case, peer, options):
    compared = 0
    for pair in peer.pairs():
        expected = peer.expected(*pair, **options)
        if expected is not NotImplemented:
            compared += 1
            require_agreement(case, options, pair, expected, peer.close)
    assert compared >= peer.at_least


@every_case
def test_metric_and_function_take_the_same_options(case):
    parameters = inspect.signature(case.function).parameters.values()
    # A UEM belongs to the pair, not to the metric.
    not_shared = ("uem", *case.only_function)
    of_function = {p.name: p.default for p in parameters if p.kind is p.KEYWORD_ONLY and p.name not in not_shared}
    of_metric = {one.name: one.default for one in fields(case.metric) if one.name not in case.only_metric}
    assert list(of_function) == list(of_metric)
    own = {"weights"}  # None stands for those of the metric
    assert [of_function[name] for name in of_function if name not in own] == [
        of_metric[name] for name in of_metric if name not in own
    ]


def returned_or_none(case, pair):
    try:
        return case.function(*pair)
    except sm.UndefinedScoreError:
        return None


@every_case
def test_function_checks_its_pair_and_returns_what_is_public(case):
    pair = list(EDGES[case.kind].values())[1]
    for wrong in (lambda: case.function(*pair, surely_unknown=1), lambda: case.function(*pair, 3)):
        with pytest.raises(TypeError):
            wrong()
    if case.kind == "boundaries":
        with pytest.raises(sm.MassMismatchError, match=r"20.*19|19.*20"):
            case.function([5, 5, 5, 5], [5, 6, 8])
    pairs = [*EDGES[case.kind].values(), *(pair for values in case.golden.values() for pair, *_ in values)]
    returned = next(one for one in map(partial(returned_or_none, case), pairs) if one is not None)
    assert isinstance(returned, float) or getattr(sm, type(returned).__name__) is type(returned)


@pytest.mark.parametrize("case", [case for case in CASES.values() if case.kind == "boundaries"], ids=lambda c: c.name)
def test_function_takes_every_form_of_a_pair(case):
    """Masses in lists, tuples and arrays, strings and segmentations are the same pair."""
    masses = [5, 5, 5, 5], [5, 6, 9]
    arrays = (tuple, np.array, partial(np.array, dtype=np.int32), lambda side: np.array(side).repeat(2)[::2])
    for form in (*arrays, sm.Segmentation.of, lambda side: sm.Segmentation.of(side).to_string()):
        assert case.function(*masses) == case.function(*map(form, masses))
