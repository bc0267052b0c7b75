"""A short run of the fuzzer for Parquet, always with the same files."""

from __future__ import annotations

import io

import pyarrow.parquet as pq
import pytest

from tests.fuzz.parquet_mutations import DAMAGES, damaged, parquet_cases, run_damaged
from tests.fuzz.parquet_seeds import seeds


@pytest.mark.parametrize("files", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_damaged_files_end_in_an_error_of_ours(files):
    counts, findings = run_damaged(files, 1)
    assert findings == []
    assert counts["fine"] == files


def test_sound_files_are_sound(tmp_path, monkeypatch):
    sound = list(seeds().values())
    assert all(pq.read_table(io.BytesIO(data)).num_rows > 0 for data in sound)
    monkeypatch.setattr("tests.fuzz.parquet_mutations.damaged", lambda seed, number: ("", sound[number]))
    run_case = parquet_cases(tmp_path, 1)
    assert {run_case(number) for number in range(len(sound))} == {"fine"}


def test_damage_is_done():
    sound = seeds()
    found = [damaged(1, number) for number in range(100)]
    assert sum(data != sound[name] for name, data in found) >= 95
    assert len(set(DAMAGES)) > 10
