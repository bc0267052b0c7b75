"""Every format has a case that declares its sound, refused and fixture files.

The file with the case has the name of the file in ``src/seamark/io/formats``; fixtures are in ``tests/fixtures``.
``tests/unit/io/test_formats.py`` reads the files of all cases.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import seamark as sm

#: What several fixtures are about.
SENTENCES = ("The sea was calm.", "We left at dawn.", "The wind rose.", "Waves broke over the bow.")
#: The codings of several fixtures.
TWO_ITEMS = {
    "voyage": {"ann": [2, 2], "ben": [2, 1, 1]},
    "return": {"ann": sm.Segmentation.from_positions([2, 4, 4], 6, [1, 1, 2]), "ben": [6]},
}

#: A sentence of large files, and where its words begin.
SENTENCE = "the sea was calm and we left the harbour at dawn."
WORDS = [
    (SENTENCE.index(word), word) for word in ("the sea", "was", "calm", "and", "we", "left", "the harbour", "at dawn.")
]

FIXTURES = Path(__file__).parents[1] / "fixtures"


class LargeFile(NamedTuple):
    """How a file begins, its records by number, and how it ends; beginning and end may depend on how many there are."""

    record: Callable[[int], str]
    head: str | Callable[[int], str] = ""
    tail: str | Callable[[int], str] = ""


@dataclass(frozen=True, kw_only=True)
class FormatCase:
    """What a format reads and what it refuses.

    Attributes
    ----------
    name, file, sound
        The name of the format, and the name and the content of a file that is read.
    beside
        Other files that must lie beside it.
    changes
        What stands in the sound file (the first time), what replaces it so that the file contradicts itself, and, where
        it is told, the line of the fault.
    broken
        Contents that are refused; with the line of the fault, the name of the file and options where they matter.
    fixtures
        Files in ``tests/fixtures``, options, and the codings: masses, a segmentation with types, or spans.
    texts, labels
        Fixtures, options, and the texts of their units; or item, coder and the labels as boundary types.
    alike
        Whether its files look like those of another format, so that only their suffix or the option decides.
    large
        Of a format that is not written: how a large file is made, for tests of time and memory.
    """

    name: str
    file: str
    sound: bytes
    beside: dict[str, bytes] = field(default_factory=dict)
    changes: Sequence[tuple[Any, ...]] = ()
    broken: Sequence[bytes | tuple[Any, ...]] = ()
    fixtures: Sequence[tuple[str, dict[str, Any], dict[str, Any]]] = ()
    texts: Sequence[tuple[str, dict[str, Any], dict[str, Any]]] = ()
    labels: Sequence[tuple[str, dict[str, Any], str, str, list[tuple[int, Any]]]] = ()
    alike: bool = False
    large: LargeFile | None = None

    def write(self, folder: Path, content: bytes | None = None, name: str | None = None) -> Path:
        """Put the sound file, or another content in its place, and what lies beside it, into a folder."""
        for other, data in self.beside.items():
            (folder / other).write_bytes(data)
        path = folder / (name or self.file)
        path.write_bytes(self.sound if content is None else content)
        return path


def cases_of_files() -> dict[str, list[FormatCase]]:
    """The cases by the name of the file that declares them."""
    stems = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    values = {stem: vars(import_module(f"tests.formats.{stem}")).values() for stem in stems}
    return {stem: [one for one in listed if isinstance(one, FormatCase)] for stem, listed in values.items()}


@cache
def format_cases() -> dict[str, FormatCase]:
    """The cases by the name of their format."""
    cases = chain.from_iterable(cases_of_files().values())
    # The fuzzer knows a format by its number in this order.
    return {case.name: case for case in sorted(cases, key=lambda case: case.name.replace("-", "_"))}


def of_every_case(choose: Callable[[FormatCase], Sequence[Any]]) -> list[Any]:
    """One part of every case, as parameters of a test that have the name of the format."""
    cases = format_cases().values()
    return [pytest.param(case, one, id=f"{case.name}-{n}") for case in cases for n, one in enumerate(choose(case))]
