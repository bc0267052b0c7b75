"""The annotation page of one coder, as one HTML file: the texts of a study, or recordings.

Recordings are cut while listening to files that the coder opens from disk. A page holds the name, the length and a
checksum of every recording, never the recording itself.
"""

from __future__ import annotations

import math
import wave
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from seamark.base.checks import by_name, finite_number, items_of, of_kind, path_of, shown, string_of, true_or_false
from seamark.base.errors import InputError
from seamark.base.extras import require
from seamark.io.annotations import checksum_of, fingerprint_of
from seamark.io.loading import load
from seamark.model.coding import positive_time
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE
from seamark.pages.page import script_json, write_page
from seamark.segmenters.run import texts_of
from seamark.stats.resampling import RandomSource, resolve_rng

__all__ = ["MEDIA_SUFFIXES", "Recording", "read_recording", "write_annotation_page", "write_recording_page"]

T = TypeVar("T")

#: What the name of an item ends with that comes a second time.
AGAIN = " (again)"
#: Types or labels that the keys 1 to 9 choose.
_MOST_NAMES = 9


def write_annotation_page(
    texts: Corpus | Mapping[str, Sequence[str]],
    path: str | PathLike[str],
    *,
    paragraphs: Mapping[str, Sequence[int]] | None = None,
    study: str = "study",
    coder: str | None = None,
    types: Sequence[str | int] = (),
    guidelines: str = "",
    shuffle: bool = False,
    rng: RandomSource = 0,
    repeat: float = 0.0,
    prefill: Corpus | None = None,
    force: bool = True,
) -> None:
    """Write a page on which a coder places boundaries in texts; it is one file, and needs no server.

    The page keeps what is done in the browser, and saves it as ``STUDY-CODER.json``; ``collect`` joins such files.

    Parameters
    ----------
    texts
        The units of every item, or a corpus that holds them; codings of the corpus are not shown.
    path
        The HTML file to write.
    paragraphs
        The units of an item, counted from 0, that begin a paragraph; units of one paragraph are then shown as running
        text. By default every unit is a block of its own.
    study
        Name of the study, for the heading and the names of saved files.
    coder
        Who annotates; by default the page asks for a name.
    types
        Names of boundary types, at most nine; by default there is one type, without a name.
    guidelines
        What coders should keep to, as plain text.
    shuffle
        Whether the items come in a random order; it depends on ``rng`` and on the coder's name.
    rng
        Seed or generator for the order.
    repeat
        The share of items that come a second time at the end, so that ``self_agreement`` shows how far a coder agrees
        with himself or herself.
    prefill
        A corpus of one coder, such as a segmenter, whose boundaries the page starts from.
    force
        Whether an existing file is replaced.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     page = Path(folder, "ann.html")
    ...     write_annotation_page({"poem": ["Roses are red,", "violets are blue."]}, page, coder="ann")
    ...     "Roses are red" in page.read_text(encoding="utf-8")
    True
    """
    units, known = _repeated(texts_of(texts), study, coder, guidelines, shuffle, rng, repeat)
    given = {} if paragraphs is None else by_name(paragraphs, "paragraphs", "the units of an item that begin one")
    begins = {item: list(items_of(numbers, f"paragraphs of {item!r}", "units")) for item, numbers in given.items()}
    named = label_names(types, "a boundary type")
    start = {} if prefill is None else _start(prefill, units, named)
    items = []
    for item, its in units.items():
        text = {"units": its, "paragraphs": begins.get(item.removesuffix(AGAIN)), "start": start.get(item, [])}
        items.append(page_item(item, its, len(its), text))
    _write(path, force, {**known, "types": named, "labels": [], "step": None, "items": items})


def _start(prefill: Corpus, units: Mapping[str, Sequence[str]], types: Sequence[str | int]) -> dict[str, Any]:
    """Boundaries from which the page starts: a position and the number of a type for each."""
    if not isinstance(prefill, Corpus) or prefill.kind != "boundaries" or len(prefill.coder_names) != 1:
        raise InputError(f"prefill is {shown(prefill)}; expected a corpus of one coder")
    made: dict[str, Any] = {}
    for item, codings in prefill.items():
        if item not in units:
            raise InputError(f"prefill has an item {shown(item)} of which there is no text")
        place, (coding,) = f"item {shown(item)}", codings.values()
        if coding.mass != len(units[item]):
            raise InputError(f"{place}: prefill covers {coding.mass} units, the text has {len(units[item])}")
        if len(coding.boundaries) > len(coding.positions):
            raise InputError(f"{place}: prefill has several types at one position; a page places one per position")
        known = types or [DEFAULT_TYPE]
        for _, label in coding.boundaries:
            if label not in known:
                raise InputError(f"{place}: prefill has a boundary type {shown(label)} that types does not name")
        made[item] = [(position, known.index(label)) for position, label in coding.boundaries]
    return made


# -------------------------------------------------- what pages of texts and of recordings share


#: What recordings have none of: units, those that begin a paragraph, and boundaries from which the page starts.
_NO_TEXT: Mapping[str, Any] = {"units": (), "paragraphs": None, "start": ()}


def page_item(name: str, content: Sequence[str], length: int, text: Mapping[str, Any] = _NO_TEXT) -> dict[str, Any]:
    """An item for the script of a page; the checksum of its content identifies the text or the recording."""
    return {"name": name, "checksum": checksum_of(content), "length": length, **text}


def _repeated(
    items: Mapping[str, T],
    study: str,
    coder: str | None,
    guidelines: str,
    shuffle: bool,
    rng: RandomSource,
    repeat: float,
) -> tuple[dict[str, T], dict[str, Any]]:
    """The items, and behind them those that come again, under another name; and what the page knows of the study.

    The same items come again for all coders.
    """
    string_of(study, "study")
    string_of(guidelines, "guidelines")
    if coder is not None and not string_of(coder, "coder").strip():
        raise InputError("coder is empty; expected a name, or None for a page that asks")
    true_or_false(shuffle, "shuffle")
    finite_number(repeat, "repeat", lambda share: 0 <= share <= 1, "a share from 0 to 1")
    seed = resolve_rng(rng)[1]
    drawn, names = int(resolve_rng(seed)[0].integers(2**63)), list(items)
    chosen = np.random.default_rng(drawn).permutation(len(names))[: math.ceil(repeat * len(names))]
    again = {f"{names[number]}{AGAIN}": names[number] for number in sorted(chosen.tolist())}
    order = list(range(len(names)))
    if shuffle:
        # Coders see different orders, so that no item is the last one of all.
        of_coder = int.from_bytes((coder or "").encode("utf-8", "backslashreplace"), "big")
        np.random.default_rng([drawn, of_coder]).shuffle(order)
    known = {
        "study": study,
        "coder": coder,
        "guidelines": guidelines,
        "order": [*order, *range(len(names), len(names) + len(again))],
        "repeats": again,
        "seed": seed if shuffle else None,
    }
    return {**items, **{name: items[once] for name, once in again.items()}}, known


def _write(path: str | PathLike[str], force: bool, known: dict[str, Any], **page: Any) -> None:
    """Write the page; ``known`` holds the guidelines, and what the script needs: the items, the types or labels."""
    checksums = {item["name"]: item["checksum"] for item in known["items"]}
    contents = {"title": known["study"], "study": known["study"], "guidelines": known.pop("guidelines")}
    told = {**known, "fingerprint": fingerprint_of(checksums, known["types"] or known["labels"])}
    write_page(path, force, "annotate", contents, data=script_json(told), desk=True, **page)


def label_names(names: Sequence[str | int], what: str) -> list[str | int]:
    """Names of boundary types or labels: not empty, none twice, at most one per number key."""
    named = list(items_of(names, f"{what}s", "a list of names"))
    for name in named:
        if isinstance(name, bool) or not isinstance(name, (str, int)) or not str(name).strip():
            raise InputError(f"{what} is {shown(name)}; expected a name or a whole number")
    if len({str(name) for name in named}) < len(named):
        raise InputError(f"{what} occurs twice among {shown(named)}")
    if len(named) > _MOST_NAMES:
        raise InputError(f"there are {len(named)} names; expected at most {_MOST_NAMES}, a number key for each")
    return named


# ------------------------------------------------------------------ recordings, which the coder opens from disk

#: Suffixes of files that browsers play.
MEDIA_SUFFIXES = frozenset(
    (".wav", ".mp3", ".m4a", ".aac", ".ogg", ".oga", ".opus", ".flac", ".mp4", ".m4v", ".mov", ".webm", ".ogv")
)
#: Seconds per unit of what coders place.
STEP = 0.001

#: A line of a transcript: from when to when, in seconds, and its words.
Cue = tuple[float, float, str]


@dataclass(frozen=True, slots=True)
class Recording:
    """A recording that coders cut into segments.

    Attributes
    ----------
    file
        The name of the file that the coder opens.
    seconds
        How long it is.
    size, crc
        Its size in bytes and the CRC-32 of its first megabyte, by which the page recognises it; None where only the
        length is known.
    cues
        Lines of a transcript, which run along.
    """

    file: str
    seconds: float
    size: int | None = None
    crc: int | None = None
    cues: tuple[Cue, ...] = ()

    def __post_init__(self) -> None:
        string_of(self.file, "file")
        positive_time(self.seconds, "seconds")


def read_recording(
    path: str | PathLike[str], *, seconds: float | None = None, transcript: str | PathLike[str] | None = None
) -> Recording:
    """The metadata of a recording that a page needs.

    Parameters
    ----------
    path
        The file. The length of WAV files is read here; that of others by mutagen (``pip install 'seamark[media]'``).
    seconds
        How long it is, if the file does not say.
    transcript
        A file of lines with times, such as SRT, VTT or TextGrid.

    Examples
    --------
    >>> import tempfile, wave
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with wave.open(f"{folder}/tone.wav", "wb") as tone:
    ...         tone.setparams((1, 2, 8000, 0, "NONE", ""))
    ...         tone.writeframes(bytes(16_000))
    ...     read_recording(f"{folder}/tone.wav").seconds
    1.0
    """
    place = path_of(path, "path")
    try:
        size = place.stat().st_size
        with place.open("rb") as stream:
            crc = zlib.crc32(stream.read(1 << 20))  # as in the page
    except OSError as error:
        raise InputError(f"{place}: cannot be read ({error.strerror})") from None
    length = _seconds(place) if seconds is None else positive_time(seconds, "seconds")
    cues = () if transcript is None else tuple(_cues(path_of(transcript, "transcript")))
    return Recording(place.name, length, size, crc, cues)


def transcript_of(path: str | PathLike[str]) -> Path | None:
    """The transcript that is beside a recording under its name, if there is one."""
    place = Path(path)
    beside = (place.with_suffix(suffix) for suffix in (".srt", ".vtt", ".TextGrid"))
    return next((found for found in beside if found.is_file()), None)


def _seconds(place: Path) -> float:
    if place.suffix.lower() == ".wav":
        try:
            with wave.open(str(place)) as sound:
                return float(sound.getnframes() / sound.getframerate())
        except (wave.Error, EOFError, ZeroDivisionError):
            pass  # samples that the library does not know, such as floating-point numbers
    mutagen = require("mutagen", package="mutagen", extra="media", what=f"the length of {place.name}")
    try:
        found = mutagen.File(place)
    except mutagen.MutagenError as error:
        raise InputError(f"{place}: is damaged, or no recording ({error})") from None
    length = getattr(getattr(found, "info", None), "length", 0) or 0
    if not length > 0:
        raise InputError(f"{place}: its length is unknown; expected it in seconds, in the list of --durations")
    return float(length)


def _cues(place: Path) -> Iterable[Cue]:
    """The labelled stretches of time of a file, whatever its format."""
    corpus = load(place, kind="spans", resolution=STEP)
    for codings in corpus.values():
        for coding in codings.values():
            for start, end, words in coding.to_times(STEP):
                if words is not None and str(words).strip():
                    yield start, end, str(words)


def write_recording_page(
    recordings: Mapping[str, Recording],
    path: str | PathLike[str],
    *,
    labels: Sequence[str | int] = (),
    tiers: Sequence[str] = (),
    study: str = "study",
    coder: str | None = None,
    guidelines: str = "",
    shuffle: bool = False,
    rng: int = 0,
    repeat: float = 0.0,
    force: bool = True,
) -> None:
    """Write a page on which a coder cuts recordings into segments while listening; it is one file, without a server.

    The coder opens each recording from disk; the page does not hold it. What is saved is a corpus in steps of a
    thousandth of a second, which ``collect`` joins.

    Parameters
    ----------
    recordings
        The recordings by name, as ``read_recording`` gives them.
    path
        The HTML file to write.
    labels
        Labels of segments, at most nine, one per number key; without them segments have no labels.
    tiers
        Names of layers that are annotated one beside the other, such as ``["words", "topics"]``; each is an item of its
        own, called ``NAME/TIER``. By default there is one.
    study, coder, guidelines, shuffle, rng, repeat, force
        As in ``write_annotation_page``.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     page = Path(folder, "ann.html")
    ...     write_recording_page({"song": Recording("song.wav", 180.0)}, page, labels=["verse", "chorus"], coder="ann")
    ...     "song.wav" in page.read_text(encoding="utf-8")
    True
    """
    given = by_name(recordings, "recordings", "recordings by name")
    if not given:
        raise InputError("there are no recordings; expected at least one")
    for name, recording in given.items():
        of_kind(recording, Recording, f"recording {name!r}", "what read_recording gives")
    named = label_names(labels, "a label")
    layers = [string_of(tier, "a tier") for tier in items_of(tiers, "tiers", "a list of names")] or [""]
    if len(set(layers)) < len(layers):
        raise InputError(f"a tier occurs twice among {shown(layers)}")
    shown_twice, known = _repeated(given, study, coder, guidelines, shuffle, rng, repeat)
    items: list[dict[str, Any]] = []
    listed: list[dict[str, Any]] = []
    for name, recording in shown_twice.items():
        numbers = range(len(items), len(items) + len(layers))
        length = round(recording.seconds / STEP)
        content = [recording.file, str(length), str(recording.size), str(recording.crc)]
        items += [page_item(f"{name}/{tier}" if tier else name, content, length) for tier in layers]
        listed.append(
            {
                "name": name,
                "items": list(numbers),
                "seconds": recording.seconds,
                "cues": recording.cues,
                "media": {"file": recording.file, "bytes": recording.size, "crc": recording.crc},
            }
        )
    known |= {"types": [], "labels": named, "step": STEP, "tiers": layers, "recordings": listed, "items": items}
    _write(path, force, known, name="recording", media=True)
