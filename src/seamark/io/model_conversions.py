"""From the model that a file holds to the one that is wanted, with a note on what is lost."""

from __future__ import annotations

from seamark.errors import InputError, ParseError
from seamark.io.reading import Coding, ModelCoding, Reading
from seamark.model.corpora import OtherCoding, OtherModel
from seamark.model.hierarchy import Hierarchy
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation
from seamark.model.spans import Spans


def boundaries_of_models(reading: Reading) -> None:
    """Have a reading hold boundaries in place of its labels, spans or levels; a note says what is lost."""
    lost = {
        "labels": "labels are left out: boundaries stand where segments meet",
        "spans": "categories are left out: boundaries stand where spans start and end",
        "levels": "levels are boundary types, 1 for the coarsest",
    }
    for one in reading.models:
        try:
            reading.codings.append(Coding(one.item, one.coder, _boundaries(one.coding), one.file))
        except InputError as error:
            raise _about(one, error) from None
    reading.notes.append(lost[reading.model])
    # What were the labels of a study are no boundary types.
    reading.types.clear()
    reading.models.clear()
    reading.model = "boundaries"


def _boundaries(coding: OtherCoding) -> Segmentation:
    if isinstance(coding, LabelledSegmentation):
        return coding.segmentation
    if isinstance(coding, Spans):
        edges = {edge for span in coding for edge in (span.start, span.end)} - {0, coding.length}
        return Segmentation.from_positions(sorted(edges), coding.length)
    if not coding.nested:
        raise InputError("the levels are not nested, so that no boundary has one level")
    strengths = sorted(coding.strengths.items())
    return Segmentation.from_positions(
        [place for place, _ in strengths], coding.mass, [level for _, level in strengths]
    )


def converted(one: ModelCoding, model: OtherModel) -> OtherCoding:
    """The coding as the model that is wanted; an error where it cannot be that.

    Examples
    --------
    >>> song = LabelledSegmentation.from_segments([(8, "A"), (8, None)])
    >>> converted(ModelCoding("song", "ann", song, "song.json"), "spans")
    Spans([(0, 8, 'A')], length=16)
    """
    coding = one.coding
    try:
        if model == "spans" and isinstance(coding, LabelledSegmentation):
            return coding.spans
        if model == "labels" and isinstance(coding, Spans):
            return LabelledSegmentation.from_spans(coding)
        if model == "levels" and isinstance(coding, LabelledSegmentation):
            return Hierarchy.from_labelled([coding])
        if not isinstance(coding, _KIND[model]):
            held = next(name for name, kind in _KIND.items() if isinstance(coding, kind))
            raise InputError(f"holds {held}, which cannot be read as {model}")
    except InputError as error:
        raise _about(one, error) from None
    return coding


_KIND: dict[OtherModel, type[OtherCoding]] = {"labels": LabelledSegmentation, "levels": Hierarchy, "spans": Spans}


def _about(one: ModelCoding, error: InputError) -> ParseError:
    return ParseError(f"item {one.item!r}, coder {one.coder!r}: {error}", path=one.file)
