"""`seamark plot`: every kind of chart, in every format, and what cannot be drawn."""

from pathlib import Path

import pytest

from seamark import Corpus, Spans, save
from tests.cli.running import HUMANS, TILER, corpus_file


@pytest.fixture
def corpus() -> str:
    corpus_file(Path("codings.json"), HUMANS)
    corpus_file(Path("tiler.json"), TILER)
    return "codings.json"


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("heatmap",), ["poem", "song", "Share of coders"]),
        (("heatmap", "--item", "song"), ["song"]),
        (("lanes", "--item", "poem"), ["consensus (reference)", "ann", "match", "full miss (missing here)"]),
        (("lanes", "--item", "poem", "--against", "cat"), ["cat (reference)", "full miss"]),
        (("alignment", "--item", "poem", "--coders", "ann,ben"), ["ann", "ben", "near miss"]),
        (("pairwise",), ["ann", "ben", "cat", "Similarity (S)"]),
        (("pairwise", "--metric", "B"), ["Similarity (B)"]),
        (("agreement", "--ci", "0.9", "--seed", "7"), ["2 items", "poem", "Above shuffled"]),
    ],
)
def test_kinds(seamark, corpus, arguments, shown):
    kind, *options = arguments
    ran = seamark("plot", kind, corpus, *options, "-o", "chart.svg")
    assert (ran.code, ran.out, ran.err) == (0, "", f"{kind} -> chart.svg\n")
    drawing = Path("chart.svg").read_text(encoding="utf-8")
    assert all(f">{words}<" in drawing for words in shown)


def test_charts_of_fields(seamark, corpus):
    for name, label in (("gold", "B-LOC"), ("system", "B-PER")):
        Path(f"{name}.conll").write_text(f"Ann B-PER\nof O\nRome {label}\n", encoding="utf-8")
        Path(f"{name}.rttm").write_text("SPEAKER talk 1 0 9 <NA> <NA> A <NA>\n", encoding="utf-8")
    Path("values.txt").write_text("1\n" * 11, encoding="utf-8")
    save(Corpus({"series": {"ann": [2, 2]}}, texts={"series": ["1", "1.5", "7", "8"]}), "numbers.json")
    save(Corpus({"voyage": {"gold": [1, 1]}}, texts={"voyage": ["We left at dawn.", "Land!"]}), "texts.json")
    save(Corpus({"voyage": {"gold": Spans([(0, 1, "LOC")], length=2)}}), "spans.json")
    Path("chunks.jsonl").write_text('{"item": "voyage", "chunks": ["We left", "at dawn. Land!"]}\n', encoding="utf-8")
    Path("questions.jsonl").write_text('{"question": "When?", "answer": "left at dawn"}\n', encoding="utf-8")
    for words, shown in (
        (("turns", "gold.rttm", "system.rttm"), "system A = A"),
        (("bars", "gold.rttm"), "Seconds"),
        (("bars", "spans.json"), "Units"),
        (("tags", "gold.conll", "system.conll"), "Rome"),
        (("series", corpus, "tiler.json", "--item", "poem", "--values", "values.txt"), "tiler"),
        (("series", "numbers.json", "numbers.json"), "numbers"),
        (("chunks", "texts.json", "mine=chunks.jsonl", "--spans", "questions.jsonl"), "mine: answers"),
    ):
        assert seamark("plot", *words, "-o", "chart.svg", "--force").code == 0
        assert f">{shown}<" in Path("chart.svg").read_text(encoding="utf-8")
    Path("values.txt").write_text("1\ntwo\n", encoding="utf-8")
    ran = seamark("plot", "series", corpus, "tiler.json", "--item", "poem", "--values", "values.txt", "-o", "new.svg")
    assert (ran.code, ran.err) == (
        1,
        "seamark: values.txt: is no series of numbers; --values takes a file with a number on every line\n",
    )
    for kind, said in (("series", "--values takes a file"), ("tags", "drawn under their text")):
        file = "texts.json" if kind == "series" else "spans.json"
        ran = seamark("plot", kind, file, file, "-o", "new.svg")
        assert (ran.code, said in ran.err) == (1, True)


@pytest.mark.parametrize(("suffix", "magic"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("html", b"<!DOCTYPE html>")])
def test_formats(seamark, suffix, magic):
    assert seamark("plot", "heatmap", "sample:stargazer", "-o", f"chart.{suffix}", "-q").code == 0
    assert Path(f"chart.{suffix}").read_bytes().lstrip().startswith(magic)
