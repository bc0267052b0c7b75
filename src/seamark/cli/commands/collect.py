"""``seamark collect``: what coders sent, as one corpus; and a report that follows a study while it runs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import click

from seamark.base.errors import SeamarkError
from seamark.base.numbers import counted
from seamark.base.results import Table
from seamark.cli import options
from seamark.cli.inputs import corpus_argument, named, require_other_places
from seamark.cli.options import command, example, option
from seamark.cli.output import Answer, Output, Target
from seamark.io import save
from seamark.io.annotations import coder_progress, collect_with_report, self_agreement

#: Seconds between two looks at the files of a study that runs.
_EVERY = 1.0


@command(
    epilog=example(
        "seamark collect poems-*.json -o corpus.json",
        "seamark collect inbox/ --watch --report live.html -o corpus.json",
    )
)
@corpus_argument("files", "FILE", several=True)
@option("--watch", "Do it again whenever a file changes or a new one comes, until Ctrl+C.")
@option("--report FILE", "Also write the report, such as live.html.", type=click.Path(path_type=Path))
@options.writing_options("File for the corpus, such as corpus.json.")
@options.output_options
def collect(files: tuple[str, ...], watch: bool, report: Path | None, target: Target, output: Output) -> None:
    """Join the files that coders saved on annotation pages to one corpus.

    FILE may be a folder: its JSON files are taken. A coder who worked on other texts than the rest is named, and
    nothing is written; likewise for a coder who sent two files. Items that somebody has not finished are listed.
    """
    require_other_places(files, target.place, report)
    if not watch:
        _collect(_listed(files, target), report, target, output)
        return
    seen: dict[Path, tuple[int, int]] = {}
    while True:
        now = {path: _state(path) for path in _listed(files, target)}
        if now and now != seen:
            seen = now
            try:
                _collect(list(now), report, Target(target.place, force=True), output)
            except SeamarkError as error:
                # Somebody may be saving just now, or has not finished anything yet; the next change may mend it.
                output.remark(f"{error}; waiting for the next change")
        time.sleep(_EVERY)


def _listed(places: Sequence[str], target: Target) -> list[Path]:
    """The files that were given, and the JSON files of folders, without what is written here."""
    found: list[Path] = []
    for place in map(Path, places):
        found += sorted(place.glob("*.json")) if place.is_dir() else [place]
    return [path for path in found if path.resolve() != Path(target.place).resolve()]


def _state(path: Path) -> tuple[int, int]:
    try:
        facts = path.stat()
    except OSError:
        return (0, 0)  # gone since it was listed
    return facts.st_mtime_ns, facts.st_size


def _collect(files: Sequence[Path], report: Path | None, target: Target, output: Output) -> None:
    corpus, found = collect_with_report(list(files))
    save(corpus, target.place, force=target.force)
    output.remark(*found.notes)
    coders = coder_progress(corpus)
    rows = [(one.coder, one.items, len(one.missing), one.seconds, one.unsure, one.comments) for one in coders]
    table = Table(("coder", "items", "missing", "seconds per item", "unsure", "comments"), rows)
    document = {"target": target.place, "items": len(corpus), "coders": [one.to_dict() for one in coders]}
    size = f"{counted(len(corpus), 'item')}, {counted(len(coders), 'coder')}"
    notes = [f"{named([str(file) for file in files])} -> {target.place}: {size}"]
    twice = self_agreement(corpus) if corpus.kind in ("boundaries", "labels") else None
    if twice is not None:
        notes += twice.answer()
    if report is not None:
        from seamark.pages.report import write_report  # charts, which a corpus alone does not need

        write_report(corpus, report, force=True)
        notes.append(f"report -> {report}")
    output.show(Answer(document, [table], table, notes))
