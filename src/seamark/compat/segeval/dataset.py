"""segeval's ``Dataset``, and the files it is read from and written to."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, Final

from seamark.checks import mapping_of, path_of, shown
from seamark.choices import one_of
from seamark.compat.segeval.formats import FORMATS, segmentation_of
from seamark.errors import InputError
from seamark.io import load, save
from seamark.model.corpus import Corpus

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
