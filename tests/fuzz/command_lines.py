"""Command lines with a mixture of right and wrong words.

Each must end with exit status 0, 1 or 2; with 1 or 2 its last line on standard error says why, and nothing else than
that line and remarks stands there. ``python -m tests.fuzz.command_lines --cases 5000 --seed 1`` runs many.
"""

import contextlib
import io
import json
import os
import random
import shlex
import sys
import tempfile
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click

from seamark.cli.main import BAD_DATA, BAD_USAGE, COMMANDS, cli, exit_code_of
from seamark.io import known_formats
from seamark.metrics.names import METRICS
from tests.fuzz.cases import FaultError, at_most, main
from tests.unit.io.test_annotations import coder_file

SECONDS = 20
CODINGS = {"poem": {"ann": [5, 5, 5, 5], "ben": [5, 15], "cat": [4, 6, 10]}, "song": {"ann": [2, 3], "ben": [5]}}
SYSTEM = {"poem": {"system": [5, 6, 9]}, "song": {"system": [1, 4]}}

#: Words of every kind there is.
WRONG = (
    *("", " ", "-", "--", "=", ",", ":", "\0", "a\0b", "\n", "\x1b[31m", "\ud800", "\u202e", "ä", "x" * 300, "*", "~"),
    *("0", "1", "-1", "2", "0.5", "-0.0", "nan", "inf", "-inf", "1e400", "1e-400", "1_000", "0x10", "٣", "½"),
    *(str(2**31), str(2**63), str(2**64), "9" * 400, "9" * 5000, "None", "True", "[]", "{}", "1,2", "1,1,1", "a=b"),
    *("idna", "punycode", "undefined", "utf-16", "rot13", "hex", "unicode_escape", "mbcs", "latin-1"),
    *("tls://", "tcp://", "nonsense://x", "/dev/null", "/", ".", "..", "/no/such/place", "missing.json"),
    *("ref.json", "folder", "loop", "self=ref.json", "S", "S,S", "S:n=", "S:=", "S:n=x", "windowdiff:k=0"),
)
#: Files and other places to read from that hold something else than most commands want.
ODD = (
    *("typed.json", "texts.json", "text.txt", "pairs.parquet", "ref.csv", "ref.jsonl", "empty.json", "broken.json"),
    *("noise.bin", "folder", "loop", "missing.json", "-", "sample:stargazer", "sample:x", "tiler=system.json"),
    "dangling",
)
SOURCES = ("files", "corpus", "reference", "hypotheses", "places", "texts")
TARGETS = ("out.json", "out.csv", "out.jsonl", "out.svg", "out.html", "out.parquet", "-", "folder", "ref.json", "new/x")
#: For options whose values click does not list.
RIGHT = {
    "metric": (*METRICS, "S,windowdiff:k=5", "B:n=3"),
    "n": ("1", "2", "9"),
    "types": ("a,b", "1"),
    "convention": ("nltk", "segeval", "pevzner-hearst"),
    "ci": ("0.5", "0.95"),
    "items": ("poem", "poem,song"),
    "item": ("poem", "song", "stargazer"),
    "coders": ("ann,ben", "1,2", "ann"),
    "coder": ("ann", "system"),
    "study": ("poems",),
    "start": ("consensus", "empty", "coder ann"),
    "guidelines": ("text.txt",),
    "prefill": ("system.json",),
    "title": ("Poems",),
    "against": ("ann", "consensus"),
    "keep": ("kind", "row,kind"),
    "workers": ("1", "2"),
    "to": tuple(format.name for format in known_formats()),
    "encoding": ("utf-8", "cp1252", "utf-16"),
    "resolution": ("0.01", "1"),
    "systems": ("system.json", "tiler=system.json"),
    "targets": ("examples", "figure5b"),
    **dict.fromkeys(("output", "html"), TARGETS),
    "files": ("system.json", "poems-ann.json", "poems-ben.json"),
    "places": ("ref.json", "system.json", *TARGETS),
    "hypotheses": ("system.json", "tiler=system.json"),
    "texts": ("text.txt", "texts.json"),
    **dict.fromkeys(("corpus", "reference"), ("ref.json",)),
}
#: For options that name a column of a table.
COLUMNS = ("reference", "hypothesis", "kind")
#: What is always given: without them the answer takes long, or everything is refused.
ALWAYS = {"targets"}
#: Options with which a command runs until it is stopped.
ENDLESS = {"watch"}
#: Where any word may cost more than the call should take: other processes, all published values.
NEVER = {("targets", "")}


_LISTS = ("metrics", "formats", "doctor")


@cache
def commands() -> dict[str, click.Command]:
    """All commands by name; those of a group by two words, such as ``plot heatmap``."""
    found: dict[str, click.Command] = {}
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        group = command.commands if isinstance(command, click.Group) else {}
        found |= {f"{name} {kind}": part for kind, part in group.items()} or {name: command}
    return found


def words_of(seed: int, number: int) -> list[str]:
    """One command line; the same for the same seed and number."""
    rng = random.Random(f"{seed} {number}")  # noqa: S311
    # The lists have hardly an option.
    name = rng.choice([*commands()] if rng.random() < 0.25 else [name for name in commands() if name not in _LISTS])
    # Half of the command lines are right but for a word or two, so that they come far.
    share = rng.choice((1.0, 0.95, 0.6))
    words, places = name.split(), []
    for parameter in commands()[name].params:
        if isinstance(parameter, click.Argument):
            if _needed(parameter) or rng.random() < 0.8:
                count = rng.choice((1, 1, 2, 3) if parameter.nargs < 0 else (1,))
                places += [_word(rng, parameter, share) for _ in range(count)]
        elif isinstance(parameter, click.Option) and (_needed(parameter) or rng.random() < 0.06):
            if parameter.name in ENDLESS:
                continue
            words.append(rng.choice([*parameter.opts, *parameter.secondary_opts]))
            if not parameter.is_flag:
                words.append(_word(rng, parameter, share))
    if name in ("score", "compare") and "pairs.parquet" not in places:
        places.insert(0, "ref.json")
    return [*words, *places]


def _needed(parameter: click.Parameter) -> bool:
    return parameter.required or parameter.name in ALWAYS


def _word(rng: random.Random, parameter: click.Parameter, share: float) -> str:
    name = parameter.name or ""
    known = COLUMNS if getattr(parameter, "metavar", None) == "COLUMN" else RIGHT.get(name, ())
    right = tuple(parameter.type.choices) if isinstance(parameter.type, click.Choice) else known
    wrong = (*WRONG, *ODD * 3) if name in SOURCES else WRONG
    word = rng.choice(right) if right and rng.random() < share else rng.choice(wrong)
    return rng.choice(right) if (name, word) in NEVER else word


def _ran(words: list[str]) -> tuple[int, str]:
    """The exit status and standard error."""
    standard_input = io.TextIOWrapper(io.BytesIO(json.dumps({"items": SYSTEM}).encode()))
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    before = sys.stdin
    sys.stdin = standard_input
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = exit_code_of(lambda: cli.main(words, prog_name="seamark", standalone_mode=False))
    finally:
        sys.stdin = before
    out.flush()
    buffer = err.buffer
    assert isinstance(buffer, io.BytesIO)
    return code, buffer.getvalue().decode()


def _faults(code: int, told: str) -> Iterator[str]:
    lines = told.split("\n")[:-1] if told else []
    if code not in (0, BAD_DATA, BAD_USAGE):
        yield f"exit status {code}: {told[-200:]}"
    errors = [line for line in lines if line.startswith("seamark")]
    if code in (BAD_DATA, BAD_USAGE) and (len(errors) != 1 or lines[-1] != errors[0]):
        yield f"exit status {code}, but the last line is not the one that says why: {told[-200:]!r}"
    if any(not line.isprintable() for line in lines):
        yield f"what a terminal would obey: {told[-200:]!r}"
    if "Traceback" in told or "Error:" in told:
        yield f"a traceback: {told[-400:]}"


def make_files(folder: Path) -> None:
    """The files that the command lines name."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    def corpus(items: dict[str, dict[str, list[int]]], **more: object) -> str:
        return json.dumps(
            {"format": "seamark", "version": 1, "items": [{"item": i, "codings": c, **more} for i, c in items.items()]}
        )

    (folder / "ref.json").write_text(corpus(CODINGS))
    (folder / "system.json").write_text(corpus(SYSTEM))
    typed = {"poem": {"ann": {"positions": [1, 2], "types": ["a", "b"]}, "ben": {"positions": [2], "types": ["a"]}}}
    (folder / "typed.json").write_text(corpus(typed, mass=5))  # type: ignore[arg-type]
    (folder / "texts.json").write_text(corpus({"song": CODINGS["song"]}, texts=["a line", "b", "c", "d", "e"]))
    (folder / "text.txt").write_text("A first paragraph.\n\nA second one.\n\nA third.\n")
    (folder / "ref.jsonl").write_text("".join(json.dumps({"item": i, "codings": c}) + "\n" for i, c in CODINGS.items()))
    (folder / "ref.csv").write_text("item,coder,mass,position\npoem,ann,5,2\npoem,ben,5,\n")
    for coder in ("ann", "ben"):
        (folder / f"poems-{coder}.json").write_bytes(coder_file(coder, {"ode": [1, 2], "elegy": [2]}).getvalue())
    (folder / "empty.json").write_text("")
    (folder / "broken.json").write_text('{"items": {"poem": {"ann": [2, "x"]}}')
    (folder / "noise.bin").write_bytes(bytes(range(256)) * 4)
    table = {"reference": [[2, 3], [5]], "hypothesis": [[1, 4], [5]], "kind": ["a", None], "row": [1, 2]}
    pq.write_table(pa.table(table), folder / "pairs.parquet")
    for name in ("folder", "loop"):
        (folder / name).mkdir()
        (folder / name / "a.json").write_text(corpus(CODINGS))
    (folder / "loop" / "b.json").symlink_to("b.json")
    (folder / "dangling").symlink_to("nowhere")


class CommandLines:
    """Command lines, each in a folder that is made afresh: some write."""

    def __init__(self, root: Path, seed: int) -> None:
        self.seed, self.root = seed, root

    def shown(self, number: int) -> str:
        return shlex.join(words_of(self.seed, number))

    def __call__(self, number: int) -> str:
        with tempfile.TemporaryDirectory(dir=self.root) as folder, warnings.catch_warnings():
            os.chdir(folder)
            make_files(Path(folder))
            for kind in (RuntimeWarning, UserWarning):
                warnings.simplefilter("error", kind)
            with at_most(SECONDS):
                code, told = _ran(words_of(self.seed, number))
            os.chdir(self.root)
        for fault in _faults(code, told):
            raise FaultError(fault)
        return str(code)


if __name__ == "__main__":
    sys.exit(main(CommandLines))
