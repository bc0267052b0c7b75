"""Unitizing alpha against its slow and exact version."""

import contextlib
import math
import random

import pytest

import seamark as sm
from tests.oracle.jackknife import log_interval
from tests.oracle.unitizing import Alpha2016
from tests.properties.test_order_and_names import numbers, ordered, renamed

Y = {
    "talk": {
        "ann": sm.Spans([(2, 8, "A"), (12, 16, "B")], length=20),
        "ben": sm.Spans([(3, 9, "A"), (12, 15, "A")], length=20),
    }
}


def random_rows(rng, length, categories):
    """Spans of one coder, none of which overlap."""
    edges = sorted(rng.sample(range(length + 1), min(2 * rng.randint(0, 4), length + 1) // 2 * 2))
    if rng.random() < 0.3 and len(edges) > 2:
        edges[2] = edges[1]  # two spans that touch
    pairs = zip(edges[::2], edges[1::2], strict=True)
    return [(s, e, rng.choice(categories)) for s, e in pairs if s < e]


def random_study(rng, *, items=3, longest=40):
    """A corpus, and the same as the slow version takes it."""
    corpus, plain = {}, []
    for number in range(rng.randint(1, items)):
        length = rng.randint(2, longest)
        coders = [random_rows(rng, length, "ABC") for _ in range(rng.randint(1, 4))]
        corpus[f"item {number}"] = {f"coder {i}": sm.Spans(rows, length=length) for i, rows in enumerate(coders)}
        if len(coders) > 1:
            plain.append((length, coders))
    return corpus, plain


def close(value, exact):
    return math.isnan(value) if exact is None else value == pytest.approx(float(exact), rel=1e-10, abs=1e-12)


def marked(plain):
    return {row[2] for _, coders in plain for rows in coders for row in rows}


@pytest.mark.parametrize("longest", [12, 60, 4 * 10**9])
def test_2016_against_every_section(longest):
    rng = random.Random(f"2016 {longest}")  # noqa: S311
    compared = 0
    for _ in range(150):
        corpus, plain = random_study(rng, longest=longest)
        exact = Alpha2016(plain) if plain else None
        if exact is None or exact.u is None:
            with pytest.raises((sm.InputError, sm.UndefinedScoreError)):
                sm.unitizing_alpha(corpus)
            continue
        compared += 1
        result = sm.unitizing_alpha(corpus)
        assert close(result.value, exact.u)
        assert close(result.binary, exact.binary)
        assert close(result.coding, exact.cu)
        assert close(result.coverage, exact.coverage)
        for category in marked(plain):
            value, coverage = exact.ku(category)
            assert close(result.per_category[category].value, value)
            assert close(result.per_category[category].coverage, coverage)
    assert compared > 100


def test_without_each_item_and_each_item_alone():
    rng = random.Random("left out")  # noqa: S311
    for _ in range(25):
        corpus = {}
        for number in range(4):
            length = rng.randint(5, 40)
            rows = [(s, s + 2, c) for s, c in ((0, "A"), (3, "B"))]
            corpus[f"{number}"] = {
                "ann": sm.Spans(rows, length=length),
                "ben": sm.Spans(random_rows(rng, length, "AB"), length=length),
                "cat": sm.Spans(random_rows(rng, length, "AB"), length=length),
            }
        result = sm.unitizing_alpha(corpus)
        items, coders = [], []
        for item in corpus:
            alone = sm.unitizing_alpha({item: corpus[item]})
            assert result.per_item[item].value == pytest.approx(alone.value, abs=1e-12)
            items.append(sm.unitizing_alpha({k: v for k, v in corpus.items() if k != item}).value)
        for coder in ("ann", "ben", "cat"):
            rest = {item: {c: spans for c, spans in corpus[item].items() if c != coder} for item in corpus}
            with contextlib.suppress(sm.UndefinedScoreError):
                coders.append(sm.unitizing_alpha(rest).value)
        if len(coders) == 3 and result.value < 1:
            for resample, causes in (("items", [items]), (None, [items, coders])):
                found = sm.unitizing_alpha(corpus, ci=0.9, resample=resample).interval
                assert tuple(found) == pytest.approx(log_interval(result.value, 0.9, *causes), rel=1e-9)
                assert found.resampled == (resample or "both")


def test_neither_order_nor_names_change_a_bit():
    rng = random.Random("order")  # noqa: S311
    for _ in range(40):
        corpus = {
            f"{item}": {
                coder: sm.Spans(random_rows(rng, 37, "AB"), length=37)
                for coder in ("ann", "ben", "cat", "dan", "eve")[: rng.randint(2, 5)]
            }
            for item in range(5)
        }
        mixed, known = renamed(rng, corpus)
        one, other = (sm.unitizing_alpha(given, ci=0.9) for given in (corpus, mixed))
        assert ordered(numbers(one)) == ordered(numbers(other, known))


def test_overlaps_are_named():
    overlapping = {"talk": {"ann": sm.Spans([(2, 8, "A"), (7, 9, "B")], length=20), "ben": Y["talk"]["ben"]}}
    with pytest.raises(sm.InputError, match=r"item 'talk', coder 'ann': spans \[2, 8\) and \[7, 9\) overlap"):
        sm.unitizing_alpha(overlapping)


def test_nobody_marked_anything():
    nothing = {"talk": {"ann": sm.Spans([], length=20), "ben": sm.Spans([], length=20)}}
    with pytest.raises(sm.UndefinedScoreError, match="nobody marked anything"):
        sm.unitizing_alpha(nothing)
    both = sm.unitizing_alpha({**Y, "nothing": nothing["talk"]})
    assert math.isnan(both.per_item["nothing"].value)


def test_one_coder_silent():
    study = {"talk": {"ann": sm.Spans([(5, 10, "A")], length=20), "ben": sm.Spans([], length=20)}}
    result = sm.unitizing_alpha(study)
    assert result.value == pytest.approx(-0.1, abs=1e-12)
    assert math.isnan(result.coding)
    assert result.coverage == 0


def test_full_agreement_and_cuts_that_are_not_seen():
    whole, cut = sm.Spans([(0, 20, "A")], length=20), sm.Spans([(0, 5, "A"), (5, 20, "A")], length=20)
    assert sm.unitizing_alpha({"talk": {"ann": whole, "ben": cut}}).value == 1
    assert sm.unitizing_alpha({"talk": {"ann": cut, "ben": cut}}).value == 1


def test_a_coder_who_did_not_look_is_not_one_who_marked_nothing():
    absent = sm.unitizing_alpha({"talk": Y["talk"], "song": {"ann": sm.Spans([(0, 3, "A")], length=9)}})
    assert absent.value == sm.unitizing_alpha(Y).value
    assert math.isnan(absent.per_item["song"].value)
    silent = {**Y, "song": {"ann": sm.Spans([(0, 3, "A")], length=9), "ben": sm.Spans([], length=9)}}
    assert sm.unitizing_alpha(silent).value < absent.value


def test_very_long_lines():
    study = {"talk": {c: sm.Spans([(0, 2**61, "A"), (2**61, 2**62, "A")], length=2**62) for c in "ab"}}
    assert sm.unitizing_alpha(study).value == 1


def test_one_coder_only():
    with pytest.raises(sm.InputError, match="no item was coded by two coders"):
        sm.unitizing_alpha({"talk": {"ann": Y["talk"]["ann"]}})
    with pytest.raises(sm.InputError, match="an interval over coders needs at least 3 coders"):
        sm.unitizing_alpha(Y, ci=0.95)
