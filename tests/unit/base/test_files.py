"""Writing as a whole or not at all: interrupts, kills, links, modes, devices; outputs that are inputs too."""

import os
import socket
import stat
import threading
from contextlib import nullcontext
from pathlib import Path

import pytest

from seamark.base import files
from seamark.base.errors import InputError
from seamark.base.files import require_apart, whole_file, write_file, write_folder


def failing(*_):
    yield b"half of it"
    raise KeyboardInterrupt


def test_an_interrupt_leaves_the_old_folder(tmp_path):
    def contents():
        yield "a", b"new"
        raise KeyboardInterrupt

    path = tmp_path / "out"
    write_folder(path, [("a", b"old")], suffix=".csv", force=False)
    with pytest.raises(KeyboardInterrupt):
        write_folder(path, contents(), suffix=".csv", force=True)
    assert (path / "a.csv").read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def write_whole(path, data, *, force):
    with whole_file(path, force=force) as draft:
        draft.write_bytes(data)


def test_a_file_is_replaced_only_when_asked_for(tmp_path):
    path = tmp_path / "z"
    write_whole(path, b"old", force=False)
    with pytest.raises(InputError, match="z: exists"):
        write_whole(path, b"new", force=False)
    write_whole(path, b"new", force=True)
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_stays_as_it_was(tmp_path):
    path = tmp_path / "first"
    write_whole(path, b"old", force=False)
    with pytest.raises(KeyboardInterrupt), whole_file(path, force=True) as draft:  # noqa: PT012
        draft.write_bytes(b"new")
        raise KeyboardInterrupt
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_name_as_long_as_a_name_can_be(tmp_path):
    path = tmp_path / ("ü" * 127)
    write_whole(path, b"old", force=False)
    write_whole(path, b"new", force=True)
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_somebody_else_makes_the_file_in_the_meantime(tmp_path):
    path = tmp_path / "out.json"

    def chunks():
        yield b"mine"
        path.write_bytes(b"theirs")

    with pytest.raises(InputError, match="cannot be written"):
        write_file(path, chunks(), force=False)
    assert path.read_bytes() == b"theirs"
    assert list(tmp_path.iterdir()) == [path]


def test_links_and_modes_stay(tmp_path):
    (tmp_path / "real.json").write_bytes(b"old")
    (tmp_path / "real.json").chmod(0o640)
    (tmp_path / "link.json").symlink_to("real.json")
    write_file(tmp_path / "link.json", [b"new"], force=True)
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == b"new"
    assert stat.S_IMODE((tmp_path / "real.json").stat().st_mode) == 0o640


def test_a_draft_is_not_more_readable_than_what_it_replaces(tmp_path):
    path, folder = tmp_path / "secret", tmp_path / "secrets"
    write_file(path, [b"old"], force=False)
    write_folder(folder, [("a", b"old")], suffix=".csv", force=False)
    for place in (path, folder / "a.csv"):
        place.chmod(0o604)
    folder.chmod(0o705)
    with whole_file(path, force=True) as draft:
        assert stat.S_IMODE(draft.stat().st_mode) == 0o600
    with files.whole_folder(folder, suffix=".csv", force=True) as draft:
        assert stat.S_IMODE(draft.stat().st_mode) == 0o700
        (draft / "a.csv").write_bytes(b"new")
    assert [stat.S_IMODE(place.stat().st_mode) for place in (path, folder, folder / "a.csv")] == [0o604, 0o705, 0o604]


def test_a_new_file_follows_the_umask(tmp_path):
    old = os.umask(0o027)
    try:
        write_file(tmp_path / "out.json", [b"new"], force=False)
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "out.json").stat().st_mode) == 0o640


@pytest.mark.parametrize("force", [False, True])
def test_a_device_takes_what_is_written_and_stays(tmp_path, force):
    node = tmp_path / "null"
    try:
        os.mknod(node, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    except PermissionError:
        node.symlink_to("/dev/null")
    write_file(node, [b"gone"], force=force)
    assert stat.S_ISCHR(node.stat().st_mode)
    assert list(tmp_path.iterdir()) == [node]


@pytest.mark.parametrize("force", [False, True])
def test_a_pipe_gets_everything_at_once_and_stays(tmp_path, force):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write_file(pipe, [b"all ", b"of it"], force=force)
    reader.join(10)
    assert got == [b"all of it"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_pipe_gets_nothing_of_what_fails(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(KeyboardInterrupt):  # and nobody waits for a reader
        write_file(pipe, failing(), force=True)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_folders_sockets_and_loops_are_refused(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match="folder: is a folder; expected a file name"):
        write_file(tmp_path / "folder", [b"x"], force=True)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(tmp_path / "socket"))
    with pytest.raises(InputError, match="socket: is a socket; expected a file name"):
        write_file(tmp_path / "socket", [b"x"], force=True)
    listener.close()
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(InputError, match="loop: cannot be written"):
        write_file(tmp_path / "loop", [b"x"], force=True)
    with pytest.raises(InputError, match="loop: is a file; expected the name of a folder"):
        write_folder(tmp_path / "loop", [("a", b"x")], suffix=".csv", force=True)
    assert (tmp_path / "loop").is_symlink()
    with pytest.raises(InputError, match="null: is a file; expected the name of a folder"):
        write_folder(Path("/dev/null"), [("a", b"x")], suffix=".csv", force=True)
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["folder", "loop", "socket"]


@pytest.fixture
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


@pytest.mark.usefixtures("_places")
@pytest.mark.parametrize(
    ("inputs", "outputs", "wanted"),
    [
        (["d"], ["./other/../d"], "d: is an input too"),
        (["d"], ["link"], "link: is an input too"),
        (["link"], ["d"], "d: is an input too"),
        (["d"], ["second-name"], "second-name: is an input too"),
        (["other/c", "d"], ["new", "d"], "d: is an input too"),
        (["in"], ["folder-link"], "folder-link: is an input too"),
        (["in"], ["in/new"], "in/new: is inside the input in;"),
        (["in"], ["in/deep/b"], "in/deep/b: is inside the input in;"),
        (["folder-link"], ["in/deep/new/newer"], "is inside the input folder-link;"),
        (["in"], ["folder-link/new"], "folder-link/new: is inside the input in;"),
        (["in"], ["other/c"], "other/c: is inside the input in;"),  # by a link in it
        (["in/deep/b"], ["in"], "in: contains the input in/deep/b;"),
        ([], ["new", "other/../new"], "new: is named for two outputs"),
        ([], ["d", "second-name"], "second-name: is named for two outputs"),
        (["in"], ["other/new", "d"], None),
        (["missing"], ["missing-too"], None),
        (["/dev/null"], ["/dev/null", "/dev/null"], None),
        (["in/a"], ["in/new"], None),
        (["a\0b"], ["new", "c\0d"], None),
    ],
)
def test_outputs_and_inputs(inputs, outputs, wanted):
    with pytest.raises(InputError, match=wanted) if wanted else nullcontext():
        require_apart(inputs, outputs)
