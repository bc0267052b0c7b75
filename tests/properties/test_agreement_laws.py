"""Agreement on made-up studies: equal to the brute force, and bound to its laws."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.oracle import agreement as oracle
from tests.properties.agreement_studies import corpus_of, repeated, studies

import seamark as sm
from seamark.agreement.coefficients import ChanceOptions
from seamark.stats.resampling import Weights

coefficients = st.sampled_from(["pi", "kappa"])
counts = st.sampled_from(["boundaries", "segments"])
averages = st.sampled_from(["micro", "macro", "fournier2012"])
thresholds = st.sampled_from([1, 2, "majority"])


def close(value, fraction):
    return value == pytest.approx(math.nan if fraction is None else float(fraction), nan_ok=True, rel=1e-9, abs=1e-12)


@given(studies(), coefficients, counts, averages)
def test_agree_equals_the_brute_force(study, coefficient, count, average):
    exact = oracle.coefficient(study, coefficient, count, average)
    arguments = {"coefficient": coefficient, "chance_count": count, "chance_average": average}
    if exact is None:
        with pytest.raises(sm.UndefinedScoreError, match="chance alone explains"):
            sm.agree(corpus_of(study), **arguments)
        return
    found = sm.agree(corpus_of(study), **arguments)
    assert close(found.value, exact)
    assert close(found.observed, oracle.observed(study))
    assert close(found.expected, oracle.expected(study, coefficient, count, average))
    pi, kappa = (oracle.expected(study, name, count, average) for name in ("pi", "kappa"))
    assert close(found.bias, pi - kappa)
    assert found.pairs == len(oracle.compared(study))


@given(studies(), coefficients, counts)
def test_each_item_by_itself_equals_the_brute_force(study, coefficient, count):
    # An item has the types of the study, but the brute force reads them off what it is given: keep to one type.
    assume(len(oracle.types_of(study)) == 1)
    try:
        parts = sm.agree(corpus_of(study), coefficient=coefficient, chance_count=count).per_item
    except sm.UndefinedScoreError:
        assume(False)
    for item, part in parts.items():
        alone = {item: study[item]}
        assert close(part.value, oracle.coefficient(alone, coefficient, count))
        assert close(part.observed, oracle.observed(alone))
        assert part.coders == len(study[item])
        assert part.pairs == len(oracle.compared(alone))
        assert part.mass == len(next(iter(study[item].values()))) + 1


@given(studies(), thresholds, st.sampled_from(["all", "others"]))
def test_majority_measures_equal_the_brute_force(study, threshold, majority):
    corpus = corpus_of(study)
    assume(threshold == "majority" or threshold <= max(map(len, study.values())))
    options = {"threshold": threshold, "majority": majority}
    exact = oracle.percentage_agreement(study, threshold, majority)
    if exact is None:
        with pytest.raises(sm.UndefinedScoreError, match="no item has a place for a boundary"):
            sm.majority_opinion(corpus, **options)
        return
    opinion = sm.majority_opinion(corpus, **options)
    assert close(opinion.percentage, exact)
    assert close(opinion.kappa, oracle.majority_kappa(study, threshold, majority))


@given(studies(), coefficients)
def test_items_that_weigh_by_their_codings(study, coefficient):
    corpus = corpus_of(study)
    exact = oracle.observed(study, item_weight="coders")
    value = oracle.corrected(exact, oracle.expected(study, coefficient))
    found = value_of(corpus, coefficient=coefficient, item_weight="coders", shuffles=0)
    assert (found is None) == (value is None)
    if found is None:
        return
    assert close(found.observed, exact)
    assert close(found.value, value)
    without = sm.Measurement.of(corpus, item_weight="coders").coefficient(coefficient).without_each("coders")
    for coder, left in zip(corpus.coder_names, without.tolist(), strict=True):
        rest = {item: {name: by[name] for name in by if name != coder} for item, by in study.items()}
        rest = {item: by for item, by in rest.items() if by}
        # The study keeps its types when a coder leaves: keep to those where the rest has all of them.
        if rest and oracle.types_of(rest) == oracle.types_of(study):
            agreed = oracle.observed(rest, item_weight="coders")
            assert close(left, oracle.corrected(agreed, oracle.expected(rest, coefficient)))


@given(studies())
def test_prevalence_is_that_of_plain_judgements(study):
    corpus = corpus_of(study)
    found = sm.diagnose(corpus).prevalence
    exact = oracle.nominal(study)
    if exact is None:
        assert math.isnan(found.observed)
        return
    assert close(found.observed, exact[0])
    assert close(found.nominal_pi, exact[1])
    assert found.pabak == pytest.approx(2 * found.observed - 1, abs=1e-12)
    chance = 2 * found.rate * (1 - found.rate)
    assert found.ac1 == pytest.approx((found.observed - chance) / (1 - chance), abs=1e-9)


@given(studies(comparable=False), thresholds)
def test_the_consensus_holds_what_enough_coders_placed(study, threshold):
    assume(threshold == "majority" or threshold <= max(map(len, study.values())))
    found = sm.consensus(corpus_of(study), "vote", threshold=threshold)
    for item, by_coder in study.items():
        places = range(len(next(iter(by_coder.values()))))
        assert [set(types) for types in found[item].to_sets()] == [
            {label for label in oracle.types_of(study) if oracle.opinion(by_coder, place, label, threshold)}
            for place in places
        ]


@given(studies(labels=1), coefficients, averages, st.data())
def test_weights_of_items_and_coders_stand_for_copies(study, coefficient, average, data):
    """What the bootstrap computes from weights is the coefficient of the study with copied items and coders."""
    corpus = corpus_of(study)
    often = st.integers(0, 2)
    items = {item: data.draw(often) for item in corpus.item_names}
    coders = {coder: data.draw(often) for coder in corpus.coder_names}
    measured = sm.Measurement.of(corpus, sm.S(), ChanceOptions("boundaries", average))
    term = measured.coefficient(coefficient)
    row = np.array([list(items.values())], dtype=float), np.array([list(coders.values())], dtype=float)
    exact = oracle.coefficient(repeated(study, items, coders), coefficient, "boundaries", average)
    assert close(float(term.under(Weights(*row))[0]), exact)
    ones = np.ones_like(row[0]), np.ones_like(row[1])
    for units, weights in (("items", (row[0], ones[1])), ("coders", (ones[0], row[1])), ("both", row)):
        quick, plain = term.for_resampling(units).under(Weights(*weights)), term.under(Weights(*weights))
        np.testing.assert_allclose(quick, plain, rtol=1e-9, atol=1e-12)


@given(studies(), coefficients)
def test_without_a_coder_is_the_corpus_without_that_coder(study, coefficient):
    corpus = corpus_of(study)
    for coder, found in sm.diagnose(corpus, coefficient=coefficient).coders.items():
        rest = {
            item: {name: sets for name, sets in by_coder.items() if name != coder} for item, by_coder in study.items()
        }
        if not any(oracle.compared({"": by_coder}) for by_coder in rest.values()):
            assert math.isnan(found.without)
            continue
        try:
            expected = sm.agree(corpus.drop(coders=[coder]), coefficient=coefficient).value
        except sm.UndefinedScoreError:
            expected = math.nan
        assert found.without == pytest.approx(expected, nan_ok=True, rel=1e-9, abs=1e-12)


def value_of(corpus, **options):
    try:
        return sm.agree(corpus, **{"shuffles": 0, **options})
    except sm.UndefinedScoreError:
        return None


METRICS = [sm.S(), sm.S(n=4), sm.B(), sm.WindowDiff()]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: str(metric.signature()))
@given(study=studies(labels=1), coefficient=coefficients, count=counts)
def test_identical_coders_agree_fully(metric, study, coefficient, count):
    same = {item: dict.fromkeys(by_coder, next(iter(by_coder.values()))) for item, by_coder in study.items()}
    found = value_of(corpus_of(same), metric=metric, coefficient=coefficient, chance_count=count)
    if found is None:
        assume(isinstance(metric, sm.WindowDiff))  # a text shorter than the window
    else:
        assert found.value == found.observed == 1.0


@given(studies(labels=1))
def test_misses_and_matches_account_for_every_boundary(study):
    found = sm.count_misses(corpus_of(study))
    placed = sum(
        sum(len(types) for types in study[item][coder])
        for item, one, other in oracle.compared(study)
        for coder in (one, other)
    )
    assert 2 * found.matches + found.full + 2 * found.near == placed
    assert found.substituted == 0


@settings(max_examples=30)
@given(studies(), coefficients)
def test_diagnosis_adds_up_to_the_whole(study, coefficient):
    corpus = corpus_of(study)
    found = sm.diagnose(corpus, coefficient=coefficient)
    assert found.misses == sm.count_misses(corpus)
    for name in ("matches", "full", "near", "substituted"):
        assert sum(getattr(pair.misses, name) for pair in found.pairs.values()) == getattr(found.misses, name)
    assert sum(pair.items for pair in found.pairs.values()) == len(oracle.compared(study))
    whole = value_of(corpus, coefficient=coefficient)
    assert found.value == pytest.approx(math.nan if whole is None else whole.value, nan_ok=True)
    for (first, second), pair in found.pairs.items():
        together = corpus.subset(coders=[first, second])
        assert pair.similarity == pytest.approx(sm.Measurement.of(together).observed.whole())
