"""What a format is, which formats there are, how the format of a file is recognised, and the options of a caller."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, fields
from functools import partial
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from seamark.base.checks import (
    did_you_mean,
    finite_number,
    items_of,
    mapping_of,
    one_of,
    string_of,
    true_or_false,
    whole_number,
)
from seamark.base.errors import OPTION, InputError, ParseError, about_option
from seamark.io.packed import LIMITS, plain_name
from seamark.io.reading import Reading
from seamark.io.source import Head, Source, is_blank
from seamark.model.codings import KINDS, Kind
from seamark.model.corpus import Corpus
from seamark.model.segmentation import DEFAULT_TYPE, Segmentation
from seamark.model.tables import used_types

#: Boundary types that files keep.
BoundaryType = int | str
#: Labels and categories that files keep; None means "nothing here".
Label = int | str | None

Feature = Literal["types", "unused types", "texts", "groups", "metadata"]


def require_names(corpus: Corpus) -> None:
    """Refuse boundary types, labels and categories that no file keeps; None means "nothing here"."""
    for name in corpus.types:
        kept = type(name) in (int, str) or (name is None and corpus.kind != "boundaries")
        if not kept:
            raise InputError(f"{name!r} cannot be written as a type or label; files keep whole numbers and strings")


def features_of(corpus: Corpus) -> frozenset[Feature]:
    """What there is to keep beside plain codings; a format may be unable to."""
    # How files were read says nothing about a file that is written.
    metadata = corpus.metadata.keys() - {"reading"}
    present: dict[Feature, object] = {"texts": corpus.texts, "groups": corpus.groups, "metadata": metadata}
    if corpus.kind == "boundaries":
        used = set(used_types(corpus))
        present["types"] = used - {DEFAULT_TYPE}
        present["unused types"] = corpus.types != (DEFAULT_TYPE,) and set(corpus.types) - used
    return frozenset(feature for feature, value in present.items() if value)


def without(corpus: Corpus, drop: frozenset[Feature]) -> Corpus:
    """The corpus as it is when these are left out."""
    if not drop & features_of(corpus):
        return corpus
    if "types" in drop and corpus.kind == "boundaries":
        corpus = corpus.with_codings([Segmentation.from_positions(one.positions, one.mass) for one in corpus.codings])
    kept: Any = {name: getattr(corpus, name) for name in ("texts", "groups", "metadata") if name not in drop}
    return Corpus(corpus, **kept)


Unit = Literal["character", "token", "sentence", "line", "paragraph", "cue", "time"]
#: Units of a text from coarse to fine; every boundary is at the edge of a character.
UNITS_OF_TEXTS: tuple[Unit, ...] = ("paragraph", "line", "sentence", "token", "character")
Layout = Literal["coder/item", "item/coder"]
Types = Literal["labels"]

SpanEnds = Literal["exclusive", "inclusive"]
#: Where the flags of a table with a row per unit are; for "auto" the first and last rows decide.
FlagPlace = Literal["auto", "starts", "ends"]
#: What the columns of a table can be; ``coders`` are several.
ROLES = (
    *("item", "coder", "coders", "start", "end", "duration", "label", "position", "mass", "segment", "flag", "unit"),
    "text",
)

#: The values of options that take one of a few.
CHOICES = {
    "kind": Kind,
    "unit": Unit,
    "layout": Layout,
    "types": Types,
    "flags": FlagPlace,
    "ends": SpanEnds,
}

#: The key of the times of cues in the metadata of a corpus.
CUES = "cues"

#: One step of time, in seconds, by default: as fine as the tools write.
DEFAULT_RESOLUTION = 0.001


class UnfitOptionError(InputError):
    """An option that means nothing for the files that were read: it would be ignored silently."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """What ``load`` was asked to do; its parameters are described there."""

    format: str | None = None
    kind: Kind | None = None
    levels: Sequence[str] = ()
    unit: Unit | None = None
    resolution: float | None = None
    snap_limit: float | None = None
    types: Types | None = None
    types_as_one: bool = False
    layer: str | None = None
    tiers_as_coders: bool = False
    name_by: str | None = None
    layout: Layout | None = None
    coder: str | None = None
    duration: float | Mapping[str, float] | None = None
    trim: float | None = None
    encoding: str = "utf-8"
    texts: Mapping[str, Sequence[str]] | None = None
    max_lost: float | None = None
    columns: Mapping[str, str | Sequence[str]] | None = None
    text_column: str | None = None
    flags: FlagPlace | None = None
    ends: SpanEnds | None = None
    time_unit: str | None = None
    reading: str | None = None
    skip_bad: bool = False
    limits: Mapping[str, int] | None = None

    def __post_init__(self) -> None:
        """Refuse values that mean nothing."""
        for option in fields(self):
            name, value = option.name, getattr(self, option.name)
            if value is option.default or name == "encoding":  # Python's codecs say what an encoding is
                continue
            with about_option(name):
                if name in ("types_as_one", "tiers_as_coders", "skip_bad"):
                    true_or_false(value, OPTION)
                elif name in CHOICES:
                    one_of(value, OPTION, get_args(CHOICES[name]))
                elif name in ("resolution", "duration", "trim"):
                    for seconds in value.values() if isinstance(value, Mapping) and name == "duration" else [value]:
                        finite_number(seconds, OPTION, lambda number: number > 0, "a positive number of seconds")
                elif name == "levels":
                    for tier in items_of(value, OPTION, "a list of names of tiers"):
                        string_of(tier, "a level")
                elif name == "texts":
                    mapping_of(value, OPTION, "a mapping from item to units, such as corpus.texts")
                elif name == "columns":
                    for role in mapping_of(value, OPTION, "a mapping from role to column, such as {'item': 'doc'}"):
                        one_of(role, f"a role in {OPTION}", ROLES)
                        for column in [value[role]] if isinstance(value[role], str) else items_of(value[role], OPTION):
                            string_of(column, f"the column of {role}")
                elif name == "limits":
                    for limit in mapping_of(value, OPTION, "a mapping from limit to number, such as {'ratio': 200}"):
                        one_of(limit, f"a limit in {OPTION}", tuple(LIMITS))
                        whole_number(value[limit], f"the limit {limit}")
                elif name == "time_unit":
                    rate_of(value)
                elif name == "max_lost":
                    finite_number(value, OPTION, lambda share: 0 <= share <= 1, "a share from 0 to 1")
                elif name != "snap_limit":
                    string_of(value, OPTION)
                elif not (isinstance(value, float) and value == math.inf):
                    finite_number(value, OPTION, lambda far: far >= 0, "a number that is not negative")
        if self.levels and self.kind not in (None, "levels"):
            raise InputError(f"{OPTION} is for levels, not for {self.kind}", option="levels")
        if self.types_as_one and self.types is not None:
            raise InputError(f"{OPTION} would undo types='labels'; expected one of them", option="types_as_one")
        try:
            # Both ways, and with damage: codecs of Python that are no encodings of files know only one of them.
            " ".encode(self.encoding)
            b"\xff".decode(self.encoding, errors="replace")
        except (LookupError, TypeError, ValueError):
            raise InputError(f"{OPTION} {self.encoding!r} is not known; expected 'utf-8'", option="encoding") from None

    @property
    def told_format(self) -> str | None:
        """The format that was asked for, also by saying what the columns of a table mean."""
        by_columns = "flags" if self.flags is not None else None if self.columns is None else "table"
        return self.format or by_columns

    @property
    def about_spans(self) -> tuple[str, ...]:
        """The given options that only have a meaning for spans and times."""
        names = ("unit", "resolution", "snap_limit", "types", "duration", "trim", "ends", "time_unit")
        return tuple(name for name in names if getattr(self, name) is not None)


def rate_of(time_unit: str) -> tuple[float, bool]:
    """How many of a unit of time are a second, and whether it is a step, at which all boundaries lie.

    Examples
    --------
    >>> rate_of("ms"), rate_of("frames@25")
    ((1000.0, False), (25.0, True))
    """
    match = re.fullmatch(r"(frames|samples)@([0-9.]+)", string_of(time_unit, OPTION))
    known = {"s": 1.0, "ms": 1000.0, "min": 1 / 60, "units": 1.0}
    try:
        rate = float(match[2]) if match else known[time_unit]
    except (KeyError, ValueError):
        rate = 0.0
    if not 0 < rate < math.inf:
        raise InputError(f"{OPTION} is {time_unit!r}; expected s, ms, min, units, frames@25 or samples@16000")
    return rate, match is not None or time_unit == "units"


#: Nothing special was asked for.
DEFAULT_OPTIONS = ReadOptions()


#: Folders and name of a file, and what is in it.
File: TypeAlias = tuple[tuple[str, ...], bytes]

#: What formats need that are XML.
NEEDS_XML = "defusedxml: pip install 'seamark[formats]'"


class FormatName(NamedTuple):
    """What a format is called in options and in prose, and how its files end; formats may share a suffix."""

    name: str
    title: str
    suffixes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Format:
    """One format: everything about it, declared in the file that holds its reader and its writer.

    Attributes
    ----------
    called
        Its name, its title and its suffixes.
    matches
        Whether a file with this beginning may have this format.
    read
        Its reader.
    write_file
        Writes a corpus into one file.
    write_files
        Writes a corpus into several, given the seconds of a unit, and names them without their suffix.
    measure
        What its positions count: units, characters of a text, or seconds. What counts units is read back as it was;
        reading back spans of a text or of time needs the unit or the resolution.
    names
        Which names are in its files: items, coders, both, or neither; tiers are coders unless a folder names one.
    layout
        What folders are named after, where files name neither.
    keeps, kinds
        What it keeps of a corpus beside the codings, and which kinds of codings, where it can be written; by default
        those that are written as spans with labels.
    tells_length
        Whether a file says how long an item is beyond its last span.
    needs
        Which packages it needs, and the extra that brings them.
    companions
        Suffixes of files that belong to it but are not read alone.
    columns
        Whether it is a table whose columns can be named by options.
    layers
        Whether a file may hold several layers, of which one is read; tiers are layers.
    fields
        Whether a file has fields by which items can be named.
    may_be_empty
        Whether an empty file is valid: nothing was marked.
    cues
        Whether its labels are transcribed speech, so that its spans can be units.
    bare_times
        Whether its times are numbers without a known unit.
    task
        The task whose files have this format and no other, such as diarization.
    """

    called: FormatName
    matches: Callable[[Head], bool]
    read: Callable[[Source, ReadOptions], Reading]
    _: KW_ONLY
    write_file: Callable[[Any], Iterable[bytes]] | None = None
    write_files: Callable[[Any, float | None], Iterable[File]] | None = None
    measure: Literal["units", "characters", "seconds", "characters or seconds", "frames"] = "seconds"
    names: Literal["both", "items", "coders", "tiers", "neither"] = "neither"
    layout: Layout = "coder/item"
    keeps: tuple[Feature, ...] = ("types",)
    kinds: tuple[Kind, ...] = ("boundaries", "labels", "spans")
    tells_length: bool = False
    needs: str | None = None
    companions: tuple[str, ...] = ()
    columns: bool = False
    layers: bool = False
    fields: bool = False
    may_be_empty: bool = False
    cues: bool = False
    bare_times: bool = False
    task: str | None = None

    @property
    def name(self) -> str:
        """What to call it in options."""
        return self.called.name

    @property
    def title(self) -> str:
        """What to call it in prose."""
        return self.called.title

    @property
    def suffixes(self) -> tuple[str, ...]:
        """How its files end."""
        return self.called.suffixes

    @property
    def writable(self) -> bool:
        """Whether ``save`` makes it; ``load`` takes every format."""
        return self.write_file is not None or self.write_files is not None


#: The module of each format and how its files end, in the order of preference: whole corpora in units, others in units,
#: and the rest. `make stub` writes it, so that a suffix gives a format before the module of any format is imported.
FORMATS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    name: (module, tuple(suffixes))
    for name, (module, suffixes) in json.loads((Path(__file__).parent / "formats" / "index.json").read_bytes()).items()
}

#: A format of Seamark's own, which keeps codings of every kind as they are.
own_format = partial(Format, measure="units", names="both", kinds=KINDS)
#: A format of others that counts units.
unit_format = partial(Format, measure="units", kinds=("boundaries",), keeps=())
#: A format of spans in the characters of texts.
text_format = partial(Format, measure="characters", keeps=("types", "texts"), tells_length=True)


def only_by_suffix(head: Head) -> bool:
    """What matches formats that look like many others, so that their suffix must decide."""
    return False


def known_formats() -> tuple[Format, ...]:
    """Every format that files may have, in the order of preference.

    Examples
    --------
    >>> [format.name for format in known_formats() if format.writable][:4]
    ['csv', 'json', 'jsonl', 'parquet']
    """
    return tuple(map(_declared, FORMATS))


def formats_of_suffix(name: str) -> Iterator[Format]:
    """The formats whose files end as this name does, one by one, so that no more modules are imported than needed.

    Examples
    --------
    >>> [format.name for format in formats_of_suffix("song.LAB")]
    ['htk', 'lab']
    """
    end = name.casefold()
    return (_declared(name) for name, (_, suffixes) in FORMATS.items() if end.endswith(suffixes))


def format_named(name: str) -> Format:
    """The format with a name."""
    string_of(name, "format")
    if name not in FORMATS:
        near = did_you_mean(name, FORMATS)
        told = near.rstrip() or f"there are {', '.join(FORMATS)}"
        raise InputError(f"no format is called {name!r}; {told}", option="format")
    return _declared(name)


def _declared(name: str) -> Format:
    declared = vars(import_module(f"seamark.io.formats.{FORMATS[name][0]}")).values()
    return next(value for value in declared if isinstance(value, Format) and value.name == name)


#: Up to so many formats are listed with their titles.
_MOST_TITLES = 4
# Formats that are not read, by a pattern near their beginning, and what to do with them.
_KNOWN_OTHERS = {
    # gzip within gzip, Rar, 7z, tar
    "\\A(\x1f\ufffd|Rar!|7z\ufffd\ufffd|(?s:.){150,257}ustar)": "it is packed in a way that is not read; use zip",
    r"\AARROW1": "it is an Arrow file, which Feather is, too; save the table as Parquet",
    r"\A%PDF": "it is a PDF file; export text, or the annotations themselves",
    r"\A<(!DOCTYPE )?html": "it is a web page; save the annotations themselves",
    r"<GateDocument|\"annotation_sets\":": "it is a document of GATE; with gatenlp, write start, end and type of its "
    "annotations as a table, and read it with --time-unit units",
    "<(basic|folker)-transcription": "open it in EXMARaLDA's Partitur-Editor, and export a TextGrid or EAF",
    r"<(\w+:)?tt\s[^>]*ttml": "it is TTML; convert it, such as with ttconv convert -i a.ttml -o a.srt",
    '"denotations":': "it is PubAnnotation JSON; convert it, such as with bconv to conll",
    r'\A\s*\{"text":.*"ents":': "it is a document of spaCy; read it with Doc.from_json, and give the Doc to sm.Corpus",
    r'(?s)\A\s*\[\s*\{.*"annotation_id":': "it is JSON-MIN of Label Studio; export JSON",
    r"\A\[Script Info\]": "it is ASS; convert it, such as with ffmpeg -i a.ass a.srt",
    r"\A(;FFMETADATA|CHAPTER01=)": "ffprobe -show_chapters -of json writes chapters that are read",
    "urn:QDA-XML:project": "it is a project of REFI-QDA; export coded segments as a table with start, end and code",
    "#id=[0-9]+\r?\n#text=": "it is WebAnno TSV 2 or older; import it into INCEpTION, and export WebAnno TSV 3",
    r"\A[^\s\d]\S* \S+ [\d.]+ [\d.]+\s*(\n|\Z)": "it is UEM; give it with --uem to seamark score",
    "# sent_id =": "it is CoNLL-U, which has no tags of spans; write them in a column, such as B-PER",
}


def detect(data: bytes, name: str, encoding: str = "utf-8") -> Format:
    """The format of a file with this beginning and this name.

    Raises
    ------
    InputError
        When nothing fits, or when several formats fit and the suffix does not decide; it lists them.
    """
    found, head = candidates(data, name, encoding), Head.of(data, encoding)
    fits = any(format.matches(head) for format in found)
    advice = next((told for pattern, told in _KNOWN_OTHERS.items() if re.search(pattern, head.text[:2000])), None)
    if len(found) == 1 and (fits or advice is None):
        return found[0]
    if is_blank(data):
        raise ParseError("is empty", path=name)
    if fits:
        raise ambiguous(found, name)
    said = _not_supported(head, found) if advice is None else f"is not supported: {advice}"
    raise ParseError(said, path=name, option="columns" if said.startswith("is not a table") else "format")


def _not_supported(head: Head, near: list[Format]) -> str:
    """What to say about a file that matches no format; ``near`` are those of its suffix."""
    if head.header_cells and any(format.columns for format in near):
        return str(import_module("seamark.io.formats.table").refusal(head))
    if near:
        names = ", ".join(f"{one.name} ({one.title})" if len(near) <= _MOST_TITLES else one.name for one in near)
        return f"is not supported as it is; if it is one of these, choose it with {OPTION}=: {names}"
    names = ", ".join(format.name for format in known_formats())
    return f"is not supported, or not recognised; name the format with {OPTION}= ({names})"


def ambiguous(formats: Iterable[Format], path: str) -> ParseError:
    """The error about a file that several formats fit."""
    names = " or ".join(format.name for format in formats)
    return ParseError(f"may be {names}; choose one with {OPTION}=", path=path, option="format")


def reason_for(format: Format, data: bytes, name: str, encoding: str) -> str:
    """Why a file was taken for this format."""
    suffix = next((suffix for suffix in format.suffixes if plain_name(name).endswith(suffix)), None)
    if not is_blank(data) and format.matches(Head.of(data, encoding)):
        return "its content" + (f" and the suffix {suffix}" if suffix is not None else "")
    return f"the suffix {suffix}" if suffix is not None else "nothing else fits"


def candidates(data: bytes, name: str, encoding: str = "utf-8") -> list[Format]:
    """The formats that the content matches, only those of the suffix if there are any; else those of the suffix."""
    head, end = Head.of(data, encoding), plain_name(name)
    # The formats of the suffix are asked first, and of these whole corpora in units, which nothing else matches.
    whole = takewhile(lambda format: format.measure == "units" and format.names == "both", formats_of_suffix(end))
    if found := next((format for format in whole if format.matches(head)), None):
        return [found]
    suffixed = list(formats_of_suffix(end))
    if fitting := [format for format in suffixed if format.matches is only_by_suffix or format.matches(head)]:
        return fitting
    if fitting := [format for format in known_formats() if format.matches(head)]:
        return fitting
    return [format for format in suffixed if format.may_be_empty] if is_blank(data) else suffixed
