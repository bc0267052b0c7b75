"""A fixed set of fuzzed command lines, and the fuzzer's own eyes."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from seamark.cli.main import COMMANDS
from tests.cli.running import as_process
from tests.fuzz import command_lines


@pytest.fixture
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command_lines.make_files(tmp_path)


def test_fuzzed_command_lines_end_with_an_answer_or_a_line():
    findings = command_lines.run(300, seed=1)
    assert not findings, "\n" + command_lines.report(findings)


def test_every_command_and_every_option_is_tried():
    lines = [command_lines.words_of(1, number) for number in range(20_000)]
    assert {words[0] for words in lines} == set(COMMANDS)
    for name, command in command_lines.commands().items():
        tried = {word for words in lines if words[: len(name.split())] == name.split() for word in words}
        for parameter in command.params:
            if parameter.param_type_name == "option":
                assert not tried.isdisjoint(parameter.opts), (name, parameter.opts)


@pytest.mark.usefixtures("_files")
@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("agree", "ref.csv", "--encoding", "idna"), 2, "encoding 'idna' is not known"),
        (("agree", "loop"), 1, "loop/b.json: cannot be read (too many levels of symbolic links)"),
        (("agree", "dangling"), 1, "dangling: no such file or folder"),
        (("agree", "ref.json", "--items", "\ud800"), 2, "contains a character that cannot be part of a command line"),
        (("agree", "a\0b"), 2, "contains a character that cannot be part of a command line"),
        (("agree", "ref.json", "--coefficient", "kapa"), 2, "'kapa' is not one of 'pi', 'kappa'"),
        (("agree", ""), 1, "source is ''; no file can have this name"),
        (("convert", "ref.json", "folder"), 1, "its suffix does not tell a format"),
        (("plot", "heatmap", "ref.json", "-o", "new/x.svg"), 1, "new/x.svg: cannot be written"),
        (("agree", "ref.json", "--ci", "0.9", "--resamples", "9" * 30), 1, "resamples"),
    ],
)
def test_named_cases(words: tuple[str, ...], code: int, message: str):
    ended, told = command_lines._ran(list(words))
    assert ended == code
    assert message in told
    assert list(command_lines._faults(ended, told)) == []


@pytest.mark.parametrize(
    ("code", "told", "fault"),
    [
        (3, "seamark: no\n", "exit status 3"),
        (1, "", "the last line is not the one"),
        (1, "something else\n", "the last line is not the one"),
        (1, "seamark: one\nseamark: two\n", "the last line is not the one"),
        (1, "seamark: no\x1b[31m\n", "what a terminal would obey"),
        (0, "Traceback (most recent call last)\n", "a traceback"),
    ],
)
def test_the_fuzzer_sees(code: int, told: str, fault: str):
    assert [fault in found for found in command_lines._faults(code, told)] == [True]


def test_the_fuzzer_sees_errors_hangs_and_warnings(monkeypatch: pytest.MonkeyPatch):
    def failing(words: list[str]) -> tuple[int, str]:
        if words == ["warn"]:
            warnings.warn("strange", RuntimeWarning, stacklevel=1)
        while words == ["hang"]:
            pass
        raise KeyError(words[0])

    monkeypatch.setattr(command_lines, "_ran", failing)
    monkeypatch.setattr(command_lines, "SECONDS", 0.2)
    found = [command_lines.judge(0, [word])[0].what.split(" ")[0] for word in ("warn", "hang", "fail")]
    assert found == ["RuntimeWarning", "Hang", "KeyError"]


def test_the_fuzzer_allows():
    assert list(command_lines._faults(0, "")) == []
    assert list(command_lines._faults(2, "a remark\nseamark agree: no; see 'seamark agree --help'\n")) == []


@pytest.mark.usefixtures("_files")
def test_a_process_ends_in_the_same_way():
    words = ["agree", "loop"]
    ran = as_process(*words)
    assert (ran.code, ran.err) == command_lines._ran(words)
