"""``seamark convert``, from one format to another, and ``look``, what is in files before anything is measured."""

from __future__ import annotations

from io import BytesIO

import click

from seamark.base.results import Table
from seamark.cli import inputs, options
from seamark.cli.options import command, option
from seamark.cli.output import Answer, Output, print_file, show_lines
from seamark.io import format_to_write, save
from seamark.io.format import Feature
from seamark.io.saving import not_kept
from seamark.model.codings import KINDS


@command(
    "seamark convert interview.eaf interview.json --resolution 0.01",
    "seamark convert annotations/ codings.csv --from brat --unit sentence",
    "seamark convert gold.json tasks.json --to label-studio --drop metadata",
    "seamark convert talk.TextGrid talk.csv --as levels --levels phrase,word",
)
def convert(
    places: tuple[str, ...] = inputs.corpus_argument("IN... OUT", several=True),
    to: str | None = option("--to FORMAT", "Format of OUT, if its suffix does not say.", type=inputs.FORMAT),
    drop: tuple[Feature, ...] = option(
        "--drop", "Leave out what the format of OUT cannot hold; may be repeated.", choices=Feature, multiple=True
    ),
    out_resolution: float | None = option(
        "--out-resolution SECONDS", "Seconds per unit, if OUT has seconds [default: as in IN].", type=float
    ),
    reader: inputs.Reader = inputs.reading_options_as(*KINDS),
    force: bool = options.force_option,
    output: Output = options.output_options,
) -> None:
    """Rewrite a corpus in another format.

    The format of IN is recognised; see 'seamark formats'. Several files are joined to one corpus. Spans and times are
    placed on a grid of units, and the command reports how many boundaries moved, and how far. OUT is a file; a folder,
    for formats with a file per item; or - for standard output. Nothing is overwritten without --force, and nothing is
    left out without --drop. With --as labels, spans or levels, the command says what the format of OUT does not keep.
    """
    *sources, target = places
    if not sources:
        raise click.UsageError("missing argument 'OUT'")
    to_standard_output = target == inputs.STANDARD_OUTPUT
    if to_standard_output and output.form != "tables":
        raise click.UsageError("--json and --csv print a report, but standard output holds the corpus")
    inputs.require_other_places(sources, target)
    (corpus,), report = reader.corpora([sources], Output.of(quiet=True), reader.kind or "boundaries")
    printed, step = BytesIO(), report.resolution if out_resolution is None else out_resolution
    with inputs.options_called(format="to", resolution="out-resolution"):
        save(corpus, printed if to_standard_output else target, format=to, force=force, drop=drop, resolution=step)
    format = format_to_write(None if to_standard_output else target, to)
    lost = [*reader.labels_left_out(report), *(f"lost: {sentence}" for sentence in not_kept(corpus, format))]
    sizes = {"items": len(corpus), "coders": len(corpus.coder_names), "codings": len(corpus.codings)}
    counted = ", ".join(f"{number:,} {name if number != 1 else name[:-1]}" for name, number in sizes.items())
    lines = [f"{inputs.named(sources)} ({report.format}) -> {target}: {counted}", *str(report).splitlines(), *lost]
    if to_standard_output:
        print_file(printed.getvalue())
        output.remark(*lines)
        return
    facts = {"source": inputs.named(sources), "target": target, **sizes, **report.to_dict()}
    facts["notes"] = [*report.notes, *lost]
    single = {name: fact for name, fact in facts.items() if not isinstance(fact, (dict, list))}
    csv = Table.of_rows([{**single, "notes": "; ".join(facts["notes"])}])
    output.show(Answer(lambda: facts, [], csv, sentences=lines))


@command(
    "seamark look interviews.csv",
    "seamark look interviews.csv --columns item=doc,coder=who,start=begin,end=stop --time-unit ms",
    "seamark look annotations/ --save-reading annotations/reading.toml",
)
def look(
    files: tuple[str, ...] = inputs.corpus_argument("FILE", several=True),
    reader: inputs.Reader = inputs.reading_options_as(*KINDS),
    output: Output = options.output_options,
) -> None:
    """Show what is in files: the format and why, items, coders, lengths, first boundaries, and what looks odd.

    Every suspicious line ends with the option that corrects it. --save-reading writes the options to a file; all
    commands use a file with the name reading.toml in the folder of the data.
    """
    found = reader.look(files)
    reader.save(found.report)
    if output.form == "tables":
        show_lines(str(found).splitlines())
        return
    rows = [one.to_dict() for one in found.first] or [{"item": None, "coder": None, "place": None}]
    output.show(Answer(found.to_dict, [], Table.of_rows(rows)))
