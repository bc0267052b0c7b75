import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from seamark import WindowDiff, count_pairs, score
from seamark.scale.tables import score_parquet
from tests.metrics.case import BOUNDARY_METRICS
from tests.unit.scale.pairs import random_pairs


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    references, hypotheses = random_pairs(1000, 2, heaviest=60)
    group = [None if row % 7 == 0 else f"g{row % 3}" for row in range(1000)]
    path = tmp_path_factory.mktemp("sums") / "pairs.parquet"
    table = pa.table({"reference": references, "hypothesis": hypotheses, "group": group})
    pq.write_table(table, path, row_group_size=300)
    return path, references, hypotheses, group


@pytest.mark.parametrize("metric", [*(metric() for metric in BOUNDARY_METRICS.values()), WindowDiff(k=20)], ids=str)
def test_means_are_those_of_the_pairs(written, metric):
    path, references, hypotheses, _ = written
    found = score_parquet(path, metric).overall[metric.info.name]
    assert metric != WindowDiff(k=20) or found.undefined > 100
    for average in ("macro", "micro"):
        (expected,) = score(references, hypotheses, metric, average=average).overall.values()
        assert getattr(found, average) == pytest.approx(expected.value, rel=1e-12, nan_ok=True)
        assert (found.pairs, found.undefined) == (expected.items, expected.undefined)
        assert str(found.signature_of(average)) == str(expected.signature)
    parts = metric.part_rows(count_pairs(metric, references, hypotheses))
    for part, values in parts.items():
        assert found.macro_parts[part] == pytest.approx(np.nanmean(values), rel=1e-12)


def test_groups_are_what_each_would_be_alone(written, tmp_path):
    path, references, hypotheses, group = written
    found = score_parquet(path, ["S", "windowdiff"], group="group")
    assert set(found.groups) == {None, "g0", "g1", "g2"}
    assert sum(means["S"].pairs for means in found.groups.values()) == 1000
    for key, means in found.groups.items():
        rows = [row for row in range(1000) if group[row] == key]
        alone = tmp_path / f"{key}.parquet"
        columns = {"reference": [references[r] for r in rows], "hypothesis": [hypotheses[r] for r in rows]}
        pq.write_table(pa.table(columns), alone)
        for name, expected in score_parquet(alone, ["S", "windowdiff"]).overall.items():
            assert means[name].micro == expected.micro
            assert means[name].macro == pytest.approx(expected.macro, rel=1e-12)
            assert means[name].counts == expected.counts
