"""Texts cut into units, and documents whose headings make a hierarchy."""

import pytest

from seamark import Hierarchy, InputError, markdown_headings
from seamark.texts.units import lines, paragraphs, sentences, tokens


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
        (sentences, "“Who?” he asked. (Nobody.) Well", ["“Who?” he asked.", "(Nobody.)", "Well"]),
        (sentences, "It costs 3.50 euros... or not", ["It costs 3.50 euros... or not"]),
        (sentences, "Mr. Blake, Esq. came. J. R. Smith left.", ["Mr. Blake, Esq. came.", "J. R. Smith left."]),
        (sentences, "A title\n\nA text", ["A title", "A text"]),
        (sentences, "晴れ。雨？」曇り", ["晴れ。", "雨？」", "曇り"]),
        (sentences, "", []),
    ],
)
def test_units(split, text, expected):
    assert [text[start:end] for start, end in split(text)] == expected


def test_sections():
    units, hierarchy = markdown_headings("# One\ntext\n\n## Part\n  \nmore\n\n# Two\n")
    assert units == ("# One", "text", "## Part", "more", "# Two")
    assert hierarchy == Hierarchy.from_strengths({2: 2, 4: 1}, mass=5)


def test_levels_that_nobody_uses_are_left_out():
    assert markdown_headings("intro\n## A\nx\n#### B\ny\n")[1] == Hierarchy.from_strengths({1: 1, 3: 2}, mass=5)


def test_code_and_other_lines_are_no_headings():
    text = "#no\n    # code\n```\n# comment\n~~~\n```\n# yes\n~~~~ python\n# no\n~~~\n~~~~\n####### no\n"
    units, hierarchy = markdown_headings(text)
    assert [units[place] for place in hierarchy.levels[0].positions] == ["# yes"]


def test_a_text_without_headings_is_one_segment():
    assert markdown_headings("a\nb")[1] == Hierarchy.from_levels([[2]])


@pytest.mark.parametrize(
    ("text", "message"), [("", "the text is empty"), (" \n\t", "the text is empty"), (5, "text is 5")]
)
def test_what_is_refused(text, message):
    with pytest.raises(InputError, match=message):
        markdown_headings(text)
