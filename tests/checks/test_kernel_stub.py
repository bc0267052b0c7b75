"""The committed stub of the kernel says what the kernel itself says."""

import ast
import subprocess
import sys
from pathlib import Path

import seamark


def meaning(stub: str) -> list[str]:
    """Its statements without their layout; imports, which the linter may reorder, come first."""
    statements = ast.parse(stub).body
    imports = sorted(ast.unparse(s) for s in statements if isinstance(s, (ast.Import, ast.ImportFrom)))
    return imports + [ast.unparse(s) for s in statements if not isinstance(s, (ast.Import, ast.ImportFrom))]


def test_stub_is_what_the_kernel_generates(tmp_path):
    made = tmp_path / "_kernel.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "seamark._kernel", "-o", str(made)]
    subprocess.run(command, check=True)
    committed = Path(seamark.__file__).with_name("_kernel.pyi")
    assert meaning(committed.read_text()) == meaning(made.read_text()), (
        f"the kernel has changed: python -m nanobind.stubgen -m seamark._kernel -o {committed.name}"
    )


def test_meaning_ignores_layout_only():
    assert meaning("import a\nimport b\ndef f(x: int) -> int: ...") == meaning(
        "import b\nimport a\n\n\ndef f(\n    x: int,\n) -> int: ..."
    )
    assert meaning("def f(x: int) -> int: ...") != meaning("def f(x: float) -> int: ...")
