"""Measurements add up and take newcomers without comparing anybody again."""

import pickle
import random

import numpy as np
import pytest

import seamark as sm
from seamark.agreement.coefficients import BoundSimilarity, ChanceOptions
from tests.properties.agreement_studies import random_codings

CODINGS = random_codings(random.Random(8), items=9, coders=5, masses=(8, 25), missing=0.3)  # noqa: S311
CORPUS = sm.Corpus(CODINGS)
METRICS = [sm.S(), sm.B(n=3), sm.WindowDiff()]
OPTIONS = [ChanceOptions(), ChanceOptions("segments", "macro"), ChanceOptions("boundaries", "fournier2012")]


def part(items):
    return sm.Corpus({item: CODINGS[item] for item in items})


def assert_same(found, expected, *, items=True):
    for coefficient in ("pi", "kappa"):
        one, two = sm.agreement_of(found, coefficient), sm.agreement_of(expected, coefficient)
        for name in ("value", "observed", "expected", "bias"):
            assert getattr(one, name) == pytest.approx(getattr(two, name), rel=1e-12, abs=1e-15)
        assert one.signature == two.signature
        without = found.coefficient(coefficient).without_each("coders")
        by_name = dict(zip(found.coder_names, without.tolist(), strict=True))
        others = expected.coefficient(coefficient).without_each("coders").tolist()
        assert [by_name[name] for name in expected.coder_names] == pytest.approx(others, rel=1e-9, nan_ok=True)
        if items:
            assert set(one.per_item) == set(two.per_item)
            for item, of_item in one.per_item.items():
                numbers = of_item.__slots__[:-3]  # without intervals and best guesses, which were not made
                values = [getattr(of_item, name) for name in numbers]
                theirs = [getattr(two.per_item[item], name) for name in numbers]
                assert values == pytest.approx(theirs, rel=1e-12, abs=1e-15, nan_ok=True)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("options", OPTIONS)
def test_parts_add_up_to_the_whole(metric, options):
    names = list(CODINGS)
    # The last part comes first, so that coders and items appear in another order.
    parts = [sm.Measurement.of(part(some), metric, options) for some in (names[5:], names[:2], names[2:5])]
    whole = sm.Measurement.of(CORPUS, metric, options)
    assert_same(parts[0] + parts[1] + parts[2], whole)
    assert_same(parts[0].over_items() + (parts[1] + parts[2]), whole, items=False)
    summed = whole.over_items()
    # Of every two of five coders: the items that they alone coded, and the others.
    assert len(summed.pairs.rows) <= 2 * 10
    assert (summed.items, summed.item_names) == (9, ())
    assert_same(summed, whole, items=False)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("options", OPTIONS)
def test_a_newcomer_is_one_more_coder(metric, options):
    name = CORPUS.coder_names[-1]
    humans = CORPUS.drop(coders=[name])
    chosen = [number for number, item in enumerate(humans.item_names) if name in CORPUS[item]]
    newcomer = sm.SegmentationArray.from_segmentations([CORPUS[humans.item_names[number]][name] for number in chosen])
    joined = sm.Measurement.of(humans, metric, options).joined_by(newcomer, chosen, name)
    assert joined.coder_names == (*humans.coder_names, name)
    assert_same(joined, sm.Measurement.of(CORPUS.subset(items=humans.item_names), metric, options))


def test_only_the_pairs_of_the_newcomer_are_compared(monkeypatch):
    humans = sm.Measurement.of(CORPUS)
    compared = []
    plain = BoundSimilarity.count

    def counted(self, pairs):
        compared.append(len(pairs))
        return plain(self, pairs)

    monkeypatch.setattr(BoundSimilarity, "count", counted)
    newcomer = sm.SegmentationArray.from_masses([[mass] for mass in CORPUS.lengths.values()])
    for name in ("one", "two"):
        humans.joined_by(newcomer, name=name)
    # Every coding with the newcomer's; and the humans with each other when their rows are needed, the first time.
    assert compared == [len(CORPUS.codings), len(CORPUS.pairs()[0]), len(CORPUS.codings)]


def test_numbers_travel_and_codings_stay():
    whole = sm.Measurement.of(CORPUS)
    copy = pickle.loads(pickle.dumps(whole))
    assert copy.codings is None
    assert_same(copy, whole)
    assert len(pickle.dumps(sm.Measurement.of(CORPUS).over_items())) < 5_000
    nobody = sm.SegmentationArray.from_masses([[mass] for mass in CORPUS.lengths.values()])
    with pytest.raises(sm.InputError, match="the codings were not kept"):
        copy.joined_by(nobody)


def typed(positions, types, mass=10):
    return sm.Segmentation.from_positions(positions, mass, types=types)


TYPED = {
    "poem": {"ann": typed([2, 5, 5], ["a", "a", "b"]), "ben": typed([2, 6], ["b", "a"]), "cat": typed([5], ["b"])},
    "song": {"ann": typed([3], ["a"]), "ben": typed([3, 4], ["a", "b"]), "cat": typed([], [])},
}


def test_several_types():
    corpus = sm.Corpus(TYPED)
    humans = corpus.drop(coders=["cat"])
    newcomer = sm.SegmentationArray.from_segmentations([TYPED[item]["cat"] for item in TYPED])
    assert newcomer.types == ("b",)
    assert_same(sm.Measurement.of(humans).joined_by(newcomer, name="cat"), sm.Measurement.of(corpus))
    assert sm.Measurement.of(corpus).facts().segments.tolist() == [3, 3, 2, 2, 3, 1]
    parts = [sm.Measurement.of(corpus.subset(items=[item])) for item in corpus]
    assert_same(parts[0] + parts[1], sm.Measurement.of(corpus))


ONE = {"poem": {"ann": [2, 3], "ben": [3, 2]}}


@pytest.mark.parametrize(
    ("other", "metric", "options", "message"),
    [
        ({"song": {"ann": [2], "ben": [2]}}, sm.B(), ChanceOptions(), "measurements with different metric"),
        ({"song": {"ann": [2], "ben": [2]}}, sm.S(), ChanceOptions("segments"), "different chance options"),
        ({"song": {"ann": typed([2], ["b"])}}, sm.S(), ChanceOptions(), "different boundary types"),
        ({"poem": {"ben": [2, 3], "cat": [5]}}, sm.S(), ChanceOptions(), "item 'poem': the coding of 'ben' is in both"),
    ],
)
def test_what_does_not_belong_together(other, metric, options, message):
    with pytest.raises(sm.InputError, match=message):
        sm.Measurement.of(sm.Corpus(ONE)) + sm.Measurement.of(sm.Corpus(other), metric, options)
    with pytest.raises(sm.MassMismatchError, match="item 'poem' covers 5 units in one measurement, and 6 in the other"):
        sm.Measurement.of(sm.Corpus(ONE)) + sm.Measurement.of(sm.Corpus({"poem": {"cat": [6]}}))


@pytest.mark.parametrize(
    ("newcomer", "arguments", "message"),
    [
        ([[5], [5]], {}, r"\+ has 2 segmentations of 1 items"),
        ([[5]], {"name": "ann"}, "a coder is called 'ann' already"),
        ([typed([2], ["b"], 5)], {}, "places boundaries of type 'b'; the types here are 1"),
    ],
)
def test_newcomers_who_do_not_fit(newcomer, arguments, message):
    with pytest.raises(sm.InputError, match=message):
        sm.Measurement.of(sm.Corpus(ONE)).joined_by(sm.SegmentationArray.from_segmentations(newcomer), **arguments)


def test_a_newcomer_of_another_length():
    with pytest.raises(sm.MassMismatchError):
        sm.Measurement.of(sm.Corpus(ONE)).joined_by(sm.SegmentationArray.from_masses([[6]]))


def test_weights_of_nobody():
    alone = sm.Measurement.of(sm.Corpus({"poem": {"ann": [2, 3]}, "song": {"ben": [5]}}))
    assert np.isnan(alone.observed.whole())
    assert np.isnan(alone.kappa.whole())
    with pytest.raises(sm.InputError, match="no item was coded by two coders"):
        sm.agreement_of(alone)
