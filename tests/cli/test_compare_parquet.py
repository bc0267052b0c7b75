"""`seamark compare` on tables with a column for every system: what it prints, and what it refuses."""

import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import seamark as sm
from seamark.scale import compare_systems_parquet
from tests.cli.running import Within

V = sm.__version__
COLUMNS = ("--reference", "gold", "--system", "poor", "--system", "good")
LISTS = pa.list_(pa.int64())


def columns(items: int = 60) -> dict[str, list[object]]:
    """Texts of 20 units; the good system has two of three right."""
    rng = np.random.default_rng(4)
    cuts = [np.sort(rng.choice(np.arange(1, 20), (2, 3), replace=False)) for _ in range(items)]
    gold, poor = ([np.diff([0, *cut[side], 20]).tolist() for cut in cuts] for side in (0, 1))
    good = [one if row % 3 else other for row, (one, other) in enumerate(zip(gold, poor, strict=True))]
    return {"item": [f"text {row}" for row in range(items)], "gold": gold, "poor": poor, "good": good}


def written(name: str, table: dict[str, list[object]]) -> str:
    types = [(key, pa.string() if key == "item" else LISTS) for key in table]
    pq.write_table(pa.table(table, schema=pa.schema(types)), name, row_group_size=20)
    return name


@pytest.fixture
def systems() -> str:
    return written("systems.parquet", columns())


def test_scores_and_tests_of_every_two_systems(systems: str, seamark: Within) -> None:
    ran = seamark("compare", systems, *COLUMNS, "-m", "S", "--seed", "7", "--correction", "bh")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "2 systems, 60 items, S (higher is better)."
    assert lines[1].startswith("good .91: better than poor (p ")
    start = lines.index("S, macro mean over 60 items")
    assert [line.split()[0] for line in lines[start + 3 : start + 5]] == ["good", "poor"]
    start = lines.index("Systems against each other, S per item")
    assert "p (BH)" in lines[start + 1]
    assert lines[start + 3].endswith("40, 20, 0")
    assert lines[-1].endswith(f"|test:randomization,bh|ci:0.95,jackknife-t|resamples:10000|seed:7|v:{V}")


def test_json_is_what_the_library_says(systems: str, seamark: Within) -> None:
    options = ("-m", "B,windowdiff", "--seed", "3", "--ci", "0.9", "--workers", "2")
    ran = seamark("compare", systems, *COLUMNS, *options, "--json")
    settings = {"reference": "gold", "rng": 3, "ci": 0.9}
    expected = {
        metric: compare_systems_parquet(systems, ["poor", "good"], metric, **settings).to_dict()
        for metric in ("B", "windowdiff")
    }
    assert ran.json == json.loads(json.dumps({"seamark": V, "pairwise": expected}))
