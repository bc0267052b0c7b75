"""Runs fuzzed cases in a process of their own, each within ten seconds and four gigabytes.

A case depends on the seed and its number alone, so each can be made again. Findings are grouped by the place in the
code:

    python -m tests.fuzz.file_mutations --cases 30000 --seed 7
    python -m tests.fuzz.file_mutations --seed 7 --only 4711
"""

import argparse
import faulthandler
import multiprocessing
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

MOST_SECONDS = 10
MOST_MEMORY = 4 * 2**30


class Cases(Protocol):
    """Made of a folder, in which it may write, and a seed; the number of a case decides the rest."""

    def __init__(self, root: Path, seed: int) -> None: ...

    def __call__(self, number: int) -> str:
        """Run a case and tell how it ended; what is raised is a finding."""

    def shown(self, number: int) -> str:
        """What a case does."""


class TookTooLongError(BaseException):
    """Beside ``Exception``, so that nothing can take it for a fault of the input."""


class FaultError(Exception):
    """A case ended otherwise than it should, without an error."""


class Finding(NamedTuple):
    """What went wrong, where, in which case."""

    site: str
    message: str
    number: int


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise an error in the block when it takes too long; where Python is not reached any more, end the process.

    Work is measured in processor time, so that a busy machine makes no findings; waiting may last longer.
    """

    def stop(*_: object) -> None:
        raise TookTooLongError(f"more than {seconds} s of work, or {3 * seconds} s of waiting")

    timers = ((signal.SIGPROF, signal.ITIMER_PROF, seconds), (signal.SIGALRM, signal.ITIMER_REAL, 3 * seconds))
    for signum, timer, allowed in timers:
        signal.signal(signum, stop)
        signal.setitimer(timer, allowed)
    faulthandler.dump_traceback_later(6 * seconds, exit=True)
    try:
        yield
    finally:
        for _, timer, _ in timers:
            signal.setitimer(timer, 0)
        faulthandler.cancel_dump_traceback_later()


def site_of(error: BaseException) -> str:
    """The innermost place of ours on the way to an error."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "seamark" in Path(frame.filename).parts] or list(frames)
    return f"{type(error).__name__} at {Path(ours[-1].filename).name}:{ours[-1].lineno} in {ours[-1].name}"


def work(numbers: range, seed: int, results: Any, cases: type[Cases]) -> None:
    """Run cases in this process, and send how each ended."""
    with tempfile.TemporaryDirectory() as folder:
        run_case = cases(Path(folder), seed)
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for number in numbers:
            try:
                results.send(run_case(number))
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                results.send(Finding(site_of(error), f"{error!s:.300}", number))


def run(cases: type[Cases], count: int, seed: int, *, start: str = "spawn") -> tuple[Counter[str], list[Finding]]:
    """Run that many cases in a process of their own, which is started again behind a case that killed or stopped it.

    The process is a new one by default, since threads do not survive a fork.
    """
    context: Any = multiprocessing.get_context(start)
    counts: Counter[str] = Counter()
    findings: list[Finding] = []
    done = 0
    while done < count:
        results, sender = context.Pipe(duplex=False)
        process = context.Process(target=work, args=(range(done, count), seed, sender, cases))
        process.start()
        sender.close()  # the end of the process is then the end of its results
        why = "hang that no alarm ends"
        while done < count and results.poll(9 * MOST_SECONDS):
            try:
                told = results.recv()
            except EOFError:
                process.join()
                why = f"process ended with {process.exitcode}"
                break
            done += 1
            if isinstance(told, Finding):
                findings.append(told)
            else:
                counts[told] += 1
        if done < count:
            process.kill()
            findings.append(Finding(why, "", done))
            done += 1
        process.join()
    counts["found"] = len(findings)
    return counts, findings


def report(cases: type[Cases], seed: int, findings: list[Finding]) -> str:
    """The findings by site, each with one case."""
    lines = []
    with tempfile.TemporaryDirectory() as root:
        made = cases(Path(root), seed) if findings else None
        for site, number in Counter(finding.site for finding in findings).most_common():
            first = min((one for one in findings if one.site == site), key=lambda one: one.number)
            lines.append(f"{number:6}  {site}: {first.message}")
            lines.append(f"        --seed {seed} --only {first.number}: {made and made.shown(first.number)[:400]}")
    return "\n".join(lines).encode("utf-8", "backslashreplace").decode()


def main(cases: type[Cases]) -> int:
    """Run from the command line; 1 when there are findings."""
    parser = argparse.ArgumentParser(description=cases.__doc__)
    parser.add_argument("--cases", type=int, default=3_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="run the case of this number and show what happens")
    given = parser.parse_args()
    if given.only is not None:
        with tempfile.TemporaryDirectory() as root:
            made = cases(Path(root), given.seed)
            sys.stdout.write(f"{made.shown(given.only)}\n{made(given.only)}\n")
        return 0
    started = time.monotonic()
    counts, findings = run(cases, given.cases, given.seed)
    told = ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
    summary = f"{sum(counts.values())} cases with seed {given.seed} in {time.monotonic() - started:.0f} s: {told}"
    sys.stdout.write(f"{report(cases, given.seed, findings)}\n{summary}\n")
    return 1 if findings else 0
