"""What only some formats need is imported when they are read, and asked for in one line when it is missing."""

import importlib
import subprocess
import sys

import pytest

import seamark as sm
from tests.formats import FIXTURES
from tests.unit.io.packages import need_packages_of


@pytest.fixture
def without(monkeypatch):
    """Make packages look as if they were not installed."""

    def hide(*packages):
        real = importlib.import_module

        def missing(name, package=None):
            if name.split(".")[0] in packages:
                raise ModuleNotFoundError(f"No module named {name!r}")
            return real(name, package)

        monkeypatch.setattr("seamark.base.extras.import_module", missing)

    return hide


@pytest.mark.parametrize(
    ("package", "name", "wanted"),
    [
        ("defusedxml", "eaf/talk.eaf", "reading ELAN EAF needs defusedxml: pip install 'seamark[formats]'"),
        ("cassis", "xmi", "reading INCEpTION XMI needs dkpro-cassis: pip install 'seamark[formats]'"),
    ],
)
def test_reading_needs_a_package(without, package, name, wanted):
    without(package)
    with pytest.raises(sm.InputError) as caught:
        sm.load(FIXTURES / name)
    assert str(caught.value) == wanted


def test_parquet_needs_a_package(without, tmp_path):
    need_packages_of("parquet")
    corpus = sm.Corpus({"a": {"x": [2, 3]}})
    sm.save(corpus, tmp_path / "a.parquet")
    without("pyarrow")
    with pytest.raises(sm.InputError, match=r"reading Parquet needs pyarrow: pip install 'seamark\[scale\]'"):
        sm.load(tmp_path / "a.parquet")
    with pytest.raises(sm.InputError, match=r"writing Parquet needs pyarrow: pip install 'seamark\[scale\]'"):
        sm.save(corpus, tmp_path / "b.parquet")
    assert [path.name for path in tmp_path.iterdir()] == ["a.parquet"]


def modules_after(code: str) -> set[str]:
    script = f"import seamark\n{code}\nimport sys; print(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_room_costs_nothing_until_it_is_used():
    loaded = modules_after("import seamark.io")
    assert not {"seamark.io.loading", "msgspec", "csv"} & loaded


def test_reading_a_table_needs_no_package():
    path = FIXTURES / "csv/voyage.csv"
    loaded = modules_after(f"from seamark.io import load\nload({str(path)!r})")
    assert "seamark.io.formats.long_table" in loaded
    assert not {"pyarrow", "cassis", "defusedxml", "lxml", "pandas", "seamark.io.formats.xmi"} & loaded
