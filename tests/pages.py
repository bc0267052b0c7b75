"""Following a page of the docs from top to bottom, as a reader does, in an empty folder.

The files of a page are its code blocks with a caption; they are there from the start:

    ```{code-block} text
    :caption: system.rttm

Commands stand behind ``$ `` in blocks of ``console``, and print what stands below them; a line ``...`` stands for any
lines. Examples behind ``>>>`` run after them in the same folder. A picture ``img/NAME.svg`` of which a command or an
example writes ``NAME.svg`` is that file.

    python -m tests.pages docs/diarization.md      # writes what commands print now into the page, and its pictures
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path

from seamark.cli.main import cli, exit_code_of

_FILE = re.compile(r"^```\{code-block\} \w+\n:caption: (\S+)\n(?::.*\n)*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_CONSOLE = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.DOTALL | re.MULTILINE)
_COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
_PICTURE = re.compile(r"\((img/[\w-]+\.svg)\)")


def write_files(text: str, folder: Path) -> None:
    """The files that a page shows."""
    for name, content in _FILE.findall(text):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")


def commands(text: str) -> list[tuple[str, str]]:
    """Every command of a page, with what it is said to print."""
    return [found for block in _CONSOLE.findall(text) for found in _COMMAND.findall(block)]


def printed_by(line: str) -> str:
    """What a command prints on both streams, in the order of a terminal."""
    program, *words = shlex.split(line, comments=True)
    if program != "seamark":
        raise ValueError(f"only seamark is run, not {line!r}")
    with io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) as screen:
        with contextlib.redirect_stdout(screen), contextlib.redirect_stderr(screen):
            exit_code_of(lambda: cli.main(words, prog_name="seamark", standalone_mode=False))
        return screen.buffer.getvalue().decode()  # type: ignore[attr-defined]


def is_shown(shown: str, printed: str) -> bool:
    """Whether a page shows what a command printed."""
    lines = re.sub(r"^\.\.\.\n", "...", shown, flags=re.MULTILINE)
    return doctest.OutputChecker().check_output(lines, printed, doctest.ELLIPSIS)


def examples_fail(text: str, name: str) -> int:
    """How many examples of a page give something else than it says; they are printed."""
    examples = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    options = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    return doctest.DocTestRunner(optionflags=options).run(examples).failed


def renew(page: Path) -> None:
    """Write what commands print now into a page, and its pictures beside it."""
    text = page.read_text(encoding="utf-8")

    def command(found: re.Match[str]) -> str:
        line, shown = found.groups()
        printed = printed_by(line)
        return found[0] if shown and is_shown(shown, printed) else f"$ {line}\n{printed}"

    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        folder = Path(name)
        write_files(text, folder)
        text = _CONSOLE.sub(lambda block: _COMMAND.sub(command, block[0]), text)
        examples_fail(text, page.name)
        for picture in _PICTURE.findall(text):
            if (made := folder / Path(picture).name).exists():
                shutil.copy(made, page.parent / picture)
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        renew(Path(argument).resolve())
