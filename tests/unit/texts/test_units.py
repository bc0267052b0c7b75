"""Texts cut into units."""

from __future__ import annotations

import pytest

from seamark.texts.units import lines, paragraphs, sentences, tokens


def cut(text, stretches):
    return [text[start:end] for start, end in stretches]


@pytest.mark.parametrize(
    ("split", "text", "expected"),
    [
        (tokens, "To be,  or\tnot\n", ["To", "be,", "or", "not"]),
        (tokens, " \n", []),
        (lines, "one\r\n\r\n  two  \rthree\n", ["one", "two", "three"]),
        (paragraphs, "one\ntwo\n\nthree\n \n\nfour", ["one\ntwo", "three", "four"]),
        (paragraphs, "one\r\ntwo\r\n\r\nthree\r\n", ["one\r\ntwo", "three"]),
        (paragraphs, "\n\n one \n\n", ["one"]),
        (sentences, "It was late. He left.", ["It was late.", "He left."]),
        (sentences, "“Who?” he asked. (Nobody.) Well", ["“Who?”", "he asked.", "(Nobody.)", "Well"]),
        (sentences, "It costs 3.50 euros... or not", ["It costs 3.50 euros...", "or not"]),
        (sentences, "A title\n\nA text", ["A title", "A text"]),
        (sentences, "晴れ。雨？」曇り", ["晴れ。", "雨？」", "曇り"]),
        (sentences, "", []),
    ],
)
def test_units(split, text, expected):
    assert cut(text, split(text)) == expected
