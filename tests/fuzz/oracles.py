"""Differential fuzzing: every metric, and with it the compiled kernel, against its oracle.

An input is the number of a metric, as a byte, and what Hypothesis draws a pair and options from. Atheris looks for
inputs by coverage; without it, inputs are random:

    python -m tests.fuzz.oracles --seconds 60
    python -m tests.fuzz.oracles --only build/fuzz-oracles/crash-1a2b

Findings are kept in ``build/fuzz-oracles``.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FOUND = Path("build/fuzz-oracles")
LONGEST = 400
MOST_SECONDS = 60


@cache
def targets() -> list[Any]:
    from tests.metrics.case import metric_cases
    from tests.metrics.test_cases import drawn_against_oracle

    return [drawn_against_oracle(case).hypothesis.fuzz_one_input for case in metric_cases()]


def compare(data: bytes) -> None:
    """Hold one answer of a metric against its oracle."""
    if data:
        targets()[data[0] % len(targets())](data[1:])


def fuzz() -> None:
    """Be the process that libFuzzer drives; its arguments are those of the command line."""
    import atheris

    with atheris.instrument_imports(include=["seamark"]):
        targets()
    atheris.Setup(sys.argv, compare)
    atheris.Fuzz()


def compare_random(seconds: int, seed: int) -> None:
    """Random inputs; the one that fails is kept."""
    rng, end, count = random.Random(seed), time.monotonic() + seconds, 0  # noqa: S311
    while time.monotonic() < end:
        data = rng.randbytes(rng.randrange(1, LONGEST))
        try:
            compare(data)
        except BaseException:
            (FOUND / f"crash-{seed}-{count}").write_bytes(data)
            raise
        count += 1
    sys.stdout.write(f"{count} random inputs\n")


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Fuzz metrics against their oracles.")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", action="store_true", help="random inputs, even where Atheris is there")
    parser.add_argument("--only", type=Path, help="compare for the input in this file")
    given = parser.parse_args()
    FOUND.mkdir(parents=True, exist_ok=True)
    if given.only is not None:
        compare(given.only.read_bytes())
    elif given.random or find_spec("atheris") is None:
        compare_random(given.seconds, given.seed)
    else:
        options = {
            "max_total_time": given.seconds,
            "seed": given.seed,
            "max_len": LONGEST,
            "len_control": 0,
            "timeout": MOST_SECONDS,
            "artifact_prefix": f"{FOUND}/",
            "print_final_stats": 1,
        }
        child = [sys.executable, "-c", "from tests.fuzz.oracles import fuzz; fuzz()"]
        return subprocess.run([*child, *(f"-{name}={value}" for name, value in options.items())]).returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
