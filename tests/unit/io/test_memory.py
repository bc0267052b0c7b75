"""How much memory a reader takes: a few times the file, whatever the format."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.io.big_files import BIG, OPTIONS, make
from tests.unit.io.packages import need_packages_of

#: Most memory per byte of the file, over what the imported package takes.
MOST = 15

MEGABYTES = 12

STATUS = Path("/proc/self/status")

# A small file first, so that whatever the format needs is imported. The peak is read from the system, since it holds
# the memory of C and C++ too.
MEASURE = """
import sys
from pathlib import Path
from seamark.io import load

def peak():
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024

small, large, format, *options = sys.argv[1:]
options = dict(option.split("=") for option in options)
load(small, format=format, **options)
before = peak()
corpus = load(large, format=format, **options)
print(peak() - before)
"""


def peak_of(path: Path, small: Path, format: str, **options: str) -> int:
    """How much more memory than before a new process takes at most while it loads a file."""
    given = [f"{name}={value}" for name, value in options.items()]
    command = [sys.executable, "-c", MEASURE, str(small), str(path), format, *given]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def size_of(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


@pytest.mark.slow
@pytest.mark.skipif(not STATUS.exists(), reason="the system does not tell how much memory a process took")
@pytest.mark.parametrize(
    ("format", "options"),
    [(format, {}) for format in BIG]
    + [(format, {"types": "labels"}) for format in ("lab", "srt", "textgrid", "brat", "doccano")]
    + [
        (format, {"unit": "token"})
        for format in ("brat", "webanno", "webanno-old", "doccano", "prodigy", "label-studio", "xmi")
    ],
)
def test_memory_is_in_proportion_to_the_file(tmp_path, format, options):
    need_packages_of(format)
    folders = tmp_path / "large", tmp_path / "small"
    for folder in folders:
        folder.mkdir()
    large, small = make(format, folders[0], MEGABYTES), make(format, folders[1], 0.01)
    size = size_of(folders[0])
    assert 0.5 < size / (MEGABYTES * 1e6) < 2
    assert peak_of(large, small, format, **OPTIONS.get(format, {}), **options) <= MOST * size
