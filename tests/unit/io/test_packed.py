"""Gzip files and zip archives."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from seamark.base.errors import InputError
from seamark.io import load, load_with_report
from seamark.io.packed import DEEPEST_PACKING
from tests.unit.io.packages import need_packages_of

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


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (archive(), "is not supported"),
        (archive(**{"empty|": b""}), "is an archive without files; expected one at least"),
        (
            archive(**{"song.lab": LABELS}).replace(LABELS, LABELS[::-1]),
            "can be read: Bad CRC",
        ),
        (archive(**{"..|song.lab": LABELS}), "holds a file that lies outside of it: '../song.lab'"),
        (archive(**{"|song.lab": LABELS}), "holds a file that lies outside of it: '/song.lab'"),
        (archive(**{"song.lab": LABELS})[:60], "is not a zip archive that can be read"),
        (archive(**{"song.lab": b"0 x\n"}), "a.zip/song.lab"),
        (archive(**{"[Content_Types].xml": b"<a/>"}), "is a document of an office program; save its table as CSV"),
    ],
    ids=[
        "empty",
        "folders alone",
        "changed",
        "above",
        "absolute",
        "cut",
        "unreadable file",
        "office",
    ],  # the bytes hold the time of day
)
def test_archives_that_are_refused(tmp_path, data, wanted):
    path = tmp_path / "a.zip"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        load(path)
    message = str(caught.value)
    assert any(part in message for part in wanted.split("|")), message
    assert message.startswith(str(path))


def test_an_archive_that_would_be_too_large(monkeypatch):
    monkeypatch.setattr("seamark.io.packed.LARGEST_CONTENT", 100)
    large = LABELS * 100
    with pytest.raises(InputError, match="when unpacked"):
        load(io.BytesIO(archive(**{"song.lab": large})), name="a.zip")
    with pytest.raises(InputError, match="when unpacked"):
        load(io.BytesIO(gzip.compress(large)), name="song.lab.gz")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_methods_that_cannot_be_bounded_are_refused(method):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as packed:
        packed.writestr("song.lab", LABELS)
    with pytest.raises(InputError, match="cannot be bounded; pack it by deflate"):
        load(io.BytesIO(stream.getvalue()), name="a.zip")


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


def many_members() -> bytes:
    return gzip.compress(b"") * 400_000


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("lies.zip", large_zip),
        ("zeros.lab.gz", lambda: gzip.compress(bytes(4 * 10**8))),
        ("members.lab.gz", many_members),
    ],
)
def test_a_hostile_file_costs_what_it_weighs(tmp_path, name, made):
    """Refused within a second of processor time, with few bytes in memory, in a process of its own."""
    path = tmp_path / name
    path.write_bytes(made())
    code = (
        "import resource, sys, time, seamark as sm\n"
        "import seamark.io.loading\n"
        "start, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try:\n    sm.load(sys.argv[1])\nexcept sm.InputError as error:\n    print(error)\n"
        "print(time.process_time() - start, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    message, measured = done.stdout.splitlines()
    assert str(path) in message
    seconds, mib = map(float, measured.split())
    assert seconds < 2, done.stdout  # one, and as much again for a busy machine
    assert mib < 300, done.stdout


def test_a_limit_can_be_raised(monkeypatch):
    data = gzip.compress(LABELS + b"\n" * (2**25))
    with pytest.raises(InputError, match="allow more MiB with SEAMARK_UNPACK_MIB"):
        load(io.BytesIO(data), name="song.lab.gz")
    monkeypatch.setenv("SEAMARK_UNPACK_MIB", "64")
    assert load(io.BytesIO(data), name="song.lab.gz", resolution=1).coder_names


# ---------------------------------------------------------------------------------------- within one another

FIXTURES = Path(__file__).parents[2] / "fixtures"


def masses(corpus):
    return {item: {coder: coding.masses for coder, coding in corpus[item].items()} for item in corpus}


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
    assert report.notes == (
        "INITIAL_CAS, which is the document before anybody annotated it, is left out",
        "read as a project of INCEpTION: what annotators did with the documents",
    )
    path.write_bytes(archive(**project(**{"curation|voyage.txt|CURATION_USER.zip": xmi_of("ann")})))
    loaded = load_with_report(path)
    assert loaded.corpus == corpus
    assert loaded.report.notes[2] == (
        "curated documents are left out; to read them, unpack the archive and give its folder curation"
    )


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
    with pytest.raises(InputError) as caught:
        load(path)
    assert str(caught.value) == (
        f"{path}: is a project of INCEpTION without documents of annotators that can be read; export it with the "
        "format WebAnno TSV 3 or UIMA CAS XMI"
    )


def test_an_archive_for_each_document_or_coder(tmp_path):
    users = {user: (FIXTURES / f"webanno/voyage.txt/{user}.tsv").read_bytes() for user in ("ann", "ben")}
    path = tmp_path / "all.zip"
    path.write_bytes(
        archive(**{"docs|voyage.txt.zip": archive(**{f"{user}.tsv": data for user, data in users.items()})})
    )
    assert load(path) == load(FIXTURES / "webanno")
    other = b"0 1 a\n1 4 b\n"
    for coder, song in (("ann", LABELS), ("ben", other)):
        (tmp_path / "coders" / f"{coder}.zip").parent.mkdir(exist_ok=True)
        (tmp_path / "coders" / f"{coder}.zip").write_bytes(
            archive(**{"song.lab": song, "tune.lab.gz": gzip.compress(song)})
        )
    expected = {"ann": (2, 2), "ben": (1, 3)}
    assert masses(load(tmp_path / "coders", resolution=1)) == {"song": expected, "tune": expected}


def test_packed_several_times():
    expected = load(io.BytesIO(LABELS), name="song.lab", resolution=1)
    data = archive(**{"song.lab.gz": gzip.compress(LABELS)})
    assert load(io.BytesIO(gzip.compress(data)), name="song.zip.gz", resolution=1) == expected
    for _ in range(DEEPEST_PACKING):
        data = archive(**{"song.zip": data})
    assert load(io.BytesIO(data), name="a.zip", resolution=1) == expected
    with pytest.raises(InputError, match="archives are nested more than 4 deep; unpack them"):
        load(io.BytesIO(archive(**{"song.zip": data})), name="a.zip")


def test_archives_within_one_another_share_their_limits(monkeypatch):
    long = LABELS + b"\n" * 200
    inner = [archive(**{f"{number}.lab": long}) for number in range(3)]
    data = archive(**{f"{number}.zip": one for number, one in enumerate(inner)})
    sizes = sum(map(len, inner)), 3 * len(long)
    monkeypatch.setattr("seamark.io.packed.LARGEST_CONTENT", sum(sizes))
    assert load(io.BytesIO(data), name="a.zip").coder_names == ("0", "1", "2")
    monkeypatch.setattr("seamark.io.packed.LARGEST_CONTENT", sum(sizes) - 1)
    with pytest.raises(InputError, match=r"^a.zip/2.zip: is larger than 0 MiB when unpacked"):
        load(io.BytesIO(data), name="a.zip")
    monkeypatch.undo()
    monkeypatch.setattr("seamark.io.packed.MOST_MEMBERS", 5)
    with pytest.raises(InputError, match=r"^a.zip/2.zip: holds more than 5 files"):
        load(io.BytesIO(data), name="a.zip")


def test_a_fault_in_a_file_deep_in_archives_is_named_by_all_of_them(tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(
        archive(
            **{"x|ann.zip": archive(**{"song.lab": b"0 2 a\n2 1 b\n"}), "x|ben.zip": archive(**{"song.lab": LABELS})}
        )
    )
    with pytest.raises(InputError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}/x/ann.zip/song.lab:2: ")
