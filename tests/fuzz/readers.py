"""Coverage-guided fuzzing of the readers with Atheris: a corpus or a SeamarkError, and nothing else.

An input is the number of a format, as a byte, and a file. What reaches a line of a reader that no shorter
input reached is kept in ``tests/fuzz/corpus``, from which every run starts:

    python -m tests.fuzz.readers --seconds 120
    python -m tests.fuzz.readers --only build/fuzz-readers/crash-1a2b
    python -m tests.fuzz.readers --seconds 300 --renew     # minimizes the corpus, with what the run found

Findings are kept in ``build/fuzz-readers``.
"""

import argparse
import io
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from types import FrameType
from typing import Any

CORPUS = Path(__file__).parent / "corpus"
FOUND = Path("build/fuzz-readers")
#: Inputs are short: what a reader does with a long file is measured elsewhere.
LONGEST = 2_000
MOST_MEGABYTES = 2_000
MOST_SECONDS = 10


def read(data: bytes) -> None:
    """Read a file in the format of this number, and write what was found."""
    from seamark.base.errors import SeamarkError
    from seamark.io import load, save
    from tests.formats import format_cases
    from tests.fuzz.file_mutations import check_message

    # A corrupt Parquet or Arrow file can end the process within pyarrow; Parquet has a fuzzer of its own.
    cases = [case for name, case in format_cases().items() if name not in ("parquet", "arrow") and not case.beside]
    number, content = data[0], data[1:]
    case = cases[number % len(cases)]
    told = {"format": case.name} if number < len(cases) else {}  # the others are told from their content
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            corpus = load(io.BytesIO(content), name=case.file, **told)
        save(corpus, io.BytesIO(), format="json")
    except SeamarkError as error:
        check_message(str(error))


def seed(folder: Path) -> None:
    """The sound files of all cases as inputs."""
    from tests.formats import format_cases

    cases = [case for name, case in format_cases().items() if name not in ("parquet", "arrow") and not case.beside]
    for number, case in enumerate(cases):
        (folder / f"sound-{case.name}").write_bytes(bytes([number]) + case.sound[:LONGEST])


def fuzz() -> None:
    """Be the process that libFuzzer drives; its arguments are those of the command line."""
    import atheris

    with atheris.instrument_imports(include=["seamark"]):
        from seamark.io import known_formats

        known_formats()
    atheris.Setup(sys.argv, lambda data: read(data) if data else None)
    atheris.Fuzz()


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
    parser = argparse.ArgumentParser(description="Fuzz the readers.")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--renew", action="store_true", help="put what was found into the corpus, minimized")
    parser.add_argument("--only", type=Path, help="read the input in this file and show what happens")
    given = parser.parse_args()
    if given.only is not None:
        read(given.only.read_bytes())
        return 0
    FOUND.mkdir(parents=True, exist_ok=True)
    child = [sys.executable, "-c", "from tests.fuzz.readers import fuzz; fuzz()"]
    limits = [f"-timeout={MOST_SECONDS}", f"-rss_limit_mb={MOST_MEGABYTES}", f"-artifact_prefix={FOUND}/"]
    with tempfile.TemporaryDirectory() as folder:
        new, seeds = Path(folder, "new"), Path(folder, "seeds")
        new.mkdir()
        seeds.mkdir()
        seed(seeds)
        options = [
            f"-max_total_time={given.seconds}",
            f"-max_len={LONGEST}",
            f"-seed={given.seed}",
            "-print_final_stats=1",
        ]
        done = subprocess.run([*child, str(new), str(CORPUS), str(seeds), *options, *limits])
        if done.returncode == 0 and given.renew:
            least = {
                path.name[:16]: path.read_bytes()
                for path in least_of([*seeds.iterdir(), *CORPUS.iterdir(), *new.iterdir()])
            }
            for old in CORPUS.iterdir():
                old.unlink()
            for name, data in least.items():
                (CORPUS / name).write_bytes(data)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
