"""Nothing that Python hands to the kernel leads it outside of its arrays."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import seamark as sm
from seamark import InputError, SegmentationArray, _kernel
from seamark.kernels.columns import Columns, MassColumn, RowBuffers, RowColumn, count_rows
from seamark.metrics.windows import _laid
from tests.metrics.case import BOUNDARY_METRICS
from tests.unit.kernels.misuse import Misuse

ROOT = Path(__file__).parents[3]
LONGER = SegmentationArray.from_masses([[2, 3, 5]] * 5000)
SHORTER = SegmentationArray.from_masses([[2, 3, 5]])


def column(*values, dtype=np.int64):
    return np.array(values, dtype=dtype)


def every_metric():
    return [metric() for metric in BOUNDARY_METRICS.values()]


@pytest.mark.parametrize("metric", every_metric(), ids=lambda metric: metric.info.name)
def test_arrays_of_different_lengths_are_refused(metric):
    for a, b in ((LONGER, SHORTER), (SHORTER, LONGER)):
        with pytest.raises(InputError, match="cannot be paired with"):
            metric.bind(a, b).count()


def test_positions_that_change_afterwards_are_found_or_do_no_harm():
    """Edits of one type are counted without a look at positions, which would take a fifth of their time."""
    found = set()
    rng = np.random.default_rng(3)
    for mass in (60, 400, 10**6):
        values = np.sort(rng.choice(np.arange(1, mass), 50, replace=False))
        array = SegmentationArray.from_columns(values, [0, 20, 50], masses=[mass, mass])
        other = SegmentationArray.from_columns(values.copy(), [0, 30, 50], masses=[mass, mass])
        for _ in range(50):
            values[:] = rng.integers(-(2**63), 2**63 - 1, size=50) >> rng.integers(0, 62)
            for metric in every_metric():
                try:
                    assert len(metric.bind(array, other).count()) == 2
                except InputError:
                    found.add(metric.info.name)
    assert {"windowdiff", "pk", "pairwisef", "ghd"} <= found


def test_offsets_that_change_afterwards_are_found():
    array = SegmentationArray._unchecked(Columns(column(2, 5), offsets := column(0, 2), column(10)))
    offsets[1] = 10**6
    with pytest.raises(InputError, match="offsets must ascend"):
        sm.S().bind(array, array).count()


def test_every_function_of_the_kernel_is_misused():
    public = {name for name in dir(_kernel) if not name.startswith("_") and callable(getattr(_kernel, name))}
    assert set(Misuse(0).calls()) == public


@pytest.mark.parametrize("seed", [1, 2])
def test_misuse_of_the_kernel_never_ends_the_process(seed):
    command = [sys.executable, "-W", "ignore", "-m", "tests.unit.kernels.misuse", str(seed), "6000"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    counted = json.loads(done.stdout)
    assert sum(counted.values()) == 6000
    # Both happen, or the arguments are not the near misses they are meant to be.
    for name in ("edit_counts", "edit_scripts", "window_differences", "count_rows", "read_rows", "first_bad_row"):
        assert counted[f"{name} result"] > 0
        assert counted[f"{name} exception"] > 0


GOOD = Columns(column(2, 5), column(0, 2), column(10))


def good_rows(**other):
    none = np.empty(0, dtype=np.uint8)
    columns = {
        "form": 0,
        "values": column(2, 5),
        "offsets": column(0, 2),
        "row_present": none,
        "value_present": none,
        "masses": column(),
        "mass_present": none,
    }
    return _kernel.TableRows(**(columns | other))


def long_rows():
    return good_rows(values=column(2, 3, 2), offsets=column(0, 3))


def scored(**other):
    given = {"edits": [], "windows": [], "status": np.zeros(1, dtype=np.uint8), "read": None}
    return _kernel.count_rows(**({"a": good_rows(), "b": good_rows()} | given | other))


WINDOWS = _laid("windowdiff", None, "pevzner-hearst", None)
WEIGHTS = _kernel.Weights(1.0, 1.0, 1.0, 0, 2)
PARAMETERS = (WEIGHTS, np.zeros(0), 1.0)


@pytest.mark.parametrize(
    "misuse",
    [
        lambda: _kernel.pair_counts(GOOD, GOOD._replace(offsets=column(0, 2, 2))),
        lambda: _kernel.pair_counts(GOOD._replace(masses=column(0)), GOOD),
        lambda: _kernel.window_sizes(WINDOWS, GOOD._replace(offsets=column(0, -2))),
        lambda: _kernel.window_sizes(WINDOWS, GOOD._replace(masses=column(10, 10))),
        lambda: _kernel.window_sums(GOOD, GOOD, column(-1)),
        lambda: _kernel.pair_weights(GOOD, GOOD, np.zeros(0)),
        lambda: _kernel.tolerance_matches(GOOD, GOOD, -1),
        lambda: _kernel.edit_costs(GOOD, GOOD._replace(types=column(0, 1, dtype=np.int32)), PARAMETERS),
        lambda: scored(edits=[_kernel.EditWork(WEIGHTS, 1.0, np.zeros(1), np.zeros(0))]),
        lambda: scored(edits=[_kernel.EditWork(WEIGHTS, -1.0, np.zeros(1), np.zeros(1))]),
        lambda: scored(windows=[_kernel.WindowWork(True, WINDOWS, *np.zeros((2, 1)), np.zeros(2))]),
        lambda: scored(status=np.zeros(2, dtype=np.uint8)),
        lambda: scored(b=good_rows(offsets=column(0, 3))),
        lambda: scored(b=good_rows(form=3)),
        lambda: scored(b=good_rows(row_present=np.ones(2, dtype=np.uint8))),
        lambda: scored(read=(_kernel.ReadRows(column(0, 0), column(0, 0), column(0)),) * 2, b=long_rows()),
        lambda: _kernel.Weights(1.0, 1.0, 1.0, 0, 0),
    ],
)
def test_the_kernel_refuses_what_does_not_fit(misuse):
    with pytest.raises(ValueError, match=r".+"):
        misuse()


def test_arguments_of_these_tests_are_otherwise_right():
    assert len(_kernel.pair_counts(GOOD, GOOD)) == 4
    assert len(_kernel.window_presence(GOOD, GOOD, WINDOWS)) == 5
    assert _kernel.window_sizes(WINDOWS, GOOD).tolist() == [2]
    work = _kernel.WindowWork(True, WINDOWS, *np.zeros((3, 1)))
    room = _kernel.ReadRows(column(0, 0), column(0, 0), column(0))
    assert scored(edits=[_kernel.EditWork(WEIGHTS, 1.0, *np.zeros((2, 1)))], windows=[work], read=(room, room)) == 0
    assert _kernel.edit_costs(GOOD, GOOD, PARAMETERS) == (0.0,)


@pytest.mark.parametrize("offsets", [[0, 3, 1], [0, 2, 9], [-1, 2, 4], [0, 4, 2]])
def test_a_damaged_table_is_an_error_and_no_crash(offsets):
    masses = RowColumn(np.arange(1, 5), np.array(offsets, dtype=np.int32))
    for column in (masses, masses._replace(units=MassColumn(np.array([10, 10])))):
        with pytest.raises(InputError, match="list offsets do not ascend within the values"):
            RowBuffers.of(2, 4).read(column, slice(0, 2))
        with pytest.raises(InputError, match="list offsets do not ascend within the values"):
            count_rows(column, column, slice(0, 2), [])
