"""``seamark look``: what lies in files, before anything is measured."""

from __future__ import annotations

from seamark.base.results import Table
from seamark.cli import options
from seamark.cli.inputs import Reader, corpus_argument, reading_options_as
from seamark.cli.options import command, example
from seamark.cli.output import Answer, Output, show_lines
from seamark.model.codings import KINDS


@command(
    epilog=example(
        "seamark look interviews.csv",
        "seamark look interviews.csv --columns item=doc,coder=who,start=begin,end=stop --time-unit ms",
        "seamark look annotations/ --save-reading annotations/reading.toml",
    )
)
@corpus_argument("files", "FILE", several=True)
@reading_options_as(*KINDS)
@options.output_options
def look(files: tuple[str, ...], reader: Reader, output: Output) -> None:
    """Show what is in files: the format and why, items, coders, lengths, first boundaries, and what looks odd.

    Every suspicion ends with the option that settles it. With --save-reading the options are written to a file, which
    all commands follow when it is called reading.toml and lies beside the data.
    """
    found = reader.look(files)
    reader.save(found.report)
    if output.form == "tables":
        show_lines(str(found).splitlines())
        return
    rows = [one.to_dict() for one in found.first] or [{"item": None, "coder": None, "place": None}]
    output.show(Answer(found.to_dict(), [], Table.of_rows(rows)))
