"""A fixed set of fuzzed command lines, and the fuzzer's own eyes."""

import pytest

from seamark.cli.main import COMMANDS
from tests.cli.running import as_process
from tests.fuzz import cases, command_lines


def test_fuzzed_command_lines_end_with_an_answer_or_a_line():
    _, findings = cases.run(command_lines.CommandLines, 300, seed=1)
    assert not findings, "\n" + cases.report(command_lines.CommandLines, 1, findings)


def test_every_command_and_every_option_is_tried():
    lines = [command_lines.words_of(1, number) for number in range(20_000)]
    assert {words[0] for words in lines} == set(COMMANDS)
    for name, command in command_lines.commands().items():
        tried = {word for words in lines if words[: len(name.split())] == name.split() for word in words}
        for parameter in command.params:
            if parameter.param_type_name == "option" and parameter.name not in command_lines.ENDLESS:
                assert not tried.isdisjoint(parameter.opts), (name, parameter.opts)


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


def test_a_process_ends_in_the_same_way(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    command_lines.make_files(tmp_path)
    words = ["agree", "loop"]
    ran = as_process(*words)
    assert (ran.code, ran.err) == command_lines._ran(words)
