"""Older measures on plain judgements, boundary or none at every place: near misses are misses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

import numpy as np

from seamark.agreement.chance import CoefficientName, boundary_counts, number_of_types, rates
from seamark.agreement.measurement import require_pairs
from seamark.agreement.tally import distinct_rows, summed_by
from seamark.agreement.terms import chance_corrected
from seamark.agreement.votes import Threshold, Votes, checked_threshold
from seamark.choices import one_of
from seamark.errors import UndefinedScoreError
from seamark.kernels.columns import FloatArray
from seamark.metrics.signature import Signature
from seamark.model.coder_pairs import CoderPairs
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.results import ResultRecord


@dataclass(frozen=True, slots=True)
class MajorityOpinion(ResultRecord):
    """How far coders follow the majority opinion.

    Attributes
    ----------
    threshold
        How many coders make the opinion that there is a boundary.
    percentage
        The share of all judgements, one per coder and place, that agree with the opinion.
    kappa
        The mean over coders of their kappa with the opinion.
    percentage_of, kappa_of
        Both for each coder.
    signature
        The string that makes the numbers reproducible.
    """

    threshold: Threshold
    percentage: float
    kappa: float
    percentage_of: Mapping[str, float]
    kappa_of: Mapping[str, float]
    signature: Signature

    def rows(self) -> list[dict[str, Any]]:
        """A row per coder."""
        return [
            {"coder": coder, "percentage": self.percentage_of[coder], "kappa": kappa}
            for coder, kappa in self.kappa_of.items()
        ]


def majority_opinion(corpus: CorpusLike, *, threshold: Threshold) -> MajorityOpinion:
    """Every coder against the majority opinion; near misses count as misses.

    With several boundary types there is a judgement per place and type.

    Parameters
    ----------
    corpus
        The codings.
    threshold
        The least number of coders for the opinion that there is a boundary, or ``"majority"``: more than half of those
        who coded the item.

    Examples
    --------
    >>> opinion = majority_opinion({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}}, threshold=2)
    >>> opinion.percentage_of
    {'ann': 0.9, 'ben': 0.9, 'cat': 1.0}
    """
    study = as_corpus(corpus)
    counts = _Judgements.of(study, checked_threshold(threshold, study))
    if not counts.places.any():
        raise UndefinedScoreError("no item has a place for a boundary, so there are no judgements to compare")
    agreed, kappa = counts.agreed(), counts.kappa()
    names = study.coder_names
    defined = ~np.isnan(kappa)
    return MajorityOpinion(
        threshold,
        float((counts.places - counts.differing).sum() / counts.places.sum()),
        float(kappa[defined].mean()),
        dict(zip(names, agreed.tolist(), strict=True)),
        dict(zip(names, kappa.tolist(), strict=True)),
        Signature.of("majority", {"threshold": threshold, "coders": len(names), "items": len(study)}),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Judgements:
    """Per coder: places judged, judgements unlike the opinion, boundaries placed, boundaries in the opinion."""

    places: FloatArray
    differing: FloatArray
    own: FloatArray
    opinion: FloatArray

    @classmethod
    def of(cls, corpus: Corpus, threshold: Threshold) -> _Judgements:
        votes = Votes.of(corpus)
        carried = votes.carried(threshold)
        own = boundary_counts(corpus.codings).sum(axis=1)
        opinion = np.bincount(votes.item[carried], minlength=len(corpus))[corpus.item_index]
        row = np.repeat(np.arange(len(own)), np.diff(corpus.codings.columns.offsets))
        shared = np.bincount(row, weights=carried[votes.of_boundary], minlength=len(own))
        places = (corpus.codings.masses - 1.0) * number_of_types(corpus.codings)
        rows = np.column_stack((places, own + opinion - 2 * shared, own, opinion))
        return cls(*summed_by(corpus.coder_index, rows, len(corpus.coder_names)).T)

    def agreed(self) -> FloatArray:
        """The share of each coder's judgements that agree with the opinion; NaN for a coder with no place to judge."""
        return np.where(self.places > 0, 1.0 - self.differing / np.where(self.places > 0, self.places, 1.0), np.nan)

    def kappa(self) -> FloatArray:
        """Siegel and Castellan's kappa of each coder with the opinion: chance from both, pooled, boundary or none."""
        rate = (self.own + self.opinion) / np.where(self.places > 0, 2 * self.places, 1.0)
        return chance_corrected(self.agreed(), rate**2 + (1.0 - rate) ** 2)


def percentage_agreement(corpus: CorpusLike, *, threshold: Threshold) -> float:
    """The share of judgements, one per coder and place, that agree with the majority opinion.

    Parameters are those of ``majority_opinion``, which also tells coders apart.

    Examples
    --------
    >>> percentage_agreement({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}}, threshold=2)
    0.9333333333333333

    References
    ----------
    Gale, Church & Yarowsky 1992; Passonneau & Litman 1993.
    """
    return majority_opinion(corpus, threshold=threshold).percentage


def majority_kappa(corpus: CorpusLike, *, threshold: Threshold) -> float:
    """The mean over coders of Siegel and Castellan's kappa between the coder and the majority opinion.

    Parameters are those of ``majority_opinion``, which also tells coders apart. A coder's judgements of all items are
    taken together.

    Examples
    --------
    >>> round(majority_kappa({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}}, threshold=2), 4)
    0.7386

    References
    ----------
    Hearst 1997, page 54, after the description in Fournier & Inkpen 2012.
    """
    return majority_opinion(corpus, threshold=threshold).kappa


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
    pairs = study.pairs()
    require_pairs(study.coder_names, len(pairs))
    observed = _observed(study)
    expected = _pooled_chance(study) if coefficient == "pi" else _chance_per_coder(study, pairs)
    value = float(chance_corrected(np.array([observed]), np.array([expected]))[0])
    described = {"coef": coefficient, "coders": len(study.coder_names), "items": len(study), "pairs": len(pairs)}
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


def _pooled_chance(corpus: Corpus) -> float:
    rate = float(
        boundary_counts(corpus.codings).sum() / ((corpus.codings.masses - 1.0).sum() * number_of_types(corpus.codings))
    )
    return rate**2 + (1.0 - rate) ** 2


def _chance_per_coder(corpus: Corpus, pairs: CoderPairs) -> float:
    potential = (corpus.codings.masses - 1.0) * number_of_types(corpus.codings)
    rows = np.column_stack((boundary_counts(corpus.codings).sum(axis=1), potential))
    rate = rates(summed_by(corpus.coder_index, rows, len(corpus.coder_names)))[:, 0]
    (first, second), _ = distinct_rows((pairs.first, pairs.second))
    return float((rate[first] * rate[second] + (1.0 - rate[first]) * (1.0 - rate[second])).mean())
