"""What the paper printed: the points of Figure 5 and the cells of Tables 1 and 2.

The files in ``data/`` were read off the source of Fournier & Inkpen, "Segmentation Similarity and Agreement", NAACL-HLT
2012, pages 152-161; none of the numbers was computed with Seamark. Figure 5a: 1 - WindowDiff with k=25 and S, for 0 to
97 full misses in 100 units. Figure 5b: a near miss at growing distances in 25 units; ``s_n3`` is labelled S(n=3) there,
but reaches distances up to 3, which is n=4 in the paper's own definition. Figure 5c: 1 - WindowDiff, S and k/m for
texts of 4 to 100 units. Column ``segments`` of Table 2 is headed |b| in print, but counts segments.
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
