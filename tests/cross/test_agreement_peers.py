"""Other programs on the same codings: segeval on B; nltk, scikit-learn and krippendorff on plain judgements."""

import random

import krippendorff
import numpy as np
import pytest
import segeval
from nltk.metrics.agreement import AnnotationTask
from segeval.data import Dataset
from sklearn.metrics import cohen_kappa_score
from tests.properties.agreement_studies import random_codings

import seamark as sm


def codings_for(seed, coders, items=4):
    return random_codings(random.Random(seed), items=items, coders=coders, masses=(6, 20))  # noqa: S311


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("coders", [2, 4])
def test_segeval_takes_macro_chance_for_pi_and_micro_for_kappa(seed, coders):
    # segeval fails on two codings without a boundary, so that everybody places at least one.
    codings = {
        item: {coder: masses if len(masses) > 1 else [1, masses[0] - 1] for coder, masses in by_coder.items()}
        for item, by_coder in codings_for(seed, coders).items()
    }
    dataset = Dataset({item: {c: tuple(masses) for c, masses in by.items()} for item, by in codings.items()})
    for coefficient, peer in (("pi", segeval.fleiss_pi_linear), ("kappa", segeval.fleiss_kappa_linear)):
        found = sm.agree(codings, sm.B(), coefficient, chance_average="fournier2012")
        assert found.value == pytest.approx(float(peer(dataset)))
        assert found.bias == pytest.approx(float(segeval.artstein_poesio_bias_linear(dataset)))


def judgements(codings):
    """(coder, place, mark) of every judgement."""
    return [
        (coder, f"{item} {place}", mark)
        for item, by_coder in sm.Corpus(codings).items()
        for coder, coding in by_coder.items()
        for place, mark in enumerate(coding.to_string())
    ]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("coders", [2, 5])
def test_nltk_on_plain_judgements(seed, coders):
    codings = codings_for(seed, coders)
    task = AnnotationTask(judgements(codings))
    pi, kappa = (sm.nominal_agreement(codings, name) for name in ("pi", "kappa"))
    assert pi.value == pytest.approx(task.pi())
    assert kappa.value == pytest.approx(task.multi_kappa())
    assert pi.observed == kappa.observed == pytest.approx(task.avg_Ao())


@pytest.mark.parametrize("seed", range(5))
def test_scikit_learn_on_plain_judgements_of_two(seed):
    codings = codings_for(seed, 2)
    marks = [[mark for name, _, mark in judgements(codings) if name == coder] for coder in ("coder 0", "coder 1")]
    assert sm.nominal_agreement(codings, "kappa").value == pytest.approx(cohen_kappa_score(*marks))


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_alpha_of_boundaries_is_that_of_krippendorff(level):
    rng = np.random.default_rng(5)
    for _ in range(200):
        mass, coders = int(rng.integers(4, 30)), int(rng.integers(2, 5))
        truth = rng.random(mass - 1) < 0.4
        marks = np.where(rng.random((coders, mass - 1)) < 0.25, rng.random((coders, mass - 1)) < 0.5, truth)
        strengths = marks * rng.integers(1, 4, (coders, mass - 1))
        if len(np.unique(strengths)) < 2:
            continue
        codings = {
            f"coder {number}": sm.Segmentation.from_positions(
                (np.flatnonzero(row) + 1).tolist(), mass, types=row[row > 0].tolist()
            )
            for number, row in enumerate(strengths)
        }
        theirs = krippendorff.alpha(strengths.astype(float), level_of_measurement=level)
        assert sm.boundary_alpha({"text": codings}, level).value == pytest.approx(theirs)
