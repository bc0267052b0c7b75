"""`seamark report`: one file, and what it holds."""

from pathlib import Path

import pytest

import seamark as sm
from seamark.io import LoadReport, save
from seamark.pages.report import Provenance, write_report
from tests.cli.running import HUMANS, TILER, corpus_file
from tests.unit.pages.page_data import page_of

TEXTS = {"poem": [f"line {number}" for number in range(11)], "song": [f"verse {number}" for number in range(8)]}


@pytest.fixture
def corpus() -> str:
    corpus_file(Path("codings.json"), HUMANS, texts=TEXTS)
    corpus_file(Path("tiler.json"), TILER)
    corpus_file(Path("two.json"), {"poem": {"one": [11], "two": [5, 6]}, "song": {"one": [8], "two": [4, 4]}})
    return "codings.json"


def page() -> str:
    return Path("report.html").read_text(encoding="utf-8").replace("<wbr>", "")


def test_a_page_is_html(seamark, corpus):
    ran = seamark("report", corpus, "-o", "report.pdf")
    assert (ran.code, ran.err) == (1, "seamark: report.pdf: a page cannot be saved as .pdf; expected .html\n")
    assert not Path("report.pdf").exists()


def test_a_report(seamark, corpus):
    ran = seamark("report", corpus, "-o", "report.html")
    assert (ran.code, ran.out, ran.err) == (0, "", "codings.json -> report.html\n")
    assert str(sm.agree(HUMANS, "B", ci=0.95).signature) in page()
    assert "verse 7" in page()


def test_it_is_the_page_of_the_library(seamark):
    seamark("report", "sample:stargazer", "-o", "report.html", "-q")
    from seamark.datasets import stargazer

    source = Provenance(["sample:stargazer"], LoadReport("sample"))
    assert Path("report.html").read_text(encoding="utf-8") == page_of(write_report, stargazer(), source=source)


def test_options(seamark, corpus):
    arguments = ("--metric", "B:n=3", "--coefficient", "kappa", "--ci", "0.9", "--seed", "5")
    assert seamark("report", corpus, *arguments, "--title", "Poems & songs", "-o", "report.html").code == 0
    expected = sm.agree(HUMANS, sm.B(n=3), "kappa", ci=0.9, rng=5)
    assert str(expected.signature) in page()
    assert "<h1>Poems &amp; songs</h1>" in page()


def test_texts_can_stay_at_home(seamark, corpus):
    assert seamark("report", corpus, "--no-texts", "-o", "report.html").code == 0
    assert "verse 7" not in page()


def test_segmenters(seamark, corpus):
    ran = seamark("report", corpus, "--systems", "mine=tiler.json", "--systems", "two.json", "-o", "report.html")
    assert ran.code == 0
    ranking = page()[page().index('id="ranking-table"') :]
    assert all(f'<span dir="auto">{name}</span>' in ranking for name in ("mine", "one", "two"))


def test_a_report_on_spans(seamark):
    one, other = sm.Spans([(2, 8, "A"), (12, 16, "B")], length=20), sm.Spans([(3, 9, "A"), (12, 15, "A")], length=20)
    study = sm.Corpus({"talk": {"ann": one, "ben": other}})
    save(study, "spans.json")
    ran = seamark("report", "spans.json", "--as", "spans", "-o", "report.html")
    assert (ran.code, ran.err) == (0, "spans.json -> report.html\n")
    assert str(sm.unitizing_alpha(study).signature) in page()
