"""Sound Parquet files of many kinds, for the fuzzer to damage."""

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import seamark as sm
from tests.unit.scale.pairs import boundary_string, positions, random_pairs

_ROWS = 60


@cache
def seeds() -> dict[str, bytes]:
    """Files by name: pairs with columns ``ref``, ``hyp`` and ``group``, codings, and corpora of our own."""
    found = {f"pairs of {name}": _file(pa.table(columns)) for name, columns in _pairs().items()}
    pairs = pa.table(_pairs()["masses"])
    for codec in ("none", "gzip", "brotli", "zstd", "lz4"):
        found[f"codec {codec}"] = _file(pairs, compression=codec)
    found |= {
        "many row groups": _file(pairs, row_group_size=5),
        "small pages": _file(pairs, data_page_size=64, write_batch_size=4),
        "second page version": _file(pairs, data_page_version="2.0", write_page_index=True),
        "checksums": _file(pairs, write_page_checksum=True),
        "no dictionary": _file(pairs, use_dictionary=False),
        "no schema of Arrow": _file(pairs, store_schema=False),
        "delta": _file(
            pa.table(_pairs()["strings"]),
            use_dictionary=False,
            column_encoding={"ref": "DELTA_BYTE_ARRAY", "hyp": "DELTA_LENGTH_BYTE_ARRAY", "group": "PLAIN"},
        ),
    }
    for name, corpus in _corpora().items():
        found[f"corpus of {name}"] = _saved(corpus)
    found["codings as masses"] = _file(
        pa.table({"item": ["a", "a", "b"], "coder": ["x", "y", "x"], "masses": [[2, 3], [5], [1, 1, 7]]})
    )
    return found


def _pairs() -> dict[str, dict[str, object]]:
    references, hypotheses = random_pairs(_ROWS, 3, 60)
    masses = [sum(row) for row in references]
    names = [f"g{row % 4}" for row in range(_ROWS)]

    def both(change: Callable[[list[int]], object], kind: pa.DataType | None = None) -> dict[str, object]:
        return {
            name: pa.array([change(row) for row in rows], kind)
            for name, rows in (("ref", references), ("hyp", hypotheses))
        }

    some = dict.fromkeys(range(0, _ROWS, 7))
    return {
        "masses": {**both(list), "group": names},
        "positions": {**both(positions, pa.list_(pa.int32())), "mass": masses, "group": names},
        "strings": {**both(boundary_string), "group": [row % 3 for row in range(_ROWS)]},
        "large strings": {**both(boundary_string, pa.large_string()), "group": np.arange(_ROWS) / 2},
        "dictionaries": {
            **{name: column.dictionary_encode() for name, column in both(boundary_string).items()},
            "group": pa.array(names).dictionary_encode(),
        },
        "nulls": {
            "ref": [some.get(n, row) for n, row in enumerate(references)],
            "hyp": [[*row, None] if n % 9 == 1 else row for n, row in enumerate(hypotheses)],
            "group": [some.get(n, name) for n, name in enumerate(names)],
        },
        "bytes": {**both(list, pa.large_list(pa.uint8())), "group": pa.array(names, pa.large_string())},
        "nested": {**both(list), "group": [{"a": [n, n], "b": {"c": name}} for n, name in enumerate(names)]},
    }


def _corpora() -> dict[str, sm.Corpus]:
    typed = sm.Segmentation.from_positions([2, 2, 4], 7, ["p", "q", "p"])
    return {
        "two coders": sm.Corpus({f"i{n}": {"x": [2, 3, n], "y": [1, 4, n]} for n in range(1, 20)}),
        "types": sm.Corpus({"a": {"x": typed, "y": typed}}),
    }


def _saved(corpus: sm.Corpus) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "corpus.parquet"
        sm.save(corpus, path)
        return path.read_bytes()


def _file(table: pa.Table, **options: object) -> bytes:
    stream = io.BytesIO()
    pq.write_table(table, stream, **options)
    return stream.getvalue()
