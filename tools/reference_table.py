"""Simulate the coders of known skill whose agreement ``seamark.agreement.sentences`` looks up; takes some minutes.

python -m tools.reference_table    # writes src/seamark/agreement/reference.csv
"""

from __future__ import annotations

from itertools import product

import numpy as np

from seamark.agreement.agree import agree
from seamark.agreement.sentences import FILE, MEASURED, RATES, SHIFTS
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation

HITS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
FALSE = (0.0, 0.1, 0.3)


def simulate(items: int = 100, coders: int = 3, units: int = 400, shuffles: int = 8, seed: int = 2012) -> str:
    """The table as CSV: a row for each kind of coder, above shuffled under each metric."""
    rng = np.random.default_rng(seed)

    def coding(true: np.ndarray, hit: float, false: float, shift: float) -> Segmentation:
        found = np.flatnonzero(true & (rng.random(true.size) < hit)) + 1
        moved = rng.random(found.size) < shift
        found = np.clip(found + moved * rng.choice((-1, 1), found.size), 1, true.size)
        added = rng.integers(1, true.size + 1, rng.poisson(found.size * false / (1 - false)))
        return Segmentation.from_positions(sorted({*found.tolist(), *added.tolist()}), true.size + 1)

    lines = [",".join(("rate", "hit", "false", "shift", *MEASURED))]
    for rate, hit, false, shift in product(RATES, HITS, FALSE, SHIFTS):
        texts = rng.random((items, units - 1)) < rate
        study = Corpus(
            {
                str(item): {str(one): coding(true, hit, false, shift) for one in range(coders)}
                for item, true in enumerate(texts)
            }
        )
        values = [agree(study, name, shuffles=shuffles).above_shuffled for name in MEASURED.values()]
        lines.append(
            ",".join(f"{number:g}" for number in (rate, hit, false, shift))
            + "".join(f",{value:.3f}" for value in values)
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    FILE.write_text(simulate(), encoding="utf-8")
