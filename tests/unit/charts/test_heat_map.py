import pytest

import seamark as sm
from seamark.charts import heatmap
from seamark.datasets import stargazer
from tests.unit.charts.reading import cells, encoding, layers, mark_of, rows


def test_share_of_coders_at_every_marked_place():
    # Hearst 1997: seven readers; all but reader 5 cut after paragraph 2, and everybody but reader 6 after 12.
    shares = {cell["position"]: cell["coders"] for cell in cells(heatmap(stargazer()))}
    assert shares[2] == "6 of 7"
    assert shares[12] == "6 of 7"
    assert shares[3] == "3 of 7"
    assert 1 not in shares


def test_rows_are_as_long_as_their_items_and_in_the_order_of_the_corpus():
    corpus = sm.Corpus({"z": {"a": [2, 3], "b": [5]}, "a": {"a": [4, 4]}})
    chart = heatmap(corpus)
    assert [(row["item"], row["end"] - row["start"]) for row in rows(chart, "rect")] == [("z", 4), ("a", 7)]
    assert encoding(chart, "rect", "y")["scale"]["domain"] == ["z", "a"]


def test_the_share_is_of_those_who_coded_the_item():
    corpus = sm.Corpus({"one": {"a": [2, 3], "b": [2, 3]}, "two": {"a": [2, 3]}})
    assert [(cell["item"], cell["share"]) for cell in cells(heatmap(corpus))] == [("one", 1.0), ("two", 1.0)]


def test_a_coder_with_two_types_at_a_place_counts_once():
    typed = sm.Segmentation.from_sets([{1, 2}, set()])
    corpus = sm.Corpus({"item": {"a": typed, "b": sm.Segmentation.from_sets([set(), {1}])}})
    assert [(cell["position"], cell["coders"]) for cell in cells(heatmap(corpus))] == [(1, "1 of 2"), (2, "1 of 2")]


def test_long_items_cost_as_much_as_short_ones():
    long = sm.Segmentation.from_positions([10, 7 * 10**8], 10**9)
    chart = heatmap({"day": {"a": long, "b": long}})
    assert len(cells(chart)) == 2
    # A place is far narrower than a pixel there, and a tick shows it all the same.
    assert [mark_of(layer) for layer in layers(chart)] == ["rect", "tick", "rect"]


def test_items_without_a_place():
    chart = heatmap({"unit": {"a": [1], "b": [1]}})
    assert cells(chart) == []
    assert rows(chart, "rect")[0]["start"] == rows(chart, "rect")[0]["end"]


def test_more_places_than_a_chart_can_show():
    every_place = sm.Segmentation.from_masses([1] * 60_000)
    with pytest.raises(sm.InputError, match=r"59,999 marks; expected at most 50,000"):
        heatmap({"long": {"a": every_place, "b": every_place}})
