"""Packages that some formats need; without them, the tests of those formats are skipped."""

import pytest

NEEDED = {"eaf": ("defusedxml",), "xmi": ("defusedxml", "cassis"), "parquet": ("pyarrow",)}


def need_packages_of(name: str) -> None:
    """Skip the test unless what a format, or a file of that suffix, needs is installed."""
    for package in NEEDED.get(name.rpartition(".")[2], ()):
        pytest.importorskip(package)
