"""The annotation page: what it holds, and what cannot be made into one."""

from functools import partial

import pytest

import seamark as sm
from tests.unit.pages.page_data import data_of, page_of

annotation_page_html = partial(page_of, sm.write_annotation_page)

TEXTS = {"ode": ["one", "two", "three"], "elegy": ["four", "five"]}


def test_a_corpus_gives_its_texts_and_not_its_codings():
    corpus = sm.Corpus({"ode": {"ann": [1, 2]}, "elegy": {"ben": [2]}}, texts=TEXTS)
    data = data_of(annotation_page_html(corpus))
    assert {item["name"]: item["units"] for item in data["items"]} == TEXTS
    assert [item["start"] for item in data["items"]] == [[], []]


def test_the_fingerprint_is_that_of_texts_and_types():
    def fingerprint(texts=TEXTS, **options):
        return data_of(annotation_page_html(texts, **options))["fingerprint"]

    same = {"coder": "ben", "study": "other", "guidelines": "x", "shuffle": True}
    assert fingerprint() == fingerprint(**same)
    assert fingerprint() == fingerprint(prefill=sm.Corpus({"ode": {"x": [1, 2]}}))
    others = [
        fingerprint({**TEXTS, "ode": ["one", "two", "3"]}),
        fingerprint({**TEXTS, "ode": ["one", "two three"]}),
        fingerprint({"ode": TEXTS["ode"]}),
        fingerprint(types=["minor"]),
    ]
    assert len({fingerprint(), *others}) == 5


def test_the_order_follows_the_seed():
    texts = {str(number): ["a", "b"] for number in range(20)}
    orders = [data_of(annotation_page_html(texts, shuffle=True, rng=seed))["order"] for seed in (1, 1, 2)]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[2]) == list(range(20))
    assert data_of(annotation_page_html(texts))["order"] == list(range(20))


def test_prefill_places_types_by_their_number():
    coding = sm.Segmentation.from_positions([1, 2], 3, types=["major", "minor"])
    page = annotation_page_html(TEXTS, types=["minor", "major"], prefill=sm.Corpus({"ode": {"x": coding}}))
    assert [item["start"] for item in data_of(page)["items"]] == [[[1, 1], [2, 0]], []]


TWO_TYPES = sm.Segmentation.from_positions([1, 1], 3, types=["a", "b"])


@pytest.mark.parametrize(
    ("texts", "options", "message"),
    [
        ({}, {}, "there are no texts"),
        ({"ode": ["\ud800"]}, {}, "item 'ode': the text is"),
        (TEXTS, {"coder": " "}, "coder is empty"),
        (TEXTS, {"paragraphs": {"ode": 5}}, "paragraphs of .ode. are 5; expected units"),
        (TEXTS, {"types": ["a", "a"]}, "a boundary type occurs twice"),
        (TEXTS, {"types": [1, "1"]}, "a boundary type occurs twice"),
        (TEXTS, {"types": [""]}, "a boundary type is ''"),
        (TEXTS, {"types": [True]}, "a boundary type is True"),
        (TEXTS, {"types": list("abcdefghij")}, "there are 10.* at most 9"),
        (TEXTS, {"prefill": {"ode": [1, 2]}}, "prefill is .*; expected a corpus of one coder"),
        (TEXTS, {"prefill": sm.Corpus({"ode": {"x": [3], "y": [3]}})}, "prefill is .*; expected a corpus of one coder"),
        (TEXTS, {"prefill": sm.Corpus({"song": {"x": [3]}})}, "prefill has an item 'song' of which there is no text"),
        (TEXTS, {"prefill": sm.Corpus({"ode": {"x": [2]}})}, "item 'ode': prefill covers 2 units, the text has 3"),
        (TEXTS, {"types": ["a"], "prefill": sm.Corpus({"ode": {"x": [1, 2]}})}, "prefill has a boundary type 1"),
        (TEXTS, {"types": ["a", "b"], "prefill": sm.Corpus({"ode": {"x": TWO_TYPES}})}, "prefill has several types"),
    ],
)
def test_what_cannot_be_a_page(texts, options, message):
    with pytest.raises(sm.InputError, match=message):
        annotation_page_html(texts, **options)


def test_a_page_is_replaced_and_its_folder_must_exist(tmp_path):
    place = tmp_path / "page.html"
    for study in ("one", "two"):
        sm.write_annotation_page(TEXTS, place, study=study)
    assert ">two</h1>" in place.read_text(encoding="utf-8")
    with pytest.raises(sm.SeamarkError, match="cannot be written"):
        sm.write_annotation_page(TEXTS, tmp_path / "missing" / "page.html")
