"""Krippendorff's alpha on boundaries: plain judgements at every place, and edit distances that forgive near misses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

import numpy as np

from seamark.agreement.chance import AgreementByCodings, Coefficient, ObservedAgreement, PooledChance
from seamark.agreement.measurement import Measurement, require_pairs
from seamark.base.checks import one_of, shown
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.results import ResultRecord
from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.signature import Signature
from seamark.metrics.similarity import S
from seamark.model.corpus import Corpus, CorpusLike, as_corpus, number_of_pairs

#: How unlike two judgements are: not at all or fully, by rank, or by the square of their difference.
JudgementLevel: TypeAlias = Literal["nominal", "ordinal", "interval"]

# A share below 1/2 to a higher power is nothing beside 1.
_LONGEST_SERIES = 64


def alpha_coefficient(
    measured: Measurement, level: ObservedAgreement | None, *, closed: bool = True
) -> Coefficient | None:
    """Alpha of a metric; without a closed form of chance, or when none is wanted, it takes the shuffled level.

    None where no chance is known, or items were summed up.
    """
    if not measured.item_names:
        return None
    expected: PooledChance | AgreementByCodings | None = _closed_chance(measured) if closed else None
    if expected is None and level is not None:
        expected = _by_codings(measured, level)
    return None if expected is None else Coefficient(_by_codings(measured, measured.observed), expected)


def alpha_is_closed(measured: Measurement) -> bool:
    """Whether the chance of alpha has a closed form: S with one boundary type, near misses being one edit, one off."""
    metric = measured.metric
    if not isinstance(metric, S) or metric.n > 2 or len(measured.types) > 1:
        return False
    weights = metric.weights
    return weights.addition == 1 and weights.transposition == 1 and weights.scale != "linear"


def _by_codings(measured: Measurement, term: ObservedAgreement) -> AgreementByCodings:
    """The same term in which every coding counts once, instead of every pair."""
    if isinstance(term, AgreementByCodings):
        return term
    codings = np.bincount(measured.rows.item, minlength=measured.items)
    return AgreementByCodings.of(term.tally, term.similarity, codings)


def _closed_chance(measured: Measurement) -> EditChance | None:
    if not alpha_is_closed(measured):
        return None
    facts = measured.facts()
    places = facts.units - 1.0
    short = np.unique(places[(places > 0) & (places <= _LONGEST_SERIES)])
    counts = (places[:, np.newaxis] == short).astype(float)
    rows = np.column_stack((facts.boundaries, places, places > 0, counts))
    tally = replace(measured.rows, rows=rows)
    comparable = np.bincount(tally.item, minlength=tally.items)[tally.item] > 1
    return EditChance(tally.picked(comparable), short - 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class EditChance(PooledChance):
    """1 - the edit distance per place of two codings that are filled by chance, from everybody's judgements.

    Mismatches come at random from place to place. One that meets an opposite mismatch at the next place is a near miss,
    one edit instead of two: a chain of two states, whose expected number of edits has a closed form.

    Attributes
    ----------
    tally
        Of each coding its boundaries, places, a 1 when there are any, and a 1 in the column of its number of places, if
        that is small.
    powers
        For each of these columns the number of places minus 1.
    """

    powers: FloatArray

    def of_sums(self, sums: FloatArray) -> FloatArray:
        """Expected agreement of sums of rows."""
        placed, places, codings = sums[..., 0], sums[..., 1], sums[..., 2]
        with np.errstate(divide="ignore", invalid="ignore"):
            # Two of the judgements, a boundary and none, in this order.
            mismatch = np.where(places > 1, placed * (places - placed) / (places * (places - 1.0)), 0.0)
            alternating = (sums[..., 3:] * (-mismatch[..., np.newaxis]) ** self.powers).sum(axis=-1)
            chain = places - codings + mismatch / (1.0 + mismatch) * (codings - alternating)
            edits = 2.0 * mismatch * places - 2.0 * mismatch**2 / (1.0 + mismatch) * chain
            return np.where(places > 0, 1.0 - edits / places, np.nan)


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
    0.5360  boundary_alpha|level:nominal|coders:3|items:1|v:0.1.0

    References
    ----------
    Krippendorff 2019, chapter 12; Artstein & Poesio 2008.
    """
    one_of(level, "level", get_args(JudgementLevel))
    study = as_corpus(corpus)
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
    coders = np.bincount(study.item_index, minlength=len(study))
    columns, types = study.codings.columns, study.types
    counted = coders[study.item_index] > 1
    places = (columns.masses - 1.0)[counted].sum()
    row = np.repeat(np.arange(len(study.codings)), np.diff(columns.offsets))
    inside = slice(int(columns.offsets[0]), int(columns.offsets[-1]))
    position, code = columns.positions[inside], np.zeros(len(row), dtype=np.int64)
    if columns.types.size:
        code = columns.types[inside].astype(np.int64)
    strengths = all(isinstance(name, int) and not isinstance(name, bool) and name >= 1 for name in types)
    if strengths:
        _require_one_strength(study, row, position)
        values = np.array([0, *types], dtype=float)
        keys: tuple[Int64Array, ...] = (position, study.item_index[row])
    elif level != "nominal":
        raise InputError(
            f"boundary types {shown(list(types))} have no order; level {level!r} needs whole numbers from 1"
        )
    else:
        values, places = np.array([0.0, 1.0]), places * len(types)
        keys = (code, position, study.item_index[row])
    keep = counted[row]
    order = np.lexsort([key[keep] for key in keys])
    new = np.ones(len(order), dtype=bool)
    if len(order):
        new[1:] = np.any([np.diff(key[keep][order]) != 0 for key in keys], axis=0)
    place = np.cumsum(new) - 1
    judged = np.zeros((int(new.sum()), len(values)))
    np.add.at(judged, (place, code[keep][order] + 1 if strengths else np.ones(len(order), dtype=np.int64)), 1.0)
    at_place = coders[study.item_index[row[keep][order][new]]].astype(float)
    judged[:, 0] = at_place - judged.sum(axis=1)
    meetings = (judged / (at_place - 1)[:, np.newaxis]).T @ judged
    # A judgement does not meet itself; at all other places everybody says 0.
    meetings[np.diag_indices(len(values))] -= (judged / (at_place - 1)[:, np.newaxis]).sum(axis=0)
    meetings[0, 0] += places - at_place.sum()
    return meetings, values


def _require_one_strength(study: Corpus, row: Int64Array, position: Int64Array) -> None:
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
