"""A short run of the fuzzer for Parquet, always with the same files, and what it stands on."""

from __future__ import annotations

import io

import pyarrow.parquet as pq
import pytest

from tests.fuzz.parquet_mutations import DAMAGES, Worker, damaged, findings
from tests.fuzz.parquet_seeds import seeds


def test_damaged_files_end_in_an_error_of_ours():
    assert [(finding.number, finding.name, finding.what) for finding in findings(60, seed=1)] == []


@pytest.mark.slow
def test_many_damaged_files():
    assert [(finding.number, finding.name, finding.what) for finding in findings(2000, seed=2)] == []


def test_sound_files_are_sound(tmp_path):
    path = tmp_path / "sound.parquet"
    with Worker() as worker:
        for name, data in seeds().items():
            assert pq.read_table(io.BytesIO(data)).num_rows > 0
            path.write_bytes(data)
            assert worker.verdict(path) is None, name


def test_damage_is_done():
    sound = seeds()
    found = list(damaged(200, seed=1))
    assert sum(data != sound[name] for name, data in found) >= 190
    assert found == list(damaged(200, seed=1))
    assert len(set(DAMAGES)) > 10


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("import os; os.abort()", "ended the process (SIGABRT)"),
        ("raise KeyError('x')", "KeyError: 'x'"),
        ("bytearray(2**33)", "MemoryError"),
        ("import time; time.sleep(60)", "took more than 0.5 seconds"),
    ],
)
def test_the_worker_tells_what_goes_wrong(tmp_path, monkeypatch, code, wanted):
    monkeypatch.setattr("tests.fuzz.parquet_mutations.SECONDS", 0.5 if "sleep" in code else 10)
    with Worker(code) as worker:
        assert wanted in (worker.verdict(tmp_path / "any.parquet") or "")
        assert worker.verdict(tmp_path / "any.parquet")  # a new process is there for the next file
