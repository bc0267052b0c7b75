"""`sm.score`: items paired by name, scored one by one and together; sums of counts and scores, which add up."""

import json
import math
import pickle
import re

import numpy as np
import pandas
import polars
import pytest
from scipy import stats

import seamark as sm
from seamark.metrics.names import as_metric
from seamark.metrics.score import ScoreSums
from tests.metrics.case import BOUNDARY_METRICS
from tests.oracle.jackknife import reach
from tests.unit.scale.pairs import random_pairs

REFERENCE = {"poem": [5, 5, 5, 5], "song": [3, 4, 3]}
HYPOTHESIS = {"song": [3, 5, 2], "poem": [5, 6, 9]}

REFERENCES, HYPOTHESES = random_pairs(60, 5, heaviest=40)
ITEMS = [f"item{number}" for number in range(60)]


def test_the_running_example():
    table = sm.score(REFERENCE, HYPOTHESIS)
    assert list(table.overall) == ["S", "B", "windowdiff", "pk"]
    assert table.item_names == ["poem", "song"]
    assert table.scores("S").tolist() == [17 / 19, 8 / 9]
    assert table.scores("B").tolist() == [0.5, 0.75]
    assert table.scores("pk").tolist() == table.scores("windowdiff").tolist() == [5 / 17, 0.25]
    assert table.overall["S"].value == pytest.approx((17 / 19 + 8 / 9) / 2)
    assert sm.score(REFERENCE, HYPOTHESIS, average="micro").overall["S"].value == 25 / 28


def test_rows_of_the_first_items():
    table = sm.score(REFERENCE, HYPOTHESIS)
    assert table.rows(1) == table.rows()[:1]
    with pytest.raises(sm.InputError):
        table.rows("1")


@pytest.mark.parametrize("average", ["macro", "micro"])
@pytest.mark.parametrize("name", ["S", "B:n=3", "windowdiff:k=20", "pk", "confusion", "f:tolerance=1", "vmeasure"])
def test_overall_is_the_mean_score_of_the_pairs(name, average):
    one, other = dict(zip(ITEMS, REFERENCES, strict=True)), dict(zip(ITEMS, HYPOTHESES, strict=True))
    (total,) = sm.score(one, other, name, average=average).overall.values()
    bound = as_metric(name).bind(sm.Codings.of(REFERENCES), sm.Codings.of(HYPOTHESES))
    expected = sm.ScoreSums.of(name, bound.count(), bound.signature)
    assert total.value == pytest.approx(expected.mean(average), rel=1e-14)
    assert (total.items, total.undefined) == (expected.pairs, expected.undefined)
    assert total.signature == expected.signature_of(average)


def test_lists_and_single_segmentations():
    assert sm.score(REFERENCES, HYPOTHESES, "S").scores("S").tolist() == (
        sm.score_pairs("S", REFERENCES, HYPOTHESES).tolist()
    )
    assert sm.score([5, 5], "000010000", "S").overall["S"].value == 1.0
    arrays = [sm.SegmentationArray.from_masses(side) for side in (REFERENCES, HYPOTHESES)]
    assert sm.score(*arrays, "pk").to_dict() == sm.score(REFERENCES, HYPOTHESES, "pk").to_dict()


def test_columns_of_pandas_and_polars():
    for library in (pandas, polars):
        assert sm.similarity(library.Series([2, 3]), library.Series([5])) == 0.75
        assert sm.similarity(library.Series([2, 3]), [5], n=3) == 0.75
        table = sm.score(library.Series([[2, 3], [5]]), library.Series([[5], [5]]), "S")
        assert table.scores("S").tolist() == [0.75, 1.0]
        with pytest.raises(sm.InputError, match=r"mass of segment 1 is 2\.5; expected a whole number"):
            sm.similarity(library.Series([2.5, 3]), [5])
    with pytest.raises(sm.InputError, match="DataFrame is not a segmentation; expected a Segmentation"):
        sm.similarity(pandas.DataFrame({"a": [2, 3]}), [5])


def test_whose_codings():
    study = sm.Corpus({"poem": {"ann": [2, 3, 5], "ben": [5, 5]}, "song": {"ann": [4, 4], "ben": [4, 4]}})
    with pytest.raises(
        sm.InputError, match=r"reference: item 'poem' has 2 codings, by ann, ben; choose one with coder=$"
    ):
        sm.score(study, study)
    assert sm.score(study, study, "S", coder=("ann", "ben")).scores("S").tolist() == [8 / 9, 1.0]
    system = {"poem": [5, 5], "song": [8]}
    assert sm.score(study, system, "S", coder="ben").scores("S").tolist() == [1.0, 6 / 7]
    with pytest.raises(sm.InputError, match=r"no coder is called 'bem'; did you mean 'ben'?"):
        sm.score(study, study, coder=("ann", "bem"))
    with pytest.raises(sm.InputError, match=r"coder is .*; expected one name, or two"):
        sm.score(study, study, coder=("ann", "ben", "cat"))


def test_items_without_a_partner():
    with pytest.raises(sm.InputError) as caught:
        sm.score({**REFERENCE, "ode": [3]}, HYPOTHESIS)
    assert str(caught.value) == "item 'ode' of reference is not in hypothesis; score the others with allow_missing"
    assert caught.value.spelled("--allow-missing").endswith("score the others with --allow-missing")
    with pytest.raises(sm.InputError, match="did you mean 'sing'"):
        sm.score(REFERENCE, {"poem": [20], "sing": [10]})
    table = sm.score({**REFERENCE, "ode": [3]}, HYPOTHESIS, allow_missing=True)
    assert table.remarks == ("item 'ode' of reference is not in hypothesis",)
    assert table.item_names == ["poem", "song"]
    with pytest.raises(sm.InputError, match="reference and hypothesis have no item in common"):
        sm.score({"a": [3]}, {"b": [3]}, allow_missing=True)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "options", "message"),
    [
        ({"a": [5]}, [5], {}, "one side has names of items and the other has not"),
        ([[5]], [[5], [4]], {}, "1 references cannot be paired with 2 hypotheses"),
        ([5], [5], {"average": "mean"}, "average is 'mean'"),
        ([5], [5], {"allow_missing": "no"}, "allow_missing is 'no'; expected True or False"),
        (REFERENCE, HYPOTHESIS, {"ci": 95}, "ci is 95; expected a number between 0 and 1"),
    ],
)
def test_faults(reference, hypothesis, options, message):
    with pytest.raises(sm.InputError) as caught:
        sm.score(reference, hypothesis, **options)
    assert message in str(caught.value)


def test_intervals_of_means_are_student_s_t_and_of_summed_counts_the_jackknife():
    rows = sm.count_pairs("S", REFERENCES, HYPOTHESES)
    for average in ("macro", "micro"):
        table = sm.score(REFERENCES, HYPOTHESES, "S,pk", average=average, ci=0.9)
        if average == "macro":
            expected = stats.ttest_1samp(sm.S().score_rows(rows), 0).confidence_interval(0.9)
        else:
            without = sm.S().score_rows(rows.sum(axis=0) - rows)
            value, distance = table.overall["S"].value, reach(0.9, without)
            expected = (value - distance, value + distance)
        interval = table.overall["S"].interval
        assert [interval.low, interval.high] == pytest.approx(list(expected))
        assert table.overall["S"].value in interval
        assert "interval" in str(table)
        assert table.to_dict()["overall"]["pk"]["interval"]["low"] == table.overall["pk"].interval.low
        assert f"|avg:{average}|pairs:60|ci:0.9,jackknife-t|v:" in str(table.overall["S"].signature)
    assert sm.score(REFERENCES, HYPOTHESES, "S").overall["S"].interval is None


def test_an_interval_ends_where_the_metric_does_and_may_not_be_estimable():
    found = sm.score([[5, 5], [5, 5], [4, 6]], [[5, 5], [5, 5], [5, 5]], "S", ci=0.95).overall["S"].interval
    assert found.low < found.high == 1.0
    for one in (sm.score([5], [5], "S", ci=0.9), sm.score([[5], [4]], [[5], [4]], "S", ci=0.9)):
        assert one.overall["S"].value == 1.0
        assert math.isnan(one.overall["S"].interval.low)
        assert re.search("\ninterval +–\n", str(one))


def test_undefined_items_are_counted_and_named():
    table = sm.score({"short": [2, 3], "long": [5, 5]}, {"short": [2, 3], "long": [4, 6]}, "pk:k=8")
    assert math.isnan(table.scores("pk")[0])
    assert table.overall["pk"].undefined == 1
    assert table.to_dict()["items"][0]["scores"]["pk"]["value"] is None
    assert "pk is undefined for 1 of 2 items" in str(table)
    nothing = sm.score({"short": [2, 3]}, {"short": [2, 3]}, "S,pk:k=8")
    assert math.isnan(nothing.overall["pk"].value)
    assert nothing.overall["S"].value == 1.0


def test_the_table_as_text_plain_values_and_frames():
    table = sm.score(REFERENCE, HYPOTHESIS, "S,confusion")
    assert str(table).splitlines()[:8] == [
        "S is 0.8918 over 2 items (macro: mean of the items); higher is better.",
        "",
        "item           S ↑  confusion ↑  precision  recall",
        "--------------------------------------------------",
        "poem        0.8947       0.7500     1.0000  0.6000",
        "song        0.8889       1.0000     1.0000  1.0000",
        "--------------------------------------------------",
        "macro mean  0.8918       0.8750     1.0000  0.8000",
    ]
    assert json.loads(json.dumps(table.to_dict(), allow_nan=False)) == table.to_dict()
    assert table.to_dict()["items"][1]["scores"]["S"] == {
        "value": 8 / 9,
        "counts": {"potential": 9, "distance": 1},
        "parts": {},
    }
    assert table.to_pandas()["S"].tolist() == table.scores("S").tolist()
    names = ["S", "confusion", "confusion precision", "confusion recall"]
    assert table.to_arrow().column_names == ["item", "mass", *names]
    assert table.to_polars()["mass"].to_list() == [20, 10]
    assert "<td>0.8947</td>" in table._repr_html_()
    assert repr(table) == "<ScoreTable of 2 items: S 0.8918, confusion 0.8750>"
    assert pickle.loads(pickle.dumps(table)).to_dict() == table.to_dict()
    with pytest.raises(sm.InputError, match="label is 'pk'; expected one of S, confusion"):
        table.scores("pk")


def test_types_of_the_study_are_those_of_all_items():
    def typed(position, label):
        return sm.Segmentation.from_positions([position], 9, [label])

    one = {"one": typed(2, "minor"), "two": typed(5, "major")}
    other = {"one": typed(2, "minor"), "two": typed(6, "minor")}
    potential = [
        record["scores"]["S"]["counts"]["potential"] for record in sm.score(one, other, "S").to_dict()["items"]
    ]
    assert potential == [16, 16]


def test_names_of_types_are_no_scale():
    one = {"poem": sm.Segmentation.from_positions([1, 3], 6, ["para", "chap"])}
    other = {"poem": sm.Segmentation.from_positions([1, 4], 6, ["chap", "para"])}
    with pytest.raises(sm.InputError, match="are not numbers, so how far apart they are is unknown"):
        sm.score(one, other, "B")
    listed = sm.score(one, other, "B:types=para+chap").overall["B"].value
    assert listed == sm.boundary_similarity(one["poem"], other["poem"], types=["para", "chap"])


@pytest.mark.parametrize("items", [2, 3, 9])
@pytest.mark.parametrize("metrics", ["S,B", "S,B,windowdiff,pk,f,ghd"])
def test_no_table_has_more_than_six_columns(items, metrics):
    """Many numbers stand below each other; of many items the leading numbers, and all means in a table of their own."""
    reference = {f"text {n}": [2, 3, n + 1] for n in range(items)}
    found = sm.score(reference, {f"text {n}": [5, n + 1] for n in range(items)}, metrics, ci=0.9)
    table = found.table()
    assert len(table.header) <= 6
    if metrics == "S,B":
        assert (table.header[0], len(table.rows), found.details()) == ("item", items, ())
    elif items == 9:
        assert [*table.header] == ["item", "S ↑", "B ↑", "windowdiff ↓", "pk ↓", "f ↑"]
        assert [*found.means_table().header] == ["number", "macro mean", "interval"]
        assert len(found.details()[0].rows) == items
    else:
        assert [*table.header] == ["item", *reference, "macro mean", "interval"]
        assert [row[0] for row in table.rows] == ["S ↑", "B ↑", "windowdiff ↓", "pk ↓", "f ↑", "ghd ↓"]


@pytest.mark.parametrize("name", BOUNDARY_METRICS)
def test_parts_of_the_data_add_up(name):
    metric = BOUNDARY_METRICS[name]()
    rows = sm.count_pairs(metric, REFERENCES, HYPOTHESES)
    whole = ScoreSums.of(metric, rows)
    joined = ScoreSums.of(metric, rows[:20]) + ScoreSums.of(metric, rows[20:21]) + ScoreSums.of(metric, rows[21:])
    assert (joined.pairs, joined.undefined) == (whole.pairs, whole.undefined)
    assert joined.macro == pytest.approx(whole.macro, rel=1e-12)
    assert joined.micro == pytest.approx(whole.micro, rel=1e-12)
    assert joined.signature == whole.signature


def test_different_outcomes_of_a_rule_are_left_out_of_the_signature():
    rows = sm.count_pairs(sm.Pk(), [[5, 5]], [[10]])
    one, other = (sm.Signature.parse(f"pk|conv:x|k:half-mean={k}|v:1") for k in (2, 3))
    joined = ScoreSums.of(sm.Pk(), rows, one) + ScoreSums.of(sm.Pk(), rows, other)
    assert str(joined.signature) == "pk|conv:x|k:half-mean|v:1"
    assert str(joined.signature_of("micro")) == "pk|conv:x|k:half-mean|avg:micro|pairs:2|v:1"
    assert str((joined + joined).signature) == "pk|conv:x|k:half-mean|v:1"


def test_nothing_has_no_mean():
    sums = ScoreSums.of(sm.S(), np.zeros((0, 2)))
    assert math.isnan(sums.macro)
    assert math.isnan(sums.micro)
    assert sums.to_dict()["macro"] is None
    assert pickle.loads(pickle.dumps(sums)).to_dict() == sums.to_dict()


def test_the_counts_of_a_pair_without_a_score_are_in_the_micro_mean():
    """A reference without a boundary has no miss rate; its false alarms are false alarms all the same."""
    metric = sm.Georgescul(k=2)
    result = sm.ScoreSums.of(metric, sm.count_pairs(metric, [[5, 5], [10]], [[5, 5], [1] * 10]))
    # Of 2 x 8 windows two hold a reference boundary, none of which is missed, and in eight the hypothesis has too many.
    assert (result.micro, result.undefined) == ((0 / 2 + 8 / 16) / 2, 1)
