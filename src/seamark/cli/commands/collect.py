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
from seamark.cli.output import Answer, Output
from seamark.io import save
from seamark.io.annotations import coder_progress, collect_with_report, self_agreement

#: Seconds between two looks at the files of a study that runs.
_EVERY = 1.0


@command(
    epilog=example(
        "seamark collect poems-*.json -o corpus.json",
        "seamark collect --watch inbox/ --report live.html",
    )
)
@corpus_argument("files", "FILE", several=True)
@option("--watch", "Repeat whenever a file changes or arrives, until Ctrl+C.")
@option("--report FILE", "Also write the report, such as live.html.", type=click.Path(path_type=Path))
@options.place_option("File for the corpus, such as corpus.json; not needed with --report.", default=None)
@options.force_option
@options.output_options
def collect(
    files: tuple[str, ...], watch: bool, report: Path | None, place: str | None, force: bool, output: Output
) -> None:
    """Join the files that coders saved on annotation pages to one corpus.

    FILE may be a folder: its JSON files are taken. A coder who worked on other texts than the rest is named, and
    nothing is written; likewise for a coder who sent two files. Items that somebody has not finished are listed.
    """
    if place is None and report is None:
        raise click.UsageError("nothing is to be written; give -o FILE for the corpus, or --report FILE")
    require_other_places(files, place, report)
    if not watch:
        _collect(_listed(files, place), report, place, force, output)
        return
    seen: dict[Path, tuple[int, int]] = {}
    while True:
        now = {path: _state(path) for path in _listed(files, place)}
        if now and now != seen:
            seen = now
            try:
                _collect(list(now), report, place, True, output)
            except SeamarkError as error:
                # Somebody may be saving just now, or has not finished anything yet; the next change may mend it.
                output.remark(f"{error}; waiting for the next change")
        time.sleep(_EVERY)


def _listed(places: Sequence[str], written: str | None) -> list[Path]:
    """The files that were given, and the JSON files of folders, without what is written here."""
    found: list[Path] = []
    for place in map(Path, places):
        found += sorted(place.glob("*.json")) if place.is_dir() else [place]
    return [path for path in found if written is None or path.resolve() != Path(written).resolve()]


def _state(path: Path) -> tuple[int, int]:
    try:
        facts = path.stat()
    except OSError:
        return (0, 0)  # gone since it was listed
    return facts.st_mtime_ns, facts.st_size


def _collect(files: Sequence[Path], report: Path | None, place: str | None, force: bool, output: Output) -> None:
    corpus, found = collect_with_report(list(files))
    if place is not None:
        save(corpus, place, force=force)
    output.remark(*found.notes)
    coders = coder_progress(corpus)
    rows = [(one.coder, one.items, len(one.missing), one.seconds, one.unsure, one.comments) for one in coders]
    table = Table(("coder", "items", "missing", "seconds per item", "unsure", "comments"), rows)
    document = {"target": place, "items": len(corpus), "coders": [one.to_dict() for one in coders]}
    size = f"{counted(len(corpus), 'item')}, {counted(len(coders), 'coder')}"
    sources = named([str(file) for file in files])
    notes = [f"{sources}: {size}" if place is None else f"{sources} -> {place}: {size}"]
    twice = self_agreement(corpus) if corpus.kind in ("boundaries", "labels") else None
    if twice is not None:
        notes += twice.answer()
    if report is not None:
        from seamark.pages.report import write_report  # charts, which a corpus alone does not need

        write_report(corpus, report, force=force)
        notes.append(f"report -> {report}")
    output.show(Answer(document, [table], table, notes))
