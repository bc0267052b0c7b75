"""Annotator bias: how much coders differ in how often they place boundaries."""

from __future__ import annotations

from collections.abc import Mapping

from seamark.agreement.chance import ChanceAverage, ChanceCount
from seamark.agreement.expected import expected_agreement
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import SegmentationLike


def coder_bias(
    corpus: Corpus | Mapping[str, Mapping[str, SegmentationLike]],
    *,
    chance_count: ChanceCount = "boundaries",
    chance_average: ChanceAverage = "micro",
) -> float:
    """Expected agreement of pi minus that of kappa: 0 when all coders place boundaries equally often.

    It is never negative when every coder coded every item. With missing codings it may be, since pi then weighs coders
    by how much they coded and kappa does not.

    Parameters
    ----------
    corpus
        The codings.
    chance_count, chance_average
        See ``agree``.

    Returns
    -------
    float

    Examples
    --------
    >>> round(coder_bias({"poem": {"ann": [5, 6], "ben": [4, 2, 5]}}), 4)
    0.0025

    References
    ----------
    Artstein & Poesio 2008, page 572; Fournier & Inkpen 2012, equation 14.
    """
    study = as_corpus(corpus)
    pi, kappa = (
        expected_agreement(study, coefficient, chance_count=chance_count, chance_average=chance_average)
        for coefficient in ("pi", "kappa")
    )
    return pi - kappa
