"""Results computed again from their signatures: the same numbers, and errors where that cannot be."""

import random
import warnings

import numpy as np
import pytest

import seamark as sm
from seamark.metrics.names import as_metric
from tests.properties.test_order_and_names import numbers, study

WEIGHTS = sm.EditWeights(addition=0.75, transposition=0.5, scale="linear")
METRICS = [
    *("S", "B", "B:n=3", "S:n=4", "windowdiff", "windowdiff:k=3", "pk:k=3", "winpr", "cseg:k=3", "georgescul:k=3"),
    *("f:tolerance=1:beta=0.5", "rand", "covering", "vmeasure", "pmu", "confusion", "S:types=2"),
    *("windowdiff:convention=fournier2012", sm.S(n=3, weights=WEIGHTS)),
]


def typed(rng, codings):
    """The same boundaries with types of several names, one of them with a comma."""
    return {
        item: {
            coder: sm.Segmentation.from_sets(
                [{rng.choice(["a", "b,c", 3])} if mark == "1" else set() for mark in marks]
            )
            for coder, marks in by_coder.items()
        }
        for item, by_coder in codings.items()
    }


def made(rng):
    """A random result and the data that it is of."""
    codings, metric, coefficient = study(rng), rng.choice(METRICS), rng.choice(["pi", "kappa"])
    drawn = {"shuffles": rng.choice([0, 1, 3]), "rng": rng.randrange(100)}
    counted = {"chance_count": rng.choice(["boundaries", "segments"]), "chance_average": rng.choice(["micro", "macro"])}
    interval = rng.choice([{}, {"ci": rng.choice([0.9, 0.123456789])}, {"ci": 0.9, "method": "bca", "resamples": 30}])
    weight = {"item_weight": rng.choice(["pairs", "coders"])} if "method" not in interval else {}
    other = study(rng)
    kind = rng.randrange(10)
    if kind < 3:
        if rng.random() < 0.2:
            codings, metric = typed(rng, codings), rng.choice(["S", "confusion", sm.B(weights=WEIGHTS)])
        return sm.agree(codings, metric, coefficient, **drawn, **counted, **interval, **weight), (codings,)
    if kind == 3:
        drawn["shuffles"] += 1
        return sm.agree(codings, metric, chance="permutation", **drawn, **counted, **interval, **weight), (codings,)
    if kind == 4:
        chance = rng.choice(["closed", "permutation"])
        drawn["shuffles"] += 1
        found = sm.agree_difference(codings, other, metric, coefficient, chance=chance, **drawn, **counted)
        return found, (codings, other)
    if kind == 5:
        level = rng.choice([None, 0.9])
        return sm.diagnose(codings, metric, coefficient, **drawn, **counted, ci=level), (codings,)
    if kind == 6:
        by = rng.choice(["median", "vote", "model"])
        threshold = {"threshold": rng.choice([1, 2, "majority"])} if by == "vote" else {}
        return sm.consensus(codings, by, rng.choice(["B", "S:n=3", None]), **threshold), (codings,)
    if kind == 7:
        calls = [
            lambda: sm.nominal_agreement(codings, coefficient),
            lambda: sm.boundary_alpha(codings),
            lambda: sm.majority_opinion(codings, threshold=rng.choice([1, "majority"]), majority="others"),
            lambda: sm.shuffled_agreement(codings, metric, shuffles=3, rng=7),
            lambda: sm.agree(codings, coefficient="alpha", **drawn, **counted, ci=0.95),
        ]
        return rng.choice(calls)(), (codings,)
    if kind == 8:
        systems = {name: {item: list(by_coder.values())[-1] for item, by_coder in codings.items()} for name in "xy"}
        systems["y"] = {item: "0" * len(marks) for item, marks in systems["y"].items()}
        chosen = rng.choice(["B", "windowdiff", "S:n=3", "pk:k=2"])
        if rng.random() < 0.5:
            return sm.audit(codings, systems, rng.choice([None, chosen]), rng=3, resamples=50), (codings, systems)
        options = {"correction": rng.choice(["bh", "holm"]), "resamples": 50}
        return sm.compare_systems(codings, systems, chosen, rng=5, draws=4, baselines=rng.random() < 0.3, **options), (
            codings,
            systems,
        )
    mass = rng.randint(6, 20)
    one, two = ("".join(rng.choice("0001") for _ in range(mass - 1)) for _ in range(2))
    if rng.random() < 0.5:
        return as_metric(metric).compare(one, two), (one, two)
    average = rng.choice(["micro", "macro"])
    scored = sm.score([one, two], [two, one], {"metric": metric}, average=average)
    return scored.overall["metric"], ([one, two], [two, one])


@pytest.mark.parametrize("trials", [80, pytest.param(500, marks=pytest.mark.slow)])
def test_a_signature_and_the_data_give_the_same_numbers(trials):
    rng, found = random.Random(trials), 0  # noqa: S311
    while found < trials:
        try:
            result, data = made(rng)
        except (sm.InputError, sm.UndefinedScoreError):
            continue
        found += 1
        again = sm.from_signature(str(result.signature))(*data)
        assert type(again) is type(result)
        assert again.signature == result.signature
        assert numbers(again) == numbers(result), str(result.signature)


def test_plans_and_spans():
    spans = {
        item: {coder: sm.Spans([(2, 8, "A"), (9 + number, 15, "B")], length=20) for number, coder in enumerate("xyz")}
        for item in ("one", "two")
    }
    pilot = sm.CoderRates(units=30).drawn(6, 4, np.random.default_rng(3))
    for result, data in (
        (sm.gamma(spans, rng=3, precision=0.1, distances={("A", "B"): 0.5}), (spans,)),
        (sm.unitizing_alpha(spans, ci=0.9), (spans,)),
        (sm.plan(pilot, target_width=0.3, rng=2, assurance=None), (pilot,)),
    ):
        again = sm.from_signature(str(result.signature))(*data)
        assert again.signature == result.signature
        assert numbers(again) == numbers(result)


def test_labels_with_commas_have_signatures_of_their_own():
    one, two = sm.ActionF1(background=("A,B",)), sm.ActionF1(background=("A", "B"))
    assert one.signature() != two.signature()
    a, b = (sm.LabelledSegmentation.from_labels(units) for units in ("AABBA", "AAABB"))
    for metric in (one, two):
        found = metric.compare(a, b)
        assert sm.from_signature(str(found.signature))(a, b).signature == found.signature


def test_other_data_another_version_and_other_texts():
    codings = {"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5], "cat": [2, 9]}}
    signature = str(sm.agree(codings).signature)
    with pytest.raises(sm.InputError, match=r"these are other data .* coders is 2, not 3"):
        sm.from_signature(signature)({"poem": {"ann": [2, 3, 6], "ben": [2, 4, 5]}})
    with pytest.warns(UserWarning, match=r"the signature is of version 0\.0\.1"):
        sm.from_signature(signature.rpartition("|v:")[0] + "|v:0.0.1")(codings)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sm.from_signature(signature)(codings)
    for text in (
        "nothing|v:1.0.0rc1",
        "agree|v:1.0.0rc1",
        "audit|pairs:3|v:1.0.0rc1",
        signature.replace("seed:0", "seed:x"),
    ):
        with pytest.raises(sm.InputError):
            sm.from_signature(text)(codings)
    with pytest.raises(sm.InputError, match="no options of S give"):
        sm.from_signature(signature.replace("|n:2|", "|n:2|m:7|"))(codings)
