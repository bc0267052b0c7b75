"""Unitizing alpha against its slow and exact version."""

import contextlib
import math
import random

import numpy as np
import pytest

import seamark as sm
from tests.oracle.jackknife import log_interval
from tests.oracle.unitizing import Alpha2016, terms_2004
from tests.properties.test_order_and_names import numbers, ordered, renamed

Y = {
    "talk": {
        "ann": sm.Spans([(2, 8, "A"), (12, 16, "B")], length=20),
        "ben": sm.Spans([(3, 9, "A"), (12, 15, "A")], length=20),
    }
}


def random_rows(rng, length, categories, *, overlapping=False):
    """Spans of one coder: none that overlap, or none of one category."""
    rows = []
    for group in [[c] for c in categories] if overlapping else [categories]:
        edges = sorted(rng.sample(range(length + 1), min(2 * rng.randint(0, 4), length + 1) // 2 * 2))
        if rng.random() < 0.3 and len(edges) > 2:
            edges[2] = edges[1]  # two spans that touch
        pairs = zip(edges[::2], edges[1::2], strict=True)
        rows += [(s, e, rng.choice(group)) for s, e in pairs if s < e]
    return rows


def random_study(rng, *, items=3, longest=40, overlapping=False):
    """A corpus, and the same as the slow version takes it."""
    corpus, plain = {}, []
    for number in range(rng.randint(1, items)):
        length = rng.randint(2, longest)
        coders = [random_rows(rng, length, "ABC", overlapping=overlapping) for _ in range(rng.randint(1, 4))]
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


@pytest.mark.parametrize("longest", [12, 60, 4 * 10**9])
def test_2004_against_every_section(longest):
    rng = random.Random(f"2004 {longest}")  # noqa: S311
    compared = 0
    for _ in range(150):
        corpus, plain = random_study(rng, longest=longest, overlapping=True)
        categories = sorted(marked(plain))
        if not categories:
            continue
        terms = {category: terms_2004(plain, category) for category in categories}
        observed, expected = (sum(term[i] for term in terms.values()) for i in (0, 1))
        if observed and not expected:
            continue
        compared += 1
        result = sm.unitizing_alpha(corpus, "2004")
        assert close(result.value, 1 - observed / expected if observed else 1)
        assert close(result.observed, observed)
        assert close(result.expected, expected)
        for category, (mine, chance) in terms.items():
            exact = 1 if not mine else 1 - mine / chance if chance else None
            assert close(result.per_category[category].value, exact)
    assert compared > 100


@pytest.mark.parametrize("variant", ["2016", "2004"])
def test_without_each_item_and_each_item_alone(variant):
    rng = random.Random(f"left out {variant}")  # noqa: S311
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
        result = sm.unitizing_alpha(corpus, variant)
        items, coders = [], []
        for item in corpus:
            alone = sm.unitizing_alpha({item: corpus[item]}, variant)
            assert result.per_item[item].value == pytest.approx(alone.value, abs=1e-12)
            items.append(sm.unitizing_alpha({k: v for k, v in corpus.items() if k != item}, variant).value)
        for coder in ("ann", "ben", "cat"):
            rest = {item: {c: spans for c, spans in corpus[item].items() if c != coder} for item in corpus}
            with contextlib.suppress(sm.UndefinedScoreError):
                coders.append(sm.unitizing_alpha(rest, variant).value)
        if len(coders) == 3 and result.value < 1:
            for resample, causes in (("items", [items]), (None, [items, coders])):
                found = sm.unitizing_alpha(corpus, variant, ci=0.9, resample=resample).interval
                assert tuple(found) == pytest.approx(log_interval(result.value, 0.9, *causes), rel=1e-9)
                assert found.resampled == (resample or "both")


@pytest.mark.parametrize("variant", ["2016", "2004"])
def test_neither_order_nor_names_change_a_bit(variant):
    rng = random.Random(f"order {variant}")  # noqa: S311
    for _ in range(40):
        corpus = {
            f"{item}": {
                coder: sm.Spans(random_rows(rng, 37, "AB"), length=37)
                for coder in ("ann", "ben", "cat", "dan", "eve")[: rng.randint(2, 5)]
            }
            for item in range(5)
        }
        mixed, known = renamed(rng, corpus)
        one, other = (sm.unitizing_alpha(given, variant, ci=0.9) for given in (corpus, mixed))
        assert ordered(numbers(one)) == ordered(numbers(other, known))


def test_one_category_alone():
    alone = {"talk": {coder: spans.only("A") for coder, spans in Y["talk"].items()}}
    for variant in ("2016", "2004"):
        assert sm.unitizing_alpha(Y, variant, category="A").value == sm.unitizing_alpha(alone, variant).value
    assert "category:A" in str(sm.unitizing_alpha(Y, category="A").signature)
    with pytest.raises(sm.InputError, match="category is 'C'; the corpus has 'A', 'B'"):
        sm.unitizing_alpha(Y, category="C")
    with pytest.raises(sm.InputError):
        sm.unitizing_alpha(Y, category=np.ones((2, 2)))


def test_overlaps_are_named():
    overlapping = {"talk": {"ann": sm.Spans([(2, 8, "A"), (7, 9, "B")], length=20), "ben": Y["talk"]["ben"]}}
    with pytest.raises(sm.InputError, match=r"item 'talk', coder 'ann': spans \[2, 8\) and \[7, 9\) overlap"):
        sm.unitizing_alpha(overlapping)
    assert sm.unitizing_alpha(overlapping, "2004").value < 1
    twice = {"talk": {"ann": sm.Spans([(2, 8, "A"), (2, 8, "A")], length=20), "ben": Y["talk"]["ben"]}}
    with pytest.raises(sm.InputError, match="spans of one category must not overlap"):
        sm.unitizing_alpha(twice, "2004")


def test_nobody_marked_anything():
    nothing = {"talk": {"ann": sm.Spans([], length=20), "ben": sm.Spans([], length=20)}}
    for variant in ("2016", "2004"):
        with pytest.raises(sm.UndefinedScoreError, match="nobody marked anything"):
            sm.unitizing_alpha(nothing, variant)
        both = sm.unitizing_alpha({**Y, "nothing": nothing["talk"]}, variant)
        assert math.isnan(both.per_item["nothing"].value)


def test_one_coder_silent():
    study = {"talk": {"ann": sm.Spans([(5, 10, "A")], length=20), "ben": sm.Spans([], length=20)}}
    result = sm.unitizing_alpha(study)
    assert result.value == pytest.approx(-0.1, abs=1e-12)
    assert math.isnan(result.coding)
    assert result.coverage == 0
    assert sm.unitizing_alpha(study, "2004").value == pytest.approx(-0.6739, abs=5e-5)


def test_full_agreement_and_cuts_that_2016_does_not_see():
    whole, cut = sm.Spans([(0, 20, "A")], length=20), sm.Spans([(0, 5, "A"), (5, 20, "A")], length=20)
    assert sm.unitizing_alpha({"talk": {"ann": whole, "ben": cut}}).value == 1
    assert sm.unitizing_alpha({"talk": {"ann": whole, "ben": cut}}, "2004").value < 1
    for variant in ("2016", "2004"):
        assert sm.unitizing_alpha({"talk": {"ann": cut, "ben": cut}}, variant).value == 1


def test_a_coder_who_did_not_look_is_not_one_who_marked_nothing():
    absent = sm.unitizing_alpha({"talk": Y["talk"], "song": {"ann": sm.Spans([(0, 3, "A")], length=9)}})
    assert absent.value == sm.unitizing_alpha(Y).value
    assert math.isnan(absent.per_item["song"].value)
    silent = {**Y, "song": {"ann": sm.Spans([(0, 3, "A")], length=9), "ben": sm.Spans([], length=9)}}
    assert sm.unitizing_alpha(silent).value < absent.value


def test_lines_that_are_too_long_for_squares():
    study = {"talk": {c: sm.Spans([(0, 2**61, "A"), (2**61, 2**62, "A")], length=2**62) for c in "ab"}}
    assert sm.unitizing_alpha(study).value == 1
    with pytest.raises(sm.InputError, match="the line is too long"):
        sm.unitizing_alpha(study, "2004")


def test_one_coder_only():
    with pytest.raises(sm.InputError, match="agreement needs at least two coders"):
        sm.unitizing_alpha({"talk": {"ann": Y["talk"]["ann"]}})
    with pytest.raises(sm.InputError, match="an interval over coders needs at least 3 coders"):
        sm.unitizing_alpha(Y, ci=0.95)
    with pytest.raises(sm.InputError, match="variant is '1995'"):
        sm.unitizing_alpha(Y, "1995")
