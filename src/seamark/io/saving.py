"""Writing a corpus."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeAlias, get_args

from seamark.base import checks
from seamark.base.checks import finite_number, one_of, path_of, true_or_false
from seamark.base.errors import OPTION, InputError, about_option, shown
from seamark.base.files import write_file, write_folder
from seamark.io.format import (
    Feature,
    FolderWriter,
    Format,
    checked_label,
    checked_type,
    features_of,
    format_named,
    formats_of_suffix,
    known_formats,
    without,
)
from seamark.io.loading import is_beside_data
from seamark.io.source import require_stream
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.hierarchy import Hierarchy
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation, SegmentationLike
from seamark.model.spans import Spans
from seamark.texts.units import CUTS

# What no file system minds, and what reads back as it was written.
_FILE_NAME = r"[^/\\:*?\"<>|\x00-\x1f\x7f\ud800-\udfff]+"
_LONGEST_NAME = 200
#: What the files of tools are about, by how many names their paths have.
_PER = {1: "item or coder", 2: "coder and item"}
#: The coder of segmentations of which there is one per item.
_CONSENSUS = "consensus"


#: What can be written: a corpus of any model, codings by item and coder, or one segmentation per item.
Saved: TypeAlias = "Corpus | Mapping[str, Mapping[str, SegmentationLike]] | Mapping[str, Segmentation]"


def save(
    corpus: Saved,
    target: str | PathLike[str] | BinaryIO,
    *,
    format: str | None = None,
    force: bool = False,
    drop: Collection[Feature] = (),
    resolution: float | None = None,
) -> None:
    """Write a corpus of any model, so that ``load`` reads back what was saved.

    Formats of annotation tools (Label Studio, doccano, WebAnno, Praat, ELAN, RTTM, Audacity, subtitles) get a span for
    every segment, labelled with the type of the boundary at its start; texts are made of the units, a line each, or
    words with spaces between them.

    The file is written beside its target and then renamed: a crash leaves the old file.

    Parameters
    ----------
    corpus
        What to write; one segmentation per item, such as a consensus, is written as the codings of one coder, called
        ``"consensus"``.
    target
        A file; a folder for formats with a file per item; or a binary stream.
    format
        The name of the format; by default it follows from the suffix.
    force
        Whether something that is there already may be replaced.
    drop
        What may be left out because the format cannot keep it: any of ``"types"``, ``"unused types"``, ``"texts"``,
        ``"groups"``, ``"metadata"``. Otherwise that is an error: nothing is lost silently.
    resolution
        Seconds per unit, for formats that count seconds.

    Raises
    ------
    InputError
        When the target is there already, the format cannot keep something, or the place cannot be written.

    Examples
    --------
    >>> from io import BytesIO
    >>> file = BytesIO()
    >>> save(Corpus({"poem": {"ann": [2, 3], "ben": [5]}}), file, format="csv")
    >>> print(file.getvalue().decode())
    item,coder,mass,position
    poem,ann,5,2
    poem,ben,5,
    """
    path = path_of(target, "target") if isinstance(target, str | PathLike) else None
    stream = None if isinstance(target, str | PathLike) else target
    if path is None:
        require_stream(stream, "writelines", "target")
    true_or_false(force, "force")
    chosen = format_to_write(path, format)
    kept = without(_corpus_of(corpus), _dropped(drop))
    _require_held(kept, chosen)
    _require_kept(kept, chosen)
    if chosen.write_file is not None:
        chunks = chosen.write_file(kept)
        if stream is not None:
            stream.writelines(chunks)
        elif path is not None:
            write_file(path, chunks, force=force)
        return
    if chosen.write_spans is not None:
        _save_spans(list(chosen.write_spans(kept, _checked(resolution))), path, stream, chosen, force)
        return
    if path is None or chosen.write_folder is None:
        raise InputError(f"{chosen.name} writes a folder of files, which a stream cannot hold")
    _save_folder(kept, path, chosen, chosen.write_folder, force)


def _checked(resolution: float | None) -> float | None:
    if resolution is None:
        return None
    with about_option("resolution"):
        return finite_number(resolution, OPTION, lambda seconds: seconds > 0, "a positive number of seconds")


def _save_spans(
    files: Sequence[tuple[tuple[str, ...], bytes]],
    path: Path | None,
    stream: BinaryIO | None,
    format: Format,
    force: bool,
) -> None:
    """Write the files of a tool: into a folder, or the only one to where it is wanted."""
    if path is not None and path.suffix.casefold() not in format.suffixes:
        write_folder(path, _checked_names(files), suffix=format.suffixes[0], force=force)
        return
    if len(files) > 1:
        raise InputError(
            f"{format.name} needs {len(files)} files, since it has one per {_PER[len(files[0][0])]}; give a folder"
        )
    if stream is not None:
        stream.writelines(data for _, data in files)
    elif path is not None:
        write_file(path, (data for _, data in files), force=force)


def _corpus_of(given: Saved) -> Corpus:
    if isinstance(given, Corpus):
        return given
    if not isinstance(given, Mapping):
        return as_corpus(given)
    alone = {item: {_CONSENSUS: value} for item, value in given.items() if isinstance(value, Segmentation)}
    return Corpus(alone if alone.keys() == given.keys() else given)  # type: ignore[arg-type]  # which refuses a mixture


def _save_folder(corpus: Corpus, path: Path, format: Format, write: FolderWriter, force: bool) -> None:
    files = write(corpus)
    suffix = format.suffixes[0]
    if path.suffix.casefold() not in format.suffixes:
        write_folder(path, _checked_names(files), suffix=suffix, force=force)
        return
    # A single item may go into a file that bears its name, where the file names the coders itself.
    if format.names != "coders" or len(corpus) > 1 or corpus.item_names[0] != path.stem:
        raise InputError(
            f"{shown(path)}: {format.name} keeps a file per item, named after it; give a folder instead of a file"
        )
    write_file(path, (data for _, data in files), force=force)


def format_to_write(target: str | PathLike[str] | None, name: str | None = None) -> Format:
    """The format that has this name, or else the suffix of this file, and can be written.

    Examples
    --------
    >>> format_to_write("gold.TextGrid").name
    'textgrid'
    """
    path = None if target is None else path_of(target, "target")
    if name is None and path is None:
        raise InputError(f"say with {OPTION}= how to write to a stream", option="format")
    fitting = [format_named(name)] if name is not None else formats_of_suffix(path.suffix if path else "")
    if able := [format for format in fitting if format.writable] or [one for one in fitting if one.write_spans]:
        return able[0]
    names = ", ".join(format.name for format in known_formats() if format.writable or format.write_spans)
    if name is not None:
        raise InputError(f"{name} can be read but not written; use one of {names}")
    raise InputError(
        f"{shown(path or '')}: its suffix does not tell a format that can be written; use {OPTION}= ({names})",
        option="format",
    )


def _dropped(drop: object) -> frozenset[Feature]:
    # An array without dimensions claims to be a collection, too.
    if isinstance(drop, str) or not isinstance(drop, Collection) or getattr(drop, "ndim", 1) == 0:
        raise InputError(f"drop is {checks.shown(drop)}; expected a collection, such as ('texts',)")
    for feature in drop:
        one_of(feature, "what to drop", get_args(Feature))
    return frozenset(drop)


def _require_held(corpus: Corpus, format: Format) -> None:
    model = corpus.kind
    if model not in format.holds:
        names = ", ".join(other.name for other in known_formats() if model in other.holds)
        raise InputError(f"{format.name} cannot hold {model}; use one of {names}")


def _require_kept(corpus: Corpus, format: Format) -> None:
    for feature in get_args(Feature):
        if feature in features_of(corpus) and feature not in format.keeps:
            what = "boundary types" if feature == "types" else feature
            raise InputError(
                f"{format.name} cannot keep {what}; use another format, or {OPTION} them ({feature!r})", option="drop"
            )


def _checked_names(files: Iterable[tuple[tuple[str, ...], bytes]]) -> Iterator[tuple[str, bytes]]:
    """The same files, each under a path that any file system takes and that reads back as the same names."""
    for parts, data in files:
        for name in parts:
            fine = (
                re.fullmatch(_FILE_NAME, name) and name[0] != "." and name[-1] not in ". " and not is_beside_data(name)
            )
            if not fine or len(name.encode("utf-8")) > _LONGEST_NAME:
                raise InputError(f"{name!r} cannot be the name of a file; use a format with all items in one file")
        yield "/".join(parts), data


# ---------------------------------------- Segments as spans of a text or of a time, for the formats of annotation tools


#: What a segment is called that no boundary type names.
SEGMENT = "segment"

#: What stands between units in a text that is made of them, and how they are found in it again.
_JOINTS = {"token": " ", "line": "\n", "paragraph": "\n\n"}


#: What a tool keeps as spans: segments, labelled segments, or spans.
SpanCoding: TypeAlias = Segmentation | LabelledSegmentation | Spans


class Segment(NamedTuple):
    """A segment from a unit up to another one; of plain segments the label is the type of the boundary at its start."""

    start: int
    end: int
    label: str


def segments_of(coding: SpanCoding) -> Iterator[Segment]:
    """The segments in order, or the spans; a segment whose label is None is a gap between them.

    Examples
    --------
    >>> list(segments_of(Segmentation.from_positions([2], 5, ["scene"])))
    [Segment(start=0, end=2, label='segment'), Segment(start=2, end=5, label='scene')]
    >>> list(segments_of(LabelledSegmentation.from_labels(["A", None])))
    [Segment(start=0, end=1, label='A')]
    """
    if isinstance(coding, Segmentation):
        yield from _plain_segments(coding)
        return
    if isinstance(coding, LabelledSegmentation) and LabelledSegmentation.from_spans(coding.spans) != coding:
        raise InputError("two segments without a label stand side by side, and would read back as one; use JSON")
    for start, end, category in coding if isinstance(coding, Spans) else coding.spans:
        yield Segment(start, end, SEGMENT if category is None else printable(str(checked_label(category))))


def units_of(coding: SpanCoding) -> int:
    """The number of units that a coding covers."""
    return coding.length if isinstance(coding, Spans) else coding.mass


def _plain_segments(segmentation: Segmentation) -> Iterator[Segment]:
    labels = {0: SEGMENT}
    for position, type_ in segmentation.boundaries:
        if position in labels:
            raise InputError(
                f"the boundary at {position} has several types; a span has one label ({OPTION} types)", option="drop"
            )
        labels[position] = SEGMENT if type_ == DEFAULT_TYPE else printable(str(checked_type(type_)))
    ends = [*sorted(labels)[1:], segmentation.mass]
    for (start, label), end in zip(sorted(labels.items()), ends, strict=True):
        yield Segment(start, end, label)


def printable(name: str) -> str:
    """The name of a label or a tier; an error when a line of a file could not hold it."""
    if not name or name != name.strip() or not name.isprintable():
        raise InputError(f"{name!r} cannot be a label: it is empty, or white space or control characters would be lost")
    return name


@dataclass(frozen=True, slots=True)
class JoinedText:
    """The units of an item as one text: words with a space between them, else a line or a paragraph each.

    Attributes
    ----------
    text
        The text.
    unit
        By which unit the text falls into the same units again.
    stretches
        Where each unit starts and ends.
    """

    text: str
    unit: str
    stretches: list[tuple[int, int]]

    @classmethod
    def of(cls, corpus: Corpus, item: str) -> JoinedText:
        """The text of an item; an error where there is none, or where its units would not be found again."""
        units = corpus.texts.get(item)
        if units is None:
            raise InputError(
                f"item {item!r} has no texts, in which this format marks spans; use one that counts units, such as json"
            )
        unit = "paragraph" if any(re.search(r"[\r\n]", one) for one in units) else "line"
        if not any(re.search(r"\s", one) for one in units):
            unit = "token"
        text = _JOINTS[unit].join(units)
        stretches = CUTS[unit](text)
        if [text[start:end] for start, end in stretches] != list(units):
            raise InputError(f"item {item!r}: a unit is empty, or holds white space that a text would not keep apart")
        return cls(text, unit, stretches)

    def span(self, segment: Segment) -> tuple[int, int]:
        """Where a segment starts and ends, in characters."""
        return self.stretches[segment.start][0], self.stretches[segment.end - 1][1]


def seconds_per_unit(resolution: float | None) -> float:
    """The resolution; an error when nobody said it."""
    if resolution is None:
        raise InputError(f"say with {OPTION}= how many seconds a unit lasts", option="resolution")
    return resolution


# ------------------------- What the format of a tool does not keep of labels, spans and levels, though it can hold them


_Coding: TypeAlias = LabelledSegmentation | Hierarchy | Spans


def losses(corpus: Corpus, format: Format) -> tuple[str, ...]:
    """What reading the file again would not give back, a sentence each; our own formats keep everything.

    Examples
    --------
    >>> from seamark.io.format import format_named
    >>> talk = Corpus({"talk": {"ann": Spans([(2, 8, 7)], length=20)}})
    >>> for sentence in losses(talk, format_named("rttm")):
    ...     print(sentence)
    labels that are numbers are written as names
    rttm does not tell how long an item is beyond its last span; --duration (duration=) does when it is read
    >>> losses(talk, format_named("json"))
    ()
    """
    return () if format.write_spans is None or corpus.kind == "boundaries" else tuple(_losses(corpus, format))


def _losses(corpus: Corpus, format: Format) -> Iterator[str]:
    codings: list[_Coding] = list(corpus.codings)
    if any(isinstance(label, int) for one in codings for label in _labels(one)):
        yield "labels that are numbers are written as names"
    if any(isinstance(one, Spans) and None in one.categories for one in codings):
        yield f"spans without a category are called {SEGMENT!r}"
    if any(isinstance(one, Hierarchy) and one.labelled is None for one in codings):
        yield f"segments of levels have no labels and are called {SEGMENT!r}"
    if corpus.kind == "levels" and format.names == "tiers":
        tiers = ",".join(f"level{number}" for number in range(1, max(one.depth for one in corpus.codings) + 1))
        yield f"tiers are the levels of one coder, who is not named; read them with --levels {tiers}"
    if not format.tells_length and any(
        max(_end(one) for one in corpus[item].values()) < size for item, size in corpus.lengths.items()
    ):
        said = "does not tell how long an item is beyond its last span"
        yield f"{format.name} {said}; --duration (duration=) does when it is read"


def _labels(coding: _Coding) -> Iterator[object]:
    if isinstance(coding, Hierarchy):
        for level in coding.labelled or ():
            yield from level.labels
    else:
        yield from coding.categories if isinstance(coding, Spans) else coding.labels


def _end(coding: object) -> int:
    """Where the last span ends."""
    if isinstance(coding, Hierarchy):
        return max(map(_end, coding.levels))
    if isinstance(coding, LabelledSegmentation):
        return max((span.end for span in coding.spans), default=0)
    return max((span.end for span in coding), default=0) if isinstance(coding, Spans) else coding.mass  # type: ignore[attr-defined]
