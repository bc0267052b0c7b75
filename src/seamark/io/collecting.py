"""Files that coders saved on annotation pages, joined to one corpus, and how far each coder has come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from seamark.checks import of_kind, shown
from seamark.errors import InputError
from seamark.io.annotations import work_of
from seamark.io.load_report import LoadReport
from seamark.io.loading import Place, load_with_report
from seamark.model.corpus import Corpus
from seamark.results import ResultRecord


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
    seamark.errors.InputError: coder 'ann' did not work on an annotation page; expected files that such pages save
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
