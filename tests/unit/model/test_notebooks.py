from __future__ import annotations

import re

from seamark import (
    Hierarchy,
    LabelledSegmentation,
    Segmentation,
    Spans,
    align,
)
from seamark.model.corpus import Corpus

EVIL = "</pre><script>alert(1)</script>"


def test_a_corpus_shows_its_first_items_and_coders():
    corpus = Corpus({"poem": {"ann": [2, 3, 6], "ben": [2, 9]}, "song": {"ann": [4, 4]}})
    cells = re.findall("<td>(.*?)</td>", corpus._repr_html_())
    assert cells == ["poem", "11", "2", "1", "song", "8", "1", ""]
    many = Corpus({str(item): {f"coder {number}": [item + 1, 1] for number in range(30)} for item in range(500)})
    assert many._repr_html_().count("<tr>") < 20
    assert len(many._repr_html_()) < 5_000


def test_nothing_in_a_name_becomes_markup():
    corpus = Corpus({EVIL: {EVIL: [2, 3], "b": [3, 2]}})
    typed = Segmentation.from_sets([{EVIL}, set()])
    spans = Spans([(0, 2, EVIL)], length=3)
    song = LabelledSegmentation.from_segments([(2, EVIL), (1, "b")])
    for shown in (corpus, typed, align(typed, typed), spans, song):
        assert "<script" not in shown._repr_html_()
        assert "&lt;script" in shown._repr_html_()


def bars(shown):
    """Where every bar begins and how long it is, in percent, row by row, and its text."""
    rows = re.findall(r"height:1.6em[^>]*>(.*?)</div></div>", shown._repr_html_() + "</div>")
    return [re.findall(r"left:([\d.]+)%;width:([\d.]+)%[^>]*>([^<]*)", row) for row in rows]


def test_segments_spans_and_levels_are_bars():
    assert bars(Segmentation.from_masses([2, 3])) == [[("0", "40", "2"), ("40", "60", "3")]]
    song = LabelledSegmentation.from_segments([(5, "A"), (15, "B")])
    assert bars(song) == [[("0", "25", "A"), ("25", "75", "B")]]
    spans = Spans([(0, 10, "A"), (5, 20, "B"), (10, 12, "A")], length=20)
    assert bars(spans) == [[("0", "50", "A"), ("50", "10", "A")], [("25", "75", "B")]]
    levels = Hierarchy.from_levels([[4], [1, 3]])
    assert bars(levels) == [[("0", "100", "4")], [("0", "25", "1"), ("25", "75", "3")]]


def test_an_alignment_is_drawn_and_listed():
    shown = align([2, 3], [3, 2])._repr_html_()
    assert "<pre>a | 2 |  3  |\nb |  3  | 2 |\n      ~~~\n0 matched, 1 near" in shown
    assert re.findall("<td>(.*?)</td>", shown) == ["near miss", "2", "3", "1", "1"]
