"""The annotation page of recordings: boundaries are placed while listening to a file that the coder opens from disk.

A page holds the name, the length and a checksum of every recording, never the recording itself.
"""

from __future__ import annotations

import base64
import shutil
import subprocess
import wave
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from seamark.base.checks import by_name, items_of, of_kind, path_of, shown, string_of
from seamark.base.errors import InputError
from seamark.base.extras import require
from seamark.io.annotations import checksum_of, fingerprint_of
from seamark.io.loading import load
from seamark.model.coding import positive_time
from seamark.pages.annotate import StudyOptions, label_names
from seamark.stats.resampling import resolve_rng

__all__ = ["MEDIA_SUFFIXES", "Recording", "read_recording", "write_recording_page"]

#: Suffixes of files that browsers play.
MEDIA_SUFFIXES = frozenset(
    (".wav", ".mp3", ".m4a", ".aac", ".ogg", ".oga", ".opus", ".flac", ".mp4", ".m4v", ".mov", ".webm", ".ogv")
)
#: Seconds per unit of what coders place.
STEP = 0.001
#: Bytes that the checksum covers, as in the page.
_CHECKED = 1 << 20
#: Seconds per peak of a waveform, and the length from which a compressed file needs peaks that are made here.
_PEAK = 0.01
_LONG = 3600.0
_PEAK_RATE = 8000

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
        Its size in bytes and the CRC-32 of its first megabyte, by which the page knows it; None where only the length
        is known.
    peaks
        The smallest and the largest sample of every hundredth of a second as signed bytes; empty where the browser
        computes them.
    cues
        Lines of a transcript, which run along.
    """

    file: str
    seconds: float
    size: int | None = None
    crc: int | None = None
    peaks: bytes = b""
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
        How long it is, where nothing can tell.
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
            crc = zlib.crc32(stream.read(_CHECKED))
    except OSError as error:
        raise InputError(f"{place}: cannot be read ({error.strerror})") from None
    length = _seconds(place) if seconds is None else positive_time(seconds, "seconds")
    is_long = length > _LONG and place.suffix.lower() != ".wav"
    peaks = _peaks(place) if is_long else b""
    cues = () if transcript is None else tuple(_cues(path_of(transcript, "transcript")))
    return Recording(place.name, length, size, crc, peaks, cues)


def transcript_of(path: str | PathLike[str]) -> Path | None:
    """The transcript that lies beside a recording under its name, if there is one."""
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


def _peaks(place: Path) -> bytes:
    """The waveform of a compressed file that is too long for a browser to decode; none without ffmpeg."""
    ffmpeg = shutil.which("ffmpeg")
    if ffmpeg is None:
        return b""
    command = [ffmpeg, "-v", "error", "-i", str(place), "-ac", "1", "-ar", str(_PEAK_RATE), "-f", "s16le", "-"]
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603  # a list, and no shell
    samples = np.frombuffer(done.stdout[: len(done.stdout) // 2 * 2], dtype="<i2")
    each = int(_PEAK_RATE * _PEAK)
    rows = samples[: len(samples) // each * each].reshape(-1, each)
    pairs = np.column_stack((rows.min(axis=1), rows.max(axis=1))) if len(rows) else np.zeros((0, 2))
    return np.clip(np.round(pairs / 258), -127, 127).astype(np.int8).tobytes()


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
    options = StudyOptions(study, coder, guidelines, shuffle, resolve_rng(rng)[1], repeat)
    known = by_name(recordings, "recordings", "recordings by name")
    if not known:
        raise InputError("there are no recordings; expected at least one")
    for name, recording in known.items():
        of_kind(recording, Recording, f"recording {name!r}", "what read_recording gives")
    named = label_names(labels, "a label")
    layers = [string_of(tier, "a tier") for tier in items_of(tiers, "tiers", "a list of names")] or [""]
    if len(set(layers)) < len(layers):
        raise InputError(f"a tier occurs twice among {shown(layers)}")
    items: list[dict[str, Any]] = []
    listed: list[dict[str, Any]] = []
    for name, recording in options.with_repeats(known).items():
        numbers = range(len(items), len(items) + len(layers))
        items += [_item(f"{name}/{tier}" if tier else name, recording) for tier in layers]
        listed.append(
            {
                "name": name,
                "items": list(numbers),
                "seconds": recording.seconds,
                "cues": recording.cues,
                "media": {
                    "file": recording.file,
                    "bytes": recording.size,
                    "crc": recording.crc,
                    "peaks": base64.b64encode(recording.peaks).decode("ascii") if recording.peaks else None,
                },
            }
        )
    checksums = {item["name"]: item["checksum"] for item in items}
    data = {
        "types": [],
        "labels": named,
        "step": STEP,
        "tiers": layers,
        "fingerprint": fingerprint_of(checksums, named),
        "recordings": listed,
        "items": items,
    }
    options.write_page(path, force, list(known), data, name="recording", media=True)


def _item(name: str, recording: Recording) -> dict[str, Any]:
    length = round(recording.seconds / STEP)
    known = [recording.file, str(length), str(recording.size), str(recording.crc)]
    return {
        "name": name,
        "checksum": checksum_of(known),
        "length": length,
        "units": [],
        "paragraphs": None,
        "start": [],
    }
