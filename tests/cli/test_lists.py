"""`seamark metrics`, `seamark formats` and `seamark audit`."""

import pytest

import seamark as sm
from seamark.io import known_formats
from tests.cli.running import HYPOTHESIS, REFERENCE, Within
from tests.metrics.case import BOUNDARY_METRICS, METRICS


def test_metrics_lists_the_registry(seamark: Within) -> None:
    ran = seamark("metrics", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert [metric["name"] for metric in ran.json["metrics"]] == list(METRICS)
    assert ran.json["metrics"][0] == {
        "name": "S",
        "measures": "segmentation similarity S",
        "best": 1.0,
        "worst": 0.0,
        "symmetric": True,
        "types": "several",
        "compares": "boundaries labels levels",
        "options": ["n", "scale", "weights", "types"],
        "source": "Fournier & Inkpen 2012",
    }
    infinite = {metric["name"] for metric in ran.json["metrics"] if metric["worst"] is None}
    assert infinite == {name for name, metric in METRICS.items() if metric.info.worst == float("inf")}


@pytest.mark.parametrize("name", BOUNDARY_METRICS)
def test_every_metric_can_be_asked_for(name: str, files: tuple[str, str], seamark: Within) -> None:
    ran = seamark("score", *files, "-m", name, "--json")
    assert (ran.code, list(ran.json["overall"])) == (0, [name])
    for item in ran.json["items"]:
        codings = (REFERENCE[item["item"]]["gold"], HYPOTHESIS[item["item"]]["system"])
        assert item["scores"][name]["value"] == METRICS[name]().compare(*codings).value


def test_formats_lists_all(seamark: Within) -> None:
    found = seamark("formats", "--json").json["formats"]
    assert [format["name"] for format in found] == [format.name for format in known_formats()]
    assert {format["name"] for format in found if format["write"]} == {
        format.name for format in known_formats() if format.writable
    }
    assert any(line.split()[:4] == ["csv", "yes", "yes", "units"] for line in seamark("formats").out.splitlines())


def test_audit_for_people(files: tuple[str, str], seamark: Within) -> None:
    lines = seamark("audit", *files).out.splitlines()
    assert lines[0].startswith("hyp was scored in 46 ways of computing 4 metrics")
    assert lines[3].split() == ["metric", "convention", "average", "hyp"]
    assert lines[5].split() == ["windowdiff", "pevzner-hearst", "micro", "0.2800"]
    details = seamark("audit", *files, "--details").out
    assert "half-mean" in details
    assert lines[-1].startswith(f"audit|systems:1|pairs:2|metrics:windowdiff,pk,S,B|v:{sm.__version__}")
