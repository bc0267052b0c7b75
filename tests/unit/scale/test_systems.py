"""Systems in the columns of a table are compared as in memory; intervals and tests are over blocks of items."""

import threading

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import seamark as sm
from seamark.scale import files
from seamark.scale.agreement import agree_parquet
from seamark.scale.systems import BLOCKS, compare_systems_parquet
from seamark.stats import mean_of_sums
from seamark.stats.significance import paired_difference
from tests.unit.scale.pairs import random_masses
from tests.unit.scale.test_agreement import cut_files

ITEMS = 3000
SYSTEMS = ["one", "two", "three"]


def random_study(items=ITEMS, seed=9):
    """A reference and three systems, which copy it for a part of the items."""
    rng = np.random.default_rng(seed)
    masses = rng.integers(2, 60, items).tolist()
    columns = {"item": [f"text {number}" for number in rng.permutation(items)]}
    columns["reference"] = [random_masses(rng, mass) for mass in masses]
    for system, share in zip(SYSTEMS, (0.5, 0.48, 0.1), strict=True):
        copied = rng.random(items) < share
        pairs = zip(copied, columns["reference"], masses, strict=True)
        columns[system] = [reference if same else random_masses(rng, mass) for same, reference, mass in pairs]
    return columns


STUDY = random_study()


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("systems") / "systems.parquet"
    pq.write_table(pa.table(STUDY), path, row_group_size=250)
    return path


def in_memory(metric, average):
    reference = dict(zip(STUDY["item"], STUDY["reference"], strict=True))
    systems = {name: dict(zip(STUDY["item"], STUDY[name], strict=True)) for name in SYSTEMS}
    return sm.compare_systems(reference, systems, metric, average=average, rng=3, resamples=200)


@pytest.mark.parametrize("metric", [sm.S(), sm.B(), sm.WindowDiff(), "f"])
@pytest.mark.parametrize("average", ["macro", "micro"])
def test_scores_effects_and_wins_are_those_in_memory(path, metric, average):
    found = compare_systems_parquet(path, SYSTEMS, metric, average=average, rng=3, resamples=200)
    expected = in_memory(metric, average)
    assert (found.items, len(found.undefined)) == (expected.items, min(100, len(expected.undefined)))
    assert set(found.undefined) <= set(expected.undefined)
    assert [one.name for one in found.systems] == [one.name for one in expected.systems]
    for one, other in zip(found.systems, expected.systems, strict=True):
        assert one.value == pytest.approx(other.value, rel=1e-12)
        width, its = (ends.high - ends.low for ends in (one.interval, other.interval))
        assert width == pytest.approx(its, rel=0.15)  # blocks instead of items: as wide, up to chance
    for one, other in zip(found.pairs, expected.pairs, strict=True):
        assert (one.first, one.second, one.record) == (other.first, other.second, other.record)
        assert one.difference == pytest.approx(other.difference, rel=1e-9)
        width, its = (ends.high - ends.low for ends in (one.interval, other.interval))
        assert width == pytest.approx(its, rel=0.15)


def test_an_interrupted_run_ends_its_threads(path, tmp_path, monkeypatch):
    def stop(done, total):
        raise KeyboardInterrupt

    columns = {"item": STUDY["item"] * 2, "coder": [name for name in SYSTEMS[:2] for _ in STUDY["item"]]}
    columns["masses"] = [masses for name in SYSTEMS[:2] for masses in STUDY[name]]
    pq.write_table(pa.table(columns), tmp_path / "codings.parquet", row_group_size=250)
    monkeypatch.setattr("seamark.scale.agreement.BATCH_ROWS", 250)
    for run in (
        lambda: compare_systems_parquet(path, SYSTEMS, progress=stop, workers=2, batch_rows=100),
        lambda: agree_parquet(tmp_path / "codings.parquet", progress=stop, workers=2, batch_rows=100),
    ):
        with pytest.raises(KeyboardInterrupt) as kept:
            run()
        assert kept.traceback
        assert not [thread for thread in threading.enumerate() if thread.name.startswith("seamark")]


def test_up_to_as_many_items_as_blocks_everything_is_as_in_memory(tmp_path):
    few = {name: column[:BLOCKS] for name, column in STUDY.items()}
    pq.write_table(pa.table(few), tmp_path / "few.parquet", row_group_size=100)
    found = compare_systems_parquet(tmp_path / "few.parquet", SYSTEMS, "B", rng=3, resamples=300)
    by_name = {name: dict(sorted(zip(few["item"], few[name], strict=True))) for name in ("reference", *SYSTEMS)}
    expected = sm.compare_systems(by_name.pop("reference"), by_name, "B", rng=3, resamples=300)
    assert found.pairs == expected.pairs
    assert [one.interval for one in found.systems] == [one.interval for one in expected.systems]
    assert str(found.signature) == str(expected.signature)


def test_intervals_and_tests_are_those_of_blocks(path):
    found = compare_systems_parquet(path, SYSTEMS, rng=3, resamples=500)
    place = {name: number % BLOCKS for number, name in enumerate(sorted(STUDY["item"]))}
    rows = {}
    for name in SYSTEMS:
        rows[name] = np.zeros((BLOCKS, 2))
        scores = sm.S().score_rows(sm.count_pairs(sm.S(), STUDY["reference"], STUDY[name]))
        for item, score in sorted(zip(STUDY["item"], scores, strict=True)):
            rows[name][place[item]] += score, 1
    order = np.lexsort(np.column_stack([rows[name] for name in sorted(SYSTEMS)]).T[::-1])
    for pair in found.pairs:
        first, second = rows[pair.first][order], rows[pair.second][order]
        expected = paired_difference(first, second, mean_of_sums, resamples=500, rng=3)
        assert tuple(pair.interval) == pytest.approx(tuple(expected.interval), rel=1e-9)
        assert pair.p_value == expected.p_value


def test_spans_are_compared_as_in_memory(tmp_path):
    span = pa.list_(pa.struct([("start", pa.int64()), ("end", pa.int64()), ("category", pa.string())]))
    turns = {
        "reference": [[(0, 10, "A"), (8, 20, "B")]] * 30,
        "one": [[(0, 9 + row % 3, "1"), (9 + row % 3, 20, "2")] for row in range(30)],
        "two": [[(0, 5 + row % 4, "1"), (5 + row % 4, 20, "2")] for row in range(30)],
    }
    names = ("start", "end", "category")
    columns = {
        key: pa.array([[dict(zip(names, one, strict=True)) for one in line] for line in lines], span)
        for key, lines in turns.items()
    }
    items = [f"talk {row}" for row in range(30)]
    pq.write_table(pa.table({"item": items, **columns}), tmp_path / "turns.parquet")
    found = compare_systems_parquet(tmp_path / "turns.parquet", ["two", "one"], "der", rng=3)
    spans = {
        key: {item: sm.Spans(line, length=20) for item, line in zip(items, lines, strict=True)}
        for key, lines in turns.items()
    }
    expected = sm.compare_systems(spans.pop("reference"), spans, "der", rng=3)
    assert [one.name for one in found.systems] == [one.name for one in expected.systems] == ["one", "two"]
    assert found.pairs[0].difference == pytest.approx(expected.pairs[0].difference, rel=1e-12)
    assert found.pairs[0].record == expected.pairs[0].record


OPTIONS = {"metric": sm.B(n=4), "rng": 3, "resamples": 300}


@pytest.mark.parametrize("average", ["macro", "micro"])
def test_not_a_bit_depends_on_files_batches_workers_or_the_order_of_rows(path, average, tmp_path, monkeypatch):
    monkeypatch.setattr(files, "TASK_ROWS", 500)
    options = {**OPTIONS, "average": average}
    expected = compare_systems_parquet(path, SYSTEMS, **options, workers=1).to_dict()
    table, source = pa.table(STUDY), np.random.default_rng(1)
    for number, rows, workers in ((1, 700, 2), (3, 90, 1), (17, 1000, 2)):
        mixed = table.take(pa.array(source.permutation(ITEMS)))
        folder = cut_files(mixed, tmp_path / str(number), number, rows)
        found = compare_systems_parquet(folder, SYSTEMS, **options, batch_rows=rows, workers=workers)
        assert found.to_dict() == expected


def test_items_without_a_score_are_named_in_the_order_of_names(tmp_path):
    items = [f"t{n:03}" for n in np.random.default_rng(2).permutation(300)]
    short = [int(name[1:]) % 2 == 0 for name in items]
    masses = [[1, 2] if one else [2, 3] for one in short]  # no window of 3 fits into three units
    columns = {"item": items, "reference": [[sum(row)] for row in masses], "one": masses, "two": masses}
    pq.write_table(pa.table(columns), tmp_path / "short.parquet", row_group_size=40)
    found = compare_systems_parquet(tmp_path / "short.parquet", ["one", "two"], "windowdiff:k=3", batch_rows=40)
    assert found.items == 150
    assert list(found.undefined) == sorted(name for name, one in zip(items, short, strict=True) if one)[:100]


@pytest.mark.parametrize(
    ("systems", "options", "message"),
    [
        (["one"], {}, "systems are one; expected at least two different columns"),
        (["one", "one"], {}, "expected at least two different columns"),
        (["one", "four"], {}, "no column is called 'four'"),
        (SYSTEMS, {"item": "name"}, "no column is called 'name'"),
        (SYSTEMS, {"average": "median"}, "average is 'median'"),
        (SYSTEMS, {"ci": 2}, "ci is 2"),
        (SYSTEMS, {"resamples": 0}, "resamples"),
    ],
)
def test_what_cannot_be_compared(path, systems, options, message):
    with pytest.raises(sm.InputError, match=message):
        compare_systems_parquet(path, systems, **options)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({}, sm.UndefinedScoreError, "on 1 of 1 items; expected at least 2"),
        ({"two": [None]}, sm.InputError, r"bad.parquet: row 0: two is null"),
        ({"reference": [[0, 2]]}, sm.InputError, r"bad.parquet: row 0: reference has a mass below 1"),
        ({"item": [None]}, sm.InputError, r"bad.parquet: row group 0: column 'item' holds a null"),
        (
            {"item": ["a", "b", "a"], **{name: [[2, 3]] * 3 for name in ("reference", "one", "two")}},
            sm.InputError,
            "item 'a' has two rows; expected a row per item",
        ),
    ],
)
def test_rows_that_cannot_be_compared(tmp_path, change, error, message):
    columns = {"item": ["a"], "reference": [[2, 3]], "one": [[2, 3]], "two": [[5]]} | change
    types = {"item": pa.string()} | dict.fromkeys(("reference", "one", "two"), pa.list_(pa.int64()))
    pq.write_table(pa.table(columns, schema=pa.schema(types)), tmp_path / "bad.parquet")
    with pytest.raises(error, match=message):
        compare_systems_parquet(tmp_path / "bad.parquet", ["one", "two"])
