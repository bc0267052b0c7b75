"""Charts as files, made without a network."""

from __future__ import annotations

import json
import os
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Any, Final

from seamark.charts.theme import load_altair
from seamark.checks import of_kind, path_of
from seamark.errors import InputError
from seamark.extras import require
from seamark.safe_write import write_file

if TYPE_CHECKING:
    from altair import TopLevelMixin

#: What a chart can be saved as.
SUFFIXES: Final = (".svg", ".png", ".pdf", ".html")

# Pixels per pixel of the chart: sharp in print at the width of a column.
_PNG_SCALE = 2.0


class _ScriptSafe(json.JSONEncoder):
    """JSON that can stand in a script element: a name such as ``</script>`` cannot end it."""

    def encode(self, o: Any) -> str:
        return super().encode(o).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def save_chart(chart: TopLevelMixin, path: str | os.PathLike[str]) -> None:
    """Write a chart to a file; the suffix says how: ``.svg``, ``.png``, ``.pdf`` or ``.html``.

    An HTML file holds everything it needs and opens without a network.

    Parameters
    ----------
    chart
        Any altair chart.
    path
        Where to; a file that is there already is replaced.

    Raises
    ------
    InputError
        When the suffix is another one, or vl-convert-python is not installed.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from seamark.charts.two_lanes import alignment
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_chart(alignment([2, 3], [3, 2]), Path(folder, "lanes.svg"))
    ...     Path(folder, "lanes.svg").read_text(encoding="utf-8")[:4]
    '<svg'
    """
    write_file(path_of(path, "path"), [chart_file(chart, path)], force=True)


def chart_file(chart: TopLevelMixin, path: str | os.PathLike[str]) -> bytes:
    """The contents of the file that ``save_chart`` writes.

    Examples
    --------
    >>> from seamark.charts.two_lanes import alignment
    >>> chart_file(alignment([2, 3], [3, 2]), "lanes.png")[1:4]
    b'PNG'
    """
    suffix = chart_suffix(path)
    of_kind(chart, load_altair().TopLevelMixin, "chart", "an altair chart")
    require("vl_convert", package="vl-convert-python", extra="charts", what="saving a chart")
    binary, text = BytesIO(), StringIO()
    match suffix:
        case ".png":
            chart.save(binary, format="png", scale_factor=_PNG_SCALE)
        case ".pdf":
            chart.save(binary, format="pdf")
        case ".svg":
            chart.save(text, format="svg")
        case ".html":
            chart.save(text, format="html", inline=True, json_kwds={"cls": _ScriptSafe})
    return binary.getvalue() or text.getvalue().encode("utf-8", "backslashreplace")


def chart_suffix(path: str | os.PathLike[str]) -> str:
    """The suffix of a file, if a chart can be saved as that.

    Examples
    --------
    >>> chart_suffix("lanes.SVG")
    '.svg'
    """
    suffix = path_of(path, "path").suffix.casefold()
    if suffix not in SUFFIXES:
        given = f"as {suffix}" if suffix else "without a suffix"
        raise InputError(f"{os.fspath(path)}: a chart cannot be saved {given}; expected one of {', '.join(SUFFIXES)}")
    return suffix
