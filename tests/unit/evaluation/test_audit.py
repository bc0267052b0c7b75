"""The audit: every convention side by side, of every kind of codings, and what it says about the ranking."""

import json
import math

import pytest

import seamark as sm
from seamark.metrics.windows import CONVENTIONS, Pk, WindowDiff
from tests.metrics.partitions import SONGS
from tests.metrics.turns import TALK

#: Pair C of the conventions' table, with its published figures: k, Pk and WindowDiff by convention.
REFERENCE, HYPOTHESIS = [20, 18, 22], [18, 2, 20, 20]
PAIR_C = {
    "segeval2": (10, 0.1200, 0.2800),
    "nltk": (15, 0.1333, 0.4222),
    "nltk-starts": (15, 0.1304, 0.4130),
    "treeseg": (10, 0.1176, 0.2745),
    "superdialseg": (10, 0.1176, 0.2745),
    "nltk-ends-final": (10, 0.1176, 0.2745),
    "textsplit": (9, 0.1176, None),
    "lamprier": (10, None, 0.1972),
}


@pytest.mark.parametrize("convention", PAIR_C)
def test_pair_c_has_its_published_figures(convention):
    result = sm.audit(REFERENCE, {"system": HYPOTHESIS})
    found = {row.metric: row for row in result.scores if row.convention == convention}
    k, pk, window_diff = PAIR_C[convention]
    assert set(found) == {name for name, value in (("pk", pk), ("windowdiff", window_diff)) if value is not None}
    for name, value in (("pk", pk), ("windowdiff", window_diff)):
        if value is not None:
            assert found[name].values["system"] == pytest.approx(value, abs=5e-5)
            assert found[name].k == str(k)


def test_one_pair_has_one_average_and_many_have_two():
    assert {row.average for row in sm.audit([5], {"x": [5]}).scores} == {"macro"}
    rows = sm.audit({"a": [2, 3], "b": [5]}, {"x": {"a": [5], "b": [5]}}).scores
    assert [row.average for row in rows[:2]] == ["micro", "macro"]


def test_every_convention_is_there_and_no_other():
    result = sm.audit({"a": [2, 3], "b": [5, 5]}, {"x": {"a": [5], "b": [4, 6]}})
    for name in ("windowdiff", "pk"):
        expected = [c.name for c in CONVENTIONS.values() if name in c.metrics]
        assert [row.convention for row in result.scores if row.metric == name and row.average == "macro"] == expected
    assert [row.convention for row in result.scores if row.metric in "SB" and row.average == "macro"] == [
        "n=2, te (2012)",
        "n=2, d/n (segeval 2)",
        "n=2",
        "n=3",
        "n=10",
    ]


def test_values_are_the_means_of_the_metric_over_every_reference_coder():
    humans = {"a": {"ann": [2, 3], "ben": [3, 2]}, "b": {"ann": [6, 4]}}
    system = {"a": [2, 3], "b": [5, 5]}
    row = next(
        row
        for row in sm.audit(humans, {"x": system}).scores
        if (row.metric, row.convention, row.average) == ("windowdiff", "pevzner-hearst", "micro")
    )
    references, hypotheses = [[2, 3], [3, 2], [6, 4]], [[2, 3], [2, 3], [5, 5]]
    assert row.values["x"] == sm.ScoreSums.of(WindowDiff(), sm.count_pairs(WindowDiff(), references, hypotheses)).micro
    assert row.k == "half-mean", "different k for different pairs: the rule, not a number"


def test_undefined_pairs_are_counted_and_left_out():
    # A window of 8 does not fit into 6 units.
    reference = {"a": [3, 3], "b": [10, 10]}
    result = sm.audit(reference, {"x": {"a": [2, 4], "b": [10, 10]}, "y": {"a": [6], "b": [20]}}, "pk:k=8")
    row = next(row for row in result.scores if row.average == "macro")
    assert row.undefined == {"x": 1, "y": 1}
    assert row.values["x"] == Pk(k=8).compare([10, 10], [10, 10]).value == 0.0
    assert "0.0000 (1)" in str(result)
    nothing = sm.audit([3, 3], {"x": [2, 4], "y": [6]}, "pk:k=8")
    assert nothing.scores[0].ranking == (("x", "y"),), "two undefined values are equal, and neither is better"
    assert json.loads(json.dumps(nothing.to_dict()))["scores"][0]["values"] == {"x": None, "y": None}
    assert "undefined (1)" in str(nothing)


@pytest.mark.parametrize(
    ("reported", "expected"),
    [
        # Of pair C: 19/45 = .4222 under nltk, .4130 from the starts of windows, .2745 and .28 under others.
        (0.42, {"nltk"}),
        ("0.4222", {"nltk"}),
        ("0.422", {"nltk"}),
        ("0.4", {"nltk", "nltk-starts"}),
        ("0.420", set()),
        ("0.41", {"nltk-starts"}),
        (0.28, {"segeval2"}),
    ],
)
def test_reported_values_are_found_at_their_own_precision(reported, expected):
    result = sm.audit(REFERENCE, {"system": HYPOTHESIS}, "windowdiff", reported=reported)
    found = {row.convention for row in result.scores if row.reported}
    assert found & PAIR_C.keys() == expected
    assert all(row.reported == ("system",) for row in result.scores if row.convention in expected)
    rows = "1 row gives" if len(found) == 1 else f"{len(found)} rows give"
    assert result.answer()[-1] == f"{rows} the reported {reported}."
    assert {row[1] for row in result.table().rows if row[-1] == "system"} == found


@pytest.mark.parametrize("reported", ["much", float("nan"), [0.4], True, "1e999"])
def test_what_cannot_have_been_reported(reported):
    with pytest.raises(sm.InputError, match=r"reported is .*; expected a number, such as 0\.43"):
        sm.audit(REFERENCE, {"system": HYPOTHESIS}, reported=reported)


def test_the_short_table_has_the_default_and_the_extremes():
    result = sm.audit(REFERENCE, {"one": HYPOTHESIS, "two": [22, 38]})
    short = result.table().rows
    assert len(short) < len(result.scores) == len(result.details()[0].rows)
    for metric in ("windowdiff", "pk", "S", "B"):
        rows = [row for row in short if row[0] == metric]
        every = [score for score in result.scores if score.metric == metric]
        assert rows[0][1] == every[0].convention
        for place, name in enumerate(("one", "two"), start=3):
            values = [score.values[name] for score in every if not math.isnan(score.values[name])]
            assert {min(values), max(values)} <= {row[place] for row in rows}


def test_a_ranking_that_depends_on_the_convention():
    result = sm.audit(REFERENCE, {"one": HYPOTHESIS, "two": [22, 38]})
    assert result.ranking_changes
    assert result.answer() == (
        "The ranking depends on the convention: of 23 ways of computing 4 metrics, 12 give one > two, 11 another "
        "order.",
        "The convention alone moves B of two from .00 (n=2) to .40 (n=10).",
    )
    assert {row["ranking"] for row in result.rows()} == {"one > two", "one = two"}


def test_a_ranking_that_holds_is_said_to_hold():
    result = sm.audit([4, 4], {"good": [4, 4], "bad": [1, 1, 6]})
    assert not result.ranking_changes
    assert result.answer()[0].endswith(f"in all {len(result.scores)} ways of computing 4 metrics: good > bad.")


def test_metrics_by_name_are_audited_as_they_are_when_they_have_options():
    result = sm.audit(REFERENCE, {"one": HYPOTHESIS}, ["S", "B:n=4", WindowDiff(k=5)])
    assert [(score.metric, score.convention) for score in result.scores] == [
        ("S", "n=2, te (2012)"),
        ("S", "n=2, d/n (segeval 2)"),
        ("B", "as given"),
        ("windowdiff", "as given"),
    ]
    assert result.scores[3].values["one"] == WindowDiff(k=5).compare(REFERENCE, HYPOTHESIS).value


@pytest.mark.parametrize(
    ("reference", "systems", "error", "message"),
    [
        ([5], {}, sm.InputError, "there is no system to audit"),
        ({}, {"x": {}}, sm.InputError, "the reference has no items"),
        ({"a": [5]}, {"x": {}}, sm.InputError, "x has no items"),
        ({"a": [5]}, {"x": [5]}, sm.InputError, "must both be single segmentations, or both be given per item"),
        ([5], {"x": {"a": [5]}}, sm.InputError, "must both be single segmentations, or both be given per item"),
        ([5], {"x": [6]}, sm.MassMismatchError, "the reference' covers 5 units, x covers 6"),
        ({"a": [5]}, {"x": {"a": sm.Spans([], length=5)}}, sm.InputError, "the reference has boundaries, x has spans"),
    ],
)
def test_faults_name_system_item_and_coder(reference, systems, error, message):
    with pytest.raises(error, match=message):
        sm.audit(reference, systems)


(SONG, ESTIMATE), (TURNS, FOUND) = SONGS, TALK


def values(result, system="one"):
    return {(row.metric, row.convention): row.values[system] for row in result.scores}


def test_clusters_have_the_values_of_the_worked_example():
    found = values(sm.audit(SONG, {"one": ESTIMATE}))
    expected = {
        ("pairwisef", "labels (mir_eval)"): 0.6557,
        ("ari", "labels (mir_eval)"): 0.4044,
        ("nce", "labels (mir_eval)"): 0.5503,
        ("vmeasure", "labels (mir_eval)"): 0.5142,
        ("mi", "in nats"): 0.4280,
        ("mi", "over sqrt (mir_eval)"): 0.5291,
        ("mi", "over mean (scikit-learn)"): 0.5142,
        ("mi", "adjusted, max (mir_eval)"): 0.3871,
        ("edit", "as given"): 0.75,
        ("accuracy", "as given"): 0.75,
    }
    assert {row: found[row] for row in expected} == pytest.approx(expected, abs=5e-5)
    assert found["pairwisef", "boundaries alone"] == sm.pairwise_f(SONG.segmentation, ESTIMATE.segmentation).f


def test_actions_under_both_releases_and_at_the_three_thresholds():
    found = values(sm.audit(SONG, {"one": ESTIMATE}, "actionf1"))
    # tp, fp, fn are 3, 1, 0 at all three.
    assert [found["actionf1", f"F1@{percent}, ms-tcn"] for percent in (10, 25, 50)] == [6 / 7] * 3
    # With its last run one unit short, [20, 23) against [16, 23) overlaps by 3/7 only.
    assert found["actionf1", "F1@50, ms-tcn2"] == 4 / 7
    kept = sm.audit(SONG, {"one": ESTIMATE}, sm.ActionF1(background=("B",)))
    assert len(kept.scores) == 6
    assert all("background:B" in row.signature for row in kept.scores)
    assert all(row.convention.endswith(", without B") for row in kept.scores)


def test_turns_have_the_values_of_the_worked_example():
    found = values(sm.audit(TURNS, {"one": FOUND}, "der,der:collar=1,jer"))
    expected = {
        ("der", "pyannote"): 10 / 28,
        ("der", "md-eval"): 10 / 28,
        ("der", "pyannote, no overlaps"): 1 / 3,
        ("der", "pyannote, collar 2"): 0.2778,
        ("der", "md-eval, collar 1"): 0.2778,
        ("jer", "dscore"): 0.3259,
        ("jer", "pyannote"): 0.3259,
    }
    assert {row: found[row] for row in expected} == pytest.approx(expected, abs=5e-5)


def test_spans_and_levels():
    found = values(sm.audit(TURNS, {"one": TURNS}, "spanf1"))
    assert set(found.values()) == {1.0}
    assert len(found) == 6
    book = sm.Hierarchy.from_levels([[12, 12], [6, 6, 12]])
    other = sm.Hierarchy.from_levels([[12, 12], [6, 6, 3, 9]])
    found = values(sm.audit({"a": book, "b": book}, {"one": {"a": book, "b": other}}))
    assert found["t", "full (mir_eval)"] == pytest.approx((1 + sm.t_measure(book, other).f) / 2)
    assert found["t", "reduced (mir_eval)"] == pytest.approx((1 + sm.t_measure(book, other, transitive=False).f) / 2)


def test_systems_of_spans_change_places():
    """One is better where overlaps count, the other where they do not."""
    reference = sm.Spans([(0, 10, "A"), (6, 10, "B")], length=20)
    alone, short = sm.Spans([(0, 10, 1)], length=20), sm.Spans([(1, 9, 1), (6, 10, 2)], length=20)
    items = [str(number) for number in range(4)]
    systems = {"alone": dict.fromkeys(items, alone), "short": dict.fromkeys(items, short)}
    result = sm.audit(dict.fromkeys(items, reference), systems, "der")
    assert values(result, "alone")["der", "pyannote"] == 4 / 14
    assert values(result, "short")["der", "pyannote"] == 2 / 14
    assert values(result, "alone")["der", "pyannote, no overlaps"] == 0
    assert values(result, "short")["der", "pyannote, no overlaps"] == 1 / 6
    assert result.ranking_changes


def test_compare_systems_takes_spans_and_refuses_baselines_of_them():
    items = ("a", "b", "c")
    reference = {item: {"ann": TURNS, "ben": TURNS} for item in items}
    systems = {"same": dict.fromkeys(items, TURNS), "other": dict.fromkeys(items, FOUND)}
    result = sm.compare_systems(reference, systems, "der", rng=1)
    assert [(one.name, one.value) for one in result.systems] == [("same", 0.0), ("other", pytest.approx(10 / 28))]
    with pytest.raises(sm.InputError, match="baselines are of boundaries, not of spans"):
        sm.compare_systems(reference, systems, "der", baselines=True)


@pytest.mark.parametrize("call", [sm.compare, sm.agree, sm.consensus])
@pytest.mark.parametrize(
    "corpus",
    [
        sm.Corpus({"talk": {"ann": TURNS, "ben": FOUND}}),
        sm.Corpus({"talk": {"ann": SONG, "ben": ESTIMATE}}),
        sm.Corpus({"talk": {"ann": sm.Hierarchy.from_levels([[12, 12], [6, 6, 12]])}}),
    ],
)
def test_what_measures_boundaries_takes_nothing_else(call, corpus):
    more = ({"one": {"talk": FOUND}},) if call is sm.compare else ()
    with pytest.raises(sm.InputError, match=f"the corpus holds {corpus.kind}; expected boundaries"):
        call(corpus, *more)
