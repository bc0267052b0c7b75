"""The page that asks for decisions: which codings it belongs to, and options that cannot be."""

from typing import Any

import pytest

import seamark as sm
from tests.unit.pages.page_data import data_of, page_of

POEM = sm.Corpus({"poem": {"ann": [2, 2, 6], "ben": [2, 3, 5], "cat": [2, 3, 3, 2]}})


def asked(corpus: sm.Corpus, **options: object) -> Any:
    return data_of(page_of(sm.adjudicate, corpus, **options))


def test_other_codings_have_another_fingerprint():
    other = sm.Corpus({"poem": {"ann": [2, 2, 6], "ben": [2, 3, 5], "cat": [2, 3, 4, 1]}})
    assert asked(POEM)["fingerprint"] == asked(POEM)["fingerprint"] != asked(other)["fingerprint"]


@pytest.mark.parametrize("options", [{"start": "median"}, {"start": 3}, {"only": "agreed"}, {"blind": "yes"}])
def test_options_that_cannot_be_used(options):
    with pytest.raises((sm.InputError, TypeError)):
        page_of(sm.adjudicate, POEM, **options)
