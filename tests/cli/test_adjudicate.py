"""`seamark adjudicate`: the page of the library, and options that cannot be used."""

from __future__ import annotations

from pathlib import Path

from seamark.datasets import stargazer
from seamark.pages.adjudicate import adjudication_html


def test_it_is_the_page_of_the_library(seamark):
    ran = seamark("adjudicate", "sample:stargazer", "--only", "disputed", "--blind", "-o", "decide.html")
    assert (ran.code, ran.out, ran.err) == (0, "", "sample:stargazer -> decide.html\n")
    page = Path("decide.html").read_text(encoding="utf-8")
    assert page == adjudication_html(stargazer(), only="disputed", blind=True)
