"""The report: what a corpus of codings says about its coders and items, as one HTML file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, get_args

from seamark.agreement.coefficients import CoefficientName
from seamark.agreement.gamma import Progress
from seamark.agreement.labels import label_agreement
from seamark.base.checks import by_name, of_kind, one_of, true_or_false
from seamark.base.errors import InputError
from seamark.charts.spans import chunks
from seamark.metrics.base import Metric
from seamark.metrics.chunks import ChunkerComparison
from seamark.metrics.names import as_metric
from seamark.metrics.pairs import BoundaryCodings, kind_of_items
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.model.spans import Spans
from seamark.pages.page import script_json, write_page
from seamark.pages.report.boundaries import Plan, boundary_report, lead_metric
from seamark.pages.report.parts import MOST_PICTURES, Provenance, category_rows, image, page_parts, task_pictures
from seamark.pages.report.spans import span_report
from seamark.stats.intervals import check_level
from seamark.stats.resampling import RandomSource, resolve_rng
from seamark.tasks.declared import Task, as_task, fitting_tasks
from seamark.tasks.score import require_kind

__all__ = ["Provenance", "write_report"]


def write_report(
    corpus: CorpusLike,
    path: str | os.PathLike[str],
    *,
    systems: Mapping[str, BoundaryCodings] | None = None,
    metric: Metric | None = None,
    coefficient: CoefficientName = "pi",
    ci: float = 0.95,
    resamples: int = 10_000,
    rng: RandomSource = 0,
    title: str | None = None,
    texts: bool = True,
    source: Provenance | None = None,
    task: Task | str | None = None,
    progress: Progress | None = None,
    force: bool = True,
) -> None:
    """Write a report on a corpus to one HTML file, which opens without a network.

    The page holds the agreement of the coders with intervals, a table of items, a heat map, a profile of every coder,
    the similarity of every two coders, and an explorer that puts any two codings of an item beside each other. The
    same corpus and options give the same file.

    On a corpus of spans it holds gamma and unitizing alpha, each as far as it has a value, with the same parts about
    spans and their categories, and an explorer of the best alignments.

    With a task, the page uses the field's words for items and segments, and shows its picture of the hardest items; on
    a corpus of labels it also shows how far coders agree about them.

    Parameters
    ----------
    corpus
        The codings, at least two coders.
    path
        The HTML file to write.
    systems
        Segmenters by name, as for ``compare``; the page then ranks them beside the humans. Not for spans.
    metric
        What is measured between two codings; by default as the task has it, or ``B()``, S where boundary types have no
        order. Not for spans.
    coefficient
        ``"pi"`` or ``"kappa"``; see ``agree``. Not for spans.
    ci, resamples, rng
        The level of the intervals, how many resamples make them, and the seed, which is reported.
    title
        The heading of the page; by default the ``title`` in the corpus's metadata, or a plain one.
    texts
        Whether the page may hold the texts of the units, where the corpus has them.
    source
        Where the corpus comes from: files, and what ``load_with_report`` said about reading them. Data in times are
        then shown as h:mm:ss.
    task
        The field whose words, numbers and pictures are used; needed for labels.
    progress
        Of spans: is called with the number of random codings that are done, and of all.
    force
        Whether an existing file is replaced.

    Raises
    ------
    InputError
        When the corpus has nothing to compare, a system does not fit it, or jinja2 is not installed.
    UndefinedScoreError
        When agreement has no value.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> corpus = Corpus({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_report(corpus, Path(folder, "report.html"))
    ...     Path(folder, "report.html").stat().st_size < 100_000
    True
    """
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    check_level(ci)
    true_or_false(texts, "texts")
    if source is not None:
        of_kind(source, Provenance, "source", "a Provenance, the files and what load_with_report said")
    seed = resolve_rng(rng)[1]
    declared = None if task is None else as_task(task)
    kind = kind_of_items(corpus) if isinstance(corpus, Mapping) else "boundaries"
    if declared is not None:
        require_kind(declared, kind)
    step = None if source is None else source.seconds
    if kind == "spans":
        if systems is not None or metric is not None or coefficient != "pi":
            raise InputError("systems, metric and coefficient are for boundaries, not for a report on spans")
        study = as_corpus(corpus, "spans")
        ordered, contents, data = span_report(study, ci, seed, progress)
    else:
        if kind == "labels" and declared is None:
            raise InputError(f"labels are reported under a task; expected task, one of {fitting_tasks('labels')}")
        study = as_corpus(corpus, kind)
        metrics = [] if declared is None else [declared.made(number, step) for number in declared.agreement]
        of_task = next((one for one in metrics if "boundaries" in one.info.kinds), None)
        lead = as_metric(metric) if metric is not None else of_task or lead_metric(study)
        plan = Plan(lead, coefficient, ci, resamples, seed, texts)
        given = {} if systems is None else by_name(systems, "systems", "segmentations by name of the segmenter")
        beside = {name: _boundaries(one) for name, one in given.items()}
        called = "item" if declared is None else declared.item
        ordered, contents, data = boundary_report(_boundaries(study), plan, beside, called)
        if kind == "labels" and declared is not None:
            named = {declared.label(number): one for number, one in zip(declared.agreement, metrics, strict=True)}
            contents["labels"] = label_agreement(study, named, ci=ci, rng=seed)
            contents["label_rows"] = sorted(category_rows(study), key=lambda row: -row["share"])
    contents = page_parts(_boundaries(study), ordered, data, title, source, declared) | contents
    if declared is not None:
        drawn = {row.name: {**study[row.name], **_of_systems(systems or {}, row.name)} for row in contents["items"]}
        contents["pictures"] = task_pictures(declared, drawn, study.texts if texts else {}, step)
    name = "spans" if kind == "spans" else None
    write_page(path, force, "report", contents, data=script_json(data), name=name)


def _boundaries(corpus: Any) -> Any:
    """Where the segments of a corpus of labels meet; anything else as it is."""
    if not isinstance(corpus, Corpus) or corpus.kind != "labels":
        return corpus
    return corpus.with_codings(corpus.codings.boundaries())


def _of_systems(systems: Mapping[str, Any], item: str) -> dict[str, Any]:
    """What systems made of an item, as far as they are corpora."""
    corpora = {name: one for name, one in systems.items() if isinstance(one, Corpus) and item in one}
    return {name: next(iter(one[item].values())) for name, one in corpora.items()}


def write_chunk_report(
    found: ChunkerComparison,
    chunkers: Mapping[str, Mapping[str, Spans]],
    answers: Mapping[str, Spans],
    path: str | os.PathLike[str],
    *,
    title: str | None = None,
    force: bool = True,
) -> None:
    """Write a page with a ranking of chunkers, the answers that are cut worst, and pictures of the first texts.

    Parameters
    ----------
    found
        What ``compare_chunkers`` returned.
    chunkers, answers
        The chunks of every chunker and the answers, by text.
    path, title, force
        As in ``write_report``.
    """
    drawn = {}
    for item in list(answers)[:MOST_PICTURES]:
        drawn[item] = image(chunks({name: one[item] for name, one in chunkers.items()}, answers[item]))
    contents = {"title": title or "Chunks and answers", "found": found, "pictures": drawn}
    write_page(path, force, "report", contents, data="null", name="chunks")
