"""Gamma: its random codings, its samples, its edges."""

import itertools
import math
import sys

import numpy as np
import pytest

import seamark as sm
from seamark.agreement.gamma import _shifts
from tests.oracle.jackknife import log_interval

TALK = {
    "ann": sm.Spans([(2, 8, "A"), (12, 16, "B"), (40, 50, "A")], length=60),
    "ben": sm.Spans([(3, 9, "A"), (12, 15, "A")], length=60),
    "cat": sm.Spans([(2, 9, "A"), (13, 16, "B"), (41, 50, "B")], length=60),
}
SONG = {"ann": sm.Spans([(0, 5, "B")], length=30), "ben": sm.Spans([(0, 6, "B"), (20, 30, "A")], length=30)}


def test_value_from_its_terms():
    result = sm.gamma({"talk": TALK}, rng=1)
    assert result.observed == pytest.approx(sm.align_spans(TALK).disorder)
    assert result.value == pytest.approx(1 - result.observed / result.expected)
    assert result.interval is None
    low, high = result.precision_interval
    assert low == pytest.approx(1 - result.observed / (result.expected * 0.98))
    assert high == pytest.approx(1 - result.observed / (result.expected * 1.02))
    assert low < result.value < high
    assert result.samples >= 30
    assert set(result.per_category) == {"A", "B"}
    assert "conv:paper" in str(result.signature)
    assert f"seed:{result.seed}" in str(result.signature)


def test_the_same_bits_with_any_number_of_workers():
    results = [sm.gamma({"talk": TALK, "song": SONG}, rng=5, workers=workers) for workers in (1, 2, 5, None)]
    assert all(result == results[0] for result in results)
    assert sm.gamma({"talk": TALK, "song": SONG}, rng=6).expected != results[0].expected


def random_study(seed, items=5, coders="abcd"):
    rng = np.random.default_rng(seed)
    study = {}
    for item in range(items):
        truth = [(int(start), int(start) + 8, str(rng.choice(list("AB")))) for start in rng.integers(0, 80, 4)]
        study[f"i{item}"] = {
            coder: sm.Spans([(a + int(rng.integers(3)), b, c) for a, b, c in truth if rng.random() < 0.8], length=100)
            for coder in coders
            if rng.random() < 0.9 or coder < "c"
        }
    return study


def test_the_interval_leaves_out_items_and_coders():
    study = random_study(3, items=4)
    options = {"rng": 7, "precision": 0.5}  # 30 samples of everything, which follow from the names of the items
    items = [sm.gamma({k: v for k, v in study.items() if k != item}, **options).value for item in study]
    coders = [
        sm.gamma({k: {c: s for c, s in v.items() if c != coder} for k, v in study.items()}, **options).value
        for coder in "abcd"
    ]
    for resample, parts in {"items": [items], "coders": [coders], None: [items, coders]}.items():
        found = sm.gamma(study, ci=0.9, resample=resample, **options)
        assert tuple(found.interval) == pytest.approx(log_interval(found.value, 0.9, *parts), rel=1e-9)
        assert f"|ci:0.9,jackknife|resample:{resample or 'both'}|" in str(found.signature)


def test_intervals_that_cannot_be_had():
    with pytest.raises(sm.InputError, match="an interval over coders needs at least 3 coders that can be compared"):
        sm.gamma({"song": SONG, "other": SONG}, rng=1, ci=0.9, resample="coders")
    alike = {name: dict.fromkeys("abc", TALK["ann"]) for name in ("one", "two")}
    found = sm.gamma(alike, rng=1, ci=0.9).interval
    assert math.isnan(found.low)
    assert found.note.startswith("not estimable")


def test_no_order_of_items_and_coders_changes_a_bit():
    study = random_study(4, items=3, coders="abc")
    backwards = {item: dict(reversed(codings.items())) for item, codings in reversed(study.items())}
    one, other = (sm.gamma(given, rng=2, precision=0.5, ci=0.9).to_dict() for given in (study, backwards))
    assert one == other


def test_distances_stand_in_the_signature_whatever_their_order():
    given = {("A", "B"): 0.5, ("C", "A"): 0.25}
    other = {("A", "C"): 0.25, ("B", "A"): 0.5}
    one, two = (sm.gamma({"talk": TALK}, rng=1, precision=0.5, distances=d).signature for d in (given, other))
    assert one == two
    assert one["distances"] == '[["A","B",0.5],["A","C",0.25]]'


def test_precision_asks_for_samples():
    rough, fine = (sm.gamma({"talk": TALK}, rng=1, precision=precision) for precision in (0.5, 0.02))
    assert rough.samples == 30
    assert fine.samples > 100
    # The larger study repeats the first samples of the smaller one, and must not be far from it.
    assert fine.expected == pytest.approx(rough.expected, rel=0.25)
    with pytest.raises(sm.InputError, match=r"precision 1e-06 asks for [0-9,]+ random codings; the most are 100,000"):
        sm.gamma({"talk": TALK}, rng=1, precision=1e-6)


def test_several_items_add_up():
    both = sm.gamma({"talk": TALK, "song": SONG}, rng=1)
    costs = [sum(one.cost for one in sm.align_spans(codings).unitary) for codings in (TALK, SONG)]
    assert both.observed == pytest.approx(sum(costs) / (8 / 3 + 3 / 2))
    assert both.per_item["talk"].cost == pytest.approx(costs[0])
    assert both.per_item["song"].spans == 3


def test_edges():
    plain = sm.gamma({"talk": TALK}, rng=1)
    one_coder = sm.gamma({"talk": TALK, "solo": {"ann": sm.Spans([(0, 3, "A")], length=9)}}, rng=1)
    assert (one_coder.value, one_coder.signature["items"]) == (plain.value, "1"), "items of one coder are left out"
    alike = sm.gamma({"talk": dict.fromkeys("abc", TALK["ann"])}, rng=1)
    assert (alike.value, alike.observed, alike.cat) == (1, 0, 1)
    silent = sm.Spans([], length=60)
    assert sm.gamma({"talk": {**TALK, "dan": silent}}, rng=1).observed > plain.observed
    # One category has no expected distance.
    single = sm.gamma({"talk": {coder: spans.only("A") for coder, spans in TALK.items()}}, rng=1)
    assert (single.cat, single.per_category["A"]) == (1, 1)
    # Where only coders are drawn who marked nothing, it is drawn again.
    assert math.isfinite(sm.gamma({"talk": {"ann": TALK["ann"], "ben": silent}}, rng=1).value)


def test_nothing_to_compare():
    with pytest.raises(sm.UndefinedScoreError, match="nobody marked anything"):
        sm.gamma({"talk": dict.fromkeys("ab", sm.Spans([], length=9))})
    with pytest.raises(sm.InputError, match="agreement needs at least two coders"):
        sm.gamma({"talk": {"ann": TALK["ann"]}})


def test_progress_is_told():
    told = []
    result = sm.gamma({"talk": TALK}, rng=1, progress=lambda done, total: told.append((done, total)))
    assert told[0] == (1, 30)
    assert told[29] == (30, 30)
    assert told[-1] == (result.samples, result.samples)
    assert [done for done, _ in told] == list(range(1, result.samples + 1))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"precision": 0}, "precision is 0; expected a number between 0 and 1"),
        ({"convention": "software"}, "convention is 'software'; did you mean 'gamma-software'"),
        ({"workers": 0}, "workers is 0"),
        ({"progress": 3}, "progress is 3; expected a function"),
        ({"rng": -1}, "rng is -1"),
        ({"alpha": None}, "alpha is None"),
    ],
)
def test_wrong_options(options, message):
    with pytest.raises(sm.InputError, match=message):
        sm.gamma({"talk": TALK}, **options)


def test_two_coders_need_no_highspy(monkeypatch):
    monkeypatch.setitem(sys.modules, "highspy", None)
    assert sm.gamma({"song": SONG}, rng=1).samples >= 30
    with pytest.raises(sm.InputError, match=r"gamma of three coders or more needs highspy.*seamark\[gamma\]"):
        sm.gamma({"talk": TALK}, rng=1)


@pytest.mark.parametrize(("convention", "least"), [("paper", 7), ("gamma-software", 4)])
def test_random_shifts_keep_their_distance(convention, least):
    seen = set()
    for seed in range(400):
        shifts = _shifts(3, 40, 7.0, convention, np.random.default_rng(seed)).tolist()
        seen.update(shifts)
        for one, other in itertools.combinations(shifts, 2):
            apart = abs(one - other)
            assert (min(apart, 40 - apart) if convention == "paper" else apart) >= least
    assert seen == set(range(40))


def test_random_shifts_are_even():
    """Of the places that are left for the second coder, each is as likely as any other."""
    shifts = [_shifts(2, 12, 4.0, "paper", np.random.default_rng(seed)).tolist() for seed in range(4000)]
    counts = np.bincount([(b - a) % 12 for a, b in shifts], minlength=12)
    assert counts[:4].sum() == counts[9:].sum() == 0
    assert np.all(np.abs(counts[4:9] - 800) < 120)
    # Where no place is left, every place may be taken.
    crowded = [_shifts(5, 10, 8.0, "paper", np.random.default_rng(seed)) for seed in range(50)]
    assert {int(shift) for one in crowded for shift in one} == set(range(10))


@pytest.mark.slow
def test_unrelated_coders_come_out_near_0():
    """Over many studies of coders who know nothing of each other."""
    rng = np.random.default_rng(11)
    values = []
    for _ in range(100):
        codings = {}
        for coder in "abc":
            starts = rng.integers(0, 980, 15)
            rows = [(int(s), int(s + rng.integers(5, 20)), str(rng.choice(list("AB")))) for s in starts]
            codings[coder] = sm.Spans(rows, length=1000)
        values.append(sm.gamma({"item": codings}, rng=int(rng.integers(2**32)), precision=0.1).value)
    assert abs(np.mean(values)) < 0.02
