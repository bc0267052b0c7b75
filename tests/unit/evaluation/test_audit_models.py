"""The audit of labels, levels and spans: every convention by name, with the values of the worked examples."""

import numpy as np
import pytest
from pyannote.core import Annotation, Segment, Timeline
from pyannote.metrics.diarization import DiarizationErrorRate

import seamark as sm
from seamark.base.errors import InputError

SONG = sm.LabelledSegmentation.from_segments([(8, "A"), (8, "B"), (8, "A")])
ESTIMATE = sm.LabelledSegmentation.from_segments([(6, "A"), (10, "B"), (4, "C"), (4, "A")])
TURNS = sm.Spans([(0, 10, "A"), (8, 20, "B"), (24, 30, "A")], length=30)
FOUND = sm.Spans([(0, 9, 1), (9, 22, 2), (24, 28, 3)], length=30)


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


def test_the_collar_in_a_name_is_the_number_that_pyannote_takes():
    generator = np.random.default_rng(5)

    def turns(labels):
        places = np.sort(generator.choice(200, 12, replace=False)).tolist()
        pairs = zip(places[::2], places[1::2], strict=True)
        return [(start, end, labels[generator.integers(len(labels))]) for start, end in pairs]

    def annotation(rows):
        found = Annotation()
        for number, (start, end, label) in enumerate(rows):
            found[Segment(start, end), number] = label
        return found

    for _ in range(20):
        reference, hypothesis = turns("AB"), turns("xyz")
        found = values(
            sm.audit(sm.Spans(reference, length=200), {"one": sm.Spans(hypothesis, length=200)}, "der:collar=2")
        )
        for skipped, name in ((False, "pyannote, collar 4"), (True, "pyannote, collar 4, no overlaps")):
            peer = DiarizationErrorRate(collar=4, skip_overlap=skipped)
            expected = peer(annotation(reference), annotation(hypothesis), uem=Timeline([Segment(0, 200)]))
            assert found["der", name] == pytest.approx(expected)


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
    # Of the 16 ways to swap the systems on four items, two are as far apart as they are.
    assert {pair.p_value for row in result.scores for pair in row.changing} == {2 / 16}


def test_compare_systems_takes_spans_and_refuses_baselines_of_them():
    items = ("a", "b", "c")
    reference = {item: {"ann": TURNS, "ben": TURNS} for item in items}
    systems = {"same": dict.fromkeys(items, TURNS), "other": dict.fromkeys(items, FOUND)}
    result = sm.compare_systems(reference, systems, "der", rng=1)
    assert [(one.name, one.value) for one in result.systems] == [("same", 0.0), ("other", pytest.approx(10 / 28))]
    with pytest.raises(InputError, match="baselines are of boundaries, not of spans"):
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
def test_what_measures_boundaries_says_who_takes_other_models(call, corpus):
    more = ({"one": {"talk": FOUND}},) if call is sm.compare else ()
    with pytest.raises(InputError, match=f"the corpus holds {corpus.kind}, which .*audit.* take; expected boundaries"):
        call(corpus, *more)
