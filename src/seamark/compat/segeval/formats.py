"""segeval's ``Dataset``, and the files it is read from and written to."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from seamark.base.checks import items_of, mapping_of, one_of, path_of, shown, string_of
from seamark.base.errors import InputError
from seamark.datasets import stargazer
from seamark.io import load, save
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation

Format: TypeAlias = Literal["mass", "position", "sets", "nltk"]


class BoundaryFormat:
    """The names of segeval's formats."""

    mass: Final = "mass"
    position: Final = "position"
    sets: Final = "sets"
    nltk: Final = "nltk"


FORMATS: tuple[Format, ...] = ("mass", "position", "sets", "nltk")


def segmentation_of(given: Any, boundary_format: str = "mass") -> Segmentation:
    """What segeval takes for one segmentation; a bare number is a text of one segment.

    Examples
    --------
    >>> segmentation_of((5, 3, 5)) == segmentation_of("000010010000", "nltk")
    True
    """
    match one_of(boundary_format, "boundary_format", FORMATS):
        case "mass":
            return Segmentation.from_masses([given] if isinstance(given, int) else given)
        case "position":
            return Segmentation.from_labels(given)
        case "sets":
            return Segmentation.from_sets(given)
        case _:
            return Segmentation.from_string(given)


def sets_of(segmentation: Segmentation) -> tuple[frozenset[Any], ...]:
    """The boundary types at each potential boundary."""
    found: list[set[Any]] = [set() for _ in range(segmentation.mass - 1)]
    for place, kind in segmentation.boundaries:
        found[place - 1].add(kind)
    return tuple(map(frozenset, found))


def convert_positions_to_masses(positions: Iterable[Any]) -> tuple[int, ...]:
    """The lengths of runs of one segment number.

    Examples
    --------
    >>> convert_positions_to_masses([1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3])
    (5, 3, 5)
    """
    return Segmentation.from_labels(items_of(positions, "positions")).masses


def convert_masses_to_positions(masses: Iterable[int]) -> tuple[int, ...]:
    """The number of its segment for each unit.

    Examples
    --------
    >>> convert_masses_to_positions([2, 1])
    (1, 1, 2)
    """
    sizes = Segmentation.from_masses(masses).masses
    return tuple(number for number, size in enumerate(sizes, start=1) for _ in range(size))


def boundary_string_from_masses(masses: Iterable[int]) -> tuple[frozenset[Any], ...]:
    """A set of boundary types for each potential boundary.

    Examples
    --------
    >>> boundary_string_from_masses([1, 2])
    (frozenset({1}), frozenset())
    """
    return sets_of(Segmentation.from_masses(masses))


def convert_nltk_to_masses(string: str, boundary_symbol: str = "1") -> tuple[int, ...]:
    """The segment sizes of a string with a character per potential boundary.

    Examples
    --------
    >>> convert_nltk_to_masses("000010010000")
    (5, 3, 5)
    """
    parts = string_of(string, "string").split(string_of(boundary_symbol, "boundary_symbol"))
    return tuple(len(part) + 1 for part in parts)


# -------------------------------------------------- segeval's ``Dataset``, and the files it is read from and written to


_SUFFIXES = {"json": (".json", ".jsn"), "tsv": (".tsv", ".csv")}
_EXPECTED = "segmentations by item and coder, such as {'poem': {'ann': [2, 3]}}"


class Field:
    """The names of entries in segeval's JSON."""

    segmentation_type: Final = "segmentation_type"
    items: Final = "items"


class Dataset(defaultdict[str, dict[str, Any]]):
    """Codings by item and coder.

    Examples
    --------
    >>> poem = Dataset({"poem": {"ann": (2, 3), "ben": (5,)}})
    >>> sorted((poem + Dataset({"song": {"ann": (4, 4)}})).coders)
    ['ann', 'ben']
    """

    def __init__(
        self,
        item_coder_data: Mapping[str, Mapping[str, Any]] | None = None,
        properties: Mapping[str, Any] | None = None,
        boundary_types: Iterable[Any] | None = None,
        boundary_format: str = "mass",
    ) -> None:
        super().__init__(dict)
        self.properties = dict(mapping_of({} if properties is None else properties, "properties", "a mapping"))
        self.boundary_types = {1} if boundary_types is None else set(boundary_types)
        self.boundary_format = one_of(boundary_format, "boundary_format", FORMATS)
        self.coders: set[str] = set()
        self._add({} if item_coder_data is None else item_coder_data)

    def _add(self, codings: Mapping[str, Mapping[str, Any]], prefix: tuple[str, ...] = ()) -> None:
        for name, by_coder in by_item(codings).items():
            item = ",".join((*prefix, name)) if prefix else name
            for coder, segmentation in by_coder.items():
                if coder in self[item]:
                    raise InputError(f"item {shown(item)} has two codings of coder {shown(coder)}")
                self[item][coder] = segmentation
                self.coders.add(coder)

    def __iadd__(self, other: Mapping[str, Mapping[str, Any]]) -> Dataset:
        self._add(other)
        return self

    def __add__(self, other: Mapping[str, Mapping[str, Any]]) -> Dataset:
        together = self.copy()
        together += other
        return together

    def copy(self) -> Dataset:
        """A copy that shares nothing with this one."""
        return Dataset(
            copy.deepcopy(dict(self)), copy.deepcopy(self.properties), self.boundary_types, self.boundary_format
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Dataset, (dict(self), self.properties, self.boundary_types, self.boundary_format)


def input_linear_mass_json(filepath: str | PathLike[str]) -> Dataset:
    """Read segeval's JSON: ``{"segmentation_type": "linear", "items": {item: {coder: masses}}}``."""
    return _dataset(load(path_of(filepath, "filepath"), format="segeval-json"))


def input_linear_mass_tsv(filepath: str | PathLike[str]) -> Dataset:
    """Read segeval's table: a coder per row, and behind it the masses; the item has the name of the file."""
    return _dataset(load(path_of(filepath, "filepath"), format="segeval-tsv"))


def output_linear_mass_json(filepath: str | PathLike[str], dataset: Dataset) -> None:
    """Write segeval's JSON, in the place of a file that is there already."""
    properties = {key: value for key, value in getattr(dataset, "properties", {}).items() if key not in vars(Field)}
    codings = {
        item: {coder: segmentation_of(given, format_of(dataset)) for coder, given in by_coder.items()}
        for item, by_coder in by_item(dataset).items()
    }
    save(Corpus(codings, metadata=properties), path_of(filepath, "filepath"), format="segeval-json", force=True)


def load_nested_folders_dict(containing_dir: str | PathLike[str], filetype: str) -> Dataset:
    """Read all files below a folder, ``"json"`` or ``"tsv"``; the names of folders come before those of items."""
    top = path_of(containing_dir, "containing_dir")
    suffixes = _SUFFIXES[one_of(filetype, "filetype", tuple(_SUFFIXES))]
    if not top.is_dir():
        raise InputError(f"{top} is no folder")
    read = input_linear_mass_json if filetype == "json" else input_linear_mass_tsv
    together = Dataset()
    for path in sorted(place for place in top.rglob("*") if place.suffix.lower() in suffixes):
        together._add(read(path), _folders(path, top))
    return together


def by_item(dataset: object) -> Mapping[str, Mapping[str, Any]]:
    """A dataset, or a plain mapping in its place, which must hold codings by item and coder."""
    given = mapping_of(dataset, "data", _EXPECTED)
    for item, codings in given.items():
        mapping_of(codings, f"codings of {shown(item)}", "segmentations by coder")
    return given


def format_of(dataset: object) -> str:
    """The boundary format of a dataset; a plain mapping has masses."""
    return str(getattr(dataset, "boundary_format", "mass"))


def _folders(path: Path, top: Path) -> tuple[str, ...]:
    return path.parent.relative_to(top).parts


def _dataset(corpus: Corpus) -> Dataset:
    codings = {item: {coder: one.masses for coder, one in corpus[item].items()} for item in corpus}
    return Dataset(codings, properties=corpus.metadata)


# ------------------------------------- segeval's sample of an article cut by seven readers, and two hypotheses about it


#: Hearst 1997.
HEARST_1997_STARGAZER = Dataset(
    {item: {coder: one.masses for coder, one in codings.items()} for item, codings in stargazer().items()}
)
#: Made up, to be compared with the readers.
HYPOTHESIS_STARGAZER = Dataset({"stargazer": {"h1": (2, 6, 4, 2, 4, 3), "h2": (2, 1, 1, 1, 5, 8, 2, 1)}})
