"""What arguments of the wrong kind give where corpora are read, judged, drawn and written: a sentence."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

import seamark as sm
from seamark.charts import full_misses, growing_mass, near_misses, save_chart
from seamark.datasets import moonstone
from seamark.reproduce.run import reproduce, write_page

CORPUS = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}, "song": {"ann": [4, 4], "ben": [4, 4]}}
SYSTEM = {"poem": [2, 9], "song": [8]}
METRIC = "expected a metric such as S(n=3), or its name, such as 'windowdiff:k=5'"
LEVEL = "expected a number between 0 and 1, such as 0.95"

#: the call, the message
CASES = [
    (lambda: sm.load(None), "source is None; expected a path, or a binary stream"),
    (lambda: sm.load(b"x"), "source is b'x'; expected a path, or a binary stream"),
    (lambda: sm.load(io.BytesIO), "expected a path, or a binary stream"),
    (lambda: sm.load(io.StringIO("x")), "is a text stream; expected a binary one"),
    (lambda: sm.load("a\0b"), "source is 'a\\x00b'; no file can have this name"),
    (lambda: sm.load("\ud800"), "source is '\\ud800'; no file can have this name"),
    (lambda: sm.load(""), "source is ''; no file can have this name"),
    (lambda: sm.load("x.json", format=np.ones(2)), "format is array([1., 1.]); expected a string"),
    (lambda: sm.load("x.json", unit=np.ones(2)), "unit is array([1., 1.]); expected one of character, token"),
    (lambda: sm.load("x.json", resolution="1"), "resolution is '1'; expected a positive number of seconds"),
    (lambda: sm.load("x.json", duration=10**400), "expected a positive number of seconds"),
    (lambda: sm.load("x.json", snap_limit=float("nan")), "snap_limit is nan; expected a number that is not negative"),
    (lambda: sm.load("x.json", layer=5), "layer is 5; expected a string"),
    (lambda: sm.load("x.json", encoding=None), "encoding is None; expected a string"),
    (lambda: sm.load("x.json", encoding="idna"), "encoding 'idna' is not known"),
    (lambda: sm.load("x.json", encoding="undefined"), "encoding 'undefined' is not known"),
    (lambda: sm.save(5, "x.json"), "codings are a int; expected item -> coder -> segmentation"),
    (lambda: sm.save(CORPUS, None, format="json"), "target is None; expected a path, or a binary stream"),
    (lambda: sm.save(CORPUS, b"x.json"), "target is b'x.json'; expected a path, or a binary stream"),
    (lambda: sm.save(CORPUS, "x.json", force="no"), "force is 'no'; expected True or False"),
    (lambda: sm.save(CORPUS, "x.json", drop="texts"), "drop is 'texts'; expected a collection, such as ('texts',)"),
    (lambda: sm.save(CORPUS, "x.json", drop=np.array(5)), "drop is array(5); expected a collection"),
    (lambda: sm.load([5]), "source is 5; expected a path, or a binary stream"),
    (lambda: sm.load([["x.json"]]), "source is ['x.json']; expected a path, or a binary stream"),
    (lambda: sm.io.load_with_report("x.json", {}), "options is {}; expected ReadOptions, such as"),
    (lambda: sm.save(CORPUS, "x.json", drop=[[]]), "what to drop is []; expected one of types"),
    (lambda: sm.agree(CORPUS, ci="S"), f"ci is 'S'; {LEVEL}"),
    (lambda: sm.agree(CORPUS, ci=np.ones(2)), LEVEL),
    (lambda: sm.agree(CORPUS, metric=True), f"metric is True; {METRIC}"),
    (lambda: sm.agree(CORPUS, metric=np.ones(2)), METRIC),
    (lambda: sm.agree(CORPUS, coefficient=["pi"]), "coefficient is ['pi']; expected one of pi, kappa"),
    (lambda: sm.agree(CORPUS, coefficient="kapa"), "coefficient is 'kapa'; did you mean 'kappa'?"),
    (lambda: sm.agree(CORPUS, chance="permutation", shuffles=2**62), "expected a whole number from 0 to 1,000,000"),
    (lambda: sm.agree(CORPUS, ci=0.9, resamples=2**62), "resamples is 4611686018427387904; expected"),
    (lambda: sm.diagnose(CORPUS, metric=True), f"metric is True; {METRIC}"),
    (lambda: sm.consensus(CORPUS, "vote", threshold=np.ones(2)), "expected a whole number"),
    (lambda: sm.consensus(CORPUS, threshold=np.ones(2)), "the consensus is by median"),
    (lambda: sm.consensus(CORPUS, by=3), "by is 3"),
    (lambda: sm.disputed_places(CORPUS, agreed=5), "agreed are 5; expected segmentations by item"),
    (lambda: sm.baselines(CORPUS, draws=2**62), "expected a whole number from 1 to 100,000"),
    (lambda: sm.compare(CORPUS, [SYSTEM]), "expected segmentations by name of the segmenter"),
    (lambda: sm.compare(CORPUS, {1: SYSTEM}), "segmenters have the name 1; expected a string"),
    (lambda: sm.compare(CORPUS, {"x": SYSTEM}, baselines=np.ones(2)), "expected True or False"),
    (lambda: sm.compare_systems(CORPUS, 5), "systems are 5; expected segmentations by name of the system"),
    (lambda: sm.audit(CORPUS, None), "systems are None; expected segmentations by name of the system"),
    (lambda: sm.segment_texts({"a": ["x"]}, None), "segmenter is None; expected a callable, such as Chunks(10)"),
    (lambda: sm.segment_texts(5, sm.Chunks(1)), "texts are 5; expected the units of every item"),
    (lambda: sm.segment_texts({"a": 5}, sm.Chunks(1)), "item 'a': the text is 5; expected a list of strings"),
    (
        lambda: sm.segment_texts({"a": ["x"]}, lambda units: None),
        "item 'a': the segmenter gave None; expected the places",
    ),
    (lambda: sm.segment_texts({"a": ["x"]}, lambda units: ["x"]), "a boundary is 'x'; expected a whole number"),
    (lambda: sm.segment_texts({"a": ["x"]}, sm.Chunks(1), coder=5), "coder is 5; expected a string"),
    (lambda: sm.Chunks(3, by=[]), "by is []; expected one of units, words, characters"),
    (lambda: sm.Chunks(3)("text"), "units are 'text'; expected a list of strings, one per unit"),
    (lambda: sm.Separators(3, separators=(1,)), "separators are (1,); expected strings"),
    (lambda: sm.TextTiling(stop_words="the"), "stop_words are 'the'; expected a collection of words"),
    (lambda: sm.write_report(CORPUS, None), "path is None; expected a path"),
    (lambda: sm.write_report(CORPUS, "x.html", title=5), "title is 5; expected a string"),
    (lambda: sm.write_report(CORPUS, "x.html", texts="no"), "texts is 'no'; expected True or False"),
    (lambda: sm.write_report(CORPUS, "x.html", systems=[1]), "systems are [1]; expected segmentations by name"),
    (lambda: sm.charts.heatmap(5), "codings are a int; expected item -> coder -> segmentation"),
    (lambda: sm.charts.heatmap(CORPUS, width=10**9), "expected a whole number from 40 to 20,000"),
    (lambda: sm.charts.lanes(CORPUS, ["poem"]), "item is ['poem']; expected a string"),
    (lambda: sm.charts.lanes(CORPUS, "poem", against=None), "against is None; expected a string"),
    (lambda: sm.charts.alignment([2, 3], [5], names=5), "names are 5; expected two different names"),
    (lambda: sm.charts.alignment([2, 3], [5], names=("a", 5)), "names are ('a', 5); expected two different names"),
    (lambda: sm.charts.pairwise(CORPUS, 5), f"metric is 5; {METRIC}"),
    (lambda: sm.charts.agreement(5), "results are 5; expected what agree returns"),
    (lambda: sm.charts.evaluation(None), "result is None; expected what compare returns"),
    (lambda: sm.charts.response(full_misses(5), 5), "metrics are 5; expected metrics by the name of their curve"),
    (lambda: sm.charts.response(full_misses(5), points={"a": 5}), "the points of 'a' are 5; expected values"),
    (
        lambda: sm.charts.response(full_misses(5), points={"a": {1: "x"}}),
        "a point of 'a' is 'x'; expected a finite number",
    ),
    (lambda: save_chart(5, "x.svg"), "chart is 5; expected an altair chart"),
    (lambda: save_chart(sm.charts.heatmap(CORPUS), 5), "path is 5; expected a path"),
    (lambda: full_misses(2**62), "mass is 4611686018427387904; expected a whole number from 4 to 2,000"),
    (lambda: full_misses("9"), "mass is '9'; expected a whole number"),
    (lambda: near_misses(2**61, 2**62), "expected a whole number from 0 to 49,999"),
    (lambda: growing_mass(2**62), "expected a whole number from 4 to 50,000"),
    (lambda: moonstone(5), "folder is 5; expected a path"),
    (lambda: moonstone(source=None), "source is None; expected a string"),
    (lambda: reproduce("examples"), "targets are 'examples'; expected some of examples"),
    (lambda: reproduce([[]]), "[] is not a target; expected examples"),
    (lambda: write_page(5, "x.html"), "result is 5; expected what reproduce returns"),
]


@pytest.mark.parametrize(("call", "message"), CASES)
def test_wrong_kind(call, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(sm.InputError) as caught:
        call()
    assert message in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_link_to_itself_in_a_folder(tmp_path):
    (tmp_path / "a.json").write_text('{"items": {"poem": {"ann": [2, 3]}}}')
    (tmp_path / "b.json").symlink_to("b.json")
    with pytest.raises(sm.ParseError, match=r"b\.json: cannot be read \(too many levels of symbolic links\)$"):
        sm.load(tmp_path)


def test_a_closed_stream(tmp_path):
    place = Path(tmp_path, "x.json")
    place.write_bytes(b"{}")
    with place.open("rb") as stream:
        pass
    with pytest.raises(sm.ParseError, match="closed file"):
        sm.load(stream)


def test_what_looks_like_the_right_kind_is_taken(tmp_path):
    place = tmp_path / "x.json"
    sm.save(CORPUS, place)
    assert sm.load(str(place)) == sm.load(place) == sm.Corpus(CORPUS)
    assert sm.agree(CORPUS, ci=np.float64(0.9), resamples=np.int64(20), rng=np.int64(1)).interval is not None
    assert sm.load(place, snap_limit=None) == sm.Corpus(CORPUS)
    assert len(full_misses(np.int64(5)).pairs) == 3
