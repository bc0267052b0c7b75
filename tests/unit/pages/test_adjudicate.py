"""The questions of the adjudication page, and its coding before any decision."""

from typing import Any

import pytest

import seamark as sm
from tests.unit.pages.page_data import data_of, page_of

POEM = sm.Corpus({"poem": {"ann": [2, 2, 6], "ben": [2, 3, 5], "cat": [2, 3, 3, 2]}})


def asked(corpus: sm.Corpus, **options: object) -> Any:
    return data_of(page_of(sm.adjudicate, corpus, **options))


def test_the_most_disputed_come_first_and_near_misses_are_one():
    disputes = asked(POEM)["disputes"]
    assert [sorted({place[0] for place in one["placed"].values()}) for one in disputes] == [[8], [4, 5], [2]]
    assert [one["consensus"] for one in disputes] == [None, [5, 0], [2, 0]]
    assert [one["start"] for one in disputes] == [None, [5, 0], [2, 0]]


def test_only_disputed_keeps_what_all_place_alike():
    found = [(one["asked"], one["start"]) for one in asked(POEM, start="empty", only="disputed")["disputes"]]
    assert found == [(True, None), (True, None), (False, [2, 0])]


def test_one_coder_as_the_start():
    assert [one["start"] for one in asked(POEM, start="coder ann")["disputes"]] == [None, [4, 0], [2, 0]]


def test_types_stay_with_their_boundaries():
    typed = sm.Corpus(
        {
            "poem": {
                "ann": sm.Segmentation.from_positions([3, 6], 9, types=["verse", "part"]),
                "ben": sm.Segmentation.from_positions([3, 6], 9, types=["verse", "verse"]),
            }
        }
    )
    data = asked(typed, start="coder ann")
    assert data["labels"] == ["verse", "part"]
    placed = {data["coders"][int(coder)]: place for coder, place in data["disputes"][0]["placed"].items()}
    assert placed == {"ann": [6, 1], "ben": [6, 0]}
    assert data["disputes"][0]["start"] == [6, 1]


def test_other_codings_have_another_fingerprint():
    other = sm.Corpus({"poem": {"ann": [2, 2, 6], "ben": [2, 3, 5], "cat": [2, 3, 4, 1]}})
    assert asked(POEM)["fingerprint"] == asked(POEM)["fingerprint"] != asked(other)["fingerprint"]


@pytest.mark.parametrize("options", [{"start": "median"}, {"start": 3}, {"only": "agreed"}, {"blind": "yes"}])
def test_options_that_cannot_be_used(options):
    with pytest.raises((sm.InputError, TypeError)):
        page_of(sm.adjudicate, POEM, **options)
