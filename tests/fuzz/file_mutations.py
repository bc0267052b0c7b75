"""Damaged files, read by ``load``: a corpus or a SeamarkError, within ten seconds and four gigabytes, and nothing else.

Every file under ``tests/fixtures`` and, where ``SEAMARK_CORPORA`` is set, every small file under its ``exports`` is
damaged in many ways.
"""

import os
import shutil
import sys
import warnings
from pathlib import Path
from random import Random
from typing import Any

import seamark as sm
from seamark.base.errors import SeamarkError
from seamark.io import known_formats
from tests.fuzz import cases
from tests.fuzz.damage import damaged

FIXTURES = Path(__file__).parents[1] / "fixtures"
LARGEST_ORIGINAL = 60_000

# A corrupt Parquet file can end the process within pyarrow, and has a fuzzer of its own.
NAMES = tuple(format.name for format in known_formats() if format.name != "parquet")
UNITS = (*(None,) * 12, "token", "sentence", "line", "paragraph", "time")


def copy_originals(root: Path) -> list[Path]:
    """The files to damage, copied with those that lie beside them; their paths within the copy."""
    shutil.copytree(FIXTURES, root / "fixtures")
    exports = Path(os.environ.get("SEAMARK_CORPORA", "/nowhere")) / "exports"
    for path in sorted(exports.rglob("*")):
        if path.is_file() and path.stat().st_size <= LARGEST_ORIGINAL:
            copy = root / "exports" / path.relative_to(exports)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
    found = sorted(path.relative_to(root) for path in root.rglob("*") if path.is_file())
    return [path for path in found if path.suffix not in (".md", ".parquet")]


class FileCases:
    """Files of all formats, damaged, loaded and saved; files are written in the folder."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root, self.seed = root, seed
        self.originals = copy_originals(root)

    def file(self, number: int) -> tuple[str, bytes]:
        file = self.originals[number % len(self.originals)]
        return str(file), damaged(Random(f"{self.seed}:{number}"), (self.root / file).read_bytes())  # noqa: S311

    def shown(self, number: int) -> str:
        name, data = self.file(number)
        return f"{name}: {data!r}"

    def __call__(self, number: int) -> str:
        """Read, or refused; anything else is raised."""
        name, data = self.file(number)
        file, rng = Path(name), Random(f"options {self.seed}:{number}")  # noqa: S311
        whole_folder = file.parts[0] == "fixtures" and rng.random() < 0.25
        whole = (self.root / file).read_bytes()
        (self.root / file).write_bytes(data)
        try:
            with cases.at_most(cases.MOST_SECONDS), warnings.catch_warnings():
                warnings.simplefilter("ignore", sm.ReadingWarning)
                corpus = sm.load(
                    self.root / (Path(*file.parts[:2]) if whole_folder else file), **self._options(rng, file)
                )
                # A corpus that was read can be shown and kept.
                repr(corpus)
                sm.save(corpus, self.root / "kept.json", force=True)
        except SeamarkError as error:
            check_message(str(error))
            return "refused"
        finally:
            (self.root / file).write_bytes(whole)
        return "read"

    def _options(self, rng: Random, file: Path) -> dict[str, Any]:
        options: dict[str, Any] = {}
        if rng.random() < 0.5:
            known = file.parts[0] == "fixtures" and file.parts[1] in NAMES and rng.random() < 0.8
            options["format"] = file.parts[1] if known else rng.choice(NAMES)
        if unit := rng.choice(UNITS):
            options["unit"] = unit
        if rng.random() < 0.3:
            options["types"] = "labels"
        if rng.random() < 0.05:
            options["encoding"] = rng.choice(("latin-1", "cp1252", "utf-16", "utf-7", "unicode_escape"))
        return options


def check_message(message: str) -> None:
    message.encode("utf-8")
    if not message.isprintable() or not 0 < len(message) <= 1500:
        raise AssertionError(f"the message is empty, very long, or holds control characters: {message[:300]!r}")


if __name__ == "__main__":
    sys.exit(cases.main(FileCases))
