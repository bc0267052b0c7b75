"""Columns of every kind as groups, masses and positions."""

import datetime
import decimal
import math

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from seamark import InputError, ParseError
from seamark.scale import score_parquet

PAIRS = {"reference": [[2, 3], [5], [4, 1], [1, 4]], "hypothesis": [[2, 3], [4, 1], [4, 1], [5]]}


def scored(path, group, row_group_size=4):
    pq.write_table(pa.table({**PAIRS, "group": group}), path, row_group_size=row_group_size)
    return score_parquet(path, "S", group="group", batch_rows=row_group_size).groups


def pairs_of(groups):
    return {key: by_name["S"].pairs for key, by_name in groups.items()}


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        (pa.array(["a", "b", "a", None]).dictionary_encode(), {"a": 2, "b": 1, None: 1}),
        (pa.array([1, 2, 1, 1], pa.uint64()), {1: 3, 2: 1}),
        (pa.array([True, False, None, True]), {True: 2, False: 1, None: 1}),
        (pa.nulls(4), {None: 4}),
        (pa.array([datetime.date(2020, 1, 2)] * 4), {"2020-01-02": 4}),
        (pa.array([decimal.Decimal("1.50")] * 4), {"1.50": 4}),
        (pa.array([0.0, -0.0, 1.5, 0.0]), {0.0: 3, 1.5: 1}),
    ],
)
@pytest.mark.parametrize("rows", [1, 4])
def test_groups(tmp_path, group, expected, rows):
    assert pairs_of(scored(tmp_path / "pairs.parquet", group, row_group_size=rows)) == expected


@pytest.mark.parametrize("rows", [1, 4])
def test_nan_is_one_group_and_not_that_of_null(tmp_path, rows):
    group = pa.array([math.nan, float("nan"), None, 1.0], from_pandas=False)
    groups = scored(tmp_path / "pairs.parquet", group, row_group_size=rows)
    assert pairs_of(groups) == {math.nan: 2, None: 1, 1.0: 1}


@pytest.mark.parametrize("group", [[[1]] * 4, [{"a": 1}] * 4, pa.array([b"x"] * 4)])
def test_columns_that_are_no_groups(tmp_path, group):
    with pytest.raises(InputError, match=r"column 'group' is (list|struct|binary).*; groups need text, numbers"):
        scored(tmp_path / "pairs.parquet", group)


def test_text_that_is_not_utf_8(tmp_path):
    path = tmp_path / "pairs.parquet"
    pq.write_table(pa.table({**PAIRS, "group": ["zebra"] * 4}), path, use_dictionary=False, compression="none")
    path.write_bytes(path.read_bytes().replace(b"zebra", b"z\xffbra"))
    with pytest.raises(ParseError, match=r"pairs.parquet: cannot be read as Parquet \(.*UTF8"):
        score_parquet(path, "S", group="group")
    pq.write_table(pa.table({**PAIRS, "zebra": ["x"] * 4}), path, store_schema=False)
    path.write_bytes(path.read_bytes().replace(b"zebra", b"z\xffbra"))
    with pytest.raises(ParseError, match=r"pairs.parquet: cannot be read as Parquet \(a name in it is not UTF-8\)"):
        score_parquet(path, "S")
