"""Chunks without their text are placed in the texts of the corpus that they are read with."""

import json

import pytest

import seamark as sm
from seamark.io import load_with_report
from seamark.io.format import ReadOptions
from tests.unit.io.packages import need_packages_of

UNITS = ["The sea was calm.", "We left at dawn.", "The wind rose.", "Waves broke over the bow."]
GOLD = sm.Corpus({"voyage": {"gold": [2, 2]}}, texts={"voyage": UNITS})
STRINGS = ["The sea was calm. We left at dawn.", "The wind rose.", "Waves broke over the bow."]


def written(folder, chunks, **more):
    path = folder / "splitter.jsonl"
    path.write_text(json.dumps({"item": "voyage", "chunks": chunks, **more}) + "\n", encoding="utf-8")
    return path


def test_texts_that_are_given(tmp_path):
    corpus = sm.load(written(tmp_path, STRINGS), texts=GOLD.texts)
    assert corpus["voyage"]["splitter"].masses == (2, 1, 1)
    assert corpus.texts == GOLD.texts


def test_texts_of_another_file_of_the_same_corpus(tmp_path):
    sm.save(GOLD, tmp_path / "gold.json")
    for files in (["gold.json", "splitter.jsonl"], ["splitter.jsonl", "gold.json"]):
        written(tmp_path, STRINGS)
        corpus = sm.load([tmp_path / name for name in files])
        assert {coder: coding.masses for coder, coding in corpus["voyage"].items()} == {
            "gold": (2, 2),
            "splitter": (2, 1, 1),
        }


def dumped(text: str, start: int) -> dict[str, dict[str, object]]:
    """A chunk as libraries dump it."""
    document = {"page_content": text, "metadata": {"source": "texts/voyage.txt", "start_index": start}}
    node = {"id_": text, "text": text, "start_char_idx": start, "end_char_idx": start + len(text)}
    related = {"relationships": {"1": {"node_id": "voyage", "node_type": "4"}}, "class_name": "TextNode"}
    return {
        "documents": {"id": None, **document, "type": "Document"},
        "constructors": {"lc": 1, "type": "constructor", "id": ["langchain", "Document"], "kwargs": document},
        "nodes": {**node, "metadata": {"file_name": "voyage.txt"}},
        "related": {**node, "metadata": {}, **related},
    }


@pytest.mark.parametrize("name", ["documents", "constructors", "nodes", "related"])
def test_dumps_of_libraries(tmp_path, name):
    starts = [" ".join(UNITS).index(text) for text in STRINGS]
    records = [dumped(text, start)[name] for text, start in zip(STRINGS, starts, strict=True)]
    (tmp_path / "lines.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
    (tmp_path / "list.json").write_text(json.dumps(records), encoding="utf-8")
    store = {"docstore/data": {str(n): {"__data__": one, "__type__": "1"} for n, one in enumerate(records)}}
    (tmp_path / "store.json").write_text(json.dumps(store), encoding="utf-8")
    for file in ("lines.jsonl", "list.json", "store.json"):
        corpus = sm.load(tmp_path / file, texts=GOLD.texts)
        assert [coding.masses for coding in corpus["voyage"].values()] == [(2, 1, 1)]


def test_what_moved_overlaps_or_is_missing_is_told(tmp_path):
    path = written(tmp_path, ["The sea was calm. We", "We left at dawn. The wind rose. Waves broke over the bow."])
    _, report = load_with_report(path, ReadOptions(texts=GOLD.texts))
    assert report.notes == (
        "1 of 1 boundaries between chunks lay within a unit and moved to its edge",
        "chunks overlap by up to 3.2 %; a boundary is where the earlier chunk ends",
    )
    path = written(tmp_path, ["The sea was calm.", "The wind rose. Waves broke over the bow."])
    _, report = load_with_report(path, ReadOptions(texts=GOLD.texts))
    assert report.notes == ("up to 21.7 % of a text is in no chunk; it is counted to the chunk after it",)


def test_texts_that_are_not_known(tmp_path):
    path = written(tmp_path, STRINGS)
    with pytest.raises(sm.InputError, match="item 'voyage': its chunks cannot be placed, since its text is not known"):
        sm.load(path)
    with pytest.raises(sm.InputError, match="texts are 5; expected a mapping"):
        sm.load(path, texts=5)
    with pytest.raises(sm.InputError, match="max_lost is 2; expected a share from 0 to 1"):
        sm.load(path, max_lost=2)


@pytest.mark.parametrize(("suffix", "separator"), [(".csv", ","), (".tsv", "\t"), (".csv", ";")])
def test_a_table_with_a_row_for_every_chunk(tmp_path, suffix, separator):
    path = tmp_path / f"splitter{suffix}"
    rows = [["item", "chunk", "start"], *(["voyage", f'"{chunk}"', ""] for chunk in STRINGS)]
    path.write_text("\n".join(separator.join(row) for row in rows), encoding="utf-8")
    assert sm.load(path, texts=GOLD.texts)["voyage"]["splitter"].masses == (2, 1, 1)


def test_the_units_of_the_corpus_count_also_where_the_text_is_known(tmp_path):
    text = " ".join(UNITS)
    chunks = [{"start": 0, "end": 34}, {"start": 35, "end": 49, "text": UNITS[2]}, {"start": 50, "end": len(text)}]
    path = written(tmp_path, chunks, text=text)
    assert sm.load(path, texts=GOLD.texts)["voyage"]["splitter"].masses == (2, 1, 1)
    assert sm.load(path, unit="sentence")["voyage"]["splitter"].masses == (2, 1, 1)


def test_a_parquet_file_with_a_row_for_every_chunk(tmp_path):
    need_packages_of("parquet")
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = {"item": ["voyage"] * 3, "coder": ["semantic"] * 3, "chunk": STRINGS, "embedding": [[0.5], [1.0], [0.0]]}
    pq.write_table(pa.table(rows), tmp_path / "chunks.parquet")
    assert sm.load(tmp_path / "chunks.parquet", texts=GOLD.texts)["voyage"]["semantic"].masses == (2, 1, 1)
    pq.write_table(pa.table({"item": [1.5], "chunk": ["a"]}), tmp_path / "wrong.parquet")
    with pytest.raises(sm.InputError, match=r"got `float` - at `\$\.item`"):
        sm.load(tmp_path / "wrong.parquet", texts=GOLD.texts)
    pq.write_table(pa.table({"chunk": ["a"]}), tmp_path / "short.parquet")
    with pytest.raises(sm.InputError, match="has no column 'item'; expected item, chunk"):
        sm.load(tmp_path / "short.parquet", texts=GOLD.texts)
