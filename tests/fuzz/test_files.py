"""The short part of the fuzzing of files and of Parquet: fixed cases, in a process of their own."""

import io

import pyarrow.parquet as pq
import pytest

from tests.fuzz import cases, file_mutations, guided
from tests.fuzz.file_mutations import FileCases
from tests.fuzz.parquet_mutations import ParquetCases, seeds


def test_damaged_files_are_read_or_refused():
    counts, findings = cases.run(FileCases, 1500, seed=1)
    assert findings == []
    assert counts["read"] + counts["refused"] == 1500
    # Both happen often: damage that is always or never noticed would try little.
    assert counts["read"] > 50
    assert counts["refused"] > 500


def test_what_the_guided_fuzzer_keeps_is_read_or_refused():
    kept = sorted(guided.CORPUS.iterdir())
    assert len(kept) > 100
    assert sum(path.stat().st_size for path in kept) < 300_000
    for path in kept:
        guided.read(path.read_bytes())


@pytest.mark.parametrize(
    ("fault", "site"),
    [
        (lambda *_, **__: 1 // 0, "ZeroDivisionError"),
        (lambda *_, **__: [0] * 10**10, "MemoryError"),
        (lambda *_, **__: file_mutations.os.kill(file_mutations.os.getpid(), 9), "process ended with -9"),
    ],
    ids=["an exception", "memory", "a signal"],
)
def test_what_goes_wrong_is_found(monkeypatch, fault, site):
    monkeypatch.setattr(file_mutations.sm, "load", fault)
    counts, findings = cases.run(FileCases, 3, seed=1, start="fork")
    assert [finding.number for finding in findings] == [0, 1, 2]
    assert all(finding.site.startswith(site) for finding in findings)
    assert counts["found"] == 3


@pytest.mark.parametrize("files", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_damaged_files_end_in_an_error_of_ours(files):
    counts, findings = cases.run(ParquetCases, files, seed=1)
    assert findings == []
    assert counts["fine"] == files


def test_sound_files_are_sound(tmp_path, monkeypatch):
    sound = list(seeds().values())
    assert all(pq.read_table(io.BytesIO(data)).num_rows > 0 for data in sound)
    monkeypatch.setattr(ParquetCases, "file", lambda _, number: ("", sound[number]))
    run_case = ParquetCases(tmp_path, 1)
    assert {run_case(number) for number in range(len(sound))} == {"fine"}
