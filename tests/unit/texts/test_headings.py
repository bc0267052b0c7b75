"""Documents whose headings make a hierarchy."""

import pytest

from seamark import Hierarchy, InputError, markdown_headings


def test_sections():
    units, hierarchy = markdown_headings("# One\ntext\n\n## Part\n  \nmore\n\n# Two\n")
    assert units == ("# One", "text", "## Part", "more", "# Two")
    assert hierarchy == Hierarchy.from_strengths({2: 2, 4: 1}, mass=5)


def test_levels_that_nobody_uses_are_left_out():
    assert markdown_headings("intro\n## A\nx\n#### B\ny\n").hierarchy == Hierarchy.from_strengths({1: 1, 3: 2}, mass=5)


def test_code_and_other_lines_are_no_headings():
    text = "#no\n    # code\n```\n# comment\n~~~\n```\n# yes\n~~~~ python\n# no\n~~~\n~~~~\n####### no\n"
    units, hierarchy = markdown_headings(text)
    assert [units[place] for place in hierarchy.levels[0].positions] == ["# yes"]


def test_a_text_without_headings_is_one_segment():
    assert markdown_headings("a\nb").hierarchy == Hierarchy.from_levels([[2]])


@pytest.mark.parametrize(
    ("text", "message"), [("", "the text is empty"), (" \n\t", "the text is empty"), (5, "text is 5")]
)
def test_what_is_refused(text, message):
    with pytest.raises(InputError, match=message):
        markdown_headings(text)
