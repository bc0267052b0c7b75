"""Writing as a whole or not at all: interrupts, kills, links, modes, devices, and what an earlier run left behind."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from seamark.base.errors import InputError, UnfinishedWriteWarning
from seamark.safe_write import commit, settle, whole_files, write_file, write_folder
from seamark.safe_write.exchange import exchange


def failing(*_):
    yield b"half of it"
    raise KeyboardInterrupt


def test_an_interrupt_leaves_the_old_file(tmp_path):
    path = tmp_path / "out.json"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        write_file(path, failing(), force=True)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupt_leaves_the_old_folder(tmp_path):
    def files():
        yield "a", b"new"
        raise KeyboardInterrupt

    path = tmp_path / "out"
    write_folder(path, [("a", b"old")], suffix=".csv", force=False)
    with pytest.raises(KeyboardInterrupt):
        write_folder(path, files(), suffix=".csv", force=True)
    assert (path / "a.csv").read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture
def _no_exchange(monkeypatch):
    """A system that cannot let two folders trade places."""
    monkeypatch.setattr(commit, "exchange", lambda *_: False)


def refusing(monkeypatch, method, wanted):
    """Let a method of paths fail as a broken disk does, for the paths that are wanted."""
    real = getattr(Path, method)

    def refuse(self, *rest, **more):
        if wanted(self, *rest):
            raise OSError(5, "Input/output error")
        return real(self, *rest, **more)

    monkeypatch.setattr(Path, method, refuse)


@pytest.mark.usefixtures("_no_exchange")
def test_a_failed_rename_brings_the_old_folder_back(tmp_path, monkeypatch):
    path = tmp_path / "out"
    write_folder(path, [("a", b"old")], suffix=".csv", force=False)
    refusing(monkeypatch, "replace", lambda _, target: target == path)
    with pytest.raises(InputError, match=r"out: cannot be written \(input/output error\)"):
        write_folder(path, [("a", b"new")], suffix=".csv", force=True)
    assert (path / "a.csv").read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.usefixtures("_no_exchange")
def test_a_folder_is_replaced_without_exchange(tmp_path):
    path = tmp_path / "out"
    write_folder(path, [("a", b"old")], suffix=".csv", force=False)
    write_folder(path, [("b", b"new")], suffix=".csv", force=True)
    assert [(file.name, file.read_bytes()) for file in path.iterdir()] == [("b.csv", b"new")]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems need not have it")
def test_two_folders_trade_places(tmp_path):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / name).touch()
    assert exchange(tmp_path / "one", tmp_path / "other")
    assert (tmp_path / "one/other").exists()
    assert (tmp_path / "other/one").exists()
    with pytest.raises(FileNotFoundError):
        exchange(tmp_path / "one", tmp_path / "nowhere")


def write_pair(first, second, data, *, force):
    with whole_files(first, second, force=force) as places:
        for place in places:
            place.write_bytes(data)


def test_a_pair_takes_its_places_together(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    first, second = tmp_path / "z", tmp_path / "elsewhere/a"
    write_pair(first, second, b"old", force=False)
    with pytest.raises(InputError, match="z: is there already"):
        write_pair(first, second, b"new", force=False)
    write_pair(first, second, b"new", force=True)
    assert (first.read_bytes(), second.read_bytes()) == (b"new", b"new")
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "elsewhere", second, first]


def test_a_pair_of_which_one_cannot_be_replaced_stays_as_it_was(tmp_path, monkeypatch):
    first, second = tmp_path / "first", tmp_path / "second"
    write_pair(first, second, b"old", force=False)
    refusing(monkeypatch, "unlink", lambda self: self == second)
    with pytest.raises(InputError, match=r"first, .*second: cannot be written \(input/output error\)"):
        write_pair(first, second, b"new", force=True)
    assert (first.read_bytes(), second.read_bytes()) == (b"old", b"old")
    assert sorted(tmp_path.iterdir()) == [first, second]


def test_a_pair_that_stops_half_way_is_finished_later_and_told(tmp_path, monkeypatch):
    first, second = tmp_path / "first", tmp_path / "second"
    write_pair(first, second, b"old", force=False)
    with monkeypatch.context() as broken:
        refusing(broken, "replace", lambda _, target: target == second)
        with pytest.raises(InputError, match="cannot be written"):
            write_pair(first, second, b"new", force=True)
    assert first.read_bytes() == b"new"
    assert not second.exists()  # no reader takes the old one for that of the new first
    with pytest.warns(UnfinishedWriteWarning, match=r"first, .*second: an earlier run was stopped") as told:
        settle(second)
    assert len(told) == 1
    assert (first.read_bytes(), second.read_bytes()) == (b"new", b"new")
    assert sorted(tmp_path.iterdir()) == [first, second]


def test_an_interrupt_between_two_renames_is_obeyed_after_both(tmp_path, monkeypatch):
    first, second = tmp_path / "first", tmp_path / "second"
    write_pair(first, second, b"old", force=False)
    real, seen = Path.replace, []

    def interrupted(self, target):
        real(self, target)
        if not seen:
            seen.append(target)
            raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_pair(first, second, b"new", force=True)
    assert seen == [first]
    assert (first.read_bytes(), second.read_bytes()) == (b"new", b"new")
    assert sorted(tmp_path.iterdir()) == [first, second]


def test_two_runs_at_once_do_not_mix(tmp_path):
    """Each names the files in another order, and so may each wait for the other."""
    first, second = tmp_path / "first", tmp_path / "second"
    script = """
        import sys
        from pathlib import Path
        from seamark.safe_write import whole_files
        paths = [Path(path) for path in sys.argv[2:]]
        for number in range(60):
            with whole_files(*paths, force=True) as places:
                for place in places:
                    place.write_text(f"{sys.argv[1]} {number}")
    """
    orders = [("one", first, second), ("other", second, first)]
    runs = [subprocess.Popen([sys.executable, "-c", textwrap.dedent(script), *map(str, order)]) for order in orders]
    assert [run.wait(60) for run in runs] == [0, 0]
    assert first.read_text() == second.read_text()
    assert sorted(tmp_path.iterdir()) == [first, second]


@pytest.mark.parametrize(
    ("contents", "wanted"),
    [
        ("", "is not a note of a run that was stopped; remove this file"),
        ("[]", "is not a note"),
        ('{"run": "1"}', "is not a note"),
        ('{"run": "1", "moves": [["/etc/passwd", "out"]]}', "is not a note"),
        ('{"run": "1", "moves": [[".out.0123456789ab.tmp", "/etc/passwd"]]}', "is not a note"),
    ],
)
def test_a_note_that_nobody_can_have_written(tmp_path, contents, wanted):
    (tmp_path / ".out.unfinished").write_text(contents)
    with pytest.raises(InputError, match=wanted):
        write_file(tmp_path / "out", [b"new"], force=True)


def test_a_note_of_somebody_else_is_not_obeyed(tmp_path):
    if os.geteuid():
        pytest.skip("only root can make files of others")
    draft, note = tmp_path / ".out.0123456789ab.tmp", tmp_path / ".out.unfinished"
    draft.write_bytes(b"theirs")
    note.write_text(f'{{"run": "1", "moves": [["{draft.name}", "out"]]}}')
    os.chown(note, 1, 1)
    with pytest.raises(InputError, match="somebody else's run was stopped here"):
        write_file(tmp_path / "out", [b"new"], force=True)
    assert draft.read_bytes() == b"theirs"


def test_a_note_without_its_chief_means_nothing(tmp_path):
    (tmp_path / ".out.unfinished").write_text('{"run": "1", "chief": ".other.unfinished"}')
    write_file(tmp_path / "out", [b"new"], force=True)
    assert list(tmp_path.iterdir()) == [tmp_path / "out"]


def test_what_a_killed_run_left_is_removed_and_what_a_living_one_writes_is_not(tmp_path):
    path = tmp_path / "out"
    (tmp_path / ".out.0123456789ab.tmp").write_bytes(b"half")
    (tmp_path / ".out.ba9876543210.tmp").mkdir()
    (tmp_path / ".out.backup.tmp").write_bytes(b"not ours")
    (tmp_path / ".output.0123456789ab.tmp").write_bytes(b"of another target")
    with whole_files(path, force=True) as (living,):
        living.write_bytes(b"living")
        write_file(path, [b"quicker"], force=True)
        assert path.read_bytes() == b"quicker"
    assert path.read_bytes() == b"living"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [
        ".out.backup.tmp",
        ".output.0123456789ab.tmp",
        "out",
    ]


def test_a_name_as_long_as_a_name_can_be(tmp_path):
    path = tmp_path / ("ü" * 127)
    write_pair(path, tmp_path / ("ü" * 126 + "a"), b"old", force=False)
    write_pair(path, tmp_path / ("ü" * 126 + "a"), b"new", force=True)
    assert path.read_bytes() == b"new"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_killed_process_leaves_the_old_file(tmp_path):
    path = tmp_path / "out.json"
    path.write_bytes(b"old")
    script = f"""
        import sys, time
        from pathlib import Path
        from seamark.safe_write import write_file
        def chunks():
            yield b"new" * 100_000
            print("writing", flush=True)
            time.sleep(60)
        write_file(Path({str(path)!r}), chunks(), force=True)
    """
    process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"writing\n"
    process.send_signal(signal.SIGKILL)
    process.wait(10)
    process.stdout.close()
    assert path.read_bytes() == b"old"


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


def test_a_new_file_follows_the_umask(tmp_path):
    old = os.umask(0o027)
    try:
        write_file(tmp_path / "out.json", [b"new"], force=False)
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "out.json").stat().st_mode) == 0o640


def test_the_root_of_a_file_system_has_no_note_beside_it():
    assert settle(Path("/")) is None
