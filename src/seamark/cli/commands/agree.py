"""``seamark agree``: how far the coders of a corpus agree."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, cast, get_args

import click

from seamark.agreement import Agreement, diagnose
from seamark.agreement import agree as agree_on
from seamark.agreement.chance import ChanceAverage, ChanceCount, ChanceSource, CoefficientName
from seamark.agreement.intervals import AgreementInterval
from seamark.choices import hint
from seamark.cli.agree_details import By, Detail, by_coder, by_item, by_pair
from seamark.cli.exits import speaking_of
from seamark.cli.metric_choice import complete_convention, metric_options
from seamark.cli.options import Decorator, bundle, command, example, option_in, output_options
from seamark.cli.output import Answer, Output
from seamark.cli.progress import progress
from seamark.cli.sources import Reader, corpus_argument, reading_options
from seamark.errors import InputError
from seamark.metrics.base import Metric
from seamark.metrics.window_diff import WindowDiff
from seamark.model.corpus import Corpus
from seamark.stats.crossed import Resampled
from seamark.text_table import Cell, Table


@dataclass(frozen=True, slots=True)
class Question:
    """What ``agree`` of the library is asked, apart from the corpus, the metric and the coefficient."""

    ci: float | None
    resample: Resampled | None
    resamples: int
    method: AgreementInterval
    seed: int | None
    chance: ChanceSource
    chance_count: ChanceCount
    chance_average: ChanceAverage

    def put(self, corpus: Corpus, metric: Metric, coefficient: CoefficientName) -> Agreement:
        """Ask it."""
        return agree_on(
            corpus,
            metric,
            coefficient,
            ci=self.ci,
            # A single item leaves nothing to resample but its coders.
            resample=self.resample or ("items" if len(corpus) > 1 else "coders"),
            resamples=self.resamples,
            method=self.method,
            rng=self.seed,
            chance=self.chance,
            chance_count=self.chance_count,
            chance_average=self.chance_average,
        )


_option = option_in("Interval and chance")


def _one_of(option: str, choices: object, default: str | None, help: str) -> Decorator[Any]:
    return _option(option, type=click.Choice(get_args(choices)), default=default, show_default=True, help=help)


question_options = bundle(
    "question",
    Question,
    _option(
        "--ci",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        metavar="LEVEL",
        help="A confidence interval of this level, such as 0.95.",
    ),
    _option(
        "--resample",
        type=click.Choice(get_args(Resampled)),
        help="What the interval is about [default: items, or coders when there is one item].",
    ),
    _option(
        "--resamples",
        type=click.IntRange(min=1),
        default=10_000,
        show_default=True,
        metavar="NUMBER",
        help="How many resamples.",
    ),
    _one_of("--method", AgreementInterval, "bca", "How the interval is made."),
    _option("--seed", type=click.IntRange(min=0), metavar="NUMBER", help="Seed, for the same interval again."),
    _one_of("--chance", ChanceSource, "closed", "Expected agreement from rates, or from shuffled segments."),
    _one_of("--chance-count", ChanceCount, "boundaries", "What is counted per potential boundary."),
    _one_of("--chance-average", ChanceAverage, "micro", "How the rates of several codings become one."),
)


@command(
    epilog=example(
        "seamark agree codings.json --ci 0.95 --by item",
        "seamark agree sample:stargazer --ci 0.95 --resample coders --by pair",
        "seamark agree moonstone/segmentations --by item --chance-count segments --wd-convention fournier2012",
    )
)
@corpus_argument()
@metric_options("S")
@click.option(
    "--coefficient",
    type=click.Choice(get_args(CoefficientName)),
    default="pi",
    show_default=True,
    help="Chance takes boundaries from one distribution for all coders (pi), or from one for each (kappa).",
)
@question_options
@click.option("--by", type=click.Choice(get_args(By)), multiple=True, help="Details; may be given several times.")
@click.option(
    "--wd-convention",
    metavar="NAME",
    default="pevzner-hearst",
    show_default=True,
    shell_complete=complete_convention,
    help="Convention of 1-WD in --by item.",
)
@click.option("--items", metavar="NAME[,NAME...]", help="Only these items.")
@click.option("--coders", metavar="NAME[,NAME...]", help="Only these coders.")
@reading_options
@output_options
def agree(
    corpus: str,
    metrics: tuple[Metric, ...],
    coefficient: str,
    question: Question,
    by: tuple[str, ...],
    wd_convention: str,
    items: str | None,
    coders: str | None,
    reader: Reader,
    output: Output,
) -> None:
    """Say how far the coders of a corpus agree, beyond chance.

    1 is full agreement, 0 what chance would bring. Codings may be missing: every two codings of an item are compared.
    A metric that measures errors, such as windowdiff, is used as 1 - value.
    """
    if len(metrics) != 1:
        raise click.UsageError("agreement is measured by one metric at a time; --metric names several")
    if output.form == "csv" and len(by) > 1:
        raise click.UsageError("--csv prints one table; give one --by at most")
    window_diff = _window_diff(wd_convention)
    whole = reader.corpus(corpus, output)
    with speaking_of(corpus):
        study = _part(whole, items, coders)
        with progress("resampling", None, quiet=output.quiet or question.ci is None):
            agreement = question.put(study, metrics[0], cast("CoefficientName", coefficient))
        views = cast("list[By]", list(dict.fromkeys(by)))
        details = [_detail(view, study, metrics[0], agreement, question, window_diff) for view in views]
    overall = _overall(agreement)
    output.show(
        Answer(
            {**_document(agreement), **{key: part for detail in details for key, part in detail.document.items()}},
            [overall, *(detail.table for detail in details)],
            details[0].csv if details else overall,
            [str(agreement.signature), *_remarks(agreement), *(note for detail in details for note in detail.notes)],
        )
    )


def _window_diff(convention: str) -> WindowDiff:
    try:
        return WindowDiff(convention=cast("Any", convention))
    except InputError as error:
        raise click.UsageError(f"--wd-convention: {error}") from None


def _part(corpus: Corpus, items: str | None, coders: str | None) -> Corpus:
    """The items and coders asked for."""
    wanted: list[list[str] | None] = []
    for option, given, known in (("item", items, corpus.item_names), ("coder", coders, corpus.coder_names)):
        names = None if given is None else given.split(",")
        for name in names or ():
            if name not in known:
                raise InputError(f"no {option} is called {name!r}; {hint(name, known)}")
        wanted.append(names)
    return corpus if wanted == [None, None] else corpus.subset(items=wanted[0], coders=wanted[1])


def _detail(
    view: By, corpus: Corpus, metric: Metric, agreement: Agreement, question: Question, window_diff: WindowDiff
) -> Detail:
    if view == "item":
        without_interval = replace(question, ci=None)
        pi, kappa = (
            agreement if agreement.coefficient == name else without_interval.put(corpus, metric, name)
            for name in get_args(CoefficientName)
        )
        return by_item(corpus, pi, kappa, window_diff, segments=question.chance_count == "segments")
    diagnosis = diagnose(
        corpus,
        metric,
        agreement.coefficient,
        chance_count=question.chance_count,
        chance_average=question.chance_average,
    )
    if view == "coder":
        return by_coder(diagnosis, agreement.coefficient)
    return by_pair(corpus, diagnosis, agreement.similarity)


def _overall(agreement: Agreement) -> Table:
    cells: dict[str, Cell] = {"coefficient": agreement.name, "value": agreement.value}
    if agreement.interval is not None:
        cells |= {"low": agreement.interval.low, "high": agreement.interval.high}
    cells |= {
        "observed": agreement.observed,
        "expected": agreement.expected,
        "bias": agreement.bias,
        "items": agreement.items,
        "coders": agreement.coders,
        "pairs": agreement.pairs,
    }
    return Table(tuple(cells), [tuple(cells.values())])


def _remarks(agreement: Agreement) -> list[str]:
    remarks = []
    if agreement.undefined_items:
        first = agreement.undefined_items[0]
        remarks.append(f"no value of their own: {len(agreement.undefined_items):,} items, such as {first!r}")
    if agreement.undefined_comparisons:
        remarks.append(f"no score of their own: {agreement.undefined_comparisons:,} comparisons of two codings")
    if agreement.interval is not None and agreement.interval.undefined:
        remarks.append(f"no value: {agreement.interval.undefined:,} resamples, left out of the interval")
    return remarks


def _document(agreement: Agreement) -> dict[str, object]:
    return {
        "coefficient": agreement.coefficient,
        "name": agreement.name,
        "similarity": agreement.similarity,
        "value": agreement.value,
        "interval": None if agreement.interval is None else asdict(agreement.interval),
        "observed": agreement.observed,
        "expected": agreement.expected,
        "bias": agreement.bias,
        "counts": {"items": agreement.items, "coders": agreement.coders, "pairs": agreement.pairs},
        "undefined_items": agreement.undefined_items,
        "undefined_comparisons": agreement.undefined_comparisons,
        "seed": agreement.seed,
        "signature": str(agreement.signature),
    }
