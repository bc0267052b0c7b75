"""What every result can do."""

import copy
import dataclasses
import json
import pickle
from dataclasses import dataclass
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from tools.schema import schema_of

import seamark as sm
from seamark import InputError, S
from seamark.base.extras import require
from seamark.base.results import FrozenMapping, ResultRecord, plain
from seamark.reproduce.paper import reproduce
from tests.fuzz.api_values import INSTANCES, NAMES


@dataclass(frozen=True, slots=True)
class Part(ResultRecord):
    name: str
    share: float


@dataclass(frozen=True, slots=True)
class Whole(ResultRecord):
    value: float
    parts: tuple[Part, ...]
    counts: FrozenMapping[str, int]

    def rows(self):
        return [part.to_dict() for part in self.parts]


@dataclass(frozen=True, slots=True)
class Larger(Whole):
    signature: object


WHOLE = Whole(2 / 3, (Part("<a>", 0.25), Part("b", float("nan"))), FrozenMapping({"n": np.int64(3)}))


def test_plain_values():
    expected = {
        "value": 2 / 3,
        "parts": [{"name": "<a>", "share": 0.25}, {"name": "b", "share": None}],
        "counts": {"n": 3},
    }
    assert WHOLE.to_dict() == expected
    assert json.loads(json.dumps(WHOLE.to_dict(), allow_nan=False)) == expected
    assert plain([np.float64("inf"), np.array([1, 2]), {3: {4}}]) == [None, [1, 2], {"3": [4]}]
    assert plain(S().signature()) == str(S().signature())


def test_texts():
    assert repr(WHOLE) == str(WHOLE) == "Whole(value=0.6667, parts=<2>, counts=<1>)"
    larger = Larger(0.5, (), FrozenMapping({}), S().signature())
    assert str(larger) == f"0.5000  {S().signature()}"
    assert len(repr(Part("x" * 500, 0.5))) <= 120
    assert float(WHOLE) == 2 / 3
    with pytest.raises(TypeError, match="Part has no single value"):
        float(WHOLE.parts[0])


def test_html_is_escaped_and_short():
    html = WHOLE._repr_html_()
    assert "<td>&lt;a&gt;</td><td>0.2500</td>" in html
    assert "<a>" not in html
    many = Whole(1.0, tuple(Part(f"{n}", 1.0) for n in range(50)), FrozenMapping({}))
    assert many._repr_html_().count("<tr>") == 1 + 20 + 1
    assert "... 30 more" in many._repr_html_()


def test_tables():
    assert WHOLE.to_arrow().to_pylist() == [{"name": "<a>", "share": 0.25}, {"name": "b", "share": None}]
    assert WHOLE.to_polars().rows() == [("<a>", 0.25), ("b", None)]
    frame = WHOLE.to_pandas()
    assert list(frame.columns) == ["name", "share"]
    assert frame["share"].isna().tolist() == [False, True]
    assert Part("a", 0.5).rows() == [{"name": "a", "share": 0.5}]


def test_what_is_not_installed_is_named():
    with pytest.raises(InputError, match=r"to_frame needs nowhere: pip install nowhere$"):
        require("nowhere", package="nowhere", extra=None, what="to_frame")


STUDY = {"poem": {"ann": [2, 3], "ben": [3, 2], "cat": [5]}, "song": {"ann": [4, 4]}, "hymn": {"ann": [9], "ben": [9]}}
SCHEMAS = Path(__file__).parents[2] / "docs" / "schema"
#: Results whose schema a file publishes.
PUBLISHED = {
    "result": sm.Result,
    "score": sm.ScoreTable,
    "agree": sm.Agreement,
    "compare": sm.Evaluation,
    "compare-systems": sm.SystemComparison,
    "audit": sm.Audit,
    "score-parquet": sm.scale.ParquetScores,
    "score-sums": sm.scale.ScoreSums,
}
_GOLD = {"a": [2, 3], "b": [3, 3]}
#: Results with parts that those of `INSTANCES` do not have.
RICH = [
    sm.BoundaryConfusion().compare([2, 3], [5]),
    sm.score(_GOLD, {"a": [5], "b": [6]}, ci=0.9),
    sm.score([[2, 3], [5]], [[5], [5]], "pk:k=8"),
    sm.score({"a": [5], "b": [4]}, {"a": [5]}, allow_missing=True),
    sm.agree(STUDY, "B:n=3", "kappa", ci=0.9, resamples=20, rng=1),
    sm.agree(STUDY, "windowdiff:k=8", chance="permutation", shuffles=5),
    sm.agree(STUDY).per_item["song"],
    sm.compare({"a": {"p": [5, 5], "q": [4, 6]}}, {"x": {"a": [5, 5]}}, rng=1),
    sm.majority_opinion(STUDY, threshold="majority"),
    sm.score([[2, 3], [5, 5]], [[5], [5, 5]], "pk:k=9").overall["pk"],
    sm.align(sm.Segmentation.from_sets([{"x"}, {"y"}]), sm.Segmentation.from_sets([{"y"}, set()])),
    reproduce(["examples"]),
    WHOLE,
]


def without_order(schema):
    """A schema with its alternatives sorted: releases of msgspec list them in different orders."""
    if isinstance(schema, dict):
        return {key: without_order(value) for key, value in schema.items()}
    if isinstance(schema, list):
        return sorted(map(without_order, schema), key=str)
    return schema


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_schemas_are_made_from_the_types(name):
    published = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    assert without_order(published) == without_order(schema_of(PUBLISHED[name]))


@pytest.mark.parametrize("result", RICH)
def test_schemas_fit_the_documents(result):
    schema = schema_of(type(result))
    jsonschema.Draft202012Validator.check_schema(schema)
    document = result.to_dict()
    jsonschema.validate(document, schema)
    jsonschema.validate({"seamark": sm.__version__, **document}, schema)
    for wrong in ({key: object() for key in document}, {}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


#: Classes that are no values.
NO_VALUES = {"Accumulator", "Measurement"}


@pytest.mark.parametrize("code", [code for name in sorted(INSTANCES.keys() - NO_VALUES) for code in INSTANCES[name]])
def test_instances_of_all_classes_can_be_copied_and_fit_their_schemas(code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some are made from files that they write themselves
    made = eval(code, dict(NAMES))  # noqa: S307
    for again in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made), copy.copy(made)):
        assert same(made, again)
    if isinstance(made, ResultRecord):
        jsonschema.validate(made.to_dict(), schema_of(type(made)))
        assert len(made.table().header) <= 6
        assert all(sentence.endswith(".") for sentence in made.answer())
        assert made.methods().signatures == made.signatures() or isinstance(made, sm.ScoreTable)


def same(one: object, other: object) -> bool:
    """Whether two results hold the same; those that hold arrays do not compare themselves."""
    if type(one) is not type(other):
        return False
    if dataclasses.is_dataclass(one) and not isinstance(one, type):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in dataclasses.fields(one))
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    if isinstance(one, dict | FrozenMapping):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, sm.SegmentationArray):
        return list(one) == list(other)
    return one == other or (one != one and other != other)  # not a number


def test_what_results_hold_cannot_be_changed():
    copied = pickle.loads(pickle.dumps(sm.S().compare([2, 3], [5])))
    with pytest.raises(TypeError):
        copied.counts["distance"] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        copied.value = 1.0
