"""Sums over every two codings of an item, against the rows of pairs that are compared one by one."""

import random
from itertools import combinations

import numpy as np
import pytest

import seamark as sm
from seamark.agreement.coefficients import Similarity
from seamark.agreement.shuffled import Shuffles
from seamark.agreement.sums import Counts, Groups, PairCounts
from seamark.kernels.edit import shuffled_rows
from seamark.metrics.edit import WEIGHTS_2013, EditCounts
from seamark.metrics.pairs import Pairs
from seamark.stats.resampling import Weights
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


def by_key(columns, *values):
    """Rows of values by the numbers in columns."""
    return dict(zip(zip(*(column.tolist() for column in columns), strict=True), zip(*values, strict=True), strict=True))


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
    for left_out in ("items", "coders", "groups"):
        same(found.owned_by(left_out, groups), expected.owned_by(left_out, groups), metric)
    # Every row with its item and coders, and what coders have in all.
    each = found.in_detail()
    same(each.rows, expected.rows, metric)
    for mine, plain in zip((each.item, *each.coder), (expected.item, *expected.coder), strict=True):
        np.testing.assert_array_equal(mine, plain)
    mine, plain = found.for_resampling("coders"), expected.for_resampling("coders")
    same(mine.rows, plain.rows, metric)
    np.testing.assert_array_equal(np.stack(mine.coder), np.stack(plain.coder))


@pytest.mark.parametrize(("study", "metric"), CASES)
def test_sums_of_codings_and_meetings(study, metric):
    measured, expected = sm.Measurement.of(study, metric), plain_rows(study, metric)
    found = measured.pairs
    plain = by_key(expected.per_coding()[:2], expected.per_coding()[2].tolist())
    for (item, coder), (row,) in by_key(found.per_coding()[:2], found.per_coding()[2].tolist()).items():
        # A coding that nobody else's can be compared with has no pairs.
        same(row, plain.get((item, coder), (np.zeros(expected.width),))[0], metric)
    for one, other in zip(found.coder_pairs(), expected.coder_pairs(), strict=True):
        np.testing.assert_array_equal(one, other)
    together = expected.coder_pairs()[2]
    for chosen in (together == 1, together < len(study), np.ones(len(together), dtype=bool)):
        for one, other in zip(found.items_of_pairs(chosen), expected.items_of_pairs(chosen), strict=True):
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("resampled", ["items", "coders", "both"])
@pytest.mark.parametrize("name", ["complete", "missing", "few meet"])
def test_sums_under_weights(resampled, name):
    study, rng = STUDIES[name], np.random.default_rng(3)
    found, expected = sm.Measurement.of(study, sm.B()).pairs, plain_rows(study, sm.B())
    items, coders = np.ones((1, len(study))), np.ones((1, len(study.coder_names)))
    if resampled != "coders":
        items = rng.integers(0, 3, size=(7, len(study))).astype(float)
    if resampled != "items":
        coders = rng.integers(0, 3, size=(7, len(study.coder_names))).astype(float)
    weights = Weights(items, coders)
    row_weights = items[:, expected.item] * coders[:, expected.coder[0]] * coders[:, expected.coder[1]]
    np.testing.assert_array_equal(found.for_resampling(resampled).totals(weights), row_weights @ expected.rows)
    np.testing.assert_array_equal(found.totals(weights), row_weights @ expected.rows)


@pytest.mark.parametrize("name", ["missing", "long", "one item", "typed"])
@pytest.mark.parametrize("metric", [sm.S(), sm.B(), sm.WindowDiff()])
def test_sums_of_shuffles_are_those_of_single_pairs(name, metric):
    study = STUDIES[name]
    if len(study.types) > 1 and not metric.info.several_types:
        return
    measured = sm.Measurement.of(study, metric)
    totals = Shuffles.of(measured, 5, 11).totals(measured.within)
    counts = measured.pair_counts(Shuffles.of(measured, 5, 11))
    per_draw = []
    for draw in range(5):
        one = Shuffles.of(measured, draw + 1, 11).totals(measured.within)
        assert one.shape == (draw + 1, measured.pairs.width)
        per_draw.append(one[draw])
    # The rows of each pair, summed over the shuffles, are what every other sum is made of.
    same(totals, np.array(per_draw), metric)
    same(counts.total(), totals.sum(axis=0), metric)
    same(counts.per_item(), counts.in_detail().per_item(), metric)
    same(counts.per_coder(), counts.in_detail().per_coder(), metric)
    same(counts.for_resampling("coders").rows, counts.in_detail().for_resampling("coders").rows, metric)


def test_sums_of_misses():
    study = STUDIES["typed"]
    edits = (EditCounts(2, WEIGHTS_2013, None), EditCounts(3, WEIGHTS_2013, (1, 2, 4)))
    for counting in [one.bind(study.codings) for one in edits]:
        counts = PairCounts(counting, Pairs.within(study), study.codings.columns)
        np.testing.assert_array_equal(counts.total(), counts.in_detail().total())
        np.testing.assert_array_equal(counts.per_coder(), counts.in_detail().per_coder())
        np.testing.assert_array_equal(counts.per_item(), counts.in_detail().per_item())


def test_one_shuffle_is_the_metric_of_shuffled_codings():
    study = made(9, 0.0, items=3, coders=4)
    key = int(np.random.SeedSequence(1).generate_state(1)[0])
    columns = shuffled_rows(study.codings.columns, np.arange(len(study.codings), dtype=np.uint64), key, 0, 1)
    mixed = sm.SegmentationArray._unchecked(columns, study.codings.types)
    again = sm.Corpus.from_columns(
        [study.item_names[item] for item in study.item_index],
        [study.coder_names[coder] for coder in study.coder_index],
        mixed,
    )
    rows = plain_rows(again, sm.S())
    found = Similarity(sm.S()).bind(mixed).sums(Pairs.within(study))
    np.testing.assert_array_equal(found.of_codings.sum(axis=0) / 2, rows.total())
    np.testing.assert_array_equal(found.of_coders, rows.for_resampling("coders").rows)


def test_codings_of_different_lengths_are_refused():
    study = made(1, 0.0)
    masses = study.codings.masses.copy()
    masses[0] += 1
    columns = study.codings.columns._replace(masses=masses)
    with pytest.raises(sm.InputError, match="all codings of an item must cover as many units"):
        Similarity(sm.S()).bind(sm.SegmentationArray._unchecked(columns, study.codings.types)).sums(Pairs.within(study))
