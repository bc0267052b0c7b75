"""Comments of coders who used an annotation page, in the report."""

import seamark as sm
from seamark.pages.report.boundaries import remarks
from tests.unit.pages.page_data import page_of

WORK = {
    "study": "poems",
    "fingerprint": "f",
    "checksums": {"ode": "1", "elegy": "2", "haiku": "3"},
    "items": {
        "ode": {
            "done": "2026-05-01T10:00:00Z",
            "seconds": 61.0,
            "unsure": True,
            "boundaries": [{"position": 2, "unsure": True, "comment": "<b>or after 3</b>"}, {"position": 5}],
        },
        "elegy": {"done": "2026-05-01T11:00:00Z", "seconds": 121.0, "comment": "long"},
        "haiku": {"seconds": 5.0},
    },
}
POEMS = sm.Corpus(
    {"ode": {"ann": [2, 3, 5], "ben": [2, 8]}, "elegy": {"ann": [3, 3, 4], "ben": [7, 3]}},
    metadata={"annotations": {"ann": WORK}},
)


def test_comments():
    assert remarks(POEMS) == [("ann", "ode", 2, "<b>or after 3</b>", True), ("ann", "elegy", None, "long", False)]


def test_the_report_shows_them_as_text():
    page = page_of(sm.write_report, POEMS, resamples=100)
    assert "&lt;b&gt;or after 3&lt;/b&gt;" in page


def test_without_annotation_pages_there_is_no_such_section():
    page = page_of(sm.write_report, sm.Corpus({"ode": {"ann": [2, 3, 5], "ben": [2, 8]}}), resamples=100)
    assert 'id="remarks"' not in page
    assert "#remarks" not in page
