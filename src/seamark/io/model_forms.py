"""Labels, spans and levels as they stand in JSON: the codings of an item by coder, of the model that the header names.

==========  ========================================================================================
labels      ``[[8, "A"], [8, "B"]]``: mass and label of each segment
spans       ``[[2, 8, "A"], [12, 16, "B"]]``: start, end and category of each span
levels      ``{"levels": [[12, 12], [6, 6, 12]]}``: masses of each level, from coarse to fine; with
            labels ``{"labelled": [[[12, "A"], [12, "B"]], ...]}``
==========  ========================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from seamark.errors import InputError, MassMismatchError
from seamark.io.features import Label, checked_label
from seamark.model.corpora import OtherCoding, OtherCorpus, OtherModel
from seamark.model.hierarchy import Hierarchy
from seamark.model.hierarchy_corpus import HierarchyCorpus
from seamark.model.labelled import LabelledSegmentation
from seamark.model.span_corpus import SpanCorpus
from seamark.model.spans import Spans


class SegmentRow(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A segment: its size and its label."""

    mass: int
    label: Label = None


class SpanRow(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A span: the units from ``start`` to before ``end``, counted from 0, and its category."""

    start: int
    end: int
    category: Label = None


class LevelsForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Levels from coarse to fine, without labels or with them."""

    levels: list[list[int]] | None = None
    labelled: list[list[SegmentRow]] | None = None
    nested: bool = True


_Form = TypeVar("_Form")


class ModelItemForm(msgspec.Struct, Generic[_Form], forbid_unknown_fields=True, omit_defaults=True):
    """One item with its codings."""

    item: str
    mass: int
    codings: dict[str, _Form]
    texts: list[str] | None = None


#: What an item of each model is.
ITEM_FORM: dict[OtherModel, Any] = {
    "labels": ModelItemForm[list[SegmentRow]],
    "levels": ModelItemForm[LevelsForm],
    "spans": ModelItemForm[list[SpanRow]],
}


def codings_in(form: ModelItemForm[Any], model: OtherModel) -> dict[str, OtherCoding]:
    """The codings of an item, by coder.

    Examples
    --------
    >>> item = ModelItemForm("song", 16, {"ann": [SegmentRow(8, "A"), SegmentRow(8, "B")]})
    >>> codings_in(item, "labels")["ann"].labels
    ('A', 'B')
    """
    if not form.codings:
        raise InputError(f"item {form.item!r} has no codings; expected at least one")
    made: dict[str, OtherCoding] = {}
    for coder, coding in form.codings.items():
        try:
            made[coder] = one = _MAKERS[model](coding, form.mass)
            if not isinstance(one, Spans) and one.mass != form.mass:
                raise MassMismatchError(f"covers {one.mass} units, the mass of the item is {form.mass}")
        except InputError as error:
            raise type(error)(f"item {form.item!r}, coder {coder!r}: {error}") from None
    return made


def _hierarchy(form: LevelsForm, mass: int) -> Hierarchy:
    if (form.levels is None) == (form.labelled is None):
        raise InputError("expected either levels or labelled")
    if form.levels is not None:
        return Hierarchy.from_levels(form.levels, nested=form.nested)
    return Hierarchy.from_labelled([_segments(level, mass) for level in form.labelled or ()], nested=form.nested)


def _segments(rows: Sequence[SegmentRow], mass: int) -> LabelledSegmentation:
    return LabelledSegmentation.from_segments([(row.mass, row.label) for row in rows])


def _spans(rows: Sequence[SpanRow], mass: int) -> Spans:
    return Spans([(row.start, row.end, row.category) for row in rows], length=mass)


_MAKERS: dict[OtherModel, Callable[[Any, int], OtherCoding]] = {
    "labels": _segments,
    "levels": _hierarchy,
    "spans": _spans,
}


# ------------------------------------------------------------------------------------------------------------ writing


def model_item_form(corpus: OtherCorpus, item: str) -> ModelItemForm[Any]:
    """One item as it is written."""
    codings = corpus[item]
    mass = corpus._sizes[item]
    texts = list(corpus.texts[item]) if item in corpus.texts else None
    return ModelItemForm(item, mass, {coder: _form_of(coding) for coder, coding in codings.items()}, texts)


def _form_of(coding: OtherCoding) -> Any:
    if isinstance(coding, Spans):
        return [SpanRow(span.start, span.end, checked_label(span.category)) for span in coding]
    if isinstance(coding, LabelledSegmentation):
        return _segment_rows(coding)
    if coding.labelled is None:
        return LevelsForm(levels=[list(level.masses) for level in coding.segmentations], nested=coding.nested)
    return LevelsForm(labelled=[_segment_rows(level) for level in coding.labelled], nested=coding.nested)


def _segment_rows(coding: LabelledSegmentation) -> list[SegmentRow]:
    return [SegmentRow(mass, checked_label(label)) for mass, label in zip(coding.masses, coding.labels, strict=True)]


def study_labels(corpus: OtherCorpus) -> list[int | str]:
    """All labels or categories of the study, when some of them are used by no coding; else none."""
    if isinstance(corpus, HierarchyCorpus):
        return []
    every = corpus.categories if isinstance(corpus, SpanCorpus) else corpus.labels
    used = {label for one in corpus.codings for label in (one.categories if isinstance(one, Spans) else one.labels)}
    if used.issuperset(every):
        return []
    return [label for one in every if (label := checked_label(one)) is not None]
