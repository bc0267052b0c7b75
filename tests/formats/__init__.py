"""Every format has a case that declares its sound, refused and fixture files; ``test_formats.py`` reads them.

The file with the case has the name of the file in ``io/formats``; fixtures are in ``tests/fixtures``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import seamark as sm

#: What several fixtures are about.
SENTENCES = ("The sea was calm.", "We left at dawn.", "The wind rose.", "Waves broke over the bow.")
#: The codings of several fixtures.
TWO_ITEMS = {
    "voyage": {"ann": [2, 2], "ben": [2, 1, 1]},
    "return": {"ann": sm.Segmentation.from_positions([2, 4, 4], 6, [1, 1, 2]), "ben": [6]},
}

FIXTURES = Path(__file__).parents[1] / "fixtures"


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

    def write(self, folder: Path, content: bytes | None = None, name: str | None = None) -> Path:
        """Put the sound file, or another content in its place, and what lies beside it, into a folder."""
        for other, data in self.beside.items():
            (folder / other).write_bytes(data)
        path = folder / (name or self.file)
        path.write_bytes(self.sound if content is None else content)
        return path


@cache
def format_cases() -> dict[str, FormatCase]:
    """The cases by the name of their format."""
    modules = [import_module(f"tests.formats.{path.stem}") for path in Path(__file__).parent.glob("[a-z]*.py")]
    cases = [value for module in modules for value in vars(module).values() if isinstance(value, FormatCase)]
    # The fuzzer knows a format by its number in this order.
    return {case.name: case for case in sorted(cases, key=lambda case: case.name.replace("-", "_"))}


def of_every_case(choose: Callable[[FormatCase], Sequence[Any]]) -> list[Any]:
    """One part of every case, as parameters of a test that have the name of the format."""
    cases = format_cases().values()
    return [pytest.param(case, one, id=f"{case.name}-{n}") for case in cases for n, one in enumerate(choose(case))]
