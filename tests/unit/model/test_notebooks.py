from __future__ import annotations

import re

from seamark import Segmentation, align
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
    for shown in (corpus, typed, align(typed, typed)):
        assert "<script" not in shown._repr_html_()
        assert "&lt;script" in shown._repr_html_()


def test_an_alignment_is_drawn_and_listed():
    shown = align([2, 3], [3, 2])._repr_html_()
    assert "<pre>a | 2 |  3  |\nb |  3  | 2 |\n      ~~~\n0 matched, 1 near" in shown
    assert re.findall("<td>(.*?)</td>", shown) == ["near miss", "2", "3", "1", "1"]


def test_the_short_form_of_an_alignment_fits_a_line():
    words = "0 matched, 1 near (~), 0 missed (- only a, + only b); distance 1"
    assert repr(align([2, 3], [3, 2])) == f"<Alignment of 5 units: {words}>"
