"""Damaged files, read by ``load``: a corpus or a SeamarkError, within ten seconds and four gigabytes, and nothing else.

Every file under ``tests/fixtures`` and, where ``SEAMARK_CORPORA`` is set, every small file under its ``exports`` is
damaged in many ways. A case depends on the seed and its number alone, so each can be made again:

    python -m tests.fuzz.file_mutations --files 30000 --seed 7 --workers 2
    python -m tests.fuzz.file_mutations --seed 7 --only 4711
    python -m tests.fuzz.parquet_mutations --files 1000

Findings are grouped by the place in the code; one damaged file of each group is kept in ``--keep``.
"""

import argparse
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

import seamark as sm
from seamark.base.errors import SeamarkError
from seamark.io import known_formats
from tests.fuzz.damage import damaged

FIXTURES = Path(__file__).parents[1] / "fixtures"
MOST_SECONDS = 10
MOST_MEMORY = 4 * 2**30
LARGEST_ORIGINAL = 60_000

# A corrupt Parquet or Arrow file can end the process within pyarrow; Parquet has a fuzzer of its own.
NAMES = tuple(format.name for format in known_formats() if format.name not in ("parquet", "arrow"))
UNITS = (*(None,) * 12, "token", "sentence", "line", "paragraph", "time")


class Cases(Protocol):
    """Made of a folder and a seed; the number of a case decides the rest."""

    def __init__(self, root: Path, seed: int) -> None: ...

    def __call__(self, number: int) -> str:
        """Run a case and tell how it ended."""

    def file(self, number: int) -> tuple[str, bytes]:
        """The name and the content of the damaged file."""


class TookTooLongError(BaseException):
    """Beside ``Exception``, so that no reader can take it for a fault of the file."""


class Finding(NamedTuple):
    """What went wrong, where, in which case."""

    site: str
    message: str
    number: int


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
    return [path for path in found if path.suffix not in (".md", ".parquet", ".arrow")]


class FileCases:
    """Files of all formats, damaged, loaded and saved; files are written in the folder."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root, self.seed = root, seed
        self.originals = copy_originals(root)

    def file(self, number: int) -> tuple[str, bytes]:
        file = self.originals[number % len(self.originals)]
        return str(file), damaged(Random(f"{self.seed}:{number}"), (self.root / file).read_bytes())  # noqa: S311

    def __call__(self, number: int) -> str:
        """Read, or refused; anything else is raised."""
        name, data = self.file(number)
        file, rng = Path(name), Random(f"options {self.seed}:{number}")  # noqa: S311
        whole_folder = file.parts[0] == "fixtures" and rng.random() < 0.25
        whole = (self.root / file).read_bytes()
        (self.root / file).write_bytes(data)
        try:
            with at_most(MOST_SECONDS):
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


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TookTooLongError(f"more than {seconds} seconds")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)


def site_of(error: BaseException) -> str:
    """The innermost place of ours on the way to an error."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "seamark" in Path(frame.filename).parts] or list(frames)
    return f"{type(error).__name__} at {Path(ours[-1].filename).name}:{ours[-1].lineno} in {ours[-1].name}"


def work(numbers: range, seed: int, current: Any, results: Any, cases: type[Cases]) -> None:
    """Run cases in this process; tells how each ended, and None behind the last."""
    with tempfile.TemporaryDirectory() as folder:
        run_case = cases(Path(folder), seed)
        # Libraries reserve address space that they may never use; what a case takes comes on top of it.
        reserved = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (reserved + MOST_MEMORY, reserved + MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for number in numbers:
            current.value = number
            try:
                results.put(run_case(number))
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                results.put(Finding(site_of(error), f"{error!s:.200}", number))
    results.put(None)


class Worker:
    """A process that runs cases, and is started again behind a case that killed or stopped it."""

    def __init__(self, numbers: range, seed: int, results: Any, cases: type[Cases], context: Any) -> None:
        self.numbers, self.seed, self.results, self.cases = numbers, seed, results, cases
        self.context = context
        self.current = context.Value("q", numbers.start)
        self.process: Any = None
        self._start(numbers)

    def _start(self, numbers: range) -> None:
        self.seen, self.since = -1, time.monotonic()
        arguments = (numbers, self.seed, self.current, self.results, self.cases)
        self.process = self.context.Process(target=work, args=arguments)
        self.process.start()

    def look(self) -> Finding | None:
        """What became of the process, when a case ended it."""
        number = self.current.value
        if number != self.seen:
            self.seen, self.since = number, time.monotonic()
        stuck = time.monotonic() - self.since > 3 * MOST_SECONDS
        if stuck:
            self.process.kill()
            self.process.join()
        if self.process.exitcode in (None, 0):
            return None
        why = "hang that no alarm ends" if stuck else f"process ended with {self.process.exitcode}"
        self._start(self.numbers[self.numbers.index(number) + 1 :])
        return Finding(why, "", number)


def run(
    files: int, seed: int, workers: int, cases: type[Cases] = FileCases, start: str = "fork"
) -> tuple[Counter[str], list[Finding]]:
    """Run that many cases in that many processes."""
    context: Any = multiprocessing.get_context(start)
    results = context.Queue()
    running = [Worker(range(first, files, workers), seed, results, cases, context) for first in range(workers)]
    counts: Counter[str] = Counter()
    findings: list[Finding] = []
    finished = 0
    while finished < workers:
        while results.empty():
            time.sleep(0.1)
            findings += [ended for worker in running if (ended := worker.look())]
        told = results.get()
        if told is None:
            finished += 1
        elif isinstance(told, Finding):
            findings.append(told)
        else:
            counts[told] += 1
    for worker in running:
        worker.process.join()
    counts["found"] = len(findings)
    return counts, findings


def keep(findings: list[Finding], seed: int, folder: Path, cases: type[Cases] = FileCases) -> None:
    """A damaged file for each place in the code."""
    with tempfile.TemporaryDirectory() as root:
        made = cases(Path(root), seed)
        for finding in {finding.site: finding for finding in reversed(findings)}.values():
            name, data = made.file(finding.number)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{seed}-{finding.number}-{Path(name).name}").write_bytes(data)


def main(cases: type[Cases] = FileCases, start: str = "fork") -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Load damaged files.")
    parser.add_argument("--files", type=int, default=30_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", type=int, help="run the case of this number and show what happens")
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz-files"), help="where damaged files are kept")
    given = parser.parse_args()
    if given.only is not None:
        with tempfile.TemporaryDirectory() as root:
            made = cases(Path(root), given.seed)
            sys.stdout.write(f"{made.file(given.only)}\n{made(given.only)}\n")
        return 0
    started = time.monotonic()
    counts, findings = run(given.files, given.seed, given.workers, cases, start)
    for site, number in Counter(finding.site for finding in findings).most_common():
        first = min((finding for finding in findings if finding.site == site), key=lambda finding: finding.number)
        sys.stdout.write(f"{number:6}  {site}: {first.message} (--seed {given.seed} --only {first.number})\n")
    keep(findings, given.seed, given.keep, cases)
    told = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
    sys.stdout.write(f"{sum(counts.values())} files in {time.monotonic() - started:.0f} s: {told}\n")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
