"""Fuzzing guided by coverage, with Atheris: readers of files, and metrics against their oracles.

An input is a byte, which chooses a format or a metric, and a file or what Hypothesis draws a pair and options from:

    python -m tests.fuzz.guided readers --seconds 120
    python -m tests.fuzz.guided readers --seconds 300 --renew     # minimizes the corpus, with what the run found
    python -m tests.fuzz.guided oracles --only build/fuzz-oracles/crash-1a2b

What reaches a line of a reader that no shorter input reached is kept in ``tests/fuzz/corpus``, from which every run
starts. Findings are kept in ``build``. With ``--random``, inputs are random, and Atheris is not needed.
"""

import argparse
import importlib.util
import io
import random
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

CORPUS = Path(__file__).parent / "corpus"
#: Inputs are short: what a reader does with a long file is measured elsewhere.
LONGEST = {"readers": 2_000, "oracles": 400}
MOST_SECONDS = {"readers": 10, "oracles": 60}
MOST_MEGABYTES = 2_000


@cache
def sound_cases() -> list[Any]:
    """The cases of formats; a corrupt Parquet file can end the process within pyarrow."""
    from tests.formats import format_cases

    return [case for name, case in format_cases().items() if name != "parquet" and not case.beside]


def read(data: bytes) -> None:
    """Read a file in the format of this number, and write what was found: a corpus or a SeamarkError."""
    from seamark.base.errors import SeamarkError
    from seamark.io import load, save
    from tests.fuzz.file_mutations import check_message

    number, content = data[0], data[1:]
    case = sound_cases()[number % len(sound_cases())]
    told = {"format": case.name} if number < len(sound_cases()) else {}  # the others are told from their content
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            corpus = load(io.BytesIO(content), name=case.file, **told)
        save(corpus, io.BytesIO(), format="json")
    except SeamarkError as error:
        check_message(str(error))


@cache
def oracles() -> list[Callable[[bytes], object]]:
    from tests.metrics.case import metric_cases
    from tests.metrics.test_cases import drawn_against_oracle

    return [drawn_against_oracle(case).hypothesis.fuzz_one_input for case in metric_cases()]


def compare(data: bytes) -> None:
    """Hold one answer of a metric, and with it the compiled kernel, against its oracle."""
    oracles()[data[0] % len(oracles())](data[1:])


TARGETS = {"readers": (read, sound_cases), "oracles": (compare, oracles)}


def on_plain_path() -> None:
    """Take the finder of an editable install away, since Atheris sees no coverage of what it finds."""
    kernel = importlib.util.find_spec("seamark._kernel")
    assert kernel is not None
    sys.meta_path[:] = [finder for finder in sys.meta_path if not type(finder).__module__.startswith("_editable")]
    sys.path.insert(0, str(Path(__file__).parents[2] / "src"))
    for loaded in [one for one in sys.modules if one.partition(".")[0] == "seamark"]:
        del sys.modules[loaded]
    importlib.import_module("seamark").__path__.append(str(Path(kernel.origin).parent))


def fuzz(name: str) -> None:
    """Be the process that libFuzzer drives; its arguments are those of the command line."""
    import atheris

    on_plain_path()
    target, prepare = TARGETS[name]
    with atheris.instrument_imports(include=["seamark"]):
        from seamark.io import known_formats

        known_formats()
        prepare()
    atheris.Setup(sys.argv, lambda data: target(data) if data else None)
    atheris.Fuzz()


def run_random(name: str, seconds: int, seed: int, found: Path) -> None:
    """Random inputs; the one that fails is kept. The time for imports and cases does not count."""
    TARGETS[name][1]()
    rng, end, count = random.Random(seed), time.monotonic() + seconds, 0  # noqa: S311
    while time.monotonic() < end:
        data = rng.randbytes(rng.randrange(1, LONGEST[name]))
        try:
            TARGETS[name][0](data)
        except BaseException:
            (found / f"crash-{seed}-{count}").write_bytes(data)
            raise
        count += 1
    sys.stdout.write(f"{count} random inputs\n")


def least_of(inputs: list[Path]) -> list[Path]:
    """Inputs, short ones first, that each reach a line of a reader that none before it reached."""
    reached: set[tuple[str, int]] = set()

    def follow(frame: FrameType, event: str, _: object) -> Any:
        if "/seamark/io/" not in frame.f_code.co_filename:
            return None
        reached.add((frame.f_code.co_filename, frame.f_lineno))
        return follow

    kept = []
    for path in sorted(inputs, key=lambda path: (path.stat().st_size, path.name)):
        before = len(reached)
        sys.settrace(follow)
        try:
            read(path.read_bytes())
        finally:
            sys.settrace(None)
        if len(reached) > before:
            kept.append(path)
    return kept


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="Fuzz readers or metrics.")
    parser.add_argument("name", choices=TARGETS)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", action="store_true", help="random inputs, without Atheris")
    parser.add_argument("--renew", action="store_true", help="put what was found into the corpus, minimized")
    parser.add_argument("--only", type=Path, help="run the input in this file and show what happens")
    given = parser.parse_args()
    found = Path(f"build/fuzz-{given.name}")
    found.mkdir(parents=True, exist_ok=True)
    if given.only is not None:
        TARGETS[given.name][0](given.only.read_bytes())
        return 0
    if given.random:
        run_random(given.name, given.seconds, given.seed, found)
        return 0
    options = {
        "max_total_time": given.seconds,
        "seed": given.seed,
        "max_len": LONGEST[given.name],
        "timeout": MOST_SECONDS[given.name],
        "rss_limit_mb": MOST_MEGABYTES,
        "artifact_prefix": f"{found}/",
        "print_final_stats": 1,
    }
    child = [sys.executable, "-c", f"from tests.fuzz.guided import fuzz; fuzz({given.name!r})"]
    child += [f"-{name}={value}" for name, value in options.items()]
    if given.name == "oracles":
        return subprocess.run([*child, "-len_control=0"]).returncode
    with tempfile.TemporaryDirectory() as folder:
        new = Path(folder)
        for number, case in enumerate(sound_cases()):
            (new / f"sound-{case.name}").write_bytes(bytes([number]) + case.sound[: LONGEST["readers"]])
        done = subprocess.run([*child, folder, str(CORPUS)])
        if done.returncode == 0 and given.renew:
            least = {path.name[:16]: path.read_bytes() for path in least_of([*CORPUS.iterdir(), *new.iterdir()])}
            for old in CORPUS.iterdir():
                old.unlink()
            for name, data in least.items():
                (CORPUS / name).write_bytes(data)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
