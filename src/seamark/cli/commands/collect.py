"""``seamark collect``: what coders sent, as one corpus."""

from __future__ import annotations

from seamark.base.numbers import counted
from seamark.base.results import Table
from seamark.cli import options
from seamark.cli.inputs import corpus_argument, named, require_other_places
from seamark.cli.options import command, example
from seamark.cli.output import Answer, Output, Target
from seamark.io import save
from seamark.io.annotations import coder_progress, collect_with_report


@command(epilog=example("seamark collect poems-*.json -o corpus.json"))
@corpus_argument("files", "FILE", several=True)
@options.writing_options("File for the corpus, such as corpus.json.")
@options.output_options
def collect(files: tuple[str, ...], target: Target, output: Output) -> None:
    """Join the files that coders saved on annotation pages to one corpus.

    A coder who worked on other texts than the rest is named, and nothing is written; likewise for a coder who sent two
    files. Items that somebody has not finished are listed.
    """
    require_other_places(files, target)
    corpus, report = collect_with_report(list(files))
    save(corpus, target.place, force=target.force)
    output.remark(*report.notes)
    coders = coder_progress(corpus)
    rows = [(one.coder, one.items, len(one.missing), one.seconds, one.unsure, one.comments) for one in coders]
    table = Table(("coder", "items", "missing", "seconds per item", "unsure", "comments"), rows)
    document = {"target": target.place, "items": len(corpus), "coders": [one.to_dict() for one in coders]}
    size = f"{counted(len(corpus), 'item')}, {counted(len(coders), 'coder')}"
    output.show(Answer(document, [table], table, [f"{named(files)} -> {target.place}: {size}"]))
