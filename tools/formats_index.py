"""Writes the index and the table of file formats from what src/seamark/io/formats declares; part of `make stub`."""

from __future__ import annotations

from pathlib import Path

from seamark.io.format import Format, declared_formats, format_named

ROOT = Path(__file__).parents[1]
INDEX = ROOT / "src" / "seamark" / "io" / "formats" / "index.py"
PAGE = ROOT / "docs" / "formats.md"
#: Between these lines stands the table.
_ABOVE, _BELOW = "## The formats\n\n", "\n\n**Which format a file has**"


def index() -> str:
    """The text of the index."""
    lines = [
        '"""Which file declares which format, and how its files end; written by ``make stub``, not by hand.',
        "",
        "With it, the format of a file is told by its suffix before the module of any format is imported.",
        '"""',
        "",
        "FORMATS: dict[str, tuple[str, tuple[str, ...]]] = {",
    ]
    for name, (module, suffixes) in declared_formats().items():
        ends = ", ".join(f'"{suffix}"' for suffix in suffixes) + ("," if len(suffixes) == 1 else "")
        lines.append(f'    "{name}": ("{module}", ({ends})),')
    return "\n".join([*lines, "}", ""])


def page() -> str:
    """The page about formats, with its table."""
    above, _, rest = PAGE.read_text(encoding="utf-8").partition(_ABOVE)
    rows = ["| name | what it is | suffixes | counts | written | needs |", "|---|---|---|---|---|---|"]
    rows += [_row(format_named(name)) for name in declared_formats()]
    return above + _ABOVE + "\n".join(rows) + _BELOW + rest.partition(_BELOW)[2]


def _row(format: Format) -> str:
    written = "" if not format.writable else "yes" if format.write_file else "folder"
    if written and format.measure != "units":
        written = "as spans"
    needs = "" if format.needs is None else f"`{format.needs.split(chr(39))[1]}`"
    cells = (f"`{format.name}`", format.title, " ".join(format.suffixes), format.measure, written, needs)
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    INDEX.write_text(index(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
