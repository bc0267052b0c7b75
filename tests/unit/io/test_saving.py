"""Writing: what is there already stays, what cannot be kept is said, and a crash leaves the old file."""

import io
import re

import pytest

import seamark as sm
from seamark.io import known_formats, load, save
from seamark.io.format import format_named
from tests.unit.io.packages import need_packages_of

PLAIN = sm.Corpus({"poem": {"ann": [2, 3], "ben": [5]}})
RICH = sm.Corpus(
    {"poem": {"ann": sm.Segmentation.from_positions([2, 2], 5, [1, 2]), "ben": [5]}},
    texts={"poem": ["one", "two", "three", "four", "five"]},
    groups={"ann": "students"},
    metadata={"source": "here"},
)
MAJOR = sm.Segmentation.from_positions([1], 2, ["major"])
WRITABLE = [format.name for format in known_formats() if format.writable and format.measure == "units"]


@pytest.mark.parametrize(
    ("suffix", "format"),
    [(".json", "json"), (".jsonl", "jsonl"), (".csv", "csv"), (".TSV", "tsv"), (".parquet", "parquet")],
)
def test_suffix_tells_the_format(tmp_path, suffix, format):
    need_packages_of(format)
    path = tmp_path / f"out{suffix}"
    save(PLAIN, path)
    again = io.BytesIO()
    save(PLAIN, again, format=format)
    assert path.read_bytes() == again.getvalue()
    assert load(path) == PLAIN


def test_formats_as_they_are_written():
    written = {}
    for format in ("json", "jsonl", "tsv", "segeval-json"):
        stream = io.BytesIO()
        save(PLAIN, stream, format=format)
        written[format] = stream.getvalue().decode()
    assert written == {
        "json": '{"format":"seamark","version":1,"items":[\n'
        '{"item":"poem","codings":{"ann":[2,3],"ben":[5]},"mass":5}\n]}\n',
        "jsonl": '{"format":"seamark","version":1}\n{"item":"poem","codings":{"ann":[2,3],"ben":[5]},"mass":5}\n',
        "tsv": "item\tcoder\tmass\tposition\npoem\tann\t5\t2\npoem\tben\t5\t\n",
        "segeval-json": '{"segmentation_type":"linear","items":{\n"poem":{"ann":[2,3],"ben":[5]}\n}}\n',
    }


def test_folders_as_they_are_written(tmp_path):
    save(PLAIN, tmp_path / "segeval", format="segeval-tsv")
    assert (tmp_path / "segeval/poem.tsv").read_text() == "Coder\tMasses\nann\t2\t3\nben\t5\n"
    save(RICH, tmp_path / "text", format="text", drop=["groups", "metadata"])
    assert (tmp_path / "text/ann/poem.txt").read_text() == "one\ntwo\n==========\n==========,2,\nthree\nfour\nfive\n"
    assert (tmp_path / "text/ben/poem.txt").read_text() == "one\ntwo\nthree\nfour\nfive\n"


def test_one_item_in_one_file(tmp_path):
    save(PLAIN, tmp_path / "poem.tsv", format="segeval-tsv")
    assert load(tmp_path / "poem.tsv") == PLAIN
    with pytest.raises(sm.InputError, match="segeval-tsv keeps a file per item, named after it"):
        save(PLAIN, tmp_path / "other.tsv", format="segeval-tsv")
    with pytest.raises(sm.InputError, match="text keeps a file per item"):
        save(RICH, tmp_path / "poem.txt", format="text", drop=["groups", "metadata"])


KEPT = {
    "json": set(),
    "jsonl": set(),
    "csv": {"texts", "groups", "metadata"},
    "tsv": {"texts", "groups", "metadata"},
    "segeval-json": {"types", "texts", "groups"},
    "segeval-tsv": {"types", "texts", "groups", "metadata"},
    "text": {"groups", "metadata"},
    "parquet": {"texts"},
}


@pytest.mark.parametrize("format", WRITABLE)
def test_what_a_format_cannot_keep_is_said(tmp_path, format):
    need_packages_of(format)
    everything = {"types", "texts", "groups", "metadata"}
    lost = sorted(KEPT.get(format, everything - set(format_named(format).keeps)))
    for missing in lost:
        allowed = [feature for feature in lost if feature != missing]
        with pytest.raises(sm.InputError, match=f"{format} cannot keep .*{missing}"):
            save(RICH, tmp_path / "out", format=format, drop=allowed)
        assert list(tmp_path.iterdir()) == []
    save(RICH, tmp_path / "out", format=format, drop=lost)
    again = load(tmp_path / "out", format=format)
    assert dict(again.texts) == ({} if "texts" in lost else RICH.texts)
    assert dict(again.groups) == ({} if "groups" in lost else RICH.groups)
    assert dict(again.metadata) == ({} if "metadata" in lost else RICH.metadata)
    types = [tuple(boundary) for boundary in again["poem"]["ann"].boundaries]
    assert types == ([(2, 1)] if "types" in lost else [(2, 1), (2, 2)])


@pytest.mark.parametrize("format", ["json", "jsonl", "parquet"])
def test_types_that_only_the_study_has(tmp_path, format):
    need_packages_of(format)
    whole = sm.Corpus({"a": {"ann": sm.Segmentation.from_positions([1, 2], 4, [1, 2])}, "b": {"ann": [2, 2]}})
    part = whole.subset(items=["b"])
    assert part.types == (1, 2)
    save(part, tmp_path / "out", format=format)
    again = load(tmp_path / "out", format=format)
    assert again == part
    assert again.types == (1, 2)
    with pytest.raises(sm.InputError, match="csv cannot keep unused types"):
        save(part, tmp_path / "out.csv")
    save(part, tmp_path / "out.csv", drop=["unused types"])
    assert load(tmp_path / "out.csv").types == (1,)


@pytest.mark.parametrize(
    ("corpus", "format", "wanted"),
    [
        (sm.Corpus({"a": {"x": [2]}}, metadata={"when": {1, 2}}), "json", "metadata 'when' cannot be written as JSON"),
        (sm.Corpus({"a": {"x": [2]}}, metadata={"pi": float("nan")}), "json", "metadata 'pi' cannot be written"),
        (sm.Corpus({"a": {"x": [2]}}, metadata={"items": 1}), "segeval-json", "has a meaning of its own"),
        (sm.Corpus({"a": {"x": [2]}}, groups={"x": 1.5}), "json", "the group of coder 'x' is 1.5"),
        (sm.Corpus({"a": {"x": sm.Segmentation.from_positions([1], 2, [1.5])}}), "json", "1.5 cannot be written"),
        (sm.Corpus({"a": {"x": sm.Segmentation.from_positions([1], 2, ["7"])}}), "csv", "would read back"),
        (sm.Corpus({"a": {"x": sm.Segmentation.from_positions([1], 2, [""])}}), "csv", "would read back"),
        (sm.Corpus({"a": {"x": sm.Segmentation.from_positions([1], 2, [10**20])}}), "csv", "would read back"),
        (sm.Corpus({"a": {"x": sm.Segmentation.from_positions([1, 1], 2, ["a", 2])}}), "parquet", "one kind"),
        (sm.Corpus({"a\0": {"x": [2]}}), "csv", "NUL"),
        (sm.Corpus({"a": {"x": [2]}}), "text", "item 'a' has no texts"),
        (sm.Corpus({"a": {"x": [1]}}, texts={"a": ["two\nlines"]}), "text", "unit 1 is 'two"),
        (sm.Corpus({"a": {"x": [1]}}, texts={"a": ["====="]}), "text", "unit 1 is '====='"),
        (sm.Corpus({"a": {"x": MAJOR}}, texts={"a": ["b", "c"]}), "text", "boundary type 'major' is not a level"),
    ],
)
def test_values_that_would_not_read_back(tmp_path, corpus, format, wanted):
    need_packages_of(format)
    with pytest.raises(sm.InputError, match=re.escape(wanted)):
        save(corpus, tmp_path / "out", format=format)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name",
    [
        "a/b",
        "..",
        ".hidden",
        "a\\b",
        "a:b",
        "README",
        "x" * 300,
        "dot.",
        "space ",
        "a\nb",
        "CON",
        "nul.v2",
        "com1",
        "COM².txt",
    ],
)
def test_names_that_no_file_can_have(tmp_path, name):
    with pytest.raises(sm.InputError, match="cannot be the name of a file"):
        save(sm.Corpus({name: {"x": [2]}}), tmp_path / "out", format="segeval-tsv")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format", [name for name in WRITABLE if name != "text"])
def test_nothing_is_overwritten_without_force(tmp_path, format):
    need_packages_of(format)
    path = tmp_path / "out"
    save(PLAIN, path, format=format)
    other = sm.Corpus({"song": {"ann": [1, 1]}})
    with pytest.raises(sm.InputError, match="out: exists; it is not overwritten without force"):
        save(other, path, format=format)
    assert load(path, format=format) == PLAIN
    save(other, path, format=format, force=True)
    assert load(path, format=format) == other
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


def test_a_folder_with_something_else_in_it_is_not_replaced(tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home/diary.txt").write_text("dear diary")
    with pytest.raises(sm.InputError, match=r"holds 'diary.txt', so the folder is not replaced"):
        save(PLAIN, tmp_path / "home", format="segeval-tsv", force=True)
    assert (tmp_path / "home/diary.txt").read_text() == "dear diary"


def test_a_consensus_is_the_codings_of_one_coder(tmp_path):
    agreed = sm.consensus(
        {"poem": {"ann": [2, 3], "ben": [2, 3], "cat": [5]}, "song": {"ann": [4]}}, threshold="majority"
    )
    save(agreed, tmp_path / "agreed.json")
    assert load(tmp_path / "agreed.json") == sm.Corpus({"poem": {"consensus": [2, 3]}, "song": {"consensus": [4]}})
    with pytest.raises(sm.InputError, match="item 'song' is a Segmentation; expected coder -> segmentation"):
        save({"poem": {"ann": [2, 3]}, "song": agreed["song"]}, tmp_path / "mixed.json")


def test_stream():
    with pytest.raises(sm.InputError, match="say with format= how to write to a stream"):
        save(PLAIN, io.BytesIO())
    with pytest.raises(sm.InputError, match="the target is a stream: segeval-tsv keeps a file per item"):
        save(PLAIN, io.BytesIO(), format="segeval-tsv")
