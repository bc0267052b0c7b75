"""What the files of annotation pages say beside codings: on which texts a coder worked, how long, and with what doubts.

It is in the metadata of a corpus, as ``metadata["annotations"][coder]``. Files of one study are joined only if all
their coders worked on the same texts: ``collect`` does so, and ``coder_progress`` reports the progress of each coder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any, cast

import msgspec

from seamark.base.checks import of_kind, shown
from seamark.base.errors import InputError, ParseError
from seamark.base.numbers import listed
from seamark.base.results import FrozenMapping, ResultRecord
from seamark.io.loading import Place, load_with_report
from seamark.io.reading import LoadReport, Reading
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.model.corpus import Corpus
from seamark.model.labelled import LabelledSegmentation
from seamark.model.segmentation import Segmentation

#: Its key in the metadata, and the key of second codings.
KEY = "annotations"
REPEATS = "repeats"
#: Hexadecimal digits of a checksum: enough that no two texts of a study share one.
_DIGITS = 16


class BoundaryNote(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a coder said about one boundary."""

    position: int
    comment: str = ""
    unsure: bool = False


class Draft(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Boundaries of an item that its coder has not finished."""

    positions: list[int]
    types: list[int | str] | None = None


class ItemWork(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """How a coder worked on an item; ``done`` is the time at which it was finished, in the form of ISO 8601."""

    done: str | None = None
    seconds: float = 0.0
    comment: str = ""
    unsure: bool = False
    boundaries: list[BoundaryNote] = []
    draft: Draft | None = None


class CoderWork(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What one coder worked on, and how: the checksums are those of the units of all items of the study.

    ``repeats`` names items that came a second time, with the items that they are; ``seed`` is that of the order in
    which items came, where it was random.
    """

    study: str
    fingerprint: str
    checksums: dict[str, str]
    repeats: dict[str, str] = {}
    seed: int | None = None
    items: dict[str, ItemWork] = {}

    @property
    def missing(self) -> list[str]:
        """Items that the coder has not finished."""
        return [item for item in self.checksums if item not in self.items or self.items[item].done is None]


def checksum_of(units: Sequence[str]) -> str:
    """A short text that differs when the units differ, also when they are only cut differently.

    Examples
    --------
    >>> checksum_of(["a", "b"]) == checksum_of(["a b"])
    False
    """
    return _digest(list(units))


def fingerprint_of(checksums: Mapping[str, str], types: Sequence[Hashable]) -> str:
    """A short text that differs when the items, their units or the boundary types of two studies differ.

    Examples
    --------
    >>> one, other = {"ode": "1", "elegy": "2"}, {"elegy": "2", "ode": "1"}
    >>> fingerprint_of(one, ()) == fingerprint_of(other, ()), fingerprint_of(one, ()) == fingerprint_of(one, ["minor"])
    (True, False)
    """
    return _digest([sorted(checksums.items()), list(types)])


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=True).encode("ascii")).hexdigest()[:_DIGITS]


def work_of(corpus: Corpus) -> dict[str, CoderWork]:
    """How the coders of a corpus worked, by name; empty where nothing is known.

    Examples
    --------
    >>> work_of(Corpus({"poem": {"ann": [2, 3]}}))
    {}
    """
    return _work_in(corpus.metadata, "the corpus")


def joined_metadata(readings: Sequence[Reading], name: str) -> tuple[dict[str, object], list[str]]:
    """The metadata of files that become one corpus, and notes about missing items."""
    joined: dict[str, object] = {}
    found: dict[str, CoderWork] = {}
    files: dict[str, str] = {}
    for reading in readings:
        joined |= reading.metadata
        file = reading.codings[0].file if reading.codings else name
        for coder, work in _work_in(reading.metadata, file).items():
            if coder in found:
                raise ParseError(f"{coder} sent a file already ({files[coder]}); expected one per coder", path=file)
            _check_work(reading, coder, work, file)
            found[coder], files[coder] = work, file
        _set_aside(reading, found, joined)
    _require_one_study(found, files)
    joined[KEY] = {coder: msgspec.to_builtins(work) for coder, work in found.items()}
    notes = [
        f"{coder} has not finished {len(missing)} of {len(work.checksums)} items: {_listed(missing)}"
        for coder, work in found.items()
        if (missing := work.missing)
    ]
    return joined, notes


def _set_aside(reading: Reading, work: Mapping[str, CoderWork], joined: dict[str, object]) -> None:
    """Take second codings out of what is measured between coders; they are kept in the metadata, by coder and item."""
    second: dict[str, dict[str, list[int]]] = cast("Any", joined.setdefault(REPEATS, {}))
    kept = []
    for coding in reading.codings:
        once = work[coding.coder].repeats.get(coding.item) if coding.coder in work else None
        if once is None:
            kept.append(coding)
        else:
            made = coding.coding
            made = made if isinstance(made, LabelledSegmentation) else Segmentation.of(cast("Any", made))
            second.setdefault(coding.coder, {})[once] = list(made.masses)
    reading.codings[:] = kept
    for name in {again for one in work.values() for again in one.repeats}:
        reading.texts.pop(name, None)
    if not second:
        del joined[REPEATS]


def _work_in(metadata: Mapping[str, object], file: str) -> dict[str, CoderWork]:
    try:
        return msgspec.convert(metadata.get(KEY, {}), dict[str, CoderWork])
    except msgspec.ValidationError as error:
        raise ParseError(f"metadata {KEY!r}: {error}", path=file) from None


def _check_work(reading: Reading, coder: str, work: CoderWork, file: str) -> None:
    """Refuse a file that was changed after a page saved it."""
    fault = None
    for item, units in reading.texts.items():
        if checksum_of(units) != work.checksums.get(item):
            fault = f"the text of item {item!r} is not the one that was annotated (its checksum differs)"
    for coding in reading.codings:
        if coding.coder == coder and coding.item not in work.checksums:
            fault = f"{coder} coded item {coding.item!r}, which is not among the items of the study"
    if fault is not None:
        raise ParseError(f"{fault}; expected the file as the page saved it", path=file)


def _require_one_study(found: Mapping[str, CoderWork], files: Mapping[str, str]) -> None:
    """Refuse coders who worked on other texts than most."""
    versions: dict[str, list[str]] = {}
    for coder, work in found.items():
        versions.setdefault(work.fingerprint, []).append(coder)
    usual = max(versions.values(), key=len)
    odd = [coder for version in versions.values() if version is not usual for coder in version]
    if odd:
        told = "; ".join(f"{coder} ({files[coder]}): {_difference(found[coder], found[usual[0]])}" for coder in odd)
        fault = f"worked on another version of the study than {_listed(usual)}: {told}; expected one version"
        raise ParseError(fault, path=files[odd[0]])


def _difference(one: CoderWork, usual: CoderWork) -> str:
    changed = [item for item, checksum in usual.checksums.items() if one.checksums.get(item, checksum) != checksum]
    if changed:
        return f"the text of {_listed(changed)} differs"
    if one.checksums.keys() != usual.checksums.keys():
        return f"its items are {_listed(list(one.checksums))}"
    return "the boundary types differ"


def _listed(names: Sequence[str]) -> str:
    return listed(list(map(shown, names)))


@dataclass(frozen=True, slots=True)
class CoderProgress(ResultRecord):
    """The progress of a coder in a study, with times and doubts.

    Attributes
    ----------
    items
        How many items are done, and ``missing`` which are not.
    seconds
        Median time per item that is done; NaN when none is.
    unsure
        Share of the items that are done, about which the coder is unsure; NaN when none is.
    comments
        How many comments there are, on items and boundaries.
    """

    coder: str
    items: int
    missing: tuple[str, ...]
    seconds: float
    unsure: float
    comments: int


def coder_progress(corpus: Corpus) -> tuple[CoderProgress, ...]:
    """The progress of coders whose files an annotation page saved; empty for other corpora.

    Examples
    --------
    >>> coder_progress(Corpus({"poem": {"ann": [2, 3]}}))
    ()
    """
    of_kind(corpus, Corpus, "corpus", "a Corpus")
    made = []
    for coder, work in work_of(corpus).items():
        done = [item for item in work.items.values() if item.done is not None]
        notes = [note.comment for item in work.items.values() for note in item.boundaries]
        made.append(
            CoderProgress(
                coder,
                len(done),
                tuple(work.missing),
                median(item.seconds for item in done) if done else float("nan"),
                sum(item.unsure for item in done) / len(done) if done else float("nan"),
                sum(bool(comment) for comment in (*notes, *(item.comment for item in work.items.values()))),
            )
        )
    return tuple(made)


@dataclass(frozen=True, slots=True)
class SelfAgreement(ResultRecord):
    """How far coders agree with themselves on items that they coded twice.

    Attributes
    ----------
    value
        The mean over all coders and items.
    per_coder
        The mean of each coder.
    items
        How many items each coder coded twice.
    metric
        What the codings are compared with.
    """

    value: float
    per_coder: Mapping[str, float]
    items: Mapping[str, int]
    metric: str

    def answer(self) -> tuple[str, ...]:
        """How far coders agree with themselves."""
        parts = ", ".join(f"{coder} {value:.2f} ({self.items[coder]})" for coder, value in self.per_coder.items())
        return (f"Coders agree with themselves by {self.metric} {self.value:.2f} (items coded twice): {parts}.",)


def self_agreement(corpus: Corpus, metric: Metric | str = "B") -> SelfAgreement | None:
    """How far coders agree with themselves on items that an annotation page showed twice; None without such items.

    Examples
    --------
    >>> twice = Corpus({"poem": {"ann": [2, 3]}}, metadata={"repeats": {"ann": {"poem": [2, 3]}}})
    >>> self_agreement(twice).value
    1.0
    >>> self_agreement(Corpus({"poem": {"ann": [2, 3]}})) is None
    True
    """
    second = cast(
        "Mapping[str, Mapping[str, list[int]]]", of_kind(corpus, Corpus, "corpus", "a Corpus").metadata.get(REPEATS, {})
    )
    chosen = as_metric(metric)
    scores = {
        coder: [
            chosen.compare(corpus[item][coder].masses, masses).value
            for item, masses in again.items()
            if item in corpus and coder in corpus[item]
        ]
        for coder, again in second.items()
    }
    scores = {coder: values for coder, values in scores.items() if values}
    if not scores:
        return None
    every = [value for values in scores.values() for value in values]
    return SelfAgreement(
        fmean(every),
        FrozenMapping({coder: fmean(values) for coder, values in scores.items()}),
        FrozenMapping({coder: len(values) for coder, values in scores.items()}),
        chosen.info.name,
    )


def collect(files: Place | Sequence[Place]) -> Corpus:
    """Join the files that coders saved on annotation pages.

    All must have worked on the same texts with the same boundary types. ``load`` checks this too; ``collect`` also
    refuses codings whose texts are unknown.

    Raises
    ------
    InputError
        When a coder worked on another version of the study (the message names the coder) or sent two files; when a file
        was changed after it was saved, or does not come from an annotation page.

    Examples
    --------
    >>> from io import BytesIO
    >>> collect(BytesIO(b'{"items": {"poem": {"ann": [2, 3]}}}'))
    Traceback (most recent call last):
    ...
    seamark.base.errors.InputError: coder 'ann' did not work on an annotation page; expected files of such pages
    """
    return collect_with_report(files)[0]


def collect_with_report(files: Place | Sequence[Place]) -> tuple[Corpus, LoadReport]:
    """What ``collect`` gives, and notes about it, such as missing items."""
    corpus, report = load_with_report(files)
    known = work_of(corpus)
    for coder in corpus.coder_names:
        if coder not in known:
            raise InputError(f"coder {shown(coder)} did not work on an annotation page; expected files of such pages")
    return corpus, report
