"""A column of segmentations, in any of the forms that tables have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from seamark.errors import InputError
from seamark.kernels.read_rows import ListColumn, MassColumn, RowBuffers
from seamark.scale.arrow_columns import is_text, list_column, listed, mass_column, text_column


@dataclass(frozen=True, slots=True)
class SegmentationColumn:
    """A column of segmentations.

    Attributes
    ----------
    column
        Masses, positions or characters.
    mass
        The number of units of every row; with it, lists hold positions, and text must be as long.
    text
        Whether the values are characters.
    """

    column: ListColumn
    mass: MassColumn | None
    text: bool

    @classmethod
    def of(cls, batch: Any, name: str, mass: str | None) -> SegmentationColumn:
        """The column of that name; text explains itself, lists hold positions when a column ``mass`` is named."""
        array = column_named(batch, name)
        masses = None if mass is None else mass_column(column_named(batch, mass), mass)
        if is_text(array.type):
            return cls(text_column(array), masses, text=True)
        return cls(list_column(array, name), masses, text=False)

    def values(self, rows: slice) -> int:
        """How many values these rows have."""
        return int(self.column.offsets[rows.stop]) - int(self.column.offsets[rows.start])

    def read(self, rows: slice, buffers: RowBuffers) -> int:
        """Read these rows into the buffers; how many cannot be used."""
        if self.text:
            bad = buffers.read_strings(self.column, rows)
            return bad if self.mass is None else bad + buffers.compare_masses(self.mass, rows)
        if self.mass is None:
            return buffers.read_masses(self.column, rows)
        return buffers.read_positions(self.column, self.mass, rows)


def column_named(batch: Any, name: str) -> Any:
    """A column of a record batch, or an error that says which there are."""
    if name not in batch.schema.names:
        raise InputError(f"no column is called {name!r}; there are: {listed(batch.schema.names)}")
    return batch.column(name)
