"""Files that cannot be read: each gives one clear line that names the file, and nothing else happens."""

import gzip
import io
import time
import tracemalloc
from pathlib import Path

import pytest

from seamark.base.errors import InputError
from seamark.io import known_formats, load
from tests.formats import FIXTURES
from tests.unit.io.packages import need_packages_of

NOT_TEXT_ALONE = ("parquet", "arrow", "eaf", "xmi", "trs", "brat", "tei")
TEXT_FORMATS = [format.name for format in known_formats() if format.name not in NOT_TEXT_ALONE]


RTTM = b"SPEAKER rec 1 0.0 1.0 <NA> <NA> ann <NA> <NA>\n"
NATIVE = b'{"format":"seamark","version":1,"items":[{"item":"a","codings":{"x":[2,3]}}]}'
TIER = b'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n2\n<exists>\n1\n"IntervalTier"\n"ann"\n0\n2\n'
TSV3 = b"#FORMAT=WebAnno TSV 3.3\n#T_SP=custom.Segment|Topic\n\n\n"
BOMB = b'<?xml version="1.0"?><!DOCTYPE z [<!ENTITY a "aaaaaaaaaa">%s]>' % b"".join(
    b'<!ENTITY %c "%s">' % (98 + i, b"&%c;" % (97 + i) * 10) for i in range(9)
)

#: Content that no text format can hold, and a part of the message.
NOT_TEXT = {
    "empty": (b"", "is empty"),
    "blank": (b" \r\n\t\n", "is empty"),
    "zeros": (b"\0" * 300, ""),
    "latin-1": (b"caf\xe9 \xe9\xe8\n" * 3, "not UTF-8|not JSON|not XML"),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)), ""),
    "half of a UTF-16 file": ("item,coder\n".encode("utf-16") + b"x", ""),
    "prose": (b"Call me Ishmael. Some years ago, never mind how long precisely.\n", ""),
}

#: Files made to cost much: name, content, format.
HOSTILE = {
    "a million brackets": ("a.json", b"[" * 1_000_000, "json"),
    "a million objects": ("a.json", b'{"a":' * 1_000_000, "segeval-json"),
    "a bomb of entities": ("a.eaf", BOMB + b"<ANNOTATION_DOCUMENT>&j;</ANNOTATION_DOCUMENT>", "eaf"),
    "a bomb of text": (
        "a.eaf",
        b'<!DOCTYPE a [<!ENTITY a "%s">]><ANNOTATION_DOCUMENT>%s</ANNOTATION_DOCUMENT>'
        % (b"a" * 10**5, b"&a;" * 10**4),
        "eaf",
    ),
    "elements in elements": ("a.eaf", b"<a>" * 100_000, "eaf"),
    "a claim of many intervals": ("a.TextGrid", TIER + b"9" * 15, "textgrid"),
    "a claim of a far sentence": ("a.tsv", TSV3 + b"#Text=La\n1-1\t99999999999-99999999999\tLa\t_\t\n", "webanno"),
    "dots that never end a sentence": (
        "a.jsonl",
        b'{"text":"' + b"." * 1_000_000 + b'","label":[[0,9999999,"A"]]}',
        "doccano",
    ),
    "spaces that never end a line": ("a.lab", b"0 1 a" + b" " * 1_000_000 + b"b\n2 1 c", "lab"),
    "quotes that never end": ("a.csv", b'item,coder,mass,position\n"' + b'""' * 500_000, "csv"),
    "escapes that never end": ("a.json", b'{"' + b'\\"' * 500_000, "json"),
    "line ends": ("a.srt", b"\r\n" * 500_000 + b"x", "srt"),
    "separators": ("a.txt", b"=====\n" * 200_000, "text"),
    "equals signs": ("a.txt", b"=" * 1_000_000, "text"),
    "a number without end": ("a.json", b'{"format":"seamark","version":1,"items":[' + b"9" * 1_000_000, "json"),
}


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


CUT = ["json/voyage.json", "segeval-json/voyage.json", "label-studio/text.json", "jams/song.jams", "eaf/talk.eaf"]
CUT += [f"textgrid/{name}.TextGrid" for name in ("long", "short", "elan")]


@pytest.mark.parametrize("path", [FIXTURES / name for name in CUT], ids=CUT)
@pytest.mark.parametrize("share", [0.1, 0.25, 0.5, 0.75, 0.9, 0.97])
def test_truncated(tmp_path, path, share):
    need_packages_of(path.name)
    data = path.read_bytes()
    cut = tmp_path / path.name
    cut.write_bytes(data[: int(len(data) * share)])
    assert refusal(cut).startswith(str(cut))


LABELS = b"0 1 a\n1 2 b\n"
SEGEVAL = b'{"items":{"a":{"x":[1]}}}'
CLOSED = io.BytesIO(b"{}")
CLOSED.close()


@pytest.mark.parametrize(
    ("files", "options", "wanted"),
    [
        ({}, {}, "holds no data files"),
        ({"a.bin": b"\0\1\2"}, {}, "holds no file whose format is clear"),
        ({"a.json": SEGEVAL, "b.vtt": b"WEBVTT\n\n00:00.000 --> 00:01.000\nA\n"}, {}, "a.json (segeval-json), b.vtt"),
        ({"a.json": SEGEVAL}, {"format": "brat"}, "holds no files that end with .ann"),
        ({"one/two/a.srt": b"1\n00:00:00,000 --> 00:00:01,000\nA\n"}, {}, "lies 2 folders deep"),
        ({"one": LABELS.replace(b" ", b"\t")}, {}, "one: may be audacity or lab; choose one with format="),
        ({"one.seg": LABELS}, {}, "holds no files that end with .lab"),
        ({"one.srt": LABELS}, {"format": "lab"}, "give the files one by one"),
    ],
)
def test_folder_that_cannot_be_read(tmp_path, files, options, wanted):
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    message = refusal(tmp_path, **options)
    assert message.startswith(str(tmp_path))
    assert wanted in message


def test_links_that_never_end(tmp_path):
    (tmp_path / "again").symlink_to(tmp_path)
    assert "holds no data files" in refusal(tmp_path)
    (tmp_path / "a.lab").symlink_to(tmp_path / "a.lab")
    assert "holds no data files" in refusal(tmp_path)


def test_too_much(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(b" " * 1001)
    assert "is larger than" in refusal(path, limits={"bytes": 1000})
    (tmp_path / "b.json").write_bytes(b" ")
    assert "holds more than 1 files" in refusal(tmp_path, limits={"members": 1})


def test_system_refuses_to_read(tmp_path, monkeypatch):
    """The message for what the superuser of a test machine cannot be refused."""

    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "a.json"
    path.write_bytes(b"{}")
    monkeypatch.setattr(Path, "open", refuse)
    assert refusal(path) == f"{path}: cannot be read (permission denied)"


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("nothing.json", "nothing.json: no such file or folder"),
        ("a\0b.json", "no file can have this name"),
        ("a" * 300, "cannot be read"),
        ("/dev/zero", "/dev/zero: is a device"),
        ("/proc/self/mem", "/proc/self/mem: cannot be read"),
        (io.StringIO("{}"), "is a stream of str"),
        (CLOSED, "cannot be read"),
        (3, "source is 3"),
    ],
)
def test_source_that_cannot_be_read(source, wanted):
    if source == "/proc/self/mem" and not Path(source).exists():
        pytest.skip("the system has no file that nobody can read")
    assert wanted in refusal(source, format="json")


SRT = b"1\n00:00:00,000 --> 00:00:01,000\nA\n"
DOCCANO = b'{"text":"Land ho","label":[[0,4,"A"]]}\n'


@pytest.mark.parametrize(
    ("name", "data", "options", "wanted"),
    [
        ("a.srt", SRT, {"unit": "sentence"}, "unit 'sentence' does not fit times"),
        ("a.srt", SRT, {"unit": "hour"}, "unit is 'hour'; expected"),
        ("a.srt", SRT, {"resolution": 0}, "resolution is 0; expected a positive"),
        ("a.srt", SRT, {"resolution": 10}, "from 1 to"),
        ("a.srt", SRT, {"resolution": 1e-300}, "duration / resolution"),
        ("a.srt", SRT, {"duration": -1}, "duration is -1"),
        ("a.srt", SRT, {"duration": 0.5}, "within 0 and 0.5"),
        ("a.srt", SRT, {"snap_limit": -1}, "snap_limit is -1"),
        ("a.srt", SRT, {"encoding": "klingon"}, "encoding 'klingon' is not known"),
        ("a.srt", SRT, {"format": "srtt"}, "no format is called 'srtt'"),
        ("a.rttm", RTTM + RTTM.replace(b"rec", b"two"), {"duration": 9}, "duration fits one item, but there are 2"),
        ("a.jsonl", DOCCANO, {"unit": "time"}, "unit 'time' does not fit a text"),
        ("a.jsonl", DOCCANO, {"resolution": 0.1}, "resolution fits times"),
        ("a.json", NATIVE, {"resolution": 1}, "resolution has no meaning for json"),
        ("a.srt", SRT, {"layer": "x"}, "layer has no meaning for srt"),
        ("a.rttm", RTTM, {"layout": "item/coder"}, "layout has no meaning for rttm"),
        ("a.json", NATIVE, {"coder": "x"}, "coder has no meaning for json"),
        ("a.TextGrid", TIER + b"0\n", {"layer": "ben"}, "no tier 'ben'; it has ann"),
        ("a.tsv", TSV3 + b"#Text=La\n1-1\t0-2\tLa\tA\t\n", {"layer": "Other"}, "no layer 'Other'"),
        ("a.lab", LABELS, {"types": "labels", "types_as_one": True}, "types_as_one would undo types='labels'"),
        ("a.lab", LABELS, {"flags": "starts", "format": "lab"}, "flags has no meaning for lab"),
        ("a.csv", b"item,coder,mass,position\n", {"columns": {"item": "item"}, "format": "csv"}, "columns"),
        ("a.json", SEGEVAL, {"time_unit": "ms"}, "time_unit has no meaning for segeval-json"),
        ("a.csv", LABELS, {"columns": {"place": "a"}}, "a role in columns is 'place'"),
        ("a.lab", LABELS, {"time_unit": "hours"}, "time_unit is 'hours'; expected s, ms"),
        ("a.lab", LABELS, {"ends": "open"}, "ends is 'open'"),
        ("a.lab", LABELS, {"kind": "labels", "levels": ["a"]}, "levels is for levels, not for labels"),
        ("a.lab", LABELS, {"kind": "spans", "resolution": 2}, "from 1 to 2 is empty on this grid|from 0 to 1 is empty"),
    ],
)
def test_option_that_does_not_fit(tmp_path, name, data, options, wanted):
    path = tmp_path / name
    path.write_bytes(data)
    assert says(refusal(path, **options), wanted)


def test_unknown_option_is_a_type_error(tmp_path):
    with pytest.raises(TypeError, match="units"):
        load(tmp_path, units="token")


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


TAR = b"song.lab".ljust(257, b"\0") + b"ustar\x0000" + b"\0" * 248 + b"0 1 a\n"


@pytest.mark.parametrize(
    ("name", "data"),
    [("a.tar", TAR), ("a.tar.gz", gzip.compress(TAR, mtime=0)), ("a.rar", b"Rar!\x1a\x07\x00"),
     ("a.7z", b"7z\xbc\xaf\x27\x1c"), ("a.txt.gz", gzip.compress(gzip.compress(b"", mtime=0), mtime=0))],
    ids=lambda given: given if isinstance(given, str) else "",
)  # fmt: skip
def test_packed_in_another_way(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    assert refusal(path) == f"{path}: is not supported: it is packed in a way that is not read; use zip"


def test_a_type_system_that_cannot_be_read(tmp_path):
    need_packages_of("xmi")
    (tmp_path / "a.xmi").write_bytes((FIXTURES / "xmi/voyage.txt/ann.xmi").read_bytes())
    empty = b"<typeSystemDescription><types><typeDescription/></types></typeSystemDescription>"
    (tmp_path / "TypeSystem.xml").write_bytes(empty)
    assert "TypeSystem.xml: " in refusal(tmp_path / "a.xmi")


def test_a_text_or_a_group_that_two_files_tell_differently():
    files = [
        b'{"item":"poem","mass":2,"texts":["a","%s"],"codings":{"%s":[1,1]}}\n' % (text, coder)
        for text, coder in ((b"b", b"ann"), (b"c", b"ben"))
    ]
    with pytest.raises(InputError, match="the text of item 'poem' has two different values: 'b' and 'c'"):
        load([io.BytesIO(data) for data in files], format="jsonl")
