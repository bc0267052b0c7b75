"""What commands read: files, folders, standard input (``-``) and samples, as one corpus of any kind or as several.

Corpora that are compared are placed on one grid. Standard error says what was moved, left out or chosen.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import reduce
from io import BytesIO
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeAlias, cast

import click

from seamark import datasets
from seamark.base.checks import hint
from seamark.base.errors import InputError, MassMismatchError, ParseError, RereadError, UndefinedScoreError, WriteError
from seamark.base.files import require_apart
from seamark.base.numbers import counted
from seamark.cli.options import TaskChoice, argument, bundle, given_options, is_given, names_in, option_in, usage_errors
from seamark.cli.output import Output, Target
from seamark.io import Loaded, LoadReport, load_with_report
from seamark.io.format import CHOICES, DEFAULT_OPTIONS, FORMATS, UNITS_OF_TEXTS, ReadOptions, UnfitOptionError
from seamark.io.source import read_stream
from seamark.model.codings import Kind
from seamark.model.corpus import Corpus
from seamark.model.labelled import Hierarchy
from seamark.tasks.declared import TASKS, Task, fitting_tasks

if TYPE_CHECKING:
    from seamark.io.look import Look

STANDARD_INPUT = STANDARD_OUTPUT = "-"
#: What is before the name of a corpus from the literature, and the corpora; the second is fetched once.
SAMPLE = "sample:"
_SAMPLES = {"stargazer": datasets.stargazer, "moonstone": datasets.moonstone}
#: Where a run keeps the bytes of standard input, which may be read again.
_STANDARD_INPUT = "seamark.standard_input"
#: Options that have another name here than in the library.
_OTHER_NAMES = {"format": "from"}

#: A file, or several that are one corpus.
Place: TypeAlias = str | Sequence[str]


@contextmanager
def naming_file(source: Place) -> Iterator[None]:
    """Add the name of a file to errors of the library that name none."""
    try:
        yield
    except UndefinedScoreError as error:
        raise UndefinedScoreError(f"{named(source)}: {error}") from None
    except InputError as error:
        if isinstance(error, WriteError) or (isinstance(error, ParseError) and error.path is not None):
            raise
        raise InputError(f"{named(source)}: {error.template}", option=error.option) from None


@contextmanager
def options_called(**names: str) -> Iterator[None]:
    """The option of the command line for a parameter of the library with another name."""
    try:
        yield
    except InputError as error:
        if error.option not in names:
            raise
        raise InputError(error.template, option=names[error.option]) from None


@contextmanager
def advice_on_lengths(units: Collection[object]) -> Iterator[None]:
    """Add an option that helps to errors about recordings or texts of different lengths."""
    try:
        yield
    except MassMismatchError as error:
        if not any(units):
            raise
        advice = "--unit chooses the units in which texts are counted"
        if "time" in units:
            advice = (
                "--trim SECONDS accepts a difference of lengths, --duration SECONDS sets the length, --task treats "
                "ends as its field does"
            )
        raise MassMismatchError(f"{error}; {advice}") from None


def named(sources: Place) -> str:
    """What messages call a corpus that was read from one place or several."""
    return sources if isinstance(sources, str) else ", ".join(sources)


def _wrong_task(place: Place, task: str, fitting: Sequence[str]) -> InputError:
    """The error about a file that does not fit the task that was named; it names those that it fits."""
    names = ", ".join(fitting) or "none"
    return InputError(f"{named(place)}: does not fit the task {task}; tasks that it fits: {names}")


def _is_timed(report: LoadReport) -> bool:
    return report.unit == "time" and report.measure != "frames"


def _fitting(report: LoadReport, kind: Kind) -> tuple[str, ...]:
    """The tasks that codings fit: the one that their format is about, those in time, or those in units."""
    if report.task is not None:
        return (report.task,)
    names = fitting_tasks(None if _is_timed(report) else kind)
    return tuple(name for name in names if TASKS[name].resolution is None or report.unit not in UNITS_OF_TEXTS)


class _Read(NamedTuple):
    """What was read, how, and by which reader."""

    place: Place
    reader: Reader
    corpus: Corpus
    report: LoadReport

    def again(self, kind: Kind | None, **options: object) -> _Read:
        """Read the same files with other options."""
        return self.reader.changed(**options)._read(self.place, kind)


@dataclass(frozen=True, slots=True)
class Reader:
    """How the user wants files to be read.

    Attributes
    ----------
    options
        The parameters of ``load``.
    kind
        What ``--as`` says; None where it is not given.
    """

    options: ReadOptions
    kind: Kind | None = None
    #: Whether every file is what one coder made.
    files_as_coders: bool = False
    #: The task whose codings are read; and whether a file that can only be about one task chooses it.
    task: Task | None = None
    chooses_task: bool = False
    #: The file in which to write how files were read.
    save_reading: str | None = None

    @classmethod
    def of(
        cls,
        duration: tuple[str, ...] = (),
        kind: Kind | None = None,
        files_as_coders: bool = False,
        save_reading: str | None = None,
        **given: Any,
    ) -> Reader:
        """From the options of the command line."""
        # --as boundaries means boundaries, also where a file holds something else.
        asked: Kind | None = "boundaries" if kind == "boundaries" else None
        with usage_errors():
            options = ReadOptions(kind=asked, duration=_durations(duration), **given_options(**given))
        return cls(options, kind, files_as_coders, save_reading=save_reading)

    def changed(self, **options: Any) -> Reader:
        """The same reader with other options."""
        return replace(self, options=replace(self.options, **options))

    def for_field(self, field: TaskChoice) -> Reader:
        """The same reader for what a task is about, on its grid unless another was asked for; where nobody named a
        task, a file may choose it.
        """
        task = field.task
        if task is None:
            return replace(self, chooses_task=field.may_be_chosen)
        if self.kind not in (None, task.kind):
            raise click.UsageError(f"--as {self.kind} is not for --task {task.name}, which is about {task.kind}")
        found = replace(self, kind=task.kind, task=task)
        return found if self.options.resolution is not None else found.changed(resolution=task.resolution)

    def corpus(
        self, place: Place, output: Output, kind: Kind | None = "boundaries", *, of_coders: bool = False
    ) -> Corpus:
        """Read one corpus: a file, a folder, or several that are joined; with None, of the kind that the files hold.

        Where it is ``of_coders``, who are compared, several files that share no item are an error.
        """
        (corpus,), _ = self.corpora([place], output, kind)
        if of_coders:
            _require_shared_items(corpus, place)
        return corpus

    def corpora(self, places: Sequence[Place], output: Output, kind: Kind | None) -> tuple[list[Corpus], LoadReport]:
        """Read several corpora on the finest grid that one of them needs, and print how; with the first report."""
        found = self._found(places, kind)
        for one in (one for parts in found for one in parts):
            self._tell(one, output)
            if output.form == "json":
                output.inputs.append({"files": list(_parts(one.place)), "digest": one.corpus.digest})
        report = found[0][0].report
        self.save(report)
        joined = list(map(_joined, found))
        for _, notes in joined:
            output.remark(*notes)
        return [corpus for corpus, _ in joined], report

    def _found(self, places: Sequence[Place], kind: Kind | None) -> list[list[_Read]]:
        """What was read at each place: all of it at once, or by file where every file is what a coder made.

        An option for reading must have a meaning for one of them at least.
        """
        files = [part for place in places for part in _parts(place)]
        require_one_standard_input(*files)
        if self.files_as_coders and len(files) == 1 and Path(files[0]).is_dir():
            raise InputError(f"{files[0]}: is a folder; --files-as-coders expects files, such as {files[0]}/*")
        with options_called(**_OTHER_NAMES):
            try:
                found = self._each(files if self.files_as_coders else places, kind)
            except InputError:
                for place in places if self.task is not None else ():
                    self._require_fit(place, *self._as_held(place))
                raise
            for one in found:
                self._require_fit(one.place, one.report, one.corpus.kind)
            units = {one.report.unit for one in found if one.report.unit not in (None, "time")}
            steps = {one.report.resolution for one in found if one.report.resolution is not None}
            if len(units) > 1 or len(steps) > 1:
                unit = max(units, key=UNITS_OF_TEXTS.index, default=None)
                step = min(steps, default=None)
                found = [
                    one if one.report.unit is None else one.again(kind, unit=unit, resolution=step) for one in found
                ]
            if self.options.trim is not None:
                found[1:] = [_as_long(one, kind, found[0].corpus.lengths) for one in found[1:]]
        each = iter(found)
        return [[next(each) for _ in (_parts(place) if self.files_as_coders else (place,))] for place in places]

    def sides(self, places: Sequence[Place], output: Output, kind: Kind) -> tuple[list[Corpus], LoadReport]:
        """Read corpora that are compared with the first one, and make them fit it; with its report."""
        corpora, report = self.corpora(places, output, kind)
        fitted = _fitted(corpora, output)
        if self.options.skip_bad:
            fitted = _without_unfit(fitted, [named(place) for place in places], output)
        return fitted, report

    def study(
        self,
        humans: Place,
        systems: Sequence[str],
        output: Output,
        kind: Kind = "boundaries",
        target: Target | None = None,
        *,
        of_coders: bool = False,
    ) -> tuple[Corpus, dict[str, Corpus], LoadReport]:
        """Read humans or references, and systems (``FILE`` or ``NAME=FILE``), with items that end as the task has it;
        nothing that is read is the target. Gives the humans, the systems by name, and how the former were read.
        """
        files = [named_file(system) for system in systems]
        if target is not None:
            require_other_places([*_parts(humans), *(file for _, file in files)], target)
        (corpus, *others), report = self.sides([humans, *(file for _, file in files)], output, kind)
        if of_coders:
            _require_shared_items(corpus, humans)
        found = _systems_in(files, others)
        if self.task is not None:
            from seamark.tasks.score import with_common_ends

            (corpus, *fitted), _ = with_common_ends([corpus, *found.values()], self.task.ends)
            found = dict(zip(found, fitted, strict=True))
        return corpus, found, report

    def labels_left_out(self, report: LoadReport) -> list[str]:
        """What to say when boundaries were read of spans with labels, by a command that could compare the labels."""
        command = click.get_current_context().command
        takes = [one for one in getattr(command, "kinds", ()) if one in ("labels", "spans")]
        if report.kind != "boundaries" or report.labels < 2 or not takes or self.task:
            return []
        kept = " or ".join(f"--as {one}" for one in takes)
        return [f"holds spans with {report.labels} labels, of which boundaries are read; {kept} keeps labels"]

    def _read(self, place: Place, kind: Kind | None) -> _Read:
        """Read one place; errors name options as the library does."""
        places = _parts(place)
        if any(one.startswith(SAMPLE) for one in places):
            if len(places) > 1:
                raise click.UsageError("a sample cannot be joined with other files")
            return _Read(place, self, _sample(places[0].removeprefix(SAMPLE)), LoadReport("sample"))

        def loaded(options: ReadOptions) -> Loaded:
            return load_with_report(_opened(places), options, name=name)

        name, plain = _name_of(places), kind == "boundaries"
        found = loaded(self.options if plain else replace(self.options, kind=kind))
        if self.chooses_task and found.report.task in TASKS:
            raise RereadError("task", str(found.report.task), name or ", ".join(places))
        if plain and found.report.kind != "boundaries":
            raise RereadError("kind", found.report.kind, name or ", ".join(places))
        if kind is None and found.report.kind == "boundaries":  # what tools mark are spans
            found = loaded(replace(self.options, kind="spans"))
        return _Read(place, self, *found)

    def _each(self, places: Sequence[Place], kind: Kind | None) -> list[_Read]:
        """Read every place, without the options that only have a meaning for another one.

        Chunks without their text are placed in the texts of the first corpus.
        """
        found: list[_Read] = []
        unfit: dict[str, list[UnfitOptionError]] = {}
        for place in places:
            mine = self.changed(texts=found[0].corpus.texts) if found and kind == "boundaries" else self
            while True:
                try:
                    found.append(mine._read(place, kind))
                    break
                except UnfitOptionError as error:
                    name = str(error.option)
                    unfit.setdefault(name, []).append(error)
                    mine = mine.changed(**{name: getattr(DEFAULT_OPTIONS, name)})
        for name, errors in unfit.items():
            by_task = name == "resolution" and self.task is not None and not is_given(name)
            if len(errors) == len(places) and not by_task:
                raise errors[0]
        return found

    def _require_fit(self, place: Place, report: LoadReport, kind: Kind) -> None:
        """Refuse a place that does not fit the task that was named."""
        by_hand = _is_timed(report) and is_given("resolution") and not report.task
        if self.task is not None and not by_hand and self.task.name not in (fitting := _fitting(report, kind)):
            raise _wrong_task(place, self.task.name, fitting)

    def _as_held(self, place: Place) -> tuple[LoadReport, Kind]:
        """How a place is read when nothing is asked for, and which kind of codings it holds then."""
        plain = self.changed(resolution=None)
        try:
            found = plain._read(place, "boundaries")
        except RereadError as other:
            found = plain._read(place, cast("Kind", other.value))
        return found.report, found.corpus.kind

    def without_texts(self, place: str) -> InputError:
        """The error about what holds no texts, in which chunks and answers are looked for; it names tasks that fit."""
        fitting = [name for name in _fitting(*self._as_held(place)) if name != "chunks"]
        return _wrong_task(place, "chunks, which is about texts", fitting)

    def look(self, places: Sequence[str]) -> Look:
        """What is in files, and how it is read."""
        from seamark.io.look import look_with  # for one command

        require_one_standard_input(*places)
        if self.files_as_coders or any(one.startswith(SAMPLE) for one in places):
            raise click.UsageError("look at files one by one, without --files-as-coders; samples are not files")
        with options_called(**_OTHER_NAMES):
            return look_with(_opened(places), replace(self.options, kind=self.kind), _name_of(places))

    def save(self, report: LoadReport) -> None:
        """Write how files were read, if that is wanted."""
        if self.save_reading is not None:
            from seamark.io.look import save_reading

            save_reading(self.save_reading, self.options, report)

    def _tell(self, one: _Read, output: Output) -> None:
        """Say what is to be said about how something was read."""
        name, report = named(one.place), one.report
        if click.get_current_context().command.name in ("agree", "report") and report.why and not report.is_own:
            output.remark(f"{name}: {_line_about(report, one.corpus)}")
        if report.moved or report.reason:
            output.remark(f"{name}: {report.summary}")
        # A note on one of several files names it already.
        output.remark(*(note if str(Path(name)) in note else f"{name}: {note}" for note in report.notes))
        output.remark(*map(str, report.suspicions))
        if not any(reading["labels"] > 1 for reading in output.readings):  # once is enough
            output.remark(*(f"{name}: {sentence}" for sentence in self.labels_left_out(report)))
        if report.unit is not None or report.resolution is not None:
            output.readings.append({"file": name, "summary": report.summary, **report.to_dict()})


def _parts(place: Place) -> list[str]:
    return [place] if isinstance(place, str) else list(place)


def _opened(places: Sequence[str]) -> list[str | BinaryIO]:
    """The files, and standard input as a file."""
    return [standard_input() if one == STANDARD_INPUT else one for one in places]


def _name_of(places: Sequence[str]) -> str | None:
    """What messages call files, where they have no name of their own."""
    return "standard input" if STANDARD_INPUT in places else None


def _require_shared_items(corpus: Corpus, place: Place) -> None:
    """Refuse several files of which each holds items of its own, by one coder, where coders are compared."""
    several = len(_parts(place)) > 1 or (len(corpus.coder_names) == 1 and Path(_parts(place)[0]).is_dir())
    if several and len(corpus.codings) == len(corpus) > 1:
        raise InputError(f"{named(place)}: no item has two codings; --files-as-coders reads each file as one coder's")


def _line_about(report: LoadReport, corpus: Corpus) -> str:
    """What was read, in one line, for a person who wants to see whether it is what was meant."""
    items, coders = corpus.item_names, corpus.coder_names
    what = {"spans": "span"}.get(report.kind, "boundary")
    names = ", ".join(coders[:4]) + (", ..." if len(coders) > 4 else "")
    line = f"read as {report.format} ({report.why}): {counted(len(items), 'item')}, {counted(len(coders), 'coder')}"
    odd = f"; {counted(len(report.suspicions), 'suspicion')}: see 'seamark look'" if report.suspicions else ""
    return f"{line} ({names}), {counted(report.marks, what)}, units: {report.units}{odd}"


def _joined(read: Sequence[_Read]) -> tuple[Corpus, list[str]]:
    """Several files as one corpus, each the codings of a coder who is called like the file; and what was changed.

    Files that hold one item each are about the same, whatever they call it.
    """
    corpora, task = [one.corpus for one in read], read[0].reader.task
    if len(corpora) < 2:
        return corpora[0], []
    files = [named(one.place) for one in read]
    for file, corpus in zip(files, corpora, strict=True):
        if len(corpus.coder_names) > 1:
            coders = ", ".join(corpus.coder_names[:3])
            raise InputError(f"{file}: holds several coders, {coders}; --files-as-coders expects one in each file")
    stems = [PurePath(file).stem for file in files]
    names = stems if len(set(stems)) == len(stems) else [str(PurePath(file).with_suffix("")) for file in files]
    item = None
    if all(len(corpus) == 1 for corpus in corpora):
        item = _shared_name([name for corpus in corpora for name in corpus])
    made = [_renamed(corpus, name, item) for name, corpus in zip(names, corpora, strict=True)]
    notes: list[str] = []
    if task is not None and task.ends in ("reference", "last"):
        from seamark.tasks.score import with_common_ends

        made, notes = with_common_ends(made, "shortest")
    with advice_on_lengths([read[0].report.unit]):
        return reduce(Corpus.merge, _on_one_line(made)), notes


def _shared_name(names: Sequence[str]) -> str:
    """What names share before a hyphen, an underscore, a point or a space.

    Examples
    --------
    >>> _shared_name(["talk_ann", "talk_ben"]), _shared_name(["ann", "ben"])
    ('talk', 'item')
    """
    least, most = min(names), max(names)
    same = next((place for place, (a, b) in enumerate(zip(least, most, strict=False)) if a != b), len(least))
    whole = least if least == most else re.sub(r"[-_. ]+[^-_. ]*\Z", "", least[:same], count=1)
    return whole if whole != least[:same] or least == most else "item"


def _renamed(corpus: Corpus, coder: str | None, item: str | None) -> Corpus:
    """The same codings under another name of the coder, or of the only item."""
    items = [item or name for name in _items_of(corpus)]
    coders = [coder or corpus.coder_names[number] for number in corpus.coder_index.tolist()]
    texts = {item or name: units for name, units in corpus.texts.items()}
    return Corpus.from_columns(items, coders, corpus.codings, texts=texts, metadata=corpus.metadata)


def _without_unfit(sides: Sequence[Corpus], names: Sequence[str], output: Output) -> list[Corpus]:
    """The items that all sides have in one length; an error lists what is wrong with all others."""
    every = dict.fromkeys(item for side in sides for item in side)
    lengths = {item: [side.lengths.get(item) for side in sides] for item in every}
    unfit = [item for item, found in lengths.items() if len(set(found)) > 1]
    if len(unfit) == len(every):
        return list(sides)  # the caller reports what is wrong
    for item in unfit:
        parts = [
            f"{name} has none" if units is None else f"{units:,} units in {name}"
            for name, units in zip(names, lengths[item], strict=True)
        ]
        output.remark(f"left out: item {item!r}: {', '.join(parts)}")
    return [side.drop(items=[item for item in unfit if item in side]) for side in sides]


def _as_long(one: _Read, kind: Kind | None, wanted: Mapping[str, int]) -> _Read:
    """The same with items as long as another has them, where they differ by no more than may be trimmed."""
    step, trim = one.report.resolution, one.reader.options.trim
    if step is None or trim is None:
        return one
    by_itself = one.again(kind, resolution=step, trim=None).corpus.lengths
    alone = len(wanted) == len(by_itself) == 1
    known = {item: next(iter(wanted.values())) if alone else wanted.get(item, mass) for item, mass in by_itself.items()}
    near = {item: mass * step for item, mass in known.items() if abs(mass - by_itself[item]) * step <= trim}
    return one.again(kind, resolution=step, duration=near or one.reader.options.duration)


def _fitted(sides: list[Corpus], output: Output) -> list[Corpus]:
    """All sides; single items belong together whatever they are called."""
    reference = sides[0]
    for number, side in enumerate(sides[1:], start=1):
        if len(reference) == len(side) == 1 and reference.item_names != side.item_names:
            (item,), (other,) = reference.item_names, side.item_names
            output.remark(f"item {other!r} is scored against item {item!r}: each file holds one")
            sides[number] = _renamed(side, None, item)
    return _on_one_line(sides)


def _on_one_line(sides: list[Corpus]) -> list[Corpus]:
    """All sides with lines of spans that end where the longest ends, and hierarchies as deep as the deepest."""
    if sides[0].kind == "spans":
        from seamark.tasks.score import with_common_ends

        return with_common_ends(sides, "union")[0]  # nothing was marked beyond the end of a line
    plain = sides[0].kind == "levels" and all(one.labelled is None for side in sides for one in side.codings)
    if not plain or not all(one.nested for side in sides for one in side.codings):
        return sides
    depths: dict[str, int] = {}
    for side in sides:
        for item, one in zip(_items_of(side), side.codings, strict=True):
            depths[item] = max(depths.get(item, 0), one.depth)
    return [
        side.with_codings(
            [
                Hierarchy.from_strengths(one.strengths, one.mass, depths[item])  # further levels have no boundaries
                for item, one in zip(_items_of(side), side.codings, strict=True)
            ]
        )
        for side in sides
    ]


def _items_of(corpus: Corpus) -> list[str]:
    """The item of every coding."""
    return [corpus.item_names[number] for number in corpus.item_index.tolist()]


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


def _systems_in(given: Sequence[tuple[str | None, str]], corpora: Sequence[Corpus]) -> dict[str, Corpus]:
    """The systems of several files, by the name of each file or, of a file with several, the names within it."""
    systems: dict[str, Corpus] = {}
    for (name, file), corpus in zip(given, corpora, strict=True):
        coders = corpus.coder_names
        if name is not None and len(coders) > 1:
            raise click.UsageError(f"{file} holds {len(coders)} systems, which keep their names; give it without one")
        for coder in coders:
            # Standard input has no name of its own.
            of_file = coder if len(coders) > 1 or file == STANDARD_INPUT else PurePath(file).stem or file
            if (name or of_file) in systems:
                raise click.UsageError(f"two systems are called {name or of_file!r}; name them, as in other={file}")
            systems[name or of_file] = corpus if len(coders) == 1 else corpus.subset(coders=[coder])
    return systems


def chosen_item(corpus: Mapping[str, Any], item: str | None) -> str:
    """The item that ``--item`` names, or the only one."""
    if item is None and len(corpus) > 1:
        raise InputError(f"--item is missing, and there are {len(corpus)} items; {hint('', corpus)}")
    chosen = next(iter(corpus)) if item is None else item
    if chosen not in corpus:
        raise InputError(f"no item is called {chosen!r}; {hint(chosen, corpus)}")
    return chosen


def chosen_codings(corpus: Corpus, item: str, coders: str | None, *, two: bool = False) -> dict[str, Any]:
    """The codings of an item by the coders that ``--coders`` names, or by all; where asked for, exactly two."""
    present = corpus[item]
    names = tuple(present) if coders is None else tuple(coders.split(","))
    if two and len(names) != 2:
        given = f"item {item!r} has" if coders is None else "--coders names"
        expected = f"expected two with a comma between them, of {', '.join(present)}"
        raise InputError(f"{given} {counted(len(names), 'coder')}; {expected}")
    for name in names:
        if name not in present:
            raise InputError(f"item {item!r} has no coder {name!r}; {hint(name, present)}")
    return {name: present[name] for name in names}


def require_one_standard_input(*sources: str) -> None:
    """Refuse to read standard input twice."""
    if sources.count(STANDARD_INPUT) > 1:
        raise click.UsageError("standard input (-) can be read only once")


def require_other_places(inputs: Iterable[str], *outputs: Target | str | Path | None) -> None:
    """Refuse to write to what is read; standard input may be a file, too."""
    files = ["/dev/stdin" if source == STANDARD_INPUT else source for source in inputs]
    places = [output.place if isinstance(output, Target) else output for output in outputs]
    require_apart(
        [file for file in files if not file.startswith(SAMPLE)],
        [place for place in places if place is not None and place != STANDARD_OUTPUT],
    )


def corpus_argument(metavar: str = "CORPUS", *, several: bool = False) -> Any:
    """A file, a folder, ``-`` or ``sample:NAME``; or several of them."""
    shown = f"{metavar}..." if several and " " not in metavar else metavar
    return argument(shown, type=click.Path(allow_dash=True), nargs=-1 if several else 1, required=True)


class _FormatName(click.Choice):  # type: ignore[type-arg]  # not generic in older releases of click
    """A choice of many names: of another name it says which is the nearest."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse a name that no format has."""
        if value not in self.choices:
            self.fail(f"no format is called {value!r}; {hint(str(value), self.choices)}", param, ctx)
        return value


FORMAT = _FormatName(list(FORMATS))


def _columns(given: str) -> dict[str, str | list[str]]:
    """The columns by their roles; names with a comma are in quotes."""
    found: dict[str, str | list[str]] = {}
    for pair in re.findall(r'(?:[^,"]|"[^"]*")+', given):
        role, equals, column = pair.partition("=")
        if not equals or not column:
            raise click.UsageError(f"--columns has {pair!r}; expected ROLE=COLUMN, such as item=doc")
        names = [name.strip('"') for name in column.split("+")] if role.strip() == "coders" else []
        found[role.strip()] = names or column.strip('"')
    return found


def _limits(given: str) -> dict[str, int]:
    """The limits by name."""
    found = {}
    for pair in given.split(","):
        name, _, number = pair.partition("=")
        try:
            found[name.strip()] = int(float(number))
        except (ValueError, OverflowError):
            raise click.UsageError(f"--limits has {pair!r}; expected NAME=NUMBER, such as ratio=200") from None
    return found


_option = option_in("Reading")
_rare = option_in("Reading", rare=True)

_READING_OPTIONS = (
    _option("--from FORMAT", "Format of the files, if it is not recognised.", name="format", type=FORMAT),
    _option("--unit", "Unit for spans in a text [default: the coarsest that fits], or time.", choices=CHOICES["unit"]),
    _rare("--resolution SECONDS", "Seconds per unit, for times [default: 0.001 or less].", type=float),
    _rare("--snap-limit DISTANCE", "How far a boundary may move to a unit, in characters or seconds.", type=float),
    _rare("--types-as-one", "Read boundaries of all types as boundaries of one type."),
    _option("--layer NAME", "Tier, layer or namespace to read, if a file has several."),
    _rare("--tiers-as-coders", "Read every tier of a file as the codings of one coder."),
    _option("--files-as-coders", "Read every file as the coding of one coder of the same item."),
    _rare("--skip-bad", "Leave out files and items that cannot be measured, and list them all."),
    _rare("--name-by FIELD", "Field of the data that names the items, as in Label Studio."),
    _rare("--layout", "Whether outer folders are named after the coder or the item.", choices=CHOICES["layout"]),
    _rare("--duration [ITEM=]SECONDS", "Length of all items, or of one, if the file does not state it.", multiple=True),
    _rare("--trim SECONDS", "Cut codings that are longer than their item by at most this.", type=float),
    _rare("--columns ROLE=COLUMN,...", "Columns of a table, such as item=doc,start=begin.", type=_columns),
    _rare("--text-column NAME", "Column of a table with the texts of the units."),
    _rare(
        "--flags",
        "1 or x in a table with a row per unit marks where segments start or end; auto looks at the table.",
        choices=CHOICES["flags"],
        is_flag=False,
        flag_value="auto",
    ),
    _rare("--ends", "Whether the end of a span belongs to it, as in 1-448, 449-1037.", choices=CHOICES["ends"]),
    _rare("--time-unit UNIT", "Unit of the times, if not seconds: ms, min, units, frames@25 or samples@16000."),
    _rare("--reading FILE", "Options for reading, as --save-reading wrote them [default: reading.toml beside FILE]."),
    _rare("--save-reading FILE", "Write the options for reading to a file, to use them again."),
    _rare("--max-lost SHARE", "Share of chunks that need not be in their text [default: 0].", type=float),
    _rare("--encoding", "Encoding of text files.", default="utf-8"),
    _rare("--limits NAME=NUMBER,...", "Raise limits that an error names, such as bytes=4e9.", type=_limits),
)

#: How files are read; the options reach the command as ``reader``.
reading_options = bundle(Reader.of, *_READING_OPTIONS)


def reading_options_as(*kinds: Kind, default: str = "as the files say; boundaries from annotation tools") -> Any:
    """The same with ``--as``, for commands that work on several kinds of codings."""
    *others, last = kinds
    read_as = _option(
        "--as",
        f"Kind of codings to read: {', '.join(others)} or {last} [default: {default}].",
        name="kind",
        type=click.Choice(kinds),
    )
    tiers = _rare("--levels TIER,TIER...", "Tiers from coarse to fine, for --as levels.", type=names_in)
    return bundle(Reader.of, read_as, *([tiers] if "levels" in kinds else []), *_READING_OPTIONS)


def _durations(given: tuple[str, ...]) -> float | dict[str, float] | None:
    """One length for all items, or one for each that is named."""
    by_item: dict[str, float] = {}
    for text in given:
        item, _, seconds = text.rpartition("=")
        try:
            by_item[item] = float(seconds)
        except ValueError:
            raise click.UsageError(f"--duration is {text!r}; expected SECONDS or ITEM=SECONDS") from None
    if "" in by_item and len(by_item) > 1:
        raise click.UsageError("--duration is given for all items and for one; expected one of these")
    return by_item.get("", by_item or None)


def standard_input() -> BinaryIO:
    """The bytes of standard input, kept since a command may place them on another grid afterwards."""
    kept = click.get_current_context().meta
    if _STANDARD_INPUT not in kept:
        if sys.stdin is None:
            raise InputError("standard input is closed")
        kept[_STANDARD_INPUT] = read_stream(sys.stdin.buffer, "standard input")
    return BytesIO(kept[_STANDARD_INPUT])


def _sample(name: str) -> Corpus:
    if name not in _SAMPLES:
        raise click.UsageError(f"no sample is called {name!r}; {hint(name, _SAMPLES)}")
    return _SAMPLES[name]()
