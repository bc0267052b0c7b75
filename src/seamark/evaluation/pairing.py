"""References and hypotheses of many items, brought together pair by pair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from seamark.errors import InputError, MassMismatchError
from seamark.model.array import SegmentationArray
from seamark.model.segmentation import Segmentation, SegmentationLike

#: One segmentation, one per item, or several codings per item (a ``Corpus`` is such a mapping).
Codings: TypeAlias = "SegmentationLike | Mapping[str, SegmentationLike] | Mapping[str, Mapping[str, SegmentationLike]]"


def paired(
    reference: Codings, hypothesis: Codings, *, name: str = "hypothesis"
) -> tuple[SegmentationArray, SegmentationArray]:
    """Every reference coding beside the hypothesis for its item.

    Parameters
    ----------
    reference
        One segmentation; or one per item; or several codings per item, each of which makes a pair.
    hypothesis
        One segmentation, or one per item; a mapping with one coding per item is fine too.
    name
        How to name the hypothesis in messages.

    Examples
    --------
    >>> references, hypotheses = paired({"ch1": {"an1": [2, 3], "an2": [5]}}, {"ch1": [1, 4]})
    >>> len(references), hypotheses[1].masses
    (2, (1, 4))
    """
    if not isinstance(reference, Mapping) and not isinstance(hypothesis, Mapping):
        return SegmentationArray.of_one(reference), SegmentationArray.of_one(hypothesis)
    if not isinstance(reference, Mapping) or not isinstance(hypothesis, Mapping):
        raise InputError("reference and hypotheses must both be single segmentations, or both be given per item")
    extra = [item for item in hypothesis if item not in reference]
    if extra:
        raise InputError(f"{name} has item {extra[0]!r}, which the reference does not have")
    ones, others = [], []
    for item, coder, segmentation in _codings(reference):
        other = _single(hypothesis, item, name)
        if segmentation.mass != other.mass:
            coding = "the reference" if coder is None else f"coder {coder!r}"
            raise MassMismatchError(
                f"item {item!r}: {coding} covers {segmentation.mass} units, {name} covers {other.mass}"
            )
        ones.append(segmentation)
        others.append(other)
    return SegmentationArray.from_segmentations(ones), SegmentationArray.from_segmentations(others)


def _codings(
    reference: Mapping[str, SegmentationLike] | Mapping[str, Mapping[str, SegmentationLike]],
) -> Iterator[tuple[str, str | None, Segmentation]]:
    for item, codings in reference.items():
        if isinstance(codings, Mapping):
            for coder, segmentation in codings.items():
                yield item, coder, Segmentation.of(segmentation)
        else:
            yield item, None, Segmentation.of(codings)


def _single(
    hypothesis: Mapping[str, SegmentationLike] | Mapping[str, Mapping[str, SegmentationLike]], item: str, name: str
) -> Segmentation:
    if item not in hypothesis:
        raise InputError(f"{name} has no item {item!r}")
    coding = hypothesis[item]
    if isinstance(coding, Mapping):
        if len(coding) != 1:
            raise InputError(f"{name} has {len(coding)} codings of item {item!r}; expected one")
        coding = next(iter(coding.values()))
    return Segmentation.of(coding)
