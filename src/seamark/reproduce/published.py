"""What the paper printed: the points of Figure 5 and the cells of Tables 1 and 2.

The files in ``data/`` were read off the paper's source (Fournier & Inkpen 2012). Column ``segments`` of Table 2 is
headed |b| in print, but counts segments.
"""

from __future__ import annotations

import csv
from importlib.resources import files


def published(name: str) -> list[dict[str, str]]:
    """The rows of one published figure or table, as printed.

    Examples
    --------
    >>> published("figure5a")[1]
    {'full_misses': '1', 'one_minus_wd': '0.6842', 's': '0.9899'}
    """
    text = files("seamark.reproduce").joinpath("data", f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
