"""From a corpus to one HTML file that needs nothing else."""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final, get_args

from seamark import number_text
from seamark.agreement.chance import CoefficientName
from seamark.agreement.diagnose import diagnosis_of, misses_between
from seamark.agreement.measurement import Measurement
from seamark.checks import by_name, path_of, string_of, true_or_false
from seamark.choices import one_of
from seamark.extras import require
from seamark.metrics.base import Metric
from seamark.metrics.names import as_metric
from seamark.metrics.pairing import Codings
from seamark.model.corpus import Corpus, as_corpus
from seamark.model.segmentation import SegmentationLike
from seamark.pages.report.coder_rows import coder_rows, linked_coders
from seamark.pages.report.explorer import as_script, explorer
from seamark.pages.report.headline import Headline
from seamark.pages.report.item_rows import hardest, hardest_first, item_rows
from seamark.pages.report.plan import Plan
from seamark.pages.report.ranking import Ranking
from seamark.safe_write import write_file
from seamark.stats.intervals import check_level
from seamark.stats.seeds import RandomSource, resolve_rng
from seamark.version import __version__

#: More rows than this make a page that nobody scrolls through: the hardest items are shown, and the page says so.
_MOST_STRIPS: Final = 120
_MOST_ROWS: Final = 1_000
_MOST_CODERS: Final = 200
#: A matrix of more coders is wider than any screen.
_LARGEST_MATRIX: Final = 40


def write_report(
    corpus: Corpus | Mapping[str, Mapping[str, SegmentationLike]],
    path: str | os.PathLike[str],
    *,
    systems: Mapping[str, Codings] | None = None,
    metric: Metric | None = None,
    coefficient: CoefficientName = "pi",
    ci: float = 0.95,
    resamples: int = 10_000,
    rng: RandomSource = 0,
    title: str | None = None,
    texts: bool = True,
) -> None:
    """Write what a corpus says about its coders and items to one HTML file, which opens without a network.

    The page holds the agreement of the coders with intervals, a table of items, a heat map, a profile of every coder,
    who is like whom, and an explorer that puts any two codings of an item beside each other. The same corpus and
    options give the same file.

    Parameters
    ----------
    corpus
        The codings, at least two coders.
    path
        Where to; a file that is there already is replaced.
    systems
        Segmenters by name, as for ``compare``; the page then ranks them beside the humans.
    metric
        What is measured between two codings; ``S()`` by default.
    coefficient
        ``"pi"`` or ``"kappa"``; see ``agree``.
    ci, resamples, rng
        The level of the intervals, how many resamples make them, and the seed, which is reported.
    title
        The heading of the page; by default the ``title`` in the corpus's metadata, or a plain one.
    texts
        Whether the page may hold the texts of the units, where the corpus has them.

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
    place = path_of(path, "path")
    page = report_html(
        corpus,
        systems=systems,
        metric=metric,
        coefficient=coefficient,
        ci=ci,
        resamples=resamples,
        rng=rng,
        title=title,
        texts=texts,
    )
    write_file(place, [report_file(page)], force=True)


def report_file(page: str) -> bytes:
    r"""The page as it stands in a file.

    Half a character in a name cannot be written as UTF-8; as an escape it stays visible, and valid within JSON.

    Examples
    --------
    >>> report_file("\ud800")
    b'\\ud800'
    """
    return page.encode("utf-8", "backslashreplace")


def report_html(
    corpus: Corpus | Mapping[str, Mapping[str, SegmentationLike]],
    *,
    systems: Mapping[str, Codings] | None = None,
    metric: Metric | None = None,
    coefficient: CoefficientName = "pi",
    ci: float = 0.95,
    resamples: int = 10_000,
    rng: RandomSource = 0,
    title: str | None = None,
    texts: bool = True,
) -> str:
    """The page of ``write_report`` as a string.

    Examples
    --------
    >>> page = report_html({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5]}}, title="<poems>")
    >>> "<h1>&lt;poems&gt;</h1>" in page
    True
    """
    one_of(coefficient, "coefficient", get_args(CoefficientName))
    check_level(ci)
    true_or_false(texts, "texts")
    if title is not None:
        string_of(title, "title")
    study = as_corpus(corpus)
    plan = Plan(as_metric(metric), coefficient, ci, resamples, resolve_rng(rng)[1], texts)
    template = _environment().get_template("template.html.jinja")
    page: str = template.render(_contents(study, plan, systems), title=title or _title(study), **_resources())
    return page


def _contents(corpus: Corpus, plan: Plan, systems: Mapping[str, Codings] | None) -> dict[str, Any]:
    """Everything that the template shows."""
    ranked = {} if systems is None else by_name(systems, "systems", "segmentations by name of the segmenter")
    measured = Measurement.of(corpus, plan.metric).require_pairs()
    misses = misses_between(measured, corpus.pairs())
    found = diagnosis_of(measured, plan.coefficient, misses)
    headline = Headline.of(measured, plan, found.misses)
    items = item_rows(corpus, headline.agreement, misses.per_item())
    ordered = hardest_first(items)
    listed = {row.number for row in ordered[:_MOST_ROWS]}
    drawn = {row.number for row in ordered[:_MOST_STRIPS]}
    explored = explorer(corpus, measured, [row.name for row in ordered], plan)
    coders = coder_rows(corpus, found)
    return {
        "corpus": corpus,
        "plan": plan,
        "headline": headline,
        "items": [row for row in items if row.number in listed],
        "strips": [row for row in items if row.number in drawn],
        "hardest": hardest(items),
        "coders": sorted(coders, key=lambda row: row.diagnosis.similarity)[:_MOST_CODERS]
        if len(coders) > _MOST_CODERS
        else coders,
        "linked_coders": [linked for linked in linked_coders(corpus, found) if len(linked.coders) <= _LARGEST_MATRIX],
        "explorer": explored,
        "explorer_script": as_script(explored),
        "explored": {entry["name"]: place for place, entry in enumerate(explored["items"])},
        "ranking": Ranking.of(corpus, measured, ranked, plan) if ranked else None,
        "version": __version__,
    }


def _title(corpus: Corpus) -> str:
    named = corpus.metadata.get("title")
    return named if isinstance(named, str) and named.strip() else "How far the coders agree"


def _environment() -> Any:
    """Templates in which everything that comes from data is escaped, and a name that does not exist is an error."""
    jinja2 = require("jinja2", package="jinja2", extra="charts", what="a report")
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("seamark.pages.report", "page"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        decimal=number_text.decimal,
        signed=number_text.signed,
        percent_change=number_text.percent_change,
        whole=number_text.whole,
    )
    environment.globals["counted"] = number_text.counted
    return environment


def _resources() -> dict[str, Any]:
    """Style and script as they stand in the page; only the script with this very text is allowed to run."""
    markup = require("markupsafe", package="jinja2", extra="charts", what="a report").Markup
    folder = files("seamark.pages.report").joinpath("page")
    style, script = (folder.joinpath(name).read_text(encoding="utf-8") for name in ("report.css", "report.js"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    return {"style": markup(style), "script": markup(script), "script_hash": f"sha256-{digest}"}
