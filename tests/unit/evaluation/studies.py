"""Small studies for tests: random coders, and slow, obvious versions of what an evaluation computes."""

import numpy as np

import seamark as sm

DESIGNS = [
    {"coders": 4},
    {"coders": 5, "missing": 0.5},
    {"coders": 4, "missing": 0.5, "system_missing": 0.4},
    {"coders": 2},
]


def coding(generator, mass, rate=0.25, types=(1,)):
    """Boundaries anywhere."""
    boundaries = [
        (place, label) for label in types for place in range(1, mass) if generator.random() < rate / len(types)
    ]
    boundaries.sort()
    return sm.Segmentation.from_positions([place for place, _ in boundaries], mass, [label for _, label in boundaries])


def study(seed, *, items=6, coders=4, missing=0.0, types=(1,), system_missing=0.0):
    """A corpus of humans and a system that segmented some of its items; every item keeps at least two humans."""
    generator = np.random.default_rng(seed)
    humans: dict[str, dict[str, sm.Segmentation]] = {}
    system: dict[str, sm.Segmentation] = {}
    for item in range(items):
        mass = int(generator.integers(6, 14))
        present = [c for c in range(coders) if c < 2 or generator.random() >= missing]
        humans[f"i{item}"] = {f"h{c}": coding(generator, mass, types=types) for c in generator.permutation(present)}
        if not item or generator.random() >= system_missing:
            system[f"i{item}"] = coding(generator, mass, types=types)
    return sm.Corpus(humans), system


def with_system(humans, system, name="system"):
    """The humans and the system as one corpus, on the items that the system has."""
    return sm.Corpus({item: {**humans[item], name: segmentation} for item, segmentation in system.items()})


def change_by_human(humans, name, metric=None, coefficient="pi"):
    """Leave one human out and let them join again, on their items with two others."""
    items = [item for item in humans if name in humans[item] and len(humans[item]) > 2]
    if not items:
        return None
    theirs = humans.subset(items=items)
    without = sm.agree(theirs.drop(coders=[name]), metric, coefficient).value
    return sm.agree(theirs, metric, coefficient).value - without
