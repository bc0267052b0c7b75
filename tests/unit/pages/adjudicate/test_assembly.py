"""What the adjudication page asks, and what stands before anything is decided."""

from __future__ import annotations

import json
import re

import pytest

from seamark.errors import InputError
from seamark.model.corpus import Corpus
from seamark.model.segmentation import Segmentation
from seamark.pages.adjudicate import adjudication_html

POEM = Corpus({"poem": {"ann": [2, 2, 6], "ben": [2, 3, 5], "cat": [2, 3, 3, 2]}})


def data_of(corpus: Corpus, **options: object) -> dict[str, object]:
    page = adjudication_html(corpus, **options)  # type: ignore[arg-type]
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_the_most_disputed_come_first_and_near_misses_are_one():
    disputes = data_of(POEM)["disputes"]
    assert [sorted({place[0] for place in one["placed"].values()}) for one in disputes] == [[8], [4, 5], [2]]
    assert [one["consensus"] for one in disputes] == [None, [5, 0], [2, 0]]
    assert [one["start"] for one in disputes] == [None, [5, 0], [2, 0]]


def test_only_disputed_keeps_what_all_place_alike():
    asked = [(one["asked"], one["start"]) for one in data_of(POEM, start="empty", only="disputed")["disputes"]]
    assert asked == [(True, None), (True, None), (False, [2, 0])]


def test_one_coder_as_the_start():
    assert [one["start"] for one in data_of(POEM, start="coder ann")["disputes"]] == [None, [4, 0], [2, 0]]


def test_types_stay_with_their_boundaries():
    typed = Corpus(
        {
            "poem": {
                "ann": Segmentation.from_positions([3, 6], 9, types=["verse", "part"]),
                "ben": Segmentation.from_positions([3, 6], 9, types=["verse", "verse"]),
            }
        }
    )
    data = data_of(typed, start="coder ann")
    assert data["labels"] == ["verse", "part"]
    assert data["disputes"][0] | {"placed": {"0": [6, 1], "1": [6, 0]}, "start": [6, 1]} == data["disputes"][0]


def test_other_codings_have_another_fingerprint():
    other = Corpus({"poem": {"ann": [2, 2, 6], "ben": [2, 3, 5], "cat": [2, 3, 4, 1]}})
    assert data_of(POEM)["fingerprint"] == data_of(POEM)["fingerprint"] != data_of(other)["fingerprint"]


@pytest.mark.parametrize("options", [{"start": "median"}, {"start": 3}, {"only": "agreed"}, {"blind": "yes"}])
def test_options_that_cannot_be_used(options):
    with pytest.raises((InputError, TypeError)):
        adjudication_html(POEM, **options)
