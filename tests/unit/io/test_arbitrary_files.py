"""Files that are no segmentations: source code, configuration, metadata, prose, as an installed Python has them.

They are refused, or ``look`` says plainly what they were taken for, and why.
"""

from __future__ import annotations

import sysconfig
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import seamark as sm
from seamark.io.format import format_named

pytestmark = pytest.mark.slow

#: How files of text end that lie around.
SUFFIXES = (
    *("", ".py", ".pyi", ".txt", ".md", ".rst", ".cfg", ".toml", ".ini", ".json", ".csv", ".tsv", ".yml", ".yaml"),
    *(".xml", ".html", ".css", ".js", ".c", ".h", ".cpp", ".hpp", ".pxd", ".sh", ".in", ".conf", ".list", ".log"),
)
FILES, LARGEST = 3000, 2**18
#: Formats whose files cannot be told from others, so that one of them may be what such a file is taken for.
LOOSE = ("text", "markdown")


def text_files() -> Iterator[Path]:
    """Files of text in the installed libraries, mixed by their suffixes."""
    folders = [Path(sysconfig.get_path(name)) for name in ("purelib", "stdlib")]
    found: dict[str, list[Path]] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
            if path.suffix.casefold() in SUFFIXES and not path.is_symlink() and "seamark" not in path.parts:
                found.setdefault(path.suffix.casefold(), []).append(path)
    each = FILES // 8
    for paths in found.values():
        # Spread over all folders, most of one suffix are of one kind.
        yield from paths[:: max(1, len(paths) // each)][:each]


def test_arbitrary_files_are_refused_or_explained() -> None:
    taken: Counter[str] = Counter()
    seen = 0
    for path in text_files():
        try:
            if not path.is_file() or path.stat().st_size > LARGEST:
                continue
        except OSError:
            continue
        if seen == FILES:
            break
        seen += 1
        try:
            found = sm.look(path)
        except sm.InputError:
            taken["refused"] += 1
            continue
        assert found.report.why, path
        said = str(found)
        title = format_named(found.report.format).title
        assert said.startswith(f"{path}: {found.report.format} ({title})\n  why: "), path
        taken[found.report.format] += 1
    assert seen > FILES // 2, "too few files of text are installed here"
    others = {name: count for name, count in taken.items() if name not in ("refused", *LOOSE)}
    assert sum(others.values()) <= 0.01 * seen, others
