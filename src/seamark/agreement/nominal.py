"""Pi and kappa on plain judgements, boundary or none at every place, for comparison: near misses are misses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

import numpy as np

from seamark.agreement.base import CoefficientName, chance_corrected
from seamark.agreement.chance import boundary_counts, number_of_types, rates
from seamark.agreement.observed import require_pairs
from seamark.agreement.tally import distinct_rows, summed_by
from seamark.agreement.votes import Votes
from seamark.choices import one_of
from seamark.errors import UndefinedScoreError
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import SegmentationLike


@dataclass(frozen=True, slots=True)
class NominalAgreement:
    """A coefficient on judgements "boundary" and "no boundary", one per coder, place and boundary type.

    Attributes
    ----------
    value
        ``(observed - expected) / (1 - expected)``.
    observed
        The share of equal judgements over all pairs of coders.
    expected
        The share that chance would bring, both categories counted.
    """

    value: float
    observed: float
    expected: float


def nominal_agreement(
    corpus: Corpus | Mapping[str, Mapping[str, SegmentationLike]], coefficient: CoefficientName = "pi"
) -> NominalAgreement:
    """Pi or kappa as for any two-way classification of places; ``agree`` differs in forgiving near misses.

    Parameters
    ----------
    corpus
        The codings; several boundary types make a judgement per place and type.
    coefficient
        ``"pi"``: Scott's pi, for many coders Fleiss's. ``"kappa"``: Cohen's kappa, for many coders that of Davies &
        Fleiss: the mean chance over pairs of coders who coded an item together.

    Returns
    -------
    NominalAgreement

    Raises
    ------
    InputError
        With fewer than two coders, or no item coded by two.
    UndefinedScoreError
        When there is no place for a boundary.

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
    require_pairs(study)
    observed = _observed(study)
    expected = _pooled_chance(study) if coefficient == "pi" else _chance_per_coder(study)
    value = float(chance_corrected(np.array([observed]), np.array([expected]))[0])
    return NominalAgreement(value, observed, expected)


def _observed(corpus: Corpus) -> float:
    votes = Votes.of(corpus)
    coders = np.bincount(corpus.item_index, minlength=len(corpus))
    potential = (np.array(list(corpus.masses.values())) - 1.0) * number_of_types(corpus)
    judged = float((coders * (coders - 1) / 2 * potential).sum())
    if not judged:
        raise UndefinedScoreError("no item coded by two coders has a place for a boundary")
    # At a place with v votes of c coders, v * (c - v) pairs of coders differ.
    return 1.0 - float((votes.count * (votes.voters - votes.count)).sum()) / judged


def _pooled_chance(corpus: Corpus) -> float:
    rate = float(boundary_counts(corpus).sum() / ((corpus.codings.masses - 1.0).sum() * number_of_types(corpus)))
    return rate**2 + (1.0 - rate) ** 2


def _chance_per_coder(corpus: Corpus) -> float:
    potential = (corpus.codings.masses - 1.0) * number_of_types(corpus)
    rows = np.column_stack((boundary_counts(corpus).sum(axis=1), potential))
    rate = rates(summed_by(corpus.coder_index, rows, len(corpus.coder_names)))[:, 0]
    pairs = corpus.pairs()
    (first, second), _ = distinct_rows((pairs.first, pairs.second))
    return float((rate[first] * rate[second] + (1.0 - rate[first]) * (1.0 - rate[second])).mean())
