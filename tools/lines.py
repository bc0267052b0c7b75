"""Count lines of code by room: without blank lines, comments and docstrings; and the lines of the kernel and of tests.

python tools/lines.py
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
_NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def code_lines(source: str) -> int:
    """How many lines of a Python file hold code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node, clean=False
        ):
            lines.difference_update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return len(lines)


def main() -> None:
    """Print the counts."""
    package = ROOT / "src" / "seamark"
    lines: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for path in package.rglob("*.py"):
        room = path.relative_to(package).parts[0]
        lines[room] += code_lines(path.read_text(encoding="utf-8"))
        files[room] += 1
    for room, count in lines.most_common():
        print(f"{room:16}{count:>8,} lines{files[room]:>5} files")
    print(f"{'src':16}{lines.total():>8,} lines{files.total():>5} files")
    kernel = [path for folder in ("include/seamark", "bindings") for path in (ROOT / "cpp" / folder).iterdir()]
    tests = list((ROOT / "tests").rglob("*.py"))
    for name, paths in (("kernel", kernel), ("tests", tests)):
        total = sum(path.read_text(encoding="utf-8").count("\n") for path in paths)
        print(f"{name:16}{total:>8,} lines{len(paths):>5} files, with blank lines and comments")


if __name__ == "__main__":
    main()
