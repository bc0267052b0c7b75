"""Notebooks, run from their first cell to their last when the site is built, as pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

#: What a notebook shows best, the richest first.
_RENDERED = ("image/svg+xml", "text/html", "text/plain")


def notebook_pages(folder: Path) -> dict[str, str]:
    """A page for each notebook; a cell that fails stops the build."""
    return {f"notebooks/{path.stem}.md": _page(path) for path in sorted(folder.glob("*.ipynb"))}


def _page(path: Path) -> str:
    notebook: Any = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    # The kernel listens on this machine only; that its messages are signed but not encrypted is no news.
    NotebookClient(notebook, timeout=300, extra_arguments=["--log-level=ERROR"]).execute()
    return "\n\n".join(part for cell in notebook.cells for part in _parts(cell)) + "\n"


def _parts(cell: Any) -> list[str]:
    if cell.cell_type == "markdown":
        return [cell.source]
    return [f"```python\n{cell.source}\n```", *(_shown(output) for output in cell.outputs)]


def _shown(output: Any) -> str:
    if output.output_type == "stream":
        return f"```text\n{output.text.rstrip()}\n```"
    kind = next(kind for kind in _RENDERED if kind in output.data)
    if kind == "text/plain":
        return f"```text\n{output.data[kind].rstrip()}\n```"
    # A blank line would end the block of HTML.
    lines = "\n".join(line for line in output.data[kind].splitlines() if line.strip())
    return f'<div class="output">\n{lines}\n</div>'
