"""The Python examples of docs/scale.md print what the page says."""

import re
import shutil
import sys
from pathlib import Path

import pyarrow as pa
import pytest

PAGE = Path(__file__).parents[3] / "docs" / "scale.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)

#: Examples that start a cluster of another kind.
CLUSTERS = ("ray", "pyspark")


def run(examples, capsys):
    names: dict[str, object] = {}
    for example in examples:
        exec(example, names)  # noqa: S102  # our own page
        expected = re.findall(r"^# (.*)$", example, re.MULTILINE)
        assert capsys.readouterr().out.splitlines() == expected


def starts(example, package):
    return re.search(rf"^(import|from) {package}\b", example, re.MULTILINE) is not None


@pytest.mark.skipif(not hasattr(pa, "list_view"), reason="polars hands out views, which pyarrow has from version 16 on")
def test_examples(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    examples = [example for example in EXAMPLES if not any(starts(example, package) for package in CLUSTERS)]
    assert len(examples) == len(EXAMPLES) - len(CLUSTERS)
    run(examples, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("package", CLUSTERS)
@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_examples_that_start_a_cluster(tmp_path, monkeypatch, capsys, package):
    module = pytest.importorskip(package, reason=f"{package} is missing: pip install 'seamark[slow]'")
    if package == "pyspark" and shutil.which("java") is None:
        pytest.skip("Spark needs Java: apt-get install default-jre-headless")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    if package == "ray":
        module.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    try:
        before = [example for example in EXAMPLES if "BatchScorer(" in example or "score_table(table" in example]
        [example] = [example for example in EXAMPLES if starts(example, package)]
        run([*before, example], capsys)
    finally:
        if package == "ray":
            module.shutdown()
        else:
            module.sql.SparkSession.getActiveSession().stop()
