"""Writing a corpus."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import BinaryIO, TypeAlias, get_args

from seamark.base.checks import items_of, one_of, path_of, true_or_false
from seamark.base.errors import OPTION, InputError, shown
from seamark.base.files import write_file, write_folder
from seamark.io.format import (
    CUES,
    Feature,
    File,
    Format,
    ReadOptions,
    features_of,
    format_named,
    formats_of_suffix,
    known_formats,
    require_names,
    without,
)
from seamark.io.loading import is_beside_data
from seamark.io.segments import SEGMENT
from seamark.io.source import require_stream
from seamark.model.codings import AnyCoding
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation, SegmentationLike
from seamark.model.spans import Spans
from seamark.model.tables import used_types

#: Names of devices on Windows, also with a suffix.
_DEVICE = re.compile(r"(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(\..*)?", re.IGNORECASE)
# What no file system minds, and what reads back as it was written.
_FILE_NAME = r"[^/\\:*?\"<>|\x00-\x1f\x7f\ud800-\udfff]+"
_LONGEST_NAME = 200
#: What the files of tools are about, by how many names their paths have.
_PER = {1: "item or coder", 2: "coder and item"}
#: The coder of segmentations of which there is one per item.
_CONSENSUS = "consensus"


#: What can be written: a corpus of any kind, codings by item and coder, or one segmentation per item.
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
    """Write a corpus of any kind, so that ``load`` reads back what was saved.

    Formats of annotation tools (Label Studio, doccano, WebAnno, Praat, RTTM, Audacity, subtitles) get a span for
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
        Whether an existing file may be replaced.
    drop
        What may be left out because the format cannot keep it: any of ``"types"``, ``"unused types"``, ``"texts"``,
        ``"groups"``, ``"metadata"``. Otherwise that is an error: nothing is lost silently.
    resolution
        Seconds per unit, for formats that count seconds.

    Raises
    ------
    InputError
        When the target exists, the format cannot keep something, or the place cannot be written.

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
    if path is None:
        require_stream(target, "writelines", "target")
    true_or_false(force, "force")
    chosen = format_to_write(path, format)
    dropped = items_of(drop, "drop", "a collection, such as ('texts',)")
    kept = without(_corpus_of(corpus), frozenset(one_of(one, "what to drop", get_args(Feature)) for one in dropped))
    _require_kept(kept, chosen)
    require_names(kept)
    if chosen.write_files is not None:
        files = list(chosen.write_files(kept, ReadOptions(resolution=resolution).resolution))
        if path is not None and path.suffix.casefold() not in chosen.suffixes:
            write_folder(path, _checked_names(files), suffix=chosen.suffixes[0], force=force)
            return
        _require_one_file(kept, chosen, files, path)
        chunks: Iterable[bytes] = [data for _, data in files]
    else:
        chunks = chosen.write_file(kept) if chosen.write_file is not None else ()
    if path is not None:
        write_file(path, chunks, force=force)
    elif not isinstance(target, str | PathLike):
        target.writelines(chunks)


def _require_one_file(corpus: Corpus, format: Format, files: Sequence[File], path: Path | None) -> None:
    """Refuse to write several files into one, and units under the name of another item."""
    if format.measure == "units":
        # A single item may go into a file that bears its name, where the file names the coders itself.
        if path is None or format.names != "coders" or len(corpus) > 1 or corpus.item_names[0] != path.stem:
            place = "the target is a stream" if path is None else shown(path)
            raise InputError(f"{place}: {format.name} keeps a file per item, named after it; give a folder instead")
    elif len(files) > 1:
        fault = f"{format.name} needs {len(files)} files, since it has one per {_PER[len(files[0][0])]}"
        raise InputError(f"{fault}; give a folder")


def _corpus_of(given: Saved) -> Corpus:
    if isinstance(given, Corpus):
        return given
    if not isinstance(given, Mapping):
        return as_corpus(given)
    alone = {item: {_CONSENSUS: value} for item, value in given.items() if isinstance(value, Segmentation)}
    return Corpus(alone if alone.keys() == given.keys() else given)  # type: ignore[arg-type]  # which refuses a mixture


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
    able = next((format for format in fitting if format.writable), None)
    if able is None:
        names = ", ".join(format.name for format in known_formats() if format.writable)
        fault = "its suffix is not that of a format that can be written" if name is None else "is only read"
        raise InputError(f"{name or shown(path or '')}: {fault}; use {OPTION}= ({names})", option="format")
    return able


def _require_kept(corpus: Corpus, format: Format) -> None:
    """Refuse a corpus of another kind than the format holds, and what it would lose."""
    if corpus.kind not in format.kinds:
        names = ", ".join(other.name for other in known_formats() if other.writable and corpus.kind in other.kinds)
        raise InputError(f"{format.name} cannot hold {corpus.kind}; use one of {names}")
    present = features_of(corpus)
    if format.measure == "seconds" and CUES in corpus.metadata:
        # Times of cues are written, and what was said is in their transcript.
        present -= {"texts", *(("metadata",) if len(corpus.metadata) == 1 else ())}
    for feature in get_args(Feature):
        if feature in present and feature not in format.keeps:
            what = "boundary types" if feature == "types" else feature
            fault = f"{format.name} cannot keep {what}; use another format"
            raise InputError(f"{fault}, or {OPTION} them ({feature!r})", option="drop")


def _checked_names(files: Iterable[tuple[tuple[str, ...], bytes]]) -> Iterator[tuple[str, bytes]]:
    """The same files, each under a path that any file system takes and that reads back as the same names."""
    for parts, data in files:
        for name in parts:
            fine = (
                re.fullmatch(_FILE_NAME, name) and name[0] != "." and name[-1] not in ". " and not is_beside_data(name)
            )
            if not fine or _DEVICE.fullmatch(name) or len(name.encode("utf-8")) > _LONGEST_NAME:
                raise InputError(f"{name!r} cannot be the name of a file; use a format with all items in one file")
        yield "/".join(parts), data


def not_kept(corpus: Corpus, format: Format) -> tuple[str, ...]:
    """What reading the file again would not give back, a sentence each; our own formats keep everything.

    Examples
    --------
    >>> from seamark import Spans
    >>> from seamark.io.format import format_named
    >>> talk = Corpus({"talk": {"ann": Spans([(2, 8, 7)], length=20)}})
    >>> for sentence in not_kept(talk, format_named("rttm")):
    ...     print(sentence)
    labels that are numbers are written as names
    rttm does not keep the length of an item beyond its last span; --duration (duration=) does when it is read
    >>> not_kept(talk, format_named("json"))
    ()
    """
    if format.measure == "units" or corpus.kind == "boundaries":
        return ()
    found = []
    if any(isinstance(label, int) for label in used_types(corpus)):
        found.append("labels that are numbers are written as names")
    if corpus.kind == "spans" and None in used_types(corpus):
        found.append(f"spans without a category are called {SEGMENT!r}")
    if corpus.kind == "levels" and any(one.labelled is None for one in corpus.codings):
        found.append(f"segments of levels have no labels and are called {SEGMENT!r}")
    if corpus.kind == "levels" and format.names == "tiers":
        depth = max(one.depth for one in corpus.codings)
        tiers = ",".join(f"level{number}" for number in range(1, depth + 1))
        found.append(f"tiers are the levels of one coder, who is not named; read them with --levels {tiers}")
    if not format.tells_length and any(
        all(_ends_before(one, length) for one in corpus[item].values()) for item, length in corpus.lengths.items()
    ):
        said = "does not keep the length of an item beyond its last span"
        found.append(f"{format.name} {said}; --duration (duration=) does when it is read")
    return tuple(found)


def _ends_before(coding: AnyCoding, length: int) -> bool:
    """Whether nothing is marked at the end of an item."""
    if isinstance(coding, Spans):
        return all(span.end < length for span in coding)
    return isinstance(coding, LabelledSegmentation) and coding.labels[-1] is None
