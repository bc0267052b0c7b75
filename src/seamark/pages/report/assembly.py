"""From a corpus to one HTML file that needs nothing else."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, get_args

from seamark.agreement import Agreement, Diagnosis, Misses
from seamark.agreement.agree import agreement_of
from seamark.agreement.chance import CoefficientName
from seamark.agreement.diagnose import diagnosis_of, misses_between
from seamark.agreement.gamma import Progress
from seamark.agreement.intervals import IntervalPlan
from seamark.agreement.measurement import Measurement
from seamark.agreement.shuffled import SHUFFLES
from seamark.base.checks import by_name, of_kind, one_of, path_of, string_of, true_or_false
from seamark.base.errors import InputError, UndefinedScoreError
from seamark.base.files import write_file
from seamark.base.numbers import decimal
from seamark.charts.results import change_range
from seamark.evaluation.compare import Evaluation, evaluation_of
from seamark.metrics.base import Metric, MetricInfo
from seamark.metrics.names import as_metric
from seamark.metrics.pairs import BoundaryCodings, model_of_items
from seamark.model.corpus import Corpus, CorpusLike, as_corpus
from seamark.model.segmentation import SegmentationLike
from seamark.pages.page import page_file, page_html
from seamark.pages.report.rows import (
    ItemRow,
    Plan,
    Provenance,
    coder_rows,
    explorer,
    hardest,
    hardest_first,
    item_rows,
    linked_coders,
    remarks,
    scale,
    ticks,
    work_rows,
)
from seamark.pages.report.spans import span_report_html
from seamark.stats.intervals import check_level
from seamark.stats.resampling import RandomSource, resolve_rng


@dataclass(frozen=True, slots=True)
class Level:
    """Agreement under one metric, with what a reader needs to see it on a scale."""

    metric: MetricInfo
    agreement: Agreement

    @classmethod
    def of(cls, measured: Measurement, plan: Plan) -> Level:
        """From what has been measured between the coders; without an interval where there are too few of them."""
        wanted = IntervalPlan(plan.ci, resamples=plan.resamples)
        try:
            found = agreement_of(measured, plan.coefficient, plan=wanted, shuffles=SHUFFLES, rng=plan.seed)
        except InputError:
            found = agreement_of(measured, plan.coefficient, shuffles=SHUFFLES, rng=plan.seed)
        return cls(measured.metric.info, found)

    @property
    def interval(self) -> tuple[float, float] | None:
        """Both ends of the interval, where it could be estimated."""
        interval = self.agreement.interval
        return None if interval is None or math.isnan(interval.low) else (interval.low, interval.high)

    @property
    def floor(self) -> float:
        """Where the scale begins: below everything that is drawn on it, so that differences can be seen."""
        items = (part.value for part in self.agreement.per_item.values())
        drawn = (self.agreement.value, self.agreement.shuffled_value, *items, *(self.interval or ()))
        lowest = float(min(value for value in drawn if not math.isnan(value)))
        return max(-1.0, min(0.9, math.floor(10 * lowest) / 10))

    def place(self, value: float) -> float:
        """Where a value lies on that scale, in percent of its width."""
        return 100 * max(0.0, value - self.floor) / (1 - self.floor)


@dataclass(frozen=True, slots=True)
class Headline:
    """The corpus in a few numbers; the first level is the one that the rest of the page stands on."""

    levels: tuple[Level, ...]
    misses: Misses
    codings: int
    units: int

    @property
    def agreement(self) -> Agreement:
        """Agreement under the metric of the page."""
        return self.levels[0].agreement

    @property
    def parts(self) -> tuple[tuple[str, int, float], ...]:
        """Kinds of boundaries with their number and their share of all."""
        kinds = {
            "match": self.misses.matches,
            "near": self.misses.near,
            "full": self.misses.full,
            "other": self.misses.substituted,
        }
        total = sum(kinds.values())
        return tuple((kind, number, number / total) for kind, number in kinds.items() if number)


# ------------------------------------------------- The sentences at the top of the page: what the numbers below come to


def verdicts(headline: Headline, hardest: Sequence[ItemRow], found: Diagnosis) -> Iterator[str]:
    """What a reader should know first, a sentence each."""
    known = [level for level in headline.levels if not math.isnan(level.agreement.above_shuffled)]
    if known:
        listed = " and ".join(
            f"{decimal(level.agreement.above_shuffled)} ({level.agreement.similarity})" for level in known
        )
        yield f"Of the way from shuffled boundaries to full agreement, the coders go {listed}."
    for level in known:
        if level.agreement.above_shuffled <= 0:
            yield f"Under {level.agreement.similarity} the coders agree no better than shuffled boundaries would."
    shares = {kind: round(100 * share) for kind, _, share in headline.parts}
    if shares:
        yield (
            f"When two coders are compared, {shares.get('match', 0)}% of the boundaries match, "
            f"{shares.get('near', 0)}% are near misses and {shares.get('full', 0)}% are placed by one of them only."
        )
    yield f"{found.verdict.rstrip('.')}."
    if hardest:
        one = hardest[0]
        yield f"{one.name} is the hardest item, with {decimal(one.agreement.value)}."


# -------------------------------------------------------------------------------- Segmenters beside the humans, as rows


@dataclass(frozen=True, slots=True)
class Ranking:
    """All segmenters and baselines, and the scale that their changes are drawn on."""

    evaluation: Evaluation
    low: float
    high: float

    @classmethod
    def of(cls, corpus: Corpus, measured: Measurement, systems: Mapping[str, BoundaryCodings], plan: Plan) -> Ranking:
        """Let every segmenter join the humans, who have been measured."""
        result = evaluation_of(
            corpus,
            lambda judged: (
                measured if judged is corpus else Measurement.of(judged, measured.metric, measured.chance).in_detail()
            ),
            systems,
            plan.coefficient,
            ci=plan.ci,
            rng=plan.seed,
        )
        return cls(result, *change_range(result))

    def place(self, value: float) -> float:
        """Where a change lies on the scale, in percent of its width; what lies outside is at its edge."""
        return 100 * (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)

    def beyond(self, value: float) -> bool:
        """Whether a change is so much worse than everybody's that the scale does not reach it."""
        return value < self.low


# --------------------------------------------------------------- From a corpus to one HTML file that needs nothing else


#: More rows than this make a page that nobody scrolls through: the hardest items are shown, and the page says so.
_MOST_STRIPS: Final = 120
_MOST_ROWS: Final = 1_000
_MOST_CODERS: Final = 200
_MOST_DISPUTED: Final = 20
_MOST_REMARKS: Final = 200
#: A matrix of more coders is wider than any screen.
_LARGEST_MATRIX: Final = 40

#: What a report is about: a corpus, or item -> coder -> segmentation or spans.
Reported: TypeAlias = "Corpus | Mapping[str, Mapping[str, SegmentationLike]] | CorpusLike"


def write_report(
    corpus: Reported,
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
    progress: Progress | None = None,
) -> None:
    """Write what a corpus says about its coders and items to one HTML file, which opens without a network.

    The page holds the agreement of the coders with intervals, a table of items, a heat map, a profile of every coder,
    who is like whom, and an explorer that puts any two codings of an item beside each other. The same corpus and
    options give the same file.

    On a ``Corpus`` it holds gamma and unitizing alpha, each as far as it has a value, with the same parts about
    spans and their categories, and an explorer of the best alignments.

    Parameters
    ----------
    corpus
        The codings, at least two coders.
    path
        Where to; a file that is there already is replaced.
    systems
        Segmenters by name, as for ``compare``; the page then ranks them beside the humans. Not for spans.
    metric
        What is measured between two codings; ``S()`` by default. Not for spans.
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
    progress
        Of spans: is called with the number of random codings that are done, and of all.

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
        source=source,
        progress=progress,
    )
    write_file(place, [page_file(page)], force=True)


def report_html(
    corpus: Reported,
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
    progress: Progress | None = None,
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
    if source is not None:
        of_kind(source, Provenance, "source", "a Provenance, the files and what load_with_report said")
    if isinstance(corpus, Mapping) and model_of_items(corpus) == "spans":
        if systems is not None or metric is not None or coefficient != "pi":
            raise InputError(
                "systems, metric and coefficient are of boundaries; a report on spans has gamma and unitizing alpha"
            )
        spans, seed = as_corpus(corpus, "spans"), resolve_rng(rng)[1]
        return span_report_html(spans, ci=ci, seed=seed, title=title, source=source, progress=progress)
    study = as_corpus(corpus)
    plan = Plan(as_metric(metric), coefficient, ci, resamples, resolve_rng(rng)[1], texts)
    contents, data = _contents(study, plan, systems, source)
    return page_html("report", {**contents, "title": title or _title(study)}, data=data, what="a report")


def _contents(
    corpus: Corpus, plan: Plan, systems: Mapping[str, BoundaryCodings] | None, source: Provenance | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Everything that the template shows, and what the script of the page works on."""
    ranked = {} if systems is None else by_name(systems, "systems", "segmentations by name of the segmenter")
    measured = Measurement.of(corpus, plan.metric).in_detail().require_pairs()
    misses = misses_between(measured)
    found = diagnosis_of(measured, plan.coefficient, misses)
    headline = Headline(
        tuple(_levels(corpus, measured, plan)), found.misses, len(measured.rows.rows), int(measured.lengths.sum())
    )
    items = item_rows(corpus, headline.agreement, misses.per_item())
    ordered = hardest_first(items)
    drawn = {row.number for row in ordered[:_MOST_STRIPS]}
    resolution = None if source is None else source.seconds
    explored, disputed = explorer(corpus, measured, [row.name for row in ordered], plan)
    explored["resolution"] = resolution
    said = remarks(corpus)
    coders, hard = coder_rows(corpus, found), hardest(items)
    contents = {
        "corpus": corpus,
        "plan": plan,
        "headline": headline,
        "items": ordered[:_MOST_ROWS],
        "strips": [row for row in items if row.number in drawn],
        "hardest": hard,
        "verdicts": list(verdicts(headline, hard, found)),
        "prevalence": found.prevalence,
        "files": "CORPUS" if source is None else source.typed,
        "provenance": [] if source is None else list(source.lines()),
        "resolution": resolution,
        "item_scale": scale(row.agreement.value for row in items),
        "coder_scale": scale(row.diagnosis.similarity for row in coders),
        "ticks": ticks(max(corpus.lengths[row.name] for row in ordered[:_MOST_STRIPS]), resolution),
        "coders": sorted(coders, key=lambda row: row.diagnosis.similarity)[:_MOST_CODERS]
        if len(coders) > _MOST_CODERS
        else coders,
        "linked_coders": [linked for linked in linked_coders(corpus, found) if len(linked.coders) <= _LARGEST_MATRIX],
        "explored": {entry["name"]: place for place, entry in enumerate(explored["items"])},
        "types": explored["types"],
        "work": work_rows(corpus),
        "remarks": said[:_MOST_REMARKS],
        "remark_count": len(said),
        "disputed": disputed[:_MOST_DISPUTED],
        "disputed_count": len(disputed),
        "ranking": Ranking.of(corpus, measured, ranked, plan) if ranked else None,
    }
    return contents, explored


def _levels(corpus: Corpus, measured: Measurement, plan: Plan) -> Iterator[Level]:
    """Agreement under the metric of the page, which must have a value, and under the others as far as they have one."""
    yield Level.of(measured, plan)
    for metric in plan.others:
        with suppress(InputError, UndefinedScoreError):  # such as B of types that are not numbers
            yield Level.of(Measurement.of(corpus, metric), plan)


def _title(corpus: Corpus) -> str:
    named = corpus.metadata.get("title")
    return named if isinstance(named, str) and named.strip() else "How far the coders agree"
