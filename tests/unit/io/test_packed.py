"""Gzip files and zip archives."""

from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from seamark.errors import InputError
from seamark.io import load
from seamark.io.packed import unpacked

LABELS = b"0 2 a\n2 4 b\n"


def archive(**files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        for name, data in files.items():
            made.writestr(name.replace("|", "/"), data)
    return stream.getvalue()


def test_a_gzip_file_is_what_it_holds(tmp_path):
    path = tmp_path / "song.LAB.gz"
    path.write_bytes(gzip.compress(LABELS))
    corpus = load(path, resolution=1)
    assert corpus["song"]["coder"].masses == (2, 2)
    assert load(io.BytesIO(path.read_bytes()), name="song.lab.gz", resolution=1) == corpus
    (tmp_path / "tune.lab.gz").write_bytes(gzip.compress(LABELS))
    assert load(tmp_path, resolution=1).item_names == ("song", "tune")


def test_several_streams_in_one_gzip_file():
    assert unpacked(gzip.compress(b"land ") + gzip.compress(b"ho"), "a.gz") == b"land ho"
    assert unpacked(gzip.compress(b"x" * 10**7), "a.gz", most=1000)[:1000] == b"x" * 1000
    assert unpacked(b"land ho", "a.gz") == b"land ho"


@pytest.mark.parametrize("cut", [3, 12, -1])
def test_a_gzip_file_that_was_cut(tmp_path, cut):
    path = tmp_path / "song.lab.gz"
    path.write_bytes(gzip.compress(LABELS)[:cut])
    with pytest.raises(InputError, match="gzip file"):
        load(path)


def test_an_archive_is_a_folder(tmp_path):
    path = tmp_path / "labels.zip"
    path.write_bytes(archive(**{"top|ann|song.lab": LABELS, "top|ben|song.lab": b"0 1 a\n1 4 b\n"}))
    corpus = load(path, format="lab", resolution=1)
    assert {coder: s.masses for coder, s in corpus["song"].items()} == {"ann": (2, 2), "ben": (1, 3)}


def test_one_file_in_an_archive(tmp_path):
    path = tmp_path / "labels.zip"
    path.write_bytes(archive(**{"song.lab": LABELS, "__MACOSX|song.lab": b"x", ".hidden": b"x"}))
    assert load(path, resolution=1)["song"]["coder"].masses == (2, 2)


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (archive(), "may be|not recognised|is not supported|without files"),
        (archive(**{"..|song.lab": LABELS}), "holds a file that lies outside of it: '../song.lab'"),
        (archive(**{"|song.lab": LABELS}), "holds a file that lies outside of it: '/song.lab'"),
        (archive(**{"song.lab": LABELS})[:60], "is not a zip archive that can be read"),
        (archive(**{"song.lab": b"0 x\n"}), "a.zip/song.lab"),
        (archive(**{"[Content_Types].xml": b"<a/>"}), "is a document of an office program; save its table as CSV"),
    ],
    ids=["empty", "above", "absolute", "cut", "unreadable file", "office"],  # the bytes hold the time of day
)
def test_archives_that_are_refused(tmp_path, data, wanted):
    path = tmp_path / "a.zip"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        load(path)
    message = str(caught.value)
    assert any(part in message for part in wanted.split("|")), message
    assert message.startswith(str(path))


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    with pytest.raises(InputError):
        load(io.BytesIO(archive(**{"song.lab": b"0 x\n"})), name="a.zip")
    assert list(Path(tmp_path / "temporary").iterdir()) == []


def test_an_archive_that_would_be_too_large(monkeypatch):
    monkeypatch.setattr("seamark.io.packed.LARGEST_CONTENT", 100)
    large = LABELS * 100
    with pytest.raises(InputError, match="when unpacked"):
        load(io.BytesIO(archive(**{"song.lab": large})), name="a.zip")
    with pytest.raises(InputError, match="when unpacked"):
        load(io.BytesIO(gzip.compress(large)), name="song.lab.gz")
