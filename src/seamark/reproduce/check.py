"""One published value beside the computed one, with a verdict."""

from __future__ import annotations

from dataclasses import dataclass
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
