"""Tables of labelled segments and of spans: the same values as in memory, the same bytes by any number of workers."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import seamark as sm
from seamark.metrics.names import as_metric
from seamark.scale import score_parquet, score_table
from tests.random_models import turns, unit_pairs

SPAN = pa.list_(pa.struct([("start", pa.int32()), ("end", pa.int64()), ("category", pa.string())]))
SEGMENT = pa.large_list(pa.struct([("mass", pa.uint16()), ("label", pa.string())]))
NO_SPANS = "is no list of spans with 0 <= start < end <= the number of units, of at most 2**62 units"
NO_SEGMENTS = "is no list of segments with masses from 1 up, of at most 2**62 units"
OF_SPANS = ["der", "der:collar=1", "der:map_on=all:collar=2", "jer", "spanf1", "spanf1:match=overlap"]
OF_LABELS = ["pairwisef", "rand", "ari", "vmeasure", "nce", "mi", "accuracy", "edit", "actionf1", "B", "S:types=9"]


def span_pairs(count: int) -> list[tuple[sm.Spans, sm.Spans]]:
    rng = np.random.default_rng(15)
    pairs = []
    for _ in range(count):
        length = int(rng.integers(2, 40))
        pairs.append(tuple(sm.Spans(turns(rng, length, names), length=length) for names in ("ABC", "xyz")))
    return pairs


def label_pairs(count: int) -> list[tuple[sm.LabelledSegmentation, sm.LabelledSegmentation]]:
    make = sm.LabelledSegmentation.from_labels
    return [
        tuple(make([None if unit == "D" else unit for unit in side]) for side in pair) for pair in unit_pairs(3, count)
    ]


def span_table(pairs) -> pa.Table:
    def column(side: int):
        return pa.array([[span._asdict() for span in pair[side]] for pair in pairs], SPAN)

    lengths = [pair[0].length for pair in pairs]
    return pa.table({"reference": column(0), "hypothesis": column(1), "units": lengths, "half": _halves(pairs)})


def label_table(pairs) -> pa.Table:
    def rows(one):
        return [{"mass": mass, "label": label} for mass, label in zip(one.masses, one.labels, strict=True)]

    sides = [pa.array([rows(pair[side]) for pair in pairs], SEGMENT) for side in (0, 1)]
    return pa.table({"reference": sides[0], "hypothesis": sides[1], "half": _halves(pairs)})


def _halves(pairs) -> list[str]:
    return ["odd" if number % 2 else "even" for number in range(len(pairs))]


CASES = {
    "spans": (span_pairs, span_table, OF_SPANS, {"mass": "units"}),
    "labels": (label_pairs, label_table, OF_LABELS, {}),
}


@pytest.mark.parametrize("model", CASES)
def test_rows_are_scored_as_in_memory(model):
    pairs_of, table_of, names, options = CASES[model]
    pairs = pairs_of(300)
    metrics = dict(zip(names, map(as_metric, names), strict=True))
    found = score_table(table_of(pairs), metrics, counts=True, batch_rows=37, **options)
    for label, metric in metrics.items():
        counted = metric.bind(*(sm.Codings.of([pair[side] for pair in pairs]) for side in (0, 1))).count()
        # A count has another name where a part of the score has its own.
        named = (f"{label}.{field}" for field in metric.fields)
        counts = [f"{name}_count" if f"{name}_count" in found.column_names else name for name in named]
        rows = np.column_stack([found.column(name).to_numpy() for name in counts])
        assert np.array_equal(rows, counted), label
        single = [metric.compare(*pair).value for pair in pairs[:40]]
        assert found.column(label).to_pylist()[:40] == [None if np.isnan(value) else value for value in single]


@pytest.mark.parametrize("model", CASES)
def test_files_by_any_number_of_workers(model, tmp_path):
    pairs_of, table_of, names, options = CASES[model]
    pairs = pairs_of(500)
    metrics = dict(zip(names, map(as_metric, names), strict=True))
    pq.write_table(table_of(pairs), tmp_path / "pairs.parquet", row_group_size=64)
    results, files = [], []
    for workers in (1, 2):
        target = tmp_path / f"scores{workers}.parquet"
        common = {"group": "half", "keep": ["half"], "batch_rows": 50, "counts": True}
        results.append(score_parquet(tmp_path / "pairs.parquet", metrics, target, workers=workers, **common, **options))
        files.append(target.read_bytes())
    assert files[0] == files[1]
    same = ("overall", "groups", "reasons")
    assert [str(results[0].to_dict()[name]) for name in same] == [str(results[1].to_dict()[name]) for name in same]
    reference, hypothesis = ({str(n): pair[side] for n, pair in enumerate(pairs)} for side in (0, 1))
    table = sm.score(reference, hypothesis, metrics, average="micro")
    for label, total in results[0].overall.items():
        assert total.pairs == 500
        assert total.micro == pytest.approx(table.overall[label].value, abs=1e-14)
    whole = score_table(pq.read_table(tmp_path / "pairs.parquet"), metrics, **options)
    assert pq.read_table(tmp_path / "scores1.parquet").drop(["half"]).equals(whole)


def test_bad_rows_say_why():
    def spans(*rows):
        return [None if row is None else dict(zip(("start", "end", "category"), row, strict=True)) for row in rows]

    good = spans((0, 2, "A"))
    cases = [
        (None, good, 9, "reference is null"),
        (good, None, 9, "hypothesis is null"),
        (good, spans(None), 9, "hypothesis holds a null"),
        (spans((None, 2, "A")), good, 9, "reference holds a null"),
        (spans((3, 3, "A")), good, 9, f"reference {NO_SPANS}"),
        (spans((-1, 3, "A")), good, 9, f"reference {NO_SPANS}"),
        (good, spans((1, 10, "A")), 9, f"hypothesis {NO_SPANS}"),
        (good, good, None, f"reference {NO_SPANS}"),
        (good, good, 2**62 + 1, f"reference {NO_SPANS}"),
        ([], [], 9, None),
    ]
    kinds = {"reference": SPAN, "hypothesis": SPAN, "units": pa.int64()}
    columns = {name: [case[place] for case in cases] for place, name in enumerate(kinds)}
    table = pa.table(columns, schema=pa.schema(kinds))
    found = score_table(table, "der", mass="units")
    assert found.column("reason").to_pylist() == [case[3] for case in cases]
    part = score_table(table.slice(3), "der", mass="units")
    assert part.column("reason").to_pylist() == [case[3] for case in cases[3:]]


def test_bad_rows_of_labels_say_why():
    kind = pa.list_(pa.struct([("mass", pa.int64()), ("label", pa.int8())]))

    def segments(*rows):
        return [{"mass": mass, "label": label} for mass, label in rows]

    good = segments((2, 1), (3, None))
    cases = [
        ([], good, f"reference {NO_SEGMENTS}"),
        (segments((0, 1), (5, 1)), good, f"reference {NO_SEGMENTS}"),
        (segments((None, 1)), good, "reference holds a null"),
        (good, segments((4, 1)), "reference and hypothesis cover different numbers of units"),
        (good, segments((2**62, 1), (1, 1)), f"hypothesis {NO_SEGMENTS}"),
        (good, segments(*[(2**62, 1)] * 4, (5, 1)), f"hypothesis {NO_SEGMENTS}"),
        (good, good, None),
    ]
    sides = [pa.array([case[side] for case in cases], kind) for side in (0, 1)]
    found = score_table(pa.table({"reference": sides[0], "hypothesis": sides[1]}), "pairwisef", counts=False)
    assert found.column("reason").to_pylist() == [case[2] for case in cases]
    assert found.column("pairwisef").to_pylist()[-1] == 1.0


def test_columns_that_cannot_be_compared_are_refused():
    spans = span_table(span_pairs(2))
    labels = label_table(label_pairs(2))
    with pytest.raises(sm.InputError, match="S compares boundaries or labels or levels; the columns hold spans"):
        score_table(spans, "S")
    with pytest.raises(sm.InputError, match="der compares spans; the columns hold labels"):
        score_table(labels, "der")
    with pytest.raises(sm.InputError, match="S of labels depends on how many labels the whole study has"):
        score_table(labels, "S")
    mixed = pa.table({"reference": spans["reference"], "hypothesis": labels["hypothesis"]})
    with pytest.raises(sm.InputError, match="column 'reference' holds spans, column 'hypothesis' labels"):
        score_table(mixed, "der")
    odd = pa.table({"reference": [[{"a": 1}]], "hypothesis": [[{"a": 1}]]})
    with pytest.raises(sm.InputError, match="holds structs of a; expected mass and label, or start and end"):
        score_table(odd, "der")
    text = pa.table({"reference": [[{"start": "0", "end": 1}]], "hypothesis": [[{"start": "0", "end": 1}]]})
    with pytest.raises(sm.InputError, match=r"start.* is string; expected whole numbers"):
        score_table(text, "der")
