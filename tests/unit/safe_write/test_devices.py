"""What is no regular file is never replaced: written into, or refused."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from seamark.base.errors import InputError
from seamark.safe_write import whole_files, write_file, write_folder


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

    def failing():
        yield b"half of it"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):  # and nobody waits for a reader
        write_file(pipe, failing(), force=True)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_file_and_a_device_together(tmp_path):
    with whole_files(tmp_path / "scores", Path("/dev/null"), force=False) as places:
        for place in places:
            place.write_bytes(b"new")
    assert (tmp_path / "scores").read_bytes() == b"new"
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert not any(place.exists() for place in places)


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


def test_a_disk_is_refused(tmp_path):
    try:
        os.mknod(tmp_path / "disk", stat.S_IFBLK | 0o600, os.makedev(259, 1048575))
    except PermissionError:
        pytest.skip("this user cannot make a disk")
    with pytest.raises(InputError, match="disk: is a disk; expected a file name"):
        write_file(tmp_path / "disk", [b"x"], force=True)


def test_a_link_to_nothing_makes_what_it_leads_to(tmp_path):
    (tmp_path / "link").symlink_to("file")
    write_file(tmp_path / "link", [b"new"], force=False)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="this system has no /dev/stdout")
@pytest.mark.parametrize("to", ["pipe", "file"])
def test_standard_output_by_its_name(tmp_path, to):
    """A file that the shell opened keeps its place: what was printed before stands before."""
    code = (
        "from pathlib import Path\n"
        "from seamark.safe_write import write_file\n"
        "print('before')\n"
        "write_file(Path('/dev/stdout'), [b'written\\n'], force=False)\n"
        "print('after')\n"
    )
    command = [sys.executable, "-c", code]
    if to == "pipe":
        out = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    else:
        with (tmp_path / "out").open("wb") as file:
            subprocess.run(command, stdout=file, check=True)
        out = (tmp_path / "out").read_bytes()
    assert out == b"before\nwritten\nafter\n"
