"""What the files of annotation pages say beside codings: on which texts a coder worked, how long, and with what doubts.

It stands in the metadata of a corpus, as ``metadata["annotations"][coder]``. Files of one study are joined only if all
their coders worked on the same texts: ``collect`` does so, and ``coder_progress`` tells how far each coder has come.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

import msgspec

from seamark.base.checks import of_kind, shown
from seamark.base.errors import InputError, ParseError
from seamark.base.results import ResultRecord
from seamark.io.assemble import LoadReport
from seamark.io.loading import Place, load_with_report
from seamark.io.reading import Reading
from seamark.model.corpus import Corpus

#: Where it stands in the metadata.
KEY = "annotations"
#: Hexadecimal digits of a checksum: enough that no two texts of a study share one.
_DIGITS = 16
#: Names that a message lists.
_MOST_NAMES = 5


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
    """What one coder worked on, and how: the checksums are those of the units of all items of the study."""

    study: str
    fingerprint: str
    checksums: dict[str, str]
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
    """The metadata of files that become one corpus, and what to tell about missing items."""
    joined: dict[str, object] = {}
    found: list[_Found] = []
    for reading in readings:
        joined |= reading.metadata
        file = reading.codings[0].file if reading.codings else name
        for coder, work in _work_in(reading.metadata, file).items():
            _check_texts(reading, work, file)
            _check_items(reading, coder, work, file)
            found.append(_Found(coder, work, file))
    if not found:
        return joined, []
    _require_one_coder_each(found)
    _require_one_study(found)
    joined[KEY] = {one.coder: msgspec.to_builtins(one.work) for one in found}
    notes = [
        f"{one.coder} has not finished {len(missing)} of {len(one.work.checksums)} items: {_listed(missing)}"
        for one in found
        if (missing := one.work.missing)
    ]
    return joined, notes


class _Found(NamedTuple):
    """A coder, the work and the file that tells of it."""

    coder: str
    work: CoderWork
    file: str


def _work_in(metadata: Mapping[str, object], file: str) -> dict[str, CoderWork]:
    try:
        return msgspec.convert(metadata.get(KEY, {}), dict[str, CoderWork])
    except msgspec.ValidationError as error:
        raise ParseError(f"metadata {KEY!r}: {error}", path=file) from None


def _check_texts(reading: Reading, work: CoderWork, file: str) -> None:
    for item, units in reading.texts.items():
        expected = work.checksums.get(item)
        if expected is None:
            raise ParseError(f"item {item!r} has a text, but no checksum; expected both", path=file)
        if checksum_of(units) != expected:
            raise ParseError(
                f"the text of item {item!r} is not the one that was annotated (its checksum differs); "
                "expected the file as the page saved it",
                path=file,
            )


def _check_items(reading: Reading, coder: str, work: CoderWork, file: str) -> None:
    for coding in reading.codings:
        if coding.coder == coder and coding.item not in work.checksums:
            raise ParseError(
                f"{coder} coded item {coding.item!r}, which is not among the items of the study; "
                "expected the file as the page saved it",
                path=file,
            )


def _require_one_coder_each(found: Sequence[_Found]) -> None:
    first: dict[str, _Found] = {}
    for one in found:
        other = first.setdefault(one.coder, one)
        if other is not one:
            raise ParseError(f"{one.coder} sent a file already ({other.file}); expected one per coder", path=one.file)


def _require_one_study(found: Sequence[_Found]) -> None:
    """Refuse coders who worked on other texts than most; where no version has a majority, all are named."""
    versions: dict[str, list[_Found]] = {}
    for one in found:
        versions.setdefault(one.work.fingerprint, []).append(one)
    if len(versions) == 1:
        return
    usual = max(versions.values(), key=len)
    tied = sum(len(version) == len(usual) for version in versions.values()) > 1
    odd = [one for version in versions.values() if version is not usual for one in version]
    told = "; ".join(f"{one.coder} ({one.file}): {_difference(one.work, usual[0].work)}" for one in odd)
    beside = _listed([one.coder for one in usual])
    which = "no version has a majority" if tied else "leave these files out, or have them done again"
    raise ParseError(
        f"worked on another version of the study than {beside}: {told}; expected one version ({which})",
        path=odd[0].file,
    )


def _difference(one: CoderWork, usual: CoderWork) -> str:
    changed = [item for item, checksum in usual.checksums.items() if one.checksums.get(item, checksum) != checksum]
    if changed:
        return f"the text of {_listed(changed)} differs"
    lacking = [item for item in usual.checksums if item not in one.checksums]
    further = [item for item in one.checksums if item not in usual.checksums]
    if lacking or further:
        parts = [("without", lacking), ("also with", further)]
        return " and ".join(f"{how} {_listed(items)}" for how, items in parts if items)
    return "the boundary types differ"


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(shown(name) for name in names[:_MOST_NAMES]) + more


@dataclass(frozen=True, slots=True)
class CoderProgress(ResultRecord):
    """How far a coder has come with a study, and how the work went.

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
    """How far the coders have come whose files an annotation page saved; empty for other corpora.

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


def collect(files: Place | Sequence[Place]) -> Corpus:
    """Join the files that coders saved on annotation pages.

    All must have worked on the same texts with the same boundary types. ``load`` checks this too; ``collect`` also
    refuses codings of which nobody knows on which texts they were made.

    Raises
    ------
    InputError
        When somebody worked on another version of the study, who is named; when a coder sent two files; when a file
        was changed after it was saved, or does not come from an annotation page.

    Examples
    --------
    >>> from io import BytesIO
    >>> collect(BytesIO(b'{"items": {"poem": {"ann": [2, 3]}}}'))
    Traceback (most recent call last):
    ...
    seamark.base.errors.InputError: coder 'ann' did not work on an annotation page; expected files that such pages save
    """
    return collect_with_report(files)[0]


def collect_with_report(files: Place | Sequence[Place]) -> tuple[Corpus, LoadReport]:
    """What ``collect`` gives, and what there is to tell about it, such as missing items."""
    corpus, report = load_with_report(files)
    known = work_of(corpus)
    for coder in corpus.coder_names:
        if coder not in known:
            raise InputError(
                f"coder {shown(coder)} did not work on an annotation page; expected files that such pages save"
            )
    return corpus, report
