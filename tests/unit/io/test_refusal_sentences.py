"""Refusals that no other test meets: each with its whole sentence, or the part that says what helps."""

from __future__ import annotations

import codecs
import gzip
import io
import json
import zipfile
from pathlib import Path

import pytest

from seamark import Corpus, Segmentation
from seamark.base.errors import InputError
from seamark.io import ReadOptions, iter_jsonl, load, load_models, save
from seamark.io.source import read_file
from tests.unit.io.packages import need_packages_of

BARE = b"\xef\xbb\xbf"  # a byte order mark and nothing else
ITEM = '{"item":"poem","mass":2,"texts":["a","b"],"codings":{"%s":[1,1]}}'
TRS = b"<Trans><Episode><Section startTime='0' endTime='1'/></Episode></Trans>"


def jams_of(**annotation: object) -> bytes:
    whole = {"annotations": [annotation], "file_metadata": {"duration": 4.0}}
    return json.dumps(whole).encode()


def tasks(*results: dict[str, object], **data: object) -> bytes:
    made = [
        {"id": number, "data": data, "annotations": [{"completed_by": 1, "result": [result]}]}
        for number, result in enumerate(results)
    ]
    return json.dumps(made).encode()


PARAGRAPH = {
    "type": "paragraphlabels",
    "value": {"start": "0", "end": "7", "startOffset": 0, "endOffset": 1, "paragraphlabels": ["A"]},
}
LABEL = {"type": "labels", "value": {"start": 0, "end": 2, "labels": ["A"]}}
SAYS = [{"text": "Land ho"}]

#: Name, bytes, options, and what the message says behind the name.
FILES = [
    ("a.txt", BARE, {"format": "frames"}, ": has no labels; expected one at least"),
    ("a.txt", BARE, {"format": "times"}, ": has no labels; expected one at least"),
    ("a.lab", b"# nothing yet\n", {"format": "lab"}, ": has no labels; expected one at least"),
    ("a.csv", BARE, {"format": "csv"}, ": is empty; expected a table with a header"),
    ("a.csv", b"start,end\n", {}, ": has no intervals; expected a row at least"),
    ("a.vtt", b"WEBVTT\n", {}, ": has no cues; expected one at least"),
    (
        "a.cha",
        b"@Begin\n*CHI:\tla la .\n@End\n",
        {},
        ": has no utterance with a time; link the transcript to its recording first",
    ),
    ("a.trs", b"<Turns/>", {"format": "trs"}, ": its root is 'Turns'; expected Trans"),
    ("a.trs", TRS, {}, ": has no turns; expected Turn within Section, within Episode"),
    (
        "a.eaf",
        b'<ANNOTATION_DOCUMENT><HEADER TIME_UNITS="PAL-frames"/></ANNOTATION_DOCUMENT>',
        {},
        ": its time unit is 'PAL-frames'; expected milliseconds",
    ),
    (
        "a.eaf",
        b"<ANNOTATION_DOCUMENT></ANNOTATION_DOCUMENT>",
        {},
        ": has no tiers with times; expected one whose annotations have a start and an end",
    ),
    (
        "a.jams",
        jams_of(namespace="segment_open", data={"time": [0], "duration": [1, 2], "value": ["A"]}),
        {},
        ": the columns of an annotation have different lengths",
    ),
    (
        "a.jams",
        jams_of(namespace="multi_segment", data=[{"time": 0, "duration": 1, "value": "A"}]),
        {},
        ": a value of multi_segment is 'A'; expected a label and a whole level",
    ),
    ("a.jams", b'{"annotations": []}', {}, ": has no annotation of namespace segment_* or multi_segment; it has none"),
    (
        "a.json",
        tasks(PARAGRAPH, one=SAYS, other=SAYS),
        {},
        ": task '0': cannot tell which field of data holds the paragraphs (one, other); expected one",
    ),
    (
        "a.json",
        tasks(PARAGRAPH, dialogue=SAYS),
        {},
        ": task '0': a region lies at character 1 of paragraph '7', which is not there",
    ),
    (
        "a.json",
        tasks(LABEL, LABEL, text="Land ho", title="log"),
        {"name_by": "title"},
        ": two tasks have title 'log'; expected another name_by=",
    ),
    (
        "a.json",
        f'{{"format":"seamark","version":1,"items":[{ITEM % "ann"},{ITEM % "ben"}]}}'.encode(),
        {},
        ": item 'poem' stands twice with texts; expected them once",
    ),
    (
        "a.jsonl",
        f"{ITEM % 'ann'}\n{ITEM % 'ben'}\n".encode(),
        {},
        ":2: item 'poem' stands twice with texts; expected them once",
    ),
    (
        "a.tsv",
        b"Coder\tMasses\nann\t4611686018427387904\t4611686018427387904\n",
        {},
        ":2: item 'a', coder 'ann': ",
    ),
    (
        "a.csv",
        b"item,coder,mass,position\npoem,ann,4611686018427387905,1\n",
        {},
        "no number of units is larger than 2**62",
    ),
    (
        "a.csv",
        b"document,segment,coder,text\npoem,1,ann,x\npoem,1,ben,y\n",
        {},
        ": the units of document 'poem' have other texts for coder 'ben'",
    ),
    ("a.tsv", b"#id=1\n#text=Land ho\n\n", {}, ": has no tokens; expected rows such as '1-1<tab>Word'"),
    (
        "a.csv",
        b"unit\n1\n",
        {"format": "wide"},
        ":1: the header has one column; expected the unit and at least one coder",
    ),
    ("a.csv", b"unit,ann\n5,1\n6,1\n", {"format": "wide"}, ":2: the first unit is 5; expected 1 (or 0)"),
    ("a.lab.gz", b"\x1f\x8b\x00\x00junk", {}, ": is not a gzip file that can be read: "),
    ("a.lab.gz", gzip.compress(b"0 1 a\n")[:-3], {}, ": is a gzip file that ends too early; pack or download it again"),
    (
        "a.txt",
        "One.\n====\nTwo.\n".encode("utf-16-le"),
        {"format": "text"},
        ":1: holds a NUL character, so it is no text, or has another encoding (such as utf-16-le)",
    ),
    ("a.json", b'{"items": {"a": {"b": [1], "b": [1]}}}', {}, "key 'b' stands twice in one object"),
    ("a.json", b'{"items": {"a": {"b": [NaN]}}}', {}, "NaN is not a number of JSON"),
    (
        "a.txt",
        b"some words\nand more\n",
        {"format": "lab"},
        ":1: 'some words' is not a label; expected start, end and text",
    ),
    ("a.txt", b"some words\nand more\n", {"format": "lab"}, ", or another format="),
]


@pytest.mark.parametrize(
    ("name", "data", "options", "wanted"), FILES, ids=[f"{number} {case[0]}" for number, case in enumerate(FILES)]
)
def test_a_file(tmp_path, name, data, options, wanted):
    need_packages_of(name)
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        load(path, **options)
    message = str(caught.value)
    assert message.startswith(str(path))
    assert wanted in message
    assert "\n" not in message


TAR = b"song.lab".ljust(257, b"\0") + b"ustar\x0000" + b"\0" * 248 + b"0 1 a\n"


@pytest.mark.parametrize(
    ("name", "data"),
    [("a.tar", TAR), ("a.tar.gz", gzip.compress(TAR, mtime=0)), ("a.rar", b"Rar!\x1a\x07\x00"),
     ("a.txt.bz2", b"BZh91AY&SY"), ("a.7z", b"7z\xbc\xaf\x27\x1c"), ("a.txt.xz", b"\xfd7zXZ\x00")],
    ids=lambda given: given if isinstance(given, str) else "",
)  # fmt: skip
def test_packed_in_another_way(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        load(path)
    assert str(caught.value) == (
        f"{path}: is not supported: it is packed in a way that is not read; unpack it, or pack it as zip or gz"
    )


def test_xmi_without_a_text_or_with_two_views(tmp_path):
    need_packages_of("xmi")
    fixtures = Path(__file__).parents[2] / "fixtures" / "xmi"
    (tmp_path / "TypeSystem.xml").write_bytes((fixtures / "TypeSystem.xml").read_bytes())
    sound = (fixtures / "voyage.txt" / "ann.xmi").read_bytes()
    path = tmp_path / "a.xmi"
    for old, new, wanted in [
        (b"sofaString=", b"string=", "holds no text; expected a Sofa with a sofaString"),
        (b"</xmi:XMI>", b'<cas:View sofa="1" members=""/></xmi:XMI>', "has two views of the text '1'"),
    ]:
        assert old in sound
        path.write_bytes(sound.replace(old, new))
        with pytest.raises(InputError) as caught:
            load(path)
        assert str(caught.value) == f"{path}: {wanted}"
    path.write_bytes(sound)
    (tmp_path / "TypeSystem.xml").write_bytes(
        b"<typeSystemDescription><types><typeDescription/></types></typeSystemDescription>"
    )
    with pytest.raises(InputError, match=r"TypeSystem\.xml: dkpro-cassis cannot read it: "):
        load(path)


# -------------------------------------------------------------------------------------- folders and several files


def test_a_folder_of_files_that_may_be_several_things(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).write_bytes(b"0\t1\ta\n1\t2\tb\n")
    with pytest.raises(InputError) as caught:
        load(tmp_path)
    assert str(caught.value) == f"{tmp_path / 'one'}: may be audacity or lab; say which with format="
    assert load(tmp_path, format="lab").item_names == ("one", "two")


def test_a_folder_of_files_with_suffixes_of_their_own(tmp_path):
    for name in ("one.seg", "two.seg"):
        (tmp_path / name).write_bytes(b"0 1 a\n1 2 b\n")
    with pytest.raises(InputError) as caught:
        load(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}: holds no files that end with .lab; if others are lab all the same, say so with format="
    )
    assert load(tmp_path, format="lab").item_names == ("one", "two")
    for path in list(tmp_path.iterdir()):
        path.rename(path.with_suffix(".srt"))
    with pytest.raises(InputError, match="if others are lab all the same, give the files by themselves"):
        load(tmp_path, format="lab")
    assert load([tmp_path / "one.srt", tmp_path / "two.srt"], format="lab").item_names == ("one", "two")


def test_a_folder_of_too_many_files(tmp_path, monkeypatch):
    monkeypatch.setattr("seamark.io.loading.MOST_FILES", 1)
    for name in ("a.lab", "b.lab"):
        (tmp_path / name).write_bytes(b"0 1 a\n")
    with pytest.raises(InputError) as caught:
        load(tmp_path)
    assert str(caught.value) == f"{tmp_path}: holds more than 1 files; read parts of it"


def test_a_link_that_leads_to_itself(tmp_path):
    (tmp_path / "a.lab").symlink_to(tmp_path / "a.lab")
    with pytest.raises(InputError, match=r"a\.lab: cannot be read \("):
        load(tmp_path)


def test_a_text_or_a_group_that_two_files_tell_differently():
    files = [
        b'{"item":"poem","mass":2,"texts":["a","%s"],"codings":{"%s":[1,1]}}\n' % (text, coder)
        for text, coder in ((b"b", b"ann"), (b"c", b"ben"))
    ]
    with pytest.raises(InputError, match="the text of item 'poem' is told twice, differently"):
        load([io.BytesIO(data) for data in files], format="jsonl")


def test_a_text_and_a_recording_of_one_name(tmp_path):
    (tmp_path / "a.lab").write_bytes(b"0 1 x\n")
    (tmp_path / "a.jsonl").write_bytes(b'{"id":"a","text":"Land ho","label":[[0,4,"A"]]}\n')
    with pytest.raises(InputError, match="some coders marked a text, some a recording; read them by themselves"):
        load([tmp_path / "a.lab", tmp_path / "a.jsonl"])


def test_an_archive_that_cannot_be_unpacked(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x" * 300 + ".lab", b"0 1 a\n")
    with pytest.raises(InputError, match=r"a\.zip: cannot be unpacked: "):
        load(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.mkdir("empty") if hasattr(archive, "mkdir") else archive.writestr("empty/", b"")
    with pytest.raises(InputError) as caught:
        load(path)
    assert str(caught.value) == f"{path}: is an archive without files; expected one at least"


# ------------------------------------------------------------------------------------------- streams and options


def test_streams_of_another_kind():
    with pytest.raises(InputError, match="source is 3; expected a path, or a binary stream"):
        load(3)
    with pytest.raises(InputError, match="is a stream of str; expected a binary one"):
        next(iter_jsonl(io.StringIO("{}")))
    closed = io.BytesIO(b"{}")
    closed.close()
    for reading in (lambda: load(closed), lambda: next(iter_jsonl(closed))):
        with pytest.raises(InputError, match="cannot be read"):
            reading()


def test_a_folder_where_a_file_should_be(tmp_path):
    with pytest.raises(InputError) as caught:
        read_file(tmp_path)
    assert str(caught.value) == f"{tmp_path}: is a folder; expected a file"


def test_options_that_contradict_each_other():
    with pytest.raises(InputError, match="types_as_one would undo types='labels'; expected one of them"):
        ReadOptions(types="labels", types_as_one=True)
    with pytest.raises(InputError, match="levels is for levels, not for labels"):
        load_models(io.BytesIO(b"0 1 a\n"), "labels", levels=["a"], name="a.lab")


def test_spans_that_do_not_fit_the_grid(tmp_path):
    lines = io.BytesIO(b"0 10 a\n10 10.2 b\n10.2 20 c\n")
    with pytest.raises(InputError, match=r"the span from 10 to 10\.2 is empty on this grid; use a finer one"):
        load_models(lines, "spans", ReadOptions(resolution=1.0), name="a.lab")
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.lab").write_bytes(b"0 1 a\n")
    files = [tmp_path / name / "a.lab" for name in ("one", "two")]
    with pytest.raises(InputError, match="item 'a', coder 'me': stands twice; expected one coding"):
        load_models(files, "spans", ReadOptions(coder="me"))


# -------------------------------------------------------------------------------------------------------- writing

TYPED = Corpus({"song": {"ann": Segmentation.from_positions([2], 4, ["<b>"])}})


def test_labels_that_subtitles_cannot_hold(tmp_path):
    with pytest.raises(InputError) as caught:
        save(TYPED, tmp_path / "a.vtt", resolution=1.0)
    assert str(caught.value).endswith(
        "the label '<b>' holds an arrow or a sign of markup, which have a meaning in subtitles; use audacity or "
        "textgrid"
    )


def test_what_to_drop_is_a_collection(tmp_path):
    with pytest.raises(InputError, match=r"drop is 3; expected a collection, such as \('texts',\)"):
        save(TYPED, tmp_path / "a.json", drop=3)


def test_a_group_that_is_no_text(tmp_path):
    with pytest.raises(InputError, match="cannot be written as JSON: "):
        save(Corpus({"a": {"ann": [1, 1]}}, groups={"ann": "\ud800"}), tmp_path / "a.json")


def test_a_codec_with_an_error_of_its_own(tmp_path):
    def decode(data: bytes, errors: str = "strict") -> tuple[str, int]:
        if errors == "strict":
            raise UnicodeError("no shore in sight")
        return "", len(data)

    def search(name: str) -> codecs.CodecInfo | None:
        return codecs.CodecInfo(codecs.utf_8_encode, decode, name=name) if name == "adrift" else None

    path = tmp_path / "a.txt"
    path.write_bytes(b"One.\n====\nTwo.\n")
    codecs.register(search)
    try:
        with pytest.raises(InputError) as caught:
            load(path, format="text", encoding="adrift")
    finally:
        codecs.unregister(search)
    assert str(caught.value).startswith(f"{path}: is not adrift: ")
    assert "no shore in sight" in str(caught.value)


def test_brackets_in_brackets_without_end(tmp_path):
    path = tmp_path / "a.jams"
    path.write_bytes(b"[" * 200_000 + b"]" * 200_000)
    with pytest.raises(InputError) as caught:
        load(path)
    assert str(caught.value) == f"{path}: not JSON that can be read: nested too deeply"


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="the system has no file that nobody can read")
def test_a_file_that_cannot_be_read():
    with pytest.raises(InputError) as caught:
        load("/proc/self/mem", format="json")
    assert str(caught.value) == "/proc/self/mem: cannot be read (input/output error)"
