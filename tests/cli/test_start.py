"""Starting, help, and the list of commands."""

import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import click
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import seamark as sm
from seamark.cli.main import COMMANDS, cli
from tests.cli.running import Within, environment

#: Seconds until `seamark --version` has spoken.
SLOWEST_START = 0.15


def test_version(seamark: Within) -> None:
    ran = seamark("--version")
    assert (ran.code, ran.out, ran.err) == (0, f"seamark {sm.__version__}\n", "")


def test_version_starts_quickly() -> None:
    """In processor time: what the clock says depends on what else the machine does."""
    command = [sys.executable, "-m", "seamark", "--version"]
    subprocess.run(command, env=environment(), check=True, capture_output=True)  # writes the bytecode
    times = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, env=environment(), check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(times) < SLOWEST_START, times


def loading(*arguments: str, **changes: str) -> tuple[str, set[str]]:
    """What Python prints, and the modules that it loads for it."""
    command = [sys.executable, "-X", "importtime", *arguments]
    done = subprocess.run(command, env=environment(**changes), check=True, capture_output=True, text=True)
    return done.stdout, {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}


@pytest.mark.parametrize(
    ("arguments", "completed", "found"),
    [
        (["--version"], None, "seamark"),
        (["--help"], None, "compare"),
        ([], "seamark co", "compare"),
        ([], "seamark --v", "--version"),
    ],
)
def test_what_needs_no_command_loads_none_and_neither_numpy_nor_rich(
    arguments: list[str], completed: str | None, found: str
) -> None:
    words = completed or ""
    completion = {"_SEAMARK_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    run = "import sys; sys.argv[0] = 'seamark'; from seamark.cli.main import main; main()"
    out, loaded = loading("-c", run, *arguments, **(completion if completed else {}))
    assert "seamark.cli.main" in loaded
    assert not {"numpy", "rich", *(f"seamark.cli.commands.{name}" for name in COMMANDS)} & loaded
    assert found in out


def test_scoring_a_table_loads_neither_pandas_nor_clusters(tmp_path: Path) -> None:
    """pandas alone takes as long to load as a million pairs to score."""
    path = tmp_path / "pairs.parquet"
    pq.write_table(pa.table({"gold": [[2, 3], [4, 1]], "guess": [[5], [4, 1]]}), path)
    columns = ("--reference", "gold", "--hypothesis", "guess")
    _, loaded = loading("-m", "seamark", "score", str(path), *columns, "-o", str(tmp_path / "scores.parquet"))
    assert "seamark.scale.scoring" in loaded
    assert not {"pandas", "asyncio", "distributed", "seamark.scale.agreement"} & loaded


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_a_help_with_an_example(name: str, seamark: Within) -> None:
    ran = seamark(name, "--help")
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.startswith(f"Usage: seamark {name} ")
    assert "Example" in ran.out.rpartition("Output:")[2]
    assert f"\n    seamark {name}" in ran.out


def leaf_commands() -> dict[str, click.Command]:
    """Every command that does something, by the words that call it."""
    ctx = click.Context(cli)
    found = {name: command for name in COMMANDS if (command := cli.get_command(ctx, name)) is not None}
    groups = {name: group for name, group in found.items() if isinstance(group, click.Group)}
    inner = {f"{name} {one}": part for name, group in groups.items() for one, part in group.commands.items()}
    return {name: command for name, command in (found | inner).items() if name not in groups}


@pytest.mark.parametrize(("words", "command"), leaf_commands().items())
def test_help_shows_few_options_and_help_all_the_rest(words: str, command: click.Command, seamark: Within) -> None:
    options = [one for one in command.params if isinstance(one, click.Option) and not one.hidden]
    rare = [one for one in options if getattr(one, "rare", False)]
    short, long = (seamark(*words.split(), help).out.partition("\nOptions:\n")[2] for help in ("--help", "--help-all"))
    assert len(re.findall(r"^  -[-\w]", short, re.MULTILINE)) == len(options) - len(rare) + 1 <= 25
    assert len(re.findall(r"^  -[-\w]", long, re.MULTILINE)) == len(options) + 1
    assert all(f" {one.opts[0]}" in long for one in options)
    assert short.endswith(f"\n{len(rare)} more options: seamark {words} --help-all\n") or not rare
    assert "--help-all" not in long


def test_shell_completion() -> None:
    def completed(words: str, place: int) -> list[str]:
        typed = {"COMP_WORDS": words, "COMP_CWORD": str(place), "_SEAMARK_COMPLETE": "bash_complete"}
        return loading("-c", "from seamark.cli.main import main; main()", **typed)[0].split()

    assert completed("seamark sc", 1) == ["plain,score"]
    assert completed("seamark score --conv", 2) == ["plain,--convention"]
    assert "plain,--output" in completed("seamark plot heatmap --", 3)
    assert completed("seamark agree --coefficient k", 3) == ["plain,kappa"]
    assert completed("seamark convert --from textg", 3) == ["plain,textgrid"]
    assert completed(f"seamark agree {os.curdir}", 2) == ["file,."]
