"""Sums over every two codings of an item, against the rows of pairs that are compared one by one."""

import random
from itertools import combinations

import numpy as np
import pytest

import seamark as sm
from seamark.agreement.sums import Counts, Groups, PairCounts
from tests.properties.agreement_studies import random_codings


def typed_codings(seed, items, coders):
    rng = random.Random(seed)  # noqa: S311
    return {
        f"item {item}": {
            f"coder {coder}": sm.Segmentation.from_sets(
                [{kind for kind in (1, 2, 4) if rng.random() < 0.2} for _ in range(12)]
            )
            for coder in range(coders)
            if rng.random() < 0.7 or coder == item % coders
        }
        for item in range(items)
    }


def made(seed, missing, masses=(8, 25), items=9, coders=6):
    return sm.Corpus(random_codings(random.Random(seed), items=items, coders=coders, masses=masses, missing=missing))  # noqa: S311


STUDIES = {
    "complete": made(1, 0.0),
    "missing": made(2, 0.4),
    "long": made(3, 0.3, masses=(600, 900)),
    "one item": made(4, 0.0, items=1),
    "few meet": made(5, 0.8, items=12, coders=10),
    "nobody meets": sm.Corpus({"poem": {"ann": [2, 3]}, "song": {"ben": [4]}}),
    "groups": sm.Corpus(
        {**made(6, 0.0), **{f"{k} again": {f"{c}'": s for c, s in v.items()} for k, v in made(6, 0.0).items()}}
    ),
    "typed": sm.Corpus(typed_codings(7, 8, 5)),
}
EXACT = [sm.S(), sm.B(), sm.S(n=4)]
METRICS = [*EXACT, sm.B(n=3), sm.S(weights=None, types=3), sm.WindowDiff(), sm.Pk(k=3), sm.BoundaryConfusion()]
CASES = [
    pytest.param(study, metric, id=f"{name}-{metric}")
    for name, study in STUDIES.items()
    for metric in METRICS
    if metric.info.several_types or len(study.types) < 2
]


def plain_rows(study, metric):
    """The row of every pair, each compared by itself, with its item and coders."""
    rows, place = [np.empty((0, len(metric.fields) + 2))], [np.empty((0, 3), dtype=np.int64)]
    for a, b in combinations(range(len(study.codings)), 2):
        if study.item_index[a] != study.item_index[b]:
            continue
        one, other = study.codings[a : a + 1], study.codings[b : b + 1]
        ways = [(one, other)] if metric.info.symmetric else [(one, other), (other, one)]
        counted = [metric.bind(*way).count() for way in ways]
        undefined = sum(int(np.isnan(metric.score_rows(row))[0]) for row in counted)
        rows.append(np.column_stack((sum(counted), [[undefined, 1.0]])))
        place.append(np.array([[study.item_index[a], study.coder_index[a], study.coder_index[b]]]))
    item, first, second = np.concatenate(place).T
    return Counts(np.concatenate(rows), item, (first, second), len(study), len(study.coder_names))


def same(found, expected, metric):
    """Sums of whole numbers and halves do not depend on their order."""
    if metric in EXACT:
        np.testing.assert_array_equal(found, expected)
    else:
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(("study", "metric"), CASES)
@pytest.mark.parametrize("by_codings", [False, True])
def test_sums_are_those_of_single_pairs(study, metric, by_codings):
    found, expected = sm.Measurement.of(study, metric).pairs, plain_rows(study, metric)
    assert isinstance(found, PairCounts)
    if by_codings:
        # Shares by powers of 2, so that sums stay exact.
        share = 2.0 ** -(np.arange(len(study)) % 4)
        found, expected = found.weighted(share), expected.weighted(share)
    same(found.total(), expected.total(), metric)
    same(found.per_item(), expected.per_item(), metric)
    same(found.per_coder(), expected.per_coder(), metric)
    groups = Groups.of(*expected.links(), items=len(study), coders=len(study.coder_names))
    theirs = Groups.of(*found.links(), items=len(study), coders=len(study.coder_names))
    np.testing.assert_array_equal(theirs.item, groups.item)
    np.testing.assert_array_equal(theirs.coder, groups.coder)
    same(found.per_group(groups), expected.per_group(groups), metric)
    chosen = expected.coder_pairs()[2] < 3
    np.testing.assert_array_equal(found.items_of_pairs(chosen), expected.items_of_pairs(chosen))
    # Every row with its item and coders, and what coders have in all.
    each = found.in_detail()
    same(each.rows, expected.rows, metric)
    for mine, plain in zip((each.item, *each.coder), (expected.item, *expected.coder), strict=True):
        np.testing.assert_array_equal(mine, plain)
    mine, plain = found.for_resampling("coders"), expected.for_resampling("coders")
    same(mine.rows, plain.rows, metric)
    np.testing.assert_array_equal(np.stack(mine.coder), np.stack(plain.coder))
