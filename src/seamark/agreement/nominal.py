"""Coefficients on plain judgements, boundary or none at every place, and what the rate of boundaries does to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

import numpy as np

from seamark.agreement.chance import CoefficientName, boundary_counts, number_of_types, rates
from seamark.agreement.measurement import Measurement, require_pairs
from seamark.agreement.pair_tally import PairTally
from seamark.agreement.terms import chance_corrected
from seamark.agreement.votes import Votes
from seamark.choices import one_of
from seamark.errors import UndefinedScoreError
from seamark.kernels.columns import FloatArray
from seamark.kernels.pair_sums import CodedItems
from seamark.metrics.signature import Signature
from seamark.model.coder_pairs import number_of_pairs
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.results import ResultRecord
from seamark.stats.weighted_sums import summed_by


@dataclass(frozen=True, slots=True)
class NominalAgreement(ResultRecord):
    """A coefficient on judgements "boundary" and "no boundary", one per coder, place and boundary type.

    Attributes
    ----------
    value
        ``(observed - expected) / (1 - expected)``.
    observed
        The share of equal judgements over all pairs of coders.
    expected
        The share that chance would bring, both categories counted.
    signature
        The string that makes the value reproducible.
    """

    value: float
    observed: float
    expected: float
    signature: Signature


def nominal_agreement(corpus: CorpusLike, coefficient: CoefficientName = "pi") -> NominalAgreement:
    """Pi or kappa as for any two-way classification of places; ``agree`` differs in forgiving near misses.

    Parameters
    ----------
    corpus
        The codings; several boundary types make a judgement per place and type.
    coefficient
        ``"pi"``: Scott's pi, for many coders Fleiss's. ``"kappa"``: Cohen's kappa, for many coders that of Davies &
        Fleiss: the mean chance over pairs of coders who coded an item together.

    Examples
    --------
    >>> round(nominal_agreement({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}}).value, 4)
    0.52

    References
    ----------
    Artstein & Poesio 2008.
    """
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    study = as_corpus(corpus)
    pairs = number_of_pairs(study.item_index)
    require_pairs(study.coder_names, pairs)
    observed = _observed(study)
    expected = _pooled_chance(study) if coefficient == "pi" else _chance_per_coder(study)
    value = float(chance_corrected(np.array([observed]), np.array([expected]))[0])
    described = {"coef": coefficient, "coders": len(study.coder_names), "items": len(study), "pairs": pairs}
    return NominalAgreement(value, observed, expected, Signature.of("nominal", described))


def _observed(corpus: Corpus) -> float:
    votes = Votes.of(corpus)
    coders = np.bincount(corpus.item_index, minlength=len(corpus))
    potential = (np.array(list(corpus.masses.values())) - 1.0) * number_of_types(corpus.codings)
    judged = float((coders * (coders - 1) / 2 * potential).sum())
    if not judged:
        raise UndefinedScoreError("no item coded by two coders has a place for a boundary")
    # At a place with v votes of c coders, v * (c - v) pairs of coders differ.
    return 1.0 - float((votes.count * (votes.voters - votes.count)).sum()) / judged


def _placed_and_potential(corpus: Corpus) -> FloatArray:
    """Of every coding its boundaries and its judgements; zeros where nobody else coded the item."""
    potential = (corpus.codings.masses - 1.0) * number_of_types(corpus.codings)
    rows = np.column_stack((boundary_counts(corpus.codings).sum(axis=1), potential))
    rows[np.bincount(corpus.item_index)[corpus.item_index] < 2] = 0.0
    return rows


def _pooled_chance(corpus: Corpus) -> float:
    rate = float(rates(_placed_and_potential(corpus).sum(axis=0))[0])
    return rate**2 + (1.0 - rate) ** 2


def _chance_per_coder(corpus: Corpus) -> float:
    rate = rates(summed_by(corpus.coder_index, _placed_and_potential(corpus), len(corpus.coder_names)))[:, 0]
    coded = CodedItems.of(corpus.item_index, corpus.coder_index, len(corpus), len(corpus.coder_names))
    first, second = coded.first, coded.second
    return float((rate[first] * rate[second] + (1.0 - rate[first]) * (1.0 - rate[second])).mean())


@dataclass(frozen=True, slots=True)
class Prevalence(ResultRecord):
    """How rare boundaries are, and coefficients that differ only in what they make of that.

    Where nearly every place has no boundary, two coders agree on nearly every place: pi takes that off as chance, AC1
    and PABAK hardly do. Read them side by side.

    Attributes
    ----------
    rate
        The share of places with a boundary, over all codings that can be compared.
    observed
        The share of equal judgements, boundary or none, over all pairs of coders.
    nominal_pi
        Scott's or Fleiss's pi of these judgements.
    ac1
        Gwet's AC1, whose chance is 2p(1 - p) for a rate of p.
    pabak
        The same with a chance of one half, whatever the rate.

    References
    ----------
    Gwet 2008; Byrt, Bishop & Carlin 1993.
    """

    rate: float
    observed: float
    nominal_pi: float
    ac1: float
    pabak: float


def prevalence_of(measured: Measurement, misses: PairTally) -> Prevalence:
    """From what has been measured, and the misses of all pairs; NaN where there is no place."""
    types = max(1, len(measured.types))
    places = types * float(measured.pairs.per_item()[:, -1] @ (measured.lengths - 1.0))
    _, full, near, substituted = misses.total().tolist()
    observed = 1.0 - (full + 2 * near + 2 * substituted) / places if places else np.nan
    facts = measured.comparable_facts()
    potential = types * float((facts.units - facts.codings).sum())
    rate = float(facts.boundaries.sum()) / potential if potential else np.nan
    chances = np.array([rate**2 + (1 - rate) ** 2, 2 * rate * (1 - rate), 0.5])
    return Prevalence(rate, observed, *chance_corrected(np.full(3, observed), chances).tolist())
