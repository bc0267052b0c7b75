"""Where corpora come from: files, folders, standard input (``-``) and the samples that come with the package."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any, BinaryIO, NamedTuple, get_args

import click
from click.shell_completion import CompletionItem

from seamark import datasets
from seamark.choices import hint
from seamark.cli.exits import message_of, options_called
from seamark.cli.options import Decorator, bundle, option_in
from seamark.cli.output import Output
from seamark.errors import InputError
from seamark.io import LoadReport, StreamedItem, iter_jsonl, known_formats, load_with_report
from seamark.io.detect import candidates
from seamark.io.options import Layout, ReadOptions, Unit
from seamark.io.source import HEAD
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation
from seamark.number_text import counted
from seamark.safe_write import require_apart

STANDARD_INPUT = STANDARD_OUTPUT = "-"
#: What stands before the name of a corpus from the literature, and the corpora; the second is fetched once.
_SAMPLE = "sample:"
_SAMPLES = {"stargazer": datasets.stargazer, "moonstone": datasets.moonstone}
#: JSONL and Parquet files of more bytes than this are read bit by bit where a command can work so.
LARGE_FILE = 8 * 2**20


class Stream:
    """A JSONL file whose items are read one by one.

    Attributes
    ----------
    types
        The boundary types that its header names.
    size
        Its bytes; None when nobody knows.
    """

    def __init__(self, lines: BinaryIO, name: str, size: int | None) -> None:
        self._items = iter_jsonl(lines, name=name)
        self.types = self._items.types
        self.size = size

    @property
    def read(self) -> int:
        """How many bytes have been read."""
        return self._items.bytes_read

    def __iter__(self) -> Iterator[StreamedItem]:
        return self._items


@dataclass(frozen=True, slots=True)
class Reader:
    """How the user wants files to be read."""

    options: ReadOptions
    large_file: int = LARGE_FILE

    @classmethod
    def of(cls, labels: bool, large_file: int, **given: Any) -> Reader:
        """From the options of the command line."""
        try:
            return cls(ReadOptions(types="labels" if labels else None, **given), large_file)
        except InputError as error:
            raise click.UsageError(message_of(error)) from None

    def corpus(self, sources: str | Sequence[str], output: Output) -> Corpus:
        """Read a corpus as a whole, from one place or several; what moved or was left out is told on standard error."""
        return self.telling(sources, output)[0]

    def telling(self, sources: str | Sequence[str], output: Output) -> tuple[Corpus, LoadReport]:
        """The same, with the report on how it was read."""
        corpus, report = self.load(sources)
        moved = [str(report)] if report.moved else []
        output.remark(*(f"{named(sources)}: {remark}" for remark in (*moved, *report.notes)))
        return corpus, report

    def load(self, sources: str | Sequence[str]) -> tuple[Corpus, LoadReport]:
        """Read a corpus as a whole, with the report on how it was read."""
        places = [sources] if isinstance(sources, str) else list(sources)
        require_one_standard_input(*places)
        if any(place.startswith(_SAMPLE) for place in places):
            if len(places) > 1:
                raise click.UsageError("a sample cannot be joined with other files")
            return _sample(places[0].removeprefix(_SAMPLE)), LoadReport("sample")
        with options_called(format="from", types="labels"):
            return load_with_report(
                [_standard_input() if place == STANDARD_INPUT else place for place in places],
                self.options,
                name="standard input" if STANDARD_INPUT in places else None,
            )

    def corpus_or_stream(self, source: str, output: Output) -> Corpus | Stream:
        """Read a corpus, or leave a large file of one item per line to be read bit by bit."""
        if self.options.about_spans:  # JSONL has none, and reading it as a whole says so
            return self.corpus(source, output)
        if source == STANDARD_INPUT and self.options.format == "jsonl":
            return Stream(_standard_input(), "standard input", None)
        if not source.startswith(_SAMPLE) and self._is_large_jsonl(Path(source)):
            # The interpreter closes the file at the end; until then the scores are being computed from it.
            return Stream(Path(source).open("rb"), source, Path(source).stat().st_size)
        return self.corpus(source, output)

    def is_large_parquet(self, sources: Sequence[str]) -> bool:
        """Whether the sources are Parquet files that together are large, and nothing else."""
        if self.options != ReadOptions(format=self.options.format) or self.options.format not in (None, "parquet"):
            return False
        paths = [Path(source) for source in sources]
        if not all(path.suffix.casefold() == ".parquet" and path.is_file() for path in paths):
            return False
        return sum(path.stat().st_size for path in paths) > self.large_file

    def _is_large_jsonl(self, path: Path) -> bool:
        if not path.is_file() or path.stat().st_size <= self.large_file:
            return False
        if self.options.format is not None:
            return self.options.format == "jsonl"
        with path.open("rb") as file:
            return [format.name for format in candidates(file.read(HEAD), path.name)] == ["jsonl"]


class Study(NamedTuple):
    """The codings of humans, those of systems by name, and how the former were read."""

    humans: Corpus
    systems: dict[str, Mapping[str, Segmentation]]
    loaded: LoadReport


def read_study(
    reader: Reader,
    output: Output,
    humans: str | Sequence[str],
    systems: Sequence[str] = (),
    target: str | None = None,
) -> Study:
    """Read humans and systems; standard input is read once at most, and nothing that is read is ``target``."""
    inputs = [*([humans] if isinstance(humans, str) else humans), *(named_file(system)[1] for system in systems)]
    require_one_standard_input(*inputs)
    if target is not None:
        require_other_places(inputs, target)
    corpus, loaded = reader.telling(humans, output)
    return Study(corpus, _systems_in(systems, reader, output), loaded)


def named(sources: str | Sequence[str]) -> str:
    """What messages call a corpus that was read from one place or several."""
    return sources if isinstance(sources, str) else ", ".join(sources)


def _systems_in(files: Sequence[str], reader: Reader, output: Output) -> dict[str, Mapping[str, Segmentation]]:
    """The systems of several files; every name once."""
    systems: dict[str, Mapping[str, Segmentation]] = {}
    for given in files:
        name, file = named_file(given)
        for system, codings in _systems_of(name, file, reader.corpus(file, output)).items():
            if system in systems:
                raise click.UsageError(f"two systems are called {system!r}; name them, as in other={file}")
            systems[system] = codings
    return systems


def named_file(given: str) -> tuple[str | None, str]:
    """A name and a file from ``NAME=FILE``; a file whose own name holds an equals sign is taken as it is.

    Examples
    --------
    >>> named_file("tiler=out/one.json"), named_file("one.json")
    (('tiler', 'out/one.json'), (None, 'one.json'))
    """
    name, equals, file = given.partition("=")
    if not equals or not name or "/" in name or Path(given).exists():
        return None, given
    return name, file


def _systems_of(name: str | None, file: str, corpus: Corpus) -> dict[str, Mapping[str, Segmentation]]:
    if len(corpus.coder_names) == 1:
        only = corpus.coder_names[0]
        # Standard input has no name of its own.
        return {name or (only if file == "-" else PurePath(file).stem or file): corpus.by_coder(only)}
    if name is not None:
        raise click.UsageError(
            f"{file} holds {len(corpus.coder_names)} systems, {', '.join(corpus.coder_names[:3])}, ...: "
            "they keep their own names, so give the file without one"
        )
    return {coder: corpus.by_coder(coder) for coder in corpus.coder_names}


def chosen_item(corpus: Corpus, item: str | None) -> str:
    """The item that ``--item`` names, or the only one."""
    if item is None and len(corpus) > 1:
        raise InputError(f"--item is missing, and there are {len(corpus)} items; {hint('', corpus.item_names)}")
    chosen = corpus.item_names[0] if item is None else item
    if chosen not in corpus:
        raise InputError(f"no item is called {chosen!r}; {hint(chosen, corpus.item_names)}")
    return chosen


def chosen_coders(corpus: Corpus, item: str, coders: str | None) -> tuple[str, str]:
    """The two coders that ``--coders`` names, or the only two of the item."""
    present = tuple(corpus[item])
    names = present if coders is None else tuple(coders.split(","))
    if len(names) != 2:
        given = f"item {item!r} has" if coders is None else "--coders names"
        raise InputError(
            f"{given} {counted(len(names), 'coder')}; expected two with a comma between them, of {', '.join(present)}"
        )
    for name in names:
        if name not in present:
            raise InputError(f"item {item!r} has no coder {name!r}; {hint(name, present)}")
    return names[0], names[1]


def require_one_standard_input(*sources: str) -> None:
    """Refuse to read standard input twice."""
    if sources.count(STANDARD_INPUT) > 1:
        raise click.UsageError("standard input (-) can be read only once")


def require_other_places(inputs: Iterable[str], *outputs: str | Path) -> None:
    """Refuse to write to what is read; standard input may be a file, too."""
    files = ["/dev/stdin" if source == STANDARD_INPUT else source for source in inputs]
    require_apart(
        [file for file in files if not file.startswith(_SAMPLE)],
        [output for output in outputs if output != STANDARD_OUTPUT],
    )


def corpus_argument(name: str = "corpus", metavar: str = "CORPUS", *, several: bool = False) -> Decorator[Any]:
    """A file, a folder, ``-`` or ``sample:NAME``; or several of them."""
    return click.argument(
        name,
        metavar=f"{metavar}..." if several and " " not in metavar else metavar,
        type=click.Path(allow_dash=True),
        nargs=-1 if several else 1,
        required=True,
    )


class FormatName(click.ParamType):  # type: ignore[type-arg]  # not generic in older releases of click
    """The name of a file format."""

    name = "format"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuse a name that no format has."""
        known = [format.name for format in known_formats()]
        if value not in known:
            self.fail(f"no format is called {value!r}; {hint(str(value), known)}", param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Complete the names of formats."""
        known = [format for format in known_formats() if format.name.startswith(incomplete)]
        return [CompletionItem(format.name, help=format.title) for format in known]


_option = option_in("Reading")

reading_options = bundle(
    "reader",
    Reader.of,
    _option(
        "--from", "format", type=FormatName(), metavar="FORMAT", help="Format of the files, if it is not recognised."
    ),
    _option(
        "--unit", type=click.Choice(get_args(Unit)), help="Unit for spans in a text [default: character] or for times."
    ),
    _option("--resolution", type=float, metavar="SECONDS", help="Seconds per unit, for times [default: 0.001]."),
    _option(
        "--snap-limit",
        type=float,
        metavar="DISTANCE",
        help="Largest distance, in characters or seconds, that a boundary may move to the edge of a unit.",
    ),
    _option("--labels", is_flag=True, help="Use the labels of spans as boundary types."),
    _option("--layer", metavar="NAME", help="Tier, layer or namespace to read, if a file has several."),
    _option(
        "--layout",
        type=click.Choice(get_args(Layout)),
        help="What folders within a folder are named after: first the coder or first the item.",
    ),
    _option("--duration", type=float, metavar="SECONDS", help="Length of the item, if the file does not state it."),
    _option("--encoding", default="utf-8", show_default=True, help="Encoding of text files."),
    # Few commands can read bit by bit, and nobody needs another limit but to try that out.
    _option("--large-file", type=click.IntRange(min=0), default=LARGE_FILE, metavar="BYTES", hidden=True),
)


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise InputError("standard input is closed")
    return sys.stdin.buffer


def _sample(name: str) -> Corpus:
    if name not in _SAMPLES:
        raise click.UsageError(f"no sample is called {name!r}; {hint(name, _SAMPLES)}")
    return _SAMPLES[name]()
