"""`seamark plot`: every kind of chart, in every format, and what cannot be drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import corpus_file

CODINGS = {
    "poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]},
    "song": {"ann": [4, 4], "ben": [4, 4], "cat": [3, 5]},
}
SYSTEM = {"poem": {"tiler": [2, 3, 6]}, "song": {"tiler": [4, 4]}}


@pytest.fixture
def corpus() -> str:
    corpus_file(Path("codings.json"), CODINGS)
    corpus_file(Path("tiler.json"), SYSTEM)
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
        (("evaluation", "--systems", "mine=tiler.json"), ["mine", "shuffled", "segmenter"]),
    ],
)
def test_kinds(seamark, corpus, arguments, shown):
    kind, *options = arguments
    ran = seamark("plot", kind, corpus, *options, "-o", "chart.svg")
    assert (ran.code, ran.out, ran.err) == (0, "", f"{kind} -> chart.svg\n")
    drawing = Path("chart.svg").read_text(encoding="utf-8")
    assert all(f">{words}<" in drawing for words in shown)


@pytest.mark.parametrize(("suffix", "magic"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("html", b"<!DOCTYPE html>")])
def test_formats(seamark, suffix, magic):
    assert seamark("plot", "heatmap", "sample:stargazer", "-o", f"chart.{suffix}", "-q").code == 0
    assert Path(f"chart.{suffix}").read_bytes().lstrip().startswith(magic)
