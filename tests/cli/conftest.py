from pathlib import Path

import pytest

from tests.cli.running import HYPOTHESIS, REFERENCE, Within, corpus_file


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative paths stay short, so that whole lines of output can be compared."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def seamark(capsys: pytest.CaptureFixture[str]) -> Within:
    return Within(capsys)


@pytest.fixture
def files() -> tuple[str, str]:
    """A reference and a hypothesis with their items in different orders."""
    corpus_file(Path("ref.json"), REFERENCE)
    corpus_file(Path("hyp.json"), HYPOTHESIS)
    return "ref.json", "hyp.json"
