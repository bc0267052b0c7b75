import datetime
import decimal
import pickle

import numpy as np
import pyarrow as pa
import pytest

from seamark import B, InputError, Pk, S, WindowDiff, score_pairs
from seamark.scale.scoring import BatchScorer
from seamark.scale.tables import score_table
from tests.metrics.case import BOUNDARY_METRICS
from tests.oracle.windows import gaps, positions
from tests.unit.scale.pairs import pair_table, random_pairs

REFERENCES, HYPOTHESES = random_pairs(500, heaviest=100)
FOUR = [S(), B(), WindowDiff(), Pk()]
#: Types that pyarrow has from version 16 on.
VIEWS = ("string_view", "list_view", "large_list_view") if hasattr(pa, "list_view") else ()
EXPECTED = {metric.info.name: score_pairs(metric, REFERENCES, HYPOTHESES).tolist() for metric in FOUR}


def scores(table, **options):
    found = score_table(table, FOUR, reference="ref", hypothesis="hyp", counts=False, **options)
    assert found["reason"].null_count == len(found)
    return {name: found[name].to_pylist() for name in EXPECTED}


@pytest.mark.parametrize("width", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"])
@pytest.mark.parametrize("of", [getattr(pa, name) for name in ("list_", "large_list", *VIEWS[1:])])
def test_masses_in_lists_of_every_type(width, of):
    kind = of(getattr(pa, width)())
    assert scores(pa.table({"ref": pa.array(REFERENCES, kind), "hyp": pa.array(HYPOTHESES, kind)})) == EXPECTED


def test_fixed_size_lists():
    rows = [[1, 2, 3], [3, 2, 1], [2, 2, 2], [4, 1, 1]]
    kind = pa.list_(pa.int32(), 3)
    table = pa.table({"ref": pa.array(rows, kind), "hyp": pa.array(rows[::-1], kind)}).slice(1, 2)
    found = score_table(table, "S", reference="ref", hypothesis="hyp")
    assert found["S"].to_pylist() == score_pairs(S(), rows[1:3], rows[::-1][1:3]).tolist()


@pytest.mark.parametrize("kind", [pa.list_(pa.int64()), pa.list_(pa.uint8()), pa.large_list(pa.int32())])
@pytest.mark.parametrize("mass_kind", [pa.int64(), pa.uint64(), pa.int16()])
def test_positions_with_a_mass_column(kind, mass_kind):
    table = pa.table(
        {
            "ref": pa.array([positions(row) for row in REFERENCES], kind),
            "hyp": pa.array([positions(row) for row in HYPOTHESES], kind),
            "units": pa.array([sum(row) for row in REFERENCES], mass_kind),
        }
    )
    assert scores(table, mass="units") == EXPECTED


@pytest.mark.parametrize("kind", [getattr(pa, name)() for name in ("string", "large_string", *VIEWS[:1])])
def test_strings(kind):
    texts, others = ([gaps(row) for row in rows] for rows in (REFERENCES, HYPOTHESES))
    for hypotheses in (pa.array(others, kind), pa.array(HYPOTHESES, pa.large_list(pa.uint16()))):
        assert scores(pa.table({"ref": pa.array(texts, kind), "hyp": hypotheses})) == EXPECTED


def test_dictionaries_runs_and_empty_lists_of_nothing():
    strings = pa.array([gaps(row) for row in REFERENCES])
    table = pa.table({"ref": strings.dictionary_encode(), "hyp": pa.array(HYPOTHESES)})
    assert scores(table) == EXPECTED
    if not VIEWS:
        pytest.skip("pyarrow 15 does not make runs of texts")
    runs = pa.RunEndEncodedArray.from_arrays(pa.array([2, 3], pa.int32()), pa.array(["01", "10"]))
    found = score_table(pa.table({"reference": runs, "hypothesis": ["01", "01", "01"]}), "S")
    assert found["S"].to_pylist() == [1.0, 1.0, 0.5]
    nothing = score_table(pa.table({"reference": pa.array([[], []]), "hypothesis": pa.array([None, None])}), "S")
    assert nothing["reason"].to_pylist() == ["reference is empty; expected at least one mass"] * 2


def test_extension_arrays_are_taken_for_what_they_hold():
    class Masses(pa.ExtensionType):
        def __init__(self):
            super().__init__(pa.list_(pa.int64()), "seamark.test.masses")

        def __arrow_ext_serialize__(self):
            return b""

    wrapped = pa.ExtensionArray.from_storage(Masses(), pa.array(REFERENCES))
    assert scores(pa.table({"ref": wrapped, "hyp": HYPOTHESES})) == EXPECTED


def test_chunks_slices_and_small_batches():
    table = pa.table({"ref": REFERENCES, "hyp": HYPOTHESES})
    chunked = pa.concat_tables([table.slice(0, 7), table.slice(7, 0), table.slice(7, 300), table.slice(307)])
    assert scores(chunked) == EXPECTED
    assert scores(table.slice(3))["S"] == EXPECTED["S"][3:]
    for workers in (1, 2, 5):
        assert scores(chunked, batch_rows=11, workers=workers) == EXPECTED


def test_tables_of_other_libraries():
    rows = {"ref": REFERENCES, "hyp": HYPOTHESES}
    strings = {name: [gaps(row) for row in side] for name, side in rows.items()}
    polars, pandas, duckdb = map(pytest.importorskip, ("polars", "pandas", "duckdb"))
    with duckdb.connect() as connection:
        connection.register("pairs", pa.table(rows))
        assert scores(connection.sql("select ref, hyp from pairs")) == EXPECTED
    # polars hands out texts as views, which pyarrow has from version 16 on.
    for table in (polars.DataFrame(rows), *([polars.DataFrame(strings)] if VIEWS else []), pandas.DataFrame(rows)):
        assert scores(table) == EXPECTED
    assert scores(pa.table(rows).to_reader(max_chunksize=50)) == EXPECTED


def test_columns_of_the_result_and_their_signatures():
    table = pair_table(5, id=[10, 20, 30, 40, 50])
    found = score_table(table, {"near": S(n=3), "f": "f"}, reference="ref", hypothesis="hyp", keep=["id"])
    boundary_f = BOUNDARY_METRICS["f"]()
    parts = list(boundary_f.part_rows(np.zeros((1, len(boundary_f.fields)))))
    assert parts == ["precision", "recall"]
    assert found.column_names == [
        "id",
        *("near", "near.potential", "near.distance"),
        *("f", *(f"f.{name}" for name in (*parts, *boundary_f.fields))),
        "reason",
    ]
    assert found["id"].to_pylist() == [10, 20, 30, 40, 50]
    assert found.schema.field("near").metadata[b"signature"].startswith(b"S|n:3|scale:te|w:1,1,1|types:1|v:")


def test_undefined_scores_are_null_with_a_reason():
    table = pa.table({"reference": [[3, 3], [6], [1]], "hypothesis": [[3, 3], [6], [1]]})
    found = score_table(table, [WindowDiff(k=9), Pk(k=9), S()], counts=False)
    assert found.to_pylist() == [
        {
            "windowdiff": None,
            "pk": None,
            "S": 1.0,
            "reason": "WindowDiff is undefined: there is no window; Pk is undefined: there is no window",
        }
    ] * 2 + [{"windowdiff": 0.0, "pk": 0.0, "S": 1.0, "reason": None}]


def pair(reference, hypothesis):
    return pa.table({"reference": [reference], "hypothesis": [hypothesis]})


@pytest.mark.parametrize(
    ("table", "metrics", "message"),
    [
        (pa.table({"reference": [[1]]}), "S", "no column is called 'hypothesis'; there are: reference"),
        (pair([1.0], [1]), "S", "column 'reference' holds lists of double"),
        (pair([1], 7), "S", "column 'hypothesis' is int64"),
        (pair([[1]], [1]), "S", "column 'reference' holds lists of list"),
        (pair([True], [1]), "S", "column 'reference' holds lists of bool"),
        (pair([datetime.timedelta(1)], [1]), "S", "column 'reference' holds lists of duration"),
        (pair([decimal.Decimal(3)], [1]), "S", "column 'reference' holds lists of decimal"),
        ([[1, 2]], "S", "is not a table; expected one with __arrow_c_stream__"),
        (None, "S", "is not a table; expected one with __arrow_c_stream__"),
        ("pairs.parquet", "S", "is not a table; expected one with __arrow_c_stream__"),
        (pair([1], [1]), [], "no metric was given"),
        (pair([1], [1]), {"reason": "S"}, "two columns of the result would be called 'reason'"),
        (pair([1], [1]), {"S": "S", "S.distance": "pk"}, "two columns of the result would be called 'S.distance'"),
    ],
)
def test_what_cannot_be_scored(table, metrics, message):
    with pytest.raises(InputError, match=message):
        score_table(table, metrics)


def test_a_batch_scorer_is_the_same_after_a_journey():
    references, hypotheses = random_pairs(50)
    batch = pa.RecordBatch.from_pydict({"reference": references, "hypothesis": hypotheses, "doc": list(range(50))})
    scorer = BatchScorer(batch.schema, ["S", "windowdiff:k=2"], keep=["doc"])
    sent = pickle.loads(pickle.dumps(scorer))
    assert sent.schema == scorer.schema == scorer(batch).schema
    assert sent(batch).equals(scorer(batch))
    assert pa.Table.from_batches([sent(batch)]).equals(score_table(batch, ["S", "windowdiff:k=2"], keep=["doc"]))


def test_batches_that_do_not_fit_the_scorer():
    batch = pa.RecordBatch.from_pydict({"reference": [[1]], "hypothesis": [[1]], "doc": [1]})
    scorer = BatchScorer(batch.schema, "S", keep=["doc"])
    with pytest.raises(InputError, match=r"batch is .*; expected a pyarrow.RecordBatch"):
        scorer(pa.Table.from_batches([batch]))
    with pytest.raises(InputError, match="no column is called 'doc'"):
        scorer(batch.select(["reference", "hypothesis"]))
    with pytest.raises(InputError, match="column 'doc' is string; expected int64, as the schema has it"):
        scorer(pa.RecordBatch.from_pydict({"reference": [[1]], "hypothesis": [[1]], "doc": ["1"]}))
    with pytest.raises(InputError, match=r"schema is 7; expected a pyarrow\.Schema"):
        BatchScorer(7, "S")


def test_columns_that_are_kept_may_hold_nulls_in_any_batch():
    required = pa.schema([pa.field(name, pa.list_(pa.int64())) for name in ("reference", "hypothesis")])
    required = required.append(pa.field("doc", pa.int64(), nullable=False))
    scorer = BatchScorer(required, "S", keep=["doc"])
    batch = pa.RecordBatch.from_pydict({"reference": [[1]], "hypothesis": [[1]], "doc": pa.array([None], pa.int64())})
    scored = scorer(batch)
    scored.validate(full=True)
    assert scored.to_pylist()[0]["doc"] is None
