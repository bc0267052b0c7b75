"""Where corpora come from: files, folders, standard input (``-``) and the samples that come with the package."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path, PurePath
from typing import Any, BinaryIO, TypeVar, cast, get_args

import click
from click.shell_completion import CompletionItem

from seamark import datasets
from seamark.choices import hint
from seamark.cli.exits import message_of, options_called
from seamark.cli.options import Decorator, bundle, option_in
from seamark.cli.output import Output
from seamark.errors import InputError
from seamark.io import LoadedModels, LoadReport, StreamedItem, iter_jsonl, known_formats, load_models, load_with_report
from seamark.io.detect import candidates
from seamark.io.fitting import UNITS_OF_TEXTS
from seamark.io.options import Layout, OtherModel, ReadOptions, TiersAre, Unit
from seamark.io.source import HEAD, read_stream
from seamark.metrics.base import Metric
from seamark.metrics.near import has_near_misses, with_near_misses
from seamark.metrics.similarity import S
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation
from seamark.number_text import counted
from seamark.safe_write import require_apart

_Read = TypeVar("_Read")

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
    #: What stood on standard input, which can be read once, and may be placed on another grid afterwards.
    standard_input: list[bytes] = field(default_factory=list)

    @classmethod
    def of(cls, labels: bool, duration: tuple[str, ...], **given: Any) -> Reader:
        """From the options of the command line."""
        try:
            return cls(ReadOptions(types="labels" if labels else None, duration=_durations(duration), **given))
        except InputError as error:
            raise click.UsageError(message_of(error)) from None

    def corpus(self, sources: str | Sequence[str], output: Output) -> Corpus:
        """Read a corpus as a whole, from one place or several; what moved or was left out is told on standard error."""
        return self._told(sources, *self.load(sources), output)

    def corpora(self, *places: str | Sequence[str], output: Output) -> list[Corpus]:
        """Read corpora that are compared with one another: what they are placed on is the finest grid of any."""
        loaded = self._on_one_grid(places, Reader.load)
        steps = {report.resolution for _, report in loaded if report.resolution is not None}
        if self.options.trim is not None and steps:
            lengths = {item: mass * min(steps) for item, mass in loaded[0][0].masses.items()}
            loaded[1:] = [self._as_long(place, lengths, min(steps)) for place in places[1:]]
        return [self._told(place, *one, output) for place, one in zip(places, loaded, strict=True)]

    def models(
        self, *places: str, model: OtherModel, levels: Sequence[str], output: Output
    ) -> list[dict[str, dict[str, Any]]]:
        """Read labelled segmentations, hierarchies or spans of places that are compared with one another."""

        def load(reader: Reader, place: str | Sequence[str]) -> LoadedModels:
            sources, name = reader.places([place] if isinstance(place, str) else list(place))
            with options_called(format="from", types="labels"):
                return load_models(sources, model, reader.options, levels=levels, name=name)

        loaded = self._on_one_grid(places, load)
        for place, (_, report) in zip(places, loaded, strict=True):
            self._tell(place, report, output)
        return [{item: dict(by_coder) for item, by_coder in codings.items()} for codings, _ in loaded]

    def _on_one_grid(
        self,
        places: Sequence[str | Sequence[str]],
        load: Callable[[Reader, str | Sequence[str]], tuple[_Read, LoadReport]],
    ) -> list[tuple[_Read, LoadReport]]:
        """Read all places; those on coarser grids once more, on the finest grid of any."""
        loaded = [load(self, place) for place in places]
        reports = [report for _, report in loaded if report.unit is not None]
        units = sorted({report.unit for report in reports if report.unit != "time"}, key=UNITS_OF_TEXTS.index)
        steps = {report.resolution for report in reports if report.resolution is not None}
        if len(units) <= 1 and len(steps) <= 1:
            return loaded
        finest = self._reading(unit=units[-1] if units else None, resolution=min(steps, default=None))
        return [one if one[1].unit is None else load(finest, place) for place, one in zip(places, loaded, strict=True)]

    def _as_long(
        self, place: str | Sequence[str], lengths: Mapping[str, float], step: float
    ) -> tuple[Corpus, LoadReport]:
        """Read a corpus whose items are as long as these, where they differ by no more than may be trimmed."""
        corpus, _ = self._reading(resolution=step, trim=None).load(place)
        one = len(lengths) == len(corpus) == 1
        known = {item: next(iter(lengths.values())) if one else lengths.get(item) for item in corpus}
        near = {
            item: length
            for item, length in known.items()
            if length is not None and abs(length - corpus.masses[item] * step) <= (self.options.trim or 0)
        }
        return self._reading(resolution=step, duration=near or self.options.duration).load(place)

    def _reading(self, **changed: Any) -> Reader:
        return Reader(replace(self.options, **changed), self.standard_input)

    def _kept_input(self) -> BinaryIO:
        if not self.standard_input:
            self.standard_input.append(read_stream(_standard_input(), "standard input"))
        return BytesIO(self.standard_input[0])

    def _told(self, sources: str | Sequence[str], corpus: Corpus, report: LoadReport, output: Output) -> Corpus:
        """The corpus, after what is to be said about reading it was said."""
        self._tell(sources, report, output)
        return corpus

    def _tell(self, sources: str | Sequence[str], report: LoadReport, output: Output) -> None:
        grid = [str(report)] if report.moved or report.reason else []
        output.remark(*(f"{named(sources)}: {remark}" for remark in (*grid, *report.notes)))
        if report.unit is not None:
            output.readings.append({"file": named(sources), "summary": str(report), **report.to_dict()})

    def load(self, sources: str | Sequence[str]) -> tuple[Corpus, LoadReport]:
        """Read a corpus as a whole, with the report on how it was read."""
        places = [sources] if isinstance(sources, str) else list(sources)
        require_one_standard_input(*places)
        if any(place.startswith(_SAMPLE) for place in places):
            if len(places) > 1:
                raise click.UsageError("a sample cannot be joined with other files")
            return _sample(places[0].removeprefix(_SAMPLE)), LoadReport("sample")
        given, name = self.places(places)
        with options_called(format="from", types="labels"):
            return load_with_report(given, self.options, name=name)

    def places(self, places: Sequence[str]) -> tuple[list[str | BinaryIO], str | None]:
        """Places as the library takes them, and the name of standard input if it is one of them."""
        given = [self._kept_input() if place == STANDARD_INPUT else place for place in places]
        return given, "standard input" if STANDARD_INPUT in places else None

    def corpora_or_streams(self, *sources: str, output: Output) -> list[Corpus | Stream]:
        """Read corpora, or leave large files of one item per line to be read bit by bit."""
        streams = [self._stream(source) for source in sources]
        corpora = iter(
            self.corpora(
                *(source for source, stream in zip(sources, streams, strict=True) if stream is None), output=output
            )
        )
        return [next(corpora) if stream is None else stream for stream in streams]

    def _stream(self, source: str) -> Stream | None:
        if self.options.about_spans or self.options.types_as_one:  # JSONL has no spans: read as a whole, it is refused
            return None
        if source == STANDARD_INPUT and self.options.format == "jsonl":
            return Stream(_standard_input(), "standard input", None)
        if not source.startswith(_SAMPLE) and self._is_large_jsonl(Path(source)):
            # The interpreter closes the file at the end; until then the scores are being computed from it.
            return Stream(Path(source).open("rb"), source, Path(source).stat().st_size)
        return None

    def is_large_parquet(self, sources: Sequence[str]) -> bool:
        """Whether the sources are Parquet files that together are large, and nothing else."""
        if self.options != ReadOptions(format=self.options.format) or self.options.format not in (None, "parquet"):
            return False
        paths = [Path(source) for source in sources]
        if not all(path.suffix.casefold() == ".parquet" and path.is_file() for path in paths):
            return False
        return sum(path.stat().st_size for path in paths) > LARGE_FILE

    def _is_large_jsonl(self, path: Path) -> bool:
        if not path.is_file() or path.stat().st_size <= LARGE_FILE:
            return False
        if self.options.format is not None:
            return self.options.format == "jsonl"
        with path.open("rb") as file:
            return [format.name for format in candidates(file.read(HEAD), path.name)] == ["jsonl"]


def read_study(
    reader: Reader,
    output: Output,
    humans: str | Sequence[str],
    systems: Sequence[str] = (),
    target: str | None = None,
) -> tuple[Corpus, dict[str, Mapping[str, Segmentation]]]:
    """The codings of humans and of systems; nothing is read twice, and nothing that is read is ``target``."""
    inputs = [*([humans] if isinstance(humans, str) else humans), *(named_file(system)[1] for system in systems)]
    require_one_standard_input(*inputs)
    if target is not None:
        require_other_places(inputs, target)
    files = [named_file(system) for system in systems]
    corpus, *others = reader.corpora(humans, *(file for _, file in files), output=output)
    return corpus, _systems_in(files, others)


def named(sources: str | Sequence[str]) -> str:
    """What messages call a corpus that was read from one place or several."""
    return sources if isinstance(sources, str) else ", ".join(sources)


def _systems_in(
    given: Sequence[tuple[str | None, str]], corpora: Sequence[Corpus]
) -> dict[str, Mapping[str, Segmentation]]:
    """The systems of several files, by the name of each file or the names within it; every name once."""
    systems: dict[str, Mapping[str, Segmentation]] = {}
    for (name, file), corpus in zip(given, corpora, strict=True):
        for system, codings in _systems_of(name, file, corpus).items():
            if system in systems:
                raise click.UsageError(f"two systems are called {system!r}; name them, as in other={file}")
            systems[system] = codings
    return systems


def metrics_on_grid(metrics: Sequence[Metric], near: float | None, output: Output) -> tuple[Metric, ...]:
    """The metrics with near misses of so many seconds, after a word on those whose value depends on the grid."""
    fine = [reading for reading in output.readings if reading["unit"] in ("time", "character")]
    if fine and any(isinstance(metric, S) for metric in metrics):
        output.remark(
            f"{fine[0]['file']}: the value of S depends on the grid, and is close to 1 on a fine one, since nearly all "
            "places have no boundary; B and f do not count such places"
        )
    if near is None:
        return tuple(metrics)
    if not any(map(has_near_misses, metrics)):
        names = ", ".join(metric.info.name for metric in metrics)
        raise click.UsageError(f"--near is not for {names}, which knows no near misses; see 'seamark metrics'")
    steps = {reading["resolution"] for reading in output.readings if reading["measure"] == "s"}
    if len(steps) != 1 or len(fine) != len(output.readings):
        raise click.UsageError(
            "--near is in seconds, but there are no times; use --n or --tolerance, which count units"
        )
    step = cast("float", steps.pop())
    distance = math.floor(near / step + 1e-6)
    if distance < 1:
        raise click.UsageError(f"--near is {near:g} s, less than one unit of {step:g} s; use a smaller --resolution")
    return tuple(with_near_misses(metric, distance) if has_near_misses(metric) else metric for metric in metrics)


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
    _option("--encoding", default="utf-8", show_default=True, help="Encoding of text files."),
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
