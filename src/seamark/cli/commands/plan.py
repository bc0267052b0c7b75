"""``seamark plan``, how many items and coders a study needs, and ``next``, which items to annotate next."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import click

from seamark.agreement.plan import CoderRates, next_items
from seamark.agreement.plan import plan as plan_study
from seamark.cli import inputs, options
from seamark.cli.options import MetricChoice, command, option
from seamark.cli.output import Answer, Output, Target


def _numbers(given: str) -> tuple[int, ...]:
    """Whole numbers with commas between them."""
    return tuple(map(int, given.split(",")))


_of_systems = options.option_in("Systems")
_positive = click.FloatRange(min=0)


def _rates(**given: float | int | None) -> CoderRates | None:
    """The rates that were stated; None when nobody stated any."""
    stated = options.given_options(**given)
    with options.usage_errors():
        return CoderRates(**stated) if stated else None


def _rate_option(declaration: str, help: str, **settings: Any) -> Any:
    name = declaration.partition(" ")[0].removeprefix("--").replace("-", "_")
    told = f"{help} [default: {getattr(CoderRates(), name):g}]."
    return option(declaration, told, section="Without a pilot", **settings)


rate_options = options.bundle(
    _rates,
    _rate_option("--boundary-rate SHARE", "Share of places that have a boundary", type=options.level),
    _rate_option("--hit SHARE", "Share of boundaries that a typical coder marks", type=options.level),
    _rate_option("--false-alarm SHARE", "Share of other places that a coder marks", type=options.level),
    _rate_option("--near SHARE", "Share of marks one unit off their boundary", type=options.level, rare=True),
    _rate_option("--coder-sd SD", "How coders differ: SD of logits of rates", type=click.FloatRange(0, 5), rare=True),
    _rate_option("--units N", "Units per item", type=click.IntRange(min=2), rare=True),
)


def _design(assurance: float | None, **given: Any) -> dict[str, Any]:
    """Parameters of the plan; 0 for the assurance means None there."""
    return options.given_options(**given) | ({} if assurance is None else {"assurance": assurance or None})


design_options = options.bundle(
    _design,
    option(
        "--width WIDTH",
        "Width that the interval may have; the smallest designs that reach it are listed.",
        name="target_width",
        type=click.FloatRange(0, 2, min_open=True, max_open=True),
    ),
    option(
        "--assurance SHARE",
        "Share of studies whose interval is at most this wide [default: 0.8]; 0 plans for the expected width.",
        type=click.FloatRange(0, 1, max_open=True),
    ),
    option("--ci LEVEL", "Level of the expected intervals.", type=options.level, default=0.95, rare=True),
    option("--items N,N,...", "Numbers of items in the table.", type=_numbers),
    option("--coders N,N,...", "Numbers of coders in the table.", type=_numbers),
)


@command(
    "seamark plan pilot.json --width 0.1",
    "seamark plan --boundary-rate 0.1 --hit 0.7 --false-alarm 0.03 --coder-sd 0.6 --width 0.2",
    "seamark plan --systems reference.json one.json two.json --difference 0.05",
)
def plan(
    pilot: tuple[str, ...] = options.argument("[PILOT]...", nargs=-1, type=click.Path(allow_dash=True)),
    metric: MetricChoice = options.one_metric("B"),
    design: dict[str, Any] = design_options,
    rng: int | None = options.seed_option(),
    systems: bool = _of_systems("--systems", "Plan a comparison: PILOT is a reference and two systems or more."),
    difference: float | None = _of_systems("--difference SIZE", "Difference of mean scores to detect.", type=_positive),
    rates: CoderRates | None = rate_options,
    reader: inputs.Reader = inputs.reading_options,
    output: Output = options.answer_options,
) -> None:
    """Compute how many items and coders a study needs for an interval of agreement that is narrow enough.

    The plan is for agreement above shuffled codings. The components of variance come from a pilot with at least
    two items and three coders, or from studies drawn at stated rates. In the tables every coder codes every item;
    intervals are about other items and other coders.

    With --systems: how many items show a difference between two systems that were scored against one
    reference.
    """
    if bool(pilot) == (rates is not None):
        raise click.UsageError("give either a PILOT or rates of coders, such as --hit 0.7")
    if systems != (difference is not None):
        raise click.UsageError("--systems and --difference go together: the difference of mean scores to detect")
    if systems:
        sections = ("Metric", "Systems", "Without a pilot", "Reading", "Output")
        options.refuse_options("is not for --systems", sections, ("rng", "metric"))
        if 0 < len(pilot) < 3:
            raise click.UsageError("--systems needs a reference and two systems: PILOT is REFERENCE SYSTEM SYSTEM...")
        from seamark.evaluation.systems import plan_systems

        reference, of_systems = reader.study(pilot[0], pilot[1:], output)[:2] if pilot else (None, None)
        drawn: dict[str, Any] = options.given_options(rng=rng, difference=difference)
        with inputs.naming_file(pilot[:1]) if pilot else nullcontext():
            made = metric.made(output)
            output.show(Answer.of(plan_systems(reference, of_systems, *made, rates=rates, **drawn)))
        return
    study = reader.corpus(pilot, output) if pilot else None
    with inputs.naming_file(pilot) if pilot else nullcontext():
        design |= options.given_options(rng=rng)
        found = plan_study(study, *metric.made(output), rates=rates, **design)
    output.show(Answer.of(found, notes=[*found.signatures(), *found.warnings]))


@command(
    "seamark next corpus.json",
    "seamark next corpus.json --first 5 -o items.txt",
    "seamark annotate texts/*.txt --items items.txt --coder dan -o dan.html",
)
def next(
    corpus: tuple[str, ...] = inputs.corpus_argument(several=True),
    metric: MetricChoice = options.one_metric("B"),
    first: int | None = option("--first N", "Number of items to list.", type=options.NUMBER),
    rng: int = option("--seed NUMBER", "Seed of the shuffles.", type=click.IntRange(min=0), default=0),
    reader: inputs.Reader = inputs.reading_options,
    place: str | None = options.place_option("File for the names, one per line, which annotate --items takes."),
    force: bool = options.force_option,
    output: Output = options.output_options,
) -> None:
    """List the items of a study in the order in which one more coding helps most.

    One more coding of the first item narrows the interval of the agreement more than one of any other. Items with a
    single coding come before all others.
    """
    inputs.require_other_places(corpus, place)
    study = reader.corpus(corpus, output)
    with inputs.naming_file(corpus):
        found = next_items(study, *metric.made(output), rng=rng)
    shown = found.items[:first]
    if place is not None:
        names = "".join(f"{one.item}\n" for one in shown)
        Target(place, force).write(names.encode("utf-8"), f"{len(shown)} items", output)
    output.show(Answer.of(type(found)(shown, found.metric)))
