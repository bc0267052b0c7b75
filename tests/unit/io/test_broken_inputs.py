"""Files that cannot be read: each gives one clear line that names the file, and nothing else happens."""

from __future__ import annotations

import io
import os
import time
import tracemalloc
from pathlib import Path

import pytest

from seamark.base.errors import InputError, ParseError
from seamark.io import iter_jsonl, known_formats, load
from tests.unit.io.broken_cases import CASES, HEAD, HOSTILE, ITEM, NOT_TEXT, RTTM, TIER, TSV3
from tests.unit.io.packages import need_packages_of

FIXTURES = Path(__file__).parents[2] / "fixtures"

NOT_TEXT_ALONE = ("parquet", "eaf", "xmi", "trs", "brat")
TEXT_FORMATS = [format.name for format in known_formats() if format.name not in NOT_TEXT_ALONE]


def refusal(source, **options) -> str:
    """The one line with which a source is refused, quickly."""
    started = time.process_time()
    with pytest.raises(InputError) as caught:
        load(source, **options)
    assert time.process_time() - started < 5
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 500
    return message


def says(message: str, wanted: str) -> bool:
    return any(part in message for part in wanted.split("|"))


@pytest.mark.parametrize(("name", "data", "wanted"), CASES, ids=[f"{i}-{case[0]}" for i, case in enumerate(CASES)])
def test_broken_file(tmp_path, name, data, wanted):
    need_packages_of(name)
    path = tmp_path / name
    path.write_bytes(data)
    message = refusal(path)
    assert message.startswith(str(path))
    assert says(message, wanted), message


@pytest.mark.parametrize(("name", "data", "wanted"), CASES, ids=[f"{i}-{case[0]}" for i, case in enumerate(CASES)])
def test_broken_stream(name, data, wanted):
    need_packages_of(name)
    assert refusal(io.BytesIO(data), name=name).startswith(name)


@pytest.mark.parametrize(
    ("format", "kind"),
    # prose without separators is a text of one segment, or a label for every frame
    [
        (format, kind)
        for format in TEXT_FORMATS
        for kind in NOT_TEXT
        if kind != "prose" or format not in ("text", "frames", "markdown")
    ],
)
def test_content_of_another_kind(tmp_path, format, kind):
    data, wanted = NOT_TEXT[kind]
    path = tmp_path / "file"
    path.write_bytes(data)
    message = refusal(path, format=format)
    assert message.startswith(str(path))
    assert says(message, wanted), message


def test_there_are_enough_of_them():
    assert len(CASES) >= 200
    assert len({(name, data) for name, data, _ in CASES}) == len(CASES)


# ------------------------------------------------------------------------------------------------- files that are cut


CUT = [
    (FIXTURES / "json" / "voyage.json", {}),
    (FIXTURES / "segeval-json" / "voyage.json", {}),
    (FIXTURES / "label-studio" / "text.json", {}),
    (FIXTURES / "jams" / "song.jams", {}),
    (FIXTURES / "eaf" / "talk.eaf", {}),
    (FIXTURES / "textgrid" / "long.TextGrid", {}),
    (FIXTURES / "textgrid" / "short.TextGrid", {}),
    (FIXTURES / "textgrid" / "elan.TextGrid", {}),
]


@pytest.mark.parametrize(("path", "options"), CUT, ids=[path.name for path, _ in CUT])
@pytest.mark.parametrize("share", [0.1, 0.25, 0.5, 0.75, 0.9, 0.97])
def test_truncated(tmp_path, path, options, share):
    need_packages_of(path.name)
    data = path.read_bytes()
    cut = tmp_path / path.name
    cut.write_bytes(data[: int(len(data) * share)])
    assert refusal(cut, **options).startswith(str(cut))


# ----------------------------------------------------------------------------------------- places that are not files


def test_no_such_file(tmp_path):
    assert refusal(tmp_path / "nothing.json").endswith("nothing.json: no such file or folder")


def test_name_that_no_file_can_have():
    assert "no file can have this name" in refusal("a\0b.json")
    assert "cannot be read" in refusal("a" * 300)


def test_empty_folder(tmp_path):
    assert "holds no data files" in refusal(tmp_path)


def test_folder_of_nothing_known(tmp_path):
    (tmp_path / "a.bin").write_bytes(b"\0\1\2")
    assert "holds no file whose format is clear" in refusal(tmp_path)


def test_folder_of_several_formats(tmp_path):
    (tmp_path / "a.json").write_bytes(b'{"items":{"a":{"x":[1]}}}')
    (tmp_path / "b.vtt").write_bytes(b"WEBVTT\n\n00:00.000 --> 00:01.000\nA\n")
    assert "holds files of several formats: a.json (segeval-json), b.vtt (vtt)" in refusal(tmp_path)


def test_folder_without_files_of_the_format(tmp_path):
    (tmp_path / "a.json").write_bytes(b'{"items":{"a":{"x":[1]}}}')
    assert "holds no files that end with .ann; if others are brat all the same" in refusal(tmp_path, format="brat")


def test_folder_too_deep(tmp_path):
    deep = tmp_path.joinpath(*"abcdefghij")
    deep.mkdir(parents=True)
    (deep / "a.csv").write_bytes(b"unit,x\n1,1\n")
    assert "nested more than 8 deep" in refusal(tmp_path)


def test_folder_deeper_than_its_layout(tmp_path):
    deep = tmp_path / "one" / "two"
    deep.mkdir(parents=True)
    (deep / "a.srt").write_bytes(b"1\n00:00:00,000 --> 00:00:01,000\nA\n")
    assert "lies 2 folders deep; expected a folder per coder" in refusal(tmp_path)


def test_linked_folders_that_never_end(tmp_path):
    (tmp_path / "again").symlink_to(tmp_path)
    assert "holds no data files" in refusal(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read every file")
def test_file_that_may_not_be_read(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(b"{}")
    path.chmod(0)
    assert "permission denied" in refusal(path)


def test_system_refuses_to_read(tmp_path, monkeypatch):
    """The message for what the superuser of a test machine cannot be refused."""

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "a.json"
    path.write_bytes(b"{}")
    monkeypatch.setattr(Path, "open", refuse)
    assert refusal(path) == f"{path}: cannot be read (permission denied)"


def test_device():
    assert refusal("/dev/zero") == "/dev/zero: is a device; expected a file"


def test_text_stream():
    assert "is a text stream" in refusal(io.StringIO("{}"))


def test_file_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr("seamark.io.source.LARGEST_FILE", 1000)
    path = tmp_path / "a.json"
    path.write_bytes(b" " * 1001)
    assert "is larger than" in refusal(path)


# ----------------------------------------------------------------------------------------- options that do not fit


SRT = b"1\n00:00:00,000 --> 00:00:01,000\nA\n"
DOCCANO = b'{"text":"Land ho","label":[[0,4,"A"]]}\n'


@pytest.mark.parametrize(
    ("name", "data", "options", "wanted"),
    [
        ("a.srt", SRT, {"unit": "sentence"}, "unit 'sentence' does not fit times"),
        ("a.srt", SRT, {"unit": "hour"}, "unit is 'hour'; expected"),
        ("a.srt", SRT, {"resolution": 0}, "resolution is 0; expected a positive"),
        ("a.srt", SRT, {"resolution": float("nan")}, "resolution is nan"),
        ("a.srt", SRT, {"resolution": "fine"}, "resolution is 'fine'"),
        ("a.srt", SRT, {"resolution": 10}, "at least 1"),
        ("a.srt", SRT, {"resolution": 1e-300}, "duration / resolution"),
        ("a.srt", SRT, {"duration": -1}, "duration is -1"),
        ("a.srt", SRT, {"duration": 0.5}, "within 0 and 0.5"),
        ("a.srt", SRT, {"snap_limit": -1}, "snap_limit is -1"),
        ("a.srt", SRT, {"types": "names"}, "types is 'names'"),
        ("a.srt", SRT, {"layout": "anyhow"}, "layout is 'anyhow'"),
        ("a.srt", SRT, {"encoding": "klingon"}, "encoding 'klingon' is not known"),
        ("a.srt", SRT, {"encoding": "hex"}, "encoding 'hex' is not known"),
        ("a.srt", SRT, {"format": "srtt"}, "no format is called 'srtt'"),
        ("a.rttm", RTTM, {"layer": "TALK"}, "no lines of type 'TALK'"),
        ("a.rttm", RTTM + RTTM.replace(b"rec", b"two"), {"duration": 9}, "duration fits one item, but there are 2"),
        ("a.jsonl", DOCCANO, {"unit": "time"}, "unit 'time' does not fit a text"),
        ("a.jsonl", DOCCANO, {"resolution": 0.1}, "resolution fits times"),
        ("a.jsonl", DOCCANO, {"duration": 0.1}, "duration fits times"),
        ("a.json", HEAD + ITEM + b"]}", {"unit": "token"}, "unit has no meaning for json"),
        ("a.json", HEAD + ITEM + b"]}", {"resolution": 1}, "resolution has no meaning for json"),
        ("a.srt", SRT, {"layer": "x"}, "layer has no meaning for srt"),
        ("a.rttm", RTTM, {"layout": "item/coder"}, "layout has no meaning for rttm"),
        ("a.json", HEAD + ITEM + b"]}", {"coder": "x"}, "coder has no meaning for json"),
        ("a.TextGrid", TIER + b"0\n", {"layer": "ben"}, "no tier 'ben'; it has ann"),
        ("a.tsv", TSV3 + b"#Text=La\n1-1\t0-2\tLa\tA\t\n", {"layer": "Other"}, "no layer 'Other'"),
    ],
)
def test_option_that_does_not_fit(tmp_path, name, data, options, wanted):
    path = tmp_path / name
    path.write_bytes(data)
    assert wanted in refusal(path, **options)


def test_unknown_option_is_a_type_error(tmp_path):
    with pytest.raises(TypeError, match="units"):
        load(tmp_path, units="token")


# ----------------------------------------------------------------------------------------- hostile files stay small


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_file_costs_little(tmp_path, kind):
    name, data, format = HOSTILE[kind]
    need_packages_of(name)
    path = tmp_path / name
    path.write_bytes(data)
    refusal(path, format=format)  # imports what the format needs
    tracemalloc.start()
    try:
        refusal(path, format=format)
        assert tracemalloc.get_traced_memory()[1] < 120 * len(data) + 10_000_000
    finally:
        tracemalloc.stop()
    refusal(path)


def test_a_line_without_end_is_not_read_into_memory(monkeypatch):
    monkeypatch.setattr("seamark.io.formats.native_lines.LONGEST_LINE", 10_000)

    class Endless(io.RawIOBase):
        def readline(self, limit=-1):
            return b"x" * limit

    with pytest.raises(ParseError, match="the line is longer than"):
        list(iter_jsonl(Endless(), name="endless"))
