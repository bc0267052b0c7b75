"""Pages on which people work: ``seamark annotate``, ``collect`` for what coders sent, ``adjudicate`` for disputes."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO, TypeVar

import click

from seamark.base.checks import hint
from seamark.base.errors import InputError, SeamarkError
from seamark.base.numbers import counted
from seamark.base.results import Table
from seamark.cli import inputs, options
from seamark.cli.options import command, option
from seamark.cli.output import Answer, Output, Target
from seamark.cli.texts import unit_texts
from seamark.io import save
from seamark.io.annotations import coder_progress, collect_with_report, self_agreement
from seamark.io.source import seconds_of
from seamark.pages.adjudicate import Only, Start
from seamark.pages.adjudicate import adjudicate as write_page
from seamark.pages.annotate import (
    MEDIA_SUFFIXES,
    Recording,
    read_recording,
    transcript_of,
    write_annotation_page,
    write_recording_page,
)
from seamark.segmenters.run import texts_of

T = TypeVar("T")

#: What may lie beside recordings in a folder.
_BESIDE = frozenset((".srt", ".vtt", ".textgrid", ".csv", ".json", ".html", ".md"))
#: A line of a list of recordings: the name, a comma or tab, and seconds or h:mm:ss.
_LENGTH = re.compile(r"(.*\S)\s*[,\t]\s*((?:[0-9]{1,9}:){0,2}[0-9]{1,9}(?:\.[0-9]{1,9})?)")


def _share(value: str) -> float:
    """A share, such as 10% or .1, as a number from 0 to 1."""
    number = float(value.removesuffix("%")) / (100 if value.endswith("%") else 1)
    if not 0 <= number <= 1:
        raise ValueError
    return number


def _labels(given: str) -> list[str | int]:
    """Types with commas between them, as files of others have them: levels are numbers."""
    names = options.names_in(given)
    return [int(name) if name.isascii() and name.isdigit() and len(name) < 10 else name for name in names]


@command(
    "seamark annotate chapters/*.txt --coder ann -o ann.html",
    "seamark annotate chapters/*.txt --types minor,major --guidelines guide.md --shuffle -o anybody.html",
    "seamark annotate corpus.json --prefill system.json --coder ben -o ben.html",
    "seamark annotate songs/*.wav --types verse,chorus,bridge --coder ann -o ann.html",
)
def annotate(
    texts: tuple[str, ...] = inputs.corpus_argument("TEXT", several=True),
    page: dict[str, Any] = options.bundle(
        dict,
        option("--coder NAME", "Who annotates [default: the page asks for a name]."),
        option("--study NAME", "Name of the study.", default="study"),
        option("--shuffle", "Show the items in a random order, another one for every coder."),
        option("--seed NUMBER", "Seed of that order.", name="rng", type=click.IntRange(min=0), default=0),
        option("--repeat SHARE", "Share of items that are shown twice, for self-agreement.", type=_share, default="0"),
    ),
    types: list[str | int] | None = option("--types NAMES", "Boundary types, or labels of recordings.", type=_labels),
    guidelines: TextIO | None = option("--guidelines FILE", "Text for the coders.", type=click.File(encoding="utf-8")),
    items: str | None = option("--items NAMES", "Only these items: names with commas, or a file of 'seamark next'."),
    prefill: str | None = option("--prefill FILE", "Codings of one coder from which the page starts."),
    tiers: tuple[str, ...] | None = option(
        "--tiers NAMES", "For recordings: layers of annotation, such as words,topics.", type=options.names_in
    ),
    durations: Path | None = option(
        "--durations FILE", "Lengths of recordings that cannot be read: lines of song.mp3,3:05.2.", type=options.FILE
    ),
    reader: inputs.Reader = inputs.reading_options,
    target: Target = options.writing_options("HTML file to write, such as ann.html."),
    output: Output = options.quiet_option,
) -> None:
    """Write a page on which a coder places boundaries in texts or recordings, as one HTML file.

    TEXT is a text file, cut into paragraphs, or into the units that --unit names; or a transcript
    such as talk.srt, whose cues are the units; or a corpus that holds the texts of its units; or a recording (WAV,
    MP3, MP4 ...) or a folder of them. The coder opens recordings from disk: they are not in the page. A transcript
    beside one (.srt, .vtt, .TextGrid) is shown with it. The page works without a network, keeps the work in the
    browser, and saves it as STUDY-CODER.json; 'seamark collect' joins such files.
    """
    further = [place for place in (prefill, None if guidelines is None else guidelines.name) if place is not None]
    inputs.require_one_standard_input(*texts, *further)
    inputs.require_other_places([*texts, *further], target)
    page |= {"guidelines": "" if guidelines is None else guidelines.read(), "force": target.force}
    if recordings := _recordings(texts, {} if durations is None else dict(_lengths(durations))):
        recordings = _only(recordings, items)
        if prefill is not None:
            raise click.UsageError("--prefill is for texts")
        write_recording_page(recordings, target.place, labels=types or (), tiers=tiers or (), **page)
        output.remark(f"{inputs.named(texts)} -> {target.place}: {counted(len(recordings), 'recording')}")
        return
    if tiers is not None:
        raise click.UsageError("--tiers is for recordings")
    units, paragraphs = unit_texts(texts, reader, output)
    start = None if prefill is None else inputs.Reader.of().corpus(prefill, output)
    shown = _only(texts_of(units), items)
    write_annotation_page(shown, target.place, paragraphs=paragraphs, types=types or (), prefill=start, **page)
    output.remark(f"{inputs.named(texts)} -> {target.place}")


def _only(found: Mapping[str, T], items: str | None) -> dict[str, T]:
    """The items that were asked for, in that order."""
    if items is None:
        return dict(found)
    names = Path(items).read_text(encoding="utf-8").splitlines() if Path(items).is_file() else items.split(",")
    wanted = [name.strip() for name in names if name.strip()]
    for name in wanted:
        if name not in found:
            raise InputError(f"no item is called {name!r}; {hint(name, list(found))}")
    return {name: found[name] for name in wanted}


def _recordings(places: tuple[str, ...], lengths: dict[str, float]) -> dict[str, Recording]:
    """The recordings among the files and folders that were given, by the name without its suffix; and those that are
    only in the list of lengths, since they lie where the coders are.
    """
    paths = [
        path for place in places for path in (sorted(Path(place).iterdir()) if Path(place).is_dir() else [Path(place)])
    ]
    media = [path for path in paths if path.suffix.lower() in MEDIA_SUFFIXES]
    found: dict[str, Recording] = {}
    for path in media:
        if path.stem in found:
            raise InputError(f"two recordings are called {path.stem!r}; expected files of different names")
        seconds = lengths.pop(path.name, None)
        found[path.stem] = read_recording(path, seconds=seconds, transcript=transcript_of(path))
    found |= {Path(name).stem: Recording(name, seconds) for name, seconds in lengths.items()}
    if found and len(media) < len([path for path in paths if path.suffix.lower() not in _BESIDE]):
        raise click.UsageError("a page has recordings or texts, not both")
    return found


def _lengths(place: Path) -> Iterator[tuple[str, float]]:
    """The names and lengths of a list."""
    for number, line in enumerate(place.read_text(encoding="utf-8").splitlines(), start=1):
        found = _LENGTH.fullmatch(line.strip())
        if found is not None and (seconds := seconds_of(found[2])) > 0:
            yield found[1], seconds
        elif line.strip():
            raise InputError(f"{place}: line {number} is {line!r}; expected a name and a length, such as a.mp3,3:05")


@command("seamark collect poems-*.json -o corpus.json", "seamark collect --watch inbox/ --report live.html")
def collect(
    files: tuple[str, ...] = inputs.corpus_argument("FILE", several=True),
    watch: bool = option("--watch", "Repeat whenever a file changes or arrives, until Ctrl+C."),
    report: Path | None = option("--report FILE", "Also write the report, such as live.html.", type=options.PLACE),
    place: str | None = options.place_option("File for the corpus, such as corpus.json; not needed with --report."),
    force: bool = options.force_option,
    output: Output = options.output_options,
) -> None:
    """Join the files that coders saved on annotation pages to one corpus.

    FILE may be a folder with JSON files. A coder who worked on other texts than the rest, or sent two files, is an
    error that names the coder; nothing is written then. Items that a coder has not finished are listed.
    """
    if place is None and report is None:
        raise click.UsageError("there is no output; give -o FILE for the corpus, or --report FILE")
    inputs.require_other_places(files, place, report)
    seen: list[object] | None = None
    while True:
        listed = _listed(files, place)
        now: list[object] = [(path, _state(path)) for path in listed]
        if now != seen:
            seen = now
            try:
                _collect(listed, report, place, force or watch, output)
            except SeamarkError as error:
                if not watch:
                    raise
                # A coder may be saving just now, or has not finished anything yet; the next change may mend it.
                output.remark(f"{error}; waiting for the next change")
        if not watch:
            return
        time.sleep(1.0)


def _listed(places: Sequence[str], written: str | None) -> list[Path]:
    """The files that were given, and the JSON files of folders, without what is written here."""
    found: list[Path] = []
    for place in map(Path, places):
        found += (sorted(place.glob("*.json")) if place.is_dir() else []) or [place]
    own = None if written is None else os.path.realpath(written)
    return [path for path in found if os.path.realpath(path) != own]


def _state(path: Path) -> tuple[int, int] | None:
    try:
        facts = path.stat()
    except OSError:
        return None  # gone since it was listed
    return facts.st_mtime_ns, facts.st_size


def _collect(files: Sequence[Path], report: Path | None, place: str | None, force: bool, output: Output) -> None:
    corpus, found = collect_with_report(files)
    if place is not None:
        save(corpus, place, force=force)
    output.remark(*found.notes)
    coders = coder_progress(corpus)
    rows = [(one.coder, one.items, len(one.missing), one.seconds, one.unsure, one.comments) for one in coders]
    table = Table(("coder", "items", "missing", "seconds per item", "unsure", "comments"), rows)
    document = {"target": place, "items": len(corpus), "coders": [one.to_dict() for one in coders]}
    size = f"{counted(len(corpus), 'item')}, {counted(len(coders), 'coder')}"
    sources = inputs.named([str(file) for file in files])
    notes = [f"{sources}: {size}" if place is None else f"{sources} -> {place}: {size}"]
    twice = self_agreement(corpus) if corpus.kind in ("boundaries", "labels") else None
    if twice is not None:
        notes += twice.answer()
    if report is not None:
        from seamark.pages.report import write_report  # charts, which a corpus alone does not need

        write_report(corpus, report, force=force)
        notes.append(f"report -> {report}")
    output.show(Answer(lambda: document, [table], table, notes))


@command(
    "seamark adjudicate codings.json -o decide.html",
    "seamark adjudicate codings.json --only disputed --blind -o decide.html",
    "seamark adjudicate ann/ ben/ --near 0.5 -o decide.html",
)
def adjudicate(
    corpus: tuple[str, ...] = inputs.corpus_argument(several=True),
    page: dict[str, Any] = options.bundle(
        dict,
        option(
            "--start", "Start with the boundaries of the consensus, or without any.", choices=Start, default="consensus"
        ),
        option("--only", "Ask about disputed boundaries only; keep those that all coders share.", choices=Only),
        option("--blind", "Leave names of coders out of the page [default: letters until the user asks for names]."),
        option("--title TEXT", "Heading of the page."),
    ),
    near: float | None = options.near_option,
    reader: inputs.Reader = inputs.reading_options_as("boundaries", "labels", "spans"),
    target: Target = options.writing_options("HTML file to write, such as decide.html."),
    output: Output = options.quiet_option,
) -> None:
    """Write a page on which a person decides what the coders dispute, as one HTML file.

    The page opens without a network. It asks about one boundary after another, the most disputed first; near misses of
    one boundary are one question. Save on the page gives gold.json, a corpus with the coder gold, and decisions.csv.
    """
    inputs.require_other_places(corpus, target)
    study = reader.corpus(corpus, output, reader.kind or "boundaries", of_coders=True)
    n = 2 if near is None else options.near_units(near, output) + 1
    with inputs.naming_file(corpus):
        step = options.seconds_per_unit(output)
        write_page(study, target.place, n=n, resolution=step, force=target.force, **page)
    output.remark(f"{inputs.named(corpus)} -> {target.place}")
