"""Outputs that are inputs too, whatever leads to them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from seamark.base.errors import InputError
from seamark.safe_write import require_apart


@pytest.fixture(autouse=True)
def _places(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in ("in", "in/deep", "other"):
        Path(folder).mkdir()
    for file in ("in/a", "in/deep/b", "other/c", "d"):
        Path(file).touch()
    Path("link").symlink_to("d")
    Path("folder-link").symlink_to("in")
    os.link("d", "second-name")
    Path("in/linked").symlink_to("../other/c")


@pytest.mark.parametrize(
    ("inputs", "outputs", "wanted"),
    [
        (["d"], ["d"], "d: is an input too"),
        (["d"], ["./other/../d"], "d: is an input too"),
        (["d"], ["link"], "link: is an input too"),
        (["link"], ["d"], "d: is an input too"),
        (["d"], ["second-name"], "second-name: is an input too"),
        (["other/c", "d"], ["new", "d"], "d: is an input too"),
        (["in"], ["in"], "in: is an input too"),
        (["in"], ["folder-link"], "folder-link: is an input too"),
        (["in"], ["in/new"], "in/new: lies in the input in;"),
        (["in"], ["in/deep/b"], "in/deep/b: lies in the input in;"),
        (["folder-link"], ["in/deep/new/newer"], "lies in the input folder-link;"),
        (["in"], ["folder-link/new"], "folder-link/new: lies in the input in;"),
        (["in"], ["other/c"], "other/c: lies in the input in;"),  # by a link in it
        (["in/deep/b"], ["in"], "in: holds the input in/deep/b;"),
        ([], ["new", "other/../new"], "new: is named for two outputs"),
        ([], ["d", "second-name"], "second-name: is named for two outputs"),
    ],
)
def test_refused(inputs, outputs, wanted):
    with pytest.raises(InputError, match=wanted):
        require_apart(inputs, outputs)


@pytest.mark.parametrize(
    ("inputs", "outputs"),
    [
        (["d"], ["new"]),
        (["in"], ["other/new", "new"]),
        (["in"], ["d"]),
        (["missing"], ["missing-too"]),
        (["/dev/null"], ["/dev/null", "/dev/null"]),
        (["in/a"], ["in/new"]),
        (["a\0b"], ["new", "c\0d"]),
    ],
)
def test_fine(inputs, outputs):
    require_apart(inputs, outputs)
