"""Rows read, counted and scored in one pass against reading, ``count_pairs`` and ``score_rows`` one after the other."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seamark import B, EditWeights, InputError, Pk, S, SegmentationArray, WindowDiff
from seamark.metrics.pairs import job_of
from seamark.metrics.score import Scored, summed
from seamark.metrics.windows import CONVENTIONS
from seamark.scale.scoring import BatchScorer
from tests.metrics.case import BOUNDARY_METRICS
from tests.oracle.windows import gaps
from tests.oracle.windows import positions as positions_in
from tests.strategies import mass_pairs

#: The four that share a pass with every option that changes what they count.
SHARING = [
    *(S(n) for n in (2, 3, 5)),
    S(types=3),
    S(types=(2, 1)),
    S(weights=EditWeights(addition=0.3, transposition=0.9)),
    S(weights=EditWeights(transposition=0.0, scale="unit")),
    *(B(n) for n in (2, 3, 10)),
    B(weights=EditWeights(addition=0.1, transposition=1.0)),
    *(WindowDiff(k) for k in (None, 1, 4, 200)),
    WindowDiff(padding="lamprier"),
    *(WindowDiff(convention=c.name) for c in CONVENTIONS.values() if "windowdiff" in c.metrics),
    *(Pk(convention=c.name) for c in CONVENTIONS.values() if "pk" in c.metrics),
    Pk(k=3),
]
#: And every metric as it comes.
CHOICES = [*SHARING, *(metric() for metric in BOUNDARY_METRICS.values())]

LISTS = [pa.list_(pa.int64()), pa.list_(pa.int32()), pa.large_list(pa.int64()), pa.large_list(pa.uint32())]


def scored_batch(metrics, batch, mass=None):
    names = {f"m{number}": metric for number, metric in enumerate(metrics)}
    return BatchScorer(batch.schema, names, mass=mass)._score(batch)


def assert_scored_alike(metrics, batch, pairs, mass=None):
    """``pairs`` are the masses of both sides of every row, None for a bad row."""
    found = scored_batch(metrics, batch, mass)
    good = [row for row, pair in enumerate(pairs) if pair is not None]
    a, b = (SegmentationArray.from_masses(pairs[row][side] for row in good) for side in (0, 1))
    expected = []
    for number, metric in enumerate(metrics):
        counts = metric.bind(a, b).count()
        if job_of(metric) is not None:  # by columns, as the kernel writes them: sums follow the layout in memory
            counts = np.asfortranarray(counts)
        expected.append(Scored.of(metric, counts))
        columns = {f"m{number}": expected[-1].scores}
        parts = expected[-1].parts
        columns |= {f"m{number}.{name}": values for name, values in parts.items()}
        for name, column in zip(metric.fields, counts.T, strict=True):
            columns[f"m{number}.{name}_count" if name in parts else f"m{number}.{name}"] = column
        for name, column in columns.items():
            rows = found.scores.column(name).to_numpy(zero_copy_only=False)
            np.testing.assert_array_equal(rows[good], column, err_msg=f"{metric} {name}")
            assert np.isnan(np.delete(rows, good)).all()
    assert [*found.rejected] == [row for row, pair in enumerate(pairs) if pair is None]
    assert all(found.scores.column("reason")[row].as_py() for row in found.rejected)
    assert found.sums.overall.tobytes() == summed(expected).tobytes()


def batch_of(references, hypotheses, kind, **more):
    columns = {"reference": pa.array(references, kind), "hypothesis": pa.array(hypotheses, kind)}
    return pa.RecordBatch.from_pydict(columns | {name: pa.array(values) for name, values in more.items()})


def texts_of_every_size(rounds=20):
    rng = np.random.default_rng(5)
    for mass in [1, 2, 3, 63, 64, 65, 128, 255, 256, 257, 400, 511, 512, 513, 2000, 10**6, 2**30] * rounds:
        sides = []
        for _ in range(2):
            most = min(mass - 1, int(rng.choice([0, 1, 5, 20, 200])))
            cuts = np.unique(rng.integers(1, max(mass, 2), most))
            sides.append(np.diff([0, *cuts[cuts < mass].tolist(), mass]).tolist())
        yield tuple(sides)


BAD = [
    lambda a, b: (None, b),
    lambda a, b: (a, None),
    lambda a, b: ([], b),
    lambda a, b: (a, []),
    lambda a, b: ([*a, 0], b),
    lambda a, b: ([0, *a], b),
    lambda a, b: (a, [*b, None]),
    lambda a, b: (a, [*b, 1]),
    lambda a, b: ([*a[:-1], a[-1] + 1], b),
]


@given(
    st.lists(st.tuples(mass_pairs(max_segments=14, max_mass=60), st.none() | st.sampled_from(BAD)), max_size=8),
    st.permutations(CHOICES),
    st.sampled_from(LISTS),
    st.integers(0, 3),
)
def test_masses_with_bad_rows(rows, metrics, kind, skipped):
    given_rows = [pair if spoil is None else spoil(*pair) for pair, spoil in rows]
    batch = batch_of([a for a, _ in given_rows], [b for _, b in given_rows], kind).slice(skipped)
    pairs = [pair if spoil is None else None for pair, spoil in rows]
    assert_scored_alike(metrics[:8], batch, pairs[skipped:])
    sharing = [metric for metric in metrics if metric in SHARING]
    assert_scored_alike(sharing[:5], batch, pairs[skipped:])


@given(st.lists(mass_pairs(max_segments=14, max_mass=60), max_size=6), st.permutations(SHARING), st.sampled_from(LISTS))
def test_positions_and_characters(pairs, metrics, kind):
    masses = [sum(a) for a, _ in pairs]
    positions = [[positions_in(side) for side in pair] for pair in pairs]
    batch = batch_of([a for a, _ in positions], [b for _, b in positions], kind, units=pa.array(masses, pa.int64()))
    assert_scored_alike(metrics[:4], batch, pairs, mass="units")
    texts = [[gaps(side) for side in pair] for pair in pairs]
    batch = batch_of([a for a, _ in texts], [b for _, b in texts], pa.string(), units=pa.array(masses, pa.int64()))
    assert_scored_alike(metrics[:4], batch, pairs)
    assert_scored_alike(metrics[:4], batch, pairs, mass="units")


@pytest.mark.parametrize("kind", LISTS, ids=str)
@pytest.mark.parametrize("metrics", [SHARING, CHOICES], ids=["sharing", "all"])
def test_texts_of_every_size(kind, metrics):
    pairs = list(texts_of_every_size())
    batch = batch_of([a for a, _ in pairs], [b for _, b in pairs], kind)
    assert_scored_alike(metrics, batch, pairs)
    assert_scored_alike(metrics, batch.slice(7, 200), pairs[7:207])


@pytest.mark.parametrize("mass", [511, 512, 513])
@pytest.mark.parametrize("boundaries", [0, 31, 32, 33, 510])
def test_near_the_width_of_the_short_cut(mass, boundaries):
    rng = np.random.default_rng(mass + boundaries)
    pairs = []
    for _ in range(60):
        cuts = [np.sort(rng.choice(np.arange(1, mass), rng.integers(boundaries + 1), replace=False)) for _ in range(2)]
        pairs.append(tuple(np.diff([0, *side.tolist(), mass]).tolist() for side in cuts))
    assert_scored_alike(SHARING, batch_of([a for a, _ in pairs], [b for _, b in pairs], LISTS[0]), pairs)


class Doubled(S):
    def _count(self, a, b, settings):
        return tuple(2 * count for count in super()._count(a, b, settings))


def test_a_derived_metric_is_asked_itself():
    assert job_of(Doubled()) is None
    found = scored_batch([Doubled(), S()], batch_of([[5, 5]], [[10]], LISTS[0])).scores.to_pylist()[0]
    assert (found["m0.potential"], found["m0.distance"], found["m1.potential"]) == (18, 2, 9)


def test_types_that_do_not_occur_in_tables():
    metric = S(types=("a", "b"))
    assert job_of(metric) is None
    assert scored_batch([metric], batch_of([[10]], [[10]], LISTS[0])).scores.column("m0").to_pylist() == [1.0]
    with pytest.raises(InputError, match="types are"):
        scored_batch([metric], batch_of([[5, 5]], [[10]], LISTS[0]))


def test_weights_of_levels_are_for_hierarchies():
    metric = B(weights=EditWeights(levels=(1.0, 2.0)))
    with pytest.raises(InputError, match="only hierarchies have"):
        scored_batch([metric], batch_of([[5, 5]], [[10]], LISTS[0]))
