"""Where corpora come from: files, folders, standard input (``-``) and the samples that come with the package."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path, PurePath
from typing import Any, BinaryIO, cast, get_args

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from seamark import datasets
from seamark.base.checks import hint
from seamark.base.errors import InputError, OtherModelError
from seamark.base.files import require_apart
from seamark.base.numbers import counted
from seamark.cli.exits import message_of, options_called
from seamark.cli.options import Decorator, bundle, option_in
from seamark.cli.output import Output
from seamark.io import LoadedModels, LoadReport, StreamedItem, iter_jsonl, known_formats, load_models, load_with_report
from seamark.io.format import Layout, ReadOptions, TiersAre, Unit, candidates
from seamark.io.source import HEAD, Source, read_file, read_stream
from seamark.model.codings import Kind
from seamark.model.corpus import Corpus
from seamark.texts.units import CUTS

STANDARD_INPUT = STANDARD_OUTPUT = "-"
#: What stands before the name of a corpus from the literature, and the corpora; the second is fetched once.
_SAMPLE = "sample:"
_SAMPLES = {"stargazer": datasets.stargazer, "moonstone": datasets.moonstone}
#: JSONL and Parquet files of more bytes than this are read bit by bit where a command can work so.
LARGE_FILE = 8 * 2**20


#: Where a run keeps what stood on standard input, should it be read again.
_STANDARD_INPUT = "seamark.standard_input"

#: Options that have another name here than in the library.
OTHER_NAMES = {"format": "from", "types": "labels"}


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
    #: What stood on standard input, which can be read once, and may be placed on another grid afterwards.
    standard_input: list[bytes] = field(default_factory=list)

    @classmethod
    def of(cls, labels: bool, duration: tuple[str, ...], large_file: int, **given: Any) -> Reader:
        """From the options of the command line."""
        context = click.get_current_context()
        # Whoever says --as boundaries means them also where a file holds something else.
        asked = context.get_parameter_source("model") is ParameterSource.COMMANDLINE
        given["model"] = "boundaries" if asked and context.params.get("model") == "boundaries" else None
        try:
            options = ReadOptions(types="labels" if labels else None, duration=_durations(duration), **given)
            return cls(options, large_file, context.meta.setdefault(_STANDARD_INPUT, []))
        except InputError as error:
            raise click.UsageError(message_of(error)) from None

    def corpus(self, sources: str | Sequence[str], output: Output) -> Corpus:
        """Read a corpus as a whole, from one place or several; what moved or was left out is told on standard error."""
        corpus, report = self.load(sources)
        self.tell(sources, report, output)
        return corpus

    def changed(self, **options: Any) -> Reader:
        """The same reader with other options."""
        return replace(self, options=replace(self.options, **options))

    def _kept_input(self) -> BinaryIO:
        if not self.standard_input:
            self.standard_input.append(read_stream(_standard_input(), "standard input"))
        return BytesIO(self.standard_input[0])

    def tell(self, sources: str | Sequence[str], report: LoadReport, output: Output) -> None:
        """Say what is to be said about how something was read."""
        grid = [str(report)] if report.moved or report.reason else []
        place = named(sources)
        output.remark(*(f"{place}: {remark}" for remark in grid))
        # A note on one of several files names it already.
        output.remark(*(note if str(Path(place)) in note else f"{place}: {note}" for note in report.notes))
        if not any(cast("int", reading["labels"]) > 1 for reading in output.readings):  # once is enough
            output.remark(*(f"{place}: {sentence}" for sentence in self.labels_left_out(report)))
        if report.unit is not None:
            output.readings.append({"file": named(sources), "summary": str(report), **report.to_dict()})

    def load(self, sources: str | Sequence[str]) -> tuple[Corpus, LoadReport]:
        """Read a corpus as a whole, with the report on how it was read."""
        with options_called(**OTHER_NAMES):
            return self.read(sources)

    def read(self, sources: str | Sequence[str]) -> tuple[Corpus, LoadReport]:
        """Do as ``load`` does, with errors that name options as the library does."""
        places = [sources] if isinstance(sources, str) else list(sources)
        require_one_standard_input(*places)
        if any(place.startswith(_SAMPLE) for place in places):
            if len(places) > 1:
                raise click.UsageError("a sample cannot be joined with other files")
            return _sample(places[0].removeprefix(_SAMPLE)), LoadReport("sample")
        given, name = self.places(places)
        return load_with_report(given, self.options, name=name)

    def models(self, sources: str | Sequence[str], model: Kind | None, levels: Sequence[str] = ()) -> LoadedModels:
        """Read labels, spans or levels as a whole, with the report on how they were read."""
        places = [sources] if isinstance(sources, str) else list(sources)
        require_one_standard_input(*places)
        given, name = self.places(places)
        with options_called(**OTHER_NAMES):
            return load_models(given, model, self.options, levels=levels, name=name)

    def labels_left_out(self, report: LoadReport) -> list[str]:
        """What to say when boundaries were read of spans with labels, by a command that could compare the labels."""
        command = click.get_current_context().command
        takes = [one for one in getattr(command, "models", ()) if one in ("labels", "spans")]
        if report.model != "boundaries" or report.labels < 2 or self.options.types is not None or not takes:
            return []
        kept = " or ".join(f"--as {one}" for one in takes)
        return [f"holds spans with {report.labels} labels, of which boundaries are read; {kept} keeps labels"]

    def places(self, places: Sequence[str]) -> tuple[list[str | BinaryIO], str | None]:
        """Places as the library takes them, and the name of standard input if it is one of them."""
        given = [self._kept_input() if place == STANDARD_INPUT else place for place in places]
        return given, "standard input" if STANDARD_INPUT in places else None

    def stream(self, source: str) -> Stream | None:
        """A large file of one item per line, to be read bit by bit; None for other files."""
        if self.options.about_spans or self.options.types_as_one:  # JSONL has no spans: read as a whole, it is refused
            return None
        if source == STANDARD_INPUT and self.options.format == "jsonl":
            try:
                return Stream(_standard_input(), "standard input", None)
            except OtherModelError as error:
                # It has been read in part, and cannot be read again as what it holds.
                raise InputError(f"{error.name}: holds {error.model}; say so with --as {error.model}") from None
        if not source.startswith(_SAMPLE) and self._is_large_jsonl(Path(source)):
            # The interpreter closes the file at the end; until then the scores are being computed from it.
            return Stream(Path(source).open("rb"), source, Path(source).stat().st_size)
        return None

    @property
    def may_be_parquet(self) -> bool:
        """Whether nothing was said about reading that is not for Parquet."""
        return self.options == ReadOptions(format=self.options.format) and self.options.format in (None, "parquet")

    def is_large_parquet(self, sources: Sequence[str]) -> bool:
        """Whether the sources are Parquet files that together are large, and nothing else."""
        if not self.may_be_parquet:
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


def named(sources: str | Sequence[str]) -> str:
    """What messages call a corpus that was read from one place or several."""
    return sources if isinstance(sources, str) else ", ".join(sources)


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
        "--unit",
        type=click.Choice(get_args(Unit)),
        help="Unit for spans in a text [default: the coarsest that fits], or time.",
    ),
    _option(
        "--resolution", type=float, metavar="SECONDS", help="Seconds per unit, for times [default: 0.001 or less]."
    ),
    _option(
        "--snap-limit",
        type=float,
        metavar="DISTANCE",
        help="Largest distance, in characters or seconds, that a boundary may move to the edge of a unit.",
    ),
    _option("--labels", is_flag=True, help="Use the labels of spans as boundary types."),
    _option("--types-as-one", is_flag=True, help="Read boundaries of all types as boundaries of one."),
    _option("--layer", metavar="NAME", help="Tier, layer or namespace to read, if a file has several."),
    _option(
        "--tiers-are", type=click.Choice(get_args(TiersAre)), help="Read every tier of a file as what one coder marked."
    ),
    _option("--name-by", metavar="FIELD", help="Field of the data that names the items, as in Label Studio."),
    _option(
        "--layout",
        type=click.Choice(get_args(Layout)),
        help="What folders within a folder are named after: first the coder or first the item.",
    ),
    _option(
        "--duration",
        multiple=True,
        metavar="[ITEM=]SECONDS",
        help="Length of all items, or of one, if the file does not state it.",
    ),
    _option(
        "--trim",
        type=float,
        metavar="SECONDS",
        help="Cut what lies beyond the length of an item by no more than this.",
    ),
    _option(
        "--max-lost", type=float, metavar="SHARE", help="Share of chunks that need not be in their text [default: 0]."
    ),
    _option("--encoding", default="utf-8", show_default=True, help="Encoding of text files."),
    # Few commands can read bit by bit, and nobody needs another limit but to try that out.
    _option("--large-file", type=click.IntRange(min=0), default=LARGE_FILE, metavar="BYTES", hidden=True),
)


def _durations(given: tuple[str, ...]) -> float | dict[str, float] | None:
    """One length for all items, or one for each that is named."""
    by_item: dict[str, float] = {}
    for text in given:
        item, equals, seconds = text.rpartition("=")
        try:
            by_item[item if equals else ""] = float(seconds)
        except ValueError:
            raise click.UsageError(f"--duration is {text!r}; expected SECONDS or ITEM=SECONDS") from None
    if "" in by_item and len(by_item) > 1:
        raise click.UsageError("--duration is given for all items and for one; expected one of these")
    return by_item.get("", by_item or None)


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise InputError("standard input is closed")
    return sys.stdin.buffer


def _sample(name: str) -> Corpus:
    if name not in _SAMPLES:
        raise click.UsageError(f"no sample is called {name!r}; {hint(name, _SAMPLES)}")
    return _SAMPLES[name]()


# -------------- Texts that a command works on: text files cut into units, or a corpus that holds the texts of its units


#: Suffixes of files that hold a text and nothing else.
_TEXT_SUFFIXES = (".txt", ".text", ".md", "")

separator_option = click.option(
    "--separator",
    metavar="TEXT",
    help=r"Text between two units of a text file, such as '\n\n\n', instead of --unit.",
)


def unit_texts(
    files: Sequence[str], reader: Reader, separator: str | None, output: Output
) -> Corpus | Mapping[str, Sequence[str]]:
    """The units of every text; or the corpus, if that is what the files hold."""
    meant = None if separator is None else _unescaped(separator)
    plain = [_is_plain(file, reader) for file in files]
    if not any(plain):
        if separator is not None:
            raise click.UsageError("--separator is for text files; a corpus has its units already")
        return reader.corpus(files, output)
    if not all(plain):
        raise click.UsageError(f"{files[plain.index(False)]} is not a text file; give either text files or a corpus")
    texts: dict[str, Sequence[str]] = {}
    for file in files:
        source = _source(file, reader.options)
        if source.item in texts:
            raise InputError(f"two texts are called {source.item!r}; expected files of different names")
        texts[source.item] = _units(source, reader.options, meant)
    return texts


def _is_plain(file: str, reader: Reader) -> bool:
    if reader.options.format is not None or file.startswith("sample:"):
        return False
    if file == STANDARD_INPUT:
        return True
    path = Path(file)
    if path.suffix.lower() not in _TEXT_SUFFIXES or not path.is_file():
        return path.suffix.lower() in _TEXT_SUFFIXES and not path.is_dir()
    with path.open("rb") as stream:
        # A text with lines of '=' between its segments is a corpus, whose lines are the units.
        return "text" not in {format.name for format in candidates(stream.read(HEAD), "", reader.options.encoding)}


def _source(file: str, options: ReadOptions) -> Source:
    if file == STANDARD_INPUT:
        return Source(
            "standard input", read_stream(sys.stdin.buffer, "standard input"), "text", encoding=options.encoding
        )
    return Source(file, read_file(Path(file)), PurePath(file).stem, encoding=options.encoding)


def _units(source: Source, options: ReadOptions, separator: str | None) -> list[str]:
    if separator is None:
        chosen = options.unit or "paragraph"
        if chosen not in CUTS:
            raise click.UsageError(f"--unit {chosen} cannot be segmented; expected one of {', '.join(CUTS)}")
        units = [source.text[start:end] for start, end in CUTS[chosen](source.text)]
    else:
        text = source.text.replace("\r\n", "\n").replace("\r", "\n")
        units = [unit.strip() for unit in text.split(separator) if unit.strip()]
    if not units:
        raise source.error("has no units; the text is empty")
    return units


def _unescaped(separator: str) -> str:
    r"""A separator as it was meant: a shell passes ``\n`` as two characters."""
    meant = separator.replace("\\r\\n", "\n").replace("\\n", "\n").replace("\\t", "\t")
    if not meant:
        raise click.UsageError("--separator is empty; expected what stands between two units")
    return meant
