"""The report stands on one measurement: no two coders are compared twice, whatever the page shows of them."""

from __future__ import annotations

import pytest

from seamark.agreement.coefficients import Similarity
from seamark.agreement.consensus import consensus
from seamark.agreement.diagnose import MissCounting
from seamark.agreement.measurement import Measurement
from seamark.metrics import edit
from seamark.model.corpus import Corpus
from seamark.pages.report import report_html

STUDY = Corpus(
    {
        "poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]},
        "song": {"ann": [4, 4], "ben": [4, 4], "cat": [3, 5]},
        "tale": {"ann": [1, 5], "cat": [2, 4]},
    }
)
#: How often the codings are shuffled, for the level that chance reaches.
SHUFFLES = 200
SYSTEMS = {"tiler": {"poem": [5, 6], "song": [4, 4], "tale": [3, 3]}}


@pytest.fixture
def calls(monkeypatch):
    """How often the study was measured, how many pairs were compared, and how often codings were aligned."""
    counted = {"measured": 0, "compared": 0, "misses": 0, "aligned": 0}

    def counting(owner, name, key, size=lambda *_: 1):
        real = getattr(owner, name)

        def wrapper(*args, **options):
            counted[key] += size(*args)
            return real(*args, **options)

        monkeypatch.setattr(owner, name, wrapper)

    # The search for a consensus compares many segmentations that nobody made, and is no part of this.
    together = consensus(STUDY)
    monkeypatch.setattr("seamark.pages.report.rows.consensus", lambda _: together)
    counting(Measurement, "of", "measured")
    counting(Similarity, "pair_rows", "compared", lambda _self, _one, rows, *_: len(rows))
    counting(Similarity, "pair_sums", "compared", lambda _self, _codings, coded: coded.pairs)
    counting(MissCounting, "pair_sums", "misses")
    counting(edit, "edit_scripts", "aligned")
    return counted


def test_without_systems(calls):
    report_html(STUDY, resamples=100)
    # Every pair of coders once under S and once under B, and every coding once beside the consensus; then the shuffles.
    assert calls == {
        "measured": 2,
        "compared": (2 + 2 * SHUFFLES) * len(STUDY.pairs()) + len(STUDY.codings),
        "misses": 1,
        "aligned": len(STUDY),
    }


def test_systems_join_what_has_been_measured(calls):
    report_html(STUDY, systems=SYSTEMS, resamples=100)
    assert calls["measured"] == 2
    assert calls["misses"] == 1
