"""Table 1: how stable WindowDiff and S are when segment sizes vary.

A simulation: 1,000 segments with sizes uniform in a range; 10 trials with 100 hypotheses each; every segment is hit
with probability 1/2 by each kind of error. A false negative drops the segment's boundary; a false positive adds one
inside the segment, anywhere but directly before the segment's own boundary. That last detail is not in the text: it is
what brings S to the printed values in every column (adding it anywhere inside gives up to .0011 more where both kinds
of error meet).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from seamark.kernels.columns import FloatArray, Int64Array
from seamark.metrics.base import Metric
from seamark.metrics.pairs import score_pairs
from seamark.metrics.similarity import S
from seamark.metrics.windows import WindowDiff
from seamark.model.codings import SegmentationArray
from seamark.reproduce.check import Check
from seamark.reproduce.published import published

TRIALS, HYPOTHESES, SEGMENTS = 10, 100, 1_000

_S_TOLERANCE = 0.001
_WIDE = "sizes behave as if drawn from 5..44, with a mean of 24.5; "


class Cell(NamedTuple):
    """The scores of one cell; a row per trial and a column per hypothesis.

    ``wd_12`` and ``wd_13`` are WindowDiff with k fixed. They come from more trials with fewer hypotheses each, since
    it is the sizes drawn for a trial that make means differ.
    """

    s: FloatArray
    wd: FloatArray
    wd_12: FloatArray
    wd_13: FloatArray


def checks(seed: int = 2012) -> Iterator[Check]:
    """Every mean of the table: S within .001, WindowDiff between its means for k = 12 and k = 13."""
    rng = np.random.default_rng(seed)
    cells: dict[tuple[str, str, str], Cell] = {}
    for row in published("table1"):
        key = (row["scenario"], row["min_size"], row["max_size"])
        if key not in cells:
            cells[key] = simulate(row["scenario"], int(row["min_size"]), int(row["max_size"]), rng)
        name = f"{row['scenario']} ({row['min_size']},{row['max_size']})"
        wide = _WIDE if row["max_size"] == "45" else ""
        compare = _check_s if row["metric"] == "S" else _check_wd
        yield compare(f"{name}: {row['metric']}", row["mean"], cells[key], wide)


def simulate(scenario: str, smallest: int, largest: int, rng: np.random.Generator) -> Cell:
    """Simulate one cell of the table."""
    design = (scenario, smallest, largest, rng)
    free = [_trial(*design, HYPOTHESES, (S(), WindowDiff(None, "fournier2012"))) for _ in range(TRIALS)]
    fixed = (WindowDiff(12, "fournier2012"), WindowDiff(13, "fournier2012"))
    conditional = [_trial(*design, HYPOTHESES // 10, fixed) for _ in range(4 * TRIALS)]
    return Cell(*np.array(free).transpose(1, 0, 2), *np.array(conditional).transpose(1, 0, 2))


def _trial(
    scenario: str, smallest: int, largest: int, rng: np.random.Generator, hypotheses: int, metrics: tuple[Metric, ...]
) -> list[FloatArray]:
    # The widest range is drawn without its upper end, see _WIDE.
    sizes = rng.integers(smallest, largest + (largest < 45), SEGMENTS)
    reference = np.cumsum(sizes)[:-1]
    mass = int(sizes.sum())
    dropped = (rng.random((hypotheses, SEGMENTS - 1)) < 0.5) & ("FN" in scenario)
    added = (rng.random((hypotheses, SEGMENTS)) < 0.5) & ("FP" in scenario)
    starts = np.concatenate(([0], reference))
    places = starts + 1 + np.floor(rng.random((hypotheses, SEGMENTS)) * (sizes - 2)).astype(np.int64)
    chosen = zip(dropped, places, added, strict=True)
    rows = [np.union1d(reference[~drop], place[add]) for drop, place, add in chosen]
    a, b = _array([reference] * hypotheses, mass), _array(rows, mass)
    return [score_pairs(metric, a, b) for metric in metrics]


def _array(rows: list[Int64Array], mass: int) -> SegmentationArray:
    offsets = np.cumsum([0, *(row.size for row in rows)])
    return SegmentationArray.from_columns(np.concatenate(rows), offsets, masses=np.full(len(rows), mass))


def _check_s(item: str, mean: str, cell: Cell, wide: str) -> Check:
    computed = float(cell.s.mean())
    fits = abs(computed - float(mean)) <= _S_TOLERANCE
    note = f"{wide}a simulation, compared within {_S_TOLERANCE}"
    return Check("table1", item, mean, computed, "equal" if fits else "different", note=note)


def _check_wd(item: str, mean: str, cell: Cell, wide: str) -> Check:
    low, high = float(cell.wd_12.mean()), float(cell.wd_13.mean())
    # The published mean has the sampling error of its ten trials.
    spread = float(max(cell.wd_12.mean(axis=1).std(), cell.wd_13.mean(axis=1).std()))
    slack = 3 * spread / np.sqrt(TRIALS)
    fits = low - slack <= float(mean) <= high + slack
    note = (
        f"{wide}k is recomputed per trial and flips between 12 and 13, so the mean is a mixture "
        f"of {low:.4f} (k=12) and {high:.4f} (k=13)"
    )
    return Check("table1", item, mean, float(cell.wd.mean()), "explained" if fits else "different", note=note)
