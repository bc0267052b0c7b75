"""Follows a page from top to bottom, as a reader does, and writes under every command what the command prints.

    python -m tools.examples docs/study.md            # writes the output of commands into the page, and its pictures
    python -m tools.examples --check docs/study.md    # compares the page with what is printed
    python -m tools.stub                              # writes the output of commands into all pages (``make stub``)

A page is run in an empty folder:

- a block ``console`` holds commands after ``$``, and below each command what it prints. Commands of Seamark are run;
  others (``pip``, ``make``) are left as they are. A line ``...`` in the output stands for any number of lines;
- a block ``{code-block}`` with ``:caption: NAME`` is the file NAME, which is there from the start; so are the files of
  the folder ``docs/PAGE/``, where there is one;
- examples after ``>>>`` run after the commands, in the same folder;
- a picture ``img/NAME.svg`` of which a command or an example writes ``NAME.svg`` is that file.
"""

from __future__ import annotations

import argparse
import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from seamark.cli.main import cli, exit_code_of

_FILE = re.compile(r"^```\{code-block\} \w+\n:caption: (\S+)\n(?::.*\n)*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CONSOLE = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
_PICTURE = re.compile(r"\((img/[\w-]+\.svg)\)")


class ExampleError(Exception):
    """An example fails where the page shows no error, or gives something else than the page says."""


def with_outputs(page: Path, text: str | None = None, *, pictures: bool = False) -> str:
    """The text of a page in which every command stands over what it prints now; its pictures are written on request."""
    text = page.read_text(encoding="utf-8") if text is None else text
    if re.search("sample:moonstone|seamark reproduce", text) and "SEAMARK_CORPORA" not in os.environ:
        return text  # the corpus is not shipped
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder), _wide_terminal():
        if page.parent.name == "docs" and (page.parent / page.stem).is_dir():
            shutil.copytree(page.parent / page.stem, folder, dirs_exist_ok=True)
        for name, content in _FILE.findall(text):
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(content, encoding="utf-8")
        text = _CONSOLE.sub(lambda block: _COMMAND.sub(_run, block[0]), text)
        _run_python(text, page.name)
        for picture in _PICTURE.findall(text) if pictures else ():
            if Path(Path(picture).name).exists():
                shutil.copy(Path(picture).name, page.parent / picture)
    return text


def _run(example: re.Match[str]) -> str:
    """A command and what it prints on both streams, in the order of a terminal."""
    line, shown = example.groups()
    words = shlex.split(line.replace("\\\n", " "), comments=True)
    if words[:1] != ["seamark"]:
        return example[0]
    target = Path(words.pop()) if ">" in words else None
    words = [name for word in words if word != ">" for name in _expanded(word)]
    out, screen = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with contextlib.redirect_stdout(out if target else screen), contextlib.redirect_stderr(screen):
        code = exit_code_of(lambda: cli.main(words[1:], prog_name="seamark", standalone_mode=False))
    if target:
        target.write_bytes(_written(out))
    printed = _written(screen).decode()
    if code and not shown.startswith("seamark"):
        raise ExampleError(f"$ {line}\nfails:\n{printed}")
    if "\n...\n" not in f"\n{shown}":
        return f"$ {line}\n{printed}"
    lines = re.sub(r"^\.\.\.\n", "...", shown, flags=re.MULTILINE)
    if not doctest.OutputChecker().check_output(lines, printed, doctest.ELLIPSIS):
        raise ExampleError(f"$ {line}\nprints now\n{printed}where the page has\n{shown}")
    return example[0]


def _expanded(word: str) -> list[str]:
    """What a shell makes of a pattern."""
    return sorted(map(str, Path().glob(word))) if "*" in word and not word.startswith("-") else [word]


def _written(stream: io.TextIOWrapper) -> bytes:
    return cast("io.BytesIO", stream.buffer).getvalue()


def _run_python(text: str, name: str) -> None:
    examples = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    if runner.run(examples, out=said.append).failed:
        raise ExampleError("".join(said))


@contextlib.contextmanager
def _wide_terminal() -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(COLUMNS="200", NO_COLOR="1")
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def main(check: bool, pages: Sequence[Path]) -> None:
    """Writes the pages, or compares them with what their examples print."""
    for page in pages:
        begun = time.monotonic()
        made = with_outputs(page, pictures=not check)
        if not check:
            page.write_text(made, encoding="utf-8")
        elif made != page.read_text(encoding="utf-8"):
            raise ExampleError(f"{page} is not what its commands print:\n{made}")
        else:
            print(f"{page.name}: every output as printed, in {time.monotonic() - begun:.1f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("pages", nargs="+", type=lambda name: Path(name).resolve())
    main(**vars(parser.parse_args()))
