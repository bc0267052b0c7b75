"""Plain judgements, boundary or none at every place, in which near misses are misses.

How far coders follow the majority opinion (Passonneau & Litman 1993; Hearst 1997), the coefficients pi, kappa and alpha
of such judgements, and what the rate of boundaries does to them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from seamark.agreement.coefficients import boundary_marks, chance_corrected, number_of_types
from seamark.agreement.consensus import Threshold, Votes, checked_threshold
from seamark.agreement.measurement import require_pairs
from seamark.agreement.sums import ratio
from seamark.base.checks import one_of, shown
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.results import ResultRecord
from seamark.kernels.columns import FloatArray
from seamark.metrics.signature import Signature
from seamark.model.corpus import Corpus, CorpusLike, as_corpus, number_of_pairs
from seamark.stats.rows import summed_by

#: Whose majority a coder is compared with.
Majority: TypeAlias = Literal["all", "others"]
#: How unlike two judgements are: not at all or fully, by rank, or by the square of their difference.
JudgementLevel: TypeAlias = Literal["nominal", "ordinal", "interval"]


@dataclass(frozen=True, slots=True)
class MajorityOpinion(ResultRecord):
    """How far coders follow the majority opinion.

    Attributes
    ----------
    threshold
        How many coders make the opinion that there is a boundary.
    majority
        Whose opinion: that of ``all`` coders, or for each coder that of the ``others``.
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
    majority: Majority
    percentage: float
    kappa: float
    percentage_of: Mapping[str, float]
    kappa_of: Mapping[str, float]
    signature: Signature

    def rows(self) -> list[dict[str, Any]]:
        """A row per coder."""
        of = self.percentage_of
        return [{"coder": coder, "percentage": of[coder], "kappa": self.kappa_of[coder]} for coder in of]


def majority_opinion(corpus: CorpusLike, *, threshold: Threshold, majority: Majority = "all") -> MajorityOpinion:
    """Every coder against the majority opinion; near misses count as misses.

    With several boundary types there is a judgement per place and type.

    The opinion of all holds the coder's own vote: three coders who ignore the text reach a kappa of .3 to .4 with it.
    That of the others does not.

    Parameters
    ----------
    corpus
        The codings.
    threshold
        The least number of coders for the opinion that there is a boundary, or ``"majority"``: more than half of those
        who coded the item.
    majority
        ``"all"``: the opinion of all coders. ``"others"``: for each coder that of the others; an item without
        other coders is left out.

    Examples
    --------
    >>> opinion = majority_opinion({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}}, threshold=2)
    >>> opinion.percentage_of, round(opinion.kappa, 4)
    ({'ann': 0.9, 'ben': 0.9, 'cat': 1.0}, 0.7386)

    References
    ----------
    Gale, Church & Yarowsky 1992; Passonneau & Litman 1993. Kappa: Hearst 1997, page 54, after the description in
    Fournier & Inkpen 2012.
    """
    study = as_corpus(corpus)
    one_of(majority, "majority", get_args(Majority))
    places, differing, marked = _judgements(study, checked_threshold(threshold, study), others=majority == "others")
    if not places.any():
        raise UndefinedScoreError("no item has a place for a boundary, so there are no judgements to compare")
    # A coder with no place to judge has no value.
    agreed = 1.0 - ratio(differing, places)
    # Siegel and Castellan's kappa of each coder with the opinion: chance from both, pooled, boundary or none.
    rate = marked / np.where(places > 0, 2 * places, 1.0)
    kappa = chance_corrected(agreed, rate**2 + (1.0 - rate) ** 2)
    names = study.coder_names
    defined = ~np.isnan(kappa)
    whose = None if majority == "all" else majority
    return MajorityOpinion(
        threshold,
        majority,
        float((places - differing).sum() / places.sum()),
        math.fsum(kappa[defined].tolist()) / int(defined.sum()) if defined.any() else np.nan,
        dict(zip(names, agreed.tolist(), strict=True)),
        dict(zip(names, kappa.tolist(), strict=True)),
        Signature.of(
            "majority", {"threshold": threshold, "majority": whose, "coders": len(names), "items": len(study)}
        ),
    )


def _judgements(corpus: Corpus, threshold: Threshold, *, others: bool) -> FloatArray:
    """Per coder: places judged, judgements unlike the opinion, and boundaries of the coder and of the opinion."""
    votes = Votes.of(corpus)
    voters = votes.voters - 1 if others else votes.voters
    needed = voters // 2 + 1 if threshold == "majority" else threshold
    own = np.diff(corpus.codings.columns.offsets)
    row = np.repeat(np.arange(len(own)), own)

    def own_among(carried: npt.NDArray[np.bool_]) -> FloatArray:
        """How many of its boundaries every coding has among these votes."""
        return np.bincount(row, carried[votes.of_boundary], len(own)).astype(np.float64)

    carried = votes.count >= needed
    in_item = np.bincount(votes.item[carried], minlength=len(corpus))
    # Without the coder's own vote, a place that the coder marked needs one more.
    shared = own_among(votes.count - 1 >= needed if others else carried)
    opinion = in_item[corpus.item_index] - own_among(carried) + shared
    places = (corpus.codings.lengths - 1.0) * number_of_types(corpus.codings.boundaries())
    rows = np.column_stack((places, own + opinion - 2 * shared, own + opinion))
    if others:
        rows[np.bincount(corpus.item_index)[corpus.item_index] < 2] = 0.0
    return summed_by(corpus.coder_index, rows, len(corpus.coder_names)).T


@dataclass(frozen=True, slots=True)
class BoundaryAlpha(ResultRecord):
    """Krippendorff's alpha of judgements at every place.

    Attributes
    ----------
    value
        1 - observed / expected: 1 is full agreement, 0 what chance brings.
    observed, expected
        The mean disagreement of two judgements of one place, and of any two judgements.
    level
        ``"nominal"``, ``"ordinal"`` or ``"interval"``.
    signature
        The string that makes the value reproducible.
    """

    value: float
    observed: float
    expected: float
    level: JudgementLevel
    signature: Signature


def boundary_alpha(corpus: CorpusLike, level: JudgementLevel = "nominal") -> BoundaryAlpha:
    """Krippendorff's alpha of judgements "boundary" or "none" at every place; near misses are misses.

    Parameters
    ----------
    corpus
        The codings. Boundary types that are whole numbers of 1 or more are strengths, 0 standing for no boundary; with
        types that are names there is a judgement per place and type. Items that one coder coded are left out.
    level
        ``"nominal"``: two strengths are the same or not. ``"ordinal"`` and ``"interval"``: they are further apart the
        more judgements lie between them, or the more they differ.

    Returns
    -------
    BoundaryAlpha

    See Also
    --------
    agree : with ``coefficient="alpha"`` the same correction for metrics that forgive near misses.

    Examples
    --------
    >>> print(boundary_alpha({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}}))
    0.5360  boundary_alpha|level:nominal|coders:3|items:1|v:1.0.0rc1

    References
    ----------
    Krippendorff 2019, chapter 12; Artstein & Poesio 2008.
    """
    one_of(level, "level", get_args(JudgementLevel))
    study = as_corpus(corpus).in_content_order()
    require_pairs(study.coder_names, number_of_pairs(study.item_index))
    meetings, values = _coincidences(study, level)
    margins = meetings.sum(axis=1)
    judgements = margins.sum()
    distance = _distances(values, margins, level)
    observed = float((meetings * distance).sum() / judgements) if judgements else np.nan
    expected = float(margins @ distance @ margins / (judgements * (judgements - 1))) if judgements > 1 else np.nan
    if np.isnan(observed) or (observed > 0 and not expected > 0):
        raise UndefinedScoreError("alpha is undefined: there are no judgements to compare")
    items = int(np.count_nonzero(np.bincount(study.item_index) > 1))
    return BoundaryAlpha(
        1.0 if observed == 0 else 1.0 - observed / expected,
        observed,
        expected,
        level,
        Signature.of("boundary_alpha", {"level": level, "coders": len(study.coder_names), "items": items}),
    )


def _coincidences(study: Corpus, level: JudgementLevel) -> tuple[FloatArray, FloatArray]:
    """How often two judgements of one place meet, each coding counting once, and the values they have."""
    votes, types = Votes.of(study), study.types
    compared = votes.voters > 1
    item, code, count, voters = (column[compared] for column in (votes.item, votes.code, votes.count, votes.voters))
    coders = np.bincount(study.item_index, minlength=len(study))
    places = (study.codings.lengths - 1.0)[coders[study.item_index] > 1].sum()
    if all(isinstance(name, int) and not isinstance(name, bool) and name >= 1 for name in types):
        _require_one_strength(study)
        values = np.array([0, *types], dtype=float)
        new = np.append(True, (np.diff(item) != 0) | (np.diff(votes.place[compared]) != 0))[: len(item)]
        place, judgement = np.cumsum(new) - 1, code + 1
    elif level == "nominal":
        values, places = np.array([0.0, 1.0]), places * len(types)
        new, place, judgement = np.ones(len(item), dtype=bool), np.arange(len(item)), np.ones(len(item), dtype=np.int64)
    else:
        raise InputError(
            f"boundary types {shown(list(types))} have no order; level {level!r} needs whole numbers from 1"
        )
    judged = np.zeros((int(new.sum()), len(values)))
    judged[place, judgement] = count
    at_place = voters[new].astype(float)
    judged[:, 0] = at_place - judged.sum(axis=1)
    meetings = (judged / (at_place - 1)[:, np.newaxis]).T @ judged
    # A judgement does not meet itself; at all other places every coder says 0.
    meetings[np.diag_indices(len(values))] -= (judged / (at_place - 1)[:, np.newaxis]).sum(axis=0)
    meetings[0, 0] += places - at_place.sum()
    return meetings, values


def _require_one_strength(study: Corpus) -> None:
    row, position, _ = boundary_marks(study.codings.boundaries())
    twice = (np.diff(row) == 0) & (np.diff(position) == 0)
    if twice.any():
        at = int(twice.argmax())
        item, coder = study.item_names[study.item_index[row[at]]], study.coder_names[study.coder_index[row[at]]]
        raise InputError(
            f"item {shown(item)}: coder {shown(coder)} gave position {position[at]} two strengths; expected one"
        )


def _distances(values: FloatArray, margins: FloatArray, level: JudgementLevel) -> FloatArray:
    """How unlike every two values are."""
    if level == "nominal":
        return 1.0 - np.eye(len(values))
    if level == "ordinal":
        # The judgements between two values, and half of those that have them.
        values = np.cumsum(margins) - margins / 2
    return (values[:, np.newaxis] - values) ** 2
