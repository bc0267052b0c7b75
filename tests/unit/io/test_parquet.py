"""Parquet as others write it."""

from __future__ import annotations

import io

import numpy as np
import pytest

from seamark.base.errors import InputError
from seamark.io import load, save
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation

arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
INT64 = arrow.int64()


def file_of(columns) -> io.BytesIO:
    stream = io.BytesIO()
    parquet.write_table(arrow.table(columns), stream)
    stream.seek(0)
    return stream


def test_masses():
    corpus = load(file_of({"coder": ["x", "y"], "item": ["a", "a"], "masses": [[2, 3], [5]], "score": [0.5, 1.0]}))
    assert {coder: coding.masses for coder, coding in corpus["a"].items()} == {"x": (2, 3), "y": (5,)}


def test_positions_and_types():
    columns = {"item": ["a"], "coder": ["x"], "mass": [5], "positions": [[2, 2]], "types": [["p", "q"]]}
    assert [tuple(boundary) for boundary in load(file_of(columns))["a"]["x"].boundaries] == [(2, "p"), (2, "q")]


def test_small_integers_and_dictionaries():
    columns = {
        "item": arrow.array(["a", "a"]).dictionary_encode(),
        "coder": arrow.array(["x", "y"], arrow.large_string()),
        "mass": arrow.array([5, 5], arrow.uint8()),
        "positions": arrow.array([[2], []], arrow.large_list(arrow.int16())),
    }
    assert [coding.masses for coding in load(file_of(columns))["a"].values()] == [(2, 3), (5,)]


@pytest.mark.parametrize(
    ("columns", "wanted"),
    [
        ({"item": ["a"], "coder": ["x"]}, "has no column 'mass'"),
        ({"item": ["a"], "coder": ["x"], "mass": [5]}, "has no column 'positions'"),
        ({"coder": ["x"], "masses": [[5]]}, "has no column 'item'"),
        ({"item": ["a"], "coder": ["x"], "masses": [[5, -1]]}, "row 0: "),
        ({"item": ["a"], "coder": ["x"], "masses": [[]]}, "row 0: "),
        ({"item": ["a"], "coder": ["x"], "masses": [None]}, "row 0: "),
        ({"item": ["a"], "coder": ["x"], "masses": [5]}, "row 0: "),
        ({"item": ["a"], "coder": ["x"], "masses": [[1.5]]}, "row 0: "),
        ({"item": [7], "coder": ["x"], "masses": [[5]]}, "row 0: "),
        ({"item": ["a"], "coder": [None], "masses": [[5]]}, "row 0: "),
        ({"item": ["a", "a"], "coder": ["x", "x"], "masses": [[5], [5]]}, "stands twice"),
        ({"item": ["a", "a"], "coder": ["x", "y"], "masses": [[5], [4]]}, "covers 4 units"),
        ({"item": ["a"], "coder": ["x"], "mass": [5], "positions": [[5]]}, "row 0: "),
        ({"item": ["a"], "coder": ["x"], "mass": [5], "positions": [[2, 2]]}, "row 0: "),
        ({"item": ["a"], "coder": ["x"], "mass": [None], "positions": [[2]]}, "row 0: "),
        ({"item": ["a"], "coder": ["x"], "mass": [5], "positions": [[2]], "types": [[]]}, "0 types"),
    ],
)
def test_columns_that_are_wrong(columns, wanted):
    with pytest.raises(InputError) as caught:
        load(file_of(columns), name="a.parquet")
    assert str(caught.value).startswith("a.parquet: ")
    assert wanted in str(caught.value)


def test_a_table_without_rows():
    columns = {
        "item": arrow.array([], arrow.string()),
        "coder": arrow.array([], arrow.string()),
        "masses": arrow.array([], arrow.list_(arrow.int64())),
    }
    with pytest.raises(InputError, match="holds no codings"):
        load(file_of(columns))


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        ({"mass": [6]}, "row 0: "),
        ({"positions": [[3]]}, "row 0: "),
        ({"positions": [[2, 4]]}, "row 0: "),
        ({"positions": [[7]]}, "row 0: "),
        ({"types": [["a"]]}, "row 0: "),
    ],
)
def test_masses_and_what_contradicts_them(more, wanted):
    columns = {"item": ["a"], "coder": ["x"], "masses": [[2, 3]]}
    assert load(file_of({**columns, "mass": [5], "positions": [[2]]}))["a"]["x"].masses == (2, 3)
    with pytest.raises(InputError) as caught:
        load(file_of({**columns, **more}))
    assert wanted in str(caught.value)


@pytest.mark.parametrize("label", [float("nan"), None, b"a", True, 1.5])
def test_boundary_types_that_no_file_keeps(label):
    columns = {"item": ["a"], "coder": ["x"], "mass": [5], "positions": [[2]], "types": [[label]]}
    with pytest.raises(InputError, match="row 0: "):
        load(file_of(columns))


def random_codings(rng, *, typed: bool):
    """Codings of four coders, some of them missing, in an order of their own."""
    labels = [["minor", "major"], [1, 2, 7]][int(rng.integers(2))] if typed else [1]
    made = {}
    for item in range(int(rng.integers(1, 8))):
        mass = int(rng.integers(1, 30))
        for coder in rng.permutation(4)[: int(rng.integers(1, 5))].tolist():
            places = sorted(rng.choice(np.arange(1, mass), size=int(rng.integers(0, mass)), replace=False).tolist())
            types = [labels[int(rng.integers(len(labels)))] for _ in places]
            made[f"item {item}", f"coder {coder}"] = Segmentation.from_positions(places, mass, types)
    return made


@pytest.mark.parametrize("typed", [False, True])
@pytest.mark.parametrize("row_group", [1, 3, 100])
def test_tables_are_read_and_written_as_columns(typed, row_group):
    rng = np.random.default_rng(row_group + 7 * typed)
    for _ in range(20):
        codings = random_codings(rng, typed=typed)
        expected = Corpus.from_columns(*zip(*codings, strict=True), list(codings.values()))
        columns = {
            "item": [item for item, _ in codings],
            "coder": [coder for _, coder in codings],
            "mass": [coding.mass for coding in codings.values()],
            "positions": arrow.array([[b[0] for b in c.boundaries] for c in codings.values()], arrow.list_(INT64)),
        }
        if typed:
            columns["types"] = [[b[1] for b in c.boundaries] for c in codings.values()]
        stream = io.BytesIO()
        parquet.write_table(arrow.table(columns), stream, row_group_size=row_group)
        stream.seek(0)
        read = load(stream)
        assert read == expected
        assert read.types == expected.types
        again = io.BytesIO()
        save(expected, again, format="parquet")
        again.seek(0)
        assert load(again) == expected
        kept = parquet.read_table(again).to_pydict()
        by_row = dict(zip(zip(kept["item"], kept["coder"], strict=True), kept["positions"], strict=True))
        assert by_row == {name: [b[0] for b in coding.boundaries] for name, coding in codings.items()}


def test_several_files_of_tables_are_joined():
    columns = {"item": ["a"], "coder": ["x"], "masses": [[2, 3]]}
    files = [file_of(columns), file_of({**columns, "coder": ["y"]})]
    assert list(load(files)["a"]) == ["x", "y"]
    with pytest.raises(InputError, match="coder 'x' stands twice"):
        load([file_of(columns), file_of(columns)])


def test_a_column_that_stands_twice(tmp_path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    columns = [pa.array(["a"]), pa.array(["ann"]), pa.array([2]), pa.array([[1]]), pa.array([3])]
    pq.write_table(pa.table(columns, names=["item", "coder", "mass", "positions", "mass"]), tmp_path / "a.parquet")
    with pytest.raises(InputError, match="has several columns 'mass'; expected one"):
        load(tmp_path / "a.parquet")
