"""Formats are recognised by content, then by suffix; if several fit, an error lists them."""

import io

import pytest

from seamark.base.errors import InputError
from seamark.io import ReadOptions, load_with_report
from seamark.io.format import detect
from tests.formats import FIXTURES, format_cases

LABELS = b"0.0\t1.5\tcalm\n1.5\t4.0\tstorm\n"


#: Formats whose files look like those of others: their suffix decides.
ALIKE = ("audacity", "lab", "times", "frames", "markdown", "text", "ctm", "stm", "uem", "flags", "table")
FILES = [
    (case.name, path)
    for case in format_cases().values()
    for name, *_ in case.fixtures
    if case.name not in ALIKE and (path := FIXTURES / name).is_file() and path.suffix != ".zip"
]


@pytest.mark.parametrize(("format", "path"), FILES, ids=[str(path.relative_to(FIXTURES)) for _, path in FILES])
def test_content_is_enough(format, path):
    for misleading in ("", "file", "file.csv", "file.json", "file.txt"):
        assert detect(path.read_bytes(), misleading).name == format


def test_suffix_decides_between_formats_that_look_alike():
    assert detect(LABELS, "a.txt").name == "audacity"
    assert detect(LABELS, "a.LAB").name == "lab"
    with pytest.raises(InputError, match=r"^a: may be audacity or lab; choose one with format="):
        detect(LABELS, "a")
    assert load_with_report(io.BytesIO(LABELS), ReadOptions(format="lab"), name="a").report.format == "lab"


def test_suffix_decides_when_the_content_is_broken():
    assert detect(b"{", "a.jams").name == "jams"
    assert detect(b"not XML", "a.eaf").name == "eaf"
    with pytest.raises(
        InputError, match="is not supported as it is; if it is one of these, choose it with format=: json"
    ):
        detect(b"not JSON", "a.json")


def test_nothing_fits():
    with pytest.raises(InputError, match="is not supported, or not recognised; name the format with format="):
        detect(b"\x89PNG\r\n", "a.png")
    with pytest.raises(InputError, match=r"a\.json: is empty"):
        detect(b" \n", "a.json")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_byte_order_marks(encoding):
    path = FIXTURES / "csv/voyage.csv"
    data = ("\ufeff" + path.read_text(encoding="utf-8")).encode(encoding)
    assert load_with_report(io.BytesIO(data), name="a.csv").corpus == load_with_report(path).corpus


def test_encoding_is_an_option():
    data = "item,coder,mass,position\nvoyage,Zoë,4,2\n".encode("cp1252")
    assert load_with_report(io.BytesIO(data), ReadOptions(encoding="cp1252"), name="a.csv").corpus.coder_names == (
        "Zoë",
    )


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end, tmp_path):
    for name in ("csv/voyage.csv", "wide/return.csv", "srt/talk.srt", "rttm/system.rttm", "lab/song.lab"):
        path = FIXTURES / name
        text = path.read_text(encoding="utf-8").replace("\n", end)
        (tmp_path / path.name).write_text(text, encoding="utf-8", newline="")
        assert load_with_report(tmp_path / path.name).corpus == load_with_report(path).corpus


def test_native_files_of_every_shape():
    item = b'{"item":"a","codings":{"x":[2,3]}}'
    assert detect(b'{"format":"seamark","version":1,"items":[' + item + b"]}", "").name == "json"
    assert detect(b'{"items":[' + item + b'],"format":"seamark","version":1}', "").name == "json"
    assert detect(b'{"format":"seamark","version":1}\n' + item, "").name == "jsonl"
    assert detect(item, "").name == "jsonl"
    assert detect(b'{"codings":{"x":[2,3]},"item":"a"}\n' * 3, "").name == "jsonl"
