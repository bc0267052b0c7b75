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
        (("agreement", "--ci", "0.9", "--seed", "7"), ["poem", "song", "multi-pi"]),
        (("agreement", "--coefficient", "kappa"), ["multi-kappa"]),
        (("evaluation", "--systems", "mine=tiler.json"), ["mine", "shuffled", "segmenter"]),
    ],
)
def test_kinds(seamark, corpus, arguments, shown):
    kind, *options = arguments
    ran = seamark("plot", kind, corpus, *options, "-o", "chart.svg")
    assert (ran.code, ran.out, ran.err) == (0, "", f"{kind} -> chart.svg\n")
    drawing = Path("chart.svg").read_text(encoding="utf-8")
    assert all(f">{words}<" in drawing for words in shown)


def test_near_misses_are_as_wide_as_asked(seamark):
    corpus_file(Path("far.json"), {"poem": {"ann": [4, 6], "ben": [6, 4]}})
    for n, near in (("2", False), ("3", True)):
        seamark("plot", "alignment", "far.json", "--n", n, "-o", "chart.svg", "--force", "-q")
        assert (">near miss<" in Path("chart.svg").read_text(encoding="utf-8")) == near


def test_response_needs_no_corpus(seamark):
    ran = seamark("plot", "response", "--scenario", "near-misses", "-m", "S,S:n=5,pk", "-o", "chart.svg")
    assert ran.code == 0
    drawing = Path("chart.svg").read_text(encoding="utf-8")
    assert all(f">{curve}<" in drawing for curve in ("S:n=2", "S:n=5", "1-pk"))


@pytest.mark.parametrize(("suffix", "magic"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("html", b"<!DOCTYPE html>")])
def test_formats(seamark, suffix, magic):
    assert seamark("plot", "heatmap", "sample:stargazer", "-o", f"chart.{suffix}", "-q").code == 0
    assert Path(f"chart.{suffix}").read_bytes().lstrip().startswith(magic)


def test_nothing_is_overwritten_without_force(seamark, corpus):
    Path("chart.svg").write_text("old", encoding="utf-8")
    ran = seamark("plot", "heatmap", corpus, "-o", "chart.svg")
    assert ran.code == 1
    assert "chart.svg: is there already" in ran.err
    assert Path("chart.svg").read_text(encoding="utf-8") == "old"
    assert seamark("plot", "heatmap", corpus, "-o", "chart.svg", "--force", "-q").err == ""


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("heatmap",), 2, "seamark plot heatmap: missing argument 'CORPUS...'"),
        (
            ("response", "codings.json", "--scenario", "near-misses"),
            2,
            "seamark plot response: got unexpected extra argument (codings.json)",
        ),
        (("response",), 2, "seamark plot response: missing option '--scenario'"),
        (("pairwise", "codings.json", "--item", "poem"), 2, "seamark plot pairwise: no such option '--item'"),
        (("heatmap", "codings.json", "--ci", "0.9"), 2, "seamark plot heatmap: no such option '--ci'"),
        (("evaluation", "codings.json"), 2, "seamark plot evaluation: missing option '--systems'"),
        (("pairwise", "codings.json", "--metric", "S,B"), 2, "--metric names 2 metrics; expected one"),
        (("lanes", "codings.json"), 1, "codings.json: --item is missing, and there are 2 items"),
        (("lanes", "codings.json", "--item", "pome"), 1, "no item is called 'pome'; did you mean 'poem'?"),
        (("lanes", "codings.json", "--item", "poem", "--against", "dan"), 1, "item 'poem' has no coder 'dan'"),
        (("alignment", "codings.json", "--item", "poem"), 1, "item 'poem' has 3 coders; expected two"),
        (("alignment", "codings.json", "--item", "poem", "--coders", "ann"), 1, "--coders names 1 coder; expected two"),
        (("alignment", "codings.json", "--item", "poem", "--coders", "ann,bne"), 1, "did you mean 'ben'?"),
        (("heatmap", "missing.json"), 1, "missing.json"),
        (("heatmpa", "codings.json"), 2, "seamark plot: no command is called 'heatmpa'; did you mean 'heatmap'?"),
    ],
)
def test_what_cannot_be_drawn(seamark, corpus, arguments, code, message):
    ran = seamark("plot", *arguments, "-o", "chart.svg")
    assert (ran.code, ran.out) == (code, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert not Path("chart.svg").exists()


def test_suffixes_are_part_of_the_usage(seamark, corpus):
    ran = seamark("plot", "heatmap", corpus, "-o", "chart.gif")
    assert ran.code == 2
    assert "cannot be saved as .gif; expected one of .svg, .png, .pdf, .html" in ran.err
