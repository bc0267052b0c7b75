"""What arguments of the wrong kind give where corpora are read, judged, drawn and written: an InputError of ours.

The fuzzer of the API tries all arguments of all calls; here stand some whose message is read by many.
"""

from __future__ import annotations

import io

import numpy as np
import pytest

import seamark as sm
from seamark.charts import save_chart
from seamark.datasets import moonstone
from seamark.reproduce.run import reproduce, write_page

CORPUS = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}, "song": {"ann": [4, 4], "ben": [4, 4]}}
SYSTEM = {"poem": [2, 9], "song": [8]}
METRIC = "expected a metric such as S(n=3), or its name, such as 'windowdiff:k=5'"
LEVEL = "expected a number between 0 and 1, such as 0.95"

#: the call, the message
CASES = [
    (lambda: sm.load(None), "source is None; expected a path, or a binary stream"),
    (lambda: sm.load(io.StringIO("x")), "is a text stream; expected a binary one"),
    (lambda: sm.load("a\0b"), "source is 'a\\x00b'; no file can have this name"),
    (lambda: sm.load("\ud800"), "source is '\\ud800'; no file can have this name"),
    (lambda: sm.load("x.json", format=np.ones(2)), "format is array([1., 1.]); expected a string"),
    (lambda: sm.load("x.json", unit=np.ones(2)), "unit is array([1., 1.]); expected one of character, token"),
    (lambda: sm.load("x.json", duration=10**400), "expected a positive number of seconds"),
    (lambda: sm.load("x.json", encoding=None), "encoding is None; expected a string"),
    (lambda: sm.load("x.json", encoding="undefined"), "encoding 'undefined' is not known"),
    (lambda: sm.save(CORPUS, None, format="json"), "target is None; expected a path, or a binary stream"),
    (lambda: sm.save(CORPUS, "x.json", force="no"), "force is 'no'; expected True or False"),
    (lambda: sm.save(CORPUS, "x.json", drop="texts"), "drop is 'texts'; expected a collection, such as ('texts',)"),
    (lambda: sm.load([5]), "source is 5; expected a path, or a binary stream"),
    (lambda: sm.io.load_with_report("x.json", {}), "options is {}; expected ReadOptions, such as"),
    (lambda: sm.agree(CORPUS, ci="S"), f"ci is 'S'; {LEVEL}"),
    (lambda: sm.agree(CORPUS, metric=True), f"metric is True; {METRIC}"),
    (lambda: sm.agree(CORPUS, coefficient="kapa"), "coefficient is 'kapa'; did you mean 'kappa'?"),
    (lambda: sm.consensus(CORPUS, "vote", threshold=np.ones(2)), "expected a whole number"),
    (lambda: sm.disputed_places(CORPUS, agreed=5), "agreed are 5; expected segmentations by item"),
    (lambda: sm.baselines(CORPUS, draws=2**62), "expected a whole number from 1 to 100,000"),
    (lambda: sm.compare(CORPUS, {1: SYSTEM}), "segmenters have the name 1; expected a string"),
    (lambda: sm.compare_systems(CORPUS, 5), "systems are 5; expected segmentations by name of the system"),
    (lambda: sm.segment_texts({"a": ["x"]}, None), "segmenter is None; expected a callable, such as Chunks(10)"),
    (lambda: sm.segment_texts({"a": 5}, sm.Chunks(1)), "item 'a': the text is 5; expected a list of strings"),
    (lambda: sm.segment_texts({"a": ["x"]}, lambda units: ["x"]), "a boundary is 'x'; expected a whole number"),
    (lambda: sm.Chunks(3, by=[]), "by is []; expected one of units, words, characters"),
    (lambda: sm.Chunks(3)("text"), "units are 'text'; expected a list of strings, one per unit"),
    (lambda: sm.TextTiling(stop_words="the"), "stop_words are 'the'; expected a collection of words"),
    (lambda: sm.write_report(CORPUS, None), "path is None; expected a path"),
    (lambda: sm.write_report(CORPUS, "x.html", systems=[1]), "systems are [1]; expected segmentations by name"),
    (lambda: sm.charts.heatmap(CORPUS, width=10**9), "expected a whole number from 40 to 20,000"),
    (lambda: sm.charts.lanes(CORPUS, ["poem"]), "item is ['poem']; expected a string"),
    (lambda: sm.charts.alignment([2, 3], [5], names=("a", 5)), "names are ('a', 5); expected two different names"),
    (lambda: sm.charts.evaluation(None), "result is None; expected what compare returns"),
    (lambda: save_chart(5, "x.svg"), "chart is 5; expected an altair chart"),
    (lambda: moonstone(5), "folder is 5; expected a path"),
    (lambda: reproduce("examples"), "targets are 'examples'; expected some of examples"),
    (lambda: write_page(5, "x.html"), "result is 5; expected what reproduce returns"),
]


@pytest.mark.parametrize(("call", "message"), CASES)
def test_wrong_kind(call, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(sm.InputError) as caught:
        call()
    assert message in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_what_looks_like_the_right_kind_is_taken(tmp_path):
    place = tmp_path / "x.json"
    sm.save(CORPUS, place)
    assert sm.load(str(place)) == sm.load(place) == sm.Corpus(CORPUS)
    assert sm.agree(CORPUS, ci=np.float64(0.9), resamples=np.int64(20), rng=np.int64(1)).interval is not None
    assert sm.load(place, snap_limit=None) == sm.Corpus(CORPUS)
