"""Random studies, and random calls of public functions with all kinds of options."""

import random
from collections.abc import Callable

import seamark as sm

#: Sums of thirds and quarters show every change of order in their last bit.
METRICS = [
    *("S", "B", "B:n=3", "windowdiff", "windowdiff:k=3", "pk:k=3", "winpr", "cseg:k=3", "georgescul:k=3", "rand"),
    *("f:tolerance=1:beta=0.5", "covering", "vmeasure", "pmu", "confusion", "S:types=2"),
    *("windowdiff:convention=fournier2012", sm.S(n=4, weights=sm.EditWeights(scale="linear"))),
    sm.S(n=3, weights=sm.EditWeights(addition=0.75, transposition=0.5, scale="linear")),
]


def random_study(rng: random.Random) -> dict[str, dict[str, str]]:
    """Items of any length, some codings missing; some alike."""
    coders = [f"coder {number}" for number in range(rng.randint(3, 5))]
    codings = {}
    for item in range(rng.randint(2, 4)):
        mass = rng.randint(6, 20)
        by_coder = {
            coder: "".join(rng.choice("0001") for _ in range(mass - 1)) for coder in coders if rng.random() < 0.85
        }
        codings[f"item {item}"] = by_coder or {coders[0]: "0" * (mass - 1)}
    first = next(iter(codings.values()))
    first |= {coder: rng.choice(list(first.values())) for coder in coders[:3]}
    return codings


def alone(corpus):
    return (corpus,)


def mirrored(coding):
    places, types = zip(*coding.boundaries, strict=True) if coding.boundaries else ((), ())
    return sm.Segmentation.from_positions([coding.mass - place for place in places], coding.mass, types)


def with_its_mirror(corpus):
    """The study, and the same read from the end."""
    return corpus, sm.Corpus({item: {c: mirrored(one) for c, one in row.items()} for item, row in corpus.items()})


def with_systems(corpus):
    """The study, and two systems whose codings of an item follow from its length."""
    systems = {
        "even": {item: [1] * mass for item, mass in corpus.lengths.items()},
        "half": {item: [mass // 2, mass - mass // 2] for item, mass in corpus.lengths.items()},
    }
    return corpus, systems


def random_call(rng: random.Random, *, drawn: bool) -> tuple[Callable, Callable]:
    """A public call, and what it is called with; without draws unless they are asked for."""
    metric, coefficient = rng.choice(METRICS), rng.choice(["pi", "kappa"])
    shuffles = {"shuffles": rng.choice([1, 3]), "rng": rng.randrange(100)} if drawn else {"shuffles": 0}
    chance = {"chance_count": rng.choice(["boundaries", "segments"]), "chance_average": rng.choice(["micro", "macro"])}
    resampled = {"ci": 0.9, "method": "percentile", "resamples": 40}
    interval = rng.choice([{}, {"ci": rng.choice([0.9, 0.123456789])}, resampled])
    weight = {"item_weight": rng.choice(["pairs", "coders"])} if "method" not in interval else {}
    few, voted = rng.choice(["B", "S:n=3"]), rng.choice([1, 2, "majority"])
    floor, average = rng.random() < 0.5 and drawn, rng.choice(["micro", "macro"])
    tested = {"correction": rng.choice(["bh", "holm"]), "resamples": 50, "average": average, "rng": 1}
    calls = [
        (lambda study: sm.agree(study, metric, coefficient, **shuffles, **interval, **chance, **weight), alone),
        (lambda study: sm.agree(study, "S", "alpha", **shuffles, **chance, ci=0.9), alone),
        (lambda study: sm.diagnose(study, metric, coefficient, **shuffles, **chance), alone),
        (lambda study: sm.consensus(study, "median", few), alone),
        (lambda study: sm.consensus(study, "vote", threshold=voted), alone),
        (lambda study: sm.consensus(study, "model"), alone),
        (lambda study: sm.boundary_alpha(study), alone),
        (lambda study: sm.count_misses(study), alone),
        (lambda study: sm.majority_opinion(study, threshold=voted, majority="others"), alone),
        (lambda study: sm.disputed_places(study), alone),
        (
            lambda *studies: sm.agree_difference(
                *studies, metric, coefficient, chance="permutation" if drawn else "closed", **shuffles, **chance
            ),
            with_its_mirror,
        ),
        (lambda *data: sm.compare(*data, metric, coefficient, baselines=floor, draws=2, rng=1), with_systems),
        (lambda *data: sm.compare_systems(*data, metric, baselines=floor, draws=2, **tested), with_systems),
        (lambda *data: sm.audit(*data, ["S", "B", "pk"]), with_systems),
    ]
    if drawn:
        calls += [
            (lambda study: sm.plan(study, target_width=0.3, assurance=None), alone),
            (lambda study: sm.agree(study, metric, chance="permutation", **shuffles, **chance, ci=0.95), alone),
            (lambda study: sm.diagnose(study, metric, coefficient, **shuffles, ci=0.9), alone),
        ]
    return rng.choice(calls)
