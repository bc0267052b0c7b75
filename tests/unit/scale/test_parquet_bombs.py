"""Files that claim more than memory holds: refused, or read in batches that fit."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from seamark import ParseError, load
from seamark.scale import agree_parquet, files, score_parquet

#: MB that scoring may take whatever the file says, and those it may take when lists are short.
MOST_MB, USUAL_MB = 4096, 700


def ones(length, kind=np.int64):
    return pa.array(np.ones(length, dtype=kind))


def lists(offsets, values):
    return pa.LargeListArray.from_arrays(pa.array(offsets, pa.int64()), values)


def write(path, columns, **options):
    pq.write_table(pa.table(columns), path, row_group_size=2**30, compression="zstd", **options)
    return path


@pytest.fixture(scope="module")
def long_list(tmp_path_factory):
    """One row of 2**26 masses, in about a kilobyte."""
    column = lists([0, 2**26], ones(2**26))
    path = write(tmp_path_factory.mktemp("bomb") / "list.parquet", {"reference": column, "hypothesis": column})
    assert path.stat().st_size < 5000  # a few kilobytes, by whatever version of pyarrow it was written
    return path


def test_a_list_without_end_is_refused(long_list):
    message = (
        r"list.parquet: row group 0: column 'reference' takes [\d,]+ bytes in the file and up to 1,073,741,824 in "
        r"memory; expected at most 268,435,456 \(most_bytes\), or 100 times what is in the file"
    )
    with pytest.raises(ParseError, match=message):
        score_parquet(long_list, "S")


def test_the_option_lifts_the_limit(tmp_path):
    column = lists([0, 2**16], ones(2**16))
    path = write(tmp_path / "list.parquet", {"reference": column, "hypothesis": column})
    with pytest.raises(ParseError, match="most_bytes"):
        score_parquet(path, "S", most_bytes=2**19)
    assert score_parquet(path, "S", most_bytes=2**20).overall["S"].macro == 1.0


def test_a_page_that_contradicts_the_footer_takes_no_more_memory(tmp_path):
    column = lists([0, 1000], ones(1000))
    path = write(tmp_path / "list.parquet", {"reference": column, "hypothesis": column})
    assert score_parquet(path, "S", most_bytes=2**15).overall["S"].macro == 1.0
    claimed = b"\x2c\x15"  # the first field of the header of a data page: the number of its values
    data = path.read_bytes().replace(claimed + b"\xd0\x0f", claimed + b"\x80\x7d")  # 8,000 instead of 1,000
    path.write_bytes(data)
    if int(pa.__version__.split(".")[0]) < 19:  # reads as many values as the footer says, to which the limit applied
        assert score_parquet(path, "S", most_bytes=2**15).overall["S"].macro == 1.0
        return
    with pytest.raises(ParseError, match="cannot be read as Parquet"):
        score_parquet(path, "S", most_bytes=2**15)


def test_what_is_in_the_file_may_be_read(tmp_path):
    """Numbers that are stored in full are accepted."""
    rng = np.random.default_rng(1)
    column = lists(np.arange(0, 2**16 + 1, 64), pa.array(rng.integers(1, 2**40, 2**16)))
    path = write(tmp_path / "list.parquet", {"reference": column, "hypothesis": column})
    assert score_parquet(path, "S", most_bytes=1).overall["S"].macro == 1.0


def test_agreement_and_loading_refuse_as_well(tmp_path):
    codings = {"item": ["a"], "coder": ["x"], "masses": lists([0, 2**26], ones(2**26))}
    path = write(tmp_path / "codings.parquet", codings)
    for read in (agree_parquet, load):
        with pytest.raises(ParseError, match=r"codings.parquet: row group 0: column 'masses' takes"):
            read(path)
    rows = 2**22
    names = pa.DictionaryArray.from_arrays(pa.array(np.zeros(rows, np.int32)), pa.array(["a"]))
    write(path, {"item": names, "coder": names, "masses": lists(np.arange(rows + 1), ones(rows, np.int8))})
    with pytest.raises(ParseError, match=r"codings.parquet: "):
        load(path)


def copies(rows, length):
    """Many rows that are one long string."""
    return pa.DictionaryArray.from_arrays(pa.array(np.zeros(rows, np.int32)), pa.array(["0" * length]))


@pytest.mark.parametrize(
    ("column", "options"),
    [
        (copies(500, 2**20), {}),
        (copies(500, 2**20).cast(pa.string()), {}),
        # Of strings that share their beginnings each takes a few bytes.
        (copies(500, 10**5).cast(pa.string()), {"use_dictionary": False, "column_encoding": "DELTA_BYTE_ARRAY"}),
    ],
    ids=["dictionary", "plain", "delta"],
)
def test_long_strings_that_take_no_room_come_in_small_batches(tmp_path, column, options):
    path = write(tmp_path / "pairs.parquet", {"reference": column, "hypothesis": column}, **options)
    assert path.stat().st_size < 10**5
    [piece] = files.parquet_input(path, ["reference", "hypothesis"], 2**28).pieces
    assert piece.batch_rows <= 2**26 // len(column[0].as_py())
    assert score_parquet(path, "S").overall["S"].pairs == len(column)


PEAK = """
import sys
from pathlib import Path
from seamark import SeamarkError
from seamark.scale import score_parquet
try:
    score_parquet(sys.argv[1], "S", workers=2)
except SeamarkError:
    pass
print(next(int(line.split()[1]) // 1024 for line in Path("/proc/self/status").open() if line.startswith("VmHWM")))
"""


def peak(path):
    done = subprocess.run([sys.executable, "-c", PEAK, path], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_memory_stays_bounded(tmp_path, long_list):
    assert peak(long_list) < USUAL_MB
    column = copies(2**13, 120_000)
    assert peak(write(tmp_path / "copies.parquet", {"reference": column, "hypothesis": column})) < USUAL_MB


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_the_longest_lists_that_are_read(tmp_path):
    """All values of a row group in one row, as many as the limit admits, in several row groups."""
    longest = lists([0, 2**24], ones(2**24))
    table = pa.table({"reference": longest, "hypothesis": longest})
    with pq.ParquetWriter(tmp_path / "many.parquet", table.schema, compression="zstd") as writer:
        for _ in range(6):
            writer.write_table(table)
    assert score_parquet(tmp_path / "many.parquet", "S").overall["S"].pairs == 6  # read, not refused
    assert peak(tmp_path / "many.parquet") < MOST_MB


@pytest.mark.parametrize("make", ["columns", "row groups"])
def test_the_work_of_finding_row_groups_grows_with_the_file(tmp_path, make):
    """Counted in calls, not in seconds, so that a busy machine does not matter."""

    def calls(size):
        path = tmp_path / f"{size}.parquet"
        if make == "columns":
            columns = {f"c{number}": [1] for number in range(size)}
            pq.write_table(pa.table({"ref": [[1]], "hyp": [[1]], **columns}), path)
        else:
            pq.write_table(pa.table({"ref": [[1]] * size, "hyp": [[1]] * size}), path, row_group_size=1)
        count = 0

        def count_calls(frame, event, argument):
            nonlocal count
            count += 1

        sys.setprofile(count_calls)
        try:
            score_parquet(path, "S", reference="ref", hypothesis="hyp", workers=1)
        finally:
            sys.setprofile(None)
        return count

    small, large = calls(300), calls(1200)
    assert large < 4.4 * small
