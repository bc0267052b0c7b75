"""Corpora that come with the package, and one that is fetched."""

import http.server
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pooch
import pytest

from seamark.base.errors import InputError, ParseError
from seamark.datasets import GROUPS, moonstone, stargazer
from tests.corpora import corpora_folder


def test_stargazer_comes_with_its_source():
    corpus = stargazer()
    assert [coding.masses for coding in corpus["stargazer"].values()] == [
        (2, 3, 3, 1, 3, 6, 3),
        (2, 8, 2, 4, 2, 3),
        (2, 1, 2, 3, 1, 3, 1, 3, 2, 2, 1),
        (2, 1, 4, 1, 1, 3, 1, 4, 3, 1),
        (3, 2, 4, 3, 5, 4),
        (2, 3, 4, 2, 2, 5, 3),
        (2, 3, 2, 2, 3, 1, 3, 2, 3),
    ]
    assert "Hearst" in corpus.metadata["source"]


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A copy of the corpus on a server of our own."""
    copy = tmp_path / "public"
    shutil.copytree(corpora_folder() / "moonstone", copy, copy_function=shutil.copyfile)
    for folder in (copy, *copy.rglob("*/")):
        folder.chmod(0o755)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(copy)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield copy, f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pooch, "os_cache", lambda name: tmp_path / "cache" / name)


def test_shape() -> None:
    corpus = moonstone(corpora_folder())
    assert len(corpus) == 20
    assert len(corpus.coder_names) == 27
    assert sorted(set(corpus.groups.values())) == list(GROUPS)
    assert corpus.lengths["ch1"] == 13
    assert corpus["ch1"]["g1-an2"].to_labels()[:4] == (1, 1, 2, 3)
    assert corpus.texts["ch1"][0].startswith("In the first part of ROBINSON CRUSOE")
    assert all(len(corpus.texts[item]) == corpus.lengths[item] for item in corpus)


def test_fetched_once_with_checksums(
    served: tuple[Path, str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    folder, address = served
    expected = moonstone(corpora_folder())
    monkeypatch.delenv("SEAMARK_CORPORA", raising=False)
    assert moonstone(source=address) == expected
    # The second time nothing is asked for: the public copy may have gone.
    shutil.rmtree(folder)
    assert moonstone(source=address) == expected
    assert capfd.readouterr() == ("", "")


def test_a_changed_file_is_refused(served: tuple[Path, str], monkeypatch: pytest.MonkeyPatch) -> None:
    folder, address = served
    monkeypatch.delenv("SEAMARK_CORPORA", raising=False)
    (folder / "segmentations" / "ch1.csv").write_text("paragraph,an1\n1,1\n")
    with pytest.raises(
        InputError, match=r"cannot fetch the Moonstone corpus from http://127\.0\.0\.1:\d+/ \(ValueError\)"
    ):
        moonstone(source=address)


def test_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SEAMARK_CORPORA", raising=False)
    with pytest.raises(InputError, match="put a copy into a folder and name it with SEAMARK_CORPORA or --corpus"):
        moonstone(source="http://127.0.0.1:9/")


def test_broken_file(tmp_path: Path) -> None:
    folder = tmp_path / "segmentations"
    folder.mkdir()
    (folder / "ch1.csv").write_text("paragraph,an1,an2\n1,1,1\n2,1\n")
    with pytest.raises(ParseError, match=r"ch1\.csv:3: "):
        moonstone(tmp_path)
    (folder / "ch1.csv").write_text("")
    with pytest.raises(ParseError, match=r"ch1\.csv: is empty$"):
        moonstone(tmp_path)
