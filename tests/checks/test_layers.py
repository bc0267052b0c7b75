"""The layers of the package, read off its source: a file imports only from its own room and from rooms above it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import seamark

SOURCE = Path(seamark.__file__).parent

#: From top to bottom.
ROOMS = (
    *("kernels", "model", "stats", "metrics", "tasks", "texts", "agreement", "segmenters", "evaluation", "io"),
    *("scale", "charts", "pages", "datasets", "compat", "integrations", "reproduce", "cli"),
)
#: The modules of a room, without its name, that other rooms may import; of rooms that are not listed, all.
DOORS = {
    "io": ("", "annotations", "format", "formats.chunks", "loading", "look", "parquet", "saving", "source"),
    "pages": ("adjudicate", "annotate", "page", "report"),
    "reproduce": ("paper",),
}
#: Files above all packages, from top to bottom, and files below them.
ABOVE = ("base",)
BELOW = ("__init__", "__main__")
#: Packages that everybody has; the others come with extras, and are loaded where they are used.
INSTALLED = {"click", "msgspec", "numpy", "rich", "seamark", *sys.stdlib_module_names}


def faults(path: str, source: str) -> list[str]:
    """What is wrong with one file; `path` is relative to the package."""
    tree = ast.parse(source)
    found = [f"{path}:{line}: imports {module}" for line, module in _forbidden_imports(path, tree)]
    found += [f"{path}:{line}: loads {module} at import" for line, module in _loaded_at_import(path, tree)]
    if _room_of(path) != "cli":
        found += [f"{path}:{line}: {what}" for line, what in _prints_and_exits(tree)]
    return found


def _room_of(path: str) -> str:
    return Path(path).parts[0].removesuffix(".py")


def _depth(room: str) -> int:
    if room in ABOVE:
        return ABOVE.index(room) - len(ABOVE)
    return len(ROOMS) if room in BELOW else ROOMS.index(room)


def _forbidden_imports(path: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    own = _room_of(path)
    for node in ast.walk(tree):
        for module in _imported(path, node):
            package, *rest = module.split(".")
            if package != "seamark":
                continue
            room = rest[0] if rest else "__init__"
            if room == "_kernel":
                allowed = own == "kernels"
            elif room in (*ROOMS, *ABOVE):
                door = ".".join(rest[1:])
                allowed = room == own or (_depth(room) < _depth(own) and door in DOORS.get(room, (door,)))
            else:
                allowed = own in BELOW  # a name of the package itself, which stands below all rooms
            if not allowed:
                yield node.lineno, module


def _loaded_at_import(path: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in _run_at_import(tree):
        for module in _imported(path, node):
            if module.split(".")[0] not in INSTALLED:
                yield node.lineno, module


def _run_at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Everything outside functions; code under `if TYPE_CHECKING` is never run."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        yield child
        yield from _run_at_import(child)


def _imported(path: str, node: ast.AST) -> list[str]:
    """Full names of the modules, or of the names in the package, that a node imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        module = node.module or ""
        if node.level:
            here = ["seamark", *Path(path).parts[:-1]]
            module = ".".join([*here[: len(here) - node.level + 1], *filter(None, [module])])
        return [f"seamark.{alias.name}" for alias in node.names] if module == "seamark" else [module]
    if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__"):
        return [arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    return []


def _prints_and_exits(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("print", "exit", "quit", "sys.exit", "os._exit"):
            yield node.lineno, f"calls {ast.unparse(node.func)}"
        if isinstance(node, ast.Raise) and node.exc is not None and ast.unparse(node.exc).startswith("SystemExit"):
            yield node.lineno, "raises SystemExit"
        if isinstance(node, ast.ImportFrom) and node.module == "sys" and any(a.name == "exit" for a in node.names):
            yield node.lineno, "imports exit"


# ------------------------------------------------------------------------------------------------------ the package


@pytest.mark.parametrize("path", sorted(p.relative_to(SOURCE).as_posix() for p in SOURCE.rglob("*.py")))
def test_file_keeps_to_its_layer(path):
    assert faults(path, (SOURCE / path).read_text(encoding="utf-8")) == []


def test_every_file_has_a_room_with_a_name():
    rooms = {_room_of(p.relative_to(SOURCE).as_posix()) for p in SOURCE.rglob("*.py")}
    assert rooms <= {*ROOMS, *ABOVE, *BELOW}
    assert not [p for p in SOURCE.rglob("*.py") if p.stem in ("util", "utils", "helper", "helpers", "misc", "common")]


def modules_loaded_by(code: str) -> list[str]:
    """Top-level modules that the code adds to a fresh interpreter, without those of the standard library."""
    script = (
        "import json, sys; before = set(sys.modules)\n"
        f"{code}\n"
        "new = [m for name, m in sys.modules.items() if name not in before and getattr(m, '__spec__', None)]\n"
        "print(json.dumps(sorted({m.__spec__.name.split('.')[0] for m in new} - sys.stdlib_module_names)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_import_loads_nothing_and_metrics_only_numpy():
    assert modules_loaded_by("import seamark") == ["seamark"]
    assert modules_loaded_by("import seamark as sm; sm.S, sm.Corpus, sm.agree, sm.load") == ["numpy", "seamark"]


# ------------------------------------------------------------------------------------- the checker finds what it should


@pytest.mark.parametrize(
    ("path", "source", "fault"),
    [
        ("model/a.py", "from seamark.metrics.base import Metric", "imports seamark.metrics.base"),
        ("metrics/a.py", "def f():\n    from seamark.cli import main", "imports seamark.cli"),
        ("metrics/a.py", "if TYPE_CHECKING:\n    from seamark.agreement import agree", "imports seamark.agreement"),
        ("metrics/a.py", "import importlib\nimportlib.import_module('seamark.io.format')", "imports seamark.io.format"),
        ("stats/a.py", "from ..metrics import base", "imports seamark.metrics"),
        ("metrics/a.py", "from seamark import S", "imports seamark.S"),
        ("cli/a.py", "from seamark.io.formats.eaf import read", "imports seamark.io.formats.eaf"),
        ("cli/main.py", "import seamark", "imports seamark"),
        ("base/errors.py", "from seamark.model.coding import whole_number", "imports seamark.model.coding"),
        ("metrics/a.py", "from seamark import _kernel", "imports seamark._kernel"),
        ("__init__.py", "import seamark._kernel", "imports seamark._kernel"),
        ("charts/a.py", "import altair as alt", "loads altair at import"),
        ("metrics/a.py", "print(1)", "calls print"),
        ("io/a.py", "def f():\n    sys.exit(1)", "calls sys.exit"),
        ("io/a.py", "raise SystemExit(2)", "raises SystemExit"),
        ("io/a.py", "from sys import exit", "imports exit"),
    ],
)
def test_checker_finds(path, source, fault):
    found = faults(path, source)
    assert len(found) == 1
    assert found[0].startswith(f"{path}:")
    assert found[0].endswith(f": {fault}")


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("kernels/a.py", "from seamark import _kernel\nfrom seamark.base.errors import InputError"),
        ("metrics/a.py", "from seamark.metrics.base import Metric\nfrom seamark.model import array, segmentation"),
        ("cli/a.py", "from seamark.io import load\nfrom seamark.io.format import ReadOptions"),
        ("io/a.py", "from seamark.io.formats.eaf import read"),
        ("metrics/a.py", 'def f():\n    """>>> from seamark import S\n    >>> print(S())\n    """'),
        ("charts/a.py", "def chart():\n    import altair"),
        ("charts/a.py", "if TYPE_CHECKING:\n    import altair"),
        ("cli/main.py", "import sys\nfrom seamark.metrics.names import METRICS\nprint(METRICS)\nsys.exit(1)"),
        ("__init__.py", "from seamark.cli import main\nfrom seamark.base.version import __version__"),
    ],
)
def test_checker_allows(path, source):
    assert faults(path, source) == []


def test_a_package_that_loads_an_extra_would_be_seen():
    assert "hypothesis" in modules_loaded_by("import hypothesis")
