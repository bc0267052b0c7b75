"""Alpha on boundaries: against plain loops over judgements, and its chance against all strings."""

import itertools
import math
import random

import krippendorff
import pytest

import seamark as sm

POEM = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}}


def judgements(study):
    """One list of values per place that two or more judged; items are {coder: {position: strength}} and a mass."""
    return [
        [by_coder[coder].get(place, 0) for coder in by_coder]
        for mass, by_coder in study
        if len(by_coder) > 1
        for place in range(1, mass)
    ]


def by_coder(study):
    """The same with a row per coder, and NaN where a coder did not look."""
    return [
        [by.get(c, {}).get(p, 0.0 if c in by else math.nan) for n, by in study for p in range(1, n)] for c in "abcd"
    ]


def plain_alpha(places, distance):
    """Krippendorff's alpha, judgement by judgement."""
    values = [value for place in places for value in place]
    pairs = [
        (a, b, 1 / (len(place) - 1))
        for place in places
        for (i, a), (j, b) in itertools.product(enumerate(place), repeat=2)
        if i != j
    ]
    observed = sum(distance(a, b, values) * weight for a, b, weight in pairs)
    counts = {value: values.count(value) for value in set(values)}
    expected = sum(n * m * distance(a, b, values) for a, n in counts.items() for b, m in counts.items())
    return 1.0 if not observed else 1 - (len(values) - 1) * observed / expected


def by_rank(a, b, values):
    low, high = sorted((a, b))
    inside = sum(low <= value <= high for value in values)
    return (inside - (values.count(a) + values.count(b)) / 2) ** 2 if a != b else 0


DISTANCES = {"nominal": lambda a, b, _: float(a != b), "interval": lambda a, b, _: (a - b) ** 2, "ordinal": by_rank}


def random_study(rng, strengths):
    study = []
    for _ in range(rng.randint(1, 3)):
        mass = rng.randint(2, 12)
        by_coder = {}
        for coder in rng.sample("abcd", rng.randint(1, 4)):
            by_coder[coder] = {p: rng.randint(1, strengths) for p in range(1, mass) if rng.random() < 0.4}
        study.append((mass, by_coder))
    return study


def as_corpus(study):
    return {
        f"item {number}": {
            coder: sm.Segmentation.from_positions(list(marks), mass, types=list(marks.values()))
            for coder, marks in by_coder.items()
        }
        for number, (mass, by_coder) in enumerate(study)
    }


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_strengths_judgement_by_judgement(level):
    rng = random.Random(level)  # noqa: S311
    compared = 0
    for trial in range(120):
        study = random_study(rng, 1 + trial % 3)
        places = judgements(study)
        if len({coder for _, by in study for coder in by}) < 2 or len({v for p in places for v in p}) < 2:
            continue
        compared += 1
        found = sm.boundary_alpha(as_corpus(study), level).value
        assert found == pytest.approx(plain_alpha(places, DISTANCES[level]), abs=1e-12)
        assert found == pytest.approx(krippendorff.alpha(by_coder(study), level_of_measurement=level))
    assert compared > 60


def test_types_that_are_names_are_judged_one_by_one():
    rng = random.Random(3)  # noqa: S311
    for _ in range(40):
        mass, corpus, places = rng.randint(3, 9), {}, []
        sets = {c: [{t for t in ("major", "minor") if rng.random() < 0.4} for _ in range(mass - 1)] for c in "abc"}
        corpus["item"] = {coder: sm.Segmentation.from_sets(given) for coder, given in sets.items()}
        used = sorted({t for given in sets.values() for types in given for t in types})
        places = [[int(t in sets[c][p]) for c in "abc"] for p in range(mass - 1) for t in used]
        if len({v for place in places for v in place}) == 2:
            expected = plain_alpha(places, DISTANCES["nominal"])
            assert sm.boundary_alpha(corpus).value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("corpus", "level", "message"),
    [
        (POEM, "ratio", "level is 'ratio'"),
        ({"poem": {"ann": [2, 3]}}, "nominal", "at least two coders"),
        (
            {"poem": dict.fromkeys("ab", sm.Segmentation.from_positions([2], 5, types=["major"]))},
            "interval",
            r"boundary types \['major'\] have no order",
        ),
        (
            {"poem": dict.fromkeys("ab", sm.Segmentation.from_positions([2, 2], 5, types=[1, 2]))},
            "nominal",
            "item 'poem': coder 'a' gave position 2 two strengths",
        ),
    ],
)
def test_what_cannot_be_judged(corpus, level, message):
    with pytest.raises(sm.InputError, match=message):
        sm.boundary_alpha(corpus, level)


def test_edges():
    assert sm.boundary_alpha({"poem": {key: [5] for key in "ab"}}).value == 1
    assert sm.boundary_alpha({"poem": {key: [2, 3] for key in "ab"}}).value == 1
    with pytest.raises(sm.UndefinedScoreError, match="no judgements"):
        sm.boundary_alpha({"poem": {key: [1] for key in "ab"}})


@pytest.mark.parametrize("places", [1, 2, 5, 7])
@pytest.mark.parametrize("placed", [1, 3])
def test_chance_of_edits_against_all_strings(places, placed):
    """Every sequence of matches and mismatches, with its probability, and its edits."""
    # Two coders of items with so many places, `placed` boundaries among all judgements: as many as make it possible.
    items = {f"{i}": {"a": [1, places], "b": [places + 1]} for i in range(placed)}
    items |= {f"more {i}": {"a": [places + 1], "b": [places + 1]} for i in range(3)}
    judged = 2 * places * len(items)
    mismatch = placed * (judged - placed) / (judged * (judged - 1))
    expected = 0.0
    for signs in itertools.product((0, 1, -1), repeat=places):
        probability = math.prod(1 - 2 * mismatch if sign == 0 else mismatch for sign in signs)
        a, b = ("".join("1" if sign == side else "0" for sign in signs) for side in (1, -1))
        expected += probability * sm.edit_distance(a, b)
    chance = sm.Measurement.of(items).alpha().expected.whole()
    assert 1 - chance == pytest.approx(expected / places, rel=1e-12)


def test_without_a_closed_form_there_is_no_alpha():
    for metric in ("B", "windowdiff", "S:n=3", "S:scale=linear"):
        with pytest.raises(sm.InputError, match="above_shuffled"):
            sm.agree(POEM, metric, "alpha")
        assert math.isnan(sm.agree(POEM, metric, shuffles=5).alpha)
    alpha = sm.agree(POEM, coefficient="alpha")
    assert ("chance:edits" in str(alpha.signature), alpha.name) == (True, "Krippendorff's alpha")
    with pytest.raises(sm.InputError, match="chance='closed'"):
        sm.agree(POEM, coefficient="alpha", chance="permutation")


def test_sums_over_items_have_no_alpha():
    measured = sm.Measurement.of(POEM).over_items()
    assert measured.alpha() is None
    with pytest.raises(sm.InputError, match="items one by one"):
        sm.agreement_of(measured, "alpha")
