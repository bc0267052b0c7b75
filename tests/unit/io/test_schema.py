"""The published schemas describe what is written and read."""

import io
import json
from pathlib import Path

import numpy as np
import pytest

import seamark as sm
from tests.unit.io.test_model_files import random_corpus

jsonschema = pytest.importorskip("jsonschema")
referencing = pytest.importorskip("referencing")

ROOT = Path(__file__).parents[3]
SCHEMAS = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "docs/schema").glob("*.json")}
CORPUS = SCHEMAS["seamark-1.schema.json"]
LINE = SCHEMAS["seamark-1-line.schema.json"]
RICH = sm.Corpus(
    {"poem": {"ann": sm.Segmentation.from_positions([2, 2], 5, [1, "minor"]), "ben": [5]}, "song": {"ben": [1, 1]}},
    texts={"song": ["la", "lo"]},
    groups={"ann": 1, "ben": "b"},
    metadata={"source": {"year": 1816}},
)


def fits(value, schema) -> bool:
    resources = [(name, referencing.Resource.from_contents(content)) for name, content in SCHEMAS.items()]
    registry = referencing.Registry().with_resources(resources)
    return jsonschema.Draft202012Validator(schema, registry=registry).is_valid(value)


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_is_one(name):
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])


CORPORA = [RICH, RICH.subset(items=["song"]), sm.Corpus({"a": {"x": [1]}})]
CORPORA += [
    random_corpus(np.random.default_rng(seed), kind) for kind in ("labels", "levels", "spans") for seed in range(10)
]


@pytest.mark.parametrize("corpus", CORPORA)
def test_what_is_written_fits(corpus):
    stream, lines = io.BytesIO(), io.BytesIO()
    sm.save(corpus, stream, format="json")
    sm.save(corpus, lines, format="jsonl")
    value = json.loads(stream.getvalue())
    assert fits(value, CORPUS)
    assert all(fits(json.loads(line), LINE) for line in lines.getvalue().splitlines())
    if corpus.kind != "boundaries":
        assert not fits({**value, "model": "boundaries"}, CORPUS)


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"format": "other"},
        {"items": []},
        {"extra": 1},
        {"groups": {"x": []}},
        {"items": [{"item": "a"}]},
        {"items": [{"item": "", "codings": {"x": [2]}}]},
        {"items": [{"item": "a", "codings": {}}]},
        {"items": [{"item": "a", "codings": {"x": []}}]},
        {"items": [{"item": "a", "codings": {"x": [0]}}]},
        {"items": [{"item": "a", "codings": {"x": [1.5]}}]},
        {"items": [{"item": "a", "codings": {"x": {}}}]},
        {"items": [{"item": "a", "mass": 3, "codings": {"x": {"masses": [3], "positions": [1]}}}]},
        {"items": [{"item": "a", "mass": 3, "codings": {"x": {"masses": [3], "types": [1]}}}]},
        {"items": [{"item": "a", "mass": 3, "codings": {"x": {"positions": [0]}}}]},
        {"items": [{"item": "a", "mass": 3, "codings": {"x": {"positions": [1], "types": [1.5]}}}]},
        {"items": [{"item": "a", "codings": {"x": [2]}, "text": ["a"]}]},
    ],
)
def test_schema_and_reader_refuse_the_same(change):
    value = {"format": "seamark", "version": 1, "items": [{"item": "a", "codings": {"x": [2, 3]}}]}
    assert fits(value, CORPUS)
    broken = value | change
    assert not fits(broken, CORPUS)
    with pytest.raises(sm.InputError):
        sm.load(io.BytesIO(json.dumps(broken).encode()), format="json")
