"""The best alignment of spans against every way to align them."""

import random

import pytest

import seamark as sm
from tests.oracle.gamma import best_by_trying, by_program, category_weights, sets_of_spans

WEIGHTS = [
    {},
    {"alpha": 2.0},
    {"beta": 0.0},
    {"alpha": 0.0},
    {"alpha": 0.5, "beta": 3.0},
    {"empty": 0.5},
    {"empty": 2.0, "beta": 0.5},
]


def random_coders(rng, coders, most, length, longest, categories="ABC"):
    rows = []
    for _ in range(coders):
        starts = [rng.randrange(length) for _ in range(rng.randint(0, most))]
        ends = [rng.randint(start + 1, min(length, start + longest)) for start in starts]
        rows.append(sorted((s, e, rng.choice(categories)) for s, e in zip(starts, ends, strict=True)))
    return rows


def as_spans(coders, length):
    return {f"coder {number}": sm.Spans(rows, length=length) for number, rows in enumerate(coders)}


def cost_of(found):
    return sum(one.cost for one in found.unitary)


@pytest.mark.parametrize("coders", [2, 3, 4, 5])
def test_against_every_alignment(coders):
    rng = random.Random(coders)  # noqa: S311
    for trial in range(60):
        length, weights = rng.choice([12, 40, 150]), WEIGHTS[trial % len(WEIGHTS)]
        given = random_coders(rng, coders, {2: 4, 3: 3, 4: 2, 5: 2}[coders], length, rng.choice([5, 20]))
        found = sm.align_spans(as_spans(given, length), **weights)
        if not any(given):
            assert found.unitary == ()
            assert found.disorder == 0
            continue
        best = best_by_trying(sets_of_spans(given, **weights))
        assert cost_of(found) == pytest.approx(best, abs=1e-9)
        assert found.disorder == pytest.approx(best * coders / sum(map(len, given)), abs=1e-9)


@pytest.mark.parametrize("coders", [2, 3, 6])
def test_every_span_stands_once(coders):
    rng = random.Random(100 + coders)  # noqa: S311
    for _ in range(30):
        given = as_spans(random_coders(rng, coders, 8, 60, 15), 60)
        found = sm.align_spans(given)
        for coder, spans in given.items():
            mine = [one.spans[coder] for one in found.unitary if one.spans[coder] is not None]
            assert sorted(mine) == sorted(spans.spans)
        assert all(any(span is not None for span in one.spans.values()) for one in found.unitary)
        places = [min((s.start, s.end) for s in one.spans.values() if s is not None) for one in found.unitary]
        assert places == sorted(places)


def fractional(rng, wanted):
    """Random coders whose relaxation has shares that are not whole."""
    while wanted:
        given = random_coders(rng, 3, 40, 700, 20)
        sets = sets_of_spans(given)
        if not by_program(sets, whole=False)[1]:
            wanted -= 1
            yield given, sets


@pytest.mark.parametrize(("seed", "wanted"), [("few", 4), pytest.param("many", 200, marks=pytest.mark.slow)])
def test_where_the_relaxation_is_fractional(seed, wanted):
    for given, sets in fractional(random.Random(seed), wanted):  # noqa: S311
        best, _ = by_program(sets)
        assert cost_of(sm.align_spans(as_spans(given, 720))) == pytest.approx(best, abs=1e-7)


def test_two_coders_with_many_spans():
    rng = random.Random(8)  # noqa: S311
    given = random_coders(rng, 2, 150, 900, 20)
    assert cost_of(sm.align_spans(as_spans(given, 920))) == pytest.approx(by_program(sets_of_spans(given))[0], abs=1e-7)


def test_categorial_disorder():
    rng = random.Random(4)  # noqa: S311
    for trial in range(40):
        weights = {"alpha": rng.choice([0.5, 1.0, 2.0])}
        given = random_coders(rng, 2 + trial % 3, 5, 50, 15)
        found = sm.align_spans(as_spans(given, 50), **weights)
        rows = [[span for span in one.spans.values() if span is not None] for one in found.unitary]
        chosen = [[(number, place) for place in range(len(spans))] for number, spans in enumerate(rows)]
        for category in (None, *{row[2] for coder in given for row in coder}):
            exact = category_weights(chosen, rows, category, **weights)
            value = found.categorial_disorder(category)
            assert value != value if exact is None else value == pytest.approx(exact, abs=1e-12)


def test_distances_of_categories():
    low, mid, high = (sm.Spans([(0, 10, name)], length=10) for name in ("low", "mid", "high"))
    scale = {("low", "mid"): 0.5, ("mid", "high"): 0.5, ("high", "low"): 1.0, ("never", "used"): 0.1}
    cost = {
        pair: sm.align_spans({"ann": one, "ben": other}, distances=scale).disorder
        for pair, one, other in (("low-mid", low, mid), ("mid-high", mid, high), ("low-high", low, high))
    }
    assert cost == {"low-mid": 0.5, "mid-high": 0.5, "low-high": 1.0}


def crowd(coders, starts):
    return {f"coder {number}": sm.Spans([(s, s + 9, "A") for s in starts], length=60) for number in range(coders)}


@pytest.mark.parametrize(
    ("codings", "options", "message"),
    [
        (5, {}, "codings are 5"),
        ({"ann": sm.Spans([], length=5)}, {}, "there are spans of 1 coder; an alignment needs two or more"),
        ({"ann": sm.Spans([], length=5), "ben": [2]}, {}, r"coder 'ben': \[2\]; expected Spans"),
        ({"ann": sm.Spans([], length=5), "ben": sm.Spans([], length=6)}, {}, "'ben' covers 6 units"),
        (None, {"alpha": -1}, "alpha is -1; expected a number of at least 0"),
        (None, {"beta": "1"}, "beta is '1'"),
        (None, {"empty": 0}, "empty is 0; expected a number above 0"),
        (None, {"distances": {"AB": 1}}, "distances have the key 'AB'; expected a pair of categories"),
        (None, {"distances": {("A", "B"): 2}}, r"the distance of \('A', 'B'\) is 2; expected a number from 0 to 1"),
        (None, {"distances": {("A", "A"): 0.5}}, "a category is 0 from itself"),
        (None, {"distances": 3}, "distances are 3"),
        (crowd(8, range(20)), {}, "more than 5000000 sets of spans"),
        (crowd(21, [0]), {}, "2 to 20 coders, not 21"),
    ],
)
def test_what_cannot_be_aligned(codings, options, message):
    given = {"ann": sm.Spans([(0, 3, "A")], length=5), "ben": sm.Spans([(0, 3, "B")], length=5)}
    with pytest.raises(sm.InputError, match=message):
        sm.align_spans(given if codings is None else codings, **options)


def test_rows():
    given = {"ann": sm.Spans([(0, 10, "A")], length=20), "ben": sm.Spans([], length=20)}
    found = sm.align_spans(given)
    assert [row for row in found.rows()[0].items() if row[1] is not None] == [
        *(("ann start", 0), ("ann end", 10), ("ann category", "A"), ("cost", 1.0))
    ]
    with pytest.raises(sm.InputError, match="category is 'B'"):
        found.categorial_disorder("B")
