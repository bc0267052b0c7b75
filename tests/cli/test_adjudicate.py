"""`seamark adjudicate`: the page of the library, and options that cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from seamark.datasets import stargazer
from seamark.pages.adjudicate import adjudication_html
from tests.cli.running import corpus_file

CODINGS = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5]}, "song": {"ben": [4, 4], "cat": [3, 5]}}


def test_it_is_the_page_of_the_library(seamark):
    ran = seamark("adjudicate", "sample:stargazer", "--only", "disputed", "--blind", "-o", "decide.html")
    assert (ran.code, ran.out, ran.err) == (0, "", "sample:stargazer -> decide.html\n")
    page = Path("decide.html").read_text(encoding="utf-8")
    assert page == adjudication_html(stargazer(), only="disputed", blind=True)


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ("median", "start is 'median'; expected 'consensus', 'empty' or 'coder NAME'"),
        ("coder bem", "no coder is called 'bem'; did you mean 'ben'?"),
        ("coder ann", "that coder has not coded item 'song'"),
    ],
)
def test_a_start_that_cannot_be_used(seamark, start, message):
    corpus_file(Path("codings.json"), CODINGS)
    ran = seamark("adjudicate", "codings.json", "--start", start, "-o", "decide.html")
    assert ran.code == 1
    assert message in ran.err
    assert not Path("decide.html").exists()


def test_the_input_is_not_replaced(seamark):
    corpus_file(Path("codings.json"), CODINGS)
    ran = seamark("adjudicate", "codings.json", "-o", "codings.json", "--force")
    assert (ran.code, "inputs are not replaced" in ran.err) == (1, True)
