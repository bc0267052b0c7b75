"""The difference between two agreements, against leaving out items and coders one by one."""

import math
import random

import numpy as np
import pytest
import scipy.stats

import seamark as sm
from tests.oracle.jackknife import degrees_of_freedom, jackknife, reach
from tests.properties.agreement_studies import random_codings

BEFORE = sm.Corpus(random_codings(random.Random(1), items=7, coders=4, masses=(10, 30), missing=0.0))  # noqa: S311
#: The same texts coded again by the same people.
AFTER = sm.Corpus(
    {
        item: {
            coder: [mass] if number % 3 == 0 else BEFORE[item][coder].masses
            for number, coder in enumerate(BEFORE.coder_names)
        }
        for item, mass in BEFORE.lengths.items()
    }
)
#: Other texts by other people.
ELSEWHERE = sm.Corpus(
    {
        f"other {item}": {f"other {coder}": masses for coder, masses in by_coder.items()}
        for item, by_coder in random_codings(random.Random(2), items=5, coders=3, masses=(10, 30)).items()  # noqa: S311
    }
)
CLOSED = {"metric": "S", "chance": "closed", "shuffles": 0}


def value(corpus, coefficient="pi"):
    return sm.agree(corpus, coefficient=coefficient, shuffles=0).value


def names(corpus, units):
    return corpus.item_names if units == "items" else corpus.coder_names


@pytest.mark.parametrize("coefficient", ["pi", "kappa"])
@pytest.mark.parametrize("units", ["items", "coders"])
def test_what_both_studies_have_is_left_out_of_both(units, coefficient):
    found = sm.agree_difference(BEFORE, AFTER, coefficient=coefficient, resample=units, **CLOSED)
    assert found.value == pytest.approx(value(AFTER, coefficient) - value(BEFORE, coefficient))
    gaps = [
        value(AFTER.drop(**{units: [name]}), coefficient) - value(BEFORE.drop(**{units: [name]}), coefficient)
        for name in names(BEFORE, units)
    ]
    distance, error = reach(0.95, gaps), math.sqrt(jackknife(gaps))
    assert tuple(found.interval) == pytest.approx((found.value - distance, found.value + distance))
    assert found.p_value == pytest.approx(2 * scipy.stats.t.sf(abs(found.value) / error, len(gaps) - 1))
    assert (found.shared_items, found.shared_coders) == (7, 4)


@pytest.mark.parametrize("units", ["items", "coders"])
def test_studies_that_share_nothing_are_independent(units):
    found = sm.agree_difference(BEFORE, ELSEWHERE, resample=units, ci=0.9, **CLOSED)
    causes = [
        [value(corpus.drop(**{units: [name]})) for name in names(corpus, units)] for corpus in (BEFORE, ELSEWHERE)
    ]
    assert found.interval.high - found.value == pytest.approx(reach(0.9, *causes))
    assert (found.shared_items, found.shared_coders) == (0, 0)


def test_both_is_the_default_and_not_shorter_than_either():
    found = {units: sm.agree_difference(BEFORE, AFTER, resample=units, **CLOSED) for units in ("items", "coders", None)}
    assert found[None].interval.resampled == "both"
    widths = {units: one.interval.high - one.interval.low for units, one in found.items()}
    assert widths[None] >= widths["items"]
    two_coders = BEFORE.subset(coders=BEFORE.coder_names[:2])
    assert sm.agree_difference(BEFORE, two_coders, **CLOSED).interval.resampled == "items"


@pytest.mark.parametrize("missing", [0.0, 0.25])
@pytest.mark.parametrize("options", [{"metric": "B", "shuffles": 7}, CLOSED, CLOSED | {"item_weight": "coders"}])
def test_where_everything_is_shared_the_interaction_counts_once(options, missing):
    rng = random.Random(5)  # noqa: S311
    one = sm.Corpus(random_codings(rng, items=6, coders=5, masses=(10, 30), missing=missing))
    other = sm.Corpus(
        {
            item: dict(random_codings(rng, items=1, coders=5, masses=(n, n), missing=0.0).popitem()[1])
            for item, n in one.lengths.items()
        }
    )
    other = sm.Corpus({item: {coder: other[item][coder] for coder in by_coder} for item, by_coder in one.items()})
    metric, asked = options["metric"], {name: option for name, option in options.items() if name != "metric"}

    def gap(**dropped):
        # Shuffles depend on names alone: leaving a coder out does not change the shuffles of others.
        parts = (corpus.drop(**dropped) if dropped else corpus for corpus in (one, other))
        before, after = (sm.agree(part, metric, **({"chance": "permutation"} | asked)).value for part in parts)
        return after - before

    found = sm.agree_difference(one, other, **options)
    assert found.value == pytest.approx(gap())
    items, coders = len(one), len(one.coder_names)
    causes = [gap(items=[item]) for item in one.item_names], [gap(coders=[coder]) for coder in one.coder_names]
    table = np.array([[gap(items=[item], coders=[coder]) for coder in one.coder_names] for item in one.item_names])
    centred = table - table.mean(axis=0) - table.mean(axis=1, keepdims=True) + table.mean()
    of_both = (items - 1) * (coders - 1) / (items * coders) * (centred**2).sum()
    of_items, of_coders = map(jackknife, causes)
    error = math.sqrt(max(of_items + of_coders - of_both, of_items, of_coders))
    degrees = degrees_of_freedom(*causes)
    assert found.interval.high - found.value == pytest.approx(scipy.stats.t.ppf(0.975, degrees) * error)
    assert found.p_value == pytest.approx(2 * scipy.stats.t.sf(abs(found.value) / error, degrees))


def test_density_is_told_apart_from_agreement():
    dense = {item: dict.fromkeys(BEFORE.coder_names, [1] * mass) for item, mass in BEFORE.lengths.items()}
    item, mass = next(iter(BEFORE.lengths.items()))
    dense[item] = dict(zip(BEFORE.coder_names, [[2] + [1] * (mass - 2), *([[1] * mass] * 3)], strict=True))
    found = sm.agree_difference(BEFORE, dense, shuffles=5)
    assert found.density_ratio > 1.5
    assert found.note.startswith(f"the codings after have {found.density_ratio:.1f} times as many boundaries per place")
    assert found.verdict != "density or agreement: cannot be separated"
    closed = sm.agree_difference(dense, BEFORE, **CLOSED)
    assert closed.note.startswith("the codings before")
    assert closed.verdict == closed.to_dict()["verdict"] == "density or agreement: cannot be separated"
    alike = sm.agree_difference(BEFORE, BEFORE.subset(items=BEFORE.item_names[1:]), shuffles=5)
    assert alike.density_ratio < 1.5
    assert alike.note is None


def test_the_agreements_stand_beside_it():
    found = sm.agree_difference(BEFORE, AFTER, "B", "kappa", chance="permutation", shuffles=20, rng=3)
    for part, corpus in ((found.before, BEFORE), (found.after, AFTER)):
        same = sm.agree(corpus, "B", "kappa", chance="permutation", shuffles=20, rng=3)
        np.testing.assert_equal(part.to_dict(), same.to_dict())  # NaN equals NaN here
    assert found.signature["metric"] == "B"
    assert found.signature["chance"] == "permutation"
    assert (found.signature["shuffles"], found.signature["seed"], found.signature["items"]) == ("20", "3", "7")
    assert str(found).startswith("B above shuffled was ")
    assert found.answer()[0].endswith(f": {found.verdict}.")


def test_no_interval_where_the_difference_does_not_vary():
    found = sm.agree_difference(BEFORE, BEFORE, **CLOSED)
    assert found.value == 0.0
    assert math.isnan(found.p_value)
    assert math.isnan(found.interval.low)
    assert found.interval.note == "not estimable: the difference does not change, whichever item or coder is left out"


def test_one_item_and_two_coders_are_not_enough():
    few = {"poem": {"ann": [2, 3], "ben": [3, 2]}}
    with pytest.raises(sm.InputError, match="an interval over coders needs at least 3 coders that can be compared"):
        sm.agree_difference(few, BEFORE)


def test_groups_of_coders_in_one_study_only_leave_no_interval_for_both():
    rng = np.random.default_rng(3)
    masses = [[int(one) for one in rng.multinomial(20, [0.25] * 4) + 1] for _ in range(12)]
    grouped = sm.Corpus({f"i{n}": {f"c{2 * n}": masses[2 * n], f"c{2 * n + 1}": masses[2 * n + 1]} for n in range(5)})
    crossed = sm.Corpus({f"x{n}": {f"y{k}": masses[3 * n + k] for k in range(3)} for n in range(4)})
    found = sm.agree_difference(grouped, crossed, shuffles=5, rng=1)
    assert math.isnan(found.p_value)
    assert "only one study has groups" in found.interval.note
    assert not math.isnan(sm.agree_difference(grouped, crossed, resample="items", shuffles=5, rng=1).p_value)
