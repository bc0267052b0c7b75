"""``seamark plot``: a chart of a corpus, as a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

import click

from seamark import charts
from seamark.agreement import agree
from seamark.agreement.chance import CoefficientName
from seamark.charts.saving import SUFFIXES, chart_file, chart_suffix
from seamark.choices import hint
from seamark.cli.exits import speaking_of
from seamark.cli.metric_choice import metric_options
from seamark.cli.options import bundle, command, example, option_in
from seamark.cli.output import Output
from seamark.cli.sources import Reader, reading_options, require_one_standard_input, require_other_places
from seamark.cli.system_files import named_file, systems_in
from seamark.errors import InputError
from seamark.evaluation.compare import compare
from seamark.metrics.base import Metric
from seamark.metrics.edit_metric import edit_options_of
from seamark.metrics.names import metric_labels
from seamark.model.corpus import Corpus
from seamark.safe_write import write_file

if TYPE_CHECKING:
    from altair import LayerChart


@dataclass(frozen=True, slots=True)
class Wish:
    """What the chart shall show; which of it a kind of chart takes is in ``_KINDS``."""

    item: str | None
    against: str | None
    coders: str | None
    systems: tuple[str, ...]
    scenario: str | None
    coefficient: CoefficientName | None
    ci: float | None
    seed: int | None

    def given(self) -> list[str]:
        """The options that were used."""
        return [name for name in self.__slots__ if getattr(self, name) not in (None, ())]


@dataclass(frozen=True, slots=True)
class Sources:
    """Everything that a chart is drawn from."""

    corpus: Corpus
    metric: Metric
    wish: Wish
    systems: Callable[[], Mapping[str, Any]]

    def chosen_item(self) -> str:
        """The item asked for, or the only one."""
        names = self.corpus.item_names
        if self.wish.item is None:
            if len(names) == 1:
                return names[0]
            raise InputError(f"--item is missing, and there are {len(names)} items; {hint('', names)}")
        if self.wish.item not in names:
            raise InputError(f"no item is called {self.wish.item!r}; {hint(self.wish.item, names)}")
        return self.wish.item

    def interval(self) -> dict[str, Any]:
        """The options of an interval, as ``agree`` takes them."""
        units = "items" if len(self.corpus) > 1 else "coders"
        return {"ci": self.wish.ci, "resample": units, "rng": self.wish.seed}


def _heatmap(sources: Sources) -> LayerChart:
    item = sources.wish.item
    return charts.heatmap(sources.corpus if item is None else sources.corpus.subset(items=[sources.chosen_item()]))


def _lanes(sources: Sources) -> LayerChart:
    n, weights, _ = edit_options_of(sources.metric)
    against = sources.wish.against or "consensus"
    return charts.lanes(sources.corpus, sources.chosen_item(), against=against, n=n, weights=weights)


def _alignment(sources: Sources) -> LayerChart:
    item = sources.chosen_item()
    codings = sources.corpus[item]
    names = tuple(codings) if sources.wish.coders is None else tuple(sources.wish.coders.split(","))
    for name in names:
        if name not in codings:
            raise InputError(f"item {item!r} has no coder {name!r}; {hint(name, codings)}")
    if len(names) != 2:
        given = (
            f"item {item!r} has {len(names)} coders" if sources.wish.coders is None else f"--coders names {len(names)}"
        )
        raise InputError(f"{given}; expected two with a comma between them, of {', '.join(codings)}")
    n, weights, _ = edit_options_of(sources.metric)
    return charts.alignment(codings[names[0]], codings[names[1]], n=n, weights=weights, names=(names[0], names[1]))


def _pairwise(sources: Sources) -> LayerChart:
    return charts.pairwise(sources.corpus, sources.metric)


def _agreement(sources: Sources) -> LayerChart:
    coefficient = sources.wish.coefficient or "pi"
    return charts.agreement(agree(sources.corpus, sources.metric, coefficient, **sources.interval()))


def _evaluation(sources: Sources) -> LayerChart:
    if not sources.wish.systems:
        raise click.UsageError("--systems is missing: the files of the segmenters that shall stand beside the humans")
    level = 0.95 if sources.wish.ci is None else sources.wish.ci
    coefficient = sources.wish.coefficient or "pi"
    result = compare(sources.corpus, sources.systems(), sources.metric, coefficient, ci=level, rng=sources.wish.seed)
    return charts.evaluation(result)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of chart: how it is drawn, and the options it takes."""

    draw: Callable[[Sources], LayerChart]
    options: tuple[str, ...]


_KINDS: Final[Mapping[str, Kind]] = {
    "heatmap": Kind(_heatmap, ("item",)),
    "lanes": Kind(_lanes, ("item", "against")),
    "alignment": Kind(_alignment, ("item", "coders")),
    "pairwise": Kind(_pairwise, ()),
    "agreement": Kind(_agreement, ("coefficient", "ci", "seed")),
    "evaluation": Kind(_evaluation, ("systems", "coefficient", "ci", "seed")),
}
#: The one kind that needs no corpus: metrics on made-up segmentations.
_RESPONSE: Final = "response"

_option = option_in("What to show")

wish_options = bundle(
    "wish",
    Wish,
    _option("--item", metavar="NAME", help="One item (heatmap, lanes, alignment)."),
    _option("--against", metavar="CODER", help="The reference [default: what most coders say] (lanes)."),
    _option("--coders", metavar="A,B", help="The two coders (alignment)."),
    _option("--systems", multiple=True, metavar="FILE", help="A segmenter, also NAME=FILE; repeat it (evaluation)."),
    _option("--scenario", type=click.Choice(list(charts.SCENARIOS)), help="What grows (response)."),
    _option(
        "--coefficient",
        type=click.Choice(get_args(CoefficientName)),
        help="Whose chance term [default: pi] (agreement, evaluation).",
    ),
    _option(
        "--ci",
        type=click.FloatRange(0, 1, min_open=True, max_open=True),
        metavar="LEVEL",
        help="Level of the intervals, such as 0.95 (agreement, evaluation).",
    ),
    _option("--seed", type=click.IntRange(min=0), metavar="NUMBER", help="Seed, for the same intervals again."),
)


@command(
    epilog=example(
        "seamark plot heatmap codings.json -o heat.svg",
        "seamark plot lanes sample:stargazer --against 3 -o lanes.pdf",
        "seamark plot agreement codings.json --ci 0.95 -o agreement.png",
        "seamark plot response --scenario near-misses --metric S,windowdiff,pk -o response.html",
    )
)
@click.argument("kind", metavar="KIND", type=click.Choice([*_KINDS, _RESPONSE]))
@click.argument("corpus", metavar="[CORPUS]", type=click.Path(allow_dash=True), required=False)
@click.option(
    "--output",
    "-o",
    "target",
    metavar="FILE",
    type=click.Path(path_type=Path),
    required=True,
    help=f"Where to; the suffix says how: {', '.join(SUFFIXES)}.",
)
@click.option("--force", is_flag=True, help="Replace FILE when it is there already.")
@click.option("--quiet", "-q", is_flag=True, help="No remarks on standard error.")
@wish_options
@metric_options("S")
@reading_options
def plot(
    kind: str,
    corpus: str | None,
    target: Path,
    force: bool,
    quiet: bool,
    wish: Wish,
    metrics: tuple[Metric, ...],
    reader: Reader,
) -> None:
    """Draw a chart of a corpus and save it.

    \b
    heatmap     share of coders per potential boundary, a row per item
    lanes       the coders of an item beside one of them, or beside most of them
    alignment   two codings of an item, with what they share and miss
    pairwise    how alike every two coders are
    agreement   how far coders agree, item by item, with an interval
    evaluation  segmenters beside the humans
    response    how metrics react while one thing grows; needs no CORPUS

    A near miss is what the metric takes for one: see --n, --scale and --weights.
    """  # noqa: D301  # a real backspace: click shall not join these lines
    _require_fitting(kind, corpus, wish, metrics)
    try:
        chart_suffix(target)
    except InputError as error:
        raise click.UsageError(str(error)) from None
    output = Output("tables", quiet)
    if corpus is None:
        chart = charts.response(_scenario(wish), _curves(metrics))
    else:
        inputs = [corpus, *(named_file(system)[1] for system in wish.systems)]
        require_one_standard_input(*inputs)
        require_other_places(inputs, target)
        sources = Sources(
            reader.corpus(corpus, output), metrics[0], wish, lambda: systems_in(wish.systems, reader, output)
        )
        with speaking_of(corpus):
            chart = _KINDS[kind].draw(sources)
    write_file(target, [chart_file(chart, target)], force=force)
    output.remark(f"{kind} -> {target}")


def _scenario(wish: Wish) -> charts.Scenario:
    if wish.scenario is None:
        raise click.UsageError(f"--scenario is missing; {hint('', charts.SCENARIOS)}")
    return charts.SCENARIOS[wish.scenario]()


def _curves(metrics: tuple[Metric, ...]) -> dict[str, Metric]:
    """Metrics by the names of their curves, which say so where a curve is 1 - value."""
    labels = metric_labels(metrics)
    return {
        label if metric.info.higher_is_better else f"1-{label}": metric
        for label, metric in zip(labels, metrics, strict=True)
    }


def _require_fitting(kind: str, corpus: str | None, wish: Wish, metrics: tuple[Metric, ...]) -> None:
    """Refuse options that the chart would not heed."""
    taken = ("scenario",) if kind == _RESPONSE else _KINDS[kind].options
    ignored = [name for name in wish.given() if name not in taken]
    if ignored:
        raise click.UsageError(f"--{ignored[0]} is not an option of {kind}; see 'seamark plot --help'")
    if kind == _RESPONSE:
        if corpus is not None:
            raise click.UsageError(f"{kind} takes no corpus: it is about metrics, on made-up segmentations")
        return
    if corpus is None:
        raise click.UsageError(f"CORPUS is missing: what shall the {kind} show?")
    if len(metrics) != 1:
        raise click.UsageError("a chart of a corpus is about one metric at a time; --metric names several")
