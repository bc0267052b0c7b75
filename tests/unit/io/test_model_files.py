"""Labels, spans and levels in our own formats: what is saved reads back as it was, and faults are named."""

import io
import json

import numpy as np
import pytest

import seamark as sm
from tests.random_models import labelled_units, levels, turns

MODELS = ("labels", "levels", "spans")
NATIVE = ("json", "jsonl", "csv", "tsv", "parquet")
#: Names that a careless table would cut, quote wrongly or take for numbers.
NAMES = ["A", "B b", 'say "hi"', "a,b;c", "é🌊", " edge ", "line\nbreak", "-", "None"]


def random_corpus(rng: np.random.Generator, model: str, names=NAMES, groups=True):
    """A corpus of any model, with texts, groups and metadata."""

    def renamed(units):
        return [None if unit == "D" else names[ord(unit) % len(names)] for unit in units]

    def coding(mass: int, labelled: bool):
        if model == "labels":
            return sm.LabelledSegmentation.from_labels(renamed(labelled_units(rng, mass)))
        if model == "spans":
            return sm.Spans(
                [(start, end, renamed([label])[0]) for start, end, label in turns(rng, mass, "ABCD")], length=mass
            )
        nested = bool(rng.integers(0, 2))
        made = sm.Hierarchy.from_positions(levels(rng, mass, int(rng.integers(1, 4)), nested), mass, nested=nested)
        if not labelled:
            return made
        return sm.Hierarchy.from_labelled(
            [
                sm.LabelledSegmentation.from_positions(
                    level.positions, mass, renamed(rng.choice(list("ABCD"), len(level.positions) + 1).tolist())
                )
                for level in made.segmentations
            ],
            nested=nested,
        )

    labelled = bool(rng.integers(0, 2))
    masses = {f"item {number}": int(rng.integers(2, 30)) for number in range(3)}
    codings = {
        item: {coder: coding(mass, labelled) for coder in ("ann", "ben,2", "cid")[: int(rng.integers(1, 4))]}
        for item, mass in masses.items()
    }
    if not groups:
        return sm.Corpus(codings)
    said = {"texts": {"item 0": ["unit"] * masses["item 0"]}, "groups": {"ann": "students"}, "metadata": {"year": 1816}}
    return sm.Corpus(codings, **said)


def saved(corpus, format: str) -> bytes:
    stream = io.BytesIO()
    sm.save(corpus, stream, format=format)
    return stream.getvalue()


def again(corpus, kind: str, format: str = "json"):
    return sm.load(io.BytesIO(saved(corpus, format)), kind=kind, name=f"x.{format}")


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("format", NATIVE)
def test_round_trip(model, format):
    rng = np.random.default_rng(15)
    whole = format in ("json", "jsonl")
    for _ in range(40):
        corpus = random_corpus(rng, model, groups=whole)
        back = again(corpus, model, format)
        assert back == corpus
        assert back.metadata == corpus.metadata
        if model == "levels" and format not in ("csv", "tsv"):
            assert [one.nested for one in back.codings] == [one.nested for one in corpus.codings]
        assert saved(back, format) == saved(corpus, format)


@pytest.mark.parametrize("format", NATIVE)
def test_numbers_and_names_are_told_apart(format):
    numbers = sm.Corpus({"talk": {"ann": sm.Spans([(0, 2, 7), (1, 3, -1)], length=4)}})
    assert again(numbers, "spans", format) == numbers
    digits = sm.Corpus({"talk": {"ann": sm.Spans([(0, 2, "7")], length=4)}})
    empty = sm.Corpus({"talk": {"ann": sm.LabelledSegmentation.from_labels(["", "A"])}})
    if format in ("csv", "tsv"):
        for corpus in (digits, empty):
            with pytest.raises(sm.InputError, match="would read back"):
                saved(corpus, format)
    else:
        assert again(digits, "spans", format) == digits
        assert again(empty, "labels", format) == empty
    mixed = sm.Corpus({"talk": {"ann": sm.Spans([(0, 2, 7), (1, 3, "x")], length=4)}})
    if format == "parquet":
        with pytest.raises(sm.InputError, match="numbers and names"):
            saved(mixed, format)
    else:
        assert again(mixed, "spans", format) == mixed


def test_what_no_file_can_keep_is_refused():
    for label in (True, 1.5, ("a", "b")):
        corpus = sm.Corpus({"song": {"ann": sm.LabelledSegmentation.from_segments([(3, label)])}})
        for format in NATIVE:
            with pytest.raises(sm.InputError, match="whole numbers and strings"):
                saved(corpus, format)


@pytest.mark.parametrize("format", ["json", "jsonl", "parquet"])
def test_categories_that_nobody_used_are_kept(format):
    talk, other = sm.Spans([(2, 8, "A")], length=20), sm.Spans([(2, 8, "B"), (3, 4, None)], length=20)
    part = sm.Corpus({"one": {"ann": talk}, "two": {"ann": other}}).subset(items=["one"])
    back = again(part, "spans", format)
    assert back == part
    assert set(back.types) >= {"A", "B"}


def test_conversions_lose_nothing_or_say_so():
    song = sm.LabelledSegmentation.from_segments([(8, "A"), (4, None), (8, "A")])
    labels = sm.Corpus({"song": {"ann": song}})
    assert again(labels, "spans")["song"]["ann"] == song.spans
    assert again(labels, "levels")["song"]["ann"].labelled == (song,)
    options = sm.io.ReadOptions(kind="boundaries")
    corpus, report = sm.io.load_with_report(io.BytesIO(saved(labels, "json")), options)
    assert corpus["song"]["ann"] == song.segmentation
    assert report.notes == ("labels are left out: boundaries are where segments meet",)
    overlapping = sm.Corpus({"talk": {"ann": sm.Spans([(0, 4, "A"), (2, 6, "B")], length=9)}})
    with pytest.raises(sm.InputError, match="overlaps the one before it"):
        again(overlapping, "labels")
    assert again(overlapping, "boundaries")["talk"]["ann"].positions == (2, 4, 6)
    with pytest.raises(sm.InputError, match="holds spans, which cannot be read as levels"):
        again(overlapping, "levels")
    book = sm.Hierarchy.from_levels([[12, 12], [6, 6, 12]])
    typed = again(sm.Corpus({"book": {"ann": book}}), "boundaries")["book"]["ann"]
    assert typed.boundaries == ((6, 2), (12, 1))
    assert sm.Hierarchy.from_strengths(dict(reversed(typed.boundaries)), typed.mass) == book
    crossed = sm.Hierarchy.from_levels([[12, 12], [6, 18]], nested=False)
    with pytest.raises(sm.InputError, match="not nested"):
        again(sm.Corpus({"b": {"a": crossed}}), "boundaries")


def header(model: str, **item) -> bytes:
    return json.dumps({"format": "seamark", "version": 1, "model": model, "items": [item]}).encode()


LINES = b'{"format":"seamark","version":1,"model":"spans"}\n\n{"item":"t","mass":9,"codings":{"a":[[3,2]]}}\n'


@pytest.mark.parametrize(
    ("model", "data", "line"),
    [
        ("spans", header("spans", item="t", mass=9, codings={"a": [[2, 1, "A"]]}), None),
        ("spans", header("spans", item="t", mass=9, codings={"a": [[2, 12, "A"]]}), None),
        ("spans", header("spans", item="t", mass=9, codings={"a": [[2, "x"]]}), None),
        ("spans", header("spans", item="t", codings={"a": [[2, 3]]}), None),
        ("spans", header("spans", item="t", mass=9, codings={}), None),
        ("labels", header("labels", item="t", mass=9, codings={"a": [[2, "A"]]}), None),
        ("labels", header("labels", item="t", mass=2, codings={"a": []}), None),
        ("levels", header("levels", item="t", mass=4, codings={"a": {}}), None),
        ("levels", header("levels", item="t", mass=4, codings={"a": {"levels": [[2, 2], [4]]}}), None),
        ("levels", header("levels", item="t", mass=4, codings={"a": {"levels": [[2, 2], [3]]}}), None),
        ("spans", b"item,coder,mass,start,end\nt,a,9,2,1\n", 2),
        ("spans", b"item,coder,mass,start,end\nt,a,,2,3\n", 2),
        ("labels", b"item,coder,mass,start,label\nt,a,9,2,A\n", 2),
        ("labels", b"item,coder,mass,start,label\nt,a,9,0,A\nt,a,9,5,B\nt,a,9,3,C\n", 4),
        ("levels", b"item,coder,mass,level,start\nt,a,9,2,0\n", 2),
        ("levels", b"item,coder,mass,level,start\nt,a,9,,0\n", 2),
        ("spans", LINES, 3),
    ],
)
def test_faults_have_their_place(model, data, line):
    name = "x.csv" if data.startswith(b"item") else "x.json" if line is None else "x.jsonl"
    with pytest.raises(sm.InputError) as caught:
        sm.load(io.BytesIO(data), kind=model, name=name)
    assert str(caught.value).startswith(name if line is None else f"{name}:{line}: ")


def test_formats_that_cannot_hold_a_model_name_those_that_can(tmp_path):
    corpus = random_corpus(np.random.default_rng(4), "levels", groups=False)
    with pytest.raises(sm.InputError, match="segeval-json cannot hold levels; use one of csv, json, jsonl"):
        sm.save(corpus, tmp_path / "x.json", format="segeval-json")


def test_files_of_other_models_are_not_passed_over(tmp_path):
    spans = sm.Corpus({"talk": {"ann": sm.Spans([(0, 2, "A")], length=4)}})
    sm.save(spans, tmp_path / "spans.json")
    sm.save(sm.Corpus({"talk": {"ben": [2, 2]}}), tmp_path / "boundaries.json")
    with pytest.raises(sm.InputError, match=r"boundaries\.json: .*holds boundaries"):
        sm.load([tmp_path / "spans.json", tmp_path / "boundaries.json"], kind="spans")
    sm.save(sm.Corpus({"talk": {"cid": sm.Spans([], length=4)}}), tmp_path / "more.csv")
    both = sm.load([tmp_path / "spans.json", tmp_path / "more.csv"], kind="spans")
    assert list(both["talk"]) == ["ann", "cid"]
    with pytest.raises(sm.InputError, match="coder 'ann' occurs twice"):
        sm.load([tmp_path / "spans.json", io.BytesIO(saved(spans, "jsonl"))], kind="spans", name="x.jsonl")
    with pytest.raises(sm.InputError, match="resolution has no meaning for json, which counts units itself"):
        sm.load(tmp_path / "spans.json", kind="spans", resolution=0.5)
    (tmp_path / "talk.lab").write_text("0\t2\tA\n2\t4\tB\n", encoding="utf-8")
    mixed = sm.load([tmp_path / "spans.json", tmp_path / "talk.lab"], kind="spans", resolution=1.0)
    assert mixed["talk"]["coder"] == sm.Spans([(0, 2, "A"), (2, 4, "B")], length=4)
