"""How often intervals of gamma and of unitizing alpha hold the true value, in studies whose truth is known.

Lines have true spans, of which every coder finds a share, moves the ends of some, gives some another category and adds
some. Shares differ from coder to coder.
"""

from dataclasses import dataclass

import numpy as np
import pytest

import seamark as sm

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class SpanWorld:
    """Lines and coders: rates of a typical coder, whose logits vary with a deviation of .6."""

    length: int = 200
    spans: int = 6
    size: int = 12
    hit: float = 0.75
    renamed: float = 0.1
    moved: float = 0.4

    def study(self, rng, items, coders):
        rates = np.array([self.hit, self.renamed, self.moved])
        logits = np.log(rates / (1 - rates)) + rng.normal(0, 0.6, (coders, 3))
        people = 1 / (1 + np.exp(-logits))
        return {f"i{n}": self._item(rng, people) for n in range(items)}

    def _item(self, rng, people):
        cells = rng.choice(self.length // (2 * self.size), self.spans, replace=False) * 2 * self.size
        truth = [
            (int(cell), int(cell + rng.integers(self.size // 2, self.size + 1)), rng.integers(2)) for cell in cells
        ]
        codings = {}
        for coder, (hit, renamed, moved) in enumerate(people):
            rows = [
                (
                    start + int(rng.integers(0, 4)) * (rng.random() < moved),
                    end + int(rng.integers(0, 4)) * (rng.random() < moved),
                    "AB"[category ^ (rng.random() < renamed)],
                )
                for start, end, category in truth
                if rng.random() < hit
            ]
            codings[f"c{coder}"] = sm.Spans(rows, length=self.length)
        return codings


WORLDS = {"first": SpanWorld(), "other": SpanWorld(600, 10, 20, 0.6, 0.2, 0.2)}


def alpha(study, **options):
    return sm.unitizing_alpha(study, **options)


def gamma(study, **options):
    return sm.gamma(study, rng=1, precision=0.1, **options)


def coverage(measure, world, items, coders, studies, resample=None):
    """The share of studies whose interval holds the value of studies with many items and coders."""
    rng = np.random.default_rng([items, coders])
    many = [
        measure(world.study(np.random.default_rng([9, n]), 10, 6)).value for n in range(20 if measure is gamma else 60)
    ]
    # Values are means on the scale on which they vary evenly.
    truth = 1 - np.exp(np.mean(np.log1p(-np.array(many))))
    found = [measure(world.study(rng, items, coders), ci=0.95, resample=resample) for _ in range(studies)]
    return np.mean([truth in one.interval for one in found])


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize(("items", "coders"), [(5, 3), (20, 3), (20, 5)])
def test_alpha(world, items, coders):
    held = coverage(alpha, WORLDS[world], items, coders, 200)
    # Settled: 94 to 99 %. The error of 200 studies is .015.
    assert held >= 0.91, held


@pytest.mark.parametrize(("world", "least"), [("first", 0.93), ("other", 0.83)])
def test_gamma(world, least):
    held = coverage(gamma, WORLDS[world], 8, 3, 60)
    # Settled: 98 to 99 % in the first world. In the other one gamma of three coders lies below that of six (.42 beside
    # .48), so that intervals hold 91 % of 160 studies. The error of 60 studies is .02 to .04.
    assert held >= least, held
