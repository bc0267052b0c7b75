"""Parquet as others write it."""

import io

import pytest

import seamark as sm

arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


def file_of(columns) -> io.BytesIO:
    stream = io.BytesIO()
    parquet.write_table(arrow.table(columns), stream)
    stream.seek(0)
    return stream


def test_masses():
    corpus = sm.load(file_of({"coder": ["x", "y"], "item": ["a", "a"], "masses": [[2, 3], [5]], "score": [0.5, 1.0]}))
    assert {coder: coding.masses for coder, coding in corpus["a"].items()} == {"x": (2, 3), "y": (5,)}


def test_positions_and_types():
    columns = {"item": ["a"], "coder": ["x"], "mass": [5], "positions": [[2, 2]], "types": [["p", "q"]]}
    assert [tuple(boundary) for boundary in sm.load(file_of(columns))["a"]["x"].boundaries] == [(2, "p"), (2, "q")]


def test_small_integers_and_dictionaries():
    columns = {
        "item": arrow.array(["a", "a"]).dictionary_encode(),
        "coder": arrow.array(["x", "y"], arrow.large_string()),
        "mass": arrow.array([5, 5], arrow.uint8()),
        "positions": arrow.array([[2], []], arrow.large_list(arrow.int16())),
    }
    assert [coding.masses for coding in sm.load(file_of(columns))["a"].values()] == [(2, 3), (5,)]


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
        ({"item": ["a", "a"], "coder": ["x", "x"], "masses": [[5], [5]]}, "occurs twice"),
        ({"item": ["a", "a"], "coder": ["x", "y"], "masses": [[5], [4]]}, "covers 4 units"),
        ({"item": ["a"], "coder": ["x"], "mass": [5], "positions": [[5]]}, "row 0: "),
        ({"item": ["a"], "coder": ["x"], "mass": [5], "positions": [[2, 2]]}, "row 0: "),
        ({"item": ["a"], "coder": ["x"], "mass": [None], "positions": [[2]]}, "row 0: "),
        ({"item": ["a"], "coder": ["x"], "mass": [5], "positions": [[2]], "types": [[]]}, "0 types"),
        ({"item": ["a"], "coder": ["x"], "starts": [[1]]}, "has no column 'mass'"),
        ({"item": ["a"], "coder": ["x"], "mass": [9], "starts": [[1]]}, "has no column 'ends'"),
        ({"item": ["a"], "coder": ["x"], "mass": [9], "starts": [[1]], "ends": [[2, 3]]}, "row 0: "),
        ({"item": ["a"], "coder": ["x"], "mass": [9], "starts": [[1]], "ends": [None]}, "row 0: "),
        ({"item": ["a"], "coder": ["x"], "masses": [[2, 3]], "labels": [["A"]]}, "row 0: "),
        ({"item": ["a"], "coder": ["x"], "mass": [4], "masses": [[2, 3]], "labels": [["A", "B"]]}, "row 0: "),
        ({"item": ["a"], "coder": ["x"], "levels": [[[2, 2], [4]]], "nested": [True]}, "row 0: "),
    ],
)
def test_columns_that_are_wrong(columns, wanted):
    with pytest.raises(sm.InputError) as caught:
        sm.load(file_of(columns), name="a.parquet")
    assert str(caught.value).startswith("a.parquet: ")
    assert wanted in str(caught.value)


@pytest.mark.parametrize("more", [{"mass": [6]}, {"mass": [5], "positions": [[2]]}, {"types": [["a"]]}])
def test_masses_and_what_does_not_go_with_them(more):
    with pytest.raises(sm.InputError, match="row 0: "):
        sm.load(file_of({"item": ["a"], "coder": ["x"], "masses": [[2, 3]], **more}))


@pytest.mark.parametrize("label", [float("nan"), None, b"a", True, 1.5])
def test_boundary_types_that_no_file_keeps(label):
    columns = {"item": ["a"], "coder": ["x"], "mass": [5], "positions": [[2]], "types": [[label]]}
    with pytest.raises(sm.InputError, match="row 0: "):
        sm.load(file_of(columns))


def test_several_files_of_tables_are_joined():
    columns = {"item": ["a"], "coder": ["x"], "masses": [[2, 3]]}
    files = [file_of(columns), file_of({**columns, "coder": ["y"]})]
    assert list(sm.load(files)["a"]) == ["x", "y"]
    with pytest.raises(sm.InputError, match="coder 'x' occurs twice"):
        sm.load([file_of(columns), file_of(columns)])


def test_a_column_that_stands_twice(tmp_path):
    columns = list(map(arrow.array, (["a"], ["ann"], [2], [[1]], [3])))
    table = arrow.table(columns, names=["item", "coder", "mass", "positions", "mass"])
    parquet.write_table(table, tmp_path / "a.parquet")
    with pytest.raises(sm.InputError, match="has several columns 'mass'; expected item, coder, mass"):
        sm.load(tmp_path / "a.parquet")
