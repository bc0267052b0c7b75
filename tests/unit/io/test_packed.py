"""Packed files and archives, and how much of them is unpacked."""

import bz2
import gzip
import io
import lzma
import subprocess
import sys
import zipfile

import pytest

from seamark.base.errors import InputError
from seamark.io import load, load_with_report
from seamark.io.packed import LIMITS
from tests.formats import FIXTURES
from tests.unit.io.packages import need_packages_of

LABELS = b"0 2 a\n2 4 b\n"


def archive(method: int = zipfile.ZIP_STORED, **files: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as made:
        for name, data in files.items():
            made.writestr(name.replace("|", "/"), data)
    return stream.getvalue()


PACKINGS = {"gz": gzip.compress, "xz": lzma.compress, "bz2": bz2.compress}


@pytest.mark.parametrize("packing", PACKINGS)
def test_a_packed_file_is_what_it_holds(tmp_path, packing):
    pack = PACKINGS[packing]
    path = tmp_path / f"song.LAB.{packing}"
    path.write_bytes(pack(LABELS[:6]) + pack(LABELS[6:]) + b"\0" * 512)  # parts, as tools append them, and a filler
    corpus = load(path, resolution=1)
    assert corpus["song"]["coder"].masses == (2, 2)
    assert load(io.BytesIO(path.read_bytes()), name=f"song.lab.{packing}", resolution=1) == corpus
    (tmp_path / f"tune.lab.{packing}").write_bytes(pack(LABELS))
    assert load(tmp_path, resolution=1).item_names == ("song", "tune")


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("cut", [8, 24, -1])
def test_a_packed_file_that_was_cut(tmp_path, packing, cut):
    path = tmp_path / f"song.lab.{packing}"
    path.write_bytes(PACKINGS[packing](LABELS)[:cut])
    with pytest.raises(InputError, match="cannot be unpacked"):
        load(path)


def test_an_archive_is_a_folder(tmp_path):
    path = tmp_path / "labels.zip"
    path.write_bytes(archive(**{"top|ann|song.lab": LABELS, "top|ben|song.lab": b"0 1 a\n1 4 b\n"}))
    corpus = load(path, format="lab", resolution=1)
    assert {coder: s.masses for coder, s in corpus["song"].items()} == {"ann": (2, 2), "ben": (1, 3)}


REFUSED = {
    "empty": (archive(), "is not supported"),
    "folders alone": (archive(**{"empty|": b""}), "is an archive without files"),
    "changed": (archive(**{"song.lab": LABELS}).replace(LABELS, LABELS[::-1]), "can be read: Bad CRC"),
    "above": (archive(**{"..|song.lab": LABELS}), "lies outside of it: '../song.lab'"),
    "absolute": (archive(**{"|song.lab": LABELS}), "lies outside of it: '/song.lab'"),
    "cut": (archive(**{"song.lab": LABELS})[:60], "is not a zip archive that can be read"),
    "unreadable file": (archive(**{"song.lab": b"0 x\n"}), "a.zip/song.lab"),
    "office": (archive(**{"[Content_Types].xml": b"<a/>"}), "save its table as CSV"),
    # methods whose memory cannot be bounded
    "bzip2": (archive(zipfile.ZIP_BZIP2, **{"song.lab": LABELS}), "cannot be bounded; pack it by deflate"),
    "lzma": (archive(zipfile.ZIP_LZMA, **{"song.lab": LABELS}), "cannot be bounded; pack it by deflate"),
}


@pytest.mark.parametrize("what", REFUSED)  # the bytes hold the time of day
def test_archives_that_are_refused(tmp_path, what):
    data, wanted = REFUSED[what]
    path = tmp_path / "a.zip"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        load(path)
    assert str(caught.value).startswith(str(path))
    assert wanted in str(caught.value)


def large_zip() -> bytes:
    """A zip archive that unpacks to 400 MB, and says that it holds five bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed, packed.open("song.lab", "w") as member:
        for _ in range(400):
            member.write(bytes(2**20))
    data = bytearray(stream.getvalue())
    place = data.index(b"PK\x01\x02")
    data[place + 24 : place + 28] = (5).to_bytes(4, "little")
    return bytes(data)


def wide_sheet() -> bytes:
    """A spreadsheet with two cells, in opposite corners of a sheet with 17 billion."""
    openpyxl = pytest.importorskip("openpyxl")
    pytest.importorskip("python_calamine")
    book, stream = openpyxl.Workbook(), io.BytesIO()
    book.active["A1"] = book.active["XFD1048576"] = "item"
    book.save(stream)
    return stream.getvalue()


def long_sheet() -> bytes:
    """A spreadsheet of many rows."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(wide_sheet())) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            rows = b"<row><c><v>1</v></c></row>" * 8_000_000 if name.endswith("sheet1.xml") else b""
            new.writestr(name, old.read(name).replace(b"<sheetData>", b"<sheetData>" + rows))
    return made.getvalue()


HOSTILE = {
    "lies.zip": large_zip,
    "zeros.lab.gz": lambda: gzip.compress(bytes(4 * 10**8), 1),
    "members.lab.gz": lambda: gzip.compress(b"") * 400_000,
    "zeros.lab.xz": lambda: lzma.compress(bytes(10**8), preset=0),
    "zeros.lab.bz2": lambda: bz2.compress(bytes(10**8), 1),
    "corners.xlsx": wide_sheet,
    "rows.xlsx": long_sheet,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_costs_what_it_weighs(tmp_path, name):
    """Refused within a second of processor time, with few bytes in memory, in a process of its own."""
    path = tmp_path / name
    path.write_bytes(HOSTILE[name]())
    code = (
        "import resource, sys, time, seamark as sm\n"
        "import seamark.io.loading\n"
        "def used(who):\n    now = resource.getrusage(who)\n    return now.ru_utime + now.ru_stime, now.ru_maxrss\n"
        "start, before = used(resource.RUSAGE_SELF)\n"
        "try:\n    sm.load(sys.argv[1])\nexcept sm.InputError as error:\n    print(error)\n"
        "(end, most), (child, most_of_child) = used(resource.RUSAGE_SELF), used(resource.RUSAGE_CHILDREN)\n"
        "print(end - start + child, max(most - before, most_of_child) / 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    message, measured = done.stdout.splitlines()
    assert str(path) in message
    seconds, mib = map(float, measured.split())
    assert seconds < 2, done.stdout  # one, and as much again for a busy machine
    assert mib < 300, done.stdout


#: Values within two others; what a string holds is no value.
WHISPER = (
    b'{"text": "", "segments": [{"start": 0, "end": 4, "text": "[[[ \\"{{{ \\\\"}, '
    b'{"start": 4, "end": 5, "text": "]"}]}'
)
#: Elements within three others.
EAF = (
    b'<ANNOTATION_DOCUMENT><TIME_ORDER><TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="0"/>'
    b'<TIME_SLOT TIME_SLOT_ID="b" TIME_VALUE="4000"/><TIME_SLOT TIME_SLOT_ID="c" TIME_VALUE="9000"/></TIME_ORDER>'
    b'<TIER TIER_ID="ann"><ANNOTATION><ALIGNABLE_ANNOTATION TIME_SLOT_REF1="a" TIME_SLOT_REF2="b"/></ANNOTATION>'
    b'<ANNOTATION><ALIGNABLE_ANNOTATION TIME_SLOT_REF1="b" TIME_SLOT_REF2="c"/></ANNOTATION></TIER>'
    b"</ANNOTATION_DOCUMENT>"
)


@pytest.mark.parametrize(
    ("limits", "data", "name"),
    [
        ({"bytes": 100}, archive(**{"song.lab": LABELS + b"\n" * 100}), "a.zip"),
        ({"bytes": 100}, gzip.compress(LABELS + b"\n" * 100), "song.lab.gz"),
        ({"members": 1}, gzip.compress(LABELS) + gzip.compress(b""), "song.lab.gz"),
        ({"members": 1}, archive(**{"a.lab": LABELS, "b.lab": LABELS}), "a.zip"),
        ({"ratio": 500}, gzip.compress(LABELS + b"\n" * 2**27), "song.lab.gz"),
        ({"depth": 0}, archive(**{"b.zip": archive(**{"song.lab": LABELS})}), "a.zip"),
        ({"nesting": 2}, WHISPER, "talk.json"),
        ({"nesting": 3}, EAF, "talk.eaf"),
    ],
    ids=["bytes of zip", "bytes of gzip", "members of gzip", "members of zip", "ratio", "depth", "JSON", "XML"],
)
def test_an_error_names_the_limit_that_can_be_raised(limits, data, name):
    (limit, most), *_ = limits.items()
    with pytest.raises(InputError, match=f"raise '{limit}' with limits=") as raised:
        load(io.BytesIO(data), name=name, resolution=1, limits={} if limit == "ratio" else limits)
    assert str(raised.value).count(name) == 1
    assert load(io.BytesIO(data), name=name, resolution=1, limits={limit: max(2 * most, most + 1, 10**6)}).coder_names


def test_brackets_in_strings_are_not_nested():
    assert load(io.BytesIO(WHISPER), name="talk.json", limits={"nesting": 3})


@pytest.mark.parametrize("limits", [{"files": 3}, {"bytes": "many"}, 7])
def test_limits_that_mean_nothing(limits):
    with pytest.raises(InputError, match="limit"):
        load(io.BytesIO(LABELS), name="song.lab", limits=limits)


def xmi_of(user: str) -> bytes:
    """What INCEpTION makes of the work of one annotator in one document."""
    document = (FIXTURES / "xmi/voyage.txt" / f"{user}.xmi").read_bytes()
    return archive(**{f"{user}.xmi": document, "TypeSystem.xml": (FIXTURES / "xmi/TypeSystem.xml").read_bytes()})


def project(**more: bytes) -> dict[str, bytes]:
    """The files of a project as INCEpTION exports it, with the secondary format UIMA CAS XMI."""
    return {
        "exportedproject.json": b'{"name": "voyage"}',
        "annotation|voyage.txt|INITIAL_CAS.zip": xmi_of("ann"),
        "annotation|voyage.txt|ann.zip": xmi_of("ann"),
        "annotation|voyage.txt|ben.zip": xmi_of("ben"),
        "annotation_ser|voyage.txt|ann.ser": b"\xac\xed\x00\x05",
        "source|voyage.txt": b"The sea was calm.",
        "log|project.log": b"",
        **more,
    }


def test_a_project_of_inception(tmp_path):
    need_packages_of("xmi")
    path = tmp_path / "project.zip"
    path.write_bytes(archive(**project()))
    corpus, report = load_with_report(path)
    assert corpus == load(FIXTURES / "xmi")
    assert corpus.coder_names == ("ann", "ben")
    assert [note.split()[0] for note in report.notes] == ["INITIAL_CAS,", "read"]
    path.write_bytes(archive(**project(**{"curation|voyage.txt|CURATION_USER.zip": xmi_of("ann")})))
    loaded = load_with_report(path)
    assert loaded.corpus == corpus
    assert loaded.report.notes[2].startswith("curated documents are left out")


def test_an_unpacked_project_and_its_folders(tmp_path):
    need_packages_of("xmi")
    with zipfile.ZipFile(io.BytesIO(archive(**project()))) as made:
        made.extractall(tmp_path)
    expected = load(FIXTURES / "xmi")
    assert load(tmp_path) == expected
    assert load(tmp_path / "annotation") == expected
    assert load(tmp_path / "annotation/voyage.txt") == expected


def test_a_project_without_documents_that_can_be_read(tmp_path):
    path = tmp_path / "project.zip"
    files = project()
    path.write_bytes(archive(**{name: data for name, data in files.items() if not name.startswith("annotation|")}))
    with pytest.raises(InputError, match=r"project\.zip: .*INCEpTION.*; export WebAnno"):
        load(path)


def test_an_archive_for_each_document_or_coder(tmp_path):
    users = {user: (FIXTURES / f"webanno/voyage.txt/{user}.tsv").read_bytes() for user in ("ann", "ben")}
    path = tmp_path / "all.zip"
    document = archive(**{f"{user}.tsv": data for user, data in users.items()})
    path.write_bytes(archive(**{"docs|voyage.txt.zip": document}))
    assert load(path) == load(FIXTURES / "webanno")
    other = b"0 1 a\n1 4 b\n"
    (tmp_path / "coders").mkdir()
    for coder, song in (("ann", LABELS), ("ben", other)):
        data = archive(**{"song.lab": song, "tune.lab.gz": gzip.compress(song)})
        (tmp_path / "coders" / f"{coder}.zip").write_bytes(data)
    corpus = load(tmp_path / "coders", resolution=1)
    assert corpus.item_names == ("song", "tune")
    for codings in corpus.values():
        assert {coder: coding.masses for coder, coding in codings.items()} == {"ann": (2, 2), "ben": (1, 3)}


def test_packed_several_times():
    expected = load(io.BytesIO(LABELS), name="song.lab", resolution=1)
    data = archive(**{"song.lab.gz": gzip.compress(LABELS)})
    assert load(io.BytesIO(gzip.compress(data)), name="song.zip.gz", resolution=1) == expected
    for _ in range(LIMITS["depth"]):
        data = archive(**{"song.zip": data})
    assert load(io.BytesIO(data), name="a.zip", resolution=1) == expected
    with pytest.raises(InputError, match="archives are nested more than 4 deep"):
        load(io.BytesIO(archive(**{"song.zip": data})), name="a.zip")


def test_archives_within_one_another_share_their_limits():
    long = LABELS + b"\n" * 200
    inner = [archive(**{f"{number}.lab": long}) for number in range(3)]
    data = archive(**{f"{number}.zip": one for number, one in enumerate(inner)})
    size = sum(map(len, inner)) + 3 * len(long)
    assert load(io.BytesIO(data), name="a.zip", limits={"bytes": size}).coder_names == ("0", "1", "2")
    with pytest.raises(InputError, match=r"^a.zip/2.zip: is larger than .* MiB when unpacked"):
        load(io.BytesIO(data), name="a.zip", limits={"bytes": size - 1})
    with pytest.raises(InputError, match=r"^a.zip/2.zip: holds more than 5 files"):
        load(io.BytesIO(data), name="a.zip", limits={"members": 5})


def test_a_fault_in_a_file_deep_in_archives_is_named_by_all_of_them(tmp_path):
    path = tmp_path / "a.zip"
    coders = {"ann": b"0 2 a\n2 1 b\n", "ben": LABELS}
    path.write_bytes(archive(**{f"x|{coder}.zip": archive(**{"song.lab": data}) for coder, data in coders.items()}))
    with pytest.raises(InputError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}/x/ann.zip/song.lab:2: ")
