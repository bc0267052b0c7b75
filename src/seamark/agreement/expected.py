"""Expected agreement: how alike codings would be by chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from seamark.agreement.base import CoefficientName, Term, whole
from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceOptions
from seamark.agreement.kappa import CoderChance
from seamark.agreement.observed import require_pairs
from seamark.agreement.pi import PooledChance
from seamark.choices import one_of
from seamark.model.coder_pairs import CoderPairs
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import SegmentationLike


def expected_term(corpus: Corpus, pairs: CoderPairs, coefficient: CoefficientName, options: ChanceOptions) -> Term:
    """The closed form of chance that belongs to a coefficient."""
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    return PooledChance.of(corpus, options) if coefficient == "pi" else CoderChance.of(corpus, pairs, options)


def expected_agreement(
    corpus: Corpus | Mapping[str, Mapping[str, SegmentationLike]],
    coefficient: CoefficientName = "pi",
    *,
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
) -> float:
    """The agreement that chance alone would bring, judged by how often boundaries are placed.

    Parameters
    ----------
    corpus
        The codings.
    coefficient
        ``"pi"``: the squared rate of all coders together. ``"kappa"``: the mean over pairs of coders of the product of
        their own rates. Several boundary types: the sum over types.
    chance_count, chance_average
        See ``agree``.

    Returns
    -------
    float

    Examples
    --------
    >>> expected_agreement({"poem": {"ann": [5, 6], "ben": [4, 2, 5]}}, "pi")
    0.0225
    >>> expected_agreement({"poem": {"ann": [5, 6], "ben": [4, 2, 5]}}, "kappa")
    0.020000000000000004
    """
    study = as_corpus(corpus)
    term = expected_term(study, require_pairs(study), coefficient, ChanceOptions(chance_count, chance_average))
    return whole(term, len(study), len(study.coder_names))
