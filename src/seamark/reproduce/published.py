"""What the paper printed, and one published value beside the computed one, with a verdict.

The files in ``data/`` were read off the source of Fournier & Inkpen, "Segmentation Similarity and Agreement", NAACL-HLT
2012, pages 152-161; none of the numbers was computed with Seamark. Figure 5a: 1 - WindowDiff with k=25 and S, for 0 to
97 full misses in 100 units. Figure 5b: a near miss at growing distances in 25 units; ``s_n3`` is labelled S(n=3) there,
but reaches distances up to 3, which is n=4 in the paper's own definition. Figure 5c: 1 - WindowDiff, S and k/m for
texts of 4 to 100 units. Column ``segments`` of Table 2 is headed |b| in print, but counts segments.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal, TypeAlias

from seamark.base.results import ResultRecord

Verdict: TypeAlias = Literal["equal", "explained", "different"]


@dataclass(frozen=True, slots=True)
class Check(ResultRecord):
    """A published value, what Seamark computes for it, and how the two go together.

    Attributes
    ----------
    target
        The figure, table or text it belongs to.
    value
        Which value of it.
    published
        As printed.
    computed
        With the paper's settings as the text gives them.
    verdict
        ``equal``: the same to the last printed digit (or within the tolerance that ``note`` states); ``explained``:
        another option, named in ``note``, gives the printed value; ``different``: neither.
    reproduced
        The value under the option that ``note`` names, when the verdict is ``explained``.
    note
        One sentence, where there is something to say.
    """

    target: str
    value: str
    published: str
    computed: float
    verdict: Verdict
    reproduced: float | None = None
    note: str = ""


def rounds_to(value: float, published: str) -> bool:
    """Whether a value is the printed one, to its last digit.

    Examples
    --------
    >>> rounds_to(9 / 13, "0.6923"), rounds_to(0.69, "0.6923")
    (True, False)
    """
    decimals = len(published.partition(".")[2])
    # Half a unit of the last digit, and a little for the rounding of a value that lies exactly between two.
    return abs(value - float(published)) <= 0.5 * 10.0**-decimals + 1e-9


def check(
    target: str, value: str, published: str, computed: float, *, explanation: str = "", reproduced: float | None = None
) -> Check:
    """Compare to the last printed digit; where that fails, see whether the explained value is the printed one."""
    computed = float(computed)
    if rounds_to(computed, published):
        return Check(target, value, published, computed, "equal")
    explained = reproduced is not None and rounds_to(reproduced, published)
    return Check(target, value, published, computed, "explained" if explained else "different", reproduced, explanation)


def published(name: str) -> list[dict[str, str]]:
    """The rows of one published figure or table, as printed.

    Examples
    --------
    >>> published("figure5a")[1]
    {'full_misses': '1', 'one_minus_wd': '0.6842', 's': '0.9899'}
    """
    text = files("seamark.reproduce").joinpath("data", f"{name}.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))
