"""segeval's sample of an article cut by seven readers, and two hypotheses about it."""

from __future__ import annotations

from seamark.compat.segeval.dataset import Dataset
from seamark.datasets import stargazer

#: Hearst 1997.
HEARST_1997_STARGAZER = Dataset(
    {item: {coder: one.masses for coder, one in codings.items()} for item, codings in stargazer().items()}
)
#: Made up, to be compared with the readers.
HYPOTHESIS_STARGAZER = Dataset({"stargazer": {"h1": (2, 6, 4, 2, 4, 3), "h2": (2, 1, 1, 1, 5, 8, 2, 1)}})
