"""Charts of single fields: what their rows say."""

import pytest

from seamark import DER, MassMismatchError, Spans
from seamark.charts import chunks, series, tags, turns
from tests.unit.charts.reading import rows

REFERENCE = Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30)
HYPOTHESIS = Spans([(0, 9, "1"), (9, 22, "2"), (24, 28, "3")], length=30)


def test_errors_of_turns_are_those_that_der_counts():
    found = [row for row in rows(turns(REFERENCE, HYPOTHESIS), "rect") if row["lane"] == "errors"]
    assert [(row["position"], row["end"], row["category"]) for row in found] == [
        (8, 10, "missed"),
        (20, 22, "false alarm"),
        (24, 28, "confusion"),
        (28, 30, "missed"),
    ]
    counts = DER().counts(REFERENCE, HYPOTHESIS)
    lengths = {
        kind: sum(r["end"] - r["position"] for r in found if r["category"] == kind) for kind in ("missed", "confusion")
    }
    assert lengths == {"missed": counts["missed"], "confusion": counts["confusion"]}


def test_every_speaker_has_a_lane_with_the_name_that_it_is_mapped_to():
    lanes = dict.fromkeys(row["lane"] for row in rows(turns(REFERENCE, HYPOTHESIS), "rect"))
    names = ["reference A", "reference B", "hypothesis 1 = A", "hypothesis 2 = B", "hypothesis 3", "errors"]
    assert list(lanes) == names


def test_answers_are_whole_or_cut_by_each_chunker():
    answers = Spans([(8, 22, "q1"), (1, 4, "q2")], length=30)
    chart = chunks(
        {"overlapping": Spans([(0, 10), (5, 25), (20, 30)], length=30), "none": Spans([], length=30)}, answers
    )
    kinds = {
        (row["lane"], row["position"]): row["category"] for row in rows(chart, "rect") if row["category"] != "chunk"
    }
    assert kinds == {
        ("overlapping: answers", 1): "whole",
        ("overlapping: answers", 8): "whole",
        ("none: answers", 1): "cut",
        ("none: answers", 8): "cut",
    }
    with pytest.raises(MassMismatchError, match=r"\[20, 30\]"):
        chunks({"short": Spans([], length=20)}, answers)


def test_change_points_stand_below_the_series():
    chart = series([0.0, 0.0, 4.0, 4.0], {"ann": [2, 2], "system": [1, 3]})
    found = rows(chart, "rule")
    assert [(row["coder"], row["position"]) for row in found] == [("ann", 2), ("system", 1)]
    assert all(row["value"] < 0 for row in found)
    with pytest.raises(MassMismatchError, match="5 units, and there are 4 values"):
        series([0.0] * 4, {"ann": [2, 3]})


def test_a_span_over_two_lines_has_a_bar_on_each():
    words = ["Ann", "L" * 86, "of", "Rome"]
    found = rows(tags(words, {"gold": Spans([(0, 3, "PER"), (3, 4, "LOC")], length=4)}), "rect")
    assert [(row["category"], row["x"], row["end"]) for row in found] == [("PER", 0, 90), ("PER", 0, 2), ("LOC", 3, 7)]
    assert found[0]["top"] < found[1]["top"] == found[2]["top"]
