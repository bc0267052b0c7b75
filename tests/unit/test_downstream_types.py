"""A project that installs the package checks its types against it: `py.typed` and the annotations of public names."""

import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import numpy as np
import pytest

import seamark

PYRIGHT = Path(__file__).parents[2] / "node_modules/.bin/pyright"
RIGHT = """\
import seamark as sm

corpus: sm.Corpus = sm.datasets.stargazer()
agreement: sm.Agreement = sm.agree(corpus, "B", ci=0.95, rng=1)
table: sm.ScoreTable = sm.score([[5, 5, 5, 5]], [[5, 6, 9]], ["S", "WindowDiff"])
similarity: float = sm.similarity([5, 5, 5, 5], [5, 6, 9])
"""
WRONG = """\
import seamark as sm

sm.agree(sm.datasets.stargazer(), coefficient="no such coefficient")
table: int = sm.score([[5, 5]], [[5, 5]])
sm.score([[5, 5]])
sm.no_such_name
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """Two modules, and an environment that holds the package as an installation does, beside the numpy of this one."""
    folder = tmp_path_factory.mktemp("project")
    venv.create(folder / "env", with_pip=False)
    [packages] = (folder / "env").glob("lib/python*/site-packages")
    shutil.copytree(Path(seamark.__file__).parent, packages / "seamark", ignore=shutil.ignore_patterns("__pycache__"))
    (packages / "others.pth").write_text(f"{Path(np.__file__).parents[1]}\n", encoding="utf-8")
    (folder / "right.py").write_text(RIGHT, encoding="utf-8")
    (folder / "wrong.py").write_text(WRONG, encoding="utf-8")
    return folder


def lines_with_errors(command, project):
    """The lines of each module in which a checker finds an error."""
    run = subprocess.run([*command, "right.py", "wrong.py"], cwd=project, capture_output=True, text=True, timeout=300)
    found = re.findall(r"(right|wrong)\.py:(\d+)(?::\d+)*(?:: error| - error)", run.stdout)
    assert found, run.stdout + run.stderr
    return {(module, int(line)) for module, line in found}


WRONG_LINES = {("wrong", 3), ("wrong", 4), ("wrong", 5), ("wrong", 6)}


@pytest.mark.skipif(sys.platform == "win32", reason="environments are laid out differently")
def test_mypy(project):
    mypy = [sys.executable, "-m", "mypy", "--config-file=", "--strict", f"--cache-dir={project / 'cache'}"]
    assert lines_with_errors([*mypy, f"--python-executable={project / 'env/bin/python'}"], project) == WRONG_LINES


@pytest.mark.slow
@pytest.mark.skipif(not PYRIGHT.exists(), reason="pyright is not installed; `make slow` installs it where there is npm")
def test_pyright(project):
    command = [str(PYRIGHT), "--pythonpath", str(project / "env/bin/python")]
    assert lines_with_errors(command, project) == WRONG_LINES
