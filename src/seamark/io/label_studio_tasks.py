"""The tasks of a JSON export of Label Studio, as far as they are read."""

from __future__ import annotations

from typing import Any

import msgspec


class Offsets(msgspec.Struct):
    """Where a region of hypertext lies in the text as it is shown, or frames of a video."""

    start: int
    end: int


class Value(msgspec.Struct, rename="camel"):
    """The region itself; its labels stand under the name of the control that made it."""

    start: int | float | str | None = None
    end: int | float | str | None = None
    start_offset: int | None = None
    end_offset: int | None = None
    text: Any = None
    global_offsets: Offsets | None = None
    ranges: list[Offsets] | None = None
    labels: list[str] | None = None
    hypertextlabels: list[str] | None = None
    htmllabels: list[str] | None = None  # how old versions called them
    paragraphlabels: list[str] | None = None
    timeserieslabels: list[str] | None = None
    timelinelabels: list[str] | None = None


class Region(msgspec.Struct):
    """One entry of a result; what else was said about a span has the id of its region."""

    type: str = ""
    value: Value = msgspec.field(default_factory=Value)
    id: str | int | None = None
    from_name: str = ""
    to_name: str = ""
    original_length: float | None = None

    @property
    def label(self) -> str | None:
        """Its first label."""
        names: list[str] | None = getattr(self.value, self.type) or self.value.htmllabels
        return names[0] if names else None

    @property
    def is_in_page(self) -> bool:
        """Whether it lies in a page of HTML, in which paths are its start and its end."""
        return self.type == "hypertextlabels" or str(self.value.start).startswith("/")


class User(msgspec.Struct):
    """An annotator, where the export tells more than a number."""

    id: int | str
    email: str | None = None


class Annotation(msgspec.Struct):
    """What one annotator did with one task; old versions called the annotator ``created_username``."""

    result: list[Region]
    completed_by: int | str | User | None = None
    created_username: str | None = None
    was_cancelled: bool | None = False
    skipped: bool | None = False

    @property
    def coder(self) -> str | None:
        """Whoever made it, if the export tells."""
        by = self.completed_by
        if isinstance(by, User):
            by = by.email or by.id
        name = self.created_username if by in (None, "") else by
        return None if name in (None, "") else str(name).strip()


class Task(msgspec.Struct):
    """One task of the raw export; ``completions`` is how old versions called annotations."""

    id: int | str
    data: dict[str, Any]
    annotations: list[Annotation] | None = None
    completions: list[Annotation] | None = None

    @property
    def done(self) -> list[Annotation]:
        """What annotators did with it."""
        return self.annotations or self.completions or []
