"""Agreement with intervals, comparisons and audits of systems, TextTiling and start-up, in processor time."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from nltk.tokenize.texttiling import TextTilingTokenizer

import seamark as sm
from bench.inputs import study, text
from bench.timing import Row, processor_time
from seamark.segmenters.run import ENGLISH

ITEMS, CODERS, SYSTEMS = 20_000, 5, 10


def rows() -> Iterator[Row]:
    yield from agreement()
    yield from many_coders()
    yield from consensus()
    yield from systems()
    yield from tiling()
    yield from starting()


def agreement() -> Iterator[Row]:
    humans = study(ITEMS, CODERS)
    jobs: dict[str, tuple[float, Callable[[], object]]] = {
        "two-way interval and shuffled level": (3.0, lambda: sm.agree(humans, ci=0.95)),
        "two-way interval by bootstrap": (5.0, lambda: sm.agree(humans, ci=0.95, method="percentile", shuffles=0)),
        "permutation chance": (3.0, lambda: sm.agree(humans, chance="permutation")),
    }
    for name, (allowed, job) in jobs.items():
        yield _within(f"agree, {ITEMS:,} x {CODERS}, {name}", allowed, processor_time(job, rounds=2))
    many = study(3 * ITEMS, CODERS)
    times = [processor_time(lambda given=given: sm.agree(given, ci=0.95)) for given in (many, humans)]
    yield Row("agree, two-way interval: 3 x the items", f"{3 * ITEMS:,}", times[0], f"{ITEMS:,}", times[1], "<= 3.3")


def many_coders() -> Iterator[Row]:
    items, coders = 2_000, 100
    humans = study(items, coders)
    size = f"{items:,} x {coders}"
    yield _within(f"agree, {size}, two-way interval", 0.8, processor_time(lambda: sm.agree(humans, ci=0.95)))
    yield _within(f"agree, {size}, kappa", 0.8, processor_time(lambda: sm.agree(humans, coefficient="kappa", ci=0.95)))
    yield _within(f"diagnose, {size}", 3.0, processor_time(lambda: sm.diagnose(humans), rounds=2))
    yield Row(f"agree, {size}: memory", "allowed", 300.0, "seamark", _peak_of_agree(items, coders), ">= 1", unit="MB")


def _peak_of_agree(items: int, coders: int) -> float:
    """How much memory an agreement takes beside its corpus, in a process of its own."""
    # Linux counts what the parent held into ru_maxrss of a child, but not into VmHWM.
    words = f"""
import re
import seamark as sm
from bench.inputs import study
def kilobytes(name):
    return int(re.search(name + r":\\s+(\\d+)", open("/proc/self/status").read())[1])
humans = study({items}, {coders})
sm.agree(study(2, 3), ci=0.95)
before = kilobytes("VmRSS")
sm.agree(humans, ci=0.95)
print(kilobytes("VmHWM") - before)
"""
    ran = subprocess.run([sys.executable, "-c", words], check=True, capture_output=True, text=True)  # noqa: S603  # our own words
    return int(ran.stdout) / 1024


def consensus() -> Iterator[Row]:
    jobs: dict[str, Callable[[sm.Corpus], object]] = {
        "consensus": sm.consensus,
        "boundary_groups": sm.boundary_groups,
        "adjudicate": _adjudication_page,
    }
    sizes = {(ITEMS, CODERS): 10.0, (1_000, 100): 30.0, (ITEMS // 10, CODERS): None, (1_000, 10): None}
    for (name, job), noise in product(jobs.items(), (0.0, 0.3)):
        times: dict[tuple[int, int], float] = {}
        named = f"{name}, noisy coders" if noise else name
        for size, allowed in sizes.items():
            humans = study(*size, noise=noise)
            times[size] = processor_time(lambda humans=humans, job=job: job(humans), rounds=2)
            if allowed is not None:
                yield _within(f"{named}, {size[0]:,} x {size[1]}", allowed, times[size])
        few, many = times[ITEMS // 10, CODERS], times[ITEMS, CODERS]
        yield Row(f"{named}: 10 x the items", f"{ITEMS:,}", many, f"{ITEMS // 10:,}", few, "<= 12")
        if not noise:
            yield Row(f"{named}: 10 x the coders", "100", times[1_000, 100], "10", times[1_000, 10], "<= 12")


def _adjudication_page(corpus: sm.Corpus) -> None:
    with TemporaryDirectory() as folder:
        sm.adjudicate(corpus, Path(folder, "decide.html"))


def systems() -> Iterator[Row]:
    humans, others = study(ITEMS, CODERS), study(ITEMS, SYSTEMS, seed=2)
    found = {f"system {name}": {} for name in others.coder_names}
    for item, codings in others.items():
        for name, coding in codings.items():
            found[f"system {name}"][item] = coding
    size = f"{SYSTEMS} systems x {ITEMS:,} items"
    yield _within(f"compare, {size}", 15.0, processor_time(lambda: sm.compare(humans, found, rng=1), rounds=1))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Row(f"compare, {size}: memory", "allowed", 1024.0, "seamark", peak, ">= 1", unit="MB")
    reference = found.pop(f"system {others.coder_names[0]}")
    yield _within(
        f"audit, {len(found)} systems x {ITEMS:,} items",
        4.4,
        processor_time(lambda: sm.audit(reference, found), rounds=1),
    )


def tiling() -> Iterator[Row]:
    def nltk_tiling(units: list[str]) -> Callable[[], object]:
        joined = "\n\n".join(units)
        return lambda: TextTilingTokenizer(stopwords=ENGLISH).tokenize(joined)

    short, medium, long = (text(size) for size in (30_000, 100_000, 1_000_000))
    theirs = processor_time(nltk_tiling(short), rounds=1)
    ours = {
        size: processor_time(lambda units=units: sm.TextTiling()(units), rounds=3)
        for size, units in (("30 KB", short), ("100 KB", medium), ("1 MB", long))
    }
    yield Row("TextTiling, 30 KB", "nltk", theirs, "seamark", ours["30 KB"], "")
    yield Row("TextTiling: 10 x the text", "1 MB", ours["1 MB"], "100 KB", ours["100 KB"], "<= 12")
    yield _within("TextTiling, 1 MB", 5.0, ours["1 MB"])


def starting() -> Iterator[Row]:
    def process(*words: str) -> float:
        return min(_child_time([sys.executable, *words]) for _ in range(10))

    numpy, both = process("-c", "import numpy"), process("-c", "import numpy, seamark")
    yield Row("import seamark, beside numpy's own", "allowed", 0.020, "seamark", max(both - numpy, 1e-4), ">= 1")
    for words in (("--version",), ("--help",)):
        yield Row(f"seamark {words[0]}", "allowed", 0.070, "seamark", process("-m", "seamark", *words), ">= 1")


def _child_time(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603  # our own words
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _within(work: str, allowed: float, seconds: float) -> Row:
    return Row(work, "allowed", allowed, "seamark", seconds, ">= 1")
